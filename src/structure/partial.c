/* Derivatives by one unknown. Where a function has no known derivative a quotient of differences takes its place, as an
 * expression: good enough for an iteration, and it needs nothing special further down. */
#include "structure/work.h"

enum { PLAIN_DEEP = 5 };

static sx_ref whole_enter(sx_rewriter *self, sx_pool *pool, sx_ref e)
{
	ss_work *w = self->context;
	const sx_node *node = sx_at(pool, e);

	if (!(node->flags & SX_HAS_VAR))
		return e;
	if (node->op != SX_VAR || node->count)
		return 0;
	const sm_variable *v = sm_var(w->model, node->payload);
	if (!v->rank)
		return e;
	sx_ref *elements = sb_new_array(w->scratch, sx_ref, v->count + 1);
	for (uint32_t i = 0; i < v->count; i++)
		elements[i] = ss_represented(w, w->leaf[v->first + i]);
	return sx_array(pool, v->type, v->shape, v->rank, elements, v->count);
}

static sx_ref by_differences(ss_work *w, sx_ref e, sx_ref leaf)
{
	sx_pool *p = w->pool;
	sx_rewriter rw = sx_rewriter_new(w->scratch, NULL, w);
	sx_ref size = sx_binary(p, SX_MAX, sx_real(p, 1), sx_unary(p, SX_ABS, leaf)),
		   h = sx_binary(p, SX_MUL, sx_real(p, 1e-7), size);

	rw.enter = whole_enter;
	e = sx_rewrite(&rw, p, e);
	sx_ref moved = sx_replace(p, e, leaf, sx_binary(p, SX_ADD, leaf, h));
	return sx_binary(p, SX_DIV, sx_binary(p, SX_SUB, moved, e), h);
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

sx_ref ss_partial(ss_work *w, sx_ref e, sx_ref leaf, bool differences)
{
	sx_ref plain = plain_partial(w, e, leaf, 0);
	sx_ref d = plain ? plain : sx_diff(w->pool, e, leaf, NULL);

	if (d || !differences)
		return d;
	return by_differences(w, e, leaf);
}
