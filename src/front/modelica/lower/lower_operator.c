/* Operators: what they mean for scalars, vectors, matrices, texts, enumerations and operator records, and what they
 * refuse. */
#include "front/modelica/lower/lower_inside.h"

typedef struct operation { sx_op op; sx_type in; } operation;

static sx_ref apply_operation(mo_context *c, const void *data, const sx_ref *args)
{
	const operation *o = data;
	sx_ref a = sx_cast(c->pool, args[0], o->in);
	if (o->op == SX_NEG || o->op == SX_NOT)
		return sx_unary(c->pool, o->op, a);
	sx_ref carried = o->op == SX_MUL && o->in == SX_REAL ? mo_stream_product(c, a, args[1]) : 0;
	return carried ? carried : sx_binary(c->pool, o->op, a, sx_cast(c->pool, args[1], o->in));
}

static mo_value *elementwise(mo_context *c, sx_op op, const mo_value *shape, mo_base in, mo_base out, mo_value **args,
	uint32_t n)
{
	mo_value_type type = shape->type;
	type.base = out;
	type.enumeration = 0;
	operation *kept = sb_new(c->arena, operation);
	*kept = (operation){ op, mo_sx_type(in) };
	return mo_map(c, &type, apply_operation, kept, args, n);
}

/* ---------------------------------------------------------------- messages */

static mo_value *wrong_types(mo_context *c, int op, sb_span span, const mo_value *a, const mo_value *b)
{
	static const char *const verbs[] = { [MO_OP_ADD] = "add", [MO_OP_SUB] = "subtract", [MO_OP_MUL] = "multiply",
		[MO_OP_DIV] = "divide",
		[MO_OP_POW] = "take the power of", [MO_OP_EADD] = "add", [MO_OP_ESUB] = "subtract", [MO_OP_EMUL] = "multiply",
		[MO_OP_EDIV] = "divide", [MO_OP_EPOW] = "take the power of", [MO_OP_LT] = "compare", [MO_OP_LE] = "compare",
			[MO_OP_GT] = "compare",
		[MO_OP_GE] = "compare", [MO_OP_EQ] = "compare", [MO_OP_NE] = "compare", [MO_OP_AND] = "combine",
			[MO_OP_OR] = "combine" };
	sb_message *m = sb_report(c->diag, SB_ERROR, "M0304", span, "'%s' cannot %s %s and %s", mo_operator_text(op),
		verbs[op],
		mo_type_string(c, &a->type), mo_type_string(c, &b->type));
	if (a->type.base == MO_B_ACTIVATION || b->type.base == MO_B_ACTIVATION)
		sb_help(m, "activations are joined by 'or', and let through by 'and' with a Boolean; write "
				   "Activation(condition) for the instants at which a condition becomes true");
	else if (op == MO_OP_AND || op == MO_OP_OR)
		sb_help(m, "both sides must be Boolean; write a comparison, such as ... > 0");
	else if (op == MO_OP_ADD && (a->type.base == MO_B_STRING || b->type.base == MO_B_STRING))
		sb_help(m, "write String(...) around the side that is not a String");
	else if (a->type.base == MO_B_BOOLEAN || b->type.base == MO_B_BOOLEAN)
		sb_help(m, "write: if ... then 1 else 0, to make a number of a Boolean");
	else if ((a->type.base == MO_B_ENUM) != (b->type.base == MO_B_ENUM) && op >= MO_OP_LT && op <= MO_OP_NE)
		sb_help(m, "compare with a literal of the enumeration, as in state == State.on, or write Integer(...) for the "
				   "number of one");
	else
		sb_help(m, "change one of the two so that the types agree");
	return NULL;
}

static mo_value *wrong_sizes(mo_context *c, int op, sb_span span, const mo_value *a, const mo_value *b)
{
	bool over = op == MO_OP_DIV && b->type.rank, power = op == MO_OP_POW && a->type.rank == 2 && !b->type.rank;
	sb_message *m = sb_report(c->diag, SB_ERROR, "M0305", span,
		over ? "'%s' cannot divide %s by an array, %s"
		: power && b->type.base != MO_B_INTEGER ? "'%s' cannot raise a matrix, %s, to a power that is %s"
		: "the sizes do not fit '%s': the left side is %s, the right side is %s",
		mo_operator_text(op), mo_type_string(c, &a->type), mo_type_string(c, &b->type));
	if ((op == MO_OP_ADD || op == MO_OP_SUB) && (!a->type.rank || !b->type.rank))
		sb_help(m, "write '.%s' to use the scalar with every element", mo_operator_text(op));
	else if (op == MO_OP_DIV)
		sb_help(m, "'/' divides by a scalar; write './' to divide element by element");
	else if (op == MO_OP_MUL)
		sb_help(m, "the last dimension of the left side must be the first of the right side; "
			"write '.*' to multiply element by element");
	else if (op == MO_OP_POW)
		sb_help(m, "'^' is for scalars, and for square matrices with an Integer; write '.^' for every element");
	else
		sb_help(m, "make the sizes equal");
	return NULL;
}

/* -------------------------------------------------------------- arithmetic */

static sx_op arithmetic_op(int op)
{
	switch (op) {
	case MO_OP_ADD: case MO_OP_EADD: return SX_ADD;
	case MO_OP_SUB: case MO_OP_ESUB: return SX_SUB;
	case MO_OP_MUL: case MO_OP_EMUL: return SX_MUL;
	case MO_OP_DIV: case MO_OP_EDIV: return SX_DIV;
	default: return SX_POW;
	}
}

static mo_value *arithmetic(mo_context *c, int op, mo_value *a, mo_value *b)
{
	mo_base base = a->type.base == MO_B_INTEGER && b->type.base == MO_B_INTEGER ? MO_B_INTEGER : MO_B_REAL;
	sx_op made = arithmetic_op(op);
	if (made == SX_DIV || made == SX_POW)
		base = MO_B_REAL;
	return elementwise(c, made, a->type.rank ? a : b, base, base, (mo_value *[]){ a, b }, 2);
}

static mo_value *multiply(mo_context *c, sb_span span, mo_value *a, mo_value *b)
{
	if (!a->type.rank || !b->type.rank)
		return arithmetic(c, MO_OP_MUL, a, b);
	if (a->type.rank > 2 || b->type.rank > 2 || !mo_same_size(c, a->type.dims[a->type.rank - 1], b->type.dims[0]))
		return wrong_sizes(c, MO_OP_MUL, span, a, b);
	mo_base base = a->type.base == MO_B_INTEGER && b->type.base == MO_B_INTEGER ? MO_B_INTEGER : MO_B_REAL;
	return mo_product(c, mo_cast(c, a, base), mo_cast(c, b, base));
}

/* Each product is spread into elements so that the next one shares them instead of nesting sums in sums. */
static mo_value *matrix_power(mo_context *c, sb_span span, mo_value *a, mo_value *b)
{
	if (a->type.rank != 2 || b->type.rank || b->type.base != MO_B_INTEGER || !mo_same_size(c, a->type.dims[0],
		a->type.dims[1]))
		return wrong_sizes(c, MO_OP_POW, span, a, b);
	sx_value power;
	if (!mo_evaluate(c, mo_elem(c, b, NULL), span, "the power of a matrix", &power))
		return NULL;
	if (power.integer < 0 || power.integer > 1000) {
		sb_message *m = sb_report(c->diag, SB_ERROR, "M0326", span, "a matrix cannot be raised to the power %lld",
			(long long)power.integer);
		sb_help(m, "the power must be from 0 to 1000; for an inverse, solve the linear system");
		return NULL;
	}
	mo_value *result = mo_cast(c, mo_identity(c, a->type.dims[0]), a->type.base), *square = a;
	for (int64_t n = power.integer; n > 0 && result && square; n /= 2) {
		if (n % 2)
			result = mo_spread(c, mo_product(c, result, square));
		if (n > 1)
			square = mo_spread(c, mo_product(c, square, square));
	}
	return result;
}

static mo_value *lower_arithmetic(mo_context *c, int op, sb_span span, mo_value *a, mo_value *b)
{
	if (op == MO_OP_ADD && a->type.base == MO_B_STRING && b->type.base == MO_B_STRING && !a->type.rank && !b->type.rank)
		return elementwise(c, SX_CONCAT, a, MO_B_STRING, MO_B_STRING, (mo_value *[]){ a, b }, 2);
	if (!mo_is_numeric(a) || !mo_is_numeric(b))
		return wrong_types(c, op, span, a, b);
	bool same = mo_same_dims(c, a, b), scalar = !a->type.rank || !b->type.rank;
	switch (op) {
	case MO_OP_MUL:
		return multiply(c, span, a, b);
	case MO_OP_ADD: case MO_OP_SUB:
		return same ? arithmetic(c, op, a, b) : wrong_sizes(c, op, span, a, b);
	case MO_OP_DIV:
		return !b->type.rank ? arithmetic(c, op, a, b) : wrong_sizes(c, op, span, a, b);
	case MO_OP_POW:
		return !a->type.rank && !b->type.rank ? arithmetic(c, op, a, b) : matrix_power(c, span, a, b);
	default:
		return same || scalar ? arithmetic(c, op, a, b) : wrong_sizes(c, op, span, a, b);
	}
}

/* ------------------------------------------------------ relations and logic */

static sx_op relation_op(int op)
{
	static const sx_op ops[] = { [MO_OP_LT] = SX_LT, [MO_OP_LE] = SX_LE, [MO_OP_GT] = SX_GT, [MO_OP_GE] = SX_GE,
		[MO_OP_EQ] = SX_EQ,
		[MO_OP_NE] = SX_NE };
	return ops[op];
}

static mo_value *not_scalar(mo_context *c, int op, sb_span span, const mo_value *a, const mo_value *b)
{
	sb_message *m = sb_report(c->diag, SB_ERROR, "M0310", span,
		"'%s' compares scalars, but one side is an array: %s and %s",
		mo_operator_text(op), mo_type_string(c, &a->type), mo_type_string(c, &b->type));
	sb_help(m, "compare elements, for example {a[i] < b[i] for i in 1:n}");
	return NULL;
}

/* The specification forbids this outside of functions: an event cannot be found where two numbers that move are equal
 * for no time at all. Parameters do not move, so nothing is wrong with them. */
static bool real_equality(mo_context *c, const mo_env *env, int op, sb_span span, mo_value *a, mo_value *b)
{
	bool equality = op == MO_OP_EQ || op == MO_OP_NE, real = a->type.base == MO_B_REAL || b->type.base == MO_B_REAL;
	if (!equality || !real || env->in_function || env->procedure)
		return true;
	if (mo_is_parametric(c, mo_elem(c, a, NULL)) && mo_is_parametric(c, mo_elem(c, b, NULL)))
		return true;
	sb_message *m = sb_report(c->diag, SB_ERROR, "M0311", span, "'%s' cannot be used with Reals that vary",
		mo_operator_text(op));
	sb_note(m, "two Reals that vary are equal only at single instants, so no event could be found; only a function may "
		"compare them");
	sb_help(m,
		"write abs(a - b) < small, or compare with '>=' or '<='; change(x) tells whether a discrete x has changed");
	return false;
}

static mo_value *lower_relation(mo_context *c, const mo_env *env, int op, sb_span span, mo_value *a, mo_value *b)
{
	mo_value_type common;
	if (!mo_common_type(c, a, b, &common) || common.base == MO_B_CLASS || common.base == MO_B_EXTERNAL_OBJECT ||
		common.base == MO_B_ACTIVATION)
		return wrong_types(c, op, span, a, b);
	if (a->type.rank || b->type.rank)
		return not_scalar(c, op, span, a, b);
	if (!real_equality(c, env, op, span, a, b))
		return NULL;
	return elementwise(c, relation_op(op), a, common.base, MO_B_BOOLEAN, (mo_value *[]){ a, b }, 2);
}

/* Activations: `or` is their union. `and` lets one pass while a Boolean is true, or if another one comes at once. */
static mo_base logic_base(int op, const mo_value *a, const mo_value *b)
{
	bool activations = a->type.base == MO_B_ACTIVATION && b->type.base == MO_B_ACTIVATION;
	bool one = a->type.base == MO_B_ACTIVATION || b->type.base == MO_B_ACTIVATION;
	bool booleans = a->type.base == MO_B_BOOLEAN && b->type.base == MO_B_BOOLEAN;
	bool condition = a->type.base == MO_B_BOOLEAN || b->type.base == MO_B_BOOLEAN;
	bool fit = activations || (op == MO_OP_AND && one && condition);
	return booleans ? MO_B_BOOLEAN : fit ? MO_B_ACTIVATION : MO_B_CLASS;
}

static mo_value *lower_logic(mo_context *c, int op, sb_span span, mo_value *a, mo_value *b)
{
	mo_base base = logic_base(op, a, b);
	if (base == MO_B_CLASS)
		return wrong_types(c, op, span, a, b);
	if (!mo_same_dims(c, a, b))
		return wrong_sizes(c, op, span, a, b);
	return elementwise(c, op == MO_OP_AND ? SX_AND : SX_OR, a, MO_B_BOOLEAN, base, (mo_value *[]){ a, b }, 2);
}

/* ----------------------------------------------------------------- dispatch */

static mo_value *binary(mo_context *c, const mo_env *env, int op, sb_span span, mo_value *a, mo_value *b)
{
	mo_value *result;
	if (mo_is_operator_record(a) || mo_is_operator_record(b)) {
		const char *name = sb_intern(c->names, sb_printf(c->arena, "'%s'", mo_operator_text(op)));
		if (mo_overloaded(c, env, name, (mo_value *[]){ a, b }, 2, span, &result))
			return result;
	}
	switch (op) {
	case MO_OP_LT: case MO_OP_LE: case MO_OP_GT: case MO_OP_GE: case MO_OP_EQ: case MO_OP_NE:
		return lower_relation(c, env, op, span, a, b);
	case MO_OP_AND: case MO_OP_OR:
		return lower_logic(c, op, span, a, b);
	default:
		return lower_arithmetic(c, op, span, a, b);
	}
}

/* Sums of thousands of terms lean to the left; their spine is walked, not descended. */
mo_value *mo_lower_binary(mo_context *c, const mo_env *env, const mo_expr *e)
{
	sb_vec(const mo_expr *) spine = {0};
	while (e->kind == MO_E_BINARY) {
		sb_push(c->arena, spine, e);
		e = e->a.at[0];
	}
	mo_value *left = mo_lower(c, env, e);
	for (uint32_t i = spine.n; i-- > 0;) {
		const mo_expr *at = spine.at[i];
		mo_value *right = mo_lower(c, env, at->a.at[1]);
		left = left && right ? binary(c, env, at->op, at->op_span.source ? at->op_span : at->span, left, right)
			: NULL;
	}
	return left;
}

mo_value *mo_lower_unary(mo_context *c, const mo_env *env, const mo_expr *e)
{
	mo_value *v = mo_lower(c, env, e->a.at[0]), *result;
	if (!v)
		return NULL;
	bool logic = e->op == MO_OP_NOT;
	if (mo_is_operator_record(v) && e->op != MO_OP_PLUS) {
		const char *name = sb_intern(c->names, logic ? "'not'" : "'-'");
		if (mo_overloaded(c, env, name, &v, 1, e->span, &result))
			return result;
	}
	if (logic ? v->type.base != MO_B_BOOLEAN : !mo_is_numeric(v)) {
		sb_message *m = sb_report(c->diag, SB_ERROR, "M0304", e->span, "'%s' cannot be used with %s",
			mo_operator_text(e->op),
			mo_type_string(c, &v->type));
		bool activation = v->type.base == MO_B_ACTIVATION;
		sb_help(m, activation ? "what does not come has no instant; write 'e and not b' with a Boolean b"
				   : logic    ? "'not' is for Booleans; write a comparison"
							  : "a sign is for numbers");
		return NULL;
	}
	if (e->op == MO_OP_PLUS)
		return v;
	return elementwise(c, logic ? SX_NOT : SX_NEG, v, v->type.base, v->type.base, &v, 1);
}

/* --------------------------------------------------------------------- if */

static sx_ref apply_if(mo_context *c, const void *data, const sx_ref *args)
{
	(void)data;
	return sx_if(c->pool, args[0], args[1], args[2]);
}

static mo_value *choose_record(mo_context *c, mo_value *condition, mo_value *yes, mo_value *no, sb_span span)
{
	mo_value **fields = sb_new_array(c->arena, mo_value *, yes->field_count);
	for (uint32_t i = 0; i < yes->field_count; i++) {
		mo_value *other = mo_field(c, no, yes->field_names[i]);
		if (!other || !(fields[i] = mo_choose(c, condition, yes->fields[i], other, span)))
			return NULL;
	}
	return mo_value_record(c, yes->type.record, yes->type.rank, yes->type.dims, yes->field_names, fields,
		yes->field_count);
}

mo_value *mo_choose(mo_context *c, mo_value *condition, mo_value *yes, mo_value *no, sb_span span)
{
	mo_value_type type;
	if (!mo_common_type(c, yes, no, &type) || !mo_same_dims(c, yes, no)) {
		sb_message *m = sb_report(c->diag, SB_ERROR, "M0312", span,
			"the branches of this if differ: one is %s, another is %s",
			mo_type_string(c, &yes->type), mo_type_string(c, &no->type));
		sb_help(m, "all branches must have one type and one size");
		return NULL;
	}
	if (type.base == MO_B_CLASS)
		return choose_record(c, condition, yes, no, span);
	mo_value *args[] = { condition, mo_cast(c, yes, type.base), mo_cast(c, no, type.base) };
	return mo_map(c, &type, apply_if, NULL, args, 3);
}
