/* Expressions at compile time: what MACIF and MACFOR ask for, and the values of CONST parameters. Names are those of
 * CONSTs of the program. */
#include "front/cosy/text/cosy_macro.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct reader { co_macros *x; const co_token *at; sb_span where; const char *what; bool failed; } reader;

static co_value expression(reader *r, int level);

static co_value fail(reader *r)
{
	r->failed = true;
	return (co_value){0};
}

static co_value number(double value)
{
	return (co_value){.known = true, .number = value};
}

static co_value truth(bool value)
{
	return (co_value){.known = true, .is_truth = true, .number = value};
}

static sb_span span_of(const reader *r)
{
	if (r->at->word == CO_W_EOF)
		return r->where;
	return (sb_span){r->x->source, r->at->start, r->at->end};
}

/* --------------------------------------------------------------------- names */

/* A CONST of the program is `name = tokens ;`, found where CONST stands. */
void co_find_constants(co_macros *x)
{
	x->constants = sb_map_new(x->arena);
	bool inside = false;
	for (uint32_t i = 0; i + 1 < x->count; i++) {
		int word = x->tokens[i].word;
		if (word >= CO_W_PROGRAM && word <= CO_W_PROCESSES)
			inside = word == CO_W_CONST && (i == 0
				|| (x->tokens[i - 1].word != CO_W_COMMA && x->tokens[i - 1].word != CO_W_ARROW));
		uint64_t known;
		if (inside && word == CO_W_IDENT && x->tokens[i + 1].word == CO_W_EQUAL
			&& !sb_map_get(&x->constants, (uint64_t)(uintptr_t)x->tokens[i].name, &known))
			sb_map_put(&x->constants, (uint64_t)(uintptr_t)x->tokens[i].name, i + 1);
	}
}

static bool overridden(const co_macros *x, const char *name, co_value *value)
{
	for (uint32_t i = 0; i < x->override_count; i++) {
		if (strcasecmp(x->overrides[i].name, name) != 0)
			continue;
		const char *text = x->overrides[i].value;
		if (strcasecmp(text, "true") == 0 || strcasecmp(text, "false") == 0)
			*value = truth(strcasecmp(text, "true") == 0);
		else
			*value = number(sb_read_real(text, NULL));
		return true;
	}
	return false;
}

static co_value constant(reader *r, const char *name)
{
	co_macros *x = r->x;
	co_value value;
	uint64_t place;
	if (overridden(x, name, &value))
		return value;
	if (!sb_map_get(&x->constants, (uint64_t)(uintptr_t)name, &place)) {
		sb_strings known = {0};
		for (uint32_t i = 0; i < x->constants.cap; i++) {
			if (x->constants.used[i])
				sb_push(x->arena, known, (const char *)(uintptr_t)x->constants.keys[i]);
		}
		const char *near = sb_nearest(name, known.at, known.n);
		sb_message *m = co_macro_error(x, "K0208", span_of(r), "'%s' is not known when %s is decided", name, r->what);
		if (near)
			sb_help(m, "did you mean the constant %s?", near);
		else
			sb_help(m, "only numbers, CONST parameters of the macro, variables of MACFOR and constants declared under "
				"CONST are known then");
		return fail(r);
	}
	if (!co_macro_deeper(x, span_of(r)))
		return fail(r);
	uint32_t from = (uint32_t)place + 1, to = from;
	while (to < x->count && x->tokens[to].word != CO_W_SEMICOLON && x->tokens[to].word != CO_W_EOF
		&& x->tokens[to].word != CO_W_COMMA)
		to++;
	co_token *tokens = sb_new_array(x->arena, co_token, to - from + 1);
	memcpy(tokens, x->tokens + from, (to - from) * sizeof *tokens);
	tokens[to - from] = (co_token){.word = CO_W_EOF};
	value = co_evaluate(x, tokens, co_macro_span(x, from - 1), r->what);
	x->depth--;
	if (!value.known)
		r->failed = true;
	return value;
}

/* ----------------------------------------------------------------- operations */

static co_value call(reader *r, const char *name)
{
	static const char *const functions[] = {"ABS", "MIN", "MAX", "ODD", "TRUNC", "ROUND", "SQRT"};
	sb_span where = span_of(r);
	double args[2] = {0};
	uint32_t n = 0;
	r->at += 2;
	while (!r->failed && r->at->word != CO_W_RPAREN && r->at->word != CO_W_EOF) {
		co_value v = expression(r, 0);
		if (n < 2)
			args[n] = v.number;
		n++;
		if (r->at->word != CO_W_COMMA)
			break;
		r->at++;
	}
	if (r->failed)
		return fail(r);
	if (r->at->word == CO_W_RPAREN)
		r->at++;
	if (strcmp(name, "ABS") == 0 && n == 1)
		return number(fabs(args[0]));
	if (strcmp(name, "MIN") == 0 && n == 2)
		return number(fmin(args[0], args[1]));
	if (strcmp(name, "MAX") == 0 && n == 2)
		return number(fmax(args[0], args[1]));
	if (strcmp(name, "ODD") == 0 && n == 1)
		return truth(fmod(fabs(args[0]), 2) == 1);
	if (strcmp(name, "TRUNC") == 0 && n == 1)
		return number(trunc(args[0]));
	if (strcmp(name, "ROUND") == 0 && n == 1)
		return number(round(args[0]));
	if (strcmp(name, "SQRT") == 0 && n == 1)
		return number(sqrt(args[0]));
	const char *near = sb_nearest(name, functions, sizeof functions / sizeof *functions);
	sb_help(co_macro_error(r->x, "K0209", where, "'%s' cannot be called with %u arguments when %s is decided", name, n,
		r->what),
		near && strcmp(near, name) != 0 ? "did you mean %s?"
			: "there are ABS, ODD, TRUNC, ROUND, SQRT of one argument and MIN, MAX of two", near);
	return fail(r);
}

static co_value primary(reader *r)
{
	const co_token *t = r->at;
	switch (t->word) {
	case CO_W_NUMBER:
		r->at++;
		return number(t->number);
	case CO_W_LPAREN: {
		r->at++;
		co_value v = expression(r, 0);
		if (r->at->word == CO_W_RPAREN)
			r->at++;
		return v;
	}
	case CO_W_IDENT:
		if (t[1].word == CO_W_LPAREN)
			return call(r, t->name);
		if (strcmp(t->name, "TRUE") == 0 || strcmp(t->name, "FALSE") == 0) {
			r->at++;
			return truth(t->name[0] == 'T');
		} else {
			co_value v = constant(r, t->name);
			r->at++;
			return v;
		}
	default:
		sb_help(co_macro_error(r->x, "K0209", span_of(r), "%s is not an expression of constants", r->what),
			"only numbers, constants and operators have a value before the program is read");
		return fail(r);
	}
}

static co_value unary(reader *r)
{
	int word = r->at->word;
	if (word != CO_W_MINUS && word != CO_W_PLUS && word != CO_W_NOT)
		return primary(r);
	if (!co_macro_deeper(r->x, span_of(r)))
		return fail(r);
	r->at++;
	co_value v = word == CO_W_NOT ? expression(r, 2) : unary(r);
	r->x->depth--;
	if (word == CO_W_NOT)
		return truth(v.number == 0);
	return number(word == CO_W_MINUS ? -v.number : v.number);
}

static int level_of(int word)
{
	switch (word) {
	case CO_W_OR: return 0;
	case CO_W_AND: return 1;
	case CO_W_EQUAL: case CO_W_NE: case CO_W_LT: case CO_W_LE: case CO_W_GT: case CO_W_GE: return 2;
	case CO_W_PLUS: case CO_W_MINUS: return 3;
	case CO_W_STAR: case CO_W_SLASH: case CO_W_DIV: case CO_W_MOD: return 4;
	case CO_W_POWER: return 5;
	default: return -1;
	}
}

static co_value operate(reader *r, int word, double a, double b, sb_span where)
{
	switch (word) {
	case CO_W_OR: return truth(a != 0 || b != 0);
	case CO_W_AND: return truth(a != 0 && b != 0);
	case CO_W_EQUAL: return truth(a == b);
	case CO_W_NE: return truth(a != b);
	case CO_W_LT: return truth(a < b);
	case CO_W_LE: return truth(a <= b);
	case CO_W_GT: return truth(a > b);
	case CO_W_GE: return truth(a >= b);
	case CO_W_PLUS: return number(a + b);
	case CO_W_MINUS: return number(a - b);
	case CO_W_STAR: return number(a * b);
	case CO_W_POWER: return number(pow(a, b));
	default:
		if (b == 0) {
			sb_help(co_macro_error(r->x, "K0209", where, "this divides by zero"),
				"test the divisor with a MACIF around it");
			return fail(r);
		}
		return number(word == CO_W_SLASH ? a / b : word == CO_W_DIV ? trunc(a / b) : fmod(a, b));
	}
}

static co_value expression(reader *r, int level)
{
	if (!co_macro_deeper(r->x, span_of(r)))
		return fail(r);
	co_value left = unary(r);
	for (int found; !r->failed && (found = level_of(r->at->word)) >= level;) {
		int word = r->at->word;
		sb_span where = span_of(r);
		r->at++;
		co_value right = expression(r, found == 5 ? 5 : found + 1);
		if (!r->failed)
			left = operate(r, word, left.number, right.number, where);
	}
	r->x->depth--;
	return r->failed ? fail(r) : left;
}

co_value co_evaluate(co_macros *x, const co_token *tokens, sb_span where, const char *what)
{
	reader r = {.x = x, .at = tokens, .where = where, .what = what};
	co_value v = expression(&r, 0);
	if (!r.failed && r.at->word != CO_W_EOF) {
		sb_help(co_macro_error(x, "K0209", span_of(&r), "%s is not an expression of constants", what),
			"an operator is missing here, or something is left over");
		return (co_value){0};
	}
	if (!r.failed && !isfinite(v.number)) {
		sb_help(co_macro_error(x, "K0209", where, "%s has no value that is a number", what),
			"it must be known before the program is read");
		return (co_value){0};
	}
	return v;
}
