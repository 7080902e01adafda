/* Names: what each one means. A declaration makes a symbol at once; the variable of the model is made later, when it is
 * known who sets it: a REAL that nobody sets is a parameter. */
#include "front/cosy/expression/cosy_expression.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

co_node *co_new(co_context *c, co_kind kind, sb_span span, const char *name)
{
	co_node *n = sb_new(c->arena, co_node);

	n->kind = kind;
	n->span = n->name_span = span;
	n->name = name;
	return n;
}

static const char *const type_names[] = {"",
#define X(name) #name,
										 CO_TYPES(X)
#undef X
											 "record",
										 "reference to a process"};

static co_type type_named(const char *name)
{
	for (int t = CO_T_REAL; t < CO_T_RECORD; t++)
		if (name && strcmp(name, type_names[t]) == 0)
			return (co_type)t;
	return CO_T_NONE;
}

const char *co_kind_text(co_type type)
{
	return type_names[type];
}

/* ---- tables */

co_symbol *co_global(const co_context *c, const char *name)
{
	return sb_map_find(&c->symbols, name);
}

co_symbol *co_find(const co_scope *s, const char *name)
{
	co_symbol *found = s->locals ? sb_map_find(s->locals, name) : NULL;

	return found ? found : co_global(s->c, name);
}

bool co_hides(const co_scope *s, const char *name)
{
	const co_symbol *found = s->locals ? sb_map_find(s->locals, name) : NULL;

	return found && found->meaning == CO_LOCAL_NAME && !found->counts && co_global(s->c, name);
}

void co_unknown(co_scope *s, const co_node *name, const char *what)
{
	co_context *c = s->c;
	sb_strings names = {0};
	sb_message *m = sb_report(c->diag, SB_ERROR, "K0301", name->name_span, "there is no %s '%s'", what, name->name);

	for (uint32_t i = 0; i < c->all.n; i++)
		sb_push(c->arena, names, c->all.at[i]->name);
	const char *near = sb_nearest(name->name, names.at, names.n);
	if (near)
		sb_help(m, "did you mean '%s'?", near);
	else
		sb_help(m, "declare it under VAR or CONST, with its type");
}

static void report_twice(co_context *c, const co_symbol *old, const char *name, sb_span span, bool later_counts)
{
	sb_message *m = later_counts ? sb_report(c->diag, SB_WARNING, "K0303", span,
											 "'%s' is declared twice; this declaration is used", name)
								 : sb_report(c->diag, SB_ERROR, "K0302", span, "'%s' is declared twice", name);

	sb_also(m, old->span, "it was declared here");
	sb_help(m, "remove one of them, or give it another name");
}

static bool is_value_type(co_type t)
{
	return t == CO_T_REAL || t == CO_T_INTEGER || t == CO_T_STATE || t == CO_T_ALGEBR || t == CO_T_DSTATE;
}

co_symbol *co_new_symbol(co_context *c, co_meaning meaning, const char *name, sb_span span, const co_node *node)
{
	co_symbol *s = sb_new(c->arena, co_symbol);

	*s = (co_symbol){.meaning = meaning,
					 .name = name,
					 .span = span,
					 .node = node,
					 .component = "",
					 .variable = CO_NOWHERE,
					 .initial = CO_NOWHERE,
					 .object = CO_NOWHERE,
					 .local = CO_NOWHERE,
					 .value_type = SX_REAL};
	return s;
}

sx_ref *co_dims(co_context *c, const co_symbol *s)
{
	sx_ref *dims = s->rank ? sb_new_array(c->arena, sx_ref, s->rank) : NULL;

	for (uint32_t d = 0; d < s->rank; d++)
		dims[d] = sx_int(c->pool, s->upper[d] - s->lower[d] + 1);
	return dims;
}

int64_t *co_lower(co_context *c, const co_symbol *s)
{
	int64_t *lower = NULL;

	for (uint32_t d = 0; d < s->rank; d++)
		if (s->lower[d] != 1 && !lower)
			lower = sb_new_array(c->arena, int64_t, s->rank);
	for (uint32_t d = 0; lower && d < s->rank; d++)
		lower[d] = s->lower[d];
	return lower;
}

co_symbol *co_add_symbol(co_context *c, co_meaning meaning, const char *name, sb_span span, const co_node *node)
{
	co_symbol *s = co_new_symbol(c, meaning, name, span, node), *old = co_global(c, name);

	if (old && co_child(node, 0) && node->kind == CO_VAR) {
		co_type now = type_named(co_child(node, 0)->name);
		bool takes_over = old->meaning == CO_VARIABLE && is_value_type(old->type) && is_value_type(now) &&
						  now != old->type && !old->rank;

		report_twice(c, old, name, span, takes_over);
		if (!takes_over)
			return NULL;
		for (uint32_t i = 0; i < c->all.n; i++)
			if (c->all.at[i] == old)
				c->all.at[i] = s;
		sb_map_set(&c->symbols, name, s);
		return s;
	}
	if (old) {
		report_twice(c, old, name, span, false);
		return NULL;
	}
	sb_map_set(&c->symbols, name, s);
	sb_push(c->arena, c->all, s);
	return s;
}

/* ---- values given from outside */

static const char *given(co_context *c, const char *name)
{
	for (uint32_t i = 0; i < c->override_count; i++)
		if (strcasecmp(c->overrides[i].name, name) == 0) {
			c->override_used[i] = true;
			return c->overrides[i].value;
		}
	return NULL;
}

static sx_ref value_given(co_context *c, const co_symbol *s, const char *text)
{
	char *end;

	if (s->value_type == SX_BOOLEAN && (!strcasecmp(text, "true") || !strcasecmp(text, "false")))
		return sx_bool(c->pool, !strcasecmp(text, "true"));
	errno = 0;
	double value = sb_read_real(text, &end);
	if (end != text && !*end && isfinite(value) && s->value_type == SX_REAL)
		return sx_real(c->pool, value);
	if (end != text && !*end && s->value_type == SX_INTEGER && value == floor(value) && fabs(value) < 9e15)
		return sx_int(c->pool, (int64_t)value);
	sb_message *m = sb_report(c->diag, SB_ERROR, "K0304", s->span, "'%s' is not a value for '%s'", text, s->name);
	sb_help(m, "give %s",
			s->value_type == SX_BOOLEAN   ? "TRUE or FALSE"
			: s->value_type == SX_INTEGER ? "a whole number"
										  : "a number such as 2.5 or 1e-3");
	return 0;
}

/* ---- constants */

static void declare_const(co_context *c, const co_node *n)
{
	co_symbol *s = co_add_symbol(c, CO_CONSTANT, n->name, n->name_span, n);
	co_scope scope = {.c = c, .component = ""};
	co_type type = co_child(n, 1) ? type_named(co_child(n, 1)->name) : CO_T_NONE;

	if (!s)
		return;
	sx_ref value = co_expr(&scope, co_child(n, 0));
	if (!value)
		value = sx_real(c->pool, 0);
	s->value_type = type == CO_T_INTEGER   ? SX_INTEGER
					: type == CO_T_BOOLEAN ? SX_BOOLEAN
					: type == CO_T_REAL    ? SX_REAL
										   : sx_type_of(c->pool, value);
	value = co_convert(&scope, value, s->value_type, co_child(n, 0)->span, "this constant");
	const char *text = given(c, s->name);
	sx_ref instead = text ? value_given(c, s, text) : 0;
	value = instead ? instead : value;
	s->type = s->value_type == SX_INTEGER ? CO_T_INTEGER : s->value_type == SX_BOOLEAN ? CO_T_BOOLEAN : CO_T_REAL;
	s->variable = co_add_variable(c, s, s->name, s->value_type);
	sm_variable *v = sm_edit(c->m, s->variable);
	v->variability = SM_PARAMETER;
	v->binding = value;
	v->binding_span = n->span;
}

void co_declare_consts(co_context *c, const co_node *consts)
{
	const co_node *list = co_child(consts, 0);

	for (uint32_t i = 0; i < co_count(list); i++)
		declare_const(c, list->of.at[i]);
}

/* ---- types */

void co_declare_types(co_context *c, const co_node *types)
{
	const co_node *list = co_child(types, 0);

	for (uint32_t i = 0; i < co_count(list); i++) {
		const co_node *record = list->of.at[i], *fields = co_child(record, 0);
		co_symbol *s = co_add_symbol(c, CO_RECORD_NAME, record->name, record->name_span, record);
		if (!s)
			continue;
		for (uint32_t k = 0; k < co_count(fields); k++) {
			const co_node *var = fields->of.at[k];
			co_symbol *f = co_new_symbol(c, CO_VARIABLE, var->name, var->name_span, var);
			if (co_count(co_child(var, 1))) {
				sb_help(sb_report(c->diag, SB_ERROR, "K0305", var->span, "a field of a record cannot be an array"),
						"declare one field for each element");
				continue;
			}
			if (co_set_type(c, f, co_child(var, 0)))
				sb_push(c->arena, s->fields, f);
		}
	}
}

/* The type of a variable: one of the language, a record, or a class of processes. */
bool co_set_type(co_context *c, co_symbol *s, const co_node *type)
{
	co_symbol *named;

	s->type = type ? type_named(type->name) : CO_T_REAL;
	s->value_type = s->type == CO_T_INTEGER                            ? SX_INTEGER
					: s->type == CO_T_BOOLEAN || s->type == CO_T_LOGIC ? SX_BOOLEAN
																	   : SX_REAL;
	if (s->type != CO_T_NONE)
		return true;
	named = co_global(c, type->name);
	if (named && named->meaning == CO_RECORD_NAME) {
		s->type = CO_T_RECORD;
		s->record = named;
		return true;
	}
	if (named && named->meaning == CO_CLASS) {
		s->type = CO_T_REFERENCE;
		s->value_type = SX_INTEGER;
		s->record = named;
		return true;
	}
	sb_message *m = sb_report(c->diag, SB_ERROR, "K0306", type->name_span, "'%s' is not a type", type->name);
	const char *near = sb_nearest(type->name, type_names + 1, CO_T_RECORD - 1);
	if (near)
		sb_help(m, "did you mean '%s'?", near);
	else
		sb_help(m, "types are those of the language (STATE, REAL, ...), records under TYPE, and classes of processes");
	return false;
}

bool co_bounds(co_context *c, co_symbol *s, const co_node *ranges)
{
	co_scope scope = {.c = c, .component = ""};
	double size = 1;

	if (co_count(ranges) > CO_RANK_MOST) {
		sb_help(sb_report(c->diag, SB_ERROR, "K0307", ranges->span, "'%s' has more than %d dimensions", s->name,
						  CO_RANK_MOST),
				"use fewer");
		return false;
	}
	for (uint32_t i = 0; i < co_count(ranges); i++) {
		const co_node *r = ranges->of.at[i];
		int64_t from = 1, to;
		if (r->kind == CO_RANGE ? !co_integer_constant(&scope, co_child(r, 0), "the bound of an array", &from) ||
									  !co_integer_constant(&scope, co_child(r, 1), "the bound of an array", &to)
								: !co_integer_constant(&scope, r, "the bound of an array", &to))
			return false;
		size *= (double)to - (double)from + 1;
		if (to < from || size > 1e8) {
			sb_message *m =
				sb_report(c->diag, SB_ERROR, "K0308", r->span, "the bounds %lld..%lld of '%s' make %s", (long long)from,
						  (long long)to, s->name, to < from ? "no array" : "an array that is too large");
			sb_help(m, to < from ? "the second bound must not be less than the first"
								 : "use fewer than a hundred million elements");
			return false;
		}
		s->lower[s->rank] = from;
		s->upper[s->rank++] = to;
	}
	return true;
}

/* ---- variables */

static void declare_fields(co_context *c, co_symbol *s)
{
	for (uint32_t i = 0; i < s->record->fields.n; i++) {
		const co_symbol *f = s->record->fields.at[i];
		co_symbol *one = co_add_symbol(
			c, CO_VARIABLE, sb_intern(c->names, sb_printf(c->arena, "%s.%s", s->name, f->name)), s->span, f->node);
		if (!one)
			continue;
		one->type = f->type;
		one->value_type = f->value_type;
		one->record = f->record;
		one->component = s->component;
		one->rank = s->rank;
		memcpy(one->lower, s->lower, sizeof s->lower);
		memcpy(one->upper, s->upper, sizeof s->upper);
		sb_push(c->arena, s->fields, one);
	}
}

static co_meaning meaning_of(co_type t)
{
	switch (t) {
	case CO_T_SEVENT:
	case CO_T_TEVENT:
		return CO_EVENT_NAME;
	case CO_T_PROCESS:
		return CO_CLASS;
	case CO_T_MODEL:
		return CO_MODEL_NAME;
	case CO_T_FACILITY:
	case CO_T_STORAGE:
	case CO_T_GATE:
	case CO_T_SETFILE:
		return CO_RESOURCE;
	case CO_T_RANDOM:
		return CO_STREAM;
	case CO_T_SAMPLE:
		return CO_DATA;
	case CO_T_COLLECT:
	case CO_T_TIMEPERS:
	case CO_T_HISTOGRAM:
		return CO_STATISTIC;
	case CO_T_PRINTPLOT:
	case CO_T_TABLEPRINT:
		return CO_OUTPUT_NAME;
	default:
		return CO_VARIABLE;
	}
}

static const co_node *option(const co_node *var, const char *name)
{
	const co_node *list = co_child(var, 3);

	for (uint32_t i = 0; i < co_count(list); i++)
		if (list->of.at[i]->kind == CO_OPTION && strcmp(list->of.at[i]->name, name) == 0)
			return list->of.at[i];
	return NULL;
}

void co_declare_var(co_context *c, const co_node *var, const char *component)
{
	co_type type = co_child(var, 0) ? type_named(co_child(var, 0)->name) : CO_T_REAL;
	co_symbol *known = co_global(c, var->name);

	/* a class that is described under PROCESSES is known already, and VAR PROCESS only says so again */
	if (type == CO_T_PROCESS && known && known->meaning == CO_CLASS)
		return;
	co_symbol *s = co_add_symbol(c, meaning_of(type), var->name, var->name_span, var);
	if (!s)
		return;
	s->component = component;
	if (!co_set_type(c, s, co_child(var, 0)) || !co_bounds(c, s, co_child(var, 1)))
		return;
	if (s->type == CO_T_MODEL && option(var, "OF"))
		s->meaning = CO_INSTANCES;
	if (s->type == CO_T_RECORD)
		declare_fields(c, s);
	if (s->meaning == CO_RESOURCE || s->meaning == CO_STATISTIC || s->meaning == CO_STREAM || s->meaning == CO_DATA)
		co_declare_resource(c, s);
	if (s->rank && (s->meaning == CO_EVENT_NAME || s->meaning == CO_CLASS))
		sb_help(sb_report(c->diag, SB_ERROR, "K0309", var->span, "'%s' cannot be an array", s->name),
				"give it an argument instead: %s(I)", s->name);
}

uint32_t co_add_variable(co_context *c, const co_symbol *s, const char *name, sx_type type)
{
	uint32_t shape[CO_RANK_MOST];

	for (uint32_t d = 0; d < s->rank; d++)
		shape[d] = (uint32_t)(s->upper[d] - s->lower[d] + 1);
	uint32_t number = sm_add_variable(c->m, name, type, shape, s->rank);
	sm_variable *v = sm_edit(c->m, number);
	v->span = s->span;
	v->component = s->component;
	v->lower = co_lower(c, s);
	if (s->rank) {
		v->over = sb_new_array(c->arena, uint32_t, s->rank);
		for (uint32_t d = 0; d < s->rank; d++)
			v->over[d] = sx_new_iter(c->pool, "i");
	}
	return number;
}

static sx_ref zero(co_context *c, sx_type type)
{
	return type == SX_INTEGER ? sx_int(c->pool, 0) : type == SX_BOOLEAN ? sx_bool(c->pool, false) : sx_real(c->pool, 0);
}

/* What an expression of a declaration holds that is not there before anything happens. */
typedef struct unfixed {
	const co_context *c;
	const char *name;
	sb_span span;
} unfixed;

static bool see_unfixed(void *context, const sx_pool *pool, sx_ref e)
{
	unfixed *u = context;
	const sm_variable *v = sx_op_of(pool, e) == SX_VAR ? sm_var(u->c->m, sx_at(pool, e)->payload) : NULL;

	if (v && v->variability != SM_PARAMETER) {
		u->name = v->name;
		u->span = v->span;
	} else if (sx_flags(pool, e) & SX_HAS_TIME && !u->name)
		u->name = "TIME";
	return true;
}

/* Numbers, CONSTs, and variables that no statement sets. */
sx_ref co_fixed_value(co_context *c, const co_node *n, sx_type type, const char *what)
{
	co_scope scope = {.c = c, .component = ""};
	sx_ref e = co_typed(&scope, n, type, what);
	unfixed u = {.c = c};

	if (e)
		sx_visit(c->pool, e, see_unfixed, &u);
	if (!u.name)
		return e;
	sb_message *m =
		sb_report(c->diag, SB_ERROR, "K0310", n->span, "%s depends on '%s', which is not constant", what, u.name);
	if (u.span.source)
		sb_also(m, u.span, "'%s' is declared here", u.name);
	sb_help(m, "use numbers, CONSTs, and variables that no statement sets; assign computed values in INITIAL");
	return 0;
}

/* The value of the declaration: of an array, for all of its elements. */
static sx_ref declared_value(co_context *c, co_symbol *s, const char *text)
{
	const co_node *value = s->node->kind == CO_VAR && strcmp(s->node->name, s->name) == 0 ? co_child(s->node, 2) : NULL;

	if (text)
		return value_given(c, s, text);
	return value ? co_fixed_value(c, value, s->value_type, "the value of a declaration") : zero(c, s->value_type);
}

static void finish_variable(co_context *c, co_symbol *s, sx_ref value)
{
	bool settable = s->type == CO_T_REAL || s->type == CO_T_INTEGER || s->type == CO_T_BOOLEAN ||
					s->type == CO_T_DSTATE || s->type == CO_T_REFERENCE;
	sm_variable *v = sm_edit(c->m, s->variable);

	v->start = value;
	v->start_given = true;
	if (settable && !s->assigned) {
		v->variability = SM_PARAMETER;
		v->binding = value;
	} else if (settable) {
		v->variability = SM_DISCRETE;
		v->fixed = sx_bool(c->pool, true);
		v->kept = s->type != CO_T_DSTATE;
		v->set_by_routines = true;
		v->hidden = s->type == CO_T_REFERENCE; /* a number that says nothing */
	} else if (s->type == CO_T_LOGIC) {
		v->variability = SM_DISCRETE;
	} else if (s->type == CO_T_STATE) {
		v->fixed = sx_bool(c->pool, !s->assigned_initial);
	}
}

static void make_variable(co_context *c, co_symbol *s)
{
	s->open = true;
	const char *text =
		given(c, s->type == CO_T_STATE || s->type == CO_T_DSTATE ? sb_printf(c->arena, "%s.start", s->name) : s->name);
	sx_ref value = declared_value(c, s, text);

	s->open = false;
	if (s->variable == CO_NOWHERE)
		s->variable = co_add_variable(c, s, s->name, s->value_type);
	finish_variable(c, s, value ? value : zero(c, s->value_type));
	if (text && s->assigned_initial)
		sb_help(sb_report(c->diag, SB_ERROR, "K0311", s->span, "'%s' gets its initial value from INITIAL or INITCOND",
						  s->name),
				"give values to the variables that it is computed from");
	if (s->type != CO_T_STATE || !s->assigned_initial)
		return;
	s->initial = co_add_variable(c, s, sb_printf(c->arena, "%s.initial", s->name), SX_REAL);
	sm_variable *v = sm_edit(c->m, s->initial);
	v->variability = SM_DISCRETE;
	v->hidden = v->kept = v->start_given = true;
	v->start = value;
	v->fixed = sx_bool(c->pool, true);
	sm_equation *q = sm_equation_new(c->m, SM_EQUAL, s->span, s->component);
	sx_ref subscripts[CO_RANK_MOST];
	for (uint32_t d = 0; d < s->rank; d++) {
		sm_range r = {sx_new_iter(c->pool, "i"), 1, s->upper[d] - s->lower[d] + 1};
		sb_push(c->arena, q->domain, r);
		subscripts[d] = sx_iter(c->pool, r.iterator);
	}
	q->lhs = sx_var(c->pool, s->variable, SX_REAL, subscripts, s->rank);
	q->rhs = sx_var(c->pool, s->initial, SX_REAL, subscripts, s->rank);
	sb_push(c->arena, c->m->initial_equations, q);
}

/* Values of declarations may be made of variables that are declared further down. */
void co_make_variable(co_context *c, co_symbol *s)
{
	if (s->meaning != CO_VARIABLE || s->type == CO_T_RECORD || s->type == CO_T_NONE || s->variable != CO_NOWHERE)
		return;
	if (s->open) {
		sb_help(sb_report(c->diag, SB_ERROR, "K0381", s->span, "the value of '%s' depends on itself", s->name),
				"give one of them a number as its value");
		return;
	}
	if (!co_is_left_out(c, s))
		make_variable(c, s);
}

/* A table has asked for its value before anybody knew that it is assigned. */
static void check_constant(co_context *c, const co_symbol *s)
{
	if (s->meaning != CO_VARIABLE || !s->assigned || s->variable == CO_NOWHERE ||
		sm_var(c->m, s->variable)->variability != SM_PARAMETER)
		return;
	sb_message *m = sb_report(c->diag, SB_ERROR, "K0321", s->span,
							  "'%s' is not known when the program is translated", s->name);
	sb_note(m, "a table or a size is made of it, and the program assigns to it");
	sb_help(m, "use numbers and names of CONST");
}

void co_make_variables(co_context *c)
{
	for (uint32_t i = 0; i < c->all.n; i++) {
		co_make_variable(c, c->all.at[i]);
		check_constant(c, c->all.at[i]);
	}
	for (uint32_t i = 0; i < c->override_count; i++)
		if (!c->override_used[i])
			sb_help(sb_report(c->diag, SB_ERROR, "K0312", (sb_span){0},
							  "there is nothing called '%s' in the program that could be given a value",
							  c->overrides[i].name),
					"give a value to a CONST or to a variable that nothing assigns, by its name");
}

bool co_may_be_local(co_context *c, const co_symbol *s, const char *where, bool records)
{
	if (s->type == CO_T_REAL || s->type == CO_T_INTEGER || s->type == CO_T_BOOLEAN || s->type == CO_T_REFERENCE ||
		(s->type == CO_T_RECORD && records))
		return true;
	sb_message *m = sb_report(c->diag, SB_ERROR, "K0520", s->node->span, "'%s' cannot be declared in %s: it is a %s",
							  s->node->name, where, co_kind_text(s->type));
	sb_help(m, "declare it under VAR of the program");
	return false;
}

uint32_t co_local(co_scope *s, const char *name, sx_type type, sb_span span)
{
	sm_local one = {.name = name, .type = type, .role = SM_TEMPORARY, .span = span};
	sm_locals *locals = s->function ? &s->function->locals : &s->routine->locals;

	sb_push(s->c->arena, *locals, one);
	return locals->n - 1;
}

sx_ref co_local_ref(co_scope *s, uint32_t local)
{
	const sm_locals *locals = s->function ? &s->function->locals : &s->routine->locals;

	return sx_local(s->c->pool, local, locals->at[local].type, NULL, 0);
}
