/* WAIT UNTILs that accumulate: of processes that act on the motion they wait for (accumulate.h).
 *
 * What a process waits for has no latch and is looked at only while somebody waits. So of its cycles nothing is known
 * but when they ended. A bounce is expected where a process goes on because a relation has turned, and the states jump
 * in that instant so that the function of the relation goes back. Whether it does is seen in the steps that follow,
 * whoever waits for it meanwhile.
 *
 * A motion that fades below the tolerance is woken by, too, for as long as its errors go to and fro (E151). How far it
 * goes follows from its speed where it turns and the time of a cycle. If errors within the tolerance make as much of
 * it, again and again, a warning tells that nobody knows how often the process should go on. */
#include "engine/accumulate/bounce.h"
#include "engine/evaluate/engine_evaluate.h"
#include "engine/evaluate/speed.h"
#include "engine/process/engine_process.h"
#include "engine/solve/engine_solve.h"
#include "engine/watch/watch.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SHRINKING = 10, HALVES = 45, CLOSE = 100, OFTEN = 2 };
static const double DOUBT = 10;          /* times what errors make of a function: less may be errors */
static const double SHORTER = 0.95;      /* a cycle of a motion that fades is as long as the one before */
static const double MUCH = 10;           /* times that, which is found for one direction of the errors only */

typedef struct met { uint32_t number, used, wait; } met; /* an activation that went on, and what it had waited for */
/* turn: of the relations of the wait */
typedef struct expected { met of; uint32_t turn; double g, side; bool stopped; } expected;
/* number, used: the activation that went on last; doubtful: how often in a row errors may have woken it. */
typedef struct story {
	se_cycles cycles;
	bool bounces, told, kept_up_told, doubt_told;
	uint32_t number, used, doubtful;
} story;

typedef struct se_awaited {
	story *of;                       /* by wait of the image */
	sb_vec(met) met;                 /* in the present instant */
	sb_vec(expected) expected;
	double *f, *values; uint32_t states, turns;      /* room for so many */
} se_awaited;

void se_awaited_clear(se_run *run)
{
	run->gathering->awaited = sb_new(run->once, se_awaited);
	run->gathering->awaited->of = sb_new_array(run->once, story, run->image->waits.n + 1);
}

void se_note_woken(se_run *run, const se_activity *a)
{
	uint32_t wait = a->object - 1;
	se_cycles *q = &run->gathering->awaited->of[wait].cycles;
	if (!run->image->waits.at[wait].moving)
		return;
	sb_push(run->once, run->gathering->awaited->met, ((met){a->number, a->used, wait}));
	if (q->count && q->last == run->time)
		return;
	bool close = q->count && run->time - q->last <= 1e4 * DBL_EPSILON * se_size(run);
	q->tiny_since = close && q->tiny ? q->tiny_since : run->time;
	q->tiny = close ? q->tiny + 1 : 0;
	se_add_cycle(q, run->time, 0);
}

/* ------------------------------------------------------------------------------------------- functions of relations */

static void make_room(se_run *run)
{
	se_awaited *w = run->gathering->awaited;
	uint32_t turns = 0, n = run->image->states;
	for (uint32_t i = 0; i < run->image->waits.n; i++)
		turns = run->image->waits.at[i].turns.n > turns ? run->image->waits.at[i].turns.n : turns;
	if (w->f && w->states >= n && w->turns >= turns)
		return;
	w->f = sb_new_array(run->once, double, n + 1);
	w->values = sb_new_array(run->once, double, turns + 1);
	w->states = n;
	w->turns = turns;
}

static void wait_turns(se_run *run, const void *context)
{
	const met *of = context;
	sc_activation *self = se_activation_of(run->process->at[of->number]);
	run->f->wait_turns(run->d, self, (int)of->wait, run->gathering->awaited->values);
}

static bool probe(se_run *run, const void *context, double t, const double *x, double *f, double *value)
{
	const expected *e = context;
	bool good = se_evaluate_at(run, t, x, f, run->view->near, wait_turns, &e->of);
	*value = run->gathering->awaited->values[e->turn];
	return good;
}

static double function_at(se_run *run, const expected *e, double t, const double *x)
{
	double value;
	return probe(run, e, t, x, run->gathering->awaited->f, &value) ? value : NAN;
}

static const si_turn *turn_at(const se_run *run, uint32_t wait, uint32_t turn)
{
	return &run->image->turns.at[run->image->waits.at[wait].turns.first + turn];
}

/* The size of the terms of its function, or of the states that it may be a difference of. */
static double size_of(se_run *run, const expected *e, const double *x)
{
	double size = se_terms(run, turn_at(run, e->of.wait, e->turn)->terms);
	for (uint32_t i = 0; i < run->image->states; i++)
		size = fmax(size, fabs(x[i]));
	return size;
}

/* ---------------------------------------------------------------------------------------------------------- bounces */

/* Does the jump of the states in this instant turn the function back that has just turned, or end its motion? */
static void expect(se_run *run, const met *of, uint32_t turn, const double *before)
{
	expected e = {.of = *of, .turn = turn};
	const si_turn *t = turn_at(run, of->wait, turn);
	if (t->op == SI_TO_FLOOR || t->op == SI_TO_CEIL)
		return;
	double was = function_at(run, &e, run->time, before), size = size_of(run, &e, before);
	se_speed first = se_speed_of(run, probe, &e, run->time, before, size, INFINITY),
			 then = se_speed_of(run, probe, &e, run->time, run->x, size, INFINITY);
	e.g = function_at(run, &e, run->time, run->x);
	e.side = was != 0 ? copysign(1, was) : copysign(1, first.rate);
	double noise = 1e-6 * se_terms(run, t->terms), came = first.rate * e.side, speed = then.rate * e.side;
	story *s = &run->gathering->awaited->of[of->wait];
	/* as in se_expect_bounce */
	bool on = speed > then.error && (came > first.error || !s->bounces),
		 ended = came >= -first.error && fabs(came - speed) > first.error + then.error;
	/* it has come to zero just now, it came from the other side, and the jump moves its rate and not the function
	 * itself */
	if (!(fabs(was) <= fmax(noise, 1e-6 * fabs(came) * se_size(run))) || on || (!s->bounces && !ended))
		return;
	if (fabs(e.g - was) > fmax(1e-3 * noise, 4 * fabs(was)))
		return;
	s->bounces = s->bounces || speed < -then.error;
	e.stopped = !s->bounces;
	sb_push(run->once, run->gathering->awaited->expected, e);
}

/* Where it was lost the run ends, or (a motion that was only stopped) a warning is given. */
static void tell(se_run *run, const expected *e)
{
	story *s = &run->gathering->awaited->of[e->of.wait];
	const se_cycles *q = &s->cycles;
	double most, left = q->shrinking >= 2 ? se_cycles_left(q, &most) : INFINITY;
	se_sighting seen = {.image = run->image,
						.watch = UINT32_MAX,
						.wait = e->of.wait + 1,
						.count = q->shrinking + 1,
						.since = q->first,
						.limit = run->time + left};
	const char *why_not = run->settings.on_zeno == SE_REST ? se_acts_by_process : NULL;
	if (e->stopped && !why_not) {
		if (!s->told)
			se_warn_of_passing(run, &seen);
		s->told = true;
		return;
	}
	run->failed = true;
	se_here(run);
	if (left < run->time - q->first)
		se_report_zeno(run, &seen, why_not);
	else
		se_report_lost(run, &seen, why_not);
}

/* Between the present time and `at`: has the function been on the side from which it came, by more than the solver's
 * error? A short way back is looked for in ever smaller parts of the step. */
static bool went_back(se_run *run, const expected *e, double at)
{
	const si_turn *t = turn_at(run, e->of.wait, e->turn);
	double least = fmin(run->settings.tolerance, 1e-3) * se_terms(run, t->terms), part = at - run->time;
	for (int k = 0; k < HALVES && run->time + part > run->time; k++, part *= 0.5) {
		se_interpolate(run, run->time + part, run->x_try);
		double g = function_at(run, e, run->time + part, run->x_try) * e->side;
		if (k == 0 ? g < 0 : g < -least)
			return true;
	}
	return false;
}

bool se_awaited_is_lost(se_run *run, double at)
{
	se_awaited *w = run->gathering->awaited;
	uint32_t kept = 0;
	for (uint32_t k = 0; k < w->expected.n && !run->failed; k++) {
		expected e = w->expected.at[k];
		if (run->process->at[e.of.number]->used != e.of.used)
			continue;
		if (run->image->states)
			se_interpolate(run, at, run->x_try);
		double depth = function_at(run, &e, at, run->x_try) * e.side;
		if (depth >= 0 &&
			depth <= 4 * fmax(fabs(e.g), se_noise(run, turn_at(run, e.of.wait, e.turn)->terms)))
			w->expected.at[kept++] = e;
		else if (depth >= 0 && !went_back(run, &e, at))
			tell(run, &e);
	}
	w->expected.n = kept;
	return run->failed;
}

/* ------------------------------------------------------------------------------------------------ around an instant */

/* See is_kept_up of accumulate.c. */
static void look_at_steps(se_run *run, uint32_t wait)
{
	story *s = &run->gathering->awaited->of[wait];
	const se_cycles *q = &s->cycles;
	if (!run->ops->fixed_step || !s->bounces || s->kept_up_told || !se_cycles_stay(q, run->settings.step))
		return;
	s->kept_up_told = true;
	se_warn_of_steps(
		run,
		&(se_sighting){
			.image = run->image, .wait = wait + 1, .count = q->steady, .peak = se_cycle_back(q, 0, q->length)},
		true, NULL);
}

/* They follow each other at the resolution of time. */
static bool is_close(se_run *run, uint32_t wait)
{
	const story *s = &run->gathering->awaited->of[wait];
	const se_cycles *q = &s->cycles;
	if (q->tiny < CLOSE)
		return false;
	se_sighting seen = {.image = run->image,
						.watch = UINT32_MAX,
						.wait = wait + 1,
						.count = q->tiny + 1,
						.since = q->tiny_since,
						.limit = run->time};
	const char *why_not = run->settings.on_zeno == SE_REST && s->bounces ? se_acts_by_process
	                      : run->settings.on_chatter == SE_SLIDE && !s->bounces ? se_acts_by_process : NULL;
	run->failed = true;
	if (s->bounces)
		se_report_zeno(run, &seen, why_not);
	else
		se_report_chatter(run, &seen, why_not);
	return true;
}

/* Do these waits follow each other ever sooner? */
static bool accumulates(se_run *run, uint32_t wait)
{
	const se_cycles *q = &run->gathering->awaited->of[wait].cycles;
	double most, left = q->shrinking >= SHRINKING ? se_cycles_left(q, &most) : INFINITY;
	se_sighting seen = {.image = run->image,
						.watch = UINT32_MAX,
						.wait = wait + 1,
						.count = q->shrinking + 1,
						.since = q->first,
						.limit = run->time + left};
	if (!isfinite(left) || most > SE_LEFT * (run->time - q->first) || seen.limit > run->settings.stop)
		return false;
	run->failed = true;
	se_report_zeno(run, &seen, run->settings.on_zeno == SE_REST ? se_acts_by_process : NULL);
	return true;
}

/* What errors of all states make of the function, about: its sign is not the same for all. */
static double errors_of(se_run *run, const expected *e, const double *x)
{
	uint32_t n = run->image->states;
	double *moved = sb_draw(NULL, (n + 1) * sizeof *moved), here = function_at(run, e, run->time, x), most = 0;
	for (uint32_t look = 0; look < 2; look++) {
		for (uint32_t i = 0; i < n; i++)
			moved[i] = x[i] + run->tolerance * (fabs(x[i]) + run->size[i]) * ((i >> look) % 2 ? -1 : 1);
		most = fmax(most, fabs(function_at(run, e, run->time, moved) - here));
	}
	sb_put_back(moved);
	return most;
}

/* How far the function goes within a cycle, if it is this one that has turned; 0: it is not. */
static double reach_of(se_run *run, const expected *e, const double *x, double cycle)
{
	static const double NEAR = 1e-2, ROUND = 2 * 3.14159265358979;
	uint32_t op = turn_at(run, e->of.wait, e->turn)->op;
	if (op == SI_TO_FLOOR || op == SI_TO_CEIL)
		return 0;
	se_speed speed = se_speed_of(run, probe, e, run->time, x, size_of(run, e, x), INFINITY);
	double reach = fabs(speed.rate) * cycle / ROUND;
	return fabs(function_at(run, e, run->time, x)) <= NEAR * reach ? reach : 0;
}

static void tell_doubt(se_run *run, const expected *e, const double *x, double reach)
{
	const si_wait *w = &run->image->waits.at[e->of.wait];
	double most, sum;
	uint32_t worst = se_find_worst(run, probe, e, x, &most, &sum);
	if (worst == UINT32_MAX || reach > DOUBT * sum)
		return;
	run->gathering->awaited->of[e->of.wait].doubt_told = true;
	sb_text text = {0};
	si_print(run->image, w->condition, &text);
	sb_message *m = sb_report(run->diag, SB_WARNING, "R0722", w->span,
							  "near time %.9g '%s', which is waited for again and again, moves so little that errors "
							  "may decide how often it becomes true", run->time, text.at);
	se_explain_errors(run, m, reach, x, worst, most);
	sb_help(m, "if it matters, use a smaller tolerance (--tol %.0e); if not, wait for a level that the motion does not "
			   "reach then, or stop waiting when it has become that small",
			0.01 * run->tolerance * fmin(1, reach / sum));
	sb_text_free(&text);
}

/* The same activation has waited for the same again. Cycles that shrink one after another accumulate, which is looked
 * for and told by others: a ball comes to rest on its floor. */
static void look_for_errors(se_run *run, const met *of, const double *x)
{
	story *s = &run->gathering->awaited->of[of->wait];
	bool again = s->number == of->number && s->used == of->used && s->cycles.n && !s->doubt_told && !run->hold;
	double cycle = again ? se_cycle_back(&s->cycles, 0, s->cycles.length) : 0;
	double before = s->cycles.n > 1 ? se_cycle_back(&s->cycles, 1, s->cycles.length) : 0;
	again = again && !s->bounces && cycle > SHORTER * before;
	bool doubtful = false;
	s->number = of->number;
	s->used = of->used;
	for (uint32_t i = 0; again && i < run->image->waits.at[of->wait].turns.n; i++) {
		expected e = {.of = *of, .turn = i};
		double reach = reach_of(run, &e, x, cycle);
		if (!(reach > 0) || reach > MUCH * DOUBT * errors_of(run, &e, x))
			continue;
		doubtful = true;
		if (s->doubtful >= OFTEN && !s->doubt_told)
			tell_doubt(run, &e, x, reach);
	}
	s->doubtful = doubtful ? s->doubtful + 1 : 0;
}

bool se_look_at_awaited(se_run *run, const double *before)
{
	se_awaited *w = run->gathering->awaited;
	if (before)
		w->expected.n = 0;       /* the states have jumped: what was expected of them is not any more */
	if (w->met.n)
		make_room(run);
	for (uint32_t k = 0; k < w->met.n && !run->failed; k++) {
		met of = w->met.at[k];
		bool there = run->process->at[of.number]->used == of.used;
		for (uint32_t i = 0; before && there && i < run->image->waits.at[of.wait].turns.n; i++)
			expect(run, &of, i, before);
		if (there && run->image->states)
			look_for_errors(run, &of, before ? before : run->x);
		if (!is_close(run, of.wait) && !accumulates(run, of.wait))
			look_at_steps(run, of.wait);
	}
	w->met.n = 0;
	return !run->failed;
}

void se_awaited_archive(se_run *run, sb_archive *a)
{
	sb_archive_tag(a, "awaited");
	sb_archive_bytes(a, run->gathering->awaited->of, run->image->waits.n * sizeof *run->gathering->awaited->of);
	sb_archive_vec(a, run->once, run->gathering->awaited->met);
	sb_archive_vec(a, run->once, run->gathering->awaited->expected);
}
