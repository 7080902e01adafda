/* SCOPE: curves that grow while a process goes on. Each run of each variable is a curve, and stays on the screen until
 * somebody erases it. On a terminal the drawing is renewed some times a second, over the last one. */
#include "shell/lead/shell_lead.h"

#include "base/file.h"
#include "result/chart/chart.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DIVISIONS = 10 };

static sh_curve *curve_of(sh_world *w, const sh_item *item)
{
	for (uint32_t i = 0; i < w->scope.curves.n; i++) {
		sh_curve *c = &w->scope.curves.at[i];
		if (c->process == item->process && c->run == item->process->number && strcmp(c->name, item->name) == 0)
			return c;
	}
	sb_push(w->arena, w->scope.curves,
			((sh_curve){.name = sb_strdup(w->arena, item->name), .process = item->process,
						.run = item->process->number}));
	return &w->scope.curves.at[w->scope.curves.n - 1];
}

static void add_point(sh_trace_points *t, double x, double y)
{
	if (t->n == t->cap) {
		t->cap = t->cap ? 2 * t->cap : 256;
		t->x = sb_resize(t->x, t->cap * sizeof *t->x);
		t->y = sb_resize(t->y, t->cap * sizeof *t->y);
	}
	t->x[t->n] = x;
	t->y[t->n++] = y;
}

void sh_scope_point(sh_world *w, sh_process *p)
{
	const sh_item *over = &w->scope.independent;
	double x = over->process == p ? sh_value_of(over) : se_time(p->run);
	for (uint32_t i = 0; i < w->scope.list.items.n; i++) {
		const sh_item *item = &w->scope.list.items.at[i];
		if (item->process == p)
			add_point(&curve_of(w, item)->points, x, sh_value_of(item));
	}
}

void sh_scope_erase(sh_world *w)
{
	for (uint32_t i = 0; i < w->scope.curves.n; i++) {
		free(w->scope.curves.at[i].points.x);
		free(w->scope.curves.at[i].points.y);
	}
	w->scope.curves.n = 0;
}

/* Only of curves over the time: others do not tell when their points were made. */
void sh_scope_cut(sh_world *w, const sh_process *p, double time)
{
	if (w->scope.independent.process)
		return;
	for (uint32_t i = 0; i < w->scope.curves.n; i++) {
		sh_curve *c = &w->scope.curves.at[i];
		while (c->process == p && c->run == p->number && c->points.n && c->points.x[c->points.n - 1] >= time)
			c->points.n--;
	}
}

static sr_axis_wish axis(const sh_scope *s, int k, const char *label)
{
	sr_axis_wish a = {.label = label, .low = NAN, .high = NAN};
	if (isfinite(s->origin[k]))
		a.low = s->origin[k];
	if (isfinite(s->scale[k])) {
		a.low = isfinite(s->origin[k]) ? s->origin[k] : 0;
		a.high = a.low + DIVISIONS * s->scale[k];
	}
	return a;
}

static void draw(sh_world *w, sb_arena *arena, sb_text *out, const char *file)
{
	const sh_scope *s = &w->scope;
	sr_layer *layers = sb_new_array(arena, sr_layer, s->curves.n + 1);
	for (uint32_t i = 0; i < s->curves.n; i++) {
		const sh_curve *c = &s->curves.at[i];
		const char *name = c->process->number > 1 ? sb_printf(arena, "%s run %u", c->name, c->run) : c->name;
		layers[i] = (sr_layer){.kind = SR_CURVE, .legend = name,
							   .data = {.n = c->points.n, .x = c->points.x, .y = c->points.y}};
	}
	const char *over = s->independent.process ? s->independent.name : "time";
	const sr_panel panel = {.x = axis(s, 0, over), .y = axis(s, 1, ""), .layers = layers, .count = s->curves.n};
	const sr_chart chart = {.panels = &panel, .count = 1};
	sr_screen screen = {.color = w->color, .unicode = true};
	if (file) {
		sr_chart_write(&chart, file, w->diag);
		return;
	}
	sh_screen(w, &screen.width, &screen.height);
	sr_chart_text(&chart, &screen, out);
}

static bool is_picture(const char *file)
{
	return sb_ends_with(file, ".svg") || sb_ends_with(file, ".png");
}

/* Curves as text: a line for each point, a blank line between curves. */
static void write_points(sh_world *w, const char *file)
{
	sb_output out;
	if (!sb_output_open(&out, w->diag, file))
		return;
	for (uint32_t i = 0; i < w->scope.curves.n; i++) {
		const sh_curve *c = &w->scope.curves.at[i];
		fprintf(out.stream, "%s# %s run %u\n", i ? "\n" : "", c->name, c->run);
		for (uint32_t k = 0; k < c->points.n; k++)
			fprintf(out.stream, "%.17g %.17g\n", c->points.x[k], c->points.y[k]);
	}
	sb_output_commit(&out, w->diag);
}

/* A point alone shows nothing. */
static bool is_line(const sh_scope *s, const sh_process *p)
{
	for (uint32_t i = 0; i < s->curves.n; i++)
		if (s->curves.at[i].process == p && s->curves.at[i].points.n > 1)
			return true;
	return false;
}

void sh_scope_draw(sh_world *w, const sh_process *p, bool last)
{
	sh_scope *s = &w->scope;
	const char *file = s->list.output;
	sb_text text = {0};
	if (!s->list.items.n || !is_line(s, p) || (!last && (!w->live || file || sb_clock() - s->drawn < 0.15)))
		return;
	sb_arena *arena = sb_arena_new();
	if (file && is_picture(file))
		draw(w, arena, NULL, file);
	else if (file)
		write_points(w, file);
	else
		draw(w, arena, &text, NULL);
	if (text.n) {
		if (s->lines)
			printf("\033[%uA\033[J", s->lines);
		fputs(text.at, stdout);
		s->lines = 0;
		for (size_t i = 0; i < text.n; i++)
			s->lines += text.at[i] == '\n';
		fflush(stdout);
	}
	if (last)
		s->lines = 0;
	s->drawn = sb_clock();
	sb_text_free(&text);
	sb_arena_free(arena);
}
