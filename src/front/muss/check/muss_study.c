/* Studies: what they ask of experiments, and their statements. */
#include "front/muss/check/muss_check.h"

#include <string.h>
#include <strings.h>

/* Functions over a run, as measures have them (study/measure/measure.h), and how many arguments they take. */
static const struct { const char *name; uint8_t least, most; int8_t type; } measures[] = {
	{"final", 1, 1, -1}, {"initial", 1, 1, -1}, {"at", 2, 2, -1}, {"before", 2, 2, -1}, {"max", 1, 1, -1},
	{"min", 1, 1, -1}, {"time_of_max", 1, 1, MU_REAL}, {"time_of_min", 1, 1, MU_REAL}, {"integral", 1, 1, MU_REAL},
	{"mean", 1, 1, MU_REAL}, {"rms", 1, 1, MU_REAL}, {"deviation", 1, 1, MU_REAL}, {"amplitude", 1, 1, MU_REAL},
	{"frequency", 1, 1, MU_REAL}, {"time_when", 1, 2, MU_REAL}, {"count", 1, 1, MU_INTEGER},
	{"duration", 1, 1, MU_REAL}, {"settling", 2, 3, MU_REAL}, {"overshoot", 1, 2, MU_REAL}, {"rise", 1, 4, MU_REAL},
	{"peak_time", 1, 2, MU_REAL}};

const mu_asked *mu_asked_of(const mu_unit *u, const char *name)
{
	for (uint32_t i = 0; i < u->experiments.n; i++)
		if (u->experiments.at[i].name == name)
			return &u->experiments.at[i];
	return NULL;
}

const mu_asked *mu_asked_in(const mu_unit *u, const mu_node *e)
{
	const mu_asked *found = e && e->kind == MU_NAME ? mu_asked_of(u, e->name) : NULL;
	for (uint32_t i = 0; e && i < e->of.n && !found; i++)
		found = mu_asked_in(u, e->of.at[i]);
	return found;
}

static int measure_number(const mu_node *e)
{
	for (unsigned i = 0; i < sizeof measures / sizeof *measures; i++)
		if (strcasecmp(measures[i].name, e->name) == 0 && mu_length(e, 1) >= measures[i].least &&
			mu_length(e, 1) <= measures[i].most)
			return (int)i;
	return -1;
}

const char *mu_measure_of(const mu_unit *u, const mu_node *e)
{
	int number = u->kind == MU_STUDY_BLOCK && e->kind == MU_APPLY ? measure_number(e) : -1;
	return number >= 0 && mu_asked_in(u, e) ? measures[number].name : NULL;
}

/* ------------------------------------------------------------------ names of experiments */

const mu_symbol *mu_symbol_inside(const mu_asked *x, const mu_node *inner, int *control, bool *known)
{
	const mu_unit *u = x->unit;
	*control = -1;
	*known = u != NULL;
	for (int i = 0; i < 4 && !mu_child(inner, 1); i++)
		if (strcasecmp(inner->name, mu_control_words[i]) == 0 && !(u && mu_find(u, inner->name))) {
			*control = i;
			return NULL;
		}
	for (; u && inner; inner = mu_child(inner, 1)) {
		const mu_unit *next = NULL;
		bool called = false;
		const mu_symbol *s = mu_find(u, inner->name);
		if (s && s->group != MU_GROUP_COUNT)
			return mu_child(inner, 1) ? NULL : s;
		for (uint32_t i = 0; i < u->calls.n && !called; i++)
			if (u->calls.at[i].name == inner->name) {
				called = true;
				next = u->calls.at[i].unit;
			}
		if (called && !next)
			*known = false;                      /* a block of Modelica: nothing is known of it here */
		u = next;
	}
	return NULL;
}

static void add_names(sb_arena *arena, const mu_unit *u, sb_strings *out)
{
	for (uint32_t i = 0; i < u->symbols.n; i++)
		sb_push(arena, *out, u->symbols.at[i]->name);
	for (uint32_t i = 0; i < u->calls.n; i++)
		sb_push(arena, *out, u->calls.at[i].name);
}

static void not_inside(mu_checker *c, const mu_asked *x, const mu_node *inner)
{
	sb_strings names = {0};
	add_names(c->text->arena, x->unit, &names);
	const char *near = sb_nearest(inner->name, names.at, names.n);
	sb_message *m = sb_report(c->text->diag, SB_ERROR, "N0410", inner->span, "there is no such variable in '%s'",
							  x->name);
	sb_also(m, x->unit->node->name_span, "the experiment is here");
	if (near)
		sb_help(m, "did you mean '%s.%s'?", x->name, near);
	else
		sb_help(m, "write %s.NAME, or %s.CALLED.NAME for a variable of a submodel that it calls", x->name, x->name);
}

int mu_type_of_result(mu_checker *c, const mu_node *n)
{
	const mu_asked *x = mu_asked_of(c->unit, n->name);
	const mu_node *inner = mu_child(n, 1);
	int control;
	bool known;
	if (!inner) {
		sb_help(sb_report(c->text->diag, SB_ERROR, "N0411", n->span, "'%s' is an experiment, and has no value",
						  n->name), "write %s.NAME for one of its variables, or 'run %s;'", n->name, n->name);
		return -1;
	}
	if (strcasecmp(inner->name, "time") == 0 && !mu_child(inner, 1))
		return MU_REAL;
	const mu_symbol *s = mu_symbol_inside(x, inner, &control, &known);
	if (control >= 0) {
		sb_help(sb_report(c->text->diag, SB_ERROR, "N0411", n->span, "'%s' of an experiment can be set, and not read",
						  inner->name), "%s.Time is the time at which the run has ended", n->name);
		return -1;
	}
	if (!s && known) {
		not_inside(c, x, inner);
		return -1;
	}
	return s ? s->type : MU_REAL;
}

/* What is measured is of one run: nothing but names of its experiment, the time and numbers. */
static bool measured_names(mu_checker *c, const mu_node *e, const mu_asked *x)
{
	bool good = true;
	if (e->kind == MU_NAME) {
		const mu_asked *other = mu_asked_of(c->unit, e->name);
		if (other == x || strcasecmp(e->name, "time") == 0 || strcasecmp(e->name, "true") == 0 ||
			strcasecmp(e->name, "false") == 0)
			return true;
		if (other)
			sb_help(sb_report(c->text->diag, SB_ERROR, "N0412", e->span,
							  "what is measured here is a run of '%s', and this is of '%s'", x->name, other->name),
					"measure each by itself, and compute with the results");
		else
			sb_help(sb_report(c->text->diag, SB_ERROR, "N0412", e->span, "'%s' is no variable of '%s', which is "
							  "measured here", e->name, x->name),
					"measures have variables of their experiment, Time and numbers; compute with their values");
		return false;
	}
	/* of a call the first child is its name */
	for (uint32_t i = e->kind == MU_APPLY; i < e->of.n && good; i++)
		good = !e->of.at[i] || measured_names(c, e->of.at[i], x);
	return good;
}

int mu_type_of_measure(mu_checker *c, const mu_node *e)
{
	const mu_asked *x = mu_asked_in(c->unit, e);
	int type = measures[measure_number(e)].type, first = -1;
	if (!measured_names(c, e, x))
		return -1;
	for (uint32_t i = 0; i < mu_length(e, 1); i++) {
		int one = mu_type_of(c, mu_list(e, 1, i));
		first = i ? first : one;
	}
	return type >= 0 ? type : first;
}

/* ------------------------------------------------------------------ what is called */

static void not_called(mu_checker *c, const mu_node *n)
{
	sb_strings names = {0};
	for (uint32_t i = 0; i < c->text->units.n; i++)
		if (c->text->units.at[i]->kind == MU_EXPERIMENT)
			sb_push(c->text->arena, names, c->text->units.at[i]->name);
	const char *near = sb_nearest(n->name, names.at, names.n);
	const mu_unit *u = sb_map_find(&c->text->by_name, n->name);
	sb_message *m = sb_report(c->text->diag, SB_ERROR, "N0408", n->span, u ? "'%s' is a %s, and not an experiment" :
							  "there is no experiment '%s' in this text", n->name, u ? mu_block_text(u->kind) : "");
	if (u)
		sb_help(m, "an experiment says how it is run: 'Experiment NAME is ... End experiment NAME;'");
	else if (near)
		sb_help(m, "did you mean '%s'?", near);
	else
		sb_help(m, "a model of Modelica is named with its package, as Package.Model");
}

static void check_called(mu_checker *c)
{
	for (uint32_t i = 0; i < c->unit->experiments.n; i++) {
		mu_asked *x = &c->unit->experiments.at[i];
		const mu_node *last = x->node;
		while (mu_child(last, 1))
			last = mu_child(last, 1);
		x->unit = last == x->node ? sb_map_find(&c->text->by_name, last->name) : NULL;
		if (last == x->node && (!x->unit || x->unit->kind != MU_EXPERIMENT)) {
			not_called(c, last);
			x->unit = NULL;
		}
		bool twice = mu_asked_of(c->unit, last->name) != NULL;
		if (twice || mu_find(c->unit, last->name))
			sb_report(c->text->diag, SB_ERROR, "N0101", x->node->span, "'%s' is declared a second time", last->name);
		else
			x->name = last->name;
	}
}

/* ------------------------------------------------------------------ statements */

static void check_statements(mu_checker *c, const mu_node *list);

/* e.tau = 2.0; e.finish = 5.0; */
static void check_given(mu_checker *c, const mu_node *target, const mu_node *value)
{
	const mu_asked *x = mu_asked_of(c->unit, target->name);
	const mu_node *inner = mu_child(target, 1);
	int control;
	bool known;
	if (!inner) {
		mu_type_of_result(c, target);
		return;
	}
	const mu_symbol *s = mu_symbol_inside(x, inner, &control, &known);
	if (!s && control < 0 && known) {
		not_inside(c, x, inner);
		return;
	}
	if (s && s->group != MU_PARAMETERS) {
		sb_message *m = sb_report(c->text->diag, SB_ERROR, "N0409", target->span,
								  "'%s' is no parameter, and a study cannot set it", s->name);
		sb_also(m, s->declared->name_span, "it is declared here, in '%s'", mu_group_text(s->group));
		sb_help(m, "declare it in 'parameters', or make its value depend on one");
		return;
	}
	for (const mu_node *at = inner; at; at = mu_child(at, 1))
		for (uint32_t i = 0; i < mu_length(at, 0); i++)
			if (mu_list(at, 0, i)->kind != MU_NUMBER) {
				sb_report(c->text->diag, SB_ERROR, "N0413", mu_list(at, 0, i)->span,
						  "a subscript of what is set in an experiment is a number");
				return;
			}
	if (s && s->rank && !mu_length(inner, 0) && !mu_child(inner, 1)) {
		sb_report(c->text->diag, SB_ERROR, "N0108", target->span, "'%s' has %u subscript%s, and this is 0", s->name,
				  s->rank, s->rank == 1 ? "" : "s");
		return;
	}
	mu_expect(c, value, s ? s->type : MU_REAL);
}

static void check_assign(mu_checker *c, const mu_node *n)
{
	const mu_node *target = mu_list(n, 0, 0), *value = mu_child(n, 1);
	if (mu_length(n, 0) != 1 || target->kind != MU_NAME) {
		sb_report(c->text->diag, SB_ERROR, "N0403", n->span, "a study sets one variable at a time");
		return;
	}
	if (mu_asked_of(c->unit, target->name)) {
		check_given(c, target, value);
		return;
	}
	int type = mu_type_of(c, target);
	const mu_symbol *s = mu_find(c->unit, target->name);
	if (s && (s->group == MU_PARAMETERS || s->group == MU_CONSTANTS)) {
		sb_message *m = sb_report(c->text->diag, SB_ERROR, "N0201", target->span,
								  "'%s' is a %s, and cannot be defined here", s->name,
								  s->group == MU_PARAMETERS ? "parameter" : "constant");
		sb_also(m, s->declared->name_span, "it is declared here");
	} else if (!s && type >= 0) {
		sb_report(c->text->diag, SB_ERROR, "N0201", target->span, "'%s' cannot be defined", target->name);
	} else if (s && s->rank && !mu_length(target, 0)) {
		sb_report(c->text->diag, SB_ERROR, "N0108", target->span, "'%s' has %u subscript%s, and this is 0", s->name,
				  s->rank, s->rank == 1 ? "" : "s");
	} else if (type >= 0) {
		mu_expect(c, value, type);
	}
}

static void check_run(mu_checker *c, const mu_node *n)
{
	const mu_node *name = mu_child(n, 0);
	if (mu_asked_of(c->unit, name->name) && !mu_child(name, 1))
		return;
	sb_message *m = sb_report(c->text->diag, SB_ERROR, "N0414", name->span,
							  "'%s' is not in the list of experiments called", name->name);
	sb_help(m, "write 'experiments called {%s;}' in the static region", name->name);
}

static void check_collect(mu_checker *c, const mu_node *n)
{
	for (uint32_t i = 0; i < mu_length(n, 0); i++) {
		const mu_node *e = mu_list(n, 0, i);
		mu_type_of(c, e->kind == MU_ASSIGN ? mu_child(e, 1) : e);
	}
}

/* The curves of an experiment that are kept of each run. */
static void check_prepare(mu_checker *c, const mu_node *n)
{
	for (uint32_t i = 0; i < mu_length(n, 0); i++) {
		const mu_node *e = mu_list(n, 0, i);
		if (mu_asked_of(c->unit, e->name))
			mu_type_of_result(c, e);
		else
			sb_help(sb_report(c->text->diag, SB_ERROR, "N0412", e->span,
							  "a study prepares variables of its experiments"), "write EXPERIMENT.%s", e->name);
	}
}

/* A counter is a variable that was declared, or one of the loop. */
static void check_each(mu_checker *c, const mu_node *n)
{
	const mu_symbol *s = mu_find(c->unit, n->name);
	const mu_node *from = mu_child(n, 0), *to = mu_child(n, 1);
	bool held = s && (s->group == MU_PARAMETERS || s->group == MU_CONSTANTS || s->rank);
	if (held || mu_asked_of(c->unit, n->name))
		sb_report(c->text->diag, SB_ERROR, "N0201", n->name_span, "'%s' cannot be a counter", n->name);
	for (uint32_t i = 0; !to && i < from->of.n; i++)
		mu_expect(c, from->of.at[i], s ? s->type : MU_REAL);
	if (to) {
		mu_expect(c, from, MU_INTEGER);
		mu_expect(c, to, MU_INTEGER);
	}
	if (!s) {
		sb_help(sb_report(c->text->diag, SB_ERROR, "N0107", n->name_span, "'%s' is not declared in '%s'", n->name,
						  c->unit->name), "declare it in the static region: auxiliary variables {%s %s;}",
				to ? "integer" : "real", n->name);
		return;
	}
	check_statements(c, mu_child(n, 2));
}

static void check_parts(mu_checker *c, const mu_node *n)
{
	uint32_t list = n->kind == MU_CASE;
	if (n->kind == MU_CASE)
		mu_expect(c, mu_child(n, 0), MU_INTEGER);
	for (uint32_t i = 0; i < mu_length(n, list); i++) {
		const mu_node *part = mu_list(n, list, i), *first = mu_child(part, 0);
		if (n->kind == MU_IF && first)
			mu_expect(c, first, MU_LOGICAL);
		for (uint32_t k = 0; n->kind == MU_CASE && k < first->of.n; k++)
			mu_expect(c, first->of.at[k], MU_INTEGER);
		check_statements(c, mu_child(part, 1));
	}
}

static void check_statement(mu_checker *c, const mu_node *n)
{
	switch (n->kind) {
	case MU_ASSIGN: check_assign(c, n); break;
	case MU_RUN: check_run(c, n); break;
	case MU_COLLECT: check_collect(c, n); break;
	case MU_PREPARE: check_prepare(c, n); break;
	case MU_IF: case MU_CASE: check_parts(c, n); break;
	case MU_FOR: check_each(c, n); break;
	case MU_WHILE:
		mu_expect(c, mu_child(n, 0), MU_LOGICAL);
		check_statements(c, mu_child(n, 1));
		break;
	default:
		sb_help(sb_report(c->text->diag, SB_ERROR, "N0403", n->span, "this has no place in a study"),
				"a study has assignments, if, case, for, do while, run, prepare and collect");
	}
}

static void check_statements(mu_checker *c, const mu_node *list)
{
	for (uint32_t i = 0; list && i < list->of.n; i++)
		check_statement(c, list->of.at[i]);
}

/* Functions of time have no meaning between runs. */
static void check_timeless(mu_checker *c, const mu_node *e)
{
	static const char *const timed[] = {"delay", "step", "ramp", "integral", "upwind"};
	if (mu_measure_of(c->unit, e) || (e->kind == MU_NAME && mu_asked_of(c->unit, e->name)))
		return;
	bool bad = e->kind == MU_PRIME || (e->kind == MU_NAME && strcasecmp(e->name, "time") == 0);
	for (int i = 0; i < 5; i++)
		bad |= e->kind == MU_APPLY && strcasecmp(e->name, timed[i]) == 0;
	if (bad)
		sb_help(sb_report(c->text->diag, SB_ERROR, "N0415", e->span, "a study stands outside of time"),
				"EXPERIMENT.Time is the time at which a run has ended");
	for (uint32_t i = e->kind == MU_NAME || e->kind == MU_APPLY; i < e->of.n && !bad; i++)
		if (e->of.at[i])
			check_timeless(c, e->of.at[i]);
}

void mu_check_study(mu_checker *c)
{
	const mu_node *r = mu_region(c->unit, MU_STUDY);
	check_called(c);
	if (!r) {
		sb_help(sb_report(c->text->diag, SB_ERROR, "N0416", c->unit->node->name_span, "the study '%s' does nothing",
						  c->unit->name), "write a 'Study region', with 'run EXPERIMENT;' in it");
		return;
	}
	uint32_t errors = sb_errors(c->text->diag);
	check_statements(c, mu_child(r, 0));
	if (sb_errors(c->text->diag) == errors)
		check_timeless(c, r);
}
