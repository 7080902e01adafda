/* For the tests of the structure: short ways to build a model, and an interpreter of plans. It executes steps by
 * sx_eval, solves linear loops by elimination and the others by Newton's method with the plan's own Jacobian, so a
 * wrong plan gives wrong numbers. */
#ifndef TESTS_STRUCTURE_INTERPRET_H
#define TESTS_STRUCTURE_INTERPRET_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "structure/structure.h"
#include "model/print/print.h"

#define UNUSED __attribute__((unused))

typedef struct fixture { sb_arena *arena; sb_diag *diag; sb_names *names; sm_model *m; sx_pool *p; } fixture;

UNUSED static fixture begin(void)
{
	fixture f = { .arena = sb_arena_new(), .diag = sb_diag_new() };
	f.names = sb_names_new(f.arena);
	f.m = sm_model_new(f.arena, f.names, f.diag, "Test");
	f.p = f.m->pool;
	return f;
}

UNUSED static void end(fixture *f)
{
	sb_arena_free(f->arena);
	sb_diag_free(f->diag);
}

UNUSED static sx_ref variable(fixture *f, const char *name, sx_type type, sm_variability variability)
{
	uint32_t v = sm_add_variable(f->m, name, type, NULL, 0);
	sm_edit(f->m, v)->variability = variability;
	sm_edit(f->m, v)->component = "";
	return sm_ref(f->m, v);
}
UNUSED static sx_ref real(fixture *f, const char *name) { return variable(f, name, SX_REAL, SM_CONTINUOUS); }
UNUSED static sx_ref parameter(fixture *f, const char *name, double value)
{
	sx_ref v = variable(f, name, SX_REAL, SM_PARAMETER);
	sm_edit(f->m, sx_at(f->p, v)->payload)->binding = sx_real(f->p, value);
	return v;
}
UNUSED static sm_variable *var_of(fixture *f, sx_ref v) { return sm_edit(f->m, sx_at(f->p, v)->payload); }
UNUSED static void set_start(fixture *f, sx_ref v, double value, bool fixed)
{
	sm_variable *x = var_of(f, v);
	x->start = x->type == SX_REAL      ? sx_real(f->p, value)
			   : x->type == SX_BOOLEAN ? sx_bool(f->p, value != 0)
									   : sx_int(f->p, (int64_t)value);
	x->start_given = true;
	if (fixed)
		x->fixed = sx_bool(f->p, true);
}

UNUSED static sx_ref num(fixture *f, double v) { return sx_real(f->p, v); }
UNUSED static sx_ref add(fixture *f, sx_ref a, sx_ref b) { return sx_binary(f->p, SX_ADD, a, b); }
UNUSED static sx_ref sub(fixture *f, sx_ref a, sx_ref b) { return sx_binary(f->p, SX_SUB, a, b); }
UNUSED static sx_ref mul(fixture *f, sx_ref a, sx_ref b) { return sx_binary(f->p, SX_MUL, a, b); }
UNUSED static sx_ref quot(fixture *f, sx_ref a, sx_ref b) { return sx_binary(f->p, SX_DIV, a, b); }
UNUSED static sx_ref neg(fixture *f, sx_ref a) { return sx_unary(f->p, SX_NEG, a); }
UNUSED static sx_ref der(fixture *f, sx_ref a) { return sx_unary(f->p, SX_DER, a); }
UNUSED static sx_ref pre(fixture *f, sx_ref a) { return sx_unary(f->p, SX_PRE, a); }
UNUSED static sm_equation *eq(fixture *f, sx_ref l, sx_ref r) { return sm_add_equation(f->m, l, r, (sb_span){0}, ""); }
UNUSED static sm_equation *initial_eq(fixture *f, sx_ref l, sx_ref r)
{
	sm_equation *q = sm_equation_new(f->m, SM_EQUAL, (sb_span){0}, "");
	q->lhs = l;
	q->rhs = r;
	sb_push(f->arena, f->m->initial_equations, q);
	return q;
}

UNUSED static ss_plan *analyse(fixture *f)
{
	ss_plan *plan = ss_analyse(f->arena, f->m);
	if (!plan || sb_errors(f->diag)) {
		sb_text out = {0};
		sb_render(f->diag, 0, false, &out);
		print_message("%s\n", out.n ? out.at : "no plan and no message");
		sb_text_free(&out);
	}
	assert_non_null(plan);
	f->m = (sm_model *)plan->model;          /* where there are switches, a copy with what the plan adds */
	f->p = f->m->pool;
	return plan;
}

/* The analysis fails with exactly one error, of this code, whose text holds `text`. */
UNUSED static void assert_fails(fixture *f, const char *code, const char *text)
{
	assert_null(ss_analyse(f->arena, f->m));
	assert_int_equal(sb_errors(f->diag), 1);
	sb_message_view view = sb_message_at(f->diag, sb_messages(f->diag) - 1);
	sb_text out = {0};
	sb_render(f->diag, 0, false, &out);
	if (strcmp(view.code, code) || !strstr(out.at, text))
		print_message("%s\n", out.at);
	assert_string_equal(view.code, code);
	assert_non_null(strstr(out.at, text));
	sb_text_free(&out);
}

typedef struct run {
	fixture *f; const ss_plan *plan;
	double time, *x, *xd, *r, *pre, *local; int64_t *i, *latch, *clock;
	bool initial;
} run;

UNUSED static double value_at(run *d, ss_place p)
{
	double v = p.store == SS_REAL    ? d->r[p.index]
			   : p.store == SS_STATE ? d->x[p.index]
			   : p.store == SS_RATE  ? d->xd[p.index]
									 : (double)d->i[p.index];
	return p.negated ? -v : v;
}

static void set_at(run *d, ss_place p, double v)
{
	if (p.negated)
		v = -v;
	switch (p.store) {
	case SS_REAL: d->r[p.index] = v; break;
	case SS_STATE: d->x[p.index] = v; break;
	case SS_RATE: d->xd[p.index] = v; break;
	default: d->i[p.index] = (int64_t)v; break;
	}
}

static int64_t pre_number(run *d, uint32_t scalar)
{
	for (uint32_t i = 0; i < d->plan->pres.n; i++)
		if (sm_scalar_of(d->f->m, d->plan->pres.at[i].var) == scalar)
			return i;
	return -1;
}

static bool run_leaf(sx_env *env, const sx_pool *pool, sx_ref leaf, sx_value *out)
{
	run *d = env->context;
	sx_op op = sx_op_of(pool, leaf);
	double v;
	uint32_t s;
	switch (op) {
	case SX_VAR: v = value_at(d, ss_place_of(d->plan, sm_scalar_of(d->f->m, leaf))); break;
	case SX_DER:
		s = sm_scalar_of(d->f->m, sx_arg(pool, leaf, 0));
		assert_int_equal(ss_place_of(d->plan, s).store, SS_STATE);
		v = ss_place_of(d->plan, s).negated ? -d->xd[ss_place_of(d->plan, s).index]
											: d->xd[ss_place_of(d->plan, s).index];
		break;
	case SX_PRE: v = d->pre[pre_number(d, sm_scalar_of(d->f->m, sx_arg(pool, leaf, 0)))]; break;
	case SX_TIME: v = d->time; break;
	case SX_LATCH: v = (double)d->latch[sx_at(pool, leaf)->payload]; break;
	case SX_SAMPLE: v = (double)d->clock[sx_at(pool, leaf)->payload]; break;
	case SX_LOCAL: v = d->local[sx_at(pool, leaf)->payload]; break;
	case SX_INITIAL: v = d->initial; break;
	case SX_TERMINAL: v = 0; break;
	default: return false;
	}
	out->type = sx_type_of(pool, leaf);
	out->real = v;
	out->integer = (int64_t)v;
	return true;
}

/* A latch of floor or ceil holds a number, whatever type its node has. */
static sx_ref number_latch(sx_rewriter *self, sx_pool *pool, sx_ref e)
{
	run *d = self->context;
	sx_op op = sx_op_of(pool, e);
	sx_ref of = op == SX_TO_INTEGER || op == SX_TO_REAL ? sx_arg(pool, e, 0) : e;
	if (sx_op_of(pool, of) != SX_LATCH || d->plan->watches.at[sx_at(pool, of)->payload].kind == SS_RELATION)
		return 0;
	return sx_cast(pool, sx_int(pool, d->latch[sx_at(pool, of)->payload]), op == SX_TO_REAL ? SX_REAL : SX_INTEGER);
}

static double evaluate(run *d, sx_ref e)
{
	sb_arena *scratch = NULL;
	for (uint32_t i = 0; i < d->plan->watches.n && !scratch; i++)
		if (d->plan->watches.at[i].kind != SS_RELATION) {
			scratch = sb_arena_new();
			sx_rewriter rw = sx_rewriter_new(scratch, NULL, d);
			rw.enter = number_latch;
			e = sx_rewrite(&rw, d->f->p, e);
		}
	sb_arena_free(scratch);
	sx_env env = { .leaf = run_leaf, .context = d };
	sx_value v = {0};
	if (!sx_eval(d->f->p, e, &env, &v)) {
		sb_text out = {0};
		sm_print_expr(d->f->m, e, &out);
		fail_msg("cannot evaluate %s", out.at);
	}
	return v.type == SX_REAL ? v.real : (double)v.integer;
}

static void set_leaf(run *d, sx_ref leaf, double v)
{
	sx_op op = sx_op_of(d->f->p, leaf);
	uint32_t s = sm_scalar_of(d->f->m, op == SX_VAR ? leaf : sx_arg(d->f->p, leaf, 0));
	if (op == SX_VAR)
		set_at(d, ss_place_of(d->plan, s), v);
	else if (op == SX_DER)
		d->xd[ss_place_of(d->plan, s).index] = v;
	else
		d->pre[pre_number(d, s)] = v;
}

/* Gaussian elimination with pivots; a is destroyed. */
static bool eliminate(double *a, double *b, uint32_t n)
{
	for (uint32_t k = 0; k < n; k++) {
		uint32_t best = k;
		for (uint32_t i = k + 1; i < n; i++)
			if (fabs(a[i * n + k]) > fabs(a[best * n + k]))
				best = i;
		if (a[best * n + k] == 0)
			return false;
		for (uint32_t j = 0; j < n; j++) {
			double keep = a[k * n + j];
			a[k * n + j] = a[best * n + j];
			a[best * n + j] = keep;
		}
		double keep = b[k];
		b[k] = b[best];
		b[best] = keep;
		for (uint32_t i = k + 1; i < n; i++) {
			double factor = a[i * n + k] / a[k * n + k];
			for (uint32_t j = k; j < n; j++)
				a[i * n + j] -= factor * a[k * n + j];
			b[i] -= factor * b[k];
		}
	}
	for (uint32_t k = n; k-- > 0;) {
		for (uint32_t j = k + 1; j < n; j++)
			b[k] -= a[k * n + j] * b[j];
		b[k] /= a[k * n + k];
	}
	return true;
}

static double *matrix_of(run *d, const ss_loop *b)
{
	double *a = calloc((size_t)b->n * b->n, sizeof *a);
	for (uint32_t i = 0; i < b->temps.n; i++)
		d->local[b->temps.at[i].local] = evaluate(d, b->temps.at[i].value);
	for (uint32_t i = 0; i < b->matrix.n; i++)
		a[b->matrix.at[i].row * b->n + b->matrix.at[i].col] += evaluate(d, b->matrix.at[i].value);
	return a;
}

static void run_steps(run *d, const ss_steps *steps, uint8_t phases);

static void run_loop(run *d, const ss_loop *b)
{
	double *z = calloc(b->n, sizeof *z);
	for (int round = 0; round < 100; round++) {
		double size = 0;
		run_steps(d, &b->inner, 0);
		double *a = matrix_of(d, b);
		for (uint32_t i = 0; i < b->n; i++)
			z[i] = b->linear ? evaluate(d, b->rhs[i]) : -evaluate(d, b->residuals[i]);
		assert_true(eliminate(a, z, b->n));
		free(a);
		for (uint32_t i = 0; i < b->n; i++) {
			size = fmax(size, fabs(z[i]));
			set_leaf(d, b->unknowns[i], b->linear ? z[i] : evaluate(d, b->unknowns[i]) + z[i]);
		}
		if (b->linear || size < 1e-13)
			break;
		assert_true(round < 99);
	}
	run_steps(d, &b->inner, 0);
	free(z);
}

/* Calls f for each point of a domain, in the order of the loop. */
UNUSED static void each_point(const sm_domain *domain, const bool *descending,
							  void (*f)(void *, const uint32_t *, const int64_t *), void *context)
{
	uint32_t iterators[SS_RANK_MOST] = {0};
	int64_t at[SS_RANK_MOST], values[SS_RANK_MOST];
	for (uint32_t d = 0; d < domain->n; d++) {
		iterators[d] = domain->at[d].iterator;
		at[d] = domain->at[d].from;
	}
	for (uint32_t d = 0; d != UINT32_MAX;) {
		for (d = 0; d < domain->n; d++)
			values[d] = descending && descending[d] ? domain->at[d].from + domain->at[d].to - at[d] : at[d];
		f(context, iterators, values);
		for (d = domain->n; d-- > 0;) {
			if (++at[d] <= domain->at[d].to)
				break;
			at[d] = domain->at[d].from;
		}
	}
}

typedef struct point_step { run *d; const ss_step *s; } point_step;

static void run_point(void *context, const uint32_t *iterators, const int64_t *at)
{
	point_step *p = context;
	uint32_t n = p->s->domain.n;
	sx_ref target = sx_bind_iters(p->d->f->p, p->s->target, iterators, at, n);
	set_leaf(p->d, target, evaluate(p->d, sx_bind_iters(p->d->f->p, p->s->value, iterators, at, n)));
}

static void run_steps(run *d, const ss_steps *steps, uint8_t phases)
{
	for (uint32_t i = 0; i < steps->n; i++) {
		const ss_step *s = &steps->at[i];
		if (phases && !(s->phases & phases))
			continue;
		point_step p = { d, s };
		if (s->domain.n)
			each_point(&s->domain, s->descending, run_point, &p);
		else if (s->kind == SS_ASSIGN)
			set_leaf(d, s->target, evaluate(d, s->value));
		else if (s->kind == SS_LOOP)
			run_loop(d, d->plan->loops.at[s->loop]);
		else
			fail_msg("the interpreter has no calls and algorithms");
	}
}

/* The present truths of all watches into the latches; did one change? */
UNUSED static bool run_latches(run *d)
{
	bool changed = false;
	for (uint32_t i = 0; i < d->plan->watches.n; i++) {
		const ss_watch *w = &d->plan->watches.at[i];
		double g = evaluate(d, w->function);
		int64_t now = w->kind == SS_FLOOR  ? (int64_t)floor(g)
					  : w->kind == SS_CEIL ? (int64_t)ceil(g)
					  : w->op == SX_LT     ? g < 0
					  : w->op == SX_LE     ? g <= 0
					  : w->op == SX_GT     ? g > 0
										   : g >= 0;
		changed = changed || now != d->latch[i];
		d->latch[i] = now;
	}
	return changed;
}

UNUSED static run run_new(fixture *f, const ss_plan *plan)
{
	uint32_t locals = plan->jacobian.temp_count;
	for (uint32_t i = 0; i < plan->loops.n; i++)
		locals = plan->loops.at[i]->temp_count > locals ? plan->loops.at[i]->temp_count : locals;
	run d = { .f = f, .plan = plan };
	d.x = sb_new_array(f->arena, double, plan->states + 1);
	d.xd = sb_new_array(f->arena, double, plan->states + 1);
	d.r = sb_new_array(f->arena, double, plan->reals + 1);
	d.i = sb_new_array(f->arena, int64_t, plan->ints + 1);
	d.pre = sb_new_array(f->arena, double, plan->pres.n + 1);
	d.latch = sb_new_array(f->arena, int64_t, plan->watches.n + 1);
	d.clock = sb_new_array(f->arena, int64_t, plan->clocks.n + 1);
	d.local = sb_new_array(f->arena, double, locals + 1);
	return d;
}

/* Parameters, starts and the initial system with its latches. */
UNUSED static run run_initial(fixture *f, const ss_plan *plan)
{
	run d = run_new(f, plan);
	run_steps(&d, &plan->parameter_steps, 0);
	run_steps(&d, &plan->start_steps, 0);
	d.initial = true;
	for (int k = 0; k < 20; k++) {
		run_steps(&d, &plan->initial_steps, 0);
		if (!run_latches(&d))
			break;
		assert_true(k < 19);
	}
	d.initial = false;
	return d;
}

UNUSED static void save_pre(run *d)
{
	for (uint32_t i = 0; i < d->plan->pres.n; i++)
		d->pre[i] = value_at(d, d->plan->pres.at[i].place);
}

UNUSED static double value(run *d, const char *name)
{
	uint32_t s = sm_find_scalar(d->f->m, sb_intern(d->f->names, name));
	assert_int_not_equal(s, UINT32_MAX);
	return value_at(d, ss_place_of(d->plan, s));
}

#define assert_near(a, b, tolerance)                                                                                   \
	do {                                                                                                               \
		double near_a = (a), near_b = (b);                                                                             \
		if (!(fabs(near_a - near_b) <= (tolerance) * fmax(1, fabs(near_b))))                                           \
			fail_msg("%s: %.17g is not %.17g", #a, near_a, near_b);                                                    \
	} while (0)

typedef struct point_check { run *d; const sm_equation *q; double tolerance; } point_check;

UNUSED static void check_point(void *context, const uint32_t *iterators, const int64_t *at)
{
	point_check *c = context;
	sx_pool *p = c->d->f->p;
	uint32_t n = c->q->domain.n;
	assert_near(evaluate(c->d, sx_bind_iters(p, c->q->lhs, iterators, at, n)),
				evaluate(c->d, sx_bind_iters(p, c->q->rhs, iterators, at, n)), c->tolerance);
}

/* Every equation of the model holds, as it was written, at the values of the run. */
UNUSED static void assert_solved(run *d, double tolerance)
{
	for (uint32_t i = 0; i < d->f->m->equations.n; i++) {
		const sm_equation *q = d->f->m->equations.at[i];
		point_check c = { d, q, tolerance };
		if (q->kind == SM_EQUAL)
			each_point(&q->domain, NULL, check_point, &c);
	}
}

typedef struct entry_values { run *d; const ss_jacobian_entries *e; double *flat; uint32_t next; } entry_values;

UNUSED static void entry_point(void *context, const uint32_t *iterators, const int64_t *at)
{
	entry_values *v = context;
	v->flat[v->next++] = evaluate(v->d, sx_bind_iters(v->d->f->p, v->e->value, iterators, at, v->e->domain.n));
}

/* The plan's Jacobian against central differences of its rates, at the present time and states. */
UNUSED static void assert_jacobian(run *d, double tolerance)
{
	const ss_jacobian *j = &d->plan->jacobian;
	uint32_t n = d->plan->states;
	double *full = calloc((size_t)n * n + 1, sizeof *full), *up = calloc(n + 1, sizeof *up);
	bool *in = calloc((size_t)n * n + 1, sizeof *in);
	run_steps(d, &d->plan->steps, SS_RATES);
	for (uint32_t i = 0; i < j->steps.n; i++) {
		const ss_jacobian_step *s = &j->steps.at[i];
		if (!s->solve) {
			d->local[s->local] = evaluate(d, s->value);
			continue;
		}
		const ss_loop *b = d->plan->loops.at[s->loop];
		double *z = calloc(b->n, sizeof *z), *keep = calloc(j->temp_count + 1, sizeof *keep);
		for (uint32_t k = 0; k < b->n; k++)
			z[k] = evaluate(d, s->rhs[k]);
		memcpy(keep, d->local, j->temp_count * sizeof *keep);       /* the loop has temporaries of its own */
		double *a = matrix_of(d, b);
		memcpy(d->local, keep, j->temp_count * sizeof *keep);
		assert_true(eliminate(a, z, b->n));
		for (uint32_t k = 0; k < b->n; k++)
			d->local[s->local + k] = z[k];
		free(z);
		free(a);
		free(keep);
	}
	ss_pattern pattern = j->pattern;
	double *values = NULL;
	if (j->by_families) {
		ss_layout layout = ss_lay_out(d->plan, d->f->arena);
		pattern = layout.pattern;
		values = calloc(j->entry_count + 1, sizeof *values);
		entry_values v = { .d = d, .flat = calloc(j->entry_count + 1, sizeof *values) };
		for (uint32_t k = 0; j->symbolic && k < j->entries.n; k++) {
			v.e = &j->entries.at[k];
			assert_int_equal(v.next, v.e->first);
			each_point(&v.e->domain, NULL, entry_point, &v);
		}
		for (uint32_t k = 0; k < v.next; k++)
			values[layout.at[k]] += v.flat[k];
		free(v.flat);
	}
	for (uint32_t c = 0; c < n && !pattern.column;
		 c++) /* nothing is known of it: every rate may depend on every state */
		for (uint32_t r = 0; r < n; r++)
			in[r * n + c] = true;
	for (uint32_t c = 0; c < n && pattern.column; c++)
		for (uint32_t k = pattern.column[c]; k < pattern.column[c + 1]; k++) {
			in[pattern.row[k] * n + c] = true;
			if (j->symbolic)
				full[pattern.row[k] * n + c] = values ? values[k] : evaluate(d, j->values[k]);
			assert_true(k == pattern.column[c] || pattern.row[k - 1] < pattern.row[k]);
		}
	free(values);
	for (uint32_t c = 0; c < n; c++) {
		double at = d->x[c], h = 1e-6 * fmax(1, fabs(at));
		d->x[c] = at + h;
		run_steps(d, &d->plan->steps, SS_RATES);
		memcpy(up, d->xd, n * sizeof *up);
		d->x[c] = at - h;
		run_steps(d, &d->plan->steps, SS_RATES);
		d->x[c] = at;
		for (uint32_t r = 0; r < n; r++) {
			double difference = (up[r] - d->xd[r]) / (2 * h);
			if (!in[r * n + c])
				assert_near(difference, 0, tolerance);
			else if (j->symbolic)
				assert_near(full[r * n + c], difference, tolerance);
		}
	}
	run_steps(d, &d->plan->steps, SS_RATES);
	free(full);
	free(up);
	free(in);
}

#endif
