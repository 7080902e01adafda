/* Derivatives on request: what the rows need, forward through it from the columns. See structure/derivatives.h. */
#include "structure/request/structure_request.h"
#include "structure/expand/expand.h"
#include "structure/jacobian/forward.h"
#include "structure/solve/solve.h"

enum { FILL_MOST = 4000000 };

/* ------------------------------------------------------------------------------------------------- rows and columns */

static const sm_variable *variable_of(const ss_plan *plan, uint32_t scalar)
{
	uint32_t element;

	return sm_var(plan->model, sm_variable_of_scalar(plan->model, scalar, &element));
}

/* Determined by the initial system: it has no value from outside. */
static bool is_free(const ss_plan *plan, uint32_t scalar)
{
	const ss_parameter *p = ss_parameter_of(plan, scalar);

	return p && !p->computed;
}

bool ss_column_of(const ss_plan *plan, uint32_t scalar, ss_asked_column *out, const char **why)
{
	const sm_variable *v = variable_of(plan, scalar);
	ss_place place = ss_place_of(plan, scalar);

	*why = NULL;
	if (v->type != SX_REAL)
		*why = "it is not a Real";
	else if (v->variability == SM_CONSTANT)
		*why = "it is a constant";
	else if (v->variability == SM_PARAMETER)
		*why = v->final        ? "it is final"
			   : v->structural ? "the equations were made with its value"
			   : is_free(plan, scalar) ? "the initial system determines it" : NULL;
	else if (place.store != SS_STATE && !v->held)
		*why = "it is computed: only states, parameters and inputs that nothing gives are independent";
	*out = (ss_asked_column){ v->variability == SM_PARAMETER ? SS_COLUMN_PARAMETER
						: place.store == SS_STATE ? SS_COLUMN_STATE : SS_COLUMN_INPUT, scalar };
	return !*why;
}

void ss_all_rates(const ss_plan *plan, sb_arena *arena, ss_rows *out)
{
	for (uint32_t i = 0; i < plan->states; i++)
		sb_push(arena, *out, ((ss_asked_row){ SS_ROW_RATE, i }));
}

void ss_all_outputs(const ss_plan *plan, sb_arena *arena, ss_rows *out)
{
	for (uint32_t v = 0; v < plan->model->variables.n; v++) {
		const sm_variable *var = sm_var(plan->model, v);
		for (uint32_t i = 0; var->causality == SM_OUTPUT && var->type == SX_REAL && i < var->count; i++)
			sb_push(arena, *out, ((ss_asked_row){ SS_ROW_SCALAR, var->first + i }));
	}
}

void ss_all_columns(const ss_plan *plan, sb_arena *arena, ss_column_kind kind, ss_columns *out)
{
	ss_asked_column column;
	const char *why;

	for (uint32_t i = 0; i < plan->states && kind == SS_COLUMN_STATE; i++)
		sb_push(arena, *out, ((ss_asked_column){ kind, ss_state_scalar(plan, i) }));
	for (uint32_t v = 0; v < plan->model->variables.n && kind != SS_COLUMN_STATE; v++) {
		const sm_variable *var = sm_var(plan->model, v);
		bool wanted = kind == SS_COLUMN_INPUT ? var->held : var->variability == SM_PARAMETER;
		for (uint32_t i = 0; wanted && var->type == SX_REAL && i < var->count; i++)
			if (ss_column_of(plan, var->first + i, &column, &why) && column.kind == kind)
				sb_push(arena, *out, column);
	}
}

/* ------------------------------------------------------------------------------------------------------- forward */

typedef struct deriving {
	ss_work w;
	forward f;
	const ss_request *request;
	ss_derivatives *out;
	sx_ref *rows;                    /* what each row is, over representatives */
	uint32_t *keys;                  /* where each column begins; kept ones also at the left limit of that */
	uint32_t *first, *next;          /* by key, the columns that begin there: the first + 1, and the next + 1 */
	bool *needed, *needed_parameters;
} deriving;

static sx_ref row_expr(deriving *d, const ss_asked_row *row)
{
	ss_work *w = &d->w;

	if (row->kind == SS_ROW_RATE)
		return sx_unary(w->pool, SX_DER, w->leaf[w->state_cell[row->number]]);
	return ss_represented(w, w->leaf[row->number]);
}

/* The derivative of an algorithm is that of a function of what it reads. */
static void call_algorithms(deriving *d)
{
	ss_steps *steps = &d->w.plan->steps;

	for (uint32_t i = 0; i < steps->n; i++)
		if (steps->at[i].kind == SS_ALGORITHM)
			ss_algorithm_as_call(&d->w, &steps->at[i]);
}

static void find_rows(deriving *d)
{
	ss_work *w = &d->w;

	w->see_parameters = true;
	d->rows = sb_new_array(w->scratch, sx_ref, (size_t)d->request->row_count + 1);
	d->needed = sb_new_array(w->scratch, bool, (size_t)w->plan->steps.n + 1);
	d->needed_parameters = sb_new_array(w->scratch, bool, (size_t)w->plan->parameter_steps.n + 1);
	ss_need_nothing(w);
	for (uint32_t r = 0; r < d->request->row_count; r++) {
		d->rows[r] = row_expr(d, &d->request->rows[r]);
		ss_need_expr(w, d->rows[r]);
	}
	ss_find_needed(w, &w->plan->steps, d->needed);
	ss_find_needed(w, &w->plan->parameter_steps, d->needed_parameters);
}

static bool is_given(const deriving *d, const ss_step *step)
{
	return step->guard && d->request->given && d->request->given(d->request->context, step->guard - 1);
}

/* What moves in an array of parameters is an unknown to whoever differentiates a call. */
static void note_moving(deriving *d, uint32_t key)
{
	const gradient *g = d->f.of[key];

	if (key < d->w.n && g && g->n && d->w.traits[key] & SS_IS_PARAMETER)
		d->w.traits[key] |= SS_IS_FREE;
}

/* A column adds to what its binding gives: it moves by itself, and with what it is computed from. */
static void begin_at(deriving *d, uint32_t key)
{
	sx_pool *p = d->w.pool;

	for (uint32_t c = d->first[key]; c; c = d->next[c - 1]) {
		bool flip = false;
		ss_root(&d->w, d->request->columns[c - 1].scalar, &flip);
		ss_forward_column(&d->f, key, c - 1, sx_real(p, flip ? -1 : 1));
	}
	note_moving(d, key);
}

static void begin_left(deriving *d)
{
	for (uint32_t c = 0; c < d->request->column_count; c++) {
		bool flip = false;
		if (d->request->columns[c].kind != SS_COLUMN_KEPT)
			continue;
		ss_root(&d->w, d->request->columns[c].scalar, &flip);
		ss_forward_column(&d->f, 2 * d->w.n + d->keys[c], c, sx_real(d->w.pool, flip ? -1 : 1));
	}
}

static void go_through_parameters(deriving *d)
{
	ss_work *w = &d->w;
	const ss_steps *steps = &w->plan->parameter_steps;
	sb_u32s targets = {0};
	uint32_t *last = sb_new_array(w->scratch, uint32_t, 3 * (size_t)w->n + 1);  /* by key: its last step, + 1 */

	for (uint32_t i = 0; i < steps->n; i++)
		if (steps->at[i].kind == SS_ASSIGN && ss_key(w, steps->at[i].target) < w->n)
			last[ss_key(w, steps->at[i].target)] = i + 1;
	for (uint32_t c = 0; c < d->request->column_count; c++)
		if ((!last[d->keys[c]] || !d->needed_parameters[last[d->keys[c]] - 1]) && !d->f.of[d->keys[c]])
			begin_at(d, d->keys[c]);
	for (uint32_t i = 0; i < steps->n && !d->f.failed; i++) {
		if (!d->needed_parameters[i])
			continue;
		targets.n = 0;
		if (!is_given(d, &steps->at[i]))
			ss_forward_step(&d->f, &steps->at[i]);
		ss_step_targets(w, w->plan, &steps->at[i], &targets);
		for (uint32_t k = 0; k < targets.n; k++)
			begin_at(d, targets.at[k]);
	}
}

/* What changes at events only does not move with states. */
static void hold(deriving *d, uint32_t key)
{
	gradient *g = d->f.of[key];
	uint32_t n = 0;

	for (uint32_t k = 0; g && k < g->n; k++)
		if (d->request->columns[g->state[k]].kind != SS_COLUMN_STATE) {
			g->state[n] = g->state[k];
			g->value[n++] = g->value[k];
		}
	if (g)
		g->n = n;
}

static bool moves_by_states_only(deriving *d, const ss_step *step)
{
	sb_u32s keys = {0};

	ss_step_depends(&d->w, d->w.plan, step, &keys);
	for (uint32_t i = 0; i < keys.n; i++) {
		const gradient *g = d->f.of[keys.at[i]];
		for (uint32_t k = 0; g && k < g->n; k++)
			if (d->request->columns[g->state[k]].kind != SS_COLUMN_STATE)
				return false;
	}
	return true;
}

static sx_ref at_column(const gradient *g, uint32_t column)
{
	for (uint32_t k = 0; g && k < g->n; k++)
		if (g->state[k] == column)
			return g->value[k];
	return 0;
}

/* What a step under a condition gives moves with its left limit where the condition does not hold. */
static void choose_left(deriving *d, sx_ref when, uint32_t key)
{
	ss_work *w = &d->w;
	const gradient *now = d->f.of[key], *left = key < w->n ? d->f.of[2 * w->n + key] : NULL;

	for (uint32_t k = 0; now && k < now->n; k++) {
		sx_ref before = at_column(left, now->state[k]);
		ss_forward_add(&d->f, now->state[k], sx_if(w->pool, when, now->value[k], before ? before : w->zero));
	}
	for (uint32_t k = 0; left && k < left->n; k++)
		if (!at_column(now, left->state[k]))
			ss_forward_add(&d->f, left->state[k], sx_if(w->pool, when, w->zero, left->value[k]));
	d->f.of[key] = ss_forward_take(&d->f, true);
}

/* Each left limit of a Real that a step reads must be a column: it is what the pass begins with. */
static void look_at_left(deriving *d, const ss_step *step)
{
	ss_work *w = &d->w;
	sb_u32s keys = {0};

	ss_step_depends(w, w->plan, step, &keys);
	for (uint32_t i = 0; i < keys.n; i++)
		if (keys.at[i] >= 2 * w->n && !d->f.of[keys.at[i]] && ss_variable(w, keys.at[i] - 2 * w->n)->type == SX_REAL)
			ss_forward_fail(&d->f, "a left limit is read that is not known", step->span);
}

/* In a pass of an instant: all of them. */
static void go_through_pass(deriving *d)
{
	const ss_steps *steps = &d->w.plan->steps;
	sb_u32s targets = {0};

	for (uint32_t i = 0; i < steps->n && !d->f.failed; i++) {
		if (!d->needed[i])
			continue;
		look_at_left(d, &steps->at[i]);
		ss_forward_step(&d->f, &steps->at[i]);
		targets.n = 0;
		ss_step_targets(&d->w, d->w.plan, &steps->at[i], &targets);
		for (uint32_t k = 0; steps->at[i].when && k < targets.n && !d->f.failed; k++)
			choose_left(d, steps->at[i].when, targets.at[k]);
	}
}

static void go_through_steps(deriving *d)
{
	const ss_steps *steps = &d->w.plan->steps;
	sb_u32s targets = {0};

	for (uint32_t i = 0; i < steps->n && !d->f.failed; i++) {
		const ss_step *step = &steps->at[i];
		bool still = step->phases & SS_DISCRETE;
		if (!d->needed[i] || step->when || (still && moves_by_states_only(d, step)))
			continue;
		uint32_t before = d->f.steps.n;
		ss_forward_step(&d->f, step);
		for (uint32_t k = before; still && k < d->f.steps.n; k++)
			d->out->of_instant |= d->f.steps.at[k].solve;
		targets.n = 0;
		ss_step_targets(&d->w, d->w.plan, step, &targets);
		for (uint32_t k = 0; still && k < targets.n; k++)
			hold(d, targets.at[k]);
	}
}

static bool symbolic(deriving *d, ss_entry_list *lists)
{
	ss_work *w = &d->w;

	d->f = (forward){ .w = w, .differences = true };
	ss_forward_begin(&d->f, 0xff);
	d->f.most = FILL_MOST;
	begin_left(d);
	go_through_parameters(d);
	if (d->request->of_pass)
		go_through_pass(d);
	else
		go_through_steps(d);
	for (uint32_t r = 0; r < d->request->row_count && !d->f.failed; r++) {
		ss_forward_accumulate(&d->f, d->rows[r], sx_real(w->pool, 1), (sb_span){0});
		const gradient *g = ss_forward_take(&d->f, false);
		lists[r] = (ss_entry_list){ g->n, g->state, g->value };
	}
	const char *why = d->f.why_not ? d->f.why_not : d->f.differs;
	d->out->why_not = why ? sb_strdup(w->arena, why) : NULL;
	d->out->why_not_span = d->f.why_not_span;
	d->out->steps = d->f.steps;
	d->out->temp_count = d->f.temp_count;
	return !d->f.failed;
}

static void pattern_only(deriving *d, ss_entry_list *lists)
{
	ss_work *w = &d->w;
	ss_dependence depends = ss_dependence_new(w, d->keys, d->request->column_count);

	ss_dependence_go(w, &depends, &w->plan->parameter_steps, d->needed_parameters);
	ss_dependence_go(w, &depends, &w->plan->steps, d->needed);
	for (uint32_t r = 0; r < d->request->row_count; r++)
		lists[r] = ss_dependence_of_expr(w, &depends, d->rows[r]);
}

/* Too large for symbols: any row may depend on any column. */
static void full_pattern(deriving *d)
{
	const ss_request *q = d->request;
	ss_pattern *p = &d->out->pattern;
	uint64_t entries = (uint64_t)q->row_count * q->column_count;

	p->n = q->column_count;
	p->column = sb_new_array(d->w.arena, uint32_t, (size_t)p->n + 1);
	p->row = sb_new_array(d->w.arena, uint32_t, entries + 1);
	for (uint32_t c = 0; c < p->n; c++) {
		p->column[c + 1] = p->column[c] + q->row_count;
		for (uint32_t r = 0; r < q->row_count; r++)
			p->row[p->column[c] + r] = r;
	}
	d->out->why_not = "the model is too large for symbolic derivatives";
}

static void find_columns(deriving *d)
{
	ss_work *w = &d->w;
	uint32_t n = d->request->column_count;

	d->keys = sb_new_array(w->scratch, uint32_t, (size_t)n + 1);
	d->next = sb_new_array(w->scratch, uint32_t, (size_t)n + 1);
	d->first = sb_new_array(w->scratch, uint32_t, 3 * (size_t)w->n + 1);
	for (uint32_t c = n; c-- > 0;) {
		bool flip = false;
		d->keys[c] = ss_root(w, d->request->columns[c].scalar, &flip);
		if (d->request->columns[c].kind == SS_COLUMN_LEFT)
			d->keys[c] += 2 * w->n;
		d->next[c] = d->first[d->keys[c]];
		d->first[d->keys[c]] = c + 1;
	}
}

ss_derivatives *ss_derive(sb_arena *arena, const ss_plan *plan, const ss_request *request, sb_diag *diag)
{
	deriving d = { .request = request, .out = sb_new(arena, ss_derivatives) };
	sb_arena *scratch = sb_arena_new();

	d.out->rows = request->row_count;
	if (!ss_reopen(&d.w, arena, scratch, plan, diag)) {
		full_pattern(&d);
	} else {
		ss_entry_list *lists = sb_new_array(scratch, ss_entry_list, (size_t)request->row_count + 1);
		call_algorithms(&d);
		find_columns(&d);
		find_rows(&d);
		d.out->symbolic = symbolic(&d, lists);
		if (!d.out->symbolic)
			pattern_only(&d, lists);
		ss_to_columns(&d.w, lists, request->row_count, request->column_count, &d.out->pattern,
					  d.out->symbolic ? &d.out->values : NULL);
	}
	d.out->plan = d.w.plan;
	sb_arena_free(scratch);
	return d.out;
}
