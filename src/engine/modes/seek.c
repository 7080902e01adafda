/* The way from one candidate to the next, until one agrees; see seek.h. */
#include "engine/evaluate/engine_evaluate.h"
#include "engine/evaluate/trial.h"
#include "engine/modes/seek.h"
#include "engine/watch/watch.h"
#include <math.h>
#include <string.h>

enum { CANDIDATES_EACH = 4, CANDIDATES_LEAST = 32 };     /* that are judged: so many for each switch */
enum { BRANCHES_MOST = 8 };                              /* of a switch that turns although nobody has asked it to */

static bool was_tried(se_seek *s, const uint16_t *candidate)
{
	for (size_t i = 0; i < s->tried.n; i += s->n)
		if (!memcmp(s->tried.at + i, candidate, s->n * sizeof *candidate))
			return true;
	return false;
}

/* As se_judge, but a candidate is judged once. */
static se_verdict judge_new(se_run *run, se_seek *s, const uint16_t *candidate)
{
	if (was_tried(s, candidate) || s->judged >= s->most)
		return SE_REFUSED;
	for (uint32_t k = 0; k < s->n; k++)
		sb_push(s->arena, s->tried, candidate[k]);
	se_verdict v = s->judge(run, s, candidate);
	for (uint32_t k = 0; k < s->n; k++) {
		sb_push(s->arena, s->answers_of, v == SE_DISAGREES ? s->asked[k] : candidate[k]);
		s->disputed[k] = s->disputed[k] || (v == SE_DISAGREES && s->asked[k] != candidate[k]);
	}
	return v;
}

/* ----------------------------------------------------------------------------------------------------------- search */

static void move_to(se_seek *s)
{
	uint16_t *other = s->at;
	s->at = s->next;
	s->next = other;
}

/* What the present candidate asks for, while others are looked at. */
static void keep_asked(se_seek *s)
{
	s->kept_sides.n = 0;
	for (uint32_t i = 0; i < s->sides.n; i++)
		sb_push(s->arena, s->kept_sides, s->sides.at[i]);
	memcpy(s->kept, s->asked, s->n * sizeof *s->kept);
}

static void ask_as_before(se_seek *s)
{
	memcpy(s->asked, s->kept, s->n * sizeof *s->asked);
	s->sides.n = 0;
	for (uint32_t i = 0; i < s->kept_sides.n; i++)
		sb_push(s->arena, s->sides, s->kept_sides.at[i]);
}

/* What agreed when the same mode was left last, and the same one asked for, is judged next: a converter does the same
 * things again and again. Not where the candidate agrees because it remembers its side, unless the conditions ask for
 * it now: a thyristor that has been off stays off, whatever its voltage is. If it does not agree, nothing has
 * changed. */
static bool agrees_again(se_run *run, se_seek *s)
{
	const uint16_t *branch = s->known_branch ? s->known_branch : s->asked;
	bool agrees = false, asked = !memcmp(branch, s->asked, s->n * sizeof *branch);
	if (asked && (!s->known_branch || s->known_lenience == SE_STRICT))     /* it comes next anyhow */
		return false;
	uint32_t judged = s->judged;
	keep_asked(s);
	s->plain = !asked;
	for (s->lenience = asked ? s->known_lenience : SE_STRICT; s->lenience <= s->known_lenience && !agrees;
		 s->lenience++)
		agrees = se_judge(run, s, branch) == SE_AGREES;
	s->plain = false;
	s->lenience = SE_STRICT;
	if (!agrees) {
		ask_as_before(s);
		s->judged = judged;
	}
	return agrees;
}

static bool agrees_silently(se_run *run, se_seek *s, const uint16_t *candidate)
{
	bool silent = s->silent;
	s->silent = true;
	s->sides.n = 0;
	bool agrees = s->judge(run, s, candidate) == SE_AGREES;
	s->silent = silent;
	if (agrees)
		se_go_back(run, s);
	return agrees;
}

/* Do two candidates ask for each other? */
static bool is_circle(const se_seek *s, size_t a, size_t b)
{
	size_t size = s->n * sizeof *s->tried.at;
	return !memcmp(s->tried.at + a, s->answers_of.at + b, size) && !memcmp(s->tried.at + b, s->answers_of.at + a, size);
}

/* Does the candidate agree strictly with one of these switches turned? Into s->next. */
static bool agrees_with_one(se_run *run, se_seek *s, const uint16_t *candidate, const uint16_t *other)
{
	bool agrees = false;
	s->lenience = SE_STRICT;
	for (uint32_t k = 0; k < s->n && !agrees; k++)
		if (candidate[k] != other[k]) {
			memcpy(s->next, candidate, s->n * sizeof *s->next);
			s->next[k] = other[k];
			agrees = agrees_silently(run, s, s->next);
		}
	return agrees;
}

/* Two candidates ask for each other. */
static bool takes_one_of(se_run *run, se_seek *s, const uint16_t *a, const uint16_t *b)
{
	s->lenience = SE_SHORTED;
	bool first = agrees_silently(run, s, a), second = agrees_silently(run, s, b);
	if (first == second)
		return false;
	if (!agrees_with_one(run, s, first ? a : b, first ? b : a)) {
		memcpy(s->next, first ? a : b, s->n * sizeof *s->next);
		s->lenience = SE_SHORTED;
	}
	s->sides.n = 0;
	return s->judge(run, s, s->next) == SE_AGREES;
}

/* A diode beside a closed switch has no voltage while it is off, and may have a current against it while it is on, so
 * that neither agrees. With ten of them, a thousand modes would be looked at in vain. Of two candidates that ask for
 * each other, the one is taken that agrees but for conditions that are zero at any states, if the other does not, and
 * none agrees in which one of their switches has turned. */
static bool agrees_shorted(se_run *run, se_seek *s)
{
	bool agrees = false;
	uint32_t judged = s->judged;
	keep_asked(s);
	for (size_t a = 0; a < s->tried.n && !agrees; a += s->n)
		for (size_t b = a + s->n; b < s->tried.n && !agrees; b += s->n)
			agrees = is_circle(s, a, b) && takes_one_of(run, s, s->tried.at + a, s->tried.at + b);
	if (!agrees) {
		s->lenience = SE_STRICT;
		ask_as_before(s);
		s->judged = judged;
	}
	return agrees;
}

/* At the start, a branch with which no mode agrees: what is zero in it says that it did not begin to hold, and the
 * model says that it did not hold before. */
static bool is_barred(const se_run *run, const se_seek *s, uint32_t k, uint16_t branch)
{
	return s->judge != se_judge && branch < 16 && run->image->switches.at[k].barred >> branch & 1;
}

/* All switches that disagree turn at once. */
static se_verdict turn_all(se_run *run, se_seek *s)
{
	se_verdict v;
	bool first = s->lenience == SE_STRICT, agrees = false;
	s->all = true;
	do {
		for (uint32_t k = 0; k < s->n; k++)
			s->next[k] = is_barred(run, s, k, s->asked[k]) ? s->at[k] : s->asked[k];
		v = judge_new(run, s, s->next);
		if (v >= SE_DISAGREES)
			move_to(s);
		agrees = v == SE_AGREES || (first && agrees_again(run, s));
		first = false;
	} while (v == SE_DISAGREES && !agrees);
	s->all = false;
	return agrees ? SE_AGREES : v;
}

static bool may_turn(const si_switch *s)
{
	return s->branches <= BRANCHES_MOST && !s->initial_only;
}

/* s->next, in which j turns too, to the first branch that agrees with itself. */
static se_verdict turn_too(se_run *run, se_seek *s, uint32_t j)
{
	const si_switch *other = &run->image->switches.at[j];
	uint16_t was = s->next[j];
	for (uint16_t branch = 0; branch < other->branches && !other->idle && may_turn(other); branch++) {
		if (branch == was || is_barred(run, s, j, branch))
			continue;
		s->next[j] = branch;
		memcpy(s->kept, s->asked, s->n * sizeof *s->kept);
		se_verdict v = judge_new(run, s, s->next);
		if (v == SE_AGREES || (v == SE_DISAGREES && s->asked[j] == branch))
			return v;
		memcpy(s->asked, s->kept, s->n * sizeof *s->kept);
	}
	s->next[j] = was;
	return SE_ABSENT;
}

/* The candidate s->next does not exist, in which k has turned: one more turns, the first that agrees with itself then.
 * Those come first that are in the branch which k has entered: a diode that conducts may not conduct beside another. */
static se_verdict turn_second(se_run *run, se_seek *s, uint32_t k)
{
	for (int others = 0; others < 2; others++)
		for (uint32_t j = 0; j < s->n; j++) {
			se_verdict v = j != k && (s->next[j] != s->next[k]) == others ? turn_too(run, s, j) : SE_ABSENT;
			if (v != SE_ABSENT)
				return v;
		}
	return SE_ABSENT;
}

/* The first switch that disagrees turns, as far as that leads to a mode that exists. */
static se_verdict turn_one(se_run *run, se_seek *s)
{
	for (uint32_t k = 0; k < s->n; k++) {
		if (s->asked[k] == s->at[k] || is_barred(run, s, k, s->asked[k]))
			continue;
		memcpy(s->next, s->at, s->n * sizeof *s->next);
		s->next[k] = s->asked[k];
		se_verdict v = judge_new(run, s, s->next);
		if (v == SE_ABSENT)
			v = turn_second(run, s, k);
		if (v >= SE_DISAGREES) {
			move_to(s);
			return v;
		}
	}
	return SE_ABSENT;
}

/* From the candidate at hand, to the end. */
static se_verdict go_on(se_run *run, se_seek *s)
{
	bool shorted = s->lenience == SE_STRICT && s->judge == se_judge;
	se_verdict v = turn_all(run, s);
	if (v != SE_AGREES && shorted && agrees_shorted(run, s))
		return SE_AGREES;
	s->tried.n = s->answers_of.n = 0;
	while (v != SE_AGREES && (v = turn_one(run, s)) == SE_DISAGREES)
		;
	return v != SE_AGREES && shorted && agrees_shorted(run, s) ? SE_AGREES : v;
}

uint16_t se_branch_alike(const si_switch *s, uint16_t branch, bool last)
{
	uint16_t n = s->branches;
	return s->initial_only || n < 2 || branch + 2 < n ? branch : last ? n - 1 : n - 2;
}

/* From another mode, if none of its neighbours exists: all switches but those that were asked to turn have their last
 * branch, or the one before it. With diodes one of the two is that none conducts, which exists as a rule. */
static se_verdict begin_elsewhere(se_run *run, se_seek *s, bool last)
{
	for (uint32_t k = 0; k < s->n; k++) {
		const si_switch *one = &run->image->switches.at[k];
		s->next[k] = s->first[k] != s->from[k] ? s->first[k] : se_branch_alike(one, s->first[k], last);
		if (is_barred(run, s, k, s->next[k]))
			s->next[k] = se_branch_alike(one, s->from[k], !last);
	}
	s->tried.n = s->answers_of.n = s->sides.n = s->judged = 0;
	se_verdict v = judge_new(run, s, s->next);
	if (v != SE_DISAGREES)
		return v;
	move_to(s);
	return go_on(run, s);
}

static se_verdict attempt(se_run *run, se_seek *s)
{
	s->tried.n = s->answers_of.n = s->sides.n = s->judged = 0;
	memcpy(s->at, s->from, s->n * sizeof *s->at);
	memcpy(s->asked, s->first, s->n * sizeof *s->asked);
	se_verdict v = go_on(run, s);
	for (int last = 1; last >= 0 && v != SE_AGREES && s->lenience != SE_CHAIN; last--)
		v = begin_elsewhere(run, s, last);
	return v;
}

static se_seek *new_seek(uint32_t n)
{
	sb_arena *arena = sb_arena_new();
	se_seek *s = sb_new(arena, se_seek);
	s->arena = arena;
	s->n = n;
	s->first = sb_new_array(arena, uint16_t, n + 1);
	s->from = sb_new_array(arena, uint16_t, n + 1);
	s->at = sb_new_array(arena, uint16_t, n + 1);
	s->asked = sb_new_array(arena, uint16_t, n + 1);
	s->next = sb_new_array(arena, uint16_t, n + 1);
	s->kept = sb_new_array(arena, uint16_t, n + 1);
	s->disputed = sb_new_array(arena, bool, n + 1);
	s->known = sb_map_new(arena);
	s->answers = sb_map_new(arena);
	s->looked = sb_map_new(arena);
	s->monotone = sb_map_new(arena);
	return s;
}

void se_forget_searches(se_run *run)
{
	se_seek *s = run->modes->seek;
	if (s && s->own)
		sb_arena_free(s->own);
	if (s)
		sb_arena_free(s->arena);
	run->modes->seek = NULL;
}

void se_seek_archive(se_run *run, sb_archive *a)
{
	bool any = run->modes->seek != NULL;
	sb_archive_tag(a, "seek");
	sb_archive_one(a, any);
	if (a->reads)
		se_forget_searches(run);
	if (!any)
		return;
	if (a->reads)
		run->modes->seek = new_seek(run->image->switches.n);
	se_seek *s = run->modes->seek;
	sb_archive_one(a, s->made_for_others);
	sb_archive_map(a, &s->looked);
	sb_archive_map(a, &s->monotone);
	sb_archive_map(a, &s->answers);
	sb_archive_vec(a, s->arena, s->given);
	sb_archive_vec(a, s->arena, s->turns);
	sb_archive_map(a, &s->known);
	sb_archive_vec(a, s->arena, s->agreed);
}

se_seek *se_open_seek(se_run *run)
{
	uint32_t n = run->image->switches.n;
	if (!run->modes->seek)
		run->modes->seek = new_seek(n);
	se_seek *s = run->modes->seek;
	s->judge = se_judge;
	s->before = run->in;
	s->most = CANDIDATES_EACH * n + CANDIDATES_LEAST;
	s->sides.n = s->judged = 0;
	s->refused_by_impulse = s->jumped = false;
	memset(s->disputed, 0, n * sizeof *s->disputed);
	se_find_held(run);
	memcpy(s->first, run->modes->wanted, n * sizeof *s->first);
	memcpy(s->from, run->mode->branch, n * sizeof *s->from);
	return s;
}

static bool same_answer(const se_seek *s, const se_answer *a, const se_answer *b)
{
	return a->count == b->count &&
		   !memcmp(s->turns.at + a->first, s->turns.at + b->first, a->count * sizeof *s->turns.at);
}

/* What is asked for, by the switches that are asked to turn alone: wherever the others stand, the answer is often the
 * same. */
static uint64_t request_of(const se_seek *s)
{
	uint64_t key = s->n;
	for (uint32_t k = 0; k < s->n; k++)
		if (s->first[k] != s->from[k]) {
			const uint32_t turn[] = { k, s->from[k], s->first[k] };
			key = sb_hash(turn, sizeof turn, key);
		}
	return key;
}

/* The switches that have turned because others were asked to, where impulses asked for it: a diode takes the current of
 * a transistor. None, if what was asked for has happened at once. */
static void note_answer(se_seek *s, uint64_t request)
{
	se_answer answer = { s->turns.n, 0, false };
	bool at_once = !memcmp(s->mode->branch, s->first, s->n * sizeof *s->first);
	uint64_t before;
	if (s->lenience == SE_CHAIN || s->jumped || (!s->refused_by_impulse && !at_once))
		return;
	for (uint32_t k = 0; k < s->n; k++) {
		if (s->mode->branch[k] == s->first[k])
			continue;
		if (s->first[k] != s->from[k]) {             /* what was asked for did not happen */
			s->turns.n = answer.first;
			return;
		}
		sb_push(s->arena, s->turns, ((se_switched){ k, s->from[k], s->mode->branch[k] }));
		answer.count++;
	}
	bool known = sb_map_get(&s->answers, request, &before);
	if (known && same_answer(s, &s->given.at[before], &answer)) {
		s->turns.n = answer.first;
		return;
	}
	if (!known && at_once)
		return;
	sb_map_put(&s->answers, request, s->given.n);
	sb_push(s->arena, s->given, answer);
}

/* One way to judge the candidate s->next, with nothing but itself: no jump. */
static bool agrees_calmly(se_run *run, se_seek *s, se_lenience lenience, bool plain)
{
	s->lenience = lenience;
	s->plain = plain;
	s->calm = s->silent = true;
	bool agrees = se_judge(run, s, s->next) == SE_AGREES;
	s->plain = s->calm = s->silent = false;
	s->lenience = SE_STRICT;
	return agrees;
}

/* A condition that remembers its side must agree in two ways: from the side that it had, where what is zero has no
 * opinion (a thyristor that nobody fires does not turn), and with the side of the candidate (its current flows
 * forwards). */
static bool agrees_remembering(se_run *run, se_seek *s)
{
	if (!agrees_calmly(run, s, SE_UNDECIDED, true))
		return false;
	se_go_back(run, s);
	return agrees_calmly(run, s, SE_STRICT, false);
}

const sc_mode *se_recall_mode(se_run *run)
{
	uint64_t at;
	se_seek *s = run->modes->seek ? se_open_seek(run) : NULL;
	if (!s || run->stated.n || run->unset_known || !sb_map_get(&s->answers, request_of(s), &at) ||
		!s->given.at[at].count)
		return NULL;
	se_answer *answer = &s->given.at[at];
	memcpy(s->next, s->first, s->n * sizeof *s->next);
	for (uint32_t i = answer->first; i < answer->first + answer->count; i++) {
		const se_switched *t = &s->turns.at[i];
		if (s->first[t->which] != t->from || s->from[t->which] != t->from)
			return NULL;
		s->next[t->which] = t->to;
	}
	se_evaluate_carried(run);
	if (!answer->remembers && agrees_calmly(run, s, SE_STRICT, true))
		return s->mode;
	answer->remembers = agrees_remembering(run, s);
	if (answer->remembers)
		return s->mode;
	memcpy(run->modes->wanted, s->first, s->n * sizeof *s->first);
	return NULL;
}

/* The next attempt. */
static se_lenience more_lenient(se_lenience lenience)
{
	return lenience == SE_STRICT ? SE_COARSE : lenience + 1;
}

static bool is_known(const se_seek *s)
{
	return s->known_branch && !memcmp(s->known_branch, s->mode->branch, s->n * sizeof *s->known_branch);
}

const sc_mode *se_seek_mode(se_run *run)
{
	se_seek *s = se_open_seek(run);
	uint64_t request = request_of(s);
	uint64_t key = sb_hash(s->first, s->n * sizeof *s->first, se_mode_key(run, s->from)), known;
	bool again = sb_map_get(&s->known, key, &known);
	s->known_branch = again ? s->agreed.at + (known >> 2) * s->n : NULL;
	s->known_lenience = again ? (se_lenience)(known & 3) : SE_STRICT;
	for (s->lenience = SE_STRICT; s->lenience < SE_ATTEMPTS; s->lenience = more_lenient(s->lenience)) {
		if (attempt(run, s) != SE_AGREES)
			continue;
		if (s->lenience < SE_CHAIN && s->judged > 1 && !is_known(s)) {
			sb_map_put(&s->known, key, (uint64_t)(s->agreed.n / s->n) << 2 | s->lenience);
			for (uint32_t k = 0; k < s->n; k++)
				sb_push(s->arena, s->agreed, s->mode->branch[k]);
			if (run->in != s->before)
				se_look_in_all_ways(run, s);
		}
		if (s->lenience < SE_CHAIN && !s->jumped)
			se_look_for_second(run, s);
		note_answer(s, request);
		return s->mode;
	}
	memcpy(run->modes->wanted, s->first, s->n * sizeof *s->first);
	return NULL;
}

bool se_seek_beginning(se_run *run, se_judging judge)
{
	se_seek *s = se_open_seek(run);
	s->judge = judge;
	s->lenience = SE_STRICT;
	s->most = 2 * s->n + CANDIDATES_LEAST / 2;
	return attempt(run, s) == SE_AGREES;
}

bool se_seek_impulsively(se_run *run)
{
	int initial = run->d->initial;
	bool found = false;
	se_evaluate_all(run);
	se_save_all_pre(run);
	run->d->initial = 0;
	se_asks_for_other(run);
	se_seek *s = se_open_seek(run);
	s->silent = true;
	for (s->lenience = SE_STRICT; s->lenience < SE_CHAIN && !found; s->lenience = more_lenient(s->lenience))
		found = attempt(run, s) == SE_AGREES;
	s->silent = false;
	run->d->initial = initial;
	return found;
}
