/* Right-hand sides and whole simulations against the same by hand. */
#include "bench.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static st_model *compile(const bench_problem *p, int optimise)
{
	st_model *m = st_load(p->name, NULL, &(st_options){.depth = ST_CODE, .text = p->text,
		.code = {.optimise = optimise}});
	if (!m->program) {
		sb_text text = {0};
		sb_render(m->diag, 0, false, &text);
		fputs(text.at, stderr);
		exit(1);
	}
	return m;
}

/* Each call's states depend on the rates of the one before, as in a solver: the processor cannot overlap the calls. */
typedef struct calls { sc_data *d; const sc_functions *f; const bench_problem *p; double *x, *xd; int n, count; } calls;

static void push(calls *c)
{
	for (int i = 0; i < c->n; i++)
		c->x[i] += 1e-30 * c->xd[i];
}

static void call_mine(void *context)
{
	calls *c = context;
	c->d->x = c->x;
	c->d->xd = c->xd;
	for (int i = 0; i < c->count; i++) {
		c->f->rates(c->d);
		push(c);
	}
}

static void call_peer(void *context)
{
	calls *c = context;
	for (int i = 0; i < c->count; i++) {
		c->p->rates(c->x, c->xd);
		push(c);
	}
}

void bench_rhs(void)
{
	for (int i = 0; i < BENCH_PROBLEMS; i++) {
		const bench_problem *p = &bench_problems[i];
		calls c = {.p = p, .n = p->n, .count = 2000000 / (p->n + 4)};
		c.x = calloc((size_t)p->n, sizeof(double));
		c.xd = calloc((size_t)p->n, sizeof(double));
		p->start(c.x);
		double peer = bench_best(call_peer, &c, 9) / c.count;
		for (int tier = 1; tier <= 2; tier++) {
			st_model *m = compile(p, tier == 1 ? 0 : 2);
			c.d = sc_data_new(m->program, m->diag);
			c.f = sc_functions_of(m->program);
			c.f->parameters(c.d);
			double *x = c.d->x, *xd = c.d->xd;
			p->start(c.x);
			double mine = bench_best(call_mine, &c, 9) / c.count;
			peer = fmin(peer, bench_best(call_peer, &c, 5) / c.count);
			char how[64];
			snprintf(how, sizeof how, "%s, %s", p->name, tier == 1 ? "libtcc" : "cc");
			bench_row("rhs", how, mine, peer, tier == 1 ? 1.3 : 1.1);
			c.d->x = x;
			c.d->xd = xd;
			sc_data_free(c.d);
			st_free(m);
		}
		free(c.x);
		free(c.xd);
	}
}

static double simulate(st_model *m, const bench_problem *p, double *final)
{
	se_run *run = st_run(m, m->diag);
	se_settings settings = se_defaults(sc_image(m->program));
	settings.stop = p->stop;
	settings.tolerance = p->tolerance;
	settings.solver = "cvode";
	double best = INFINITY;
	for (int i = 0; i < 7; i++) {
		double begin = sb_clock();
		if (se_simulate(run, &settings) == SE_FAILED)
			exit(1);
		best = fmin(best, sb_clock() - begin);
	}
	for (int i = 0; i < p->n; i++)
		final[i] = se_value(run, ss_state_scalar(m->plan, i));
	se_run_free(run);
	return best;
}

/* Both must have simulated the same thing; the states of Saltus may be in another order, so sums are compared. */
static void compare(const bench_problem *p, const double *a, const double *b)
{
	double x = 0, y = 0;
	for (int i = 0; i < p->n; i++)
		x += a[i], y += b[i];
	if (strcmp(p->name, "Lorenz") != 0 && fabs(x - y) > 1e-3 * (1 + fabs(x)))
		printf("             %s: the two do not agree: %g and %g\n", p->name, x, y);
}

void bench_runs(void)
{
	for (int i = 0; i < BENCH_PROBLEMS; i++) {
		const bench_problem *p = &bench_problems[i];
		double *mine = calloc((size_t)p->n, sizeof(double)), *theirs = calloc((size_t)p->n, sizeof(double));
		for (int tier = 1; tier <= 2; tier++) {
			st_model *m = compile(p, tier == 1 ? 0 : 2);
			double peer = bench_by_hand(p, theirs), seconds = simulate(m, p, mine);
			peer = fmin(peer, bench_by_hand(p, theirs));
			char how[64];
			snprintf(how, sizeof how, "%s, %s", p->name, tier == 1 ? "libtcc" : "cc");
			bench_row("run", how, seconds, peer, tier == 1 ? 1.3 : 1.1);
			compare(p, mine, theirs);
			st_free(m);
		}
		free(mine);
		free(theirs);
	}
}
