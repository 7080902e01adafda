/* Statements of the initial, dynamic, sampled and control regions and of studies. */
#include "front/muss/syntax/muss_parse.h"

static mu_node *body(mu_parser *p, const char *where)
{
	sb_span open = mu_here(p);
	if (!mu_need(p, MU_W_LBRACE, where))
		return NULL;
	mu_node *list = mu_statements(p);
	if (!mu_take(p, MU_W_RBRACE)) {
		sb_message *m = sb_report(p->diag, SB_ERROR, "N0012", mu_here(p), "a '}' is missing before %s", mu_found(p));
		sb_also(m, open, "it closes this '{'");
		mu_fail(p);
		return NULL;
	}
	return list;
}

static mu_node *condition(mu_parser *p, const char *where)
{
	if (!mu_need(p, MU_W_LPAREN, where))
		return NULL;
	if (p->word == MU_W_RPAREN) {
		sb_help(sb_report(p->diag, SB_ERROR, "N0013", mu_here(p), "there is no condition"),
				"write one between the parentheses, for example (x >= 1.0)");
		mu_fail(p);
		return NULL;
	}
	p->depth++;                              /* a '=' in here is meant as a comparison */
	mu_node *e = mu_expression(p);
	p->depth--;
	return e && mu_need(p, MU_W_RPAREN, "behind the condition") ? e : NULL;
}

/* word (condition) { statements } */
static mu_node *part(mu_parser *p, const char *word, bool conditional)
{
	mu_node *n = mu_node_new(p, MU_PART, mu_here(p)), *c = NULL;
	if (conditional && !(c = condition(p, word)))
		return NULL;
	mu_node *list = body(p, conditional ? "behind the condition" : "behind 'else'");
	if (!list)
		return NULL;
	mu_add(p, n, c);
	mu_add(p, n, list);
	mu_close(p, n);
	return n;
}

static mu_node *if_statement(mu_parser *p)
{
	mu_node *n = mu_node_new(p, MU_IF, mu_here(p)), *list = mu_node_list(p), *one;
	mu_add(p, n, list);
	mu_next(p);
	if (!(one = part(p, "behind 'if'", true)))
		return NULL;
	mu_add(p, list, one);
	while (mu_take_word(p, "else")) {
		bool again = mu_take_word(p, "if");
		if (!(one = part(p, "behind 'if'", again)))
			return NULL;
		mu_add(p, list, one);
		if (!again)
			break;
	}
	mu_close(p, n);
	return n;
}

static mu_node *when_statement(mu_parser *p)
{
	mu_node *n = mu_node_new(p, MU_WHEN, mu_here(p)), *list = mu_node_list(p), *one;
	mu_add(p, n, list);
	while (mu_take_word(p, "when")) {
		if (!(one = part(p, "behind 'when'", true)))
			return NULL;
		mu_add(p, list, one);
	}
	mu_close(p, n);
	return n;
}

/* labels: statements */
static mu_node *branch(mu_parser *p)
{
	mu_node *n = mu_node_new(p, MU_BRANCH, mu_here(p)), *labels = mu_node_list(p);
	mu_add(p, n, labels);
	if (!mu_take_word(p, "else"))
		do {
			mu_node *label = mu_expression(p);
			if (!label)
				return NULL;
			mu_add(p, labels, label);
		} while (mu_take(p, MU_W_COMMA));
	if (!mu_need(p, MU_W_COLON, "behind the label"))
		return NULL;
	mu_add(p, n, mu_statements(p));
	mu_close(p, n);
	return n;
}

static mu_node *case_statement(mu_parser *p)
{
	mu_node *n = mu_node_new(p, MU_CASE, mu_here(p)), *list = mu_node_list(p);
	mu_next(p);
	mu_node *selector = condition(p, "behind 'case'");
	if (!selector || !mu_need(p, MU_W_LBRACE, "behind the selector"))
		return NULL;
	mu_add(p, n, selector);
	mu_add(p, n, list);
	while (p->word != MU_W_RBRACE) {
		mu_node *one = branch(p);
		if (!one)
			return NULL;
		mu_add(p, list, one);
	}
	mu_next(p);
	mu_close(p, n);
	return n;
}

/* do while (condition) { statements } */
static mu_node *while_statement(mu_parser *p)
{
	mu_next(p);
	mu_next(p);
	mu_node *n = part(p, "behind 'while'", true);
	if (n)
		n->kind = MU_WHILE;
	return n;
}

/* for i = from to last { }, for tau in {0.1, 1.0} { } */
static mu_node *for_statement(mu_parser *p)
{
	mu_node *n = mu_node_new(p, MU_FOR, mu_here(p)), *from = NULL, *to = NULL;
	mu_next(p);
	if (!(n->name = mu_name(p, "the name of a counter", &n->name_span)))
		return NULL;
	if (mu_take_word(p, "in")) {
		from = mu_node_list(p);
		if (!mu_need(p, MU_W_LBRACE, "behind 'in'"))
			return NULL;
		do {
			mu_node *value = mu_expression(p);
			if (!value)
				return NULL;
			mu_add(p, from, value);
		} while (mu_take(p, MU_W_COMMA));
		if (!mu_need(p, MU_W_RBRACE, "behind the values"))
			return NULL;
	} else {
		if (!mu_need(p, MU_W_EQUAL, "behind the name of the counter") || !(from = mu_expression(p)))
			return NULL;
		if (!mu_take_word(p, "to")) {
			mu_unexpected(p, "'to' and the last value");
			return NULL;
		}
		if (!(to = mu_expression(p)))
			return NULL;
	}
	mu_node *list = body(p, "behind the values of the counter");
	if (!list)
		return NULL;
	mu_add(p, n, from);
	mu_add(p, n, to);
	mu_add(p, n, list);
	mu_close(p, n);
	return n;
}

/* at z = place { } */
static mu_node *at_statement(mu_parser *p)
{
	mu_node *n = mu_node_new(p, MU_AT, mu_here(p)), *place, *list;
	mu_next(p);
	if (!(n->name = mu_name(p, "the name of a space", &n->name_span)) ||
		!mu_need(p, MU_W_EQUAL, "behind the name of the space") || !(place = mu_expression(p)) ||
		!(list = body(p, "behind the place")))
		return NULL;
	mu_add(p, n, place);
	mu_add(p, n, list);
	mu_close(p, n);
	return n;
}

/* A value of a collection, perhaps with a name: y, last = e.y */
static mu_node *collected(mu_parser *p)
{
	if (p->word != MU_W_NAME || p->tokens[p->at + 1].word != MU_W_EQUAL)
		return mu_expression(p);
	mu_node *n = mu_node_new(p, MU_ASSIGN, mu_here(p)), *names = mu_node_list(p), *value;
	mu_add(p, n, names);
	mu_add(p, names, mu_reference(p));
	mu_next(p);
	if (!(value = mu_expression(p)))
		return NULL;
	mu_add(p, n, value);
	mu_close(p, n);
	return n;
}

/* prepare {x, y} , collect {tau, last = e.y} */
static mu_node *listing(mu_parser *p, mu_kind kind)
{
	mu_node *n = mu_node_new(p, kind, mu_here(p)), *list = mu_node_list(p);
	mu_next(p);
	mu_add(p, n, list);
	if (!mu_need(p, MU_W_LBRACE, "before the list"))
		return NULL;
	do {
		mu_node *e = kind == MU_PREPARE ? mu_reference(p) : collected(p);
		if (!e)
			return NULL;
		mu_add(p, list, e);
	} while (mu_take(p, MU_W_COMMA) || (mu_take(p, MU_W_SEMICOLON) && p->word != MU_W_RBRACE));
	if (!mu_need(p, MU_W_RBRACE, "behind the list"))
		return NULL;
	mu_close(p, n);
	return n;
}

static mu_node *terminate(mu_parser *p)
{
	mu_node *n = mu_node_new(p, MU_TERMINATE, mu_here(p)), *c, *said = NULL;
	mu_next(p);
	if (!mu_take_word(p, "when")) {
		mu_unexpected(p, "'when' and a condition");
		return NULL;
	}
	if (!(c = condition(p, "behind 'when'")))
		return NULL;
	if (p->word == MU_W_TEXT) {
		said = mu_node_new(p, MU_TEXT, mu_here(p));
		said->name = mu_now(p)->name;
		mu_next(p);
	}
	mu_add(p, n, c);
	mu_add(p, n, said);
	mu_close(p, n);
	return n;
}

static mu_node *run_statement(mu_parser *p)
{
	mu_node *n = mu_node_new(p, MU_RUN, mu_here(p)), *e;
	mu_next(p);
	if (!(e = mu_reference(p)))
		return NULL;
	mu_add(p, n, e);
	mu_close(p, n);
	return n;
}

/* x or x' */
static mu_node *target(mu_parser *p)
{
	mu_node *name = mu_reference(p);
	if (!name || !mu_take(p, MU_W_PRIME))
		return name;
	mu_node *n = mu_node_new(p, MU_PRIME, name->span);
	mu_add(p, n, name);
	mu_close(p, n);
	return n;
}

static mu_node *assignment(mu_parser *p)
{
	mu_node *n = mu_node_new(p, MU_ASSIGN, mu_here(p)), *targets = mu_node_list(p), *one, *value;
	mu_add(p, n, targets);
	bool several = mu_take(p, MU_W_LPAREN);
	do {
		if (!(one = target(p)))
			return NULL;
		mu_add(p, targets, one);
	} while (several && mu_take(p, MU_W_COMMA));
	if (several && !mu_need(p, MU_W_RPAREN, "behind the names of the results"))
		return NULL;
	if (p->word == MU_W_EQ) {
		sb_help(sb_report(p->diag, SB_ERROR, "N0010", mu_here(p), "'==' compares, and does not define"), "write '='");
		p->word = MU_W_EQUAL;
	}
	if (p->word == MU_W_LPAREN && one->kind == MU_NAME) {
		sb_message *m = sb_report(p->diag, SB_ERROR, "N0014", one->span, "the results of '%s' are given to nobody",
								  one->name);
		sb_help(m, "write 'y = %s(...);'", one->name);
		mu_fail(p);
		return NULL;
	}
	if (p->word != MU_W_EQUAL && one->kind == MU_NAME && !several) {
		static const char *const words[] = {"when", "case", "prepare", "collect", "terminate", "run"};
		const char *near = sb_nearest(one->name, words, sizeof words / sizeof *words);
		sb_message *m = mu_unexpected(p, "a '=' behind the name");
		if (m && near)
			sb_help(m, "did you mean '%s'?", near);
		return NULL;
	}
	if (!mu_need(p, MU_W_EQUAL, several ? "behind the names of the results" : "behind the name"))
		return NULL;
	if (!(value = mu_expression(p)))
		return NULL;
	mu_add(p, n, value);
	mu_close(p, n);
	return n;
}

/* What begins with this word, and whether a ';' must follow. */
static mu_node *statement(mu_parser *p, bool *ends)
{
	static const struct { const char *word; mu_node *(*read)(mu_parser *p); bool ends; } table[] = {
		{"if", if_statement, false}, {"when", when_statement, false}, {"case", case_statement, false},
		{"for", for_statement, false}, {"at", at_statement, false}, {"terminate", terminate, true},
		{"run", run_statement, true},
	};
	*ends = true;
	bool named = p->word == MU_W_NAME && p->tokens[p->at + 1].word == MU_W_EQUAL;     /* run = 2; is an assignment */
	for (unsigned i = 0; !named && i < sizeof table / sizeof *table; i++)
		if (mu_is(p, table[i].word)) {
			*ends = table[i].ends;
			return table[i].read(p);
		}
	if (!named && mu_is(p, "do") && mu_was_is(p, 1, "while")) {
		*ends = false;
		return while_statement(p);
	}
	if (!named && mu_is(p, "prepare"))
		return *ends = false, listing(p, MU_PREPARE);
	if (!named && mu_is(p, "collect"))
		return *ends = false, listing(p, MU_COLLECT);
	return assignment(p);
}

/* To what can begin another statement: behind the next ';' of this level, or before what closes it. */
static void recover(mu_parser *p)
{
	int open = 0;
	for (;; p->at++) {
		p->word = p->tokens[p->at].word;
		if (p->word == MU_W_EOF || (open == 0 && mu_is(p, "end") && p->tokens[p->at].new_line))
			break;
		if (p->word == MU_W_LBRACE)
			open++;
		if (p->word == MU_W_RBRACE && --open < 0)
			break;
		if (p->word == MU_W_SEMICOLON && open == 0) {
			mu_next(p);
			break;
		}
	}
}

static void separator(mu_parser *p, bool must, const mu_node *before)
{
	if (mu_take(p, MU_W_SEMICOLON) || !must)
		return;
	if (p->word == MU_W_NOTHING)
		return;
	sb_span behind = {p->source, before->span.end, before->span.end};
	sb_help(sb_report(p->diag, SB_ERROR, "N0015", behind, "a ';' is missing behind this statement"), "add it");
	if (!mu_now(p)->new_line && p->word != MU_W_RBRACE)
		mu_fail(p);
}

mu_node *mu_statements(mu_parser *p)
{
	mu_node *list = mu_node_list(p);
	if (mu_too_deep(p))
		return list;
	p->depth++;
	while (p->word != MU_W_EOF && p->word != MU_W_RBRACE && !mu_is(p, "end")) {
		if (p->word == MU_W_NUMBER || p->word == MU_W_MINUS || mu_is(p, "else"))
			break;                                               /* the next branch of a case */
		if (mu_take(p, MU_W_SEMICOLON))
			continue;
		bool ends;
		mu_node *one = statement(p, &ends);
		if (one) {
			mu_add(p, list, one);
			separator(p, ends, one);
		}
		if (p->word == MU_W_NOTHING)
			recover(p);
	}
	p->depth--;
	return list;
}
