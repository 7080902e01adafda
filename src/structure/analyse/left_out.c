/* What the initial system has too much of: constraints that fixed starts leave nothing to determine, initial equations
 * that repeat others, and conditions beyond those that are needed. They are left out, and looked at when the initial
 * values are known (plan->checks). */
#include "structure/analyse/analyse.h"
#include "structure/explain/explain.h"
#include "structure/system/system.h"

#include <stdlib.h>

/* The rows that an equation without an unknown competes with, and by which each was reached. */
typedef struct contest { sb_u32s rows; uint32_t *from, *seen, now; } contest;

static void hold_contest(ss_work *w, const ss_system *s, contest *c, uint32_t row)
{
	c->now++;
	c->rows.n = 0;
	c->seen[row] = c->now;
	sb_push(w->scratch, c->rows, row);
	for (uint32_t i = 0; i < c->rows.n; i++) {
		const ss_row *at = &s->rows[c->rows.at[i]];
		bool one = at->only != UINT32_MAX;
		for (uint32_t k = s->first[at->equation]; k < s->first[at->equation] + s->gives[at->equation]; k++) {
			uint32_t other = one && s->unknown[k] != at->only ? UINT32_MAX : s->row_of_unknown[s->unknown[k]];
			if (other == UINT32_MAX || c->seen[other] == c->now)
				continue;
			c->seen[other] = c->now;
			c->from[other] = c->rows.at[i];
			sb_push(w->scratch, c->rows, other);
		}
	}
}

/* Leaves `loser` without an unknown instead of the row at which the contest began. */
static void turn_over(ss_system *s, const contest *c, uint32_t loser)
{
	uint32_t unknown = s->unknown_of_row[loser];

	s->unknown_of_row[loser] = UINT32_MAX;
	for (uint32_t row = loser; row != c->rows.at[0];) {
		uint32_t before = c->from[row], next = s->unknown_of_row[before];
		s->unknown_of_row[before] = unknown;
		s->row_of_unknown[unknown] = before;
		unknown = next;
		row = before;
	}
}

static int by_number(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
	return x < y ? -1 : x > y;
}

static void check_afterwards(ss_work *w, const ss_system *s, const contest *c, ss_equation *q)
{
	ss_check check = { .left = ss_left(q, true), .right = ss_right(q, true), .level = q->level,
		.component = q->component };
	sb_u32s cells = {0};

	q->checked = true;
	check.text = sb_strdup(w->arena, ss_equation_text(w, q, &check.span));
	for (uint32_t i = 0; i < c->rows.n; i++) {
		const ss_equation *other = s->equations[s->rows[c->rows.at[i]].equation];
		if (other->start)
			sb_push(w->scratch, cells, other->scalar);
	}
	if (cells.n)
		qsort(cells.at, cells.n, sizeof *cells.at, by_number);
	for (uint32_t i = 0; i < cells.n; i++)
		ss_add_check_start(w, &check, cells.at[i]);
	sb_push(w->arena, w->plan->checks, check);
}

static bool is_initial(const ss_work *w, const ss_equation *q)
{
	return w->initial.n && q >= w->initial.at && q < w->initial.at + w->initial.n;
}

static bool any_divisor(void *context, sx_ref divisor)
{
	return !sx_is_number(((ss_work *)context)->pool, divisor, 0);
}

/* The value that an initial equation gives to an unknown; 0: it is none that is only about this one. */
static sx_ref given_value(ss_work *w, const ss_equation *q, sx_ref leaf)
{
	if (!is_initial(w, q) || q->form != SS_FORM_EQUAL || q->domain.n || q->discrete)
		return 0;
	if (sx_op_of(w->pool, leaf) == SX_PRE)
		return ss_left(q, true) == leaf ? ss_right(q, true) : ss_right(q, true) == leaf ? ss_left(q, true) : 0;
	if (q->start || sx_type_of(w->pool, q->lhs) != SX_REAL)
		return 0;
	sx_ref value = sx_solve(w->pool, ss_left(q, true), ss_right(q, true), leaf, any_divisor, w);
	return value && sx_is_number(w->pool, value, 0) ? w->zero : value;
}

/* Two initial equations of the user's that give the same value to one variable: two inductors in series begin without
 * current. For pre(v) a fixed start is such an equation too. */
static bool repeats(ss_work *w, const ss_system *s, const contest *c)
{
	if (c->rows.n != 2)
		return false;
	sx_ref leaf = ss_leaf(w, s->unknowns[s->unknown_of_row[c->rows.at[1]]]);
	sx_ref one = given_value(w, s->equations[s->rows[c->rows.at[0]].equation], leaf);
	return one && one == given_value(w, s->equations[s->rows[c->rows.at[1]].equation], leaf);
}

static bool is_open(const ss_system *s)
{
	for (uint32_t u = 0; u < s->unknown_count; u++)
		if (s->row_of_unknown[u] == UINT32_MAX && s->wanted[u] == 0)
			return true;
	return false;
}

/* Whether nothing of the contest is, or is in, a family that could still be written out (ss_whole_families_match): one
 * row of a family gives many scalars, so that its count says nothing. */
static bool is_of_scalars(ss_work *w, const ss_system *s, const contest *c)
{
	for (uint32_t e = 0; e < s->equation_count; e++)
		if (s->equations[e]->sums)
			return false;
	for (uint32_t i = 0; i < c->rows.n; i++) {
		uint32_t e = s->rows[c->rows.at[i]].equation;
		for (uint32_t k = s->first[e]; k < s->first[e + 1]; k++)
			if (w->cells && ss_is_whole(w, s->unknowns[s->unknown[k]] % w->n))
				return false;
	}
	return true;
}

/* Of the rows in a contest the last condition in the text that can be looked at afterwards, an initial equation before
 * a fixed start; UINT32_MAX: there is none. */
static uint32_t last_condition(ss_work *w, const ss_system *s, const contest *c)
{
	uint32_t last = UINT32_MAX;
	const ss_equation *before = NULL;
	if (c->rows.n < 2 || !is_of_scalars(w, s, c))    /* one alone determines nothing */
		return UINT32_MAX;
	for (uint32_t i = 0; i < c->rows.n; i++) {
		const ss_equation *q = s->equations[s->rows[c->rows.at[i]].equation];
		if (q->domain.n)
			return UINT32_MAX;
		bool fits = is_initial(w, q) && !q->checked && q->form == SS_FORM_EQUAL && !q->domain.n && !q->discrete &&
					!q->constraint && sx_type_of(w->pool, ss_left(q, true)) == SX_REAL;
		if (fits && (!before || (q->start != before->start ? before->start : q->span.start > before->span.start))) {
			before = q;
			last = c->rows.at[i];
		}
	}
	return last;
}

/* What it competes with: a user takes away one of the conditions, not always the one that was left out. */
static void tell_others(ss_work *w, const ss_system *s, const contest *c, const ss_equation *q, sb_message *m)
{
	ss_telling t = ss_tell(w, m, ss_equation_position(w, q));

	for (uint32_t i = 0; i < c->rows.n; i++) {
		const ss_equation *other = s->equations[s->rows[c->rows.at[i]].equation];
		if (other != q)
			ss_tell_equation(&t, other, other->start ? "fixed" : is_initial(w, other) ? "initial equation" : "tied by");
	}
	ss_tell_rest(&t);
}

/* An initial condition more than is needed is left out, and must hold for all that. */
static void leave_surplus(ss_work *w, const ss_system *s, const contest *c, ss_equation *q)
{
	ss_check check = {.left = ss_left(q, true), .right = ss_right(q, true), .surplus = true, .component = q->component};
	bool flip = false;

	q->checked = true;
	check.text = sb_strdup(w->arena, ss_equation_text(w, q, &check.span));
	check.span = ss_equation_position(w, q);
	sb_push(w->arena, w->plan->checks, check);
	bool no_state = q->start && !(w->traits[ss_root(w, q->scalar, &flip)] & (SS_IS_STATE | SS_IS_DISCRETE));
	sb_message *m = sb_report(w->diag, SB_WARNING, "S0325", check.span,
							  q->start ? "%s need not be fixed: the other conditions determine it"
									   : "the initial equation %s is one more than is needed", check.text);
	tell_others(w, s, c, q, m);
	sb_note(m, "it is left out, and it is an error if it does not hold for what the others give");
	sb_help(m, no_state   ? "remove fixed = true; if an equation is meant for its derivative, write der(...) in it"
			   : q->start ? "remove fixed = true: the start value is then a guess"
						  : "remove it, or another condition of the same variables");
}

bool ss_leave_out(ss_work *w, ss_system *s)
{
	bool any = false, open = is_open(s);
	contest c = {0};

	if (!w->plan->constraints.n && !w->initial.n)
		return false;
	c.from = sb_new_array(w->scratch, uint32_t, s->row_count + 1);
	c.seen = sb_new_array(w->scratch, uint32_t, s->row_count + 1);
	for (uint32_t row = 0; row < s->row_count; row++) {
		if (s->unknown_of_row[row] != UINT32_MAX || s->equations[s->rows[row].equation]->checked)
			continue;
		hold_contest(w, s, &c, row);
		uint32_t loser = UINT32_MAX;
		bool starts = false;
		for (uint32_t i = 0; i < c.rows.n; i++) {
			const ss_equation *q = s->equations[s->rows[c.rows.at[i]].equation];
			starts = starts || q->start;
			if (q->constraint && !q->checked && loser == UINT32_MAX)
				loser = c.rows.at[i];
		}
		if (repeats(w, s, &c)) {
			s->equations[s->rows[row].equation]->checked = any = true;
			continue;
		}
		uint32_t surplus = (loser == UINT32_MAX || !starts) && !open ? last_condition(w, s, &c) : UINT32_MAX;
		if (surplus != UINT32_MAX) {
			turn_over(s, &c, surplus);
			leave_surplus(w, s, &c, s->equations[s->rows[surplus].equation]);
			any = true;
			continue;
		}
		if (loser == UINT32_MAX || !starts)
			continue;
		turn_over(s, &c, loser);
		check_afterwards(w, s, &c, s->equations[s->rows[loser].equation]);
		any = true;
	}
	return any;
}
