/* Growing text, near words, patterns, UTF-8 and JSON. */
#include "unit/unit.h"

#include <math.h>
#include <string.h>

#include "base/json.h"
#include "base/text.h"
#include "base/utf8.h"

static void text_grows(void **state)
{
	(void)state;
	sb_text text = {0};
	sb_add(&text, "");
	assert_string_equal(text.at, "");
	for (int i = 0; i < 1000; i++)
		sb_addf(&text, "%04d", i);
	assert_int_equal(text.n, 4000);
	assert_memory_equal(text.at + 4 * 567, "0567", 4);
	sb_addf(&text, "%5000s", "x");
	assert_int_equal(text.n, 9000);
	assert_int_equal(text.at[8999], 'x');
	sb_addn(&text, "a\0b", 3);
	sb_addc(&text, 'c');
	sb_add_real(&text, 0.25);
	assert_memory_equal(text.at + 9000, "a\0bc0.25", 9);
	sb_text_free(&text);
	assert_null(text.at);
}

static void nearest_words(void **state)
{
	(void)state;
	static const char *const names[] = {"velocity", "height", "v", "h", "startTime", "stopTime", "Real", "der"};
	enum { N = sizeof names / sizeof *names };
	assert_string_equal(sb_nearest("velocty", names, N), "velocity");
	assert_string_equal(sb_nearest("hieght", names, N), "height");
	assert_string_equal(sb_nearest("vv", names, N), "v");
	assert_string_equal(sb_nearest("V", names, N), "v");
	assert_string_equal(sb_nearest("real", names, N), "Real");
	assert_string_equal(sb_nearest("starttime", names, N), "startTime");
	assert_string_equal(sb_nearest("stopTme", names, N), "stopTime");
	assert_null(sb_nearest("x", names, N));
	assert_null(sb_nearest("temperature", names, N));
	assert_null(sb_nearest("", names, N));
	assert_null(sb_nearest("velocity", names, 0));
}

static void the_first_of_equally_near_words_wins_and_exact_beats_near(void **state)
{
	(void)state;
	static const char *const names[] = {NULL, "", "flow1", "flow2", "flow"};
	assert_string_equal(sb_nearest("flow3", names, 5), "flow1");
	assert_string_equal(sb_nearest("flow", names, 5), "flow");
}

static void very_long_words_do_no_harm(void **state)
{
	(void)state;
	char word[1000], upper[1000];
	memset(word, 'a', sizeof word - 1);
	memset(upper, 'A', sizeof upper - 1);
	word[999] = upper[999] = 0;
	const char *names[] = {"a", upper};
	assert_ptr_equal(sb_nearest(word, names, 2), upper);
	assert_null(sb_nearest(word, names, 1));
}

static void patterns(void **state)
{
	(void)state;
	assert_true(sb_matches("*", ""));
	assert_true(sb_matches("", ""));
	assert_false(sb_matches("", "a"));
	assert_true(sb_matches("a*", "abc"));
	assert_true(sb_matches("*.v", "R1.p.v"));
	assert_false(sb_matches("*.v", "R1.p.vv"));
	assert_true(sb_matches("x[1]", "x[1]"));
	assert_false(sb_matches("x[12]", "x1"));
	assert_true(sb_matches("x[?]", "x[7]"));
	assert_false(sb_matches("x[?]", "x[17]"));
	assert_true(sb_matches("?", "\xc3\xa4"));
	assert_false(sb_matches("?", ""));
	assert_true(sb_matches("a*b*c", "aXbYbZc"));
	assert_false(sb_matches("a*b*c", "aXbYbZ"));
	assert_true(sb_matches("**a", "bca"));
	assert_true(sb_matches("u", "u[2,3]"));
	assert_true(sb_matches("*.u", "a.u[1]"));
	assert_false(sb_matches("u", "u[1].v"));
	assert_false(sb_matches("u", "uu[1]"));
}

static void a_hostile_pattern_takes_no_time(void **state)
{
	(void)state;
	char name[5001];
	memset(name, 'a', 5000);
	name[5000] = 0;
	assert_false(sb_matches("*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*b", name));
}

static void utf8_is_checked(void **state)
{
	(void)state;
	assert_int_equal(sb_utf8_length("a", 1), 1);
	assert_int_equal(sb_utf8_length("\xc3\xa4", 2), 2);
	assert_int_equal(sb_utf8_length("\xe2\x82\xac", 3), 3);
	assert_int_equal(sb_utf8_length("\xf0\x9f\x98\x80", 4), 4);
	static const char *const bad[] = {
		"\x80",         "\xc3",     "\xc0\x80",         "\xc1\xbf",         "\xe0\x80\x80",
		"\xed\xa0\x80", "\xe2\x82", "\xf0\x80\x80\x80", "\xf4\x90\x80\x80", "\xf5\x80\x80\x80",
		"\xff",         "\xc3\x41"};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		assert_int_equal(sb_utf8_length(bad[i], strlen(bad[i])), 0);
		assert_int_equal(sb_utf8_invalid(bad[i], strlen(bad[i])), 0);
	}
	assert_int_equal(sb_utf8_count("a\xc3\xa4" "bc defghijklm\xe2\x82\xac!", 19), 16);
	assert_int_equal(sb_utf8_count("\xff\xff", 2), 2);
	assert_int_equal(sb_utf8_invalid("0123456789\xc3\xa4 and \xff", 18), 17);
	assert_int_equal(sb_utf8_invalid("0123456789\xc3\xa4", 12), 12);
}

static void json_is_written(void **state)
{
	(void)state;
	sb_text text = {0};
	sb_json j = {.out = &text};
	sb_json_open(&j, NULL, '{');
	sb_json_string(&j, "na\"me", "a\\b\n\t\x01\xff\xc3\xa4");
	sb_json_real(&j, "x", 0.1);
	sb_json_real(&j, "nan", NAN);
	sb_json_real(&j, "inf", -INFINITY);
	sb_json_int(&j, "n", INT64_MIN);
	sb_json_bool(&j, "yes", true);
	sb_json_open(&j, "empty", '[');
	sb_json_close(&j, ']');
	sb_json_open(&j, "list", '[');
	sb_json_int(&j, NULL, 1);
	sb_json_open(&j, NULL, '{');
	sb_json_close(&j, '}');
	sb_json_bool(&j, NULL, false);
	sb_json_close(&j, ']');
	sb_json_raw(&j, "raw", "[1,2]");
	sb_json_close(&j, '}');
	assert_string_equal(text.at,
						"{\"na\\\"me\":\"a\\\\b\\n\\t\\u0001\\ufffd\xc3\xa4\",\"x\":0.1,\"nan\":null,\"inf\":null,"
						"\"n\":-9223372036854775808,\"yes\":true,\"empty\":[],\"list\":[1,{},false],\"raw\":[1,2]}");
	sb_text_free(&text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(text_grows),
		cmocka_unit_test(nearest_words),
		cmocka_unit_test(the_first_of_equally_near_words_wins_and_exact_beats_near),
		cmocka_unit_test(very_long_words_do_no_harm),
		cmocka_unit_test(patterns),
		cmocka_unit_test(a_hostile_pattern_takes_no_time),
		cmocka_unit_test(utf8_is_checked),
		cmocka_unit_test(json_is_written),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
