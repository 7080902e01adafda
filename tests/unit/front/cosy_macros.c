/* COSY: macros. What is put in is compared with what one would have written without them. */
#include "unit/front/cosy.h"

static char *dumped(const parsed *r)
{
	sb_text out = {0};
	co_dump(r->program, &out);
	char *text = sb_strdup(r->arena, out.at);
	sb_text_free(&out);
	return text;
}

static void same_with(const char *with, const char *without, const sf_given *overrides, uint32_t count)
{
	parsed a = parse_with(with, strlen(with), overrides, count), b = parse(without);
	require_clean(&a);
	require_clean(&b);
	assert_string_equal(dumped(&a), dumped(&b));
	parsed_free(&a);
	parsed_free(&b);
}

/* `macros` and `equations` of a program give the tree that `plain` alone gives. */
static void same(const char *macros, const char *equations, const char *plain)
{
	sb_arena *arena = sb_arena_new();
	static const char *const format = "PROGRAM P; %s SYSTEM CONTINUOUS %s END END END.";
	same_with(sb_printf(arena, format, macros, equations), sb_printf(arena, format, "", plain), NULL, 0);
	sb_arena_free(arena);
}

static void test_parameters(void **state)
{
	(void)state;
	same("MACRO M (A <- B, C); A = B*C MACEND;", "M (X <- Y, Z); W = 1", "X = Y*Z; W = 1");
	same("MACRO M (A <- B, C): A = B*C MACEND", "M (X[1] <- Y + 1, F(Z, 2))", "X[1] = (Y + 1)*F(Z, 2)");
	same("MACRO M (A <- B); A = B**2 MACEND", "M (X <- -Y)", "X = (-Y)**2");
	same("MACRO M (A <- B); A' = R.B + B.C MACEND", "M (X <- Y)", "X' = R.B + Y.C");
	same("MACRO M (A <- ); A = 1 MACEND; MACRO N; B = 2 MACEND", "M (X <- ); N; N ()", "X = 1; B = 2; B = 2");
	same("MACRO SQ (B); B*B MACEND", "X = 2*SQ(Y + 1) + SQ(Z)", "X = 2*((Y + 1)*(Y + 1)) + (Z*Z)");
}

static void test_constants(void **state)
{
	(void)state;
	const char *m =
		"MACRO M (A <- B, CONST F); MACIF F = 1 THEN MACBEGIN A = B MACEND MACELSE MACBEGIN A' = B*F MACEND MACEND;";
	same(m, "M (X <- Y, 1); M (X <- Y, 3 - 1); M (X <- Y, -2)", "X = Y; X' = Y*2; X' = Y*(-2)");
	same("MACRO M (A <- CONST F); MACIF F THEN MACBEGIN A = 1 MACEND MACELSE MACIF NOT F THEN MACBEGIN A = 2 MACEND "
		 "MACEND",
		 "M (X <- TRUE); M (X <- 1 > 2)", "X = 1; X = 2");
	/* MACELSE belongs to the nearest MACIF, also behind a semicolon */
	same("MACRO M (A <- CONST F); A = 0; MACIF F > 0 THEN MACIF F > 1 THEN MACBEGIN A = 1; MACEND MACELSE MACBEGIN "
		 "A = 2; MACEND MACEND",
		 "M (X <- 0); M (X <- 1); M (X <- 2)", "X = 0; ; X = 0; X = 2; ; X = 0; X = 1; ");
	same("MACRO M (A <- CONST F); A = 0; MACIF F > 0 THEN MACIF F > 1 THEN MACBEGIN A = 1; MACEND; MACELSE MACBEGIN "
		 "A = 2; MACEND MACEND",
		 "M (X <- 0); M (X <- 1)", "X = 0; ; X = 0; X = 2; ");
	same("MACRO M (A <- CONST F); A = F MACEND", "M (X <- 7 DIV 2 + MAX(1, 2)**3*(5 MOD 3) - 0.5)", "X = 18.5");
}

static void test_loops(void **state)
{
	(void)state;
	same("MACRO M (A <- CONST N); MACFOR I := 1 TO N DO MACBEGIN A[I] = I; MACEND MACEND", "M (X <- 3)",
		 "X[1] = 1; X[2] = 2; X[3] = 3;");
	same("MACRO M (A <- ); MACFOR I := 2 DOWNTO 1 DO MACBEGIN MACFOR J := 1 TO I DO MACBEGIN A[I, J] = 0; MACEND "
		 "MACEND MACEND",
		 "M (X <- )", "X[2, 1] = 0; X[2, 2] = 0; X[1, 1] = 0;");
	same("",
		 "MACFOR I := 1 TO 2 DO MACBEGIN MACIF ODD(I) THEN MACBEGIN X[I] = 1; MACEND MACELSE MACBEGIN X[I] = 2; MACEND "
		 "MACEND",
		 "X[1] = 1; X[2] = 2;");
}

static void test_calls_in_macros(void **state)
{
	(void)state;
	same("MACRO N (A <- B); A = 2*B MACEND; MACRO M (A <- B); N (A <- B + 1); N (A <- B) MACEND;", "M (X <- Y)",
		 "X = 2*(Y + 1); X = 2*Y");
	same("MACRO S (A <- B, CONST N); MACIF N > 0 THEN MACBEGIN A[N] = B; S (A <- B, N - 1) MACEND MACEND;",
		 "S (X <- Y, 3)", "X[3] = Y; X[2] = Y; X[1] = Y");
	same("MACRO N (B); (B + 1) MACEND; MACRO M (A <- B); A = B MACEND", "M (X <- N (N (Y)))", "X = ((((Y + 1)) + 1))");
}

/* The variables of a macro have a name of their own in each call, and belong to the program or to the module in which
 * the macro is called. */
static void test_own_variables(void **state)
{
	(void)state;
	const char *m = "MACRO RC (U <- I, C); MACVAR STATE Q, Z[1..3]; ALGEBR W MACCONTIN Q' = I; U = Q/C + W; Z[1] = W "
					"MACEND MACEND;";
	sb_arena *arena = sb_arena_new();
	same_with(sb_printf(arena, "PROGRAM P; %s SYSTEM CONTINUOUS RC (U1 <- I1, C1); RC (U2 <- I2, C2) END END END.", m),
			  "PROGRAM P; SYSTEM CONTINUOUS RC_1_Q' = I1; U1 = RC_1_Q/C1 + RC_1_W; RC_1_Z[1] = RC_1_W; RC_2_Q' = I2; "
			  "U2 = RC_2_Q/C2 + RC_2_W; RC_2_Z[1] = RC_2_W"
			  " END END VAR STATE RC_1_Q, RC_1_Z[1..3]; ALGEBR RC_1_W; STATE RC_2_Q, RC_2_Z[1..3]; ALGEBR RC_2_W END.",
			  NULL, 0);
	same_with(sb_printf(arena, "PROGRAM P; %s MODULE M (U, I); RC (U <- I, 1) END M; VAR REAL RC_1_W; END.", m),
			  "PROGRAM P; MODULE M (U, I); CONTINUOUS RC_1_Q' = I; U = RC_1_Q/1 + RC_1_W_; RC_1_Z[1] = RC_1_W_ END VAR "
			  "STATE RC_1_Q, RC_1_Z[1..3]; ALGEBR RC_1_W_;"
			  " END M; VAR REAL RC_1_W; END.",
			  NULL, 0);
	sb_arena_free(arena);
}

/* A macro after THEN or DO is all that depends on it. */
static void test_statements(void **state)
{
	(void)state;
	same_with("PROGRAM P; MACRO M (A <- B); A := B; B := 1; MACEND; SYSTEM INITIAL IF C THEN M (X <- Y) ELSE M (Y <- "
			  "X); Z := 1 END END END.",
			  "PROGRAM P; SYSTEM INITIAL IF C THEN BEGIN X := Y; Y := 1 END ELSE BEGIN Y := X; X := 1 END; Z := 1 END "
			  "END END.",
			  NULL, 0);
}

/* A CONST of the program decides a MACIF, and another value given for it decides it anew. */
static void test_overrides(void **state)
{
	(void)state;
	const char *text = "PROGRAM P; CONST N = 1 + K; K = 1; SYSTEM CONTINUOUS MACIF N = 2 THEN MACBEGIN X = 1 MACEND "
					   "MACELSE MACBEGIN X = 2 MACEND END END END.";
	const char *first = "PROGRAM P; CONST N = 1 + K; K = 1; SYSTEM CONTINUOUS X = 1 END END END.";
	const char *second = "PROGRAM P; CONST N = 1 + K; K = 1; SYSTEM CONTINUOUS X = 2 END END END.";
	sf_given n = {"n", "5"}, k = {"K", "2"};
	same_with(text, first, NULL, 0);
	same_with(text, second, &n, 1);
	same_with(text, second, &k, 1);
}

/* Nodes that a macro put in are shown at its call, and know where they are written. */
static void test_places(void **state)
{
	(void)state;
	parsed r = parse("PROGRAM P;\nMACRO M (A <- B); A = SIN(B) MACEND;\nSYSTEM CONTINUOUS\nM (X <- Y);\nEND END END.");
	require_clean(&r);
	const co_node *system = r.program->of.at[0]->of.at[0], *e = system->of.at[0]->of.at[0]->of.at[0]->of.at[0];
	assert_int_equal(e->kind, CO_EQUATION);
	int line, column;
	sb_position(r.diag, e->of.at[1]->span, &line, &column);
	assert_int_equal(line, 4);
	assert_int_equal(column, 1);
	sb_position(r.diag, e->of.at[1]->macro, &line, &column);
	assert_int_equal(line, 2);
	assert_int_equal(column, 23);
	sb_position(r.diag, e->of.at[0]->span, &line, &column);      /* an argument is shown as it stands in the call */
	assert_int_equal(line, 4);
	assert_int_equal(column, 4);
	parsed_free(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_parameters),      cmocka_unit_test(test_constants),     cmocka_unit_test(test_loops),
		cmocka_unit_test(test_calls_in_macros), cmocka_unit_test(test_own_variables), cmocka_unit_test(test_statements),
		cmocka_unit_test(test_overrides),       cmocka_unit_test(test_places),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
