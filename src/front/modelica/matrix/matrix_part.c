/* Complex numbers in matrix expressions: a matrix of real parts and one of imaginary parts. */
#include "front/modelica/matrix/matrix_inside.h"

mo_matrix mo_matrix_re(const mo_matrix *m)
{
	mo_matrix re = *m;
	re.im = NULL;
	return re;
}

mo_matrix mo_matrix_im(mo_reading *r, const mo_matrix *m)
{
	mo_context *c = r->c;
	mo_matrix im = { .v = m->im, .rows = m->rows, .columns = m->columns, .known = m->known };
	sx_ref dims[2] = { sx_int(c->pool, m->rows), sx_int(c->pool, m->columns) };
	if (m->v && !im.v) {
		im.v = mo_fill(c, mo_value_scalar(c, sx_real(c->pool, 0), MO_B_REAL, 0), dims, 2);
		im.known = true;
	}
	return im;
}

mo_matrix mo_matrix_complex(const mo_matrix *re, const mo_matrix *im)
{
	if (!re->v || !im->v)
		return (mo_matrix){0};
	mo_matrix m = *re;
	m.im = im->v;
	m.known = re->known && im->known;
	return m;
}

mo_matrix mo_not_complex(mo_reading *r, const char *what, sb_span span)
{
	sb_help(sb_report(r->c->diag, SB_ERROR, "M1070", span, "%s must be real, but complex numbers are given", what),
			"take real(...), imag(...), abs(...) or arg(...) of them");
	return (mo_matrix){0};
}

static mo_matrix both(mo_reading *r, const mo_matrix *a, const mo_matrix *b, bool below, sb_span span)
{
	mo_value **values = sb_new_array(r->c->arena, mo_value *, 2);
	if (!a->v || !b->v)
		return (mo_matrix){0};
	values[0] = a->v;
	values[1] = b->v;
	return (mo_matrix){ .v = mo_cat(r->c, below ? 0 : 1, values, 2, span), .rows = below ? a->rows + b->rows : a->rows,
						.columns = below ? a->columns : a->columns + b->columns, .known = a->known && b->known };
}

mo_matrix mo_matrix_stacked(mo_reading *r, const mo_matrix *m, sb_span span)
{
	mo_matrix re = mo_matrix_re(m), im = mo_matrix_im(r, m);
	return both(r, &re, &im, true, span);
}

mo_matrix mo_matrix_embedded(mo_reading *r, const mo_matrix *m, sb_span span)
{
	mo_matrix re = mo_matrix_re(m), pair[2] = { mo_matrix_number(r, 0), mo_matrix_im(r, m) };
	mo_matrix minus = mo_real_binary(r, &(mx_node){ .op = MX_SUB, .op_span = span, .span = span }, pair);
	mo_matrix left = mo_matrix_stacked(r, m, span), right = both(r, &minus, &re, true, span);
	return both(r, &left, &right, false, span);
}

mo_matrix mo_matrix_extracted(mo_reading *r, const mo_matrix *m, uint32_t columns)
{
	mo_context *c = r->c;
	uint32_t rows = m->rows / 2;
	mo_matrix part[2];
	for (int i = 0; m->v && i < 2; i++) {
		mo_subscript at[2] = {
			{ .kind = MO_S_VECTOR, .vector = mo_range(c, sx_int(c->pool, i * (int64_t)rows + 1), sx_int(c->pool, 1),
													  sx_int(c->pool, rows)) },
			{ .kind = MO_S_VECTOR, .vector = mo_range(c, sx_int(c->pool, 1), sx_int(c->pool, 1),
													  sx_int(c->pool, columns)) } };
		part[i] = (mo_matrix){ .v = mo_slice(c, m->v, at, 2), .rows = rows, .columns = columns, .known = m->known };
	}
	return m->v ? mo_matrix_complex(&part[0], &part[1]) : *m;
}

/* The record Complex of the library, for results of expressions that no complex input leads to. */
static mo_scope *complex_record(mo_reading *r, sb_span span)
{
	static const char *const path[4] = { "Saltus", "Diagrams", "Types", "Complex" };
	mo_parts parts = {0};
	if (r->complex)
		return r->complex;
	for (int i = 0; i < 4; i++)
		sb_push(r->c->arena, parts, ((mo_part){ .name = sb_intern(r->c->names, path[i]), .span = span }));
	mo_item *record = mo_find_item(r->c, r->c->top, parts.at, parts.n, true);
	if (record && record->kind == MO_I_CLASS && mo_open(r->c, record, span) && record->class_scope)
		return record->class_scope;
	sb_help(sb_report(r->c->diag, SB_ERROR, "M0993", span, "the record Saltus.Diagrams.Types.Complex is not found"),
			"check where Saltus is installed");
	return NULL;
}

mo_value *mo_complex_value(mo_reading *r, const mo_matrix *m, sb_span span)
{
	mo_context *c = r->c;
	mo_scope *record = complex_record(r, span);
	sx_ref *dims = sb_new_array(c->arena, sx_ref, 2);
	const char **names = sb_new_array(c->arena, const char *, 2);
	mo_value **fields = sb_new_array(c->arena, mo_value *, 2);
	dims[0] = sx_int(c->pool, m->rows);
	dims[1] = sx_int(c->pool, m->columns);
	names[0] = sb_intern(c->names, "re");
	names[1] = sb_intern(c->names, "im");
	fields[0] = m->v;
	fields[1] = m->im;
	return record ? mo_value_record(c, record, 2, dims, names, fields, 2) : NULL;
}
