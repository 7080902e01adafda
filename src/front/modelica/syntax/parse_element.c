/* The elements of a class: imports, extends, components, nested classes. */
#include "front/modelica/syntax/parse.h"

#include <string.h>

/* name: ["."] IDENT { "." IDENT } */
void mo_read_type_name(mo_parser *p, mo_type_name *name)
{
	sb_strings parts = {0};
	sb_span span;
	uint32_t start = mo_start(p);
	name->global = mo_accept(p, MO_W_DOT);
	const char *part = mo_identifier(p, "a name", &span);
	mo_push(p, parts, part);
	while (p->word == MO_W_DOT && mo_peek(p) != MO_W_LBRACE && mo_peek(p) != MO_W_STAR) {
		mo_next(p);
		part = mo_identifier(p, "a name after '.'", &span);
		mo_push(p, parts, part);
	}
	name->name = parts.at;
	name->n = p->word == MO_W_NOTHING ? 0 : parts.n;
	name->span = mo_from(p, start);
}

static void add_element(mo_parser *p, mo_element *e)
{
	if (p->word != MO_W_NOTHING)
		mo_push(p, p->class_def->elements, e);
}

static void describe(mo_parser *p, mo_element *e)
{
	mo_described d = {.comment = e->comment, .annotation = e->annotation, .has_annotation = e->has_annotation};
	mo_read_description(p, &d);
	e->comment = d.comment;
	e->annotation = d.annotation;
	e->has_annotation = d.has_annotation;
}

/* import_clause: import ( IDENT "=" name | name [ ".*" | "." "{" IDENT { "," IDENT } "}" ] ) description */
static void import_clause(mo_parser *p)
{
	mo_element *e = sb_new(p->arena, mo_element);
	uint32_t start = mo_start(p);
	e->kind = MO_EL_IMPORT;
	e->is_protected = p->is_protected;
	mo_next(p);
	if (p->word == MO_W_IDENT && mo_peek(p) == MO_W_EQUAL) {
		e->name = mo_identifier(p, "a name", &e->name_span);
		mo_next(p);
	}
	mo_read_type_name(p, &e->type);
	if (mo_accept(p, MO_W_DOT_STAR)) {
		e->import_all = true;
	} else if (p->word == MO_W_DOT) {
		mo_next(p);
		e->import_all = mo_accept(p, MO_W_STAR);
		if (p->word == MO_W_LBRACE) {
			mo_bracket b;
			mo_bracket_open(p, &b, MO_W_RBRACE);
			do {
				sb_span span;
				const char *name = mo_identifier(p, "a name to import", &span);
				mo_push(p, e->import_names, name);
			} while (mo_more(p, &b));
			mo_bracket_close(p, &b);
		}
	}
	describe(p, e);
	e->span = e->clause_span = mo_from(p, start);
	add_element(p, e);
	mo_semicolon(p, "the import");
}

/* extends_clause: extends type_specifier [ class_or_inheritance_modification ] [ annotation_clause ] */
static void extends_clause(mo_parser *p)
{
	mo_element *e = sb_new(p->arena, mo_element);
	uint32_t start = mo_start(p);
	e->kind = MO_EL_EXTENDS;
	e->is_protected = p->is_protected;
	mo_next(p);
	mo_read_type_name(p, &e->type);
	e->name_span = e->type.span;
	if (p->word == MO_W_LPAREN) {
		e->has_args = true;
		mo_read_class_modification(p, &e->args, &e->break_names);
	}
	describe(p, e);
	e->span = e->clause_span = mo_from(p, start);
	add_element(p, e);
	mo_semicolon(p, "the extends clause");
}

/* constraining_clause: constrainedby type_specifier [ class_modification ]     (Modelica 2 wrote: extends) */
void mo_read_constraining_clause(mo_parser *p, mo_element *e)
{
	mo_next(p);
	e->has_constraint = true;
	mo_read_type_name(p, &e->constraint);
	if (p->word == MO_W_LPAREN)
		mo_read_class_modification(p, &e->constraint_args, NULL);
	describe(p, e);
}

bool mo_starts_type_prefix(int word)
{
	return word == MO_W_FLOW || word == MO_W_STREAM || word == MO_W_DISCRETE || word == MO_W_PARAMETER
		|| word == MO_W_CONSTANT
		|| word == MO_W_INPUT || word == MO_W_OUTPUT;
}

/* type_prefix: [ flow | stream ] [ discrete | parameter | constant ] [ input | output ] */
void mo_read_type_prefix(mo_parser *p, mo_element *e)
{
	for (; mo_starts_type_prefix(p->word); mo_next(p)) {
		switch (p->word) {
		case MO_W_FLOW: e->flow = true; break;
		case MO_W_STREAM: e->stream = true; break;
		case MO_W_DISCRETE: e->variability = MO_DISCRETE; break;
		case MO_W_PARAMETER: e->variability = MO_PARAMETER; break;
		case MO_W_CONSTANT: e->variability = MO_CONSTANT; break;
		case MO_W_INPUT: e->input = true; break;
		default: e->output = true; break;
		}
	}
}

/* declaration: IDENT [ array_subscripts ] [ modification ]
 * component_declaration: declaration [ if expression ] description */
void mo_read_declaration(mo_parser *p, mo_element *e)
{
	uint32_t start = mo_start(p);
	e->name = mo_identifier(p, "a name", &e->name_span);
	if (p->word == MO_W_LBRACKET)
		mo_read_subscripts(p, &e->dims);
	mo_read_modification_of(p, e);
	if (mo_accept(p, MO_W_IF))
		e->condition = mo_read_condition(p);
	describe(p, e);
	e->span = mo_from(p, start);
}

/* ------------------------------------------------------- slips that are seen */

/* `paramter Real x`: three words in a row, the first nearly one that may stand there. Reads on after it. */
static bool misspelled_prefix(mo_parser *p, mo_element *e, uint32_t first_token)
{
	static const char *const words[] = {"parameter", "constant", "discrete", "input", "output", "flow", "stream"};
	int next = mo_peek(p);
	if (e->type.n != 1 || e->type.global || p->word != MO_W_IDENT || (next != MO_W_IDENT && next != MO_W_DOT))
		return false;
	const char *near = sb_nearest(e->type.name[0], words, sizeof words / sizeof *words);
	if (!near)
		return false;
	sb_message *m = mo_error(p, "M0127", e->type.span, "'%s' cannot stand before a type", e->type.name[0]);
	mo_help(m, "did you mean '%s'?", near);
	e->type = (mo_type_name){0};
	mo_go_back(p, mo_after_token(p, first_token), first_token);
	return true;
}

/* `equations` alone on its line: read as the section that was meant. */
static bool misspelled_section(mo_parser *p)
{
	static const char *const words[] = {"equation", "algorithm", "protected", "public"};
	static const uint8_t ids[] = {MO_W_EQUATION, MO_W_ALGORITHM, MO_W_PROTECTED, MO_W_PUBLIC};
	uint32_t next = mo_after_token(p, p->at), end = mo_token_now(p)->end;
	if (p->word != MO_W_IDENT || !memchr(p->text + end, '\n', p->tokens[next].start - end))
		return false;
	const char *near = sb_nearest(mo_token_now(p)->word, words, 4);
	for (int i = 0; near && i < 4; i++) {
		if (near == words[i]) {
			sb_message *m = mo_error(p, "M0127", mo_here(p), "'%s' is not a word that begins a section",
				mo_token_now(p)->word);
			mo_help(m, "did you mean '%s'?", near);
			p->word = p->stop ? MO_W_NOTHING : ids[i];
			return true;
		}
	}
	return false;
}

static bool begins_equation(const mo_parser *p)
{
	switch (p->word) {
	case MO_W_DER: case MO_W_CONNECT: case MO_W_IF: case MO_W_FOR: case MO_W_WHEN: case MO_W_WHILE: case MO_W_LPAREN:
	case MO_W_NUMBER: case MO_W_MINUS: case MO_W_LBRACE: case MO_W_LBRACKET:
		return true;
	default:
		return false;
	}
}

static bool goes_on_as_equation(const mo_parser *p)
{
	return p->word == MO_W_LPAREN || (p->word >= MO_W_EQUAL && p->word <= MO_W_DOT_CARET);
}

/* Reads what should have been an equation section as one. */
static void missing_section(mo_parser *p, uint32_t token, uint32_t last)
{
	mo_go_back(p, token, last);
	bool algorithm = false;
	for (uint32_t t = token, i = 0; i < 100 && p->tokens[t].id != MO_W_SEMICOLON && p->tokens[t].id != MO_W_EOF; i++) {
		algorithm = algorithm || p->tokens[t].id == MO_W_ASSIGN;
		t = mo_after_token(p, t);
	}
	const char *word = algorithm ? "algorithm" : "equation";
	sb_message *m = mo_error(p, "M0126", mo_here(p), "%s stands among the declarations", algorithm ? "a statement"
		: "an equation");
	mo_help(m, "write '%s' on a line before it", word);
	mo_section unused = {0};                       /* a text with errors is never instantiated */
	mo_read_lines(p, &unused.body, algorithm);
}

/* --------------------------------------------------------------- components */

static bool is_type_word(const char *word)
{
	static const char *const types[] = {"Real", "Integer", "Boolean", "String", "Clock"};

	for (size_t i = 0; i < sizeof types / sizeof *types; i++)
		if (strcmp(word, types[i]) == 0)
			return true;
	return false;
}

static void component_without_name(mo_parser *p, const mo_element *proto)
{
	const char *word = proto->type.n == 1 ? proto->type.name[0] : "x";
	sb_message *m = mo_error(p, "M0128", proto->type.span, "'%s' has no type, or is a type without a name after it",
		word);
	if (is_type_word(word))
		mo_help(m, "a declaration has a type and a name: %s x", word);
	else
		mo_help(m, "a declaration has a type and a name: Real %s", word);
	mo_fail(p);
}

/* component_list: component_declaration { "," component_declaration } */
static void component_list(mo_parser *p, const mo_element *proto)
{
	uint32_t start = proto->clause_span.start, first = p->class_def->elements.n;
	do {
		mo_element *e = sb_new(p->arena, mo_element);
		*e = *proto;
		mo_read_declaration(p, e);
		while (mo_decimal_comma(p))
			continue;
		add_element(p, e);
	} while (mo_accept(p, MO_W_COMMA));
	mo_element rest = {0};
	if (p->word == MO_W_CONSTRAINEDBY)
		mo_read_constraining_clause(p, &rest);
	for (uint32_t i = first; i < p->class_def->elements.n; i++) {
		mo_element *e = p->class_def->elements.at[i];
		e->clause_span = mo_from(p, start);
		if (!rest.has_constraint)
			continue;
		e->has_constraint = true;
		e->constraint = rest.constraint;
		e->constraint_args = rest.constraint_args;
		e->comment = rest.comment ? rest.comment : e->comment;
		if (rest.has_annotation) {
			e->has_annotation = true;
			e->annotation = rest.annotation;
		}
	}
}

/* component_clause: type_prefix type_specifier [ array_subscripts ] component_list */
static void component_clause(mo_parser *p, mo_element *proto, uint32_t first_token, uint32_t last)
{
	proto->kind = MO_EL_COMPONENT;
	mo_read_type_prefix(p, proto);
	bool prefixed = p->at != first_token;
	if (p->word != MO_W_IDENT && p->word != MO_W_DOT && !prefixed && begins_equation(p)) {
		missing_section(p, first_token, last);
		return;
	}
	if (p->word != MO_W_IDENT && p->word != MO_W_DOT) {
		mo_unexpected(p, prefixed ? "a type" : "a declaration");
		return;
	}
	uint32_t type_token = p->at;
	mo_read_type_name(p, &proto->type);
	if (misspelled_prefix(p, proto, type_token)) {
		mo_read_type_prefix(p, proto);
		mo_read_type_name(p, &proto->type);
	}
	if (p->word == MO_W_LBRACKET)
		mo_read_subscripts(p, &proto->type_dims);
	if (goes_on_as_equation(p) && !prefixed) {
		missing_section(p, first_token, last);
		return;
	}
	if ((goes_on_as_equation(p) || p->word == MO_W_SEMICOLON) && proto->type.n > 0) {
		component_without_name(p, proto);
		return;
	}
	component_list(p, proto);
	mo_semicolon(p, "the declaration");
}

/* class_definition as an element, with [ constraining_clause description ] */
static void class_element(mo_parser *p, mo_element *proto)
{
	mo_element *e = sb_new(p->arena, mo_element);
	*e = *proto;
	e->kind = MO_EL_CLASS;
	e->class_def = mo_read_class_definition(p);
	if (p->word == MO_W_CONSTRAINEDBY || (p->word == MO_W_EXTENDS && e->replaceable))
		mo_read_constraining_clause(p, e);
	e->class_def->final = e->final;
	e->name = e->class_def->name;
	e->name_span = e->class_def->name_span;
	e->comment = e->comment ? e->comment : e->class_def->comment;
	e->span = e->clause_span = mo_from(p, proto->clause_span.start);
	add_element(p, e);
	if (p->end_missing)
		p->end_missing = false;
	else
		mo_semicolon(p, "the end of the class");
}

/* element: import_clause | extends_clause
 *   | [redeclare] [final] [inner] [outer] [replaceable] ( class_definition | component_clause ) [ constraining_clause ]
 */
void mo_read_element(mo_parser *p)
{
	uint32_t first_token = p->at, last = p->last;
	if (p->word == MO_W_IMPORT) {
		import_clause(p);
		return;
	}
	if (p->word == MO_W_EXTENDS) {
		extends_clause(p);
		return;
	}
	if (misspelled_section(p))
		return;
	mo_element proto = {.is_protected = p->is_protected, .clause_span.start = mo_start(p)};
	for (;;) {
		if (mo_accept(p, MO_W_REDECLARE))
			proto.redeclare = true;
		else if (mo_accept(p, MO_W_FINAL))
			proto.final = true;
		else if (mo_accept(p, MO_W_INNER))
			proto.inner = true;
		else if (mo_accept(p, MO_W_OUTER))
			proto.outer = true;
		else if (mo_accept(p, MO_W_REPLACEABLE))
			proto.replaceable = true;
		else
			break;
	}
	if (mo_starts_class(p))
		class_element(p, &proto);
	else
		component_clause(p, &proto, first_token, last);
}
