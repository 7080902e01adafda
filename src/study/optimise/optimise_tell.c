/* Messages about what was found. */
#include "study/optimise/optimise_inside.h"
#include "base/stop.h"
#include <math.h>
#include <string.h>

static void add_values(const st_optimise *o, const st_trial *t, sb_text *out)
{
	for (uint32_t i = 0; i < o->count; i++)
		sb_addf(out, "%s%s = %.6g", i ? ", " : "", o->vary[i].name, st_vary_value(&o->vary[i], t->at[i]));
}

static void tell_failures(st_optimise *o)
{
	sb_text at = {0};
	sb_severity severity = o->best && 2 * o->failed < o->trials.n ? SB_INFO : SB_WARNING;
	if (!o->failed)
		return;
	add_values(o, o->first_failed, &at);
	sb_message *m = sb_report(o->diag, severity, "U0915", (sb_span){0}, "%llu of %u runs have no cost",
							  (unsigned long long)o->failed, o->trials.n);
	sb_note(m, "the first was at %s: %s", at.at, o->first_failed->message);
	sb_note(m, "they count as worse than all others");
	sb_text_free(&at);
}

/* Those that are violated where the violation is least, and those that hold it there, exclude each other. */
static void tell_infeasible(st_optimise *o)
{
	const st_trial *t = o->least;
	sb_text at = {0};
	if (!t)
		return;
	add_values(o, t, &at);
	sb_message *m = sb_report(o->diag, SB_ERROR, "U0916", (sb_span){0},
							  "no point was found at which all constraints hold");
	sb_note(m, "they are violated least at %s:", at.at);
	for (uint32_t i = 0; i < o->constraints; i++) {
		double part = t->margin[i] / o->inside->size[i];
		if (part < -ST_CONSTRAINT_TOLERANCE)
			sb_note(m, "'%s' is violated by %.6g", st_measure_name(o->measures, i + 1), -t->margin[i]);
		else if (part < ST_ACTIVE)
			sb_note(m, "'%s' just holds", st_measure_name(o->measures, i + 1));
	}
	sb_help(m, "loosen constraints that exclude each other, or widen the bounds; --starts 10 looks at more places");
	sb_text_free(&at);
}

/* Where most runs have no cost, the others say nothing about it. */
static bool is_same_everywhere(const st_optimise *o)
{
	if (2 * o->failed >= o->trials.n || o->trials.n < 2)
		return false;
	for (uint32_t i = 0; i < o->trials.n; i++)
		if (o->trials.at[i]->state == ST_TRIAL_DONE && o->trials.at[i]->cost != o->best->cost)
			return false;
	return true;
}

static void tell_gain(st_optimise *o)
{
	if (is_same_everywhere(o)) {
		sb_help(sb_report(o->diag, SB_WARNING, "U0917", (sb_span){0},
						  "the cost is %g in all runs%s: it does not depend on what is varied", o->best->cost,
						  o->failed ? " that have one" : ""),
				"vary something else, or minimise something else; within the bounds nothing changes it");
		return;
	}
	if (o->start->state != ST_TRIAL_DONE || !st_trial_is_feasible(o, o->start))
		return;
	double gain = st_scaled_cost(o, o->start) - st_scaled_cost(o, o->best);
	if (gain > 1e-6)
		return;
	sb_help(sb_report(o->diag, SB_INFO, "U0918", (sb_span){0}, "no point is better than the start, whose cost is %g",
					  o->start->cost),
			"the start may be an optimum; --starts 10 or --method %s look elsewhere", o->constraints ? "isres" : "crs");
}

static void tell_end(st_optimise *o)
{
	bool out = o->begins > 0;            /* all of them */
	for (uint32_t i = 1; i <= o->begins && i < o->searches.n; i++)
		out = out && o->searches.at[i].end == ST_BY_EVALUATIONS;
	const st_method *m = o->inside->method;
	if (out && !o->stopped && m && !m->everywhere)
		sb_help(sb_report(o->diag, SB_WARNING, "U0919", (sb_span){0},
						  "the search had no runs left before it came to its end, after %u of them", o->trials.n),
				"--evaluations N gives it more; the best point so far may not be an optimum");
	if (o->stopped)
		sb_report(o->diag, SB_WARNING, "U0920", (sb_span){0}, "%s after %u runs: this is the best so far",
				  sb_stopped() != SB_GO_ON ? sb_stop_text(sb_stopped()) : "ended", o->trials.n);
}

static void tell_jumps(st_optimise *o)
{
	const st_method *m = o->inside->method;
	if (!m || m->everywhere || o->request.starts > 1 || !st_measure_may_jump(o->measures, 0))
		return;
	sb_help(sb_report(o->diag, SB_INFO, "U0999", (sb_span){0},
					  "'%s' may jump: this may be one of several places at which it is %s",
					  st_measure_name(o->measures, 0), o->request.maximise ? "greatest" : "least"),
			"--starts 10 or --method %s look elsewhere", o->constraints ? "isres" : "crs");
}

void st_tell_outcome(st_optimise *o)
{
	tell_failures(o);
	tell_end(o);
	if (!o->best && !o->stopped && !o->broken)
		tell_infeasible(o);
	if (o->best && !o->stopped && !o->broken) {
		tell_gain(o);
		tell_jumps(o);
	}
}
