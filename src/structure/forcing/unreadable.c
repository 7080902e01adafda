/* Which rates and conditions read a function that cannot be read (inlined.c). Nothing is known of the course of what
 * they compute, so the engine samples it on its way (engine/forcing/sampled.c). */
#include "structure/forcing/forcing.h"
#include "structure/expand/expand.h"
#include "structure/solve/solve.h"

typedef struct tainting { forcing *f; bool *hidden; features found; bool any; } tainting;

/* Does it call such a function, or read what a step has computed with one? */
static void see(void *context, sx_ref e, bool target)
{
	tainting *t = context;
	ss_work *w = t->f->w;

	if (!e || target || t->any)
		return;
	w->stamp_now++;
	t->found = (features){0};
	ss_collect_features(t->f, &t->found, e);
	t->any = t->found.unread;
	w->found.n = 0;
	ss_depends(w, e, &w->found);
	for (uint32_t i = 0; i < w->found.n && !t->any; i++)
		t->any = t->hidden[w->found.at[i]];
}

/* Steps are in order: what a step reads was computed before. */
static void find_hidden(tainting *t)
{
	ss_work *w = t->f->w;
	ss_plan *plan = w->plan;
	sb_u32s targets = {0};

	for (uint32_t i = 0; i < plan->steps.n; i++) {
		const ss_step *step = &plan->steps.at[i];
		if (step->when || step->phases & SS_DISCRETE)
			continue;
		t->any = false;
		ss_step_exprs(plan, step, see, t);
		if (!t->any)
			continue;
		targets.n = 0;
		ss_step_targets(w, plan, step, &targets);
		for (uint32_t k = 0; k < targets.n; k++)
			t->hidden[targets.at[k]] = true;
	}
}

/* Conditions of time are found ahead of the run, and are not among what was collected within steps. */
static void look_at_time(tainting *t)
{
	ss_plan *plan = t->f->w->plan;

	for (uint32_t i = 0; i < plan->watches.n; i++) {
		ss_watch *watch = &plan->watches.at[i];
		if (!watch->ahead)
			continue;
		t->any = false;
		see(t, ss_of_time(t->f, watch->function), false);
		watch->unread = t->any;
		if (t->any && !plan->unread)
			plan->unread = t->found.unread;
	}
}

void ss_note_unread(forcing *f)
{
	ss_work *w = f->w;
	tainting t = { .f = f, .hidden = sb_new_array(w->scratch, bool, 3 * (size_t)w->n + 1) };

	look_at_time(&t);
	if (!w->plan->unread)
		return;
	find_hidden(&t);
	for (uint32_t i = 0; i < w->plan->watches.n; i++) {
		ss_watch *watch = &w->plan->watches.at[i];
		if (watch->initial_only || watch->time_only || watch->ahead)
			continue;
		t.any = false;
		see(&t, watch->function, false);
		watch->unread = t.any;
	}
}
