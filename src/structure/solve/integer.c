/* What a loop of equations says about the quantities outside it.
 *
 * Matching looks at which unknowns occur, not at their factors. The nodes of a closed circuit, each a sum of currents,
 * look like independent equations for the currents of the loop, and are not: their sum is free of them.
 *
 *     la.i = d1.i - d4.i     lb.i = d3.i - d6.i     lc.i = d5.i - d2.i
 *     d1.i + d3.i + d5.i = ld.i     d2.i + d4.i + d6.i = ld.i          =>     la.i + lb.i + lc.i = 0
 *
 * Such dependencies come from laws whose factors are small whole numbers, or one number times such. So, in each loop,
 * the equations that are linear in its unknowns with such factors are eliminated exactly. An equation of which nothing
 * is left but quantities from outside the loop is replaced by that consequence; the system is then matched again, and
 * what was a singular matrix in the run is a constraint between states that the reduction of the index can treat.
 *
 * Quantities from outside are columns too ("atoms"), so that they cancel exactly. Unknowns that occur in one such
 * equation only take no part in any dependency, and neither does their equation: this peels off most of a real model.
 * In the nodes of a network each current occurs twice, which the elimination preserves, so it stays sparse; elsewhere
 * it gives up when it costs too much, and nothing is lost but the early discovery. */
#include "structure/solve/solve.h"
#include "structure/system/system.h"

#include <math.h>
#include <stdlib.h>

enum { FACTOR_MOST = 1 << 20, WORK_PER_ENTRY = 100, WORK_AT_LEAST = 100000 };

typedef struct item { uint32_t column; int32_t factor; } item;
typedef sb_vec(item) items;

typedef struct row {
	items items;                     /* by ascending column */
	double constant;
	uint32_t unknowns;               /* how many of the items are unknowns of the loop: the first ones */
	uint32_t equation;               /* of the system */
	bool done;
} row;

typedef struct elimination {
	ss_work *w;
	ss_system *s;
	uint32_t n;                      /* unknowns of the loop are columns 0 .. n-1, atoms follow */
	sb_map atom_of;                  /* expression to column */
	sm_exprs atoms;
	sb_vec(row) rows;
	sb_u32s *rows_of;                /* by unknown: rows that held it once */
	uint32_t *count;                 /* by unknown: rows that hold it now */
	uint64_t work, work_most;
} elimination;

static int by_column(const void *a, const void *b)
{
	uint32_t x = ((const item *)a)->column, y = ((const item *)b)->column;
	return x < y ? -1 : x > y;
}

/* e = factor * rest with a whole factor. */
static void whole_factor(ss_work *w, sx_ref *e, int64_t *factor)
{
	sx_pool *p = w->pool;

	*factor = 1;
	for (int depth = 0; depth < 8; depth++) {
		sx_op op = sx_op_of(p, *e);
		if (op == SX_NEG) {
			*factor = -*factor;
			*e = sx_arg(p, *e, 0);
		} else if (op == SX_MUL && sx_is_const(p, sx_arg(p, *e, 0))) {
			double value = sx_real_value(p, sx_arg(p, *e, 0));
			if (value != floor(value) || value == 0 || fabs(value * (double)*factor) > FACTOR_MOST)
				return;
			*factor *= (int64_t)value;
			*e = sx_arg(p, *e, 1);
		} else {
			return;
		}
	}
}

static uint32_t atom_column(elimination *x, sx_ref e)
{
	uint64_t at;

	if (sb_map_get(&x->atom_of, e, &at))
		return (uint32_t)at;
	uint32_t column = x->n + x->atoms.n;
	sb_map_put(&x->atom_of, e, column);
	sb_push(x->w->scratch, x->atoms, e);
	return column;
}

/* Sorts, joins equal columns, and leaves out what became zero. False: a factor is too large. */
static bool normalise(elimination *x, row *r)
{
	uint32_t kept = 0;

	if (r->items.n)
		qsort(r->items.at, r->items.n, sizeof *r->items.at, by_column);
	for (uint32_t i = 0; i < r->items.n;) {
		uint32_t column = r->items.at[i].column;
		int64_t sum = 0;
		for (; i < r->items.n && r->items.at[i].column == column; i++)
			sum += r->items.at[i].factor;
		if (sum > FACTOR_MOST || sum < -FACTOR_MOST)
			return false;
		if (sum)
			r->items.at[kept++] = (item){ column, (int32_t)sum };
	}
	r->items.n = kept;
	for (r->unknowns = 0; r->unknowns < kept && r->items.at[r->unknowns].column < x->n;)
		r->unknowns++;
	return true;
}

static bool same_at_start(const ss_equation *q)
{
	return (!q->initial_lhs || q->initial_lhs == q->lhs) && (!q->initial_rhs || q->initial_rhs == q->rhs);
}

/* The factors of the unknowns as whole numbers times one common number; 0 if they are not. */
static double common_unit(ss_work *w, const ss_parts *parts)
{
	double unit = INFINITY;

	for (uint32_t k = 0; k < parts->keys.n; k++) {
		if (!sx_is_const(w->pool, parts->factors.at[k]))
			return 0;
		double size = fabs(sx_real_value(w->pool, parts->factors.at[k]));
		unit = size > 0 && size < unit ? size : unit;
	}
	for (uint32_t k = 0; k < parts->keys.n; k++) {
		double ratio = sx_real_value(w->pool, parts->factors.at[k]) / unit;
		if (ratio != floor(ratio) || fabs(ratio) > FACTOR_MOST)
			return 0;
	}
	return isfinite(unit) ? unit : 0;
}

/* Sums of unknowns with literal factors and of other things, without building an expression; most equations are such.
 * False: a term is more than that. */
static bool read_plainly(ss_work *w, const ss_equation *q, ss_parts *parts, ss_terms *rest)
{
	ss_terms terms = {0};

	ss_split_sum(w, q->lhs, &terms);
	uint32_t left = terms.n;
	ss_split_sum(w, q->rhs, &terms);
	for (uint32_t i = 0; i < terms.n; i++) {
		ss_term t = { terms.at[i].e, terms.at[i].negative != (i >= left) };
		sx_ref e = t.e, factor = sx_real(w->pool, t.negative ? -1 : 1);
		if (sx_op_of(w->pool, e) == SX_MUL && sx_is_const(w->pool, sx_arg(w->pool, e, 0))) {
			factor = sx_binary(w->pool, SX_MUL, factor, sx_arg(w->pool, e, 0));
			e = sx_arg(w->pool, e, 1);
		}
		uint32_t key = ss_key(w, e);
		if (key != UINT32_MAX && w->mark[key] == w->mark_now) {
			sb_push(w->scratch, parts->keys, key);
			sb_push(w->scratch, parts->factors, factor);
		} else if (ss_unmarked(w, t.e)) {
			sb_push(w->scratch, *rest, t);
		} else {
			return false;
		}
	}
	return true;
}

/* The equation as a row, divided by the unit of its factors; false if it is not linear in the unknowns of the loop with
 * such factors. */
static bool read_row(elimination *x, uint32_t equation, row *out)
{
	ss_work *w = x->w;
	sx_pool *p = w->pool;
	const ss_equation *q = x->s->equations[equation];
	ss_terms rest = {0};
	ss_parts parts = {0};

	if (q->form != SS_FORM_EQUAL || q->discrete || sx_type_of(p, q->lhs) != SX_REAL || !same_at_start(q))
		return false;
	if (!read_plainly(w, q, &parts, &rest)) {
		if (!ss_linear_parts(w, sx_binary(p, SX_SUB, q->lhs, q->rhs), &parts))
			return false;
		rest.n = 0;
		ss_split_sum(w, parts.rest, &rest);
	}
	double unit = common_unit(w, &parts);
	if (unit == 0)
		return false;
	*out = (row){ .equation = equation };
	for (uint32_t k = 0; k < parts.keys.n; k++) {
		double factor = sx_real_value(p, parts.factors.at[k]) / unit;
		sb_push(w->scratch, out->items, ((item){ w->local[parts.keys.at[k]], (int32_t)factor }));
	}
	for (uint32_t i = 0; i < rest.n; i++) {
		sx_ref e = rest.at[i].e;
		int64_t factor;
		if (sx_is_const(p, e)) {
			out->constant += (rest.at[i].negative ? -1 : 1) * sx_real_value(p, e) / unit;
			continue;
		}
		whole_factor(w, &e, &factor);
		uint32_t column = atom_column(x, unit == 1 ? e : sx_binary(p, SX_DIV, e, sx_real(p, unit)));
		sb_push(w->scratch, out->items, ((item){ column, (int32_t)(rest.at[i].negative ? -factor : factor) }));
	}
	return normalise(x, out);
}

static void count_row(elimination *x, const row *r, int by)
{
	for (uint32_t i = 0; i < r->unknowns; i++)
		x->count[r->items.at[i].column] += (uint32_t)by;
}

/* Rows with an unknown of their own are independent of the others. */
static void peel(elimination *x)
{
	sb_u32s todo = {0};

	for (uint32_t c = 0; c < x->n; c++)
		if (x->count[c] == 1)
			sb_push(x->w->scratch, todo, c);
	while (todo.n) {
		uint32_t c = todo.at[--todo.n];
		for (uint32_t k = 0; k < x->rows_of[c].n; k++) {
			row *r = &x->rows.at[x->rows_of[c].at[k]];
			if (r->done)
				continue;
			r->done = true;
			count_row(x, r, -1);
			for (uint32_t i = 0; i < r->unknowns; i++)
				if (x->count[r->items.at[i].column] == 1)
					sb_push(x->w->scratch, todo, r->items.at[i].column);
		}
	}
}

static int32_t factor_in(const row *r, uint32_t column)
{
	uint32_t low = 0, high = r->unknowns;

	while (low < high) {
		uint32_t middle = (low + high) / 2;
		if (r->items.at[middle].column < column)
			low = middle + 1;
		else
			high = middle;
	}
	return low < r->unknowns && r->items.at[low].column == column ? r->items.at[low].factor : 0;
}

static int64_t common_divisor(int64_t a, int64_t b)
{
	a = a < 0 ? -a : a;
	b = b < 0 ? -b : b;
	while (b) {
		int64_t rest = a % b;
		a = b;
		b = rest;
	}
	return a;
}

/* target := a*target - b*pivot, so that `column` goes. */
static bool combine(elimination *x, uint32_t target, uint32_t pivot, uint32_t column)
{
	row *t = &x->rows.at[target];
	const row *p = &x->rows.at[pivot];
	int64_t a = factor_in(p, column), b = factor_in(t, column), divisor = common_divisor(a, b);
	items joined = {0};
	uint32_t i = 0, k = 0;

	a /= divisor;
	b /= divisor;
	count_row(x, t, -1);
	while (i < t->items.n || k < p->items.n) {
		uint32_t left = i < t->items.n ? t->items.at[i].column : UINT32_MAX;
		uint32_t right = k < p->items.n ? p->items.at[k].column : UINT32_MAX, here = left < right ? left : right;
		int64_t factor =
			(left == here ? a * t->items.at[i++].factor : 0) - (right == here ? b * p->items.at[k++].factor : 0);
		if (factor > FACTOR_MOST || factor < -FACTOR_MOST)
			return false;
		if (!factor)
			continue;
		sb_push(x->w->scratch, joined, ((item){ here, (int32_t)factor }));
		if (here < x->n && left != here)
			sb_push(x->w->scratch, x->rows_of[here], target);
	}
	x->work += joined.n + 1;
	t->constant = (double)a * t->constant - (double)b * p->constant;
	t->items = joined;
	for (t->unknowns = 0; t->unknowns < joined.n && joined.at[t->unknowns].column < x->n;)
		t->unknowns++;
	count_row(x, t, 1);
	return x->work < x->work_most;
}

/* The unknown of a row that the fewest others hold. */
static uint32_t best_column(const elimination *x, const row *r)
{
	uint32_t best = r->items.at[0].column;

	for (uint32_t i = 1; i < r->unknowns; i++)
		if (x->count[r->items.at[i].column] < x->count[best])
			best = r->items.at[i].column;
	return best;
}

/* A row is taken, and taken out of all that hold one of its unknowns; short rows first. */
static bool eliminate(elimination *x)
{
	for (uint64_t length = 1; length < 2 * (uint64_t)x->n; length *= 2)
		for (uint32_t i = 0; i < x->rows.n; i++) {
			row *r = &x->rows.at[i];
			if (r->done || !r->unknowns || r->unknowns > length)
				continue;
			uint32_t column = best_column(x, r);
			r->done = true;
			for (uint32_t k = 0; k < x->rows_of[column].n; k++) {
				uint32_t other = x->rows_of[column].at[k];
				if (!x->rows.at[other].done && factor_in(&x->rows.at[other], column) &&
					!combine(x, other, i, column))
					return false;
			}
			count_row(x, r, -1);
		}
	return true;
}

static sx_ref consequence(const elimination *x, const row *r)
{
	sx_pool *p = x->w->pool;
	sx_ref sum = 0;

	for (uint32_t i = 0; i < r->items.n; i++) {
		int32_t factor = r->items.at[i].factor;
		sx_ref e = x->atoms.at[r->items.at[i].column - x->n];
		if (factor != 1 && factor != -1)
			e = sx_binary(p, SX_MUL, sx_real(p, abs(factor)), e);
		if (!sum)
			sum = factor < 0 ? sx_unary(p, SX_NEG, e) : e;
		else
			sum = sx_binary(p, factor < 0 ? SX_SUB : SX_ADD, sum, e);
	}
	return r->constant != 0 ? sx_binary(p, SX_ADD, sum, sx_real(p, r->constant)) : sum;
}

/* Nothing but 0 = 0 left is not an equation any more: it stays as it was, and is explained as what it is, singular. */
static bool replace(elimination *x)
{
	bool found = false;

	for (uint32_t i = 0; i < x->rows.n; i++) {
		row *r = &x->rows.at[i];
		if (r->done || r->unknowns || !r->items.n)
			continue;
		ss_equation *q = x->s->equations[r->equation];
		q->lhs = consequence(x, r);
		q->rhs = x->w->zero;
		q->initial_lhs = q->written_lhs = q->lhs;
		q->initial_rhs = q->written_rhs = q->rhs;
		q->solution = 0;
		found = true;
	}
	return found;
}

static bool look_into_loop(ss_work *w, ss_system *s, uint32_t begin, uint32_t end)
{
	elimination x = { .w = w, .s = s, .n = 0, .atom_of = sb_map_new(w->scratch) };
	uint64_t entries = 0;

	w->mark_now++;
	for (uint32_t i = begin; i < end; i++)
		for (uint32_t r = s->first_row[s->component[i]]; r < s->first_row[s->component[i] + 1]; r++) {
			if (s->unknown_of_row[r] == UINT32_MAX)
				continue;
			uint32_t key = s->unknowns[s->unknown_of_row[r]];
			w->mark[key] = w->mark_now;
			w->local[key] = x.n++;
		}
	x.rows_of = sb_new_array(w->scratch, sb_u32s, x.n + 1);
	x.count = sb_new_array(w->scratch, uint32_t, x.n + 1);
	for (uint32_t i = begin; i < end; i++) {
		row r;
		if (!read_row(&x, s->component[i], &r))
			continue;
		for (uint32_t k = 0; k < r.unknowns; k++)
			sb_push(w->scratch, x.rows_of[r.items.at[k].column], x.rows.n);
		count_row(&x, &r, 1);
		entries += r.items.n;
		sb_push(w->scratch, x.rows, r);
	}
	x.work_most = WORK_PER_ENTRY * entries + WORK_AT_LEAST;
	peel(&x);
	return eliminate(&x) && replace(&x);
}

/* Families in loops are written out when the loop is solved, and then it comes here again. */
static bool has_family(const ss_system *s, uint32_t begin, uint32_t end)
{
	for (uint32_t i = begin; i < end; i++)
		if (s->equations[s->component[i]]->domain.n)
			return true;
	return false;
}

bool ss_expose(ss_work *w, ss_system *s)
{
	bool found = false;

	for (uint32_t c = 0; c < s->component_count; c++)
		if (s->component_first[c + 1] - s->component_first[c] > 1 &&
			!has_family(s, s->component_first[c], s->component_first[c + 1]))
			found = look_into_loop(w, s, s->component_first[c], s->component_first[c + 1]) || found;
	return found;
}
