/* Connected parts of the impulse systems of a mode (structure/modes/parts.c). What is decided about jumps is decided
 * for each of them: two machines that have nothing to do with each other may be switched in one instant. Systems of
 * higher orders may connect what the plain one keeps apart (a spring between two masses whose positions jump), so parts
 * of all systems that share a scalar are one. */
#include "engine/modes/impulse.h"
#include <string.h>

static uint32_t top(const se_impulses *m, uint32_t part)
{
	while (m->joined.at[part] != part)
		part = m->joined.at[part];
	return part;
}

static uint32_t number_of(se_impulses *m, sb_map *known, uint32_t part)
{
	uint64_t at;
	if (!part)
		return 0;
	if (!sb_map_get(known, part, &at)) {
		at = m->joined.n;
		sb_push(m->arena, m->joined, (uint32_t)at);
		sb_map_put(known, part, at);
	}
	return (uint32_t)at;
}

/* Those of the plain system and of another one that share a scalar. */
static void join(se_impulses *m, const se_layer *l)
{
	for (uint32_t s = 0; s < l->image->common; s++) {
		uint32_t here = l->part[si_root_of_scalar(l->image, s)];
		uint32_t there = m->plain->part[si_root_of_scalar(m->plain->image, s)];
		if (here && there)
			m->joined.at[top(m, here)] = top(m, there);
	}
}

void se_add_parts(se_impulses *m, se_layer *l)
{
	const si_image *image = l->image;
	sb_map known = sb_map_new(m->arena), regions = sb_map_new(m->arena);
	if (!m->joined.n)
		sb_push(m->arena, m->joined, 0);
	l->part = sb_new_array(m->arena, uint32_t, image->scalars + 1);
	l->region = sb_new_array(m->arena, uint32_t, image->scalars + 1);
	l->watch_part = sb_new_array(m->arena, uint32_t, image->watches.n + 1);
	l->switch_part = sb_new_array(m->arena, uint32_t, image->switches.n + 1);
	for (uint32_t i = 0; i < image->parts.n; i++)
		l->part[si_root_of_scalar(image, image->parts.at[i].scalar)] = number_of(m, &known, image->parts.at[i].part);
	for (uint32_t i = 0; i < image->regions.n; i++)
		l->region[si_root_of_scalar(image, image->regions.at[i].scalar)] =
			number_of(m, &regions, image->regions.at[i].part);
	for (uint32_t i = 0; i < image->watch_parts.n; i++)
		l->watch_part[i] = number_of(m, &known, image->watch_parts.at[i]);
	for (uint32_t i = 0; i < image->switch_parts.n; i++)
		l->switch_part[i] = number_of(m, &known, image->switch_parts.at[i]);
	if (m->plain && m->plain != l)
		join(m, l);
	m->broken = sb_new_array(m->arena, bool, m->joined.n);
	m->seen = sb_new_array(m->arena, bool, m->joined.n);
	m->least = sb_new_array(m->arena, double, m->joined.n);
}

uint32_t se_part_of(const se_impulses *m, const se_layer *l, uint32_t scalar)
{
	return top(m, l->part[si_root_of_scalar(l->image, scalar)]);
}

uint32_t se_part_of_jump(const se_impulses *m, const se_layer *l, const se_scalar_jump *j)
{
	return j->source == SE_FROM_NOWHERE ? 0 : se_part_of(m, l, j->source == SE_FROM_RATE ? j->at : j->scalar);
}

uint32_t se_part_of_watch(const se_impulses *m, const se_layer *l, uint32_t watch)
{
	return top(m, l->watch_part[watch]);
}

bool se_switch_is_in(const se_impulses *m, uint32_t k, uint32_t part)
{
	return k < m->plain->image->switches.n && top(m, m->plain->switch_part[k]) == part;
}

uint32_t se_told_with(const se_impulses *m, const se_scalar_jump *j)
{
	uint32_t part = se_part_of_jump(m, m->found, j);
	return part ? part : m->plain->region[si_root_of_scalar(m->plain->image, j->scalar)];
}

bool se_is_stated_in(const se_run *run, uint32_t part)
{
	const se_impulses *m = run->mode->impulses;
	for (uint32_t i = 0; i < run->stated.n; i++) {
		uint32_t s = run->stated.at[i].scalar;
		if (run->stated.at[i].begins || s >= m->plain->image->common)
			continue;
		se_scalar_jump j = se_jump_in(m->plain->image, s);
		if (se_part_of_jump(m, m->plain, &j) == part || m->plain->region[si_root_of_scalar(m->plain->image, s)] == part)
			return true;
	}
	return false;
}
