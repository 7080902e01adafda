/* Is all that a condition depends on at rest, but for the error of the states?
 *
 * What comes to rest on a limit, as a part of a chain or of a damped motion does, gets there with all that moves it.
 * From then on the solver's error decides on which side of the limit it is, and its rate is made of the errors of the
 * others: neither says anything about the model. The rates tell that it is so: errors of the states within the
 * tolerance make as much of them as they are. */
#include "engine/evaluate/engine_evaluate.h"
#include "engine/watch/watch.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STATES_MOST = 64 };
static const double MUCH = 10;   /* times what the tolerance makes of a rate: a single state may be off by that */
/* Of the size of the function: where the tolerance makes more of it nothing is known, as of the voltage over a leak of
 * 1e-9 S that a current gives. */
static const double KNOWN = 1e-2;

/* What the tolerance of each state makes of the rates and of the function: change[i*n + j] of rate j by state i. */
typedef struct influence {
	uint32_t n;
	double *f, *moved, *there, *change, *of_function, function;
	bool *reached;
} influence;

static double square(double a)
{
	return a * a;
}

static double unit_of(const se_run *run, const double *x, uint32_t i)
{
	return run->tolerance * (fabs(x[i]) + run->size[i]);
}

static void open_influence(influence *in, uint32_t n)
{
	double *room = sb_draw(NULL, ((size_t)n * n + 4 * (n + 1)) * sizeof *room);
	*in = (influence){n, room, room + n + 1, room + 2 * (n + 1), room + 4 * (n + 1), room + 3 * (n + 1), 0, NULL};
	in->reached = memset(sb_draw(NULL, n + 1), 0, n + 1);
}

static bool find_influence(se_run *run, influence *in, uint32_t watch, double t, const double *x)
{
	if (!se_functions_at(run, t, x, in->f, run->view->near))
		return false;
	in->function = run->view->near[watch];
	for (uint32_t i = 0; i < in->n; i++) {
		memcpy(in->moved, x, in->n * sizeof *x);
		in->moved[i] += unit_of(run, x, i);
		if (!se_functions_at(run, t, in->moved, in->there, run->view->near))
			return false;
		in->of_function[i] = run->view->near[watch] - in->function;
		for (uint32_t j = 0; j < in->n; j++)
			in->change[i * in->n + j] = in->there[j] - in->f[j];
	}
	return true;
}

/* The states that the function depends on, and those that these depend on. */
static void reach(influence *in)
{
	bool more = true;
	for (uint32_t i = 0; i < in->n; i++)
		in->reached[i] = in->of_function[i] != 0;
	while (more) {
		more = false;
		for (uint32_t j = 0; j < in->n; j++)
			for (uint32_t i = 0; i < in->n && in->reached[j]; i++)
				if (!in->reached[i] && in->change[i * in->n + j] != 0)
					more = in->reached[i] = true;
	}
}

static double size_of(const influence *in, const double *change, uint32_t apart)
{
	double sum = 0;
	for (uint32_t i = 0; i < in->n; i++)
		sum += square(change[(size_t)i * apart]);
	return sqrt(sum);
}

/* What the tolerance of state i makes of the rate of the function. */
static double rate_by(const se_run *run, const influence *in, const double *x, uint32_t i)
{
	double sum = 0;
	for (uint32_t j = 0; j < in->n; j++)
		sum += in->of_function[j] / unit_of(run, x, j) * in->change[i * in->n + j];
	return sum;
}

/* How fast the function moves on the condition, with the rates of in->there, and what errors of the states along the
 * condition make of that: those across it say nothing, as in der(x) = -x - u, whose rate on x = 0 is -u whatever x is.
 * True: the errors make it all. */
static bool is_made_by_errors(const se_run *run, const influence *in, const double *x)
{
	double across = 0, gradient = 0, rate = 0, along = 0;
	for (uint32_t i = 0; i < in->n; i++) {
		rate += in->of_function[i] / unit_of(run, x, i) * in->there[i];
		across += in->of_function[i] * rate_by(run, in, x, i);
		gradient += in->of_function[i] * in->of_function[i];
	}
	across /= gradient;
	for (uint32_t i = 0; i < in->n; i++)
		along += square(rate_by(run, in, x, i) - across * in->of_function[i]);
	return fabs(rate - across * in->function) <= MUCH * sqrt(along);
}

/* Are the rates as small as their errors, and does the function stay, if nothing but time goes on to t? */
static bool rests_at(se_run *run, influence *in, uint32_t watch, double t, const double *x)
{
	if (!se_functions_at(run, t, x, in->there, run->view->near) ||
		!(fabs(run->view->near[watch] - in->function) <= MUCH * size_of(in, in->of_function, 1)))
		return false;
	for (uint32_t j = 0; j < in->n; j++)
		if (in->reached[j] && !(fabs(in->there[j]) <= MUCH * size_of(in, in->change + j, in->n)))
			return false;
	return is_made_by_errors(run, in, x);
}

bool se_is_still(se_run *run, uint32_t watch, double t, const double *x)
{
	influence in;
	if (run->image->states > STATES_MOST)
		return false;
	open_influence(&in, run->image->states);
	bool still = find_influence(run, &in, watch, t, x);
	if (still)
		reach(&in);
	double blur = still ? size_of(&in, in.of_function, 1) : 0;
	still = still && blur > 0 && blur <= KNOWN * run->view->scale[watch] && rests_at(run, &in, watch, t, x) &&
			rests_at(run, &in, watch, run->step_begin, x) && rests_at(run, &in, watch, run->step_end, x);
	sb_put_back(in.reached);
	sb_put_back(in.f);
	return still;
}
