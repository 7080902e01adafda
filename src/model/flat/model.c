/* The tables of the flat model: making it, adding to it, finding variables by name. */
#include "model/model.h"

#include <math.h>
#include <ctype.h>
#include <string.h>

sm_model *sm_model_new(sb_arena *arena, sb_names *names, sb_diag *diag, const char *name)
{
	sm_model *m = sb_new(arena, sm_model);

	m->arena = arena;
	m->names = names;
	m->diag = diag;
	m->pool = sx_pool_new(arena, names);
	m->name = sb_intern(names, name);
	m->description = "";
	m->by_name = sb_map_new(arena);
	m->settings.start = m->settings.stop = NAN;
	m->settings.interval = m->settings.tolerance = NAN;
	m->settings.quantum = m->settings.hysteresis = NAN;
	return m;
}

/* A copy of each: the derivatives that are made for a copy of a model are functions of the copy. */
static void copy_functions(sm_model *m)
{
	sm_function **own = sb_new_array(m->arena, sm_function *, m->functions.n + 1);

	for (uint32_t i = 0; i < m->functions.n; i++) {
		own[i] = sb_new(m->arena, sm_function);
		*own[i] = *m->functions.at[i];
		own[i]->made.cap = own[i]->made.n;
	}
	m->functions.at = own;
	m->functions.cap = m->functions.n;
}

sm_model *sm_model_copy(sb_arena *arena, const sm_model *from, sb_diag *diag)
{
	sm_model *m = sb_new(arena, sm_model);

	*m = *from;
	m->arena = arena;
	m->diag = diag;
	m->names = sb_names_over(arena, from->names);
	m->pool = sx_pool_copy(arena, m->names, from->pool);
	m->by_name = sb_map_copy(arena, &from->by_name);
	m->variables.cap = m->variables.n;       /* full vectors are copied by the first addition */
	m->equations.cap = m->equations.n;
	m->initial_equations.cap = m->initial_equations.n;
	copy_functions(m);
	m->events.cap = m->events.n;
	m->instances.cap = m->instances.n;
	m->enums.cap = m->enums.n;
	m->blocks.cap = m->blocks.n;
	m->routines.cap = m->routines.n;
	m->resources.cap = m->resources.n;
	m->statistics.cap = m->statistics.n;
	m->streams.cap = m->streams.n;
	return m;
}

uint32_t sm_add_variable(sm_model *m, const char *name, sx_type type, const uint32_t *shape, uint32_t rank)
{
	sm_variable v = {.name = sb_intern(m->names, name), .type = type, .rank = rank, .count = 1,
		.ramp = NAN};
	uint32_t number = m->variables.n;

	if (rank > 0) {
		v.shape = sb_new_array(m->arena, uint32_t, rank);
		v.over = sb_new_array(m->arena, uint32_t, rank);
	}
	for (uint32_t d = 0; d < rank; d++) {
		static const char *const usual[] = {"i", "j", "k", "l"};

		v.shape[d] = shape[d];
		v.count *= shape[d];
		v.over[d] = sx_new_iter(m->pool, d < 4 ? usual[d] : "m");
	}
	v.first = m->scalars;
	v.state_select = SM_SELECT_DEFAULT;
	v.unit = v.display_unit = v.quantity = v.description = v.component = "";
	m->scalars += v.count;
	sb_push(m->arena, m->variables, v);
	sb_map_put(&m->by_name, (uint64_t)(uintptr_t)v.name, number + 1);
	return number;
}

sm_equation *sm_equation_new(sm_model *m, sm_equation_kind kind, sb_span span, const char *component)
{
	sm_equation *q = sb_new(m->arena, sm_equation);

	q->kind = kind;
	q->span = span;
	q->component = component ? component : "";
	return q;
}

sm_equation *sm_add_equation(sm_model *m, sx_ref lhs, sx_ref rhs, sb_span span, const char *component)
{
	sm_equation *q = sm_equation_new(m, SM_EQUAL, span, component);

	q->lhs = lhs;
	q->rhs = rhs;
	sb_push(m->arena, m->equations, q);
	return q;
}

sm_statement *sm_statement_new(sm_model *m, sm_statement_kind kind, sb_span span)
{
	sm_statement *s = sb_new(m->arena, sm_statement);

	s->kind = kind;
	s->span = span;
	return s;
}

/* Looking for a name must not add it: runs in many threads do so at the same time. */
static uint32_t find_exactly(const sm_model *m, const char *name, size_t length)
{
	const char *known = sb_internedn(m->names, name, length);
	uint64_t number;

	if (!known || !sb_map_get(&m->by_name, (uint64_t)(uintptr_t)known, &number))
		return UINT32_MAX;
	return (uint32_t)number - 1;
}

uint32_t sm_findn(const sm_model *m, const char *name, size_t length)
{
	uint32_t found = find_exactly(m, name, length);
	sb_text upper = {0};

	if (found != UINT32_MAX || !m->capitals)
		return found;
	for (size_t i = 0; i < length; i++)
		sb_addc(&upper, (char)toupper((unsigned char)name[i]));
	found = upper.n ? find_exactly(m, upper.at, upper.n) : UINT32_MAX;
	sb_text_free(&upper);
	return found;
}

uint32_t sm_find(const sm_model *m, const char *name)
{
	return sm_findn(m, name, strlen(name));
}

static uint32_t domain_size(const sm_domain *domain)
{
	uint32_t n = 1;

	for (uint32_t i = 0; i < domain->n; i++) {
		int64_t length = domain->at[i].to - domain->at[i].from + 1;
		n *= length > 0 ? (uint32_t)length : 0;
	}
	return n;
}

/* The scalars behind a target: a whole array counts all its elements, an element and anything else one. */
static uint32_t target_size(const sm_model *m, sx_ref target)
{
	const sx_node *node;

	if (!target)
		return 0;
	node = sx_at(m->pool, target);
	return node->op == SX_VAR && node->count == 0 ? sm_var(m, node->payload)->count : 1;
}

/* All branches stand for the same number in a balanced model; where they do not, the largest is what must be matched.
 */
static uint32_t branches_count(const sm_model *m, const sm_equation *q)
{
	uint32_t most = 0;

	for (uint32_t b = 0; b < q->branches.n; b++) {
		uint32_t n = 0;

		for (uint32_t i = 0; i < q->branches.at[b].body.n; i++)
			n += sm_equation_count(m, q->branches.at[b].body.at[i]);
		most = n > most ? n : most;
	}
	return most;
}

uint32_t sm_equation_count(const sm_model *m, const sm_equation *q)
{
	uint32_t n = 0;

	switch (q->kind) {
	case SM_EQUAL:
		n = target_size(m, q->lhs);
		break;
	case SM_CALL:
	case SM_ALGORITHM:
		for (uint32_t i = 0; i < q->targets.n; i++)
			n += target_size(m, q->targets.at[i]);
		break;
	case SM_IF:
	case SM_WHEN:
		n = branches_count(m, q);
		break;
	case SM_REINIT:
	case SM_ASSERT:
	case SM_TERMINATE:
	case SM_PROGRAM:
		break;
	}
	return n * domain_size(&q->domain);
}

const char *sm_help_division(const sm_model *m)
{
	return m->capitals ? "keep the divisor away from zero, or choose another form with IF ... THEN ... ELSE ..."
					   : "keep the divisor away from zero, or choose another form with if noEvent(...)";
}

const char *sm_help_range(const sm_model *m)
{
	return m->capitals ? "keep the argument in the range of the function, for example with MAX (..., 0.0)"
					   : "keep the argument in the range of the function, for example with noEvent(max(..., 0))";
}

const char *sm_help_smooth(const sm_model *m)
{
	return m->capitals ? "make the transition smooth" : "use noEvent(...) with a smooth transition";
}
