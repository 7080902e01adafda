/* Inputs that follow curves: u = c0 + (time - t0)*(c1 + (time - t0)*c2), where t0 and the coefficients are parameters
 * that a caller changes while the run is paused. */
#include "study/input/input.h"


static const char *const part_names[ST_CURVE_PARTS] = {"t0", "c0", "c1", "c2"};

const char *st_curve_part(sb_arena *arena, const sm_variable *of, uint32_t element, uint32_t part)
{
	return of->rank ? sb_printf(arena, "%s.curve%u.%s", of->name, element + 1, part_names[part])
					: sb_printf(arena, "%s.curve.%s", of->name, part_names[part]);
}

/* A parameter of the run, not of the model: nobody sees it. */
static sx_ref add_part(sm_model *m, const sm_variable *of, uint32_t element, uint32_t part, sx_ref value)
{
	uint32_t number = sm_add_variable(m, st_curve_part(m->arena, of, element, part), SX_REAL, NULL, 0);
	sm_variable *v = sm_edit(m, number);
	v->variability = SM_PARAMETER;
	v->binding = value;
	v->hidden = true;
	v->span = of->span;
	v->component = of->component;
	return sm_ref(m, number);
}

static void follow(sm_model *m, uint32_t variable, uint32_t element, const sm_variable *of, sx_ref start)
{
	sx_pool *p = m->pool;
	sx_ref zero = sx_real(p, 0), part[ST_CURVE_PARTS];
	for (uint32_t i = 0; i < ST_CURVE_PARTS; i++)
		part[i] = add_part(m, of, element, i, i == 1 ? start : zero);
	sx_ref since = sx_binary(p, SX_SUB, sx_time(p), part[0]);
	sx_ref slope = sx_binary(p, SX_ADD, part[2], sx_binary(p, SX_MUL, since, part[3]));
	sx_ref value = sx_binary(p, SX_ADD, part[1], sx_binary(p, SX_MUL, since, slope));
	sm_add_equation(m, sm_ref_at(m, variable, element), value, of->span, of->component);
}

void st_curve_inputs(sm_model *m)
{
	uint32_t count = m->variables.n;
	for (uint32_t i = 0; i < count; i++) {
		if (!sm_var(m, i)->held || sm_var(m, i)->type != SX_REAL)
			continue;
		sm_edit(m, i)->held = false;
		sm_variable of = *sm_var(m, i);          /* the table of variables moves when some are added */
		for (uint32_t k = 0; k < of.count; k++)
			follow(m, i, k, &of, of.rank ? st_start_at(m, &of, sm_ref_at(m, i, k)) : of.start ? of.start
				: sx_real(m->pool, 0));
	}
}
