/* The table of modes as bytes, and back: which were asked for, with which parameters, and the program of each. What is
 * read has no source to make others from. */
#include "base/door.h"
#include "code/compile/modes_table.h"

sc_modes *sc_modes_new(sc_program *first)
{
	sb_arena *arena = sb_arena_new();
	sc_modes *modes = sb_new(arena, sc_modes);
	pthread_mutex_init(&modes->lock, NULL);
	modes->arena = arena;
	modes->first = first;
	modes->switches = first->image->switches.n;
	modes->by_key = sb_map_new(arena);
	return modes;
}

static void archive_givens(sb_archive *a, sb_arena *arena, sx_givens *given)
{
	uint32_t n = sb_archive_count(a, given->n, sizeof(uint32_t) + sizeof(double));
	for (uint32_t i = 0; i < n; i++) {
		sx_given one = a->reads ? (sx_given){0} : given->at[i];
		sb_archive_one(a, one.scalar);
		sb_archive_one(a, one.value);
		if (a->reads)
			sb_push(arena, *given, one);
	}
}

static void archive_supposed(sb_archive *a, sb_arena *arena, sc_supposed *supposed)
{
	archive_givens(a, arena, &supposed->assumed);
	archive_givens(a, arena, &supposed->given);
}

static sc_program *archive_maybe(sb_archive *a, sc_program *program, const sc_reading *reading)
{
	bool any = program != NULL;
	sb_archive_one(a, any);
	return any && !a->bad ? sc_archive_build(a, program, reading) : NULL;
}

static void archive_impulses(sb_archive *a, sc_modes *modes, sc_mode_entry *e, const sc_reading *reading)
{
	uint32_t n = sb_archive_count(a, e->impulses.n, 2 * sizeof(uint32_t));
	for (uint32_t i = 0; i < n && !a->bad; i++) {
		sc_mode_impulses one = a->reads ? (sc_mode_impulses){0} : e->impulses.at[i];
		sb_archive_one(a, one.order.order);
		sb_archive_one(a, one.order.of);
		archive_supposed(a, modes->arena, &one.supposed);
		one.program = archive_maybe(a, one.program, reading);
		if (a->reads)
			sb_push(modes->arena, e->impulses, one);
	}
}

static void archive_branches(sb_archive *a, sc_modes *modes, uint16_t **branch)
{
	if (a->reads)
		*branch = sb_new_array(modes->arena, uint16_t, (size_t)modes->switches + 1);
	sb_archive_bytes(a, *branch, sc_mode_key_size(modes));
}

/* Why a mode cannot be: found out once more, because it was found without a word. */
static void archive_reason(sb_archive *a, sc_modes *modes, sc_mode_entry *e, const sc_reading *reading)
{
	bool any = !sc_mode_usable(&e->mode, e->begins);
	sb_archive_one(a, any);
	if (!any)
		return;
	sb_diag *why = e->why ? e->why : sb_diag_new();
	if (!e->why)
		sb_diag_share(why, reading->diag);
	if (modes->source) {
		sb_arena *arena = sb_arena_new();
		const ss_mode wanted = { modes->switches, e->mode.branch, &e->supposed.given, SS_OPEN_LOOK, NULL };
		ss_analyse_mode(arena, modes->source, &wanted, e->begins, why);
		sb_arena_free(arena);
	}
	sb_archive_messages(a, why);
	if (a->reads)
		e->why = why;
	else if (!e->why)
		sb_diag_free(why);
}

/* The first is the program that owns the table, and is not archived here. */
static void archive_entry(sb_archive *a, sc_modes *modes, uint32_t number, const sc_reading *reading)
{
	sc_mode_entry *e = a->reads ? sb_new(modes->arena, sc_mode_entry) : modes->list.at[number];
	uint16_t *branch = (uint16_t *)e->mode.branch;
	archive_branches(a, modes, &branch);
	sb_archive_one(a, e->begins);
	archive_supposed(a, modes->arena, &e->supposed);
	sc_program *program = number ? archive_maybe(a, e->mode.program, reading) : modes->first;
	if (a->reads) {
		e->mode = (sc_mode){ .number = number, .branch = branch, .program = program };
		sb_push(modes->arena, modes->list, e);
		if (program) {
			sc_build_of(program)->modes = modes;
			sc_build_of(program)->mode = &e->mode;
		}
	}
	archive_reason(a, modes, e, reading);
	archive_impulses(a, modes, e, reading);
}

static void archive_keys(sb_archive *a, sc_modes *modes)
{
	uint32_t n = sb_archive_count(a, modes->keys.n, sizeof(uint32_t));
	for (uint32_t i = 0; i < n && !a->bad; i++) {
		uint16_t *key = a->reads ? NULL : modes->keys.at[i];
		uint32_t of = a->reads ? 0 : modes->of_key.at[i];
		uint64_t slot, taken;
		archive_branches(a, modes, &key);
		sb_archive_one(a, of);
		if (!a->reads)
			continue;
		a->bad = a->bad || of >= modes->list.n;
		for (slot = sb_hash(key, sc_mode_key_size(modes), 0); sb_map_get(&modes->by_key, slot, &taken);)
			slot++;
		sb_map_put(&modes->by_key, slot, i);
		sb_push(modes->arena, modes->keys, key);
		sb_push(modes->arena, modes->of_key, of);
	}
}

void sc_archive_modes(sb_archive *a, sc_program *first, const sc_reading *reading)
{
	sc_modes *modes = sc_build_of(first)->modes;
	bool any = modes != NULL;
	sb_archive_one(a, any);
	if (!any)
		return;
	if (a->reads)
		sc_build_of(first)->modes = modes = sc_modes_new(first);
	sb_lock(&modes->lock);
	uint32_t n = sb_archive_count(a, modes->list.n, 1);
	for (uint32_t i = 0; i < n && !a->bad; i++)
		archive_entry(a, modes, i, reading);
	archive_keys(a, modes);
	a->bad = a->bad || !n;
	sb_unlock(&modes->lock);
}
