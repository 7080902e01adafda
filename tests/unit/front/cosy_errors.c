/* COSY: texts with mistakes, and exactly the messages that they give: where, and what is said. Nothing follows from a
 * mistake but its own message. */
#include "unit/front/cosy.h"

/* All messages as "line:column code text (help)", one a line. */
static char *messages(const parsed *r)
{
	sb_text out = {0};
	for (uint32_t i = 0; i < sb_messages(r->diag); i++) {
		sb_message_view m = sb_message_at(r->diag, i);
		sb_addf(&out, "%d:%d %s %s (%s)\n", m.line, m.column, m.code, m.text, m.help ? m.help : "NO HELP");
	}
	char *text = sb_strdup(r->arena, out.at ? out.at : "");
	sb_text_free(&out);
	return text;
}

static void says(const char *text, const char *wanted)
{
	parsed r = parse(text);
	assert_string_equal(messages(&r), wanted);
	parsed_free(&r);
}

#define IN(part, text) "PROGRAM P;\nSYSTEM " part "\n" text "\nEND END END."

static void test_equation_and_assignment(void **state)
{
	(void)state;
	says(IN("INITIAL", "Y = 1"),
		 "3:3 K0114 '=' is an equation, which holds all the time; statements stand here, which happen in order (write "
		 "Y := ... to assign a value, or move the equation to CONTINUOUS)\n");
	says(IN("CONTINUOUS", "X := 1; Y' := 2"),
		"3:3 K0115 ':=' assigns a value; equations stand here, which hold all the time (write X = ..., or move the "
		"assignment to an event, a WHEN, INITIAL or a PROCED section)\n"
		"3:12 K0115 ':=' assigns a value; equations stand here, which hold all the time (write Y' = ..., or move the "
		"assignment to an event, a WHEN, INITIAL or a PROCED section)\n");
	says(IN("INITIAL", "X' := 2"), "3:1 K0115 a derivative cannot be assigned (it is given by an equation in "
								   "CONTINUOUS: X' = ...; what can be assigned is X)\n");
	says(IN("INITIAL", "IF A := 1 THEN B := 2; FOR I = 1 TO 2 DO C := 1"),
		"3:6 K0114 ':=' assigns; a comparison is written '=' (write IF X = Y THEN)\n"
		"3:30 K0114 the first value of a FOR follows ':=', not '=' (write FOR I := ...)\n");
	says(IN("CONTINUOUS", "A = B = C"),
		 "3:7 K0126 an equation has one '=' (a comparison in an equation stands in parentheses: L = (X = Y))\n");
}

static void test_habits_of_other_languages(void **state)
{
	(void)state;
	says(IN("CONTINUOUS", "der(X) = -X;  // decay"), "3:1 K0123 a derivative is not written with DER (write X')\n"
		"3:15 K0103 '//' does not begin a comment of COSY (a comment is written (* ... *) or { ... })\n");
	says(IN("CONTINUOUS", "Y = IF X != 3 && X .GT. 2 THEN 1.0D0 ELSE 0"),
		 "3:10 K0103 '!=' is not a sign of COSY (write <>)\n"
		 "3:15 K0103 '&&' is not a sign of COSY (write AND)\n3:20 K0103 '.GT.' is not a sign of COSY (write >)\n"
		 "3:32 K0104 the D of FORTRAN is not part of a number (write 1.0E0: all numbers are of double precision)\n");
	says(IN("CONTINUOUS", "FINISH X = -9.0; HOLD 3;"),
		 "3:1 K0118 FINISH is a statement and cannot stand among equations (to end the run on a condition write WHEN X "
		 "< -9.0 THEN FINISH, or an event with a CONDIT)\n"
		 "3:18 K0118 HOLD is a statement and cannot stand among equations"
		 " (equations hold all the time; put what happens once into WHEN ... THEN, an event, a process, INITIAL or "
		 "TERMINAL)\n");
	says(IN("INITIAL", "IF A THEN\nB := 1;\nC := 2\nEND IF;\nD := 1"),
		 "6:1 K0113 this END IF closes no IF (among statements IF has no END of its own: several statements in it "
		 "stand between BEGIN and END)\n");
	says(IN("INITIAL", "IF A THEN B := 1; ELSE B := 2"),
		 "3:17 K0122 a ';' before ELSE ends the IF (remove the ';')\n");
	says(IN("INITIAL", "GOTO 100; CALL F (1); WAIT 3; IF A B := 3"),
		 "3:1 K0123 COSY has no GOTO (use IF, CASE, WHILE, REPEAT or a PROCEDURE)\n"
		 "3:11 K0123 a procedure is called by its name alone (remove CALL)\n"
		 "3:28 K0110 expected UNTIL, found the number 3 (WAIT UNTIL waits for a condition; HOLD waits for a span of "
		 "time)\n"
		 "3:36 K0110 expected THEN, found 'B' (write THEN before it)\n");
	says("PROGRAM P; VAR X, Y : INTEGER; STATE Z[3]; REAL A(3); REAL B = 3; END.",
		 "1:16 K0121 the type stands before the names, without ':' (write INTEGER X)\n"
		 "1:40 K0121 an array has two bounds: the first subscript and the last (write [1..3])\n"
		 "1:50 K0121 a variable of this type has nothing in parentheses (the bounds of an array stand in brackets: "
		 "[1..3]; a value follows ':=')\n"
		 "1:62 K0114 the first value of a variable follows ':=', not '=' (write B := ...; what never changes is "
		 "declared under CONST)\n");
	says(IN("INITIAL", "WRITELN ('abc')"), "3:10 K0103 texts of COSY do not stand between ' (write $abc$)\n");
	says(IN("INITIAL", "FORTRAN IF (X.GT.3) GO TO 5 END; A := 1"),
		 "3:9 K0129 only WRITE and FORMAT of FORTRAN are read, not 'IF' (write the statement in COSY, outside FORTRAN "
		 "... END, or in C with CCODE)\n"
		 "3:14 K0103 '.GT.' is not a sign of COSY (write >)\n");
}

static void test_near_words(void **state)
{
	(void)state;
	says("PROGRAM P; VAR SEVENTY A, B; END.", "1:16 K0120 there is no type 'SEVENTY' (did you mean SEVENT?)\n");
	says(IN("CONTINUOUS", "CONDI1 E: X CROSSES 0.0 NEG END;\nX = 1; WHEM X > 3 THEN Y := 1"),
		 "3:1 K0116 'CONDI1' is not a word of COSY (did you mean CONDIT?)\n4:8 K0116 'WHEM' is not a word of COSY (did "
		 "you mean WHEN?)\n");
	says(IN("INITIAL", "HODL 3; A := 1"), "3:1 K0116 no statement begins with 'HODL' (did you mean HOLD?)\n");
	says("PROGRAM P; MONITOR SIMULATE FORM 0 TO 3 COMIT = 0.1 END; OUTPUT LISTE X; GRAPH (CROSS) X END; FUNCTIONAL "
		 "SPLIN F = ((0 : 1)); END.",
		 "1:29 K0116 expected FROM, found 'FORM' (did you mean FROM?)\n"
		 "1:41 K0116 SIMULATE has no setting 'COMIT' (did you mean COMINT?)\n"
		 "1:65 K0116 no kind of output begins with 'LISTE' (did you mean LIST?)\n"
		 "1:81 K0116 expected CROSSF or TIMEF, found 'CROSS' (did you mean CROSSF?)\n"
		 "1:106 K0116 there is no kind of table 'SPLIN' (did you mean SPLINE?)\n");
	says("PROGRAMM P;\nVAR REAL X;\nMONTOR END;\nEND.",
		 "1:1 K0116 'PROGRAMM' is not a word of COSY (did you mean PROGRAM?)\n"
		 "3:1 K0116 'MONTOR' is not a word of COSY (did you mean MONITOR?)\n");
	says("PROGRAM P; VAR REAL STATE, X; CONST END = 3; END.",
		 "1:21 K0117 'STATE' is a reserved word and cannot be a name (choose another name, such as STATE1)\n"
		 "1:37 K0117 'END' is a reserved word and cannot be a name (choose another name, such as END1)\n");
	says(IN("CONTINUOUS", "OPEN = 3; X = 1"),
		 "3:1 K0117 'OPEN' is a reserved word and cannot be a name (choose another name, such as OPEN1)\n");
}

static void test_ends(void **state)
{
	(void)state;
	says("PROGRAM P;\nSYSTEM\nINITIAL\nX := 1;\nCONTINUOUS\nX' = 1 END;\nDISCRETE EVENTS\nA: X := 1;\nB: X := 2 "
		 "END\nEND END\nEND\nEND.",
		 "3:1 K0111 INITIAL has no END (write END where it ends)\n8:1 K0111 the event 'A' has no END (write END where "
		 "it ends)\n");
	says("PROGRAM P;\nSYSTEM\nCONTINUOUS\nCASE N OF 1: X' = 1 END;\n2: X' = 2 END\nEND;\nEND;\nINITIAL X := 1 "
		 "END\nEND\nEND.",
		 "8:1 K0118 INITIAL stands outside SYSTEM (there is one END too many before it (each branch of a CASE has its "
		 "END, and CASE has none of its own))\n");
	says("PROGRAM P;\nSYSTEM CONTINUOUS X' = 1\nEND\nEND.",
		 "2:1 K0111 SYSTEM has no END (this END with its point ends the program; an END is missing before it)\n");
	says("PROGRAM P;\nSYSTEM DISCRETE EVENTS\nUP: X := 1 END DOWN;\nDOWN: X := 2 END DOWN\nEND END END END.",
		 "3:16 K0113 this END closes the event 'UP', not 'DOWN' (write END UP, or look for an END that is missing, or "
		 "one too many, before it)\n");
	says("PROGRAM P; END", "1:12 K0110 the END of the program has no '.' (write END.)\n");
	says("PROGRAM P; END. X",
		 "1:17 K0124 there is text after the end of the program (remove it, or put it before END.)\n");
	says("PROGRAM P; VAR REAL X;", "1:9 K0111 the program has no END (write END. where it ends)\n");
	says("", "1:1 K0125 there is no program in this text (a program begins with PROGRAM name; and ends with END.)\n");
	says(IN("INITIAL", "IF A THEN BEGIN B := 1 ELSE C := 2; D := 1"),
		 "3:11 K0111 BEGIN has no END (write END where it ends)\n");
	says(IN("INITIAL", "REPEAT A := 1; B := 1"),
		 "3:1 K0111 REPEAT has no UNTIL (write UNTIL and a condition where it ends)\n");
}

static void test_texts_and_comments(void **state)
{
	(void)state;
	says("PROGRAM P;\nPROJECT 1 BY $me;\nEND.", "2:14 K0101 the text that begins here has no end (close it with $ on "
												"its line; the sign itself is written twice inside a text)\n");
	says("PROGRAM P;\n(* open\nVAR REAL X;\nEND.",
		 "2:1 K0102 the comment that begins here has no end (close it with *))\n");
	says("PROGRAM P;\nVAR REAL X; (* open\nREAL Y (* closed *);\nEND.",
		"2:13 K0106 this comment has another '(*' in it, 1 line further down: the text between them is not read "
		"(comments do not nest; close this comment before the other '(*', or remove the other '(*')\n");
	says(IN("CONTINUOUS", "V = \xC3\x96; W = 2X; # Z = 3"),
		 "3:5 K0105 '\xC3\x96' is not a name of COSY (names are letters A to Z, digits and _; other characters stand "
		 "in texts and comments only)\n"
		 "3:12 K0104 '2X' is neither a number nor a name (a product is written with *, an exponent as 1.0E-3, and "
		 "names begin with a letter)\n"
		 "3:16 K0105 '#' is not a sign of COSY (remove it, or put it into a text or comment)\n");
}

static void test_expressions(void **state)
{
	(void)state;
	says(IN("CONTINUOUS", "Y = IF X<-3 THEN 1 ELSE 2;\nZ = IF X > 3 THEN 1;\nQ = A < B < C"),
		 "3:9 K0128 '<-' is the arrow between outputs and inputs, not a comparison with a negative number (write < - "
		 "with a space between)\n"
		 "4:5 K0127 this IF stands for a value and has no ELSE (write IF ... THEN ... ELSE ..., so that it has a value "
		 "in every case)\n"
		 "5:11 K0126 two comparisons follow each other (write A < B AND B < C, or put one of them into parentheses)\n");
	says(IN("CONTINUOUS", "X' = ;\nX' = (1 + 2;\nX' = 1 + 2);\nY = 1"),
		 "3:6 K0110 expected an expression, found ';' (write an expression here)\n4:12 K0110 expected ')', found ';' "
		 "(write ')' here)\n"
		 "5:11 K0110 expected an equation, found ')' (is something missing before it, or is it one too many?)\n");
	says(IN("CONTINUOUS", "CONDIT EV: X > 3 END; Y = 1"),
		 "3:18 K0110 expected CROSSES, found 'END' (a condition is of the form CONDIT EV: X CROSSES Y POS END; for one "
		 "with < or > write WHEN)\n");
}

static void test_nesting(void **state)
{
	(void)state;
	static const char *const open[] = {"(", "-", "NOT ", "F(", "X[", "IF A THEN ", "A**"};
	for (size_t i = 0; i < sizeof open / sizeof *open; i++) {
		sb_text text = {0};
		sb_add(&text, "PROGRAM P; SYSTEM CONTINUOUS Y = ");
		for (int k = 0; k < 100000; k++)
			sb_add(&text, open[i]);
		parsed r = parse(text.at);
		sb_message_view m = sb_message_at(r.diag, 0);
		assert_string_equal(m.code, "K0119");
		assert_int_equal(sb_messages(r.diag), 1);
		parsed_free(&r);
		sb_text_free(&text);
	}
}

static void test_long_sums(void **state)
{
	(void)state;
	sb_text text = {0};
	sb_add(&text, "PROGRAM P; SYSTEM CONTINUOUS Y = 1");
	for (int k = 0; k < 100000; k++)
		sb_add(&text, " + A*B");
	sb_add(&text, "; X = 1 END END END.");
	parsed r = parse(text.at);
	assert_int_equal(sb_messages(r.diag), 1);
	assert_string_equal(sb_message_at(r.diag, 0).text, "this expression has more than 2000 operators in a row");
	parsed_free(&r);
	sb_text_free(&text);
}

static void test_macros(void **state)
{
	(void)state;
	const char *m = "MACRO M (A <- B, CONST F); MACIF G = 1 THEN MACBEGIN A = B MACEND MACEND;";
	sb_arena *arena = sb_arena_new();
	says(sb_printf(arena,
				   "PROGRAM P; %s\nSYSTEM CONTINUOUS\nM (X <- Y, 1);\nM (X <- Y);\nM (X, Y);\nM (X <- Y, Z);\nM (X <- "
				   "Y, 1;\nW = 1 END END END.",
				   m),
		 "1:45 K0208 'G' is not known when MACIF is decided (only numbers, CONST parameters of the macro, variables of "
		 "MACFOR and constants declared under CONST are known then)\n"
		 "4:1 K0204 the macro 'M' has 2 inputs, but 1 is given (it is called as M (A <- B, F))\n"
		 "5:1 K0204 the call of the macro 'M' has no '<-' between outputs and inputs (it is called as M (A <- B, F))\n"
		 "6:12 K0208 'Z' is not known when the CONST parameter 'F' of the macro 'M' is decided (only numbers, CONST "
		 "parameters of the macro, variables of MACFOR and constants declared under CONST are known then)\n"
		 "7:3 K0206 the arguments of the macro 'M' have no ')' (it is called as M (A <- B, F))\n");
	says("PROGRAM P; MACRO R (A <- B); S (A <- B); MACEND MACRO S (A <- B); R (A <- B) MACEND\nSYSTEM CONTINUOUS\nR (X "
		 "<- Y); W = 1 END END END.",
		 "3:1 K0203 the macro 'R' expands without end (a macro that calls itself needs a MACIF with a CONST parameter "
		 "that ends it)\n");
	says("PROGRAM P;\nMACRO M (A <- B);\nMACVAR STATE Q; MACCONTIN Q' = A MACEND\nCONST N = 3;\nMACRO M (A, A <- B); "
		 "MACVAR REAL A; MACCONTIN A = B MACEND MACEND\nEND.",
		 "2:7 K0201 the macro 'M' has no MACEND (each of MACRO, MACBEGIN and MACCONTIN has its MACEND)\n"
		 "5:7 K0207 the macro 'M' is defined twice (give one of the two another name)\n"
		 "5:13 K0207 the parameter 'A' of the macro 'M' is declared twice (give one of the two another name)\n"
		 "5:34 K0207 'A' is a parameter of the macro 'M' and cannot be its variable too (remove the declaration, or "
		 "give it another name)\n");
	says(IN("CONTINUOUS", "MACEND; MACELSE X = 1;\nMACFOR I := 1 DO MACBEGIN X[I] = I; MACEND\nMACIF 1/0 > 2 THEN "
						  "MACBEGIN Y = 2 MACEND\nMACIF 1 THEN Z = 2"),
		 "3:1 K0202 this MACEND closes nothing (each MACRO, MACBEGIN and MACCONTIN has one MACEND; is one of them "
		 "missing, or is there one MACEND too many before it?)\n"
		 "3:9 K0202 this MACELSE belongs to nothing (MACELSE follows the MACEND of a MACIF)\n"
		 "4:1 K0210 this MACFOR has no TO (write MACFOR I := 1 TO 3 DO MACBEGIN ... MACEND)\n"
		 "5:8 K0209 this divides by zero (test the divisor with a MACIF around it)\n"
		 "6:14 K0210 expected MACBEGIN here (the text for MACIF and MACFOR stands between MACBEGIN and MACEND)\n");
	says("PROGRAM P; CONST MAXIMUM = 3; SYSTEM CONTINUOUS MACFOR I := 1 TO MAXIMM DO MACBEGIN X[I] = 1; MACEND\nMACFOR "
		 "I := 1 TO 1000000000 DO MACBEGIN MACEND END END END.",
		 "1:66 K0208 'MAXIMM' is not known when the last value of MACFOR is decided (did you mean the constant "
		 "MAXIMUM?)\n"
		 "2:1 K0203 the macros produce more than 2000000 words (make the loops of MACFOR shorter, or use FOR and "
		 "arrays)\n");
	sb_arena_free(arena);
}

/* A mistake in the text of a macro is said once, with the calls that lead to it. */
static void test_mistakes_in_macros(void **state)
{
	(void)state;
	parsed r = parse("PROGRAM P;\nMACRO N (A <- B); A = B + ; MACEND\nMACRO M (A <- B);\nN (A <- B) MACEND\nSYSTEM "
					 "CONTINUOUS\nM (X <- Y);\nM (X <- Z);\nEND END END.");
	sb_text out = {0};
	sb_render(r.diag, 0, false, &out);
	assert_string_equal(out.at, "error[K0110]: expected an expression, found ';'\n  --> test.cosy:2:27\n   |\n 2 | "
								"MACRO N (A <- B); A = B + ; MACEND\n   |                           ^\n"
								" 4 | N (A <- B) MACEND\n   | ---------- in the macro 'N', expanded from here\n"
								" 6 | M (X <- Y);\n   | ---------- in the macro 'M', expanded from here\n   |\n help: "
								"write an expression here\n");
	sb_text_free(&out);
	parsed_free(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_equation_and_assignment),
		cmocka_unit_test(test_habits_of_other_languages),
		cmocka_unit_test(test_near_words),
		cmocka_unit_test(test_ends),
		cmocka_unit_test(test_texts_and_comments),
		cmocka_unit_test(test_expressions),
		cmocka_unit_test(test_nesting),
		cmocka_unit_test(test_long_sums),
		cmocka_unit_test(test_macros),
		cmocka_unit_test(test_mistakes_in_macros),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
