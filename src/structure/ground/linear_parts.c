/* Linear parts: e = sum of factor*unknown + rest, in one pass over a sum however long it is. */
#include "structure/ground/ground.h"

enum { CHOICES_DEEP = 100 };

typedef struct piece { sx_ref e, factor; } piece;
typedef struct gathering { ss_work *w; ss_parts *out; sb_map at; sb_vec(piece) todo; int depth; } gathering;

static bool gather(ss_work *w, sx_ref e, ss_parts *out, int depth);

static void add_factor(gathering *g, uint32_t key, sx_ref factor)
{
	uint64_t at;

	if (sb_map_get(&g->at, key, &at)) {
		g->out->factors.at[at] = sx_binary(g->w->pool, SX_ADD, g->out->factors.at[at], factor);
		return;
	}
	sb_map_put(&g->at, key, g->out->keys.n);
	sb_push(g->w->scratch, g->out->keys, key);
	sb_push(g->w->scratch, g->out->factors, factor);
}

static void add_rest(gathering *g, sx_ref e, sx_ref factor)
{
	sx_pool *p = g->w->pool;

	g->out->rest = sx_binary(p, SX_ADD, g->out->rest, sx_binary(p, SX_MUL, factor, e));
}

static sx_ref factor_in(const ss_parts *parts, uint32_t key, sx_ref none)
{
	for (uint32_t i = 0; i < parts->keys.n; i++)
		if (parts->keys.at[i] == key)
			return parts->factors.at[i];
	return none;
}

/* A choice between two linear expressions is linear, with a choice in each factor: the `if` stays outside, so that a
 * division that is not chosen is not carried out. homotopy is linear in both its arguments too. */
static bool gather_choice(gathering *g, sx_ref e, sx_ref factor)
{
	ss_work *w = g->w;
	sx_pool *p = w->pool;
	sx_op op = sx_op_of(p, e);
	uint32_t first = op == SX_IF;
	sx_ref condition = op == SX_IF ? sx_arg(p, e, 0) : 0;
	ss_parts side[2] = {0};

	if (condition && !ss_unmarked(w, condition))
		return false;
	for (uint32_t i = 0; i < 2; i++)
		if (!gather(w, sx_arg(p, e, first + i), &side[i], g->depth + 1))
			return false;
	for (uint32_t i = 0; i < 2; i++)
		for (uint32_t k = 0; k < side[i].keys.n; k++) {
			uint32_t key = side[i].keys.at[k];
			if (i == 1 && factor_in(&side[0], key, 0))
				continue;
			sx_ref yes = factor_in(&side[0], key, w->zero), no = factor_in(&side[1], key, w->zero);
			sx_ref both = condition ? sx_if(p, condition, yes, no) : sx_binary(p, op, yes, no);
			add_factor(g, key, sx_binary(p, SX_MUL, factor, both));
		}
	add_rest(g,
			 condition ? sx_if(p, condition, side[0].rest, side[1].rest) : sx_binary(p, op, side[0].rest, side[1].rest),
			 factor);
	return true;
}

static bool gather_piece(gathering *g, sx_ref e, sx_ref factor)
{
	ss_work *w = g->w;
	sx_pool *p = w->pool;
	sx_op op = sx_op_of(p, e);
	sx_ref a = sx_at(p, e)->count > 0 ? sx_arg(p, e, 0) : 0, b = sx_at(p, e)->count > 1 ? sx_arg(p, e, 1) : 0;

	switch (op) {
	case SX_ADD: case SX_SUB: {
		piece right = { b, op == SX_SUB ? sx_unary(p, SX_NEG, factor) : factor };
		sb_push(w->scratch, g->todo, right);
		sb_push(w->scratch, g->todo, ((piece){ a, factor }));
		return true;
	}
	case SX_NEG:
		sb_push(w->scratch, g->todo, ((piece){ a, sx_unary(p, SX_NEG, factor) }));
		return true;
	case SX_VAR: case SX_DER: case SX_PRE: {
		uint32_t key = ss_key(w, e);
		if (key != UINT32_MAX && w->mark[key] == w->mark_now) {
			add_factor(g, key, factor);
			return true;
		}
		break;
	}
	default: break;
	}
	if (ss_unmarked(w, e)) {
		add_rest(g, e, factor);
		return true;
	}
	switch (op) {
	case SX_MUL:
		if (ss_unmarked(w, a))
			sb_push(w->scratch, g->todo, ((piece){ b, sx_binary(p, SX_MUL, factor, a) }));
		else if (ss_unmarked(w, b))
			sb_push(w->scratch, g->todo, ((piece){ a, sx_binary(p, SX_MUL, factor, b) }));
		else
			return false;
		return true;
	case SX_DIV:
		if (!ss_unmarked(w, b))
			return false;
		sb_push(w->scratch, g->todo, ((piece){ a, sx_binary(p, SX_DIV, factor, b) }));
		return true;
	case SX_IF: case SX_HOMOTOPY:
		return g->depth < CHOICES_DEEP && gather_choice(g, e, factor);
	default: return false;
	}
}

static bool gather(ss_work *w, sx_ref e, ss_parts *out, int depth)
{
	gathering g = { .w = w, .out = out, .at = sb_map_new(w->scratch), .depth = depth };

	out->rest = w->zero;
	sb_push(w->scratch, g.todo, ((piece){ e, sx_real(w->pool, 1) }));
	while (g.todo.n) {
		piece next = g.todo.at[--g.todo.n];
		if (!gather_piece(&g, next.e, next.factor))
			return false;
	}
	return true;
}

bool ss_linear_parts(ss_work *w, sx_ref e, ss_parts *out)
{
	*out = (ss_parts){0};
	return gather(w, e, out, 0);
}
