/* Transitions of states. */
#include "solver/qss.h"
#include "solver/roots.h"

#include <float.h>
#include <math.h>
#include <string.h>

double sv_qss_x(const qss_state *p, double t)
{
	return sv_cubic(p->x, t - p->t);
}

static double q_at(const qss_state *p, double t)
{
	return sv_cubic(p->q, t - p->tq);
}

static double quantum_of(const qss_solver *s, uint32_t state)
{
	const sv_options *o = &s->core.options;
	double size = fabs(s->states[state].x[0]);
	if (o->quantum > 0)
		return fmax(o->quantum, 8 * 2.3e-16 * size);
	return o->tolerance * fmax(size, s->core.size[state]);
}

/* A distance in time about as long, and such that sums of the present time and a few of it are exact: the difference of
 * two values over it is not that of two roundings of time. */
double sv_qss_apart(const qss_solver *s, double about)
{
	int exponent;
	frexp(fmax(about, 64 * sv_qss_shortest(s)), &exponent);
	return ldexp(1, exponent);
}

double sv_qss_shortest(const qss_solver *s)
{
	return fmax(sv_smallest(s->t), 1e-18 * s->core.options.span);
}

const double sv_qss_places[SV_QSS_PLACES] = {1, 0.61, 0.27};

double sv_qss_next_change(const qss_solver *s, const sv_lists *of, uint32_t which)
{
	double next = INFINITY;
	for (uint32_t i = of->first[which]; i < of->first[which + 1]; i++)
		next = fmin(next, s->agenda.due[of->at[i]] - s->t);
	return fmax(next, 16 * sv_qss_shortest(s));
}

static void keep(qss_solver *s, uint32_t state)
{
	const qss_state *p = &s->states[state];
	if (s->past_count == s->past_room || s->t <= s->t0)
		return;
	qss_past *old = &s->past[s->past_count++];
	*old = (qss_past){.state = state, .until = s->t, .t = p->t};
	memcpy(old->x, p->x, sizeof old->x);
}

/* ------------------------------------------------------------------------------------------------------- evaluation */

static void place_one(qss_solver *s, uint32_t state, double t, bool quantised)
{
	if (s->placed[state] == s->stamp)
		return;
	s->placed[state] = s->stamp;
	s->at[state] = quantised ? q_at(&s->states[state], t) : sv_qss_x(&s->states[state], t);
}

/* Where nobody gives rates one by one, all are evaluated, and some are taken. */
static int all_rates(qss_solver *s, const uint32_t *which, uint32_t count, double t, bool quantised, double *out)
{
	for (uint32_t i = 0; i < s->core.problem.n; i++)
		place_one(s, i, t, quantised);
	int status = sv_evaluate(&s->core, t, s->at, s->x);
	for (uint32_t k = 0; k < count && !status; k++)
		out[k] = s->x[which[k]];
	return status;
}

static bool evaluate(qss_solver *s, const uint32_t *which, uint32_t count, double t, bool quantised, double *out)
{
	const sv_lists *of = &s->singly->states_of_rate;
	s->stamp++;
	s->core.count.rates += count;
	if (!s->singly->rates) {
		s->status = all_rates(s, which, count, t, quantised, out);
		return !s->status;
	}
	for (uint32_t k = 0; k < count; k++)
		for (uint32_t i = of->first[which[k]]; i < of->first[which[k] + 1]; i++)
			place_one(s, of->at[i], t, quantised);
	s->status = s->singly->rates(s->core.problem.context, t, s->at, which, count, out);
	return !s->status;
}

/* A q may lie where the model has no values, a quantum beyond x: then the states themselves are taken. */
static bool evaluate_now(qss_solver *s, const uint32_t *which, uint32_t count, double *out)
{
	return evaluate(s, which, count, s->t, true, out) ||
		   (s->status > 0 && evaluate(s, which, count, s->t, false, out));
}

/* Over which differences in time are taken: a part of the time in which the fastest of them moves by a quantum. */
static double spacing(const qss_solver *s, const uint32_t *which, uint32_t count)
{
	const sv_lists *of = &s->singly->states_of_rate;
	double least = INFINITY;
	for (uint32_t k = 0; k < count; k++) {
		least = fmin(least, s->states[which[k]].scale);
		for (uint32_t i = of->first[which[k]]; i < of->first[which[k] + 1]; i++)
			least = fmin(least, s->states[of->at[i]].scale);
	}
	double part = s->order == 2 ? 0.01 : 0.05;
	return sv_qss_apart(s, part * least);
}

static double but_noise(double difference, double noise)
{
	return fabs(difference) <= noise ? 0 : difference;
}

/* Rates that bend, and their derivatives by time, into value[0], [1], [2]. Where the model has no values beside the
 * present point, the derivatives are zero: the next transition comes sooner then. */
static bool differentiate_bent(qss_solver *s, const uint32_t *which, uint32_t count)
{
	double *f = s->value[0], *first = s->value[1], *second = s->value[2], *before = s->value[3];
	if (!evaluate_now(s, which, count, f))
		return false;
	memset(second, 0, count * sizeof *second);
	if (s->order == 1) {
		memset(first, 0, count * sizeof *first);
		return true;
	}
	double h = spacing(s, which, count);
	bool ahead = evaluate(s, which, count, s->t + h, true, first),
		 behind = (s->order == 3 || !ahead) && evaluate(s, which, count, s->t - h, true, before);
	s->status = s->status < 0 ? s->status : 0;
	for (uint32_t k = 0; k < count; k++) {
		double noise = 8 * DBL_EPSILON * fmax(fabs(f[k]), ahead ? fabs(first[k]) : 0);
		double forward = ahead ? but_noise(first[k] - f[k], noise) / h : 0,
			   backward = behind ? but_noise(f[k] - before[k], noise) / h : 0;
		second[k] = ahead && behind && s->order == 3 ? but_noise(first[k] - 2 * f[k] + before[k], 2 * noise) / (h * h)
													 : 0;
		first[k] = ahead && behind ? 0.5 * (forward + backward) : forward + backward;
		if (!isfinite(first[k]) || !isfinite(second[k]))
			first[k] = second[k] = 0;
	}
	return true;
}

static void differentiate_line(qss_solver *s, uint32_t rate, uint32_t k)
{
	double c[4];
	sv_qss_along(s, &s->rate_lines, rate, true, c);
	s->value[0][k] = c[0];
	s->value[1][k] = s->order >= 2 ? c[1] : 0;
	s->value[2][k] = s->order >= 3 ? 2 * c[2] : 0;
}

/* The rates and their derivatives by time, into value[0], [1], [2]. */
static bool differentiate(qss_solver *s, const uint32_t *which, uint32_t count)
{
	uint32_t rest = 0;
	for (uint32_t k = 0; k < count; k++)
		if (!sv_qss_is_line(s, &s->rate_lines, which[k])) {
			s->rest[rest] = which[k];
			s->rest_at[rest++] = k;
		}
	if (rest && !differentiate_bent(s, s->rest, rest))
		return false;
	for (uint32_t k = rest; k-- && s->rest_at[k] != k;)
		for (int i = 0; i < 3; i++)
			s->value[i][s->rest_at[k]] = s->value[i][k];
	for (uint32_t k = 0, next = 0; rest < count && k < count; k++) {
		if (next < rest && s->rest_at[next] == k)
			next++;
		else
			differentiate_line(s, which[k], k);
	}
	return true;
}

/* ----------------------------------------------------------------------------------------------------- polynomials */

/* The polynomial of x from s->t on, with these rates. */
static void continue_with(qss_solver *s, uint32_t state, uint32_t k)
{
	qss_state *p = &s->states[state];
	double x = sv_qss_x(p, s->t);
	keep(s, state);
	p->t = s->t;
	p->x[0] = x;
	p->x[1] = s->value[0][k];
	p->x[2] = s->order >= 2 ? s->value[1][k] / 2 : 0;
	p->x[3] = s->order >= 3 ? s->value[2][k] / 6 : 0;
}

/* Rates of these states, and the polynomials that follow, at s->t. False: they could not be evaluated. */
static bool move(qss_solver *s, const uint32_t *which, uint32_t count)
{
	if (!differentiate(s, which, count))
		return false;
	for (uint32_t k = 0; k < count; k++)
		continue_with(s, which[k], k);
	return true;
}

static void schedule(qss_solver *s, uint32_t state)
{
	sv_agenda_put(&s->agenda, state, sv_qss_due(s, state));
}

static uint32_t timed_thing(const qss_solver *s, uint32_t timed)
{
	return s->core.problem.n + s->singly->watches + timed;
}

/* ------------------------------------------------------------------------------------------------------ transitions */

/* The derivative of its rate by its own q: both rates at the same time. */
static void learn(qss_solver *s, uint32_t state, double before_q, double before_rate, double rate)
{
	qss_state *p = &s->states[state];
	double way = p->q[0] - before_q;
	if (fabs(way) > 1e-3 * p->quantum && isfinite(before_rate))
		p->a = (rate - before_rate) / way;
}

/* Own polynomials begin at the present time, so that q is chosen from them. */
static void advance(qss_solver *s, uint32_t state)
{
	qss_state *p = &s->states[state];
	keep(s, state);
	sv_shift(p->x, s->t - p->t);
	p->t = s->t;
}

static void note_scale(qss_solver *s, uint32_t state)
{
	qss_state *p = &s->states[state];
	double due = s->agenda.due[state] - s->t, far = s->core.options.span > 0 ? 0.1 * s->core.options.span : 1;
	if (s->core.options.longest > 0)
		far = fmin(far, s->core.options.longest);
	p->scale = fmin(fmax(due, 1e4 * sv_qss_shortest(s)), far);
}

/* Is the rate what its polynomial is, up to this time ahead? It is if such a difference all along the run comes to some
 * quanta, or if this one alone is no more than a small part of a quantum, as at a jump. */
static bool is_followed(qss_solver *s, uint32_t state, double until)
{
	const qss_state *p = &s->states[state];
	bool lax = s->order == 1 || (p->self && !s->singly->corners);
	double part = lax ? 0.25 : 0.02, all = lax ? 0 : 10 / s->core.options.span;
	double most = p->quantum * fmax(part / until, isfinite(all) ? all : 0);
	for (int k = 0; k < (lax ? 1 : SV_QSS_PLACES); k++) {
		double ahead = sv_qss_places[k] * until, rate;
		bool good = evaluate(s, &state, 1, s->t + ahead, true, &rate);
		s->status = s->status < 0 ? s->status : 0;
		if (!good || !(fabs(rate - p->x[1] - ahead * (2 * p->x[2] + 3 * ahead * p->x[3])) <= most))
			return false;
	}
	return true;
}

/* A rate is looked at again before its first corner, and so from close on both sides. A rate without corners that reads
 * its own state is evaluated at each quantum of it, and forgets its errors: one place will do. */
static void foresee(qss_solver *s, uint32_t state)
{
	if (!s->timed_of[state])
		return;
	qss_timed *r = &s->timed[s->timed_of[state] - 1];
	double longest = s->core.options.longest, least = 16 * sv_qss_shortest(s), most = 8 * r->interval;
	if (longest > 0)
		most = fmin(most, r->timed ? longest / 20 : longest);
	double until = fmin(most, sv_qss_next_change(s, &s->singly->states_of_rate, state)), first = until;
	while (until > least && !is_followed(s, state, until))
		until *= 0.5;
	if (until < first || until == most)
		r->interval = fmax(until, least);
	sv_agenda_put(&s->agenda, timed_thing(s, s->timed_of[state] - 1), s->t + fmax(until, least));
}

/* How far was its polynomial off? From this follows when to look again. The integral of the rate since the polynomial
 * began is put right: it is taken from the rates and their derivatives at both ends. */
static bool look_again(qss_solver *s, uint32_t timed)
{
	qss_timed *r = &s->timed[timed];
	qss_state *p = &s->states[r->state];
	double since = s->t - p->t, expected = p->x[1] + since * (2 * p->x[2] + 3 * since * p->x[3]);
	double begin = p->x[0], first = p->x[1], bend = 2 * p->x[2], longest = s->core.options.longest;
	if (!(since > 0))
		return true;
	if (!move(s, &r->state, 1))
		return false;
	double off = fabs(p->x[1] - expected) * since, most = 0.25 * p->quantum;
	double right = begin + 0.5 * since * (first + p->x[1]);
	right += s->order > 1 ? since * since / 12 * (bend - 2 * p->x[2]) : 0;
	/* stiff rates would move it too far; a derivative across a corner, too */
	double by = right - p->x[0], room = (s->singly->corners ? 0.1 : p->self ? 0.5 : 10) * p->quantum;
	p->x[0] += fmax(-room, fmin(room, isfinite(by) ? by : 0));
	if (off > s->core.count.missed * p->quantum) {
		s->core.count.missed = off / p->quantum;
		s->core.count.missed_at = s->t;
		s->core.count.missed_state = r->state;
	}
	double part = most / off, longer = !(off > 0) ? 2 : s->order == 1 ? sqrt(part) : s->order == 2 ? cbrt(part) :
		sqrt(sqrt(part));
	r->interval *= fmax(0.2, fmin(2, 0.9 * longer));
	if (longest > 0)
		r->interval = fmin(r->interval, r->timed ? longest / 20 : longest);
	r->interval = fmax(r->interval, 16 * sv_qss_shortest(s));
	r->since = s->t;
	sv_agenda_put(&s->agenda, timed_thing(s, timed), s->t + r->interval);
	return true;
}

bool sv_qss_look_again(qss_solver *s, uint32_t timed)
{
	uint32_t state = s->timed[timed].state;
	s->status = 0;
	if (!look_again(s, timed))
		return false;
	schedule(s, state);
	foresee(s, state);
	sv_qss_watch_states(s, &state, 1);
	return s->status >= 0;
}

bool sv_qss_transition(qss_solver *s, uint32_t state)
{
	qss_state *p = &s->states[state];
	const sv_lists *readers = &s->singly->rates_of_state;
	const uint32_t *which = readers->at + readers->first[state];
	uint32_t count = readers->first[state + 1] - readers->first[state];
	double q = q_at(p, s->t), rate = NAN;
	bool bends = s->timed_of[state] && !p->self;
	s->status = 0;
	if (bends && !look_again(s, s->timed_of[state] - 1))
		return false;
	advance(s, state);
	bool line = s->implicit && p->self && sv_qss_is_line(s, &s->rate_lines, state);
	if (line)
		p->a = sv_qss_slope(&s->rate_lines, state, state);
	else if (s->implicit && p->self)
		rate = p->x[1];
	p->sense = p->x[0] >= q ? 1 : -1;
	p->quantum = quantum_of(s, state);
	sv_qss_choose(s, state);
	p->last = s->t;
	s->transitions[state]++;
	s->core.count.steps++;
	if (!move(s, which, count))
		return false;
	for (uint32_t k = 0; k < count; k++) {
		if (which[k] != state)
			schedule(s, which[k]);
		else if (!line)
			learn(s, state, q, rate, s->value[0][k]);
	}
	double due = sv_qss_due(s, state);
	if (s->implicit)
		due = fmin(due, p->meets);
	sv_agenda_put(&s->agenda, state, fmax(due, s->t + sv_qss_shortest(s)));
	note_scale(s, state);
	for (uint32_t k = 0; k < count && s->singly->corners; k++)       /* others bend little from change to change */
		foresee(s, which[k]);
	sv_qss_watch_states(s, which, count);
	if (bends) {
		foresee(s, state);
		sv_qss_watch_states(s, &state, 1);
	}
	return s->status >= 0;
}

/* -------------------------------------------------------------------------------------------------- all, or some */

/* About how fast states move, before anything is known of their steps. */
static void guess_scales(qss_solver *s)
{
	double far = s->core.options.span > 0 ? 1e-4 * s->core.options.span : 1e-3;
	for (uint32_t i = 0; i < s->core.problem.n; i++) {
		qss_state *p = &s->states[i];
		double size = fmax(fabs(p->x[0]), s->core.size[i]), rate = fabs(s->value[0][i]);
		p->scale = fmin(far, fmax(rate > 0 ? 1e-3 * size / rate : far, 1e4 * sv_qss_shortest(s)));
		if (s->timed_of[i])
			s->timed[s->timed_of[i] - 1].interval = p->scale;
	}
}

/* Each pass gives q one derivative more, of rates that read q with one less. */
bool sv_qss_begin(qss_solver *s)
{
	uint32_t n = s->core.problem.n;
	for (uint32_t i = 0; i < n; i++) {
		s->list[i] = i;
		s->states[i].quantum = quantum_of(s, i);
	}
	if (!evaluate_now(s, s->list, n, s->value[0]))
		return false;
	guess_scales(s);
	for (int pass = 0; pass < s->order; pass++) {
		if (!move(s, s->list, n))
			return false;
		for (uint32_t i = 0; i < n && pass + 1 < s->order; i++)
			s->states[i].q[pass + 1] = s->states[i].x[pass + 1];
	}
	for (uint32_t i = 0; i < n; i++) {
		schedule(s, i);
		note_scale(s, i);
	}
	for (uint32_t k = 0; k < s->timed_count; k++)
		sv_agenda_put(&s->agenda, timed_thing(s, k), s->t + s->timed[k].interval);
	for (uint32_t i = 0; i < n; i++)
		foresee(s, i);
	for (uint32_t k = 0; k < s->singly->watches; k++)
		s->conditions[k] = k;
	return sv_qss_watch(s, s->conditions, s->singly->watches);
}

static void add(qss_solver *s, uint32_t state, uint32_t *count)
{
	if (s->listed[state] == s->listing)
		return;
	s->listed[state] = s->listing;
	s->list[(*count)++] = state;
}

/* A state that was set has a q of its own at once; then all rates concerned are evaluated, and once more with the
 * slopes of those q. */
bool sv_qss_concern(qss_solver *s, const sv_concern *c, const double *x)
{
	const sv_lists *readers = &s->singly->rates_of_state;
	uint32_t count = 0;
	s->listing++;
	for (uint32_t k = 0; k < c->state_count; k++) {
		uint32_t i = c->states[k];
		qss_state *p = &s->states[i];
		advance(s, i);
		p->x[0] = p->q[0] = x[i];
		p->q[1] = p->q[2] = 0;
		p->tq = p->last = s->t;
		p->quantum = quantum_of(s, i);
		add(s, i, &count);
		for (uint32_t m = readers->first[i]; m < readers->first[i + 1]; m++)
			add(s, readers->at[m], &count);
	}
	for (uint32_t k = 0; k < c->rate_count; k++) {
		sv_qss_forget_line(&s->rate_lines, c->rates[k]);
		add(s, c->rates[k], &count);
	}
	for (uint32_t k = 0; k < c->watch_count; k++)
		sv_qss_forget_line(&s->watch_lines, c->watches[k]);
	bool again = c->state_count && s->order > 1;
	for (int pass = 0; pass < (again ? s->order : 1) && count; pass++) {
		if (!move(s, s->list, count))
			return false;
		for (uint32_t k = 0; k < c->state_count && pass + 1 < s->order; k++)
			s->states[c->states[k]].q[pass + 1] = s->states[c->states[k]].x[pass + 1];
	}
	for (uint32_t k = 0; k < count; k++) {
		schedule(s, s->list[k]);
		if (k < c->state_count)
			note_scale(s, c->states[k]);
		if (s->timed_of[s->list[k]]) {
			qss_timed *r = &s->timed[s->timed_of[s->list[k]] - 1];
			r->interval = fmin(r->interval, s->states[s->list[k]].scale);
			sv_agenda_put(&s->agenda, timed_thing(s, s->timed_of[s->list[k]] - 1), s->t + r->interval);
		}
	}
	for (uint32_t k = 0; k < count; k++)
		foresee(s, s->list[k]);
	memcpy(s->some, s->list, count * sizeof *s->list);
	sv_qss_watch_states(s, s->some, count);
	return s->status >= 0 && sv_qss_watch(s, c->watches, c->watch_count);
}
