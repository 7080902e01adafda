/* What is looked at at every accepted step, whatever is recorded: assertions, values that must be finite,
 * functions that may fail, divisors that pass zero, and the limits of variables (min and max).
 *
 * The solver sees what the rates need; what only the output needs it never evaluates. So after each step the
 * values that can go wrong are evaluated at its end. A fault that is found there is dated by halving: the first
 * moment of the step at which it is so. Inside the step a function that is near its limit (by its change and its
 * bend over the last steps) is sampled, and so is what has no such function: calls, subscripts.
 *
 * An interpolated point is not a solution point. A fault at one, with a good end of the step, is a *doubt*: the
 * solver steps there, and what it finds counts. The same is done for a row of the output that cannot be evaluated
 * where it is interpolated. */
#include "engine/evaluate/engine_evaluate.h"
#include "engine/look/guard.h"
#include <float.h>
#include <math.h>
#include <string.h>

enum { SAMPLES = 3, HALVINGS = 60, DOUBTS_MOST = 4 };
static const double sample_at[SAMPLES] = {0.19, 0.47, 0.76};

/* ------------------------------------------------------------------------------------------------ evaluating */

static void read_ranges(se_run *run, double *to)
{
	struct se_guards *g = run->guards;
	for (uint32_t i = 0; i < g->moving; i++)
		to[i] = se_value_at(run->d, g->ranges.at[i].place);
}

/* What is needed at the present point, and the functions. False: something fails there, is not finite, or would be
 * told. */
static bool evaluate_here(se_run *run, double *to, bool rates_known)
{
	struct se_guards *g = run->guards;
	bool good = true;
	sc_forget_noticed(run->d);
	if (g->asserts && !g->warned && !g->grown && !run->select->graph && rates_known)
		se_evaluate_rest(run);
	else if (g->asserts || g->warned || g->grown)
		se_evaluate_all(run);
	else if (run->select->graph)
		good = se_evaluate_pieces(run, &g->pieces);
	else
		se_evaluate_phases(run, g->phases, rates_known);
	good = good && !run->d->failed && !sc_noticed(run->d);
	for (uint32_t i = 0; i < g->results.n && good; i++)
		good = isfinite(run->d->r[g->results.at[i]]);
	for (uint32_t i = 0; g->grown && i < run->image->reals && good; i++)
		good = isfinite(run->d->r[i]);
	if (good)
		se_read_guards(run, to);
	if (good && run->hold)           /* what is recorded is what assertions and limits are about */
		run->asks->keep_shown(run);
	if (good && g->asserts) {
		run->looked->probing = true;
		run->looked->probed = false;
		run->f->asserts(run->d);
		run->looked->probing = false;
		good = !run->looked->probed && !run->d->failed && !sc_noticed(run->d);
	}
	good = !sc_held_warning(run->d) && good;
	if (good)
		read_ranges(run, to);
	good = good && se_has_values(run, to);
	if (run->hold)
		se_new_point(run);
	if (run->d->failed)
		sc_forgive(run->d);
	return good;
}

bool se_guard_at(se_run *run, double t, double *to)
{
	if (run->image->states && t == run->step_end)
		memcpy(run->x_try, run->solver->operations->state(run->solver), run->image->states * sizeof *run->x_try);
	else if (run->image->states)
		se_interpolate(run, t, run->x_try);
	se_at(run, t, run->x_try);
	sc_held_warning(run->d);
	return evaluate_here(run, to, false);
}

/* The end of the step. Some solvers have evaluated the rates there last. */
static bool evaluate_end(se_run *run, double *to)
{
	const double *x = run->image->states ? run->solver->operations->state(run->solver) : NULL;
	if (!x || run->noticed || run->select->graph || run->projection || run->watching || run->fresh_x != x ||
		run->fresh_time != run->step_end)
		return se_guard_at(run, run->step_end, to);
	se_new_point(run);
	run->d->time = run->step_end;
	run->d->x = (double *)x;
	run->d->xd = run->fresh_xd;
	bool good = evaluate_here(run, to, true);
	run->d->x = run->x;
	run->d->xd = run->xd;
	return good;
}

/* At the end of a step that nobody has looked into since, the values that the rates need are those of the solver's last
 * evaluation, if that was at this time: at the same states or close to them. They are good enough to see whether there
 * is anything to look at. */
static void glance(se_run *run)
{
	run->d->x = (double *)run->solver->operations->state(run->solver);
	run->d->xd = run->fresh_xd;
	run->d->time = run->step_end;
	read_ranges(run, run->guards->now);
	se_read_guards(run, run->guards->now);
	run->d->x = run->x;
	run->d->xd = run->xd;
}

/* ------------------------------------------------------------------------------------------------- judging */

static si_guard_kind kind_of(const se_run *run, uint32_t i)
{
	return run->image->guards.at[i - run->guards->moving].kind;
}

static bool is_wrong(const se_run *run, uint32_t i, const double *v, const double *then)
{
	const struct se_guards *g = run->guards;
	if (i < g->moving)
		return se_is_beyond(run, g->ranges.at[i].story, v[i]);
	if (g->dead[i - g->moving])
		return false;
	switch (kind_of(run, i)) {
	case SI_GUARD_RANGE: case SI_GUARD_GROWTH: return v[i] < 0;
	case SI_GUARD_VALUE: return !isfinite(v[i]);
	default: return v[i] == 0 || (v[i] < 0) != (then[i] < 0);
	}
}

/* How far a value is from its limit. */
static double distance(const se_run *run, uint32_t i, double v)
{
	const struct se_guards *g = run->guards;
	if (i < g->moving)
		return fmin(v - g->ranges.at[i].low, g->ranges.at[i].high - v);
	switch (kind_of(run, i)) {
	case SI_GUARD_RANGE: return v;
	case SI_GUARD_VALUE: case SI_GUARD_GROWTH: return INFINITY;
	default: return fabs(v);
	}
}

/* Is it so far from its limit that neither it nor its parabola can be there? `ratio`: of the last two steps. */
static bool is_far(const se_run *run, uint32_t i, double ratio)
{
	const struct se_guards *g = run->guards;
	double b = g->now[i], away = 2 * (fabs(b - g->last[i]) + ratio * fabs(g->last[i] - g->before[i]));
	if (i < g->moving)
		return b - g->ranges.at[i].low > away && g->ranges.at[i].high - b > away;
	if (kind_of(run, i) == SI_GUARD_VALUE)
		return isfinite(b);
	return b > away || (b < -away && kind_of(run, i) == SI_GUARD_DIVISOR);
}

/* May it have been beyond its limit inside the step, although it is not at the ends? By the parabola through these
 * and the point before them: where it turns inside the step it may go half as far again, elsewhere by a small part
 * of its bend. */
static bool is_near(const se_run *run, uint32_t i, double t)
{
	const struct se_guards *g = run->guards;
	double a = g->last[i], b = g->now[i], least = fmin(distance(run, i, a), distance(run, i, b));
	double h = t - g->last_time, h0 = g->last_time - g->before_time;
	if (!(least < INFINITY) || (i >= g->moving && g->dead[i - g->moving]))
		return false;
	if (a == b && (g->known < 2 || g->before[i] == b))       /* it stands, perhaps at its limit */
		return false;
	if (g->known < 2 || !(h0 > 0))
		return least <= fabs(b - a);
	double slope = (b - a) / h, curve = (slope - (a - g->before[i]) / h0) / (h + h0);
	if (least > 2 * fabs(curve) * h * h)
		return false;
	double turn = 0.5 * (h - slope / curve);         /* from last_time on */
	if (!(turn > 0 && turn < h))
		return least <= 0.1 * fabs(curve) * h * h;
	double most = a + turn * (slope + curve * (turn - h));
	return distance(run, i, most) <= 0.5 * fmin(fabs(most - a), fabs(most - b)) + 0.1 * fabs(curve) * h * h;
}

typedef enum verdict { FINE, DOUBT, REAL } verdict;

/* The first moment after `good` at which function i is wrong; it is at `bad`. */
static double first_wrong(se_run *run, uint32_t i, double good, double bad)
{
	struct se_guards *g = run->guards;
	for (int k = 0; k < HALVINGS && bad - good > se_guard_resolution(run, good, bad); k++) {
		double t = 0.5 * (good + bad);
		if (!se_guard_at(run, t, g->at) || is_wrong(run, i, g->at, g->last))
			bad = t;
		else
			good = t;
	}
	return bad;
}

/* The moment at which it has passed its limit, not only what counts as rounding. */
static double first_beyond(se_run *run, uint32_t i, double good, double bad)
{
	struct se_guards *g = run->guards;
	const se_range *r = &g->ranges.at[i];
	if (g->last[i] < r->low || g->last[i] > r->high)
		return good;
	for (int k = 0; k < HALVINGS && bad - good > se_guard_resolution(run, good, bad); k++) {
		double t = 0.5 * (good + bad);
		se_guard_at(run, t, g->at);
		if (g->at[i] < r->low || g->at[i] > r->high)
			bad = t;
		else
			good = t;
	}
	return bad;
}

/* The same for what fails. */
static double first_failure(se_run *run, double good, double bad)
{
	for (int k = 0; k < HALVINGS && bad - good > se_guard_resolution(run, good, bad); k++) {
		double t = 0.5 * (good + bad);
		if (se_guard_at(run, t, run->guards->at))
			good = t;
		else
			bad = t;
	}
	return bad;
}

/* Where a stretch ends on the far side of a crossing, the branch that held so far is evaluated beyond its end, by the
 * resolution of time: in `if x > 0 then sqrt(x) else 0` the root of -1e-17. That is no fault. The instant that follows
 * looks with the conditions as they are then. */
static bool is_left_behind(const se_run *run, double at, double end)
{
	const struct se_guards *g = run->guards;
	return g->crossing &&
		   end - at <= 4 * sb_shortest(fmax(sb_size_of(at, end), run->step_end - run->step_begin));
}

/* Function i is wrong at `bad` and was not at `good`. */
static verdict judge(se_run *run, uint32_t i, const double *v, double good, double bad, bool inside, double *at)
{
	struct se_guards *g = run->guards;
	if (i < g->moving) {
		const se_range *r = &g->ranges.at[i];
		double seen = v[i];
		se_note_beyond(run, r->story, first_beyond(run, i, good, bad), seen < r->low,
					   fmax(r->low - seen, seen - r->high));
		return FINE;
	}
	if (inside && run->image->states) {
		*at = bad;
		return DOUBT;
	}
	if (kind_of(run, i) == SI_GUARD_GROWTH) {
		g->dead[i - g->moving] = g->grown = true;
		g->pole = UINT32_MAX;
		if (se_guard_at(run, bad, g->at))
			return FINE;
		*at = first_failure(run, good, bad);
		return REAL;
	}
	*at = first_wrong(run, i, good, bad);
	if (!inside && is_left_behind(run, *at, bad))
		return FINE;
	if (kind_of(run, i) == SI_GUARD_DIVISOR) {
		se_at_zero how = se_quotient_passes(run, i, *at);
		g->pole = i;
		if (how == SE_CANCELS)
			se_warn_of_quotient(run, i, *at);
		return how == SE_POLE ? REAL : FINE;
	}
	g->pole = UINT32_MAX;
	if (!se_guard_at(run, *at, g->at) || se_is_infinite(run))
		return REAL;
	g->dead[i - g->moving] = true;
	return FINE;
}

static verdict judge_all(se_run *run, double good, double t, const double *v, bool inside, double *at)
{
	struct se_guards *g = run->guards;
	verdict all = FINE;
	uint32_t pole = UINT32_MAX;
	double first = t;
	for (uint32_t i = 0; i < g->n; i++) {
		if (!is_wrong(run, i, v, g->last))
			continue;
		verdict found = judge(run, i, v, good, first, inside, at);
		if (found == DOUBT)
			return DOUBT;
		if (found == REAL) {         /* the others count if they are wrong before this one */
			all = REAL;
			pole = g->pole;
			first = *at;
			v = g->at;
		}
		/* at the fault itself nothing can be read */
		double look = all == REAL ? fmax(good, first - 2 * se_guard_resolution(run, first, first)) : first;
		if (v != g->now && !se_guard_at(run, look, g->at))       /* the values of this point were lost */
			break;
	}
	*at = all == REAL ? first : *at;
	if (pole != UINT32_MAX)
		se_report_pole(run, pole, first);
	return all;
}

/* Inside the step, whose end is good. */
static verdict look_inside(se_run *run, double from, double end, double *at)
{
	struct se_guards *g = run->guards;
	for (int k = 0; k < SAMPLES; k++) {
		double t = from + sample_at[k] * (end - from);
		if (t <= from || t >= end)
			continue;
		if (!se_guard_at(run, t, g->at)) {
			*at = run->image->states ? t : first_failure(run, from, t);
			return run->image->states ? DOUBT : REAL;
		}
		verdict found = judge_all(run, from, t, g->at, true, at);
		if (found != FINE)
			return found;
	}
	return FINE;
}

/* Where the parabola through three points turns; NAN: nowhere. */
static double turn_of(const double *t, const double *v)
{
	double ab = (v[1] - v[0]) / (t[1] - t[0]), bc = (v[2] - v[1]) / (t[2] - t[1]);
	return 0.5 * (t[0] + t[1]) - 0.5 * ab * (t[2] - t[0]) / (bc - ab);
}

/* The three points around the least of four. */
static void narrow(double *t, double *v, double at, double value)
{
	int side = at > t[1] ? 2 : 0;                    /* of the middle where the new point is */
	if (fabs(value) > fabs(v[1])) {
		t[side] = at;
		v[side] = value;
		return;
	}
	t[2 - side] = t[1];
	v[2 - side] = v[1];
	t[1] = at;
	v[1] = value;
}

/* A divisor that comes to zero and turns back: parabolas lead closer by a factor, but for a few, or it does not get
 * there. It is there where nothing is left of it but rounding: of 1 + cos(t) that is a part of 1, however short the
 * step is. */
static verdict look_for_touch(se_run *run, uint32_t i, double from, double end, double *at)
{
	enum { ROUNDS = 24, IDLE = 4 };
	struct se_guards *g = run->guards;
	double size = fmax(fabs(g->last[i]), fabs(g->now[i])), least = fmin(fabs(g->last[i]), fabs(g->now[i]));
	double t[3] = {from, from + 0.47 * (end - from), end}, v[3] = {g->last[i], 0, g->now[i]};
	if (!se_guard_at(run, t[1], g->at))
		return FINE;
	v[1] = g->at[i];
	for (int k = 0, idle = 0; k < ROUNDS && idle < IDLE; k++) {
		double turn = turn_of(t, v);
		if (!(turn > t[0] && turn < t[2]) || turn == t[1] || !se_guard_at(run, turn, g->at))
			return FINE;
		double value = g->at[i];
		idle += fabs(value) > 0.2 * least;
		least = fmin(least, fabs(value));
		if (fabs(value) <=
			fmax(1e-14 * size, 4 * DBL_EPSILON * se_terms(run, run->image->guards.at[i - g->moving].terms))) {
			se_at_zero how = se_quotient_passes(run, i, turn);
			if (how == SE_CANCELS)
				se_warn_of_quotient(run, i, turn);
			if (how != SE_POLE)
				return FINE;
			se_report_pole(run, i, turn);
			*at = turn;
			return REAL;
		}
		narrow(t, v, turn, value);
	}
	return FINE;
}

static bool may_glance(const se_run *run, double end)
{
	const struct se_guards *g = run->guards;
	return run->image->states && !run->noticed && !run->guards->grown && !run->select->graph && !run->watching &&
		   end == run->step_end && run->fresh_time == end && !(g->phases & ~SI_RATES) && !run->image->risky.n &&
		   !g->asserts;
}

static verdict look(se_run *run, double from, double end, double *at)
{
	struct se_guards *g = run->guards;
	bool glancing = may_glance(run, end) && !g->warned, near = false, wrong = false;
	if (glancing) {
		glance(run);
	} else if (!(end == run->step_end ? evaluate_end(run, g->now) : se_guard_at(run, end, g->now))) {
		bool sure = end == run->step_end || !run->image->states;
		*at = sure || g->crossing ? first_failure(run, from, end) : end;
		if (is_left_behind(run, *at, end)) {
			*at = end;
			return FINE;
		}
		*at = sure ? *at : end;
		return sure ? REAL : DOUBT;
	}
	se_loops_read(run, g->loops, end);
	double ratio =
		g->known > 1 && g->last_time > g->before_time ? (end - from) / (g->last_time - g->before_time) : INFINITY;
	for (uint32_t i = 0; i < g->n; i++) {
		if (g->known > 1 && is_far(run, i, ratio))
			continue;
		wrong = wrong || is_wrong(run, i, g->now, g->last);
		near = near || (g->known && is_near(run, i, end));
	}
	if ((wrong || near) && glancing && !se_guard_at(run, end, g->now)) {
		*at = first_failure(run, from, end);
		bool behind = is_left_behind(run, *at, end);
		*at = behind ? end : *at;
		return behind ? FINE : REAL;
	}
	verdict found = wrong ? judge_all(run, from, end, g->now, end < run->step_end, at) : FINE;
	if (found == FINE && (near || g->sampled))
		found = look_inside(run, from, end, at);
	for (uint32_t i = g->moving; near && found == FINE && i < g->n; i++)
		if (kind_of(run, i) == SI_GUARD_DIVISOR && is_near(run, i, end))
			found = look_for_touch(run, i, from, end, at);
	return found == FINE && se_loops_turn(run, g->loops, from, end, at) ? REAL : found;
}

/* The stretch from the present time to `*at`, before that becomes the present. SE_GOES_BACK: the solver must step
 * to *at first. SE_FAULT: it is to be accepted up to *at, where something is wrong. */
se_found se_guard_step(se_run *run, bool warned, bool crossing, double *at)
{
	struct se_guards *g = run->guards;
	double from = run->time, end = *at;
	if (g->doubted_from != from)
		g->doubts = 0;
	g->warned = warned;
	g->crossing = crossing;
	verdict found = look(run, from, end, at);
	g->warned = false;
	sc_held_warning(run->d);
	if (found == DOUBT && g->doubts < DOUBTS_MOST) {
		g->doubted_from = from;
		g->doubts++;
		return SE_GOES_BACK;
	}
	if (found == DOUBT)
		*at = end;                   /* it is good there, or the solver will say what is wrong */
	if (found == REAL)
		return SE_FAULT;
	double *before = g->before;
	g->before = g->last;
	g->before_time = g->last_time;
	g->last = g->now;
	g->last_time = end;
	g->now = before;
	g->known = g->known < 2 ? g->known + 1 : 2;
	se_loops_keep(g->loops);
	for (uint32_t i = 0; i < g->moving; i++)
		se_note_size(g->ranges.at[i].story, end, g->last[i]);
	return SE_NOTHING;
}

static void find_stories(se_run *run)
{
	struct se_guards *g = run->guards;
	for (uint32_t i = 0; i < g->ranges.n; i++) {
		se_range *r = &g->ranges.at[i];
		r->story = se_story_of(run, r->scalar);
		r->low = r->story->low;
		r->high = r->story->high;
	}
	g->begun = true;
}

/* After an instant: values have jumped, and what changes in instants only has its new value. False: something is
 * wrong here. */
bool se_guard_instant(se_run *run)
{
	struct se_guards *g = run->guards;
	uint32_t looked_at = g->begun ? g->changing : g->ranges.n;
	if (!g->begun)
		find_stories(run);
	g->known = 0;
	g->doubts = 0;
	bool looks = run->guarded || run->image->guards.n;
	if (!looks && !looked_at)
		return true;
	sc_held_warning(run->d);
	bool good = !looks || evaluate_here(run, g->last, false);
	se_loops_read_here(run, g->loops);
	se_loops_keep(g->loops);
	for (uint32_t i = 0; i < looked_at && good; i++) {
		const se_range *r = &g->ranges.at[i];
		double v = se_value_at(run->d, r->place);
		if (se_is_beyond(run, r->story, v))
			se_note_beyond(run, r->story, run->time, v < r->low, fmax(r->low - v, v - r->high));
		se_note_size(r->story, run->time, v);
	}
	g->known = good;
	g->last_time = run->time;
	return good;
}

void se_guards_archive(se_run *run, sb_archive *a)
{
	struct se_guards *g = run->guards;
	double *const vectors[] = {g->now, g->last, g->before};
	sb_archive_tag(a, "guards");
	for (int k = 0; k < 3; k++)
		sb_archive_bytes(a, vectors[k], g->n * sizeof(double));
	sb_archive_bytes(a, g->dead, run->image->guards.n * sizeof *g->dead);
	sb_archive_bytes(a, g->cancelled, run->image->guards.n * sizeof *g->cancelled);
	sb_archive_one(a, g->pole);
	sb_archive_one(a, g->last_time);
	sb_archive_one(a, g->before_time);
	sb_archive_one(a, g->known);
	sb_archive_one(a, g->begun);
	sb_archive_one(a, g->crossing);
	sb_archive_one(a, g->grown);
	sb_archive_one(a, g->warned);
	sb_archive_one(a, g->doubted_from);
	sb_archive_one(a, g->doubts);
	se_loops_archive(g->loops, a);
	if (a->reads && g->begun)
		find_stories(run);
}
