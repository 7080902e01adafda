/* An image as bytes, and back. The tables are written as they lie in memory, one after the other, behind a head with
 * the version, the layout of the rows and a checksum. What is answered on demand in the process that made the image
 * (phrases, accounts, the layout of a Jacobian) is asked for, and its answers are written. What is read needs
 * nobody. */
#include "code/image/image.h"

#include <stdlib.h>
#include <string.h>

#include "base/archive.h"

#define VERSION "image 6"

/* Rows of another layout, or numbers of operations that mean something else, are another format. */
static uint64_t layout(void)
{
	static const uint32_t sizes[] = {
#define T(type, name) sizeof(type),
		SI_TABLES(T)
#undef T
		SI_OPEN, SI_QUESTION_COUNT, SI_FIRST_STATEMENT};
	return sb_hash(sizes, sizeof sizes, si_operations_hash());
}

static void archive_texts(sb_archive *a, si_image *image, sb_arena *arena)
{
	uint32_t n = sb_archive_count(a, image->texts.n, 1);

	if (a->reads) {
		image->texts.at = sb_new_array(arena, const char *, n + 1);
		image->texts.n = image->texts.cap = n;
	}
	for (uint32_t i = 0; i < n; i++) {
		const char *text = sb_archive_text(a, arena, image->texts.at[i]);
		if (a->reads)
			image->texts.at[i] = text ? text : "";
	}
}

static void archive_head(sb_archive *a, si_image *image)
{
	sb_archive_one(a, image->name);
	sb_archive_one(a, image->settings.start);
	sb_archive_one(a, image->settings.stop);
	sb_archive_one(a, image->settings.interval);
	sb_archive_one(a, image->settings.tolerance);
	sb_archive_one(a, image->settings.solver);
	sb_archive_one(a, image->settings.rests);
	sb_archive_one(a, image->settings.slides);
	sb_archive_one(a, image->settings.quantum);
	sb_archive_one(a, image->settings.hysteresis);
	sb_archive_one(a, image->help.division);
	sb_archive_one(a, image->help.range);
	sb_archive_one(a, image->help.smooth);
	uint32_t *const numbers[] = {&image->scalars, &image->common, &image->reals, &image->ints, &image->strings,
		&image->states, &image->parameter_count, &image->moment_inputs.n, &image->experiments.n,
		&image->jacobian.colors, &image->jacobian.entry_count};
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		sb_archive_one(a, *numbers[i]);
	bool *const flags[] = {&image->whole, &image->by_cells, &image->looked_at, &image->centres_computed,
		&image->angles_watched, &image->opaque, &image->may_jump,
		&image->uses_homotopy, &image->initial_iterates, &image->no_initial, &image->pure, &image->search_apart,
		&image->foreign, &image->straight, &image->sources_alone,
		&image->jacobian.symbolic, &image->jacobian.by_families, &image->invariants_symbolic};
	for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
		uint8_t flag = *flags[i];
		sb_archive_one(a, flag);
		*flags[i] = flag != 0;
	}
	sb_archive_one(a, image->cost);
}

static void archive(sb_archive *a, si_image *image, sb_arena *arena)
{
	archive_head(a, image);
	archive_texts(a, image, arena);
#define T(type, name)                                                                                                  \
	sb_archive_tag(a, #name);                                                                                          \
	sb_archive_vec(a, arena, image->name);
	SI_TABLES(T)
#undef T
	sb_archive_tag(a, "end");
}

/* A copy that needs nobody: phrases have their texts, and formulas forget where they come from. */
typedef struct completing { const si_image *from; si_image *to; sb_arena *arena; sb_text text; } completing;

static si_text keep_text(completing *c)
{
	sb_push(c->arena, c->to->texts, sb_strdup(c->arena, c->text.n ? c->text.at : ""));
	c->text.n = 0;
	return c->to->texts.n - 1;
}

static void complete_phrases(completing *c)
{
	const si_image *from = c->from;

	c->to->phrases.at = sb_new_array(c->arena, si_phrase_row, from->phrases.n + 1);
	for (uint32_t i = 0; i < from->phrases.n; i++) {
		c->to->phrases.at[i] = (si_phrase_row){ from->phrases.at[i].text, 0 };
		if (!from->asks || !from->phrases.at[i].origin)
			continue;
		si_print(from, i, &c->text);
		c->to->phrases.at[i].text = keep_text(c);
	}
}

enum { SAID_NODES = 1000 };

/* How many operations are printed for an operation, up to that many and one. */
static uint32_t printed_nodes(const si_image *image, const si_operation *o, const uint32_t *sizes)
{
	uint32_t size = 1;

	for (uint32_t i = 0; i < o->count && size <= SAID_NODES; i++)
		if (!si_is_reduction(o->op) || i != 2)
			size += sizes[image->numbers.at[o->first + i]];
	return size <= SAID_NODES ? size : SAID_NODES + 1;
}

/* Many operations are the same expression. Of a very large one nothing is said: the texts of all its parts together
 * would take time and room by the square of its size. */
static void complete_said(completing *c)
{
	const si_image *from = c->from;
	sb_map known = sb_map_new(c->arena);
	uint32_t *sizes = sb_new_array(c->arena, uint32_t, (size_t)from->operations.n + 1);
	si_text large = 0;

	c->to->said.at = sb_new_array(c->arena, si_phrase_row, from->said.n + 1);
	if (from->said.n)
		memcpy(c->to->said.at, from->said.at, from->said.n * sizeof *from->said.at);
	for (uint32_t f = 0; f < from->formulas.n && from->asks; f++) {
		const si_formula_row *row = &from->formulas.at[f];
		for (uint32_t i = row->first; i < row->first + row->n && !row->sizes; i++) {
			uint64_t text = 0;
			uint32_t origin = from->said.at[i].origin;
			sizes[i] = printed_nodes(from, &from->operations.at[i], sizes + row->first);
			if (sizes[i] > SAID_NODES && !large) {
				sb_add(&c->text, "...");
				large = keep_text(c);
			}
			if (sizes[i] <= SAID_NODES && origin && !sb_map_get(&known, origin, &text)) {
				si_print_operation(from, i, &c->text);
				text = keep_text(c);
				sb_map_put(&known, origin, text);
			}
			c->to->said.at[i] = (si_phrase_row){ sizes[i] > SAID_NODES ? large : (si_text)text, 0 };
		}
	}
}

static void complete_jacobian(completing *c)
{
	si_layout l = c->from->asks->lay_out(c->from, c->arena);
	uint32_t entries = l.column ? l.column[c->from->states] : 0;

	c->to->jacobian.colors = l.colors;
#define PUT(table, list, count) c->to->table.at = list, c->to->table.n = c->to->table.cap = list ? count : 0
	PUT(jacobian_column, l.column, c->from->states + 1);
	PUT(jacobian_row, l.row, entries);
	PUT(jacobian_color, l.color, c->from->states);
	PUT(jacobian_at, l.at, c->from->jacobian.entry_count);
#undef PUT
}

/* Components of which a message may show where they are declared. */
typedef struct declaring {
	sb_map known;                    /* component, source */
	sb_vec(si_text) components;
	sb_strings names;
	sb_vec(sb_span) places;
} declaring;

static void note_component(completing *c, declaring *d, si_text component, sb_span place)
{
	uint64_t key = sb_pair(component, place.source), before;

	if (!place.source || !*si_word(c->from, component) || sb_map_get(&d->known, key, &before))
		return;
	sb_map_put(&d->known, key, 1);
	sb_push(c->arena, d->components, component);
	sb_push(c->arena, d->names, si_word(c->from, component));
	sb_push(c->arena, d->places, place);
}

static void complete_declarations(completing *c)
{
	const si_image *from = c->from;
	declaring d = { .known = sb_map_new(c->arena) };

#define NOTE(table)                                                                                                    \
	for (uint32_t i = 0; i < from->table.n; i++)                                                                       \
		note_component(c, &d, from->table.at[i].component, from->table.at[i].span);
	NOTE(accounts) NOTE(actions) NOTE(asserts) NOTE(checks) NOTE(clocks) NOTE(delays) NOTE(guards) NOTE(switches)
	NOTE(transports) NOTE(watches)
#undef NOTE
	sb_span *at = sb_new_array(c->arena, sb_span, (size_t)d.places.n + 1);
	for (uint32_t i = 0; i < d.places.n; i++)
		at[i] = d.places.at[i];
	from->asks->declare(from, d.names.at, at, d.places.n);
	for (uint32_t i = 0; i < d.places.n; i++)
		if (at[i].source != d.places.at[i].source)
			sb_push(c->arena, c->to->declarations,
				((si_declaration){ d.components.at[i], d.places.at[i].source, at[i] }));
}

static si_image complete(const si_image *image, sb_arena *arena)
{
	const si_image *from = image->whole ? image : image->asks->complete(image, arena);
	si_image to = *from;
	completing c = { from, &to, arena, {0} };

	to.texts.cap = to.texts.n;
	to.formulas.at = sb_new_array(arena, si_formula_row, from->formulas.n + 1);
	for (uint32_t i = 0; i < from->formulas.n; i++) {
		to.formulas.at[i] = from->formulas.at[i];
		to.formulas.at[i].origin = 0;
	}
	complete_phrases(&c);
	complete_said(&c);
	if (from->asks && from->jacobian.by_families)
		complete_jacobian(&c);
	if (from->asks)
		complete_declarations(&c);
	sb_text_free(&c.text);
	return to;
}

void si_write(const si_image *image, sb_archive *out)
{
	sb_arena *arena = sb_arena_new();
	sb_archive body = {0};
	si_image whole = complete(image, arena);

	archive(&body, &whole, arena);
	sb_archive_seal(out, VERSION, layout(), &body);
	sb_archive_free(&body);
	sb_arena_free(arena);
}

si_image *si_read(const void *bytes, size_t n, sb_arena *arena, sb_text *why)
{
	sb_archive body;
	sb_seal seal = sb_archive_open(bytes, n, VERSION, layout(), &body);

	if (seal != SB_SEALED) {
		sb_add(why, seal == SB_DAMAGED ? "it is damaged"
									   : "it is not an image of a program, or it comes from another version of Saltus");
		return NULL;
	}
	si_image *image = sb_new(arena, si_image);
	archive(&body, image, arena);
	if (body.bad || !si_check_image(image, why)) {
		if (body.bad)
			sb_add(why, "it is damaged");
		return NULL;
	}
	return image;
}
