/* Expressions as C text, operator by operator. */
#include "code/generate/generate.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { DEEPEST = 6000 };     /* nesting of what cannot be computed before */

const char *sc_ctype(sx_type type)
{
	return type == SX_REAL ? "double" : type == SX_STRING ? "const char *" : "long long";
}

void sc_indent(sc_emitter *em)
{
	for (uint32_t i = 0; i <= em->level && i < 12; i++)
		sb_addc(em->at, '\t');
}

void sc_line(sc_emitter *em, const char *format, ...)
{
	char small[512];
	va_list list, again;
	va_start(list, format);
	va_copy(again, list);
	sc_indent(em);
	int n = vsnprintf(small, sizeof small, format, list);
	if (n >= (int)sizeof small) {
		char *large = sb_alloc(em->arena, (size_t)n + 1);
		vsnprintf(large, (size_t)n + 1, format, again);
		sb_addn(em->at, large, (size_t)n);
	} else if (n > 0) {
		sb_addn(em->at, small, (size_t)n);
	}
	sb_addc(em->at, '\n');
	va_end(again);
	va_end(list);
}

void sc_trouble(sc_emitter *em, const char *format, ...)
{
	char why[512];
	va_list list;
	va_start(list, format);
	vsnprintf(why, sizeof why, format, list);
	va_end(list);
	if (!em->failed) {
		sb_message *m = sb_report(em->model->diag, SB_ERROR, "C0105", em->span, "no code can be made for '%s': %s",
			em->what ? em->what : em->model->name, why);
		sb_help(m, "write it in another way, in smaller parts");
	}
	em->failed = true;
}

static int site_of(sc_emitter *em, const char *array, int64_t lower)
{
	const sc_site *last = em->sites.n ? &em->sites.at[em->sites.n - 1] : NULL;
	if (em->segments)
		return -1;                   /* whoever calls it */
	bool inside = em->function && !em->frame;
	if (!last || last->what != em->what || last->in_function != inside || last->array != array || last->lower != lower
		|| memcmp(&last->span, &em->span, sizeof last->span) != 0) {
		sc_site site = { em->span, em->what, inside, array, lower };
		sb_push(em->kept, em->sites, site);
	}
	return (int)em->sites.n - 1;
}

int sc_site_here(sc_emitter *em)
{
	em->may_fail = true;
	if (em->frame && em->statement_site)
		return (int)em->statement_site - 1;
	return site_of(em, NULL, 1);
}

int sc_site_of_subscript(sc_emitter *em, const char *array, int64_t lower)
{
	em->may_fail = true;
	return site_of(em, array, lower);
}

void sc_put_string(const char *text, sb_text *out)
{
	sb_addc(out, '"');
	for (; *text; text++) {
		unsigned char c = (unsigned char)*text;
		if (c < 32 || c > 126 || c == '"' || c == '\\' || c == '?')
			sb_addf(out, "\\%03o", c);
		else
			sb_addc(out, (char)c);
	}
	sb_addc(out, '"');
}

void sc_put_real(double value, sb_text *out)
{
	char text[32];
	if (!isfinite(value)) {
		sb_add(out, isnan(value) ? "M.nan" : value > 0 ? "M.inf" : "(-M.inf)");
		return;
	}
	sb_real_text(text, value);
	const char *point = strpbrk(text, ".e") ? "" : ".0";
	sb_addf(out, text[0] == '-' ? "(%s%s)" : "%s%s", text, point);
}

static void put_const(sc_emitter *em, sx_ref e, sb_text *out)
{
	switch (sx_type_of(em->pool, e)) {
	case SX_REAL: {
		int64_t table = sc_roll_step(em, e);
		if (table < 0)
			sc_put_element(em, sb_printf(em->arena, "k%lld", (long long)-table - 1), 0, 1, out);
		else
			sc_put_real(sx_real_value(em->pool, e), out);
		break;
	}
	case SX_STRING: sc_put_string(sx_string_value(em->pool, e), out); break;
	default: {
		int64_t v = sx_int_value(em->pool, e);
		if (v == INT64_MIN)
			sb_add(out, "(-9223372036854775807LL - 1)");
		else
			sb_addf(out, v < 0 ? "(%lldLL)" : v > 2147483647 ? "%lldLL" : "%lld", (long long)v);
	}
	}
}

/* --------------------------------------------------------------------------------------- operators */

static void put_binary(sc_emitter *em, sx_ref e, const char *operator, sb_text *out)
{
	sb_addc(out, '(');
	sc_put(em, sx_arg(em->pool, e, 0), out);
	sb_addf(out, " %s ", operator);
	sc_put(em, sx_arg(em->pool, e, 1), out);
	sb_addc(out, ')');
}

/* name(lead, arguments): lead is "" or ends with a comma */
static void put_function(sc_emitter *em, sx_ref e, const char *name, const char *lead, sb_text *out)
{
	uint32_t n = sx_at(em->pool, e)->count;
	sb_addf(out, "%s(%s", name, lead);
	for (uint32_t i = 0; i < n; i++) {
		if (i)
			sb_add(out, ", ");
		sc_put(em, sx_arg(em->pool, e, i), out);
	}
	sb_addc(out, ')');
}

typedef struct branch { sb_text statements, value; } branch;

static branch put_branch(sc_emitter *em, sx_ref e)
{
	branch b = {{0}, {0}};
	sb_text *at = em->at;
	em->at = &b.statements;
	uint32_t mark = sc_scope_open(em);
	sc_put(em, e, &b.value);
	sc_scope_close(em, mark);
	em->at = at;
	return b;
}

static const char *text_or(const sb_text *text, const char *otherwise)
{
	return text->n ? text->at : otherwise;
}

static void branch_free(branch *b)
{
	sb_text_free(&b->statements);
	sb_text_free(&b->value);
}

/* One arm of an if statement that sets `name`. */
static void write_arm(sc_emitter *em, const char *name, branch *b)
{
	sb_add(em->at, text_or(&b->statements, ""));
	em->level++;
	sc_indent(em);
	sb_addf(em->at, "%s = ", name);
	sb_add(em->at, text_or(&b->value, "0"));
	sb_add(em->at, ";\n");
	em->level--;
}

static void put_if(sc_emitter *em, sx_ref e, sb_text *out)
{
	sb_text condition = {0};
	sc_put(em, sx_arg(em->pool, e, 0), &condition);
	branch yes = put_branch(em, sx_arg(em->pool, e, 1)), no = put_branch(em, sx_arg(em->pool, e, 2));
	if (yes.statements.n == 0 && no.statements.n == 0) {
		sb_addc(out, '(');
		sb_add(out, text_or(&condition, "0"));
		sb_add(out, " ? ");
		sb_add(out, text_or(&yes.value, "0"));
		sb_add(out, " : ");
		sb_add(out, text_or(&no.value, "0"));
		sb_addc(out, ')');
	} else {
		uint32_t t = em->temps++;
		char name[16];
		snprintf(name, sizeof name, "t%u", t);
		sc_indent(em);
		sb_addf(em->at, "%s %s;\n", sc_ctype(sx_type_of(em->pool, e)), name);
		sc_indent(em);
		sb_add(em->at, "if (");
		sb_add(em->at, text_or(&condition, "0"));
		sb_add(em->at, ") {\n");
		write_arm(em, name, &yes);
		sc_line(em, "} else {");
		write_arm(em, name, &no);
		sc_line(em, "}");
		sb_add(out, name);
	}
	branch_free(&yes);
	branch_free(&no);
	sb_text_free(&condition);
}

static void put_logic(sc_emitter *em, sx_ref e, sb_text *out)
{
	bool is_and = sx_op_of(em->pool, e) == SX_AND;
	sb_text first = {0};
	sc_put(em, sx_arg(em->pool, e, 0), &first);
	branch second = put_branch(em, sx_arg(em->pool, e, 1));
	if (second.statements.n == 0) {
		sb_addc(out, '(');
		sb_add(out, text_or(&first, "0"));
		sb_add(out, is_and ? " && " : " || ");
		sb_add(out, text_or(&second.value, "0"));
		sb_addc(out, ')');
	} else {
		char name[16];
		snprintf(name, sizeof name, "t%u", em->temps++);
		sc_line(em, "long long %s = %d;", name, !is_and);
		sc_indent(em);
		sb_add(em->at, is_and ? "if (" : "if (!");
		sb_add(em->at, text_or(&first, "0"));
		sb_add(em->at, ") {\n");
		write_arm(em, name, &second);
		sc_line(em, "}");
		sb_add(out, name);
	}
	branch_free(&second);
	sb_text_free(&first);
}

/* t%u = t%u joined with the value. Sums and products of Integers are looked at as all others. */
static void write_joining(sc_emitter *em, sx_op op, bool real, uint32_t t, const char *value)
{
	bool whole = !real && (op == SX_SUM || op == SX_PRODUCT);
	sc_indent(em);
	if (whole) {
		em->plain = false;
		sb_addf(em->at, "t%u = %s(d, %d, t%u, ", t, op == SX_SUM ? "sc_iadd" : "sc_imul", sc_site_here(em), t);
	} else {
		sb_addf(em->at, op == SX_SUM ? "t%u = t%u + " : op == SX_PRODUCT ? "t%u = t%u * "
			: op == SX_MINIMUM ? (real ? "t%u = sc_min(t%u, " : "t%u = sc_imin(t%u, ")
			: (real ? "t%u = sc_max(t%u, " : "t%u = sc_imax(t%u, "), t, t);
	}
	sb_add(em->at, value);
	sb_add(em->at, whole || op == SX_MINIMUM || op == SX_MAXIMUM ? ");\n" : ";\n");
}

typedef struct reducing { sx_ref e; uint32_t t; } reducing;

/* One part of the range, in which all that the sum goes through lies regularly: see loop.c. */
static void write_part(sc_emitter *em, const void *what, uint32_t counter, int64_t rounds)
{
	const reducing *r = what;
	branch body = put_branch(em, sx_arg(em->pool, r->e, 3));
	sc_line(em, "for (int q%u = 0; q%u < %lld; q%u++) {", counter, counter, (long long)rounds, counter);
	sb_add(em->at, text_or(&body.statements, ""));
	em->level++;
	write_joining(em, sx_op_of(em->pool, r->e), sx_type_of(em->pool, r->e) == SX_REAL, r->t, text_or(&body.value, "0"));
	em->level--;
	sc_line(em, "}");
	branch_free(&body);
}

static void put_reduction(sc_emitter *em, sx_ref e, sb_text *out)
{
	sx_op op = sx_op_of(em->pool, e);
	bool real = sx_type_of(em->pool, e) == SX_REAL;
	uint32_t iterator = sx_at(em->pool, sx_arg(em->pool, e, 0))->payload, t = em->temps++;
	const char *start = op == SX_SUM ? (real ? "0.0" : "0") : op == SX_PRODUCT ? (real ? "1.0" : "1")
		: op == SX_MINIMUM ? (real ? "1.7976931348623157e308" : "9223372036854775807LL")
		: (real ? "-1.7976931348623157e308" : "-9223372036854775807LL");
	sc_line(em, "%s t%u = %s;", real ? "double" : "long long", t, start);
	sb_addf(out, "t%u", t);
	reducing r = { e, t };
	if (sc_sum(em, e, write_part, &r))
		return;
	sb_text from = {0}, to = {0};
	sc_put(em, sx_arg(em->pool, e, 1), &from);
	sc_put(em, sx_arg(em->pool, e, 2), &to);
	branch body = put_branch(em, sx_arg(em->pool, e, 3));
	sc_indent(em);
	sb_addf(em->at, "for (long long it%u = ", iterator);
	sb_add(em->at, text_or(&from, "0"));
	sb_addf(em->at, ", last%u = ", t);
	sb_add(em->at, text_or(&to, "0"));
	sb_addf(em->at, "; it%u <= last%u && !d->failed; it%u++) {\n", iterator, t, iterator);
	sb_add(em->at, text_or(&body.statements, ""));
	em->level++;
	write_joining(em, op, real, t, text_or(&body.value, "0"));
	em->level--;
	sc_line(em, "}");
	branch_free(&body);
	sb_text_free(&from);
	sb_text_free(&to);
}

static void put_relation(sc_emitter *em, sx_ref e, const char *operator, sb_text *out)
{
	if (sx_type_of(em->pool, sx_arg(em->pool, e, 0)) != SX_STRING) {
		put_binary(em, e, operator, out);
		return;
	}
	sb_addc(out, '(');
	put_function(em, e, "d->services->compare", "", out);
	sb_addf(out, " %s 0)", operator);
	em->plain = false;
}

/* x^2 is x*x, as constant folding does it; x must be a name to be written twice. */
static void put_power(sc_emitter *em, sx_ref e, sb_text *out)
{
	sx_ref base = sx_arg(em->pool, e, 0), exponent = sx_arg(em->pool, e, 1);
	if (!sx_is_number(em->pool, exponent, 2)) {
		put_function(em, e, sx_is_const(em->pool, exponent) ? "M.pow" : "sc_pow", "", out);
		return;
	}
	sb_text x = {0};
	if (sx_flags(em->pool, base) & SX_HAS_ASK) {
		sc_put(em, base, &x);
		sc_line(em, "const double t%u = %s;", em->temps, x.at);
		x.n = 0;
		sb_addf(&x, "t%u", em->temps++);
	} else {
		if (!sc_is_leaf(em, base) && !sc_name_known(em, base))
			sc_make_temporary(em, base);
		sc_put(em, base, &x);
	}
	sb_addc(out, '(');
	sb_add(out, text_or(&x, "0"));
	sb_add(out, " * ");
	sb_add(out, text_or(&x, "0"));
	sb_addc(out, ')');
	sb_text_free(&x);
}

/* Integer operations that have no answer for some operands say so. */
static void put_checked(sc_emitter *em, sx_ref e, const char *name, sb_text *out)
{
	char lead[32], odd[32];
	snprintf(lead, sizeof lead, "d, %d, ", sc_site_here(em));
	snprintf(odd, sizeof odd, "sc_odd_%s", name + 3);
	em->plain = false;
	put_function(em, e, em->straight ? odd : name, em->straight ? "&odd, " : lead, out);
}

static void put_to_string(sc_emitter *em, sx_ref e, sb_text *out)
{
	sx_ref value = sx_arg(em->pool, e, 0);
	sx_type type = sx_type_of(em->pool, value);
	em->plain = false;
	em->strings = true;
	if (type == SX_STRING) {
		sc_put(em, value, out);
		return;
	}
	if (sx_type_of(em->pool, sx_arg(em->pool, e, 1)) == SX_STRING) {
		sb_addf(out, "d->services->%s(d, ", type == SX_REAL ? "real_format" : "int_format");
		sc_put(em, value, out);
		sb_add(out, ", ");
		sc_put(em, sx_arg(em->pool, e, 1), out);
		sb_addc(out, ')');
		return;
	}
	sb_addf(out, "d->services->%s(d, ", type == SX_REAL ? "real_text" : type == SX_INTEGER ? "int_text" : "bool_text");
	sc_put(em, value, out);
	for (uint32_t i = type == SX_REAL ? 1 : 2; i < 4; i++) {
		sb_add(out, ", ");
		sc_put(em, sx_arg(em->pool, e, i), out);
	}
	sb_addc(out, ')');
}

static void put_delay(sc_emitter *em, sx_ref e, sb_text *out)
{
	em->plain = false;
	sb_addf(out, "d->services->delay(d, %u, ", sx_at(em->pool, e)->payload);
	sc_put(em, sx_arg(em->pool, e, 0), out);
	sb_add(out, ", ");
	sc_put(em, sx_arg(em->pool, e, 1), out);
	sb_addc(out, ')');
}

static void put_transported(sc_emitter *em, sx_ref e, sb_text *out)
{
	uint32_t payload = sx_at(em->pool, e)->payload;
	bool passes = sx_at(em->pool, e)->count == 3;        /* what goes in is what the end shows */
	em->plain = false;
	if (passes) {
		sb_add(out, payload % 8 == SX_END_0 ? "(" : "(!");
		sc_put(em, sx_arg(em->pool, e, 1), out);
		sb_add(out, " ? ");
		sc_put(em, sx_arg(em->pool, e, 2), out);
		sb_add(out, " : ");
	}
	sb_addf(out, "d->services->transport(d, %u, %u, ", payload / 8, payload % 8);
	sc_put(em, sx_arg(em->pool, e, 0), out);
	sb_add(out, ", ");
	sc_put(em, sx_arg(em->pool, e, 1), out);
	sb_add(out, passes ? "))" : ")");
}

static void put_size(sc_emitter *em, sx_ref e, sb_text *out)
{
	sc_array array = sc_put_array(em, sx_arg(em->pool, e, 0), SX_NOTYPE);
	sx_ref which = sx_arg(em->pool, e, 1);
	int64_t k = sx_is_const(em->pool, which) ? sx_int_value(em->pool, which) : 0;
	if (k < 1 || k > array.rank)
		sc_trouble(em, "size() of a dimension that is not there");
	else
		sb_add(out, array.dims[k - 1]);
}

static void put_part(sc_emitter *em, const char *name, const char *condition, branch *b)
{
	sc_indent(em);
	sb_addf(em->at, "double %s = 0;\n", name);
	sc_indent(em);
	sb_addf(em->at, "if (%s) {\n", condition);
	write_arm(em, name, b);
	sc_line(em, "}");
	branch_free(b);
}

/* What does not count is not computed: where the way begins, the actual expression may have no value, which is why
 * there is a simple one. */
static void put_homotopy(sc_emitter *em, sx_ref e, sb_text *out)
{
	char actual[16], simple[16];

	if (!em->plan->uses_homotopy) {
		sc_put(em, sx_arg(em->pool, e, 0), out);
		return;
	}
	branch first = put_branch(em, sx_arg(em->pool, e, 0)), second = put_branch(em, sx_arg(em->pool, e, 1));
	snprintf(actual, sizeof actual, "t%u", em->temps++);
	snprintf(simple, sizeof simple, "t%u", em->temps++);
	put_part(em, actual, "d->lambda != 0.0", &first);
	put_part(em, simple, "d->lambda != 1.0", &second);
	sb_addf(out, "(d->lambda * %s + (1.0 - d->lambda) * %s)", actual, simple);
}

static void put_arithmetic(sc_emitter *em, sx_ref e, sb_text *out)
{
	sx_op op = sx_op_of(em->pool, e);
	if (sc_can_overflow(em, e))
		put_checked(em, e, op == SX_ADD ? "sc_iadd" : op == SX_SUB ? "sc_isub" : "sc_imul", out);
	else
		put_binary(em, e, op == SX_ADD ? "+" : op == SX_SUB ? "-" : "*", out);
}

/* Leaves and what has one plain spelling. False: not one of these. */
static bool put_simple(sc_emitter *em, sx_ref e, sb_text *out)
{
	const sx_node *node = sx_at(em->pool, e);
	bool real = node->type == SX_REAL;
	switch (node->op) {
	case SX_CONST: put_const(em, e, out); return true;
	case SX_VAR: case SX_LOCAL: case SX_DER: case SX_PRE: sc_put_leaf(em, e, out); return true;
	case SX_ITER: sc_put_iterator(em, node->payload, out); return true;
	case SX_TIME: em->used |= SC_USE_TIME; sb_add(out, "time"); return true;
	case SX_INITIAL: sb_add(out, "d->initial"); return true;
	case SX_TERMINAL: sb_add(out, "d->terminal"); return true;
	case SX_LATCH:
		em->used |= SC_USE_LATCH;
		sb_add(out, real ? "(double)" : "");
		sc_put_latch(em, e, out);
		return true;
	case SX_SAMPLE:
		em->used |= SC_USE_CLOCK;
		sc_put_element(em, "clock", node->payload, sc_roll_step(em, e), out);
		return true;
	case SX_ADD: case SX_SUB: case SX_MUL: put_arithmetic(em, e, out); return true;
	case SX_DIV: put_binary(em, e, "/", out); return true;
	case SX_LT: put_relation(em, e, "<", out); return true;
	case SX_LE: put_relation(em, e, "<=", out); return true;
	case SX_GT: put_relation(em, e, ">", out); return true;
	case SX_GE: put_relation(em, e, ">=", out); return true;
	case SX_EQ: put_relation(em, e, "==", out); return true;
	case SX_NE: put_relation(em, e, "!=", out); return true;
	case SX_NEG: put_function(em, e, "(-", "", out); sb_addc(out, ')'); return true;
	case SX_NOT: put_function(em, e, "(!", "", out); sb_addc(out, ')'); return true;
	case SX_TO_REAL: put_function(em, e, "(double)", "", out); return true;
	case SX_TO_INTEGER: case SX_NOEVENT: case SX_SMOOTH: sc_put(em, sx_arg(em->pool, e, 0), out); return true;
	default: return false;
	}
}

static const char *math_name(const sx_node *node)
{
	bool real = node->type == SX_REAL;
	switch (node->op) {
	case SX_SIN: return "M.sin";
	case SX_COS: return "M.cos";
	case SX_TAN: return "M.tan";
	case SX_ASIN: return "M.asin";
	case SX_ACOS: return "M.acos";
	case SX_ATAN: return "M.atan";
	case SX_ATAN2: return "M.atan2";
	case SX_SINH: return "M.sinh";
	case SX_COSH: return "M.cosh";
	case SX_TANH: return "M.tanh";
	case SX_EXP: return "M.exp";
	case SX_LOG: return "M.log";
	case SX_LOG10: return "M.log10";
	case SX_SQRT: return "sc_sqrt";
	case SX_ABS: return real ? "sc_abs" : "sc_iabs";
	case SX_MIN: return real ? "sc_min" : "sc_imin";
	case SX_MAX: return real ? "sc_max" : "sc_imax";
	case SX_FLOOR: return "M.floor";
	case SX_CEIL: return "M.ceil";
	case SX_QUOT: return real ? "sc_div" : NULL;
	case SX_MOD: return real ? "sc_mod" : NULL;
	case SX_REM: return real ? "sc_rem" : NULL;
	default: return NULL;
	}
}

static void put_rest(sc_emitter *em, sx_ref e, sb_text *out)
{
	const sx_node *node = sx_at(em->pool, e);
	switch (node->op) {
	case SX_POW: put_power(em, e, out); break;
	case SX_AND: case SX_OR: put_logic(em, e, out); break;
	case SX_IF: put_if(em, e, out); break;
	case SX_SIGN:
		put_function(em, e, sx_type_of(em->pool, sx_arg(em->pool, e, 0)) == SX_REAL ? "sc_sign" : "sc_isign", "", out);
		break;
	case SX_INTEGER_OF: put_checked(em, e, "sc_integer", out); break;
	case SX_QUOT: put_checked(em, e, "sc_iquot", out); break;
	case SX_MOD: put_checked(em, e, "sc_imod", out); break;
	case SX_REM: put_checked(em, e, "sc_irem", out); break;
	case SX_DELAY: put_delay(em, e, out); break;
	case SX_TRANSPORTED: put_transported(em, e, out); break;
	case SX_HOMOTOPY: put_homotopy(em, e, out); break;
	case SX_CONCAT:
		em->plain = false;
		em->strings = true;
		put_function(em, e, "d->services->concat", "d, ", out);
		break;
	case SX_TO_STRING: put_to_string(em, e, out); break;
	case SX_CALL: sc_put_call(em, e, 0, out); break;
	case SX_OUT: sc_put_call(em, sx_arg(em->pool, e, 0), node->payload, out); break;
	case SX_AT: sc_put_at(em, e, out); break;
	case SX_ASK: sc_put_ask(em, e, out); break;
	case SX_SIZE: put_size(em, e, out); break;
	case SX_SUM: case SX_PRODUCT: case SX_MINIMUM: case SX_MAXIMUM: put_reduction(em, e, out); break;
	default:
		sc_trouble(em, "the operator %s stands where it has no value", sx_op_name(node->op));
		sb_addc(out, '0');
	}
}

void sc_put_node(sc_emitter *em, sx_ref e, sb_text *out)
{
	if (em->failed || em->depth > DEEPEST) {
		if (!em->failed)
			sc_trouble(em, "the expression is nested too deeply");
		sb_addc(out, '0');
		return;
	}
	em->depth++;
	const char *math = math_name(sx_at(em->pool, e));
	if (em->definite && sc_put_definite(em, e, out)) {
		em->depth--;
		return;
	}
	if (math)
		put_function(em, e, math, "", out);
	else if (!put_simple(em, e, out))
		put_rest(em, e, out);
	em->depth--;
}
