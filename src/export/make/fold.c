/* Values that are known (pinned.c) stand in the equations as numbers. */
#include "export/make/export_make.h"
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* By place of a Real: its value; not a number: it stays what it is. */
static double *find_values(so_job *j)
{
	const si_image *image = j->image;
	double *value = sb_new_array(j->arena, double, image->reals + 1);
	uint8_t *seen = sb_new_array(j->arena, uint8_t, image->reals + 1);
	for (uint32_t k = 0; k < image->reals; k++)
		value[k] = NAN;
	for (uint32_t k = 0; k < image->variables.n && k < j->m->plan->model->variables.n; k++) {
		const si_variable *v = si_var(image, k);
		bool folds = j->known[k] && v->type == SI_TYPE_REAL;
		for (uint32_t i = 0; i < v->count; i++) {
			si_place p = si_place_of(image, v->first + i);
			if (p.store != SI_REAL)
				continue;
			bool first = !seen[p.index];
			seen[p.index] = 1;
			value[p.index] = folds && (first || !isnan(value[p.index])) ? j->d->r[p.index] : NAN;
		}
	}
	return value;
}

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* "r[12]" where it is read: its value, and how long it is. */
static bool reads_folded(const char *text, const char *at, const double *value, uint32_t n, double *out, size_t *length)
{
	char *end;
	bool inside = at > text && (is_word(at[-1]) || strchr(">&.", at[-1]));
	if (at[0] != 'r' || at[1] != '[' || !isdigit((unsigned char)at[2]) || inside)
		return false;
	unsigned long k = strtoul(at + 2, &end, 10);
	if (*end != ']' || k >= n || !isfinite(value[k]))
		return false;
	const char *after = end + 1 + strspn(end + 1, " ");
	if (after[0] == '=' && after[1] != '=')
		return false;
	*out = value[k];
	*length = (size_t)(end + 1 - at);
	return true;
}

/* Where nothing of an array is left to read, its declaration goes. */
static bool is_left_over(const char *line, const char **behind)
{
	static const char *const forms[] = {"\tdouble *restrict const r = d->r;\n", "\tdouble *const r = d->r;\n",
		"\tfloat *restrict const r = d->r;\n", "\tfloat *const r = d->r;\n"};
	for (size_t k = 0; k < sizeof forms / sizeof *forms; k++) {
		size_t n = strlen(forms[k]);
		if (strncmp(line, forms[k], n) != 0)
			continue;
		const char *end = strstr(line, "\n}\n");
		for (const char *at = line + n; at < end; at++)
			if (*at == 'r' && !is_word(at[-1]) && !is_word(at[1]))
				return false;
		*behind = line + n;
		return true;
	}
	return false;
}

static const char *without_left_overs(so_job *j, const char *text)
{
	sb_text out = {0};
	for (const char *at = text; *at;) {
		if ((at == text || at[-1] == '\n') && *at == '\t' && is_left_over(at, &at))
			continue;
		sb_addc(&out, *at++);
	}
	const char *kept = sb_strdup(j->arena, out.at ? out.at : "");
	sb_text_free(&out);
	return kept;
}

/* In eq_parameters they are computed, and stay. */
const char *so_fold(so_job *j, const char *text)
{
	const double *value = find_values(j);
	const char *from = strstr(text, "static void eq_starts(");
	sb_text out = {0};
	double number;
	size_t length;
	if (!from)
		return text;
	sb_addn(&out, text, (size_t)(from - text));
	for (const char *at = from; *at;) {
		if (at[0] == '/' && at[1] == '*') {
			const char *end = strstr(at, "*/");
			sb_addn(&out, at, (size_t)(end + 2 - at));
			at = end + 2;
		} else if (reads_folded(text, at, value, j->image->reals, &number, &length)) {
			if (number < 0)
				sb_addc(&out, '(');
			so_put_number(j, number, &out);
			if (number < 0)
				sb_addc(&out, ')');
			at += length;
		} else
			sb_addc(&out, *at++);
	}
	const char *folded = without_left_overs(j, out.at);
	sb_text_free(&out);
	return folded;
}
