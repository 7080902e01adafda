/* Numbers that statements compute. An equation is evaluated again and again, and a solver may come back from where it
 * has no value; a statement of a routine happens once, and what it has computed goes into variables, statistics and
 * other statements. So each operation that may have no value is looked at where it is done, and what is assigned is
 * looked at as a whole; the run ends with the operation, its operands and the line. The conditions that processes wait
 * for are looked at in the same way, and so are functions that ask for it (sm_function.definite): what they compute on
 * their way may have no influence on the result. A solver that tries a point at which they fail comes back.
 *
 * Other code is evaluated again and again too, but a relation, max or a function may hide that an operation in it has
 * no value: algorithms, functions, families, and what is computed in instants. There such an operation is *noticed*:
 * the evaluation goes on, and the engine asks afterwards (sc_noticed), where the values count. A number that is only
 * too large is none of them: 1/(1 + exp(x)) is zero then.
 *
 * What happens where one is found: runtime/undefined.c.
 *
 * The look is one comparison: z - z is zero for every number but the infinite ones and those that are none. */
#include "code/generate/generate.h"
#include "model/print/print.h"

#include <math.h>
#include <string.h>

enum { TEXT_MOST = 120 };

static void add_text(sc_emitter *em, sx_ref e, sb_text *out)
{
	sb_text one = {0};
	sm_print_expr_in(em->model, em->function, e, &one);
	if (one.n > TEXT_MOST)
		memcpy(one.at + TEXT_MOST - 3, "...", 4);
	sb_add(out, one.at ? one.at : "?");
	sb_text_free(&one);
}

/* The expression and its operands, as a C string; constants are operands that need no name. */
static const char *text_of(sc_emitter *em, sx_ref e)
{
	const sx_node *node = sx_at(em->pool, e);
	uint32_t count = node->count;
	sb_text plain = {0}, quoted = {0};
	if (em->definite == SC_NOTICED)
		sb_addc(&plain, SC_NOTICED_MARK);
	if (em->segments) {
		sb_add(&plain, "a formula of a compiled submodel");
		count = 0;
	} else {
		add_text(em, e, &plain);
	}
	for (uint32_t i = 0; i < count && i < 2; i++) {
		sb_addc(&plain, SC_SEPARATOR);
		if (!sx_is_const(em->pool, sx_arg(em->pool, e, i)))
			add_text(em, sx_arg(em->pool, e, i), &plain);
	}
	sc_put_string(plain.at, &quoted);
	const char *text = sb_strdup(em->arena, quoted.at);
	sb_text_free(&plain);
	sb_text_free(&quoted);
	return text;
}

static const char *function_of(sx_op op)
{
	switch (op) {
	case SX_SQRT: return "M.sqrt";
	case SX_LOG: return "M.log";
	case SX_LOG10: return "M.log10";
	case SX_ASIN: return "M.asin";
	case SX_ACOS: return "M.acos";
	case SX_EXP: return "M.exp";
	case SX_TAN: return "M.tan";
	case SX_SINH: return "M.sinh";
	case SX_COSH: return "M.cosh";
	default: return NULL;
	}
}

static bool is_power(const sc_emitter *em, sx_ref e)
{
	return sx_op_of(em->pool, e) == SX_POW && !sx_is_number(em->pool, sx_arg(em->pool, e, 1), 2);
}

/* What can be noticed: what is divided by a number, or grows, has a value. */
static bool is_noticed(const sc_emitter *em, sx_ref e)
{
	sx_op op = sx_op_of(em->pool, e);
	if (op == SX_EXP || op == SX_TAN || op == SX_SINH || op == SX_COSH)
		return false;
	sx_ref first = sx_arg(em->pool, e, 0), second = sx_at(em->pool, e)->count > 1 ? sx_arg(em->pool, e, 1) : 0;
	if (op == SX_SQRT                                    ? ss_is_not_negative(em->pool, first)
		: op == SX_LOG || op == SX_LOG10 || op == SX_POW ? ss_is_positive(em->pool, first)
														 : op == SX_DIV && ss_is_positive(em->pool, second))
		return false;
	if (!second || !sx_is_const(em->pool, second))
		return true;
	double number = sx_real_value(em->pool, second);
	return op == SX_DIV ? number == 0 : number < 0 || number != floor(number);
}

bool sc_is_indefinite(const sc_emitter *em, sx_ref e)
{
	sx_op op = sx_op_of(em->pool, e);
	if (em->definite == SC_NOTICED && sx_type_of(em->pool, e) == SX_REAL &&
		(op == SX_DIV || is_power(em, e) || function_of(op)) && !is_noticed(em, e))
		return false;
	return em->definite && sx_type_of(em->pool, e) == SX_REAL && (op == SX_DIV || is_power(em, e) || function_of(op));
}

/* In the code of a source: what is odd is done again elsewhere, and said there. */
static void put_odd(sc_emitter *em, sx_ref e, const char *function, sb_text *out)
{
	sb_addf(out, "sc_odd_real(&odd, %s(", function ? function : "");
	sc_put(em, sx_arg(em->pool, e, 0), out);
	if (sx_at(em->pool, e)->count > 1) {
		sb_add(out, function ? ", " : ") / (");
		sc_put(em, sx_arg(em->pool, e, 1), out);
	}
	sb_add(out, "))");
}

bool sc_put_definite(sc_emitter *em, sx_ref e, sb_text *out)
{
	sx_op op = sx_op_of(em->pool, e);
	const char *function = is_power(em, e) ? "M.pow" : function_of(op);
	if (!sc_is_indefinite(em, e))
		return false;
	if (em->straight) {
		put_odd(em, e, function, out);
		return true;
	}
	uint32_t count = sx_at(em->pool, e)->count;
	int site = sc_site_here(em);
	em->plain = false;
	sb_addf(out, "%s(d, %d, ",
			op == SX_DIV    ? "sc_quotient"
			: op == SX_SQRT ? "sc_root"
			: count > 1     ? "sc_of_two"
							: "sc_of_one",
			site);
	sb_add(out, text_of(em, e));
	if (function && op != SX_SQRT)
		sb_addf(out, ", %s", function);
	for (uint32_t i = 0; i < count; i++) {
		sb_add(out, ", ");
		sc_put(em, sx_arg(em->pool, e, i), out);
	}
	sb_addc(out, ')');
	return true;
}

/* What is read or asked for is a number already, and an operation that was looked at needs no second look. */
const char *sc_definite(sc_emitter *em, sx_ref e, const char *value)
{
	sx_op op = sx_op_of(em->pool, e);
	bool known = op == SX_CONST || op == SX_VAR || op == SX_LOCAL || op == SX_TIME || op == SX_ASK ||
				 op == SX_TO_REAL || op == SX_DIV || function_of(op) || is_power(em, e);
	if (!em->definite || em->definite == SC_NOTICED || known || sx_type_of(em->pool, e) != SX_REAL)
		return value;
	int site = sc_site_here(em);
	const char *text = text_of(em, e);
	return sb_printf(em->arena, "sc_number(d, %d, %s, %s)", site, text, value);
}

const char *sc_definite_result(sc_emitter *em, sx_ref target, const char *value)
{
	if (!em->definite || em->definite == SC_NOTICED || sx_type_of(em->pool, target) != SX_REAL)
		return value;
	int site = sc_site_here(em);
	return sb_printf(em->arena, "sc_number(d, %d, %s, %s)", site, text_of(em, target), value);
}
