/* Derivatives by time: variables for them, and equations differentiated.
 *
 * A derivative that is differentiated again, and one of a variable that is no state, needs a variable. One that the
 * user has given a name (v = der(x), so far an alias) is taken; otherwise a hidden variable is made, named der(x) as
 * it is written in messages. */
#include "structure/index/index.h"
#include "model/differentiate/differentiate.h"
#include "structure/expand/expand.h"
#include "structure/explain/explain.h"

#include <string.h>

/* For how many cells the tables have room, and for how many more those of variables have. */
struct ss_growth { uint32_t room, cell_room; };

static void *grown(ss_work *w, const void *old, size_t count, size_t cap, size_t size)
{
	char *copy = sb_alloc(w->scratch, cap * size);

	memcpy(copy, old, count * size);
	return copy;
}

/* Tables by scalar grow with room to spare; those by key hold marks only, which are worth nothing once n has
 * changed. */
static void make_room(ss_work *w, uint32_t cap)
{
	w->traits = grown(w, w->traits, w->n, cap, sizeof *w->traits);
	w->variable_of = grown(w, w->variable_of, w->n, cap, sizeof *w->variable_of);
	w->leaf = grown(w, w->leaf, w->n, cap, sizeof *w->leaf);
	w->parent = grown(w, w->parent, w->n, cap, sizeof *w->parent);
	w->flipped = grown(w, w->flipped, w->n, cap, sizeof *w->flipped);
	w->rate_of = grown(w, w->rate_of, w->n, cap, sizeof *w->rate_of);
	w->rate_flipped = grown(w, w->rate_flipped, w->n, cap, sizeof *w->rate_flipped);
	w->constant = grown(w, w->constant, w->n, cap, sizeof *w->constant);
	w->key_stamp = sb_new_array(w->scratch, uint32_t, 3 * (size_t)cap);
	w->mark = sb_new_array(w->scratch, uint32_t, 3 * (size_t)cap);
	w->local = sb_new_array(w->scratch, uint32_t, 3 * (size_t)cap);
	w->growth->room = cap;
}

/* Variables that were added are scalars, and each is a cell. */
static void make_room_for_cells(ss_work *w, uint32_t more)
{
	ss_cells *c = w->cells;
	uint32_t room = more + c->n + w->cell_variables + 16;
	ss_section *sections = sb_new_array(w->arena, ss_section, c->section_count + room);
	uint32_t *first = sb_new_array(w->arena, uint32_t, w->cell_variables + 1 + room);
	uint32_t *section_of = sb_new_array(w->scratch, uint32_t, c->n + room);

	memcpy(sections, c->sections, c->section_count * sizeof *sections);
	memcpy(first, c->first, (w->cell_variables + 1) * sizeof *first);
	memcpy(section_of, w->section_of, c->n * sizeof *section_of);
	c->sections = sections;
	c->first = first;
	w->section_of = section_of;
	w->growth->cell_room = room;
}

static void add_cells(ss_work *w)
{
	ss_cells *c = w->cells;
	uint32_t more = w->model->variables.n - w->cell_variables;

	if (more > w->growth->cell_room)
		make_room_for_cells(w, more);
	w->growth->cell_room -= more;
	for (; w->cell_variables < w->model->variables.n; w->cell_variables++) {
		w->section_of[c->n] = c->section_count;
		c->sections[c->section_count++] = (ss_section){ .variable = w->cell_variables, .count = 1, .cell = c->n++ };
		c->first[w->cell_variables + 1] = c->section_count;
	}
}

static void grow_tables(ss_work *w)
{
	if (!w->growth)
		w->growth = sb_new(w->scratch, ss_growth);
	if (w->cells)
		add_cells(w);
	uint32_t n = w->cells ? w->cells->n : w->model->scalars;
	if (n + 1 > w->growth->room)
		make_room(w, 2 * n + 16);
	for (uint32_t s = w->n; s < n; s++) {
		uint32_t element, number = w->cells ? w->cells->sections[w->section_of[s]].variable
											: sm_variable_of_scalar(w->model, s, &element);
		w->traits[s] = 0;
		w->variable_of[s] = number;
		w->leaf[s] = sm_ref(w->model, number);
		w->parent[s] = s;
		w->flipped[s] = w->rate_flipped[s] = false;
		w->rate_of[s] = UINT32_MAX;
		w->constant[s] = 0;
	}
	w->n = n;
	w->spare_unknown_of = NULL;
}

/* A variable of an earlier analysis is asked for again: it is computed now, and not one of the literals that are set
 * with the parameters. */
static void wake(ss_work *w, uint32_t cell)
{
	ss_steps *steps = &w->plan->parameter_steps;
	uint32_t k = steps->n;

	while (w->constant[cell] && k > 0 && steps->at[k - 1].target != w->leaf[cell])
		k--;
	for (; w->constant[cell] && k > 0 && k < steps->n; k++)
		steps->at[k - 1] = steps->at[k];
	steps->n -= w->constant[cell] && k > 0;
	w->constant[cell] = 0;
}

static void make_room_here(ss_reduction *r)
{
	sb_arena *a = r->w->scratch;
	uint32_t n = r->room, cap = r->w->growth->room;

	if (r->w->n < n)
		return;
	uint32_t *chain_of = r->chain_of, *place = r->place, *up = r->up, *definition = r->definition;
	bool *flipped = r->up_flipped;
	r->chain_of = sb_new_array(a, uint32_t, cap);
	r->place = sb_new_array(a, uint32_t, cap);
	r->up = sb_new_array(a, uint32_t, cap);
	r->definition = sb_new_array(a, uint32_t, cap);
	r->up_flipped = sb_new_array(a, bool, cap);
	for (uint32_t s = 0; s < cap; s++) {
		bool old = s < n;
		r->chain_of[s] = old ? chain_of[s] : UINT32_MAX;
		r->place[s] = old ? place[s] : 0;
		r->up[s] = old ? up[s] : UINT32_MAX;
		r->definition[s] = old ? definition[s] : 0;
		r->up_flipped[s] = old && flipped[s];
	}
	r->room = cap;
}

/* ------------------------------------------------------------------------------------------------------- variables */

/* The variables that are der(x) by an equation, as lists by x. */
static void list_rates(ss_reduction *r)
{
	ss_work *w = r->w;

	r->listed = w->n;
	r->first_rate = sb_new_array(w->scratch, uint32_t, w->n + 1);
	r->next_rate = sb_new_array(w->scratch, uint32_t, w->n + 1);
	for (uint32_t s = 0; s < w->n; s++)
		r->first_rate[s] = UINT32_MAX;
	for (uint32_t v = w->n; v-- > 0;) {
		bool flip = false;
		if (w->rate_of[v] == UINT32_MAX || w->parent[v] != v)
			continue;
		uint32_t x = ss_root(w, w->rate_of[v], &flip);
		r->next_rate[v] = r->first_rate[x];
		r->first_rate[x] = v;
	}
}

/* Is v = der(x) with the sign reversed? */
static bool rate_sign(ss_work *w, uint32_t v)
{
	bool flip = w->rate_flipped[v];

	ss_root(w, w->rate_of[v], &flip);
	return flip;
}

/* The user's own variable, without a change of sign if there is one; all others become equal to it. */
static uint32_t promote(ss_reduction *r, uint32_t x, bool *flip)
{
	ss_work *w = r->w;
	uint32_t best = r->first_rate[x];

	for (uint32_t v = best; v != UINT32_MAX; v = r->next_rate[v]) {
		bool better =
			rate_sign(w, best) > rate_sign(w, v) ||
			(rate_sign(w, best) == rate_sign(w, v) && ss_variable(w, best)->hidden && !ss_variable(w, v)->hidden);
		best = better ? v : best;
	}
	*flip = rate_sign(w, best);
	for (uint32_t v = r->first_rate[x]; v != UINT32_MAX; v = r->next_rate[v]) {
		if (v == best)
			continue;
		bool turned = rate_sign(w, v) != *flip;
		w->rate_of[v] = UINT32_MAX;
		w->parent[v] = best;
		w->flipped[v] = turned;
	}
	w->rate_of[best] = UINT32_MAX;
	return best;
}

static uint32_t make_variable(ss_reduction *r, uint32_t x)
{
	ss_work *w = r->w;
	sb_text name = {0};

	sb_add(&name, "der(");
	sm_scalar_name(w->model, ss_scalar_of_cell(w, x), &name);
	sb_add(&name, ")");
	const char *kept = sb_intern_text(w->model->names, &name);
	uint32_t number = sm_find(w->model, kept);
	if (number == UINT32_MAX) {
		number = sm_add_variable(w->model, kept, SX_REAL, NULL, 0);
		sm_variable *v = sm_edit(w->model, number);
		const sm_variable *of = ss_variable(w, x);
		v->hidden = true;
		v->state_select = SM_SELECT_DEFAULT;
		v->span = of->span;
		v->component = of->component;
	}
	grow_tables(w);
	make_room_here(r);
	wake(w, ss_first_cell(w, number));
	return ss_first_cell(w, number);
}

uint32_t ss_name_derivative(ss_reduction *r, uint32_t x)
{
	bool flip = false;
	uint32_t v;

	if (!r->first_rate)
		list_rates(r);
	if (x < r->listed && r->first_rate[x] != UINT32_MAX)
		v = promote(r, x, &flip);
	else
		v = make_variable(r, x);
	r->up[x] = v;
	r->up_flipped[x] = flip;
	r->chain_of[v] = r->chain_of[x];
	r->place[v] = r->place[x] + 1;
	r->chains.at[r->chain_of[x]].named++;
	return v;
}

/* Other names for der(x), where it is a state of its own already. */
void ss_join_rates(ss_reduction *r, uint32_t x)
{
	ss_work *w = r->w;

	if (!r->first_rate)
		list_rates(r);
	if (x >= r->listed || r->up[x] == UINT32_MAX)
		return;
	for (uint32_t v = r->first_rate[x]; v != UINT32_MAX; v = r->next_rate[v]) {
		if (w->rate_of[v] == UINT32_MAX)
			continue;
		bool turned = rate_sign(w, v) != r->up_flipped[x];
		w->rate_of[v] = UINT32_MAX;
		w->parent[v] = r->up[x];
		w->flipped[v] = turned;
	}
}

static sx_ref with_sign(ss_work *w, sx_ref e, bool flip)
{
	return flip ? sx_unary(w->pool, SX_NEG, e) : e;
}

/* ---------------------------------------------------------------------------------------------- der(x) put in as v */

static sx_ref enter(sx_rewriter *self, sx_pool *pool, sx_ref e)
{
	ss_reduction *r = self->context;

	if (!(sx_flags(pool, e) & SX_HAS_DER))
		return e;
	if (sx_op_of(pool, e) != SX_DER)
		return 0;
	uint32_t s = ss_cell_of(r->w, sx_arg(pool, e, 0));
	if (s == UINT32_MAX || r->up[s] == UINT32_MAX)
		return e;
	return with_sign(r->w, r->w->leaf[r->up[s]], r->up_flipped[s]);
}

static void put_in(sx_rewriter *rw, ss_work *w, sx_ref *e)
{
	if (*e && sx_flags(w->pool, *e) & SX_HAS_DER)
		*e = sx_rewrite(rw, w->pool, *e);
}

static sx_ref map_put_in(ss_work *w, sx_ref e, void *context)
{
	put_in(context, w, &e);
	return e;
}

static void put_into_equation(sx_rewriter *rw, ss_work *w, ss_equation *q)
{
	put_in(rw, w, &q->lhs);
	put_in(rw, w, &q->rhs);
	put_in(rw, w, &q->initial_lhs);
	put_in(rw, w, &q->initial_rhs);
	if (q->form != SS_FORM_ALGORITHM)
		return;
	bool same = q->initial_statements.at == q->statements.at;
	q->statements = ss_map_statements(w, &q->statements, map_put_in, rw);
	q->initial_statements = same ? q->statements : ss_map_statements(w, &q->initial_statements, map_put_in, rw);
}

static bool is_definition(const ss_reduction *r, uint32_t e)
{
	ss_work *w = r->w;
	const ss_equation *q = &w->equations.at[e];
	sx_ref sides[2] = {q->lhs, q->rhs};

	for (int i = 0; i < 2 && q->form == SS_FORM_EQUAL; i++) {
		sx_ref side = sx_op_of(w->pool, sides[i]) == SX_NEG ? sx_arg(w->pool, sides[i], 0) : sides[i];
		uint32_t s = sx_op_of(w->pool, side) == SX_DER ? ss_cell_of(w, sx_arg(w->pool, side, 0)) : UINT32_MAX;
		if (s != UINT32_MAX && r->definition[s] == e + 1)
			return true;
	}
	return false;
}

void ss_put_in_derivatives(ss_reduction *r)
{
	ss_work *w = r->w;
	ss_plan *plan = w->plan;
	sx_rewriter rw = sx_rewriter_new(w->scratch, NULL, r);

	rw.enter = enter;
	for (uint32_t e = 0; e < w->equations.n; e++)
		if (!w->equations.at[e].gone && !is_definition(r, e))
			put_into_equation(&rw, w, &w->equations.at[e]);
	for (uint32_t e = 0; e < w->initial.n; e++)
		put_into_equation(&rw, w, &w->initial.at[e]);
	for (uint32_t i = 0; i < plan->actions.n + plan->asserts.n; i++) {
		ss_action *a = i < plan->actions.n ? &plan->actions.at[i] : &plan->asserts.at[i - plan->actions.n];
		put_in(&rw, w, &a->guard);
		put_in(&rw, w, &a->condition);
		put_in(&rw, w, &a->value);
	}
	for (uint32_t i = 0; i < plan->watches.n; i++)
		put_in(&rw, w, &plan->watches.at[i].function);
	for (uint32_t i = 0; i < plan->delays.n; i++) {
		put_in(&rw, w, &plan->delays.at[i].value);
		put_in(&rw, w, &plan->delays.at[i].time);
	}
	for (uint32_t i = 0; i < plan->transports.n; i++) {
		put_in(&rw, w, &plan->transports.at[i].in[0]);
		put_in(&rw, w, &plan->transports.at[i].in[1]);
		put_in(&rw, w, &plan->transports.at[i].x);
		put_in(&rw, w, &plan->transports.at[i].positive);
	}
	for (uint32_t i = 0; i < plan->event_code.n; i++) {
		put_in(&rw, w, &plan->event_code.at[i].when);
		plan->event_code.at[i].action = ss_map_statements(w, &plan->event_code.at[i].action, map_put_in, &rw);
	}
	ss_map_routines(w, map_put_in, &rw);
}

/* -------------------------------------------------------------------------------------------------- differentiation */

/* Why an equation could not be differentiated. */
typedef struct derivation { ss_reduction *r; sx_chain *chain; uint32_t function, input; sx_op delay; } derivation;

/* Of an argument of a function. Elements of whole arrays come as they are in the model. */
static sx_ref derivative_of_argument(void *context, sx_ref e)
{
	derivation *d = context;
	ss_work *w = d->r->w;

	return sx_diff(w->pool, ss_represented(w, e), sx_time(w->pool), d->chain);
}

static sx_ref scalar_derivative(derivation *d, uint32_t s)
{
	ss_work *w = d->r->w;

	if (w->traits[s] & (SS_IS_PARAMETER | SS_IS_DISCRETE))
		return 0;
	if (d->r->chain_of[s] == UINT32_MAX) {
		d->input = s;
		return 0;
	}
	if (d->r->up[s] != UINT32_MAX)
		return with_sign(w, w->leaf[d->r->up[s]], d->r->up_flipped[s]);
	return sx_unary(w->pool, SX_DER, w->leaf[s]);
}

/* A whole array, as the argument of a function. */
static sx_ref array_derivative(derivation *d, sx_ref leaf)
{
	ss_work *w = d->r->w;
	const sm_variable *v = sm_var(w->model, sx_at(w->pool, leaf)->payload);
	sx_ref *elements = sb_new_array(w->scratch, sx_ref, v->count + 1);
	bool moves = false;

	if (v->variability != SM_CONTINUOUS || v->type != SX_REAL || sx_at(w->pool, leaf)->count)
		return 0;
	for (uint32_t i = 0; i < v->count; i++) {
		sx_ref e = ss_represented(w, sm_ref_at(w->model, sx_at(w->pool, leaf)->payload, i));
		bool flip = sx_op_of(w->pool, e) == SX_NEG;
		e = flip ? sx_arg(w->pool, e, 0) : e;
		uint32_t s = sx_op_of(w->pool, e) == SX_VAR ? ss_cell_of(w, e) : UINT32_MAX;
		sx_ref by = s == UINT32_MAX ? 0 : scalar_derivative(d, s);
		moves = moves || by;
		elements[i] = by ? with_sign(w, by, flip) : w->zero;
	}
	return moves ? sx_array(w->pool, SX_REAL, v->shape, v->rank, elements, v->count) : 0;
}

static sx_ref derivative_of_leaf(sx_chain *chain, sx_pool *pool, sx_ref leaf)
{
	derivation *d = chain->context;
	ss_work *w = d->r->w;
	const sx_node *node = sx_at(pool, leaf);

	if (node->op == SX_CALL || node->op == SX_OUT) {
		sx_ref known = sm_call_rate(w->model, leaf, derivative_of_argument, d);
		if (!known)
			d->function = sx_at(pool, node->op == SX_OUT ? sx_arg(pool, leaf, 0) : leaf)->payload;
		return known;
	}
	if (node->op == SX_DELAY || node->op == SX_TRANSPORTED)
		d->delay = node->op;
	if (node->op != SX_VAR || node->type != SX_REAL)
		return 0;
	uint32_t s = ss_cell_of(w, leaf);
	return s == UINT32_MAX ? array_derivative(d, leaf) : scalar_derivative(d, s);
}

static void note_function(ss_work *w, sb_message *m, const derivation *d, const ss_equation *q)
{
	const char *why = sm_why_no_derivative(w->model, q->lhs);

	why = why ? why : sm_why_no_derivative(w->model, q->rhs);
	sb_note(m, "it calls the function '%s', whose derivative is not known%s%s",
			w->model->functions.at[d->function]->name, why ? ": " : "", why ? why : "");
}

/* An opaque component has values; nobody knows their derivatives, but for two of samples that give an input. */
static bool report_component(ss_work *w, const sm_function *f, sb_span where)
{
	const char *dot = strrchr(f->name, '.');
	sb_message *m = sb_report(w->diag, SB_ERROR, "S0304", where, "the derivative of what '%.*s' gives is needed, and "
							  "it gives values alone", dot ? (int)(dot - f->name) : (int)strlen(f->name), f->name);
	sb_note(m, "components in C have no derivatives, and samples that give an input have two");
	sb_help(m, "give the input by an expression, or its derivative as an input of its own, or let a filter follow it: "
			   "T*der(v) = u - v");
	return false;
}

static bool report(ss_work *w, const derivation *d, const ss_equation *q)
{
	sb_span where;
	const char *text = ss_equation_text(w, q, &where);

	if (d->input != UINT32_MAX) {
		sb_message *m = sb_report(w->diag, SB_ERROR, "S0309", where,
								  "the derivative of the input %s is needed, because '%s' ties states to it",
								  ss_names(w, &d->input, 1, 1), text);
		sb_also(m, ss_variable(w, d->input)->span, "it is declared here");
		sb_help(m, "give the input through a filter, whose state has a derivative, or give its derivative as an input "
				   "of its own");
		return false;
	}
	if (d->function != UINT32_MAX && w->model->functions.at[d->function]->block)
		return report_component(w, w->model->functions.at[d->function], where);
	sb_message *m = sb_report(
		w->diag, SB_ERROR, "S0304", where,
		"the equation '%s' ties states to each other and must be differentiated, but its derivative cannot be formed",
		text);
	if (d->function != UINT32_MAX)
		note_function(w, m, d, q);
	else if (d->delay)
		sb_note(m, d->delay == SX_DELAY
					   ? "it contains a delay, whose derivative would be a derivative in the past"
					   : "it contains a spatialDistribution, whose derivative would be that of its earlier inputs");
	sb_help(m, "give the function an annotation derivative, or write the equation without the function");
	return false;
}

bool ss_differentiate(ss_reduction *r, const ss_equation *q, ss_equation *out)
{
	ss_work *w = r->w;
	derivation d = {.r = r, .function = UINT32_MAX, .input = UINT32_MAX};
	sx_chain chain = {.leaf = derivative_of_leaf, .context = &d, .done = sb_map_new(w->scratch)};
	sx_ref time = sx_time(w->pool);

	d.chain = &chain;
	*out = *q;
	out->level++;
	out->lhs = sx_diff(w->pool, q->lhs, time, &chain);
	out->rhs = sx_diff(w->pool, q->rhs, time, &chain);
	out->initial_lhs = q->initial_lhs ? sx_diff(w->pool, q->initial_lhs, time, &chain) : 0;
	out->initial_rhs = q->initial_rhs ? sx_diff(w->pool, q->initial_rhs, time, &chain) : 0;
	out->solution = 0;
	bool known = out->lhs && out->rhs && (out->initial_lhs || !q->initial_lhs) && (out->initial_rhs || !q->initial_rhs);
	return (known && d.input == UINT32_MAX) || report(w, &d, q);
}
