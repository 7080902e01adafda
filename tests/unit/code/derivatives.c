/* Functions in the rates: their derivatives are called, and the Jacobian is that of differences, for scalars, arrays,
 * several results, calls inside of loops of equations, arrays with aliases, and recursion. */
#include "unit/code/analysed.h"
#include "unit/code/functions.h"

#define REALS(name, role) local(&b, name, SX_REAL, role, -1)

static sx_ref at(bench *b, sx_ref array, int k)
{
	sx_ref i = sx_int(b->p, k);
	return sx_elem(b->p, array, &i, 1);
}

static sx_ref loop(bench *b, sm_statements *list, sx_ref from, sx_ref to, sm_statements **inner)
{
	sm_statement *s = statement(b, list, SM_FOR);
	s->iterator = sx_new_iter(b->p, "i");
	s->from = from;
	s->to = to;
	*inner = branch(b, s, 0);
	return sx_iter(b->p, s->iterator);
}

/* y = c[1] + c[2] x + c[3] x^2 + c[4] x^3 by Horner's rule, backwards through the array */
static uint32_t horner(bench *bp)
{
	bench b = *bp;
	uint32_t f = function(
		&b, "horner", (sm_local[]){local(&b, "c", SX_REAL, SM_ARG, 4), REALS("x", SM_ARG), REALS("y", SM_RESULT)}, 3);
	sx_ref x = loc(&b, 1, SX_REAL), y = loc(&b, 2, SX_REAL);
	sm_statements *inner;
	sx_ref i = loop(&b, body(&b, f), sx_int(b.p, 1), sx_int(b.p, 4), &inner);
	sx_ref k = op2(&b, SX_SUB, sx_int(b.p, 5), i);
	let(&b, inner, y, op2(&b, SX_ADD, op2(&b, SX_MUL, y, x), loc_at(&b, 0, SX_REAL, k)));
	return f;
}

static void finish(bench *b)
{
	analyse(b);
	build(b, 0);
	begin(b);
	check_jacobian(b);
	bench_free(b);
}

static sx_ref started(bench *b, const char *format, int k, double start)
{
	sx_ref v = variable(b, format, k);
	sm_edit(b->m, sx_at(b->p, v)->payload)->start = num(b, start);
	return v;
}

/* der(x) = -horner({1, y, x, 2}, x), der(y) = horner({y, 1, 1, 1}, 3 y) */
static void scalars_and_literals(void **unused)
{
	(void)unused;
	bench b = empty();
	uint32_t f = horner(&b);
	sx_ref x = started(&b, "x%d", 1, 0.7), y = started(&b, "y%d", 1, -0.3), one = num(&b, 1);
	sx_ref first[2] = { sx_array(b.p, SX_REAL, (uint32_t[]){ 4 }, 1, (sx_ref[]){ one, y, x, num(&b, 2) }, 4), x };
	sx_ref second[2] = {sx_array(b.p, SX_REAL, (uint32_t[]){4}, 1, (sx_ref[]){y, one, one, one}, 4),
						op2(&b, SX_MUL, num(&b, 3), y)};
	equation(&b, op1(&b, SX_DER, x), op1(&b, SX_NEG, sx_call(b.p, f, SX_REAL, first, 2)));
	equation(&b, op1(&b, SX_DER, y), sx_call(b.p, f, SX_REAL, second, 2));
	finish(&b);
}

/* (w, s) = g(x) with w[i] = x[i] x[n+1-i] and s = sum w, arrays as wholes; der(x[i]) = w[i] - s x[i]. One of the
 * elements of u, which is what is passed, is another name of a variable, with its sign. */
static void arrays_and_several_results(void **unused)
{
	(void)unused;
	enum { N = 5 };
	bench b = empty();
	uint32_t size = N,
			 g = function(&b, "g",
						  (sm_local[]){local(&b, "x", SX_REAL, SM_ARG, N), local(&b, "w", SX_REAL, SM_RESULT, N),
									   local(&b, "k", SX_INTEGER, SM_RESULT, -1), REALS("s", SM_RESULT)},
						  4);
	sm_statements *inner;
	sx_ref i = loop(&b, body(&b, g), sx_int(b.p, 1), sx_int(b.p, N), &inner), s = loc(&b, 3, SX_REAL);
	sx_ref mirrored = loc_at(&b, 0, SX_REAL, op2(&b, SX_SUB, sx_int(b.p, N + 1), i));
	let(&b, inner, loc_at(&b, 1, SX_REAL, i), op2(&b, SX_MUL, loc_at(&b, 0, SX_REAL, i), mirrored));
	let(&b, inner, s, op2(&b, SX_ADD, s, loc_at(&b, 1, SX_REAL, i)));
	sx_ref u = sm_ref(b.m, sm_add_variable(b.m, "u", SX_REAL, &size, 1)),
		   w = sm_ref(b.m, sm_add_variable(b.m, "w", SX_REAL, &size, 1));
	sx_ref sum = variable(&b, "sum%d", 1);
	sm_equation *q = sm_equation_new(b.m, SM_CALL, (sb_span){0}, "");
	q->rhs = sx_call(b.p, g, SX_REAL, &u, 1);
	sb_push(b.arena, q->targets, w);
	sb_push(b.arena, q->targets, (sx_ref)0);
	sb_push(b.arena, q->targets, sum);
	sb_push(b.arena, b.m->equations, q);
	for (int k = 1; k <= N; k++) {
		sx_ref x = started(&b, "x%d", k, 0.3 * k);
		equation(&b, at(&b, u, k), k == 2 ? op1(&b, SX_NEG, x) : k == 3 ? op2(&b, SX_MUL, x, x) : x);
		equation(&b, op1(&b, SX_DER, x), op2(&b, SX_SUB, at(&b, w, k), op2(&b, SX_MUL, sum, x)));
	}
	finish(&b);
}

/* power(n, x) = x power(n - 1, x); der(x) = -z where z solves z + power(3, z) = x: the loop's matrix and the rates'
 * Jacobian both need the derivative of the function that calls itself. And der(y) = power(4, y). */
static void recursion_in_a_loop(void **unused)
{
	(void)unused;
	bench b = empty();
	uint32_t f =
		function(&b, "power",
				 (sm_local[]){local(&b, "n", SX_INTEGER, SM_ARG, -1), REALS("x", SM_ARG), REALS("y", SM_RESULT)}, 3);
	sx_ref n = loc(&b, 0, SX_INTEGER), x = loc(&b, 1, SX_REAL), y = loc(&b, 2, SX_REAL);
	sm_statement *s = statement(&b, body(&b, f), SM_IF_DO);
	let(&b, branch(&b, s, op2(&b, SX_LE, n, sx_int(b.p, 0))), y, num(&b, 1));
	sx_ref less[2] = { op2(&b, SX_SUB, n, sx_int(b.p, 1)), x };
	let(&b, branch(&b, s, 0), y, op2(&b, SX_MUL, x, sx_call(b.p, f, SX_REAL, less, 2)));
	sx_ref state = started(&b, "x%d", 1, 3), z = started(&b, "z%d", 1, 1), free = started(&b, "y%d", 1, 1.3);
	sx_ref args[2] = { sx_int(b.p, 3), z }, other[2] = { sx_int(b.p, 4), free };
	equation(&b, op1(&b, SX_DER, state), op1(&b, SX_NEG, z));
	equation(&b, op2(&b, SX_ADD, z, sx_call(b.p, f, SX_REAL, args, 2)), state);
	equation(&b, op1(&b, SX_DER, free), sx_call(b.p, f, SX_REAL, other, 2));
	analyse(&b);
	build(&b, 0);
	begin(&b);
	check_jacobian(&b);
	/* d y^4 / dy = 4 y^3 to the last bits, not to those of differences */
	double entries[2];
	int at_state = b.plan->state_scalar[0] == sm_scalar_of(b.m, free) ? 0 : 1;
	assert_int_equal(b.plan->jacobian.pattern.column[2], 2);
	rates(&b);
	sc_functions_of(b.program)->jacobian(b.d, entries);
	assert_true(fabs(entries[at_state] - 4 * 1.3 * 1.3 * 1.3) < 1e-14);
	bench_free(&b);
}

/* A while loop, a temporary whose size is an argument, sums, products and extremes: y = (sum i x) (x+1)(x+2)(x+3)
 * max(x, x^2) */
static void loops_and_reductions(void **unused)
{
	(void)unused;
	bench b = empty();
	uint32_t f =
		function(&b, "f",
				 (sm_local[]){local(&b, "n", SX_INTEGER, SM_ARG, -1), REALS("x", SM_ARG), REALS("y", SM_RESULT),
							  local(&b, "t", SX_REAL, SM_TEMPORARY, 1), local(&b, "k", SX_INTEGER, SM_TEMPORARY, -1)},
				 5);
	sx_ref n = loc(&b, 0, SX_INTEGER), x = loc(&b, 1, SX_REAL), k = loc(&b, 4, SX_INTEGER), one = sx_int(b.p, 1);
	b.m->functions.at[f]->locals.at[3].dims[0] = n;
	let(&b, body(&b, f), k, one);
	sm_statement *s = statement(&b, body(&b, f), SM_WHILE);
	sm_statements *inner = branch(&b, s, op2(&b, SX_LE, k, n));
	let(&b, inner, loc_at(&b, 3, SX_REAL, k), op2(&b, SX_MUL, sx_cast(b.p, k, SX_REAL), x));
	let(&b, inner, k, op2(&b, SX_ADD, k, one));
	uint32_t i = sx_new_iter(b.p, "i"), j = sx_new_iter(b.p, "j"), l = sx_new_iter(b.p, "l");
	sx_ref sum = sx_reduce(b.p, SX_SUM, i, one, n, loc_at(&b, 3, SX_REAL, sx_iter(b.p, i)));
	sx_ref product = sx_reduce(b.p, SX_PRODUCT, j, one, n, op2(&b, SX_ADD, x, sx_cast(b.p, sx_iter(b.p, j), SX_REAL)));
	sx_ref extreme = sx_reduce(b.p, SX_MAXIMUM, l, one, n, op2(&b, SX_POW, x, sx_cast(b.p, sx_iter(b.p, l), SX_REAL)));
	let(&b, body(&b, f), loc(&b, 2, SX_REAL), op2(&b, SX_MUL, op2(&b, SX_MUL, sum, product), extreme));
	for (int q = 0; q < 3; q++) {
		double start[] = { 0.6, 1.7, -1 };          /* at -1 a factor is zero */
		sx_ref state = started(&b, "x%d", q, start[q]), args[2] = { sx_int(b.p, 3), state };
		equation(&b, op1(&b, SX_DER, state), sx_call(b.p, f, SX_REAL, args, 2));
	}
	finish(&b);
}

/* An external function has no derivative: differences, and the reason is said. */
static void external_has_none(void **unused)
{
	(void)unused;
	bench b = empty();
	uint32_t g = function(&b, "sine", (sm_local[]){ REALS("x", SM_ARG), REALS("y", SM_RESULT) }, 2);
	uint32_t f = function(&b, "outer", (sm_local[]){ REALS("x", SM_ARG), REALS("y", SM_RESULT) }, 2);
	sx_ref x = loc(&b, 0, SX_REAL), state = started(&b, "x%d", 1, 1);
	b.m->functions.at[g]->external = sb_new(b.arena, sm_external);
	*b.m->functions.at[g]->external = (sm_external){ .symbol = "sin", .result = 1 };
	sb_push(b.arena, b.m->functions.at[g]->external->args, ((sm_external_arg){.value = x}));
	let(&b, body(&b, f), loc(&b, 1, SX_REAL), op2(&b, SX_MUL, num(&b, 2), sx_call(b.p, g, SX_REAL, &x, 1)));
	equation(&b, op1(&b, SX_DER, state), sx_call(b.p, f, SX_REAL, &state, 1));
	analyse(&b);
	assert_false(b.plan->jacobian.symbolic);
	assert_non_null(strstr(b.plan->jacobian.why_not, "'sine' is an external function without a derivative annotation"));
	assert_int_equal(b.m->functions.n, 2);
	build(&b, 0);
	bench_free(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(scalars_and_literals),
		cmocka_unit_test(arrays_and_several_results),
		cmocka_unit_test(recursion_in_a_loop),
		cmocka_unit_test(loops_and_reductions),
		cmocka_unit_test(external_has_none),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
