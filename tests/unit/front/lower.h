/* What the tests of the lowering share: expressions inside a model, and the numbers that they come to.
 *
 * Each expression is tried in three ways that take different paths: as the binding of a parameter (tables may be looked
 * up), as an equation of a variable over variables (families, or elements where it must be), and as a constant, which
 * the translator itself evaluates. The first two are evaluated here by following bindings and equations, with
 * sx_eval. */
#ifndef SALTUS_TESTS_LOWER_H
#define SALTUS_TESTS_LOWER_H

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "unit/unit.h"
#include "front/modelica/modelica.h"

typedef struct lowered { sb_arena *arena; sb_names *names; sb_diag *diag; sm_model *model; } lowered;

/* The model is M, or P.M where the text is a package P. */
static inline lowered lower_text(const char *text)
{
	lowered r = { .arena = sb_arena_new(), .diag = sb_diag_new() };
	r.names = sb_names_new(r.arena);
	r.model = mo_translate(&(sf_request){.arena = r.arena,
										 .names = r.names,
										 .diag = r.diag,
										 .path = "test.mo",
										 .text = text,
										 .part = strncmp(text, "package", 7) ? "M" : "P.M"});
	return r;
}

static inline void lowered_free(lowered *r)
{
	sb_diag_free(r->diag);
	sb_arena_free(r->arena);
}

static inline void require_model(const lowered *r, const char *text)
{
	if (r->model && sb_errors(r->diag) == 0)
		return;
	sb_text out = {0};
	sb_render(r->diag, 0, false, &out);
	print_error("%s\n", out.at ? out.at : "");
	print_error("of: %s\n", text);
	sb_text_free(&out);
	fail();
}

/* ------------------------------------------------------ following equations */

static inline bool scalar_value(const sm_model *m, uint32_t scalar, sx_value *out);

static inline bool follow_leaf(sx_env *self, const sx_pool *pool, sx_ref leaf, sx_value *out)
{
	const sm_model *m = self->context;
	if (sx_op_of(pool, leaf) != SX_VAR)
		return false;
	const sm_variable *v = sm_var(m, sx_at(pool, leaf)->payload);
	uint32_t place = 0;
	for (uint32_t i = 0; i < v->rank; i++) {
		sx_value at;
		if (!sx_eval(pool, sx_arg(pool, leaf, i), self, &at) || at.integer < 1 || at.integer > v->shape[i])
			return false;
		place = place * v->shape[i] + (uint32_t)at.integer - 1;
	}
	return scalar_value(m, v->first + place, out);
}

static inline bool follow(const sm_model *m, sx_ref e, const uint32_t *iterators, const int64_t *values, uint32_t n,
	sx_value *out)
{
	sx_env env = { .leaf = follow_leaf, .context = (void *)m, .iterators = iterators, .iterator_values = values,
		.iterator_count = n };
	return sx_eval(m->pool, e, &env, out);
}

/* Is this equation, at some point of its domain, the one that sets the scalar? Then its right side there. */
static inline bool from_equation(const sm_model *m, const sm_equation *q, uint32_t scalar, sx_value *out)
{
	uint32_t iterators[4], n = q->domain.n;
	int64_t at[4];
	if (q->kind != SM_EQUAL || sx_op_of(m->pool, q->lhs) != SX_VAR || n > 4)
		return false;
	for (uint32_t i = 0; i < n; i++) {
		iterators[i] = q->domain.at[i].iterator;
		at[i] = q->domain.at[i].from;
		if (q->domain.at[i].to < q->domain.at[i].from)
			return false;
	}
	for (;;) {
		sx_ref left = n ? sx_bind_iters(m->pool, q->lhs, iterators, at, n) : q->lhs;
		if (sm_scalar_of(m, left) == scalar)
			return follow(m, q->rhs, iterators, at, n, out);
		uint32_t i = n;
		while (i > 0 && ++at[i - 1] > q->domain.at[i - 1].to) {
			at[i - 1] = q->domain.at[i - 1].from;
			i--;
		}
		if (i == 0)
			return false;
	}
}

static inline bool scalar_value(const sm_model *m, uint32_t scalar, sx_value *out)
{
	uint32_t element, variable = sm_variable_of_scalar(m, scalar, &element);
	const sm_variable *v = sm_var(m, variable);
	if (v->binding) {
		int64_t at[4] = {0};
		for (uint32_t i = v->rank; i-- > 0; element /= v->shape[i])
			at[i] = element % v->shape[i] + 1;
		return follow(m, v->binding, v->over, at, v->rank, out);
	}
	for (uint32_t i = 0; i < m->equations.n; i++)
		if (from_equation(m, m->equations.at[i], scalar, out))
			return true;
	return false;
}

/* ------------------------------------------------------------------- checks */

static inline void check_values(const char *text, const char *name, const double *want, uint32_t n)
{
	lowered r = lower_text(text);
	require_model(&r, text);
	uint32_t variable = sm_find(r.model, sb_intern(r.names, name));
	assert_int_not_equal(variable, UINT32_MAX);
	const sm_variable *v = sm_var(r.model, variable);
	if (v->count != n)
		print_error("of: %s\n%u elements, not %u\n", text, v->count, n);
	assert_int_equal(v->count, n);
	for (uint32_t i = 0; i < n; i++) {
		sx_value got;
		if (!scalar_value(r.model, v->first + i, &got)) {
			print_error("of: %s\nelement %u has no value\n", text, i);
			fail();
		}
		double x = got.type == SX_REAL ? got.real : (double)got.integer;
		if (!(fabs(x - want[i]) <= 1e-12 * (1 + fabs(want[i]))))
			print_error("of: %s\nelement %u: %.17g, not %.17g\n", text, i, x, want[i]);
		assert_true(fabs(x - want[i]) <= 1e-12 * (1 + fabs(want[i])));
	}
	lowered_free(&r);
}

/* The expression of this type (Real[2, 3], Integer, ...) over the declarations, each of which begins with '@', or with
 * '#' if it is never a variable. */
static inline void check_expr(const char *declarations, const char *type, const char *expr, const double *want,
	uint32_t n)
{
	static const char *const prefixes[] = { "parameter ", "", "constant " };
	for (int k = 0; k < 3; k++) {
		sb_text text = {0};
		sb_add(&text, "model M\n");
		for (const char *at = declarations; *at; at++)
			if (*at == '@' || *at == '#')
				sb_add(&text, *at == '#' && k == 1 ? prefixes[0] : prefixes[k]);
			else
				sb_addc(&text, *at);
		sb_addf(&text, "\n%s%s r = %s;\nend M;\n", prefixes[k], type, expr);
		check_values(text.at, "r", want, n);
		sb_text_free(&text);
	}
}
#define CHECK(declarations, type, expr, ...)                                                                           \
	check_expr(declarations, type, expr, (const double[]){ __VA_ARGS__ },                                              \
		sizeof((const double[]){ __VA_ARGS__ }) / sizeof(double))

#endif
