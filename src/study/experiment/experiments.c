/* An experiment: its routine, the simulations that it asks for, and those that RERUN asks for. */
#include "study/experiment/experiment.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/stop.h"
#include "study/many/many.h"

enum { MAX_RUNS = 10000 };

struct st_experiments {
	st_model *m;
	const st_wishes *w;
	double began;
	sb_arena *arena;                 /* what the outcome points to */
	st_outcome outcome; bool any;
	uint64_t runs;
	/* kept variables, to tell those that never change from run to run */
	struct watched { uint32_t scalar; double value; bool changes; } *watched; uint32_t watched_count;
};

/* What the command line says, else the experiment, else the model. */
static se_settings settings_for(const st_experiments *x, const se_request *r)
{
	const st_wishes *w = x->w;
	se_settings s = w->base;
	if (!isnan(r->start))
		s.start = r->start;
	if (!isnan(w->start))
		s.start = w->start;
	s.stop = !isnan(w->stop) ? w->stop : !isnan(r->stop) ? r->stop : INFINITY;
	s.interval = !isnan(w->interval) ? w->interval : !isnan(r->interval) ? r->interval : 0;
	s.step = !isnan(w->interval) ? w->interval : 0;
	s.tolerance = !isnan(w->tolerance) ? w->tolerance : !isnan(r->tolerance) ? r->tolerance : s.tolerance;
	s.solver = w->solver ? w->solver : r->solver ? r->solver : s.solver;
	s.warmup = isnan(r->warmup) ? 0 : r->warmup;
	s.since = x->began;
	return s;
}

/* ------------------------------------------------------------------------------------------------ runs without end */

static void begin_watching(st_experiments *x)
{
	const sm_model *m = x->m->flat;
	uint32_t n = 0;
	for (uint32_t v = 0; v < m->variables.n; v++)
		n += m->variables.at[v].kept && !m->variables.at[v].hidden ? m->variables.at[v].count : 0;
	x->watched = sb_resize(x->watched, (n + 1) * sizeof *x->watched);
	x->watched_count = 0;
	for (uint32_t v = 0; v < m->variables.n; v++)
		for (uint32_t s = 0; m->variables.at[v].kept && !m->variables.at[v].hidden && s < m->variables.at[v].count; s++)
			x->watched[x->watched_count++] = (struct watched){.scalar = m->variables.at[v].first + s, .value = NAN};
}

static void see_changes(st_experiments *x)
{
	for (uint32_t i = 0; i < x->watched_count; i++) {
		struct watched *w = &x->watched[i];
		double now = se_value(x->outcome.run, w->scalar);
		w->changes = w->changes || (!isnan(w->value) && now != w->value);
		w->value = now;
	}
}

static void report_endless(st_experiments *x, const se_request *r)
{
	enum { MOST = 8 };
	sb_text same = {0}, other = {0};
	uint32_t same_count = 0, other_count = 0;
	for (uint32_t i = 0; i < x->watched_count; i++) {
		bool changes = x->watched[i].changes;
		sb_text *list = changes ? &other : &same;
		if ((changes ? other_count++ : same_count++) >= MOST)
			continue;
		sb_add(list, list->n ? ", '" : "'");
		sm_scalar_name(x->m->flat, x->watched[i].scalar, list);
		sb_add(list, "'");
		sb_addf(list, " (%.6g)", x->watched[i].value);
	}
	sb_message *m =
		sb_report(x->m->diag, SB_ERROR, "R0604", r->span, "after %llu runs the experiment asks for another one",
				  (unsigned long long)x->outcome.runs);
	if (same_count)
		sb_note(m, "from run to run %s%s never changed", same.at, same_count > MOST ? " and others" : "");
	if (other_count)
		sb_note(m, "%s%s did", other.at, other_count > MOST ? " and others" : "");
	sb_help(m, "%s must depend on a condition that some run makes false; if so many runs are intended, allow them with "
			   "--max-runs", x->m->flat->again ? "`again`" : "RERUN");
	sb_text_free(&same);
	sb_text_free(&other);
}

/* ----------------------------------------------------------------------------------------------------- simulations */

typedef struct attempt {
	se_run *run; const se_settings *settings; se_status status;
	st_model *m; st_checkpoint *checkpoint;          /* NULL: none */
} attempt;

static void make_attempt(void *context)
{
	attempt *a = context;
	a->status = a->checkpoint ? st_simulate_with_checkpoints(a->m, a->run, a->settings, a->checkpoint)
							  : se_simulate(a->run, a->settings);
}

static se_status simulate_kept(st_experiments *x, const se_settings *settings, bool *left)
{
	attempt a = {x->outcome.run, settings, SE_FAILED, x->m, x->w->checkpoint};
	*left = !sb_attempt(make_attempt, &a);
	return *left ? se_abandon(a.run) : a.status;
}

/* Puts those that have ended well first, and counts them. One that was never begun has told nothing. */
static uint64_t keep_ended(st_told *told, uint64_t n)
{
	uint64_t kept = 0;
	for (uint64_t k = 0; k < n; k++)
		if (told[k].statistics && se_ended_well(told[k].status))
			told[kept++] = told[k];
	return kept;
}

/* The runs of one SIMULATE, or of one RERUN of it. Where replications are stopped, those that have ended count. */
static se_status run_once(st_experiments *x, const se_settings *settings, uint64_t n)
{
	st_outcome *o = &x->outcome;
	sb_arena *scratch = sb_arena_new();
	st_told *told = sb_new_array(scratch, st_told, n);
	se_status status;
	bool left = false;
	if (n == 1) {
		se_settings s = *settings;
		s.number = o->runs + 1;
		status = simulate_kept(x, &s, &left);
		if (!left)
			st_listen(scratch, x->m->flat, o->run, told);
	} else {
		status = st_replicate(x->m, o->run, settings, o->runs + 1, n, x->w->threads, scratch, told);
	}
	if (n > 1 && se_was_stopped(status))
		n = keep_ended(told, n);
	o->runs += n ? n : 1;
	x->runs += n ? n : 1;
	o->replications = n ? n : 1;
	o->settings = *settings;
	sb_arena_free(x->arena);
	x->arena = sb_arena_new();
	o->statistic_count = o->resource_count = 0;
	if (n && !left && (n == 1 || se_ended_well(status) || se_was_stopped(status)))
		st_summarise(x->arena, x->m->flat, told, n, o);
	sb_arena_free(scratch);
	/* a run that was to go on until it was finished, and was, has gone as it was to go */
	return status == SE_TERMINATED && settings->stop == INFINITY ? SE_DONE : status;
}

/* Statistics of a run that is all warm-up would be of nothing. */
static bool warmup_is_good(st_experiments *x, const se_request *r, const se_settings *s)
{
	if (s->warmup == 0 || (s->warmup > 0 && s->warmup < s->stop - s->start))
		return true;
	sb_message *m = sb_report(x->m->diag, SB_ERROR, "R0607", r->span,
							  "a warm-up of %.9g does not fit into a run from time %.9g to time %.9g", s->warmup,
							  s->start, s->stop);
	sb_help(m, "statistics begin at its end: it must be shorter than the run, and not negative");
	return false;
}

static se_status simulate(st_experiments *x, const se_request *r)
{
	uint64_t most = x->w->max_runs ? x->w->max_runs : MAX_RUNS, n = r->replications ? r->replications : 1;
	if (n > 10000000) {
		sb_help(sb_report(x->m->diag, SB_ERROR, "R0606", r->span, "%llu replications are too many",
						  (unsigned long long)n), "the most is ten million");
		return SE_FAILED;
	}
	begin_watching(x);
	for (;;) {
		se_settings settings = settings_for(x, r);
		if (!warmup_is_good(x, r, &settings))
			return SE_FAILED;
		se_status status = run_once(x, &settings, n);
		see_changes(x);
		if (!se_ended_well(status) || !(se_rerun(x->outcome.run) || st_asks_again(x->m, x->outcome.run)))
			return status;
		if (x->outcome.runs >= most) {
			report_endless(x, r);
			return SE_FAILED;
		}
		if (sb_stopped() != SB_GO_ON) {
			return se_abandon(x->outcome.run);
		}
		if (x->w->base.timeout > 0 && sb_clock() - x->began > x->w->base.timeout) {
			sb_report(x->m->diag, SB_ERROR, "R0405", (sb_span){0},
					  "stopped after %llu runs: the limit of %.3g seconds has passed",
					  (unsigned long long)x->outcome.runs, x->w->base.timeout);
			return SE_TIMEOUT;
		}
	}
}

static void run_experiment(st_experiments *x, const sm_experiment *experiment)
{
	st_outcome *o = &x->outcome;
	se_request r = {NAN, NAN, NAN, NAN, NAN, 0, NULL, {0}};
	se_turn turn = se_experiment(o->run, experiment->routine, &x->w->base, &r);
	o->status = SE_DONE;
	while (turn == SE_ASKS) {
		o->status = simulate(x, &r);
		if (!se_ended_well(o->status))
			return;
		turn = se_experiment_goes_on(o->run, &x->w->base, &r);
	}
	if (turn == SE_BROKE) {
		o->status = SE_FAILED;
	} else if (!o->runs) {
		sb_message *m = sb_report(x->m->diag, SB_WARNING, "U0202", experiment->span,
								  "experiment %s has made no simulation", experiment->name);
		sb_help(m, "SIMULATE FROM ... TO ... is the statement that runs the model");
	}
}

/* The model as it stands: what it says about its experiment, in the form in which an experiment would ask for it. */
static void run_plain(st_experiments *x)
{
	const se_settings *b = &x->w->base;
	se_request r = {.start = b->start, .stop = b->stop, .interval = b->interval > 0 ? b->interval : NAN,
		.tolerance = NAN, .warmup = NAN};
	x->outcome.status = simulate(x, &r);
}

static void begin(st_experiments *x, const char *name)
{
	if (x->any)
		se_run_free(x->outcome.run);
	x->any = true;
	x->outcome = (st_outcome){.name = name, .run = st_run(x->m, x->m->diag), .settings = x->w->base, .replications = 1};
}

static bool is_wanted(const sm_experiment *experiment, const char *only)
{
	return !only || strcasecmp(experiment->name, only) == 0;
}

static bool know(const st_experiments *x, const char *only)
{
	const sm_model *m = x->m->flat;
	sb_arena *scratch = sb_arena_new();
	sb_strings names = {0};
	sb_text all = {0};
	bool found = false;
	for (uint32_t i = 0; i < m->experiments.n; i++) {
		found = found || is_wanted(&m->experiments.at[i], only);
		sb_push(scratch, names, m->experiments.at[i].name);
		sb_addf(&all, "%s%s", i ? ", " : "", m->experiments.at[i].name);
	}
	if (!found) {
		const char *near = sb_nearest(only, names.at, names.n);
		sb_message *e =
			sb_report(x->m->diag, SB_ERROR, "U0201", (sb_span){0}, "there is no experiment '%s' in %s", only, m->name);
		sb_note(e, "its experiments are %s", all.at);
		if (near)
			sb_help(e, "did you mean '%s'?", near);
		else
			sb_help(e, "leave out the name to make all of them");
	}
	sb_text_free(&all);
	sb_arena_free(scratch);
	return found;
}

st_experiments *st_experiments_run(st_model *m, const char *only, const st_wishes *w,
								   void (*ended)(void *context, const st_outcome *one), void *context)
{
	st_experiments *x = sb_resize(NULL, sizeof *x);
	*x = (st_experiments){
		.m = m, .w = w, .began = w->base.since > 0 ? w->base.since : sb_clock(), .arena = sb_arena_new()};
	const sm_model *flat = m->flat;
	if (!flat->experiments.n) {
		begin(x, NULL);
		run_plain(x);
		ended(context, &x->outcome);
		return x;
	}
	if (!know(x, only))
		return x;
	for (uint32_t i = 0; i < flat->experiments.n; i++) {
		if (!is_wanted(&flat->experiments.at[i], only))
			continue;
		begin(x, flat->experiments.at[i].name);
		run_experiment(x, &flat->experiments.at[i]);
		ended(context, &x->outcome);
		if (!se_ended_well(x->outcome.status))
			break;
	}
	return x;
}

void st_experiments_free(st_experiments *x)
{
	if (!x)
		return;
	if (x->any)
		se_run_free(x->outcome.run);
	sb_arena_free(x->arena);
	free(x->watched);
	free(x);
}

const st_outcome *st_last(const st_experiments *x)
{
	return x->any ? &x->outcome : NULL;
}

uint64_t st_runs(const st_experiments *x)
{
	return x->runs;
}
