/* What people are told of states that jump where another mode is entered: their names, both values, and which sum is
 * the same before and after (structure/modes/kept.c). A converter has a jump in every one of a hundred thousand events,
 * so each kind of jump is told once and counted from then on. docs/events.md, E100 and E121. */
#include "engine/evaluate/trial.h"
#include "engine/modes/impulse.h"
#include <math.h>
#include <string.h>

enum { NAMED_MOST = 4, SUMS_MOST = 3, IMPULSES_MOST = 3, KINDS_MOST = 6 };

static const double ROUNDING = 1e-9;     /* of the largest impulse, or factor */
static const double KEPT_TO = 1e-6;      /* of the terms of a sum: whether it really is the same before and after */

void se_add_jump(const se_run *run, const se_frame *old, const se_scalar_jump *j, sb_text *out)
{
	double was = se_value_before(run, old, j->scalar);
	si_scalar_name(run->image, j->scalar, out);
	sb_addf(out, " from %.6g to %.6g", was, was + j->by);
}

/* ------------------------------------------------------------------------------------------------------------- sums */

static double jump_by(const se_layer *m, uint32_t scalar)
{
	for (uint32_t i = 0; i < m->jumps.n; i++)
		if (m->jumps.at[i].scalar == scalar)
			return m->jumps.at[i].by;
	return NAN;
}

typedef struct sum { double value, size, change, largest; bool known, moves; } sum;

static const si_kept_term *term_of(const se_layer *m, const si_kept *k, uint32_t i)
{
	return &m->image->kept_terms.at[k->terms.first + i];
}

static double factor_in(const se_layer *m, const si_kept *k, uint32_t i)
{
	double v;
	return sc_formula(m->d, term_of(m, k, i)->factor, SC_EVERYTHING, NULL, &v) ? v : NAN;
}

/* A sum is only told if its value is seen to be the same. */
static sum add_up(const se_run *run, const se_frame *old, const si_kept *k)
{
	const se_layer *m = run->mode->impulses->found;
	sum s = {.known = true};
	for (uint32_t i = 0; i < k->terms.n; i++)
		s.largest = fmax(s.largest, fabs(factor_in(m, k, i)));
	for (uint32_t i = 0; i < k->terms.n && s.known; i++) {
		uint32_t scalar = term_of(m, k, i)->scalar;
		double factor = factor_in(m, k, i), was = se_value_before(run, old, scalar), by = jump_by(m, scalar);
		s.known = isfinite(factor) && isfinite(by) && isfinite(was) && scalar < run->image->common;
		s.value += factor * was;
		s.change += factor * by;
		s.size += fabs(factor) * (fabs(was) + fabs(was + by));
		s.moves = s.moves || (fabs(factor) > ROUNDING * s.largest && se_is_seen(run, old, scalar, was, by));
	}
	s.known = s.known && s.moves && fabs(s.change) <= KEPT_TO * s.size;
	return s;
}

/* The first one has no minus, as far as that is possible. */
static bool add_sum(const se_run *run, const se_frame *old, const si_kept *k, sb_text *out)
{
	const se_layer *m = run->mode->impulses->found;
	sum s = add_up(run, old, k);
	uint32_t shown = 0;
	bool flipped = false;
	if (!s.known)
		return false;
	size_t before = out->n;
	for (uint32_t i = 0; i < k->terms.n; i++) {
		bool negative = term_of(m, k, i)->negative;
		if (fabs(factor_in(m, k, i)) <= ROUNDING * s.largest)
			continue;
		if (!shown)
			flipped = negative;
		else
			sb_add(out, negative != flipped ? " - " : " + ");
		shown++;
		si_print(m->image, term_of(m, k, i)->read, out);
	}
	if (shown < 2) {
		out->n = before;
		return false;
	}
	double value = fabs(s.value) <= KEPT_TO * ROUNDING * s.size ? 0 : flipped ? -s.value : s.value;
	sb_addf(out, " = %.6g", value);
	return true;
}

static bool is_kept_in(const se_impulses *m, const si_kept *k, uint32_t part)
{
	return part == SE_ALL_PARTS || (k->terms.n && se_part_of(m, m->found, term_of(m->found, k, 0)->scalar) == part);
}

uint32_t se_add_kept(const se_run *run, const se_frame *old, uint32_t part, uint32_t which, sb_text *out)
{
	const se_impulses *m = run->mode->impulses;
	const si_image *image = m->found->image;
	while (which < image->kept.n &&
		   !(is_kept_in(m, &image->kept.at[which], part) && add_sum(run, old, &image->kept.at[which], out)))
		which++;
	return which < image->kept.n ? which + 1 : 0;
}

/* --------------------------------------------------------------------------------------------------------- impulses */

static uint32_t parts_of(const se_run *run, uint32_t scalar)
{
	uint32_t n = 0;
	for (const char *c = si_word(run->image, si_owner(run->image, scalar)->name); *c; c++)
		n += *c == '.';
	return n;
}

static bool is_impulse_in(const se_impulses *m, const se_layer *l, uint32_t scalar, uint32_t part)
{
	uint32_t own = se_part_of(m, l, scalar);
	return (part == SE_ALL_PARTS || own == part) && m->broken[own] == (l != m->plain);
}

static uint32_t add_impulses(const se_run *run, const se_layer *l, uint32_t part, se_impulse *list, uint32_t most,
							 uint32_t count)
{
	const se_impulses *m = run->mode->impulses;
	double largest = 0;
	for (uint32_t i = 0; i < l->image->impulsive.n; i++) {
		double strength = fabs(sc_scalar_value(l->d, l->image->impulsive.at[i]));
		bool counts = strength < SI_TOLD && is_impulse_in(m, l, l->image->impulsive.at[i], part);
		largest = counts ? fmax(largest, strength) : largest;
	}
	for (uint32_t i = 0; i < l->image->impulsive.n; i++) {
		se_impulse one = {l->image->impulsive.at[i], sc_scalar_value(l->d, l->image->impulsive.at[i])};
		if (!(fabs(one.strength) > ROUNDING * largest) || !(fabs(one.strength) < SI_TOLD) ||
			one.scalar >= run->image->common || !is_impulse_in(m, l, one.scalar, part))
			continue;
		uint32_t at = count < most ? count : most;
		for (; at > 0 && parts_of(run, list[at - 1].scalar) > parts_of(run, one.scalar); at--)
			if (at < most)
				list[at] = list[at - 1];
		if (at < most)
			list[at] = one;
		count++;
	}
	return count;
}

uint32_t se_list_impulses(const se_run *run, uint32_t part, se_impulse *list, uint32_t most)
{
	const se_impulses *m = run->mode->impulses;
	uint32_t count = add_impulses(run, m->plain, part, list, most, 0);
	return m->found == m->plain ? count : add_impulses(run, m->found, part, list, most, count);
}

/* The unit of an effort times the second: V.s, m.s/s2. */
void se_add_impulse(const se_run *run, uint32_t scalar, double strength, sb_text *out)
{
	const char *unit = si_word(run->image, run->image->units.at[si_owner(run->image, scalar)->measure].unit);
	sb_addf(out, "%.6g", strength);
	if (!*unit)
		return;
	size_t whole = strcspn(unit, "/");
	if (whole == 1 && *unit == '1')
		sb_addf(out, " s%s", unit + whole);
	else
		sb_addf(out, " %.*s.s%s", (int)whole, unit, unit + whole);
}

/* --------------------------------------------------------------------------------------------------------- messages */

/* Has the mode no derivative of it, as it is written, but a value? Its impulse system does not know it then. */
static bool is_given(const se_run *run, uint32_t scalar)
{
	const se_layer *m = run->mode->impulses->found;
	if (scalar >= run->image->common || si_place_of(run->image, scalar).store == SI_NOWHERE)
		return false;
	for (uint32_t i = 0; i < m->jumps.n; i++)
		if (m->jumps.at[i].scalar == scalar && m->jumps.at[i].written)
			return false;
	return true;
}

/* States of the mode before whose values the present mode gives: a controller that is switched over. */
static void list_given(se_run *run, const se_frame *old, se_impulses *m)
{
	sb_u32s given = {0};
	sb_mark mark = sb_arena_mark(run->once);
	for (uint32_t i = 0; i < old->image->rated.n; i++)
		if (is_given(run, old->image->rated.at[i]))
			sb_push(run->once, given, old->image->rated.at[i]);
	if (given.n) {
		se_trial t = se_begin_trial(run);
		run->f->all(run->d);
		for (uint32_t i = 0; i < given.n && !run->d->failed; i++) {
			se_scalar_jump j = { .scalar = given.at[i], .written = true };
			j.by = sc_scalar_value(run->d, j.scalar) - se_value_before(run, old, j.scalar);
			if (se_jump_is_seen(run, old, &j))
				sb_push(m->arena, m->told, j);
		}
		if (run->d->failed)
			sc_forgive(run->d);
		se_end_trial(run, &t);
	}
	sb_arena_rewind(run->once, mark);
}

/* In the order of the declarations. */
static void list_told(se_run *run, const se_frame *old, se_impulses *m)
{
	m->told.n = 0;
	for (uint32_t i = 0; i < m->found->jumps.n; i++)
		if (m->found->jumps.at[i].written && se_jump_is_seen(run, old, &m->found->jumps.at[i]))
			sb_push(m->arena, m->told, m->found->jumps.at[i]);
	if (old->image != run->image)
		list_given(run, old, m);
}

/* Of the jump that is told. */
static uint32_t part_of(const se_impulses *m, uint32_t told)
{
	return se_told_with(m, &m->told.at[told]);
}

static void add_jumps(const se_run *run, const se_frame *old, uint32_t part, sb_text *out)
{
	const se_impulses *m = run->mode->impulses;
	uint32_t count = 0;
	for (uint32_t i = 0; i < m->told.n; i++) {
		if (part_of(m, i) != part || ++count > NAMED_MOST)
			continue;
		sb_add(out, count > 1 ? ", " : "");
		se_add_jump(run, old, &m->told.at[i], out);
	}
	if (count > NAMED_MOST)
		sb_addf(out, " and %u more", count - NAMED_MOST);
}

/* The first switch of the part that has turned; UINT32_MAX: none of them has. */
static uint32_t turned_in(const se_run *run, const se_frame *old, uint32_t part)
{
	for (uint32_t k = 0; old->image != run->image && k < run->image->switches.n; k++)
		if (run->mode->branch[k] != old->mode->branch[k] &&
			(!part || se_switch_is_in(run->mode->impulses, k, part)))
			return k;
	return UINT32_MAX;
}

/* The constraint of the part that jumps; NULL: none. */
static const si_constraint *constraint_in(const se_run *run, uint32_t part)
{
	const se_impulses *m = run->mode->impulses;
	for (uint32_t i = 0; i < run->image->constraints.n; i++) {
		const si_constraint *c = &run->image->constraints.at[i];
		for (uint32_t k = 0; c->jumps && k < c->tied.n; k++) {
			uint32_t s = run->image->numbers.at[c->tied.first + k];
			if (s < run->image->common && se_part_of(m, m->plain, s) == part)
				return c;
		}
	}
	return NULL;
}

const char *se_jump_cause(const se_run *run, const se_frame *old, uint32_t part)
{
	bool entered = old->image != run->image && (turned_in(run, old, part) != UINT32_MAX || !constraint_in(run, part));
	return entered ? "where another mode is entered" : "where a constraint between them jumps";
}

static bool note_kept(se_run *run, const se_frame *old, uint32_t part, sb_message *r)
{
	sb_text text = {0};
	uint32_t next = 0, shown = 0;
	while (shown < SUMS_MOST) {
		text.n = 0;
		next = se_add_kept(run, old, part, next, &text);
		if (!next)
			break;
		sb_note(r, "%s is kept", text.at);
		shown++;
	}
	sb_text_free(&text);
	return shown;
}

static void note_impulses(se_run *run, uint32_t part, sb_message *r)
{
	se_impulse list[IMPULSES_MOST];
	uint32_t count = se_list_impulses(run, part, list, IMPULSES_MOST);
	sb_text text = {0};
	for (uint32_t i = 0; i < count && i < IMPULSES_MOST; i++) {
		sb_add(&text, i ? ", of " : "");
		si_scalar_name(run->image, list[i].scalar, &text);
		sb_add(&text, " ");
		se_add_impulse(run, list[i].scalar, list[i].strength, &text);
	}
	if (count)
		sb_note(r, "the impulse of %s%s moves them", text.at, count > IMPULSES_MOST ? " and of others" : "");
	sb_text_free(&text);
}

/* The switch that has turned, or the constraint that jumps. */
static sb_span place_of_change(const se_run *run, const se_frame *old, uint32_t part)
{
	uint32_t k = turned_in(run, old, part);
	const si_constraint *c = k == UINT32_MAX ? constraint_in(run, part) : NULL;
	if (!c && k == UINT32_MAX)
		k = turned_in(run, old, 0);
	return c ? c->span : k != UINT32_MAX ? run->image->switches.at[k].span : se_jump_place(run);
}

/* The first one of which the mode has no derivative; NULL: there is none. */
static const se_scalar_jump *first_given(const se_run *run, uint32_t part)
{
	const se_impulses *m = run->mode->impulses;
	for (uint32_t i = 0; i < m->told.n; i++)
		if (part_of(m, i) == part && is_given(run, m->told.at[i].scalar))
			return &m->told.at[i];
	return NULL;
}

static bool any_of_system(const se_run *run, uint32_t part)
{
	const se_impulses *m = run->mode->impulses;
	for (uint32_t i = 0; i < m->told.n; i++)
		if (part_of(m, i) == part && !is_given(run, m->told.at[i].scalar))
			return true;
	return false;
}

static void note_given(const se_run *run, uint32_t part, sb_message *r)
{
	sb_text name = {0};
	const se_scalar_jump *j = first_given(run, part);
	if (!j)
		return;
	si_scalar_name(run->image, j->scalar, &name);
	sb_note(r, "an equation of this mode gives '%s', and no equation has its derivative", name.at);
	sb_text_free(&name);
}

static void tell(se_run *run, const se_frame *old, uint32_t part, se_jump_kind *kind)
{
	sb_text text = {0};
	add_jumps(run, old, part, &text);
	kind->message = sb_report(run->diag, SB_INFO, "R0230", place_of_change(run, old, part),
							  "states jump at time %.9g, %s: %s", run->time, se_jump_cause(run, old, part), text.at);
	if (!note_kept(run, old, part, kind->message) && any_of_system(run, part))
		note_impulses(run, part, kind->message);
	note_given(run, part, kind->message);
	if (run->mode->impulses->broken[part])
		sb_note(
			kind->message,
			"the mode requires other positions, so positions jump too, and their speeds are impulses");
	sb_help(
		kind->message,
		"this follows from the equations of the mode, integrated over the instant; to set other values, use reinit");
	sb_text_free(&text);
}

/* Jumps are of one kind if the same states of a part jump. */
static se_jump_kind *kind_of(se_run *run, uint32_t part)
{
	const se_impulses *m = run->mode->impulses;
	uint64_t key = 0, at;
	for (uint32_t i = 0; i < m->told.n; i++)
		if (part_of(m, i) == part)
			key = sb_hash(&m->told.at[i].scalar, sizeof m->told.at[i].scalar, key);
	if (!sb_map_get(&run->modes->kind_of_jump, key, &at)) {
		at = run->modes->jump_kinds.n;
		sb_push(run->once, run->modes->jump_kinds, ((se_jump_kind){0}));
		sb_map_put(&run->modes->kind_of_jump, key, at);
	}
	return &run->modes->jump_kinds.at[at];
}

/* What the model has stated of a part is not told of it. */
static bool is_first_to_tell(const se_run *run, uint32_t told)
{
	const se_impulses *m = run->mode->impulses;
	uint32_t part = part_of(m, told), first = 0;
	while (part_of(m, first) != part)
		first++;
	return first == told && !se_is_stated_in(run, part);
}

void se_tell_states(se_run *run, const se_frame *old)
{
	list_told(run, old, run->mode->impulses);
	for (uint32_t i = 0; i < run->mode->impulses->told.n; i++) {
		if (!is_first_to_tell(run, i))
			continue;
		uint32_t part = part_of(run->mode->impulses, i);
		se_jump_kind *kind = kind_of(run, part);
		if (!kind->count++ && run->modes->jump_kinds.n <= KINDS_MOST)
			tell(run, old, part, kind);
		kind->last = run->time;
	}
}

void se_tell_jumps_again(se_run *run)
{
	uint64_t times = 0;
	for (uint32_t i = 0; i < run->modes->jump_kinds.n; i++) {
		const se_jump_kind *kind = &run->modes->jump_kinds.at[i];
		if (!kind->message)
			times += kind->count;
		else if (kind->count > 1)
			sb_note(kind->message, "these states jump %llu times in this run, the last time at %.9g",
					(unsigned long long)kind->count, kind->last);
	}
	if (times && run->modes->jump_kinds.n > KINDS_MOST && run->modes->jump_kinds.at[KINDS_MOST - 1].message)
		sb_note(run->modes->jump_kinds.at[KINDS_MOST - 1].message,
				"%u other sets of states jump, %llu times; --log modes shows each of them",
				run->modes->jump_kinds.n - KINDS_MOST, (unsigned long long)times);
}
