/* Types of expressions; names, functions and calls in them. */
#include "front/muss/check/muss_check.h"

#include <string.h>
#include <strings.h>

/* `as` is Modelica, with $1, $2 for the arguments. Logarithms have the names of the command language. */
static const mu_function functions[] = {
	{"sin", 1, MU_REAL, "sin($1)"}, {"cos", 1, MU_REAL, "cos($1)"}, {"tan", 1, MU_REAL, "tan($1)"},
	{"asin", 1, MU_REAL, "asin($1)"}, {"acos", 1, MU_REAL, "acos($1)"}, {"atan", 1, MU_REAL, "atan($1)"},
	{"atan2", 2, MU_REAL, "atan2($1, $2)"}, {"sinh", 1, MU_REAL, "sinh($1)"}, {"cosh", 1, MU_REAL, "cosh($1)"},
	{"tanh", 1, MU_REAL, "tanh($1)"}, {"exp", 1, MU_REAL, "exp($1)"}, {"ln", 1, MU_REAL, "log($1)"},
	{"log10", 1, MU_REAL, "log10($1)"}, {"log", 1, MU_REAL, "log10($1)"}, {"sqrt", 1, MU_REAL, "sqrt($1)"},
	{"abs", 1, -1, "abs($1)"}, {"sign", 1, MU_INTEGER, "sign($1)"}, {"min", 2, -1, "min($1, $2)"},
	{"max", 2, -1, "max($1, $2)"}, {"mod", 2, -1, "mod($1, $2)"}, {"floor", 1, MU_REAL, "floor($1)"},
	{"ceil", 1, MU_REAL, "ceil($1)"}, {"int", 1, MU_INTEGER, "(if $1 >= 0 then integer($1) else -integer(-($1)))"},
	{"nint", 1, MU_INTEGER, "integer($1 + 0.5)"}, {"delay", 2, MU_REAL, "delay($1, $2)"},
	{"step", 1, MU_REAL, "(if time >= $1 then 1.0 else 0.0)"}, {"ramp", 1, MU_REAL, "max(0.0, time - ($1))"},
	{"integral", 1, MU_REAL, NULL}, {"upwind", 2, MU_REAL, NULL},                 /* of fields */
};
enum { FUNCTIONS = sizeof functions / sizeof *functions };

const mu_function *mu_function_named(const char *name)
{
	for (int i = 0; i < FUNCTIONS; i++)
		if (strcasecmp(functions[i].name, name) == 0)
			return &functions[i];
	return NULL;
}

static bool is_counter(const mu_checker *c, const char *name)
{
	for (uint32_t i = 0; i < c->counters.n; i++)
		if (c->counters.at[i] == name)
			return true;
	return false;
}

sb_message *mu_unknown(mu_checker *c, const mu_node *n)
{
	sb_strings names = {0};
	for (uint32_t i = 0; i < c->unit->symbols.n; i++)
		sb_push(c->text->arena, names, c->unit->symbols.at[i]->name);
	const char *near = sb_nearest(n->name, names.at, names.n);
	sb_message *m = sb_report(c->text->diag, SB_ERROR, "N0107", n->name_span.source ? n->name_span : n->span,
							  "'%s' is not declared in '%s'", n->name, c->unit->name);
	if (near)
		sb_help(m, "did you mean '%s'? Or declare it in the static region: auxiliary variables {real %s;}", near,
				n->name);
	else
		sb_help(m, "declare it in the static region: auxiliary variables {real %s;}", n->name);
	return m;
}

/* Told once for a name of a block. */
static int unknown_type(mu_checker *c, const mu_node *n)
{
	mu_unknown(c, n);
	mu_symbol *s = sb_new(c->text->arena, mu_symbol);
	s->name = n->name;
	s->declared = n;
	s->group = MU_GROUP_COUNT;
	sb_map_set(&c->unit->by_name, s->name, s);
	return -1;
}

static bool is_word(const mu_node *n, const char *word)
{
	return strcasecmp(n->name, word) == 0;
}

/* With as many subscripts as it has sizes, or none: the whole array. */
static void check_subscripts(mu_checker *c, const mu_node *n, const mu_symbol *s)
{
	uint32_t given = mu_length(n, 0);
	for (uint32_t i = 0; i < given; i++)
		mu_expect(c, mu_list(n, 0, i), MU_INTEGER);
	if (given && given != s->rank) {
		sb_message *m = sb_report(c->text->diag, SB_ERROR, "N0108", n->span, "'%s' has %u subscript%s, and this is %u",
								  s->name, s->rank, s->rank == 1 ? "" : "s", given);
		sb_also(m, s->declared->name_span, "it is declared here");
	}
}

static int type_of_name(mu_checker *c, const mu_node *n)
{
	if (c->region == MU_STUDY && mu_asked_of(c->unit, n->name))
		return mu_type_of_result(c, n);
	if (is_word(n, "time") && !mu_length(n, 0))
		return MU_REAL;
	if (is_word(n, "true") || is_word(n, "false"))
		return MU_LOGICAL;
	if (is_counter(c, n->name))
		return MU_INTEGER;
	int order;
	if (c->unit->kind == MU_DISTRIBUTED && mu_in_space(c->unit, n->name, &order))
		return MU_REAL;
	const mu_symbol *s = mu_find(c->unit, n->name);
	if (!s)
		return unknown_type(c, n);
	if (s->group == MU_GROUP_COUNT)
		return -1;
	check_subscripts(c, n, s);
	if (mu_child(n, 1)) {
		sb_report(c->text->diag, SB_ERROR, "N0109", n->span, "'%s' is a variable, and has nothing behind a dot",
				s->name);
		return -1;
	}
	return s->type;
}

static int type_of_prime(mu_checker *c, const mu_node *n)
{
	const mu_node *name = mu_child(n, 0);
	const mu_symbol *s = mu_find(c->unit, name->name);
	if (!s)
		return unknown_type(c, name);
	if (s->group != MU_GROUP_COUNT && !s->state && s->group != MU_FIELDS) {
		sb_message *m = sb_report(c->text->diag, SB_ERROR, "N0110", n->span, "'%s' is no state, and has no derivative",
								  s->name);
		sb_also(m, s->declared->name_span, "it is declared here, in '%s'", mu_group_text(s->group));
		sb_help(m, "declare it in 'state {real %s;}'", s->name);
		return -1;
	}
	return MU_REAL;
}

static int arguments_of(mu_checker *c, const mu_node *e, const mu_function *f)
{
	int type = MU_INTEGER;
	for (uint32_t i = 0; i < mu_length(e, 1); i++) {
		int one = mu_type_of(c, mu_list(e, 1, i));
		if (one == MU_LOGICAL)
			mu_expect(c, mu_list(e, 1, i), MU_REAL);
		type = one == MU_REAL || one < 0 ? MU_REAL : type;
	}
	if (mu_length(e, 1) != f->arguments)
		sb_report(c->text->diag, SB_ERROR, "N0301", e->span, "'%s' takes %u argument%s, and here are %u", f->name,
				  f->arguments, f->arguments == 1 ? "" : "s", mu_length(e, 1));
	if (strcmp(f->name, "log") == 0)
		sb_help(sb_report(c->text->diag, SB_WARNING, "N0111", e->span, "'log' is the logarithm to the base of 10"),
				"write 'log10', or 'ln' for the natural one");
	return f->type >= 0 ? f->type : type;
}

/* ------------------------------------------------------------------ calls */

static const mu_node *called(const mu_unit *u, const char *name)
{
	for (uint32_t i = 0; i < u->called.n; i++) {
		const mu_node *last = u->called.at[i];
		while (mu_child(last, 1))
			last = mu_child(last, 1);
		if (last->name == name)
			return u->called.at[i];
	}
	return NULL;
}

/* The name of the component: that of the submodel, with a number where it is called more than once. */
static const char *component_name(mu_checker *c, const char *name)
{
	uint32_t before = 0;
	for (uint32_t i = 0; i < c->unit->calls.n; i++) {
		mu_call *one = &c->unit->calls.at[i];
		const char *of = mu_child(one->node, 0)->name;
		if (of == name && ++before == 1)
			one->name = sb_intern(c->text->names, sb_printf(c->text->arena, "%s_1", name));
	}
	const char *made = before ? sb_printf(c->text->arena, "%s_%u", name, before + 1) : name;
	while (mu_find(c->unit, sb_intern(c->text->names, made)))
		made = sb_printf(c->text->arena, "%s_", made);
	return sb_intern(c->text->names, made);
}

static void check_inputs(mu_checker *c, const mu_node *e, const mu_unit *u)
{
	uint32_t n = mu_length(e, 1);
	if (n != u->inputs.n) {
		sb_text list = {0};
		for (uint32_t i = 0; i < u->inputs.n; i++)
			sb_addf(&list, "%s%s", i ? ", " : "", u->inputs.at[i]->name);
		sb_message *m = sb_report(c->text->diag, SB_ERROR, "N0301",
				e->span,
								  "'%s' has %u input%s, and here %s %u", u->name, u->inputs.n,
								  u->inputs.n == 1 ? "" : "s", n == 1 ? "is" : "are", n);
		sb_also(m, u->node->name_span, "it is called as %s(%s)", u->name, list.n ? list.at : "");
		sb_text_free(&list);
	}
	for (uint32_t i = 0; i < n; i++) {
		if (i < u->inputs.n)
			mu_expect(c, mu_list(e, 1, i), u->inputs.at[i]->type);
		else
			mu_type_of(c, mu_list(e, 1, i));
	}
}

/* K = 2.0 among the arguments: a parameter of a submodel; of a block of Modelica whatever it has. */
static void check_given(mu_checker *c, const mu_node *e, const mu_unit *u)
{
	for (uint32_t i = 0; i < mu_length(e, 2); i++) {
		const mu_node *g = mu_list(e, 2, i);
		const mu_symbol *s = u ? mu_find(u, g->name) : NULL;
		sb_strings names = {0};
		for (uint32_t k = 0; k < i; k++)
			if (mu_list(e, 2, k)->name == g->name)
				sb_report(c->text->diag, SB_ERROR, "N0307", g->span, "'%s' is given a second time", g->name);
		if (!u || (s && s->group == MU_PARAMETERS)) {
			if (s)
				mu_expect(c, mu_child(g, 0), s->type);
			else
				mu_type_of(c, mu_child(g, 0));
			continue;
		}
		for (uint32_t k = 0; k < u->symbols.n; k++)
			if (u->symbols.at[k]->group == MU_PARAMETERS)
				sb_push(c->text->arena, names, u->symbols.at[k]->name);
		const char *near = sb_nearest(g->name, names.at, names.n);
		sb_message *m = sb_report(c->text->diag, SB_ERROR, "N0308", g->name_span, "'%s' has no parameter '%s'", u->name,
								  g->name);
		sb_also(m, u->node->name_span, "it is declared here");
		if (near)
			sb_help(m, "did you mean '%s'?", near);
		else
			sb_help(m, "inputs are given in their order, and without names");
	}
}

/* Of a block of Modelica no more is known than its name. */
static void check_modelica(mu_checker *c, const mu_node *e, uint32_t results)
{
	if (results > 1)
		sb_help(sb_report(c->text->diag, SB_ERROR, "N0309", e->span,
						  "a block of Modelica gives one result here, its output y, and %u are taken", results),
				"write a submodel around it");
	if (mu_length(e, 1) > 3)
		sb_help(sb_report(c->text->diag, SB_ERROR, "N0310", mu_list(e, 1, 3)->span,
						  "a block of Modelica has the inputs u, or u1, u2 and u3, in this order; this is one more"),
				"write NAME = ... for inputs and parameters with other names");
	for (uint32_t i = 0; i < mu_length(e, 1); i++)
		mu_type_of(c, mu_list(e, 1, i));
}

int mu_type_of_call(mu_checker *c, const mu_node *e, uint32_t results)
{
	const char *name = e->name;
	const mu_node *named = called(c->unit, name);
	const mu_unit *u = sb_map_find(&c->text->by_name, name);
	if (!named) {
		sb_message *m = sb_report(c->text->diag, SB_ERROR, "N0302", e->name_span.source ? e->name_span
								  : mu_child(e, 0)->span, u ? "'%s' is not in the list of submodels called" :
								  "there is no function '%s', and no submodel of this name is called", name);
		if (u)
			sb_help(m, "write 'submodels called {%s;}' in the static region", name);
		for (uint32_t i = 0; i < mu_length(e, 1); i++)
			mu_type_of(c, mu_list(e, 1, i));
		return -1;
	}
	if (c->region != MU_DYNAMIC || c->counters.n) {
		sb_help(sb_report(c->text->diag, SB_ERROR, "N0305", e->span,
						  "a submodel is called in the dynamic region only%s",
						  c->counters.n ? ", and not in a for" : ""), "a submodel is there all the time, as a part");
		return -1;
	}
	bool dotted = mu_child(named, 1) != NULL;
	if (!u && !dotted)
		u = mu_compiled_unit(c->text, named);
	mu_call call = {.node = e, .unit = dotted ? NULL : u, .named = named, .results = results};
	if (!dotted && u && u->kind >= MU_EXPERIMENT)
		sb_report(c->text->diag, SB_ERROR, "N0306", e->span, "'%s' is %s, and cannot be called as a submodel", name,
				  u->kind == MU_EXPERIMENT ? "an experiment" : "a study");
	if (call.unit)
		check_inputs(c, e, call.unit);
	else
		check_modelica(c, e, results);
	check_given(c, e, call.unit);
	call.name = component_name(c, name);
	sb_push(c->text->arena, c->unit->calls, call);
	if (call.unit && results != call.unit->outputs.n && !(results == 1 && call.unit->outputs.n > 1)) {
		sb_message *m = sb_report(c->text->diag, SB_ERROR, "N0303", e->span,
								  "'%s' has %u output%s, and %u %s taken", name, call.unit->outputs.n,
								  call.unit->outputs.n == 1 ? "" : "s", results, results == 1 ? "is" : "are");
		sb_also(m, call.unit->node->name_span, "it is declared here");
	}
	return call.unit && call.unit->outputs.n ? call.unit->outputs.at[0]->type : MU_REAL;
}

static int type_of_apply(mu_checker *c, const mu_node *e)
{
	const mu_symbol *s = mu_find(c->unit, e->name);
	if (c->region == MU_STUDY && mu_measure_of(c->unit, e))
		return mu_type_of_measure(c, e);
	if (mu_length(e, 2) && !called(c->unit, e->name)) {
		sb_help(sb_report(c->text->diag, SB_ERROR, "N0307", mu_list(e, 2, 0)->span,
						  "'%s' takes its arguments in their order, and without names", e->name),
				"write '==' if this is to compare");
		return -1;
	}
	if (s && s->group == MU_FIELDS && mu_length(e, 1) == 1) {          /* T(0.5): the field at a place */
		mu_expect(c, mu_list(e, 1, 0), MU_REAL);
		return MU_REAL;
	}
	if (called(c->unit, e->name))
		return mu_type_of_call(c, e, 1);
	const mu_function *f = mu_function_named(e->name);
	if (f)
		return arguments_of(c, e, f);
	return mu_type_of_call(c, e, 1);
}

/* ------------------------------------------------------------------ operators */

static int type_of_binary(mu_checker *c, const mu_node *e)
{
	int word = (int)e->number;
	const mu_node *a = mu_child(e, 0), *b = mu_child(e, 1);
	if (word == MU_W_AND || word == MU_W_OR) {
		mu_expect(c, a, MU_LOGICAL);
		mu_expect(c, b, MU_LOGICAL);
		return MU_LOGICAL;
	}
	int ta = mu_type_of(c, a), tb = mu_type_of(c, b);
	bool relation = word >= MU_W_EQ && word <= MU_W_GE;
	if (ta < 0 || tb < 0)
		return relation ? MU_LOGICAL : -1;
	bool logical = ta == MU_LOGICAL || tb == MU_LOGICAL;
	if (logical && !(relation && word <= MU_W_NE && ta == tb)) {
		mu_expect(c, a, MU_REAL);
		mu_expect(c, b, MU_REAL);
	}
	if (relation && word <= MU_W_NE && (ta == MU_REAL || tb == MU_REAL))
		sb_help(sb_report(c->text->diag, SB_ERROR, "N0112", e->span, "reals are not compared by '%s': they are never "
						  "exactly equal", mu_word_text(word)), "compare by < or >=, or take integers");
	if (relation)
		return MU_LOGICAL;
	return word == MU_W_SLASH || word == MU_W_POWER || ta == MU_REAL || tb == MU_REAL || logical ? MU_REAL : MU_INTEGER;
}

static int find_type(mu_checker *c, const mu_node *e)
{
	int type;
	switch (e->kind) {
	case MU_NUMBER:
		return e->name && !strpbrk(e->name, ".eE") ? MU_INTEGER : MU_REAL;
	case MU_NAME:
		return type_of_name(c, e);
	case MU_PRIME:
		return type_of_prime(c, e);
	case MU_APPLY:
		return type_of_apply(c, e);
	case MU_UNARY:
		if (e->number == MU_W_NOT) {
			mu_expect(c, mu_child(e, 0), MU_LOGICAL);
			return MU_LOGICAL;
		}
		type = mu_type_of(c, mu_child(e, 0));
		if (type == MU_LOGICAL)
			mu_expect(c, mu_child(e, 0), MU_REAL);
		return type == MU_LOGICAL ? MU_REAL : type;
	case MU_BINARY:
		return type_of_binary(c, e);
	default:
		sb_report(c->text->diag, SB_ERROR, "N0113", e->span, "a text has no place in an expression");
		return -1;
	}
}

/* Each expression is looked at once, so that what is wrong with it is told once. */
int mu_type_of(mu_checker *c, const mu_node *e)
{
	uint64_t kept;
	if (sb_map_get(&c->text->types, (uint64_t)(uintptr_t)e, &kept))
		return (int)kept - 1;
	int type = find_type(c, e);
	sb_map_put(&c->text->types, (uint64_t)(uintptr_t)e, (uint64_t)(type + 1));
	return type;
}

/* A real for a logical is TRUE from 0.5 on, a logical for a number is 1 or 0: both are told. */
void mu_expect(mu_checker *c, const mu_node *e, int type)
{
	int is = mu_type_of(c, e);
	if (is < 0 || is == type || (type == MU_REAL && is == MU_INTEGER))
		return;
	if (type == MU_INTEGER && is == MU_REAL) {
		sb_help(sb_report(c->text->diag, SB_ERROR, "N0114", e->span, "an integer is needed here, and this is a real"),
				"write int(...) or nint(...)");
		return;
	}
	if (type == MU_LOGICAL)
		sb_help(sb_report(c->text->diag, SB_WARNING, "N0115", e->span,
						  "a logical is needed here, and this is %s: it is TRUE where it is greater than 0.5",
						  is == MU_REAL ? "a real" : "an integer"), "declare it as logical, or compare it");
	else
		sb_help(sb_report(c->text->diag, SB_WARNING, "N0115", e->span,
						  "a number is needed here, and this is a logical: it is 1 where it is TRUE, and 0 elsewhere"),
				"declare the other side as logical");
}
