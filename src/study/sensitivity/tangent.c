/* The way of a run with its derivatives: from stretch to stretch and instant to instant. */
#include "study/sensitivity/tangent_inside.h"
#include "base/stop.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STATES_MOST = 200 };          /* beyond, a step costs more than runs */

st_tangent *st_tangent_new(st_model *m, const uint32_t *by, uint32_t by_count, const se_asked *of, uint32_t of_count,
						   sb_diag *diag)
{
	st_tangent *t = memset(sb_resize(NULL, sizeof *t), 0, sizeof *t);
	t->model = m;
	t->diag = diag;
	t->arena = sb_arena_new();
	t->once = sb_arena_new();
	t->scratch = sb_arena_new();
	t->own = sb_diag_new();
	t->aside = sb_diag_new();
	sb_diag_share(t->own, m->diag);
	sb_diag_share(t->aside, m->diag);
	t->run = st_run(m, t->own);
	t->twin = st_run(m, t->aside);
	t->m = by_count;
	t->rows = of_count;
	uint32_t *scalars = sb_new_array(t->arena, uint32_t, by_count + 1);
	se_asked *asked = sb_new_array(t->arena, se_asked, of_count + 1);
	if (by_count)
		memcpy(scalars, by, by_count * sizeof *by);
	if (of_count)
		memcpy(asked, of, of_count * sizeof *of);
	t->by = scalars;
	t->of = asked;
	t->p = sb_new_array(t->arena, double, by_count + 1);
	t->size = sb_new_array(t->arena, double, by_count + 1);
	return t;
}

void st_tangent_free(st_tangent *t)
{
	if (!t)
		return;
	se_run_free(t->run);
	se_run_free(t->twin);
	sb_diag_free(t->own);
	sb_diag_free(t->aside);
	sb_arena_free(t->arena);
	sb_arena_free(t->once);
	sb_arena_free(t->scratch);
	free(t);
}

void st_tangent_give(st_tangent *t, const se_run *from)
{
	se_copy_given(t->run, from);
	se_copy_given(t->twin, from);
}

bool st_tangent_own(st_tangent *t, const se_settings *settings, double *values)
{
	se_settings s = *settings;
	s.record_nothing = true;
	sb_take_back(t->own, 0, NULL);
	bool good = true;
	se_begin(t->run, &s);            /* parameters have values even where initial values do not */
	for (uint32_t c = 0; c < t->m; c++) {
		values[c] = se_value(t->run, t->by[c]);
		good = good && isfinite(values[c]);
	}
	se_end(t->run);
	if (!good)
		sb_pass_on(t->diag, t->own);
	return good;
}

void st_tangent_tell(const st_sensitivities *s, sb_diag *diag)
{
	if (!s->by_differences || !s->why[0])
		return;
	sb_message *m = sb_report(diag, SB_INFO, "R0702", (sb_span){0},
							  "sensitivities are differences of whole runs: %s", s->why);
	sb_note(m, "they are good to about %.1g of the largest value of each", fmax(s->uncertain, 1e-7));
}

bool st_lose(st_tangent *t, const char *why)
{
	t->lost = t->lost ? t->lost : why;
	return false;
}

/* ------------------------------------------------------------------------------------------------------------ sizes */

double st_tangent_size(const st_tangent *t, uint32_t state)
{
	double x = fabs(se_data(t->run)->x[state]);
	return fmax(x, se_state_size(t->run, state));
}

double st_kept_size(const st_tangent *t, uint32_t k)
{
	double value = fabs(se_value(t->run, t->kept[k]));
	return value > 0 ? value : 1;
}

/* ---------------------------------------------------------------------------------------------------------- the way */

void st_tangent_enter(st_tangent *t)
{
	t->mode = se_mode_of(t->run);
	t->n = se_states(t->run);
	t->kept_count = se_keeps(t->run);
	uint32_t *kept = sb_new_array(t->once, uint32_t, t->kept_count + 1);
	se_kept_scalars(t->run, kept);
	t->kept = kept;
	t->s = st_dense_new(t->once, t->n, t->m);
	t->k = st_dense_new(t->once, t->kept_count, t->m);
	t->most = st_dense_new(t->once, t->n, t->m);
	if (t->n > STATES_MOST)
		st_lose(t, "the model has more than 200 states");
}

typedef struct walk { const st_way *way; st_sensitivities *out; uint32_t next; } walk;

static bool put_out(st_tangent *t, walk *w)
{
	size_t at = (size_t)w->next++ * t->rows;
	w->out->reached = w->next;
	return st_tangent_rows(t, w->out->value + at, w->out->matrix + at * t->m);
}

/* Does the next time lie before the end of a stretch? Times that tell their side may be a little off. */
static bool is_within(const walk *w, const se_stretch *stretch)
{
	const st_way *way = w->way;
	if (w->next == way->count || !way->left)
		return w->next < way->count && way->times[w->next] < stretch->to;
	double time = way->times[w->next], span = way->settings.stop - way->settings.start;
	double near = stretch->instant ? 1e-9 * fmax(fabs(time), isfinite(span) ? span : 1) : 0;
	return way->left[w->next] ? time <= stretch->to + near : time < stretch->to - near;
}

/* A stretch, with the times that are asked for in it; those at its end belong to what comes after. */
static bool cross_stretch(st_tangent *t, walk *w, const se_stretch *stretch)
{
	double at = stretch->from;
	while (is_within(w, stretch)) {
		double time = fmax(fmin(w->way->times[w->next], nextafter(stretch->to, -INFINITY)), at);
		if (!st_tangent_cross(t, at, time, stretch->to))
			return false;
		at = time;
		se_look_at(t->run, at);
		if (!put_out(t, w))
			return false;
	}
	return w->next == w->way->count || st_tangent_cross(t, at, stretch->to, stretch->to);
}

static bool pass_instant(st_tangent *t, const se_stretch *stretch, const double *began)
{
	st_before before;
	bool good = st_before_instant(t, stretch, began, &before);
	se_status status = good ? se_advance(t->run, stretch->to, true) : SE_FAILED;
	good = good && (status == SE_PAUSED ? st_after_instant(t, &before)
										: se_ended_well(status) && st_after_last(t, &before) && false);
	st_before_free(&before);
	t->instants++;
	return good;
}

/* Behind the last time there is one instant of interest: that which it stands before, for its shift. */
static bool is_passed(const st_tangent *t, const walk *w, const se_stretch *stretch)
{
	const st_way *way = w->way;
	if (w->next < way->count)
		return true;
	double near = 1e-9 * fmax(fabs(stretch->to), 1);
	return way->left && way->count && way->left[way->count - 1] && !t->lost &&
		   fabs(way->times[way->count - 1] - stretch->to) <= near;
}

static const double *conditions_at(st_tangent *t, double time)
{
	double *g = sb_new_array(t->scratch, double, se_conditions(t->run) + 1);
	double *rates = sb_new_array(t->scratch, double, t->n + 1);
	se_displaced none = {.parameter = UINT32_MAX};
	se_look_at(t->run, time);
	se_values_displaced(t->run, &none, rates, g, NULL, 0, NULL);
	return g;
}

/* One stretch with its instant. False: it is lost, or the run is over. */
static bool go_on(st_tangent *t, walk *w, double *reached)
{
	se_stretch stretch;
	sb_mark mark = sb_arena_mark(t->scratch);
	if (se_next_stretch(t->run, &stretch) != SE_PAUSED)
		return false;
	const char *why = se_not_followed(t->run);
	if (why)
		return st_lose(t, why);
	if (stretch.lost || fabs(stretch.from - *reached) > 1e-11 * fmax(fabs(*reached), stretch.to - stretch.from))
		return st_lose(t, "a part of the way was not shown");
	const double *began = stretch.instant ? conditions_at(t, stretch.from) : NULL;
	if (!cross_stretch(t, w, &stretch))
		return false;
	if (stretch.instant && is_passed(t, w, &stretch) && !pass_instant(t, &stretch, began))
		return false;
	if (w->next < w->way->count && !stretch.instant && se_advance(t->run, stretch.to, true) != SE_PAUSED)
		return false;
	*reached = stretch.to;
	sb_arena_rewind(t->scratch, mark);
	return true;
}

static bool follow(st_tangent *t, walk *w)
{
	t->lost = se_not_followed(t->run);
	t->h = 0;
	t->steps = t->instants = 0;
	t->way = w->way;
	t->least = w->way->least > 0 ? w->way->least : 1e-6;
	memset(&t->shifts, 0, sizeof t->shifts);
	st_tangent_enter(t);
	if (t->lost || !st_tangent_start(t))
		return false;
	double reached = se_time(t->run);
	while (w->next < w->way->count)
		if (!go_on(t, w, &reached))
			return false;
	return true;
}

/* ---------------------------------------------------------------------------------------------------------- the run */

static void make_room(st_tangent *t, const st_way *way, st_sensitivities *out)
{
	size_t n = (size_t)way->count * t->rows;
	*out = (st_sensitivities){.value = sb_new_array(t->once, double, n + 1),
							  .matrix = sb_new_array(t->once, double, n * t->m + 1),
							  .doubt = sb_new_array(t->once, double, n * t->m + 1), .why = ""};
	for (size_t i = 0; i < n; i++)
		out->value[i] = NAN;
	for (size_t i = 0; i < n * t->m; i++)
		out->matrix[i] = NAN;
}

/* A run that has come to its end shows nothing any more, so it goes a little further. */
static se_settings settings_of(const st_way *way)
{
	se_settings s = way->settings;
	double last = way->count ? way->times[way->count - 1] : s.start;
	s.record_nothing = true;
	s.rows = SE_ROWS_ENDS;
	if (s.interval == 0 && isfinite(s.stop))
		s.interval = (s.stop - s.start) / 500;
	if (!(s.stop > last))
		s.stop = last + 1e-6 * fmax(fabs(last), 1);
	return s;
}

static bool values_alone(st_tangent *t, const st_way *way, st_sensitivities *out)
{
	out->status = st_values_along(t, t->run, t->p, &t->settings, way->times, way->count, out->value, &out->reached);
	return out->status == SE_PAUSED || se_ended_well(out->status);
}

static bool followed(st_tangent *t, const st_way *way, st_sensitivities *out)
{
	walk w = {way, out, 0};
	if (!st_set_all(t, t->run, t->p)) {
		out->status = SE_FAILED;
		return false;
	}
	out->status = se_begin(t->run, &t->settings);
	if (out->status == SE_PAUSED)
		follow(t, &w);
	bool good = w.next == way->count;
	se_status end = se_end(t->run);
	out->status = good ? SE_DONE : end;
	out->steps = t->steps;
	out->instants = t->instants;
	out->shifts = t->shifts.at;
	out->shift_count = t->shifts.n;
	t->way = NULL;
	return good || (!t->lost && se_ended_well(end));
}

static bool differ(st_tangent *t, const st_way *way, st_sensitivities *out, const char *why)
{
	make_room(t, way, out);
	out->by_differences = true;
	out->why = why;
	return st_tangent_differences(t, way, out);
}

/* The largest difference between derivatives and differences, beyond their doubt, as a part of the largest element of
 * its row and column over all times; what is below the rounding of the values is zero. */
static const double ROUNDED = 1e-6;

static double apart(const st_tangent *t, const double *a, const st_sensitivities *differences)
{
	const double *b = differences->matrix, *doubt = differences->doubt;
	uint32_t times = differences->reached;
	size_t all = (size_t)t->rows * t->m, n = (size_t)times * all;
	double worst = 0;
	for (size_t first = 0; first < all; first++) {
		double most = 0, off = 0, value = 0;
		for (uint32_t i = 0; i < times; i++)
			value = fmax(value, fabs(differences->value[(size_t)i * t->rows + first / t->m]));
		for (size_t k = first; k < n; k += all) {
			most = fmax(most, fabs(b[k]));
			off = fmax(off, fabs(b[k] - a[k]) - 10 * doubt[k]);
		}
		most = fmax(most, ROUNDED * value / t->size[first % t->m]);
		worst = fmax(worst, most > 0 ? off / most : off);
	}
	return worst;
}

/* Functions that jump without an event are not seen by the variational equations: differences tell whether one has. */
static void look_at_jumps(st_tangent *t, const st_way *way, st_sensitivities *out)
{
	st_sensitivities first = *out;
	if (!out->reached || !se_jumps_without_event(t->run))
		return;
	bool good = differ(t, way, out, "a function may jump without an event");
	if (!good || apart(t, first.matrix, out) <= 1e-3)
		*out = first;
}

bool st_tangent_run(st_tangent *t, const double *values, const st_way *way, st_sensitivities *out)
{
	sb_arena_free(t->once);
	sb_arena_free(t->scratch);
	t->once = sb_arena_new();
	t->scratch = sb_arena_new();
	make_room(t, way, out);
	sb_take_back(t->own, 0, NULL);
	sb_take_back(t->aside, 0, NULL);
	t->settings = settings_of(way);
	t->lost = NULL;
	for (uint32_t c = 0; c < t->m; c++) {
		t->p[c] = values[c];
		t->size[c] = fmax(fabs(values[c]), way->sizes ? 1e-3 * way->sizes[c] : 0);
		if (t->size[c] == 0)
			t->size[c] = 1;
	}
	bool good;
	if (way->method == ST_VALUES_ALONE) {
		good = values_alone(t, way, out);
	} else if (way->method == ST_DIFFERENCES) {
		good = differ(t, way, out, "");
	} else if (way->method == ST_FOLLOWED_ALONE) {
		good = followed(t, way, out) && !t->lost;
		if (good && se_jumps_without_event(t->run))
			good = st_lose(t, "a function may jump without an event");
		out->why = t->lost ? t->lost : "";
		return good;
	} else {
		good = followed(t, way, out);
		if (good)
			look_at_jumps(t, way, out);
		else if (t->lost && !sb_stopped()) {
			sb_take_back(t->own, 0, NULL);
			good = differ(t, way, out, t->lost);
		}
	}
	sb_pass_on(t->diag, t->own);
	return good;
}

double st_tangent_check(st_tangent *t, const double *values, const st_way *way)
{
	st_sensitivities a, b;
	st_way other = *way;
	sb_arena *arena = sb_arena_new();
	size_t n = (size_t)way->count * t->rows * t->m;
	double *first = sb_new_array(arena, double, n + 1);
	other.method = ST_DIFFERENCES;
	bool good = st_tangent_run(t, values, way, &a);
	if (good)
		memcpy(first, a.matrix, n * sizeof *first);
	good = good && st_tangent_run(t, values, &other, &b);
	double worst = good ? apart(t, first, &b) : NAN;
	sb_arena_free(arena);
	return worst;
}
