/* Studies: the tree as statements that know no notation. Measures are texts in Modelica. */
#include "front/muss/write/muss_write.h"

#include <string.h>
#include <strings.h>

typedef struct maker {
	const mu_text *text;
	const mu_unit *unit;
	sf_study *study;
	sx_pool *pool;
} maker;

static sx_ref value_of(maker *m, const mu_node *e);
static void make_steps(maker *m, const mu_node *list, sf_steps *out);

/* ------------------------------------------------------------------ what there is */

static uint32_t variable_number(const maker *m, const char *name)
{
	for (uint32_t i = 0; i < m->study->variables.n; i++)
		if (strcmp(m->study->variables.at[i].name, name) == 0)
			return i;
	return UINT32_MAX;
}

static uint32_t experiment_number(const maker *m, const mu_asked *x)
{
	return (uint32_t)(x - m->unit->experiments.at);
}

static const char *as_modelica(maker *m, const mu_node *e, bool dotted)
{
	sb_text out = {0};
	mu_writer w = {.text = m->text, .unit = m->unit, .out = &out};
	if (dotted)
		mu_write_dotted(&w, e);
	else
		mu_write_expression(&w, e);
	const char *text = sb_strdup(m->text->arena, out.at ? out.at : "");
	sb_text_free(&out);
	return text;
}

static uint32_t add_quantity(maker *m, const sf_quantity *q, bool curve)
{
	for (uint32_t i = 0; i < (curve ? m->study->curves.n : m->study->quantities.n); i++) {
		const sf_quantity *old = curve ? &m->study->curves.at[i] : &m->study->quantities.at[i];
		if (old->experiment == q->experiment && strcmp(old->text, q->text) == 0)
			return i;
	}
	if (curve)
		sb_push(m->text->arena, m->study->curves, *q);
	else
		sb_push(m->text->arena, m->study->quantities, *q);
	return (curve ? m->study->curves.n : m->study->quantities.n) - 1;
}

static sx_ref quantity(maker *m, const mu_asked *x, const char *text, const mu_node *e)
{
	bool logical = mu_known_type(m->text, e) == MU_LOGICAL;
	uint32_t k = add_quantity(m, &(sf_quantity){experiment_number(m, x), text, e->span}, false);
	sx_ref v = sx_var(m->pool, SF_QUANTITY + k, SX_REAL, NULL, 0);
	return logical ? sx_binary(m->pool, SX_GT, v, sx_real(m->pool, 0.5)) : v;
}

/* A name of an experiment alone is its value where the run has ended. */
static sx_ref result(maker *m, const mu_asked *x, const mu_node *e)
{
	int control;
	bool known;
	const mu_symbol *s = mu_symbol_inside(x, mu_child(e, 1), &control, &known);
	const char *name = as_modelica(m, mu_child(e, 1), true);
	bool held = s && (s->group == MU_PARAMETERS || s->group == MU_CONSTANTS);
	if (mu_known_type(m->text, e) == MU_LOGICAL)         /* measures are numbers */
		name = sb_printf(m->text->arena, "(if %s then 1 else 0)", name);
	return quantity(m, x, held ? name : sb_printf(m->text->arena, "final(%s)", name), e);
}

/* ------------------------------------------------------------------ expressions */

static sx_ref as_real(maker *m, const mu_node *e)
{
	sx_ref v = value_of(m, e);
	return mu_known_type(m->text, e) != MU_LOGICAL ? v : sx_if(m->pool, v, sx_real(m->pool, 1), sx_real(m->pool, 0));
}

static sx_ref as_logical(maker *m, const mu_node *e)
{
	sx_ref v = value_of(m, e);
	return mu_known_type(m->text, e) == MU_LOGICAL ? v : sx_binary(m->pool, SX_GT, v, sx_real(m->pool, 0.5));
}

static sx_ref name_of(maker *m, const mu_node *e)
{
	const mu_asked *x = mu_asked_of(m->unit, e->name);
	uint32_t k = variable_number(m, e->name);
	if (x)
		return result(m, x, e);
	if (k == UINT32_MAX)
		return sx_bool(m->pool, strcasecmp(e->name, "true") == 0);
	sx_ref subscript = mu_length(e, 0) ? as_real(m, mu_list(e, 0, 0)) : 0;
	if (subscript)
		subscript = sx_unary(m->pool, SX_INTEGER_OF, sx_binary(m->pool, SX_ADD, subscript, sx_real(m->pool, 0.5)));
	sx_ref v = sx_var(m->pool, k, SX_REAL, &subscript, subscript != 0);
	return m->study->variables.at[k].logical ? sx_binary(m->pool, SX_GT, v, sx_real(m->pool, 0.5)) : v;
}

/* floor(x + 0.5), and towards zero, as reals. */
static sx_ref rounded(maker *m, const char *name, sx_ref x)
{
	sx_pool *p = m->pool;
	if (strcasecmp(name, "nint") == 0)
		return sx_unary(p, SX_FLOOR, sx_binary(p, SX_ADD, x, sx_real(p, 0.5)));
	return sx_if(p, sx_binary(p, SX_GE, x, sx_real(p, 0)), sx_unary(p, SX_FLOOR, x), sx_unary(p, SX_CEIL, x));
}

static sx_ref apply(maker *m, const mu_node *e)
{
	static const struct { const char *name; sx_op op; } table[] = {
		{"sin", SX_SIN}, {"cos", SX_COS}, {"tan", SX_TAN}, {"asin", SX_ASIN}, {"acos", SX_ACOS}, {"atan", SX_ATAN},
		{"atan2", SX_ATAN2}, {"sinh", SX_SINH}, {"cosh", SX_COSH}, {"tanh", SX_TANH}, {"exp", SX_EXP}, {"ln", SX_LOG},
		{"log10", SX_LOG10}, {"log", SX_LOG10}, {"sqrt", SX_SQRT}, {"abs", SX_ABS}, {"min", SX_MIN}, {"max", SX_MAX},
		{"mod", SX_MOD}, {"floor", SX_FLOOR}, {"ceil", SX_CEIL}};
	if (mu_measure_of(m->unit, e))
		return quantity(m, mu_asked_in(m->unit, e), as_modelica(m, e, false), e);
	sx_ref a = as_real(m, mu_list(e, 1, 0)), b = mu_length(e, 1) > 1 ? as_real(m, mu_list(e, 1, 1)) : 0;
	for (unsigned i = 0; i < sizeof table / sizeof *table; i++)
		if (strcasecmp(table[i].name, e->name) == 0)
			return b ? sx_binary(m->pool, table[i].op, a, b) : sx_unary(m->pool, table[i].op, a);
	if (strcasecmp(e->name, "sign") == 0)
		return sx_cast(m->pool, sx_unary(m->pool, SX_SIGN, a), SX_REAL);
	return rounded(m, e->name, a);
}

static sx_ref binary(maker *m, const mu_node *e)
{
	static const sx_op ops[MU_W_COUNT] = {
		[MU_W_PLUS] = SX_ADD, [MU_W_MINUS] = SX_SUB, [MU_W_STAR] = SX_MUL, [MU_W_SLASH] = SX_DIV, [MU_W_POWER] = SX_POW,
		[MU_W_EQ] = SX_EQ, [MU_W_NE] = SX_NE, [MU_W_LT] = SX_LT, [MU_W_LE] = SX_LE, [MU_W_GT] = SX_GT,
		[MU_W_GE] = SX_GE, [MU_W_AND] = SX_AND, [MU_W_OR] = SX_OR};
	int word = (int)e->number;
	const mu_node *a = mu_child(e, 0), *b = mu_child(e, 1);
	bool logical = word == MU_W_AND || word == MU_W_OR;
	return logical ? sx_binary(m->pool, ops[word], as_logical(m, a), as_logical(m, b))
				   : sx_binary(m->pool, ops[word], as_real(m, a), as_real(m, b));
}

/* A Real, or a Boolean if it is a logical of MUSS. */
static sx_ref value_of(maker *m, const mu_node *e)
{
	switch (e->kind) {
	case MU_NUMBER: return sx_real(m->pool, e->number);
	case MU_NAME: return name_of(m, e);
	case MU_APPLY: return apply(m, e);
	case MU_UNARY:
		if (e->number == MU_W_NOT)
			return sx_unary(m->pool, SX_NOT, as_logical(m, mu_child(e, 0)));
		return e->number == MU_W_MINUS ? sx_unary(m->pool, SX_NEG, as_real(m, mu_child(e, 0)))
									   : as_real(m, mu_child(e, 0));
	default: return binary(m, e);
	}
}

/* ------------------------------------------------------------------ statements */

static sf_step *new_step(maker *m, sf_act act, const mu_node *n)
{
	sf_step *s = sb_new(m->text->arena, sf_step);
	s->act = act;
	s->span = n->span;
	return s;
}

static void push_value(maker *m, sf_step *s, sx_ref value)
{
	sb_push(m->text->arena, s->values, value);
}

static uint32_t gift_number(maker *m, const mu_node *target)
{
	const mu_asked *x = mu_asked_of(m->unit, target->name);
	sf_gift g = {.experiment = experiment_number(m, x), .span = target->span, .control = SF_PARAMETER};
	int control;
	bool known;
	mu_symbol_inside(x, mu_child(target, 1), &control, &known);
	g.name = as_modelica(m, mu_child(target, 1), true);
	if (control >= 0)
		g.control = (sf_control)control;
	for (uint32_t i = 0; i < m->study->gifts.n; i++) {
		const sf_gift *old = &m->study->gifts.at[i];
		if (old->experiment == g.experiment && strcmp(old->name, g.name) == 0)
			return i;
	}
	sb_push(m->text->arena, m->study->gifts, g);
	return m->study->gifts.n - 1;
}

static sf_step *assign(maker *m, const mu_node *n)
{
	const mu_node *target = mu_list(n, 0, 0);
	bool given = mu_asked_of(m->unit, target->name) != NULL;
	sf_step *s = new_step(m, given ? SF_GIVE : SF_ASSIGN, n);
	s->number = given ? gift_number(m, target) : variable_number(m, target->name);
	if (!given && mu_length(target, 0))
		s->subscript = as_real(m, mu_list(target, 0, 0));
	push_value(m, s, as_real(m, mu_child(n, 1)));
	return s;
}

static uint32_t column_number(maker *m, const char *name)
{
	for (uint32_t i = 0; i < m->study->columns.n; i++)
		if (strcmp(m->study->columns.at[i], name) == 0)
			return i;
	sb_push(m->text->arena, m->study->columns, name);
	return m->study->columns.n - 1;
}

/* A column without a name has that of its text. */
static const char *column_name(maker *m, const mu_node *e)
{
	size_t length;
	if (e->kind == MU_ASSIGN)
		return mu_list(e, 0, 0)->name;
	const char *text = sb_source_text(m->text->diag, e->span.source, &length);
	return e->span.end <= length ? sb_strndup(m->text->arena, text + e->span.start, e->span.end - e->span.start) : "";
}

static sf_step *collect(maker *m, const mu_node *n)
{
	sf_step *s = new_step(m, SF_COLLECT, n);
	for (uint32_t i = 0; i < mu_length(n, 0); i++) {
		const mu_node *e = mu_list(n, 0, i);
		push_value(m, s, as_real(m, e->kind == MU_ASSIGN ? mu_child(e, 1) : e));
		sb_push(m->text->arena, s->columns, column_number(m, column_name(m, e)));
	}
	return s;
}

static sf_step *each(maker *m, const mu_node *n)
{
	const mu_node *from = mu_child(n, 0), *to = mu_child(n, 1);
	sf_step *s = new_step(m, to ? SF_COUNT : SF_EACH, n);
	s->number = variable_number(m, n->name);
	for (uint32_t i = 0; !to && i < from->of.n; i++)
		push_value(m, s, as_real(m, from->of.at[i]));
	if (to) {
		push_value(m, s, as_real(m, from));
		push_value(m, s, as_real(m, to));
	}
	make_steps(m, mu_child(n, 2), &s->body);
	return s;
}

/* Is the selector one of these labels? */
static sx_ref is_label(maker *m, const mu_node *selector, const mu_node *labels)
{
	sx_ref any = 0;
	for (uint32_t i = 0; i < labels->of.n; i++) {
		sx_ref one = sx_binary(m->pool, SX_EQ, as_real(m, selector), as_real(m, labels->of.at[i]));
		any = any ? sx_binary(m->pool, SX_OR, any, one) : one;
	}
	return any;
}

/* The branches from number `k` on, each in the `other` of the one before. */
static void branches(maker *m, const mu_node *n, uint32_t k, sf_steps *out)
{
	uint32_t list = n->kind == MU_CASE;
	if (k >= mu_length(n, list))
		return;
	const mu_node *part = mu_list(n, list, k), *first = mu_child(part, 0);
	bool last = n->kind == MU_IF ? !first : !first->of.n;
	if (last) {
		make_steps(m, mu_child(part, 1), out);
		return;
	}
	sf_step *s = new_step(m, SF_BRANCH, n);
	push_value(m, s, n->kind == MU_IF ? as_logical(m, first) : is_label(m, mu_child(n, 0), first));
	make_steps(m, mu_child(part, 1), &s->body);
	branches(m, n, k + 1, &s->other);
	sb_push(m->text->arena, *out, s);
}

static void prepare(maker *m, const mu_node *n)
{
	for (uint32_t i = 0; i < mu_length(n, 0); i++) {
		const mu_node *e = mu_list(n, 0, i);
		add_quantity(m, &(sf_quantity){experiment_number(m, mu_asked_of(m->unit, e->name)),
				as_modelica(m, mu_child(e, 1), true), e->span}, true);
	}
}

static sf_step *make_step(maker *m, const mu_node *n)
{
	sf_step *s;
	switch (n->kind) {
	case MU_ASSIGN: return assign(m, n);
	case MU_COLLECT: return collect(m, n);
	case MU_FOR: return each(m, n);
	case MU_RUN:
		s = new_step(m, SF_RUN, n);
		s->number = experiment_number(m, mu_asked_of(m->unit, mu_child(n, 0)->name));
		return s;
	default:                         /* MU_WHILE */
		s = new_step(m, SF_WHILE, n);
		push_value(m, s, as_logical(m, mu_child(n, 0)));
		make_steps(m, mu_child(n, 1), &s->body);
		return s;
	}
}

static void make_steps(maker *m, const mu_node *list, sf_steps *out)
{
	for (uint32_t i = 0; list && i < list->of.n; i++) {
		const mu_node *n = list->of.at[i];
		if (n->kind == MU_IF || n->kind == MU_CASE)
			branches(m, n, 0, out);
		else if (n->kind == MU_PREPARE)
			prepare(m, n);
		else
			sb_push(m->text->arena, *out, make_step(m, n));
	}
}

/* ------------------------------------------------------------------ all of it */

/* Sizes are numbers, or constants that are. */
static uint32_t size_of(maker *m, const mu_symbol *s)
{
	const mu_node *size = mu_list(s->declared, 0, 0);
	if (s->rank == 1 && size->kind == MU_NUMBER && size->number >= 1 && size->number <= 1e6)
		return (uint32_t)size->number;
	sb_help(sb_report(m->text->diag, SB_ERROR, "N0417", s->declared->span,
					  "an array of a study has one size, a number from 1 to a million"),
			"write 'real %s[10];'", s->name);
	return 1;
}

static void declare(maker *m, const mu_symbol *s)
{
	sf_study_variable v = {.name = s->name, .logical = s->type == MU_LOGICAL, .whole = s->type == MU_INTEGER,
						   .array = s->rank > 0, .parameter = s->group == MU_PARAMETERS, .first = m->study->scalars,
						   .count = s->rank ? size_of(m, s) : 1, .span = s->declared->name_span};
	m->study->scalars += v.count;
	sb_push(m->text->arena, m->study->variables, v);
}

sf_study *mu_make_study(const mu_text *text, const mu_unit *unit, const char *path)
{
	sf_study *s = sb_new(text->arena, sf_study);
	maker m = {.text = text, .unit = unit, .study = s, .pool = sx_pool_new(text->arena, text->names)};
	s->name = unit->name;
	s->pool = m.pool;
	for (uint32_t i = 0; i < unit->experiments.n; i++) {
		const mu_asked *x = &unit->experiments.at[i];
		sf_study_experiment one = {.name = x->name, .path = path, .part = x->name, .span = x->node->span};
		if (!x->unit) {
			one.path = as_modelica(&m, x->node, true);
			one.part = NULL;
		}
		sb_push(text->arena, s->experiments, one);
	}
	for (uint32_t i = 0; i < unit->symbols.n; i++)
		if (unit->symbols.at[i]->group != MU_GROUP_COUNT)
			declare(&m, unit->symbols.at[i]);
	for (uint32_t i = 0; i < s->variables.n; i++) {          /* when all names are known */
		const mu_node *value = mu_child(mu_find(unit, s->variables.at[i].name)->declared, 1);
		s->variables.at[i].value = value ? as_real(&m, value) : 0;
	}
	make_steps(&m, mu_child(mu_region(unit, MU_STUDY), 0), &s->steps);
	return s;
}
