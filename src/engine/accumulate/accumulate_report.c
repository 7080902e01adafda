/* What is said about events that accumulate: the condition, the time, and what to do. */
#include "engine/accumulate/accumulate.h"
#include <math.h>

const char *const se_acts_by_process = "a process acts there, not a condition of the equations";

static sb_span place_of(const se_run *run, const se_sighting *s, sb_text *text)
{
	(void)run;
	if (s->wait) {
		si_print(s->image, s->image->waits.at[s->wait - 1].condition, text);
		return s->image->waits.at[s->wait - 1].span;
	}
	if (s->watch >= s->image->watches.n) {
		sb_add(text, "a condition");
		return (sb_span){0};
	}
	si_print(s->image, s->image->watches.at[s->watch].written, text);
	return s->image->watches.at[s->watch].span;
}

/* A discrete variable that is set where the condition is read, and that the rates read: perhaps a mode of rest that the
 * model has. */
static bool sets_something(const se_run *run, const se_sighting *s, sb_text *out)
{
	for (uint32_t i = 0; i < s->image->steps.n && s->watch < s->image->watches.n; i++) {
		const si_step *step = &s->image->steps.at[i];
		if (!step->by_when)
			continue;
		uint32_t scalar = step->scalar;
		const si_variable *v = scalar == UINT32_MAX ? NULL : si_owner(s->image, scalar);
		if (!v || v->hidden || v->type != SI_TYPE_BOOLEAN)
			continue;
		si_scalar_name(s->image, scalar, out);
		return true;
	}
	(void)run;
	return false;
}

void se_report_zeno(se_run *run, const se_sighting *s, const char *why_not)
{
	sb_text text = {0}, own = {0};
	sb_span span = place_of(run, s, &text);
	sb_message *m =
		sb_report(run->diag, SB_ERROR, "R0202", span,
				  "events accumulate near time %.9g: '%s' was met %u times within %.3g seconds%s", s->limit, text.at,
				  s->count, run->time - s->since, s->limit > run->time ? ", each sooner than the one before" : "");
	sb_note(m, "this is a Zeno sequence: infinitely many events in a finite time, which no step can pass");
	if (s->peak > 0)
		sb_note(m,
				"the run ends at time %.9g: between the last two events the two sides of the condition differed by "
				"%.3g at most",
				run->time, s->peak);
	if (why_not)
		sb_note(m, "it cannot be held at rest there: %s", why_not);
	if (sets_something(run, s, &own))
		sb_help(m,
				"'%s' selects a mode of the model: let the model enter its mode of rest before the events accumulate, "
				"or stop the run before that time (--stop %.6g)",
				own.at, floor(s->limit * 100) / 100);
	else
		sb_help(m,
				"%sstop the run before that time (--stop %.6g), or change the model so that the motion comes to rest: "
				"for example, let a Boolean become true below a small speed and switch the motion off",
				why_not || s->wait ? "" : "let the run go on at rest with --on-zeno rest, ",
				floor(s->limit * 100) / 100);
	sb_text_free(&text);
	sb_text_free(&own);
}

void se_report_chatter(se_run *run, const se_sighting *s, const char *why_not)
{
	sb_text text = {0};
	sb_span span = place_of(run, s, &text);
	sb_message *m = sb_report(run->diag, SB_ERROR, "R0203", span,
							  "the model chatters at time %.9g: '%s' changed %u times within %.3g seconds", run->time,
							  text.at, s->count, run->time - s->since);
	sb_note(
		m, s->wait
			   ? "the actions of the process make true what it waits for next"
			   : "on each side of the condition the model moves back to the other side, so it can only slide along it");
	if (s->peak > 0)
		sb_note(m,
				"between the last two events the two sides of the condition differed by %.3g at most, which is less "
				"than the tolerance can "
				"resolve",
				s->peak);
	if (why_not)
		sb_note(m, "the run cannot slide there: %s", why_not);
	if (s->wait)
		sb_help(m,
				"add a hysteresis to the condition that the process waits for, or let the process wait for something "
				"else in between");
	else
		sb_help(m,
				"%sadd a hysteresis to the condition, %s, or write the sliding motion as a mode of its own",
				why_not ? "" : "let the run slide along it with --on-chatter slide, ",
				si_word(run->image, run->image->help.smooth));
	sb_text_free(&text);
}

static const char *who_acts(const se_sighting *s)
{
	return s->wait ? "process that waited for" : "event of";
}

void se_report_lost(se_run *run, const se_sighting *s, const char *why_not)
{
	sb_text text = {0};
	sb_span span = place_of(run, s, &text);
	sb_message *m =
		sb_report(run->diag, SB_ERROR, "R0220", span,
				  "the motion no longer bounces at time %.9g: the %s '%s' turned it back, but it goes on beyond",
				  run->time, who_acts(s), text.at);
	sb_note(m, "the way back is too short for the numbers or the tolerance, so the condition would never become false "
			   "again, and its event would not happen again");
	if (why_not)
		sb_note(m, "it cannot be held at rest there: %s", why_not);
	sb_help(m,
			"%schange the model so that the motion comes to rest: for example, let a Boolean become true below a small "
			"speed and switch the motion off",
			why_not || s->wait ? "" : "let the run go on at rest with --on-zeno rest, or ");
	sb_text_free(&text);
}

void se_warn_of_breaking(se_run *run, const se_sighting *s)
{
	sb_text text = {0};
	sb_span span = place_of(run, s, &text);
	sb_message *m = sb_report(
		run->diag, SB_WARNING, "R0232", span,
		"the event of '%s' at time %.9g does not turn the motion back, although earlier ones did", text.at,
		run->time);
	sb_note(m, "the condition stays true, so its event cannot happen again until the motion comes back; another event "
			   "at the same time may have pushed the motion on");
	sb_help(m, "if the motion must not pass, add the direction to the condition (when x < 0 and v < 0), so that the "
			   "event happens again");
	sb_text_free(&text);
}

void se_warn_of_passing(se_run *run, const se_sighting *s)
{
	sb_text text = {0};
	sb_span span = place_of(run, s, &text);
	sb_message *m =
		sb_report(run->diag, SB_WARNING, "R0221", span,
				  "the %s '%s' at time %.9g ends the motion, but the motion goes on past it",
				  who_acts(s), text.at, run->time);
	sb_note(m,
			"nothing in the model holds the motion there; the event can happen again only after the condition has "
			"become false");
	sb_help(m,
			"if the motion must stay there, %sgive the model a mode of rest", s->wait ? "" : "use --on-zeno rest or ");
	sb_text_free(&text);
}

void se_warn_of_steps(se_run *run, const se_sighting *s, bool bounces, const char *why_not)
{
	sb_text text = {0};
	sb_span span = place_of(run, s, &text);
	double step = run->settings.step;
	sb_message *m = sb_report(
		run->diag, SB_WARNING, "R0225", span,
		"the fixed step is too long for the motion between the events of '%s': they come every %.3g seconds from about "
		"time %.9g on, and come no closer",
		text.at, s->peak, run->time - s->count * s->peak);
	sb_note(m, "from one event to the next there are %.3g steps of %.3g seconds: %s", s->peak / step, step,
			bounces ? "the error of the steps gives back what the motion loses in an event"
					: "the function of the condition moves by no more than the error of these steps, and without this "
					  "error the model would chatter");
	if (why_not)
		sb_note(m, "it cannot be held at rest there: %s", why_not);
	sb_help(m, "%suse a smaller --step, or a solver of a higher order (heun, rk4, auto)",
	        !bounces ? "let the run slide along the condition with --on-chatter slide, "
	        : why_not || s->wait ? "" : "let the motion come to rest with --on-zeno rest, ");
	sb_text_free(&text);
}

void se_tell_touching(se_run *run, uint32_t watch)
{
	sb_text text = {0};
	place_of(run, &(se_sighting){.image = run->image, .watch = watch}, &text);
	se_tell(run, (sr_event){.what = SR_TELLS, .name = text.at, .was = NAN, .now = NAN},
			"touches '%s', and nothing presses against it", text.at);
	sb_text_free(&text);
}

void se_tell_held(se_run *run, uint32_t watch, bool slides)
{
	sb_text text = {0};
	se_sighting s = {.image = run->image, .watch = watch};
	sb_span span = place_of(run, &s, &text);
	se_tell(run, (sr_event){.what = SR_TELLS, .name = text.at, .was = NAN, .now = NAN}, "%s '%s'",
			slides ? "slides along" : "comes to rest on", text.at);
	if (!se_first_held(run, watch)) {
		sb_text_free(&text);
		return;
	}
	if (slides) {
		sb_message *m = sb_report(run->diag, SB_INFO, "R0223", span, "from time %.9g on the model slides along '%s'",
								  run->time, text.at);
		sb_note(m, "a value that differs between the two sides is recorded as their mean, weighted so that the motion "
				   "stays between them");
	} else {
		sb_report(run->diag, SB_INFO, "R0222", span, "at time %.9g the motion came to rest on '%s'", run->time,
				  text.at);
	}
	sb_text_free(&text);
}
