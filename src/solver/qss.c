/* The way of a solver with quantised states, from transition to transition. */
#include "solver/qss.h"
#include "solver/solvers.h"

#include "solver/roots.h"

#include <math.h>
#include <string.h>

static void begin_anew(qss_solver *s, double t, const double *x, bool keep_step)
{
	uint32_t n = s->core.problem.n;
	bool anew = !s->core.started || !keep_step || t < s->t;      /* the last step is made again */
	sv_core_reset(&s->core);
	s->crossed_count = 0;
	s->status = 0;
	double first = s->core.options.span > 0 ? 1e-4 * s->core.options.span : 1e-3;
	uint32_t moved = 0;
	for (uint32_t i = 0; i < n; i++) {
		qss_state *p = &s->states[i];
		if (!anew && fabs(x[i] - sv_qss_x(p, t)) <= 1e-15 * fabs(x[i]))
			continue;
		s->some[moved++] = i;
		if (anew)
			*p = (qss_state){.t = t, .tq = t, .last = t, .x = {x[i]}, .q = {x[i]}, .scale = first, .a = p->a,
							 .self = p->self, .meets = INFINITY};
	}
	s->t = s->t0 = t;
	s->past_count = 0;
	sv_qss_forget_lines(&s->rate_lines);
	sv_qss_forget_lines(&s->watch_lines);
	if (anew) {
		sv_agenda_clear(&s->agenda);
		for (uint32_t k = 0; k < s->singly->watches; k++)
			s->watches[k] = (qss_watch){.t = t, .trust = 10 * first};
		s->status = sv_qss_begin(s) ? 0 : s->status;
		return;
	}
	uint32_t *states = sb_draw(NULL, (n + 1) * sizeof *states), *all = sb_draw(NULL, (n + 1) * sizeof *all);
	memcpy(states, s->some, moved * sizeof *states);
	for (uint32_t i = 0; i < n; i++)
		all[i] = i;
	for (uint32_t k = 0; k < s->singly->watches; k++)
		s->conditions[k] = k;
	sv_concern c = {states, all, s->conditions, moved, n, s->singly->watches};
	sv_qss_concern(s, &c, x);
	sb_put_back(states);
	sb_put_back(all);
}

static void enter(qss_solver *s, bool in)
{
	void (*call)(void *) = in ? s->singly->enter : s->singly->leave;
	if (call)
		call(s->core.problem.context);
}

static void reset(sv_solver *solver, double t, const double *x, bool keep_step)
{
	qss_solver *s = (qss_solver *)solver;
	enter(s, true);
	begin_anew(s, t, x, keep_step);
	enter(s, false);
}

static void concern(sv_solver *solver, double t, const double *x, const sv_concern *c)
{
	qss_solver *s = (qss_solver *)solver;
	s->status = 0;
	s->t = s->t0 = t;
	s->past_count = 0;
	enter(s, true);
	if (sv_qss_concern(s, c, x))
		sv_qss_watch(s, s->crossed, s->crossed_count);
	enter(s, false);
	s->crossed_count = 0;
}

static void bound(sv_solver *solver, double longest)
{
	qss_solver *s = (qss_solver *)solver;
	s->core.options.longest = longest;
	for (uint32_t k = 0; k < s->timed_count && longest > 0; k++) {
		uint32_t thing = s->core.problem.n + s->singly->watches + k;
		double most = s->timed[k].timed ? longest / 20 : longest;
		if (s->timed[k].interval <= most)
			continue;
		s->timed[k].interval = most;
		sv_agenda_put(&s->agenda, thing, fmin(s->agenda.due[thing], s->t + most));
	}
}

/* One has turned, and others may turn at the same time. They are planned again when the instant is over. */
static void gather(qss_solver *s, uint32_t watch)
{
	uint32_t n = s->core.problem.n, thing;
	bool crossed = true;
	while (crossed) {
		s->crossed[s->crossed_count++] = watch;
		sv_agenda_put(&s->agenda, n + watch, INFINITY);
		if (!(sv_agenda_first(&s->agenda) <= s->t))
			break;
		thing = s->agenda.heap[0];
		if (thing < n || thing >= n + s->singly->watches)
			break;
		watch = thing - n;
		sv_qss_watch_due(s, watch, &crossed);
	}
}

/* The next thing of the agenda, at its time. False: something could not be evaluated. */
static bool go_on(qss_solver *s, bool *crossed)
{
	uint32_t thing = s->agenda.heap[0], n = s->core.problem.n, watches = s->singly->watches;
	s->t = fmax(s->t, s->agenda.due[thing]);
	if (thing < n)
		return sv_qss_transition(s, thing);
	if (thing >= n + watches)
		return sv_qss_look_again(s, thing - n - watches);
	if (!sv_qss_watch_due(s, thing - n, crossed))
		return false;
	if (*crossed)
		gather(s, thing - n);
	return true;
}

static const double *state(sv_solver *solver)
{
	qss_solver *s = (qss_solver *)solver;
	for (uint32_t i = 0; i < s->core.problem.n; i++)
		s->x[i] = sv_qss_x(&s->states[i], s->t);
	return s->x;
}

/* The last step has ended where something had no value. There is one, if a loop of equations has gone over to another
 * solution there: that is decided at a point that is accepted. */
static void try_again(qss_solver *s)
{
	uint32_t n = s->core.problem.n;
	double *x = sb_draw(NULL, (n + 1) * sizeof *x);
	memcpy(x, state(&s->core.head), n * sizeof *x);
	begin_anew(s, s->t, x, false);
	sb_put_back(x);
}

static sv_status failure(const qss_solver *s)
{
	return s->status < 0 ? SV_GAVE_UP : SV_NOT_EVALUABLE;
}

enum { MOST = 20000, STUCK = 2000000 };        /* things of the agenda in a step; without any motion of time */

static sv_status go(qss_solver *s, double limit, double *t)
{
	uint32_t most = s->past_room - s->core.problem.n - 2;
	bool crossed = false;
	*t = s->t;
	if (s->status > 0)
		try_again(s);
	if (s->status)
		return failure(s);
	s->t0 = s->t;
	s->past_count = 0;
	s->crossed_count = 0;
	if (s->core.options.longest > 0)
		limit = fmin(limit, s->t + s->core.options.longest);
	for (uint64_t k = 0; !crossed && sv_agenda_first(&s->agenda) <= limit; k++) {
		if (s->t > s->t0 && (s->past_count >= most || k > MOST))
			break;
		if (k > STUCK)
			return SV_TOO_SMALL;
		if (!go_on(s, &crossed) && s->t <= s->t0)
			return failure(s);
		if (s->status)                       /* the step ends before, and the next one tells */
			break;
	}
	if (!crossed && !s->status && sv_agenda_first(&s->agenda) > limit)
		s->t = limit;
	if (crossed && s->t <= s->t0)    /* where the step begins: the instant is another one */
		s->t = s->t0 + sv_qss_shortest(s);
	s->core.count.last_step = s->t - s->t0;
	*t = s->t;
	return SV_OK;
}

static sv_status step(sv_solver *solver, double limit, double *t)
{
	qss_solver *s = (qss_solver *)solver;
	enter(s, true);
	sv_status status = go(s, limit, t);
	enter(s, false);
	return status;
}

/* Walking back through what was replaced, the last polynomial found is the one of the time asked for. */
static void interpolate(sv_solver *solver, double t, double *x)
{
	const qss_solver *s = (qss_solver *)solver;
	for (uint32_t i = 0; i < s->core.problem.n; i++)
		x[i] = sv_qss_x(&s->states[i], t);
	for (uint32_t k = s->past_count; k-- && s->past[k].until > t;)
		x[s->past[k].state] = sv_cubic(s->past[k].x, t - s->past[k].t);
}

static double at(const sv_solver *solver, uint32_t state, double t)
{
	return sv_qss_x(&((const qss_solver *)solver)->states[state], t);
}

static void statistics(const sv_solver *solver, sv_statistics *out)
{
	const qss_solver *s = (const qss_solver *)solver;
	*out = s->core.count;
	out->last_order = s->order;
}

static const uint32_t *crossed(const sv_solver *solver, uint32_t *count)
{
	const qss_solver *s = (const qss_solver *)solver;
	*count = s->crossed_count;
	return s->crossed;
}

static uint64_t transitions(const sv_solver *solver, uint32_t state)
{
	return ((const qss_solver *)solver)->transitions[state];
}

#define QSS(NAME, ORDER, IMPLICIT, WHAT)                                                                               \
	static sv_solver *create_##NAME(const sv_problem *problem, const sv_options *options)                              \
	{                                                                                                                  \
		return sv_qss_create(&sv_##NAME, ORDER, IMPLICIT, problem, options);                                           \
	}                                                                                                                  \
	const sv_operations sv_##NAME = {                                                                                  \
		.name = #NAME,                                                                                                 \
		.what = WHAT,                                                                                                  \
		.quantised = true,                                                                                             \
		.remembers = true,                                                                                             \
		.fraction = 1,                                                                                                 \
		.create = create_##NAME,                                                                                       \
		.reset = reset,                                                                                                \
		.bound = bound,                                                                                                \
		.step = step,                                                                                                  \
		.interpolate = interpolate,                                                                                    \
		.state = state,                                                                                                \
		.statistics = statistics,                                                                                      \
		.chosen = sv_core_name,                                                                                        \
		.detail = sv_core_detail,                                                                                      \
		.free = sv_qss_free,                                                                                           \
		.archive = sv_qss_archive,                                                                                     \
		.crossed = crossed,                                                                                            \
		.transitions = transitions,                                                                                    \
		.concern = concern,                                                                                            \
		.at = at,                                                                                                      \
	};
QSS(qss1, 1, false, "quantised states of order 1")
QSS(qss2, 2, false, "quantised states of order 2")
QSS(qss3, 3, false, "quantised states of order 3")
QSS(liqss1, 1, true, "quantised states of order 1, for stiff systems")
QSS(liqss2, 2, true, "quantised states of order 2, for stiff systems")
QSS(liqss3, 3, true, "quantised states of order 3, for stiff systems")
