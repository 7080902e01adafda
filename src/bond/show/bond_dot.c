/* A graph in the language DOT of Graphviz: half arrows and strokes are arrow heads and tails. */
#include "bond/show/bond_show.h"

#include <stdio.h>

#include "base/file.h"

static void add_quoted(sb_text *out, const char *text)
{
	for (; *text; text++) {
		if (*text == '"' || *text == '\\')
			sb_addc(out, '\\');
		sb_addc(out, *text);
	}
}

static void add_node(const bg_graph *g, uint32_t i, sb_text *out)
{
	const bg_node *n = &g->nodes.at[i];
	sb_addf(out, "  n%u [label=\"", i);
	sb_add(out, bg_symbol_of(n));
	if (!bg_is_junction(n)) {
		sb_add(out, " : ");
		add_quoted(out, n->name);
		if (n->linear) {
			sb_add(out, "\\n");
			add_quoted(out, n->law);
		}
	} else if (n->control) {
		sb_add(out, "\\n");
		add_quoted(out, n->control);
	}
	sb_addf(out, "\"%s];\n", n->dependent ? ", fontcolor=red" : "");
}

bool bg_write_dot(const bg_graph *g, const char *path, sb_diag *diag)
{
	sb_output file;
	sb_text out = {0};
	sb_add(&out, "digraph \"");
	add_quoted(&out, g->model->name);
	sb_add(&out, "\" {\n  rankdir=LR;\n  node [shape=plaintext];\n  edge [dir=both];\n");
	for (uint32_t i = 0; i < g->nodes.n; i++)
		add_node(g, i, &out);
	for (uint32_t i = 0; i < g->bonds.n; i++) {
		const bg_bond *b = &g->bonds.at[i];
		sb_addf(&out, "  n%u -> n%u [arrowhead=%slvee, arrowtail=%s];\n", b->from, b->to,
				b->effort == BG_BY_FROM ? "tee" : "", b->effort == BG_BY_TO ? "tee" : "none");
	}
	sb_add(&out, "}\n");
	bool good = sb_output_open(&file, diag, path);
	if (good) {
		fwrite(out.at, 1, out.n, file.stream);
		good = sb_output_commit(&file, diag);
	}
	sb_text_free(&out);
	return good;
}
