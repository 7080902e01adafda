/* Equations that cannot all hold. */
#include "structure/explain/explain.h"
#include "structure/system/system.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------------ do two equations say the same? */

typedef enum likeness { UNLIKE, SAME, CONTRARY } likeness;

/* Values drawn by hashing, the same for the same leaf. Parameters keep theirs from trial to trial. */
typedef struct trial {
	ss_work *w;
	uint32_t number;
} trial;

static bool drawn(sx_env *env, const sx_pool *pool, sx_ref leaf, sx_value *out)
{
	const trial *t = env->context;
	const sm_variable *v = sx_op_of(pool, leaf) == SX_VAR ? sm_var(t->w->model, sx_at(pool, leaf)->payload) : NULL;
	bool stays = v && (v->variability == SM_PARAMETER || v->variability == SM_CONSTANT);
	uint32_t both[] = {leaf, stays ? 0 : t->number + 1};
	uint64_t hash = sb_hash(both, sizeof both, 0);

	*out = (sx_value){.type = sx_type_of(pool, leaf),
					  .real = 0.5 + (double)(hash % 1000003) / 1000003.0,
					  .integer = (int64_t)(hash % 7) + 1};
	if (out->type == SX_BOOLEAN)
		out->integer = hash & 1;
	return out->type != SX_STRING;
}

bool ss_draw(ss_work *w, sx_ref e, uint32_t number, double *out)
{
	trial t = {w, number};
	sx_env env = {.leaf = drawn, .context = &t};
	sx_value v;

	if (!sx_eval(w->pool, e, &env, &v) || v.type == SX_STRING)
		return false;
	*out = v.type == SX_REAL ? v.real : (double)v.integer;
	return isfinite(*out);
}

static bool residual(ss_work *w, sx_ref left, sx_ref right, uint32_t number, double *out)
{
	double l, r;

	if (!ss_draw(w, left, number, &l) || !ss_draw(w, right, number, &r))
		return false;
	*out = l - r;
	return true;
}

bool ss_says_nothing(ss_work *w, const ss_equation *q)
{
	double left, right;

	if (q->form != SS_FORM_EQUAL || q->lhs == q->rhs)
		return q->form == SS_FORM_EQUAL;
	for (uint32_t i = 0; i < 3; i++)
		if (!ss_draw(w, q->lhs, i, &left) || !ss_draw(w, q->rhs, i, &right) ||
			fabs(left - right) > 1e-9 * (fabs(left) + fabs(right)))
			return false;
	return true;
}

/* Is one residual a multiple of the other, plus a number, wherever one looks? */
static likeness compare(ss_work *w, const ss_equation *a, const ss_equation *b, bool written)
{
	enum { TRIALS = 5 };
	double x[TRIALS], y[TRIALS];

	if (a->form != SS_FORM_EQUAL || b->form != SS_FORM_EQUAL || a->discrete || b->discrete)
		return UNLIKE;
	written = written && a->written_lhs && b->written_lhs;
	for (uint32_t i = 0; i < TRIALS; i++)
		if (!residual(w, written ? a->written_lhs : a->lhs, written ? a->written_rhs : a->rhs, i, &x[i]) ||
			!residual(w, written ? b->written_lhs : b->lhs, written ? b->written_rhs : b->rhs, i, &y[i]))
			return UNLIKE;
	double factor = (x[0] - x[1]) / (y[0] - y[1]), rest = x[0] - factor * y[0], size = fabs(x[0]) + fabs(x[1]) + 1e-3;
	if (!isfinite(factor) || factor == 0)
		return UNLIKE;
	for (uint32_t i = 2; i < TRIALS; i++)
		if (fabs(x[i] - factor * y[i] - rest) > 1e-9 * (size + fabs(x[i])))
			return UNLIKE;
	return fabs(rest) > 1e-9 * size ? CONTRARY : SAME;
}

/* Two equations of a conflict, in the order of the text. */
typedef struct pair {
	const ss_equation *first, *second;
	likeness how;
} pair;

static pair in_order(const ss_equation *a, const ss_equation *b, likeness how)
{
	bool turned =
		a->span.source > b->span.source || (a->span.source == b->span.source && a->span.start > b->span.start);
	return turned ? (pair){b, a, how} : (pair){a, b, how};
}

enum { COMPARED = 32 };

/* An equation over the same variables anywhere in the model, for one of which nothing was left. */
static pair find_elsewhere(ss_case *c, const ss_equation *q)
{
	ss_work *w = c->w;
	sb_u32s keys = {0}, others = {0};

	ss_written_keys(w, (ss_equation *const *)&q, 1, &keys);
	ss_sort_numbers(&keys);
	for (uint32_t e = 0; e < w->equations.n && keys.n > 1; e++) {
		ss_equation *other = &w->equations.at[e];
		others.n = 0;
		if (other == q)
			continue;
		ss_written_keys(w, &other, 1, &others);
		ss_sort_numbers(&others);
		if (others.n != keys.n || memcmp(others.at, keys.at, keys.n * sizeof *keys.at))
			continue;
		likeness how = compare(w, q, other, true);
		if (how != UNLIKE)
			return in_order(q, other, how);
	}
	return (pair){0};
}

/* Equations that say the same or contradict each other; `second` is NULL if there are none. */
static pair find_alike(ss_case *c, const ss_conflict *f)
{
	uint32_t n = f->equations.n < COMPARED ? f->equations.n : COMPARED;

	for (uint32_t i = 1; i < n; i++)
		for (uint32_t k = 0; k < i; k++) {
			likeness how = compare(c->w, f->equations.at[k], f->equations.at[i], n > f->part.equations.n);
			if (how != UNLIKE)
				return in_order(f->equations.at[k], f->equations.at[i], how);
		}
	if (f->equations.n == 1)
		return find_elsewhere(c, f->equations.at[0]);
	return f->equations.n == 2 ? in_order(f->equations.at[0], f->equations.at[1], UNLIKE) : (pair){0};
}

static bool holds_same(const ss_system *s, uint32_t a, uint32_t b)
{
	uint32_t n = s->first[a + 1] - s->first[a];

	if (n != s->first[b + 1] - s->first[b] || s->equations[a]->form != SS_FORM_EQUAL ||
		s->equations[b]->form != SS_FORM_EQUAL)
		return false;
	for (uint32_t i = 0; i < n; i++) {
		bool found = false;
		for (uint32_t k = 0; k < n && !found; k++)
			found = s->unknown[s->first[a] + i] == s->unknown[s->first[b] + k];
		if (!found)
			return false;
	}
	return true;
}

/* In a long chain: the equation left over and the one beside it, if the two hold the same unknowns. *unknown is what
 * both give. */
static pair find_beside(ss_case *c, const ss_conflict *f, uint32_t *unknown)
{
	const ss_system *s = c->s;
	uint32_t n = f->part.equations.n < COMPARED ? f->part.equations.n : COMPARED, left = f->part.equations.at[0];

	for (uint32_t i = 1; i < n && n > 3; i++) {
		uint32_t other = f->part.equations.at[i];
		if (!holds_same(s, left, other))
			continue;
		*unknown = s->unknown_of_row[s->first_row[other]];
		return in_order(s->equations[left], s->equations[other], UNLIKE);
	}
	return (pair){0};
}

/* How many conflicts are looked into: each costs time and memory in proportion to the model. */
static uint32_t looks(const ss_case *c)
{
	uint32_t most = 4000000 / (c->w->n + 1);
	return most < 2 ? 2 : most > 64 ? 64 : most;
}

/* ------------------------------------------------------------------------------------------- parameters */

static const sm_variable *parameter_alone(ss_work *w, sx_ref side)
{
	const sm_variable *v =
		side && sx_op_of(w->pool, side) == SX_VAR ? sm_var(w->model, sx_at(w->pool, side)->payload) : NULL;
	return v && (v->variability == SM_PARAMETER || v->variability == SM_CONSTANT) ? v : NULL;
}

static void tell_given(ss_case *c, const ss_equation *q, const sm_variable *v)
{
	sb_span place = ss_equation_position(c->w, q);
	sb_message *m = sb_report(c->w->diag, SB_ERROR, "S0102", place, "'%s' is a %s: an equation cannot set it", v->name,
							  v->variability == SM_CONSTANT ? "constant" : "parameter");
	ss_telling t = ss_tell(c->w, m, place);

	ss_tell_position(&t, ss_user_position(c->w, v->component, v->span), "it is declared here");
	sb_note(m, "the value of a parameter is given before the run and does not change; this equation is one too many");
	if (*v->component)
		sb_help(m, "give the value where '%s' is declared: %s(%s = ...)", v->component, v->component,
				v->name + strlen(v->component) + 1);
	else
		sb_help(m, "give the value where '%s' is declared, or remove 'parameter' there if the value should change",
				v->name);
}

static void tell_nothing_unknown(ss_case *c, const ss_equation *q)
{
	sb_span where;
	const char *text = ss_equation_text(c->w, q, &where);
	sb_message *m = sb_report(c->w->diag, SB_ERROR, "S0102", ss_equation_position(c->w, q),
							  "this equation contains no unknown: it says %s", text);

	sb_note(m, "constants and parameters have their values before the run, and their derivatives are zero");
	sb_help(m, "remove it, or declare the quantity that it should determine as a variable");
}

/* The parameter that an equation was written to set: alone on a side of an equation that holds nothing unknown; or
 * alone on the left of one that is too many in the whole model. A state that is set equal to a parameter is no mistake
 * of this kind. */
static const sm_variable *meant_to_set(ss_case *c, const ss_equation *q, const ss_conflict *f)
{
	const sm_variable *left = parameter_alone(c->w, q->written_lhs), *right = parameter_alone(c->w, q->written_rhs);

	if (!f->keys.n)
		return left ? left : right;
	return c->missing || (q->written_rhs && sx_op_of(c->w->pool, q->written_rhs) == SX_VAR) ? NULL : left;
}

bool ss_tell_parameter(ss_case *c)
{
	ss_system *s = c->s;
	uint32_t looked = 0;

	for (uint32_t r = 0; r < s->row_count && looked < looks(c); r++) {
		uint32_t e = s->rows[r].equation;
		const ss_equation *q = s->equations[e];
		if (s->unknown_of_row[r] != UINT32_MAX || s->first[e] < s->first[e + 1] || q->form != SS_FORM_EQUAL ||
			q->start || (q->origin && q->origin->from_connect))
			continue;
		looked++;
		ss_conflict f = ss_conflict_of(c, r);
		const sm_variable *v = meant_to_set(c, q, &f);
		if (f.part.unknowns.n || f.equations.n != 1 || (!v && f.keys.n))
			continue;
		if (v)
			tell_given(c, q, v);
		else
			tell_nothing_unknown(c, q);
		return true;
	}
	return false;
}

/* --------------------------------------------------------------------------------------- what cancelled */

/* A variable that was written in the equation, falls out of it, and is determined by nothing else. */
static uint32_t cancelled_in(ss_case *c, const ss_equation *q, const bool *open)
{
	ss_work *w = c->w;
	sb_u32s written = {0};
	sx_ref factor, rest;

	if (q->form != SS_FORM_EQUAL || !q->written_lhs || (q->origin && q->origin->from_connect))
		return UINT32_MAX;
	ss_written_keys(w, (ss_equation *const *)&q, 1, &written);
	for (uint32_t i = 0; i < written.n; i++) {
		uint32_t u = c->s->unknown_of[ss_set_of_key(w, written.at[i])];
		if (u != UINT32_MAX && open[u] &&
			sx_linear(w->pool, sx_binary(w->pool, SX_SUB, q->written_lhs, q->written_rhs), ss_leaf(w, written.at[i]),
					  &factor, &rest) &&
			sx_is_number(w->pool, factor, 0))
			return written.at[i];
	}
	return UINT32_MAX;
}

static const char *plain_name(ss_work *w, uint32_t key)
{
	sb_text text = {0};

	ss_key_name(w, key, &text);
	const char *copy = sb_strdup(w->scratch, text.at);
	sb_text_free(&text);
	return copy;
}

bool ss_tell_cancelled(ss_case *c)
{
	ss_work *w = c->w;
	const bool *open = ss_members(w, &c->under.unknowns, c->s->unknown_count);

	for (uint32_t i = 0; i < c->over.equations.n; i++) {
		const ss_equation *q = c->s->equations[c->over.equations.at[i]];
		uint32_t key = cancelled_in(c, q, open);
		if (key == UINT32_MAX)
			continue;
		const char *name = ss_names(w, &key, 1, 1);
		sb_message *m = sb_report(w->diag, SB_ERROR, "S0111", ss_equation_position(w, q),
								  "%s cancels out of this equation, and nothing else determines it", name);
		if (key < w->n && ss_key(w, q->written_lhs) == key) {
			sb_note(m, "an equation holds at every time; it is not an assignment that changes a value");
			sb_help(m,
					"for a value that grows with time write der(%s) = ...; for one that changes at events, %s = "
					"pre(%s) + ... in a "
					"when-clause",
					plain_name(w, key), plain_name(w, key), plain_name(w, key));
		} else {
			sb_note(m, "it is true or false for every value of %s", name);
			sb_help(m, "replace it by an equation that determines %s", name);
		}
		return true;
	}
	return false;
}

/* ---------------------------------------------------------------------------------------------- conflicts */

static sb_message *begin_pair(ss_case *c, const pair *p, const char *code, const char *names, const char *also)
{
	ss_work *w = c->w;
	sb_span where, place = ss_equation_position(w, p->second);
	const char *first = ss_equation_text(w, p->first, &where), *second = ss_equation_text(w, p->second, &where);

	if (p->how == SAME && strcmp(first, second) == 0)
		return sb_report(w->diag, SB_ERROR, code, place, "the equation %s is written twice%s", first, also);
	if (p->how != UNLIKE)
		return sb_report(w->diag, SB_ERROR, code, place, "the equations %s and %s %s%s", first, second,
						 p->how == SAME ? "say the same" : "contradict each other", also);
	return sb_report(w->diag, SB_ERROR, code, place, "two equations determine %s: one of them is too many%s", names,
					 also);
}

/* `more`: conflicts between other elements of the same two equations. */
static void tell_pair(ss_case *c, const ss_conflict *f, const pair *p, const char *names, const char *also,
					  uint32_t more)
{
	sb_message *m = begin_pair(c, p, *also ? "S0103" : "S0102", names, also);
	ss_telling t = ss_tell(c->w, m, ss_equation_position(c->w, p->second));

	ss_tell_equation(&t, p->first, p->how == UNLIKE ? "the other one" : "");
	if (f->equations.n > 2)
		sb_note(m, "they conflict together with %u other equation%s, which %s their other unknowns", f->equations.n - 2,
				f->equations.n == 3 ? "" : "s", f->equations.n == 3 ? "determines" : "determine");
	if (more)
		sb_note(m, "the same holds for %u more element%s", more, more == 1 ? "" : "s");
	const sm_variable *v = parameter_alone(c->w, p->second->written_lhs);
	if (v)
		sb_note(m,
				"'%s' is a parameter, known before the run: this equation determines the other variables in it",
				v->name);
	sb_help(m, *also ? "replace one of them by an equation for a variable that is not determined"
					 : "remove one of them");
}

static void tell_several(ss_case *c, const ss_conflict *f, const char *also)
{
	const char *names = f->part.unknowns.n ? ss_unknown_names(c, &f->part.unknowns)
										   : ss_names(c->w, f->keys.at, f->keys.n, SS_NAMES_MOST);
	const ss_equation *main = f->equations.at[0];
	sb_span place = ss_equation_position(c->w, main);
	sb_message *m;

	if (f->equations.n == 1 && !*names)
		m = sb_report(c->w->diag, SB_ERROR, *also ? "S0103" : "S0102", place,
					  "this equation is one too many: nothing in it is unknown%s", also);
	else if (f->equations.n == 1)
		m = sb_report(c->w->diag, SB_ERROR, *also ? "S0103" : "S0102", place,
					  "this equation %s: everything that it says about %s is known already%s",
					  ss_says_nothing(c->w, main) ? "follows from others" : "is too many", names, also);
	else
		m = sb_report(c->w->diag, SB_ERROR, *also ? "S0103" : "S0102", place,
					  "%u equations determine only %u unknowns: %s%s", f->equations.n, f->equations.n - 1, names, also);
	ss_telling t = ss_tell(c->w, m, place);
	for (uint32_t i = 0; i < f->equations.n; i++)
		ss_tell_equation(&t, f->equations.at[i], "");
	ss_tell_rest(&t);
	if (f->equations.n == 1 && f->keys.n == 1 && f->keys.at[0] < c->w->n && c->w->traits[f->keys.at[0]] & SS_IS_STATE)
		sb_note(m, "%s is a state: it begins with its start value and follows the equation for its derivative", names);
	if (f->equations.n > 1)
		sb_note(m,
				"each of these equations is needed for the conflict: without any one of them the others can be solved");
	sb_help(m, *also                  ? "replace one of them by an equation for a variable that is not determined"
			   : f->equations.n == 1 ? "remove it, or make it an initial equation if it describes the start"
									 : "remove one of them");
}

static int by_place(const void *a, const void *b)
{
	const ss_equation *x = *(const ss_equation *const *)a, *y = *(const ss_equation *const *)b;

	if (x->span.source != y->span.source)
		return x->span.source < y->span.source ? -1 : 1;
	return x->span.start < y->span.start ? -1 : x->span.start > y->span.start;
}

static pair find_pair(ss_case *c, const ss_conflict *f, uint32_t *unknown)
{
	pair p = find_alike(c, f);

	*unknown = UINT32_MAX;
	return p.second ? p : find_beside(c, f, unknown);
}

static void tell_conflict(ss_case *c, ss_conflict *f, const char *also, uint32_t more)
{
	uint32_t unknown;
	pair p = find_pair(c, f, &unknown);

	if (p.second) {
		uint32_t key = unknown != UINT32_MAX ? c->s->unknowns[unknown] : f->keys.n ? f->keys.at[0] : 0;
		bool several = unknown == UINT32_MAX && f->part.unknowns.n;
		const char *names = several ? ss_unknown_names(c, &f->part.unknowns) : ss_names(c->w, &key, 1, 1);
		tell_pair(c, f, &p, names, also, more);
		return;
	}
	if (f->equations.n)
		qsort(f->equations.at, f->equations.n, sizeof *f->equations.at, by_place);
	tell_several(c, f, also);
}

static bool overlaps(const bool *seen, const sb_u32s *equations)
{
	for (uint32_t i = 0; i < equations->n; i++)
		if (seen[equations->at[i]])
			return true;
	return false;
}

static bool same_places(const pair *a, const pair *b)
{
	return a->second && b->second && a->first->span.source &&
		   memcmp(&a->first->span, &b->first->span, sizeof a->first->span) == 0 &&
		   memcmp(&a->second->span, &b->second->span, sizeof a->second->span) == 0;
}

/* A message for each conflict that shares no equation with one told already; elements of the same two equations are
 * one. */
bool ss_tell_conflicts(ss_case *c)
{
	bool *seen = sb_new_array(c->w->scratch, bool, c->s->equation_count + 1);
	sb_vec(struct found {
		ss_conflict conflict;
		pair pair;
		uint32_t more;
	}) list = {0};

	for (uint32_t r = 0, looked = 0; r < c->s->row_count && looked < looks(c); r++) {
		if (c->s->unknown_of_row[r] != UINT32_MAX || seen[c->s->rows[r].equation])
			continue;
		looked++;
		struct found one = {.conflict = ss_conflict_of(c, r)};
		uint32_t unknown;
		if (!one.conflict.equations.n || overlaps(seen, &one.conflict.part.equations))
			continue;
		for (uint32_t i = 0; i < one.conflict.part.equations.n; i++)
			seen[one.conflict.part.equations.at[i]] = true;
		one.pair = find_pair(c, &one.conflict, &unknown);
		uint32_t k = 0;
		while (k < list.n && !same_places(&list.at[k].pair, &one.pair))
			k++;
		if (k < list.n)
			list.at[k].more++;
		else
			sb_push(c->w->scratch, list, one);
	}
	for (uint32_t i = 0; i < list.n && i < SS_MESSAGES_MOST; i++)
		tell_conflict(c, &list.at[i].conflict, "", list.at[i].more);
	return list.n;
}

void ss_tell_both(ss_case *c)
{
	uint32_t row = 0, open = 0;

	while (c->s->unknown_of_row[row] != UINT32_MAX)
		row++;
	while (c->s->row_of_unknown[open] != UINT32_MAX || c->s->wanted[open])
		open++;
	ss_conflict f = ss_conflict_of(c, row);
	ss_part least = ss_least_under(c->w, c->s, open);
	if (f.equations.n)
		tell_conflict(c, &f,
					  sb_printf(c->w->scratch, ", and nothing determines %s", ss_unknown_names(c, &least.unknowns)), 0);
}
