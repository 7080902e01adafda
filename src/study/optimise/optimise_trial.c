/* A point to a trial: one that was made before, in this search or in the journal, or a run. */
#include "study/optimise/optimise_inside.h"
#include "base/file.h"
#include "base/door.h"
#include "base/stop.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

st_search *st_search_new(st_optimise *o, uint64_t budget)
{
	sb_arena *arena = sb_arena_new();
	st_search *s = sb_new(arena, st_search);
	uint32_t n = o->count;
	*s = (st_search){.o = o, .number = o->inside->searches.n, .arena = arena, .known = sb_map_new(arena),
		.budget = budget, .alone = true, .worst = NAN, .least = NAN, .worker = st_many_member(o->many, 0)};
	s->slope_at = sb_new_array(arena, double, n);
	s->slope_cost = sb_new_array(arena, double, n);
	s->slope_constraint = sb_new_array(arena, double, (size_t)n * o->constraints + 1);
	sb_push(o->inside->arena, o->inside->searches, s);
	return s;
}

void st_search_free(st_search *s)
{
	st_exact_free(s);
	sb_arena_free(s->arena);
}

/* ------------------------------------------------------------------------------------------------- what it says */

double st_scaled_cost(const st_optimise *o, const st_trial *t)
{
	double cost = t->cost / o->inside->cost_size;
	return o->request.maximise ? -cost : cost;
}

double st_scaled_margin(const st_optimise *o, const st_trial *t, uint32_t i)
{
	double value = st_measure_is_equation(o->measures, i + 1) ? t->off[i] : t->margin[i];
	return value / o->inside->size[i];
}

double st_violation(const st_optimise *o, const st_trial *t)
{
	double sum = 0;
	if (t->state != ST_TRIAL_DONE)
		return INFINITY;
	for (uint32_t i = 0; i < o->constraints; i++) {
		double short_of = t->margin[i] / o->inside->size[i];
		sum += short_of < 0 ? short_of * short_of : 0;
	}
	return sum;
}

bool st_trial_is_feasible(const st_optimise *o, const st_trial *t)
{
	bool good = t->state == ST_TRIAL_DONE;
	for (uint32_t i = 0; i < o->constraints && good; i++)
		good = t->margin[i] >= -ST_CONSTRAINT_TOLERANCE * o->inside->size[i];
	return good;
}

bool st_is_better(const st_optimise *o, const st_trial *a, const st_trial *b)
{
	if (!a || a->state != ST_TRIAL_DONE)
		return false;
	if (!b || b->state != ST_TRIAL_DONE)
		return true;
	bool good = st_trial_is_feasible(o, a), other = st_trial_is_feasible(o, b);
	if (good != other)
		return good;
	return good ? st_scaled_cost(o, a) < st_scaled_cost(o, b) : st_violation(o, a) < st_violation(o, b);
}

/* ------------------------------------------------------------------------------------------------- progress */

bool st_optimise_ended(const st_optimise *o)
{
	return o->inside->ended || o->broken || sb_stopped() != SB_GO_ON;
}

/* By the thread of the caller. */
static void tell_progress(st_optimise *o)
{
	st_optimising *x = o->inside;
	double now = sb_clock();
	if (!o->progress || now - x->told < 0.1)
		return;
	x->told = now;
	sb_lock(&x->lock);
	double curve[ST_CURVE];
	st_optimise_progress p = {x->runs, x->most, x->best, curve, x->points};
	memcpy(curve, x->curve, sizeof curve);
	sb_unlock(&x->lock);
	if (!o->progress(o->context, &p))
		x->ended = true;
}

static bool while_running(void *context, const se_progress *p)
{
	st_optimise *o = context;
	(void)p;
	tell_progress(o);
	return !o->inside->ended;
}

/* With the lock held: the best cost by the number of runs, of which every second one goes when there is no room. */
static void note_best(st_optimise *o, const st_trial *t)
{
	st_optimising *x = o->inside;
	x->runs++;
	if (st_trial_is_feasible(o, t) && !(o->request.maximise ? x->best >= t->cost : x->best <= t->cost))
		x->best = t->cost;
	if (isnan(x->best) || x->runs % x->every)
		return;
	if (x->points == ST_CURVE) {
		for (uint32_t i = 0; i < ST_CURVE / 2; i++)
			x->curve[i] = x->curve[2 * i + 1];
		x->points = ST_CURVE / 2;
		x->every *= 2;
	}
	x->curve[x->points++] = x->best;
}

/* ------------------------------------------------------------------------------------------------- trials */

static bool is_at(const st_optimise *o, const st_trial *t, const double *at, bool tight)
{
	return t->tight == tight && memcmp(t->at, at, o->count * sizeof *at) == 0;
}

static st_trial *find(const st_optimise *o, const sb_map *map, const double *at, bool tight)
{
	uint64_t value;
	if (!sb_map_get(map, st_trial_key(o, at, tight), &value))
		return NULL;
	st_trial *t = (st_trial *)(uintptr_t)value;
	return is_at(o, t, at, tight) ? t : NULL;
}

static st_trial *new_trial(st_search *s, const double *at)
{
	uint32_t n = s->o->count, m = s->o->constraints;
	st_trial *t = sb_new(s->arena, st_trial);
	*t = (st_trial){.tight = s->tight, .search = s->number, .cost = NAN};
	t->at = sb_new_array(s->arena, double, n + 3 * (size_t)m + 1);
	t->margin = t->at + n;
	t->off = t->margin + m;
	t->size = t->off + m;
	memcpy(t->at, at, n * sizeof *at);
	return t;
}

/* What was measured of its run; by any thread. */
static void fill_in(st_search *s, st_trial *t, const st_worker *w, se_status status)
{
	st_optimise *o = s->o;
	st_reading *r = &o->inside->reading[w->number];
	const char *why = st_reading_take(r, o->measures, w, status);
	char text[300] = "";
	for (uint32_t i = 0; !why && i <= o->constraints; i++)
		if (isnan(r->measured[i].value)) {
			snprintf(text, sizeof text, "%s: %s", st_measure_name(o->measures, i), r->measured[i].note);
			why = text;
		}
	t->state = why ? ST_TRIAL_FAILED : ST_TRIAL_DONE;
	if (why) {
		sb_lock(&o->inside->lock);
		t->message = sb_strdup(s->arena, why);
		sb_unlock(&o->inside->lock);
		return;
	}
	t->cost = r->measured[0].value;
	for (uint32_t i = 0; i < o->constraints; i++) {
		t->margin[i] = r->measured[i + 1].margin;
		t->off[i] = r->measured[i + 1].off;
		t->size[i] = r->measured[i + 1].size;
	}
}

se_settings st_trial_settings(const st_search *s)
{
	se_settings x = s->o->settings;
	if (s->tight && !s->o->request.keep_tolerance)
		x.tolerance = fmin(x.tolerance, ST_SLOPE_TOLERANCE);
	x.number = 1;
	x.rows = s->pieces ? SE_ROWS_PIECES : x.rows;
	return x;
}

void st_trial_values(const st_optimise *o, const double *at, double *values)
{
	for (uint32_t i = 0; i < o->count; i++)
		values[i] = st_vary_value(&o->vary[i], at[i]);
}

/* False: it was ended from outside. */
static bool simulate(st_search *s, st_trial *t)
{
	st_optimise *o = s->o;
	se_settings x = st_trial_settings(s);
	double *values = sb_resize(NULL, (o->count + 1) * sizeof *values);
	st_trial_values(o, t->at, values);
	x.progress = s->worker->number ? NULL : while_running;
	x.progress_context = o;
	se_status status = st_many_simulate(o->many, s->worker, values, &x);
	free(values);
	s->shown = NULL;
	if (st_worker_was_stopped(s->worker, status))
		return false;
	fill_in(s, t, s->worker, status);
	s->shown = t;
	return true;
}

bool st_shows(st_search *s, st_trial *t)
{
	return s->shown == t || simulate(s, t);
}

void st_note_slopes(st_search *s, const st_trial *t)
{
	s->followed++;
	sb_lock(&s->o->inside->lock);
	s->o->inside->runs++;
	st_journal_slopes(s->o, t);
	sb_unlock(&s->o->inside->lock);
}

static void add(st_search *s, st_trial *t, bool is_new)
{
	st_optimise *o = s->o;
	sb_lock(&o->inside->lock);
	sb_push(s->arena, s->trials, t);
	sb_map_put(&s->known, st_trial_key(o, t->at, t->tight), (uint64_t)(uintptr_t)t);
	note_best(o, t);
	if (is_new)
		st_journal_trial(o, t);
	sb_unlock(&o->inside->lock);
	if (st_is_better(o, t, s->top)) {
		s->top = t;
		s->better_at = s->trials.n;
	}
	if (t->state == ST_TRIAL_DONE) {
		double cost = s->violation ? st_violation(o, t) : st_scaled_cost(o, t);
		s->worst = fmax(s->worst, cost);
		s->least = fmin(s->least, cost);
	}
}

enum { KNOWN_MOST = 10000 };

/* Methods may go round in circles where the cost jumps. */
static uint32_t patience(const st_search *s)
{
	uint32_t n = s->o->count;
	if (!s->method || s->method->everywhere)
		return UINT32_MAX;
	return s->method->slopes ? 20 * (2 * n + 2) : 150 * (n + 1);
}

bool st_may_go_on(st_search *s)
{
	s->out = s->out || s->trials.n + s->followed >= s->budget;
	s->stale = s->stale || s->trials.n - s->better_at > patience(s);
	return !s->out && !s->stale && !st_optimise_ended(s->o);
}

/* One that is in the journal, as a trial of this search. NULL: it is not. */
static st_trial *from_journal(st_search *s, const double *at)
{
	const st_trial *b = find(s->o, &s->o->inside->before, at, s->tight);
	if (!b)
		return NULL;
	st_trial *t = new_trial(s, at);
	memcpy(t->at, b->at, (s->o->count + 3 * (size_t)s->o->constraints) * sizeof *t->at);
	t->state = b->state;
	t->cost = b->cost;
	t->message = b->message;
	t->slope = b->slope;
	t->why = b->why;
	s->followed += t->slope != NULL;
	return t;
}

const st_trial *st_try(st_search *s, const double *at)
{
	st_trial *t = find(s->o, &s->known, at, s->tight);
	if (t && s->asked++ < KNOWN_MOST)
		return t;
	s->stale = s->stale || t;        /* slsqp may ask for one point for ever */
	if (!st_may_go_on(s))
		return NULL;
	s->asked = 0;
	t = from_journal(s, at);
	bool is_new = !t;
	if (is_new) {
		t = new_trial(s, at);
		if (!simulate(s, t))
			return NULL;
	}
	add(s, t, is_new);
	if (!s->worker->number)
		tell_progress(s->o);
	return t;
}

/* ------------------------------------------------------------------------------------------------- many at once */

typedef struct batch { st_search *s; st_trial **trial; } batch;

static void point(void *context, uint64_t number, double *values)
{
	const batch *b = context;
	st_trial_values(b->s->o, b->trial[number]->at, values);
}

static void ended(void *context, const st_worker *worker, uint64_t number, se_status status)
{
	const batch *b = context;
	fill_in(b->s, b->trial[number], worker, status);
}

static bool in_order(void *context, uint64_t number)
{
	const batch *b = context;
	add(b->s, b->trial[number], true);
	return !b->s->o->broken;
}

static bool progress(void *context, uint64_t done)
{
	const batch *b = context;
	(void)done;
	tell_progress(b->s->o);
	return !b->s->o->inside->ended;
}

/* Those that have to be simulated, on all cores; in the order of their numbers. */
static void make_all(st_search *s, st_trial **trial, uint32_t count)
{
	batch b = {s, trial};
	s->shown = NULL;                     /* a batch leaves no runs behind */
	uint64_t *numbers = memset(sb_resize(NULL, (count + 1) * sizeof *numbers), 0, (count + 1) * sizeof *numbers);
	st_many_run(s->o->many, &(st_batch){.count = count, .threads = s->o->request.threads,
		.settings = st_trial_settings(s), .numbers = numbers, .point = point, .ended = ended, .in_order = in_order,
		.progress = progress, .context = &b});
	free(numbers);
}

bool st_try_all(st_search *s, const double *at, uint32_t count, const st_trial **out)
{
	uint32_t n = s->o->count, wanted = 0;
	bool all = true;
	st_trial **made = s->alone ? sb_resize(NULL, (count + 1) * sizeof(st_trial *)) : NULL;
	for (uint32_t i = 0; i < count && made; i++) {
		const double *x = at + (size_t)i * n;
		if (!wanted && find(s->o, &s->o->inside->before, x, s->tight))
			st_try(s, x);            /* a batch that was interrupted has left its first ones */
		bool again = find(s->o, &s->known, x, s->tight) != NULL;
		for (uint32_t k = 0; k < wanted && !again; k++)
			again = is_at(s->o, made[k], x, s->tight);
		if (again || s->trials.n + s->followed + wanted >= s->budget || find(s->o, &s->o->inside->before, x, s->tight))
			continue;
		made[wanted++] = new_trial(s, x);
	}
	if (wanted && st_may_go_on(s))
		make_all(s, made, wanted);
	free(made);
	for (uint32_t i = 0; i < count; i++) {
		out[i] = st_try(s, at + (size_t)i * n);
		all = all && out[i];
	}
	return all;
}
