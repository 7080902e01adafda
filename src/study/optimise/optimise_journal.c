/* The trials of an optimisation in its journal (study/many/study_journal.h). */
#include "study/optimise/optimise_inside.h"
#include <stdlib.h>
#include <string.h>

typedef struct head { char line[32]; uint64_t fingerprint; uint32_t count, constraints; } head;
static const char first_line[32] = "saltus optimise journal 2\n";

enum { SLOPES = 3 };                 /* the state of an entry, beside those of trials */

static head head_of(const st_optimise *o)
{
	head h = {.fingerprint = o->inside->fingerprint, .count = o->count, .constraints = o->constraints};
	memcpy(h.line, first_line, sizeof h.line);
	return h;
}

uint64_t st_trial_key(const st_optimise *o, const double *at, bool tight)
{
	return sb_hash(at, o->count * sizeof *at, 21 + tight);
}

static size_t numbers_of(const st_optimise *o)
{
	return o->count + 3 * (size_t)o->constraints;
}

/* Of a trial before it: the point, the slopes, then why there are none, line by line. */
static bool take_slopes(st_optimise *o, bool tight, const char *bytes, uint32_t length)
{
	sb_arena *arena = o->inside->arena;
	uint32_t n = o->count, m = o->constraints + 1;
	size_t size = (size_t)(m + 1) * n * sizeof(double);
	uint64_t known;
	double *numbers = sb_new_array(arena, double, (size_t)(m + 1) * n + 1);
	if (length < size)
		return false;
	memcpy(numbers, bytes, size);
	if (!sb_map_get(&o->inside->before, st_trial_key(o, numbers, tight), &known))
		return false;
	st_trial *t = (st_trial *)(uintptr_t)known;
	char *line = sb_strndup(arena, bytes + size, length - size);
	t->slope = numbers + n;
	t->why = sb_new_array(arena, const char *, m);
	for (uint32_t k = 0; k < m && line; k++) {
		char *end = strchr(line, '\n');
		if (end)
			*end = 0;
		t->why[k] = *line ? line : NULL;
		line = end ? end + 1 : NULL;
	}
	return true;
}

/* The point and what its constraints say; the cost; then the message. The number of an entry is 1 if it is tight. */
static bool take(void *context, uint64_t number, uint32_t state, const char *bytes, uint32_t length)
{
	st_optimise *o = context;
	sb_arena *arena = o->inside->arena;
	size_t size = (numbers_of(o) + 1) * sizeof(double);
	if (number <= 1 && state == SLOPES)
		return take_slopes(o, number != 0, bytes, length);
	if (number > 1 || (state != ST_TRIAL_DONE && state != ST_TRIAL_FAILED) || length < size)
		return false;
	st_trial *t = sb_new(arena, st_trial);
	t->state = (st_trial_state)state;
	t->tight = number != 0;
	t->at = sb_new_array(arena, double, numbers_of(o) + 1);
	memcpy(t->at, bytes, size);
	t->cost = t->at[numbers_of(o)];
	t->margin = t->at + o->count;
	t->off = t->margin + o->constraints;
	t->size = t->off + o->constraints;
	t->message = length > size ? sb_strndup(arena, bytes + size, length - size) : NULL;
	sb_map_put(&o->inside->before, st_trial_key(o, t->at, t->tight), (uint64_t)(uintptr_t)t);
	o->inside->before_count++;
	return true;
}

/* With the lock held. */
void st_journal_trial(st_optimise *o, const st_trial *t)
{
	size_t size = (numbers_of(o) + 1) * sizeof(double), text = t->message ? strlen(t->message) : 0;
	if (!o->inside->journal)
		return;
	char *bytes = sb_resize(NULL, size + text + 1);
	memcpy(bytes, t->at, size - sizeof(double));
	memcpy(bytes + size - sizeof(double), &t->cost, sizeof(double));
	if (text)
		memcpy(bytes + size, t->message, text);
	st_journal_put(o->inside->journal, t->tight, t->state, bytes, (uint32_t)(size + text));
	o->broken = st_journal_errno(o->inside->journal) != 0;
	free(bytes);
}

void st_journal_slopes(st_optimise *o, const st_trial *t)
{
	uint32_t n = o->count, m = o->constraints + 1;
	sb_text bytes = {0};
	if (!o->inside->journal)
		return;
	sb_addn(&bytes, (const char *)t->at, n * sizeof *t->at);
	sb_addn(&bytes, (const char *)t->slope, (size_t)m * n * sizeof *t->slope);
	for (uint32_t k = 0; k < m; k++)
		sb_addf(&bytes, "%s\n", t->why[k] ? t->why[k] : "");
	st_journal_put(o->inside->journal, t->tight, SLOPES, bytes.at, (uint32_t)bytes.n);
	o->broken = st_journal_errno(o->inside->journal) != 0;
	sb_text_free(&bytes);
}

static st_journal_kind kind_of(st_optimise *o, const head *h)
{
	return (st_journal_kind){.head = h, .head_size = sizeof *h, .take = take, .context = o};
}

st_journal_state st_optimise_journal_read(st_optimise *o, const char *path, uint64_t *trials)
{
	off_t good;
	head h = head_of(o);
	st_journal_kind kind = kind_of(o, &h);
	return st_journal_load(&kind, path, trials, &good);
}

bool st_optimise_journal_open(st_optimise *o, const char *path, bool resume)
{
	uint64_t trials;
	off_t good = 0;
	head h = head_of(o);
	st_journal_kind kind = kind_of(o, &h);
	if (resume)
		st_journal_load(&kind, path, &trials, &good);
	o->inside->journal = st_journal_new(&kind, path, good, o->diag);
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
