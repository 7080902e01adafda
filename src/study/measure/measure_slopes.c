/* Derivatives of measures by parameters: of functions over the run, one after another, then of the measures. */
#include "study/measure/measure_slopes.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------------------------------------- windows */

typedef struct bounds { st_window w; const double *from, *to; } bounds;

/* A number that does not belong to a time of the run. */
static bool of_number(st_sloping *x, const st_node *n, double *out)
{
	double value, *d = st_sloping_room(x, x->width);
	x->by = x->matrix ? x->matrix + (size_t)x->rank[0] * x->g->ms->rows * x->m : x->zero;
	x->node = false;
	st_go_to_row(x->g, 0);
	if (!st_dual(x, n, &value, d))
		return false;
	st_resolve(x, d, out);
	return true;
}

static bool bounds_of(st_sloping *x, const st_node *n, bounds *b)
{
	double *from = st_sloping_room(x, x->m), *to = st_sloping_room(x, x->m);
	*b = (bounds){.from = from, .to = to};
	if (!st_window_of(x->g, n, &b->w))
		return st_no_slope(x, n, "%s has no value");
	if ((n->from && !of_number(x, n->from, from)) || (n->to && !of_number(x, n->to, to)))
		return false;
	if (!n->to && x->ended)
		b->to = st_event_moves(x, n, b->w.to);
	return b->to != NULL;
}

/* What is read at the end of the window. A run that the model ends has its last values from before that, as far as
 * nothing jumps there. */
static bool at_end(st_sloping *x, const st_node *n, const bounds *b, double *out)
{
	bool last = b->w.to == sr_time(x->g->record, sr_rows(x->g->record) - 1), left = !b->w.whole || (last && x->ended);
	if (x->ended && b->w.whole) {
		double before = st_value_at(x->g, n, b->w.to, true), after;
		st_go_to_row(x->g, sr_rows(x->g->record) - 1);
		after = st_node_value(x->g, n);
		if (fabs(before - after) > 1e-9 * (fabs(before) + fabs(after)))
			return st_no_slope(x, n, "%s jumps where the model ends the run");
	}
	return st_at_spot(x, n, b->w.to, left, b->to, out);
}

/* ------------------------------------------------------------------------------------------------- extrema */

/* How fast a curve moves, by the record alone. */
static double rate_at(st_sloping *x, const st_node *n, double t, double *d)
{
	double value;
	const char *why = x->why;
	st_put_gauge(x, t, true);
	x->by = x->zero;
	bool good = st_dual(x, n, &value, d);
	x->why = why;
	return good ? d[x->width - 1] : NAN;
}

/* Values tell the time of an extremum to half of their digits; the zero of the rate tells it better. It may lie in the
 * next piece, if no event is between. */
static double sharpened(st_sloping *x, const st_node *n, double t)
{
	double *d = st_sloping_room(x, x->width);
	double first = st_piece_begin(x->g, 0), last = st_piece_end(x->g, x->g->piece_count - 1);
	for (int i = 0; i < 4 && !n->kinks; i++) {
		uint32_t piece = st_spot_piece(x->g, t, true);
		double begin = st_piece_begin(x->g, piece), end = st_piece_end(x->g, piece);
		double h = 1e-3 * (end - begin) * (t > 0.5 * (begin + end) ? -1 : 1);
		double rate = rate_at(x, n, t, d), by = rate * h / (rate_at(x, n, t + h, d) - rate), to = t - by;
		bool crosses = (to > end && st_is_event(x->g, end)) || (to < begin && st_is_event(x->g, begin));
		if (!(fabs(by) < 0.3 * (end - begin)) || crosses || !(to > first) || !(to < last))
			return t;
		t = to;
	}
	return t;
}

/* At an extremum between events a curve does not move; where it does, it is one of a kink. */
static bool is_flat(st_sloping *x, const st_node *n, const bounds *b)
{
	double value, *d = st_sloping_room(x, x->width), span = b->w.to - b->w.from;
	if (!n->kinks)
		return true;
	if (!st_dual(x, n, &value, d))
		return false;
	double range = st_extreme(x->g, n, b->w, 1).value - st_extreme(x->g, n, b->w, -1).value;
	return fabs(d[x->width - 1]) * span <= 1e-3 * range;
}

static bool extremum(st_sloping *x, const st_node *n, const bounds *b, double sign, double *out)
{
	st_gauge *g = x->g;
	st_extremum e = st_extreme(g, n, b->w, sign);
	const double *moves = NULL;
	if (isnan(e.time))
		return st_no_slope(x, n, "%s has no extremum");
	bool left = st_nearer_left(g, e.time);
	if (e.time == b->w.to || e.time == b->w.from) {
		moves = e.time == b->w.to ? b->to : b->from;
		left = e.time == b->w.to && (!b->w.whole || x->ended);
	} else if (st_has_pieces(x) && st_is_event(g, e.time)) {
		left = st_value_at(g, n, e.time, true) == e.value;
		moves = st_event_moves(x, n, e.time);
		if (!moves)
			return false;
	} else if (st_has_pieces(x)) {
		e.time = sharpened(x, n, e.time);
		left = st_nearer_left(g, e.time);
	}
	if (!st_at_spot(x, n, e.time, left, moves, out))
		return false;
	return moves || x->planning || is_flat(x, n, b) || st_no_slope(x, n, "%s has a kink at its extremum");
}

/* ------------------------------------------------------------------------------------------------- integrals */

static bool cut(void *context, double t, bool up)
{
	st_sloping *x = context;
	(void)up;
	st_go_to_spot(x, t, st_nearer_left(x->g, t));
	return true;
}

/* Steps end where abs, min and max change. */
static bool cut_at_kinks(st_sloping *x, const st_node *n, st_window w)
{
	if (!n->curve)
		return true;
	if (n->kind == ST_IF || (n->condition && n->kind != ST_COLUMN) || (n->function && n->function->jumps))
		return st_no_slope(x, n, "%s may jump where nothing happens in the model");
	if (n->kind == ST_MATH && st_math_chooses(n->math)) {
		st_node zero = {.kind = ST_NUMBER};
		st_node above = {.kind = ST_GREATER, .span = n->span, .curve = true, .condition = true, .kinks = true,
			.degree = ST_NO_DEGREE, .a = {n->a[0], n->count > 1 ? n->a[1] : &zero}, .count = 2};
		st_turns_of(x->g, &above, w, (st_turns){cut, x});
	}
	for (uint32_t i = 0; i < n->count && n->kind != ST_OVER_RUN; i++)
		if (!cut_at_kinks(x, n->a[i], w))
			return false;
	return true;
}

/* (g- - g+) dt at events inside the window. */
static bool add_jumps(st_sloping *x, const st_node *n, st_window w, double *out)
{
	st_gauge *g = x->g;
	for (uint32_t k = st_piece_after(g, w.from); k + 1 < g->piece_count && st_piece_end(g, k) < w.to; k++) {
		double t = st_piece_end(g, k);
		if (!st_is_event(g, t))
			continue;
		st_go_to_row(g, g->pieces[k].first + g->pieces[k].count - 1);
		double before = st_node_value(g, n), room = st_rounding(g, n);
		st_go_to_row(g, g->pieces[k + 1].first);
		double after = st_node_value(g, n);
		if (st_same(before, after, room + st_rounding(g, n)))
			continue;
		const double *moves = st_moves_of(x, n, t);
		if (!moves)
			return false;
		for (uint32_t i = 0; i < x->m; i++)
			out[i] += (before - after) * moves[i];
	}
	return true;
}

static bool integral(st_sloping *x, const st_node *n, const bounds *b, double *out)
{
	x->out->nodes = true;
	if (!st_has_pieces(x))
		return st_no_slope(x, n, "the run has no length over which %s could be integrated");
	st_go_to_spot(x, b->w.from, false);
	if (!cut_at_kinks(x, n, b->w))
		return false;
	st_go_to_spot(x, b->w.to, b->w.to < sr_time(x->g->record, sr_rows(x->g->record) - 1) || x->ended);
	if (x->planning) {
		st_node *kept = sb_new(x->arena, st_node);
		*kept = *n;
		sb_push(x->arena, x->integrals, ((st_integrating){kept, b->w.from, b->w.to, st_sloping_room(x, x->width)}));
		return true;
	}
	const st_integrating *q = &x->integrals.at[x->next_integral++];
	if (isnan(q->sum[0]))
		return st_no_slope(x, n, "%s has a kink");
	st_resolve(x, q->sum, out);
	double last = st_value_at(x->g, n, b->w.to, true), first = st_value_at(x->g, n, b->w.from, false);
	for (uint32_t i = 0; i < x->m; i++)
		out[i] += (b->to[i] != 0 ? last * b->to[i] : 0) - (b->from[i] != 0 ? first * b->from[i] : 0);
	return add_jumps(x, n, b->w, out);
}

void st_measure_slopes_node(st_measure_slopes *of, double time, double middle, double weight, const double *value,
							const double *matrix)
{
	st_sloping *x = of->inside;
	sb_mark mark = sb_arena_mark(x->arena);
	double v, *d = st_sloping_room(x, x->width);
	st_put_gauge(x, middle, true);
	x->node = true;
	x->time = time;
	x->row_value = value;
	x->by = matrix;
	const char *why = x->why;
	for (uint32_t k = 0; k < x->integrals.n; k++) {
		st_integrating *q = &x->integrals.at[k];
		if (!(middle > q->from && middle < q->to) || isnan(q->sum[0]))
			continue;
		bool good = st_dual(x, q->n, &v, d);
		for (uint32_t i = 0; i < x->width; i++)
			q->sum[i] += good ? weight * d[i] : NAN;
	}
	x->why = why;
	sb_arena_rewind(x->arena, mark);
}

/* Of the mean of g, which is `value`. */
static bool mean(st_sloping *x, const st_node *n, const bounds *b, double value, double *out)
{
	double length = b->w.to - b->w.from;
	if (!integral(x, n, b, out))
		return false;
	for (uint32_t i = 0; i < x->m; i++)
		out[i] = (out[i] - value * (b->to[i] - b->from[i])) / length;
	return true;
}

/* Of the root of the mean of (g - middle)^2, which is `value`. */
static bool root_mean_square(st_sloping *x, const st_node *n, const bounds *b, double middle, double value, double *out)
{
	st_node *parts = sb_new_array(x->arena, st_node, 3);
	parts[0] = (st_node){.kind = ST_NUMBER, .number = middle};
	parts[1] = (st_node){.kind = ST_SUBTRACT, .span = n->span, .curve = n->curve, .kinks = n->kinks,
		.poles = n->poles, .degree = n->degree, .a = {(st_node *)n, &parts[0]}, .count = 2};
	parts[2] = (st_node){.kind = ST_MULTIPLY, .span = n->span, .curve = n->curve, .kinks = n->kinks,
		.poles = n->poles, .degree = ST_NO_DEGREE, .a = {&parts[1], &parts[1]}, .count = 2};
	if (!mean(x, &parts[2], b, value * value, out))
		return false;
	if (value == 0)
		return st_no_slope(x, n, "the root of the mean square of %s is zero");
	for (uint32_t i = 0; i < x->m; i++)
		out[i] /= 2 * value;
	return true;
}

/* ------------------------------------------------------------------------------------------------- conditions */

static bool turning(st_sloping *x, const st_node *n, double t, double *out);

/* Of a condition of conditions: that of them which turns there. */
static bool one_of(st_sloping *x, const st_node *n, double t, double *out)
{
	const st_node *found = NULL;
	for (uint32_t i = 0; i < n->count; i++) {
		bool before = st_value_at(x->g, n->a[i], nextafter(t, -INFINITY), false) == 1;
		bool now = st_value_at(x->g, n->a[i], t, false) == 1;
		if (before != now && found)
			return st_no_slope(x, n, "two parts of %s turn at once");
		found = before != now ? n->a[i] : found;
	}
	return found ? turning(x, found, t, out) : st_no_slope(x, n, "what turns %s was not found");
}

/* How the time moves at which a condition turns. */
static bool turning(st_sloping *x, const st_node *n, double t, double *out)
{
	if (st_is_event(x->g, t) || n->kind == ST_COLUMN) {
		const double *moves = st_event_moves(x, n, t);
		for (uint32_t i = 0; moves && i < x->m; i++)
			out[i] = moves[i];
		return moves != NULL;
	}
	if (n->kind == ST_AND || n->kind == ST_OR || n->kind == ST_NOT)
		return one_of(x, n, t, out);
	if (!(n->kind >= ST_LESS && n->kind <= ST_GREATER_EQUAL))
		return st_no_slope(x, n, "%s is no comparison whose sides cross");
	st_node away = {.kind = ST_SUBTRACT, .span = n->span, .curve = true, .a = {n->a[0], n->a[1]}, .count = 2};
	double value, *d = st_sloping_room(x, x->width);
	st_go_to_spot(x, t, st_nearer_left(x->g, t));
	if (x->planning)
		return true;
	if (!st_dual(x, &away, &value, d))
		return false;
	st_resolve(x, d, out);
	for (uint32_t i = 0; i < x->m; i++)
		out[i] /= -d[x->width - 1];
	return isfinite(out[0]) || st_no_slope(x, n, "the sides of %s only touch");
}

static bool time_when(st_sloping *x, const st_node *n, const bounds *b, double *out)
{
	double t = x->g->slot[n->at].v;
	if (n->count == 1 && t == b->w.from) {
		memcpy(out, b->from, x->m * sizeof *out);
		return true;
	}
	return turning(x, n->a[0], t, out);
}

typedef struct turns { st_sloping *x; const st_node *n; double *sum; bool good, holds; } turns;

static bool add_turn(void *context, double t, bool up)
{
	turns *c = context;
	double *one = st_sloping_room(c->x, c->x->m);
	c->good = turning(c->x, c->n, t, one);
	for (uint32_t i = 0; i < c->x->m; i++)
		c->sum[i] += up ? -one[i] : one[i];
	c->holds = up;
	return c->good;
}

/* The gauge is moved while its turns are gone through, which they do not mind: each goes to its place by itself. */
static bool duration(st_sloping *x, const st_node *n, const bounds *b, double *out)
{
	turns c = {x, n->a[0], out, true, st_value_at(x->g, n->a[0], b->w.from, false) == 1};
	for (uint32_t i = 0; i < x->m && c.holds; i++)
		out[i] -= b->from[i];
	st_turns_of(x->g, n->a[0], b->w, (st_turns){add_turn, &c});
	for (uint32_t i = 0; i < x->m && c.holds; i++)
		out[i] += b->to[i];
	return c.good;
}

/* ------------------------------------------------------------------------------------------------- functions */

/* (peak - target)/(target - begin) */
static bool overshoot(st_sloping *x, const st_node *n, const bounds *b, double *out)
{
	const st_node *y = n->a[0];
	double *peak = st_sloping_room(x, x->m), *target = st_sloping_room(x, x->m), *begin = st_sloping_room(x, x->m);
	double v = x->g->slot[n->at].v;
	double first = st_value_at(x->g, y, b->w.from, true);
	double last = n->count > 1 ? st_node_value(x->g, n->a[1]) : st_value_at(x->g, y, b->w.to, !b->w.whole);
	if (!extremum(x, y, b, last > first ? 1 : -1, peak) || !st_at_spot(x, y, b->w.from, true, b->from, begin) ||
		!(n->count > 1 ? of_number(x, n->a[1], target) : at_end(x, y, b, target)))
		return false;
	for (uint32_t i = 0; i < x->m && v > 0; i++)
		out[i] = (peak[i] - target[i] - v * (target[i] - begin[i])) / (last - first);
	return true;
}

static bool amplitude(st_sloping *x, const st_node *n, const bounds *b, double *out)
{
	double *low = st_sloping_room(x, x->m);
	if (!extremum(x, n->a[0], b, 1, out) || !extremum(x, n->a[0], b, -1, low))
		return false;
	for (uint32_t i = 0; i < x->m; i++)
		out[i] = 0.5 * (out[i] - low[i]);
	return true;
}

static bool at_time(st_sloping *x, const st_node *n, bool left, double *out)
{
	double *moves = st_sloping_room(x, x->m), t;
	if (!of_number(x, n->a[1], moves))
		return false;
	t = st_node_value(x->g, n->a[1]);
	return st_at_spot(x, n->a[0], t, left, moves, out);
}

static bool of_slot(st_sloping *x, const st_node *n, double *out)
{
	bounds b;
	double v = x->g->slot[n->at].v;
	if (isnan(v) || !n->function->slope)
		return st_no_slope(x, n, isnan(v) ? "%s has no value" : "%s has no slope that could be followed");
	if (!bounds_of(x, n, &b))
		return false;
	switch (n->function->slope) {
	case ST_SLOPE_FINAL: return at_end(x, n->a[0], &b, out);
	case ST_SLOPE_INITIAL: return st_at_spot(x, n->a[0], b.w.from, false, b.from, out);
	case ST_SLOPE_AT: return at_time(x, n, false, out);
	case ST_SLOPE_BEFORE: return at_time(x, n, true, out);
	case ST_SLOPE_MAX: return extremum(x, n->a[0], &b, 1, out);
	case ST_SLOPE_MIN: return extremum(x, n->a[0], &b, -1, out);
	case ST_SLOPE_AMPLITUDE: return amplitude(x, n, &b, out);
	case ST_SLOPE_INTEGRAL: return integral(x, n->a[0], &b, out);
	case ST_SLOPE_MEAN: return mean(x, n->a[0], &b, v, out);
	case ST_SLOPE_RMS: return root_mean_square(x, n->a[0], &b, 0, v, out);
	case ST_SLOPE_DEVIATION:
		return root_mean_square(x, n->a[0], &b, st_integral(x->g, n->a[0], b.w) / (b.w.to - b.w.from), v, out);
	case ST_SLOPE_TIME_WHEN: return time_when(x, n, &b, out);
	case ST_SLOPE_DURATION: return duration(x, n, &b, out);
	default: return overshoot(x, n, &b, out);
	}
}

/* ------------------------------------------------------------------------------------------------- measures */

/* Of the comparison that gives the margin. */
static bool of_margin(st_sloping *x, const st_node *n, double sign, double *out)
{
	if (n->kind == ST_NOT)
		return of_margin(x, n->a[0], -sign, out);
	if (n->kind == ST_AND || n->kind == ST_OR) {
		double a = st_margin(x->g, n->a[0]), b = st_margin(x->g, n->a[1]);
		return of_margin(x, n->a[(a < b) == (n->kind == ST_AND) ? 0 : 1], sign, out);
	}
	if (n->kind < ST_LESS || n->kind > ST_EQUAL || (n->kind == ST_EQUAL && sign != 1))
		return st_no_slope(x, n, "%s has no margin that changes smoothly");
	bool less = n->kind == ST_LESS || n->kind == ST_LESS_EQUAL;
	double *a = st_sloping_room(x, x->m), *b = st_sloping_room(x, x->m);
	if (!of_number(x, n->a[0], a) || !of_number(x, n->a[1], b))
		return false;
	for (uint32_t i = 0; i < x->m; i++)
		out[i] = sign * (less ? b[i] - a[i] : a[i] - b[i]);
	return true;
}

/* One that was given up on the way has asked for less than it has spots. */
static void begin_measure(st_sloping *x, uint32_t i)
{
	if (x->planning) {
		x->first_spot[i] = x->spots.n;
		x->first_integral[i] = x->integrals.n;
	}
	x->next_spot = x->first_spot[i];
	x->next_integral = x->first_integral[i];
}

/* Slots belong to measures in order. */
static void go_through(st_sloping *x)
{
	const st_measures *ms = x->g->ms;
	uint32_t slot = 0;
	x->next_spot = x->next_integral = 0;
	st_go_to_spot(x, sr_time(x->g->record, 0), false);      /* parameters are the same at all spots */
	for (uint32_t i = 0; i < ms->at.n; i++) {
		const st_node *root = ms->at.at[i].root;
		bool good = true;
		x->g->present = i;
		x->why = x->out->why[i];
		begin_measure(x, i);
		for (; slot < ms->slots.n && ms->slots.at[slot]->number == i; slot++)
			good = good && !x->why && of_slot(x, ms->slots.at[slot], x->slot + (size_t)slot * x->m);
		double *out = x->out->slope + (size_t)i * x->m;
		good = good && !x->why && (root->condition ? of_margin(x, root, 1, out) : of_number(x, root, out));
		x->out->why[i] = x->why;
		for (uint32_t k = 0; k < x->m && !good; k++)
			out[k] = NAN;
	}
}

static int by_time(const void *a, const void *b, void *context)
{
	const st_spot *s = context;
	const st_spot *p = &s[*(const uint32_t *)a], *q = &s[*(const uint32_t *)b];
	return p->time != q->time ? (p->time < q->time ? -1 : 1) : (int)q->left - (int)p->left;
}

static void sort(st_sloping *x)
{
	uint32_t n = x->spots.n, *order = sb_new_array(x->arena, uint32_t, n + 1);
	st_spot *sorted = sb_new_array(x->arena, st_spot, n + 1);
	x->rank = sb_new_array(x->arena, uint32_t, n + 1);
	for (uint32_t i = 0; i < n; i++)
		order[i] = i;
	qsort_r(order, n, sizeof *order, by_time, x->spots.at);
	for (uint32_t i = 0; i < n; i++) {
		sorted[i] = x->spots.at[order[i]];
		x->rank[order[i]] = i;
	}
	x->out->spots = sorted;
	x->out->spot_count = n;
}

st_measure_slopes *st_measure_slopes_new(st_gauge *g, uint32_t parameters, bool ended, sb_arena *arena)
{
	const st_measures *ms = g->ms;
	st_measure_slopes *out = sb_new(arena, st_measure_slopes);
	st_sloping *x = out->inside = sb_new(arena, st_sloping);
	*x = (st_sloping){.out = out, .g = g, .arena = arena, .m = parameters, .slots = ms->slots.n,
		.width = parameters + ms->slots.n + 1, .ended = ended, .planning = true};
	out->slope = st_sloping_room(x, (size_t)ms->at.n * parameters);
	out->why = sb_new_array(arena, const char *, ms->at.n + 1);
	x->slot = st_sloping_room(x, (size_t)ms->slots.n * parameters);
	x->zero = st_sloping_room(x, (size_t)ms->rows * parameters);
	x->first_spot = sb_new_array(arena, uint32_t, ms->at.n + 1);
	x->first_integral = sb_new_array(arena, uint32_t, ms->at.n + 1);
	go_through(x);
	sort(x);
	return out;
}

/* Are the values at the spots those of the record? */
static bool is_of_run(st_sloping *x, const double *value)
{
	const st_measures *ms = x->g->ms;
	const sr_record *r = x->g->record;
	for (uint32_t c = 0; c < ms->columns.n; c++) {
		uint32_t at = x->g->column[c], row = ms->row.at[c];
		double size = 0;
		for (uint32_t k = 0; row != UINT32_MAX && at != UINT32_MAX && k < sr_rows(r); k++)
			size = fmax(size, fabs(sr_value(r, k, at)));
		for (uint32_t k = 0; row != UINT32_MAX && at != UINT32_MAX && k < x->spots.n; k++) {
			st_put_gauge(x, x->out->spots[k].time, x->out->spots[k].left);
			if (!(fabs(st_column_value(x->g, c) - value[(size_t)k * ms->rows + row]) <= 1e-5 * size))
				return false;
		}
	}
	return true;
}

bool st_measure_slopes_finish(st_measure_slopes *of, const double *value, const double *matrix, st_moves moves)
{
	st_sloping *x = of->inside;
	if (!is_of_run(x, value))
		return false;
	x->value = value;
	x->matrix = matrix;
	x->moves = moves;
	x->planning = false;
	go_through(x);
	return true;
}
