/* Jumps and impulses at the entry into a mode: the impulse system of the mode (structure/modes/impulse_system.c) is
 * given the values before the instant, and tells how far each state jumps and how strong the impulses of the conditions
 * are. docs/events.md, E25. */
#include "base/small.h"
#include "engine/evaluate/select.h"
#include "engine/evaluate/trial.h"
#include "engine/look/look.h"
#include "engine/modes/impulse.h"
#include "engine/modes/seek.h"
#include "engine/watch/watch.h"
#include <math.h>
#include <string.h>

/* Of the largest impulse of its order. */
static const double ROUNDING = 1e-10;
static const double UNSEEN = 1e-9;       /* ... of a condition */
static const double LAST_DIGITS = 1e-14;
static const double SINGULAR = 1e-9;
enum { WISHES_MOST = 20, ROUNDS = 5 };

/* ---------------------------------------------------------------------------------------------------------- opening */

static se_layer *open_layer(se_run *run, sb_arena *arena, sc_order order)
{
	sc_program *program = se_impulse_program(run, order);
	run->modes->search.made++;
	if (!program)
		return NULL;
	se_layer *m = sb_new(arena, se_layer);
	m->program = program;
	m->image = sc_image(program);
	m->d = sc_data_new(program, run->diag);
	sc_set_objects(m->d, run->objects);
	se_list_layer(run, arena, m);
	m->functions = sb_new_array(arena, double, m->image->watches.n + 1);
	return m;
}

static se_impulses *open_impulses(se_run *run)
{
	if (run->mode->impulses || run->mode->no_impulses)
		return run->mode->impulses;
	sb_arena *arena = sb_arena_new();
	se_layer *plain = open_layer(run, arena, (sc_order){0, 0});
	run->mode->no_impulses = !plain;
	if (run->mode->no_impulses) {
		sb_arena_free(arena);
		return NULL;
	}
	se_impulses *m = sb_new(arena, se_impulses);
	m->arena = arena;
	m->plain = m->found = plain;
	se_add_parts(m, plain);
	m->strength = sb_new_array(arena, double, run->image->watches.n + 1);
	return run->mode->impulses = m;
}

static void list_plain(se_impulses *m)
{
	const se_layer *l = m->layers[0];
	m->plain_of = sb_new_array(m->arena, se_scalar_jump, l->jumps.n + 1);
	for (uint32_t i = 0; i < l->jumps.n; i++)
		if (l->jumps.at[i].scalar < l->image->common)
			m->plain_of[i] = se_jump_in(m->plain->image, l->jumps.at[i].scalar);
}

/* False: the system of one of the orders cannot be made. */
static bool open_orders(se_run *run, se_impulses *m)
{
	if (!m->layers) {
		for (uint32_t i = 0; i < m->plain->image->constraints.n; i++)
			if (m->plain->image->constraints.at[i].times > m->count)
				m->count = m->plain->image->constraints.at[i].times;
		m->layers = sb_new_array(m->arena, se_layer *, m->count + 1);
		for (uint32_t k = 0; k < m->count; k++)
			if ((m->layers[k] = open_layer(run, m->arena, (sc_order){k, m->count - 1})))
				se_add_parts(m, m->layers[k]);
		if (m->count && m->layers[0])
			list_plain(m);
	}
	for (uint32_t k = 0; k < m->count; k++)
		if (!m->layers[k])
			return false;
	return m->count > 1;
}

static void close_layer(const se_layer *m)
{
	if (m)
		sc_data_free(m->d);
}

void se_impulses_close(se_run *run)
{
	se_impulses *m = run->mode->impulses;
	run->mode->no_impulses = false;
	if (!m)
		return;
	close_layer(m->plain);
	for (uint32_t k = 0; m->layers && k < m->count; k++)
		close_layer(m->layers[k]);
	sb_arena_free(m->arena);
	run->mode->impulses = NULL;
}

/* ----------------------------------------------------------------------------------------------------------- values */

/* The value before the instant, or that from which a state comes to what the model has stated for it by reinit. A
 * derivative that has no name in the model has none, and needs none: it occurs in constraints only, where nothing but
 * its value after the instant counts. */
double se_value_before(const se_run *run, const se_frame *old, uint32_t scalar)
{
	if (scalar >= run->image->common)
		return 0;
	for (uint32_t i = 0; i < run->stated.n; i++)
		if (run->stated.at[i].scalar == scalar)
			return run->stated.at[i].before;
	return sc_scalar_value(se_data_before(old, scalar), scalar);
}

static void give_left_limits(const se_run *run, const se_frame *old, se_layer *m)
{
	sc_data *d = m->d;
	for (uint32_t k = 0; k < m->image->pres.n; k++) {
		uint32_t s = m->image->pres.at[k].scalar;
		double value = se_value_before(run, old, s);
		switch (m->image->pres.at[k].place.store) {
		case SI_INT: d->pre_i[k] = (long long)value; break;
		case SI_STRING: case SI_NOWHERE: break;
		default: d->pre_r[k] = value; break;
		}
	}
}

static void give_latches(const se_run *run, se_layer *m)
{
	for (uint32_t i = 0; i < run->image->watches.n; i++)
		if (m->watch[i])
			m->d->latch[m->watch[i] - 1] = run->d->latch[i];
}

/* old: NULL, the left limits are those of the last time. */
static void give(const se_run *run, const se_frame *old, se_layer *m)
{
	sc_try(m->d);
	m->d->time = run->d->time;
	m->d->deadline = run->d->deadline;
	if (!m->begun) {
		sc_copy_parameters(m->d, run->d);
		sc_functions_of(m->program)->parameters(m->d);
		m->begun = true;
	}
	for (uint32_t i = 0; i < m->given.n; i++)
		sc_copy_scalar(m->d, run->d, m->given.at[i]);
	give_latches(run, m);
	if (old)
		give_left_limits(run, old, m);
}

static void copy_steady(const se_run *run, se_layer *l)
{
	for (uint32_t i = 0; l && i < l->steady.n; i++)
		sc_copy_scalar(l->d, run->d, l->steady.at[i]);
}

/* Steady values are those of the candidate. What was carried over is the value before the instant: a source may step,
 * or a gear be shifted, in the instant in which the mode changes. */
static void give_steady(se_run *run, const se_impulses *m)
{
	if (!m->plain->steady.n && !m->layers)
		return;
	sb_mark mark = sb_arena_mark(run->once);
	se_trial t = se_begin_trial(run);
	run->f->all(run->d);
	copy_steady(run, m->plain);
	for (uint32_t k = 0; m->layers && k < m->count; k++)
		copy_steady(run, m->layers[k]);
	if (run->d->failed)
		sc_forgive(run->d);
	se_end_trial(run, &t);
	sb_arena_rewind(run->once, mark);
}

double se_jump_taken(const se_layer *m, const se_scalar_jump *j)
{
	double by = j->source == SE_FROM_STATE  ? m->d->xd[j->at]
				: j->source == SE_FROM_RATE ? sc_scalar_value(m->d, j->at) : 0;
	return j->negated ? -by : by;
}

/* ----------------------------------------------------------------------------------------------------------- orders */

/* The strength of x of order k is that of its derivative of order k + 1. Of a part of the largest in its part it is
 * rounding. */
static void give_higher(se_impulses *m, se_layer *l, const se_layer *above)
{
	memset(m->least, 0, m->joined.n * sizeof *m->least);
	for (uint32_t i = 0; above && i < above->jumps.n; i++) {
		uint32_t part = se_part_of_jump(m, above, &above->jumps.at[i]);
		m->least[part] = fmax(m->least[part], ROUNDING * fabs(se_jump_taken(above, &above->jumps.at[i])));
	}
	for (uint32_t i = 0; i < l->jumps.n; i++) {
		double by = above ? se_jump_taken(above, &above->jumps.at[i]) : 0;
		bool rounding = !above || fabs(by) <= m->least[se_part_of_jump(m, above, &above->jumps.at[i])];
		sc_set_scalar(l->d, l->jumps.at[i].scalar, rounding ? 0 : by);
	}
}

/* What is above this is no rounding: a part of the largest impulse of a condition, or a few last digits of any impulse,
 * of which those of the conditions may be sums. */
static void find_least(se_impulses *m, const se_layer *l)
{
	memset(m->least, 0, m->joined.n * sizeof *m->least);
	for (uint32_t i = 0; i < l->image->watches.n; i++) {
		double *least = &m->least[se_part_of_watch(m, l, i)];
		if (fabs(l->functions[i]) < SI_TOLD)
			*least = fmax(*least, ROUNDING * fabs(l->functions[i]));
	}
	for (uint32_t i = 0; i < l->image->impulsive.n; i++) {
		double strength = fabs(sc_scalar_value(l->d, l->image->impulsive.at[i]));
		double *least = &m->least[se_part_of(m, l, l->image->impulsive.at[i])];
		if (strength < SI_TOLD)
			*least = fmax(*least, LAST_DIGITS * strength);
	}
}

/* Over the instant a condition has the sign of its impulse, in equations too. True: one has turned by that. */
static bool turn_latches(se_impulses *m, se_layer *l)
{
	bool turned = false;
	find_least(m, l);
	for (uint32_t i = 0; i < l->image->watches.n; i++) {
		double strength = fabs(l->functions[i]);
		if (l->image->watches.at[i].kind != SI_RELATION || !(strength < SI_TOLD) ||
			strength <= m->least[se_part_of_watch(m, l, i)])
			continue;
		long long truth = sc_truth(l->d, &l->image->watches.at[i], l->functions[i], NAN, 0);
		turned = turned || truth != l->d->latch[i];
		l->d->latch[i] = truth;
	}
	return turned;
}

static bool evaluate(const se_run *run, const se_frame *old, se_impulses *m, se_layer *l)
{
	bool good = true, turned = true;
	give(run, old, l);
	for (int round = 0; round < ROUNDS && good && turned; round++) {
		sc_functions_of(l->program)->all(l->d);
		sc_functions_of(l->program)->functions(l->d, l->functions);
		good = !l->d->failed;
		turned = good && turn_latches(m, l);
	}
	if (!good)
		sc_forgive(l->d);
	return good;
}

/* Conditions have the sign of their impulse of the highest order, of those that their part has. */
static void take_strengths(const se_run *run, se_impulses *m, const se_layer *from)
{
	find_least(m, from);
	for (uint32_t i = 0; i < run->image->watches.n; i++) {
		uint32_t part = from->watch[i] ? se_part_of_watch(m, from, from->watch[i] - 1) : 0;
		double strength = se_strength_in(from, run->image, i);
		if (m->strength[i] == 0 && fabs(strength) < SI_TOLD && fabs(strength) > m->least[part] &&
			m->broken[part] == (from != m->plain))
			m->strength[i] = strength;
	}
}

/* What is next to nothing beside the largest of its part is rounding. */
static void leave_out_rounding(const se_run *run, se_impulses *m)
{
	const se_layer *l = m->plain;
	memset(m->least, 0, m->joined.n * sizeof *m->least);
	for (uint32_t i = 0; i < run->image->watches.n; i++)
		if (l->watch[i]) {
			double *least = &m->least[se_part_of_watch(m, l, l->watch[i] - 1)];
			*least = fmax(*least, UNSEEN * fabs(m->strength[i]));
		}
	for (uint32_t i = 0; i < run->image->watches.n; i++)
		if (l->watch[i] && fabs(m->strength[i]) <= m->least[se_part_of_watch(m, l, l->watch[i] - 1)])
			m->strength[i] = 0;
}

/* In which parts would a position jump if its constraint were simply solved for it? */
static bool breaks_positions(se_run *run, const se_frame *old, const se_impulses *m)
{
	const si_image *plain = m->plain->image;
	bool any = false;
	memset(m->broken, 0, m->joined.n * sizeof *m->broken);
	if (!plain->positions.n)
		return false;
	sb_mark mark = sb_arena_mark(run->once);
	se_trial t = se_begin_trial(run);
	run->f->all(run->d);
	for (uint32_t i = 0; i < plain->positions.n && !run->d->failed; i++) {
		uint32_t s = plain->positions.at[i];
		if (s >= run->image->common || si_place_of(run->image, s).store == SI_NOWHERE)
			continue;
		double was = se_value_before(run, old, s);
		bool breaks = se_is_seen(run, old, s, was, sc_scalar_value(run->d, s) - was);
		m->broken[se_part_of(m, m->plain, s)] |= breaks;
		any = any || breaks;
	}
	if (run->d->failed)
		sc_forgive(run->d);
	se_end_trial(run, &t);
	sb_arena_rewind(run->once, mark);
	return any;
}

/* The systems of all orders. False: there is no solution. */
static bool solve_orders(se_run *run, const se_frame *old, se_impulses *m)
{
	for (uint32_t k = m->count; k-- > 0;) {
		give_higher(m, m->layers[k], k + 1 < m->count ? m->layers[k + 1] : NULL);
		if (!evaluate(run, old, m, m->layers[k]))
			return false;
		take_strengths(run, m, m->layers[k]);
	}
	return true;
}

/* The system that tells the jumps, evaluated; NULL: it has no solution. Where positions jump in one part, what jumps in
 * the others is still what the plain system says. */
static se_layer *solve(se_run *run, const se_frame *old, se_impulses *m)
{
	bool orders = breaks_positions(run, old, m);
	if (orders && !m->layers) {
		if (!open_orders(run, m))
			return NULL;
		give_steady(run, m);
		breaks_positions(run, old, m);       /* parts may have become one */
	}
	if (orders && !open_orders(run, m))
		return NULL;
	memset(m->strength, 0, run->image->watches.n * sizeof *m->strength);
	bool good = evaluate(run, old, m, m->plain);
	if (!good && !orders)
		return NULL;
	for (uint32_t i = 0; i < m->joined.n && !good; i++)
		m->broken[i] = true;
	if (good)
		take_strengths(run, m, m->plain);
	if (orders && !solve_orders(run, old, m))
		return NULL;
	leave_out_rounding(run, m);
	return orders ? m->layers[0] : m->plain;
}

/* How much something jumps; plain: the same in the plain system. */
static double jump_of(const se_impulses *m, const se_layer *found, const se_scalar_jump *j, const se_scalar_jump *plain)
{
	return found == m->plain || m->broken[se_part_of_jump(m, found, j)] ? se_jump_taken(found, j)
																		: se_jump_taken(m->plain, plain);
}

/* -------------------------------------------------------------------------------------------------- what was stated */

/* Of what the model has stated, what can jump: the entries of run->stated, and where their jumps are. */
typedef struct wish { uint32_t stated; se_scalar_jump jump; } wish;
typedef sb_vec(wish) wishes;

static void list_wishes(se_run *run, const se_layer *m, wishes *out)
{
	for (uint32_t i = 0; i < run->stated.n; i++) {
		run->stated.at[i].before = run->stated.at[i].value;
		se_scalar_jump j = run->stated.at[i].scalar < m->image->common ? se_jump_in(m->image, run->stated.at[i].scalar)
																	  : (se_scalar_jump){0};
		if (!run->stated.at[i].begins && j.source != SE_FROM_NOWHERE)
			sb_push(run->once, *out, ((wish){i, j}));
	}
}

/* How far what was stated is off after the instant, into off[]; false: it cannot be told. */
static bool how_far_off(se_run *run, const se_frame *old, se_impulses *m, const wishes *list, double *off)
{
	const se_layer *found = solve(run, old, m);
	for (uint32_t i = 0; found && i < list->n; i++) {
		const se_stated *s = &run->stated.at[list->at[i].stated];
		se_scalar_jump j = se_jump_in(found->image, s->scalar);
		double by = jump_of(m, found, &j, &list->at[i].jump);
		if (!(fabs(by) < SI_TOLD))
			return false;
		off[i] = s->value - s->before - by;
	}
	return found != NULL;
}

static bool is_off(const se_run *run, const wishes *list, const double *off)
{
	for (uint32_t i = 0; i < list->n; i++) {
		const se_stated *s = &run->stated.at[list->at[i].stated];
		if (fabs(off[i]) > se_unseen(run) * fmax(se_scalar_size(run, NULL, s->scalar), fabs(s->value)))
			return true;
	}
	return false;
}

/* What the model states by reinit holds after the instant. A reinit is an impulse from outside, which is the same as
 * another value before: the one from which the impulses of the mode lead to what was stated. Where there is none (two
 * states are stated that the mode ties otherwise), what was stated counts as the value before. The system is linear in
 * these values. */
static void meet_in_part(se_run *run, const se_frame *old, se_impulses *m, const wishes *list)
{
	uint32_t n = list->n;
	double *off = sb_new_array(run->once, double, n + 1), *other = sb_new_array(run->once, double, n + 1),
		   *slope = sb_new_array(run->once, double, n *n + 1);
	bool good = n <= WISHES_MOST && how_far_off(run, old, m, list, off), needed = good && is_off(run, list, off);
	for (uint32_t j = 0; j < n && needed && good; j++) {
		se_stated *s = &run->stated.at[list->at[j].stated];
		double h = fmax(1, fabs(s->value));
		s->before += h;
		good = how_far_off(run, old, m, list, other);
		s->before -= h;
		for (uint32_t i = 0; i < n; i++)
			slope[i * n + j] = (off[i] - other[i]) / h;
	}
	if (needed && good && sb_solve_small(slope, off, n, SINGULAR))
		for (uint32_t i = 0; i < n; i++)
			run->stated.at[list->at[i].stated].before += off[i];
	if (needed && (!how_far_off(run, old, m, list, off) || is_off(run, list, off)))
		for (uint32_t i = 0; i < n; i++)
			run->stated.at[list->at[i].stated].before = run->stated.at[list->at[i].stated].value;
}

/* Each part has its own. */
static void meet_wishes(se_run *run, const se_frame *old, se_impulses *m)
{
	sb_mark mark = sb_arena_mark(run->once);
	wishes list = {0};
	list_wishes(run, m->plain, &list);
	bool *met = sb_new_array(run->once, bool, list.n + 1);
	if (list.n)
		solve(run, old, m);          /* whatever parts positions make one are one then */
	for (uint32_t i = 0; i < list.n; i++) {
		uint32_t part = se_part_of_jump(m, m->plain, &list.at[i].jump);
		wishes own = {0};
		for (uint32_t k = i; k < list.n && !met[i]; k++)
			if (se_part_of_jump(m, m->plain, &list.at[k].jump) == part) {
				sb_push(run->once, own, list.at[k]);
				met[k] = k > i;
			}
		if (own.n)
			meet_in_part(run, old, m, &own);
	}
	sb_arena_rewind(run->once, mark);
}

/* Only what is seen in a part are impulses of it. */
static void forget_unseen(const se_run *run, se_impulses *m)
{
	for (uint32_t i = 0; i < run->image->watches.n; i++)
		if (m->plain->watch[i] && !m->seen[se_part_of_watch(m, m->plain, m->plain->watch[i] - 1)])
			m->strength[i] = 0;
}

se_jump se_find_jump(se_run *run, const se_frame *old)
{
	se_impulses *m = open_impulses(run);
	bool any = false;
	if (m) {
		m->opposed = 0;
		give_steady(run, m);
	}
	if (m && run->stated.n)
		meet_wishes(run, old, m);
	se_layer *found = m ? solve(run, old, m) : NULL;
	if (!found)
		return SE_JUMP_UNKNOWN;
	m->found = found;
	memset(m->seen, 0, m->joined.n * sizeof *m->seen);
	for (uint32_t i = 0; i < found->jumps.n; i++) {
		se_scalar_jump *j = &found->jumps.at[i];
		j->by = jump_of(m, found, j, found == m->plain ? j : &m->plain_of[i]);
		bool open = !(fabs(j->by) < SI_TOLD);
		j->by = open ? NAN : j->by;
		bool seen = j->written && se_jump_is_seen(run, old, j);
		m->seen[se_part_of_jump(m, found, j)] |= seen;
		any = any || seen;
	}
	forget_unseen(run, m);
	return any ? SE_JUMPS : SE_MENDS;
}

/* The first condition that has another side than the one with which the jump was found, though it has no impulse, + 1;
 * 0: there is none. */
static uint32_t first_turned(const se_run *run, const se_impulses *m)
{
	const se_layer *l = m->plain;
	for (uint32_t i = 0; i < run->image->watches.n; i++) {
		const si_watch *w = &run->image->watches.at[i];
		if (l->watch[i] && w->kind == SI_RELATION && !w->time_only && m->strength[i] == 0 &&
			l->d->latch[l->watch[i] - 1] != run->d->latch[i])
			return i + 1;
	}
	return 0;
}

static void take_back_clauses(se_run *run, const se_trial *t)
{
	for (uint32_t v = 0; v < run->image->common; v++) {
		si_place place = si_place_of(run->image, v);
		if (run->mode->by_when[v] && place.store == SI_INT)
			run->d->i[place.index] = t->i[place.index];
		else if (run->mode->by_when[v] && place.store == SI_REAL)
			run->d->r[place.index] = t->r[place.index];
	}
}

/* Evaluated once more, with the present sides, and what follows from them by equations. What when-clauses do because of
 * the jump comes after it. Left limits stay, because the states may have jumped in the frame that was before. */
static bool gives_the_same(se_run *run, se_impulses *m, const se_trial *t)
{
	se_layer *l = m->plain;
	run->f->all(run->d);
	se_keep_discrete(run);
	take_back_clauses(run, t);
	run->f->all(run->d);
	take_back_clauses(run, t);
	bool same = !run->d->failed && evaluate(run, NULL, m, l);
	for (uint32_t i = 0; i < l->jumps.n && same; i++) {
		const se_scalar_jump *j = &l->jumps.at[i];
		double by = se_jump_taken(l, j), size = fmax(se_scalar_size(run, NULL, j->scalar), fabs(by));
		same = !j->written || (isnan(j->by) ? !(fabs(by) < SI_TOLD) : fabs(by - j->by) <= se_unseen(run) * size);
	}
	return same;
}

bool se_jump_remains(se_run *run)
{
	se_impulses *m = run->mode->impulses;
	if (m->found != m->plain || !run->image->switches.n)
		return true;
	sb_mark mark = sb_arena_mark(run->once);
	se_trial t = se_begin_trial(run);
	run->f->all(run->d);
	se_evaluate_conditions(run);
	memcpy(run->d->latch, run->truth, run->image->watches.n * sizeof *run->truth);
	uint32_t turned = run->d->failed ? 0 : first_turned(run, m);
	bool same = !turned || gives_the_same(run, m, &t);
	m->opposed = same ? 0 : turned;
	if (run->d->failed)
		sc_forgive(run->d);
	se_end_trial(run, &t);
	sb_arena_rewind(run->once, mark);
	return same;
}

const double *se_strengths(const se_run *run)
{
	return run->mode->impulses->strength;
}

void se_try_jump(se_run *run, const se_frame *old)
{
	se_impulses *m = run->mode->impulses;
	for (uint32_t i = 0; i < run->image->states; i++) {
		const se_scalar_jump *j = &m->found->of_state[i];
		double by = jump_of(m, m->found, j, &m->plain->of_state[i]);
		if (j->source != SE_FROM_NOWHERE)        /* what is open keeps its value */
			run->x[i] = se_value_before(run, old, j->scalar) + (fabs(by) < SI_TOLD ? by : 0);
	}
	se_new_point(run);
}

void se_make_jump(se_run *run, const se_frame *old)
{
	se_try_jump(run, old);
	se_touch_everything(run);
}

void se_tell_jump(se_run *run, const se_frame *old, se_jump jump)
{
	if (jump == SE_JUMPS) {
		sc_end_try(run->mode->impulses->found->d, true);
		se_tell_open(run, old);
	}
	se_tell_states(run, old);
	run->mode->impulses->made = jump == SE_JUMPS || run->mode->impulses->told.n;
}
