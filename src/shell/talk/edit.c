/* EDIT: a line editor for files of commands. A line that is inserted is read as a command, and refused if it is none.
 * Lines have numbers, by steps, so that a new one finds room between two others. */
#include "shell/talk/talk.h"

#include "base/file.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef struct editing {
	sh_talk *t; const char *file; sh_lines lines; unsigned *numbers; unsigned step; bool changed;
} editing;

static void renumber(editing *e)
{
	e->numbers = sb_resize(e->numbers, (e->lines.n + 1) * sizeof *e->numbers);
	for (uint32_t i = 0; i < e->lines.n; i++)
		e->numbers[i] = (i + 1) * e->step;
}

/* How many lines have at most this number. */
static uint32_t behind(const editing *e, unsigned number)
{
	uint32_t i = 0;
	while (i < e->lines.n && e->numbers[i] <= number)
		i++;
	return i;
}

/* n or n:m, as places; false: something else stands there. */
static bool read_range(const editing *e, const char **at, uint32_t *from, uint32_t *to)
{
	char *end;
	unsigned long a, b;
	while (**at == ' ')
		(*at)++;
	if (!isdigit((unsigned char)**at))
		return false;
	a = b = strtoul(*at, &end, 10);
	if (*end == ':' && isdigit((unsigned char)end[1]))
		b = strtoul(end + 1, &end, 10);
	*at = end;
	*from = a ? behind(e, (unsigned)a - 1) : 0;
	*to = behind(e, (unsigned)b);
	return true;
}

static void show(const editing *e, uint32_t from, uint32_t to)
{
	for (uint32_t i = from; i < to && i < e->lines.n; i++)
		printf("%5u  %s\n", e->numbers[i], e->lines.at[i]);
}

/* Is it a command? The message says what it is not. */
static bool is_command(editing *e, const char *line)
{
	sh_world *w = &e->t->w;
	sb_diag *before = w->diag;
	sh_command c;
	w->diag = sb_diag_new();
	uint32_t source = sb_source_add(w->diag, e->file, line, strlen(line));
	bool good = sh_read_line(&(sh_reading){w->now, w->diag, {source, 0, (uint32_t)strlen(line)}}, &c);
	sh_tell(w);
	sb_diag_free(w->diag);
	w->diag = before;
	return good;
}

static void insert(editing *e, uint32_t at)
{
	char *line;
	while ((line = sh_next_line(e->t, "insert> ")) && line[strspn(line, " \t")]) {
		if (is_command(e, line)) {
			sh_add_line(&e->lines, at++, line);
			e->changed = true;
		}
		free(line);
	}
	free(line);
	renumber(e);
}

static void delete(editing *e, uint32_t from, uint32_t to)
{
	for (uint32_t i = from; i < to; i++)
		free(e->lines.at[i]);
	if (to > from)
		memmove(e->lines.at + from, e->lines.at + to, (e->lines.n - to) * sizeof *e->lines.at);
	e->lines.n -= to > from ? to - from : 0;
	e->changed |= to > from;
	renumber(e);
}

static void copy(editing *e, uint32_t from, uint32_t to, uint32_t at, bool moves)
{
	sh_lines taken = {0};
	for (uint32_t i = from; i < to; i++)
		sh_add_line(&taken, taken.n, e->lines.at[i]);
	if (moves && at >= to)
		at -= to - from;
	else if (moves && at > from)
		at = from;
	if (moves)
		delete(e, from, to);
	for (uint32_t i = 0; i < taken.n; i++)
		sh_add_line(&e->lines, at + i, taken.at[i]);
	sh_lines_free(&taken);
	e->changed = true;
	renumber(e);
}

/* S /old/new/ range */
static bool substitute(editing *e, const char *at)
{
	char mark = *at;
	const char *middle = mark ? strchr(at + 1, mark) : NULL, *end = middle ? strchr(middle + 1, mark) : NULL;
	uint32_t from = 0, to = e->lines.n, changed = 0;
	if (!end || isalnum((unsigned char)mark))
		return false;
	char *old = sb_strndup(e->t->w.now, at + 1, (size_t)(middle - at) - 1);
	char *new = sb_strndup(e->t->w.now, middle + 1, (size_t)(end - middle) - 1);
	at = end + 1;
	read_range(e, &at, &from, &to);
	for (uint32_t i = from; i < to && *old; i++) {
		const char *found = strstr(e->lines.at[i], old);
		if (!found)
			continue;
		const char *line = sb_printf(e->t->w.now, "%.*s%s%s", (int)(found - e->lines.at[i]), e->lines.at[i], new,
									 found + strlen(old));
		if (!is_command(e, line))
			continue;
		delete(e, i, i + 1);
		sh_add_line(&e->lines, i, line);
		changed++;
	}
	renumber(e);
	printf("%u lines are changed\n", changed);
	return true;
}

static bool write_file(editing *e)
{
	sb_output out;
	if (!sb_output_open(&out, e->t->w.diag, e->file))
		return false;
	for (uint32_t i = 0; i < e->lines.n; i++)
		fprintf(out.stream, "%s\n", e->lines.at[i]);
	bool good = sb_output_commit(&out, e->t->w.diag);
	if (good)
		printf("wrote %s\n", e->file);
	e->changed &= !good;
	return good;
}

static void find(const editing *e, const char *text)
{
	for (uint32_t i = 0; i < e->lines.n && *text; i++)
		if (strcasestr(e->lines.at[i], text))
			show(e, i, i + 1);
}

/* One command of the editor; false: it is none. */
static bool obey(editing *e, const char *line)
{
	char letter = (char)toupper((unsigned char)*line);
	const char *at = line + (letter != 0);
	if (isalpha((unsigned char)*at))
		return false;                        /* a word, and no letter of the editor */
	uint32_t from = 0, to = e->lines.n, k, end;
	while (*at == ' ')
		at++;
	bool range = letter != 'S' && letter != 'F' && read_range(e, &at, &from, &to);
	switch (letter) {
	case 'I': insert(e, range ? to : e->lines.n); return true;
	case 'D':
		delete(e, range ? from : e->lines.n ? e->lines.n - 1 : 0, to);
		return true;
	case 'T': show(e, from, to); return true;
	case 'R':
		e->step = range ? (unsigned)strtoul(line + 1, NULL, 10) : 10;
		e->step += !e->step;
		renumber(e);
		return true;
	case 'S': return substitute(e, at);
	case 'F': find(e, at); return true;
	case 'W': return write_file(e);
	case 'C':
	case 'M':
		if (!range || !read_range(e, &at, &k, &end))
			return false;
		copy(e, from, to, end, letter == 'M');
		return true;
	default: return false;
	}
}

bool sh_edit(sh_talk *t, const char *file)
{
	editing e = {.t = t, .file = file, .step = 10};
	bool good = true;
	char *line;
	if (sb_file_exists(file) && !sh_read_lines(t, file, &e.lines))
		return false;
	renumber(&e);
	printf("%s: %u lines\n", file, e.lines.n);
	while ((line = sh_next_line(t, "edit> "))) {
		const char *at = line + strspn(line, " \t");
		bool quits = strcasecmp(at, "QUIT") == 0 || strcasecmp(at, "Q") == 0;
		bool exits = strcasecmp(at, "EXIT") == 0 || strcasecmp(at, "EX") == 0;
		bool known = !*at || quits || exits || obey(&e, at);
		free(line);
		if (exits)
			good = write_file(&e);
		if (quits || exits)
			break;
		if (!known && !sb_messages(t->w.diag))
			sb_help(sb_report(t->w.diag, SB_ERROR, "T0180", (sb_span){0}, "this is no command of the editor"),
					"I [n], D [n[:m]], T W, T n[:m], R n, S /old/new/, F text, C n:m k, M n:m k, W, EXIT, QUIT");
		sh_tell(&t->w);
		fflush(stdout);
	}
	if (!line && e.changed) {
		sb_help(sb_report(t->w.diag, SB_ERROR, "T0181", (sb_span){0}, "the input has ended, and %s was not written",
						  file),
				"EXIT writes the file, QUIT leaves it as it was");
		good = false;
	}
	sh_lines_free(&e.lines);
	free(e.numbers);
	return good;
}
