/* Places for the nodes of a picture: cells of a grid. Nodes are set one after another, each beside a neighbour that has
 * a place, along the longest way first. Then each is moved, or changed with another one, as long as that makes bonds
 * shorter and straighter, and fewer of them cross or run over a node. The best of several beginnings is taken. Nothing
 * here is left to chance: the same graph has the same picture. */
#include "bond/show/bond_show.h"

#include <math.h>
#include <string.h>

enum { SPAN = 64, BEGINNINGS = 6, SWEEPS = 30, MOST_CROSSINGS = 250 };

typedef struct placing {
	bg_graph *g;
	uint32_t n;
	int *x, *y;
	bool *placed;
	sb_u32s *near;                   /* of each node: its bonds */
} placing;

static uint32_t end_of(const placing *p, uint32_t bond, uint32_t node)
{
	const bg_bond *b = &p->g->bonds.at[bond];
	return b->from == node ? b->to : b->from;
}

static uint32_t node_at(const placing *p, int x, int y)
{
	for (uint32_t i = 0; i < p->n; i++)
		if (p->placed[i] && p->x[i] == x && p->y[i] == y)
			return i;
	return UINT32_MAX;
}

/* ------------------------------------------------------------------------ cost */

static int turn(int ax, int ay, int bx, int by, int cx, int cy)
{
	long d = (long)(bx - ax) * (cy - ay) - (long)(by - ay) * (cx - ax);
	return d > 0 ? 1 : d < 0 ? -1 : 0;
}

static bool crosses(const placing *p, const bg_bond *a, const bg_bond *b)
{
	if (a->from == b->from || a->from == b->to || a->to == b->from || a->to == b->to)
		return false;
	const int *x = p->x, *y = p->y;
	return turn(x[a->from], y[a->from], x[a->to], y[a->to], x[b->from], y[b->from]) !=
		   turn(x[a->from], y[a->from], x[a->to], y[a->to], x[b->to], y[b->to]) &&
		   turn(x[b->from], y[b->from], x[b->to], y[b->to], x[a->from], y[a->from]) !=
		   turn(x[b->from], y[b->from], x[b->to], y[b->to], x[a->to], y[a->to]);
}

static bool covers(const placing *p, const bg_bond *b, uint32_t node)
{
	int ax = p->x[b->from], ay = p->y[b->from], bx = p->x[b->to], by = p->y[b->to], x = p->x[node], y = p->y[node];
	if (node == b->from || node == b->to || turn(ax, ay, bx, by, x, y) != 0)
		return false;
	return (x - ax) * (x - bx) <= 0 && (y - ay) * (y - by) <= 0;
}

static double bond_cost(const placing *p, uint32_t bond)
{
	const bg_bond *b = &p->g->bonds.at[bond];
	double dx = fabs((double)p->x[b->from] - p->x[b->to]), dy = fabs((double)p->y[b->from] - p->y[b->to]);
	double cost = dx * dx + dy * dy + (dx > 0 && dy > 0 ? 0.6 : 0);
	if (dx == 0 && dy == 0)
		return 1000;
	/* power goes to the right */
	cost += p->x[b->from] > p->x[b->to] ? 0.3 : 0;
	for (uint32_t i = 0; i < p->n; i++)
		cost += p->placed[i] && covers(p, b, i) ? 12 : 0;
	for (uint32_t i = 0; i < p->g->bonds.n && p->g->bonds.n < MOST_CROSSINGS; i++) {
		const bg_bond *o = &p->g->bonds.at[i];
		cost += i != bond && p->placed[o->from] && p->placed[o->to] && crosses(p, b, o) ? 5 : 0;
	}
	return cost;
}

/* Of the bonds of a node that lead to nodes with places, and of bonds that run over it. */
static double cost_of(const placing *p, uint32_t node)
{
	double cost = 0;
	for (uint32_t i = 0; i < p->near[node].n; i++)
		if (p->placed[end_of(p, p->near[node].at[i], node)])
			cost += bond_cost(p, p->near[node].at[i]);
	for (uint32_t i = 0; i < p->g->bonds.n; i++) {
		const bg_bond *b = &p->g->bonds.at[i];
		cost += p->placed[b->from] && p->placed[b->to] && covers(p, b, node) ? 12 : 0;
	}
	return cost;
}

/* ------------------------------------------------------------------- beginnings */

/* The node that is furthest away, over junctions and two-ports, and the way there. */
static uint32_t furthest(const placing *p, uint32_t start, uint32_t *before, uint32_t *distance)
{
	sb_u32s queue = {0};
	uint32_t best = start;
	memset(distance, 0xff, sizeof *distance * p->n);
	distance[start] = 0;
	before[start] = UINT32_MAX;
	sb_push(p->g->arena, queue, start);
	for (uint32_t i = 0; i < queue.n; i++) {
		uint32_t node = queue.at[i];
		best = distance[node] > distance[best] ? node : best;
		for (uint32_t k = 0; k < p->near[node].n; k++) {
			uint32_t next = end_of(p, p->near[node].at[k], node);
			if (distance[next] != UINT32_MAX)
				continue;
			distance[next] = distance[node] + 1;
			before[next] = node;
			sb_push(p->g->arena, queue, next);
		}
	}
	return best;
}

static void put_near(placing *p, uint32_t node, int x, int y, int turned)
{
	static const int way[8][2] = {{1, 0}, {0, 1}, {0, -1}, {-1, 0}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
	double least = INFINITY;
	int best_x = x, best_y = y;
	p->placed[node] = true;
	for (int r = 1; r < SPAN && least == INFINITY; r++)
		for (int i = 0; i < 8; i++) {
			int k = (i + turned) % 8, cx = x + r * way[k][0], cy = y + r * way[k][1];
			uint32_t there = node_at(p, cx, cy);
			if (there != UINT32_MAX && there != node)
				continue;
			p->x[node] = cx;
			p->y[node] = cy;
			double cost = cost_of(p, node);
			if (cost < least) {
				least = cost;
				best_x = cx;
				best_y = cy;
			}
		}
	p->x[node] = best_x;
	p->y[node] = best_y;
}

static int lowest_row(const placing *p)
{
	int low = -2;
	for (uint32_t i = 0; i < p->n; i++)
		if (p->placed[i] && p->y[i] > low)
			low = p->y[i];
	return low;
}

/* One part of the graph that hangs together: the longest way in a row, the rest beside it. */
static void begin_part(placing *p, uint32_t start, int turned)
{
	sb_arena *arena = p->g->arena;
	uint32_t *before = sb_new_array(arena, uint32_t, p->n), *distance = sb_new_array(arena, uint32_t, p->n);
	uint32_t end = furthest(p, start, before, distance);
	int row = lowest_row(p) + 3, column = 0;
	sb_u32s queue = {0};
	end = furthest(p, turned % 2 ? end : start, before, distance);
	for (uint32_t node = end; node != UINT32_MAX; node = before[node]) {
		p->x[node] = (int)distance[node] + column;
		p->y[node] = row;
		p->placed[node] = true;
		sb_push(arena, queue, node);
	}
	for (uint32_t i = 0; i < queue.n; i++)
		for (uint32_t k = 0; k < p->near[queue.at[i]].n; k++) {
			uint32_t next = end_of(p, p->near[queue.at[i]].at[k], queue.at[i]);
			if (p->placed[next])
				continue;
			put_near(p, next, p->x[queue.at[i]], p->y[queue.at[i]], turned);
			sb_push(arena, queue, next);
		}
}

/* ------------------------------------------------------------------ improvement */

static void exchange(placing *p, uint32_t a, uint32_t b, int x, int y)
{
	int old_x = p->x[a], old_y = p->y[a];
	p->x[a] = x;
	p->y[a] = y;
	if (b != UINT32_MAX) {
		p->x[b] = old_x;
		p->y[b] = old_y;
	}
}

static bool improve(placing *p, uint32_t node)
{
	int home_x = p->x[node], home_y = p->y[node], best_x = home_x, best_y = home_y;
	double least = 0;
	for (int dx = -2; dx <= 2; dx++)
		for (int dy = -2; dy <= 2; dy++) {
			int x = home_x + dx, y = home_y + dy;
			uint32_t other = node_at(p, x, y);
			if (other == node)
				continue;
			double before = cost_of(p, node) + (other == UINT32_MAX ? 0 : cost_of(p, other));
			exchange(p, node, other, x, y);
			double after = cost_of(p, node) + (other == UINT32_MAX ? 0 : cost_of(p, other));
			exchange(p, node, other, home_x, home_y);
			if (other != UINT32_MAX) {
				p->x[other] = x;
				p->y[other] = y;
			}
			if (after - before < least - 1e-9) {
				least = after - before;
				best_x = x;
				best_y = y;
			}
		}
	if (least == 0)
		return false;
	exchange(p, node, node_at(p, best_x, best_y), best_x, best_y);
	return true;
}

static double total(const placing *p)
{
	double sum = 0;
	for (uint32_t i = 0; i < p->g->bonds.n; i++)
		sum += bond_cost(p, i);
	return sum;
}

static void begin(placing *p, int turned)
{
	memset(p->placed, 0, sizeof *p->placed * p->n);
	for (int round = 0; round < 3; round++)          /* sources first, then other elements */
		for (uint32_t i = 0; i < p->n; i++) {
			const bg_node *node = &p->g->nodes.at[i];
			bool fits = round == 0 ? bg_is_source(node) : round == 1 ? !bg_is_junction(node) : true;
			if (fits && !p->placed[i])
				begin_part(p, i, turned);
		}
	bool moved = true;
	for (int sweep = 0; sweep < SWEEPS && moved && p->n < 400; sweep++) {
		moved = false;
		for (uint32_t i = 0; i < p->n; i++)
			moved = improve(p, i) || moved;
	}
}

/* Rows and columns that are empty go. */
static void close_gaps(const placing *p, int *at)
{
	int shift = 0;
	for (int line = -SPAN * SPAN; line < SPAN * SPAN; line++) {
		bool empty = true;
		for (uint32_t i = 0; i < p->n && empty; i++)
			empty = at[i] != line - shift;
		if (!empty)
			continue;
		bool beyond = false;
		for (uint32_t i = 0; i < p->n; i++)
			if (at[i] > line - shift) {
				at[i]--;
				beyond = true;
			}
		shift += beyond;
	}
}

static void keep(const placing *p)
{
	close_gaps(p, p->x);
	close_gaps(p, p->y);
	int left = SPAN * SPAN, top = SPAN * SPAN;
	for (uint32_t i = 0; i < p->n; i++) {
		left = p->x[i] < left ? p->x[i] : left;
		top = p->y[i] < top ? p->y[i] : top;
	}
	for (uint32_t i = 0; i < p->n; i++) {
		p->g->nodes.at[i].x = p->x[i] - left;
		p->g->nodes.at[i].y = p->y[i] - top;
	}
}

void bg_place_nodes(bg_graph *g)
{
	uint32_t n = g->nodes.n;
	placing p = {.g = g, .n = n, .x = sb_new_array(g->arena, int, n), .y = sb_new_array(g->arena, int, n),
		.placed = sb_new_array(g->arena, bool, n), .near = sb_new_array(g->arena, sb_u32s, n)};
	double least = INFINITY;
	for (uint32_t i = 0; i < g->bonds.n; i++) {
		sb_push(g->arena, p.near[g->bonds.at[i].from], i);
		if (g->bonds.at[i].from != g->bonds.at[i].to)
			sb_push(g->arena, p.near[g->bonds.at[i].to], i);
	}
	for (int turned = 0; turned < (n < 60 ? BEGINNINGS : 1); turned++) {
		begin(&p, turned);
		double cost = total(&p);
		if (cost >= least)
			continue;
		least = cost;
		keep(&p);
	}
}
