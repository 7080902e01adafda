/* Classes: their heads, their forms and what they are composed of. */
#include "front/modelica/syntax/parse.h"

bool mo_starts_class(const mo_parser *p)
{
	switch (p->word) {
	case MO_W_CLASS:
	case MO_W_MODEL:
	case MO_W_RECORD:
	case MO_W_BLOCK:
	case MO_W_CONNECTOR:
	case MO_W_TYPE:
	case MO_W_PACKAGE:
	case MO_W_FUNCTION:
	case MO_W_OPERATOR:
	case MO_W_PARTIAL:
	case MO_W_ENCAPSULATED:
	case MO_W_EXPANDABLE:
	case MO_W_IMPURE:
		return true;
	case MO_W_PURE:
		return mo_peek(p) != MO_W_LPAREN;
	default:
		return false;
	}
}

/* operator [ record | function ] */
static int operator_restriction(mo_parser *p)
{
	if (mo_accept(p, MO_W_RECORD))
		return MO_OPERATOR_RECORD;
	return mo_accept(p, MO_W_FUNCTION) ? MO_OPERATOR_FUNCTION : MO_OPERATOR;
}

/* class_prefixes: [partial] ( class | model | [operator] record | block | [expandable] connector | type | package
 *   | [ pure | impure ] [operator] function | operator )          with [encapsulated] before it */
static void class_prefixes(mo_parser *p, mo_class *c)
{
	for (;; mo_next(p)) {
		if (p->word == MO_W_ENCAPSULATED)
			c->encapsulated = true;
		else if (p->word == MO_W_PARTIAL)
			c->is_partial = true;
		else if (p->word == MO_W_EXPANDABLE)
			c->expandable = true;
		else if (p->word == MO_W_PURE)
			c->pure = true;
		else if (p->word == MO_W_IMPURE)
			c->impure = true;
		else
			break;
	}
	int word = p->word;
	switch (word) {
	case MO_W_CLASS: c->restriction = MO_CLASS; break;
	case MO_W_MODEL: c->restriction = MO_MODEL; break;
	case MO_W_RECORD: c->restriction = MO_RECORD; break;
	case MO_W_BLOCK: c->restriction = MO_BLOCK; break;
	case MO_W_CONNECTOR: c->restriction = MO_CONNECTOR; break;
	case MO_W_TYPE: c->restriction = MO_TYPE; break;
	case MO_W_PACKAGE: c->restriction = MO_PACKAGE; break;
	case MO_W_FUNCTION: c->restriction = MO_FUNCTION; break;
	case MO_W_OPERATOR: break;
	default: mo_unexpected(p, "the kind of a class (model, package, function, ...)"); return;
	}
	mo_next(p);
	if (word == MO_W_OPERATOR)
		c->restriction = (uint8_t)operator_restriction(p);
}

/* enum_list: enumeration_literal { "," enumeration_literal }       enumeration_literal: IDENT description */
static void enum_list(mo_parser *p, mo_class *c, mo_bracket *b)
{
	do {
		uint32_t start = mo_start(p);
		mo_enum_literal literal = {0};
		mo_described d = {0};
		literal.name = mo_identifier(p, "the name of an enumeration literal", &literal.span);
		mo_read_description(p, &d);
		literal.comment = d.comment;
		literal.annotation = d.annotation;
		literal.has_annotation = d.has_annotation;
		literal.span = mo_from(p, start);
		mo_push(p, c->literals, literal);
	} while (mo_more(p, b));
}

/* enumeration "(" ( [ enum_list ] | ":" ) ")" */
static void enumeration(mo_parser *p, mo_class *c)
{
	mo_bracket b;
	c->form = MO_FORM_ENUMERATION;
	mo_next(p);
	if (p->word != MO_W_LPAREN) {
		mo_expect(p, MO_W_LPAREN, "'(' and the literals of the enumeration");
		return;
	}
	mo_bracket_open(p, &b, MO_W_RPAREN);
	if (mo_accept(p, MO_W_COLON))
		c->open_enumeration = true;
	else if (p->word != MO_W_RPAREN)
		enum_list(p, c, &b);
	mo_bracket_close(p, &b);
}

/* der_class_specifier: IDENT "=" der "(" type_specifier "," IDENT { "," IDENT } ")" description */
static void der_class(mo_parser *p, mo_class *c)
{
	mo_bracket b;
	c->form = MO_FORM_DER;
	mo_next(p);
	if (p->word != MO_W_LPAREN) {
		mo_expect(p, MO_W_LPAREN, NULL);
		return;
	}
	mo_bracket_open(p, &b, MO_W_RPAREN);
	mo_read_type_name(p, &c->base);
	while (mo_more(p, &b)) {
		sb_span span;
		const char *name = mo_identifier(p, "the name of an input", &span);
		mo_push(p, c->der_names, name);
	}
	if (c->der_names.n == 0)
		mo_expect(p, MO_W_COMMA, "',' and the input to differentiate by");
	mo_bracket_close(p, &b);
}

/* short_class_specifier: IDENT "=" base_prefix type_specifier [ array_subscripts ] [ class_modification ] description
 *   | IDENT "=" enumeration "(" ... ")" description | der_class_specifier */
static void short_class(mo_parser *p, mo_class *c)
{
	mo_next(p);
	if (p->word == MO_W_ENUMERATION) {
		enumeration(p, c);
	} else if (p->word == MO_W_DER) {
		der_class(p, c);
	} else {
		c->form = MO_FORM_SHORT;
		for (;; mo_next(p)) {
			if (p->word == MO_W_INPUT)
				c->base_input = true;
			else if (p->word == MO_W_OUTPUT)
				c->base_output = true;
			else if (p->word == MO_W_FLOW)
				c->base_flow = true;
			else if (p->word == MO_W_STREAM)
				c->base_stream = true;
			else
				break;
		}
		mo_read_type_name(p, &c->base);
		if (p->word == MO_W_LBRACKET)
			mo_read_subscripts(p, &c->base_dims);
		if (p->word == MO_W_LPAREN) {
			c->has_args = true;
			mo_read_class_modification(p, &c->args, NULL);
		}
	}
	mo_described d = {0};
	mo_read_description(p, &d);
	c->comment = d.comment;
	c->annotation = d.annotation;
	c->has_annotation = d.has_annotation;
}

/* external_function_call: [ component_reference "=" ] IDENT "(" [ expression { "," expression } ] ")" */
static void external_function_call(mo_parser *p, mo_class *c)
{
	mo_expr *e = mo_read_expression(p);
	if (mo_accept(p, MO_W_EQUAL)) {
		c->external_result = e;
		e = mo_read_expression(p);
	}
	if (p->word == MO_W_NOTHING)
		return;
	if (e->kind != MO_E_CALL || e->parts.n != 1 || e->named.n || e->iterators.n) {
		sb_message *m = mo_error(p, "M0148", e->span, "this is not a call of an external function");
		mo_help(m, "write: external \"C\" y = f(u, n);");
		return;
	}
	c->external_call = true;
	c->external_name = e->parts.at[0].name;
	c->external_args = e->a;
}

/* external [ STRING ] [ external_function_call ] [ annotation_clause ] ";" */
static void external_clause(mo_parser *p, mo_class *c)
{
	uint32_t start = mo_start(p);
	mo_next(p);
	c->external = true;
	if (p->word == MO_W_STRING) {
		c->language = mo_token_now(p)->word;
		mo_next(p);
	}
	if (p->word != MO_W_SEMICOLON && p->word != MO_W_ANNOTATION)
		external_function_call(p, c);
	if (p->word == MO_W_ANNOTATION)
		mo_read_annotation(p, &c->external_annotation, &c->has_external_annotation);
	c->external_span = mo_from(p, start);
	mo_semicolon(p, "the external clause");
}

/* public, protected; the colon of C++ is a slip */
static void visibility(mo_parser *p)
{
	p->is_protected = p->word == MO_W_PROTECTED;
	mo_next(p);
	if (p->word != MO_W_COLON)
		return;
	sb_message *m = mo_error(p, "M0115", mo_here(p), "there is no ':' after '%s'", mo_token_last(p)->word);
	mo_help(m, "delete it");
	mo_next(p);
}

static void composition_item(mo_parser *p, mo_class *c)
{
	switch (p->word) {
	case MO_W_PUBLIC: case MO_W_PROTECTED:
		visibility(p);
		break;
	case MO_W_EXTERNAL:
		external_clause(p, c);
		break;
	case MO_W_ANNOTATION:
		mo_read_annotation(p, &c->annotation, &c->has_annotation);
		mo_semicolon(p, "the annotation");
		break;
	case MO_W_SEMICOLON: {
		sb_message *m = mo_error(p, "M0113", mo_here(p), "there is one ';' too many here");
		mo_help(m, "delete it");
		mo_next(p);
		break;
	}
	default:
		if (mo_at_section(p))
			mo_read_section(p, c);
		else
			mo_read_element(p);
	}
}

/* composition: element_list { public element_list | protected element_list | equation_section | algorithm_section }
 *   [ external ... ";" ] [ annotation_clause ";" ] */
static void composition(mo_parser *p, mo_class *c)
{
	while (!p->stop && p->word != MO_W_EOF) {
		if (mo_extra_end(p))
			continue;
		if (p->word == MO_W_END)
			return;
		uint32_t before = p->at;
		int word = p->word;
		composition_item(p, c);
		if (p->word == MO_W_NOTHING)
			mo_recover(p);
		if (p->at == before && p->word == word)
			mo_next(p);
	}
}

/* long_class_specifier: IDENT description_string composition end IDENT
 *   | extends IDENT [ class_modification ] description_string composition end IDENT */
static void long_class(mo_parser *p, mo_class *c)
{
	mo_open open = {.outer = p->open, .word = MO_W_CLASS, .span = c->name_span, .name = c->name,
		.what = mo_restriction_text(c->restriction)};
	mo_class *outer = p->class_def;
	bool outer_protected = p->is_protected;
	c->comment = mo_read_description_string(p);
	if (p->word == MO_W_SEMICOLON) {
		sb_message *m = mo_error(p, "M0113", mo_here(p), "there is no ';' after the name of a class");
		mo_help(m, "delete it");
		mo_next(p);
	}
	p->open = &open;
	p->class_def = c;
	p->is_protected = false;
	composition(p, c);
	mo_class_end(p, &open);
	p->open = open.outer;
	p->class_def = outer;
	p->is_protected = outer_protected;
}

/* class_specifier: long_class_specifier | short_class_specifier | der_class_specifier */
static void class_specifier(mo_parser *p, mo_class *c)
{
	if (mo_accept(p, MO_W_EXTENDS)) {
		c->form = MO_FORM_EXTENDS;
		c->name = mo_identifier(p, "the name of the inherited class", &c->name_span);
		if (c->name) {
			c->base.name = sb_new_array(p->arena, const char *, 1);
			c->base.name[0] = c->name;
			c->base.n = 1;
			c->base.span = c->name_span;
		}
		if (p->word == MO_W_LPAREN) {
			c->has_args = true;
			mo_read_class_modification(p, &c->args, NULL);
		}
	} else {
		c->name = mo_identifier(p, "the name of the class", &c->name_span);
	}
	if (p->word == MO_W_NOTHING)
		return;
	if (p->word == MO_W_EQUAL)
		short_class(p, c);
	else
		long_class(p, c);
}

/* class_definition: [encapsulated] class_prefixes class_specifier */
mo_class *mo_read_class_definition(mo_parser *p)
{
	mo_class *c = sb_new(p->arena, mo_class);
	uint32_t start = mo_start(p);
	if (!mo_deeper(p))
		return c;
	class_prefixes(p, c);
	class_specifier(p, c);
	c->span = mo_from(p, start);
	p->depth--;
	return c;
}
