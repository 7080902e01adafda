/* The exact derivative of a period of a loop with clocks.
 *
 * S and K are the derivatives of the states x and of what is kept, k, by the point z = (x, k) where the period began
 * and by the inputs u, which are held. The run is led from stretch to stretch (engine.h):
 *
 *     between ticks    S' = f_x S + f_k K + f_u        K' = 0
 *     at a tick        K+ = G_x S + G_k K- + G_u       S+ = S           pass by pass (docs/events.md, E10)
 *
 * All coefficients are derivatives in symbols. The equations between ticks are linear, so a step is an exponential: by
 * the series of Magnus, of order 6 with the points of Gauss. Where the coefficients are constant, as they are for
 * linear plants and at an equilibrium, one step is exact. Otherwise steps are halved until two halves agree with the
 * whole. */
#include "study/point/clocked.h"
#include <float.h>
#include <math.h>
#include <string.h>

enum { STATES_MOST = 200, HALVED_MOST = 20 };
static const double AGREES = 1e-12;

typedef struct way {
	st_clocked *q;
	se_run *run;
	sb_arena *scratch;
	uint32_t n, k, m, all;           /* states, what is kept, inputs; all: columns */
	uint32_t *by;                    /* states, inputs, what is kept: columns of derivatives between instants */
	uint32_t lefts; uint32_t *left;  /* left limits of what is not kept */
	st_dense s, kept, before;        /* S, K; before: of the left limits of `left`, in an instant */
	const void *mode;
	const char *why;
} way;

static bool lose(way *w, const char *why)
{
	w->why = w->why ? w->why : why;
	return false;
}

static const uint32_t *kept_scalars(const way *w)
{
	return w->by + w->n + w->m;
}

/* rows by (x, u, k), where the run looks */
static bool derive(way *w, const se_asked *rows, uint32_t count, st_dense *out)
{
	uint32_t columns = w->n + w->m + w->k;
	double *matrix = sb_new_array(w->scratch, double, (size_t)count * columns + 1);
	const char *why = NULL;
	if (!se_derivatives_by_kept(w->run, rows, count, w->by, columns, w->k, matrix, &why) || why)
		return lose(w, why ? why : "a derivative has no value");
	*out = st_dense_of_rows(w->scratch, count, columns, matrix);
	return true;
}

/* Rows that depend on x, u and k, by the columns of the system. */
static st_dense along(way *w, const st_dense *rows)
{
	st_dense of_x = st_dense_part(w->scratch, rows, 0, 0, rows->rows, w->n);
	st_dense of_u = st_dense_part(w->scratch, rows, 0, w->n, rows->rows, w->m);
	st_dense of_k = st_dense_part(w->scratch, rows, 0, w->n + w->m, rows->rows, w->k);
	st_dense by_x = st_dense_times(w->scratch, &of_x, &w->s), by_k = st_dense_times(w->scratch, &of_k, &w->kept);
	st_dense sum = st_dense_plus(w->scratch, &by_x, 1, &by_k), inputs = st_dense_new(w->scratch, rows->rows, w->all);
	st_dense_put(&inputs, 0, w->n + w->k, &of_u);
	return st_dense_plus(w->scratch, &sum, 1, &inputs);
}

/* ------------------------------------------------------------------------------------------------ between two ticks */

/* (x, u, k)' at a time: f_x, f_u, f_k above zeros */
static bool generator(way *w, double time, st_dense *out)
{
	uint32_t size = w->n + w->m + w->k;
	se_asked *rates = sb_new_array(w->scratch, se_asked, w->n + 1);
	st_dense rows;
	se_look_at(w->run, time);
	for (uint32_t i = 0; i < w->n; i++)
		rates[i] = (se_asked){w->by[i], true};
	if (!derive(w, rates, w->n, &rows))
		return false;
	*out = st_dense_new(w->scratch, size, size);
	st_dense_put(out, 0, 0, &rows);
	return true;
}

static st_dense commutator(way *w, const st_dense *a, const st_dense *b)
{
	st_dense ab = st_dense_times(w->scratch, a, b), ba = st_dense_times(w->scratch, b, a);
	return st_dense_plus(w->scratch, &ab, -1, &ba);
}

/* a + f b + g c */
static st_dense sum_of(way *w, const st_dense *a, double f, const st_dense *b, double g, const st_dense *c)
{
	st_dense first = st_dense_plus(w->scratch, a, f, b);
	return st_dense_plus(w->scratch, &first, g, c);
}

static st_dense scaled(way *w, double factor, const st_dense *a)
{
	st_dense zero = st_dense_new(w->scratch, a->rows, a->columns);
	return st_dense_plus(w->scratch, &zero, factor, a);
}

/* What a step of h makes of (x, u, k): exp of the fourth term of Magnus' series, with Gauss' points (Blanes, Casas and
 * Ros, 2000). */
static bool magnus(way *w, double from, double h, double end, st_dense *out)
{
	st_dense a[3];
	double last = nextafter(end, -INFINITY);
	for (int i = 0; i < 3; i++)
		if (!generator(w, fmin(from + (0.5 + (i - 1) * sqrt(15) / 10) * h, last), &a[i]))
			return false;
	st_dense spread = st_dense_plus(w->scratch, &a[2], -1, &a[0]), bend = sum_of(w, &a[2], -2, &a[1], 1, &a[0]);
	st_dense a1 = scaled(w, h, &a[1]), a2 = scaled(w, h * sqrt(15) / 3, &spread), a3 = scaled(w, 10 * h / 3, &bend);
	st_dense c1 = commutator(w, &a1, &a2), twice = st_dense_plus(w->scratch, &c1, 2, &a3);
	st_dense c2 = commutator(w, &a1, &twice), right = st_dense_plus(w->scratch, &a2, -1.0 / 60, &c2);
	st_dense left = sum_of(w, &c1, -20, &a1, -1, &a3), c3 = commutator(w, &left, &right);
	st_dense omega = sum_of(w, &a1, 1.0 / 12, &a3, 1.0 / 240, &c3);
	*out = st_dense_exponential(w->scratch, &omega);
	return st_dense_is_finite(out) || lose(w, "the motion between two ticks grows beyond all numbers");
}

static bool over(way *w, double from, double h, double end, int halved, st_dense *out)
{
	st_dense whole, first, second;
	if (!magnus(w, from, h, end, &whole) || !magnus(w, from, h / 2, end, &first) ||
		!magnus(w, from + h / 2, h / 2, end, &second))
		return false;
	*out = st_dense_times(w->scratch, &second, &first);
	st_dense off = st_dense_plus(w->scratch, out, -1, &whole);
	if (st_dense_norm(&off) <= AGREES * st_dense_norm(out))
		return true;
	if (halved == HALVED_MOST)
		return lose(w, "the motion between two ticks has no derivatives to twelve digits");
	if (!over(w, from, h / 2, end, halved + 1, &first) || !over(w, from + h / 2, h / 2, end, halved + 1, &second))
		return false;
	*out = st_dense_times(w->scratch, &second, &first);
	return true;
}

static bool cross(way *w, const se_stretch *stretch)
{
	st_dense step;
	sb_mark mark = sb_arena_mark(w->scratch);
	if (!w->n || !(stretch->to > stretch->from))
		return true;
	if (!over(w, stretch->from, stretch->to - stretch->from, stretch->to, 0, &step))
		return false;
	st_dense rows = st_dense_part(w->scratch, &step, 0, 0, w->n, step.columns), s = along(w, &rows);
	memcpy(w->s.at, s.at, (size_t)w->n * w->all * sizeof *s.at);
	sb_arena_rewind(w->scratch, mark);
	return true;
}

/* ---------------------------------------------------------------------------------------------------------- a tick */

/* One pass of the equations: what is kept by states, inputs, what was kept and left limits. */
static void pass(void *context, bool set)
{
	way *w = context;
	sb_mark mark = sb_arena_mark(w->scratch);
	uint32_t shared = w->n + w->m + w->k, columns = shared + w->lefts;
	uint32_t *by = sb_new_array(w->scratch, uint32_t, columns + 1);
	se_asked *rows = sb_new_array(w->scratch, se_asked, w->k + 1);
	double *matrix = sb_new_array(w->scratch, double, (size_t)w->k * columns + 1);
	const char *why = NULL;
	if (w->why)
		return;
	if (set || se_mode_of(w->run) != w->mode) {
		lose(w, set ? "states are set at a tick" : "another mode is entered at a tick");
		return;
	}
	memcpy(by, w->by, shared * sizeof *by);
	memcpy(by + shared, w->left, w->lefts * sizeof *by);
	for (uint32_t i = 0; i < w->k; i++)
		rows[i] = (se_asked){kept_scalars(w)[i], false};
	if (!se_derivatives_of_pass(w->run, rows, w->k, by, columns, w->k, w->lefts, matrix, &why) || why) {
		lose(w, why ? why : "a derivative has no value at a tick");
		return;
	}
	st_dense all = st_dense_of_rows(w->scratch, w->k, columns, matrix);
	st_dense of_left = st_dense_part(w->scratch, &all, 0, shared, w->k, w->lefts);
	st_dense now = along(w, &all), left = st_dense_times(w->scratch, &of_left, &w->before);
	now = st_dense_plus(w->scratch, &now, 1, &left);
	memcpy(w->kept.at, now.at, (size_t)w->k * w->all * sizeof *now.at);
	sb_arena_rewind(w->scratch, mark);
}

/* The instant at the end of a stretch, at whose left limit the run looks. */
static bool tick(way *w, const se_stretch *stretch)
{
	sb_mark mark = sb_arena_mark(w->scratch);
	se_asked *rows = sb_new_array(w->scratch, se_asked, w->lefts + 1);
	st_dense of_left;
	if (stretch->crossing)
		return lose(w, "a condition turns between two ticks, at a time that depends on the states");
	for (uint32_t i = 0; i < w->lefts; i++)
		rows[i] = (se_asked){w->left[i], false};
	if (!derive(w, rows, w->lefts, &of_left))
		return false;
	w->before = along(w, &of_left);
	se_hear_passes(w->run, pass, w);
	se_status status = se_advance(w->run, stretch->to, true);
	se_hear_passes(w->run, NULL, NULL);
	sb_arena_rewind(w->scratch, mark);
	return (status == SE_PAUSED && !w->why) || lose(w, "the run ends");
}

/* ------------------------------------------------------------------------------------------------------- the period */

static double just_before(const se_stretch *stretch)
{
	return fmax(stretch->from, nextafter(stretch->to, -INFINITY));
}

static bool next_stretch(way *w, se_stretch *out)
{
	const char *why;
	if (se_next_stretch(w->run, out) != SE_PAUSED || out->lost)
		return lose(w, "a part of the way is not shown");
	why = se_not_followed(w->run);
	return why ? lose(w, why) : true;
}

static bool ends_at(const way *w, const se_stretch *stretch, double time)
{
	return stretch->to >= time - 1e-9 * w->q->period;
}

/* The outputs, behind the first tick. */
static bool look_at_outputs(way *w, st_system *s)
{
	st_clocked *q = w->q;
	se_asked *rows = sb_new_array(w->scratch, se_asked, q->p + 1);
	st_dense by;
	se_show(w->run);
	for (uint32_t i = 0; i < q->p; i++) {
		rows[i] = (se_asked){q->outputs.scalars.at[i], false};
		q->y[i] = se_value(w->run, rows[i].scalar);
	}
	if (!derive(w, rows, q->p, &by))
		return false;
	st_dense all = along(w, &by);
	s->c = st_dense_part(q->arena, &all, 0, 0, q->p, q->n);
	s->d = st_dense_part(q->arena, &all, 0, q->n, q->p, q->m);
	return true;
}

static bool follow(way *w, st_system *s)
{
	st_clocked *q = w->q;
	se_stretch stretch;
	do {
		if (!next_stretch(w, &stretch))
			return false;
		if (!ends_at(w, &stretch, q->tick) && se_advance(w->run, stretch.to, true) != SE_PAUSED)
			return lose(w, "the run ends");
	} while (!ends_at(w, &stretch, q->tick));
	se_look_at(w->run, just_before(&stretch));
	w->mode = se_mode_of(w->run);
	for (uint32_t i = 0; i < q->n + q->m; i++)
		q->value[i] = se_value(w->run, q->scalars[i]);
	for (bool first = true;; first = false) {
		if (stretch.instant && !tick(w, &stretch))
			return false;
		if (!stretch.instant && se_advance(w->run, stretch.to, true) != SE_PAUSED)
			return lose(w, "the run ends");
		if (first && !look_at_outputs(w, s))
			return false;
		if (!next_stretch(w, &stretch) || !cross(w, &stretch))
			return false;
		se_look_at(w->run, just_before(&stretch));
		if (ends_at(w, &stretch, q->tick + q->period))
			break;
	}
	for (uint32_t i = 0; i < q->n; i++)
		q->next[i] = se_value(w->run, q->scalars[q->order[i]]);
	return true;
}

/* Does an input, which may be a parameter, move the ticks of a clock? */
static bool moves_clocks(way *w)
{
	const sm_model *flat = w->q->standing.model->flat;
	uint32_t clocks = se_clocks(w->run);
	double *at[4];
	for (int i = 0; i < 4; i++)
		at[i] = sb_new_array(w->scratch, double, clocks + 1);
	for (uint32_t c = 0; c < w->m; c++) {
		se_displaced d = {.parameter = UINT32_MAX}, by = {.parameter = w->by[w->n + c], .by_parameter = 0x1p-10};
		uint32_t element, v = sm_variable_of_scalar(flat, by.parameter, &element);
		if (sm_var(flat, v)->variability != SM_PARAMETER)
			continue;
		if (!se_clocks_displaced(w->run, &d, at[0], at[1]) || !se_clocks_displaced(w->run, &by, at[2], at[3]))
			return true;
		for (uint32_t k = 0; k < clocks; k++)
			if (at[0][k] != at[2][k] || at[1][k] != at[3][k])
				return true;
	}
	return false;
}

static void open_way(way *w)
{
	const st_clocked *q = w->q;
	w->n = q->states;
	w->k = q->n - q->states;
	w->m = q->m;
	w->all = q->n + q->m;
	w->by = q->scalars;
	w->lefts = se_left_limits(w->run, NULL);
	w->left = sb_new_array(w->scratch, uint32_t, w->lefts + 1);
	se_left_limits(w->run, w->left);
	w->s = st_dense_new(w->scratch, w->n, w->all);
	w->kept = st_dense_new(w->scratch, w->k, w->all);
	for (uint32_t i = 0; i < w->n; i++)
		*st_element(&w->s, i, i) = 1;
	for (uint32_t i = 0; i < w->k; i++)
		*st_element(&w->kept, i, w->n + i) = 1;
}

bool st_clocked_exact(st_clocked *q, st_system *s, const char **why)
{
	way w = {.q = q, .run = q->standing.run, .scratch = sb_arena_new()};
	bool good = q->states > STATES_MOST		? lose(&w, "the model has more than 200 states")
				: se_constraints(w.run)		? lose(&w, "constraints tie states to each other")
				: se_jumps_without_event(w.run) ? lose(&w, "a function may jump without an event")
											: true;
	open_way(&w);
	good = good && (!moves_clocks(&w) || lose(&w, "an input moves the ticks of a clock")) && follow(&w, s);
	for (uint32_t c = 0; c < w.all && good; c++)
		for (uint32_t i = 0; i < q->n; i++)
			*st_element(c < q->n ? &s->a : &s->b, i, c < q->n ? c : c - q->n) =
				i < w.n ? *st_element(&w.s, i, c) : *st_element(&w.kept, i - w.n, c);
	*why = w.why ? sb_strdup(q->arena, w.why) : NULL;
	sb_arena_free(w.scratch);
	return good;
}
