/* END: it closes what was opened last, and may say what that is. */
#include "front/cosy/syntax/cosy_parse_inside.h"

#include <string.h>

void co_enter(co_parser *p, co_open *open, int word, const char *name)
{
	*open = (co_open){.outer = p->open, .word = (uint8_t)word, .name = name, .span = co_last_span(p)};
	p->open = open;
}

static const char *open_text(const co_parser *p, const co_open *open)
{
	if (open->word == CO_W_IDENT)
		return sb_printf(p->arena, "the event '%s'", open->name);
	if (open->name)
		return sb_printf(p->arena, "%s %s", co_word_text(open->word), open->name);
	return co_word_text(open->word);
}

/* Does the keyword at this token end what END closes, rather than begin the next thing? It does if nothing that could
 * follow it at a beginning does. */
static bool keyword_closes(const co_parser *p, uint32_t token, int expected)
{
	const co_token *t = &p->tokens[token], *next = &p->tokens[token + 1];
	if (t->new_line || t->word < CO_FIRST_KEYWORD || t->word > CO_LAST_KEYWORD)
		return false;
	if (co_is_part(t->word) || t->word == CO_W_MODEL || t->word == CO_W_PROCESS)
		return t->word == expected;
	switch (t->word) {
	case CO_W_IF:
	case CO_W_CASE:
	case CO_W_FOR:
	case CO_W_WHILE:
	case CO_W_REPEAT:
	case CO_W_WHEN:
	case CO_W_BEGIN:
	case CO_W_CONDIT:
	case CO_W_PROCED: case CO_W_NOSORT: case CO_W_FORTRAN: case CO_W_RECORD:
		return next->new_line || next->word == CO_W_SEMICOLON || next->word == CO_W_END || next->word == CO_W_EOF
			|| next->word == CO_W_ELSE
			|| next->word == CO_W_UNTIL || next->word == CO_W_DOT;
	default:
		return false;
	}
}

bool co_end_closes(const co_parser *p, int word)
{
	return p->word == CO_W_END && p->tokens[p->at + 1].word == word && keyword_closes(p, p->at + 1, word);
}

/* Is the identifier after END its name? Not if a statement, a label or an equation begins with it. */
static bool name_closes(const co_parser *p, const co_open *open)
{
	const co_token *t = co_now(p);
	switch (co_peek(p, 1)) {
	case CO_W_COLON:
	case CO_W_COMMA:
	case CO_W_RANGE:
	case CO_W_ASSIGN:
	case CO_W_EQUAL:
	case CO_W_LPAREN:
	case CO_W_LBRACKET:
	case CO_W_DOT:
	case CO_W_PRIME:
	case CO_W_STAR_PRIME:
	case CO_W_PLUS:
	case CO_W_MINUS:
	case CO_W_STAR:
	case CO_W_SLASH:
	case CO_W_POWER:
	case CO_W_IDENT:
		return false;
	default:
		return t->name == open->name || !t->new_line;
	}
}

/* END IF among statements, where IF has no END: it would close what is around it, and everything after it would be in
 * the wrong place. So it is said and left out. */
bool co_stray_end(co_parser *p)
{
	static const uint8_t words[] = {CO_W_IF, CO_W_FOR, CO_W_WHILE, CO_W_WHEN, CO_W_REPEAT, CO_W_BEGIN};
	for (size_t i = 0; i < sizeof words; i++) {
		if (!co_end_closes(p, words[i]) || (p->open && p->open->word == words[i]))
			continue;
		sb_message *m = co_error(p, "K0113", co_here(p), "this END %s closes no %s", co_word_text(words[i]),
			co_word_text(words[i]));
		if (words[i] == CO_W_REPEAT)
			co_help(m, "REPEAT ends with UNTIL and a condition");
		else if (words[i] == CO_W_BEGIN)
			co_help(m, "look for one END too many before it");
		else if (words[i] == CO_W_WHEN)
			co_help(m, "WHEN ... THEN has one statement and no END; several are written WHEN ... DO ... END");
		else
			co_help(m, "among statements %s has no END of its own: several statements in it stand between BEGIN and "
				"END", co_word_text(words[i]));
		co_next(p);
		co_next(p);
		return true;
	}
	return false;
}

static void read_closing_name(co_parser *p, const co_open *open)
{
	if (p->word == CO_W_IDENT && name_closes(p, open)) {
		if (co_now(p)->name != open->name) {
			sb_message *m = co_error(p, "K0113", co_here(p), "this END closes %s, not '%s'", open_text(p, open),
				co_now(p)->name);
			co_also(m, open->span, "what it closes begins here");
			co_help(m, open->name ? "write END %s, or look for an END that is missing, or one too many, before it" :
				"remove the name, or look for an END that is missing, or one too many, before it", open->name);
		}
		co_next(p);
	} else if (keyword_closes(p, p->at, open->word)) {
		if (p->word != open->word) {
			sb_message *m = co_error(p, "K0113", co_here(p), "this END closes %s, not %s", open_text(p, open),
				co_word_text(p->word));
			co_also(m, open->span, "what it closes begins here");
			co_help(m, "look for an END that is missing, or one too many, before it");
		}
		co_next(p);
	}
}

void co_close(co_parser *p, co_open *open)
{
	p->open = open->outer;
	bool last = p->word == CO_W_END && co_peek(p, 1) == CO_W_DOT;
	if (!last && co_accept(p, CO_W_END)) {
		if (open->word == CO_W_SYSTEM)
			p->system_end = co_last_span(p);
		read_closing_name(p, open);
		return;
	}
	if (p->word == CO_W_NOTHING || (last && p->end_said))
		return;
	p->end_said |= last;
	if (last) {
		sb_message *m = co_error(p, "K0111", open->span, "%s has no END", open_text(p, open));
		co_also(m, co_here(p), "the program ends here");
		co_help(m, "this END with its point ends the program; an END is missing before it");
		return;
	}
	if (co_is_part(p->word) || co_at_label(p) || p->word == CO_W_ELSE || p->word == CO_W_ELSEIF) {
		sb_message *m = co_error(p, "K0111", open->span, "%s has no END", open_text(p, open));
		if (p->word != CO_W_EOF)
			co_also(m, co_here(p), "it should have ended before this");
		co_help(m, "write END where it ends");
		return;
	}
	co_unexpected(p, sb_printf(p->arena, "END of %s", open_text(p, open)));
}
