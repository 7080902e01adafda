/* Equations as their author wrote them, for messages. Aliases and constants are gone from the equations that are
 * analysed, so `x = 1; x = time` arrives as `1 = time`; here the equations that were used up on the way are found
 * again. Nothing of this costs anything before there is something to say. */
#include "structure/explain/explain.h"
#include "model/print/print.h"
#include "structure/system/system.h"
#include <string.h>

enum { LONGEST_TEXT = 160 };

/* The equation of a when-clause that sets the variable. */
static const sm_equation *setter(ss_work *w, const sm_equations *body, sx_ref target)
{
	const sm_variable *v = sm_var(w->model, sx_at(w->pool, target)->payload);

	for (uint32_t i = 0; i < body->n; i++) {
		const sm_equation *q = body->at[i], *inside = NULL;
		bool same = q->lhs && sx_op_of(w->pool, q->lhs) == SX_VAR &&
			sm_var(w->model, sx_at(w->pool, q->lhs)->payload) == v;
		if (q->kind == SM_EQUAL && (q->lhs == target || (same && q->domain.n)))
			return q;
		for (uint32_t b = 0; b < q->branches.n && !inside; b++)
			inside = setter(w, &q->branches.at[b].body, target);
		if (inside)
			return inside;
	}
	return NULL;
}

static void write_call(ss_work *w, const ss_equation *q, sb_text *out)
{
	if (q->form == SS_FORM_ALGORITHM && q->origin && q->origin->kind == SM_ALGORITHM)
		sb_add(out, "the algorithm that sets ");
	else
		sb_add(out, "the call that gives ");
	sb_u32s keys = {0};
	for (uint32_t i = 0; i < q->targets.n; i++) {
		uint32_t key = ss_key(w, q->targets.at[i]);
		if (key != UINT32_MAX)
			sb_push(w->scratch, keys, key);
	}
	sb_add(out, ss_names(w, keys.at, keys.n, 4));
}

static void write_sides(ss_work *w, sx_ref left, sx_ref right, sb_text *out)
{
	sm_print_expr(w->model, ss_without_latches(w, left), out);
	sb_add(out, " = ");
	sm_print_expr(w->model, ss_without_latches(w, right), out);
}

bool ss_made_up(ss_work *w, const ss_equation *q)
{
	return q->form == SS_FORM_EQUAL && !q->start && !q->origin && sx_op_of(w->pool, q->lhs) == SX_VAR &&
		sm_var(w->model, sx_at(w->pool, q->lhs)->payload)->hidden;
}

/* Equations that were made on the way, of a state machine or of clocks, have variables that no user has seen. */
static bool shows_own_names(const char *text)
{
	for (; (text = strchr(text, '$')); text++)
		if (text[1] >= 'a' && text[1] <= 'z')
			return true;
	return false;
}

const char *ss_equation_text(ss_work *w, const ss_equation *q, sb_span *where)
{
	sb_text text = {0};
	const sm_equation *inside = NULL;

	*where = q->span;
	sb_add(&text, "");
	if (q->form == SS_FORM_EQUAL && q->discrete && q->origin && q->origin->kind == SM_WHEN)
		for (uint32_t b = 0; b < q->origin->branches.n && !inside; b++)
			inside = setter(w, &q->origin->branches.at[b].body, q->written_lhs);
	if (q->start) {
		sb_add(&text, "the start value of ");
		sb_add(&text, ss_names(w, &q->scalar, 1, 1));
	} else if (q->form != SS_FORM_EQUAL) {
		write_call(w, q, &text);
	} else if (inside) {
		write_sides(w, inside->lhs, inside->rhs, &text);
		*where = inside->span;
	} else {
		write_sides(w, q->written_lhs ? q->written_lhs : q->lhs, q->written_lhs ? q->written_rhs : q->rhs, &text);
	}
	if (shows_own_names(text.at)) {
		text.n = 0;
		sb_add(&text, "what is written here");
	}
	if (text.n > LONGEST_TEXT) {
		text.n = LONGEST_TEXT - 3;
		while (text.n && (text.at[text.n] & 0xC0) == 0x80)
			text.n--;
		text.at[text.n] = 0;
		sb_add(&text, "...");
	}
	const char *copy = sb_strdup(w->scratch, text.at);
	sb_text_free(&text);
	return copy;
}

/* ------------------------------------------------------------------------------------- what was used up on the way */

/* Which set of equal quantities a key belongs to: the key of its representative. */
uint32_t ss_set_of_key(ss_work *w, uint32_t key)
{
	bool flip = false;
	uint32_t root = ss_root(w, key % w->n, &flip);

	if (key >= w->n)
		return w->n + root;
	if (w->rate_of[root] != UINT32_MAX)
		return w->n + ss_root(w, w->rate_of[root], &flip);
	return root;
}

static bool literal(ss_work *w, uint32_t key)
{
	uint32_t set = ss_set_of_key(w, key);
	return set < w->n && w->constant[set];
}

typedef struct listing { ss_work *w; sb_u32s *keys; } listing;

static bool list_key(void *context, const sx_pool *pool, sx_ref e)
{
	listing *l = context;
	sx_op op = sx_op_of(pool, e);
	uint32_t key = op == SX_VAR || op == SX_DER ? ss_key(l->w, e) : UINT32_MAX;

	if (key != UINT32_MAX && !(l->w->traits[key % l->w->n] & SS_IS_PARAMETER))
		sb_push(l->w->scratch, *l->keys, key);
	return true;
}

static void keys_of(ss_work *w, const ss_equation *q, sb_u32s *keys)
{
	listing l = { w, keys };

	if (q->form != SS_FORM_EQUAL || !q->written_lhs)
		return;
	sx_visit(w->pool, q->written_lhs, list_key, &l);
	sx_visit(w->pool, q->written_rhs, list_key, &l);
}

/* Which equations that are gone hold each key, and a search over them. */
typedef struct trail {
	ss_work *w;
	uint32_t *first, *equation;      /* by key */
	uint32_t *from;                  /* by key: the equation by which the search came to it, or UINT32_MAX */
	uint32_t *before;                /* by equation: the key it was reached from */
	bool *listed;                    /* by equation: it is in the answer */
	ss_gone *out;
} trail;

static void index_gone(trail *t)
{
	ss_work *w = t->w;
	sb_u32s keys = {0};
	size_t all = 2 * (size_t)w->n;

	t->first = sb_new_array(w->scratch, uint32_t, all + 2);
	for (int filling = 0; filling < 2; filling++) {
		uint32_t *fill = NULL;
		if (filling) {
			fill = sb_new_array(w->scratch, uint32_t, all + 1);
			for (size_t k = 0; k < all; k++) {
				t->first[k + 1] += t->first[k];
				fill[k] = t->first[k];
			}
			t->equation = sb_new_array(w->scratch, uint32_t, t->first[all] + 1);
		}
		for (uint32_t e = 0; e < w->equations.n; e++) {
			if (!w->equations.at[e].gone)
				continue;
			keys.n = 0;
			keys_of(w, &w->equations.at[e], &keys);
			for (uint32_t i = 0; i < keys.n; i++)
				if (filling)
					t->equation[fill[keys.at[i]]++] = e;
				else
					t->first[keys.at[i] + 1]++;
		}
	}
	t->from = sb_new_array(w->scratch, uint32_t, all + 1);
	t->before = sb_new_array(w->scratch, uint32_t, w->equations.n + 1);
	t->listed = sb_new_array(w->scratch, bool, w->equations.n + 1);
}

static void list_trail(trail *t, uint32_t start, uint32_t last_equation)
{
	for (uint32_t e = last_equation;;) {
		if (!t->listed[e]) {
			t->listed[e] = true;
			sb_push(t->w->scratch, *t->out, &t->w->equations.at[e]);
		}
		if (t->before[e] == start)
			return;
		e = t->from[t->before[e]];
	}
}

/* The shortest way from a key, over equations that are gone, to another key of its set; or, with `goal` UINT32_MAX, to
 * an equation that gives a number. */
static void search(trail *t, uint32_t start, uint32_t goal)
{
	ss_work *w = t->w;
	sb_u32s queue = {0}, keys = {0};
	bool *entered = sb_new_array(w->scratch, bool, w->equations.n + 1);
	uint32_t set = ss_set_of_key(w, start);

	for (size_t k = 0; k < 2 * (size_t)w->n; k++)
		t->from[k] = UINT32_MAX;
	sb_push(w->scratch, queue, start);
	for (uint32_t at = 0; at < queue.n; at++)
		for (uint32_t i = t->first[queue.at[at]]; i < t->first[queue.at[at] + 1]; i++) {
			uint32_t e = t->equation[i];
			if (entered[e])
				continue;
			entered[e] = true;
			t->before[e] = queue.at[at];
			keys.n = 0;
			keys_of(w, &w->equations.at[e], &keys);
			if (goal == UINT32_MAX && keys.n == 1) {
				list_trail(t, start, e);
				return;
			}
			for (uint32_t k = 0; k < keys.n; k++) {
				uint32_t key = keys.at[k];
				if (key == start || t->from[key] != UINT32_MAX || (ss_set_of_key(w, key) != set && !literal(w, key)))
					continue;
				t->from[key] = e;
				if (key == goal) {
					list_trail(t, start, e);
					return;
				}
				sb_push(w->scratch, queue, key);
			}
		}
}

/* The keys that the equations were written over, each once. */
void ss_written_keys(ss_work *w, ss_equation *const *equations, uint32_t count, sb_u32s *out)
{
	sb_u32s keys = {0};

	for (uint32_t e = 0; e < count; e++)
		keys_of(w, equations[e], &keys);
	w->mark_now++;
	for (uint32_t i = 0; i < keys.n; i++)
		if (w->mark[keys.at[i]] != w->mark_now) {
			w->mark[keys.at[i]] = w->mark_now;
			sb_push(w->scratch, *out, keys.at[i]);
		}
}

void ss_find_gone(ss_work *w, ss_equation *const *equations, uint32_t count, uint32_t most, ss_gone *out)
{
	trail t = { .w = w, .out = out };
	sb_u32s keys = {0};

	ss_written_keys(w, equations, count, &keys);
	index_gone(&t);
	for (uint32_t i = 0; i < keys.n && out->n < most; i++) {
		if (literal(w, keys.at[i])) {
			search(&t, keys.at[i], UINT32_MAX);
			continue;
		}
		for (uint32_t k = 0; k < i; k++)
			if (ss_set_of_key(w, keys.at[k]) == ss_set_of_key(w, keys.at[i])) {
				search(&t, keys.at[k], keys.at[i]);
				break;
			}
	}
}
