/* The loop over communication points. */
#include "couple/master/lead.h"

#include <math.h>
#include <string.h>

#include "base/file.h"
#include "base/stop.h"

/* ------------------------------------------------------------------------------------------------- settings */

static bool wrong(cp_system *s, const char *what)
{
	sb_report(s->diag, SB_ERROR, "P0042", (sb_span){0}, "%s", what);
	return false;
}

static bool repeats(const cp_settings *x)
{
	return x->iterations > 1 || x->algorithm == CP_NEWTON || x->control == CP_RICHARDSON || x->events == 1;
}

/* Who cannot go back keeps the others from it. */
static bool check_going_back(cp_system *s, const cp_settings *x)
{
	for (uint32_t i = 0; repeats(x) && i < s->components.n; i++) {
		const cp_component *c = &s->components.at[i];
		if (c->peer->restores || c->gate.clocked || c->gate.variation > 0)
			continue;
		sb_message *e = sb_report(s->diag, SB_ERROR, "P0043", c->span, "the %s of '%s' cannot go back in time, as %s "
								  "needs it", c->peer->kind, c->name, x->algorithm == CP_NEWTON ? "Newton's method"
								  : x->iterations > 1 ? "an iteration" : x->events == 1 ? "the search for events"
								  : "the control of steps");
		sb_help(e, "take steps of one length, each made once (--coupling gauss-seidel, --iterations 1), or a component "
				"that saves its state");
		return false;
	}
	return true;
}

bool cp_complete(cp_system *s, cp_settings *x)
{
	x->algorithm = x->algorithm == UINT32_MAX ? CP_GAUSS_SEIDEL : x->algorithm;
	x->control = x->control == UINT32_MAX ? CP_FIXED : x->control;
	x->start = isnan(x->start) ? 0 : x->start;
	x->stop = isnan(x->stop) ? x->start + 1 : x->stop;
	x->hold = x->hold == UINT32_MAX ? 1 : x->hold;
	x->interpolation = x->interpolation == UINT32_MAX ? 2 : x->interpolation;
	x->iterations = x->iterations == UINT32_MAX ? (x->algorithm == CP_NEWTON ? 20 : 1) : x->iterations;
	x->tolerance = isnan(x->tolerance) ? 1e-6 : x->tolerance;
	x->estimate = x->estimate == UINT32_MAX ? 1 : x->estimate;
	x->events = x->events == UINT32_MAX ? 0 : x->events;
	x->parallel = x->parallel == UINT32_MAX ? 0 : x->parallel;
	if (!(x->stop > x->start))
		return wrong(s, "the system stops before it starts");
	x->step = isnan(x->step) ? (x->stop - x->start) / 500 : x->step;
	x->least_step = isnan(x->least_step) ? 1e-6 * x->step : x->least_step;
	x->most_step = isnan(x->most_step) ? (x->stop - x->start) / 10 : x->most_step;
	if (!((x->stop - x->start) / x->step < 1e9))
		return wrong(s, "there are more than a thousand million communication points");
	if (x->control == CP_ENERGY && !s->bonds.n)
		return wrong(s, "the steps are to follow the energy, and the system names no power bonds");
	if (x->parallel == 1 && x->algorithm == CP_GAUSS_SEIDEL)
		return wrong(s, "components that go one after another (gauss-seidel) cannot go at the same time");
	for (uint32_t i = 0; i < s->components.n && x->control != CP_FIXED; i++)
		if (s->components.at[i].gate.clocked || s->components.at[i].gate.variation > 0)
			return wrong(s, "steps that are controlled do not go with components that compute seldom");
		else if (s->components.at[i].peer->constant_step)
			return wrong(s, "a component takes steps of one length only: they cannot be controlled");
	return check_going_back(s, x);
}

/* ---------------------------------------------------------------------------------------------------- tables */

static void make_nodes(cp_lead *m)
{
	sb_arena *a = m->arena;
	m->n = m->s->components.n;
	m->node = sb_new_array(a, cp_node, m->n + 1);
	m->order = sb_new_array(a, uint32_t, m->n + 1);
	m->size = sb_new_array(a, double *, m->n + 1);
	for (uint32_t i = 0; i < m->n; i++) {
		cp_node *node = &m->node[i];
		cp_component *c = &m->s->components.at[i];
		uint32_t in = c->peer->inputs.n, out = c->peer->outputs.n;
		*node = (cp_node){.c = c, .p = c->peer, .wire = sb_new_array(a, const cp_wire *, in + 1),
			.u = sb_new_array(a, double, in + 1), .y = sb_new_array(a, double, out + 1),
			.ahead = sb_new_array(a, double, out + 1), .curve = sb_new_array(a, cp_curve, in + 1),
			.guessed = sb_new_array(a, bool, in + 1), .defect = sb_new_array(a, double, in + 1),
			.in_loop = sb_new_array(a, bool, in + 1),
			.past = sb_new_array(a, cp_history, out + 1),
			.computed_with = sb_new_array(a, double, in + 1), .computed = NAN,
			.gated = c->gate.clocked || c->gate.variation > 0,
			.delayed = c->delay ? sb_new_array(a, double, out + 1) : NULL};
		for (uint32_t k = 0; k < in; k++)
			node->u[k] = c->peer->inputs.at[k].start;
		m->size[i] = sb_new_array(a, double, out + 1);
		m->inputs += in;
		m->outputs += out;
		uint32_t at = i;                 /* by order, and those of equal order as they are written */
		for (; at > 0 && m->s->components.at[m->order[at - 1]].order > c->order; at--)
			m->order[at] = m->order[at - 1];
		m->order[at] = i;
	}
	for (uint32_t i = 0; i < m->s->wires.n; i++)
		m->node[m->s->wires.at[i].component].wire[m->s->wires.at[i].input] = &m->s->wires.at[i];
}

static void make_record(cp_lead *m)
{
	uint32_t n = 0, most = m->inputs + m->outputs + m->s->shown.n;
	sr_column *columns = sb_new_array(m->arena, sr_column, most + 1);
	static const sr_kind kinds[] = {SR_REAL, SR_INTEGER, SR_BOOLEAN};
	for (uint32_t i = 0; i < m->n; i++)
		for (int side = 0; side < 2; side++) {
			const cp_ports *ports = side ? &m->node[i].p->inputs : &m->node[i].p->outputs;
			for (uint32_t k = 0; k < ports->n; k++, n++)
				columns[n] = (sr_column){.name = sb_printf(m->arena, "%s.%s", m->node[i].c->name, ports->at[k].name),
					.unit = ports->at[k].unit, .description = "", .kind = kinds[ports->at[k].type], .channel = n,
					.discrete = ports->at[k].discrete, .state = !side};
		}
	for (uint32_t i = 0; i < m->s->shown.n; i++, n++)
		columns[n] = (sr_column){.name = m->s->shown.at[i].name, .unit = m->s->shown.at[i].unit, .description = "",
			.channel = n, .state = true};
	m->out->record = sr_record_new(columns, n, n);
}

static void add_row(cp_lead *m, sr_mark mark)
{
	double *row = sr_row(m->out->record, m->t, mark);
	for (uint32_t i = 0; i < m->n; i++) {
		const cp_node *node = &m->node[i];
		memcpy(row, node->y, node->p->outputs.n * sizeof *row);
		row += node->p->outputs.n;
		for (uint32_t k = 0; k < node->p->inputs.n; k++)
			*row++ = node->wire[k] ? cp_source(m, node->wire[k], false) : node->p->inputs.at[k].start;
	}
	for (uint32_t i = 0; i < m->s->shown.n; i++) {
		const cp_shown *x = &m->s->shown.at[i];
		*row++ = x->factor * m->node[x->from].y[x->output] + x->offset;
	}
}

/* ----------------------------------------------------------------------------------------------------- points */

/* What is known at a communication point goes into the histories. Steps that were rejected never come here. */
static void deposit(cp_lead *m)
{
	for (uint32_t i = 0; i < m->n; i++) {
		cp_node *node = &m->node[i];
		for (uint32_t k = 0; k < node->p->outputs.n; k++) {
			if (!node->gated)
				cp_deposit(&node->past[k], m->t, node->delayed ? node->delayed[k] : node->y[k]);
			m->size[i][k] = fmax(m->size[i][k], fabs(node->y[k]));
		}
	}
}

static bool begin(cp_lead *m)
{
	m->t = m->set.start;
	for (uint32_t i = 0; i < m->n; i++) {
		m->node[i].p->stops = m->set.events == 1;
		m->node[i].p->stop = m->set.stop;
		if (!m->node[i].p->operations->start(m->node[i].p, m->t))
			return cp_failed(m, &m->node[i], "its start");
	}
	if (!cp_settle(m, true))
		return false;
	for (uint32_t i = 0; i < m->n; i++)
		if (m->node[i].delayed)
			memcpy(m->node[i].delayed, m->node[i].y, m->node[i].p->outputs.n * sizeof(double));
	if (!cp_compute(m))
		return false;
	deposit(m);
	add_row(m, SR_GRID);
	return true;
}

bool cp_one_step(cp_lead *m, double *to)
{
	if (m->set.events == 1)
		return cp_locate(m, to);
	return m->set.iterations > 1 || m->set.algorithm == CP_NEWTON ? cp_iterate(m, *to) : cp_sweep(m, *to, false);
}

/* What the coupling adds to the energy that flows over a bond: its power grows from zero over the step. */
static void add_energy(cp_lead *m, double h)
{
	for (uint32_t i = 0; i < m->s->bonds.n; i++) {
		double power;
		m->out->energy[i] += cp_residual_power(m, &m->s->bonds.at[i], h, &power) * h / 2;
	}
}

bool cp_pass_point(cp_lead *m, double to)
{
	add_energy(m, to - m->t);
	cp_accept(m, to);
	if (!cp_compute(m) || !cp_settle(m, false))
		return false;
	deposit(m);
	return true;
}

static bool finish_point(cp_lead *m, double to)
{
	for (uint32_t i = 0; i < m->n && !m->out->ended; i++)
		if (!m->node[i].gated && m->node[i].reached.ended)
			m->out->ended = m->node[i].c->name;
	if (!cp_pass_point(m, to))
		return false;
	add_row(m, SR_GRID);
	return true;
}

static void tell_unsettled(const cp_lead *m)
{
	const cp_work *w = &m->out->work;
	if (!w->unsettled || m->quiet)
		return;
	sb_message *e = sb_report(m->s->diag, SB_WARNING, "P0045", (sb_span){0},
							  "%llu of %llu steps are not as accurate as was asked for: %s",
							  (unsigned long long)w->unsettled, (unsigned long long)w->steps,
							  m->set.control == CP_RICHARDSON ? "they could not be made shorter"
							  : "they still changed when they had been repeated as often as is allowed");
	sb_help(e, m->set.control == CP_RICHARDSON ? "say a smaller leastStep, or a larger tolerance"
			: "take shorter steps (--step), more --iterations, or --coupling newton");
}

/* Steps of one length lie on a grid, so that what differs between runs with other lengths is the coupling alone. */
static double next_point(const cp_lead *m, uint64_t number)
{
	double next = m->set.start + (double)number * m->set.step, tick = cp_next_tick(m);
	if (next > m->set.stop - 1e-9 * m->set.step)
		next = m->set.stop;
	return tick < next - 1e-9 * m->set.step ? tick : next;
}

static cp_status lead(cp_lead *m, bool (*progress)(void *context, double part), void *context)
{
	uint64_t number = 1;
	double step = m->set.step, looked = sb_clock();
	if (!begin(m))
		return CP_FAILED;
	while (m->t < m->set.stop && !m->out->ended) {
		double to = next_point(m, number), point = to;
		if (m->set.control != CP_FIXED ? !cp_controlled(m, fmin(m->set.stop, cp_next_tick(m)), &step, &to)
									   : !cp_one_step(m, &to) || !finish_point(m, to))
			return CP_FAILED;
		if (m->set.control != CP_FIXED && !finish_point(m, to))
			return CP_FAILED;
		number += to == point && point == m->set.start + (double)number * m->set.step;
		if (sb_stopped() != SB_GO_ON)
			return CP_STOPPED;
		if (progress && sb_clock() - looked > 0.1) {
			looked = sb_clock();
			if (!progress(context, (m->t - m->set.start) / (m->set.stop - m->set.start)))
				return CP_STOPPED;
		}
	}
	return m->out->ended ? CP_ENDED : CP_DONE;
}

void cp_run_once(cp_system *s, const cp_settings *settings, bool quiet, bool (*progress)(void *context, double part),
				 void *context, cp_outcome *out)
{
	cp_lead m = {.s = s, .set = *settings, .arena = sb_arena_new(), .out = out, .quiet = quiet};
	double since = sb_clock();
	*out = (cp_outcome){.estimate = {.order = NAN}};
	make_nodes(&m);
	cp_find_loops(&m);
	make_record(&m);
	out->energy = sb_new_array(s->arena, double, s->bonds.n + 1);
	m.flown = sb_new_array(m.arena, double, s->bonds.n + 1);
	out->status = lead(&m, progress, context);
	out->time = m.t;
	cp_tell_defects(&m);
	tell_unsettled(&m);
	for (uint32_t i = 0; i < m.n; i++)
		m.node[i].p->operations->end(m.node[i].p);
	out->wall = sb_clock() - since;
	sb_arena_free(m.arena);
}

void cp_simulate(cp_system *s, const cp_settings *settings, bool (*progress)(void *context, double part), void *context,
				 cp_outcome *out)
{
	cp_run_once(s, settings, false, progress, context, out);
	cp_find_estimate(s, settings, out);
}
