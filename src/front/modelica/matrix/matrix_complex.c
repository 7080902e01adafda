/* Operators and functions of complex matrices, made of those of real ones. */
#include "front/modelica/matrix/matrix_inside.h"

#include <math.h>
#include <string.h>

/* ----------------------------------------------------------------- operators */

/* A real operation where e stands. */
static mo_matrix real(mo_reading *r, const mx_node *e, mx_op op, mo_matrix a, mo_matrix b)
{
	mx_node with = *e;
	mo_matrix args[2] = { mo_matrix_re(&a), mo_matrix_re(&b) };
	with.op = (uint8_t)op;
	return a.v && b.v ? mo_real_binary(r, &with, args) : (mo_matrix){0};
}

static mo_matrix complex(mo_matrix re, mo_matrix im)
{
	return mo_matrix_complex(&re, &im);
}

/* A sum or a difference. */
static mo_matrix add(mo_reading *r, const mx_node *e, mx_op op, const mo_matrix *a, const mo_matrix *b)
{
	mo_matrix re = real(r, e, op, *a, *b);
	return re.v ? complex(re, real(r, e, op, mo_matrix_im(r, a), mo_matrix_im(r, b))) : re;
}

/* MX_MUL or MX_EMUL; a part that is not there costs nothing. */
static mo_matrix times(mo_reading *r, const mx_node *e, mx_op op, const mo_matrix *a, const mo_matrix *b)
{
	mo_matrix re = real(r, e, op, *a, *b);
	if (!re.v || (!a->im && !b->im))
		return re;
	if (!a->im)
		return complex(re, real(r, e, op, *a, mo_matrix_im(r, b)));
	if (!b->im)
		return complex(re, real(r, e, op, mo_matrix_im(r, a), *b));
	mo_matrix x = mo_matrix_im(r, a), y = mo_matrix_im(r, b);
	return complex(real(r, e, MX_SUB, re, real(r, e, op, x, y)),
				   real(r, e, MX_ADD, real(r, e, op, *a, y), real(r, e, op, x, *b)));
}

static mo_matrix conjugate(mo_reading *r, const mx_node *e, const mo_matrix *m)
{
	if (!m->im)
		return *m;
	return complex(*m, real(r, e, MX_SUB, mo_matrix_number(r, 0), mo_matrix_im(r, m)));
}

/* Element by element. */
static mo_matrix divide(mo_reading *r, const mx_node *e, const mo_matrix *a, const mo_matrix *b)
{
	if (!b->im) {
		mo_matrix re = real(r, e, MX_EDIV, *a, *b);
		return re.v ? complex(re, real(r, e, MX_EDIV, mo_matrix_im(r, a), *b)) : re;
	}
	mo_matrix y = mo_matrix_im(r, b), with = conjugate(r, e, b), above = times(r, e, MX_EMUL, a, &with);
	mo_matrix below = real(r, e, MX_ADD, real(r, e, MX_EMUL, *b, *b), real(r, e, MX_EMUL, y, y));
	return above.v ? divide(r, e, &above, &below) : above;
}

/* a\b */
static mo_matrix solve(mo_reading *r, const mx_node *e, const mo_matrix *a, const mo_matrix *b)
{
	if (mo_is_number(a))
		return divide(r, e, b, a);
	if (a->rows != b->rows)
		return real(r, e, MX_LEFT_DIV, *a, *b);        /* which says what is wrong */
	mo_matrix square = mo_matrix_embedded(r, a, e->span), side = mo_matrix_stacked(r, b, e->span);
	mo_matrix x = real(r, e, MX_LEFT_DIV, square, side);
	return mo_matrix_extracted(r, &x, b->columns);
}

static mo_matrix transposed(mo_reading *r, const mo_matrix *m)
{
	mo_matrix re = mo_matrix_re(m), im = mo_matrix_im(r, m);
	return m->v ? complex(mo_matrix_transposed(r, &re), mo_matrix_transposed(r, &im)) : *m;
}

static mo_matrix right_divide(mo_reading *r, const mx_node *e, const mo_matrix *a, const mo_matrix *b)
{
	if (mo_is_number(b))
		return divide(r, e, a, b);
	if (a->columns != b->columns)
		return real(r, e, MX_DIV, *a, *b);
	mo_matrix left = transposed(r, b), side = transposed(r, a), x = solve(r, e, &left, &side);
	return transposed(r, &x);
}

static mo_matrix relation(mo_reading *r, const mx_node *e, const mo_matrix *a, const mo_matrix *b)
{
	mx_op op = (mx_op)e->op;
	if (op != MX_EQ && op != MX_NE)
		return mo_not_complex(r, sb_printf(r->c->arena, "both sides of '%s'", mx_op_text(op)), e->op_span);
	mo_matrix re = real(r, e, op, *a, *b);
	return re.v ? real(r, e, op == MX_EQ ? MX_AND : MX_OR, re, real(r, e, op, mo_matrix_im(r, a), mo_matrix_im(r, b)))
				: re;
}

/* ----------------------------------------------------------------- functions */

static mo_matrix element(const mo_matrix_call *k, const char *name, mo_matrix x, mo_matrix y)
{
	mo_matrix args[2] = { mo_matrix_re(&x), mo_matrix_re(&y) };
	mo_matrix_call real_one = { .r = k->r, .e = k->e, .name = name, .args = args, .n = y.v ? 2 : 1 };
	return mo_element_function(&real_one);
}

static mo_matrix of(const mo_matrix_call *k, const char *name, mo_matrix x)
{
	return element(k, name, x, (mo_matrix){0});
}

static mo_matrix product(const mo_matrix_call *k, mo_matrix x, mo_matrix y)
{
	return real(k->r, k->e, MX_EMUL, x, y);
}

static mo_matrix minus(const mo_matrix_call *k, mo_matrix x)
{
	return real(k->r, k->e, MX_SUB, mo_matrix_number(k->r, 0), x);
}

static mo_matrix make_abs(const mo_matrix_call *k, mo_matrix x, mo_matrix y) { return element(k, "hypot", x, y); }
static mo_matrix make_arg(const mo_matrix_call *k, mo_matrix x, mo_matrix y) { return element(k, "atan2", y, x); }
static mo_matrix make_real(const mo_matrix_call *k, mo_matrix x, mo_matrix y) { (void)k; (void)y; return x; }
static mo_matrix make_imag(const mo_matrix_call *k, mo_matrix x, mo_matrix y) { (void)k; (void)x; return y; }
static mo_matrix make_conj(const mo_matrix_call *k, mo_matrix x, mo_matrix y) { return complex(x, minus(k, y)); }

static mo_matrix make_exp(const mo_matrix_call *k, mo_matrix x, mo_matrix y)
{
	mo_matrix size = of(k, "exp", x);
	return complex(product(k, size, of(k, "cos", y)), product(k, size, of(k, "sin", y)));
}

static mo_matrix make_log(const mo_matrix_call *k, mo_matrix x, mo_matrix y)
{
	return complex(of(k, "log", make_abs(k, x, y)), make_arg(k, x, y));
}

/* The root whose real part is not negative. */
static mo_matrix make_sqrt(const mo_matrix_call *k, mo_matrix x, mo_matrix y)
{
	mo_matrix args[2] = { x, y }, part[2];
	for (int i = 0; i < 2; i++)
		part[i] = mo_library_elements(&(mo_matrix_call){ .r = k->r, .e = k->e, .name = i ? "rootIm" : "rootRe",
														 .args = args, .n = 2 });
	return mo_matrix_complex(&part[0], &part[1]);
}

static mo_matrix make_sin(const mo_matrix_call *k, mo_matrix x, mo_matrix y)
{
	return complex(product(k, of(k, "sin", x), of(k, "cosh", y)), product(k, of(k, "cos", x), of(k, "sinh", y)));
}

static mo_matrix make_cos(const mo_matrix_call *k, mo_matrix x, mo_matrix y)
{
	return complex(product(k, of(k, "cos", x), of(k, "cosh", y)),
				   minus(k, product(k, of(k, "sin", x), of(k, "sinh", y))));
}

static mo_matrix make_sinh(const mo_matrix_call *k, mo_matrix x, mo_matrix y)
{
	return complex(product(k, of(k, "sinh", x), of(k, "cos", y)), product(k, of(k, "cosh", x), of(k, "sin", y)));
}

static mo_matrix make_cosh(const mo_matrix_call *k, mo_matrix x, mo_matrix y)
{
	return complex(product(k, of(k, "cosh", x), of(k, "cos", y)), product(k, of(k, "sinh", x), of(k, "sin", y)));
}

static mo_matrix make_tan(const mo_matrix_call *k, mo_matrix x, mo_matrix y)
{
	mo_matrix above = make_sin(k, x, y), below = make_cos(k, x, y);
	return divide(k->r, k->e, &above, &below);
}

static mo_matrix make_tanh(const mo_matrix_call *k, mo_matrix x, mo_matrix y)
{
	mo_matrix above = make_sinh(k, x, y), below = make_cosh(k, x, y);
	return divide(k->r, k->e, &above, &below);
}

/* `of_real`: it is there for real arguments because of this alone. */
typedef struct function {
	const char *name; mo_matrix (*make)(const mo_matrix_call *k, mo_matrix x, mo_matrix y); bool of_real;
} function;
static const function functions[] = {
	{ "abs", make_abs, false }, { "arg", make_arg, true }, { "conj", make_conj, true }, { "cos", make_cos, false },
	{ "cosh", make_cosh, false }, { "exp", make_exp, false }, { "imag", make_imag, true }, { "log", make_log, false },
	{ "real", make_real, true }, { "sin", make_sin, false }, { "sinh", make_sinh, false },
	{ "sqrt", make_sqrt, false }, { "tan", make_tan, false }, { "tanh", make_tanh, false },
};
enum { FUNCTIONS = sizeof functions / sizeof *functions };

static const function *find(const char *name)
{
	for (int i = 0; i < FUNCTIONS; i++)
		if (strcmp(functions[i].name, name) == 0)
			return &functions[i];
	return NULL;
}

bool mo_is_complex_function(const char *name, uint32_t n)
{
	const function *f = find(name);
	if (strcmp(name, "complex") == 0)
		return n == 0 || n == 2;
	return f && f->of_real && n <= 1;
}

void mo_complex_function_names(sb_arena *arena, sb_strings *out)
{
	for (int i = 0; i < FUNCTIONS; i++)
		if (functions[i].of_real)
			sb_push(arena, *out, functions[i].name);
	sb_push(arena, *out, "complex");
}

/* complex(re, im): a number goes with a matrix of any size. */
static mo_matrix made_of_parts(const mo_matrix_call *k)
{
	mo_matrix zero = mo_matrix_number(k->r, 0);
	for (uint32_t i = 0; i < 2; i++)
		if (k->args[i].im)
			return mo_not_complex(k->r, "the parts of 'complex'", k->e->span);
	mo_matrix none = real(k->r, k->e, MX_EMUL, k->args[0], zero);
	mo_matrix im = real(k->r, k->e, MX_ADD, none, k->args[1]);
	if (!im.v)
		return im;
	return complex(real(k->r, k->e, MX_ADD, k->args[0], real(k->r, k->e, MX_EMUL, im, zero)), im);
}

mo_matrix mo_complex_function(const mo_matrix_call *k)
{
	const function *f = find(k->name);
	if (strcmp(k->name, "complex") == 0)
		return made_of_parts(k);
	if (!f || k->n != 1)
		return mo_not_complex(k->r, sb_printf(k->r->c->arena, "the arguments of '%s'", k->name), k->e->span);
	return f->make(k, mo_matrix_re(&k->args[0]), mo_matrix_im(k->r, &k->args[0]));
}

/* -------------------------------------------------------------- linear algebra */

static mo_matrix determinant(const mo_matrix_call *k)
{
	mo_matrix parts[2] = { mo_matrix_re(&k->args[0]), mo_matrix_im(k->r, &k->args[0]) };
	mo_matrix pair = mo_library_matrix(k->r, "complexDeterminant", parts, 2, k->e->span);
	return mo_matrix_extracted(k->r, &pair, 1);
}

/* Each singular value is there twice, one beside the other. */
static mo_matrix singular(const mo_matrix_call *k)
{
	mo_matrix square = mo_matrix_embedded(k->r, &k->args[0], k->e->span);
	mo_matrix all = square.v ? mo_library_matrix(k->r, "singularValues", &square, 1, k->e->span) : square;
	sx_ref *e = sb_new_array(k->r->c->arena, sx_ref, all.rows + 1);
	for (uint32_t i = 0; 2*i < all.rows; i++)
		e[i] = mo_matrix_nth(k->r, &all, 2*i);
	return all.v ? mo_matrix_grid(k->r, e, all.rows / 2, 1, all.known) : all;
}

mo_matrix mo_complex_algebra(const mo_matrix_call *k)
{
	const mo_matrix *m = &k->args[0];
	if (m->rows * m->columns == 0 || (strcmp(k->name, "svd") != 0 && m->rows != m->columns)) {
		sb_help(sb_report(k->r->c->diag, SB_ERROR, "M0994", k->e->span, "'%s' is for %s, but the argument is %s", k->name,
						  strcmp(k->name, "svd") == 0 ? "matrices with elements" : "square matrices",
						  mo_matrix_size(k->r, m)), "check the sizes");
		return (mo_matrix){0};
	}
	if (strcmp(k->name, "det") == 0)
		return determinant(k);
	if (strcmp(k->name, "svd") == 0)
		return singular(k);
	mo_matrix square = mo_matrix_embedded(k->r, m, k->e->span);
	const char *name = strcmp(k->name, "inv") == 0 ? "inverse" : strcmp(k->name, "expm") == 0 ? "exponential"
		: "logarithm";
	mo_matrix made = square.v ? mo_library_matrix(k->r, name, &square, 1, k->e->span) : square;
	return mo_matrix_extracted(k->r, &made, m->columns);
}

/* --------------------------------------------------------------------- powers */

enum { WRITTEN_OUT = 16 };

/* The exponent as a whole number up to WRITTEN_OUT; false if it is something else. */
static bool whole_exponent(mo_reading *r, const mo_matrix *n, uint32_t *out)
{
	sx_value value;
	sx_ref e = mo_is_number(n) && !n->im ? mo_matrix_at(r, n, 0, 0) : 0;
	if (!e || !sx_is_const(r->c->pool, e) || !mo_try_evaluate(r->c, e, &value))
		return false;
	double number = value.type == SX_REAL ? value.real : (double)value.integer;
	*out = (uint32_t)(number >= 1 && number <= WRITTEN_OUT ? number : 0);
	return *out && number == floor(number);
}

static mo_matrix power(mo_reading *r, const mx_node *e, const mo_matrix *a, const mo_matrix *b)
{
	uint32_t n;
	bool elements = e->op == MX_EPOW || (mo_is_number(a) && mo_is_number(b));
	if (!elements && (!mo_is_number(b) || a->rows != a->columns))
		return real(r, e, MX_POW, *a, *b);             /* which says what is wrong */
	if (whole_exponent(r, b, &n)) {
		mo_matrix made = *a;
		for (uint32_t i = 1; i < n && made.v; i++)
			made = times(r, e, elements ? MX_EMUL : MX_MUL, &made, a);
		return made;
	}
	if (!elements)
		return mo_not_complex(r, "a matrix with a power that is no whole number from 1 to 16", e->op_span);
	mo_matrix_call k = { .r = r, .e = e, .name = "log" };
	mo_matrix log = make_log(&k, mo_matrix_re(a), mo_matrix_im(r, a));
	mo_matrix with = log.v ? times(r, e, MX_EMUL, b, &log) : log;
	return with.v ? make_exp(&k, mo_matrix_re(&with), mo_matrix_im(r, &with)) : with;
}

mo_matrix mo_complex_binary(mo_reading *r, const mx_node *e, const mo_matrix *args)
{
	const mo_matrix *a = &args[0], *b = &args[1];
	switch (e->op) {
	case MX_ADD: case MX_SUB: return add(r, e, (mx_op)e->op, a, b);
	case MX_MUL: case MX_EMUL: return times(r, e, (mx_op)e->op, a, b);
	case MX_EDIV: return divide(r, e, a, b);
	case MX_ELEFT_DIV: return divide(r, e, b, a);
	case MX_DIV: return right_divide(r, e, a, b);
	case MX_LEFT_DIV: return solve(r, e, a, b);
	case MX_POW: case MX_EPOW: return power(r, e, a, b);
	default: return relation(r, e, a, b);
	}
}
