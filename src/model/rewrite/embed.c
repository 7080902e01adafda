/* One flat model put into another: see embed.h. */
#include "model/block.h"
#include "model/rewrite/rewrite.h"

#include <string.h>

typedef struct copying {
	sm_model *to;
	const sm_model *from;
	const char *prefix;
	uint32_t variables, functions, enums, objects, blocks;      /* that were there before */
	sb_map exprs, iterators, sites;
	uint32_t *last_site;
} copying;

static uint32_t mapped(sb_map *map, uint32_t key, uint32_t fresh)
{
	uint64_t known;

	if (sb_map_get(map, key, &known))
		return (uint32_t)known;
	sb_map_put(map, key, fresh);
	return fresh;
}

/* Samples, delays, lines and clocks are told apart by the place where they are written, so each copy has places of its
 * own. */
static uint32_t site_of(copying *k, uint32_t old)
{
	uint64_t known;

	return sb_map_get(&k->sites, old, &known) ? (uint32_t)known : mapped(&k->sites, old, ++*k->last_site);
}

/* External objects are told apart by their numbers, from 1 on; those that a function makes for itself have the number
 * 0. */
static sx_ref object_number(copying *k, sx_ref number)
{
	sx_pool *p = k->to->pool;

	return sx_is_number(p, number, 0) ? number : sx_binary(p, SX_ADD, number, sx_int(p, k->objects));
}

static uint32_t iterator_of(copying *k, uint32_t old)
{
	uint64_t known;

	return sb_map_get(&k->iterators, old, &known)
			   ? (uint32_t)known
			   : mapped(&k->iterators, old, sx_new_iter(k->to->pool, sx_iter_name(k->from->pool, old)));
}

static sx_ref literal(copying *k, sx_ref e)
{
	const sx_pool *from = k->from->pool;
	sx_pool *p = k->to->pool;

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
	sx_pool *p = k->to->pool;
	uint64_t known;

	if (!e)
		return 0;
	if (sb_map_get(&k->exprs, e, &known))
		return (sx_ref)known;
	sx_node node = *sx_at(from, e);
	sx_ref few[8], *args = node.count <= 8 ? few : sb_new_array(k->to->arena, sx_ref, node.count), copy;
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
		if (k->from->functions.at[node.payload]->destructor && node.count)
			args[0] = object_number(k, args[0]);
		copy = sx_call(p, node.payload + k->functions, node.type, args, node.count);
		break;
	case SX_ARRAY: {
		uint32_t rank;
		const uint32_t *shape = sx_shape(from, e, &rank);
		copy = sx_array(p, node.type, shape, rank, args, node.count);
		break;
	}
	case SX_NEW_CLOCK:
		copy = sx_make(p, node.op, node.type, node.payload % 8 + 8 * site_of(k, node.payload / 8), args, node.count);
		break;
	case SX_SOURCE:
		copy = sx_make(p, node.op, node.type, node.payload % 4 + 4 * site_of(k, node.payload / 4), args, node.count);
		break;
	case SX_SAMPLE:
	case SX_DELAY:
	case SX_TRANSPORT:
		copy = sx_make(p, node.op, node.type, site_of(k, node.payload), args, node.count);
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
		sb_push(k->to->arena, out, copy_expr(k, list->at[i]));
	return out;
}

/* Branches of statements and of equations differ in what their bodies are lists of. */
#define COPY_BRANCHES(k, type, copy, from, copy_body)                                                                  \
	do {                                                                                                               \
		(copy).at = NULL;                                                                                              \
		(copy).n = (copy).cap = 0;                                                                                     \
		for (uint32_t b_ = 0; b_ < (from).n; b_++) {                                                                   \
			type branch = (from).at[b_];                                                                               \
			branch.condition = copy_expr(k, branch.condition);                                                         \
			branch.any = copy_exprs(k, &branch.any);                                                                   \
			branch.body = copy_body(k, &branch.body);                                                                  \
			sb_push((k)->to->arena, copy, branch);                                                                     \
		}                                                                                                              \
	} while (0)

static sm_statements copy_statements(copying *k, const sm_statements *list)
{
	sm_statements out = {0};

	for (uint32_t i = 0; i < list->n; i++) {
		sm_statement *s = sb_new(k->to->arena, sm_statement);
		*s = *list->at[i];
		s->target = copy_expr(k, s->target);
		s->value = copy_expr(k, s->value);
		s->condition = copy_expr(k, s->condition);
		s->targets = copy_exprs(k, &list->at[i]->targets);
		s->iterator = s->kind == SM_FOR ? iterator_of(k, s->iterator) : 0;
		s->from = copy_expr(k, s->from);
		s->to = copy_expr(k, s->to);
		s->step = copy_expr(k, s->step);
		COPY_BRANCHES(k, sm_statement_branch, s->branches, list->at[i]->branches, copy_statements);
		sb_push(k->to->arena, out, s);
	}
	return out;
}

static sm_equations copy_equations(copying *k, const sm_equations *list)
{
	sm_equations out = {0};

	for (uint32_t i = 0; i < list->n; i++) {
		sm_equation *q = sb_new(k->to->arena, sm_equation);
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
			sb_push(k->to->arena, q->domain, r);
		}
		COPY_BRANCHES(k, sm_branch, q->branches, list->at[i]->branches, copy_equations);
		for (uint32_t b = 0; b < q->branches.n; b++) {
			const sb_u32s *owns = &list->at[i]->branches.at[b].owns;
			q->branches.at[b].owns = (sb_u32s){0};
			for (uint32_t v = 0; v < owns->n; v++)
				sb_push(k->to->arena, q->branches.at[b].owns, owns->at[v] + k->variables);
		}
		sb_push(k->to->arena, out, q);
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
		sb_push(k->to->arena, out, a);
	}
	return out;
}

static void copy_function(copying *k, const sm_function *old)
{
	sb_arena *arena = k->to->arena;
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
	if (old->block) {
		struct sm_block_call *call = sb_new(arena, struct sm_block_call);
		*call = *old->block;
		call->block += k->blocks;
		f->block = call;
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
	sb_push(arena, k->to->functions, f);
}

static void copy_variable(copying *k, const sm_variable *old)
{
	sm_model *m = k->to;
	uint32_t number =
		sm_add_variable(m, sb_printf(m->arena, "%s.%s", k->prefix, old->name), old->type, old->shape, old->rank);
	sm_variable *v = sm_edit(m, number);
	uint32_t first = v->first, count = v->count, *shape = v->shape;
	const char *name = v->name;

	*v = *old;
	v->name = name;
	v->first = first;
	v->count = count;
	v->shape = shape;
	v->causality = SM_INTERNAL;
	v->held = false;                 /* it is given there */
	v->component = "";
	v->enumeration += v->enumeration ? k->enums : 0;
	if (old->parts) {
		v->parts = sb_new_array(m->arena, uint32_t, old->rank);
		for (uint32_t d = 0; d < old->rank; d++)
			v->parts[d] = old->parts[d] + 1;
	}
	if (old->over) {
		v->over = sb_new_array(m->arena, uint32_t, old->rank);
		for (uint32_t d = 0; d < old->rank; d++)
			v->over[d] = iterator_of(k, old->over[d]);
	}
}

static void copy_attributes(copying *k, uint32_t number, const sm_variable *old)
{
	sx_ref binding = copy_expr(k, old->binding), start = copy_expr(k, old->start), min = copy_expr(k, old->min),
		   max = copy_expr(k, old->max), nominal = copy_expr(k, old->nominal), fixed = copy_expr(k, old->fixed);
	sm_variable *v = sm_edit(k->to, number);

	v->binding = binding;
	v->start = start;
	v->min = min;
	v->max = max;
	v->nominal = nominal;
	v->fixed = fixed;
}

static void copy_items(copying *k, sm_block_items *list)
{
	sm_block_item *own = sb_new_array(k->to->arena, sm_block_item, (size_t)list->n + 1);

	for (uint32_t i = 0; i < list->n; i++) {
		own[i] = list->at[i];
		own[i].variable += k->variables;
	}
	list->at = own;
}

/* Its equations and functions are among those that are copied. */
static void copy_block(copying *k, const sm_block *old)
{
	sm_block *b = sb_new(k->to->arena, sm_block);

	*b = *old;
	b->name = sb_intern(k->to->names, sb_printf(k->to->arena, "%s.%s", k->prefix, old->name));
	sm_block_items *lists[] = { &b->parameters, &b->inputs,    &b->outputs, &b->states,
								&b->discrete,   &b->crossings, &b->comes,   &b->gives };
	for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
		copy_items(k, lists[i]);
	sb_push(k->to->arena, k->to->blocks, b);
}

uint32_t sm_embed(sm_model *to, const sm_model *from, const char *prefix, uint32_t *last_site)
{
	copying k = {.to = to,
				 .from = from,
				 .prefix = prefix,
				 .variables = to->variables.n,
				 .functions = to->functions.n,
				 .enums = to->enums.n,
				 .objects = to->objects,
				 .blocks = to->blocks.n,
				 .exprs = sb_map_new(to->arena),
				 .iterators = sb_map_new(to->arena),
				 .sites = sb_map_new(to->arena),
				 .last_site = last_site};

	to->activations |= from->activations;
	for (uint32_t i = 0; i < from->enums.n; i++)
		sb_push(to->arena, to->enums, from->enums.at[i]);
	for (uint32_t i = 0; i < from->variables.n; i++)
		copy_variable(&k, &from->variables.at[i]);
	for (uint32_t i = 0; i < from->blocks.n; i++)
		copy_block(&k, from->blocks.at[i]);
	for (uint32_t i = 0; i < from->functions.n; i++)
		copy_function(&k, from->functions.at[i]);
	for (uint32_t i = 0; i < from->variables.n; i++)
		copy_attributes(&k, k.variables + i, &from->variables.at[i]);
	sm_equations equations = copy_equations(&k, &from->equations),
				 initial = copy_equations(&k, &from->initial_equations);
	for (uint32_t i = 0; i < equations.n; i++)
		sb_push(to->arena, to->equations, equations.at[i]);
	for (uint32_t i = 0; i < initial.n; i++)
		sb_push(to->arena, to->initial_equations, initial.at[i]);
	for (uint32_t i = 0; i < from->folders.n; i++)
		sb_push(to->arena, to->folders, from->folders.at[i]);
	to->objects += from->objects;
	return k.variables;
}
