/* What `saltus check` prints about a plan: what the model is made of, for somebody who meets it for the first time.
 * Names and lines are given before numbers are, and what is not there is not mentioned. */
#include "base/dotted.h"
#include "structure/describe/describe.h"
#include "model/print/print.h"

#include <stdlib.h>
#include <string.h>

enum { LINES_MOST = 8 };

/* -------------------------------------------------------------------------------------------------------- variables */

/* The scalar that a cell begins with. */
static uint32_t first_scalar(const ss_plan *plan, uint32_t cell)
{
	const ss_cells *c = plan->cells;
	uint32_t low = 0, high = c->section_count, number = 0;

	while (high - low > 1) {
		uint32_t middle = low + (high - low) / 2;
		if (c->sections[middle].cell <= cell)
			low = middle;
		else
			high = middle;
	}
	const ss_section *p = &c->sections[low];
	const sm_variable *v = sm_var(plan->model, p->variable);
	if (v->rank == 0 || v->rank > SS_RANK_MOST)
		return v->first + cell - p->cell;
	uint32_t rest = cell - p->cell, subscript[SS_RANK_MOST];
	for (uint32_t d = v->rank; d-- > 0;) {
		uint32_t size = (uint32_t)(p->box.hi[d] - p->box.lo[d] + 1);
		subscript[d] = (uint32_t)p->box.lo[d] - 1 + (p->whole ? 0 : rest % size);
		rest = p->whole ? 0 : rest / size;
	}
	for (uint32_t d = 0; d < v->rank; d++)
		number = number * v->shape[d] + subscript[d];
	return v->first + number;
}

static bool is_state_cell(const ss_plan *plan, uint32_t cell)
{
	return plan->place[cell].store == SS_STATE &&
		   ss_state_scalar(plan, plan->place[cell].index) == first_scalar(plan, cell);
}

static void list_states(const ss_plan *plan, sb_text *out)
{
	ss_listing l = { out, "states", 0 };

	if (!plan->cells) {
		for (uint32_t i = 0; i < plan->states; i++)
			if (ss_list_next(&l))
				sm_scalar_name(plan->model, plan->state_scalar[i], out);
	} else {
		for (uint32_t c = 0; c < plan->cells->n; c++)
			if (is_state_cell(plan, c) && ss_list_next(&l))
				ss_cell_name(plan, first_scalar(plan, c), out);
	}
	ss_list_finish(&l);
}

static void write_range(void *context, uint32_t d, sb_text *out)
{
	const sm_variable *v = context;

	sb_addf(out, v->shape[d] > 1 ? "1:%u" : "%u", v->shape[d]);
}

static void list_variables(const ss_plan *plan, const char *heading, bool (*wanted)(const sm_variable *), sb_text *out)
{
	ss_listing l = { out, heading, 0 };

	for (uint32_t i = 0; i < plan->model->variables.n; i++) {
		const sm_variable *v = sm_var(plan->model, i);
		if (v->hidden || !v->count || !wanted(v) || !ss_list_next(&l))
			continue;
		sb_write_name(v->name, v->parts, v->rank, ",", write_range, (void *)v, out);
	}
	ss_list_finish(&l);
}

static bool is_parameter(const sm_variable *v)
{
	return v->variability == SM_PARAMETER;
}

static bool is_discrete(const sm_variable *v)
{
	return v->variability == SM_DISCRETE || (v->variability == SM_CONTINUOUS && v->type != SX_REAL);
}

static bool is_input(const sm_variable *v)
{
	return v->causality == SM_INPUT && v->variability != SM_PARAMETER && v->variability != SM_CONSTANT;
}

static uint32_t count_scalars(const ss_plan *plan, bool (*wanted)(const sm_variable *))
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < plan->model->variables.n; i++)
		if (wanted(sm_var(plan->model, i)) && !sm_var(plan->model, i)->hidden)
			n += sm_var(plan->model, i)->count;
	return n;
}

static uint32_t count_aliases(const ss_plan *plan)
{
	uint32_t own = plan->reals + plan->ints + plan->strings + plan->states;
	return plan->model->scalars > own ? plan->model->scalars - own : 0;
}

/* ---------------------------------------------------------------------------------------- constraints, their states */

static void add_names(const ss_plan *plan, const sb_u32s *scalars, uint32_t without, sb_text *out)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < scalars->n; i++) {
		if (scalars->at[i] == without || n++ >= LINES_MOST)
			continue;
		if (n > 1)
			sb_add(out, ", ");
		sm_scalar_name(plan->model, scalars->at[i], out);
	}
	if (n > LINES_MOST)
		sb_addf(out, " and %u more", n - LINES_MOST);
}

static void add_times(uint32_t times, sb_text *out)
{
	if (times <= 2)
		sb_add(out, times == 1 ? "once" : "twice");
	else
		sb_addf(out, "%u times", times);
}

static void describe_constraint(const ss_plan *plan, const ss_constraint *c, sb_text *out)
{
	sb_addf(out, "  constraint %s", c->text);
	ss_add_position(plan, c->span, out);
	if (!c->times) {
		sb_add(out, ": the states of the component are projected onto it\n");
		return;
	}
	sb_add(out, ", differentiated ");
	add_times(c->times, out);
	sb_add(out, ": ");
	if (c->invariant) {
		bool all = true;
		for (uint32_t i = 0; i < c->tied.n; i++)
			all = all && ss_place_of(plan, c->tied.at[i]).store == SS_STATE;
		sb_add(out, "it ties ");
		add_names(plan, &c->tied, UINT32_MAX, out);
		sb_addf(out, "; no fixed choice lasts, so %s are projected onto it\n",
				all ? "all stay states and" : "the states behind them");
		return;
	}
	sm_scalar_name(plan->model, c->dependent, out);
	if (c->times > 1)
		sb_addf(out, " and its derivative%s", c->times > 2 ? "s" : "");
	sb_addf(out, " %s computed from ", c->times > 1 ? "are" : "is");
	if (c->tied.n > 1)
		add_names(plan, &c->tied, c->dependent, out);
	else
		sb_add(out, "what is given");
	sb_add(out, c->chosen ? ", as stateSelect asks; this may break down where its factor becomes zero\n" : "\n");
}

static void describe_constraints(const ss_plan *plan, sb_text *out)
{
	ss_listing dependent = {out, "dependent, no states", 0},
			   along = {out, "differentiated because constraints need it", 0};
	uint32_t count = 0, shown = 0;

	for (uint32_t i = 0; i < plan->constraints.n; i++)
		count += !plan->constraints.at[i].along;
	if (!plan->constraints.n)
		return;
	sb_addf(out, "  index %u: %u equation%s states to each other or prescribe%s them\n", plan->index, count,
			count == 1 ? " ties" : "s tie", count == 1 ? "s" : "");
	for (uint32_t i = 0; i < plan->constraints.n; i++)
		if (!plan->constraints.at[i].along && shown++ < SS_LISTED_MOST)
			describe_constraint(plan, &plan->constraints.at[i], out);
	if (shown > SS_LISTED_MOST)
		sb_addf(out, "  and %u more constraint%s\n", shown - SS_LISTED_MOST, ss_plural(shown - SS_LISTED_MOST));
	for (uint32_t i = 0; i < plan->dependents.n; i++)
		if (plan->dependents.at[i].written && ss_list_next(&dependent))
			sm_scalar_name(plan->model, plan->dependents.at[i].scalar, out);
	ss_list_finish(&dependent);
	for (uint32_t i = 0; i < plan->constraints.n; i++)
		if (plan->constraints.at[i].along && ss_list_next(&along)) {
			sm_scalar_name(plan->model, plan->constraints.at[i].dependent, out);
			ss_add_position(plan, plan->constraints.at[i].span, out);
		}
	ss_list_finish(&along);
	if (plan->invariants.n)
		sb_addf(out, "  projected: %u invariant%s%s\n", plan->invariants.n, ss_plural(plan->invariants.n),
				plan->invariant_jacobian.symbolic ? "" : ", derivatives by differences");
}

/* ------------------------------------------------------------------------------------------------ equations, loops */

static bool is_hidden(const ss_plan *plan, sx_ref target)
{
	const sx_pool *pool = plan->model->pool;
	return sx_op_of(pool, target) == SX_VAR && sm_var(plan->model, sx_at(pool, target)->payload)->hidden;
}

static uint32_t points_of(const ss_step *s)
{
	uint32_t points = 1;

	for (uint32_t d = 0; d < s->domain.n; d++)
		points *= (uint32_t)(s->domain.at[d].to - s->domain.at[d].from + 1);
	return points;
}

uint32_t ss_step_count(const ss_steps *steps)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < steps->n; i++)
		n += points_of(&steps->at[i]);
	return n;
}

static uint32_t count_equations(const ss_plan *plan, const ss_steps *steps, uint32_t *loops)
{
	uint32_t n = 0;

	*loops = 0;
	for (uint32_t i = 0; i < steps->n; i++) {
		const ss_step *s = &steps->at[i];
		*loops += s->kind == SS_LOOP;
		if (s->kind == SS_LOOP)
			n += plan->loops.at[s->loop]->members.n;
		else if (s->kind == SS_ASSIGN)
			n += is_hidden(plan, s->target) ? 0 : points_of(s);
		else
			n += s->targets.n;
	}
	return n;
}

static int by_place(const void *a, const void *b)
{
	const sb_span *x = a, *y = b;

	if (x->source != y->source)
		return x->source < y->source ? -1 : 1;
	return x->start < y->start ? -1 : x->start > y->start;
}

/* The lines of a loop's equations, in order, each once. */
static void add_lines(const ss_plan *plan, const ss_loop *b, sb_text *out)
{
	sb_span *spans = sb_resize(NULL, sizeof *spans * (b->equations.n + 1));
	sb_text one = {0}, last = {0};
	uint32_t n = 0, shown = 0;

	sb_add(&last, "");
	for (uint32_t i = 0; i < b->equations.n; i++)
		if (b->equations.at[i] && b->equations.at[i]->span.source)
			spans[n++] = b->equations.at[i]->span;
	qsort(spans, n, sizeof *spans, by_place);
	for (uint32_t i = 0; i < n && shown <= LINES_MOST; i++) {
		one.n = 0;
		ss_add_line(plan, spans[i], &one);
		if (strcmp(one.at, last.at) == 0)
			continue;
		bool own = strncmp(one.at, "line ", 5) == 0;
		if (shown++ < LINES_MOST)
			sb_addf(out, "%s%s", shown == 1 ? own ? "      at lines " : "      at " : ", ", own ? one.at + 5 : one.at);
		else
			sb_add(out, ", ...");
		last.n = 0;
		sb_add(&last, one.at);
	}
	if (shown)
		sb_addc(out, '\n');
	sb_text_free(&one);
	sb_text_free(&last);
	free(spans);
}

static void describe_loop(const ss_plan *plan, const ss_loop *b, sb_text *out)
{
	sb_text way = {0};

	sb_addf(out, "  %s loop of %u equation%s", b->linear ? "linear" : "nonlinear", b->members.n,
			ss_plural(b->members.n));
	if (!b->linear && b->n < b->members.n)
		sb_addf(out, ", torn to %u", b->n);
	if (b->linear && b->invariant)
		sb_add(out, ", constant matrix");
	sb_add(out, ": ");
	for (uint32_t i = 0; i < b->members.n && i < SS_LISTED_MOST; i++) {
		if (i)
			sb_add(out, ", ");
		sm_print_expr(plan->model, b->members.at[i], out);
	}
	if (b->members.n > SS_LISTED_MOST)
		sb_addf(out, " and %u more", b->members.n - SS_LISTED_MOST);
	sb_addc(out, '\n');
	if (ss_loop_way(plan, b, false, &way))
		sb_addf(out, "      leads round: %s\n", way.at);
	sb_text_free(&way);
	add_lines(plan, b, out);
}

static bool same_members(const ss_loop *a, const ss_loop *b)
{
	return a->members.n == b->members.n && a->linear == b->linear &&
		memcmp(a->members.at, b->members.at, a->members.n * sizeof *a->members.at) == 0;
}

/* Loops of the steps; of the initial system only those that the run does not have too. */
static void describe_loops(const ss_plan *plan, const ss_steps *steps, const ss_steps *known, sb_text *out)
{
	uint32_t shown = 0, same = 0;
	sb_arena *scratch = sb_arena_new();
	sb_map by_member = sb_map_new(scratch);

	for (uint32_t i = 0; known && i < known->n; i++)
		if (known->at[i].kind == SS_LOOP)
			sb_map_put(&by_member, plan->loops.at[known->at[i].loop]->members.at[0], known->at[i].loop);
	for (uint32_t i = 0; i < steps->n; i++) {
		uint64_t other;
		if (steps->at[i].kind != SS_LOOP)
			continue;
		const ss_loop *b = plan->loops.at[steps->at[i].loop];
		if (sb_map_get(&by_member, b->members.at[0], &other) && same_members(b, plan->loops.at[other]))
			same++;
		else if (shown++ < SS_LISTED_MOST)
			describe_loop(plan, b, out);
	}
	if (shown > SS_LISTED_MOST)
		sb_addf(out, "  and %u more loop%s\n", shown - SS_LISTED_MOST, ss_plural(shown - SS_LISTED_MOST));
	if (same)
		sb_addf(out, "  %u loop%s as in the run\n", same, ss_plural(same));
	sb_arena_free(scratch);
}

static void describe_families(const ss_plan *plan, sb_text *out)
{
	uint32_t families = 0, brief = 0;

	for (uint32_t i = 0; i < plan->families.n; i++) {
		const ss_family *f = &plan->families.at[i];
		const sm_equation *q = f->origin;
		brief += f->brief;
		if (f->brief || families++ >= SS_LISTED_MOST)
			continue;
		sb_addf(out, "  family of %u equation%s, %s", f->count, ss_plural(f->count),
				f->why ? "written out because " : "kept whole");
		if (f->why)
			sb_add(out, f->why);
		if (q->kind == SM_EQUAL) {
			sb_add(out, ": ");
			ss_add_short(plan, q->lhs, out);
			sb_add(out, " = ");
			ss_add_short(plan, q->rhs, out);
		} else if (q->kind == SM_WHEN && q->branches.at[0].condition) {
			sb_add(out, ": when ");
			ss_add_short(plan, q->branches.at[0].condition, out);
		}
		ss_add_position(plan, q->span, out);
		sb_addc(out, '\n');
	}
	if (families > SS_LISTED_MOST)
		sb_addf(out, "  and %u more families\n", families - SS_LISTED_MOST);
	if (brief)
		sb_addf(out, "  %u famil%s so short that %s written out\n", brief, brief == 1 ? "y" : "ies",
				brief == 1 ? "it is" : "they are");
}

void ss_loose_connectors(const ss_plan *plan, sb_arena *arena, sb_strings *out)
{
	sm_owners owners = sm_owners_new(plan->model, arena);

	for (uint32_t i = 0; i < plan->model->variables.n; i++) {
		const sm_variable *v = sm_var(plan->model, i);
		if (v->port == SM_FLOW && v->joined_outside < v->count && sm_owner(&owners, v->component) &&
			!(out->n && strcmp(v->component, out->at[out->n - 1]) == 0))
			sb_push(arena, *out, v->component);
	}
}

static void list_loose(const ss_plan *plan, sb_text *out)
{
	ss_listing l = { out, "connectors that nothing is connected to", 0 };
	sb_arena *scratch = sb_arena_new();
	sb_strings loose = {0};

	ss_loose_connectors(plan, scratch, &loose);
	for (uint32_t i = 0; i < loose.n; i++)
		if (ss_list_next(&l))
			sb_add(out, loose.at[i]);
	ss_list_finish(&l);
	sb_arena_free(scratch);
}

static void describe_jacobian(const ss_plan *plan, sb_text *out)
{
	const ss_jacobian *j = &plan->jacobian;

	if (!plan->states)
		return;
	if (j->symbolic) {
		sb_addf(out, "  Jacobian: symbolic, %u of %llu entries\n",
				j->by_families ? j->entry_count : j->pattern.column[plan->states],
				(unsigned long long)plan->states * plan->states);
		return;
	}
	uint32_t colors = j->colors;
	if (j->by_families) {
		sb_arena *scratch = sb_arena_new();
		ss_layout layout = ss_lay_out(plan, scratch);
		colors = layout.colors ? layout.colors : plan->states;
		sb_arena_free(scratch);
	}
	sb_addf(out, "  Jacobian: by differences with %u evaluation%s, because %s", colors, ss_plural(colors),
			j->why_not ? j->why_not : "of its size");
	ss_add_position(plan, j->why_not_span, out);
	sb_addc(out, '\n');
}

/* --------------------------------------------------------------------------------------------------- initial system */

/* The scalar that a step sets, the first of them over a domain. */
static uint32_t first_of_target(const ss_plan *plan, const ss_step *s)
{
	ss_box box;
	uint32_t number = 0;

	if (!s->domain.n)
		return sm_scalar_of(plan->model, s->target);
	if (!ss_reference_box(plan->model, s->target, &s->domain, &box))
		return UINT32_MAX;
	const sm_variable *v = sm_var(plan->model, sx_at(plan->model->pool, s->target)->payload);
	for (uint32_t d = 0; d < v->rank; d++)
		number = number * v->shape[d] + (uint32_t)(box.lo[d] - 1);
	return v->first + number;
}

/* The starts that hold in the initial system: of states and of what depends on them, those with fixed = true and those
 * that were taken as fixed. */
static void list_starts(const ss_plan *plan, bool assumed, sb_text *out)
{
	const sm_model *m = plan->model;
	ss_listing l = { out, assumed ? "start values taken as fixed" : "fixed start values", 0 };
	sb_arena *scratch = sb_arena_new();
	sb_map is_assumed = sb_map_new(scratch), start = sb_map_new(scratch);
	uint32_t count = plan->cells ? plan->cells->n : plan->states;
	uint64_t value, yes;

	for (uint32_t i = 0; i < plan->assumed.n; i++)
		sb_map_put(&is_assumed, plan->assumed.at[i], 1);
	for (uint32_t i = 0; i < plan->initial_steps.n; i++) {
		const ss_step *s = &plan->initial_steps.at[i];
		uint32_t scalar = s->kind == SS_ASSIGN && !s->origin && sx_op_of(m->pool, s->target) == SX_VAR
			? first_of_target(plan, s) : UINT32_MAX;
		if (scalar != UINT32_MAX)
			sb_map_put(&start, scalar, s->value);
	}
	for (uint32_t i = 0; i < count + plan->dependents.n; i++) {
		if (plan->cells && i < count && !is_state_cell(plan, i))
			continue;
		uint32_t scalar = i >= count    ? plan->dependents.at[i - count].scalar
						  : plan->cells ? first_scalar(plan, i)
										: plan->state_scalar[i];
		if (!sb_map_get(&start, scalar, &value) || sb_map_get(&is_assumed, scalar, &yes) != assumed ||
			!ss_list_next(&l))
			continue;
		ss_cell_name(plan, scalar, out);
		sb_add(out, " = ");
		ss_add_short(plan, (sx_ref)value, out);
	}
	ss_list_finish(&l);
	sb_arena_free(scratch);
}

static void list_checks(const ss_plan *plan, sb_text *out)
{
	ss_listing l = { out, "constraints that fixed start values decide, looked at afterwards", 0 };

	for (uint32_t i = 0; i < plan->checks.n; i++) {
		if (!ss_list_next(&l))
			continue;
		sb_addf(out, "%s%s", plan->checks.at[i].text, plan->checks.at[i].level ? ", differentiated" : "");
		ss_add_position(plan, plan->checks.at[i].span, out);
	}
	ss_list_finish(&l);
}

static void list_guesses(const ss_plan *plan, sb_text *out)
{
	ss_listing l = { out, "start values used as guesses", 0 };

	for (uint32_t i = 0; i < plan->guesses.n; i++) {
		uint32_t scalar = plan->guesses.at[i];
		if (!ss_list_next(&l))
			continue;
		ss_cell_name(plan, scalar, out);
		sb_add(out, " = ");
		if (plan->guess_starts.at[i])
			ss_add_short(plan, plan->guess_starts.at[i], out);
		else
			sb_add(out, "0");
	}
	ss_list_finish(&l);
}

static void list_leanings(const ss_plan *plan, sb_text *out)
{
	ss_listing l = { out, "start values that select a solution only", 0 };

	for (uint32_t i = 0; i < plan->loops.n; i++) {
		const ss_loop *b = plan->loops.at[i];
		for (uint32_t k = 0; k < b->leanings.n; k++) {
			if (!ss_list_next(&l))
				continue;
			ss_add_short(plan, b->inner.at[b->leanings.at[k].inner].target, out);
			sb_add(out, " = ");
			ss_add_short(plan, b->leanings.at[k].start, out);
		}
	}
	ss_list_finish(&l);
}

void ss_describe(const ss_plan *plan, sb_text *out)
{
	uint32_t loops, known = 0, equations = count_equations(plan, &plan->steps, &loops), aliases = count_aliases(plan);
	uint32_t parameters = count_scalars(plan, is_parameter);

	for (uint32_t i = 0; i < plan->parameter_steps.n; i++)
		known += plan->parameter_steps.at[i].guard ? 0 : points_of(&plan->parameter_steps.at[i]);
	sb_addf(out, "%u state%s, %u equation%s, %u loop%s, %u alias%s, %u parameter%s, %u value%s computed once\n",
			plan->states, ss_plural(plan->states), equations, ss_plural(equations), loops, ss_plural(loops), aliases,
			aliases == 1 ? "" : "es", parameters, ss_plural(parameters), known, ss_plural(known));
	list_states(plan, out);
	describe_constraints(plan, out);
	list_variables(plan, "parameters", is_parameter, out);
	list_variables(plan, "inputs", is_input, out);
	list_variables(plan, "change at events only", is_discrete, out);
	describe_families(plan, out);
	describe_loops(plan, &plan->steps, NULL, out);
	list_loose(plan, out);
	ss_describe_events(plan, out);
	ss_describe_routines(plan, out);
	describe_jacobian(plan, out);
	equations = count_equations(plan, &plan->initial_steps, &loops);
	sb_addf(out, "initial system: %u equation%s, %u loop%s\n", equations, ss_plural(equations), loops,
			ss_plural(loops));
	describe_loops(plan, &plan->initial_steps, &plan->steps, out);
	list_starts(plan, false, out);
	list_starts(plan, true, out);
	list_guesses(plan, out);
	list_leanings(plan, out);
	list_checks(plan, out);
}
