/* Elements of matrices: x(i, j), x(k), copies with other elements and copies without rows or columns. Indices that are
 * known are numbers here. Others are looked at during the run. */
#include "front/modelica/matrix/matrix_inside.h"

#include <math.h>

/* The places along one dimension: all of `size`, numbers, or Integers of the run. */
typedef struct places { bool all, known; uint32_t n, size; int64_t *at; mo_value *moving; } places;

static mo_matrix none(void)
{
	return (mo_matrix){0};
}

/* ------------------------------------------------------------------ indices */

static bool is_logical(const mx_node *e)
{
	return (e->kind == MX_BINARY && e->op >= MX_LT && e->op <= MX_OR) || (e->kind == MX_UNARY && e->op == MX_NOT);
}

static bool outside(mo_reading *r, const mx_node *e, double at, uint32_t size)
{
	sb_help(sb_report(r->c->diag, SB_ERROR, "M0990", e->span, "the index %g is outside 1:%u", at, size),
			size ? "indices count from 1; 'end' is the last one" : "this matrix has no elements");
	return false;
}

static bool known_places(mo_reading *r, const mx_node *e, const mo_matrix *m, places *out)
{
	double *numbers = sb_new_array(r->c->arena, double, out->n + 1);
	if (!mo_matrix_numbers(r, m, e->span, "an index", numbers))
		return false;
	out->at = sb_new_array(r->c->arena, int64_t, out->n + 1);
	for (uint32_t i = 0; i < out->n; i++) {
		if (!(numbers[i] >= 1 && trunc(numbers[i]) <= out->size))
			return outside(r, e, numbers[i], out->size);
		out->at[i] = (int64_t)numbers[i];
	}
	return true;
}

/* Below 1, where rounding down and towards zero differ, there is no element. */
static bool moving_places(mo_reading *r, const mo_matrix *m, places *out)
{
	mo_context *c = r->c;
	mo_value_type one = mo_type_of(MO_B_INTEGER, 0, 0, NULL);
	mo_value **items = sb_new_array(c->arena, mo_value *, out->n + 1);
	for (uint32_t i = 0; i < out->n; i++) {
		sx_ref e = mo_matrix_nth(r, m, i);
		if (!e || !(items[i] = mo_value_scalar(c, sx_unary(c->pool, SX_INTEGER_OF, e), MO_B_INTEGER, 0)))
			return false;
	}
	out->moving = mo_value_list(c, items, out->n, &out->n, 1, &one);
	return true;
}

static bool read_places(mo_reading *r, const mx_node *e, const mo_matrix *of, uint32_t rank, uint32_t number,
						places *out)
{
	*out = (places){ .size = rank == 1 ? of->rows * of->columns : number ? of->columns : of->rows };
	if (e->kind == MX_ALL) {
		out->all = out->known = true;
		out->n = out->size;
		return true;
	}
	if (is_logical(e)) {
		sb_message *m = sb_report(r->c->diag, SB_ERROR, "M0999", e->span, "a condition cannot select elements");
		sb_note(m, "there is no logical type: conditions are the numbers 1 and 0, and how many elements one selects "
				   "would depend on values");
		sb_help(m, "write .if c .then a .else b .end, which chooses element by element");
		return false;
	}
	mo_reading inner = *r;
	inner.end_of = of;
	inner.end_rank = rank;
	inner.end_at = number;
	mo_matrix m = mo_matrix_read(&inner, e);
	if (!m.v)
		return false;
	out->n = m.rows * m.columns;
	out->known = m.known;
	return m.known ? known_places(r, e, &m, out) : moving_places(r, &m, out);
}

/* All indices of x(...); false after a message. */
static bool read_indices(mo_reading *r, const mx_node *e, const mo_matrix *of, places *out)
{
	uint32_t n = e->a.n - 1;
	if (n == 0 || n > 2) {
		sb_help(sb_report(r->c->diag, SB_ERROR, "M0990", e->span, "a matrix has one or two indices, not %u", n),
				"write x(row, column), or x(k) with k counted column by column");
		return false;
	}
	bool ok = true;
	for (uint32_t i = 0; i < n; i++)
		ok = read_places(r, e->a.at[i + 1], of, n, i, &out[i]) && ok;
	return ok;
}

static int64_t place(const places *p, uint32_t i)
{
	return p->all ? (int64_t)i + 1 : p->at[i];
}

/* As a vector of Integers. */
static mo_value *as_vector(mo_reading *r, const places *p)
{
	mo_context *c = r->c;
	bool run = true;
	if (p->moving)
		return p->moving;
	for (uint32_t i = 1; i < p->n; i++)
		run &= place(p, i) == place(p, i - 1) + 1;
	if (run)
		return mo_range(c, sx_int(c->pool, p->n ? place(p, 0) : 1), sx_int(c->pool, 1), sx_int(c->pool, p->n));
	mo_value_type one = mo_type_of(MO_B_INTEGER, 0, 0, NULL);
	mo_value **items = sb_new_array(c->arena, mo_value *, p->n + 1);
	for (uint32_t i = 0; i < p->n; i++)
		items[i] = mo_integer_value(c, place(p, i));
	return mo_value_list(c, items, p->n, &p->n, 1, &one);
}

/* --------------------------------------------------------------- extraction */

/* Where an index moves, the elements are looked up in a table of all of them, which knows its size. */
static mo_matrix two_indices(mo_reading *r, mo_matrix m, const places *p)
{
	mo_subscript at[2];
	if (!p[0].known || !p[1].known)
		m = mo_matrix_settled(r, m);
	if (!m.v)
		return m;
	for (int i = 0; i < 2; i++)
		at[i] = p[i].all ? (mo_subscript){ .kind = MO_S_ALL }
						 : (mo_subscript){ .kind = MO_S_VECTOR, .vector = as_vector(r, &p[i]) };
	return (mo_matrix){ .v = mo_slice(r->c, m.v, at, 2), .rows = p[0].n, .columns = p[1].n,
						.known = m.known && p[0].known && p[1].known };
}

static mo_matrix one_index(mo_reading *r, const mo_matrix *m, const places *p)
{
	mo_context *c = r->c;
	uint32_t n = p->size;
	bool row = m->rows == 1;
	sx_ref *e = sb_new_array(c->arena, sx_ref, (n > p->n ? n : p->n) + 1);
	if (p->known) {
		for (uint32_t i = 0; i < p->n; i++)
			e[i] = mo_matrix_nth(r, m, (uint32_t)(place(p, i) - 1));
		return mo_matrix_grid(r, e, row ? 1 : p->n, row ? p->n : 1, m->known);
	}
	for (uint32_t i = 0; i < n; i++)
		e[i] = mo_matrix_nth(r, m, i);
	mo_matrix column = mo_matrix_grid(r, e, n, 1, m->known);
	places both[2] = { *p, { .all = true, .known = true, .n = 1, .size = 1 } };
	mo_matrix made = column.v ? two_indices(r, column, both) : column;
	return row ? mo_matrix_transposed(r, &made) : made;
}

static mo_matrix taken(mo_reading *r, mo_matrix m, const places *p, uint32_t rank)
{
	return rank == 2 ? two_indices(r, m, p) : one_index(r, &m, p);
}

/* Of both parts, if there are two. */
static mo_matrix taken_of(mo_reading *r, const mo_matrix *m, const places *p, uint32_t rank)
{
	mo_matrix re = taken(r, mo_matrix_re(m), p, rank);
	if (!m->im || !re.v)
		return re;
	mo_matrix im = taken(r, mo_matrix_im(r, m), p, rank);
	return mo_matrix_complex(&re, &im);
}

mo_matrix mo_matrix_indexed(mo_reading *r, const mx_node *e)
{
	mo_matrix m = mo_any_matrix_read(r, e->a.at[0]);
	places p[2];
	if (!m.v || !read_indices(r, e, &m, p))
		return none();
	return taken_of(r, &m, p, e->a.n - 1);
}

/* --------------------------------------------------------------- assignment */

/* What is put there: as many elements as are selected, or one number. */
static bool fits(mo_reading *r, const mx_node *e, const places *p, uint32_t rank, const mo_matrix *value)
{
	uint32_t rows = p[0].n, columns = rank == 2 ? p[1].n : 1;
	bool same = value->rows == rows && value->columns == columns;
	if (rank == 1)
		same = value->rows * value->columns == rows && (value->rows == 1 || value->columns == 1);
	if (same || mo_is_number(value))
		return true;
	sb_help(sb_report(r->c->diag, SB_ERROR, "M0991", e->a.at[1]->span, "this is %s, but %ux%u elements are selected",
					  mo_matrix_size(r, value), rows, columns),
			"the right side of ':=' is as large as the selection, or a number");
	return false;
}

static mo_matrix assign_known(mo_reading *r, const mo_matrix *m, const places *p, uint32_t rank, const mo_matrix *value)
{
	sx_ref *e = sb_new_array(r->c->arena, sx_ref, (size_t)m->rows * m->columns + 1);
	for (uint32_t i = 0; i < m->rows * m->columns; i++)
		e[i] = mo_matrix_at(r, m, i / m->columns, i % m->columns);
	uint32_t rows = p[0].n, columns = rank == 2 ? p[1].n : 1;
	for (uint32_t j = 0; j < columns; j++)
		for (uint32_t i = 0; i < rows; i++) {
			uint32_t row = (uint32_t)place(&p[0], i) - 1, column = rank == 2 ? (uint32_t)place(&p[1], j) - 1 : 0;
			if (rank == 1) {
				column = row / m->rows;
				row %= m->rows;
			}
			e[row * m->columns + column] = mo_matrix_nth(r, value, mo_is_number(value) ? 0 : i + j * rows);
		}
	return mo_matrix_grid(r, e, m->rows, m->columns, m->known && value->known);
}

static mo_matrix vector_matrix(mo_reading *r, const places *p)
{
	return (mo_matrix){ .v = as_vector(r, p), .rows = p->n, .columns = 1, .known = p->known };
}

static mo_matrix assign_moving(mo_reading *r, const mo_matrix *m, const places *p, uint32_t rank,
							   const mo_matrix *value, sb_span span)
{
	uint32_t rows = p[0].n, columns = rank == 2 ? p[1].n : 1;
	sx_ref *e = sb_new_array(r->c->arena, sx_ref, (size_t)rows * columns + 1);
	for (uint32_t i = 0; i < rows * columns; i++)
		e[i] = mo_matrix_nth(r, value, mo_is_number(value) ? 0 : i / columns + i % columns * rows);
	mo_matrix args[4] = { *m, vector_matrix(r, &p[0]) };
	if (rank == 2)
		args[2] = vector_matrix(r, &p[1]);
	args[rank + 1] = mo_matrix_grid(r, e, rows, columns, value->known);
	return mo_library_matrix(r, rank == 2 ? "assigned" : "assignedElements", args, rank + 2, span);
}

static mo_matrix assign(mo_reading *r, mo_matrix m, const places *p, uint32_t rank, mo_matrix value, sb_span span)
{
	bool known = p[0].known && (rank == 1 || p[1].known);
	return known ? assign_known(r, &m, p, rank, &value) : assign_moving(r, &m, p, rank, &value, span);
}

mo_matrix mo_matrix_assigned(mo_reading *r, const mx_node *e)
{
	const mx_node *to = e->a.at[0];
	mo_matrix m = mo_any_matrix_read(r, to->a.at[0]), value = mo_any_matrix_read(r, e->a.at[1]);
	uint32_t rank = to->a.n - 1;
	places p[2];
	if (!m.v || !read_indices(r, to, &m, p) || !value.v || !fits(r, e, p, rank, &value))
		return none();
	mo_matrix re = assign(r, mo_matrix_re(&m), p, rank, mo_matrix_re(&value), e->span);
	if (!re.v || (!m.im && !value.im))
		return re;
	mo_matrix im = assign(r, mo_matrix_im(r, &m), p, rank, mo_matrix_im(r, &value), e->span);
	return mo_matrix_complex(&re, &im);
}

/* ----------------------------------------------------------------- deletion */

/* Those that stay, where the others are known. */
static places kept(mo_reading *r, const places *p)
{
	places out = { .known = true, .size = p->size, .at = sb_new_array(r->c->arena, int64_t, p->size + 1) };
	for (uint32_t i = 0; i < p->size; i++) {
		bool stays = true;
		for (uint32_t k = 0; k < p->n && stays; k++)
			stays = place(p, k) != (int64_t)i + 1;
		if (stays)
			out.at[out.n++] = (int64_t)i + 1;
	}
	return out;
}

static bool kept_moving(mo_reading *r, const places *p, sb_span span, places *out)
{
	mo_matrix args[2] = { mo_matrix_number(r, p->size), vector_matrix(r, p) };
	if (p->n > p->size) {
		sb_help(sb_report(r->c->diag, SB_ERROR, "M0991", span, "more is deleted than is there: %u of %u", p->n,
						  p->size),
				"each row or column is deleted once");
		return false;
	}
	mo_matrix stay = mo_library_matrix(r, "kept", args, 2, span);
	if (!stay.v)
		return false;
	*out = (places){ .n = p->size - p->n, .size = p->size };
	return moving_places(r, &stay, out);
}

mo_matrix mo_matrix_deleted(mo_reading *r, const mx_node *e)
{
	const mx_node *to = e->a.at[0];
	mo_matrix m = mo_any_matrix_read(r, to->a.at[0]);
	places p[2], stay;
	if (!m.v || !read_indices(r, to, &m, p))
		return none();
	if (to->a.n != 3 || p[0].all == p[1].all) {
		sb_help(sb_report(r->c->diag, SB_ERROR, "M0991", e->span, "only whole rows or whole columns can be deleted"),
				"write x(:, j):=[] for columns or x(i, :):=[] for rows");
		return none();
	}
	uint32_t along = p[0].all ? 1 : 0;
	if (!p[along].known && !kept_moving(r, &p[along], e->span, &stay))
		return none();
	p[along] = p[along].known ? kept(r, &p[along]) : stay;
	return taken_of(r, &m, p, 2);
}
