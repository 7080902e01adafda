/* Scalars of an image: what they are called and where they are. Without cells a scalar is its own cell; with them a
 * scalar is found by the section of its variable that it lies in. */
#include "code/image/image.h"

#include <string.h>

#include "base/dotted.h"

const char *si_question_name(int question)
{
	static const char *const names[SI_QUESTION_COUNT] = {
#define X(name, spelling) spelling,
		SI_QUESTIONS(X)
#undef X
	};
	return question >= 0 && question < SI_QUESTION_COUNT ? names[question] : "?";
}

const char *si_resource_kind_name(si_resource_kind kind)
{
	static const char *const names[] = {"facility", "storage", "gate", "set"};
	return names[kind];
}

void si_print(const si_image *image, si_phrase phrase, sb_text *out)
{
	const si_phrase_row *p = &image->phrases.at[phrase];

	if (p->text || !image->asks)
		sb_add(out, si_word(image, p->text));
	else
		image->asks->print(image, p->origin, out);
}

/* The place itself: nothing is to be shown. */
static sb_span declaration(const si_image *image, const char *component, sb_span place)
{
	if (image->asks) {
		image->asks->declare(image, &component, &place, 1);
		return place;
	}
	for (uint32_t i = 0; i < image->declarations.n; i++) {
		const si_declaration *d = &image->declarations.at[i];
		if (d->elsewhere == place.source && !strcmp(si_word(image, d->component), component))
			return d->at;
	}
	return place;
}

void si_show_component(const si_image *image, const char *component, sb_span place, sb_message *message)
{
	if (!component || !*component || !place.source)
		return;
	sb_span declared = declaration(image, component, place);
	if (declared.source != place.source)
		sb_also(message, declared, "'%s' is declared here", component);
}

/* Long texts are cut where they are made, so that a file has them no longer either. */
void si_print_operation(const si_image *image, uint32_t operation, sb_text *out)
{
	const si_phrase_row *p = &image->said.at[operation];
	size_t begin = out->n;

	if (p->text || !image->asks)
		sb_add(out, si_word(image, p->text));
	else if (p->origin)
		image->asks->print(image, p->origin, out);
	if (out->n - begin > SI_SAID_MOST) {
		out->n = begin + SI_SAID_MOST - 3;
		out->at[out->n] = 0;
		sb_add(out, "...");
	}
}

static void describe_switch(const si_image *image, sb_diag *diag, uint32_t k, uint16_t branch, sb_text *out)
{
	const si_switch *s = &image->switches.at[k];
	int line, column;

	if (out->n)
		sb_add(out, "; ");
	sb_position(diag, s->span, &line, &column);
	if (s->component)
		sb_addf(out, "%s ", si_word(image, s->component));
	sb_addf(out, "line %d%s%s%s: ", line, s->at ? " (" : "", si_word(image, s->at), s->at ? ")" : "");
	si_phrase condition = branch < s->choices.n ? image->choices.at[s->choices.first + branch].condition : 0;
	if (condition)
		si_print(image, condition, out);
	else
		sb_add(out, "else");
}

void si_describe_mode(const si_image *image, sb_diag *diag, const uint16_t *branch, const bool *which, sb_text *out)
{
	for (uint32_t k = 0; k < image->switches.n; k++)
		if (which ? which[k] : !image->switches.at[k].idle)
			describe_switch(image, diag, k, branch ? branch[k] : image->switches.at[k].branch, out);
}

/* The last variable that begins at or before the scalar and is not empty: empty arrays share their `first` with the
 * next. */
uint32_t si_variable_of_scalar(const si_image *image, uint32_t scalar, uint32_t *element)
{
	uint32_t low = 0, high = image->variables.n;

	if (scalar >= image->scalars)
		return UINT32_MAX;
	while (high - low > 1) {
		uint32_t middle = low + (high - low) / 2;
		if (image->variables.at[middle].first <= scalar)
			low = middle;
		else
			high = middle;
	}
	if (element)
		*element = scalar - image->variables.at[low].first;
	return low;
}

const si_variable *si_owner(const si_image *image, uint32_t scalar)
{
	return si_var(image, si_variable_of_scalar(image, scalar, NULL));
}

typedef struct naming { const si_image *image; const si_variable *v; uint32_t number; } naming;

static void write_subscript(void *context, uint32_t d, sb_text *out)
{
	const naming *e = context;
	const uint32_t *shape = &e->image->numbers.at[e->v->shape];
	uint32_t stride = 1;

	for (uint32_t k = d + 1; k < e->v->rank; k++)
		stride *= shape[k];
	sb_addf(out, "%lld",
			(long long)(e->number / stride % shape[d]) +
				(e->v->lower.n ? (long long)e->image->wholes.at[e->v->lower.first + d] : 1));
}

static const uint32_t *parts_of(const si_image *image, const si_variable *v)
{
	return v->parts.n ? &image->numbers.at[v->parts.first] : NULL;
}

void si_scalar_name(const si_image *image, uint32_t scalar, sb_text *out)
{
	naming e = { .image = image };
	uint32_t number = si_variable_of_scalar(image, scalar, &e.number);

	if (number == UINT32_MAX)
		return;
	e.v = si_var(image, number);
	sb_write_name(si_word(image, e.v->name), parts_of(image, e.v), e.v->rank, ",", write_subscript, &e, out);
}

bool si_may_match(const si_image *image, uint32_t variable, const char *const *patterns, uint32_t count,
				  uint32_t *first, uint32_t *last)
{
	const si_variable *v = si_var(image, variable);
	sb_array_name array = {si_word(image, v->name), parts_of(image, v), image->numbers.at + v->shape,
						   v->lower.n ? image->wholes.at + v->lower.first : NULL, v->rank};
	bool may = sb_may_match(&array, v->count, patterns, count, first, last);

	*first += v->first;
	*last += v->first;
	return may;
}

/* ---- cells */

static sb_shape shape_of(const si_image *image, uint32_t variable)
{
	const si_variable *v = si_var(image, variable);

	return (sb_shape){&image->numbers.at[v->shape], v->rank, v->count};
}

/* The section that a scalar is in, and how far from the place of its cell it lies. */
static const si_section *section_at(const si_image *image, uint32_t scalar, uint32_t *cell, uint32_t *away)
{
	uint32_t element = 0, variable = si_variable_of_scalar(image, scalar, &element);

	return sb_section_of(&image->sections.at[image->first_section.at[variable]], shape_of(image, variable), element,
						 cell, away);
}

uint32_t si_place_key(const si_image *image, si_place place)
{
	switch (place.store) {
	case SI_REAL: return place.index;
	case SI_INT: return image->reals + place.index;
	case SI_STRING: return image->reals + image->ints + place.index;
	case SI_STATE: return image->reals + image->ints + image->strings + place.index;
	default: return image->reals + image->ints + image->strings + image->states + place.index;
	}
}

si_place si_place_in_cells(const si_image *image, uint32_t scalar)
{
	uint32_t cell, away;

	section_at(image, scalar, &cell, &away);
	si_place place = image->place.at[cell];
	place.index += away;
	return place;
}

uint32_t si_cell_of_scalar(const si_image *image, uint32_t scalar)
{
	uint32_t cell = scalar, away;

	if (image->by_cells)
		section_at(image, scalar, &cell, &away);
	return cell;
}

uint32_t si_root_of_scalar(const si_image *image, uint32_t scalar)
{
	return image->root.at[si_cell_of_scalar(image, scalar)];
}

si_place si_cell_place_of(const si_image *image, uint32_t scalar)
{
	return image->place.at[si_cell_of_scalar(image, scalar)];
}

void si_cell_name(const si_image *image, uint32_t scalar, sb_text *out)
{
	uint32_t cell, away;
	const si_section *p = image->by_cells ? section_at(image, scalar, &cell, &away) : NULL;

	if (!p || !p->whole || away) {
		si_scalar_name(image, scalar, out);
		return;
	}
	const si_variable *v = si_var(image, p->variable);
	sb_write_name(si_word(image, v->name), parts_of(image, v), v->rank, ",", sb_write_range, (void *)&p->box, out);
}

/* ---- states */

const si_section *si_section_of_state(const si_image *image, uint32_t state, uint32_t *element)
{
	uint32_t low = 0, high = image->state_runs.n;

	while (high - low > 1) {
		uint32_t middle = low + (high - low) / 2;
		if (image->state_runs.at[middle].first <= state)
			low = middle;
		else
			high = middle;
	}
	uint32_t variable = image->state_runs.at[low].variable;
	sb_shape array = shape_of(image, variable);
	for (uint32_t k = image->first_section.at[variable]; k < image->first_section.at[variable + 1]; k++) {
		const si_section *p = &image->sections.at[k];
		si_place place = image->place.at[p->cell];
		if ((p->whole || p->in_row) && place.store == SI_STATE && state >= place.index &&
			sb_element_away(p, array, state - place.index, element))
			return p;
		for (uint32_t i = 0; !p->whole && !p->in_row && i < p->count; i++) {
			place = image->place.at[p->cell + i];
			if (place.store != SI_STATE || place.index != state)
				continue;
			*element = sb_element_of_cell(p, array, i);
			return p;
		}
	}
	return NULL;
}

uint32_t si_state_scalar(const si_image *image, uint32_t state)
{
	uint32_t element = 0;

	if (!image->by_cells)
		return image->state_scalar.at[state];
	const si_section *p = si_section_of_state(image, state, &element);
	return p ? si_var(image, p->variable)->first + element : 0;
}

uint32_t si_parameter_number(const si_image *image, uint32_t scalar)
{
	uint32_t low = 0, high = image->parameters.n;

	while (high > low) {
		uint32_t middle = low + (high - low) / 2;
		const si_parameter *p = &image->parameters.at[middle];
		if (scalar < p->scalar)
			high = middle;
		else if (scalar >= p->scalar + p->count)
			low = middle + 1;
		else
			return p->number + scalar - p->scalar;
	}
	return UINT32_MAX;
}
