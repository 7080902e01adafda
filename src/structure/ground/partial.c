/* Derivatives by one unknown. A function is differentiated by calling its derivative. Where it has none, or where a
 * large array is passed (of which all differentials but one are zero), a quotient of differences takes its place, as an
 * expression: good enough for an iteration, and it needs nothing special further down. */
#include "structure/ground/ground.h"
#include "model/differentiate/differentiate.h"

#include <math.h>

enum { PLAIN_DEEP = 5, ARRAY_MOST = 32 };

/* An array of parameters that no system determines. */
static bool is_given(const ss_work *w, const sm_variable *v)
{
	if (v->variability < SM_PARAMETER)
		return false;
	for (uint32_t i = 0; i < v->count; i++)
		if (w->traits[v->first + i] & SS_IS_FREE)
			return false;
	return true;
}

static sx_ref whole_enter(sx_rewriter *self, sx_pool *pool, sx_ref e)
{
	ss_work *w = self->context;
	const sx_node *node = sx_at(pool, e);

	if (!(node->flags & SX_HAS_VAR))
		return e;
	if (node->op != SX_VAR || node->count)
		return 0;
	const sm_variable *v = sm_var(w->model, node->payload);
	if (!v->rank || is_given(w, v))
		return e;
	sx_ref *elements = sb_new_array(w->scratch, sx_ref, v->count + 1);
	for (uint32_t i = 0; i < v->count; i++)
		elements[i] = ss_represented(w, sm_ref_at(w->model, sx_at(w->pool, e)->payload, i));
	return sx_array(pool, v->type, v->shape, v->rank, elements, v->count);
}

/* Whole arrays as literals of the representatives of their elements. */
static sx_ref written_out(ss_work *w, sx_ref e)
{
	sx_rewriter rw = sx_rewriter_new(w->scratch, NULL, w);

	rw.enter = whole_enter;
	return sx_rewrite(&rw, w->pool, e);
}

typedef struct shift { sx_ref leaf, to; } shift;

/* In the initial system a variable, its derivative and its left limit are unknowns of their own: inside of these it
 * stays. */
static sx_ref shift_enter(sx_rewriter *self, sx_pool *pool, sx_ref e)
{
	const shift *s = self->context;

	if (e == s->leaf)
		return s->to;
	return sx_op_of(pool, e) == SX_DER || sx_op_of(pool, e) == SX_PRE ? e : 0;
}

static sx_ref shifted(ss_work *w, sx_ref e, sx_ref leaf, sx_ref to)
{
	shift by = { leaf, to };
	sx_rewriter rw = sx_rewriter_new(w->scratch, NULL, &by);

	rw.enter = shift_enter;
	return sx_rewrite(&rw, w->pool, e);
}

static sx_ref by_differences(ss_work *w, sx_ref e, sx_ref leaf)
{
	sx_pool *p = w->pool;
	sx_ref size = sx_binary(p, SX_MAX, sx_real(p, 1), sx_unary(p, SX_ABS, leaf)),
		   h = sx_binary(p, SX_MUL, sx_real(p, 1e-7), size);

	e = written_out(w, e);
	return sx_binary(p, SX_DIV, sx_binary(p, SX_SUB, shifted(w, e, leaf, sx_binary(p, SX_ADD, leaf, h)), e), h);
}

/* For people, who want more digits than an iteration. The size of a parameter is its own; that of a variable, which may
 * be passing zero, is at least its nominal value. */
static sx_ref by_central_differences(ss_work *w, sx_ref e, sx_ref leaf)
{
	sx_pool *p = w->pool;
	sx_ref var = sx_op_of(p, leaf) == SX_VAR ? leaf : sx_arg(p, leaf, 0), own = sx_unary(p, SX_ABS, leaf);
	const sm_variable *v = sx_op_of(p, var) == SX_VAR ? sm_var(w->model, sx_at(p, var)->payload) : NULL;
	bool known = v && v->nominal && sx_is_const(p, v->nominal) && var == leaf;
	sx_ref usual = sx_real(p, known ? fabs(sx_real_value(p, v->nominal)) : 1);
	sx_ref size = v && v->variability >= SM_PARAMETER
					  ? sx_if(p, sx_binary(p, SX_EQ, own, w->zero), usual, own) : sx_binary(p, SX_MAX, usual, own);
	sx_ref h = sx_binary(p, SX_MUL, sx_real(p, 0x1p-17), size);

	e = written_out(w, e);
	sx_ref high = shifted(w, e, leaf, sx_binary(p, SX_ADD, leaf, h));
	sx_ref low = shifted(w, e, leaf, sx_binary(p, SX_SUB, leaf, h));
	return sx_binary(p, SX_DIV, sx_binary(p, SX_SUB, high, low), sx_binary(p, SX_MUL, sx_real(p, 2), h));
}

/* A sum of many terms is differentiated term by term: the work grows with its length and not with its square. */
void ss_split_sum(ss_work *w, sx_ref e, ss_terms *out)
{
	sb_vec(ss_term) todo = {0};

	sb_push(w->scratch, todo, ((ss_term){ e, false }));
	while (todo.n) {
		ss_term t = todo.at[--todo.n];
		sx_op op = sx_op_of(w->pool, t.e);
		if (op == SX_ADD || op == SX_SUB) {
			sb_push(w->scratch, todo, ((ss_term){ sx_arg(w->pool, t.e, 1), op == SX_SUB ? !t.negative : t.negative }));
			sb_push(w->scratch, todo, ((ss_term){ sx_arg(w->pool, t.e, 0), t.negative }));
		} else if (op == SX_NEG) {
			sb_push(w->scratch, todo, ((ss_term){ sx_arg(w->pool, t.e, 0), !t.negative }));
		} else {
			sb_push(w->scratch, *out, t);
		}
	}
}

/* Short terms such as a*x or (x - y)/r are most of a network, and need none of the care of a large expression. 0: it is
 * something else. */
static sx_ref plain_partial(ss_work *w, sx_ref e, sx_ref leaf, int depth)
{
	sx_pool *p = w->pool;
	const sx_node *node = sx_at(p, e);
	sx_op op = node->op;

	if (e == leaf)
		return sx_real(p, 1);
	if (op == SX_CONST || (op == SX_VAR && ss_key(w, e) != UINT32_MAX))
		return w->zero;
	if (depth >= PLAIN_DEEP || node->type != SX_REAL ||
		(op != SX_NEG && op != SX_ADD && op != SX_SUB && op != SX_MUL && op != SX_DIV))
		return 0;
	sx_ref a = sx_arg(p, e, 0), da = plain_partial(w, a, leaf, depth + 1);
	if (op == SX_NEG || !da)
		return da ? sx_unary(p, SX_NEG, da) : 0;
	sx_ref b = sx_arg(p, e, 1), db = plain_partial(w, b, leaf, depth + 1);
	if (!db)
		return 0;
	if (op == SX_ADD || op == SX_SUB)
		return sx_binary(p, op, da, db);
	if (db == w->zero)
		return da == w->zero ? da : sx_binary(p, op, da, b);
	return op == SX_MUL && da == w->zero ? sx_binary(p, SX_MUL, a, db) : 0;
}

typedef struct differentiation { ss_work *w; sx_ref leaf; sx_chain chain; } differentiation;

static sx_ref partial_of(void *context, sx_ref e)
{
	differentiation *d = context;

	return sx_diff(d->w->pool, e, d->leaf, &d->chain);
}

static sx_ref partial_of_call(sx_chain *chain, sx_pool *pool, sx_ref e)
{
	differentiation *d = chain->context;
	sx_op op = sx_op_of(pool, e);

	return op == SX_CALL || op == SX_OUT ? sm_call_derivative(d->w->model, e, partial_of, d) : 0;
}

/* Is an array passed that is too large, and not of parameters alone? */
static bool see_large(void *context, const sx_pool *pool, sx_ref e)
{
	ss_work **w = context;
	const sx_node *node = sx_at(pool, e);

	if (*w && ((node->op == SX_ARRAY && node->count > ARRAY_MOST && node->flags & SX_HAS_VAR)
		|| (node->op == SX_VAR && !node->count && sm_var((*w)->model, node->payload)->count > ARRAY_MOST
			&& !is_given(*w, sm_var((*w)->model, node->payload)))))
		*w = NULL;
	return *w;
}

/* Made once for all the unknowns that an expression is differentiated by, one after another. 0: an array is too
 * large. */
static sx_ref with_small_arrays(ss_work *w, sx_ref e)
{
	ss_work *small = w;

	if (w->differentiated.e == e)
		return w->differentiated.written;
	sx_visit(w->pool, e, see_large, &small);
	w->differentiated.e = e;
	w->differentiated.written = small ? written_out(w, e) : 0;
	return w->differentiated.written;
}

static sx_ref partial_with_calls(ss_work *w, sx_ref e, sx_ref leaf)
{
	differentiation d = { .w = w, .leaf = leaf };
	sx_ref written = with_small_arrays(w, e);

	d.chain = (sx_chain){ .leaf = partial_of_call, .context = &d, .done = sb_map_new(w->scratch) };
	return written ? partial_of(&d, written) : 0;
}

sx_ref ss_partial(ss_work *w, sx_ref e, sx_ref leaf, ss_differences differences)
{
	sx_ref plain = plain_partial(w, e, leaf, 0), d = plain;

	if (!d)
		d = sx_flags(w->pool, e) & SX_HAS_CALL ? partial_with_calls(w, e, leaf) : sx_diff(w->pool, e, leaf, NULL);
	if (d || differences == SS_NO_DIFFERENCES)
		return d;
	return differences == SS_CENTRAL ? by_central_differences(w, e, leaf) : by_differences(w, e, leaf);
}
