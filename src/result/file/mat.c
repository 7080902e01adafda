/* MATLAB v4 trajectory files, as Dymola and OpenModelica write them ("binTrans": matrices are stored transposed, one
 * variable a row).
 *
 *     Aclass       Atrajectory, 1.1, "", binTrans
 *     name         one column a variable, the first is time
 *     description  the same, with the unit in brackets
 *     dataInfo     per variable: table (0 time, 1 constants, 2 trajectories), row in it (negative: negated), 0, -1
 *     data_1       constants at the first and the last time
 *     data_2       trajectories
 */
#include "result/file/result_file.h"
#include <stdlib.h>
#include <string.h>

typedef struct writer { FILE *stream; bool good; } writer;
enum { MAT_DOUBLE = 0, MAT_INT = 20, MAT_TEXT = 51 };

static void put(writer *w, const void *data, size_t size)
{
	w->good = w->good && fwrite(data, 1, size, w->stream) == size;
}

static void put_head(writer *w, int type, uint32_t rows, uint32_t columns, const char *name)
{
	int32_t head[5] = {type, (int32_t)rows, (int32_t)columns, 0, (int32_t)strlen(name) + 1};
	put(w, head, sizeof head);
	put(w, name, strlen(name) + 1);
}

/* Texts as columns, filled up with spaces (names: with zero bytes, as readers of these files expect). */
static void put_texts(writer *w, const char *name, const sb_strings *texts, char fill)
{
	size_t longest = 1;
	for (uint32_t i = 0; i < texts->n; i++)
		if (strlen(texts->at[i]) > longest)
			longest = strlen(texts->at[i]);
	char *column = sb_resize(NULL, longest);
	put_head(w, MAT_TEXT, (uint32_t)longest, texts->n, name);
	for (uint32_t i = 0; i < texts->n; i++) {
		memset(column, fill, longest);
		memcpy(column, texts->at[i], strlen(texts->at[i]));
		put(w, column, longest);
	}
	free(column);
}

static void put_class(writer *w)
{
	static const char *const rows[4] = {"Atrajectory", "1.1", "", "binTrans"};
	put_head(w, MAT_TEXT, 4, 11, "Aclass");
	for (size_t c = 0; c < 11; c++)
		for (int k = 0; k < 4; k++) {
			char letter = c < strlen(rows[k]) ? rows[k][c] : ' ';
			put(w, &letter, 1);
		}
}

static void put_names(writer *w, const sr_record *r)
{
	sb_arena *scratch = sb_arena_new();
	sb_strings names = {0}, descriptions = {0};
	sb_push(scratch, names, "time");
	sb_push(scratch, descriptions, "Time [s]");
	for (uint32_t i = 0; i < sr_columns(r); i++) {
		const sr_column *c = sr_column_at(r, i);
		sb_push(scratch, names, c->name);
		const char *text = *c->unit ? sb_printf(scratch, "%s%s[%s%s%s]", c->description, *c->description ? " " : "",
												c->unit, *c->shown_unit ? "|" : "", c->shown_unit)
		                            : c->description;
		sb_push(scratch, descriptions, text);
	}
	put_texts(w, "name", &names, 0);
	put_texts(w, "description", &descriptions, 0);
	sb_arena_free(scratch);
}

/* Which row of which table each column is. Columns of one channel share its row. */
static void put_info(writer *w, const sr_record *r, int32_t *row_of, uint32_t *constants, uint32_t *channels)
{
	*constants = *channels = 1;      /* row 1 of both tables is time */
	put_head(w, MAT_INT, 4, sr_columns(r) + 1, "dataInfo");
	int32_t info[4] = {0, 1, 0, -1};
	put(w, info, sizeof info);
	for (uint32_t i = 0; i < sr_columns(r); i++) {
		const sr_column *c = sr_column_at(r, i);
		if (c->constant) {
			info[0] = 1;
			info[1] = (int32_t)++*constants;
		} else {
			if (!row_of[c->channel])
				row_of[c->channel] = (int32_t)++*channels;
			info[0] = 2;
			info[1] = c->negated ? -row_of[c->channel] : row_of[c->channel];
		}
		put(w, info, sizeof info);
	}
}

static void put_constants(writer *w, const sr_record *r, uint32_t constants)
{
	uint32_t rows = sr_rows(r);
	put_head(w, MAT_DOUBLE, constants, 2, "data_1");
	for (int side = 0; side < 2; side++) {
		double time = rows ? sr_time(r, side ? rows - 1 : 0) : 0;
		put(w, &time, sizeof time);
		for (uint32_t i = 0; i < sr_columns(r); i++)
			if (sr_column_at(r, i)->constant)
				put(w, &sr_column_at(r, i)->value, sizeof(double));
	}
}

static void put_trajectories(writer *w, const sr_record *r, const uint32_t *source, uint32_t channels)
{
	uint32_t rows = 0;
	for (uint32_t row = 0; row < sr_rows(r); row++)
		rows += sr_mark_at(r, row) != SR_PEAK;
	put_head(w, MAT_DOUBLE, channels, rows, "data_2");
	for (uint32_t row = 0; row < sr_rows(r) && w->good; row++) {
		if (sr_mark_at(r, row) == SR_PEAK)
			continue;
		double time = sr_time(r, row);
		put(w, &time, sizeof time);
		for (uint32_t k = 2; k <= channels; k++) {
			double v = sr_value(r, row, source[k]);
			if (sr_column_at(r, source[k])->negated)
				v = -v;
			put(w, &v, sizeof v);
		}
	}
}

bool sr_write_mat(const sr_record *r, FILE *stream)
{
	writer w = {stream, true};
	sb_arena *scratch = sb_arena_new();
	uint32_t constants, channels, most = 0;
	for (uint32_t i = 0; i < sr_columns(r); i++)
		if (!sr_column_at(r, i)->constant && sr_column_at(r, i)->channel >= most)
			most = sr_column_at(r, i)->channel + 1;
	int32_t *row_of = sb_new_array(scratch, int32_t, most + 1);
	put_class(&w);
	put_names(&w, r);
	put_info(&w, r, row_of, &constants, &channels);
	put_constants(&w, r, constants);
	uint32_t *source = sb_new_array(scratch, uint32_t, channels + 1);      /* a column through which each row is read */
	for (uint32_t i = 0; i < sr_columns(r); i++)
		if (!sr_column_at(r, i)->constant)
			source[row_of[sr_column_at(r, i)->channel]] = i;
	put_trajectories(&w, r, source, channels);
	sb_arena_free(scratch);
	return w.good;
}
