/* Connection sets of scalars, of elements of arrays and of whole arrays: from links to equations.
 *
 * Two partitions are made of the same links, both by union-find. In the first a variable has two nodes, one for each
 * face; its sets give the sums of flows and tell which outputs feed which inputs. In the second the faces are one node;
 * its sets give the equalities, so that a connection made both inside and outside of a component does not state the
 * same equality twice.
 *
 * An array that is always connected as a whole is one node, and its equations are families. Once any of its elements is
 * connected by itself the array has a node for each element, and so have all arrays that it is connected to. */
#include "base/sets.h"
#include "front/modelica/connect/connect_expand.h"
#include "front/modelica/lower/lower_machine.h"
#include "front/modelica/lower/lower_stream.h"

#include <string.h>

typedef struct slot {
	uint32_t variable, base, count;
	bool split;
} slot; /* one for each linked variable */

typedef struct sets {
	mo_context *c;
	sb_map slot_of; /* variable -> slot + 1 */
	sb_vec(slot) slots;
	uint32_t *faces, *nodes; /* union-find: 2*node + outside, and node */
	uint32_t *slot_of_node;
	bool *touched; /* by face */
	uint32_t node_count;
	const mo_link **link_of; /* by face: a connect that names it */
} sets;

static uint32_t slot_number(sets *s, uint32_t variable)
{
	uint64_t number;
	slot fresh = {.variable = variable};

	if (sb_map_get(&s->slot_of, variable, &number))
		return (uint32_t)number - 1;
	sb_push(s->c->arena, s->slots, fresh);
	sb_map_put(&s->slot_of, variable, s->slots.n);
	return s->slots.n - 1;
}

/* Which variables must be taken apart: those with a link of an element, and what is linked to them as a whole. */
static void split_arrays(sets *s, const mo_simple_links *links)
{
	uint32_t *groups, n;
	bool *split;

	for (uint32_t i = 0; i < links->n; i++) {
		slot_number(s, links->at[i].a.variable);
		slot_number(s, links->at[i].b.variable);
	}
	n = s->slots.n;
	groups = mo_singletons(s->c->arena, n);
	split = sb_new_array(s->c->arena, bool, n + 1);
	for (uint32_t i = 0; i < links->n; i++) {
		const mo_simple_link *l = &links->at[i];
		uint32_t a = slot_number(s, l->a.variable), b = slot_number(s, l->b.variable);

		s->slots.at[a].split |= l->a.element != MO_WHOLE;
		s->slots.at[b].split |= l->b.element != MO_WHOLE;
		if (l->a.element == MO_WHOLE && l->b.element == MO_WHOLE)
			sb_unite(groups, a, b);
	}
	for (uint32_t i = 0; i < n; i++)
		split[sb_set_of(groups, i)] |= s->slots.at[i].split;
	for (uint32_t i = 0; i < n; i++) {
		slot *one = &s->slots.at[i];

		one->split = split[sb_set_of(groups, i)];
		one->base = s->node_count;
		one->count = one->split ? sm_var(s->c->model, one->variable)->count : 1;
		s->node_count += one->count;
	}
}

static void join_nodes(sets *s, const mo_simple_link *l, uint32_t a, uint32_t b)
{
	uint32_t fa = 2 * a + l->a.outside, fb = 2 * b + l->b.outside;

	sb_unite(s->faces, fa, fb);
	sb_unite(s->nodes, a, b);
	s->touched[fa] = s->touched[fb] = true;
	if (!s->link_of[fa])
		s->link_of[fa] = l->from;
	if (!s->link_of[fb])
		s->link_of[fb] = l->from;
}

static void form_sets(sets *s, const mo_simple_links *links)
{
	sb_arena *arena = s->c->arena;

	split_arrays(s, links);
	s->faces = mo_singletons(arena, 2 * s->node_count);
	s->nodes = mo_singletons(arena, s->node_count);
	s->touched = sb_new_array(arena, bool, 2 * s->node_count + 1);
	s->link_of = sb_new_array(arena, const mo_link *, 2 * s->node_count + 1);
	s->slot_of_node = sb_new_array(arena, uint32_t, s->node_count + 1);
	for (uint32_t i = 0; i < s->slots.n; i++)
		for (uint32_t k = 0; k < s->slots.at[i].count; k++)
			s->slot_of_node[s->slots.at[i].base + k] = i;
	for (uint32_t i = 0; i < links->n; i++) {
		const mo_simple_link *l = &links->at[i];
		const slot *a = &s->slots.at[slot_number(s, l->a.variable)], *b = &s->slots.at[slot_number(s, l->b.variable)];
		bool whole = l->a.element == MO_WHOLE && l->b.element == MO_WHOLE;
		uint32_t steps = whole && a->split ? a->count : 1;

		for (uint32_t k = 0; k < steps; k++)
			join_nodes(s, l, a->base + (l->a.element != MO_WHOLE && a->split ? l->a.element : k),
					   b->base + (l->b.element != MO_WHOLE && b->split ? l->b.element : k));
	}
}

/* Members of each set in order, as ranges of one array: members[first[root]] .. */
typedef struct members {
	uint32_t *at, *first, *count;
} members;

static members gather(sb_arena *arena, uint32_t *parent, uint32_t n)
{
	members m = {sb_new_array(arena, uint32_t, n + 1), sb_new_array(arena, uint32_t, n + 1),
				 sb_new_array(arena, uint32_t, n + 1)};
	uint32_t *next = sb_new_array(arena, uint32_t, n + 1), total = 0;

	for (uint32_t i = 0; i < n; i++)
		m.count[sb_set_of(parent, i)]++;
	for (uint32_t i = 0; i < n; i++) {
		m.first[i] = next[i] = total;
		total += m.count[i];
	}
	for (uint32_t i = 0; i < n; i++)
		m.at[next[sb_set_of(parent, i)]++] = i;
	return m;
}

static const sm_variable *variable_of(const sets *s, uint32_t node)
{
	return sm_var(s->c->model, s->slots.at[s->slot_of_node[node]].variable);
}

/* The node as an expression: an element, a scalar, or a whole array at the iterators of a family. */
static sx_ref node_ref(const sets *s, uint32_t node, const sx_ref *at)
{
	const slot *one = &s->slots.at[s->slot_of_node[node]];
	const sm_variable *v = sm_var(s->c->model, one->variable);

	if (one->split)
		return sm_ref_at(s->c->model, one->variable, node - one->base);
	return sx_var(s->c->pool, one->variable, v->type, at, v->rank);
}

static bool is_family(const sets *s, uint32_t node)
{
	return !s->slots.at[s->slot_of_node[node]].split && variable_of(s, node)->rank > 0;
}

/* An equation over the set of a node, with iterators in `at` if the set is one of whole arrays. */
static sm_equation *new_equation(const sets *s, sm_equation_kind kind, uint32_t node, const mo_link *l, sx_ref **at)
{
	mo_context *c = s->c;
	const sm_variable *v = variable_of(s, node);
	sm_equation *q = sm_equation_new(c->model, kind, l ? l->span : v->span, l ? l->component : v->component);

	q->from_connect = true;
	*at = NULL;
	if (!is_family(s, node))
		return q;
	*at = sb_new_array(c->arena, sx_ref, v->rank);
	for (uint32_t d = 0; d < v->rank; d++) {
		uint32_t iterator = sx_new_iter(c->pool, mo_fresh_name(NULL, d));

		(*at)[d] = sx_iter(c->pool, iterator);
		sb_push(c->arena, q->domain, ((sm_range){iterator, 1, v->shape[d]}));
	}
	return q;
}

static const mo_link *link_of_node(const sets *s, uint32_t node)
{
	return s->link_of[2 * node] ? s->link_of[2 * node] : s->link_of[2 * node + 1];
}

/* Constants are compared now. False if they differ, which is reported. */
static bool constants_agree(const sets *s, uint32_t a, uint32_t b)
{
	const mo_link *l = link_of_node(s, b);
	sx_value x, y;
	sb_message *m;

	if (is_family(s, a) || !mo_try_evaluate(s->c, node_ref(s, a, NULL), &x) ||
		!mo_try_evaluate(s->c, node_ref(s, b, NULL), &y))
		return true;
	if (x.type == y.type && x.real == y.real && x.integer == y.integer &&
		(x.type != SX_STRING || strcmp(x.string, y.string) == 0))
		return true;
	m = sb_report(s->c->diag, SB_ERROR, "M0433", l ? l->span : variable_of(s, b)->span,
				  "the connected constants '%s' and '%s' differ", variable_of(s, a)->name, variable_of(s, b)->name);
	sb_help(m, "connect connectors with equal constants only");
	return false;
}

static void equality(const sets *s, uint32_t a, uint32_t b)
{
	mo_context *c = s->c;
	bool fixed = variable_of(s, a)->variability >= SM_PARAMETER && variable_of(s, b)->variability >= SM_PARAMETER;
	sx_ref *at;
	sm_equation *q;

	if (variable_of(s, a)->variability == SM_CONSTANT && !constants_agree(s, a, b))
		return;
	q = new_equation(s, fixed ? SM_ASSERT : SM_EQUAL, a, link_of_node(s, b), &at);

	q->lhs = node_ref(s, a, at);
	q->rhs = node_ref(s, b, at);
	if (fixed) {
		q->lhs = sx_binary(c->pool, SX_EQ, q->lhs, q->rhs);
		q->rhs = sx_string(c->pool, sb_printf(c->arena, "the connected parameters '%s' and '%s' differ",
											  variable_of(s, a)->name, variable_of(s, b)->name));
	}
	sb_push(c->arena, c->model->equations, q);
}

static void equalities(const sets *s)
{
	members m = gather(s->c->arena, s->nodes, s->node_count);

	for (uint32_t root = 0; root < s->node_count; root++) {
		const uint32_t *set = &m.at[m.first[root]];

		if (m.count[root] < 2 || variable_of(s, root)->is_flow ||
			variable_of(s, root)->port == SM_STREAM || variable_of(s, root)->count == 0)
			continue;
		for (uint32_t i = 1; i < m.count[root]; i++)
			equality(s, set[0], set[i]);
	}
}

/* The sum of the flows of a set. Long sums are balanced, so that no later pass has to follow a chain of thousands of
 * terms. */
static sx_ref flow_sum(const sets *s, const uint32_t *set, uint32_t n, const sx_ref *at)
{
	sx_pool *pool = s->c->pool;
	sx_ref sum;

	if (n > 16)
		return sx_binary(pool, SX_ADD, flow_sum(s, set, n / 2, at), flow_sum(s, set + n / 2, n - n / 2, at));
	sum = node_ref(s, set[0] / 2, at);
	if (set[0] % 2)
		sum = sx_unary(pool, SX_NEG, sum);
	for (uint32_t i = 1; i < n; i++)
		sum = sx_binary(pool, set[i] % 2 ? SX_SUB : SX_ADD, sum, node_ref(s, set[i] / 2, at));
	return sum;
}

static void flow_sums(const sets *s, const members *m)
{
	for (uint32_t root = 0; root < 2 * s->node_count; root++) {
		const uint32_t *set = &m->at[m->first[root]];
		sm_equation *q;
		sx_ref *at;

		if (m->count[root] < 2 || !variable_of(s, root / 2)->is_flow || variable_of(s, root / 2)->count == 0)
			continue;
		q = new_equation(s, SM_EQUAL, root / 2, s->link_of[root], &at);
		q->lhs = flow_sum(s, set, m->count[root], at);
		q->rhs = sx_real(s->c->pool, 0);
		sb_push(s->c->arena, s->c->model->equations, q);
	}
}

/* The equation for one member of a set of streams, face number i of it: of an inside one for its inflow, where somebody
 * asked for that. */
static void stream_equation(const sets *s, const uint32_t *set, uint32_t n, uint32_t i)
{
	mo_context *c = s->c;
	mo_stream_end *ends = sb_new_array(c->arena, mo_stream_end, n);
	sm_equation *q;
	sx_ref *at;

	if (set[i] % 2 == 0 && !mo_has_inflow(c, s->slots.at[s->slot_of_node[set[i] / 2]].variable))
		return;
	q = new_equation(s, SM_EQUAL, set[i] / 2, s->link_of[set[i]], &at);
	for (uint32_t k = 0; k < n; k++)
		ends[k] = mo_stream_end_of(c, node_ref(s, set[k] / 2, at), set[k] % 2);
	q->lhs = ends[i].outside ? ends[i].own : mo_inflow_of(c, ends[i].own);
	q->rhs = mo_mixture(c, ends, n, i);
	sb_push(c->arena, c->model->equations, q);
}

/* Faces that nothing is connected to are sets of one: of an inside one the inflow is what flows out, from outside
 * nothing is said. */
static void stream_equations(const sets *s, const members *m)
{
	for (uint32_t root = 0; root < 2 * s->node_count; root++) {
		const uint32_t *set = &m->at[m->first[root]];

		if (m->count[root] == 0 || variable_of(s, root / 2)->port != SM_STREAM ||
			variable_of(s, root / 2)->count == 0 || (m->count[root] == 1 && set[0] % 2))
			continue;
		for (uint32_t i = 0; i < m->count[root]; i++)
			stream_equation(s, set, m->count[root], i);
	}
}

/* Stream variables that no connection names: what would flow in is what flows out. */
static void unconnected_streams(const sets *s, const mo_regions *regions)
{
	mo_context *c = s->c;
	uint32_t n = c->model->variables.n;
	uint64_t number;

	for (uint32_t i = 0; i < n; i++) {
		const sm_variable *v = sm_var(c->model, i);
		sx_ref *at = sb_new_array(c->arena, sx_ref, v->rank + 1);
		sm_equation *q;

		if (v->port != SM_STREAM || v->count == 0 || !mo_has_inflow(c, i) || sb_map_get(&s->slot_of, i, &number) ||
			mo_regions_have(regions, i))
			continue;
		q = sm_equation_new(c->model, SM_EQUAL, v->span, v->component);
		q->from_connect = true;
		for (uint32_t d = 0; d < v->rank; d++) {
			uint32_t iterator = sx_new_iter(c->pool, mo_fresh_name(NULL, d));

			at[d] = sx_iter(c->pool, iterator);
			sb_push(c->arena, q->domain, ((sm_range){iterator, 1, v->shape[d]}));
		}
		q->rhs = sx_var(c->pool, i, SX_REAL, at, v->rank);
		q->lhs = mo_inflow_of(c, q->rhs);
		sb_push(c->arena, c->model->equations, q);
	}
}

/* An output of a component, and a public input of the class itself seen from within, give a value; two of them in one
 * set contradict. */
bool mo_is_signal_source(mo_context *c, uint32_t variable, bool outside)
{
	const mo_item *item = mo_item_of_variable(c, variable);

	return item && !mo_is_in_bus(item) && (outside ? item->input && !item->is_protected : item->output);
}

static bool is_source(const sets *s, uint32_t face)
{
	return mo_is_signal_source(s->c, s->slots.at[s->slot_of_node[face / 2]].variable, face % 2);
}

static bool check_sources(const sets *s, const members *m)
{
	bool ok = true;

	for (uint32_t root = 0; root < 2 * s->node_count; root++) {
		const uint32_t *set = &m->at[m->first[root]];
		uint32_t source = UINT32_MAX;

		for (uint32_t i = 0; i < m->count[root] && m->count[root] > 1; i++) {
			if (!is_source(s, set[i]))
				continue;
			/* 17.3.6: of the outputs of several states that of the active one counts */
			if (source != UINT32_MAX && mo_is_state(s->c, variable_of(s, set[i] / 2)->component) &&
				mo_is_state(s->c, variable_of(s, source / 2)->component))
				continue;
			if (source != UINT32_MAX) {
				const mo_link *l = s->link_of[set[i]];
				sb_message *msg =
					sb_report(s->c->diag, SB_ERROR, "M0427", l ? l->span : variable_of(s, set[i] / 2)->span,
							  "'%s' and '%s' are both sources of the same signal", variable_of(s, source / 2)->name,
							  variable_of(s, set[i] / 2)->name);
				if (s->link_of[source])
					sb_also(msg, s->link_of[source]->span, "the other one is connected here");
				sb_help(msg, "an input can be fed by one output only");
				ok = false;
				break;
			}
			source = set[i];
		}
	}
	return ok;
}

static bool is_in_connector(const mo_item *item)
{
	const mo_scope *scope;

	for (; item; item = scope->owner) {
		if (item->type && mo_is_connector(item->type))
			return true;
		scope = mo_whole_scope(item->scope);
		if (mo_is_connector(scope))
			return true;
	}
	return false;
}

static void no_flow(const sets *s, uint32_t variable, uint32_t element)
{
	mo_context *c = s->c;
	const sm_variable *v = sm_var(c->model, variable);
	sm_equation *q = sm_equation_new(c->model, SM_EQUAL, v->span, v->component);
	sx_ref *at = sb_new_array(c->arena, sx_ref, v->rank + 1);

	q->from_connect = true;
	q->rhs = sx_real(c->pool, 0);
	if (element != MO_WHOLE) {
		q->lhs = sm_ref_at(c->model, variable, element);
	} else {
		for (uint32_t d = 0; d < v->rank; d++) {
			uint32_t iterator = sx_new_iter(c->pool, mo_fresh_name(NULL, d));

			at[d] = sx_iter(c->pool, iterator);
			sb_push(c->arena, q->domain, ((sm_range){iterator, 1, v->shape[d]}));
		}
		q->lhs = sx_var(c->pool, variable, v->type, at, v->rank);
	}
	sb_push(c->arena, c->model->equations, q);
}

/* 3.6, 9.1.3: what a connection added to a bus is read by inputs, so somebody must give it; its value cannot come from
 * an equation. */
static bool check_buses(const sets *s, const members *m)
{
	bool ok = true;

	for (uint32_t root = 0; s->c->buses.n && root < 2 * s->node_count; root++) {
		const uint32_t *set = &m->at[m->first[root]];
		const mo_item *added = NULL, *input = NULL;
		bool source = false;

		for (uint32_t i = 0; i < m->count[root] && m->count[root] > 1; i++) {
			const mo_item *item = mo_item_of_variable(s->c, s->slots.at[s->slot_of_node[set[i] / 2]].variable);

			source |= is_source(s, set[i]);
			added = item && item->added ? item : added;
			input = item && (item->input || item->output) && !mo_is_in_bus(item) ? item : input;
		}
		if (!added || !input || source)
			continue;
		const mo_link *l = s->link_of[root];
		sb_message *msg =
			sb_report(s->c->diag, SB_ERROR, "M0472", l ? l->span : input->ast->name_span,
					  "'%s' is read from the bus, but nothing gives '%s' a value", input->full_name, added->full_name);
		sb_help(msg, "connect an output to '%s'", added->name);
		ok = false;
	}
	return ok;
}

/* Elements of arrays in buses that no connection names have the default value, as nobody can ask for them. */
static void unused_elements(const sets *s)
{
	mo_context *c = s->c;

	for (uint32_t i = 0; c->buses.n && i < s->slots.n; i++) {
		const slot *one = &s->slots.at[i];

		if (!one->split || !mo_is_bus_signal(c, one->variable))
			continue;
		for (uint32_t k = 0; k < one->count; k++) {
			const sm_variable *v = sm_var(c->model, one->variable);
			sm_equation *q;

			if (s->touched[2 * (one->base + k)])
				continue;
			q = sm_equation_new(c->model, SM_EQUAL, v->span, v->component);
			q->from_connect = true;
			q->lhs = sm_ref_at(c->model, one->variable, k);
			q->rhs = v->type == SX_REAL      ? sx_real(c->pool, 0)
					 : v->type == SX_INTEGER ? sx_int(c->pool, v->enumeration ? 1 : 0)
					 : v->type == SX_BOOLEAN ? sx_bool(c->pool, false)
											 : sx_string(c->pool, "");
			sb_push(c->arena, c->model->equations, q);
		}
	}
}

/* Nothing flows through what is not connected, as seen from the outside of the component it belongs to. */
static void unconnected_flows(const sets *s, const mo_regions *regions)
{
	for (uint32_t i = 0; i < s->c->model->variables.n; i++) {
		const sm_variable *v = sm_var(s->c->model, i);
		uint64_t number;

		if (!v->is_flow || v->count == 0 || v->variability >= SM_PARAMETER ||
			!is_in_connector(mo_item_of_variable(s->c, i)) || mo_pieces_without_flow(regions, i))
			continue;
		if (!sb_map_get(&s->slot_of, i, &number)) {
			no_flow(s, i, MO_WHOLE);
			continue;
		}
		const slot *one = &s->slots.at[number - 1];
		for (uint32_t k = 0; k < one->count; k++)
			if (!s->touched[2 * (one->base + k)])
				no_flow(s, i, one->split ? k : MO_WHOLE);
	}
}

/* In a set of signals without a source somebody must give the value: its first member counts as not connected. */
static bool lacks_source(const sets *s, const members *m, uint32_t face)
{
	uint32_t root = sb_set_of(s->faces, face);
	const uint32_t *set = &m->at[m->first[root]];

	if (set[0] != face || variable_of(s, face / 2)->port < SM_PORT_INPUT)
		return false;
	for (uint32_t i = 0; i < m->count[root]; i++)
		if (is_source(s, set[i]))
			return false;
	return true;
}

static void count_joined(const sets *s, const members *m)
{
	for (uint32_t i = 0; i < s->slots.n; i++) {
		const slot *one = &s->slots.at[i];
		sm_variable *v = sm_edit(s->c->model, one->variable);

		for (uint32_t k = 0; k < one->count; k++) {
			uint32_t face = 2 * (one->base + k), scalars = one->split ? 1 : v->count;

			if (s->touched[face] && !lacks_source(s, m, face))
				v->joined_outside += scalars;
			if (s->touched[face + 1] && !lacks_source(s, m, face + 1))
				v->joined_inside += scalars;
		}
	}
}

bool mo_join_elements(mo_context *c, const mo_simple_links *links, const mo_regions *regions)
{
	sets s = {.c = c, .slot_of = sb_map_new(c->arena)};
	members faces;
	bool ok;

	form_sets(&s, links);
	faces = gather(c->arena, s.faces, 2 * s.node_count);
	ok = check_sources(&s, &faces) && check_buses(&s, &faces);
	equalities(&s);
	ok &= mo_constrain_broken(c);
	flow_sums(&s, &faces);
	unconnected_flows(&s, regions);
	unused_elements(&s);
	stream_equations(&s, &faces);
	unconnected_streams(&s, regions);
	count_joined(&s, &faces);
	return ok;
}
