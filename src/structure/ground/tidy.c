/* Expressions of scalar equations: iterators bound, reductions of constant bounds written out, constants put in, and
 * der() of anything but a variable carried out, so that the rest of this folder meets der of variables only. */
#include "structure/ground/ground.h"
#include "model/differentiate/differentiate.h"
#include "model/print/print.h"

#include <math.h>

enum { UNROLL_MOST = 1000000, CHAIN_MOST = 32, KEEP_FEWEST = 64, LARGEST = 1 << 28 };

struct ss_tidying {
	sx_rewriter all, sums;           /* the second keeps long sums */
	uint32_t inside; bool kept;      /* inside how many sums it is; it has kept one */
};
typedef struct derivation { ss_work *w; sx_chain chain; bool failed; } derivation;

static sx_ref derivative_of(void *context, sx_ref e)
{
	derivation *d = context;

	return sx_diff(d->w->pool, e, sx_time(d->w->pool), &d->chain);
}

static sx_ref derivative_of_leaf(sx_chain *chain, sx_pool *pool, sx_ref leaf)
{
	derivation *d = chain->context;
	const sx_node *node = sx_at(pool, leaf);

	switch (node->op) {
	case SX_CALL: case SX_OUT: return sm_call_rate(d->w->model, leaf, derivative_of, d);
	case SX_VAR:
		if (node->type != SX_REAL || sm_var(d->w->model, node->payload)->variability != SM_CONTINUOUS)
			return 0;
		return sx_unary(pool, SX_DER, leaf);
	case SX_DER: d->failed = true; return 0;
	default: return 0;
	}
}

static sx_ref differentiate(ss_work *w, sx_ref e)
{
	derivation d = { .w = w };

	d.chain = (sx_chain){ .leaf = derivative_of_leaf, .context = &d, .done = sb_map_new(w->scratch) };
	sx_ref result = derivative_of(&d, e);
	if (result && !d.failed)
		return result;
	const char *why =
		d.failed ? "a second derivative needs a variable for the first derivative" : sm_why_no_derivative(w->model, e);
	sb_text text = {0};
	sm_print_expr(w->model, e, &text);
	sb_message *m =
		sb_report(w->diag, SB_ERROR, "S0304", w->here, "the derivative of '%s' cannot be formed", text.at);
	sb_note(m, "%s", why ? why : "it contains something whose derivative is not known");
	sb_help(m, d.failed ? "declare a variable v with v = der(x), and write der(v)"
		: why ? "give the function a derivative: annotation(derivative = ...)"
		: "give the inner expression a variable and an equation of its own");
	sb_text_free(&text);
	return w->zero;
}

static sx_op joined_by(sx_op reduction)
{
	switch (reduction) {
	case SX_SUM: return SX_ADD;
	case SX_PRODUCT: return SX_MUL;
	case SX_MINIMUM: return SX_MIN;
	default: return SX_MAX;
	}
}

/* Short ones from left to right, as they are written; long ones as a balanced tree, which is not deeper than it must
 * be. */
static sx_ref join(ss_work *w, sx_op op, const sx_ref *terms, int64_t count)
{
	if (count <= CHAIN_MOST) {
		sx_ref all = terms[0];
		for (int64_t i = 1; i < count; i++)
			all = sx_binary(w->pool, op, all, terms[i]);
		return all;
	}
	int64_t half = count / 2;
	sx_ref left = join(w, op, terms, half);
	return sx_binary(w->pool, op, left, join(w, op, terms + half, count - half));
}

static sx_ref of_nothing(ss_work *w, sx_op op, sx_type type)
{
	double value = op == SX_SUM ? 0 : op == SX_PRODUCT ? 1 : op == SX_MINIMUM ? 1e60 : -1e60;

	if (type == SX_INTEGER && (op == SX_SUM || op == SX_PRODUCT))
		return sx_int(w->pool, (int64_t)value);
	return sx_real(w->pool, value);
}

/* A long sum stays one, over an iterator that stands for its range, so that it is known which elements it needs. */
static sx_ref keep_sum(ss_work *w, sx_rewriter *self, sx_ref e, int64_t from, int64_t to)
{
	sx_pool *p = w->pool;
	uint32_t bound = sx_at(p, sx_arg(p, e, 0))->payload;
	uint32_t own = ss_iterator(w, SS_RANK_MOST + w->tidying->inside++, from, to);
	sx_ref by = sx_iter(p, own), body = ss_shift_iterators(w, sx_arg(p, e, 3), &bound, &by, 1);

	w->tidying->kept = true;
	body = sx_rewrite(self, p, body);
	w->tidying->inside--;
	return sx_reduce(p, sx_op_of(p, e), own, sx_int(p, from), sx_int(p, to), body);
}

static sx_ref unroll(ss_work *w, sx_rewriter *self, sx_ref e)
{
	sx_pool *p = w->pool;
	sx_ref from = sx_rewrite(self, p, sx_arg(p, e, 1)), to = sx_rewrite(self, p, sx_arg(p, e, 2));
	uint32_t iterator = sx_at(p, sx_arg(p, e, 0))->payload;
	sx_op op = sx_op_of(p, e);

	if (!sx_is_const(p, from) || !sx_is_const(p, to))
		return 0;
	int64_t first = sx_int_value(p, from), count = sx_int_value(p, to) - first + 1;
	if (count <= 0)
		return of_nothing(w, op, sx_type_of(p, e));
	if (self == &w->tidying->sums && count > KEEP_FEWEST && w->tidying->inside < SS_SUMS_MOST &&
		first > -LARGEST / 2 && first + count < LARGEST / 2)
		return keep_sum(w, self, e, first, first + count - 1);
	if (count > UNROLL_MOST)
		return 0;
	sx_ref *terms = sb_new_array(w->scratch, sx_ref, count), body = sx_arg(p, e, 3);
	for (int64_t i = 0; i < count; i++) {
		int64_t value = first + i;
		terms[i] = sx_rewrite(self, p, sx_bind_iters(p, body, &iterator, &value, 1));
	}
	return join(w, joined_by(op), terms, count);
}

/* A factor of 1 or -1 that nobody can change makes an equation between two currents another name of one of them, and
 * shows what is a sum of others. */
static bool is_one_for_good(const ss_work *w, const sm_variable *v)
{
	return v->variability == SM_PARAMETER && v->final && !v->rank && v->type == SX_REAL && v->binding &&
		   sx_is_const(w->pool, v->binding) && fabs(sx_real_value(w->pool, v->binding)) == 1;
}

/* Constants, and parameters that a change of which means translating again. */
static bool never_changes(const ss_work *w, const sm_variable *v)
{
	return v->variability == SM_CONSTANT || (v->variability == SM_PARAMETER && v->structural) || is_one_for_good(w, v);
}

static sx_ref put_in_constant(ss_work *w, sx_ref e)
{
	const sx_node *node = sx_at(w->pool, e);
	const sm_variable *v = sm_var(w->model, node->payload);
	double value;

	if (never_changes(w, v) && v->rank == 0 && w->mode && ss_find_given(w->mode->given, v->first, &value))
		return v->type == SX_REAL      ? sx_real(w->pool, value)
			   : v->type == SX_BOOLEAN ? sx_bool(w->pool, value != 0)
									   : sx_int(w->pool, (int64_t)value);
	if (never_changes(w, v) && v->rank == 0 && v->binding && sx_is_const(w->pool, v->binding) && v->type != SX_STRING)
		return sx_cast(w->pool, v->binding, v->type);
	return node->count ? 0 : e;
}

static void report_no_derivative(ss_work *w, const sm_variable *v)
{
	sb_message *m = sb_report(w->diag, SB_ERROR, "S0112", w->here,
							  "'%s' has no derivative: its value changes at events only", v->name);

	sb_also(m, v->span, "it is declared here");
	sb_note(m, "a variable is discrete if it is declared discrete, is not a Real, or is set by a when-clause");
	sb_help(m, "to make a state jump at an event, write 'reinit(%s, ...)' in the when-clause", v->name);
}

static sx_ref tidy_derivative(ss_work *w, sx_rewriter *self, sx_ref e)
{
	sx_ref of = sx_rewrite(self, w->pool, sx_arg(w->pool, e, 0));

	if (sx_op_of(w->pool, of) != SX_VAR)
		return differentiate(w, of);
	const sm_variable *v = sm_var(w->model, sx_at(w->pool, of)->payload);
	if (v->variability == SM_DISCRETE || v->type != SX_REAL) {
		report_no_derivative(w, v);
		return w->zero;
	}
	return v->variability == SM_CONTINUOUS ? sx_unary(w->pool, SX_DER, of) : w->zero;
}

static bool has_open_subscript(ss_work *w, sx_ref var)
{
	const sx_node *node = sx_at(w->pool, var);
	ss_subscript s;

	for (uint32_t i = 0; node->op == SX_VAR && i < node->count; i++)
		if (!sx_is_const(w->pool, sx_arg(w->pool, var, i)) &&
			!(w->runs && ss_read_subscript(w->pool, sx_arg(w->pool, var, i), &s)))
			return true;
	return false;
}

/* pre(x[k]) where k is known only when the statement is executed: an element of {pre(x[1]), pre(x[2]), ...}. */
static sx_ref tidy_left_limit(ss_work *w, sx_rewriter *self, sx_ref e)
{
	sx_ref of = sx_rewrite(self, w->pool, sx_arg(w->pool, e, 0));

	if (!has_open_subscript(w, of))
		return sx_unary(w->pool, SX_PRE, of);
	uint32_t number = sx_at(w->pool, of)->payload, rank = sx_at(w->pool, of)->count;
	const sm_variable *v = sm_var(w->model, number);
	sx_ref *elements = sb_new_array(w->scratch, sx_ref, v->count), *subscripts = sb_new_array(w->scratch, sx_ref, rank);
	for (uint32_t i = 0; i < v->count; i++)
		elements[i] = sx_unary(w->pool, SX_PRE, sm_ref_at(w->model, number, i));
	for (uint32_t i = 0; i < rank; i++)
		subscripts[i] = sx_arg(w->pool, of, i);
	return sx_elem(w->pool, sx_array(w->pool, v->type, v->shape, v->rank, elements, v->count), subscripts, rank);
}

static sx_ref enter(sx_rewriter *self, sx_pool *pool, sx_ref e)
{
	ss_work *w = self->context;
	const sx_node *node = sx_at(pool, e);

	if (!(node->flags & (SX_HAS_VAR | SX_HAS_ITER | SX_HAS_DER)))
		return e;
	switch (node->op) {
	case SX_VAR: return put_in_constant(w, e);
	case SX_DER: return tidy_derivative(w, self, e);
	case SX_PRE: return tidy_left_limit(w, self, e);
	case SX_SUM: case SX_PRODUCT: case SX_MINIMUM: case SX_MAXIMUM: return unroll(w, self, e);
	default: return 0;
	}
}

void ss_tidy_start(ss_work *w)
{
	w->tidying = sb_new(w->scratch, ss_tidying);
	w->tidying->all = sx_rewriter_new(w->scratch, NULL, w);
	w->tidying->all.enter = enter;
	w->tidying->sums = sx_rewriter_new(w->scratch, NULL, w);
	w->tidying->sums.enter = enter;
}

static bool see_rate(void *context, const sx_pool *pool, sx_ref e)
{
	bool *found = context;
	sx_op op = sx_op_of(pool, e);

	*found = *found || op == SX_DER || op == SX_CALL || op == SX_ARRAY || op == SX_AT;
	return !*found;
}

/* A side of a single equation. Long sums in it stay what they are if all they do is to be evaluated: nothing is
 * solved for what they add up, no event comes of them, and nothing is differentiated in them. */
sx_ref ss_tidy_side(ss_work *w, sx_ref e, bool *kept)
{
	bool hard = w->written_out->all || w->written_out->sums || sx_type_of(w->pool, e) != SX_REAL ||
		!(sx_flags(w->pool, e) & SX_HAS_ITER) ||
		sx_flags(w->pool, e) & (SX_HAS_RELATION | SX_HAS_EVENT_OP | SX_HAS_STATEFUL | SX_HAS_PRE);

	if (!hard)
		sx_visit(w->pool, e, see_rate, &hard);
	if (hard)
		return ss_tidy(w, NULL, e);
	w->tidying->kept = false;
	e = sx_rewrite(&w->tidying->sums, w->pool, e);
	*kept = *kept || w->tidying->kept;
	return e;
}

static bool is_untidy(ss_work *w, sx_ref e)
{
	const sx_node *node = sx_at(w->pool, e);

	switch (node->op) {
	case SX_SUM: case SX_PRODUCT: case SX_MINIMUM: case SX_MAXIMUM: return true;
	case SX_VAR: return never_changes(w, sm_var(w->model, node->payload));
	case SX_PRE: return has_open_subscript(w, sx_arg(w->pool, e, 0));
	case SX_DER: {
		const sx_node *of = sx_at(w->pool, sx_arg(w->pool, e, 0));
		return of->op != SX_VAR || of->type != SX_REAL || sm_var(w->model, of->payload)->variability != SM_CONTINUOUS;
	}
	default: return false;
	}
}

/* Most expressions need nothing, and a look is cheaper than rewriting them. */
static bool needs_tidying(ss_work *w, sx_ref e)
{
	ss_visit(w, e);
	for (sx_ref part; (part = ss_next_part(w, SX_HAS_VAR | SX_HAS_ITER | SX_HAS_DER));) {
		if (is_untidy(w, part))
			return true;
		ss_look_inside(w, part, 0);
	}
	return false;
}

sx_ref ss_tidy(ss_work *w, const ss_point *at, sx_ref e)
{
	if (!e)
		return 0;
	if (at && at->iterators.n && sx_flags(w->pool, e) & SX_HAS_ITER)
		e = sx_bind_iters(w->pool, e, at->iterators.at, at->values.at, at->iterators.n);
	return needs_tidying(w, e) ? sx_rewrite(&w->tidying->all, w->pool, e) : e;
}
