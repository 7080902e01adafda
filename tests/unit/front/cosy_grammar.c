/* COSY: what is written and the tree that it gives. The programs printed in the papers on the language are read as they
 * stand. */
#include "unit/front/cosy.h"

static void expect_list(const co_node *list, const char *wanted)
{
	sb_text out = {0};
	for (uint32_t i = 0; i < list->of.n; i++) {
		sb_add(&out, i ? " " : "");
		brief(list->of.at[i], &out);
	}
	assert_string_equal(out.at ? out.at : "", wanted);
	sb_text_free(&out);
}

/* The part of a program that has this kind. */
static const co_node *part(const co_node *program, co_kind kind)
{
	const co_node *parts = program->of.at[0];
	for (uint32_t i = 0; i < parts->of.n; i++) {
		if (parts->of.at[i]->kind == kind)
			return parts->of.at[i];
		if (parts->of.at[i]->kind == CO_SYSTEM) {
			const co_node *inner = part(parts->of.at[i], kind);
			if (inner)
				return inner;
		}
	}
	return NULL;
}

static void check(const char *format, const char *text, co_kind kind, const char *wanted)
{
	sb_arena *arena = sb_arena_new();
	parsed r = parse(sb_printf(arena, format, text));
	require_clean(&r);
	const co_node *n = part(r.program, kind);
	assert_non_null(n);
	expect_list(n->of.at[0], wanted);
	parsed_free(&r);
	sb_arena_free(arena);
}

#define IN_CONTINUOUS "PROGRAM P; SYSTEM CONTINUOUS %s END END END."
#define IN_INITIAL "PROGRAM P; SYSTEM INITIAL %s END END END."
#define IN_DISCRETE "PROGRAM P; SYSTEM DISCRETE %s END END END."
#define IN_PROGRAM "PROGRAM P; %s END."

static void equations(const char *text, const char *wanted)
{
	check(IN_CONTINUOUS, text, CO_CONTINUOUS, wanted);
}

static void statements(const char *text, const char *wanted)
{
	check(IN_INITIAL, text, CO_INITIAL, wanted);
}

/* Everything that the papers print, with misread characters put right. */
static void test_programs_of_the_papers(void **state)
{
	(void)state;
	static const char *const names[] = {"pilot.cosy",     "friction.cosy",  "network.cosy",
										"fragments.cosy", "processes.cosy", "macros.cosy"};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		sb_arena *arena = sb_arena_new();
		parsed r = parse(read_corpus(arena, names[i]));
		require_clean(&r);
		assert_int_equal(r.program->kind, CO_PROGRAM);
		parsed_free(&r);
		sb_arena_free(arena);
	}
}

static void test_expressions(void **state)
{
	(void)state;
	equations("A = B + C*D - E", "(EQUATION A (- (+ B (* C D)) E))");
	equations("A = -B*C", "(EQUATION A (* (- B) C))");
	equations("A = -B**2", "(EQUATION A (- (** B 2)))");
	equations("A = B**C^-D", "(EQUATION A (** B (** C (- D))))");
	equations("A = B/C/D", "(EQUATION A (/ (/ B C) D))");
	equations("L = X > 3.0 AND NOT Y < 2 OR (Z = 1)", "(EQUATION L (OR (AND (> X 3.0) (NOT (< Y 2))) (= Z 1)))");
	equations("A = B DIV 2 MOD 3", "(EQUATION A (MOD (DIV B 2) 3))");
	equations("A = F(B, C[1, I+1].D)", "(EQUATION A (APPLY F (B (NAME C (1 (+ I 1)) D))))");
	equations("A = IF B THEN 1 ELSEIF C THEN 2 ELSE 3 + 4", "(EQUATION A (CHOICE B 1 (CHOICE C 2 (+ 3 4))))");
	equations("A = 1.5E-3 + .5 + 5. + 2.E1", "(EQUATION A (+ (+ (+ 1.5E-3 .5) 5.) 2.E1))");
	equations("A = X'' + Y[1]'", "(EQUATION A (+ (PRIME X) (PRIME (NAME Y (1) -))))");
}

static void test_equations(void **state)
{
	(void)state;
	equations("X' = Y; x* = y; X[I]*=Y",
			  "(EQUATION (PRIME X) Y) (EQUATION (PRIME X) Y) (EQUATION (PRIME (NAME X (I) -)) Y)");
	equations("A = B*C\nD = E", "(EQUATION A (* B C)) (EQUATION D E)");
	equations("2*A + F(B) = C; F(X) = Y; 0 = Z",
			  "(EQUATION (+ (* 2 A) (APPLY F (B))) C) (EQUATION (APPLY F (X)) Y) (EQUATION 0 Z)");
	equations("RC (UL=U2, IQ=I1 <- UQ=U1, R*2);",
			  "(CALL RC 1 ((BINDING UL U2) (BINDING IQ I1)) ((BINDING UQ U1) (* R 2)) ())");
	equations("OUT (A <- ); RES (U, I, R); M[I] (A <- B)",
		"(CALL OUT 1 (A) () ()) (CALL RES () (U I R) ()) (CALL M 1 (A) (B) (I))");
	equations("CONDIT EV: X CROSSES -9.0 NEG TOL=1.0E-3 END", "(CONDIT EV -1 X (- 9.0) 1.0E-3)");
	equations("CONDIT EV: X CROSSES Y + 1 END; CONDIT EV: X CROSSES Y TOL = T POS END",
			  "(CONDIT EV X (+ Y 1) -) (CONDIT EV 1 X Y T)");
	equations("WHEN X > 3 THEN Y := 2; WHEN A DO B := 1; C := 2 END; WHEN A SCHEDULE E",
		"(WHEN (> X 3) ((ASSIGN Y 2))) (WHEN A ((ASSIGN B 1) (ASSIGN C 2))) (WHEN A ((SCHEDULE E () - - -)))");
	equations("IF A THEN X = 1; ELSEIF B THEN X = 2 ELSE X = 3 END; Y = 1",
		"(IF ((IF_PART A ((EQUATION X 1))) (IF_PART B ((EQUATION X 2))) (IF_PART - ((EQUATION X 3))))) (EQUATION Y 1)");
	equations("FOR I := 1 TO N DO X[I]' = 1; END; FOR I := 1 TO N DO BEGIN Y = 1 END",
		"(FOR I 1 1 N ((EQUATION (PRIME (NAME X (I) -)) 1))) (FOR I 1 1 N ((EQUATION Y 1)))");
	equations("MODEL M (A <- B): A = B END M; NOSORT A := 1 END; PROCED (A <- B); A := B END",
		"(MODEL M (A) (B) ((EQUATION A B))) (PROCED 1 () () ((ASSIGN A 1))) (PROCED (A) (B) ((ASSIGN A B)))");
}

/* Each branch has its END and CASE none; or the branches none and CASE its own; or as in Pascal. */
static void test_case(void **state)
{
	(void)state;
	const char *wanted = "(CASE N ((BRANCH (1) ((EQUATION X 1))) (BRANCH (2 3) ((EQUATION X 2))))) (EQUATION Y 1)";
	equations("CASE N OF 1: X = 1 END; 2, 3: X = 2 END; Y = 1", wanted);
	equations("CASE N OF 1: X = 1 2, 3: X = 2 END CASE\nY = 1", wanted);
	equations("CASE N OF 1: X = 1; 2, 3: X = 2 END; Y = 1", wanted);
	equations("CASE N OF 1: X = 1 END; 2, 3: X = 2 END; END CASE; Y = 1", wanted);
	statements("CASE N OF 1..3: A := 1; -1: B; ELSE: C := 1 END",
			   "(CASE N ((BRANCH ((RANGE 1 3)) ((ASSIGN A 1))) (BRANCH ((- 1)) ((CALL B () () ()))) (BRANCH () "
			   "((ASSIGN C 1)))))");
	statements("CASE N OF 1: CASE M OF 1: A := 1 END; 2: A := 2 END END; 2: A := 3 END",
			   "(CASE N ((BRANCH (1) ((CASE M ((BRANCH (1) ((ASSIGN A 1))) (BRANCH (2) ((ASSIGN A 2))))))) (BRANCH (2) "
			   "((ASSIGN A 3)))))");
}

static void test_statements(void **state)
{
	(void)state;
	statements("A := 1; B[2].C := D B := 2", "(ASSIGN A 1) (ASSIGN (NAME B (2) C) D) (ASSIGN B 2)");
	statements("IF A THEN B := 1 ELSE IF C THEN D := 1 ELSE BEGIN E := 1; F := 2 END; G",
			   "(IF ((IF_PART A ((ASSIGN B 1))) (IF_PART - ((IF ((IF_PART C ((ASSIGN D 1))) (IF_PART - ((ASSIGN E 1) "
			   "(ASSIGN F 2))))))))) (CALL G () () ())");
	statements("WHILE A DO B; REPEAT C; D UNTIL E = 1; FOR I := 9 DOWNTO 1 DO F (I)",
			   "(WHILE A ((CALL B () () ()))) (REPEAT ((CALL C () () ()) (CALL D () () ())) (= E 1)) (FOR I -1 9 1 "
			   "((CALL F () (I) ())))");
	statements("INITCOND X = 0.0; Y[1] = 1; Z := 2; INITCOND A = 1",
		"(INITCOND ((EQUATION X 0.0) (EQUATION (NAME Y (1) -) 1))) (ASSIGN Z 2) (INITCOND ((EQUATION A 1)))");
	statements("SCHEDULE E (A, 2) IN 3 PRIORITY 1; SCHEDULE E AT T; CANCEL E",
			   "(SCHEDULE E (A 2) - 3 1) (SCHEDULE E () T - -) (CANCEL E)");
	statements("CREATE C (1) AT 2; P := NEW C (3); P := NEW C; DESTROY\nX := 1",
			   "(CREATE C (1) 2 - -) (ASSIGN P (NEW C (3))) (ASSIGN P (NEW C ()))"
			   " (DESTROY -) (ASSIGN X 1)");
	statements("HOLD (1+2)*3; WAIT UNTIL A > B; SEIZE F PRIORITY 2; RELEASE F[1]; ENTER S, 2; LEAVE S",
		"(HOLD (* (+ 1 2) 3)) (WAIT (> A B)) (SEIZE F 2) (RELEASE (NAME F (1) -)) (ENTER S 2 -) (LEAVE S - -)");
	statements("REMOVE R FROM S LAST; REMOVE R FROM S LAST := TRUE; FIND R IN S WHERE R.A = 1 DO REMOVE",
		"(REMOVE -1 R S -) (REMOVE R S -) (ASSIGN LAST TRUE) (FIND 1 R S (= (NAME R () A) 1))");
	statements("WRITE (A, B:8:3, $x$$y$); WRITELN; WRITE (OUTPUT,100) A, B 100 FORMAT (5H ) = ,E12.4)",
			   "(WRITE ((ITEM A - -) (ITEM B 8 3) (ITEM (TEXT $x$y$) - -))) (WRITE 1 ()) (WRITE 100 ((ITEM A - -) "
			   "(ITEM B - -))) (FORMAT 100 $(5H ) = ,E12.4)$)");
	statements("SIMULATE FROM 0 TO FINISH COMINT = 0.2; SIMULATE FROM 0 TO 2*T",
		"(SIMULATE 0 - ((OPTION COMINT 0.2))) (SIMULATE 0 (* 2 T) ())");
	statements("CCODE (A <- B) $ A = B; $", "(CCODE $ A = B; $ (A) (B))");
	statements("CROSSPLOT: A := 1", "(CROSSPLOT) (ASSIGN A 1)");
}

static void test_discrete(void **state)
{
	(void)state;
	check(IN_DISCRETE, "EVENTS A: X := 1 END; B (REAL P; INTEGER Q): Y := P END B END", CO_DISCRETE,
		"(EVENT A () ((ASSIGN X 1))) (EVENT B ((VAR P REAL () - ()) (VAR Q INTEGER () - ())) ((ASSIGN Y P)))");
	check(IN_DISCRETE, "EVENT A X := 1 END A EVENT B; END B", CO_DISCRETE,
		  "(EVENT A () ((ASSIGN X 1))) (EVENT B () ())");
	check(IN_DISCRETE, "PROCESSES PROCESS S (REAL A); VAR REAL B; BEGIN HOLD A END S; END", CO_DISCRETE,
		"(PROCESS S ((VAR A REAL () - ())) ((VARS ((VAR B REAL () - ())))) ((HOLD A)))");
}

static void test_declarations(void **state)
{
	(void)state;
	check(IN_PROGRAM, "CONST REAL A = 1; B = A*2; INTEGER N = 3", CO_CONSTS,
		  "(CONST A 1 REAL) (CONST B (* A 2) REAL) (CONST N 3 INTEGER)");
	check(IN_PROGRAM, "VAR STATE X[1..N, 0..2], Y; REAL H := 3.0; ARRAY [1..3] OF GATE G;", CO_VARS,
		  "(VAR X STATE ((RANGE 1 N) (RANGE 0 2)) - ()) (VAR Y STATE () - ()) (VAR H REAL () 3.0 ()) (VAR G GATE "
		  "((RANGE 1 3)) - ())");
	check(IN_PROGRAM,
		  "TYPE S = RECORD REAL A, B END; VAR S T; SETFILE Q (9) OF S RANKED BY A DESCENDING; GATE G (OPEN); FACILITY "
		  "F (2)",
		  CO_VARS,
		  "(VAR T S () - ()) (VAR Q SETFILE () - (9 (OPTION OF S) (OPTION RANKED A) (OPTION DESCENDING))) (VAR G GATE "
		  "() - ((OPTION OPEN)))"
		  " (VAR F FACILITY () - (2))");
	check(IN_PROGRAM, "FUNCTIONAL SPLINE R = ((0 : 1) (-1 : 2)); LINEAR S = ((0 : 1))", CO_FUNCTIONAL,
		"(TABLE R $SPLINE$ ((PAIR 0 1) (PAIR (- 1) 2))) (TABLE S $LINEAR$ ((PAIR 0 1)))");
	check(IN_PROGRAM, "OUTPUT TITLE $T$; LIST (CROSSF) A, B; PLOT VERSUS A: B; FACTOR XFAK = 2 YFAK = 3 END", CO_OUTPUT,
		"(OUT TITLE $T$ () -) (OUT LIST 1 (A B) -) (OUT PLOT (B) A) (OUT FACTOR ((OPTION XFAK 2) (OPTION YFAK 3)) -)");
	check(IN_PROGRAM, "MONITOR EXPERIMENT A; X := 1 END A; EXPERIMENT B; END END", CO_MONITOR,
		  "(EXPERIMENT A ((ASSIGN X 1))) (EXPERIMENT B ())");
	check(IN_PROGRAM, "MODULE M (A, B); A = B END", CO_MODULE, "A B");
	check(IN_PROGRAM, "FULL MODEL M (A <- B, C); VAR REAL X; CONTINUOUS A = B END END M", CO_FULL_MODEL, "A");
	check(IN_PROGRAM, "FUNCTION F (REAL A): REAL; BEGIN F := A END", CO_SUBROUTINE, "(VAR A REAL () - ())");
}

/* FULL, EXTERNAL, AT, IN, LAST, TOL and the like are names where they are not asked for. */
static void test_words_that_are_names(void **state)
{
	(void)state;
	equations("FULL = IN + AT*LAST; EXTERNAL = TOL/POS",
			  "(EQUATION FULL (+ IN (* AT LAST))) (EQUATION EXTERNAL (/ TOL POS))");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_programs_of_the_papers),
		cmocka_unit_test(test_expressions),
		cmocka_unit_test(test_equations),
		cmocka_unit_test(test_case),
		cmocka_unit_test(test_statements),
		cmocka_unit_test(test_discrete),
		cmocka_unit_test(test_declarations),
		cmocka_unit_test(test_words_that_are_names),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
