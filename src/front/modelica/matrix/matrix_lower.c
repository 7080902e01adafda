/* The call matrixExpression(text, u1, u2, ...): where its text comes from, and what each kind of node of it means. */
#include "front/modelica/matrix/matrix_inside.h"

#include <math.h>
#include <string.h>

static bool gives_complex(const char *function)
{
	return strcmp(function, "complexMatrixExpression") == 0;
}

bool mo_is_matrix_expression(const char *function)
{
	return strcmp(function, "matrixExpression") == 0 || gives_complex(function);
}

/* -------------------------------------------------------------------- nodes */

enum { LONGEST = 1 << 20 };

static mo_matrix range(mo_reading *r, const mx_node *e)
{
	double at[3] = { 0, 1, 0 };
	for (uint32_t i = 0; i < e->a.n; i++) {
		const mx_node *part = e->a.at[i];
		mo_matrix m = mo_matrix_read(r, part);
		if (!m.v)
			return m;
		if (!mo_is_number(&m)) {
			sb_help(sb_report(r->c->diag, SB_ERROR, "M0987", part->span,
							  "the ends of a range are numbers, but this is %s", mo_matrix_size(r, &m)),
					"write start:end or start:step:end");
			return (mo_matrix){0};
		}
		if (!mo_matrix_numbers(r, &m, part->span, "the size of this range", &at[e->a.n == 3 || i == 0 ? i : 2]))
			return (mo_matrix){0};
	}
	double steps = at[1] == 0 ? -1 : (at[2] - at[0]) / at[1];
	uint32_t n = steps >= 0 && steps < LONGEST ? (uint32_t)floor(steps * (1 + 1e-14) + 1e-10) + 1 : 0;
	if (at[1] == 0 || steps >= LONGEST) {
		sb_help(sb_report(r->c->diag, SB_ERROR, "M0988", e->span, "this range has %s", at[1] == 0 ? "a step of zero"
						  : "more than a million elements"), "check its ends and its step");
		return (mo_matrix){0};
	}
	double *numbers = sb_new_array(r->c->arena, double, n + 1);
	for (uint32_t i = 0; i < n; i++)
		numbers[i] = at[0] + i * at[1];
	return mo_matrix_row(r, numbers, n);
}

/* The sizes of what is joined, and which parts have elements; the others are left out. */
static bool fit_beside(mo_reading *r, const mx_node *e, const mo_matrix *parts, bool rows, mo_matrix *made)
{
	uint32_t n = 0;
	for (uint32_t i = 0; i < e->a.n; i++) {
		const mo_matrix *m = &parts[i];
		if (m->rows * m->columns == 0)
			continue;
		uint32_t size = rows ? m->columns : m->rows, wanted = rows ? made->columns : made->rows;
		if (n++ && size != wanted) {
			sb_message *note = sb_report(r->c->diag, SB_ERROR, "M0997", e->a.at[i]->span,
										 rows ? "this row has %u columns, but those above have %u"
											  : "this has %u rows, but what stands left of it has %u", size, wanted);
			sb_help(note, rows ? "all rows of a matrix have as many columns"
							   : "what stands side by side has as many rows; ';' begins a new row");
			return false;
		}
		made->rows = rows ? made->rows + m->rows : m->rows;
		made->columns = rows ? m->columns : made->columns + m->columns;
	}
	return true;
}

/* Real or imaginary parts, as made says how large. */
static mo_matrix joined_parts(mo_reading *r, const mx_node *e, const mo_matrix *parts, bool rows, mo_matrix made,
							  bool imaginary)
{
	mo_value **values = sb_new_array(r->c->arena, mo_value *, e->a.n + 1);
	uint32_t n = 0;
	for (uint32_t i = 0; i < e->a.n; i++)
		if (parts[i].rows * parts[i].columns > 0)
			values[n++] = imaginary ? mo_matrix_im(r, &parts[i]).v : parts[i].v;
	if (!n)
		return mo_matrix_grid(r, NULL, 0, 0, made.known);
	made.v = mo_cat(r->c, rows ? 0 : 1, values, n, e->span);
	return made;
}

/* Parts beside each other, or rows below each other. */
static mo_matrix joined(mo_reading *r, const mx_node *e, mo_matrix (*part)(mo_reading *r, const mx_node *e), bool rows)
{
	mo_matrix made = { .known = true }, *parts = sb_new_array(r->c->arena, mo_matrix, e->a.n + 1);
	bool ok = true, complex = false;
	for (uint32_t i = 0; i < e->a.n; i++) {
		parts[i] = part(r, e->a.at[i]);
		ok &= parts[i].v != NULL;
		complex |= parts[i].im != NULL;
		made.known &= parts[i].known;
	}
	if (!ok || !fit_beside(r, e, parts, rows, &made))
		return (mo_matrix){0};
	mo_matrix re = joined_parts(r, e, parts, rows, made, false);
	if (!complex || !re.v)
		return re;
	mo_matrix im = joined_parts(r, e, parts, rows, made, true);
	return mo_matrix_complex(&re, &im);
}

static mo_matrix row(mo_reading *r, const mx_node *e)
{
	return joined(r, e, mo_any_matrix_read, false);
}

static mo_matrix last(mo_reading *r, const mx_node *e)
{
	const mo_matrix *of = r->end_of;
	if (!of) {
		sb_help(sb_report(r->c->diag, SB_ERROR, "M0990", e->span, "'end' stands in no index here"),
				"the arguments of a function have no last one");
		return (mo_matrix){0};
	}
	return mo_matrix_number(r, r->end_rank == 1 ? of->rows * of->columns : r->end_at ? of->columns : of->rows);
}

static mo_matrix misplaced_text(mo_reading *r, const mx_node *e)
{
	sb_help(sb_report(r->c->diag, SB_ERROR, "M0996", e->span, "a text is no matrix"),
			"texts are for arguments of functions of Modelica");
	return (mo_matrix){0};
}

static mo_matrix apply(mo_reading *r, const mx_node *e)
{
	const mx_node *what = e->a.at[0];
	if (what->kind != MX_NAME || mo_names_matrix(r, what))
		return mo_matrix_indexed(r, e);
	for (uint32_t i = 1; i < e->a.n; i++)
		if (e->a.at[i]->kind == MX_ALL) {
			sb_help(sb_report(r->c->diag, SB_ERROR, "M0990", e->a.at[i]->span, "':' is no argument of a function"),
					"'%s' is not a matrix here", what->word);
			return (mo_matrix){0};
		}
	return mo_is_matrix_function(what->word) ? mo_matrix_function(r, e) : mo_called_matrix(r, e);
}

/* Of complex numbers the conjugate ones. */
static mo_matrix transposed(mo_reading *r, const mx_node *e)
{
	mo_matrix m = mo_any_matrix_read(r, e->a.at[0]), re = mo_matrix_re(&m);
	if (!m.im)
		return mo_matrix_transposed(r, &m);
	mo_matrix pair[2] = { mo_matrix_number(r, 0), mo_matrix_im(r, &m) };
	mo_matrix minus = mo_real_binary(r, &(mx_node){ .op = MX_SUB, .op_span = e->span, .span = e->span }, pair);
	mo_matrix made = mo_matrix_transposed(r, &re), im = mo_matrix_transposed(r, &minus);
	return mo_matrix_complex(&made, &im);
}

static mo_matrix imaginary(mo_reading *r, double number)
{
	mo_matrix re = mo_matrix_number(r, 0), im = mo_matrix_number(r, number);
	return mo_matrix_complex(&re, &im);
}

static mo_matrix read_node(mo_reading *r, const mx_node *e)
{
	switch (e->kind) {
	case MX_NUMBER: return mo_matrix_number(r, e->number);
	case MX_IMAGINARY: return imaginary(r, e->number);
	case MX_STRING: return misplaced_text(r, e);
	case MX_NAME: return mo_named_matrix(r, e);
	case MX_END: return last(r, e);
	case MX_UNARY: return mo_matrix_unary(r, e);
	case MX_BINARY: return mo_matrix_binary(r, e);
	case MX_TRANSPOSE: return transposed(r, e);
	case MX_RANGE: return range(r, e);
	case MX_MATRIX: return joined(r, e, row, true);
	case MX_APPLY: return apply(r, e);
	case MX_ASSIGN: return mo_matrix_assigned(r, e);
	case MX_DELETE: return mo_matrix_deleted(r, e);
	case MX_IF: return mo_matrix_if(r, e);
	case MX_SWITCH: return mo_matrix_switch(r, e);
	default: return (mo_matrix){0};
	}
}

mo_matrix mo_any_matrix_read(mo_reading *r, const mx_node *e)
{
	sb_span around = mo_set_span(r->c, e->span);
	mo_matrix m = read_node(r, e);
	mo_set_span(r->c, around);
	if (m.text && e->kind == MX_NAME)
		return m;
	return m.v ? m : (mo_matrix){0};
}

mo_matrix mo_matrix_read(mo_reading *r, const mx_node *e)
{
	mo_matrix m = mo_any_matrix_read(r, e);
	return m.im ? mo_not_complex(r, "this", e->span) : m;
}

/* ----------------------------------------------------------------- the text */

enum { MOST_STEPS = 100 };

/* The String literal behind an expression, and the scope in which it is written; NULL where it is computed. */
static const mo_expr *literal_of(mo_context *c, const mo_expr *e, mo_scope **scope)
{
	for (int i = 0; i < MOST_STEPS && e; i++) {
		if (e->kind != MO_E_REF)
			return e->kind == MO_E_STRING ? e : NULL;
		mo_item *item = e->parts.n == 1 && !e->global ? mo_lookup(*scope, e->parts.at[0].name) : NULL;
		if (!item || item->kind != MO_I_COMPONENT || item->rank || !mo_open(c, item, e->span) || !item->binding)
			return NULL;
		const mo_modifier *m = item->binding;
		*scope = m->scope;
		e = m->value;
		for (uint32_t d = 0; d < m->subscript_count && e; d++) {
			const mo_share *share = &m->subscripts[d];
			e = e->kind == MO_E_ARRAY && !e->iterators.n && !share->axis && share->at <= e->a.n ? e->a.at[share->at - 1]
																								: NULL;
		}
	}
	return NULL;
}

/* Where each byte of a literal stands in its source; false if that cannot be told. */
static bool places_of(mo_context *c, const mo_expr *literal, mx_text *text)
{
	size_t length;
	const char *source = literal->span.source ? sb_source_text(c->diag, literal->span.source, &length) : NULL;
	uint32_t at = literal->span.start + 1, *place = sb_new_array(c->arena, uint32_t, text->n + 1);
	if (!source || literal->span.end > length || source[literal->span.start] != '"')
		return false;
	for (uint32_t k = 0; k < text->n; k++) {
		place[k] = at;
		at += at < literal->span.end && source[at] == '\\' ? 2 : 1;
		if (at >= literal->span.end)
			return false;
	}
	place[text->n] = at;
	text->place = place;
	text->source = literal->span.source;
	return at + 1 == literal->span.end;
}

/* A text that is computed is shown as a source of its own, which names the place of the call. */
static mx_text text_of(mo_context *c, const mo_expr *literal, const char *text, sb_span call)
{
	mx_text t = { .at = text, .n = (uint32_t)strlen(text) };
	int line, column;
	if (literal && strcmp(literal->text, text) == 0 && places_of(c, literal, &t))
		return t;
	sb_position(c->diag, call, &line, &column);
	t.source = sb_source_add(c->diag, sb_printf(c->arena, "the matrix expression of %s:%d",
												sb_source_path(c->diag, call.source), line), text, t.n);
	return t;
}

/* --------------------------------------------------------------- the inputs */

/* What a conditional connector is for is known by now: one that is there is read, one that is not is no input. */
static bool lower_input(mo_context *c, const mo_env *env, const mo_expr *e, mo_value **out)
{
	mo_item *item = e->kind == MO_E_REF && e->parts.n == 1 && !e->parts.at[0].subscripted
		? mo_lookup(env->scope, e->parts.at[0].name) : NULL;
	*out = NULL;
	if (item && item->kind == MO_I_COMPONENT && item->declared->condition) {
		if (!mo_open(c, item, e->span))
			return false;
		if (item->present)
			*out = mo_lower_item(c, item);
		return *out || !item->present;
	}
	*out = mo_lower(c, env, e);
	return *out != NULL;
}

static bool read_inputs(mo_reading *r, const mo_env *env, const mo_expr *call)
{
	r->inputs = sb_new_array(r->c->arena, mo_matrix, call->a.n);
	r->input_count = call->a.n - 1;
	for (uint32_t i = 0; i < r->input_count; i++) {
		const mo_expr *e = call->a.at[i + 1];
		mo_value *v;
		if (!lower_input(r->c, env, e, &v))
			return false;
		if (!v)
			continue;
		r->inputs[i] = mo_matrix_of(r, v, false, e->span);
		if (r->inputs[i].text)
			misplaced_text(r, &(mx_node){ .span = e->span });
		if (!r->inputs[i].v)
			return false;
	}
	return true;
}

/* What fails during the run is shown in the text. */
static mo_value *written(mo_context *c, const mo_value *v, sb_span span)
{
	mo_value *copy = sb_new(c->arena, mo_value);
	*copy = *v;
	copy->written = span;
	return copy;
}

/* Which of the two calls it is says whether the result is complex, so that its type does not depend on the text. */
static mo_value *as_asked(mo_reading *r, mo_matrix *m, bool complex, sb_span span)
{
	if (complex) {
		m->im = mo_matrix_im(r, m).v;
		return m->im ? mo_complex_value(r, m, span) : NULL;
	}
	if (!m->im)
		return m->v;
	sb_help(sb_report(r->c->diag, SB_ERROR, "M1071", span, "this matrix expression gives complex numbers"),
			"take real(...), imag(...) or abs(...) of it, or use a ComplexMatrixExpression");
	return NULL;
}

mo_value *mo_lower_matrix_expression(mo_context *c, const mo_env *env, const mo_expr *call)
{
	const char *text;
	mo_reading r = { .c = c, .env = *env };
	if (call->a.n == 0 || call->named.n || call->iterators.n) {
		sb_help(sb_report(c->diag, SB_ERROR, "M0993", call->span, "matrixExpression is called without a text"),
				"write matrixExpression(text, u1, u2, ...), with what the names u1, u2, ... of the text stand for");
		return NULL;
	}
	if (env->procedure || env->in_function) {
		sb_help(sb_report(c->diag, SB_ERROR, "M0993", call->span, "matrixExpression cannot be used in a function"),
				"write the body of the function in Modelica");
		return NULL;
	}
	if (!mo_evaluate_string(c, env, call->a.at[0], "a matrix expression", &text) || !read_inputs(&r, env, call))
		return NULL;
	const mo_expr *literal = literal_of(c, call->a.at[0], &r.env.scope);
	mx_text t = text_of(c, literal, text, call->span);
	uint32_t before = sb_messages(c->diag);
	const mx_node *e = mx_parse(c->arena, c->names, c->diag, &t);
	/* it is read once for its sizes, and once more for its equation */
	if (e && sb_messages(c->diag) > before && literal && !mo_first_report(c, literal))
		sb_take_back(c->diag, before, NULL);
	mo_matrix m = e ? mo_any_matrix_read(&r, e) : (mo_matrix){0};
	if (m.text)
		misplaced_text(&r, e);
	mo_value *v = m.v ? as_asked(&r, &m, gives_complex(call->parts.at[0].name), e->span) : NULL;
	return v ? written(c, v, e->span) : NULL;
}
