/* The table of PRINT, and the file of PREPARE. */
#include "shell/lead/shell_lead.h"

#include "base/file.h"
#include "result/file/result_file.h"

#include <errno.h>
#include <string.h>
#include <stdio.h>

enum { WIDTH = 16 };

static FILE *table_of(sh_world *w)
{
	sh_list *l = &w->print;
	if (!l->output || l->file)
		return l->file ? l->file : stdout;
	l->file = fopen(l->output, "w");
	if (l->file)
		return l->file;
	sb_report(w->diag, SB_ERROR, "T0135", (sb_span){0}, "'%s' cannot be written: %s", l->output, strerror(errno));
	l->output = NULL;
	return stdout;
}

static void print_head(sh_world *w, const sh_process *p, FILE *out)
{
	fprintf(out, "%*s", WIDTH, "time");
	for (uint32_t i = 0; i < w->print.items.n; i++) {
		const sh_item *item = &w->print.items.at[i];
		if (item->process == p)
			fprintf(out, " %*s", WIDTH, sh_item_name(w, item));
	}
	fputc('\n', out);
}

void sh_print_row(sh_world *w, sh_process *p)
{
	FILE *out = table_of(w);
	if (se_time(p->run) <= p->settings.start)
		print_head(w, p, out);
	fprintf(out, "%*.9g", WIDTH, se_time(p->run));
	for (uint32_t i = 0; i < w->print.items.n; i++) {
		const sh_item *item = &w->print.items.at[i];
		if (item->process == p)
			fprintf(out, " %*.9g", WIDTH, sh_value_of(item));
	}
	fputc('\n', out);
}

void sh_print_end(sh_world *w)
{
	if (w->print.file && fclose(w->print.file) != 0)
		sb_report(w->diag, SB_ERROR, "T0135", (sb_span){0}, "'%s' cannot be written: %s", w->print.output,
				  strerror(errno));
	w->print.file = NULL;
}

/* A .pre file is a table as a .csv file is. */
void sh_write_prepared(sh_world *w, sh_process *p)
{
	const char *file = w->prepare.output;
	uint32_t rows;
	const sr_record *r = sh_rows_of(p, &rows);
	sh_print_end(w);
	if (!file || !r)
		return;
	bool table = sb_ends_with(file, ".pre");
	const char *written = table ? sb_printf(w->now, "%s.csv", file) : file;
	if (!sr_write(r, written, w->diag))
		return;
	if (table && rename(written, file) != 0)
		sb_report(w->diag, SB_ERROR, "T0135", (sb_span){0}, "'%s' cannot be written: %s", file, strerror(errno));
	else
		printf("wrote %s\n", file);
}
