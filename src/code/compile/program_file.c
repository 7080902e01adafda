/* A program as bytes, and back. Behind a head with the version, the layout of what generated code shares with this
 * process, and a checksum: the sources, then the first program, then the table of modes with theirs. A program is its
 * image, its text, what is outside of both (externals), its places in the sources, and the graph of its pieces. */
#include "code/compile/compile.h"

#include <string.h>

#define VERSION "saltus 1"

/* A text that another Saltus wrote calls other services, and finds its values at other places. */
static uint64_t layout(void)
{
	static const size_t sizes[] = { sizeof(sc_data), sizeof(sc_services), sizeof(sc_functions), sizeof(sc_piece),
		sizeof(sc_math), SC_PIECE_KINDS };
	uint64_t hash = sb_hash(sc_prelude, strlen(sc_prelude), sb_hash(sizes, sizeof sizes, 1));
	return sb_hash(SALTUS_VERSION, sizeof SALTUS_VERSION, hash);
}

/* --------------------------------------------------------------------------------------------------------- parts */

static void archive_text(sb_archive *a, sb_arena *arena, const char **text)
{
	const char *read = sb_archive_text(a, arena, *text);
	if (a->reads)
		*text = read;
}

static void archive_strings(sb_archive *a, sb_arena *arena, sb_strings *list)
{
	uint32_t n = sb_archive_count(a, list->n, 1);
	for (uint32_t i = 0; i < n && !a->bad; i++) {
		const char *text = a->reads ? NULL : list->at[i];
		archive_text(a, arena, &text);
		if (a->reads)
			sb_push(arena, *list, text ? text : "");
	}
}

/* Bytes that are taken as they are. */
static const char *archive_block(sb_archive *a, sb_arena *arena, const char *block, size_t *size)
{
	uint64_t n = *size;
	sb_archive_one(a, n);
	if (a->reads && (a->bad || n > a->n - a->next)) {
		a->bad = true;
		return NULL;
	}
	char *read = a->reads ? sb_alloc(arena, (size_t)n + 1) : NULL;
	sb_archive_bytes(a, a->reads ? read : (char *)block, (size_t)n);
	*size = (size_t)n;
	return a->reads ? read : block;
}

static void archive_sources(sb_archive *a, sb_diag *diag)
{
	uint32_t n = sb_archive_count(a, sb_source_count(diag), 1);
	sb_arena *arena = sb_arena_new();
	for (uint32_t i = 1; i <= n && !a->bad; i++) {
		size_t length = 0;
		const char *path = a->reads ? NULL : sb_source_path(diag, i);
		const char *text = a->reads ? NULL : sb_source_text(diag, i, &length);
		archive_text(a, arena, &path);
		text = archive_block(a, arena, text, &length);
		if (a->reads && !a->bad)
			sb_source_add(diag, path ? path : "", text, length);
	}
	sb_arena_free(arena);
}

static void archive_externals(sb_archive *a, sb_arena *arena, sc_externals *list)
{
	uint32_t n = sb_archive_count(a, list->n, 1);
	for (uint32_t i = 0; i < n && !a->bad; i++) {
		sc_external x = a->reads ? (sc_external){0} : list->at[i];
		archive_text(a, arena, &x.name);
		archive_text(a, arena, &x.symbol);
		sb_archive_one(a, x.span);
		sb_archive_one(a, x.included);
		sb_archive_one(a, x.compiled);
		archive_strings(a, arena, &x.libraries);
		archive_strings(a, arena, &x.library_folders);
		archive_strings(a, arena, &x.include_folders);
		a->bad = a->bad || !x.name || !x.symbol;
		if (a->reads)
			sb_push(arena, *list, x);
	}
}

static void archive_sites(sb_archive *a, sb_arena *arena, sc_sites *list)
{
	uint32_t n = sb_archive_count(a, list->n, 1);
	for (uint32_t i = 0; i < n && !a->bad; i++) {
		sc_site s = a->reads ? (sc_site){0} : list->at[i];
		sb_archive_one(a, s.span);
		archive_text(a, arena, &s.what);
		sb_archive_one(a, s.in_function);
		archive_text(a, arena, &s.array);
		sb_archive_one(a, s.lower);
		if (a->reads)
			sb_push(arena, *list, s);
	}
}

/* --------------------------------------------------------------------------------------------------------- graph */

static void archive_numbers(sb_archive *a, sb_arena *arena, uint32_t **list, uint32_t n)
{
	uint32_t count = sb_archive_count(a, *list || a->reads ? n : 0, sizeof **list);
	a->bad = a->bad || (count && count != n);
	if (a->reads)
		*list = count && !a->bad ? sb_new_array(arena, uint32_t, (size_t)count + 1) : NULL;
	if (*list)
		sb_archive_bytes(a, *list, count * sizeof **list);
}

/* Lists of numbers below `bound`, by group. */
static void archive_groups(sb_archive *a, sb_arena *arena, uint32_t **at, uint32_t **list, uint32_t groups,
						   uint32_t bound)
{
	archive_numbers(a, arena, at, groups + 1);
	a->bad = a->bad || !*at || (*at)[0] != 0;
	for (uint32_t k = 0; k < groups && !a->bad; k++)
		a->bad = (*at)[k] > (*at)[k + 1];
	uint32_t n = a->bad ? 0 : (*at)[groups];
	archive_numbers(a, arena, list, n);
	if (a->reads && !a->bad && !*list) {
		a->bad = n > 0;
		*list = sb_new_array(arena, uint32_t, 1);
	}
	for (uint32_t k = 0; k < n && !a->bad; k++)
		a->bad = (*list)[k] >= bound;
}

static void check_numbers(sb_archive *a, const uint32_t *list, uint32_t n, uint32_t bound, bool open)
{
	for (uint32_t k = 0; k < n && list && !a->bad; k++)
		a->bad = list[k] >= bound && !(open && list[k] == UINT32_MAX);
}

static void archive_graph(sb_archive *a, sb_arena *arena, const si_image *image, sc_graph **graph)
{
	bool any = *graph != NULL;
	sb_archive_one(a, any);
	if (!any || a->bad)
		return;
	sc_graph *g = a->reads ? *graph = sb_new(arena, sc_graph) : *graph;
	uint32_t *const heads[] = { &g->pre, &g->latch, &g->clock, &g->delay, &g->cells, &g->signals };
	for (size_t k = 0; k < sizeof heads / sizeof *heads; k++)
		sb_archive_one(a, *heads[k]);
	sb_archive_bytes(a, g->first, sizeof g->first);
	for (int k = 0; k < SC_PIECE_KINDS; k++)
		a->bad = a->bad || g->first[k] > g->first[k + 1] || g->first[0];
	uint32_t n = sb_archive_count(a, a->bad ? 0 : g->first[SC_PIECE_KINDS], sizeof *g->pieces);
	a->bad = a->bad || n != g->first[SC_PIECE_KINDS];
	if (a->bad)
		return;
	if (a->reads)
		g->pieces = sb_new_array(arena, sc_piece, (size_t)n + 1);
	sb_archive_bytes(a, g->pieces, n * sizeof *g->pieces);
	archive_groups(a, arena, &g->readers_at, &g->readers, g->signals, n);
	archive_groups(a, arena, &g->writes_at, &g->writes, n, g->signals);
	archive_groups(a, arena, &g->sources_at, &g->sources, n, n);
	archive_numbers(a, arena, &g->producer, g->pre);
	archive_numbers(a, arena, &g->first_of, g->pre);
	archive_numbers(a, arena, &g->span, g->pre);
	archive_numbers(a, arena, &g->watch_piece, image->watches.n);
	archive_numbers(a, arena, &g->time_piece, image->watches.n);
	check_numbers(a, g->producer, g->pre, n, true);
	check_numbers(a, g->first_of, g->pre, g->pre, false);
}

/* ------------------------------------------------------------------------------------------------------ programs */

static const si_image *archive_image(sb_archive *a, sb_arena *arena, const si_image *image, sb_diag *diag)
{
	sb_archive bytes = {0};
	size_t n = 0;
	sb_text why = {0};
	if (!a->reads) {
		si_write(image, &bytes);
		n = bytes.n;
	}
	const char *block = archive_block(a, arena, bytes.at, &n);
	if (a->reads && !a->bad) {
		image = si_read(block, n, arena, &why);
		if (!image)
			sb_report(diag, SB_ERROR, "C0108", (sb_span){0}, "the image of a program cannot be read: %s", why.at);
		a->bad = !image;
	}
	sb_text_free(&why);
	sb_archive_free(&bytes);
	return a->bad ? NULL : image;
}

static void archive_code(sb_archive *a, sc_build *build)
{
	sc_text *t = &build->text;
	size_t length = t->length;
	const char *text = archive_block(a, build->arena, t->text, &length);
	sb_text copy = {0};
	if (a->reads && text) {
		sb_addn(&copy, text, length);
		t->text = copy.at;
		t->length = copy.n;
	}
	sb_archive_one(a, t->includes);
	archive_strings(a, build->arena, &t->own);
	archive_externals(a, build->arena, &build->externals);
	archive_sites(a, build->arena, &t->sites);
}

sc_program *sc_archive_build(sb_archive *a, sc_program *program, const sc_reading *reading)
{
	sc_build *build = a->reads ? sc_build_bare("", reading->diag) : sc_build_of(program);
	bool good = true;
	archive_text(a, build->arena, &build->name);
	build->program.image = archive_image(a, build->arena, build->program.image, build->diag);
	archive_code(a, build);
	if (!a->bad)
		archive_graph(a, build->arena, build->program.image, &build->text.graph);
	if (a->reads) {
		build->name = build->name ? build->name : "";
		good = !a->bad && sc_build_make(build, reading->options);
		a->bad = a->bad || !good;
	}
	if (!a->bad)
		return &build->program;
	if (a->reads)
		sc_program_free(&build->program);
	return NULL;
}

static sc_program *archive_all(sb_archive *a, sc_program *program, const sc_reading *reading)
{
	archive_sources(a, reading->diag);
	sc_program *first = a->bad ? NULL : sc_archive_build(a, program, reading);
	if (first)
		sc_archive_modes(a, first, reading);
	sb_archive_tag(a, "end");
	return first;
}

bool sc_write_program(sc_program *program, sb_archive *out)
{
	sc_reading reading = { .diag = sc_build_of(program)->diag };
	sb_archive body = {0};
	if (program->image->blocks.n)
		return false;
	archive_all(&body, program, &reading);
	sb_archive_seal(out, VERSION, layout(), &body);
	sb_archive_free(&body);
	return true;
}

static void refuse(sb_diag *diag, const char *why)
{
	sb_help(sb_report(diag, SB_ERROR, "C0108", (sb_span){0}, "this is no program that can be run: %s", why),
			"write it again, with this version of Saltus");
}

sc_program *sc_read_program(const void *bytes, size_t n, const sc_options *options, sb_diag *diag)
{
	static const sc_options usual = { .optimise = 0 };
	sc_reading reading = { options ? options : &usual, diag };
	sb_archive body;
	sb_seal seal = sb_archive_open(bytes, n, VERSION, layout(), &body);
	if (seal != SB_SEALED) {
		refuse(diag, seal == SB_DAMAGED ? "it is damaged"
										: "it is something else, or was written by another version of Saltus");
		return NULL;
	}
	sc_program *program = archive_all(&body, NULL, &reading);
	if (program && !body.bad)
		return program;
	if (!sb_errors(diag))
		refuse(diag, "it is damaged");
	sc_program_free(program);
	return NULL;
}
