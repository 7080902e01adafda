/* What to say when the matching leaves something over. The parts are those of Dulmage and Mendelsohn: from an unknown
 * without an equation alternating paths reach everything that is undetermined with it; from an equation without an
 * unknown, everything that it contradicts or repeats. One message is given, for the first cause. */
#include "structure/work.h"

#include <stdlib.h>

enum { NAMES_MOST = 8, SPANS_MOST = 6 };

void ss_key_name(ss_work *w, uint32_t key, sb_text *out)
{
	const char *of = key < w->n ? NULL : key < 2 * w->n ? "der(" : "pre(";

	if (of)
		sb_add(out, of);
	sm_scalar_name(w->model, key % w->n, out);
	if (of)
		sb_addc(out, ')');
}

const char *ss_names(ss_work *w, const uint32_t *keys, uint32_t count, uint32_t most)
{
	sb_text text = {0};

	sb_add(&text, "");
	for (uint32_t i = 0; i < count && i < most; i++) {
		sb_add(&text, i ? ", '" : "'");
		ss_key_name(w, keys[i], &text);
		sb_addc(&text, '\'');
		bool rate = keys[i] >= w->n && keys[i] < 2 * w->n;
		if (rate && w->rate_name && w->rate_name[keys[i] - w->n] != UINT32_MAX) {
			sb_add(&text, " (that is '");
			ss_key_name(w, w->rate_name[keys[i] - w->n], &text);
			sb_add(&text, "')");
		}
	}
	if (count > most)
		sb_addf(&text, " and %u more", count - most);
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

static void show_equations(ss_work *w, ss_system *s, sb_message *m, const sb_u32s *list, const char *what)
{
	for (uint32_t i = 0; i < list->n && i < SPANS_MOST; i++) {
		const ss_equation *q = s->equations[list->at[i]];
		sb_text text = {0};
		sb_add(&text, "");
		if (q->start) {
			sb_add(&text, "fixed start value of ");
			ss_key_name(w, q->scalar, &text);
		} else if (q->form == SS_FORM_EQUAL) {
			/* as it was written, where it was written for one scalar */
			bool own = q->origin && q->origin->kind == SM_EQUAL && !q->origin->domain.n;
			sm_print_expr(w->model, own ? q->origin->lhs : q->lhs, &text);
			sb_add(&text, " = ");
			sm_print_expr(w->model, own ? q->origin->rhs : q->rhs, &text);
		} else {
			sb_add(&text, "algorithm or call");
		}
		if (text.n > 160) {
			text.n = 157;
			text.at[157] = 0;
			sb_add(&text, "...");
		}
		const char *component = q->component && *q->component ? q->component : NULL;
		sb_also(m, q->span, "%s: %s%s%s", what, text.n ? text.at : "", component ? "   in " : "",
				component ? component : "");
		sb_text_free(&text);
	}
	if (list->n > SPANS_MOST)
		sb_note(m, "and %u more equations", list->n - SPANS_MOST);
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

static bool report_index(ss_work *w, ss_system *s, const part *over, const part *under, uint32_t too_many)
{
	sb_u32s states = states_in(w, s, over), first = {0};
	bool rates_open = false;

	for (uint32_t i = 0; i < under->unknowns.n; i++)
		rates_open = rates_open || s->unknowns[under->unknowns.at[i]] >= w->n;
	if (states.n < too_many || !rates_open)
		return false;
	for (uint32_t r = 0; r < s->row_count; r++)
		if (s->unknown_of_row[r] == UINT32_MAX)
			sb_push(w->scratch, first, s->rows[r].equation);
	sb_message *m = sb_report(w->diag, SB_ERROR, "S0307", s->equations[first.at[0]]->span,
		"the model has equations between states (its index is greater than 1); index reduction is not built yet");
	sb_note(m, "%s %s cannot %sstart and move freely", states.n == 1 ? "the state" : "the states",
		ss_names(w, states.at, states.n, NAMES_MOST), states.n == 1 ? "" : "all ");
	show_equations(w, s, m, &first, "this equation holds states only");
	sb_help(m, "remove the constraint (a small capacity, inertia or compliance between the states does it), or write "
			   "the equation in "
			   "its differentiated form and drop one of the states");
	return true;
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

static void report_many(ss_work *w, ss_system *s, const part *over, uint32_t too_many)
{
	sb_u32s left = {0};

	for (uint32_t r = 0; r < s->row_count; r++)
		if (s->unknown_of_row[r] == UINT32_MAX)
			sb_push(w->scratch, left, s->rows[r].equation);
	sb_message *m = sb_report(w->diag, SB_ERROR, s->initial ? "S0202" : "S0102", s->equations[left.at[0]]->span,
							  "%s has %u equation%s too many", s->initial ? "the initial system" : "the model",
							  too_many, too_many == 1 ? "" : "s");
	if (over->unknowns.n)
		sb_note(m, "%u equations determine only %u unknown%s: %s", over->equations.n, over->unknowns.n,
			over->unknowns.n == 1 ? "" : "s", names_of(w, s, &over->unknowns));
	else
		sb_note(m, "it holds no unknown at all: everything in it is given already");
	show_equations(w, s, m, &over->equations, "one of these is too much");
	sb_help(m, s->initial ? "take away an initial equation, or fixed = true from one of the start values"
						  : "take one of them away; a value given to a variable that has an equation already, and two "
							"components that both "
							"prescribe the same quantity, are the usual reasons");
}

static void report_both(ss_work *w, ss_system *s, const part *over, const part *under)
{
	sb_message *m;
	sb_span span = over->equations.n ? s->equations[over->equations.at[0]]->span : (sb_span){0};

	m = sb_report(w->diag, SB_ERROR, s->initial ? "S0204" : "S0103", span,
		"%s is structurally singular: there are too many equations for %s, and too few for %s",
		s->initial ? "the initial system" : "the model",
		over->unknowns.n ? names_of(w, s, &over->unknowns) : "what is known already", names_of(w, s, &under->unknowns));
	show_equations(w, s, m, &over->equations, "too much here");
	show_equations(w, s, m, &under->equations, "too little here");
	show_balance(w, s, m, under);
	if (over->unknowns.n)
		sb_help(m,
				"the number of equations is right, but an equation does not hold the variable that it was meant for");
	else
		sb_help(m, "a circuit or network without a ground or another reference is the usual reason; otherwise an "
				   "equation says "
				   "nothing new, and one for these variables is missing");
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
	if (!s->initial && too_many && missing && report_index(w, s, &over, &under, too_many))
		return false;
	if (!too_many)
		report_few(w, s, &under, missing);
	else if (!missing)
		report_many(w, s, &over, too_many);
	else
		report_both(w, s, &over, &under);
	return false;
}
