/* The keywords of Modelica, in alphabetic order: K(NAME, "text") for each. The lexer of Modelica finds the first
 * keyword of a letter and goes on from there; a front end that writes Modelica keeps its names apart from them. */
#ifndef SALTUS_FRONT_KEYWORDS_H
#define SALTUS_FRONT_KEYWORDS_H

#define SF_KEYWORDS(K)                                                                                                 \
	K(ALGORITHM, "algorithm") K(AND, "and") K(ANNOTATION, "annotation") K(BLOCK, "block") K(BREAK, "break")            \
	K(CLASS, "class") K(CONNECT, "connect") K(CONNECTOR, "connector") K(CONSTANT, "constant")                          \
	K(CONSTRAINEDBY, "constrainedby") K(DER, "der") K(DISCRETE, "discrete") K(EACH, "each") K(ELSE, "else")            \
	K(ELSEIF, "elseif") K(ELSEWHEN, "elsewhen") K(ENCAPSULATED, "encapsulated") K(END, "end")                          \
	K(ENUMERATION, "enumeration") K(EQUATION, "equation") K(EXPANDABLE, "expandable") K(EXTENDS, "extends")            \
	K(EXTERNAL, "external") K(FALSE, "false") K(FINAL, "final") K(FLOW, "flow") K(FOR, "for") K(FUNCTION, "function")  \
	K(IF, "if") K(IMPORT, "import") K(IMPURE, "impure") K(IN, "in") K(INITIAL, "initial") K(INNER, "inner")            \
	K(INPUT, "input") K(LOOP, "loop") K(MODEL, "model") K(NOT, "not") K(OPERATOR, "operator") K(OR, "or")              \
	K(OUTER, "outer") K(OUTPUT, "output") K(PACKAGE, "package") K(PARAMETER, "parameter") K(PARTIAL, "partial")        \
	K(PROTECTED, "protected") K(PUBLIC, "public") K(PURE, "pure") K(RECORD, "record") K(REDECLARE, "redeclare")        \
	K(REPLACEABLE, "replaceable") K(RETURN, "return") K(STREAM, "stream") K(THEN, "then") K(TRUE, "true")              \
	K(TYPE, "type") K(WHEN, "when") K(WHILE, "while") K(WITHIN, "within")

#endif
