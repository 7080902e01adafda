/* The digraph of a submodel, to be drawn: statements and calls of segments as boxes, symbols as rounds. A box has the
 * colour of its segment, where it is in several that of the last of them in the order of a step. */
#include "front/muss/segments/muss_segments.h"

#include <string.h>

enum { MOST_LETTERS = 34 };

typedef struct picture { sb_arena *arena; const mu_digraph *g; sf_digraph *out; sb_map symbols; } picture;

/* One line, not too long. */
static const char *short_text(picture *p, const char *text)
{
	sb_text out = {0};
	uint32_t letters = 0;
	for (const char *at = text; *at && letters < MOST_LETTERS; at++) {
		bool blank = *at == ' ' || *at == '\n' || *at == '\t';
		if (blank && (!out.n || out.at[out.n - 1] == ' '))
			continue;
		sb_addc(&out, blank ? ' ' : *at);
		letters += ((unsigned char)*at & 0xc0) != 0x80;
	}
	if (letters == MOST_LETTERS)
		sb_add(&out, " ...");
	const char *whole = sb_strdup(p->arena, out.at ? out.at : "");
	sb_text_free(&out);
	return whole;
}

static int32_t group_of(const mu_digraph *g, uint32_t vertex)
{
	static const mu_segment_kind order[] = {MU_SEG_INITIAL, MU_SEG_DISCONTINUOUS, MU_SEG_STATE, MU_SEG_ALGEBRAIC,
			MU_SEG_DERIVATIVE};
	int32_t found = -1;
	for (int k = 0; k < MU_SEG_COUNT; k++)
		for (uint32_t i = 0; i < g->segments.n; i++)
			for (uint32_t j = 0; g->segments.at[i].kind == order[k] && j < g->segments.at[i].vertices.n; j++)
				if (g->segments.at[i].vertices.at[j] == vertex)
					found = (int32_t)order[k];
	return found;
}

/* Parameters and constants are not drawn: they come from nowhere in the graph, and go everywhere. */
static uint32_t symbol(picture *p, const char *name)
{
	uint64_t known;
	if (mu_among(&p->g->parameter, name))
		return UINT32_MAX;
	if (sb_map_get(&p->symbols, (uint64_t)(uintptr_t)name, &known))
		return (uint32_t)known;
	sb_push(p->arena, p->out->nodes, ((sf_node){.text = name, .group = -1}));
	sb_map_put(&p->symbols, (uint64_t)(uintptr_t)name, p->out->nodes.n - 1);
	return p->out->nodes.n - 1;
}

static void edge(picture *p, uint32_t from, uint32_t to, bool faint)
{
	if (from != UINT32_MAX && to != UINT32_MAX)
		sb_push(p->arena, p->out->edges, ((sf_edge){from, to, faint}));
}

sf_digraph *mu_draw_digraph(const mu_text *text, const mu_digraph *g)
{
	picture p = {text->arena, g, sb_new(text->arena, sf_digraph), sb_map_new(text->arena)};
	p.out->title = sb_printf(p.arena, "%s %s", mu_block_text(g->unit->kind), g->unit->name);
	for (int k = 0; k < MU_SEG_COUNT; k++)
		sb_push(p.arena, p.out->groups, mu_segment_name((mu_segment_kind)k));
	for (uint32_t i = 0; i < g->vertices.n; i++) {
		const mu_vertex *v = &g->vertices.at[i];
		sb_push(p.arena, p.out->nodes, ((sf_node){
			.text = sb_printf(p.arena, "%u%s  %s", v->number, v->branch, short_text(&p, v->text)), .box = true,
			.group = group_of(g, i)}));
	}
	for (uint32_t i = 0; i < g->input.n; i++)
		symbol(&p, g->input.at[i]);
	for (uint32_t i = 0; i < g->vertices.n; i++) {
		const mu_vertex *v = &g->vertices.at[i];
		for (uint32_t k = 0; k < v->reads.n; k++)
			edge(&p, symbol(&p, v->reads.at[k]), i, false);
		for (uint32_t k = 0; k < v->writes.n; k++)
			edge(&p, i, symbol(&p, v->writes.at[k]), false);
		for (uint32_t k = 0; k < v->after.n; k++)
			edge(&p, v->after.at[k], i, true);
	}
	return p.out;
}
