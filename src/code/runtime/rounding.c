/* What rounding makes of the residuals of a nonlinear loop.
 *
 * A residual that is not zero may be all that arithmetic can do: i1 + i2 - i3 - i4 of four currents of about an ampere
 * is rarely below 1e-16. And four diodes that block carry currents Is*(exp(v/Vt) - 1) of which the exponentials have
 * vanished beside the 1: the residual of their node is rounding and nothing else, whatever the voltage, and Newton's
 * method, which divides it by a slope of 1e-80, leaves for 1e60 volts. Only the terms of a residual can tell, so they
 * are gone through with a running error analysis (Wilkinson): each operation has a bound for the error of its operands
 * and adds half a unit in the last place of its own result, a function of the library a little more.
 *
 * The formulas of a loop become one list of operations (the tape). Going through it takes several times as long
 * as the compiled residuals, so this is asked only where a step makes no sense or none helps (newton.c). Values inside
 * of the loop are those that the last evaluation of the residuals has left. What a function of the model gives is not
 * known here, unless a variable of the loop takes it. Beside other terms of a sum it is taken for as large as the rest
 * of the sum, because the sum is nearly zero. */
#include "code/runtime/runtime.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

static const double UNIT = DBL_EPSILON / 2;       /* an operation, relative to its result */
static const double CALL_UNITS = 32;              /* a function of the model: many operations */

typedef struct operation {
	sx_op op;
	uint32_t a, b, c;              /* numbers of operands */
	enum { OPERATION, LITERAL, ELSEWHERE, UNKNOWN, INSIDE } kind;
	si_place place;                /* of variables; SI_NOWHERE: asked for by `leaf` */
	si_operation leaf;
	double literal;
} operation;

/* `value`: of its part that is known; `open`: there is another one. */
typedef struct measure { double value, error; bool open; } measure;

struct sc_rounding {
	const si_image *image;         /* whole */
	uint32_t n;
	sb_arena *arena;
	sb_map number;                 /* of a variable, its derivative or left limit: where it stands */
	sb_vec(operation) tape;
	measure *at;
	uint32_t *residual;
};

static uint64_t key_of(uint32_t op, uint32_t scalar)
{
	return sb_pair(op, scalar);
}

static uint32_t add(sc_rounding *r, operation o)
{
	sb_push(r->arena, r->tape, o);
	return r->tape.n - 1;
}

static double literal_of(const si_image *image, const si_operation *o)
{
	switch (o->type) {
	case SI_TYPE_REAL: return image->literals.at[o->payload];
	case SI_TYPE_STRING: return 0;
	case SI_TYPE_BOOLEAN: return o->payload;
	default: return (double)image->wholes.at[o->payload];
	}
}

static bool is_variable(const si_operation *o)
{
	return (o->op == SX_VAR || o->op == SX_DER || o->op == SX_PRE) && !o->count;
}

static uint32_t add_leaf(sc_rounding *r, const si_operation *leaf, int kind)
{
	operation o = { .op = (sx_op)leaf->op, .kind = kind, .leaf = *leaf };
	bool variable = is_variable(leaf);

	if (leaf->op == SX_CONST) {
		o.kind = LITERAL;
		o.literal = literal_of(r->image, leaf);
	}
	if (variable && leaf->op != SX_PRE && leaf->type == SI_TYPE_REAL) {
		o.place = si_place_of(r->image, leaf->payload);
		if (leaf->op == SX_DER && o.place.store == SI_STATE)
			o.place.store = SI_RATE;
	}
	uint32_t number = add(r, o);
	if (variable)
		sb_map_put(&r->number, key_of(leaf->op, leaf->payload), number);
	return number;
}

static bool is_arithmetic(uint32_t op)
{
	return op >= SX_NEG && op <= SX_TO_INTEGER;
}

/* An operation of a formula, whose operands were put before. */
static uint32_t put_one(sc_rounding *r, const si_operation *o, const uint32_t *put)
{
	const uint32_t *arguments = &r->image->numbers.at[o->first];
	operation out = { .op = (sx_op)o->op };
	uint32_t *operands[] = { &out.a, &out.b, &out.c };
	uint64_t known;

	if (is_variable(o) && sb_map_get(&r->number, key_of(o->op, o->payload), &known))
		return (uint32_t)known;
	if (o->op == SX_NOEVENT || o->op == SX_SMOOTH || o->op == SX_HOMOTOPY)
		return put[arguments[0]];
	if (!is_arithmetic(o->op) || o->count > 3)
		return add_leaf(r, o, ELSEWHERE);
	for (uint32_t i = 0; i < o->count; i++)
		*operands[i] = put[arguments[i]];
	return add(r, out);
}

static uint32_t put(sc_rounding *r, si_formula formula)
{
	const si_formula_row *f = &r->image->formulas.at[formula];
	uint32_t *numbers = sb_draw(NULL, (f->n + 1) * sizeof *numbers);

	for (uint32_t k = 0; k < f->n; k++)
		numbers[k] = put_one(r, &r->image->operations.at[f->first + k], numbers);
	uint32_t last = numbers[f->n - 1];
	sb_put_back(numbers);
	return last;
}

static void add_unknown(sc_rounding *r, const si_unknown *u)
{
	si_operation leaf = { .op = u->op, .type = SI_TYPE_REAL, .payload = u->number };

	if (u->number == UINT32_MAX)
		leaf = (si_operation){ .op = SI_OPEN };
	add_leaf(r, &leaf, UNKNOWN);
}

sc_rounding *sc_rounding_new(const sc_run *run, const sc_loop *loop)
{
	sb_arena *arena = sb_arena_new();
	sc_rounding *r = sb_new(arena, sc_rounding);
	const si_image *image = sc_whole(run);
	const si_loop_account *account = &image->loop_accounts.at[loop->number];

	*r = (sc_rounding){ .image = image, .n = loop->of->n, .arena = arena, .number = sb_map_new(arena) };
	for (uint32_t k = 0; k < r->n; k++)
		add_unknown(r, &loop->unknowns[k]);
	for (uint32_t k = 0; k < account->inner.n; k++) {
		const si_account *inner = &image->accounts.at[account->inner.first + k];
		const si_formula_row *target = &image->formulas.at[inner->target];
		uint32_t root = put(r, inner->value);
		uint32_t set = add_leaf(r, &image->operations.at[target->first + target->n - 1], INSIDE);
		r->tape.at[set].a = root;
	}
	r->residual = sb_new_array(arena, uint32_t, r->n + 1);
	for (uint32_t k = 0; k < account->residuals.n; k++)
		r->residual[k] = put(r, image->numbers.at[account->residuals.first + k]);
	r->at = sb_new_array(arena, measure, r->tape.n + 1);
	return r;
}

void sc_rounding_free(sc_rounding *r)
{
	if (r)
		sb_arena_free(r->arena);
}

static bool is_readable(const si_operation *leaf)
{
	switch (leaf->op) {
	case SX_VAR: case SX_DER: return !leaf->count;
	case SX_PRE: case SX_TIME: case SX_INITIAL: case SX_TERMINAL: case SX_LATCH: case SX_SAMPLE: return true;
	default: return false;
	}
}

static bool read(const sc_run *run, const operation *o, double *value)
{
	const sc_data *d = &run->d;
	si_reading reading = { .context = d };
	si_value v;

	switch (o->place.store) {
	case SI_REAL: *value = d->r[o->place.index]; break;
	case SI_STATE: *value = d->x[o->place.index]; break;
	case SI_RATE: *value = d->xd[o->place.index]; break;
	default:
		if (!is_readable(&o->leaf) || !sc_read_anything(&reading, &o->leaf, o->leaf.payload, &v) ||
			v.type == SI_TYPE_STRING)
			return false;
		*value = v.type == SI_TYPE_REAL ? v.real : (double)v.integer;
		return true;
	}
	*value = o->place.negated ? -*value : *value;
	return true;
}

static measure of_leaf(const sc_run *run, const sc_rounding *r, const operation *o)
{
	measure m = { .value = o->literal };

	if (o->kind != LITERAL)
		m.open = !read(run, o, &m.value);
	if (o->kind == UNKNOWN)
		m.error = UNIT * fabs(m.value);
	if (o->kind == INSIDE) {
		const measure *from = &r->at[o->a];
		m.error = from->error + (from->open ? CALL_UNITS * UNIT * fabs(m.value) : 0);
	}
	return m;
}

/* The slope of a function of one number, by which it passes an error on. */
static double slope(sx_op op, double x, double f)
{
	switch (op) {
	case SX_SIN: return cos(x);
	case SX_COS: return sin(x);
	case SX_TAN: return 1 + f * f;
	case SX_ASIN: case SX_ACOS: return 1 / sqrt(fmax(1 - x * x, UNIT));
	case SX_ATAN: return 1 / (1 + x * x);
	case SX_SINH: return cosh(x);
	case SX_COSH: return sinh(x);
	case SX_TANH: return 1 - f * f;
	case SX_EXP: return f;
	case SX_LOG: return 1 / x;
	case SX_LOG10: return 0.4342944819032518 / x;
	case SX_SQRT: return 0.5 / f;
	case SX_FLOOR: case SX_CEIL: case SX_SIGN: return 0;
	default: return 1;
	}
}

static double function(sx_op op, double x)
{
	switch (op) {
	case SX_SIN: return sin(x);
	case SX_COS: return cos(x);
	case SX_TAN: return tan(x);
	case SX_ASIN: return asin(x);
	case SX_ACOS: return acos(x);
	case SX_ATAN: return atan(x);
	case SX_SINH: return sinh(x);
	case SX_COSH: return cosh(x);
	case SX_TANH: return tanh(x);
	case SX_EXP: return exp(x);
	case SX_LOG: return log(x);
	case SX_LOG10: return log10(x);
	case SX_SQRT: return sqrt(x);
	case SX_ABS: return fabs(x);
	case SX_SIGN: return (x > 0) - (x < 0);
	case SX_FLOOR: case SX_INTEGER_OF: return floor(x);
	case SX_CEIL: return ceil(x);
	case SX_NOT: return x == 0;
	default: return x;
	}
}

/* What a function of the library is off itself, in halves of a unit in the last place: what glibc documents, which is
 * not less than others have. */
static double own_units(sx_op op)
{
	switch (op) {
	case SX_SQRT: return 1;
	case SX_SINH: case SX_COSH: case SX_TANH: case SX_LOG10: return 4;
	case SX_ABS: case SX_SIGN: case SX_FLOOR: case SX_CEIL: case SX_INTEGER_OF: case SX_NOT: return 0;
	default: return 2;
	}
}

static measure of_function(sx_op op, const measure *x)
{
	measure m = { .value = function(op, x->value), .open = x->open };

	if (x->open)
		return (measure){ .open = true };
	m.error = op == SX_SQRT && m.value == 0 ? sqrt(x->error) : fabs(slope(op, x->value, m.value)) * x->error;
	m.error += own_units(op) * (UNIT * fabs(m.value) + DBL_TRUE_MIN);
	return m;
}

static measure of_product(sx_op op, const measure *x, const measure *y)
{
	double a = x->value, b = y->value, units = 1;
	measure m = {0};

	switch (op) {
	case SX_MUL:
		m.value = a * b;
		m.error = fabs(a) * y->error + fabs(b) * x->error;
		break;
	case SX_DIV:
		m.value = a / b;
		m.error = (x->error + fabs(m.value) * y->error) / fabs(b);
		break;
	case SX_POW:
		m.value = b == 2 ? a * a : pow(a, b);
		m.error = a == 0 ? (b > 0 ? pow(x->error, b) : 0)
						 : fabs(m.value) * (fabs(b / a) * x->error + fabs(log(fabs(a))) * y->error);
		units = b == 2 ? 1 : b == floor(b) && fabs(b) < 64 ? fmax(2, fabs(b)) : 2;       /* it may be a product */
		break;
	default:                       /* SX_ATAN2 */
		m.value = atan2(a, b);
		m.error = (x->error + y->error) / fmax(hypot(a, b), DBL_MIN);
		units = 2;
		break;
	}
	m.error += units * UNIT * fabs(m.value);
	return m;
}

static double relation(sx_op op, double a, double b)
{
	switch (op) {
	case SX_LT: return a < b;
	case SX_LE: return a <= b;
	case SX_GT: return a > b;
	case SX_GE: return a >= b;
	case SX_EQ: return a == b;
	case SX_NE: return a != b;
	case SX_AND: return a != 0 && b != 0;
	default: return a != 0 || b != 0;
	}
}

static measure of_sum(sx_op op, const measure *x, const measure *y)
{
	measure m = { .value = op == SX_ADD ? x->value + y->value : x->value - y->value, .error = x->error + y->error,
		.open = x->open || y->open };

	m.error += UNIT * fabs(m.value);
	return m;
}

/* Where errors may exchange the two, either of them counts. */
static measure of_extreme(sx_op op, const measure *x, const measure *y)
{
	measure m = (x->value < y->value) == (op == SX_MIN) ? *x : *y;

	if (fabs(x->value - y->value) <= x->error + y->error)
		m.error = fmax(x->error, y->error);
	return m;
}

static measure of_operation(const sc_rounding *r, const operation *o)
{
	const measure *x = &r->at[o->a], *y = &r->at[o->b], *z = &r->at[o->c];

	switch (o->op) {
	case SX_NEG: return (measure){ -x->value, x->error, x->open };
	case SX_TO_REAL: case SX_TO_INTEGER: return *x;
	case SX_ADD: case SX_SUB: return of_sum(o->op, x, y);
	case SX_IF:
		if (x->open)
			return (measure){ .error = fmax(y->error, z->error), .open = true };
		return x->value != 0 ? *y : *z;
	case SX_MIN: case SX_MAX:
		if (x->open || y->open)
			return (measure){ .open = true };
		return of_extreme(o->op, x, y);
	case SX_LT: case SX_LE: case SX_GT: case SX_GE: case SX_EQ: case SX_NE: case SX_AND: case SX_OR:
		return (measure){ .value = relation(o->op, x->value, y->value), .open = x->open || y->open };
	case SX_MUL: case SX_DIV: case SX_POW: case SX_ATAN2:
		if (x->open || y->open)
			return (measure){ .open = true };
		return of_product(o->op, x, y);
	case SX_QUOT: case SX_MOD: case SX_REM: return (measure){ .open = true };
	default: return of_function(o->op, x);
	}
}

void sc_rounding_bounds(sc_rounding *r, const sc_run *run, const double *residual, double *bound)
{
	for (uint32_t k = 0; k < r->tape.n; k++) {
		const operation *o = &r->tape.at[k];
		r->at[k] = o->kind == OPERATION ? of_operation(r, o) : of_leaf(run, r, o);
	}
	for (uint32_t k = 0; k < r->n; k++) {
		const measure *m = &r->at[r->residual[k]];
		bound[k] = m->error;
		if (m->open)
			bound[k] += CALL_UNITS * UNIT * (fabs(m->value) + fabs(residual[k]));
	}
}
