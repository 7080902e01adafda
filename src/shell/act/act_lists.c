/* What is recorded, printed, drawn and traced: PREPARE, PRINT, SCOPE, SET. */
#include "shell/act/shell_act.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static bool has_item(const sh_list *l, const sh_item *item)
{
	for (uint32_t i = 0; i < l->items.n; i++)
		if (l->items.at[i].process == item->process && strcmp(l->items.at[i].name, item->name) == 0 &&
			l->items.at[i].rate == item->rate)
			return true;
	return false;
}

bool sh_add_items(sh_world *w, const sh_elements *elements, sh_list *list)
{
	sh_items found = {0};
	for (uint32_t i = 0; i < elements->n; i++)
		if (!sh_find_items(w, &elements->at[i], SH_KIND_ANY, false, &found))
			return false;
	for (uint32_t i = 0; i < found.n; i++) {
		sh_item item = found.at[i];
		item.name = sb_strdup(w->arena, item.name);
		if (!has_item(list, &item))
			sb_push(w->arena, list->items, item);
	}
	return true;
}

/* A name without an ending gets the one of its kind. */
static const char *file_of(sh_world *w, const sh_given *g, const char *ending)
{
	const char *name = g->file ? g->file : "sim", *slash = strrchr(name, '/');
	return strchr(slash ? slash : name, '.') ? sb_strdup(w->arena, name) : sb_printf(w->arena, "%s%s", name, ending);
}

static bool set_delta(sh_world *w, const sh_command *c, sh_list *list)
{
	const sh_given *g = sh_given_of(c, "DELTA");
	double delta = NAN;
	if (!g)
		return true;
	if (!sh_number_of(w, c, "DELTA", &delta))
		return false;
	if (!(delta > 0)) {
		sb_report(w->diag, SB_ERROR, "T0155", g->span, "the time between two values must be greater than zero");
		return false;
	}
	list->delta = delta;
	return true;
}

static bool change_list(sh_world *w, const sh_command *c, sh_list *list, const char *ending)
{
	const sh_given *g = sh_given_of(c, "OUTPUT");
	if (sh_given_of(c, "RESET")) {
		list->items.n = 0;
		list->delta = NAN;
		list->output = NULL;
	}
	if (!set_delta(w, c, list))
		return false;
	if (g)
		list->output = file_of(w, g, ending);
	return sh_add_items(w, &c->elements, list);
}

bool sh_act_list(sh_world *w, const sh_command *c)
{
	bool prepares = c->verb->what == SH_PREPARE;
	sh_process *p = w->present.process;
	sh_print_end(w);
	if (!change_list(w, c, prepares ? &w->prepare : &w->print, prepares ? ".pre" : ".dat"))
		return false;
	if (prepares && p && p->state == SH_STANDS && p->moved)
		printf("what is recorded changes when a process begins anew\n");
	return true;
}

static bool numbers_of(sh_world *w, const sh_command *c, const char *qualifier, double out[2])
{
	const sh_given *g = sh_given_of(c, qualifier);
	return !g || (sh_compute(w, g->numbers.at[0], &out[0]) && sh_compute(w, g->numbers.at[1], &out[1]));
}

bool sh_act_scope(sh_world *w, const sh_command *c)
{
	sh_scope *s = &w->scope;
	const sh_given *over = sh_given_of(c, "INDEPENDENT"), *scale = sh_given_of(c, "SCALE");
	if (sh_given_of(c, "RESET")) {
		s->origin[0] = s->origin[1] = s->scale[0] = s->scale[1] = NAN;
		s->independent = (sh_item){0};
	}
	if (sh_given_of(c, "RESET") || sh_given_of(c, "ERASE"))
		sh_scope_erase(w);
	if (!change_list(w, c, &s->list, ".sco") || !numbers_of(w, c, "ORIGIN", s->origin) ||
		!numbers_of(w, c, "SCALE", s->scale))
		return false;
	if (scale && !(s->scale[0] > 0 && s->scale[1] > 0)) {
		s->scale[0] = s->scale[1] = NAN;
		sb_report(w->diag, SB_ERROR, "T0156", scale->span, "a scale must be greater than zero");
		return false;
	}
	if (over) {
		if (!sh_one_item(w, &over->names.at[0], &s->independent))
			return false;
		s->independent.name = sb_strdup(w->arena, s->independent.name);
		sh_scope_erase(w);           /* curves over something else do not belong beside it */
	}
	return true;
}

/* ------------------------------------------------------------------------------------------------------------- SET */

static bool set_trace(sh_world *w, const sh_command *c)
{
	static const char *const names[] = {"F.G_CALLS", "STATE_EVENTS", "TIME_EVENTS", "DISCONTINUOUS", "STATE_VECTOR",
										"DERIVATIVE"};
	unsigned named = sh_given_of(c, "ALL") ? SH_TRACE_ALL : 0;
	for (unsigned k = 0; k < 6; k++)
		if (sh_given_of(c, names[k]))
			named |= 1u << k;
	if (sh_given_of(c, "RESET"))
		w->trace &= named ? ~named : 0;
	else
		w->trace |= named;
	if (named || sh_given_of(c, "RESET"))
		return true;
	sb_help(sb_report(w->diag, SB_ERROR, "T0157", c->span, "SET TRACE of what?"),
			"HELP SET TRACE lists the qualifiers");
	return false;
}

static bool set_screen(sh_world *w, const sh_command *c)
{
	if (sh_given_of(c, "GRAPHICS"))
		w->live = w->terminal;
	if (sh_given_of(c, "LISTING"))
		w->live = false;
	if (sh_given_of(c, "ERASE") && w->terminal)
		printf("\033[2J\033[H");
	return true;
}

static bool set_block(sh_world *w, const sh_command *c)
{
	sh_place place;
	if (!c->elements.n) {
		w->present.path = "";
		return true;
	}
	if (!sh_one_block(w, &c->elements.at[0].block, &place))
		return false;
	w->present = (sh_place){place.process, sb_strdup(w->arena, place.path)};
	return true;
}

bool sh_act_set(sh_world *w, const sh_command *c)
{
	const char *what = c->option->name;
	if (strcmp(what, "TRACE") == 0)
		return set_trace(w, c);
	if (strcmp(what, "SCREEN") == 0)
		return set_screen(w, c);
	if (strcmp(what, "BLOCK") == 0)
		return set_block(w, c);
	w->on_error = sh_given_of(c, "IGNORE") ? SH_IGNORE : sh_given_of(c, "CONTINUE") ? SH_CONTINUE : SH_STOP;
	return true;
}
