/* Dotted names such as r.p.u, and where the subscripts of arrays stand in them: r[3].p.u[2]. */
#ifndef SALTUS_BASE_DOTTED_H
#define SALTUS_BASE_DOTTED_H

#include "base/text.h"

/* The end of the part of a dotted name that begins here: a dot, or the end. Dots in quotes belong to the part. */
const char *sb_part_end(const char *at);
uint32_t sb_name_parts(const char *name); /* how many parts a dotted name has */
/* A dotted name with subscripts put in: `subscript` writes those of dimension d, without brackets. Those of a dimension
 * stand behind part parts[d], or behind the whole name where parts is NULL; dimensions past the last part of the name
 * are left away. */
void sb_write_name(const char *name, const uint32_t *parts, uint32_t rank, const char *comma,
				   void (*subscript)(void *context, uint32_t d, sb_text *out), void *context, sb_text *out);

#endif
