/* Expressions: those of the desk calculator OPER, with names and conditions for IF, BREAK and the like. */
#include "shell/command/shell_command.h"

#include <ctype.h>
#include <math.h>
#include <string.h>
#include <strings.h>

static double log_10(double x) { return log10(x); }
static double sign_of(double x) { return (x > 0) - (x < 0); }

static const struct { const char *name; double (*of)(double); double (*of_two)(double, double); } functions[] = {
	{"SIN", sin, NULL},   {"COS", cos, NULL},   {"TAN", tan, NULL},   {"SQRT", sqrt, NULL}, {"LOG", log_10, NULL},
	{"LN", log, NULL},    {"ACOS", acos, NULL}, {"ASIN", asin, NULL}, {"ATAN", atan, NULL}, {"ABS", fabs, NULL},
	{"EXP", exp, NULL},   {"SINH", sinh, NULL}, {"COSH", cosh, NULL}, {"TANH", tanh, NULL}, {"INT", trunc, NULL},
	{"FLOOR", floor, NULL}, {"CEIL", ceil, NULL}, {"SIGN", sign_of, NULL}, {"MIN", NULL, fmin}, {"MAX", NULL, fmax},
	{"MOD", NULL, fmod},  {"ATAN2", NULL, atan2},
};
enum { FUNCTIONS = sizeof functions / sizeof *functions };

static const sh_formula *disjunction(sh_cursor *c);

static sh_formula *node(sh_cursor *c, sh_operation op, const sh_formula *a, const sh_formula *b, uint32_t start)
{
	sh_formula *f = sb_new(c->arena, sh_formula);
	*f = (sh_formula){.op = op, .a = a, .b = b, .span = sh_span_from(c, start)};
	return f;
}

static const sh_formula *number(sh_cursor *c)
{
	uint32_t start = c->at;
	char text[64], *end;
	size_t n = 0;
	/* as far as a number may go: an exponent may have a sign */
	while (c->at < c->end && n < sizeof text - 1) {
		char x = c->text[c->at], before = n ? text[n - 1] : 0;
		bool sign = (x == '-' || x == '+') && (before == 'e' || before == 'E');
		if (!isdigit((unsigned char)x) && x != '.' && x != 'e' && x != 'E' && !sign)
			break;
		text[n++] = x;
		c->at++;
	}
	text[n] = 0;
	double value = sb_read_real(text, &end);
	if (*end || isnan(value)) {
		sh_complain(c, "T0020", sh_span_from(c, start), "'%s' is not a number", text);
		return NULL;
	}
	sh_formula *f = node(c, SH_NUMBER, NULL, NULL, start);
	f->number = value;
	return f;
}

static const sh_formula *call(sh_cursor *c, uint32_t function, uint32_t start)
{
	const sh_formula *a = disjunction(c), *b = NULL;
	if (!a)
		return NULL;
	if (functions[function].of_two) {
		if (!sh_expect(c, ',', "between the two arguments") || !(b = disjunction(c)))
			return NULL;
	}
	if (!sh_expect(c, ')', "behind the argument"))
		return NULL;
	sh_formula *f = node(c, SH_FUNCTION, a, b, start);
	f->function = function;
	return f;
}

/* A function, TRUE, FALSE, a text, or a variable with its block. */
static const sh_formula *named(sh_cursor *c)
{
	uint32_t start = c->at;
	if (c->text[c->at] == '"') {
		const char *text = sh_read_file(c);
		sh_formula *f = text ? node(c, SH_TEXT, NULL, NULL, start) : NULL;
		if (f)
			f->text = text;
		return f;
	}
	const char *word = sh_word(c);
	for (uint32_t i = 0; word && i < FUNCTIONS; i++)
		if (strcasecmp(word, functions[i].name) == 0 && sh_take(c, '('))
			return call(c, i, start);
	if (word && (strcasecmp(word, "TRUE") == 0 || strcasecmp(word, "FALSE") == 0)) {
		sh_formula *f = node(c, SH_NUMBER, NULL, NULL, start);
		f->number = toupper((unsigned char)*word) == 'T';
		return f;
	}
	c->at = start;
	sh_element e;
	bool before = c->plain;
	c->plain = true;
	bool good = sh_read_element(c, &e);
	c->plain = before;
	if (!good)
		return NULL;
	sh_skip(c);
	if (c->at < c->end && c->text[c->at] == '(') {
		const char *names[FUNCTIONS];
		for (uint32_t i = 0; i < FUNCTIONS; i++)
			names[i] = functions[i].name;
		sb_message *m = sh_complain(c, "T0021", e.span, "there is no function '%s'", e.name);
		const char *near = sh_nearest(c->arena, e.name, names, FUNCTIONS);
		if (near)
			sb_help(m, "did you mean '%s'?", near);
		else
			sb_help(m, "HELP OPER lists the functions");
		return NULL;
	}
	sh_formula *f = node(c, SH_VARIABLE, NULL, NULL, start);
	f->variable = e;
	f->span = e.span;
	return f;
}

static const sh_formula *primary(sh_cursor *c)
{
	sh_skip(c);
	uint32_t start = c->at;
	if (c->depth++ > SH_DEPTH_MOST) {
		sh_complain(c, "T0022", sh_span_from(c, start), "the expression is nested more than %d deep", SH_DEPTH_MOST);
		return NULL;
	}
	const sh_formula *f = NULL;
	char x = c->at < c->end ? c->text[c->at] : 0;
	if (x == '(') {
		c->at++;
		f = disjunction(c);
		if (f && !sh_expect(c, ')', "behind the expression"))
			f = NULL;
	} else if (isdigit((unsigned char)x) || x == '.') {
		f = number(c);
	} else if (x && strchr(":[\"_$", x) ? true : isalpha((unsigned char)x) || (unsigned char)x >= 128) {
		f = named(c);
	} else {
		sb_help(sh_complain(c, "T0023", sh_span_from(c, start), "an expression is expected here"),
				"write a number, a name, a function such as SQRT(...), or (...)");
	}
	c->depth--;
	return f;
}

static const sh_formula *negation(sh_cursor *c);

/* expression POT expression: ^ or **, from the right */
static const sh_formula *power(sh_cursor *c)
{
	sh_skip(c);
	uint32_t start = c->at;
	const sh_formula *a = primary(c), *b;
	if (!a)
		return NULL;
	sh_skip(c);
	bool stars = c->at + 1 < c->end && c->text[c->at] == '*' && c->text[c->at + 1] == '*';
	if (!stars && !(c->at < c->end && c->text[c->at] == '^'))
		return a;
	c->at += stars ? 2 : 1;
	return (b = negation(c)) ? node(c, SH_POWER, a, b, start) : NULL;
}

static const sh_formula *negation(sh_cursor *c)
{
	sh_skip(c);
	uint32_t start = c->at;
	if (c->depth > SH_DEPTH_MOST)
		return primary(c);           /* says so */
	if (sh_take(c, '+'))
		return power(c);
	if (!sh_take(c, '-'))
		return power(c);
	c->depth++;
	const sh_formula *a = negation(c);
	c->depth--;
	return a ? node(c, SH_NEGATE, a, NULL, start) : NULL;
}

static bool product_sign(const sh_cursor *c, sh_operation *op)
{
	char x = c->at < c->end ? c->text[c->at] : 0, next = c->at + 1 < c->end ? c->text[c->at + 1] : 0;
	*op = x == '*' ? SH_MULTIPLY : SH_DIVIDE;
	return (x == '*' && next != '*') || x == '/';
}

static const sh_formula *product(sh_cursor *c)
{
	sh_skip(c);
	uint32_t start = c->at;
	sh_operation op;
	const sh_formula *a = negation(c), *b;
	for (sh_skip(c); a && product_sign(c, &op); sh_skip(c)) {
		c->at++;
		b = negation(c);
		a = b ? node(c, op, a, b, start) : NULL;
	}
	return a;
}

static const sh_formula *sum(sh_cursor *c)
{
	sh_skip(c);
	uint32_t start = c->at;
	const sh_formula *a = product(c), *b;
	for (sh_skip(c); a && c->at < c->end && (c->text[c->at] == '+' || c->text[c->at] == '-'); sh_skip(c)) {
		sh_operation op = c->text[c->at++] == '+' ? SH_ADD : SH_SUBTRACT;
		b = product(c);
		a = b ? node(c, op, a, b, start) : NULL;
	}
	return a;
}

/* The sign or word of a relation, as Modelica, C or Fortran have it. */
static bool relation_sign(sh_cursor *c, sh_operation *op)
{
	static const struct { const char *sign; sh_operation op; } signs[] = {
		{"<=", SH_LESS_EQUAL}, {">=", SH_GREATER_EQUAL}, {"<>", SH_UNEQUAL}, {"==", SH_EQUAL}, {"<", SH_LESS},
		{">", SH_GREATER}, {".LT.", SH_LESS}, {".LE.", SH_LESS_EQUAL}, {".GT.", SH_GREATER},
		{".GE.", SH_GREATER_EQUAL}, {".EQ.", SH_EQUAL}, {".NE.", SH_UNEQUAL}};
	sh_skip(c);
	for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
		size_t n = strlen(signs[i].sign);
		if (c->end - c->at >= n && strncasecmp(c->text + c->at, signs[i].sign, n) == 0) {
			c->at += (uint32_t)n;
			*op = signs[i].op;
			return true;
		}
	}
	return false;
}

static const sh_formula *relation(sh_cursor *c)
{
	sh_skip(c);
	uint32_t start = c->at;
	sh_operation op;
	const sh_formula *a = sum(c), *b;
	if (!a || !relation_sign(c, &op))
		return a;
	return (b = sum(c)) ? node(c, op, a, b, start) : NULL;
}

/* The word, if it stands here. */
static bool take_word(sh_cursor *c, const char *word)
{
	sh_skip(c);
	uint32_t before = c->at;
	const char *found = sh_word(c);
	if (found && strcasecmp(found, word) == 0)
		return true;
	c->at = before;
	return false;
}

static const sh_formula *inversion(sh_cursor *c)
{
	sh_skip(c);
	uint32_t start = c->at;
	if (!take_word(c, "NOT"))
		return relation(c);
	if (c->depth > SH_DEPTH_MOST)
		return primary(c);
	c->depth++;
	const sh_formula *a = inversion(c);
	c->depth--;
	return a ? node(c, SH_NOT, a, NULL, start) : NULL;
}

static const sh_formula *conjunction(sh_cursor *c)
{
	sh_skip(c);
	uint32_t start = c->at;
	const sh_formula *a = inversion(c), *b;
	while (a && take_word(c, "AND")) {
		b = inversion(c);
		a = b ? node(c, SH_AND, a, b, start) : NULL;
	}
	return a;
}

static const sh_formula *disjunction(sh_cursor *c)
{
	sh_skip(c);
	uint32_t start = c->at;
	const sh_formula *a = conjunction(c), *b;
	while (a && take_word(c, "OR")) {
		b = conjunction(c);
		a = b ? node(c, SH_OR, a, b, start) : NULL;
	}
	return a;
}

const sh_formula *sh_read_formula(sh_cursor *c)
{
	return disjunction(c);
}

const sh_formula *sh_read_signed(sh_cursor *c)
{
	return negation(c);
}

bool sh_is_relation(const sh_formula *f)
{
	return f->op >= SH_LESS;
}

void sh_variables_of(const sh_formula *f, void (*see)(void *context, const sh_formula *variable), void *context)
{
	if (f->op == SH_VARIABLE)
		see(context, f);
	if (f->a)
		sh_variables_of(f->a, see, context);
	if (f->b)
		sh_variables_of(f->b, see, context);
}

static double operate(const sh_formula *f, double a, double b)
{
	switch (f->op) {
	case SH_ADD: return a + b;
	case SH_SUBTRACT: return a - b;
	case SH_MULTIPLY: return a * b;
	case SH_DIVIDE: return a / b;
	case SH_POWER: return pow(a, b);
	case SH_NEGATE: return -a;
	case SH_LESS: return a < b;
	case SH_LESS_EQUAL: return a <= b;
	case SH_GREATER: return a > b;
	case SH_GREATER_EQUAL: return a >= b;
	case SH_EQUAL: return a == b;
	case SH_UNEQUAL: return a != b;
	case SH_AND: return a != 0 && b != 0;
	case SH_OR: return a != 0 || b != 0;
	case SH_NOT: return a == 0;
	case SH_FUNCTION: return functions[f->function].of ? functions[f->function].of(a)
													   : functions[f->function].of_two(a, b);
	default: return NAN;
	}
}

bool sh_evaluate(const sh_values *v, const sh_formula *f, double *out)
{
	double a = NAN, b = NAN;
	*out = NAN;
	if (f->op == SH_NUMBER) {
		*out = f->number;
		return true;
	}
	if (f->op == SH_VARIABLE)
		return v->find(v->context, f, out);
	if (f->op == SH_TEXT) {
		sb_report(v->diag, SB_ERROR, "T0024", f->span, "a text stands where a number is needed");
		return false;
	}
	if ((f->a && !sh_evaluate(v, f->a, &a)) || (f->b && !sh_evaluate(v, f->b, &b)))
		return false;
	*out = operate(f, a, b);
	if (isnan(*out) && !isnan(a) && (!f->b || !isnan(b))) {
		sb_message *m = sb_report(v->diag, SB_ERROR, "T0025", f->span, "the expression has no value");
		if (f->b)
			sb_note(m, "its operands are %.9g and %.9g", a, b);
		else
			sb_note(m, "its operand is %.9g", a);
		return false;
	}
	return true;
}
