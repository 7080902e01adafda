/* The Jacobian where families are kept: gradients of whole cells, over the iterators of the cell.
 *
 *     der(u[i]) = (q[i] - q[i + 1])/dx,   q[i] = k*(u[i - 1] - u[i])
 *
 *     d der(u[i]) / d u[i - 1] = k/dx, ... :  the gradient of q with i shifted by one is that of q[i + 1]
 *
 * Near the ends q[i + 1] may be another cell, with another equation: there the domain is cut, and each part has its
 * own gradient. So an entry of the Jacobian is a family as well, and the number of them does not depend on how long
 * it is. What a loop computes from what it has computed before (a recurrence) depends on all that came before; that
 * is not said by such entries, and the pattern is given up. */
#include "structure/jacobian/jacobian.h"
#include "structure/solve/solve.h"
#include "structure/jacobian/forward.h"

enum { PARTS_MOST = 1000, ENTRIES_MOST = 1000 };

static uint32_t column(forward *f, sx_ref reference)
{
	uint64_t number;

	if (!sb_map_get(&f->column_of, reference, &number)) {
		number = f->references.n;
		sb_push(f->w->scratch, f->references, reference);
		sb_map_put(&f->column_of, reference, number);
	}
	return (uint32_t)number;
}

static const gradient *one_state(forward *f, sx_ref reference)
{
	gradient *g = sb_new(f->w->scratch, gradient);

	g->n = 1;
	g->state = sb_new_array(f->w->scratch, uint32_t, 1);
	g->value = sb_new_array(f->w->scratch, sx_ref, 1);
	g->state[0] = column(f, reference);
	g->value[0] = sx_real(f->w->pool, 1);
	return g;
}

void ss_forward_start_families(forward *f)
{
	ss_work *w = f->w;

	for (uint32_t c = 0; c < w->n; c++)
		if (w->traits[c] & SS_IS_STATE && !(w->traits[c] & (SS_IS_ALIAS | SS_IS_PARAMETER)) && !ss_is_whole(w, c))
			f->of[c] = (gradient *)one_state(f, w->leaf[c]);
	f->pending = UINT32_MAX;
}

/* ---------------------------------------------------------------------------------------- gradients of references */

/* Asks for the domain to be cut so that the reference's subscript in dimension d is below `at` in one part and not in
 * the other. */
static void cut_before(forward *f, sx_ref var, uint32_t d, int64_t at)
{
	ss_subscript s;

	ss_read_subscript(f->w->pool, sx_arg(f->w->pool, var, d), &s);
	f->cut = true;
	f->cut_iterator = s.iterator;
	f->cut_at = at - s.offset;
}

/* True if the box is inside the other; otherwise a cut is asked for. */
static bool stays_inside(forward *f, sx_ref var, const ss_box *box, const ss_box *in)
{
	for (uint32_t d = 0; d < box->rank; d++) {
		if (box->lo[d] < in->lo[d] && box->hi[d] >= in->lo[d]) {
			cut_before(f, var, d, in->lo[d]);
			return false;
		}
		if (box->hi[d] > in->hi[d]) {
			cut_before(f, var, d, in->hi[d] + 1);
			return false;
		}
	}
	return true;
}

/* What is known over the iterators of the cell's leaf, at the elements that a reference means. */
static const gradient *moved(forward *f, const gradient *g, uint32_t cell, sx_ref var)
{
	ss_work *w = f->w;
	uint32_t from[SS_RANK_MOST], n = 0;
	sx_ref to[SS_RANK_MOST], leaf = w->leaf[cell];
	gradient *out = sb_new(w->scratch, gradient);

	for (uint32_t d = 0; d < sx_at(w->pool, leaf)->count; d++)
		if (sx_op_of(w->pool, sx_arg(w->pool, leaf, d)) == SX_ITER) {
			from[n] = sx_at(w->pool, sx_arg(w->pool, leaf, d))->payload;
			to[n++] = sx_arg(w->pool, var, d);
		}
	out->n = g->n;
	out->state = sb_new_array(w->scratch, uint32_t, g->n + 1);
	out->value = sb_new_array(w->scratch, sx_ref, g->n + 1);
	for (uint32_t i = 0; i < g->n; i++) {
		out->state[i] = column(f, ss_shift_iterators(w, f->references.at[g->state[i]], from, to, n));
		out->value[i] = ss_shift_iterators(w, g->value[i], from, to, n);
	}
	return out;
}

/* Of a single cell, through its representative; *flip: with the other sign. */
static const gradient *of_single(forward *f, uint32_t cell, bool rate, bool *flip)
{
	ss_work *w = f->w;
	uint32_t root = ss_root(w, cell, flip);

	if (rate)
		return f->of[w->n + root];
	if (w->constant[root])
		return NULL;
	if (w->rate_of[root] != UINT32_MAX) {
		*flip ^= w->rate_flipped[root];
		return f->of[w->n + ss_root(w, w->rate_of[root], flip)];
	}
	return f->of[root];
}

static sx_ref same_elements(ss_work *w, uint32_t cell, sx_ref var)
{
	sx_ref subscripts[SS_RANK_MOST];
	uint32_t count = sx_at(w->pool, var)->count;

	for (uint32_t d = 0; d < count; d++)
		subscripts[d] = sx_arg(w->pool, var, d);
	return sx_var(w->pool, w->variable_of[cell], SX_REAL, subscripts, count);
}

/* Through the representative of the cell; *flip: with the other sign. */
static const gradient *of_whole(forward *f, sx_ref var, const ss_box *box, uint32_t cell, bool rate, bool *flip,
								sb_span span)
{
	ss_work *w = f->w;
	uint32_t root = ss_root(w, cell, flip);

	if (w->constant[root])
		return NULL;
	if (!rate && w->rate_of[root] != UINT32_MAX) {
		*flip ^= w->rate_flipped[root];
		root = ss_root(w, w->rate_of[root], flip);
		rate = true;
	}
	if (root != cell)
		var = same_elements(w, root, var);
	cell = root;
	uint32_t key = rate ? w->n + cell : cell;

	if (!rate && w->traits[cell] & SS_IS_STATE)
		return one_state(f, var);
	if (key == f->pending) {
		ss_forward_fail(f, "a recurrence is needed for the rates", span);
		return NULL;
	}
	const gradient_part *meets = NULL;
	for (const gradient_part *p = f->parts[key]; p; p = p->next) {
		if (ss_box_inside(box, &p->box))
			return p->of->n ? moved(f, p->of, cell, var) : NULL;
		if (ss_boxes_meet(box, &p->box))
			meets = p;
	}
	if (meets)
		stays_inside(f, var, box, &meets->box);
	return NULL;
}

/* All states, and their places go on as the reference does. */
static bool is_row_of_states(forward *f, uint32_t variable, const ss_box *box)
{
	ss_work *w = f->w;
	uint32_t at = 0;
	const ss_section *first = NULL;

	for (const ss_section *p; (p = ss_next_section(w->cells, variable, box, &at));) {
		int64_t away = 0;
		if (!p->in_row || !(w->traits[p->cell] & SS_IS_STATE) || w->traits[p->cell] & SS_IS_ALIAS)
			return false;
		for (uint32_t c = p->cell; !p->whole && c < p->cell + p->count; c++)
			if (!(w->traits[c] & SS_IS_STATE) || w->traits[c] & SS_IS_ALIAS)
				return false;
		first = first ? first : p;
		for (uint32_t d = 0; d < box->rank; d++) {
			away += (p->box.lo[d] - first->box.lo[d]) * (int64_t)first->stride[d];
			if (p->stride[d] != first->stride[d])
				return false;
		}
		if ((int64_t)w->plan->place[p->cell].index != (int64_t)w->plan->place[first->cell].index + away)
			return false;
	}
	return first != NULL;
}

static const gradient *of_reference(forward *f, sx_ref leaf, bool *flip, sb_span span)
{
	static const sm_domain single = {0};
	ss_work *w = f->w;
	bool rate = sx_op_of(w->pool, leaf) == SX_DER;
	sx_ref var = rate ? sx_arg(w->pool, leaf, 0) : leaf;
	uint32_t variable = sx_at(w->pool, var)->payload, at = 0, s = sm_scalar_of(w->model, var);
	const sm_variable *v = sm_var(w->model, variable);
	ss_box box;

	if (s != UINT32_MAX) {
		uint32_t cell = ss_cell_of_element(w, variable, s - v->first);
		if (!ss_is_whole(w, cell))
			return of_single(f, cell, rate, flip);
		ss_reference_box(w->model, var, &single, &box);
		return of_whole(f, var, &box, cell, rate, flip, span);
	}
	if (!ss_reference_box(w->model, var, f->domain ? f->domain : &single, &box)) {
		/* a whole array, or a computed place: fine if none of it moves with the states */
		for (uint32_t c = ss_first_cell(w, variable); c < ss_last_cell(w, variable); c++)
			if (ss_is_whole(w, c) || of_single(f, c, rate, flip)) {
				ss_forward_fail(f, "an array as a whole is needed for the rates", span);
				return NULL;
			}
		return NULL;
	}
	if (!rate && is_row_of_states(f, variable, &box))
		return one_state(f, var);
	const ss_section *p = ss_next_section(w->cells, variable, &box, &at);
	if (!stays_inside(f, var, &box, &p->box))
		return NULL;
	if (p->whole)
		return of_whole(f, var, &box, p->cell, rate, flip, span);
	for (uint32_t d = 0; d < box.rank; d++)
		if (box.lo[d] < box.hi[d]) {
			cut_before(f, var, d, box.lo[d] + 1);
			return NULL;
		}
	uint32_t element = 0;
	for (uint32_t d = 0; d < v->rank; d++)
		element = element * v->shape[d] + (uint32_t)(box.lo[d] - 1);
	return of_single(f, ss_cell_of_element(w, variable, element), rate, flip);
}

/* ---------------------------------------------------------------------------------------------------------- terms */

/* What e depends on now: neither left limits nor what is delayed. */
static void leaves_of(ss_work *w, sx_ref e, ss_references *out)
{
	ss_visit(w, e);
	for (sx_ref part; (part = ss_next_part(w, SX_HAS_VAR | SX_HAS_DER));) {
		sx_op op = sx_op_of(w->pool, part);
		if (ss_is_unknown(w, part))
			sb_push(w->scratch, out->at, part);
		else if (op != SX_PRE)
			ss_look_inside(w, part, op == SX_DELAY);
	}
}

static sx_ref derivative_of_leaf(sx_chain *chain, sx_pool *pool, sx_ref leaf)
{
	return leaf == *(const sx_ref *)chain->context ? sx_real(pool, 1) : 0;
}

/* By one reference as it stands: u[i] and u[3] are two, which may be one state at some point; then both entries are
 * added up there. */
static sx_ref partial(ss_work *w, sx_ref e, sx_ref leaf)
{
	sx_chain chain = { .leaf = derivative_of_leaf, .context = &leaf };

	if (e == leaf)
		return sx_real(w->pool, 1);
	return sx_diff(w->pool, e, sx_local(w->pool, UINT32_MAX, SX_REAL, NULL, 0), &chain);
}

void ss_forward_term(forward *f, const ss_term *term, sx_ref factor, sb_span span)
{
	ss_work *w = f->w;
	ss_references leaves = {0};

	leaves_of(w, term->e, &leaves);
	for (uint32_t i = 0; i < leaves.at.n; i++) {
		bool flip = false;
		const gradient *g = of_reference(f, leaves.at.at[i], &flip, span);
		if (f->failed || f->cut)
			return;
		if (!g || !g->n)
			continue;
		sx_ref by = f->pattern_only ? sx_real(w->pool, 1) : partial(w, term->e, leaves.at.at[i]);
		if (!by) {
			ss_forward_fail(f, "a function whose derivative is not known is needed for the rates", span);
			return;
		}
		if (f->pattern_only)
			factor = by;
		else
			by = sx_binary(w->pool, SX_MUL, factor, term->negative != flip ? sx_unary(w->pool, SX_NEG, by) : by);
		if (sx_is_number(w->pool, by, 0))
			continue;
		if (g->n > 1 && !f->domain)
			by = ss_forward_keep(f, by);
		for (uint32_t k = 0; k < g->n; k++)
			ss_forward_add(f, g->state[k], f->pattern_only ? by : sx_binary(w->pool, SX_MUL, by, g->value[k]));
	}
}

/* ------------------------------------------------------------------------------------------------------- families */

static void drop_gradient(forward *f)
{
	for (uint32_t i = 0; i < f->touched.n; i++)
		f->sum[f->touched.at[i]] = 0;
	f->touched.n = 0;
}

static sm_domain copy_domain(forward *f, const sm_domain *domain)
{
	sm_domain copy = {0};

	for (uint32_t i = 0; i < domain->n; i++)
		sb_push(f->w->arena, copy, domain->at[i]);
	return copy;
}

/* The domain in two; false if the cut is at its edge, which cannot be. */
static bool cut_domain(forward *f, const sm_domain *domain, sm_domain *low, sm_domain *high)
{
	*low = copy_domain(f, domain);
	*high = copy_domain(f, domain);
	f->cut = false;
	for (uint32_t i = 0; i < domain->n; i++)
		if (domain->at[i].iterator == f->cut_iterator) {
			low->at[i].to = f->cut_at - 1;
			high->at[i].from = f->cut_at;
			return f->cut_at > domain->at[i].from && f->cut_at <= domain->at[i].to;
		}
	return false;
}

void ss_forward_family(forward *f, const ss_step *step)
{
	ss_work *w = f->w;
	uint32_t key = ss_key(w, step->target), parts = 0;
	sb_vec(sm_domain) todo = {0};
	sx_ref var = sx_op_of(w->pool, step->target) == SX_DER ? sx_arg(w->pool, step->target, 0) : step->target;

	f->pending = key;
	sb_push(w->scratch, todo, step->domain);
	while (todo.n && !f->failed) {
		sm_domain domain = todo.at[--todo.n], low, high;
		f->domain = &domain;
		ss_forward_accumulate(f, step->value, sx_real(w->pool, 1), step->span);
		f->domain = NULL;
		if (f->cut && !f->failed) {
			drop_gradient(f);
			if (!cut_domain(f, &domain, &low, &high) || ++parts > PARTS_MOST) {
				ss_forward_fail(f, "the derivatives of a family differ from point to point", step->span);
				break;
			}
			sb_push(w->scratch, todo, high);
			sb_push(w->scratch, todo, low);
			continue;
		}
		if (f->touched.n > ENTRIES_MOST && !f->failed)
			ss_forward_fail(f, "the derivatives of a family fill up", step->span);
		gradient_part *part = sb_new(w->scratch, gradient_part);
		part->domain = copy_domain(f, &domain);
		ss_reference_box(w->model, var, &domain, &part->box);
		f->total += (uint64_t)f->touched.n * (ss_box_count(&part->box) - 1);
		part->of = ss_forward_take(f, false);
		part->next = f->parts[key];
		f->parts[key] = part;
	}
	f->pending = UINT32_MAX;
}

/* ---------------------------------------------------------------------------------------------------- the pattern */

typedef struct gathering { forward *f; sb_span span; } gathering;

static void gather(void *context, sx_ref e, bool target)
{
	gathering *g = context;

	(void)target;
	if (e && !g->f->failed)
		ss_forward_accumulate(g->f, e, sx_real(g->f->w->pool, 1), g->span);
}

void ss_forward_pattern(forward *f, const ss_step *step)
{
	ss_work *w = f->w;
	gathering g = { f, step->span };
	sb_u32s keys = {0};

	ss_step_exprs(w->plan, step, gather, &g);
	gradient *all = ss_forward_take(f, false);
	ss_step_targets(w, w->plan, step, &keys);
	for (uint32_t i = 0; i < keys.n; i++)
		f->of[keys.at[i]] = all;
}

static void add_entries(forward *f, const sm_domain *domain, uint32_t count, sx_ref rate, const gradient *g)
{
	ss_jacobian *j = &f->w->plan->jacobian;

	for (uint32_t i = 0; g && i < g->n; i++) {
		ss_jacobian_entries e = { .rate = rate, .state = f->references.at[g->state[i]], .value = g->value[i],
			.first = j->entry_count, .count = count };
		if (domain)
			e.domain = *domain;
		j->entry_count += count;
		sb_push(f->w->arena, j->entries, e);
	}
}

void ss_forward_entries(forward *f)
{
	ss_work *w = f->w;

	for (uint32_t c = 0; c < w->n; c++) {
		if (!(w->traits[c] & SS_IS_STATE) || w->traits[c] & (SS_IS_ALIAS | SS_IS_PARAMETER))
			continue;
		if (!ss_is_whole(w, c)) {
			add_entries(f, NULL, 1, w->leaf[c], f->of[w->n + c]);
			continue;
		}
		for (const gradient_part *p = f->parts[w->n + c]; p; p = p->next)
			add_entries(f, &p->domain, ss_box_count(&p->box), w->leaf[c], p->of);
	}
}
