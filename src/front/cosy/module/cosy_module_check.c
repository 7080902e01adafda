/* Is a module neither over- nor underspecified for the inputs of a call? Its outputs and its own variables are unknown,
 * and each of its equations gives one of them. What is left over is found by a matching, so that the message can name
 * it. */
#include "front/cosy/module/cosy_module.h"

#include <string.h>

typedef struct checking {
	co_context *c;
	sb_strings unknown;
	sb_vec(const co_node *) equations;
	sb_u32s *holds; /* by equation: its unknowns */
	uint32_t *given_by, *gives;
	bool *seen;
	bool unsure;
} checking;

static void collect(checking *k, const co_node *n, int depth)
{
	if (!n || k->unsure || depth > 300)
		return;
	if (n->kind == CO_EQUATION)
		sb_push(k->c->arena, k->equations, n);
	else if (n->kind == CO_FOR || n->kind == CO_IF || n->kind == CO_CASE || n->kind == CO_PROCED)
		k->unsure = true; /* counting does not tell */
	else if (n->kind == CO_LIST)
		for (uint32_t i = 0; i < n->of.n; i++)
			collect(k, n->of.at[i], depth + 1);
	else if (n->kind == CO_MODEL)
		collect(k, co_child(n, 2), depth + 1);
}

static uint32_t number_of(const checking *k, const char *name)
{
	for (uint32_t i = 0; i < k->unknown.n; i++)
		if (k->unknown.at[i] == name)
			return i;
	return CO_NOWHERE;
}

static void find_unknowns(checking *k, const co_node *n, sb_u32s *out, int depth)
{
	uint32_t u;

	if (!n || depth > 1000)
		return;
	if (n->kind == CO_NAME && (u = number_of(k, n->name)) != CO_NOWHERE)
		sb_push(k->c->arena, *out, u);
	for (uint32_t i = 0; i < n->of.n; i++)
		find_unknowns(k, n->of.at[i], out, depth + 1);
}

static bool augment(checking *k, uint32_t equation, int depth)
{
	for (uint32_t i = 0; i < k->holds[equation].n && depth < 5000; i++) {
		uint32_t u = k->holds[equation].at[i];
		if (k->seen[u])
			continue;
		k->seen[u] = true;
		if (k->given_by[u] == CO_NOWHERE || augment(k, k->given_by[u], depth + 1)) {
			k->given_by[u] = equation;
			k->gives[equation] = u;
			return true;
		}
	}
	return false;
}

static void add_outputs(checking *k, const co_node *outputs)
{
	for (uint32_t i = 0; i < co_count(outputs); i++) {
		const co_node *a = outputs->of.at[i]->kind == CO_BINDING ? co_child(outputs->of.at[i], 0) : outputs->of.at[i];
		const co_symbol *s = a && a->kind == CO_NAME ? co_global(k->c, a->name) : NULL;
		if (!a || a->kind != CO_NAME) {
			sb_help(sb_report(k->c->diag, SB_ERROR, "K0428", outputs->of.at[i]->span,
							  "an output of a module must be the name of a variable"),
					"an expression can only be an input: put it after '<-'");
			k->unsure = true;
		} else if (s && (s->meaning == CO_CONSTANT || s->type == CO_T_REAL || s->type == CO_T_INTEGER ||
						 s->type == CO_T_BOOLEAN || s->type == CO_T_DSTATE)) {
			sb_message *m = sb_report(k->c->diag, SB_ERROR, "K0429", a->span,
									  "'%s' cannot be an output of a module: equations do not determine it", a->name);
			sb_also(m, s->span, "'%s' is declared here", a->name);
			sb_help(m, "declare it as ALGEBR, or put it after '<-'");
			k->unsure = true;
		} else if (!s || s->rank) {
			k->unsure = true;
		} else if (number_of(k, a->name) == CO_NOWHERE) {
			sb_push(k->c->arena, k->unknown, a->name);
		}
	}
}

static const char *list_of(const checking *k, bool unknowns)
{
	sb_text text = {0};
	uint32_t shown = 0;

	sb_add(&text, "");
	for (uint32_t i = 0; unknowns && i < k->unknown.n && shown < 20; i++)
		sb_addf(&text, "%s%s", shown++ ? ", " : "", k->unknown.at[i]);
	const char *copy = sb_strdup(k->c->arena, text.at);
	sb_text_free(&text);
	return copy;
}

static void match(checking *k)
{
	uint32_t n = k->equations.n;

	k->holds = sb_new_array(k->c->arena, sb_u32s, n + 1);
	k->gives = sb_new_array(k->c->arena, uint32_t, n + 1);
	k->given_by = sb_new_array(k->c->arena, uint32_t, k->unknown.n + 1);
	k->seen = sb_new_array(k->c->arena, bool, k->unknown.n + 1);
	for (uint32_t i = 0; i < k->unknown.n; i++)
		k->given_by[i] = CO_NOWHERE;
	for (uint32_t i = 0; i < n; i++) {
		k->gives[i] = CO_NOWHERE;
		find_unknowns(k, k->equations.at[i], &k->holds[i], 0);
	}
	for (uint32_t i = 0; i < n; i++) {
		memset(k->seen, 0, k->unknown.n * sizeof *k->seen);
		augment(k, i, 0);
	}
}

void co_check_module(co_context *c, const co_node *call, co_symbol *symbol, const co_node *model, uint32_t declared)
{
	checking k = {.c = c};
	sb_message *m;
	int too_many = 0, too_few = 0;

	add_outputs(&k, co_child(call, 0));
	for (uint32_t i = declared; i < c->all.n; i++) {
		const co_symbol *s = c->all.at[i];
		bool unknown = s->meaning == CO_VARIABLE && (s->type == CO_T_STATE || s->type == CO_T_ALGEBR ||
													 s->type == CO_T_LOGIC || s->type == CO_T_MEMORY);
		k.unsure = k.unsure || (unknown && s->rank);
		if (unknown)
			sb_push(c->arena, k.unknown, s->name);
	}
	collect(&k, model, 0);
	if (k.unsure)
		return;
	match(&k);
	for (uint32_t i = 0; i < k.equations.n; i++)
		too_many += k.gives[i] == CO_NOWHERE;
	for (uint32_t i = 0; i < k.unknown.n; i++)
		too_few += k.given_by[i] == CO_NOWHERE;
	if (!too_many && !too_few)
		return;
	m = sb_report(c->diag, SB_ERROR, too_many ? "K0430" : "K0431", call->span,
				  "with these inputs the module '%s' is %s: it has %u equation%s for %u unknown%s", symbol->name,
				  too_many && too_few ? "over- and underspecified"
				  : too_many          ? "overspecified"
									  : "underspecified",
				  k.equations.n, k.equations.n == 1 ? "" : "s", k.unknown.n, k.unknown.n == 1 ? "" : "s");
	for (uint32_t i = 0; i < k.equations.n; i++)
		if (k.gives[i] == CO_NOWHERE)
			sb_also(m, k.equations.at[i]->span, "no unknown is left for this equation");
	for (uint32_t i = 0; i < k.unknown.n; i++)
		if (k.given_by[i] == CO_NOWHERE)
			sb_note(m, "no equation is left for '%s'", k.unknown.at[i]);
	sb_note(m, "the unknowns are %s", *list_of(&k, true) ? list_of(&k, true) : "none");
	sb_help(m, too_many ? "move an input to the outputs, or remove an equation from the module"
						: "move an output to the inputs, or add an equation to the module");
}
