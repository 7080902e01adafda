/* Layers: cycles are broken, parts go into layers by the longest way to them, gaps are made for lines that cross a
 * layer, and the order in each layer is the one with the fewest crossings of those that barycentres give. */
#include "study/draw/arrange.h"
#include <math.h>
#include <stdlib.h>

static int32_t start_of(const st_wire *w) { return w->ends[w->turned].cell; }
static int32_t goal_of(const st_wire *w) { return w->ends[!w->turned].cell; }

enum { FRESH, OPEN, DONE };

typedef struct visit { int32_t cell; uint32_t next; } visit;

/* A wire that leads back to a part on the way is turned around. The way is kept here: it may be long. */
static void visit_from(st_arrangement *a, uint8_t *state, int32_t first)
{
	sb_vec(visit) way = {0};
	state[first] = OPEN;
	sb_push(a->arena, way, ((visit){first, 0}));
	while (way.n) {
		visit *v = &way.at[way.n - 1];
		if (v->next == a->wires.n) {
			state[v->cell] = DONE;
			way.n--;
			continue;
		}
		st_wire *w = &a->wires.at[v->next++];
		int32_t goal = goal_of(w);
		if (start_of(w) != v->cell || goal == v->cell)
			continue;
		if (state[goal] == OPEN) {
			w->turned = !w->turned;
		} else if (state[goal] == FRESH) {
			state[goal] = OPEN;
			sb_push(a->arena, way, ((visit){goal, 0}));
		}
	}
}

static void break_cycles(st_arrangement *a)
{
	uint8_t *state = sb_new_array(a->arena, uint8_t, a->cells.n + 1);
	bool *entered = sb_new_array(a->arena, bool, a->cells.n + 1);
	for (uint32_t i = 0; i < a->wires.n; i++)
		if (goal_of(&a->wires.at[i]) != start_of(&a->wires.at[i]))
			entered[goal_of(&a->wires.at[i])] = true;
	for (int pass = 0; pass < 2; pass++)         /* sources first: what they drive lies on their right then */
		for (uint32_t i = 0; i < a->cells.n; i++)
			if (state[i] == FRESH && (pass || !entered[i]))
				visit_from(a, state, (int32_t)i);
}

/* As far to the right as what drives a part demands. There is no cycle, so this ends. */
static void set_layers(st_arrangement *a)
{
	bool moved = true;
	for (uint32_t round = 0; moved && round <= a->cells.n; round++) {
		moved = false;
		for (uint32_t i = 0; i < a->wires.n; i++) {
			st_cell *from = &a->cells.at[start_of(&a->wires.at[i])], *to = &a->cells.at[goal_of(&a->wires.at[i])];
			if (from != to && to->layer <= from->layer) {
				to->layer = from->layer + 1;
				moved = true;
			}
		}
	}
}

/* A part that drives others and is driven by none stands right before them. */
static void pull_sources(st_arrangement *a)
{
	for (uint32_t c = 0; c < a->cells.n; c++) {
		int32_t nearest = INT32_MAX;
		bool driven = false;
		for (uint32_t i = 0; i < a->wires.n; i++) {
			const st_wire *w = &a->wires.at[i];
			driven = driven || goal_of(w) == (int32_t)c;
			if (start_of(w) == (int32_t)c && a->cells.at[goal_of(w)].layer < nearest)
				nearest = a->cells.at[goal_of(w)].layer;
		}
		if (!driven && nearest != INT32_MAX && !a->sketch->parts.at[a->cells.at[c].part].port)
			a->cells.at[c].layer = nearest - 1;
	}
}

/* What is connected with nothing fills up the layers, row by row; outputs of the class stand last. */
static void place_rest(st_arrangement *a)
{
	bool *wired = sb_new_array(a->arena, bool, a->cells.n + 1);
	uint32_t lonely = 0;
	for (uint32_t i = 0; i < a->wires.n; i++)
		wired[start_of(&a->wires.at[i])] = wired[goal_of(&a->wires.at[i])] = true;
	for (uint32_t i = 0; i < a->cells.n; i++) {
		a->layers = a->cells.at[i].layer >= a->layers ? a->cells.at[i].layer + 1 : a->layers;
		lonely += !wired[i];
	}
	int32_t wide = (int32_t)ceil(sqrt(lonely)), columns = a->layers > wide ? a->layers : wide, at = 0;
	for (uint32_t i = 0; i < a->cells.n; i++) {
		const sf_part *p = &a->sketch->parts.at[a->cells.at[i].part];
		if (!wired[i])
			a->cells.at[i].layer = at++ % columns;
		else if (p->port && p->output)
			a->cells.at[i].layer = a->layers - 1;
	}
	a->layers = columns;
}

/* Lines that are connected go through a layer together. */
static uint32_t gap_of(st_arrangement *a, uint32_t net, int32_t layer)
{
	uint64_t key = (uint64_t)net << 32 | (uint32_t)layer, known;
	if (sb_map_get(&a->gaps, key, &known))
		return (uint32_t)known;
	sb_map_put(&a->gaps, key, a->cells.n);
	sb_push(a->arena, a->cells, ((st_cell){.part = -1, .layer = layer, .height = 2}));
	return a->cells.n - 1;
}

/* The channels that a wire leaves its ends to, and a gap in each layer between. A port above or below is left towards
 * the other end. */
static void add_gaps(st_arrangement *a, st_wire *w)
{
	int32_t layers[2] = {a->cells.at[w->ends[0].cell].layer, a->cells.at[w->ends[1].cell].layer};
	for (int k = 0; k < 2; k++) {
		int side = w->ends[k].side;
		if (side == 0)
			side = layers[!k] > layers[k] ? 1 : layers[!k] < layers[k] ? -1 : w->ends[!k].side ? w->ends[!k].side : 1;
		w->channels[k] = layers[k] + (side > 0);
	}
	int32_t step = w->channels[1] > w->channels[0] ? 1 : -1;
	for (int32_t c = w->channels[0]; c != w->channels[1]; c += step)
		sb_push(a->arena, w->gaps, gap_of(a, w->net, step > 0 ? c : c - 1));
}

void st_make_layers(st_arrangement *a)
{
	break_cycles(a);
	set_layers(a);
	pull_sources(a);
	place_rest(a);
}

static void add_visits(st_arrangement *a, uint32_t wire)
{
	const st_wire *w = &a->wires.at[wire];
	for (uint32_t stop = 0; stop <= w->gaps.n + 1; stop++) {
		st_cell *c = &a->cells.at[st_stop_cell(w, stop)];
		sb_push(a->arena, c->visits, ((st_visit){wire, stop}));
	}
}

/* How far an end that leaves a part upwards or downwards is from the channel that it goes to. */
static double to_channel(const st_arrangement *a, const st_wire *w, int end)
{
	const st_cell *c = &a->cells.at[w->ends[end].cell];
	double x = w->ends[end].at.x;
	return w->channels[end] > c->layer ? c->width / 2 - x : x + c->width / 2;
}

static bool leaves_alike(const st_stop *s, const st_stop *t)
{
	return s->cell == t->cell && s->side == 0 && t->side == 0 && (s->at.y < 0) == (t->at.y < 0);
}

/* Of all ends of a net at one part and side: the nearest to its channel. */
static double nearest(const st_arrangement *a, uint32_t net, const st_stop *s)
{
	double found = INFINITY;
	for (uint32_t i = 0; i < a->wires.n; i++)
		for (int k = 0; k < 2; k++)
			if (a->wires.at[i].net == net && leaves_alike(&a->wires.at[i].ends[k], s))
				found = fmin(found, to_channel(a, &a->wires.at[i], k));
	return found;
}

/* Different lines that leave a part at the same side turn at different heights, or they would look like one: those that
 * have the shorter way out first. */
static void set_lane(st_arrangement *a, st_wire *w, int end)
{
	st_stop *s = &w->ends[end];
	sb_map seen = sb_map_new(a->arena);
	double mine = s->side == 0 ? nearest(a, w->net, s) : 0;
	uint64_t known;
	for (uint32_t i = 0; i < a->wires.n && s->side == 0; i++)
		for (int k = 0; k < 2; k++) {
			const st_wire *other = &a->wires.at[i];
			if (other->net == w->net || !leaves_alike(&other->ends[k], s) || sb_map_get(&seen, other->net, &known))
				continue;
			double theirs = nearest(a, other->net, s);
			sb_map_put(&seen, other->net, 1);
			s->lane += theirs < mine || (theirs == mine && other->net < w->net);
		}
}

void st_make_gaps(st_arrangement *a)
{
	a->gaps = sb_map_new(a->arena);
	for (uint32_t i = 0; i < a->wires.n; i++)
		add_gaps(a, &a->wires.at[i]);
	for (uint32_t i = 0; i < a->wires.n; i++)
		for (int end = 0; end < 2; end++)
			set_lane(a, &a->wires.at[i], end);
	for (uint32_t i = 0; i < a->wires.n; i++)
		add_visits(a, i);
	a->columns = sb_new_array(a->arena, sb_u32s, a->layers + 1);
	for (uint32_t i = 0; i < a->cells.n; i++) {
		a->cells.at[i].order = a->columns[a->cells.at[i].layer].n;
		sb_push(a->arena, a->columns[a->cells.at[i].layer], i);
	}
}

/* ----------------------------------------------------------------------------------------------------------- order */

uint32_t st_stop_cell(const st_wire *w, uint32_t stop)
{
	return stop == 0 ? (uint32_t)w->ends[0].cell
		   : stop <= w->gaps.n ? w->gaps.at[stop - 1] : (uint32_t)w->ends[1].cell;
}

uint32_t st_other_stops(const st_arrangement *a, const st_visit *v, uint32_t out[2])
{
	uint32_t n = 0, last = a->wires.at[v->wire].gaps.n + 1;
	if (v->stop > 0)
		out[n++] = v->stop - 1;
	if (v->stop < last)
		out[n++] = v->stop + 1;
	return n;
}

int32_t st_hop_channel(const st_wire *w, uint32_t hop)
{
	return w->channels[0] + (w->channels[1] > w->channels[0] ? (int32_t)hop : -(int32_t)hop);
}

/* From above: the place in its layer, and within the part that of the port. */
static double level(const st_arrangement *a, const st_wire *w, uint32_t stop)
{
	const st_cell *c = &a->cells.at[st_stop_cell(w, stop)];
	bool end = stop == 0 || stop == w->gaps.n + 1;
	const st_stop *s = end ? &w->ends[stop != 0] : NULL;
	return c->order + (s && c->height > 0 ? 0.4 - 0.8 * (s->at.y / c->height + 0.5) : 0);
}

typedef struct span { double left, right; int32_t channel; } span;

/* Two hops of a channel cross if their ends are in the other order on the other side. */
static uint64_t crossings(const st_arrangement *a)
{
	sb_vec(span) spans = {0};
	sb_mark mark = sb_arena_mark(a->arena);
	uint64_t n = 0;
	for (uint32_t i = 0; i < a->wires.n; i++) {
		const st_wire *w = &a->wires.at[i];
		for (uint32_t h = 0; h <= w->gaps.n; h++) {
			int32_t channel = st_hop_channel(w, h);
			bool right = a->cells.at[st_stop_cell(w, h)].layer < channel;
			double x = level(a, w, h), y = level(a, w, h + 1);
			sb_push(a->arena, spans, ((span){right ? x : y, right ? y : x, channel}));
		}
	}
	for (uint32_t i = 0; i < spans.n; i++)
		for (uint32_t k = 0; k < i; k++)
			n += spans.at[i].channel == spans.at[k].channel &&
				 (spans.at[i].left - spans.at[k].left) * (spans.at[i].right - spans.at[k].right) < 0;
	sb_arena_rewind(a->arena, mark);
	return n;
}

static void set_rank(st_arrangement *a, st_cell *cell)
{
	double sum = 0;
	uint32_t n = 0, others[2];
	for (uint32_t i = 0; i < cell->visits.n; i++) {
		const st_visit *v = &cell->visits.at[i];
		const st_wire *w = &a->wires.at[v->wire];
		for (uint32_t k = st_other_stops(a, v, others); k-- > 0; n++)
			sum += level(a, w, others[k]) - (level(a, w, v->stop) - cell->order);
	}
	cell->rank = n ? sum / n : cell->order;
}

static void sort_layer(st_arrangement *a, int32_t layer)
{
	sb_u32s *column = &a->columns[layer];
	for (uint32_t i = 0; i < column->n; i++)
		set_rank(a, &a->cells.at[column->at[i]]);
	for (uint32_t i = 1; i < column->n; i++)
		for (uint32_t k = i; k > 0 && a->cells.at[column->at[k]].rank < a->cells.at[column->at[k - 1]].rank; k--) {
			uint32_t swapped = column->at[k];
			column->at[k] = column->at[k - 1];
			column->at[k - 1] = swapped;
		}
	for (uint32_t i = 0; i < column->n; i++)
		a->cells.at[column->at[i]].order = i;
}

void st_order_layers(st_arrangement *a)
{
	enum { SWEEPS = 12, MOST_CELLS = 3000 };
	uint32_t *best = sb_new_array(a->arena, uint32_t, a->cells.n + 1);
	if (a->cells.n > MOST_CELLS)         /* of such a picture nobody counts the crossings */
		return;
	uint64_t fewest = crossings(a);
	for (uint32_t i = 0; i < a->cells.n; i++)
		best[i] = a->cells.at[i].order;
	for (int sweep = 0; sweep < SWEEPS && fewest; sweep++) {
		for (int32_t l = 0; l < a->layers; l++)
			sort_layer(a, sweep % 2 ? a->layers - 1 - l : l);
		uint64_t now = crossings(a);
		for (uint32_t i = 0; i < a->cells.n && now < fewest; i++)
			best[i] = a->cells.at[i].order;
		fewest = now < fewest ? now : fewest;
	}
	for (uint32_t i = 0; i < a->cells.n; i++) {
		a->cells.at[i].order = best[i];
		a->columns[a->cells.at[i].layer].at[best[i]] = i;
	}
}
