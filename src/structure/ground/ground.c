/* The work on one model: its tables, hidden variables, and representatives (see ground.h). */
#include "structure/ground/ground.h"

#include <stdio.h>
#include <string.h>

void ss_work_open(ss_work *w)
{
	w->pool = w->model->pool;
	w->zero = sx_real(w->pool, 0);
	w->yes = sx_bool(w->pool, true);
	w->no = sx_bool(w->pool, false);
	w->range_of = sb_map_new(w->scratch);
	w->iterator_of = sb_map_new(w->scratch);
	w->vanishing = sb_map_new(w->scratch);
	w->kept_of = sb_map_new(w->scratch);
	w->loose_of = sb_map_new(w->scratch);
}

/* A copy has the variables of its source until one is added. */
void ss_own_variables(ss_work *w)
{
	sm_model *m = w->model;

	if (m == w->from || m->variables.at != w->from->variables.at)
		return;
	m->variables.at = memcpy(sb_new_array(w->arena, sm_variable, m->variables.n), m->variables.at,
							 m->variables.n * sizeof(sm_variable));
	m->variables.cap = m->variables.n;
}

sx_ref ss_named_variable(ss_work *w, const char *stem, uint32_t number, sx_type type, sb_span span,
						 const char *component)
{
	char name[48];
	snprintf(name, sizeof name, "$%s%u", stem, number);
	uint32_t v = sm_find(w->model, sb_intern(w->model->names, name));

	if (v != UINT32_MAX && w->shared)          /* an earlier expansion has made it, and others may read it now */
		return sm_ref(w->model, v);
	if (v == UINT32_MAX)
		v = sm_add_variable(w->model, name, type, NULL, 0);
	ss_own_variables(w);
	sm_variable *var = sm_edit(w->model, v);
	var->variability = type == SX_REAL ? SM_CONTINUOUS : SM_DISCRETE;
	var->hidden = true;
	var->span = span;
	var->component = component ? component : "";
	return sm_ref(w->model, v);
}

uint32_t ss_root(ss_work *w, uint32_t scalar, bool *flip)
{
	uint32_t root = scalar;
	bool turn = false;

	while (w->parent[root] != root) {
		turn ^= w->flipped[root];
		root = w->parent[root];
	}
	*flip ^= turn;
	while (w->parent[scalar] != root && scalar != root) {
		uint32_t next = w->parent[scalar];
		bool own = w->flipped[scalar];
		w->parent[scalar] = root;
		w->flipped[scalar] = turn;
		turn ^= own;
		scalar = next;
	}
	return root;
}

sx_ref ss_represented(ss_work *w, sx_ref e)
{
	return sx_rewrite(&w->represent, w->pool, e);
}

/* Most expressions hold nothing that this pass changes. One sweep over the pool finds them: arguments come before their
 * node. */
bool ss_is_watched(sx_op op)
{
	switch (op) {
	case SX_LT: case SX_LE: case SX_GT: case SX_GE: case SX_FLOOR: case SX_CEIL: case SX_INTEGER_OF: case SX_QUOT:
	case SX_MOD: case SX_REM: case SX_SAMPLE: case SX_DELAY: case SX_TRANSPORT: return true;
	default: return false;
	}
}
