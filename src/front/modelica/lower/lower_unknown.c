/* Names that are not found, or do not stand for a value: what is said about them. */
#include "front/modelica/lower/lower_inside.h"

#include <string.h>

const char *mo_written(mo_context *c, const mo_expr *e)
{
	sb_text text = {0};
	mo_expr_text(e, &text);
	const char *out = sb_strdup(c->arena, text.at ? text.at : "");
	sb_text_free(&text);
	return out;
}

const char *mo_class_written(mo_context *c, const mo_scope *scope)
{
	sb_text text = {0};
	mo_full_class_name(scope, &text);
	const char *out = sb_strdup(c->arena, text.at && text.n ? text.at : "the top");
	sb_text_free(&text);
	return out;
}

static const char *near_visible(mo_context *c, const mo_env *env, const char *name, bool call)
{
	sb_strings names = {0};
	if (!mo_may_suggest(c))
		return NULL;
	for (const mo_bound *b = env->bound; b; b = b->next)
		sb_push(c->arena, names, b->name);
	mo_visible_names(env->scope, &names);
	if (call)
		mo_builtin_names(c->arena, &names);
	else
		sb_push(c->arena, names, "time");
	return sb_nearest(name, names.at, names.n);
}

static void function_as_value(mo_context *c, const char *name, sb_span span)
{
	sb_message *m = sb_report(c->diag, SB_ERROR, "M0303", span, "the function '%s' is used without arguments", name);
	sb_help(m, "call it: %s(...)", name);
}

/* 3.6, 5.3.1: of the components of a class around only constants are seen. */
static void not_constant(mo_context *c, const mo_env *env, const mo_item *around, sb_span span)
{
	const mo_class *inside = env->scope->class_def;
	sb_message *m =
		sb_report(c->diag, SB_ERROR, "M0261", span, "'%s' is not seen from inside '%s', because it is not a constant",
				  around->name, inside ? inside->name : "this class");
	sb_also(m, around->ast->name_span, "'%s' is declared here, in the class around", around->name);
	sb_help(m,
			"declare it in '%s' too and give the value where a component of '%s' is declared, or make it `inner` here "
			"and `outer` there",
			inside ? inside->name : "this class", inside ? inside->name : "this class");
}

/* What other languages call what is called otherwise here; NULL: nothing known. */
static const char *foreign_name(const char *name, bool call)
{
	static const struct { const char *name; bool call; const char *help;
	} known[] = {
		{"pi", false,
		 "declare it: constant Real pi = 2*acos(0); or write Modelica.Constants.pi, with the standard library"},
		{"t", false, "the time is called 'time'"},
		{"Time", false, "the time is called 'time'"},
		{"inf", false,
		 "write a large number, such as 1e60, or Modelica.Constants.inf with the standard library"},
		{"e", false, "write exp(1)"},
		{"True", false, "write 'true'"},
		{"False", false, "write 'false'"},
		{"integrate", true, "the integral y of u is a state: der(y) = u"},
		{"integral", true, "the integral y of u is a state: der(y) = u"},
		{"int", true, "the integral y of u is a state: der(y) = u; a whole number is integer(x)"},
		{"ddt", true, "the derivative is written der(x)"},
		{"diff", true, "the derivative is written der(x)"},
		{"derivative", true, "the derivative is written der(x)"},
		{"d", true, "the derivative is written der(x)"},
		{"ln", true, "the natural logarithm is log(x), the logarithm to base 10 is log10(x)"},
		{"log2", true, "write log(x)/log(2)"},
		{"pow", true, "write x^y"},
		{"power", true, "write x^y"},
		{"fabs", true, "write abs(x)"},
		{"sgn", true, "write sign(x)"},
		{"signum", true, "write sign(x)"},
		{"round", true, "write floor(x + 0.5)"},
		{"trunc", true, "write integer(x), or div(x, 1)"},
		{"fmod", true, "write rem(x, y), or mod(x, y)"},
		{"length", true, "write size(x, 1)"},
		{"len", true, "write size(x, 1)"},
		{"numel", true, "write size(x, 1)"},
		{"print", true,
		 "declare it: function print input String s; external \"C\"; or write assert(false, text, "
		 "AssertionLevel.warning)"},
		{"rand", true,
		 "random numbers are in Modelica.Math.Random, with the standard library; COSY has RANDOM streams "
		 "(docs/cosy.md)"},
		{"random", true,
		 "random numbers are in Modelica.Math.Random, with the standard library; COSY has RANDOM streams "
		 "(docs/cosy.md)"},
		{"step", true, "write if time < t0 then 0 else height"},
		{"heaviside", true, "write if x < 0 then 0 else 1"},
		{"pulse", true, "write if mod(time - t0, period) < width then height else 0"},
		{"ramp", true, "write height*min(1, max(0, (time - t0)/duration))"},
		{"limit", true, "write min(high, max(low, x))"},
		{"sat", true, "write min(high, max(low, x))"},
		{"clip", true, "write min(high, max(low, x))"},
		{"printf", true, "write assert(false, text, AssertionLevel.warning)"},
	};
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (known[i].call == call && strcmp(known[i].name, name) == 0)
			return known[i].help;
	return NULL;
}

void mo_unknown_name(mo_context *c, const mo_env *env, const char *name, sb_span span, bool call)
{
	if (!call && mo_is_builtin(name)) {
		function_as_value(c, name, span);
		return;
	}
	if (mo_import_failed(env->scope, name))
		return;
	const mo_item *around = call ? NULL : mo_hidden_component(env->scope, name);
	if (around) {
		not_constant(c, env, around, span);
		return;
	}
	const char *near = near_visible(c, env, name, call);
	sb_message *m = sb_report(c->diag, SB_ERROR, call ? "M0521" : "M0301", span, "there is no %s '%s' here", call
		? "function" : "variable", name);
	const mo_scope *wall = env->scope;
	while (wall && !(wall->class_def && wall->class_def->encapsulated))
		wall = wall->parent;
	if (wall && wall->parent && wall->parent != c->top)
		sb_note(m, "'%s' is encapsulated: it sees nothing outside except what it imports", wall->class_def->name);
	else
		sb_note(m, "it was looked for in %s, in the classes around it, and in the libraries",
				mo_class_written(c, env->scope));
	if (near && foreign_name(name, call) && strcmp(near, name) != 0)
		near = NULL;
	if (near && strcmp(near, name) == 0)
		sb_help(m, "import it, or give it by a modification");
	else if (near)
		sb_help(m, "did you mean '%s'?", near);
	else if (strcmp(name, "Modelica") == 0)
		mo_help_library(m);
	else if (foreign_name(name, call))
		sb_help(m, "%s", foreign_name(name, call));
	else
		sb_help(m, call ? "declare the function, or import it" : "declare it, or check the spelling");
}

mo_value *mo_no_member(mo_context *c, const mo_part *part, const mo_scope *scope)
{
	const char *near = mo_near_name(c, (mo_scope *)scope, part->name, false);
	sb_message *m = sb_report(c->diag, SB_ERROR, "M0320", part->span, "there is no '%s' in %s", part->name,
		mo_class_written(c, scope));
	if (near)
		sb_help(m, "did you mean '%s'?", near);
	else
		sb_help(m, "check the spelling, or the class of what stands before the dot");
	return NULL;
}

mo_value *mo_not_a_value(mo_context *c, const mo_expr *e, mo_item *item)
{
	mo_scope *scope = item->class_scope;
	mo_restriction r = scope ? mo_scope_restriction(scope) : MO_CLASS;
	bool function = r == MO_FUNCTION || r == MO_OPERATOR_FUNCTION;
	if (function) {
		function_as_value(c, mo_written(c, e), e->span);
		return NULL;
	}
	sb_message *m = sb_report(c->diag, SB_ERROR, "M0302", e->span, "'%s' is a class, not a value", mo_written(c, e));
	sb_help(m, "declare a component of this class and use that");
	return NULL;
}

mo_value *mo_has_no_parts(mo_context *c, const mo_part *part, const char *name, const mo_value_type *type)
{
	sb_message *m = sb_report(c->diag, SB_ERROR, "M0320", part->span, "'%s' is %s, which has no '%s'", name,
		mo_type_string(c, type), part->name);
	sb_help(m, "remove '.%s', or check the name before the dot", part->name);
	return NULL;
}

bool mo_unconditional(mo_context *c, const mo_item *item, sb_span span)
{
	const mo_expr *condition = item->declared->condition;
	if (item->kind != MO_I_COMPONENT || (item->present && !condition && !item->added))
		return true;
	if (item->added || (!item->present && !condition && mo_is_expandable(mo_whole_scope(item->scope)))) {
		sb_message *bus = sb_report(c->diag, SB_ERROR, "M0475", span,
			item->added ? "'%s' is not declared in the expandable connector, and can be used in connect only"
						: "'%s' of an expandable connector does not exist: nothing is connected to it",
			item->full_name ? item->full_name : item->name);
		sb_help(bus, item->added ? "declare '%s' in the connector" : "connect '%s'", item->name);
		return false;
	}
	sb_message *m = sb_report(c->diag, SB_ERROR, "M0321", span, condition
		? "'%s' is a conditional component and can be used in connect only"
		: "'%s' does not exist: `break` removes it", item->full_name ? item->full_name : item->name);
	if (condition)
		sb_also(m, condition->span, item->present ? "its condition" : "this is its condition, which is false");
	sb_help(m, condition ? "connect it to a component that is always there, and use that" : "use something else");
	return false;
}
