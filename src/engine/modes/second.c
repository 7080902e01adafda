/* Is there a second mode that agrees (R0258)?
 *
 * A switch is *free* if a condition of the run decides over it, and not time alone. By how much it agrees with its
 * branch is its *margin*: the size of the function of that condition, negative where the switch disagrees. Free
 * switches make a linear complementarity problem in the instant (parts/complementary.h), whatever the model is about:
 * diodes, contacts, check valves. Its matrix follows from the modes in which one free switch has turned, judged from
 * the same values: the margins there differ by multiples of its columns. A mode that does not exist, or in which states
 * would jump, has no column, and its switch stays where it is.
 *
 * If the matrix is monotone, as it is for networks that only take power, there is no second mode, and this holds for
 * all modes in which the other switches are the same. Otherwise the solutions of the problem are the candidates, and
 * the first that agrees in the eyes of the model is told. Modes are made for this purpose alone as long as they are few
 * in a run.
 *
 * Where states jump there is no such problem. Then switches that disagreed with a candidate, or whose conditions have
 * jumped, are tried in all positions. So are, where the run begins, switches that constants alone decide in each mode:
 * such a mode has no condition that could turn. */
#include "engine/evaluate/engine_evaluate.h"
#include "engine/evaluate/trial.h"
#include "engine/modes/seek.h"
#include "engine/parts/complementary.h"
#include "engine/watch/watch.h"
#include <math.h>
#include <string.h>

enum { ALL_WAYS = 4 };                                   /* so many switches are tried in all ways */
enum { MADE_MOST = 24 }; /* modes that are made in a run only to see whether others agree as well */
enum { CALM_MOST = 6 };                                  /* ... and in an instant for switches that have not turned */
enum { COLUMNS_MOST = 2 * SE_PAIRS_MOST };               /* of a problem */
enum { VERIFIED_MOST = 4 };                              /* solutions that are looked at in the model */

/* Two modes agree, each with itself: `chosen` is entered. differing: a variable; NULL: none differs in the instant. */
static void tell_second(se_run *run, se_seek *s, const sc_mode *chosen, const char *differing)
{
	sb_text text[2] = {{0}};
	bool *differ = sb_new_array(run->once, bool, s->n);
	uint32_t at = s->n;
	for (uint32_t k = s->n; k-- > 0;)
		if ((differ[k] = chosen->branch[k] != s->mode->branch[k]))
			at = k;
	si_describe_mode(run->image, run->diag, chosen->branch, differ, &text[0]);
	si_describe_mode(run->image, run->diag, s->mode->branch, differ, &text[1]);
	sb_message *m = sb_report(run->diag, SB_WARNING, "R0258", run->image->switches.at[at].span,
							  "at time %.9g two modes agree with their conditions: '%s' and '%s'; the first is entered",
							  run->time, text[0].at, text[1].at);
	if (differing)
		sb_note(m, "the equations do not decide between them: '%s' has another value in the second mode", differing);
	else
		sb_note(m, "the equations do not decide between them: what happens next is different in the second mode");
	sb_help(m, "let a condition depend on the past, with pre, or on a quantity that differs between the two modes");
	sb_text_free(&text[0]);
	sb_text_free(&text[1]);
}

/* ---------------------------------------------------------------------------------------------------------- margins */

/* The branch that the present mode asks for, by its values: its conditions are what their functions say. */
static bool settle_by_values(se_run *run, double *g)
{
	enum { ROUNDS = 3 };
	se_keep_discrete(run);
	se_remember_sides(run);
	for (int round = 0; round < ROUNDS; round++) {
		run->f->all(run->d);
		se_evaluate_conditions(run);
		memcpy(run->d->latch, run->truth, run->image->watches.n * sizeof *run->truth);
	}
	run->f->all(run->d);
	run->f->functions(run->d, g);
	bool good = !run->d->failed;
	if (!good)
		sc_forgive(run->d);
	return good;
}

/* In the instant itself a function may be zero: what it is right after it counts then. */
static void go_ahead(se_run *run)
{
	double span = run->settings.stop - run->settings.start, h = 1e-7 * (isfinite(span) ? span : 1);
	run->f->rates(run->d);
	if (run->d->failed)
		sc_forgive(run->d);
	for (uint32_t i = 0; i < run->image->states; i++)
		run->d->x[i] += h * run->d->xd[i];
	run->d->time += h;
}

static bool is_of_the_run(const si_watch *w)
{
	return w->kind == SI_RELATION && !w->time_only && !w->initial_only;
}

/* By switch: by how much it agrees with its branch in the present mode; NAN: it is not free. */
static bool find_margins(se_run *run, const se_seek *s, double *margin)
{
	const si_image *image = run->image;
	sb_mark mark = sb_arena_mark(run->once);
	se_trial t = se_begin_trial(run);
	double *g = sb_new_array(run->once, double, image->watches.n + 1), time = run->d->time;
	const double *x = se_copy_once(run, run->d->x, image->states, sizeof *x);
	go_ahead(run);
	bool good = settle_by_values(run, g);
	se_asks_for_other(run);
	const uint16_t *asked = se_copy_once(run, run->modes->wanted, s->n, sizeof *asked);
	for (uint32_t k = 0; k < s->n; k++)
		margin[k] = NAN;
	for (uint32_t i = 0; i < image->watches.n && good; i++) {
		if (!is_of_the_run(&image->watches.at[i]))
			continue;
		run->d->latch[i] = !run->d->latch[i];
		run->f->all(run->d);
		se_asks_for_other(run);
		for (uint32_t k = 0; k < s->n && !run->d->failed; k++) {
			double size = asked[k] == run->mode->branch[k] ? fabs(g[i]) : -fabs(g[i]);
			if (run->modes->wanted[k] != asked[k] && !(fabs(margin[k]) <= fabs(size)))
				margin[k] = size;
		}
		if (run->d->failed)
			sc_forgive(run->d);
		run->d->latch[i] = !run->d->latch[i];
	}
	run->d->time = time;
	memcpy(run->d->x, x, image->states * sizeof *x);
	se_end_trial(run, &t);
	sb_arena_rewind(run->once, mark);
	return good;
}

/* ---------------------------------------------------------------------------------------------------------- problem */

/* Of the chosen mode. */
typedef struct problem {
	sb_arena *arena;                 /* nothing of run->once is freed while modes are made */
	uint32_t n;
	uint32_t *free;                  /* the switches */
	double *q, *m;
	const sc_mode *chosen;
	uint32_t in;                     /* its frame */
} problem;

/* The margins of the mode in which these have turned; the run is left in the mode before. */
static bool margins_with(se_run *run, se_seek *s, const uint16_t *branch, double *margin)
{
	bool good = !memcmp(branch, s->from, s->n * sizeof *branch) || se_try_calmly(run, s, branch);
	if (good)
		good = find_margins(run, s, margin);
	if (run->in != s->before)
		se_exchange(run, s->before);
	return good;
}

static bool has_column(se_run *run, se_seek *s, const problem *p, const double *all, uint32_t c, double *column)
{
	double *turned = sb_new_array(p->arena, double, s->n);
	uint32_t k = p->free[c], made = sc_mode_analyses(run->program);
	memcpy(s->next, p->chosen->branch, s->n * sizeof *s->next);
	s->next[k] = !s->next[k];
	bool good = s->made_for_others < MADE_MOST && margins_with(run, s, s->next, turned) && turned[k] != 0;
	made = sc_mode_analyses(run->program) - made;
	s->made_for_others += made;
	run->modes->search.made_for_second += made;
	for (uint32_t j = 0; j < p->n && good; j++) {
		column[j] = j == c ? -all[k] / turned[k] : (turned[p->free[j]] - all[p->free[j]]) / turned[k];
		good = isfinite(column[j]);
	}
	return good;
}

static bool has_turned(const se_seek *s, const problem *p, uint32_t k)
{
	return s->disputed[k] || p->chosen->branch[k] != s->from[k];
}

/* Those that have turned or were in dispute come first: modes for columns are few. A margin of zero says nothing. */
static void list_free(se_run *run, const se_seek *s, const double *all, problem *p)
{
	p->n = 0;
	for (int first = 1; first >= 0; first--)
		for (uint32_t k = 0; k < s->n; k++) {
			const si_switch *w = &run->image->switches.at[k];
			if (has_turned(s, p, k) == first && w->branches == 2 && !w->idle && !w->initial_only && all[k] > 0)
				p->free[p->n++] = k;
		}
}

/* Those without a column stay where they are. */
static void make_problem(se_run *run, se_seek *s, const double *all, problem *p)
{
	uint32_t n = p->n, kept = 0, calm = s->made_for_others + CALM_MOST;
	double *columns = sb_new_array(p->arena, double, (size_t)n * n + 1);
	uint32_t *with = sb_new_array(p->arena, uint32_t, n + 1);
	for (uint32_t c = 0; c < n && kept < COLUMNS_MOST; c++)
		if ((has_turned(s, p, p->free[c]) || s->made_for_others < calm) &&
			has_column(run, s, p, all, c, columns + (size_t)kept * n))
			with[kept++] = c;
	for (uint32_t i = 0; i < kept; i++)
		for (uint32_t c = 0; c < kept; c++)
			p->m[i * kept + c] = columns[(size_t)c * n + with[i]];
	for (uint32_t i = 0; i < kept; i++) {
		p->q[i] = all[p->free[with[i]]];
		p->free[i] = p->free[with[i]];
	}
	p->n = kept;
}

/* The positions of all switches that are not free. */
static uint64_t setting_of(const se_seek *s, const problem *p)
{
	uint64_t key = s->n;
	for (uint32_t k = 0; k < s->n; k++) {
		uint32_t where[] = { k, p->chosen->branch[k] };
		for (uint32_t i = 0; i < p->n; i++)
			where[1] = p->free[i] == k ? UINT32_MAX : where[1];
		key = sb_hash(where, sizeof where, key);
	}
	return key;
}

/* ----------------------------------------------------------------------------------------------------- verification */

/* A variable that has another value in the present mode than in the chosen one, if any. */
static void differing_name(se_run *run, const se_frame *chosen, sb_text *name)
{
	for (uint32_t v = 0; v < run->image->common; v++) {
		si_store store = si_place_of(run->image, v).store;
		if ((store != SI_REAL && store != SI_STATE) || si_place_of(chosen->image, v).store == SI_NOWHERE ||
			!se_values_differ(run, chosen, v))
			continue;
		si_scalar_name(run->image, v, name);
		return;
	}
}

/* Does the candidate agree, and is it another answer: does a switch differ, for good in both? */
static bool is_second(se_run *run, se_seek *s, const problem *p, const double *all, const uint16_t *candidate,
					  sb_text *name)
{
	static const double FOR_GOOD = 1e-6;
	double *margin = sb_new_array(p->arena, double, s->n);
	s->sides.n = s->judged = 0;
	if (se_judge(run, s, candidate) != SE_AGREES)
		return false;
	bool differs = false, known = find_margins(run, s, margin);
	run->f->all(run->d);
	for (uint32_t k = 0; k < s->n && known; k++)
		differs = differs || (candidate[k] != p->chosen->branch[k] && fmin(margin[k], all[k]) > FOR_GOOD *
							  fmax(margin[k], all[k]));
	if (differs)
		differing_name(run, run->frames.at[p->in], name);
	se_go_back(run, s);
	return differs;
}

static void try_solutions(se_run *run, se_seek *s, const problem *p, const double *all)
{
	uint32_t *bad = sb_new_array(p->arena, uint32_t, p->n + 1), way = 0, tried = 0;
	uint32_t count = se_list_bad_pairs(p->m, p->n, SE_PAIRS_MOST, bad);
	bool *turned = sb_new_array(p->arena, bool, p->n + 1), found = false;
	uint16_t *candidate = sb_new_array(p->arena, uint16_t, s->n + 1);
	sb_text name = {0};
	while (!found && tried++ < VERIFIED_MOST && se_next_solution(p->m, p->q, p->n, bad, count, &way, turned)) {
		memcpy(candidate, p->chosen->branch, s->n * sizeof *candidate);
		for (uint32_t i = 0; i < p->n; i++)
			candidate[p->free[i]] = turned[i] ? !candidate[p->free[i]] : candidate[p->free[i]];
		found = is_second(run, s, p, all, candidate, &name);
	}
	if (found)
		tell_second(run, s, p->chosen, name.at);
	sb_text_free(&name);
}

static void look(se_run *run, se_seek *s, problem *p)
{
	uint32_t n = s->n;
	double *all = sb_new_array(p->arena, double, n + 1);
	p->free = sb_new_array(p->arena, uint32_t, n + 1);
	p->q = sb_new_array(p->arena, double, n + 1);
	p->m = sb_new_array(p->arena, double, (size_t)n * n + 1);
	if (!find_margins(run, s, all))
		return;
	list_free(run, s, all, p);
	uint64_t setting = setting_of(s, p), known;
	if (!p->n || sb_map_get(&s->monotone, setting, &known))
		return;
	if (run->in != s->before)
		se_exchange(run, s->before);
	uint32_t columns = p->n;
	make_problem(run, s, all, p);
	double *copy = sb_new_array(p->arena, double, (size_t)p->n * p->n + 1);
	memcpy(copy, p->m, (size_t)p->n * p->n * sizeof *copy);
	run->modes->search.looked++;
	if (!se_is_monotone(copy, p->n))
		try_solutions(run, s, p, all);
	else if (columns == p->n)
		sb_map_put(&s->monotone, setting, 1);
}

/* -------------------------------------------------------------------------------------------------------- constants */

/* Does a condition on time turn it? */
static bool is_timed(se_run *run, uint32_t k)
{
	bool timed = false;
	sb_mark mark = sb_arena_mark(run->once);
	se_trial t = se_begin_trial(run);
	for (uint32_t i = 0; i < run->image->watches.n && !timed; i++) {
		if (is_of_the_run(&run->image->watches.at[i]))
			continue;
		run->d->latch[i] = !run->d->latch[i];
		run->f->all(run->d);
		timed = run->d->failed || (se_asks_for_other(run) && run->modes->wanted[k] != run->mode->branch[k]);
		sc_forgive(run->d);
		run->d->latch[i] = !run->d->latch[i];
	}
	se_end_trial(run, &t);
	sb_arena_rewind(run->once, mark);
	return timed;
}

/* Is it decided by what is computed once, and in each mode anew? */
static bool is_by_constants(se_run *run, const double *margin, uint32_t k)
{
	const si_image *of_first = run->in ? run->frames.at[0]->image : run->image;
	const si_switch *w = &run->image->switches.at[k], *first = &of_first->switches.at[k];
	if (!isnan(margin[k]) || w->branches != 2 || w->idle || w->initial_only || first->certain || first->sure)
		return false;
	for (uint32_t i = w->sides.first; i < w->sides.first + w->sides.n; i++) {
		uint32_t scalar = run->image->sides.at[i].scalar;
		if (scalar < run->image->common && run->mode->by_when[scalar])
			return false;
	}
	return !is_timed(run, k);
}

/* One that agrees, in which a variable has another value. */
static bool tries_constants(se_run *run, se_seek *s, const problem *p, sb_text *name)
{
	uint16_t *candidate = sb_new_array(p->arena, uint16_t, s->n + 1);
	for (uint32_t way = 1; way < 1u << p->n && !name->n; way++) {
		memcpy(candidate, p->chosen->branch, s->n * sizeof *candidate);
		for (uint32_t i = 0; i < p->n; i++)
			candidate[p->free[i]] ^= way >> i & 1;
		s->sides.n = s->judged = 0;
		if (se_judge(run, s, candidate) != SE_AGREES)
			continue;
		run->f->all(run->d);
		differing_name(run, run->frames.at[p->in], name);
		se_go_back(run, s);
	}
	return name->n > 0;
}

static void look_at_constants(se_run *run, se_seek *s, problem *p)
{
	sb_text name = {0};
	double *margin = sb_new_array(p->arena, double, s->n + 1);
	p->free = sb_new_array(p->arena, uint32_t, s->n + 1);
	if (!find_margins(run, s, margin))
		return;
	for (uint32_t k = 0; k < s->n && p->n <= ALL_WAYS; k++)
		if (is_by_constants(run, margin, k))
			p->free[p->n++] = k;
	if (p->n && p->n <= ALL_WAYS && tries_constants(run, s, p, &name))
		tell_second(run, s, p->chosen, name.at);
	sb_text_free(&name);
}

/* ----------------------------------------------------------------------------------------------------- first of all */

/* `looking` may leave the run in another mode. */
static void look_around(se_run *run, se_seek *s, void (*looking)(se_run *run, se_seek *s, problem *p))
{
	problem p = { .arena = sb_arena_new(), .chosen = s->mode, .in = run->in };
	uint16_t *wanted = sb_new_array(p.arena, uint16_t, s->n + 1);
	memcpy(wanted, run->modes->wanted, s->n * sizeof *wanted);
	bool jumped = s->jumped;
	s->plain = s->silent = true;
	looking(run, s, &p);
	s->plain = s->silent = false;
	s->mode = p.chosen;
	s->jumped = jumped;
	if (run->in != p.in)
		se_be_in(run, p.chosen);
	memcpy(run->modes->wanted, wanted, s->n * sizeof *wanted);
	se_new_point(run);
	se_touch_everything(run);
	sb_arena_free(p.arena);
}

void se_look_at_first_mode(se_run *run)
{
	if (!run->image->switches.n || run->failed || run->d->failed)
		return;
	se_asks_for_other(run);
	se_seek *s = se_open_seek(run);
	s->mode = sc_mode_of(run->program);
	s->lenience = SE_STRICT;
	se_look_for_second(run, s);
	look_around(run, s, look_at_constants);
}

void se_look_for_second(se_run *run, se_seek *s)
{
	uint64_t known;
	if (s->made_for_others >= MADE_MOST || sb_map_get(&s->looked, se_mode_key(run, s->mode->branch), &known))
		return;
	sb_map_put(&s->looked, se_mode_key(run, s->mode->branch), 1);
	look_around(run, s, look);
}

/* --------------------------------------------------------------------------------------------------------- all ways */

/* May it be tried in any position? */
static bool is_free(const se_run *run, const se_seek *s, uint32_t k)
{
	const si_switch *w = &run->image->switches.at[k];
	return s->first[k] == s->from[k] && w->branches == 2 && !w->initial_only && !w->idle;
}

/* The functions of the conditions of the present frame, by what the conditions are in all modes. */
static void note_functions(se_run *run, sb_map *values)
{
	double *g = sb_new_array(run->once, double, run->image->watches.n + 1);
	run->f->all(run->d);
	run->f->functions(run->d, g);
	if (run->d->failed)
		sc_forgive(run->d);
	for (uint32_t i = 0; i < run->image->same.n; i++) {
		const si_same *same = &run->image->same.at[i];
		uint64_t bits;
		memcpy(&bits, &g[same->kind == SI_SAME_WATCH ? same->number : 0], sizeof bits);
		if (same->kind == SI_SAME_WATCH)
			sb_map_put(values, se_same_key(same->kind, same->part, same->origin), bits);
	}
}

static bool has_changed(const sb_map *before, uint64_t key, double now)
{
	uint64_t bits;
	double was;
	if (!sb_map_get(before, key, &bits))
		return true;
	memcpy(&was, &bits, sizeof was);
	return !(fabs(now - was) <= 1e-9 * fmax(fabs(now), fabs(was)));
}

/* The switches that a condition whose function has jumped would turn, in the mode that was chosen. */
static void list_moved(se_run *run, se_seek *s, const sb_map *before)
{
	se_trial t = se_begin_trial(run);
	double *g = sb_new_array(run->once, double, run->image->watches.n + 1);
	run->f->all(run->d);
	run->f->functions(run->d, g);
	for (uint32_t i = 0; i < run->image->same.n; i++) {
		const si_same *same = &run->image->same.at[i];
		const si_watch *w = same->kind == SI_SAME_WATCH ? &run->image->watches.at[same->number] : NULL;
		if (!w || w->kind != SI_RELATION || w->time_only ||
			!has_changed(before, se_same_key(same->kind, same->part, same->origin), g[same->number]))
			continue;
		run->d->latch[same->number] = !run->d->latch[same->number];
		run->f->all(run->d);
		if (!run->d->failed && se_asks_for_other(run))
			for (uint32_t k = 0; k < s->n; k++)
				s->disputed[k] = s->disputed[k] || run->modes->wanted[k] != run->mode->branch[k];
		if (run->d->failed)
			sc_forgive(run->d);
		se_end_trial(run, &t);
	}
	se_end_trial(run, &t);
}

/* Switches that are tried in all positions: all that may be, if they are few; else those that disagreed with a
 * candidate of this search, or whose conditions have jumped, as far as they are few. `in`: the frame of the mode that
 * was chosen; the run is in the one before. */
static void list_ways(se_run *run, se_seek *s, uint32_t in)
{
	s->ways.n = 0;
	for (uint32_t k = 0; k < s->n && s->ways.n <= ALL_WAYS; k++)
		if (is_free(run, s, k))
			sb_push(s->arena, s->ways, k);
	s->all_free = s->ways.n <= ALL_WAYS;
	if (s->all_free || s->made_for_others >= MADE_MOST)
		return;
	sb_mark mark = sb_arena_mark(run->once);
	sb_map before = sb_map_new(run->once);
	note_functions(run, &before);
	se_exchange(run, in);
	list_moved(run, s, &before);
	se_exchange(run, s->before);
	sb_arena_rewind(run->once, mark);
	s->ways.n = 0;
	for (uint32_t k = 0; k < s->n && s->ways.n < ALL_WAYS; k++)
		if (s->disputed[k] && is_free(run, s, k))
			sb_push(s->arena, s->ways, k);
}

/* Candidate number `way` of those that have turned as the first one. False: there is none, or what is to be made for it
 * would be too much. */
static bool in_one_way(se_seek *s, const sc_mode *chosen, uint32_t way)
{
	memcpy(s->next, s->all_free ? s->first : chosen->branch, s->n * sizeof *s->next);
	for (uint32_t i = 0; i < s->ways.n; i++)
		s->next[s->ways.at[i]] = way >> i & 1;
	return way < 1u << s->ways.n && (s->all_free || s->made_for_others < MADE_MOST);
}

/* Where more than one candidate was needed for the first time, others are looked at: if one agrees too, and the states
 * have other values in it, it is a matter of luck which of the two was found. */
void se_look_in_all_ways(se_run *run, se_seek *s)
{
	const sc_mode *chosen = s->mode;
	uint32_t in = run->in;
	bool found = false;
	sb_text name = {0};
	s->plain = s->silent = true;
	se_exchange(run, s->before);
	list_ways(run, s, in);
	for (uint32_t way = 0; !found && in_one_way(s, chosen, way); way++) {
		uint32_t made = sc_mode_analyses(run->program);
		s->sides.n = s->judged = 0;
		bool agrees = memcmp(s->next, chosen->branch, s->n * sizeof *s->next) != 0 &&
					  se_judge(run, s, s->next) == SE_AGREES;
		s->made_for_others += s->all_free ? 0 : sc_mode_analyses(run->program) - made;
		if (!agrees)
			continue;
		found = se_states_differ(run, run->frames.at[s->before]->image, run->frames.at[in], &name);
		se_go_back(run, s);
	}
	if (found)
		tell_second(run, s, chosen, name.at);
	s->plain = s->silent = false;
	s->mode = chosen;
	se_be_in(run, chosen);
	se_new_point(run);
	se_touch_everything(run);
	sb_text_free(&name);
}
