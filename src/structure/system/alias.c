/* Aliases: sets of variables that are equal up to the sign, found by union and find; variables that are literals; and v
 * = der(x).
 *
 *     a = b,  a = -b,  a + b = 0,  0 = a - b      one set, one place
 *     v = der(x)                                  v lies where the rate of x lies
 *     a = 3                                       a literal wherever a is read
 *
 * A family says it of cells: those of many elements that it runs through alike are one set, element by element.
 * References to a part of such a cell, a[i - 1] or a[5], become references to the same part of its representative;
 * those that go on into another cell stay as they are, and find their values through the places.
 *
 * A literal may make another equation that simple (v = p - ground, r = T11*a + T12*b with T11 = 1 and T12 = 0), so the
 * search is repeated while it finds something. An equation inside one set (a = b twice) is not dropped: it stays and
 * shows up as one too many. */
#include "structure/system/system.h"
#include "structure/expand/expand.h"

#include <string.h>

struct ss_aliasing { sx_ref *before; };  /* by representative: the fixed start of a discrete one, or 0 */
enum { PASSES_MOST = 40, STEPS_MOST = 64, DEEPEST_FACTOR = 8 };

typedef struct term { uint32_t scalar; bool rate; double sign; } term;        /* sign: its factor, mostly 1 or -1 */
typedef struct sum { term at[2]; uint32_t n; double constant; bool fails; uint32_t steps; } sum;

static void add_term(ss_work *w, sum *s, uint32_t scalar, bool rate, double sign)
{
	bool flip = false;
	uint32_t root = ss_root(w, scalar, &flip);

	if (flip)
		sign = -sign;
	if (!rate && w->constant[root]) {
		s->constant += sign * sx_real_value(w->pool, w->constant[root]);
		return;
	}
	if (!rate && w->rate_of[root] != UINT32_MAX) {
		flip = w->rate_flipped[root];
		root = ss_root(w, w->rate_of[root], &flip);
		rate = true;
		if (flip)
			sign = -sign;
	}
	if (s->n == 2) {
		s->fails = true;
		return;
	}
	s->at[s->n++] = (term){ root, rate, sign };
}

/* Elements of a cell of many that is a constant. */
static bool is_part_of_constant(ss_work *w, sx_ref var, double *value)
{
	bool flip = false;
	uint32_t at = 0;
	ss_box box;

	if (!w->cells || !sx_at(w->pool, var)->count || !ss_box_of(w, var, &box))
		return false;
	const ss_section *p = ss_next_section(w->cells, sx_at(w->pool, var)->payload, &box, &at);
	if (!p->whole || !ss_box_inside(&box, &p->box))
		return false;
	uint32_t root = ss_root(w, p->cell, &flip);
	if (!w->constant[root])
		return false;
	*value = (flip ? -1 : 1) * sx_real_value(w->pool, w->constant[root]);
	return true;
}

/* The value of a variable that is a literal. */
static bool is_constant(ss_work *w, sx_ref var, double *value)
{
	bool flip = false;
	uint32_t cell = ss_cell_of(w, var), root;

	if (cell == UINT32_MAX)
		return is_part_of_constant(w, var, value);
	root = ss_root(w, cell, &flip);
	if (!w->constant[root] || w->traits[cell] & SS_IS_PARAMETER)
		return false;
	*value = (flip ? -1 : 1) * sx_real_value(w->pool, w->constant[root]);
	return true;
}

/* A factor that literals make a number. */
static bool is_number(ss_work *w, sx_ref e, int depth, double *value)
{
	sx_op op = sx_op_of(w->pool, e);
	double other = 0;

	if (sx_type_of(w->pool, e) != SX_REAL || depth > DEEPEST_FACTOR)
		return false;
	switch (op) {
	case SX_CONST: *value = sx_real_value(w->pool, e); return true;
	case SX_VAR: return is_constant(w, e, value);
	case SX_NEG:
		if (!is_number(w, sx_arg(w->pool, e, 0), depth + 1, value))
			return false;
		*value = -*value;
		return true;
	case SX_ADD: case SX_SUB: case SX_MUL:
		if (!is_number(w, sx_arg(w->pool, e, 0), depth + 1, value) ||
			!is_number(w, sx_arg(w->pool, e, 1), depth + 1, &other))
			return false;
		*value = op == SX_MUL ? *value * other : op == SX_ADD ? *value + other : *value - other;
		return true;
	default: return false;
	}
}

static void read_sum(ss_work *w, sx_ref e, double sign, sum *s);

/* A product in which one factor is a number: of a rotation matrix that does not turn, ones and zeros. What is a number
 * in one mode only may be what a condition waits for, so with modes fewer are looked for. */
static void read_product(ss_work *w, sx_ref e, double sign, sum *s)
{
	double value;

	for (uint32_t k = 0; k < 2 && !w->plan->switches.n; k++)
		if (is_number(w, sx_arg(w->pool, e, k), 0, &value)) {
			if (value != 0)
				read_sum(w, sx_arg(w->pool, e, 1 - k), sign * value, s);
			return;
		}
	s->fails = true;
}

static void read_sum(ss_work *w, sx_ref e, double sign, sum *s)
{
	sx_op op = sx_op_of(w->pool, e);
	uint32_t scalar;
	double value;

	if (s->fails || ++s->steps > STEPS_MOST) {
		s->fails = true;
		return;
	}
	switch (op) {
	case SX_CONST: s->constant += sign * sx_real_value(w->pool, e); break;
	case SX_NEG: read_sum(w, sx_arg(w->pool, e, 0), -sign, s); break;
	case SX_ADD: case SX_SUB:
		read_sum(w, sx_arg(w->pool, e, 0), sign, s);
		read_sum(w, sx_arg(w->pool, e, 1), op == SX_ADD ? sign : -sign, s);
		break;
	case SX_MUL: read_product(w, e, sign, s); break;
	case SX_VAR: case SX_DER:
		scalar = ss_cell_of(w, op == SX_DER ? sx_arg(w->pool, e, 0) : e);
		if (scalar == UINT32_MAX && op == SX_VAR && is_part_of_constant(w, e, &value))
			s->constant += sign * value;
		else if (scalar == UINT32_MAX || w->traits[scalar] & SS_IS_PARAMETER)
			s->fails = true;
		else
			add_term(w, s, scalar, op == SX_DER, sign);
		break;
	default: s->fails = true; break;
	}
}

static int preference(ss_work *w, uint32_t s)
{
	const sm_variable *v = ss_variable(w, s);

	return (w->traits[s] & SS_IS_PINNED ? 16 : 0) + (w->traits[s] & SS_IS_STATE ? 8 : 0) + (v->start_given ? 4 : 0) +
		(v->fixed ? 2 : 0) + !v->hidden;
}

/* Are the iterators of the reference those of the domain? */
static bool is_over(ss_work *w, sx_ref var, const sm_domain *domain)
{
	for (uint32_t k = 0; k < domain->n; k++) {
		bool found = false;
		for (uint32_t d = 0; d < sx_at(w->pool, var)->count && !found; d++)
			found = sx_arg(w->pool, var, d) == sx_iter(w->pool, domain->at[k].iterator);
		if (!found)
			return false;
	}
	return true;
}

static bool same_boxes(ss_work *w, uint32_t a, uint32_t b)
{
	if (!ss_is_whole(w, a) && !ss_is_whole(w, b))
		return true;
	const ss_box *x = &w->cells->sections[w->section_of[a]].box, *y = &w->cells->sections[w->section_of[b]].box;
	return ss_is_whole(w, a) && ss_is_whole(w, b) && x->rank == y->rank && ss_same_box(x, y);
}

/* The fixed start of what changes at events only: it is that of pre (3.6, 8.6), and pre of two equal variables may
 * differ at the start. */
static sx_ref fixed_before(ss_work *w, uint32_t s)
{
	const sm_variable *v = ss_variable(w, s);

	return w->traits[s] & SS_IS_DISCRETE && v->fixed && v->start && ss_fixed(w, s) ? ss_attribute(w, s, v->start) : 0;
}

static bool differ_before(ss_work *w, uint32_t a, uint32_t b)
{
	sx_ref *before = w->aliasing->before, x = before[a] ? before[a] : fixed_before(w, a),
		   y = before[b] ? before[b] : fixed_before(w, b);

	before[a] = x, before[b] = y;
	return x && y && x != y;
}

/* a = b or a = -b */
static bool unite(ss_work *w, uint32_t a, uint32_t b, bool flip)
{
	uint16_t both = w->traits[a] & w->traits[b], either = w->traits[a] | w->traits[b];

	if (!same_boxes(w, a, b))
		return false;
	if (a == b || both & (SS_IS_PINNED | SS_IS_HELD) || (either & SS_IS_PINNED && either & SS_IS_STATE))
		return false;
	if (either & SS_IS_HELD && either & (SS_IS_PINNED | SS_IS_STATE))
		return false;
	if (w->rate_of[a] != UINT32_MAX || w->rate_of[b] != UINT32_MAX ||
		(either & SS_IS_DISCRETE && differ_before(w, a, b)))
		return false;
	int pa = preference(w, a), pb = preference(w, b);
	uint32_t root = pa > pb || (pa == pb && a < b) ? a : b, other = root == a ? b : a;
	w->parent[other] = root;
	w->flipped[other] = flip;
	w->aliasing->before[root] = w->aliasing->before[root] ? w->aliasing->before[root] : w->aliasing->before[other];
	w->traits[root] |= w->traits[other] &
		(SS_IS_STATE | SS_IS_HELD | SS_IS_DISCRETE | SS_IS_CALLED | SS_IS_WANTED | SS_IS_TRIED);
	return true;
}

/* v = der(x) or -der(x). Not if both are always to be states, a position and its speed, or v is tried as one. */
static bool link_rate(ss_work *w, uint32_t v, uint32_t x, bool flip)
{
	if (w->traits[v] & (SS_IS_PINNED | SS_IS_STATE | SS_IS_HELD | SS_IS_DISCRETE | SS_IS_CALLED | SS_IS_TRIED) ||
		w->traits[v] & w->traits[x] & SS_IS_WANTED || w->rate_of[v] != UINT32_MAX || !same_boxes(w, v, x))
		return false;
	w->rate_of[v] = x;
	w->rate_flipped[v] = flip;
	return true;
}

static bool fix_constant(ss_work *w, uint32_t v, sx_ref value)
{
	if (w->traits[v] & (SS_IS_PINNED | SS_IS_STATE | SS_IS_HELD) || w->constant[v] || w->rate_of[v] != UINT32_MAX ||
		ss_is_looked_back_at(w, v))
		return false;
	if (value == w->zero && ss_is_compared(w, v))
		return false;
	w->constant[v] = value;
	return true;
}

/* A family is about cells that it runs through as a whole, a single equation about single ones. */
static bool fits(ss_work *w, const ss_equation *q, uint32_t cell)
{
	ss_box box;

	if (!q->domain.n)
		return !ss_is_whole(w, cell);
	return ss_is_whole(w, cell) && ss_one_to_one(w, w->leaf[cell], &q->domain) && ss_box_of(w, w->leaf[cell], &box) &&
		is_over(w, w->leaf[cell], &q->domain);
}

static bool simple_real(ss_work *w, const ss_equation *q)
{
	sum s = {0};

	read_sum(w, q->lhs, 1, &s);
	read_sum(w, q->rhs, -1, &s);
	if (s.fails || s.n == 0)
		return false;
	const term *a = &s.at[0], *b = &s.at[1];
	if (!fits(w, q, a->scalar) || (s.n == 2 && !fits(w, q, b->scalar)))
		return false;
	if (s.n == 1)
		return !a->rate && fix_constant(w, a->scalar, sx_real(w->pool, s.constant == 0 ? 0 : -s.constant / a->sign));
	if (s.constant != 0 || (a->rate && b->rate) || (a->sign != b->sign && a->sign != -b->sign))
		return false;
	bool flip = a->sign == b->sign;
	if (a->rate)
		return link_rate(w, b->scalar, a->scalar, flip);
	if (b->rate)
		return link_rate(w, a->scalar, b->scalar, flip);
	return unite(w, a->scalar, b->scalar, flip);
}

/* Integer, Boolean and String: without signs. */
static bool simple_other(ss_work *w, const ss_equation *q)
{
	sx_ref side[2] = { q->lhs, q->rhs };
	uint32_t root[2];
	bool flip = false;

	for (int i = 0; i < 2; i++) {
		uint32_t s = ss_cell_of(w, side[i]);
		root[i] = UINT32_MAX;
		if (s != UINT32_MAX && !(w->traits[s] & SS_IS_PARAMETER))
			root[i] = ss_root(w, s, &flip);
		else if (!sx_is_const(w->pool, side[i]))
			return false;
	}
	for (int i = 0; i < 2; i++)
		if (root[i] == UINT32_MAX)
			return root[1 - i] != UINT32_MAX && sx_type_of(w->pool, side[0]) == sx_type_of(w->pool, side[1]) &&
				fix_constant(w, root[1 - i], side[i]);
	if (ss_variable(w, root[0])->type != ss_variable(w, root[1])->type || w->constant[root[0]] || w->constant[root[1]])
		return false;
	return unite(w, root[0], root[1], false);
}

static sx_ref for_scalar(ss_work *w, uint32_t s)
{
	bool flip = false;
	uint32_t root = ss_root(w, s, &flip);
	sx_ref leaf;

	if (w->constant[root]) {
		leaf = w->constant[root];
	} else if (w->rate_of[root] != UINT32_MAX) {
		flip ^= w->rate_flipped[root];
		leaf = sx_unary(w->pool, SX_DER, w->leaf[ss_root(w, w->rate_of[root], &flip)]);
	} else {
		leaf = w->leaf[root];
	}
	return flip ? sx_unary(w->pool, SX_NEG, leaf) : leaf;
}

/* The same elements of another variable. */
static sx_ref with_subscripts_of(ss_work *w, uint32_t cell, sx_ref var)
{
	sx_ref subscripts[SS_RANK_MOST];
	uint32_t count = sx_at(w->pool, var)->count;

	for (uint32_t d = 0; d < count; d++)
		subscripts[d] = sx_arg(w->pool, var, d);
	return sx_var(w->pool, w->variable_of[cell], ss_variable(w, cell)->type, subscripts, count);
}

/* A part of a cell of many elements; 0: it is none, or the cell is its own representative. */
static sx_ref for_part(ss_work *w, sx_op op, sx_ref var)
{
	uint32_t at = 0;
	bool flip = false;
	ss_box box;
	sx_ref leaf;

	if (sx_op_of(w->pool, var) != SX_VAR || !sx_at(w->pool, var)->count || !ss_box_of(w, var, &box))
		return 0;
	const ss_section *p = ss_next_section(w->cells, sx_at(w->pool, var)->payload, &box, &at);
	if (!p->whole || !ss_box_inside(&box, &p->box))
		return 0;
	uint32_t root = ss_root(w, p->cell, &flip);
	if (w->constant[root]) {
		leaf = op == SX_DER ? w->zero : w->constant[root];
	} else if (op == SX_VAR && w->rate_of[root] != UINT32_MAX) {
		flip ^= w->rate_flipped[root];
		leaf = sx_unary(w->pool, SX_DER, with_subscripts_of(w, ss_root(w, w->rate_of[root], &flip), var));
	} else if (root == p->cell) {
		return 0;
	} else {
		leaf = with_subscripts_of(w, root, var);
		leaf = op == SX_VAR ? leaf : sx_unary(w->pool, op, leaf);
	}
	return flip ? sx_unary(w->pool, SX_NEG, leaf) : leaf;
}

/* What a condition, a clock or a delay was before: the other modes have other representatives. */
static sx_ref with_origin(sx_rewriter *self, sx_pool *pool, sx_ref e)
{
	ss_work *w = self->context;
	sx_node node = *sx_at(pool, e);
	sx_ref few[4] = {0}, *args = node.count > 4 ? sb_new_array(w->scratch, sx_ref, node.count) : few;

	for (uint32_t i = 0; i < node.count; i++)
		args[i] = sx_rewrite(self, pool, sx_arg(pool, e, i));
	sx_ref now = sx_make(pool, (sx_op)node.op, (sx_type)node.type, node.payload, args, node.count);
	uint64_t known;
	if (!sb_map_get(&w->origin_of, now, &known))
		sb_map_put(&w->origin_of, now, e);
	return now;
}

static sx_ref enter(sx_rewriter *self, sx_pool *pool, sx_ref e)
{
	ss_work *w = self->context;
	const sx_node *node = sx_at(pool, e);
	sx_op op = node->op;
	bool flip = false;

	if (!(node->flags & (SX_HAS_VAR | SX_HAS_DER | SX_HAS_PRE)))
		return e;
	if (w->plan->switches.n && ss_is_watched(op))
		return with_origin(self, pool, e);
	if (op != SX_VAR && op != SX_DER && op != SX_PRE)
		return 0;
	uint32_t s = ss_cell_of(w, op == SX_VAR ? e : sx_arg(pool, e, 0));
	if (s == UINT32_MAX && w->cells) {
		sx_ref part = for_part(w, op, op == SX_VAR ? e : sx_arg(pool, e, 0));
		if (part)
			return part;
	}
	if (s == UINT32_MAX || w->traits[s] & SS_IS_PARAMETER)
		return op == SX_VAR && sx_at(pool, e)->count && s == UINT32_MAX ? 0 : e;
	if (op == SX_VAR)
		return for_scalar(w, s);
	uint32_t root = ss_root(w, s, &flip);
	sx_ref leaf;
	if (w->constant[root])
		leaf = op == SX_DER ? w->zero : w->constant[root];
	else
		leaf = sx_unary(pool, op, w->leaf[root]);
	return flip ? sx_unary(pool, SX_NEG, leaf) : leaf;
}

static void start_representing(ss_work *w)
{
	w->represent = sx_rewriter_new(w->scratch, NULL, w);
	w->represent.enter = enter;
	w->origin_of = sb_map_new(w->scratch);
}

static sx_ref map_represented(ss_work *w, sx_ref e, void *context)
{
	(void)context;
	return ss_represented(w, e);
}

static void represent_equation(ss_work *w, ss_equation *q)
{
	q->lhs = ss_represented(w, q->lhs);
	q->rhs = ss_represented(w, q->rhs);
	q->initial_rhs = ss_represented(w, q->initial_rhs);
	q->guard = ss_represented(w, q->guard);
	if (q->form == SS_FORM_ALGORITHM) {
		bool same = q->initial_statements.at == q->statements.at;
		q->statements = ss_map_statements(w, &q->statements, map_represented, NULL);
		q->initial_statements =
			same ? q->statements : ss_map_statements(w, &q->initial_statements, map_represented, NULL);
	}
}

/* Terms that cancel, as the currents of a closed circuit do in its last node, are taken out: an unknown that is only
 * there to cancel must not be matched with the equation. */
static void cancel_terms(ss_work *w, ss_equation *q)
{
	ss_terms terms = {0};
	bool found = false;

	if (q->form != SS_FORM_EQUAL || q->discrete || q->domain.n || sx_type_of(w->pool, q->lhs) != SX_REAL)
		return;
	ss_split_sum(w, sx_binary(w->pool, SX_SUB, q->lhs, q->rhs), &terms);
	w->mark_now++;
	for (uint32_t i = 0; i < terms.n; i++) {
		uint32_t key = ss_key(w, terms.at[i].e);
		if (key == UINT32_MAX)
			continue;
		if (w->mark[key] != w->mark_now) {
			w->mark[key] = w->mark_now;
			w->local[key] = i;
		} else if (terms.at[w->local[key]].negative != terms.at[i].negative) {
			terms.at[w->local[key]].e = terms.at[i].e = 0;
			w->mark[key] = 0;
			found = true;
		}
	}
	if (!found)
		return;
	q->lhs = q->rhs = w->zero;
	for (uint32_t i = 0; i < terms.n; i++)
		if (terms.at[i].e)
			q->lhs = sx_binary(w->pool, terms.at[i].negative ? SX_SUB : SX_ADD, q->lhs, terms.at[i].e);
}

static void represent_rest(ss_work *w)
{
	ss_plan *plan = w->plan;

	for (uint32_t i = 0; i < w->initial.n; i++)
		represent_equation(w, &w->initial.at[i]);
	for (uint32_t i = 0; i < plan->actions.n + plan->asserts.n; i++) {
		ss_action *a = i < plan->actions.n ? &plan->actions.at[i] : &plan->asserts.at[i - plan->actions.n];
		a->guard = ss_represented(w, a->guard);
		a->value = ss_represented(w, a->value);
		if (a->kind != SS_REINIT)
			a->condition = ss_represented(w, a->condition);
	}
	for (uint32_t i = 0; i < plan->switches.n; i++)
		plan->switches.at[i].which = ss_represented(w, plan->switches.at[i].which);
	w->keeps_names = true;
	for (uint32_t i = 0; i < plan->event_code.n; i++)
		plan->event_code.at[i].action = ss_map_statements(w, &plan->event_code.at[i].action, map_represented, NULL);
	ss_map_routines(w, map_represented, NULL);
	w->keeps_names = false;
}

static void list_members(ss_work *w)
{
	w->first_member = sb_new_array(w->scratch, uint32_t, w->n + 1);
	w->next_member = sb_new_array(w->scratch, uint32_t, w->n + 1);
	for (uint32_t s = 0; s < w->n; s++)
		w->first_member[s] = UINT32_MAX;
	for (uint32_t s = w->n; s-- > 0;) {
		bool flip = false;
		uint32_t root = ss_root(w, s, &flip);
		w->next_member[s] = w->first_member[root];
		w->first_member[root] = s;
		if (root != s)
			w->traits[s] |= SS_IS_ALIAS;
	}
	w->rate_name = sb_new_array(w->scratch, uint32_t, w->n + 1);
	w->first_rate = sb_new_array(w->scratch, uint32_t, w->n + 1);
	w->next_rate = sb_new_array(w->scratch, uint32_t, w->n + 1);
	for (uint32_t s = 0; s < w->n; s++)
		w->rate_name[s] = w->first_rate[s] = UINT32_MAX;
	for (uint32_t s = w->n; s-- > 0;) {
		bool flip = w->rate_flipped[s];
		uint32_t x = w->rate_of[s] == UINT32_MAX ? s : ss_root(w, w->rate_of[s], &flip);
		if (x == s)
			continue;
		w->next_rate[s] = w->first_rate[x];
		w->first_rate[x] = s;
		if (!flip)
			w->rate_name[x] = s;
	}
}

void ss_represent_anew(ss_work *w)
{
	for (uint32_t s = 0; s < w->n; s++)
		w->traits[s] &= (uint16_t)~SS_IS_ALIAS;
	list_members(w);
	start_representing(w);
}

static void start_sets(ss_work *w)
{
	w->parent = sb_new_array(w->scratch, uint32_t, w->n + 1);
	w->flipped = sb_new_array(w->scratch, bool, w->n + 1);
	w->rate_of = sb_new_array(w->scratch, uint32_t, w->n + 1);
	w->rate_flipped = sb_new_array(w->scratch, bool, w->n + 1);
	w->constant = sb_new_array(w->scratch, sx_ref, w->n + 1);
	w->aliasing = sb_new(w->scratch, ss_aliasing);
	w->aliasing->before = sb_new_array(w->scratch, sx_ref, w->n + 1);
	for (uint32_t s = 0; s < w->n; s++) {
		w->parent[s] = s;
		w->rate_of[s] = UINT32_MAX;
		/* a variable for a derivative that an earlier analysis has made: nothing, until this one asks for it */
		if (ss_variable(w, s)->hidden && strncmp(ss_variable(w, s)->name, "der(", 4) == 0)
			w->constant[s] = w->zero;
	}
}

static bool simplify(ss_work *w, ss_equation *q)
{
	sx_type type = sx_type_of(w->pool, q->lhs), other = sx_type_of(w->pool, q->rhs);

	if (type == SX_REAL || other == SX_REAL)
		return simple_real(w, q);
	return simple_other(w, q);
}

/* First sets among variables, then v = der(x): by then it is known whether v is a state. `switched`: with the equations
 * of branches, which come after all others where left limits are read. */
static bool pass(ss_work *w, bool rates, bool switched)
{
	bool found = false;

	for (uint32_t i = 0; i < w->equations.n; i++) {
		ss_equation *q = &w->equations.at[i];
		if (q->gone || q->form != SS_FORM_EQUAL || q->discrete || q->begins || (q->apart && w->open == SS_OPEN_APART) ||
			(q->switched && w->impulses))
			continue;
		if (!rates && (sx_flags(w->pool, q->lhs) | sx_flags(w->pool, q->rhs)) & SX_HAS_DER)
			continue;
		if (q->switched && ss_looks_back(w) && (!switched || ss_differs_in_other_modes(w, q)))
			continue;
		if (simplify(w, q)) {
			q->gone = true;
			found = true;
		}
	}
	return found;
}

void ss_alias(ss_work *w)
{
	start_sets(w);
	ss_list_looked_back(w);
	for (int rates = 0; rates < 2; rates++)
		for (int switched = !ss_looks_back(w); switched < 2; switched++)
			for (int k = 0; k < PASSES_MOST && pass(w, rates, switched); k++)
				continue;
	list_members(w);
	start_representing(w);
	for (uint32_t i = 0; i < w->equations.n; i++)
		if (!w->equations.at[i].gone) {
			represent_equation(w, &w->equations.at[i]);
			cancel_terms(w, &w->equations.at[i]);
		}
	represent_rest(w);
}
