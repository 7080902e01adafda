/* Work and precision on ten problems of the literature: `auto` against CVODE and ARKODE driven by hand on the same
 * right-hand sides.
 *
 * Each is run at tolerances from 0.1 to 1e-13, while the error is not small enough. What counts is not the tolerance
 * but the error that came out, so the time over the error is a curve (a parabola of least squares through log time over
 * log error: single errors are a matter of luck), and the curves are compared at the errors 1e-3, 1e-4, ... that both
 * reach. Time is that of the processor, the least of several runs, taken in turns. */
#include "ivp.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_POINTS = 30, MOST_DRIVERS = 8, LEVELS = 7 };
static const double FIRST = 1e-1, LAST = 0.9e-13, FACTOR = 0.31622776601683794, HOPELESS = 10;

static const struct { const char *name; bool stiff; double jump, enough; } list[] = {
	{"hires", true, 0, 1e-10}, {"pollution", true, 0, 1e-10}, {"oregonator", true, 0, 1e-10},
	{"van_der_pol", true, 0, 1e-10},
	{"robertson", true, 0, 1e-10}, {"ring_modulator", true, 0, 1e-5}, {"medical_akzo", true, 5, 1e-8},
	{"brusselator", true, 0, 1e-10},
	{"pleiades", false, 0, 1e-10}, {"arenstorf", false, 0, 1e-8},
};

enum { COUNT = sizeof list / sizeof *list };

static double number(const ivp *p, const char *array, int i)
{
	char name[64];
	snprintf(name, sizeof name, "%s[%d]", array, i);
	uint32_t scalar = sm_find_scalar(p->model->flat, name);
	return scalar == UINT32_MAX ? NAN : se_value(p->run, scalar);
}

static int state_of(const ivp *p, int i)
{
	char name[64];
	snprintf(name, sizeof name, "y[%d]", i);
	uint32_t scalar = sm_find_scalar(p->model->flat, name);
	for (int k = 0; k < p->n; k++)
		if (ss_state_scalar(p->model->plan, (uint32_t)k) == scalar)
			return k;
	fprintf(stderr, "%s: %s is not a state\n", p->name, name);
	exit(1);
}

static se_settings settings_of(const ivp *p, double stop, double tolerance)
{
	static const char *const first[] = {"y[[]1]"};
	se_settings s = se_defaults(sc_image(p->model->program));
	s.stop = stop;
	s.interval = stop > 0 ? stop : 1;
	s.tolerance = tolerance;
	s.record = first;
	s.record_count = 1;
	return s;
}

static ivp open_problem(const char *folder, const char *name, bool stiff, double jump, double enough)
{
	char path[400];
	snprintf(path, sizeof path, "%s/%s.mo", folder, name);
	ivp p = {.name = name, .stiff = stiff, .jump = jump, .enough = enough};
	p.model = st_load(path, NULL, &(st_options){.depth = ST_CODE, .code = {.optimise = 2}});
	if (!p.model->program || !p.model->plan->jacobian.symbolic) {
		fprintf(stderr, "%s cannot be used\n", path);
		exit(1);
	}
	p.run = st_run(p.model, p.model->diag);
	p.n = (int)p.model->plan->states;
	p.f = sc_functions_of(p.model->program);
	p.stop = p.model->flat->settings.stop;
	p.start = calloc((size_t)p.n, sizeof(double));
	p.nominal = calloc((size_t)p.n, sizeof(double));
	se_settings s = settings_of(&p, 0, 1e-6);
	se_simulate(p.run, &s);
	const si_image *image = sc_image(p.model->program);
	for (int i = 0; i < p.n; i++) {
		uint32_t element = 0;
		const si_section *section = image->by_cells ? si_section_of_state(image, (uint32_t)i, &element) : NULL;
		const si_variable *of = section && section->whole ? si_var(image, section->variable) : NULL;
		si_formula e = of ? of->nominal : image->state_nominal.n ? image->state_nominal.at[section ? section->cell
			: (uint32_t)i] : 0;
		sc_element at = {of, element};
		double v;
		p.start[i] = se_value(p.run, ss_state_scalar(p.model->plan, (uint32_t)i));
		p.nominal[i] = e && sc_formula(se_data(p.run), e, SC_VARIABLES, of ? &at : NULL, &v) ? v : 1;
	}
	while (!isnan(number(&p, "published", p.shown + 1)))
		p.shown++;
	p.state = calloc((size_t)p.shown, sizeof(int));
	p.published = calloc((size_t)p.shown, sizeof(double));
	for (int k = 0; k < p.shown; k++) {
		p.published[k] = number(&p, "published", k + 1);
		p.state[k] = state_of(&p, (int)number(&p, "shown", k + 1));
	}
	return p;
}

static void close_problem(ivp *p)
{
	se_run_free(p->run);
	st_free(p->model);
	free(p->start);
	free(p->nominal);
	free(p->state);
	free(p->published);
}

/* The largest error at the end, relative to the published value or the size of the state. */
static double error_of(const ivp *p, const double *final)
{
	double worst = 0;
	for (int k = 0; k < p->shown; k++) {
		double error = fabs(final[p->state[k]] - p->published[k]) / fmax(fabs(p->published[k]),
			p->nominal[p->state[k]]);
		worst = error > worst || isnan(error) ? error : worst;
	}
	return worst;
}

static bool solve_auto(ivp *p, double tolerance, double *final, ivp_point *out)
{
	se_settings s = settings_of(p, p->stop, tolerance);
	bool good = se_simulate(p->run, &s) == SE_DONE;
	for (int i = 0; i < p->n; i++)
		final[i] = se_value(p->run, ss_state_scalar(p->model->plan, (uint32_t)i));
	const se_statistics *stats = se_stats(p->run);
	out->rates = (long)stats->solver.rates;
	out->jacobians = (long)stats->solver.jacobians;
	out->steps = (long)stats->solver.steps;
	return good;
}

/* One timing of one solver at one tolerance; `which` < 0 is auto. */
static void measure(ivp *p, int which, ivp_point *point, double *final)
{
	double begin = bench_cpu();
	point->good = which < 0 ? solve_auto(p, point->tolerance, final, point)
	                        : ivp_drivers[which].solve(p, ivp_drivers[which].variant, point->tolerance, final, point);
	double seconds = bench_cpu() - begin;
	if (point->seconds == 0 || seconds < point->seconds)
		point->seconds = seconds;
	point->error = error_of(p, final);
	point->good = point->good && isfinite(point->error);
}

typedef struct curve { ivp_point point[MOST_POINTS]; int n; double c[3], low, high; bool fitted, done; } curve;

/* log time as a parabola in log error, by the normal equations of three unknowns. */
static void fit(curve *c)
{
	double m[3][4] = {{0}};
	int used = 0;
	c->low = INFINITY;
	c->high = 0;
	for (int i = 0; i < c->n; i++) {
		const ivp_point *q = &c->point[i];
		if (!q->good || !(q->error > 3e-12) || q->error > 0.1)
			continue;
		double e = log(q->error), v[3] = {1, e, e * e}, y = log(q->seconds);
		for (int a = 0; a < 3; a++) {
			for (int b = 0; b < 3; b++)
				m[a][b] += v[a] * v[b];
			m[a][3] += v[a] * y;
		}
		c->low = fmin(c->low, q->error);
		c->high = fmax(c->high, q->error);
		used++;
	}
	c->fitted = used >= 5;
	for (int k = 0; k < 3 && c->fitted; k++)
		for (int i = 0; i < 3; i++)
			if (i != k)
				for (int j = 3; j >= k; j--)
					m[i][j] -= m[i][k] / m[k][k] * m[k][j];
	for (int k = 0; k < 3; k++)
		c->c[k] = c->fitted ? m[k][3] / m[k][k] : 0;
}

static double time_at(const curve *c, double error)
{
	double e = log(error);
	return c->fitted && error >= c->low && error <= c->high ? exp(c->c[0] + e * (c->c[1] + e * c->c[2])) : NAN;
}

static void print_curve(const char *name, const curve *c)
{
	for (int i = 0; i < c->n; i++)
		printf("    %-14s tol %8.1e error %8.1e %9.3f ms %8ld steps %8ld rates %7ld Jacobians%s\n", name,
			   c->point[i].tolerance, c->point[i].error,
		       1e3 * c->point[i].seconds, c->point[i].steps, c->point[i].rates, c->point[i].jacobians,
		       c->point[i].good ? "" : "  failed");
}

/* The ratio to the best of the drivers at each error that both reach, and the mean of these. */
static void compare(const ivp *p, const curve *mine, const curve *theirs, int drivers)
{
	double peer_time = 0, my_time = 0;
	int levels = 0;
	char row[200];
	int at = snprintf(row, sizeof row, "%-15s", p->name);
	for (int k = 0; k < LEVELS; k++) {
		double error = pow(10, -3 - k), me = time_at(mine, error), least = NAN;
		for (int i = 0; i < drivers; i++)
			least = fmin(least, time_at(&theirs[i], error));
		if (isnan(me) || isnan(least)) {
			at += snprintf(row + at, sizeof row - (size_t)at, "    -");
			continue;
		}
		at += snprintf(row + at, sizeof row - (size_t)at, " %4.2f", me / least);
		my_time += log(me);
		peer_time += log(least);
		levels++;
	}
	if (levels)
		bench_row("ivp", row, exp(my_time / levels), exp(peer_time / levels), 1.2);
	else
		bench_note("ivp", row);
}

/* The drivers by hand begin with the values at the start. */
static void begin_anew(ivp *p)
{
	se_settings s = settings_of(p, 0, 1e-6);
	se_simulate(p->run, &s);
	p->data = se_data(p->run);
}

static void one(ivp *p, bool curves)
{
	static curve mine, theirs[MOST_DRIVERS];
	int driver[MOST_DRIVERS], drivers = 0;
	double *final = calloc((size_t)p->n, sizeof(double));
	memset(&mine, 0, sizeof mine);
	memset(theirs, 0, sizeof theirs);
	for (int i = 0; i < ivp_driver_count; i++)
		if (p->stiff ? ivp_drivers[i].for_stiff : ivp_drivers[i].for_others)
			driver[drivers++] = i;
	for (double tolerance = FIRST; tolerance > LAST; tolerance *= FACTOR) {
		curve *all[MOST_DRIVERS + 1] = {&mine};
		for (int i = 0; i < drivers; i++)
			all[i + 1] = &theirs[i];
		for (int i = 0; i <= drivers; i++)
			all[i]->point[all[i]->n].tolerance = tolerance;
		for (int repeat = 0, most = 7; repeat < most; repeat++)
			for (int i = 0; i <= drivers; i++) {
				if (all[i]->done)
					continue;
				begin_anew(p);
				ivp_point *q = &all[i]->point[all[i]->n];
				measure(p, i ? driver[i - 1] : -1, q, final);
				most = q->seconds > 0.1 ? 1 : q->seconds > 0.02 && most > 3 ? 3 : most;
			}
		for (int i = 0; i <= drivers; i++)
			if (!all[i]->done) {
				const ivp_point *q = &all[i]->point[all[i]->n++];
				bool late = tolerance < 1e-4 || q->seconds > 1;
				all[i]->done = q->error < p->enough || (late && q->seconds > HOPELESS * mine.point[mine.n - 1].seconds);
			}
	}
	fit(&mine);
	if (curves)
		print_curve("auto", &mine);
	for (int i = 0; i < drivers; i++) {
		fit(&theirs[i]);
		if (curves)
			print_curve(ivp_drivers[driver[i]].name, &theirs[i]);
	}
	compare(p, &mine, theirs, drivers);
	free(final);
}

static bool named(const char *name, int words, char **word)
{
	for (int i = 0; i < words; i++)
		if (strcmp(word[i], name) == 0)
			return true;
	return false;
}

void bench_ivp(const char *folder, int words, char **word)
{
	bool any = false;
	for (size_t i = 0; i < COUNT; i++)
		any = any || named(list[i].name, words, word);
	printf("%-12s %-15s  1e-3 1e-4 1e-5 1e-6 1e-7 1e-8 1e-9  ratio at this error, and the mean of all\n", "ivp", "");
	for (size_t i = 0; i < COUNT; i++) {
		if (any && !named(list[i].name, words, word))
			continue;
		ivp p = open_problem(folder, list[i].name, list[i].stiff, list[i].jump, list[i].enough);
		one(&p, named("curves", words, word));
		close_problem(&p);
	}
}
