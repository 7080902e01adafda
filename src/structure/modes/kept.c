/* What an instant keeps. Read over the instant, an equation that is no constraint says that a sum of jumps and
 * impulses, each with its factor, is zero: J1*(w1 after - w1 before) = -P and J2*(w2 after - w2 before) = P. Without
 * the impulses, sums of jumps remain that are zero: J1*w1 + J2*w2 is the same before and after. People who read that
 * two speeds have jumped want to know which sum that is, in the words of the model; so the factors stay expressions,
 * and the impulses are eliminated one by one, those first that occur in the fewest equations. */
#include "structure/modes/modes.h"

/* More equations than these are not eliminated: nobody would read the sum. */
enum { EQUATIONS_MOST = 300, TERMS_MOST = 12 };

typedef struct term { uint32_t key; sx_ref factor; } term;
typedef struct row { sb_vec(term) terms; bool used, told; } row;

typedef struct keeping {
	ss_work *w;
	const bool *reached, *settled;
	uint32_t *jumps;                 /* by key: the cell whose jump it is + 1; 0: it is an impulse */
	bool *flipped;                   /* by key: it is the negative of the jump */
	/* by key: it is to be eliminated: an impulse, or the jump of what is integrated from one that has a name */
	bool *goes;
	sb_vec(row) rows;
} keeping;

static sx_ref times(ss_work *w, sx_ref a, sx_ref b)
{
	sx_pool *p = w->pool;

	if (sx_op_of(p, a) == SX_NEG)
		return sx_unary(p, SX_NEG, times(w, sx_arg(p, a, 0), b));
	if (sx_op_of(p, b) == SX_NEG)
		return sx_unary(p, SX_NEG, times(w, a, sx_arg(p, b, 0)));
	if (sx_op_of(p, a) == SX_DIV && sx_arg(p, a, 1) == b)
		return sx_arg(p, a, 0);
	if (sx_op_of(p, b) == SX_DIV && sx_arg(p, b, 1) == a)
		return sx_arg(p, b, 0);
	if (sx_is_number(p, a, -1))
		return sx_unary(p, SX_NEG, b);
	if (sx_is_number(p, b, -1))
		return sx_unary(p, SX_NEG, a);
	return sx_binary(p, SX_MUL, a, b);
}

static sx_ref by(ss_work *w, sx_ref a, sx_ref b)
{
	sx_pool *p = w->pool;

	if (a == b)
		return sx_real(p, 1);
	if (sx_op_of(p, a) == SX_NEG)
		return sx_unary(p, SX_NEG, by(w, sx_arg(p, a, 0), b));
	if (sx_op_of(p, b) == SX_NEG)
		return sx_unary(p, SX_NEG, by(w, a, sx_arg(p, b, 0)));
	if (sx_is_number(p, b, -1))
		return sx_unary(p, SX_NEG, a);
	return sx_binary(p, SX_DIV, a, b);
}

static sx_ref minus(ss_work *w, sx_ref a, sx_ref b)
{
	sx_pool *p = w->pool;

	if (a == b)
		return w->zero;
	if (sx_is_number(p, a, 0))
		return sx_unary(p, SX_NEG, b);
	return sx_op_of(p, b) == SX_NEG ? sx_binary(p, SX_ADD, a, sx_arg(p, b, 0)) : sx_binary(p, SX_SUB, a, b);
}

static sx_ref factor_of(const row *r, uint32_t key)
{
	for (uint32_t i = 0; i < r->terms.n; i++)
		if (r->terms.at[i].key == key)
			return r->terms.at[i].factor;
	return 0;
}

static void scale(ss_work *w, row *r, sx_ref factor)
{
	for (uint32_t i = 0; i < r->terms.n; i++)
		r->terms.at[i].factor = times(w, r->terms.at[i].factor, factor);
}

/* der(v) = i/C is read as C*der(v) = i, so that the sums are those of the textbooks. */
static void clear_divisors(keeping *k, row *r)
{
	sx_pool *p = k->w->pool;

	for (uint32_t i = 0; i < r->terms.n; i++) {
		sx_ref f = r->terms.at[i].factor;
		f = sx_op_of(p, f) == SX_NEG ? sx_arg(p, f, 0) : f;
		if (k->goes[r->terms.at[i].key] && sx_op_of(p, f) == SX_DIV)
			scale(k->w, r, sx_arg(p, f, 1));
	}
}

/* What is reached is unknown. If the equation is not linear in that, what is settled may be a factor. */
static bool split_reached(const keeping *k, const ss_equation *q, ss_parts *parts)
{
	ss_work *w = k->w;
	sx_ref residual = sx_binary(w->pool, SX_SUB, q->lhs, q->rhs);

	for (int known = 0; known < 2; known++) {
		w->mark_now++;
		for (uint32_t key = 0; key < 2 * w->n; key++)
			if (k->reached[key] && !(known && k->settled[key]))
				w->mark[key] = w->mark_now;
		if (ss_linear_parts(w, residual, parts))
			return true;
	}
	return false;
}

/* False: it is none of the kind, or says nothing. */
static bool read_row(keeping *k, const ss_equation *q, row *r)
{
	ss_work *w = k->w;
	ss_parts parts;

	if (q->gone || q->constraint || q->form != SS_FORM_EQUAL || q->domain.n || q->discrete)
		return false;
	if (!split_reached(k, q, &parts) || !sx_is_number(w->pool, parts.rest, 0))
		return false;
	*r = (row){0};
	for (uint32_t i = 0; i < parts.keys.n; i++)
		sb_push(w->scratch, r->terms, ((term){ parts.keys.at[i], parts.factors.at[i] }));
	clear_divisors(k, r);
	return r->terms.n;
}

static bool is_unit(ss_work *w, sx_ref factor)
{
	return sx_is_number(w->pool, factor, 1) || sx_is_number(w->pool, factor, -1);
}

/* der(q) = i: what is integrated from an impulse. */
static void mark_integral(keeping *k, const row *r)
{
	for (uint32_t i = 0; i < 2 && r->terms.n == 2; i++) {
		const term *jump = &r->terms.at[i], *impulse = &r->terms.at[1 - i];
		if (jump->key >= k->w->n && !k->jumps[impulse->key] && is_unit(k->w, jump->factor) &&
			is_unit(k->w, impulse->factor))
			k->goes[jump->key] = true;
	}
}

static bool is_sure(ss_work *w, sx_ref factor)
{
	return sx_is_const(w->pool, factor) ||
		   (sx_op_of(w->pool, factor) == SX_NEG && sx_is_const(w->pool, sx_arg(w->pool, factor, 0)));
}

/* What occurs in the fewest rows, impulses before jumps, and the shortest of these rows to eliminate it with, one with
 * a number as its factor if there is one. */
static bool choose(keeping *k, uint32_t *key, row **with)
{
	uint32_t *count = sb_new_array(k->w->scratch, uint32_t, 2 * k->w->n + 1), fewest = UINT32_MAX;

	for (uint32_t i = 0; i < k->rows.n; i++)
		for (uint32_t t = 0; t < k->rows.at[i].terms.n && !k->rows.at[i].used; t++)
			count[k->rows.at[i].terms.at[t].key]++;
	for (uint32_t u = 0; u < 2 * k->w->n && (u < k->w->n || fewest == UINT32_MAX); u++)
		if (count[u] && k->goes[u] && count[u] < fewest) {
			fewest = count[u];
			*key = u;
		}
	*with = NULL;
	for (uint32_t i = 0; i < k->rows.n && fewest != UINT32_MAX; i++) {
		row *r = &k->rows.at[i];
		sx_ref f = r->used ? 0 : factor_of(r, *key);
		if (!f)
			continue;
		bool surer = !*with || is_sure(k->w, f) > is_sure(k->w, factor_of(*with, *key));
		bool as_sure = *with && is_sure(k->w, f) == is_sure(k->w, factor_of(*with, *key));
		if (surer || (as_sure && r->terms.n < (*with)->terms.n))
			*with = r;
	}
	return *with != NULL;
}

/* r - factor/pivot * with, without the key. */
static void subtract(ss_work *w, row *r, const row *with, uint32_t key)
{
	sx_ref part = by(w, factor_of(r, key), factor_of(with, key));
	row sum = {0};

	for (uint32_t i = 0; i < r->terms.n; i++) {
		term t = r->terms.at[i];
		sx_ref other = factor_of(with, t.key);
		t.factor = other ? minus(w, t.factor, times(w, part, other)) : t.factor;
		if (t.key != key && !sx_is_number(w->pool, t.factor, 0))
			sb_push(w->scratch, sum.terms, t);
	}
	for (uint32_t i = 0; i < with->terms.n; i++) {
		term t = with->terms.at[i];
		if (t.key != key && !factor_of(r, t.key))
			sb_push(w->scratch, sum.terms, ((term){ t.key, sx_unary(w->pool, SX_NEG, times(w, part, t.factor)) }));
	}
	*r = sum;
}

static void eliminate(keeping *k)
{
	uint32_t key = 0;
	row *with;

	while (choose(k, &key, &with)) {
		with->used = true;
		with->told = key >= k->w->n;
		for (uint32_t i = 0; i < k->rows.n; i++)
			if (!k->rows.at[i].used && factor_of(&k->rows.at[i], key))
				subtract(k->w, &k->rows.at[i], with, key);
	}
}

/* What is settled is read by its name, and not as its value before and its jump. */
static sx_ref value_of_pre(sx_rewriter *self, sx_pool *pool, sx_ref e)
{
	const keeping *k = self->context;
	sx_op op = sx_op_of(pool, e);
	uint32_t key = op == SX_VAR || op == SX_DER ? ss_key(k->w, e) : UINT32_MAX;

	if (key != UINT32_MAX && key < 2 * k->w->n && k->settled[key])
		return k->w->zero;
	return op == SX_PRE ? sx_arg(pool, e, 0) : 0;
}

/* The size of a factor, and whether it is subtracted. */
static sx_ref without_sign(ss_work *w, sx_ref factor, bool *negative)
{
	sx_pool *p = w->pool;
	sx_op op = sx_op_of(p, factor);
	sx_ref first = op == SX_NEG || op == SX_MUL || op == SX_DIV ? sx_arg(p, factor, 0) : 0;

	if (op == SX_NEG) {
		*negative = !*negative;
		return without_sign(w, first, negative);
	}
	if (sx_is_const(p, factor) && sx_real_value(p, factor) < 0) {
		*negative = !*negative;
		return sx_real(p, -sx_real_value(p, factor));
	}
	return first && (op == SX_MUL || op == SX_DIV)
			   ? sx_binary(p, op, without_sign(w, first, negative), sx_arg(p, factor, 1))
			   : factor;
}

/* In the order of the declarations. */
static void sort_terms(keeping *k, row *r)
{
	for (uint32_t i = 1; i < r->terms.n; i++)
		for (uint32_t j = i; j && k->jumps[r->terms.at[j - 1].key] > k->jumps[r->terms.at[j].key]; j--) {
			term t = r->terms.at[j];
			r->terms.at[j] = r->terms.at[j - 1];
			r->terms.at[j - 1] = t;
		}
}

static bool see_latch(void *context, const sx_pool *pool, sx_ref e)
{
	bool *any = context;

	*any = *any || sx_op_of(pool, e) == SX_LATCH;
	return !*any;
}

/* What is multiplied by a condition is no sum that a person would recognise. */
static bool has_condition(const keeping *k, const row *r)
{
	bool any = false;

	for (uint32_t t = 0; t < r->terms.n; t++)
		sx_visit(k->w->pool, r->terms.at[t].factor, see_latch, &any);
	return any;
}

static void tell_row(keeping *k, row *r, sx_rewriter *plain)
{
	ss_work *w = k->w;
	ss_kept sum = {0};

	sort_terms(k, r);
	for (uint32_t t = 0; t < r->terms.n; t++) {
		uint32_t key = r->terms.at[t].key, cell = k->jumps[key] - 1;
		bool negative = false;
		sx_ref factor = k->flipped[key] ? sx_unary(w->pool, SX_NEG, r->terms.at[t].factor) : r->terms.at[t].factor;
		sx_ref size = without_sign(w, factor, &negative);
		sx_ref read = sx_binary(w->pool, SX_MUL, sx_rewrite(plain, w->pool, size), w->leaf[cell]);
		sb_push(w->arena, sum.terms, ((ss_kept_term){ ss_scalar_of_cell(w, cell), factor, read, negative }));
	}
	sb_push(w->arena, w->plan->kept, sum);
}

static void tell_rows(keeping *k)
{
	sx_rewriter plain = sx_rewriter_new(k->w->scratch, NULL, k);

	plain.enter = value_of_pre;
	for (int used = 0; used < 2; used++)
		for (uint32_t i = 0; i < k->rows.n; i++) {
			row *r = &k->rows.at[i];
			if (r->used == used && r->used == r->told && r->terms.n >= 2 && r->terms.n <= TERMS_MOST &&
				!has_condition(k, r))
				tell_row(k, r, &plain);
		}
}

/* Which unknowns are jumps, and which impulses. Those of charges and of momenta that a model integrates are not what
 * people want to read first. */
static void sort_keys(keeping *k)
{
	ss_work *w = k->w;

	for (uint32_t s = 0; s < w->n; s++) {
		k->jumps[w->n + s] = s + 1;
		if (w->links && w->links[s].place == SS_LAST && w->links[s].up < w->n) {
			k->jumps[w->links[s].up] = s + 1;
			k->flipped[w->links[s].up] = w->links[s].flipped;
		}
	}
	for (uint32_t s = 0; s < w->n; s++) {
		uint32_t rate = w->rate_of[s] == UINT32_MAX ? s : w->n + w->rate_of[s];
		if (!k->reached[rate] || k->jumps[s])
			continue;
		k->goes[rate] = true;
		if (!ss_variable(w, s)->hidden)
			sb_push(w->arena, w->plan->impulsive, ss_scalar_of_cell(w, s));
	}
}

void ss_list_kept(const ss_impulses *m)
{
	ss_work *w = m->w;
	keeping k = { .w = w, .reached = m->reached, .settled = m->settled };
	row r;

	k.jumps = sb_new_array(w->scratch, uint32_t, 2 * w->n + 1);
	k.goes = sb_new_array(w->scratch, bool, 2 * w->n + 1);
	k.flipped = sb_new_array(w->scratch, bool, 2 * w->n + 1);
	sort_keys(&k);
	for (uint32_t e = 0; e < w->equations.n && k.rows.n <= EQUATIONS_MOST; e++)
		if (read_row(&k, &w->equations.at[e], &r))
			sb_push(w->scratch, k.rows, r);
	if (k.rows.n > EQUATIONS_MOST)
		return;
	for (uint32_t i = 0; i < k.rows.n; i++)
		mark_integral(&k, &k.rows.at[i]);
	eliminate(&k);
	tell_rows(&k);
}
