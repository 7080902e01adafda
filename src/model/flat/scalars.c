/* Scalars: the one-to-one relation of (variable, element), the number of a scalar, and its name. Elements are numbered
 * row by row, so the last subscript runs fastest. */
#include "base/dotted.h"
#include "model/model.h"

#include <stdlib.h>
#include <string.h>

sx_ref sm_ref(const sm_model *m, uint32_t variable)
{
	return sx_var(m->pool, variable, sm_var(m, variable)->type, NULL, 0);
}

sx_ref sm_ref_at(const sm_model *m, uint32_t variable, uint32_t element)
{
	const sm_variable *v = sm_var(m, variable);
	sx_ref few[8], *subscripts = v->rank <= 8 ? few : sb_new_array(m->arena, sx_ref, v->rank);

	for (uint32_t d = v->rank; d-- > 0;) {
		subscripts[d] = sx_int(m->pool, element % v->shape[d] + 1);
		element /= v->shape[d];
	}
	return sx_var(m->pool, variable, v->type, subscripts, v->rank);
}

uint32_t sm_scalar_of(const sm_model *m, sx_ref var)
{
	const sx_node *node = sx_at(m->pool, var);
	const sm_variable *v;
	uint32_t element = 0;

	if (node->op != SX_VAR || node->payload >= m->variables.n)
		return UINT32_MAX;
	v = sm_var(m, node->payload);
	if (node->count != v->rank)
		return UINT32_MAX;
	for (uint32_t d = 0; d < v->rank; d++) {
		sx_ref s = sx_arg(m->pool, var, d);
		int64_t value;

		if (!sx_is_const(m->pool, s))
			return UINT32_MAX;
		value = sx_int_value(m->pool, s);
		if (value < 1 || value > v->shape[d])
			return UINT32_MAX;
		element = element * v->shape[d] + (uint32_t)(value - 1);
	}
	return v->first + element;
}

uint32_t sm_scalars_of(const sm_model *m, sx_ref var, uint32_t *first)
{
	const sx_node *node = sx_at(m->pool, var);
	const sm_variable *v = sm_var(m, node->payload);
	uint32_t count = v->count;

	*first = v->first;
	for (uint32_t d = 0; d < v->rank && d < node->count; d++) {
		sx_ref s = sx_arg(m->pool, var, d);
		int64_t at = sx_is_const(m->pool, s) ? sx_int_value(m->pool, s) : 0;

		if (at < 1 || at > v->shape[d])
			break;
		count /= v->shape[d];
		*first += (uint32_t)(at - 1) * count;
	}
	return count;
}

/* The last variable that begins at or before the scalar and is not empty: empty arrays share their `first` with the
 * next. */
uint32_t sm_variable_of_scalar(const sm_model *m, uint32_t scalar, uint32_t *element)
{
	uint32_t low = 0, high = m->variables.n;

	if (scalar >= m->scalars)
		return UINT32_MAX;
	while (high - low > 1) {
		uint32_t middle = low + (high - low) / 2;

		if (m->variables.at[middle].first <= scalar)
			low = middle;
		else
			high = middle;
	}
	if (element)
		*element = scalar - m->variables.at[low].first;
	return low;
}

typedef struct element {
	const sm_variable *v;
	uint32_t number;
} element;

static void write_subscript(void *context, uint32_t d, sb_text *out)
{
	const element *e = context;
	uint32_t stride = 1;

	for (uint32_t k = d + 1; k < e->v->rank; k++)
		stride *= e->v->shape[k];
	sb_addf(out, "%lld",
			(long long)(e->number / stride % e->v->shape[d]) + (e->v->lower ? (long long)e->v->lower[d] : 1));
}

void sm_scalar_name(const sm_model *m, uint32_t scalar, sb_text *out)
{
	element e;
	uint32_t number = sm_variable_of_scalar(m, scalar, &e.number);

	if (number == UINT32_MAX)
		return;
	e.v = sm_var(m, number);
	sb_write_name(e.v->name, e.v->parts, e.v->rank, ",", write_subscript, &e, out);
}

static void write_value(void *context, uint32_t d, sb_text *out)
{
	sb_addf(out, "%lld", (long long)((const int64_t *)context)[d]);
}

void sm_equation_component(const sm_equation *q, const int64_t *values, sb_text *out)
{
	sb_write_name(q->component, q->component_parts, values ? q->component_rank : 0, ",", write_value, (void *)values,
				  out);
}

static sb_array_name array_of(const sm_variable *v)
{
	return (sb_array_name){v->name, v->parts, v->shape, v->lower, v->rank};
}

static uint32_t find_without(const sm_model *m, const char *name, const sb_group *groups, uint32_t n, uint32_t chosen)
{
	sb_text bare = {0};
	uint32_t number, at;

	sb_without_groups(name, groups, n, chosen, &bare);
	number = sm_findn(m, bare.at, bare.n);
	sb_text_free(&bare);
	if (number == UINT32_MAX)
		return UINT32_MAX;
	sb_array_name array = array_of(sm_var(m, number));
	at = sb_read_element(&array, groups, n, chosen, sb_name_parts(name));
	return at == UINT32_MAX ? UINT32_MAX : sm_var(m, number)->first + at;
}

/* Elements that are variables of their own have subscripts in their names; the other groups of subscripts are of the
 * array. Which is which the names of the variables say: all choices are tried, those with all of them and with none
 * first. */
uint32_t sm_find_scalar(const sm_model *m, const char *name)
{
	sb_group groups[SB_GROUPS_MOST];
	uint32_t n = sb_find_groups(name, groups), all = (1u << n) - 1, found = find_without(m, name, groups, n, all);

	for (uint32_t chosen = 0; chosen < all && found == UINT32_MAX; chosen++)
		found = find_without(m, name, groups, n, chosen);
	return found;
}

bool sm_may_match(const sm_model *m, uint32_t variable, const char *const *patterns, uint32_t count, uint32_t *first,
				  uint32_t *last)
{
	const sm_variable *v = sm_var(m, variable);
	sb_array_name array = array_of(v);
	bool may = sb_may_match(&array, v->count, patterns, count, first, last);

	*first += v->first;
	*last += v->first;
	return may;
}
