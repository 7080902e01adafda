/* Calls of macros: how their bodies are put in. */
#include "front/cosy/macro.h"

#include <math.h>
#include <string.h>

enum { DEEPEST = 150, MOST_WORK = 2000000 };

typedef struct target { co_tokens *out; const co_meanings *meanings; bool shown; sb_span span; } target;

static void put(co_macros *x, const co_token *tokens, uint32_t from, uint32_t to, target t);

/* The names of the calls that are open, outermost first: A, B, A, B ... */
static const char *chain(const co_macros *x)
{
	const char *names[8];
	uint32_t n = 0;
	for (uint32_t from = x->current; from && n < 8; from = x->expansions->at[from - 1].parent)
		names[n++] = x->expansions->at[from - 1].macro;
	sb_text text = {0};
	while (n-- > 0)
		sb_addf(&text, "%s%s", names[n], n ? " -> " : "");
	char *kept = sb_strdup(x->arena, text.at ? text.at : "");
	sb_text_free(&text);
	return kept;
}

static bool too_much(co_macros *x, sb_span where)
{
	if (x->stop || (x->full && x->depth > 0))
		return true;
	if (x->full)
		return false;
	if (x->depth < DEEPEST && x->work < MOST_WORK)
		return false;
	sb_message *m;
	if (x->current && x->depth >= DEEPEST) {
		const char *name = x->expansions->at[x->current - 1].macro;
		uint32_t innermost = x->current, outermost = innermost;
		while (x->expansions->at[outermost - 1].parent)
			outermost = x->expansions->at[outermost - 1].parent;
		x->current = 0;
		m = co_macro_error(x, "K0203", x->expansions->at[outermost - 1].call, "the macro '%s' expands without end", name);
		sb_also(m, where, "it is called again here");
		x->current = innermost;
		sb_note(m, "calls, from the outside in: ... %s ...", chain(x));
		sb_help(m, "a macro that calls itself needs a MACIF with a CONST parameter that ends it");
	} else {
		m = co_macro_error(x, "K0203", where, x->work >= MOST_WORK ? "the macros put in more than %d words" : "macros are nested too deeply", MOST_WORK);
		sb_help(m, "make the loops of MACFOR shorter, or use FOR and arrays");
	}
	x->stop = true;
	x->full = x->work >= MOST_WORK;
	return true;
}

bool co_macro_deeper(co_macros *x, sb_span where)
{
	if (x->full || too_much(x, where))
		return false;
	x->depth++;
	return true;
}

/* -------------------------------------------------------------------- tokens */

static void emit(co_macros *x, target t, co_token token)
{
	token.from = x->current;
	if (t.shown) {
		token.shown_start = t.span.start;
		token.shown_end = t.span.end;
	}
	sb_push(x->arena, *t.out, token);
	x->work += x->depth > 0;
}

static void emit_sign(co_macros *x, target t, int word, const co_token *like)
{
	co_token token = *like;
	token.word = (uint8_t)word;
	token.name = NULL;
	token.new_line = false;
	emit(x, t, token);
}

static const co_meaning *meaning_of(const co_meanings *m, const char *name)
{
	for (; m; m = m->outer) {
		for (uint32_t i = 0; i < m->list.n; i++) {
			if (m->list.at[i].name == name)
				return &m->list.at[i];
		}
	}
	return NULL;
}

/* Is this a name, a call, a number or something in parentheses, so that operators around it cannot tear it apart? */
static bool holds_together(const co_token *tokens, uint32_t n)
{
	int open = 0;
	if (n == 1)
		return true;
	if (tokens[0].word != CO_W_IDENT && tokens[0].word != CO_W_LPAREN)
		return false;
	for (uint32_t i = 0; i < n; i++) {
		int word = tokens[i].word;
		open += word == CO_W_LPAREN || word == CO_W_LBRACKET;
		open -= word == CO_W_RPAREN || word == CO_W_RBRACKET;
		bool part = open > 0 || word == CO_W_RPAREN || word == CO_W_RBRACKET || word == CO_W_DOT || word == CO_W_PRIME || word == CO_W_IDENT;
		if (!part || (tokens[0].word == CO_W_LPAREN && open == 0 && i + 1 < n))
			return false;
	}
	return true;
}

static void put_meaning(co_macros *x, const co_meaning *m, const co_token *like, target t)
{
	bool wrap = !holds_together(m->tokens, m->count);
	target as_written = {.out = t.out};
	if (wrap)
		emit_sign(x, t, CO_W_LPAREN, like);
	for (uint32_t i = 0; i < m->count && !x->stop; i++) {
		co_token token = m->tokens[i];
		token.new_line = i == 0 && !wrap && like->new_line;
		emit(x, as_written, token);
	}
	if (wrap)
		emit_sign(x, t, CO_W_RPAREN, like);
}

static sb_span token_span(const co_macros *x, const co_token *t)
{
	return (sb_span){x->source, t->start, t->end};
}

static co_value evaluate(co_macros *x, const co_token *tokens, uint32_t from, uint32_t to, const co_meanings *meanings, sb_span where, const char *what)
{
	co_tokens list = {0};
	put(x, tokens, from, to, (target){.out = &list, .meanings = meanings});
	co_token end = {.word = CO_W_EOF};
	sb_push(x->arena, list, end);
	return x->stop ? (co_value){0} : co_evaluate(x, list.at, where, what);
}

/* The tokens of a value: a number, a negative one in parentheses, TRUE or FALSE. */
static co_meaning value_meaning(co_macros *x, const char *name, co_value value, const co_token *like)
{
	co_tokens list = {0};
	target plain = {.out = &list};
	co_token token = *like;
	char text[32];
	token.new_line = false;
	if (value.is_truth) {
		token.word = CO_W_IDENT;
		token.name = sb_intern(x->names, value.number != 0 ? "TRUE" : "FALSE");
	} else {
		sb_real_text(text, fabs(value.number));
		token.word = CO_W_NUMBER;
		token.number = fabs(value.number);
		token.name = sb_strdup(x->arena, text);
	}
	if (!value.is_truth && value.number < 0)
		emit_sign(x, plain, CO_W_MINUS, like);
	emit(x, plain, token);
	return (co_meaning){.name = name, .tokens = list.at, .count = list.n};
}

/* ----------------------------------------------------------- MACIF and MACFOR */

/* After a mistake in a MACIF or MACFOR: past its MACEND, if there is one, else to the next END. */
static uint32_t past_broken(const co_token *tokens, uint32_t i, uint32_t to)
{
	uint32_t open = 0;
	for (uint32_t k = i + 1; k < to; k++) {
		int word = tokens[k].word;
		open += word == CO_W_MACBEGIN || word == CO_W_MACCONTIN;
		if (word == CO_W_MACEND && --open == 0)
			return k + 1;
		if ((word == CO_W_SEMICOLON && open == 0) || word == CO_W_MACEND)
			return k;
	}
	for (uint32_t k = i + 1; k < to; k++) {
		if (tokens[k].word == CO_W_END)
			return k;
	}
	return to;
}

/* The index after the branch that begins at i: MACBEGIN ... MACEND, or another MACIF. 0 after a message. */
static uint32_t branch_end(co_macros *x, const co_token *tokens, uint32_t i, uint32_t to)
{
	uint32_t open = 0;
	if (i < to && (tokens[i].word == CO_W_MACBEGIN || tokens[i].word == CO_W_MACIF || tokens[i].word == CO_W_MACFOR)) {
		for (uint32_t k = i; k < to; k++) {
			open += tokens[k].word == CO_W_MACBEGIN || tokens[k].word == CO_W_MACCONTIN;
			open -= open > 0 && tokens[k].word == CO_W_MACEND;
			if (tokens[k].word != CO_W_MACEND || open > 0)
				continue;
			uint32_t after = k + 1;
			while (after < to && tokens[after].word == CO_W_SEMICOLON)
				after++;
			if (tokens[i].word != CO_W_MACIF || after >= to || tokens[after].word != CO_W_MACELSE)
				return k + 1;
		}
		sb_help(co_macro_error(x, "K0201", token_span(x, &tokens[i]), "this %s has no MACEND", co_word_text(tokens[i].word)), "write MACEND where it ends");
		return 0;
	}
	sb_help(co_macro_error(x, "K0210", token_span(x, &tokens[i < to ? i : to - 1]), "expected MACBEGIN here"),
		"what MACIF and MACFOR put in stands between MACBEGIN and MACEND");
	return 0;
}

/* The next token with this word, before the statement ends. */
static uint32_t find_word(const co_token *tokens, uint32_t i, uint32_t to, int word, int other)
{
	for (; i < to; i++) {
		if (tokens[i].word == word || tokens[i].word == other)
			return i;
		if (tokens[i].word == CO_W_SEMICOLON || (tokens[i].word >= CO_W_MACVAR && tokens[i].word <= CO_W_MACFOR) || tokens[i].word == CO_W_END)
			break;
	}
	return to;
}

static void lacks(co_macros *x, const co_token *t, const char *word)
{
	sb_help(co_macro_error(x, "K0210", token_span(x, t), "this %s has no %s", co_word_text(t->word), word),
		t->word == CO_W_MACIF ? "write MACIF condition THEN MACBEGIN ... MACEND" : "write MACFOR I := 1 TO 3 DO MACBEGIN ... MACEND");
}

/* macif = MACIF expression THEN branch [ MACELSE branch ].     branch = MACBEGIN ... MACEND | macif | macfor. */
static uint32_t put_if(co_macros *x, const co_token *tokens, uint32_t i, uint32_t to, target t)
{
	sb_span where = token_span(x, &tokens[i]);
	uint32_t then = find_word(tokens, i + 1, to, CO_W_THEN, CO_W_THEN);
	if (then == to) {
		lacks(x, &tokens[i], "THEN");
		return past_broken(tokens, i, to);
	}
	uint32_t yes = then + 1, yes_end = branch_end(x, tokens, yes, to), no = 0, no_end = 0;
	if (!yes_end)
		return past_broken(tokens, i, to);
	uint32_t after = yes_end;
	while (after < to && tokens[after].word == CO_W_SEMICOLON)
		after++;
	if (after < to && tokens[after].word == CO_W_MACELSE) {
		no = after + 1;
		no_end = branch_end(x, tokens, no, to);
		if (!no_end)
			return past_broken(tokens, after, to);
	}
	co_value value = evaluate(x, tokens, i + 1, then, t.meanings, where, "MACIF");
	if (value.known && co_macro_deeper(x, where)) {
		if (value.number != 0)
			put(x, tokens, yes, yes_end, t);
		else if (no)
			put(x, tokens, no, no_end, t);
		x->depth--;
	}
	return no_end ? no_end : yes_end;
}

/* macfor = MACFOR name ":=" expression ( TO | DOWNTO ) expression DO branch. */
static uint32_t put_for(co_macros *x, const co_token *tokens, uint32_t i, uint32_t to, target t)
{
	const co_token *head = &tokens[i];
	uint32_t limit = find_word(tokens, i + 1, to, CO_W_TO, CO_W_DOWNTO), begin = find_word(tokens, i + 1, to, CO_W_DO, CO_W_DO);
	if (i + 2 >= to || tokens[i + 1].word != CO_W_IDENT || tokens[i + 2].word != CO_W_ASSIGN || limit == to || begin == to || begin < limit) {
		lacks(x, head, limit == to ? "TO" : begin == to ? "DO" : "variable with ':='");
		return past_broken(tokens, i, to);
	}
	uint32_t end = branch_end(x, tokens, begin + 1, to);
	if (!end)
		return past_broken(tokens, i, to);
	co_value from = evaluate(x, tokens, i + 3, limit, t.meanings, token_span(x, head), "the first value of MACFOR");
	co_value last = evaluate(x, tokens, limit + 1, begin, t.meanings, token_span(x, head), "the last value of MACFOR");
	if (!from.known || !last.known || !co_macro_deeper(x, token_span(x, head)))
		return end;
	int step = tokens[limit].word == CO_W_TO ? 1 : -1;
	for (double k = from.number; (last.number - k) * step >= 0 && !too_much(x, token_span(x, head)); k += step) {
		co_meanings inner = {.outer = t.meanings};
		co_meaning m = value_meaning(x, tokens[i + 1].name, (co_value){.known = true, .number = k}, head);
		sb_push(x->arena, inner.list, m);
		target turn = t;
		turn.meanings = &inner;
		put(x, tokens, begin + 1, end, turn);
		x->work++;
	}
	x->depth--;
	return end;
}

/* ---------------------------------------------------------------------- calls */

typedef struct actual { uint32_t from, to; } actual;
typedef struct actuals { sb_vec(actual) list; uint32_t outputs, end; bool arrow; } actuals;

static const char *head_text(co_macros *x, const co_macro *macro)
{
	sb_text text = {0};
	sb_add(&text, macro->name);
	for (uint32_t i = 0; i < macro->formals.n; i++) {
		const co_formal *f = &macro->formals.at[i];
		sb_add(&text, i == 0 && macro->arrow && macro->outputs == 0 ? " ( <- " : i == 0 ? " (" : macro->arrow && i == macro->outputs ? " <- " : ", ");
		sb_add(&text, f->name);
	}
	if (macro->formals.n)
		sb_add(&text, macro->arrow && macro->outputs == macro->formals.n ? " <- )" : ")");
	char *kept = sb_strdup(x->arena, text.at);
	sb_text_free(&text);
	return kept;
}

/* Divides the arguments at commas and at the arrow. False after a message: the parenthesis is not closed. */
static bool read_actuals(co_macros *x, const co_token *tokens, uint32_t i, uint32_t to, const co_macro *macro, actuals *a)
{
	sb_span open = token_span(x, &tokens[i]);
	int depth = 0;
	uint32_t from = ++i;
	for (;; i++) {
		int word = i < to ? tokens[i].word : CO_W_EOF;
		if (word == CO_W_EOF || word == CO_W_SEMICOLON || word == CO_W_END || word == CO_W_ASSIGN) {
			sb_help(co_macro_error(x, "K0206", open, "the arguments of the macro '%s' have no ')'", macro->name), "it is called as %s", head_text(x, macro));
			a->end = i;
			return false;
		}
		bool closes = depth == 0 && word == CO_W_RPAREN, divides = depth == 0 && (word == CO_W_COMMA || word == CO_W_ARROW);
		depth += word == CO_W_LPAREN || word == CO_W_LBRACKET;
		depth -= !closes && (word == CO_W_RPAREN || word == CO_W_RBRACKET);
		if (!closes && !divides)
			continue;
		if (i > from || word == CO_W_COMMA || (i > 0 && tokens[i - 1].word == CO_W_COMMA)) {
			actual one = {from, i};
			sb_push(x->arena, a->list, one);
		}
		if (word == CO_W_ARROW && !a->arrow) {
			a->arrow = true;
			a->outputs = a->list.n;
		}
		from = i + 1;
		if (closes) {
			a->end = i + 1;
			return true;
		}
	}
}

static bool fits(co_macros *x, const co_macro *macro, const actuals *a, sb_span where)
{
	uint32_t outputs = macro->outputs, inputs = macro->formals.n - outputs, given = a->list.n - a->outputs;
	sb_message *m = NULL;
	if (macro->arrow && !a->arrow && a->list.n > 0)
		m = co_macro_error(x, "K0204", where, "the call of the macro '%s' has no '<-' between what goes out and what goes in", macro->name);
	else if (!macro->arrow && a->arrow)
		m = co_macro_error(x, "K0204", where, "the macro '%s' has no '<-' in its parameters, but its call has", macro->name);
	else if (a->outputs != outputs)
		m = co_macro_error(x, "K0204", where, "the macro '%s' has %u output%s, but %u %s given", macro->name, outputs, outputs == 1 ? "" : "s", a->outputs,
			a->outputs == 1 ? "is" : "are");
	else if (given != inputs)
		m = co_macro_error(x, "K0204", where, "the macro '%s' has %u input%s, but %u %s given", macro->name, inputs, inputs == 1 ? "" : "s", given,
			given == 1 ? "is" : "are");
	if (!m)
		return true;
	sb_also(m, macro->span, "the macro is defined here");
	sb_help(m, "it is called as %s", head_text(x, macro));
	return false;
}

/* Arguments are read in the place of the call, so that calls in them, and parameters of the macro around, have their meanings. */
static bool bind(co_macros *x, const co_token *tokens, const co_macro *macro, const actuals *a, target t, co_meanings *inner)
{
	for (uint32_t i = 0; i < a->list.n; i++) {
		const co_formal *f = &macro->formals.at[i];
		uint32_t from = a->list.at[i].from, to = a->list.at[i].to;
		if (from == to) {
			sb_help(co_macro_error(x, "K0204", token_span(x, &tokens[from]), "the argument for '%s' of the macro '%s' is empty", f->name, macro->name),
				"it is called as %s", head_text(x, macro));
			return false;
		}
		co_meaning m;
		if (f->is_const) {
			co_value v = evaluate(x, tokens, from, to, t.meanings, token_span(x, &tokens[from]),
				sb_printf(x->arena, "the CONST parameter '%s' of the macro '%s'", f->name, macro->name));
			if (!v.known)
				return false;
			m = value_meaning(x, f->name, v, &tokens[from]);
		} else {
			co_tokens list = {0};
			target argument = t;
			argument.out = &list;
			put(x, tokens, from, to, argument);
			m = (co_meaning){.name = f->name, .tokens = list.at, .count = list.n};
			if (list.n == 0)
				return false;
		}
		sb_push(x->arena, inner->list, m);
	}
	return true;
}

/* A name that nobody uses: MACRO_1_NAME. */
static const char *new_name(co_macros *x, const co_macro *macro, const char *name)
{
	const char *fresh = sb_intern(x->names, sb_printf(x->arena, "%s_%u_%s", macro->name, macro->calls, name));
	while (sb_map_find(&x->words, fresh))
		fresh = sb_intern(x->names, sb_printf(x->arena, "%s_", fresh));
	sb_map_set(&x->words, fresh, (void *)fresh);
	return fresh;
}

static void rename_own(co_macros *x, const co_macro *macro, co_meanings *inner, const co_token *like)
{
	for (uint32_t i = 0; i < macro->own.n; i++) {
		co_token *token = sb_new(x->arena, co_token);
		*token = *like;
		token->word = CO_W_IDENT;
		token->name = new_name(x, macro, macro->own.at[i].name);
		co_meaning m = {.name = macro->own.at[i].name, .tokens = token, .count = 1};
		sb_push(x->arena, inner->list, m);
	}
}

static bool in_expression(const co_tokens *out)
{
	if (out->n == 0)
		return false;
	switch (out->at[out->n - 1].word) {
	case CO_W_LPAREN: case CO_W_LBRACKET: case CO_W_COMMA: case CO_W_EQUAL: case CO_W_ASSIGN: case CO_W_NE: case CO_W_LT: case CO_W_LE: case CO_W_GT:
	case CO_W_GE: case CO_W_PLUS: case CO_W_MINUS: case CO_W_STAR: case CO_W_SLASH: case CO_W_POWER: case CO_W_AND: case CO_W_OR: case CO_W_NOT:
	case CO_W_DIV: case CO_W_MOD:
		return true;
	default:
		return false;
	}
}

static void put_body(co_macros *x, co_macro *macro, const co_meanings *inner, target t, sb_span call, const co_token *name)
{
	co_expansion e = {.macro = macro->name, .call = call, .parent = x->current};
	uint32_t outer = x->current;
	sb_push(x->arena, *x->expansions, e);
	x->current = x->expansions->n;
	target body = {.out = t.out, .meanings = inner, .shown = true, .span = t.shown ? t.span : call};
	uint32_t number = x->current - 1;
	if (macro->own.n) {
		co_tokens variables = {0};
		target declarations = body;
		declarations.out = &variables;
		put(x, x->tokens, macro->variables, macro->variables_end, declarations);
		emit_sign(x, declarations, CO_W_EOF, name);
		x->expansions->at[number].variables = variables;
	}
	bool wrap = in_expression(t.out);
	if (wrap)
		emit_sign(x, body, CO_W_LPAREN, name);
	put(x, x->tokens, macro->body, macro->body_end, body);
	if (wrap)
		emit_sign(x, body, CO_W_RPAREN, name);
	x->current = outer;
}

/* In place of a call that cannot be replaced the parser sees a number where a value is needed, and nothing elsewhere. */
static void put_nothing(co_macros *x, target t, const co_token *like)
{
	if (!in_expression(t.out))
		return;
	co_token token = *like;
	token.word = CO_W_NUMBER;
	token.name = "0";
	token.number = 0;
	token.broken = true;
	emit(x, t, token);
}

/* Returns the index after the call. */
static uint32_t put_call(co_macros *x, const co_token *tokens, uint32_t i, uint32_t to, co_macro *macro, target t)
{
	actuals a = {.end = i + 1};
	const co_token *name = &tokens[i];
	sb_span where = token_span(x, name);
	bool good = i + 1 >= to || tokens[i + 1].word != CO_W_LPAREN || read_actuals(x, tokens, i + 1, to, macro, &a);
	if (!good || !fits(x, macro, &a, where) || !co_macro_deeper(x, where)) {
		put_nothing(x, t, name);
		return a.end;
	}
	co_meanings inner = {0};
	if (bind(x, tokens, macro, &a, t, &inner)) {
		macro->calls++;
		rename_own(x, macro, &inner, name);
		put_body(x, macro, &inner, t, sb_span_join(where, token_span(x, &tokens[a.end - 1])), name);
	} else {
		put_nothing(x, t, name);
	}
	x->depth--;
	return a.end;
}

/* ------------------------------------------------------------------- the walk */

static bool is_call(const co_macros *x, const co_token *tokens, uint32_t i, uint32_t to)
{
	const co_macro *macro = sb_map_find(&x->macros, tokens[i].name);
	if (!macro)
		return false;
	bool arguments = i + 1 < to && tokens[i + 1].word == CO_W_LPAREN;
	return arguments || macro->formals.n == 0 || i + 1 >= to || tokens[i + 1].word == CO_W_SEMICOLON;
}

/* What expands without end leaves nothing behind, and the text after it is read. */
static void give_up(co_macros *x, target t, uint32_t n, const co_token *now)
{
	x->stop = false;
	t.out->n = n;
	put_nothing(x, t, now);
}

/* Returns the index after what was put. */
static uint32_t put_item(co_macros *x, const co_token *tokens, uint32_t i, uint32_t to, bool after_dot, target t)
{
	const co_token *now = &tokens[i];
	const co_meaning *m = NULL;
	switch (now->word) {
	case CO_W_MACIF: return put_if(x, tokens, i, to, t);
	case CO_W_MACFOR: return put_for(x, tokens, i, to, t);
	case CO_W_MACBEGIN: case CO_W_MACCONTIN: case CO_W_MACEND: return i + 1;
	case CO_W_MACVAR: case CO_W_MACELSE:
		sb_help(co_macro_error(x, "K0202", token_span(x, now), "this %s belongs to nothing", co_word_text(now->word)),
			now->word == CO_W_MACVAR ? "MACVAR is the first section of a macro, before MACCONTIN" : "MACELSE follows the MACEND of a MACIF");
		return i + 1;
	case CO_W_IDENT:
		m = after_dot ? NULL : meaning_of(t.meanings, now->name);
		if (m)
			put_meaning(x, m, now, t);
		else if (is_call(x, tokens, i, to))
			return put_call(x, tokens, i, to, sb_map_find(&x->macros, now->name), t);
		else
			emit(x, t, *now);
		return i + 1;
	default:
		emit(x, t, *now);
		return i + 1;
	}
}

static void put(co_macros *x, const co_token *tokens, uint32_t from, uint32_t to, target t)
{
	for (uint32_t i = from; i < to && !x->stop;) {
		uint32_t n = t.out->n, here = i;
		if (too_much(x, token_span(x, &tokens[i])))
			return;
		i = put_item(x, tokens, i, to, i > from && tokens[i - 1].word == CO_W_DOT, t);
		if (x->stop && x->depth == 0)
			give_up(x, t, n, &tokens[here]);
	}
}

/* Outside of definitions MACIF and MACFOR may stand; each MACEND must belong to one. */
static void check_ends(co_macros *x, const co_tokens *tokens)
{
	uint32_t open = 0;
	for (uint32_t i = 0; i < tokens->n; i++) {
		int word = tokens->at[i].word;
		if (word == CO_W_MACEND && open == 0)
			sb_help(co_macro_error(x, "K0202", token_span(x, &tokens->at[i]), "this MACEND closes nothing"),
				"each MACRO, MACBEGIN and MACCONTIN has one MACEND; is one of them missing, or is there a MACEND too many before it?");
		open += word == CO_W_MACBEGIN || word == CO_W_MACCONTIN;
		open -= word == CO_W_MACEND && open > 0;
	}
}

static co_tokens without_definitions(co_macros *x, const sb_map *skipped)
{
	co_tokens rest = {0};
	for (uint32_t i = 0; i < x->count; i++) {
		uint64_t after;
		if (sb_map_get(skipped, i, &after)) {
			i = (uint32_t)after - 1;
			continue;
		}
		sb_push(x->arena, rest, x->tokens[i]);
	}
	return rest;
}

co_tokens co_expand(sb_arena *arena, sb_names *names, sb_diag *diag, uint32_t source, co_tokens tokens, co_lexicals *lexical,
                    const co_override *overrides, uint32_t count, co_expansions *expansions)
{
	co_macros x = {.arena = arena, .names = names, .diag = diag, .source = source, .tokens = tokens.at, .count = tokens.n, .lexical = lexical,
		.overrides = overrides, .override_count = count, .expansions = expansions, .macros = sb_map_new(arena), .words = sb_map_new(arena)};
	bool any = false;
	for (uint32_t i = 0; i < tokens.n; i++) {
		any |= tokens.at[i].word == CO_W_MACRO || (tokens.at[i].word >= CO_W_MACVAR && tokens.at[i].word <= CO_W_MACFOR);
		if (tokens.at[i].word == CO_W_IDENT)
			sb_map_set(&x.words, tokens.at[i].name, (void *)tokens.at[i].name);
	}
	if (!any)
		return tokens;
	sb_map skipped = sb_map_new(arena);
	co_find_constants(&x);
	co_define_macros(&x, &skipped);
	co_tokens rest = without_definitions(&x, &skipped), out = {0};
	check_ends(&x, &rest);
	put(&x, rest.at, 0, rest.n - 1, (target){.out = &out});
	sb_push(arena, out, rest.at[rest.n - 1]);
	return out;
}
