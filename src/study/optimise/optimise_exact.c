/* Exact slopes of cost and constraints: the run is followed with its sensitivities (study/sensitivity/sensitivity.h),
 * from which those of measures are computed (study/measure/measure.h). Where a run, or a measure, cannot be followed,
 * the slope is NAN, and why[] tells the reason: differences take its place. */
#include "study/optimise/optimise_inside.h"
#include "study/sensitivity/sensitivity.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct st_exact { sb_diag *diag; st_tangent *tangent; double *values, *sizes; };

static struct st_exact *exact_new(st_search *s)
{
	st_optimise *o = s->o;
	struct st_exact *e = sb_new(s->arena, struct st_exact);
	const se_asked *rows;
	uint32_t count = st_measures_rows(o->measures, &rows, s->arena), *by = sb_new_array(s->arena, uint32_t, o->count);
	e->values = sb_new_array(s->arena, double, o->count);
	e->sizes = sb_new_array(s->arena, double, o->count);
	for (uint32_t i = 0; i < o->count; i++) {
		by[i] = st_many_varied(o->many, i)->scalar;
		e->sizes[i] = fmax(fabs(o->vary[i].low), fabs(o->vary[i].high));
	}
	e->diag = sb_diag_new();         /* what is wrong with it shows in the runs */
	e->tangent = st_tangent_new(st_many_model(o->many), by, o->count, rows, count, e->diag);
	return e;
}

void st_exact_free(st_search *s)
{
	if (!s->exact)
		return;
	st_tangent_free(s->exact->tangent);
	sb_diag_free(s->exact->diag);
}

/* Which derivatives are known where nothing else is: all that is varied is in the program as it is. */
static const char *cannot(const st_search *s, const double *values)
{
	for (uint32_t i = 0; i < s->o->count; i++) {
		const st_varied *v = st_many_varied(s->o->many, i);
		if (v->scalar == UINT32_MAX || (v->zero_is_structural && values[i] == 0))
			return "a parameter decides the structure of the model";
	}
	return st_many_model(s->o->many)->flat->again ? "the model asks for further simulations of itself" : NULL;
}

static void note_all(st_search *s, st_trial *t, const char *why)
{
	const char *own = sb_strdup(s->arena, why);
	for (uint32_t k = 0; k <= s->o->constraints; k++)
		t->why[k] = own;
}

typedef struct events { const st_sensitivities *out; double near; } events;

/* Those that lie too near to each other cannot be told apart. */
static const double *moves_at(void *context, double time)
{
	const events *e = context;
	const st_shift *found = NULL;
	for (uint32_t i = 0; i < e->out->shift_count; i++) {
		const st_shift *s = &e->out->shifts[i];
		if (fabs(s->time - time) <= e->near && (!found || fabs(s->time - time) < fabs(found->time - time)))
			found = s;
	}
	return found ? found->by : NULL;
}

static void take_node(void *context, const st_way_node *n)
{
	st_measure_slopes_node(context, n->time, n->middle, n->weight, n->value, n->matrix);
}

static st_way way_of(st_search *s, const st_measure_slopes *plan, sb_arena *arena)
{
	double *times = sb_new_array(arena, double, plan->spot_count + 1);
	bool *left = sb_new_array(arena, bool, plan->spot_count + 1);
	for (uint32_t i = 0; i < plan->spot_count; i++) {
		times[i] = plan->spots[i].time;
		left[i] = plan->spots[i].left;
	}
	return (st_way){.settings = st_trial_settings(s), .times = times, .left = left, .count = plan->spot_count,
		.method = ST_FOLLOWED_ALONE, .least = 1e-2, .sizes = s->exact->sizes, .node = plan->nodes ? take_node : NULL,
		.context = (void *)plan};
}

/* Scaled as methods see the parameters. */
static void take_slopes(const st_search *s, const st_measure_slopes *plan, st_trial *t)
{
	const st_optimise *o = s->o;
	for (uint32_t k = 0; k <= o->constraints; k++) {
		t->why[k] = plan->why[k] ? sb_strdup(s->arena, plan->why[k]) : NULL;
		for (uint32_t i = 0; i < o->count; i++) {
			double slope = plan->slope[(size_t)k * o->count + i];
			slope *= st_vary_slope(&o->vary[i], t->at[i]);
			t->slope[(size_t)k * o->count + i] = slope;
			if (!t->why[k] && !isfinite(slope))
				t->why[k] = "it is infinite";
		}
	}
}

static double last_time(const st_search *s)
{
	const sr_record *record = se_record(s->worker->run);
	return sr_time(record, sr_rows(record) - 1);
}

/* The run of this trial is the last one of the worker. False: it was ended from outside. */
static bool follow(st_search *s, st_trial *t)
{
	st_optimise *o = s->o;
	double last = last_time(s), span = o->settings.stop - o->settings.start;
	if (last < o->settings.stop && !s->pieces) {
		s->pieces = true;            /* how values move at the end is not seen from their ends */
		s->shown = NULL;
		if (!st_shows(s, t))
			return false;
	}
	sb_arena *arena = sb_arena_new();
	st_measure_slopes *plan = st_measure_slopes_new(o->inside->reading[s->worker->number].gauge, o->count,
													last < o->settings.stop, arena);
	st_way way = way_of(s, plan, arena);
	st_sensitivities out;
	bool any = false, goes_on = true;
	for (uint32_t k = 0; k <= o->constraints; k++)
		any = any || !plan->why[k];
	if (!any) {
		take_slopes(s, plan, t);
	} else if (st_tangent_run(s->exact->tangent, s->exact->values, &way, &out)) {
		events e = {&out, 1e-9 * fmax(fabs(last), isfinite(span) ? span : 1)};
		if (st_measure_slopes_finish(plan, out.value, out.matrix, (st_moves){moves_at, &e}))
			take_slopes(s, plan, t);
		else
			note_all(s, t, "the run with its sensitivities goes another way");
	} else {
		goes_on = !st_optimise_ended(o);
		note_all(s, t, out.why && out.why[0] ? out.why : "the run with its sensitivities failed");
	}
	sb_take_back(s->exact->diag, 0, NULL);
	sb_arena_free(arena);
	return goes_on;
}

bool st_exact_slopes(st_search *s, st_trial *t)
{
	st_optimise *o = s->o;
	size_t all = (size_t)(o->constraints + 1) * o->count;
	if (t->slope)
		return true;
	if (!st_may_go_on(s))
		return false;
	if (!s->exact)
		s->exact = exact_new(s);
	st_trial_values(o, t->at, s->exact->values);
	if (!st_shows(s, t))
		return false;
	t->slope = sb_new_array(s->arena, double, all + 1);
	t->why = sb_new_array(s->arena, const char *, o->constraints + 1);
	for (size_t i = 0; i < all; i++)
		t->slope[i] = NAN;
	const char *why = cannot(s, s->exact->values);
	if (why)
		note_all(s, t, why);
	else if (!follow(s, t)) {
		t->slope = NULL;
		return false;
	}
	st_note_slopes(s, t);
	return true;
}
