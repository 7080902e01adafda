/* Statements: what each of them defines, region by region. */
#include "front/muss/check/muss_check.h"

static void check_statements(mu_checker *c, const mu_node *list, const mu_node *when);

static bool held(const mu_symbol *s)
{
	return s->group == MU_INPUTS || s->group == MU_PARAMETERS || s->group == MU_CONSTANTS || s->space;
}

static void not_yours(mu_checker *c, const mu_node *target, const mu_symbol *s)
{
	sb_message *m = sb_report(c->text->diag, SB_ERROR, "N0201", target->span, "'%s' is %s, and cannot be defined here",
							  s->name, s->group == MU_INPUTS ? "an input" : s->group == MU_PARAMETERS ? "a parameter" :
							  s->space ? "the coordinate of the space" : "a constant");
	sb_also(m, s->declared->name_span, "it is declared here");
}

static void twice(mu_checker *c, const mu_node *target, const mu_symbol *s, const mu_node *first)
{
	sb_message *m = sb_report(c->text->diag, SB_ERROR, "N0202", target->span, "'%s' is defined a second time", s->name);
	sb_also(m, first->span, "it is defined here");
	sb_help(m, "the order of equations means nothing in a dynamic region: one variable has one definition");
}

/* An equation, x' = ... or a statement of the dynamic region defines this. */
static void define(mu_checker *c, const mu_node *target, mu_symbol *s, const mu_node *when)
{
	bool rate = target->kind == MU_PRIME;
	if (held(s)) {
		not_yours(c, target, s);
	} else if (when && s->group == MU_FIELDS) {
		sb_report(c->text->diag, SB_ERROR, "N0203", target->span, "a field cannot be set by a 'when'");
	} else if (rate) {
		if (when)
			sb_help(sb_report(c->text->diag, SB_ERROR, "N0203", target->span, "a derivative cannot be set by a 'when'"),
					"set the state '%s', or a variable that the derivative depends on", s->name);
		else if (s->rate && (!s->rank || s->group == MU_FIELDS))
			twice(c, target, s, s->rate);
		s->rate = target;
	} else if (when) {
		if (s->equation)
			twice(c, target, s, s->equation);
		else if (s->when && s->when != when)
			twice(c, target, s, s->when);
		s->when = when;
	} else if (s->state || s->group == MU_FIELDS) {
		sb_message *m = sb_report(c->text->diag, SB_ERROR, "N0204", target->span,
								  "'%s' is a state: its derivative is defined here, and not its value", s->name);
		sb_also(m, s->declared->name_span, "it is declared here");
		sb_help(m, "write %s' = ...; or set it in a 'when', or declare it in 'auxiliary variables'", s->name);
	} else {
		const mu_node *first = s->equation ? s->equation : s->when;
		if (first && (!s->rank || s->when))
			twice(c, target, s, first);
		s->equation = target;
	}
}

static void define_in(mu_checker *c, const mu_node *target, const mu_node *when)
{
	const mu_node *name = target->kind == MU_PRIME ? mu_child(target, 0) : target;
	int order;
	if (c->unit->kind == MU_DISTRIBUTED && mu_in_space(c->unit, name->name, &order))
		return;                                           /* the slope at an end: T_z = 0 */
	if (mu_type_of(c, target) < 0)
		return;
	mu_symbol *s = mu_find(c->unit, name->name);
	if (!s) {
		sb_report(c->text->diag, SB_ERROR, "N0201", target->span, "'%s' cannot be defined", name->name);
	} else if (c->region == MU_INITIAL) {
		if (held(s))
			not_yours(c, target, s);
		else if (target->kind == MU_PRIME)
			sb_help(sb_report(c->text->diag, SB_ERROR, "N0205", target->span,
							  "a derivative is not set in the initial region"), "it follows from the dynamic region");
		else if (s->group == MU_FIELDS && c->nested)
			sb_help(sb_report(c->text->diag, SB_ERROR, "N0221", target->span,
					"a field is set as a whole, and not in a branch"),
					"write %s = ...; with the coordinate in it", s->name);
		s->initial = target;
	} else if (c->region == MU_SAMPLED) {
		if (held(s))
			not_yours(c, target, s);
		s->when = mu_region(c->unit, MU_SAMPLED);
	} else {
		define(c, target, s, when);
	}
}

static void check_assign(mu_checker *c, const mu_node *n, const mu_node *when)
{
	uint32_t results = mu_length(n, 0);
	const mu_node *value = mu_child(n, 1);
	for (uint32_t i = 0; i < results; i++)
		define_in(c, mu_list(n, 0, i), when);
	if (results > 1) {
		if (value->kind == MU_APPLY)
			mu_type_of_call(c, value, results);
		else
			sb_help(sb_report(c->text->diag, SB_ERROR, "N0303", value->span,
							  "several results come from a call of a submodel only"), "write (a, b) = NAME(...);");
		return;
	}
	const mu_node *target = mu_list(n, 0, 0), *name = target->kind == MU_PRIME ? mu_child(target, 0) : target;
	const mu_symbol *s = mu_find(c->unit, name->name);
	if (!s || s->group == MU_GROUP_COUNT)
		mu_type_of(c, value);
	else
		mu_expect(c, value, target->kind == MU_PRIME ? MU_REAL : s->type);
}

/* ------------------------------------------------------------------ branches */

typedef sb_vec(mu_symbol *) symbols;

/* What a list of statements defines, so that every branch can be held against the others. */
static void defined_by(mu_checker *c, const mu_node *list, symbols *out)
{
	for (uint32_t i = 0; list && i < list->of.n; i++) {
		const mu_node *n = list->of.at[i];
		if (n->kind == MU_ASSIGN)
			for (uint32_t k = 0; k < mu_length(n, 0); k++) {
				const mu_node *t = mu_list(n, 0, k);
				mu_symbol *s = mu_find(c->unit, t->kind == MU_PRIME ? mu_child(t, 0)->name : t->name);
				if (s)
					sb_push(c->text->arena, *out, s);
			}
		else if (n->kind == MU_IF && mu_length(n, 0))
			defined_by(c, mu_child(mu_list(n, 0, 0), 1), out);
		else if (n->kind == MU_CASE && mu_length(n, 1))
			defined_by(c, mu_child(mu_list(n, 1, 0), 1), out);
		else if (n->kind == MU_FOR)
			defined_by(c, mu_child(n, 2), out);
	}
}

static bool is_among(const symbols *list, const mu_symbol *s)
{
	for (uint32_t i = 0; i < list->n; i++)
		if (list->at[i] == s)
			return true;
	return false;
}

static void missing(mu_checker *c, const mu_node *branch, const symbols *has, const symbols *all)
{
	for (uint32_t i = 0; i < all->n; i++)
		if (!is_among(has, all->at[i])) {
			sb_message *m = sb_report(c->text->diag, SB_ERROR, "N0206", branch->span,
									  "this branch does not define '%s', and another one does", all->at[i]->name);
			sb_help(m, "an equation holds all the time: define it here too, or use 'when' for what happens once");
			return;
		}
}

/* Every branch defines the same, and one of them always holds. */
static void check_branches(mu_checker *c, const mu_node *n, uint32_t list, bool complete)
{
	symbols all = {0};
	uint32_t count = mu_length(n, list);
	for (uint32_t i = 0; i < count; i++)
		defined_by(c, mu_child(mu_list(n, list, i), 1), &all);
	for (uint32_t i = 0; i < count; i++) {
		symbols has = {0};
		defined_by(c, mu_child(mu_list(n, list, i), 1), &has);
		missing(c, mu_list(n, list, i), &has, &all);
	}
	if (!complete && all.n)
		sb_help(sb_report(c->text->diag, SB_ERROR, "N0207", n->span, "'%s' is not defined where no branch holds",
						  all.at[0]->name), "add an else");
}

/* The same variable in several branches is one definition: it is taken back before the next one. */
static void forget(const symbols *list)
{
	for (uint32_t i = 0; i < list->n; i++)
		list->at[i]->equation = list->at[i]->rate = NULL;
}

static void check_parts(mu_checker *c, const mu_node *n, uint32_t list, const mu_node *when)
{
	bool equations = c->region == MU_DYNAMIC && !when, complete = false;
	uint32_t count = mu_length(n, list);
	for (uint32_t i = 0; i < count; i++) {
		const mu_node *part = mu_list(n, list, i), *first = mu_child(part, 0);
		symbols before = {0};
		if (n->kind == MU_IF && first)
			mu_expect(c, first, MU_LOGICAL);
		for (uint32_t k = 0; n->kind == MU_CASE && k < first->of.n; k++)
			mu_expect(c, first->of.at[k], MU_INTEGER);
		complete |= n->kind == MU_IF ? !first : !first->of.n;
		if (i && equations) {
			defined_by(c, mu_child(mu_list(n, list, i - 1), 1), &before);
			forget(&before);
		}
		c->nested++;
		check_statements(c, mu_child(part, 1), when);
		c->nested--;
	}
	if (equations)
		check_branches(c, n, list, complete);
}

static void check_when(mu_checker *c, const mu_node *n, const mu_node *when)
{
	if (c->region != MU_DYNAMIC || when)
		sb_help(sb_report(c->text->diag, SB_ERROR, "N0208", n->span, when ? "a 'when' cannot stand inside of a 'when'" :
						  "a 'when' stands in the dynamic region only"), "use 'if'");
	for (uint32_t i = 0; i < mu_length(n, 0); i++) {
		mu_expect(c, mu_child(mu_list(n, 0, i), 0), MU_LOGICAL);
		check_statements(c, mu_child(mu_list(n, 0, i), 1), n);
	}
}

static void check_loop(mu_checker *c, const mu_node *n, const mu_node *when)
{
	if (n->kind == MU_WHILE) {
		if (c->region == MU_DYNAMIC && !when)
			sb_help(sb_report(c->text->diag, SB_ERROR, "N0209", n->span,
							  "'do while' is a sequence of steps, and the dynamic region has equations"),
					"use it in the initial region, in a 'when' or in a sampled region");
		mu_expect(c, mu_child(n, 0), MU_LOGICAL);
		c->nested++;
		check_statements(c, mu_child(n, 1), when);
		c->nested--;
		return;
	}
	if (!mu_child(n, 1)) {
		sb_report(c->text->diag, SB_ERROR, "N0210", n->span,
				  "a list of values for a counter has a place in studies only");
		return;
	}
	mu_expect(c, mu_child(n, 0), MU_INTEGER);
	mu_expect(c, mu_child(n, 1), MU_INTEGER);
	sb_push(c->text->arena, c->counters, n->name);
	c->nested++;
	check_statements(c, mu_child(n, 2), when);
	c->nested--;
	c->counters.n--;
}

static void check_at(mu_checker *c, const mu_node *n)
{
	const mu_symbol *z = mu_find(c->unit, n->name);
	if (!z || !z->space || c->region != MU_DYNAMIC)
		sb_help(sb_report(c->text->diag, SB_ERROR, "N0211", n->span, "'at' says what holds at an end of the space"),
				"declare 'space {%s from 0.0 to 1.0 points 101;}' in a distributed submodel", n->name);
	else
		mu_expect(c, mu_child(n, 0), MU_REAL);
	for (uint32_t i = 0; i < mu_length(n, 1); i++) {
		const mu_node *one = mu_list(n, 1, i);
		if (one->kind == MU_ASSIGN && mu_length(one, 0) == 1)
			mu_expect(c, mu_child(one, 1), MU_REAL);
		else
			sb_report(c->text->diag, SB_ERROR, "N0211", one->span,
					  "here a field or its slope has a value, as in T = 0.0");
	}
}

const char *const mu_control_words[4] = {"start", "finish", "interval", "tolerance"};

static void check_control(mu_checker *c, const mu_node *n)
{
	const char *const *words = mu_control_words;
	if (n->kind == MU_PREPARE) {
		for (uint32_t i = 0; i < mu_length(n, 0); i++) {
			const mu_node *name = mu_list(n, 0, i);
			if (!mu_child(name, 1) && !mu_find(c->unit, name->name))
				mu_unknown(c, name);
		}
	} else if (n->kind == MU_TERMINATE) {
		mu_expect(c, mu_child(n, 0), MU_LOGICAL);
	} else if (n->kind == MU_ASSIGN && mu_length(n, 0) == 1 && mu_list(n, 0, 0)->kind == MU_NAME) {
		const mu_node *t = mu_list(n, 0, 0);
		for (unsigned i = 0; i < 4; i++)
			if (t->name == sb_intern(c->text->names, words[i])) {
				mu_expect(c, mu_child(n, 1), MU_REAL);
				return;
			}
		const char *near = sb_nearest(t->name, words, 4);
		sb_message *m = sb_report(c->text->diag, SB_ERROR, "N0402", t->span, "an experiment has no '%s'", t->name);
		sb_help(m, near ? "did you mean '%s'?" : "there are start, finish, interval and tolerance%s",
				near ? near : "");
	} else {
		sb_help(sb_report(c->text->diag, SB_ERROR, "N0403", n->span, "this has no place in a control region"),
				"it has start = ..., finish = ..., interval = ..., prepare {...} and terminate when (...)");
	}
}

static void check_statements(mu_checker *c, const mu_node *list, const mu_node *when)
{
	for (uint32_t i = 0; list && i < list->of.n; i++) {
		const mu_node *n = list->of.at[i];
		if (c->region == MU_CONTROL)
			check_control(c, n);
		else if (n->kind == MU_ASSIGN)
			check_assign(c, n, when);
		else if (n->kind == MU_IF)
			check_parts(c, n, 0, when);
		else if (n->kind == MU_CASE) {
			mu_expect(c, mu_child(n, 0), MU_INTEGER);
			check_parts(c, n, 1, when);
		} else if (n->kind == MU_WHEN)
			check_when(c, n, when);
		else if (n->kind == MU_FOR || n->kind == MU_WHILE)
			check_loop(c, n, when);
		else if (n->kind == MU_AT)
			check_at(c, n);
		else
			sb_report(c->text->diag, SB_ERROR, "N0403", n->span, "this has no place in this region");
	}
}

/* ------------------------------------------------------------------ what is defined, and what is not */

static void not_started(mu_checker *c, const mu_symbol *s)
{
	bool state = s->state || s->group == MU_FIELDS;
	sb_message *m = sb_report(c->text->diag, SB_ERROR, "N0212", s->declared->name_span,
							  state ? "the state '%s' is read before anything gives it a value" :
							  "'%s' is read before a 'when' gives it a value", s->name);
	if (s->when)
		sb_also(m, s->when->span, "it is set here, when something happens");
	sb_help(m, "give it a value in the initial region: %s = %s;", s->name, s->type == MU_LOGICAL ? "FALSE" : "0.0");
}

static void check_symbol(mu_checker *c, const mu_symbol *s)
{
	bool defined = s->equation || s->when || s->rate;
	if (held(s) || s->group == MU_GROUP_COUNT)
		return;
	if ((s->state || s->group == MU_FIELDS) && !s->rate && c->unit->kind != MU_SAMPLED_BLOCK) {
		sb_message *m = sb_report(c->text->diag, SB_ERROR, "N0213", s->declared->name_span,
								  "nothing defines the derivative of '%s'", s->name);
		sb_help(m, "write %s' = ...; in the dynamic region", s->name);
		return;
	}
	if (!defined && !s->initial) {
		sb_message *m = sb_report(c->text->diag, s->output ? SB_ERROR : SB_WARNING, s->output ? "N0214" : "N0215",
								  s->declared->name_span, s->output ? "nothing defines the output '%s'" :
								  "nothing defines '%s'", s->name);
		sb_help(m, "write %s = ...; in the dynamic region", s->name);
		return;
	}
	bool starts = s->initial || mu_child(s->declared,
			1);
	bool inner = c->unit->kind == MU_SAMPLED_BLOCK && !s->output && !s->state;       /* may be set before it is read */
	if ((s->state || s->group == MU_FIELDS || s->when) && !starts && !inner)
		not_started(c, s);
	if (s->equation && s->initial && !s->state) {
		sb_message *m = sb_report(c->text->diag, SB_ERROR, "N0216", s->initial->span,
								  "'%s' is set at the start, and an equation defines it all the time", s->name);
		sb_also(m, s->equation->span, "the equation is here");
	}
}

void mu_check_regions(mu_checker *c)
{
	static const int regions[] = {MU_INITIAL, MU_DYNAMIC, MU_SAMPLED, MU_CONTROL};
	if (c->unit->kind == MU_STUDY_BLOCK)
		return;
	for (int i = 0; i < 4; i++) {
		const mu_node *r = mu_region(c->unit, (mu_kind)regions[i]);
		c->region = regions[i];
		if (r)
			check_statements(c, mu_child(r, 0), NULL);
	}
	if (c->unit->kind == MU_SAMPLED_BLOCK && !c->unit->period)
		sb_help(sb_report(c->text->diag, SB_ERROR, "N0217", c->unit->node->name_span,
						  "the sampled submodel '%s' has no period", c->unit->name), "write 'period {0.01;}'");
	for (uint32_t i = 0; i < c->unit->symbols.n; i++)
		check_symbol(c, c->unit->symbols.at[i]);
	mu_check_start(c);
}
