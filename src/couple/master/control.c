/* Steps whose length follows an estimate. By Richardson: a step is made whole and in two halves; what differs is its
 * error, and it is made again, shorter, if that is too large. By energy: what flows out of one end of a power bond and
 * not into the other one is made by the coupling; no step is made again, the next one is shorter. */
#include "couple/master/lead.h"

#include <math.h>
#include <string.h>

static double limited(double factor)
{
	return fmin(fmax(factor, 0.2), 2);
}

/* A step to at most `most`; a rest that would be tiny is taken along. */
static double length(const cp_lead *m, double most, double step)
{
	double rest = most - m->t;
	step = fmin(fmax(step, m->set.least_step), m->set.most_step);
	return step > 0.999 * rest ? rest : step > 0.5 * rest ? rest / 2 : step;
}

static double error_of(const cp_lead *m, const double *big)
{
	double most = 0;
	uint32_t order = m->set.iterations > 1 || m->set.algorithm == CP_NEWTON ? 2 : m->set.hold + 1;
	for (uint32_t i = 0; i < m->n; i++)
		for (uint32_t k = 0; k < m->node[i].p->outputs.n; k++, big++) {
			double size = fmax(cp_size(m, i, k), fabs(m->node[i].ahead[k]));
			if (!m->node[i].p->outputs.at[k].discrete && size > 0)
				most = fmax(most, fabs(m->node[i].ahead[k] - *big) / size);
		}
	return most / (m->set.tolerance * (exp2(order) - 1));
}

static void copy_ahead(const cp_lead *m, double *to)
{
	for (uint32_t i = 0; i < m->n; i++) {
		memcpy(to, m->node[i].ahead, m->node[i].p->outputs.n * sizeof *to);
		to += m->node[i].p->outputs.n;
	}
}

/* The whole step, then the halves; the second half is not accepted yet. */
static bool both(cp_lead *m, double h, double *big, double *error)
{
	double end = m->t + h, half = m->t + h / 2;
	if (!cp_keep(m, 1) || !cp_one_step(m, &end))
		return false;
	copy_ahead(m, big);
	if (!cp_go_back(m, 1) || !cp_one_step(m, &half) || !cp_pass_point(m, half) || !cp_one_step(m, &end))
		return false;
	*error = error_of(m, big);
	return true;
}

static bool richardson(cp_lead *m, double most, double *step, double *to)
{
	sb_arena *scratch = sb_arena_new();
	double *big = sb_new_array(scratch, double, m->outputs + 1), error = INFINITY;
	uint32_t order = m->set.iterations > 1 || m->set.algorithm == CP_NEWTON ? 2 : m->set.hold + 1;
	bool good = true, done = false;
	while (good && !done) {
		double h = length(m, most, *step), begin = m->t;
		good = both(m, h, big, &error);
		if (!good)
			break;
		double factor = limited(0.9 * pow(fmax(error, 1e-10), -1.0 / (order + 1)));
		done = error <= 1 || h <= m->set.least_step * (1 + 1e-9);
		*step = done ? fmax(*step < h ? *step : h, h) * factor : h * fmin(factor, 0.9);
		*to = begin + h == most || h == most - begin ? most : begin + h;
		m->out->work.unsettled += done && error > 1;
		m->out->local += done ? error * m->set.tolerance : 0;
		if (done)
			m->out->work.steps--;        /* the half before is no step of its own */
		else {
			m->out->work.rejected++;
			m->out->work.steps--;
			good = cp_go_back(m, 1);
		}
	}
	sb_arena_free(scratch);
	return good;
}

/* The input of a component that reads an output of another one. */
static uint32_t reader(const cp_node *node, uint32_t from, uint32_t output)
{
	for (uint32_t i = 0; i < node->p->inputs.n; i++)
		if (node->wire[i] && node->wire[i]->from == from && node->wire[i]->output == output)
			return i;
	return UINT32_MAX;
}

/* The power that one side takes and the other one does not give, at the end of the step. */
double cp_residual_power(const cp_lead *m, const cp_bond *b, double h, double *power)
{
	const cp_node *a = &m->node[b->a], *c = &m->node[b->b];
	uint32_t flow = reader(a, b->b, b->flow), effort = reader(c, b->a, b->effort);
	double given = a->ahead[b->effort] * (cp_curve_at(&a->curve[flow], h) - a->wire[flow]->offset) /
				   a->wire[flow]->factor;
	double taken = c->ahead[b->flow] * (cp_curve_at(&c->curve[effort], h) - c->wire[effort]->offset) /
				   c->wire[effort]->factor;
	*power = fmax(fabs(given), fabs(taken));
	return taken - given;
}

static bool energy(cp_lead *m, double most, double *step, double *to)
{
	double h = length(m, most, *step), begin = m->t, worst = 0;
	*to = h == most - begin ? most : begin + h;
	if (!cp_one_step(m, to))
		return false;
	for (uint32_t i = 0; i < m->s->bonds.n; i++) {
		double power, residual = cp_residual_power(m, &m->s->bonds.at[i], h, &power);
		m->flown[i] = fmax(m->flown[i], power);
		if (m->flown[i] > 0)
			worst = fmax(worst, fabs(residual) / m->flown[i]);
	}
	*step = h * limited(0.9 * pow(fmax(worst / m->set.tolerance, 1e-10), -1.0 / (m->set.hold + 1)));
	return true;
}

bool cp_controlled(cp_lead *m, double most, double *step, double *to)
{
	return m->set.control == CP_ENERGY ? energy(m, most, step, to) : richardson(m, most, step, to);
}
