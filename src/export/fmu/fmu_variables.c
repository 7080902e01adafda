/* Which variables an FMU has, what may be done with them, and which are the same. */
#include "export/fmu/export_fmu.h"

#include <math.h>
#include <string.h>

/* ---- start values that can be set */

static bool is_true(const sm_model *m, sx_ref e)
{
	return e && sx_op_of(m->pool, e) == SX_CONST && sx_int_value(m->pool, e);
}

void so_fmu_starts(const sm_model *m, sb_arena *arena, sb_strings *out)
{
	for (uint32_t k = 0; k < m->variables.n; k++) {
		const sm_variable *v = sm_var(m, k);
		if (!v->hidden && !v->rank && v->variability < SM_PARAMETER && v->type != SX_STRING && is_true(m, v->fixed) &&
			v->causality != SM_INPUT)
			sb_push(arena, *out, (const char *)sb_printf(arena, "%s.start", v->name));
	}
}

static bool is_field(const so_fields *fields, uint32_t variable)
{
	for (uint32_t k = 0; k < fields->n; k++)
		if (fields->at[k].variable == variable)
			return true;
	return false;
}

/* The parameter x.start of a variable x. */
static uint32_t start_parameter(const so_fmu *f, const char *name)
{
	const sm_model *m = f->j.m->plan->model;
	uint32_t k = sm_find(m, sb_printf(f->arena, "%s.start", name));
	if (k == UINT32_MAX || k >= f->j.image->variables.n || !is_field(&f->j.parameters, k))
		return SO_NONE;
	const si_variable *p = si_var(f->j.image, k);
	bool can = p->variability == SI_PARAMETER && p->count == 1 && si_place_of(f->j.image,
			p->first).store != SI_NOWHERE &&
			   si_parameter_number(f->j.image, p->first) != UINT32_MAX;
	return can ? p->first : SO_NONE;
}

/* Made for the export, and told as the start value of its variable. */
static bool is_start_parameter(const so_fmu *f, const si_variable *v)
{
	const char *name = si_word(f->j.image, v->name), *dot = strrchr(name, '.');
	return v->variability == SI_PARAMETER && dot && strcmp(dot, ".start") == 0 &&
		   sm_findn(f->j.m->plan->model, name, (size_t)(dot - name)) != UINT32_MAX;
}

/* ---- what a variable is */

int so_type_of(const so_fmu *f, const so_variable *v)
{
	if (v->of == SO_NONE || v->kind != SO_OF_MODEL)
		return SO_FLOAT;
	const si_variable *i = si_var(f->j.image, v->of);
	return i->type == SI_TYPE_REAL ? SO_FLOAT : i->type == SI_TYPE_BOOLEAN ? SO_BOOLEAN
		   : i->type == SI_TYPE_STRING ? SO_STRING : i->enumeration ? SO_ENUMERATION : SO_INTEGER;
}

static double formula_or_nan(const so_fmu *f, si_formula formula)
{
	double v;
	return formula && sc_formula(f->j.d, formula, SC_EVERYTHING, NULL, &v) && isfinite(v) ? v : NAN;
}

bool so_has_start(const so_variable *v)
{
	return v->initial == SO_EXACT || v->causality == SO_INPUT;
}

double so_start_of(const so_fmu *f, const so_variable *v, uint32_t element)
{
	return sc_scalar_value(f->j.d, v->start != SO_NONE ? v->start : v->first + element);
}

/* Limits that the start value breaks would be an error of the FMU; the model has been told of them. */
static void take_limits(so_fmu *f, so_variable *v, const si_variable *i)
{
	v->min = formula_or_nan(f, i->min);
	v->max = formula_or_nan(f, i->max);
	v->nominal = fabs(formula_or_nan(f, i->nominal));
	if (!(v->nominal > 0) || so_type_of(f, v) != SO_FLOAT)
		v->nominal = NAN;
	if (so_type_of(f, v) == SO_BOOLEAN || so_type_of(f, v) == SO_STRING || v->min > v->max)
		v->min = v->max = NAN;
	for (uint32_t k = 0; k < v->count && so_has_start(v); k++) {
		double start = so_start_of(f, v, k);
		if (start < v->min || start > v->max)
			v->min = v->max = NAN;
	}
}

static bool is_constant(const so_fmu *f, const so_variable *v)
{
	for (uint32_t k = 0; k < v->count; k++)
		if (si_place_of(f->j.image, v->first + k).store != SI_NOWHERE)
			return false;
	return true;
}

static void classify(so_fmu *f, so_variable *v, const si_variable *i)
{
	bool parameter = is_field(&f->j.parameters, v->of), output = is_field(&f->j.outputs, v->of);
	v->causality = parameter ? SO_PARAMETER : is_field(&f->j.inputs, v->of) ? SO_INPUT : output ? SO_OUTPUT
				   : i->variability == SI_PARAMETER && !is_constant(f, v) ? SO_CALCULATED : SO_LOCAL;
	v->variability = is_constant(f, v) || i->variability == SI_CONSTANT ? SO_CONSTANT : parameter && f->tunable[v->of]
			? SO_TUNABLE
					 : parameter || v->causality == SO_CALCULATED ? SO_FIXED
					 : i->variability == SI_CONTINUOUS && i->type == SI_TYPE_REAL ? SO_CONTINUOUS : SO_DISCRETE;
	v->initial = v->causality == SO_INPUT ? SO_NO_INITIAL
				 : parameter || v->variability == SO_CONSTANT || v->start != SO_NONE ? SO_EXACT : SO_BY_MODEL;
	take_limits(f, v, i);
}

/* ---- the list */

static uint32_t add(so_fmu *f, so_variable v)
{
	v.main = f->variables.n;
	sb_push(f->arena, f->variables, v);
	return v.main;
}

static const char *scalar_name(const so_fmu *f, uint32_t scalar)
{
	sb_text text = {0};
	si_scalar_name(f->j.image, scalar, &text);
	const char *name = sb_strdup(f->arena, text.at ? text.at : "");
	sb_text_free(&text);
	return name;
}

/* In 3.0 an array stays one, if all of its elements are alike: all have a place, or none; all are states, in the order
 * of the array, or none. */
static bool stays_whole(const so_fmu *f, const si_variable *v)
{
	const si_image *image = f->j.image;
	if (f->o->version < 3 || !v->rank || !v->count || v->type == SI_TYPE_STRING)
		return false;
	si_place first = si_place_of(image, v->first);
	for (uint32_t k = 0; k < v->count; k++) {
		si_place p = si_place_of(image, v->first + k);
		bool state = first.store == SI_STATE && !first.negated;
		if ((p.store == SI_NOWHERE) != (first.store == SI_NOWHERE) ||
				(p.store == SI_STATE) != (first.store == SI_STATE) ||
			(state && (p.index != first.index + k || p.negated)))
			return false;
	}
	return true;
}

/* Integers of FMI 2.0 have 32 bits. */
static bool fits(so_fmu *f, const so_variable *v, const si_variable *i)
{
	double start = so_has_start(v) ? so_start_of(f, v, 0) : 0;
	if (f->o->version > 2 || so_type_of(f, v) != SO_INTEGER || fabs(start) <= INT32_MAX)
		return true;
	sb_message *m = sb_report(f->j.diag, SB_WARNING, "G0061", i->span,
			"'%s' is %.0f, which an Integer of FMI 2.0 cannot "
							  "be: it is left out", v->name, start);
	sb_help(m, "FMI 3.0 (--fmi 3) has Integers of 64 bits");
	return false;
}

static void add_of_model(so_fmu *f, uint32_t k)
{
	const si_variable *i = si_var(f->j.image, k);
	bool whole = stays_whole(f, i);
	for (uint32_t e = 0; e < (whole ? 1 : i->count); e++) {
		so_variable v = {.of = k, .first = i->first + e, .count = whole ? i->count : 1, .whole = whole,
				.start = SO_NONE,
			.state = SO_NONE, .derivative = SO_NONE};
		v.name = whole ? si_word(f->j.image, i->name) : scalar_name(f, v.first);
		if (i->type == SI_TYPE_STRING && si_place_of(f->j.image, v.first).store != SI_STRING)
			continue;
		if (!i->rank && i->variability < SI_PARAMETER)
			v.start = start_parameter(f, v.name);
		classify(f, &v, i);
		if (fits(f, &v, i))
			add(f, v);
	}
}

static bool is_visible(const so_fmu *f, uint32_t k)
{
	const si_variable *v = si_var(f->j.image, k);
	return !v->hidden && !v->object && v->count && !is_start_parameter(f, v);
}

/* The variable that has the state's own scalar; one that is hidden is shown for its sake. */
static void find_states(so_fmu *f)
{
	const si_image *image = f->j.image;
	f->of_state = sb_new_array(f->arena, uint32_t, image->states + 1);
	f->rate_of = sb_new_array(f->arena, uint32_t, image->states + 1);
	for (uint32_t s = 0; s < image->states; s++)
		f->of_state[s] = SO_NONE;
	for (int exact = 1; exact >= 0; exact--)         /* rather the variable itself than another one that is equal */
		for (uint32_t k = 0; k < f->variables.n; k++) {
			so_variable *v = &f->variables.at[k];
			if (v->kind != SO_OF_MODEL || v->state != SO_NONE)
				continue;
			si_place p = si_place_of(image, v->first);
			if (p.store != SI_STATE || p.negated || f->of_state[p.index] != SO_NONE || v->causality == SO_INPUT ||
				(exact && v->start == SO_NONE && si_state_scalar(image, p.index) != v->first))
				continue;
			v->state = p.index;
			for (uint32_t e = 0; e < v->count; e++)
				f->of_state[p.index + e] = k;
		}
	for (uint32_t s = 0; s < image->states; s++)
		if (f->of_state[s] == SO_NONE) {
			uint32_t scalar = si_state_scalar(image, s), element;
			uint32_t of = si_variable_of_scalar(image, scalar, &element);
			f->of_state[s] = add(f, (so_variable){.name = scalar_name(f, scalar), .of = of, .first = scalar,
					.count = 1,
				.start = SO_NONE, .state = s, .derivative = SO_NONE, .variability = SO_CONTINUOUS,
				.initial = SO_BY_MODEL, .min = NAN, .max = NAN, .nominal = NAN});
		}
}

static void add_rates(so_fmu *f)
{
	for (uint32_t s = 0; s < f->j.image->states;) {
		const so_variable *x = &f->variables.at[f->of_state[s]];
		uint32_t n = x->count;
		so_variable v = {.kind = SO_RATE, .name = sb_printf(f->arena, "der(%s)", x->name), .of = x->of,
				.first = x->first,
			.count = n, .whole = x->whole, .start = SO_NONE, .state = SO_NONE, .derivative = f->of_state[s],
			.variability = SO_CONTINUOUS, .initial = SO_BY_MODEL, .min = NAN, .max = NAN, .nominal = NAN};
		uint32_t number = add(f, v);
		for (uint32_t e = 0; e < n; e++)
			f->rate_of[s + e] = number;
		s += n;
	}
}

static void add_indicators(so_fmu *f)
{
	const si_image *image = f->j.image;
	for (uint32_t k = 0; k < image->watches.n; k++) {
		if (image->watches.at[k].time_only || image->watches.at[k].initial_only)
			continue;
		sb_push(f->arena, f->indicators, k);
		if (f->o->version < 3)
			continue;
		uint32_t number = add(f, (so_variable){.kind = SO_INDICATOR,
			.name = sb_printf(f->arena, "_event_indicator_%u", f->indicators.n), .of = SO_NONE,
			.first = f->indicators.n - 1, .count = 1, .start = SO_NONE, .state = SO_NONE, .derivative = SO_NONE,
			.variability = SO_CONTINUOUS, .initial = SO_BY_MODEL, .min = NAN, .max = NAN, .nominal = NAN});
		sb_push(f->arena, f->watch_variable, number);
	}
}

/* ---- the same values */

static uint64_t key_of(const so_fmu *f, const so_variable *v)
{
	si_place p = si_place_of(f->j.image, v->first);
	return (uint64_t)p.store << 56 | (uint64_t)p.negated << 55 | (uint64_t)(v->count & 0xffffff) << 31 | p.index;
}

static bool same_places(const so_fmu *f, const so_variable *a, const so_variable *b)
{
	const si_image *image = f->j.image;
	const si_variable *x = si_var(image, a->of), *y = si_var(image, b->of);
	if (a->count != b->count || a->whole != b->whole || x->type != y->type || x->enumeration != y->enumeration ||
		strcmp(so_unit_of(f, a), so_unit_of(f, b)) != 0 || a->variability != b->variability || (a->whole &&
				x->rank != y->rank))
		return false;
	for (uint32_t k = 0; a->whole && k < x->rank; k++)
		if (image->numbers.at[x->shape + k] != image->numbers.at[y->shape + k])
			return false;
	for (uint32_t k = 0; k < a->count; k++) {
		si_place p = si_place_of(image, a->first + k), q = si_place_of(image, b->first + k);
		if (p.store != q.store || p.negated != q.negated || p.index != q.index)
			return false;
	}
	return true;
}

/* A local variable whose places are those of another one is its alias. Those that mean more than a value come first. */
static void find_aliases(so_fmu *f)
{
	sb_map mains = sb_map_new(f->arena);
	uint64_t found;
	for (int round = 0; round < 2; round++)
		for (uint32_t k = 0; k < f->variables.n; k++) {
			so_variable *v = &f->variables.at[k];
			bool plain = v->causality == SO_LOCAL && v->state == SO_NONE && v->start == SO_NONE;
			if (v->kind != SO_OF_MODEL || is_constant(f, v) || plain != (round == 1))
				continue;
			uint64_t key = key_of(f, v);
			if (!sb_map_get(&mains, key, &found))
				sb_map_put(&mains, key, k);
			else if (plain && same_places(f, v, &f->variables.at[found]))
				v->main = (uint32_t)found;
		}
}

static void number_them(so_fmu *f)
{
	for (uint32_t k = 0; k < f->variables.n; k++) {
		so_variable *v = &f->variables.at[k];
		v->index = k + 1;
		if (v->main == k)
			v->reference = f->references++;
		else
			f->report->aliases++;
	}
	for (uint32_t k = 0; k < f->variables.n; k++) {
		f->variables.at[k].reference = f->variables.at[f->variables.at[k].main].reference;
		f->variables.at[k].alias = SO_NONE;
	}
	for (uint32_t k = f->variables.n; k-- > 0;) {
		so_variable *main = &f->variables.at[f->variables.at[k].main];
		if (f->variables.at[k].main == k)
			continue;
		f->variables.at[k].alias = main->alias;
		main->alias = k;
	}
}

void so_list_variables(so_fmu *f)
{
	const si_image *image = f->j.image;
	f->tunable = sb_new_array(f->arena, bool, image->variables.n + 1);
	add(f, (so_variable){.kind = SO_TIME, .name = "time", .of = SO_NONE, .count = 1, .causality = SO_INDEPENDENT,
		.start = SO_NONE, .state = SO_NONE, .derivative = SO_NONE, .variability = SO_CONTINUOUS, .min = NAN,
				.max = NAN,
		.nominal = NAN});
	for (uint32_t k = 0; k < image->variables.n && k < f->j.m->plan->model->variables.n; k++) {
		for (uint32_t i = 0; i < f->o->tunable.n; i++)
			f->tunable[k] |= sb_matches(f->o->tunable.at[i], si_word(image, si_var(image, k)->name));
		if (is_visible(f, k))
			add_of_model(f, k);
	}
	find_states(f);
	add_rates(f);
	add_indicators(f);
	find_aliases(f);
	number_them(f);
	for (uint32_t k = 0; k < f->variables.n; k++)
		if (f->variables.at[k].state != SO_NONE || f->variables.at[k].causality == SO_OUTPUT)
			sb_push(f->arena, f->report->counting, f->variables.at[k].name);
	f->report->experiments = image->experiments.n || f->j.m->plan->model->outlives.n;
	f->report->variables = f->variables.n;
	f->report->indicators = f->indicators.n;
}
