/* TYPE: values of variables, files, system parameters. */
#include "shell/act/shell_act.h"

#include "base/file.h"
#include "model/print/print.h"

#include <stdio.h>
#include <string.h>

static int widest(const sh_items *items)
{
	int width = 0;
	for (uint32_t i = 0; i < items->n; i++) {
		int n = (int)strlen(items->at[i].name) + (items->at[i].rate ? 5 : 0);
		width = n > width ? n : width;
	}
	return width < 40 ? width : 40;
}

/* The kinds that qualifiers name; 0: none does. */
static unsigned kinds_of(const sh_command *c)
{
	static const struct { const char *name; unsigned kind; } kinds[] = {
		{"STATE", SH_KIND_STATE}, {"AUXILIARY", SH_KIND_AUXILIARY}, {"INTEGER", SH_KIND_INTEGER},
		{"LOGICAL", SH_KIND_LOGICAL}, {"CONSTANT", SH_KIND_CONSTANT}, {"PARAMETER", SH_KIND_PARAMETER}};
	unsigned found = 0;
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (sh_given_of(c, kinds[i].name))
			found |= kinds[i].kind;
	return found;
}

static void type_functions(sh_world *w, sh_process *p)
{
	uint32_t n = se_conditions(p->run);
	double *values = sb_new_array(w->now, double, n + 1);
	const ss_plan *plan = sh_present_plan(p);
	if (p->state != SH_STANDS)
		return;
	sh_functions_of(w, p, values);
	for (uint32_t i = 0; i < n; i++) {
		se_condition_state s = se_condition_at(p->run, i);
		int line = 0, column;
		sb_text text = {0};
		if (s.span.source)
			sb_position(p->model->diag, s.span, &line, &column);
		if (i < plan->watches.n && plan->watches.at[i].written)
			sm_print_expr(plan->model, plan->watches.at[i].written, &text);
		printf("  %s: %s  (%s, line %d)\n", text.at ? text.at : "condition", sh_number(w, values[i]),
			   s.counts ? sh_number(w, (double)s.value) : s.value ? "TRUE" : "FALSE", line);
		sb_text_free(&text);
	}
}

static bool type_variables(sh_world *w, const sh_command *c)
{
	unsigned kinds = kinds_of(c);
	bool rates = sh_given_of(c, "DERIVATIVE"), functions = sh_given_of(c, "DISCONTINUOUS"),
		 deep = sh_given_of(c, "SUBMODEL");
	sh_element all = {.name = "*", .span = c->span, .block = {.span = c->span}};
	sh_elements elements = c->elements;
	sh_items items = {0};
	if (!elements.n)
		sb_push(w->now, elements, all);
	for (uint32_t i = 0; i < elements.n; i++) {
		if (kinds || !(rates || functions))
			if (!sh_find_items(w, &elements.at[i], kinds ? kinds : SH_KIND_ANY, deep, &items))
				return false;
		uint32_t from = items.n;
		if (rates && !sh_find_items(w, &elements.at[i], SH_KIND_STATE, deep, &items))
			return false;
		for (uint32_t k = from; k < items.n; k++)
			items.at[k].rate = true;
	}
	if (items.n && items.at[0].process->run)
		printf("%s, time %s\n", sh_process_name(w, items.at[0].process),
			   sh_number(w, se_time(items.at[0].process->run)));
	for (uint32_t i = 0; i < items.n; i++)
		sh_tell_value(w, &items.at[i], widest(&items));
	sh_place place;
	if (functions && sh_one_block(w, &elements.at[0].block, &place) && sh_look(w, place.process))
		type_functions(w, place.process);
	else if (!items.n)
		printf("there are none\n");
	return true;
}

static bool type_files(sh_world *w, const sh_command *c)
{
	for (uint32_t i = 0; i < c->words.n; i++) {
		const char *name = c->words.at[i];
		if (!sb_file_exists(name) && !strchr(name, '.'))
			name = sb_printf(w->now, "%s.mcl", name);
		size_t length;
		const char *text = sb_file_read(w->now, w->diag, (sb_span){0}, name, &length);
		if (!text)
			return false;
		fwrite(text, 1, length, stdout);
		if (length && text[length - 1] != '\n')
			putchar('\n');
	}
	return true;
}

static bool type_system(sh_world *w, const sh_command *c)
{
	const char *value, *name;
	uint32_t shown = 0;
	for (uint32_t k = 0; (name = sh_control_at(w, k, &value)); k++) {
		bool wanted = !c->elements.n;
		for (uint32_t i = 0; i < c->elements.n; i++)
			wanted |= sh_is_like(c->elements.at[i].name, name);
		if (wanted)
			printf("  %-14s = %s\n", name, value);
		shown += wanted;
	}
	if (!shown)
		sb_help(sb_report(w->diag, SB_ERROR, "T0151", c->elements.at[0].span, "there is no system parameter '%s'",
						  c->elements.at[0].name), "TYPE SYSTEM * lists them");
	return shown > 0;
}

bool sh_act_type(sh_world *w, const sh_command *c)
{
	return strcmp(c->option->name, "FILE") == 0     ? type_files(w, c)
		   : strcmp(c->option->name, "SYSTEM") == 0 ? type_system(w, c)
													 : type_variables(w, c);
}
