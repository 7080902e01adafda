/* Delayed expressions in a run: what is kept of their past, and what comes out of it.
 *
 * A jump comes out after the delay as an instant (E22). A *corner* (a corner of the forcing, an event after which the
 * rates are others, the beginning of the run before which everything stood still) comes out as a corner, too: the
 * solution has one derivative less there than elsewhere, which the error estimate of a step does not see. So a step
 * ends there. What follows from it by the same delay or another one has one derivative more each time, and soon no
 * solver feels it. The past is never interpolated across a corner. */
#include "engine/evaluate/engine_evaluate.h"
#include "engine/past/delay.h"
#include <float.h>
#include <math.h>
#include <string.h>

enum { QUEUE_MOST = 10000 };

/* The times at which corners come out of one delay, in order: entries first .. n-1. */
typedef struct corner { double time; uint32_t level; } corner;
/* delay: its time when they were expected */
typedef struct queue { uint32_t first; sb_vec(corner) corners; double delay; } queue;
struct se_corners { sb_vec(queue) of; sb_vec(se_marks) marks; };        /* by number in the history */

void se_corners_clear(se_run *run)
{
	run->past->corners = sb_new(run->once, se_corners);
}

static queue *queue_of(se_run *run, uint32_t id)
{
	while (run->past->corners->of.n <= id)
		sb_push(run->once, run->past->corners->of, ((queue){0}));
	return &run->past->corners->of.at[id];
}

se_marks *se_marks_of(se_run *run, uint32_t id)
{
	while (run->past->corners->marks.n <= id)
		sb_push(run->once, run->past->corners->marks,
				((se_marks){.from = -INFINITY, .to = INFINITY, .seen = INFINITY}));
	return &run->past->corners->marks.at[id];
}

static bool is_now(double t, double now)
{
	return sb_has_come(t, now, fabs(now));
}

static void expect(se_run *run, queue *q, double t, uint32_t level)
{
	corner *last = q->corners.n > q->first ? &q->corners.at[q->corners.n - 1] : NULL;
	if (last && is_now(t, last->time)) {
		last->level = level < last->level ? level : last->level;
		return;
	}
	if (q->first > 64 && q->first > q->corners.n / 2) {
		memmove(q->corners.at, q->corners.at + q->first, (q->corners.n - q->first) * sizeof *q->corners.at);
		q->corners.n -= q->first;
		q->first = 0;
	}
	if (q->corners.n - q->first < QUEUE_MOST)        /* where events are so dense no step is long */
		sb_push(run->once, q->corners, ((corner){t, level}));
}

/* How often a corner goes through delays: each time the solution is smoother, and with many delays their sums are very
 * many. */
static uint32_t levels(const se_run *run)
{
	return run->image->delays.n <= 2 ? 4 : run->image->delays.n <= 10 ? 2 : 1;
}

static void note_corner(se_run *run, uint32_t level)
{
	for (uint32_t k = 0; k < run->image->transports.n; k++)
		se_profile_corner(&run->past->profiles.at[run->delays->profile_id[k]]);
	for (uint32_t k = 0; k < run->image->delays.n; k++) {
		const si_delay *delay = &run->image->delays.at[k];
		if (delay->still)
			continue;
		se_history_corner(run->past->history, run->delays->id[k]);
		if (level >= levels(run))
			continue;
		if (!delay->steady)
			se_note_mark(run, k, level + 1);
		else if (run->delays->time[k] > 0)
			expect(run, queue_of(run, run->delays->id[k]), run->time + run->delays->time[k], level + 1);
	}
}

void se_note_corner(se_run *run)
{
	note_corner(run, 0);
}

/* The corner that comes out now, if there is one: its level, or 0. */
static uint32_t due_now(se_run *run)
{
	uint32_t level = 0;
	for (uint32_t k = 0; k < run->past->corners->of.n; k++) {
		queue *q = &run->past->corners->of.at[k];
		for (; q->first < q->corners.n && is_now(q->corners.at[q->first].time, run->time); q->first++) {
			uint32_t one = q->corners.at[q->first].level;
			level = level == 0 || one < level ? one : level;
		}
	}
	return level;
}

double se_corner_limit(se_run *run, double limit)
{
	if (!run->image->delays.n)
		return limit;
	uint32_t level = due_now(run);
	if (level)
		note_corner(run, level);
	if (level && (level == 1 || (level == 2 && run->ops->remembers)) && run->solver)
		run->solver->operations->reset(run->solver, run->time, run->x, true);
	for (uint32_t k = 0; k < run->past->corners->of.n; k++) {
		const queue *q = &run->past->corners->of.at[k];
		if (q->first < q->corners.n)
			limit = fmin(limit, q->corners.at[q->first].time);
	}
	/* a delay that has become shorter than it was when the solver was told the longest step */
	double span = run->settings.stop - run->settings.start, least = isfinite(span) ? 1e-6 * span : 0;
	for (uint32_t k = 0; k < run->image->delays.n; k++)
		if (!run->image->delays.at[k].still && run->image->delays.at[k].steady && run->delays->time[k] > 0 &&
			run->delays->time[k] < run->longest)
			limit = fmin(limit, run->time + fmax(run->delays->time[k], least));
	return se_delays_move(run) && limit > run->time ? se_moving_limit(run, limit) : limit;
}

void se_go_past_marks(se_run *run, bool *jump, bool *anew)
{
	uint32_t level = se_pass_marks(run, false, jump);
	if (*jump)
		se_calendar_put(run->calendar, run->time, 0, SE_JUMP, 0);
	*anew = level > 0;
	if (level)
		note_corner(run, level);
	if (level && run->solver)
		run->ops->reset(run->solver, run->time, run->x, true);
}

bool se_delay_is_good(se_run *run, uint32_t k)
{
	const si_delay *delay = &run->image->delays.at[k];
	double time = run->delays->time[k], longest = run->delays->longest[k];
	if (time >= -2 * sb_one_time(fabs(run->time)) && !(time > longest + 1e-9 * fabs(longest)))
		return true;
	if (run->failed)
		return false;
	run->failed = true;
	if (time > longest) {
		sb_message *m = sb_report(run->diag, SB_ERROR, "R0235", delay->span,
								  "at time %.9g this delay is longer than its maximum, %.9g", run->time, longest);
		sb_note(m, "values older than delayMax are not kept");
		sb_help(m, "make delayMax, the last argument of delay, at least as long as the delay becomes");
		return false;
	}
	sb_message *m = sb_report(run->diag, SB_ERROR, "R0105", delay->span, "at time %.9g this delay is negative: %.9g",
							  run->time, time);
	sb_help(m, "delay(expression, time) looks back; future values are not known");
	return false;
}

/* The time of a delay has changed in this instant: what has gone in and not come out does so at other times than
 * expected. */
static void expect_anew(se_run *run, uint32_t k)
{
	queue *q = queue_of(run, run->delays->id[k]);
	double time = run->delays->time[k], t = run->time - time;
	if (q->delay == time)
		return;
	q->delay = time;
	q->first = q->corners.n = 0;
	bool jump;
	while (se_history_next(run->past->history, run->delays->id[k], &t, &jump)) {
		if (jump && t < run->time)
			se_calendar_put(run->calendar, t + time, 0, SE_JUMP, k);
		else if (!run->image->delays.at[k].still && t < run->time)
			expect(run, q, t + time, 1);
	}
}

/* A delayed expression that has jumped will jump again when its delay has passed. */
void se_note_jumps(se_run *run)
{
	if (!run->image->delays.n || !se_evaluate_delayed(run))
		return;
	run->f->delays(run->d, run->delays->value, run->delays->time, run->delays->longest);
	for (uint32_t k = 0; k < run->image->delays.n; k++) {
		double t, before;
		if (!se_delay_is_good(run, k))
			return;
		if (run->image->delays.at[k].steady)
			expect_anew(run, k);
		if (se_history_last(run->past->history, run->delays->id[k], &t, &before) && before != run->delays->value[k]) {
			if (t < run->time)       /* time has moved without a step, to an instant that is very near */
				se_history_add(run->past->history, run->delays->id[k], run->time, before);
			se_history_add(run->past->history, run->delays->id[k], run->time, run->delays->value[k]);
			if (run->image->delays.at[k].steady)
				se_calendar_put(run->calendar, run->time + run->delays->time[k], 0, SE_JUMP, k);
			else
				se_note_mark(run, k, 0);
		}
	}
}

/* ------------------------------------------------------------------------------------------------------ the past */

/* The delayed expressions at a time inside the last step. */
static void delayed_at(se_run *run, double t)
{
	se_delayed_at(run, t);
	run->f->delays(run->d, run->delays->value, run->delays->time, run->delays->longest);
}

/* Do values this dense reproduce the expressions? The middle of a piece is predicted from what is kept. */
static bool dense_enough(se_run *run, double from, double piece)
{
	double t = from + 0.5 * piece;
	delayed_at(run, t);
	for (uint32_t k = 0; k < run->image->delays.n; k++) {
		if (run->image->delays.at[k].still)
			continue;
		double v = run->delays->value[k], kept = se_history_at(run->past->history, run->delays->id[k], t, false, t, v);
		if (fabs(v - kept) > 0.1 * run->settings.tolerance * (1 + fabs(v)))
			return false;
	}
	return true;
}

static void keep_at(se_run *run, double t)
{
	delayed_at(run, t);
	for (uint32_t k = 0; k < run->image->delays.n; k++)
		if (!run->image->delays.at[k].still)
			se_history_add(run->past->history, run->delays->id[k], t, run->delays->value[k]);
}

/* Nothing is interpolated across the point that was kept last. */
static void keep_corner(se_run *run)
{
	for (uint32_t k = 0; k < run->image->delays.n; k++)
		if (!run->image->delays.at[k].still)
			se_history_corner(run->past->history, run->delays->id[k]);
}

/* What moves, from one time to another: as dense as its own motion asks for, which the error control of the states
 * knows nothing about. A part in which four values do not do is divided in four: a corner (of an abs, of what is under
 * noEvent) asks for many values close to it, and nowhere else. */
static void keep_between(se_run *run, double from, double until, int depth)
{
	enum { PARTS = 4, DEEPEST = 9 };
	double part = (until - from) / PARTS;
	bool good[PARTS], all = true;
	for (int i = 1; i <= PARTS; i++)
		keep_at(run, i == PARTS ? until : from + i * part);
	for (int i = 0; i < PARTS; i++) {
		good[i] = dense_enough(run, from + i * part, part);
		all = all && good[i];
	}
	if (all)
		return;
	for (uint32_t k = 0; k < run->image->delays.n; k++)
		if (!run->image->delays.at[k].still)
			se_history_cut(run->past->history, run->delays->id[k], from);
	bool deepest = depth >= DEEPEST || !(from + part > from);        /* a jump or a corner is in it */
	if (deepest)
		keep_corner(run);
	for (int i = 0; i < PARTS; i++) {
		double end = i == PARTS - 1 ? until : from + (i + 1) * part;
		if (good[i] || deepest)
			keep_at(run, end);
		else
			keep_between(run, from + i * part, end, depth + 1);
		if (deepest)
			keep_corner(run);
	}
}

/* What moves, between the places of the step (centre.c): nothing is interpolated across one, as it may be a corner or a
 * jump. */
static void keep_moving(se_run *run, double from, double until)
{
	uint32_t k = 0;
	double last, value;
	while (run->image->delays.at[k].still)
		k++;
	if (se_history_last(run->past->history, run->delays->id[k], &last, &value) && last < from)
		keep_at(run, from);      /* time has passed over a corner without a step (ahead.c) */
	for (double t = se_next_place(run, from); t < until; t = se_next_place(run, t)) {
		if (t - from > sb_shortest(fabs(t)))
			keep_between(run, from, t, 0);
		else
			keep_at(run, t);
		keep_corner(run);
		from = t;
	}
	keep_between(run, from, until, 0);
}

/* Keeps what is needed of the delayed expressions between two points of the last step. */
void se_remember(se_run *run, double from, double until)
{
	bool moving = false;
	double t, value;
	if (!run->image->delays.n)
		return;
	for (uint32_t k = 0; k < run->image->delays.n; k++)
		if (!run->image->delays.at[k].still)
			moving = true;
		else if (until > from && se_history_last(run->past->history, run->delays->id[k], &t, &value))
			se_history_add(run->past->history, run->delays->id[k], until, value);
	if (moving) {
		for (uint32_t k = 0; k < run->image->delays.n; k++)
			if (!run->image->delays.at[k].still)
				se_history_cut(run->past->history, run->delays->id[k], from);
		keep_moving(run, from, until);
	}
	for (uint32_t k = 0; k < run->image->delays.n; k++) {
		const si_delay *delay = &run->image->delays.at[k];
		double before = until - fmax(run->delays->longest[k], run->delays->time[k]);
		if (delay->endless)
			continue;
		se_history_forget(run->past->history, run->delays->id[k], before);
		if (!delay->steady)
			se_forget_marks(run, k, before);
	}
}

static void archive_corners(se_run *run, sb_archive *a)
{
	se_corners *c = run->past->corners;
	sb_archive_tag(a, "corners");
	uint32_t n = sb_archive_count(a, c->of.n, 1);
	for (uint32_t i = 0; i < n; i++) {
		queue *q = queue_of(run, i);
		sb_archive_one(a, q->first);
		sb_archive_one(a, q->delay);
		sb_archive_vec(a, run->once, q->corners);
	}
	n = sb_archive_count(a, c->marks.n, 1);
	for (uint32_t i = 0; i < n; i++) {
		se_marks *m = se_marks_of(run, i);
		sb_archive_vec(a, run->once, m->at);
		double *const numbers[] = {&m->from, &m->to, &m->seen, &m->seen_at};
		for (int k = 0; k < 4; k++)
			sb_archive_one(a, *numbers[k]);
		sb_archive_one(a, m->begun);
	}
}

void se_past_archive(se_run *run, sb_archive *a)
{
	se_kept_past *p = run->past;
	sb_archive_tag(a, "past");
	sb_archive_one(a, p->delay_count);
	sb_archive_one(a, p->lag);
	se_history_archive(p->history, a);
	archive_corners(run, a);
	uint32_t n = sb_archive_count(a, p->profiles.n, 1);
	for (uint32_t i = 0; i < n && i < p->profiles.n; i++)
		se_profile_archive(&p->profiles.at[i], a);
}
