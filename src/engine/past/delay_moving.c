/* Delays whose time moves, delay(x, T(time)): what goes in at time s comes out when time - T has come to s, which
 * nobody knows before.
 *
 * A *mark* is a jump or a corner of what has gone in, with its time. What comes out between two marks is smooth. While
 * the solver works each delay shows the stretch between the two marks around the time that it looks back to, and goes
 * on smoothly beyond them; so a step that looks past a mark is as good up to there as any other. After the step it is
 * found where it passed the mark, and the run stops there: at a jump for an instant (E22), at a corner for a new
 * beginning of the solver (E106). */
#include "engine/evaluate/engine_evaluate.h"
#include "engine/past/delay.h"
#include <float.h>
#include <math.h>
#include <string.h>

enum { SAMPLES = 4 }; /* points of a step at which it is looked where a delay looks back to */

static double rounding(double now)
{
	return 2 * sb_one_time(fabs(now));
}

static se_marks *marks_of(se_run *run, uint32_t k)
{
	return se_marks_of(run, run->delays->id[k]);
}

static bool moves(const se_run *run, uint32_t k)
{
	return !run->image->delays.at[k].steady;
}

bool se_delays_move(const se_run *run)
{
	for (uint32_t k = 0; k < run->image->delays.n; k++)
		if (moves(run, k))
			return true;
	return false;
}

void se_note_mark(se_run *run, uint32_t k, uint32_t level)
{
	se_marks *m = marks_of(run, k);
	se_mark *last = m->at.n ? &m->at.at[m->at.n - 1] : NULL;
	if (last && run->time <= last->time + rounding(run->time)) {
		last->level = level < last->level ? level : last->level;
		return;
	}
	sb_push(run->once, m->at, ((se_mark){run->time, level}));
	if (m->to == INFINITY && m->from < run->time)
		m->to = run->time;
}

/* Marks that nothing will look back to any more, but for the last of them. */
void se_forget_marks(se_run *run, uint32_t k, double before)
{
	se_marks *m = marks_of(run, k);
	uint32_t n = 0;
	while (n + 1 < m->at.n && m->at.at[n + 1].time < fmin(before, m->from))
		n++;
	if (n < 64 || n < m->at.n / 2)
		return;
	memmove(m->at.at, m->at.at + n, (m->at.n - n) * sizeof *m->at.at);
	m->at.n -= n;
}

/* The number of marks up to time t. */
static uint32_t marks_until(const se_marks *m, double t)
{
	uint32_t low = 0, high = m->at.n;
	while (low < high) {
		uint32_t middle = low + (high - low) / 2;
		if (m->at.at[middle].time <= t)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static void show(se_marks *m, uint32_t until)
{
	m->from = until ? m->at.at[until - 1].time : -INFINITY;
	m->to = until < m->at.n ? m->at.at[until].time : INFINITY;
}

/* ----------------------------------------------------------------------------------------------- what comes out */

double se_moving_delay(se_run *run, uint32_t k, double value, double time)
{
	double now = run->d->time, t = now - time;
	uint32_t id = run->delays->id[k];
	const se_marks *m = marks_of(run, k);
	bool shown = t >= m->from - rounding(now) && t <= m->to + rounding(now);
	if (now <= run->segment && !shown)               /* the time of the delay has jumped in this instant */
		return se_history_at(run->past->history, id, t, true, now, value);
	if (t > m->to)
		return se_history_beyond(run->past->history, id, m->to, true, t);
	if (t < m->from)
		return se_history_beyond(run->past->history, id, m->from, false, t);
	return se_history_at(run->past->history, id, t, t - m->from < m->to - t, now, value);
}

/* ------------------------------------------------------------------------------------------------- before a step */

static void look(se_run *run)
{
	if (!se_evaluate_delayed(run))
		sc_forgive(run->d);
	run->f->delays(run->d, run->delays->value, run->delays->time, run->delays->longest);
}

/* When it will look back to time s, at the present pace. */
static double expected(const se_marks *m, double now, double t, double s)
{
	double pace = m->seen < now ? (t - m->seen_at) / (now - m->seen) : 1, left = (s - t) / pace;
	return isfinite(left) && left > 0 ? now + 1.01 * left : INFINITY;
}

double se_moving_limit(se_run *run, double limit)
{
	double now = run->time, span = run->settings.stop - run->settings.start, own = INFINITY;
	span = isfinite(span) ? span : 0;
	se_at(run, now, run->x);
	look(run);
	for (uint32_t k = 0; k < run->image->delays.n; k++) {
		if (!moves(run, k))
			continue;
		se_marks *m = marks_of(run, k);
		double t = now - run->delays->time[k], near = rounding(now);
		if (t < m->from - near || t > m->to + near || !m->begun)
			show(m, marks_until(m, t + near));
		m->begun = true;
		/* what goes in during a step is not known yet, but for very short delays */
		double known = expected(m, now, t, now);
		if (known < INFINITY)
			own = fmin(own, fmax(known, now + 1e-6 * span));
		own = fmin(own, fmin(expected(m, now, t, m->to), expected(m, now, t, m->from)));
		m->seen = now;
		m->seen_at = t;
	}
	/* a step may go beyond a mark, but not be shorter than solvers can make it */
	return fmin(limit, fmax(own, now + fmax(1e-10 * span, 1e3 * DBL_EPSILON * fabs(now))));
}

/* -------------------------------------------------------------------------------------------------- after a step */

static bool is_past(const se_run *run, const se_marks *m, uint32_t k, double now)
{
	double t = now - run->delays->time[k];
	return t >= m->to || t < m->from - rounding(now);
}

static bool is_wrong(const se_run *run, uint32_t k, double now)
{
	return !(run->delays->time[k] >= -rounding(now)) ||
		   run->delays->time[k] > run->delays->longest[k] + 1e-9 * fabs(run->delays->longest[k]);
}

static bool any_past(se_run *run, double now)
{
	se_delayed_at(run, now);
	run->f->delays(run->d, run->delays->value, run->delays->time, run->delays->longest);
	for (uint32_t k = 0; k < run->image->delays.n; k++)
		if (moves(run, k) && (is_past(run, marks_of(run, k), k, now) || is_wrong(run, k, now)))
			return true;
	return false;
}

bool se_find_passed(se_run *run, double from, double *at)
{
	double low = from, high = from, until = *at;
	bool found = false;
	for (int i = 1; i <= SAMPLES && !found; i++) {
		low = high;
		high = i == SAMPLES ? until : from + i * ((until - from) / SAMPLES);
		found = any_past(run, high);
	}
	while (found) {
		double middle = low + 0.5 * (high - low);
		if (!(middle > low && middle < high) || high - low <= sb_beside(fabs(high)))
			break;
		if (any_past(run, middle))
			high = middle;
		else
			low = middle;
	}
	if (found)
		*at = high;
	return found;
}

/* The level of the smallest mark that is passed at the present time; *jump: one of them is a jump. The marks are behind
 * from here on: those of jumps in their instant. */
uint32_t se_pass_marks(se_run *run, bool in_instant, bool *jump)
{
	uint32_t level = 0;
	double now = run->time;
	*jump = false;
	look(run);
	for (uint32_t k = 0; k < run->image->delays.n; k++) {
		se_marks *m = marks_of(run, k);
		if (!moves(run, k) || (is_wrong(run, k, now) && !se_delay_is_good(run, k)) || !is_past(run, m, k, now))
			continue;
		bool forward = now - run->delays->time[k] >= m->to;
		uint32_t n = marks_until(m, forward ? m->to : m->from), one = m->at.at[n - 1].level;
		*jump = *jump || one == 0;
		if (one == 0 && !in_instant)
			continue;
		level = one && (level == 0 || one < level) ? one : level;
		show(m, forward ? n : n - 1);
	}
	return level;
}
