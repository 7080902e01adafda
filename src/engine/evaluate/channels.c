/* Where each recorded variable is in the present frame, and which are set before the run and never again. */
#include "engine/evaluate/engine_evaluate.h"
#include <string.h>

/* The places that are set before the run begins and never again; of a cell of many elements its first. */
static void put_place(void *context, ss_place place, const ss_piece *piece)
{
	(void)piece;
	sb_map_put(context, (uint64_t)place.store << 32 | place.index, 1);
}

sb_map se_fixed_places(const se_run *run, sb_arena *scratch)
{
	const ss_plan *plan = run->plan;
	sb_map fixed = sb_map_new(scratch);
	for (uint32_t i = 0; i < plan->parameter_steps.n; i++) {
		const ss_step *step = &plan->parameter_steps.at[i];
		const sm_exprs *targets = step->kind == SS_LOOP ? &plan->loops.at[step->loop]->members : &step->targets;
		for (uint32_t k = 0; k < (step->kind == SS_ASSIGN ? 1 : targets->n); k++) {
			sx_ref target = step->kind == SS_ASSIGN ? step->target : targets->at[k];
			if (target && sx_op_of(run->model->pool, target) == SX_VAR)
				ss_places_met(plan, target, &step->domain, put_place, &fixed);
		}
	}
	return fixed;
}

bool se_is_fixed(const se_run *run, const sb_map *fixed, uint32_t scalar)
{
	ss_place place = ss_cell_place_of(run->plan, scalar);
	uint64_t found;
	return place.store == SS_NOWHERE || ss_parameter_number(run->plan, scalar) != UINT32_MAX ||
	       sb_map_get(fixed, (uint64_t)place.store << 32 | place.index, &found);
}

void se_mark_constants(const se_run *run, char *constant)
{
	sb_arena *scratch = sb_arena_new();
	sb_map fixed = se_fixed_places(run, scratch);
	for (uint32_t s = 0; s < run->model->scalars; s++)
		constant[s] = se_is_fixed(run, &fixed, s);
	sb_arena_free(scratch);
}

void se_place_channels(se_run *run)
{
	if (!run->channels)
		run->channels = sb_new_array(run->once, ss_place, run->channel_count + 1);
	sb_arena *scratch = sb_arena_new();
	se_rate_map map = se_rate_map_of(run->plan, scratch);
	for (uint32_t i = 0; i < run->channel_of.n; i++) {
		uint32_t s = run->channel_of.at[i].scalar;
		run->channels[i] = run->channel_of.at[i].rate ? se_rate_place(&map, s) : ss_place_of(run->plan, s);
	}
	sb_arena_free(scratch);
	se_select_recorded(run);
}
