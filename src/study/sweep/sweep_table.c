/* The results of a sweep as CSV: a row for each point that was made, and curves in a long form. */
#include "study/sweep/sweep.h"
#include "result/table/table.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A comma, and the value of a parameter as it would be written. */
static void put_values(const st_sweep *s, FILE *f, uint64_t number, double *values)
{
	st_design_point(&s->design, number, values);
	for (uint32_t i = 0; i < s->design.count; i++) {
		sb_text text = {0};
		st_many_value_text(s->many, i, values[i], &text);
		fputc(',', f);
		sr_put_field(f, text.at);
		sb_text_free(&text);
	}
}

static void put_head(const st_sweep *s, FILE *f)
{
	fputs("point", f);
	for (uint32_t i = 0; i < s->design.count; i++) {
		fputc(',', f);
		sr_put_field(f, s->design.axes[i].name);
	}
}

bool st_sweep_write(const st_sweep *s, const char *path, sb_diag *diag)
{
	sb_output out;
	if (!sb_output_open(&out, diag, path))
		return false;
	double *values = sb_resize(NULL, (s->design.count + 1) * sizeof *values);
	put_head(s, out.stream);
	for (uint32_t c = 0; c < s->columns; c++) {
		sb_text name = {0};
		st_sweep_column_name(s, c, &name);
		fputc(',', out.stream);
		sr_put_field(out.stream, name.at);
		sb_text_free(&name);
	}
	fputs(",status,message\r\n", out.stream);
	for (uint64_t k = 0; k < s->design.points; k++) {
		if (s->state[k] == ST_POINT_OPEN)
			continue;
		fprintf(out.stream, "%llu", (unsigned long long)k + 1);
		put_values(s, out.stream, k, values);
		for (uint32_t c = 0; c < s->columns; c++) {
			fputc(',', out.stream);
			sr_put_number(out.stream, s->values[k * s->columns + c]);
		}
		fputs(s->state[k] == ST_POINT_DONE ? ",done," : ",failed,", out.stream);
		sr_put_field(out.stream, s->message[k] ? s->message[k] : "");
		fputs("\r\n", out.stream);
	}
	free(values);
	return sb_output_commit(&out, diag);
}

bool st_sweep_write_curves(const st_sweep *s, const char *path, sb_diag *diag)
{
	sb_output out;
	if (!sb_output_open(&out, diag, path))
		return false;
	double *values = sb_resize(NULL, (s->design.count + 1) * sizeof *values);
	put_head(s, out.stream);
	fputs(",time", out.stream);
	for (uint32_t c = 0; c < s->curves; c++) {
		fputc(',', out.stream);
		sr_put_field(out.stream, st_curve_name(s->measures, c));
	}
	fputs("\r\n", out.stream);
	for (uint64_t k = 0; k < s->design.points; k++)
		for (uint32_t t = 0; t < s->time_count && s->state[k] == ST_POINT_DONE; t++) {
			fprintf(out.stream, "%llu", (unsigned long long)k + 1);
			put_values(s, out.stream, k, values);
			fputc(',', out.stream);
			sr_put_number(out.stream, s->times[t]);
			for (uint32_t c = 0; c < s->curves; c++) {
				char text[32];
				float v = s->curve[(k * s->curves + c) * s->time_count + t];
				snprintf(text, sizeof text, "%.8g", (double)v);
				fprintf(out.stream, ",%s", isnan(v) ? "" : text);
			}
			fputs("\r\n", out.stream);
		}
	free(values);
	return sb_output_commit(&out, diag);
}
