/* The graphic post-processor: PLOT, OVERLAY, COMPARE. */
#include "shell/act/shell_act.h"

#include "result/compare/compare.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const sr_record *record_of(sh_world *w, const sh_process *p, sb_span span)
{
	uint32_t rows;
	const sr_record *r = sh_rows_of(p, &rows);
	if (rows > 1)
		return r;
	if (p->earlier.n)
		return p->earlier.at[p->earlier.n - 1];
	sb_help(sb_report(w->diag, SB_ERROR, "T0160", span, "%s has recorded nothing yet", sh_process_name(w, p)),
			"DO executes it");
	return NULL;
}

/* What the list names, what was prepared, or what the model asks for. */
static bool choose_columns(sh_world *w, const sh_command *c, const sh_process *p, const sr_record *r, sb_u32s *out)
{
	enum { MOST = 6 };
	sh_items items = {0};
	const sb_strings *asked = &p->model->flat->settings.plot;
	for (uint32_t i = 0; i < c->elements.n; i++)
		if (!sh_find_items(w, &c->elements.at[i], SH_KIND_ANY, false, &items))
			return false;
	for (uint32_t i = 0; i < w->prepare.items.n && !c->elements.n; i++)
		if (w->prepare.items.at[i].process == p)
			sb_push(w->now, items, w->prepare.items.at[i]);
	for (uint32_t i = 0; i < items.n; i++) {
		uint32_t column =
			sr_find(r, items.at[i].rate ? sb_printf(w->now, "der(%s)", items.at[i].name) : items.at[i].name);
		if (column != UINT32_MAX)
			sb_push(w->now, *out, column);
		else if (items.at[i].process == p)
			sb_help(sb_report(w->diag, SB_WARNING, "T0161", (sb_span){0}, "'%s' was not recorded", items.at[i].name),
					"PREPARE chooses what is recorded, when a process begins");
	}
	for (uint32_t i = 0; i < asked->n && !items.n; i++)
		for (uint32_t k = 0; k < sr_columns(r); k++)
			if (sb_matches(asked->at[i], sr_column_at(r, k)->name))
				sb_push(w->now, *out, k);
	if (!out->n && !c->elements.n) {
		uint32_t columns[MOST], n = sr_choose(r, columns, MOST);
		for (uint32_t i = 0; i < n; i++)
			sb_push(w->now, *out, columns[i]);
	}
	return out->n > 0 || sb_messages(w->diag) > 0;
}

typedef sb_vec(sr_run) runs;

/* Earlier runs of the process, and the last ones of all others. */
static void add_others(sh_world *w, const sh_process *p, const sr_record *first, runs *out)
{
	for (uint32_t i = 0; i < p->earlier.n; i++)
		if (p->earlier.at[i] != first)
			sb_push(w->now, *out,
					((sr_run){p->earlier.at[i], sb_printf(w->now, "run %u", p->number - p->earlier.n + i)}));
	for (uint32_t i = 0; i < w->processes.n; i++) {
		const sh_process *other = w->processes.at[i];
		uint32_t rows;
		const sr_record *r = sh_rows_of(other, &rows);
		if (other != p && rows > 1)
			sb_push(w->now, *out, ((sr_run){r, sh_process_name(w, other)}));
	}
}

static bool draw(sh_world *w, const sr_chart *chart, const char *file)
{
	sr_screen screen = {.color = w->color, .unicode = true};
	sb_text text = {0};
	if (file) {
		bool good = sr_chart_write(chart, file, w->diag);
		if (good)
			printf("wrote %s\n", file);
		return good;
	}
	sh_screen(w, &screen.width, &screen.height);
	sr_chart_text(chart, &screen, &text);
	fputs(text.at ? text.at : "", stdout);
	sb_text_free(&text);
	return true;
}

bool sh_act_plot(sh_world *w, const sh_command *c)
{
	const sh_given *output = sh_given_of(c, "OUTPUT"), *over = sh_given_of(c, "INDEPENDENT");
	sh_place place;
	const sh_block none = {.span = c->span};
	sb_u32s columns = {0};
	runs others = {0};
	sh_item item;
	if (!sh_one_block(w, c->elements.n ? &c->elements.at[0].block : &none, &place) || !sh_look(w, place.process))
		return false;
	sh_process *p = place.process;
	const sr_record *r = record_of(w, p, c->span);
	if (!r || !choose_columns(w, c, p, r, &columns) || !columns.n)
		return false;
	sr_figure f = {.columns = columns.at, .count = columns.n, .unicode = true};
	if (over) {
		if (!sh_one_item(w, &over->names.at[0], &item))
			return false;
		f.x_column = sr_find(r, item.name);
		f.versus = f.x_column != UINT32_MAX;
	}
	if (c->verb->what == SH_OVERLAY) {
		add_others(w, p, r, &others);
		f.others = others.at;
		f.other_count = others.n;
		f.label = p->earlier.n ? sb_printf(w->now, "run %u", p->number) : sh_process_name(w, p);
	}
	return draw(w, sr_chart_of_figure(w->now, r, &f), output ? output->file : NULL);
}

/* --------------------------------------------------------------------------------------------------------- COMPARE */

static bool two_records(sh_world *w, const sh_command *c, const sr_record *r[2], const char *labels[2])
{
	sh_process *p = w->present.process;
	if (c->elements.n == 2) {
		for (int i = 0; i < 2; i++) {
			sh_command one = *c;
			one.elements = (sh_elements){&c->elements.at[i], 1, 1};
			if (!(p = sh_one_process(w, &one)) || !(r[i] = record_of(w, p, c->elements.at[i].span)))
				return false;
			labels[i] = sh_process_name(w, p);
		}
		return true;
	}
	uint32_t rows = 0;
	if (c->elements.n || !p || !p->earlier.n || !sh_rows_of(p, &rows) || rows < 2) {
		sb_help(sb_report(w->diag, SB_ERROR, "T0162", c->span, "two results are compared"),
				"name two processes: COMPARE :a, :b; or execute the present one twice");
		return false;
	}
	r[0] = p->earlier.at[p->earlier.n - 1];
	r[1] = sh_rows_of(p, &rows);
	labels[0] = "the run before";
	labels[1] = "the last run";
	return true;
}

bool sh_act_compare(sh_world *w, const sh_command *c)
{
	enum { MOST = 4, SHOWN = 20 };
	const sr_record *r[2];
	const char *labels[2];
	const sh_given *output = sh_given_of(c, "OUTPUT");
	double tolerance = 1e-4;
	if (!two_records(w, c, r, labels) || !sh_number_of(w, c, "TOLERANCE", &tolerance))
		return false;
	const sr_compare_wish wish = {.relative = tolerance, .absolute = 1e-9, .time = NAN};
	const sr_comparison *x = sr_compare(w->now, r[0], r[1], &wish);
	printf("%s and %s, from %s to %s: %u of %u variables differ\n", labels[0], labels[1], sh_number(w, x->low),
		   sh_number(w, x->high), x->disagreeing, x->n);
	for (uint32_t i = 0; i < x->n && i < x->disagreeing && i < SHOWN; i++)
		printf("  %-24s by %s at time %s: %s, %s\n", x->at[i].name, sh_number(w, x->at[i].largest),
			   sh_number(w, x->at[i].when), sh_number(w, x->at[i].expected), sh_number(w, x->at[i].found));
	return !output || draw(w, sr_chart_of_comparison(w->now, r[0], r[1], x, labels, MOST), output->file);
}
