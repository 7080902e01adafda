/* One layout for texts of MUSS (saltus fmt).
 *
 * Lines stay where their author broke them, because he knows what belongs together. Each line is indented by what it
 * stands in (a block, a region, braces), blanks between words are those of this guide, and more than one empty line
 * becomes one. So the words of the text and their order are those that were written, and comments stay where they
 * are. */
#include <string.h>
#include <strings.h>

#include "front/muss/syntax/muss_syntax.h"

enum { DEEPEST_INDENT = 40, CONTINUED = 2 };

typedef struct layout {
	const char *text;
	const mu_token *tokens;
	uint32_t at;                     /* token */
	uint32_t level, open;            /* blocks and regions; brackets inside of them */
	bool in_statement;               /* the line before has not ended it */
	bool declares;                   /* real a, b, ...: in the list of a static region */
	sb_text *out;
} layout;

static bool is(const mu_token *t, const char *word)
{
	return t->word == MU_W_NAME && strcasecmp(t->name, word) == 0;
}

static bool is_value(const mu_token *t)
{
	return t->word == MU_W_NAME || t->word == MU_W_NUMBER || t->word == MU_W_TEXT || t->word == MU_W_RPAREN ||
		   t->word == MU_W_RBRACKET || t->word == MU_W_PRIME;
}

/* A word before which a value does not end: behind it a minus is a sign, and a parenthesis is not that of a call. */
static bool is_keyword(const mu_token *t)
{
	static const char *const words[] = {"if", "else", "when", "while", "case", "for", "in", "to", "from", "points",
			"at", "and", "or", "not", "do", "run"};
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (is(t, words[i]))
			return true;
	return false;
}

/* + and - between two values. */
static bool is_sum(const layout *l, uint32_t k)
{
	const mu_token *t = &l->tokens[k];
	return k && (t->word == MU_W_PLUS || t->word == MU_W_MINUS) && is_value(&l->tokens[k - 1]) &&
		   !is_keyword(&l->tokens[k - 1]);
}

static bool is_sign(const layout *l, uint32_t k)
{
	int word = l->tokens[k].word;
	return word == MU_W_NOT || ((word == MU_W_PLUS || word == MU_W_MINUS) && !is_sum(l, k));
}

static bool binds(int word)
{
	return word == MU_W_STAR || word == MU_W_SLASH || word == MU_W_POWER || word == MU_W_DOT || word == MU_W_RANGE;
}

/* Is there a blank between token k - 1 and token k of one line? */
static bool has_blank(const layout *l, uint32_t k)
{
	const mu_token *a = &l->tokens[k - 1], *b = &l->tokens[k];
	int left = a->word, right = b->word;
	if (right == MU_W_COMMA || right == MU_W_SEMICOLON || right == MU_W_RPAREN || right == MU_W_RBRACKET ||
		right == MU_W_PRIME || right == MU_W_RBRACE || right == MU_W_COLON)
		return false;
	if (left == MU_W_LPAREN || left == MU_W_LBRACKET || left == MU_W_LBRACE || is_sign(l, k - 1))
		return false;
	if (right == MU_W_LPAREN && left == MU_W_NAME)
		return is_keyword(a);
	if (right == MU_W_LBRACKET)
		return !is_value(a);
	return !binds(left) && !binds(right);
}

/* ------------------------------------------------------------------ lines */

/* Comments and empty lines before a token: what stands between it and the one before. */
typedef struct gap { const char *at, *end; } gap;

static gap gap_of(const layout *l, uint32_t k)
{
	return (gap){l->text + (k ? l->tokens[k - 1].end : 0), l->text + l->tokens[k].start};
}

static void indent(layout *l, uint32_t levels)
{
	for (uint32_t i = 0; i < levels && i < DEEPEST_INDENT; i++)
		sb_add(l->out, "  ");
}

static uint32_t levels_of(const layout *l, const mu_token *t)
{
	bool closes = t->word == MU_W_RBRACE || t->word == MU_W_RPAREN || t->word == MU_W_RBRACKET;
	uint32_t n = l->level + l->open;
	if (closes && l->open)
		return n - 1;
	if (is(t, "end") && !l->open)
		return l->level ? l->level - 1 : 0;
	return n + (l->in_statement && !closes ? CONTINUED : 0);
}

static void new_line(layout *l, bool empty)
{
	if (l->out->n)
		sb_add(l->out, empty ? "\n\n" : "\n");
}

/* The length of the comment that begins here; 0: none does. */
static size_t comment(const char *at, const char *end)
{
	if (end - at >= 2 && at[0] == '/' && at[1] == '/')
		return strcspn(at, "\n");
	const char *close = end - at >= 2 && at[0] == '/' && at[1] == '*' ? strstr(at + 2, "*/") : NULL;
	return close ? (size_t)(close + 2 - at) : 0;
}

static void put_comment(layout *l, const char *at, size_t n)
{
	while (n && strchr(" \t\r", at[n - 1]))
		n--;
	sb_addn(l->out, at, n);
}

/* Writes comments, line ends and blanks before token k. */
static void put_gap(layout *l, uint32_t k)
{
	const mu_token *t = &l->tokens[k];
	gap g = gap_of(l, k);
	uint32_t breaks = 0, levels = levels_of(l, t);
	bool spoke = false, last_ends_line = false;
	if (k == 0 && memcmp(g.at, "\xEF\xBB\xBF", g.end - g.at >= 3 ? 3 : 0) == 0 && g.end - g.at >= 3)
		g.at += 3;
	for (const char *at = g.at; at < g.end;) {
		size_t n = comment(at, g.end);
		if (!n) {
			breaks += *at == '\n';
			at++;
			continue;
		}
		if (breaks || !l->out->n) {
			new_line(l, breaks > 1);
			indent(l, t->word == MU_W_EOF ? 0 : levels);
		} else {
			sb_add(l->out, " ");
		}
		put_comment(l, at, n);
		spoke = true;
		last_ends_line = at[1] == '/';
		breaks = 0;
		at += n;
	}
	if (t->word == MU_W_EOF)
		return;
	if (breaks || last_ends_line) {
		new_line(l, breaks > 1);
		indent(l, levels);
	} else if (spoke || (k && has_blank(l, k))) {
		sb_add(l->out, " ");
	}
}

/* ------------------------------------------------------------------ levels */

static bool is_region(const layout *l, uint32_t k)
{
	return l->tokens[k].new_line && is(&l->tokens[k + 1], "region") && !is(&l->tokens[k], "end");
}

/* `is` behind the name of a block. */
static bool opens_block(const layout *l, uint32_t k)
{
	return is(&l->tokens[k], "is") && !l->open && k >= 2 && l->tokens[k - 1].word == MU_W_NAME;
}

static void count(layout *l, uint32_t k)
{
	const mu_token *t = &l->tokens[k];
	int word = t->word;
	if (word == MU_W_LBRACE || word == MU_W_LPAREN || word == MU_W_LBRACKET)
		l->open++;
	else if ((word == MU_W_RBRACE || word == MU_W_RPAREN || word == MU_W_RBRACKET) && l->open)
		l->open--;
	bool region = k && is(t, "region") && is_region(l, k - 1);
	if (opens_block(l, k) || region)
		l->level++;
	if (is(t, "end") && t->new_line && l->level) {
		l->level--;
		l->open = 0;
	}
	l->in_statement = !(word == MU_W_SEMICOLON || word == MU_W_LBRACE || word == MU_W_RBRACE || region ||
						opens_block(l, k) || word == MU_W_COLON);
	const mu_token *next = &l->tokens[k + 1];
	/* a region that is not closed by ';' ends with its line */
	if (next->word != MU_W_EOF && next->new_line && is(t, "region"))
		l->in_statement = false;
	if (word == MU_W_LBRACE || word == MU_W_SEMICOLON)
		l->declares = is(next, "real") || is(next, "integer") || is(next, "logical");
	if ((next->word == MU_W_COMMA || word == MU_W_COMMA) && l->open)
		l->in_statement = l->declares;
}

bool mu_lay_out(sb_arena *arena, sb_names *names, sb_diag *diag, uint32_t source, sb_text *out)
{
	size_t length;
	uint32_t errors = sb_errors(diag);
	mu_parse(arena, names, diag, source);
	if (sb_errors(diag) > errors)
		return false;
	sb_diag *own = sb_diag_new();
	const char *text = sb_source_text(diag, source, &length);
	mu_tokens tokens = mu_lex(arena, names, own, sb_source_add(own, "", text, length));
	sb_diag_free(own);
	layout l = {.text = text, .tokens = tokens.at, .out = out};
	for (uint32_t k = 0; k < tokens.n; k++) {
		put_gap(&l, k);
		if (tokens.at[k].word == MU_W_EOF)
			break;
		sb_addn(out, text + tokens.at[k].start, tokens.at[k].end - tokens.at[k].start);
		count(&l, k);
	}
	if (out->n)
		sb_add(out, "\n");
	return true;
}
