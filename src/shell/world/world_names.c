/* Names in blocks: what a name with wild cards means, and values. */
#include "shell/world/world.h"

#include <math.h>
#include <string.h>
#include <strings.h>

/* The name of a component without subscripts, as families have it. */
static bool same_component(const char *component, const char *path)
{
	while (*path) {
		if (*path == '[') {
			const char *close = strchr(path, ']');
			path = close ? close + 1 : path + strlen(path);
			if (*component == '[') {
				close = strchr(component, ']');
				component = close ? close + 1 : component + strlen(component);
			}
			continue;
		}
		if (*component++ != *path++)
			return false;
	}
	return !*component;
}

/* What stands behind the path of a block in a name; NULL: the name is of another block. */
static const char *inside(const char *path, const char *name)
{
	size_t n = strlen(path);
	return !n ? name : strncmp(name, path, n) == 0 && name[n] == '.' ? name + n + 1 : NULL;
}

unsigned sh_kind_of(const sh_process *p, uint32_t scalar)
{
	const sm_variable *v = sm_var(p->model->flat, sm_variable_of_scalar(p->model->flat, scalar, NULL));
	if (v->variability == SM_PARAMETER)
		return SH_KIND_PARAMETER;
	if (v->variability == SM_CONSTANT)
		return SH_KIND_CONSTANT;
	if (v->type == SX_BOOLEAN)
		return SH_KIND_LOGICAL;
	if (v->type != SX_REAL)
		return SH_KIND_INTEGER;
	return p->run && se_is_state(p->run, scalar) ? SH_KIND_STATE : SH_KIND_AUXILIARY;
}

const sm_variable *sh_variable_of(const sh_item *item)
{
	const sm_model *m = item->process->model->flat;
	return sm_var(m, sm_variable_of_scalar(m, item->scalar, NULL));
}

double sh_value_of(const sh_item *item)
{
	if (!item->process->run)
		return NAN;
	return item->rate ? se_rate_of(item->process->run, item->scalar) : se_value(item->process->run, item->scalar);
}

bool sh_resolve(sh_item *item)
{
	item->scalar = sm_find_scalar(item->process->model->flat, item->name);
	return item->scalar != UINT32_MAX;
}

/* der(name), and the name in it. */
static const char *rate_of(sh_world *w, const char *name)
{
	size_t n = strlen(name);
	if (n < 6 || strncasecmp(name, "der(", 4) != 0 || name[n - 1] != ')')
		return NULL;
	return sb_strndup(w->now, name + 4, n - 5);
}

typedef struct search {
	sh_world *w; sh_place place; const char *pattern; unsigned kinds; bool deep, exact, wild, rate; sh_items *out;
} search;

static void look_at(search *s, const sm_variable *v, uint32_t scalar)
{
	sb_text name = {0};
	sm_scalar_name(s->place.process->model->flat, scalar, &name);
	const char *rest = inside(s->place.path, name.at);
	bool own = rest && (s->deep || strchr(s->pattern, '.') || same_component(v->component ? v->component : "",
																			   s->place.path));
	bool like = rest && (s->exact ? strcmp(s->pattern, rest) == 0 : sh_is_like(s->pattern, rest));
	/* a name without subscripts is the whole array */
	const char *bracket = rest && !like && v->count > 1 ? strrchr(rest, '[') : NULL;
	if (bracket) {
		const char *array = sb_strndup(s->w->now, rest, (size_t)(bracket - rest));
		like = s->exact ? strcmp(s->pattern, array) == 0 : sh_is_like(s->pattern, array);
	}
	if (like && (own || !s->wild) && (sh_kind_of(s->place.process, scalar) & s->kinds))
		sb_push(s->w->now, *s->out, ((sh_item){s->place.process, sb_strdup(s->w->now, name.at), scalar, s->rate}));
	sb_text_free(&name);
}

static void look_for(search *s)
{
	const sm_model *m = s->place.process->model->flat;
	for (uint32_t i = 0; i < m->variables.n; i++) {
		const sm_variable *v = sm_var(m, i);
		for (uint32_t k = 0; k < v->count && !v->hidden && v->type != SX_STRING && v->type != SX_CLOCK; k++)
			look_at(s, v, v->first + k);
	}
}

static bool tell_no_name(sh_world *w, const sh_element *e, sh_place place, const char *name)
{
	sh_items all = {0};
	sb_strings names = {0};
	search s = {w, place, "*", SH_KIND_ANY, true, false, true, false, &all};
	look_for(&s);
	for (uint32_t i = 0; i < all.n && i < 20000; i++)
		sb_push(w->now, names, inside(place.path, all.at[i].name));
	sb_message *m = sb_report(w->diag, SB_ERROR, "T0120", e->span, "there is no variable '%s' in %s", name,
							  sh_place_name(w, place));
	const char *near = sh_nearest(w->now, name, names.at, names.n);
	if (near)
		sb_help(m, "did you mean '%s'?", near);
	else
		sb_help(m, "SHOW BLOCK/SYMBOL lists the names of the block that is set, SET BLOCK sets another one");
	return false;
}

/* In one block. The case of letters counts only where it tells two names apart. */
static void find_in(sh_world *w, sh_place place, const char *pattern, unsigned kinds, bool deep, bool rate,
					sh_items *out)
{
	uint32_t before = out->n;
	search s = {w, place, pattern, kinds, deep, true, strchr(pattern, '*') != NULL, rate, out};
	if (!s.wild) {
		const char *full = *place.path ? sb_printf(w->now, "%s.%s", place.path, pattern) : pattern;
		uint32_t scalar = sm_find_scalar(place.process->model->flat, full);
		const sm_model *m = place.process->model->flat;
		if (scalar != UINT32_MAX && !sm_var(m, sm_variable_of_scalar(m, scalar, NULL))->hidden) {
			if (sh_kind_of(place.process, scalar) & kinds)
				sb_push(w->now, *out, ((sh_item){place.process, sb_strdup(w->now, full), scalar, rate}));
			return;
		}
		look_for(&s);
	}
	s.exact = false;
	if (out->n == before)
		look_for(&s);
}

bool sh_find_items(sh_world *w, const sh_element *e, unsigned kinds, bool deep, sh_items *out)
{
	sh_places places = {0};
	const char *of = rate_of(w, e->name);
	if (!sh_find_blocks(w, &e->block, &places))
		return false;
	for (uint32_t i = 0; i < places.n; i++) {
		uint32_t before = out->n;
		if (!sh_look(w, places.at[i].process))
			return false;
		find_in(w, places.at[i], of ? of : e->name, kinds, deep, of != NULL, out);
		if (out->n == before && kinds == SH_KIND_ANY && strcmp(e->name, "*") != 0)
			return tell_no_name(w, e, places.at[i], of ? of : e->name);
	}
	return true;
}

bool sh_one_item(sh_world *w, const sh_element *e, sh_item *out)
{
	sh_items all = {0};
	if (!sh_find_items(w, e, SH_KIND_ANY, false, &all))
		return false;
	if (all.n == 1) {
		*out = all.at[0];
		return true;
	}
	sb_text list = {0};
	for (uint32_t i = 0; i < all.n && i < 12; i++)
		sb_addf(&list, "%s%s", i ? ", " : "", all.at[i].name);
	sb_message *m =
		sb_report(w->diag, SB_ERROR, "T0121", e->span,
				  all.n ? "'%s' matches %u variables, and one is needed" : "'%s' matches %u variables", e->name, all.n);
	if (all.n)
		sb_help(m, "they are %s%s", list.at, all.n > 12 ? ", ..." : "");
	sb_text_free(&list);
	return false;
}

/* The part of a component's name directly behind the path of a block. */
static bool directly_inside(sh_place p, const char *component, const char **rest)
{
	*rest = *component ? inside(p.path, component) : NULL;
	if (!*rest || !**rest)
		return false;
	size_t depth = 0;
	for (const char *x = *rest; *x; x++) {
		depth += *x == '[' ? 1 : *x == ']' && depth ? (size_t)-1 : 0;
		if (*x == '.' && !depth)
			return false;
	}
	return true;
}

void sh_blocks_inside(sh_world *w, sh_place p, sb_strings *out)
{
	const sm_model *m = p.process->model ? p.process->model->flat : NULL;
	const char *rest;
	for (uint32_t i = 0; m && i < m->components.n; i++)
		if (directly_inside(p, m->components.at[i].name, &rest))
			sb_push(w->now, *out, rest);
}

const ss_plan *sh_present_plan(const sh_process *p)
{
	sc_program *program = p->model->program;
	for (uint32_t i = 0; i < sc_mode_count(program); i++) {
		const sc_mode *m = sc_mode_at(program, i);
		if (m && m->program && sc_image(m->program) == se_mode_of(p->run) && sc_plan(m->program))
			return sc_plan(m->program);
	}
	return p->model->plan;
}

/* ---------------------------------------------------------------------------------------------------------- values */

sh_symbol *sh_symbol_called(sh_world *w, const char *name)
{
	for (uint32_t i = 0; i < w->symbols.n; i++)
		if (strcasecmp(w->symbols.at[i].name, name) == 0)
			return &w->symbols.at[i];
	return NULL;
}

typedef struct looking { sh_world *w; sh_place place; } looking;

/* A symbol, the time, or a variable. */
static bool find_value(void *context, const sh_formula *f, double *out)
{
	looking *l = context;
	const sh_element *e = &f->variable;
	bool bare = !e->block.study && !e->block.experiment && !e->block.placed;
	const sh_symbol *s = bare ? sh_symbol_called(l->w, e->name) : NULL;
	sh_place before = l->w->present;
	sh_item item;
	if (s) {
		*out = s->value;
		return true;
	}
	if (bare && strcasecmp(e->name, "pi") == 0 && !l->place.process) {
		*out = 3.14159265358979323846;
		return true;
	}
	l->w->present = l->place;
	bool time = bare && strcasecmp(e->name, "time") == 0 && l->place.process;
	bool good = time ? sh_look(l->w, l->place.process) : sh_one_item(l->w, e, &item);
	l->w->present = before;
	if (good)
		*out = time ? se_time(l->place.process->run) : sh_value_of(&item);
	return good;
}

static bool compute_at(sh_world *w, sh_place place, const sh_formula *f, double *out)
{
	looking l = {w, place};
	const sh_values v = {find_value, &l, w->diag};
	return sh_evaluate(&v, f, out);
}

bool sh_compute(sh_world *w, const sh_formula *f, double *out)
{
	return compute_at(w, w->present, f, out);
}
