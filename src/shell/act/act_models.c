/* Models and processes: LOAD, RELOAD, CREATE, REMOVE. */
#include "shell/act/shell_act.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

bool sh_act_load(sh_world *w, const sh_command *c)
{
	for (uint32_t i = 0; i < c->words.n; i++)
		if (!sh_load(w, c->words.at[i]))
			return false;
	return true;
}

static bool is_there(sh_world *w, const sh_model *m, const char *copy)
{
	for (uint32_t i = 0; i < w->processes.n; i++)
		if (w->processes.at[i]->of == m && strcmp(w->processes.at[i]->copy, copy) == 0)
			return true;
	return false;
}

bool sh_act_create(sh_world *w, const sh_command *c)
{
	const sh_block *b = &c->elements.at[0].block;
	const char *copy = b->study && !b->experiment ? b->study_copy : b->copy;
	sh_models models = {0};
	if (copy && strchr(copy, '*')) {
		sb_report(w->diag, SB_ERROR, "T0140", b->span, "the name of a new copy has no wild cards");
		return false;
	}
	if (!sh_find_models(w, b, &models))
		return false;
	for (uint32_t i = 0; i < models.n; i++) {
		if (is_there(w, models.at[i], copy ? copy : "")) {
			sb_help(sb_report(w->diag, SB_ERROR, "T0141", b->span, "'%s' was created before", models.at[i]->name),
					"give this copy a name: CREATE :%s(b), or REMOVE the other one", models.at[i]->name);
			return false;
		}
		sh_process *p = sh_create(w, models.at[i], copy);
		if (!p)
			return false;
		printf("%s is created", sh_process_name(w, p));
		if (!p->study)
			printf(": %s %s of %s", sh_model_sort(p->of), p->model->flat->name, p->of->path);
		printf("\n");
	}
	return true;
}

bool sh_act_remove(sh_world *w, const sh_command *c)
{
	sh_processes all = {0};
	if (!sh_find_processes(w, &c->elements.at[0].block, &all))
		return false;
	for (uint32_t i = 0; i < all.n; i++) {
		printf("%s is removed\n", sh_process_name(w, all.at[i]));
		sh_remove(w, all.at[i]);
	}
	return true;
}

/* ---------------------------------------------------------------------------------------------------------- RELOAD */

typedef struct carried { const char *name; double value; bool memory; } carried;
typedef sb_vec(carried) carrieds;

static const char *name_of(sh_world *w, const sh_process *p, uint32_t scalar)
{
	return st_scalar_name(p->model->flat, w->now, scalar);
}

/* States, and Real variables that only events set. */
static void collect(sh_world *w, sh_process *p, carrieds *out)
{
	se_show(p->run);
	for (uint32_t i = 0; i < se_states(p->run); i++) {
		uint32_t s = se_state(p->run, i);
		sb_push(w->now, *out, ((carried){name_of(w, p, s), se_value(p->run, s), false}));
	}
	for (uint32_t i = 0; i < se_memories(p->run); i++) {
		uint32_t s = se_memory(p->run, i);
		sb_push(w->now, *out, ((carried){name_of(w, p, s), se_value(p->run, s), true}));
	}
}

static uint32_t put(sh_process *p, const carrieds *from)
{
	uint32_t kept = 0;
	for (uint32_t i = 0; i < from->n; i++) {
		uint32_t s = sm_find_scalar(p->model->flat, from->at[i].name);
		if (s == UINT32_MAX)
			continue;
		if (se_is_state(p->run, s))
			kept += se_change(p->run, s, from->at[i].value);
		else if (from->at[i].memory)
			kept += se_change_memory(p->run, s, from->at[i].value);
	}
	return kept;
}

/* Lists and breaks name variables that may be gone. */
void sh_resolve_lists(sh_world *w, sh_process *p)
{
	sh_items *const lists[] = {&w->prepare.items, &w->print.items, &w->watch.items, &w->scope.list.items};
	for (size_t k = 0; k < sizeof lists / sizeof *lists; k++) {
		uint32_t kept = 0;
		for (uint32_t i = 0; i < lists[k]->n; i++) {
			sh_item *item = &lists[k]->at[i];
			if (item->process != p || sh_resolve(item))
				lists[k]->at[kept++] = *item;
			else
				sb_report(w->diag, SB_WARNING, "T0142", (sb_span){0}, "'%s' is gone, and with it from the lists",
						  item->name);
		}
		lists[k]->n = kept;
	}
	uint32_t kept = 0;
	for (uint32_t i = 0; i < w->breaks.n; i++) {
		sh_break *b = w->breaks.at[i];
		bool good = true;
		for (uint32_t k = 0; k < b->bound.n && b->place.process == p; k++)
			good = good && (b->bound.at[k].time || sh_resolve(&b->bound.at[k].item));
		if (good)
			w->breaks.at[kept++] = b;
	}
	w->breaks.n = kept;
	if (w->scope.independent.process == p && !sh_resolve(&w->scope.independent))
		w->scope.independent = (sh_item){0};
}

static bool go_on_at(sh_world *w, sh_process *p, double time, const carrieds *from)
{
	double before = w->control.start;
	w->control.start = time;
	bool good = sh_begin(w, p);
	w->control.start = before;
	if (!good)
		return false;
	uint32_t kept = put(p, from);
	se_show(p->run);
	p->moved = true;
	sh_save_state(w, p);
	sh_tell_process(w, p);
	printf("%s goes on at time %s: %u of %u states and remembered values have the same names\n",
		   sh_process_name(w, p), sh_number(w, time), kept, from->n);
	return true;
}

bool sh_act_reload(sh_world *w, const sh_command *c)
{
	sh_process *p = sh_one_process(w, c);
	carrieds from = {0};
	if (!p)
		return false;
	if (p->of->study) {
		printf("%s is read anew whenever it is executed\n", sh_process_name(w, p));
		return true;
	}
	bool stood = p->state == SH_STANDS && p->moved;
	double time = stood ? se_time(p->run) : 0;
	if (stood)
		collect(w, p, &from);
	if (!sh_translate(w, p))
		return false;
	if (w->present.process == p)
		w->present.path = "";
	printf("%s is read again from %s\n", sh_process_name(w, p), p->of->path);
	bool good = !stood || go_on_at(w, p, time, &from);
	sh_resolve_lists(w, p);
	return good;
}
