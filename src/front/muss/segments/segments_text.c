/* Segments as tables, and as JSON. */
#include "base/json.h"
#include "front/muss/segments/muss_segments.h"

static void set_of(sb_text *out, const mu_names *list)
{
	sb_add(out, "{");
	for (uint32_t i = 0; i < list->n; i++)
		sb_addf(out, "%s%s", i ? ", " : "", list->at[i]);
	sb_add(out, "}");
}

static void vertices_of(const mu_digraph *g, sb_text *out, const sb_u32s *list)
{
	sb_add(out, "{");
	for (uint32_t i = 0; i < list->n; i++) {
		const mu_vertex *v = &g->vertices.at[list->at[i]];
		sb_addf(out, "%s%u%s", i ? ", " : "", v->number, v->branch);
	}
	sb_add(out, "}");
}

static sb_u32s of_kind(const mu_digraph *g, sb_arena *arena, uint32_t kinds, bool switches)
{
	sb_u32s out = {0};
	for (uint32_t i = 0; i < g->vertices.n; i++)
		if ((kinds >> g->vertices.at[i].kind & 1) || (switches && g->vertices.at[i].switches))
			sb_push(arena, out, i);
	return out;
}

static const struct { const char *name; uint32_t kinds; bool switches; } executable[] = {
	{"derivative", 1u << MU_V_CALL_DERIVATIVE, false},
	{"discontinuous", 1u << MU_V_ROOT | 1u << MU_V_CALL_DISCONTINUOUS, false},
	{"state", 1u << MU_V_CALL_STATE, false},
	{"initial", 1u << MU_V_INITIAL | 1u << MU_V_CALL_INITIAL, false},
	{"when", 1u << MU_V_WHEN, false},
	{"if", 1u << MU_V_IF, true},
};
enum { EXECUTABLE = sizeof executable / sizeof *executable };

typedef struct named { const char *name; const mu_names *list; } named;

static void symbol_lists(const mu_digraph *g, named out[10])
{
	named all[10] = {{"global", &g->global}, {"parameter", &g->parameter}, {"input", &g->input}, {"output", &g->output},
		{"derivative", &g->derivative}, {"state", &g->state}, {"local", &g->local}, {"initial", &g->initial},
		{"when", &g->when}, {"if", &g->branch}};
	for (int i = 0; i < 10; i++)
		out[i] = all[i];
}

static void head(const mu_digraph *g, sb_text *out)
{
	sb_addf(out, "%s %s", mu_block_text(g->unit->kind), g->unit->name);
	if (g->input.n) {
		sb_add(out, "(");
		for (uint32_t i = 0; i < g->input.n; i++)
			sb_addf(out, "%s%s", i ? ", " : "", g->input.at[i]);
		sb_add(out, ")");
	}
	sb_add(out, "\n");
}

static void call_text(const mu_digraph *g, const mu_segment *s, sb_text *out)
{
	sb_add(out, "    ");
	for (uint32_t i = 0; i < s->outputs.n; i++)
		sb_addf(out, "%s%s", i ? ", " : s->outputs.n > 1 ? "(" : "", s->outputs.at[i]);
	sb_addf(out, "%s%s_%s(", s->outputs.n > 1 ? ") = " : s->outputs.n ? " = " : "", mu_segment_name(s->kind),
			g->unit->name);
	for (uint32_t i = 0; i < s->inputs.n; i++)
		sb_addf(out, "%s%s", i ? ", " : "", s->inputs.at[i]);
	sb_add(out, ")\n");
}

void mu_segments_text(const mu_digraph *g, sb_text *out)
{
	sb_arena *scratch = sb_arena_new();
	named lists[10];
	head(g, out);
	for (uint32_t i = 0; i < g->vertices.n; i++)
		sb_addf(out, "  %3u%-4s %s\n", g->vertices.at[i].number, g->vertices.at[i].branch, g->vertices.at[i].text);
	sb_add(out, "  symbols\n");
	symbol_lists(g, lists);
	for (int i = 0; i < 10; i++)
		if (lists[i].list->n) {
			sb_addf(out, "    %-14s ", lists[i].name);
			set_of(out, lists[i].list);
			sb_add(out, "\n");
		}
	sb_add(out, "  executable vertices\n");
	for (int i = 0; i < EXECUTABLE; i++) {
		sb_u32s list = of_kind(g, scratch, executable[i].kinds, executable[i].switches);
		if (!list.n)
			continue;
		sb_addf(out, "    %-14s ", executable[i].name);
		vertices_of(g, out, &list);
		sb_add(out, "\n");
	}
	sb_add(out, "  segments\n");
	for (uint32_t i = 0; i < g->segments.n; i++) {
		const mu_segment *s = &g->segments.at[i];
		sb_addf(out, "    %-14s vertices ", mu_segment_name(s->kind));
		vertices_of(g, out, &s->vertices);
		sb_add(out, " inputs ");
		set_of(out, &s->inputs);
		sb_add(out, " outputs ");
		set_of(out, &s->outputs);
		sb_add(out, "\n");
	}
	for (uint32_t i = 0; i < g->links.n; i++)
		sb_addf(out, "    the %s segment needs the %s segment\n",
				mu_segment_name(g->segments.at[g->links.at[i].to].kind),
				mu_segment_name(g->segments.at[g->links.at[i].from].kind));
	sb_add(out, "  called as\n");
	for (uint32_t i = 0; i < g->segments.n; i++)
		call_text(g, &g->segments.at[i], out);
	sb_arena_free(scratch);
}

static void json_names(sb_json *j, const char *key, const mu_names *list)
{
	sb_json_open(j, key, '[');
	for (uint32_t i = 0; i < list->n; i++)
		sb_json_string(j, NULL, list->at[i]);
	sb_json_close(j, ']');
}

static void json_vertices(const mu_digraph *g, sb_json *j, const char *key, const sb_u32s *list, sb_arena *scratch)
{
	sb_json_open(j, key, '[');
	for (uint32_t i = 0; i < list->n; i++)
		sb_json_string(j, NULL, sb_printf(scratch, "%u%s", g->vertices.at[list->at[i]].number,
										  g->vertices.at[list->at[i]].branch));
	sb_json_close(j, ']');
}

static void json_segments(const mu_digraph *g, sb_json *j, sb_arena *scratch)
{
	sb_json_open(j, "segments", '[');
	for (uint32_t i = 0; i < g->segments.n; i++) {
		const mu_segment *s = &g->segments.at[i];
		sb_json_open(j, NULL, '{');
		sb_json_string(j, "kind", mu_segment_name(s->kind));
		json_vertices(g, j, "vertices", &s->vertices, scratch);
		json_names(j, "inputs", &s->inputs);
		json_names(j, "outputs", &s->outputs);
		sb_json_open(j, "needs", '[');
		for (uint32_t k = 0; k < g->links.n; k++)
			if (g->links.at[k].to == i)
				sb_json_int(j, NULL, g->links.at[k].from);
		sb_json_close(j, ']');
		sb_json_close(j, '}');
	}
	sb_json_close(j, ']');
}

void mu_segments_json(const mu_digraph *g, sb_text *out)
{
	sb_arena *scratch = sb_arena_new();
	sb_json j = {.out = out};
	named lists[10];
	sb_json_open(&j, NULL, '{');
	sb_json_string(&j, "name", g->unit->name);
	sb_json_string(&j, "kind", mu_block_text(g->unit->kind));
	sb_json_open(&j, "vertices", '[');
	for (uint32_t i = 0; i < g->vertices.n; i++) {
		sb_json_open(&j, NULL, '{');
		sb_json_string(&j, "vertex", sb_printf(scratch, "%u%s", g->vertices.at[i].number, g->vertices.at[i].branch));
		sb_json_string(&j, "text", g->vertices.at[i].text);
		json_names(&j, "reads", &g->vertices.at[i].reads);
		json_names(&j, "writes", &g->vertices.at[i].writes);
		sb_json_close(&j, '}');
	}
	sb_json_close(&j, ']');
	sb_json_open(&j, "symbols", '{');
	symbol_lists(g, lists);
	for (int i = 0; i < 10; i++)
		json_names(&j, lists[i].name, lists[i].list);
	sb_json_close(&j, '}');
	sb_json_open(&j, "executable", '{');
	for (int i = 0; i < EXECUTABLE; i++) {
		sb_u32s list = of_kind(g, scratch, executable[i].kinds, executable[i].switches);
		json_vertices(g, &j, executable[i].name, &list, scratch);
	}
	sb_json_close(&j, '}');
	json_segments(g, &j, scratch);
	sb_json_close(&j, '}');
	sb_arena_free(scratch);
}
