/* Derivatives by name: which ones the model has, as der(x), and where each is.
 *
 * A derivative is there for each state, for each variable that a constraint computes and whose derivative the model
 * writes, and for every other name of one of these (an alias) whose derivative the model writes. */
#include "engine/ground/engine_ground.h"

/* Scalars whose derivative stands in the text, in whatever mode. */
static void mark_written(const si_image *image, char *found)
{
	for (uint32_t i = 0; i < image->written_rates.n; i++)
		for (uint32_t k = 0; k < image->written_rates.at[i].n; k++)
			found[image->written_rates.at[i].first + k] = 1;
}

se_rate_map se_rate_map_of(const si_image *image, sb_arena *arena)
{
	se_rate_map map = {.image = image, .by_place = sb_map_new(arena)};
	for (uint32_t i = 0; i < image->dependents.n; i++) {
		si_place place = si_place_of(image, image->dependents.at[i].scalar);
		if (place.store != SI_NOWHERE)
			sb_map_put(&map.by_place, si_place_key(image, place), i);
	}
	return map;
}

si_place se_rate_place(const se_rate_map *map, uint32_t scalar)
{
	const si_image *image = map->image;
	si_place place = si_place_of(image, scalar);
	uint64_t at;
	if (place.store == SI_STATE)
		return (si_place){.store = SI_RATE, .negated = place.negated, .index = place.index};
	if (place.store == SI_NOWHERE || !sb_map_get(&map->by_place, si_place_key(image, place), &at))
		return (si_place){.store = SI_NOWHERE};
	const si_dependent *d = &image->dependents.at[at];
	si_place rate = si_place_of(image, d->rate);
	rate.negated ^= d->negated ^ place.negated ^ si_place_of(image, d->scalar).negated;
	return rate;
}

bool *se_named_rates(const si_image *image, sb_arena *arena)
{
	const si_image *m = image;
	char *found = sb_alloc(arena, m->scalars + 1);
	bool *has = sb_new_array(arena, bool, m->scalars + 1);
	se_rate_map map = se_rate_map_of(image, arena);
	mark_written(image, found);
	for (uint32_t i = 0; i < image->states; i++)
		found[si_state_scalar(image, i)] = 1;
	for (uint32_t i = 0; i < image->dependents.n; i++)
		found[image->dependents.at[i].scalar] |= image->dependents.at[i].written;
	for (uint32_t i = 0; i < m->variables.n; i++) {
		const si_variable *v = &m->variables.at[i];
		for (uint32_t s = v->first; s < v->first + v->count && !v->hidden && v->type == SI_TYPE_REAL && s < m->scalars;
			 s++)
			has[s] = found[s] && (image->switches.n ? s < image->common : se_rate_place(&map, s).store != SI_NOWHERE);
	}
	return has;
}

void se_rate_name(const si_image *m, uint32_t scalar, sb_text *out)
{
	sb_add(out, "der(");
	si_scalar_name(m, scalar, out);
	sb_addc(out, ')');
}

double *se_rate_values(const se_run *run, sb_arena *arena)
{
	double *value = sb_new_array(arena, double, run->image->scalars + 1);
	se_rate_map map = se_rate_map_of(run->image, arena);
	for (uint32_t s = 0; s < run->image->scalars; s++)
		value[s] = se_value_at(run->d, se_rate_place(&map, s));
	return value;
}

double se_value_at(const sc_data *d, si_place place)
{
	double v = NAN;
	switch (place.store) {
	case SI_REAL: v = d->r[place.index]; break;
	case SI_INT: v = (double)d->i[place.index]; break;
	case SI_STATE: v = d->x[place.index]; break;
	case SI_RATE: v = d->xd[place.index]; break;
	default: break;
	}
	return place.negated ? -v : v;
}
