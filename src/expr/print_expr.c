/* Printing as Modelica, with no more brackets than it takes to read the same tree back. For messages about COSY the
 * words are those of COSY.
 *
 * The pieces still to write are on a stack: handles with the precedence that they must at least have, and fixed texts.
 * Shared subexpressions are written each time they are used, so a small pool can hold a gigantic text; past a limit the
 * rest is written as dots.
 */
#include "expr/pool.h"
#include "expr/scratch.h"

#include <math.h>
#include <string.h>

#define LONGEST ((size_t)64 << 20)

/* The minus sign binds like a sum: -x^2, -x*y, (-x)*y. */
enum { ANY, OR_LEVEL, AND_LEVEL, NOT_LEVEL, RELATION, TERM, FACTOR, POWER, PRIMARY };

static const char *const texts[] = {
	"", "(", ")", ", ", "[", "]", "{", "}", "if ", " then ", " else ", "not ", "-", "*", "/", "^", " + ", " - ", " < ",
	" <= ", " > ", " >= ", " == ", " <> ", " and ", " or ", " for ", " in ", ":", "significantDigits = ",
	"minimumLength = ", "leftJustified = ", "format = ", "'"
};
static const char *const capitals[] = {
	"", "(", ")", ", ", "[", "]", "{", "}", "IF ", " THEN ", " ELSE ", "NOT ", "-", "*", "/", "^", " + ", " - ", " < ",
	" <= ", " > ", " >= ", " = ", " <> ", " AND ", " OR ", " for ", " in ", ":", "", "", "", "", "'"
};
enum { T_NONE, T_OPEN, T_CLOSE, T_COMMA, T_SUBSCRIPT, T_SUBSCRIPT_END, T_BRACE, T_BRACE_END, T_IF, T_THEN, T_ELSE,
	T_NOT, T_MINUS, T_MUL, T_DIV, T_POW, T_ADD, T_SUB, T_LT, T_LE, T_GT, T_GE, T_EQ, T_NE, T_AND, T_OR, T_FOR, T_IN,
	T_TO, T_DIGITS, T_LENGTH, T_LEFT, T_FORMAT, T_PRIME };

/* Pairs on the stack: a handle and its lowest precedence, or 0 and the number of a text. The pieces of a node are
 * collected in the order of writing and then turned over onto the stack. */
typedef struct writer {
	const sx_pool *pool;
	sx_printer *printer;
	sb_text *out;
	sx_stack todo, pieces;
} writer;

static bool in_capitals(const writer *w)
{
	return w->printer && w->printer->capitals;
}

static void put_text(writer *w, uint32_t text)
{
	sx_stack_push(&w->pieces, 0);
	sx_stack_push(&w->pieces, text);
}

static void put(writer *w, sx_ref e, uint32_t level)
{
	sx_stack_push(&w->pieces, e);
	sx_stack_push(&w->pieces, level);
}

static bool is_negative(const sx_pool *pool, sx_ref e)
{
	if (!sx_is_const(pool, e))
		return false;
	return sx_type_of(pool, e) == SX_REAL ? signbit(sx_real_value(pool, e)) != 0
		: sx_type_of(pool, e) == SX_INTEGER && sx_int_value(pool, e) < 0;
}

static int level_of(const sx_pool *pool, sx_ref e)
{
	switch (sx_op_of(pool, e)) {
	case SX_CONST: return is_negative(pool, e) ? TERM : PRIMARY;
	case SX_NEG: case SX_ADD: case SX_SUB: case SX_CONCAT: return TERM;
	case SX_MUL: case SX_DIV: return is_negative(pool, sx_arg(pool, e, 0)) ? TERM : FACTOR;
	case SX_POW: return POWER;
	case SX_LT: case SX_LE: case SX_GT: case SX_GE: case SX_EQ: case SX_NE: return RELATION;
	case SX_AND: return AND_LEVEL;
	case SX_OR: return OR_LEVEL;
	case SX_NOT: return NOT_LEVEL;
	case SX_IF: return ANY;
	default: return PRIMARY;
	}
}

static void write_string(sb_text *out, const char *s)
{
	sb_addc(out, '"');
	for (; *s; s++)
		switch (*s) {
		case '"': sb_add(out, "\\\""); break;
		case '\\': sb_add(out, "\\\\"); break;
		case '\n': sb_add(out, "\\n"); break;
		case '\t': sb_add(out, "\\t"); break;
		case '\r': sb_add(out, "\\r"); break;
		default: sb_addc(out, *s);
		}
	sb_addc(out, '"');
}

static void write_const(writer *w, sx_ref e)
{
	char number[32];
	switch (sx_type_of(w->pool, e)) {
	case SX_REAL:
		sb_real_text(number, sx_real_value(w->pool, e));      /* 2, not 2.0: as people write it */
		sb_add(w->out, number);
		break;
	case SX_INTEGER: sb_addf(w->out, "%lld", (long long)sx_int_value(w->pool, e)); break;
	case SX_BOOLEAN:
		sb_add(w->out, in_capitals(w)             ? (sx_int_value(w->pool, e) ? "TRUE" : "FALSE")
					   : sx_int_value(w->pool, e) ? "true"
												  : "false");
		break;
	default: write_string(w->out, sx_string_value(w->pool, e));
	}
}

static void put_list(writer *w, sx_ref e, uint32_t from, uint32_t open, uint32_t close)
{
	put_text(w, open);
	for (uint32_t i = from; i < sx_at(w->pool, e)->count; i++) {
		if (i > from)
			put_text(w, T_COMMA);
		put(w, sx_arg(w->pool, e, i), ANY);
	}
	put_text(w, close);
}

static void write_name(writer *w, sx_ref e, const char *prefix)
{
	const sx_node *node = sx_at(w->pool, e);
	bool hooked = w->printer && w->printer->leaf;
	if (hooked)
		w->printer->leaf(w->printer, w->pool, e, w->out);
	else
		sb_addf(w->out, "%s%u", prefix, node->payload);
	if (node->op == SX_CALL)
		put_list(w, e, 0, T_OPEN, T_CLOSE);
	else if (!hooked && node->count)
		put_list(w, e, 0, T_SUBSCRIPT, T_SUBSCRIPT_END);
}

static void write_iterator(writer *w, sx_ref e)
{
	if (w->printer && w->printer->valid)
		w->printer->leaf(w->printer, w->pool, e, w->out);
	else
		sb_add(w->out, sx_iter_name(w->pool, sx_at(w->pool, e)->payload));
}

/* Only names have subscripts without brackets around them. */
static void put_element(writer *w, sx_ref e)
{
	sx_op op = sx_op_of(w->pool, sx_arg(w->pool, e, 0));
	bool brackets = w->printer && w->printer->valid && op != SX_VAR && op != SX_LOCAL;
	if (brackets)
		put_text(w, T_OPEN);
	put(w, sx_arg(w->pool, e, 0), PRIMARY);
	if (brackets)
		put_text(w, T_CLOSE);
	put_list(w, e, 1, T_SUBSCRIPT, T_SUBSCRIPT_END);
}

static void put_result(writer *w, sx_ref e)
{
	if (w->printer && w->printer->valid) {
		w->printer->leaf(w->printer, w->pool, e, w->out);
		put_list(w, sx_arg(w->pool, e, 0), 0, T_OPEN, T_CLOSE);
		return;
	}
	sb_addf(w->out, "result %u of ", sx_at(w->pool, e)->payload + 1);
	put(w, sx_arg(w->pool, e, 0), ANY);
}

/* {} has no type, so it cannot be read again. */
static void put_nothing(writer *w, sx_ref e, const uint32_t *dims, uint32_t rank)
{
	sx_type type = sx_type_of(w->pool, e);
	if (!w->printer || !w->printer->valid) {
		put_text(w, T_BRACE);
		put_text(w, T_BRACE_END);
		return;
	}
	sb_add(w->out, type == SX_STRING    ? "fill(\"\""
				   : type == SX_BOOLEAN ? "fill(false"
				   : type == SX_REAL    ? "fill(0.0"
										: "fill(0");
	for (uint32_t i = 0; i < rank; i++)
		sb_addf(w->out, ", %u", dims[i]);
	sb_addc(w->out, ')');
}

static void put_array(writer *w, sx_ref e)
{
	uint32_t rank, count = sx_at(w->pool, e)->count;
	const uint32_t *dims = sx_shape(w->pool, e, &rank);
	for (uint32_t i = 0; i < count; i++) {
		uint64_t block = 1;
		if (i)
			put_text(w, T_COMMA);
		for (uint32_t k = rank; k-- > 0 && (block *= dims[k]) && i % block == 0;)
			put_text(w, T_BRACE);
		put(w, sx_arg(w->pool, e, i), ANY);
		block = 1;
		for (uint32_t k = rank; k-- > 0 && (block *= dims[k]) && (i + 1) % block == 0;)
			put_text(w, T_BRACE_END);
	}
	if (!count)
		put_nothing(w, e, dims, rank);
}

static void put_binary(writer *w, sx_ref e, uint32_t sign, uint32_t left, uint32_t right)
{
	put(w, sx_arg(w->pool, e, 0), left);
	put_text(w, sign);
	put(w, sx_arg(w->pool, e, 1), right);
}

static void put_product(writer *w, sx_ref e, uint32_t sign)
{
	bool minus = is_negative(w->pool, sx_arg(w->pool, e, 0));
	put_binary(w, e, sign, minus ? TERM : FACTOR, POWER);
}

static void put_if(writer *w, sx_ref e)
{
	put_text(w, T_IF);
	put(w, sx_arg(w->pool, e, 0), OR_LEVEL);
	put_text(w, T_THEN);
	put(w, sx_arg(w->pool, e, 1), OR_LEVEL);
	put_text(w, T_ELSE);
	put(w, sx_arg(w->pool, e, 2), ANY);
}

static void put_reduction(writer *w, sx_ref e)
{
	sb_add(w->out, sx_op_name(sx_op_of(w->pool, e)));
	put_text(w, T_OPEN);
	put(w, sx_arg(w->pool, e, 3), ANY);
	put_text(w, T_FOR);
	put(w, sx_arg(w->pool, e, 0), ANY);
	put_text(w, T_IN);
	put(w, sx_arg(w->pool, e, 1), TERM);
	put_text(w, T_TO);
	put(w, sx_arg(w->pool, e, 2), TERM);
	put_text(w, T_CLOSE);
}

static void put_to_string(writer *w, sx_ref e)
{
	const sx_pool *p = w->pool;
	sx_ref left = sx_arg(p, e, 3);
	sb_add(w->out, "String(");
	put(w, sx_arg(p, e, 0), ANY);
	if (!sx_is_number(p, sx_arg(p, e, 1), 6)) {
		put_text(w, T_COMMA);
		put_text(w, sx_type_of(p, sx_arg(p, e, 1)) == SX_STRING ? T_FORMAT : T_DIGITS);
		put(w, sx_arg(p, e, 1), ANY);
	}
	if (!sx_is_number(p, sx_arg(p, e, 2), 0)) {
		put_text(w, T_COMMA);
		put_text(w, T_LENGTH);
		put(w, sx_arg(p, e, 2), ANY);
	}
	if (!sx_is_const(p, left) || !sx_int_value(p, left)) {
		put_text(w, T_COMMA);
		put_text(w, T_LEFT);
		put(w, left, ANY);
	}
	put_text(w, T_CLOSE);
}

/* The second result has no expression of its own in Modelica; who prints equations writes (, y) = ... */
static void put_transport(writer *w, sx_ref e)
{
	sx_ref t = sx_op_of(w->pool, e) == SX_TRANSPORTED && sx_at(w->pool, e)->count == 1 ? sx_arg(w->pool, e, 0) : e;
	uint32_t count = sx_at(w->pool, t)->count, n = (count - 4) / 2;
	sb_add(w->out, sx_op_name(SX_TRANSPORT));
	if (sx_op_of(w->pool, t) != SX_TRANSPORT) {
		put_list(w, t, 0, T_OPEN, T_CLOSE);
		return;
	}
	put_text(w, T_OPEN);
	for (uint32_t i = 0; i < count; i++) {
		if (i)
			put_text(w, T_COMMA);
		if (i == 4 || i == 4 + n)
			put_text(w, T_BRACE);
		put(w, sx_arg(w->pool, t, i), ANY);
		if (i + 1 == 4 + n || i + 1 == count)
			put_text(w, T_BRACE_END);
	}
	put_text(w, T_CLOSE);
}

/* X' for a derivative; what only says how something is evaluated has no word in COSY. */
static void put_in_capitals(writer *w, sx_ref e)
{
	sx_op op = sx_op_of(w->pool, e);
	const char *name = op == SX_LOG ? "LN" : op == SX_QUOT ? "DIV" : op == SX_INTEGER_OF ? "FLOOR" : sx_op_name(op);
	if (op == SX_DER || op == SX_PRE || op == SX_NOEVENT || op == SX_SMOOTH) {
		put(w, sx_arg(w->pool, e, 0), op == SX_NOEVENT || op == SX_SMOOTH ? ANY : PRIMARY);
		if (op == SX_DER)
			put_text(w, T_PRIME);
		return;
	}
	for (; *name; name++)
		sb_addc(w->out, *name >= 'a' && *name <= 'z' ? (char)(*name - 'a' + 'A') : *name);
	put_list(w, e, 0, T_OPEN, T_CLOSE);
}

static void put_function(writer *w, sx_ref e)
{
	const sx_node *node = sx_at(w->pool, e);
	if (in_capitals(w)) {
		put_in_capitals(w, e);
		return;
	}
	bool of_number = node->op == SX_SOURCE && node->payload % 4 == SX_SOURCE_OF;
	sb_add(w->out, of_number ? "activation" : sx_op_name((sx_op)node->op));
	if (node->op == SX_SMOOTH) {
		sb_addf(w->out, "(%u, ", node->payload);
		put_list(w, e, 0, T_NONE, T_CLOSE);
	} else {
		put_list(w, e, 0, T_OPEN, T_CLOSE);
	}
}

static void write_node(writer *w, sx_ref e)
{
	const sx_pool *p = w->pool;
	sx_op op = sx_op_of(p, e);
	switch (op) {
	case SX_NOTHING: sb_add(w->out, "?"); break;
	case SX_CONST: write_const(w, e); break;
	case SX_VAR: write_name(w, e, "v"); break;
	case SX_LOCAL: write_name(w, e, "l"); break;
	case SX_LATCH: write_name(w, e, "latch"); break;
	case SX_CALL: write_name(w, e, "f"); break;
	case SX_ASK: write_name(w, e, "ask"); break;
	case SX_ITER: write_iterator(w, e); break;
	case SX_TIME: sb_add(w->out, in_capitals(w) ? "TIME" : "time"); break;
	case SX_NEG: put_text(w, T_MINUS); put(w, sx_arg(p, e, 0), FACTOR); break;
	case SX_NOT: put_text(w, T_NOT); put(w, sx_arg(p, e, 0), RELATION); break;
	case SX_ADD: case SX_CONCAT: put_binary(w, e, T_ADD, TERM, FACTOR); break;
	case SX_SUB: put_binary(w, e, T_SUB, TERM, FACTOR); break;
	case SX_MUL: put_product(w, e, T_MUL); break;
	case SX_DIV: put_product(w, e, T_DIV); break;
	case SX_POW: put_binary(w, e, T_POW, PRIMARY, PRIMARY); break;
	case SX_LT: case SX_LE: case SX_GT: case SX_GE: case SX_EQ: case SX_NE:
		put_binary(w, e, T_LT + (uint32_t)op - SX_LT, TERM, TERM);
		break;
	case SX_AND: put_binary(w, e, T_AND, AND_LEVEL, NOT_LEVEL); break;
	case SX_OR: put_binary(w, e, T_OR, OR_LEVEL, AND_LEVEL); break;
	case SX_IF: put_if(w, e); break;
	case SX_SUM: case SX_PRODUCT: case SX_MINIMUM: case SX_MAXIMUM: put_reduction(w, e); break;
	case SX_TO_STRING: put_to_string(w, e); break;
	case SX_ARRAY: put_array(w, e); break;
	case SX_AT: put_element(w, e); break;
	case SX_OUT: put_result(w, e); break;
	case SX_TRANSPORT: case SX_TRANSPORTED: put_transport(w, e); break;
	default: put_function(w, e);
	}
}

/* An Integer becomes a Real without a word. */
static sx_ref skip_casts(const sx_pool *pool, sx_ref e)
{
	while (sx_op_of(pool, e) == SX_TO_REAL && sx_type_of(pool, sx_arg(pool, e, 0)) == SX_INTEGER)
		e = sx_arg(pool, e, 0);
	return e;
}

static void turn_over(writer *w)
{
	for (uint32_t i = w->pieces.n; i > 0; i -= 2) {
		sx_stack_push(&w->todo, w->pieces.at[i - 2]);
		sx_stack_push(&w->todo, w->pieces.at[i - 1]);
	}
	w->pieces.n = 0;
}

static void run(writer *w)
{
	size_t limit = w->out->n + LONGEST;
	turn_over(w);
	while (w->todo.n) {
		uint32_t level = w->todo.at[w->todo.n - 1];
		sx_ref e = w->todo.at[w->todo.n - 2];
		w->todo.n -= 2;
		if (!e) {
			sb_add(w->out, (in_capitals(w) ? capitals : texts)[level]);
			continue;
		}
		if (w->out->n > limit) {
			sb_add(w->out, "...");
			break;
		}
		e = skip_casts(w->pool, e);
		if ((uint32_t)level_of(w->pool, e) < level) {
			sb_addc(w->out, '(');
			write_node(w, e);
			put_text(w, T_CLOSE);
		} else {
			write_node(w, e);
		}
		turn_over(w);
	}
}

static writer writer_new(const sx_pool *pool, sx_printer *printer, sb_text *out)
{
	return (writer){ .pool = pool, .printer = printer, .out = out };
}

void sx_print(const sx_pool *pool, sx_ref e, sx_printer *printer, sb_text *out)
{
	writer w = writer_new(pool, printer, out);
	sx_stack_start(&w.todo);
	sx_stack_start(&w.pieces);
	if (e)
		put(&w, e, ANY);
	else
		sb_add(out, "?");
	run(&w);
	sx_stack_end(&w.pieces);
	sx_stack_end(&w.todo);
}

void sx_print_subscripts(const sx_pool *pool, sx_ref e, sx_printer *printer, sb_text *out)
{
	if (!sx_at(pool, e)->count)
		return;
	writer w = writer_new(pool, printer, out);
	sx_stack_start(&w.todo);
	sx_stack_start(&w.pieces);
	put_list(&w, e, 0, T_SUBSCRIPT, T_SUBSCRIPT_END);
	run(&w);
	sx_stack_end(&w.pieces);
	sx_stack_end(&w.todo);
}
