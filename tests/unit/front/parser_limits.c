/* Depth and size: deep nesting is one message, and long texts are read whole. */
#include "unit/front/parser.h"

static char *repeated(sb_text *out, const char *before, const char *piece, int n, const char *middle,
	const char *piece2,
	const char *after)
{
	sb_add(out, before);
	for (int i = 0; i < n; i++)
		sb_add(out, piece);
	sb_add(out, middle);
	for (int i = 0; i < n; i++)
		sb_add(out, piece2);
	sb_add(out, after);
	return out->at;
}

static void check_deep(const char *before, const char *piece, int n, const char *middle, const char *piece2,
	const char *after,
	uint32_t errors)
{
	sb_text text = {0}, dump = {0};
	parsed r = parse(repeated(&text, before, piece, n, middle, piece2, after));
	assert_int_equal(sb_errors(r.diag), errors);
	if (errors)
		assert_string_equal(sb_message_at(r.diag, 0).code, "M0110");
	mo_dump(r.file, &dump);
	sb_text_free(&text);
	sb_text_free(&dump);
	parsed_free(&r);
}

static void nesting_is_limited(void **state)
{
	(void)state;
	check_deep("model A Real x = ", "(", 900, "1", ")", "; end A;", 0);
	check_deep("model A Real x = ", "(", 10000, "1", ")", "; end A;", 1);
	check_deep("model A Real x = ", "{", 10000, "1", "}", "; end A;", 1);
	check_deep("model A Real x = ", "[", 10000, "1", "]", "; end A;", 1);
	check_deep("model A Real x = ", "f(", 10000, "1", ")", "; end A;", 1);
	check_deep("model A Real x = ", "y[", 10000, "1", "]", "; end A;", 1);
	check_deep("model A Real x", "(a", 10000, "", ")", "; end A;", 1);
	check_deep("model A Real x = ", "if a then b else ", 10000, "1", "", "; end A;", 1);
	check_deep("model A equation ", "if a then ", 10000, "x = 1; ", "end if; ", "end A;", 1);
	check_deep("model A algorithm ", "for i loop ", 10000, "x := 1; ", "end for; ", "end A;", 1);
	check_deep("", "model A ", 10000, "", "end A; ", "", 1);
	check_deep("model B ", "model A ", 10000, "Real x", "", "", 1);
}

static void long_chains_are_limited(void **state)
{
	(void)state;
	check_deep("model A Real x = 1", "+1", MO_MAX_HEIGHT - 1, "", "", "; end A;", 0);
	check_deep("model A Real x = 1", "+1", MO_MAX_HEIGHT, "", "", "; end A;", 1);
	check_deep("model A Real x = 1", "*(1+1)", 100000, "", "", "; Real y; end A;", 1);
}

/* Signs and negations that need parentheses are nested too: a message for each, up to the limit, and an end. */
static void signs_are_limited(void **state)
{
	(void)state;
	sb_text text = {0};
	parsed r = parse(repeated(&text, "model A Real x = ", "- ", 100000, "1", "", "; end A;"));
	assert_in_range(sb_errors(r.diag), 1, 1000);
	sb_text_free(&text);
	parsed_free(&r);
}

/* One line of 100 000 equations: 4 tokens each, and the 6 around them and the end. */
static void long_texts_are_read_whole(void **state)
{
	(void)state;
	enum { N = 100000 };
	sb_text text = {0};
	parsed r = parse(repeated(&text, "model A equation ", "x=1;", N, "", "", "end A;"));
	require_clean(&r);
	assert_int_equal(r.file->tokens.n, 4 * N + 7);
	assert_int_equal(r.file->classes.at[0]->class_def->sections.at[0].body.n, N);
	sb_text_free(&text);
	parsed_free(&r);
	r = parse(repeated(&text, "model A Real x = {1", ",1", N, "}", "", "; end A;"));
	require_clean(&r);
	assert_int_equal(r.file->classes.at[0]->class_def->elements.at[0]->value->a.n, N + 1);
	sb_text_free(&text);
	parsed_free(&r);
}

/* A list of many members without commas is one mistake. */
static void a_long_list_without_commas(void **state)
{
	(void)state;
	sb_text text = {0};
	parsed r = parse(repeated(&text, "model A Real x = {1", " 1", 4000, "}", "", "; end A;"));
	assert_int_equal(sb_errors(r.diag), 1);
	assert_string_equal(sb_message_at(r.diag, 0).code, "M0118");
	sb_text_free(&text);
	parsed_free(&r);
}

/* Texts that are wrong from end to end come to an end as well, with a limited number of messages. */
static void long_wrong_texts_end(void **state)
{
	(void)state;
	static const char *const pieces[] = {"= ", "( ", "\" ", "' ", "end ", "model ", ") ", "if ", "/* ", "\xC2\xA0",
		"x y ", "; ", "[;",
		"else ", "{ 1 ", "\\\" ", "\"\n;", "\"\\", "x'", "for i in 1:2 loop\n", "annotation(", "model A\nequation\n",
			"end A;\n"};
	for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
		sb_text text = {0};
		parsed r = parse(repeated(&text, "model A ", pieces[i], 20000, "", "", ""));
		assert_in_range(sb_errors(r.diag), 1, 2001);
		sb_text_free(&text);
		parsed_free(&r);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nesting_is_limited), cmocka_unit_test(long_chains_are_limited),
			cmocka_unit_test(signs_are_limited),
		cmocka_unit_test(long_texts_are_read_whole), cmocka_unit_test(long_wrong_texts_end),
		cmocka_unit_test(a_long_list_without_commas),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
