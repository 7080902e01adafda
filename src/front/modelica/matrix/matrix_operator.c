/* Operators of matrix expressions, .if and .switch. */
#include "front/modelica/matrix/matrix_inside.h"

#include <math.h>

static mo_matrix do_not_fit(mo_reading *r, const char *what, sb_span span, const mo_matrix *args, uint32_t n,
							const char *help)
{
	const char *sizes = mo_matrix_size(r, &args[0]);
	for (uint32_t i = 1; i < n; i++)
		sizes = sb_printf(r->c->arena, "%s%s%s", sizes, i + 1 < n ? ", " : " and ", mo_matrix_size(r, &args[i]));
	sb_help(sb_report(r->c->diag, SB_ERROR, "M0987", span, "the sizes do not fit '%s': %s", what, sizes), "%s", help);
	return (mo_matrix){0};
}

/* ---------------------------------------------------------- element by element */

mo_matrix mo_matrix_map(mo_reading *r, const char *what, sb_span span, mo_apply apply, const void *data,
						const mo_matrix *args, uint32_t n)
{
	mo_context *c = r->c;
	const mo_matrix *shape = &args[0];
	mo_value **values = sb_new_array(c->arena, mo_value *, n);
	mo_matrix made = { .known = true };
	for (uint32_t i = 0; i < n; i++) {
		if (!args[i].v)
			return made;
		if (!mo_is_number(&args[i]) && !mo_is_number(shape)
			&& (shape->rows != args[i].rows || shape->columns != args[i].columns))
			return do_not_fit(r, what, span, args, n, "they must be equal; a number goes with any size");
		shape = mo_is_number(shape) ? &args[i] : shape;
		made.known &= args[i].known;
	}
	for (uint32_t i = 0; i < n; i++)
		if (!(values[i] = mo_is_number(&args[i]) && !mo_is_number(shape) ? mo_matrix_scalar(r, &args[i]) : args[i].v))
			return (mo_matrix){0};
	made.rows = shape->rows;
	made.columns = shape->columns;
	mo_value_type type = shape->v->type;
	type.base = MO_B_REAL;
	made.v = mo_map(c, &type, apply, data, values, n);
	return made;
}

static sx_ref apply_arithmetic(mo_context *c, const void *data, const sx_ref *args)
{
	return sx_binary(c->pool, *(const sx_op *)data, args[0], args[1]);
}

static sx_ref apply_left_division(mo_context *c, const void *data, const sx_ref *args)
{
	(void)data;
	return sx_binary(c->pool, SX_DIV, args[1], args[0]);
}

static sx_ref apply_minus(mo_context *c, const void *data, const sx_ref *args)
{
	(void)data;
	return sx_unary(c->pool, SX_NEG, args[0]);
}

static mo_matrix arithmetic(mo_reading *r, const mx_node *e, const sx_op *op, const mo_matrix *args)
{
	return mo_matrix_map(r, mx_op_text(e->op), e->op_span, apply_arithmetic, op, args, 2);
}

/* -------------------------------------------------------- relations and logic */

/* The condition of what is 1 or 0 by a condition: its own zero is not looked for again. */
sx_ref mo_matrix_truth(mo_context *c, sx_ref e)
{
	sx_pool *p = c->pool;
	sx_ref zero = sx_real(p, 0);
	if (sx_op_of(p, e) == SX_IF && sx_is_const(p, sx_arg(p, e, 1)) && sx_is_const(p, sx_arg(p, e, 2))) {
		bool yes = sx_real_value(p, sx_arg(p, e, 1)) != 0, no = sx_real_value(p, sx_arg(p, e, 2)) != 0;
		if (yes != no)
			return yes ? sx_arg(p, e, 0) : sx_unary(p, SX_NOT, sx_arg(p, e, 0));
	}
	if (sx_is_const(p, e))
		return sx_bool(p, sx_real_value(p, e) != 0);
	return sx_binary(p, SX_OR, sx_binary(p, SX_LT, e, zero), sx_binary(p, SX_GT, e, zero));
}

sx_ref mo_matrix_bit(mo_context *c, sx_ref truth)
{
	return sx_if(c->pool, truth, sx_real(c->pool, 1), sx_real(c->pool, 0));
}

/* Two Reals that move are never equal for long: equal is what is neither less nor greater, so that both crossings are
 * events. */
static sx_ref differ(mo_context *c, sx_ref a, sx_ref b)
{
	return sx_binary(c->pool, SX_OR, sx_binary(c->pool, SX_LT, a, b), sx_binary(c->pool, SX_GT, a, b));
}

static sx_ref apply_relation(mo_context *c, const void *data, const sx_ref *args)
{
	static const sx_op ops[] = { [MX_LT] = SX_LT, [MX_LE] = SX_LE, [MX_GT] = SX_GT, [MX_GE] = SX_GE };
	mx_op op = *(const mx_op *)data;
	if (op == MX_EQ || op == MX_NE) {
		sx_ref d = differ(c, args[0], args[1]);
		return mo_matrix_bit(c, op == MX_NE ? d : sx_unary(c->pool, SX_NOT, d));
	}
	return mo_matrix_bit(c, sx_binary(c->pool, ops[op], args[0], args[1]));
}

static sx_ref apply_logic(mo_context *c, const void *data, const sx_ref *args)
{
	sx_op op = *(const mx_op *)data == MX_AND ? SX_AND : SX_OR;
	return mo_matrix_bit(c, sx_binary(c->pool, op, mo_matrix_truth(c, args[0]), mo_matrix_truth(c, args[1])));
}

static sx_ref apply_not(mo_context *c, const void *data, const sx_ref *args)
{
	(void)data;
	return mo_matrix_bit(c, sx_unary(c->pool, SX_NOT, mo_matrix_truth(c, args[0])));
}

static sx_ref apply_if(mo_context *c, const void *data, const sx_ref *args)
{
	(void)data;
	return sx_if(c->pool, mo_matrix_truth(c, args[0]), args[1], args[2]);
}

/* ------------------------------------------------------------------- matrices */

/* The parts of a product are asked for again and again: a sum in a sum would be made of all of both. */
static mo_matrix multiply(mo_reading *r, const mx_node *e, const mo_matrix *args)
{
	static const sx_op op = SX_MUL;
	if (mo_is_number(&args[0]) || mo_is_number(&args[1]))
		return arithmetic(r, e, &op, args);
	if (args[0].columns != args[1].rows)
		return do_not_fit(r, "*", e->op_span, args, 2,
						  "the columns of the left side are as many as the rows of the right side; '.*' multiplies "
						  "element by element");
	mo_matrix a = mo_matrix_settled(r, args[0]), b = mo_matrix_settled(r, args[1]);
	if (!a.v || !b.v)
		return (mo_matrix){0};
	return (mo_matrix){ .v = mo_product(r->c, a.v, b.v), .rows = a.rows, .columns = b.columns,
						.known = a.known && b.known };
}

static mo_matrix solve(mo_reading *r, const mo_matrix *a, const mo_matrix *b, sb_span span)
{
	mo_matrix args[2] = { *a, *b };
	return mo_library_matrix(r, a->rows == a->columns ? "solve" : "leastSquares", args, 2, span);
}

static mo_matrix divide(mo_reading *r, const mx_node *e, const mo_matrix *args)
{
	static const sx_op op = SX_DIV;
	if (mo_is_number(&args[1]))
		return arithmetic(r, e, &op, args);
	if (args[0].columns != args[1].columns)
		return do_not_fit(r, "/", e->op_span, args, 2,
						  "a/b solves x*b = a, so both have as many columns; './' divides element by element");
	mo_matrix a = mo_matrix_transposed(r, &args[0]), b = mo_matrix_transposed(r, &args[1]);
	mo_matrix x = solve(r, &b, &a, e->op_span);
	return mo_matrix_transposed(r, &x);
}

static mo_matrix left_divide(mo_reading *r, const mx_node *e, const mo_matrix *args)
{
	if (mo_is_number(&args[0]))
		return mo_matrix_map(r, "\\", e->op_span, apply_left_division, NULL, args, 2);
	if (args[0].rows != args[1].rows)
		return do_not_fit(r, "\\", e->op_span, args, 2,
						  "a\\b solves a*x = b, so both have as many rows; '.\\' divides element by element");
	return solve(r, &args[0], &args[1], e->op_span);
}

enum { WRITTEN_OUT = 16 };

/* A small whole power, by repeated products. */
static mo_matrix repeated(mo_reading *r, const mx_node *e, const mo_matrix *a, uint32_t n)
{
	mo_matrix made = *a;
	for (uint32_t i = 1; i < n && made.v; i++) {
		mo_matrix pair[2] = { made, *a };
		made = multiply(r, e, pair);
	}
	return made;
}

static mo_matrix power(mo_reading *r, const mx_node *e, const mo_matrix *args)
{
	static const sx_op op = SX_POW;
	sx_value n;
	if (mo_is_number(&args[0]) && mo_is_number(&args[1]))
		return arithmetic(r, e, &op, args);
	if (!mo_is_number(&args[1]) || args[0].rows != args[0].columns)
		return do_not_fit(r, "^", e->op_span, args, 2,
						  "'^' raises a square matrix to a power that is a number; '.^' works element by element");
	sx_ref exponent = mo_matrix_at(r, &args[1], 0, 0);
	if (exponent && sx_is_const(r->c->pool, exponent) && mo_try_evaluate(r->c, exponent, &n) && n.real >= 1
		&& n.real <= WRITTEN_OUT && n.real == floor(n.real))
		return repeated(r, e, &args[0], (uint32_t)n.real);
	return mo_library_matrix(r, "power", args, 2, e->op_span);
}

mo_matrix mo_real_binary(mo_reading *r, const mx_node *e, const mo_matrix *args)
{
	static const sx_op add = SX_ADD, sub = SX_SUB, mul = SX_MUL, div = SX_DIV, pow = SX_POW;
	mx_op *kept = sb_new(r->c->arena, mx_op);
	*kept = (mx_op)e->op;
	switch (e->op) {
	case MX_ADD: return arithmetic(r, e, &add, args);
	case MX_SUB: return arithmetic(r, e, &sub, args);
	case MX_EMUL: return arithmetic(r, e, &mul, args);
	case MX_EDIV: return arithmetic(r, e, &div, args);
	case MX_EPOW: return arithmetic(r, e, &pow, args);
	case MX_ELEFT_DIV: return mo_matrix_map(r, ".\\", e->op_span, apply_left_division, NULL, args, 2);
	case MX_MUL: return multiply(r, e, args);
	case MX_DIV: return divide(r, e, args);
	case MX_LEFT_DIV: return left_divide(r, e, args);
	case MX_POW: return power(r, e, args);
	case MX_AND: case MX_OR: return mo_matrix_map(r, mx_op_text(e->op), e->op_span, apply_logic, kept, args, 2);
	default: return mo_matrix_map(r, mx_op_text(e->op), e->op_span, apply_relation, kept, args, 2);
	}
}

/* All parts are read, so that each has its message. */
static bool read_parts(mo_reading *r, const mx_node *e, mo_matrix *out)
{
	bool ok = true;
	for (uint32_t i = 0; i < e->a.n; i++) {
		out[i] = mo_any_matrix_read(r, e->a.at[i]);
		ok &= out[i].v != NULL;
	}
	return ok;
}

static bool any_complex(const mo_matrix *args, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		if (args[i].im)
			return true;
	return false;
}

/* Both parts of what chooses among args[from], args[from + step], ...; the others must be real. */
static mo_matrix chosen(mo_reading *r, const mx_node *e, const char *what, mo_apply apply, const void *data,
						const mo_matrix *args, uint32_t n, uint32_t from, uint32_t step)
{
	if (!any_complex(args, n))
		return mo_matrix_map(r, what, e->span, apply, data, args, n);
	mo_matrix *part = sb_new_array(r->c->arena, mo_matrix, n), made[2];
	for (uint32_t i = 0; i < n; i++)
		if (args[i].im && i != n - 1 && (i < from || (i - from) % step))
			return mo_not_complex(r, sb_printf(r->c->arena, "what '%s' asks", what), e->a.at[i]->span);
	for (int k = 0; k < 2; k++) {
		for (uint32_t i = 0; i < n; i++) {
			bool value = i == n - 1 || (i >= from && (i - from) % step == 0);
			part[i] = k && value ? mo_matrix_im(r, &args[i]) : mo_matrix_re(&args[i]);
		}
		made[k] = mo_matrix_map(r, what, e->span, apply, data, part, n);
		if (!made[k].v)
			return made[k];
	}
	return mo_matrix_complex(&made[0], &made[1]);
}

mo_matrix mo_matrix_binary(mo_reading *r, const mx_node *e)
{
	mo_matrix args[2];
	if (!read_parts(r, e, args))
		return (mo_matrix){0};
	return any_complex(args, 2) ? mo_complex_binary(r, e, args) : mo_real_binary(r, e, args);
}

mo_matrix mo_matrix_unary(mo_reading *r, const mx_node *e)
{
	mo_matrix m = mo_any_matrix_read(r, e->a.at[0]);
	if (!m.v || e->op == MX_PLUS)
		return m;
	if (m.im && e->op == MX_NOT)
		return mo_not_complex(r, "'~'", e->op_span);
	mo_matrix re = mo_matrix_re(&m), made = mo_matrix_map(r, mx_op_text(e->op), e->op_span,
														 e->op == MX_NOT ? apply_not : apply_minus, NULL, &re, 1);
	if (!m.im || !made.v)
		return made;
	mo_matrix im = mo_matrix_im(r, &m), minus = mo_matrix_map(r, "-", e->op_span, apply_minus, NULL, &im, 1);
	return mo_matrix_complex(&made, &minus);
}

mo_matrix mo_matrix_if(mo_reading *r, const mx_node *e)
{
	mo_matrix args[3];
	return read_parts(r, e, args) ? chosen(r, e, ".if", apply_if, NULL, args, 3, 1, 1) : (mo_matrix){0};
}

/* selector, case, value, ..., otherwise */
static sx_ref apply_switch(mo_context *c, const void *data, const sx_ref *args)
{
	uint32_t n = *(const uint32_t *)data;
	sx_ref made = args[n - 1];
	for (uint32_t i = n - 1; i >= 3; i -= 2)
		made = sx_if(c->pool, differ(c, args[0], args[i - 2]), made, args[i - 1]);
	return made;
}

mo_matrix mo_matrix_switch(mo_reading *r, const mx_node *e)
{
	mo_matrix *args = sb_new_array(r->c->arena, mo_matrix, e->a.n);
	uint32_t *n = sb_new(r->c->arena, uint32_t);
	*n = e->a.n;
	if (!read_parts(r, e, args))
		return (mo_matrix){0};
	return chosen(r, e, ".switch", apply_switch, n, args, e->a.n, 2, 2);
}
