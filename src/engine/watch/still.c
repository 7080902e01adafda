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

/* What the tolerance of each state makes of the rates and of the function: change[i*n + j] of rate j by state i. These
 * are n states, state[i] is the number of one: all, or those that a condition which one state moves may depend on. */
typedef struct influence {
	uint32_t n, *state;
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

bool se_find_reads(const se_run *run)
{
	const si_image *image = run->image;
	se_view *v = run->view;
	uint32_t n = image->states;
	if (v->reads_at)
		return true;
	si_layout pattern = {.column = image->jacobian_column.at, .row = image->jacobian_row.at};
	if (image->jacobian.by_families && image->jacobian.symbolic && image->asks && !run->hold)
		pattern = image->asks->lay_out(image, run->own);
	else if (image->jacobian.by_families || image->jacobian_column.n <= n || run->hold)
		return false;
	const uint32_t *column = pattern.column, *row = pattern.row;
	if (!column)
		return false;
	v->reads = sb_new_array(run->own, uint32_t, column[n] + 1);
	v->reads_at = sb_new_array(run->own, uint32_t, n + 2);
	for (uint32_t k = 0; k < column[n]; k++)
		v->reads_at[row[k] + 2]++;
	for (uint32_t j = 1; j <= n; j++)
		v->reads_at[j + 1] += v->reads_at[j];
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t k = column[i]; k < column[i + 1]; k++)
			v->reads[v->reads_at[row[k] + 1]++] = i;
	return true;
}

/* The state and all that it depends on. False: these are too many. */
static bool gather(const se_run *run, uint32_t state, influence *in)
{
	const se_view *v = run->view;
	in->state[0] = state;
	in->n = 1;
	for (uint32_t k = 0; k < in->n; k++) {
		uint32_t j = in->state[k];
		for (uint32_t e = v->reads_at[j]; e < v->reads_at[j + 1]; e++) {
			bool known = false;
			for (uint32_t i = 0; i < in->n && !known; i++)
				known = in->state[i] == v->reads[e];
			if (!known && in->n == STATES_MOST)
				return false;
			if (!known)
				in->state[in->n++] = v->reads[e];
		}
	}
	return true;
}

/* False: the condition depends on too many states. */
static bool open_influence(se_run *run, uint32_t watch, influence *in)
{
	uint32_t all = run->image->states, alone = run->image->watches.at[watch].state;
	*in = (influence){.n = all, .state = sb_draw(NULL, STATES_MOST * sizeof *in->state)};
	for (uint32_t i = 0; i < all && i < STATES_MOST; i++)
		in->state[i] = i;
	bool few = alone && se_find_reads(run) ? gather(run, alone - 1, in) : all <= STATES_MOST;
	if (!few) {
		sb_put_back(in->state);
		return false;
	}
	uint32_t n = in->n;
	double *room = sb_draw(NULL, ((size_t)n * n + n + 3 * (all + 1)) * sizeof *room);
	in->f = room;
	in->moved = room + all + 1;
	in->there = in->moved + all + 1;
	in->of_function = in->there + all + 1;
	in->change = in->of_function + n;
	in->reached = memset(sb_draw(NULL, n + 1), 0, n + 1);
	return true;
}

static bool find_influence(se_run *run, influence *in, uint32_t watch, double t, const double *x, const se_known *known)
{
	if (known)
		memcpy(in->f, known->f, run->image->states * sizeof *in->f);
	else if (!se_functions_at(run, t, x, in->f, run->view->near))
		return false;
	in->function = known ? known->g : run->view->near[watch];
	memcpy(in->moved, x, run->image->states * sizeof *x);
	for (uint32_t i = 0; i < in->n; i++) {
		uint32_t state = in->state[i];
		in->moved[state] += unit_of(run, x, state);
		if (!se_functions_at(run, t, in->moved, in->there, run->view->near))
			return false;
		in->moved[state] = x[state];
		in->of_function[i] = run->view->near[watch] - in->function;
		for (uint32_t j = 0; j < in->n; j++)
			in->change[i * in->n + j] = in->there[in->state[j]] - in->f[in->state[j]];
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
		sum += in->of_function[j] / unit_of(run, x, in->state[j]) * in->change[i * in->n + j];
	return sum;
}

/* How fast the function moves on the condition, with the rates of in->there, and what errors of the states along the
 * condition make of that: those across it say nothing, as in der(x) = -x - u, whose rate on x = 0 is -u whatever x is.
 * True: the errors make it all. */
static bool is_made_by_errors(const se_run *run, const influence *in, const double *x)
{
	double across = 0, gradient = 0, rate = 0, along = 0;
	for (uint32_t i = 0; i < in->n; i++) {
		rate += in->of_function[i] / unit_of(run, x, in->state[i]) * in->there[in->state[i]];
		across += in->of_function[i] * rate_by(run, in, x, i);
		gradient += in->of_function[i] * in->of_function[i];
	}
	across /= gradient;
	for (uint32_t i = 0; i < in->n; i++)
		along += square(rate_by(run, in, x, i) - across * in->of_function[i]);
	return fabs(rate - across * in->function) <= MUCH * sqrt(along);
}

/* Are the rates of in->there as small as their errors? */
static bool is_slow(const se_run *run, const influence *in, const double *x)
{
	for (uint32_t j = 0; j < in->n; j++)
		if (in->reached[j] && !(fabs(in->there[in->state[j]]) <= MUCH * size_of(in, in->change + j, in->n)))
			return false;
	return is_made_by_errors(run, in, x);
}

/* Does the function stay, with rates that are as small as their errors, if nothing but time goes on to t? */
static bool rests_at(se_run *run, influence *in, uint32_t watch, double t, const double *x)
{
	return se_functions_at(run, t, x, in->there, run->view->near) &&
		   fabs(run->view->near[watch] - in->function) <= MUCH * size_of(in, in->of_function, 1) &&
		   is_slow(run, in, x);
}

bool se_is_still(se_run *run, uint32_t watch, double t, const double *x, const se_known *known)
{
	influence in;
	if (!open_influence(run, watch, &in))
		return false;
	bool still = find_influence(run, &in, watch, t, x, known);
	if (still) {
		reach(&in);
		memcpy(in.there, in.f, run->image->states * sizeof *in.there);
	}
	double blur = still ? size_of(&in, in.of_function, 1) : 0;
	still = still && blur > 0 && blur <= KNOWN * run->view->scale[watch] && is_slow(run, &in, x) &&
			rests_at(run, &in, watch, run->step_begin, x) && rests_at(run, &in, watch, run->step_end, x);
	sb_put_back(in.reached);
	sb_put_back(in.f);
	sb_put_back(in.state);
	return still;
}
