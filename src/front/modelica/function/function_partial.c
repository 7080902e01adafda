/* Partial derivatives of functions: function g_x = der(g, x) (3.6, 12.7.2).
 *
 * Such a function has the inputs and outputs of g. It is a function of the model that calls a derivative of g (a given
 * one, or one made by differentiation) with 1 for the differential of x and 0 for all others. der(g, x, y) is made of
 * der(g, x) in the same way. */
#include "front/modelica/function/function_inside.h"
#include "model/differentiate/differentiate.h"

enum { LONGEST_CHAIN = 100 };

mo_scope *mo_partial_of(mo_context *c, mo_scope *scope, sb_span span)
{
	for (int i = 0; scope && scope->class_def && scope->class_def->form == MO_FORM_DER; i++) {
		mo_item *item = i < LONGEST_CHAIN ? mo_find_class_item(c, scope->parent, &scope->class_def->base) : NULL;
		mo_restriction r;

		if (i == LONGEST_CHAIN && mo_first_report(c, scope->class_def))
			sb_help(sb_report(c->diag, SB_ERROR, "M0218", scope->class_def->name_span, "'%s' is defined by itself",
							  scope->class_def->name), "define it by another function");
		if (!item || !mo_open(c, item, span) || !item->class_scope)
			return NULL;
		r = mo_scope_restriction(item->class_scope);
		if (r != MO_FUNCTION && r != MO_OPERATOR_FUNCTION) {
			sb_message *m =
				sb_report(c->diag, SB_ERROR, "M0585", scope->class_def->base.span,
						  "'%s' is a %s, but der(...) needs a function", item->name, mo_restriction_text(r));
			sb_also(m, item->ast->name_span, "it is declared here");
			sb_help(m, "write function f_x = der(f, x) for a function f with an input x");
			return NULL;
		}
		scope = mo_function_scope(c, item);
	}
	return scope;
}

static bool wrong_input(mo_context *c, const mo_function_class *k, const mo_function_class *of, const char *name,
						const mo_item *item)
{
	const char **names = sb_new_array(c->arena, const char *, of->inputs.n + 1), *near;
	sb_message *m =
		sb_report(c->diag, SB_ERROR, "M0585", k->scope->class_def->span,
				  item ? "'%s' is not a scalar Real input of '%s'" : "'%s' is not an input of '%s'", name, of->name);

	for (uint32_t i = 0; i < of->inputs.n; i++)
		names[i] = of->inputs.at[i]->name;
	near = item ? NULL : sb_nearest(name, names, of->inputs.n);
	if (item)
		sb_also(m, item->ast->name_span, "it is declared here");
	sb_help(m, near ? "did you mean '%s'?" : "a function can be differentiated only by a scalar Real input", near);
	return false;
}

bool mo_read_partial(mo_context *c, mo_function_class *k, sb_span span)
{
	const mo_class *def = k->scope->class_def;
	mo_item *item = mo_find_class_item(c, k->scope->parent, &def->base);
	mo_scope *base = item && mo_partial_of(c, k->scope, span) ? mo_function_scope(c, item) : NULL;
	mo_function_class *of = base ? mo_function_class_of(c, base, span) : NULL;

	if (!of)
		return false;
	k->partial_of = base;
	k->inputs = of->inputs;
	k->outputs = of->outputs;
	for (uint32_t n = 0; n < def->der_names.n; n++) {
		uint32_t i = 0;
		while (i < of->inputs.n && of->inputs.at[i]->name != def->der_names.at[n])
			i++;
		const mo_item *input = i < of->inputs.n ? of->inputs.at[i] : NULL;
		if (!input || input->base != MO_B_REAL || input->rank)
			return wrong_input(c, k, of, def->der_names.at[n], input);
		sb_push(c->arena, k->partial_by, i);
	}
	return true;
}

typedef struct by { mo_context *c; uint32_t local; } by;

static sx_ref differential(void *context, sx_ref argument)
{
	by *b = context;
	sx_pool *pool = b->c->pool;
	bool it = sx_op_of(pool, argument) == SX_LOCAL && sx_at(pool, argument)->payload == b->local;

	return sx_real(pool, it ? 1 : 0);
}

static sm_function *new_function(mo_context *c, const mo_function_class *k, const sm_function *of)
{
	sm_function *f = sb_new(c->arena, sm_function);

	f->name = k->name;
	f->span = k->scope->class_def->name_span;
	f->args = of->args;
	f->results = of->results;
	for (uint32_t i = 0; i < of->args + of->results; i++) {
		sm_local l = of->locals.at[i];
		l.binding = 0;
		l.unit = NULL;
		sb_push(c->arena, f->locals, l);
	}
	return f;
}

/* The derivative of function `number` by one of its scalar arguments. */
static uint32_t make_partial(mo_context *c, const mo_function_class *k, uint32_t number, uint32_t argument,
							 sb_span span)
{
	const sm_function *of = c->model->functions.at[number];
	sm_function *f = new_function(c, k, of);
	sx_ref *args = sb_new_array(c->arena, sx_ref, of->args + 1), call;
	by b = {c, argument};

	for (uint32_t i = 0; i < of->args; i++)
		args[i] = sx_local(c->pool, i, of->locals.at[i].type, NULL, 0);
	call = sx_call(c->pool, number, of->locals.at[of->args].type, args, of->args);
	for (uint32_t r = 0; r < of->results; r++) {
		const sm_local *l = &of->locals.at[of->args + r];
		sm_statement *s;
		sx_ref result = r ? sx_out(c->pool, call, r, l->type) : call;
		sx_ref d = l->type == SX_REAL ? sm_call_derivative(c->model, result, differential, &b) : sx_real(c->pool, 0);

		if (!d) {
			const char *why = sm_why_no_derivative(c->model, result);
			bool again = of->name == k->name;
			sb_message *m = sb_report(c->diag, SB_ERROR, "M0586", span,
									  again ? "'%s' cannot be made: its function cannot be differentiated that often"
											: "'%s' cannot be made, because '%s' cannot be differentiated",
									  k->name, of->name);
			if (why)
				sb_note(m, "%s", why);
			sb_help(m, "write the derivative as a function of its own");
			return UINT32_MAX;
		}
		if (sx_is_number(c->pool, d, 0))
			continue;      /* results are zeros at first */
		s = sm_statement_new(c->model, SM_ASSIGN, f->span);
		s->target = sx_local(c->pool, of->args + r, l->type, NULL, 0);
		s->value = d;
		sb_push(c->arena, f->body, s);
	}
	if (!f->body.n) {
		sm_statement *s = sm_statement_new(c->model, SM_RETURN, f->span);
		sb_push(c->arena, f->body, s);
	}
	sb_push(c->arena, c->model->functions, f);
	return c->model->functions.n - 1;
}

static uint32_t leaves(const mo_value *v)
{
	uint32_t n = 0;

	for (uint32_t i = 0; v->type.base == MO_B_CLASS && i < v->field_count; i++)
		n += leaves(v->fields[i]);
	return v->type.base == MO_B_CLASS ? n : 1;
}

uint32_t mo_specialise_partial(mo_context *c, mo_function_class *k, mo_value **args, sb_span span, mo_signature *out)
{
	uint32_t first = c->model->functions.n, number = mo_specialise(c, k->partial_of, args, k->inputs.n, span, out);

	if (number != UINT32_MAX && (out->hidden || !mo_is_complete(c, c->model->functions.at[number]))) {
		sb_message *m = sb_report(c->diag, SB_ERROR, "M0586", span,
								  out->hidden ? "'%s' cannot be made: only a call determines the sizes of its results"
											  : "'%s' cannot be made: it depends on itself", k->name);
		sb_help(m, "write the derivative as a function of its own");
		return UINT32_MAX;
	}
	for (uint32_t n = 0; n < k->partial_by.n && number != UINT32_MAX; n++) {
		uint32_t argument = 0;
		for (uint32_t i = 0; i < k->partial_by.at[n]; i++)
			argument += leaves(args[i]);
		number = make_partial(c, k, number, argument, span);
	}
	for (uint32_t i = first; i < c->model->functions.n; i++)
		mo_set_complete(c, c->model->functions.at[i]);
	return number;
}
