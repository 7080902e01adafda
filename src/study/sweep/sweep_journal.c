/* The points of a sweep in its journal (study/many/study_journal.h): values, curves and message of each. */
#include "study/sweep/sweep.h"
#include <string.h>

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

static bool take(void *context, uint64_t number, uint32_t state, const char *bytes, const char *message)
{
	st_sweep *s = context;
	if (number >= s->design.points || (state != ST_POINT_DONE && state != ST_POINT_FAILED))
		return false;
	memcpy(s->values + number * s->columns, bytes, values_size(s));
	memcpy(s->curve + number * s->curves * s->time_count, bytes + values_size(s), curves_size(s));
	s->state[number] = (uint8_t)state;
	s->message[number] = message ? sb_strdup(s->arena, message) : NULL;
	return true;
}

static st_journal_kind kind_of(st_sweep *s)
{
	return (st_journal_kind){.study = "sweep", .fingerprint = s->fingerprint,
		.shape = {s->design.points, s->columns, s->curves, s->curves ? s->time_count : 0, s->shards ? s->shards : 1},
		.size = values_size(s) + curves_size(s), .take = take, .context = s};
}

st_journal_found st_sweep_journal_read(st_sweep *s, const char *path)
{
	st_journal_kind kind = kind_of(s);
	return st_journal_load(&kind, path);
}

bool st_sweep_journal_open(st_sweep *s, const char *path, off_t end, sb_diag *diag)
{
	st_journal_kind kind = kind_of(s);
	s->journal = st_journal_open(&kind, path, end, diag);
	return s->journal != NULL;
}

void st_sweep_journal_put(st_sweep *s, uint64_t number)
{
	st_journal_part parts[] = {{s->values + number * s->columns, values_size(s)},
		{s->curve + number * s->curves * s->time_count, curves_size(s)}};
	st_journal_put(s->journal, number, s->state[number], parts, 2, s->message[number]);
	s->broken = st_journal_errno(s->journal) != 0;
}

void st_sweep_journal_close(st_sweep *s, bool whole)
{
	st_journal_end(s->journal, whole);
	s->journal = NULL;
}
