/* Frames: what belongs to one mode that the run has entered, made at the first entry and kept to the end of the
 * simulation. The members of the present one are members of the run itself, so nobody else needs to know that there are
 * others. */
#include "base/check.h"
#include "engine/inside.h"
#include <math.h>
#include <string.h>

uint64_t se_same_key(si_same_kind kind, uint32_t part, uint32_t origin)
{
	return (uint64_t)kind << 60 | (uint64_t)part << 40 | origin;
}

/* Delays have one number in the history, whatever number they have in a plan. */
static void number_delays(se_run *run)
{
	const si_image *image = run->image;
	for (uint32_t k = 0; k < image->delays.n; k++)
		run->delay_id[k] = UINT32_MAX;
	for (uint32_t i = 0; i < image->same.n; i++) {
		const si_same *s = &image->same.at[i];
		uint64_t id;
		if (s->kind != SI_SAME_DELAY || run->delay_id[s->number] != UINT32_MAX)
			continue;
		uint64_t key = se_same_key(s->kind, s->part, s->origin);
		if (!sb_map_get(&run->delay_ids, key, &id)) {
			id = run->delay_count++;
			sb_map_put(&run->delay_ids, key, id);
		}
		run->delay_id[s->number] = (uint32_t)id;
	}
	for (uint32_t k = 0; k < image->delays.n; k++)
		if (run->delay_id[k] == UINT32_MAX)
			run->delay_id[k] = run->delay_count++;
	se_history_extend(run->history, run->delay_count);
}

static void list_carried(se_run *run)
{
	const si_image *image = run->image;
	run->constant = sb_alloc(run->own, run->image->scalars + 1);
	se_mark_constants(run, run->constant);
	for (uint32_t s = 0; s < image->common; s++)
		if (si_root_of_scalar(image, s) == si_cell_of_scalar(image, s) && !run->constant[s] &&
			si_place_of(image, s).store != SI_RATE)
			sb_push(run->own, run->carried, s);
}

static void list_set_by_when(se_run *run)
{
	run->by_when = sb_alloc(run->own, run->image->scalars + 1);
	for (uint32_t i = 0; i < run->image->steps.n; i++) {
		const si_step *step = &run->image->steps.at[i];
		if (step->by_when && step->scalar != UINT32_MAX)
			run->by_when[step->scalar] = 1;
	}
}

void se_mode_tables(se_run *run)
{
	const si_image *image = run->image;
	number_delays(run);
	se_number_transports(run);
	if (!image->switches.n)
		return;
	run->branch = sb_new_array(run->own, uint16_t, image->switches.n);
	run->asked = sb_new_array(run->own, double, image->switches.n);
	for (uint32_t k = 0; k < image->switches.n; k++)
		run->branch[k] = image->switches.at[k].branch;
	if (!run->wanted) {
		run->wanted = sb_new_array(run->arena, uint16_t, image->switches.n);
	}
	run->pre_of = sb_new_array(run->own, uint32_t, run->image->scalars + 1);
	for (uint32_t k = 0; k < image->pres.n; k++) {
		uint32_t s = image->pres.at[k].scalar;
		if (s != UINT32_MAX)
			run->pre_of[si_root_of_scalar(image, s)] = k + 1;
	}
	run->same = sb_map_new(run->own);
	for (uint32_t i = 0; i < image->same.n; i++)
		sb_map_put(&run->same, se_same_key(image->same.at[i].kind, image->same.at[i].part, image->same.at[i].origin),
				   image->same.at[i].number);
	run->fresh = sb_new_array(run->own, bool, image->watches.n + 1);
	list_set_by_when(run);
	list_carried(run);
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
	while (run->frame_of.n <= mode->number)
		sb_push(run->arena, run->frame_of, 0);
	uint32_t known = run->frame_of.at[mode->number];
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
	run->frame_of.at[mode->number] = run->frames.n;
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
	run->frame_of.n = 0;
	const sc_mode *mode = sc_mode_of(run->program);
	for (uint32_t i = 0; mode && i <= mode->number; i++)
		sb_push(run->arena, run->frame_of, i == mode->number);
	run->delay_count = 0;
	run->delay_ids = sb_map_new(run->once);
	number_delays(run);
	se_forget_profiles(run);
	se_number_transports(run);
	if (run->used) {                 /* nothing of a simulation before, not even a guess, may be seen in this one */
		se_free_data(run);
		se_make_data(run);
		se_follow_open(run);
	}
	run->begun = false;
	run->entries = 1;
	run->stay = run->entering = 0;
	run->entered = run->settings.start;
	run->told = sb_map_new(run->once);
	run->told_lost = sb_map_new(run->once);
	run->told_jumps = sb_map_new(run->once);
	run->kind_of_jump = sb_map_new(run->once);
	run->jump_kinds.at = NULL;
	run->jump_kinds.n = run->jump_kinds.cap = 0;
	run->search = (se_mode_search){0};
	run->size_of = sb_map_new(run->once);
	run->sizes.at = NULL;
	run->sizes.n = run->sizes.cap = 0;
	run->returns = 0;
	run->optimised = NULL;
	run->return_time = -INFINITY;
	run->stated.at = NULL;
	run->stated.n = run->stated.cap = 0;
	run->visited.at = NULL;
	run->visited.n = run->visited.cap = 0;
	run->before.at = NULL;
	run->sizes_seen.at = NULL;
	run->sizes_seen.n = 0;
}

static void add_use(se_run *run)
{
	const sc_mode *mode = sc_mode_of(run->program);
	if (mode && run->image->switches.n)
		sb_push(run->once, run->uses,
				((se_mode_use){mode, run->image->states, run->entries, run->stay, run->entering}));
}

void se_gather_uses(se_run *run)
{
	run->stay += run->time - run->entered;
	run->entered = run->time;
	run->uses.at = NULL;
	run->uses.n = run->uses.cap = 0;
	se_visit_frames(run, add_use);
}
