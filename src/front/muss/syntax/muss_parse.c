/* Blocks and regions. */
#include "front/muss/syntax/muss_parse.h"

#include <string.h>
#include <strings.h>

enum { DEEPEST = 500 };

static const char *const groups[] = {"inputs", "outputs", "state", "auxiliary variables", "parameters", "constants",
	"fields", "submodels called", "experiments called", "space", "period"};
static const char *const types[] = {"real", "integer", "logical"};
static const char *const blocks[] = {"continuous submodel", "sampled submodel", "distributed submodel", "experiment",
	"study"};

const char *mu_group_text(int group)
{
	return groups[group];
}

const char *mu_block_text(int block)
{
	return blocks[block];
}

const mu_token *mu_now(const mu_parser *p)
{
	return &p->tokens[p->at];
}

sb_span mu_here(const mu_parser *p)
{
	return (sb_span){p->source, mu_now(p)->start, mu_now(p)->end};
}

void mu_next(mu_parser *p)
{
	p->last = p->at;
	if (p->tokens[p->at].word != MU_W_EOF)
		p->at++;
	p->word = p->tokens[p->at].word;
}

bool mu_was_is(const mu_parser *p, uint32_t ahead, const char *word)
{
	for (uint32_t i = 0; i < ahead; i++)
		if (p->tokens[p->at + i].word == MU_W_EOF)
			return false;
	const mu_token *t = &p->tokens[p->at + ahead];
	return p->word != MU_W_NOTHING && t->word == MU_W_NAME && strcasecmp(t->name, word) == 0;
}

bool mu_is(const mu_parser *p, const char *word)
{
	return mu_was_is(p, 0, word);
}

bool mu_take(mu_parser *p, int word)
{
	if (p->word != word)
		return false;
	mu_next(p);
	return true;
}

bool mu_take_word(mu_parser *p, const char *word)
{
	if (!mu_is(p, word))
		return false;
	mu_next(p);
	return true;
}

const char *mu_found(const mu_parser *p)
{
	const mu_token *t = mu_now(p);
	if (t->word == MU_W_EOF)
		return "the end of the text";
	if (t->word == MU_W_TEXT)
		return "a text";
	return sb_printf(p->arena, "'%s'", t->name ? t->name : mu_word_text(t->word));
}

void mu_fail(mu_parser *p)
{
	p->word = MU_W_NOTHING;
}

sb_message *mu_unexpected(mu_parser *p, const char *wanted)
{
	if (p->word == MU_W_NOTHING)
		return NULL;
	sb_message *m = sb_report(p->diag, SB_ERROR, "N0005", mu_here(p), "%s is expected here, and this is %s", wanted,
							  mu_found(p));
	mu_fail(p);
	return m;
}

bool mu_need(mu_parser *p, int word, const char *where)
{
	if (mu_take(p, word))
		return true;
	mu_unexpected(p, sb_printf(p->arena, "a '%s' %s", mu_word_text(word), where));
	return false;
}

bool mu_too_deep(mu_parser *p)
{
	if (p->depth < DEEPEST)
		return false;
	if (p->word != MU_W_NOTHING)
		sb_report(p->diag, SB_ERROR, "N0006", mu_here(p), "this is nested more than %d times", DEEPEST);
	mu_fail(p);
	return true;
}

mu_node *mu_node_new(mu_parser *p, mu_kind kind, sb_span span)
{
	mu_node *n = sb_new(p->arena, mu_node);
	n->kind = kind;
	n->span = span;
	return n;
}

mu_node *mu_node_list(mu_parser *p)
{
	return mu_node_new(p, MU_LIST, mu_here(p));
}

void mu_add(mu_parser *p, mu_node *to, mu_node *child)
{
	sb_push(p->arena, to->of, child);
}

void mu_close(mu_parser *p, mu_node *n)
{
	n->span.end = p->tokens[p->last].end;
}

const char *mu_name(mu_parser *p, const char *what, sb_span *span)
{
	if (p->word != MU_W_NAME) {
		mu_unexpected(p, what);
		return NULL;
	}
	*span = mu_here(p);
	const char *name = mu_now(p)->name;
	mu_next(p);
	return name;
}

/* ------------------------------------------------------------------ the static region */

static int type_word(const mu_parser *p)
{
	for (int i = 0; i < 3; i++)
		if (mu_is(p, types[i]))
			return i;
	return mu_is(p, "boolean") ? MU_LOGICAL : -1;
}

static mu_node *declaration(mu_parser *p, int type)
{
	mu_node *n = mu_node_new(p, MU_DECLARE, mu_here(p)), *sizes = mu_node_list(p), *value = NULL;
	n->number = type;
	if (!(n->name = mu_name(p, "a name", &n->name_span)))
		return NULL;
	mu_add(p, n, sizes);
	int close = p->word == MU_W_LBRACKET ? MU_W_RBRACKET : p->word == MU_W_LPAREN ? MU_W_RPAREN : 0;
	if (close) {
		mu_next(p);
		do {
			mu_node *size = mu_expression(p);
			if (!size)
				return NULL;
			mu_add(p, sizes, size);
		} while (mu_take(p, MU_W_COMMA));
		if (!mu_need(p, close, "behind the sizes"))
			return NULL;
	}
	if (mu_take(p, MU_W_EQUAL) && !(value = mu_expression(p)))
		return NULL;
	mu_add(p, n, value);
	mu_close(p, n);
	return n;
}

/* real a, b = 2; logical c; */
static void declarations(mu_parser *p, mu_node *list)
{
	int type = type_word(p);
	if (type < 0) {
		sb_message *m = mu_unexpected(p, "a type: real, integer or logical,");
		if (m)
			sb_help(m, "write for example 'real x;'");
		return;
	}
	do {
		if (type_word(p) >= 0) {                         /* real a, real b */
			type = type_word(p);
			mu_next(p);
		}
		mu_node *one = declaration(p, type);
		if (!one)
			return;
		mu_add(p, list, one);
	} while (mu_take(p, MU_W_COMMA));
	if (p->word != MU_W_RBRACE)
		mu_need(p, MU_W_SEMICOLON, "behind the declaration");
}

/* z from 0.0 to L points 101 */
static void space(mu_parser *p, mu_node *list)
{
	mu_node *n = mu_node_new(p, MU_SPACE, mu_here(p));
	static const char *const words[] = {"from", "to", "points"};
	if (!(n->name = mu_name(p, "the name of a space coordinate", &n->name_span)))
		return;
	for (int i = 0; i < 3; i++) {
		mu_node *value;
		if (!mu_take_word(p, words[i])) {
			sb_message *m = mu_unexpected(p, sb_printf(p->arena, "'%s' and a value", words[i]));
			if (m)
				sb_help(m, "write 'space {z from 0.0 to 1.0 points 101;}'");
			return;
		}
		if (!(value = mu_expression(p)))
			return;
		mu_add(p, n, value);
	}
	mu_close(p, n);
	mu_add(p, list, n);
	if (p->word != MU_W_RBRACE)
		mu_need(p, MU_W_SEMICOLON, "behind the space");
}

/* names, or values, with , or ; between them */
static void items(mu_parser *p, mu_node *list, bool names)
{
	mu_node *one = names ? mu_reference(p) : mu_expression(p);
	if (!one)
		return;
	mu_add(p, list, one);
	if (p->word != MU_W_RBRACE && !mu_take(p, MU_W_COMMA))
		mu_need(p, MU_W_SEMICOLON, "behind the name");
}

/* Which group begins here; -1: none. It is taken. */
static int group_word(mu_parser *p)
{
	static const struct { const char *word, *then; int group; } words[] = {
		{"inputs", NULL, MU_INPUTS}, {"input", NULL, MU_INPUTS}, {"outputs", NULL, MU_OUTPUTS},
		{"output", NULL, MU_OUTPUTS}, {"state", "variables", MU_STATES}, {"states", NULL, MU_STATES},
		{"auxiliary", "variables", MU_AUXILIARY}, {"parameters", NULL, MU_PARAMETERS},
		{"parameter", NULL, MU_PARAMETERS}, {"constants", NULL, MU_CONSTANTS}, {"constant", NULL, MU_CONSTANTS},
		{"fields", NULL, MU_FIELDS}, {"field", NULL, MU_FIELDS}, {"submodels", "called", MU_CALLED},
		{"submodel", "called", MU_CALLED}, {"experiments", "called", MU_EXPERIMENTS},
		{"experiment", "called", MU_EXPERIMENTS}, {"space", NULL, MU_SPACES}, {"period", NULL, MU_PERIOD},
	};
	for (unsigned i = 0; i < sizeof words / sizeof *words; i++)
		if (mu_take_word(p, words[i].word)) {
			if (words[i].then && !mu_take_word(p, words[i].then) && strcmp(words[i].then, "variables") == 0)
				mu_take_word(p, "variable");
			return words[i].group;
		}
	return -1;
}

/* To the next '}' or End. */
static void recover_group(mu_parser *p)
{
	for (;; p->at++) {
		p->word = p->tokens[p->at].word;
		if (p->word == MU_W_EOF || (mu_is(p, "end") && p->tokens[p->at].new_line))
			return;
		if (p->word == MU_W_RBRACE) {
			mu_next(p);
			return;
		}
	}
}

static void static_region(mu_parser *p, mu_node *list)
{
	while (p->word != MU_W_EOF && !mu_is(p, "end")) {
		if (mu_take(p, MU_W_SEMICOLON))
			continue;
		mu_node *n = mu_node_new(p, MU_GROUP, mu_here(p)), *of = mu_node_list(p);
		const char *written = mu_found(p);
		int group = group_word(p);
		if (group < 0) {
			sb_message *m = mu_unexpected(p, "a list of the static region");
			const char *near = sb_nearest(sb_strndup(p->arena, written + 1, strlen(written) - 2), groups,
										  MU_GROUP_COUNT);
			if (m && near)
				sb_help(m, "did you mean '%s'?", near);
			else if (m)
				sb_help(m, "there are inputs, outputs, state, auxiliary variables, parameters, constants, fields, "
						"submodels called, experiments called, space and period, each with { } behind it");
			recover_group(p);
			continue;
		}
		n->number = group;
		mu_add(p, n, of);
		bool good = mu_need(p, MU_W_LBRACE, sb_printf(p->arena, "behind '%s'", groups[group]));
		while (good && p->word != MU_W_RBRACE && p->word != MU_W_EOF && p->word != MU_W_NOTHING) {
			if (group == MU_SPACES)
				space(p, of);
			else if (group == MU_CALLED || group == MU_EXPERIMENTS || group == MU_PERIOD)
				items(p, of, group != MU_PERIOD);
			else
				declarations(p, of);
		}
		if (p->word == MU_W_NOTHING || !mu_take(p, MU_W_RBRACE))
			recover_group(p);
		mu_close(p, n);
		mu_add(p, list, n);
	}
}

/* ------------------------------------------------------------------ regions and blocks */

static const struct { const char *word; int kind; } regions[] = {
	{"static", -1}, {"initial", MU_INITIAL}, {"dynamic", MU_DYNAMIC}, {"sampled", MU_SAMPLED}, {"control", MU_CONTROL},
	{"study", MU_STUDY}};
enum { REGIONS = sizeof regions / sizeof *regions };

static int region_word(mu_parser *p)
{
	for (int i = 0; i < REGIONS; i++)
		if (mu_is(p, regions[i].word) && mu_was_is(p, 1, "region")) {
			mu_next(p);
			mu_next(p);
			return i;
		}
	return -1;
}

/* On to the next line that begins with a word, or has the other one in the second place. */
static void to_line(mu_parser *p, const char *first, const char *second)
{
	for (;; p->at++) {
		p->word = p->tokens[p->at].word;
		if (p->word == MU_W_EOF || (p->tokens[p->at].new_line && (mu_is(p, first) || (second && mu_was_is(p, 1,
				second)))))
			return;
	}
}

/* A '}' among the statements of a region has no partner. */
static void stray_braces(mu_parser *p, mu_node *list)
{
	while (p->word == MU_W_RBRACE) {
		sb_help(sb_report(p->diag, SB_ERROR, "N0016", mu_here(p), "this '}' closes nothing"),
				"delete it, or look for a '{' that is missing above");
		mu_next(p);
		mu_node *more = mu_statements(p);
		for (uint32_t i = 0; i < more->of.n; i++)
			mu_add(p, list, more->of.at[i]);
	}
}

/* End static region; the ';' may be missing. */
static void end_of(mu_parser *p, const char *word, const char *what, const char *name)
{
	sb_span here = mu_here(p);
	if (!mu_take_word(p, "end")) {
		mu_unexpected(p, sb_printf(p->arena, "'End %s%s%s;'", word, *what ? " " : "", what));
		return;
	}
	bool good = mu_take_word(p, word);
	if (*what)
		good &= mu_take_word(p, what);
	if (!good) {
		sb_message *m = sb_report(p->diag, SB_ERROR, "N0017", here, "what ends here is '%s%s%s'", word,
								  *what ? " " : "", what);
		sb_help(m, "write 'End %s%s%s%s%s;'", word, *what ? " " : "", what, name ? " " : "", name ? name : "");
		while (p->word != MU_W_EOF && p->word != MU_W_SEMICOLON && !mu_now(p)->new_line)
			mu_next(p);
	} else if (name) {
		sb_span span = mu_here(p);
		if (p->word == MU_W_NAME && strcmp(mu_now(p)->name, name) != 0) {
			sb_help(sb_report(p->diag, SB_ERROR, "N0017", span, "'%s' ends here, and not '%s'", name, mu_now(p)->name),
					"write 'End %s %s;'", word, name);
			mu_next(p);
		} else if (p->word == MU_W_NAME) {
			mu_next(p);
		}
	}
	mu_take(p, MU_W_SEMICOLON);
}

static bool allowed(int block, int region)
{
	static const char table[5][REGIONS] = {
		/* static initial dynamic sampled control study */
		{1, 1, 1, 0, 0, 0}, {1, 1, 0, 1, 0, 0}, {1, 1, 1, 0, 0, 0}, {1, 1, 1, 0, 1, 0}, {1, 0, 0, 0, 0, 1}};
	return table[block][region];
}

static void out_of_order(mu_parser *p, int block, int region, int before, sb_span span)
{
	if (!allowed(block, region)) {
		sb_help(sb_report(p->diag, SB_ERROR, "N0018", span, "a %s has no %s region", blocks[block],
						  regions[region].word),
				block == MU_SAMPLED_BLOCK ? "it has a static, an initial and a sampled region" :
				block == MU_EXPERIMENT ? "it has a static, an initial, a dynamic and a control region" :
				block == MU_STUDY_BLOCK ? "it has a static and a study region" :
				"it has a static, an initial and a dynamic region");
	} else if (region <= before) {
		sb_help(sb_report(p->diag, SB_ERROR, "N0019", span, region == before ? "the %s region is here a second time" :
						  "the %s region stands behind one that follows it", regions[region].word),
				"the order is: static, initial, dynamic or sampled, control or study region, each once");
	}
}

static void block_regions(mu_parser *p, mu_node *n, mu_node *list, mu_node *of)
{
	int before = -1, block = (int)n->number;
	while (p->word != MU_W_EOF && !mu_is(p, "end")) {
		sb_span span = mu_here(p);
		int region = region_word(p);
		if (region < 0) {
			sb_message *m = mu_unexpected(p, "a region");
			if (m)
				sb_help(m, "write 'Static region', 'Initial region' or 'Dynamic region' before it");
			p->at += p->tokens[p->at].word != MU_W_EOF;        /* this line is read */
			to_line(p, "end", "region");
			continue;
		}
		span.end = p->tokens[p->last].end;
		out_of_order(p, block, region, before, span);
		before = region > before ? region : before;
		if (regions[region].kind < 0) {
			static_region(p, list);
		} else {
			mu_node *r = mu_node_new(p, (mu_kind)regions[region].kind, span), *statements = mu_statements(p);
			stray_braces(p, statements);
			if (p->word != MU_W_EOF && !mu_is(p, "end")) {
				mu_unexpected(p, "a statement");
				to_line(p, "end", NULL);
			}
			mu_add(p, r, statements);
			mu_close(p, r);
			mu_add(p, of, r);
		}
		end_of(p, regions[region].word, "region", NULL);
		if (p->word == MU_W_NOTHING)
			p->word = mu_now(p)->word;
	}
}

static bool begins_block(const mu_parser *p)
{
	return mu_is(p, "submodel") || mu_was_is(p, 1, "submodel") || mu_is(p, "experiment") || mu_is(p, "study");
}

static int block_word(mu_parser *p)
{
	static const struct { const char *word; int block; } words[] = {
		{"continuous", MU_CONTINUOUS}, {"sampled", MU_SAMPLED_BLOCK}, {"distributed", MU_DISTRIBUTED}};
	for (int i = 0; i < 3; i++)
		if (mu_is(p, words[i].word) && mu_was_is(p, 1, "submodel")) {
			mu_next(p);
			mu_next(p);
			return words[i].block;
		}
	if (mu_take_word(p, "submodel"))
		return MU_CONTINUOUS;
	if (mu_take_word(p, "experiment"))
		return MU_EXPERIMENT;
	return mu_take_word(p, "study") ? MU_STUDY_BLOCK : -1;
}

static void block(mu_parser *p, mu_node *file)
{
	mu_node *n = mu_node_new(p, MU_BLOCK, mu_here(p));
	int kind = block_word(p);
	if (kind < 0) {
		sb_message *m = mu_unexpected(p, "a submodel, an experiment or a study");
		if (m)
			sb_help(m, "a file has blocks such as 'Continuous submodel NAME is ... End submodel NAME;'");
		do {
			p->at += p->tokens[p->at].word != MU_W_EOF;
			p->word = p->tokens[p->at].word;
		} while (p->word != MU_W_EOF && (!mu_now(p)->new_line || mu_is(p, "end") || !begins_block(p)));
		return;
	}
	n->number = kind;
	mu_node *list = mu_node_list(p), *of = mu_node_list(p);
	mu_add(p, n, list);
	mu_add(p, n, of);
	if ((n->name = mu_name(p, sb_printf(p->arena, "the name of the %s", blocks[kind]), &n->name_span)) &&
		!mu_take_word(p, "is"))
		mu_unexpected(p, "'is'");
	if (p->word == MU_W_NOTHING)
		p->word = mu_now(p)->word;
	block_regions(p, n, list, of);
	end_of(p, kind >= MU_EXPERIMENT ? blocks[kind] : "submodel", "", n->name);
	if (p->word == MU_W_NOTHING)
		p->word = mu_now(p)->word;
	mu_close(p, n);
	if (n->name)
		mu_add(p, file->of.at[0], n);
}

mu_node *mu_parse(sb_arena *arena, sb_names *names, sb_diag *diag, uint32_t source)
{
	mu_tokens tokens = mu_lex(arena, names, diag, source);
	/* two more ends, so that looking ahead needs no test */
	mu_token end = tokens.at[tokens.n - 1];
	for (int i = 0; i < 2; i++)
		sb_push(arena, tokens, end);
	mu_parser p = {.arena = arena, .names = names, .diag = diag, .source = source, .tokens = tokens.at};
	p.word = tokens.at[0].word;
	mu_node *file = mu_node_new(&p, MU_FILE, mu_here(&p));
	mu_add(&p, file, mu_node_list(&p));
	while (p.word != MU_W_EOF) {
		uint32_t before = p.at;
		block(&p, file);
		if (p.at == before)
			mu_next(&p);
	}
	if (!file->of.at[0]->of.n && !sb_errors(diag))
		sb_help(sb_report(diag, SB_ERROR, "N0007", mu_here(&p), "there is no submodel in this text"),
				"write 'Continuous submodel NAME is ... End submodel NAME;'");
	return file;
}
