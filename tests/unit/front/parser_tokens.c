/* Tokens: they tile the text, and each has its kind and value. */
#include "unit/front/parser.h"

#include <math.h>

static void check_tiling(const char *text, size_t length)
{
	parsed r = parse_bytes(text, length);
	uint32_t end = length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
	for (uint32_t i = 0; i < r.file->tokens.n; i++) {
		const mo_token *t = &r.file->tokens.at[i];
		assert_true(t->start >= end);
		for (; end < t->start; end++)
			assert_non_null(strchr(" \t\r\n\v\f", text[end]));
		end = t->end;
	}
	assert_int_equal(end, length);
	assert_int_equal(r.file->tokens.at[r.file->tokens.n - 1].kind, MO_T_END);
	parsed_free(&r);
}

static void tokens_tile_the_text(void **state)
{
	(void)state;
	sb_arena *arena = sb_arena_new();
	static const char *const names[] = {"grammar.mo", "wrong.mo", "open.mo"};
	for (int i = 0; i < 3; i++) {
		char *text = read_corpus(arena, names[i]);
		check_tiling(text, strlen(text));
	}
	check_tiling("", 0);
	check_tiling("\xEF\xBB\xBFmodel A end A;", 17);
	check_tiling("\xFF\xFE\0m\0", 5);
	check_tiling("model A // c", 12);
	check_tiling("x\xC2\xA0\xE2\x80\x9Cq\xE2\x80\x9D\xE2\x80\x98", 12);
	sb_arena_free(arena);
}

typedef struct expected { mo_token_kind kind; const char *word; double number; bool integer; } expected;

static void check_tokens(const char *text, const expected *want, uint32_t n)
{
	sb_arena *arena = sb_arena_new();
	sb_names *names = sb_names_new(arena);
	sb_diag *diag = sb_diag_new();
	mo_tokens tokens = mo_tokenize(arena, names, diag, sb_source_add(diag, "t", text, strlen(text)));
	assert_int_equal(sb_messages(diag), 0);
	assert_int_equal(tokens.n, n + 1);
	for (uint32_t i = 0; i < n; i++) {
		assert_int_equal(tokens.at[i].kind, want[i].kind);
		if (want[i].word)
			assert_string_equal(tokens.at[i].word, want[i].word);
		if (want[i].kind == MO_T_NUMBER) {
			assert_true(tokens.at[i].number == want[i].number);
			assert_int_equal(tokens.at[i].integer, want[i].integer);
		}
	}
	sb_diag_free(diag);
	sb_arena_free(arena);
}

#define CHECK(text, ...)                                                                                               \
	do {                                                                                                               \
		const expected want[] = {__VA_ARGS__};                                                                         \
		check_tokens(text, want, sizeof want / sizeof *want);                                                          \
	} while (0)

/* The values on the right are the compiler's own reading of the same digits. */
static void numbers(void **state)
{
	(void)state;
	CHECK("13 13. 13E0 1.3e1 0.13E2 .13E2", {MO_T_NUMBER, NULL, 13, true}, {MO_T_NUMBER, NULL, 13, false},
		{MO_T_NUMBER, NULL, 13, false}, {MO_T_NUMBER, NULL, 13, false}, {MO_T_NUMBER, NULL, 13, false},
		{MO_T_NUMBER, NULL, 13, false});
	CHECK("0.1 1e-05 3.141592653589793 1.7976931348623157e308 4.9e-324 123456789012345678.9e-10 1e23 "
		  "0000000000000000000000.5",
		  {MO_T_NUMBER, NULL, 0.1, false}, {MO_T_NUMBER, NULL, 1e-5, false},
		  {MO_T_NUMBER, NULL, 3.141592653589793, false}, {MO_T_NUMBER, NULL, 1.7976931348623157e308, false},
		  {MO_T_NUMBER, NULL, 4.9e-324, false}, {MO_T_NUMBER, NULL, 123456789012345678.9e-10, false},
		  {MO_T_NUMBER, NULL, 1e23, false}, {MO_T_NUMBER, NULL, 0.5, false});
	CHECK("2147483647 9007199254740991 0e-99999999999 0e99999999999", {MO_T_NUMBER, NULL, 2147483647, true},
		{MO_T_NUMBER, NULL, 9007199254740991.0, true}, {MO_T_NUMBER, NULL, 0, false}, {MO_T_NUMBER, NULL, 0, false});
}

static void words_and_symbols(void **state)
{
	(void)state;
	CHECK("end ending _x1 x.^y .* a:=b<>c", {MO_T_KEYWORD, "end", 0, 0}, {MO_T_IDENT, "ending", 0, 0}, {MO_T_IDENT,
		"_x1", 0, 0},
		{MO_T_IDENT, "x", 0, 0}, {MO_T_SYMBOL, ".^", 0, 0}, {MO_T_IDENT, "y", 0, 0}, {MO_T_SYMBOL, ".*", 0, 0},
		{MO_T_IDENT, "a", 0, 0}, {MO_T_SYMBOL, ":=", 0, 0}, {MO_T_IDENT, "b", 0, 0}, {MO_T_SYMBOL, "<>", 0, 0},
		{MO_T_IDENT, "c", 0, 0});
	CHECK("2.*a", {MO_T_NUMBER, NULL, 2, false}, {MO_T_SYMBOL, "*", 0, 0}, {MO_T_IDENT, "a", 0, 0});
}

static void strings_and_quoted_names(void **state)
{
	(void)state;
	CHECK("\"a\\\"b\\\\\\n\\t\\?\\'\" \"\" \"two\nlines\"", {MO_T_STRING, "a\"b\\\n\t?'", 0, 0}, {MO_T_STRING, "", 0,
		0},
		{MO_T_STRING, "two\nlines", 0, 0});
	CHECK("'a b' 'it\\'s' 'q\\\"\\?'", {MO_T_QUOTED_IDENT, "'a b'", 0, 0}, {MO_T_QUOTED_IDENT, "'it\\'s'", 0, 0},
		{MO_T_QUOTED_IDENT, "'q\"?'", 0, 0});
}

/* A comment does not nest: the first end ends it. */
static void comments(void **state)
{
	(void)state;
	CHECK("/* /* */ a // b\n c/**/d", {MO_T_COMMENT, NULL, 0, 0}, {MO_T_IDENT, "a", 0, 0}, {MO_T_COMMENT, NULL, 0, 0},
		{MO_T_IDENT, "c", 0, 0}, {MO_T_COMMENT, NULL, 0, 0}, {MO_T_IDENT, "d", 0, 0});
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tokens_tile_the_text), cmocka_unit_test(numbers), cmocka_unit_test(words_and_symbols),
		cmocka_unit_test(strings_and_quoted_names), cmocka_unit_test(comments),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
