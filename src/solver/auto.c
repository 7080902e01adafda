/* auto: begins with erk and goes over to an implicit solver at the end of a step when a mode that is not in the
 * solution has held the steps down for a while, or when erk cannot go on. It does not go back: the implicit ones do
 * well on what erk does well too, only at a higher price.
 *
 * The implicit solver is rodas where its Jacobian and factors in every step are cheap; a restart costs it nothing.
 * Else it is cvode; but that needs many small steps after each restart, so where events restart it often rodas may pay
 * after all, and where they restart it more often than that, dirk takes its place until restarts are rare again. Each
 * such change doubles the number of restarts that are looked at before the next one. Where rodas cannot go on, cvode
 * tries. So it does where rodas crawls: it takes one Jacobian for a step, and where that changes by powers of ten
 * within a small part of the way, as behind an inductor whose diode closes, only a solver that iterates gets through.
 *
 * A change is made when the next step or a reset is asked for, so that the last step can still be interpolated. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/stock.h"
#include "solver/erk.h"
#include "solver/rodas.h"
#include "solver/solvers.h"

/* Of these many steps between restarts each of the two costs about the same. */
enum { FEW_CVODE_STEPS = 18, MANY_DIRK_STEPS = 10, LONG_WITHOUT_RESTART = 60, OFTEN = 100 };
/* So many steps of rodas in a row, without a restart, that go less far than this part of its longest one: it crawls. */
enum { CRAWLING_STEPS = 2000 };
static const double crawling_part = 1e-4;

typedef struct auto_solver {
	sv_solver head;
	sv_problem problem;
	sv_options options;
	sv_solver *erk, *cvode, *dirk, *rodas;   /* the implicit ones are made when they are needed */
	sv_solver *now;
	double t;
	uint32_t steps, restarts, window;        /* since the last decision; restarts before the next one */
	uint32_t since;                  /* steps since the last restart */
	uint64_t resets;                 /* asked for, without the ones that a change makes */
	bool started, left_rodas;        /* rodas could not go on */
	bool crawls;                     /* ... or goes on in steps that are too small */
	uint32_t counted;                /* steps of rodas since `mark` */
	double mark, widest;             /* its longest step so far */
	char chosen[120];
} auto_solver;

static sv_solver *create(const sv_problem *problem, const sv_options *options)
{
	auto_solver *s = sb_draw_zeros(sizeof *s);
	s->head.operations = &sv_auto;
	s->problem = *problem;
	s->options = *options;
	s->erk = s->now = sv_erk.create(problem, options);
	s->window = 10;
	snprintf(s->chosen, sizeof s->chosen, "%s", sv_erk.name);
	return &s->head;
}

static void go_over(auto_solver *s, const sv_operations *to, const char *before, const char *why)
{
	sv_solver **place = to == &sv_cvode ? &s->cvode : to == &sv_dirk ? &s->dirk : &s->rodas;
	if (!*place)
		*place = to->create(&s->problem, &s->options);
	to->reset(*place, s->t, s->now->operations->state(s->now), false);
	s->now = *place;
	s->steps = s->restarts = s->since = 0;
	snprintf(s->chosen, sizeof s->chosen, "erk, %sthen %s from t = %.6g (%s)", before, to->name, s->t, why);
}

static bool go_to_rodas(auto_solver *s, bool restarts, const char *before, const char *why)
{
	if (s->left_rodas)
		return false;
	s->rodas = sv_rodas.create(&s->problem, &s->options);
	if (sv_rodas_pays(s->rodas, restarts)) {
		go_over(s, &sv_rodas, before, why);
		return true;
	}
	sv_rodas.free(s->rodas);
	s->rodas = NULL;
	return false;
}

/* From erk to what suits the problem. */
static void go_implicit(auto_solver *s, const char *why)
{
	if (!go_to_rodas(s, false, "", why))
		go_over(s, &sv_cvode, "", why);
}

static void reset(sv_solver *solver, double t, const double *x, bool keep_step)
{
	auto_solver *s = (auto_solver *)solver;
	s->now->operations->reset(s->now, t, x, keep_step);
	s->t = t;
	s->since = s->counted = 0;
	s->resets += s->started;
	s->started = true;
	if (s->now == s->erk || s->now == s->rodas || ++s->restarts < s->window)
		return;
	double mean = (double)s->steps / s->restarts;
	s->steps = s->restarts = 0;
	if (s->now == s->cvode && mean < FEW_CVODE_STEPS) {
		s->window *= 2;
		go_over(s, &sv_dirk, "cvode, ", "restarts are frequent");
	} else if (s->now == s->cvode && mean < OFTEN) {
		go_to_rodas(s, true, "cvode, ", "restarts are frequent");
	} else if (s->now == s->dirk && mean > MANY_DIRK_STEPS) {
		s->window *= 2;
		go_over(s, &sv_cvode, "dirk, ", "restarts are rare");
	}
}

static void bound(sv_solver *solver, double longest)
{
	auto_solver *s = (auto_solver *)solver;
	sv_solver *const all[] = { s->erk, s->cvode, s->dirk, s->rodas };
	s->options.longest = longest;
	for (int i = 0; i < 4; i++)
		if (all[i])
			all[i]->operations->bound(all[i], longest);
}

static void watch_rodas(auto_solver *s, double t)
{
	if (s->counted++ == 0)
		s->mark = s->t;
	if (t - s->t > s->widest)
		s->widest = t - s->t;
	if (s->counted < CRAWLING_STEPS)
		return;
	s->crawls = t - s->mark < crawling_part * s->widest;
	s->counted = 0;
}

static sv_status step(sv_solver *solver, double limit, double *t)
{
	auto_solver *s = (auto_solver *)solver;
	if (s->now == s->erk && sv_erk_stiff(s->erk))
		go_implicit(s, "steps limited by stability");
	else if (s->now == s->dirk && s->since > LONG_WITHOUT_RESTART)
		go_over(s, &sv_cvode, "dirk, ", "restarts are rare");
	else if (s->now == s->rodas && s->crawls) {
		s->left_rodas = true;
		go_over(s, &sv_cvode, "rodas, ", "rodas would need many small steps");
	}
	sv_status status = s->now->operations->step(s->now, limit, t);
	if (s->now == s->erk && status != SV_OK && status != SV_GAVE_UP) {
		go_implicit(s, "erk could not go on");
		status = s->now->operations->step(s->now, limit, t);
	}
	if (s->now == s->rodas && status != SV_OK && status != SV_GAVE_UP) {
		s->left_rodas = true;
		go_over(s, &sv_cvode, "rodas, ", "rodas could not go on");
		status = s->now->operations->step(s->now, limit, t);
	}
	if (s->now == s->rodas)
		watch_rodas(s, *t);
	s->t = *t;
	s->steps++;
	s->since++;
	return status;
}

static void interpolate(sv_solver *solver, double t, double *x)
{
	auto_solver *s = (auto_solver *)solver;
	s->now->operations->interpolate(s->now, t, x);
}

static bool one_state(const sv_solver *solver, double t, uint32_t i, double *x)
{
	const sv_solver *now = ((const auto_solver *)solver)->now;
	return now->operations->one && now->operations->one(now, t, i, x);
}

static bool polynomial(const sv_solver *solver, uint32_t i, double out[SV_BERNSTEIN])
{
	const sv_solver *now = ((const auto_solver *)solver)->now;
	return now->operations->polynomial && now->operations->polynomial(now, i, out);
}

static bool steepest(const sv_solver *solver, double *out)
{
	const sv_solver *now = ((const auto_solver *)solver)->now;
	return now->operations->steepest && now->operations->steepest(now, out);
}

static const double *state(sv_solver *solver)
{
	auto_solver *s = (auto_solver *)solver;
	return s->now->operations->state(s->now);
}

static void statistics(const sv_solver *solver, sv_statistics *out)
{
	const auto_solver *s = (const auto_solver *)solver;
	const sv_solver *all[] = { s->erk, s->cvode, s->dirk, s->rodas };
	*out = (sv_statistics){ .resets = s->resets };
	for (int i = 0; i < 4; i++) {
		sv_statistics one;
		if (!all[i])
			continue;
		all[i]->operations->statistics(all[i], &one);
		out->steps += one.steps;
		out->rejected += one.rejected;
		out->rates += one.rates;
		out->jacobians += one.jacobians;
		out->newton_iterations += one.newton_iterations;
		if (all[i] == s->now) {
			out->last_step = one.last_step;
			out->last_order = one.last_order;
		}
	}
}

static const char *chosen(const sv_solver *solver)
{
	return ((const auto_solver *)solver)->chosen;
}

static const char *detail(const sv_solver *solver)
{
	const sv_solver *now = ((const auto_solver *)solver)->now;
	return now->operations->detail(now);
}

static void close_auto(sv_solver *solver)
{
	auto_solver *s = (auto_solver *)solver;
	if (!s)
		return;
	sv_erk.free(s->erk);
	sv_cvode.free(s->cvode);
	sv_dirk.free(s->dirk);
	sv_rodas.free(s->rodas);
	sb_put_back(s);
}

/* Those that the run has left for good are of no use any more; what they have counted is. */
static bool archive(sv_solver *solver, sb_archive *a)
{
	auto_solver *s = (auto_solver *)solver;
	bool rodas = s->now == s->rodas;
	if (s->now != s->erk && !(rodas && sv_rodas_is_free(s->rodas)))
		return false;
	sb_archive_tag(a, sv_auto.name);
	sb_archive_one(a, s->steps);
	sb_archive_one(a, s->restarts);
	sb_archive_one(a, s->window);
	sb_archive_one(a, s->since);
	sb_archive_one(a, s->resets);
	sb_archive_one(a, s->t);
	sb_archive_one(a, s->started);
	sb_archive_one(a, s->left_rodas);
	sb_archive_one(a, s->crawls);
	sb_archive_one(a, s->counted);
	sb_archive_one(a, s->mark);
	sb_archive_one(a, s->widest);
	sb_archive_one(a, s->options.longest);
	sb_archive_one(a, s->chosen);
	sb_archive_one(a, rodas);
	if (a->reads && rodas)
		s->now = s->rodas = sv_rodas.create(&s->problem, &s->options);
	return sv_erk.archive(s->erk, a) && (!rodas || sv_rodas.archive(s->rodas, a));
}

const sv_operations sv_auto = {
	.name = "auto",
	.what = "explicit (erk) at first, implicit (rodas, cvode, dirk) when the steps show stiffness",
	.implicit = true,
	.fraction = 0.3,
	.create = create,
	.reset = reset,
	.bound = bound,
	.step = step,
	.interpolate = interpolate,
	.one = one_state,
	.polynomial = polynomial,
	.steepest = steepest,
	.state = state,
	.statistics = statistics,
	.chosen = chosen,
	.detail = detail,
	.archive = archive,
	.free = close_auto,
};
