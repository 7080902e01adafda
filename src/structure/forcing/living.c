/* Branches that hold. A feature in a branch of an if-expression matters while the branch holds: in
 * if time < 1 then sin(1/(1.1 - time)) else 0 nothing goes round after time 1, and no step has to be short there.
 *
 * The *guard* of an expression is the conjunction of the conditions of all branches around it, as far as they change at
 * events only. A variable that is read in one branch only has the guard of that branch, and hands it on to what it is
 * computed from. What is reached in two ways with different guards counts always, and so does all that conditions,
 * waits and delays read. */
#include "structure/forcing/forcing.h"
#include "structure/expand/expand.h"
#include "structure/solve/solve.h"

enum { DEEPEST = 8 };                /* conditions in a conjunction; what is deeper has the guard of that depth */
static const sx_ref ALWAYS = UINT32_MAX;

typedef struct place { sx_ref e, guard; uint32_t depth; } place;
typedef struct living { forcing *f; sx_ref *of_key; sb_vec(place) open; } living;

static sx_ref join(sx_ref a, sx_ref b)
{
	return !a || a == b ? b : ALWAYS;
}

/* Does it change at events only, and can it be read whenever a function of time is? */
static bool is_still(ss_work *w, sx_ref condition)
{
	if (sx_flags(w->pool, condition) & (SX_HAS_ITER | SX_HAS_LOCAL | SX_HAS_CALL | SX_HAS_STATEFUL | SX_HAS_TIME))
		return false;
	ss_visit(w, condition);
	for (sx_ref part; (part = ss_next_part(w, ~0u));) {
		switch (sx_op_of(w->pool, part)) {
		case SX_VAR: case SX_PRE: case SX_LATCH: case SX_CONST: break;
		case SX_SAMPLE: case SX_INITIAL: case SX_TERMINAL: case SX_DER: case SX_DELAY: return false;
		default: ss_look_inside(w, part, 0); break;
		}
	}
	return !ss_moves(w, condition);
}

static void put(living *l, sx_ref e, sx_ref guard, uint32_t depth)
{
	place p = { e, guard, depth };
	if (e)
		sb_push(l->f->w->scratch, l->open, p);
}

static sx_ref both(ss_work *w, sx_ref guard, sx_ref condition)
{
	return guard == ALWAYS ? condition : sx_binary(w->pool, SX_AND, guard, condition);
}

static void put_parts(living *l, place p)
{
	ss_work *w = l->f->w;
	sx_pool *pool = w->pool;
	bool chooses = sx_op_of(pool, p.e) == SX_IF && p.depth < DEEPEST && is_still(w, sx_arg(pool, p.e, 0));

	if (!chooses) {
		for (uint32_t i = 0; i < sx_at(pool, p.e)->count; i++)
			put(l, sx_arg(pool, p.e, i), p.guard, p.depth);
		return;
	}
	sx_ref condition = sx_arg(pool, p.e, 0);
	put(l, condition, p.guard, p.depth);
	put(l, sx_arg(pool, p.e, 1), both(w, p.guard, condition), p.depth + 1);
	put(l, sx_arg(pool, p.e, 2), both(w, p.guard, sx_unary(pool, SX_NOT, condition)), p.depth + 1);
}

static void note(living *l, sx_ref e, sx_ref guard)
{
	ss_work *w = l->f->w;

	put(l, e, guard, 0);
	while (l->open.n) {
		place p = l->open.at[--l->open.n];
		uint64_t was = 0;
		sb_map_get(&l->f->guard_of, p.e, &was);
		p.guard = join((sx_ref)was, p.guard);
		if (p.guard == was)
			continue;
		sb_map_put(&l->f->guard_of, p.e, p.guard);
		sx_op op = sx_op_of(w->pool, p.e);
		if (op != SX_VAR && op != SX_DER) {
			put_parts(l, p);
			continue;
		}
		w->found.n = 0;
		ss_depends(w, p.e, &w->found);
		for (uint32_t i = 0; i < w->found.n; i++)
			l->of_key[w->found.at[i]] = join(l->of_key[w->found.at[i]], p.guard);
	}
}

typedef struct noting { living *l; sx_ref guard; } noting;

static void note_expression(void *context, sx_ref e, bool target)
{
	noting *n = context;
	if (e && !target)
		note(n->l, e, n->guard);
}

static void note_wait(void *context, const sm_statement *wait, uint32_t routine)
{
	(void)routine;
	note(context, wait->condition, ALWAYS);
}

/* What nothing reads is a rate, or is asked for. */
static sx_ref guard_of_step(living *l, const ss_step *step)
{
	ss_work *w = l->f->w;
	sb_u32s targets = {0};
	sx_ref guard = 0;

	if (step->kind != SS_ASSIGN || step->when)
		return ALWAYS;
	ss_step_targets(w, w->plan, step, &targets);
	for (uint32_t i = 0; i < targets.n; i++) {
		sx_ref of = l->of_key[targets.at[i]];
		guard = join(guard, of && targets.at[i] < w->n ? of : ALWAYS);
	}
	return guard ? guard : ALWAYS;
}

void ss_find_living(forcing *f, const bool *needed)
{
	ss_work *w = f->w;
	ss_plan *plan = w->plan;
	living l = { .f = f, .of_key = sb_new_array(w->scratch, sx_ref, 3 * (size_t)w->n + 1) };

	f->guard_of = sb_map_new(w->scratch);
	for (uint32_t i = 0; i < plan->watches.n; i++)
		note(&l, plan->watches.at[i].function, ALWAYS);
	ss_wait_conditions(plan, note_wait, &l);
	for (uint32_t i = 0; i < plan->delays.n; i++)
		note(&l, plan->delays.at[i].value, ALWAYS);
	for (uint32_t i = plan->steps.n; i-- > 0;) {
		noting n = { &l, needed[i] ? guard_of_step(&l, &plan->steps.at[i]) : 0 };
		if (needed[i])
			ss_step_exprs(plan, &plan->steps.at[i], note_expression, &n);
	}
}

sx_ref ss_guard_of(forcing *f, sx_ref e)
{
	uint64_t guard = 0;
	return sb_map_get(&f->guard_of, e, &guard) && guard != ALWAYS ? (sx_ref)guard : 0;
}

sx_ref ss_guarded(forcing *f, sx_ref e, double otherwise)
{
	sx_pool *pool = f->w->pool;
	return f->guard ? sx_if(pool, f->guard, e, sx_real(pool, otherwise)) : e;
}
