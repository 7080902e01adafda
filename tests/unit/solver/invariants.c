/* Projection: a point that goes round a circle, x' = -y, y' = x, with the invariant x^2 + y^2 = 1. Every solver keeps
 * it, at the ends of its steps, to rounding; without projection none does. The angle is t, so the projection must not
 * spoil the accuracy. */
#include "unit/unit.h"

#include "unit/solver/problems.h"

typedef struct circle { uint64_t projections; int fail_after; } circle;

static int circle_rates(void *context, double t, const double *x, double *xd)
{
	(void)context, (void)t;
	xd[0] = -x[1];
	xd[1] = x[0];
	return 0;
}

static int circle_jacobian(void *context, double t, const double *x, const double *xd, double *values)
{
	(void)context, (void)t, (void)x, (void)xd;
	memcpy(values, (double[]){ 0, 1, -1, 0 }, 4 * sizeof(double));
	return 0;
}

/* To the nearest point. */
static int circle_project(void *context, double t, double *x)
{
	circle *c = context;
	double r = hypot(x[0], x[1]);
	(void)t;
	c->projections++;
	if (c->fail_after && c->projections > (uint64_t)c->fail_after)
		return c->fail_after == 3 ? 1 : -1;
	x[0] /= r;
	x[1] /= r;
	return 0;
}

static sv_problem circle_problem(circle *c, bool project)
{
	return (sv_problem){.n = 2,
						.context = c,
						.rates = circle_rates,
						.jacobian = circle_jacobian,
						.column = column2,
						.row = row2,
						.project = project ? circle_project : NULL};
}

/* The farthest from the circle at the ends of steps, and the error of the angle in the end. */
static double farthest(const char *name, bool project, circle *c, double *angle)
{
	static const double start[] = { 1, 0 }, nominal[] = { 1, 1 };
	sv_problem p = circle_problem(c, project);
	sv_options options = {
		.tolerance = 1e-6, .nominal = nominal, .step = sv_find(name)->fixed_step ? 1e-2 : 0, .span = 50};
	sv_solver *s = sv_find(name)->create(&p, &options);
	double t = 0, worst = 0;
	s->operations->reset(s, 0, start, false);
	while (t < 50) {
		assert_int_equal(s->operations->step(s, 50, &t), SV_OK);
		const double *x = s->operations->state(s);
		worst = fmax(worst, fabs(x[0] * x[0] + x[1] * x[1] - 1));
		double end[2];
		s->operations->interpolate(s, t, end);       /* the end of a step is the same by both ways */
		assert_true(end[0] == x[0] && end[1] == x[1]);
	}
	const double *x = s->operations->state(s);
	*angle = fabs(remainder(atan2(x[1], x[0]) - 50, 2 * 3.14159265358979323846));
	s->operations->free(s);
	return worst;
}

static void every_solver_keeps_the_circle(void **state)
{
	(void)state;
	uint32_t count;
	const char *const *names = sv_names(&count);
	for (uint32_t i = 0; i < count; i++) {
		if (sv_find(names[i])->quantised)        /* whoever has invariants does not take them (R0820) */
			continue;
		circle with = { 0 }, without = { 0 };
		double angle, free_angle;
		double kept = farthest(names[i], true, &with, &angle),
			   drifted = farthest(names[i], false, &without, &free_angle);
		if (!(kept < 1e-14))
			fail_msg("%s: %g off the circle", names[i], kept);
		if (!(drifted > 1e-11))
			fail_msg("%s does not drift without projection: the test shows nothing", names[i]);
		if (!(angle < 1.5 * free_angle + 1e-6))
			fail_msg("%s: the angle is off by %g, and by %g without projection", names[i], angle, free_angle);
		assert_true(with.projections >= 10);
		assert_int_equal(without.projections, 0);
	}
}

/* A projection that finds nothing makes the step shorter and then ends the run; one that gives up ends it at once. */
static void a_projection_that_fails(void **state)
{
	(void)state;
	static const double start[] = { 1, 0 };
	uint32_t count;
	const char *const *names = sv_names(&count);
	for (uint32_t i = 0; i < count; i++)
		for (int after = 3; after <= 4 && !sv_find(names[i])->quantised; after++) {
			circle c = { .fail_after = after };
			sv_problem p = circle_problem(&c, true);
			sv_options options = { .tolerance = 1e-6, .step = sv_find(names[i])->fixed_step ? 0.01 : 0, .span = 50 };
			sv_solver *s = sv_find(names[i])->create(&p, &options);
			double t = 0;
			sv_status status = SV_OK;
			s->operations->reset(s, 0, start, false);
			for (int k = 0; k < 1000 && status == SV_OK; k++)
				status = s->operations->step(s, 50, &t);
			assert_int_not_equal(status, SV_OK);
			assert_true(t < 50);
			s->operations->free(s);
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_solver_keeps_the_circle),
		cmocka_unit_test(a_projection_that_fails),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
