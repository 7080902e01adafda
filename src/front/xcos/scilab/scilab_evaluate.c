/* Reading and evaluating expressions and statements of Scilab, by recursive descent. What a branch does not take is
 * read without being evaluated. */
#include "front/xcos/scilab/xcos_scilab.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_LIMIT = 100, ROUND_LIMIT = 100000 };

typedef struct reader {
	xc_work w;
	xc_scope *scope;
	const char *at;
	bool in_matrix; /* directly between [ and ]: blanks separate columns */
	bool idle; /* nothing is evaluated */
	int depth;
	uint32_t rounds;
	const xc_value *indexed; /* what $ and : refer to */
	uint32_t dimension, dimensions;
} reader;

static xc_value *expression(reader *r);

static xc_value *empty(reader *r)
{
	return xc_matrix(r->w.arena, XC_NUMBER, 0, 0);
}

static void blanks(reader *r)
{
	for (;;) {
		if (*r->at == ' ' || *r->at == '\t' || *r->at == '\r')
			r->at++;
		else if (strncmp(r->at, "..", 2) == 0 && strchr(r->at, '\n'))
			r->at = strchr(r->at, '\n') + 1;
		else if (strncmp(r->at, "//", 2) == 0)
			r->at += strcspn(r->at, "\n");
		else
			return;
	}
}

/* Blanks that do not separate columns. */
static void space(reader *r)
{
	if (!r->in_matrix)
		blanks(r);
}

static const char *name(reader *r)
{
	const char *start = r->at;
	if (*r->at == '%')
		r->at++;
	while (isalnum((unsigned char)*r->at) || *r->at == '_' || *r->at == '#' || (unsigned char)*r->at >= 128)
		r->at++;
	return sb_internn(r->w.names, start, (size_t)(r->at - start));
}

static xc_value *constant(reader *r, const char *word)
{
	static const struct {
		const char *name;
		double value;
	} known[] = {{"%pi", 3.14159265358979323846},
				 {"%e", 2.71828182845904523536},
				 {"%eps", 2.220446049250313e-16},
				 {"%inf", INFINITY},
				 {"%nan", NAN}};
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (strcmp(word, known[i].name) == 0)
			return xc_real(r->w.arena, known[i].value);
	bool yes = strcmp(word, "%t") == 0 || strcmp(word, "%T") == 0;
	if (yes || strcmp(word, "%f") == 0 || strcmp(word, "%F") == 0) {
		xc_value *v = xc_real(r->w.arena, yes);
		v->type = 0;
		return v;
	}
	if (strcmp(word, "%i") == 0) {
		xc_value *v = xc_real(r->w.arena, 0);
		v->im = sb_new_array(r->w.arena, double, 2);
		v->im[0] = 1;
		v->type = 2;
		return v;
	}
	if (strcmp(word, "%s") != 0 && strcmp(word, "%z") != 0)
		return NULL;
	xc_value *v = xc_matrix(r->w.arena, XC_NUMBER, 2, 1);
	v->kind = XC_POLYNOMIAL;
	v->re[1] = 1;
	return v;
}

static const xc_value *found(const reader *r, const char *word)
{
	for (const xc_scope *s = r->scope; s; s = s->above) {
		const xc_value *v = sb_map_find(&s->values, word);
		if (v)
			return v;
	}
	return NULL;
}

/* The arguments behind '('; of an index `of` is what is indexed. */
static uint32_t arguments(reader *r, const xc_value *of, xc_value **given, uint32_t room)
{
	bool matrix = r->in_matrix;
	const xc_value *indexed = r->indexed;
	uint32_t n = 0, dimension = r->dimension, dimensions = r->dimensions, commas = 1, deep = 0;
	for (const char *c = r->at; *c && !(deep == 0 && *c == ')'); c++) {
		deep += *c == '(' || *c == '[';
		deep -= (*c == ')' || *c == ']') && deep > 0;
		commas += deep == 0 && *c == ',';
	}
	r->in_matrix = false;
	for (blanks(r); *r->at && *r->at != ')' && !r->w.why && n < room; blanks(r)) {
		r->indexed = of;
		r->dimension = n;
		r->dimensions = commas;
		if (*r->at == ':' && (r->at[1] == ',' || r->at[1] == ')')) {
			r->at++;
			given[n] = xc_list(r->w.arena, 0);
		} else
			given[n] = expression(r);
		if (!given[n] && !r->w.why)
			xc_none(&r->w, "something is missing between ( and )");
		n++;
		blanks(r);
		if (*r->at == ',')
			r->at++;
		else if (*r->at != ')')
			xc_none(&r->w, "a ) is missing");
	}
	if (*r->at == ')')
		r->at++;
	else
		xc_none(&r->w, "a ) is missing");
	r->in_matrix = matrix;
	r->indexed = indexed;
	r->dimension = dimension;
	r->dimensions = dimensions;
	return n;
}

/* exists('a'): is there such a name? */
static xc_value *exists(reader *r, xc_value *const *given, uint32_t n)
{
	bool there = n > 0 && given[0]->kind == XC_TEXT && found(r, sb_intern(r->w.names, given[0]->text[0]));
	xc_value *v = xc_real(r->w.arena, there);
	v->type = 0;
	return v;
}

static xc_value *named(reader *r)
{
	const char *word = name(r);
	xc_value *given[16], *v = (xc_value *)found(r, word);
	v = v ? v : constant(r, word);
	if (v)
		return v;
	bool query = strcmp(word, "exists") == 0 || strcmp(word, "isdef") == 0;
	if (!query && !xc_is_function(word))
		return xc_none(&r->w, *r->at == '(' ? "the function %s is not known here" : "there is no name %s here", word);
	uint32_t n = 0;
	if (*r->at == '(') {
		r->at++;
		n = arguments(r, NULL, given, 16);
	}
	if (r->w.why)
		return NULL;
	return query ? exists(r, given, n) : xc_call(&r->w, word, given, n);
}

static xc_value *matrix_literal(reader *r)
{
	bool matrix = r->in_matrix;
	xc_value *all = NULL, *row = NULL;
	r->at++;
	r->in_matrix = true;
	for (;;) {
		blanks(r);
		if (*r->at == ']' || *r->at == ';' || *r->at == '\n') {
			all = !row ? all : all ? xc_below(&r->w, all, row) : row;
			row = NULL;
			if (*r->at++ == ']' || r->w.why)
				break;
		} else if (*r->at == ',')
			r->at++;
		else {
			xc_value *e = *r->at ? expression(r) : xc_none(&r->w, "a ] is missing");
			if (!e || r->w.why)
				break;
			row = row ? xc_beside(&r->w, row, e) : e;
			if (!row)
				break;
		}
	}
	r->in_matrix = matrix;
	return r->w.why ? NULL : all ? all : empty(r);
}

static xc_value *last_index(reader *r)
{
	r->at++;
	const xc_value *of = r->indexed;
	if (!of)
		return xc_none(&r->w, "$ stands outside of an index");
	return xc_real(r->w.arena, r->dimensions < 2 ? xc_count(of) : r->dimension == 0 ? of->rows : of->columns);
}

static xc_value *primary(reader *r)
{
	space(r);
	char c = *r->at;
	if (c == '(') {
		bool matrix = r->in_matrix;
		r->at++;
		r->in_matrix = false;
		xc_value *v = expression(r);
		blanks(r);
		r->in_matrix = matrix;
		if (*r->at != ')')
			return xc_none(&r->w, "a ) is missing");
		r->at++;
		return v;
	}
	if (c == '[')
		return matrix_literal(r);
	if (c == '"' || c == '\'')
		return xc_text_literal(&r->w, &r->at);
	if (c == '$')
		return last_index(r);
	if (isdigit((unsigned char)c) || (c == '.' && isdigit((unsigned char)r->at[1])))
		return xc_number_literal(&r->w, &r->at);
	if (isalpha((unsigned char)c) || c == '%' || c == '_' || (unsigned char)c >= 128)
		return named(r);
	return xc_none(&r->w, c ? "'%c' is not expected here" : "something is missing%c", c ? c : ' ');
}

static xc_value *postfix(reader *r)
{
	xc_value *v = primary(r), *index[8];
	while (v && !r->w.why) {
		if (*r->at == '(') {
			r->at++;
			uint32_t n = arguments(r, v, index, 8);
			v = r->w.why ? NULL : n == 0 ? v : xc_element(&r->w, v, index, n);
		} else if (*r->at == '\'' || (*r->at == '.' && r->at[1] == '\'')) {
			r->at += *r->at == '.' ? 2 : 1;
			v = xc_transpose(&r->w, v);
		} else if (*r->at == '.' && isalpha((unsigned char)r->at[1])) {
			r->at++;
			const char *field = name(r);
			const xc_value *of = v;
			v = (xc_value *)xc_field(of, field);
			if (!v)
				return xc_none(&r->w, "there is no field %s", field);
		} else
			break;
	}
	return v;
}

static xc_value *unary(reader *r);

static xc_value *power(reader *r)
{
	xc_value *v = postfix(r);
	space(r);
	if (v && (*r->at == '^' || strncmp(r->at, ".^", 2) == 0 || strncmp(r->at, "**", 2) == 0)) {
		const char *o = *r->at == '.' ? ".^" : "^";
		r->at += *r->at == '^' ? 1 : 2;
		xc_value *e = unary(r);
		v = e ? xc_operate(&r->w, o, v, e) : NULL;
	}
	return v;
}

static xc_value *unary(reader *r)
{
	space(r);
	if (++r->depth > DEPTH_LIMIT) {
		r->depth--;
		return xc_none(&r->w, "the expression is nested too deeply");
	}
	xc_value *v;
	char c = *r->at;
	if (c == '-' || c == '+' || (c == '~' && r->at[1] != '=')) {
		r->at++;
		v = unary(r);
		if (v && c == '-')
			v = xc_negative(&r->w, v);
		else if (v && c == '~')
			v = xc_operate(&r->w, "==", v, xc_real(r->w.arena, 0));
	} else
		v = power(r);
	r->depth--;
	return v;
}

/* Does a blank here separate columns? In [1 -2] it does, in [1 - 2] it does not. */
static bool separates(const reader *r, const char *at)
{
	if (!r->in_matrix || at == r->at)
		return false;
	return !((*at == '+' || *at == '-') ? at[1] == ' ' || at[1] == '\t' : strchr("*/\\^<>=&|:.", *at) && *at);
}

/* The operator of a level that stands here; NULL: none does. */
static const char *operator_at(reader *r, const char *const *list)
{
	const char *at = r->at;
	while (*at == ' ' || *at == '\t')
		at++;
	if (separates(r, at))
		return NULL;
	for (; *list; list++)
		if (strncmp(at, *list, strlen(*list)) == 0 && !(**list == '~' && at[1] != '=') &&
			!(**list == '=' && at[1] != '=')) {
			r->at = at + strlen(*list);
			blanks(r);
			return *list;
		}
	return NULL;
}

static xc_value *level(reader *r, int depth)
{
	static const char *const products[] = {".*", "./", ".\\", "*", "/", "\\", NULL}, *const sums[] = {"+", "-", NULL},
							 *const relations[] = {"<=", ">=", "<>", "~=", "==", "<", ">", NULL},
							 *const ands[] = {"&&", "&", NULL}, *const ors[] = {"||", "|", NULL};
	static const char *const *const levels[] = {ors, ands, relations, NULL, sums, products};
	if (depth == 6)
		return unary(r);
	xc_value *v = level(r, depth + 1);
	const char *o;
	if (depth == 3) {
		xc_value *part[3] = {v};
		int n = 1;
		static const char *const colon[] = {":", NULL};
		while (part[n - 1] && n < 3 && operator_at(r, colon))
			part[n++] = level(r, depth + 1);
		if (n == 1 || !part[n - 1])
			return part[n - 1];
		if (xc_count(part[0]) != 1 || xc_count(part[n - 1]) != 1 || part[0]->kind != XC_NUMBER ||
			part[n - 1]->kind != XC_NUMBER || (n == 3 && (part[1]->kind != XC_NUMBER || xc_count(part[1]) != 1)))
			return xc_none(&r->w, "a range needs numbers");
		double from = part[0]->re[0], step = n == 3 ? part[1]->re[0] : 1, to = part[n - 1]->re[0];
		double count = step == 0 ? 0 : floor((to - from) / step * (1 + 1e-15) + 1e-10) + 1;
		if (!(count <= 1e6))
			return xc_none(&r->w, "a range is too long");
		xc_value *range = xc_matrix(r->w.arena, XC_NUMBER, count > 0 ? 1 : 0, count > 0 ? (uint32_t)count : 0);
		for (uint32_t i = 0; i < xc_count(range); i++)
			range->re[i] = from + i * step;
		return range;
	}
	while (v && (o = operator_at(r, levels[depth])) != NULL) {
		xc_value *b = level(r, depth + 1);
		v = b ? xc_operate(&r->w, o, v, b) : NULL;
	}
	return v;
}

static xc_value *expression(reader *r)
{
	if (r->w.why)
		return NULL;
	if (++r->depth > DEPTH_LIMIT) {
		r->depth--;
		return xc_none(&r->w, "the expression is nested too deeply");
	}
	xc_value *v = level(r, 0);
	r->depth--;
	return v;
}

xc_scope *xc_scope_new(sb_arena *arena, sb_names *names, const xc_scope *above)
{
	xc_scope *s = sb_new(arena, xc_scope);
	*s = (xc_scope){arena, names, sb_map_new(arena), above};
	return s;
}

void xc_define(xc_scope *scope, const char *name, const xc_value *value)
{
	sb_map_set(&scope->values, sb_intern(scope->names, name), (void *)value);
}

xc_value *xc_evaluate(const xc_scope *scope, const char *text, const char **why)
{
	sb_text whole = {0};
	sb_addf(&whole, "[%s]", text);
	reader r = {.w = {scope->arena, scope->names, NULL}, .scope = (xc_scope *)scope, .at = whole.at};
	xc_value *v = matrix_literal(&r);
	blanks(&r);
	if (v && *r.at && !r.w.why)
		v = xc_none(&r.w, "'%s' is not expected", r.at);
	*why = r.w.why;
	sb_text_free(&whole);
	return v;
}

/* Statements. */
static void statements(reader *r);

static bool keyword(reader *r, const char *word)
{
	size_t n = strlen(word);
	blanks(r);
	if (strncmp(r->at, word, n) != 0 || isalnum((unsigned char)r->at[n]) || r->at[n] == '_')
		return false;
	r->at += n;
	return true;
}

static void skip_line(reader *r)
{
	bool quoted = false;
	for (; *r->at && *r->at != '\n' && (quoted || (*r->at != ';' && *r->at != ',')); r->at++)
		quoted ^= *r->at == '"';
}

static bool at_end_of_block(reader *r)
{
	static const char *const words[] = {"end", "else", "elseif", NULL};
	const char *at = r->at;
	for (const char *const *w = words; *w; w++)
		if (keyword(r, *w)) {
			r->at = at;
			return true;
		}
	return *r->at == 0;
}

static void separators(reader *r)
{
	for (blanks(r); *r->at == ';' || *r->at == ',' || *r->at == '\n'; blanks(r))
		r->at++;
}

static void body(reader *r, bool idle)
{
	bool before = r->idle;
	r->idle = before || idle;
	separators(r);
	while (!r->w.why && !at_end_of_block(r)) {
		statements(r);
		separators(r);
	}
	r->idle = before;
}

static bool truth(const xc_value *v)
{
	if (!v || v->kind != XC_NUMBER || xc_count(v) == 0)
		return false;
	for (uint32_t i = 0; i < xc_count(v); i++)
		if (v->re[i] == 0)
			return false;
	return true;
}

static void if_statement(reader *r)
{
	bool done = false;
	do {
		xc_value *c = r->idle ? NULL : expression(r);
		if (r->idle)
			skip_line(r);
		if (!keyword(r, "then"))
			separators(r);
		bool take = !r->idle && !done && truth(c);
		body(r, !take);
		done = done || take;
	} while (!r->w.why && keyword(r, "elseif"));
	if (!r->w.why && keyword(r, "else"))
		body(r, done);
	if (!r->w.why && !keyword(r, "end"))
		xc_none(&r->w, "an 'end' is missing");
}

static void for_statement(reader *r)
{
	blanks(r);
	const char *word = name(r);
	blanks(r);
	if (*r->at != '=') {
		xc_none(&r->w, "a '=' is missing behind 'for'");
		return;
	}
	r->at++;
	xc_value *range = r->idle ? NULL : expression(r);
	if (r->idle)
		skip_line(r);
	if (!keyword(r, "do"))
		separators(r);
	const char *begin = r->at;
	uint32_t n = range && range->kind == XC_NUMBER ? range->columns : 0;
	for (uint32_t k = 0; k < n && !r->w.why; k++) {
		r->at = begin;
		if (++r->rounds > ROUND_LIMIT)
			xc_none(&r->w, "the loops go round too often");
		xc_define(r->scope, word, xc_real(r->w.arena, range->re[k * range->rows]));
		body(r, false);
	}
	if (n == 0)
		body(r, true);
	if (!r->w.why && !keyword(r, "end"))
		xc_none(&r->w, "an 'end' is missing");
}

/* NAME = value, or NAME(index) = value; false, without having moved, if it is not an assignment. */
static bool assignment(reader *r)
{
	const char *start = r->at, *word = isalpha((unsigned char)*r->at) || *r->at == '_' ? name(r) : NULL;
	xc_value *index[8];
	uint32_t n = 0;
	const char *behind = r->at;
	int deep = 0;
	for (bool inside = word && *behind == '('; inside && *behind; behind++) {
		deep += (*behind == '(') - (*behind == ')');
		inside = deep > 0;
	}
	behind += strspn(behind, " \t");
	if (!word || *behind != '=' || behind[1] == '=') {
		r->at = start;
		return false;
	}
	const xc_value *old = found(r, word);
	if (*r->at == '(') {
		r->at++;
		n = arguments(r, old, index, 8);
	}
	blanks(r);
	if (*r->at != '=' || r->w.why) {
		xc_none(&r->w, "a '=' is missing");
		return true;
	}
	r->at++;
	xc_value *v = expression(r);
	if (v && n > 0)
		v = xc_replaced(&r->w, old ? old : empty(r), index, n, v);
	if (v)
		xc_define(r->scope, word, v);
	return true;
}

static void statements(reader *r)
{
	if (++r->depth > DEPTH_LIMIT)
		xc_none(&r->w, "the statements are nested too deeply");
	else if (keyword(r, "if"))
		if_statement(r);
	else if (keyword(r, "for"))
		for_statement(r);
	else if (keyword(r, "function") || keyword(r, "while") || keyword(r, "select"))
		xc_none(&r->w, "functions, 'while' and 'select' are not known here");
	else if (r->idle)
		skip_line(r);
	else if (!assignment(r))
		expression(r);
	r->depth--;
	blanks(r);
	if (!r->w.why && *r->at && !strchr(";,\n", *r->at) && !at_end_of_block(r))
		xc_none(&r->w, "'%c' is not expected here", *r->at);
}

bool xc_execute(xc_scope *scope, const char *text, const char **why)
{
	reader r = {.w = {scope->arena, scope->names, NULL}, .scope = scope, .at = text};
	*why = NULL;
	for (separators(&r); *r.at; separators(&r)) {
		statements(&r);
		if (!r.w.why)
			continue;
		*why = *why ? *why : r.w.why; /* what follows may not need it */
		r.w.why = NULL;
		r.in_matrix = false;
		r.depth = 0;
		r.at += strcspn(r.at, "\n");
	}
	return !*why;
}
