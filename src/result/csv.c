/* CSV by RFC 4180: CRLF, fields quoted where they hold a comma, a quote or a line break; numbers as the shortest decimals that read back
 * exactly. What does not change in the run (parameters, constants) is a column like the others. */
#include "result/result.h"
#include <string.h>

static void add_field(sb_text *line, const char *field)
{
	if (!strpbrk(field, ",\"\r\n")) {
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

bool sr_write_csv(const sr_record *r, FILE *stream)
{
	sb_text line = {0};
	bool good = true;
	sb_add(&line, "time");
	for (uint32_t c = 0; c < sr_columns(r); c++) {
		sb_addc(&line, ',');
		add_field(&line, sr_column_at(r, c)->name);
	}
	sb_add(&line, "\r\n");
	for (uint32_t row = 0; row < sr_rows(r) && good; row++) {
		sb_add_real(&line, sr_time(r, row));
		for (uint32_t c = 0; c < sr_columns(r); c++) {
			sb_addc(&line, ',');
			sb_add_real(&line, sr_value(r, row, c));
		}
		sb_add(&line, "\r\n");
		good = fwrite(line.at, 1, line.n, stream) == line.n;
		line.n = 0;
	}
	good = good && fwrite(line.at, 1, line.n, stream) == line.n;      /* the header of an empty record */
	sb_text_free(&line);
	return good;
}
