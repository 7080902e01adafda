/* The search for the next mode, counted for --profile and explained for --log modes: which condition turned, which mode
 * was asked for, what was tried and why it was not entered, which impulses acted, what was entered, what jumped. In the
 * words of the source. */
#include "engine/modes/impulse.h"
#include "base/file.h"
#include <math.h>
#include <string.h>

enum { CONDITIONS_MOST = 4, IMPULSES_SHOWN = 6, SUMS_SHOWN = 3 };


static bool is_read(const se_run *run)
{
	return run->settings.log & SE_LOG_MODES && run->settings.logged;
}

/* The branches in which two modes differ, as those of the first. */
static void describe_turned(const se_run *run, const uint16_t *branch, const uint16_t *before, sb_text *out)
{
	uint32_t n = run->image->switches.n;
	sb_mark mark = sb_arena_mark(run->once);
	bool *turned = sb_new_array(run->once, bool, n + 1);
	sb_add(out, "");
	for (uint32_t k = 0; k < n; k++)
		turned[k] = branch[k] != before[k];
	si_describe_mode(run->image, run->diag, branch, turned, out);
	sb_arena_rewind(run->once, mark);
}

/* The condition as the model has it: in this mode it may be one over other names of the same variables. */
static si_phrase written(const se_run *run, uint32_t watch)
{
	for (uint32_t i = 0; i < run->image->same.n; i++)
		if (run->image->same.at[i].kind == SI_SAME_WATCH && run->image->same.at[i].number == watch)
			return run->image->same.at[i].text;
	return run->image->watches.at[watch].written;
}

static void add_condition(const se_run *run, uint32_t watch, sb_text *out)
{
	const si_watch *w = &run->image->watches.at[watch];
	int line, column;
	si_print(run->image, written(run, watch), out);
	sb_position(run->diag, w->span, &line, &column);
	sb_addf(out, " (line %d)", line);
}

/* Those that have turned in this instant. */
static void log_turned(se_run *run)
{
	sb_text text = {0};
	for (uint32_t i = 0, shown = 0; i < run->flipped.n && run->flips_of == run->instant && shown < CONDITIONS_MOST;
		 i++) {
		uint32_t watch = run->flipped.at[i];
		if (run->image->watches.at[watch].kind != SI_RELATION || !run->flips[watch])
			continue;
		text.n = 0;
		add_condition(run, watch, &text);
		se_logf(run, SE_LOG_MODES, "%s becomes %s", text.at, run->d->latch[watch] ? "true" : "false");
		shown++;
	}
	sb_text_free(&text);
}

void se_note_asked(se_run *run)
{
	run->modes->search.asked++;
	run->modes->search.since = sb_clock();
	run->modes->search.worked = sb_processor_clock();
	run->modes->search.made_before = run->modes->search.made + sc_mode_analyses(run->program);
	if (!is_read(run))
		return;
	sb_text text = {0};
	log_turned(run);
	describe_turned(run, run->modes->wanted, run->mode->branch, &text);
	se_logf(run, SE_LOG_MODES, "asked for: %s", text.at);
	sb_text_free(&text);
}

/* What is made for the first time counts apart from what is done each time. */
static void note_time(se_run *run)
{
	se_mode_search *s = &run->modes->search;
	double seconds = sb_clock() - s->since;
	s->seconds += seconds;
	if (s->made + sc_mode_analyses(run->program) == s->made_before) {
		s->known++;
		s->known_seconds += sb_processor_clock() - s->worked;
	}
}

void se_note_stayed(se_run *run)
{
	note_time(run);
	se_logf(run, SE_LOG_MODES,
			"  not entered: it cannot be, and the condition that asks for it is zero up to rounding and moves the "
			"other way");
}

/* The variable that gives a condition its unit: one side of the relation. */
static uint32_t measured_by(const se_run *run, uint32_t watch)
{
	return run->image->watches.at[watch].side;   /* by the name of this mode: s of a diode has the unit of what it is */
}

/* The impulses of conditions, the largest ones: they decide before values do (E101). */
static void log_strengths(se_run *run)
{
	const double *strength = run->mode->impulses ? se_strengths(run) : NULL;
	sb_text text = {0};
	for (uint32_t i = 0, shown = 0; i < run->image->watches.n && strength && shown < CONDITIONS_MOST; i++) {
		if (strength[i] == 0)
			continue;
		text.n = 0;
		add_condition(run, i, &text);
		sb_add(&text, " has the impulse ");
		uint32_t s = measured_by(run, i);
		if (s != UINT32_MAX)
			se_add_impulse(run, s, strength[i], &text);
		else
			sb_addf(&text, "%.6g", strength[i]);
		se_logf(run, SE_LOG_MODES, "    %s: %s", text.at,
				sc_truth(run->d, &run->image->watches.at[i], strength[i], NAN, 0) ? "true" : "false");
		shown++;
	}
	sb_text_free(&text);
}

static const char *reason(se_refusal why)
{
	switch (why) {
	case SE_NO_SUCH_MODE: return "its equations contradict each other or leave something open";
	case SE_REFUSED_BY_IMPULSE: return "impulses of its conditions ask for another mode";
	case SE_REFUSED_BY_VALUES: return "its conditions do not agree with it";
	case SE_REFUSED_AS_OPEN: return "the equations do not say how states jump";
	case SE_REFUSED_AS_VISITED: return "it was left in this instant";
	}
	return "";
}

static void count(se_mode_search *s, se_refusal why)
{
	switch (why) {
	case SE_NO_SUCH_MODE: s->no_such++; break;
	case SE_REFUSED_BY_IMPULSE: s->by_impulse++; break;
	case SE_REFUSED_BY_VALUES: s->by_values++; break;
	case SE_REFUSED_AS_OPEN: s->open++; break;
	case SE_REFUSED_AS_VISITED: s->visited++; break;
	}
}

void se_note_refused(se_run *run, uint32_t before, const uint16_t *tried, se_refusal why)
{
	count(&run->modes->search, why);
	if (!is_read(run))
		return;
	sb_text text = {0};
	describe_turned(run, tried, run->in == before ? run->mode->branch : run->frames.at[before]->mode->branch, &text);
	se_logf(run, SE_LOG_MODES, "  not entered: %s: %s", text.n ? text.at : "the same mode", reason(why));
	if (why == SE_REFUSED_BY_IMPULSE)
		log_strengths(run);
	sb_text_free(&text);
}

static void log_jump(se_run *run, const se_frame *old)
{
	const se_impulses *m = run->mode->impulses;
	se_impulse list[IMPULSES_SHOWN];
	uint32_t n = se_list_impulses(run, SE_ALL_PARTS, list, IMPULSES_SHOWN), next = 0;
	sb_text text = {0};
	for (uint32_t i = 0; i < n && i < IMPULSES_SHOWN; i++) {
		text.n = 0;
		si_scalar_name(run->image, list[i].scalar, &text);
		sb_add(&text, ": ");
		se_add_impulse(run, list[i].scalar, list[i].strength, &text);
		se_logf(run, SE_LOG_MODES, "  impulse of %s", text.at);
	}
	if (n > IMPULSES_SHOWN)
		se_logf(run, SE_LOG_MODES, "  and %u more impulses", n - IMPULSES_SHOWN);
	for (uint32_t i = 0; i < m->told.n; i++) {
		text.n = 0;
		se_add_jump(run, old, &m->told.at[i], &text);
		se_logf(run, SE_LOG_MODES, "  jump of %s", text.at);
	}
	for (uint32_t shown = 0; shown < SUMS_SHOWN; shown++) {
		text.n = 0;
		next = se_add_kept(run, old, SE_ALL_PARTS, next, &text);
		if (!next)
			break;
		se_logf(run, SE_LOG_MODES, "  %s is kept", text.at);
	}
	sb_text_free(&text);
}

/* Of a mode that was entered without its impulse system. */
static void log_states(se_run *run, const se_frame *old)
{
	sb_text text = {0};
	for (uint32_t i = 0; i < run->image->states; i++) {
		uint32_t s = si_state_scalar(run->image, i);
		if (s >= run->image->common || si_place_of(old->image, s).store == SI_NOWHERE)
			continue;
		double was = sc_scalar_value(se_data_before(old, s), s), now = run->x[i];
		if (!se_is_seen(run, old, s, was, now - was))
			continue;
		text.n = 0;
		si_scalar_name(run->image, s, &text);
		se_logf(run, SE_LOG_MODES, "  jump of %s from %.6g to %.6g", text.at, was, now);
	}
	sb_text_free(&text);
}

void se_note_shift(se_run *run, const se_frame *old)
{
	if (is_read(run)) {
		se_logf(run, SE_LOG_MODES, "a constraint jumps");
		log_jump(run, old);
	}
	run->mode->impulses->made = false;
}

void se_note_entered(se_run *run, uint32_t before)
{
	const se_frame *old = run->frames.at[before];
	bool jumped = run->mode->impulses && run->mode->impulses->made;
	run->modes->search.changes++;
	run->modes->search.jumps += jumped;
	note_time(run);
	if (is_read(run) && run->in != before) {
		sb_text text = {0};
		describe_turned(run, run->mode->branch, old->mode->branch, &text);
		se_logf(run, SE_LOG_MODES, "entered: %s", text.at);
		if (jumped)
			log_jump(run, old);
		else
			log_states(run, old);
		sb_text_free(&text);
	}
	if (jumped)
		run->mode->impulses->made = false;
}

/* The switches on which the modes that were entered in this instant differ. */
void se_report_mode_cycle(se_run *run)
{
	uint32_t n = run->image->switches.n, first = run->modes->visited.n > 16 ? run->modes->visited.n - 16 : 0;
	bool *alternates = sb_new_array(run->once, bool, n);
	sb_text text = {0}, other = {0};
	uint32_t back = run->modes->visited.n - 1, present = sc_mode_of(run->program)->number;
	while (back && run->modes->visited.at[back] == present)
		back--;
	const uint16_t *last = sc_mode_at(run->program, run->modes->visited.at[back])->branch;
	for (uint32_t i = first; i < run->modes->visited.n; i++) {
		const uint16_t *branch = sc_mode_at(run->program, run->modes->visited.at[i])->branch;
		for (uint32_t k = 0; k < n; k++)
			alternates[k] = alternates[k] || branch[k] != last[k];
	}
	run->failed = true;
	uint32_t where = 0;
	while (where + 1 < n && !alternates[where])
		where++;
	si_describe_mode(run->image, run->diag, run->mode->branch, alternates, &text);
	si_describe_mode(run->image, run->diag, last, alternates, &other);
	sb_message *m = sb_report(
		run->diag, SB_ERROR, "R0208", run->image->switches.at[where].span,
		"no mode agrees with its own conditions at time %.9g: each mode leads to another one, and back to one that was "
		"left",
		run->time);
	sb_note(m, "the mode (%s) asks for the mode (%s)", text.at ? text.at : "", other.at ? other.at : "");
	for (uint32_t k = 0; k < n; k++)
		if (alternates[k] && k != where)
			sb_also(m, run->image->switches.at[k].span, "this condition alternates too%s%s",
			        run->image->switches.at[k].at ? ": " : "", si_word(run->image, run->image->switches.at[k].at));
	sb_help(m, "let the condition remember its side, as in on = if pre(on) then i >= 0 else v > 0: where both "
			   "quantities are exactly zero, as at the moment of the change, one of the two must be false");
	sb_text_free(&text);
	sb_text_free(&other);
}
