/* Dotted names such as r.p.u, and where the subscripts of arrays stand in them: r[3].p.u[2]. */
#ifndef SALTUS_BASE_DOTTED_H
#define SALTUS_BASE_DOTTED_H

#include "base/text.h"

bool sb_name_is_inside(const char *name, const char *around);     /* r.p.u is inside of r.p and of r */
uint32_t sb_name_parts(const char *name); /* how many parts a dotted name has; dots in quotes belong to a part */
/* A dotted name with subscripts put in: `subscript` writes those of dimension d, without brackets. Those of a dimension
 * stand behind part parts[d], or behind the whole name where parts is NULL; dimensions past the last part of the name
 * are left away. */
void sb_write_name(const char *name, const uint32_t *parts, uint32_t rank, const char *comma,
				   void (*subscript)(void *context, uint32_t d, sb_text *out), void *context, sb_text *out);

/* One group of subscripts in a name: [2,1], with its brackets; it stands behind part `part`, from 1. */
typedef struct sb_group { const char *begin, *end; uint32_t part; } sb_group;
enum { SB_GROUPS_MOST = 12 };
uint32_t sb_find_groups(const char *name, sb_group *groups);
/* The name without the groups that are chosen, a bit for each. */
void sb_without_groups(const char *name, const sb_group *groups, uint32_t n, uint32_t chosen, sb_text *out);

/* An array with a name: where its subscripts stand, its shape, and the first subscripts as the user knows them (NULL:
 * 1). */
typedef struct sb_array_name {
	const char *name; const uint32_t *parts, *shape; const int64_t *lower; uint32_t rank;
} sb_array_name;
/* Reads the groups of subscripts that are chosen as an element of v; UINT32_MAX if they are not one. Blanks are
 * allowed. */
uint32_t sb_read_element(const sb_array_name *v, const sb_group *groups, uint32_t n, uint32_t chosen,
						 uint32_t last_part);
/* The elements, of `count`, whose names may match one of the patterns (sb_matches): *first .. *last - 1. Without
 * patterns all may. False: none. */
bool sb_may_match(const sb_array_name *v, uint32_t count, const char *const *patterns, uint32_t pattern_count,
				  uint32_t *first, uint32_t *last);

#endif
