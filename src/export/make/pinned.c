/* What is known when a model leaves. Parameters that stay, and what is computed from them, are computed when a run
 * begins. All other values are there already: they become constants, and nothing that computes them leaves.
 *
 * So a table can leave although its constructor cannot: it was made here, from numbers or from a file, and its points
 * leave. The same is true of a gain that LAPACK has computed. The parameters that went into such a value are pinned:
 * they cannot stay parameters, because what is made from them could not follow. */
#include "export/make/export_make.h"

/* Variables and functions that expressions name, each as often as they do. NULL: nobody asks. */
typedef struct reading { const so_job *j; sb_u32s *variables, *functions; } reading;

static bool see(void *context, const sx_pool *pool, sx_ref e)
{
	const reading *r = context;
	const sx_node *node = sx_at(pool, e);
	if (node->op == SX_VAR && r->variables)
		sb_push(r->j->arena, *r->variables, node->payload);
	if (node->op == SX_CALL && r->functions && node->payload < r->j->m->plan->model->functions.n)
		sb_push(r->j->arena, *r->functions, node->payload);
	return true;
}

static void look_at(const reading *r, sx_ref e)
{
	if (e)
		sx_visit(r->j->m->plan->model->pool, e, see, (void *)r);
}

static void look_at_statements(const reading *r, const sm_statements *list, uint32_t depth)
{
	for (uint32_t k = 0; k < list->n && depth < 1000; k++) {
		const sm_statement *one = list->at[k];
		const sx_ref parts[] = {one->target, one->value, one->condition, one->from, one->to, one->step};
		for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
			look_at(r, parts[i]);
		for (uint32_t i = 0; i < one->targets.n; i++)
			look_at(r, one->targets.at[i]);
		for (uint32_t i = 0; i < one->branches.n; i++) {
			look_at(r, one->branches.at[i].condition);
			look_at_statements(r, &one->branches.at[i].body, depth + 1);
		}
	}
}

static void look_at_function(const reading *r, const sm_function *f)
{
	for (uint32_t k = 0; k < f->locals.n; k++) {
		look_at(r, f->locals.at[k].binding);
		for (uint32_t i = 0; i < f->locals.at[k].rank; i++)
			look_at(r, f->locals.at[k].dims[i]);
	}
	look_at_statements(r, &f->body, 0);
	look_at_statements(r, &f->last, 0);
}

/* By function: the first one that it comes to call and that cannot leave; NULL: it can. */
static const char **find_staying(const so_job *j)
{
	const sm_model *m = j->m->plan->model;
	uint32_t n = m->functions.n;
	const char **stays = sb_new_array(j->arena, const char *, n + 1);
	sb_u32s *calls = sb_new_array(j->arena, sb_u32s, n + 1);
	for (uint32_t k = 0; k < n; k++) {
		stays[k] = so_why_function_stays(j, m->functions.at[k]) ? m->functions.at[k]->name : NULL;
		look_at_function(&(reading){j, NULL, &calls[k]}, m->functions.at[k]);
	}
	for (bool changed = true; changed;) {
		changed = false;
		for (uint32_t k = 0; k < n; k++)
			for (uint32_t i = 0; i < calls[k].n && !stays[k]; i++) {
				stays[k] = stays[calls[k].at[i]];
				changed = changed || stays[k];
			}
	}
	return stays;
}

/* ---- steps of the parameters */

/* What the step that is looked at reads, sets and calls. */
typedef struct work { so_job *j; sb_u32s reads, sets, calls; const char **stays; } work;

static void look_at_step(work *w, const ss_step *s)
{
	const reading in = {w->j, &w->reads, &w->calls}, out = {w->j, &w->sets, NULL};
	w->reads.n = w->sets.n = w->calls.n = 0;
	look_at(&in, s->value);
	look_at(&in, s->when);
	look_at(&out, s->target);
	for (uint32_t k = 0; k < s->targets.n; k++)
		look_at(&out, s->targets.at[k]);
	look_at_statements(&in, &s->statements, 0);
}

/* A value that was given from outside is not computed. */
static bool is_given(const so_job *j, const ss_step *s)
{
	return s->guard && !s->domain.n && j->d->given[s->guard - 1];
}

/* From the last step to the first: what goes into a value that only this machine can compute. */
static void find_pinned(work *w)
{
	const ss_steps *steps = &w->j->m->plan->parameter_steps;
	for (uint32_t k = steps->n; k-- > 0;) {
		const char *by = NULL;
		if (is_given(w->j, &steps->at[k]))
			continue;
		look_at_step(w, &steps->at[k]);
		for (uint32_t i = 0; i < w->calls.n && !by; i++)
			by = w->stays[w->calls.at[i]];
		for (uint32_t i = 0; i < w->sets.n && !by; i++)
			by = w->j->pinned[w->sets.at[i]];
		for (uint32_t i = 0; i < w->reads.n && by; i++)
			if (!w->j->pinned[w->reads.at[i]])
				w->j->pinned[w->reads.at[i]] = by;
	}
}

static bool moves_now(const work *w, const ss_step *s, const bool *moves)
{
	const sm_model *m = w->j->m->plan->model;
	bool any = s->kind == SS_LOOP;
	for (uint32_t k = 0; k < w->reads.n; k++)
		any = any || moves[w->reads.at[k]] || sm_var(m, w->reads.at[k])->causality == SM_INPUT;
	return any && !is_given(w->j, s);
}

/* Only whole variables can be known: elements of others may be computed elsewhere. */
static bool can_be_known(const so_job *j, uint32_t variable)
{
	const si_variable *v = si_var(j->image, variable);
	return variable < j->image->variables.n && !v->unknown && (v->variability >= SI_PARAMETER || v->count == 1);
}

/* What the initial system computes: of a parameter that is an array this may be one element of many. */
static void find_initial(work *w)
{
	const ss_plan *plan = w->j->m->plan;
	w->j->initial = sb_new_array(w->j->arena, bool, plan->model->variables.n + w->j->image->variables.n + 1);
	for (uint32_t k = 0; k < plan->initial_steps.n; k++) {
		const ss_step *s = &plan->initial_steps.at[k];
		const reading out = {w->j, &w->sets, NULL};
		look_at_step(w, s);
		for (uint32_t i = 0; s->kind == SS_LOOP && i < plan->loops.at[s->loop]->members.n; i++)
			look_at(&out, plan->loops.at[s->loop]->members.at[i]);
		for (uint32_t i = 0; i < w->sets.n; i++)
			w->j->initial[w->sets.at[i]] = true;
	}
}

void so_find_pinned(so_job *j)
{
	work w = {.j = j, .stays = find_staying(j)};
	j->pinned = sb_new_array(j->arena, const char *, j->m->plan->model->variables.n + 1);
	find_pinned(&w);
	find_initial(&w);
}

/* By variable: it stays a parameter, or is computed from one that does. Elements may have steps of their own. */
static bool *find_moving(so_job *j, work *w, bool *computed)
{
	const ss_steps *steps = &j->m->plan->parameter_steps;
	bool *moves = sb_new_array(j->arena, bool, j->m->plan->model->variables.n + 1);
	for (uint32_t k = 0; k < j->parameters.n; k++)
		moves[j->parameters.at[k].variable] = true;
	for (int round = 0; round < 2; round++)
		for (uint32_t k = 0; k < steps->n; k++) {
			look_at_step(w, &steps->at[k]);
			bool now = moves_now(w, &steps->at[k], moves);
			for (uint32_t i = 0; i < w->sets.n; i++) {
				uint32_t v = w->sets.at[i];
				computed[v] = true;
				moves[v] = moves[v] || now || j->initial[v] || !can_be_known(j, v);
			}
		}
	return moves;
}

void so_find_known(so_job *j)
{
	const ss_steps *steps = &j->m->plan->parameter_steps;
	uint32_t n = j->m->plan->model->variables.n;
	work w = {.j = j};
	bool *computed = sb_new_array(j->arena, bool, n + 1), *moves = find_moving(j, &w, computed);
	j->known = sb_new_array(j->arena, bool, n + 1);
	j->known_steps = sb_new_array(j->arena, bool, steps->n + 1);
	for (uint32_t i = 0; i < n; i++)
		j->known[i] = computed[i] && !moves[i];
	for (uint32_t k = 0; k < steps->n; k++) {
		look_at_step(&w, &steps->at[k]);
		j->known_steps[k] = steps->at[k].kind != SS_LOOP;
		for (uint32_t i = 0; i < w.sets.n; i++)
			j->known_steps[k] = j->known_steps[k] && j->known[w.sets.at[i]];
	}
}
