/* Inverse annotations of functions (3.6, 12.8).
 *
 *     annotation(inverse(T = T_ph(p, h)))       in a function h_pT of p and T, with the result h
 *
 * say that an equation h = h_pT(p, T) can be solved for T by a call. The arguments of the call are inputs of the
 * function and its output; it is used where an equation is to be solved for what stands in place of T. Inverses of
 * scalars are taken; others are left alone, as is an inverse of a function that is written out as a formula. */
#include "front/modelica/function/function_inside.h"

#include <string.h>

static void wrong(mo_context *c, const struct mo_procedure *f, sb_span span, const char *why)
{
	if (!mo_first_report(c, f->of->scope->class_def))
		return;
	sb_message *m =
		sb_report(c->diag, SB_WARNING, "M0568", span, "the inverse of '%s' is not used: %s", f->of->name, why);
	sb_help(m, "write inverse(u = g(..., y, ...)) with an input u and the output y of the function");
}

static uint32_t input_called(const mo_function_class *k, const char *name)
{
	uint32_t i = 0;

	while (i < k->inputs.n && k->inputs.at[i]->name != name)
		i++;
	return i;
}

static uint32_t leaves(const mo_value *v)
{
	uint32_t n = 0;

	for (uint32_t i = 0; v->type.base == MO_B_CLASS && i < v->field_count; i++)
		n += leaves(v->fields[i]);
	return v->type.base == MO_B_CLASS ? n : 1;
}

/* The input or output of f that stands as an argument of the inverse; the output as inputs.n. */
static bool named_in_call(const mo_function_class *k, const mo_expr *e, uint32_t *which)
{
	const char *name =
		e && e->kind == MO_E_REF && e->parts.n == 1 && !e->parts.at[0].subscripted ? e->parts.at[0].name : NULL;

	*which = name ? input_called(k, name) : UINT32_MAX;
	return name && (*which < k->inputs.n || k->outputs.at[0]->name == name);
}

/* Which inputs (or the output) of f the inputs of the inverse are, in their order. */
static bool order_arguments(const mo_function_class *k, const mo_function_class *g, const mo_expr *call, uint32_t *from)
{
	for (uint32_t i = 0; i < g->inputs.n; i++)
		from[i] = UINT32_MAX;
	if (call->a.n > g->inputs.n)
		return false;
	for (uint32_t i = 0; i < call->a.n; i++)
		if (!named_in_call(k, call->a.at[i], &from[i]))
			return false;
	for (uint32_t i = 0; i < call->named.n; i++) {
		uint32_t at = input_called(g, call->named.at[i].name);
		if (at == g->inputs.n || !named_in_call(k, call->named.at[i].value, &from[at]))
			return false;
	}
	for (uint32_t i = 0; i < g->inputs.n; i++)
		if (from[i] == UINT32_MAX)
			return false;
	return true;
}

static bool same_kind(const mo_item *a, const mo_item *b)
{
	return a->base == b->base && a->rank == b->rank &&
		   (a->base != MO_B_CLASS || a->type->class_def == b->type->class_def);
}

static void give(mo_context *c, struct mo_procedure *f, uint32_t number, const mo_scope *written_in,
				 const mo_modification *m)
{
	const mo_function_class *k = f->of;
	const mo_expr *call = m->value;
	uint32_t of = m->name_n == 1 ? input_called(k, m->name[0]) : k->inputs.n;
	sm_inverse inverse = {0};

	if (of == k->inputs.n || !call || call->kind != MO_E_CALL) {
		wrong(c, f, m->span, of == k->inputs.n ? "its left side is not an input" : "its right side is not a call");
		return;
	}
	mo_item *item = mo_find_item(c, (mo_scope *)written_in, call->parts.at, call->parts.n, call->global);
	if (!item && call->parts.n == 1)
		item = mo_lookup((mo_scope *)written_in, call->parts.at[0].name);
	if (!item || item->kind != MO_I_CLASS || !mo_open(c, item, call->span) || !item->class_scope ||
		mo_scope_restriction(item->class_scope) != MO_FUNCTION) {
		wrong(c, f, call->span, "there is no such function");
		return;
	}
	mo_scope *scope = mo_function_scope(c, item);
	mo_function_class *g = scope ? mo_function_class_of(c, scope, call->span) : NULL;
	if (!g || g->partial_of || (scope->class_def && scope->class_def->is_partial))
		return;
	uint32_t *order = sb_new_array(c->arena, uint32_t, g->inputs.n + 1),
			 *start = sb_new_array(c->arena, uint32_t, k->inputs.n + 1);
	mo_value **args = sb_new_array(c->arena, mo_value *, g->inputs.n + 1);
	mo_signature signature = {0};
	if (k->inputs.at[of]->base != MO_B_REAL || k->inputs.at[of]->rank || !order_arguments(k, g, call, order) ||
		g->outputs.n == 0 || !same_kind(g->outputs.at[0], k->inputs.at[of]))
		return;
	for (uint32_t i = 0; i < k->inputs.n; i++)
		start[i + 1] = start[i] + leaves(mo_procedure_local(f, k->inputs.at[i]->name));
	for (uint32_t i = 0; i < g->inputs.n; i++) {
		const mo_item *source = order[i] < k->inputs.n ? k->inputs.at[order[i]] : k->outputs.at[0];
		args[i] = mo_procedure_local(f, source->name);
		if (!args[i] || order[i] == of || !same_kind(g->inputs.at[i], source))
			return;
		for (uint32_t n = 0; n < (order[i] < k->inputs.n ? leaves(args[i]) : 1); n++, inverse.count++)
			;
	}
	inverse.argument = start[of];
	inverse.from = sb_new_array(c->arena, uint32_t, inverse.count + 1);
	inverse.count = 0;
	for (uint32_t i = 0; i < g->inputs.n; i++)
		for (uint32_t n = 0; n < (order[i] < k->inputs.n ? leaves(args[i]) : 1); n++)
			inverse.from[inverse.count++] = order[i] < k->inputs.n ? start[order[i]] + n : UINT32_MAX;
	inverse.function = mo_specialise(c, scope, args, g->inputs.n, call->span, &signature);
	if (inverse.function != UINT32_MAX && !signature.hidden)
		sb_push(c->arena, c->model->functions.at[number]->inverses, inverse);
}

void mo_give_inverses(mo_context *c, struct mo_procedure *f, uint32_t number)
{
	const mo_function_class *k = f->of;
	const mo_class *def = k->scope->class_def;

	if (!def || k->outputs.n != 1 || k->outputs.at[0]->base != MO_B_REAL || k->outputs.at[0]->rank)
		return;
	for (uint32_t l = 0; l < 2; l++) {
		const mo_modifications *list = l ? &def->external_annotation : &def->annotation;
		for (uint32_t i = 0; i < list->n; i++) {
			const mo_modification *m = list->at[i];
			if (m->name_n != 1 || strcmp(m->name[0], "inverse") != 0)
				continue;
			for (uint32_t j = 0; j < m->args.n; j++)
				give(c, f, number, k->scope, m->args.at[j]);
		}
	}
}
