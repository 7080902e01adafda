/* The layout of texts: what saltus fmt writes. The wanted texts are the rules of front/modelica/format/format.h,
 * applied by hand. Everything that is formatted here is formatted again, which must change nothing. */
#include "unit/front/parser.h"
#include "front/modelica/format/format.h"

static bool format(const char *text, sb_text *out, bool tell)
{
	sb_arena *arena = sb_arena_new();
	sb_diag *diag = sb_diag_new();
	bool good = mo_format(arena, sb_names_new(arena), diag, sb_source_add(diag, "test.mo", text, strlen(text)), out);
	if (!good && tell) {
		sb_text messages = {0};
		sb_render(diag, 0, false, &messages);
		print_error("%s\n%s\n", messages.at, out->at ? out->at : "");
		sb_text_free(&messages);
	}
	sb_diag_free(diag);
	sb_arena_free(arena);
	return good;
}

static void check(const char *text, const char *wanted)
{
	sb_text once = {0}, twice = {0};
	assert_true(format(text, &once, true));
	assert_string_equal(once.at, wanted);
	assert_true(format(once.at, &twice, true));
	assert_string_equal(twice.at, wanted);
	sb_text_free(&once);
	sb_text_free(&twice);
}

static void statements_have_lines_and_levels(void **state)
{
	(void)state;
	check("package P model A Real x;Real y;\nequation if x>1 then\nx=1;elseif y<2 then\ny=2; else x=3;\nend if;end "
		  "A;end P;",
		  "package P\n  model A\n    Real x;\n    Real y;\n  equation\n    if x > 1 then\n      x = 1;\n    elseif y < "
		  "2 then\n      y = 2;\n"
		  "    else\n      x = 3;\n    end if;\n  end A;\nend P;\n");
	check("function f input Real x; output Real y;\nexternal \"C\" y=g(x);\nend f;",
	      "function f\n  input Real x;\n  output Real y;\nexternal \"C\" y = g(x);\nend f;\n");
	check("model A Real x;\nprotected Real y; initial equation\nx=1;algorithm y:=2;\nwhen x>(if true then 1 else "
		  "2)then\ny:=1;elsewhen y>1 then y:=3;\nend when;\nend A;",
		  "model A\n  Real x;\nprotected\n  Real y;\ninitial equation\n  x = 1;\nalgorithm\n  y := 2;\n"
		  "  when x > (if true then 1 else 2) then\n    y := 1;\n  elsewhen y > 1 then\n    y := 3;\n  end when;\nend "
		  "A;\n");
	check("model extends A(x=1)\"text\" Real y;\nend A;", "model extends A(x = 1) \"text\"\n  Real y;\nend A;\n");
	check("operator record C Real re;\nencapsulated operator function '+' input C a;\nend '+';end C;",
	      "operator record C\n  Real re;\n  encapsulated operator function '+'\n    input C a;\n  end '+';\nend C;\n");
}

static void what_stands_on_one_line_stays(void **state)
{
	(void)state;
	check("model A Real x; equation for i in 1:3 loop x=1; end for; end A;",
		  "model A Real x; equation for i in 1:3 loop x = 1; end for; end A;\n");
	check("model A\nReal x;Real y;\nequation\nif a then x=1; else y=2; end if;x=1;\nend A;",
	      "model A\n  Real x;\n  Real y;\nequation\n  if a then x = 1; else y = 2; end if;\n  x = 1;\nend A;\n");
}

static void spaces(void **state)
{
	(void)state;
	check("model A\nReal[3]x ( each start=-1 ) ;\nend A;", "model A\n  Real[3] x(each start = -1);\nend A;\n");
	check("model A\nimport B.*;import C = .D.E;import F.{g ,h};\nend A;",
		  "model A\n  import B.*;\n  import C = .D.E;\n  import F.{g, h};\nend A;\n");
	check("model A\nequation\nx=-( a+b )* c ^2/ d.e [ 1,end-1 , : ].*2 .+f ( x,y=3 );\nend A;",
	      "model A\nequation\n  x = -(a + b)*c^2/d.e[1, end - 1, :] .* 2 .+ f(x, y = 3);\nend A;\n");
	check("model A\nequation\nx=2. * y;x={{1,-2},{3,4}}*[1,2;3,4];x=not(a)or b and(c);x=1 : 2 : n;\nend A;",
		  "model A\nequation\n  x = 2. *y;\n  x = {{1, -2}, {3, 4}}*[1, 2; 3, 4];\n  x = not (a) or b and (c);\n  x = "
		  "1:2:n;\nend A;\n");
	check("model A\nannotation ( Icon (a=1) );\nend A;", "model A\n  annotation(Icon(a = 1));\nend A;\n");
}

static void lines_that_continue(void **state)
{
	(void)state;
	check("model A\nReal x(start=1,\nfixed=true)\n\"text\";\nequation\nx=f(g(a,\nb\n),\nc)+\nd;\nend A;",
		  "model A\n  Real x(start = 1,\n    fixed = true)\n    \"text\";\nequation\n  x = f(g(a,\n    b\n  ),\n    c) "
		  "+\n    d;\nend A;\n");
}

static void comments_stay(void **state)
{
	(void)state;
	check("// first\nmodel A //a\n\n\n\nReal x;// one  \n  Real longer; // two\n\n Real y; // three\n    // of y\n// "
		  "of end\nend A; /* last */\n",
		  "// first\nmodel A //a\n\n  Real x;      // one\n  Real longer; // two\n\n  Real y; // three\n  // of y\n// "
		  "of end\nend A; /* last */\n");
	check("model A\n/* many\n     lines */\nReal x;/* b */ Real y;\nequation\nx=1+ /* c */2;\nend A;",
	      "model A\n  /* many\n     lines */\n  Real x;\n  /* b */ Real y;\nequation\n  x = 1 + /* c */2;\nend A;\n");
}

static void strings_and_line_ends_stay(void **state)
{
	(void)state;
	check("model A\r\nString s=\"a\r\n   b\";\r\nend A;\r\n", "model A\r\n  String s = \"a\r\n   b\";\r\nend A;\r\n");
}

static void errors_are_not_formatted(void **state)
{
	(void)state;
	sb_text out = {0};
	assert_false(format("model A Real x end A;", &out, false));
	sb_text_free(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(statements_have_lines_and_levels),
		cmocka_unit_test(what_stands_on_one_line_stays),
		cmocka_unit_test(spaces),
		cmocka_unit_test(lines_that_continue),
		cmocka_unit_test(comments_stay),
		cmocka_unit_test(strings_and_line_ends_stay),
		cmocka_unit_test(errors_are_not_formatted),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
