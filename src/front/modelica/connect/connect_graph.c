/* Overdetermined connectors: which equations of connections are redundant.
 *
 * A record with a function equalityConstraint (the orientation of a frame, say) has more variables than degrees of
 * freedom. Around a loop of such connectors the equations of the records would say the same thing too often. So the
 * records are the nodes of a graph: Connections.branch(a, b) is an edge that must stay, connect(a, b) one that may be
 * broken. Trees are grown from both; a connect that would close a loop, or join two roots, is broken: instead of a = b
 * it gives equalityConstraint(a, b) = 0. Connections.isRoot and Connections.rooted ask for the result, so connections
 * are collected before all other equations are made. */
#include "front/modelica/connect/connect_inside.h"

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

	return type ? mo_equality_constraint(type) : NULL;
}

bool mo_is_overdetermined(mo_component of)
{
	return constraint_of(of) != NULL;
}

uint32_t mo_graph_edge_add(mo_context *c, mo_component a, mo_component b, bool branch, sb_span span,
						   const char *component)
{
	mo_graph *g = &mo_connections_of(c)->graph;
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
				  "this argument must be a record or type with a function 'equalityConstraint'");
	sb_help(m, "name the overdetermined record of a connector, as in frame_a.R");
	return false;
}

static bool are_overdetermined(mo_context *c, const mo_component_list *list, sb_span span)
{
	for (uint32_t i = 0; i < list->n; i++)
		if (!mo_is_overdetermined(list->at[i])) {
			sb_message *m = sb_report(c->diag, SB_ERROR, "M0434", span,
									  "this argument must be a record or type with a function 'equalityConstraint'");

			sb_help(m, "name the overdetermined record of a connector, as in entry.node");
			return false;
		}
	return true;
}

static bool the_message(mo_context *c, const mo_env *env, const mo_expr *call, uint32_t index, const char **out)
{
	const mo_expr *e = mo_call_argument(call, index, "message");

	*out = "";
	return !e || mo_evaluate_string(c, env, e, "the message of this operator", out);
}

/* Connections.uniqueRoot(root, message): not of the specification, but proposed for it, and used by libraries of state
 * diagrams. */
static bool unique_root(mo_context *c, const mo_env *env, const mo_expr *call)
{
	static const char *const names[] = {"root", "message"};
	mo_graph *g = &mo_connections_of(c)->graph;
	mo_component_list roots = {0};
	const char *message;
	bool absent = false;

	if (!mo_check_arguments(c, call, 1, names, 2) || !the_message(c, env, call, 1, &message) ||
		!mo_resolve_components(c, env, mo_call_argument(call, 0, names[0]), &roots, &absent) ||
		!are_overdetermined(c, &roots, call->span))
		return false;
	for (uint32_t i = 0; i < roots.n; i++) {
		uint32_t number = node_number(c, g, roots.at[i]);
		mo_graph_node *node = &g->nodes.at[number];

		node->unique = true;
		node->message = message;
		node->span = call->span;
	}
	return true;
}

static bool unknown_operator(mo_context *c, const mo_expr *call)
{
	static const char *const names[] = {"branch", "root",       "potentialRoot",    "isRoot",
										"rooted", "uniqueRoot", "uniqueRootIndices"};
	const char *name = call->parts.at[call->parts.n - 1].name, *near = sb_nearest(name, names, 7);
	bool known = near && strcmp(near, name) == 0;
	sb_message *m =
		sb_report(c->diag, SB_ERROR, "M0521", call->parts.at[call->parts.n - 1].span,
				  known ? "'Connections.%s' cannot stand here" : "there is no operator 'Connections.%s'", name);

	if (known)
		sb_help(m, strcmp(name, "isRoot") == 0 || strcmp(name, "rooted") == 0 || strcmp(name, "uniqueRootIndices") == 0
					   ? "it has a value: use it in an expression"
					   : "it has no value: write it alone, as an equation");
	else
		sb_help(m,
				near ? "did you mean '%s'?"
					 : "there are branch, root, potentialRoot, isRoot, rooted, uniqueRoot and uniqueRootIndices",
				near);
	return false;
}

bool mo_graph_statement(mo_context *c, const mo_env *env, const mo_expr *call, const char *component)
{
	const char *name = call->parts.at[1].name;
	bool branch = strcmp(name, "branch") == 0, root = strcmp(name, "root") == 0, absent = false;
	mo_graph *g = &mo_connections_of(c)->graph;
	mo_component a = {0}, b = {0};
	mo_graph_node *node;
	int64_t priority = 0;
	uint32_t number;

	if (strcmp(name, "uniqueRoot") == 0)
		return unique_root(c, env, call);
	if (!branch && !root && strcmp(name, "potentialRoot") != 0)
		return unknown_operator(c, call);
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

static uint32_t whole_of(const mo_graph *g, uint32_t node)
{
	while (g->nodes.at[node].whole != node) {
		g->nodes.at[node].whole = g->nodes.at[g->nodes.at[node].whole].whole;
		node = g->nodes.at[node].whole;
	}
	return node;
}

/* A graph with a unique root has one alone, and no other roots, all connections counted. */
static bool check_unique(mo_context *c, mo_graph *g)
{
	uint32_t *root_of = sb_new_array(c->arena, uint32_t, g->nodes.n + 1);
	bool ok = true;

	for (uint32_t i = 0; i < g->nodes.n; i++)
		g->nodes.at[i].whole = i;
	for (uint32_t i = 0; i < g->edges.n; i++)
		g->nodes.at[whole_of(g, g->edges.at[i].b)].whole = whole_of(g, g->edges.at[i].a);
	for (uint32_t i = 0; i < g->nodes.n; i++) {
		uint32_t whole = whole_of(g, i);

		if (g->nodes.at[i].unique && !root_of[whole])
			root_of[whole] = i + 1;
	}
	for (uint32_t i = 0; i < g->nodes.n; i++) {
		const mo_graph_node *node = &g->nodes.at[i], *root;
		uint32_t first = root_of[whole_of(g, i)];

		if (!first || first == i + 1 || !(node->unique || node->root || node->potential))
			continue;
		root = &g->nodes.at[first - 1];
		sb_message *m =
			sb_report(c->diag, SB_ERROR, "M0623", node->span,
					  "'%s' is the unique root of a graph, but '%s' is %s in the same graph", root->of.item->full_name,
					  node->of.item->full_name, node->unique ? "another one" : "a root");
		sb_also(m, root->span, "the first is defined here");
		if (*root->message)
			sb_note(m, "%s", root->message);
		sb_help(m, "remove the connection between the two");
		ok = false;
	}
	for (uint32_t i = 0; i < g->nodes.n; i++)
		g->nodes.at[i].root |= g->nodes.at[i].unique;
	return ok;
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
						  "no root is defined for '%s' and the components that are connected to it",
						  tree->of.item->full_name),
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

bool mo_solve_graph(mo_context *c, bool complete)
{
	mo_graph *g = &mo_connections_of(c)->graph;
	bool ok = complete && check_unique(c, g) && grow_trees(c, g) && choose_roots(c, g);

	if (ok)
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

static bool no_path(mo_context *c, sb_span span, const char *message, const char *what, const char *help)
{
	sb_message *m = sb_report(c->diag, SB_ERROR, "M0623", span, "%s", what);

	if (*message)
		sb_note(m, "%s", message);
	sb_help(m, "%s", help);
	return false;
}

/* Of two vectors of nodes the second has for each node the number of the root of its graph; then come the other
 * roots. */
static mo_value *unique_root_indices(mo_context *c, const mo_env *env, const mo_expr *call)
{
	static const char *const names[] = {"roots", "nodes", "message"};
	const mo_graph *g = &mo_connections_of(c)->graph;
	mo_component_list roots = {0}, nodes = {0};
	const char *message;
	bool absent = false;
	uint64_t number, other;

	if (!mo_check_arguments(c, call, 2, names, 3) || !the_message(c, env, call, 2, &message) ||
		!mo_resolve_components(c, env, mo_call_argument(call, 0, names[0]), &roots, &absent) ||
		!mo_resolve_components(c, env, mo_call_argument(call, 1, names[1]), &nodes, &absent) ||
		!are_overdetermined(c, &roots, call->span) || !are_overdetermined(c, &nodes, call->span))
		return NULL;
	if (nodes.n > roots.n) {
		no_path(c, call->span, message, "there are more nodes than roots", "each node needs a root of its own");
		return NULL;
	}
	mo_value **items = sb_new_array(c->arena, mo_value *, roots.n + 1);
	bool *taken = sb_new_array(c->arena, bool, roots.n + 1);
	for (uint32_t i = 0; i < roots.n; i++)
		if (!sb_map_get(&g->node_of, identity(roots.at[i]), &number) || !g->nodes.at[number].unique) {
			no_path(c, call->span, message,
					sb_printf(c->arena, "'%s' is not a unique root", roots.at[i].item->full_name),
					"define it with Connections.uniqueRoot");
			return NULL;
		}
	for (uint32_t i = 0; i < nodes.n; i++) {
		uint32_t k = 0;
		bool known = sb_map_get(&g->node_of, identity(nodes.at[i]), &other);

		while (k < roots.n && !(known && !taken[k] && sb_map_get(&g->node_of, identity(roots.at[k]), &number) &&
								whole_of(g, (uint32_t)number) == whole_of(g, (uint32_t)other)))
			k++;
		if (k == roots.n) {
			no_path(c, call->span, message,
					sb_printf(c->arena, "no path leads from a root to '%s' alone", nodes.at[i].item->full_name),
					"connect each node with one of the roots");
			return NULL;
		}
		taken[k] = true;
		items[i] = mo_value_scalar(c, sx_int(c->pool, k + 1), MO_B_INTEGER, 0);
	}
	for (uint32_t k = 0, n = nodes.n; k < roots.n; k++)
		if (!taken[k])
			items[n++] = mo_value_scalar(c, sx_int(c->pool, k + 1), MO_B_INTEGER, 0);
	mo_value_type type = mo_type_of(MO_B_INTEGER, 0, 0, NULL);
	return mo_value_list(c, items, roots.n, &roots.n, 1, &type);
}

/* 3.6, 3.7.4.3 and 8.3.3: what depends on the connections cannot decide which components and connections there are. */
static mo_value *too_early(mo_context *c, const mo_expr *call)
{
	const char *name = call->parts.at[call->parts.n - 1].name;
	sb_message *m = sb_report(c->diag, SB_ERROR, "M0622", call->span,
							  "'%s' cannot decide which components, sizes or connections there are", name);

	sb_note(m, "its value is known only after all connections are known");
	sb_help(m, "use it in equations, in assert, or in the condition of an if without connect; decide this by a "
			   "parameter");
	return NULL;
}

static mo_value *cardinality(mo_context *c, const mo_env *env, const mo_expr *call)
{
	int64_t count;

	if (call->a.n != 1 || call->named.n) {
		sb_help(sb_report(c->diag, SB_ERROR, "M0523", call->span, "'cardinality' takes 1 argument, but %u are given",
						  call->a.n + call->named.n),
				"give it a connector: cardinality(p)");
		return NULL;
	}
	return mo_connection_count(c, env, call->a.at[0], &count)
			   ? mo_value_scalar(c, sx_int(c->pool, count), MO_B_INTEGER, 0)
			   : NULL;
}

static mo_value *answer(mo_context *c, const mo_env *env, const mo_expr *call, bool is_root)
{
	mo_connections *all = mo_connections_of(c);
	mo_component record = {0};
	bool absent = false, yes = false;
	uint64_t node;

	if (!one_record(c, env, call, 0, &record, &absent))
		return NULL;
	if (!absent && sb_map_get(&all->graph.node_of, identity(record), &node))
		yes = is_root ? all->graph.nodes.at[node].is_root : is_rooted(&all->graph, (uint32_t)node);
	return mo_value_scalar(c, sx_bool(c->pool, yes), MO_B_BOOLEAN, 0);
}

mo_value *mo_connection_query(mo_context *c, const mo_env *env, const mo_expr *call)
{
	mo_connections *all = mo_connections_of(c);
	const char *name = call->parts.at[call->parts.n - 1].name;
	bool is_root = strcmp(name, "isRoot") == 0, rooted = strcmp(name, "rooted") == 0,
		 counts = strcmp(name, "cardinality") == 0;
	bool indices = strcmp(name, "uniqueRootIndices") == 0;
	mo_value *v;

	if (call->parts.n == 2 ? !is_root && !rooted && !indices : !rooted && !counts) {
		unknown_operator(c, call);
		return NULL;
	}
	if (env->in_function || env->procedure) {
		sb_help(sb_report(c->diag, SB_ERROR, "M0528", call->span, "'%s' cannot be used in a function", name),
				"a function knows only its inputs: pass what it needs as an argument");
		return NULL;
	}
	if (!all || !all->graph.solved)
		return too_early(c, call);
	v = counts    ? cardinality(c, env, call)
		: indices ? unique_root_indices(c, env, call)
				  : answer(c, env, call, is_root);
	if (!v && env->needs_constants && *env->needs_constants)
		return mo_value_scalar(c, counts || indices ? sx_int(c->pool, 0) : sx_bool(c->pool, false),
							   counts || indices ? MO_B_INTEGER : MO_B_BOOLEAN, 0);
	return v;
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
	const mo_graph *g = &mo_connections_of(c)->graph;
	bool ok = true;

	for (uint32_t i = 0; i < g->edges.n; i++)
		if (g->edges.at[i].broken)
			ok &= constrain(c, g, &g->edges.at[i]);
	return ok;
}
