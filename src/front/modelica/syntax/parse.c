/* The parser's way through the tokens, and the top of the grammar: a file. */
#include "front/modelica/syntax/parse.h"

#include <string.h>

#define MAX_DEPTH 1000

void *mo_widen(mo_parser *p, void *old, uint32_t *cap, size_t item)
{
	uint32_t n = *cap;
	*cap = n ? n * 2 : 1;
	void *new = sb_alloc(p->arena, item * *cap);
	if (n)
		memcpy(new, old, item * n);
	return new;
}

const mo_token *mo_token_now(const mo_parser *p)
{
	return &p->tokens[p->at];
}

const mo_token *mo_token_last(const mo_parser *p)
{
	return &p->tokens[p->last];
}

uint32_t mo_after_token(const mo_parser *p, uint32_t token)
{
	if (p->tokens[token].id == MO_W_EOF)
		return token;
	do
		token++;
	while (p->tokens[token].id == MO_W_SKIP);
	return token;
}

int mo_peek(const mo_parser *p)
{
	return p->word == MO_W_NOTHING ? MO_W_NOTHING : p->tokens[mo_after_token(p, p->at)].id;
}

void mo_next(mo_parser *p)
{
	if (p->word == MO_W_NOTHING)
		return;
	p->last = p->at;
	p->at = mo_after_token(p, p->at);
	p->word = p->tokens[p->at].id;
}

bool mo_accept(mo_parser *p, int word)
{
	if (p->word != word)
		return false;
	mo_next(p);
	return true;
}

void mo_go_back(mo_parser *p, uint32_t token, uint32_t last)
{
	if (p->stop)
		return;
	p->at = token;
	p->last = last;
	p->word = p->tokens[token].id;
}

bool mo_new_line(const mo_parser *p)
{
	uint32_t end = mo_token_last(p)->end, start = mo_token_now(p)->start;
	return end < start && memchr(p->text + end, '\n', start - end) != NULL;
}

uint32_t mo_start(const mo_parser *p)
{
	return mo_token_now(p)->start;
}

sb_span mo_here(const mo_parser *p)
{
	return (sb_span){p->source, mo_token_now(p)->start, mo_token_now(p)->end};
}

sb_span mo_after_last(const mo_parser *p)
{
	uint32_t end = mo_token_last(p)->end;
	return (sb_span){p->source, end, end};
}

sb_span mo_from(const mo_parser *p, uint32_t start)
{
	uint32_t end = mo_token_last(p)->end;
	return (sb_span){p->source, start, end > start ? end : start};
}

bool mo_deeper(mo_parser *p)
{
	if (p->depth < MAX_DEPTH) {
		p->depth++;
		return true;
	}
	sb_message *m = mo_error(p, "M0110", mo_here(p), "more than %d levels are nested here", MAX_DEPTH);
	mo_help(m, "split the expression or the class into several; the rest of this file was not read");
	p->stop = true;
	mo_fail(p);
	return false;
}

/* within [name] ; */
static void within_clause(mo_parser *p, mo_file *file)
{
	mo_next(p);
	file->has_within = true;
	if (p->word == MO_W_IDENT || p->word == MO_W_DOT)
		mo_read_type_name(p, &file->within);
	mo_semicolon(p, "the within clause");
	if (p->word == MO_W_NOTHING)
		mo_recover(p);
}

/* `modle A`: a word that is nearly one of those that begin a class, and a name after it. Reads it as that word. */
static bool misspelled_class(mo_parser *p)
{
	static const char *const starts[] = {"model", "package", "class", "block", "connector", "record", "type",
		"function",
		"partial", "encapsulated", "within", "operator", "expandable", "Model", "Package"};
	int next = mo_peek(p);
	if (p->word != MO_W_IDENT || (next != MO_W_IDENT && !(next >= MO_W_BLOCK && next <= MO_LAST_KEYWORD)))
		return false;
	const char *near = sb_nearest(mo_token_now(p)->word, starts, sizeof starts / sizeof *starts);
	if (!near)
		return false;
	if (*near == 'M' || *near == 'P')
		near = *near == 'M' ? "model" : "package";
	sb_message *m = mo_error(p, "M0111", mo_here(p), "a class cannot begin with '%s'", mo_token_now(p)->word);
	mo_help(m, "did you mean '%s'?", near);
	for (int k = MO_FIRST_KEYWORD; k <= MO_LAST_KEYWORD; k++) {
		if (strcmp(mo_word_text(k), near) == 0)
			p->word = (uint8_t)k;
	}
	return true;
}

static void skip_to_class(mo_parser *p)
{
	if (p->stop)
		return;
	p->word = p->tokens[p->at].id;
	do
		mo_next(p);
	while (p->word != MO_W_EOF && !(mo_starts_class(p) && p->tokens[p->last].id == MO_W_SEMICOLON));
}

/* Between two classes there can be nothing else, so what stands there is one mistake, however long it is. */
static void outside_of_class(mo_parser *p, const mo_file *file)
{
	const mo_class *last = file->classes.n ? file->classes.at[file->classes.n - 1]->class_def : NULL;
	if (p->word == MO_W_SEMICOLON) {
		sb_message *m = mo_error(p, "M0113", mo_here(p), "there is one ';' too many here");
		mo_help(m, "delete it");
		mo_next(p);
		return;
	}
	sb_message *m;
	if (p->word == MO_W_END && last && last->form == MO_FORM_LONG) {
		m = mo_error(p, "M0113", mo_here(p), "there is one 'end' too many: the class '%s' has ended already",
			last->name);
		sb_span closed = {p->source, last->span.end, last->span.end};
		mo_also(m, closed, "'%s' ends here", last->name);
		mo_help(m, "delete it, or the 'end' that ends '%s' too early", last->name);
	} else if (last) {
		m = mo_error(p, "M0113", mo_here(p), "%s stands after the end of the class '%s'", mo_token_text(p, p->at),
			last->name);
		mo_also(m, last->name_span, "'%s' begins here", last->name);
		mo_help(m, "move it before 'end %s;'", last->name);
	} else {
		m = mo_error(p, "M0113", mo_here(p), "a file begins with a class, and this is %s", mo_token_text(p, p->at));
		mo_help(m, "put it into a model: model Name ... equation ... end Name;");
	}
	skip_to_class(p);
}

/* one class of a stored definition: [final] class_definition ; */
static void top_class(mo_parser *p, mo_file *file)
{
	mo_element *e = sb_new(p->arena, mo_element);
	uint32_t start = mo_start(p);
	e->kind = MO_EL_CLASS;
	e->final = mo_accept(p, MO_W_FINAL);
	e->class_def = mo_read_class_definition(p);
	e->span = e->clause_span = mo_from(p, start);
	if (e->class_def->name) {
		e->class_def->final = e->final;
		e->name = e->class_def->name;
		e->name_span = e->class_def->name_span;
		if (p->word != MO_W_NOTHING)
			mo_push(p, file->classes, e);
	}
	if (p->word == MO_W_NOTHING)
		skip_to_class(p);
	else
		mo_semicolon(p, "the end of the class");
	if (p->word == MO_W_NOTHING)
		mo_recover(p);
}

/* stored_definition: [within [name] ;] { [final] class_definition ; } */
static void stored_definition(mo_parser *p, mo_file *file)
{
	if (p->word == MO_W_EOF && !p->open_comment && p->lexical.n == 0) {
		sb_message *m = mo_error(p, "M0112", mo_here(p), "there is no class in this text");
		mo_help(m, "a model looks like this: model Name Real x(start = 1); equation der(x) = -x; end Name;");
	}
	if (misspelled_class(p) && p->word != MO_W_WITHIN)
		top_class(p, file);
	if (p->word == MO_W_WITHIN)
		within_clause(p, file);
	while (p->word != MO_W_EOF && !p->stop) {
		if (mo_starts_class(p) || (p->word == MO_W_FINAL && mo_peek(p) != MO_W_EOF) || misspelled_class(p))
			top_class(p, file);
		else
			outside_of_class(p, file);
	}
}

/* At the first token from byte `from` of the source on. */
static mo_parser parser_at(sb_arena *arena, sb_names *names, sb_diag *diag, uint32_t source, uint32_t from,
						   mo_tokens *tokens)
{
	mo_parser p = {.arena = arena, .names = names, .diag = diag, .source = source, .unexpected_at = UINT32_MAX};
	size_t length;
	*tokens = mo_lex(arena, names, diag, source, &p.lexical);
	p.text = sb_source_text(diag, source, &length);
	p.tokens = tokens->at;
	if (tokens->n > 1) {
		const mo_token *end = &p.tokens[tokens->n - 2];
		p.open_comment = end->kind == MO_T_BAD && end->end == length && p.text[end->start] == '/';
	}
	while (p.tokens[p.at].id == MO_W_SKIP || (p.tokens[p.at].start < from && p.tokens[p.at].id != MO_W_EOF))
		p.at++;
	p.last = p.at;
	p.word = p.tokens[p.at].id;
	return p;
}

/* Tokens get the places that they stand for. Nothing of the text between them is looked at in a text without
 * errors. */
static void place_tokens(mo_tokens *tokens, const sb_origins *origins)
{
	uint32_t k = 0;
	for (uint32_t i = 0; i < tokens->n; i++) {
		mo_token *t = &tokens->at[i];
		while (k + 1 < origins->n && origins->at[k + 1].at <= t->start)
			k++;
		const sb_origin *o = &origins->at[k];
		uint32_t length = t->end - t->start, inside = o->same && o->at <= t->start ? t->start - o->at : 0;
		t->start = o->span.start + inside;
		t->end = o->same ? t->start + length : o->span.end;
	}
}

mo_file *mo_parse_made(sb_arena *arena, sb_names *names, sb_diag *diag, uint32_t source, const sb_origins *origins)
{
	mo_file *file = sb_new(arena, mo_file);
	mo_parser p = parser_at(arena, names, diag, source, 0, &file->tokens);
	if (origins->n) {
		place_tokens(&file->tokens, origins);
		p.source = origins->at[0].span.source;
		p.text = sb_source_text(diag, p.source, &(size_t){0});
	}
	file->source = p.source;
	stored_definition(&p, file);
	mo_lexicals_say(&p.lexical, diag, UINT32_MAX);
	return file;
}

mo_file *mo_parse(sb_arena *arena, sb_names *names, sb_diag *diag, uint32_t source)
{
	mo_file *file = sb_new(arena, mo_file);
	file->source = source;
	mo_parser p = parser_at(arena, names, diag, source, 0, &file->tokens);
	stored_definition(&p, file);
	mo_lexicals_say(&p.lexical, diag, UINT32_MAX);
	return file;
}

mo_expr *mo_parse_expression(sb_arena *arena, sb_names *names, sb_diag *diag, uint32_t source, uint32_t from)
{
	mo_tokens tokens;
	uint32_t errors = sb_errors(diag);
	mo_parser p = parser_at(arena, names, diag, source, from, &tokens);
	for (uint32_t i = p.at; i < tokens.n; i++)           /* `final` begins no declaration here: it is a name */
		if (tokens.at[i].id == MO_W_FINAL) {
			tokens.at[i].kind = MO_T_IDENT;
			tokens.at[i].id = MO_W_IDENT;
		}
	p.word = p.tokens[p.at].id;
	mo_expr *e = mo_read_expression(&p);
	if (p.word != MO_W_NOTHING && p.word != MO_W_EOF)
		mo_unexpected(&p, "the end of the expression");
	mo_lexicals_say(&p.lexical, diag, UINT32_MAX);
	return sb_errors(diag) > errors ? NULL : e;
}
