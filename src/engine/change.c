/* Changes from outside while a run is paused: parameters and states (E137). They wait until somebody looks or the run
 * goes on. Then the run stands still where it has paused, in an instant of its own: the rest of the step at hand is void, the left limits have
 * the values before, and all changes hold at once. */
#include "engine/inside.h"

static bool is_state(const se_run *run, uint32_t scalar)
{
	return ss_place_of(run->plan, scalar).store == SS_STATE;
}

/* The equations of a mode may have been analysed with values of parameters. */
static bool same_structure(se_run *run, uint32_t scalar)
{
	if (!run->plan->switches.n || sc_enter(run->program, run->branch, &run->numbers, false, NULL) == sc_mode_of(run->program))
		return true;
	uint32_t element;
	const sm_variable *v = sm_var(run->plan->model, sm_variable_of_scalar(run->plan->model, scalar, &element));
	sb_message *m = sb_report(run->diag, SB_ERROR, "R0280", v->span, "'%s' cannot be changed here: the structure of the equations depends on its value", v->name);
	sb_help(m, "set it before the run begins");
	return false;
}

bool se_change(se_run *run, uint32_t scalar, double value)
{
	if (run->outcome != SE_PAUSED) {
		sb_help(sb_report(run->diag, SB_ERROR, "R0281", (sb_span){0}, "a run that is not paused cannot be changed"),
		        "begin it, or set parameters before it begins");
		return false;
	}
	se_stop_showing(run);
	if (is_state(run, scalar) && !isfinite(value)) {
		sb_report(run->diag, SB_ERROR, "R0106", (sb_span){0}, "%.17g is not a value for a state", value);
		return false;
	}
	if (!is_state(run, scalar) && (!se_set(run, scalar, value) || !same_structure(run, scalar)))
		return false;
	sb_push(run->once, run->changes, ((se_changed){scalar, value}));
	return true;
}

static void forget_parameters(se_run *run)
{
	run->begun = false;
}

/* Between the left limits and what happens. */
bool se_apply_changes(se_run *run)
{
	bool parameters = false;
	for (uint32_t i = 0; i < run->changes.n; i++) {
		const se_changed *c = &run->changes.at[i];
		ss_place place = ss_place_of(run->plan, c->scalar);
		parameters = parameters || !is_state(run, c->scalar);
		if (is_state(run, c->scalar))
			se_reinit(run, (int)place.index, (int)c->scalar, place.negated ? -c->value : c->value);
		else
			sc_set_scalar(run->d, c->scalar, c->value);
	}
	run->changes.n = 0;
	if (parameters) {
		se_visit_frames(run, forget_parameters);         /* the other modes take them over when they are entered */
		run->begun = true;
		sc_objects_clear(run->objects);                  /* they are made of parameters, and so made anew */
		run->f->parameters(run->d);
		se_find_nominals(run);
		se_ahead_forget(run);
	}
	se_touch_everything(run);
	return !run->d->failed;
}

/* False: the run must end. */
bool se_settle_changes(se_run *run)
{
	bool restarted;
	if (!run->changes.n)
		return true;
	if (!se_leave_step(run) || !se_stand_still(run, true, &restarted))
		return false;
	run->shown_at = run->time;
	if (run->solver && !run->reopened)
		se_reopen_solver(run);           /* steps may have other limits, and errors other weights */
	return true;
}
