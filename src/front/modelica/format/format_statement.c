/* Where statements begin, and how deep they are. The text has been parsed without errors, so a statement is known by
 * its first words: a small machine over the tokens is enough, and it sees the words in the order of the text, which the
 * tree does not keep. */
#include "front/modelica/format/format.h"
#include "front/modelica/syntax/lex.h"

typedef struct opened { uint32_t first; uint16_t level; bool is_class; } opened;
typedef struct finder {
	sb_arena *arena;
	mo_laid *laid;
	sb_u32s words;                   /* tokens that are no comments */
	sb_vec(opened) open;
} finder;

static int word(const finder *f, uint32_t i)
{
	return i < f->words.n ? f->laid[f->words.at[i]].token->id : MO_W_EOF;
}

static uint16_t body_level(const finder *f)
{
	return f->open.n ? (uint16_t)(f->open.at[f->open.n - 1].level + 1) : 0;
}

static uint16_t class_level(const finder *f)
{
	for (uint32_t i = f->open.n; i-- > 0;)
		if (f->open.at[i].is_class)
			return f->open.at[i].level;
	return 0;
}

/* Words from..to-1 are of one statement, or of a part of it that has a line of its own. */
static void mark(finder *f, uint32_t from, uint32_t to, uint16_t level)
{
	for (uint32_t i = from; i < to && i < f->words.n; i++) {
		mo_laid *l = &f->laid[f->words.at[i]];
		l->level = level;
		l->starts = i == from;
	}
}

static int bracket(int id)
{
	switch (id) {
	case MO_W_LPAREN: case MO_W_LBRACKET: case MO_W_LBRACE: return 1;
	case MO_W_RPAREN: case MO_W_RBRACKET: case MO_W_RBRACE: return -1;
	default: return 0;
	}
}

/* One past the ';' that ends a statement; those in matrices stand in brackets. */
static uint32_t past_semicolon(const finder *f, uint32_t i)
{
	int depth = 0;
	for (; word(f, i) != MO_W_EOF; i++) {
		depth += bracket(word(f, i));
		if (depth <= 0 && word(f, i) == MO_W_SEMICOLON)
			return i + 1;
	}
	return i;
}

/* One past the `then` or `loop` of a header; an if-expression in it has a `then` of its own for each of its
 * conditions. */
static uint32_t past_header(const finder *f, uint32_t i)
{
	int conditions = 0;
	for (; word(f, i) != MO_W_EOF; i++)
		switch (word(f, i)) {
		case MO_W_IF: case MO_W_ELSEIF: case MO_W_WHEN: case MO_W_ELSEWHEN: conditions++; break;
		case MO_W_THEN:
			if (--conditions == 0)
				return i + 1;
			break;
		case MO_W_LOOP: return i + 1;
		default: break;
		}
	return i;
}

static bool is_prefix(int id)
{
	switch (id) {
	case MO_W_REDECLARE: case MO_W_FINAL: case MO_W_INNER: case MO_W_OUTER: case MO_W_REPLACEABLE: case MO_W_PARTIAL:
	case MO_W_ENCAPSULATED: case MO_W_EXPANDABLE: case MO_W_PURE: case MO_W_IMPURE: case MO_W_OPERATOR: return true;
	default: return false;
	}
}

static bool is_restriction(int id)
{
	switch (id) {
	case MO_W_CLASS:
	case MO_W_MODEL:
	case MO_W_BLOCK:
	case MO_W_CONNECTOR:
	case MO_W_RECORD:
	case MO_W_TYPE:
	case MO_W_PACKAGE:
	case MO_W_FUNCTION: return true;
	default: return false;
	}
}

static uint32_t past_brackets(const finder *f, uint32_t i)
{
	int depth = 0;
	do
		depth += bracket(word(f, i));
	while (word(f, i) != MO_W_EOF && (i++, depth > 0));
	return i;
}

/* One past the header of a class that has a body: prefixes, `model`, its name, its description. 0: no such class begins
 * here. */
static uint32_t past_class_header(const finder *f, uint32_t i)
{
	int before = MO_W_EOF;
	for (; is_prefix(word(f, i)); i++)
		before = word(f, i);
	if (is_restriction(word(f, i)))
		i++;
	else if (before != MO_W_OPERATOR)
		return 0;
	bool extends = word(f, i) == MO_W_EXTENDS;
	i += extends ? 2 : 1;
	if (!extends && word(f, i) == MO_W_EQUAL)
		return 0;
	if (extends && word(f, i) == MO_W_LPAREN)
		i = past_brackets(f, i);
	while (word(f, i) == MO_W_STRING || (word(f, i) == MO_W_PLUS && word(f, i + 1) == MO_W_STRING))
		i++;
	return i;
}

static void open_block(finder *f, uint32_t first, bool is_class)
{
	opened o = {f->words.at[first], body_level(f), is_class};
	sb_push(f->arena, f->open, o);
}

static uint32_t close_block(finder *f, uint32_t i)
{
	uint32_t end = past_semicolon(f, i);
	opened o = {0};
	if (f->open.n)
		o = f->open.at[--f->open.n];
	mark(f, i, end, o.level);
	f->laid[f->words.at[i]].closes = true;
	uint32_t last = f->words.at[end - 1];
	if (f->laid[o.first].line == f->laid[last].last_line)
		f->laid[o.first].together = last + 1;
	return end;
}

/* A part that closes the body before it and has its own line. */
static uint32_t part(finder *f, uint32_t i, uint32_t end, uint16_t level)
{
	mark(f, i, end, level);
	f->laid[f->words.at[i]].closes = true;
	return end;
}

static uint32_t block_with_header(finder *f, uint32_t i, uint32_t header, bool is_class)
{
	mark(f, i, header, body_level(f));
	open_block(f, i, is_class);
	return header;
}

/* The statement that begins at a word; returns the word after it, or after its header. */
static uint32_t statement(finder *f, uint32_t i)
{
	uint32_t header = past_class_header(f, i), end;
	if (header)
		return block_with_header(f, i, header, true);
	switch (word(f, i)) {
	case MO_W_END: return close_block(f, i);
	case MO_W_PUBLIC:
	case MO_W_PROTECTED:
	case MO_W_EQUATION:
	case MO_W_ALGORITHM:
		return part(f, i, i + 1, class_level(f));
	case MO_W_INITIAL: return part(f, i, i + 2, class_level(f));
	case MO_W_EXTERNAL: return part(f, i, past_semicolon(f, i), class_level(f));
	case MO_W_ELSE: return part(f, i, i + 1, (uint16_t)(body_level(f) - !!f->open.n));
	case MO_W_ELSEIF: case MO_W_ELSEWHEN: return part(f, i, past_header(f, i), (uint16_t)(body_level(f) - !!f->open.n));
	case MO_W_IF:
	case MO_W_WHEN:
	case MO_W_FOR:
	case MO_W_WHILE:
		return block_with_header(f, i, past_header(f, i), false);
	default: break;
	}
	end = past_semicolon(f, i);
	mark(f, i, end, body_level(f));
	if (word(f, i) == MO_W_IMPORT)
		for (uint32_t k = i; k < end; k++)
			f->laid[f->words.at[k]].importing = true;
	return end;
}

/* A sign stands where no operand has ended just before it. */
static bool ends_operand(const finder *f, uint32_t i)
{
	switch (word(f, i)) {
	case MO_W_IDENT:
	case MO_W_NUMBER:
	case MO_W_STRING:
	case MO_W_RPAREN:
	case MO_W_RBRACKET:
	case MO_W_RBRACE:
	case MO_W_END:
	case MO_W_TRUE: case MO_W_FALSE: return true;
	default: return false;
	}
}

static bool may_be_sign(int id)
{
	return id == MO_W_PLUS || id == MO_W_MINUS || id == MO_W_DOT_PLUS || id == MO_W_DOT_MINUS;
}

void mo_find_statements(sb_arena *arena, mo_laid *laid, uint32_t n)
{
	finder f = {.arena = arena, .laid = laid};
	for (uint32_t i = 0; i < n; i++)
		if (!laid[i].comment)
			sb_push(arena, f.words, i);
	for (uint32_t i = 0; i < f.words.n; i++)
		laid[f.words.at[i]].unary = may_be_sign(word(&f, i)) && (i == 0 || !ends_operand(&f, i - 1));
	for (uint32_t i = 0; word(&f, i) != MO_W_EOF;)
		i = statement(&f, i);
}
