/* Studies: what is asked of the point where a process stands (LINEARISE, TRIM), and commands of the program that are
 * executed with the parameters of a process (SWEEP, FIT, OPTIMISE, studies). */
#include "shell/act/shell_act.h"

#include "study/point/point.h"

#include <stdio.h>
#include <string.h>

/* Names of variables, from the top of the model; patterns as they are. */
static bool names_of(sh_world *w, const sh_given *g, sb_strings *out)
{
	for (uint32_t i = 0; g && i < g->names.n; i++) {
		const sh_element *e = &g->names.at[i];
		sh_item item;
		if (strchr(e->name, '*')) {
			sb_push(w->now, *out, e->name);
			continue;
		}
		if (!sh_one_item(w, e, &item))
			return false;
		sb_push(w->now, *out, item.name);
	}
	return true;
}

bool sh_act_linearise(sh_world *w, const sh_command *c)
{
	sh_process *p = sh_one_process(w, c);
	const sh_given *file = sh_given_of(c, "OUTPUT");
	sb_strings inputs = {0}, outputs = {0};
	st_linear l;
	sb_text text = {0};
	if (!p || !sh_can_go_on(w, p) || !names_of(w, sh_given_of(c, "INPUTS"), &inputs) ||
		!names_of(w, sh_given_of(c, "OUTPUTS"), &outputs))
		return false;
	const st_linear_request q = {.inputs = inputs.at, .input_count = inputs.n, .outputs = outputs.at,
								 .output_count = outputs.n};
	bool good = st_linearise(p->model, p->run, &q, w->now, p->model->diag, &l);
	sh_tell_process(w, p);
	if (!good)
		return false;
	st_linear_text(&l, p->model->flat->name, true, &text);
	fputs(text.at ? text.at : "", stdout);
	sb_text_free(&text);
	good = !file || st_linear_write(&l, p->model->flat->name, file->file, p->model->diag);
	sh_tell_process(w, p);
	return good;
}

bool sh_act_trim(sh_world *w, const sh_command *c)
{
	sh_process *p = sh_one_process(w, c);
	sb_strings free = {0};
	st_trim t;
	sb_text text = {0};
	if (!p || !sh_can_go_on(w, p) || !names_of(w, sh_given_of(c, "FREE"), &free))
		return false;
	const st_trim_request q = {.free = free.at, .free_count = free.n};
	bool good = st_trim_find(p->model, p->run, &p->settings, &q, w->now, p->model->diag, &t);
	if (good) {
		st_trim_text(&t, p->model->flat->name, true, &text);
		fputs(text.at ? text.at : "", stdout);
		sb_text_free(&text);
		good = st_trim_tell(&t, p->model->diag);
	}
	if (good && sh_given_of(c, "APPLY")) {
		good = st_trim_apply(&t, p->run);
		se_show(p->run);
		p->moved = true;
		sh_save_state(w, p);
	}
	sh_tell_process(w, p);
	return good;
}

/* --------------------------------------------------------------------------------------------- commands of the host */

static bool execute(sh_world *w, const sb_strings *arguments)
{
	fflush(stdout);
	int status = w->host->command(w->host->context, arguments->at, arguments->n);
	if (status)
		sb_report(w->diag, SB_ERROR, "T0163", (sb_span){0}, "'saltus %s' has ended with status %d", arguments->at[0],
				  status);
	return status == 0;
}

static void add_process(sh_world *w, const sh_process *p, const sb_strings *own, sb_strings *out)
{
	sb_push(w->now, *out, p->of->part ? sb_printf(w->now, "%s:%s", p->of->path, p->of->part) : p->of->path);
	for (uint32_t i = 0; i < p->given.n; i++) {
		const sh_value *v = &p->given.at[i];
		bool again = false;          /* an option of the command wins */
		for (uint32_t k = 0; own && k < own->n; k++)
			again |= strncmp(own->at[k], v->name, strlen(v->name)) == 0 && own->at[k][strlen(v->name)] == '=';
		if (again)
			continue;
		sb_push(w->now, *out, "-p");
		sb_push(w->now, *out, sb_printf(w->now, "%s=%s", v->name, v->text));
	}
}

bool sh_act_study(sh_world *w, const sh_command *c)
{
	const char *name = c->verb->what == SH_SWEEP ? "sweep" : c->verb->what == SH_FIT ? "fit" : "optimise";
	sb_strings arguments = {0};
	sh_command none = *c;
	none.elements.n = 0;
	sh_process *p = sh_one_process(w, &none);
	if (!p)
		return false;
	sb_push(w->now, arguments, name);
	add_process(w, p, &c->words, &arguments);
	for (uint32_t i = 0; i < c->words.n; i++)
		sb_push(w->now, arguments, c->words.at[i]);
	return execute(w, &arguments);
}

bool sh_do_study(sh_world *w, sh_process *p)
{
	sb_strings arguments = {0};
	sb_push(w->now, arguments, "run");
	add_process(w, p, NULL, &arguments);
	return execute(w, &arguments);
}
