/* The whole text: prelude, functions of the model, loops, and the sixteen functions of sc_functions. */
#include "code/emit.h"

#include <stdio.h>

static void sc_emitter_open(sc_emitter *em, const ss_plan *plan, sb_arena *kept, bool comments)
{
	*em = (sc_emitter){.plan = plan,
					   .model = plan->model,
					   .pool = plan->model->pool,
					   .arena = sb_arena_new(),
					   .kept = kept,
					   .comments = comments,
					   .epoch = 1,
					   .stamp = 1};
	em->info = sb_new_array(em->arena, sc_info, sx_count(em->pool) + 1);
	em->read_in = sb_new_array(em->arena, uint32_t, sc_place_count(plan));
	em->pre_of = sb_new_array(em->arena, uint32_t, sc_place_count(plan));
	em->array_table = sb_new_array(em->arena, uint32_t, plan->model->variables.n + 1);
	for (uint32_t k = 0; k < plan->pres.n; k++) {
		uint32_t scalar = sm_scalar_of(plan->model, plan->pres.at[k].var);
		if (scalar != UINT32_MAX && plan->place[scalar].store != SS_NOWHERE)
			em->pre_of[sc_place_key(plan, plan->place[scalar])] = k + 1;
	}
}

/* A function of sc_functions, around the routine of the same work. `lines` are its statements. */
static void write_entry(sc_emitter *em, const char *name, const char *params, const char *lines)
{
	sb_addf(&em->out, "\nvoid sc_%s(sc_data *d%s)\n{\n", name, params);
	if (em->scratch)
		sb_add(&em->out, "\tconst unsigned long long mark = d->services->mark(d);\n");
	if (em->strings)
		sb_add(&em->out, "\td->services->sweep(d);\n");
	sb_add(&em->out, lines);
	if (em->scratch)
		sb_add(&em->out, "\td->services->release(d, mark);\n");
	sb_add(&em->out, "}\n");
}

static void items_of_steps(sc_emitter *em, sc_items *items, const ss_steps *steps)
{
	for (uint32_t k = 0; k < steps->n; k++) {
		sc_item item = { .kind = SC_STEP, .step = &steps->at[k] };
		sb_push(em->arena, *items, item);
	}
}

static void write_steps(sc_emitter *em, const char *name, const ss_steps *steps)
{
	sc_items items = {0};
	items_of_steps(em, &items, steps);
	sc_routine(em, name, "", "", &items);
}

static void push_value(sc_emitter *em, sc_items *items, const char *array, uint32_t index, sx_ref value)
{
	sc_item item = { .kind = SC_VALUE, .array = array, .index = index, .value = value };
	if (value)
		sb_push(em->arena, *items, item);
}

static void write_watches(sc_emitter *em)
{
	const ss_plan *plan = em->plan;
	sc_items functions = {0}, truths = {0}, times = {0};
	for (uint32_t k = 0; k < plan->watches.n; k++) {
		const ss_watch *w = &plan->watches.at[k];
		sc_item truth = { .kind = SC_TRUTH, .watch = w, .index = k };
		push_value(em, &functions, "functions", k, w->function);
		sb_push(em->arena, truths, truth);
		if (w->time_only) {
			push_value(em, &times, "when", k, w->when);
			push_value(em, &times, "slope", k, w->slope);
		}
	}
	sc_routine(em, "functions_of", ", double *functions", ", functions", &functions);
	sc_routine(em, "truths_of", ", long long *values", ", values", &truths);
	sc_routine(em, "times_of", ", double *when, double *slope", ", when, slope", &times);
}

static void write_actions(sc_emitter *em)
{
	sc_items actions = {0}, asserts = {0};
	for (uint32_t k = 0; k < em->plan->actions.n; k++) {
		sc_item item = { .kind = SC_ACTION, .action = &em->plan->actions.at[k], .index = k };
		sb_push(em->arena, actions, item);
	}
	for (uint32_t k = 0; k < em->plan->asserts.n; k++) {
		sc_item item = { .kind = SC_ASSERTION, .action = &em->plan->asserts.at[k], .index = k };
		sb_push(em->arena, asserts, item);
	}
	sc_routine(em, "actions_of", "", "", &actions);
	sc_routine(em, "asserts_of", "", "", &asserts);
}

static void write_events(sc_emitter *em, sb_text *dispatch)
{
	sc_items when = {0};
	for (uint32_t k = 0; k < em->plan->event_code.n; k++) {
		ss_step step = { .kind = SS_ALGORITHM, .statements = em->plan->event_code.at[k].action };
		ss_step *kept = sb_new(em->arena, ss_step);
		sc_items one = {0};
		*kept = step;
		sc_item item = { .kind = SC_STEP, .step = kept };
		sb_push(em->arena, one, item);
		char name[40];
		snprintf(name, sizeof name, "event_%u", k);
		sc_routine(em, name, "", "", &one);
		sb_addf(dispatch, "\tif (which == %u) event_%u(d);\n", k, k);
		push_value(em, &when, "values", k, em->plan->event_code.at[k].when);
	}
	sc_routine(em, "event_when_of", ", double *values", ", values", &when);
}

static void write_clocks_and_delays(sc_emitter *em)
{
	sc_items clocks = {0}, delays = {0};
	for (uint32_t k = 0; k < em->plan->clocks.n; k++) {
		push_value(em, &clocks, "start", k, em->plan->clocks.at[k].start);
		push_value(em, &clocks, "interval", k, em->plan->clocks.at[k].interval);
	}
	for (uint32_t k = 0; k < em->plan->delays.n; k++) {
		push_value(em, &delays, "value", k, em->plan->delays.at[k].value);
		push_value(em, &delays, "ago", k, em->plan->delays.at[k].time);
		push_value(em, &delays, "longest", k, em->plan->delays.at[k].longest);
	}
	sc_routine(em, "clocks_of", ", double *start, double *interval", ", start, interval", &clocks);
	sc_routine(em, "delays_of", ", double *value, double *ago, double *longest", ", value, ago, longest", &delays);
}

/* The groups that run in a phase: those of earlier phases have run already. */
static void write_phase(sc_emitter *em, const sc_groups *groups, const char *name, uint8_t phase, uint8_t done)
{
	sb_addf(&em->out, "\nstatic void %s(sc_data *d)\n{\n", name);
	for (uint32_t k = 0; k < groups->n; k++) {
		const sc_group *g = &groups->at[k];
		if (!(g->phases & phase) || (g->phases & done))
			continue;
		sb_addf(&em->out, "\tgroup_%u(d);\n", k);
		if (g->may_fail)
			sb_add(&em->out, "\tif (d->failed) return;\n");
	}
	sb_add(&em->out, "}\n");
}

static void write_phases(sc_emitter *em)
{
	sc_groups groups = sc_schedule(em, &em->plan->steps);
	for (uint32_t k = 0; k < groups.n && !em->failed; k++) {
		sc_items items = {0};
		char name[40];
		for (uint32_t j = 0; j < groups.at[k].steps.n; j++) {
			sc_item item = { .kind = SC_STEP, .step = groups.at[k].steps.at[j] };
			sb_push(em->arena, items, item);
		}
		snprintf(name, sizeof name, "group_%u", k);
		groups.at[k].may_fail = sc_routine(em, name, "", "", &items);
	}
	write_phase(em, &groups, "rates_of", SS_RATES, 0);
	write_phase(em, &groups, "watch_of", SS_WATCH, SS_RATES);
	write_phase(em, &groups, "outputs_of", SS_OUTPUT, SS_RATES | SS_WATCH);
	write_phase(em, &groups, "all_of", 0xff, 0);
}

static void write_entries(sc_emitter *em, const char *dispatch)
{
	const ss_jacobian *j = &em->plan->jacobian;
	write_entry(em, "parameters", "", "\tparameters_of(d);\n");
	write_entry(em, "starts", "", "\tstarts_of(d);\n");
	write_entry(em, "initial", "", "\tinitial_of(d);\n");
	write_entry(em, "rates", "", "\trates_of(d);\n");
	write_entry(em, "watch", ", double *functions", "\twatch_of(d);\n\tif (!d->failed) functions_of(d, functions);\n");
	write_entry(em, "outputs", "", "\toutputs_of(d);\n");
	write_entry(em, "all", "", "\tall_of(d);\n");
	write_entry(em, "truths", ", long long *values", "\ttruths_of(d, values);\n");
	write_entry(em, "times", ", double *when, double *slope", "\ttimes_of(d, when, slope);\n");
	write_entry(em, "actions", "", "\tactions_of(d);\n");
	write_entry(em, "asserts", "", "\tasserts_of(d);\n");
	write_entry(em, "event", ", int which", dispatch);
	write_entry(em, "event_when", ", double *values", "\tevent_when_of(d, values);\n");
	write_entry(em, "clocks", ", double *start, double *interval", "\tclocks_of(d, start, interval);\n");
	write_entry(em, "delays", ", double *value, double *ago, double *longest", "\tdelays_of(d, value, ago, longest);\n");
	if (j->symbolic)
		write_entry(em, "jacobian", ", double *values", sb_printf(em->arena,
			"\tpartials(d, d->services->scratch(d, %lluULL), values);\n", 8ull * j->temp_count + 8));
}

static bool has_includes(const sm_model *m)
{
	for (uint32_t k = 0; k < m->functions.n; k++)
		if (m->functions.at[k]->external && m->functions.at[k]->external->includes.n)
			return true;
	return false;
}

sc_text sc_generate_text(const ss_plan *plan, sb_arena *kept, bool comments)
{
	sc_emitter em;
	sb_text dispatch = {0};
	sc_emitter_open(&em, plan, kept, comments);
	sb_addf(&em.out, "/* Made by Saltus " SALTUS_VERSION " from %s. */\n", plan->model->name);
	sc_functions_headers(&em, &em.out);
	sb_add(&em.out, sc_prelude);
	sc_functions_text(&em);
	em.what = plan->model->name;
	sc_blocks_text(&em);
	write_steps(&em, "parameters_of", &plan->parameter_steps);
	write_steps(&em, "starts_of", &plan->start_steps);
	write_steps(&em, "initial_of", &plan->initial_steps);
	write_phases(&em);
	write_watches(&em);
	write_actions(&em);
	write_events(&em, &dispatch);
	write_clocks_and_delays(&em);
	sc_jacobian_text(&em);
	em.strings |= plan->strings > 0;
	write_entries(&em, dispatch.at ? dispatch.at : "");
	sc_text text = { .text = em.out.at, .length = em.out.n, .sites = em.sites, .failed = em.failed,
		.includes = has_includes(plan->model) };
	sb_text_free(&dispatch);
	sb_arena_free(em.arena);
	return text;
}

void sc_generate(const ss_plan *plan, sb_text *out)
{
	sb_arena *kept = sb_arena_new();
	sc_text text = sc_generate_text(plan, kept, true);
	if (!text.failed)
		sb_addn(out, text.text, text.length);
	sb_text made = { .at = text.text, .n = text.length };
	sb_text_free(&made);
	sb_arena_free(kept);
}
