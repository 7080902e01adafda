/* Functions: mathematical ones, tables, the user's FUNCTIONs, and MEMORY, which is asked like a function for its past.
 *
 * A FUNCTION becomes a function of the model, which knows nothing but its arguments; what it reads of the program is
 * passed as further ones. */
#include "front/cosy/expression/cosy_expression.h"

#include <string.h>

static const struct {
	const char *name;
	sx_op op;
} plain[] = {{"SIN", SX_SIN},   {"COS", SX_COS},     {"TAN", SX_TAN},   {"ASIN", SX_ASIN},   {"ACOS", SX_ACOS},
			 {"ATAN", SX_ATAN}, {"ARCTAN", SX_ATAN}, {"SINH", SX_SINH}, {"COSH", SX_COSH},   {"TANH", SX_TANH},
			 {"EXP", SX_EXP},   {"LN", SX_LOG},      {"LOG", SX_LOG},   {"LOG10", SX_LOG10}, {"SQRT", SX_SQRT},
			 {"ABS", SX_ABS},   {"SIGN", SX_SIGN}};
static const char *const others[] = {"ATAN2", "MIN", "MAX", "SQR", "ROUND", "TRUNC", "FLOOR", "CEIL", "ODD"};

static sx_ref few(co_scope *s, const co_node *n, uint32_t wanted, uint32_t count)
{
	sb_message *m = sb_report(s->c->diag, SB_ERROR, "K0344", n->span, "%s takes %u argument%s, not %u", n->name, wanted,
							  wanted == 1 ? "" : "s", count);

	sb_help(m, "docs/cosy.md lists the functions with their arguments");
	return 0;
}

/* To a whole number, of REALs. */
static sx_ref whole(sx_pool *p, const char *name, sx_ref x)
{
	if (strcmp(name, "FLOOR") == 0)
		return sx_unary(p, SX_INTEGER_OF, x);
	if (strcmp(name, "CEIL") == 0)
		return sx_unary(p, SX_NEG, sx_unary(p, SX_INTEGER_OF, sx_unary(p, SX_NEG, x)));
	/* the number below 0.5: a sum with 0.5 itself is rounded up to the next whole number below 0.5 and beyond 2^52 */
	sx_ref size = sx_unary(p, SX_ABS, x), half = sx_real(p, 0x1.fffffffffffffp-2),
		   up = sx_unary(p, SX_INTEGER_OF, name[0] == 'R' ? sx_binary(p, SX_ADD, size, half) : size);
	return sx_if(p, sx_binary(p, SX_LT, x, sx_real(p, 0)), sx_unary(p, SX_NEG, up), up);
}

static sx_ref square(sx_pool *p, const char *name, sx_ref x)
{
	(void)name;
	return sx_binary(p, SX_MUL, x, x);
}

/* A formula in which its argument stands more than once. An argument that draws or asks is passed to a function of the
 * model, so that it is drawn once. */
static sx_ref of_one(co_scope *s, const co_node *n, sx_ref x, sx_ref (*formula)(sx_pool *p, const char *name, sx_ref x))
{
	co_context *c = s->c;
	if (!(sx_flags(c->pool, x) & SX_HAS_ASK))
		return formula(c->pool, n->name, x);
	sx_type type = sx_type_of(c->pool, x);
	sx_ref value = formula(c->pool, n->name, sx_local(c->pool, 0, type, NULL, 0));
	sm_function *f = sb_new(c->arena, sm_function);
	*f = (sm_function){.name = n->name, .args = 1, .results = 1, .definite = true, .span = n->span};
	sm_local given = {.name = "x", .type = type, .role = SM_ARG, .span = n->span},
			 result = {.name = "y", .type = sx_type_of(c->pool, value), .role = SM_RESULT, .span = n->span};
	sb_push(c->arena, f->locals, given);
	sb_push(c->arena, f->locals, result);
	sm_statement *st = sm_statement_new(c->m, SM_ASSIGN, n->span);
	st->target = sx_local(c->pool, 1, result.type, NULL, 0);
	st->value = value;
	sb_push(c->arena, f->body, st);
	sb_push(c->arena, c->m->functions, f);
	return sx_call(c->pool, c->m->functions.n - 1, result.type, &x, 1);
}

sx_ref co_sign(sx_pool *p, sx_ref x)
{
	sx_ref none = sx_cast(p, sx_int(p, 0), sx_type_of(p, x));

	return sx_if(p, sx_binary(p, SX_GT, x, none), sx_int(p, 1),
				 sx_if(p, sx_binary(p, SX_LT, x, none), sx_int(p, -1), sx_int(p, 0)));
}

static sx_ref mathematical(co_scope *s, const co_node *n, const sx_ref *a, uint32_t count, bool *known)
{
	sx_pool *p = s->c->pool;
	const co_node *list = co_child(n, 0);

	*known = true;
	for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
		if (strcmp(n->name, plain[i].name) != 0)
			continue;
		if (count != 1)
			return few(s, n, 1, count);
		bool keeps = plain[i].op == SX_ABS && sx_type_of(p, a[0]) == SX_INTEGER;
		sx_ref x = keeps ? a[0] : co_convert(s, a[0], SX_REAL, list->of.at[0]->span, "this argument");
		if (x && plain[i].op == SX_SIGN && (s->place == CO_IN_EQUATIONS || s->place == CO_IN_PROCED))
			return co_sign(p, x);
		return x ? sx_unary(p, plain[i].op, x) : 0;
	}
	bool mine = false;
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		mine = mine || strcmp(n->name, others[i]) == 0;
	*known = mine;
	if (!mine)
		return 0;
	if (strcmp(n->name, "MIN") == 0 || strcmp(n->name, "MAX") == 0) {
		if (count < 2)
			return few(s, n, 2, count);
		sx_ref e = a[0];
		for (uint32_t i = 0; i < count; i++)
			if (sx_type_of(p, a[i]) != SX_REAL && sx_type_of(p, a[i]) != SX_INTEGER)
				return co_convert(s, a[i], SX_REAL, list->of.at[i]->span, "this argument");
		for (uint32_t i = 1; i < count; i++)
			e = sx_binary(p, n->name[1] == 'I' ? SX_MIN : SX_MAX, e, a[i]);
		return e;
	}
	if (count != (strcmp(n->name, "ATAN2") == 0 ? 2 : 1))
		return few(s, n, strcmp(n->name, "ATAN2") == 0 ? 2 : 1, count);
	if (strcmp(n->name, "ODD") == 0) {
		sx_ref i = co_convert(s, a[0], SX_INTEGER, list->of.at[0]->span, "this argument");
		return i ? sx_binary(p, SX_EQ, sx_binary(p, SX_MOD, i, sx_int(p, 2)), sx_int(p, 1)) : 0;
	}
	if (strcmp(n->name, "SQR") == 0) {
		sx_ref x = sx_type_of(p, a[0]) == SX_INTEGER
					   ? a[0]
					   : co_convert(s, a[0], SX_REAL, list->of.at[0]->span, "this argument");
		return x ? of_one(s, n, x, square) : 0;
	}
	if (strcmp(n->name, "ATAN2") != 0 && sx_type_of(p, a[0]) == SX_INTEGER)
		return a[0];
	sx_ref x = co_convert(s, a[0], SX_REAL, list->of.at[0]->span, "this argument");
	if (!x)
		return 0;
	if (strcmp(n->name, "ATAN2") == 0) {
		sx_ref y = co_convert(s, a[1], SX_REAL, list->of.at[1]->span, "this argument");
		return y ? sx_binary(p, SX_ATAN2, x, y) : 0;
	}
	return of_one(s, n, x, whole);
}

/* What a name means in the program, whatever the caller has declared. */
static sx_ref of_program(co_scope *s, const co_node *name)
{
	co_scope outside = *s;
	sb_map shown;

	if (co_hides(s, name->name)) {
		shown = sb_map_copy(s->c->arena, s->locals);
		sb_map_remove(&shown, (uint64_t)(uintptr_t)name->name);
		outside.locals = &shown;
	}
	return co_expr(&outside, name);
}

static sx_ref call_function(co_scope *s, const co_node *n, co_symbol *f, const sx_ref *args, uint32_t count)
{
	const co_node *formals = co_child(f->node, 0), *list = co_child(n, 0);
	co_context *c = s->c;
	sm_exprs all = {0};

	if (!co_child(f->node, 1)) {
		sb_help(sb_report(c->diag, SB_ERROR, "K0345", n->span, "'%s' is a PROCEDURE and has no value", n->name),
				"declare it as a FUNCTION with a type");
		return 0;
	}
	if (count != co_count(formals))
		return few(s, n, co_count(formals), count);
	if (f->object == CO_NOWHERE) {
		sb_message *m =
			sb_report(c->diag, SB_ERROR, "K0347", n->span, "'%s' is called before it is described", n->name);
		sb_help(m, "put the FUNCTION before those that call it; it cannot call itself");
		return 0;
	}
	for (uint32_t i = 0; i < count; i++) {
		sx_ref a = co_convert(s, args[i], c->m->functions.at[f->object]->locals.at[i].type, list->of.at[i]->span,
							  "this argument");
		if (!a)
			return 0;
		sb_push(c->arena, all, a);
	}
	for (uint32_t i = 0; i < f->fields.n; i++) { /* what it reads of the program */
		sx_ref a = of_program(s, co_new(c, CO_NAME, n->span, f->fields.at[i]->name));
		if (!a)
			return 0;
		sb_push(c->arena, all, a);
	}
	bool among_equations = s->place == CO_IN_EQUATIONS || s->place == CO_IN_PROCED;
	sx_ref written = among_equations ? co_write_out(s, f->object, all.at, all.n, 0) : 0;
	if (among_equations && !written && !f->told && co_hides_jump(s, f->object, all.at, all.n)) {
		sb_message *m = sb_report(c->diag, SB_WARNING, "K0388", n->span,
								  "'%s' hides a condition in a loop: no event happens when the condition changes",
								  n->name);
		sb_also(m, f->span, "'%s' is described here", n->name);
		sb_note(m, "if its value jumps or bends at that time, the integration takes very small steps or steps over it");
		sb_help(m, "use constants as bounds of its loops; its conditions are then found and watched");
		f->told = true;
	}
	return written ? written : sx_call(c->pool, f->object, f->value_type, all.at, all.n);
}

static sx_ref past_of(co_scope *s, const co_node *n, co_symbol *symbol, const sx_ref *args, uint32_t count)
{
	sx_ref past[3];

	if (count != 1)
		return few(s, n, 1, count);
	if (s->place != CO_IN_EQUATIONS) {
		sb_help(sb_report(s->c->diag, SB_ERROR, "K0343", n->span, "only equations can use the past of '%s'",
						  n->name),
				"declare an ALGEBR, define it by an equation with this call, and use the ALGEBR here");
		return 0;
	}
	past[0] = sm_ref(s->c->m, symbol->variable);
	past[1] = past[2] = co_convert(s, args[0], SX_REAL, n->span, "this argument");
	return past[1] ? sx_make(s->c->pool, SX_DELAY, SX_REAL, ++s->c->sites, past, 3) : 0;
}

sx_ref co_apply(co_scope *s, const co_node *n)
{
	const co_node *list = co_child(n, 0);
	uint32_t count = co_count(list);
	sx_ref few_args[8], *args = count <= 8 ? few_args : sb_new_array(s->c->arena, sx_ref, count);
	co_symbol *symbol = co_find(s, n->name);
	bool known = false, ok = true;

	if (symbol)
		symbol->used = true;
	if (!symbol) {
		sx_ref e = co_ask(s, n, &known);
		if (known)
			return e;
	}
	for (uint32_t i = 0; i < count; i++)
		ok = (args[i] = co_expr(s, list->of.at[i])) && ok;
	if (!ok)
		return 0;
	if (symbol && symbol->meaning == CO_TABLE_NAME) {
		sx_ref x =
			count == 1 ? co_convert(s, args[0], SX_REAL, list->of.at[0]->span, "this argument") : few(s, n, 1, count);
		return x ? co_table_value(s, symbol, x) : 0;
	}
	if (symbol && symbol->meaning == CO_ROUTINE_NAME)
		return call_function(s, n, symbol, args, count);
	if (symbol && symbol->type == CO_T_MEMORY && symbol->meaning == CO_VARIABLE)
		return past_of(s, n, symbol, args, count);
	if (symbol) {
		sb_message *m = sb_report(s->c->diag, SB_ERROR, "K0346", n->span, "'%s' is not a function", n->name);
		sb_also(m, symbol->span, "'%s' is declared here", n->name);
		if (symbol->rank)
			sb_help(m, "subscripts stand in brackets: %s[I]", n->name);
		return 0;
	}
	sx_ref e = mathematical(s, n, args, count, &known);
	if (!known)
		e = co_jump(s, n, args, count, &known);
	if (!known)
		co_unknown(s, n, "function");
	return e;
}

/* ---- FUNCTION */

void co_declare_subroutine(co_context *c, const co_node *n)
{
	co_add_symbol(c, CO_ROUTINE_NAME, n->name, n->name_span, n);
}
