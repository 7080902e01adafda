/* A line of commands. The grammar is that of docs/mcl.md; each function reads the symbol that it is named after. */
#include "shell/command/shell_command.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

static const sh_verb assignment = {.name = "=", .what = SH_ASSIGN, .takes = SH_ONE_FORMULA};
static const sh_verb empty = {.name = "", .what = SH_EMPTY, .takes = SH_NOTHING};

void sh_candidates(sb_arena *arena, const char *word, size_t length, const char *const *names, uint32_t count,
				   sb_strings *out)
{
	for (uint32_t i = 0; i < count; i++)
		if (strlen(names[i]) == length && strncasecmp(names[i], word, length) == 0) {
			out->n = 0;
			sb_push(arena, *out, names[i]);
			return;
		} else if (strncasecmp(names[i], word, length) == 0) {
			sb_push(arena, *out, names[i]);
		}
}

static const char *in_capitals(sb_arena *arena, const char *word)
{
	char *out = sb_strdup(arena, word);
	for (char *x = out; *x; x++)
		*x = (char)toupper((unsigned char)*x);
	return out;
}

const char *sh_nearest(sb_arena *arena, const char *word, const char *const *names, uint32_t count)
{
	const char **capitals = sb_new_array(arena, const char *, count + 1);
	for (uint32_t i = 0; i < count; i++)
		capitals[i] = in_capitals(arena, names[i]);
	const char *near = sb_nearest(in_capitals(arena, word), capitals, count);
	for (uint32_t i = 0; near && i < count; i++)
		if (capitals[i] == near)
			return names[i];
	return NULL;
}

/* What a word means among these names: its number. UINT32_MAX after a message. */
static uint32_t meant(sh_cursor *c, sb_span span, const char *word, const char *const *names, uint32_t count,
					  const char *kind)
{
	sb_strings fit = {0};
	sh_candidates(c->arena, word, strlen(word), names, count, &fit);
	if (fit.n != 1) {
		sb_text list = {0};
		const sb_strings all = {(const char **)names, count, count};
		const sb_strings *shown = fit.n ? &fit : &all;
		for (uint32_t i = 0; i < shown->n; i++)
			sb_addf(&list, "%s%s", i ? ", " : "", shown->at[i]);
		const char *near = fit.n ? NULL : sh_nearest(c->arena, word, names, count);
		sb_message *m = fit.n ? sh_complain(c, "T0002", span, "the %s '%s' is ambiguous", kind, word)
							  : sh_complain(c, "T0001", span, "there is no %s '%s'", kind, word);
		if (near)
			sb_help(m, "did you mean '%s'?", near);
		else if (!count)
			sb_help(m, "there is none here");
		else if (fit.n || count < 16)
			sb_help(m, "%s %s", fit.n ? "it may be" : "there are", list.at);
		else
			sb_help(m, "HELP lists all commands");
		sb_text_free(&list);
		return UINT32_MAX;
	}
	for (uint32_t i = 0; i < count; i++)
		if (names[i] == fit.at[0])
			return i;
	return UINT32_MAX;
}

static const sh_verb *read_verb(sh_cursor *c, sb_span *span)
{
	const char *names[128] = {0};
	uint32_t start = (sh_skip(c), c->at);
	for (uint32_t i = 0; i < sh_verb_count; i++)
		names[i] = sh_verbs[i].name;
	const char *word = sh_take(c, '@') ? "@" : sh_word(c);
	if (!word) {
		c->at = start + 1;
		*span = sh_span_from(c, start);
		sb_help(sh_complain(c, "T0003", *span, "a command does not begin with '%c'", c->text[start]),
				"HELP lists the commands");
		return NULL;
	}
	*span = sh_span_from(c, start);
	uint32_t found = meant(c, *span, word, names, sh_verb_count, "command");
	return found == UINT32_MAX ? NULL : &sh_verbs[found];
}

static bool read_option(sh_cursor *c, sh_command *out)
{
	const char *names[16];
	uint32_t count = 0;
	for (const sh_option *o = out->verb->options; o && o->name; o++)
		names[count++] = o->name;
	sh_skip(c);
	uint32_t start = c->at;
	const char *word = sh_word(c);
	if (!word && out->verb->free)
		return true;
	if (!word) {
		sb_message *m = sh_complain(c, "T0004", out->span, "%s of what?", out->verb->name);
		sb_text list = {0};
		for (uint32_t i = 0; i < count; i++)
			sb_addf(&list, "%s%s", i ? ", " : "", names[i]);
		sb_help(m, "there are %s", list.at);
		sb_text_free(&list);
		return false;
	}
	uint32_t found = meant(c, sh_span_from(c, start), word, names, count, "option");
	if (found != UINT32_MAX)
		out->option = &out->verb->options[found];
	return found != UINT32_MAX;
}

/* qualifier_extension : empty | '=' '(' extension ')' ; without brackets where it is one */
static bool read_extension(sh_cursor *c, sh_given *g)
{
	const sh_qualifier *q = g->qualifier;
	if (!sh_take(c, '=')) {
		if (q->extension == SH_NO_VALUE || q->extension == SH_MAYBE_FILE)
			return true;
		sb_help(sh_complain(c, "T0006", g->span, "the qualifier /%s needs a value", q->name), "write /%s=(...)",
				q->name);
		return false;
	}
	if (q->extension == SH_NO_VALUE) {
		sh_complain(c, "T0007", g->span, "the qualifier /%s has no value", q->name);
		return false;
	}
	bool bracket = sh_take(c, '(');
	uint32_t n = 0;
	do {
		const sh_formula *f;
		sh_element e;
		if (q->extension == SH_NUMBERS) {
			/* without brackets, /RESET behind a number is a qualifier and no division */
			if (!(f = bracket ? sh_read_formula(c) : sh_read_signed(c)))
				return false;
			sb_push(c->arena, g->numbers, f);
		} else if (q->extension == SH_NAMES) {
			if (!sh_read_element(c, &e))
				return false;
			sb_push(c->arena, g->names, e);
		} else if (!(g->file = sh_read_file(c))) {
			return false;
		}
		n++;
	} while (bracket && sh_take(c, ','));
	if (bracket && !sh_expect(c, ')', "behind the value of the qualifier"))
		return false;
	if (n >= q->least && n <= q->most)
		return true;
	sh_complain(c, "T0008", g->span, "the qualifier /%s has %u values, not %u", q->name, q->least, n);
	return false;
}

static bool read_qualifiers(sh_cursor *c, sh_command *out)
{
	const sh_qualifier *all = out->option ? out->option->qualifiers : out->verb->qualifiers;
	const char *names[24];
	uint32_t count = 0;
	for (const sh_qualifier *q = all; q && q->name; q++)
		names[count++] = q->name;
	sh_takes takes = out->option ? out->option->takes : out->verb->takes;
	for (sh_skip(c); c->at < c->end && c->text[c->at] == '/'; sh_skip(c)) {
		uint32_t start = c->at++;
		const char *word = sh_word(c);
		sb_strings fit = {0};
		sh_candidates(c->arena, word ? word : "", word ? strlen(word) : 0, names, count, &fit);
		if ((takes == SH_ONE_FILE || takes == SH_FILES) && !fit.n) {     /* the file /tmp/a */
			c->at = start;
			return true;
		}
		if (word && sh_take(c, '.'))     /* F.G_CALLS */
			word = sb_printf(c->arena, "%s.%s", word, sh_word(c));
		sb_span span = sh_span_from(c, start);
		if (!word) {
			sh_complain(c, "T0005", span, "the name of a qualifier is missing");
			return false;
		}
		uint32_t found = meant(c, span, word, names, count, "qualifier");
		sh_given g = {.qualifier = all ? all + found : NULL, .span = span};
		if (found == UINT32_MAX || !read_extension(c, &g))
			return false;
		sb_push(c->arena, out->given, g);
	}
	return true;
}

const sh_given *sh_given_of(const sh_command *c, const char *qualifier)
{
	for (uint32_t i = 0; i < c->given.n; i++)
		if (strcmp(c->given.at[i].qualifier->name, qualifier) == 0)
			return &c->given.at[i];
	return NULL;
}

/* parameter_list : block_specification wild_card_identifier '=' expression, ... */
static bool read_assignments(sh_cursor *c, sh_command *out)
{
	if (out->verb->what == SH_CONTROL && sh_at_end(c)) {
		sb_help(sh_complain(c, "T0014", sh_span_from(c, c->at), "the name of a system parameter is missing"),
				"write CONTROL finish = 10, for example; TYPE SYSTEM * lists them with their values");
		return false;
	}
	do {
		sh_element e;
		if (!sh_read_element(c, &e))
			return false;
		if (!sh_expect(c, '=', "behind the name") || !(e.value = sh_read_formula(c)))
			return false;
		sb_push(c->arena, out->elements, e);
	} while (sh_take(c, ','));
	return true;
}

static bool read_processes(sh_cursor *c, sh_command *out, bool needed, bool several, bool blocks)
{
	if (sh_at_end(c) && !needed)
		return true;
	do {
		sh_element e = {0};
		uint32_t start = (sh_skip(c), c->at);
		if (!sh_read_block(c, &e.block))
			return false;
		e.span = e.block.span;
		if (!e.block.study && !e.block.experiment && !(blocks && e.block.placed)) {
			sh_word(c);
			sb_help(sh_complain(c, "T0017", sh_span_from(c, start), "a %s is expected here",
								blocks ? "block" : "process"),
					blocks ? "write ':name' or ':name[part]', or [part] in the block that was set"
						   : "write ':name' of an experiment or model, or ':name(copy)'");
			return false;
		}
		sb_push(c->arena, out->elements, e);
	} while (several && sh_take(c, ','));
	return true;
}

static bool read_files(sh_cursor *c, sh_command *out, bool several)
{
	do {
		const char *file = sh_read_file(c);
		if (!file)
			return false;
		sb_push(c->arena, out->words, file);
	} while (several && sh_take(c, ','));
	return true;
}

/* FOR symbol = from TO to BY step; the words are those behind expressions. */
static bool read_loop(sh_cursor *c, sh_command *out)
{
	const sh_formula *f;
	out->symbol = sh_word(c);
	if (!out->symbol) {
		sb_help(sh_complain(c, "T0018", sh_span_from(c, c->at), "the symbol of FOR is missing"),
				"write: FOR i = 1 TO 10");
		return false;
	}
	if (!sh_expect(c, '=', "behind the symbol of FOR") || !(f = sh_read_formula(c)))
		return false;
	sb_push(c->arena, out->formulas, f);
	for (int k = 0; k < 2; k++) {
		uint32_t start = (sh_skip(c), c->at);
		const char *word = sh_at_end(c) ? NULL : sh_word(c);
		if (k == 1 && !word)
			return true;
		if (!word || strcasecmp(word, k ? "BY" : "TO") != 0) {
			sb_help(sh_complain(c, "T0018", sh_span_from(c, start), "the word %s is missing", k ? "BY" : "TO"),
					"write: FOR i = 1 TO 10 BY 2");
			return false;
		}
		if (!(f = sh_read_formula(c)))
			return false;
		sb_push(c->arena, out->formulas, f);
	}
	return true;
}

static bool read_condition(sh_cursor *c, sh_command *out)
{
	const sh_formula *f = sh_read_formula(c);
	if (!f)
		return false;
	sb_push(c->arena, out->formulas, f);
	uint32_t start = (sh_skip(c), c->at);
	const char *word = sh_at_end(c) ? NULL : sh_word(c);
	if (word && strcasecmp(word, "THEN") != 0) {
		sh_complain(c, "T0018", sh_span_from(c, start), "the word THEN is missing");
		return false;
	}
	if (word && !sh_at_end(c)) {
		out->then = sb_strndup(c->arena, c->text + c->at, c->end - c->at);
		out->then_span = (sb_span){c->source, c->at, c->end};
		c->at = c->end;
	}
	return true;
}

/* Words between blanks, as a shell has them: '...' and "..." hold blanks. */
static void read_rest(sh_cursor *c, sh_command *out)
{
	while (sh_skip(c), c->at < c->end) {
		sb_text word = {0};
		sb_add(&word, "");
		char quote = 0;
		for (; c->at < c->end; c->at++) {
			char x = c->text[c->at];
			if (quote ? x == quote : x == '\'' || x == '"')
				quote = quote ? 0 : x;
			else if (!quote && (x == ' ' || x == '\t' || x == '\r'))
				break;
			else
				sb_addc(&word, x);
		}
		sb_push(c->arena, out->words, sb_strdup(c->arena, word.at));
		sb_text_free(&word);
	}
}

static bool read_words(sh_cursor *c, sh_command *out)
{
	for (;;) {
		sh_skip(c);
		uint32_t start = c->at;
		while (c->at < c->end && !strchr(" \t\r", c->text[c->at]))
			c->at++;
		if (c->at == start)
			return true;
		sb_push(c->arena, out->words, sb_strndup(c->arena, c->text + start, c->at - start));
	}
}

static bool read_parameters(sh_cursor *c, sh_command *out)
{
	const sh_formula *f;
	const char *label;
	sh_element e;
	switch (out->option ? out->option->takes : out->verb->takes) {
	case SH_NOTHING: return true;
	case SH_MAYBE_FORMULA:
		if (sh_at_end(c))
			return true;             /* fall through */
	case SH_ONE_FORMULA:
		if (!(f = sh_read_formula(c)))
			return false;
		sb_push(c->arena, out->formulas, f);
		return true;
	case SH_ASSIGNMENTS: return read_assignments(c, out);
	case SH_ONE_PROCESS: return read_processes(c, out, true, false, false);
	case SH_MAYBE_PROCESS: return read_processes(c, out, false, false, false);
	case SH_MAYBE_PROCESSES: return read_processes(c, out, false, true, false);
	case SH_MAYBE_BLOCK: return read_processes(c, out, false, false, true);
	case SH_MAYBE_ELEMENTS: return sh_at_end(c) || sh_read_elements(c, &out->elements);
	case SH_ONE_ELEMENT:
		if (!sh_read_element(c, &e))
			return false;
		sb_push(c->arena, out->elements, e);
		return true;
	case SH_ONE_FILE: return read_files(c, out, false);
	case SH_FILES: return read_files(c, out, true);
	case SH_WORDS: return read_words(c, out);
	case SH_REST: read_rest(c, out); return true;
	case SH_CONDITION: return read_condition(c, out);
	case SH_LOOP: return read_loop(c, out);
	case SH_LABEL:
		if (!(label = sh_word(c))) {
			sh_complain(c, "T0019", out->span, "GOTO needs a label");
			return false;
		}
		sb_push(c->arena, out->words, label);
		return true;
	}
	return true;
}

/* `label:` before a command; `symbol =` in place of one. The cursor stands behind the sign then. */
static const char *word_before(sh_cursor *c, char sign)
{
	uint32_t before = c->at;
	const char *word = sh_word(c);
	if (sign == '=')
		sh_skip(c);                  /* a label has its colon close behind it, and `DO :ball` is none */
	bool follows = word && c->at < c->end && c->text[c->at] == sign && !isdigit((unsigned char)*word);
	char next = follows && c->at + 1 < c->end ? c->text[c->at + 1] : ' ';
	if (follows && (sign == '=' ? next != '=' : isspace((unsigned char)next) != 0)) {
		c->at++;
		return word;
	}
	c->at = before;
	return NULL;
}

bool sh_read_line(const sh_reading *r, sh_command *out)
{
	size_t length;
	const char *text = sb_source_text(r->diag, r->line.source, &length);
	sh_cursor c = {.arena = r->arena, .diag = r->diag, .text = text, .source = r->line.source, .at = r->line.start,
				   .end = r->line.end};
	*out = (sh_command){.verb = &empty, .span = r->line};
	if (c.end - c.at > SH_LINE_MOST) {
		sh_complain(&c, "T0009", (sb_span){c.source, c.at, c.at + 1}, "the line has more than %d characters",
					SH_LINE_MOST);
		return false;
	}
	out->label = word_before(&c, ':');
	if (sh_at_end(&c))
		return true;
	uint32_t start = c.at;
	out->symbol = word_before(&c, '=');
	if (out->symbol) {
		out->verb = &assignment;
		out->span = sh_span_from(&c, start);
	} else if (!(out->verb = read_verb(&c, &out->span))) {
		return false;
	}
	/* qualifiers may stand before and behind the option */
	if (out->verb->options && !read_option(&c, out))
		return false;
	if (!read_qualifiers(&c, out) || !read_parameters(&c, out) || !read_qualifiers(&c, out))
		return false;
	if (sh_at_end(&c))
		return true;
	sb_help(sh_complain(&c, "T0026", sh_span_from(&c, c.at), "nothing more is expected here"), "%s",
			out->verb->grammar ? out->verb->grammar : "symbol = expression");
	return false;
}

/* ---------------------------------------------------------------------------------------------- what is being typed */

static const sh_verb *only_verb(sb_arena *arena, const char *word, size_t length)
{
	const char *names[128] = {0};
	sb_strings fit = {0};
	for (uint32_t i = 0; i < sh_verb_count; i++)
		names[i] = sh_verbs[i].name;
	sh_candidates(arena, word, length, names, sh_verb_count, &fit);
	for (uint32_t i = 0; i < sh_verb_count && fit.n == 1; i++)
		if (sh_verbs[i].name == fit.at[0])
			return &sh_verbs[i];
	return NULL;
}

static const sh_option *only_option(const sh_verb *v, const char *word, size_t length)
{
	const sh_option *found = NULL;
	for (const sh_option *o = v->options; o && o->name; o++)
		if (strncasecmp(o->name, word, length) == 0) {
			if (found)
				return NULL;
			found = o;
		}
	return found;
}

/* Where the word at the end of the text begins: names and paths are one word. */
static size_t last_word(const char *text, size_t n)
{
	while (n && !strchr(" \t,=()", text[n - 1]) && text[n - 1] != '/')
		n--;
	return n;
}

sh_typed sh_typed_so_far(const char *text)
{
	sb_arena *arena = sb_arena_new();
	size_t n = strlen(text), at = strspn(text, " \t"), length;
	sh_typed t = {.word = last_word(text, n)};
	length = text[at] == '@' ? 1 : strcspn(text + at, " \t/=");
	t.in_verb = at + length == n && text[at] != '@';
	if (t.in_verb)
		t.word = at;
	else
		t.verb = only_verb(arena, text + at, length);
	sb_arena_free(arena);
	if (!t.verb)
		return t;
	at += length;
	at += strspn(text + at, " \t");
	length = strcspn(text + at, " \t/");
	if (t.verb->options && text[at] != '/') {
		t.in_option = at + length == n;
		t.option = t.in_option ? NULL : only_option(t.verb, text + at, length);
	}
	size_t open = 0;
	for (size_t i = 0; i < n; i++)
		open += text[i] == '(' ? 1 : text[i] == ')' && open ? (size_t)-1 : 0;
	bool files = (t.option ? t.option->takes : t.verb->takes) == SH_FILES || t.verb->takes == SH_ONE_FILE;
	t.in_qualifier = !open && t.word && text[t.word - 1] == '/' && !files;
	t.in_value = open > 0;
	if (files && !t.in_option)
		while (t.word && !strchr(" \t,(", text[t.word - 1]))
			t.word--;
	return t;
}
