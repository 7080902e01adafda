/* What a candidate for the next mode remembers (E33).
 *
 * A condition that remembers its side by pre, as in `on = if pre(on) then i >= 0 else v > 0`, knows nothing of the
 * candidate yet. If the left limits as they are do not agree, the candidate is judged with those that it would have
 * itself. The Boolean behind a switch has the one that its branch asks for. A memory that the switch reads through
 * other equations (`off = not on` with `if off`, an Integer that numbers the states) is tried: another value of its
 * left limit is taken if the equations give the same value again, and more switches agree with it. */
#include "engine/evaluate/engine_evaluate.h"
#include "engine/modes/seek.h"
#include "base/whole.h"

/* A Boolean variable that is by itself a condition of a choice of branches, and the value that it has where a branch is
 * chosen. */
typedef struct side { uint32_t scalar; bool value; } side;

/* The next one that decides over this branch; *which: the rest of the choice. */
static bool next_side(const se_run *run, sx_ref *which, uint16_t branch, side *out)
{
	const sx_pool *pool = run->model->pool;
	while (*which && sx_op_of(pool, *which) == SX_IF) {
		sx_ref condition = sx_arg(pool, *which, 0), then = sx_arg(pool, *which, 1);
		bool negated = sx_op_of(pool, condition) == SX_NOT,
			 chosen = sx_is_const(pool, then) && sx_int_value(pool, then) == branch;
		*which = chosen ? 0 : sx_arg(pool, *which, 2);
		condition = negated ? sx_arg(pool, condition, 0) : condition;
		*out = (side){sx_op_of(pool, condition) == SX_VAR ? sm_scalar_of(run->model, condition) : UINT32_MAX,
					  chosen != negated};
		if (out->scalar != UINT32_MAX)
			return true;
	}
	return false;
}

static uint32_t pre_entry(const se_run *run, uint32_t scalar)
{
	return run->mode->pre_of[ss_root_of_scalar(run->plan, scalar)];
}

void se_set_remembered(se_run *run, uint32_t scalar, double value)
{
	ss_place place = ss_place_of(run->plan, scalar);
	uint32_t pre = pre_entry(run, scalar);
	if (place.store == SS_INT)
		run->d->i[place.index] = place.negated ? !sb_whole(value) : sb_whole(value);
	else if (place.store == SS_REAL)
		run->d->r[place.index] = place.negated ? -value : value;
	if (pre)
		se_save_pre(run, pre - 1);
}

/* Has it a left limit that equations read, and that no when-clause and no parameter determines? */
static bool is_memory(const se_run *run, uint32_t scalar)
{
	return !run->mode->by_when[scalar] && !run->constant[scalar] && pre_entry(run, scalar) &&
		   ss_place_of(run->plan, scalar).store == SS_INT;
}

void se_remember_sides(se_run *run)
{
	for (uint32_t k = 0; k < run->plan->switches.n; k++) {
		sx_ref which = run->plan->switches.at[k].which;
		side it;
		while (next_side(run, &which, run->mode->branch[k], &it))
			if (is_memory(run, it.scalar))
				se_set_remembered(run, it.scalar, it.value);
	}
}

void se_keep_discrete(se_run *run)
{
	bool *behind = sb_new_array(run->once, bool, run->plan->pres.n + 1);
	for (uint32_t k = 0; k < run->plan->switches.n; k++) {
		sx_ref which = run->plan->switches.at[k].which;
		side it;
		while (next_side(run, &which, UINT16_MAX, &it))
			if (!run->mode->by_when[it.scalar])
				behind[pre_entry(run, it.scalar)] = true;
	}
	for (uint32_t k = 0; k < run->plan->pres.n; k++)
		if (run->pre_discrete[k] && !behind[k + 1])
			se_save_pre(run, k);
}

/* ----------------------------------------------------------------------------------------------- memories elsewhere */

/* What the switches read, through equations of discrete variables. */
typedef struct reading {
	se_run *run;
	sb_map seen;                     /* scalars */
	sb_u32s open;                    /* those whose equations are still to be read */
	sb_map listed;                   /* memories and their values, by hash */
	uint32_t defined;                /* the scalar whose equation is read */
} reading;

static void list_value(reading *r, uint32_t scalar, double value)
{
	const uint64_t pair[] = { scalar, (uint64_t)(int64_t)value };
	uint64_t key = sb_hash(pair, sizeof pair, 1), known;
	if (!is_memory(r->run, scalar) || sb_map_get(&r->listed, key, &known))
		return;
	sb_map_put(&r->listed, key, 1);
	sb_push(r->run->own, r->run->mode->memories, ((se_turned_side){ scalar, value }));
}

static uint32_t scalar_in(const reading *r, const sx_pool *pool, sx_ref e)
{
	e = sx_op_of(pool, e) == SX_PRE ? sx_arg(pool, e, 0) : e;
	return sx_op_of(pool, e) == SX_VAR ? sm_scalar_of(r->run->model, e) : UINT32_MAX;
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
	if (scalar == UINT32_MAX || scalar >= r->run->plan->common || sb_map_get(&r->seen, scalar, &known))
		return true;
	sb_map_put(&r->seen, scalar, 1);
	sb_push(r->run->once, r->open, scalar);
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

static void read_equation(reading *r)
{
	const sx_pool *pool = r->run->model->pool;
	const ss_plan *plan = r->run->plan;
	for (uint32_t i = 0; i < plan->steps.n; i++) {
		const ss_step *step = &plan->steps.at[i];
		if (step->kind != SS_ASSIGN || sx_op_of(pool, step->target) != SX_VAR ||
			sm_scalar_of(r->run->model, step->target) != r->defined)
			continue;
		see_given(r, pool, step->value);
		sx_visit(pool, step->value, see, r);
	}
}

static void list_memories(se_run *run)
{
	sb_mark mark = sb_arena_mark(run->once);
	reading r = { .run = run, .seen = sb_map_new(run->once), .listed = sb_map_new(run->once) };
	run->mode->memories_listed = true;
	for (uint32_t k = 0; k < run->plan->switches.n; k++)
		sx_visit(run->model->pool, run->plan->switches.at[k].which, see, &r);
	for (uint32_t i = 0; i < r.open.n; i++) {
		r.defined = r.open.at[i];
		read_equation(&r);
	}
	sb_arena_rewind(run->once, mark);
}

/* Behind a switch by itself: what it remembers is the branch. */
static bool is_side(const se_run *run, uint32_t scalar)
{
	for (uint32_t k = 0; k < run->plan->switches.n; k++) {
		sx_ref which = run->plan->switches.at[k].which;
		side it;
		while (next_side(run, &which, run->mode->branch[k], &it))
			if (pre_entry(run, it.scalar) == pre_entry(run, scalar))
				return true;
	}
	return false;
}

bool se_next_memory(se_run *run, uint32_t *at, se_turned_side *out)
{
	if (!run->mode->memories_listed)
		list_memories(run);
	for (; *at < run->mode->memories.n; ++*at) {
		*out = run->mode->memories.at[*at];
		if (sc_scalar_value(run->d, out->scalar) != out->value && !is_side(run, out->scalar)) {
			++*at;
			return true;
		}
	}
	return false;
}
