/* The rules of the standards that tie parts of a description together, and what follows from all of it: which variables
 * are the same, sizes of arrays, how many states and indicators there are. */
#include "fmi/describe/fmi_inside.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------------------------------- questions */

typedef struct keyed { uint32_t reference, number; } keyed;

static int by_reference(const void *a, const void *b)
{
	const keyed *x = a, *y = b;
	return x->reference != y->reference ? (x->reference < y->reference ? -1 : 1)
		   : x->number < y->number ? -1 : x->number > y->number;
}

static const uint32_t *order(sb_arena *arena, const fi_description *d)
{
	keyed *all = sb_resize(NULL, (d->variables.n + 1) * sizeof *all);
	uint32_t *out = sb_new_array(arena, uint32_t, d->variables.n + 1);
	for (uint32_t i = 0; i < d->variables.n; i++)
		all[i] = (keyed){d->variables.at[i].reference, i};
	qsort(all, d->variables.n, sizeof *all, by_reference);
	for (uint32_t i = 0; i < d->variables.n; i++)
		out[i] = all[i].number;
	free(all);
	return out;
}

uint32_t fi_with_reference(const fi_description *d, uint32_t reference)
{
	uint32_t low = 0, high = d->by_reference ? d->variables.n : 0;
	while (low < high) {
		uint32_t middle = (low + high) / 2;
		if (d->variables.at[d->by_reference[middle]].reference < reference)
			low = middle + 1;
		else
			high = middle;
	}
	if (!d->by_reference || low == d->variables.n)
		return FI_NONE;
	uint32_t number = d->by_reference[low];
	return d->variables.at[number].reference == reference ? number : FI_NONE;
}

const fi_variable *fi_find(const fi_description *d, const char *name)
{
	for (uint32_t i = 0; i < d->variables.n; i++)
		if (strcmp(d->variables.at[i].name, name) == 0)
			return &d->variables.at[i];
	return NULL;
}

void fi_size_arrays(sb_arena *arena, fi_description *d, const double *structural)
{
	if (!d->by_reference)
		d->by_reference = order(arena, d);
	for (uint32_t i = 0; i < d->variables.n; i++) {
		fi_variable *v = &d->variables.at[i];
		v->shape = sb_new_array(arena, uint32_t, v->rank + 1);
		double count = 1;
		for (uint32_t k = 0; k < v->rank; k++) {
			uint32_t n = v->dimension[k].variable == FI_NONE ? FI_NONE : fi_with_reference(d, v->dimension[k].variable);
			double size = v->dimension[k].size;
			if (n != FI_NONE)
				size = structural && !isnan(structural[n]) ? structural[n]
					   : d->variables.at[n].starts && d->variables.at[n].start ? d->variables.at[n].start[0] : 0;
			else if (v->dimension[k].size == FI_NONE)
				size = 0;
			v->shape[k] = size >= 0 && size < 1e7 ? (uint32_t)size : 0;
			count *= v->shape[k];
		}
		v->count = count < 1e7 ? (uint32_t)count : 0;
	}
}

void fi_size_states(fi_description *d)
{
	uint32_t states = 0, indicators = 0;
	for (uint32_t i = 0; i < d->derivatives.n; i++)
		states += d->variables.at[d->derivatives.at[i].variable].count;
	for (uint32_t i = 0; i < d->indicators.n; i++)
		indicators += d->variables.at[d->indicators.at[i]].count;
	d->states = d->version == 1 ? d->states : states;
	d->indicator_count = d->version == 3 ? indicators : d->indicator_count;
}

/* ------------------------------------------------------------------------------------ variables by themselves */

static bool may_vary(const fi_variable *v)
{
	switch (v->causality) {
	case FI_PARAMETER: case FI_CALCULATED_PARAMETER: case FI_STRUCTURAL_PARAMETER:
		return v->variability == FI_FIXED || v->variability == FI_TUNABLE;
	case FI_INPUT: return v->variability == FI_DISCRETE || v->variability == FI_CONTINUOUS;
	case FI_OUTPUT: return v->variability != FI_FIXED && v->variability != FI_TUNABLE;
	case FI_INDEPENDENT: return v->variability == FI_CONTINUOUS;
	default: return true;
	}
}

static bool may_begin(const fi_variable *v, int version)
{
	bool given = v->causality == FI_PARAMETER || v->causality == FI_STRUCTURAL_PARAMETER ||
				 v->variability == FI_CONSTANT;
	if (v->causality == FI_INPUT)
		return v->initial == FI_NO_INITIAL || (version == 3 && v->initial == FI_EXACT);
	if (v->causality == FI_INDEPENDENT || v->type == FI_CLOCK)
		return v->initial == FI_NO_INITIAL;
	if (given)
		return v->initial == FI_EXACT;
	if (v->variability == FI_FIXED || v->variability == FI_TUNABLE)
		return v->initial != FI_EXACT;
	return true;
}

static void check_kind(fi_reader *r, const fi_variable *v)
{
	bool real = v->type == FI_FLOAT64 || v->type == FI_FLOAT32;
	if (r->d->version == 1)
		return;
	if (!may_vary(v))
		fi_wrong(r, "I0014", v->span, "ModelVariables: which variability goes with which causality",
				 "'%s' is '%s' and '%s', which do not go together", v->name, fi_causality_names[v->causality],
				 fi_variability_names[v->variability]);
	else if (!may_begin(v, r->d->version))
		fi_wrong(r, "I0014", v->span, "ModelVariables: which initial goes with which causality",
				 "'%s' is '%s' and '%s', and its initial is '%s', which do not go together", v->name,
				 fi_causality_names[v->causality], fi_variability_names[v->variability],
				 fi_initial_names[v->initial]);
	if (!real && v->variability == FI_CONTINUOUS)
		fi_wrong(r, "I0014", v->span, "ModelVariables: only Reals are continuous",
				 "'%s' is continuous, and no Real", v->name);
}

static void check_start(fi_reader *r, const fi_variable *v)
{
	bool needs = v->initial == FI_EXACT || v->initial == FI_APPROX || v->causality == FI_INPUT ||
				 v->variability == FI_CONSTANT;
	bool must_not = v->initial == FI_CALCULATED || v->causality == FI_INDEPENDENT;
	uint32_t number = (uint32_t)(v - r->d->variables.at);
	if (v->alias != number || v->type == FI_CLOCK)
		return;
	if (r->d->version > 1 && needs && !v->starts && v->type != FI_BINARY && v->count)
		fi_wrong(r, "I0015", v->span, "ModelVariables: a variable that is exact, approx or an input has a start value",
				 "'%s' has no start value", v->name);
	if (r->d->version > 1 && must_not && v->starts)
		fi_wrong(r, "I0015", v->span, "ModelVariables: what is calculated has no start value",
				 "'%s' has a start value, and is calculated", v->name);
	if (v->starts > 1 && v->starts != v->count)
		fi_wrong(r, "I0016", v->span, "ModelVariables: an array has one start value, or one for each element",
				 "'%s' has %u elements and %u start values", v->name, v->count, v->starts);
	for (uint32_t i = 0; v->start && i < v->starts; i++) {
		double s = v->start[i];
		if ((fi_is_whole(v->type) && s != floor(s)) || (v->type == FI_BOOLEAN && s != 0 && s != 1)) {
			fi_wrong(r, "I0016", v->span, NULL, "the start value %g of '%s' is not of its type %s", s, v->name,
					 fi_type_names[v->type]);
			break;
		}
		if (s < v->min || s > v->max) {
			fi_wrong(r, "I0018", v->span, "ModelVariables: a start value lies between min and max",
					 "the start value %g of '%s' is not between %g and %g", s, v->name, v->min, v->max);
			break;
		}
	}
}

static void check_bounds(fi_reader *r, const fi_variable *v)
{
	const fi_enumeration *e = v->type == FI_ENUMERATION ? fi_items_of(r->d, v) : NULL;
	if (v->min > v->max)
		fi_wrong(r, "I0018", v->span, "ModelVariables: max is not below min", "'%s' has min %g and max %g", v->name,
				 v->min, v->max);
	if (v->type == FI_ENUMERATION && !v->declared)
		fi_wrong(r, "I0017", v->span, "ModelVariables: an enumeration has a declaredType",
				 "'%s' is an enumeration, and says not which", v->name);
	for (uint32_t i = 0; e && i < v->starts; i++) {
		bool found = false;
		for (uint32_t k = 0; k < e->n; k++)
			found |= e->value[k] == v->start[i];
		if (!found)
			fi_wrong(r, "I0018", v->span, "Definition of Types: values of an enumeration are those of its items",
					 "the start value %g of '%s' is no item of '%s'", v->start[i], v->name, e->name);
	}
	for (uint32_t k = 0; k < v->rank; k++) {
		uint32_t n = v->dimension[k].variable == FI_NONE ? FI_NONE : fi_with_reference(r->d, v->dimension[k].variable);
		if (v->dimension[k].variable != FI_NONE &&
			(n == FI_NONE || (r->d->variables.at[n].causality != FI_STRUCTURAL_PARAMETER &&
							  r->d->variables.at[n].variability != FI_CONSTANT)))
			fi_wrong(r, "I0022", v->dimension[k].span, "2.4.7.4: a dimension is that of a structural parameter",
					 "a dimension of '%s' refers to no structural parameter", v->name);
	}
	for (uint32_t k = 0; k < v->clock_count; k++) {
		uint32_t n = fi_with_reference(r->d, v->clocks[k]);
		if (n == FI_NONE || r->d->variables.at[n].type != FI_CLOCK)
			fi_wrong(r, "I0023", v->span, "2.4.7.4: clocks are value references of clocks",
					 "'%s' belongs to the clock %u, which is no clock", v->name, v->clocks[k]);
	}
}

/* -------------------------------------------------------------------------------------------- names, references */

typedef struct named { const char *name; uint32_t number; } named;

static int by_name(const void *a, const void *b)
{
	const named *x = a, *y = b;
	int c = strcmp(x->name, y->name);
	return c ? c : x->number < y->number ? -1 : x->number > y->number;
}

static void check_names(fi_reader *r)
{
	fi_description *d = r->d;
	named *all = sb_resize(NULL, (d->variables.n + 1) * sizeof *all);
	for (uint32_t i = 0; i < d->variables.n; i++)
		all[i] = (named){d->variables.at[i].name, i};
	qsort(all, d->variables.n, sizeof *all, by_name);
	for (uint32_t i = 1; i < d->variables.n; i++)
		if (strcmp(all[i].name, all[i - 1].name) == 0) {
			sb_message *m = fi_wrong(r, "I0012", d->variables.at[all[i].number].span,
									 "ModelVariables: names of variables are unique",
									 "there are two variables '%s'", all[i].name);
			sb_also(m, d->variables.at[all[i - 1].number].span, "the other one");
		}
	free(all);
}

static bool same_base(const fi_description *d, fi_type a, fi_type b)
{
	bool whole_a = a == FI_INT32 || a == FI_ENUMERATION, whole_b = b == FI_INT32 || b == FI_ENUMERATION;
	return a == b || (d->version < 3 && whole_a && whole_b);
}

/* In 3.0 a reference belongs to one variable. Before, variables of one type with one reference are one value. */
static void check_references(fi_reader *r)
{
	fi_description *d = r->d;
	for (uint32_t i = 0; i < d->variables.n; i++) {
		fi_variable *v = &d->variables.at[d->by_reference[i]];
		for (uint32_t k = i; k-- > 0 && d->variables.at[d->by_reference[k]].reference == v->reference;) {
			uint32_t other = d->by_reference[k];
			fi_variable *w = &d->variables.at[other];
			if (d->version == 3 && v->alias == d->by_reference[i] && w->alias == other) {
				sb_also(fi_wrong(r, "I0013", v->span, "2.2.1: a value reference belongs to one variable",
								 "'%s' and '%s' have the value reference %u", w->name, v->name, v->reference),
						w->span, "the other one");
				break;
			}
			if (d->version < 3 && same_base(d, v->type, w->type)) {
				v->alias = w->alias;
				if (d->version == 2 && v->causality == FI_INPUT && w->causality == FI_INPUT)
					sb_also(fi_wrong(r, "I0013", v->span, "2.2.7: of variables of one value at most one can be set",
									 "the inputs '%s' and '%s' have the value reference %u", w->name, v->name,
									 v->reference), w->span, "the other one");
				break;
			}
		}
	}
}

/* ------------------------------------------------------------------------------------------------ structure */

/* 2.0 gives the index of the state, 3.0 its reference. */
static void resolve_derivatives(fi_reader *r)
{
	fi_description *d = r->d;
	for (uint32_t i = 0; i < d->variables.n; i++) {
		fi_variable *v = &d->variables.at[i];
		if (v->derivative == FI_NONE)
			continue;
		uint32_t of = d->version == 3 ? fi_with_reference(d, v->derivative) : v->derivative - 1;
		if (of >= d->variables.n || d->variables.at[of].type != v->type || d->variables.at[of].count != v->count) {
			fi_wrong(r, "I0021", v->span, "ModelVariables: derivative names the variable that it is the derivative of",
					 "'%s' is the derivative of %u, which is no variable of its type and size", v->name, v->derivative);
			of = FI_NONE;
		}
		v->derivative = of;
	}
}

static void check_derivatives(fi_reader *r)
{
	fi_description *d = r->d;
	if (d->version == 1)
		return;
	d->states = 0;
	for (uint32_t i = 0; i < d->derivatives.n; i++) {
		const fi_variable *v = &d->variables.at[d->derivatives.at[i].variable];
		if (v->derivative == FI_NONE || v->variability != FI_CONTINUOUS || v->type > FI_FLOAT32)
			fi_wrong(r, "I0021", d->derivatives.at[i].span, "Definition of the Model Structure: derivatives of states",
					 "'%s' is listed as the derivative of a state, but is none by its declaration", v->name);
		else
			d->states += v->count;
	}
	for (uint32_t i = 0; d->version == 3 && i < d->indicators.n; i++) {
		const fi_variable *v = &d->variables.at[d->indicators.at[i]];
		d->indicator_count += v->count;
		if (v->type > FI_FLOAT32)
			fi_wrong(r, "I0019", v->span, "Definition of the Model Structure: event indicators are Reals",
					 "'%s' is an event indicator, and no Real", v->name);
	}
}

static void check_outputs(fi_reader *r)
{
	fi_description *d = r->d;
	bool *listed = sb_new_array(r->arena, bool, d->variables.n + 1);
	if (d->version == 1)
		return;
	for (uint32_t i = 0; i < d->outputs.n; i++) {
		listed[d->outputs.at[i].variable] = true;
		if (d->variables.at[d->outputs.at[i].variable].causality != FI_OUTPUT)
			fi_wrong(r, "I0019", d->outputs.at[i].span, "Definition of the Model Structure: outputs",
					 "'%s' is listed as an output, and is none", d->variables.at[d->outputs.at[i].variable].name);
	}
	for (uint32_t i = 0; i < d->variables.n; i++)
		if (d->variables.at[i].causality == FI_OUTPUT && !listed[i])
			fi_wrong(r, "I0019", d->variables.at[i].span,
					 "Definition of the Model Structure: all outputs are listed there",
					 "the output '%s' is not in ModelStructure", d->variables.at[i].name);
}

static void check_identifier(fi_reader *r, const fi_interface *i)
{
	const char *at = i->identifier;
	if (!i->there || !at)
		return;
	bool good = isalpha((unsigned char)*at) || *at == '_';
	for (; *at; at++)
		good &= isalnum((unsigned char)*at) || *at == '_';
	if (!good)
		fi_wrong(r, "I0024", i->span, "modelIdentifier: a name of C, which files and functions are named after",
				 "the model identifier '%.80s' is no name of C", i->identifier);
}

void fi_check_rules(fi_reader *r)
{
	fi_description *d = r->d;
	check_names(r);
	check_references(r);
	resolve_derivatives(r);
	for (uint32_t i = 0; i < d->variables.n; i++) {
		check_kind(r, &d->variables.at[i]);
		check_start(r, &d->variables.at[i]);
		check_bounds(r, &d->variables.at[i]);
	}
	check_outputs(r);
	check_derivatives(r);
	check_identifier(r, &d->exchange);
	check_identifier(r, &d->cosimulation);
	if (!d->exchange.there && !d->cosimulation.there && !d->scheduled.there)
		fi_wrong(r, "I0025", (sb_span){d->source, 0, 1}, "fmiModelDescription: at least one of the interfaces",
				 "the FMU offers neither model exchange nor co-simulation");
	if (d->stop < d->start)
		fi_wrong(r, "I0011", (sb_span){d->source, 0, 1}, "DefaultExperiment: the stop time is not below the start",
				 "the default experiment ends at %g, before it begins at %g", d->stop, d->start);
}
