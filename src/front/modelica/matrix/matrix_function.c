/* Functions of matrices: construction, sizes, reductions, linear algebra. */
#include "front/modelica/matrix/matrix_inside.h"

#include <string.h>

typedef mo_matrix (*maker)(const mo_matrix_call *k);
/* What complex arguments are for a function: a mistake, two real ones, or something of its own. */
typedef enum complexity { REAL_ONLY, BY_PARTS, ALGEBRA } complexity;
typedef struct function {
	const char *name; uint8_t least, most; maker make; bool unread; complexity complex;
} function;

static mo_matrix wrong_form(const mo_matrix_call *k, const char *wanted)
{
	sb_help(sb_report(k->r->c->diag, SB_ERROR, "M0994", k->e->span, "'%s' is for %s, but the argument is %s", k->name,
					  wanted, mo_matrix_size(k->r, &k->args[0])),
			"check the sizes");
	return (mo_matrix){0};
}

/* ------------------------------------------------------------- construction */

/* (n) is square, (rows, columns) */
static bool sizes_of(const mo_matrix_call *k, uint32_t *rows, uint32_t *columns)
{
	const char *what = sb_printf(k->r->c->arena, "the size of '%s'", k->name);
	if (!mo_matrix_count(k->r, k->e->a.at[1], what, rows))
		return false;
	*columns = *rows;
	if (k->n > 1 && !mo_matrix_count(k->r, k->e->a.at[2], what, columns))
		return false;
	if ((uint64_t)*rows * *columns <= MO_MOST_TAKEN_APART)
		return true;
	sb_help(sb_report(k->r->c->diag, SB_ERROR, "M0988", k->e->span, "this matrix has more than %d elements",
					  MO_MOST_TAKEN_APART),
			"make it smaller");
	return false;
}

static mo_matrix make_filled(const mo_matrix_call *k)
{
	uint32_t rows, columns;
	if (!sizes_of(k, &rows, &columns))
		return (mo_matrix){0};
	mo_context *c = k->r->c;
	sx_ref dims[2] = { sx_int(c->pool, rows), sx_int(c->pool, columns) };
	mo_value *one = mo_value_scalar(c, sx_real(c->pool, strcmp(k->name, "ones") == 0), MO_B_REAL, 0);
	return (mo_matrix){ .v = mo_fill(c, one, dims, 2), .rows = rows, .columns = columns, .known = true };
}

static mo_matrix make_eye(const mo_matrix_call *k)
{
	uint32_t rows, columns;
	if (!sizes_of(k, &rows, &columns))
		return (mo_matrix){0};
	sx_ref *e = sb_new_array(k->r->c->arena, sx_ref, (size_t)rows * columns + 1);
	for (uint32_t i = 0; i < rows * columns; i++)
		e[i] = sx_real(k->r->c->pool, i / columns == i % columns);
	return mo_matrix_grid(k->r, e, rows, columns, true);
}

static mo_matrix make_diag(const mo_matrix_call *k)
{
	const mo_matrix *m = &k->args[0];
	bool vector = m->rows == 1 || m->columns == 1;
	uint32_t n = vector ? m->rows * m->columns : m->rows < m->columns ? m->rows : m->columns;
	sx_ref *e = sb_new_array(k->r->c->arena, sx_ref, vector ? (size_t)n * n + 1 : n + 1);
	for (uint32_t i = 0; vector && i < n * n; i++)
		e[i] = i / n == i % n ? mo_matrix_nth(k->r, m, i / n) : sx_real(k->r->c->pool, 0);
	for (uint32_t i = 0; !vector && i < n; i++)
		e[i] = mo_matrix_at(k->r, m, i, i);
	return mo_matrix_grid(k->r, e, n, vector ? n : 1, m->known);
}

/* The elements, column by column, in another number of rows and columns. */
static mo_matrix make_reshape(const mo_matrix_call *k)
{
	const mo_matrix *m = &k->args[0];
	uint32_t rows, columns;
	if (!mo_matrix_count(k->r, k->e->a.at[2], "the rows of 'reshape'", &rows) ||
		!mo_matrix_count(k->r, k->e->a.at[3], "the columns of 'reshape'", &columns))
		return (mo_matrix){0};
	if ((uint64_t)rows * columns != (uint64_t)m->rows * m->columns)
		return wrong_form(k, sb_printf(k->r->c->arena, "matrices of %u elements here", rows * columns));
	sx_ref *e = sb_new_array(k->r->c->arena, sx_ref, (size_t)rows * columns + 1);
	for (uint32_t i = 0; i < rows * columns; i++)
		e[i] = mo_matrix_nth(k->r, m, i % columns * rows + i / columns);
	return mo_matrix_grid(k->r, e, rows, columns, m->known);
}

/* -------------------------------------------------------------------- sizes */

static mo_matrix make_size(const mo_matrix_call *k)
{
	mo_matrix m = mo_any_matrix_read(k->r, k->e->a.at[1]);
	uint32_t dim;
	if (!m.v)
		return m;
	if (k->n == 1)
		return mo_matrix_row(k->r, (double[]){ m.rows, m.columns }, 2);
	if (!mo_matrix_count(k->r, k->e->a.at[2], "the dimension", &dim))
		return (mo_matrix){0};
	if (dim == 1 || dim == 2)
		return mo_matrix_number(k->r, dim == 1 ? m.rows : m.columns);
	sb_help(sb_report(k->r->c->diag, SB_ERROR, "M0994", k->e->a.at[2]->span, "a matrix has no dimension %u", dim),
			"1 is that of the rows, 2 that of the columns");
	return (mo_matrix){0};
}

/* --------------------------------------------------------------- reductions */

/* One number for each column, or for each row. */
static mo_matrix reduce(const mo_matrix_call *k, sx_op op, bool rows)
{
	mo_context *c = k->r->c;
	const mo_matrix *m = &k->args[0];
	uint32_t n = rows ? m->rows : m->columns;
	sx_ref *e = sb_new_array(c->arena, sx_ref, n + 1);
	if (op != SX_SUM && m->rows * m->columns == 0)
		return wrong_form(k, "matrices with elements");
	for (uint32_t i = 0; i < n; i++) {
		mo_subscript at[2] = { { .kind = MO_S_ALL }, { .kind = MO_S_ALL } };
		at[rows ? 0 : 1] = (mo_subscript){ .kind = MO_S_AT, .at = sx_int(c->pool, (int64_t)i + 1) };
		mo_value *sum = mo_reduce_all(c, op, mo_slice(c, m->v, at, 2), k->e->span);
		if (!sum)
			return (mo_matrix){0};
		e[i] = mo_elem(c, sum, NULL);
	}
	return mo_matrix_grid(k->r, e, rows ? n : 1, rows ? 1 : n, m->known);
}

static mo_matrix make_extreme(const mo_matrix_call *k)
{
	return reduce(k, strcmp(k->name, "max") == 0 ? SX_MAXIMUM : SX_MINIMUM, k->args[0].rows == 1);
}

static mo_matrix make_sum(const mo_matrix_call *k)
{
	uint32_t dim = k->args[0].rows == 1 ? 2 : 1;
	if (k->n == 2 && !mo_matrix_count(k->r, k->e->a.at[2], "the dimension", &dim))
		return (mo_matrix){0};
	if (dim == 1 || dim == 2)
		return reduce(k, SX_SUM, dim == 2);
	sb_help(sb_report(k->r->c->diag, SB_ERROR, "M0994", k->e->a.at[2]->span, "a matrix has no dimension %u", dim),
			"sum(x, 1) is the sum of each column, sum(x, 2) that of each row");
	return (mo_matrix){0};
}

static mo_matrix make_logic(const mo_matrix_call *k)
{
	mo_context *c = k->r->c;
	const mo_matrix *m = &k->args[0];
	bool all = strcmp(k->name, "and") == 0;
	sx_ref made = sx_bool(c->pool, all);
	for (uint32_t i = 0; i < m->rows * m->columns; i++) {
		sx_ref e = mo_matrix_nth(k->r, m, i);
		if (!e)
			return (mo_matrix){0};
		made = sx_binary(c->pool, all ? SX_AND : SX_OR, made, mo_matrix_truth(c, e));
	}
	made = mo_matrix_bit(c, made);
	return mo_matrix_grid(k->r, &made, 1, 1, m->known);
}

/* ----------------------------------------------------------- linear algebra */

static sx_ref at(const mo_matrix_call *k, uint32_t row, uint32_t column)
{
	return mo_matrix_at(k->r, &k->args[0], row, column);
}

static sx_ref minor(const mo_matrix_call *k, uint32_t rows, uint32_t a, uint32_t b)
{
	sx_pool *p = k->r->c->pool;
	return sx_binary(p, SX_SUB, sx_binary(p, SX_MUL, at(k, rows, a), at(k, rows + 1, b)),
					 sx_binary(p, SX_MUL, at(k, rows, b), at(k, rows + 1, a)));
}

/* Up to 3x3 as a formula, which can be differentiated. */
static mo_matrix make_det(const mo_matrix_call *k)
{
	const mo_matrix *m = &k->args[0];
	sx_pool *p = k->r->c->pool;
	sx_ref e;
	if (m->rows != m->columns || m->rows == 0)
		return wrong_form(k, "square matrices");
	if (m->rows == 1)
		return *m;
	if (m->rows > 3)
		return mo_library_matrix(k->r, "determinant", k->args, 1, k->e->span);
	if (m->rows == 2)
		e = minor(k, 0, 0, 1);
	else
		e = sx_binary(p, SX_ADD, sx_binary(p, SX_SUB, sx_binary(p, SX_MUL, at(k, 0, 0), minor(k, 1, 1, 2)),
										   sx_binary(p, SX_MUL, at(k, 0, 1), minor(k, 1, 0, 2))),
					  sx_binary(p, SX_MUL, at(k, 0, 2), minor(k, 1, 0, 1)));
	return mo_matrix_grid(k->r, &e, 1, 1, m->known);
}

static mo_matrix make_by_library(const mo_matrix_call *k)
{
	static const char *const names[][2] = {
		{ "expm", "exponential" }, { "inv", "inverse" }, { "logm", "logarithm" } };
	const mo_matrix *m = &k->args[0];
	const char *name = NULL;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		name = strcmp(names[i][0], k->name) == 0 ? names[i][1] : name;
	if (m->rows != m->columns || m->rows == 0)
		return wrong_form(k, "square matrices");
	return mo_library_matrix(k->r, name, k->args, 1, k->e->span);
}

static mo_matrix make_svd(const mo_matrix_call *k)
{
	if (k->args[0].rows * k->args[0].columns == 0)
		return wrong_form(k, "matrices with elements");
	return mo_library_matrix(k->r, "singularValues", k->args, 1, k->e->span);
}

static mo_matrix make_elements(const mo_matrix_call *k)
{
	return mo_element_function(k);
}

/* ---------------------------------------------------------------- the table */

/* unread: the arguments are sizes, or only their sizes count. */
static const function functions[] = {
	{ "and", 1, 1, make_logic, false, REAL_ONLY }, { "det", 1, 1, make_det, false, ALGEBRA },
	{ "diag", 1, 1, make_diag, false, BY_PARTS }, { "expm", 1, 1, make_by_library, false, ALGEBRA },
	{ "eye", 1, 2, make_eye, true, REAL_ONLY }, { "inv", 1, 1, make_by_library, false, ALGEBRA },
	{ "logm", 1, 1, make_by_library, false, ALGEBRA }, { "max", 1, 1, make_extreme, false, REAL_ONLY },
	{ "min", 1, 1, make_extreme, false, REAL_ONLY }, { "ones", 1, 2, make_filled, true, REAL_ONLY },
	{ "or", 1, 1, make_logic, false, REAL_ONLY }, { "reshape", 3, 3, make_reshape, false, BY_PARTS },
	{ "size", 1, 2, make_size, true, REAL_ONLY }, { "sum", 1, 2, make_sum, false, BY_PARTS },
	{ "svd", 1, 1, make_svd, false, ALGEBRA }, { "zeros", 1, 2, make_filled, true, REAL_ONLY },
};
enum { FUNCTIONS = sizeof functions / sizeof *functions };

static const function *find(const char *name)
{
	for (int i = 0; i < FUNCTIONS; i++)
		if (strcmp(functions[i].name, name) == 0)
			return &functions[i];
	return NULL;
}

bool mo_is_matrix_function(const char *name)
{
	return find(name) || mo_is_element_function(name, 0) || mo_is_complex_function(name, 0);
}

void mo_matrix_function_names(sb_arena *arena, sb_strings *out)
{
	for (int i = 0; i < FUNCTIONS; i++)
		sb_push(arena, *out, functions[i].name);
	mo_element_function_names(arena, out);
	mo_complex_function_names(arena, out);
}

static mo_matrix wrong_count(mo_reading *r, const mx_node *call, const char *name, uint32_t n)
{
	const function *f = find(name);
	uint32_t wanted = f ? f->least : mo_is_element_function(name, 1) || mo_is_complex_function(name, 1) ? 1 : 2;
	sb_message *m = sb_report(r->c->diag, SB_ERROR, "M0994", call->span, "'%s' does not take %u argument%s", name, n,
							  n == 1 ? "" : "s");
	sb_help(m, "it takes %u%s", wanted, (f && f->most > f->least) || mo_is_element_function(name, 2) ? wanted == 2
			? "" : " or 2" : "");
	return (mo_matrix){0};
}

/* A function that treats both parts alike. */
static mo_matrix of_parts(const mo_matrix_call *k, maker make)
{
	mo_matrix made[2];
	for (int i = 0; i < 2; i++) {
		mo_matrix_call part = *k;
		part.args = sb_new_array(k->r->c->arena, mo_matrix, k->n);
		for (uint32_t a = 0; a < k->n; a++)
			part.args[a] = a || !i ? mo_matrix_re(&k->args[a]) : mo_matrix_im(k->r, &k->args[a]);
		made[i] = make(&part);
		if (!made[i].v)
			return made[i];
	}
	return mo_matrix_complex(&made[0], &made[1]);
}

static mo_matrix of_any(const mo_matrix_call *k, const function *f, maker make)
{
	bool complex = false;
	for (uint32_t i = 0; i < k->n; i++)
		complex |= k->args[i].im != NULL;
	if (!complex && make)
		return make(k);
	if (!make || make == make_elements)
		return mo_complex_function(k);
	if (f->complex == REAL_ONLY)
		return mo_not_complex(k->r, sb_printf(k->r->c->arena, "'%s'", k->name), k->e->span);
	return f->complex == BY_PARTS ? of_parts(k, make) : mo_complex_algebra(k);
}

mo_matrix mo_matrix_function(mo_reading *r, const mx_node *call)
{
	const char *name = call->a.at[0]->word;
	uint32_t n = call->a.n - 1;
	mo_matrix_call k = { .r = r, .e = call, .name = name, .n = n };
	const function *f = find(name);
	maker make = f && n >= f->least && n <= f->most ? f->make : NULL;
	if (!make && n && mo_is_element_function(name, n))
		make = make_elements;
	if (!make && !mo_is_complex_function(name, n ? n : UINT32_MAX))
		return wrong_count(r, call, name, n);
	if (f && f->unread && make == f->make)
		return make(&k);
	bool ok = true;
	k.args = sb_new_array(r->c->arena, mo_matrix, n + 1);
	for (uint32_t i = 0; i < n; i++) {
		k.args[i] = mo_any_matrix_read(r, call->a.at[i + 1]);
		ok &= k.args[i].v != NULL;
	}
	return ok ? of_any(&k, f, make) : (mo_matrix){0};
}
