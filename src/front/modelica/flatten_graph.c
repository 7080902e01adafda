/* Overdetermined connectors: which equations of connections are redundant.
 *
 * A record with a function equalityConstraint (the orientation of a frame, say) has more variables than degrees of
 * freedom. Around a loop of such connectors the equations of the records would say the same thing too often. So the
 * records are the nodes of a graph: Connections.branch(a, b) is an edge that must stay, connect(a, b) one that may be
 * broken. Trees are grown from both; a connect that would close a loop, or join two roots, is broken: instead of a = b
 * it gives equalityConstraint(a, b) = 0. Connections.isRoot and Connections.rooted ask for the result, so connections
 * are collected before all other equations are made. */
#include "front/modelica/flatten_connect.h"

#include <string.h>

static uint64_t identity(mo_component of)
{
	return of.scope ? (uint64_t)(uintptr_t)of.scope : (uint64_t)(uintptr_t)of.item;
}

static uint32_t node_number(mo_context *c, mo_graph *g, mo_component of)
{
	uint64_t number;

	if (!g->node_of.arena)
		g->node_of = sb_map_new(c->arena);
	if (sb_map_get(&g->node_of, identity(of), &number))
		return (uint32_t)number;
	sb_push(c->arena, g->nodes, ((mo_graph_node){.of = of}));
	sb_map_put(&g->node_of, identity(of), g->nodes.n - 1);
	return g->nodes.n - 1;
}

static mo_item *constraint_of(mo_component of)
{
	mo_scope *type = of.scope ? of.scope : of.item ? of.item->type : NULL;

	return type && type->class_def ? mo_member(type, sb_intern(type->context->names, "equalityConstraint")) : NULL;
}

bool mo_is_overdetermined(mo_component of)
{
	const mo_item *function = constraint_of(of);

	return function && function->kind == MO_I_CLASS;
}

uint32_t mo_graph_edge_add(mo_context *c, mo_component a, mo_component b, bool branch, sb_span span,
						   const char *component)
{
	mo_graph *g = &mo_flattening_of(c)->connections->graph;
	mo_graph_edge e = {.branch = branch, .span = span, .component = component};

	e.a = node_number(c, g, a);
	e.b = node_number(c, g, b);
	sb_push(c->arena, g->edges, e);
	return g->edges.n;
}

static bool one_record(mo_context *c, const mo_env *env, const mo_expr *call, uint32_t index, mo_component *out,
					   bool *absent)
{
	static const char *const names[] = {"node1", "node2"};
	const mo_expr *e = mo_call_argument(call, index, names[index]);
	sb_message *m;

	if (e && !mo_resolve_component(c, env, e, out, absent))
		return false;
	if (e && (*absent || mo_is_overdetermined(*out)))
		return true;
	m = sb_report(c->diag, SB_ERROR, "M0434", e ? e->span : call->span,
				  "this needs a record or type with a function 'equalityConstraint'");
	sb_help(m, "name the overdetermined record of a connector, as in frame_a.R");
	return false;
}

bool mo_graph_statement(mo_context *c, const mo_env *env, const mo_expr *call, const char *component)
{
	const char *name = call->parts.at[1].name;
	bool branch = strcmp(name, "branch") == 0, root = strcmp(name, "root") == 0, absent = false;
	mo_graph *g = &mo_flattening_of(c)->connections->graph;
	mo_component a = {0}, b = {0};
	mo_graph_node *node;
	int64_t priority = 0;
	uint32_t number;

	if (!branch && !root && strcmp(name, "potentialRoot") != 0) {
		sb_help(sb_report(c->diag, SB_ERROR, "M0904", call->span, "'Connections.%s' is not supported yet", name),
				"branch, root, potentialRoot, isRoot and rooted are");
		return false;
	}
	if (!one_record(c, env, call, 0, &a, &absent) || (branch && !one_record(c, env, call, 1, &b, &absent)))
		return false;
	if (absent)
		return true;
	if (branch) {
		mo_graph_edge_add(c, a, b, true, call->span, component);
		return true;
	}
	if (!root && mo_call_argument(call, 1, "priority") &&
		!mo_evaluate_integer(c, env, mo_call_argument(call, 1, "priority"), "the priority of a root", &priority))
		return false;
	number = node_number(c, g, a);
	node = &g->nodes.at[number];
	node->span = call->span;
	node->root |= root;
	if (!root && (!node->potential || priority < node->priority))
		node->priority = priority;
	node->potential |= !root;
	return true;
}

static uint32_t tree_of(const mo_graph *g, uint32_t node)
{
	while (g->nodes.at[node].tree != node) {
		g->nodes.at[node].tree = g->nodes.at[g->nodes.at[node].tree].tree;
		node = g->nodes.at[node].tree;
	}
	return node;
}

/* Joins the trees of an edge, unless that would close a loop or join two roots. */
static bool grow(mo_graph *g, mo_graph_edge *e)
{
	uint32_t a = tree_of(g, e->a), b = tree_of(g, e->b);

	if (a == b || (g->nodes.at[a].has_root && g->nodes.at[b].has_root))
		return false;
	g->nodes.at[b].tree = a;
	g->nodes.at[a].has_root |= g->nodes.at[b].has_root;
	return true;
}

static bool grow_trees(mo_context *c, mo_graph *g)
{
	bool ok = true;

	for (uint32_t i = 0; i < g->nodes.n; i++) {
		g->nodes.at[i].tree = i;
		g->nodes.at[i].is_root = g->nodes.at[i].has_root = g->nodes.at[i].root;
	}
	for (uint32_t i = 0; i < g->edges.n; i++) {
		if (!g->edges.at[i].branch || grow(g, &g->edges.at[i]))
			continue;
		sb_help(sb_report(c->diag, SB_ERROR, "M0435", g->edges.at[i].span,
						  "this branch closes a loop of branches, or joins two roots"),
				"a loop must have a connection in it, which can be broken");
		ok = false;
	}
	for (uint32_t i = 0; i < g->edges.n; i++)
		if (!g->edges.at[i].branch)
			g->edges.at[i].broken = !grow(g, &g->edges.at[i]);
	return ok;
}

/* Each tree without a root gets the potential root with the smallest priority. */
static bool choose_roots(mo_context *c, mo_graph *g)
{
	bool ok = true;

	for (uint32_t i = 0; i < g->nodes.n; i++) {
		mo_graph_node *tree = &g->nodes.at[tree_of(g, i)];

		if (tree->has_root || !g->nodes.at[i].potential)
			continue;
		if (!tree->has_choice || g->nodes.at[i].priority < g->nodes.at[tree->choice].priority)
			tree->choice = i;
		tree->has_choice = true;
	}
	for (uint32_t i = 0; i < g->nodes.n; i++) {
		mo_graph_node *tree = &g->nodes.at[i];

		if (tree->tree != i || tree->has_root)
			continue;
		if (tree->has_choice) {
			g->nodes.at[tree->choice].is_root = true;
			continue;
		}
		sb_help(sb_report(c->diag, SB_ERROR, "M0436", tree->of.item->ast->name_span,
						  "no root is defined for what is connected with '%s'", tree->of.item->full_name),
				"add a component with Connections.root or potentialRoot, such as the world of a mechanical system");
		ok = false;
	}
	return ok;
}

/* How far each node is from its root, along edges that are not broken. */
static void measure(mo_context *c, mo_graph *g)
{
	uint32_t n = g->nodes.n, *first = sb_new_array(c->arena, uint32_t, n + 2),
			 *next = sb_new_array(c->arena, uint32_t, 2 * g->edges.n + 1);
	uint32_t *queue = sb_new_array(c->arena, uint32_t, n + 1), head = 0, tail = 0;

	for (uint32_t i = 0; i < 2 * g->edges.n; i++) {
		const mo_graph_edge *e = &g->edges.at[i / 2];
		uint32_t from = i % 2 ? e->b : e->a;

		if (e->broken)
			continue;
		next[i] = first[from];
		first[from] = i + 1;
	}
	for (uint32_t i = 0; i < n; i++) {
		g->nodes.at[i].depth = g->nodes.at[i].is_root ? 0 : UINT32_MAX;
		if (g->nodes.at[i].is_root)
			queue[tail++] = i;
	}
	while (head < tail) {
		uint32_t now = queue[head++];

		for (uint32_t i = first[now]; i; i = next[i - 1]) {
			const mo_graph_edge *e = &g->edges.at[(i - 1) / 2];
			uint32_t other = (i - 1) % 2 ? e->a : e->b;

			if (g->nodes.at[other].depth != UINT32_MAX)
				continue;
			g->nodes.at[other].depth = g->nodes.at[now].depth + 1;
			queue[tail++] = other;
		}
	}
}

bool mo_solve_graph(mo_context *c)
{
	mo_graph *g = &mo_flattening_of(c)->connections->graph;
	bool ok = grow_trees(c, g) && choose_roots(c, g);

	measure(c, g);
	g->solved = true;
	return ok;
}

/* rooted(a): of the two ends of its branch, is a the nearer one to the root? */
static bool is_rooted(const mo_graph *g, uint32_t node)
{
	for (uint32_t i = 0; i < g->edges.n; i++) {
		const mo_graph_edge *e = &g->edges.at[i];

		if (e->branch && (e->a == node || e->b == node))
			return g->nodes.at[node].depth < g->nodes.at[e->a == node ? e->b : e->a].depth;
	}
	return true;
}

mo_value *mo_connection_query(mo_context *c, const mo_env *env, const mo_expr *call)
{
	mo_connections *all = mo_flattening_of(c)->connections;
	bool is_root = call->parts.n == 2 && strcmp(call->parts.at[1].name, "isRoot") == 0, absent = false, answer = false;
	bool rooted = strcmp(call->parts.at[call->parts.n - 1].name, "rooted") == 0;
	bool counts = strcmp(call->parts.at[call->parts.n - 1].name, "cardinality") == 0 && call->a.n == 1;
	mo_component record = {0};
	uint64_t node;
	int64_t count;

	if ((!is_root && !rooted && !counts) || !all || !all->graph.solved) {
		sb_help(sb_report(c->diag, SB_ERROR, "M0904", call->span, "this use of '%s' is not supported yet",
						  call->parts.at[call->parts.n - 1].name),
				"isRoot, rooted and cardinality can be used in equations, once all connections are known");
		return NULL;
	}
	if (counts)
		return mo_connection_count(c, env, call->a.at[0], &count)
				   ? mo_value_scalar(c, sx_int(c->pool, count), MO_B_INTEGER, 0)
				   : NULL;
	if (!one_record(c, env, call, 0, &record, &absent))
		return NULL;
	if (!absent && sb_map_get(&all->graph.node_of, identity(record), &node))
		answer = is_root ? all->graph.nodes.at[node].is_root : is_rooted(&all->graph, (uint32_t)node);
	return mo_value_scalar(c, sx_bool(c->pool, answer), MO_B_BOOLEAN, 0);
}

static mo_value *value_of(mo_context *c, mo_component of)
{
	mo_value *v = mo_lower_item(c, of.item);
	uint32_t element = of.scope ? of.scope->element : 0;
	sx_ref *at;

	if (!v || !of.scope || of.item->rank == 0)
		return v;
	at = sb_new_array(c->arena, sx_ref, of.item->rank);
	for (uint32_t d = of.item->rank; d-- > 0;) {
		at[d] = sx_int(c->pool, (int64_t)(element % of.item->shape[d]) + 1);
		element /= of.item->shape[d];
	}
	return mo_index(c, v, at, of.item->rank);
}

static bool constrain(mo_context *c, const mo_graph *g, const mo_graph_edge *e)
{
	mo_component a = g->nodes.at[e->a].of;
	mo_value *args[] = {value_of(c, a), value_of(c, g->nodes.at[e->b].of)}, *residue;
	mo_env env = {.scope = a.item->scope};
	uint32_t n;

	if (!args[0] || !args[1])
		return false;
	residue = mo_call_values(c, &env, constraint_of(a), args, 2, e->span);
	if (!residue || residue->type.rank != 1 || !mo_const_dims(c, residue, &n))
		return false;
	for (uint32_t k = 0; k < n; k++) {
		sx_ref at = sx_int(c->pool, k + 1), one = mo_elem(c, residue, &at);

		if (!one)
			return false;
		sm_add_equation(c->model, one, sx_real(c->pool, 0), e->span, e->component)->from_connect = true;
	}
	return true;
}

bool mo_constrain_broken(mo_context *c)
{
	const mo_graph *g = &mo_flattening_of(c)->connections->graph;
	bool ok = true;

	for (uint32_t i = 0; i < g->edges.n; i++)
		if (g->edges.at[i].broken)
			ok &= constrain(c, g, &g->edges.at[i]);
	return ok;
}
