/* What to say when the matching leaves something over. One cause is told at a time, the most telling one; explain.h
 * lists who knows about which. */
#include "structure/explain/explain.h"
#include "structure/system/system.h"

#include <string.h>

void ss_key_name(ss_work *w, uint32_t key, sb_text *out)
{
	const char *of = key < w->n ? NULL : key < 2 * w->n ? "der(" : "pre(";

	if (of)
		sb_add(out, of);
	ss_cell_name(w->plan, ss_scalar_of_cell(w, key % w->n), out);
	if (of)
		sb_addc(out, ')');
}

/* Variables for derivatives are named as the user would write them, der(x). */
bool ss_hidden(ss_work *w, uint32_t key)
{
	const sm_variable *v = ss_variable(w, key % w->n);
	return v->hidden && strncmp(v->name, "der(", 4) != 0;
}

static void add_name(ss_work *w, uint32_t key, sb_text *text)
{
	sb_addc(text, '\'');
	ss_key_name(w, key, text);
	sb_addc(text, '\'');
	bool rate = key >= w->n && key < 2 * w->n;
	if (rate && w->rate_name && w->rate_name[key - w->n] != UINT32_MAX && !ss_hidden(w, w->rate_name[key - w->n])) {
		sb_add(text, " (that is '");
		ss_key_name(w, w->rate_name[key - w->n], text);
		sb_add(text, "')");
	}
}

/* How many of the keys that follow are the next elements of the same vector. */
static uint32_t run_of(ss_work *w, const uint32_t *keys, uint32_t count)
{
	const sm_variable *v = ss_variable(w, keys[0] % w->n);
	uint32_t n = 1;

	while (n < count && v->rank == 1 && keys[n] == keys[0] + n && ss_variable(w, keys[n] % w->n) == v)
		n++;
	return n < 3 ? 1 : n;
}

/* 'x[2:9]' or 'r[2:9].v': the names of the first and the last, which differ in one subscript. */
static void add_run(ss_work *w, const uint32_t *keys, uint32_t count, sb_text *text)
{
	sb_text first = {0}, last = {0};
	size_t at = 0;

	ss_key_name(w, keys[0], &first);
	ss_key_name(w, keys[count - 1], &last);
	while (first.at[at] && first.at[at] == last.at[at])
		at++;
	while (at && first.at[at] != '[')
		at--;
	size_t digits = strspn(first.at + at + 1, "0123456789"), others = strspn(last.at + at + 1, "0123456789");
	sb_addf(text, "'%.*s:%.*s%s'", (int)(at + 1 + digits), first.at, (int)others, last.at + at + 1,
			first.at + at + 1 + digits);
	sb_text_free(&first);
	sb_text_free(&last);
}

const char *ss_names(ss_work *w, const uint32_t *keys, uint32_t count, uint32_t most)
{
	sb_text text = {0};
	uint32_t shown = 0, left = 0;

	sb_add(&text, "");
	for (uint32_t i = 0, n; i < count; i += n) {
		n = run_of(w, keys + i, count - i);
		if (ss_hidden(w, keys[i]))
			continue;
		if (shown == most) {
			left += n;
			continue;
		}
		sb_add(&text, shown++ ? ", " : "");
		if (n > 1)
			add_run(w, keys + i, n, &text);
		else
			add_name(w, keys[i], &text);
	}
	if (left)
		sb_addf(&text, " and %u more", left);
	else if (!shown && count)
		sb_add(&text, "the condition of a when-clause");
	const char *copy = sb_strdup(w->arena, text.n ? text.at : "");
	sb_text_free(&text);
	return copy;
}

/* Are there states among what the contradicting equations hold? Then they relate states to each other. */
static sb_u32s states_in(ss_work *w, ss_system *s, const ss_part *p)
{
	sb_u32s states = {0}, keys = {0};
	bool *seen = sb_new_array(w->scratch, bool, w->n + 1);

	for (uint32_t i = 0; i < p->equations.n; i++) {
		keys.n = 0;
		ss_depends_equation(w, s->equations[p->equations.at[i]], s->initial, &keys);
		for (uint32_t k = 0; k < keys.n; k++)
			if (keys.at[k] < w->n && w->traits[keys.at[k]] & SS_IS_STATE && !seen[keys.at[k]]) {
				seen[keys.at[k]] = true;
				sb_push(w->scratch, states, keys.at[k]);
			}
	}
	ss_sort_numbers(&states);
	return states;
}

/* Equations between states are no mistake by themselves (see reduce.c); that they were not taken as constraints means
 * that the model is singular even if a variable and its derivative are taken as one. So they are, and the message is
 * about what is left over then: not about der(x), which a constraint could give. False: nothing is left over. */
static bool report_without_orders(ss_work *w, ss_system *s, const ss_part *over)
{
	sb_u32s unknowns = {0};
	uint8_t *wanted = sb_new_array(w->scratch, uint8_t, s->unknown_count + 1);

	if (!states_in(w, s, over).n)
		return false;
	for (uint32_t u = 0; u < s->unknown_count; u++) {
		uint32_t key = s->unknowns[u];
		wanted[unknowns.n] = s->wanted[u];
		sb_push(w->scratch, unknowns, key >= w->n && key < 2 * w->n ? key - w->n : key);
	}
	ss_system *merged = ss_system_without_orders(w, &w->equations, &unknowns, wanted);
	ss_match(w, merged);
	bool reported = !ss_report_singular(w, merged);
	ss_system_done(w, merged);
	return reported;
}

/* The scalar that an equation was written to give: what stands on its left. */
static uint32_t given_by(ss_work *w, const ss_equation *q)
{
	sx_ref left = q->form == SS_FORM_EQUAL ? q->written_lhs : q->targets.n == 1 ? q->targets.at[0] : 0;
	return left && sx_op_of(w->pool, left) == SX_VAR ? ss_key(w, left) : UINT32_MAX;
}

static bool of_when(const ss_equation *q)
{
	return q->discrete && q->origin && (q->origin->kind == SM_WHEN || q->origin->kind == SM_CALL);
}

/* The same where the other equation has become an alias or a constant. */
static const ss_equation *gone_setter(ss_work *w, ss_system *s, const ss_part *over, const ss_equation **when)
{
	for (uint32_t i = 0; i < over->equations.n; i++) {
		*when = s->equations[over->equations.at[i]];
		uint32_t given = of_when(*when) ? given_by(w, *when) : UINT32_MAX;
		for (uint32_t e = 0; e < w->equations.n && given != UINT32_MAX; e++)
			if (w->equations.at[e].gone && given_by(w, &w->equations.at[e]) == given)
				return &w->equations.at[e];
	}
	return NULL;
}

/* A variable that a when-clause sets, and something else gives too. */
static bool report_set_twice(ss_work *w, ss_system *s, const ss_part *over)
{
	const ss_equation *when = NULL, *other = NULL;

	for (uint32_t i = 0; i < over->equations.n && !other; i++) {
		when = s->equations[over->equations.at[i]];
		uint32_t given = of_when(when) ? given_by(w, when) : UINT32_MAX;
		for (uint32_t k = 0; k < over->equations.n && given != UINT32_MAX && !other; k++)
			if (k != i && given_by(w, s->equations[over->equations.at[k]]) == given)
				other = s->equations[over->equations.at[k]];
	}
	if (!other)
		other = gone_setter(w, s, over, &when);
	if (!other)
		return false;
	if (of_when(other) && other->span.start > when->span.start) {
		const ss_equation *swap = when;
		when = other;
		other = swap;
	}
	uint32_t key = given_by(w, when);
	sb_message *m = sb_report(w->diag, SB_ERROR, "S0102", when->span,
							  of_when(other) ? "%s is set by two when-clauses"
											 : "%s is set by a when-clause, and has an equation of its own too",
							  ss_names(w, &key, 1, 1));
	ss_telling t = ss_tell(w, m, when->span);
	ss_tell_equation(&t, when, "set here");
	ss_tell_equation(&t, other, of_when(other) ? "and here" : "and given here");
	sb_note(m, "a variable that a when-clause sets keeps its value until the clause acts again: nothing else may "
			   "determine it");
	sb_help(m, of_when(other) ? "write one when-clause with elsewhen for the second condition"
							  : "remove one of them, or let the when-clause set a variable of its own");
	return true;
}

/* Is the variable, under any of its names, in no equation at all? */
static bool is_unused(ss_case *c, uint32_t unknown)
{
	ss_work *w = c->w;
	uint32_t root = c->s->unknowns[unknown] % w->n;
	ss_part least = ss_least_under(w, c->s, unknown);

	return !least.equations.n && w->next_member[w->first_member[root]] == UINT32_MAX && c->s->unknowns[unknown] < w->n;
}

/* How unlikely it is that the missing equation was meant for an unknown: one that stands alone on the left of an
 * equation has one. */
static int unlikeliness(ss_case *c, uint32_t unknown, const ss_part *least)
{
	ss_work *w = c->w;
	uint32_t key = c->s->unknowns[unknown];
	int score = (ss_hidden(w, key) ? 8 : 0) + (key >= w->n ? 4 : 0) + (ss_variable(w, key % w->n)->port != SM_NO_PORT);

	for (uint32_t i = 0; i < least->equations.n; i++) {
		uint32_t left = given_by(w, c->s->equations[least->equations.at[i]]);
		if (left != UINT32_MAX && ss_unknown(c, left) == unknown)
			return score + 2;
	}
	return score;
}

/* Of the unknowns of a least set any one may be called the open one; the likeliest is taken. */
static uint32_t likeliest(ss_case *c, uint32_t open, bool *taken)
{
	ss_part least = ss_least_under(c->w, c->s, open);
	uint32_t best = open;

	for (uint32_t i = 0; i < least.unknowns.n && i < 100; i++) {
		uint32_t u = least.unknowns.at[i];
		if (!taken[u] && unlikeliness(c, u, &least) < unlikeliness(c, best, &least))
			best = u;
	}
	taken[best] = true;
	return best;
}

static sb_u32s open_unknowns(ss_case *c)
{
	enum { LOOKED_AT = 8 };
	ss_system *s = c->s;
	bool *taken = sb_new_array(c->w->scratch, bool, s->unknown_count + 1);
	sb_u32s open = {0};

	for (uint32_t u = 0; u < s->unknown_count; u++)
		if (s->row_of_unknown[u] == UINT32_MAX && !s->wanted[u]) {
			sb_push(c->w->scratch, open, u);
			taken[u] = true;
		}
	for (uint32_t i = 0; i < open.n && open.n <= LOOKED_AT; i++)
		open.at[i] = likeliest(c, open.at[i], taken);
	return open;
}

/* A derivative that nothing determines is better known by a variable that equals it, or its negative: of der(h) = -q
 * the user lacks q. */
static uint32_t plain_key(ss_work *w, uint32_t key)
{
	if (key < w->n || key >= 2 * w->n)
		return key;
	for (uint32_t s = 0; s < w->n; s++) {
		bool flip = false;
		uint32_t root = ss_root(w, s, &flip);
		if (w->rate_of[root] != UINT32_MAX && ss_root(w, w->rate_of[root], &flip) == key - w->n &&
			!ss_variable(w, s)->hidden)
			return s;
	}
	return key;
}

static void report_few(ss_case *c)
{
	ss_work *w = c->w;
	ss_system *s = c->s;
	uint32_t first = 0;
	sb_u32s keys = {0};

	while (s->row_of_unknown[first] != UINT32_MAX || s->wanted[first])
		first++;
	sb_u32s open = open_unknowns(c);
	for (uint32_t i = 0; i < open.n; i++)
		sb_push(w->scratch, keys, plain_key(w, s->unknowns[open.at[i]]));
	ss_sort_numbers(&keys);
	const sm_variable *v = ss_variable(w, keys.at[0] % w->n);
	ss_part least = open.n == 1 ? ss_least_under(w, s, first) : c->under;
	sb_span place = ss_user_position(w, v->component, v->span);
	sb_message *m =
		sb_report(w->diag, SB_ERROR, "S0101", place, "the model has %u equation%s too few: nothing determines %s",
				  c->missing, c->missing == 1 ? "" : "s", ss_names(w, keys.at, keys.n, SS_NAMES_MOST));
	ss_telling t = ss_tell(w, m, place);
	if (least.unknowns.n > open.n)
		sb_note(m, "these depend on each other; the missing equation%s may be for any of them: %s",
				c->missing == 1 ? "" : "s", ss_unknown_names(c, &least.unknowns));
	for (uint32_t i = 0; i < least.equations.n; i++)
		ss_tell_equation(&t, s->equations[least.equations.at[i]], "used here");
	uint32_t owner = ss_owner(w, v->component);
	if (owner && owner != UINT32_MAX) {
		const sm_component *part = &w->model->components.at[owner];
		ss_tell_position(&t, ss_user_position(w, part->name, part->span),
					  sb_printf(w->scratch, "'%s' is declared here", part->name));
	}
	if (open.n == 1 && is_unused(c, open.at[0]))
		sb_note(m, "%s is declared, but occurs in no equation", ss_names(w, &s->unknowns[open.at[0]], 1, 1));
	sb_help(m, "give %s an equation or a value; if the value is fixed, declare %s", open.n == 1 ? "it" : "each of them",
			open.n == 1 ? "it as a parameter" : "them as parameters");
}

/* All equations of the conflict are conditions of when-clauses, which nobody wrote as equations. */
static void report_plainly(ss_case *c)
{
	const ss_equation *q = c->over.equations.n ? c->s->equations[c->over.equations.at[0]] : NULL;
	sb_message *m = sb_report(c->w->diag, SB_ERROR, c->s->initial ? "S0204" : "S0103", q ? q->span : (sb_span){0},
							  "%s has too many equations for some unknowns and too few for others",
							  c->s->initial ? "the initial system" : "the model");
	sb_help(m, "look at the conditions of the when-clauses and what they set");
}

static void explain(ss_case *c)
{
	if (c->s->initial)
		ss_tell_initial(c);
	else if (c->too_many && (report_set_twice(c->w, c->s, &c->over) || ss_tell_parameter(c)))
		return;
	else if (c->too_many && c->missing &&
			 (ss_tell_cancelled(c) || (!c->s->merged && report_without_orders(c->w, c->s, &c->over))))
		return;
	else if ((c->missing && ss_tell_inputs(c)) || ss_tell_balance(c))
		return;
	else if (!c->too_many)
		report_few(c);
	else if (!c->missing)
		ss_tell_conflicts(c);
	else if (!ss_tell_network(c))
		ss_tell_both(c);
}

/* Before anything is said: families in the parts that do not match are written out, with all whose cells are in them.
 * What is left then in the run's system are constraints between states, or a mistake that has nothing to do with
 * families. */
bool ss_whole_families_match(ss_work *w, ss_system *s)
{
	bool complete = true;
	sb_vec(const ss_equation *) list = {0};

	for (uint32_t u = 0; u < s->unknown_count; u++)
		complete = complete && (s->row_of_unknown[u] != UINT32_MAX || s->wanted[u]);
	for (uint32_t r = 0; r < s->row_count; r++)
		complete = complete && s->unknown_of_row[r] != UINT32_MAX;
	if (complete)
		return true;
	for (uint32_t e = 0; e < s->equation_count; e++)
		if (s->equations[e]->sums) {
			ss_write_out_sums(w);
			return false;
		}
	if (!w->cells)
		return true;
	ss_part over = ss_overdetermined(w, s), under = ss_underdetermined(w, s);
	for (uint32_t i = 0; i < over.equations.n + under.equations.n; i++) {
		uint32_t e = i < over.equations.n ? over.equations.at[i] : under.equations.at[i - over.equations.n];
		sb_push(w->scratch, list, s->equations[e]);
	}
	for (uint32_t i = 0; i < over.unknowns.n + under.unknowns.n; i++) {
		uint32_t u = i < over.unknowns.n ? over.unknowns.at[i] : under.unknowns.at[i - over.unknowns.n];
		for (uint32_t e = 0; e < w->equations.n && ss_is_whole(w, s->unknowns[u] % w->n); e++)
			if (w->equations.at[e].domain.n &&
				(ss_reference_to(w, &w->equations.at[e], false, s->unknowns[u] % w->n) ||
				 ss_reference_to(w, &w->equations.at[e], false, w->n + s->unknowns[u] % w->n)))
				sb_push(w->scratch, list, &w->equations.at[e]);
	}
	bool any = false;
	for (uint32_t i = 0; i < list.n; i++)
		any = any || list.at[i]->domain.n;
	if (!any && !s->initial)
		return true;
	ss_write_out_all(w, list.at, list.n, s->initial ? "its initial values are not determined by families as well"
		: "the equations and variables around it do not come out even in families");
	return false;
}

bool ss_report_singular(ss_work *w, ss_system *s)
{
	ss_case c = {.w = w, .s = s};
	uint32_t errors = sb_errors(w->diag);

	for (uint32_t u = 0; u < s->unknown_count; u++)
		c.missing += s->row_of_unknown[u] == UINT32_MAX && !s->wanted[u];
	for (uint32_t r = 0; r < s->row_count; r++)
		c.too_many += s->unknown_of_row[r] == UINT32_MAX;
	if (!c.missing && !c.too_many)
		return true;
	c.over = ss_overdetermined(w, s);
	c.under = ss_underdetermined(w, s);
	explain(&c);
	if (sb_errors(w->diag) == errors)
		report_plainly(&c);
	return false;
}
