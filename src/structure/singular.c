/* What to say when the matching leaves something over. The parts are those of Dulmage and Mendelsohn: from an unknown
 * without an equation alternating paths reach everything that is undetermined with it; from an equation without an
 * unknown, everything that it contradicts or repeats. One message is given, for the first cause. */
#include "structure/work.h"

#include <stdlib.h>

enum { NAMES_MOST = 8, SPANS_MOST = 6, MESSAGES_MOST = 5 };

void ss_key_name(ss_work *w, uint32_t key, sb_text *out)
{
	const char *of = key < w->n ? NULL : key < 2 * w->n ? "der(" : "pre(";

	if (of)
		sb_add(out, of);
	sm_scalar_name(w->model, key % w->n, out);
	if (of)
		sb_addc(out, ')');
}

bool ss_hidden(ss_work *w, uint32_t key)
{
	return ss_variable(w, key % w->n)->hidden;
}

static void add_name(ss_work *w, uint32_t key, sb_text *text)
{
	sb_addc(text, '\'');
	ss_key_name(w, key, text);
	sb_addc(text, '\'');
	bool rate = key >= w->n && key < 2 * w->n;
	if (rate && w->rate_name && w->rate_name[key - w->n] != UINT32_MAX) {
		sb_add(text, " (that is '");
		ss_key_name(w, w->rate_name[key - w->n], text);
		sb_add(text, "')");
	}
}

const char *ss_names(ss_work *w, const uint32_t *keys, uint32_t count, uint32_t most)
{
	sb_text text = {0};
	uint32_t shown = 0;

	sb_add(&text, "");
	for (uint32_t i = 0; i < count; i++) {
		if (ss_hidden(w, keys[i]))
			continue;
		if (shown++ >= most)
			continue;
		if (shown > 1)
			sb_add(&text, ", ");
		add_name(w, keys[i], &text);
	}
	if (shown > most)
		sb_addf(&text, " and %u more", shown - most);
	else if (!shown && count)
		sb_add(&text, "the condition of a when-clause");
	const char *copy = sb_strdup(w->arena, text.n ? text.at : "");
	sb_text_free(&text);
	return copy;
}

typedef struct part { sb_u32s unknowns, equations; } part;

static void add_equation(ss_work *w, ss_system *s, part *p, bool *seen, uint32_t e, bool follow_unknowns,
						 bool *seen_unknown)
{
	if (seen[e])
		return;
	seen[e] = true;
	sb_push(w->scratch, p->equations, e);
	for (uint32_t i = s->first[e]; follow_unknowns && i < s->first[e + 1]; i++)
		if (!seen_unknown[s->unknown[i]]) {
			seen_unknown[s->unknown[i]] = true;
			sb_push(w->scratch, p->unknowns, s->unknown[i]);
		}
}

/* Everything that contradicts: equations without an unknown, their unknowns, what gives those, and so on. */
static part overdetermined(ss_work *w, ss_system *s)
{
	part p = {0};
	bool *seen = sb_new_array(w->scratch, bool, s->equation_count + 1);
	bool *seen_unknown = sb_new_array(w->scratch, bool, s->unknown_count + 1);

	for (uint32_t r = 0; r < s->row_count; r++)
		if (s->unknown_of_row[r] == UINT32_MAX)
			add_equation(w, s, &p, seen, s->rows[r].equation, true, seen_unknown);
	for (uint32_t i = 0; i < p.unknowns.n; i++)
		if (s->row_of_unknown[p.unknowns.at[i]] != UINT32_MAX)
			add_equation(w, s, &p, seen, s->rows[s->row_of_unknown[p.unknowns.at[i]]].equation, true, seen_unknown);
	return p;
}

/* Everything that is open: unknowns without an equation, the equations that hold them, what those give, and so on. */
static part underdetermined(ss_work *w, ss_system *s)
{
	part p = {0};
	bool *in = sb_new_array(w->scratch, bool, s->unknown_count + 1),
		 *seen = sb_new_array(w->scratch, bool, s->equation_count + 1);
	uint32_t *count = sb_new_array(w->scratch, uint32_t, s->unknown_count + 2), *holders;

	for (uint32_t i = 0; i < s->first[s->equation_count]; i++)
		count[s->unknown[i] + 1]++;
	for (uint32_t u = 0; u < s->unknown_count; u++)
		count[u + 1] += count[u];
	holders = sb_new_array(w->scratch, uint32_t, s->first[s->equation_count] + 1);
	uint32_t *fill = sb_new_array(w->scratch, uint32_t, s->unknown_count + 1);
	for (uint32_t e = 0; e < s->equation_count; e++)
		for (uint32_t i = s->first[e]; i < s->first[e + 1]; i++)
			holders[count[s->unknown[i]] + fill[s->unknown[i]]++] = e;
	for (uint32_t u = 0; u < s->unknown_count; u++)
		if (s->row_of_unknown[u] == UINT32_MAX && !s->wanted[u]) {
			in[u] = true;
			sb_push(w->scratch, p.unknowns, u);
		}
	for (uint32_t i = 0; i < p.unknowns.n; i++)
		for (uint32_t k = count[p.unknowns.at[i]]; k < count[p.unknowns.at[i] + 1]; k++) {
			uint32_t e = holders[k];
			add_equation(w, s, &p, seen, e, false, NULL);
			for (uint32_t r = s->first_row[e]; r < s->first_row[e + 1]; r++) {
				uint32_t u = s->unknown_of_row[r];
				if (u != UINT32_MAX && !in[u]) {
					in[u] = true;
					sb_push(w->scratch, p.unknowns, u);
				}
			}
		}
	return p;
}

static const char *names_of(ss_work *w, ss_system *s, const sb_u32s *unknowns)
{
	sb_u32s keys = {0};

	for (uint32_t i = 0; i < unknowns->n; i++)
		sb_push(w->scratch, keys, s->unknowns[unknowns->at[i]]);
	return ss_names(w, keys.at, keys.n, NAMES_MOST);
}

static void show_equation(ss_work *w, sb_message *m, const ss_equation *q, const char *what)
{
	sb_span where;
	const char *text = ss_equation_text(w, q, &where), *component = q->component ? q->component : "";

	sb_also(m, where, "%s: %s%s%s", what, text, *component ? "   in " : "", component);
}

static void show_equations(ss_work *w, ss_system *s, sb_message *m, const sb_u32s *list, const char *what)
{
	uint32_t shown = 0;

	for (uint32_t i = 0; i < list->n; i++) {
		const ss_equation *q = s->equations[list->at[i]];
		if (!ss_made_up(w, q) && shown++ < SPANS_MOST)
			show_equation(w, m, q, what);
	}
	if (shown > SPANS_MOST)
		sb_note(m, "and %u more equation%s", shown - SPANS_MOST, shown == SPANS_MOST + 1 ? "" : "s");
}

/* The equations that say that variables of these are equal to each other or to a number. */
static void show_gone(ss_work *w, ss_system *s, sb_message *m, const sb_u32s *list, const char *what)
{
	ss_equation **shown = sb_new_array(w->scratch, ss_equation *, SPANS_MOST);
	uint32_t count = 0;
	ss_gone gone = {0};

	for (uint32_t i = 0; i < list->n && count < SPANS_MOST; i++)
		shown[count++] = s->equations[list->at[i]];
	ss_find_gone(w, shown, count, SPANS_MOST, &gone);
	for (uint32_t i = 0; i < gone.n && i < SPANS_MOST; i++)
		show_equation(w, m, gone.at[i], what);
}

/* What the contradicting equations are about: their unknowns, or the variables they were written over. */
static const char *subject(ss_work *w, ss_system *s, const part *p)
{
	ss_equation **list = sb_new_array(w->scratch, ss_equation *, p->equations.n + 1);
	sb_u32s keys = {0};

	if (p->unknowns.n)
		return names_of(w, s, &p->unknowns);
	for (uint32_t i = 0; i < p->equations.n; i++)
		list[i] = s->equations[p->equations.at[i]];
	ss_written_keys(w, list, p->equations.n, &keys);
	return keys.n ? ss_names(w, keys.at, keys.n, NAMES_MOST) : "it holds no variable";
}

/* The component whose own variables and equations in this part differ most in number. */
static void show_balance(ss_work *w, ss_system *s, sb_message *m, const part *p)
{
	sb_map balance = sb_map_new(w->scratch);
	const char *worst = NULL;
	int64_t most = 0;

	for (uint32_t i = 0; i < p->unknowns.n + p->equations.n; i++) {
		bool variable = i < p->unknowns.n;
		const char *name = variable ? ss_variable(w, s->unknowns[p->unknowns.at[i]] % w->n)->component
			: s->equations[p->equations.at[i - p->unknowns.n]]->component;
		name = sb_intern(w->model->names, name ? name : "");
		uint64_t so_far = 1u << 30;
		sb_map_get(&balance, (uintptr_t)name, &so_far);
		so_far = variable ? so_far + 1 : so_far - 1;
		sb_map_put(&balance, (uintptr_t)name, so_far);
	}
	for (uint32_t i = 0; i < p->unknowns.n; i++) {
		const char *name = sb_intern(w->model->names, ss_variable(w, s->unknowns[p->unknowns.at[i]] % w->n)->component
			? ss_variable(w, s->unknowns[p->unknowns.at[i]] % w->n)->component : "");
		uint64_t value = 1u << 30;
		sb_map_get(&balance, (uintptr_t)name, &value);
		int64_t difference = (int64_t)value - (1 << 30);
		if (difference > most) {
			most = difference;
			worst = name;
		}
	}
	if (worst && *worst)
		sb_note(m, "in this part the component '%s' has %lld more variable%s than equations", worst, (long long)most,
			most == 1 ? "" : "s");
}

static int by_number(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
	return x < y ? -1 : x > y;
}

/* Are there states among what the contradicting equations hold? Then they relate states to each other. */
static sb_u32s states_in(ss_work *w, ss_system *s, const part *p)
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
	if (states.n)
		qsort(states.at, states.n, sizeof *states.at, by_number);
	return states;
}

/* Equations between states are no mistake by themselves (see reduce.c); that they were not taken as constraints means that the model
 * is singular even if a variable and its derivative are taken as one. So they are, and the message is about what is left over then:
 * not about der(x), which a constraint could give. False: nothing is left over. */
static bool report_without_orders(ss_work *w, ss_system *s, const part *over)
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

static void report_few(ss_work *w, ss_system *s, const part *under, uint32_t missing)
{
	sb_u32s open = {0};

	for (uint32_t u = 0; u < s->unknown_count; u++)
		if (s->row_of_unknown[u] == UINT32_MAX && !s->wanted[u])
			sb_push(w->scratch, open, u);
	uint32_t key = s->unknowns[open.at[0]] % w->n;
	sb_message *m = sb_report(w->diag, SB_ERROR, s->initial ? "S0203" : "S0101", ss_variable(w, key)->span,
		"%s has %u equation%s too few: nothing determines %s", s->initial ? "the initial system" : "the model", missing,
		missing == 1 ? "" : "s", names_of(w, s, &open));
	if (under->unknowns.n > open.n)
		sb_note(m, "these depend on each other; the missing equation%s may be for any of them: %s",
				missing == 1 ? "" : "s", names_of(w, s, &under->unknowns));
	show_equations(w, s, m, &under->equations, "used here");
	show_balance(w, s, m, under);
	sb_help(m, s->initial ? "give a start value with fixed = true, or an initial equation, for each of them"
						  : "give each of them an equation or a value; a connector left unconnected, a missing ground "
							"or reference, and a "
							"variable that was meant as a parameter are the usual reasons");
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
static const ss_equation *gone_setter(ss_work *w, ss_system *s, const part *over, const ss_equation **when)
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
static bool report_set_twice(ss_work *w, ss_system *s, const part *over)
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
	show_equation(w, m, when, "set here");
	show_equation(w, m, other, of_when(other) ? "and here" : "and given here");
	sb_note(m, "a variable that a when-clause sets keeps its value until the clause acts again: nothing else may "
			   "determine it");
	sb_help(m, of_when(other) ? "write one when-clause with elsewhen for the second condition"
							  : "take one of them away, or let the when-clause set a variable of its own");
	return true;
}

/* How many scalars the equations give. */
static uint32_t count_written(ss_work *w, ss_system *s, const sb_u32s *equations)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < equations->n; i++) {
		const ss_equation *q = s->equations[equations->at[i]];
		for (uint32_t k = 0; k < q->targets.n && q->form != SS_FORM_EQUAL; k++)
			count += !ss_hidden(w, ss_key(w, q->targets.at[k]));
		count += q->form == SS_FORM_EQUAL && !ss_made_up(w, q);
	}
	return count;
}

static uint32_t count_visible(ss_work *w, ss_system *s, const sb_u32s *unknowns)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < unknowns->n; i++)
		count += !ss_hidden(w, s->unknowns[unknowns->at[i]]);
	return count;
}

static void report_many(ss_work *w, ss_system *s, const part *over, uint32_t first)
{
	uint32_t unknowns = count_visible(w, s, &over->unknowns), equations = count_written(w, s, &over->equations);
	uint32_t too_many = equations > unknowns ? equations - unknowns : 1;
	sb_message *m = sb_report(w->diag, SB_ERROR, s->initial ? "S0202" : "S0102", s->equations[first]->span,
							  "%s has %u equation%s too many", s->initial ? "the initial system" : "the model",
							  too_many, too_many == 1 ? "" : "s");
	if (unknowns)
		sb_note(m, "%u equations determine only %u unknown%s: %s", equations, unknowns, unknowns == 1 ? "" : "s",
				names_of(w, s, &over->unknowns));
	else
		sb_note(m, "everything in it is given already: %s", subject(w, s, over));
	show_equations(w, s, m, &over->equations, "one of these is too much");
	show_gone(w, s, m, &over->equations, "or one of these");
	sb_help(m, s->initial ? "take away an initial equation, or fixed = true from one of the start values"
						  : "take one of them away; a value given to a variable that has an equation already, and two "
							"components that both prescribe the same quantity, are the usual reasons");
}

static uint32_t top(uint32_t *group, uint32_t i)
{
	while (group[i] != i)
		i = group[i] = group[group[i]];
	return i;
}

/* Equations that share no unknown contradict each other for different reasons: a message for each. */
static void report_each(ss_work *w, ss_system *s, const part *over)
{
	uint32_t n = over->equations.n, reported = 0;
	uint32_t *group = sb_new_array(w->scratch, uint32_t, n + 1);
	uint32_t *holder = sb_new_array(w->scratch, uint32_t, s->unknown_count + 1);
	bool *left = sb_new_array(w->scratch, bool, s->equation_count + 1);

	for (uint32_t i = 0; i < n; i++) {
		uint32_t e = over->equations.at[i];
		group[i] = i;
		for (uint32_t k = s->first[e]; k < s->first[e + 1]; k++) {
			uint32_t u = s->unknown[k];
			if (holder[u])
				group[top(group, holder[u] - 1)] = i;
			holder[u] = top(group, i) + 1;
		}
	}
	for (uint32_t r = 0; r < s->row_count; r++)
		left[s->rows[r].equation] |= s->unknown_of_row[r] == UINT32_MAX;
	for (uint32_t g = 0; g < n && reported < MESSAGES_MOST; g++) {
		part one = {0};
		uint32_t first = UINT32_MAX;
		if (top(group, g) != g)
			continue;
		for (uint32_t i = 0; i < n; i++)
			if (top(group, i) == g) {
				sb_push(w->scratch, one.equations, over->equations.at[i]);
				if (first == UINT32_MAX && left[over->equations.at[i]])
					first = over->equations.at[i];
			}
		for (uint32_t i = 0; i < over->unknowns.n; i++)
			if (top(group, holder[over->unknowns.at[i]] - 1) == g)
				sb_push(w->scratch, one.unknowns, over->unknowns.at[i]);
		reported++;
		if (!report_set_twice(w, s, &one))
			report_many(w, s, &one, first == UINT32_MAX ? one.equations.at[0] : first);
	}
}

/* An equation in which everything cancels, once the others are put in: it repeats them. */
static bool repeats(ss_work *w, const ss_equation *q)
{
	return q->form == SS_FORM_EQUAL && (q->lhs == q->rhs || (sx_is_const(w->pool, q->lhs) &&
		sx_is_const(w->pool, q->rhs) && sx_real_value(w->pool, q->lhs) == sx_real_value(w->pool, q->rhs)));
}

static bool report_repeated(ss_work *w, ss_system *s, const part *over, const part *under)
{
	if (s->initial || over->unknowns.n || over->equations.n != 1 || !repeats(w, s->equations[over->equations.at[0]]))
		return false;
	const ss_equation *q = s->equations[over->equations.at[0]];
	bool network = q->origin && q->origin->from_connect;
	sb_message *m = sb_report(w->diag, SB_ERROR, "S0103", q->span,
							  "this %s repeats what others say already: everything in it cancels, and nothing "
							  "determines %s",
							  network ? "connection" : "equation", names_of(w, s, &under->unknowns));
	show_equations(w, s, m, &over->equations, "it says");
	show_gone(w, s, m, &over->equations, "which follows from");
	show_equations(w, s, m, &under->equations, "too little here");
	if (network)
		sb_note(m, "the flows around a closed network add up to zero by themselves, so one of its nodes gives no "
				   "equation, and the level of its potentials is open");
	sb_help(m, network ? "connect one node to a ground or another reference"
					   : "replace it by an equation that determines one of these variables; in a network, connect a "
						 "node to a ground or another reference");
	return true;
}

static void report_both(ss_work *w, ss_system *s, const part *over, const part *under)
{
	sb_message *m;
	sb_span span = over->equations.n ? s->equations[over->equations.at[0]]->span : (sb_span){0};

	m = sb_report(w->diag, SB_ERROR, s->initial ? "S0204" : "S0103", span,
		"%s is structurally singular: there are too many equations for %s, and too few for %s",
		s->initial ? "the initial system" : "the model", subject(w, s, over), names_of(w, s, &under->unknowns));
	show_equations(w, s, m, &over->equations, "too much here");
	show_gone(w, s, m, &over->equations, "together with this");
	show_equations(w, s, m, &under->equations, "too little here");
	show_balance(w, s, m, under);
	sb_help(m, "the number of equations is right, but an equation does not hold the variable that it was meant for");
}

bool ss_report_singular(ss_work *w, ss_system *s)
{
	uint32_t missing = 0, too_many = 0;

	for (uint32_t u = 0; u < s->unknown_count; u++)
		missing += s->row_of_unknown[u] == UINT32_MAX && !s->wanted[u];
	for (uint32_t r = 0; r < s->row_count; r++)
		too_many += s->unknown_of_row[r] == UINT32_MAX;
	if (!missing && !too_many)
		return true;
	part over = overdetermined(w, s), under = underdetermined(w, s);
	if (too_many && missing && report_set_twice(w, s, &over))
		return false;
	if (!s->initial && !s->merged && report_without_orders(w, s, &over))
		return false;
	if (too_many && missing && report_repeated(w, s, &over, &under))
		return false;
	if (!too_many)
		report_few(w, s, &under, missing);
	else if (!missing)
		report_each(w, s, &over);
	else
		report_both(w, s, &over, &under);
	return false;
}
