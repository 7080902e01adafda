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

static void find_set(se_run *run)
{
	const si_image *image = run->image;
	if (run->around->set_found)
		return;
	run->around->set_found = true;
	for (uint32_t i = 0; i < image->set.n; i++) {
		const si_variable *x = si_var(image, image->set.at[i]);
		for (uint32_t s = x->first; s < x->first + x->count; s++)
			if (si_place_of(image, s).store != SI_STATE)
				sb_push(run->arena, run->around->set, ((struct se_value_kept){.scalar = s, .kept = x->kept}));
	}
}

bool se_sets_what_is_read(se_run *run)
{
	find_set(run);
	for (uint32_t i = 0; i < run->around->set.n; i++) {
		si_place place = si_place_of(run->image, run->around->set.at[i].scalar);
		if (place.store != SI_NOWHERE && se_is_read(run, si_place_key(run->image, place)))
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

static bool run_once(se_run *run, const uint32_t *routines, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		se_activity *a = se_new_activity(run, routines[i], -1);
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
	if (!run_once(run, run->image->begin.at, run->image->begin.n) || !se_resources_settle(run))
		return false;
	note_values(run);
	run->around->begun_any = true;
	return true;
}

bool se_run_end(se_run *run)
{
	run->around->rerun = false;
	return run_once(run, run->image->end.at, run->image->end.n);
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

static sr_kind kind_of(const si_variable *v)
{
	return v->type == SI_TYPE_INTEGER ? SR_INTEGER : v->type == SI_TYPE_BOOLEAN ? SR_BOOLEAN : SR_REAL;
}

/* The columns are what the model stores; where it does not say, everything. */
static void open_cross(se_run *run)
{
	const si_image *m = run->image;
	sb_arena *scratch = sb_arena_new();
	sb_vec(sr_column) columns = {0};
	sb_text name = {0};
	for (uint32_t i = 0; i < m->stored.n; i++)
		sb_push(run->arena, run->around->cross_scalars, m->stored.at[i]);
	for (uint32_t v = 0; !m->stored.n && v < m->variables.n; v++)
		for (uint32_t s = m->variables.at[v].first; s < m->variables.at[v].first + m->variables.at[v].count; s++)
			if (!m->variables.at[v].hidden && m->variables.at[v].type != SI_TYPE_STRING)
				sb_push(run->arena, run->around->cross_scalars, s);
	for (uint32_t i = 0; i < run->around->cross_scalars.n; i++) {
		const si_variable *v = si_owner(m, run->around->cross_scalars.at[i]);
		name.n = 0;
		si_scalar_name(m, run->around->cross_scalars.at[i], &name);
		sb_push(scratch, columns,
				((sr_column){.name = sb_strdup(scratch, name.at),
							 .unit = si_word(m, m->units.at[v->measure].unit),
							 .description = si_word(m, v->description),
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
	switch ((si_statement)statement) {
	case SI_DO_RECORDING: run->stores = more != 0; break;
	case SI_DO_CROSSPLOT: add_cross(run); break;
	case SI_DO_RERUN: run->around->rerun = true; break;
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
		se_fail_at(run, site, "R0550", "let an experiment do it", "a simulation cannot start another simulation");
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
