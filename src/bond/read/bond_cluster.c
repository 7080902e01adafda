/* Pins, places, and which equations belong together.
 *
 * Potentials that connections make equal are one place. That flows add up to zero there is what a junction says, so
 * these equations are not needed. All other equations of Reals belong to a cluster: those of a component, and those of
 * components inside it that share variables with them (the support inside a motor, the signal inside a source). Outputs
 * and inputs that only connections join are symbols: a controlled source does not become one with its controller. */
#include "bond/read/bond_read.h"

#include <string.h>

#include "base/dotted.h"
#include "base/sets.h"

typedef struct collecting {
	bg_network *n;
	sb_vec(bg_row) rows;
	sb_u32s parent;                  /* sets of pins */
	sb_map by_connector;             /* interned -> pin + 1 */
	sb_strings components; sb_map number; sb_u32s united;       /* interned -> number + 1 */
} collecting;

/* ---------------------------------------------------------------------- names */

/* The first `parts` parts of a dotted name with subscripts. */
static const char *first_parts(bg_graph *g, const char *name, uint32_t parts)
{
	const char *at = name;
	int depth = 0;
	for (; *at; at++) {
		depth += *at == '[' ? 1 : *at == ']' ? -1 : 0;
		if (*at == '.' && !depth && --parts == 0)
			break;
	}
	return sb_internn(g->work->names, name, (size_t)(at - name));
}

static uint32_t count_parts(const char *name)
{
	uint32_t n = *name ? 1 : 0;
	int depth = 0;
	for (; *name; name++) {
		depth += *name == '[' ? 1 : *name == ']' ? -1 : 0;
		n += *name == '.' && !depth;
	}
	return n;
}

/* The component of one scalar, with its subscripts. */
const char *bg_owner_of(bg_graph *g, sx_ref var)
{
	const sm_variable *v = sm_var(g->work, sx_at(g->work->pool, var)->payload);
	uint32_t owner = v->component ? sm_owner(&g->owners, v->component) : UINT32_MAX;
	uint32_t parts = owner == UINT32_MAX ? 0 : count_parts(g->model->components.at[owner].name);
	return parts ? first_parts(g, bg_name_of(g, var), parts) : sb_intern(g->work->names, "");
}

static uint32_t number_of(collecting *c, const char *component)
{
	uint64_t number;
	if (!sb_map_get(&c->number, (uintptr_t)component, &number)) {
		number = c->components.n + 1;
		sb_map_put(&c->number, (uintptr_t)component, number);
		sb_push(c->n->g->arena, c->united, (uint32_t)number - 1);
		sb_push(c->n->g->arena, c->components, component);
	}
	return (uint32_t)number - 1;
}

/* ----------------------------------------------------------------------- pins */

static uint32_t pin_named(collecting *c, sx_ref var, const char *owner)
{
	bg_graph *g = c->n->g;
	const char *name = bg_name_of(g, var), *dot = strrchr(name, '.');
	const char *connector = dot ? sb_internn(g->work->names, name, (size_t)(dot - name)) : "";
	uint64_t number;
	if (sb_map_get(&c->by_connector, (uintptr_t)connector, &number))
		return (uint32_t)number - 1;
	sb_push(g->arena, c->n->pins, ((bg_pin){.name = connector, .component = owner}));
	sb_push(g->arena, c->parent, c->n->pins.n - 1);
	sb_map_put(&c->by_connector, (uintptr_t)connector, c->n->pins.n);
	return c->n->pins.n - 1;
}

static void find_pins(collecting *c)
{
	bg_graph *g = c->n->g;
	uint32_t count = g->model->variables.n;
	for (uint32_t i = 0; i < count; i++) {
		const sm_variable *v = sm_var(g->work, i);
		if ((v->port != SM_POTENTIAL && v->port != SM_FLOW) || v->type != SX_REAL || v->variability != SM_CONTINUOUS)
			continue;
		for (uint32_t k = 0; k < v->count; k++) {
			sx_ref var = sm_ref_at(g->work, i, k);
			uint32_t number = pin_named(c, var, bg_owner_of(g, var));
			bg_pin *p = &c->n->pins.at[number];
			sx_ref *slot = v->port == SM_FLOW ? &p->flow : &p->potential;
			p->joined_inside |= v->joined_inside > 0;
			p->crowded |= *slot != 0;
			*slot = var;
		}
	}
}

static const sm_variable *variable_of(const bg_graph *g, sx_ref var)
{
	return sm_var(g->work, sx_at(g->work->pool, var)->payload);
}

static void add_once(bg_graph *g, sb_strings *list, const char *text)
{
	for (uint32_t i = 0; i < list->n; i++)
		if (strcmp(list->at[i], text) == 0)
			return;
	sb_push(g->arena, *list, text);
}

static void describe_pin(collecting *c, uint32_t number)
{
	bg_graph *g = c->n->g;
	bg_pin *p = &c->n->pins.at[number];
	if (!p->potential || !p->flow || p->crowded) {
		p->domain = BG_DOMAINS;
		add_once(g, &g->skipped, p->component);
		return;
	}
	const sm_variable *potential = variable_of(g, p->potential), *flow = variable_of(g, p->flow);
	p->domain = bg_domain_of(potential, flow);
	p->all = p->flow;
	if (bg_is_pseudo(flow))
		add_once(g, &g->pseudo, bg_domain_name(p->domain));
	if (bg_is_flow_domain(p->domain))
		p->rate = bg_potential_is_flow(potential, flow) ? p->potential : bg_rate(g, p->potential);
	sx_ref all[] = {p->potential, p->flow, p->rate};
	for (int i = 0; i < 3; i++)
		if (all[i])
			sb_map_put(&c->n->pin_of, all[i], number + 1);
}

/* --------------------------------------------------------------------- symbols */

/* The text of the model in symbols: time and derivatives become variables. */
static sx_ref in_symbols(sx_rewriter *r, sx_pool *pool, sx_ref e)
{
	bg_graph *g = r->context;
	sx_op op = sx_op_of(pool, e);
	if (op == SX_TIME)
		return g->time;
	if (op == SX_NOEVENT || op == SX_SMOOTH)
		return sx_arg(pool, e, 0);
	if (op != SX_DER)
		return e;
	sx_ref of = sx_arg(pool, e, 0);
	if (sx_op_of(pool, of) == SX_VAR && sm_scalar_of(g->work, of) != UINT32_MAX)
		return bg_rate(g, of);
	sx_ref total = bg_total(g, of);
	return total ? total : e;
}

/* -------------------------------------------------------------------- equations */

typedef struct point { const uint32_t *iterators; const int64_t *values; uint32_t n; } point;

static sx_ref at_point(collecting *c, const point *p, sx_ref e)
{
	bg_graph *g = c->n->g;
	sx_rewriter r = sx_rewriter_new(g->arena, in_symbols, g);
	return sx_rewrite(&r, g->work->pool, sx_bind_iters(g->work->pool, e, p->iterators, p->values, p->n));
}

static void unite_places(collecting *c, sx_ref a, sx_ref b)
{
	uint64_t i, k;
	if (sb_map_get(&c->n->pin_of, a, &i) && sb_map_get(&c->n->pin_of, b, &k))
		sb_unite(c->parent.at, (uint32_t)i - 1, (uint32_t)k - 1);
}

/* What an equation of Reals says to be zero; 0: it says nothing of that kind. An if-equation whose branches are alike
 * is a choice of what is zero. */
static sx_ref zero_of(collecting *c, const point *p, const sm_equation *q)
{
	sx_pool *pool = c->n->g->work->pool;
	if (q->kind != SM_EQUAL || sx_type_of(pool, q->lhs) > SX_INTEGER)
		return 0;
	sx_ref left = at_point(c, p, q->lhs), right = at_point(c, p, q->rhs);
	return sx_binary(pool, SX_SUB, sx_cast(pool, left, SX_REAL), sx_cast(pool, right, SX_REAL));
}

static sx_ref chosen_zero(collecting *c, const point *p, const sm_equation *q, uint32_t row)
{
	sx_pool *pool = c->n->g->work->pool;
	sx_ref result = 0;
	for (uint32_t b = q->branches.n; b-- > 0;) {
		const sm_branch *branch = &q->branches.at[b];
		sx_ref zero = row < branch->body.n ? zero_of(c, p, branch->body.at[row]) : 0;
		if (!zero || (b + 1 == q->branches.n && branch->condition))
			return 0;
		result = b + 1 == q->branches.n ? zero : sx_if(pool, at_point(c, p, branch->condition), zero, result);
	}
	return result;
}

/* What an equation gives that cannot be a law of an element: signals, for the graph. */
static void mark_given(collecting *c, const point *p, const sm_equation *q)
{
	sx_pool *pool = c->n->g->work->pool;
	sx_ref sides[] = {q->lhs, q->rhs};
	for (int i = 0; i < 2; i++)
		if (sides[i] && sx_op_of(pool, sides[i]) == SX_VAR) {
			sb_map_put(&c->n->given, at_point(c, p, sides[i]), 1);
			break;
		}
	for (uint32_t i = 0; i < q->targets.n; i++)
		for (uint32_t k = 0; q->targets.at[i] && k < variable_of(c->n->g, q->targets.at[i])->count; k++)
			sb_map_put(&c->n->given, sm_ref_at(c->n->g->work, sx_at(pool, q->targets.at[i])->payload, k), 1);
	for (uint32_t b = 0; b < q->branches.n; b++)
		for (uint32_t i = 0; i < q->branches.at[b].body.n; i++)
			mark_given(c, p, q->branches.at[b].body.at[i]);
}

static bool add_row(collecting *c, sx_ref zero, const char *component, sb_span span)
{
	const uint16_t hard = SX_HAS_PRE | SX_HAS_EVENT_OP | SX_HAS_STATEFUL | SX_HAS_CLOCK | SX_HAS_ASK | SX_HAS_DER |
						  SX_HAS_ITER;
	if (!zero || sx_flags(c->n->g->work->pool, zero) & hard)
		return false;
	sb_push(c->n->g->arena, c->rows, ((bg_row){.zero = zero, .component = component, .span = span}));
	return true;
}

static bool add_choices(collecting *c, const point *p, const sm_equation *q, const char *component)
{
	uint32_t before = c->rows.n;
	bool good = q->branches.at[0].body.n > 0;
	for (uint32_t i = 0; i < q->branches.at[0].body.n && good; i++)
		good = add_row(c, chosen_zero(c, p, q, i), component, q->span);
	if (!good)
		c->rows.n = before;
	return good;
}

static void take_point(collecting *c, const point *p, const sm_equation *q)
{
	bg_graph *g = c->n->g;
	if (q->from_connect && q->kind == SM_EQUAL) {
		unite_places(c, at_point(c, p, q->lhs), at_point(c, p, q->rhs));
		return;
	}
	sb_text text = {0};
	sm_equation_component(q, p->values, &text);
	const char *component = sb_intern(g->work->names, text.at ? text.at : "");
	sb_text_free(&text);
	number_of(c, component);
	bool law = q->kind == SM_EQUAL ? add_row(c, zero_of(c, p, q), component, q->span) :
			   q->kind == SM_IF && q->branches.n && add_choices(c, p, q, component);
	if (!law)
		mark_given(c, p, q);
	else if (q->from_binding)
		sb_map_put(&c->n->bound, at_point(c, p, q->lhs), 1);
}

static void take_equation(collecting *c, const sm_equation *q, uint32_t depth, int64_t *values)
{
	uint32_t *iterators = sb_new_array(c->n->g->arena, uint32_t, q->domain.n + 1);
	if (depth < q->domain.n) {
		for (values[depth] = q->domain.at[depth].from; values[depth] <= q->domain.at[depth].to; values[depth]++)
			take_equation(c, q, depth + 1, values);
		return;
	}
	for (uint32_t i = 0; i < q->domain.n; i++)
		iterators[i] = q->domain.at[i].iterator;
	take_point(c, &(point){iterators, values, q->domain.n}, q);
}

/* --------------------------------------------------------------------- clusters */

static void unite_components(collecting *c, const bg_row *row)
{
	bg_graph *g = c->n->g;
	sm_exprs symbols = {0};
	bg_symbols_in(g, row->zero, &symbols);
	for (uint32_t i = 0; i < symbols.n && *row->component; i++) {
		uint64_t base;
		sx_ref var = sb_map_get(&g->integrals, symbols.at[i], &base) ? (sx_ref)base : symbols.at[i];
		const sm_variable *v = variable_of(g, var);
		if (bg_is_own(g, var) || v->variability != SM_CONTINUOUS)
			continue;
		const char *owner = bg_owner_of(g, var);
		if (owner != row->component && *owner && (sb_name_is_inside(owner, row->component) ||
												  sb_name_is_inside(row->component, owner))) {
			uint32_t a = number_of(c, owner), b = number_of(c, row->component);
			sb_unite(c->united.at, a, b);
		}
	}
}

static uint32_t cluster_of(collecting *c, const char *component)
{
	bg_network *n = c->n;
	uint32_t own = number_of(c, component), set = sb_set_of(c->united.at, own);
	const char *key = c->components.at[set];
	uint64_t number;
	if (!sb_map_get(&n->owner, (uintptr_t)key, &number)) {
		sb_push(n->g->arena, n->clusters, ((bg_cluster){.component = key}));
		number = n->clusters.n;
		sb_map_put(&n->owner, (uintptr_t)key, number);
	}
	bg_cluster *cluster = &n->clusters.at[number - 1];
	if (strlen(component) < strlen(cluster->component))
		cluster->component = component;
	sb_map_put(&n->owner, (uintptr_t)component, number);
	return (uint32_t)number - 1;
}

/* A cluster without pins is a matter of signals. One whose outermost component has no pins is named after that. */
static void make_clusters(collecting *c)
{
	bg_network *n = c->n;
	for (uint32_t i = 0; i < c->rows.n; i++)
		unite_components(c, &c->rows.at[i]);
	for (uint32_t i = 0; i < n->pins.n; i++)
		if (n->pins.at[i].domain != BG_DOMAINS) {
			n->pins.at[i].cluster = cluster_of(c, n->pins.at[i].component);
			sb_push(n->g->arena, n->clusters.at[n->pins.at[i].cluster].pins, i);
		}
	for (uint32_t i = 0; i < c->rows.n; i++) {
		uint32_t k = cluster_of(c, c->rows.at[i].component);
		sb_push(n->g->arena, n->clusters.at[k].rows, c->rows.at[i]);
	}
}

static void mark_foreign(collecting *c)
{
	bg_network *n = c->n;
	for (uint32_t k = 0; k < n->clusters.n; k++)
		for (uint32_t i = 0; i < n->clusters.at[k].rows.n; i++) {
			sm_exprs symbols = {0};
			bg_symbols_in(n->g, n->clusters.at[k].rows.at[i].zero, &symbols);
			for (uint32_t s = 0; s < symbols.n; s++) {
				uint64_t its;
				if (!bg_is_own(n->g, symbols.at[s]) &&
					!(sb_map_get(&n->owner, (uintptr_t)bg_owner_of(n->g, symbols.at[s]), &its) && its == k + 1))
					sb_map_put(&n->foreign, symbols.at[s], 1);
			}
		}
}

static void make_places(collecting *c)
{
	bg_network *n = c->n;
	sb_map number = sb_map_new(n->g->arena);
	for (uint32_t i = 0; i < n->pins.n; i++) {
		bg_pin *p = &n->pins.at[i];
		uint32_t set = sb_set_of(c->parent.at, i);
		uint64_t place;
		if (p->domain == BG_DOMAINS)
			continue;
		if (!sb_map_get(&number, set, &place)) {
			sb_push(n->g->arena, n->places, ((bg_place){.name = p->name, .domain = p->domain, .node = UINT32_MAX}));
			place = n->places.n;
			sb_map_put(&number, set, place);
		}
		p->place = (uint32_t)place - 1;
	}
}

bool bg_collect(bg_network *n)
{
	bg_graph *g = n->g;
	collecting c = {.n = n, .by_connector = sb_map_new(g->arena), .number = sb_map_new(g->arena)};
	int64_t values[16] = {0};
	find_pins(&c);
	for (uint32_t i = 0; i < n->pins.n; i++)
		describe_pin(&c, i);
	for (uint32_t i = 0; i < g->model->equations.n; i++)
		if (g->model->equations.at[i]->domain.n < sizeof values / sizeof *values)
			take_equation(&c, g->model->equations.at[i], 0, values);
	make_clusters(&c);
	mark_foreign(&c);
	make_places(&c);
	return n->places.n > 0;
}
