/* Derivatives by name: which ones the model has, as der(x), and where each is.
 *
 * A derivative is there for each state, for each variable that a constraint computes and whose derivative the model
 * writes, and for every other name of one of these (an alias) whose derivative the model writes. */
#include "engine/ground/engine_ground.h"

/* Scalars whose derivative stands in the text, in whatever mode. */
static void mark_written(const ss_plan *plan, char *found)
{
	const sm_model *m = plan->model;
	for (sx_ref e = 1; e < plan->common_exprs; e++) {
		sx_ref var = sx_op_of(m->pool, e) == SX_DER ? sx_arg(m->pool, e, 0) : 0;
		uint32_t first, count = var && sx_op_of(m->pool, var) == SX_VAR ? sm_scalars_of(m, var, &first) : 0;
		for (uint32_t k = 0; k < count; k++)
			found[first + k] = 1;
	}
}

se_rate_map se_rate_map_of(const ss_plan *plan, sb_arena *arena)
{
	se_rate_map map = {.plan = plan, .by_place = sb_map_new(arena)};
	for (uint32_t i = 0; i < plan->dependents.n; i++) {
		ss_place place = ss_place_of(plan, plan->dependents.at[i].scalar);
		if (place.store != SS_NOWHERE)
			sb_map_put(&map.by_place, ss_place_key(plan, place), i);
	}
	return map;
}

ss_place se_rate_place(const se_rate_map *map, uint32_t scalar)
{
	const ss_plan *plan = map->plan;
	ss_place place = ss_place_of(plan, scalar);
	uint64_t at;
	if (place.store == SS_STATE)
		return (ss_place){.store = SS_RATE, .negated = place.negated, .index = place.index};
	if (place.store == SS_NOWHERE || !sb_map_get(&map->by_place, ss_place_key(plan, place), &at))
		return (ss_place){.store = SS_NOWHERE};
	const ss_dependent *d = &plan->dependents.at[at];
	ss_place rate = ss_place_of(plan, d->rate);
	rate.negated ^= d->negated ^ place.negated ^ ss_place_of(plan, d->scalar).negated;
	return rate;
}

bool *se_named_rates(const ss_plan *plan, sb_arena *arena)
{
	const sm_model *m = plan->model;
	char *found = sb_alloc(arena, m->scalars + 1);
	bool *has = sb_new_array(arena, bool, m->scalars + 1);
	se_rate_map map = se_rate_map_of(plan, arena);
	mark_written(plan, found);
	for (uint32_t i = 0; i < plan->states; i++)
		found[ss_state_scalar(plan, i)] = 1;
	for (uint32_t i = 0; i < plan->dependents.n; i++)
		found[plan->dependents.at[i].scalar] |= plan->dependents.at[i].written;
	for (uint32_t i = 0; i < m->variables.n; i++) {
		const sm_variable *v = &m->variables.at[i];
		for (uint32_t s = v->first; s < v->first + v->count && !v->hidden && v->type == SX_REAL && s < m->scalars; s++)
			has[s] = found[s] && (plan->switches.n ? s < plan->common : se_rate_place(&map, s).store != SS_NOWHERE);
	}
	return has;
}

void se_rate_name(const sm_model *m, uint32_t scalar, sb_text *out)
{
	sb_add(out, "der(");
	sm_scalar_name(m, scalar, out);
	sb_addc(out, ')');
}

double *se_rate_values(const se_run *run, sb_arena *arena)
{
	double *value = sb_new_array(arena, double, run->model->scalars + 1);
	se_rate_map map = se_rate_map_of(run->plan, arena);
	for (uint32_t s = 0; s < run->model->scalars; s++)
		value[s] = se_value_at(run->d, se_rate_place(&map, s));
	return value;
}

double se_value_at(const sc_data *d, ss_place place)
{
	double v = NAN;
	switch (place.store) {
	case SS_REAL: v = d->r[place.index]; break;
	case SS_INT: v = (double)d->i[place.index]; break;
	case SS_STATE: v = d->x[place.index]; break;
	case SS_RATE: v = d->xd[place.index]; break;
	default: break;
	}
	return place.negated ? -v : v;
}
