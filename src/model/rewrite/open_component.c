/* Opening a component: what its inputs are given is the signal from outside plus an offset, an input of the model that
 * is zero. The model moves as before, but the derivatives by the offsets tell what the component does alone
 * (study/point/linearise.c takes out what comes back through the signals).
 *
 * Where an input is given:
 *
 *     by connections    the connection set is divided into what is inside of the component and what is outside; one
 *                       equation with the offset joins the two again
 *     by a binding      gets the offset as a second term
 *     by an equation    of something around the component: there the input stands for itself without the offset
 *
 * Inputs that one connection set joins outside of the component are one input, with one offset. */
#include "model/rewrite/links.h"
#include "model/rewrite/rewrite.h"
#include <string.h>

typedef struct opening {
	sm_model *m;
	sb_arena *scratch;
	const char *component;
	uint32_t *offset;                /* by variable: its offset + 1; 0: it is no input of the component */
	bool *joined;                    /* by variable: connections lead to an input */
	sm_links links;
	sm_openings *out;
} opening;

static bool is_inside(const opening *o, const char *name)
{
	size_t n = strlen(o->component);
	return strncmp(name, o->component, n) == 0 && (!name[n] || name[n] == '.' || name[n] == '[');
}

static uint32_t variable_called_by(const opening *o, sx_ref e)
{
	return sx_op_of(o->m->pool, e) == SX_VAR ? sx_at(o->m->pool, e)->payload : UINT32_MAX;
}

/* ------------------------------------------------------------------------------------------------------ the inputs */

static void add_offsets(opening *o)
{
	sm_model *m = o->m;
	uint32_t count = m->variables.n;
	for (uint32_t i = 0; i < count; i++) {
		sm_variable *v = sm_edit(m, i);
		if (v->port != SM_PORT_INPUT || v->type != SX_REAL || v->variability != SM_CONTINUOUS || v->held ||
			strcmp(v->component, o->component) != 0)
			continue;
		uint32_t k = sm_add_variable(m, sb_printf(m->arena, "(offset of %s)", v->name), SX_REAL, v->shape, v->rank);
		sm_variable *offset = sm_edit(m, k);
		v = sm_edit(m, i);
		offset->causality = SM_INPUT;
		offset->held = offset->hidden = true;
		offset->start = sx_real(m->pool, 0);
		offset->span = v->span;
		offset->component = "";
		o->offset[i] = k + 1;
	}
}

static sx_ref offset_of(const opening *o, sx_ref var)
{
	sx_pool *pool = o->m->pool;
	uint32_t k = o->offset[sx_at(pool, var)->payload] - 1, n = sx_at(pool, var)->count;
	sx_ref subscripts[8];
	for (uint32_t i = 0; i < n && i < 8; i++)
		subscripts[i] = sx_arg(pool, var, i);
	return sx_var(pool, k, SX_REAL, subscripts, n);
}

static sx_ref scalar_ref(const opening *o, uint32_t scalar)
{
	uint32_t element, v = sm_variable_of_scalar(o->m, scalar, &element);
	return sm_ref_at(o->m, v, element);
}

/* ------------------------------------------------------------------------------------------------- connection sets */

/* What is connected to inputs is taken out of the model, as links of scalars. */
static void take_links(opening *o)
{
	sm_equations *all = &o->m->equations;
	uint32_t kept = 0;
	for (uint32_t i = 0; i < all->n; i++) {
		sm_equation *q = all->at[i];
		if (sm_is_link(o->m, q) && o->joined[variable_called_by(o, q->lhs)])
			sm_links_add(&o->links, q);
		else
			all->at[kept++] = q;
	}
	all->n = kept;
}

static uint32_t owner_of(const opening *o, uint32_t scalar)
{
	uint32_t element;
	return sm_variable_of_scalar(o->m, scalar, &element);
}

static void connect(opening *o, uint32_t a, sx_ref b, const sm_link *by)
{
	sm_add_equation(o->m, scalar_ref(o, a), b, by->span, by->component)->from_connect = true;
}

/* The members of a set, each once, those of `links` in their order. */
static void members_of(opening *o, uint32_t set, sb_u32s *out)
{
	for (uint32_t i = 0; i < o->links.list.n; i++) {
		uint32_t ends[] = {o->links.list.at[i].a, o->links.list.at[i].b};
		for (int e = 0; e < 2; e++) {
			bool known = sm_links_top(&o->links, ends[e]) != set;
			for (uint32_t k = 0; k < out->n && !known; k++)
				known = out->at[k] == ends[e];
			if (!known)
				sb_push(o->scratch, *out, ends[e]);
		}
	}
}

static void add_opened(opening *o, uint32_t input, uint32_t with)
{
	uint32_t element, v = sm_variable_of_scalar(o->m, input, &element);
	sb_push(o->m->arena, *o->out, ((sm_opened){input, sm_var(o->m, o->offset[v] - 1)->first + element, with}));
}

static void join_again(opening *o, uint32_t set, const sm_link *by)
{
	sb_u32s all = {0};
	uint32_t input = UINT32_MAX, outside = UINT32_MAX;
	members_of(o, set, &all);
	for (uint32_t i = 0; i < all.n; i++) {
		uint32_t v = owner_of(o, all.at[i]);
		if (o->offset[v] && input == UINT32_MAX)
			input = all.at[i];
		else if (!is_inside(o, sm_var(o->m, v)->name) && outside == UINT32_MAX)
			outside = all.at[i];
	}
	bool opened = input != UINT32_MAX && outside != UINT32_MAX;
	for (uint32_t i = 0; i < all.n; i++) {
		uint32_t v = owner_of(o, all.at[i]);
		uint32_t root = !opened ? all.at[0] : is_inside(o, sm_var(o->m, v)->name) ? input : outside;
		if (all.at[i] != root)
			connect(o, root, scalar_ref(o, all.at[i]), by);
		if (opened && o->offset[v])
			add_opened(o, all.at[i], input);
	}
	if (!opened)
		return;
	sx_ref offset = offset_of(o, scalar_ref(o, input));
	connect(o, input, sx_binary(o->m->pool, SX_ADD, scalar_ref(o, outside), offset), by);
}

static void put_links(opening *o)
{
	sb_map seen = sb_map_new(o->scratch);
	for (uint32_t i = 0; i < o->links.list.n; i++) {
		uint32_t set = sm_links_top(&o->links, o->links.list.at[i].a);
		uint64_t known;
		if (sb_map_get(&seen, set + 1, &known))
			continue;
		sb_map_put(&seen, set + 1, 1);
		join_again(o, set, &o->links.list.at[i]);
	}
}

/* --------------------------------------------------------------------------------------- bindings, other equations */

static bool is_given_by_links(const opening *o, uint32_t scalar)
{
	for (uint32_t i = 0; i < o->out->n; i++)
		if (o->out->at[i].input == scalar)
			return true;
	return false;
}

static sx_ref without_offset(sx_rewriter *r, sx_pool *pool, sx_ref e)
{
	const opening *o = r->context;
	uint32_t v = variable_called_by(o, e);
	return v != UINT32_MAX && o->offset[v] ? sx_binary(pool, SX_SUB, e, offset_of(o, e)) : e;
}

static void rewrite(opening *o, sm_equation *q)
{
	sx_rewriter r = sx_rewriter_new(o->scratch, without_offset, o);
	if (q->kind == SM_EQUAL) {
		q->lhs = sx_rewrite(&r, o->m->pool, q->lhs);
		q->rhs = sx_rewrite(&r, o->m->pool, q->rhs);
	}
	for (uint32_t b = 0; b < q->branches.n && q->kind == SM_IF; b++)
		for (uint32_t i = 0; i < q->branches.at[b].body.n; i++)
			rewrite(o, q->branches.at[b].body.at[i]);
}

static void offset_others(opening *o)
{
	for (uint32_t i = 0; i < o->m->equations.n; i++) {
		sm_equation *q = o->m->equations.at[i];
		uint32_t v = q->kind == SM_EQUAL ? variable_called_by(o, q->lhs) : UINT32_MAX;
		if (q->from_connect)
			continue;
		if (q->from_binding && v != UINT32_MAX && o->offset[v])
			q->rhs = sx_binary(o->m->pool, SX_ADD, q->rhs, offset_of(o, q->lhs));
		else if (!q->component || !is_inside(o, q->component))
			rewrite(o, q);
	}
}

void sm_open_component(sm_model *m, const char *component, sm_openings *out)
{
	sb_arena *scratch = sb_arena_new();
	opening o = {.m = m, .scratch = scratch, .component = component, .links = sm_links_new(m, scratch),
		.out = out};
	uint32_t count = m->variables.n;
	o.offset = sb_new_array(scratch, uint32_t, 2 * (size_t)count + 1);
	o.joined = sb_new_array(scratch, bool, 2 * (size_t)count + 1);
	add_offsets(&o);
	for (uint32_t i = 0; i < count; i++)
		o.joined[i] = o.offset[i] > 0;
	sm_links_close(m, o.joined);
	take_links(&o);
	put_links(&o);
	offset_others(&o);
	for (uint32_t i = 0; i < count; i++)
		for (uint32_t k = 0; o.offset[i] && k < sm_var(m, i)->count; k++)
			if (!is_given_by_links(&o, sm_var(m, i)->first + k))
				add_opened(&o, sm_var(m, i)->first + k, sm_var(m, i)->first + k);
	sb_arena_free(scratch);
}
