/* Equations that repeat others, with the factors that show it: sums of equations that say 0 = 0.
 *
 * Gaussian elimination, row by row. integer.c eliminates too, and differently, because it looks for something else:
 * there it is the consequence that counts, so quantities are columns and numbers must be whole to cancel exactly; here
 * it is which equations add up to nothing, their factors may be any numbers (the ratio of a transformer), and each row
 * remembers of what it was made.
 *
 * A row is an equation that is linear with numbers for factors, over unknowns and states (two constraints on a state
 * may repeat each other too); all others are left out, since no sum with them can vanish. Families that are whole have
 * no unknown in common with these. Each row that is kept holds none of the pivots of rows before it, so a new row is
 * reduced by them in their order. `made`: of which equations a row is the sum.
 *
 * If a mode cannot be simulated otherwise, factors that are made of parameters count too, with their values
 * (ss_written_out.factors). A planetary set whose shafts are locked to each other twice turns as a whole, whatever its
 * ratio is. But the ratio says how the clutches share the torque. So the few equations of such a sum are eliminated
 * once more, with symbols beside the numbers. If what cancels does so for any values of the parameters, the factors of
 * the sum are formulas; otherwise they are numbers, and the parameters are part of the structure of this mode. */
#include "structure/index/index.h"
#include "structure/expand/expand.h"
#include "structure/system/system.h"

#include <math.h>

enum { LOOKED_THROUGH = 20000 };         /* equations, where the pattern shows nothing */
#define ROUNDING 1e-12                   /* of the largest term: a sum below that is zero */

/* What is being worked on: values by index, the largest term of each, and which of them may be nonzero. */
typedef struct worksheet { double *value, *size; sx_ref *symbol; bool *listed; sb_u32s list; } worksheet;

typedef struct elimination {
	ss_work *w;
	bool symbols;                    /* there are symbols beside the numbers */
	bool special;                    /* something cancels at these values of the parameters only */
	uint32_t *owner;                 /* by key: the row whose pivot it is, or UINT32_MAX */
	ss_repetitions rows, made;
	worksheet row, sum;              /* by key, by equation */
} elimination;

static worksheet new_worksheet(ss_work *w, uint32_t n)
{
	return (worksheet){ sb_new_array(w->scratch, double, n + 1), sb_new_array(w->scratch, double, n + 1),
		sb_new_array(w->scratch, sx_ref, n + 1), sb_new_array(w->scratch, bool, n + 1), {0} };
}

/* ---- symbols */

/* A value by chance for each parameter, the same for all places where it stands. */
static bool value_by_chance(sx_env *env, const sx_pool *pool, sx_ref leaf, sx_value *out)
{
	uint64_t seed = *(const uint64_t *)env->context;

	if (sx_op_of(pool, leaf) != SX_VAR || sx_type_of(pool, leaf) != SX_REAL)
		return false;
	*out = sx_value_real(1 + (double)(sb_hash(&leaf, sizeof leaf, seed) >> 11) * 0x1p-53);
	return true;
}

/* Is it zero whatever its parameters are? */
static bool is_zero_for_good(ss_work *w, sx_ref e)
{
	for (uint64_t seed = 1; seed <= 3; seed++) {
		sx_env env = { .leaf = value_by_chance, .context = &seed };
		sx_value v;
		if (!sx_eval(w->pool, e, &env, &v) || v.type != SX_REAL || !(fabs(v.real) < 1e-9))
			return false;
	}
	return true;
}

static void add_symbol(elimination *e, worksheet *s, uint32_t at, sx_ref symbol)
{
	sx_ref old = s->symbol[at];

	s->symbol[at] = old ? sx_binary(e->w->pool, SX_ADD, old, symbol) : symbol;
	if (s->value[at] != 0)
		return;
	e->special = e->special || !is_zero_for_good(e->w, s->symbol[at]);
	s->symbol[at] = 0;
}

/* ---- elimination */

static void add_to(elimination *e, worksheet *s, uint32_t at, double value, sx_ref symbol)
{
	s->value[at] += value;
	s->size[at] = fmax(s->size[at], fabs(value));
	if (fabs(s->value[at]) < ROUNDING * s->size[at])
		s->value[at] = 0;
	if (e->symbols)
		add_symbol(e, s, at, symbol);
	if (!s->listed[at]) {
		s->listed[at] = true;
		sb_push(e->w->scratch, s->list, at);
	}
}

static void add_vector(elimination *e, worksheet *s, const ss_repeated *v, double factor, sx_ref symbol)
{
	for (uint32_t i = 0; i < v->n; i++)
		add_to(e, s, v->at[i].at, factor * v->at[i].value,
			   e->symbols ? sx_binary(e->w->pool, SX_MUL, symbol, v->at[i].symbol) : 0);
}

static ss_repeated take(ss_work *w, worksheet *s)
{
	ss_repeated v = {0};

	for (uint32_t i = 0; i < s->list.n; i++) {
		uint32_t at = s->list.at[i];
		if (s->value[at] != 0)
			sb_push(w->scratch, v, ((ss_repeated_term){ at, s->value[at], s->symbol[at] }));
		s->value[at] = s->size[at] = 0;
		s->symbol[at] = 0;
		s->listed[at] = false;
	}
	s->list.n = 0;
	return v;
}

/* The value of a factor, if it may count. */
static bool factor_value(ss_work *w, sx_ref factor, double *value)
{
	bool number = sx_is_const(w->pool, factor);

	if (number)
		*value = sx_real_value(w->pool, factor);
	return number || (w->written_out->factors && ss_parameter_value(w, factor, value) && isfinite(*value));
}

static bool parts_of(ss_work *w, uint32_t equation, ss_parts *parts)
{
	const ss_equation *q = &w->equations.at[equation];

	return ss_linear_parts(w, sx_binary(w->pool, SX_SUB, q->lhs, q->rhs), parts);
}

/* The equation as a row of numbers; false if it is not one. */
static bool load(elimination *e, uint32_t number)
{
	ss_work *w = e->w;
	const ss_equation *q = &w->equations.at[number];
	ss_parts parts;
	double value;

	if (q->gone || q->domain.n || q->form != SS_FORM_EQUAL || q->discrete ||
		sx_type_of(w->pool, q->lhs) == SX_BOOLEAN || sx_type_of(w->pool, q->lhs) == SX_STRING)
		return false;
	if (!parts_of(w, number, &parts))
		return false;
	for (uint32_t i = 0; i < parts.keys.n; i++)
		if (!factor_value(w, parts.factors.at[i], &value))
			return false;
	for (uint32_t i = 0; i < parts.keys.n; i++)
		if (factor_value(w, parts.factors.at[i], &value))
			add_to(e, &e->row, parts.keys.at[i], value, parts.factors.at[i]);
	add_to(e, &e->sum, number, 1, sx_real(w->pool, 1));
	return true;
}

static const ss_repeated_term *find_term(const ss_repeated *v, uint32_t at)
{
	for (uint32_t i = 0; i < v->n; i++)
		if (v->at[i].at == at)
			return &v->at[i];
	return NULL;
}

static sx_ref quotient(elimination *e, sx_ref over, sx_ref under)
{
	return e->symbols ? sx_unary(e->w->pool, SX_NEG, sx_binary(e->w->pool, SX_DIV, over, under)) : 0;
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
		const ss_repeated_term *pivot = find_term(&e->rows.at[next], key);
		double factor = -e->row.value[key] / pivot->value;
		sx_ref symbol = quotient(e, e->row.symbol[key], pivot->symbol);
		add_vector(e, &e->row, &e->rows.at[next], factor, symbol);
		add_vector(e, &e->sum, &e->made.at[next], factor, symbol);
		e->row.value[key] = 0;
		e->row.symbol[key] = 0;
	}
}

/* A pivot that is a number divides at any values of the parameters. */
static bool is_better(const elimination *e, const ss_repeated_term *a, const ss_repeated_term *b)
{
	if (e->symbols && sx_is_const(e->w->pool, a->symbol) != sx_is_const(e->w->pool, b->symbol))
		return sx_is_const(e->w->pool, a->symbol);
	return fabs(a->value) > fabs(b->value);
}

static void keep(elimination *e, const ss_repeated *row, const ss_repeated *made)
{
	uint32_t best = 0;

	for (uint32_t i = 1; i < row->n; i++)
		if (is_better(e, &row->at[i], &row->at[best]))
			best = i;
	e->owner[row->at[best].at] = e->rows.n;
	sb_push(e->w->scratch, e->rows, *row);
	sb_push(e->w->scratch, e->made, *made);
}

static elimination new_elimination(ss_work *w, bool symbols)
{
	elimination e = { .w = w, .symbols = symbols, .owner = sb_new_array(w->scratch, uint32_t, 2 * (size_t)w->n + 1),
		.row = new_worksheet(w, 2 * w->n), .sum = new_worksheet(w, w->equations.n) };

	for (uint32_t key = 0; key < 2 * w->n; key++)
		e.owner[key] = UINT32_MAX;
	return e;
}

static void add_equation(elimination *e, uint32_t number, ss_repetitions *sums)
{
	if (!load(e, number))
		return;
	reduce(e);
	ss_repeated row = take(e->w, &e->row), made = take(e->w, &e->sum);
	if (row.n)
		keep(e, &row, &made);
	else
		sb_push(e->w->scratch, *sums, made);
}

/* ---- parameters */

/* And those that it is computed from. */
static bool see_parameter(void *context, const sx_pool *pool, sx_ref e)
{
	ss_work *w = context;
	ss_written_out *list = w->written_out;
	uint32_t variable = sx_at(pool, e)->payload, k = 0;

	if (sx_op_of(pool, e) != SX_VAR || !ss_is_known(sm_var(w->model, variable)))
		return true;
	while (k < list->structural.n && list->structural.at[k] != variable)
		k++;
	if (k < list->structural.n)
		return true;
	sb_push(list->arena, list->structural, variable);
	if (sm_var(w->model, variable)->binding)
		sx_visit(pool, sm_var(w->model, variable)->binding, see_parameter, w);
	return true;
}

/* Nothing can be differentiated by it in this mode. */
static bool see_factor(void *context, const sx_pool *pool, sx_ref e)
{
	ss_work *w = context;

	if (sx_op_of(pool, e) == SX_VAR && ss_is_known(sm_var(w->model, sx_at(pool, e)->payload))) {
		ss_own_variables(w);
		ss_make_structural(w->model, e);
		see_parameter(w, pool, e);
	}
	return true;
}

static bool has_parameters(ss_work *w, const ss_repeated *sum)
{
	ss_parts parts;

	for (uint32_t i = 0; i < sum->n; i++)
		for (uint32_t k = parts_of(w, sum->at[i].at, &parts) ? parts.factors.n : 0; k--;)
			if (!sx_is_const(w->pool, parts.factors.at[k]))
				return true;
	return false;
}

/* The same sum with formulas for its factors, if they hold for any values of the parameters. */
static bool with_formulas(ss_work *w, ss_repeated *sum)
{
	elimination e = new_elimination(w, true);
	ss_repetitions found = {0};

	for (uint32_t i = 0; i < sum->n; i++)
		add_equation(&e, sum->at[i].at, &found);
	if (e.special || found.n != 1 || found.at[0].n != sum->n)
		return false;
	*sum = found.at[0];
	for (uint32_t i = 0; i < e.rows.n; i++)          /* where a pivot becomes zero, the structure is another one */
		for (uint32_t k = 0; k < e.rows.at[i].n; k++)
			if (e.owner[e.rows.at[i].at[k].at] == i && !sx_is_const(w->pool, e.rows.at[i].at[k].symbol) &&
				sx_op_of(w->pool, e.rows.at[i].at[k].symbol) != SX_VAR)
				sx_visit(w->pool, e.rows.at[i].at[k].symbol, see_parameter, w);
	return true;
}

static void with_numbers(ss_work *w, ss_repeated *sum, bool structural)
{
	ss_parts parts;

	for (uint32_t i = 0; i < sum->n; i++) {
		sum->at[i].symbol = sx_real(w->pool, sum->at[i].value);
		if (structural && parts_of(w, sum->at[i].at, &parts))
			for (uint32_t k = 0; k < parts.factors.n; k++)
				sx_visit(w->pool, parts.factors.at[k], see_factor, w);
	}
}

/* ---- what is asked for */

void ss_find_repeated(ss_work *w, bool symbols, ss_repetitions *sums)
{
	elimination e = new_elimination(w, false);

	w->mark_now++;
	for (uint32_t key = 0; key < 2 * w->n; key++)
		if (!(w->traits[key % w->n] & (SS_IS_PARAMETER | SS_IS_DISCRETE)))
			w->mark[key] = w->mark_now;
	for (uint32_t i = 0; i < w->equations.n; i++)
		add_equation(&e, i, sums);
	for (uint32_t i = 0; i < sums->n && symbols; i++) {
		bool parameters = w->written_out->factors && has_parameters(w, &sums->at[i]);
		if (!parameters || !with_formulas(w, &sums->at[i]))
			with_numbers(w, &sums->at[i], parameters);
	}
}

static sx_ref rest_of(ss_work *w, const ss_repeated *sum)
{
	sx_ref rest = w->zero;
	ss_parts parts;

	for (uint32_t i = 0; i < sum->n; i++)
		if (parts_of(w, sum->at[i].at, &parts))
			rest = sx_binary(w->pool, SX_ADD, rest, sx_binary(w->pool, SX_MUL, sum->at[i].symbol, parts.rest));
	return rest;
}

/* Or it is zero at the values of the parameters in it, as the voltages of the knees of ideal diodes: then these are
 * part of the structure. */
bool ss_adds_up_to_nothing(ss_work *w, const ss_repeated *sum)
{
	sx_ref rest = rest_of(w, sum);
	double value;

	if (sx_is_number(w->pool, rest, 0))
		return true;
	if (!ss_parameter_value(w, rest, &value) || value != 0)
		return false;
	sx_visit(w->pool, rest, see_parameter, w);
	return true;
}

void ss_free_from(ss_work *w, ss_repeated *sum, const ss_repeated *by, uint32_t equation)
{
	elimination e = { .w = w, .symbols = true, .sum = new_worksheet(w, w->equations.n) };
	const ss_repeated_term *mine = find_term(sum, equation), *its = find_term(by, equation);

	if (!mine)
		return;
	add_vector(&e, &e.sum, sum, 1, sx_real(w->pool, 1));
	add_vector(&e, &e.sum, by, -mine->value / its->value, quotient(&e, mine->symbol, its->symbol));
	for (uint32_t i = 0; i < by->n && e.special; i++)
		sx_visit(w->pool, by->at[i].symbol, see_factor, w);
	for (uint32_t i = 0; i < sum->n && e.special; i++)
		sx_visit(w->pool, sum->at[i].symbol, see_factor, w);
	*sum = take(w, &e.sum);
}

bool ss_repeats(ss_work *w)
{
	ss_repetitions sums = {0};
	bool repeats = false;

	if (w->equations.n <= LOOKED_THROUGH)
		ss_find_repeated(w, true, &sums);
	for (uint32_t i = 0; i < sums.n && !repeats; i++)
		repeats = ss_adds_up_to_nothing(w, &sums.at[i]);
	return repeats;
}
