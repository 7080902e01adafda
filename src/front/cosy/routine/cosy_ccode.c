/* CCODE: a part in C, as an external function whose text goes along. Inputs are its arguments, by value; outputs are
 * variables that begin with the value that they have and are taken over at the end. In the text names are written in
 * capitals. */
#include "front/cosy/routine/cosy_routine.h"

#include <string.h>

static const char *c_type(sx_type t)
{
	return t == SX_REAL ? "double" : "int";
}

static bool add(co_scope *s, sm_function *f, const co_node *name, sm_role role, sx_ref *value)
{
	sm_local one = {.name = name->name, .role = role, .span = name->span};

	if (name->kind != CO_NAME || co_child(name, 1)) {
		sb_help(sb_report(s->c->diag, SB_ERROR, "K0560", name->span, "the arguments of CCODE must be names"),
				"assign the value to a variable first");
		return false;
	}
	if (!(*value = co_expr(s, name)))
		return false;
	one.type = sx_type_of(s->c->pool, *value);
	if (one.type == SX_STRING || one.type == SX_NOTYPE) {
		sb_help(
			sb_report(s->c->diag, SB_ERROR, "K0560", name->span,
					  "the arguments of CCODE must be numbers or conditions"),
			"remove the text");
		return false;
	}
	sb_push(s->c->arena, f->locals, one);
	return true;
}

/* static void cosy_1(double A, double Y_in, double *Y_out) { double Y = Y_in; { text } *Y_out = Y; } */
static const char *source(co_context *c, const char *symbol, const sm_function *f, uint32_t inputs, const char *text)
{
	sb_text t = {0};
	uint32_t outputs = f->results;

	sb_addf(&t, "#include <math.h>\n#include <stdlib.h>\nstatic void %s(", symbol);
	for (uint32_t i = 0; i < inputs; i++)
		sb_addf(&t, "%s%s %s", i ? ", " : "", c_type(f->locals.at[i].type), f->locals.at[i].name);
	for (uint32_t i = 0; i < outputs; i++)
		sb_addf(&t, "%s%s %s_in", inputs + i ? ", " : "", c_type(f->locals.at[inputs + i].type),
				f->locals.at[inputs + i].name);
	for (uint32_t i = 0; i < outputs; i++)
		sb_addf(&t, "%s%s *%s_out", ", ", c_type(f->locals.at[inputs + i].type), f->locals.at[inputs + i].name);
	sb_add(&t, ") {\n");
	for (uint32_t i = 0; i < outputs; i++)
		sb_addf(&t, "%s %s = %s_in;\n", c_type(f->locals.at[inputs + i].type), f->locals.at[inputs + i].name,
				f->locals.at[inputs + i].name);
	sb_addf(&t, "{ %s\n}\n", text);
	for (uint32_t i = 0; i < outputs; i++)
		sb_addf(&t, "*%s_out = %s;\n", f->locals.at[inputs + i].name, f->locals.at[inputs + i].name);
	sb_add(&t, "}\n");
	const char *copy = sb_strdup(c->arena, t.at);
	sb_text_free(&t);
	return copy;
}

void co_do_ccode(co_scope *s, const co_node *n, sm_statements *out)
{
	co_context *c = s->c;
	const co_node *outputs = co_child(n, 0), *inputs = co_child(n, 1);
	sm_function *f = sb_new(c->arena, sm_function);
	sm_external *x = sb_new(c->arena, sm_external);
	sm_exprs values = {0};
	sx_ref value;

	for (uint32_t i = 0; i < co_count(inputs); i++) {
		if (!add(s, f, inputs->of.at[i], SM_ARG, &value))
			return;
		sb_push(c->arena, values, value);
	}
	uint32_t first = f->locals.n;
	for (uint32_t i = 0; i < co_count(outputs); i++) {
		if (!add(s, f, outputs->of.at[i], SM_ARG, &value))
			return;
		sb_push(c->arena, values, value);
	}
	f->results = co_count(outputs);
	if (!f->results) {
		sb_help(sb_report(c->diag, SB_ERROR, "K0561", n->span, "CCODE has no outputs"),
				"write CCODE (Y <- X) $ Y = X*X; $");
		return;
	}
	f->name = sb_intern(c->names, sb_printf(c->arena, "CCODE%u", ++c->hidden));
	x->symbol = sb_intern(c->names, sb_printf(c->arena, "cosy_c_%u", c->hidden));
	sb_push(c->arena, x->includes, source(c, x->symbol, f, first, n->text ? n->text : ""));
	f->args = f->locals.n;
	for (uint32_t i = 0; i < f->results; i++) {
		sm_local r = f->locals.at[first + i];
		r.name = sb_printf(c->arena, "%s_out", r.name);
		r.role = SM_RESULT;
		sb_push(c->arena, f->locals, r);
	}
	for (uint32_t i = 0; i < f->locals.n; i++) {
		sm_external_arg a = {.value = sx_local(c->pool, i, f->locals.at[i].type, NULL, 0)};
		sb_push(c->arena, x->args, a);
	}
	x->result = CO_NOWHERE;
	f->external = x;
	f->impure = true;
	f->span = n->span;
	sb_push(c->arena, c->m->functions, f);
	/* the results go to locals first, because a variable may be more than a place */
	sx_ref call = sx_call(c->pool, c->m->functions.n - 1, f->locals.at[f->args].type, values.at, values.n);
	sm_statement *st = co_do(s, SM_ASSIGN_CALL, n, out);
	st->value = call;
	for (uint32_t i = 0; i < f->results; i++)
		sb_push(c->arena, st->targets,
				co_local_ref(s, co_local(s, f->locals.at[first + i].name, f->locals.at[first + i].type, n->span)));
	for (uint32_t i = 0; i < f->results; i++)
		co_assign_to(s, outputs->of.at[i], st->targets.at[i], n->span, out);
}
