/* A run as an object: making and freeing it, values given from outside, and what it tells afterwards. */
#include "engine/accumulate/accumulate.h"
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
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------------------------------ making and freeing */

static const se_asks asks = {
	.held_rates = se_held_rates,
	.held_pattern = se_held_pattern,
	.show_held = se_show_held,
	.keep_shown = se_keep_shown,
	.shown_reals = se_shown_reals,
	.shown_rates = se_shown_rates,
	.look_at_breaks = se_look_at_breaks,
	.freshen = se_freshen,
	.note_woken = se_note_woken,
};

/* What each room keeps. */
static void make_groups(se_run *run)
{
	run->past = sb_new(run->arena, se_kept_past);
	run->forcing = sb_new(run->arena, se_forcing);
	run->watched = sb_new(run->arena, se_watched);
	run->around = sb_new(run->arena, se_around);
	run->looked = sb_new(run->arena, se_looked);
	run->modes = sb_new(run->arena, se_modes_state);
	run->solving = sb_new(run->arena, se_solving);
	run->recording = sb_new(run->arena, se_recording);
	run->instants = sb_new(run->arena, se_instants);
	run->gathering = sb_new(run->arena, se_gathering);
	run->control = sb_new(run->arena, se_control);
}

se_run *se_run_new(sc_program *program, sb_diag *diag)
{
	se_run *run = sb_draw(NULL, sizeof *run);
	memset(run, 0, sizeof *run);
	run->diag = diag;
	run->asks = &asks;
	run->stores = true;
	run->stock = sb_stock_new();
	run->arena = sb_arena_new();
	run->once = sb_arena_new();
	run->objects = sc_objects_new();
	run->calendar = se_calendar_new();
	make_groups(run);
	run->past->history = se_history_new(0);
	run->past->delay_ids = sb_map_new(run->arena);
	run->past->profile_ids = sb_map_new(run->arena);
	sb_push(run->arena, run->frames, sb_new(run->arena, se_frame));
	run->image = sc_image(program);
	se_processes_open(run);
	se_frame_make(run, program);
	return run;
}

static void close_solver(se_run *run)
{
	if (run->solver)
		run->solver->operations->free(run->solver);
	run->solver = NULL;
}

void se_close_solvers(se_run *run)
{
	se_visit_frames(run, close_solver);
}

void se_run_free(se_run *run)
{
	if (!run)
		return;
	se_derivations_free(run->control->derivations);
	se_unbounded_free(run);
	sc_blocks_clear(run->objects);
	sc_objects_clear(run->objects);
	se_hold_clear(run);
	se_processes_close(run);
	se_visit_frames(run, se_frame_free);
	sc_objects_free(run->objects);
	se_calendar_free(run->calendar);
	se_history_free(run->past->history);
	se_forget_profiles(run);
	sr_record_free(run->record);
	sr_record_free(run->around->cross);
	se_forget_searches(run);
	free(run->set_states.at);
	sb_arena_free(run->once);
	sb_arena_free(run->arena);
	sb_stock_free(run->stock);
	sb_put_back(run);
}

static const char *name_of(se_run *run, uint32_t scalar)
{
	sb_text text = {0};
	si_scalar_name(run->image, scalar, &text);
	const char *name = sb_strdup(run->arena, text.at);
	sb_text_free(&text);
	return name;
}

static bool settable(se_run *run, uint32_t scalar)
{
	const si_image *image = run->in ? run->frames.at[0]->image
								  : run->image; /* of the first mode: others have parts of the structure of their own */
	const si_variable *v = si_owner(image, scalar);
	bool parameter = v->variability == SI_PARAMETER, unknown = parameter && v->unknown;
	if (si_parameter_number(image, scalar) != UINT32_MAX && parameter && !v->final && !v->structural && !unknown)
		return true;
	sb_message *m = sb_report(run->diag, SB_ERROR, "R0101", v->span, "'%s' cannot be set from outside: it is %s",
	                          name_of(run, scalar),
	                          v->structural                    ? "part of the model's structure"
	                          : v->final                       ? "final"
	                          : v->variability == SI_CONSTANT  ? "a constant"
	                          : unknown                        ? "determined by the initial equations (fixed = false)"
	                                                           : "a variable, not a parameter");
	if (v->structural)
		sb_help(
			m,
			"its value went into sizes or conditions of the equations: translate the model again with the new value");
	return false;
}

const char *se_wanted(uint32_t type, uint32_t literals, double value)
{
	if (literals && !(value >= 1 && value <= literals && value == floor(value)))
		return "the number of one of its values";
	if (type == SI_TYPE_BOOLEAN && value != 0 && value != 1)
		return "0 or 1";
	if (type == SI_TYPE_INTEGER && !(fabs(value) < 9007199254740992.0 && value == floor(value)))
		return "a whole number, smaller than 2^53 in size";
	return isfinite(value) ? NULL : "a finite number";
}

/* A number must be one that the type has; a text only a String can have. */
static bool suits(se_run *run, uint32_t scalar, double value, const char *string)
{
	const si_variable *v = si_owner(run->image, scalar);
	const char *wanted = NULL;
	if ((v->type == SI_TYPE_STRING) != (string != NULL))
		wanted = v->type == SI_TYPE_STRING ? "a text" : "a number";
	else if (v->type != SI_TYPE_STRING)
		wanted = se_wanted(
			v->type, v->enumeration ? run->image->enums.at[v->enumeration - 1].literals.n : 0, value);
	if (!wanted)
		return true;
	const char *name = name_of(run, scalar);
	sb_message *m =
		string ? sb_report(run->diag, SB_ERROR, "R0106", v->span, "'%s' is not a value for '%s'", string, name)
			   : sb_report(run->diag, SB_ERROR, "R0106", v->span, "%.17g is not a value for '%s'", value, name);
	sb_help(m, "give %s", wanted);
	return false;
}

bool se_suits(se_run *run, uint32_t scalar, double value)
{
	return suits(run, scalar, value, NULL);
}

static bool give(se_run *run, uint32_t scalar, double value, const char *string)
{
	if (!settable(run, scalar) || !suits(run, scalar, value, string))
		return false;
	uint32_t i = 0;
	while (i < run->given.n && run->given.at[i].scalar != scalar)
		i++;
	if (i == run->given.n)
		sb_push(run->arena, run->given, ((struct se_given){0}));
	run->given.at[i] = (struct se_given){scalar, value, string};
	for (i = 0; i < run->numbers.n && run->numbers.at[i].scalar != scalar;)
		i++;
	if (i == run->numbers.n && !string)
		sb_push(run->arena, run->numbers, ((sx_given){0}));
	if (!string)
		run->numbers.at[i] = (sx_given){scalar, value};
	return true;
}

bool se_set(se_run *run, uint32_t scalar, double value)
{
	return give(run, scalar, value, NULL);
}

bool se_set_string(se_run *run, uint32_t scalar, const char *value)
{
	return give(run, scalar, 0, sb_strdup(run->arena, value));
}

void se_unset(se_run *run, uint32_t scalar)
{
	uint32_t n = 0;
	for (uint32_t i = 0; i < run->given.n; i++)
		if (run->given.at[i].scalar != scalar)
			run->given.at[n++] = run->given.at[i];
	run->given.n = n;
	n = 0;
	for (uint32_t i = 0; i < run->numbers.n; i++)
		if (run->numbers.at[i].scalar != scalar)
			run->numbers.at[n++] = run->numbers.at[i];
	run->numbers.n = n;
}

void se_copy_given(se_run *to, const se_run *from)
{
	for (uint32_t i = 0; i < from->given.n; i++) {
		const struct se_given *g = &from->given.at[i];
		give(to, g->scalar, g->value, g->string ? sb_strdup(to->arena, g->string) : NULL);
	}
}

void se_refuse(se_run *run)
{
	run->control->refused = true;
}

/* ------------------------------------------------------------------------------------------- telling afterwards */

const sr_record *se_record(const se_run *run)
{
	return run->record;
}

sr_record *se_open_record(se_run *run)
{
	return run->record;
}

const se_settings *se_settings_of(const se_run *run)
{
	return &run->settings;
}

sr_record *se_take_record(se_run *run)
{
	sr_record *record = run->record;
	run->record = NULL;
	return record;
}

const se_statistics *se_stats(const se_run *run)
{
	return &run->stats;
}

const se_mode_use *se_modes(const se_run *run, uint32_t *count)
{
	*count = run->modes->uses.n;
	return run->modes->uses.at;
}

bool se_values_are_whole(const se_run *run)
{
	return run->control->whole;
}

const se_mode_search *se_searched(const se_run *run)
{
	return &run->modes->search;
}

bool se_is_paused(const se_run *run)
{
	return run->control->outcome == SE_PAUSED;
}

double se_time(const se_run *run)
{
	return run->control->outcome == SE_PAUSED ? run->control->shown_at : run->time;
}

double se_value(const se_run *run, uint32_t scalar)
{
	return sc_scalar_value(run->d, scalar);
}

sc_data *se_data(se_run *run)
{
	return run->d;
}
