/* Runs of the points of a batch. */
#include "study/many/many_inside.h"
#include "base/stop.h"
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

typedef struct attempt { se_run *run; const se_settings *settings; se_status status; } attempt;

static void make_attempt(void *context)
{
	attempt *a = context;
	a->status = se_simulate(a->run, a->settings);
}

se_status st_simulate(se_run *run, const se_settings *settings, bool *left)
{
	attempt a = {run, settings, SE_FAILED};
	*left = !sb_attempt(make_attempt, &a);
	return *left ? se_abandon(run) : a.status;
}

static bool set_values(const st_many *x, const st_program_of *p, se_run *run, const double *values)
{
	bool good = true;
	for (uint32_t i = 0; i < x->count && good; i++)
		if (p->scalar[i] != UINT32_MAX)
			good = se_set(run, p->scalar[i], values[i]);
	return good;
}

/* The program stays taken until the next point of this worker, so that what was simulated can be looked at. */
se_status st_many_simulate(st_many *x, st_worker *w, const double *values, const se_settings *s)
{
	st_program_of *p = st_program_take(x, values, w->number);
	double since = sb_clock();
	bool left = false;
	if (w->program)
		st_program_give_back(x, w->program, w->seconds);
	w->program = p;
	w->seconds = 0;
	w->model = p->model;
	w->translation = p->number;
	w->run = p->runs[w->number].run;
	w->diag = w->run ? p->runs[w->number].diag : p->model->diag;
	if (!w->run) {
		w->first = 0;
		return SE_FAILED;
	}
	sb_take_back(w->diag, 0, NULL);          /* what was said about the point before */
	w->first = sb_messages(w->diag);
	if (!set_values(x, p, w->run, values))
		return SE_FAILED;
	se_status status = st_simulate_to_last(w->model, w->run, s, w->diag, &left);
	w->left = left;
	w->seconds = sb_clock() - since;
	return status;
}

static void leave(st_many *x, st_worker *w)
{
	if (w->program && !sb_was_left())
		st_program_give_back(x, w->program, w->seconds);
	w->program = NULL;
	w->run = NULL;
}

const char *st_worker_message(const st_worker *w)
{
	for (uint32_t i = w->first; i < sb_messages(w->diag); i++) {
		sb_message_view m = sb_message_at(w->diag, i);
		if (m.severity == SB_ERROR)
			return m.text;
	}
	return "";
}

bool st_worker_was_stopped(const st_worker *w, se_status status)
{
	return w->left || status == SE_STOPPED || (status == SE_TIMEOUT && sb_stopped() != SB_GO_ON);
}

st_worker *st_many_worker(st_many *x)
{
	x->own.number = ST_THREADS_MOST - 1;
	return &x->own;
}

st_worker *st_many_member(st_many *x, uint32_t number)
{
	x->workers[number].number = number;
	return &x->workers[number];
}

typedef struct batch { st_many *x; const st_batch *b; atomic_bool ending; } batch;

/* A long run of the caller's thread lets progress be told, too. */
static bool still_running(void *context, const se_progress *p)
{
	batch *c = context;
	(void)p;
	if (c->b->progress && !c->b->progress(c->b->context, UINT64_MAX))
		atomic_store(&c->ending, true);
	return !atomic_load(&c->ending);
}

/* Long runs of other threads end with it. */
static bool not_ending(void *context, const se_progress *p)
{
	batch *c = context;
	(void)p;
	return !atomic_load(&c->ending);
}

static bool work(void *context, uint32_t worker, uint64_t number)
{
	batch *c = context;
	st_many *x = c->x;
	st_worker *w = &x->workers[worker];
	se_settings s = c->b->settings;
	w->number = worker;
	if (!x->values[worker])
		x->values[worker] = sb_resize(NULL, (x->count + 1) * sizeof(double));
	c->b->point(c->b->context, number, x->values[worker]);
	s.number = 1 + (c->b->numbers ? c->b->numbers[number] : number);
	s.progress = worker ? not_ending : still_running;
	s.progress_context = c;
	se_status status = st_many_simulate(x, w, x->values[worker], &s);
	if (st_worker_was_stopped(w, status))
		return false;
	c->b->ended(c->b->context, w, number, status);
	return true;
}

static bool in_order(void *context, uint64_t number)
{
	const batch *c = context;
	return c->b->in_order(c->b->context, number);
}

static bool progress(void *context, uint64_t done)
{
	batch *c = context;
	bool goes_on = c->b->progress(c->b->context, done);
	if (!goes_on)
		atomic_store(&c->ending, true);
	return goes_on;
}

uint64_t st_many_run(st_many *x, const st_batch *b)
{
	batch c = {.x = x, .b = b};
	uint64_t done = st_team_work(&(st_team){.count = b->count, .threads = b->settings.log ? 1 : b->threads,
		.window = b->window, .work = work, .in_order = b->in_order ? in_order : NULL,
		.progress = b->progress ? progress : NULL, .context = &c});
	for (uint32_t i = 0; i < ST_THREADS_MOST; i++)
		leave(x, &x->workers[i]);
	return done;
}
