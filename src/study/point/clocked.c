/* The sampled system of a loop with clocks, over one period of all of them.
 *
 * The state is taken just before a tick of the slowest clock: the states of the model, and what its events remember.
 * One step of the system is a run over the period, with the inputs held. Its derivative is exact (clocked_exact.c), or
 * found by differences of runs where something is in the way (clocked_differences.c). What the first ticks overwrite
 * has no effect on anything, and is no state. */
#include "study/point/clocked.h"
#include <float.h>
#include <math.h>

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
		double others = (double)num / (double)den;
		se_clock(run, k, &first, &interval);
		bool good = interval > 0 && isfinite(interval) && as_ratio(interval, &a, &b);
		if (good && num) {           /* lcm(num/den, a/b) = lcm(num b', a d')/lcm(den, b) */
			good = (double)den * (double)b * (double)(num > a ? num : a) < 1e18;
			int64_t all = good ? den / common(den, b) * b : den, x = num * (all / den), y = good ? a * (all / b) : 1;
			good = good && (double)(x / common(x, y)) * (double)y < 1e18;
			num = good ? x / common(x, y) * y : num;
			den = all;
			good = good && (double)num / (double)den < 1e6 * interval;
		} else if (good) {
			num = a;
			den = b;
		}
		if (!good) {
			sb_help(sb_report(diag, SB_ERROR, "U0641", (sb_span){0},
							  "the clocks have no common period: an interval is %.17g, that of the others is %.9g",
							  interval, others),
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

/* ------------------------------------------------------------------------------------------------------- the system */

static void list_states(st_clocked *q, st_model *m, se_run *run, const char **names)
{
	uint32_t states = se_states(run), memories = se_memories(run);
	q->n = states + memories;
	q->states = states;
	q->m = q->inputs.scalars.n;
	q->p = q->outputs.scalars.n;
	q->scalars = sb_new_array(q->arena, uint32_t, q->n + q->m + 1);
	q->order = sb_new_array(q->arena, uint32_t, q->n + 1);
	q->value = sb_new_array(q->arena, double, q->n + q->m + 1);
	q->size = sb_new_array(q->arena, double, q->n + q->m + 1);
	q->y = sb_new_array(q->arena, double, q->p + 1);
	q->next = sb_new_array(q->arena, double, q->n + 1);
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

/* States that nothing depends on go, until none is left. With differences there is a trillionth of the time between the
 * point and its tick: what acts for so long has no effect. */
static void drop_overwritten(st_clocked *q, st_linear *l, const char **names, double *x, double *gain)
{
	for (bool changed = true; changed;) {
		double least = l->uncertain > 0 ? 1e-9 * (1 + st_dense_norm(&l->s.a)) : 0;
		changed = false;
		for (uint32_t k = q->states; k < l->s.a.rows && !changed; k++) {
			double most = 0;
			for (uint32_t i = 0; i < l->s.a.rows; i++)
				most = fmax(most, i == k ? 0 : fabs(*st_element(&l->s.a, i, k)));
			for (uint32_t i = 0; i < l->s.c.rows; i++)
				most = fmax(most, fabs(*st_element(&l->s.c, i, k)));
			if (fmax(most, fabs(*st_element(&l->s.a, k, k))) > least)
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

static void tell_differences(sb_diag *diag, const char *why)
{
	sb_help(sb_report(diag, SB_INFO, "U0990", (sb_span){0}, "the sampled system is found by differences of runs: %s",
					  why),
			"the report says how far elements may be off; a smaller tolerance, --tol, makes them better");
}

static bool fill(st_clocked *q, st_linear *l, const char **names, sb_diag *diag)
{
	const char *why = NULL;
	l->s.a = st_dense_new(q->arena, q->n, q->n);
	l->s.b = st_dense_new(q->arena, q->n, q->m);
	l->s.c = st_dense_new(q->arena, q->p, q->n);
	l->s.d = st_dense_new(q->arena, q->p, q->m);
	bool exact = st_clocked_exact(q, &l->s, &why);
	if (exact && !st_clocked_agrees(q, &l->s)) {
		exact = false;
		why = "small changes do something else than derivatives say, as they do beside a kink";
	}
	if (!exact) {
		if (!st_clocked_differences(q, &l->s, &l->uncertain))
			return false;
		tell_differences(diag, why);
	}
	l->x = sb_new_array(q->arena, double, q->n + 1);
	l->rate = sb_new_array(q->arena, double, q->n + 1);
	l->at_rest = true;
	for (uint32_t i = 0; i < q->n; i++) {
		l->x[i] = q->value[q->order[i]];
		l->rate[i] = q->next[i] - l->x[i];
		l->at_rest = l->at_rest && fabs(l->rate[i]) <= 1e-6 * q->size[q->order[i]];
	}
	l->u = q->value + q->states;
	l->y = q->y;
	drop_overwritten(q, l, names, l->x, l->rate);
	return true;
}

static bool go_before_tick(se_run *run, const se_settings *settings, sb_diag *diag, double period, uint32_t slowest,
						   st_clocked *q)
{
	double first, interval;
	se_clock(run, slowest, &first, &interval);
	double ticks = ceil((se_time(run) - first) / interval + 1e-9), tick = first + fmax(0, ticks) * interval;
	double ahead = 1e-12 * fmax(period, fabs(tick)), at = tick - ahead;
	if (at <= se_time(run))
		at = (tick += interval) - ahead;
	q->tick = tick;
	q->period = period;
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
	st_clocked q = {.arena = arena};
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
	if (good && !fill(&q, out, names, diag)) {
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
