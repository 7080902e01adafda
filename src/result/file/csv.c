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
typedef struct decimals {
	sb_text constants, row;
	struct span { size_t at, n; uint32_t row; } *of_channel, *of_constant; /* row: counted from 1, for which it holds */
} decimals;

static struct span put(sb_text *out, double value, uint32_t row)
{
	size_t at = out->n;
	sb_add_real(out, value);
	return (struct span){at, out->n - at, row};
}

static void add_value(decimals *d, sb_text *line, const sr_record *r, uint32_t row, uint32_t column)
{
	const sr_column *c = sr_column_at(r, column);
	struct span *s = c->constant ? &d->of_constant[column] : &d->of_channel[c->channel];
	sb_text *text = c->constant ? &d->constants : &d->row;
	bool negated = !c->constant && c->negated;
	if (s->row != (c->constant ? 1 : row + 1)) {
		double v = sr_value(r, row, column);
		*s = put(text, negated ? -v : v, c->constant ? 1 : row + 1);
	}
	const char *at = text->at + s->at;
	bool minus = *at == '-';
	if (negated && !minus && *at != 'N')
		sb_addc(line, '-');
	sb_addn(line, at + (negated && minus), s->n - (negated && minus));
}

bool sr_write_csv(const sr_record *r, FILE *stream)
{
	sb_arena *arena = sb_arena_new();
	sb_text line = {0};
	uint32_t channels = 0;
	bool good = true;
	sb_add(&line, "time");
	for (uint32_t c = 0; c < sr_columns(r); c++) {
		const sr_column *column = sr_column_at(r, c);
		sb_addc(&line, ',');
		add_field(&line, column->name);
		if (!column->constant && column->channel >= channels)
			channels = column->channel + 1;
	}
	sb_add(&line, "\r\n");
	decimals d = {.of_channel = sb_new_array(arena, struct span, channels + 1),
	              .of_constant = sb_new_array(arena, struct span, sr_columns(r) + 1)};
	for (uint32_t row = 0; row < sr_rows(r) && good; row++) {
		if (sr_mark_at(r, row) == SR_PEAK)
			continue;
		d.row.n = 0;
		sb_add_real(&line, sr_time(r, row));
		for (uint32_t c = 0; c < sr_columns(r); c++) {
			sb_addc(&line, ',');
			add_value(&d, &line, r, row, c);
		}
		sb_add(&line, "\r\n");
		good = fwrite(line.at, 1, line.n, stream) == line.n;
		line.n = 0;
	}
	good = good && fwrite(line.at, 1, line.n, stream) == line.n;      /* the header of an empty record */
	sb_text_free(&line);
	sb_text_free(&d.constants);
	sb_text_free(&d.row);
	sb_arena_free(arena);
	return good;
}
