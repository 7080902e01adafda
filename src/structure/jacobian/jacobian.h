/* Jacobian: derivatives of the rates by the states, sparse and symbolic.
 *
 *     jacobian.c family_jacobian.c    forward through the steps (forward.h), and the same for families
 *     pattern.c layout.c color.c      the pattern, and columns that may be told apart */
#ifndef SALTUS_STRUCTURE_JACOBIAN_H
#define SALTUS_STRUCTURE_JACOBIAN_H

#include "structure/ground/ground.h"

/* jacobian.c */
void ss_invariant_jacobian_of(ss_work *w);
void ss_jacobian_of(ss_work *w);

/* pattern.c. Entries of one row. */
typedef struct ss_entry_list { uint32_t n; const uint32_t *state; const sx_ref *value; } ss_entry_list;
void ss_to_columns(ss_work *w, const ss_entry_list *rows, uint32_t count, ss_pattern *pattern, sx_ref **values);
void ss_pattern_only(ss_work *w, ss_entry_list *rows);       /* of the rates, without derivatives */

/* color.c */
void ss_color(sb_arena *arena, sb_arena *scratch, ss_jacobian *j);

#endif
