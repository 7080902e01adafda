/* What is known of the value of a call when some of its arguments are not. */
#include "unit/unit.h"

#include <math.h>
#include <stdlib.h>

#include "model/interpret/known.h"

typedef struct fixture {
	sb_arena *arena;
	sb_diag *diag;
	sm_model *m;
	sx_pool *p;
	uint32_t function;
	sm_knower k;
	uint32_t a, u;
} fixture;

enum { A, U, Y, T };               /* f(a, u) gives y, with a temporary t */

/* Of the variables of the model a is 0 and u is not known. */
static bool only_a(void *context, sx_ref var, sx_value *out)
{
	fixture *f = context;
	*out = (sx_value){ .type = SX_REAL, .real = 0 };
	return sx_at(f->p, var)->payload == f->a;
}

static int set_up(void **state)
{
	static const char *const names[] = { "a", "u", "y", "t" };
	fixture *f = sb_resize(NULL, sizeof *f);
	f->arena = sb_arena_new();
	f->diag = sb_diag_new();
	f->m = sm_model_new(f->arena, sb_names_new(f->arena), f->diag, "Plant");
	f->p = f->m->pool;
	f->a = sm_add_variable(f->m, "a", SX_REAL, NULL, 0);
	f->u = sm_add_variable(f->m, "u", SX_REAL, NULL, 0);
	sm_function *g = sb_new(f->arena, sm_function);
	g->name = "f";
	g->args = 2;
	g->results = 1;
	for (uint32_t i = 0; i < 4; i++) {
		sm_local l = { .name = names[i], .type = SX_REAL, .role = i < 2 ? SM_ARG : i == 2 ? SM_RESULT : SM_TEMPORARY };
		sb_push(f->arena, g->locals, l);
	}
	sb_push(f->arena, f->m->functions, g);
	f->k = sm_knower_new(f->m, f->arena, only_a, f);
	*state = f;
	return 0;
}

static int tear_down(void **state)
{
	fixture *f = *state;
	sb_diag_free(f->diag);
	sb_arena_free(f->arena);
	free(f);
	return 0;
}

static sx_ref local(fixture *f, uint32_t k) { return sx_local(f->p, k, SX_REAL, NULL, 0); }
static sx_ref number(fixture *f, double v) { return sx_real(f->p, v); }
static sx_ref mul(fixture *f, sx_ref a, sx_ref b) { return sx_binary(f->p, SX_MUL, a, b); }
static sx_ref add(fixture *f, sx_ref a, sx_ref b) { return sx_binary(f->p, SX_ADD, a, b); }
static sx_ref less(fixture *f, sx_ref a, sx_ref b) { return sx_binary(f->p, SX_LT, a, b); }
static sm_statements *body(fixture *f) { return &f->m->functions.at[0]->body; }

static sm_statement *statement(fixture *f, sm_statements *list, sm_statement_kind kind)
{
	sm_statement *s = sm_statement_new(f->m, kind, (sb_span){0});
	sb_push(f->arena, *list, s);
	return s;
}

static void let(fixture *f, sm_statements *list, uint32_t target, sx_ref value)
{
	sm_statement *s = statement(f, list, SM_ASSIGN);
	s->target = local(f, target);
	s->value = value;
}

static sm_statements *branch(fixture *f, sm_statement *s, sx_ref condition)
{
	sb_push(f->arena, s->branches, ((sm_statement_branch){ .condition = condition }));
	return &s->branches.at[s->branches.n - 1].body;
}

/* f(a, u) in the model; NAN: not known */
static double result(fixture *f)
{
	sx_ref args[2] = { sm_ref(f->m, f->a), sm_ref(f->m, f->u) };
	sx_value v;
	return sm_known(&f->k, sx_call(f->p, 0, SX_REAL, args, 2), &v) ? v.real : NAN;
}

static void test_branches_that_agree(void **state)
{
	fixture *f = *state;
	sm_statement *s = statement(f, body(f), SM_IF_DO);
	let(f, branch(f, s, less(f, local(f, U), number(f, 1))), Y,
		mul(f, local(f, A), sx_unary(f->p, SX_SQRT, local(f, U))));
	let(f, branch(f, s, 0), Y, mul(f, local(f, U), local(f, A)));
	let(f, body(f), Y, add(f, local(f, Y), number(f, 3)));
	assert_true(result(f) == 3);
}

static void test_branches_that_differ(void **state)
{
	fixture *f = *state;
	sm_statement *s = statement(f, body(f), SM_IF_DO);
	let(f, body(f), T, local(f, Y));
	let(f, branch(f, s, less(f, local(f, U), number(f, 1))), Y, number(f, 2));
	assert_true(isnan(result(f)));           /* without else it may still be what it was: 0 */
}

static void test_branch_that_is_known(void **state)
{
	fixture *f = *state;
	sm_statement *s = statement(f, body(f), SM_IF_DO);
	let(f, branch(f, s, less(f, number(f, 0), local(f, A))), Y, local(f, U));
	let(f, branch(f, s, less(f, local(f, U), number(f, 0))), Y, number(f, 7));
	let(f, branch(f, s, 0), Y, number(f, 7));
	assert_true(result(f) == 7);
}

static void test_loop_without_known_end(void **state)
{
	fixture *f = *state;
	let(f, body(f), T, number(f, 1));
	let(f, body(f), Y, number(f, 5));
	sm_statement *s = statement(f, body(f), SM_WHILE);
	let(f, branch(f, s, less(f, local(f, T), local(f, U))), T, add(f, local(f, T), number(f, 1)));
	assert_true(result(f) == 5);
}

static void test_what_a_loop_sets_is_not_known(void **state)
{
	fixture *f = *state;
	let(f, body(f), T, number(f, 1));
	sm_statement *s = statement(f, body(f), SM_WHILE);
	let(f, branch(f, s, less(f, local(f, T), local(f, U))), T, add(f, local(f, T), number(f, 1)));
	let(f, body(f), Y, local(f, T));
	assert_true(isnan(result(f)));
}

static void test_endless_loop_ends(void **state)
{
	fixture *f = *state;
	sm_statement *s = statement(f, body(f), SM_WHILE);
	let(f, branch(f, s, less(f, number(f, 0), number(f, 1))), Y, add(f, local(f, Y), number(f, 1)));
	assert_true(isnan(result(f)));
}

static void test_return_under_unknown_condition(void **state)
{
	fixture *f = *state;
	let(f, body(f), Y, number(f, 1));
	sm_statement *s = statement(f, body(f), SM_IF_DO);
	statement(f, branch(f, s, less(f, local(f, U), number(f, 1))), SM_RETURN);
	let(f, body(f), Y, number(f, 2));
	assert_true(isnan(result(f)));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_branches_that_agree, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_branches_that_differ, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_branch_that_is_known, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_loop_without_known_end, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_what_a_loop_sets_is_not_known, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_endless_loop_ends, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_return_under_unknown_condition, set_up, tear_down),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
