/* Calls of functions that users write, and of records as constructors.
 *
 * Arguments are brought into the order of the inputs: by place, by name, then defaults, which may refer to inputs
 * before them. A function of scalars that is given arrays is used for each element. The function of the model is made
 * for the shapes of the arguments by mo_specialise; records go in and come out field by field.
 */
#include "front/modelica/function/function_call.h"
#include "front/modelica/matrix/modelica_matrix.h"

#include <string.h>

/* ------------------------------------------------------------ record, function */

static mo_value *construct(mo_context *c, const mo_callee *f, const mo_arguments *a)
{
	const char **names = sb_new_array(c->arena, const char *, f->n + 1);
	for (uint32_t i = 0; i < f->n; i++)
		names[i] = f->inputs[i].item->name;
	return mo_value_record(c, f->scope, 0, NULL, names, a->at, f->n);
}

/* 3.6, 12.9.7: constructor and destructor of an external object are never called by their names. */
static bool is_called_by_name(mo_context *c, const mo_expr *e, const mo_item *item)
{
	const mo_scope *around = mo_whole_scope(item->scope);
	if (around->base != MO_B_EXTERNAL_OBJECT)
		return false;
	sb_message *m =
		sb_report(c->diag, SB_ERROR, "M0591", e->span,
				  "the %s of the external object '%s' cannot be called by its name",
				  item->name, around->class_def->name);
	sb_help(m,
			strcmp(item->name, "destructor") == 0
				? "leave it out: the object ends with the run, or with the function that declares it"
				: "write '%s(...)' as the value of a component of this class",
			around->class_def->name);
	return true;
}

static bool callable(mo_context *c, const mo_expr *e, mo_item *item, bool *record)
{
	mo_scope *scope = item->class_scope;
	if (is_called_by_name(c, e, item))
		return false;
	mo_restriction r = scope ? mo_scope_restriction(scope) : MO_CLASS;
	if (scope && scope->incomplete)
		return false;          /* its class could not be read, which was said */
	*record = scope && mo_is_record(scope);
	if (r == MO_FUNCTION || r == MO_OPERATOR_FUNCTION || *record) {
		if (*record || !scope->class_def || !scope->class_def->is_partial)
			return true;
		sb_message *m = sb_report(c->diag, SB_ERROR, "M0534", e->span, "'%s' is partial, so it cannot be called",
			mo_call_text(c, e));
		sb_also(m, scope->class_def->name_span, "it is declared here");
		sb_help(m, "call a function that extends it");
		return false;
	}
	sb_message *m = sb_report(c->diag, SB_ERROR, "M0531", e->span, "'%s' is a %s, not a function", mo_call_text(c, e),
		mo_restriction_text(r));
	sb_help(m, "only functions and records can be called");
	return false;
}

bool mo_is_impure(const mo_scope *function)
{
	for (int depth = 0; function && function->class_def && depth < 100; depth++) {
		if (function->class_def->impure || function->class_def->pure)
			return function->class_def->impure;
		function = function->bases.n ? function->bases.at[0] : NULL;
	}
	return false;
}

/* 3.6, 12.3: where a function that is declared impure may be called. A function without a word about it may too, and is
 * treated as impure then; that is deprecated, but done. */
static bool may_be_impure(mo_context *c, const mo_env *env, const mo_expr *e, const mo_scope *function)
{
	const char *where = NULL;
	if (!mo_is_impure(function) || env->purified == e)
		return true;
	if (env->procedure)
		where = mo_procedure_calls_impure(env->procedure) ? NULL : "in a function that is declared pure";
	else if (env->lasting && !env->in_when && !env->in_initial)
		where = env->in_algorithm ? "in an algorithm outside a when"
								  : "in an equation, or the value of a variable, that holds all the time";
	if (!where)
		return true;
	/* what is called for its effect alone, to print something say, changes no result */
	bool effect = env->effect == e && !env->procedure;
	if (effect && !mo_first_report(c, e))
		return true;
	sb_message *m =
		sb_report(c->diag, effect ? SB_WARNING : SB_ERROR, effect ? "M0625" : "M0624", e->span,
				  effect ? "'%s' is impure, and should not be called %s" : "'%s' is impure, so it cannot be called %s",
				  mo_call_text(c, e), where);
	if (function->class_def)
		sb_also(m, function->class_def->name_span, "it is declared here");
	sb_note(m, "an impure function may have an effect, or give another value at each call; the solver decides how "
			   "often an equation is evaluated");
	sb_help(m, env->procedure ? "declare the function around it impure, or write pure(...) around the call if it does "
								"not matter how often it is made"
							  : "call it in a when, in an initial equation or for the value of a parameter; or write "
								"pure(...) around the call if it does not matter how often it is made");
	return effect;
}

static mo_value *call_class(mo_context *c, const mo_env *env, const mo_expr *e, mo_item *item)
{
	mo_callee f;
	mo_arguments a;
	bool record;
	mo_value *result;
	if (e->iterators.n)
		return mo_lower_reduction(c, env, e, mo_call_text(c, e));
	if (!callable(c, e, item, &record) || !mo_make_callee(c, item, e->span, mo_call_text(c, e), record, &f)
		|| (!record && !may_be_impure(c, env, e, f.scope)))
		return NULL;
	if (record && mo_lower_cast(c, env, e, f.scope, &result))
		return result;
	if (record && mo_scope_restriction(item->class_scope) == MO_OPERATOR_RECORD && e->a.n + e->named.n != f.n
		&& !e->named.n) {
		mo_value **args = sb_new_array(c->arena, mo_value *, e->a.n + 1);
		for (uint32_t i = 0; i < e->a.n; i++)
			if (!(args[i] = mo_lower(c, env, e->a.at[i])))
				return NULL;
		if (mo_constructed(c, env, item->class_scope, args, e->a.n, e->span, &result))
			return result;
	}
	if (!mo_lower_arguments(c, env, &f, e, &a))
		return NULL;
	if (record)
		return construct(c, &f, &a);
	return a.repeated ? mo_call_repeated(c, &f, &a, e->span) : mo_first_result(c, &f, a.at, e->span);
}

mo_value *mo_call_values(mo_context *c, const mo_env *env, mo_item *function, mo_value **args, uint32_t n, sb_span span)
{
	(void)env;
	mo_callee f;
	if (!mo_open(c, function, span) || !mo_make_callee(c, function, span, function->name, false, &f))
		return NULL;
	mo_value **all = sb_new_array(c->arena, mo_value *, f.n + 1);
	for (uint32_t i = 0; i < f.n; i++) {
		uint32_t extra;
		if (!(all[i] = i < n ? args[i] : mo_default_value(c, &f, i, all, span)) ||
			!mo_check_argument(c, &f, i, &all[i], span, &extra))
			return NULL;
	}
	return mo_first_result(c, &f, all, span);
}

/* ---------------------------------------------------------- functions as values */

/* A call of an input of a function type: the function that was given for it, with what is bound. */
static bool callee_of_value(mo_context *c, const mo_env *env, const mo_expr *e, mo_value *v, mo_callee *f,
							mo_arguments *a)
{
	const mo_closure *k = mo_closure_of(v);
	if (k->scope) {
		if (!mo_make_callee(c, k->item, e->span, mo_call_text(c, e), false, f))
			return false;
		f->preset = sb_new_array(c->arena, mo_value *, f->n + 1);
		for (uint32_t i = 0; i < f->n; i++)
			f->preset[i] = mo_field(c, v, f->inputs[i].item->name);
	} else {
		*f = (mo_callee){ .name = mo_call_text(c, e) };
	}
	f->builtin = k->builtin ? k->builtin : mo_builtin_behind(k->item);
	if (k->interface && !mo_function_interface(c, k->interface, e->span, &f->interface))
		return false;
	if (!k->scope) {
		/* a predefined function has no declaration: its inputs are those of the function type */
		f->inputs = sb_new_array(c->arena, mo_formal, f->interface.n + 1);
		f->scope = k->interface;
		for (; f->n < f->interface.n; f->n++) {
			f->inputs[f->n].item = f->interface.at[f->n];
			f->inputs[f->n].type = mo_type_of(MO_B_REAL, 0, 0, NULL);
		}
	}
	return mo_lower_arguments(c, env, f, e, a);
}

static mo_value *call_value(mo_context *c, const mo_env *env, const mo_expr *e, mo_value *v)
{
	mo_callee f;
	mo_arguments a;
	if (e->iterators.n)
		return mo_lower_reduction(c, env, e, mo_call_text(c, e));
	if (!callee_of_value(c, env, e, v, &f, &a))
		return NULL;
	if (f.builtin)
		return mo_call_builtin(c, env, f.builtin, a.at, a.n, e->span);
	return a.repeated ? mo_call_repeated(c, &f, &a, e->span) : mo_first_result(c, &f, a.at, e->span);
}

/* T(...) for a class T of external objects calls its constructor. */
static mo_value *make_object(mo_context *c, const mo_env *env, const mo_expr *e, mo_scope *class_scope)
{
	mo_item *item = mo_member(class_scope, sb_intern(c->names, "constructor"));
	mo_callee f;
	mo_arguments a;
	if (!item || item->kind != MO_I_CLASS || !mo_open(c, item, e->span)
		|| !mo_make_callee(c, item, e->span, mo_call_text(c, e), false, &f) || !mo_lower_arguments(c, env, &f, e, &a))
		return NULL;
	mo_value *v = a.repeated ? mo_call_repeated(c, &f, &a, e->span) : mo_first_result(c, &f, a.at, e->span);
	if (v)
		v->type.record = class_scope;
	return v;
}

/* Which inputs a function has, for the choice among overloaded ones; false if it cannot be opened. */
bool mo_function_inputs(mo_context *c, mo_item *function, sb_span span, mo_value_type **types, uint32_t *n,
	uint32_t *needed)
{
	mo_callee f;
	if (!mo_open(c, function, span) || !mo_make_callee(c, function, span, function->name, false, &f))
		return false;
	*types = sb_new_array(c->arena, mo_value_type, f.n + 1);
	*n = f.n;
	*needed = 0;
	for (uint32_t i = 0; i < f.n; i++) {
		(*types)[i] = f.inputs[i].type;
		*needed += !f.inputs[i].item->binding;
	}
	return true;
}

/* ------------------------------------------------------------------- dispatch */

/* A.b.f(x) that is not found: which of its parts is to blame? True if that was said. */
static bool blame_part(mo_context *c, const mo_env *env, const mo_expr *e)
{
	mo_item *item = e->global ? NULL : mo_lookup(env->scope, e->parts.at[0].name);
	bool in_class = false;
	for (uint32_t i = 1; item && i < e->parts.n; i++) {
		const mo_part *part = &e->parts.at[i];
		mo_scope *inside = mo_open(c, item, part->span) ? mo_item_scope(item) : NULL;
		if (item->kind == MO_I_COMPONENT && (item->rank || in_class)) {
			sb_message *m = sb_report(c->diag, SB_ERROR, "M0521", part->span,
									  item->rank ? "functions are not looked up in the array '%s'"
												 : "functions are not looked up through '%s', a component of a class",
									  item->name);
			sb_help(m, "call the function by the name of its class");
			return true;
		}
		in_class |= item->kind == MO_I_CLASS;
		mo_item *inner = inside ? mo_member(inside, part->name) : NULL;
		if (inside && !inner) {
			const char *near = mo_near_name(c, inside, part->name, false);
			sb_text name = {0};
			mo_full_class_name(inside, &name);
			sb_message *m = sb_report(c->diag, SB_ERROR, "M0521", part->span, "there is no function '%s' in '%s'",
									  part->name, name.at ? name.at : item->name);
			sb_text_free(&name);
			if (near)
				sb_help(m, "did you mean '%s'?", near);
			else
				sb_help(m, "check the name against the declaration of '%s'", item->name);
			return true;
		}
		item = inner;
	}
	return false;
}

static mo_value *unknown_function(mo_context *c, const mo_env *env, const mo_expr *e, mo_item *item)
{
	if (e->parts.n == 2 && strcmp(e->parts.at[0].name, "Connections") == 0)
		return c->lower_asks->connection(c, env, e);
	if (item) {
		sb_message *m = sb_report(c->diag, SB_ERROR, "M0531", e->span, "'%s' is a variable, not a function",
			mo_call_text(c, e));
		sb_also(m, item->ast->name_span, "it is declared here");
		sb_help(m, "write '*' to multiply, or [...] for subscripts");
	} else if (e->parts.n == 1 || !blame_part(c, env, e)) {
		mo_unknown_name(c, env, e->parts.n == 1 ? e->parts.at[0].name : mo_call_text(c, e), e->parts.at[0].span, true);
	}
	return NULL;
}

/* 3.6, 5.3.2: of the functions in the class of a component those of operators are not found. */
static bool is_operator(const mo_item *item)
{
	mo_restriction r = item->class_scope ? mo_scope_restriction(item->class_scope) : MO_CLASS;
	return item->kind == MO_I_CLASS && (r == MO_OPERATOR || r == MO_OPERATOR_FUNCTION);
}

static bool operator_of_component(mo_context *c, const mo_part *part, const mo_item *component)
{
	sb_message *m =
		sb_report(c->diag, SB_ERROR, "M0260", part->span,
				  "%s is an operator and cannot be called through the component '%s'", part->name, component->name);
	sb_help(m, "write the operator between its operands, or name it by its class instead of the component");
	return false;
}

/* What stands before the dots of a function's name must be there, and open to everybody. */
static bool may_be_reached(mo_context *c, const mo_env *env, const mo_expr *e)
{
	mo_item *item = e->global || e->parts.n < 2 ? NULL : mo_lookup(env->scope, e->parts.at[0].name), *component = NULL;
	for (uint32_t i = 0; item && i < e->parts.n; i++) {
		sb_span span = e->parts.at[i].span;
		if (i > 0) {
			mo_scope *inside = mo_open(c, item, span) ? mo_item_scope(item) : NULL;
			item = inside ? mo_member(inside, e->parts.at[i].name) : NULL;
		}
		if (item && ((i > 0 && !mo_accessible(c, env->scope, item, span))
			|| (mo_open(c, item, span) && !mo_unconditional(c, item, span))))
			return false;
		if (item && component && is_operator(item))
			return operator_of_component(c, &e->parts.at[i], component);
		if (item && item->kind == MO_I_COMPONENT)
			component = item;
	}
	return true;
}

static mo_item *called_item(mo_context *c, const mo_env *env, const mo_expr *e)
{
	mo_item *item = mo_find_item(c, env->scope, e->parts.at, e->parts.n, e->global);
	return item || e->parts.n > 1 || e->global ? item : mo_lookup(env->scope, e->parts.at[0].name);
}

mo_value *mo_lower_call(mo_context *c, const mo_env *env, const mo_expr *call)
{
	const char *name = call->parts.n == 1 ? call->parts.at[0].name : NULL;
	mo_value *function = mo_called_value(env, call);
	if (function)
		return call_value(c, env, call, function);
	mo_item *item = name && strcmp(name, "der") == 0 ? NULL : called_item(c, env, call);
	if (item && item->kind == MO_I_CLASS) {
		if (!mo_open(c, item, call->span) || !item->class_scope || !may_be_reached(c, env, call))
			return NULL;
		const char *builtin = mo_builtin_behind(item);
		if (builtin && call->named.n == 0)
			return mo_lower_builtin(c, env, call, builtin);
		if (item->class_scope->base == MO_B_EXTERNAL_OBJECT)
			return make_object(c, env, call, item->class_scope);
		if (item->class_scope->base != MO_B_CLASS)
			return mo_lower_conversion(c, env, call, item->class_scope);
		return call_class(c, env, call, item);
	}
	if (name && (strcmp(name, "cardinality") == 0 || strcmp(name, "rooted") == 0))
		return c->lower_asks->connection(c, env, call);
	if (name && mo_is_builtin(name))
		return mo_lower_builtin(c, env, call, name);
	if (name && mo_is_matrix_expression(name))
		return mo_lower_matrix_expression(c, env, call);
	return unknown_function(c, env, call, item);
}

bool mo_lower_multi(mo_context *c, const mo_env *env, const mo_expr *call, mo_value ***results, uint32_t *count)
{
	mo_value *function = call->kind == MO_E_CALL ? mo_called_value(env, call) : NULL;
	mo_item *item = call->kind == MO_E_CALL && !function ? called_item(c, env, call) : NULL;
	bool record = false;
	mo_callee f;
	mo_arguments a;
	if (function && !callee_of_value(c, env, call, function, &f, &a))
		return false;
	if (function && !f.builtin && !a.repeated)
		return mo_make_call(c, &f, a.at, call->span, false, results, count);
	bool user = item && item->kind == MO_I_CLASS && mo_open(c, item, call->span) && item->class_scope
		&& item->class_scope->base == MO_B_CLASS && !mo_builtin_behind(item) && !mo_is_record(item->class_scope);
	if (!user) {
		*results = sb_new_array(c->arena, mo_value *, 2);
		*count = 1;
		const char *name =
			call->kind == MO_E_CALL && !item && !function && call->parts.n == 1 ? call->parts.at[0].name : "";
		if (strcmp(name, "spatialDistribution") == 0) {
			*count = 2;
			return ((*results)[0] = mo_lower_builtin_pair(c, env, call, name, &(*results)[1])) != NULL;
		}
		return ((*results)[0] = mo_lower(c, env, call)) != NULL;
	}
	if (!may_be_reached(c, env, call) || !callable(c, call, item, &record) ||
		!mo_make_callee(c, item, call->span, mo_call_text(c, call), false, &f) ||
		!may_be_impure(c, env, call, f.scope) || !mo_lower_arguments(c, env, &f, call, &a))
		return false;
	if (a.repeated) {
		sb_message *m = sb_report(c->diag, SB_ERROR, "M0535", call->span,
			"'%s' is called with arrays for scalars, so it has only one result", f.name);
		sb_help(m, "call it in a for loop");
		return false;
	}
	return mo_make_call(c, &f, a.at, call->span, false, results, count);
}
