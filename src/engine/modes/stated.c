/* What the model states by reinit in an instant in which the mode changes. It comes before what is carried over: a
 * state takes the value that was stated for it, in whatever mode; a variable that depends on states in the new mode
 * moves the one on which it depends most. */
#include "engine/evaluate/engine_evaluate.h"
#include "engine/modes/engine_modes.h"
#include "engine/process/engine_process.h"
#include <math.h>
#include <string.h>

static bool owns(const se_run *run, const si_instance *instance, uint32_t scalar)
{
	uint32_t variable = si_variable_of_scalar(run->image, scalar, NULL);
	for (uint32_t i = 0; i < instance->variables.n; i++)
		if (run->image->numbers.at[instance->variables.first + i] == variable)
			return true;
	return false;
}

/* Of an instance that is active now and not in the present mode. */
static bool begins(const se_run *run, uint32_t scalar)
{
	for (uint32_t k = 0; k < run->image->switches.n && run->image->instances.n; k++) {
		const si_switch *s = &run->image->switches.at[k];
		if (!s->instance || !s->branch)
			continue;
		const si_instance *instance = &run->image->instances.at[s->instance - 1];
		if (sc_scalar_value(run->d, si_var(run->image, instance->activity)->first) == 1 && owns(run, instance, scalar))
			return true;
	}
	return false;
}

static void state_reinit(se_run *run, uint32_t scalar, double value)
{
	for (uint32_t i = 0; i < run->stated.n; i++)
		if (run->stated.at[i].scalar == scalar) {
			run->stated.at[i].value = value;
			return;
		}
	sb_push(run->once, run->stated, ((se_stated){scalar, value, begins(run, scalar), value}));
}

bool se_any_stated(const se_run *run)
{
	for (uint32_t i = 0; i < run->stated.n; i++)
		if (!run->stated.at[i].begins)
			return true;
	return false;
}

void se_carry_stated(se_run *run)
{
	for (uint32_t i = 0; i < run->stated.n; i++) {
		const se_stated *s = &run->stated.at[i];
		si_place p = si_place_of(run->image, s->scalar);
		if (s->begins && p.store == SI_STATE)
			run->x[p.index] = p.negated ? -s->value : s->value;
	}
}

static bool holds(const se_run *run, const se_stated *s)
{
	double now = sc_scalar_value(run->d, s->scalar);
	return fabs(now - s->value) <= 1e-9 * fmax(1e-3, fmax(fabs(now), fabs(s->value)));
}

static bool is_stated(const se_run *run, uint32_t state)
{
	for (uint32_t i = 0; i < run->stated.n; i++) {
		si_place p = si_place_of(run->image, run->stated.at[i].scalar);
		if (!run->stated.at[i].begins && p.store == SI_STATE && p.index == state)
			return true;
	}
	return false;
}

/* How much the scalar moves with a state, by a difference. */
static double slope(se_run *run, uint32_t scalar, uint32_t state)
{
	double kept = run->x[state], h = 1e-6 * fmax(1, fabs(kept)), before, after;
	run->x[state] = kept - h;
	run->f->all(run->d);
	before = sc_scalar_value(run->d, scalar);
	run->x[state] = kept + h;
	run->f->all(run->d);
	after = sc_scalar_value(run->d, scalar);
	run->x[state] = kept;
	return (after - before) / (2 * h);
}

/* A variable that the model has stated but that depends on a state in this mode: the state on which it depends most is
 * moved until it has its value. */
static void move_state_behind(se_run *run, const se_stated *s)
{
	uint32_t best = UINT32_MAX;
	double most = 1e-9;
	for (uint32_t i = 0; i < run->image->states; i++) {
		double here = is_stated(run, i) ? 0 : fabs(slope(run, s->scalar, i));
		if (here > most) {
			most = here;
			best = i;
		}
	}
	for (int k = 0; k < 10 && best != UINT32_MAX; k++) {
		run->f->all(run->d);
		if (holds(run, s) || run->d->failed)
			break;
		double steep = slope(run, s->scalar, best);
		run->f->all(run->d);
		double step = (s->value - sc_scalar_value(run->d, s->scalar)) / steep;
		if (!isfinite(step))
			break;
		run->x[best] += step;
	}
	if (run->d->failed)
		sc_forgive(run->d);
}

static void apply(se_run *run)
{
	bool dependent = false;
	for (uint32_t i = 0; i < run->stated.n; i++) {
		const se_stated *s = &run->stated.at[i];
		si_place p = si_place_of(run->image, s->scalar);
		if (s->begins)
			continue;
		if (p.store == SI_STATE)
			run->x[p.index] = p.negated ? -s->value : s->value;
		dependent = dependent || p.store != SI_STATE;
	}
	if (!dependent)
		return;
	run->f->all(run->d);
	for (uint32_t i = 0; i < run->stated.n && !run->d->failed; i++)
		if (!run->stated.at[i].begins && si_place_of(run->image, run->stated.at[i].scalar).store != SI_STATE &&
			!holds(run, &run->stated.at[i]))
			move_state_behind(run, &run->stated.at[i]);
}

bool se_apply_stated(se_run *run)
{
	apply(run);
	/* onto the constraints between the states of the new mode; what was stated stays */
	for (uint32_t i = 0; i < run->image->states; i++)
		run->reinit_set[i] = is_stated(run, i);
	memcpy(run->x_try, run->x, run->image->states * sizeof *run->x);
	bool good = se_settle_set(run, "another mode was entered");
	if (good)
		se_tell_moved(run, run->x_try);
	return good;
}

void se_finish_reinits(se_run *run)
{
	sb_text name = {0};
	for (uint32_t i = 0; i < run->stated.n; i++) {
		const se_stated *s = &run->stated.at[i];
		uint64_t told;
			if (s->begins || si_place_of(run->image, s->scalar).store == SI_STATE || holds(run, s) ||
			sb_map_get(&run->modes->told, s->scalar, &told))
			continue;
		sb_map_put(&run->modes->told, s->scalar, 1);
		name.n = 0;
		si_scalar_name(run->image, s->scalar, &name);
		sb_message *m = sb_report(
			run->diag, SB_WARNING, "R0210",
			si_owner(run->image, s->scalar)->span,
			"reinit of '%s' to %.9g at time %.9g has no effect: in this mode other equations determine it, to %.9g",
			name.at, s->value, run->time, sc_scalar_value(run->d, s->scalar));
		sb_help(m, "reinit a variable that is a state in the mode that follows, or that determines one");
	}
	sb_text_free(&name);
}

void se_reinit(se_run *run, int state, int scalar, double value)
{
	if (run->image->switches.n || run->image->may_jump)        /* in another mode what was named may be another state */
		state_reinit(run, (uint32_t)scalar,
					 state >= 0 && si_place_of(run->image, (uint32_t)scalar).negated ? -value : value);
	run->reinit_any = true;
	if (state < 0)
		return;
	run->reinit_value[state] = value;
	if (!run->reinit_set[state]) {
		sb_push(run->own, run->reinits, (uint32_t)state);
		run->reinit_before[state] = run->x[state];
	}
	if (run->process->running)       /* a routine reads what it has set */
		run->x[state] = value;
	run->reinit_set[state] = true;
}
