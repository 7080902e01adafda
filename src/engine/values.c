/* Values across an instant: pre, what the rates read, reinitialised states. */
#include "engine/inside.h"
#include <string.h>

static double real_at(const sc_data *d, ss_place place)
{
	double v = place.store == SS_STATE ? d->x[place.index] : place.store == SS_RATE ? d->xd[place.index] : d->r[place.index];
	return place.negated ? -v : v;
}

void se_save_pre(se_run *run, se_which which)
{
	sc_data *d = run->d;
	for (uint32_t k = 0; k < run->plan->pres.n; k++) {
		if (which != SE_EVERYTHING && run->pre_discrete[k] != (which == SE_DISCRETE_ONLY))
			continue;
		ss_place place = run->plan->pres.at[k].place;
		switch (place.store) {
		case SS_INT: d->pre_i[k] = d->i[place.index]; break;
		case SS_STRING: d->pre_s[k] = d->s[place.index]; break;
		case SS_NOWHERE: break;
		default: d->pre_r[k] = real_at(d, place); break;
		}
	}
}

static bool differs(const sc_data *d, uint32_t k, ss_place place)
{
	switch (place.store) {
	case SS_NOWHERE: return false;
	case SS_INT: return d->pre_i[k] != d->i[place.index];
	case SS_STRING: return strcmp(d->pre_s[k] ? d->pre_s[k] : "", d->s[place.index] ? d->s[place.index] : "") != 0;
	default: {
		double now = real_at(d, place);
		return d->pre_r[k] != now && !(d->pre_r[k] != d->pre_r[k] && now != now);      /* NaN equals NaN here */
	}
	}
}

bool se_pre_differs(const se_run *run, uint32_t *which)
{
	for (uint32_t k = 0; k < run->plan->pres.n; k++)
		if (run->pre_discrete[k] && differs(run->d, k, run->plan->pres.at[k].place)) {
			*which = k;
			return true;
		}
	return false;
}

/* ---- what the rates read (E15) */

typedef struct finder { se_run *run; sb_map seen; } finder;

static void add_reading(finder *f, se_reading_kind kind, ss_place place)
{
	uint64_t key = (uint64_t)kind << 40 | (uint64_t)place.store << 32 | place.index, found;
	if (sb_map_get(&f->seen, key, &found))
		return;
	sb_map_put(&f->seen, key, 1);
	sb_push(f->run->arena, f->run->readings, ((se_reading){kind, place}));
}

static bool see_leaf(void *context, const sx_pool *pool, sx_ref e)
{
	finder *f = context;
	const sx_node *node = sx_at(pool, e);
	if (node->op == SX_LATCH)
		add_reading(f, SE_READ_LATCH, (ss_place){.index = node->payload});
	if (node->op == SX_PRE) {
		sx_ref var = sx_arg(pool, e, 0);
		for (uint32_t k = 0; k < f->run->plan->pres.n; k++)
			if (f->run->plan->pres.at[k].var == var && f->run->plan->pres.at[k].place.store != SS_STRING)
				add_reading(f, SE_READ_PRE, (ss_place){.store = f->run->plan->pres.at[k].place.store, .index = k});
	}
	if (node->op != SX_VAR)
		return true;
	const sm_variable *v = sm_var(f->run->model, node->payload);
	uint32_t s = sm_scalar_of(f->run->model, e), first = s, count = 1;
	if (s == UINT32_MAX) {           /* a whole array, or a place that is computed: all of it */
		first = v->first;
		count = v->count;
	}
	if (v->variability == SM_PARAMETER || v->variability == SM_CONSTANT)
		return true;
	for (uint32_t i = first; i < first + count; i++) {
		ss_place place = f->run->plan->place[i];
		if (place.store == SS_INT || place.store == SS_REAL)
			add_reading(f, SE_READ_PLACE, (ss_place){.store = place.store, .index = place.index});
	}
	return true;
}

static void see(finder *f, sx_ref e)
{
	if (e)
		sx_visit(f->run->model->pool, e, see_leaf, f);
}

static void see_statements(finder *f, const sm_statements *list)
{
	for (uint32_t i = 0; i < list->n; i++) {
		const sm_statement *s = list->at[i];
		sx_ref direct[] = {s->target, s->value, s->condition, s->from, s->to, s->step};
		for (size_t k = 0; k < sizeof direct / sizeof *direct; k++)
			see(f, direct[k]);
		for (uint32_t k = 0; k < s->branches.n; k++) {
			see(f, s->branches.at[k].condition);
			see_statements(f, &s->branches.at[k].body);
		}
	}
}

static void see_step(finder *f, const ss_step *step)
{
	see(f, step->value);
	see_statements(f, &step->statements);
	if (step->kind != SS_BLOCK)
		return;
	const ss_block *b = f->run->plan->blocks.at[step->block];
	for (uint32_t i = 0; i < b->n; i++) {
		if (b->residuals)
			see(f, b->residuals[i]);
		if (b->rhs)
			see(f, b->rhs[i]);
	}
	for (uint32_t i = 0; i < b->matrix.n; i++)
		see(f, b->matrix.at[i].value);
	for (uint32_t i = 0; i < b->inner.n; i++)
		see_step(f, &b->inner.at[i]);
}

static void drop_target(const se_run *run, sb_map *continuous, sx_ref target)
{
	uint32_t s = target && sx_op_of(run->model->pool, target) == SX_VAR ? sm_scalar_of(run->model, target) : UINT32_MAX;
	if (s != UINT32_MAX)
		sb_map_put(continuous, (uint64_t)run->plan->place[s].store << 32 | run->plan->place[s].index, 1);
}

/* The latches and discrete variables that the rates read: everything read, less what the steps of the rates compute themselves. */
void se_find_readings(se_run *run)
{
	sb_arena *scratch = sb_arena_new();
	finder f = {run, sb_map_new(scratch)};
	sb_map computed = sb_map_new(scratch);
	run->readings.n = 0;
	for (uint32_t i = 0; i < run->plan->steps.n; i++) {
		const ss_step *step = &run->plan->steps.at[i];
		if (!(step->phases & SS_RATES))
			continue;
		see_step(&f, step);
		drop_target(run, &computed, step->target);
		for (uint32_t k = 0; k < step->targets.n; k++)
			drop_target(run, &computed, step->targets.at[k]);
		if (step->kind == SS_BLOCK)
			for (uint32_t k = 0; k < run->plan->blocks.at[step->block]->members.n; k++)
				drop_target(run, &computed, run->plan->blocks.at[step->block]->members.at[k]);
	}
	uint32_t kept = 0;
	for (uint32_t i = 0; i < run->readings.n; i++) {
		se_reading r = run->readings.at[i];
		uint64_t found;
		if (r.kind != SE_READ_PLACE || !sb_map_get(&computed, (uint64_t)r.place.store << 32 | r.place.index, &found))
			run->readings.at[kept++] = r;
	}
	run->readings.n = kept;
	run->reading_r = sb_new_array(run->arena, double, kept + 1);
	run->reading_i = sb_new_array(run->arena, long long, kept + 1);
	sb_arena_free(scratch);
}

static bool is_real(se_reading r)
{
	return r.kind != SE_READ_LATCH && r.place.store != SS_INT;
}

static double real_reading(const sc_data *d, se_reading r)
{
	return r.kind == SE_READ_PRE ? d->pre_r[r.place.index] : d->r[r.place.index];
}

static long long whole_reading(const sc_data *d, se_reading r)
{
	return r.kind == SE_READ_LATCH ? d->latch[r.place.index] : r.kind == SE_READ_PRE ? d->pre_i[r.place.index] : d->i[r.place.index];
}

void se_snapshot(se_run *run)
{
	for (uint32_t i = 0; i < run->readings.n; i++) {
		se_reading r = run->readings.at[i];
		if (is_real(r))
			run->reading_r[i] = real_reading(run->d, r);
		else
			run->reading_i[i] = whole_reading(run->d, r);
	}
}

bool se_readings_changed(const se_run *run)
{
	for (uint32_t i = 0; i < run->readings.n; i++) {
		se_reading r = run->readings.at[i];
		if (!is_real(r)) {
			if (run->reading_i[i] != whole_reading(run->d, r))
				return true;
			continue;
		}
		double now = real_reading(run->d, r);
		if (memcmp(&run->reading_r[i], &now, sizeof now) != 0)
			return true;
	}
	return false;
}

/* Gives the states the values asked for by reinit; true if one really changed. */
bool se_apply_reinits(se_run *run)
{
	bool changed = false;
	if (!run->reinit_any)
		return false;
	for (uint32_t i = 0; i < run->plan->states; i++) {
		if (!run->reinit_set[i])
			continue;
		changed = changed || run->x[i] != run->reinit_value[i];
		run->x[i] = run->reinit_value[i];
	}
	if (changed && run->projection) {
		/* what was set stays, and so does everything of lower order: a new speed is no reason for another place */
		uint32_t lowest = UINT32_MAX;
		const uint32_t *order = run->plan->state_order;
		for (uint32_t i = 0; i < run->plan->states; i++)
			if (run->reinit_set[i] && order[i] < lowest)
				lowest = order[i];
		for (uint32_t i = 0; i < run->plan->states; i++)
			run->reinit_set[i] = run->reinit_set[i] || order[i] < lowest;
		if (!se_settle(run, run->reinit_set))
			se_report_astray(run, "states were set by reinit");
	}
	memset(run->reinit_set, 0, run->plan->states * sizeof *run->reinit_set);
	run->reinit_any = false;
	return changed;
}
