/* The analysis from begin to end. */
#include "base/file.h"
#include "structure/work.h"

typedef struct timed_plan { ss_plan plan; ss_profile profile; } timed_plan;

const ss_profile *ss_times(const ss_plan *plan)
{
	return &((const timed_plan *)plan)->profile;
}

static void lap(double *since, double *into)
{
	double now = sb_clock();
	*into += now - *since;
	*since = now;
}

static bool passes(ss_work *w)
{
	uint32_t before = sb_errors(w->diag);
	double since = sb_clock();

	ss_tidy_start(w);
	ss_expand(w);
	ss_traits(w);
	lap(&since, &w->profile->expand);
	if (sb_errors(w->diag) > before)
		return false;
	ss_alias(w);
	ss_watch_all(w);
	lap(&since, &w->profile->alias);
	if (!ss_parameters(w) || !ss_run_system(w))
		return false;
	ss_phases(w);
	if (!ss_initial_system(w))
		return false;
	ss_places(w);
	since = sb_clock();
	if (sb_errors(w->diag) > before)
		return false;
	ss_jacobian_of(w);
	ss_invariant_jacobian_of(w);
	lap(&since, &w->profile->jacobian);
	return sb_errors(w->diag) == before;
}

/* Conditions of when-clauses become hidden variables of the model, and functions are added to it that are derivatives of others: the
 * only changes that the analysis makes to it. */
ss_plan *ss_analyse(sb_arena *arena, const sm_model *model)
{
	timed_plan *t = sb_new(arena, timed_plan);
	ss_work w = {.model = (sm_model *)model,
				 .pool = model->pool,
				 .diag = model->diag,
				 .arena = arena,
				 .plan = &t->plan,
				 .profile = &t->profile};

	t->plan.model = model;
	t->plan.arena = arena;
	w.scratch = sb_arena_new();
	w.zero = sx_real(w.pool, 0);
	w.yes = sx_bool(w.pool, true);
	w.no = sx_bool(w.pool, false);
	bool good = passes(&w);
	sb_arena_free(w.scratch);
	return good ? &t->plan : NULL;
}
