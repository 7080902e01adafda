/* Modifications, annotations and descriptions. */
#include "front/modelica/syntax/parse.h"

#include <string.h>

/* description_string: [ STRING { "+" STRING } ] */
const char *mo_read_description_string(mo_parser *p)
{
	if (p->word != MO_W_STRING)
		return NULL;
	const char *first = mo_token_now(p)->word;
	mo_next(p);
	if (p->word != MO_W_PLUS)
		return first;
	sb_text joined = {0};
	sb_add(&joined, first);
	while (mo_accept(p, MO_W_PLUS)) {
		if (p->word == MO_W_STRING)
			sb_add(&joined, mo_token_now(p)->word);
		mo_expect(p, MO_W_STRING, "a string after '+'");
	}
	const char *result = sb_strndup(p->arena, joined.at ? joined.at : "", joined.n);
	sb_text_free(&joined);
	return result;
}

/* annotation_clause: annotation class_modification */
void mo_read_annotation(mo_parser *p, mo_modifications *args, bool *has)
{
	mo_next(p);
	*has = true;
	mo_read_class_modification(p, args, NULL);
}

/* description: description_string [ annotation_clause ] */
void mo_read_description(mo_parser *p, mo_described *d)
{
	const char *comment = mo_read_description_string(p);
	if (comment)
		d->comment = comment;
	if (p->word == MO_W_ANNOTATION)
		mo_read_annotation(p, &d->annotation, &d->has_annotation);
}

/* component_clause1: type_prefix type_specifier declaration description */
static void component_clause1(mo_parser *p, mo_element *e)
{
	e->kind = MO_EL_COMPONENT;
	mo_read_type_prefix(p, e);
	mo_read_type_name(p, &e->type);
	if (p->word == MO_W_LBRACKET)
		mo_read_subscripts(p, &e->type_dims);
	mo_read_declaration(p, e);
}

/* element_redeclaration: redeclare [each] [final] ( short_class_definition | component_clause1 | element_replaceable )
 * element_replaceable: replaceable ( short_class_definition | component_clause1 ) [ constraining_clause ] */
static void redeclared_element(mo_parser *p, mo_modification *m)
{
	mo_element *e = sb_new(p->arena, mo_element);
	uint32_t start = mo_start(p);
	m->element = e;
	e->final = m->final;
	e->redeclare = m->redeclare;
	e->replaceable = m->replaceable;
	if (mo_starts_class(p)) {
		e->kind = MO_EL_CLASS;
		e->class_def = mo_read_class_definition(p);
		e->name = e->class_def->name;
		e->name_span = e->class_def->name_span;
		if (e->class_def->form == MO_FORM_LONG && e->name) {
			sb_message *message = mo_error(p, "M0141", e->name_span,
				"a class in a modification is a short one: redeclare model A = B(...)");
			mo_help(message, "declare the class '%s' outside and give its name here", e->name);
		}
	} else {
		component_clause1(p, e);
	}
	if (p->word == MO_W_CONSTRAINEDBY || p->word == MO_W_EXTENDS)
		mo_read_constraining_clause(p, e);
	e->span = e->clause_span = mo_from(p, start);
	m->name = sb_new_array(p->arena, const char *, 1);
	m->name[0] = e->name;
	m->name_n = e->name ? 1 : 0;
	m->name_span = e->name_span;
	m->comment = e->comment;
}

/* modification_expression: expression | break */
static mo_expr *modification_expression(mo_parser *p, bool *is_break)
{
	*is_break = mo_accept(p, MO_W_BREAK);
	return *is_break ? NULL : mo_read_expression(p);
}

static void name_of_modification(mo_parser *p, mo_modification *m)
{
	sb_strings names = {0};
	sb_span span;
	uint32_t start = mo_start(p);
	if (p->word == MO_W_NUMBER || p->word == MO_W_STRING || p->word == MO_W_MINUS || p->word == MO_W_LBRACE
		|| p->word == MO_W_TRUE
		|| p->word == MO_W_FALSE || p->word == MO_W_LPAREN) {
		sb_message *message = mo_error(p, "M0140", mo_here(p),
			"a modification says which attribute or member it changes");
		mo_help(message, "write for example (start = ...), or '= ...' after the name for the value itself");
		mo_fail(p);
		return;
	}
	do {
		const char *name = mo_identifier(p, "the name of what is modified", &span);
		mo_push(p, names, name);
	} while (mo_accept(p, MO_W_DOT));
	m->name = names.at;
	m->name_n = p->word == MO_W_NOTHING ? 0 : names.n;
	m->name_span = mo_from(p, start);
	if (p->word == MO_W_LBRACKET) {
		sb_message *message = mo_error(p, "M0140", mo_here(p), "one element of an array cannot be modified");
		mo_help(message, "give the values of all elements: x(start = {1, 2, 3})");
		mo_exprs ignored = {0};
		mo_read_subscripts(p, &ignored);
	}
}

/* element_modification: name [ modification ] description_string
 * modification: class_modification [ "=" modification_expression ] | "=" modification_expression */
static void element_modification(mo_parser *p, mo_modification *m)
{
	name_of_modification(p, m);
	if (p->word == MO_W_LPAREN) {
		m->has_args = true;
		mo_read_class_modification(p, &m->args, NULL);
	}
	if (p->word == MO_W_EQ) {
		sb_message *message = mo_error(p, "M0134", mo_here(p), "a modification gives a value with '=', not with '=='");
		mo_help(message, "write '='");
		p->word = p->word == MO_W_NOTHING ? MO_W_NOTHING : MO_W_EQUAL;
	}
	if (mo_accept(p, MO_W_EQUAL) || mo_accept(p, MO_W_ASSIGN))
		m->value = modification_expression(p, &m->break_value);
	m->comment = mo_read_description_string(p);
}

/* inheritance_modification: break ( connect_equation | IDENT ) */
static void inheritance_modification(mo_parser *p, mo_modification *m)
{
	mo_next(p);
	m->break_value = true;
	if (p->word == MO_W_CONNECT)
		m->value = mo_read_call(p);
	else
		name_of_modification(p, m);
}

/* argument: [each] [final] ( element_modification | element_replaceable ) | element_redeclaration */
static void argument(mo_parser *p, mo_modifications *args, mo_modifications *breaks)
{
	mo_modification *m = sb_new(p->arena, mo_modification);
	uint32_t start = mo_start(p);
	bool is_break = breaks && p->word == MO_W_BREAK;
	for (;;) {
		if (mo_accept(p, MO_W_REDECLARE))
			m->redeclare = true;
		else if (mo_accept(p, MO_W_EACH))
			m->each = true;
		else if (mo_accept(p, MO_W_FINAL))
			m->final = true;
		else if (mo_accept(p, MO_W_REPLACEABLE))
			m->replaceable = true;
		else
			break;
	}
	if (m->redeclare || m->replaceable)
		redeclared_element(p, m);
	else if (is_break)
		inheritance_modification(p, m);
	else
		element_modification(p, m);
	m->span = mo_from(p, start);
	if (p->word == MO_W_NOTHING)
		return;
	if (is_break)
		mo_push(p, *breaks, m);
	else
		mo_push(p, *args, m);
}

/* class_modification: "(" [ argument { "," argument } ] ")" */
void mo_read_class_modification(mo_parser *p, mo_modifications *args, mo_modifications *breaks)
{
	if (p->word != MO_W_LPAREN) {
		mo_expect(p, MO_W_LPAREN, NULL);
		return;
	}
	if (!mo_deeper(p))
		return;
	mo_bracket b;
	mo_bracket_open(p, &b, MO_W_RPAREN);
	if (p->word != MO_W_RPAREN) {
		do
			argument(p, args, breaks);
		while (mo_more(p, &b));
	}
	mo_bracket_close(p, &b);
	p->depth--;
}

/* The modification of a declaration. */
void mo_read_modification_of(mo_parser *p, mo_element *e)
{
	if (p->word == MO_W_LPAREN) {
		e->has_args = true;
		mo_read_class_modification(p, &e->args, NULL);
	}
	if (p->word == MO_W_EQ) {
		sb_message *m = mo_error(p, "M0134", mo_here(p), "a declaration gives a value with '=', not with '=='");
		mo_help(m, "write '='");
		p->word = p->word == MO_W_NOTHING ? MO_W_NOTHING : MO_W_EQUAL;
	}
	if (mo_accept(p, MO_W_EQUAL) || mo_accept(p, MO_W_ASSIGN)) {
		uint32_t start = mo_start(p);
		e->value = modification_expression(p, &e->break_value);
		e->value_span = mo_from(p, start);
	}
}
