/* Printing: known texts, and random expressions read back by a small parser of Modelica's grammar into the same
 * handle. */
#include <stdlib.h>

#include "unit/expr/trees.h"

typedef struct reader { sx_pool *p; const char *at; } reader;

static sx_ref read_any(reader *r);

static bool accept(reader *r, const char *word)
{
	size_t n = strlen(word);
	while (*r->at == ' ')
		r->at++;
	if (strncmp(r->at, word, n))
		return false;
	r->at += n;
	return true;
}

static void expect(reader *r, const char *word)
{
	if (!accept(r, word))
		fail_msg("'%s' wanted at '%s'", word, r->at);
}

static sx_ref read_function(reader *r)
{
	for (int op = SX_SIN; op <= SX_MAX; op++) {
		const char *name = sx_op_name((sx_op)op);
		size_t n = strlen(name);
		if (strncmp(r->at, name, n) || r->at[n] != '(')
			continue;
		r->at += n + 1;
		sx_ref a = read_any(r), b = accept(r, ",") ? read_any(r) : 0;
		expect(r, ")");
		return b ? sx_binary(r->p, (sx_op)op, a, b) : sx_unary(r->p, (sx_op)op, a);
	}
	fail_msg("what is '%s'?", r->at);
	return 0;
}

/* primary: number | v<n> | function(...) | (expression) */
static sx_ref read_primary(reader *r)
{
	char *end;
	if (accept(r, "(")) {
		sx_ref e = read_any(r);
		expect(r, ")");
		return e;
	}
	if (*r->at >= '0' && *r->at <= '9') {
		double value = strtod(r->at, &end);
		r->at = end;
		return sx_real(r->p, value);
	}
	if (*r->at == 'v') {
		uint32_t variable = (uint32_t)strtoul(r->at + 1, &end, 10);
		r->at = end;
		return sx_var(r->p, variable, SX_REAL, NULL, 0);
	}
	return read_function(r);
}

/* factor: primary ["^" primary] */
static sx_ref read_factor(reader *r)
{
	sx_ref a = read_primary(r);
	return accept(r, "^") ? sx_binary(r->p, SX_POW, a, read_primary(r)) : a;
}

/* term: factor {("*" | "/") factor} */
static sx_ref read_term(reader *r)
{
	sx_ref a = read_factor(r);
	for (;;)
		if (accept(r, "*"))
			a = sx_binary(r->p, SX_MUL, a, read_factor(r));
		else if (accept(r, "/"))
			a = sx_binary(r->p, SX_DIV, a, read_factor(r));
		else
			return a;
}

/* sum: ["-"] term {("+" | "-") term} */
static sx_ref read_sum(reader *r)
{
	sx_ref a = accept(r, "-") ? sx_unary(r->p, SX_NEG, read_term(r)) : read_term(r);
	for (;;)
		if (accept(r, "+"))
			a = sx_binary(r->p, SX_ADD, a, read_term(r));
		else if (accept(r, "-"))
			a = sx_binary(r->p, SX_SUB, a, read_term(r));
		else
			return a;
}

/* expression: sum | "if" sum "<" sum "then" expression "else" expression */
static sx_ref read_any(reader *r)
{
	if (!accept(r, "if "))
		return read_sum(r);
	sx_ref a = read_sum(r);
	expect(r, "<");
	sx_ref b = read_sum(r);
	expect(r, "then");
	sx_ref yes = read_any(r);
	expect(r, "else");
	return sx_if(r->p, sx_binary(r->p, SX_LT, a, b), yes, read_any(r));
}

static void what_is_printed_reads_back(void **state)
{
	(void)state;
	uint64_t seed = 5;
	for (int round = 0; round < 4000; round++) {
		world w = world_new();
		sx_ref e = tree_build(w.p, random_tree(w.arena, &seed, 1 + round % 6));
		reader r = { w.p, printed(w.arena, w.p, e) };
		sx_ref again = read_any(&r);
		assert_int_equal(*r.at, 0);
		if (again != e)
			fail_msg("%s\nreads as\n%s", printed(w.arena, w.p, e), printed(w.arena, w.p, again));
		sb_arena_free(w.arena);
	}
}

static void known_texts(void **state)
{
	(void)state;
	world w = world_new();
	sx_pool *p = w.p;
	sx_ref x = w.x[0], y = w.x[1], z = w.x[2], two = sx_real(p, 2);
	sx_ref n = sx_var(p, 5, SX_INTEGER, NULL, 0), b = sx_var(p, 6, SX_BOOLEAN, NULL, 0);
	sx_ref above = sx_binary(p, SX_GT, x, y);
	uint32_t k = sx_new_iter(p, "k"), dims[2] = { 2, 2 };
	sx_ref i = sx_iter(p, k), before = sx_binary(p, SX_SUB, i, sx_int(p, 1));
	sx_ref x_before = sx_var(p, 9, SX_REAL, &before, 1),
		   array = sx_array(p, SX_REAL, dims, 2, (sx_ref[]){x, y, z, x}, 4);
	const struct { sx_ref e; const char *text;
	} cases[] = {
		{sx_binary(p, SX_MUL, two, sx_binary(p, SX_ADD, x, sx_real(p, 1))), "2*(v0 + 1)"},
		{sx_unary(p, SX_NEG, sx_binary(p, SX_POW, x, two)), "-v0^2"},
		{sx_binary(p, SX_POW, sx_unary(p, SX_NEG, x), two), "(-v0)^2"},
		{sx_if(p, above, x, y), "if v0 > v1 then v0 else v1"},
		{sx_binary(p, SX_SUB, x, sx_binary(p, SX_SUB, y, z)), "v0 - (v1 - v2)"},
		{sx_binary(p, SX_SUB, sx_binary(p, SX_SUB, x, y), z), "v0 - v1 - v2"},
		{sx_binary(p, SX_ADD, x, sx_binary(p, SX_MUL, sx_real(p, -2), y)), "v0 - 2*v1"},
		{sx_binary(p, SX_DIV, x, sx_binary(p, SX_MUL, y, z)), "v0/(v1*v2)"},
		{sx_binary(p, SX_AND, sx_unary(p, SX_NOT, b), sx_binary(p, SX_OR, b, above)), "not v6 and (v6 or v0 > v1)"},
		{sx_binary(p, SX_MUL, x, n), "v0*v5"},
		{sx_cast(p, b, SX_REAL), "Real(v6)"},
		{sx_unary(p, SX_DER, x), "der(v0)"},
		{x_before, "v9[k - 1]"},
		{sx_reduce(p, SX_SUM, k, sx_int(p, 2), n, x_before), "sum(v9[k - 1] for k in 2:v5)"},
		{array, "{{v0, v1}, {v2, v0}}"},
		{sx_real(p, 1e-5), "1e-5"},
		{sx_real(p, 1e300), "1e300"},
		{sx_string(p, "a \"b\"\n"), "\"a \\\"b\\\"\\n\""},
		{sx_binary(p, SX_ADD, sx_string(p, "n = "), sx_to_string(p, n, 0, sx_int(p, 4), 0)),
		 "\"n = \" + String(v5, minimumLength = 4)"},
		{sx_make(p, SX_SMOOTH, SX_REAL, 1, (sx_ref[]){sx_if(p, above, x, y)}, 1),
		 "smooth(1, if v0 > v1 then v0 else v1)"},
		{sx_call(p, 3, SX_REAL, (sx_ref[]){x, array}, 2), "f3(v0, {{v0, v1}, {v2, v0}})"},
		{sx_make(p, SX_INITIAL, SX_BOOLEAN, 0, NULL, 0), "initial()"},
		{0, "?"},
	};
	for (size_t c = 0; c < sizeof cases / sizeof *cases; c++)
		assert_string_equal(printed(w.arena, p, cases[c].e), cases[c].text);
	sb_arena_free(w.arena);
}

static void write_leaf(sx_printer *self, const sx_pool *p, sx_ref leaf, sb_text *out)
{
	sb_add(out, ((const char *const *)self->context)[sx_at(p, leaf)->payload]);
	if (sx_op_of(p, leaf) == SX_VAR)
		sx_print_subscripts(p, leaf, self, out);
}

static void capitals_are_the_words_of_cosy(void **state)
{
	(void)state;
	world w = world_new();
	const char *names[] = { "X", "F", "U" };
	sx_printer printer = { .leaf = write_leaf, .context = names, .capitals = true };
	sx_ref root = sx_unary(w.p, SX_SQRT, w.x[0]), less = sx_binary(w.p, SX_LT, root, sx_time(w.p));
	sx_ref both = sx_binary(
		w.p, SX_AND, less,
		sx_unary(w.p, SX_NOT, sx_binary(w.p, SX_EQ, sx_unary(w.p, SX_DER, w.x[0]), sx_unary(w.p, SX_LOG, w.x[0]))));
	sb_text text = {0};
	sx_print(w.p, both, &printer, &text);
	assert_string_equal(text.at, "SQRT(X) < TIME AND NOT X' = LN(X)");
	sb_text_free(&text);
	sb_arena_free(w.arena);
}

static void names_come_from_the_hook(void **state)
{
	(void)state;
	world w = world_new();
	const char *names[] = { "body.x", "force", "u" };
	sx_printer printer = { .leaf = write_leaf, .context = names };
	sx_ref one = sx_int(w.p, 1), u = sx_var(w.p, 2, SX_REAL, &one, 1);
	sb_text text = {0};
	sx_print(w.p, sx_binary(w.p, SX_MUL, w.x[0], sx_call(w.p, 1, SX_REAL, &u, 1)), &printer, &text);
	assert_string_equal(text.at, "body.x*force(u[1])");
	sb_text_free(&text);
	sb_arena_free(w.arena);
}

/* x, x + x, (x + x) + (x + x), ...: sixty nodes, but a text of 2^60 terms. */
static void a_gigantic_text_is_cut(void **state)
{
	(void)state;
	world w = world_new();
	sx_ref e = w.x[0];
	for (int i = 0; i < 60; i++)
		e = sx_binary(w.p, SX_ADD, e, e);
	sb_text text = {0};
	sx_print(w.p, e, NULL, &text);
	assert_true(text.n < (size_t)100 << 20);
	assert_string_equal(text.at + text.n - 3, "...");
	sb_text_free(&text);
	assert_float_equal(value_at(w.p, e, (double[VARIABLES]){ 1 }), ldexp(1, 60), 0);
	assert_true(sx_is_number(w.p, sx_diff(w.p, e, w.x[0], NULL), ldexp(1, 60)));
	sb_arena_free(w.arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(known_texts),
		cmocka_unit_test(what_is_printed_reads_back),
		cmocka_unit_test(names_come_from_the_hook),
		cmocka_unit_test(capitals_are_the_words_of_cosy),
		cmocka_unit_test(a_gigantic_text_is_cut),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
