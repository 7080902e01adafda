/* Sums for people: nested signs are opened, and equal terms with opposite signs go. The result is for printing. */
#include "bond/ground/bond_ground.h"

typedef struct term { sx_ref what; int count; } term;
typedef sb_vec(term) terms;

static void collect(bg_graph *g, sx_ref e, int sign, terms *out)
{
	sx_pool *pool = g->work->pool;
	sx_op op = sx_op_of(pool, e);
	if (op == SX_NEG) {
		collect(g, sx_arg(pool, e, 0), -sign, out);
	} else if (op == SX_ADD || op == SX_SUB) {
		collect(g, sx_arg(pool, e, 0), sign, out);
		collect(g, sx_arg(pool, e, 1), op == SX_ADD ? sign : -sign, out);
	} else {
		e = bg_tidy(g, e);
		if (sx_op_of(pool, e) == SX_NEG) {
			e = sx_arg(pool, e, 0);
			sign = -sign;
		}
		for (uint32_t i = 0; i < out->n; i++)
			if (out->at[i].what == e) {
				out->at[i].count += sign;
				return;
			}
		sb_push(g->arena, *out, ((term){e, sign}));
	}
}

static sx_ref add_up(bg_graph *g, const terms *list)
{
	sx_pool *pool = g->work->pool;
	sx_ref total = 0;
	for (int round = 1; round >= -1; round -= 2)
		for (uint32_t i = 0; i < list->n; i++) {
			int n = list->at[i].count * round;
			if (n <= 0)
				continue;
			sx_ref one = n == 1 ? list->at[i].what : sx_binary(pool, SX_MUL, sx_real(pool, n), list->at[i].what);
			total = !total ? round > 0 ? one : sx_unary(pool, SX_NEG, one) :
					sx_binary(pool, round > 0 ? SX_ADD : SX_SUB, total, one);
		}
	return total ? total : sx_real(pool, 0);
}

sx_ref bg_tidy(bg_graph *g, sx_ref e)
{
	sx_pool *pool = g->work->pool;
	sx_op op = sx_op_of(pool, e);
	if (sx_type_of(pool, e) != SX_REAL)
		return e;
	if (op == SX_ADD || op == SX_SUB || op == SX_NEG) {
		terms list = {0};
		collect(g, e, 1, &list);
		return add_up(g, &list);
	}
	if (op == SX_MUL || op == SX_DIV) {
		sx_ref a = bg_tidy(g, sx_arg(pool, e, 0)), b = bg_tidy(g, sx_arg(pool, e, 1));
		bool minus = false;
		if (sx_op_of(pool, a) == SX_NEG) {
			a = sx_arg(pool, a, 0);
			minus = !minus;
		}
		if (sx_op_of(pool, b) == SX_NEG) {
			b = sx_arg(pool, b, 0);
			minus = !minus;
		}
		sx_ref result = sx_binary(pool, op, a, b);
		return minus ? sx_unary(pool, SX_NEG, result) : result;
	}
	return e;
}
