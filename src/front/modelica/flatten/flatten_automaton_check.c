/* What a state of an automaton may not have in it, and what its transitions may not say. */
#include "base/dotted.h"
#include "front/modelica/flatten/flatten_inside.h"
#include "front/modelica/flatten/flatten_machine.h"
#include "model/block.h"

#include <string.h>

typedef struct check { mo_context *c; const mo_machine *m; } check;

bool mo_is_inside(const char *component, const char *state)
{
	return component && (strcmp(component, state) == 0 || sb_name_is_inside(component, state));
}

uint32_t mo_state_around(const mo_machine *m, const char *component)
{
	for (uint32_t s = 0; s < m->states.n; s++)
		if (mo_is_inside(component, m->states.at[s]))
			return s;
	return UINT32_MAX;
}

static bool refuse(const check *a, sb_span span, uint32_t state, const char *what, const char *help)
{
	const char *place = sb_intern(a->c->names, sb_printf(a->c->arena, "%u:%u", span.source, span.start));

	if (!mo_first_report(a->c, place))      /* of a class that is several states */
		return false;
	sb_help(sb_report(a->c->diag, SB_ERROR, "M1001", span, "%s cannot stand in '%s', which is a state of an automaton",
					  what, a->m->states.at[state]), "%s", help);
	return false;
}

static bool check_contents(const check *a)
{
	const sm_model *m = a->c->model;
	bool good = true;
	uint32_t s;

	for (uint32_t i = 0; i < m->initial_equations.n; i++)
		if ((s = mo_state_around(a->m, m->initial_equations.at[i]->component)) != UINT32_MAX)
			good = refuse(a, m->initial_equations.at[i]->span, s, "an initial equation",
						  "give start values: the states of the model have them whenever it is entered");
	for (uint32_t i = 0; i < m->equations.n; i++)
		if (m->equations.at[i]->kind == SM_ALGORITHM &&
			(s = mo_state_around(a->m, m->equations.at[i]->component)) != UINT32_MAX)
			good = refuse(a, m->equations.at[i]->span, s, "an algorithm", "write equations, or call a function");
	for (uint32_t i = 0; i < m->blocks.n; i++)
		if ((s = mo_state_around(a->m, m->blocks.at[i]->name)) != UINT32_MAX)
			good = refuse(a, a->m->span, s, "a block in C", "put it beside the automaton");
	return good;
}

/* What flows into a state from outside would go on with its last value while the state is not active. */
static bool check_flows(const check *a)
{
	const sm_model *m = a->c->model;
	sm_owners owners = sm_owners_new(m, a->c->arena);
	bool good = true;

	for (uint32_t i = 0; i < m->variables.n; i++) {
		const sm_variable *v = sm_var(m, i);
		uint32_t s = v->port == SM_FLOW && v->joined_outside ? mo_state_around(a->m, v->component) : UINT32_MAX;
		uint32_t owner = s != UINT32_MAX ? sm_owner(&owners, v->component) : UINT32_MAX;
		if (owner == UINT32_MAX || strcmp(m->components.at[owner].name, a->m->states.at[s]) != 0)
			continue;
		sb_message *e =
			sb_report(a->c->diag, SB_ERROR, "M1007", v->span,
					  "the flow '%s' of a state of an automaton is connected to something outside", v->name);
		sb_also(e, a->m->span, "'%s' is a state because of this", a->m->states.at[s]);
		sb_note(e, "nothing would say what flows while the state is not active");
		sb_help(e, "put what it is connected to into the states, or give the state inputs and outputs");
		good = false;
	}
	return good;
}

static bool check_machines_inside(const check *a)
{
	struct mo_machines *all = mo_machines_of(a->c);

	for (uint32_t i = 0; i < all->list.n; i++) {
		const mo_machine *inner = &all->list.at[i];
		uint32_t s = inner->states.n && !inner->continuous ? mo_state_around(a->m, inner->component) : UINT32_MAX;
		if (s != UINT32_MAX)
			return refuse(a, inner->span, s, "a clocked state machine",
						  "let its states be models, or put it beside this one");
	}
	return true;
}

static bool check_transitions(const check *a)
{
	bool good = true;

	for (uint32_t i = 0; i < a->m->transitions.n; i++)
		if (a->m->transitions.at[i]->synchronize) {
			sb_help(sb_report(a->c->diag, SB_ERROR, "M1002", a->m->transitions.at[i]->span,
							  "a transition of an automaton cannot have 'synchronize = true'"),
					"let the condition say what it waits for, as in activeState(s)");
			good = false;
		}
	for (uint32_t s = 1; s < a->m->states.n; s++) {
		bool reached = false;
		for (uint32_t i = 0; i < a->m->transitions.n; i++)
			reached = reached || (a->m->transitions.at[i]->to == a->m->states.at[s] &&
								  a->m->transitions.at[i]->from != a->m->states.at[s]);
		if (!reached)
			sb_help(sb_report(a->c->diag, SB_WARNING, "M1003", a->m->span,
							  "the state '%s' is never entered: no transition leads to it", a->m->states.at[s]),
					"write transition(from, %s, condition)", a->m->states.at[s]);
	}
	return good;
}

bool mo_check_automaton(mo_context *c, const mo_machine *m)
{
	check a = {c, m};

	return check_contents(&a) && check_flows(&a) && check_machines_inside(&a) && check_transitions(&a);
}
