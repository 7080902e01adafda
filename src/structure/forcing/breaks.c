/* Breaks: discontinuous functions in the rates that make no events (sign, relations under noEvent, functions of the
 * model). Where the motion is held on one of them, a solver goes to and fro across it and hardly gets on; the engine
 * looks at them then (engine/look/crawl.c). */
#include "structure/forcing/forcing.h"

enum { BREAKS_MOST = 100 };

typedef struct collector { ss_work *w; sb_span span; } collector;

static void add(collector *c, sx_ref e, bool whole)
{
	ss_plan *plan = c->w->plan;
	for (uint32_t i = 0; i < plan->breaks.n; i++)
		if (plan->breaks.at[i].value == e)
			return;
	if (plan->breaks.n < BREAKS_MOST)
		sb_push(plan->arena, plan->breaks, ((ss_break){e, whole, c->span}));
}

/* What an opaque component gives jumps at its events alone, and so does a segment that says so. */
bool ss_is_of_component(const ss_work *w, sx_ref e)
{
	sx_ref call = sx_op_of(w->pool, e) == SX_OUT ? sx_arg(w->pool, e, 0) : e;
	uint32_t function = sx_at(w->pool, call)->payload;
	if (sx_op_of(w->pool, call) != SX_CALL || function >= w->model->functions.n)
		return false;
	const sm_function *f = w->model->functions.at[function];
	return f->block || (f->external && f->external->even);
}

static void collect(void *context, sx_ref e, bool target)
{
	collector *c = context;
	ss_work *w = c->w;

	if (target)
		return;
	ss_visit_more(w, e);
	for (sx_ref part; (part = ss_next_part(w, SX_HAS_VAR | SX_HAS_TIME | SX_HAS_DER));) {
		switch (sx_op_of(w->pool, part)) {
		case SX_VAR: case SX_DER: case SX_PRE: continue;
		case SX_SIGN:
		case SX_FLOOR:
		case SX_CEIL:
		case SX_INTEGER_OF:
		case SX_QUOT:
		case SX_MOD:
		case SX_REM:
			add(c, part, false);
			break;
		case SX_LT: case SX_LE: case SX_GT: case SX_GE:
			if (sx_type_of(w->pool, sx_arg(w->pool, part, 0)) == SX_REAL)
				add(c, part, false);
			break;
		case SX_CALL: case SX_OUT:
			if (!ss_is_of_component(w, part))
				add(c, part, true);
			break;
		default: break;
		}
		ss_look_inside(w, part, 0);
	}
}

void ss_find_breaks(ss_work *w)
{
	collector c = { .w = w };
	ss_plan *plan = w->plan;

	w->stamp_now++;
	for (uint32_t i = 0; i < plan->steps.n; i++) {
		const ss_step *step = &plan->steps.at[i];
		if (!(step->phases & SS_RATES) || step->domain.n)
			continue;
		c.span = step->origin ? step->origin->span : step->span;
		ss_step_exprs(plan, step, collect, &c);
	}
}
