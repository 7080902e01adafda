/* The points of a sweep in its journal (study/many/study_journal.h): values, curves and message of each. */
#include "study/sweep/sweep.h"
#include <stdlib.h>
#include <string.h>

typedef struct head { char line[32]; uint64_t fingerprint, points; uint32_t columns, curves, times, shards; } head;

static const char first_line[32] = "saltus sweep journal 1\n";

static head head_of(const st_sweep *s)
{
	head h = {.fingerprint = s->fingerprint, .points = s->design.points, .columns = s->columns, .curves = s->curves,
		.times = s->curves ? s->time_count : 0, .shards = s->shards ? s->shards : 1};
	memcpy(h.line, first_line, sizeof h.line);
	return h;
}

char *st_journal_path(sb_arena *arena, const char *file, uint32_t shard, uint32_t shards)
{
	return shards > 1 ? sb_printf(arena, "%s.shard-%u-of-%u", file, shard + 1, shards)
					  : sb_printf(arena, "%s.journal", file);
}

static size_t values_size(const st_sweep *s)
{
	return s->columns * sizeof(double);
}

static size_t curves_size(const st_sweep *s)
{
	return (size_t)s->curves * s->time_count * sizeof(float);
}

static bool take(void *context, uint64_t number, uint32_t state, const char *bytes, uint32_t length)
{
	st_sweep *s = context;
	size_t values = values_size(s), curves = curves_size(s), text = length - values - curves;
	if (number >= s->design.points || (state != ST_POINT_DONE && state != ST_POINT_FAILED) ||
		length < values + curves || text >= 1 << 20)
		return false;
	memcpy(s->values + number * s->columns, bytes, values);
	memcpy(s->curve + number * s->curves * s->time_count, bytes + values, curves);
	s->state[number] = (uint8_t)state;
	s->message[number] = text ? sb_strndup(s->arena, bytes + values + curves, text) : NULL;
	return true;
}

static st_journal_kind kind_of(st_sweep *s, const head *h)
{
	return (st_journal_kind){.head = h, .head_size = sizeof *h, .take = take, .context = s};
}

st_journal_state st_journal_read(st_sweep *s, const char *path, uint64_t *points)
{
	off_t good;
	head h = head_of(s);
	st_journal_kind kind = kind_of(s, &h);
	return st_journal_load(&kind, path, points, &good);
}

bool st_journal_open(st_sweep *s, const char *path, bool resume, sb_diag *diag)
{
	uint64_t points;
	off_t good = 0;
	head h = head_of(s);
	st_journal_kind kind = kind_of(s, &h);
	if (resume)
		st_journal_load(&kind, path, &points, &good);
	s->journal = st_journal_new(&kind, path, good, diag);
	return s->journal != NULL;
}

/* By one thread at a time. */
void st_journal_add(st_sweep *s, uint64_t number)
{
	size_t values = values_size(s), curves = curves_size(s);
	size_t text = s->message[number] ? strlen(s->message[number]) : 0;
	text = text < (1 << 19) ? text : (1 << 19);
	char *bytes = sb_resize(NULL, values + curves + text + 1);
	memcpy(bytes, s->values + number * s->columns, values);
	memcpy(bytes + values, s->curve + number * s->curves * s->time_count, curves);
	if (text)
		memcpy(bytes + values + curves, s->message[number], text);
	st_journal_put(s->journal, number, s->state[number], bytes, (uint32_t)(values + curves + text));
	s->broken = st_journal_errno(s->journal) != 0;
	free(bytes);
}

void st_journal_alive(st_sweep *s)
{
	st_journal_touch(s->journal);
}

int st_journal_trouble(const st_sweep *s)
{
	return st_journal_errno(s->journal);
}

void st_journal_close(st_sweep *s, bool whole)
{
	st_journal_end(s->journal, whole);
	s->journal = NULL;
}
