/* The initial system: conditions that are too many, or too few. Conditions are what a user may take away or add, fixed
 * start values and initial equations; the equations of the model only tie them together. */
#include "structure/explain/explain.h"

static bool is_condition(const ss_work *w, const ss_equation *q)
{
	return q->start || (w->initial.n && q >= w->initial.at && q < w->initial.at + w->initial.n);
}

typedef sb_vec(const ss_equation *) conditions;

/* The last initial equation in the text, or the last start value if there are only such. */
static const ss_equation *last_written(const conditions *list)
{
	const ss_equation *last = list->at[0];

	for (uint32_t i = 1; i < list->n; i++) {
		const ss_equation *q = list->at[i];
		if (q->start != last->start ? last->start : q->span.start > last->span.start)
			last = q;
	}
	return last;
}

/* A fixed start is for states; of another variable it is a condition that must come out. */
static void tell_no_state(ss_work *w, const ss_equation *q, sb_message *m)
{
	bool flip = false;

	if (q->start && !(w->traits[ss_root(w, q->scalar, &flip)] & (SS_IS_STATE | SS_IS_DISCRETE)))
		sb_note(m,
				"%s is not a state: no equation contains its derivative, and the equations determine its first value",
				ss_names(w, &q->scalar, 1, 1));
}

static bool is_state(ss_work *w, const ss_equation *q)
{
	bool flip = false;
	return q->start && w->traits[ss_root(w, q->scalar, &flip)] & (SS_IS_STATE | SS_IS_DISCRETE);
}

static void tell_too_many(ss_case *c, const ss_conflict *f)
{
	ss_work *w = c->w;
	conditions found = {0};

	for (uint32_t i = 0; i < f->equations.n; i++)
		if (is_condition(w, f->equations.at[i]))
			sb_push(w->scratch, found, f->equations.at[i]);
	const ss_equation *main = found.n ? last_written(&found) : f->equations.at[0];
	sb_span place = ss_equation_position(w, main), where;
	const char *text = ss_equation_text(w, main, &where);
	const char *names =
		f->part.unknowns.n ? ss_unknown_names(c, &f->part.unknowns) : ss_names(w, f->keys.at, f->keys.n, SS_NAMES_MOST);
	sb_message *m;

	if (found.n <= 1 && main->start)
		m = sb_report(w->diag, SB_ERROR, "S0202", place, "%s cannot be fixed: the equations determine it already",
					  text);
	else if (found.n <= 1 && !*names)
		m = sb_report(w->diag, SB_ERROR, "S0202", place,
					  "the initial equation %s determines nothing: everything in it is known before the run", text);
	else if (found.n <= 1)
		m = sb_report(w->diag, SB_ERROR, "S0202", place,
					  "the initial equation %s cannot hold: other equations determine %s already", text, names);
	else
		m = sb_report(w->diag, SB_ERROR, "S0202", place, "there is one initial condition too many%s%s",
					  *names ? " for " : "", names);
	ss_telling t = ss_tell(w, m, place);
	for (uint32_t i = 0; i < found.n && found.n > 1; i++)
		ss_tell_equation(&t, found.at[i], found.at[i]->start ? "fixed" : "initial equation");
	for (uint32_t i = 0; i < f->equations.n; i++)
		if (!is_condition(w, f->equations.at[i]))
			ss_tell_equation(&t, f->equations.at[i], found.n > 1 ? "tied by" : "by");
	ss_tell_rest(&t);
	for (uint32_t i = 0; i < found.n; i++)
		tell_no_state(w, found.at[i], m);
	if (!f->part.unknowns.n && f->equations.n == 1)
		sb_note(m, "%s%snumbers and parameters determine it before the initial values are computed", names,
				*names ? ": " : "");
	if (!*names)
		sb_note(m, "a parameter that initial equations determine must have fixed = false");
	sb_help(m, found.n <= 1 && main->start && !is_state(w, main)
				   ? "if an equation is meant for its derivative, write der(...) in it; otherwise remove fixed = true"
			   : found.n <= 1 && main->start ? "remove fixed = true: the start value is then a guess, or is not needed"
			   : found.n <= 1
				   ? "remove the initial equation"
				   : "remove one of these conditions: an initial equation, or fixed = true of a start value");
}

static void tell_too_few(ss_case *c, uint32_t open)
{
	ss_work *w = c->w;
	ss_part least = ss_least_under(w, c->s, open);
	uint32_t key = c->s->unknowns[open];
	sb_u32s free = {0};

	for (uint32_t i = 0; i < least.unknowns.n; i++) {
		uint32_t other = c->s->unknowns[least.unknowns.at[i]];
		if (other < w->n && w->traits[other] & SS_IS_FREE)
			sb_push(w->scratch, free, other);
	}
	ss_sort_numbers(&free);
	bool parameter = free.n > 0;
	key = parameter ? free.at[0] : key;
	const sm_variable *v = ss_variable(w, key % w->n);
	sb_span place = ss_user_position(w, v->component, v->span);
	sb_message *m = sb_report(w->diag, SB_ERROR, "S0203", place,
							  free.n > 1  ? "too few equations determine the parameters %s, which have fixed = false"
							  : parameter ? "nothing determines the parameter %s, which has fixed = false"
										  : "the initial system has too few equations: nothing determines %s",
							  parameter ? ss_names(w, free.at, free.n, SS_NAMES_MOST) : ss_names(w, &key, 1, 1));
	ss_telling t = ss_tell(w, m, place);
	for (uint32_t i = 0; i < least.equations.n; i++)
		ss_tell_equation(&t, c->s->equations[least.equations.at[i]], "used here");
	ss_tell_rest(&t);
	if (parameter)
		sb_note(m, "fixed = false leaves the value of a parameter to the initial equations");
	sb_help(m, parameter ? "add an initial equation, or give a value and remove fixed = false"
						 : "give a start value with fixed = true, or an initial equation");
}

void ss_tell_initial(ss_case *c)
{
	uint32_t row = 0, open = 0;

	while (row < c->s->row_count && c->s->unknown_of_row[row] != UINT32_MAX)
		row++;
	while (open < c->s->unknown_count && (c->s->row_of_unknown[open] != UINT32_MAX || c->s->wanted[open]))
		open++;
	if (row == c->s->row_count) {
		tell_too_few(c, open);
		return;
	}
	ss_conflict f = ss_conflict_of(c, row);
	if (open == c->s->unknown_count && f.equations.n)
		tell_too_many(c, &f);
	else
		ss_tell_both(c);
}
