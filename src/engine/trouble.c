/* When a run cannot go on: messages that name the condition, its line, its values and a remedy. And the log. */
#include "engine/inside.h"
#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "base/stop.h"

void se_logf(se_run *run, unsigned what, const char *format, ...)
{
	if (!(run->settings.log & what) || !run->settings.logged)
		return;
	char line[1024];
	int n = snprintf(line, sizeof line, "%.12g: ", run->d->time);
	va_list args;
	va_start(args, format);
	vsnprintf(line + n, sizeof line - (size_t)n, format, args);
	va_end(args);
	run->settings.logged(run->settings.log_context, line);
}

static const char *condition_text(const se_run *run, uint32_t watch, sb_text *out)
{
	out->n = 0;
	si_print(run->image, run->image->watches.at[watch].written, out);
	return out->at;
}

void se_log_watch(se_run *run, uint32_t watch, long long value)
{
	if (!(run->settings.log & SE_LOG_EVENTS))
		return;
	sb_text text = {0};
	char how[32];
	int line, column;
	bool turns = run->image->watches.at[watch].begins_anew;  /* the value is how often it has begun anew */
	if (turns)
		snprintf(how, sizeof how, "begins anew");
	else if (run->image->watches.at[watch].kind == SI_RELATION)
		snprintf(how, sizeof how, "becomes %s", value ? "true" : "false");
	else if (run->image->watches.at[watch].is_boolean)
		snprintf(how, sizeof how, "turns in a loop");        /* the outcomes of all turns are one number */
	else
		snprintf(how, sizeof how, "becomes %lld", value);
	sb_place(run->diag, run->image->watches.at[watch].span, &line, &column);
	se_logf(run, SE_LOG_EVENTS, "%s %s (line %d)", condition_text(run, watch, &text), how, line);
	sb_text_free(&text);
}

void se_log_time(se_run *run, sb_span span, const char *what)
{
	int line, column;
	if (!(run->settings.log & SE_LOG_EVENTS))
		return;
	sb_place(run->diag, span, &line, &column);
	se_logf(run, SE_LOG_EVENTS, "%s (line %d)", what, line);
}

void se_log_clock(se_run *run, const si_clock *clock)
{
	sb_text text = {0};
	if (!(run->settings.log & SE_LOG_EVENTS))
		return;
	sb_add(&text, "sample(");
	si_print(run->image, clock->start, &text);
	sb_add(&text, ", ");
	si_print(run->image, clock->interval, &text);
	sb_add(&text, ") ticks");
	se_log_time(run, clock->span, text.at);
	sb_text_free(&text);
}

void se_report_microsteps(se_run *run, uint32_t changing)
{
	run->failed = true;
	sb_span span = {0};
	const char *name = NULL;
	bool boolean = false;
	sb_text text = {0};
	if (changing < run->image->pres.n) {
		uint32_t s = run->image->pres.at[changing].scalar;
		const si_variable *v = si_owner(run->image, s);
		si_scalar_name(run->image, s, &text);
		span = v->span;
		name = v->hidden ? NULL : text.at;
		boolean = v->type == SI_TYPE_BOOLEAN;
	}
	sb_message *m = sb_report(run->diag, SB_ERROR, "R0201", span,
							  "the events at time %.9g do not come to an end: more than %u microsteps in one instant",
							  run->time, run->settings.max_microsteps);
	if (name) {
		double v = sc_scalar_value(run->d, run->image->pres.at[changing].scalar);
		if (boolean)
			sb_note(m, "'%s' keeps changing; its value is now %s", name, v != 0 ? "true" : "false");
		else
			sb_note(m, "'%s' keeps changing; its value is now %.9g", name, v);
	}
	for (uint32_t i = 0; i < run->image->watches.n; i++)
		if (run->truth[i] != run->d->latch[i] || (run->flips[i] && run->turned[i] + 2 > run->stats.microsteps))
			sb_also(m, run->image->watches.at[i].span, "'%s' keeps changing", condition_text(run, i, &text));
	sb_help(
		m, "look for a condition that its own consequence makes false again, and put pre(...) or a hysteresis into it; "
		   "if the many microsteps are meant, raise --max-microsteps");
	sb_text_free(&text);
}

double se_timed_since(const se_run *run)
{
	return run->settings.since > 0 ? run->settings.since : run->started;
}

/* Asked for from outside: a signal, the limit of memory, or the time that all commands are allowed. */
static void report_stop(se_run *run, sb_stop why)
{
	sb_message *m = sb_report(run->diag, SB_ERROR,
							  why == SB_BY_TIME     ? "R0405"
							  : why == SB_BY_MEMORY ? "R0343"
													: "R0342",
							  (sb_span){0}, "stopped at time %.9g: %s", run->time, sb_stop_text(why));
	sb_note(m, "what was computed up to there is kept");
	if (why == SB_BY_MEMORY)
		sb_help(m, "record less (--vars, --step), or allow more with --memory");
}

bool se_overdue(se_run *run)
{
	bool broken = sc_broken(run->d), stopped = sb_stopped() != SB_GO_ON;
	if (broken) {
		sc_report_failure(run->d);
		run->d->failed = 1;
		run->failed = true;
	}
	if (stopped && !run->stopped && !run->timed_out)
		report_stop(run, sb_stopped());
	run->stopped |= stopped && sb_stopped() != SB_BY_TIME;
	run->timed_out |= stopped && !run->stopped;
	if (broken || stopped)
		return true;
	if (!(run->settings.timeout > 0) || sb_clock() - se_timed_since(run) <= run->settings.timeout)
		return false;
	if (!run->timed_out) {
		sb_message *m = sb_report(run->diag, SB_ERROR, "R0405", (sb_span){0},
								  "stopped at time %.9g: %.3g seconds are over", run->time, run->settings.timeout);
		sb_note(m, "what was computed up to there is kept");
	}
	run->timed_out = true;
	return true;
}

se_status se_abandon(se_run *run)
{
	se_overdue(run);
	snprintf(run->stats.chosen, sizeof run->stats.chosen, "left in the middle of a computation");
	run->under_way = false;
	return run->outcome = run->stopped ? SE_STOPPED : SE_TIMEOUT;
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
		double speed = fabs(run->xd[i]) / (fabs(run->x[i]) + 1e-3);
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
		sb_note(m, "'%s' changes fastest there: its value is %.6g, its derivative %.6g", name.at, run->x[worst],
				run->xd[worst]);
	for (uint32_t i = 0; i < run->image->constraints.n; i++) {
		const si_constraint *c = &run->image->constraints.at[i];
		if (!c->chosen)
			continue;
		sb_note(m,
				"the states were chosen by stateSelect: perhaps that choice breaks down here, where the constraint "
				"'%s' does not determine "
				"what is computed from it; without stateSelect all its variables stay states and are kept on it",
				si_word(run->image, c->text));
		break;
	}
	sb_help(m,
			"a solution that grows without bound, or a jump that is hidden under noEvent or in a function, does this; "
			"look at the values just before with --plot, or try another --solver or a larger --tol");
	sb_text_free(&name);
}

/* The switches on which the modes that were entered in this instant differ. */
void se_report_mode_cycle(se_run *run)
{
	uint32_t n = run->image->switches.n, first = run->visited.n > 16 ? run->visited.n - 16 : 0;
	bool *alternates = sb_new_array(run->once, bool, n);
	sb_text text = {0}, other = {0};
	uint32_t back = run->visited.n - 1, present = sc_mode_of(run->program)->number;
	while (back && run->visited.at[back] == present)
		back--;
	const uint16_t *last = sc_mode_at(run->program, run->visited.at[back])->branch;
	for (uint32_t i = first; i < run->visited.n; i++) {
		const uint16_t *branch = sc_mode_at(run->program, run->visited.at[i])->branch;
		for (uint32_t k = 0; k < n; k++)
			alternates[k] = alternates[k] || branch[k] != last[k];
	}
	run->failed = true;
	uint32_t where = 0;
	while (where + 1 < n && !alternates[where])
		where++;
	si_describe_mode(run->image, run->diag, run->branch, alternates, &text);
	si_describe_mode(run->image, run->diag, last, alternates, &other);
	sb_message *m = sb_report(
		run->diag, SB_ERROR, "R0208", run->image->switches.at[where].span,
		"no mode agrees with its own conditions at time %.9g: each leads to another, and back to one that was left",
		run->time);
	sb_note(m, "the mode (%s) asks for the mode (%s)", text.at ? text.at : "", other.at ? other.at : "");
	for (uint32_t k = 0; k < n; k++)
		if (alternates[k] && k != where)
			sb_also(m, run->image->switches.at[k].span, "this one alternates too%s%s",
			        run->image->switches.at[k].at ? ": " : "", si_word(run->image, run->image->switches.at[k].at));
	sb_help(m, "let the condition remember its side, as in on = if pre(on) then i >= 0 else v > 0: where it is exactly "
			   "zero, as at the moment of the change, one of the two must be false");
	sb_text_free(&text);
	sb_text_free(&other);
}

static const double ROUGH = 0.1; /* part of a state by which a fixed step may differ from the trapezoidal rule */

static const double OFF = 0.01; /* part of a state by which fixed steps may be off in the end without a word */

static void tell_off(se_run *run, const sv_statistics *of)
{
	if (!(of->off > OFF) || run->told_rough)
		return;
	run->told_rough = true;
	sb_text name = {0};
	si_scalar_name(run->image, si_state_scalar(run->image, of->off_state), &name);
	sb_message *m =
		sb_report(run->diag, SB_WARNING, "R0236", (sb_span){0},
				  "the fixed steps of solver %s are too long: '%s' is off by about %.2g %% of its size at time %.9g",
				  run->ops->name, name.at, 100 * of->off, of->off_at);
	sb_note(m, "the error was estimated by a method of the next order; times of events may be off as well");
	sb_help(m, "give a shorter step (--step), or take a solver that chooses its steps (--solver auto)");
	sb_text_free(&name);
}

void se_tell_rough(se_run *run, const sv_statistics *of)
{
	if (!(of->rough > ROUGH))
		tell_off(run, of);
	if (!(of->rough > ROUGH) || run->told_rough)
		return;
	run->told_rough = true;
	sb_text name = {0};
	si_scalar_name(run->image, si_state_scalar(run->image, of->rough_state), &name);
	sb_message *m = sb_report(run->diag, SB_WARNING, "R0214", (sb_span){0},
							  "a step of solver %s up to time %.9g is far too long for '%s': it may be off by "
							  "%.2g of its size",
							  run->ops->name, of->rough_at, name.at, of->rough);
	sb_note(m, "nothing controls the error of a fixed step; the rates at its two ends give quite another value than "
			   "its stages");
	sb_help(m, "give a shorter step (--step), or take a solver that chooses its steps (--solver auto)");
	sb_text_free(&name);
}

/* Can anything happen while time passes, with an empty calendar? */
static bool something_may_come(const se_run *run)
{
	return run->watching || run->image->delays.n || run->image->transports.n || run->process->moving;
}

bool se_never_ends(se_run *run)
{
	double rows = run->record ? sr_rows(run->record) : 0, bytes = rows * (run->channel_count + 2) * sizeof(double);
	double unit = isfinite(run->settings.interval) ? run->settings.interval : 1,
		   passed = run->time - run->settings.start;
	if (!something_may_come(run)) {
		sb_message *m = sb_report(
			run->diag, SB_ERROR, "R0602", (sb_span){0},
			"the run is to go on until the model ends it, but from time %.9g on nothing can happen that would",
			run->time);
		sb_help(m, "give it a stop time (--stop), or a condition that ends it");
	} else if (bytes > 4e9 || passed > 1e15 * unit) {
		sb_message *m =
			sb_report(run->diag, SB_ERROR, "R0603", (sb_span){0},
					  "the run was to go on until the model ends it, and has not ended at time %.9g", run->time);
		if (bytes > 4e9)
			sb_note(m, "%.0f rows of %u variables have been stored", rows, run->channel_count);
		sb_help(m, "give it a stop time (--stop), or look at the condition that was to end it");
	} else {
		return false;
	}
	run->failed = true;
	return true;
}
