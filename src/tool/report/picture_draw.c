/* A picture as the command line asks for it. */
#include "tool/line/line.h"
#include "tool/line/picture.h"
#include "tool/report/report.h"
#include <math.h>
#include <string.h>

static void report_none(const sr_record *r, const char *pattern, const char *option, sb_diag *diag)
{
	sb_arena *scratch = sb_arena_new();
	sb_strings names = {0};
	for (uint32_t c = 0; c < sr_columns(r) && c < 20000; c++)
		sb_push(scratch, names, sr_column_at(r, c)->name);
	tool_report_unknown(diag, option, pattern, &names);
	sb_arena_free(scratch);
}

bool tool_select(const sr_record *r, const sb_strings *patterns, const char *option, sb_arena *arena, sb_diag *diag,
				 sb_u32s *out)
{
	enum { MOST = 64 };
	bool good = true;
	uint32_t all = 0;
	for (uint32_t p = 0; p < patterns->n; p++) {
		uint32_t before = all;
		for (uint32_t c = 0; c < sr_columns(r); c++)
			if (sb_matches(patterns->at[p], sr_column_at(r, c)->name) && ++all <= MOST)
				sb_push(arena, *out, c);
		if (all == before) {
			report_none(r, patterns->at[p], option, diag);
			good = false;
		}
	}
	if (all > MOST)
		sb_help(sb_report(diag, SB_WARNING, "U0384", (sb_span){0}, "%u curves are to be drawn: these are the first %u",
						  all, (uint32_t)MOST),
				"name fewer with %s", option);
	return good;
}

static void set_axis(sr_axis_wish *axis, tool_range range, bool log, const char *label)
{
	axis->low = range.low;
	axis->high = range.high;
	axis->scale = log ? SR_LOGARITHMIC : SR_LINEAR;
	axis->label = label;
}

/* A logarithmic axis that begins at or below zero would show nothing of what was asked for. */
static bool fits_log(const tool_picture *p, sb_diag *diag)
{
	const struct { bool log; tool_range range; const char *name; } axes[] = {
		{p->log & TOOL_LOG_X, p->x, "--x-range"},
		{p->log & TOOL_LOG_Y, p->y, "--y-range"},
		{p->log & TOOL_LOG_RIGHT, p->second, "--right-range"}};
	for (int i = 0; i < 3; i++)
		if (axes[i].log && axes[i].range.low != axes[i].range.high &&
			(axes[i].range.low <= 0 || axes[i].range.high <= 0)) {
			sb_help(sb_report(diag, SB_ERROR, "U0802", (sb_span){0}, "%s has zero or less, and the axis is logarithmic",
							  axes[i].name),
					"a logarithmic axis begins above zero");
			return false;
		}
	return true;
}

/* Curves that a logarithmic axis cannot show, or that have no spectrum, are told; the picture is drawn without. */
static void tell_hidden(const tool_picture *p, const sr_chart *chart, sb_diag *diag)
{
	for (uint32_t i = 0; i < chart->count; i++)
		for (uint32_t k = 0; k < chart->panels[i].count; k++) {
			const sr_layer *l = &chart->panels[i].layers[k];
			if (l->kind == SR_EVENTS || l->data.n || !l->legend)
				continue;
			sb_message *m =
				sb_report(diag, SB_WARNING, "U0803", (sb_span){0}, "there is nothing to draw of '%s'", l->legend);
			sb_help(m, p->view == SR_VIEW_SPECTRUM
						   ? "a spectrum needs four rows without gaps in the time that --time selects"
						   : "are there rows in the time that --time selects?");
		}
}

bool tool_chart_draw(const tool_picture *p, const sr_chart *chart, sb_diag *diag)
{
	tell_hidden(p, chart, diag);
	if (*p->file)
		return sr_chart_write(chart, p->file, diag);
	sb_text text = {0};
	sr_screen screen = {.color = tool_color(stdout), .unicode = true};
	tool_terminal_size(&screen.width, &screen.height);
	if (p->width) {
		screen.width = p->width < 400 ? p->width : 400;
		screen.height = p->height < 200 ? p->height : 200;
	}
	if (p->title && *p->title)
		sb_addf(&text, "%s\n", p->title);
	sr_chart_text(chart, &screen, &text);
	fwrite(text.at, 1, text.n, stdout);
	sb_text_free(&text);
	return true;
}

bool tool_picture_draw(const tool_picture *p, const sr_record *r, const sr_figure *given, sb_diag *diag)
{
	sb_arena *arena = sb_arena_new();
	sr_figure f = *given;
	sb_u32s columns = {0}, right = {0};
	bool good = tool_select(r, &p->vars, "--vars-plot", arena, diag, &columns);
	good = tool_select(r, &p->right, "--right", arena, diag, &right) && good && fits_log(p, diag);
	if (p->over && strcmp(p->over, "time") != 0) {
		f.versus = true;
		f.x_column = sr_find(r, p->over);
		if (f.x_column == UINT32_MAX)
			report_none(r, p->over, "--over", diag);
		good = good && f.x_column != UINT32_MAX;
	}
	if (columns.n || p->over) {
		f.columns = columns.n ? columns.at : f.columns;
		f.count = columns.n ? columns.n : f.count;
		f.plot_count = 0;
	}
	f.right = right.at;
	f.right_count = right.n;
	f.title = p->title ? p->title : f.title;
	f.time_low = p->time.low;
	f.time_high = p->time.high;
	set_axis(&f.x, p->x, p->log & TOOL_LOG_X, p->x_label);
	set_axis(&f.y, p->y, p->log & TOOL_LOG_Y, p->y_label);
	set_axis(&f.second, p->second, p->log & TOOL_LOG_RIGHT, p->right_label);
	f.sharing = p->right.n && p->sharing == SR_BY_UNIT ? SR_TOGETHER : p->sharing;
	f.panel_columns = p->columns;
	f.view = p->view;
	f.window = p->window;
	f.bins = p->bins;
	f.points = f.points || p->points;
	f.events = p->events;
	f.equal = p->equal;
	f.width = p->width;
	f.height = p->height;
	good = good && tool_chart_draw(p, sr_chart_of_figure(arena, r, &f), diag);
	sb_arena_free(arena);
	return good;
}
