/* Disjoint sets of numbers: parent[x] is x for the root of a set. The smallest member is the root, so sets come out in
 * the order in which their first members were met. */
#ifndef SALTUS_BASE_SETS_H
#define SALTUS_BASE_SETS_H

#include <stdint.h>

static inline uint32_t sb_set_of(uint32_t *parent, uint32_t x)
{
	while (parent[x] != x) {
		parent[x] = parent[parent[x]];
		x = parent[x];
	}
	return x;
}

static inline void sb_unite(uint32_t *parent, uint32_t a, uint32_t b)
{
	a = sb_set_of(parent, a);
	b = sb_set_of(parent, b);
	if (a < b)
		parent[b] = a;
	else
		parent[a] = b;
}

#endif
