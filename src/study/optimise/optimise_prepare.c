/* From a request to a problem: the model, what is varied and where it begins, cost and constraints. */
#include "study/optimise/optimise_inside.h"
#include "model/print/print.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------------------------------------- the model */

static bool read_vary(st_optimise *o, const sm_model *flat, st_vary_list *list)
{
	bool good = true;
	for (uint32_t i = 0; i < o->request.vary_count; i++)
		good = st_vary_read(o->arena, flat, o->request.vary[i], list, o->diag) && good;
	for (uint32_t i = 0; i < list->n && good; i++)
		for (uint32_t k = 0; k < i && good; k++)
			if (strcmp(list->at[i].name, list->at[k].name) == 0) {
				good = false;
				sb_help(sb_report(o->diag, SB_ERROR, "U0904", (sb_span){0}, "'%s' is varied twice", list->at[i].name),
						"leave out one of the bounds");
			}
	return good;
}

/* The sizes of arrays must be known before the model is loaded for good: start values among the names become parameters
 * of the program. */
static bool find_names(st_optimise *o)
{
	st_vary_list list = {0};
	st_options options = o->request.options;
	options.depth = ST_FLAT;
	options.external = ST_OWN_C;
	st_model *m = st_load(o->request.path, o->request.class_name, &options);
	bool good = !m->flat || read_vary(o, m->flat, &list);
	o->vary = list.at;
	o->count = list.n;
	st_free(m);
	return good;
}

static void load(st_optimise *o)
{
	const char **names = sb_new_array(o->arena, const char *, o->count + 1);
	for (uint32_t i = 0; i < o->count; i++)
		names[i] = o->vary[i].name;
	o->many = st_many_new(o->request.path, o->request.class_name, &o->request.options, names, o->count);
	sb_diag_free(o->diag);
	st_model *m = st_many_model(o->many);
	o->diag = m->diag;
	if (m->program && !sb_errors(o->diag))
		o->settings = se_defaults(sc_image(m->program));
}

st_optimise *st_optimise_new(const st_optimise_request *q)
{
	sb_arena *arena = sb_arena_new();
	st_optimise *o = sb_new(arena, st_optimise);
	*o = (st_optimise){.request = *q, .arena = arena, .diag = sb_diag_new()};
	o->inside = sb_new(arena, st_optimising);
	*o->inside = (st_optimising){.arena = arena, .before = sb_map_new(arena), .best = NAN, .every = 1, .cost_size = 1};
	pthread_mutex_init(&o->inside->lock, NULL);
	o->request.xtol = q->xtol > 0 ? q->xtol : 1e-6;
	if (find_names(o))
		load(o);
	return o;
}

void st_optimise_free(st_optimise *o)
{
	if (!o)
		return;
	st_optimise_journal_close(o, false);
	for (uint32_t i = 0; i < o->inside->searches.n; i++)
		st_search_free(o->inside->searches.at[i]);
	for (uint32_t i = 0; i < ST_THREADS_MOST; i++)
		st_reading_close(&o->inside->reading[i]);
	st_measures_free(o->measures);
	if (o->many)
		st_many_free(o->many);
	else
		sb_diag_free(o->diag);
	pthread_mutex_destroy(&o->inside->lock);
	sb_arena_free(o->arena);
}

/* ------------------------------------------------------------------------------------------------- what is varied */

static bool can_be_varied(st_optimise *o, uint32_t i)
{
	const st_varied *v = st_many_varied(o->many, i);
	const char *what = v->literals            ? "an enumeration"
					   : v->type == SX_INTEGER ? "an Integer"
					   : v->type == SX_BOOLEAN ? "a Boolean"
											   : NULL;
	if (what) {
		sb_help(sb_report(o->diag, SB_ERROR, "U0905", (sb_span){0},
						  "'%s' is %s, and a search needs numbers between which there are others", v->name, what),
				"saltus sweep tries all of its values: -p '%s=...'; then optimise the rest at the best one", v->name);
		return false;
	}
	if (v->structural) {
		sb_help(sb_report(o->diag, SB_ERROR, "U0906", (sb_span){0},
						  "'%s' decides the structure of the model: each value would be another program", v->name),
				"saltus sweep tries some of its values: -p '%s=lin(...)'", v->name);
		return false;
	}
	return true;
}

/* What a run of the model has, where the text alone does not tell. */
static void read_values(st_optimise *o)
{
	sb_diag *quiet = sb_diag_new();
	sb_diag_share(quiet, o->diag);
	se_run *run = st_run(st_many_model(o->many), quiet);
	se_settings s = o->settings;
	s.record_nothing = true;
	bool paused = run && se_begin(run, &s) == SE_PAUSED;
	for (uint32_t i = 0; i < o->count && paused; i++)
		if (isnan(o->vary[i].start) && st_many_varied(o->many, i)->scalar != UINT32_MAX)
			o->vary[i].start = se_value(run, st_many_varied(o->many, i)->scalar);
	if (run)
		se_end(run);
	se_run_free(run);
	sb_diag_free(quiet);
}

/* Between -1e300 and 1e300, 3 is the same part of the range as 0. */
static void round_start(st_optimise *o, st_vary *v)
{
	double begins = st_vary_value(v, st_vary_part(v, v->start));
	if (fabs(begins - v->start) <= 1e-6 * fabs(v->start))
		return;
	sb_help(sb_report(o->diag, SB_WARNING, "U0907", (sb_span){0},
					  "[%g, %g] is so wide a range for '%s' that %g cannot be told from %g: the search begins there",
					  v->low, v->high, v->name, v->start, begins),
			"choose bounds that are as large as values can be");
	v->start = begins;
}

static void choose_start(st_optimise *o, st_vary *v)
{
	if (!isfinite(v->start)) {
		v->start = st_vary_value(v, 0.5);
		return;
	}
	if (v->start >= v->low && v->start <= v->high) {
		round_start(o, v);
		return;
	}
	double nearest = v->start < v->low ? v->low : v->high;
	sb_help(sb_report(o->diag, SB_INFO, "U0907", (sb_span){0},
					  "'%s' is %g in the model, which is not in [%g, %g]: the search begins at %g", v->name, v->start,
					  v->low, v->high, nearest),
			"--vary '%s in [%g, %g] = ...' begins elsewhere", v->name, v->low, v->high);
	v->start = nearest;
}

static bool choose_starts(st_optimise *o)
{
	bool good = true, unknown = false;
	for (uint32_t i = 0; i < o->count; i++) {
		const st_varied *v = st_many_varied(o->many, i);
		good = can_be_varied(o, i) && good;
		o->vary[i].unit = v->unit ? v->unit : "";
		if (isnan(o->vary[i].start))
			o->vary[i].start = v->value;
		unknown = unknown || isnan(o->vary[i].start);
	}
	if (good && unknown)
		read_values(o);
	for (uint32_t i = 0; i < o->count && good; i++)
		choose_start(o, &o->vary[i]);
	return good;
}

/* ------------------------------------------------------------------------------------------------- the measures */

static bool check_measures(st_optimise *o)
{
	bool good = true;
	if (st_measure_is_constraint(o->measures, 0)) {
		good = false;
		sb_help(sb_report(o->diag, SB_ERROR, "U0908", (sb_span){0}, "'%s' is true or false, and a cost is a number",
						  st_measure_name(o->measures, 0)),
				"a condition that must hold is given with --subject");
	}
	for (uint32_t i = 1; i < st_measures_count(o->measures); i++)
		if (!st_measure_is_constraint(o->measures, i)) {
			good = false;
			sb_help(sb_report(o->diag, SB_ERROR, "U0909", (sb_span){0},
							  "'%s' is a number, and a constraint is a comparison", st_measure_name(o->measures, i)),
					"say what it must be: --subject '%s <= ...'", st_measure_name(o->measures, i));
		}
	return good;
}

static bool method_is_known(st_optimise *o)
{
	const char *wanted = o->request.method;
	const char *const *names = st_optimise_methods();
	uint32_t count = 0;
	while (names[count])
		count++;
	if (!wanted || strcmp(wanted, "auto") == 0 || st_method_called(wanted))
		return true;
	sb_message *m = sb_report(o->diag, SB_ERROR, "U0910", (sb_span){0}, "there is no method '%s'", wanted);
	const char *near = sb_nearest(wanted, names, count);
	if (near)
		sb_help(m, "did you mean '%s'?", near);
	else
		sb_help(m, "slsqp, bobyqa, cobyla, sbplx and mma look near the start; crs, isres and direct look everywhere");
	return false;
}

/* A search near one point ends at the next jump of the cost. */
static void choose_start_count(st_optimise *o)
{
	st_optimise_request *q = &o->request;
	bool own = !q->method || strcmp(q->method, "auto") == 0;
	if (!q->starts)
		q->starts = own && !q->evaluations && st_measure_may_jump(o->measures, 0) ? ST_STARTS_JUMPING : 1;
}

/* All that trials depend on, and the order in which they are asked for. */
static uint64_t fingerprint(const st_optimise *o)
{
	const st_optimise_request *q = &o->request;
	const se_settings *s = &o->settings;
	sb_text all = {0};
	sm_print(st_many_model(o->many)->flat, false, &all);
	sb_addf(&all, "\n%s %.17g %.17g %.17g %.17g %.17g %s %llu %d %d %u %.17g %d %d", SALTUS_VERSION, s->start, s->stop,
			s->interval, s->tolerance, s->max_step, s->solver, (unsigned long long)s->seed, (int)s->on_zeno,
			(int)s->on_chatter, s->max_microsteps, s->timeout, q->keep_tolerance, q->differences);
	for (uint32_t i = 0; i < o->count; i++)
		sb_addf(&all, "\n%s %.17g %.17g %d", o->vary[i].name, o->vary[i].low, o->vary[i].high, o->vary[i].logarithmic);
	for (uint32_t i = 0; i < q->options.given_count; i++)
		sb_addf(&all, "\n%s=%s", q->options.given[i].name, q->options.given[i].value);
	for (uint32_t i = 0; i < st_measures_count(o->measures); i++)
		sb_addf(&all, "\n%s", st_measure_name(o->measures, i));
	uint64_t hash = st_inputs_hash(&st_many_model(o->many)->inputs, sb_hash(all.at, all.n, 15));
	sb_text_free(&all);
	return hash;
}

bool st_optimise_prepare(st_optimise *o)
{
	const st_optimise_request *q = &o->request;
	st_model *m = st_many_model(o->many);
	if (m->flat->experiments.n) {
		sb_help(sb_report(o->diag, SB_ERROR, "U0740", (sb_span){0},
						  "the program has experiments, which decide by themselves what is simulated"),
				"take them out (in COSY: MONITOR), and vary what they set");
		return false;
	}
	if (!method_is_known(o) || !choose_starts(o))
		return false;
	o->measures = st_measures_read(m, q->maximise ? "--max" : "--min", &q->cost, 1, o->diag);
	if (!o->measures || !st_measures_add(o->measures, m, "--subject", q->subject, q->subject_count) ||
		!check_measures(o))
		return false;
	o->constraints = q->subject_count;
	if (!st_method_fits(o))
		return false;
	choose_start_count(o);
	st_measures_settings(o->measures, &o->settings);
	o->inside->fingerprint = fingerprint(o);
	o->inside->step = sb_new_array(o->arena, double, o->count + 1);
	o->inside->size = sb_new_array(o->arena, double, o->constraints + 1);
	o->inside->no_slopes = sb_new_array(o->arena, double, ((size_t)o->constraints + 1) * o->count + 1);
	for (uint32_t i = 0; i < o->constraints; i++)
		o->inside->size[i] = 1;
	return true;
}
