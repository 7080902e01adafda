/* CSV by RFC 4180: CRLF, fields quoted where they hold a comma, a quote or a line break; numbers as the shortest
 * decimals that read back exactly. What does not change in the run (parameters, constants) is a column like the
 * others. */
#include "result/file/result_file.h"
#include <string.h>

static void add_field(sb_text *line, const char *field)
{
	if (!strpbrk(field, ",;\t\"\r\n")) {      /* semicolons and tabs separate too, for readers that guess */
		sb_add(line, field);
		return;
	}
	sb_addc(line, '"');
	for (const char *c = field; *c; c++) {
		if (*c == '"')
			sb_addc(line, '"');
		sb_addc(line, *c);
	}
	sb_addc(line, '"');
}

/* The decimals of a row. Aliases are one channel, which is written once and copied, with the other sign where they have
 * it; what is constant is written once for all rows. */
struct sr_csv {
	FILE *stream;
	sb_arena *arena;
	const sr_record *columns;
	sb_text line, constants, row;
	uint64_t rows;
	struct span { size_t at, n; uint64_t row; } *of_channel, *of_constant; /* row: counted from 1, for which it holds */
};

static struct span put(sb_text *out, double value, uint64_t row)
{
	size_t at = out->n;
	sb_add_real(out, value);
	return (struct span){at, out->n - at, row};
}

static void add_value(sr_csv *f, const sr_column *c, uint32_t column, const double *channels)
{
	struct span *s = c->constant ? &f->of_constant[column] : &f->of_channel[c->channel];
	sb_text *text = c->constant ? &f->constants : &f->row;
	uint64_t row = c->constant ? 1 : f->rows;
	bool negated = !c->constant && c->negated;
	if (s->row != row)
		*s = put(text, c->constant ? c->value : channels[c->channel], row);
	const char *at = text->at + s->at;
	bool minus = *at == '-';
	if (negated && !minus && *at != 'N')
		sb_addc(&f->line, '-');
	sb_addn(&f->line, at + (negated && minus), s->n - (negated && minus));
}

static bool put_line(sr_csv *f)
{
	sb_add(&f->line, "\r\n");
	bool good = fwrite(f->line.at, 1, f->line.n, f->stream) == f->line.n;
	f->line.n = 0;
	return good;
}

static bool begin(void *self, const sr_record *columns)
{
	sr_csv *f = self;
	uint32_t channels = 0;
	f->columns = columns;
	sb_add(&f->line, "time");
	for (uint32_t c = 0; c < sr_columns(columns); c++) {
		const sr_column *column = sr_column_at(columns, c);
		sb_addc(&f->line, ',');
		add_field(&f->line, column->name);
		if (!column->constant && column->channel >= channels)
			channels = column->channel + 1;
	}
	f->of_channel = sb_new_array(f->arena, struct span, channels + 1);
	f->of_constant = sb_new_array(f->arena, struct span, sr_columns(columns) + 1);
	return put_line(f);
}

static bool add_row(void *self, double time, sr_mark mark, const double *channels)
{
	sr_csv *f = self;
	if (mark == SR_PEAK)
		return true;
	f->row.n = 0;
	f->rows++;
	sb_add_real(&f->line, time);
	for (uint32_t c = 0; c < sr_columns(f->columns); c++) {
		sb_addc(&f->line, ',');
		add_value(f, sr_column_at(f->columns, c), c, channels);
	}
	return put_line(f);
}

sr_csv *sr_csv_new(FILE *stream)
{
	sb_arena *arena = sb_arena_new();
	sr_csv *f = sb_new(arena, sr_csv);
	f->arena = arena;
	f->stream = stream;
	return f;
}

void sr_csv_free(sr_csv *f)
{
	sb_text_free(&f->line);
	sb_text_free(&f->constants);
	sb_text_free(&f->row);
	sb_arena_free(f->arena);
}

sr_sink sr_csv_sink(sr_csv *f)
{
	return (sr_sink){.self = f, .begin = begin, .row = add_row};
}

bool sr_write_csv(const sr_record *r, FILE *stream)
{
	sr_csv *f = sr_csv_new(stream);
	sr_sink sink = sr_csv_sink(f);
	bool good = sr_replay(r, &sink);
	sr_csv_free(f);
	return good;
}
