/* EXTERNAL MODEL: one that is described in another file. A COSY program lends its FULL MODEL of that name, which is
 * then like one of this program. A Modelica class is translated by its own front end, and the flat model that comes out
 * is put into this one under a prefix, once for each call; its variables of the names of the arguments, whatever their
 * case, are tied to what the call gives. */
#include "base/file.h"
#include "front/cosy/module/cosy_module.h"
#include "front/cosy/syntax/cosy_syntax.h"
#include "front/modelica/modelica.h"

#include <string.h>

/* ---- the file */

static const char *beside(co_context *c, const char *path)
{
	const char *slash = strrchr(c->path, '/');

	if (*path == '/' || !slash)
		return path;
	return sb_path_join(c->arena, sb_strndup(c->arena, c->path, (size_t)(slash - c->path)), path);
}

static void split(co_context *c, const char *text, const char **path, const char **class_name)
{
	const char *colon = strrchr(text, ':');

	*path = colon && !strchr(colon, '/') ? sb_strndup(c->arena, text, (size_t)(colon - text)) : text;
	*class_name = *path == text ? NULL : colon + 1;
}

static bool ends_with(const char *text, const char *ending)
{
	size_t n = strlen(text), k = strlen(ending);

	return n >= k && strcasecmp(text + n - k, ending) == 0;
}

static const co_node *find_model(const co_node *program, const char *name)
{
	const co_node *parts = co_child(program, 0);

	for (uint32_t i = 0; i < co_count(parts); i++)
		if (parts->of.at[i]->kind == CO_FULL_MODEL && strcasecmp(parts->of.at[i]->name, name) == 0)
			return parts->of.at[i];
	return NULL;
}

static void read_program(co_context *c, co_symbol *s, const char *path, const char *name)
{
	size_t length;
	const char *text = sb_file_read(c->arena, c->diag, s->node->span, path, &length);
	uint32_t errors = sb_errors(c->diag);
	co_node *program =
		text ? co_parse(c->arena, c->names, c->diag, sb_source_add(c->diag, path, text, length), NULL, 0) : NULL;
	const co_node *model = program ? find_model(program, name ? name : s->name) : NULL;

	if (!text || sb_errors(c->diag) > errors)
		return;
	if (!model) {
		sb_message *m = sb_report(c->diag, SB_ERROR, "K0460", s->node->span, "there is no FULL MODEL '%s' in '%s'",
								  name ? name : s->name, path);
		sb_help(m, "name the model as it is called there, or write FROM $file.cosy:NAME$");
		return;
	}
	for (uint32_t l = 0; l < 2; l++)
		if (co_count(co_child(model, l)) != co_count(co_child(s->node, l))) {
			sb_message *m =
				sb_report(c->diag, SB_ERROR, "K0461", s->node->span, "'%s' has %u %s in its file, not %u", s->name,
						  co_count(co_child(model, l)), l ? "inputs" : "outputs", co_count(co_child(s->node, l)));
			sb_also(m, model->name_span, "it is described here");
			return;
		}
	s->described = model;
}

/* Its inputs are connected here. */
static bool is_not_about_inputs(const char *code)
{
	return strcmp(code, "M0407") != 0;
}

void co_read_external(co_context *c, co_symbol *s)
{
	const char *path, *name;

	split(c, s->node->text ? s->node->text : "", &path, &name);
	path = beside(c, path);
	if (ends_with(path, ".cosy")) {
		read_program(c, s, path, name);
	} else if (ends_with(path, ".mo") || sb_is_folder(path)) {
		uint32_t errors = sb_errors(c->diag), first = sb_messages(c->diag);
		s->external = mo_translate(&(sf_request){.arena = c->arena, .names = c->names, .diag = c->diag, .path = path, .part = name});
		if (!s->external && sb_errors(c->diag) > errors)
			sb_report(c->diag, SB_ERROR, "K0462", s->node->span,
					  "the class of the EXTERNAL MODEL '%s' could not be translated", s->name);
		sb_take_back(c->diag, first, is_not_about_inputs);
	} else {
		sb_message *m = sb_report(c->diag, SB_ERROR, "K0463", s->node->span,
								  "'%s' is in no notation that an EXTERNAL MODEL can be read from", path);
		sb_help(m, "write FROM $file.cosy$ or FROM $file.mo:Class$");
	}
}

/* ---- a flat model put into another */

typedef struct copying {
	co_context *c;
	const sm_model *from;
	uint32_t variables, functions, enums;
	sb_map exprs, iterators, sites;
	const char *prefix;
} copying;

static uint32_t mapped(sb_map *map, uint32_t key, uint32_t fresh)
{
	uint64_t known;

	if (sb_map_get(map, key, &known))
		return (uint32_t)known;
	sb_map_put(map, key, fresh);
	return fresh;
}

static uint32_t iterator_of(copying *k, uint32_t old)
{
	uint64_t known;

	return sb_map_get(&k->iterators, old, &known)
			   ? (uint32_t)known
			   : mapped(&k->iterators, old, sx_new_iter(k->c->pool, sx_iter_name(k->from->pool, old)));
}

static sx_ref literal(copying *k, sx_ref e)
{
	const sx_pool *from = k->from->pool;
	sx_pool *p = k->c->pool;

	switch (sx_type_of(from, e)) {
	case SX_REAL:
		return sx_real(p, sx_real_value(from, e));
	case SX_INTEGER:
		return sx_int(p, sx_int_value(from, e));
	case SX_BOOLEAN:
		return sx_bool(p, sx_int_value(from, e) != 0);
	default:
		return sx_string(p, sx_string_value(from, e));
	}
}

static sx_ref copy_expr(copying *k, sx_ref e)
{
	const sx_pool *from = k->from->pool;
	sx_pool *p = k->c->pool;
	uint64_t known;

	if (!e)
		return 0;
	if (sb_map_get(&k->exprs, e, &known))
		return (sx_ref)known;
	sx_node node = *sx_at(from, e);
	sx_ref few[8], *args = node.count <= 8 ? few : sb_new_array(k->c->arena, sx_ref, node.count), copy;
	for (uint32_t i = 0; i < node.count; i++)
		args[i] = copy_expr(k, sx_arg(from, e, i));
	switch (node.op) {
	case SX_CONST:
		copy = literal(k, e);
		break;
	case SX_VAR:
		copy = sx_var(p, node.payload + k->variables, node.type, args, node.count);
		break;
	case SX_ITER:
		copy = sx_iter(p, iterator_of(k, node.payload));
		break;
	case SX_CALL:
		copy = sx_call(p, node.payload + k->functions, node.type, args, node.count);
		break;
	case SX_ARRAY: {
		uint32_t rank;
		const uint32_t *shape = sx_shape(from, e, &rank);
		copy = sx_array(p, node.type, shape, rank, args, node.count);
		break;
	}
	case SX_SAMPLE:
	case SX_DELAY:
		copy = sx_make(p, node.op, node.type, mapped(&k->sites, node.payload, k->c->sites + 1), args, node.count);
		k->c->sites++;
		break;
	default:
		copy = sx_make(p, node.op, node.type, node.payload, args, node.count);
	}
	sb_map_put(&k->exprs, e, copy);
	return copy;
}

static sm_exprs copy_exprs(copying *k, const sm_exprs *list)
{
	sm_exprs out = {0};

	for (uint32_t i = 0; i < list->n; i++)
		sb_push(k->c->arena, out, copy_expr(k, list->at[i]));
	return out;
}

static sm_statements copy_statements(copying *k, const sm_statements *list)
{
	sm_statements out = {0};

	for (uint32_t i = 0; i < list->n; i++) {
		sm_statement *s = sb_new(k->c->arena, sm_statement);
		*s = *list->at[i];
		s->target = copy_expr(k, s->target);
		s->value = copy_expr(k, s->value);
		s->condition = copy_expr(k, s->condition);
		s->targets = copy_exprs(k, &list->at[i]->targets);
		s->iterator = s->kind == SM_FOR ? iterator_of(k, s->iterator) : 0;
		s->from = copy_expr(k, s->from);
		s->to = copy_expr(k, s->to);
		s->step = copy_expr(k, s->step);
		s->branches.at = NULL;
		s->branches.n = s->branches.cap = 0;
		for (uint32_t b = 0; b < list->at[i]->branches.n; b++) {
			sm_statement_branch branch = list->at[i]->branches.at[b];
			branch.condition = copy_expr(k, branch.condition);
			branch.any = copy_exprs(k, &branch.any);
			branch.body = copy_statements(k, &branch.body);
			sb_push(k->c->arena, s->branches, branch);
		}
		sb_push(k->c->arena, out, s);
	}
	return out;
}

/* What a front end says of an input that nobody gives: it holds its start value. */
static bool is_for_open_input(const copying *k, const sm_equation *q)
{
	uint32_t v = q->kind == SM_EQUAL && sx_op_of(k->from->pool, q->lhs) == SX_VAR
					 ? sx_at(k->from->pool, q->lhs)->payload
					 : CO_NOWHERE;

	return v != CO_NOWHERE && sm_var(k->from, v)->causality == SM_INPUT &&
		   memcmp(&q->span, &sm_var(k->from, v)->span, sizeof q->span) == 0;
}

static sm_equations copy_equations(copying *k, const sm_equations *list)
{
	sm_equations out = {0};

	for (uint32_t i = 0; i < list->n; i++) {
		if (is_for_open_input(k, list->at[i]))
			continue;
		sm_equation *q = sb_new(k->c->arena, sm_equation);
		*q = *list->at[i];
		q->lhs = copy_expr(k, q->lhs);
		q->rhs = copy_expr(k, q->rhs);
		q->targets = copy_exprs(k, &list->at[i]->targets);
		q->statements = copy_statements(k, &list->at[i]->statements);
		q->component = "";
		q->component_rank = 0;
		q->component_parts = NULL;
		q->domain = (sm_domain){0};
		for (uint32_t d = 0; d < list->at[i]->domain.n; d++) {
			sm_range r = list->at[i]->domain.at[d];
			r.iterator = iterator_of(k, r.iterator);
			sb_push(k->c->arena, q->domain, r);
		}
		q->branches.at = NULL;
		q->branches.n = q->branches.cap = 0;
		for (uint32_t b = 0; b < list->at[i]->branches.n; b++) {
			sm_branch branch = list->at[i]->branches.at[b];
			branch.condition = copy_expr(k, branch.condition);
			branch.any = copy_exprs(k, &branch.any);
			branch.body = copy_equations(k, &branch.body);
			sb_push(k->c->arena, q->branches, branch);
		}
		sb_push(k->c->arena, out, q);
	}
	return out;
}

static sm_external_args copy_args(copying *k, const sm_external_args *list)
{
	sm_external_args out = {0};

	for (uint32_t i = 0; i < list->n; i++) {
		sm_external_arg a = list->at[i];
		a.value = copy_expr(k, a.value);
		a.fields = copy_args(k, &list->at[i].fields);
		sb_push(k->c->arena, out, a);
	}
	return out;
}

static void copy_function(copying *k, const sm_function *old)
{
	sb_arena *arena = k->c->arena;
	sm_function *f = sb_new(arena, sm_function);

	*f = *old;
	f->locals = (sm_locals){0};
	for (uint32_t i = 0; i < old->locals.n; i++) {
		sm_local l = old->locals.at[i];
		l.dims = l.rank ? sb_new_array(arena, sx_ref, l.rank) : NULL;
		for (uint32_t d = 0; d < l.rank; d++)
			l.dims[d] = copy_expr(k, old->locals.at[i].dims[d]);
		l.binding = copy_expr(k, l.binding);
		l.destructor += l.destructor ? k->functions : 0;
		sb_push(arena, f->locals, l);
	}
	f->body = copy_statements(k, &old->body);
	f->last = copy_statements(k, &old->last);
	if (old->external) {
		f->external = sb_new(arena, sm_external);
		*f->external = *old->external;
		f->external->args = copy_args(k, &old->external->args);
	}
	f->destructor += f->destructor ? k->functions : 0;
	f->inverses.n = 0;
	f->made = (sm_derivatives){0};
	f->given = (sm_derivatives){0};
	for (uint32_t i = 0; i < old->given.n; i++) {
		sm_derivative *d = sb_new(arena, sm_derivative);
		*d = *old->given.at[i];
		d->function += d->function != UINT32_MAX ? k->functions : 0;
		sb_push(arena, f->given, d);
	}
	sb_push(arena, k->c->m->functions, f);
}

static void copy_variable(copying *k, const sm_variable *old)
{
	co_context *c = k->c;
	uint32_t number =
		sm_add_variable(c->m, sb_printf(c->arena, "%s.%s", k->prefix, old->name), old->type, old->shape, old->rank);
	sm_variable *v = sm_var(c->m, number);
	uint32_t first = v->first, count = v->count, *shape = v->shape;
	const char *name = v->name;

	*v = *old;
	v->name = name;
	v->first = first;
	v->count = count;
	v->shape = shape;
	v->causality = SM_INTERNAL;
	v->component = "";
	v->enumeration += v->enumeration ? k->enums : 0;
	if (old->parts) {
		v->parts = sb_new_array(c->arena, uint32_t, old->rank);
		for (uint32_t d = 0; d < old->rank; d++)
			v->parts[d] = old->parts[d] + 1;
	}
	if (old->over) {
		v->over = sb_new_array(c->arena, uint32_t, old->rank);
		for (uint32_t d = 0; d < old->rank; d++)
			v->over[d] = iterator_of(k, old->over[d]);
	}
}

static void copy_attributes(copying *k, uint32_t number, const sm_variable *old)
{
	sx_ref binding = copy_expr(k, old->binding), start = copy_expr(k, old->start), min = copy_expr(k, old->min),
		   max = copy_expr(k, old->max), nominal = copy_expr(k, old->nominal), fixed = copy_expr(k, old->fixed);
	sm_variable *v = sm_var(k->c->m, number);

	v->binding = binding;
	v->start = start;
	v->min = min;
	v->max = max;
	v->nominal = nominal;
	v->fixed = fixed;
}

/* The variable of the class that an argument means. */
static uint32_t find_argument(const sm_model *from, const char *name)
{
	for (uint32_t i = 0; i < from->variables.n; i++)
		if (!from->variables.at[i].rank && strcasecmp(from->variables.at[i].name, name) == 0)
			return i;
	return CO_NOWHERE;
}

static bool tie(copying *k, const co_node *call, const co_symbol *s, const char *prefix)
{
	co_context *c = k->c;

	for (uint32_t side = 0; side < 2; side++) {
		const co_node *formals = co_child(s->node, side), *actuals = co_child(call, side);
		co_scope scope = {.c = c, .place = CO_IN_EQUATIONS, .component = ""};
		uint32_t next = 0;
		for (uint32_t i = 0; i < co_count(actuals); i++) {
			const co_node *a = actuals->of.at[i],
						  *formal = a->kind == CO_BINDING ? co_child(a, 1) : co_child(formals, next++);
			uint32_t number = formal ? find_argument(k->from, formal->name) : CO_NOWHERE;
			if (number == CO_NOWHERE) {
				sb_message *m = sb_report(c->diag, SB_ERROR, "K0464", a->span, "the class %s has no variable '%s'",
										  k->from->name, formal ? formal->name : "");
				sb_also(m, s->span, "the EXTERNAL MODEL is declared here");
				sb_help(m, "the arguments of an EXTERNAL MODEL are called as in its class, in whatever case");
				return false;
			}
			const sm_variable *own = sm_var(c->m, number + k->variables);
			sx_type type = own->type;
			if (own->variability == SM_PARAMETER) {
				sb_message *m = sb_report(c->diag, SB_ERROR, "K0465", a->span,
										  "'%s' is a parameter of %s; it cannot be tied to a variable", formal->name,
										  k->from->name);
				sb_help(m, "its value is given with -p %s.%s=...", prefix, k->from->variables.at[number].name);
				return false;
			}
			sx_ref value = co_typed(&scope, a->kind == CO_BINDING ? co_child(a, 0) : a, type, "this argument");
			if (!value)
				return false;
			sx_ref inside = sm_ref(c->m, number + k->variables);
			sm_add_equation(c->m, side ? inside : value, side ? value : inside, a->span, "");
		}
		if (co_count(actuals) != co_count(formals)) {
			sb_message *m = sb_report(c->diag, SB_ERROR, "K0424", call->span, "'%s' has %u %s, not %u", s->name,
									  co_count(formals), side ? "inputs" : "outputs", co_count(actuals));
			sb_also(m, s->span, "it is declared here");
			return false;
		}
	}
	return true;
}

void co_call_external(co_context *c, const co_node *call)
{
	co_symbol *s = co_global(c, call->name);
	copying k = {.c = c,
				 .from = s->external,
				 .variables = c->m->variables.n,
				 .functions = c->m->functions.n,
				 .enums = c->m->enums.n,
				 .exprs = sb_map_new(c->arena),
				 .iterators = sb_map_new(c->arena),
				 .sites = sb_map_new(c->arena)};
	uint64_t count = 0;

	if (k.from->states.n || k.from->instances.n) {
		sb_report(c->diag, SB_ERROR, "K0466", call->span,
				  "the class %s has state machines, which an EXTERNAL MODEL cannot have", k.from->name);
		return;
	}
	sb_map_get(&c->counts, (uint64_t)(uintptr_t)s, &count);
	sb_map_put(&c->counts, (uint64_t)(uintptr_t)s, ++count);
	k.prefix = sb_intern(c->names, sb_printf(c->arena, "%s%llu", s->name, (unsigned long long)count));
	for (uint32_t i = 0; i < k.from->enums.n; i++)
		sb_push(c->arena, c->m->enums, k.from->enums.at[i]);
	for (uint32_t i = 0; i < k.from->variables.n; i++)
		copy_variable(&k, &k.from->variables.at[i]);
	for (uint32_t i = 0; i < k.from->functions.n; i++)
		copy_function(&k, k.from->functions.at[i]);
	for (uint32_t i = 0; i < k.from->variables.n; i++)
		copy_attributes(&k, k.variables + i, &k.from->variables.at[i]);
	sm_equations equations = copy_equations(&k, &k.from->equations),
				 initial = copy_equations(&k, &k.from->initial_equations);
	for (uint32_t i = 0; i < equations.n; i++)
		sb_push(c->arena, c->m->equations, equations.at[i]);
	for (uint32_t i = 0; i < initial.n; i++)
		sb_push(c->arena, c->m->initial_equations, initial.at[i]);
	for (uint32_t i = 0; i < k.from->folders.n; i++)
		sb_push(c->arena, c->m->folders, k.from->folders.at[i]);
	c->m->objects += k.from->objects;
	tie(&k, call, s, k.prefix);
}
