/* What a small change would do to a run (engine.h): the stretches of its way, values at points beside it, and the
 * instant that would happen at such a point.
 *
 * Between two instants all discrete variables are at their fixed point. So after a displacement everything that only
 * events set is computed again, and the left limits are the values themselves. */
#include "engine/accumulate/accumulate.h"
#include "engine/evaluate/engine_evaluate.h"
#include "engine/evaluate/trial.h"
#include "engine/forcing/engine_forcing.h"
#include "engine/instant/instant.h"
#include "engine/modes/engine_modes.h"
#include "engine/process/engine_process.h"
#include "engine/run/run.h"
#include "engine/watch/watch.h"
#include <math.h>
#include <string.h>

/* ------------------------------------------------------------------------------------------------------- stretches */

/* A signal, as samples of a file are, depends on time alone, and no parameter moves it. */
static bool has_components(const si_image *image)
{
	for (uint32_t k = 0; k < image->blocks.n; k++) {
		const uint32_t *n = image->blocks.at[k].scalars;
		if (n[SI_BLOCK_INPUTS] || n[SI_BLOCK_STATES] || n[SI_BLOCK_CROSSINGS])
			return true;
	}
	return false;
}

const char *se_not_followed(const se_run *run)
{
	const si_image *image = run->image;
	return image->routines.n || run->process->any ? "the model has processes"
		   : image->event_code.n				  ? "the model has events with actions of their own"
		   : image->delays.n					  ? "the model has delays"
		   : image->transports.n				  ? "the model has transports"
		   : has_components(image)				  ? "the model has components in C"
		   : run->hold || run->gathering->coming  ? "a motion is held on a condition"
												  : NULL;
}

se_status se_next_stretch(se_run *run, se_stretch *out)
{
	*out = (se_stretch){.from = run->time, .to = run->time};
	run->control->all_halt = true;
	se_stop_showing(run);
	if (run->control->outcome != SE_PAUSED)
		return run->control->outcome;
	se_sides next = se_next_sides(run);
	if (!run->control->walking && se_is_between(run, next)) {
		se_move_on(run, next);
		out->from = out->to = run->time;
	}
	if (!run->control->walking && se_next_entry(run) <= run->time) {
		out->instant = true;
		return SE_PAUSED;
	}
	uint64_t before = run->instant;
	se_status status = se_advance(run, nextafter(run->time, INFINITY), true);
	out->lost = run->instant != before;
	if (status != SE_PAUSED || !run->control->walking || !run->control->point.known) {
		out->to = run->time;
		return status;
	}
	const se_point *p = &run->control->point;
	bool crossing = p->crossing || p->woken || p->freed || p->passed;
	*out = (se_stretch){run->time, p->at, crossing || se_is_due(run, p), crossing, out->lost};
	return status;
}

void se_look_at(se_run *run, double t)
{
	se_stop_showing(run);
	if (run->control->walking && t >= run->time && t < run->control->point.at)
		run->control->shown_at = t;
	se_show(run);
}

/* ------------------------------------------------------------------------------------------------------ conditions */

const void *se_mode_of(const se_run *run)
{
	return run->image;
}

uint32_t se_conditions(const se_run *run)
{
	return run->image->watches.n;
}

se_condition_state se_condition_at(const se_run *run, uint32_t condition)
{
	const si_watch *w = &run->image->watches.at[condition];
	return (se_condition_state){run->d->latch[condition], w->kind != SI_RELATION, w->initial_only, w->span};
}

bool se_decides_alike(const se_run *a, const se_run *b)
{
	const si_image *image = a->image;
	return image == b->image && a->terminate == b->terminate &&
		   memcmp(a->d->latch, b->d->latch, image->watches.n * sizeof *a->d->latch) == 0 &&
		   memcmp(a->d->i, b->d->i, image->ints * sizeof *a->d->i) == 0;
}

uint32_t se_jumps_without_event(const se_run *run)
{
	return run->image->breaks.n;
}

/* ------------------------------------------------------------------------------------------------------------ kept */

/* A parameter that the initial equations determine. Variables with fixed = false are no parameters: the run has them as
 * states, or as what events set. */
static bool is_unknown(const si_variable *v)
{
	return v->unknown && v->variability == SI_PARAMETER && v->type == SI_TYPE_REAL;
}

uint32_t se_keeps(se_run *run)
{
	uint32_t n = se_memories(run);
	for (uint32_t i = 0; i < run->image->variables.n; i++)
		n += is_unknown(&run->image->variables.at[i]) ? run->image->variables.at[i].count : 0;
	return n;
}

void se_kept_scalars(se_run *run, uint32_t *scalars)
{
	uint32_t n = se_memories(run);
	for (uint32_t k = 0; k < n; k++)
		scalars[k] = se_memory(run, k);
	for (uint32_t i = 0; i < run->image->variables.n; i++) {
		const si_variable *v = &run->image->variables.at[i];
		for (uint32_t e = 0; is_unknown(v) && e < v->count; e++)
			scalars[n++] = v->first + e;
	}
}

/* ---------------------------------------------------------------------------------------------------- displacements */

/* Discrete values and parameters of a displaced run, and all that follows from them. States and time are there. */
static void displace_kept(se_run *run, const se_displaced *d)
{
	bool any = false;
	uint32_t memories = se_memories(run);
	for (uint32_t k = 0; k < d->kept_count; k++) {
		if (d->by_kept[k] == 0)
			continue;
		double value = sc_scalar_value(run->d, d->kept[k]) + d->by_kept[k];
		any = true;
		if (k < memories)
			se_set_memory(run, d->kept[k], value);
		else
			se_compute_parameters(run, d->kept[k], value);
	}
	if (d->parameter != UINT32_MAX && d->by_parameter != 0) {
		any = true;
		se_compute_parameters(run, d->parameter, sc_scalar_value(run->d, d->parameter) + d->by_parameter);
	}
	if (!any)
		return;
	run->f->all(run->d);
	se_save_all_pre(run);
}

static void give_back(se_run *run, const se_displaced *d, double value, bool given)
{
	if (d->parameter == UINT32_MAX || d->by_parameter == 0)
		return;
	se_compute_parameters(run, d->parameter, value);
	sc_set_given(run->d, d->parameter, given);
	if (run->instants->began_in != run->in)
		sc_set_given(run->frames.at[run->instants->began_in]->d, d->parameter, given);
}

static void give_back_unknowns(se_run *run, const se_displaced *d, const double *values)
{
	for (uint32_t k = se_memories(run); k < d->kept_count; k++)
		if (d->by_kept[k] != 0)
			se_compute_parameters(run, d->kept[k], values[k]);
}

/* A displacement for a look, and what was there before it. */
typedef struct aside {
	se_trial trial; sb_mark mark;
	const double *x, *xd; double *kept, time, parameter;
	bool given;
} aside;

/* False: the run shows nothing. */
static bool step_aside(se_run *run, const se_displaced *d, aside *was)
{
	se_show(run);
	if (!run->control->shows)
		return false;
	uint32_t n = run->image->states;
	bool any = d->parameter != UINT32_MAX;
	was->mark = sb_arena_mark(run->once);
	was->x = se_copy_once(run, run->d->x, n, sizeof *was->x);
	was->xd = se_copy_once(run, run->d->xd, n, sizeof *was->xd);
	was->kept = sb_new_array(run->once, double, (size_t)d->kept_count + 1);
	was->time = run->d->time;
	was->parameter = any ? sc_scalar_value(run->d, d->parameter) : 0;
	was->given = any && sc_is_given(run->d, d->parameter);
	for (uint32_t k = 0; k < d->kept_count; k++)
		was->kept[k] = sc_scalar_value(run->d, d->kept[k]);
	was->trial = se_begin_trial(run);
	run->d->time = was->time + d->ahead;
	for (uint32_t i = 0; d->by_states && i < n; i++)
		run->d->x[i] += d->by_states[i];
	displace_kept(run, d);
	return true;
}

static void step_back(se_run *run, const se_displaced *d, const aside *was)
{
	uint32_t n = run->image->states;
	sc_forgive(run->d);
	sc_forget_noticed(run->d);
	give_back(run, d, was->parameter, was->given);
	give_back_unknowns(run, d, was->kept);
	se_end_trial(run, &was->trial);
	run->d->time = was->time;
	memcpy(run->d->x, was->x, n * sizeof *was->x);
	memcpy(run->d->xd, was->xd, n * sizeof *was->xd);
	sb_arena_rewind(run->once, was->mark);
}

static double asked_value(const se_run *run, const se_asked *asked)
{
	si_place place = si_place_of(run->image, asked->scalar);
	if (!asked->rate)
		return sc_scalar_value(run->d, asked->scalar);
	if (place.store != SI_STATE)
		return NAN;
	return place.negated ? -run->d->xd[place.index] : run->d->xd[place.index];
}

bool se_values_displaced(se_run *run, const se_displaced *d, double *rates, double *conditions, const se_asked *asked,
						 uint32_t count, double *values)
{
	aside was;
	if (!step_aside(run, d, &was))
		return false;
	run->f->rates(run->d);
	run->f->watch(run->d, conditions);
	run->f->outputs(run->d);
	bool good = !run->d->failed;
	memcpy(rates, run->d->xd, run->image->states * sizeof *rates);
	for (uint32_t i = 0; i < count; i++)
		values[i] = asked_value(run, &asked[i]);
	step_back(run, d, &was);
	return good && se_all_finite(rates, run->image->states);
}

bool se_clocks_displaced(se_run *run, const se_displaced *d, double *first, double *interval)
{
	aside was;
	if (!step_aside(run, d, &was))
		return false;
	if (run->image->clocks.n)
		run->f->clocks(run->d, first, interval);
	for (uint32_t k = 0; k < run->image->clocks.n; k++)
		se_based_clock(run, k, first + k, interval + k);
	bool good = !run->d->failed;
	step_back(run, d, &was);
	return good;
}

/* --------------------------------------------------------------------------------------------------------- instants */

bool se_save_still(se_run *run, sb_archive *out)
{
	sv_solver *solver = run->solver;
	se_stop_showing(run);
	run->solver = NULL;              /* an instant needs none */
	bool good = se_save(run, out);
	run->solver = solver;
	return good;
}

void se_put(se_run *run, double time, const double *states)
{
	se_stop_showing(run);
	run->control->walking = run->control->point.known = false;
	run->time = run->step_end = run->control->shown_at = time;
	se_unseal(run);
	memcpy(run->x, states, run->image->states * sizeof *run->x);
	se_seal(run);
	se_here(run);
}

bool se_stand_displaced(se_run *run, double time, const double *states, const se_displaced *d, double due)
{
	bool restart;
	se_put(run, time, states);
	se_renew_parameters(run);
	displace_kept(run, d);
	if (run->watching && run->ops)   /* as before each instant of a step */
		se_keep_resting(run);
	se_calendar_gather(run->calendar, time, due + se_time_rounding(run));
	for (uint32_t i = 0; i < d->turning_count; i++)
		run->g_noise[d->turning[i]] = 0;
	se_touch_everything(run);
	bool good = !run->d->failed && se_instant(run, true, &restart);
	run->control->shown_at = run->time;
	if (!good)
		run->control->outcome = SE_FAILED;
	return good;
}
