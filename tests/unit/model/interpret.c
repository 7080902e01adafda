/* The strict interpreter: whoever needs a value is told the first thing that has none, once, and nothing is evaluated
 * that does not count. What is known when some values are not is in known.c. */
#include "unit/unit.h"

#include <math.h>
#include <stdlib.h>

#include "model/interpret/interpret.h"

enum { X, Y, I };                  /* f(x) gives y, with a temporary i */

typedef struct fixture {
	sb_arena *arena; sb_diag *diag; sm_model *m; sx_pool *p; uint32_t a, u; sb_map done; uint64_t steps;
	uint32_t troubles, asked; sm_trouble first;
} fixture;

/* Of the variables of the model a is 3 and u is not known. */
static bool variable(sm_machine *m, sx_ref var, sx_value *out)
{
	fixture *f = m->context;
	f->asked++;
	*out = (sx_value){ .type = SX_REAL, .real = 3 };
	return sx_at(f->p, var)->payload == f->a;
}

static bool element(sm_machine *m, uint32_t number, uint32_t at, sx_value *out)
{
	(void)at;
	return variable(m, sm_ref(m->model, number), out);
}

static bool may_call(sm_machine *m, const sm_function *function)
{
	(void)m, (void)function;
	return true;
}

static sm_run_answer run(sm_machine *m, uint32_t function, const sm_array *args, sm_array *results)
{
	(void)m, (void)function, (void)args, (void)results;
	return SM_RUN;
}

static void trouble(sm_machine *m, const sm_trouble *t)
{
	fixture *f = m->context;
	if (f->troubles++ == 0)
		f->first = *t;
}

static int set_up(void **state)
{
	static const char *const names[] = { "x", "y", "i" };
	fixture *f = calloc(1, sizeof *f);
	f->arena = sb_arena_new();
	f->diag = sb_diag_new();
	f->m = sm_model_new(f->arena, sb_names_new(f->arena), f->diag, "Plant");
	f->p = f->m->pool;
	f->a = sm_add_variable(f->m, "a", SX_REAL, NULL, 0);
	f->u = sm_add_variable(f->m, "u", SX_REAL, NULL, 0);
	f->done = sb_map_new(f->arena);
	f->steps = 10000;
	sm_function *g = sb_new(f->arena, sm_function);
	g->name = "f";
	g->args = g->results = 1;
	for (uint32_t i = 0; i < 3; i++) {
		sm_local l = { .name = names[i], .type = SX_REAL, .role = i == X ? SM_ARG : i == Y ? SM_RESULT : SM_TEMPORARY };
		sb_push(f->arena, g->locals, l);
	}
	sb_push(f->arena, f->m->functions, g);
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

/* NAN: it has no value */
static double value(fixture *f, sx_ref e)
{
	static const sm_machine_asks asks = { variable, element, may_call, run, trouble };
	sm_machine m = {.model = f->m,
					.arena = f->arena,
					.asks = &asks,
					.context = f,
					.strict = true,
					.most_depth = 100,
					.most_calls = 20,
					.most_elements = 1000,
					.steps = &f->steps,
					.done = &f->done};
	sx_value v;
	return !sm_eval(&m, e, &v) ? NAN : v.type == SX_REAL ? v.real : (double)v.integer;
}

static sx_ref local(fixture *f, uint32_t k) { return sx_local(f->p, k, SX_REAL, NULL, 0); }
static sx_ref number(fixture *f, double v) { return sx_real(f->p, v); }
static sx_ref binary(fixture *f, sx_op op, sx_ref a, sx_ref b) { return sx_binary(f->p, op, a, b); }
static sx_ref a_of(fixture *f) { return sm_ref(f->m, f->a); }
static sx_ref u_of(fixture *f) { return sm_ref(f->m, f->u); }
static sx_ref call(fixture *f, sx_ref x) { return sx_call(f->p, 0, SX_REAL, &x, 1); }
static sm_statements *body(fixture *f) { return &f->m->functions.at[0]->body; }

static sm_statement *add(fixture *f, sm_statements *list, sm_statement_kind kind)
{
	sm_statement *s = sm_statement_new(f->m, kind, (sb_span){0});
	sb_push(f->arena, *list, s);
	return s;
}

static void let(fixture *f, sm_statements *list, uint32_t target, sx_ref to)
{
	sm_statement *s = add(f, list, SM_ASSIGN);
	s->target = local(f, target);
	s->value = to;
}

static sm_statements *branch(fixture *f, sm_statement *s, sx_ref condition)
{
	sb_push(f->arena, s->branches, ((sm_statement_branch){ .condition = condition }));
	return &s->branches.at[s->branches.n - 1].body;
}

/* 0*u is not zero for those who need the value of u. */
static void test_the_first_unknown_ends_it(void **state)
{
	fixture *f = *state;
	sx_ref zero = binary(f, SX_SUB, a_of(f), number(f, 3));
	assert_true(value(f, zero) == 0);
	assert_true(isnan(value(f, binary(f, SX_MUL, zero, u_of(f)))));
	f->asked = 0;
	assert_true(isnan(value(f, binary(f, SX_DIV, u_of(f), a_of(f)))));
	assert_int_equal(f->asked, 1);
}

static void test_what_does_not_count_is_not_evaluated(void **state)
{
	fixture *f = *state;
	sx_ref holds = binary(f, SX_LT, a_of(f), number(f, 5)), open = binary(f, SX_LT, u_of(f), number(f, 5));
	assert_true(value(f, sx_if(f->p, holds, number(f, 7), u_of(f))) == 7);
	assert_true(value(f, binary(f, SX_OR, holds, open)) == 1);
	assert_int_equal(f->troubles, 0);
}

static void test_trouble_is_told_once(void **state)
{
	fixture *f = *state;
	sx_ref time = sx_time(f->p);
	assert_true(isnan(value(f, binary(f, SX_ADD, time, binary(f, SX_MUL, time, time)))));
	assert_int_equal(f->troubles, 1);
	assert_int_equal(f->first.kind, SM_MOVES);
}

static void test_sum(void **state)
{
	fixture *f = *state;
	uint32_t i = sx_new_iter(f->p, "i");
	sx_ref body_of_sum = binary(f, SX_MUL, sx_iter(f->p, i), sx_cast(f->p, sx_int(f->p, 2), SX_INTEGER));
	sx_ref to = sx_unary(f->p, SX_INTEGER_OF, binary(f, SX_MUL, a_of(f), number(f, 2)));
	assert_true(value(f, sx_reduce(f->p, SX_SUM, i, sx_int(f->p, 1), to, body_of_sum)) == 42);
	assert_true(isnan(value(f, sx_iter(f->p, i))));
	assert_int_equal(f->first.kind, SM_FREE_ITERATOR);
}

/* y := x; while i < 4 loop y := 2*y; i := i + 1; end while: 16*x */
static void test_function(void **state)
{
	fixture *f = *state;
	let(f, body(f), Y, local(f, X));
	sm_statement *s = add(f, body(f), SM_WHILE);
	sm_statements *inside = branch(f, s, binary(f, SX_LT, local(f, I), number(f, 4)));
	let(f, inside, Y, binary(f, SX_MUL, local(f, Y), number(f, 2)));
	let(f, &s->branches.at[0].body, I, binary(f, SX_ADD, local(f, I), number(f, 1)));
	assert_true(value(f, call(f, a_of(f))) == 48);
	assert_true(isnan(value(f, call(f, u_of(f)))));
	assert_int_equal(f->troubles, 0);
}

static void test_endless_loop_is_told(void **state)
{
	fixture *f = *state;
	sm_statement *s = add(f, body(f), SM_WHILE);
	let(f, branch(f, s, binary(f, SX_LT, local(f, X), number(f, 4))), Y, local(f, X));
	assert_true(isnan(value(f, call(f, a_of(f)))));
	assert_int_equal(f->troubles, 1);
	assert_int_equal(f->first.kind, SM_TOO_MANY_STEPS);
}

static void test_endless_recursion_is_told(void **state)
{
	fixture *f = *state;
	let(f, body(f), Y, call(f, binary(f, SX_ADD, local(f, X), number(f, 1))));
	assert_true(isnan(value(f, call(f, a_of(f)))));
	assert_int_equal(f->troubles, 1);
	assert_int_equal(f->first.kind, SM_CALLED_TOO_OFTEN);
}

static void test_assertion_is_told(void **state)
{
	fixture *f = *state;
	sm_statement *s = add(f, body(f), SM_ASSERT_DO);
	s->condition = binary(f, SX_LT, local(f, X), number(f, 2));
	s->value = sx_string(f->p, "x is too large");
	let(f, body(f), Y, local(f, X));
	assert_true(value(f, call(f, number(f, 1))) == 1);
	assert_true(isnan(value(f, call(f, a_of(f)))));
	assert_int_equal(f->troubles, 1);
	assert_int_equal(f->first.kind, SM_ASSERTION);
	assert_string_equal(f->first.text, "x is too large");
}

static void test_subscript_outside_is_told(void **state)
{
	fixture *f = *state;
	uint32_t size = 2;
	sx_ref elements[2] = { number(f, 10), u_of(f) };
	sx_ref array = sx_array(f->p, SX_REAL, &size, 1, elements, 2), at = sx_unary(f->p, SX_INTEGER_OF, a_of(f));
	sx_ref one = sx_unary(f->p, SX_INTEGER_OF, binary(f, SX_SUB, a_of(f), number(f, 2)));
	assert_true(value(f, sx_elem(f->p, array, &one, 1)) == 10);          /* the other element is not looked at */
	assert_true(isnan(value(f, sx_elem(f->p, array, &at, 1))));
	assert_int_equal(f->first.kind, SM_OUTSIDE);
	assert_int_equal(f->first.at, 3);
	assert_int_equal(f->first.size, 2);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_the_first_unknown_ends_it),
		TEST(test_what_does_not_count_is_not_evaluated),
		TEST(test_trouble_is_told_once),
		TEST(test_sum),
		TEST(test_function),
		TEST(test_endless_loop_is_told),
		TEST(test_endless_recursion_is_told),
		TEST(test_assertion_is_told),
		TEST(test_subscript_outside_is_told),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
