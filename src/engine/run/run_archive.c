/* A run as bytes (base/archive.h): saved where it has paused, and put into another run of the same program, which goes
 * on with the same bits.
 *
 * What is saved is all that decides how the run goes on: values, calendar, queues, records of processes, histories,
 * streams of random numbers, stories of conditions, the step at hand with the state of the solver. Not saved are tables
 * that the program determines, workspaces, what was recorded, and messages. A solver that cannot tell its state
 * (sv_operations.archive) begins anew in the run that is saved as well as in the one that goes on from it, so both make
 * the same steps. */
#include "engine/accumulate/accumulate.h"
#include "engine/evaluate/engine_evaluate.h"
#include "engine/forcing/engine_forcing.h"
#include "engine/instant/instant.h"
#include "engine/look/look.h"
#include "engine/modes/engine_modes.h"
#include "engine/past/past.h"
#include "engine/process/engine_process.h"
#include "engine/record/record.h"
#include "engine/run/run.h"
#include "engine/solve/engine_solve.h"
#include "engine/watch/watch.h"
#include <string.h>

#define FORMAT "saltus 5"

/* ------------------------------------------------------------------------------------------------------- one mode */

static void archive_solver(se_run *run, sb_archive *a)
{
	bool open = run->solver != NULL, whole = false;
	if (a->reads && open) {                  /* of what was paused before */
		run->solver->operations->free(run->solver);
		run->solver = NULL;
	}
	sb_archive_one(a, open);
	sb_archive_one(a, run->solver_tolerance);
	if (!open)
		return;
	whole = run->saves_whole;
	sb_archive_one(a, whole);
	if (a->reads) {
		run->solver = se_new_solver(run);
		run->solver->operations->reset(run->solver, run->time, run->x, false);
	}
	if (whole)
		run->solver->operations->archive(run->solver, a);
}

static void archive_frame(se_run *run, sb_archive *a)
{
	sb_archive_tag(a, "frame");
	sb_archive_one(a, run->longest);
	sb_archive_one(a, run->searched);
	sb_archive_one(a, run->begun);
	sb_archive_one(a, run->flips_of);
	sb_archive_vec(a, run->own, run->flipped);
	sc_archive(run->d, a);
	se_select_archive(run, a);
	se_delays_archive(run, a);
	se_ahead_archive(run, a);
	se_view_archive(run, a);
	se_look_frame_archive(run, a);
	se_mode_frame_archive(run, a);
	se_hold_archive(run, a);
	archive_solver(run, a);
}

/* The modes that the run has been in are the same, in the same order. */
static bool archive_frames(se_run *run, sb_archive *a)
{
	uint32_t in = run->in, n = sb_archive_count(a, run->frames.n, 1), switches = run->image->switches.n;
	sb_archive_one(a, in);
	sb_archive_one(a, switches);
	if (switches != run->image->switches.n)
		return false;
	for (uint32_t i = 0; i < n && !a->bad; i++) {
		if (!a->reads || i == 0)
			se_exchange(run, i);
		uint16_t *branch = sb_new_array(run->once, uint16_t, switches + 1);
		if (!a->reads && switches)
			memcpy(branch, run->mode->branch, switches * sizeof *branch);
		bool initial = !run->image->no_initial;
		sb_archive_bytes(a, branch, switches * sizeof *branch);
		sb_archive_one(a, initial);
		if (a->reads && i > 0) {
			const sc_mode *mode = se_enter_mode(run, branch, initial, true);
			if (!mode)
				return false;
			se_be_in(run, mode);
			sc_copy_parameters(run->d, run->frames.at[0]->d);        /* external objects are shared, and not saved */
			run->f->parameters(run->d);
		}
		archive_frame(run, a);
	}
	if (in >= run->frames.n)
		return false;
	se_exchange(run, in);
	return true;
}

/* -------------------------------------------------------------------------------------------------------- the run */

static void archive_flags(sb_archive *a, bool *const *flags, size_t n)
{
	for (size_t k = 0; k < n; k++)
		sb_archive_one(a, *flags[k]);
}

/* What several rooms share. */
static void archive_shared(se_run *run, sb_archive *a)
{
	double *const numbers[] = {&run->time,  &run->segment,    &run->step_begin, &run->step_end,  &run->bad_time,
							   &run->visit, &run->held_since, &run->tolerance,  &run->fresh_time};
	bool *const flags[] = {&run->bad,         &run->astray,     &run->noticed,  &run->holding, &run->reinit_any,
						   &run->unset_known, &run->told_rough, &run->reopened, &run->stores};
	sb_archive_tag(a, "shared");
	for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++)
		sb_archive_one(a, *numbers[k]);
	archive_flags(a, flags, sizeof flags / sizeof *flags);
	sb_archive_one(a, run->close_calm);
	sb_archive_one(a, run->instant);
	const char *name = run->stats.solver_name;
	sb_archive_one(a, run->stats);
	run->stats.solver_name = name;
}

static void archive_control(se_control *c, sb_archive *a)
{
	double *const numbers[] = {&c->shown_at, &c->limit, &c->reach, &c->light_grid};
	bool *const flags[] = {&c->under_way, &c->idle, &c->walking, &c->past_branch};
	sb_archive_tag(a, "control");
	for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++)
		sb_archive_one(a, *numbers[k]);
	archive_flags(a, flags, sizeof flags / sizeof *flags);
	sb_archive_one(a, c->point);
}

static bool archive_all(se_run *run, sb_archive *a)
{
	archive_shared(run, a);
	archive_control(run->control, a);
	se_solving_archive(run, a);      /* before frames: their solvers are made with it, and tell what was not told */
	if (!archive_frames(run, a))
		return false;
	se_calendar_archive(run->calendar, a);
	se_past_archive(run, a);
	sb_archive_vec(a, run->once, run->forcing->bases);
	se_watched_archive(run, a);
	se_processes_archive(run, a);
	sb_archive_one(a, run->around->idle_since);
	se_looked_archive(run, a);
	se_modes_archive(run, a);
	se_audit_archive(run, a);
	se_recording_archive(run, a);
	se_instants_archive(run, a);
	se_accumulation_archive(run, a);
	sc_blocks_archive(run->d, a);
	sb_archive_tag(a, "end");
	return !a->bad;
}

/* What tells that it is this program: sizes of all that is saved, and names. */
static uint64_t fingerprint(const se_run *run)
{
	const si_image *image = run->in ? run->frames.at[0]->image : run->image;
	uint32_t sizes[] = {image->states,       image->reals,          image->ints,     image->strings,  image->pres.n,
						image->watches.n,    image->clocks.n,       image->delays.n, image->loops.n, image->switches.n,
						image->event_code.n, image->routines.n, image->waits.n,  image->scalars};
	uint64_t hash = sb_hash((const char *)sizes, sizeof sizes, 0);
	for (uint32_t i = 0; i < image->variables.n; i++) {
		const char *name = si_word(image, image->variables.at[i].name);
		hash = sb_hash(name, strlen(name), hash);
	}
	return hash;
}

static void archive_head(se_run *run, sb_archive *a, uint64_t *print)
{
	sb_archive_tag(a, FORMAT);
	sb_archive_one(a, *print);
	sb_archive_vec(a, run->arena, run->numbers);
	uint32_t n = sb_archive_count(a, run->given.n, 1);
	for (uint32_t i = 0; i < n; i++) {
		struct se_given g = a->reads ? (struct se_given){0} : run->given.at[i];
		sb_archive_one(a, g.scalar);
		sb_archive_one(a, g.value);
		g.string = sb_archive_text(a, run->arena, g.string);
		if (a->reads)
			sb_push(run->arena, run->given, g);
	}
}

/* Can it tell its state, as it is now? */
static bool solver_is_whole(const se_run *run)
{
	if (!run->solver || !run->solver->operations->archive)
		return !run->solver;
	sb_archive tried = {0};
	bool whole = run->solver->operations->archive(run->solver, &tried);
	sb_archive_free(&tried);
	return whole;
}

/* ---------------------------------------------------------------------------------------------- saving and going on */

static bool cannot_be_saved(se_run *run)
{
	if (run->control->outcome == SE_PAUSED)
		return false;
	sb_report(run->diag, SB_ERROR, "R0282", (sb_span){0}, "the run cannot be saved: it is not paused");
	return true;
}

/* What C remembers cannot be saved. Tables of the standard library remember nothing. */
static void warn_of_objects(se_run *run)
{
	for (uint32_t i = 0; i < run->image->variables.n && !run->control->told_objects; i++) {
		const si_variable *v = &run->image->variables.at[i];
		if (!v->object || strncmp(si_word(run->image, v->object), "Modelica.", 9) == 0)
			continue;
		sb_message *m = sb_report(run->diag, SB_WARNING, "R0284", v->span,
								  "the memory of the external object '%s' is not saved", si_word(run->image, v->name));
		sb_note(m, "when the saved run goes on, the object is made again from its parameters");
		run->control->told_objects = true;
	}
}

/* Solvers of other modes are made anew when the mode is entered. */
static void drop_solver(se_run *run)
{
	run->saves_whole = solver_is_whole(run);
	if (run->solver && !run->saves_whole)
		se_close_solver(run);
}

static void archive_settings(se_settings *s, sb_archive *a, sb_arena *arena)
{
	double *const numbers[] = {&s->start, &s->stop, &s->interval, &s->tolerance, &s->step, &s->max_step, &s->warmup,
		&s->quantum, &s->hysteresis};
	for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++)
		sb_archive_one(a, *numbers[k]);
	sb_archive_one(a, s->limits);
	sb_archive_one(a, s->seed);
	sb_archive_one(a, s->number);
	sb_archive_one(a, s->max_microsteps);
	sb_archive_one(a, s->on_zeno);
	sb_archive_one(a, s->on_chatter);
	s->solver = sb_archive_text(a, arena, s->solver);
}

bool se_save(se_run *run, sb_archive *out)
{
	uint64_t print = fingerprint(run);
	*out = (sb_archive){0};
	se_stop_showing(run);
	if (cannot_be_saved(run))
		return false;
	if (!se_settle_changes(run)) {
		run->control->outcome = SE_FAILED;
		return false;
	}
	if (!solver_is_whole(run)) {
		se_leave_step(run);
		se_reopen_solver(run);
	}
	bool present = run->saves_whole = solver_is_whole(run);
	sv_solver *solver = run->solver;
	run->solver = NULL;              /* it stays, whatever it is */
	se_visit_frames(run, drop_solver);
	run->solver = solver;
	run->saves_whole = present;
	run->fresh_x = NULL;
	if (run->d->x != run->x)
		se_here(run);
	warn_of_objects(run);
	se_settings settings = run->settings;
	if (!run->forcing->step_given)   /* else the run that goes on would take it for one that nothing may shorten */
		settings.step = 0;
	archive_settings(&settings, out, run->arena);
	archive_head(run, out, &print);
	return archive_all(run, out);
}

static se_status restore(se_run *run, const se_settings *settings, sb_archive *in)
{
	uint64_t print = 0;
	se_stop_showing(run);
	run->settings = *settings;
	run->control->under_way = false;
	run->control->outcome = SE_FAILED;
	archive_settings(&run->settings, in, run->arena);
	run->given.n = run->numbers.n = 0;
	archive_head(run, in, &print);
	if (in->bad || print != fingerprint(run)) {
		sb_help(sb_report(run->diag, SB_ERROR, "R0283", (sb_span){0},
						  in->bad ? "the saved run cannot be read" : "the saved run belongs to another model"),
				"use the model and the version of Saltus that saved it");
		return SE_FAILED;
	}
	if (!se_prepare(run) || !se_parameters(run))
		return SE_FAILED;
	if (!archive_all(run, in)) {
		sb_report(run->diag, SB_ERROR, "R0283", (sb_span){0}, "the saved run cannot be read");
		return SE_FAILED;
	}
	se_record_constants(run);
	run->fresh_x = NULL;
	se_seal(run);
	return run->control->outcome = SE_PAUSED;
}

se_status se_restore(se_run *run, const se_settings *settings, sb_archive *in)
{
	sb_stock *around = sb_stock_use(run->stock);
	se_status status = restore(run, settings, in);
	sb_stock_use(around);
	return status;
}
