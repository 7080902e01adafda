/* Replications on all cores, by a team (study/many/many.h).
 *
 * Each replication has a run and a diag of its own, made anew, so that nothing of the one before can be seen in it;
 * what it says, reports and stores is kept apart, and put together in the order of the numbers when all have ended. The
 * last number belongs to the experiment's own run, so that the experiment can go on from there. It is begun first.
 */
#include "study/experiment/experiment.h"
#include "study/many/many.h"
#include "base/stop.h"
#include <pthread.h>

typedef struct one { sb_text written; sb_diag *diag; sr_record *cross; } one;

typedef struct team {
	st_model *m;
	const se_settings *settings;
	uint64_t first, n;
	se_run *own;                             /* of the experiment: for the last number */
	one *ones; st_told *told;
	sb_diag *sources;                        /* the sources of the model, in a diag that nobody reports to */
	se_run *pattern;                         /* has the values to begin with, and is never simulated */
	pthread_mutex_t lock;                    /* for making runs, and for the arena */
	sb_arena *arena;
} team;

static void take_text(void *context, const char *text)
{
	sb_add(context, text);
}

static bool make(team *t, se_run *run, uint64_t k, bool own)
{
	se_settings s = *t->settings;
	s.number = t->first + k;
	s.written = take_text;
	s.write_context = &t->ones[k].written;
	if (!own) {
		s.record_nothing = true;
		s.journal = 0;
		s.progress = NULL;
	}
	bool left;
	t->told[k].status = st_simulate(run, &s, &left);
	pthread_mutex_lock(&t->lock);
	if (!left)
		st_listen(t->arena, t->m->flat, run, &t->told[k]);
	pthread_mutex_unlock(&t->lock);
	if (!left)
		t->ones[k].cross = se_take_cross(run);
	return se_ended_well(t->told[k].status);
}

/* False: it has not ended well, and later ones need not begin. */
static bool work(void *context, uint32_t worker, uint64_t number)
{
	team *t = context;
	(void)worker;
	if (number == 0)
		return make(t, t->own, t->n - 1, true);
	one *o = &t->ones[number - 1];
	pthread_mutex_lock(&t->lock);
	o->diag = sb_diag_new();
	sb_diag_share(o->diag, t->sources);
	se_run *run = st_run(t->m, o->diag);
	se_copy_kept(run, t->pattern);
	pthread_mutex_unlock(&t->lock);
	bool good = make(t, run, number - 1, false);
	if (!sb_was_left())
		se_run_free(run);
	return good;
}

/* No run has noticed it: all that were begun have ended, and no other was. */
static se_status stopped_between(team *t)
{
	sb_stop why = sb_stopped();
	sb_message *m = sb_report(t->m->diag, SB_ERROR,
							  why == SB_BY_TIME     ? "R0405"
							  : why == SB_BY_MEMORY ? "R0343"
													: "R0342",
							  (sb_span){0}, "stopped between two replications: %s", sb_stop_text(why));
	sb_note(m, "those that have ended are kept");
	return why == SB_BY_TIME ? SE_TIMEOUT : SE_STOPPED;
}

/* Puts together what the replications have left. The status is that of the first that did not end well. */
static se_status gather(team *t, se_run *run, sr_record *before)
{
	se_status status = SE_DONE;
	bool all = true;
	se_append_cross(run, before);
	sr_record_free(before);
	for (uint64_t k = 0; k < t->n; k++) {
		one *o = &t->ones[k];
		if (o->written.n && t->settings->written)
			t->settings->written(t->settings->write_context, o->written.at);
		se_append_cross(run, o->cross);
		if (o->diag)
			sb_pass_on(t->m->diag, o->diag);
		if (status == SE_DONE && !se_ended_well(t->told[k].status)) {
			status = t->told[k].status;
			sb_report(t->m->diag, SB_INFO, "R0605", (sb_span){0}, "this was run %llu, of %llu replications",
					  (unsigned long long)(t->first + k), (unsigned long long)t->n);
		}
		all = all && t->told[k].statistics;
		sb_text_free(&o->written);
		sr_record_free(o->cross);
		sb_diag_free(o->diag);
	}
	return status == SE_DONE && !all && sb_stopped() != SB_GO_ON ? stopped_between(t) : status;
}

se_status st_replicate(st_model *m, se_run *run, const se_settings *settings, uint64_t first, uint64_t n,
					   uint32_t threads, sb_arena *arena, st_told *told)
{
	team t = {.m = m, .settings = settings, .first = first, .n = n, .own = run, .told = told, .arena = arena,
		.sources = sb_diag_new()};
	t.ones = sb_new_array(arena, one, n);
	pthread_mutex_init(&t.lock, NULL);
	sb_diag_share(t.sources, m->diag);
	t.pattern = st_run(m, t.sources);
	se_copy_kept(t.pattern, run);
	sr_record *before = se_take_cross(run);
	/* a log is read in order */
	st_team_work(&(st_team){
		.count = n, .threads = settings->log ? 1 : threads, .window = n, .work = work, .context = &t});
	se_status status = gather(&t, run, before);
	if (!sb_was_left())
		se_run_free(t.pattern);
	sb_diag_free(t.sources);
	pthread_mutex_destroy(&t.lock);
	return status;
}
