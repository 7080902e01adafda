/* Which vertex belongs to which segment. */
#include <string.h>

#include "front/muss/segments/muss_segments.h"

typedef struct divider {
	const mu_text *text;
	mu_digraph *g;
	bool *in_ode;
	uint8_t *mark;
} divider;

static const char *const names[] = {"initial", "state", "algebraic", "derivative", "discontinuous"};

const char *mu_segment_name(mu_segment_kind kind)
{
	return names[kind];
}

static bool starts(const mu_vertex *v)
{
	return v->kind == MU_V_INITIAL || v->kind == MU_V_CALL_INITIAL;
}

/* All that a vertex or a symbol needs, marked. Of the initial vertices only at the start. */
static void need_symbol(divider *d, const char *name, bool start);

static void need(divider *d, uint32_t v, bool start)
{
	const mu_vertex *x = &d->g->vertices.at[v];
	if (d->mark[v] || (!start && starts(x)))
		return;
	d->mark[v] = 1;
	for (uint32_t i = 0; i < x->after.n; i++)
		need(d, x->after.at[i], start);
	for (uint32_t i = 0; i < x->reads.n; i++)
		need_symbol(d, x->reads.at[i], start);
}

static void need_symbol(divider *d, const char *name, bool start)
{
	for (uint32_t i = 0; i < d->g->vertices.n; i++)
		if (mu_among(&d->g->vertices.at[i].writes, name))
			need(d, i, start);
}

static void forget(divider *d)
{
	memset(d->mark, 0, d->g->vertices.n);
}

static mu_segment *new_segment(divider *d, mu_segment_kind kind)
{
	sb_push(d->text->arena, d->g->segments, ((mu_segment){.kind = kind}));
	return &d->g->segments.at[d->g->segments.n - 1];
}

/* Takes the marked vertices; its inputs are those that they read. */
static void take(divider *d, mu_segment *s, const uint8_t *which, uint8_t value)
{
	for (uint32_t i = 0; i < d->g->vertices.n; i++)
		if (which[i] == value)
			sb_push(d->text->arena, s->vertices, i);
	for (uint32_t i = 0; i < d->g->input.n; i++)
		for (uint32_t k = 0; k < s->vertices.n; k++)
			if (mu_among(&d->g->vertices.at[s->vertices.at[k]].reads, d->g->input.at[i]))
				mu_add_name(d->text->arena, &s->inputs, d->g->input.at[i]);
}

static void initial_segment(divider *d)
{
	bool any = false;
	forget(d);
	for (uint32_t i = 0; i < d->g->vertices.n; i++)
		if (starts(&d->g->vertices.at[i]) || d->g->vertices.at[i].kind == MU_V_ROOT) {
			need(d, i, true);
			any = true;
		}
	if (any)
		take(d, new_segment(d, MU_SEG_INITIAL), d->mark, 1);
}

/* False: there is none. What it needs stays marked. */
static bool discontinuous(divider *d)
{
	bool any = false;
	forget(d);
	for (uint32_t i = 0; i < d->g->vertices.n; i++) {
		mu_vertex_kind kind = d->g->vertices.at[i].kind;
		if (kind == MU_V_ROOT || kind == MU_V_CALL_DISCONTINUOUS) {
			need(d, i, false);
			any = true;
		}
	}
	return any;
}

static void find_ode(divider *d)
{
	const mu_digraph *g = d->g;
	discontinuous(d);
	uint8_t *only_roots = sb_new_array(d->text->arena, uint8_t, g->vertices.n + 1);
	memcpy(only_roots, d->mark, g->vertices.n);
	forget(d);
	for (uint32_t i = 0; i < g->vertices.n; i++)
		if (g->vertices.at[i].kind == MU_V_CALL_DERIVATIVE || g->vertices.at[i].kind == MU_V_WHEN)
			need(d, i, false);
	for (uint32_t i = 0; i < g->derivative.n; i++)
		need_symbol(d, g->derivative.at[i], false);
	for (uint32_t i = 0; i < g->output.n; i++)
		need_symbol(d, g->output.at[i], false);
	for (uint32_t i = 0; i < g->vertices.n; i++)
		d->in_ode[i] = d->mark[i] || (!only_roots[i] && !starts(&g->vertices.at[i]));
}

/* The inputs that a marked set of vertices reads. */
static mu_names inputs_of(divider *d)
{
	mu_names out = {0};
	for (uint32_t i = 0; i < d->g->input.n; i++)
		for (uint32_t k = 0; k < d->g->vertices.n; k++)
			if (d->mark[k] && d->in_ode[k] && mu_among(&d->g->vertices.at[k].reads, d->g->input.at[i]))
				mu_add_name(d->text->arena, &out, d->g->input.at[i]);
	return out;
}

static bool same(const mu_names *a, const mu_names *b)
{
	if (a->n != b->n)
		return false;
	for (uint32_t i = 0; i < a->n; i++)
		if (!mu_among(b, a->at[i]))
			return false;
	return true;
}

/* Outputs that depend on the same inputs are one group; `needs` tells by vertex which groups need it. */
typedef struct group { mu_names inputs, outputs; uint8_t *needs; } group;
typedef sb_vec(group) groups;

static group *group_of(divider *d, groups *list, const mu_names *inputs)
{
	for (uint32_t i = 0; i < list->n; i++)
		if (same(&list->at[i].inputs, inputs))
			return &list->at[i];
	sb_push(d->text->arena, *list, ((group){.inputs = *inputs}));
	group *g = &list->at[list->n - 1];
	g->needs = sb_new_array(d->text->arena, uint8_t, d->g->vertices.n + 1);
	return g;
}

static void group_outputs(divider *d, groups *list)
{
	for (uint32_t i = 0; i < d->g->output.n; i++) {
		forget(d);
		need_symbol(d, d->g->output.at[i], false);
		mu_names inputs = inputs_of(d);
		group *g = group_of(d, list, &inputs);
		sb_push(d->text->arena, g->outputs, d->g->output.at[i]);
		for (uint32_t k = 0; k < d->g->vertices.n; k++)
			g->needs[k] |= d->mark[k] && d->in_ode[k];
	}
}

/* The group of each vertex, and 1; 0: no output needs it. What several need goes by its own inputs. */
static uint8_t *place_vertices(divider *d, groups *list)
{
	uint32_t n = d->g->vertices.n, known = list->n;
	uint8_t *place = sb_new_array(d->text->arena, uint8_t, n + 1);
	for (uint32_t v = 0; v < n; v++) {
		uint32_t users = 0, user = 0;
		for (uint32_t k = 0; k < known; k++)
			if (list->at[k].needs[v]) {
				users++;
				user = k;
			}
		if (users > 1) {
			forget(d);
			need(d, v, false);
			mu_names inputs = inputs_of(d);
			user = (uint32_t)(group_of(d, list, &inputs) - list->at);
		}
		place[v] = users ? (uint8_t)(user + 1) : 0;
	}
	return place;
}

static void link_segments(divider *d, uint32_t first)
{
	mu_digraph *g = d->g;
	uint8_t *of = sb_new_array(d->text->arena, uint8_t, g->vertices.n + 1);
	for (uint32_t i = first; i < g->segments.n; i++)
		for (uint32_t k = 0; k < g->segments.at[i].vertices.n; k++)
			of[g->segments.at[i].vertices.at[k]] = (uint8_t)(i + 1);
	bool *seen = sb_new_array(d->text->arena, bool, (g->segments.n + 1) * (g->segments.n + 1));
	for (uint32_t v = 0; v < g->vertices.n; v++) {
		if (!of[v])
			continue;
		forget(d);
		need(d, v, false);
		for (uint32_t k = 0; k < g->vertices.n; k++) {
			uint32_t from = of[k], to = of[v];
			if (!d->mark[k] || !from || from == to || seen[from * (g->segments.n + 1) + to])
				continue;
			seen[from * (g->segments.n + 1) + to] = true;
			sb_push(d->text->arena, g->links, ((mu_link){from - 1, to - 1}));
		}
	}
}

static void ode_segments(divider *d)
{
	groups list = {0};
	group_outputs(d, &list);
	uint8_t *place = place_vertices(d, &list);
	uint32_t first = d->g->segments.n;
	for (int algebraic = 0; algebraic < 2; algebraic++)
		for (uint32_t i = 0; i < list.n; i++) {
			if ((list.at[i].inputs.n > 0) != algebraic)
				continue;
			mu_segment *s = new_segment(d, algebraic ? MU_SEG_ALGEBRAIC : MU_SEG_STATE);
			take(d, s, place, (uint8_t)(i + 1));
			s->outputs = list.at[i].outputs;
		}
	bool any = false;
	forget(d);
	for (uint32_t v = 0; v < d->g->vertices.n; v++) {
		d->mark[v] = d->in_ode[v] && !place[v];
		any |= d->mark[v];
	}
	if (any)
		take(d, new_segment(d, MU_SEG_DERIVATIVE), d->mark, 1);
	link_segments(d, first);
}

static void divide(const mu_text *text, mu_digraph *g)
{
	divider d = {.text = text, .g = g};
	d.in_ode = sb_new_array(text->arena, bool, g->vertices.n + 1);
	d.mark = sb_new_array(text->arena, uint8_t, g->vertices.n + 1);
	find_ode(&d);
	initial_segment(&d);
	ode_segments(&d);
	if (discontinuous(&d))
		take(&d, new_segment(&d, MU_SEG_DISCONTINUOUS), d.mark, 1);
}

/* ------------------------------------------------------------------ all of a text */

static void make(const mu_text *text, mu_digraphs *out, const mu_unit *u)
{
	if (sb_map_find(&out->by_unit, u) || u->kind == MU_STUDY_BLOCK)
		return;
	for (uint32_t i = 0; i < u->calls.n; i++)              /* what is called comes first: nothing calls itself */
		if (u->calls.at[i].unit)
			make(text, out, u->calls.at[i].unit);
	mu_digraph *g = sb_new(text->arena, mu_digraph);
	g->unit = u;
	mu_make_vertices(text, out, g);
	divide(text, g);
	sb_map_set(&out->by_unit, u, g);
	sb_push(text->arena, out->all, g);
}

mu_digraphs *mu_make_digraphs(const mu_text *text)
{
	mu_digraphs *out = sb_new(text->arena, mu_digraphs);
	out->by_unit = sb_map_new(text->arena);
	for (uint32_t i = 0; i < text->units.n; i++)
		make(text, out, text->units.at[i]);
	return out;
}
