/* Dividing variables into cells. The boxes come from references that families may be solved for: first derivatives,
 * then what stands alone on one side. References beside them, u[i - 1] or u[i + 1], do not divide anything further:
 * as what a family needs they may meet several cells. What no family gives is a cell for each element. */
#include "structure/cells/cells.h"
#include "structure/expand/expand.h"
#include "structure/cells/division.h"

enum { SCATTERED_MOST = 16, BOXES_MOST = 64, PARAMETERS_FEWEST = 32 };

enum { WISH_RATE, WISH_LEFT, WISH_RIGHT, WISH_INSIDE, WISHES };

static void list_candidates(division *d, uint32_t equation)
{
	ss_work *w = d->w;
	const ss_equation *q = &w->equations.at[equation];
	ss_references list = {0};

	ss_references_of(w, q->lhs, &list);
	ss_references_of(w, q->rhs, &list);
	for (uint32_t i = 0; i < list.at.n; i++) {
		sx_ref e = list.at.at[i];
		candidate c = {.equation = equation, .wish = e == q->lhs ? WISH_LEFT : e == q->rhs ? WISH_RIGHT : WISH_INSIDE};
		if (sx_op_of(w->pool, e) == SX_DER) {
			e = sx_arg(w->pool, e, 0);
			c.wish = WISH_RATE;
		}
		c.set = ss_set_of(d, sx_at(w->pool, e)->payload);
		d->moving[sx_at(w->pool, e)->payload] = true;
		if (d->loose[c.set]) {
			ss_write_out(w, q->origin, d->loose[c.set]);
			return;
		}
		if (!d->equality[equation] && ss_box_of(w, e, &c.box) && ss_one_to_one(w, e, &q->domain))
			sb_push(w->scratch, d->candidates, c);
	}
}

/* Is it the box of a cell? *free: it meets none. */
static bool is_taken(const ss_boxes *list, const ss_box *box, bool *free)
{
	*free = true;
	for (uint32_t i = 0; i < list->n; i++) {
		if (ss_same_box(&list->at[i], box))
			return true;
		*free = *free && !ss_boxes_meet(&list->at[i], box);
	}
	return false;
}

/* Elements that a single equation may be there for: what stands alone on its left; all that it holds if nothing
 * does. */
static void note_given(division *d, sx_ref e)
{
	sx_ref var = sx_op_of(d->w->pool, e) == SX_DER ? sx_arg(d->w->pool, e, 0) : e;
	ss_box box;

	if (sx_op_of(d->w->pool, var) == SX_VAR && sx_at(d->w->pool, var)->count && ss_box_of(d->w, var, &box))
		sb_push(d->w->scratch, d->given[ss_set_of(d, sx_at(d->w->pool, var)->payload)], box);
}

static bool see_given(void *context, const sx_pool *pool, sx_ref e)
{
	division *d = context;

	if (sx_op_of(pool, e) == SX_VAR && !ss_is_known(sm_var(d->w->model, sx_at(pool, e)->payload)))
		note_given(d, e);
	return true;
}

static void find_given(division *d)
{
	ss_work *w = d->w;

	for (uint32_t i = 0; i < w->equations.n; i++) {
		const ss_equation *q = &w->equations.at[i];
		if (q->domain.n || q->form != SS_FORM_EQUAL)
			continue;
		sx_op op = sx_op_of(w->pool, q->lhs);
		if (op == SX_VAR || op == SX_DER) {
			note_given(d, q->lhs);
			continue;
		}
		sx_visit(w->pool, q->lhs, see_given, d);
		sx_visit(w->pool, q->rhs, see_given, d);
	}
}

static void take(division *d, const candidate *c, bool certain)
{
	ss_boxes *list = &d->taken[c->set];
	bool free;

	for (uint32_t i = 0; c->wish > WISH_LEFT && !certain && i < d->given[c->set].n; i++)
		if (ss_boxes_meet(&d->given[c->set].at[i], &c->box))
			return;
	if (!is_taken(list, &c->box, &free) && free && list->n < BOXES_MOST)
		sb_push(d->w->scratch, *list, c->box);
}

static bool is_covered(const division *d, uint32_t equation)
{
	bool free;

	for (uint32_t i = d->first[equation]; i < d->first[equation + 1]; i++) {
		const candidate *c = &d->candidates.at[i];
		if (is_taken(&d->taken[c->set], &c->box, &free) &&
			(d->assigned[equation] == UINT32_MAX || d->assigned[equation] == c->set))
			return true;
	}
	return false;
}

/* What a family is there for, where that is certain. Otherwise derivatives first, then what stands alone on the left;
 * for families that have found nothing so far what stands alone on the right or anywhere in them; and in the end
 * whatever is still free. */
static void take_all(division *d)
{
	/* of several references better one beside what single equations give */
	for (int certain = 0; certain < 2; certain++)
		for (uint32_t i = 0; i < d->candidates.n; i++) {
			const candidate *c = &d->candidates.at[i];
			if (d->assigned[c->equation] == c->set && !is_covered(d, c->equation))
				take(d, c, certain);
		}
	for (int wish = 0; wish < WISHES; wish++)
		for (uint32_t i = 0; i < d->candidates.n; i++) {
			const candidate *c = &d->candidates.at[i];
			if (c->wish == wish && d->assigned[c->equation] == UINT32_MAX &&
				(wish <= WISH_LEFT || !is_covered(d, c->equation)))
				take(d, c, false);
		}
	for (uint32_t i = 0; i < d->candidates.n; i++)
		take(d, &d->candidates.at[i], false);
}

/* What is left of a list of boxes when another is taken out of each. */
static void subtract(ss_work *w, ss_boxes *list, const ss_box *hole)
{
	ss_boxes rest = {0};

	for (uint32_t i = 0; i < list->n; i++) {
		ss_box box = list->at[i];
		if (!ss_boxes_meet(&box, hole)) {
			sb_push(w->scratch, rest, box);
			continue;
		}
		for (uint32_t d = 0; d < box.rank; d++) {
			ss_box part = box;
			if (box.lo[d] < hole->lo[d]) {
				part.hi[d] = hole->lo[d] - 1;
				sb_push(w->scratch, rest, part);
				box.lo[d] = hole->lo[d];
			}
			part = box;
			if (box.hi[d] > hole->hi[d]) {
				part.lo[d] = hole->hi[d] + 1;
				sb_push(w->scratch, rest, part);
				box.hi[d] = hole->hi[d];
			}
		}
	}
	*list = rest;
}

static const ss_boxes *left_over(division *d, uint32_t set)
{
	ss_boxes *rest = &d->rest[set];

	if (rest->at)
		return rest;
	sb_push(d->w->scratch, *rest, ss_all_elements(sm_var(d->w->model, set)));
	for (uint32_t i = 0; i < d->taken[set].n; i++)
		subtract(d->w, rest, &d->taken[set].at[i]);
	return rest;
}

/* A family that reads many elements that are cells of their own would be a loop with many cases. */
static void look_at_scattered(division *d, ss_equation *q)
{
	ss_work *w = d->w;
	ss_references list = {0};

	ss_references_of(w, q->lhs, &list);
	ss_references_of(w, q->rhs, &list);
	for (uint32_t i = 0; i < list.at.n; i++) {
		sx_ref e = list.at.at[i], var = sx_op_of(w->pool, e) == SX_DER ? sx_arg(w->pool, e, 0) : e;
		uint32_t variable = sx_at(w->pool, var)->payload, scattered = 0;
		const ss_boxes *rest = left_over(d, ss_set_of(d, variable));
		ss_box box;
		if (!ss_box_of(w, var, &box))
			continue;
		for (uint32_t k = 0; k < rest->n; k++)
			if (ss_boxes_meet(&rest->at[k], &box)) {
				ss_box both = box;
				for (uint32_t r = 0; r < box.rank; r++) {
					both.lo[r] = box.lo[r] > rest->at[k].lo[r] ? box.lo[r] : rest->at[k].lo[r];
					both.hi[r] = box.hi[r] < rest->at[k].hi[r] ? box.hi[r] : rest->at[k].hi[r];
				}
				scattered += ss_box_count(&both);
			}
		if (scattered > SCATTERED_MOST) {
			ss_write_out(w, q->origin, sb_printf(w->scratch, "it reads elements of '%s' that are given one by one",
												 sm_var(w->model, variable)->name));
			return;
		}
	}
}

/* ----------------------------------------------------------------------------------------- what must stay scalars */

static void loosen(division *d, uint32_t variable, const char *why)
{
	if (!d->loose[variable])
		d->loose[variable] = sb_printf(d->w->scratch, why, sm_var(d->w->model, variable)->name);
}

static bool is_array(const ss_work *w, sx_ref e)
{
	const sx_node *node = sx_at(w->pool, e);
	return node->op == SX_VAR && sm_var(w->model, node->payload)->rank;
}

static void see_loose(void *context, sx_ref e, bool target)
{
	static const char *const why = "'%s' is used as a whole, at computed places, or by an algorithm";
	division *d = context;
	ss_work *w = d->w;

	if (target && is_array(w, e))
		loosen(d, sx_at(w->pool, e)->payload, why);
	ss_visit_more(w, e);
	for (sx_ref part; (part = ss_next_part(w, SX_HAS_VAR | SX_HAS_DER | SX_HAS_PRE));) {
		bool before = sx_op_of(w->pool, part) == SX_PRE;
		sx_ref var = before ? sx_arg(w->pool, part, 0) : part;
		ss_box box;
		if (is_array(w, var) && (before || (sm_scalar_of(w->model, var) == UINT32_MAX && !ss_box_of(w, var, &box))))
			loosen(d, sx_at(w->pool, var)->payload, why);
		ss_look_inside(w, part, 0);
	}
}

static void see_equation(division *d, const ss_equation *q)
{
	see_loose(d, q->lhs, q->discrete);
	see_loose(d, q->rhs, false);
	see_loose(d, q->initial_rhs, false);
	ss_statement_exprs(&q->statements, see_loose, d);
	ss_statement_exprs(&q->initial_statements, see_loose, d);
	for (uint32_t i = 0; i < q->targets.n; i++)
		see_loose(d, q->targets.at[i], true);
	for (uint32_t i = 0; i < q->results.n; i++)
		see_loose(d, q->results.at[i], true);
}

typedef struct judging { ss_work *w; bool uneven; } judging;

static bool judge_node(void *context, const sx_pool *pool, sx_ref e)
{
	judging *u = context;
	const sx_node *node = sx_at(pool, e);

	switch (node->op) {
	case SX_CALL: case SX_OUT: case SX_ARRAY: case SX_AT: case SX_SIZE: case SX_SUM: case SX_PRODUCT: case SX_MINIMUM:
	case SX_MAXIMUM: u->uneven = true; break;
	case SX_VAR: u->uneven = sm_var(u->w->model, node->payload)->rank && !node->count; break;
	default: break;
	}
	return !u->uneven;
}

/* Is the attribute something that a loop over the elements does not compute? */
static bool uneven(ss_work *w, sx_ref attribute)
{
	judging u = { w, false };

	if (attribute)
		sx_visit(w->pool, attribute, judge_node, &u);
	return u.uneven;
}

static void look_at_variable(division *d, uint32_t variable)
{
	ss_work *w = d->w;
	const sm_variable *v = sm_var(w->model, variable);

	if (v->rank > SS_RANK_MOST)
		loosen(d, variable, "'%s' has very many dimensions");
	else if (v->type == SX_STRING || (w->written_out->clauses && !ss_is_known(v) &&
									  (v->type != SX_REAL || v->variability != SM_CONTINUOUS)))
		loosen(d, variable, "'%s' changes at events only");
	else if (!ss_is_known(v) && v->causality == SM_INPUT)
		loosen(d, variable, "'%s' is an input");
	else if (uneven(w, v->start) || uneven(w, v->nominal) || uneven(w, v->binding) ||
			 (v->fixed && sx_flags(w->pool, v->fixed) & (SX_HAS_ITER | SX_HAS_CALL)))
		loosen(d, variable, "the attributes of '%s' are given one by one");
	else if (ss_is_known(v) && v->fixed && !(sx_is_const(w->pool, v->fixed) && sx_int_value(w->pool, v->fixed)))
		loosen(d, variable, "'%s' is determined by the initial system");
}

static void find_loose(division *d)
{
	ss_work *w = d->w;
	ss_plan *plan = w->plan;

	for (uint32_t i = 0; i < w->model->variables.n; i++)
		if (sm_var(w->model, i)->rank)
			look_at_variable(d, i);
	ss_visit(w, 0);
	for (uint32_t i = 0; i < w->equations.n; i++)
		if (!w->equations.at[i].domain.n)
			see_equation(d, &w->equations.at[i]);
	for (uint32_t i = 0; i < w->initial.n; i++)
		if (!w->initial.at[i].domain.n)
			see_equation(d, &w->initial.at[i]);
	for (uint32_t i = 0; i < plan->actions.n + plan->asserts.n; i++) {
		ss_action *a = i < plan->actions.n ? &plan->actions.at[i] : &plan->asserts.at[i - plan->actions.n];
		see_loose(d, a->guard, false);
		see_loose(d, a->condition, false);
		see_loose(d, a->value, false);
	}
	for (uint32_t i = 0; i < plan->event_code.n; i++)
		ss_statement_exprs(&plan->event_code.at[i].action, see_loose, d);
	ss_routine_exprs(plan, see_loose, d);
	for (uint32_t i = 0; i < w->model->events.n; i++)
		see_loose(d, w->model->events.at[i].when, false);
}

/* ---------------------------------------------------------------------------------------------------------- cells */

static void add_section(ss_work *w, ss_section section)
{
	ss_cells *c = w->cells;

	section.cell = c->n;
	section.in_row = section.whole;
	c->n += section.whole ? 1 : section.count;
	c->sections[c->section_count++] = section;
}

/* The sections of an array in the order of their first elements. */
static void divide(division *d, uint32_t variable)
{
	ss_work *w = d->w;
	const sm_variable *v = sm_var(w->model, variable);
	const ss_boxes *taken = &d->taken[ss_set_of(d, variable)];
	const ss_boxes *rest = left_over(d, ss_set_of(d, variable));
	uint32_t total = taken->n + rest->n;
	bool *used = sb_new_array(w->scratch, bool, total + 1);

	for (uint32_t n = 0; n < total; n++) {
		uint32_t best = UINT32_MAX, least = UINT32_MAX;
		for (uint32_t i = 0; i < total; i++) {
			uint32_t at =
				used[i] ? UINT32_MAX : ss_first_element(v, i < taken->n ? &taken->at[i] : &rest->at[i - taken->n]);
			if (at < least) {
				least = at;
				best = i;
			}
		}
		used[best] = true;
		const ss_box *box = best < taken->n ? &taken->at[best] : &rest->at[best - taken->n];
		ss_section section = {.variable = variable, .count = ss_box_count(box), .whole = best < taken->n, .box = *box};
		section.whole = section.whole && section.count > 1;
		add_section(w, section);
	}
}

static bool parameter_is_whole(const division *d, uint32_t variable)
{
	const sm_variable *v = sm_var(d->w->model, variable);

	return v->rank && ss_is_known(v) && !d->loose[variable] && v->count > 1 &&
		(v->count >= PARAMETERS_FEWEST || d->moving[variable]);
}

static void number_cells(division *d)
{
	ss_work *w = d->w;
	uint32_t variables = w->model->variables.n, sections = variables;

	for (uint32_t i = 0; i < variables; i++) {
		uint32_t set = ss_set_of(d, i);
		sections += d->taken[set].n ? d->taken[set].n + left_over(d, set)->n : 0;
	}
	ss_cells *c = w->cells = w->plan->cells = sb_new(w->arena, ss_cells);
	c->sections = sb_new_array(w->arena, ss_section, sections + 1);
	c->first = sb_new_array(w->arena, uint32_t, variables + 1);
	for (uint32_t i = 0; i < variables; i++) {
		const sm_variable *v = sm_var(w->model, i);
		c->first[i] = c->section_count;
		if (v->rank && v->rank <= SS_RANK_MOST && d->taken[ss_set_of(d, i)].n) {
			divide(d, i);
			continue;
		}
		ss_section section = { .variable = i, .count = v->count, .whole = parameter_is_whole(d, i) };
		if (v->rank <= SS_RANK_MOST)
			section.box = ss_all_elements(v);
		add_section(w, section);
	}
	c->first[variables] = c->section_count;
	w->cell_variables = variables;
}

static void see_moving_parameters(division *d, sx_ref e)
{
	ss_work *w = d->w;

	ss_visit(w, e);
	for (sx_ref part; (part = ss_next_part(w, SX_HAS_ITER));) {
		const sx_node *node = sx_at(w->pool, part);
		if (node->op == SX_VAR)
			d->moving[node->payload] = true;
		ss_look_inside(w, part, 0);
	}
}

static bool has_large_parameters(const division *d)
{
	for (uint32_t i = 0; i < d->w->model->variables.n; i++)
		if (parameter_is_whole(d, i))
			return true;
	return false;
}

/* Arrays that are equal, but given one by one: so are the equalities. */
static void look_at_equality(division *d, const ss_equation *q)
{
	ss_references list = {0};
	uint32_t single = 0;

	ss_references_of(d->w, q->lhs, &list);
	ss_references_of(d->w, q->rhs, &list);
	const ss_boxes *rest = left_over(d, ss_set_of(d, sx_at(d->w->pool, list.at.at[0])->payload));
	for (uint32_t i = 0; i < rest->n; i++)
		single += ss_box_count(&rest->at[i]);
	if (single > SCATTERED_MOST)
		ss_write_out(d->w, q->origin, "its variables are given one by one");
}

/* Families that say that two arrays are equal, one for each cell of them. */
static void cut_equalities(division *d)
{
	ss_work *w = d->w;
	ss_equations list = {0};
	bool any = false;

	for (uint32_t i = 0; i < w->equations.n; i++)
		any = any || d->equality[i];
	for (uint32_t i = 0; any && i < w->equations.n; i++)
		if (d->equality[i])
			ss_fit_family(w, &w->equations.at[i], &list);
		else
			sb_push(w->scratch, list, w->equations.at[i]);
	if (any)
		w->equations = list;
}

static bool has_long_parameter(ss_work *w)
{
	for (uint32_t i = 0; i < w->model->variables.n; i++)
		if (ss_is_known(sm_var(w->model, i)) && sm_var(w->model, i)->rank &&
			sm_var(w->model, i)->count >= PARAMETERS_FEWEST)
			return true;
	return false;
}

void ss_make_cells(ss_work *w)
{
	division d = { .w = w };
	uint32_t variables = w->model->variables.n;

	if (w->written_out->all || (!w->families && !has_long_parameter(w)))
		return;
	d.taken = sb_new_array(w->scratch, ss_boxes, variables + 1);
	d.rest = sb_new_array(w->scratch, ss_boxes, variables + 1);
	d.first = sb_new_array(w->scratch, uint32_t, w->equations.n + 2);
	d.loose = sb_new_array(w->scratch, const char *, variables + 1);
	d.moving = sb_new_array(w->scratch, bool, variables + 1);
	d.given = sb_new_array(w->scratch, ss_boxes, variables + 1);
	d.parent = sb_new_array(w->scratch, uint32_t, variables + 1);
	d.state = sb_new_array(w->scratch, bool, variables + 1);
	d.equality = sb_new_array(w->scratch, bool, w->equations.n + 1);
	d.assigned = sb_new_array(w->scratch, uint32_t, w->equations.n + 1);
	for (uint32_t i = 0; i < variables; i++)
		d.parent[i] = i;
	for (uint32_t i = 0; i < w->equations.n; i++)
		d.assigned[i] = UINT32_MAX;
	find_loose(&d);
	if (w->families)
		ss_unite_arrays(&d);
	for (uint32_t i = 0; i < w->equations.n && w->families; i++) {
		ss_equation *q = &w->equations.at[i];
		d.first[i + 1] = d.candidates.n;
		if (!q->domain.n)
			continue;
		list_candidates(&d, i);
		d.first[i + 1] = d.candidates.n;
		see_moving_parameters(&d, q->lhs);
		see_moving_parameters(&d, q->rhs);
	}
	if (w->again || (!w->families && !has_large_parameters(&d)))
		return;
	find_given(&d);
	ss_assign_families(&d);
	take_all(&d);
	for (uint32_t i = 0; i < w->equations.n && w->families; i++) {
		ss_equation *q = &w->equations.at[i];
		if (d.equality[i])
			look_at_equality(&d, q);
		else if (q->domain.n && !is_covered(&d, i))
			ss_write_out(w, q->origin, "it runs through no array, or only through parts that others give");
		else if (q->domain.n)
			look_at_scattered(&d, q);
	}
	if (w->again)
		return;
	number_cells(&d);
	w->section_of = sb_new_array(w->scratch, uint32_t, w->cells->n + 1);
	for (uint32_t p = 0; p < w->cells->section_count; p++)
		for (uint32_t k = 0; k < (w->cells->sections[p].whole ? 1 : w->cells->sections[p].count); k++)
			w->section_of[w->cells->sections[p].cell + k] = p;
	cut_equalities(&d);
}
