/* The trials of an optimisation in its journal (study/many/study_journal.h). */
#include "study/optimise/optimise_inside.h"
#include <string.h>

uint64_t st_trial_key(const st_optimise *o, const double *at, bool tight)
{
	return sb_hash(at, o->count * sizeof *at, 21 + tight);
}

static size_t numbers_of(const st_optimise *o)
{
	return o->count + 3 * (size_t)o->constraints;
}

enum { SLOPES = 3 };                 /* the state of an entry, beside those of trials */

static size_t slopes_of(const st_optimise *o)
{
	return ((size_t)o->constraints + 1) * o->count;
}

/* Of a trial before it. The message has the reasons why some are not known, line by line. */
static bool take_slopes(st_optimise *o, const st_trial *of, const double *slope, const char *message)
{
	sb_arena *arena = o->inside->arena;
	uint64_t known;
	if (!sb_map_get(&o->inside->before, st_trial_key(o, of->at, of->tight), &known))
		return false;
	st_trial *t = (st_trial *)(uintptr_t)known;
	char *line = sb_strdup(arena, message ? message : "");
	t->slope = sb_new_array(arena, double, slopes_of(o) + 1);
	t->why = sb_new_array(arena, const char *, o->constraints + 1);
	memcpy(t->slope, slope, slopes_of(o) * sizeof *slope);
	for (uint32_t k = 0; k <= o->constraints && line; k++) {
		char *end = strchr(line, '\n');
		if (end)
			*end = 0;
		t->why[k] = *line ? line : NULL;
		line = end ? end + 1 : NULL;
	}
	return true;
}

/* The point and what its constraints say, then the cost, then slopes, which are not known of a trial. The number of an
 * entry is 1 if it is tight. */
static bool take(void *context, uint64_t number, uint32_t state, const char *bytes, const char *message)
{
	st_optimise *o = context;
	sb_arena *arena = o->inside->arena;
	if (number > 1 || (state != ST_TRIAL_DONE && state != ST_TRIAL_FAILED && state != SLOPES))
		return false;
	st_trial *t = sb_new(arena, st_trial);
	t->state = (st_trial_state)state;
	t->tight = number != 0;
	t->at = sb_new_array(arena, double, numbers_of(o) + 1 + slopes_of(o));
	memcpy(t->at, bytes, (numbers_of(o) + 1 + slopes_of(o)) * sizeof(double));
	if (state == SLOPES)
		return take_slopes(o, t, t->at + numbers_of(o) + 1, message);
	t->cost = t->at[numbers_of(o)];
	t->margin = t->at + o->count;
	t->off = t->margin + o->constraints;
	t->size = t->off + o->constraints;
	t->message = message ? sb_strdup(arena, message) : NULL;
	sb_map_put(&o->inside->before, st_trial_key(o, t->at, t->tight), (uint64_t)(uintptr_t)t);
	return true;
}

/* With the lock held. */
static void put(st_optimise *o, const st_trial *t, uint32_t state, const double *slope, const char *message)
{
	st_journal_part parts[] = {{t->at, numbers_of(o) * sizeof(double)}, {&t->cost, sizeof(double)},
							   {slope, slopes_of(o) * sizeof(double)}};
	st_journal_put(o->inside->journal, t->tight, state, parts, 3, message);
	o->broken = st_journal_errno(o->inside->journal) != 0;
}

void st_journal_trial(st_optimise *o, const st_trial *t)
{
	if (o->inside->journal)
		put(o, t, t->state, o->inside->no_slopes, t->message);
}

void st_journal_slopes(st_optimise *o, const st_trial *t)
{
	sb_text why = {0};
	if (!o->inside->journal)
		return;
	for (uint32_t k = 0; k <= o->constraints; k++)
		sb_addf(&why, "%s\n", t->why[k] ? t->why[k] : "");
	put(o, t, SLOPES, t->slope, why.at);
	sb_text_free(&why);
}

static st_journal_kind kind_of(st_optimise *o)
{
	return (st_journal_kind){.study = "optimise", .fingerprint = o->inside->fingerprint,
		.shape = {o->count, o->constraints}, .size = (numbers_of(o) + 1 + slopes_of(o)) * sizeof(double),
		.take = take, .context = o};
}

st_journal_found st_optimise_journal_read(st_optimise *o, const char *path)
{
	st_journal_kind kind = kind_of(o);
	return st_journal_load(&kind, path);
}

bool st_optimise_journal_open(st_optimise *o, const char *path, off_t end)
{
	st_journal_kind kind = kind_of(o);
	o->inside->journal = st_journal_open(&kind, path, end, o->diag);
	return o->inside->journal != NULL;
}

int st_optimise_trouble(const st_optimise *o)
{
	return st_journal_errno(o->inside->journal);
}

void st_optimise_journal_close(st_optimise *o, bool whole)
{
	st_journal_end(o->inside->journal, whole);
	o->inside->journal = NULL;
}
