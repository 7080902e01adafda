/* What macros put in: tokens with their meanings, MACIF and MACFOR. Calls are in cosy_macro_call.c. */
#include "front/cosy/text/cosy_macro.h"

#include <math.h>
#include <string.h>

enum { DEEPEST = 150, MOST_WORK = 2000000 };

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
		m = co_macro_error(x, "K0203", x->expansions->at[outermost - 1].call, "the macro '%s' expands without end",
			name);
		sb_also(m, x->expansions->at[innermost - 1].call, "it is called again here");
		x->current = innermost;
		sb_note(m, "calls, from the outside in: ... %s ...", chain(x));
		sb_help(m, "a macro that calls itself needs a MACIF with a CONST parameter that ends it");
	} else {
		m = co_macro_error(x, "K0203", where, x->work >= MOST_WORK ? "the macros produce more than %d words"
			: "macros are nested too deeply", MOST_WORK);
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

void co_emit(co_macros *x, co_target t, co_token token)
{
	token.from = x->current;
	if (t.shown) {
		token.shown_start = t.span.start;
		token.shown_end = t.span.end;
	}
	sb_push(x->arena, *t.out, token);
	x->work += x->depth > 0;
}

void co_emit_sign(co_macros *x, co_target t, int word, const co_token *like)
{
	co_token token = *like;
	token.word = (uint8_t)word;
	token.name = NULL;
	token.new_line = false;
	co_emit(x, t, token);
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
		bool part = open > 0 || word == CO_W_RPAREN || word == CO_W_RBRACKET || word == CO_W_DOT || word == CO_W_PRIME
			|| word == CO_W_IDENT;
		if (!part || (tokens[0].word == CO_W_LPAREN && open == 0 && i + 1 < n))
			return false;
	}
	return true;
}

static void put_meaning(co_macros *x, const co_meaning *m, const co_token *like, co_target t)
{
	bool wrap = !holds_together(m->tokens, m->count);
	co_target as_written = {.out = t.out};
	if (wrap)
		co_emit_sign(x, t, CO_W_LPAREN, like);
	for (uint32_t i = 0; i < m->count && !x->stop; i++) {
		co_token token = m->tokens[i];
		token.new_line = i == 0 && !wrap && like->new_line;
		co_emit(x, as_written, token);
	}
	if (wrap)
		co_emit_sign(x, t, CO_W_RPAREN, like);
}

sb_span co_token_span(const co_macros *x, const co_token *t)
{
	return (sb_span){x->source, t->start, t->end};
}

co_value co_evaluate_range(co_macros *x, const co_token *tokens, uint32_t from, uint32_t to,
	const co_meanings *meanings, sb_span where, const char *what)
{
	co_tokens list = {0};
	co_put(x, tokens, from, to, (co_target){.out = &list, .meanings = meanings});
	co_token end = {.word = CO_W_EOF};
	sb_push(x->arena, list, end);
	return x->stop ? (co_value){0} : co_evaluate(x, list.at, where, what);
}

/* The tokens of a value: a number, a negative one in parentheses, TRUE or FALSE. */
co_meaning co_value_meaning(co_macros *x, const char *name, co_value value, const co_token *like)
{
	co_tokens list = {0};
	co_target plain = {.out = &list};
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
		co_emit_sign(x, plain, CO_W_MINUS, like);
	co_emit(x, plain, token);
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
		sb_help(co_macro_error(x, "K0201", co_token_span(x, &tokens[i]), "this %s has no MACEND",
			co_word_text(tokens[i].word)), "write MACEND where it ends");
		return 0;
	}
	sb_help(co_macro_error(x, "K0210", co_token_span(x, &tokens[i < to ? i : to - 1]), "expected MACBEGIN here"),
		"the text for MACIF and MACFOR stands between MACBEGIN and MACEND");
	return 0;
}

/* The next token with this word, before the statement ends. */
static uint32_t find_word(const co_token *tokens, uint32_t i, uint32_t to, int word, int other)
{
	for (; i < to; i++) {
		if (tokens[i].word == word || tokens[i].word == other)
			return i;
		if (tokens[i].word == CO_W_SEMICOLON || (tokens[i].word >= CO_W_MACVAR && tokens[i].word <= CO_W_MACFOR)
			|| tokens[i].word == CO_W_END)
			break;
	}
	return to;
}

static void lacks(co_macros *x, const co_token *t, const char *word)
{
	sb_help(co_macro_error(x, "K0210", co_token_span(x, t), "this %s has no %s", co_word_text(t->word), word),
		t->word == CO_W_MACIF ? "write MACIF condition THEN MACBEGIN ... MACEND"
			: "write MACFOR I := 1 TO 3 DO MACBEGIN ... MACEND");
}

/* macif = MACIF expression THEN branch [ MACELSE branch ].     branch = MACBEGIN ... MACEND | macif | macfor. */
static uint32_t put_if(co_macros *x, const co_token *tokens, uint32_t i, uint32_t to, co_target t)
{
	sb_span where = co_token_span(x, &tokens[i]);
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
	co_value value = co_evaluate_range(x, tokens, i + 1, then, t.meanings, where, "MACIF");
	if (value.known && co_macro_deeper(x, where)) {
		if (value.number != 0)
			co_put(x, tokens, yes, yes_end, t);
		else if (no)
			co_put(x, tokens, no, no_end, t);
		x->depth--;
	}
	return no_end ? no_end : yes_end;
}

/* macfor = MACFOR name ":=" expression ( TO | DOWNTO ) expression DO branch. */
static uint32_t put_for(co_macros *x, const co_token *tokens, uint32_t i, uint32_t to, co_target t)
{
	const co_token *head = &tokens[i];
	uint32_t limit = find_word(tokens, i + 1, to, CO_W_TO, CO_W_DOWNTO),
		begin = find_word(tokens, i + 1, to, CO_W_DO, CO_W_DO);
	if (i + 2 >= to || tokens[i + 1].word != CO_W_IDENT || tokens[i + 2].word != CO_W_ASSIGN || limit == to
		|| begin == to || begin < limit) {
		lacks(x, head, limit == to ? "TO" : begin == to ? "DO" : "variable with ':='");
		return past_broken(tokens, i, to);
	}
	uint32_t end = branch_end(x, tokens, begin + 1, to);
	if (!end)
		return past_broken(tokens, i, to);
	co_value from = co_evaluate_range(x, tokens, i + 3, limit, t.meanings, co_token_span(x, head),
		"the first value of MACFOR");
	co_value last = co_evaluate_range(x, tokens, limit + 1, begin, t.meanings, co_token_span(x, head),
		"the last value of MACFOR");
	if (!from.known || !last.known || !co_macro_deeper(x, co_token_span(x, head)))
		return end;
	int step = tokens[limit].word == CO_W_TO ? 1 : -1;
	for (double k = from.number; (last.number - k) * step >= 0 && !too_much(x, co_token_span(x, head)); k += step) {
		co_meanings inner = {.outer = t.meanings};
		co_meaning m = co_value_meaning(x, tokens[i + 1].name, (co_value){.known = true, .number = k}, head);
		sb_push(x->arena, inner.list, m);
		co_target turn = t;
		turn.meanings = &inner;
		co_put(x, tokens, begin + 1, end, turn);
		x->work++;
	}
	x->depth--;
	return end;
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
static void give_up(co_macros *x, co_target t, uint32_t n, const co_token *now)
{
	x->stop = false;
	t.out->n = n;
	co_put_nothing(x, t, now);
}

/* Returns the index after what was put. */
static uint32_t put_item(co_macros *x, const co_token *tokens, uint32_t i, uint32_t to, bool after_dot, co_target t)
{
	const co_token *now = &tokens[i];
	const co_meaning *m = NULL;
	switch (now->word) {
	case CO_W_MACIF: return put_if(x, tokens, i, to, t);
	case CO_W_MACFOR: return put_for(x, tokens, i, to, t);
	case CO_W_MACBEGIN: case CO_W_MACCONTIN: case CO_W_MACEND: return i + 1;
	case CO_W_MACVAR: case CO_W_MACELSE:
		sb_help(co_macro_error(x, "K0202", co_token_span(x, now), "this %s belongs to nothing",
			co_word_text(now->word)),
			now->word == CO_W_MACVAR ? "MACVAR is the first section of a macro, before MACCONTIN"
				: "MACELSE follows the MACEND of a MACIF");
		return i + 1;
	case CO_W_IDENT:
		m = after_dot ? NULL : meaning_of(t.meanings, now->name);
		if (m)
			put_meaning(x, m, now, t);
		else if (is_call(x, tokens, i, to))
			return co_put_call(x, tokens, i, to, sb_map_find(&x->macros, now->name), t);
		else
			co_emit(x, t, *now);
		return i + 1;
	default:
		co_emit(x, t, *now);
		return i + 1;
	}
}

void co_put(co_macros *x, const co_token *tokens, uint32_t from, uint32_t to, co_target t)
{
	for (uint32_t i = from; i < to && !x->stop;) {
		uint32_t n = t.out->n, here = i;
		if (too_much(x, co_token_span(x, &tokens[i])))
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
			sb_help(co_macro_error(x, "K0202", co_token_span(x, &tokens->at[i]), "this MACEND closes nothing"),
				"each MACRO, MACBEGIN and MACCONTIN has one MACEND; is one of them missing, or is there one MACEND too "
					"many before it?");
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

co_tokens co_expand(sb_arena *arena, sb_names *names, sb_diag *diag, uint32_t source, co_tokens tokens,
	co_lexicals *lexical,
                    const sf_given *overrides, uint32_t count, co_expansions *expansions)
{
	co_macros x = {.arena = arena, .names = names, .diag = diag, .source = source, .tokens = tokens.at,
		.count = tokens.n, .lexical = lexical,
		.overrides = overrides, .override_count = count, .expansions = expansions, .macros = sb_map_new(arena),
			.words = sb_map_new(arena)};
	bool any = false;
	for (uint32_t i = 0; i < tokens.n; i++) {
		any |= tokens.at[i].word == CO_W_MACRO
			|| (tokens.at[i].word >= CO_W_MACVAR && tokens.at[i].word <= CO_W_MACFOR);
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
	co_put(&x, rest.at, 0, rest.n - 1, (co_target){.out = &out});
	sb_push(arena, out, rest.at[rest.n - 1]);
	return out;
}
