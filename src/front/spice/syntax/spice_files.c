/* Files of a netlist: what they include, sections of libraries, and lines to cards. */
#include "front/spice/syntax/spice_syntax.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/file.h"

enum { DEEPEST = 50, MOST_FILES = 2000, MOST_LINES = 5000000 };

/* A line as it is used: its text without comments, and where it is in its file. A file that is included twice gives
 * its lines twice, of the same places. */
typedef struct line { const char *text; uint32_t length, file, from; bool control; } line;

typedef struct files {
	sp_context *c;
	sb_vec(uint32_t) sources;          /* of the files */
	sb_vec(uint32_t) starts;           /* of the files in all of them together */
	sb_map by_path;                    /* real path -> number of the file, and 1 more */
	sb_strings reading;                /* the real paths of the files around */
	const char *folder;                /* of the netlist, as a real path; ends with a slash */
	sb_vec(line) lines;
	uint32_t read;
	bool ended;                        /* by .end */
} files;

static void read_lines(files *f, uint32_t file, const char *path, const char *section, bool first);

static const char *real_path(sb_arena *arena, const char *path)
{
	char whole[PATH_MAX];
	return realpath(path, whole) ? sb_strdup(arena, whole) : path;
}

static const char *folder_of(sb_arena *arena, const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash ? sb_strndup(arena, path, (size_t)(slash - path) + 1) : "";
}

static uint32_t add_file(files *f, const char *path, const char *text, size_t length)
{
	sp_context *c = f->c;
	uint32_t start = f->starts.n ? f->starts.at[f->starts.n - 1] : 0;
	if (f->sources.n) {
		size_t before;
		sb_source_text(c->diag, f->sources.at[f->sources.n - 1], &before);
		start += (uint32_t)before + 1;
	}
	sb_push(c->arena, f->sources, sb_source_add(c->diag, path, text, length));
	sb_push(c->arena, f->starts, start);
	sb_push(c->arena, c->searched, path);
	return f->sources.n - 1;
}

/* Where the comment at the end of a line begins: at ; and at $ or // behind a blank. Quotes and braces hold none. */
static uint32_t without_comment(const char *text, uint32_t length)
{
	char quote = 0;
	for (uint32_t i = 0; i < length; i++) {
		bool blank = i == 0 || isspace((unsigned char)text[i - 1]) || text[i - 1] == ',';
		bool alone = i + 1 >= length || isspace((unsigned char)text[i + 1]);
		if (quote)
			quote = text[i] == quote ? 0 : quote;
		else if (text[i] == '"')
			quote = text[i];
		else if (text[i] == ';' || (blank && text[i] == '$') || (blank && alone && text[i] == '!') ||
				 (blank && text[i] == '/' && i + 1 < length && text[i + 1] == '/'))
			return i;
	}
	return length;
}

static bool is_word(const char *text, uint32_t length, const char *word)
{
	size_t n = strlen(word);
	return length >= n && strncasecmp(text, word, n) == 0 && (length == n || isspace((unsigned char)text[n]));
}

/* The words of a directive that names a file: quoted or not. */
typedef struct operands { const char *text[3]; uint32_t from[3], to[3], n; } operands;
static operands split_operands(sb_arena *arena, const char *text, uint32_t length)
{
	operands o = {0};
	for (uint32_t i = 0; i < length && o.n < 3;) {
		if (isspace((unsigned char)text[i])) {
			i++;
			continue;
		}
		char quote = text[i] == '"' || text[i] == '\'' ? text[i] : 0;
		uint32_t from = quote ? i + 1 : i, to = from;
		while (to < length && (quote ? text[to] != quote : !isspace((unsigned char)text[to])))
			to++;
		o.from[o.n] = from;
		o.to[o.n] = to;
		o.text[o.n++] = sb_strndup(arena, text + from, to - from);
		i = quote && to < length ? to + 1 : to;
	}
	return o;
}

static sb_span place(const files *f, const line *l, uint32_t from, uint32_t to)
{
	return (sb_span){f->sources.at[l->file], l->from + from, l->from + (to > from ? to : from + 1)};
}

static void tell_missing(files *f, const line *l, const operands *o, const char *first)
{
	sb_message *m = sb_report(f->c->diag, SB_ERROR, "L0301", place(f, l, o->from[1], o->to[1]),
							  "there is no file '%s'", o->text[1]);
	sb_note(m, "looked for '%s'%s", first, *o->text[1] == '/' ? "" : ", and in the folder of the netlist");
	sb_strings names = {0};
	if (sb_folder_list(f->c->arena, *folder_of(f->c->arena, first) ? folder_of(f->c->arena, first) : ".", &names)) {
		const char *slash = strrchr(first, '/');
		const char *near = sb_nearest(slash ? slash + 1 : first, names.at, names.n);
		if (near)
			sb_help(m, "did you mean '%s'?", near);
	}
}

/* The file that a directive names: beside the file that names it, or beside the netlist. */
static const char *find_file(files *f, const line *l, const operands *o)
{
	sb_arena *arena = f->c->arena;
	const char *name = o->text[1], *beside = sb_source_path(f->c->diag, f->sources.at[l->file]);
	const char *first = *name == '/' ? name : sb_printf(arena, "%s%s", folder_of(arena, beside), name);
	if (sb_file_exists(first) && !sb_not_a_file(first))
		return first;
	const char *second = sb_printf(arena, "%s%s", folder_of(arena, f->c->searched.at[0]), name);
	if (*name != '/' && sb_file_exists(second) && !sb_not_a_file(second))
		return second;
	tell_missing(f, l, o, first);
	return NULL;
}

const char *sp_find_file(sp_context *c, const char *name, sb_span span)
{
	const char *found = *name == '/' && sb_file_exists(name) && !sb_not_a_file(name) ? name : NULL;
	for (uint32_t i = 0; i < c->searched.n && *name != '/' && !found; i++) {
		const char *path = sb_printf(c->arena, "%s%s", folder_of(c->arena, c->searched.at[i]), name);
		found = sb_file_exists(path) && !sb_not_a_file(path) ? path : NULL;
	}
	if (!found) {
		sb_note(sb_report(c->diag, SB_ERROR, "L0301", span, "there is no file '%s'", name),
				"looked for beside the netlist, and beside the files that it includes");
		return NULL;
	}
	const char *folder = real_path(c->arena, *folder_of(c->arena, c->searched.at[0]) ?
								   folder_of(c->arena, c->searched.at[0]) : ".");
	size_t n = strlen(folder);
	if (strncmp(real_path(c->arena, found), folder, n) != 0 || real_path(c->arena, found)[n] != '/')
		sb_help(sb_report(c->diag, SB_WARNING, "L0303", span, "'%s' is outside of the folder of the netlist", found),
				"it is read; copy it beside the netlist if the two belong together");
	return found;
}

static bool is_read_now(const files *f, const char *real)
{
	for (uint32_t i = 0; i < f->reading.n; i++)
		if (strcmp(f->reading.at[i], real) == 0)
			return true;
	return false;
}

static void include(files *f, const line *l, const operands *o, const char *section)
{
	sp_context *c = f->c;
	const char *path = find_file(f, l, o);
	if (!path)
		return;
	const char *real = sb_intern(c->names, real_path(c->arena, path));
	sb_span span = place(f, l, o->from[1], o->to[1]);
	bool open = is_read_now(f, real);
	/* A file may take a section of itself: libraries do. */
	if ((open && !section) || f->reading.n >= DEEPEST || ++f->read > MOST_FILES) {
		sb_message *m = sb_report(c->diag, SB_ERROR, "L0302", span, open ? "'%s' includes itself" :
								  "'%s' is not read: there are too many files, one inside the other", path);
		for (uint32_t i = 0; i < f->reading.n && open; i++)
			sb_note(m, "%s %s", i ? "which includes" : "the netlist is", f->reading.at[i]);
		return;
	}
	if (strncmp(real, f->folder, strlen(f->folder)) != 0 && !sb_map_find(&f->by_path, real))
		sb_help(sb_report(c->diag, SB_WARNING, "L0303", span, "'%s' is outside of the folder of the netlist", path),
				"it is read; copy it beside the netlist if the two belong together");
	uint64_t file = 0;
	if (!sb_map_get(&f->by_path, (uintptr_t)real, &file)) {
		size_t length = 0;
		const char *text = sb_file_read(c->arena, c->diag, span, path, &length);
		if (!text)
			return;
		file = add_file(f, path, text, length) + 1;
		sb_map_put(&f->by_path, (uintptr_t)real, file);
	}
	sb_push(c->arena, f->reading, real);
	read_lines(f, (uint32_t)file - 1, path, section, false);
	f->reading.n--;
	f->ended = false;
}

/* ------------------------------------------------------------------------------------------ lines of one file */

typedef struct position {
	const char *section;               /* that is asked for; NULL: all that is in none */
	bool found, inside;                /* ... was found; a section is open that is read, or .. */
	bool passed;                       /* .. one that is not */
	bool control;                      /* inside of .control */
} position;

/* .lib NAME begins a section of a library, .lib FILE NAME takes one, .lib FILE takes the file. */
static void lib_line(files *f, position *p, const line *l, const operands *o)
{
	sb_arena *arena = f->c->arena;
	if (o->n == 3) {
		include(f, l, o, o->text[2]);
		return;
	}
	if (o->n < 2) {
		sb_report(f->c->diag, SB_ERROR, "L0304", place(f, l, o->from[0], o->to[0]), "a file is expected behind .lib");
		return;
	}
	const char *beside = sb_source_path(f->c->diag, f->sources.at[l->file]);
	const char *path = sb_printf(arena, "%s%s", folder_of(arena, beside), o->text[1]);
	if (sb_file_exists(path) || strchr(o->text[1], '.') || strchr(o->text[1], '/')) {
		include(f, l, o, NULL);
		return;
	}
	bool wanted = p->section && strcasecmp(p->section, o->text[1]) == 0;
	p->inside = wanted;
	p->passed = !wanted;
	p->found = p->found || wanted;
}

static bool is_command_that_counts(const char *text, uint32_t length)
{
	static const char *const words[] = {"op", "dc", "ac", "tran", "tf", "noise", "pz", "sens", "disto", "sp", "pss",
		"meas", "measure", "save", "print", "plot", "fourier", "four"};
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (is_word(text, length, words[i]))
			return true;
	return false;
}

/* What a line between .control and .endc is: some commands are cards without their dot. */
static void control_line(files *f, const line *l)
{
	if (!l->length || *l->text == '*')
		return;
	if (is_command_that_counts(l->text, l->length)) {
		line with_dot = *l;
		with_dot.control = true;
		sb_push(f->c->arena, f->lines, with_dot);
		return;
	}
	static const char *const harmless[] = {"run", "quit", "exit", "reset", "destroy", "display", "echo", "listing",
		"status", "version", "set", "unset", "rusage", "settype"};
	for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++)
		if (is_word(l->text, l->length, harmless[i]))
			return;
	uint32_t n = 0;
	while (n < l->length && !isspace((unsigned char)l->text[n]))
		n++;
	sb_help(sb_report(f->c->diag, SB_WARNING, "L0410", place(f, l, 0, n),
					  "the command '%.*s' of a .control block is not carried out", (int)n, l->text),
			"analyses, meas, print, plot and save count as cards; for all else use the options of saltus run");
}

/* A line that is about files or sections, or is not to be read; true: nothing else needs to look at it. */
static bool directs(files *f, position *p, const line *l)
{
	operands o = {0};
	bool lib = is_word(l->text, l->length, ".lib"), ends = is_word(l->text, l->length, ".endl");
	if (lib || ends || is_word(l->text, l->length, ".include") || is_word(l->text, l->length, ".inc"))
		o = split_operands(f->c->arena, l->text, l->length);
	if (ends) {
		p->inside = p->passed = false;
		return true;
	}
	if (p->passed || (p->section && !p->inside && !(lib && o.n == 2)))
		return true;
	if (p->control && !is_word(l->text, l->length, ".end")) {
		p->control = !is_word(l->text, l->length, ".endc");
		if (p->control)
			control_line(f, l);
		return true;
	}
	if (lib) {
		lib_line(f, p, l, &o);
	} else if (o.n) {
		if (o.n == 2)
			include(f, l, &o, NULL);
		else
			sb_report(f->c->diag, SB_ERROR, "L0304", place(f, l, o.from[0], l->length),
					  "one file is expected behind %s", o.text[0]);
	} else if (is_word(l->text, l->length, ".control")) {
		p->control = true;
	} else if (is_word(l->text, l->length, ".end")) {
		f->ended = true;
	} else {
		return false;
	}
	return true;
}

static void read_lines(files *f, uint32_t file, const char *path, const char *section, bool first)
{
	size_t length;
	const char *text = sb_source_text(f->c->diag, f->sources.at[file], &length);
	position p = {.section = section};
	for (size_t at = 0; at < length && !f->ended && f->lines.n < MOST_LINES;) {
		const char *end = memchr(text + at, '\n', length - at);
		size_t n = end ? (size_t)(end - (text + at)) : length - at, from = at;
		at += n + 1;
		if (first) {
			first = false;             /* the title */
			continue;
		}
		while (n && isspace((unsigned char)text[from])) {
			from++;
			n--;
		}
		line l = {.text = text + from, .length = without_comment(text + from, (uint32_t)n), .file = file,
			.from = (uint32_t)from};
		while (l.length && isspace((unsigned char)l.text[l.length - 1]))
			l.length--;
		if (!l.length || *l.text == '*' || *l.text == '#' || directs(f, &p, &l))
			continue;
		sb_push(f->c->arena, f->lines, l);
	}
	if (section && !p.found)
		sb_report(f->c->diag, SB_ERROR, "L0305", (sb_span){f->sources.at[file], 0, 1},
				  "'%s' has no section '%s'", path, section);
	if (p.control)
		sb_report(f->c->diag, SB_WARNING, "L0411", (sb_span){f->sources.at[file], (uint32_t)length - 1,
				  (uint32_t)length}, "a .control block has no .endc");
}

/* ----------------------------------------------------------------------------------------------------- to cards */

static void append(files *f, sp_card *card, sb_text *text, const line *l, uint32_t skipped)
{
	if (text->n)
		sb_addc(text, ' ');
	sb_push(f->c->arena, card->pieces, ((sp_piece){(uint32_t)text->n, f->starts.at[l->file] + l->from + skipped}));
	sb_addn(text, l->text + skipped, l->length - skipped);
}

static void finish(files *f, sp_card *card, sb_text *text, sp_cards *out)
{
	if (!card)
		return;
	card->text = sb_strndup(f->c->arena, text->at, text->n);
	card->length = (uint32_t)text->n;
	text->n = 0;
	sb_push(f->c->arena, *out, card);
}

static void make_cards(files *f, sp_cards *out)
{
	sp_card *card = NULL;
	sb_text text = {0};
	for (uint32_t i = 0; i < f->lines.n; i++) {
		const line *l = &f->lines.at[i];
		if (*l->text == '+' && card) {
			if (l->length > 1)
				append(f, card, &text, l, 1);
			continue;
		}
		finish(f, card, &text, out);
		card = sb_new(f->c->arena, sp_card);
		card->control = l->control;
		append(f, card, &text, l, *l->text == '+');
		if (*l->text == '+')
			sb_report(f->c->diag, SB_ERROR, "L0001", place(f, l, 0, 1), "there is no card that this line continues");
	}
	finish(f, card, &text, out);
	sb_text_free(&text);
}

/* A first line that looks like a card is a title all the same: most often it was forgotten. */
static void look_at_title(files *f, const char *title)
{
	size_t n = strlen(title);
	operands o = split_operands(f->c->arena, title, (uint32_t)n);
	static const char *const directives[] = {".tran", ".model", ".subckt", ".param", ".include", ".options", ".op",
		".dc", ".ac"};
	bool card = o.n == 3 && strchr("rclvi", tolower((unsigned char)*title)) && isdigit((unsigned char)title[1]);
	for (size_t i = 0; i < sizeof directives / sizeof *directives; i++)
		card = card || is_word(title, (uint32_t)n, directives[i]);
	if (card)
		sb_help(sb_report(f->c->diag, SB_WARNING, "L0005", (sb_span){f->sources.at[0], 0, (uint32_t)n},
						  "the first line of a netlist is its title, and is not read as a card"),
				"put a line with a title before it");
}

sp_text *sp_read_files(sp_context *c, const char *path, const char *text)
{
	files f = {.c = c, .by_path = sb_map_new(c->arena)};
	size_t length = text ? strlen(text) : 0;
	const char *own = text ? text : sb_file_read(c->arena, c->diag, (sb_span){0}, path, &length);
	if (!own)
		return NULL;
	const char *real = sb_intern(c->names, real_path(c->arena, path));
	const char *folder = folder_of(c->arena, real);
	f.folder = *folder ? folder : sb_printf(c->arena, "%s/", real_path(c->arena, "."));
	sb_map_put(&f.by_path, (uintptr_t)real, add_file(&f, path, own, length) + 1);
	sb_push(c->arena, f.reading, real);
	sp_text *t = sb_new(c->arena, sp_text);
	const char *end = strchr(own, '\n');
	t->own = (uint32_t)length;
	t->title = sb_strndup(c->arena, own, end ? (size_t)(end - own) : strlen(own));
	look_at_title(&f, t->title);
	read_lines(&f, 0, path, NULL, true);
	c->source = sb_source_join(c->diag, f.sources.at, f.sources.n);
	make_cards(&f, &t->cards);
	return t;
}
