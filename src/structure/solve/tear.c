/* Tearing. An equation with one open unknown that can be solved for it becomes an assignment; when there is none, the
 * unknown that occurs in most open equations, above all where they cannot be solved for it, is torn: taken as given by
 * the iteration. A variable whose start the user wrote is preferred: that is the guess he wants the iteration to begin
 * with. In the end as many equations are left as unknowns were torn: these are the residuals.
 *
 * No exponential is taken of what came out of one. The voltage that a resistor makes of a diode's current would be the
 * argument of the next diode's exponential, and a change of the torn voltage by a millionth makes 1e200 of it: no
 * iteration finds its way there. Such an argument is torn itself.
 *
 * The Jacobian goes through the assignments: every assigned unknown has its derivatives by the torn ones as
 * temporaries. Where that would fill up, nothing is torn and the iteration takes all unknowns with the sparse Jacobian
 * of all equations. */
#include "structure/solve/solve.h"
#include "structure/system/system.h"

typedef struct gradient { sb_u32s by; sm_exprs value; } gradient;      /* by torn unknown */
typedef struct candidate { uint32_t merit, unknown; } candidate;
typedef struct tearing {
	ss_work *w;
	ss_equation *const *equations; uint32_t n; const uint32_t *keys; bool initial;
	sb_u32s *holds, *held_by;        /* unknowns of each equation, equations of each unknown */
	uint32_t *open;                  /* by equation: how many of its unknowns are open */
	bool *known, *used;
	sb_u32s ready, order, inner_of,
		torn; /* equations to look at; assigned equations in order, their unknowns; torn unknowns */
	sm_exprs values;                 /* of the assignments */
	uint32_t *torn_number;           /* by unknown, or UINT32_MAX */
	uint32_t *stubborn;              /* by unknown: how many equations hold it and cannot be solved for it */
	uint32_t *depth;                 /* by unknown: the longest chain of assignments that leads to it */
	bool *exponent, *exponential;    /* by unknown: it is in an argument of an exponential; it came out of one */
	bool *steep;                     /* by equation: it has an exponential of its unknowns */
	uint32_t *merit;                 /* by unknown: how much would be gained by tearing it; only ever falls */
	bool *counted;                   /* by equation: it counts in the merit of its unknowns */
	sb_vec(candidate) heap;          /* best first, with merits that may have fallen since */
} tearing;

/* A long chain of assignments makes small changes of the torn unknowns large at its end (v[i+1] = 3*v[i] - v[i-1], as
 * from a long ladder), so chains are cut. */
enum { STUBBORN_COUNTS = 2, COUNT_MOST = 3000, DEPTH_MOST = 10 };

static bool may_divide(void *context, sx_ref divisor)
{
	ss_work *w = context;

	if (sx_is_const(w->pool, divisor))
		return !sx_is_number(w->pool, divisor, 0);
	return ss_constant_parts(w, divisor) && !ss_zero_by_parameter(w, divisor);
}

/* Linear ones only: the inverse of a function may leave its domain while the iteration is under way. */
static bool solvable(tearing *t, uint32_t e, uint32_t u)
{
	ss_work *w = t->w;
	const ss_equation *q = t->equations[e];
	sx_ref residual = sx_binary(w->pool, SX_SUB, ss_left(q, t->initial), ss_right(q, t->initial)), a, b;

	return sx_linear(w->pool, residual, ss_leaf(w, t->keys[u]), &a, &b) && may_divide(w, a);
}

/* Only equations that are still open in more than one unknown are a reason to tear one of them. */
static void stop_counting(tearing *t, uint32_t e)
{
	if (!t->counted[e])
		return;
	t->counted[e] = false;
	for (uint32_t i = 0; i < t->holds[e].n; i++)
		t->merit[t->holds[e].at[i]]--;
}

static void close_unknown(tearing *t, uint32_t u)
{
	t->known[u] = true;
	for (uint32_t i = 0; i < t->held_by[u].n; i++) {
		uint32_t e = t->held_by[u].at[i];
		if (--t->open[e] == 1) {
			stop_counting(t, e);
			if (!t->used[e])
				sb_push(t->w->scratch, t->ready, e);
		}
	}
}

static void try_equation(tearing *t, uint32_t e)
{
	ss_work *w = t->w;
	uint32_t u = UINT32_MAX, depth = 0;
	bool grows = t->steep[e];

	if (t->used[e] || t->open[e] != 1)
		return;
	for (uint32_t i = 0; i < t->holds[e].n; i++) {
		uint32_t held = t->holds[e].at[i];
		if (!t->known[held])
			u = held;
		else if (t->depth[held] > depth)
			depth = t->depth[held];
		grows |= t->exponential[held];
	}
	if (depth >= DEPTH_MOST || (grows && t->exponent[u]) || !solvable(t, e, u))
		return;
	const ss_equation *q = t->equations[e];
	sx_ref value =
		sx_solve(w->pool, ss_left(q, t->initial), ss_right(q, t->initial), ss_leaf(w, t->keys[u]), may_divide, w);
	if (!value)
		return;
	t->used[e] = true;
	stop_counting(t, e);
	t->depth[u] = depth + 1;
	t->exponential[u] = grows;
	sb_push(w->scratch, t->order, e);
	sb_push(w->scratch, t->inner_of, u);
	sb_push(w->scratch, t->values, value);
	close_unknown(t, u);
}

static bool before(const candidate *a, const candidate *b)
{
	return a->merit != b->merit ? a->merit > b->merit : a->unknown < b->unknown;
}

static void sink(tearing *t, uint32_t i)
{
	candidate *heap = t->heap.at;

	for (;;) {
		uint32_t best = i;
		for (uint32_t child = 2 * i + 1; child <= 2 * i + 2 && child < t->heap.n; child++)
			if (before(&heap[child], &heap[best]))
				best = child;
		if (best == i)
			return;
		candidate swapped = heap[i];
		heap[i] = heap[best];
		heap[best] = swapped;
		i = best;
	}
}

static void rate_unknowns(tearing *t)
{
	for (uint32_t u = 0; u < t->n; u++) {
		t->merit[u] = 1 + STUBBORN_COUNTS * t->stubborn[u] + ss_worth_of_guess(t->w, t->keys[u], t->initial);
		for (uint32_t i = 0; i < t->held_by[u].n; i++)
			t->merit[u] += t->open[t->held_by[u].at[i]] > 1;
		sb_push(t->w->scratch, t->heap, ((candidate){ t->merit[u], u }));
	}
	for (uint32_t e = 0; e < t->n; e++)
		t->counted[e] = t->open[e] > 1;
	for (uint32_t i = t->heap.n / 2; i-- > 0;)
		sink(t, i);
}

/* Merits only fall, so the first of the heap is the best as soon as what it says still holds. */
static uint32_t most_held(tearing *t)
{
	while (t->heap.n) {
		candidate *top = &t->heap.at[0];
		if (!t->known[top->unknown] && top->merit == t->merit[top->unknown])
			return top->unknown;
		if (t->known[top->unknown])
			*top = t->heap.at[--t->heap.n];
		else
			top->merit = t->merit[top->unknown];
		sink(t, 0);
	}
	return UINT32_MAX;
}

typedef struct looking { tearing *t; uint32_t equation; } looking;

static bool is_steep(const sx_pool *pool, sx_ref e)
{
	sx_op op = sx_op_of(pool, e);
	return op == SX_EXP || op == SX_SINH || op == SX_COSH || (op == SX_POW && !sx_is_const(pool, sx_arg(pool, e, 1)));
}

static bool see_exponential(void *context, const sx_pool *pool, sx_ref e)
{
	const looking *l = context;
	ss_work *w = l->t->w;
	sb_u32s keys = {0};

	if (!is_steep(pool, e))
		return true;
	ss_depends(w, e, &keys);
	for (uint32_t i = 0; i < keys.n; i++)
		if (w->mark[keys.at[i]] == w->mark_now)
			l->t->steep[l->equation] = l->t->exponent[w->local[keys.at[i]]] = true;
	return true;
}

static void find_exponentials(tearing *t)
{
	for (uint32_t e = 0; e < t->n && t->n <= COUNT_MOST; e++) {
		const ss_equation *q = t->equations[e];
		looking l = { t, e };
		if (q->form != SS_FORM_EQUAL)
			continue;
		sx_visit(t->w->pool, ss_left(q, t->initial), see_exponential, &l);
		sx_visit(t->w->pool, ss_right(q, t->initial), see_exponential, &l);
	}
}

static void find_incidence(tearing *t)
{
	ss_work *w = t->w;
	sb_u32s keys = {0};

	w->mark_now++;
	for (uint32_t u = 0; u < t->n; u++) {
		w->mark[t->keys[u]] = w->mark_now;
		w->local[t->keys[u]] = u;
	}
	for (uint32_t e = 0; e < t->n; e++) {
		keys.n = 0;
		ss_depends_equation(w, t->equations[e], t->initial, &keys);
		for (uint32_t i = 0; i < keys.n; i++) {
			if (w->mark[keys.at[i]] != w->mark_now)
				continue;
			uint32_t u = w->local[keys.at[i]];
			sb_push(w->scratch, t->holds[e], u);
			sb_push(w->scratch, t->held_by[u], e);
			t->open[e]++;
		}
	}
	for (uint32_t e = 0; e < t->n && t->n <= COUNT_MOST; e++)
		for (uint32_t i = 0; i < t->holds[e].n; i++)
			t->stubborn[t->holds[e].at[i]] += !solvable(t, e, t->holds[e].at[i]);
	find_exponentials(t);
}

static void tear(tearing *t)
{
	ss_work *w = t->w;
	uint32_t u;

	rate_unknowns(t);
	for (uint32_t e = 0; e < t->n; e++)
		if (t->open[e] == 1)
			sb_push(w->scratch, t->ready, e);
	for (;;) {
		while (t->ready.n)
			try_equation(t, t->ready.at[--t->ready.n]);
		if ((u = most_held(t)) == UINT32_MAX)
			return;
		t->torn_number[u] = t->torn.n;
		sb_push(w->scratch, t->torn, u);
		close_unknown(t, u);
	}
}

typedef struct slope { ss_work *w; ss_loop *b; const tearing *t; const gradient *inner; uint32_t *inner_number;
	sx_ref *sum; sb_u32s touched; uint64_t total; } slope;

static sx_ref keep(slope *s, sx_ref value)
{
	ss_work *w = s->w;
	sx_op op = sx_op_of(w->pool, value);

	if (op == SX_CONST || op == SX_LOCAL || op == SX_VAR)
		return value;
	ss_temp temp = { s->b->temp_count++, value };
	sb_push(w->arena, s->b->temps, temp);
	return sx_local(w->pool, temp.local, SX_REAL, NULL, 0);
}

static void add(slope *s, uint32_t torn, sx_ref value)
{
	if (!s->sum[torn]) {
		sb_push(s->w->scratch, s->touched, torn);
		s->sum[torn] = value;
	} else {
		s->sum[torn] = sx_binary(s->w->pool, SX_ADD, s->sum[torn], value);
	}
}

static void differentiate_term(slope *s, const ss_term *term)
{
	ss_work *w = s->w;
	sb_u32s keys = {0};

	ss_depends(w, term->e, &keys);
	for (uint32_t i = 0; i < keys.n; i++) {
		if (w->mark[keys.at[i]] != w->mark_now)
			continue;
		uint32_t u = w->local[keys.at[i]];
		sx_ref by = ss_partial(w, term->e, ss_leaf(w, keys.at[i]), SS_ONE_SIDED);
		if (sx_is_number(w->pool, by, 0))
			continue;
		by = term->negative ? sx_unary(w->pool, SX_NEG, by) : by;
		if (s->t->torn_number[u] != UINT32_MAX) {
			add(s, s->t->torn_number[u], by);
			continue;
		}
		const gradient *g = &s->inner[s->inner_number[u]];
		if (g->by.n > 1)
			by = keep(s, by);
		for (uint32_t k = 0; k < g->by.n; k++)
			add(s, g->by.at[k], sx_binary(w->pool, SX_MUL, by, g->value.at[k]));
	}
}

/* d e / d (torn unknowns), through the assignments so far, into s->sum. */
static void differentiate(slope *s, sx_ref e)
{
	ss_terms terms = {0};

	s->touched.n = 0;
	ss_split_sum(s->w, e, &terms);
	for (uint32_t i = 0; i < terms.n; i++)
		differentiate_term(s, &terms.at[i]);
	s->total += s->touched.n;
}

/* By columns: the entries that are elements of what one call of a derivative gives come together then, and it is called
 * once. */
static void sort_entries(ss_work *w, ss_loop *b)
{
	ss_entry *sorted = sb_new_array(w->arena, ss_entry, b->matrix.n + 1);
	uint32_t *at = sb_new_array(w->scratch, uint32_t, b->n + 2), calls = 0;

	for (uint32_t i = 0; i < b->matrix.n; i++) {
		at[b->matrix.at[i].col + 1]++;
		calls += (sx_flags(w->pool, b->matrix.at[i].value) & SX_HAS_CALL) != 0;
	}
	if (!calls)
		return;
	for (uint32_t c = 0; c < b->n; c++)
		at[c + 1] += at[c];
	for (uint32_t i = 0; i < b->matrix.n; i++)
		sorted[at[b->matrix.at[i].col]++] = b->matrix.at[i];
	b->matrix.at = sorted;
	b->matrix.cap = b->matrix.n + 1;
}

static bool make_jacobian(ss_work *w, tearing *t, ss_loop *b)
{
	gradient *inner = sb_new_array(w->scratch, gradient, t->order.n + 1);
	slope s = { .w = w, .b = b, .t = t, .inner = inner };

	s.inner_number = sb_new_array(w->scratch, uint32_t, t->n + 1);
	s.sum = sb_new_array(w->scratch, sx_ref, t->torn.n + 1);
	for (uint32_t i = 0; i < t->order.n; i++) {
		differentiate(&s, t->values.at[i]);
		s.inner_number[t->inner_of.at[i]] = i;
		for (uint32_t k = 0; k < s.touched.n; k++) {
			uint32_t by = s.touched.at[k];
			sb_push(w->scratch, inner[i].by, by);
			sb_push(w->scratch, inner[i].value, keep(&s, s.sum[by]));
			s.sum[by] = 0;
		}
		if (s.total > 50 * (uint64_t)t->n + 10000)
			return false;
	}
	for (uint32_t r = 0; r < b->n; r++) {
		differentiate(&s, b->residuals[r]);
		for (uint32_t k = 0; k < s.touched.n; k++) {
			ss_entry entry = { r, s.touched.at[k], s.sum[s.touched.at[k]] };
			sb_push(w->arena, b->matrix, entry);
			s.sum[s.touched.at[k]] = 0;
		}
	}
	sort_entries(w, b);
	return true;
}

/* Start values of unknowns that are not iterated over: the solution is to be near to them, too (E282). Large loops take
 * the first one that is found. */
static void list_leanings(ss_work *w, const tearing *t, ss_loop *b)
{
	enum { TORN_MOST = 12, MOST = 32 };
	if (!t->initial || t->torn.n > TORN_MOST)
		return;
	for (uint32_t i = 0; i < t->order.n && b->leanings.n < MOST; i++) {
		uint32_t key = t->keys[t->inner_of.at[i]];
		if (!ss_has_given_start(w, key) || sx_type_of(w->pool, ss_leaf(w, key)) != SX_REAL)
			continue;
		ss_leaning one = { i, ss_guess_of(w, key).value, ss_nominal_of(w, key) };
		sb_push(w->arena, b->leanings, one);
	}
}

static ss_loop *make_loop(ss_work *w, tearing *t)
{
	ss_loop *b = sb_new(w->arena, ss_loop);

	b->n = t->torn.n;
	b->unknowns = sb_new_array(w->arena, sx_ref, b->n + 1);
	b->residuals = sb_new_array(w->arena, sx_ref, b->n + 1);
	b->starts = sb_new_array(w->arena, sx_ref, b->n + 1);
	b->nominals = sb_new_array(w->arena, sx_ref, b->n + 1);
	b->follows = sb_new_array(w->arena, sx_ref, b->n + 1);
	b->given = sb_new_array(w->arena, bool, b->n + 1);
	for (uint32_t i = 0; i < b->n; i++) {
		uint32_t key = t->keys[t->torn.at[i]];
		b->unknowns[i] = ss_leaf(w, key);
		b->starts[i] = ss_guess_of(w, key).value;
		b->given[i] = ss_has_given_start(w, key);
		b->nominals[i] = ss_nominal_of(w, key);
		b->follows[i] = t->initial ? ss_guess_from_others(w, key) : 0;
	}
	for (uint32_t i = 0; i < t->order.n; i++) {
		const ss_equation *q = t->equations[t->order.at[i]];
		ss_step step = { .kind = SS_ASSIGN, .target = ss_leaf(w, t->keys[t->inner_of.at[i]]), .value = t->values.at[i],
			.origin = q->origin, .span = q->span };
		sb_push(w->arena, b->inner, step);
	}
	list_leanings(w, t, b);
	for (uint32_t e = 0, r = 0; e < t->n; e++)
		if (!t->used[e])
			b->residuals[r++] =
				sx_binary(w->pool, SX_SUB, ss_left(t->equations[e], t->initial), ss_right(t->equations[e], t->initial));
	for (uint32_t u = 0; u < t->n; u++)
		sb_push(w->arena, b->members, ss_leaf(w, t->keys[u]));
	b->sides = sb_new_array(w->arena, ss_sides, t->n + 1);
	for (uint32_t e = 0; e < t->n; e++) {
		sb_push(w->arena, b->equations, t->equations[e]->origin);
		b->sides[e] = (ss_sides){ss_left(t->equations[e], t->initial), ss_right(t->equations[e], t->initial)};
	}
	return b;
}

static tearing start(ss_work *w, ss_equation *const *equations, uint32_t n, const uint32_t *keys, bool initial)
{
	tearing t = { .w = w, .equations = equations, .n = n, .keys = keys, .initial = initial };

	t.holds = sb_new_array(w->scratch, sb_u32s, n + 1);
	t.held_by = sb_new_array(w->scratch, sb_u32s, n + 1);
	t.open = sb_new_array(w->scratch, uint32_t, n + 1);
	t.known = sb_new_array(w->scratch, bool, n + 1);
	t.used = sb_new_array(w->scratch, bool, n + 1);
	t.torn_number = sb_new_array(w->scratch, uint32_t, n + 1);
	t.stubborn = sb_new_array(w->scratch, uint32_t, n + 1);
	t.depth = sb_new_array(w->scratch, uint32_t, n + 1);
	t.exponent = sb_new_array(w->scratch, bool, n + 1);
	t.exponential = sb_new_array(w->scratch, bool, n + 1);
	t.steep = sb_new_array(w->scratch, bool, n + 1);
	t.merit = sb_new_array(w->scratch, uint32_t, n + 1);
	t.counted = sb_new_array(w->scratch, bool, n + 1);
	for (uint32_t u = 0; u < n; u++)
		t.torn_number[u] = UINT32_MAX;
	find_incidence(&t);
	return t;
}

ss_loop *ss_tear(ss_work *w, ss_equation *const *equations, uint32_t n, const uint32_t *keys, bool initial)
{
	tearing t = start(w, equations, n, keys, initial);

	tear(&t);
	ss_loop *b = make_loop(w, &t);
	if (make_jacobian(w, &t, b))
		return b;
	t = start(w, equations, n, keys, initial);
	for (uint32_t u = 0; u < n; u++) {
		t.torn_number[u] = u;
		sb_push(w->scratch, t.torn, u);
	}
	b = make_loop(w, &t);
	make_jacobian(w, &t, b);
	return b;
}
