/* The file of a journal. */
#include "study/many/study_journal.h"
#include "base/file.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct st_journal { int file; char *buffer; size_t cap; double alive; int trouble; };
typedef struct entry { uint32_t length, state; uint64_t hash, number; } entry;
enum { END = 0xe0d, MOST = 1 << 28 };

static uint64_t hash_of(const entry *e, const char *bytes)
{
	return sb_hash(bytes, e->length, e->number ^ (uint64_t)e->state << 56);
}

/* The length of what is good of it. */
static off_t read_entries(const st_journal_kind *kind, FILE *f, uint64_t *entries, bool *whole)
{
	char *bytes = NULL;
	off_t good = ftello(f);
	entry e;
	while (fread(&e, sizeof e, 1, f) == 1) {
		*whole = e.length == 0 && e.state == END;
		if (*whole || e.length > MOST)
			break;
		bytes = sb_resize(bytes, e.length + 1);
		if (fread(bytes, 1, e.length, f) != e.length || hash_of(&e, bytes) != e.hash ||
			!kind->take(kind->context, e.number, e.state, bytes, e.length))
			break;
		(*entries)++;
		good = ftello(f);
	}
	free(bytes);
	return good;
}

st_journal_state st_journal_load(const st_journal_kind *kind, const char *path, uint64_t *entries, off_t *good)
{
	char *head = sb_resize(NULL, kind->head_size + 1);
	bool whole = false;
	st_journal_state state = ST_JOURNAL_OTHER;
	*entries = 0;
	*good = 0;
	FILE *f = sb_not_a_file(path) ? NULL : fopen(path, "rb");
	size_t read = f ? fread(head, 1, kind->head_size, f) : 0;
	if (read == 0 || (read < kind->head_size && memcmp(head, kind->head, read) == 0)) {
		state = ST_JOURNAL_NONE;     /* or killed before it had begun */
	} else if (read == kind->head_size && memcmp(head, kind->head, read) == 0) {
		*good = read_entries(kind, f, entries, &whole);
		state = whole ? ST_JOURNAL_WHOLE : ST_JOURNAL_SOME;
	}
	if (f)
		fclose(f);
	free(head);
	return state;
}

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

st_journal *st_journal_new(const st_journal_kind *kind, const char *path, off_t good, sb_diag *diag)
{
	int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
	if (file >= 0 && ftruncate(file, good) == 0 && lseek(file, good, SEEK_SET) == good) {
		st_journal *j = memset(sb_resize(NULL, sizeof *j), 0, sizeof *j);
		j->file = file;
		if (!good)
			put(j, kind->head, kind->head_size);
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

void st_journal_put(st_journal *j, uint64_t number, uint32_t state, const char *bytes, uint32_t length)
{
	entry e = {.length = length, .state = state, .number = number};
	if (j->trouble)
		return;
	if (j->cap < sizeof e + length)
		j->buffer = sb_resize(j->buffer, j->cap = 2 * (sizeof e + length));
	e.hash = hash_of(&e, bytes);
	memcpy(j->buffer, &e, sizeof e);
	memcpy(j->buffer + sizeof e, bytes, length);
	put(j, j->buffer, sizeof e + length);
}

void st_journal_touch(st_journal *j)
{
	double now = sb_clock();
	if (now - j->alive < 5)
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
