/* saltus run: the files and pictures of its results. */
#include "tool/run/tool_run.h"
#include <math.h>
#include <string.h>

static bool has_figure(const tool_job *j, const char *title)
{
	const sm_settings *x = &j->model->flat->settings;
	sb_strings titles = {0};
	for (uint32_t i = 0; title && i < x->figures.n; i++) {
		if (strcmp(x->figures.at[i].title, title) == 0)
			return true;
		sb_push(j->arena, titles, x->figures.at[i].title);
	}
	if (!title)
		return true;
	sb_message *m = sb_report(j->model->diag, SB_ERROR, "U0805", (sb_span){0}, "the model has no figure '%s'", title);
	const char *near = sb_nearest(title, titles.at, titles.n);
	if (near)
		sb_help(m, "did you mean '%s'?", near);
	else if (titles.n)
		sb_help(m, "there is '%s'", titles.at[0]);
	else
		sb_help(m, "figures are written in the annotation Documentation(figures = {...})");
	return false;
}

bool tool_check_pictures(tool_job *j)
{
	bool good = true;
	for (uint32_t i = 0; i < j->o.pictures.n; i++) {
		tool_picture *p = &j->o.pictures.at[i];
		sb_strings over = {0};
		sb_push(j->arena, j->picture_files, p->file);
		good = has_figure(j, p->figure) && good;
		good = tool_check_patterns(j->arena, j->model, j->rates, &p->vars, "--vars-plot", false) && good;
		good = tool_check_patterns(j->arena, j->model, j->rates, &p->right, "--right", false) && good;
		if (!p->over || strcmp(p->over, "time") == 0)
			continue;
		sb_push(j->arena, over, p->over);
		good = tool_check_patterns(j->arena, j->model, j->rates, &over, "--over", false) && good;
		p->over = over.at[0];
	}
	return good;
}

/* What is drawn where nobody says what: what the model's settings name, or what moves. */
static uint32_t columns_to_draw(const tool_job *j, uint32_t *columns, uint32_t most)
{
	const sr_record *r = se_record(j->run);
	const sb_strings *patterns = &j->model->flat->settings.plot;
	uint32_t n = 0;
	for (uint32_t p = 0; p < patterns->n; p++)
		for (uint32_t c = 0; c < sr_columns(r) && n < most; c++)
			if (sb_matches(patterns->at[p], sr_column_at(r, c)->name))
				columns[n++] = c;
	return n ? n : sr_choose(r, columns, 6 < most ? 6 : most);
}

/* The figure of a title; without one what the model prefers, or the first. */
static const sm_figure *figure_of(const sm_settings *x, const char *title)
{
	for (uint32_t i = 0; title && i < x->figures.n; i++)
		if (strcmp(x->figures.at[i].title, title) == 0)
			return &x->figures.at[i];
	for (uint32_t i = 0; i < x->figures.n; i++)
		if (x->figures.at[i].preferred)
			return &x->figures.at[i];
	return x->figures.n ? &x->figures.at[0] : NULL;
}

/* The column of a result that a figure asks for; UINT32_MAX after a message: there is none. */
static uint32_t column_called(tool_job *j, const char *name)
{
	uint32_t column = sr_find(se_record(j->run), name);
	if (column == UINT32_MAX)
		sb_help(sb_report(j->model->diag, SB_WARNING, "U0106", (sb_span){0},
						  "a figure of the model asks for '%s', which is not among the results", name),
				"a curve is the name of a variable, or der(...) of a state");
	return column;
}

/* The curves of a plot that are over `x` ("": time), as one panel. */
static void add_panel(tool_job *j, sb_arena *scratch, const sm_plot *from, const char *x, sr_plot_wish *to)
{
	uint32_t *columns = sb_new_array(scratch, uint32_t, from->curves.n + 1), n = 0, over = *x ? column_called(j, x) : 0;
	const char **legends = sb_new_array(scratch, const char *, from->curves.n + 1);
	for (uint32_t i = 0; i < from->curves.n && over != UINT32_MAX; i++) {
		uint32_t column = strcmp(from->curves.at[i].x, x) == 0 ? column_called(j, from->curves.at[i].y) : UINT32_MAX;
		if (column == UINT32_MAX)
			continue;
		legends[n] = from->curves.at[i].legend;
		columns[n++] = column;
	}
	*to = (sr_plot_wish){.title = from->title, .label = from->y_label, .columns = columns, .legends = legends,
		.count = n, .low = from->low, .high = from->high, .versus = *x, .x_column = over, .x_label = from->x_label};
}

/* A panel for each abscissa of its curves; mostly there is one. */
static void add_plot(tool_job *j, sb_arena *scratch, const sm_plot *from, sr_figure *figure, sr_plot_wish *to)
{
	for (uint32_t i = 0; i < from->curves.n; i++) {
		bool before = false;
		for (uint32_t k = 0; k < i; k++)
			before = before || strcmp(from->curves.at[k].x, from->curves.at[i].x) == 0;
		if (before)
			continue;
		add_panel(j, scratch, from, from->curves.at[i].x, &to[figure->plot_count]);
		figure->plot_count += to[figure->plot_count].count > 0;
	}
}

/* What the model asks to be drawn. */
static void add_figure(tool_job *j, sb_arena *scratch, const sm_figure *f, sr_figure *figure)
{
	uint32_t curves = 0;
	for (uint32_t i = 0; i < f->plots.n; i++)
		curves += f->plots.at[i].curves.n;
	sr_plot_wish *plots = sb_new_array(scratch, sr_plot_wish, curves + 1);
	for (uint32_t i = 0; i < f->plots.n; i++)
		add_plot(j, scratch, &f->plots.at[i], figure, plots);
	figure->plots = plots;
	if (*f->title)
		figure->title = f->title;
}

/* Does a picture leave open what it shows? Then it is the figure that the model has. */
static bool is_open(const tool_picture *p)
{
	return !p->vars.n && !p->over && !p->right.n;
}

static void draw(tool_job *j)
{
	uint32_t columns[64], count = columns_to_draw(j, columns, 64);
	sr_figure chosen = {.title = j->model->flat->name, .columns = columns, .count = count}, figure = chosen;
	sb_arena *scratch = sb_arena_new();
	const sm_figure *made = NULL;
	for (uint32_t i = 0; i < j->o.pictures.n; i++) {
		const tool_picture *p = &j->o.pictures.at[i];
		const sm_figure *wanted = is_open(p) ? figure_of(&j->model->flat->settings, p->figure) : NULL;
		if (*p->file ? tool_draws(j->model->flat) : j->o.json)
			continue;
		if (wanted && wanted != made) {
			figure = chosen;
			add_figure(j, scratch, wanted, &figure);
			made = wanted;
		}
		if (!tool_picture_draw(p, se_record(j->run), wanted ? &figure : &chosen, j->model->diag))
			j->good = false;
		else if (*p->file)
			sb_push(j->arena, j->pictures.drawn, p->file);
	}
	sb_arena_free(scratch);
}

void tool_write_results(tool_job *j)
{
	if (!se_record(j->run) || !sr_rows(se_record(j->run))) {
		if ((j->o.outputs.n || j->o.pictures.n || j->o.animations.n) && se_ended_well(j->status)) {
			sb_message *m = sb_report(j->model->diag, SB_WARNING, "U0205", (sb_span){0},
									  "the last run stored nothing: there is nothing to write or to draw");
			sb_help(m, "the program turned storing off (in COSY with STOREOFF)");
		}
		return;
	}
	for (uint32_t i = 0; i < j->o.outputs.n; i++)
		if (!j->model->flat->analyses || !sr_is_raw_name(j->o.outputs.at[i]))
			j->good = sr_write(se_record(j->run), j->o.outputs.at[i], j->model->diag) && j->good;
	if (j->o.pictures.n)
		draw(j);
	if (j->o.animations.n)
		tool_write_animations(j);
}
