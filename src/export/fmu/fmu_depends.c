/* What outputs, rates and conditions depend on, and how: from the equations, through everything that is computed in
 * between, and from the derivatives, which tell whether a factor is a number or made of parameters. */
#include "export/fmu/export_fmu.h"

#include <string.h>

/* ---- derivatives of rates and outputs by states and inputs */

static bool moves(const so_fmu *f, const so_variable *v)
{
	return v->kind == SO_OF_MODEL && v->variability == SO_CONTINUOUS && so_type_of(f, v) == SO_FLOAT;
}

static void ask_derivatives(so_fmu *f)
{
	const ss_plan *plan = f->j.m->plan;
	ss_asked_column column;
	const char *why;
	ss_all_rates(plan, f->arena, &f->rows);
	ss_all_columns(plan, f->arena, SS_COLUMN_STATE, &f->columns);
	for (uint32_t k = 0; k < f->variables.n; k++) {
		const so_variable *v = &f->variables.at[k];
		for (uint32_t e = 0; e < v->count && moves(f, v); e++) {
			if (v->causality == SO_OUTPUT)
				sb_push(f->arena, f->rows, ((ss_asked_row){SS_ROW_SCALAR, v->first + e}));
			else if (v->causality == SO_INPUT && ss_column_of(plan, v->first + e, &column, &why) &&
					 column.kind == SS_COLUMN_INPUT)
				sb_push(f->arena, f->columns, column);
		}
	}
}

static void find_derivatives(so_fmu *f)
{
	ask_derivatives(f);
	ss_request request = {.rows = f->rows.at, .row_count = f->rows.n, .columns = f->columns.at,
		.column_count = f->columns.n};
	f->derived = ss_derive(f->arena, f->j.m->plan, &request, f->j.diag);
	bool own = f->j.copies.n || (f->j.includes && *f->j.includes);     /* it can be in one of the two texts only */
	if (f->derived->symbolic && f->rows.n && f->columns.n && !own && sc_derivatives_alone(f->derived, f->arena,
			&f->derivatives) &&
		!strstr(f->derivatives.text, "->services->external(") &&     /* tables and the like have none that can leave */
		so_rewrite_derivatives(&f->j, f->derivatives.text, &f->j.beside))
		return;
	f->report->no_derivatives = f->derived->why_not ? f->derived->why_not
								: own ? "the model calls C of its own"
								: f->rows.n && f->columns.n ? "they would call external functions"
															: "there is nothing to derive";
	f->j.beside = NULL;
}

/* ---- how it depends */

typedef struct factor { const so_fmu *f; bool varies, tunable, fixed; } factor;

static bool see_factor(void *context, const sx_pool *pool, sx_ref e);

/* A temporary is what its step computes. False: it is not one value. */
static bool see_temporary(factor *c, uint32_t local)
{
	const ss_jacobian_steps *steps = &c->f->derived->steps;
	for (uint32_t k = 0; k < steps->n; k++)
		if (!steps->at[k].solve && steps->at[k].local == local) {
			sx_visit(c->f->derived->plan->model->pool, steps->at[k].value, see_factor, c);
			return true;
		}
	return false;
}

static bool see_factor(void *context, const sx_pool *pool, sx_ref e)
{
	factor *c = context;
	switch (sx_op_of(pool, e)) {
	case SX_VAR: {
		uint32_t k = sx_at(pool, e)->payload;
		const si_variable *v = k < c->f->j.image->variables.n ? si_var(c->f->j.image, k) : NULL;
		c->varies |= !v || v->variability < SI_PARAMETER || v->unknown;
		c->fixed = true;
		c->tunable |= v && c->f->tunable[k];
		return true;
	}
	case SX_LOCAL:
		c->varies |= !see_temporary(c, sx_at(pool, e)->payload);
		return true;
	case SX_TIME: case SX_LATCH: case SX_PRE: case SX_DER: case SX_CALL: case SX_DELAY: case SX_SAMPLE:
		c->varies = true;
		return true;
	default:
		return true;
	}
}

static const char *kind_of(const so_fmu *f, sx_ref value)
{
	factor c = {.f = f};
	sx_visit(f->derived->plan->model->pool, value, see_factor, &c);
	return c.varies ? "dependent" : c.tunable ? "tunable" : c.fixed ? "fixed" : "constant";
}

/* The kind of an entry of the matrix; NULL: there is none. */
static const char *kind_by_derivative(const so_fmu *f, uint32_t row, uint32_t column)
{
	const ss_pattern *p = &f->derived->pattern;
	for (uint32_t e = p->column[column]; f->j.beside && e < p->column[column + 1]; e++)
		if (p->row[e] == row)
			return kind_of(f, f->derived->values[e]);
	return NULL;
}

static uint32_t row_of(const so_fmu *f, ss_row_kind kind, uint32_t number)
{
	for (uint32_t r = 0; r < f->rows.n; r++)
		if (f->rows.at[r].kind == kind && f->rows.at[r].number == number)
			return r;
	return SO_NONE;
}

static uint32_t column_of(const so_fmu *f, uint32_t scalar)
{
	for (uint32_t c = 0; c < f->columns.n; c++)
		if (f->columns.at[c].scalar == scalar)
			return c;
	return SO_NONE;
}

/* ---- causes as variables */

void so_find_dependence(so_fmu *f)
{
	for (uint32_t k = 0; k < f->variables.n; k++) {
		const so_variable *v = &f->variables.at[k];
		for (uint32_t e = 0; e < v->count && v->causality == SO_OUTPUT && v->variability != SO_CONSTANT; e++)
			sb_push(f->arena, f->asked, v->first + e);
	}
	f->depends = ss_find_dependence(f->arena, f->j.m->plan, f->asked.at, f->asked.n, f->j.diag);
	find_derivatives(f);
}

static bool same_place(const so_fmu *f, uint32_t a, uint32_t b)
{
	si_place p = si_place_of(f->j.image, a), q = si_place_of(f->j.image, b);
	return p.store == q.store && p.index == q.index;
}

/* The input that has this value; the scalar of it in *scalar. */
static uint32_t input_with(const so_fmu *f, uint32_t value, uint32_t *scalar)
{
	for (uint32_t k = 0; k < f->variables.n; k++) {
		const so_variable *v = &f->variables.at[k];
		for (uint32_t e = 0; e < v->count && v->causality == SO_INPUT; e++)
			if (same_place(f, v->first + e, value)) {
				*scalar = v->first + e;
				return k;
			}
	}
	return SO_NONE;
}

static void put(so_fmu *f, so_dependencies *out, uint32_t variable, const char *kind)
{
	for (uint32_t k = 0; k < out->n; k++)
		if (out->at[k].variable == variable) {
			if (strcmp(out->at[k].kind, kind) != 0)
				out->at[k].kind = "dependent";
			return;
		}
	sb_push(f->arena, *out, ((so_dependency){variable, kind}));
}

typedef struct walk { so_fmu *f; so_dependencies *out; uint32_t row; bool *seen; } walk;

/* Through conditions too: what they depend on takes effect in event mode. */
static void put_causes(walk *w, const ss_lists *lists, uint32_t which, bool direct)
{
	so_fmu *f = w->f;
	for (uint32_t i = lists->first[which]; i < lists->first[which + 1]; i++) {
		const ss_cause *c = &f->depends->causes[lists->at[i]];
		uint32_t variable = SO_NONE, column = SO_NONE, scalar = 0;
		if (c->kind == SS_FROM_STATE) {
			variable = f->variables.at[f->of_state[c->number]].main;
			column = c->number;
		} else if (c->kind == SS_FROM_VALUE) {
			variable = input_with(f, c->number, &scalar);
			column = variable != SO_NONE ? column_of(f, scalar) : SO_NONE;
		} else if (c->kind == SS_FROM_TIME) {
			variable = 0;
		} else if (c->kind == SS_FROM_LATCH && !w->seen[c->number]) {
			w->seen[c->number] = true;
			put_causes(w, &f->depends->of_watch, c->number, false);
		}
		if (variable == SO_NONE)
			continue;
		const char *kind = direct && w->row != SO_NONE && column != SO_NONE ? kind_by_derivative(f, w->row, column)
				: NULL;
		put(f, w->out, variable, kind ? kind : "dependent");
	}
}

static void sort(so_dependencies *list)
{
	for (uint32_t i = 1; i < list->n; i++)
		for (uint32_t k = i; k && list->at[k].variable < list->at[k - 1].variable; k--) {
			so_dependency t = list->at[k];
			list->at[k] = list->at[k - 1];
			list->at[k - 1] = t;
		}
}

static uint32_t asked_number(const so_fmu *f, uint32_t scalar)
{
	for (uint32_t k = 0; k < f->asked.n; k++)
		if (f->asked.at[k] == scalar)
			return k;
	return SO_NONE;
}

bool so_depends_on(so_fmu *f, uint32_t number, so_dependencies *out)
{
	const so_variable *v = &f->variables.at[number];
	walk w = {.f = f, .out = out};
	out->n = 0;
	if (!f->depends || f->j.image->switches.n)
		return false;
	for (uint32_t e = 0; e < v->count; e++) {
		w.seen = sb_new_array(f->arena, bool, f->j.image->watches.n + 1);
		if (v->kind == SO_RATE) {
			uint32_t state = f->variables.at[v->derivative].state + e;
			w.row = row_of(f, SS_ROW_RATE, state);
			put_causes(&w, &f->depends->of_rate, state, true);
		} else if (v->kind == SO_INDICATOR) {
			w.row = SO_NONE;
			put_causes(&w, &f->depends->of_watch, f->indicators.at[v->first], true);
		} else if (asked_number(f, v->first + e) != SO_NONE) {
			w.row = row_of(f, SS_ROW_SCALAR, v->first + e);
			put_causes(&w, &f->depends->of_scalar, asked_number(f, v->first + e), true);
		}
	}
	sort(out);
	return true;
}
