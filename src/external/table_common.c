/* What the tables have in common: see table.h. */
#include "external/table_common.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool is_name(const char *name)
{
	if (strcmp(name, "NoName") == 0)
		return false;
	for (; *name; name++)
		if (!isspace((unsigned char)*name))
			return true;
	return false;
}

void sl_refuse(double *at, sb_text *why)
{
	const char *text = sl_keep(why->at ? why->at : "");
	sb_text_free(why);
	free(at);
	sl_fail("%s", text);
}

/* A function `usertab` of the model gives the numbers: in rows, or column by column where it says so. They stay its
 * own. */
static bool from_user(const char *name, sl_table_kind kind, sl_matrix *m)
{
	int (*usertab)(char *, int, int *, int *, double **) =
		(int (*)(char *, int, int *, int *, double **))sl_function_of_model("usertab");
	int sizes[3] = {0}, by_columns = 0;
	double *at = NULL;
	if (!usertab || usertab((char *)name, (int)kind, sizes, &by_columns, &at) != 0 || !at || sizes[0] < 1 ||
		sizes[1] < 1)
		return false;
	*m = (sl_matrix){(size_t)sizes[by_columns ? 1 : 0], (size_t)sizes[by_columns ? 0 : 1], NULL, NULL};
	m->at = sb_resize(NULL, m->rows * m->columns * sizeof(double));
	for (size_t i = 0; i < m->rows; i++)
		for (size_t j = 0; j < m->columns; j++)
			m->at[i * m->columns + j] = by_columns ? at[j * m->rows + i] : at[i * m->columns + j];
	return true;
}

sl_matrix sl_source_read(const sl_source *s, sl_table_kind kind)
{
	size_t least_rows = kind == SL_IN_TWO ? 2 : 1;
	sl_matrix m = {s->rows, s->columns, NULL, NULL};
	sb_text why = {0};
	if (is_name(s->file) && !is_name(s->name))
		sl_fail("the file '%s' of the table is given, but not the name of the table in it", s->file);
	if (is_name(s->name) && !is_name(s->file)) {
		if (!from_user(s->name, kind, &m))
			sl_fail("the table '%s' was not found: it should come from a C function 'usertab' that the model includes; "
					"give its file, or the table itself",
					s->name);
	} else if (is_name(s->file)) {
		const char *path = sl_file(s->file);
		if (!sl_matrix_read(path, s->name, s->delimiter, s->header_lines, &m, &why)) {
			sb_text all = {0};
			sb_addf(&all, "the table '%s' cannot be read from the file '%s': %s", s->name, path, why.at ? why.at : "");
			sb_text_free(&why);
			sl_refuse(NULL, &all);
		}
	} else {
		m.at = sb_resize(NULL, (m.rows * m.columns + 1) * sizeof(double));
		memcpy(m.at, s->at, m.rows * m.columns * sizeof(double));
	}
	if (m.rows < least_rows || m.columns < 2) {
		sb_addf(&why,
				"the table '%s' has %zu rows and %zu columns, which is too small: at least %zu and 2 are needed",
				s->name,
				m.rows, m.columns, least_rows);
		sl_refuse(m.at, &why);
	}
	return m;
}

bool sl_rises(const double *x, size_t n, size_t stride, bool may_repeat, const char *what, const char *name,
			  size_t first, sb_text *why)
{
	for (size_t i = 0; i + 1 < n; i++) {
		double a = x[i * stride], b = x[(i + 1) * stride];
		if (a < b || (may_repeat && a == b))
			continue;
		sb_addf(why,
				"the first %s of the table '%s' does not rise%s: the number %.10g at position %zu is followed by %.10g",
				strcmp(what, "row") == 0 ? "row" : "column", name, may_repeat ? "" : " strictly", a, first + i + 1, b);
		return false;
	}
	return true;
}

bool sl_kinds_are_known(int smoothness, int extrapolation, sb_text *why)
{
	if (smoothness >= SL_LINEAR && smoothness <= SL_MODIFIED_AKIMA && extrapolation >= SL_HOLD &&
		extrapolation <= SL_NO_EXTRAPOLATION)
		return true;
	sb_addf(why, "there is no smoothness %d or no extrapolation %d", smoothness, extrapolation);
	return false;
}

double sl_answer(double value, const sl_fault *fault)
{
	char u[32], from[32], to[32];
	if (fault->kind == SL_GOOD)
		return value;
	if (fault->kind == SL_NO_COLUMN)
		sl_fail("column %d of %zu columns was asked for", fault->column, fault->count);
	sb_real_text(u, fault->value);
	sb_real_text(from, fault->from);
	sb_real_text(to, fault->to);
	sl_fail("%s = %s is %s the table, which goes from %s to %s, and extrapolation is not allowed", fault->what, u,
			fault->side == SL_BELOW ? "below" : "above", from, to);
}
