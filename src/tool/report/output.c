/* The parts of a program's OUTPUT: lists, plots in the terminal, pictures, histograms. */
#include "tool/report/report.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

void tool_terminal_size(uint32_t *width, uint32_t *height)
{
	struct winsize size;
	*width = 80;
	*height = 20;
	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= 40) {
		*width = size.ws_col < 120 ? size.ws_col : 120;
		if (size.ws_row >= 12)
			*height = size.ws_row - 6 < 24 ? size.ws_row - 6 : 24;
	}
}

bool tool_draws(const sm_model *m)
{
	for (uint32_t i = 0; i < m->outputs.n; i++)
		if (m->outputs.at[i].kind == SM_OUT_GRAPH)
			return true;
	return false;
}

bool tool_needs_rows(const sm_model *m)
{
	for (uint32_t i = 0; i < m->outputs.n; i++)
		if (!m->outputs.at[i].cross && m->outputs.at[i].kind != SM_OUT_HISTOGRAM)
			return true;
	return false;
}

typedef struct part {
	const st_model *m; const st_outcome *o; const sm_output *wish;
	const sr_record *rows;
	sb_arena *arena;
	tool_pictures *pictures;
	sb_text *out;
} part;

/* The columns of a name: a scalar, or all elements of an array. None is said. */
static bool add_columns(part *p, const char *name, sb_u32s *columns)
{
	uint32_t before = columns->n;
	for (uint32_t c = 0; c < sr_columns(p->rows); c++)
		if (sb_matches(name, sr_column_at(p->rows, c)->name))
			sb_push(p->arena, *columns, c);
	if (columns->n > before)
		return true;
	sb_message *e =
		sb_report(p->m->diag, SB_WARNING, "U0204", p->wish->span, "'%s' should be shown, but was not stored", name);
	sb_help(e, p->m->flat->stored.n ? "add it to the list after STORE, or to --vars if that is given"
									: "is it selected by --vars?");
	return false;
}

static const st_statistic_summary *histogram_called(const part *p, const char *name)
{
	for (uint32_t i = 0; i < p->o->statistic_count; i++)
		if (p->o->statistics[i].cells && strcmp(p->o->statistics[i].name, name) == 0)
			return &p->o->statistics[i];
	return NULL;
}

static uint32_t scaled(double size, double factor)
{
	return (uint32_t)fmin(fmax(size * factor, 200), 8000);
}

/* PROGRAM_1.svg, or what --plot=FILE says: FILE.svg, FILE_2.svg, ...; several files, if it says several. */
static sb_strings picture_names(part *p)
{
	tool_pictures *t = p->pictures;
	sb_strings names = {0};
	t->number++;
	for (uint32_t i = 0; i < t->files->n; i++) {
		const char *file = t->files->at[i], *dot = strrchr(file, '.');
		if (*file)
			sb_push(t->arena, names,
					t->number == 1 ? file : sb_printf(t->arena, "%.*s_%u%s", (int)(dot - file), file, t->number, dot));
	}
	if (!names.n)
		sb_push(t->arena, names, (const char *)sb_printf(t->arena, "%s_%u.svg", p->m->flat->name, t->number));
	return names;
}

static bool told(part *p, const char *file, bool good)
{
	if (good)
		sb_push(p->pictures->arena, p->pictures->drawn, file);
	return good;
}

static void add_title(part *p)
{
	if (*p->wish->title)
		sb_addf(p->out, "%s\n", p->wish->title);
}

static bool show_bars(part *p, const char *name)
{
	const st_statistic_summary *s = histogram_called(p, name);
	if (!s)
		return true;                 /* no run was made that could have filled it: said elsewhere */
	uint32_t height;
	sr_bars bars = {.title = s->name, .x_label = s->name, .low = s->low, .width = s->width, .count = s->cells,
		.cells = s->cell_count, .unicode = true};
	if (p->wish->kind == SM_OUT_GRAPH) {
		sb_strings files = picture_names(p);
		bool good = true;
		bars.title = *p->wish->title ? p->wish->title : s->name;
		bars.pixels_wide = scaled(860, p->wish->x_factor);
		bars.pixels_high = scaled(436, p->wish->y_factor);
		for (uint32_t i = 0; i < files.n; i++)
			good = told(p, files.at[i], sr_bars_plot(&bars, files.at[i], p->m->diag)) && good;
		return good;
	}
	tool_terminal_size(&bars.characters, &height);
	add_title(p);
	sr_bars_terminal(&bars, p->out);
	return true;
}

/* The curves of a plot or picture: over the column `versus`, over time, or over the number of the row. */
static bool choose_curves(part *p, sr_figure *f)
{
	const sm_output *w = p->wish;
	sb_u32s columns = {0}, x = {0};
	for (uint32_t i = 0; i < w->names.n; i++)
		add_columns(p, w->names.at[i], &columns);
	if (w->versus && !add_columns(p, w->versus, &x))
		return false;
	*f = (sr_figure){.title = w->title, .columns = columns.at, .count = columns.n, .versus = w->versus != NULL,
		.points = w->cross, .x_label = w->cross && !w->versus ? "row" : NULL, .unicode = true, .color = false};
	if (f->versus)
		f->x_column = x.at[0];
	return columns.n > 0;
}

static bool draw(part *p)
{
	sr_figure f;
	if (!choose_curves(p, &f))
		return true;
	sb_strings files = picture_names(p);
	bool good = true;
	f.width = scaled(860, p->wish->x_factor);
	f.height = p->wish->y_factor == 1 ? 0 : scaled(436, p->wish->y_factor);
	for (uint32_t i = 0; i < files.n; i++)
		good = told(p, files.at[i], sr_plot(p->rows, &f, files.at[i], p->m->diag)) && good;
	return good;
}

static void show_plot(part *p)
{
	sr_figure f;
	if (!choose_curves(p, &f))
		return;
	tool_terminal_size(&f.width, &f.height);
	f.color = tool_color(stdout);
	add_title(p);
	sr_plot_terminal(p->rows, &f, p->out);
}

static void show_list(part *p)
{
	sb_u32s columns = {0};
	if (p->wish->versus && !add_columns(p, p->wish->versus, &columns))
		return;
	for (uint32_t i = 0; i < p->wish->names.n; i++)
		add_columns(p, p->wish->names.at[i], &columns);
	add_title(p);
	sr_list(p->rows, columns.at, columns.n, p->wish->versus ? NULL : p->wish->cross ? "row" : "time", true, p->out);
}

static bool show(part *p)
{
	const sm_output *w = p->wish;
	bool good = true;
	if (w->kind == SM_OUT_HISTOGRAM || (w->kind == SM_OUT_GRAPH && w->names.n && histogram_called(p, w->names.at[0]))) {
		for (uint32_t i = 0; i < w->names.n; i++)
			good = show_bars(p, w->names.at[i]) && good;
		return good;
	}
	p->rows = w->cross ? se_cross(p->o->run) : se_record(p->o->run);
	if (!p->rows || !sr_rows(p->rows)) {
		sb_message *e = sb_report(p->m->diag, SB_WARNING, "U0203", w->span, "there is nothing to show: %s",
		                          w->cross ? "CROSSPLOT added no row" : "the last run stored nothing");
		sb_help(e, w->cross ? "CROSSPLOT adds a row of what is stored"
							: "STOREON turns storing on; it must be on in the last run");
		return true;
	}
	if (w->kind == SM_OUT_GRAPH)
		return draw(p);
	if (w->kind == SM_OUT_LIST)
		show_list(p);
	else
		show_plot(p);
	return true;
}

bool tool_show_outputs(const st_model *m, const st_outcome *o, tool_pictures *pictures, sb_text *out)
{
	part p = {.m = m, .o = o, .arena = sb_arena_new(), .pictures = pictures, .out = out};
	bool good = true;
	for (uint32_t i = 0; i < m->flat->outputs.n; i++) {
		size_t before = out->n;
		p.wish = &m->flat->outputs.at[i];
		good = show(&p) && good;
		if (out->n > before)
			sb_addc(out, '\n');
	}
	sb_arena_free(p.arena);
	return good;
}
