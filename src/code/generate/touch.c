/* Places that something else than routines and events reads: equations, conditions, actions, delays, and what is waited
 * for. A routine or the action of an event that sets one of them says so; all other places are their own, and setting
 * them is a store. */
#include "code/generate/generate.h"

typedef struct reading { sc_emitter *em; const sm_domain *domain; } reading;

static void see_place(void *context, ss_place place, const ss_section *section)
{
	sc_emitter *em = context;
	(void)section;
	if (place.store != SS_NOWHERE)
		em->touched[sc_place_key(em->plan, place)] = true;
}

static bool see_read(void *context, const sx_pool *pool, sx_ref e)
{
	const reading *r = context;
	if (sx_op_of(pool, e) == SX_VAR)
		ss_places_met(r->em->plan, e, r->domain, see_place, r->em);
	return true;
}

static void reads(void *context, sx_ref e, bool target)
{
	const reading *r = context;
	(void)target;
	if (e && sx_flags(r->em->pool, e) & SX_HAS_VAR)
		sx_visit(r->em->pool, e, see_read, context);
}

void sc_find_touched(sc_emitter *em)
{
	const ss_plan *plan = em->plan;
	static const sm_domain single;
	reading r = { em, &single };
	em->touched = sb_new_array(em->arena, bool, sc_place_count(plan));
	for (uint32_t k = 0; k < plan->steps.n; k++) {
		r.domain = &plan->steps.at[k].domain;
		ss_step_exprs(plan, &plan->steps.at[k], reads, &r);
	}
	r.domain = &single;
	for (uint32_t k = 0; k < plan->watches.n; k++) {
		reads(&r, plan->watches.at[k].function, false);
		reads(&r, plan->watches.at[k].when, false);
		reads(&r, plan->watches.at[k].slope, false);
	}
	for (uint32_t k = 0; k < plan->event_code.n; k++)
		reads(&r, plan->event_code.at[k].when, false);
	for (uint32_t k = 0; k < plan->switches.n; k++)
		reads(&r, plan->switches.at[k].which, false);
	for (uint32_t k = 0; k < plan->actions.n + plan->asserts.n; k++) {
		const ss_action *a = k < plan->actions.n ? &plan->actions.at[k] : &plan->asserts.at[k - plan->actions.n];
		reads(&r, a->guard, false);
		reads(&r, a->condition, false);
		reads(&r, a->value, false);
	}
	for (uint32_t k = 0; k < plan->delays.n; k++) {
		reads(&r, plan->delays.at[k].value, false);
		reads(&r, plan->delays.at[k].time, false);
	}
	for (uint32_t k = 0; k < plan->transports.n; k++) {
		reads(&r, plan->transports.at[k].in[0], false);
		reads(&r, plan->transports.at[k].in[1], false);
		reads(&r, plan->transports.at[k].x, false);
		reads(&r, plan->transports.at[k].positive, false);
	}
	for (uint32_t k = 0; k < plan->clocks.n; k++)
		reads(&r, plan->clocks.at[k].interval, false);
	for (uint32_t k = 0; k < plan->waits.n; k++)
		reads(&r, plan->waits.at[k].condition, false);
	for (uint32_t k = 0; k < plan->pres.n; k++)
		reads(&r, plan->pres.at[k].var, false);
}

bool sc_is_touched(const sc_emitter *em, ss_place place)
{
	return em->announcing && em->touched[sc_place_key(em->plan, place)];
}
