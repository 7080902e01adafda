/* The whole text: prelude, functions of the model, loops, and the functions of sc_functions. */
#include "code/generate/generate.h"
#include "code/make/make.h"

#include <stdio.h>
#include <string.h>

void sc_text_open(sc_emitter *em, const ss_plan *plan, sb_arena *kept, bool comments)
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
		ss_place place = ss_place_of_leaf(plan, plan->pres.at[k].var);
		if (place.store != SS_NOWHERE)
			em->pre_of[sc_place_key(plan, place)] = k + 1;
	}
}

static void items_of_steps(sc_emitter *em, sc_items *items, const ss_steps *steps)
{
	for (uint32_t k = 0; k < steps->n; k++) {
		sc_item item = { .kind = SC_STEP, .step = &steps->at[k] };
		sb_push(em->arena, *items, item);
	}
}

/* `known`: by step, its values are there before; NULL: none is. */
static void write_parameters(sc_emitter *em, const bool *known)
{
	const ss_plan *plan = em->plan;
	ss_steps needed = {0};
	for (uint32_t i = 0; i < plan->parameter_steps.n; i++)
		if ((!plan->carries_parameters || !plan->parameter_steps.at[i].guard) && !(known && known[i]))
			sb_push(em->arena, needed, plan->parameter_steps.at[i]);
	sc_items items = {0};
	items_of_steps(em, &items, &needed);
	sc_entry(em, "parameters", "", "", &items, "parameters and constants that are not given from outside");
}

static void write_steps(sc_emitter *em, const char *name, const ss_steps *steps, const char *role)
{
	sc_items items = {0};
	items_of_steps(em, &items, steps);
	sc_entry(em, name, "", "", &items, role);
}

static void push_value_of(sc_emitter *em, sc_items *items, const char *array, uint32_t index, sx_ref value,
						  sb_span span, const char *component)
{
	sc_item item = {
		.kind = SC_VALUE, .array = array, .index = index, .value = value, .span = span, .component = component};
	if (value)
		sb_push(em->arena, *items, item);
}

static void push_value(sc_emitter *em, sc_items *items, const char *array, uint32_t index, sx_ref value)
{
	push_value_of(em, items, array, index, value, (sb_span){0}, NULL);
}

static void write_watch_functions(sc_emitter *em)
{
	sc_items functions = {0};
	for (uint32_t k = 0; k < em->plan->watches.n; k++)
		push_value_of(em, &functions, "functions", k, em->plan->watches.at[k].function, em->plan->watches.at[k].span,
			em->plan->watches.at[k].component);
	sc_routine_in_pieces(em, "functions_of", ", double *functions", ", functions", &functions, SC_WATCHES, SS_WATCH);
	sc_entry_text(em, "functions", ", double *functions", "\tfunctions_of(d, functions);\n",
		"the functions whose zeros are events, of the values as they are");
}

static void write_residuals(sc_emitter *em)
{
	sc_items residuals = {0};
	for (uint32_t k = 0; k < em->plan->invariants.n; k++)
		push_value(em, &residuals, "residuals", k, em->plan->invariants.at[k].residual);
	if (residuals.n)
		sc_routine(em, "residuals_of", ", double *residuals", ", residuals", &residuals);
}

static void write_times(sc_emitter *em)
{
	sc_items times = {0};
	for (uint32_t k = 0; k < em->plan->watches.n; k++)
		if (em->plan->watches.at[k].time_only) {
			push_value(em, &times, "when", k, em->plan->watches.at[k].when);
			push_value(em, &times, "slope", k, em->plan->watches.at[k].slope);
		}
	em->scratch = em->loops_scratch;
	em->strings = em->base_strings;
	sc_routine_in_pieces(em, "times_of", ", double *when, double *slope", ", when, slope", &times, SC_TIMES, 0);
	sc_entry_text(em, "times", ", double *when, double *slope", "\ttimes_of(d, when, slope);\n",
		"when conditions of time alone change, and in which direction");
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
	em->scratch = em->loops_scratch;
	em->strings = em->base_strings;
	sc_routine_in_pieces(em, "actions_of", "", "", &actions, SC_ACTIONS, 0);
	sc_entry_text(em, "actions", "", "\tactions_of(d);\n", "what when-clauses do besides setting variables");
	sc_entry(em, "asserts", "", "", &asserts, "assertions outside when-clauses");
}

static void write_guards(sc_emitter *em)
{
	sc_items guards = {0};
	for (uint32_t k = 0; k < em->plan->guards.n; k++) {
		push_value(em, &guards, "functions", 2 * k, em->plan->guards.at[k].function);
		push_value(em, &guards, "functions", 2 * k + 1, em->plan->guards.at[k].over);
	}
	sc_entry(em, "guards", ", double *functions", ", functions", &guards,
			 "divisors and arguments, and what is divided, to see them come to their limits");
}

static void write_events(sc_emitter *em)
{
	sc_items when = {0};
	sb_text dispatch = {0};
	em->scratch = em->loops_scratch;
	em->strings = em->base_strings;
	if (em->plan->event_code.n || em->plan->routine_code.n)
		sc_find_touched(em);
	em->announcing = true;
	em->definite = 1;
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
		sb_addf(&dispatch, "\tif (which == %u) event_%u(d);\n", k, k);
		const sm_event *event = &em->model->events.at[em->plan->event_code.at[k].event];
		push_value_of(em, &when, "values", k, em->plan->event_code.at[k].when, event->span,
					  strchr(event->name, '.') ? NULL : event->name);
	}
	em->announcing = false;
	em->definite = 0;
	sc_entry_text(em, "event", ", int which", dispatch.at ? dispatch.at : "", "the action of an event");
	sc_entry(em, "event_when", ", double *values", ", values", &when, "the conditions or times of events");
	sb_text_free(&dispatch);
}

static void write_forcing(sc_emitter *em)
{
	const ss_plan *plan = em->plan;
	sc_items steady = {0}, moving = {0}, inputs = {0}, centres = {0};
	sb_text dispatch = {0};
	for (uint32_t k = 0; k < plan->angles.n; k++)
		push_value(em, plan->angles.at[k].steady ? &steady : &moving, "angles", k, plan->angles.at[k].value);
	for (uint32_t k = 0; k < plan->centres.n; k++)
		push_value(em, &centres, "functions", k, plan->centres.at[k]);
	for (uint32_t k = 0; k < plan->moment_inputs.n; k++)
		push_value(em, &inputs, "inputs", k, plan->moment_inputs.at[k]);
	for (uint32_t k = 0; k < plan->moments.n; k++) {
		const ss_moment *m = &plan->moments.at[k];
		sc_items one = {0};
		char name[40];
		push_value(em, &one, "out", 0, m->function);
		for (uint32_t i = 0; i < m->features.n; i++)
			push_value(em, &one, "out", 1 + i, m->features.at[i]);
		for (uint32_t i = 0; i < m->angles.n; i++)
			push_value(em, &one, "out", 1 + m->features.n + i, m->angles.at[i]);
		snprintf(name, sizeof name, "moment_%u", k);
		sc_routine(em, name, ", double *out", ", out", &one);
		sb_addf(&dispatch, "\tcase %u: moment_%u(d, out); break;\n", k, k);
	}
	if (plan->angles.n) {
		sc_routine(em, "steady_angles", ", double *angles", ", angles", &steady);
		sc_routine(em, "moving_angles", ", double *angles", ", angles", &moving);
		sc_entry_text(em, "angles", ", int steady, double *angles",
			"\tif (steady)\n\t\tsteady_angles(d, angles);\n\telse\n\t\tmoving_angles(d, angles);\n",
			"what goes round in the rates and conditions");
	}
	if (plan->moments.n)
		sc_entry_text(em, "moment", ", int which, double *out",
					  sb_printf(em->arena, "\tswitch (which) {\n%s\t}\n", dispatch.at),
					  "a function of time whose zeros are known ahead, its features, and what goes round in it");
	if (plan->centres.n)
		sc_entry(em, "centres", ", double *functions", ", functions", &centres,
				 "functions of states at whose zeros the rates may have a peak");
	if (plan->angles.n || plan->moments.n)
		sc_entry(em, "moment_inputs", ", double *inputs", ", inputs", &inputs,
				 "what changes at events only and these read");
	sb_text_free(&dispatch);
}

/* Jumps in the rates that a function of the model makes: all others are formulas of the image. */
static void write_breaks(sc_emitter *em)
{
	sb_text dispatch = {0};
	em->scratch = em->loops_scratch;
	em->strings = em->base_strings;
	for (uint32_t k = 0; k < em->plan->breaks.n; k++) {
		const ss_break *b = &em->plan->breaks.at[k];
		sc_items one = {0};
		char name[40];
		if (!si_break_calls(em->model, b))
			continue;
		push_value_of(em, &one, "value", 0, b->value, b->span, NULL);
		snprintf(name, sizeof name, "break_%u", k);
		sc_routine(em, name, ", double *value", ", value", &one);
		sb_addf(&dispatch, "\tcase %u: break_%u(d, value); break;\n", k, k);
	}
	if (dispatch.n)
		sc_entry_text(em, "break", ", int which, double *value",
					  sb_printf(em->arena, "\tswitch (which) {\n%s\t}\n", dispatch.at),
					  "what jumps in the rates without an event, where a function computes it");
	sb_text_free(&dispatch);
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
	sc_entry(em, "clocks", ", double *start, double *interval", ", start, interval", &clocks,
		"first tick and interval of every sample()");
	sc_entry(em, "delays", ", double *value, double *ago, double *longest", ", value, ago, longest", &delays,
		"what every delay() keeps, how long ago it asks for, and the longest it may");
}

static void write_transports(sc_emitter *em)
{
	sc_items now = {0}, initial = {0};
	uint32_t at = 0;
	for (uint32_t k = 0; k < em->plan->transports.n; k++) {
		const ss_transport *t = &em->plan->transports.at[k];
		push_value(em, &now, "now", 4 * k, t->in[0]);
		push_value(em, &now, "now", 4 * k + 1, t->in[1]);
		push_value(em, &now, "now", 4 * k + 2, t->x);
		push_value(em, &now, "now", 4 * k + 3, t->positive);
		for (uint32_t i = 0; i < t->n; i++) {
			push_value(em, &initial, "initial", at + i, t->points[i]);
			push_value(em, &initial, "initial", at + t->n + i, t->values[i]);
		}
		at += 2 * t->n;
	}
	sc_entry(em, "transports", ", double *now", ", now", &now,
			 "what goes into every spatialDistribution, and how far it has moved");
	sc_entry(em, "profiles", ", double *initial", ", initial", &initial, "what every spatialDistribution begins with");
}

/* The groups that run in a phase: those of earlier phases have run already. */
static void write_phase(sc_emitter *em, const sc_groups *groups, const char *name, uint8_t phase, uint8_t done,
						const char *role)
{
	sb_text calls = {0};
	bool watch = phase == SS_WATCH || phase == SS_SEARCH, project = phase == SS_PROJECT;
	for (uint32_t k = 0; k < groups->n; k++) {
		const sc_group *g = &groups->at[k];
		if (!(g->phases & phase) || (g->phases & done))
			continue;
		sb_addf(&calls, "\tgroup_%u(d);\n", k);
		if (g->may_fail)
			sb_addf(&calls, em->scratch ? "\tif (d->failed) goto out;\n" : "\tif (d->failed) return;\n");
	}
	if (watch)
		sb_add(&calls, "\tfunctions_of(d, functions);\n");
	if (project)
		sb_add(&calls, "\tresiduals_of(d, residuals);\n");
	if (em->scratch)
		sb_add(&calls, "out:\n");
	sc_entry_text(em, name,
				  watch     ? ", double *functions"
				  : project ? ", double *residuals"
							: "",
				  calls.at ? calls.at : "", role);
	sb_text_free(&calls);
}

static void write_phases(sc_emitter *em)
{
	em->scratch = em->loops_scratch;
	em->strings = em->base_strings;
	sc_groups groups = sc_schedule(em, &em->plan->steps);
	for (uint32_t k = 0; k < groups.n && !em->failed; k++) {
		sc_items items = {0};
		char name[40];
		for (uint32_t j = 0; j < groups.at[k].steps.n; j++) {
			sc_item item = { .kind = SC_STEP, .step = groups.at[k].steps.at[j] };
			sb_push(em->arena, items, item);
		}
		snprintf(name, sizeof name, "group_%u", k);
		if (em->comments)
			sb_addf(&em->out, "/* equations of every%s%s%s instant */\n",
				groups.at[k].phases & SS_RATES ? " evaluation of the rates," : "",
				groups.at[k].phases & SS_WATCH ? " look for events," : "",
				groups.at[k].phases & SS_OUTPUT ? " recorded point," : "");
		groups.at[k].may_fail = sc_routine_in_pieces(em, name, "", "", &items, SC_STEPS, groups.at[k].phases);
	}
	write_watch_functions(em);
	write_residuals(em);
	write_phase(em, &groups, "rates", SS_RATES, 0, "from time and states x the rates xd, and what they need");
	write_phase(em, &groups, "watch", SS_WATCH, SS_RATES, "after sc_rates: the functions whose zeros are events");
	write_phase(em, &groups, "outputs", SS_OUTPUT, SS_RATES | SS_WATCH,
				"after sc_rates and sc_watch: all that is left");
	write_phase(em, &groups, "all", 0xff, 0, "every equation, in an instant of events");
	if (em->plan->search_apart)
		write_phase(em, &groups, "search", SS_SEARCH, 0,
					"from time and states the functions whose zeros are events, and nothing else");
	if (em->plan->invariants.n)
		write_phase(em, &groups, "invariants", SS_PROJECT, 0, "what the constraints between states leave over");
}

static void write_modes(sc_emitter *em)
{
	sc_items items = {0};
	for (uint32_t k = 0; k < em->plan->switches.n; k++)
		push_value(em, &items, "branch", k, em->plan->switches.at[k].which);
	sc_entry(em, "modes", ", double *branch", ", branch", &items,
			 "the branch that every if-equation of the structure asks for");
}

static void write_jacobian(sc_emitter *em)
{
	const ss_jacobian *j = &em->plan->jacobian;
	if (!j->symbolic)
		return;
	em->scratch = em->loops_scratch;
	em->strings = em->base_strings;
	sc_jacobian_text(em);
	sc_entry_text(em, "jacobian", ", double *values", sb_printf(em->arena,
		"\tpartials(d, d->services->scratch(d, %lluULL), values);\n", 8ull * j->temp_count + 8),
		"after sc_rates: the derivatives of the rates by the states, column by column");
}

static void write_invariant_jacobian(sc_emitter *em)
{
	const ss_invariant_jacobian *j = &em->plan->invariant_jacobian;
	if (!em->plan->invariants.n || !j->symbolic)
		return;
	em->scratch = em->loops_scratch;
	em->strings = em->base_strings;
	sc_invariant_jacobian_text(em);
	sc_entry_text(em, "invariant_jacobian", ", double *values", sb_printf(em->arena,
		"\tinvariant_partials(d, d->services->scratch(d, %lluULL), values);\n", 8ull * j->temp_count + 8),
		"after sc_invariants: their derivatives by the states, column by column");
}

static bool has_includes(const sm_model *m)
{
	for (uint32_t k = 0; k < m->functions.n; k++)
		if (m->functions.at[k]->external && !m->functions.at[k]->external->own &&
			m->functions.at[k]->external->includes.n)
			return true;
	return false;
}

/* The shared declarations are one line, made by the preprocessor; for readers each member gets a line of its own.
 * `text`: what follows them. */
static void add_prelude(sc_emitter *em, const char *text, sb_text *out)
{
	static const char legend[] =
		"/* d holds the values of a run: x states, xd their rates, r other Reals, i Integers and Booleans,\n"
		" * s Strings; pre_... left limits at events, latch conditions as they were at the last event. */\n";
	const char *at = sc_prelude;
	int level = 0, round = 0;
	if (!em->comments) {
		sc_put_declarations(text, out);
		return;
	}
	sb_add(out, legend);
	for (; *at != '\n'; at++) {
		sb_addc(out, *at);
		round += (*at == '(') - (*at == ')');
		level += (*at == '{') - (*at == '}');
		if (round || (*at != '{' && *at != ';'))
			continue;
		at += at[1] == ' ';
		sb_add(out, at[1] == '\n' ? "" : at[1] == '}' || level == 0 ? "\n" : "\n\t");
	}
	sb_add(out, at);
}

sc_text sc_text_close(sc_emitter *em)
{
	const ss_plan *plan = em->plan;
	sb_text whole = {0}, body = {0};
	sc_put_helpers(em->out.at ? em->out.at : "", em->out.n, &body);
	sb_addn(&body, em->out.at ? em->out.at : "", em->out.n);
	sb_text_free(&em->out);
	sb_addf(&whole, "/* Made by Saltus " SALTUS_VERSION " from %s. */\n",
		strstr(plan->model->name, "*/") ? "a model" : plan->model->name);
	sc_functions_headers(em, &whole);
	add_prelude(em, body.at, &whole);
	sb_addn(&whole, body.at, body.n);
	sb_text_free(&body);
	sc_text text = { .text = whole.at, .length = whole.n, .sites = em->sites, .failed = em->failed,
		.includes = has_includes(plan->model), .own = em->externals, .graph = em->failed ? NULL : sc_graph_close(em) };
	sb_arena_free(em->arena);
	return text;
}

sc_text sc_generate_text(const ss_plan *plan, sb_arena *kept, bool comments)
{
	sc_emitter em;
	sc_text_open(&em, plan, kept, comments);
	if (sc_has_pieces(plan))
		sc_graph_open(&em);
	sc_routine_sites(&em);
	sc_functions_text(&em);
	em.what = plan->model->name;
	em.scratch = false;      /* functions give back what they take */
	sc_loops_text(&em);
	em.loops_scratch = em.scratch;
	em.base_strings = em.strings;
	em.definite = SC_NOTICED;
	write_parameters(&em, NULL);
	em.definite = 0;
	write_steps(&em, "starts", &plan->start_steps, "start values");
	write_steps(&em, "initial", &plan->initial_steps, "the initial system");
	write_phases(&em);
	write_times(&em);
	write_actions(&em);
	write_guards(&em);
	write_events(&em);
	sc_sources_text(&em);
	sc_routines_text(&em);
	write_forcing(&em);
	write_breaks(&em);
	write_clocks_and_delays(&em);
	write_transports(&em);
	write_modes(&em);
	write_jacobian(&em);
	write_invariant_jacobian(&em);
	sc_graph_tables(&em);
	return sc_text_close(&em);
}

bool sc_alone_close(sc_emitter *em, sc_alone *out)
{
	sb_text body = {0};
	sc_put_helpers(em->out.at ? em->out.at : "", em->out.n, &body);
	sb_addn(&body, em->out.at ? em->out.at : "", em->out.n);
	*out = (sc_alone){.text = sb_strdup(em->kept, body.at ? body.at : "")};
	for (uint32_t k = 0; k < em->sites.n; k++) {
		const sc_site *s = &em->sites.at[k];
		sb_push(em->kept, out->sites, ((sc_alone_site){s->span, s->what, s->array, s->lower}));
	}
	bool good = !em->failed;
	sb_text_free(&body);
	sb_text_free(&em->out);
	sb_arena_free(em->arena);
	return good;
}

/* What diagnoses, the search for crossings and the choice of steps need is not there. */
bool sc_generate_alone(const ss_plan *plan, const bool *known, sb_arena *kept, sc_alone *out)
{
	sc_emitter em;
	sc_text_open(&em, plan, kept, true);
	em.alone = true;
	sc_routine_sites(&em);
	sc_functions_text(&em);
	em.what = plan->model->name;
	em.scratch = false;
	sc_loops_text(&em);
	em.loops_scratch = em.scratch;
	em.base_strings = em.strings;
	write_parameters(&em, known);
	write_steps(&em, "starts", &plan->start_steps, "start values");
	write_steps(&em, "initial", &plan->initial_steps, "the initial system");
	write_phases(&em);
	write_times(&em);
	write_actions(&em);
	write_events(&em);
	write_clocks_and_delays(&em);
	write_jacobian(&em);
	return sc_alone_close(&em, out);
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
