/* Where each recorded variable is in the present frame, and which are set before the run and never again. */
#include "engine/evaluate/engine_evaluate.h"
#include <string.h>

/* The places that are set before the run begins and never again; of a cell of many elements its first. */
sb_map se_fixed_places(const se_run *run, sb_arena *scratch)
{
	sb_map fixed = sb_map_new(scratch);
	for (uint32_t i = 0; i < run->image->fixed.n; i++) {
		si_place place = run->image->fixed.at[i].place;
		sb_map_put(&fixed, sb_pair(place.store, place.index), 1);
	}
	return fixed;
}

bool se_is_fixed(const se_run *run, const sb_map *fixed, uint32_t scalar)
{
	si_place place = si_cell_place_of(run->image, scalar);
	uint64_t found;
	return place.store == SI_NOWHERE || si_parameter_number(run->image, scalar) != UINT32_MAX ||
	       sb_map_get(fixed, sb_pair(place.store, place.index), &found);
}

void se_mark_constants(const se_run *run, char *constant)
{
	sb_arena *scratch = sb_arena_new();
	sb_map fixed = se_fixed_places(run, scratch);
	for (uint32_t s = 0; s < run->image->scalars; s++)
		constant[s] = se_is_fixed(run, &fixed, s);
	sb_arena_free(scratch);
}

void se_place_channels(se_run *run)
{
	if (!run->channels)
		run->channels = sb_new_array(run->once, si_place, run->channel_count + 1);
	sb_arena *scratch = sb_arena_new();
	se_rate_map map = se_rate_map_of(run->image, scratch);
	for (uint32_t i = 0; i < run->channel_of.n; i++) {
		uint32_t s = run->channel_of.at[i].scalar;
		run->channels[i] = run->channel_of.at[i].rate ? se_rate_place(&map, s) : si_place_of(run->image, s);
	}
	sb_arena_free(scratch);
	se_select_recorded(run);
}
