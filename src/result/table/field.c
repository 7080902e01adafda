/* Fields of CSV tables, as RFC 4180 wants them. */
#include "result/table/table.h"
#include <math.h>
#include <string.h>

void sr_put_field(FILE *f, const char *text)
{
	if (!text[strcspn(text, ",\"\r\n")]) {
		fputs(text, f);
		return;
	}
	fputc('"', f);
	for (; *text; text++) {
		if (*text == '"')
			fputc('"', f);
		fputc(*text == '\n' ? ' ' : *text, f);
	}
	fputc('"', f);
}

void sr_put_number(FILE *f, double value)
{
	char text[32];
	sb_real_text(text, value);
	fputs(isnan(value) ? "" : text, f);
}
