/* MAT files: trajectories in the layout that mat.c describes, and plain matrices whose first column is time. */
#include "base/utf8.h"
#include "external/matrix.h"
#include "model/unit/unit.h"
#include "result/file/read.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct mat {
	sb_arena *arena; sb_diag *diag;
	const unsigned char *data; size_t length; const char *path;
	bool by_rows;                    /* "binNormal": one variable a row of name, a column of data */
	sl_matrix name, description, info, data_1, data_2;
} mat;

static bool take(mat *m, const char *name, sl_matrix *out)
{
	sb_text why = {0};
	bool good = sl_matrix_from_mat(m->data, m->length, name, out, &why);
	sb_text_free(&why);
	return good;
}

static sr_record *damaged(mat *m, const char *what)
{
	sb_help(sb_report(m->diag, SB_ERROR, "F0060", (sb_span){0}, "'%s' is not a valid trajectory: %s", m->path,
					  what),
			"was the program that wrote it interrupted?");
	return NULL;
}

/* Text number k of a matrix of characters, without the spaces and zeros behind it. */
static const char *text_at(const mat *m, const sl_matrix *t, size_t k, bool by_rows)
{
	size_t n = by_rows ? t->columns : t->rows, end = 0;
	char *out = sb_alloc(m->arena, n + 1);
	for (size_t i = 0; i < n; i++) {
		double c = by_rows ? t->at[k * t->columns + i] : t->at[i * t->columns + k];
		out[i] = c > 0 && c < 256 ? (char)(unsigned char)c : 0;
		if (out[i] && out[i] != ' ')
			end = i + 1;
	}
	out[end] = 0;
	for (size_t i = 0; sb_utf8_invalid(out, strlen(out)) < strlen(out) && i < end; i++)
		out[i] = (unsigned char)out[i] < 128 ? out[i] : '?';
	return out;
}

static double cell(const mat *m, const sl_matrix *d, size_t variable, size_t at)
{
	return m->by_rows ? d->at[at * d->columns + variable] : d->at[variable * d->columns + at];
}

static size_t variables_of(const mat *m, const sl_matrix *d)
{
	return m->by_rows ? d->columns : d->rows;
}

static size_t times_of(const mat *m, const sl_matrix *d)
{
	return m->by_rows ? d->rows : d->columns;
}

/* "angular velocity [rad/s|rpm]": the unit, and the one that people want to see. */
static void add_description(mat *m, sr_column *c, const char *text)
{
	const char *open = strrchr(text, '['), *close = open ? strchr(open, ']') : NULL;
	c->description = text;
	if (!close || close[1])
		return;
	const char *bar = memchr(open, '|', (size_t)(close - open));
	c->unit = sb_strndup(m->arena, open + 1, (size_t)((bar ? bar : close) - open - 1));
	size_t n = (size_t)(open - text);
	while (n && text[n - 1] == ' ')
		n--;
	c->description = sb_strndup(m->arena, text, n);
	/* Dymola writes what kind of a number it is behind a number sign: :#(type=Integer) */
	const char *shown = bar ? sb_strndup(m->arena, bar + 1, (size_t)(close - bar - 1)) : "";
	if (bar && sm_unit_shown(c->unit, shown, &c->shown_factor, &c->shown_offset))
		c->shown_unit = shown;
}

/* What one column of the file is; false after a report. */
static bool set_column(mat *m, size_t k, sr_column *c)
{
	double table = cell(m, &m->info, 0, k), row = cell(m, &m->info, 1, k);
	const sl_matrix *d = table == 1 ? &m->data_1 : &m->data_2;
	*c = (sr_column){.name = text_at(m, &m->name, k, m->by_rows), .unit = "", .negated = row < 0};
	if (k < (m->by_rows ? m->description.rows : m->description.columns) && m->description.at)
		add_description(m, c, text_at(m, &m->description, k, m->by_rows));
	if ((table != 1 && table != 2) || !(fabs(row) >= 1 && fabs(row) <= (double)variables_of(m, d))) {
		damaged(m, sb_printf(m->arena, "'%s' is row %g of table %g, which does not exist", c->name, row, table));
		return false;
	}
	size_t at = (size_t)fabs(row) - 1;
	c->channel = (uint32_t)at;
	if (table == 1 && times_of(m, d)) {
		c->constant = true;
		c->value = (row < 0 ? -1 : 1) * cell(m, d, at, 0);
	}
	return true;
}

static sr_record *trajectory(mat *m, sr_facts *facts)
{
	size_t count = m->by_rows ? m->name.rows : m->name.columns, rows = times_of(m, &m->data_2),
		   channels = variables_of(m, &m->data_2);
	if ((m->by_rows ? m->info.columns : m->info.rows) < 2 || (m->by_rows ? m->info.rows : m->info.columns) < count)
		return damaged(m, "dataInfo is smaller than the list of names");
	if (!count || !rows || !channels || rows > UINT32_MAX / 2 || channels > UINT32_MAX / 16)
		return damaged(m, "it has no rows");
	sr_column *columns = sb_new_array(m->arena, sr_column, count + 1);
	uint32_t n = 0;
	for (size_t k = 1; k < count; k++)
		if (!set_column(m, k, &columns[n++]))
			return NULL;
	for (size_t i = 1; i < rows; i++)
		if (!(cell(m, &m->data_2, 0, i) >= cell(m, &m->data_2, 0, i - 1))) {
			sb_report(m->diag, SB_ERROR, "F0056", (sb_span){0}, "'%s': the times are not in order: %g comes after %g",
					  m->path, cell(m, &m->data_2, 0, i), cell(m, &m->data_2, 0, i - 1));
			return NULL;
		}
	sr_record *r = sr_record_new(columns, n, (uint32_t)channels);
	for (size_t i = 0; i < rows; i++) {
		double *to = sr_row(r, cell(m, &m->data_2, 0, i), SR_GRID);
		for (size_t k = 0; k < channels; k++) {
			to[k] = cell(m, &m->data_2, k, i);
			facts->missing += isnan(to[k]);
		}
	}
	facts->repeated = sr_mark_events(r);
	return r;
}

static sr_record *from_trajectory(mat *m, sr_facts *facts)
{
	sl_matrix class = {0};
	sr_record *r = NULL;
	if (take(m, "Aclass", &class)) {
		const char *order = class.rows >= 4 ? text_at(m, &class, 3, true) : "";
		m->by_rows = strncmp(order, "binNormal", 9) == 0;
		free(class.at);
	}
	take(m, "description", &m->description);
	take(m, "data_1", &m->data_1);
	if (!take(m, "dataInfo", &m->info) || !take(m, "data_2", &m->data_2))
		damaged(m, "dataInfo or data_2 is missing");
	else
		r = trajectory(m, facts);
	free(m->description.at);
	free(m->data_1.at);
	free(m->info.at);
	free(m->data_2.at);
	return r;
}

static sr_record *from_matrix(mat *m, const char *name, sr_facts *facts)
{
	sb_text why = {0};
	sl_matrix d;
	if (!sl_matrix_from_mat(m->data, m->length, name, &d, &why)) {
		sb_report(m->diag, SB_ERROR, "F0061", (sb_span){0}, "'%s' cannot be read: %s", m->path, why.at);
		sb_text_free(&why);
		return NULL;
	}
	sr_record *r = NULL;
	bool good = d.rows && d.columns > 1 && d.columns < UINT32_MAX / 16 && d.rows < UINT32_MAX / 2;
	if (!good)
		sb_report(m->diag, SB_ERROR, "F0061", (sb_span){0},
				  "the matrix '%s' of '%s' has no row, or no column beside that of the times", name, m->path);
	sr_column *columns = good ? sb_new_array(m->arena, sr_column, d.columns) : NULL; /* nothing may have a billion */
	for (size_t k = 1; good && k < d.columns; k++)
		columns[k - 1] = (sr_column){.name = sb_printf(m->arena, "%s[%zu]", name, k), .channel = (uint32_t)k - 1};
	for (size_t i = 0; good && i < d.rows; i++)
		if (!isfinite(d.at[i * d.columns]) || (i && d.at[i * d.columns] < d.at[(i - 1) * d.columns])) {
			sb_report(m->diag, SB_ERROR, "F0056", (sb_span){0},
					  "'%s': row %zu of '%s' is not in the order of time, which is its first column", m->path, i + 1,
					  name);
			good = false;
		}
	if (good) {
		r = sr_record_new(columns, (uint32_t)d.columns - 1, (uint32_t)d.columns - 1);
		for (size_t i = 0; i < d.rows; i++)
			memcpy(sr_row(r, d.at[i * d.columns], SR_GRID), d.at + i * d.columns + 1, (d.columns - 1) * sizeof(double));
		facts->repeated = sr_mark_events(r);
	}
	free(d.at);
	return r;
}

/* Which matrix is meant, where none was named: the only one. */
static sr_record *from_some_matrix(mat *m, const char *name, sr_facts *facts)
{
	sb_strings names = {0};
	sl_mat_names(m->data, m->length, m->arena, &names);
	if (*name || names.n == 1)
		return from_matrix(m, *name ? name : names.at[0], facts);
	if (!names.n)
		return from_matrix(m, "data", facts);        /* which says what the file is instead */
	sb_text list = {0};
	for (uint32_t i = 0; i < names.n && i < 12; i++)
		sb_addf(&list, "%s%s", i ? ", " : "", names.at[i]);
	sb_help(sb_report(m->diag, SB_ERROR, "F0061", (sb_span){0}, "'%s' has several matrices: which one?", m->path),
			"write %s:NAME, with one of %s", m->path, list.at);
	sb_text_free(&list);
	return NULL;
}

sr_record *sr_read_mat(const unsigned char *data, size_t length, const char *name, const char *matrix, sr_facts *facts,
					   sb_diag *diag)
{
	sr_facts own;
	mat m = {.arena = sb_arena_new(), .diag = diag, .data = data, .length = length, .path = name};
	facts = facts ? facts : &own;
	*facts = (sr_facts){0};
	sr_record *r = !*matrix && take(&m, "name", &m.name) ? from_trajectory(&m, facts)
														 : from_some_matrix(&m, matrix, facts);
	free(m.name.at);
	sb_arena_free(m.arena);
	return r;
}
