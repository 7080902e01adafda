/* A graph for people and programs: texts, messages, JSON, pictures.
 *
 *     bond_list.c        the listing                   bond_place.c     places of nodes in a picture
 *     bond_equations.c   state equations               bond_picture.c   the picture
 *     bond_diagnose.c    what is wrong, in words       bond_dot.c       the same in the language DOT
 *     bond_json.c        as JSON
 */
#ifndef SALTUS_BOND_SHOW_H
#define SALTUS_BOND_SHOW_H

#include "bond/ground/bond_ground.h"

const char *bg_causality_text(const bg_graph *g, uint32_t node);
void bg_place_nodes(bg_graph *g);
bool bg_write_dot(const bg_graph *g, const char *path, sb_diag *diag);

#endif
