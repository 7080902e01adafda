/* What is told of a solver: why it cannot go on, and fixed steps that are far too long. */
#include "engine/evaluate/engine_evaluate.h"
#include "engine/forcing/engine_forcing.h"
#include "engine/solve/engine_solve.h"
#include <float.h>
#include <math.h>

static const double ROUGH = 0.1; /* part of a state by which a fixed step may differ from the trapezoidal rule */
static const double OFF = 0.01; /* part of a state by which fixed steps may be off in the end without a word */
static const double FAR = 1e4; /* lengths of a run: from here on the resolution of time may be what stops a solver */
static const double PASSED = 0.007; /* the same, if something that lies between them did it */

static void tell_off(se_run *run, const sv_statistics *of)
{
	sb_text name = {0};
	si_scalar_name(run->image, si_state_scalar(run->image, of->off_state), &name);
	sb_message *m =
		sb_report(run->diag, SB_WARNING, "R0236", (sb_span){0},
				  "the fixed steps of solver %s are too long: '%s' is off by about %.2g %% of its size at time %.9g",
				  run->ops->name, name.at, 100 * of->off, of->off_at);
	sb_note(m, "the error was estimated by a method of the next order; times of events may be off as well");
	sb_help(m, "give a shorter step (--step), or use a solver that chooses its steps (--solver auto)");
	sb_text_free(&name);
}

static void tell_rough(se_run *run, const sv_statistics *of)
{
	sb_text name = {0};
	si_scalar_name(run->image, si_state_scalar(run->image, of->rough_state), &name);
	sb_message *m = sb_report(run->diag, SB_WARNING, "R0214", (sb_span){0},
							  "a step of solver %s up to time %.9g is far too long for '%s': it may be off by "
							  "%.2g of its size",
							  run->ops->name, of->rough_at, name.at, of->rough);
	sb_note(m, "nothing controls the error of a fixed step; the rates at its two ends give a very different value from "
			   "its stages");
	sb_help(m, "give a shorter step (--step), or use a solver that chooses its steps (--solver auto)");
	sb_text_free(&name);
}

/* The first of what is known of it: something that lies between the steps, one that goes wrong altogether, errors that
 * have come together. */
void se_tell_rough(se_run *run, const sv_statistics *of)
{
	bool passed = of->off > PASSED && !run->told_rough && se_tell_passed(run, of->off_state, of->off * of->off_size);
	bool told = passed || run->told_rough;
	if (!told && of->rough > ROUGH)
		tell_rough(run, of);
	else if (!told && of->off > OFF)
		tell_off(run, of);
	run->told_rough = told || of->rough > ROUGH || of->off > OFF;
}

/* Far from zero time has few digits left for what happens in the run. */
static bool is_far_from_zero(const se_run *run)
{
	double span = run->settings.stop - run->settings.start;
	return isfinite(span) && fabs(run->time) > FAR * span;
}

static void tell_far(const se_run *run, sb_message *m)
{
	sb_note(m,
			"the run begins at %.6g and lasts %.3g: so far from zero a number cannot tell times apart that differ by "
			"less than %.2g, and the solver needs shorter steps",
			run->settings.start, run->settings.stop - run->settings.start, DBL_EPSILON * fabs(run->time));
	sb_help(m, "count time from the beginning of the run (--start 0, with the date as a parameter where the model "
			   "needs it), give the fast states a nominal value, or try another --solver (auto, rodas)");
}

/* The solver cannot go on. If the rates could not be evaluated, that is the reason. */
void se_report_solver(se_run *run, sv_status status)
{
	run->failed = true;
	if (se_overdue(run))
		return;
	if (run->astray && run->projection) {
		se_report_astray(run, "the model was simulated");
		return;
	}
	if (run->bad) {
		se_at(run, run->bad_time, run->bad_x);
		run->f->rates(run->d);
		if ((run->d->failed && sc_report_failure(run->d)) || sc_report_not_finite(run->d, "the model was simulated"))
			return;
	}
	uint32_t worst = UINT32_MAX;
	double most = 0;
	for (uint32_t i = 0; i < run->image->states; i++) {
		double speed = fabs(run->xd[i]) / (fabs(run->d->x[i]) + 1e-3);
		if (speed > most) {
			most = speed;
			worst = i;
		}
	}
	sb_span span = {0};
	sb_text name = {0};
	if (worst != UINT32_MAX) {
		uint32_t s = si_state_scalar(run->image, worst);
		span = si_owner(run->image, s)->span;
		si_scalar_name(run->image, s, &name);
	}
	sb_message *m = sb_report(run->diag, SB_ERROR, "R0401", span, "solver %s stopped at time %.9g: %s", run->ops->name,
							  run->time, sv_status_text(status));
	if (worst != UINT32_MAX)
		sb_note(m, "'%s' changes fastest there: its value is %.6g, its derivative %.6g", name.at, run->d->x[worst],
				run->xd[worst]);
	for (uint32_t i = 0; i < run->image->constraints.n; i++) {
		const si_constraint *c = &run->image->constraints.at[i];
		if (!c->chosen)
			continue;
		sb_note(m,
				"stateSelect has chosen the states, and this choice may break down here, because the constraint '%s' "
				"does not determine the variable that is computed from it; without stateSelect all its variables stay "
				"states and are kept on it",
				si_word(run->image, c->text));
		break;
	}
	if (status == SV_TOO_SMALL && is_far_from_zero(run))
		tell_far(run, m);
	else
		sb_help(m,
				"possible causes are a solution that grows without bound, and a jump that is hidden under noEvent or "
				"in a function; look at the values just before with --plot, or try another --solver or a larger --tol");
	sb_text_free(&name);
}
