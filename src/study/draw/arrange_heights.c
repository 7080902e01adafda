/* How high the cells of a layer stand: each as near to the median of what it is connected with as its neighbours
 * allow, so that most lines are straight. */
#include "study/draw/arrange.h"
#include <math.h>
#include <stdlib.h>

double st_stop_height(const st_arrangement *a, const st_wire *w, uint32_t stop)
{
	double y = a->cells.at[st_stop_cell(w, stop)].y;
	const st_stop *s = stop == 0 ? &w->ends[0] : stop == w->gaps.n + 1 ? &w->ends[1] : NULL;
	const double out = 6;
	if (!s)
		return y;
	return y + s->at.y + (s->side ? 0 : s->at.y < 0 ? -out : out);
}

static int by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

/* Where lines to the other ends would be straight; NAN: there are none. */
static double wanted(const st_arrangement *a, uint32_t cell)
{
	sb_vec(double) at = {0};
	sb_mark mark = sb_arena_mark(a->arena);
	for (uint32_t k = 0; k < a->wires.n; k++) {
		const st_wire *w = &a->wires.at[k];
		for (uint32_t h = 0; h <= w->gaps.n; h++)
			for (uint32_t side = 0; side < 2; side++) {
				if (st_stop_cell(w, h + side) != cell || st_stop_cell(w, h + !side) == cell)
					continue;
				double off = st_stop_height(a, w, h + side) - a->cells.at[cell].y;
				sb_push(a->arena, at, st_stop_height(a, w, h + !side) - off);
			}
	}
	if (at.n)
		qsort(at.at, at.n, sizeof *at.at, by_size);
	double middle = at.n ? (at.at[(at.n - 1) / 2] + at.at[at.n / 2]) / 2 : NAN;
	sb_arena_rewind(a->arena, mark);
	return middle;
}

/* Two parts have room for a name between them, lines need less. */
static double apart(const st_cell *above, const st_cell *below)
{
	double gap = above->part < 0 || below->part < 0 ? above->part < 0 && below->part < 0 ? 4 : 11 : 18;
	return (above->height + below->height) / 2 + gap;
}

/* Cells in their order as near as possible to where they want to be: neighbours that would overlap become a block,
 * which stands at the mean of its members' wishes. */
static void settle(st_arrangement *a, const sb_u32s *column, const double *want)
{
	typedef struct block { double sum, offset; uint32_t first, n; } block;
	block *blocks = sb_new_array(a->arena, block, column->n + 1);
	double *below = sb_new_array(a->arena, double, column->n + 1);       /* the first of the column, downwards */
	uint32_t n = 0;
	for (uint32_t i = 0; i < column->n; i++) {
		below[i] = i ? below[i - 1] + apart(&a->cells.at[column->at[i - 1]], &a->cells.at[column->at[i]]) : 0;
		blocks[n++] = (block){.sum = want[i] + below[i], .first = i, .n = 1};
		while (n > 1 && blocks[n - 1].sum / blocks[n - 1].n > blocks[n - 2].sum / blocks[n - 2].n) {
			blocks[n - 2].sum += blocks[n - 1].sum;
			blocks[n - 2].n += blocks[n - 1].n;
			n--;
		}
	}
	for (uint32_t b = 0; b < n; b++)
		for (uint32_t i = blocks[b].first; i < blocks[b].first + blocks[b].n; i++)
			a->cells.at[column->at[i]].y = blocks[b].sum / blocks[b].n - below[i];
}

void st_set_heights(st_arrangement *a)
{
	enum { ROUNDS = 16 };
	for (int round = 0; round <= ROUNDS; round++)
		for (int32_t l = 0; l < a->layers; l++) {
			sb_mark mark = sb_arena_mark(a->arena);
			const sb_u32s *column = &a->columns[round % 2 ? a->layers - 1 - l : l];
			double *want = sb_new_array(a->arena, double, column->n + 1);
			for (uint32_t i = 0; i < column->n; i++) {
				double at = round ? wanted(a, column->at[i]) : NAN;
				want[i] = isnan(at) ? round ? a->cells.at[column->at[i]].y : 0 : at;
			}
			settle(a, column, want);
			sb_arena_rewind(a->arena, mark);
		}
}
