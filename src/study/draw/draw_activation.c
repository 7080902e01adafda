/* Who runs which parts: every source of activations has a colour, and what it runs a frame of this colour. */
#include "study/draw/draw_inside.h"
#include "study/draw/draw.h"
#include "model/print/print.h"
#include <string.h>

/* Told apart also by those who do not see red and green alike. */
static const uint32_t colors[] = {0x0072b2, 0xd55e00, 0x009e73, 0xcc79a7, 0x8c6d00, 0x56b4e9, 0x7f3fbf, 0x444444};
enum { COLORS = sizeof colors / sizeof *colors, LEGEND_PARTS = 8 };

/* The first part of a name, once. Variables of the model itself are those of no part. */
static void add_part(sb_strings *names, const char *name, sb_arena *arena)
{
	size_t length = strcspn(name, ".[");
	bool known = !length || !strchr(name, '.');

	for (uint32_t k = 0; k < names->n && !known; k++)
		known = strncmp(names->at[k], name, length) == 0 && !names->at[k][length];
	if (!known)
		sb_push(arena, *names, sb_printf(arena, "%.*s", (int)length, name));
}

/* The names of the parts that a schedule runs, in order: those that compute something, and those that program an
 * event. */
static sb_strings parts_of(const ss_plan *plan, const ss_schedule *schedule, sb_arena *arena)
{
	sb_strings names = {0};

	for (uint32_t i = 0; i < schedule->steps.n; i++) {
		sb_text target = {0};
		if (schedule->steps.at[i].kind == SS_ASSIGN)
			sm_print_expr(plan->model, schedule->steps.at[i].target, &target);
		if (target.at)
			add_part(&names, target.at, arena);
		sb_text_free(&target);
	}
	for (uint32_t i = 0; i < schedule->actions.n; i++)
		if (schedule->actions.at[i].kind == SS_PROGRAM)
			add_part(&names, plan->model->events.at[schedule->actions.at[i].event].name, arena);
	return names;
}

/* "clock.o every 0.1 from 0: noise, radar, filter", of parts at most so many. */
static void add_source(const ss_plan *plan, const ss_schedule *schedule, const sb_strings *parts, uint32_t most,
					   sb_text *out)
{
	for (uint32_t i = 0; i < schedule->events.n; i++) {
		sb_add(out, i ? "; " : "");
		ss_describe_source(plan, ss_event_of(plan, schedule->events.at[i]), out);
	}
	sb_add(out, ": ");
	for (uint32_t i = 0; i < parts->n && i < most; i++)
		sb_addf(out, "%s%s", i ? ", " : "", parts->at[i]);
	if (parts->n > most)
		sb_addf(out, " and %u more", parts->n - most);
	if (!parts->n)
		sb_add(out, "nothing");
}

void st_list_sources(const ss_plan *plan, sb_text *out)
{
	sb_arena *arena = sb_arena_new();

	for (uint32_t i = 0; i < plan->schedules.n; i++) {
		sb_strings parts = parts_of(plan, &plan->schedules.at[i], arena);
		add_source(plan, &plan->schedules.at[i], &parts, UINT32_MAX, out);
		sb_addc(out, '\n');
	}
	sb_arena_free(arena);
}

static bool ends_at(const sf_sketch *s, const sf_end *end, const char *name)
{
	const sf_part *part = end->part >= 0 ? &s->parts.at[end->part] : NULL;
	size_t length = part ? strlen(part->name) : 0;

	if (!part || strncmp(part->name, name, length) != 0)
		return false;
	if (end->port < 0)
		return !name[length];
	return name[length] == '.' && strcmp(part->sketch->parts.at[end->port].name, name + length + 1) == 0;
}

/* What is connected to where the activations come from. */
static void color_links(sf_sketch *s, const char *name, uint32_t color)
{
	for (uint32_t i = 0; i < s->links.n; i++)
		if (ends_at(s, &s->links.at[i].ends[0], name) || ends_at(s, &s->links.at[i].ends[1], name))
			s->links.at[i].line.line_color = color;
}

void st_note_sources(sf_sketch *s, const ss_plan *plan, st_notes *notes)
{
	for (uint32_t k = 0; k < plan->schedules.n; k++) {
		const ss_schedule *schedule = &plan->schedules.at[k];
		uint32_t color = colors[k % COLORS];
		sb_strings parts = parts_of(plan, schedule, notes->arena);
		sb_text text = {0};
		for (uint32_t i = 0; i < parts.n; i++) {
			uint32_t part = st_part_of(s, parts.at[i]);
			if (part != UINT32_MAX)
				sb_push(notes->arena, notes->of[part].colors, color);
		}
		for (uint32_t i = 0; i < schedule->events.n; i++)
			color_links(s, ss_event_of(plan, schedule->events.at[i])->name, color);
		add_source(plan, schedule, &parts, LEGEND_PARTS, &text);
		sb_push(notes->arena, notes->legend, ((st_legend){sb_printf(notes->arena, "%s", text.at), color}));
		sb_text_free(&text);
	}
}
