/* The file of a journal. */
#include "study/many/study_journal.h"
#include "base/check.h"
#include "base/file.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

struct st_journal { int file; char *buffer; size_t size, cap; double alive; int trouble; };
typedef struct head { char line[32]; uint64_t fingerprint, shape[ST_JOURNAL_SHAPE], size; } head;
typedef struct entry { uint32_t length, state; uint64_t hash, number; } entry;
enum { END = 0xe0d, MOST = 1 << 28, MESSAGE_MOST = 1 << 19 };

static head head_of(const st_journal_kind *kind)
{
	head h = {.fingerprint = kind->fingerprint, .size = kind->size};
	snprintf(h.line, sizeof h.line, "saltus %s journal 2\n", kind->study);
	memcpy(h.shape, kind->shape, sizeof h.shape);
	return h;
}

static uint64_t hash_of(const entry *e, const char *bytes)
{
	return sb_hash(bytes, e->length, e->number ^ (uint64_t)e->state << 56);
}

/* ------------------------------------------------------------------------------------------------- reading */

static bool take(const st_journal_kind *kind, const entry *e, char *bytes)
{
	bytes[e->length] = 0;
	return hash_of(e, bytes) == e->hash &&
		   kind->take(kind->context, e->number, e->state, bytes, e->length > kind->size ? bytes + kind->size : NULL);
}

static void read_entries(const st_journal_kind *kind, FILE *f, st_journal_found *found)
{
	char *bytes = NULL;
	entry e;
	found->state = ST_JOURNAL_SOME;
	found->end = ftello(f);
	while (fread(&e, sizeof e, 1, f) == 1) {
		if (e.length == 0 && e.state == END)
			found->state = ST_JOURNAL_WHOLE;
		if (found->state == ST_JOURNAL_WHOLE || e.length < kind->size || e.length > MOST)
			break;
		bytes = sb_resize(bytes, e.length + 1);
		if (fread(bytes, 1, e.length, f) != e.length || !take(kind, &e, bytes))
			break;
		found->entries++;
		found->end = ftello(f);
	}
	free(bytes);
}

st_journal_found st_journal_load(const st_journal_kind *kind, const char *path)
{
	st_journal_found found = {.state = ST_JOURNAL_OTHER};
	head expected = head_of(kind), there;
	FILE *f = sb_not_a_file(path) ? NULL : fopen(path, "rb");
	size_t read = f ? fread(&there, 1, sizeof there, f) : 0;
	bool same = read == 0 || memcmp(&there, &expected, read) == 0;
	if (same && read < sizeof there)
		found.state = ST_JOURNAL_NONE;       /* or killed before it had begun */
	else if (same)
		read_entries(kind, f, &found);
	if (f)
		fclose(f);
	return found;
}

/* ------------------------------------------------------------------------------------------------- writing */

static void put(st_journal *j, const void *bytes, size_t n)
{
	const char *at = bytes;
	while (n && !j->trouble) {
		ssize_t done = write(j->file, at, n);
		if (done < 0 && errno == EINTR)
			continue;
		if (done <= 0) {
			j->trouble = done < 0 ? errno : ENOSPC;
			return;
		}
		at += done;
		n -= (size_t)done;
	}
}

st_journal *st_journal_open(const st_journal_kind *kind, const char *path, off_t end, sb_diag *diag)
{
	int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
	if (file >= 0 && flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
		sb_help(sb_report(diag, SB_ERROR, "U0995", (sb_span){0}, "another process writes the journal '%s' just now",
						  path),
				"wait for it, or choose another name with -o: two at once would spoil each other's results");
		close(file);
		return NULL;
	}
	if (file >= 0 && ftruncate(file, end) == 0 && lseek(file, end, SEEK_SET) == end) {
		st_journal *j = memset(sb_resize(NULL, sizeof *j), 0, sizeof *j);
		head h = head_of(kind);
		j->file = file;
		j->size = kind->size;
		if (!end)
			put(j, &h, sizeof h);
		if (!j->trouble)
			return j;
		errno = j->trouble;
		free(j);
	}
	sb_help(sb_report(diag, SB_ERROR, "U0741", (sb_span){0}, "the journal '%s' cannot be written: %s", path,
					  strerror(errno)),
			"it lies beside the table; choose another place with -o");
	if (file >= 0)
		close(file);
	return NULL;
}

static size_t add(st_journal *j, size_t n, const void *bytes, size_t size)
{
	if (j->cap < n + size)
		j->buffer = sb_resize(j->buffer, j->cap = 2 * (n + size));
	if (size)
		memcpy(j->buffer + n, bytes, size);
	return n + size;
}

void st_journal_put(st_journal *j, uint64_t number, uint32_t state, const st_journal_part *parts, uint32_t count,
					const char *message)
{
	entry e = {.state = state, .number = number};
	size_t text = message ? strlen(message) : 0, n = add(j, 0, &e, sizeof e);
	if (j->trouble)
		return;
	for (uint32_t i = 0; i < count; i++)
		n = add(j, n, parts[i].at, parts[i].size);
	sb_must(n == sizeof e + j->size, "an entry of the journal has %zu bytes, not %zu", n - sizeof e, j->size);
	n = add(j, n, message, text < MESSAGE_MOST ? text : MESSAGE_MOST);
	e.length = (uint32_t)(n - sizeof e);
	e.hash = hash_of(&e, j->buffer + sizeof e);
	memcpy(j->buffer, &e, sizeof e);
	put(j, j->buffer, n);
}

void st_journal_touch(st_journal *j)
{
	double now = sb_clock();
	if (!j || now - j->alive < 5)
		return;
	j->alive = now;
	(void)!futimens(j->file, NULL);
}

int st_journal_errno(const st_journal *j)
{
	return j ? j->trouble : 0;
}

void st_journal_end(st_journal *j, bool whole)
{
	if (!j)
		return;
	if (whole)
		put(j, &(entry){.state = END}, sizeof(entry));
	close(j->file);
	free(j->buffer);
	free(j);
}
