/* Two derivations side by side: the assignments of the causal graph, and the equations of the model as the structure
 * layer brings them into order and the code layer compiles them. Both get the same states at random, and every effort,
 * flow and rate that both know is compared. */
#include "bond/cause/bond_cause.h"

#include <math.h>
#include <string.h>

#include "bond/check/bond_compare.h"

typedef struct comparing {
	bg_graph *g;
	const sm_model *model;           /* of the run, whose variables have the same names */
	se_run *run;
	bg_comparison *out;
	double most;                     /* the largest value of a point: what is rounding beside it counts for nothing */
} comparing;

/* ------------------------------------------------------------- values of the run */

static bool value_in_run(comparing *c, sx_ref symbol, double *out);

static uint32_t scalar_in_run(comparing *c, sx_ref symbol)
{
	return bg_is_own(c->g, symbol) ? UINT32_MAX : sm_find_scalar(c->model, bg_name_of(c->g, symbol));
}

/* The rate of something, by any variable that has the same value. */
static bool rate_in_run(comparing *c, sx_ref of, double *out)
{
	uint64_t other;
	uint32_t scalar = sx_op_of(c->g->work->pool, of) == SX_VAR ? scalar_in_run(c, of) : UINT32_MAX;
	if (scalar != UINT32_MAX) {
		*out = se_rate_of(c->run, scalar);
		if (isfinite(*out))
			return true;
	}
	return sb_map_get(&c->g->stands, of, &other) && other != of && rate_in_run(c, (sx_ref)other, out);
}

static bool expression_in_run(comparing *c, sx_ref e, double *out)
{
	sm_exprs symbols = {0};
	bg_values *v = bg_values_new(c->g, false, 0);
	bg_symbols_in(c->g, e, &symbols);
	for (uint32_t i = 0; i < symbols.n; i++) {
		double value;
		if (!value_in_run(c, symbols.at[i], &value))
			return false;
		bg_set_value(v, symbols.at[i], value);
	}
	return bg_value(v, e, out);
}

static bool value_in_run(comparing *c, sx_ref symbol, double *out)
{
	uint64_t other;
	uint32_t scalar = scalar_in_run(c, symbol);
	if (symbol == c->g->time) {
		*out = se_time(c->run);
		return true;
	}
	if (scalar != UINT32_MAX) {
		*out = se_value(c->run, scalar);
		return isfinite(*out);
	}
	if (sb_map_get(&c->g->stands, symbol, &other) && other != symbol && expression_in_run(c, (sx_ref)other, out))
		return true;
	return sb_map_get(&c->g->integrals, symbol, &other) && rate_in_run(c, (sx_ref)other, out);
}

/* ---------------------------------------------------------------- one point */

static bool is_target(const bg_graph *g, sx_ref symbol)
{
	for (uint32_t i = 0; i < g->assignments.n; i++)
		if (g->assignments.at[i].target == symbol)
			return true;
	return false;
}

/* States, and what the graph does not compute. */
static bool take_inputs(comparing *c, bg_values *v)
{
	bg_graph *g = c->g;
	sm_exprs symbols = {0};
	for (uint32_t i = 0; i < g->states.n; i++)
		sb_push(g->arena, symbols, g->states.at[i]);
	for (uint32_t i = 0; i < g->assignments.n; i++)
		bg_symbols_in(g, g->assignments.at[i].value ? g->assignments.at[i].value : g->assignments.at[i].zero, &symbols);
	for (uint32_t i = 0; i < symbols.n; i++) {
		double value;
		if (is_target(g, symbols.at[i]))
			continue;
		if (!value_in_run(c, symbols.at[i], &value)) {
			c->out->unknown = bg_name_of(g, symbols.at[i]);
			return false;
		}
		bg_set_value(v, symbols.at[i], value);
		c->most = fmax(c->most, fabs(value));
	}
	return true;
}

static void compare_point(comparing *c)
{
	bg_graph *g = c->g;
	bg_values *v = bg_values_new(g, false, 0);
	c->most = 0;
	if (!take_inputs(c, v))
		return;
	for (uint32_t i = 0; i < g->assignments.n; i++) {        /* loops begin there, to find the same solution */
		double guess;
		if (g->assignments.at[i].loop && value_in_run(c, g->assignments.at[i].target, &guess))
			bg_set_value(v, g->assignments.at[i].target, guess);
	}
	if (!bg_evaluate(g, v)) {
		c->out->failed++;
		return;
	}
	c->out->points++;
	for (int round = 0; round < 2; round++)
		for (uint32_t i = 0; i < g->assignments.n; i++) {
			double here, there;
			sx_ref target = g->assignments.at[i].target;
			if (!bg_value(v, target, &here))
				continue;
			c->most = round ? c->most : fmax(c->most, fabs(here));
			if (!value_in_run(c, target, &there))
				continue;
			double error = fabs(here - there) / (fmax(fabs(here), fabs(there)) + 1e-6 * c->most + 1e-9);
			if (!round)
				continue;
			c->out->values++;
			if (!(error <= c->out->largest)) {
				c->out->largest = error;
				c->out->name = bg_name_of(g, target);
				c->out->graph = here;
				c->out->model = there;
			}
		}
}

static bool displace(comparing *c, uint64_t point)
{
	bool good = true;
	for (uint32_t i = 0; i < se_states(c->run) && good; i++) {
		double size = se_state_size(c->run, i), by = 2 * (bg_random(point + 100, i) - 1);
		good = se_change(c->run, se_state(c->run, i), (isfinite(size) && size > 0 ? size : 1) * by);
	}
	if (good)
		se_show(c->run);
	return good && se_is_paused(c->run);
}

/* What storages have at the start: the effort of a C, the flow of an I. */
bool bg_starts(bg_graph *g, st_model *m, double *starts)
{
	sb_diag *diag = sb_diag_new();
	bg_comparison none = {0};
	sb_diag_share(diag, m->diag);
	comparing c = {.g = g, .model = m->flat, .run = st_run(m, diag), .out = &none};
	se_settings settings = se_defaults(sc_image(m->program));
	bool begun = c.run && se_begin(c.run, &settings) == SE_PAUSED, good = begun;
	for (uint32_t i = 0; i < g->nodes.n && good; i++) {
		const bg_node *n = &g->nodes.at[i];
		for (uint32_t k = 0; bg_is_storage(n) && k < n->ports.n && k < 1; k++)
			good = value_in_run(&c, n->kind == BG_C ? n->ports.at[k].effort : n->ports.at[k].flow, &starts[i]);
	}
	if (c.run)
		se_end(c.run);
	se_run_free(c.run);
	sb_pass_on(m->diag, diag);
	sb_diag_free(diag);
	return good;
}

bool bg_compare(bg_graph *g, st_model *m, uint32_t points, bg_comparison *out)
{
	*out = (bg_comparison){0};
	sb_diag *diag = sb_diag_new();
	sb_diag_share(diag, m->diag);
	comparing c = {.g = g, .model = m->flat, .run = st_run(m, diag), .out = out};
	se_settings settings = se_defaults(sc_image(m->program));
	settings.rows = SE_ROWS_ENDS;
	double step = (settings.stop - settings.start) / (4.0 * points);
	bool good = c.run && se_begin(c.run, &settings) == SE_PAUSED;
	for (uint32_t i = 0; i < points && good; i++) {
		compare_point(&c);
		if (!out->unknown && (!displace(&c, i) ||
							  se_advance(c.run, se_time(c.run) + step * bg_random(i + 1, 0), false) != SE_PAUSED ||
							  !displace(&c, i + 1000)))
			break;
	}
	if (c.run)
		se_end(c.run);
	se_run_free(c.run);
	sb_diag_free(diag);
	return good && out->points > 0;
}
