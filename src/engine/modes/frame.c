/* Frames: what belongs to one mode that the run has entered, made at the first entry and kept to the end of the
 * simulation. The members of the present one are members of the run itself, so nobody else needs to know that there are
 * others. */
#include "base/check.h"
#include "engine/evaluate/engine_evaluate.h"
#include "engine/look/look.h"
#include "engine/modes/engine_modes.h"
#include "engine/past/past.h"
#include "engine/watch/watch.h"
#include <math.h>
#include <string.h>

/* Delays have one number in the history, whatever number they have in a plan. */
static void number_delays(se_run *run)
{
	const si_image *image = run->image;
	for (uint32_t k = 0; k < image->delays.n; k++)
		run->delays->id[k] = UINT32_MAX;
	for (uint32_t i = 0; i < image->same.n; i++) {
		const si_same *s = &image->same.at[i];
		uint64_t id;
		if (s->kind != SI_SAME_DELAY || run->delays->id[s->number] != UINT32_MAX)
			continue;
		uint64_t key = se_same_key(s->kind, s->part, s->origin);
		if (!sb_map_get(&run->past->delay_ids, key, &id)) {
			id = run->past->delay_count++;
			sb_map_put(&run->past->delay_ids, key, id);
		}
		run->delays->id[s->number] = (uint32_t)id;
	}
	for (uint32_t k = 0; k < image->delays.n; k++)
		if (run->delays->id[k] == UINT32_MAX)
			run->delays->id[k] = run->past->delay_count++;
	se_history_extend(run->past->history, run->past->delay_count);
}

static void list_carried(se_run *run)
{
	const si_image *image = run->image;
	run->constant = sb_alloc(run->own, run->image->scalars + 1);
	se_mark_constants(run, run->constant);
	for (uint32_t s = 0; s < image->common; s++)
		if (si_root_of_scalar(image, s) == si_cell_of_scalar(image, s) && !run->constant[s])
			sb_push(run->own, run->mode->carried, s);
}

/* What an algorithm sets: the scalars at its places. */
static void list_set_at(se_run *run, si_place place)
{
	for (uint32_t v = 0; v < run->image->common; v++) {
		si_place p = si_place_of(run->image, v);
		if (p.store == place.store && p.index == place.index)
			run->mode->by_when[v] = 1;
	}
}

static void list_set_by_when(se_run *run)
{
	const si_image *image = run->image;
	run->mode->by_when = sb_alloc(run->own, image->scalars + 1);
	for (uint32_t i = 0; i < image->steps.n; i++) {
		const si_step *step = &image->steps.at[i];
		if (step->by_when && step->scalar != UINT32_MAX)
			run->mode->by_when[step->scalar] = 1;
		for (uint32_t k = 0; image->switches.n && k < step->in_when.n; k++)
			list_set_at(run, image->spots.at[step->in_when.first + k].place);
	}
}

void se_mode_tables(se_run *run)
{
	const si_image *image = run->image;
	number_delays(run);
	se_number_transports(run);
	if (!image->switches.n)
		return;
	run->mode->branch = sb_new_array(run->own, uint16_t, image->switches.n);
	run->mode->asked = sb_new_array(run->own, double, image->switches.n);
	for (uint32_t k = 0; k < image->switches.n; k++)
		run->mode->branch[k] = image->switches.at[k].branch;
	if (!run->modes->wanted) {
		run->modes->wanted = sb_new_array(run->arena, uint16_t, image->switches.n);
	}
	run->mode->pre_of = sb_new_array(run->own, uint32_t, run->image->scalars + 1);
	for (uint32_t k = 0; k < image->pres.n; k++) {
		uint32_t s = image->pres.at[k].scalar;
		if (s != UINT32_MAX)
			run->mode->pre_of[si_root_of_scalar(image, s)] = k + 1;
	}
	run->mode->same = sb_map_new(run->own);
	for (uint32_t i = 0; i < image->same.n; i++) {
		const si_same *s = &image->same.at[i];
		sb_map_put(&run->mode->same, se_same_key(s->kind, s->part, s->origin), s->number);
	}
	run->mode->fresh = sb_new_array(run->own, bool, image->watches.n + 1);
	list_set_by_when(run);
	list_carried(run);
	run->mode->rates = se_rate_map_of(image, run->own);
	if (run->record)
		se_place_channels(run);
}

void se_exchange(se_run *run, uint32_t to)
{
	sb_must(to < run->frames.n && run->in < run->frames.n, "frame %u is entered from frame %u, and there are %u", to,
		run->in, run->frames.n);
	*run->frames.at[run->in] = run->frame;
	run->in = to;
	run->frame = *run->frames.at[to];
}

void se_visit_frames(se_run *run, void (*f)(se_run *run))
{
	uint32_t in = run->in;
	for (uint32_t i = 0; i < run->frames.n; i++) {
		se_exchange(run, i);
		f(run);
	}
	se_exchange(run, in);
}

/* The run is in this mode from now on; its frame is made at the first entry. */
void se_be_in(se_run *run, const sc_mode *mode)
{
	while (run->modes->frame_of.n <= mode->number)
		sb_push(run->arena, run->modes->frame_of, 0);
	uint32_t known = run->modes->frame_of.at[mode->number];
	if (known) {
		se_exchange(run, known - 1);
		run->f = sc_functions_of(run->program);
		return;
	}
	se_frame *frame = run->frames.n < run->frames.cap ? run->frames.at[run->frames.n]
		: NULL;    /* of a simulation before */
	if (!frame)
		frame = sb_new(run->arena, se_frame);
	*frame = (se_frame){0};
	sb_push(run->arena, run->frames, frame);
	run->modes->frame_of.at[mode->number] = run->frames.n;
	se_exchange(run, run->frames.n - 1);
	se_frame_make(run, mode->program);
}

void se_modes_begin(se_run *run)
{
	if (run->in)
		se_exchange(run, 0);
	for (uint32_t i = 1; i < run->frames.n; i++) {
		se_exchange(run, i);
		se_frame_free(run);
		run->in = 0;
		run->frame = *run->frames.at[0];
	}
	run->frames.n = 1;
	run->modes->frame_of.n = 0;
	const sc_mode *mode = sc_mode_of(run->program);
	for (uint32_t i = 0; mode && i <= mode->number; i++)
		sb_push(run->arena, run->modes->frame_of, i == mode->number);
	run->past->delay_count = 0;
	run->past->delay_ids = sb_map_new(run->once);
	number_delays(run);
	se_forget_profiles(run);
	se_number_transports(run);
	if (run->used) {                 /* nothing of a simulation before, not even a guess, may be seen in this one */
		for (uint32_t i = 0; i < run->mode->kept.n; i++)
			memset(run->mode->kept.at[i].at, 0, run->mode->kept.at[i].size);
		se_impulses_close(run);
		se_left_close(run);
		se_free_data(run);
		se_make_data(run);
		se_join_programs(run);
		run->view->lens.value = run->d->latch;
		se_follow_open(run);
	}
	run->begun = false;
	run->mode->entries = 1;
	run->mode->stay = run->mode->entering = 0;
	run->mode->entered = run->settings.start;
	run->modes->told = sb_map_new(run->once);
	run->watched->told_lost = sb_map_new(run->once);
	run->watched->told_held = sb_map_new(run->once);
	run->modes->told_jumps = sb_map_new(run->once);
	run->modes->kind_of_jump = sb_map_new(run->once);
	run->modes->jump_kinds.at = NULL;
	run->modes->jump_kinds.n = run->modes->jump_kinds.cap = 0;
	run->modes->search = (se_mode_search){0};
	se_forget_searches(run);
	run->modes->condition_of = sb_map_new(run->once);
	run->modes->numbering++;
	run->modes->sizes.at = NULL;
	run->modes->sizes.n = run->modes->sizes.cap = 0;
	run->modes->returns = 0;
	run->modes->optimised = NULL;
	run->modes->return_time = -INFINITY;
	run->stated.at = NULL;
	run->stated.n = run->stated.cap = 0;
	run->modes->visited.at = NULL;
	run->modes->visited.n = run->modes->visited.cap = 0;
	run->looked->sizes_seen.at = NULL;
	run->looked->sizes_seen.n = 0;
}

uint64_t se_mode_key(const se_run *run, const uint16_t *branch)
{
	uint32_t n = run->image->switches.n;
	return n ? sb_hash(branch, n * sizeof *branch, n) : 0;
}

static void add_use(se_run *run)
{
	const sc_mode *mode = sc_mode_of(run->program);
	if (mode && run->image->switches.n)
		sb_push(run->once, run->modes->uses,
				((se_mode_use){mode, run->image->states, run->mode->entries, run->mode->stay, run->mode->entering}));
}

void se_gather_uses(se_run *run)
{
	run->mode->stay += run->time - run->mode->entered;
	run->mode->entered = run->time;
	run->modes->uses.at = NULL;
	run->modes->uses.n = run->modes->uses.cap = 0;
	se_visit_frames(run, add_use);
}

void se_modes_archive(se_run *run, sb_archive *a)
{
	se_modes_state *m = run->modes;
	sb_archive_tag(a, "modes");
	sb_archive_map(a, &m->told);
	sb_archive_map(a, &m->told_jumps);
	sb_archive_map(a, &m->kind_of_jump);
	sb_archive_vec(a, run->once, m->jump_kinds);
	for (uint32_t i = 0; a->reads && i < m->jump_kinds.n; i++)
		m->jump_kinds.at[i].message = NULL;      /* it was told by the run that was saved */
	sb_archive_map(a, &m->condition_of);
	sb_archive_vec(a, run->once, m->sizes);
	m->numbering += a->reads;
	sb_archive_one(a, m->return_time);
	sb_archive_one(a, m->returns);
	sb_archive_one(a, m->search);
	se_seek_archive(run, a);
}
