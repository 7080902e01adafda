/* The text of a COSY program to its tree (cosy_tree.h). docs/cosy.md has the grammar. */
#ifndef SALTUS_FRONT_COSY_PARSE_H
#define SALTUS_FRONT_COSY_PARSE_H

#include "front/cosy/cosy.h"
#include "front/cosy/syntax/cosy_tree.h"

/* The tree of a source, MACROs put in; always a CO_PROGRAM. After errors (ask sb_errors) it lacks what could not be
 * read. A file of MODULEs, MODELs and MACROs alone has a program without a name. The overrides are for the CONSTs that
 * a MACIF asks for. */
co_node *co_parse(sb_arena *arena, sb_names *names, sb_diag *diag, uint32_t source, const co_override *overrides,
	uint32_t count);

/* The tree as text, one node a line, indented: for tests. */
void co_dump(const co_node *node, sb_text *out);
const char *co_kind_name(co_kind kind);

#endif
