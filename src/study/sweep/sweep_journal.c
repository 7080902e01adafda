/* Journals: finished points in a file that survives the process.
 *
 *     head     a line, the fingerprint, the numbers of points, columns, curves and times
 *     entries  length, hash; number of the point, state, values, curves, message
 *     end      an entry of length 0: the shard is complete
 *
 * Each entry is written by one call, so that whoever kills the process can at most cut the last one, which its hash
 * shows. What follows a broken entry is not read, and overwritten when the sweep goes on. */
#include "study/sweep/sweep.h"
#include "base/stop.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct st_journal { int file; char *buffer; size_t cap; double alive; int trouble; } st_journal;
typedef struct head { char line[32]; uint64_t fingerprint, points; uint32_t columns, curves, times, shards; } head;
typedef struct entry { uint32_t length, state; uint64_t hash, number; } entry;

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

static size_t fixed_size(const st_sweep *s)
{
	return s->columns * sizeof(double) + (size_t)s->curves * s->time_count * sizeof(float);
}

/* What belongs to an entry after its fixed part. */
static void take_entry(st_sweep *s, const entry *e, const char *body)
{
	size_t values = s->columns * sizeof(double), curves = fixed_size(s) - values;
	size_t text = e->length - fixed_size(s);
	memcpy(s->values + e->number * s->columns, body, values);
	memcpy(s->curve + e->number * s->curves * s->time_count, body + values, curves);
	s->state[e->number] = (uint8_t)e->state;
	s->message[e->number] = text ? sb_strndup(s->arena, body + values + curves, text) : NULL;
}

static uint64_t hash_of(const entry *e, const char *body)
{
	return sb_hash(body, e->length, e->number ^ (uint64_t)e->state << 56);
}

static bool is_good(const st_sweep *s, const entry *e)
{
	return e->number < s->design.points && (e->state == ST_POINT_DONE || e->state == ST_POINT_FAILED) &&
		   e->length >= fixed_size(s) && e->length < fixed_size(s) + (1 << 20);
}

/* The length of what is good of it. */
static off_t read_entries(st_sweep *s, FILE *f, uint64_t *points, bool *whole)
{
	char *body = NULL;
	off_t good = ftello(f);
	entry e;
	while (fread(&e, sizeof e, 1, f) == 1) {
		*whole = e.length == 0 && e.state == 0xe0d;
		if (*whole || !is_good(s, &e))
			break;
		body = sb_resize(body, e.length + 1);
		if (fread(body, 1, e.length, f) != e.length || hash_of(&e, body) != e.hash)
			break;
		take_entry(s, &e, body);
		(*points)++;
		good = ftello(f);
	}
	free(body);
	return good;
}

static st_journal_state read_journal(st_sweep *s, const char *path, uint64_t *points, off_t *good)
{
	head wanted = head_of(s), h;
	bool whole = false;
	*points = 0;
	*good = 0;
	FILE *f = sb_not_a_file(path) ? NULL : fopen(path, "rb");
	if (!f)
		return ST_JOURNAL_NONE;
	size_t read = fread(&h, 1, sizeof h, f);
	st_journal_state state = ST_JOURNAL_OTHER;
	if (read == 0 || (read < sizeof h && memcmp(&h, &wanted, read) == 0)) {
		state = ST_JOURNAL_NONE;     /* killed before it had begun */
	} else if (read == sizeof h && memcmp(&h, &wanted, sizeof h) == 0) {
		*good = read_entries(s, f, points, &whole);
		state = whole ? ST_JOURNAL_WHOLE : ST_JOURNAL_SOME;
	}
	fclose(f);
	return state;
}

st_journal_state st_journal_read(st_sweep *s, const char *path, uint64_t *points)
{
	off_t good;
	return read_journal(s, path, points, &good);
}

static void put(st_sweep *s, const void *bytes, size_t n)
{
	st_journal *j = s->journal;
	const char *at = bytes;
	while (n && !j->trouble) {
		ssize_t done = write(j->file, at, n);
		if (done < 0 && errno == EINTR)
			continue;
		if (done <= 0) {
			j->trouble = done < 0 ? errno : ENOSPC;
			s->broken = true;
			return;
		}
		at += done;
		n -= (size_t)done;
	}
}

bool st_journal_open(st_sweep *s, const char *path, bool resume, sb_diag *diag)
{
	uint64_t points;
	off_t good = 0;
	head h = head_of(s);
	if (resume)
		read_journal(s, path, &points, &good);
	int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
	bool opened = file >= 0 && ftruncate(file, good) == 0 && lseek(file, good, SEEK_SET) == good;
	if (opened) {
		s->journal = memset(sb_resize(NULL, sizeof *s->journal), 0, sizeof *s->journal);
		s->journal->file = file;
		if (!good)
			put(s, &h, sizeof h);
		opened = !s->journal->trouble;
		errno = s->journal->trouble ? s->journal->trouble : errno;
	}
	if (opened)
		return true;
	sb_help(sb_report(diag, SB_ERROR, "U0741", (sb_span){0}, "the journal '%s' cannot be written: %s", path,
					  strerror(errno)),
			"it lies beside the table; choose another place with -o");
	if (file >= 0 && !s->journal)
		close(file);
	return false;
}

/* By one thread at a time. */
void st_journal_add(st_sweep *s, uint64_t number)
{
	st_journal *j = s->journal;
	size_t values = s->columns * sizeof(double), curves = fixed_size(s) - values;
	size_t text = s->message[number] ? strlen(s->message[number]) : 0;
	text = text < (1 << 19) ? text : (1 << 19);
	entry e = {.length = (uint32_t)(values + curves + text), .state = s->state[number], .number = number};
	if (j->cap < sizeof e + e.length)
		j->buffer = sb_resize(j->buffer, j->cap = 2 * (sizeof e + e.length));
	char *body = j->buffer + sizeof e;
	memcpy(body, s->values + number * s->columns, values);
	memcpy(body + values, s->curve + number * s->curves * s->time_count, curves);
	if (text)
		memcpy(body + values + curves, s->message[number], text);
	e.hash = hash_of(&e, body);
	memcpy(j->buffer, &e, sizeof e);
	put(s, j->buffer, sizeof e + e.length);
}

void st_journal_alive(st_sweep *s)
{
	double now = sb_clock();
	if (now - s->journal->alive < 5)
		return;
	s->journal->alive = now;
	(void)!futimens(s->journal->file, NULL);
}

int st_journal_trouble(const st_sweep *s)
{
	return s->journal ? s->journal->trouble : 0;
}

void st_journal_close(st_sweep *s, bool whole)
{
	if (!s->journal)
		return;
	if (whole)
		put(s, &(entry){.state = 0xe0d}, sizeof(entry));
	close(s->journal->file);
	free(s->journal->buffer);
	free(s->journal);
	s->journal = NULL;
}
