/* What the switches read through equations of discrete variables, and conditions that a branch ties to zero. */
#include "code/make/make.h"

/* ---- memories: see si_memory */

typedef struct reading {
	si_maker *m;
	sb_map seen;                     /* scalars */
	sb_u32s open;                    /* those whose equations are still to be read */
	sb_map listed;                   /* memories and their values, by hash */
	uint32_t defined;                /* the scalar whose equation is read */
} reading;

static void list_value(reading *r, uint32_t scalar, double value)
{
	const uint64_t pair[] = { scalar, (uint64_t)(int64_t)value };
	uint64_t key = sb_hash(pair, sizeof pair, 1), known;

	if (sb_map_get(&r->listed, key, &known))
		return;
	sb_map_put(&r->listed, key, 1);
	sb_push(r->m->arena, r->m->image->memories, ((si_memory){ scalar, 0, value }));
}

static uint32_t scalar_in(const reading *r, const sx_pool *pool, sx_ref e)
{
	e = sx_op_of(pool, e) == SX_PRE ? sx_arg(pool, e, 0) : e;
	return sx_op_of(pool, e) == SX_VAR ? sm_scalar_of(r->m->model, e) : UINT32_MAX;
}

/* `m == 2` names a value of m. */
static void see_comparison(reading *r, const sx_pool *pool, sx_ref e)
{
	for (uint32_t i = 0; i < 2; i++) {
		sx_ref value = sx_arg(pool, e, 1 - i);
		uint32_t scalar = scalar_in(r, pool, sx_arg(pool, e, i));
		if (scalar != UINT32_MAX && sx_is_const(pool, value) && sx_type_of(pool, value) == SX_INTEGER)
			list_value(r, scalar, (double)sx_int_value(pool, value));
	}
}

static bool see(void *context, const sx_pool *pool, sx_ref e)
{
	reading *r = context;
	uint64_t known;
	sx_op op = sx_op_of(pool, e);
	uint32_t scalar = op == SX_VAR && sx_type_of(pool, e) != SX_REAL ? scalar_in(r, pool, e) : UINT32_MAX;

	if (op == SX_EQ || op == SX_NE)
		see_comparison(r, pool, e);
	if (scalar == UINT32_MAX || scalar >= r->m->plan->common || sb_map_get(&r->seen, scalar, &known))
		return true;
	sb_map_put(&r->seen, scalar, 1);
	sb_push(r->m->lasting, r->open, scalar);
	for (int value = 0; value < 2 && sx_type_of(pool, e) == SX_BOOLEAN; value++)
		list_value(r, scalar, value);
	return true;
}

/* The constants that `m = if ... then 1 else 2` gives. */
static void see_given(reading *r, const sx_pool *pool, sx_ref e)
{
	while (sx_op_of(pool, e) == SX_IF) {
		see_given(r, pool, sx_arg(pool, e, 1));
		e = sx_arg(pool, e, 2);
	}
	if (sx_is_const(pool, e) && sx_type_of(pool, e) == SX_INTEGER)
		list_value(r, r->defined, (double)sx_int_value(pool, e));
}

/* The steps of each scalar, in order: first[scalar] and next[step] are numbers of steps + 1. */
static void index_steps(const si_maker *m, sb_map *first, uint32_t *next)
{
	for (uint32_t i = m->image->steps.n; i--;) {
		uint32_t scalar = m->image->steps.at[i].scalar;
		uint64_t later = 0;
		if (scalar == UINT32_MAX)
			continue;
		sb_map_get(first, scalar, &later);
		next[i] = (uint32_t)later;
		sb_map_put(first, scalar, i + 1);
	}
}

void si_make_memories(si_maker *m)
{
	reading r = { .m = m, .seen = sb_map_new(m->lasting), .listed = sb_map_new(m->lasting) };

	if (!m->plan->switches.n)
		return;
	sb_map first = sb_map_new(m->lasting);
	uint32_t *next = sb_new_array(m->lasting, uint32_t, m->image->steps.n + 1);
	index_steps(m, &first, next);
	for (uint32_t k = 0; k < m->plan->switches.n; k++)
		sx_visit(m->pool, m->plan->switches.at[k].which, see, &r);
	for (uint32_t i = 0; i < r.open.n; i++) {
		uint64_t at = 0;
		r.defined = r.open.at[i];
		sb_map_get(&first, r.defined, &at);
		for (; at; at = next[at - 1]) {
			see_given(&r, m->pool, m->plan->steps.at[at - 1].value);
			sx_visit(m->pool, m->plan->steps.at[at - 1].value, see, &r);
		}
	}
}

/* ---- conditions that are tied to zero */

/* The cell with the place of a variable, or of its opposite: in a mode it may be another name of a second variable. */
static bool root_of(const si_maker *m, sx_ref e, uint32_t *root)
{
	sx_ref plain = sx_op_of(m->pool, e) == SX_NEG ? sx_arg(m->pool, e, 0) : e;
	uint32_t s = sx_op_of(m->pool, plain) == SX_VAR ? sm_scalar_of(m->model, plain) : UINT32_MAX;
	if (s >= m->image->scalars)
		return false;
	*root = si_root_of_scalar(m->image, s);
	return true;
}

sb_map si_make_zeros(si_maker *m)
{
	sb_map zeros = sb_map_new(m->lasting);

	for (uint32_t k = 0; k < m->plan->switches.n; k++) {
		const ss_switch *s = &m->plan->switches.at[k];
		for (uint32_t i = 0; i < s->zeros.n && !s->idle; i++) {
			uint32_t root;
			if (root_of(m, s->zeros.at[i], &root))
				sb_map_put(&zeros, root, 1);
		}
	}
	return zeros;
}

bool si_is_tied(const si_maker *m, const sb_map *zeros, sx_ref written)
{
	uint64_t is;

	for (uint32_t k = 0; written && sx_at(m->pool, written)->count == 2 && k < 2; k++) {
		uint32_t root;
		if (sx_is_number(m->pool, sx_arg(m->pool, written, 1 - k), 0) &&
			root_of(m, sx_arg(m->pool, written, k), &root) && sb_map_get(zeros, root, &is))
			return true;
	}
	return false;
}
