/* Recording: which variables make columns, and when rows are made.
 *
 * A channel is a place; all aliases of a place share it. What is computed from parameters alone is a constant column.
 * Where the structure changes, what is equal or constant in one mode need not be so in another: then each scalar has a channel of
 * its own, and each mode places for all of them.
 * Grid points inside a step are interpolated. A grid point that meets an instant is left to the instant (E21).
 */
#include "engine/inside.h"
#include <math.h>
#include <string.h>

static bool wanted(const se_run *run, const char *name)
{
	for (uint32_t i = 0; i < run->settings.record_count; i++)
		if (sb_matches(run->settings.record[i], name))
			return true;
	return run->settings.record_count == 0;
}

/* The places that are set before the run begins and never again. */
void se_mark_constants(const se_run *run, char *constant)
{
	const ss_plan *plan = run->plan;
	for (uint32_t i = 0; i < plan->parameters.n; i++)
		constant[plan->parameters.at[i].scalar] = 1;
	sb_arena *scratch = sb_arena_new();
	sb_map fixed = sb_map_new(scratch);
	for (uint32_t i = 0; i < plan->parameter_steps.n; i++) {
		const ss_step *step = &plan->parameter_steps.at[i];
		uint32_t one = 1, n = step->kind == SS_ASSIGN ? one : step->targets.n;
		if (step->kind == SS_BLOCK)
			n = plan->blocks.at[step->block]->members.n;
		for (uint32_t k = 0; k < n; k++) {
			sx_ref target = step->kind == SS_ASSIGN  ? step->target
			                : step->kind == SS_BLOCK ? plan->blocks.at[step->block]->members.at[k]
			                                         : step->targets.at[k];
			uint32_t s = target ? sm_scalar_of(run->model, target) : UINT32_MAX;
			if (s != UINT32_MAX)
				sb_map_put(&fixed, (uint64_t)plan->place[s].store << 32 | plan->place[s].index, 1);
		}
	}
	for (uint32_t s = 0; s < run->model->scalars; s++) {
		uint64_t found;
		if (plan->place[s].store == SS_NOWHERE ||
		    sb_map_get(&fixed, (uint64_t)plan->place[s].store << 32 | plan->place[s].index, &found))
			constant[s] = 1;
	}
	sb_arena_free(scratch);
}

static sr_column column_of(const se_run *run, const sm_variable *v, const char *name)
{
	sr_column c = {.name = name, .unit = v->unit ? v->unit : "", .description = v->description ? v->description : ""};
	c.kind = v->enumeration            ? SR_ENUM
	         : v->type == SX_INTEGER   ? SR_INTEGER
	         : v->type == SX_BOOLEAN   ? SR_BOOLEAN
	                                   : SR_REAL;
	if (v->enumeration) {
		const sm_enum *e = &run->model->enums.at[v->enumeration - 1];
		c.literals = (const char *const *)e->literals;
		c.literal_count = e->count;
	}
	c.discrete = v->variability != SM_CONTINUOUS || v->type != SX_REAL;
	return c;
}

static const char *rate_unit(sb_arena *arena, const char *unit)
{
	if (!unit || !*unit)
		return "";
	return strpbrk(unit, "./") ? sb_printf(arena, "(%s)/s", unit) : sb_printf(arena, "%s/s", unit);
}

static void open_channels(se_run *run, const sr_column *columns, uint32_t column_count, uint32_t channels)
{
	run->record = sr_record_new(columns, column_count, channels);
	run->channel_count = channels;
	run->channels = sb_new_array(run->own, ss_place, channels + 1);
	run->left_row = sb_new_array(run->once, double, channels + 1);
	run->right_row = sb_new_array(run->once, double, channels + 1);
}

/* Scalars of which the model has a derivative, in whatever mode. */
static char *differentiated(const se_run *run, sb_arena *scratch)
{
	const sm_model *m = run->model;
	char *found = sb_alloc(scratch, m->scalars + 1);
	for (sx_ref e = 1; e < run->plan->common_exprs; e++) {
		sx_ref var = sx_op_of(m->pool, e) == SX_DER ? sx_arg(m->pool, e, 0) : 0;
		uint32_t s = var && sx_op_of(m->pool, var) == SX_VAR ? sm_scalar_of(m, var) : UINT32_MAX;
		if (s != UINT32_MAX)
			found[s] = 1;
	}
	return found;
}

static bool own_name(const se_run *run, uint32_t s, bool rate, sb_text *name)
{
	name->n = 0;
	if (rate)
		sb_add(name, "der(");
	sm_scalar_name(run->model, s, name);
	if (rate)
		sb_addc(name, ')');
	return wanted(run, name->at);
}

static void open_for_modes(se_run *run)
{
	sb_arena *scratch = sb_arena_new();
	const char *rates = differentiated(run, scratch);
	sb_vec(sr_column) columns = {0};
	sb_text name = {0};
	run->channel_of.at = NULL;
	run->channel_of.n = run->channel_of.cap = 0;
	for (int rate = 0; rate < 2; rate++)
		for (uint32_t i = 0; i < run->model->variables.n; i++) {
			const sm_variable *v = &run->model->variables.at[i];
			for (uint32_t s = v->first; s < v->first + v->count && !v->hidden && v->type != SX_STRING; s++) {
				if ((rate && !rates[s]) || s >= run->plan->common || !own_name(run, s, rate, &name))
					continue;
				sr_column c = column_of(run, v, sb_strdup(scratch, name.at));
				if (rate)
					c.unit = rate_unit(scratch, v->unit);
				c.constant = v->variability == SM_PARAMETER || v->variability == SM_CONSTANT;
				c.state = !rate && rates[s];
				c.channel = run->channel_of.n;
				if (!c.constant)
					sb_push(run->once, run->channel_of, ((struct se_channel){s, rate}));
				sb_push(scratch, columns, c);
			}
		}
	sb_text_free(&name);
	open_channels(run, columns.at, columns.n, run->channel_of.n);
	se_place_channels(run);
	sb_arena_free(scratch);
}

/* The rate of a scalar: of a state, or of one that a constraint computes. A rate that this mode does not compute is not a number. */
static ss_place rate_place(const se_run *run, uint32_t scalar)
{
	const ss_plan *plan = run->plan;
	ss_place place = plan->place[scalar];
	if (place.store == SS_STATE)
		return (ss_place){.store = SS_RATE, .negated = place.negated, .index = place.index};
	for (uint32_t i = 0; i < plan->dependents.n; i++) {
		const ss_dependent *d = &plan->dependents.at[i];
		if (plan->root[d->scalar] != plan->root[scalar])
			continue;
		ss_place rate = plan->place[d->rate];
		rate.negated ^= d->negated ^ place.negated ^ plan->place[d->scalar].negated;
		return rate;
	}
	return (ss_place){.store = SS_NOWHERE};
}

void se_place_channels(se_run *run)
{
	if (!run->channels)
		run->channels = sb_new_array(run->own, ss_place, run->channel_count + 1);
	for (uint32_t i = 0; i < run->channel_of.n; i++) {
		uint32_t s = run->channel_of.at[i].scalar;
		run->channels[i] = run->channel_of.at[i].rate ? rate_place(run, s) : run->plan->place[s];
	}
	se_select_recorded(run);
}

void se_record_open(se_run *run)
{
	const ss_plan *plan = run->plan;
	if (plan->switches.n) {
		open_for_modes(run);
		return;
	}
	sb_arena *scratch = sb_arena_new();
	char *constant = sb_alloc(scratch, run->model->scalars + 1);
	se_mark_constants(run, constant);
	sb_map channel_of = sb_map_new(scratch);
	sb_vec(sr_column) columns = {0};
	sb_vec(ss_place) channels = {0};
	sb_text name = {0};
	for (uint32_t i = 0; i < run->model->variables.n; i++) {
		const sm_variable *v = &run->model->variables.at[i];
		if (v->hidden || v->type == SX_STRING)
			continue;
		for (uint32_t s = v->first; s < v->first + v->count; s++) {
			name.n = 0;
			sm_scalar_name(run->model, s, &name);
			if (!wanted(run, name.at))
				continue;
			sr_column c = column_of(run, v, sb_strdup(scratch, name.at));
			ss_place place = plan->place[s];
			c.constant = constant[s];
			c.negated = place.negated;
			c.state = place.store == SS_STATE && plan->state_scalar[place.index] == s;
			if (!c.constant) {
				uint64_t key = (uint64_t)place.store << 32 | place.index, found;
				if (!sb_map_get(&channel_of, key, &found)) {
					found = channels.n;
					sb_push(scratch, channels, place);
					sb_map_put(&channel_of, key, found);
				}
				c.channel = (uint32_t)found;
			}
			sb_push(scratch, columns, c);
		}
	}
	for (uint32_t i = 0; i < plan->states; i++) {            /* the rates, as der(x) */
		uint32_t element;
		const sm_variable *v = sm_var(run->model, sm_variable_of_scalar(run->model, plan->state_scalar[i], &element));
		name.n = 0;
		sb_add(&name, "der(");
		sm_scalar_name(run->model, plan->state_scalar[i], &name);
		sb_addc(&name, ')');
		if (v->hidden || !wanted(run, name.at))
			continue;
		sr_column c = {.name = sb_strdup(scratch, name.at), .description = "", .unit = rate_unit(scratch, v->unit)};
		uint64_t key = (uint64_t)SS_RATE << 32 | i, found;
		if (!sb_map_get(&channel_of, key, &found)) {
			found = channels.n;
			sb_push(scratch, channels, ((ss_place){.store = SS_RATE, .index = i}));
		}
		c.channel = (uint32_t)found;
		sb_push(scratch, columns, c);
	}
	for (uint32_t i = 0; i < plan->dependents.n; i++) {      /* and those of what could have been states */
		const ss_dependent *d = &plan->dependents.at[i];
		uint32_t element;
		const sm_variable *v = sm_var(run->model, sm_variable_of_scalar(run->model, d->scalar, &element));
		ss_place place = plan->place[d->rate];
		name.n = 0;
		sb_add(&name, "der(");
		sm_scalar_name(run->model, d->scalar, &name);
		sb_addc(&name, ')');
		if (!d->written || v->hidden || constant[d->rate] || !wanted(run, name.at))
			continue;
		sr_column c = {.name = sb_strdup(scratch, name.at), .description = "", .unit = rate_unit(scratch, v->unit),
		               .negated = place.negated != d->negated};
		uint64_t key = (uint64_t)place.store << 32 | place.index, found;
		if (!sb_map_get(&channel_of, key, &found)) {
			found = channels.n;
			sb_push(scratch, channels, place);
			sb_map_put(&channel_of, key, found);
		}
		c.channel = (uint32_t)found;
		sb_push(scratch, columns, c);
	}
	sb_text_free(&name);
	open_channels(run, columns.at, columns.n, channels.n);
	for (uint32_t i = 0; i < channels.n; i++)
		run->channels[i] = (ss_place){.store = channels.at[i].store, .index = channels.at[i].index};
	sb_arena_free(scratch);
	se_select_recorded(run);
}

void se_record_constants(se_run *run)
{
	for (uint32_t i = 0; i < sr_columns(run->record); i++) {
		const sr_column *c = sr_column_at(run->record, i);
		if (c->constant)
			sr_set_constant(run->record, i, sc_scalar_value(run->d, sm_find_scalar(run->model, c->name)));
	}
}

void se_record_values(const se_run *run, double *row)
{
	const sc_data *d = run->d;
	for (uint32_t i = 0; i < run->channel_count; i++) {
		uint32_t k = run->channels[i].index;
		switch (run->channels[i].store) {
		case SS_REAL: row[i] = d->r[k]; break;
		case SS_INT: row[i] = (double)d->i[k]; break;
		case SS_STATE: row[i] = d->x[k]; break;
		case SS_RATE: row[i] = d->xd[k]; break;
		default: row[i] = NAN; break;
		}
		if (run->channels[i].negated)
			row[i] = -row[i];
	}
}

bool se_row_is_finite(const se_run *run, const double *row)
{
	double sum = 0;                  /* 0*v is 0 unless v is not finite */
	for (uint32_t i = 0; i < run->channel_count; i++)
		sum += run->channels[i].store == SS_NOWHERE ? 0 : 0 * row[i];
	return sum == 0;
}

void se_record_row(se_run *run, double t, sr_mark mark)
{
	se_record_values(run, sr_row(run->record, t, mark));
}

static double grid_time(const se_run *run, uint64_t k)
{
	double t = run->settings.start + (double)k * run->settings.interval;
	/* the last point is the stop time itself, not a rounded neighbour of it */
	return fabs(t - run->settings.stop) < 1e-9 * run->settings.interval ? run->settings.stop : t;
}

bool se_on_grid(const se_run *run, double t)
{
	return grid_time(run, run->next_grid) == t;
}

/* Rows of the grid after the last one recorded and before `until` (or up to it), from the solver's last step. False: the values at one of
 * them are not good, and the run must end there. */
bool se_record_grid(se_run *run, double until, bool inclusive)
{
	for (;; run->next_grid++) {
		double t = grid_time(run, run->next_grid), since;
		if (t > until || (t == until && !inclusive) || t > run->settings.stop)
			return true;
		since = sb_clock();
		if (run->plan->states)
			se_interpolate(run, t, run->x_try);
		se_at(run, t, run->x_try);
		bool good = se_evaluate_recorded(run);
		se_record_values(run, run->right_row);
		if (!good || run->plan->asserts.n || !se_row_is_finite(run, run->right_row)) {
			se_evaluate_all(run);
			if (!se_check(run, "the model was simulated")) {
				run->time = t;
				return false;
			}
		}
		memcpy(sr_row(run->record, t, SR_GRID), run->right_row, run->channel_count * sizeof(double));
		run->stats.output_seconds += sb_clock() - since;
	}
}
