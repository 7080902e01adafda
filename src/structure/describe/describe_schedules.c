/* Diagrams: what each source of activations runs, in order, and which inputs act on which outputs at once. */
#include "structure/describe/describe.h"
#include "structure/schedules/schedules.h"
#include "model/print/print.h"

const sm_event *ss_event_of(const ss_plan *plan, uint32_t code)
{
	return &plan->model->events.at[plan->event_code.at[code].event];
}

/* The activations that it is the schedule of: one, or those of a domain. */
static const char *heading(const ss_plan *plan, const ss_schedule *s, sb_text *text)
{
	sb_add(text, "schedule of ");
	for (uint32_t i = 0; i < s->events.n && i < SS_LISTED_MOST; i++)
		sb_addf(text, "%s%s", i ? ", " : "", ss_event_of(plan, s->events.at[i])->name);
	return text->at;
}

static void list_schedule(const ss_plan *plan, const ss_schedule *s, sb_text *out)
{
	sb_text name = {0};
	ss_listing l = {out, heading(plan, s, &name), 0};

	for (uint32_t i = 0; i < s->steps.n; i++) {
		const ss_step *step = &s->steps.at[i];
		if (step->kind != SS_ASSIGN || !ss_list_next(&l))
			continue;
		sb_text target = {0};
		sm_print_expr(plan->model, step->target, &target);
		sb_add(out, target.at);
		sb_text_free(&target);
		if (step->when) {
			sb_add(out, " if ");
			ss_add_short(plan, step->when, out);
		}
	}
	for (uint32_t i = 0; i < s->actions.n; i++)
		if (ss_list_next(&l)) {
			const ss_action *a = &s->actions.at[i];
			if (a->kind == SS_PROGRAM)
				sb_addf(out, "schedule(%s)", plan->model->events.at[a->event].name);
			else
				sb_add(out, a->kind == SS_ASSERT ? "assert" : a->kind == SS_REINIT ? "reinit"
					: a->kind == SS_TERMINATE ? "terminate" : "a call");
		}
	if (!l.n && ss_list_next(&l))
		sb_add(out, "nothing");
	if (plan->states && ss_only_looks(plan, s))
		sb_add(out, "; only looks");
	if (s->why) {
		sb_addf(out, "; the general way: %s", s->why);
		ss_add_position(plan, s->why_span, out);
	}
	ss_list_finish(&l);
	sb_text_free(&name);
}

/* ---------------------------------------------------------------------------------------------------- feedthrough */

typedef struct feeding { const ss_plan *plan; bool *fed; bool found; } feeding;

static void see_fed(void *context, uint32_t key, bool before)
{
	feeding *f = context;

	f->found = f->found || (!before && f->fed[key]);
}

static void feed(void *context, uint32_t key, bool before)
{
	const feeding *f = context;

	(void)before;
	f->fed[key] = true;
}

/* Steps are in the order of their dependencies, so one pass is enough. */
static void follow(feeding *f)
{
	for (uint32_t i = 0; i < f->plan->steps.n; i++) {
		const ss_step *s = &f->plan->steps.at[i];
		f->found = false;
		ss_see_step(f->plan, s, see_fed, f);
		if (f->found)
			ss_see_set(f->plan, s, feed, f);
	}
}

static bool is_port(const sm_variable *v, sm_causality causality)
{
	return v->causality == causality && !v->pulse && !v->hidden && !ss_is_known(v);
}

static bool is_fed(const ss_plan *plan, const feeding *f, const sm_variable *v)
{
	for (uint32_t i = 0; i < v->count; i++) {
		ss_place place = ss_cell_place_of(plan, v->first + i);
		if (place.store != SS_NOWHERE && f->fed[ss_place_key(plan, place)])
			return true;
	}
	return false;
}

static void list_feedthrough(const ss_plan *plan, sb_text *out)
{
	const sm_model *m = plan->model;
	ss_listing l = {out, "feedthrough", 0};
	sb_arena *scratch = sb_arena_new();
	uint32_t places = plan->reals + plan->ints + plan->strings + 2 * plan->states + 1;

	for (uint32_t k = 0; k < m->variables.n && l.n <= SS_LISTED_MOST; k++) {
		const sm_variable *u = sm_var(m, k);
		if (!is_port(u, SM_INPUT))
			continue;
		feeding f = {plan, sb_new_array(scratch, bool, places), false};
		for (uint32_t i = 0; i < u->count; i++) {
			ss_place place = ss_cell_place_of(plan, u->first + i);
			if (place.store != SS_NOWHERE)
				f.fed[ss_place_key(plan, place)] = true;
		}
		follow(&f);
		for (uint32_t j = 0; j < m->variables.n; j++)
			if (is_port(sm_var(m, j), SM_OUTPUT) && is_fed(plan, &f, sm_var(m, j)) && ss_list_next(&l))
				sb_addf(out, "%s to %s", u->name, sm_var(m, j)->name);
	}
	ss_list_finish(&l);
	sb_arena_free(scratch);
}

void ss_describe_schedules(const ss_plan *plan, sb_text *out)
{
	for (uint32_t k = 0; k < plan->schedules.n; k++)
		list_schedule(plan, &plan->schedules.at[k], out);
	list_feedthrough(plan, out);
}
