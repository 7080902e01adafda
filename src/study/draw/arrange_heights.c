/* How high the cells of a layer stand: each as near to the median of what it is connected with as its neighbours
 * allow, so that most lines are straight. */
#include "study/draw/arrange.h"
#include <math.h>
#include <stdlib.h>

double st_stop_height(const st_arrangement *a, const st_wire *w, uint32_t stop)
{
	double y = a->cells.at[st_stop_cell(w, stop)].y;
	const st_stop *s = stop == 0 ? &w->ends[0] : stop == w->gaps.n + 1 ? &w->ends[1] : NULL;
	if (!s)
		return y;
	double out = 6 + 2.5 * s->lane;
	return y + s->at.y + (s->side ? 0 : s->at.y < 0 ? -out : out);
}

static int by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

/* Where lines to the other ends would be straight; NAN: there are none. What crosses layers shall not be stairs, so the
 * other gaps of a line count more. In the end, when all stand about where they should, the nearest one is taken: in the
 * middle between two nothing would be straight. */
static double wanted(const st_arrangement *a, uint32_t cell, bool nearest)
{
	sb_vec(double) at = {0};
	sb_mark mark = sb_arena_mark(a->arena);
	const st_cell *here = &a->cells.at[cell];
	uint32_t others[2];
	for (uint32_t i = 0; i < here->visits.n; i++) {
		const st_wire *w = &a->wires.at[here->visits.at[i].wire];
		double off = st_stop_height(a, w, here->visits.at[i].stop) - here->y;
		for (uint32_t k = st_other_stops(a, &here->visits.at[i], others); k-- > 0;) {
			const st_cell *there = &a->cells.at[st_stop_cell(w, others[k])];
			if (there->layer == here->layer)     /* a line back into the same layer cannot be straight */
				continue;
			for (int weight = here->part < 0 && there->part < 0 ? 4 : 1; weight > 0; weight--)
				sb_push(a->arena, at, st_stop_height(a, w, others[k]) - off);
		}
	}
	if (at.n)
		qsort(at.at, at.n, sizeof *at.at, by_size);
	double found = at.n ? (at.at[(at.n - 1) / 2] + at.at[at.n / 2]) / 2 : NAN, y = a->cells.at[cell].y;
	for (uint32_t i = 0; i < at.n && nearest; i++)
		found = i == 0 || fabs(at.at[i] - y) < fabs(found - y) ? at.at[i] : found;
	sb_arena_rewind(a->arena, mark);
	return found;
}

/* Two parts have room for a name between them, lines need less. */
static double apart(const st_cell *above, const st_cell *below)
{
	double gap = above->part < 0 || below->part < 0 ? above->part < 0 && below->part < 0 ? 4 : 11 : 18;
	return (above->height + below->height) / 2 + gap + above->note.y;
}

/* Cells in their order as near as possible to where they want to be: neighbours that would overlap become a block,
 * which stands at the mean of its members' wishes. Those of parts count more: a line can go around. */
static void settle(st_arrangement *a, const sb_u32s *column, const double *want)
{
	typedef struct block { double sum, weight; uint32_t first, n; } block;
	block *blocks = sb_new_array(a->arena, block, column->n + 1);
	double *below = sb_new_array(a->arena, double, column->n + 1);       /* the first of the column, downwards */
	uint32_t n = 0;
	for (uint32_t i = 0; i < column->n; i++) {
		below[i] = i ? below[i - 1] + apart(&a->cells.at[column->at[i - 1]], &a->cells.at[column->at[i]]) : 0;
		double weight = a->cells.at[column->at[i]].part < 0 ? 1 : 8;
		blocks[n++] = (block){.sum = weight * (want[i] + below[i]), .weight = weight, .first = i, .n = 1};
		while (n > 1 && blocks[n - 1].sum / blocks[n - 1].weight > blocks[n - 2].sum / blocks[n - 2].weight) {
			blocks[n - 2].sum += blocks[n - 1].sum;
			blocks[n - 2].weight += blocks[n - 1].weight;
			blocks[n - 2].n += blocks[n - 1].n;
			n--;
		}
	}
	for (uint32_t b = 0; b < n; b++)
		for (uint32_t i = blocks[b].first; i < blocks[b].first + blocks[b].n; i++)
			a->cells.at[column->at[i]].y = blocks[b].sum / blocks[b].weight - below[i];
}

/* How far a cell can move without its neighbours. */
static void limits(const st_arrangement *a, uint32_t cell, double *low, double *high)
{
	const st_cell *c = &a->cells.at[cell];
	const sb_u32s *column = &a->columns[c->layer];
	if (c->order > 0) {
		const st_cell *above = &a->cells.at[column->at[c->order - 1]];
		*high = fmin(*high, above->y - apart(above, c));
	}
	if (c->order + 1 < column->n) {
		const st_cell *below = &a->cells.at[column->at[c->order + 1]];
		*low = fmax(*low, below->y + apart(c, below));
	}
}

static double between(double y, double low, double high)
{
	return fmin(fmax(y, low), high);
}

/* The gaps of a line on one height, as many of them as there is one for: between its ends, or as near to them as the
 * neighbours allow. A line that goes back passes closely below or above the parts that way. */
static void straighten(st_arrangement *a, const st_wire *w)
{
	double ends[2] = {st_stop_height(a, w, 0), st_stop_height(a, w, w->gaps.n + 1)};
	for (uint32_t first = 0, next; first < w->gaps.n; first = next) {
		double low = -INFINITY, high = INFINITY, mean = 0;
		for (next = first; next < w->gaps.n; next++) {
			double l = low, h = high;
			limits(a, w->gaps.at[next], &l, &h);
			if (l > h)
				break;
			low = l;
			high = h;
			mean += a->cells.at[w->gaps.at[next]].y;
		}
		double near = between(mean / fmax(next - first, 1), fmin(ends[0], ends[1]), fmax(ends[0], ends[1]));
		for (uint32_t i = first; i < next; i++)
			a->cells.at[w->gaps.at[i]].y = between(near, low, high);
		next += next == first;
	}
}

/* A part that only this line leads to comes with it, as near to the other end as all of them can. */
static void pull_leaf(st_arrangement *a, const st_wire *w, uint32_t stop)
{
	st_cell *leaf = &a->cells.at[st_stop_cell(w, stop)];
	double off = st_stop_height(a, w, stop) - leaf->y, low = -INFINITY, high = INFINITY;
	if (leaf->visits.n != 1 || !w->gaps.n)
		return;
	limits(a, st_stop_cell(w, stop), &low, &high);
	low += off;
	high += off;
	for (uint32_t i = 0; i < w->gaps.n; i++)
		limits(a, w->gaps.at[i], &low, &high);
	if (low > high)
		return;
	double y = between(st_stop_height(a, w, stop ? 0 : w->gaps.n + 1), low, high);
	for (uint32_t i = 0; i < w->gaps.n; i++)
		a->cells.at[w->gaps.at[i]].y = y;
	leaf->y = y - off;
}

void st_set_heights(st_arrangement *a)
{
	enum { ROUNDS = 30, LAST = 6, PASSES = 9 };
	for (int round = 0; round <= ROUNDS; round++)
		for (int32_t l = 0; l < a->layers; l++) {
			sb_mark mark = sb_arena_mark(a->arena);
			const sb_u32s *column = &a->columns[round % 2 ? a->layers - 1 - l : l];
			double *want = sb_new_array(a->arena, double, column->n + 1);
			for (uint32_t i = 0; i < column->n; i++) {
				double at = round ? wanted(a, column->at[i], round > ROUNDS - LAST) : NAN;
				want[i] = isnan(at) ? round ? a->cells.at[column->at[i]].y : 0 : at;
			}
			settle(a, column, want);
			sb_arena_rewind(a->arena, mark);
		}
	for (int pass = 0; pass < PASSES; pass++)        /* a line may have to wait for its neighbours to move on */
		for (uint32_t i = 0; i < a->wires.n; i++) {
			const st_wire *w = &a->wires.at[pass % 2 ? a->wires.n - 1 - i : i];
			straighten(a, w);
			pull_leaf(a, w, 0);
			pull_leaf(a, w, w->gaps.n + 1);
		}
}
