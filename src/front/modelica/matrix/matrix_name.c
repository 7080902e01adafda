/* Names in matrix expressions: inputs, parameters, and functions of Modelica. They are looked up where the text is
 * written. */
#include "front/modelica/matrix/matrix_inside.h"

#include <math.h>
#include <string.h>

/* u1, u2, ...: the number of the input, or 0. */
static uint32_t input_number(const char *word)
{
	uint32_t n = 0;
	if (word[0] != 'u' || word[1] < '1' || word[1] > '9')
		return 0;
	for (const char *at = word + 1; *at; at++) {
		if (*at < '0' || *at > '9' || n > 100000)
			return 0;
		n = 10 * n + (uint32_t)(*at - '0');
	}
	return n;
}

static mo_parts parts_of(mo_reading *r, const mx_node *name)
{
	mo_parts parts = {0};
	for (const char *at = name->word; at;) {
		const char *dot = strchr(at, '.');
		size_t n = dot ? (size_t)(dot - at) : strlen(at);
		sb_push(r->c->arena, parts, ((mo_part){ .name = sb_internn(r->c->names, at, n), .span = name->span }));
		at = dot ? dot + 1 : NULL;
	}
	return parts;
}

static bool is_component(mo_reading *r, const mo_parts *parts)
{
	mo_item *first = mo_lookup(r->env.scope, parts->at[0].name);
	for (uint32_t i = 1; first && first->kind == MO_I_CLASS && i < parts->n; i++) {
		mo_scope *inside = mo_open(r->c, first, parts->at[i].span) ? mo_item_scope(first) : NULL;
		first = inside ? mo_member(inside, parts->at[i].name) : NULL;
	}
	return first && first->kind == MO_I_COMPONENT;
}

static mo_item *function_of(mo_reading *r, const mo_parts *parts)
{
	mo_item *item = mo_find_item(r->c, r->env.scope, parts->at, parts->n, false);
	return item && item->kind == MO_I_CLASS ? item : NULL;
}

static mo_matrix unknown(mo_reading *r, const mx_node *name)
{
	sb_message *m;
	uint32_t number = input_number(name->word);
	if (number) {
		m = sb_report(r->c->diag, SB_ERROR, "M0986", name->span, "there is no input '%s'", name->word);
		uint32_t n = 0;
		while (n < r->input_count && r->inputs[n].v)
			n++;
		sb_help(m, n ? "the inputs are u1 to u%u; the parameter n of a MatrixExpression says how many there are"
					 : "there are no inputs (%u)", n);
		return (mo_matrix){0};
	}
	sb_strings names = {0};
	m = sb_report(r->c->diag, SB_ERROR, "M0986", name->span, "there is no parameter and no function '%s' here",
				  name->word);
	mo_visible_names(r->env.scope, &names);
	mo_matrix_function_names(r->c->arena, &names);
	const char *near = sb_nearest(name->word, names.at, names.n);
	if (near)
		sb_help(m, "did you mean '%s'?", near);
	else
		sb_help(m, "names are looked up where the text is written; inputs are u1, u2, ...");
	return (mo_matrix){0};
}

typedef struct variation { mo_context *c; bool moves; } variation;

static bool see_variation(void *context, sx_ref e)
{
	variation *v = context;
	v->moves |= !mo_is_parametric(v->c, e);
	return !v->moves;
}

static mo_matrix parameter(mo_reading *r, const mx_node *name, const mo_parts *parts)
{
	mo_expr *reference = sb_new(r->c->arena, mo_expr);
	*reference = (mo_expr){ .kind = MO_E_REF, .height = 1, .span = name->span, .parts = *parts };
	mo_value *v = mo_lower(r->c, &r->env, reference);
	variation how = { .c = r->c };
	mo_matrix m = mo_matrix_of(r, v, true, name->span);
	if (m.v)
		mo_each_element(r->c, m.v, name->span, see_variation, &how);
	if (!how.moves)
		return m;
	sb_message *note = sb_report(r->c->diag, SB_ERROR, "M0992", name->span, "'%s' varies during the run", name->word);
	sb_note(note, "the names in a matrix expression are inputs, parameters and constants");
	sb_help(note, "connect it to an input");
	return (mo_matrix){0};
}

bool mo_names_matrix(mo_reading *r, const mx_node *name)
{
	mo_parts parts = parts_of(r, name);
	return input_number(name->word) || (!mo_is_matrix_function(name->word) && is_component(r, &parts));
}

mo_matrix mo_named_matrix(mo_reading *r, const mx_node *name)
{
	uint32_t number = input_number(name->word);
	if (number)
		return number <= r->input_count && r->inputs[number - 1].v ? r->inputs[number - 1] : unknown(r, name);
	mo_parts parts = parts_of(r, name);
	if (mo_is_matrix_function(name->word) || function_of(r, &parts)) {
		sb_help(sb_report(r->c->diag, SB_ERROR, "M0994", name->span, "'%s' is a function, and has no arguments here",
						  name->word),
				"write its arguments in parentheses");
		return (mo_matrix){0};
	}
	if (is_component(r, &parts))
		return parameter(r, name, &parts);
	if (strcmp(name->word, "pi") == 0)
		return mo_matrix_number(r, 3.14159265358979323846);
	return unknown(r, name);
}

/* -------------------------------------------------------- calls of Modelica */

static mo_value *whole_numbers(mo_reading *r, const mo_matrix *m, sb_span span)
{
	mo_context *c = r->c;
	uint32_t n = m->rows * m->columns, lead[2] = { m->rows, m->columns };
	double *numbers = sb_new_array(c->arena, double, n + 1);
	mo_value **items = sb_new_array(c->arena, mo_value *, n + 1);
	mo_value_type one = mo_type_of(MO_B_INTEGER, 0, 0, NULL);
	if (!mo_matrix_numbers(r, m, span, "an argument", numbers))
		return NULL;
	for (uint32_t i = 0; i < n; i++) {
		double x = numbers[i % m->columns * m->rows + i / m->columns];
		if (x != floor(x) || fabs(x) > 9e15) {
			sb_help(sb_report(c->diag, SB_ERROR, "M0994", span, "this argument is an Integer, but the value is %g", x),
					"give a whole number");
			return NULL;
		}
		items[i] = mo_integer_value(c, (int64_t)x);
	}
	return mo_value_list(c, items, n, lead, 2, &one);
}

static sx_ref apply_truth(mo_context *c, const void *data, const sx_ref *args)
{
	(void)data;
	return mo_matrix_truth(c, args[0]);
}

static mo_value *truths(mo_reading *r, const mo_matrix *m)
{
	mo_value_type type = m->v->type;
	mo_value *v = m->v;
	type.base = MO_B_BOOLEAN;
	return mo_map(r->c, &type, apply_truth, NULL, &v, 1);
}

/* A matrix as an argument: of one element, a vector or a matrix, of Reals, Integers or Booleans. */
static mo_value *as_argument(mo_reading *r, const mo_matrix *m, const mo_value_type *wanted, sb_span span)
{
	mo_context *c = r->c;
	sx_ref one[2] = { sx_int(c->pool, 1), sx_int(c->pool, 1) };
	if (!m->v)
		return m->text;
	mo_value *v = m->v->type.base == MO_B_INTEGER ? m->v
		: wanted->base == MO_B_INTEGER ? whole_numbers(r, m, span) : wanted->base == MO_B_BOOLEAN ? truths(r, m) : m->v;
	if (!v || v->type.rank < 2)
		return v;
	if (wanted->rank == 0 && mo_is_number(m))
		return mo_index(c, v, one, 2);
	if (wanted->rank == 1 && (m->rows == 1 || m->columns == 1))
		return mo_squeeze(c, v, (uint32_t[]){ m->columns == 1 ? 0 : 1 }, 1);
	return v;
}

enum { MOST_FOLDED = 256 };

typedef struct constancy { mo_context *c; uint32_t seen; bool constant; } constancy;

static bool see_constant(void *context, sx_ref e)
{
	constancy *k = context;
	k->constant &= sx_is_const(k->c->pool, e) && k->seen++ < MOST_FOLDED;
	return k->constant;
}

static bool are_constant(mo_reading *r, mo_value **values, uint32_t n, sb_span span)
{
	constancy k = { .c = r->c, .constant = true };
	for (uint32_t i = 0; i < n && k.constant; i++)
		mo_each_element(r->c, values[i], span, see_constant, &k);
	return k.constant;
}

/* What a function gives for numbers is numbers, if it can be run now. With parameters, which may change from run to
 * run, it stays a call. */
static mo_matrix folded(mo_reading *r, mo_matrix made)
{
	uint32_t count = made.rows * made.columns;
	sx_ref *e = sb_new_array(r->c->arena, sx_ref, (size_t)count + 1);
	for (uint32_t i = 0; made.v && i < count; i++) {
		sx_value value;
		sx_ref at = count <= MOST_FOLDED ? mo_matrix_at(r, &made, i / made.columns, i % made.columns) : 0;
		if (!at || !mo_try_evaluate(r->c, at, &value) || value.type != SX_REAL || !isfinite(value.real))
			return made;
		e[i] = sx_real(r->c->pool, value.real);
	}
	return made.v ? mo_matrix_grid(r, e, made.rows, made.columns, true) : made;
}

static mo_matrix wrong_argument(mo_reading *r, const mo_item *function, uint32_t i, const mo_matrix *given,
								uint32_t rank, sb_span span)
{
	sb_help(sb_report(r->c->diag, SB_ERROR, "M0994", span, "argument %u of '%s' is %s, but %s is given", i + 1,
					  function->name, rank == 0 ? "a number" : rank == 1 ? "a vector" : "an array",
					  given->v ? mo_matrix_size(r, given) : "a text"),
			"check the argument");
	return (mo_matrix){0};
}

static mo_matrix call(mo_reading *r, mo_item *function, const mo_matrix *args, uint32_t n, bool known, sb_span span)
{
	mo_context *c = r->c;
	mo_value_type *types;
	uint32_t most, needed;
	if (!c->lower_asks->inputs(c, function, span, &types, &most, &needed))
		return (mo_matrix){0};
	if (n > most || n < needed) {
		sb_help(sb_report(c->diag, SB_ERROR, "M0994", span, "'%s' does not take %u argument%s", function->name, n,
						  n == 1 ? "" : "s"),
				most == needed ? "it takes %u" : "it takes %u, and up to %u", needed, most);
		return (mo_matrix){0};
	}
	mo_value **values = sb_new_array(c->arena, mo_value *, n + 1);
	for (uint32_t i = 0; i < n; i++) {
		if (!(values[i] = as_argument(r, &args[i], &types[i], span)))
			return (mo_matrix){0};
		if (values[i]->type.rank != types[i].rank)
			return wrong_argument(r, function, i, &args[i], types[i].rank, span);
	}
	mo_value *v = c->lower_asks->call_values(c, &r->env, function, values, n, span);
	mo_matrix made = mo_matrix_of(r, v, known, span);
	return known && are_constant(r, values, n, span) ? folded(r, made) : made;
}

/* What an impure function gives is asked for once, now. */
static mo_matrix frozen(mo_reading *r, const mo_matrix *m, sb_span span)
{
	if (!m->v)
		return *m;
	double *numbers = sb_new_array(r->c->arena, double, (size_t)m->rows * m->columns + 1);
	if (!mo_matrix_numbers(r, m, span, "the result of an impure function", numbers))
		return (mo_matrix){0};
	sx_ref *e = sb_new_array(r->c->arena, sx_ref, (size_t)m->rows * m->columns + 1);
	for (uint32_t i = 0; i < m->rows * m->columns; i++)
		e[i] = sx_real(r->c->pool, numbers[i % m->columns * m->rows + i / m->columns]);
	return mo_matrix_grid(r, e, m->rows, m->columns, true);
}

static mo_matrix depends(mo_reading *r, const mx_node *e, const char *name)
{
	sb_strings names = {0};
	sb_message *m = sb_report(r->c->diag, SB_ERROR, "M0989", e->span,
							  "an argument of '%s' depends on the value of an input", name);
	sb_note(m, "functions of Modelica give what stays the same in a run: their arguments are made of constants and "
			   "parameters");
	mo_matrix_function_names(r->c->arena, &names);
	const char *near = sb_nearest(name, names.at, names.n);
	if (near)
		sb_help(m, "did you mean '%s'?", near);
	else
		sb_help(m, "write a block of Modelica for what '%s' computes", name);
	return (mo_matrix){0};
}

mo_matrix mo_called_matrix(mo_reading *r, const mx_node *e)
{
	const mx_node *name = e->a.at[0];
	mo_parts parts = parts_of(r, name);
	mo_item *function = function_of(r, &parts);
	uint32_t n = e->a.n - 1;
	mo_matrix *args = sb_new_array(r->c->arena, mo_matrix, n + 1);
	if (!function)
		return unknown(r, name);
	if (!mo_open(r->c, function, name->span) || !function->class_scope
		|| mo_scope_restriction(function->class_scope) != MO_FUNCTION) {
		sb_help(sb_report(r->c->diag, SB_ERROR, "M0986", name->span, "'%s' is not a function", name->word),
				"check the name");
		return (mo_matrix){0};
	}
	for (uint32_t i = 0; i < n; i++) {
		const mx_node *arg = e->a.at[i + 1];
		args[i] = arg->kind == MX_STRING ? (mo_matrix){ .text = mo_string_value(r->c, arg->word), .known = true }
										 : mo_matrix_read(r, arg);
		if (!args[i].v && !args[i].text)
			return args[i];
		if (!args[i].known)
			return depends(r, arg, name->word);
	}
	mo_matrix made = call(r, function, args, n, true, e->span);
	const mo_class *def = function->class_scope->class_def;
	return def && def->impure ? frozen(r, &made, e->span) : made;
}

mo_matrix mo_library_matrix(mo_reading *r, const char *name, const mo_matrix *args, uint32_t n, sb_span span)
{
	const char *path[3] = { "Saltus", "Matrices", name };
	mo_parts parts = {0};
	bool known = true;
	for (int i = 0; i < 3; i++)
		sb_push(r->c->arena, parts, ((mo_part){ .name = sb_intern(r->c->names, path[i]), .span = span }));
	for (uint32_t i = 0; i < n; i++)
		known &= args[i].known;
	mo_item *function = mo_find_item(r->c, r->c->top, parts.at, parts.n, true);
	if (function && function->kind == MO_I_CLASS)
		return call(r, function, args, n, known, span);
	sb_help(sb_report(r->c->diag, SB_ERROR, "M0993", span, "the library Saltus.Matrices is not found"),
			"check where Saltus is installed: this part of a matrix expression is computed by its function '%s'", name);
	return (mo_matrix){0};
}
