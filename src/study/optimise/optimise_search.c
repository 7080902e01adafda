/* One search by NLopt. */
#include "study/optimise/optimise_inside.h"
#include <math.h>
#include <nlopt.h>
#include <stdlib.h>
#include <string.h>

/* What stands for the cost of a run that failed: worse than all that were seen, and not so far away that a model of the
 * cost breaks down. */
static double worse_than_all(const st_search *s)
{
	if (isnan(s->worst))
		return 1e3;
	return s->worst + fmax(s->worst - s->least, 0.1 * (1 + fabs(s->worst)));
}

static const st_trial *trial_at(st_search *s, unsigned n, const double *x)
{
	double *at = sb_resize(NULL, n * sizeof *at);
	for (unsigned i = 0; i < n; i++)
		at[i] = fmin(fmax(x[i], 0), 1);
	const st_trial *t = st_try(s, at);
	if (!t)
		nlopt_force_stop(s->engine);
	free(at);
	return t;
}

static bool slopes_at(st_search *s, unsigned n, const double *x)
{
	double *at = sb_resize(NULL, n * sizeof *at);
	for (unsigned i = 0; i < n; i++)
		at[i] = fmin(fmax(x[i], 0), 1);
	bool good = st_slopes(s, at);
	if (!good)
		nlopt_force_stop(s->engine);
	free(at);
	return good;
}

static double cost(unsigned n, const double *x, double *gradient, void *data)
{
	st_search *s = data;
	const st_trial *t = trial_at(s, n, x);
	if (gradient)
		memset(gradient, 0, n * sizeof *gradient);
	if (!t || t->state != ST_TRIAL_DONE)
		return worse_than_all(s);
	if (gradient && slopes_at(s, n, x))
		memcpy(gradient, s->slope_cost, n * sizeof *gradient);
	return s->violation ? st_violation(s->o, t) : st_scaled_cost(s->o, t);
}

/* NLopt wants functions that are not positive, or zero; equations first asks for one kind. */
static void constraints(st_search *s, unsigned m, double *result, unsigned n, const double *x, double *gradient,
						bool equations)
{
	const st_trial *t = trial_at(s, n, x);
	bool slopes = t && t->state == ST_TRIAL_DONE && gradient && slopes_at(s, n, x);
	for (uint32_t i = 0, row = 0; i < s->o->constraints && row < m; i++) {
		if (st_measure_is_equation(s->o->measures, i + 1) != equations)
			continue;
		double sign = equations ? 1 : -1;
		result[row] = t && t->state == ST_TRIAL_DONE ? sign * st_scaled_margin(s->o, t, i) : 1;
		for (unsigned k = 0; k < n && gradient; k++)
			gradient[(size_t)row * n + k] = slopes ? sign * s->slope_constraint[(size_t)i * n + k] : 0;
		row++;
	}
}

static void inequality(unsigned m, double *result, unsigned n, const double *x, double *gradient, void *data)
{
	constraints(data, m, result, n, x, gradient, false);
}

static void equation(unsigned m, double *result, unsigned n, const double *x, double *gradient, void *data)
{
	constraints(data, m, result, n, x, gradient, true);
}

/* Half of what the result is allowed: rounding must not decide whether it is feasible. */
static void add_constraints(const st_search *s, nlopt_opt engine)
{
	uint32_t equations = 0, all = s->o->constraints;
	double *tolerance = sb_resize(NULL, (all + 1) * sizeof *tolerance);
	for (uint32_t i = 0; i < all; i++) {
		equations += st_measure_is_equation(s->o->measures, i + 1);
		tolerance[i] = 0.5 * ST_CONSTRAINT_TOLERANCE;
	}
	if (all > equations)
		nlopt_add_inequality_mconstraint(engine, all - equations, inequality, (void *)s, tolerance);
	if (equations)
		nlopt_add_equality_mconstraint(engine, equations, equation, (void *)s, tolerance);
	free(tolerance);
}

static void set_ends(const st_search *s, nlopt_opt engine)
{
	const st_optimise_request *q = &s->o->request;
	nlopt_set_xtol_abs1(engine, s->violation ? fmin(q->xtol, 1e-11) : q->xtol);
	if (q->ftol > 0 && !s->violation)
		nlopt_set_ftol_rel(engine, q->ftol);
	else if (s->method->slopes)
		nlopt_set_ftol_rel(engine, 1e-9);        /* below what differences can tell */
	if (s->violation)
		nlopt_set_stopval(engine, 0.25 * ST_CONSTRAINT_TOLERANCE * ST_CONSTRAINT_TOLERANCE);
	if (!s->method->everywhere)
		nlopt_set_initial_step1(engine, s->step);
	if (s->method->algorithm == NLOPT_GN_CRS2_LM)        /* its own 10(n + 1) often end in the second best minimum */
		nlopt_set_population(engine, 40 * (s->o->count + 1));
}

static st_search_end end_of(const st_search *s, int result)
{
	if (s->out || s->stale)
		return s->out ? ST_BY_EVALUATIONS : ST_BY_FTOL;
	switch (result) {
	case NLOPT_XTOL_REACHED: return ST_BY_XTOL;
	case NLOPT_FTOL_REACHED: return ST_BY_FTOL;
	case NLOPT_FORCED_STOP: return ST_BY_STOP;
	case NLOPT_ROUNDOFF_LIMITED: return ST_BY_ROUNDING;
	default: return ST_BY_METHOD;
	}
}

void st_search_run(st_search *s)
{
	uint32_t n = s->o->count;
	double least, *x = sb_resize(NULL, n * sizeof *x);
	nlopt_opt engine = nlopt_create((nlopt_algorithm)s->method->algorithm, n);
	if (!engine)
		sb_out_of_memory(0);
	s->engine = engine;
	memcpy(x, s->begin, n * sizeof *x);
	nlopt_set_lower_bounds1(engine, 0);
	nlopt_set_upper_bounds1(engine, 1);
	nlopt_set_min_objective(engine, cost, s);
	if (!s->violation)
		add_constraints(s, engine);
	set_ends(s, engine);
	nlopt_srand((unsigned long)(s->o->request.seed * 1000003u + s->number));
	nlopt_result result = nlopt_optimize(engine, x, &least);
	if (result == NLOPT_OUT_OF_MEMORY)
		sb_out_of_memory(0);
	s->end = end_of(s, result);
	nlopt_destroy(engine);
	s->engine = NULL;
	free(x);
}
