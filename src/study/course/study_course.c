/* The statements of a study, and their values. */
#include "study/course/course_inside.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/stop.h"

enum { MOST_STATEMENTS = 10000000 };             /* without a run between them */

static bool go(st_course *c, const sf_steps *steps);

/* ------------------------------------------------------------------------------------------------- values */

static const sf_study_variable *variable_at(const st_course *c, uint32_t number)
{
	return &c->study->variables.at[number];
}

/* The scalar of a variable; false after a message. */
static bool place_of(st_course *c, uint32_t number, bool has, double subscript, sb_span span, uint32_t *out)
{
	const sf_study_variable *v = variable_at(c, number);
	if (has && !(subscript >= 1 && subscript <= v->count)) {
		sb_message *m = sb_report(c->diag, SB_ERROR, "U1060", span, "'%s' has no element %.15g", v->name, subscript);
		sb_help(m, "it has elements from 1 to %u", v->count);
		return false;
	}
	*out = v->first + (has ? (uint32_t)subscript - 1 : 0);
	return true;
}

static bool unset(st_course *c, const sf_study_variable *v)
{
	sb_message *m = sb_report(c->diag, SB_ERROR, "U1061", c->inside->span, "'%s' is read before it has a value",
							  v->name);
	sb_also(m, v->span, "it is declared here");
	sb_help(m, "give it a value before, or where it is declared: %s = 0.0", v->name);
	return false;
}

static bool read_leaf(sx_env *env, const sx_pool *pool, sx_ref leaf, sx_value *out)
{
	st_course *c = env->context;
	st_course_inside *x = c->inside;
	sx_value subscript = {.integer = 1};
	uint32_t number = sx_at(pool, leaf)->payload, scalar;
	bool has = sx_at(pool, leaf)->count > 0;
	if (x->failed || sx_op_of(pool, leaf) != SX_VAR)
		return false;
	*out = sx_value_real(0);
	if (number >= SF_QUANTITY) {
		x->failed = !st_course_quantity(c, number - SF_QUANTITY, &out->real);
		return !x->failed;
	}
	if (has && !sx_eval(pool, sx_arg(pool, leaf, 0), env, &subscript))
		return false;
	x->failed = !place_of(c, number, has, (double)subscript.integer, x->span, &scalar) ||
				(!x->known[scalar] && !unset(c, variable_at(c, number)));
	if (!x->failed)
		out->real = x->value[scalar];
	return !x->failed;
}

static bool evaluate(st_course *c, sx_ref e, sb_span span, double *out)
{
	sx_env env = {.leaf = read_leaf, .context = c, .strings = c->arena};
	sx_value v;
	c->inside->failed = false;
	c->inside->span = span;
	if (!sx_eval(c->study->pool, e, &env, &v)) {
		if (!c->inside->failed)
			sb_report(c->diag, SB_ERROR, "U1062", span, "this has no value");
		return false;
	}
	*out = v.type == SX_REAL ? v.real : (double)v.integer;
	return true;
}

static bool set(st_course *c, uint32_t number, bool has, double subscript, double value, sb_span span)
{
	const sf_study_variable *v = variable_at(c, number);
	uint32_t scalar;
	if (!place_of(c, number, has, subscript, span, &scalar))
		return false;
	c->inside->value[scalar] = v->logical ? value > 0.5 : v->whole ? nearbyint(value) : value;
	c->inside->known[scalar] = true;
	return true;
}

/* ------------------------------------------------------------------------------------------------- statements */

static bool may_go_on(st_course *c, sb_span span)
{
	if (sb_stopped() != SB_GO_ON) {
		c->stopped = true;
		return false;
	}
	if (c->timeout > 0 && sb_clock() - c->since > c->timeout) {
		sb_report(c->diag, SB_ERROR, "R0405", (sb_span){0},
				  "stopped after %u runs: the limit of %.3g seconds has passed", c->runs.n, c->timeout);
		c->stopped = true;
		return false;
	}
	if (++c->inside->executed <= MOST_STATEMENTS)
		return true;
	sb_help(sb_report(c->diag, SB_ERROR, "U1063", span, "ten million statements were executed without a run"),
			"does a loop not end? Its condition must depend on something that its statements change");
	return false;
}

static bool run(st_course *c, const sf_step *s)
{
	uint64_t most = c->max_runs ? c->max_runs : ST_COURSE_RUNS;
	if (c->runs.n >= most) {
		sb_help(sb_report(c->diag, SB_ERROR, "U1064", s->span, "after %llu runs the study asks for another one",
						  (unsigned long long)most),
				"the condition of a loop must depend on something that changes; --max-runs allows more of them");
		return false;
	}
	c->inside->executed = 0;
	return st_course_run_once(c, s);
}

static bool collect(st_course *c, const sf_step *s)
{
	double *row = sb_new_array(c->arena, double, c->study->columns.n + 1);
	for (uint32_t i = 0; i < c->study->columns.n; i++)
		row[i] = NAN;
	for (uint32_t i = 0; i < s->values.n; i++)
		if (!evaluate(c, s->values.at[i], s->span, &row[s->columns.at[i]]))
			return false;
	sb_push(c->arena, c->rows, row);
	return true;
}

static bool each(st_course *c, const sf_step *s)
{
	for (uint32_t i = 0; i < s->values.n; i++) {
		double value;
		if (!evaluate(c, s->values.at[i], s->span, &value) || !set(c, s->number, false, 0, value, s->span) ||
			!go(c, &s->body))
			return false;
	}
	return true;
}

static bool count(st_course *c, const sf_step *s)
{
	double from, to;
	if (!evaluate(c, s->values.at[0], s->span, &from) || !evaluate(c, s->values.at[1], s->span, &to))
		return false;
	for (double i = from; i <= to; i++)
		if (!set(c, s->number, false, 0, i, s->span) || !may_go_on(c, s->span) || !go(c, &s->body))
			return false;
	return true;
}

static bool repeat(st_course *c, const sf_step *s)
{
	for (double holds;;) {
		if (!may_go_on(c, s->span) || !evaluate(c, s->values.at[0], s->span, &holds))
			return false;
		if (holds == 0)
			return true;
		if (!go(c, &s->body))
			return false;
	}
}

static bool assign(st_course *c, const sf_step *s)
{
	double value, subscript = 0;
	return evaluate(c, s->values.at[0], s->span, &value) &&
		   (!s->subscript || evaluate(c, s->subscript, s->span, &subscript)) &&
		   set(c, s->number, s->subscript != 0, subscript, value, s->span);
}

static bool step(st_course *c, const sf_step *s)
{
	double value;
	if (!may_go_on(c, s->span))
		return false;
	switch (s->act) {
	case SF_ASSIGN: return assign(c, s);
	case SF_GIVE:
		return evaluate(c, s->values.at[0], s->span, &value) && st_course_give(c, s->number, value, s->span);
	case SF_RUN: return run(c, s);
	case SF_COLLECT: return collect(c, s);
	case SF_BRANCH:
		return evaluate(c, s->values.at[0], s->span, &value) && go(c, value != 0 ? &s->body : &s->other);
	case SF_WHILE: return repeat(c, s);
	case SF_EACH: return each(c, s);
	default: return count(c, s);
	}
}

static bool go(st_course *c, const sf_steps *steps)
{
	for (uint32_t i = 0; i < steps->n; i++)
		if (!step(c, steps->at[i]))
			return false;
	return true;
}

bool st_course_go(st_course *c)
{
	if (!go(c, &c->study->steps))
		return false;
	if (!c->runs.n)
		sb_help(sb_report(c->diag, SB_WARNING, "U1065", (sb_span){0}, "the study '%s' has made no run", c->study->name),
				"run EXPERIMENT; is the statement that does");
	return true;
}

/* ------------------------------------------------------------------------------------------------- the beginning */

static bool read_value(st_course *c, const sf_study_variable *v, const char *text, double *out)
{
	char *end;
	*out = strtod(text, &end);
	bool word = v->logical && (strcmp(text, "true") == 0 || strcmp(text, "false") == 0);
	if (word)
		*out = strcmp(text, "true") == 0;
	bool good = word || (end != text && !*end && isfinite(*out) && (!v->whole || *out == nearbyint(*out)));
	if (!good)
		sb_help(sb_report(c->diag, SB_ERROR, "U1066", (sb_span){0}, "'%s' is no value for '%s'", text, v->name),
				"it is %s", v->logical ? "true or false" : v->whole ? "a whole number" : "a number");
	return good;
}

/* Is there a parameter of this name? */
static bool is_parameter(st_course *c, const st_given *g)
{
	sb_strings names = {0};
	for (uint32_t i = 0; i < c->study->variables.n; i++) {
		const sf_study_variable *v = variable_at(c, i);
		if (v->parameter && strcmp(v->name, g->name) == 0)
			return true;
		if (v->parameter)
			sb_push(c->arena, names, v->name);
	}
	sb_message *m = sb_report(c->diag, SB_ERROR, "U1067", (sb_span){0}, "the study '%s' has no parameter '%s'",
							  c->study->name, g->name);
	const char *near = sb_nearest(g->name, names.at, names.n);
	if (near)
		sb_help(m, "did you mean '%s'?", near);
	else
		sb_help(m, "parameters of experiments are set by statements of the study");
	return false;
}

/* What it has in the beginning: what was given last, or what the text says; perhaps nothing. */
static bool begin_variable(st_course *c, uint32_t number, const st_given *given, uint32_t count)
{
	const sf_study_variable *v = variable_at(c, number);
	double value;
	for (uint32_t k = count; v->parameter && k-- > 0;)
		if (strcmp(given[k].name, v->name) == 0)
			return read_value(c, v, given[k].value, &value) && set(c, number, v->array, 1, value, v->span);
	if (!v->value)
		return true;
	if (!evaluate(c, v->value, v->span, &value))
		return false;
	for (uint32_t k = 0; k < v->count; k++)
		if (!set(c, number, v->array, k + 1, value, v->span))
			return false;
	return true;
}

bool st_course_begin(st_course *c, const st_given *given, uint32_t count)
{
	uint32_t n = c->study->scalars;
	c->inside = sb_new(c->arena, st_course_inside);
	c->inside->value = sb_new_array(c->arena, double, n + 1);
	c->inside->known = sb_new_array(c->arena, bool, n + 1);
	st_course_open(c);
	for (uint32_t k = 0; k < count; k++)
		if (!is_parameter(c, &given[k]))
			return false;
	for (uint32_t i = 0; i < c->study->variables.n; i++)
		if (!begin_variable(c, i, given, count))
			return false;
	return true;
}
