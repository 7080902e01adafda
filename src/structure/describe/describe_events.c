/* What can happen in a model: conditions, clocks, switches, actions. */
#include "structure/describe/describe.h"
#include "structure/ground/ground.h"
#include "model/print/print.h"

#include <string.h>

static void list_watches(const ss_plan *plan, bool timed, sb_text *out)
{
	ss_listing l = { out, timed ? "conditions of time alone, in the calendar" : "watched conditions", 0 };
	sx_ref last = 0;

	for (uint32_t i = 0; i < plan->watches.n; i++) {
		const ss_watch *watch = &plan->watches.at[i];
		if (watch->time_only != timed || watch->initial_only || watch->written == last ||
			sx_op_of(plan->model->pool, watch->written) == SX_TRANSPORTED)
			continue;
		last = watch->written;
		if (ss_list_next(&l)) {
			ss_add_short(plan, watch->written, out);
			ss_add_position(plan, watch->span, out);
		}
	}
	ss_list_finish(&l);
}

static void list_clocks(const ss_plan *plan, sb_text *out)
{
	ss_listing clocks = { out, "sampled", 0 }, delays = { out, "delays", 0 }, transports = { out, "transports", 0 };

	for (uint32_t i = 0; i < plan->clocks.n; i++)
		if (ss_list_next(&clocks)) {
			sb_add(out, "sample(");
			ss_add_short(plan, plan->clocks.at[i].start, out);
			sb_add(out, ", ");
			ss_add_short(plan, plan->clocks.at[i].interval, out);
			sb_addc(out, ')');
			ss_add_position(plan, plan->clocks.at[i].span, out);
		}
	ss_list_finish(&clocks);
	for (uint32_t i = 0; i < plan->delays.n; i++)
		if (ss_list_next(&delays)) {
			sb_add(out, "of ");
			ss_add_short(plan, plan->delays.at[i].value, out);
			sb_add(out, " by ");
			ss_add_short(plan, plan->delays.at[i].time, out);
			ss_add_position(plan, plan->delays.at[i].span, out);
		}
	ss_list_finish(&delays);
	for (uint32_t i = 0; i < plan->transports.n; i++)
		if (ss_list_next(&transports)) {
			sb_add(out, "by ");
			ss_add_short(plan, plan->transports.at[i].x, out);
			ss_add_position(plan, plan->transports.at[i].span, out);
		}
	ss_list_finish(&transports);
}

/* Parameters, at the values that are given for them. */
static bool parameter_of(sx_env *env, const sx_pool *pool, sx_ref leaf, sx_value *out)
{
	const ss_plan *plan = env->context;
	const sm_variable *v = sx_op_of(pool, leaf) == SX_VAR ? sm_var(plan->model, sx_at(pool, leaf)->payload) : NULL;
	double value;

	if (!v || v->rank || !ss_is_known(v) || !(v->binding || v->start))
		return false;
	if (!ss_find_given(&plan->given, v->first, &value))
		return sx_eval(pool, v->binding ? v->binding : v->start, env, out);
	*out = v->type == SX_REAL ? sx_value_real(value) : (sx_value){.type = v->type, .integer = (int64_t)value};
	return true;
}

/* In seconds, where the parameters say how many. */
static void add_time(const ss_plan *plan, sx_ref e, sb_text *out)
{
	sx_env env = {.leaf = parameter_of, .context = (void *)(uintptr_t)plan};
	sx_value v;

	if (sx_eval(plan->model->pool, e, &env, &v) && (v.type == SX_REAL || v.type == SX_INTEGER))
		sb_addf(out, "%.12g s", v.type == SX_REAL ? v.real : (double)v.integer);
	else
		ss_add_short(plan, e, out);
}

void ss_describe_source(const ss_plan *plan, const sm_event *e, sb_text *out)
{
	sb_addf(out, "%s ", e->name);
	if (e->trigger == SM_ON_PERIOD) {
		sb_add(out, "every ");
		add_time(plan, e->interval, out);
		sb_add(out, " from ");
		add_time(plan, e->start, out);
		sb_add(out, " on");
		if (e->domain && *e->domain)
			sb_addf(out, ", domain '%s'", e->domain);
	} else if (e->trigger == SM_ON_EDGE) {
		sb_add(out, "when ");
		ss_add_short(plan, e->when, out);
	} else {
		sb_add(out, e->trigger == SM_ON_INITIAL ? "at the beginning" : "programmed");
	}
}

/* Where activations come from. Those of other notations have actions that more can be said of. */
static void list_sources(const ss_plan *plan, sb_text *out)
{
	ss_listing l = { out, "activations", 0 };
	const sm_model *m = plan->model;

	for (uint32_t i = 0; i < m->events.n; i++) {
		const sm_event *e = &m->events.at[i];
		if (!e->of_activation || !ss_list_next(&l))
			continue;
		ss_describe_source(plan, e, out);
		ss_add_position(plan, e->span, out);
	}
	ss_list_finish(&l);
}

static void list_actions(const ss_plan *plan, sb_text *out)
{
	ss_listing l = { out, "actions at events", 0 };

	for (uint32_t i = 0; i < plan->actions.n; i++) {
		const ss_action *a = &plan->actions.at[i];
		if (!ss_list_next(&l))
			continue;
		switch (a->kind) {
		case SS_REINIT:
			sb_add(out, "reinit(");
			sm_scalar_name(plan->model, a->scalar, out);
			sb_add(out, ", ");
			ss_add_short(plan, a->value, out);
			sb_addc(out, ')');
			break;
		case SS_ASSERT: sb_add(out, "assert"); break;
		case SS_TERMINATE: sb_add(out, "terminate"); break;
		case SS_EVALUATE: ss_add_short(plan, a->value, out); break;
		case SS_PROGRAM:
			sb_addf(out, "schedule(%s, ", plan->model->events.at[a->event].name);
			ss_add_short(plan, a->value, out);
			sb_addc(out, ')');
			break;
		}
		ss_add_position(plan, a->span, out);
	}
	ss_list_finish(&l);
	if (plan->asserts.n)
		sb_addf(out, "  assertions: %u\n", plan->asserts.n);
}

/* The switches, with the branch that this plan is made for. */
static void list_switches(const ss_plan *plan, sb_text *out)
{
	ss_listing l = { out, "switches", 0 }, open = { out, "keep their values in this mode, which leaves them open", 0 };

	for (uint32_t k = 0; k < plan->switches.n; k++) {
		const ss_switch *s = &plan->switches.at[k];
		const sm_branches *b = &s->origin->branches;
		if (!ss_list_next(&l))
			continue;
		if (*s->component)
			sb_addf(out, "%s: ", s->component);
		sb_addf(out, "%u branches", s->branches);
		if (*s->at)
			sb_addf(out, " for %s", s->at);
		sb_add(out, s->idle ? ", idle in this mode" : ", now ");
		if (!s->idle && s->branch < b->n && b->at[s->branch].condition)
			sm_print_expr(plan->source, b->at[s->branch].condition, out);
		else if (!s->idle)
			sb_add(out, "else");
		ss_add_position(plan, s->origin->span, out);
	}
	ss_list_finish(&l);
	for (uint32_t i = 0; i < plan->floating.n; i++)
		if (ss_list_next(&open))
			sm_scalar_name(plan->model, plan->floating.at[i], out);
	ss_list_finish(&open);
}

void ss_describe_events(const ss_plan *plan, sb_text *out)
{
	list_watches(plan, false, out);
	list_watches(plan, true, out);
	list_clocks(plan, out);
	list_switches(plan, out);
	list_sources(plan, out);
	ss_describe_schedules(plan, out);
	list_actions(plan, out);
}
