/* NNEQD, the number of differential equations, against the equations of the branch that is chosen beside it:
 *
 *     PHASE := 2; NNEQD := 4        and        CASE PHASE OF ... 2: four derivatives END
 *
 * Saltus counts by itself; a number that is another one is a mistake in the program, either here or there. Only what
 * can be counted by looking is compared: derivatives of scalars, without calls of models and loops. */
#include "front/cosy/program/cosy_program.h"

#include <string.h>

enum { DEEPEST = 500 };

typedef struct counting {
	sb_map states;
	uint32_t count;
	bool unknown;
} counting;

/* The derivatives below a node, without those in branches: which of these hold is not known. */
static void count(counting *n, const co_node *at, bool inside, int depth)
{
	if (!at || depth > DEEPEST)
		return;
	if (at->kind == CO_CALL || at->kind == CO_FOR || at->kind == CO_MODEL || at->kind == CO_PROCED ||
		(inside && (at->kind == CO_CASE || at->kind == CO_IF)))
		n->unknown = true;
	if (!inside && (at->kind == CO_CASE || at->kind == CO_IF))
		return;
	if (at->kind == CO_PRIME) {
		const co_node *state = co_child(at, 0);
		n->unknown = n->unknown || at->number > 1 || co_count(co_child(state, 0)) || co_child(state, 1);
		if (!sb_map_find(&n->states, state->name)) {
			sb_map_set(&n->states, state->name, (void *)at);
			n->count++;
		}
	}
	for (uint32_t i = 0; i < at->of.n; i++)
		count(n, at->of.at[i], inside, depth + 1);
}

static const co_node *case_of(const co_node *equations, const char *selector)
{
	const co_node *found = NULL;

	for (uint32_t i = 0; i < co_count(equations); i++) {
		const co_node *q = equations->of.at[i];
		if (q->kind == CO_IF || (q->kind == CO_CASE && found))
			return NULL; /* more than one choice: their sum is not known */
		if (q->kind == CO_CASE)
			found = q;
	}
	return found && co_child(found, 0)->kind == CO_NAME && co_child(found, 0)->name == selector ? found : NULL;
}

static const co_node *branch_of(const co_node *choice, double value)
{
	const co_node *branches = co_child(choice, 1);

	for (uint32_t i = 0; i < co_count(branches); i++) {
		const co_node *labels = co_child(branches->of.at[i], 0);
		for (uint32_t k = 0; k < co_count(labels); k++)
			if (labels->of.at[k]->kind == CO_NUMBER && labels->of.at[k]->number == value)
				return branches->of.at[i];
	}
	return NULL;
}

static void compare(co_context *c, const co_node *said, const co_node *chosen)
{
	const co_node *list = c->continuous, *selector = co_child(chosen, 0);
	counting n = {.states = sb_map_new(c->arena)};

	while (co_count(list) == 1 && list->of.at[0]->kind == CO_LIST)
		list = list->of.at[0];
	const co_node *choice = case_of(list, selector->name),
				  *branch = choice ? branch_of(choice, co_child(chosen, 1)->number) : NULL;
	if (!branch)
		return;
	count(&n, list, false, 0);
	count(&n, co_child(branch, 1), true, 0);
	if (n.unknown || n.count == co_child(said, 1)->number)
		return;
	sb_message *m = sb_report(c->diag, SB_WARNING, "K0352", said->span,
							  "NNEQD is set to %g, but with %s = %g there %s %u differential equation%s",
							  co_child(said, 1)->number, selector->name, co_child(chosen, 1)->number,
							  n.count == 1 ? "is" : "are", n.count, n.count == 1 ? "" : "s");
	sb_also(m, branch->span, "this branch holds in that case");
	sb_help(m, "check which of the two is wrong; Saltus uses the equations");
}

static bool sets_number(const co_node *n)
{
	return n->kind == CO_ASSIGN && co_child(n, 0)->kind == CO_NAME && !co_count(co_child(co_child(n, 0), 0)) &&
		   co_child(n, 1)->kind == CO_NUMBER;
}

static void look(co_context *c, const co_node *list, int depth)
{
	if (!list || depth > DEEPEST)
		return;
	for (uint32_t i = 0; i < list->of.n; i++) {
		const co_node *said = list->of.at[i];
		if (!said)
			continue;
		look(c, said, depth + 1);
		if (list->kind != CO_LIST || !sets_number(said) || strcmp(co_child(said, 0)->name, "NNEQD") != 0)
			continue;
		for (uint32_t k = 0; k < list->of.n; k++)
			if (k != i && sets_number(list->of.at[k]))
				compare(c, said, list->of.at[k]);
	}
}

void co_check_number_of_equations(co_context *c)
{
	for (uint32_t i = 0; i < c->initial.n; i++)
		look(c, c->initial.at[i].node, 0);
	for (uint32_t i = 0; i < c->discrete.n; i++)
		look(c, c->discrete.at[i].node, 0);
}
