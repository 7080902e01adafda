/* Values: OPER, symbols, CONTROL, PARAMETER, CHANGE. */
#include "shell/act/shell_act.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

bool sh_number_of(sh_world *w, const sh_command *c, const char *qualifier, double *out)
{
	const sh_given *g = sh_given_of(c, qualifier);
	return !g || !g->numbers.n || sh_compute(w, g->numbers.at[0], out);
}

bool sh_act_oper(sh_world *w, const sh_command *c)
{
	double value;
	if (!sh_compute(w, c->formulas.at[0], &value))
		return false;
	if (sh_is_relation(c->formulas.at[0]))
		printf("%s\n", value != 0 ? "TRUE" : "FALSE");
	else
		printf("%.12g\n", value);
	return true;
}

void sh_set_symbol(sh_world *w, const char *name, double value)
{
	sh_symbol *s = sh_symbol_called(w, name);
	if (s)
		s->value = value;
	else
		sb_push(w->arena, w->symbols, ((sh_symbol){sb_strdup(w->arena, name), value}));
}

bool sh_act_assign(sh_world *w, const sh_command *c)
{
	double value;
	if (!sh_compute(w, c->formulas.at[0], &value))
		return false;
	sh_set_symbol(w, c->symbol, value);
	return true;
}

/* --------------------------------------------------------------------------------------------------------- CONTROL */

static const struct { const char *name; size_t at; double least; } controls[] = {
	{"start", offsetof(sh_control, start), -INFINITY},       {"finish", offsetof(sh_control, finish), -INFINITY},
	{"interval", offsetof(sh_control, interval), 0},         {"tolerance", offsetof(sh_control, tolerance), 0},
	{"max_step", offsetof(sh_control, max_step), 0},         {"seed", offsetof(sh_control, seed), -1},
	{"rest", offsetof(sh_control, rest), -1},                {"slide", offsetof(sh_control, slide), -1},
	{"screen_width", offsetof(sh_control, width), 19},       {"screen_height", offsetof(sh_control, height), 4},
	{"commands", offsetof(sh_control, commands), 0},
};
enum { CONTROLS = sizeof controls / sizeof *controls };

static double *control_place(sh_world *w, uint32_t k)
{
	return (double *)((char *)&w->control + controls[k].at);
}

const char *sh_control_at(sh_world *w, uint32_t k, const char **value)
{
	if (k > CONTROLS)
		return NULL;
	if (k == CONTROLS) {
		*value = w->control.solver ? w->control.solver : "DEFAULT";
		return "solver";
	}
	double x = *control_place(w, k);
	*value = isnan(x) ? "DEFAULT" : sh_number(w, x);
	return controls[k].name;
}

/* The word that stands for a value: DEFAULT, or the name of a solver. */
static const char *word_of(const sh_formula *f)
{
	return f->op == SH_TEXT ? f->text : f->op == SH_VARIABLE ? f->variable.name : NULL;
}

static bool set_solver(sh_world *w, const sh_element *e)
{
	const char *word = word_of(e->value);
	uint32_t count;
	const char *const *names = sv_names(&count);
	if (word && strcasecmp(word, "DEFAULT") == 0) {
		w->control.solver = NULL;
		return true;
	}
	const sv_operations *found = word ? sv_find(word) : NULL;
	if (found) {
		w->control.solver = found->name;
		return true;
	}
	sb_message *m = sb_report(w->diag, SB_ERROR, "T0150", e->value->span, "there is no solver '%s'", word ? word : "");
	const char *near = word ? sh_nearest(w->now, word, names, count) : NULL;
	if (near)
		sb_help(m, "did you mean '%s'?", near);
	return false;
}

static bool set_control(sh_world *w, const sh_element *e)
{
	uint32_t found = UINT32_MAX, n = 0;
	const char *names[CONTROLS + 1];
	for (uint32_t k = 0; k <= CONTROLS; k++) {
		const char *value;
		names[k] = sh_control_at(w, k, &value);
		if (sh_is_like(e->name, names[k])) {
			found = k;
			n++;
		}
	}
	if (n != 1) {
		sb_message *m = sb_report(w->diag, SB_ERROR, "T0151", e->span, n ? "'%s' matches several system parameters"
								  : "there is no system parameter '%s'", e->name);
		const char *near = n ? NULL : sh_nearest(w->now, e->name, names, CONTROLS + 1);
		if (near)
			sb_help(m, "did you mean '%s'?", near);
		else
			sb_help(m, "TYPE SYSTEM * lists them");
		return false;
	}
	if (found == CONTROLS)
		return set_solver(w, e);
	const char *word = word_of(e->value);
	double value = NAN;
	bool clear = word && strcasecmp(word, "DEFAULT") == 0;
	if (!clear && !sh_compute(w, e->value, &value))
		return false;
	if (!clear && !(value > controls[found].least)) {
		sb_report(w->diag, SB_ERROR, "T0152", e->value->span, "%s cannot be %s", names[found], sh_number(w, value));
		return false;
	}
	*control_place(w, found) = value;
	return true;
}

bool sh_act_control(sh_world *w, const sh_command *c)
{
	for (uint32_t i = 0; i < c->elements.n; i++)
		if (!set_control(w, &c->elements.at[i]))
			return false;
	return true;
}

/* ------------------------------------------------------------------------------------------------------- PARAMETER */

/* The value as a number and as -p has it. False after a message. */
static bool value_of(sh_world *w, const sh_element *e, const sh_item *item, double *number, const char **text)
{
	const sm_variable *v = sh_variable_of(item);
	const char *word = word_of(e->value);
	sh_process *p = item->process;
	if (word && (v->enumeration || e->value->op == SH_TEXT)) {
		*text = word;
		bool good = st_read_number(p->model, item->scalar, item->name, word, number);
		sh_tell_process(w, p);
		return good;
	}
	if (!sh_compute(w, e->value, number))
		return false;
	char shown[32];
	sb_real_text(shown, *number);
	*text = sb_strdup(w->now, v->type == SX_BOOLEAN ? *number != 0 ? "true" : "false" : shown);
	return true;
}

/* Would a run take it? */
static bool is_taken(sh_world *w, sh_process *p, const sh_item *item, double number)
{
	uint32_t scalar;
	bool good = st_settable(p->model, item->name, &scalar);
	se_run *trial = good ? st_run(p->model, p->model->diag) : NULL;
	good = good && se_set(trial, scalar, number);
	if (trial)
		se_run_free(trial);
	sh_tell_process(w, p);
	return good;
}

static bool translate_with(sh_world *w, sh_process *p, const sh_item *item, double number, const char *text)
{
	uint32_t before = p->given.n;
	sh_value old = {0};
	for (uint32_t i = 0; i < p->given.n; i++)
		if (strcmp(p->given.at[i].name, item->name) == 0)
			old = p->given.at[i];
	bool moved = p->moved;
	sh_give(p, item->name, number, text);
	if (sh_translate(w, p)) {
		sh_resolve_lists(w, p);
		if (moved)
			printf("'%s' is part of the structure: %s begins anew\n", item->name, sh_process_name(w, p));
		return true;
	}
	if (old.name)
		sh_give(p, old.name, old.number, old.text);
	else
		p->given.n = before;
	return false;
}

static bool change_now(sh_world *w, sh_process *p, const sh_item *item, double number)
{
	bool good = se_change(p->run, item->scalar, number);
	if (good)
		se_show(p->run);
	sh_tell_process(w, p);
	if (good)
		sh_save_state(w, p);
	return good;
}

static bool refuse(sh_world *w, const sh_element *e, const sh_item *item, unsigned kind)
{
	sb_message *m = sb_report(w->diag, SB_ERROR, "T0153", e->span, "'%s' is %s, not a parameter", item->name,
							  kind == SH_KIND_CONSTANT ? "a constant" : "a variable");
	if (kind == SH_KIND_STATE)
		sb_help(m, "CHANGE %s = ... changes a state of a process under way", item->name);
	return false;
}

static bool set_parameter(sh_world *w, const sh_element *e)
{
	sh_item item;
	double number = NAN;
	const char *text;
	if (!sh_one_item(w, e, &item))
		return false;
	sh_process *p = item.process;
	unsigned kind = sh_kind_of(p, item.scalar);
	if (kind != SH_KIND_PARAMETER)
		return refuse(w, e, &item, kind);
	if (!value_of(w, e, &item, &number, &text))
		return false;
	if (st_needs_translation(p->model, item.name, text))
		return translate_with(w, p, &item, number, text);
	if (!is_taken(w, p, &item, number))
		return false;
	if (p->state == SH_STANDS && p->moved && !change_now(w, p, &item, number))
		return false;
	sh_give(p, item.name, number, text);
	if (p->state == SH_STANDS && !p->moved) {        /* it begins with the new value when somebody looks */
		sh_drop_run(p);
		p->state = SH_NEW;
	}
	return true;
}

bool sh_act_parameter(sh_world *w, const sh_command *c)
{
	for (uint32_t i = 0; i < c->elements.n; i++)
		if (!set_parameter(w, &c->elements.at[i]))
			return false;
	return true;
}

bool sh_act_change(sh_world *w, const sh_command *c)
{
	for (uint32_t i = 0; i < c->elements.n; i++) {
		const sh_element *e = &c->elements.at[i];
		sh_item item;
		double number;
		const char *text;
		if (!sh_one_item(w, e, &item) || !sh_can_go_on(w, item.process) ||
			!value_of(w, e, &item, &number, &text))
			return false;
		item.process->moved = true;
		if (!change_now(w, item.process, &item, number)) {
			sb_help(sb_report(w->diag, SB_ERROR, "T0154", e->span, "'%s' cannot be changed", item.name),
					"states, parameters, and inputs that nothing is connected to can be changed");
			return false;
		}
	}
	return true;
}
