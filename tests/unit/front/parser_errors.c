/* What is said about wrong texts: code and place of every message, and nothing more than that. */
#include "unit/front/parser.h"

#include <stdlib.h>

typedef struct wrong { const char *text, *messages; } wrong;

static void list_messages(const parsed *r, sb_text *out)
{
	for (uint32_t i = 0; i < sb_messages(r->diag); i++) {
		sb_message_view m = sb_message_at(r->diag, i);
		sb_addf(out, "%s%s %d:%d", i ? ", " : "", m.code, m.line, m.column);
	}
}

static void check(const wrong *w)
{
	parsed r = parse(w->text);
	sb_text got = {0};
	sb_add(&got, "");
	list_messages(&r, &got);
	if (strcmp(got.at ? got.at : "", w->messages) != 0)
		print_error("of: %s\n", w->text);
	assert_string_equal(got.at ? got.at : "", w->messages);
	sb_text_free(&got);
	parsed_free(&r);
}

static void check_all(const wrong *list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		check(&list[i]);
}
#define CHECK_ALL(list) check_all(list, sizeof list / sizeof *list)

/* Declarations of a model M, each on line 2. */
#define D(text) "model M\n" text "\nend M;\n"
/* Equations and statements, from line 3 on. */
#define Q(text) "model M\nequation\n" text "\nend M;\n"
#define S(text) "model M\nalgorithm\n" text "\nend M;\n"

static void words(void **state)
{
	(void)state;
	static const wrong list[] = {
		{D("  Real x \"text;\n  Real y \"it's\";"), "M0101 2:10"},
		{D("  Real x \"text;"), "M0101 2:10"},
		{"model M \"text\nend M;", "M0101 1:9"},
		{"model M\n/* text\nend M;", "M0102 2:1"},
		{D("  Real 'x y;"), "M0103 2:8"},
		{D("  Real '';"), "M0103 2:8"},
		{Q("  x = a != b;"), "M0104 3:9"},
		{Q("  x = a && b || !c;"), "M0104 3:9, M0104 3:14, M0104 3:17"},
		{Q("  x = a**2;"), "M0104 3:8"},
		{Q("  a != b;"), "M0104 3:5"},
		{Q("  % comment, with text\n  # and\n  x = 1;"), "M0104 3:3, M0104 4:3"},
		{S("  x += 1;"), "M0104 3:5"},
		{Q("  x = 0x10 + 1.e + 1e+ + 2x + 1_000 + 1.2.3;"),
			"M0105 3:7, M0105 3:14, M0105 3:20, M0105 3:26, M0105 3:31, M0105 3:39"},
		{D("  Real x = 3,14;"), "M0105 2:12"},
		{Q("  x = 3,14;"), "M0105 3:7"},
		{D("  Real x = 3,14, y = 2;"), "M0105 2:12"},
		{Q("  x' = -y';"), "M0106 3:4, M0106 3:10"},
		{Q("  x'' = -y;"), "M0106 3:4"},
		{D("  Real x \"C:\\work\";"), "M0107 2:13"},
		{D("  Real x\xC2\xA0= 1;\n  Real\xC2\xA0y;"), "M0108 2:9"},
		{D("  Real x = a \xE2\x88\x92 b;"), "M0108 2:14"},
		{D("  Real x \xE2\x80\x9Ctext\xE2\x80\x9D;"), "M0108 2:10"},
		{D("  Real x = \xE2\x80\x98y\xE2\x80\x99;"), "M0108 2:12"},
		{D("  Real gr\xC3\xB6\xC3\x9F" "e;"), "M0108 2:10, M0108 2:11"},
		{D("  Real x = a @ b;"), "M0108 2:14"},
		{D("  Real x = \xFF;"), "M0108 2:12"},
		{D("  Real x = 1e999;\n  Integer n = 99999999999999999999;"), "M0109 2:12, M0139 3:15"},
	};
	CHECK_ALL(list);
}

static void files(void **state)
{
	(void)state;
	static const wrong list[] = {
		{"", "M0112 1:1"},
		{"  // nothing\n", "M0112 2:1"},
		{"modle M\nend M;", "M0111 1:1"},
		{"Model M\nend M;", "M0111 1:1"},
		{"Real x;\nx = 1;\n", "M0113 1:1"},
		{"model M\nend M;\nReal x;\nequation\nx = 1;", "M0113 3:1"},
		{"model M\nend M;\nend M;\n", "M0113 3:1"},
		{"model M\nend M;;\n", "M0113 2:7"},
		{"model M\nend M", "M0120 2:6"},
		{"model A\nend A\nmodel B\nend B;", "M0120 2:6"},
		{"model M;\nend M;", "M0113 1:8"},
		{"model M\n  Real x;;\nequation\n  x = 1;;\nend M;", "M0113 2:10, M0113 4:9"},
		{"within A.B\nmodel M\nend M;", "M0120 1:11"},
		{"model\nend M;", "M0115 2:1"},
		{"model M\nend M;\nfoo;\nmodel N\n  Real 1;\nend N;", "M0113 3:1, M0115 5:8"},
	};
	CHECK_ALL(list);
}

static void ends(void **state)
{
	(void)state;
	static const wrong list[] = {
		{"model M\n  Real x;\n", "M0121 2:10"},
		{Q("  if a then\n    x = 1;") , "M0122 5:1"},
		{Q("  if a then\n    for i in 1:2 loop\n    x = 1;\n  end if;\n  y = 2;"), "M0122 6:3"},
		{"model M\nequation\n  if a then\n    x = 1;\n", "M0121 4:11"},
		{"package P\nmodel A\nmodel B\nend B;\nend P;\n", "M0122 5:1"},
		{"model M\nend N;\n", "M0123 2:5"},
		{"model Motor\nend Moter;\n", "M0123 2:5"},
		{"model M\nend;\n", "M0123 2:1"},
		{"model M\nend model;\n", "M0123 2:1"},
		{Q("  if a then\n    x = 1;\n  end for;"), "M0124 5:3"},
		{Q("  if a then\n    x = 1;\n  end;"), "M0124 5:3"},
		{Q("  if a then\n    x = 1;\n  endif;"), "M0124 5:3"},
		{Q("  x = 1;\n  end if;\n  y = 2;"), "M0124 4:3"},
		{Q("  if a then\n    x = 1;\n  else if b then\n    x = 2;\n  end if;"), "M0122 8:1"},
		{Q("  else\n  x = 1;"), "M0125 3:3"},
		{Q("  when a then\n    x = 1;\n  else\n    x = 2;\n  end when;"), "M0125 5:3"},
		{Q("  if a then\n  else\n    x = 1;\n  elseif b then\n    x = 2;\n  end if;"), "M0125 6:3"},
		{Q("  if a then\n    x = 1;\n  elsif b then\n    x = 2;\n  end if;"), "M0136 5:3"},
	};
	CHECK_ALL(list);
}

static void declarations(void **state)
{
	(void)state;
	static const wrong list[] = {
		{D("  Real x\n  Real y;"), "M0120 2:9"},
		{D("  Real x // c\n  parameter Real y;"), "M0120 2:9"},
		{D("  Real x = 1 parameter Real y;"), "M0120 2:13"},
		{D("  Real x"), "M0120 2:9"},
		{D("  Real input;\n  Real type = 1;\n  Real end(start = 1);"), "M0114 2:8, M0114 3:8, M0114 4:8"},
		{"model block\nend block;", "M0114 1:7"},
		{D("  Real ;\n  Real y;"), "M0128 2:3"},
		{D("  parameter x = 1;"), "M0128 2:13"},
		{D("  paramter Real x = 1;\n  Real y = ;"), "M0127 2:3, M0115 3:12"},
		{D("  Real x(3);"), "M0140 2:10"},
		{D("  A a(x[1] = 2);"), "M0140 2:8"},
		{D("  Real x == 1;\n  Real y(start == 1);"), "M0134 2:10, M0134 3:16"},
		{D("  Real x(start = 1;\n  Real y;"), "M0116 2:9"},
		{D("  Real x(start = 1];\n  Real y[3);"), "M0117 2:19, M0117 3:11"},
		{D("  Real x = {1 2 3};\n  Real y = f(a b);"), "M0118 2:14, M0118 3:15"},
		{D("  Real x y z;\n  Real w;"), "M0115 2:10"},
		{D("  x = 1;\n  y = 2;\n  Real z;"), "M0126 2:3, M0129 4:3"},
		{D("  x := 1;\n  y := 2;"), "M0126 2:3"},
		{D("  der(x) = 1;"), "M0126 2:3"},
		{D("  connect(a, b);"), "M0126 2:3"},
		{"model M\n  Real x;\nequations\n  x = 1;\nend M;", "M0127 3:1"},
		{"model M\nprotected:\n  Real x;\nequation:\n  x = 1;\nend M;", "M0115 2:10, M0115 4:9"},
		{D("  import A.{b c};\n  extends B(;"), "M0118 2:14, M0115 3:13"},
		{D("  A a(redeclare model B end B);"), "M0141 2:23"},
		{"function f\n  external \"C\" 1;\nend f;", "M0148 2:16"},
		{D("  type E = enumeration(a b);\n  type F = enumeration;"), "M0118 2:25, M0115 3:23"},
	};
	CHECK_ALL(list);
}

static void equations(void **state)
{
	(void)state;
	static const wrong list[] = {
		{Q("  x = 1\n  y = 2;"), "M0120 3:8"},
		{Q("  x = 1 \"c\"\n  y = 2;"), "M0120 3:12"},
		{Q("  for i in 1:3 loop\n    x = 1;\n  end for\n  y = 2;"), "M0120 5:10"},
		{Q("  x = 1"), "M0120 3:8"},
		{Q("  x = a b;\n  y = 1;"), "M0115 3:9"},
		{Q("  x = ;\n  y = a +;\n  z = f(a, );"), "M0115 3:7, M0115 4:10, M0115 5:12"},
		{Q("  x := 1;\n  y == 2;\n  a = b = c;\n  x;"), "M0143 3:5, M0143 4:5, M0119 5:9, M0144 6:3"},
		{S("  x = 1;\n  y == 2;\n  (a, b) = f(x);\n  3 := x;\n  (a, b) := 3;\n  x;"),
		 "M0143 3:5, M0143 4:5, M0143 5:10, M0145 6:3, M0145 7:13, M0144 8:3"},
		{Q("  if x = 1 then\n    y = 2;\n  end if;"), "M0134 3:8"},
		{Q("  if x > 1\n    y = 2;\n  end if;"), "M0135 3:11"},
		{Q("  for i in 1:3\n    y = 2;\n  end for;"), "M0135 3:15"},
		{Q("  for i = 1:3 loop\n    y = 2;\n  end for;"), "M0130 3:9"},
		{Q("  if (a > b) {\n    x = 1;\n  } else {\n    x = 2;\n  }\n  y = 3;"), "M0135 3:14"},
		{Q("  if a ) then\n    x = 1;\n  end if;\n  y = ;"), "M0115 3:8, M0115 6:7"},
		{Q("  while a loop\n    x = 1;\n  end while;\n  return;\n  break;"), "M0142 3:3, M0142 6:3, M0142 7:3"},
		{S("  connect(a, b);"), "M0142 3:3"},
		{S("  for (int i = 0; i < 3; i++) {\n    x := 1;\n  }\n  for (i in 1:3) loop\n    x := 1;\n  end for;\n  y := "
		   ";"),
		 "M0130 3:7, M0130 6:7, M0115 9:8"},
		{S("  return x + 1;\n  return;\n  return \"c\";"), "M0147 3:10"},
		{Q("  connect(a);\n  connect(a, 1);"), "M0146 3:3, M0146 4:3"},
		{Q("  x = 1;\n  Real y;\n  parameter Real z = 1;\n  A.B c;\n  w = 2;"), "M0129 4:3"},
		{"model M\ninitial equation\n  x = 1;\n  foo\nend M;\n", "M0144 4:3"},
		{Q("  annotation(x = );\n  y = 1;"), "M0115 3:18, M0126 4:3"},
	};
	CHECK_ALL(list);
}

static void expressions(void **state)
{
	(void)state;
	static const wrong list[] = {
		{Q("  x = (a + b;\n  y = 2;"), "M0116 3:7"},
		{Q("  x = (a + b\n  y = 2;\n  z = 3;"), "M0116 3:7, M0120 3:13"},
		{Q("  x = {(a + b};\n  y = [1, 2;\n  z = 3;"), "M0116 3:8, M0116 4:7"},
		{Q("  x = a + b);\n  y = a];"), "M0117 3:12, M0117 4:8"},
		{Q("  x = (a = b);\n  y = 2;"), "M0115 3:10"},
		{Q("  x = [1 2; 3 4];\n  y = 1;"), "M0118 3:9"},
		{Q("  x = f(a = 1, b);\n  y = f(a := 1);"), "M0131 3:16, M0131 4:11"},
		{Q("  x = f(function g(1));"), "M0131 3:20"},
		{Q("  x = {};\n  y = [1;];"), "M0132 3:7, M0132 4:10"},
		{Q("  x = a * -b;\n  y = a^-2;\n  z = a^b^c;\n  u = a < b < c;\n  v = 1 + if a then b else c;\n  w = a == not "
		   "b;"),
		 "M0133 3:11, M0133 4:9, M0133 5:10, M0133 6:13, M0133 7:11, M0133 8:12"},
		{Q("  x = if a then b;\n  y = if a b else c;\n  z = if a then b elsif c then d else e;"),
		 "M0135 3:18, M0135 4:11, M0136 5:19"},
		{Q("  x = type;\n  y = a.input + 1;\n  z = parameter + 1;"), "M0114 3:7, M0114 4:9, M0114 5:7"},
		{Q("  x = end;\n  y = der x;"), "M0115 3:7, M0115 4:11"},
	};
	CHECK_ALL(list);
}

/* One file with many mistakes: each is found, and none makes another. */
static void many_in_one_file(void **state)
{
	(void)state;
	sb_arena *arena = sb_arena_new();
	const wrong w = {
		read_corpus(arena, "wrong.mo"),
		"M0111 1:1, M0127 2:3, M0105 3:22, M0128 4:13, M0120 5:9, M0114 7:8, M0116 8:9, M0118 9:17, M0140 10:10, M0127 "
		"11:1, "
		"M0106 12:4, M0143 13:5, M0143 14:5, M0119 15:9, M0115 16:9, M0104 17:5, M0134 18:8, M0136 20:3, M0104 20:15, "
		"M0104 21:11, M0104 23:11, M0124 24:3, M0130 25:9, M0105 26:12, M0120 27:10, M0135 28:13, M0129 31:3, M0116 "
		"32:7, "
		"M0117 33:12, M0117 34:13, M0105 35:7, M0105 35:14, M0133 36:11, M0133 37:10, M0133 38:13, M0135 39:18, M0135 "
		"40:11, "
		"M0104 41:3, M0108 42:9, M0146 43:3, M0144 44:3, M0142 46:3, M0143 50:5, M0143 51:5, M0143 52:10, M0145 54:3, "
		"M0124 57:3, M0123 58:5, M0113 59:1"};
	check(&w);
	sb_arena_free(arena);
}

/* The sentences and the help of some. */
static void sentences(void **state)
{
	(void)state;
	static const struct { const char *text, *sentence, *help; } list[] = {
		{D("  Real x = 3,14;"), "a number has a decimal point, not a decimal comma", "write 3.14"},
		{Q("  x' = 1;"), "a prime is not part of Modelica",
			"write der(x) for the derivative of 'x', and transpose(...) for the transpose of a matrix"},
		{Q("  x = 0x10;"), "Modelica has decimal numbers only, not '0x10'", "write 16"},
		{"model Motor\nend Moter;", "'end Moter' cannot end model 'Motor'", "did you mean 'end Motor;'?"},
		{D("  Real x\xC2\xA0= 1;\n  Real\xC2\xA0y;"),
			"a no-break space (U+00A0) has no place here; there are 1 more of them",
			"replace it by a space"},
		{Q("  if a then\n    x = 1;\n  else if b then\n    x = 2;\n  end if;"), "'end if;' is missing before this",
			"'else if' begins a new 'if', which needs an 'end if' of its own; 'elseif' is one word"},
		{D("  Real x\n  Real y;"), "expected ';' after the declaration", "add ';' here"},
		{S("  x = 1;"), "a statement assigns with ':=', not with '='",
			"write ':=', or move it into an equation section"},
		{D("  Real type;"), "'type' is a reserved word and cannot be a name",
			"choose another name, for example 'type_'"},
	};
	for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
		parsed r = parse(list[i].text);
		assert_int_equal(sb_messages(r.diag), 1);
		sb_message_view m = sb_message_at(r.diag, 0);
		assert_string_equal(m.text, list[i].sentence);
		assert_string_equal(m.help, list[i].help);
		parsed_free(&r);
	}
}

/* What stands beside a mistake is still in the tree. */
static void the_rest_is_read(void **state)
{
	(void)state;
	parsed r = parse(
		"model M\n  Real a;\n  Real b = ;\n  Real c;\nequation\n  a = ;\n  b = 1;\n  if x then\n    c = ;\n    a = 2;\n"
		"  end if;\nend M;\nmodel N\nend N;\n");
	assert_int_equal(sb_errors(r.diag), 3);
	assert_int_equal(r.file->classes.n, 2);
	const mo_class *c = r.file->classes.at[0]->class_def;
	assert_int_equal(c->elements.n, 2);
	assert_string_equal(c->elements.at[1]->name, "c");
	assert_int_equal(c->sections.at[0].body.n, 2);
	assert_int_equal(c->sections.at[0].body.at[1]->branches.at[0].body.n, 1);
	parsed_free(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words), cmocka_unit_test(files), cmocka_unit_test(ends), cmocka_unit_test(declarations),
		cmocka_unit_test(equations), cmocka_unit_test(expressions), cmocka_unit_test(many_in_one_file),
		cmocka_unit_test(sentences), cmocka_unit_test(the_rest_is_read),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
