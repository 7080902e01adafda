/* Measures from their texts: Modelica expressions whose names are those of the model. */
#include "study/measure/measure_inside.h"
#include "study/load/written_name.h"
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct reader {
	st_measures *ms;
	const st_model *m;
	sb_arena *arena;
	sb_names *names;
	sb_diag *diag;
	sb_map columns;                  /* by name, interned */
	const bool *rates;               /* by scalar: there is der(x) */
	uint32_t measure;                /* its number */
	bool curves;                     /* they are read, not measures */
	const char *option;
} reader;

static st_node *read(reader *r, const mo_expr *e);

static st_node *new_node(reader *r, st_node_kind kind, const mo_expr *e)
{
	st_node *n = sb_new(r->arena, st_node);
	n->kind = kind;
	n->span = e->span;
	return n;
}

/* What follows from the arguments. */
static st_node *finish(st_node *n)
{
	uint32_t degree = 0, sum = 0;
	for (uint32_t i = 0; i < n->count; i++) {
		n->curve = n->curve || n->a[i]->curve;
		n->kinks = n->kinks || (n->a[i]->kinks && n->a[i]->curve);
		n->poles = n->poles || n->a[i]->poles;
		degree = n->a[i]->degree > degree ? n->a[i]->degree : degree;
		sum += n->a[i]->degree;
	}
	switch (n->kind) {
	case ST_NEGATE: case ST_ADD: case ST_SUBTRACT: n->degree = degree; break;
	case ST_MULTIPLY: n->degree = sum; break;
	case ST_DIVIDE: n->degree = n->a[1]->curve ? ST_NO_DEGREE : degree; break;
	case ST_POWER: {
		double power = n->a[1]->kind == ST_NUMBER ? n->a[1]->number : NAN;
		n->degree = !n->curve ? 0 : power == 1 || power == 2 ? (uint32_t)power * degree : ST_NO_DEGREE;
		break;
	}
	default: n->degree = n->curve ? ST_NO_DEGREE : 0;
	}
	n->degree = n->degree > ST_NO_DEGREE ? ST_NO_DEGREE : n->degree;
	n->kinks = n->curve && (n->kinks || n->condition || n->kind == ST_IF);
	n->poles = n->curve && (n->poles || st_may_have_pole(n));
	return n;
}

/* ------------------------------------------------------------------------------------------------- names */

/* False after a report: a subscript is not a number. */
static bool reference_name(reader *r, const mo_expr *e, sb_text *out)
{
	const mo_expr *bad = st_written_name(e, out);
	if (bad)
		sb_help(sb_report(r->diag, SB_ERROR, "U0702", bad->span, "a subscript in a measure must be a number"),
				"write each element by itself, with its number: x[1]");
	/* names of other notations have no quotes, which they need in an expression: 'v(out)' */
	if (!bad && strchr(out->at, '\'') && sm_find(r->m->flat, out->at) == UINT32_MAX) {
		size_t n = 0;
		for (const char *at = out->at; *at; at++)
			if (*at != '\'')
				out->at[n++] = *at;
		out->at[out->n = n] = 0;
	}
	return !bad;
}

static void report_unknown(reader *r, sb_span span, const char *name)
{
	sb_arena *scratch = sb_arena_new();
	const char *near = st_near_name(r->m->flat, name, scratch);
	sb_message *e = sb_report(r->diag, SB_ERROR, "U0701", span, "there is no variable '%s' in %s to measure", name,
							  r->m->flat->name);
	if (near)
		sb_help(e, "did you mean '%s'?", near);
	else
		sb_help(e, "saltus flat shows all variables of the model");
	sb_arena_free(scratch);
}

/* `real`: it may have derivatives by parameters. */
static uint32_t column_called(reader *r, const char *name, se_asked asked, bool real)
{
	const char *known = sb_intern(r->names, name);
	uint64_t at;
	if (sb_map_get(&r->columns, (uint64_t)(uintptr_t)known, &at))
		return (uint32_t)at;
	sb_map_put(&r->columns, (uint64_t)(uintptr_t)known, r->ms->columns.n);
	sb_push(r->arena, r->ms->columns, known);
	sb_push(r->arena, r->ms->asked, asked);
	sb_push(r->arena, r->ms->row, real ? r->ms->rows++ : UINT32_MAX);
	sb_push(r->arena, r->ms->recorded, known);
	return r->ms->columns.n - 1;
}

static st_node *scalar_node(reader *r, const mo_expr *e, uint32_t scalar)
{
	uint32_t element;
	const sm_variable *v = sm_var(r->m->flat, sm_variable_of_scalar(r->m->flat, scalar, &element));
	sb_text name = {0};
	sm_scalar_name(r->m->flat, scalar, &name);
	st_node *n = new_node(r, ST_COLUMN, e);
	n->at = column_called(r, name.at, (se_asked){scalar, false}, v->type == SX_REAL);
	n->curve = v->variability != SM_PARAMETER && v->variability != SM_CONSTANT;
	n->degree = n->curve;
	n->condition = v->type == SX_BOOLEAN;
	sb_text_free(&name);
	return n;
}

static void report_array(reader *r, const mo_expr *e, const sm_variable *v)
{
	sb_text one = {0};
	sm_scalar_name(r->m->flat, v->first, &one);
	sb_message *m = sb_report(r->diag, SB_ERROR, "U0703", e->span, "'%s' is an array of %u elements", v->name,
		v->count);
	sb_help(m, "name one of them, '%s'; max, min and sum take all of them", one.at);
	sb_text_free(&one);
}

static st_node *read_reference(reader *r, const mo_expr *e)
{
	const sm_model *flat = r->m->flat;
	sb_text name = {0};
	st_node *n = NULL;
	if (!reference_name(r, e, &name))
		goto out;
	uint32_t scalar = sm_find_scalar(flat, name.at), whole = sm_find(flat, name.at), element;
	if (scalar == UINT32_MAX && strcmp(name.at, "time") == 0) {
		n = new_node(r, ST_TIME, e);
		n->curve = true;
		n->degree = 1;
	} else if (scalar == UINT32_MAX && whole != UINT32_MAX && !sm_var(flat, whole)->hidden) {
		report_array(r, e, sm_var(flat, whole));
	} else if (scalar == UINT32_MAX) {
		report_unknown(r, e->span, name.at);
	} else if (sm_var(flat, sm_variable_of_scalar(flat, scalar, &element))->type == SX_STRING) {
		sb_report(r->diag, SB_ERROR, "U0704", e->span, "'%s' is a text, which has no measure", name.at);
	} else {
		n = scalar_node(r, e, scalar);
	}
out:
	sb_text_free(&name);
	return n;
}

/* der(x), where the model has it by name. */
static st_node *read_rate(reader *r, const mo_expr *e)
{
	sb_text name = {0};
	st_node *n = NULL;
	const mo_expr *x = e->a.n == 1 && e->a.at[0]->kind == MO_E_REF ? e->a.at[0] : NULL;
	uint32_t scalar = x && reference_name(r, x, &name) ? sm_find_scalar(r->m->flat, name.at) : UINT32_MAX;
	if (x && scalar == UINT32_MAX && name.n) {
		report_unknown(r, x->span, name.at);
	} else if (scalar == UINT32_MAX || !r->rates[scalar]) {
		sb_message *m = sb_report(r->diag, SB_ERROR, "U0705", e->span, "the model has no derivative %.*s by name",
								  (int)(e->span.end - e->span.start),
								  sb_source_text(r->diag, e->span.source, &(size_t){0}) + e->span.start);
		sb_help(m, "der(x) can be measured where an equation of the model uses it");
	} else {
		const char *text = sb_printf(r->arena, "der(%s)", name.at);
		n = new_node(r, ST_COLUMN, e);
		n->at = column_called(r, text, (se_asked){scalar, true}, true);
		n->curve = true;
		n->degree = 1;
	}
	sb_text_free(&name);
	return n;
}

/* ------------------------------------------------------------------------------------------------- calls */

static void report_function(reader *r, const mo_expr *e, const char *name)
{
	const char *names[ST_FUNCTIONS];
	uint32_t n = st_function_names(names);
	sb_message *m = sb_report(r->diag, SB_ERROR, "U0706", e->span, "measures have no function '%s'", name);
	const char *near = sb_nearest(name, names, n);
	if (near)
		sb_help(m, "did you mean '%s'?", near);
	else
		sb_help(m, "docs/studies.md has a table of all functions");
}

static st_node *combine(reader *r, const mo_expr *e, st_node *a, st_node *b, st_node_kind kind,
						double (*math)(double, double))
{
	st_node *n = new_node(r, kind, e);
	n->a[0] = a;
	n->a[1] = b;
	n->count = 2;
	n->math = math;
	n->kinks = kind == ST_MATH;
	return finish(n);
}

/* sum(T), max(T) and min(T) of an array: a curve, or what its elements give over the run. */
static st_node *read_reduction(reader *r, const mo_expr *e, const char *name, bool *is)
{
	const mo_expr *x = e->a.n == 1 ? e->a.at[0] : NULL;
	sb_text text = {0};
	st_node *n = NULL;
	bool sum = strcmp(name, "sum") == 0;
	*is = false;
	if (!x || x->kind != MO_E_REF || !(sum || strcmp(name, "max") == 0 || strcmp(name, "min") == 0))
		return NULL;
	bool good = reference_name(r, x, &text);
	uint32_t whole = good && sm_find_scalar(r->m->flat, text.at) == UINT32_MAX ? sm_find(r->m->flat, text.at)
		: UINT32_MAX;
	const sm_variable *v = whole == UINT32_MAX ? NULL : sm_var(r->m->flat, whole);
	sb_text_free(&text);
	*is = !good || (v && !v->hidden && v->type != SX_STRING && v->count) || sum;
	if (!*is || !good || !v) {
		if (good && sum)
			sb_help(sb_report(r->diag, SB_ERROR, "U0707", x->span, "sum is for arrays, and this is none"),
					"an integral over time is integral(x)");
		return NULL;
	}
	const st_function *both = st_function_called(name, 2);
	sb_push(r->arena, r->ms->recorded, (const char *)sb_strdup(r->arena, v->name));
	for (uint32_t k = 0; k < v->count; k++) {
		st_node *one = scalar_node(r, x, v->first + k);
		n = !n ? one : combine(r, x, n, one, sum ? ST_ADD : ST_MATH, sum ? NULL : both->math);
	}
	return n;
}

static bool read_window(reader *r, const mo_expr *e, st_node *n)
{
	for (uint32_t i = 0; i < e->named.n; i++) {
		const mo_named *a = &e->named.at[i];
		st_node **into = strcmp(a->name, "from") == 0 ? &n->from : strcmp(a->name, "to") == 0 ? &n->to : NULL;
		if (!into) {
			sb_help(sb_report(r->diag, SB_ERROR, "U0708", a->span, "'%s' is not an argument of %s", a->name,
							  n->function->name),
					"from and to are, which tell the part of the run that counts");
			return false;
		}
		*into = read(r, a->value);
		if (!*into)
			return false;
		if ((*into)->curve) {
			sb_report(r->diag, SB_ERROR, "U0709", a->value->span, "'%s' must be a number, and this is a curve",
				a->name);
			return false;
		}
	}
	return true;
}

static bool check_arguments(reader *r, const mo_expr *e, const st_function *f)
{
	if (e->a.n >= f->least && e->a.n <= f->most && !e->iterators.n && (f->over || !e->named.n))
		return true;
	sb_message *m = sb_report(r->diag, SB_ERROR, "U0710", e->span, "%s takes %s%u argument%s, and %u are given",
							  f->name, f->least == f->most ? "" : "up to ", f->most, f->most == 1 ? "" : "s",
							  e->a.n + e->named.n);
	sb_help(m, "%s(%s)%s", f->name, f->arguments, f->over ? ", and from = ..., to = ... for a part of the run" : "");
	return false;
}

/* The first argument of a function over the run is a curve or a number, the others are numbers. */
static bool check_kinds(reader *r, const st_node *n)
{
	for (uint32_t i = 0; i < n->count; i++) {
		const st_node *a = n->a[i];
		if (i && a->curve) {
			sb_help(sb_report(r->diag, SB_ERROR, "U0709", a->span,
				"argument %u of %s must be a number, and this is a curve",
							  i + 1, n->function->name),
					"final(...) or another measure of it is one");
			return false;
		}
		if (!i && n->function->condition && !a->condition) {
			sb_help(sb_report(r->diag, SB_ERROR, "U0711", a->span, "%s takes a condition", n->function->name),
					"as in %s(x > 1)", n->function->name);
			return false;
		}
	}
	return true;
}

static st_node *read_call(reader *r, const mo_expr *e)
{
	const char *name = e->parts.n == 1 ? e->parts.at[0].name : "";
	bool reduction;
	if (strcmp(name, "der") == 0)
		return read_rate(r, e);
	st_node *reduced = read_reduction(r, e, name, &reduction);
	const st_function *f = st_function_called(name, e->a.n);
	if (reduction && (!reduced || !f))
		return reduced;
	if (!f) {
		report_function(r, e, name);
		return NULL;
	}
	if (!check_arguments(r, e, f))
		return NULL;
	st_node *n = new_node(r, f->over ? ST_OVER_RUN : ST_MATH, e);
	n->function = f;
	n->math = f->math;
	bool good = true;
	for (uint32_t i = 0; i < e->a.n; i++) {
		n->a[i] = reduction ? reduced : read(r, e->a.at[i]);
		good = good && n->a[i];
	}
	n->count = e->a.n;
	if (!good || (f->over && (!read_window(r, e, n) || !check_kinds(r, n))))
		return NULL;
	if (!f->over) {
		n->kinks = f->kinks;
		return finish(n);
	}
	r->ms->steps = r->ms->steps || !f->ends || n->from || n->to;
	r->ms->greatest = r->ms->greatest || (!f->ends && st_side_of_extremes(n) >= 0);
	r->ms->least = r->ms->least || (!f->ends && st_side_of_extremes(n) <= 0);
	r->ms->between = r->ms->between || n->from || n->to || !(f->ends || st_has_extremes_of_variable(n));
	n->at = r->ms->slots.n;
	n->number = r->measure;
	sb_push(r->arena, r->ms->slots, n);
	return n;
}

/* ------------------------------------------------------------------------------------------------- operators */

static const struct { mo_operator op; st_node_kind kind; } operators[] = {
	{MO_OP_ADD, ST_ADD}, {MO_OP_SUB, ST_SUBTRACT}, {MO_OP_MUL, ST_MULTIPLY}, {MO_OP_DIV, ST_DIVIDE},
	{MO_OP_POW, ST_POWER}, {MO_OP_EADD, ST_ADD}, {MO_OP_ESUB, ST_SUBTRACT}, {MO_OP_EMUL, ST_MULTIPLY},
	{MO_OP_EDIV, ST_DIVIDE}, {MO_OP_EPOW, ST_POWER}, {MO_OP_LT, ST_LESS}, {MO_OP_LE, ST_LESS_EQUAL},
	{MO_OP_GT, ST_GREATER}, {MO_OP_GE, ST_GREATER_EQUAL}, {MO_OP_EQ, ST_EQUAL}, {MO_OP_NE, ST_UNEQUAL},
	{MO_OP_AND, ST_AND}, {MO_OP_OR, ST_OR}, {MO_OP_NOT, ST_NOT}, {MO_OP_MINUS, ST_NEGATE},
};

static st_node *read_operator(reader *r, const mo_expr *e)
{
	if (e->op == MO_OP_PLUS)
		return read(r, e->a.at[0]);
	for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
		if (operators[i].op != e->op)
			continue;
		st_node *n = new_node(r, operators[i].kind, e);
		bool of_conditions = n->kind == ST_AND || n->kind == ST_OR || n->kind == ST_NOT;
		n->condition = of_conditions || (n->kind >= ST_LESS && n->kind <= ST_UNEQUAL);
		n->count = e->a.n;
		bool good = true;
		for (uint32_t k = 0; k < e->a.n; k++) {
			n->a[k] = read(r, e->a.at[k]);
			good = good && n->a[k];
			if (good && of_conditions && !n->a[k]->condition) {
				sb_report(r->diag, SB_ERROR, "U0711", n->a[k]->span, "'%s' takes conditions", mo_operator_text(e->op));
				good = false;
			}
		}
		if (good && n->kind == ST_DIVIDE && n->a[1]->kind == ST_NUMBER && n->a[1]->number == 0) {
			sb_report(r->diag, SB_ERROR, "U0712", n->a[1]->span, "this divides by zero");
			good = false;
		}
		return good ? finish(n) : NULL;
	}
	return NULL;
}

static st_node *read_if(reader *r, const mo_expr *e, uint32_t i)
{
	if (i + 1 == e->a.n)
		return read(r, e->a.at[i]);
	st_node *n = new_node(r, ST_IF, e);
	n->a[0] = read(r, e->a.at[i]);
	n->a[1] = read(r, e->a.at[i + 1]);
	n->a[2] = read_if(r, e, i + 2);
	n->count = 3;
	if (!n->a[0] || !n->a[1] || !n->a[2])
		return NULL;
	n->condition = n->a[1]->condition && n->a[2]->condition;
	return finish(n);
}

static st_node *read(reader *r, const mo_expr *e)
{
	st_node *n;
	switch (e->kind) {
	case MO_E_REAL: case MO_E_INTEGER: case MO_E_BOOLEAN:
		n = new_node(r, ST_NUMBER, e);
		n->number = e->number;
		n->condition = e->kind == MO_E_BOOLEAN;
		return n;
	case MO_E_REF: return read_reference(r, e);
	case MO_E_CALL: return read_call(r, e);
	case MO_E_UNARY: case MO_E_BINARY: return read_operator(r, e);
	case MO_E_IF: return read_if(r, e, 0);
	default:
		sb_report(r->diag, SB_ERROR, "U0713", e->span, "this has no place in a measure");
		return NULL;
	}
}

/* ------------------------------------------------------------------------------------------------- texts */

/* NAME = ...: where the expression begins; 0: there is no name. */
static uint32_t after_name(const char *text, size_t *length)
{
	const char *c = text + strspn(text, " \t"), *begin = c;
	if (!isalpha((unsigned char)*c) && *c != '_')
		return 0;
	while (isalnum((unsigned char)*c) || *c == '_' || *c == '.')
		c++;
	*length = (size_t)(c - begin);
	c += strspn(c, " \t");
	return *c == '=' && c[1] != '=' ? (uint32_t)(c + 1 - text) : 0;
}

static bool check_root(reader *r, const st_node *root, const char *text)
{
	if (!root->curve)
		return true;
	sb_message *m = sb_report(r->diag, SB_ERROR, "U0714", root->span,
							  "this is a curve, with a value at each time, and a measure is one number");
	sb_help(m, "did you mean %s?", st_offer(r->ms, r->option, root, text));
	return false;
}

static bool read_measure(reader *r, const char *text)
{
	size_t length = 0;
	uint32_t source = sb_source_add(r->diag, r->option, text, strlen(text)), from = after_name(text, &length);
	const char *begin = text + strspn(text, " \t"), *body = text + from;
	body += strspn(body, " \t");
	mo_expr *e = mo_parse_expression(r->arena, r->names, r->diag, source, from);
	st_node *root = e ? read(r, e) : NULL;
	if (!root || (!r->curves && !check_root(r, root, body)))
		return false;
	const char *own = sb_strdup(r->arena, body);
	st_measure m = {.name = from ? sb_strndup(r->arena, begin, length) : own, .root = root};
	for (uint32_t i = 0; i < r->ms->at.n && !r->curves; i++)
		if (strcmp(r->ms->at.at[i].name, m.name) == 0) {
			sb_help(sb_report(r->diag, SB_ERROR, "U0715", e->span, "there are two measures called '%s'", m.name),
					"give them names: %s 'a = ...'", r->option);
			return false;
		}
	if (r->curves)
		sb_push(r->arena, r->ms->curves, m);
	else
		sb_push(r->arena, r->ms->at, m);
	return true;
}

/* Names that are recorded already are found again. */
static bool read_all(reader *r, const char *const *texts, uint32_t count)
{
	bool good = true;
	r->names = sb_names_new(r->arena);
	r->columns = sb_map_new(r->arena);
	r->rates = se_named_rates(sc_image(r->m->program), r->arena);
	for (uint32_t i = 0; i < r->ms->columns.n; i++)
		sb_map_put(&r->columns, (uint64_t)(uintptr_t)sb_intern(r->names, r->ms->columns.at[i]), i);
	*(r->curves ? &r->ms->curve_option : &r->ms->option) = sb_strdup(r->arena, r->option);
	for (uint32_t i = 0; i < count; i++, r->measure++) {
		good = read_measure(r, texts[i]) && good;
		if (r->curves)
			sb_push(r->arena, r->ms->curve_texts, (const char *)sb_strdup(r->arena, texts[i]));
		else
			sb_push(r->arena, r->ms->texts, (const char *)sb_strdup(r->arena, texts[i]));
	}
	return good;
}

st_measures *st_measures_read(const st_model *m, const char *option, const char *const *texts, uint32_t count,
							  sb_diag *diag)
{
	sb_arena *arena = sb_arena_new();
	st_measures *ms = sb_new(arena, st_measures);
	ms->arena = arena;
	ms->diag = diag;
	reader r = {.ms = ms, .m = m, .arena = arena, .diag = diag, .option = option};
	if (read_all(&r, texts, count))
		return ms;
	st_measures_free(ms);
	return NULL;
}

bool st_measures_add(st_measures *ms, const st_model *m, const char *option, const char *const *texts, uint32_t count)
{
	return read_all(&(reader){.ms = ms, .m = m, .arena = ms->arena, .diag = ms->diag, .option = option,
							  .measure = ms->at.n}, texts, count);
}

bool st_measures_add_curves(st_measures *ms, const st_model *m, const char *option, const char *const *texts,
							uint32_t count)
{
	reader r = {.ms = ms, .m = m, .arena = ms->arena, .diag = ms->diag, .option = option, .curves = true,
		.measure = ms->at.n + ms->curves.n};
	ms->steps = ms->steps || count;
	ms->between = ms->between || count;
	return read_all(&r, texts, count);
}

st_measures *st_measures_again(const st_measures *ms, const st_model *m, sb_diag *diag)
{
	st_measures *again = st_measures_read(m, ms->option, ms->texts.at, ms->texts.n, diag);
	if (!again || !ms->curve_texts.n ||
		st_measures_add_curves(again, m, ms->curve_option, ms->curve_texts.at, ms->curve_texts.n))
		return again;
	st_measures_free(again);
	return NULL;
}

const char *st_curve_name(const st_measures *ms, uint32_t i)
{
	return ms->curves.at[i].name;
}

void st_measures_free(st_measures *ms)
{
	if (ms)
		sb_arena_free(ms->arena);
}

uint32_t st_measures_count(const st_measures *ms)
{
	return ms->at.n;
}

const char *st_measure_name(const st_measures *ms, uint32_t i)
{
	return ms->at.at[i].name;
}

bool st_measure_is_constraint(const st_measures *ms, uint32_t i)
{
	return ms->at.at[i].root->condition;
}

bool st_measure_is_equation(const st_measures *ms, uint32_t i)
{
	return ms->at.at[i].root->kind == ST_EQUAL;
}

uint32_t st_measures_rows(const st_measures *ms, const se_asked **out, sb_arena *arena)
{
	se_asked *rows = sb_new_array(arena, se_asked, ms->rows + 1);
	for (uint32_t c = 0; c < ms->columns.n; c++)
		if (ms->row.at[c] != UINT32_MAX)
			rows[ms->row.at[c]] = ms->asked.at[c];
	*out = rows;
	return ms->rows;
}

const sb_strings *st_measures_recorded(const st_measures *ms)
{
	return &ms->recorded;
}

void st_measures_settings(const st_measures *ms, se_settings *s)
{
	if (!s->record_count) {
		s->record = ms->recorded.at;
		s->record_count = ms->recorded.n;
		s->rows = ms->between ? SE_ROWS_PIECES : ms->steps ? SE_ROWS_EXTREMES : SE_ROWS_ENDS;
		s->extremes = ms->greatest - ms->least;
		s->record_nothing = !ms->recorded.n;
		return;
	}
	const char **all = sb_new_array(ms->arena, const char *, s->record_count + ms->recorded.n);
	for (uint32_t i = 0; i < s->record_count; i++)
		all[i] = s->record[i];
	for (uint32_t i = 0; i < ms->recorded.n; i++)
		all[s->record_count + i] = ms->recorded.at[i];
	s->record = all;
	s->record_count += ms->recorded.n;
	s->record_nothing = false;
	if (ms->steps)
		s->rows = SE_ROWS_PIECES;
}
