/* The sampled system of a loop with clocks, over one period of all of them.
 *
 * The state is taken just before a tick of the slowest clock: the states of the model, and what its events remember.
 * One step of the system is a run over the period, with the inputs held. Its derivative is found by central differences
 * of such runs with two steps h and h/2, extrapolated; the difference of the two tells how far it may be off. Where all
 * is linear but for the clocks, which is the common case, only the tolerance of the run counts. What the first ticks
 * overwrite has no effect on anything, and is no state. */
#include "study/point/channels.h"
#include "study/point/point_standing.h"
#include <float.h>
#include <math.h>
#include <string.h>

typedef struct map {
	st_standing standing;
	sb_arena *arena;
	sb_diag *diag;
	st_selection inputs, outputs;
	uint32_t n, m, p;                /* states and memory together, inputs, outputs */
	uint32_t *scalars;               /* states, inputs, memory: as a trial takes them */
	uint32_t *order;                 /* by state of the system: its place in `scalars` */
	double *value, *size;            /* by place in `scalars` */
	double until, ahead;             /* ahead: of the tick, in periods */
} map;

/* ----------------------------------------------------------------------------------------------------------- period */

/* num/den that is the interval, to rounding. */
static bool as_ratio(double v, int64_t *num, int64_t *den)
{
	int64_t p0 = 0, q0 = 1, p1 = 1, q1 = 0;
	double x = v;
	for (int i = 0; i < 40; i++) {
		double whole = floor(x);
		if (whole > 1e12)
			return false;
		int64_t a = (int64_t)whole, p2 = a * p1 + p0, q2 = a * q1 + q0;
		if (q2 > 100000000 || p2 > 1000000000000)
			return false;
		p0 = p1, q0 = q1, p1 = p2, q1 = q2;
		if (fabs((double)p1 / (double)q1 - v) <= 4 * DBL_EPSILON * v) {
			*num = p1;
			*den = q1;
			return true;
		}
		x = 1 / (x - whole);
	}
	return false;
}

static int64_t common(int64_t a, int64_t b)
{
	while (b) {
		int64_t rest = a % b;
		a = b;
		b = rest;
	}
	return a;
}

/* The least common multiple of all intervals, and the slowest clock. */
static bool find_period(se_run *run, sb_diag *diag, double *period, uint32_t *slowest)
{
	int64_t num = 0, den = 1;
	double longest = 0, first, interval;
	for (uint32_t k = 0; k < se_clocks(run); k++) {
		int64_t a, b;
		se_clock(run, k, &first, &interval);
		bool good = interval > 0 && isfinite(interval) && as_ratio(interval, &a, &b);
		if (good && num) {           /* lcm(num/den, a/b) = lcm(num b', a d')/lcm(den, b) */
			int64_t all = den / common(den, b) * b, x = num * (all / den), y = a * (all / b);
			num = x / common(x, y) * y;
			den = all;
			good = num > 0 && (double)num / (double)den < 1e6 * interval;
		} else if (good) {
			num = a;
			den = b;
		}
		if (!good) {
			sb_help(sb_report(diag, SB_ERROR, "U0641", (sb_span){0},
							  "the clocks have no common period: an interval is %.17g, the others' is %.9g", interval,
							  (double)num / (double)den),
					"give all clocks intervals that are whole multiples of one");
			return false;
		}
		if (interval > longest) {
			longest = interval;
			*slowest = k;
		}
	}
	*period = (double)num / (double)den;
	if (num)
		return true;
	sb_help(sb_report(diag, SB_ERROR, "U0640", (sb_span){0}, "the model has no clocks"), "leave --clocked out");
	return false;
}

/* ---------------------------------------------------------------------------------------------------------- the map */

/* The outputs where a trial stands, then the states a period later. */
static bool step(map *q, const double *z, double *y, double *next)
{
	st_standing *s = &q->standing;
	if (!st_standing_try(s, q->scalars, z, q->n + q->m))
		return false;
	for (uint32_t i = 0; i < q->p; i++)
		y[i] = se_value(s->run, q->outputs.scalars.at[i]);
	if (se_advance(s->run, q->until, false) != SE_PAUSED)
		return false;
	se_show(s->run);
	for (uint32_t i = 0; i < q->n; i++)
		next[i] = se_value(s->run, q->scalars[q->order[i]]);
	return !sb_errors(s->diag);
}

/* noise: what rounding of the two runs makes of each difference. A run adds up the rounding of its steps. */
static bool central(map *q, uint32_t place, double h, double *column, double *noise)
{
	enum { STEPS = 32 };
	uint32_t rows = q->n + q->p;
	double *z = sb_new_array(q->arena, double, q->n + q->m), *low = sb_new_array(q->arena, double, rows + 1);
	memcpy(z, q->value, (q->n + q->m) * sizeof *z);
	z[place] = q->value[place] + h;
	double high_at = z[place];
	if (!step(q, z, column + q->n, column))
		return false;
	z[place] = q->value[place] - h;
	if (!step(q, z, low + q->n, low))
		return false;
	for (uint32_t i = 0; i < rows; i++) {
		double size = fmax(fabs(column[i]), i < q->n ? q->size[q->order[i]] : 0);
		noise[i] = STEPS * DBL_EPSILON * size / (high_at - z[place]);
		column[i] = (column[i] - low[i]) / (high_at - z[place]);
	}
	return true;
}

static bool differentiate(map *q, uint32_t place, double *column, double *uncertain)
{
	uint32_t rows = q->n + q->p;
	double *coarse = sb_new_array(q->arena, double, rows + 1), *noise = sb_new_array(q->arena, double, rows + 1);
	double h = 0x1p-7 * q->size[place];
	if (!central(q, place, h, coarse, noise) || !central(q, place, h / 2, column, noise))
		return false;
	for (uint32_t i = 0; i < rows; i++) {
		double better = column[i] + (column[i] - coarse[i]) / 3;
		bool nothing = fabs(better) <= noise[i] || fabs(better) < 1e-9 * fmax(fabs(column[i]), fabs(coarse[i]));
		*uncertain = fmax(*uncertain, fmax(noise[i], fabs(better - column[i])));
		column[i] = nothing ? 0 : better;
	}
	return true;
}

/* ------------------------------------------------------------------------------------------------------- the system */

static void list_states(map *q, st_model *m, se_run *run, const char **names)
{
	uint32_t states = se_states(run), memories = se_memories(run);
	q->n = states + memories;
	q->m = q->inputs.scalars.n;
	q->p = q->outputs.scalars.n;
	q->scalars = sb_new_array(q->arena, uint32_t, q->n + q->m + 1);
	q->order = sb_new_array(q->arena, uint32_t, q->n + 1);
	q->value = sb_new_array(q->arena, double, q->n + q->m + 1);
	q->size = sb_new_array(q->arena, double, q->n + q->m + 1);
	for (uint32_t i = 0; i < states; i++)
		q->scalars[i] = se_state(run, i);
	for (uint32_t i = 0; i < q->m; i++)
		q->scalars[states + i] = q->inputs.scalars.at[i];
	for (uint32_t i = 0; i < memories; i++)
		q->scalars[states + q->m + i] = se_memory(run, i);
	for (uint32_t i = 0; i < q->n; i++) {
		q->order[i] = i < states ? i : i + q->m;
		names[i] = st_scalar_name(m->flat, q->arena, q->scalars[q->order[i]]);
	}
	for (uint32_t i = 0; i < q->n + q->m; i++) {
		q->value[i] = se_value(run, q->scalars[i]);
		q->size[i] = fmax(fabs(q->value[i]), i < states ? se_state_size(run, i) : 1);
	}
}

/* States that nothing depends on go, until none is left. Between the point and its tick there is a trillionth of the
 * time: what acts for so long has no effect. */
static void drop_overwritten(map *q, st_linear *l, const char **names, double *x, double *gain)
{
	for (bool changed = true; changed;) {
		changed = false;
		for (uint32_t k = se_states(q->standing.run); k < l->s.a.rows && !changed; k++) {
			double most = 0;
			for (uint32_t i = 0; i < l->s.a.rows; i++)
				most = fmax(most, i == k ? 0 : fabs(*st_element(&l->s.a, i, k)));
			for (uint32_t i = 0; i < l->s.c.rows; i++)
				most = fmax(most, fabs(*st_element(&l->s.c, i, k)));
			if (fmax(most, fabs(*st_element(&l->s.a, k, k))) > 1e-9 * (1 + st_dense_norm(&l->s.a)))
				continue;
			uint32_t n = l->s.a.rows - 1;
			st_dense a = st_dense_new(q->arena, n, n), b = st_dense_new(q->arena, n, q->m),
					 c = st_dense_new(q->arena, q->p, n);
			for (uint32_t i = 0; i < n; i++) {
				uint32_t from = i < k ? i : i + 1;
				for (uint32_t j = 0; j < n; j++)
					*st_element(&a, i, j) = *st_element(&l->s.a, from, j < k ? j : j + 1);
				for (uint32_t j = 0; j < q->m; j++)
					*st_element(&b, i, j) = *st_element(&l->s.b, from, j);
				for (uint32_t j = 0; j < q->p; j++)
					*st_element(&c, j, i) = *st_element(&l->s.c, j, from);
				names[i] = names[from];
				x[i] = x[from];
				gain[i] = gain[from];
			}
			l->s.a = a;
			l->s.b = b;
			l->s.c = c;
			changed = true;
		}
	}
}

static bool fill(map *q, st_linear *l, const char **names)
{
	uint32_t rows = q->n + q->p;
	double *column = sb_new_array(q->arena, double, rows + 1), *base = sb_new_array(q->arena, double, rows + 1);
	if (!step(q, q->value, base + q->n, base))
		return false;
	l->s.a = st_dense_new(q->arena, q->n, q->n);
	l->s.b = st_dense_new(q->arena, q->n, q->m);
	l->s.c = st_dense_new(q->arena, q->p, q->n);
	l->s.d = st_dense_new(q->arena, q->p, q->m);
	for (uint32_t k = 0; k < q->n + q->m; k++) {
		bool input = k >= q->n;
		uint32_t place = input ? se_states(q->standing.run) + k - q->n : q->order[k];
		if (!differentiate(q, place, column, &l->uncertain))
			return false;
		for (uint32_t i = 0; i < q->n; i++)
			*st_element(input ? &l->s.b : &l->s.a, i, input ? k - q->n : k) = column[i] + 0.0;
		for (uint32_t i = 0; i < q->p; i++)
			*st_element(input ? &l->s.d : &l->s.c, i, input ? k - q->n : k) = column[q->n + i] + 0.0;
	}
	/* between the point and its tick the states move on */
	double moved = 0;
	for (uint32_t i = 0; i < q->n; i++)
		for (uint32_t k = 0; k < q->n; k++)
			moved = fmax(moved, fabs(*st_element(&l->s.a, i, k) - (i == k)));
	l->uncertain += q->ahead * moved;
	l->x = sb_new_array(q->arena, double, q->n + 1);
	l->rate = sb_new_array(q->arena, double, q->n + 1);
	l->at_rest = true;
	for (uint32_t i = 0; i < q->n; i++) {
		l->x[i] = q->value[q->order[i]];
		l->rate[i] = base[i] - l->x[i];
		l->at_rest = l->at_rest && fabs(l->rate[i]) <= 1e-6 * q->size[q->order[i]];
	}
	l->u = q->value + se_states(q->standing.run);
	l->y = base + q->n;
	drop_overwritten(q, l, names, l->x, l->rate);
	return true;
}

static bool go_before_tick(se_run *run, const se_settings *settings, sb_diag *diag, double period, uint32_t slowest,
						   map *q)
{
	double first, interval;
	se_clock(run, slowest, &first, &interval);
	double ticks = ceil((se_time(run) - first) / interval + 1e-9), tick = first + fmax(0, ticks) * interval;
	double ahead = 1e-12 * fmax(period, fabs(tick)), at = tick - ahead;
	if (at <= se_time(run))
		at = (tick += interval) - ahead;
	q->until = at + period;
	q->ahead = ahead / period;
	if (q->until > settings->stop) {
		sb_help(sb_report(diag, SB_ERROR, "U0642", (sb_span){0},
						  "the run must last for a period of all clocks, %.9g, from time %.9g on, and it ends at %.9g",
						  period, tick, settings->stop),
				"choose a later end with --stop");
		return false;
	}
	return se_advance(run, at, false) == SE_PAUSED;
}

bool st_linearise_clocked(st_model *m, se_run *run, const se_settings *settings, const st_linear_request *request,
						  sb_arena *arena, sb_diag *diag, st_linear *out)
{
	map q = {.arena = arena, .diag = diag};
	uint32_t slowest = 0;
	double period;
	*out = (st_linear){0};
	if (!find_period(run, diag, &period, &slowest) || !go_before_tick(run, settings, diag, period, slowest, &q))
		return false;
	se_show(run);
	if (!st_choose_channels(m, run, request, arena, diag, &q.inputs, &q.outputs))
		return false;
	const char **names = sb_new_array(arena, const char *, se_states(run) + se_memories(run) + 1);
	list_states(&q, m, run, names);
	bool good = st_standing_open(&q.standing, m, run, settings, diag);
	q.standing.memory_from = se_states(run) + q.m;
	if (good && !fill(&q, out, names)) {
		good = false;
		sb_message *e = sb_report(diag, SB_ERROR, "U0643", (sb_span){0},
								  "the run over a period of all clocks fails near time %.9g", se_time(run));
		sb_note(e, "%s", st_standing_why(&q.standing));
	}
	st_standing_close(&q.standing);
	out->time = se_time(run);
	out->s.period = period;
	out->s.states = names;
	out->s.inputs = q.inputs.names.at;
	out->s.outputs = q.outputs.names.at;
	return good;
}
