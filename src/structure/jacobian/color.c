/* Colours: states that may be moved together when the Jacobian is found by differences, because no rate depends on two
 * of them. Greedy, in the order of the states; a band of width b takes b colours. */
#include "structure/jacobian/jacobian.h"

enum { WORK_MOST = 50000000 };

void ss_color(sb_arena *arena, sb_arena *scratch, ss_jacobian *j)
{
	uint32_t n = j->pattern.n, entries = n ? j->pattern.column[n] : 0;
	uint32_t *first = sb_new_array(scratch, uint32_t, n + 2);
	uint32_t *fill = sb_new_array(scratch, uint32_t, n + 1), *taken = sb_new_array(scratch, uint32_t, n + 2);
	uint64_t work = 0;

	j->color = sb_new_array(arena, uint32_t, n + 1);
	for (uint32_t k = 0; k < entries; k++)
		first[j->pattern.row[k] + 1]++;
	for (uint32_t r = 0; r < n; r++) {
		work += (uint64_t)first[r + 1] * first[r + 1];
		first[r + 1] += first[r];
	}
	if (work > WORK_MOST) {
		/* rows so full that about as many colours as states are needed anyway */
		for (uint32_t c = 0; c < n; c++)
			j->color[c] = c;
		j->colors = n;
		return;
	}
	uint32_t *of = sb_new_array(scratch, uint32_t, entries + 1);
	for (uint32_t c = 0; c < n; c++)
		for (uint32_t k = j->pattern.column[c]; k < j->pattern.column[c + 1]; k++) {
			uint32_t r = j->pattern.row[k];
			of[first[r] + fill[r]++] = c;
		}
	for (uint32_t c = 0; c < n; c++) {
		uint32_t color = 0;
		for (uint32_t k = j->pattern.column[c]; k < j->pattern.column[c + 1]; k++) {
			uint32_t r = j->pattern.row[k];
			for (uint32_t i = first[r]; i < first[r + 1] && of[i] < c; i++)
				taken[j->color[of[i]]] = c + 1;
		}
		while (taken[color] == c + 1)
			color++;
		j->color[c] = color;
		j->colors = color + 1 > j->colors ? color + 1 : j->colors;
	}
}
