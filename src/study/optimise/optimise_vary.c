/* What is varied, as it is written:
 *
 *     k in [0, 5]     k in [0, 5] = 2     R in [1, 1e6] log     T in [0.1, 20] = {4, 4, 3, 2}     motor[*].k in [0, 1]
 *
 * An array stands for all of its elements. */
#include "study/optimise/optimise_inside.h"
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct reader {
	sb_diag *diag; sb_arena *arena;
	uint32_t source; const char *text, *at;
	st_vary all;                     /* bounds and scale, of all elements */
	sb_vec(double) starts;
} reader;

static sb_span span_from(const reader *r, const char *begin, size_t length)
{
	uint32_t from = (uint32_t)(begin - r->text);
	return (sb_span){r->source, from, from + (uint32_t)(length ? length : 1)};
}

static bool wrong(const reader *r, const char *begin, size_t length, const char *what)
{
	sb_help(sb_report(r->diag, SB_ERROR, "U0901", span_from(r, begin, length), "%s", what),
			"--vary takes 'NAME in [LOW, HIGH]', and behind it '= START' and 'log': 'k in [0.1, 100] = 2 log'");
	return false;
}

static void skip(reader *r)
{
	r->at += strspn(r->at, " \t\r\n");
}

static bool take(reader *r, char c, const char *what)
{
	skip(r);
	if (*r->at != c)
		return wrong(r, r->at, 0, what);
	r->at++;
	return true;
}

static bool take_number(reader *r, double *out)
{
	char *end;
	skip(r);
	*out = sb_read_real(r->at, &end);
	if (end == r->at)
		return wrong(r, r->at, strcspn(r->at, " ,]})"), "a number is needed here");
	if (!isfinite(*out))
		return wrong(r, r->at, (size_t)(end - r->at), "bounds and starts are finite numbers");
	r->at = end;
	return true;
}

static bool take_word(reader *r, const char *word)
{
	size_t n = strlen(word);
	skip(r);
	if (strncmp(r->at, word, n) != 0 || isalnum((unsigned char)r->at[n]) || r->at[n] == '_')
		return false;
	r->at += n;
	return true;
}

/* The name ends at the word `in`; it may have subscripts, and quotes. */
static bool take_name(reader *r)
{
	skip(r);
	const char *begin = r->at, *c = begin;
	bool quoted = false;
	for (; *c && (quoted || *c != ' ' || strncmp(c + strspn(c, " "), "in", 2) != 0); c++)
		quoted ^= *c == '\'';
	size_t length = (size_t)(c - begin);
	if (!length || !*c)
		return wrong(r, begin, strlen(begin), length ? "there are no bounds" : "what is to be varied?");
	r->all.name = sb_strndup(r->arena, begin, length);
	r->at = c;
	return take_word(r, "in") || wrong(r, r->at, 0, "'in' and the bounds are missing");
}

static bool take_starts(reader *r)
{
	double value;
	skip(r);
	bool list = *r->at == '{';
	r->at += list;
	do {
		if (!take_number(r, &value))
			return false;
		sb_push(r->arena, r->starts, value);
		skip(r);
	} while (list && *r->at == ',' && r->at++);
	return !list || take(r, '}', "a list ends with }");
}

static bool take_more(reader *r)
{
	for (skip(r); *r->at; skip(r)) {
		if (*r->at == '=' && !r->starts.n) {
			r->at++;
			if (!take_starts(r))
				return false;
		} else if (take_word(r, "log")) {
			r->all.logarithmic = true;
		} else {
			return wrong(r, r->at, strlen(r->at), "this is not understood");
		}
	}
	return true;
}

static bool bounds_are_good(const reader *r, const char *begin)
{
	const st_vary *v = &r->all;
	size_t length = (size_t)(strchr(begin, ']') - begin) + 1;
	if (v->low == v->high || v->low > v->high) {
		sb_help(sb_report(r->diag, SB_ERROR, "U0902", span_from(r, begin, length),
						  v->low > v->high ? "no number is above %g and below %g"
										   : "there is nothing between %g and %g", v->low, v->high),
				"the lower bound comes first; one value for all runs is given with -p");
		return false;
	}
	if (v->logarithmic && v->low <= 0) {
		sb_help(sb_report(r->diag, SB_ERROR, "U0902", span_from(r, begin, length),
						  "a logarithmic scale needs bounds above zero"),
				"choose the smallest value that makes a difference as the lower bound");
		return false;
	}
	if (!isfinite(v->logarithmic ? v->high / v->low : v->high - v->low)) {
		sb_help(sb_report(r->diag, SB_ERROR, "U0902", span_from(r, begin, length),
						  "%g and %g are too far apart: numbers have no room for the range between them", v->low,
						  v->high),
				"choose bounds that are as large as values can be");
		return false;
	}
	for (uint32_t i = 0; i < r->starts.n; i++)
		if (r->starts.at[i] < v->low || r->starts.at[i] > v->high) {
			sb_help(sb_report(r->diag, SB_ERROR, "U0902", span_from(r, begin, length),
							  "the start %g of '%s' is not between its bounds", r->starts.at[i], v->name),
					"choose another start, or wider bounds");
			return false;
		}
	return true;
}

/* The elements that the name means. */
static void find_elements(const reader *r, const sm_model *flat, sb_strings *out)
{
	const char *name = r->all.name;
	uint32_t whole = flat && sm_find_scalar(flat, name) == UINT32_MAX ? sm_find(flat, name) : UINT32_MAX;
	bool pattern = strpbrk(name, "*?") != NULL;
	for (uint32_t i = 0; flat && (pattern || whole != UINT32_MAX) && i < flat->variables.n; i++) {
		const sm_variable *v = sm_var(flat, i);
		if (!pattern && i != whole)
			continue;
		for (uint32_t k = 0; k < v->count && v->variability == SM_PARAMETER && !v->hidden; k++) {
			sb_text one = {0};
			sm_scalar_name(flat, v->first + k, &one);
			if (!pattern || sb_matches(name, one.at))
				sb_push(r->arena, *out, (const char *)sb_strdup(r->arena, one.at));
			sb_text_free(&one);
		}
	}
	if (!out->n && !pattern)
		sb_push(r->arena, *out, name);       /* a scalar, or a name that loading will complain about */
}

bool st_vary_read(sb_arena *arena, const sm_model *flat, const char *text, st_vary_list *out, sb_diag *diag)
{
	reader r = {.diag = diag, .arena = arena, .source = sb_source_add(diag, "--vary", text, strlen(text))};
	sb_strings names = {0};
	size_t length;
	r.text = r.at = sb_source_text(diag, r.source, &length);
	if (!take_name(&r))
		return false;
	skip(&r);
	const char *begin = r.at;
	if (!take(&r, '[', "bounds are written [LOW, HIGH]") || !take_number(&r, &r.all.low) ||
		!take(&r, ',', "a comma stands between the bounds") || !take_number(&r, &r.all.high) ||
		!take(&r, ']', "bounds are written [LOW, HIGH]") || !take_more(&r) || !bounds_are_good(&r, begin))
		return false;
	find_elements(&r, flat, &names);
	if (!names.n) {
		sb_help(sb_report(diag, SB_ERROR, "U0903", span_from(&r, r.text, strlen(r.all.name)),
						  "'%s' matches no parameter", r.all.name),
				"saltus flat shows the names of all parameters");
		return false;
	}
	if (r.starts.n > 1 && r.starts.n != names.n) {
		sb_help(sb_report(diag, SB_ERROR, "U0902", span_from(&r, r.text, strlen(r.all.name)),
						  "'%s' has %u elements, and there are %u starts", r.all.name, names.n, r.starts.n),
				"give one start for each element, or one for all");
		return false;
	}
	for (uint32_t i = 0; i < names.n; i++) {
		st_vary v = r.all;
		v.name = names.at[i];
		v.start = r.starts.n ? r.starts.at[r.starts.n > 1 ? i : 0] : NAN;
		v.unit = "";
		sb_push(arena, *out, v);
	}
	return true;
}

double st_vary_value(const st_vary *v, double part)
{
	if (part <= 0 || part >= 1)
		return part <= 0 ? v->low : v->high;
	return v->logarithmic ? v->low * pow(v->high / v->low, part) : v->low + part * (v->high - v->low);
}

double st_vary_slope(const st_vary *v, double part)
{
	return v->logarithmic ? st_vary_value(v, part) * log(v->high / v->low) : v->high - v->low;
}

double st_vary_part(const st_vary *v, double value)
{
	double part = v->logarithmic ? log(value / v->low) / log(v->high / v->low) : (value - v->low) / (v->high - v->low);
	return fmin(fmax(part, 0), 1);
}
