/* Expressions: names, operators, types. Whole numbers become REALs where a REAL is wanted; never the other way by
 * themselves. */
#include "front/cosy/expression/cosy_expression.h"

#include <math.h>
#include <string.h>

enum { DEEPEST = 1000 };

static const char *type_text(sx_type t)
{
	return t == SX_REAL      ? "a REAL"
		   : t == SX_INTEGER ? "an INTEGER"
		   : t == SX_BOOLEAN ? "a BOOLEAN"
		   : t == SX_STRING  ? "a text"
							 : "nothing";
}

sx_ref co_convert(co_scope *s, sx_ref e, sx_type type, sb_span span, const char *what)
{
	sx_type is = e ? sx_type_of(s->c->pool, e) : SX_NOTYPE;

	if (!e || is == type)
		return e;
	if (type == SX_REAL && is == SX_INTEGER)
		return sx_cast(s->c->pool, e, SX_REAL);
	if (type == SX_BOOLEAN && sx_op_of(s->c->pool, e) == SX_ASK &&
		sx_at(s->c->pool, e)->payload == SM_ASK_INTERRUPTED) /* a code, or not */
		return sx_binary(s->c->pool, SX_NE, e, sx_int(s->c->pool, 0));
	sb_message *m = sb_report(s->c->diag, SB_ERROR, "K0320", span, "%s is %s, but %s is needed", what, type_text(is),
							  type_text(type));
	if (type == SX_INTEGER && is == SX_REAL)
		sb_help(m, "write ROUND(...), TRUNC(...) or FLOOR(...)");
	else if (type == SX_BOOLEAN)
		sb_help(m, "write a condition, such as X > 0.0");
	return 0;
}

sx_ref co_typed(co_scope *s, const co_node *n, sx_type type, const char *what)
{
	sx_ref e = n ? co_expr(s, n) : 0;

	return e ? co_convert(s, e, type, n->span, what) : 0;
}

/* ---- constants */

static bool constant_leaf(sx_env *env, const sx_pool *pool, sx_ref leaf, sx_value *out)
{
	co_context *c = env->context;
	uint32_t number = sx_op_of(pool, leaf) == SX_VAR ? sx_at(pool, leaf)->payload : CO_NOWHERE;

	if (number == CO_NOWHERE || sm_var(c->m, number)->variability != SM_PARAMETER || !sm_var(c->m, number)->binding ||
		c->depth > 100)
		return false;
	sm_edit(c->m, number)->structural = true;
	c->depth++;
	bool ok = sx_eval(pool, sm_var(c->m, number)->binding, env, out);
	c->depth--;
	return ok;
}

bool co_constant(co_scope *s, const co_node *n, const char *what, sx_value *out)
{
	sx_ref e = n ? co_expr(s, n) : 0;
	sx_env env = {.leaf = constant_leaf, .context = s->c};

	if (!e)
		return false;
	if (sx_eval(s->c->pool, e, &env, out))
		return true;
	sb_message *m =
		sb_report(s->c->diag, SB_ERROR, "K0321", n->span, "%s is not known when the program is translated", what);
	sb_help(m, "use numbers and names of CONST");
	return false;
}

bool co_integer_constant(co_scope *s, const co_node *n, const char *what, int64_t *out)
{
	sx_value v;

	if (!co_constant(s, n, what, &v))
		return false;
	if (v.type == SX_REAL && v.real == floor(v.real) && fabs(v.real) < 9e15) /* CONST REAL N = 3 */
		v = (sx_value){.type = SX_INTEGER, .integer = (int64_t)v.real};
	if (v.type != SX_INTEGER) {
		sb_help(sb_report(s->c->diag, SB_ERROR, "K0322", n->span, "%s is not a whole number", what),
				"write it without a point");
		return false;
	}
	*out = v.integer;
	return true;
}

bool co_number_constant(co_scope *s, const co_node *n, const char *what, double *out)
{
	sx_value v;

	if (!co_constant(s, n, what, &v))
		return false;
	if (v.type != SX_REAL && v.type != SX_INTEGER) {
		sb_help(sb_report(s->c->diag, SB_ERROR, "K0323", n->span, "%s is not a number", what), "write a number");
		return false;
	}
	*out = v.type == SX_REAL ? v.real : (double)v.integer;
	return true;
}

/* ---- names */

bool co_subscripts(co_scope *s, const co_symbol *symbol, const co_node *name, sx_ref *out)
{
	const co_node *list = co_child(name, 0);

	if (co_count(list) != symbol->rank) {
		sb_message *m = symbol->rank
							? sb_report(s->c->diag, SB_ERROR, "K0324", name->span, "'%s' has %u subscript%s, not %u",
										symbol->name, symbol->rank, symbol->rank > 1 ? "s" : "", co_count(list))
							: sb_report(s->c->diag, SB_ERROR, "K0324", name->span,
										"'%s' is not an array", symbol->name);
		sb_also(m, symbol->span, "'%s' is declared here", symbol->name);
		return false;
	}
	for (uint32_t d = 0; d < symbol->rank; d++) {
		sx_ref i = co_typed(s, list->of.at[d], SX_INTEGER, "a subscript");
		if (!i)
			return false;
		if (sx_is_const(s->c->pool, i)) {
			int64_t k = sx_int_value(s->c->pool, i);
			if (k < symbol->lower[d] || k > symbol->upper[d]) {
				sb_message *m = sb_report(s->c->diag, SB_ERROR, "K0325", list->of.at[d]->span,
										  "subscript %lld of '%s' is not within %lld..%lld", (long long)k, symbol->name,
										  (long long)symbol->lower[d], (long long)symbol->upper[d]);
				sb_also(m, symbol->span, "'%s' is declared here", symbol->name);
				return false;
			}
		}
		out[d] = sx_binary(s->c->pool, SX_SUB, i, sx_int(s->c->pool, symbol->lower[d] - 1));
	}
	return true;
}

sx_ref co_subscript(co_scope *s, const co_symbol *symbol, const co_node *name)
{
	sx_ref at[CO_RANK_MOST];

	return co_subscripts(s, symbol, name, at) && symbol->rank ? at[0] : 0;
}

/* In the parts before a run a state means its initial value. */
static bool means_initial(const co_scope *s)
{
	return s->place == CO_IN_INITIAL || (s->place == CO_IN_MONITOR && !s->simulated);
}

static sx_ref capture(co_scope *s, const co_symbol *symbol, const co_node *name)
{
	uint32_t k = 0;

	while (k < s->captured->n && s->captured->at[k] != symbol)
		k++;
	if (symbol->rank) {
		sb_help(sb_report(s->c->diag, SB_ERROR, "K0326", name->span,
						  "a FUNCTION cannot use the array '%s', which is declared outside it", symbol->name),
				"pass it as an argument");
		return 0;
	}
	if (k == s->captured->n)
		sb_push(s->c->arena, *s->captured, (co_symbol *)symbol);
	return sx_local(s->c->pool, s->function->args + k, symbol->value_type, NULL, 0);
}

sx_ref co_ref_to(co_scope *s, const co_symbol *symbol, const co_node *name)
{
	sx_ref at[CO_RANK_MOST];

	if (symbol->meaning == CO_LOOP)
		return sx_iter(s->c->pool, symbol->iterator);
	if (symbol->meaning == CO_SUBSTITUTE)
		return symbol->value;
	if (!co_subscripts(s, symbol, name, at))
		return 0;
	if (symbol->meaning == CO_LOCAL_NAME)
		return sx_local(s->c->pool, symbol->local, symbol->value_type, at, symbol->rank);
	uint64_t copy;
	if (s->copies && sb_map_get(s->copies, (uint64_t)(uintptr_t)symbol, &copy))
		return sx_local(s->c->pool, (uint32_t)copy, symbol->value_type, at, symbol->rank);
	uint32_t variable = symbol->initial != CO_NOWHERE && means_initial(s) ? symbol->initial : symbol->variable;
	if (variable == CO_NOWHERE) {
		co_make_variable(s->c, (co_symbol *)symbol);
		variable = symbol->variable;
	}
	if (variable == CO_NOWHERE) /* its declaration was wrong, which has been said */
		return 0;
	return sx_var(s->c->pool, variable, symbol->value_type, at, symbol->rank);
}

co_symbol *co_field(co_scope *s, co_symbol *symbol, const co_node *name)
{
	const co_node *field = co_child(name, 1);
	sb_strings names = {0};

	if (!field)
		return symbol;
	for (uint32_t i = 0; i < symbol->fields.n; i++) {
		const char *own = strrchr(symbol->fields.at[i]->name, '.');
		own = own ? own + 1 : symbol->fields.at[i]->name;
		if (strcmp(own, field->name) == 0)
			return symbol->fields.at[i];
		sb_push(s->c->arena, names, own);
	}
	sb_message *m =
		sb_report(s->c->diag, SB_ERROR, "K0327", field->span, "'%s' has no part '%s'", name->name, field->name);
	const char *near = sb_nearest(field->name, names.at, names.n);
	if (near)
		sb_help(m, "did you mean '%s'?", near);
	else
		sb_help(m, "its parts are those that its RECORD or FULL MODEL declares");
	return NULL;
}

static sx_ref own_word(co_scope *s, const co_node *n, bool *known)
{
	sx_pool *p = s->c->pool;

	*known = true;
	if (strcmp(n->name, "TIME") == 0)
		return s->place == CO_IN_INITIAL || s->place != CO_IN_FUNCTION ? sx_time(p) : 0;
	if (strcmp(n->name, "PI") == 0)
		return sx_real(p, M_PI);
	if (strcmp(n->name, "TRUE") == 0 || strcmp(n->name, "FALSE") == 0)
		return sx_bool(p, n->name[0] == 'T');
	if (strcmp(n->name, "NONE") == 0)
		return sx_int(p, 0);
	return co_ask(s, n, known);
}

static sx_ref not_a_value(co_scope *s, const co_node *n, const co_symbol *symbol)
{
	sb_message *m = sb_report(s->c->diag, SB_ERROR, "K0328", n->span, "'%s' has no value: it is a %s", n->name,
							  symbol->type == CO_T_RECORD         ? "record"
							  : symbol->type != CO_T_NONE         ? co_kind_text(symbol->type)
							  : symbol->meaning == CO_MODULE_NAME ? "MODULE"
																  : "name of something else");

	sb_also(m, symbol->span, "'%s' is declared here", n->name);
	if (symbol->meaning == CO_STATISTIC)
		sb_help(m, "use MEAN(%s), COUNT(%s), ...", n->name, n->name);
	else if (symbol->meaning == CO_RESOURCE)
		sb_help(m, "use LENGTH(%s), BUSY(%s), ...", n->name, n->name);
	else if (symbol->meaning == CO_CLASS)
		sb_help(m, "it is a class; keep one of its processes in a variable: VAR %s ONE; ... ONE := NEW %s", n->name,
				n->name);
	else if (symbol->meaning == CO_STREAM)
		sb_help(m, "draw a number from it: UNIFORM (%s, 0.0, 1.0), EXPONENTIAL (%s, mean), ...", n->name, n->name);
	return 0;
}

/* M[I].X, an instance's own variable: with a subscript that is computed, one of all. */
static sx_ref instance_value(co_scope *s, const co_symbol *symbol, const co_node *n)
{
	co_context *c = s->c;
	sx_ref at[CO_RANK_MOST];
	const char *field = co_child(n, 1)->name;

	if (!co_subscripts(s, symbol, n, at))
		return 0;
	uint32_t size = symbol->rank ? (uint32_t)(symbol->upper[0] - symbol->lower[0] + 1) : 1;
	sx_ref *elements = sb_new_array(c->arena, sx_ref, size);
	for (uint32_t k = 0; k < size; k++) {
		const char *name =
			symbol->rank ? sb_printf(c->arena, "%s[%lld].%s", symbol->name, (long long)(symbol->lower[0] + k), field)
						 : sb_printf(c->arena, "%s.%s", symbol->name, field);
		co_symbol *one = co_global(c, sb_intern(c->names, name));
		co_node *alone = co_new(c, CO_NAME, n->span, name);
		if (!one || one->meaning != CO_VARIABLE) {
			sb_message *m = sb_report(c->diag, SB_ERROR, "K0327", co_child(n, 1)->span, "'%s' has no part '%s'",
									  symbol->name, field);
			sb_help(m, "its parts are the variables that its FULL MODEL declares, and its arguments");
			return 0;
		}
		sb_push(c->arena, alone->of, co_new(c, CO_LIST, n->span, NULL));
		one->used = true;
		if (!(elements[k] = co_ref_to(s, one, alone)))
			return 0;
	}
	if (!symbol->rank)
		return elements[0];
	if (sx_is_const(c->pool, at[0]))
		return elements[sx_int_value(c->pool, at[0]) - 1];
	return sx_elem(c->pool, sx_array(c->pool, sx_type_of(c->pool, elements[0]), &size, 1, elements, size), at, 1);
}

static sx_ref lower_name(co_scope *s, const co_node *n)
{
	co_symbol *symbol = co_find(s, n->name);
	bool known = false;

	if (!symbol) {
		sx_ref e = own_word(s, n, &known);
		if (!known)
			co_unknown(s, n, "variable");
		return e;
	}
	symbol->used = true;
	if (symbol->meaning == CO_INSTANCES && co_child(n, 1))
		return instance_value(s, symbol, n);
	symbol = co_field(s, symbol, n);
	if (!symbol)
		return 0;
	if (symbol->meaning == CO_STATISTIC && symbol->type == CO_T_TIMEPERS && symbol->variable != CO_NOWHERE)
		return co_ref_to(s, symbol, n);
	if (s->captured && (symbol->meaning == CO_VARIABLE || symbol->meaning == CO_CONSTANT) &&
		symbol->type != CO_T_RECORD)
		return capture(s, symbol, n);
	if ((symbol->meaning != CO_VARIABLE && symbol->meaning != CO_CONSTANT && symbol->meaning != CO_LOCAL_NAME &&
		 symbol->meaning != CO_LOOP && symbol->meaning != CO_SUBSTITUTE) ||
		symbol->type == CO_T_RECORD)
		return not_a_value(s, n, symbol);
	if (s->place == CO_IN_INITIAL &&
		(symbol->type == CO_T_ALGEBR || symbol->type == CO_T_LOGIC || symbol->type == CO_T_MEMORY) &&
		symbol->meaning == CO_VARIABLE) {
		sb_message *m = sb_report(s->c->diag, SB_ERROR, "K0329", n->span,
								  "'%s' is not known in INITIAL: equations determine it only after the run has begun",
								  n->name);
		sb_help(m, "compute it here from STATEs and REALs, as the equation does");
		return 0;
	}
	if (symbol->meaning == CO_VARIABLE && (symbol->assigned_in_run || symbol->in_equation))
		co_warn_replicated(s, n);
	return co_ref_to(s, symbol, n);
}

static sx_ref lower_prime(co_scope *s, const co_node *n)
{
	sx_ref e = co_typed(s, co_child(n, 0), SX_REAL, "what is differentiated");

	if (!e)
		return 0;
	if (s->place == CO_IN_INITIAL || s->place == CO_IN_FUNCTION) {
		sb_help(sb_report(s->c->diag, SB_ERROR, "K0330", n->span, "a derivative is not known here"),
				"derivatives can be used in equations, events, processes and TERMINAL");
		return 0;
	}
	if (n->number > 1) {
		sb_help(sb_report(s->c->diag, SB_ERROR, "K0331", n->span, "only first derivatives can be written"),
				"declare a STATE for the first derivative: V = X'; V' = ...");
		return 0;
	}
	bool whole = sx_op_of(s->c->pool, e) == SX_TO_REAL;
	if (whole || (sx_op_of(s->c->pool, e) == SX_VAR &&
				  sm_var(s->c->m, sx_at(s->c->pool, e)->payload)->variability != SM_CONTINUOUS)) {
		sb_message *m = sb_report(s->c->diag, SB_ERROR, "K0332", n->span,
								  "'%s' has no derivative: it changes at events only", co_child(n, 0)->name);
		sb_help(m, "declare it as a STATE");
		return 0;
	}
	return sx_unary(s->c->pool, SX_DER, e);
}

/* ---- operators */

static const struct {
	const char *name;
	sx_op op;
} operators[] = {{"+", SX_ADD},    {"-", SX_SUB},   {"*", SX_MUL},   {"/", SX_DIV}, {"**", SX_POW}, {"^", SX_POW},
				 {"DIV", SX_QUOT}, {"MOD", SX_MOD}, {"=", SX_EQ},    {"<>", SX_NE}, {"<", SX_LT},   {"<=", SX_LE},
				 {">", SX_GT},     {">=", SX_GE},   {"AND", SX_AND}, {"OR", SX_OR}};

static sx_ref wrong_operands(co_scope *s, const co_node *n, sx_ref a, sx_ref b)
{
	sx_pool *p = s->c->pool;
	sb_message *m = sb_report(s->c->diag, SB_ERROR, "K0333", n->span, "'%s' has no meaning for %s and %s", n->name,
							  type_text(sx_type_of(p, a)), type_text(sx_type_of(p, b)));

	if (strcmp(n->name, "AND") == 0 || strcmp(n->name, "OR") == 0)
		sb_help(m, "put relations in parentheses: (X > 1.0) %s (Y < 2.0)", n->name);
	else if (strcmp(n->name, "DIV") == 0 || strcmp(n->name, "MOD") == 0)
		sb_help(m, "both must be INTEGERs; '/' divides REALs");
	else
		sb_help(m, "numbers go with numbers; a BOOLEAN can only be compared with another one, by = or <>");
	return 0;
}

static bool fits(sx_op op, sx_type a, sx_type b)
{
	bool numbers = (a == SX_REAL || a == SX_INTEGER) && (b == SX_REAL || b == SX_INTEGER);

	switch (op) {
	case SX_AND:
	case SX_OR:
		return a == SX_BOOLEAN && b == SX_BOOLEAN;
	case SX_QUOT:
	case SX_MOD:
		return a == SX_INTEGER && b == SX_INTEGER;
	case SX_EQ:
	case SX_NE:
		return numbers || (a == b && a == SX_BOOLEAN);
	default:
		return numbers;
	}
}

typedef struct movement {
	const co_context *c;
	bool moves;
} movement;

static bool see_movement(void *context, const sx_pool *pool, sx_ref e)
{
	movement *m = context;

	if (sx_op_of(pool, e) == SX_TIME ||
		(sx_op_of(pool, e) == SX_VAR && sm_var(m->c->m, sx_at(pool, e)->payload)->variability == SM_CONTINUOUS))
		m->moves = true;
	return !m->moves;
}

bool co_moves(co_context *c, sx_ref e)
{
	movement m = {c, false};

	sx_visit(c->pool, e, see_movement, &m);
	return m.moves;
}

/* REALs that move with time are equal at single points of time, which no step meets and rounding decides. Where a
 * condition is watched that is an error: CROSSES says what is meant. A statement may compare what is there at its
 * moment, and is told. */
static bool may_compare(co_scope *s, const co_node *n, sx_ref a, sx_ref b)
{
	bool watched = s->place == CO_IN_EQUATIONS || s->watched;
	const co_node *left = co_child(n, 0), *right = co_child(n, 1);

	if (s->place == CO_IN_PROCED || s->place == CO_IN_FUNCTION || (!co_moves(s->c, a) && !co_moves(s->c, b)))
		return true;
	sb_message *m = sb_report(
		s->c->diag, watched ? SB_ERROR : SB_WARNING, watched ? "K0386" : "K0387", n->span,
		watched ? "'%s' compares REALs that change all the time: they are equal only at single points"
				: "'%s' compares REALs that change all the time: rounding decides the result",
		n->name);
	bool names = left->kind == CO_NAME && right->kind != CO_BINARY;
	const char *x = names ? left->name : "X", *y = names && right->name ? right->name : "Y";
	if (s->watched)
		sb_help(m,
				"wait for one side, WAIT UNTIL %s >= %s, or allow a distance: ABS (%s - %s) < 1.0E-6",
				x, y, x, y);
	else if (watched)
		sb_help(m,
				"for a crossing write CONDIT ev: %s CROSSES %s END, or WHEN %s >= %s; for nearly equal values write "
				"ABS (%s - %s) < 1.0E-6",
				x, y, x, y, x, y);
	else
		sb_help(m, "write >= or <=, or allow a distance: ABS (%s - %s) < 1.0E-6", x, y);
	return !watched;
}

/* 0/x, 0*x, x**0 and 1**x are simplified where expressions are built, and what x is does not matter then. In a
 * statement it must have a value: the constant is kept in a local there. */
static sx_ref held_constant(co_scope *s, const co_node *n, sx_op op, sx_ref e)
{
	sx_pool *p = s->c->pool;
	bool one = op == SX_POW && sx_is_number(p, e, 1);

	if ((op != SX_DIV && op != SX_MUL && op != SX_POW) || !(one || sx_is_number(p, e, 0)) ||
		sx_type_of(p, e) == SX_BOOLEAN)
		return e;
	uint32_t local = co_local(s, one ? "1.0" : "0.0", sx_type_of(p, e), n->span);
	s->routine->locals.at[local].binding = one ? e : 0;
	return co_local_ref(s, local);
}

static sx_ref lower_binary(co_scope *s, const co_node *n)
{
	sx_pool *p = s->c->pool;
	sx_ref a = co_expr(s, co_child(n, 0)), b = co_expr(s, co_child(n, 1));
	sx_op op = SX_NOTHING;

	if (!a || !b)
		return 0;
	for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
		if (strcmp(n->name, operators[i].name) == 0)
			op = operators[i].op;
	if (op == SX_NOTHING || !fits(op, sx_type_of(p, a), sx_type_of(p, b)))
		return wrong_operands(s, n, a, b);
	if ((op == SX_EQ || op == SX_NE) && (sx_type_of(p, a) == SX_REAL || sx_type_of(p, b) == SX_REAL) &&
		!may_compare(s, n, a, b))
		return 0;
	bool whole = sx_type_of(p, a) == SX_INTEGER && sx_type_of(p, b) == SX_INTEGER;
	if (s->routine && !sx_is_const(p, a) != !sx_is_const(p, b)) {
		a = held_constant(s, n, op, a);
		b = held_constant(s, n, op, b);
	}
	if (op == SX_POW && whole && sx_is_const(p, b) && sx_int_value(p, b) >= 0 &&
		sx_int_value(p, b) <= 64) { /* I**2 is whole */
		sx_ref product = sx_int(p, 1);
		for (int64_t k = sx_int_value(p, b); k > 0; k--)
			product = sx_binary(p, SX_MUL, product, a);
		return product;
	}
	if (sx_type_of(p, a) == SX_BOOLEAN && (op == SX_EQ || op == SX_NE)) {
		sx_ref same = sx_binary(p, SX_OR, sx_binary(p, SX_AND, a, b),
								sx_binary(p, SX_AND, sx_unary(p, SX_NOT, a), sx_unary(p, SX_NOT, b)));
		return op == SX_EQ ? same : sx_unary(p, SX_NOT, same);
	}
	return sx_binary(p, op, a, b);
}

static sx_ref lower_unary(co_scope *s, const co_node *n)
{
	bool negation = strcmp(n->name, "NOT") == 0;
	sx_ref a =
		negation ? co_typed(s, co_child(n, 0), SX_BOOLEAN, "the operand of NOT") : co_expr(s, co_child(n, 0));

	if (!a)
		return 0;
	if (negation)
		return sx_unary(s->c->pool, SX_NOT, a);
	if (sx_type_of(s->c->pool, a) == SX_BOOLEAN || sx_type_of(s->c->pool, a) == SX_STRING)
		return co_convert(s, a, SX_REAL, n->span, "the operand of a sign");
	return n->name[0] == '-' ? sx_unary(s->c->pool, SX_NEG, a) : a;
}

static sx_ref lower_choice(co_scope *s, const co_node *n)
{
	sx_pool *p = s->c->pool;
	sx_ref condition = co_typed(s, co_child(n, 0), SX_BOOLEAN, "the condition after IF"),
		   yes = co_expr(s, co_child(n, 1)), no = co_expr(s, co_child(n, 2));

	if (!condition || !yes || !no)
		return 0;
	if (sx_type_of(p, yes) != sx_type_of(p, no)) {
		sx_type common = sx_type_of(p, yes) == SX_BOOLEAN ? SX_BOOLEAN : SX_REAL;
		yes = co_convert(s, yes, common, co_child(n, 1)->span, "this branch");
		no = co_convert(s, no, common, co_child(n, 2)->span, "this branch");
	}
	return yes && no ? sx_if(p, condition, yes, no) : 0;
}

static sx_ref lower_number(co_scope *s, const co_node *n)
{
	bool whole = !n->name || !n->name[strcspn(n->name, ".eEdD")];

	if (whole && fabs(n->number) < 9e15)
		return sx_int(s->c->pool, (int64_t)n->number);
	return sx_real(s->c->pool, n->number);
}

sx_ref co_expr(co_scope *s, const co_node *n)
{
	sx_ref e = 0;

	if (!n)
		return 0;
	if (++s->depth > DEEPEST) {
		sb_help(sb_report(s->c->diag, SB_ERROR, "K0334", n->span, "the expression is nested too deeply"),
				"divide it among several variables");
		s->depth--;
		return 0;
	}
	switch (n->kind) {
	case CO_NUMBER:
		e = lower_number(s, n);
		break;
	case CO_TEXT:
		e = sx_string(s->c->pool, n->text);
		break;
	case CO_NAME:
		e = lower_name(s, n);
		break;
	case CO_PRIME:
		e = lower_prime(s, n);
		break;
	case CO_APPLY:
		e = co_apply(s, n);
		break;
	case CO_UNARY:
		e = lower_unary(s, n);
		break;
	case CO_BINARY:
		e = lower_binary(s, n);
		break;
	case CO_CHOICE:
		e = lower_choice(s, n);
		break;
	default:
		sb_help(sb_report(s->c->diag, SB_ERROR, "K0335", n->span, "this has no value"),
				"NEW stands alone on the right of an assignment");
	}
	s->depth--;
	return e;
}
