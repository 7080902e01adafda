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

/* The point and what its constraints say, then the cost. The number of an entry is 1 if it is tight. */
static bool take(void *context, uint64_t number, uint32_t state, const char *bytes, const char *message)
{
	st_optimise *o = context;
	sb_arena *arena = o->inside->arena;
	if (number > 1 || (state != ST_TRIAL_DONE && state != ST_TRIAL_FAILED))
		return false;
	st_trial *t = sb_new(arena, st_trial);
	t->state = (st_trial_state)state;
	t->tight = number != 0;
	t->at = sb_new_array(arena, double, numbers_of(o) + 1);
	memcpy(t->at, bytes, (numbers_of(o) + 1) * sizeof(double));
	t->cost = t->at[numbers_of(o)];
	t->margin = t->at + o->count;
	t->off = t->margin + o->constraints;
	t->size = t->off + o->constraints;
	t->message = message ? sb_strdup(arena, message) : NULL;
	sb_map_put(&o->inside->before, st_trial_key(o, t->at, t->tight), (uint64_t)(uintptr_t)t);
	return true;
}

/* With the lock held. */
void st_journal_trial(st_optimise *o, const st_trial *t)
{
	st_journal_part parts[] = {{t->at, numbers_of(o) * sizeof(double)}, {&t->cost, sizeof(double)}};
	if (!o->inside->journal)
		return;
	st_journal_put(o->inside->journal, t->tight, t->state, parts, 2, t->message);
	o->broken = st_journal_errno(o->inside->journal) != 0;
}

static st_journal_kind kind_of(st_optimise *o)
{
	return (st_journal_kind){.study = "optimise", .fingerprint = o->inside->fingerprint,
		.shape = {o->count, o->constraints}, .size = (numbers_of(o) + 1) * sizeof(double), .take = take, .context = o};
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
