/* Scalars: the one-to-one relation of (variable, element), the number of a scalar, and its name. Elements are numbered
 * row by row, so the last subscript runs fastest. */
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

void sm_scalar_name(const sm_model *m, uint32_t scalar, sb_text *out)
{
	uint32_t element, number = sm_variable_of_scalar(m, scalar, &element), stride;
	const sm_variable *v;

	if (number == UINT32_MAX)
		return;
	v = sm_var(m, number);
	sb_add(out, v->name);
	stride = v->count;
	for (uint32_t d = 0; d < v->rank; d++) {
		stride /= v->shape[d];
		sb_addf(out, "%s%u", d ? "," : "[", element / stride + 1);
		element %= stride;
	}
	if (v->rank)
		sb_addc(out, ']');
}

/* "[2,1]" as an element of an array of this shape; UINT32_MAX if it is not one. Blanks are allowed between. */
static uint32_t read_subscripts(const sm_variable *v, const char *text)
{
	uint32_t element = 0;

	for (uint32_t d = 0; d < v->rank; d++) {
		char *end;
		long value;

		if (*text != (d ? ',' : '['))
			return UINT32_MAX;
		value = strtol(text + 1, &end, 10);
		if (end == text + 1 || value < 1 || (unsigned long)value > v->shape[d])
			return UINT32_MAX;
		element = element * v->shape[d] + (uint32_t)(value - 1);
		text = end + strspn(end, " ");
	}
	return strcmp(text, "]") == 0 ? element : UINT32_MAX;
}

uint32_t sm_find_scalar(const sm_model *m, const char *name)
{
	size_t length = strlen(name);
	const char *bracket;
	uint32_t number = sm_find(m, name), element;

	if (number != UINT32_MAX)
		return sm_var(m, number)->rank == 0 ? sm_var(m, number)->first : UINT32_MAX;
	bracket = strrchr(name, '[');
	if (!bracket || name[length - 1] != ']')
		return UINT32_MAX;
	number = sm_findn(m, name, (size_t)(bracket - name));
	if (number == UINT32_MAX || sm_var(m, number)->rank == 0)
		return UINT32_MAX;
	element = read_subscripts(sm_var(m, number), bracket);
	return element == UINT32_MAX ? UINT32_MAX : sm_var(m, number)->first + element;
}
