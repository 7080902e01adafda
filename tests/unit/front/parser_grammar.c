/* The grammar: what is read, as mo_dump writes it. */
#include "unit/front/parser.h"

/* Reads a text without messages, and its canonical form reads back to itself. */
static void check(const char *text, const char *want)
{
	parsed r = parse(text);
	sb_text got = {0}, again = {0};
	require_clean(&r);
	mo_dump(r.file, &got);
	assert_string_equal(got.at ? got.at : "", want);
	parsed second = parse(want);
	require_clean(&second);
	mo_dump(second.file, &again);
	assert_string_equal(again.at ? again.at : "", want);
	sb_text_free(&got);
	sb_text_free(&again);
	parsed_free(&second);
	parsed_free(&r);
}

static void check_element(const char *element)
{
	char text[2048], want[2048];
	snprintf(text, sizeof text, "model M %s end M;", element);
	snprintf(want, sizeof want, "model M\n  %s\nend M;\n", element);
	check(text, want);
}

static void check_expr(const char *expr, const char *want)
{
	char text[1024], canonical[1024];
	snprintf(text, sizeof text, "model M Real x = %s; end M;", expr);
	snprintf(canonical, sizeof canonical, "model M\n  Real x = %s;\nend M;\n", want);
	check(text, canonical);
}

static void check_equation(const char *equation)
{
	char text[1024], want[1024];
	snprintf(text, sizeof text, "model M equation %s end M;", equation);
	snprintf(want, sizeof want, "model M\nequation\n  %s\nend M;\n", equation);
	check(text, want);
}

static void check_statement(const char *statement)
{
	char text[1024], want[1024];
	snprintf(text, sizeof text, "model M algorithm %s end M;", statement);
	snprintf(want, sizeof want, "model M\nalgorithm\n  %s\nend M;\n", statement);
	check(text, want);
}

static void files(void **state)
{
	(void)state;
	check("within; model A end A; final package B end B;", "within;\nmodel A\nend A;\nfinal package B\nend B;\n");
	check("within A.B;", "within A.B;\n");
	check("\xEF\xBB\xBF// c\nblock A end A; // c", "block A\nend A;\n");
}

static void class_forms(void **state)
{
	(void)state;
	check("encapsulated partial model A \"c\" end A;", "encapsulated partial model A \"c\"\nend A;\n");
	check("class A end A; record R end R; connector C end C; expandable connector D end D; type T extends Real; end T;",
		  "class A\nend A;\nrecord R\nend R;\nconnector C\nend C;\nexpandable connector D\nend D;\ntype T\n  extends "
		  "Real;\nend T;\n");
	check("operator record C operator '+' function f end f; end '+'; operator function '-' = g; end C;",
		  "operator record C\n  operator '+'\n    function f\n    end f;\n  end '+';\n  operator function '-' = "
		  "g;\nend C;\n");
	check("pure function f end f; impure function g end g; pure operator function h end h;",
		"pure function f\nend f;\nimpure function g\nend g;\npure operator function h\nend h;\n");
	check("type A = B; type C = input Real[3, :](each start = 0) \"c\" annotation(x = 1); connector D = flow output "
		  "Real;",
		  "type A = B;\ntype C = input Real[3, :](each start = 0) \"c\" annotation(x = 1);\nconnector D = flow output "
		  "Real;\n");
	check("type E = enumeration(a \"1\", b annotation(c = 1), 'd e') \"c\"; type F = enumeration(:); type G = "
		  "enumeration();",
		  "type E = enumeration(a \"1\", b annotation(c = 1), 'd e') \"c\";\ntype F = enumeration(:);\ntype G = "
		  "enumeration();\n");
	check("function g = der(.A.f, x, y) \"c\";", "function g = der(.A.f, x, y) \"c\";\n");
	check("package P redeclare model extends M(k = 1) \"c\" Real x; end M; end P;",
		"package P\n  redeclare model extends M(k = 1) \"c\"\n    Real x;\n  end M;\nend P;\n");
	check("function f input Real x; output Real y; external \"C\" y = g(x, size(x, 1)) annotation(Library = \"m\"); "
		  "end f;",
		  "function f\n  input Real x;\n  output Real y;\n  external \"C\" y = g(x, size(x, 1)) annotation(Library = "
		  "\"m\");\nend f;\n");
	check("function f external; annotation(derivative(order = 1) = g); end f;",
		"function f\n  external;\n annotation(derivative(order = 1) = g);\nend f;\n");
	check("function f external \"FORTRAN 77\" g(); end f;", "function f\n  external \"FORTRAN 77\" g();\nend f;\n");
	check(
		"model A Real x; protected Real y; public Real z; initial equation x = 1; equation y = 2; initial algorithm z "
		":= 3; end A;",
		"model A\n  Real x;\nprotected\n  Real y;\npublic\n  Real z;\ninitial equation\n  x = 1;\nequation\n  y = 2;\n"
		"initial algorithm\n  z := 3;\nend A;\n");
}

static void elements(void **state)
{
	(void)state;
	check_element("import A.B;");
	check_element("import C = A.B \"c\";");
	check_element("import A.B.*;");
	check_element("import A.{b, c};");
	check_element("extends .A.B(x = 1, final y(start = 2), break z, break connect(a.p, b[1].n)) annotation(c = 1);");
	check_element("flow Real f;");
	check_element("stream parameter input Real f;");
	check_element(
		"redeclare final inner outer replaceable constant Real[3] x[2, :](each start = 1, fixed = true) = y if c > 1 "
		"constrainedby B(q = 1) \"c\" annotation(d = 1);");
	check_element("discrete output Boolean b = break;");
	check_element(
		"replaceable package P = Q(a = 1) constrainedby R(b = 2) \"c\" annotation(choicesAllMatching = true);");
	check_element("Real x(a.b.c(d = 1) = 2 \"c\", e = break, redeclare each final replaceable Real z[3](start = 1) = 2 "
				  "constrainedby B \"c\", "
				  "redeclare replaceable package P = Q(r = 1) constrainedby S(t = 2), replaceable model N = O);");
	check("model M Real x, y[3] \"c\", z = 2; Real a(); Real b := 3; end M;",
		"model M\n  Real x;\n  Real y[3] \"c\";\n  Real z = 2;\n  Real a();\n  Real b = 3;\nend M;\n");
	check("model M Real x \"a\" + \"b\" + \"c\"; end M;", "model M\n  Real x \"abc\";\nend M;\n");
}

static void expressions(void **state)
{
	(void)state;
	check_expr("a+b*c^d-e/f", "a + b * c^d - e / f");
	check_expr("(a+b)*(c-(d-e))", "(a + b) * (c - (d - e))");
	check_expr("-a*b", "-a * b");
	check_expr("(-a)*b", "(-a) * b");
	check_expr("-a^2+(-b)", "-a^2 + (-b)");
	check_expr("a .+ b .* c ./ d .^ e .- f", "a .+ b .* c ./ d .^ e .- f");
	check_expr("2 .^x", "2 .^ x");
	check_expr("not a<b and c or not (d and e)", "not a < b and c or not (d and e)");
	check_expr("(a<b)==(c>=d)", "(a < b) == (c >= d)");
	check_expr("1:n", "1:n");
	check_expr("a+1:2:b-1", "a + 1:2:b - 1");
	check_expr("if a then b elseif c then d else e+1", "if a then b elseif c then d else e + 1");
	check_expr("1+(if a then b else c)", "1 + (if a then b else c)");
	check_expr("f()", "f()");
	check_expr("f(a,b=2,c=function g(d=1))", "f(a, b = 2, c = function g(d = 1))");
	check_expr("f(function .A.g(), 1)", "f(function .A.g(), 1)");
	check_expr("sum(i*j for i in 1:3, j)", "sum(i * j for i in 1:3, j)");
	check_expr("{i for i in {1,2}}", "{i for i in {1, 2}}");
	check_expr("[1,2;3,4]", "[1, 2; 3, 4]");
	check_expr("[1]", "[1]");
	check_expr("x[:,1,end-1,2:end].y[z[end]]", "x[:, 1, end - 1, 2:end].y[z[end]]");
	check_expr(".A.b.'c d'", ".A.b.'c d'");
	check_expr("der(x)+initial(y)", "der(x) + initial(y)");
	check_expr("pure(f(x))", "pure(f(x))");
	check_expr("(f(x))[1]", "(f(x))[1]");
	check_expr("{1,2}[1]", "({1, 2})[1]");
	check_expr("1.0e3+.5+2.+1e-7", "1000.0 + 0.5 + 2.0 + 1e-7");
	check_expr("\"a\\\"\\\\\" + true", "\"a\\\"\\\\\" + true");
	check_expr("sample(Clock(1,10))+hold(x)+transition(a,b,c,immediate=false)",
		"sample(Clock(1, 10)) + hold(x) + transition(a, b, c, immediate = false)");
}

static void equations(void **state)
{
	(void)state;
	check_equation("der(x) = -x \"c\" annotation(d = 1);");
	check_equation("(a, , b) = f(x);");
	check_equation("connect(a.p[1], b.n) annotation(Line(points = {{0, 0}, {1, -1}}));");
	check_equation("assert(x > 0, \"m\", AssertionLevel.warning);");
	check_equation("Connections.branch(a.R, b.R);");
	check_equation("for i in 1:n, j loop\n    x[i, j] = 0;\n  end for;");
	check_equation("if a then\n    x = 1;\n  elseif b then\n  else\n    y = 2;\n  end if;");
	check_equation(
		"when {a, sample(0, 1)} then\n    reinit(x, 0);\n  elsewhen b then\n    y = pre(y) + 1;\n  end when;");
	check_equation("initialState(s);");
	check_equation(
		"if a then\n    for i loop\n      if b then\n        c = 1;\n      end if;\n    end for;\n  end if;");
}

static void statements(void **state)
{
	(void)state;
	check_statement("x.y[1] := if a then 1 else 2 \"c\";");
	check_statement("(a, , b[2]) := f(x);");
	check_statement("(a) := f(x);");
	check_statement("f(x);");
	check_statement("while x < 1 loop\n    break;\n  end while;");
	check_statement("for i in 1:3 loop\n    return;\n  end for;");
	check_statement("if a then\n    x := 1;\n  else\n    y := 2;\n  end if;");
	check_statement("when a then\n    x := 1;\n  elsewhen b then\n    x := 2;\n  end when;");
}

/* The tree behind the text, where the text does not show it. */
static void trees(void **state)
{
	(void)state;
	parsed r = parse("model M parameter Integer n = -2 * 3 - 4; Real[2] y[3], z; end M;");
	require_clean(&r);
	const mo_class *c = r.file->classes.at[0]->class_def;
	const mo_expr *e = c->elements.at[0]->value;
	assert_int_equal(e->kind, MO_E_BINARY);
	assert_int_equal(e->op, MO_OP_SUB);
	assert_int_equal(e->height, 4);
	assert_int_equal(e->a.at[0]->kind, MO_E_UNARY);
	assert_int_equal(e->a.at[0]->a.at[0]->op, MO_OP_MUL);
	assert_int_equal(e->a.at[1]->kind, MO_E_INTEGER);
	assert_int_equal(c->elements.at[0]->variability, MO_PARAMETER);
	assert_int_equal(c->elements.n, 3);
	assert_int_equal(c->elements.at[1]->dims.n, 1);
	assert_int_equal(c->elements.at[1]->type_dims.n, 1);
	assert_int_equal(c->elements.at[2]->dims.n, 0);
	assert_ptr_equal(c->elements.at[1]->type.name[0], c->elements.at[2]->type.name[0]);
	assert_ptr_equal(c->elements.at[2]->type.name[0], sb_intern(r.names, "Real"));
	assert_int_equal(c->elements.at[1]->clause_span.start, 42);
	assert_int_equal(c->elements.at[2]->span.start, 56);
	assert_int_equal(c->elements.at[2]->clause_span.end, 57);
	parsed_free(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(files), cmocka_unit_test(class_forms), cmocka_unit_test(elements),
			cmocka_unit_test(expressions),
		cmocka_unit_test(equations), cmocka_unit_test(statements), cmocka_unit_test(trees),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
