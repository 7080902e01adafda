/* Values beyond the limits that the model gives them (min and max, Modelica 3.6, 4.8.1). The model may still be what the user wants, so the run goes on
 * and says it: of parameters when it begins, of variables when it has ended, once each, with the time at which it was first so. */
#include "engine/inside.h"
#include <math.h>

enum { MOST_TOLD = 10, MOST_ELEMENTS = 100000 };

typedef struct limits { double low, high; } limits;

/* Those of one element; where they differ from element to element they are expressions over the variable's iterators. */
static limits limits_of(const se_run *run, const sm_variable *v, uint32_t scalar)
{
	int64_t at[SS_RANK_MOST] = {0};
	uint32_t element = scalar - v->first, rank = v->rank <= SS_RANK_MOST && v->over ? v->rank : 0;
	for (uint32_t d = rank; d-- > 0; element /= v->shape[d])
		at[d] = element % v->shape[d] + 1;
	return (limits){se_parameter_value_at(run, v->min, v->over, at, rank, -INFINITY),
	                se_parameter_value_at(run, v->max, v->over, at, rank, INFINITY)};
}

static bool has_limits(const sm_variable *v)
{
	return (v->min || v->max) && v->type != SX_STRING && !v->hidden;
}

void se_look_at_parameters(se_run *run)
{
	for (uint32_t i = 0; i < run->model->variables.n; i++) {
		const sm_variable *v = &run->model->variables.at[i];
		if (v->variability != SM_PARAMETER || !has_limits(v))
			continue;
		for (uint32_t s = v->first; s < v->first + v->count; s++) {
			double value = sc_scalar_value(run->d, s);
			limits l = limits_of(run, v, s);
			if (!(value < l.low || value > l.high))
				continue;
			sb_text name = {0};
			sm_scalar_name(run->model, s, &name);
			sb_message *m = sb_report(run->diag, SB_WARNING, "R0108", v->span, "'%s' is %.9g, %s %.9g", name.at, value,
			                          value < l.low ? "below its min" : "above its max", value < l.low ? l.low : l.high);
			sb_help(m, "give another value, or change the limit if it is wrong");
			sb_text_free(&name);
		}
	}
}

/* What the solver may be wrong by does not count. */
static double slack(const se_run *run, uint32_t column)
{
	double largest = 0;
	for (uint32_t row = 0; row < sr_rows(run->record); row++)
		largest = fmax(largest, fabs(sr_value(run->record, row, column)));
	return 10 * run->settings.tolerance * largest;
}

static bool look_at_column(se_run *run, uint32_t column, const sm_variable *v, limits l, bool tell)
{
	const sr_record *record = run->record;
	double allowed = -1;
	for (uint32_t row = 0; row < sr_rows(record); row++) {
		double value = sr_value(record, row, column);
		if (!(value < l.low || value > l.high))
			continue;
		if (allowed < 0)
			allowed = slack(run, column);
		if (!(value < l.low - allowed || value > l.high + allowed))
			continue;
		if (!tell)
			return true;
		sb_message *m = sb_report(run->diag, SB_WARNING, "R0112", v->span, "'%s' is %.6g at time %.9g, %s %.9g",
		                          sr_column_at(record, column)->name, value, sr_time(record, row),
		                          value < l.low ? "below its min" : "above its max", value < l.low ? l.low : l.high);
		sb_help(m, "look for what drives it there, or change the limit if it is wrong");
		return true;
	}
	return false;
}

/* The columns of a variable; of a very large array those of its first elements. */
static void look_at_variable(se_run *run, const sm_variable *v, sb_map *said, uint32_t *told, uint32_t *more)
{
	sb_text name = {0};
	for (uint32_t s = v->first; s < v->first + v->count && s < v->first + MOST_ELEMENTS; s++) {
		name.n = 0;
		sm_scalar_name(run->model, s, &name);
		uint32_t column = sr_find(run->record, name.at);
		if (column == UINT32_MAX || sr_column_at(run->record, column)->constant)
			continue;
		bool tell = *told < MOST_TOLD;
		uint64_t channel = sr_column_at(run->record, column)->channel, before;
		if (sb_map_get(said, channel, &before) || !look_at_column(run, column, v, limits_of(run, v, s), tell))
			continue;
		sb_map_put(said, channel, 1);      /* what is equal to it is not said again */
		++*(tell ? told : more);
	}
	sb_text_free(&name);
}

void se_look_at_variables(se_run *run)
{
	uint32_t told = 0, more = 0;
	sb_arena *scratch = sb_arena_new();
	sb_map said = sb_map_new(scratch);
	for (uint32_t i = 0; run->record && i < run->model->variables.n; i++) {
		const sm_variable *v = &run->model->variables.at[i];
		if (v->variability < SM_PARAMETER && has_limits(v))
			look_at_variable(run, v, &said, &told, &more);
	}
	if (more)
		sb_help(sb_report(run->diag, SB_WARNING, "R0112", (sb_span){0}, "%u more variable%s beyond min or max", more, more > 1 ? "s are" : " is"),
		        "look at those that are named first");
	sb_arena_free(scratch);
}
