/* SHOW: what there is. */
#include "shell/act/shell_act.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The process of a model, for what only a translated one tells; NULL: there is none. */
static sh_process *process_of(const sh_world *w, const sh_model *m)
{
	for (uint32_t i = 0; i < w->processes.n; i++)
		if (w->processes.at[i]->of == m && w->processes.at[i]->model)
			return w->processes.at[i];
	return NULL;
}

static void show_submodels(const sh_process *p, const char *path)
{
	const sm_model *m = p->model->flat;
	for (uint32_t i = 0; i < m->components.n; i++) {
		const sm_component *k = &m->components.at[i];
		if (!*k->name || strncmp(k->name, path, strlen(path)) != 0)
			continue;
		int depth = 2;
		for (const char *x = k->name; *x; x++)
			depth += 2 * (*x == '.');
		printf("  %*s%s  (%s)\n", depth, "", k->name, k->class_name);
	}
}

static bool show_model(sh_world *w, const sh_command *c)
{
	bool submodels = sh_given_of(c, "SUBMODEL"), experiments = sh_given_of(c, "EXPERIMENT");
	const sh_block *b = c->elements.n ? &c->elements.at[0].block : NULL;
	const char *wanted = b && b->experiment ? b->experiment : b && b->levels.n ? b->levels.at[0] : "*";
	uint32_t shown = 0;
	for (uint32_t i = 0; i < w->models.n; i++) {
		const sh_model *m = w->models.at[i];
		const sh_process *p = process_of(w, m);
		if (!sh_is_like(wanted, m->name) || ((m->runs || m->study) && !experiments && !b && !submodels))
			continue;
		printf("  %-10s %-24s %s\n", sh_model_sort(m), m->name, m->path);
		shown++;
		if (submodels && p)
			show_submodels(p, "");
		else if (submodels && m->runs)
			printf("      (CREATE :%s to see its submodels)\n", m->name);
	}
	if (!shown && b && strcmp(wanted, "*") != 0) {
		sb_help(sb_report(w->diag, SB_ERROR, "T0110", b->span, "there is no experiment or model '%s'", wanted),
				"SHOW MODEL lists all of them");
		return false;
	}
	if (!shown)
		printf("there are none; %s\n", w->models.n ? "SHOW EXPERIMENT lists experiments" : "LOAD brings models in");
	return true;
}

static const char *state_of(sh_world *w, const sh_process *p)
{
	const char *time = p->run ? sh_number(w, se_time(p->run)) : "";
	return p->study               ? "can be executed"
		   : p->state == SH_NEW   ? "is new"
		   : p->state == SH_ENDED ? sb_printf(w->now, "has ended at time %s", time)
								  : sb_printf(w->now, "stands at time %s", time);
}

static void show_full(sh_world *w, const sh_process *p)
{
	const sm_model *m = p->model->flat;
	se_settings s = se_defaults(sc_image(p->model->program));
	printf("      model %s: %u variables, %u components\n", m->name, m->scalars, m->components.n);
	printf("      start %s, finish %s, tolerance %s, solver %s\n", sh_number(w, s.start), sh_number(w, s.stop),
		   sh_number(w, s.tolerance), s.solver);
	for (uint32_t i = 0; i < p->given.n; i++)
		printf("      %s = %s\n", p->given.at[i].name, p->given.at[i].text);
}

static bool show_experiments(sh_world *w, const sh_command *c, bool studies)
{
	bool active = sh_given_of(c, "ACTIVE"), full = sh_given_of(c, "FULL");
	const sh_block *b = c->elements.n ? &c->elements.at[0].block : NULL;
	sh_models models = {0};
	if (b && !sh_find_models(w, b, &models))
		return false;
	for (uint32_t i = 0; i < w->models.n && !b; i++)
		if (w->models.at[i]->study == studies &&
			(studies || w->models.at[i]->runs || process_of(w, w->models.at[i]) || !w->models.at[i]->part ||
			 strcmp(w->models.at[i]->kind, "model") == 0))
			sb_push(w->now, models, w->models.at[i]);
	uint32_t shown = 0;
	for (uint32_t i = 0; i < models.n; i++) {
		uint32_t copies = 0;
		for (uint32_t k = 0; k < w->processes.n; k++) {
			const sh_process *p = w->processes.at[k];
			if (p->of != models.at[i])
				continue;
			printf("  %-28s %s%s\n", sh_process_name(w, p), state_of(w, p),
				   w->present.process == p ? "  (the present one)" : "");
			if (full && p->model)
				show_full(w, p);
			copies++;
		}
		if (!copies && !active)
			printf("  %s%-*s not created\n", studies ? "::" : ":", studies ? 26 : 27, models.at[i]->name);
		shown += copies || !active;
	}
	if (!shown)
		printf("there are none\n");
	return true;
}

/* ----------------------------------------------------------------------------------------------------------- BLOCK */

static const char *kind_name(unsigned kind)
{
	return kind == SH_KIND_STATE       ? "state"
		   : kind == SH_KIND_INTEGER   ? "integer"
		   : kind == SH_KIND_LOGICAL   ? "logical"
		   : kind == SH_KIND_CONSTANT  ? "constant"
		   : kind == SH_KIND_PARAMETER ? "parameter"
									   : "auxiliary";
}

static void show_symbol(const sh_item *item, bool full)
{
	const sm_variable *v = sh_variable_of(item);
	printf("  %-28s %s", item->name, kind_name(sh_kind_of(item->process, item->scalar)));
	if (full && v->unit && *v->unit)
		printf(" [%s]", v->unit);
	if (full && v->description && *v->description)
		printf("  %s", v->description);
	printf("\n");
}

static void show_experiments_of(const sh_world *w, const sh_process *p)
{
	for (uint32_t i = 0; i < w->models.n; i++)
		if (strcmp(w->models.at[i]->path, p->of->path) == 0 && w->models.at[i]->runs)
			printf("  experiment %s\n", w->models.at[i]->name);
}

static unsigned kinds_of_block(const sh_command *c)
{
	static const char *const names[] = {"STATE", "AUXILIARY", "INTEGER", "LOGICAL", "CONSTANT", "PARAMETER"};
	unsigned kinds = 0;
	for (unsigned k = 0; k < 6; k++)
		if (sh_given_of(c, names[k]))
			kinds |= 1u << k;
	return kinds;
}

static bool show_block(sh_world *w, const sh_command *c)
{
	const sh_block none = {.span = c->span}, *b = c->elements.n ? &c->elements.at[0].block : &none;
	bool full = sh_given_of(c, "FULL"), deep = sh_given_of(c, "SUBMODEL");
	unsigned kinds = kinds_of_block(c);
	sh_places places = {0};
	if (!sh_find_blocks(w, b, &places))
		return false;
	for (uint32_t i = 0; i < places.n; i++) {
		sh_place p = places.at[i];
		sb_strings inside = {0};
		sh_items items = {0};
		sh_element e = {.name = "*", .block = *b, .span = b->span};
		if (!sh_look(w, p.process))
			return false;
		printf("%s\n", sh_place_name(w, p));
		sh_blocks_inside(w, p, &inside);
		for (uint32_t k = 0; k < inside.n; k++)
			printf("  submodel %s\n", inside.at[k]);
		if (sh_given_of(c, "EXPERIMENT"))
			show_experiments_of(w, p.process);
		if ((kinds || full || sh_given_of(c, "SYMBOL")) &&
			!sh_find_items(w, &e, kinds ? kinds : SH_KIND_ANY, deep, &items))
			return false;
		for (uint32_t k = 0; k < items.n && i == 0; k++)         /* those of all blocks that are meant */
			show_symbol(&items.at[k], full);
	}
	return true;
}

/* ---------------------------------------------------------------------------------------------------------- others */

static void show_list(const char *name, const sh_list *l, sh_world *w)
{
	printf("  %-8s", name);
	for (uint32_t i = 0; i < l->items.n; i++)
		printf("%s%s", i ? ", " : "", l->items.at[i].name);
	printf("%s", l->items.n ? "" : "nothing");
	if (isfinite(l->delta))
		printf(", each %s", sh_number(w, l->delta));
	if (l->output)
		printf(", to %s", l->output);
	printf("\n");
}

static bool show_lists(sh_world *w)
{
	static const char *const traced[] = {"F.G_CALLS", "STATE_EVENTS", "TIME_EVENTS", "DISCONTINUOUS", "STATE_VECTOR",
										 "DERIVATIVE"};
	show_list("PREPARE", &w->prepare, w);
	show_list("PRINT", &w->print, w);
	show_list("SCOPE", &w->scope.list, w);
	show_list("WATCH", &w->watch, w);
	printf("  TRACE   ");
	for (unsigned k = 0; k < 6; k++)
		if (w->trace & 1u << k)
			printf("/%s", traced[k]);
	printf("%s\n", w->trace ? "" : "nothing");
	return true;
}

static bool show_breaks(sh_world *w)
{
	for (uint32_t i = 0; i < w->breaks.n; i++)
		printf("  %u  %s  in %s\n", i + 1, w->breaks.at[i]->text, sh_place_name(w, w->breaks.at[i]->place));
	if (!w->breaks.n)
		printf("there are none\n");
	return true;
}

static bool show_events(sh_world *w, const sh_command *c)
{
	enum { MOST = 40 };
	sh_process *p = sh_one_process(w, c);
	if (!p)
		return false;
	uint32_t first = p->events.n > MOST ? p->events.n - MOST : 0;
	if (first)
		printf("  %u earlier events\n", first);
	for (uint32_t i = first; i < p->events.n; i++)
		printf("  %-14s %s\n", sh_number(w, p->events.at[i].time), p->events.at[i].text);
	if (!p->events.n)
		printf("there were none\n");
	return true;
}

static bool show_symbols(sh_world *w)
{
	for (uint32_t i = 0; i < w->symbols.n; i++)
		printf("  %s = %s\n", w->symbols.at[i].name, sh_number(w, w->symbols.at[i].value));
	if (!w->symbols.n)
		printf("there are none\n");
	return true;
}

bool sh_act_show(sh_world *w, const sh_command *c)
{
	const char *what = c->option->name;
	if (strcmp(what, "MODEL") == 0)
		return show_model(w, c);
	if (strcmp(what, "EXPERIMENT") == 0 || strcmp(what, "STUDY") == 0)
		return show_experiments(w, c, *what == 'S');
	if (strcmp(what, "BLOCK") == 0)
		return show_block(w, c);
	if (strcmp(what, "BREAK") == 0)
		return show_breaks(w);
	if (strcmp(what, "EVENTS") == 0)
		return show_events(w, c);
	return strcmp(what, "LISTS") == 0 ? show_lists(w) : show_symbols(w);
}
