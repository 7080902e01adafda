/* COSY: docs/cosy.md and the parser say the same. Every program in it is read without a message; its list of reserved
 * words is the lexer's; and programs that are made by chance from its grammar are accepted. */
#include "unit/front/cosy.h"

#include <ctype.h>
#include <stdlib.h>

#include "base/sanitized.h"
#include "front/cosy/text/cosy_text.h"

static char *document(sb_arena *arena)
{
	sb_diag *diag = sb_diag_new();
	size_t length;
	char *text = sb_file_read(arena, diag, (sb_span){0}, SALTUS_SOURCE "/docs/cosy.md", &length);
	sb_diag_free(diag);
	assert_non_null(text);
	return text;
}

/* The next block of the document that is marked so; NULL: no more. */
static char *block(sb_arena *arena, const char **at, const char *mark)
{
	const char *fence = sb_printf(arena, "\n```%s\n", mark), *begin = strstr(*at, fence);
	if (!begin)
		return NULL;
	begin += strlen(fence);
	const char *end = strstr(begin, "\n```");
	assert_non_null(end);
	*at = end;
	return sb_strndup(arena, begin, (size_t)(end - begin));
}

/* Programs of the document are run, with their answers, as tests/models/cosy/document_NAME.cosy: the same text. */
static void same_as_the_test(sb_arena *arena, const co_node *program, const char *text)
{
	char *path = sb_printf(arena, "%s/tests/models/cosy/document_%s.cosy", SALTUS_SOURCE, program->name);
	for (char *c = strrchr(path, '/'); *c; c++)
		*c = (char)tolower((unsigned char)*c);
	if (!sb_file_exists(path))
		return;
	sb_diag *diag = sb_diag_new();
	size_t length;
	const char *test = sb_file_read(arena, diag, (sb_span){0}, path, &length);
	sb_diag_free(diag);
	assert_non_null(test);
	if (!strstr(test, text))
		fail_msg("%s is not the program %s of docs/cosy.md", path, program->name);
}

static void test_programs(void **state)
{
	(void)state;
	sb_arena *arena = sb_arena_new();
	const char *at = document(arena);
	int count = 0;
	for (char *text; (text = block(arena, &at, "cosy")); count++) {
		parsed r = parse(text);
		require_clean(&r);
		same_as_the_test(arena, r.program, text);
		parsed_free(&r);
	}
	assert_true(count >= 3);
	sb_arena_free(arena);
}

static void test_reserved_words(void **state)
{
	(void)state;
	sb_arena *arena = sb_arena_new();
	const char *at = document(arena);
	char *text = block(arena, &at, "words"), *rest = NULL;
	bool listed[CO_W_COUNT] = {false};
	assert_non_null(text);
	for (char *word = strtok_r(text, " \n", &rest); word; word = strtok_r(NULL, " \n", &rest)) {
		int k = CO_FIRST_KEYWORD;
		while (k <= CO_LAST_KEYWORD && strcmp(co_word_text(k), word) != 0)
			k++;
		if (k > CO_LAST_KEYWORD)
			fail_msg("'%s' is listed but not reserved", word);
		listed[k] = true;
	}
	for (int k = CO_FIRST_KEYWORD; k <= CO_LAST_KEYWORD; k++) {
		if (!listed[k] && k != CO_W_FULL && k != CO_W_EXTERNAL)
			fail_msg("'%s' is reserved but not listed", co_word_text(k));
	}
	sb_arena_free(arena);
}

/* ----------------------------------------------------- programs from the grammar */

typedef enum part_kind { SEQUENCE, CHOICE, OPTIONAL, REPEATED, LITERAL, RULE } part_kind;
typedef struct part part;
struct part { part_kind kind; const char *text; sb_vec(part *) of; };
typedef struct rule { const char *name; part *body; uint32_t shortest; } rule;

typedef struct grammar {
	sb_arena *arena;
	sb_vec(rule) rules;
	const char *at;
	uint64_t random;
	sb_text out;
	int equal_forbidden;           /* inside of an equation, outside of parentheses */
	int open_cases;                /* inside of a CASE whose branches have no END */
} grammar;

static part *make(grammar *g, part_kind kind)
{
	part *p = sb_new(g->arena, part);
	p->kind = kind;
	return p;
}

static const char *token(grammar *g)
{
	while (isspace((unsigned char)*g->at))
		g->at++;
	const char *start = g->at;
	if (*start == '"') {
		g->at = strchr(start + 1, '"') + 1;
	} else if (isalpha((unsigned char)*start)) {
		while (isalnum((unsigned char)*g->at) || *g->at == '_')
			g->at++;
	} else if (*start) {
		g->at++;
	}
	return sb_strndup(g->arena, start, (size_t)(g->at - start));
}

static const char *look(grammar *g)
{
	const char *before = g->at, *t = token(g);
	g->at = before;
	return t;
}

static part *alternatives(grammar *g);

static part *element(grammar *g)
{
	const char *t = token(g);
	part *p;
	if (t[0] == '{' || t[0] == '[' || t[0] == '(') {
		p = make(g, t[0] == '{' ? REPEATED : t[0] == '[' ? OPTIONAL : SEQUENCE);
		part *inner = alternatives(g);
		sb_push(g->arena, p->of, inner);
		token(g);
		return p;
	}
	p = make(g, t[0] == '"' || isupper((unsigned char)t[0]) ? LITERAL : RULE);
	p->text = t[0] == '"' ? sb_strndup(g->arena, t + 1, strlen(t) - 2) : t;
	return p;
}

static part *sequence(grammar *g)
{
	part *p = make(g, SEQUENCE);
	for (const char *t = look(g); t[0] && !strchr("|.}])", t[0]); t = look(g)) {
		part *e = element(g);
		sb_push(g->arena, p->of, e);
	}
	return p;
}

static part *alternatives(grammar *g)
{
	part *p = make(g, CHOICE), *first = sequence(g);
	sb_push(g->arena, p->of, first);
	while (look(g)[0] == '|') {
		token(g);
		part *next = sequence(g);
		sb_push(g->arena, p->of, next);
	}
	return p;
}

static rule *find(grammar *g, const char *name)
{
	for (uint32_t i = 0; i < g->rules.n; i++) {
		if (strcmp(g->rules.at[i].name, name) == 0)
			return &g->rules.at[i];
	}
	return NULL;
}

static bool is_terminal(const char *name)
{
	static const char *const names[] = {"name", "number", "text", "word", "type_name", "format_text"};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		if (strcmp(names[i], name) == 0)
			return true;
	}
	return false;
}

enum { ENDLESS = 1000000 };

/* How deep the rules are that the shortest text of a part needs. */
static uint32_t shortest(grammar *g, const part *p)
{
	uint32_t depth = p->kind == CHOICE ? ENDLESS : 0;
	if (p->kind == OPTIONAL || p->kind == REPEATED || p->kind == LITERAL)
		return 0;
	if (p->kind == RULE) {
		rule *r = is_terminal(p->text) ? NULL : find(g, p->text);
		if (!r && !is_terminal(p->text))
			fail_msg("the grammar has no rule '%s'", p->text);
		return r ? r->shortest + 1 : 1;
	}
	for (uint32_t i = 0; i < p->of.n; i++) {
		uint32_t d = shortest(g, p->of.at[i]);
		if (p->kind == CHOICE ? d < depth : d > depth)
			depth = d;
	}
	return depth > ENDLESS ? ENDLESS : depth;
}

static void read_grammar(grammar *g, const char *text)
{
	g->at = text;
	while (look(g)[0]) {
		rule r = {.name = token(g), .shortest = ENDLESS};
		assert_string_equal(token(g), "=");
		r.body = alternatives(g);
		assert_string_equal(token(g), ".");
		sb_push(g->arena, g->rules, r);
	}
	for (bool changed = true; changed;) {
		changed = false;
		for (uint32_t i = 0; i < g->rules.n; i++) {
			uint32_t d = shortest(g, g->rules.at[i].body);
			changed |= d < g->rules.at[i].shortest;
			g->rules.at[i].shortest = d;
		}
	}
}

static uint32_t chance(grammar *g, uint32_t n)
{
	g->random = g->random * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)(g->random >> 33) % n;
}

static void say(grammar *g, const char *word)
{
	bool prime = strcmp(word, "'") == 0,
		 same_line = g->out.n >= 7 && memcmp(g->out.at + g->out.n - 7, "DESTROY", 7) == 0;
	sb_addf(&g->out, prime ? "%s" : !same_line && chance(g, 12) == 0 ? "\n%s" : " %s", word);
}

static void terminal(grammar *g, const char *name)
{
	static const char *const names[] = {"A", "B1", "count_2", "Speed", "_U", "TIME"}, *const numbers[] = {
																						  "1",  "2.5", "1.0E-3",
																						  ".5", "30",  "5."};
	if (strcmp(name, "number") == 0)
		say(g, numbers[chance(g, 6)]);
	else if (strcmp(name, "text") == 0)
		say(g, chance(g, 2) ? "$a text$" : "\"it $ is\"");
	else if (strcmp(name, "type_name") == 0)
		say(g, "SHIP");
	else if (strcmp(name, "format_text") == 0)
		say(g, "(5H ) = ,E12.4,'x')");
	else
		say(g, names[chance(g, 6)]);
}

static bool mentions(const part *p, const char *name)
{
	if (p->kind == RULE)
		return strcmp(p->text, name) == 0;
	for (uint32_t i = 0; i < p->of.n; i++) {
		if (mentions(p->of.at[i], name))
			return true;
	}
	return false;
}

static void generate(grammar *g, const part *p, uint32_t budget);

static void choose(grammar *g, const part *p, uint32_t budget)
{
	const part *chosen = NULL;
	uint32_t seen = 0, least = shortest(g, p);
	for (uint32_t i = 0; i < p->of.n; i++) {
		const part *option = p->of.at[i];
		uint32_t depth = shortest(g, option);
		bool equal = option->of.n == 1 && option->of.at[0]->kind == LITERAL && strcmp(option->of.at[0]->text, "=") == 0;
		if ((depth > budget && depth > least) || (equal && g->equal_forbidden) ||
			(g->open_cases && (mentions(option, "case") || mentions(option, "case_equations"))))
			continue;
		if (chance(g, ++seen) == 0)
			chosen = option;
	}
	assert_non_null(chosen);
	bool open_case = chosen->of.n && chosen->of.at[chosen->of.n - 1]->kind == LITERAL &&
					 strcmp(chosen->of.at[chosen->of.n - 1]->text, "CASE") == 0;
	g->open_cases += open_case;
	generate(g, chosen, budget);
	g->open_cases -= open_case;
}

static void generate(grammar *g, const part *p, uint32_t budget)
{
	if (g->out.n > 4000)
		budget = 0;
	switch (p->kind) {
	case LITERAL:
		say(g, p->text);
		break;
	case CHOICE:
		choose(g, p, budget);
		break;
	case OPTIONAL:
		if (budget > 0 && chance(g, 2))
			generate(g, p->of.at[0], budget);
		break;
	case REPEATED:
		for (uint32_t i = budget > 0 ? chance(g, 4) : 0; i > 0; i--)
			generate(g, p->of.at[0], budget);
		break;
	case SEQUENCE: {
		int before = g->equal_forbidden;
		for (uint32_t i = 0; i < p->of.n; i++) {
			const part *e = p->of.at[i];
			if (e->kind == LITERAL &&
				(strcmp(e->text, "(") == 0 || strcmp(e->text, "[") == 0 || strcmp(e->text, "IF") == 0))
				g->equal_forbidden = 0;
			if (e->kind == LITERAL &&
				(strcmp(e->text, ")") == 0 || strcmp(e->text, "]") == 0 || strcmp(e->text, "THEN") == 0))
				g->equal_forbidden = before;
			generate(g, e, budget);
		}
		g->equal_forbidden = before;
		break;
	}
	case RULE: {
		if (is_terminal(p->text)) {
			terminal(g, p->text);
			break;
		}
		int before = g->equal_forbidden;
		if (strcmp(p->text, "equation") == 0 || strcmp(p->text, "actual") == 0)
			g->equal_forbidden = 1;
		if (strcmp(p->text, "statement") == 0 || strcmp(p->text, "equation_item") == 0)
			g->equal_forbidden = 0;
		if (strcmp(p->text, "equation") == 0 || strcmp(p->text, "actual") == 0)
			g->equal_forbidden = 1;
		generate(g, find(g, p->text)->body, budget > 0 ? budget - 1 : 0);
		g->equal_forbidden = before;
		break;
	}
	}
}

static void test_grammar(void **state)
{
	(void)state;
	sb_arena *arena = sb_arena_new();
	const char *at = document(arena);
	grammar g = {.arena = arena, .random = 7};
	read_grammar(&g, block(arena, &at, "ebnf"));
	for (int i = 0; i < (SB_SANITIZED ? 600 : 3000); i++) {
		g.out.n = 0;
		generate(&g, find(&g, "program")->body, 14);
		/* The program ends with a point; the type that variables are given is declared before it. */
		char *text = sb_strdup(arena, g.out.at), *head = strchr(text, ';');
		*head = 0;
		text = sb_printf(arena, "%s; TYPE SHIP = RECORD REAL A END;%s", text, head + 1);
		parsed r = parse(text);
		require_clean(&r);
		parsed_free(&r);
	}
	sb_text_free(&g.out);
	sb_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_programs), cmocka_unit_test(test_reserved_words), cmocka_unit_test(test_grammar),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
