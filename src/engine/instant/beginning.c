/* The first mode, where the conditions do not lead to one in which the start values hold (E19, E33). */
#include "engine/evaluate/trial.h"
#include "engine/instant/instant.h"
#include "engine/look/look.h"
#include "engine/modes/seek.h"
#include <string.h>

enum { BEGINNINGS_MOST = 100, TEXTS_MOST = 4 };

/* The initial system in this mode, without a word. */
static bool solve_in_other(se_run *run, const uint16_t *branch, bool on_trial)
{
	const sc_mode *mode = se_enter_mode(run, branch, true, true);
	if (!mode)
		return false;
	uint32_t said = sb_messages(run->diag), entries = run->mode->entries;
	double deadline = run->d->deadline;
	run->mode->entries = 0;
	se_be_in(run, mode);
	run->d->deadline = deadline;
	run->mode->entries = entries + 1;
	run->mode->entered = run->time;
	run->failed = false;
	if (se_solve_in_mode(run, on_trial))
		return true;
	sc_forgive(run->d);
	sb_take_back(run->diag, said, NULL);
	return false;
}

static bool may_begin_in(se_run *run, const uint16_t *branch)
{
	return solve_in_other(run, branch, false);
}

static bool is_last(const se_run *run, uint32_t k, const uint16_t *branch)
{
	return branch[k] + 1 == run->image->switches.at[k].branches;
}

/* By switch: the number of the if-equation in the text that it comes from; how many there are, the last one for all
 * others. */
static uint32_t group_by_text(const se_run *run, uint32_t *group)
{
	uint32_t count = 0;
	for (uint32_t k = 0; k < run->image->switches.n; k++) {
		uint32_t i = 0;
		while (i < k && memcmp(&run->image->switches.at[i].span, &run->image->switches.at[k].span, sizeof(sb_span)))
			i++;
		group[k] = i < k ? group[i] : count < TEXTS_MOST ? count++ : TEXTS_MOST - 1;
	}
	return count;
}

/* All switches of one text alike: all diodes open, in whichever branch that is, and all contacts too. */
static bool find_alike(se_run *run, const uint16_t *first, uint16_t *try)
{
	uint32_t n = run->image->switches.n, *group = sb_new_array(run->once, uint32_t, n);
	uint32_t ways = 1u << group_by_text(run, group);
	for (uint32_t way = ways; way-- > 0;) {
		for (uint32_t k = 0; k < n; k++)
			try[k] = se_branch_alike(&run->image->switches.at[k], first[k], way >> group[k] & 1);
		if (may_begin_in(run, try))
			return true;
	}
	return false;
}

/* A mode in which the start values hold: one that was seen before, one in which a single switch differs from the first,
 * or those of one text are alike. */
static bool find_beginning(se_run *run, const uint16_t *first)
{
	uint32_t n = run->image->switches.n;
	uint16_t *try = sb_new_array(run->once, uint16_t, n);
	for (uint32_t i = 0; i < run->modes->visited.n; i++) {
		const uint16_t *seen = sc_mode_at(run->program, run->modes->visited.at[i])->branch;
		if (may_begin_in(run, seen))
			return true;
	}
	for (uint32_t k = n > BEGINNINGS_MOST ? n - BEGINNINGS_MOST : 0; k < n; k++) {
		memcpy(try, first, n * sizeof *try);
		try[k] = se_branch_alike(&run->image->switches.at[k], first[k], !is_last(run, k, first));
		if (may_begin_in(run, try))
			return true;
	}
	return find_alike(run, first, try);
}

/* How many constraints of this mode the fixed start values contradict. */
static uint32_t contradicted(se_run *run, const uint16_t *branch)
{
	run->stated.n = 0;
	uint32_t count = solve_in_other(run, branch, true) ? se_broken_checks(run) : UINT32_MAX;
	run->stated.n = 0;
	return count;
}

/* Switch k takes the branch with which the fewest are contradicted. True: fewer than before. */
static bool turn_to_fit(se_run *run, uint16_t *at, uint32_t k, uint32_t *least, uint32_t *tries)
{
	const si_switch *s = &run->image->switches.at[k];
	uint16_t best = at[k], was = at[k];
	uint32_t before = *least;
	for (uint16_t b = 0; b < s->branches && *least && *tries < BEGINNINGS_MOST && !s->initial_only; b++) {
		at[k] = b;
		uint32_t count = b == was ? before : contradicted(run, at);
		*tries += b != was;
		best = count < *least ? b : best;
		*least = count < *least ? count : *least;
	}
	at[k] = best;
	return *least < before;
}

/* Two that help together only: both ends of the way that a current takes through thyristors. */
static bool turn_pair_to_fit(se_run *run, uint16_t *at, uint32_t k, uint32_t *least, uint32_t *tries)
{
	const si_switch *s = &run->image->switches.at[k];
	uint16_t was = at[k];
	for (uint16_t b = 0; b < s->branches && !s->initial_only && *tries < BEGINNINGS_MOST; b++) {
		at[k] = b;
		for (uint32_t other = k + 1; b != was && other < run->image->switches.n; other++)
			if (turn_to_fit(run, at, other, least, tries))
				return true;
	}
	at[k] = was;
	return false;
}

/* A mode in which the start values hold, where several switches differ from the first. Clamps that hold what moves at
 * the start are found open in this way, beside stops that are open already. */
static bool find_fitting(se_run *run, const uint16_t *first)
{
	uint32_t n = run->image->switches.n, tries = 0;
	uint16_t *at = se_copy_once(run, first, n, sizeof *at);
	uint32_t least = contradicted(run, at);
	bool better = true;
	while (least && better && tries < BEGINNINGS_MOST) {
		better = false;
		for (uint32_t k = 0; k < n && least; k++)
			better = turn_to_fit(run, at, k, &least, &tries) || better;
		for (uint32_t k = 0; k < n && least && !better; k++)
			better = turn_pair_to_fit(run, at, k, &least, &tries);
	}
	return !least && may_begin_in(run, at);
}

/* Fixed start values that contradict a mode are what was before it: its impulses say which conditions turn, as where a
 * mode is entered later. A coil that carries a current from the start finds its way through two diodes of a bridge so.
 * The mode that is found is one like others: the start values must fit. If they do not, the mode is one in which others
 * jump, such as a capacitor that a diode shorts: then the run begins in one close to it that they fit. */
static bool find_by_impulses(se_run *run, const uint16_t *branch)
{
	uint32_t n = run->image->switches.n;
	run->stated.n = 0;
	bool found = solve_in_other(run, branch, true) && run->stated.n && se_seek_impulsively(run);
	const uint16_t *other = found ? se_copy_once(run, run->mode->branch, n, sizeof *other) : NULL;
	run->stated.n = 0;
	return found && (may_begin_in(run, other) || find_fitting(run, other));
}

/* A candidate for the first mode; see seek.h. One whose constraints the fixed start values contradict is no
 * candidate. */
static se_verdict judge_beginning(se_run *run, se_seek *s, const uint16_t *candidate)
{
	if (run->timed_out || !may_begin_in(run, candidate))
		return SE_ABSENT;
	s->judged++;
	if (!se_asks_for_other(run))
		return SE_AGREES;
	memcpy(s->asked, run->modes->wanted, s->n * sizeof *s->asked);
	return SE_DISAGREES;
}

/* The initial system again, so that what is said of it is said, and nothing of those that were tried. */
static bool begin_here(se_run *run, uint32_t said)
{
	uint32_t n = run->image->switches.n;
	const uint16_t *branch = memcpy(sb_new_array(run->once, uint16_t, n), run->mode->branch, n * sizeof *branch);
	if (sb_messages(run->diag) == said)
		return true;
	sb_take_back(run->diag, said, NULL);
	if (run->modes->visited.n) {     /* else that is done in the mode that the run begins in */
		se_look_at_parameters(run);
		se_look_at_attributes(run);
	}
	return may_begin_in(run, branch);
}

/* The modes that conditions ask for, one after another, have led to one that does not exist, or in which the start
 * values do not hold, or in a circle. The first mode is searched for as the next one is in an instant. If none agrees,
 * the start values are left limits: the run begins in a mode that they fit, and its first instant finds the one that
 * agrees with its conditions. `holds`: they fit the present mode. */
bool se_begin_elsewhere(se_run *run, const uint16_t *first, bool holds, uint32_t said)
{
	uint32_t n = run->image->switches.n;
	if (!n || run->timed_out)
		return false;
	const uint16_t *at = memcpy(sb_new_array(run->once, uint16_t, n), run->mode->branch, n * sizeof *at);
	if (run->d->failed || !se_asks_for_other(run))
		memcpy(run->modes->wanted, at, n * sizeof *at);
	if (se_seek_beginning(run, judge_beginning) || (holds && (may_begin_in(run, first) || may_begin_in(run, at))) ||
		find_by_impulses(run, first) || find_by_impulses(run, at) || find_beginning(run, first) ||
		find_fitting(run, first))
		return begin_here(run, said);
	run->failed = true;
	return false;
}
