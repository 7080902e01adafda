#include "study/load/starts.h"
#include <string.h>

/* A variable that outlives a simulation starts by a parameter of its own: the value of this parameter is where the
 * first simulation starts. */
static uint32_t start_parameter(const sm_model *m, uint32_t of)
{
	for (uint32_t i = 0; i < m->outlives.n; i++)
		if (m->outlives.at[i].variable == of)
			return m->outlives.at[i].start;
	return UINT32_MAX;
}

/* The start value of a variable becomes a parameter, which has the value of before. */
static void free_start(st_model *m, const char *name)
{
	const char *dot = strrchr(name, '.');
	uint32_t of = dot && strcmp(dot, ".start") == 0 ? sm_findn(m->flat, name, (size_t)(dot - name)) : UINT32_MAX;
	if (of == UINT32_MAX || sm_find(m->flat, name) != UINT32_MAX || sm_var(m->flat, of)->rank ||
		sm_var(m->flat, of)->hidden || sm_var(m->flat, of)->variability == SM_PARAMETER ||
		sm_var(m->flat, of)->variability == SM_CONSTANT || sm_var(m->flat, of)->type == SX_STRING)
		return;
	uint32_t number = sm_add_variable(m->flat, name, sm_var(m->flat, of)->type, NULL, 0);
	uint32_t kept = start_parameter(m->flat, of);
	sm_variable *v = sm_edit(m->flat, of), *p = sm_edit(m->flat, number);
	sx_ref *start = kept != UINT32_MAX ? &sm_edit(m->flat, kept)->binding : &v->start;
	sx_pool *pool = m->flat->pool;
	p->variability = SM_PARAMETER;
	p->enumeration = v->enumeration;
	p->binding = *start                  ? *start
				 : v->type == SX_REAL    ? sx_real(pool, 0)
				 : v->type == SX_BOOLEAN ? sx_bool(pool, false)
										 : sx_int(pool, v->enumeration ? 1 : 0);
	p->unit = v->unit;
	p->display_unit = v->display_unit;
	p->quantity = v->quantity;
	p->span = v->span;
	p->component = v->component;
	*start = sm_ref(m->flat, number);
	v->start_given = true;
}

void st_free_starts(st_model *m, const st_options *o)
{
	for (uint32_t i = 0; m->flat && i < o->start_count; i++)
		free_start(m, o->starts[i]);
}
