/* The ends of classes and of if, for, when and while: where texts go wrong most, and where a wrong guess would make a
 * message of every line that follows. What is open is known, so an `end` that does not fit the innermost is either the
 * end of something further out (then the inner one has no end, and the word is left for the outer one) or a slip (then
 * it is taken for the end that was meant). */
#include "front/modelica/syntax/parse.h"

#include <string.h>

void mo_open_block(mo_parser *p, mo_open *o, int word)
{
	bool after_else = word == MO_W_IF && p->tokens[p->last].id == MO_W_ELSE && !mo_new_line(p);
	*o = (mo_open){.outer = p->open, .word = (uint8_t)word, .after_else = after_else, .span = mo_here(p)};
	p->open = o;
}

static const char *end_text(mo_parser *p, const mo_open *o)
{
	return sb_printf(p->arena, "end %s", o->word == MO_W_CLASS ? o->name : mo_word_text(o->word));
}

static void begins_here(mo_parser *p, sb_message *m, const mo_open *o)
{
	if (!m)
		return;
	if (o->word == MO_W_CLASS)
		sb_also(m, o->span, "%s '%s' begins here", o->what, o->name);
	else
		sb_also(m, o->span, "this '%s' needs '%s;'", mo_word_text(o->word), end_text(p, o));
}

/* One message names all that is open at the end of the text. */
static void text_ends(mo_parser *p, const mo_open *o)
{
	sb_message *m = mo_error(p, "M0121", mo_after_last(p), "the text ends before '%s;'", end_text(p, o));
	int shown = 0;
	for (const mo_open *each = o; each && shown < 8; each = each->outer, shown++)
		begins_here(p, m, each);
	mo_help(m, "add '%s;'", end_text(p, o));
	p->stop = true;
	mo_fail(p);
}

/* The parser is at a word that cannot go on the block and does not end it. */
static void block_not_ended(mo_parser *p, const mo_open *o)
{
	sb_message *m = mo_error(p, "M0122", mo_here(p), "'%s;' is missing before this", end_text(p, o));
	begins_here(p, m, o);
	bool else_if = false;
	for (const mo_open *each = o; each && each->word != MO_W_CLASS; each = each->outer)
		else_if = else_if || each->after_else;
	else_if = else_if || (o->word == MO_W_IF && p->else_if_seen > o->span.start);
	p->end_missing = true;
	if (else_if)
		mo_help(m, "'else if' begins a new 'if', which needs an 'end if' of its own; 'elseif' is one word");
	else
		mo_help(m, "add '%s;'", end_text(p, o));
}

static const mo_open *find_outer(const mo_open *o, int word, const char *name)
{
	for (const mo_open *each = o->outer; each; each = each->outer) {
		if (each->word == word && (word != MO_W_CLASS || each->name == name))
			return each;
		if (each->word == MO_W_CLASS && word != MO_W_CLASS)
			return NULL;
	}
	return NULL;
}

static const char *const joined_ends[] = {"endif", "endfor", "endwhen", "endwhile", "endIf", "endFor"};

bool mo_at_joined_end(const mo_parser *p)
{
	if (p->word != MO_W_IDENT || strncmp(mo_token_now(p)->word, "end", 3) != 0)
		return false;
	for (size_t i = 0; i < sizeof joined_ends / sizeof *joined_ends; i++) {
		if (mo_word_is(p, joined_ends[i]))
			return true;
	}
	return false;
}

/* end if, end for, end when, end while */
void mo_block_end(mo_parser *p, mo_open *o)
{
	p->open = o->outer;
	if (p->word == MO_W_NOTHING)
		return;
	if (p->word == MO_W_EOF) {
		text_ends(p, o);
		return;
	}
	if (mo_at_joined_end(p)) {
		sb_message *m = mo_error(p, "M0124", mo_here(p), "'%s' is two words in Modelica", mo_token_now(p)->word);
		mo_help(m, "write '%s'", end_text(p, o));
		mo_next(p);
		return;
	}
	int next = mo_peek(p);
	if (o->brace && mo_accept(p, MO_W_RBRACE)) {
		p->end_missing = p->word != MO_W_SEMICOLON;
	} else if (p->word != MO_W_END) {
		block_not_ended(p, o);
	} else if (next == o->word) {
		if (o->after_else)
			p->else_if_seen = o->span.start;
		mo_next(p);
		mo_next(p);
	} else if (next == MO_W_SEMICOLON) {
		sb_message *m = mo_error(p, "M0124", mo_here(p), "this 'end' does not say what it ends");
		begins_here(p, m, o);
		mo_help(m, "write '%s;'", end_text(p, o));
		mo_next(p);
	} else if ((next == MO_W_IF || next == MO_W_FOR || next == MO_W_WHEN || next == MO_W_WHILE) && !find_outer(o, next,
		NULL)) {
		mo_next(p);
		sb_span span = {p->source, mo_token_last(p)->start, mo_token_now(p)->end};
		sb_message *m = mo_error(p, "M0124", span, "'end %s' cannot end %s '%s'", mo_word_text(p->word),
			o->word == MO_W_IF ? "an" : "a", mo_word_text(o->word));
		begins_here(p, m, o);
		mo_help(m, "write '%s;'", end_text(p, o));
		mo_next(p);
	} else {
		block_not_ended(p, o);
	}
}

static void wrong_class_name(mo_parser *p, mo_open *o)
{
	const char *name = mo_token_now(p)->word;
	sb_message *m = mo_error(p, "M0123", mo_here(p), "'end %s' cannot end %s '%s'", name, o->what, o->name);
	begins_here(p, m, o);
	if (sb_nearest(name, &o->name, 1))
		mo_help(m, "did you mean 'end %s;'?", o->name);
	else
		mo_help(m, "write 'end %s;'", o->name);
}

/* end IDENT */
void mo_class_end(mo_parser *p, mo_open *o)
{
	if (p->word == MO_W_NOTHING)
		return;
	if (p->word == MO_W_EOF) {
		text_ends(p, o);
		return;
	}
	uint32_t end_token = p->at;
	if (!mo_expect(p, MO_W_END, NULL))
		return;
	if (p->word != MO_W_STRING && mo_token_now(p)->word == o->name) {
		mo_next(p);
		return;
	}
	if (p->word == MO_W_IDENT && find_outer(o, MO_W_CLASS, mo_token_now(p)->word)) {
		sb_span span = {p->source, p->tokens[end_token].start, mo_token_now(p)->end};
		sb_message *m = mo_error(p, "M0122", span, "'%s;' is missing before this", end_text(p, o));
		begins_here(p, m, o);
		mo_help(m, "add '%s;'", end_text(p, o));
		mo_go_back(p, end_token, end_token);
		p->end_missing = true;
		return;
	}
	if (p->word == MO_W_IDENT) {
		wrong_class_name(p, o);
		mo_next(p);
		return;
	}
	bool restriction = p->word >= MO_FIRST_KEYWORD && p->word <= MO_LAST_KEYWORD && mo_starts_class(p);
	sb_span span = {p->source, p->tokens[end_token].start, p->tokens[end_token].end};
	sb_message *m = mo_error(p, "M0123", span, "this 'end' does not name the class that it ends");
	begins_here(p, m, o);
	mo_help(m, "write 'end %s;'", o->name);
	if (restriction)
		mo_next(p);
	if (restriction && p->word == MO_W_IDENT)
		mo_next(p);
}

bool mo_extra_end(mo_parser *p)
{
	int next = mo_peek(p);
	if (p->word != MO_W_END || (next != MO_W_IF && next != MO_W_FOR && next != MO_W_WHEN && next != MO_W_WHILE))
		return false;
	uint32_t start = mo_start(p);
	mo_next(p);
	sb_span span = {p->source, start, mo_token_now(p)->end};
	sb_message *m = mo_error(p, "M0124", span, "no '%s' is open here", mo_word_text(next));
	mo_help(m, "delete this 'end %s;', or one that stands too early", mo_word_text(next));
	mo_next(p);
	mo_accept(p, MO_W_SEMICOLON);
	return true;
}
