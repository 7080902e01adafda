/* Lines from tokens: where lines end, how far they are indented, how comments at their ends are set. */
#include "front/modelica/format/format.h"
#include "front/modelica/syntax/lex.h"

#include <string.h>

enum { INDENT = 2, WIDE = 90 };      /* comments behind lines wider than WIDE are not set under each other */

/* A line of the result: its text, and the comment behind it. */
typedef struct line { uint32_t indent; size_t from, to; const mo_token *behind; bool blank_before; } line;

typedef struct former {
	sb_arena *arena;
	const char *text;
	mo_laid *laid;
	uint32_t n;
	sb_text body;                    /* the texts of all lines, one after another */
	sb_vec(line) lines;
	sb_u32s brackets;                /* that are open: the indentation of the line each stands in */
} former;

/* ------------------------------------------------------------- the tokens */

static void lay_tokens(former *f, const mo_tokens *tokens)
{
	uint32_t number = 0, begin = 0, at = 0;
	f->laid = sb_new_array(f->arena, mo_laid, tokens->n + 1);
	for (uint32_t i = 0; i < tokens->n && tokens->at[i].kind != MO_T_END; i++) {
		const mo_token *t = &tokens->at[i];
		for (; at < t->start; at++)
			if (f->text[at] == '\n') {
				number++;
				begin = at + 1;
			}
		mo_laid *l = &f->laid[f->n++];
		*l = (mo_laid){.token = t, .line = number, .column = at - begin, .comment = t->kind == MO_T_COMMENT};
		for (; at < t->end; at++)
			if (f->text[at] == '\n') {
				number++;
				begin = at + 1;
			}
		l->last_line = number;
	}
}

static bool is_line_comment(const former *f, const mo_laid *l)
{
	return l->comment && f->text[l->token->start + 1] == '/';
}

/* The word that a comment stands before; n if there is none. */
static uint32_t next_word(const former *f, uint32_t i)
{
	while (i < f->n && f->laid[i].comment)
		i++;
	return i;
}

/* A comment takes the place of the statement it stands before. Above an `end` or `else` it may belong to what comes
 * before: then the author has indented it deeper than that word. Inside of a statement it is a part of it. */
static void place_comments(former *f)
{
	for (uint32_t i = 0; i < f->n; i++) {
		mo_laid *c = &f->laid[i];
		if (!c->comment)
			continue;
		uint32_t next = next_word(f, i);
		bool alone = i == 0 || f->laid[i - 1].last_line < c->line;
		if (next == f->n) {
			c->starts = alone;
			continue;
		}
		const mo_laid *word = &f->laid[next];
		c->level = word->level;
		if (!word->starts)
			continue;
		bool glued = c->last_line == f->laid[i + 1].line && !is_line_comment(f, c);
		c->starts = alone || glued;
		if (alone && word->closes && c->column > word->column)
			c->level++;
	}
	for (uint32_t i = 0; i + 1 < f->n; i++)      /* a word behind the comment that took its place */
		if (f->laid[i].comment && f->laid[i].starts && f->laid[i].last_line == f->laid[i + 1].line &&
			!is_line_comment(f, &f->laid[i]))
			f->laid[i + 1].starts = false;
}

/* -------------------------------------------------------------- the lines */

/* Lines above that have left brackets open, from the statement's own level: each indents once. */
static uint32_t continued_indent(const former *f, const mo_laid *l)
{
	int id = l->comment ? MO_W_SKIP : l->token->id;
	uint32_t open = f->brackets.n;
	bool closing = id == MO_W_RPAREN || id == MO_W_RBRACKET || id == MO_W_RBRACE;
	if (open == 0)
		return (l->level + 1u)*INDENT;
	return f->brackets.at[open - 1] + (closing ? 0 : INDENT);
}

static void begin_line(former *f, const mo_laid *l, bool blank)
{
	uint32_t indent = l->starts ? l->level*INDENT : continued_indent(f, l);
	sb_push(f->arena, f->lines,
			((line){.indent = indent, .from = f->body.n, .to = f->body.n, .blank_before = blank && f->lines.n > 0}));
}

static void follow_brackets(former *f, const mo_laid *l)
{
	if (l->comment)
		return;
	switch (l->token->id) {
	case MO_W_LPAREN: case MO_W_LBRACKET: case MO_W_LBRACE:
		sb_push(f->arena, f->brackets, f->lines.at[f->lines.n - 1].indent);
		break;
	case MO_W_RPAREN: case MO_W_RBRACKET: case MO_W_RBRACE:
		f->brackets.n -= f->brackets.n > 0;
		break;
	default: break;
	}
}

static bool space_wanted(const former *f, const mo_laid *left, const mo_laid *right)
{
	if (left->comment || right->comment)         /* as the author has it */
		return left->token->end < right->token->start;
	return mo_space_between(left, right, f->text);
}

static void add_token(former *f, const mo_laid *before, const mo_laid *l)
{
	line *now = &f->lines.at[f->lines.n - 1];
	if (now->to > now->from && is_line_comment(f, l)) {
		now->behind = l->token;
		return;
	}
	if (now->to > now->from && space_wanted(f, before, l))
		sb_addc(&f->body, ' ');
	uint32_t end = l->token->end;
	if (is_line_comment(f, l))
		while (end > l->token->start && strchr(" \t\r\f\v", f->text[end - 1]))
			end--;
	sb_addn(&f->body, f->text + l->token->start, end - l->token->start);
	now->to = f->body.n;
	follow_brackets(f, l);
}

static void make_lines(former *f)
{
	uint32_t together = 0;           /* tokens before this one stand on one line, as written */
	for (uint32_t i = 0; i < f->n; i++) {
		const mo_laid *l = &f->laid[i], *before = i ? l - 1 : NULL;
		bool written = !before || before->last_line < l->line, inside = i < together;
		if (!before || written || (l->starts && !inside))
			begin_line(f, l, before && l->line > before->last_line + 1);
		if (!inside && l->together > together)
			together = l->together;
		add_token(f, before, l);
	}
}

/* ------------------------------------------------------------- the result */

static uint32_t width(const former *f, const line *l)
{
	uint32_t n = l->indent;
	for (size_t i = l->from; i < l->to; i++)
		n = f->body.at[i] == '\n' ? 0 : n + ((f->body.at[i] & 0xC0) != 0x80);
	return n;
}

/* The column of the comments of a run of lines; 0 for lines that stand by themselves. */
static uint32_t comment_column(const former *f, uint32_t from, uint32_t *end)
{
	uint32_t column = 0, i = from;
	for (; i < f->lines.n && f->lines.at[i].behind && (i == from || !f->lines.at[i].blank_before); i++) {
		uint32_t w = width(f, &f->lines.at[i]) + 1;
		if (w > column && w <= WIDE)
			column = w;
	}
	*end = i;
	return column;
}

static void add_comment(former *f, const line *l, uint32_t column, sb_text *out)
{
	uint32_t end = l->behind->end, w = width(f, l);
	while (end > l->behind->start && strchr(" \t\r\f\v", f->text[end - 1]))
		end--;
	do
		sb_addc(out, ' ');
	while (++w < column);
	sb_addn(out, f->text + l->behind->start, end - l->behind->start);
}

static void write_lines(former *f, const char *line_end, sb_text *out)
{
	uint32_t run_end = 0, column = 0;
	for (uint32_t i = 0; i < f->lines.n; i++) {
		const line *l = &f->lines.at[i];
		if (l->blank_before)
			sb_add(out, line_end);
		for (uint32_t k = 0; k < l->indent; k++)
			sb_addc(out, ' ');
		sb_addn(out, f->body.at + l->from, l->to - l->from);
		if (l->behind) {
			if (i >= run_end)
				column = comment_column(f, i, &run_end);
			add_comment(f, l, column, out);
		}
		sb_add(out, line_end);
	}
}

/* The length of a token without white space at its end, which a comment to the end of its line may have. */
static uint32_t token_length(const mo_token *t, const char *text)
{
	uint32_t end = t->end;
	while (t->kind == MO_T_COMMENT && end > t->start && strchr(" \t\r\f\v", text[end - 1]))
		end--;
	return end - t->start;
}

/* The same tokens and comments in the same order? */
static bool same_tokens(const mo_tokens *a, const char *a_text, const mo_tokens *b, const char *b_text)
{
	if (a->n != b->n)
		return false;
	for (uint32_t i = 0; i < a->n; i++) {
		const mo_token *s = &a->at[i], *t = &b->at[i];
		uint32_t n = token_length(s, a_text);
		if (s->kind != t->kind || n != token_length(t, b_text) || memcmp(a_text + s->start, b_text + t->start, n) != 0)
			return false;
	}
	return true;
}

static const char *line_end_of(const char *text, size_t length)
{
	const char *first = memchr(text, '\n', length);
	return first && first > text && first[-1] == '\r' ? "\r\n" : "\n";
}

bool mo_format(sb_arena *arena, sb_names *names, sb_diag *diag, uint32_t source, sb_text *out)
{
	uint32_t errors = sb_errors(diag);
	size_t length;
	const char *text = sb_source_text(diag, source, &length);
	mo_file *file = mo_parse(arena, names, diag, source);
	if (sb_errors(diag) > errors)
		return false;
	former f = {.arena = arena, .text = text};
	lay_tokens(&f, &file->tokens);
	mo_find_statements(arena, f.laid, f.n);
	place_comments(&f);
	make_lines(&f);
	write_lines(&f, line_end_of(text, length), out);
	sb_text_free(&f.body);
	if (!out->at)
		sb_add(out, "");
	sb_diag *quiet = sb_diag_new();
	mo_tokens made = mo_tokenize(arena, names, quiet, sb_source_add(quiet, "formatted", out->at, out->n));
	bool same = !sb_errors(quiet) && same_tokens(&file->tokens, text, &made, out->at);
	sb_diag_free(quiet);
	if (!same)
		sb_report(diag, SB_ERROR, "M0190", (sb_span){source, 0, 0},
				  "this text cannot be formatted without a change of its tokens");
	return same;
}
