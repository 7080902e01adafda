/* Places and messages; what people see is pinned to the letter. */
#include "unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "base/diag.h"

static const char ball[] =
	"model BouncingBall\n\tReal h;\n  Real v;\nequation\n  der(v) = -9.81;\r\n  der(h) = vv;\nend "
	"BouncingBall;";

static sb_span span_of(uint32_t source, const char *text, const char *part)
{
	const char *at = strstr(text, part);
	assert_non_null(at);
	return (sb_span){source, (uint32_t)(at - text), (uint32_t)(at - text + (ptrdiff_t)strlen(part))};
}

static void shows(const sb_diag *diag, bool color, const char *expected)
{
	sb_text out = {0};
	sb_add(&out, "");
	sb_render(diag, 0, color, &out);
	assert_string_equal(out.at, expected);
	sb_text_free(&out);
}

static void a_whole_message(void **state)
{
	(void)state;
	sb_diag *diag = sb_diag_new();
	uint32_t source = sb_source_add(diag, "ball.mo", ball, sizeof ball - 1);
	sb_message *m = sb_report(diag, SB_ERROR, "M0201", span_of(source, ball, "vv"), "there is no component '%s' in %s",
		"vv", "BouncingBall");
	sb_also(m, span_of(source, ball, "h;"), "'%s' is declared here", "h");
	sb_note(m, "names are looked up in the class\nand around it");
	sb_help(m, "did you mean '%s'?", "v");
	shows(diag, false,
		"error[M0201]: there is no component 'vv' in BouncingBall\n"
		"  --> ball.mo:6:12\n"
		"   |\n"
		" 6 |   der(h) = vv;\n"
		"   |            ^^\n"
		" 2 | \tReal h;\n"
		"   | \t     -- 'h' is declared here\n"
		"   |\n"
		" note: names are looked up in the class\n"
		"       and around it\n"
		" help: did you mean 'v'?\n");
	sb_diag_free(diag);
}

static void colors_are_around_the_same_text(void **state)
{
	(void)state;
	sb_diag *diag = sb_diag_new();
	uint32_t source = sb_source_add(diag, "a.mo", "x", 1);
	sb_message *m = sb_report(diag, SB_WARNING, "M0001", (sb_span){source, 0, 1}, "odd");
	sb_help(m, "even");
	shows(diag, true,
		"\033[1;33mwarning[M0001]\033[0m\033[1m: odd\033[0m\n"
		"  \033[1;34m-->\033[0m a.mo:1:1\n"
		" \033[1;34m  |\033[0m\n"
		" \033[1;34m1 |\033[0m x\n"
		" \033[1;34m  |\033[0m \033[1;33m^\033[0m\n"
		" \033[1;34m  |\033[0m\n"
		" \033[1;32mhelp:\033[0m even\n");
	sb_diag_free(diag);
}

static void a_message_without_a_place(void **state)
{
	(void)state;
	sb_diag *diag = sb_diag_new();
	sb_help(sb_report(diag, SB_ERROR, "U0001", (sb_span){0}, "no"), "do");
	sb_report(diag, SB_INFO, "U0002", (sb_span){0}, "so");
	shows(diag, false, "error[U0001]: no\n help: do\n\ninfo[U0002]: so\n");
	sb_diag_free(diag);
}

static void one_line(const char *text, uint32_t start, uint32_t end, const char *expected)
{
	sb_diag *diag = sb_diag_new();
	uint32_t source = sb_source_add(diag, "f", text, strlen(text));
	sb_report(diag, SB_ERROR, "M0001", (sb_span){source, start, end}, "m");
	shows(diag, false, expected);
	sb_diag_free(diag);
}

static void carets_count_characters(void **state)
{
	(void)state;
	one_line("\xc3\xa4\xe2\x82\xac = \xc3\xb6\xc3\xb6;", 8, 12,
		"error[M0001]: m\n  --> f:1:6\n   |\n 1 | \xc3\xa4\xe2\x82\xac = \xc3\xb6\xc3\xb6;\n   |      ^^\n");
}

static void the_end_of_the_text_and_of_a_line_have_a_place(void **state)
{
	(void)state;
	one_line("ab", 2, 2, "error[M0001]: m\n  --> f:1:3\n   |\n 1 | ab\n   |   ^\n");
	one_line("ab\ncd", 2, 3, "error[M0001]: m\n  --> f:1:3\n   |\n 1 | ab\n   |   ^\n");
	one_line("", 0, 0, "error[M0001]: m\n  --> f:1:1\n   |\n 1 | \n   | ^\n");
	one_line("ab\n", 3, 3, "error[M0001]: m\n  --> f:2:1\n   |\n 2 | \n   | ^\n");
	one_line("ab", 1000, 2000, "error[M0001]: m\n  --> f:1:3\n   |\n 1 | ab\n   |   ^\n");
	one_line("abcd", 3, 1, "error[M0001]: m\n  --> f:1:4\n   |\n 1 | abcd\n   |    ^\n");
}

static void a_span_of_several_lines_is_marked_on_the_first(void **state)
{
	(void)state;
	one_line("a bcd\nef", 2, 8, "error[M0001]: m\n  --> f:1:3\n   |\n 1 | a bcd\n   |   ^^^\n");
}

static void control_characters_do_not_reach_the_terminal(void **state)
{
	(void)state;
	one_line("a\x1b[31m\xff b", 8, 9, "error[M0001]: m\n  --> f:1:9\n   |\n 1 | a?[31m? b\n   |         ^\n");
}

static void wide_line_numbers_widen_the_gutter(void **state)
{
	(void)state;
	sb_diag *diag = sb_diag_new();
	uint32_t source = sb_source_add(diag, "f", "a\nb\nc\nd\ne\nf\ng\nh\ni\nj", 19);
	sb_also(sb_report(diag, SB_ERROR, "M0001", (sb_span){source, 0, 1}, "m"), (sb_span){source, 18, 19}, "there");
	shows(diag, false,
		"error[M0001]: m\n   --> f:1:1\n    |\n  1 | a\n    | ^\n 10 | j\n    | - there\n");
	sb_diag_free(diag);
}

static void places_in_other_files_name_them(void **state)
{
	(void)state;
	sb_diag *diag = sb_diag_new();
	uint32_t one = sb_source_add(diag, "one.mo", "a\nb", 3), two = sb_source_add(diag, "two.mo", "c\nd", 3);
	sb_message *m = sb_report(diag, SB_ERROR, "M0001", (sb_span){one, 0, 1}, "m");
	sb_also(m, (sb_span){two, 0, 1}, "c");
	sb_also(m, (sb_span){two, 2, 3}, "d");
	sb_also(m, (sb_span){one, 2, 3}, "b");
	shows(diag, false,
		  "error[M0001]: m\n  --> one.mo:1:1\n   |\n 1 | a\n   | ^\n  ::: two.mo:1:1\n   |\n 1 | c\n   | - c\n 2 | d\n "
		  "  | - d\n"
		  "  ::: one.mo:2:1\n   |\n 2 | b\n   | - b\n");
	sb_text out = {0};
	sb_render_json(diag, 0, &out);
	assert_non_null(strstr(
		out.at,
		"\"also\":[{\"file\":\"two.mo\",\"line\":1,\"column\":1,\"end_line\":1,\"end_column\":2,\"text\":\"c\"},"));
	sb_text_free(&out);
	sb_diag_free(diag);
}

static void of_a_long_line_a_window_is_shown(void **state)
{
	(void)state;
	enum { LENGTH = 50 << 20, AT = LENGTH - 1000 };
	char *text = malloc(LENGTH);
	assert_non_null(text);
	memset(text, 'a', LENGTH);
	text[AT] = 'B';
	sb_diag *diag = sb_diag_new();
	uint32_t source = sb_source_add(diag, "f", text, LENGTH);
	for (uint32_t i = 0; i < 3000; i++)        /* would take minutes if each counted its column from the start */
		sb_report(diag, SB_ERROR, "M0001", (sb_span){source, AT - 5000 + i, AT}, "m");
	for (uint32_t i = 0; i < 3000; i++)
		assert_int_equal(sb_message_at(diag, i).column, AT - 5000 + (int)i + 1);
	sb_report(diag, SB_WARNING, "M0002", (sb_span){source, AT, AT + 1}, "w");
	sb_text out = {0};
	sb_render(diag, 3000, false, &out);
	assert_string_equal(
		out.at,
		"warning[M0002]: w\n  --> f:1:52427801\n   |\n"
		" 1 | "
		"...aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaBaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
		"aaa...\n"
		"   |                                                      ^\n");
	sb_text_free(&out);
	sb_diag_free(diag);
	free(text);
}

static void places_agree_with_counting(void **state)
{
	(void)state;
	static const char text[] = "a\n\n\xc3\xa4 b\r\n  c\n";
	sb_diag *diag = sb_diag_new();
	uint32_t source = sb_source_add(diag, "f", text, sizeof text - 1);
	static const uint32_t order[] = {11, 0, 5, 1, 2, 12, 3, 6, 7, 8, 9, 13, 10};
	for (size_t k = 0; k < sizeof order / sizeof *order; k++) {
		int expected_line = 1, expected_column = 1, line, column;
		for (uint32_t i = 0; i < order[k]; i++) {
			if (text[i] == '\n')
				expected_line++, expected_column = 1;
			else if (((unsigned char)text[i + 1] & 0xc0) != 0x80)
				expected_column++;
		}
		sb_position(diag, (sb_span){source, order[k], order[k]}, &line, &column);
		assert_int_equal(line, expected_line);
		assert_int_equal(column, expected_column);
	}
	int line, column;
	sb_position(diag, (sb_span){source, 4, 5}, &line, &column);       /* inside the character */
	assert_int_equal(column, 1);
	sb_position(diag, (sb_span){0}, &line, &column);
	assert_int_equal(line, 0);
	assert_string_equal(sb_source_path(diag, source), "f");
	size_t length;
	assert_string_equal(sb_source_text(diag, source, &length), text);
	assert_int_equal(length, sizeof text - 1);
	sb_diag_free(diag);
}

static void spans_join(void **state)
{
	(void)state;
	sb_span a = {1, 5, 8}, b = {1, 2, 6}, none = {0}, c = {2, 0, 1};
	sb_span j = sb_span_join(a, b);
	assert_true(j.source == 1 && j.start == 2 && j.end == 8);
	j = sb_span_join(none, b);
	assert_true(j.source == 1 && j.start == 2 && j.end == 6);
	j = sb_span_join(a, c);
	assert_true(j.source == 1 && j.start == 5 && j.end == 8);
}

static void past_a_hundred_errors_the_rest_are_counted(void **state)
{
	(void)state;
	sb_diag *diag = sb_diag_new();
	for (int i = 0; i < 100000; i++) {
		sb_message *m = sb_report(diag, SB_ERROR, "M0001", (sb_span){0}, "number %d", i);
		sb_note(m, "note");
		sb_help(m, "help");
		sb_also(m, (sb_span){0}, "also");
	}
	sb_report(diag, SB_WARNING, "M0002", (sb_span){0}, "still shown");
	assert_int_equal(sb_errors(diag), 100000);
	sb_text out = {0};
	sb_render(diag, 0, false, &out);
	assert_non_null(strstr(out.at, "number 99\n"));
	assert_null(strstr(out.at, "number 100\n"));
	assert_non_null(strstr(out.at, "warning[M0002]: still shown\n"));
	assert_string_equal(strstr(out.at, "\n... and"), "\n... and 99900 more errors\n");
	sb_text_free(&out);
	sb_diag_free(diag);
}

static void very_long_texts_are_cut(void **state)
{
	(void)state;
	char *name = malloc(1000001);
	assert_non_null(name);
	for (int i = 0; i < 500000; i++)
		memcpy(name + 2 * i, "\xc3\xa4", 3);
	sb_diag *diag = sb_diag_new();
	sb_report(diag, SB_ERROR, "M0001", (sb_span){0}, "x%s", name);
	const char *text = sb_message_at(diag, 0).text;
	assert_in_range(strlen(text), 8000, 8192);
	assert_string_equal(text + strlen(text) - 5, "\xc3\xa4...");
	sb_diag_free(diag);
	free(name);
}

static void views_and_json(void **state)
{
	(void)state;
	sb_diag *diag = sb_diag_new();
	uint32_t source = sb_source_add(diag, "ball.mo", ball, sizeof ball - 1);
	sb_report(diag, SB_WARNING, "M0002", (sb_span){0}, "first");
	sb_message *m = sb_report(diag, SB_ERROR, "M0201", span_of(source, ball, "vv"), "no '%s'", "vv");
	sb_note(m, "one");
	sb_note(m, "two");
	sb_help(m, "three");
	assert_int_equal(sb_messages(diag), 2);
	assert_int_equal(sb_errors(diag), 1);
	sb_message_view view = sb_message_at(diag, 1);
	assert_int_equal(view.severity, SB_ERROR);
	assert_string_equal(view.code, "M0201");
	assert_string_equal(view.text, "no 'vv'");
	assert_string_equal(view.file, "ball.mo");
	assert_int_equal(view.line, 6);
	assert_int_equal(view.column, 12);
	assert_string_equal(view.note, "one\ntwo");
	assert_string_equal(view.help, "three");
	view = sb_message_at(diag, 0);
	assert_string_equal(view.file, "");
	assert_int_equal(view.line, 0);
	assert_string_equal(sb_message_at(diag, 2).text, "");
	sb_text out = {0};
	sb_render_json(diag, 1, &out);
	assert_string_equal(
		out.at,
		"[{\"severity\":\"error\",\"code\":\"M0201\",\"text\":\"no 'vv'\",\"file\":\"ball.mo\",\"line\":6,"
		"\"column\":12,\"end_line\":6,\"end_column\":14,\"notes\":[\"one\",\"two\"],\"also\":[],\"help\":\"three\"}]");
	sb_text_free(&out);
	sb_diag_free(diag);
}

static bool keeps_second(const char *code)
{
	return strcmp(code, "M0002") == 0;
}

/* What is left is counted: who asks for errors afterwards is told of those that stayed. */
static void what_is_taken_back_does_not_count(void **state)
{
	(void)state;
	sb_diag *diag = sb_diag_new();
	sb_report(diag, SB_ERROR, "M0001", (sb_span){0}, "stays, because it was there before");
	sb_report(diag, SB_ERROR, "M0002", (sb_span){0}, "stays, because it is kept");
	sb_report(diag, SB_ERROR, "M0003", (sb_span){0}, "goes");
	sb_take_back(diag, 1, keeps_second);
	assert_int_equal(sb_errors(diag), 2);
	assert_int_equal(sb_messages(diag), 2);
	assert_string_equal(sb_message_at(diag, 1).code, "M0002");
	sb_take_back(diag, 0, NULL);
	assert_int_equal(sb_errors(diag), 0);
	sb_diag_free(diag);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_taken_back_does_not_count), cmocka_unit_test(a_whole_message),
		cmocka_unit_test(colors_are_around_the_same_text),
		cmocka_unit_test(a_message_without_a_place),
		cmocka_unit_test(carets_count_characters),
		cmocka_unit_test(the_end_of_the_text_and_of_a_line_have_a_place),
		cmocka_unit_test(a_span_of_several_lines_is_marked_on_the_first),
		cmocka_unit_test(control_characters_do_not_reach_the_terminal),
		cmocka_unit_test(wide_line_numbers_widen_the_gutter),
		cmocka_unit_test(places_in_other_files_name_them), cmocka_unit_test(of_a_long_line_a_window_is_shown),
		cmocka_unit_test(places_agree_with_counting),
		cmocka_unit_test(spans_join),
		cmocka_unit_test(past_a_hundred_errors_the_rest_are_counted),
		cmocka_unit_test(very_long_texts_are_cut),
		cmocka_unit_test(views_and_json),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
