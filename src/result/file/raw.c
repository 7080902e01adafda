/* Raw files, as SPICE and its relatives write them: plots one behind another, each with a head in words and its points
 * in binary or as text.
 *
 *     Title: ...   Date: ...   Plotname: AC Analysis   Flags: complex   No. Variables: 3   No. Points: 21
 *     Variables:   0 frequency frequency   1 v(out) voltage ...
 *     Binary:      points, each with its variables as doubles; complex: pairs of doubles
 *
 * The first variable is the axis. A complex plot is two columns for each variable in a record: re(NAME) and im(NAME).
 */
#include "result/file/raw.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "result/file/read.h"

static const char *type_of(const char *name)
{
	for (const char *open = strchr(name, '('); open && open > name; open = strchr(open + 1, '('))
		if (open == name + 1 || open[-2] == '.' || open[-2] == '(')
			return open[-1] == 'v' ? "voltage" : open[-1] == 'i' ? "current" : "notype";
	return "notype";
}

/* NAME of re(NAME). */
static const char *plain_name(const sr_raw_plot *p, const char *name, sb_text *out)
{
	out->n = 0;
	size_t n = strlen(name);
	bool part = p->pairs && n > 4 && name[2] == '(';
	sb_addn(out, name + (part ? 3 : 0), part ? n - 4 : n);
	return out->at;
}

static bool is_shown(const sr_record *r, uint32_t column)
{
	return !sr_column_at(r, column)->constant;
}

static void put_head(const sr_raw_plot *p, uint32_t variables, uint32_t points, FILE *out)
{
	uint32_t number = 0;
	sb_text name = {0};
	fprintf(out, "Title: %s\nDate: -\nPlotname: %s\nFlags: %s\nNo. Variables: %u\nNo. Points: %u\nVariables:\n",
			p->title,
			p->name, p->pairs ? "complex" : "real", variables, points);
	fprintf(out, "\t%u\t%s\t%s\n", number++, p->axis, p->axis_type);
	for (uint32_t c = 0; c < sr_columns(p->record); c += p->pairs ? 2 : 1) {
		const char *plain = plain_name(p, sr_column_at(p->record, c)->name, &name);
		if (is_shown(p->record, c))
			fprintf(out, "\t%u\t%s\t%s\n", number++, plain, type_of(plain));
	}
	sb_text_free(&name);
}

static void put_value(const sr_raw_plot *p, double re, double im, bool ascii, FILE *out)
{
	double both[2] = {re, im};
	if (!ascii)
		fwrite(both, sizeof(double), p->pairs ? 2 : 1, out);
	else if (p->pairs)
		fprintf(out, "\t%.17g,%.17g\n", re, im);
	else
		fprintf(out, "\t%.17g\n", re);
}

static void put_plot(const sr_raw_plot *p, bool ascii, FILE *out)
{
	const sr_record *r = p->record;
	uint32_t variables = 1, points = 0, step = p->pairs ? 2 : 1;
	for (uint32_t c = 0; c < sr_columns(r); c += step)
		variables += is_shown(r, c);
	for (uint32_t i = 0; i < sr_rows(r); i++)
		points += sr_mark_at(r, i) != SR_PEAK;
	put_head(p, variables, points, out);
	fputs(ascii ? "Values:\n" : "Binary:\n", out);
	for (uint32_t i = 0, number = 0; i < sr_rows(r); i++) {
		if (sr_mark_at(r, i) == SR_PEAK)
			continue;
		if (ascii)
			fprintf(out, " %u", number);
		number++;
		put_value(p, sr_time(r, i), 0, ascii, out);
		for (uint32_t c = 0; c < sr_columns(r); c += step)
			if (is_shown(r, c))
				put_value(p, sr_value(r, i, c), step == 2 ? sr_value(r, i, c + 1) : 0, ascii, out);
	}
}

bool sr_write_raw(const sr_raw_plot *plots, uint32_t count, const char *path, sb_diag *diag)
{
	sb_output out;
	size_t n = strlen(path);
	bool ascii = n > 8 && strcmp(path + n - 8, ".txt.raw") == 0;
	if (!sb_output_open(&out, diag, path))
		return false;
	for (uint32_t i = 0; i < count; i++)
		put_plot(&plots[i], ascii, out.stream);
	return sb_output_commit(&out, diag);
}

bool sr_is_raw_name(const char *path)
{
	size_t n = strlen(path);
	return n > 4 && strcasecmp(path + n - 4, ".raw") == 0;
}

/* ------------------------------------------------------------------------------------------------------ reading */

typedef struct raw {
	const char *at, *end, *name;       /* what is left; the name of the file */
	sb_arena *arena;
	sb_diag *diag;
	bool pairs, ascii;
	uint32_t variables, points;
	sr_column *columns;
} raw;

static bool wrong(raw *r, const char *what)
{
	sb_help(sb_report(r->diag, SB_ERROR, "F0070", (sb_span){0}, "'%s' is no raw file that can be read: %s", r->name,
			what),
			"raw files are those of SPICE: a head in words, then Binary: or Values:");
	return false;
}

/* The next line, or NULL. */
static const char *line(raw *r)
{
	const char *end = r->at < r->end ? memchr(r->at, '\n', (size_t)(r->end - r->at)) : NULL;
	if (!end)
		return NULL;
	size_t n = (size_t)(end - r->at);
	const char *text = sb_strndup(r->arena, r->at, n && r->at[n - 1] == '\r' ? n - 1 : n);
	r->at = end + 1;
	return text;
}

static const char *behind(const char *text, const char *word)
{
	size_t n = strlen(word);
	return strncasecmp(text, word, n) == 0 ? text + n + strspn(text + n, " \t") : NULL;
}

/* One line of the list of variables: number, name, type. */
static bool take_variable(raw *r, uint32_t i)
{
	const char *text = line(r);
	if (!text)
		return wrong(r, "it ends in the list of variables");
	text += strspn(text, " \t");
	text += strcspn(text, " \t");
	text += strspn(text, " \t");
	size_t n = strcspn(text, " \t");
	if (!n)
		return wrong(r, "a variable has no name");
	const char *name = sb_strndup(r->arena, text, n);
	if (i == 0)
		return true;
	uint32_t step = r->pairs ? 2 : 1, at = (i - 1) * step;
	for (uint32_t k = 0; k < step; k++)
		r->columns[at + k] = (sr_column){.name = step == 1 ? name : sb_printf(r->arena, k ? "im(%s)" : "re(%s)", name),
			.unit = "", .description = "", .channel = at + k};
	return true;
}

static bool take_head(raw *r)
{
	const char *text, *value;
	r->pairs = r->ascii = false;
	r->variables = r->points = 0;
	while ((text = line(r))) {
		if ((value = behind(text, "Flags:")))
			r->pairs = strstr(value, "complex") != NULL;
		else if ((value = behind(text, "No. Variables:")))
			r->variables = (uint32_t)strtoul(value, NULL, 10);
		else if ((value = behind(text, "No. Points:")))
			r->points = (uint32_t)strtoul(value, NULL, 10);
		else if (behind(text, "Binary:") || behind(text, "Values:")) {
			r->ascii = behind(text, "Values:") != NULL;
			return r->columns ? true : wrong(r, "it has no list of variables");
		} else if (behind(text, "Variables:")) {
			if (!r->variables || r->variables > 10000000 || (size_t)(r->end - r->at) < r->variables)
				return wrong(r, "the number of variables is wrong");
			r->columns = sb_new_array(r->arena, sr_column, 2 * (size_t)r->variables);
			for (uint32_t i = 0; i < r->variables; i++)
				if (!take_variable(r, i))
					return false;
		}
	}
	return wrong(r, "it has no points");
}

static bool take_number(raw *r, double *value)
{
	char *stop;
	while (r->at < r->end && (isspace((unsigned char)*r->at) || *r->at == ','))
		r->at++;
	size_t n = 0;
	char digits[64];
	while (r->at + n < r->end && n < sizeof digits - 1 && !isspace((unsigned char)r->at[n]) && r->at[n] != ',')
		n++;
	memcpy(digits, r->at, n);
	digits[n] = 0;
	*value = sb_read_real(digits, &stop);
	r->at += n;
	return n && !*stop;
}

static bool take_value(raw *r, double *re, double *im)
{
	if (r->ascii)
		return take_number(r, re) && (!r->pairs || take_number(r, im));
	size_t n = sizeof(double) * (r->pairs ? 2 : 1);
	if ((size_t)(r->end - r->at) < n)
		return false;
	memcpy(re, r->at, sizeof *re);
	if (r->pairs)
		memcpy(im, r->at + sizeof *re, sizeof *im);
	r->at += n;
	return true;
}

static bool take_points(raw *r, sr_record *out)
{
	double before = -INFINITY, number, axis, none, *row;
	uint32_t step = r->pairs ? 2 : 1;
	for (uint32_t i = 0; i < r->points; i++) {
		if ((r->ascii && !take_number(r, &number)) || !take_value(r, &axis, &none))
			return wrong(r, "it ends before its last point");
		if (!(axis >= before))
			return wrong(r, "its first variable decreases: a plot of several sweeps cannot be shown as one");
		before = axis;
		row = sr_row(out, axis, SR_GRID);
		for (uint32_t k = 0; k + 1 < r->variables; k++)
			if (!take_value(r, &row[step * k], r->pairs ? &row[step * k + 1] : &none))
				return wrong(r, "it ends before its last point");
	}
	return true;
}

/* Over a plot that is not the one that is asked for. */
static bool pass_points(raw *r)
{
	double re, im;
	for (uint64_t i = 0; i < (uint64_t)r->points * (r->variables + r->ascii); i++)
		if (r->ascii && i % (r->variables + 1) == 0 ? !take_number(r, &re) : !take_value(r, &re, &im))
			return wrong(r, "it ends before its last point");
	while (r->at < r->end && isspace((unsigned char)*r->at))
		r->at++;
	return true;
}

sr_record *sr_read_raw(const char *data, size_t length, const char *name, uint32_t plot, sb_diag *diag)
{
	raw r = {.at = data, .end = data + length, .name = name, .arena = sb_arena_new(), .diag = diag};
	sr_record *out = NULL;
	bool good = take_head(&r);
	for (uint32_t k = 1; k < plot && good; k++) {
		r.columns = pass_points(&r) ? NULL : r.columns;
		good = !r.columns && (r.at < r.end || wrong(&r, "it has no plot of this number")) && take_head(&r);
	}
	uint32_t count = good ? (r.variables - 1) * (r.pairs ? 2 : 1) : 0;
	if (good) {
		out = sr_record_new(r.columns, count, count);
		good = take_points(&r, out);
		sr_mark_events(out);
	}
	if (!good && out) {
		sr_record_free(out);
		out = NULL;
	}
	sb_arena_free(r.arena);
	return out;
}

bool sr_is_raw(const char *data, size_t length)
{
	return length > 7 && strncasecmp(data, "Title:", 6) == 0;
}
