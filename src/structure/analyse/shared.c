/* What all modes of a model have in common, written out once.
 *
 * Most equations of a model stand outside of if-equations: those of the network around the switches, which connections
 * and arrays of components write in families. Each mode is analysed in a copy of the model, and all branches are
 * expanded in every mode, so that expressions have the same numbers in all of them (switch.c). So a copy may as well
 * begin with the expressions that an earlier expansion has made: then the equations outside of if-equations, clauses
 * and algorithms are those of that expansion, as they are.
 *
 * Only a matter of speed: a mode has the same plan with and without it. There is none where an expansion says anything
 * or leaves families whole, whose iterators belong to one analysis, and none for models with clocks. */
#include "structure/analyse/analyse.h"
#include "structure/expand/expand.h"
#include "structure/clocks/clocks.h"

#include <string.h>

static void keep_plain(ss_shared *shared, const sm_model *model, const ss_equations *all)
{
	uint32_t at = 0, n = model->equations.n;

	shared->first = sb_new_array(shared->arena, uint32_t, n + 1);
	for (uint32_t i = 0; i < n; i++) {
		shared->first[i] = shared->equations.n;
		/* those of an equation follow each other; others have any number, and none that is like those of the next plain
		 * one */
		while (ss_is_plain(model->equations.at[i]) && at < all->n && all->at[at].origin != model->equations.at[i])
			at++;
		for (; ss_is_plain(model->equations.at[i]) && at < all->n && all->at[at].origin == model->equations.at[i]; at++)
			sb_push(shared->arena, shared->equations, all->at[at]);
	}
	shared->first[n] = shared->equations.n;
}

ss_shared *ss_shared_new(const sm_model *model, const ss_mode *mode)
{
	sb_arena *arena = sb_arena_new();
	ss_shared *shared = sb_new(arena, ss_shared);

	shared->arena = arena;
	shared->diag = sb_diag_new();
	sb_diag_share(shared->diag, model->diag);
	ss_written_out written_out = {.arena = arena, .why = sb_map_new(arena), .clauses = true};
	ss_plan *plan = sb_new(arena, ss_plan);
	ss_work w = {.model = sm_model_copy(arena, model, shared->diag), .diag = shared->diag, .mode = mode, .arena = arena,
		.scratch = arena, .plan = plan, .written_out = &written_out, .from = model};
	plan->source = model;
	plan->model = w.model;
	plan->arena = arena;
	ss_work_open(&w);
	ss_tidy_start(&w);
	bool clocked = sm_has_clocks(model);
	if (!clocked)
		ss_expand(&w);
	if (clocked || w.again || w.families || w.ranges.n || sb_messages(shared->diag)) {
		ss_shared_free(shared);
		return NULL;
	}
	shared->model = w.model;
	keep_plain(shared, model, &w.equations);
	return shared;
}

void ss_shared_free(ss_shared *shared)
{
	if (!shared)
		return;
	sb_diag_free(shared->diag);
	sb_arena_free(shared->arena);
}
