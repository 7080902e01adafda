/* Connections of ports that carry messages: the couplings of coupled models of DEVS (docs/devs.md). */
#include "front/modelica/connect/connect_search.h"

#include <string.h>

const mo_couplings *mo_couplings_of(mo_context *c)
{
	return &mo_connections_of(c)->couplings;
}

bool mo_is_coupled_inside(mo_context *c, const mo_item *port)
{
	const mo_connections *all = mo_connections_of(c);
	uint64_t known;

	return all->coupled_inside.arena && sb_map_get(&all->coupled_inside, (uint64_t)(uintptr_t)port, &known);
}

static void note_inside(mo_context *c, const mo_item *port)
{
	mo_connections *all = mo_connections_of(c);

	if (!all->coupled_inside.arena)
		all->coupled_inside = sb_map_new(c->arena);
	sb_map_put(&all->coupled_inside, (uint64_t)(uintptr_t)port, 1);
}

/* -------------------------------------------------------------------------------------- messages in C */

static uint32_t product(const uint32_t *shape, uint32_t rank)
{
	uint32_t n = 1;
	for (uint32_t d = 0; d < rank; d++)
		n *= shape[d];
	return n;
}

static bool is_number(const mo_item *item)
{
	return item->base == MO_B_REAL || item->base == MO_B_INTEGER || item->base == MO_B_BOOLEAN ||
		   item->base == MO_B_ENUM;
}

static void add_field(mo_context *c, mo_message_layout *l, const mo_item *item, uint32_t element, uint32_t count)
{
	uint32_t size = item->base == MO_B_REAL ? sizeof(double) : sizeof(int);
	l->bad |= !is_number(item) || item->variability >= MO_PARAMETER;
	l->size = (l->size + size - 1)/size*size;
	mo_message_field f = {item, l->size, count, element, item->base == MO_B_REAL};
	sb_push(c->arena, l->fields, f);
	l->size += count*size;
}

static void add_record(mo_context *c, mo_message_layout *l, mo_scope *scope)
{
	const mo_items *items = mo_members(c, scope);
	for (uint32_t i = 0; i < items->n; i++) {
		mo_item *item = items->at[i];
		if (!mo_open(c, item, item->ast->name_span)) {
			l->bad = true;
			return;
		}
		if (item->base != MO_B_CLASS)
			add_field(c, l, item, 0, product(item->shape, item->rank));
		else if (item->rank || !item->type)
			l->bad = true;
		else
			add_record(c, l, item->type);
	}
}

static uint32_t align_of(const mo_message_layout *l)
{
	for (uint32_t i = 0; i < l->fields.n; i++)
		if (l->fields.at[i].real)
			return sizeof(double);
	return sizeof(int);
}

/* The dimensions that the type of a connector has itself, connector V = input Real[3], belong to the message. */
mo_message_layout mo_layout_of(mo_context *c, const mo_item *port, uint32_t element)
{
	mo_message_layout l = {.structure = port->base == MO_B_CLASS};
	uint32_t outer = mo_message_rank(port);
	l.ports = product(port->shape, outer);
	if (l.structure)
		add_record(c, &l, port->rank ? port->elements ? port->elements[element] : NULL : port->type);
	else
		add_field(c, &l, port, element, product(port->shape + outer, port->rank - outer));
	uint32_t align = align_of(&l);
	l.size = (l.size + align - 1)/align*align;
	l.bad |= !l.fields.n;
	return l;
}

static bool same_layout(const mo_message_layout *a, const mo_message_layout *b)
{
	bool same = a->structure == b->structure && a->fields.n == b->fields.n;
	for (uint32_t i = 0; same && i < a->fields.n; i++) {
		const mo_item *x = a->fields.at[i].item, *y = b->fields.at[i].item;
		same = x->base == y->base && a->fields.at[i].count == b->fields.at[i].count &&
			   (!a->structure || strcmp(x->name, y->name) == 0) &&
			   (x->base != MO_B_ENUM || x->type->enumeration == y->type->enumeration);
	}
	return same;
}

/* ---------------------------------------------------------------------------------------- couplings */

typedef struct coupling_of { mo_context *c; const mo_env *env; const mo_equation *q; } coupling_of;

static sb_message *refuse(const coupling_of *k, const char *code, const mo_item *a, const mo_item *b, const char *why)
{
	sb_message *m = sb_report(k->c->diag, SB_ERROR, code, k->q->span, "'%s' and '%s' cannot be connected: %s",
							  a->full_name, b->full_name, why);
	sb_also(m, a->ast->name_span, "'%s' is declared here", a->full_name);
	sb_also(m, b->ast->name_span, "'%s' is declared here", b->full_name);
	return m;
}

static bool are_messages(const coupling_of *k, const mo_item *a, const mo_item *b)
{
	if (mo_is_message(a) && mo_is_message(b))
		return true;
	sb_help(refuse(k, "D0001", a, b, "one of them carries messages, and the other does not"),
			"put an atomic model between them that sends the signal, or keeps what it receives (Saltus.DEVS has some)");
	return false;
}

static bool are_alike(const coupling_of *k, const mo_item *a, const mo_item *b)
{
	mo_message_layout x = mo_layout_of(k->c, a, 0), y = mo_layout_of(k->c, b, 0);
	if (same_layout(&x, &y))
		return true;
	sb_help(refuse(k, "D0002", a, b, "their messages have different types"),
			"give both connectors the same type, with the same fields in the same order");
	return false;
}

/* Which element of an array of ports; false: it is not known yet, or it is in a family. */
static bool element_of(const coupling_of *k, const mo_end *e, uint32_t *out)
{
	const mo_scope *around = mo_whole_scope(e->item->scope);
	if (around->axis_count)
		return mo_give_up_scope(k->c, around);
	*out = e->scope && e->item->rank ? e->scope->element : 0;
	for (uint32_t i = 0; i < e->count; i++) {
		if (e->picks[i].kind == MO_P_MOVING) {
			if (k->env->needs_constants)
				*k->env->needs_constants = true;
			return false;
		}
		*out = *out*(i < e->item->rank ? e->item->shape[i] : 1) + (uint32_t)(e->picks[i].at - 1);
	}
	return true;
}

static bool is_sender(const mo_item *item, bool outside)
{
	return outside ? item->input : item->output;
}

static bool couple_pair(const coupling_of *k, const mo_end *a, const mo_end *b, bool a_outside, bool b_outside)
{
	uint32_t of_a, of_b;
	if (!are_messages(k, a->item, b->item) || !are_alike(k, a->item, b->item) || !element_of(k, a, &of_a) ||
		!element_of(k, b, &of_b))
		return false;
	bool a_sends = is_sender(a->item, a_outside), b_sends = is_sender(b->item, b_outside);
	if (a_sends == b_sends) {
		sb_help(refuse(k, "D0003", a->item, b->item, a_sends ? "both send" : "both receive"),
				"connect an output of a component to an input of another one, or to a port of the same kind of the "
				"model around");
		return false;
	}
	if (a_outside && b_outside) {
		sb_help(refuse(k, "D0004", a->item, b->item, "an input of a coupled model does not lead to its output"),
				"put an atomic model between them, or connect their neighbours outside");
		return false;
	}
	mo_message_layout l = mo_layout_of(k->c, a->item, 0);
	uint32_t each = l.structure ? 1 : l.fields.at[0].count;
	if (of_a % each)                     /* of a vector that is one message its first element is enough */
		return true;
	mo_coupled_port x = {a->item, of_a/each, a_outside}, y = {b->item, of_b/each, b_outside};
	mo_coupling one = {a_sends ? x : y, a_sends ? y : x, k->q->span};
	sb_push(k->c->arena, mo_connections_of(k->c)->couplings, one);
	if (a_outside || b_outside)
		note_inside(k->c, a_outside ? a->item : b->item);
	return true;
}

bool mo_couple(mo_context *c, const mo_env *env, const mo_equation *q, const mo_ends *a, const mo_ends *b)
{
	coupling_of k = {c, env, q};
	bool ok = true;
	for (uint32_t i = 0; i < a->list.n && i < b->list.n; i++)
		ok &= couple_pair(&k, &a->list.at[i], &b->list.at[i], a->outside, b->outside);
	return ok;
}
