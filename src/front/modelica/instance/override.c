/* Values from outside: `-p motor.J=0.1` becomes the outermost modification of the class that is translated.
 *
 * The text is read as Modelica, in the modification of an extends clause, so a value is any expression and mistakes in
 * it are reported as in a file.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "front/modelica/instance/scope.h"

/* Mistakes are told of the value as it was given, and not of the text around it. NULL after a message. */
static mo_expr *read_expression(mo_context *c, const sf_given *o)
{
	const char *text = sb_printf(c->arena, "%s=%s", o->name, o->value);
	uint32_t source = sb_source_add(c->diag, text, text, strlen(text)), before = sb_errors(c->diag);
	mo_expr *e = mo_parse_expression(c->arena, c->names, c->diag, source, (uint32_t)strlen(o->name) + 1);
	return sb_errors(c->diag) == before ? e : NULL;
}

static mo_modification *read_override(mo_context *c, const sf_given *o)
{
	uint32_t before = sb_errors(c->diag);
	mo_expr *value = read_expression(c, o);
	if (!value)
		return NULL;
	const char *text = sb_printf(c->arena, "model P extends P(\n%s = %s\n); end P;", o->name, o->value);
	uint32_t source = sb_source_add(c->diag, sb_printf(c->arena, "%s=%s", o->name, o->value), text, strlen(text));
	mo_file *file = strchr(o->name, '[') ? NULL : mo_parse(c->arena, c->names, c->diag, source);
	if (sb_errors(c->diag) != before)
		return NULL;
	mo_class *def = file && file->classes.n == 1 ? file->classes.at[0]->class_def : NULL;
	mo_element *e = def && def->elements.n == 1 && !def->sections.n ? def->elements.at[0] : NULL;
	mo_modification *m = e && e->kind == MO_EL_EXTENDS && e->args.n == 1 ? e->args.at[0] : NULL;
	if (m && m->value && !m->args.n && !m->element) {
		m->value = value;
		return m;
	}
	sb_message *said =
		sb_report(c->diag, SB_ERROR, "M0231", (sb_span){0}, "'%s=%s' does not set a parameter", o->name, o->value);
	sb_help(said, "write NAME=VALUE with a dotted name and a value as in Modelica, such as motor.J=0.1; for one "
				  "element of an array, the value and the start value can be set: x[2]=1 and x[2].start=1");
	return NULL;
}

/* The time in an expression of somebody who calls it t. */
static void let_t_be_time(mo_context *c, mo_expr *e)
{
	if (!e)
		return;
	if (e->kind == MO_E_REF && e->parts.n == 1 && strcmp(e->parts.at[0].name, "t") == 0)
		e->parts.at[0].name = sb_intern(c->names, "time");
	for (uint32_t i = 0; i < e->a.n; i++)
		let_t_be_time(c, e->a.at[i]);
	for (uint32_t i = 0; i < e->named.n; i++)
		let_t_be_time(c, e->named.at[i].value);
	for (uint32_t i = 0; i < e->iterators.n; i++)
		let_t_be_time(c, e->iterators.at[i].range);
	for (uint32_t i = 0; i < e->parts.n; i++)
		for (uint32_t k = 0; k < e->parts.at[i].subscripts.n; k++)
			let_t_be_time(c, e->parts.at[i].subscripts.at[k]);
}

/* n[2] or n[2].start, which no modification can name: it becomes part of the value of n, or of its start value. */
static bool is_element(const sf_given *o)
{
	const char *last = strrchr(o->name, '.');
	static const char *const attributes[] = {".fixed", ".min", ".max", ".nominal"};
	for (int i = 0; i < 4; i++)
		if (last && strcmp(last, attributes[i]) == 0)
			return false;
	return strchr(o->name, '[') != NULL;
}

static const char *without_spaces(mo_context *c, const char *name)
{
	char *kept = sb_strdup(c->arena, name), *to = kept;
	for (const char *from = name; *from; from++)
		if (*from != ' ')
			*to++ = *from;
	*to = 0;
	return kept;
}

bool mo_has_given_elements(const sf_given *overrides, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		if (is_element(&overrides[i]))
			return true;
	return false;
}

static bool read_value(const sm_model *m, const sm_variable *v, const char *text, sx_value *out)
{
	char *end = NULL;
	if (v->type == SX_STRING) {
		*out = (sx_value){ .type = SX_STRING, .string = text };
		return true;
	}
	if (v->type == SX_BOOLEAN) {
		*out = (sx_value){ .type = SX_BOOLEAN, .integer = strcmp(text, "true") == 0 };
		return out->integer || strcmp(text, "false") == 0;
	}
	if (v->enumeration) {
		const sm_enum *e = &m->enums.at[v->enumeration - 1];
		const char *dot = strrchr(text, '.');
		for (uint32_t i = 0; i < e->count; i++)
			if (strcmp(e->literals[i], dot ? dot + 1 : text) == 0) {
				*out = (sx_value){ .type = SX_INTEGER, .integer = i + 1 };
				return true;
			}
		return false;
	}
	double number = sb_read_real(text, &end);
	*out = (sx_value){
		.type = v->type, .real = number, .integer = v->type == SX_INTEGER && fabs(number) < 1e15 ? (int64_t)number : 0};
	return end != text && !*end && isfinite(number) && (v->type == SX_REAL || number == floor(number));
}

static sx_ref literal_of(sx_pool *p, const sx_value *v)
{
	return v->type == SX_REAL ? sx_real(p, v->real) : v->type == SX_STRING ? sx_string(p, v->string)
		: v->type == SX_BOOLEAN ? sx_bool(p, v->integer != 0) : sx_int(p, v->integer);
}

/* The element that is meant, if this is about the elements' `attribute` (".start", or "": their values); or UINT32_MAX.
 */
static uint32_t given_scalar(const mo_context *c, const char *name, const char *attribute)
{
	size_t n = strlen(name), tail = strlen(attribute);
	if (n < tail || strcmp(name + n - tail, attribute) != 0)
		return UINT32_MAX;
	return sm_find_scalar(c->model, sb_printf(c->arena, "%.*s", (int)(n - tail), name));
}

sx_ref mo_with_given_elements(mo_context *c, uint32_t variable, const char *attribute, sx_ref binding)
{
	for (uint32_t i = 0; i < c->given.n; i++) {
		const sm_variable *v = sm_var(c->model, variable);
		uint32_t scalar = given_scalar(c, c->given.at[i].name, attribute), rest = scalar - v->first;
		sx_value value;
		if (scalar < v->first || scalar >= v->first + v->count ||
			!read_value(c->model, v, c->given.at[i].value, &value))
			continue;
		sx_ref here = sx_bool(c->pool, true);
		for (uint32_t d = v->rank; d-- > 0; rest /= v->shape[d]) {
			sx_ref at =
				sx_binary(c->pool, SX_EQ, sx_iter(c->pool, v->over[d]), sx_int(c->pool, rest % v->shape[d] + 1));
			here = sx_binary(c->pool, SX_AND, at, here);
		}
		binding = sx_if(c->pool, here, literal_of(c->pool, &value), binding);
	}
	return binding;
}

static void put_outermost(mo_context *c, mo_scope *root, const mo_modifications *all, mo_scope *seen_from)
{
	mo_modifier_list list = {0};
	mo_list_args(c, &list, (mo_modifications *)all, seen_from, false);
	mo_list_join(c, &list, root->modifiers);
	root->modifiers = list.first;
}

bool mo_override_modifiers(mo_context *c, mo_scope *root, const sf_given *overrides, uint32_t count)
{
	bool ok = true;
	mo_modifications all = {0};
	for (uint32_t i = 0; i < count; i++) {
		if (is_element(&overrides[i])) {
			sf_given one = { without_spaces(c, overrides[i].name), overrides[i].value };
			sb_push(c->arena, c->given, one);
			continue;
		}
		mo_modification *m = read_override(c, &overrides[i]);
		ok &= m != NULL;
		if (m)
			sb_push(c->arena, all, m);
	}
	put_outermost(c, root, &all, root->parent ? root->parent : c->top);
	return ok;
}

bool mo_give_inputs(mo_context *c, mo_scope *root, const sf_request *r)
{
	bool ok = true;
	mo_modifications all = {0};
	for (uint32_t i = 0; i < r->input_count; i++) {
		mo_modification *m = read_override(c, &r->inputs[i]);
		ok &= m != NULL;
		if (m && r->t_is_time)
			let_t_be_time(c, m->value);
		if (m)
			sb_push(c->arena, all, m);
	}
	put_outermost(c, root, &all, root);
	return ok;
}
