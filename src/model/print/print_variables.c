/* Declarations of variables as Modelica text. */
#include "base/dotted.h"
#include "model/print/print_inside.h"

#include <math.h>
#include <string.h>

static const char *type_name(sx_type type)
{
	switch (type) {
	case SX_REAL:
		return "Real";
	case SX_INTEGER:
		return "Integer";
	case SX_BOOLEAN:
		return "Boolean";
	default:
		return type == SX_CLOCK ? "Clock" : "String";
	}
}

static bool has_shape_of(const sm_model *model, sx_ref e, const sm_variable *v)
{
	const sm_variable *from = sm_var(model, sx_at(model->pool, e)->payload);

	return from->rank == v->rank && memcmp(from->shape, v->shape, v->rank * sizeof *v->shape) == 0;
}

/* Is e an array taken at exactly the variable's own iterators, and not the beginning of a longer one? Then it is the
 * array, which reads better. */
static sx_ref whole_of(const sm_model *model, const sm_variable *v, sx_ref e)
{
	sx_pool *pool = model->pool;
	sx_op op = sx_op_of(pool, e);
	uint32_t first = op == SX_AT ? 1 : 0;

	if ((op != SX_AT && op != SX_VAR) || sx_at(pool, e)->count != v->rank + first)
		return 0;
	for (uint32_t d = 0; d < v->rank; d++) {
		sx_ref s = sx_arg(pool, e, d + first);

		if (sx_op_of(pool, s) != SX_ITER || sx_at(pool, s)->payload != v->over[d])
			return 0;
	}
	sx_ref array = op == SX_AT ? sx_arg(pool, e, 0) : e;
	if (sx_op_of(pool, array) == SX_VAR && !has_shape_of(model, array, v))
		return 0;
	return op == SX_AT ? sx_arg(pool, e, 0) : sx_var(pool, sx_at(pool, e)->payload, sx_type_of(pool, e), NULL, 0);
}

/* A value over the variable's iterators is written as nested comprehensions, one for each dimension. */
static void write_over(const sm_printing *p, const sm_variable *v, sx_ref e, sb_text *out)
{
	sx_ref whole = v->rank ? whole_of(p->model, v, e) : e;

	if (whole) {
		sm_write(p, whole, out);
		return;
	}
	for (uint32_t d = 0; d < v->rank; d++)
		sb_addc(out, '{');
	sm_write(p, e, out);
	for (uint32_t d = v->rank; d-- > 0;) {
		sb_add(out, " for ");
		sm_write_iterator(p, v->over[d], out);
		sb_addf(out, " in 1:%u}", v->shape[d]);
	}
}

static void write_binding(const sm_printing *p, const sm_variable *v, sb_text *out)
{
	sb_add(out, " = ");
	if (v->rank == 0 || (sx_flags(p->model->pool, v->binding) & SX_HAS_ITER)) {
		write_over(p, v, v->binding, out);
		return;
	}
	sb_add(out, "fill(");
	sm_write(p, v->binding, out);
	for (uint32_t d = 0; d < v->rank; d++)
		sb_addf(out, ", %u", v->shape[d]);
	sb_addc(out, ')');
}

static void comma(const sm_variable *v, bool each, const char *name, bool *first, sb_text *out)
{
	sb_addf(out, "%s%s%s = ", *first ? "(" : ", ", each && v->rank ? "each " : "", name);
	*first = false;
}

static void write_attribute(const sm_printing *p, const sm_variable *v, const char *name, sx_ref e, bool *first,
							sb_text *out)
{
	bool over;

	if (!e)
		return;
	over = sx_flags(p->model->pool, e) & SX_HAS_ITER;
	comma(v, !over, name, first, out);
	if (over)
		write_over(p, v, e, out);
	else
		sm_write(p, e, out);
}

static void write_text_attribute(const sm_variable *v, const char *name, const char *text, bool *first, sb_text *out)
{
	if (!text || !*text)
		return;
	comma(v, true, name, first, out);
	sm_write_string(text, out);
}

static void write_attributes(const sm_printing *p, const sm_variable *v, sb_text *out)
{
	static const char *const select[] = {"never", "avoid", "default", "prefer", "always"};
	bool first = true;

	write_text_attribute(v, "quantity", v->quantity, &first, out);
	write_text_attribute(v, "unit", v->unit, &first, out);
	write_text_attribute(v, "displayUnit", v->display_unit, &first, out);
	write_attribute(p, v, "min", v->min, &first, out);
	write_attribute(p, v, "max", v->max, &first, out);
	write_attribute(p, v, "nominal", v->nominal, &first, out);
	write_attribute(p, v, "start", v->start, &first, out);
	write_attribute(p, v, "fixed", v->fixed, &first, out);
	if (v->state_select != SM_SELECT_DEFAULT) {
		comma(v, true, "stateSelect", &first, out);
		sb_addf(out, "StateSelect.%s", select[v->state_select]);
	}
	if (!first)
		sb_addc(out, ')');
}

static void write_prefixes(const sm_printing *p, const sm_variable *v, sb_text *out)
{
	sb_add(out, "  ");
	if (v->final)
		sb_add(out, "final ");
	switch (v->variability) {
	case SM_CONSTANT:
		sb_add(out, "constant ");
		break;
	case SM_PARAMETER:
		sb_add(out, "parameter ");
		break;
	case SM_DISCRETE:
		sb_add(out, v->type == SX_REAL ? "discrete " : "");
		break;
	case SM_CONTINUOUS:
		break;
	}
	/* an input that is bound has an equation by now; read again as an input it would get a second one */
	if (v->causality == SM_OUTPUT || (v->causality == SM_INPUT && (!p->valid || v->held)))
		sb_add(out, v->causality == SM_INPUT ? "input " : "output ");
}

static void write_comment(const sm_model *m, const sm_variable *v, sb_text *out)
{
	if (v->hidden && !v->object)
		sb_add(out, " // made by the translator");
	if (v->is_flow)
		sb_add(out, " // flow");
	if (v->enumeration) {
		const sm_enum *e = &m->enums.at[v->enumeration - 1];

		sb_addf(out, " // %s:", e->name);
		for (uint32_t k = 0; k < e->count; k++)
			sb_addf(out, "%s %u %s", k ? "," : "", k + 1, e->literals[k]);
	}
}

static void write_size(void *context, uint32_t d, sb_text *out)
{
	sb_addf(out, "%u", ((const sm_variable *)context)->shape[d]);
}

static void write_declared(const sm_printing *p, const sm_variable *v, sb_text *out)
{
	if (!p->valid) {
		sb_write_name(v->name, v->parts, v->rank, ", ", write_size, (void *)v, out);
		return;
	}
	sm_write_identifier(p, v->name, out);
	for (uint32_t d = 0; d < v->rank; d++)
		sb_addf(out, "%s%u", d ? ", " : "[", v->shape[d]);
	if (v->rank)
		sb_addc(out, ']');
}

void sm_write_type(const sm_printing *p, sx_type type, const char *object, sb_text *out)
{
	if (object)
		sm_write_identifier(p, object, out);
	else
		sb_add(out, type_name(type));
	sb_addc(out, ' ');
}

static bool outlives_runs(const sm_model *m, const sm_variable *v)
{
	for (uint32_t i = 0; i < m->outlives.n; i++)
		if (sm_var(m, m->outlives.at[i].variable) == v)
			return true;
	return false;
}

void sm_write_variable(const sm_printing *p, const sm_variable *v, sb_text *out)
{
	write_prefixes(p, v, out);
	sm_write_type(p, v->type, v->activation ? "Activation" : v->object, out);
	write_declared(p, v, out);
	write_attributes(p, v, out);
	if (v->binding)
		write_binding(p, v, out);
	if (v->description && *v->description) {
		sb_addc(out, ' ');
		sm_write_string(v->description, out);
	}
	if (outlives_runs(p->model, v))
		sb_add(out, " annotation(__Saltus(keep = true))");
	if (!isnan(v->ramp)) {
		char digits[32];
		sb_real_text(digits, v->ramp);
		sb_addf(out, " annotation(__Saltus(ramp = %s))", digits);
	}
	sb_addc(out, ';');
	write_comment(p->model, v, out);
	sb_addc(out, '\n');
}
