/* Commands one after another. */
#include "shell/talk/talk.h"

#include "base/file.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { FILES_DEEP = 32, LOOPS_DEEP = 32 };

typedef struct loop { const char *symbol; double to, step; uint32_t line; } loop;
/* What is going on in a script. */
typedef struct going { sh_script *s; loop loops[LOOPS_DEEP]; uint32_t depth; bool jumped; } going;

/* ----------------------------------------------------------------------------------------------------------- lines */

void sh_add_line(sh_lines *l, uint32_t before, const char *text)
{
	if (l->n == l->cap) {
		l->cap = l->cap ? 2 * l->cap : 16;
		l->at = sb_resize(l->at, l->cap * sizeof *l->at);
	}
	memmove(l->at + before + 1, l->at + before, (l->n - before) * sizeof *l->at);
	l->at[before] = sb_resize(NULL, strlen(text) + 1);
	strcpy(l->at[before], text);
	l->n++;
}

void sh_lines_free(sh_lines *l)
{
	for (uint32_t i = 0; i < l->n; i++)
		free(l->at[i]);
	free(l->at);
	*l = (sh_lines){0};
}

/* With the ending of files of commands. */
static const char *mcl_name(sh_talk *t, const char *file)
{
	const char *slash = strrchr(file, '/');
	return strchr(slash ? slash + 1 : file, '.') ? file : sb_printf(t->w.now, "%s.mcl", file);
}

/* A text with a byte 0 would end there without a word; a byte 1 is told. */
void sh_no_zeros(char *text, size_t length)
{
	for (size_t i = 0; i < length; i++)
		text[i] += !text[i];
}

bool sh_read_lines(sh_talk *t, const char *path, sh_lines *out)
{
	size_t length;
	char *text = sb_file_read(t->w.now, t->w.diag, (sb_span){0}, path, &length);
	if (!text)
		return false;
	sh_no_zeros(text, length);
	for (char *at = text; *at;) {
		size_t n = strcspn(at, "\n");
		bool more = at[n] == '\n';
		at[n] = 0;
		if (n && at[n - 1] == '\r')
			at[n - 1] = 0;
		sh_add_line(out, out->n, at);
		at += n + more;
	}
	return true;
}

/* 'symbol' stands for the value of a symbol, as in DCL. Where there is no such symbol the text stays. */
static char *substitute(sh_talk *t, const char *line)
{
	sb_text out = {0};
	sb_add(&out, "");
	for (const char *at = line; *at;) {
		const char *close = *at == '\'' ? strchr(at + 1, '\'') : NULL;
		const sh_symbol *s = close ? sh_symbol_called(&t->w, sb_strndup(t->w.now, at + 1, (size_t)(close - at) - 1))
								   : NULL;
		if (s) {
			sb_add_real(&out, s->value);
			at = close + 1;
		} else {
			sb_addc(&out, *at++);
		}
	}
	char *text = sb_strdup(t->w.now, out.at);
	sb_text_free(&out);
	return text;
}

/* The line as a source, at its number: lines before it are empty. */
static sb_span source_of(sh_talk *t, const char *path, uint32_t number, const char *line)
{
	size_t n = strlen(line);
	uint32_t before = number ? number - 1 : 0;
	char *text = sb_alloc(t->w.now, before + n + 2);
	memset(text, '\n', before);
	memcpy(text + before, line, n);
	uint32_t source = sb_source_add(t->w.diag, path, text, before + n);
	return (sb_span){source, before, before + (uint32_t)n};
}

/* What a line is, without messages. */
static sh_command glance(sh_talk *t, const char *line)
{
	static const sh_verb none = {.what = SH_EMPTY};
	sb_diag *diag = sb_diag_new();
	sh_command c;
	uint32_t source = sb_source_add(diag, "", line, strlen(line));
	sh_read_line(&(sh_reading){t->w.now, diag, {source, 0, (uint32_t)strlen(line)}}, &c);
	if (!c.verb)
		c.verb = &none;
	if (sb_errors(diag) && c.verb->what != SH_IF && c.verb->what != SH_FOR)
		c.verb = &none;
	sb_diag_free(diag);
	return c;
}

static int opens(const sh_command *c)
{
	return (c->verb->what == SH_IF && !c->then) || c->verb->what == SH_FOR;
}

static int closes(const sh_command *c)
{
	return c->verb->what == SH_ENDIF || c->verb->what == SH_NEXT;
}

/* ------------------------------------------------------------------------------------------------------------ flow */

static sh_outcome wrong(sh_talk *t, const sh_command *c, const char *code, const char *text, const char *help)
{
	sb_message *m = sb_report(t->w.diag, SB_ERROR, code, c->span, "%s", text);
	if (help)
		sb_help(m, "%s", help);
	return SH_WENT_WRONG;
}

/* To the line behind the end of the block, or behind its ELSE. */
static sh_outcome skip(sh_talk *t, going *g, const sh_command *c, sh_what end, bool otherwise)
{
	int depth = 0;
	for (uint32_t i = g->s->next; i < g->s->lines.n; i++) {
		sb_mark mark = sb_arena_mark(t->w.now);
		sh_command other = glance(t, g->s->lines.at[i]);
		sb_arena_rewind(t->w.now, mark);
		bool here = depth == 0 && (other.verb->what == end || (otherwise && other.verb->what == SH_ELSE));
		if (here) {
			g->s->next = i + 1;
			return SH_WENT_ON;
		}
		depth += opens(&other) - closes(&other);
	}
	return wrong(t, c, "T0171", end == SH_NEXT ? "FOR has no NEXT" : "IF has no ENDIF", NULL);
}

static bool goes_on(const loop *l, double value)
{
	return l->step > 0 ? value <= l->to + 1e-9 * l->step : value >= l->to + 1e-9 * l->step;
}

static sh_outcome begin_loop(sh_talk *t, going *g, const sh_command *c)
{
	double value[3] = {0, 0, 1};
	for (uint32_t i = 0; i < c->formulas.n; i++)
		if (!sh_compute(&t->w, c->formulas.at[i], &value[i]))
			return SH_WENT_WRONG;
	if (value[2] == 0)
		return wrong(t, c, "T0172", "the step of FOR is zero", NULL);
	if (g->depth == LOOPS_DEEP)
		return wrong(t, c, "T0173", "more than 32 loops are nested", NULL);
	sh_set_symbol(&t->w, c->symbol, value[0]);
	loop l = {sh_symbol_called(&t->w, c->symbol)->name, value[1], value[2], g->s->next};
	if (!goes_on(&l, value[0]))
		return skip(t, g, c, SH_NEXT, false);
	g->loops[g->depth++] = l;
	return SH_WENT_ON;
}

static sh_outcome end_loop(sh_talk *t, going *g, const sh_command *c)
{
	if (!g->depth)
		return wrong(t, c, "T0174", "NEXT has no FOR", NULL);
	const loop *l = &g->loops[g->depth - 1];
	sh_symbol *s = sh_symbol_called(&t->w, l->symbol);
	s->value += l->step;
	if (goes_on(l, s->value))
		g->s->next = l->line;
	else
		g->depth--;
	return SH_WENT_ON;
}

static sh_outcome jump(sh_talk *t, going *g, const sh_command *c)
{
	const char *label = c->words.at[0];
	sb_strings labels = {0};
	for (uint32_t i = 0; g && i < g->s->lines.n; i++) {
		sh_command other = glance(t, g->s->lines.at[i]);
		if (!other.label)
			continue;
		if (strcasecmp(other.label, label) == 0) {
			g->s->next = i;
			while (g->depth && i < g->loops[g->depth - 1].line)
				g->depth--;
			return SH_WENT_ON;
		}
		sb_push(t->w.now, labels, other.label);
	}
	if (!g)
		return wrong(t, c, "T0170", "GOTO needs a file of commands", "@file executes one");
	sb_message *m = sb_report(t->w.diag, SB_ERROR, "T0175", c->span, "there is no label '%s' in %s", label, g->s->path);
	const char *near = sh_nearest(t->w.now, label, labels.at, labels.n);
	if (near)
		sb_help(m, "did you mean '%s'?", near);
	else
		sb_help(m, "a label stands at the beginning of a line: '%s:'", label);
	return SH_WENT_WRONG;
}

static sh_outcome run_script(sh_talk *t, sh_script *s);

static sh_outcome execute_file(sh_talk *t, const sh_command *c)
{
	const char *path = mcl_name(t, c->words.at[0]);
	sh_script s = {.first = 1, .logs = sh_given_of(c, "LOG")};
	if (t->depth == FILES_DEEP)
		return wrong(t, c, "T0176", "files of commands execute each other more than 32 deep",
					 "does a file execute itself?");
	if (!sh_read_lines(t, path, &s.lines))
		return SH_WENT_WRONG;
	s.path = sb_strdup(t->w.arena, path);
	uint64_t before = t->executed;
	if (!t->depth)
		t->executed = 0;
	t->depth++;
	sh_outcome how = run_script(t, &s);
	t->depth--;
	if (!t->depth)
		t->executed = before;
	sh_lines_free(&s.lines);
	return how == SH_LEFT ? SH_WENT_ON : how;
}

static sh_outcome execute_exit(sh_talk *t, const sh_command *c)
{
	double value = 0;
	if (c->formulas.n && !sh_compute(&t->w, c->formulas.at[0], &value))
		return SH_WENT_WRONG;
	if (c->formulas.n)
		t->status = value >= 0 && value < 256 ? (int)value : 1;
	return SH_LEFT;
}

static sh_outcome execute(sh_talk *t, going *g, const sh_command *c);

/* A command that was read; its messages are told when it is done. */
static sh_outcome execute_if(sh_talk *t, going *g, const sh_command *c)
{
	double value;
	if (!sh_compute(&t->w, c->formulas.at[0], &value))
		return SH_WENT_WRONG;
	if (!c->then)
		return value != 0 || !g ? SH_WENT_ON : skip(t, g, c, SH_ENDIF, true);
	sh_command then;
	if (value == 0)
		return SH_WENT_ON;
	if (!sh_read_line(&(sh_reading){t->w.now, t->w.diag, c->then_span}, &then))
		return SH_WENT_WRONG;
	if (opens(&then) || closes(&then))
		return wrong(t, &then, "T0177", "a block cannot begin or end behind THEN", "write IF ... and ENDIF around it");
	return execute(t, g, &then);
}

static sh_outcome execute(sh_talk *t, going *g, const sh_command *c)
{
	switch (c->verb->what) {
	case SH_IF: return execute_if(t, g, c);
	case SH_ELSE: return g ? skip(t, g, c, SH_ENDIF, false) : wrong(t, c, "T0178", "ELSE has no IF", NULL);
	case SH_ENDIF: return g ? SH_WENT_ON : wrong(t, c, "T0178", "ENDIF has no IF", NULL);
	case SH_FOR: return begin_loop(t, g, c);
	case SH_NEXT: return g ? end_loop(t, g, c) : wrong(t, c, "T0174", "NEXT has no FOR", NULL);
	case SH_GOTO: return jump(t, g, c);
	case SH_FILE_OF_COMMANDS: return execute_file(t, c);
	case SH_EXIT: return execute_exit(t, c);
	case SH_EDIT: return sh_edit(t, mcl_name(t, c->words.at[0])) ? SH_WENT_ON : SH_WENT_WRONG;
	default: return sh_act(&t->w, c) ? SH_WENT_ON : SH_WENT_WRONG;
	}
}

/* Arena and diag of the command around it are kept while a file is executed. */
static sh_outcome run_line(sh_talk *t, going *g, const char *path, uint32_t number, const char *line)
{
	sb_arena *arena = t->w.now;
	sb_diag *diag = t->w.diag;
	sh_command c;
	t->w.now = sb_arena_new();
	t->w.diag = sb_diag_new();
	sb_span span = source_of(t, path, number, substitute(t, line));
	bool read = sh_read_line(&(sh_reading){t->w.now, t->w.diag, span}, &c);
	sh_outcome how = read ? execute(t, g, &c) : SH_WENT_WRONG;
	if (how == SH_WENT_ON && sb_errors(t->w.diag))
		how = SH_WENT_WRONG;             /* what was computed could not be written, for example */
	fflush(stdout);
	sh_tell(&t->w);
	sb_diag_free(t->w.diag);
	sb_arena_free(t->w.now);
	t->w.now = arena;
	t->w.diag = diag;
	return how;
}

static bool too_many(sh_talk *t, const sh_script *s)
{
	double most = isfinite(t->w.control.commands) ? t->w.control.commands : 100000;
	if (*t->w.halt) {
		fprintf(stderr, "interrupted in line %u of %s\n", s->first + s->next - 1, s->path);
		return true;
	}
	if ((double)++t->executed <= most)
		return false;
	sb_diag *diag = t->w.diag;
	t->w.diag = sb_diag_new();
	sb_help(sb_report(t->w.diag, SB_ERROR, "T0179", (sb_span){0}, "%s has executed %.0f commands, and has not ended: "
					  "line %u", s->path, most, s->first + s->next - 1),
			"does a loop not end? CONTROL commands = n allows more");
	sh_tell(&t->w);
	sb_diag_free(t->w.diag);
	t->w.diag = diag;
	return true;
}

/* Does each block that begins end, too? Otherwise nothing of the script is executed. */
static bool is_closed(sh_talk *t, const sh_script *s)
{
	sb_vec(struct open { uint32_t line; sh_what what; }) open = {0};
	sb_arena *arena = sb_arena_new(), *now = t->w.now;
	sb_diag *diag = t->w.diag;
	t->w.now = arena;
	for (uint32_t i = 0; i < s->lines.n; i++) {
		const sh_command c = glance(t, s->lines.at[i]);
		if (opens(&c))
			sb_push(arena, open, ((struct open){i, c.verb->what}));
		else if (closes(&c) && open.n)
			open.n--;
	}
	if (open.n) {
		const struct open *o = &open.at[open.n - 1];
		t->w.diag = sb_diag_new();
		sb_span span = source_of(t, s->path, s->first + o->line, s->lines.at[o->line]);
		span.start += (uint32_t)strspn(s->lines.at[o->line], " \t");
		sb_help(sb_report(t->w.diag, SB_ERROR, "T0171", span, o->what == SH_FOR ? "FOR has no NEXT"
						  : "IF has no ENDIF"),
				"nothing was executed");
		sh_tell(&t->w);
		sb_diag_free(t->w.diag);
	}
	t->w.diag = diag;
	t->w.now = now;
	bool closed = !open.n;
	sb_arena_free(arena);
	return closed;
}

static sh_outcome run_script(sh_talk *t, sh_script *s)
{
	going g = {.s = s};
	if (!is_closed(t, s))
		return SH_WENT_WRONG;
	sh_script *around = t->script;
	sh_outcome how = SH_WENT_ON;
	t->script = s;
	while (s->next < s->lines.n && how == SH_WENT_ON) {
		uint32_t at = s->next++;
		if (too_many(t, s)) {
			how = SH_WENT_WRONG;
			break;
		}
		if (s->logs)
			printf("$ %s\n", s->lines.at[at]);
		how = run_line(t, &g, s->path, s->first + at, s->lines.at[at]);
		if (how == SH_WENT_WRONG && t->w.on_error != SH_STOP && !*t->w.halt) {
			t->failed |= t->w.on_error == SH_CONTINUE;
			how = SH_WENT_ON;
		}
	}
	t->script = around;
	return how;
}

sh_outcome sh_run_typed(sh_talk *t, const char *line)
{
	const char *path = t->terminal ? "<shell>" : SB_STDIN;
	sb_mark mark = sb_arena_mark(t->w.now);
	sh_command c = glance(t, line);
	int depth = opens(&c);
	sb_arena_rewind(t->w.now, mark);
	if (!depth)
		return run_line(t, NULL, path, t->terminal ? 0 : t->line, line);
	sh_script s = {.path = path, .first = t->terminal ? 1 : t->line};
	char *more = NULL;
	sh_add_line(&s.lines, 0, line);
	while (depth > 0 && (more = sh_next_line(t, "    > "))) {
		sh_add_line(&s.lines, s.lines.n, more);
		mark = sb_arena_mark(t->w.now);
		c = glance(t, more);
		depth += opens(&c) - closes(&c);
		sb_arena_rewind(t->w.now, mark);
		free(more);
		if (t->terminal && sh_terminal_interrupted(t->terminal)) {
			sh_lines_free(&s.lines);
			return SH_WENT_ON;
		}
	}
	t->executed = 0;
	sh_outcome how = run_script(t, &s);
	sh_lines_free(&s.lines);
	return how;
}
