/* Making matrices, and what is asked of them. */
#include "front/modelica/matrix/matrix_inside.h"

#include <math.h>
#include <string.h>

static sx_ref apply_bit(mo_context *c, const void *data, const sx_ref *args)
{
	(void)data;
	return mo_matrix_bit(c, args[0]);
}

static mo_value *reals(mo_context *c, mo_value *v)
{
	if (v->type.base != MO_B_BOOLEAN)
		return mo_cast(c, v, MO_B_REAL);
	mo_value_type type = v->type;
	type.base = MO_B_REAL;
	return mo_map(c, &type, apply_bit, NULL, &v, 1);
}

/* The sizes of what a function gives may be expressions of its arguments, which are known. */
static bool settle_sizes(mo_reading *r, mo_value *v, sb_span span)
{
	for (uint32_t d = 0; d < v->type.rank; d++) {
		sx_value size;
		if (sx_is_const(r->c->pool, v->type.dims[d]))
			continue;
		if (!mo_evaluate(r->c, v->type.dims[d], span, "a size in a matrix expression", &size))
			return false;
		v->type.dims[d] = sx_int(r->c->pool, size.integer);
	}
	return true;
}

/* A record of re and im, whatever it is called. */
static bool is_complex(const mo_value *v)
{
	return v->type.base == MO_B_CLASS && v->field_count == 2 && strcmp(v->field_names[0], "re") == 0
		&& strcmp(v->field_names[1], "im") == 0 && mo_is_numeric(v->fields[0]) && mo_is_numeric(v->fields[1]);
}

static mo_matrix complex_of(mo_reading *r, mo_value *v, bool known, sb_span span)
{
	mo_matrix re = mo_matrix_of(r, mo_field(r->c, v, v->field_names[0]), known, span);
	mo_matrix im = mo_matrix_of(r, mo_field(r->c, v, v->field_names[1]), known, span);
	if (!r->complex)
		r->complex = v->type.record;
	return mo_matrix_complex(&re, &im);
}

mo_matrix mo_matrix_of(mo_reading *r, mo_value *v, bool known, sb_span span)
{
	mo_context *c = r->c;
	uint32_t sizes[2];
	sx_ref one[2] = { sx_int(c->pool, 1), sx_int(c->pool, 1) };
	if (!v)
		return (mo_matrix){0};
	if (v->type.base == MO_B_STRING && v->type.rank == 0)
		return (mo_matrix){ .text = v, .known = known };
	if (is_complex(v))
		return complex_of(r, v, known, span);
	if ((!mo_is_numeric(v) && v->type.base != MO_B_BOOLEAN) || v->type.rank > 2) {
		sb_help(sb_report(c->diag, SB_ERROR, "M0992", span, "this is %s, which is no matrix of numbers",
						  mo_type_string(c, &v->type)),
				"matrix expressions are made of numbers, vectors and matrices");
		return (mo_matrix){0};
	}
	if (!(v = reals(c, v)) || !settle_sizes(r, v, span))
		return (mo_matrix){0};
	v = v->type.rank ? mo_promote(c, v, 2) : mo_fill(c, v, one, 2);
	if (!v || !mo_const_dims(c, v, sizes))
		return (mo_matrix){0};
	return (mo_matrix){ .v = v, .rows = sizes[0], .columns = sizes[1], .known = known };
}

mo_matrix mo_matrix_grid(mo_reading *r, const sx_ref *e, uint32_t rows, uint32_t columns, bool known)
{
	mo_context *c = r->c;
	uint32_t lead[2] = { rows, columns };
	mo_value_type one = mo_type_of(MO_B_REAL, 0, 0, NULL);
	mo_value **items = sb_new_array(c->arena, mo_value *, (size_t)rows * columns + 1);
	for (uint32_t i = 0; i < rows * columns; i++)
		if (!e[i] || !(items[i] = mo_value_scalar(c, e[i], MO_B_REAL, 0)))
			return (mo_matrix){0};
	return (mo_matrix){ .v = mo_value_list(c, items, rows * columns, lead, 2, &one), .rows = rows, .columns = columns,
						.known = known };
}

mo_matrix mo_matrix_number(mo_reading *r, double number)
{
	sx_ref e = sx_real(r->c->pool, number);
	return mo_matrix_grid(r, &e, 1, 1, true);
}

mo_matrix mo_matrix_row(mo_reading *r, const double *numbers, uint32_t n)
{
	sx_ref *e = sb_new_array(r->c->arena, sx_ref, n + 1);
	for (uint32_t i = 0; i < n; i++)
		e[i] = sx_real(r->c->pool, numbers[i]);
	return mo_matrix_grid(r, e, 1, n, true);
}

mo_matrix mo_matrix_transposed(mo_reading *r, const mo_matrix *m)
{
	if (!m->v)
		return (mo_matrix){0};
	return (mo_matrix){ .v = mo_transpose(r->c, m->v), .rows = m->columns, .columns = m->rows, .known = m->known };
}

bool mo_is_number(const mo_matrix *m)
{
	return m->rows == 1 && m->columns == 1;
}

sx_ref mo_matrix_at(mo_reading *r, const mo_matrix *m, uint32_t row, uint32_t column)
{
	sx_ref at[2] = { sx_int(r->c->pool, (int64_t)row + 1), sx_int(r->c->pool, (int64_t)column + 1) };
	return mo_elem(r->c, m->v, at);
}

sx_ref mo_matrix_nth(mo_reading *r, const mo_matrix *m, uint32_t k)
{
	return mo_matrix_at(r, m, k % m->rows, k / m->rows);
}

mo_value *mo_matrix_scalar(mo_reading *r, const mo_matrix *m)
{
	sx_ref e = mo_matrix_at(r, m, 0, 0);
	return e ? mo_value_scalar(r->c, e, MO_B_REAL, 0) : NULL;
}

mo_matrix mo_matrix_settled(mo_reading *r, mo_matrix m)
{
	if (m.v && m.v->kind != MO_K_LIST && !mo_stored(r->c, m.v))
		m.v = mo_spread(r->c, m.v);
	return m;
}

const char *mo_matrix_size(mo_reading *r, const mo_matrix *m)
{
	return mo_is_number(m) ? "a number" : sb_printf(r->c->arena, "%ux%u", m->rows, m->columns);
}

bool mo_matrix_numbers(mo_reading *r, const mo_matrix *m, sb_span span, const char *what, double *out)
{
	mo_context *c = r->c;
	if (!m->v)
		return false;
	if (!m->known) {
		sb_message *note = sb_report(c->diag, SB_ERROR, "M0988", span, "%s depends on the value of an input", what);
		sb_note(note, "the sizes of all parts of a matrix expression are known before the run; they may depend on the "
					  "sizes of inputs, not on their values");
		sb_help(note, "use numbers, parameters and size(...); instead of u1+1:u1+5 write u1+(1:5)");
		return false;
	}
	for (uint32_t k = 0; k < m->rows * m->columns; k++) {
		sx_value value;
		sx_ref e = mo_matrix_nth(r, m, k);
		if (!e || !mo_evaluate(c, e, span, what, &value))
			return false;
		out[k] = value.type == SX_REAL ? value.real : (double)value.integer;
	}
	return true;
}

enum { LARGEST = 1 << 20 };

bool mo_matrix_count(mo_reading *r, const mx_node *e, const char *what, uint32_t *out)
{
	mo_matrix m = mo_matrix_read(r, e);
	double number = -1;
	if (!m.v || (mo_is_number(&m) && !mo_matrix_numbers(r, &m, e->span, what, &number)))
		return false;
	if (mo_is_number(&m) && number >= 0 && number <= LARGEST && number == floor(number)) {
		*out = (uint32_t)number;
		return true;
	}
	sb_help(sb_report(r->c->diag, SB_ERROR, "M0988", e->span, "%s is a whole number from 0 to %d, but this is %s", what,
					  LARGEST, mo_is_number(&m) ? sb_printf(r->c->arena, "%g", number) : mo_matrix_size(r, &m)),
			"check the size");
	return false;
}
