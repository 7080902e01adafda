/* What stands around simulations: experiments, the routines before and after each simulation, the values that are kept
 * from one to the next, and what is stored.
 *
 * Start values are evaluated before each simulation, and again where the initial system is tried in several ways. What
 * routines set comes after that: the values that are kept, then what the routines before the run give; their values are
 * noted, and put back each time.
 */
#include "engine/evaluate/select.h"
#include "engine/process/engine_process.h"
#include <limits.h>
#include <math.h>
#include <string.h>

/* ------------------------------------------------------------------------------------------------ what routines set */

static void find_targets(const sm_model *m, const sm_statements *body, char *set, int depth);

static void note_target(const sm_model *m, sx_ref target, char *set)
{
	if (target && sx_op_of(m->pool, target) == SX_VAR)
		set[sx_at(m->pool, target)->payload] = 1;
}

static void find_targets(const sm_model *m, const sm_statements *body, char *set, int depth)
{
	for (uint32_t i = 0; i < body->n && depth < 1000; i++) {
		const sm_statement *s = body->at[i];
		note_target(m, s->target, set);
		for (uint32_t k = 0; sm_sets_targets(s->kind) && k < s->targets.n; k++)
			note_target(m, s->targets.at[k], set);
		for (uint32_t k = 0; k < s->branches.n; k++)
			find_targets(m, &s->branches.at[k].body, set, depth + 1);
	}
}

static void find_set(se_run *run)
{
	const sm_model *m = run->model;
	if (run->around->set_found)
		return;
	run->around->set_found = true;
	sb_arena *scratch = sb_arena_new();
	char *set = sb_alloc(scratch, m->variables.n + 1);
	for (uint32_t r = 0; r < m->routines.n; r++)
		find_targets(m, &m->routines.at[r].body, set, 0);
	for (uint32_t v = 0; v < m->variables.n; v++) {
		const sm_variable *x = &m->variables.at[v];
		for (uint32_t s = x->first; (set[v] || x->kept) && s < x->first + x->count; s++)
			if (ss_place_of(run->plan, s).store != SS_STATE)
				sb_push(run->arena, run->around->set, ((struct se_value_kept){.scalar = s, .kept = x->kept}));
	}
	sb_arena_free(scratch);
}

bool se_sets_what_is_read(se_run *run)
{
	find_set(run);
	for (uint32_t i = 0; i < run->around->set.n; i++) {
		ss_place place = ss_place_of(run->plan, run->around->set.at[i].scalar);
		if (place.store != SS_NOWHERE && se_is_read(run, ss_place_key(run->plan, place)))
			return true;
	}
	return false;
}

static void put_back(se_run *run, bool all)
{
	for (uint32_t i = 0; i < run->around->set.n; i++) {
		const struct se_value_kept *k = &run->around->set.at[i];
		if (!all && !k->kept)
			continue;
		if (k->string)
			sc_set_string(run->d, k->scalar, k->string);
		else
			sc_set_scalar(run->d, k->scalar, k->value);
	}
}

/* Strings are copied only where they have changed: a program that sets one in each of many runs needs its memory once.
 */
static void note_values(se_run *run)
{
	for (uint32_t i = 0; i < run->around->set.n; i++) {
		struct se_value_kept *k = &run->around->set.at[i];
		const char *text = sc_scalar_string(run->d, k->scalar);
		k->value = sc_scalar_value(run->d, k->scalar);
		if (text && (!k->string || strcmp(k->string, text) != 0))
			k->string = sb_strdup(run->arena, text);
	}
}

void se_keep_values(se_run *run)
{
	if (!run->process->any)
		return;
	find_set(run);
	note_values(run);
	run->around->kept_any = true;
}

void se_put_kept_back(se_run *run)
{
	find_set(run);
	if (run->around->kept_any)
		put_back(run, false);
}

static bool run_once(se_run *run, const sb_u32s *routines)
{
	for (uint32_t i = 0; i < routines->n; i++) {
		se_activity *a = se_new_activity(run, routines->at[i], -1);
		if (!a || !se_enter(run, a))
			return false;
	}
	return true;
}

bool se_starts(se_run *run)
{
	run->f->starts(run->d);
	if (!run->process->any)
		return true;
	find_set(run);
	if (run->around->begun_any) {
		put_back(run, true);
		return true;
	}
	se_put_kept_back(run);
	if (!run_once(run, &run->model->begin) || !se_resources_settle(run))
		return false;
	note_values(run);
	run->around->begun_any = true;
	return true;
}

bool se_run_end(se_run *run)
{
	run->around->rerun = false;
	return run_once(run, &run->model->end);
}

void se_copy_kept(se_run *to, const se_run *from)
{
	find_set(to);
	to->stores = from->stores;
	to->around->kept_any = from->around->kept_any;
	for (uint32_t i = 0; i < to->around->set.n && i < from->around->set.n; i++) {
		to->around->set.at[i].value = from->around->set.at[i].value;
		const char *text = from->around->set.at[i].string;
		to->around->set.at[i].string = text ? sb_strdup(to->arena, text) : NULL;
	}
}

/* ---------------------------------------------------------------------------------------------------- the crossplot */

static sr_kind kind_of(const sm_variable *v)
{
	return v->type == SX_INTEGER ? SR_INTEGER : v->type == SX_BOOLEAN ? SR_BOOLEAN : SR_REAL;
}

/* The columns are what the model stores; where it does not say, everything. */
static void open_cross(se_run *run)
{
	const sm_model *m = run->model;
	sb_arena *scratch = sb_arena_new();
	sb_vec(sr_column) columns = {0};
	sb_text name = {0};
	for (uint32_t i = 0; i < m->stored.n; i++)
		sb_push(run->arena, run->around->cross_scalars, m->stored.at[i]);
	for (uint32_t v = 0; !m->stored.n && v < m->variables.n; v++)
		for (uint32_t s = m->variables.at[v].first; s < m->variables.at[v].first + m->variables.at[v].count; s++)
			if (!m->variables.at[v].hidden && m->variables.at[v].type != SX_STRING)
				sb_push(run->arena, run->around->cross_scalars, s);
	for (uint32_t i = 0; i < run->around->cross_scalars.n; i++) {
		uint32_t element;
		const sm_variable *v = &m->variables.at[sm_variable_of_scalar(m, run->around->cross_scalars.at[i], &element)];
		name.n = 0;
		sm_scalar_name(m, run->around->cross_scalars.at[i], &name);
		sb_push(scratch, columns,
				((sr_column){.name = sb_strdup(scratch, name.at),
							 .unit = v->unit ? v->unit : "",
							 .description = v->description ? v->description : "",
							 .kind = kind_of(v),
							 .channel = i}));
	}
	run->around->cross = sr_record_new(columns.at, columns.n, columns.n);
	sb_text_free(&name);
	sb_arena_free(scratch);
}

static void add_cross(se_run *run)
{
	if (!run->around->cross)
		open_cross(run);
	double *row = sr_row(run->around->cross, sr_rows(run->around->cross) + 1, SR_GRID);
	for (uint32_t i = 0; i < run->around->cross_scalars.n; i++)
		row[i] = sc_scalar_value(run->d, run->around->cross_scalars.at[i]);
}

const sr_record *se_cross(const se_run *run)
{
	return run->around->cross;
}

sr_record *se_take_cross(se_run *run)
{
	sr_record *rows = run->around->cross;
	run->around->cross = NULL;
	run->around->cross_scalars.n = 0;
	return rows;
}

void se_append_cross(se_run *run, const sr_record *rows)
{
	if (rows && !run->around->cross)
		open_cross(run);
	for (uint32_t r = 0; rows && r < sr_rows(rows); r++) {
		double *row = sr_row(run->around->cross, sr_rows(run->around->cross) + 1, SR_GRID);
		for (uint32_t i = 0; i < run->around->cross_scalars.n; i++)
			row[i] = sr_value(rows, r, i);
	}
}

int se_on_experiment(se_run *run, int site, int statement, long long more)
{
	(void)site;
	switch ((sm_statement_kind)statement) {
	case SM_RECORDING: run->stores = more != 0; break;
	case SM_CROSSPLOT: add_cross(run); break;
	case SM_RERUN: run->around->rerun = true; break;
	default: break;
	}
	return 0;
}

bool se_rerun(const se_run *run)
{
	return run->around->rerun;
}

/* ------------------------------------------------------------------------------------------------------ experiments */

void se_on_simulate(sc_data *d, sc_activation *self, int site, double from, double to, double interval,
					double tolerance, double warmup, long long replications, const char *solver)
{
	se_run *run = d->run;
	(void)self;
	if (!run->around->request) {
		se_fail_at(run, site, "R0550", "let an experiment do it", "a simulation cannot be asked for inside of one");
		return;
	}
	if (interval <= 0 || (replications < 1 && replications != LLONG_MIN)) {
		se_fail_at(run, site, "R0623", "it must be greater than zero", "%s of a simulation cannot be %.9g",
				   interval <= 0 ? "the output interval" : "the number of replications",
				   interval <= 0 ? interval : (double)replications);
		return;
	}
	run->around->requested = true;
	*run->around->request = (se_request){.start = from,
								 .stop = to,
								 .interval = interval,
								 .tolerance = tolerance,
								 .warmup = warmup,
								 .replications = replications > 0 ? (uint64_t)replications : 0,
								 .solver = solver,
								 .span = sc_site_span(d, site)};
}
