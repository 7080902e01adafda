/* What the causality of a graph tells, in words. */
#include "bond/cause/bond_cause.h"
#include "bond/show/bond_show.h"

#include <string.h>

static const char *names_of(const bg_graph *g, const sb_u32s *nodes, const char *last)
{
	sb_text text = {0};
	uint32_t shown = nodes->n > 8 ? 8 : nodes->n;
	for (uint32_t i = 0; i < shown; i++)
		sb_addf(&text, "%s'%s'", !i ? "" : i + 1 == shown && shown == nodes->n ? last : ", ",
				g->nodes.at[nodes->at[i]].name);
	if (shown < nodes->n)
		sb_addf(&text, " and %u more", nodes->n - shown);
	const char *kept = sb_strdup(g->arena, text.at ? text.at : "nothing");
	sb_text_free(&text);
	return kept;
}

/* Sources and storages from which something follows. */
static void find_causes(bg_graph *g, sx_ref symbol, sb_map *seen, sb_u32s *out)
{
	uint64_t any;
	if (sb_map_get(seen, symbol, &any))
		return;
	sb_map_put(seen, symbol, 1);
	for (uint32_t i = 0; i < g->nodes.n; i++)
		for (uint32_t k = 0; k < g->nodes.at[i].ports.n && !bg_is_junction(&g->nodes.at[i]); k++) {
			const bg_node *n = &g->nodes.at[i];
			const bg_port *p = &n->ports.at[k];
			bool own = symbol == p->effort || symbol == p->flow || (p->displacement && symbol == p->displacement);
			bool gives = (bg_is_source(n) && symbol == (n->kind == BG_SE ? p->effort : p->flow)) ||
						 (bg_is_storage(n) && !n->dependent && own);
			if (!gives)
				continue;
			for (uint32_t m = 0; m < out->n; m++)
				gives = gives && out->at[m] != i;
			if (gives)
				sb_push(g->arena, *out, i);
			return;
		}
	for (uint32_t i = 0; i < g->assignments.n; i++) {
		const bg_assignment *a = &g->assignments.at[i];
		sm_exprs symbols = {0};
		if (a->target != symbol)
			continue;
		bg_symbols_in(g, a->value ? a->value : a->zero, &symbols);
		for (uint32_t k = 0; k < symbols.n; k++)
			find_causes(g, symbols.at[k], seen, out);
	}
}

static const char *advice_storage(const bg_graph *g, const bg_node *n)
{
	bg_domain d = n->ports.at[0].domain;
	bool c = n->kind == BG_C;
	return sb_printf(g->arena, bg_is_flow_domain(d) ?
		c ? "put a damper in series with '%s', or leave it as it is: Saltus reduces the index and simulates it" :
			"put a spring or a damper between '%s' and what it is fixed to, or leave it as it is: Saltus reduces the "
			"index and simulates it" :
		d == BG_THERMAL ? "put a thermal resistance between '%s' and what it is connected to, or leave it as it is: "
			"Saltus reduces the index and simulates it" :
		c ? "put a small resistance in series with '%s', or leave it as it is: Saltus reduces the index and simulates "
			"it" : "put a large resistance in parallel with '%s', or leave it as it is: Saltus reduces the index and "
			"simulates it", n->name);
}

static void tell_dependent(bg_graph *g, sb_diag *diag, sb_severity severity, const bg_fault *f)
{
	const bg_node *n = &g->nodes.at[f->node];
	sb_u32s causes = {0};
	sb_map seen = sb_map_new(g->arena);
	for (uint32_t k = 0; k < n->ports.n; k++)
		if (bg_effort_in(g, f->node, k) == (n->kind == BG_C))
			find_causes(g, n->kind == BG_C ? n->ports.at[k].effort : n->ports.at[k].flow, &seen, &causes);
	sb_message *m = sb_report(diag, severity, "B0011", n->span,
		"the storage '%s' is dependent: its %s follows from %s", n->name, n->kind == BG_C ? "effort" : "flow",
		names_of(g, &causes, " and "));
	sb_note(m, "it has derivative causality, and is no state of its own");
	sb_help(m, "%s", advice_storage(g, n));
}

static void tell_loop(bg_graph *g, sb_diag *diag, sb_severity severity, const bg_fault *f)
{
	sb_u32s resistors = {0}, others = {0};
	bool derivative = false;
	for (uint32_t i = 0; i < f->others.n; i++) {
		const bg_node *n = &g->nodes.at[f->others.at[i]];
		derivative |= bg_is_storage(n);
		if (n->kind == BG_R || n->kind == BG_SWITCH)
			sb_push(g->arena, resistors, f->others.at[i]);
		else
			sb_push(g->arena, others, f->others.at[i]);
	}
	const bg_node *first = &g->nodes.at[f->others.n ? f->others.at[0] : f->node];
	for (uint32_t i = 0; i < others.n; i++)
		if (g->nodes.at[others.at[i]].kind == BG_AMPLIFIER) {
			sb_help(sb_report(diag, severity, "B0014", g->nodes.at[others.at[i]].span,
				"the output of the ideal amplifier '%s' follows from the condition that its input is zero",
				g->nodes.at[others.at[i]].name),
				"this is solved at each evaluation; an amplifier with a finite gain needs no loop");
			return;
		}
	sb_message *m;
	if (derivative) {
		m = sb_report(diag, severity, "B0013", first->span, "the rates of %s are computed together",
					  names_of(g, &f->others, " and "));
		sb_help(m, "storages that depend on each other share what flows into them; "
				"this goes when they are independent");
		return;
	}
	m = sb_report(diag, severity, "B0012", first->span, "an algebraic loop goes through %s",
				  resistors.n ? names_of(g, &resistors, " and ") : names_of(g, &others, " and "));
	if (resistors.n && others.n)
		sb_note(m, "%s on the way", names_of(g, &others, " and "));
	sb_help(m, "a storage at a node between them breaks the loop; Saltus solves it at each evaluation otherwise");
}

static void tell_conflict(bg_graph *g, sb_diag *diag, sb_severity severity, const bg_fault *f)
{
	const bg_node *n = &g->nodes.at[f->node];
	sb_span span = n->span;
	sb_u32s named = {0};
	for (uint32_t i = 0; i < f->others.n; i++)
		if (!bg_is_junction(&g->nodes.at[f->others.at[i]]))
			sb_push(g->arena, named, f->others.at[i]);
	if (!span.source && named.n)
		span = g->nodes.at[named.at[0]].span;
	sb_message *m = sb_report(diag, severity, "B0010", span, "causal conflict at the %s '%s' between %s",
		bg_is_junction(n) ? n->kind == BG_ZERO ? "0-junction" : "1-junction" : "element", n->name,
		named.n ? names_of(g, &named, " and ") : "its bonds");
	for (uint32_t i = 0; i < named.n && i < 4; i++)
		if (g->nodes.at[named.at[i]].span.source)
			sb_also(m, g->nodes.at[named.at[i]].span, "'%s' gives %s", g->nodes.at[named.at[i]].name,
				g->nodes.at[named.at[i]].kind == BG_SF ? "a flow" : "an effort");
	sb_note(m, "a 0-junction takes one effort, and a 1-junction one flow: sources of effort in parallel, or of flow in "
			"series, contradict each other");
	sb_help(m, "put a resistance between the sources, or leave one of them out");
}

void bg_diagnose(bg_graph *g, sb_diag *diag, bool strict)
{
	for (uint32_t i = 0; i < g->faults.n; i++) {
		const bg_fault *f = &g->faults.at[i];
		if (f->kind == BG_CONFLICT)
			tell_conflict(g, diag, strict ? SB_ERROR : SB_WARNING, f);
		else if (f->kind == BG_DEPENDENT && g->causal)
			tell_dependent(g, diag, strict ? SB_ERROR : SB_INFO, f);
		else if (f->kind == BG_LOOP)
			tell_loop(g, diag, strict ? SB_ERROR : SB_INFO, f);
	}
	for (uint32_t i = 0; i < g->nodes.n; i++)
		if (g->nodes.at[i].kind == BG_FIELD) {
			sb_message *m = sb_report(diag, SB_WARNING, "B0005", g->nodes.at[i].span,
				"'%s' has %u ports, and its equations are those of no element that a bond graph knows",
				g->nodes.at[i].name, g->nodes.at[i].ports.n);
			sb_help(m, "it is shown as a field, and its causality counts as free");
		}
}

bg_graph *bg_analyse(sb_arena *arena, const sm_model *model, const sx_givens *given, sb_diag *diag)
{
	bg_graph *g = bg_build(arena, model, given, diag);
	if (!g)
		return NULL;
	bg_simplify(g);
	do {
		bg_assign_causality(g);
		bg_derive(g);
	} while (bg_make_yield(g));
	return g;
}
