/* The image of a plan, table by table. */
#include "code/make/make.h"
#include "model/unit/unit.h"

#include <math.h>
#include <string.h>

_Static_assert((int)SI_RATE == (int)SS_RATE, "places are the same");
_Static_assert((int)SI_TYPE_STRING == (int)SX_STRING && (int)SI_TYPE_REAL == (int)SX_REAL, "types are the same");
_Static_assert((int)SI_SEARCH == (int)SS_SEARCH && (int)SI_DISCRETE == (int)SS_DISCRETE, "phases are the same");
_Static_assert((int)SI_CEIL == (int)SS_CEIL && (int)SI_MOMENT_EDGE == (int)SS_MOMENT_EDGE, "watches are the same");
_Static_assert((int)SI_SAME_TRANSPORT == (int)SS_SAME_TRANSPORT, "what is the same in all modes is the same");
_Static_assert((int)SI_GUARD_GROWTH == (int)SS_GUARD_GROWTH, "guards are the same");
_Static_assert((int)SI_ON_SCHEDULE == (int)SM_ON_SCHEDULE && (int)SI_CONSTANT == (int)SM_CONSTANT, "enums agree");
_Static_assert((int)SI_ONCE == (int)SM_ONCE && (int)SI_SET == (int)SM_SET, "routines and resources are the same");
_Static_assert((int)SI_LARGEST == (int)SM_LARGEST && (int)SI_HISTOGRAM == (int)SM_HISTOGRAM, "figures are the same");
_Static_assert((int)SI_SLOPE_1 == (int)SX_SLOPE_1, "transports are the same");
#define X(name) _Static_assert((int)SI_DO_##name == (int)SM_##name, "statements are the same");
SI_STATEMENTS(X)
#undef X
#define X(name, spelling) _Static_assert((int)SI_ASK_##name == (int)SM_ASK_##name, "questions are the same");
SI_QUESTIONS(X)
#undef X

/* A list of numbers that lives as long as the plan. */
#define BORROW(table, list, count)                                                                                     \
	do {                                                                                                               \
		m->image->table.at = (list);                                                                                   \
		m->image->table.n = m->image->table.cap = (list) ? (count) : 0;                                                \
	} while (0)

/* ---- variables */

static double constant_of(const si_maker *m, const sm_variable *v)
{
	if (v->rank || !v->binding || !sx_is_const(m->pool, v->binding) || v->type == SX_STRING)
		return NAN;
	return v->type == SX_REAL ? sx_real_value(m->pool, v->binding) : (double)sx_int_value(m->pool, v->binding);
}

static si_text add_text(si_maker *m, const char *text)        /* one that nobody else has */
{
	if (!text || !*text)
		return 0;
	sb_push(m->arena, m->image->texts, text);
	return m->image->texts.n - 1;
}

/* One for all that have the same; units are as few as they are, whatever the number of variables. */
static uint32_t make_unit(si_maker *m, const char *unit, const char *display)
{
	si_unit row = { .unit = si_make_text(m, unit), .display = si_make_text(m, display) };
	uint64_t key = sb_pair(row.unit, row.display), known;

	if (sb_map_get(&m->units, key, &known))
		return (uint32_t)known;
	row.rate = si_make_text(m, sm_unit_of_rate(m->arena, unit));
	row.is_shown = sm_unit_shown(unit, display, &row.factor, &row.offset);
	SI_ADD(units, row);
	sb_map_put(&m->units, key, m->image->units.n - 1);
	return m->image->units.n - 1;
}

static void make_variable(si_maker *m, const sm_variable *v)
{
	si_variable row = { .name = add_text(m, v->name),
		.component = si_make_text(m, v->component),
		.first = v->first,
		.count = v->count,
		.rank = v->rank,
		.shape = si_make_numbers(m, v->shape, v->rank).first,
		.enumeration = v->enumeration,
		.min = si_make_formula(m, v->min),
		.max = si_make_formula(m, v->max),
		.nominal = si_make_formula(m, v->nominal),
		.measure = make_unit(m, v->unit, v->display_unit),
		.description = add_text(m, v->description),
		.object = si_make_text(m, v->object),
		.type = v->type,
		.variability = v->variability,
		.hidden = v->hidden,
		.final = v->final,
		.structural = v->structural,
		.held = v->held,
		.set_by_routines = v->set_by_routines,
		.kept = v->kept,
		.start_given = v->start_given,
		.mixed_units = v->mixed_units,
		.unknown = v->fixed && sx_is_const(m->pool, v->fixed) && !sx_int_value(m->pool, v->fixed),
		.potential = v->port == SM_POTENTIAL,
		.span = v->span,
		.binding_span = v->binding_span,
		.value = constant_of(m, v),
		.ramp = v->ramp };

	if (v->parts)
		row.parts = si_make_numbers(m, v->parts, v->rank);
	if (v->over)
		row.over = si_make_numbers(m, v->over, v->rank);
	if (v->lower) {
		row.lower = (si_range){ m->image->wholes.n, v->rank };
		for (uint32_t d = 0; d < v->rank; d++)
			SI_ADD(wholes, v->lower[d]);
	}
	SI_ADD(variables, row);
}

static void make_model(si_maker *m)
{
	const sm_model *model = m->model;
	si_image *image = m->image;

	image->name = si_make_text(m, model->name);
	image->scalars = model->scalars;
	image->settings = (si_settings){ model->settings.start,
		model->settings.stop,
		model->settings.interval,
		model->settings.tolerance,
		si_make_text(m, model->settings.solver),
		model->settings.rests,
		model->settings.slides,
		model->settings.quantum,
		model->settings.hysteresis };
	image->pure = true;
	for (uint32_t i = 0; i < model->variables.n; i++)
		make_variable(m, &model->variables.at[i]);
	for (uint32_t i = 0; i < model->enums.n; i++) {
		si_range literals = { image->numbers.n, model->enums.at[i].count };
		for (uint32_t k = 0; k < literals.n; k++)
			SI_ADD(numbers, si_make_text(m, model->enums.at[i].literals[k]));
		SI_ADD(enums, (si_enum){ si_make_text(m, model->enums.at[i].name), literals });
	}
	for (uint32_t i = 0; i < model->machine_states.n; i++) {
		const sm_machine_state *s = &model->machine_states.at[i];
		SI_ADD(machine_states, (si_machine_state){ si_make_text(m, s->name), s->active });
	}
	for (uint32_t i = 0; i < model->instances.n; i++) {
		const sm_instance *s = &model->instances.at[i];
		SI_ADD(instances, (si_instance){ si_make_text(m, s->name), s->activity,
									  si_make_numbers(m, s->variables.at, s->variables.n) });
	}
	for (uint32_t i = 0; i < model->functions.n; i++) {
		const sm_function *f = model->functions.at[i];
		image->pure = image->pure && !f->impure;
		image->foreign = image->foreign || (f->external && !f->external->own && !f->external->compiled);
	}
}

/* ---- places */

static void make_cells(si_maker *m)
{
	const ss_plan *plan = m->plan;
	const ss_cells *cells = plan->cells;
	si_image *image = m->image;
	uint32_t n = cells ? cells->n : m->model->scalars;

	image->by_cells = cells != NULL;
	image->place.at = sb_new_array(m->arena, si_place, n + 1);
	image->place.n = image->place.cap = n;
	for (uint32_t i = 0; i < n; i++)
		image->place.at[i] = si_make_place(plan->place[i]);
	BORROW(root, plan->root, n);
	for (uint32_t i = 0; cells && i < cells->section_count; i++) {
		const ss_section *p = &cells->sections[i];
		si_section row;
		memset(&row, 0, sizeof row);     /* the bytes between members too, because rows are written as bytes */
		row.variable = p->variable;
		row.count = p->count;
		row.cell = p->cell;
		row.whole = p->whole;
		row.in_row = p->in_row;
		row.box.rank = p->box.rank;
		for (uint32_t d = 0; d < SS_RANK_MOST; d++) {
			row.box.lo[d] = p->box.lo[d];
			row.box.hi[d] = p->box.hi[d];
			row.stride[d] = p->stride[d];
		}
		SI_ADD(sections, row);
	}
	if (cells)
		BORROW(first_section, cells->first, m->model->variables.n + 1);
}

static void make_states(si_maker *m)
{
	const ss_plan *plan = m->plan;
	si_image *image = m->image;

	if (!plan->cells)
		BORROW(state_scalar, plan->state_scalar, plan->states);
	for (uint32_t i = 0; i < plan->state_runs.n; i++)
		SI_ADD(state_runs, (si_state_run){ plan->state_runs.at[i].first, plan->state_runs.at[i].variable });
	BORROW(state_order, plan->state_order, plan->states);
	uint32_t nominals = plan->state_nominal ? plan->cells ? plan->cells->n : plan->states : 0;
	image->state_nominal.at = sb_new_array(m->arena, si_formula, nominals + 1);
	image->state_nominal.n = image->state_nominal.cap = nominals;
	for (uint32_t i = 0; i < nominals; i++)
		image->state_nominal.at[i] = si_make_formula(m, plan->state_nominal[i]);
	for (uint32_t i = 0; i < plan->parameters.n; i++) {
		const ss_parameter *p = &plan->parameters.at[i];
		SI_ADD(parameters, (si_parameter){ p->scalar, p->count, p->number });
	}
}

/* ---- conditions */

static uint8_t relation_of(sx_op op)
{
	switch (op) {
	case SX_LT: return SI_LT;
	case SX_LE: return SI_LE;
	case SX_GT: return SI_GT;
	case SX_GE: return SI_GE;
	case SX_EQ: return SI_EQ;
	case SX_NE: return SI_NE;
	case SX_CEIL: return SI_TO_CEIL;
	default: return SI_TO_FLOOR;
	}
}

/* One number for functions that are zero together because they are equal up to the sign. */
static uint64_t zeros_of(const si_maker *m, sx_ref f)
{
	f = sx_op_of(m->pool, f) == SX_NEG ? sx_arg(m->pool, f, 0) : f;
	if (sx_op_of(m->pool, f) != SX_SUB)
		return f;
	sx_ref a = sx_arg(m->pool, f, 0), b = sx_arg(m->pool, f, 1);
	return sb_pair(a < b ? a : b, a < b ? b : a);
}

static uint32_t first_with(sb_map *map, uint64_t key, uint32_t number)
{
	uint64_t first = number;

	if (!sb_map_get(map, key, &first))
		sb_map_put(map, key, number);
	return (uint32_t)first;
}

/* The first side of what was written that is a variable. */
static uint32_t side_of(const si_maker *m, sx_ref written)
{
	for (uint32_t i = 0; i < sx_at(m->pool, written)->count; i++) {
		sx_ref side = sx_arg(m->pool, written, i);
		uint32_t s = sx_op_of(m->pool, side) == SX_VAR ? sm_scalar_of(m->model, side) : UINT32_MAX;
		if (s != UINT32_MAX)
			return s;
	}
	return UINT32_MAX;
}

/* The number + 1 of the state that alone moves it. */
static uint32_t alone_in(const si_maker *m, const ss_watch *w, bool *falls)
{
	ss_place place = w->alone ? ss_place_of_leaf(m->plan, w->alone) : (ss_place){SS_NOWHERE, false, 0};
	*falls = w->falls != place.negated;
	return place.store == SS_STATE ? place.index + 1 : 0;
}

static void make_watches(si_maker *m)
{
	sb_map zeros = sb_map_new(m->lasting), tied = si_make_zeros(m);
	bool falls;

	for (uint32_t i = 0; i < m->plan->watches.n; i++) {
		const ss_watch *w = &m->plan->watches.at[i];
		sx_op written = sx_op_of(m->pool, w->written);
		uint32_t state = alone_in(m, w, &falls);
		SI_ADD(watches, (si_watch){ .kind = w->kind,
			.op = relation_of(w->op),
			.time_only = w->time_only,
			.ahead = w->ahead,
			.loose = w->loose,
			.initial_only = w->initial_only,
			.begins_anew = written == SX_MOD || written == SX_REM,
			.is_boolean = sx_type_of(m->pool, w->written) == SX_BOOLEAN,
			.tied = si_is_tied(m, &tied, w->written),
			.unread = w->unread, .guards = w->guards,
			.function = si_make_formula(m, w->function),
			.zeros = first_with(&zeros, zeros_of(m, w->function), i),
			.side = side_of(m, w->written),
			.state = state, .falls = falls,
			.terms = si_make_terms(m, w->function),
			.written = si_make_phrase(m, w->written),
			.span = w->span,
			.component = si_make_text(m, w->component) });
	}
	for (uint32_t i = 0; i < m->plan->same.n; i++) {
		const ss_same *s = &m->plan->same.at[i];
		SI_ADD(same, (si_same){ s->kind, s->origin, s->part, s->number, si_make_phrase(m, s->origin) });
	}
}

/* ---- what happens */

static void make_clocks(si_maker *m)
{
	const ss_plan *plan = m->plan;

	for (uint32_t i = 0; i < plan->clocks.n; i++) {
		const ss_clock *c = &plan->clocks.at[i];
		SI_ADD(clocks, (si_clock){ si_make_phrase(m, c->start), si_make_phrase(m, c->interval), c->span,
								si_make_text(m, c->component), c->base, c->observes, {0}, c->step, c->first });
	}
	for (uint32_t i = 0; i < plan->bases.n; i++) {
		const ss_base *b = &plan->bases.at[i];
		SI_ADD(bases, (si_base){ b->num, b->den, b->resolution, b->span, b->rational, b->variable,
							  b->observes, 0 });
	}
	for (uint32_t i = 0; i < plan->delays.n; i++) {
		const ss_delay *d = &plan->delays.at[i];
		SI_ADD(delays, (si_delay){d->still, d->steady, d->known, !d->known && d->longest == d->time, d->span,
							   si_make_text(m, d->component)});
	}
	for (uint32_t i = 0; i < plan->transports.n; i++) {
		const ss_transport *t = &plan->transports.at[i];
		SI_ADD(transports, (si_transport){ t->n, t->still, {t->held[0], t->held[1]}, 0, t->span,
			si_make_text(m, t->component) });
	}
	for (uint32_t i = 0; i < plan->pres.n; i++) {
		const ss_pre *p = &plan->pres.at[i];
		SI_ADD(pres, (si_pre){ sm_scalar_of(m->model, p->var), si_make_phrase(m, p->var), si_make_place(p->place),
							p->discrete, {0} });
	}
}

static si_action action_of(si_maker *m, const ss_action *a)
{
	return (si_action){ si_make_phrase(m, a->kind == SS_ASSERT ? a->condition : 0), a->level, a->span,
						si_make_text(m, a->component) };
}

/* The place that the action of a source of activations sets, + 1: it turns a Boolean that nobody else sets. */
static uint32_t turned_by(const ss_plan *plan, const sm_statements *action)
{
	ss_place place = ss_place_of_leaf(plan, action->at[0]->target);
	return place.store == SS_NOWHERE ? 0 : ss_place_key(plan, place) + 1;
}

static void make_events(si_maker *m)
{
	const ss_plan *plan = m->plan;

	for (uint32_t i = 0; i < plan->actions.n; i++)
		SI_ADD(actions, action_of(m, &plan->actions.at[i]));
	for (uint32_t i = 0; i < plan->asserts.n; i++)
		SI_ADD(asserts, action_of(m, &plan->asserts.at[i]));
	for (uint32_t i = 0; i < plan->event_code.n; i++) {
		const sm_event *e = &m->model->events.at[plan->event_code.at[i].event];
		SI_ADD(event_code, (si_event){ si_make_text(m, e->name), e->trigger, e->direction, e->priority,
								   si_make_formula(m, e->start), si_make_formula(m, e->interval), e->span, e->group,
								   e->of_activation ? turned_by(plan, &plan->event_code.at[i].action) : 0,
								   plan->event_code.at[i].observes, {0} });
	}
	for (uint32_t i = 0; i < plan->schedules.n; i++)
		m->image->straight |= !plan->schedules.at[i].why;
	m->image->sources_alone = plan->sources_alone;
	for (uint32_t i = 0; i < plan->waits.n; i++) {
		const struct ss_wait *w = &plan->waits.at[i];
		si_range turns = { m->image->turns.n, w->turns.n };
		for (const struct ss_wait_turn *t = w->turns.at, *end = t + w->turns.n; t < end; t++)
			SI_ADD(turns, (si_turn){ relation_of(t->op), si_make_terms(m, t->function), t->time_only, {0} });
		SI_ADD(waits, (si_wait){ w->moving, w->asks, w->locals, 0, w->routine, si_make_phrase(m, w->condition),
							  si_make_numbers(m, w->discrete.at, w->discrete.n), turns, w->span });
	}
}

/* ---- processes */

static void find_targets(const si_maker *m, const sm_statements *body, char *set, int depth);

static void note_target(const si_maker *m, sx_ref target, char *set)
{
	if (target && sx_op_of(m->pool, target) == SX_VAR)
		set[sx_at(m->pool, target)->payload] = 1;
}

static void find_targets(const si_maker *m, const sm_statements *body, char *set, int depth)
{
	for (uint32_t i = 0; i < body->n && depth < 1000; i++) {
		const sm_statement *s = body->at[i];
		note_target(m, s->target, set);
		for (uint32_t k = 0; sm_sets_targets(s->kind) && k < s->targets.n; k++)
			note_target(m, s->targets.at[k], set);
		for (uint32_t k = 0; k < s->branches.n; k++)
			find_targets(m, &s->branches.at[k].body, set, depth + 1);
	}
}

static void make_routines(si_maker *m)
{
	const sm_model *model = m->model;
	char *set = sb_alloc(m->lasting, model->variables.n + 1);

	for (uint32_t i = 0; i < m->plan->routine_code.n; i++) {
		const struct ss_routine_code *c = &m->plan->routine_code.at[i];
		const sm_routine *r = &model->routines.at[i];
		si_range types = { m->image->numbers.n, 0 };
		for (uint32_t k = 0; k < r->locals.n; k++)
			for (uint32_t n = sm_local_scalars(model, &r->locals.at[k]); n && types.n < c->slots; n--, types.n++)
				SI_ADD(numbers, r->locals.at[k].type);
		SI_ADD(routines, (si_routine){ si_make_text(m, r->name), r->kind, r->priority, c->args, c->slots, c->continuous,
									{0}, types, r->span });
		find_targets(m, &r->body, set, 0);
	}
	for (uint32_t v = 0; v < model->variables.n; v++)
		if (set[v] || model->variables.at[v].kept)
			SI_ADD(set, v);
	BORROW(begin, model->begin.at, model->begin.n);
	BORROW(end, model->end.at, model->end.n);
	BORROW(stored, model->stored.at, model->stored.n);
	m->image->experiments.n = model->experiments.n;
}

static void make_shared(si_maker *m)
{
	const sm_model *model = m->model;

	for (uint32_t i = 0; i < model->resources.n; i++) {
		const sm_resource *r = &model->resources.at[i];
		si_range types = { m->image->numbers.n, r->field_types ? r->fields : 0 };
		for (uint32_t k = 0; k < types.n; k++)
			SI_ADD(numbers, r->field_types[k]);
		SI_ADD(resources,
			(si_resource){r->before, si_make_text(m, r->name), r->kind, r->order, r->order_field, r->count, r->fields,
						  r->is_array, r->open, 0, si_make_formula(m, r->capacity), types, r->span, 0});
	}
	for (uint32_t i = 0; i < model->statistics.n; i++) {
		const sm_statistic *s = &model->statistics.at[i];
		SI_ADD(statistics,
			   (si_statistic){ s->before, si_make_text(m, s->name), s->kind, s->count, s->cells, s->is_array, {0},
							   si_make_formula(m, s->low), si_make_formula(m, s->width), si_make_formula(m, s->start),
							   s->span, 0 });
	}
	for (uint32_t i = 0; i < model->streams.n; i++) {
		const sm_stream *s = &model->streams.at[i];
		SI_ADD(streams, (si_stream){ s->before, si_make_text(m, s->name), s->count, si_make_formula(m, s->seed),
								  s->is_array, {0}, s->span, 0 });
	}
	for (uint32_t i = 0; i < model->samples.n; i++) {
		const sm_sample_data *s = &model->samples.at[i];
		uint32_t first = m->image->literals.n;
		for (uint32_t k = 0; k < 2 * s->n; k++)
			SI_ADD(literals, k < s->n ? s->value[k] : s->cumulative[k - s->n]);
		SI_ADD(samples, (si_sample){ si_make_text(m, s->name), first, first + s->n, s->n, s->steps, {0} });
	}
}

/* ---- constraints and jumps */

static void make_constraints(si_maker *m)
{
	const ss_plan *plan = m->plan;

	for (uint32_t i = 0; i < plan->constraints.n; i++) {
		const ss_constraint *c = &plan->constraints.at[i];
		SI_ADD(constraints, (si_constraint){ c->span, si_make_text(m, c->component), si_make_text(m, c->text), c->times,
										  c->dependent, si_make_numbers(m, c->tied.at, c->tied.n), c->invariant,
										  c->along, c->chosen, c->jumps, c->by_parameter, {0} });
	}
	for (uint32_t i = 0; i < plan->invariants.n; i++)
		SI_ADD(invariants, (si_invariant){ plan->invariants.at[i].level, plan->invariants.at[i].constraint });
	for (uint32_t i = 0; i < plan->checks.n; i++) {
		const ss_check *c = &plan->checks.at[i];
		si_range values = { m->image->numbers.n, c->values.n };
		for (uint32_t k = 0; k < c->values.n; k++)
			SI_ADD(numbers, 0);
		for (uint32_t k = 0; k < c->values.n; k++) {
			si_formula value = si_make_formula(m, c->values.at[k]);
			m->image->numbers.at[values.first + k] = value;
		}
		SI_ADD(checks, (si_check){ si_make_formula(m, c->left), si_make_formula(m, c->right), c->level,
								si_make_text(m, c->text), si_make_numbers(m, c->starts.at, c->starts.n), values,
								c->known, c->surplus, {0}, c->span, si_make_text(m, c->component) });
	}
	for (uint32_t i = 0; i < plan->dependents.n; i++) {
		const ss_dependent *d = &plan->dependents.at[i];
		SI_ADD(dependents, (si_dependent){ d->scalar, d->rate, d->negated, d->written, 0 });
	}
	for (uint32_t i = 0; i < plan->raised.n; i++) {
		const ss_raised *r = &plan->raised.at[i];
		SI_ADD(raised, (si_raised){ r->scalar, r->of, r->negated, {0} });
	}
}

/* ---- whole */

/* Scalars whose derivative stands in the text, in whatever mode. */
static void make_written_rates(si_maker *m)
{
	for (sx_ref e = 1; e < m->plan->common_exprs; e++) {
		sx_ref var = sx_op_of(m->pool, e) == SX_DER ? sx_arg(m->pool, e, 0) : 0;
		uint32_t first, n = var && sx_op_of(m->pool, var) == SX_VAR ? sm_scalars_of(m->model, var, &first) : 0;
		if (n)
			SI_ADD(written_rates, (si_range){ first, n });
	}
}

static void make_jacobians(si_maker *m)
{
	const ss_jacobian *j = &m->plan->jacobian;
	const ss_pattern *p = &j->pattern, *i = &m->plan->invariant_jacobian.pattern;
	uint32_t n = m->plan->states;

	m->image->jacobian.symbolic = j->symbolic;
	m->image->jacobian.by_families = j->by_families;
	m->image->jacobian.colors = j->colors;
	m->image->jacobian.entry_count = j->entry_count;
	m->image->invariants_symbolic = m->plan->invariant_jacobian.symbolic;
	BORROW(jacobian_column, p->column, n + 1);
	BORROW(jacobian_row, p->row, p->column[n]);
	BORROW(jacobian_color, j->color, n);
	BORROW(invariant_column, i->column, n + 1);
	BORROW(invariant_row, i->row, i->column[n]);
}

static void make_rest(si_maker *m)
{
	const ss_plan *plan = m->plan;
	si_image *image = m->image;

	BORROW(risky, plan->risky.at, plan->risky.n);
	BORROW(rated, plan->rated.at, plan->rated.n);
	BORROW(floating, plan->floating.at, plan->floating.n);
	BORROW(guesses, plan->guesses.at, plan->guesses.n);
	BORROW(assumed, plan->assumed.at, plan->assumed.n);
	for (uint32_t i = 0; i < plan->guess_starts.n; i++)
		SI_ADD(guess_starts, si_make_formula(m, plan->guess_starts.at[i]));
	for (uint32_t i = 0; i < plan->initial_guards.n; i++)
		if (plan->initial_guards.at[i].kind == SS_GUARD_VALUE)
			SI_ADD(initial_guards, si_make_formula(m, plan->initial_guards.at[i].function));
	image->common = plan->common;
	image->reals = plan->reals;
	image->ints = plan->ints;
	image->strings = plan->strings;
	image->states = plan->states;
	image->parameter_count = plan->parameter_count;
	image->moment_inputs.n = plan->moment_inputs.n;
	image->looked_at = plan->looked_at;
	image->centres_computed = plan->centres_computed;
	image->angles_watched = plan->angles_watched;
	image->opaque = plan->opaque;
	image->may_jump = plan->may_jump;
	image->uses_homotopy = plan->uses_homotopy;
	image->no_initial = plan->no_initial;
	image->search_apart = plan->search_apart;
	image->help.division = si_make_text(m, sm_help_division(m->model));
	image->help.range = si_make_text(m, sm_help_range(m->model));
	image->help.smooth = si_make_text(m, sm_help_smooth(m->model));
}

static si_layout lay_out(const si_image *image, sb_arena *arena)
{
	ss_layout l = ss_lay_out(image->maker, arena);

	return (si_layout){ l.pattern.column, l.pattern.row, l.at, l.color, l.colors };
}

si_image *si_make(const ss_plan *plan, sb_arena *arena)
{
	static const si_asks asks = { si_print_origin, lay_out, si_make_whole, si_declare };
	si_maker maker = { .plan = plan, .model = plan->model, .pool = plan->model->pool, .arena = arena,
		.scratch = sb_arena_new(), .lasting = sb_arena_new() }, *m = &maker;

	m->image = sb_new(arena, si_image);
	m->image->asks = &asks;
	m->image->maker = plan;
	m->formulas = sb_map_new(m->lasting);
	m->words = sb_map_new(m->lasting);
	m->units = sb_map_new(m->lasting);
	SI_ADD(texts, "");
	SI_ADD(phrases, (si_phrase_row){ 0, 0 });
	SI_ADD(formulas, (si_formula_row){ .first = 0 });
	make_model(m);
	make_cells(m);
	make_states(m);
	si_make_loops(m);
	si_make_blocks(m);
	si_make_folders(m);
	si_make_steps(m);
	make_watches(m);
	si_make_forcing(m);
	si_make_guards(m);
	si_make_switches(m);
	si_make_memories(m);
	make_clocks(m);
	make_events(m);
	make_routines(m);
	make_shared(m);
	make_constraints(m);
	si_make_impulses(m);
	make_written_rates(m);
	make_jacobians(m);
	make_rest(m);
	sb_arena_free(m->scratch);
	sb_arena_free(m->lasting);
	return m->image;
}
