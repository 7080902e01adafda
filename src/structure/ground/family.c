/* Families: which stay whole, and what they refer to. How one is solved as a loop: solve_family.c.
 *
 * A family is regular if every subscript of a variable is `iterator + constant` or a constant, and if nothing in it has
 * a memory of its own at each point but left limits of what changes at events only. Its relations of Reals are watched
 * as blocks (system/watch.c). Parameters may have any subscript: they are known before. */
#include "structure/ground/ground.h"

enum { FEWEST = 6, LARGEST = 1 << 28 };

/* ------------------------------------------------------------------------------------------------------ iterators */

/* The iterator that stands for this range at this place of a domain; places from SS_RANK_MOST on are those of sums. */
uint32_t ss_iterator(ss_work *w, uint32_t position, int64_t from, int64_t to)
{
	static const char *const names[] = { "i", "j", "k", "l", "m", "n", "p", "q" };
	uint64_t key = (uint64_t)(from + LARGEST) << 34 | (uint64_t)(to + LARGEST) << 3 | position, number;

	if (!sb_map_get(&w->iterator_of, key, &number)) {
		ss_range range = { sx_new_iter(w->pool, names[position]), from, to };
		sb_push(w->scratch, w->ranges, range);
		number = w->ranges.n;
		sb_map_put(&w->iterator_of, key, number);
		sb_map_put(&w->range_of, range.iterator, number);
	}
	return w->ranges.at[number - 1].iterator;
}

bool ss_box_of(ss_work *w, sx_ref var, ss_box *out)
{
	const sx_node *node = sx_at(w->pool, var);
	const sm_variable *v = node->op == SX_VAR ? sm_var(w->model, node->payload) : NULL;

	if (!v || node->count != v->rank || v->rank > SS_RANK_MOST)
		return false;
	out->rank = v->rank;
	for (uint32_t d = 0; d < v->rank; d++) {
		ss_subscript s;
		uint64_t number = 0;
		if (!ss_read_subscript(w->pool, sx_arg(w->pool, var, d), &s))
			return false;
		if (s.iterator != UINT32_MAX && !sb_map_get(&w->range_of, s.iterator, &number))
			return false;
		out->lo[d] = s.offset + (number ? w->ranges.at[number - 1].from : 0);
		out->hi[d] = s.offset + (number ? w->ranges.at[number - 1].to : 0);
		if (out->lo[d] < 1 || out->hi[d] > v->shape[d])
			return false;
	}
	return true;
}

sx_ref ss_put_subscript(ss_work *w, ss_subscript s)
{
	if (s.iterator == UINT32_MAX)
		return sx_int(w->pool, s.offset);
	sx_ref i = sx_iter(w->pool, s.iterator);
	if (s.offset == 0)
		return i;
	return sx_binary(w->pool, s.offset > 0 ? SX_ADD : SX_SUB, i, sx_int(w->pool, s.offset > 0 ? s.offset : -s.offset));
}

typedef struct shift { ss_work *w; const uint32_t *from; const sx_ref *to; uint32_t count; } shift;

static bool shifted(const shift *h, ss_subscript *s)
{
	ss_subscript by;

	for (uint32_t k = 0; k < h->count && s->iterator != UINT32_MAX; k++)
		if (h->from[k] == s->iterator) {
			if (!ss_read_subscript(h->w->pool, h->to[k], &by))
				return false;
			*s = (ss_subscript){ by.iterator, by.offset + s->offset };
			return true;
		}
	return true;
}

/* Subscripts come out in one form, so that equal references are one handle. */
static sx_ref shift_reference(const shift *h, sx_pool *pool, sx_ref e)
{
	sx_ref subscripts[SS_RANK_MOST];
	sx_node node = *sx_at(pool, e);

	if (!node.count || node.count > SS_RANK_MOST)
		return node.count ? 0 : e;
	for (uint32_t d = 0; d < node.count; d++) {
		ss_subscript s;
		if (!ss_read_subscript(pool, sx_arg(pool, e, d), &s) || !shifted(h, &s))
			return 0;
		subscripts[d] = ss_put_subscript(h->w, s);
	}
	return sx_var(pool, node.payload, (sx_type)node.type, subscripts, node.count);
}

static sx_ref shift_enter(sx_rewriter *self, sx_pool *pool, sx_ref e)
{
	const shift *h = self->context;
	const sx_node *node = sx_at(pool, e);

	if (!(node->flags & SX_HAS_ITER))
		return e;
	if (node->op == SX_VAR)
		return shift_reference(h, pool, e);
	for (uint32_t k = 0; node->op == SX_ITER && k < h->count; k++)
		if (h->from[k] == node->payload)
			return h->to[k];
	return 0;
}

sx_ref ss_shift_iterators(ss_work *w, sx_ref e, const uint32_t *from, const sx_ref *to, uint32_t count)
{
	shift h = { w, from, to, count };
	sx_rewriter rw = sx_rewriter_new(w->scratch, NULL, &h);

	rw.enter = shift_enter;
	return sx_rewrite(&rw, w->pool, e);
}

/* ------------------------------------------------------------------------------------------------------- regular? */

typedef struct looking { ss_work *w; sb_map seen; sb_u32s todo; const char *why; } looking;

static bool see_mover(void *context, const sx_pool *pool, sx_ref e)
{
	looking *l = context;
	const sx_node *node = sx_at(pool, e);

	if (node->op == SX_TIME || (node->op == SX_VAR && !ss_is_known(sm_var(l->w->model, node->payload))))
		l->why = "a condition in it makes an event at each point";
	return !l->why;
}

static bool is_discrete(const sm_variable *v)
{
	return v->type != SX_REAL || v->variability != SM_CONTINUOUS;
}

static void see_variable(looking *l, sx_ref e)
{
	ss_work *w = l->w;
	const sx_node *node = sx_at(w->pool, e);
	const sm_variable *v = sm_var(w->model, node->payload);
	ss_box box;

	if (v->rank && !node->count)
		l->why = "it takes an array as a whole";
	if (!(node->flags & SX_HAS_ITER) || ss_is_known(v) || l->why)
		return;
	if (!ss_box_of(w, e, &box))
		l->why = sb_printf(w->arena, "a subscript of '%s' is not an iterator plus a constant", v->name);
	else if (v->type == SX_STRING || (w->written_out->clauses && is_discrete(v)))
		l->why = sb_printf(w->arena, "'%s' changes at events only", v->name);
	for (uint32_t d = 0; d < v->rank && !l->why; d++)
		for (uint32_t k = 0; k < d && !l->why; k++) {
			ss_subscript a, b;
			if (ss_read_subscript(w->pool, sx_arg(w->pool, e, d), &a) && a.iterator != UINT32_MAX &&
				ss_read_subscript(w->pool, sx_arg(w->pool, e, k), &b) && a.iterator == b.iterator)
				l->why = sb_printf(w->arena, "an iterator stands twice in the subscripts of '%s'", v->name);
		}
}

/* A function from numbers to a number is a formula like any other. */
static void see_call(looking *l, uint32_t number)
{
	const sm_function *f = number < l->w->model->functions.n ? l->w->model->functions.at[number] : NULL;

	if (!f || f->impure || f->results != 1) {
		l->why = "it calls a function with several results or a memory";
		return;
	}
	for (uint32_t i = 0; i < f->args + 1 && !l->why; i++)
		if (i >= f->locals.n || f->locals.at[i].rank)
			l->why = "it calls a function of arrays";
}

/* Relations of Reals are watched as a block, one condition for each point (watch.c). */
static bool is_real(const sx_pool *pool, sx_ref relation)
{
	return sx_type_of(pool, sx_arg(pool, relation, 0)) == SX_REAL ||
		   sx_type_of(pool, sx_arg(pool, relation, 1)) == SX_REAL;
}

/* `quiet`: under noEvent. */
static void see_node(looking *l, sx_ref e, bool quiet)
{
	const sx_node *node = sx_at(l->w->pool, e);
	bool moving = node->flags & SX_HAS_ITER;

	switch (node->op) {
	case SX_VAR: see_variable(l, e); break;
	case SX_CALL: see_call(l, node->payload); break;
	case SX_OUT: l->why = "it calls a function with several results"; break;
	case SX_ARRAY: case SX_AT: case SX_SIZE: l->why = "it takes an element of a computed array"; break;
	case SX_SUM:
	case SX_PRODUCT:
	case SX_MINIMUM:
	case SX_MAXIMUM:
		l->why = "it holds a sum whose range is not known";
		break;
	case SX_PRE: {
		const sx_node *of = sx_at(l->w->pool, sx_arg(l->w->pool, e, 0));
		bool discrete = of->op == SX_VAR && is_discrete(sm_var(l->w->model, of->payload));
		if (moving && (l->w->written_out->clauses || !discrete))
			l->why = "pre of something continuous stands in it, with a memory for each point";
		break;
	}
	case SX_SAMPLE: case SX_DELAY: case SX_TRANSPORT: case SX_TRANSPORTED: case SX_HOMOTOPY:
		if (moving)
			l->why = "sample, delay, spatialDistribution or homotopy stands in it, with a memory for each point";
		break;
	case SX_LT: case SX_LE: case SX_GT: case SX_GE:
		if (moving && !quiet && (!is_real(l->w->pool, e) || l->w->written_out->clauses) &&
			sx_makes_event(l->w->pool, e))
			sx_visit(l->w->pool, e, see_mover, l);
		break;
	case SX_FLOOR: case SX_CEIL: case SX_INTEGER_OF: case SX_QUOT: case SX_MOD: case SX_REM:
		if (moving && !quiet && sx_makes_event(l->w->pool, e))
			sx_visit(l->w->pool, e, see_mover, l);
		break;
	default: break;
	}
}

static const char *irregular(ss_work *w, sx_ref e)
{
	looking l = { .w = w, .seen = sb_map_new(w->scratch) };
	uint64_t seen;

	sb_push(w->scratch, l.todo, e);
	sb_push(w->scratch, l.todo, false);
	while (l.todo.n && !l.why) {
		bool quiet = l.todo.at[--l.todo.n];
		sx_ref top = l.todo.at[--l.todo.n];
		if (sb_map_get(&l.seen, (uint64_t)top << 1 | quiet, &seen))
			continue;
		sb_map_put(&l.seen, (uint64_t)top << 1 | quiet, 1);
		see_node(&l, top, quiet);
		const sx_node *node = sx_at(w->pool, top);
		quiet = quiet || node->op == SX_NOEVENT || (node->op == SX_SMOOTH && node->payload >= 1);
		for (uint32_t i = 0; i < node->count; i++) {
			sb_push(w->scratch, l.todo, sx_arg(w->pool, top, i));
			sb_push(w->scratch, l.todo, quiet);
		}
	}
	return l.why;
}

static const char *why_of_kind(sm_equation_kind kind)
{
	switch (kind) {
	case SM_CALL: return "it calls a function";
	case SM_IF: return "its equations are chosen by a condition";
	case SM_WHEN: return "it acts at events";
	case SM_ALGORITHM: return "it is an algorithm";
	default: return "it is not an equation";
	}
}

const char *ss_why_not_whole(ss_work *w, const sm_equation *q)
{
	uint64_t why;

	if (q->kind != SM_EQUAL && (q->kind != SM_WHEN || w->written_out->clauses))
		return why_of_kind(q->kind);
	if (sb_map_get(&w->written_out->why, (uintptr_t)q, &why))
		return (const char *)(uintptr_t)why;
	if (sm_equation_count(w->model, q) < FEWEST)
		return "it is short";
	if (q->domain.n > SS_RANK_MOST)
		return "it has very many iterators";
	for (uint32_t d = 0; d < q->domain.n; d++)
		if (q->domain.at[d].from < -LARGEST / 2 || q->domain.at[d].to > LARGEST / 2)
			return "its range is very large";
	if (!w->written_out->all)
		return NULL;
	return w->written_out->why_all ? w->written_out->why_all : "the analysis of the whole model failed with it";
}

sx_ref ss_over_ranges(ss_work *w, const sm_equation *q, sx_ref e, sm_domain *domain)
{
	uint32_t from[SS_RANK_MOST];
	sx_ref to[SS_RANK_MOST];

	*domain = (sm_domain){0};
	for (uint32_t d = 0; d < q->domain.n; d++) {
		const sm_range *range = &q->domain.at[d];
		from[d] = range->iterator;
		if (range->from == range->to) {
			to[d] = sx_int(w->pool, range->from);
			continue;
		}
		sm_range own = { ss_iterator(w, domain->n, range->from, range->to), range->from, range->to };
		to[d] = sx_iter(w->pool, own.iterator);
		sb_push(w->scratch, *domain, own);
	}
	w->runs = true;
	e = ss_tidy(w, NULL, e);
	w->runs = false;
	return e ? ss_shift_iterators(w, e, from, to, q->domain.n) : 0;
}

const char *ss_why_irregular(ss_work *w, const sm_equation *q, sx_ref e)
{
	sm_domain domain;
	return irregular(w, ss_over_ranges(w, q, e, &domain));
}

void ss_note_family(ss_work *w, const sm_equation *q, const char *why)
{
	uint32_t count = sm_equation_count(w->model, q);
	bool equations = q->kind == SM_EQUAL || (q->kind == SM_WHEN && !w->written_out->clauses);
	ss_family family = { q, count, why, why && equations && count < FEWEST };

	if (q->kind != SM_ASSERT)
		sb_push(w->arena, w->plan->families, family);
	w->families += !why;
}

bool ss_keeps_whole(ss_work *w, const sm_equation *q, ss_equations *out)
{
	const char *why = ss_why_not_whole(w, q);
	ss_equation one = {
		.form = SS_FORM_EQUAL, .origin = q, .span = q->span, .component = q->component ? q->component : ""};

	w->here = q->span;
	if (!why) {
		one.lhs = one.written_lhs = ss_over_ranges(w, q, q->lhs, &one.domain);
		one.rhs = one.written_rhs = ss_over_ranges(w, q, q->rhs, &one.domain);
		why = irregular(w, one.lhs);
		why = why ? why : irregular(w, one.rhs);
		if (!why && sx_type_of(w->pool, one.lhs) != SX_REAL && sx_type_of(w->pool, one.rhs) != SX_REAL &&
			w->written_out->clauses)
			why = "its values change at events only";
		if (!why)
			sb_push(w->scratch, *out, one);
	}
	ss_note_family(w, q, why);
	return !why;
}

void ss_write_out(ss_work *w, const sm_equation *q, const char *why)
{
	ss_written_out *list = w->written_out;
	uint64_t known;
	bool before = w->again;          /* this attempt has added something: of a clause all equations, one by one */

	w->again = true;
	if (q && !sb_map_get(&list->why, (uintptr_t)q, &known))
		sb_map_put(&list->why, (uintptr_t)q, (uintptr_t)sb_strdup(list->arena, why));
	else if (!q || !before)
		list->all = true; /* it was on the list already, or is none of the model's: nothing else is left to try */
}

void ss_write_out_model(ss_work *w, const char *why)
{
	w->written_out->all = w->again = true;
	w->written_out->why_all = why;
}

void ss_write_out_all(ss_work *w, const ss_equation *const *equations, uint32_t count, const char *why)
{
	bool any = false;

	for (uint32_t i = 0; i < count; i++)
		if (equations[i]->domain.n && equations[i]->origin) {
			uint64_t known;
			if (!sb_map_get(&w->written_out->why, (uintptr_t)equations[i]->origin, &known))
				ss_write_out(w, equations[i]->origin, why);
			any = true;
		}
	if (!any)
		w->written_out->all = w->again = true;
}

static bool see_sum(void *context, const sx_pool *pool, sx_ref e)
{
	bool *found = context;
	sx_op op = sx_op_of(pool, e);

	*found = op == SX_SUM || op == SX_PRODUCT || op == SX_MINIMUM || op == SX_MAXIMUM;
	return !*found;
}

bool ss_has_sums(ss_work *w, sx_ref e)
{
	bool found = false;

	if (sx_flags(w->pool, e) & SX_HAS_ITER)
		sx_visit(w->pool, e, see_sum, &found);
	return found;
}

void ss_write_out_sums(ss_work *w)
{
	w->written_out->sums = w->again = true;
}

/* ----------------------------------------------------------------------------------------------------- references */

bool ss_is_unknown(const ss_work *w, sx_ref e)
{
	const sx_node *node = sx_at(w->pool, e);

	return node->op == SX_DER || (node->op == SX_VAR && !ss_is_known(sm_var(w->model, node->payload)));
}

void ss_references_of(ss_work *w, sx_ref e, ss_references *out)
{
	ss_visit(w, e);
	for (sx_ref part; (part = ss_next_part(w, SX_HAS_ITER));)
		if (ss_is_unknown(w, part))
			sb_push(w->scratch, out->at, part);
		else if (sx_op_of(w->pool, part) != SX_PRE)
			ss_look_inside(w, part, 0);
}

void ss_left_limits_of(ss_work *w, sx_ref e, ss_references *out)
{
	ss_visit(w, e);
	for (sx_ref part; (part = ss_next_part(w, SX_HAS_PRE));)
		if (sx_op_of(w->pool, part) == SX_PRE)
			sb_push(w->scratch, out->at, part);
		else
			ss_look_inside(w, part, 0);
}

sx_ref ss_variable_in(const ss_work *w, sx_ref reference)
{
	return sx_op_of(w->pool, reference) == SX_VAR ? reference : sx_arg(w->pool, reference, 0);
}

/* Another element at each point, and a point for each element. */
bool ss_one_to_one(ss_work *w, sx_ref var, const sm_domain *domain)
{
	uint32_t used = 0;

	for (uint32_t d = 0; d < sx_at(w->pool, var)->count; d++) {
		ss_subscript s;
		if (!ss_read_subscript(w->pool, sx_arg(w->pool, var, d), &s))
			return false;
		used += s.iterator != UINT32_MAX;
	}
	return used == domain->n;
}

sx_ref ss_reference_to(ss_work *w, const ss_equation *q, bool initial, uint32_t key)
{
	ss_references list = {0};
	uint32_t cell = key % w->n;

	if (!ss_is_whole(w, cell))
		return 0;
	const ss_section *p = &w->cells->sections[w->section_of[cell]];
	void (*list_all)(ss_work *, sx_ref, ss_references *) = key < 2 * w->n ? ss_references_of : ss_left_limits_of;
	list_all(w, ss_left(q, initial), &list);
	list_all(w, ss_right(q, initial), &list);
	for (uint32_t i = 0; i < list.at.n; i++) {
		sx_ref e = list.at.at[i], var = ss_variable_in(w, e);
		ss_box box;
		if ((sx_op_of(w->pool, e) == SX_DER) != (key >= w->n && key < 2 * w->n) ||
			sx_at(w->pool, var)->payload != p->variable)
			continue;
		if (ss_box_of(w, var, &box) && ss_same_box(&box, &p->box) && ss_one_to_one(w, var, &q->domain))
			return e;
	}
	return 0;
}
