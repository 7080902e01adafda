/* Equations that an earlier expansion has written out already: see analyse/shared.c. */
#include "structure/expand/expand.h"

bool ss_is_plain(const sm_equation *q)
{
	return q->kind == SM_EQUAL;
}

const sm_model *ss_shared_model(const ss_shared *shared)
{
	return shared->model;
}

bool ss_is_expanded(ss_work *w, uint32_t number, ss_equations *out)
{
	const ss_shared *shared = w->shared;

	if (!shared || !ss_is_plain(w->model->equations.at[number]))
		return false;
	for (uint32_t i = shared->first[number]; i < shared->first[number + 1]; i++)
		sb_push(w->scratch, *out, shared->equations.at[i]);
	return true;
}

uint32_t ss_expanded_count(const ss_work *w)
{
	return w->shared ? w->shared->equations.n : 0;
}
