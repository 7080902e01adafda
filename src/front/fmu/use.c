/* An FMU for the declarations of a class: which variables, in which rows, by which interface. */
#include "front/fmu/front_fmu.h"

#include <math.h>
#include <string.h>

bool fu_depends(const fi_description *d, const fi_unknowns *list, uint32_t variable, uint32_t on)
{
	for (uint32_t i = 0; i < list->n; i++) {
		if (list->at[i].variable != variable)
			continue;
		if (list->at[i].all)
			return true;
		for (uint32_t k = 0; k < list->at[i].n; k++)
			if (list->at[i].on[k] == on)
				return true;
		return false;
	}
	/* an inner variable is not listed, nor is an output that has the value of another one */
	uint32_t alias = d->variables.at[variable].alias;
	return alias != variable && alias < d->variables.n ? fu_depends(d, list, alias, on) : true;
}

static bool choose(const sf_request *r, sb_diag *diag, sb_span span, const fi_description *d, fi_plan *plan)
{
	fi_kind wanted = r && r->fmu ? r->fmu->kind : FI_ANY;
	bool me = d->exchange.there, cs = d->cosimulation.there;
	plan->kind = wanted == FI_ANY ? (me ? FI_EXCHANGE : FI_COSIMULATION) : wanted;
	if (plan->kind == FI_EXCHANGE ? me : cs)
		return true;
	sb_message *m = sb_report(diag, SB_ERROR, "I0060", span, "the FMU '%s' does not offer %s", d->path,
							  plan->kind == FI_EXCHANGE ? "model exchange" : "co-simulation");
	if (me || cs)
		sb_help(m, "it offers %s: leave out %s", me ? "model exchange" : "co-simulation", me ? "--cs" : "--me");
	else
		sb_help(m, "it offers scheduled execution only, which is not simulated: a scheduler has to drive it");
	return false;
}

static uint32_t number_named(const fi_description *d, const char *name)
{
	const fi_variable *v = fi_find(d, name);
	return v ? (uint32_t)(v - d->variables.at) : FI_NONE;
}

static uint32_t role_of(const fi_description *d, uint32_t number, fi_kind kind)
{
	const fi_variable *v = &d->variables.at[number];
	if (v->type == FI_STRING)
		return v->causality == FI_PARAMETER ? FU_TEXT : FU_NOTHING;
	if (v->type == FI_BINARY || fu_ticks_alone(v) || v->causality == FI_INDEPENDENT)
		return FU_NOTHING;
	if (v->causality == FI_PARAMETER || v->causality == FI_STRUCTURAL_PARAMETER)
		return FU_PARAMETER;
	if (v->causality == FI_INPUT)
		return FU_INPUT;
	return kind == FI_EXCHANGE && fu_is_state(d, number) ? FU_STATE : FU_OUTPUT;
}

/* What the class declares; names that the FMU does not have are told. */
static bool find_asked(sb_arena *arena, sb_diag *diag, const fi_description *d, const fu_asked *asked, uint32_t n,
					   fu_use *out)
{
	bool good = true;
	out->asked = sb_new_array(arena, uint32_t, d->variables.n + 1);
	out->role = sb_new_array(arena, uint32_t, d->variables.n + 1);
	for (uint32_t i = 0; i < d->variables.n; i++)
		out->asked[i] = FI_NONE;
	for (uint32_t i = 0; i < n; i++) {
		uint32_t number = number_named(d, asked[i].name);
		if (number != FI_NONE) {
			out->asked[number] = i;
			out->role[number] = role_of(d, number, out->plan->kind);
		}
		if (number != FI_NONE && out->role[number])
			continue;
		sb_strings names = {0};
		for (uint32_t k = 0; k < d->variables.n; k++)
			sb_push(arena, names, d->variables.at[k].name);
		const char *near = number == FI_NONE ? sb_nearest(asked[i].name, names.at, names.n) : NULL;
		sb_message *m = sb_report(diag, SB_ERROR, "I0061", asked[i].span, number == FI_NONE
			? "the FMU has no variable '%s'" : "the variable '%s' of the FMU is of a type that a model cannot have",
			asked[i].name);
		sb_help(m, near ? "did you mean '%s'?" : "saltus fmu info FILE.fmu lists its variables", near ? near : "");
		good = false;
	}
	return good;
}

/* Sizes as they are declared: structural parameters have the values that make them so. */
static bool size(sb_arena *arena, sb_diag *diag, fi_description *d, const fu_asked *asked, const fu_use *use)
{
	double *structural = sb_new_array(arena, double, d->variables.n + 1);
	bool good = true;
	for (uint32_t i = 0; i < d->variables.n; i++)
		structural[i] = NAN;
	for (uint32_t i = 0; i < d->variables.n; i++) {
		const fi_variable *v = &d->variables.at[i];
		const fu_asked *a = use->asked[i] == FI_NONE ? NULL : &asked[use->asked[i]];
		for (uint32_t k = 0; a && k < v->rank && k < a->rank; k++) {
			uint32_t n = v->dimension[k].variable == FI_NONE ? FI_NONE : fi_with_reference(d, v->dimension[k].variable);
			if (n != FI_NONE)
				structural[n] = a->shape[k];
		}
	}
	fi_size_arrays(arena, d, structural);
	for (uint32_t i = 0; i < d->variables.n; i++) {
		const fi_variable *v = &d->variables.at[i];
		const fu_asked *a = use->asked[i] == FI_NONE ? NULL : &asked[use->asked[i]];
		bool same = !a || a->rank == v->rank;
		for (uint32_t k = 0; a && same && k < v->rank; k++)
			same = a->shape[k] == v->shape[k];
		if (same)
			continue;
		sb_help(sb_report(diag, SB_ERROR, "I0062", a->span, "'%s' has other sizes than the variable of the FMU",
			v->name),
				"declare the sizes that saltus fmu info shows");
		good = false;
	}
	return good;
}

static void push(sb_arena *arena, fi_row *row, const fi_description *d, uint32_t number)
{
	if (!row->variable) {
		row->variable = sb_new_array(arena, uint32_t, d->variables.n + 1);
		row->first = sb_new_array(arena, uint32_t, d->variables.n + 1);
	}
	row->variable[row->n] = number;
	row->first[row->n++] = row->scalars;
	row->scalars += d->variables.at[number].count;
}

static void lay_out(sb_arena *arena, fu_use *use)
{
	fi_plan *p = use->plan;
	fi_row *rows[] = {NULL, &p->parameters, &p->texts, &p->inputs, &p->outputs, NULL};
	for (uint32_t i = 0; i < p->d->variables.n; i++)
		if (rows[use->role[i]])
			push(arena, rows[use->role[i]], p->d, i);
	for (uint32_t i = 0; p->kind == FI_EXCHANGE && i < p->d->derivatives.n; i++) {
		uint32_t state = p->d->variables.at[p->d->derivatives.at[i].variable].derivative;
		if (state != FI_NONE)
			push(arena, &p->states, p->d, state);
	}
}

/* What an FMU has and a model cannot use is told, once. */
static void tell_left_out(sb_diag *diag, sb_span span, const fi_description *d)
{
	sb_text list = {0};
	for (uint32_t i = 0; i < d->variables.n; i++) {
		const fi_variable *v = &d->variables.at[i];
		bool outside = v->causality == FI_INPUT || v->causality == FI_OUTPUT;
		if (outside && (v->type == FI_STRING || v->type == FI_BINARY) && list.n < 300)
			sb_addf(&list, "%s'%s'", list.n ? ", " : "", v->name);
	}
	if (list.n)
		sb_note(sb_report(diag, SB_WARNING, "I0063", span, "Strings and binaries of the FMU are left out: %s", list.at),
				"inputs keep their start values, and outputs are not read");
	sb_text_free(&list);
}

static double step_of(const sf_request *r, const fi_plan *p)
{
	const fi_description *d = p->d;
	double fixed = fi_interface_of(p)->fixed_step, span = (isnan(d->stop) ? 1 : d->stop) - (isnan(d->start) ? 0
		: d->start);
	double usual = d->step > 0 ? d->step : span > 0 ? span / 500 : 0.01;
	if (r && r->fmu && r->fmu->step > 0)
		return r->fmu->step;
	return isnan(d->step) && fixed > 0 ? fixed : usual;
}

bool fu_open(const sf_request *r, sb_arena *arena, sb_diag *diag, const char *path, sb_span span, const fu_asked *asked,
			 uint32_t n, fu_use *out)
{
	fi_archive *a = fi_open(arena, diag, path);
	*out = (fu_use){.archive = a, .plan = sb_new(arena, fi_plan)};
	bool good = a && a->d && a->d->sound;
	if (good) {
		out->plan->d = a->d;
		if (r && r->fmu)
			out->plan->options = *r->fmu;
		good = choose(r, diag, span, a->d, out->plan) && find_asked(arena, diag, a->d, asked, n, out) &&
			   size(arena, diag, a->d, asked, out) &&
			   fi_unpack(arena, diag, a, fi_interface_of(out->plan), &out->plan->files);
	}
	if (good) {
		if (out->plan->kind != FI_EXCHANGE)
			a->d->states = a->d->indicator_count = 0;
		else
			fi_size_states(a->d);
		lay_out(arena, out);
		tell_left_out(diag, span, a->d);
		out->plan->step = step_of(r, out->plan);
		out->plan->options.interpolate &= fi_interface_of(out->plan)->interpolates;
	}
	fi_close(a);
	return good;
}
