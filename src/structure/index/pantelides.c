/* Pantelides' algorithm: an equation that can give no highest derivative, nor free one by taking another equation's,
 * is differentiated together with all that its search has seen; then the search is made again. It works on the
 * pattern alone, with numbers: the derivative of an equation holds the next derivative of everything in it.
 *
 * It ends if and only if the equations can be matched with the chains when orders are ignored; this is looked at
 * first. The matching of the run's system is the start, so equations that need nothing cost nothing but their
 * pattern. */
#include "structure/index/index.h"
#include "structure/system/system.h"

typedef struct search {
	ss_reduction *r;
	bool any_order;  /* orders are ignored */
	uint32_t *match; /* by row */
	uint32_t *giver; /* by chain: the row that is matched with it, or UINT32_MAX */
	uint32_t *next;  /* by row: how far its chains were followed in this search */
	uint32_t *row_seen, *chain_seen, now;
	sb_u32s path, colored_rows, colored_chains;
} search;

/* --------------------------------------------------------------------------------------------------------- chains */

/* der(x) = v or der(x) = -v, between representatives. */
static bool reads_as_definition(ss_work *w, const ss_equation *q, uint32_t *x, uint32_t *v, bool *flip)
{
	sx_ref side[2] = {q->lhs, q->rhs};

	*flip = false;
	if (q->form != SS_FORM_EQUAL || q->discrete ||
		!((sx_flags(w->pool, q->lhs) | sx_flags(w->pool, q->rhs)) & SX_HAS_DER))
		return false;
	for (int i = 0; i < 2; i++)
		if (sx_op_of(w->pool, side[i]) == SX_NEG) {
			side[i] = sx_arg(w->pool, side[i], 0);
			*flip = !*flip;
		}
	int rate = sx_op_of(w->pool, side[0]) == SX_DER ? 0 : 1;
	if (sx_op_of(w->pool, side[rate]) != SX_DER || sx_op_of(w->pool, side[1 - rate]) != SX_VAR)
		return false;
	*x = ss_cell_of(w, sx_arg(w->pool, side[rate], 0));
	*v = ss_cell_of(w, side[1 - rate]);
	return *x != UINT32_MAX && *v != UINT32_MAX;
}

static uint32_t top(uint32_t *set, uint32_t i)
{
	while (set[i] != i)
		i = set[i] = set[set[i]];
	return i;
}

/* Which states are the derivatives of which, by the equations that say nothing else. */
static void link_states(ss_reduction *r)
{
	ss_work *w = r->w;
	uint32_t *set = sb_new_array(w->scratch, uint32_t, w->n + 1), x, v;
	bool *below = sb_new_array(w->scratch, bool, w->n + 1), flip;

	for (uint32_t s = 0; s < w->n; s++)
		set[s] = s;
	for (uint32_t e = 0; e < w->equations.n; e++) {
		if (w->equations.at[e].gone || !reads_as_definition(w, &w->equations.at[e], &x, &v, &flip))
			continue;
		if (!(w->traits[x] & w->traits[v] & SS_IS_STATE) || r->up[x] != UINT32_MAX || below[v] ||
			top(set, x) == top(set, v))
			continue;
		set[top(set, x)] = top(set, v);
		below[v] = true;
		r->up[x] = v;
		r->up_flipped[x] = flip;
		r->definition[x] = e + 1;
	}
}

/* Continuous Reals that the run computes; those that only keep their values in this mode if `given` says so. */
static bool is_node(ss_work *w, uint32_t s, const bool *given)
{
	return !(w->traits[s] & (SS_IS_ALIAS | SS_IS_PARAMETER | SS_IS_DISCRETE)) &&
		   (!(w->traits[s] & SS_IS_HELD) || (given && given[s])) && !w->constant[s] && w->rate_of[s] == UINT32_MAX &&
		   ss_variable(w, s)->type == SX_REAL;
}

static void make_chains(ss_reduction *r, const bool *given)
{
	ss_work *w = r->w;
	bool *inner = sb_new_array(w->scratch, bool, w->n + 1);

	for (uint32_t s = 0; s < w->n; s++)
		if (r->up[s] != UINT32_MAX)
			inner[r->up[s]] = true;
	for (uint32_t s = 0; s < w->n; s++) {
		if (inner[s] || !is_node(w, s, given))
			continue;
		ss_chain c = {.first = s, .row = UINT32_MAX};
		uint32_t last = s;
		for (uint32_t k = s; k != UINT32_MAX; k = r->up[k]) {
			r->chain_of[k] = r->chains.n;
			r->place[k] = c.named++;
			last = k;
		}
		c.order = c.before = c.named - 1 + (w->traits[last] & SS_IS_STATE ? 1 : 0);
		sb_push(w->scratch, r->chains, c);
	}
}

/* ----------------------------------------------------------------------------------------------------------- rows */

typedef struct filling {
	ss_reduction *r;
	sb_u32s chain, order, able;
	uint32_t *seen, *at;
} filling;

/* The chains of an equation, each once, with the highest order. */
static void add_pattern(filling *f, const ss_equation *q, uint32_t stamp)
{
	ss_work *w = f->r->w;
	sb_u32s keys = {0};

	if (q->form == SS_FORM_EQUAL && q->lhs == q->rhs)
		return;
	ss_depends_equation(w, q, false, &keys);
	for (uint32_t i = 0; i < keys.n; i++) {
		uint32_t s = keys.at[i] % w->n, c = keys.at[i] < 2 * w->n ? f->r->chain_of[s] : UINT32_MAX;
		uint32_t order = keys.at[i] < w->n ? f->r->place[s] : f->r->place[s] + 1;
		if (c == UINT32_MAX)
			continue;
		if (f->seen[c] == stamp) {
			if (f->order.at[f->at[c]] < order) {
				f->order.at[f->at[c]] = order;
				f->able.at[f->at[c]] = ss_may_give(w, q, false, keys.at[i]);
			}
			continue;
		}
		f->seen[c] = stamp;
		f->at[c] = f->chain.n;
		sb_push(w->scratch, f->chain, c);
		sb_push(w->scratch, f->order, order);
		sb_push(w->scratch, f->able, ss_may_give(w, q, false, keys.at[i]));
	}
}

/* A row that gives what is no chain. An equation between Reals that move may have been matched with something that a
 * when-clause gives as well, which is then left over; it is free to give a chain. */
static bool stands_apart(ss_work *w, const ss_reduction *r, const ss_equation *q, uint32_t key)
{
	sb_u32s keys = {0};

	if (key == UINT32_MAX || r->chain_of[key % w->n] != UINT32_MAX)
		return false;
	if (w->traits[key % w->n] & SS_IS_HELD || q->form != SS_FORM_EQUAL || sx_type_of(w->pool, q->lhs) != SX_REAL)
		return true;
	ss_depends_equation(w, q, false, &keys);
	for (uint32_t i = 0; i < keys.n; i++)
		if (keys.at[i] < 2 * w->n && r->chain_of[keys.at[i] % w->n] != UINT32_MAX)
			return false;
	return true;
}

/* Rows of the run's system, but for those of what changes at events only and of inputs, and for definitions. */
static void make_rows(ss_reduction *r, const ss_system *s)
{
	ss_work *w = r->w;
	filling f = {.r = r};
	sb_u32s first = {0}, equation = {0}, only = {0}, match = {0};

	f.seen = sb_new_array(w->scratch, uint32_t, r->chains.n + 1);
	f.at = sb_new_array(w->scratch, uint32_t, r->chains.n + 1);
	for (uint32_t k = 0; k < s->row_count; k++) {
		const ss_row *row = &s->rows[k];
		const ss_equation *q = s->equations[row->equation];
		uint32_t number = (uint32_t)(q - w->equations.at), given = s->unknown_of_row[k];
		uint32_t key = given == UINT32_MAX ? UINT32_MAX : s->unknowns[given], x, v;
		bool flip, definition = reads_as_definition(w, q, &x, &v, &flip) && r->definition[x] == number + 1;
		if (q->discrete || definition || stands_apart(w, r, q, key))
			continue;
		key = key != UINT32_MAX && r->chain_of[key % w->n] == UINT32_MAX ? UINT32_MAX : key;
		sb_push(w->scratch, first, f.chain.n);
		sb_push(w->scratch, equation, number);
		add_pattern(&f, q, equation.n);
		uint32_t chain = UINT32_MAX;
		if (q->form == SS_FORM_ALGORITHM)
			chain = r->chain_of[ss_key(w, q->targets.at[k - s->first_row[row->equation]]) % w->n];
		sb_push(w->scratch, only, chain);
		bool highest =
			key != UINT32_MAX && r->place[key % w->n] + (key >= w->n) == r->chains.at[r->chain_of[key % w->n]].order;
		sb_push(w->scratch, match, highest ? r->chain_of[key % w->n] : UINT32_MAX);
	}
	sb_push(w->scratch, first, f.chain.n);
	r->rows = equation.n;
	r->equation = equation.at;
	r->only = only.at;
	r->first = first.at;
	r->chain = f.chain.at;
	r->order = f.order.at;
	r->able = f.able.at;
	r->match = match.at;
	r->times = sb_new_array(w->scratch, uint32_t, r->rows + 1);
}

/* ------------------------------------------------------------------------------------------------------- the search */

static bool gives(const search *f, uint32_t row, uint32_t k)
{
	const ss_reduction *r = f->r;
	uint32_t c = r->chain[k];

	if (!r->able[k] || (r->only[row] != UINT32_MAX && r->only[row] != c))
		return false;
	return f->any_order || r->order[k] + r->times[row] == r->chains.at[c].order;
}

static void enter_row(search *f, uint32_t row)
{
	sb_arena *a = f->r->w->scratch;

	f->row_seen[row] = f->now;
	f->next[row] = f->r->first[row];
	sb_push(a, f->path, row);
	sb_push(a, f->colored_rows, row);
}

/* A chain that nobody gives yet, from the row at the end of the path. */
static bool find_free(search *f, uint32_t row, uint32_t *chain)
{
	for (uint32_t k = f->r->first[row]; k < f->r->first[row + 1]; k++)
		if (f->giver[f->r->chain[k]] == UINT32_MAX && gives(f, row, k)) {
			*chain = f->r->chain[k];
			return true;
		}
	return false;
}

static void turn_over(search *f, uint32_t chain)
{
	for (uint32_t i = f->path.n; i-- > 0;) {
		uint32_t row = f->path.at[i], before = f->match[row];
		f->match[row] = chain;
		f->giver[chain] = row;
		chain = before;
	}
}

static bool augment(search *f, uint32_t start)
{
	ss_reduction *r = f->r;
	uint32_t free;

	f->now++;
	f->path.n = f->colored_rows.n = f->colored_chains.n = 0;
	enter_row(f, start);
	while (f->path.n) {
		uint32_t row = f->path.at[f->path.n - 1];
		bool deeper = false;
		if (f->next[row] == r->first[row] && find_free(f, row, &free)) {
			turn_over(f, free);
			return true;
		}
		while (f->next[row] < r->first[row + 1] && !deeper) {
			uint32_t k = f->next[row]++, c = r->chain[k];
			if (f->chain_seen[c] == f->now || !gives(f, row, k))
				continue;
			f->chain_seen[c] = f->now;
			sb_push(r->w->scratch, f->colored_chains, c);
			if (f->row_seen[f->giver[c]] != f->now) {
				enter_row(f, f->giver[c]);
				deeper = true;
			}
		}
		if (!deeper)
			f->path.n--;
	}
	return false;
}

static search start_search(ss_reduction *r, uint32_t *match, bool any_order)
{
	sb_arena *a = r->w->scratch;
	search f = {.r = r, .any_order = any_order, .match = match};

	f.giver = sb_new_array(a, uint32_t, r->chains.n + 1);
	f.next = sb_new_array(a, uint32_t, r->rows + 1);
	f.row_seen = sb_new_array(a, uint32_t, r->rows + 1);
	f.chain_seen = sb_new_array(a, uint32_t, r->chains.n + 1);
	for (uint32_t c = 0; c < r->chains.n; c++)
		f.giver[c] = UINT32_MAX;
	for (uint32_t k = 0; k < r->rows; k++)
		if (match[k] != UINT32_MAX)
			f.giver[match[k]] = k;
	return f;
}

/* Can every row give a chain at all? */
static bool comes_to_an_end(ss_reduction *r)
{
	uint32_t *match = sb_new_array(r->w->scratch, uint32_t, r->rows + 1);

	if (r->rows != r->chains.n)
		return false;
	for (uint32_t k = 0; k < r->rows; k++)
		match[k] = r->match[k];
	search f = start_search(r, match, true);
	for (uint32_t k = 0; k < r->rows; k++)
		if (match[k] == UINT32_MAX && !augment(&f, k))
			return false;
	return true;
}

static void make_pattern(ss_reduction *r, const ss_system *s, const bool *given)
{
	sb_arena *a = r->w->scratch;
	uint32_t n = r->w->n;

	r->room = n + 1;
	r->chains.n = 0;
	r->chain_of = sb_new_array(a, uint32_t, n + 1);
	r->place = sb_new_array(a, uint32_t, n + 1);
	r->up = sb_new_array(a, uint32_t, n + 1);
	r->up_flipped = sb_new_array(a, bool, n + 1);
	r->definition = sb_new_array(a, uint32_t, n + 1);
	for (uint32_t k = 0; k <= n; k++)
		r->chain_of[k] = r->up[k] = UINT32_MAX;
	link_states(r);
	make_chains(r, given);
	make_rows(r, s);
}

/* A state of other modes keeps its value in this one, unless an equation gives it: then the equation is not there for
 * anything else (x = der(y) beside a constraint on y). Which of them are given so that every row gives something? NULL:
 * that does not help. */
static const bool *held_that_are_given(ss_reduction *r, const ss_system *s)
{
	ss_work *w = r->w;
	bool *given = sb_new_array(w->scratch, bool, w->n + 1), any = false;

	for (uint32_t k = 0; k < w->n; k++)
		any = (given[k] = (w->traits[k] & SS_IS_HELD) != 0) || any;
	if (!any)
		return NULL;
	make_pattern(r, s, given);
	search f = start_search(r, r->match, true);
	for (uint32_t k = 0; k < r->rows; k++)
		if (r->match[k] == UINT32_MAX && !augment(&f, k))
			return NULL;
	for (uint32_t k = 0; k < w->n; k++)
		given[k] = given[k] && r->chain_of[k] != UINT32_MAX && f.giver[r->chain_of[k]] != UINT32_MAX;
	return given;
}

bool ss_pantelides(ss_reduction *r, const ss_system *s)
{
	make_pattern(r, s, NULL);
	if (!comes_to_an_end(r)) {
		const bool *given = held_that_are_given(r, s);
		if (!given)
			return false;
		make_pattern(r, s, given);
		if (!comes_to_an_end(r))
			return false;
	}
	search f = start_search(r, r->match, false);
	for (uint32_t k = 0; k < r->rows; k++) {
		if (r->match[k] != UINT32_MAX)
			continue;
		while (!augment(&f, k)) {
			for (uint32_t i = 0; i < f.colored_rows.n; i++)
				r->times[f.colored_rows.at[i]]++;
			for (uint32_t i = 0; i < f.colored_chains.n; i++)
				r->chains.at[f.colored_chains.at[i]].order++;
			if (r->times[k] > r->chains.n + 1)
				return false; /* comes_to_an_end says that this cannot be */
		}
	}
	for (uint32_t c = 0; c < r->chains.n; c++)
		r->chains.at[c].row = f.giver[c];
	return true;
}
