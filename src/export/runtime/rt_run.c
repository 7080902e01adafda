/* A run: its arrays, which lie in the struct of the model, failures, inputs. */
#include "export/runtime/export_runtime.h"

#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- the arrays. One function tells how long they are and gives them their places. */

typedef struct carving { rt_real *reals; long long *wholes; const char **texts; uint32_t *counts; unsigned char *bytes;
	rt_sizes used; } carving;

/* The next n of a kind; NULL while they are only counted. */
#define CARVE(kind, type) \
	static type *kind(carving *c, size_t n) \
	{ \
		type *at = c->kind ? c->kind + c->used.kind : NULL; \
		c->used.kind += n; \
		return at; \
	}
CARVE(reals, rt_real)
CARVE(wholes, long long)
CARVE(texts, const char *)
CARVE(counts, uint32_t)
CARVE(bytes, unsigned char)
#undef CARVE

static void carve_factors(carving *c, sc_dense *f, uint32_t n)
{
	sc_dense unused;
	f = f ? f : &unused;
	f->n = n;
	f->lu = reals(c, (size_t)n * n);
	f->row_scale = reals(c, n);
	f->column_max = reals(c, n);
	f->pivot = counts(c, n);
	f->order = counts(c, n);
	f->nonzero = bytes(c, (size_t)n * n);
	f->left = bytes(c, n);
	f->right = bytes(c, n);
}

static void carve_values(carving *c, rt_run *run, const rt_model *m)
{
	rt_data *d = &run->d;
	d->x = reals(c, m->states);
	d->xd = reals(c, m->states);
	d->r = reals(c, m->reals);
	d->i = wholes(c, m->wholes);
	d->s = texts(c, m->texts);
	d->pre_r = reals(c, m->pres);
	d->pre_i = wholes(c, m->pres);
	d->pre_s = texts(c, m->texts ? m->pres : 0);
	d->latch = wholes(c, m->watches);
	d->clock = wholes(c, m->clocks);
	run->given = (char *)bytes(c, m->parameters);
	d->given = run->given;
	d->due = reals(c, m->events);
}

static void carve_events(carving *c, rt_run *run, const rt_model *m)
{
	run->g = reals(c, m->watches);
	run->reach = reals(c, m->watches);
	run->when = reals(c, m->watches);
	run->slope = reals(c, m->watches);
	run->planned = reals(c, m->watches);
	run->clock_start = reals(c, m->clocks + m->events);
	run->clock_interval = reals(c, m->clocks + m->events);
	run->tick = (unsigned long long *)wholes(c, m->clocks + m->events);
	run->base_at = reals(c, m->bases);
	run->base_interval = reals(c, m->bases);
	run->base_tick = (unsigned long long *)wholes(c, m->bases);
	run->base_units = wholes(c, m->bases);
	run->reinit = reals(c, m->states);
	run->reinit_set = bytes(c, m->states);
	run->event_value = reals(c, m->events);
	run->event_at = reals(c, m->events);
	run->event_true = bytes(c, m->events);
	run->queue = counts(c, m->events);
	run->before = reals(c, m->inputs);
	run->ticked = bytes(c, m->clocks);
	run->base_due = bytes(c, m->bases);
}

static void carve_solver(carving *c, rt_run *run, const rt_model *m, sc_dense *factors)
{
	static const int stages[] = { 1, 2, 4, 1, 7, 10 };
	int implicit = m->solver == RT_IMPLICIT || m->solver == RT_RODAS;
	for (int k = 0; k < stages[m->solver]; k++)
		run->k[k] = reals(c, m->states);
	run->x0 = reals(c, m->states);
	run->stage = reals(c, m->states);
	run->began = reals(c, m->states);
	run->jacobian = reals(c, implicit ? m->jacobian : 0);
	run->matrix = reals(c, implicit ? (size_t)m->states * m->states : 0);
	for (uint32_t k = 0; k < m->loops; k++)
		carve_factors(c, factors ? &factors[k] : NULL, m->loop[k].n);
	carve_factors(c, factors ? &factors[m->loops] : NULL, implicit ? m->states : 0);
	run->factors = factors;
	run->last = reals(c, m->entries);
	run->factored = bytes(c, m->loops);
	run->told = bytes(c, m->asserts + m->actions);
	run->work = reals(c, RT_NEWTON_VECTORS * (size_t)m->largest + m->entries);
	run->squares = reals(c, 2 * (size_t)m->squares * m->squares);
}

static void carve_delays(carving *c, rt_run *run, const rt_model *m, rt_history *histories)
{
	run->delay_value = reals(c, m->delays);
	run->delay_ago = reals(c, m->delays);
	run->delay_longest = reals(c, m->delays);
	for (uint32_t k = 0; k < m->delays; k++) {
		rt_real *time = reals(c, m->delay[k].room), *value = reals(c, m->delay[k].room);
		if (!histories)
			continue;
		histories[k].time = time;
		histories[k].value = value;
		histories[k].room = m->delay[k].room;
	}
	run->history = histories;
}

static void carve(carving *c, rt_run *run, const rt_model *m, sc_dense *factors, rt_history *histories)
{
	carve_values(c, run, m);
	carve_events(c, run, m);
	carve_solver(c, run, m, factors);
	carve_delays(c, run, m, histories);
	run->letters = (char *)bytes(c, m->letters);
	c->used.bytes = (c->used.bytes + 15) & ~(size_t)15;
	run->scratch = (char *)bytes(c, m->scratch);
}

rt_sizes rt_sizes_of(const rt_model *m)
{
	carving c = { 0 };
	rt_run run = { 0 };
	carve(&c, &run, m, NULL, NULL);
	return c.used;
}

static void put_known(rt_data *d, const rt_model *m)
{
	for (uint32_t k = 0; k < m->knowns; k++) {
		const rt_known *row = &m->known[k];
		for (uint32_t i = 0; i < row->n; i++)
			if (row->store == RT_REAL)
				d->r[row->index + i] = m->known_reals[row->first + i];
			else if (row->store == RT_WHOLE)
				d->i[row->index + i] = m->known_wholes[row->first + i];
			else
				d->s[row->index + i] = m->known_texts[row->first + i];
	}
}

void rt_open(rt_run *run, const rt_model *m, rt_room room)
{
	carving c = { room.reals, room.wholes, room.texts, room.counts, room.bytes, { 0 } };
	memset(run, 0, sizeof *run);
	run->model = m;
	carve(&c, run, m, room.factors, room.histories);
	for (size_t k = 0; k < c.used.reals; k++)
		room.reals[k] = 0;
	for (size_t k = 0; k < c.used.wholes; k++)
		room.wholes[k] = 0;
	for (size_t k = 0; k < c.used.texts; k++)
		room.texts[k] = "";
	memset(room.bytes, 0, c.used.bytes);
	for (uint32_t k = 0; k < m->delays; k++)
		room.histories[k].first = room.histories[k].n = 0;
	put_known(&run->d, m);
	run->d.lambda = 1;
	run->step = m->step;
	run->tolerance = m->tolerance;
	run->status = RT_OK;
	for (uint32_t k = 0; k < m->events; k++)
		run->d.due[k] = run->event_at[k] = (rt_real)NAN;
}

/* All values were copied; what points into the other struct is made anew. */
void rt_copied(rt_run *run, rt_room room)
{
	carving c = { room.reals, room.wholes, room.texts, room.counts, room.bytes, { 0 } };
	carve(&c, run, run->model, room.factors, room.histories);
}

/* ---- values by their places */

rt_real rt_get(const rt_data *d, rt_place p)
{
	if (p.store == RT_WHOLE)
		return (rt_real)rt_get_whole(d, p);
	rt_real v = p.store == RT_STATE ? d->x[p.index] : p.store == RT_RATE ? d->xd[p.index] : d->r[p.index];
	return p.negated ? -v : v;
}

void rt_set(rt_data *d, rt_place p, rt_real value)
{
	rt_real v = p.negated ? -value : value;
	if (p.store == RT_WHOLE)
		rt_set_whole(d, p, (long long)value);
	else if (p.store == RT_STATE)
		d->x[p.index] = v;
	else
		d->r[p.index] = v;
}

long long rt_get_whole(const rt_data *d, rt_place p)
{
	long long v = d->i[p.index];
	return !p.negated ? v : p.boolean ? !v : -v;
}

void rt_set_whole(rt_data *d, rt_place p, long long value)
{
	d->i[p.index] = !p.negated ? value : p.boolean ? !value : -value;
}

int rt_is_finite(rt_real x)
{
	return x - x == 0;
}

#ifdef RT_SINGLE
#define EPSILON FLT_EPSILON
#else
#define EPSILON DBL_EPSILON
#endif

rt_real rt_rounding(rt_real time, rt_real start)
{
	rt_real a = time < 0 ? -time : time, b = start < 0 ? -start : start;
	return 4 * EPSILON * (a > b ? a : b);
}

/* ---- what went wrong */

void rt_say(rt_run *run, const char *code, const char *format, ...)
{
	va_list list;
	int n = snprintf(run->message, sizeof run->message, "%s, time %.9g: ", code, (double)run->d.time);
	size_t used = n < 0 ? 0 : (size_t)n < sizeof run->message ? (size_t)n : sizeof run->message - 1;
	va_start(list, format);
	vsnprintf(run->message + used, sizeof run->message - used, format, list);
	va_end(list);
}

static const rt_site *site_of(const rt_run *run, int site)
{
	if (run->beside)
		return site >= 0 && (uint32_t)site < run->besides ? &run->beside[site] : NULL;
	return site >= 0 && (uint32_t)site < run->model->sites ? &run->model->site[site] : NULL;
}

void rt_fail(rt_data *d, int site, const char *why)
{
	rt_run *run = (rt_run *)d;
	const rt_site *at = site_of(run, site);
	if (d->failed)
		return;
	d->failed = 1;
	rt_say(run, at ? at->where : run->model->name, "%s", why);
}

void rt_subscript(rt_data *d, int site, long long k, long long n)
{
	char why[80];
	snprintf(why, sizeof why, "the subscript %lld is outside 1:%lld", k, n);
	rt_fail(d, site, why);
}

/* what: 0 a quotient, else a function */
void rt_undefined(rt_data *d, int site, int what, const char *text, rt_real a, rt_real b)
{
	char why[120];
	(void)text;
	if (what == 0)
		snprintf(why, sizeof why, "%.9g/%.9g has no value", (double)a, (double)b);
	else
		snprintf(why, sizeof why, "a function has no value at %.9g", (double)a);
	rt_fail(d, site, why);
}

void rt_warn(rt_data *d, int site, const char *message)
{
	rt_run *run = (rt_run *)d;
	const rt_site *at = site_of(run, site);
	if (!run->warned)
		rt_say(run, at ? at->where : run->model->name, "%s", message);
	run->warned = 1;
}

void rt_assertion(rt_data *d, int number, int inside_when, const char *message)
{
	rt_run *run = (rt_run *)d;
	const rt_model *m = run->model;
	const rt_site *at = inside_when ? &m->action_site[number] : &m->assert_site[number];
	if (inside_when ? m->action_warns[number] : m->assert_warns[number]) {
		unsigned char *told = &run->told[(inside_when ? m->asserts : 0) + (uint32_t)number];
		if (*told)                           /* once, as in a run */
			return;
		*told = 1;
		if (!run->warned)
			rt_say(run, at->where, "%s", message);
		run->warned = 1;
		return;
	}
	if (d->failed)
		return;
	d->failed = 1;
	rt_say(run, at->where, "assertion failed: %s", message);
}

void rt_terminate(rt_data *d, const char *message)
{
	rt_run *run = (rt_run *)d;
	if (run->status != RT_OK)
		return;
	run->status = RT_TERMINATED;
	rt_say(run, run->model->name, "%s", message);
}

rt_status rt_give_up(rt_run *run, const char *doing)
{
	if (run->status == RT_FAILED)
		return RT_FAILED;
	if (!run->d.failed)
		rt_say(run, run->model->name, "a value is not finite while %s", doing);
	return run->status = RT_FAILED;
}

/* A loop in a function that does not end is not seen here: there is no clock. */
void rt_tick(rt_data *d)
{
	(void)d;
}

void rt_touch(rt_data *d, int place)
{
	(void)d, (void)place;
}

void rt_fresh(rt_data *d, int site)
{
	(void)site;
	rt_apply_reinits((rt_run *)d);
	rt_fixed_point((rt_run *)d);
}

/* ---- memory of functions: a stack */

unsigned long long rt_mark(rt_data *d)
{
	return ((rt_run *)d)->scratch_used;
}

void rt_release(rt_data *d, unsigned long long mark)
{
	((rt_run *)d)->scratch_used = (size_t)mark;
}

void *rt_scratch(rt_data *d, unsigned long long n)
{
	rt_run *run = (rt_run *)d;
	size_t size = ((size_t)n + 15) & ~(size_t)15;
	if (size > run->model->scratch - run->scratch_used) {
		rt_fail(d, -1, "the memory for arrays of functions is used up: export it with a larger --scratch");
		size = 0;
		run->scratch_used = 0;
		if (run->model->scratch < n)
			return NULL;
	}
	char *at = run->scratch + run->scratch_used;
	run->scratch_used += size;
	memset(at, 0, size);
	return at;
}

/* What was there before stays until the function ends. */
void *rt_resize(rt_data *d, void *old, unsigned long long n)
{
	(void)old;
	return n ? rt_scratch(d, n) : NULL;
}

/* ---- inputs, and values of the present time */

static int inputs_differ(rt_run *run)
{
	const rt_model *m = run->model;
	int differ = 0;
	for (uint32_t k = 0; k < m->inputs; k++) {
		rt_real now = rt_get(&run->d, m->input[k]);
		differ = differ || now < run->before[k] || now > run->before[k];
		run->before[k] = now;
	}
	return differ;
}

rt_status rt_see_inputs(rt_run *run)
{
	if (run->status != RT_OK || !inputs_differ(run))
		return run->status;
	rt_status status = rt_instant(run);
	rt_restart(run);
	inputs_differ(run);
	return status;
}

int rt_values(rt_run *run)
{
	const rt_functions *f = run->model->functions;
	run->fresh = 0;
	f->rates(&run->d);
	f->watch(&run->d, run->g);
	f->outputs(&run->d);
	return !run->d.failed;
}

rt_status rt_look_at_asserts(rt_run *run)
{
	run->model->functions->asserts(&run->d);
	return run->d.failed ? rt_give_up(run, "assertions are looked at") : run->status;
}

rt_status rt_evaluate(rt_run *run)
{
	return rt_values(run) ? rt_look_at_asserts(run) : rt_give_up(run, "values are computed");
}
