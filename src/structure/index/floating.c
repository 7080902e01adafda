/* What is open in a mode. Open switches may cut a part of a network off, and the level of its potentials is open;
 * closed ones may lie side by side, and how the current divides is open. For each such degree of freedom one equation
 * repeats others. The answer is the one of real switches, in the limit: equal leaks in open ones, equal resistances in
 * closed ones.
 *
 * Take a switch of the branches `v = 0` and `i = 0`. A real one has i = d*v when it is open, with a small d, and v =
 * d*i when it is closed. Let the equations with factors c say 0 = 0 when they are added up, and among them be the
 * branches of switches k. With the leaks the sum says 0 = d * (sum of c_k * v_k), for any d; so this equation, without
 * d, takes the place of one of those that repeat:
 *
 *     two open switches in series       i_a = 0, i_b = 0, i_a = i_b             v_a - v_b = 0: they share the voltage
 *     two closed ones side by side      v_a = 0, v_b = 0, v_a = v_b             i_a - i_b = 0: they share the current
 *     a bridge of diodes that block     the currents into the source are 0      each of a pair has half of the voltage
 *
 * To find the factors the equations of the branches must not be put into the others as aliases are: the mode is
 * analysed once more with these kept apart. Where the factors are not numbers, or a branch has no partner, what is open
 * keeps its value. */
#include "structure/index/index.h"
#include "structure/system/system.h"

#include <math.h>

enum { LOOKED_THROUGH = 20000 };         /* equations, where the pattern shows nothing */

/* 0 = 0, or x = x: what is left of an equation that repeats others. */
static bool says_nothing(ss_work *w, const ss_equation *q)
{
	if (q->form != SS_FORM_EQUAL || q->discrete)
		return false;
	return q->lhs == q->rhs || sx_is_number(w->pool, sx_binary(w->pool, SX_SUB, q->lhs, q->rhs), 0);
}

static uint32_t count_open(ss_work *w, const ss_system *s, bool *plain)
{
	uint32_t open = 0;

	for (uint32_t u = 0; u < s->unknown_count; u++)
		if (s->row_of_unknown[u] == UINT32_MAX && !s->wanted[u]) {
			open++;
			*plain = *plain && s->unknowns[u] < w->n && !(w->traits[s->unknowns[u]] & SS_IS_DISCRETE);
		}
	return open;
}

/* Are all equations that are too many such that say nothing, one for each unknown that is open? */
bool ss_all_floating(ss_work *w, const ss_system *s)
{
	uint32_t rows = 0, others = 0;
	bool plain = true;

	for (uint32_t r = 0; r < s->row_count; r++)
		if (s->unknown_of_row[r] == UINT32_MAX) {
			bool nothing = says_nothing(w, s->equations[s->rows[r].equation]);
			rows += nothing;
			others += !nothing;
		}
	return rows && !others && count_open(w, s, &plain) == rows && plain;
}

void ss_hold_floating(ss_work *w, const ss_system *s)
{
	for (uint32_t r = 0; r < s->row_count; r++)
		if (s->unknown_of_row[r] == UINT32_MAX)
			s->equations[s->rows[r].equation]->gone = true;
	for (uint32_t u = 0; u < s->unknown_count; u++)
		if (s->row_of_unknown[u] == UINT32_MAX && !s->wanted[u]) {
			w->traits[s->unknowns[u]] |= SS_IS_HELD;
			sb_push(w->arena, w->plan->floating, ss_scalar_of_cell(w, s->unknowns[u]));
		}
}

/* ---- equations that repeat others, with the factors that show it */

/* A sparse vector, and one that is being worked on: values by index, and which of them may be nonzero. */
typedef struct entry { uint32_t at; double value; } entry;
typedef sb_vec(entry) vector;
typedef sb_vec(vector) vectors;
typedef struct worksheet { double *value; bool *listed; sb_u32s list; } worksheet;

/* Gaussian elimination, row by row. integer.c eliminates too, and differently, because it looks for something else:
 * there it is the consequence that counts, so quantities are columns and numbers must be whole to cancel exactly; here
 * it is which equations add up to nothing, their factors may be any numbers (the ratio of a transformer), and each row
 * remembers of what it was made.
 *
 * A row is an equation that is linear with numbers for factors, over unknowns and states (two constraints on a state
 * may repeat each other too); all others are left out, since no sum with them can vanish. Families that are whole have
 * no unknown in common with these. Each row that is kept holds none of
 * the pivots of rows before it, so a new row is reduced by them in their order. `made`: of which equations a row is the
 * sum. */
typedef struct elimination {
	ss_work *w;
	uint32_t *owner;                 /* by key: the row whose pivot it is, or UINT32_MAX */
	vectors rows, made;
	worksheet row, sum;              /* by key, by equation */
} elimination;

static worksheet new_worksheet(ss_work *w, uint32_t n)
{
	return (worksheet){ sb_new_array(w->scratch, double, n + 1), sb_new_array(w->scratch, bool, n + 1), {0} };
}

static void add_to(ss_work *w, worksheet *s, uint32_t at, double value)
{
	s->value[at] += value;
	if (fabs(s->value[at]) < 1e-12)
		s->value[at] = 0;
	if (!s->listed[at]) {
		s->listed[at] = true;
		sb_push(w->scratch, s->list, at);
	}
}

static void add_vector(ss_work *w, worksheet *s, const vector *v, double factor)
{
	for (uint32_t i = 0; i < v->n; i++)
		add_to(w, s, v->at[i].at, factor * v->at[i].value);
}

static vector take(ss_work *w, worksheet *s)
{
	vector v = {0};

	for (uint32_t i = 0; i < s->list.n; i++) {
		uint32_t at = s->list.at[i];
		if (s->value[at] != 0)
			sb_push(w->scratch, v, ((entry){ at, s->value[at] }));
		s->value[at] = 0;
		s->listed[at] = false;
	}
	s->list.n = 0;
	return v;
}

/* The equation as a row of numbers; false if it is not one. */
static bool load(elimination *e, uint32_t number)
{
	ss_work *w = e->w;
	const ss_equation *q = &w->equations.at[number];
	ss_parts parts;

	if (q->gone || q->domain.n || q->form != SS_FORM_EQUAL || q->discrete ||
		sx_type_of(w->pool, q->lhs) == SX_BOOLEAN || sx_type_of(w->pool, q->lhs) == SX_STRING)
		return false;
	if (!ss_linear_parts(w, sx_binary(w->pool, SX_SUB, q->lhs, q->rhs), &parts))
		return false;
	for (uint32_t i = 0; i < parts.keys.n; i++)
		if (!sx_is_const(w->pool, parts.factors.at[i]))
			return false;
	for (uint32_t i = 0; i < parts.keys.n; i++)
		add_to(w, &e->row, parts.keys.at[i], sx_real_value(w->pool, parts.factors.at[i]));
	add_to(w, &e->sum, number, 1);
	return true;
}

static void reduce(elimination *e)
{
	for (;;) {
		uint32_t next = UINT32_MAX, key = 0;
		for (uint32_t i = 0; i < e->row.list.n; i++) {
			uint32_t k = e->row.list.at[i];
			if (e->row.value[k] != 0 && e->owner[k] < next) {
				next = e->owner[k];
				key = k;
			}
		}
		if (next == UINT32_MAX)
			return;
		double pivot = 1;
		for (uint32_t i = 0; i < e->rows.at[next].n; i++)
			if (e->rows.at[next].at[i].at == key)
				pivot = e->rows.at[next].at[i].value;
		double factor = -e->row.value[key] / pivot;
		add_vector(e->w, &e->row, &e->rows.at[next], factor);
		add_vector(e->w, &e->sum, &e->made.at[next], factor);
		e->row.value[key] = 0;
	}
}

static void keep(elimination *e, const vector *row, const vector *made)
{
	uint32_t best = 0;

	for (uint32_t i = 1; i < row->n; i++)
		if (fabs(row->at[i].value) > fabs(row->at[best].value))
			best = i;
	e->owner[row->at[best].at] = e->rows.n;
	sb_push(e->w->scratch, e->rows, *row);
	sb_push(e->w->scratch, e->made, *made);
}

static sx_ref rest_of(ss_work *w, const vector *made)
{
	sx_ref rest = w->zero;

	for (uint32_t i = 0; i < made->n; i++) {
		const ss_equation *q = &w->equations.at[made->at[i].at];
		ss_parts parts;
		ss_linear_parts(w, sx_binary(w->pool, SX_SUB, q->lhs, q->rhs), &parts);
		rest = sx_binary(w->pool, SX_ADD, rest,
						 sx_binary(w->pool, SX_MUL, sx_real(w->pool, made->at[i].value), parts.rest));
	}
	return rest;
}

static bool see_parameter(void *context, const sx_pool *pool, sx_ref e)
{
	ss_work *w = context;
	ss_written_out *list = w->written_out;
	uint32_t variable = sx_at(pool, e)->payload, k = 0;

	if (sx_op_of(pool, e) != SX_VAR || !ss_is_known(sm_var(w->model, variable)))
		return true;
	while (k < list->structural.n && list->structural.at[k] != variable)
		k++;
	if (k == list->structural.n)
		sb_push(list->arena, list->structural, variable);
	return true;
}

/* Or it is zero at the values of the parameters in it, as the voltages of the knees of ideal diodes: then these are
 * part of the structure. */
static bool adds_up_to_nothing(ss_work *w, const vector *made)
{
	sx_ref rest = rest_of(w, made);
	double value;

	if (sx_is_number(w->pool, rest, 0))
		return true;
	if (!ss_parameter_value(w, rest, &value) || value != 0)
		return false;
	sx_visit(w->pool, rest, see_parameter, w);
	return true;
}

/* Equations that add up to nothing: that of the leaks in place of one of them, which is given up. Where the sum ties
 * states to each other, or contradicts itself, it is left to others. */
static bool replace_one(ss_work *w, const vector *made, uint32_t *gone, ss_equations *leaks)
{
	sx_pool *p = w->pool;
	sx_ref leak = w->zero;

	*gone = UINT32_MAX;
	for (uint32_t i = 0; i < made->n; i++) {
		const ss_equation *q = &w->equations.at[made->at[i].at];
		if (q->partner)
			leak = sx_binary(p, SX_ADD, leak,
							 sx_binary(p, SX_MUL, sx_real(p, made->at[i].value), ss_represented(w, q->partner)));
		if (*gone == UINT32_MAX || (w->equations.at[*gone].partner && !q->partner))
			*gone = made->at[i].at;
	}
	if (!adds_up_to_nothing(w, made) || sx_is_const(p, leak))
		return false;
	ss_equation one = w->equations.at[*gone];
	w->equations.at[*gone].gone = true;
	one.lhs = one.written_lhs = leak;
	one.rhs = one.written_rhs = w->zero;
	one.initial_lhs = one.initial_rhs = one.partner = 0;
	one.apart = false;
	sb_push(w->scratch, *leaks, one);
	return true;
}

/* The sums of equations that vanish. */
static void find_sums(ss_work *w, vectors *sums)
{
	elimination e = { .w = w, .owner = sb_new_array(w->scratch, uint32_t, 2 * (size_t)w->n + 1),
		.row = new_worksheet(w, 2 * w->n), .sum = new_worksheet(w, w->equations.n) };

	w->mark_now++;
	for (uint32_t key = 0; key < 2 * w->n; key++) {
		e.owner[key] = UINT32_MAX;
		if (!(w->traits[key % w->n] & (SS_IS_PARAMETER | SS_IS_DISCRETE)))
			w->mark[key] = w->mark_now;
	}
	for (uint32_t i = 0; i < w->equations.n; i++) {
		if (!load(&e, i))
			continue;
		reduce(&e);
		vector row = take(w, &e.row), made = take(w, &e.sum);
		if (row.n)
			keep(&e, &row, &made);
		else
			sb_push(w->scratch, *sums, made);
	}
}

/* Do equations repeat others, though their pattern may not show it? */
bool ss_repeats(ss_work *w)
{
	vectors sums = {0};
	bool repeats = false;

	if (w->equations.n <= LOOKED_THROUGH)
		find_sums(w, &sums);
	for (uint32_t i = 0; i < sums.n && !repeats; i++)
		repeats = adds_up_to_nothing(w, &sums.at[i]);
	return repeats;
}

/* Does something that a branch would hold keep its value, because no equation is left for it (COSY's CASE)? */
static bool holds_unknowns(const ss_work *w, const ss_system *s)
{
	for (uint32_t u = 0; u < s->unknown_count; u++)
		if (s->row_of_unknown[u] == UINT32_MAX && s->wanted[u] && s->unknowns[u] < w->n &&
			(w->traits[s->unknowns[u]] & (SS_IS_HELD | SS_IS_DISCRETE)) == SS_IS_HELD)
			return true;
	return false;
}

/* In a model with switches: as many equations are too many as unknowns are open, or equations repeat others though
 * their pattern does not show it (the nodes of a network of resistors that is cut off), or while a branch holds what
 * they could determine. */
bool ss_may_float(ss_work *w, const ss_system *s)
{
	uint32_t rows = 0;
	bool plain = true;

	if (!w->plan->switches.n)
		return false;
	for (uint32_t r = 0; r < s->row_count; r++)
		rows += s->unknown_of_row[r] == UINT32_MAX;
	if (!rows)
		return ss_repeats(w);
	return count_open(w, s, &plain) >= rows || (holds_unknowns(w, s) && ss_repeats(w));
}

static double factor_of(const vector *v, uint32_t at)
{
	for (uint32_t i = 0; i < v->n; i++)
		if (v->at[i].at == at)
			return v->at[i].value;
	return 0;
}

bool ss_share_floating(ss_work *w)
{
	worksheet work = new_worksheet(w, w->equations.n);
	vectors sums = {0};
	ss_equations leaks = {0};
	uint32_t gone;

	find_sums(w, &sums);
	for (uint32_t i = 0; i < sums.n; i++) {
		if (!replace_one(w, &sums.at[i], &gone, &leaks))
			continue;
		for (uint32_t k = i + 1; k < sums.n; k++) {      /* what is given up must be part of no other sum */
			double factor = factor_of(&sums.at[k], gone) / factor_of(&sums.at[i], gone);
			if (factor == 0)
				continue;
			add_vector(w, &work, &sums.at[k], 1);
			add_vector(w, &work, &sums.at[i], -factor);
			sums.at[k] = take(w, &work);
		}
	}
	for (uint32_t i = 0; i < leaks.n; i++)
		sb_push(w->scratch, w->equations, leaks.at[i]);
	return leaks.n;
}
