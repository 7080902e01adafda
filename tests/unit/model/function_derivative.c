/* Derivatives of functions: the text that is made, which one is chosen for a call, and what happens where there is
 * none. What the derivatives compute is tested in unit/code/derivatives.c and in the models. */
#include "unit/unit.h"
#include "model/differentiate/differentiate.h"
#include "model/print/print.h"

#include <stdlib.h>
#include <string.h>

#include "model/model.h"

typedef struct fixture { sb_arena *arena; sb_diag *diag; sm_model *m; sx_pool *p; } fixture;

static int set_up(void **state)
{
	fixture *f = sb_resize(NULL, sizeof *f);
	f->arena = sb_arena_new();
	f->diag = sb_diag_new();
	f->m = sm_model_new(f->arena, sb_names_new(f->arena), f->diag, "Plant");
	f->p = f->m->pool;
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

/* A function of Reals: names with arguments first, then one result, then temporaries. */
static uint32_t function(fixture *f, const char *name, uint32_t args, const char *const *names, uint32_t n)
{
	sm_function *g = sb_new(f->arena, sm_function);
	g->name = name;
	g->args = args;
	g->results = 1;
	for (uint32_t i = 0; i < n; i++) {
		sm_local l = {.name = names[i],
					  .type = SX_REAL,
					  .role = i < args    ? SM_ARG
							  : i == args ? SM_RESULT
										  : SM_TEMPORARY};
		sb_push(f->arena, g->locals, l);
	}
	sb_push(f->arena, f->m->functions, g);
	return f->m->functions.n - 1;
}

static sx_ref local(fixture *f, uint32_t k) { return sx_local(f->p, k, SX_REAL, NULL, 0); }
static sx_ref mul(fixture *f, sx_ref a, sx_ref b) { return sx_binary(f->p, SX_MUL, a, b); }
static sx_ref call1(fixture *f, uint32_t g, sx_ref a) { return sx_call(f->p, g, SX_REAL, &a, 1); }

static sm_statement *add(fixture *f, sm_statements *list, sm_statement_kind kind)
{
	sm_statement *s = sm_statement_new(f->m, kind, (sb_span){0});
	sb_push(f->arena, *list, s);
	return s;
}

static void let(fixture *f, sm_statements *list, sx_ref target, sx_ref value)
{
	sm_statement *s = add(f, list, SM_ASSIGN);
	s->target = target;
	s->value = value;
}

static sm_statements *body(fixture *f, uint32_t g) { return &f->m->functions.at[g]->body; }

/* y := x*g(x), or any function instead of g */
static uint32_t caller(fixture *f, const char *name, uint32_t called)
{
	uint32_t g = function(f, name, 1, (const char *const[]){ "x", "y" }, 2);
	let(f, body(f, g), local(f, 1), mul(f, local(f, 0), call1(f, called, local(f, 0))));
	return g;
}

static void external(fixture *f, uint32_t g)
{
	f->m->functions.at[g]->external = sb_new(f->arena, sm_external);
	f->m->functions.at[g]->external->symbol = "c";
}

static sx_ref rate(void *context, sx_ref e)
{
	fixture *f = context;
	if (sx_op_of(f->p, e) != SX_VAR)
		return sx_real(f->p, 0);
	return strcmp(sm_var(f->m, sx_at(f->p, e)->payload)->name, "p") ? sx_unary(f->p, SX_DER, e) : sx_real(f->p, 0);
}

static sx_ref variable(fixture *f, const char *name)
{
	return sm_ref(f->m, sm_add_variable(f->m, name, SX_REAL, NULL, 0));
}

static void expect(fixture *f, sx_ref e, const char *text)
{
	sb_text out = {0};
	sm_print_expr(f->m, e, &out);
	assert_string_equal(out.at, text);
	sb_text_free(&out);
}

/* y = a x^3 by a loop, where only x moves: the differential of a is no argument; the assertion stays, the warning goes
 */
static void the_text_of_a_derivative(void **state)
{
	fixture *f = *state;
	uint32_t g = function(f, "f", 2, (const char *const[]){ "a", "x", "y", "t" }, 4);
	sx_ref x = local(f, 1), y = local(f, 2), t = local(f, 3);
	let(f, body(f, g), t, sx_real(f->p, 2));
	let(f, body(f, g), y, local(f, 0));
	sm_statement *s = add(f, body(f, g), SM_FOR);
	s->iterator = sx_new_iter(f->p, "i");
	s->from = sx_int(f->p, 1);
	s->to = sx_int(f->p, 3);
	sm_statement_branch inner = {0};
	sb_push(f->arena, s->branches, inner);
	let(f, &s->branches.at[0].body, y, mul(f, x, y));
	for (int level = 0; level < 2; level++) {
		s = add(f, body(f, g), SM_ASSERT_DO);
		s->condition = sx_binary(f->p, SX_GT, y, sx_real(f->p, 0));
		s->value = sx_string(f->p, level ? "small" : "negative");
		s->level = level;
	}
	add(f, body(f, g), SM_RETURN);
	const sm_derivative *d = sm_function_derivative(f->m, g, (const bool[]){ false, true });
	assert_int_equal(d->function, 1);
	assert_ptr_equal(d, sm_function_derivative(f->m, g, (const bool[]){ false, true }));
	f->m->functions.at[0] = f->m->functions.at[1];
	f->m->functions.n = 1;
	sb_text out = {0};
	sm_print(f->m, false, &out);
	assert_string_equal(out.at,
		"function der(f)\n"
		"  input Real a;\n"
		"  input Real x;\n"
		"  input Real der_x;\n"
		"  output Real der_y;\n"
		"protected\n"
		"  Real y;\n"
		"  Real t;\n"
		"algorithm\n"
		"  t := 2;\n"
		"  der_y := 0;\n"
		"  y := a;\n"
		"  for i in 1:3 loop\n"
		"    der_y := der_x*y + x*der_y;\n"
		"    y := x*y;\n"
		"  end for;\n"
		"  assert(y > 0, \"negative\");\n"
		"  return;\n"
		"end der(f);\n"
		"\n"
		"model Plant\n"
		"end Plant;\n");
	sb_text_free(&out);
}

/* Only what moves has a differential, constants give zero without a call, and elements of arrays are asked one by one.
 */
static void differentials_of_calls(void **state)
{
	fixture *f = *state;
	uint32_t size = 2, g = function(f, "g", 2, (const char *const[]){ "u", "k", "y" }, 3);
	sm_local *u = &f->m->functions.at[g]->locals.at[0];
	u->rank = 1;
	u->dims = sb_new_array(f->arena, sx_ref, 1);
	u->dims[0] = sx_int(f->p, 2);
	sx_ref two = sx_int(f->p, 2),
		   args[2] = {sm_ref(f->m, sm_add_variable(f->m, "v", SX_REAL, &size, 1)), variable(f, "p")};
	let(f, body(f, g), local(f, 2), mul(f, sx_local(f->p, 0, SX_REAL, &two, 1), local(f, 1)));
	expect(f, sm_call_derivative(f->m, sx_call(f->p, g, SX_REAL, args, 2), rate, f),
		   "der(g)(v, p, {der(v[1]), der(v[2])})");
	args[0] = sx_array(f->p, SX_REAL, &size, 1, (sx_ref[]){ args[1], sx_real(f->p, 1) }, 2);
	expect(f, sm_call_derivative(f->m, sx_call(f->p, g, SX_REAL, args, 2), rate, f), "0");
	assert_int_equal(f->m->functions.n, 2);
	args[1] = variable(f, "x");
	expect(f, sm_call_derivative(f->m, sx_call(f->p, g, SX_REAL, args, 2), rate, f), "der(g)_2({p, 1}, x, der(x))");
}

/* A function of many arguments has a few derivatives by some of them, and then one by all. */
static void not_too_many(void **state)
{
	fixture *f = *state;
	uint32_t g = function(f, "g", 6, (const char *const[]){ "a", "b", "c", "d", "e", "f", "y" }, 7);
	sx_ref product = local(f, 0), args[6], x = variable(f, "x"), p = variable(f, "p");
	for (uint32_t i = 1; i < 6; i++)
		product = mul(f, product, local(f, i));
	let(f, body(f, g), local(f, 6), product);
	for (uint32_t i = 0; i < 6; i++) {
		for (uint32_t k = 0; k < 6; k++)
			args[k] = k == i ? x : p;
		assert_int_not_equal(sm_call_derivative(f->m, sx_call(f->p, g, SX_REAL, args, 6), rate, f), 0);
	}
	expect(f, sm_call_derivative(f->m, sx_call(f->p, g, SX_REAL, args, 6), rate, f),
		   "der(g)_4(p, p, p, p, p, x, 0, 0, 0, 0, 0, der(x))");
	assert_int_equal(f->m->functions.n, 5);
}

/* Given derivatives: the first that holds. A zeroDerivative holds for p only; a second derivative where x' is the
 * argument after x. */
static void given_derivatives(void **state)
{
	fixture *f = *state;
	uint32_t g = function(f, "g", 2, (const char *const[]){ "x", "k", "y" }, 3);
	let(f, body(f, g), local(f, 2), mul(f, local(f, 0), local(f, 1)));
	uint32_t small = function(f, "small", 3, (const char *const[]){ "x", "k", "dx", "y" }, 4);
	uint32_t full = function(f, "full", 4, (const char *const[]){ "x", "k", "dx", "dk", "y" }, 5);
	let(f, body(f, full), local(f, 4), mul(f, local(f, 2), local(f, 3)));
	uint32_t second = function(f, "second", 6, (const char *const[]){ "x", "k", "dx", "dk", "ddx", "ddk", "y" }, 7);
	sm_derivative with_zero = {.function = small, .moving = (bool[]){true, false}, .still = (bool[]){false, true}};
	sm_derivative always = { .function = full, .moving = (bool[]){ true, true } };
	sm_derivative by_time = { .function = second, .moving = (bool[]){ false, false, true, true },
		.rate = (uint32_t[]){ 2, 3, UINT32_MAX, UINT32_MAX } };
	sb_push(f->arena, f->m->functions.at[g]->given, &with_zero);
	sb_push(f->arena, f->m->functions.at[g]->given, &always);
	sb_push(f->arena, f->m->functions.at[full]->given, &by_time);
	sx_ref x = variable(f, "x"), p = variable(f, "p"), z = variable(f, "z");
	expect(f, sm_call_derivative(f->m, sx_call(f->p, g, SX_REAL, (sx_ref[]){x, p}, 2), rate, f), "small(x, p, der(x))");
	expect(f, sm_call_derivative(f->m, sx_call(f->p, g, SX_REAL, (sx_ref[]){p, x}, 2), rate, f),
		   "full(p, x, 0, der(x))");
	sx_ref dx = sx_unary(f->p, SX_DER, x), dz = sx_unary(f->p, SX_DER, z);
	sx_ref right[4] = { x, z, dx, dz }, other[4] = { x, z, p, z };
	expect(f, sm_call_derivative(f->m, sx_call(f->p, full, SX_REAL, right, 4), rate, f),
		   "second(x, z, der(x), der(z), 0, 0)");
	expect(f, sm_call_derivative(f->m, sx_call(f->p, full, SX_REAL, other, 4), rate, f),
		   "der(full)(x, z, p, z, der(x), der(z), der(z))");
}

/* even and odd call each other, and odd calls an external function: none has a derivative, nothing half-made is left
 * behind, and the reason names the one to blame. What does not call it has one, also though it was first tried inside.
 */
static void a_failure_inside_takes_all_back(void **state)
{
	fixture *f = *state;
	uint32_t c = function(f, "c", 1, (const char *const[]){ "x", "y" }, 2);
	external(f, c);
	uint32_t good = function(f, "good", 1, (const char *const[]){ "x", "y" }, 2);
	let(f, body(f, good), local(f, 1), mul(f, local(f, 0), local(f, 0)));
	uint32_t even = function(f, "even", 1, (const char *const[]){ "x", "y" }, 2), odd = caller(f, "odd", even);
	let(f, body(f, even), local(f, 1), call1(f, good, local(f, 0)));
	let(f, body(f, even), local(f, 1), call1(f, odd, local(f, 0)));
	let(f, body(f, even), local(f, 1), call1(f, c, local(f, 0)));
	sx_ref x = variable(f, "x"), call = call1(f, odd, x);
	for (int again = 0; again < 2; again++) {
		assert_int_equal(sm_call_derivative(f->m, call, rate, f), 0);
		assert_string_equal(sm_why_no_derivative(f->m, call),
							"'c' is an external function without a derivative annotation");
		assert_int_equal(f->m->functions.n, 4);
	}
	assert_int_equal(sm_call_derivative(f->m, call1(f, even, x), rate, f), 0);
	expect(f, sm_call_derivative(f->m, call1(f, good, x), rate, f), "der(good)(x, der(x))");
	f->m->functions.at[good]->made.n = 0;
	f->m->functions.at[good]->impure = true;
	assert_int_equal(sm_call_derivative(f->m, call1(f, good, x), rate, f), 0);
	assert_string_equal(sm_why_no_derivative(f->m, call1(f, good, x)), "'good' is impure");
}

/* A function that calls itself has a derivative that calls itself; an external one with constant arguments only does no
 * harm. */
static void recursion(void **state)
{
	fixture *f = *state;
	uint32_t c = function(f, "c", 1, (const char *const[]){"x", "y"}, 2),
			 g = function(f, "g", 1, (const char *const[]){"x", "y", "t"}, 3);
	external(f, c);
	let(f, body(f, g), local(f, 2), sx_real(f->p, 3));
	let(f, body(f, g), local(f, 2), call1(f, c, local(f, 2)));
	let(f, body(f, g), local(f, 1), mul(f, local(f, 2), call1(f, g, mul(f, local(f, 0), local(f, 0)))));
	const sm_derivative *d = sm_function_derivative(f->m, g, NULL);
	assert_int_equal(d->function, 2);
	const sm_statement *last = f->m->functions.at[2]->body.at[2];
	assert_int_equal(sx_op_of(f->p, last->value), SX_MUL);
	assert_int_equal(sx_at(f->p, sx_arg(f->p, last->value, 1))->payload, 2);
}

/* A chain of calls that is too long is a reason, not a crash. */
static void too_deep(void **state)
{
	fixture *f = *state;
	uint32_t g = function(f, "f0", 1, (const char *const[]){ "x", "y" }, 2);
	let(f, body(f, g), local(f, 1), local(f, 0));
	for (int i = 1; i < 300; i++)
		g = caller(f, sb_printf(f->arena, "f%d", i), g);
	assert_int_equal(sm_function_derivative(f->m, g, NULL)->function, UINT32_MAX);
	assert_non_null(strstr(sm_why_no_derivative(f->m, call1(f, g, variable(f, "x"))), "too many other functions"));
	assert_int_equal(f->m->functions.n, 300);
}

/* A function of many arguments, y = a0 + a1 + ...: each differential is declared and added once, however often the
 * lists had to move while they grew. */
static void no_differential_is_lost(void **state)
{
	fixture *f = *state;
	static const uint32_t sizes[] = {1, 7, 8, 9, 15, 16, 17, 300, 3000};
	for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
		uint32_t n = sizes[k];
		const char **names = sb_new_array(f->arena, const char *, n + 1);
		bool *moving = sb_new_array(f->arena, bool, n);
		sx_ref sum = local(f, 0);
		for (uint32_t i = 0; i < n; i++) {
			names[i] = sb_printf(f->arena, "a%u", i);
			moving[i] = true;
			sum = i ? sx_binary(f->p, SX_ADD, sum, local(f, i)) : sum;
		}
		names[n] = "y";
		uint32_t g = function(f, sb_printf(f->arena, "f%u", n), n, names, n + 1);
		let(f, body(f, g), local(f, n), sum);
		const sm_derivative *d = sm_function_derivative(f->m, g, moving);
		assert_int_not_equal(d->function, UINT32_MAX);
		const sm_function *made = f->m->functions.at[d->function];
		sb_text out = {0};
		sm_print_expr_in(f->m, made, made->body.at[0]->value, &out);
		uint32_t found = 0;
		for (const char *at = out.at; (at = strstr(at, "der_a")); at++)
			found++;
		assert_int_equal(found, n);
		sb_text_free(&out);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(the_text_of_a_derivative, set_up, tear_down),
		cmocka_unit_test_setup_teardown(differentials_of_calls, set_up, tear_down),
		cmocka_unit_test_setup_teardown(not_too_many, set_up, tear_down),
		cmocka_unit_test_setup_teardown(no_differential_is_lost, set_up, tear_down),
		cmocka_unit_test_setup_teardown(given_derivatives, set_up, tear_down),
		cmocka_unit_test_setup_teardown(a_failure_inside_takes_all_back, set_up, tear_down),
		cmocka_unit_test_setup_teardown(recursion, set_up, tear_down),
		cmocka_unit_test_setup_teardown(too_deep, set_up, tear_down),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
