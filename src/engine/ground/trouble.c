/* When a run cannot go on: messages that name the condition, its line, its values and a remedy. And the log. */
#include "engine/ground/engine_ground.h"
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

/* What comes of causes is set in from them in the log. */
static bool is_effect(sr_what what)
{
	return what >= SR_ENTERED && what <= SR_JUMPS;
}

void se_tell(se_run *run, sr_event e, const char *format, ...)
{
	const sr_sink *sink = &run->settings.sink;
	if (!se_is_heard(run))
		return;
	char text[1024];
	va_list args;
	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	se_logf(run, SE_LOG_EVENTS, "%s%s", is_effect(e.what) ? "  " : "", text);
	if (!sink->event || run->unwanted)
		return;
	e.time = run->d->time;
	e.text = text;
	run->unwanted = !sink->event(sink->self, &e);
}

void se_tell_watch(se_run *run, uint32_t watch, long long value)
{
	if (!se_is_heard(run))
		return;
	sb_text text = {0};
	char how[32];
	const si_watch *w = &run->image->watches.at[watch];
	sr_event e = {.what = SR_TURNS, .name = condition_text(run, watch, &text), .was = NAN, .now = (double)value};
	if (w->begins_anew)              /* the value is how often it has begun anew */
		snprintf(how, sizeof how, "begins anew");
	else if (w->kind == SI_RELATION)
		snprintf(how, sizeof how, "becomes %s", value ? "true" : "false");
	else if (w->is_boolean)
		snprintf(how, sizeof how, "turns in a loop");        /* the outcomes of all turns are one number */
	else
		snprintf(how, sizeof how, "becomes %lld", value);
	if (w->begins_anew || (w->kind != SI_RELATION && w->is_boolean))
		e.now = NAN;
	se_tell_place(run, e, w->span, how);
	sb_text_free(&text);
}

void se_tell_place(se_run *run, sr_event e, sb_span span, const char *does)
{
	int column;
	if (!se_is_heard(run))
		return;
	sb_position(run->diag, span, &e.line, &column);
	se_tell(run, e, "%s %s (line %d)", e.name, does, e.line);
}

void se_tell_clock(se_run *run, const si_clock *clock)
{
	sb_text text = {0};
	if (!se_is_heard(run))
		return;
	sb_add(&text, "sample(");
	si_print(run->image, clock->start, &text);
	sb_add(&text, ", ");
	si_print(run->image, clock->interval, &text);
	sb_add(&text, ")");
	se_tell_place(run, (sr_event){.what = SR_TICKS, .name = text.at, .was = NAN, .now = NAN}, clock->span, "ticks");
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
		m, "look for a condition that becomes false as a result of its own event, and use pre(...) or a hysteresis in "
		   "it; if so many microsteps are intended, raise --max-microsteps");
	sb_text_free(&text);
}

void se_report_rounds(se_run *run, uint32_t event)
{
	const si_event *e = &run->image->event_code.at[event];
	if (!e->turned) {
		se_report_microsteps(run, UINT32_MAX);
		return;
	}
	run->failed = true;
	sb_message *m = sb_report(run->diag, SB_ERROR, "R0201", e->span,
							  "the events at time %.9g do not come to an end: more than %u microsteps in one instant",
							  run->time, run->settings.max_microsteps);
	sb_note(m, "the activation '%s' comes again and again without a delay", si_word(run->image, e->name));
	sb_help(m, "let an activation on the way round come after a delay, as by schedule(o, 0.1) or a delay of events; "
			   "if so "
			   "many microsteps are intended, raise --max-microsteps");
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
	sb_note(m, "the results up to this time are kept");
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
								  "stopped at time %.9g: the limit of %.3g seconds has passed",
								  run->time, run->settings.timeout);
		sb_note(m, "the results up to this time are kept");
	}
	run->timed_out = true;
	return true;
}
