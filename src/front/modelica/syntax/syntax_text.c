/* A tree as text. The text is Modelica again, in one canonical layout: reading it gives an equal tree, which the tests
 * use to compare trees. Elements stand before sections, parentheses only where they are needed. */
#include "front/modelica/syntax/syntax.h"

#include <string.h>

const char *mo_operator_text(int op)
{
	static const char *const texts[] = {"", "+", "-", "*", "/", "^", ".+", ".-", ".*", "./", ".^", "<", "<=", ">", ">=",
		"==", "<>",
		"and", "or", "not", "+", "-"};
	return texts[op];
}

const char *mo_restriction_text(int restriction)
{
	static const char *const texts[] = {"class", "model", "block", "connector", "record", "type", "package", "function",
		"operator",
		"operator function", "operator record"};
	return texts[restriction];
}

const char *mo_a_restriction(int restriction)
{
	static const char *const texts[] = {
		"a class",   "a model",    "a block",     "a connector",          "a record",          "a type",
		"a package", "a function", "an operator", "an operator function", "an operator record"};
	return texts[restriction];
}

/* ------------------------------------------------------------- expressions */

enum { L_IF, L_RANGE, L_OR, L_AND, L_NOT, L_RELATION, L_SUM, L_PRODUCT, L_POWER, L_PRIMARY };

static int level(const mo_expr *e)
{
	switch (e->kind) {
	case MO_E_IF: return L_IF;
	case MO_E_RANGE: return L_RANGE;
	case MO_E_UNARY: return e->op == MO_OP_NOT ? L_NOT : L_SUM;
	case MO_E_BINARY: break;
	default: return L_PRIMARY;
	}
	switch (e->op) {
	case MO_OP_OR: return L_OR;
	case MO_OP_AND: return L_AND;
	case MO_OP_ADD: case MO_OP_SUB: case MO_OP_EADD: case MO_OP_ESUB: return L_SUM;
	case MO_OP_MUL: case MO_OP_DIV: case MO_OP_EMUL: case MO_OP_EDIV: return L_PRODUCT;
	case MO_OP_POW: case MO_OP_EPOW: return L_POWER;
	default: return L_RELATION;
	}
}

static void add_at_level(const mo_expr *e, int least, sb_text *out)
{
	bool parentheses = e && level(e) < least;
	if (parentheses)
		sb_addc(out, '(');
	if (e)
		mo_expr_text(e, out);
	if (parentheses)
		sb_addc(out, ')');
}

static void add_list(const mo_exprs *list, const char *separator, sb_text *out)
{
	for (uint32_t i = 0; i < list->n; i++) {
		if (i)
			sb_add(out, separator);
		add_at_level(list->at[i], L_IF, out);
	}
}

static void add_subscripts(const mo_exprs *subscripts, sb_text *out)
{
	sb_addc(out, '[');
	add_list(subscripts, ", ", out);
	sb_addc(out, ']');
}

static void add_parts(const mo_expr *e, sb_text *out)
{
	for (uint32_t i = 0; i < e->parts.n; i++) {
		const mo_part *part = &e->parts.at[i];
		if (i || e->global)
			sb_addc(out, '.');
		sb_add(out, part->name ? part->name : "?");
		if (part->subscripted)
			add_subscripts(&part->subscripts, out);
	}
}

static void add_iterators(const mo_iterators *iterators, sb_text *out)
{
	for (uint32_t i = 0; i < iterators->n; i++) {
		sb_addf(out, "%s%s", i ? ", " : "", iterators->at[i].name ? iterators->at[i].name : "?");
		if (iterators->at[i].range) {
			sb_add(out, " in ");
			mo_expr_text(iterators->at[i].range, out);
		}
	}
}

static void add_call(const mo_expr *e, sb_text *out)
{
	if (e->kind == MO_E_PARTIAL)
		sb_add(out, "function ");
	add_parts(e, out);
	sb_addc(out, '(');
	add_list(&e->a, ", ", out);
	for (uint32_t i = 0; i < e->named.n; i++) {
		sb_addf(out, "%s%s = ", i || e->a.n ? ", " : "", e->named.at[i].name);
		mo_expr_text(e->named.at[i].value, out);
	}
	if (e->iterators.n) {
		sb_add(out, " for ");
		add_iterators(&e->iterators, out);
	}
	sb_addc(out, ')');
}

static void add_string(const char *s, sb_text *out)
{
	sb_addc(out, '"');
	for (; *s; s++) {
		if (*s == '"' || *s == '\\')
			sb_addc(out, '\\');
		if (*s == '\n')
			sb_add(out, "\\n");
		else
			sb_addc(out, *s);
	}
	sb_addc(out, '"');
}

static void add_real(double value, sb_text *out)
{
	char text[32];
	sb_real_text(text, value);
	sb_add(out, text);
	if (!strpbrk(text, ".eIN"))
		sb_add(out, ".0");
}

static void add_integer(double value, sb_text *out)
{
	sb_addf(out, "%.0f", value);
}

static void add_binary(const mo_expr *e, sb_text *out)
{
	int own = level(e);
	bool sided = own == L_RELATION || own == L_POWER;      /* neither side may have the same level */
	add_at_level(e->a.at[0], sided ? own + 1 : own, out);
	sb_addf(out, e->op == MO_OP_POW ? "%s" : " %s ", mo_operator_text(e->op));
	add_at_level(e->a.at[1], own + 1, out);
}

static void add_if(const mo_expr *e, sb_text *out)
{
	for (uint32_t i = 0; i + 1 < e->a.n; i += 2) {
		sb_add(out, i ? " elseif " : "if ");
		mo_expr_text(e->a.at[i], out);
		sb_add(out, " then ");
		mo_expr_text(e->a.at[i + 1], out);
	}
	if (e->a.n % 2) {
		sb_add(out, " else ");
		mo_expr_text(e->a.at[e->a.n - 1], out);
	}
}

static void add_range(const mo_expr *e, sb_text *out)
{
	for (uint32_t i = 0; i < e->a.n; i++) {
		if (i)
			sb_addc(out, ':');
		add_at_level(e->a.at[i], L_RANGE + 1, out);
	}
}

static void add_array(const mo_expr *e, sb_text *out)
{
	sb_addc(out, '{');
	add_list(&e->a, ", ", out);
	if (e->iterators.n) {
		sb_add(out, " for ");
		add_iterators(&e->iterators, out);
	}
	sb_addc(out, '}');
}

void mo_expr_text(const mo_expr *e, sb_text *out)
{
	switch ((mo_expr_kind)e->kind) {
	case MO_E_REAL: add_real(e->number, out); break;
	case MO_E_INTEGER: add_integer(e->number, out); break;
	case MO_E_STRING: add_string(e->text, out); break;
	case MO_E_BOOLEAN: sb_add(out, e->number != 0 ? "true" : "false"); break;
	case MO_E_END: sb_add(out, "end"); break;
	case MO_E_COLON: sb_addc(out, ':'); break;
	case MO_E_REF: add_parts(e, out); break;
	case MO_E_UNARY:
		sb_add(out, mo_operator_text(e->op));
		if (e->op == MO_OP_NOT)
			sb_addc(out, ' ');
		add_at_level(e->a.at[0], e->op == MO_OP_NOT ? L_RELATION : L_PRODUCT, out);
		break;
	case MO_E_BINARY: add_binary(e, out); break;
	case MO_E_IF: add_if(e, out); break;
	case MO_E_RANGE: add_range(e, out); break;
	case MO_E_CALL: case MO_E_PARTIAL: add_call(e, out); break;
	case MO_E_ARRAY: add_array(e, out); break;
	case MO_E_MATRIX:
		sb_addc(out, '[');
		add_list(&e->a, "; ", out);
		sb_addc(out, ']');
		break;
	case MO_E_ROW: add_list(&e->a, ", ", out); break;
	case MO_E_TUPLE:
		sb_addc(out, '(');
		add_list(&e->a, ", ", out);
		sb_addc(out, ')');
		break;
	case MO_E_SUBSCRIPTED:
		sb_addc(out, '(');
		mo_expr_text(e->a.at[0], out);
		sb_addc(out, ')');
		add_subscripts(&e->parts.at[0].subscripts, out);
		break;
	}
}

/* ------------------------------------------------- modifications, elements */

static void add_class(const mo_class *c, int indent, sb_text *out);
static void add_element(const mo_element *e, int indent, sb_text *out);

static void add_indent(int indent, sb_text *out)
{
	for (int i = 0; i < indent; i++)
		sb_add(out, "  ");
}

static void add_name(const mo_type_name *name, sb_text *out)
{
	for (uint32_t i = 0; i < name->n; i++) {
		if (i || name->global)
			sb_addc(out, '.');
		sb_add(out, name->name[i]);
	}
}

static void add_modifications(const mo_modifications *args, const mo_modifications *breaks, int indent, sb_text *out);

static void add_comment(const char *comment, sb_text *out)
{
	if (comment) {
		sb_addc(out, ' ');
		add_string(comment, out);
	}
}

static void add_value(const mo_expr *value, bool is_break, sb_text *out)
{
	if (is_break)
		sb_add(out, " = break");
	if (value) {
		sb_add(out, " = ");
		mo_expr_text(value, out);
	}
}

static void add_modification(const mo_modification *m, int indent, sb_text *out)
{
	sb_addf(out, "%s%s%s%s", m->redeclare ? "redeclare " : "", m->each ? "each " : "", m->final ? "final " : "",
		m->replaceable ? "replaceable " : "");
	if (m->element) {
		add_element(m->element, indent, out);
		return;
	}
	for (uint32_t i = 0; i < m->name_n; i++)
		sb_addf(out, "%s%s", i ? "." : "", m->name[i]);
	if (m->has_args)
		add_modifications(&m->args, NULL, indent, out);
	add_value(m->value, m->break_value, out);
	add_comment(m->comment, out);
}

static void add_break(const mo_modification *m, sb_text *out)
{
	sb_add(out, "break ");
	for (uint32_t i = 0; i < m->name_n; i++)
		sb_addf(out, "%s%s", i ? "." : "", m->name[i]);
	if (m->value)
		mo_expr_text(m->value, out);
}

static void add_modifications(const mo_modifications *args, const mo_modifications *breaks, int indent, sb_text *out)
{
	uint32_t broken = breaks ? breaks->n : 0;
	sb_addc(out, '(');
	for (uint32_t i = 0; i < args->n; i++) {
		if (i)
			sb_add(out, ", ");
		add_modification(args->at[i], indent, out);
	}
	for (uint32_t i = 0; i < broken; i++) {
		if (i || args->n)
			sb_add(out, ", ");
		add_break(breaks->at[i], out);
	}
	sb_addc(out, ')');
}

static void add_annotation(const mo_modifications *annotation, bool has, sb_text *out)
{
	if (has) {
		sb_add(out, " annotation");
		add_modifications(annotation, NULL, 0, out);
	}
}

static void add_constraint(const mo_element *e, sb_text *out)
{
	if (!e->has_constraint)
		return;
	sb_add(out, " constrainedby ");
	add_name(&e->constraint, out);
	if (e->constraint_args.n)
		add_modifications(&e->constraint_args, NULL, 0, out);
}

static void add_component(const mo_element *e, int indent, sb_text *out)
{
	static const char *const variabilities[] = {"", "discrete ", "parameter ", "constant "};
	sb_addf(out, "%s%s%s%s%s", e->flow ? "flow " : "", e->stream ? "stream " : "", variabilities[e->variability],
		e->input ? "input " : "", e->output ? "output " : "");
	add_name(&e->type, out);
	if (e->type_dims.n)
		add_subscripts(&e->type_dims, out);
	sb_addf(out, " %s", e->name);
	if (e->dims.n)
		add_subscripts(&e->dims, out);
	if (e->has_args)
		add_modifications(&e->args, NULL, indent, out);
	add_value(e->value, e->break_value, out);
	if (e->condition) {
		sb_add(out, " if ");
		mo_expr_text(e->condition, out);
	}
	add_constraint(e, out);
	add_comment(e->comment, out);
	add_annotation(&e->annotation, e->has_annotation, out);
}

static void add_import(const mo_element *e, sb_text *out)
{
	sb_add(out, "import ");
	if (e->name)
		sb_addf(out, "%s = ", e->name);
	add_name(&e->type, out);
	if (e->import_all)
		sb_add(out, ".*");
	if (e->import_names.n)
		sb_add(out, ".{");
	for (uint32_t i = 0; i < e->import_names.n; i++)
		sb_addf(out, "%s%s", i ? ", " : "", e->import_names.at[i]);
	if (e->import_names.n)
		sb_addc(out, '}');
	add_comment(e->comment, out);
	add_annotation(&e->annotation, e->has_annotation, out);
}

/* An element without the prefixes that a modification writes too. */
static void add_element(const mo_element *e, int indent, sb_text *out)
{
	switch ((mo_element_kind)e->kind) {
	case MO_EL_COMPONENT: add_component(e, indent, out); break;
	case MO_EL_IMPORT: add_import(e, out); break;
	case MO_EL_EXTENDS:
		sb_add(out, "extends ");
		add_name(&e->type, out);
		if (e->has_args)
			add_modifications(&e->args, &e->break_names, indent, out);
		add_annotation(&e->annotation, e->has_annotation, out);
		break;
	case MO_EL_CLASS:
		add_class(e->class_def, indent, out);
		add_constraint(e, out);
		if (e->comment && e->comment != e->class_def->comment)
			add_comment(e->comment, out);
		add_annotation(&e->annotation, e->has_annotation, out);
		break;
	}
}

static void add_elements(const mo_class *c, int indent, sb_text *out)
{
	bool is_protected = false;
	for (uint32_t i = 0; i < c->elements.n; i++) {
		const mo_element *e = c->elements.at[i];
		if (e->is_protected != is_protected) {
			is_protected = e->is_protected;
			add_indent(indent - 1, out);
			sb_add(out, is_protected ? "protected\n" : "public\n");
		}
		add_indent(indent, out);
		sb_addf(out, "%s%s%s%s%s", e->redeclare ? "redeclare " : "", e->final ? "final " : "", e->inner ? "inner " : "",
			e->outer ? "outer " : "", e->replaceable ? "replaceable " : "");
		add_element(e, indent, out);
		sb_add(out, ";\n");
	}
}

/* ---------------------------------------------------- equations and classes */

static void add_equations(const mo_equations *body, int indent, sb_text *out);

static void add_branches(const mo_equation *q, int indent, sb_text *out)
{
	const char *word = q->kind == MO_Q_IF ? "if" : q->kind == MO_Q_WHEN ? "when" : q->kind == MO_Q_WHILE ? "while"
		: "for";
	for (uint32_t i = 0; i < q->branches.n; i++) {
		const mo_branch *b = &q->branches.at[i];
		if (i)
			add_indent(indent, out);
		if (q->kind == MO_Q_FOR) {
			sb_add(out, "for ");
			add_iterators(&q->iterators, out);
			sb_add(out, " loop\n");
		} else if (!b->condition) {
			sb_add(out, "else\n");
		} else {
			sb_addf(out, "%s%s ", i ? "else" : "", word);
			mo_expr_text(b->condition, out);
			sb_add(out, q->kind == MO_Q_WHILE ? " loop\n" : " then\n");
		}
		add_equations(&b->body, indent + 1, out);
	}
	add_indent(indent, out);
	sb_addf(out, "end %s", word);
}

static void add_equation(const mo_equation *q, int indent, sb_text *out)
{
	switch ((mo_equation_kind)q->kind) {
	case MO_Q_EQUAL: case MO_Q_ASSIGN: case MO_Q_MULTI:
		add_at_level(q->left, L_RANGE, out);
		sb_add(out, q->kind == MO_Q_EQUAL ? " = " : " := ");
		add_at_level(q->right, L_IF, out);
		break;
	case MO_Q_CONNECT:
		sb_add(out, "connect(");
		mo_expr_text(q->left, out);
		sb_add(out, ", ");
		mo_expr_text(q->right, out);
		sb_addc(out, ')');
		break;
	case MO_Q_CALL: mo_expr_text(q->left, out); break;
	case MO_Q_BREAK: sb_add(out, "break"); break;
	case MO_Q_RETURN: sb_add(out, "return"); break;
	case MO_Q_IF: case MO_Q_FOR: case MO_Q_WHEN: case MO_Q_WHILE: add_branches(q, indent, out); break;
	}
	add_comment(q->comment, out);
	add_annotation(&q->annotation, q->has_annotation, out);
}

static void add_equations(const mo_equations *body, int indent, sb_text *out)
{
	for (uint32_t i = 0; i < body->n; i++) {
		add_indent(indent, out);
		add_equation(body->at[i], indent, out);
		sb_add(out, ";\n");
	}
}

static void add_short_form(const mo_class *c, int indent, sb_text *out)
{
	sb_addf(out, "%s = ", c->name);
	if (c->form == MO_FORM_SHORT) {
		sb_addf(out, "%s%s%s%s", c->base_flow ? "flow " : "", c->base_stream ? "stream " : "", c->base_input ? "input "
			: "",
			c->base_output ? "output " : "");
		add_name(&c->base, out);
		if (c->base_dims.n)
			add_subscripts(&c->base_dims, out);
		if (c->has_args)
			add_modifications(&c->args, NULL, indent, out);
	} else if (c->form == MO_FORM_DER) {
		sb_add(out, "der(");
		add_name(&c->base, out);
		for (uint32_t i = 0; i < c->der_names.n; i++)
			sb_addf(out, ", %s", c->der_names.at[i]);
		sb_addc(out, ')');
	} else {
		sb_add(out, c->open_enumeration ? "enumeration(:" : "enumeration(");
		for (uint32_t i = 0; i < c->literals.n; i++) {
			sb_addf(out, "%s%s", i ? ", " : "", c->literals.at[i].name);
			add_comment(c->literals.at[i].comment, out);
			add_annotation(&c->literals.at[i].annotation, c->literals.at[i].has_annotation, out);
		}
		sb_addc(out, ')');
	}
	add_comment(c->comment, out);
	add_annotation(&c->annotation, c->has_annotation, out);
}

static void add_external(const mo_class *c, int indent, sb_text *out)
{
	add_indent(indent, out);
	sb_add(out, "external");
	add_comment(c->language, out);
	if (c->external_result) {
		sb_addc(out, ' ');
		mo_expr_text(c->external_result, out);
		sb_add(out, " =");
	}
	if (c->external_call) {
		sb_addf(out, " %s(", c->external_name);
		add_list(&c->external_args, ", ", out);
		sb_addc(out, ')');
	}
	add_annotation(&c->external_annotation, c->has_external_annotation, out);
	sb_add(out, ";\n");
}

static void add_long_form(const mo_class *c, int indent, sb_text *out)
{
	sb_addf(out, "%s%s", c->form == MO_FORM_EXTENDS ? "extends " : "", c->name);
	if (c->has_args)
		add_modifications(&c->args, NULL, indent, out);
	add_comment(c->comment, out);
	sb_addc(out, '\n');
	add_elements(c, indent + 1, out);
	for (uint32_t i = 0; i < c->sections.n; i++) {
		const mo_section *s = &c->sections.at[i];
		add_indent(indent, out);
		sb_addf(out, "%s%s\n", s->initial ? "initial " : "", s->algorithm ? "algorithm" : "equation");
		add_equations(&s->body, indent + 1, out);
	}
	if (c->external)
		add_external(c, indent + 1, out);
	if (c->has_annotation) {
		add_indent(indent, out);
		add_annotation(&c->annotation, true, out);
		sb_add(out, ";\n");
	}
	add_indent(indent, out);
	sb_addf(out, "end %s", c->name);
}

static void add_class(const mo_class *c, int indent, sb_text *out)
{
	sb_addf(out, "%s%s%s%s%s%s ", c->encapsulated ? "encapsulated " : "", c->is_partial ? "partial " : "",
		c->expandable ? "expandable " : "", c->pure ? "pure " : "", c->impure ? "impure " : "",
		mo_restriction_text(c->restriction));
	if (c->form == MO_FORM_LONG || c->form == MO_FORM_EXTENDS)
		add_long_form(c, indent, out);
	else
		add_short_form(c, indent, out);
}

void mo_dump(const mo_file *file, sb_text *out)
{
	if (file->has_within) {
		sb_add(out, file->within.n ? "within " : "within");
		add_name(&file->within, out);
		sb_add(out, ";\n");
	}
	for (uint32_t i = 0; i < file->classes.n; i++) {
		const mo_element *e = file->classes.at[i];
		if (e->final)
			sb_add(out, "final ");
		add_element(e, 0, out);
		sb_add(out, ";\n");
	}
}
