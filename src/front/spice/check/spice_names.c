/* Names in expressions, what a subcircuit uses of the scopes around it, and values of constant expressions. */
#include "front/spice/check/spice_check.h"

#include <math.h>
#include <string.h>

enum { DEEPEST = 64 };

sp_model *sp_find_model(const sp_scope *s, const char *name)
{
	sp_model *found = NULL;
	for (; s && !found; s = s->around)
		found = sb_map_find(&s->model_names, name);
	return found;
}

sp_scope *sp_find_scope(const sp_scope *s, const char *name)
{
	sp_scope *found = NULL;
	for (; s && !found; s = s->around)
		found = sb_map_find(&s->scope_names, name);
	return found;
}

sp_param *sp_find_param(const sp_scope *s, const char *name)
{
	sp_param *found = NULL;
	for (; s && !found; s = s->around)
		found = sb_map_find(&s->param_names, name);
	return found;
}

sp_function *sp_find_function(const sp_scope *s, const char *name)
{
	sp_function *found = NULL;
	for (; s && !found; s = s->around)
		found = sb_map_find(&s->function_names, name);
	return found;
}

sp_device *sp_find_device(const sp_scope *s, const char *name)
{
	return sb_map_find(&s->device_names, name);
}

/* ---------------------------------------------------------------------------------------------------- functions */

static double sign_of(double x, double y)
{
	(void)y;
	return x > 0 ? 1 : x < 0 ? -1 : 0;
}
static double step(double x, double y)
{
	(void)y;
	return x > 0 ? 1 : 0;
}
static double ramp(double x, double y)
{
	(void)y;
	return x > 0 ? x : 0;
}
static double signed_power(double x, double y)
{
	return x < 0 ? -pow(-x, y) : pow(x, y);
}
static double square(double x, double y)
{
	(void)y;
	return x * x;
}
#define ONE(f) static double one_##f(double x, double y) { (void)y; return f(x); }
ONE(sin) ONE(cos) ONE(tan) ONE(asin) ONE(acos) ONE(atan) ONE(sinh) ONE(cosh) ONE(tanh) ONE(asinh) ONE(acosh) ONE(atanh)
ONE(exp) ONE(log) ONE(log10) ONE(sqrt) ONE(fabs) ONE(floor) ONE(ceil) ONE(trunc) ONE(rint)

/* `as`: $1, $2, ... are the arguments. Those without a C function depend on time or on many arguments. */
static const sp_builtin builtins[] = {
	{"sin", 1, 1, "sin($1)", one_sin}, {"cos", 1, 1, "cos($1)", one_cos}, {"tan", 1, 1, "tan($1)", one_tan},
	{"asin", 1, 1, "asin($1)", one_asin}, {"acos", 1, 1, "acos($1)", one_acos}, {"atan", 1, 1, "atan($1)", one_atan},
	{"arctan", 1, 1, "atan($1)", one_atan}, {"sinh", 1, 1, "sinh($1)", one_sinh}, {"cosh", 1, 1, "cosh($1)", one_cosh},
	{"tanh", 1, 1, "tanh($1)", one_tanh}, {"asinh", 1, 1, "Modelica.Math.asinh($1)", one_asinh},
	{"acosh", 1, 1, "Modelica.Math.acosh($1)", one_acosh},
	{"atanh", 1, 1, "(0.5*log((1 + $1)/(1 - $1)))", one_atanh}, {"atan2", 2, 2, "atan2($1, $2)", atan2},
	{"exp", 1, 1, "exp($1)", one_exp}, {"ln", 1, 1, "log($1)", one_log}, {"log", 1, 1, "log($1)", one_log},
	{"log10", 1, 1, "log10($1)", one_log10}, {"sqrt", 1, 1, "sqrt($1)", one_sqrt}, {"abs", 1, 1, "abs($1)", one_fabs},
	{"floor", 1, 1, "floor($1)", one_floor}, {"ceil", 1, 1, "ceil($1)", one_ceil},
	{"int", 1, 1, "(if $1 < 0 then ceil($1) else floor($1))", one_trunc},
	{"nint", 1, 1, "floor($1 + 0.5)", one_rint}, {"round", 1, 1, "floor($1 + 0.5)", one_rint},
	{"sgn", 1, 1, "sign($1)", sign_of}, {"sign", 1, 1, "sign($1)", sign_of},
	{"u", 1, 1, "(if $1 > 0 then 1 else 0)", step}, {"stp", 1, 1, "(if $1 > 0 then 1 else 0)", step},
	{"uramp", 1, 1, "max($1, 0)", ramp}, {"sqr", 1, 1, "$1^2", square},
	{"min", 2, 2, "min($1, $2)", fmin}, {"max", 2, 2, "max($1, $2)", fmax},
	{"pow", 2, 2, "$1^$2", pow}, {"pwr", 2, 2, "(if $1 < 0 then -(-$1)^$2 else $1^$2)", signed_power},
	{"pwrs", 2, 2, "(if $1 < 0 then -(-$1)^$2 else $1^$2)", signed_power},
	{"hypot", 2, 2, "sqrt($1^2 + $2^2)", hypot},
	{"limit", 3, 3, "max(min($2, $3), min(max($2, $3), $1))", NULL},
	{"if", 3, 3, "", NULL}, {"ternary_fcn", 3, 3, "", NULL}, {"table", 3, 255, "", NULL}, {"pwl", 3, 255, "", NULL},
	{"ddt", 1, 1, "", NULL}, {"idt", 1, 2, "", NULL}, {"sdt", 1, 2, "", NULL}, {"idtmod", 0, 0, "", NULL}};

const sp_builtin *sp_builtin_named(const char *name)
{
	for (size_t i = 0; i < sizeof builtins / sizeof *builtins; i++)
		if (strcmp(builtins[i].name, name) == 0)
			return &builtins[i];
	return NULL;
}

/* --------------------------------------------------------------------------------------------- constant values */

typedef struct frame { const sp_function *function; const double *args; } frame;

static bool value_of(const sp_scope *s, const sp_expr *e, const frame *f, uint32_t depth, double *v);

static bool named_value(const sp_scope *s, const sp_expr *e, const frame *f, uint32_t depth, double *v)
{
	static const struct { const char *name; double value; } constants[] = {
		{"pi", 3.14159265358979323846}, {"e", 2.71828182845904523536}, {"echarge", 1.602176634e-19},
		{"boltz", 1.380649e-23}, {"kelvin", -273.15}, {"c", 299792458}, {"true", 1}, {"false", 0}};
	for (uint32_t i = 0; f && i < f->function->args.n; i++)
		if (f->function->args.at[i] == e->name) {
			*v = f->args[i];
			return true;
		}
	sp_param *p = sp_find_param(s, e->name);
	if (p) {
		if (!p->value || p->mark)
			return false;
		p->mark = 1;
		bool good = value_of(p->owner, p->value, NULL, depth + 1, v);
		p->mark = 0;
		return good;
	}
	for (size_t i = 0; i < sizeof constants / sizeof *constants; i++)
		if (strcmp(constants[i].name, e->name) == 0) {
			*v = constants[i].value;
			return true;
		}
	return false;
}

static bool called_value(const sp_scope *s, const sp_expr *e, const frame *f, uint32_t depth, double *v)
{
	double args[8] = {0};
	sp_function *own = sp_find_function(s, e->name);
	const sp_builtin *b = own ? NULL : sp_builtin_named(e->name);
	if (e->args.n > 8)
		return false;
	for (uint32_t i = 0; i < e->args.n; i++)
		if (!value_of(s, e->args.at[i], f, depth + 1, &args[i]))
			return false;
	if (own) {
		frame inner = {own, args};
		return own->args.n == e->args.n && own->body && value_of(own->owner, own->body, &inner, depth + 1, v);
	}
	if (!b)
		return false;
	if (!strcmp(b->name, "if") || !strcmp(b->name, "ternary_fcn"))
		*v = args[0] != 0 ? args[1] : args[2];
	else if (!strcmp(b->name, "limit"))
		*v = fmax(fmin(args[1], args[2]), fmin(fmax(args[1], args[2]), args[0]));
	else if (b->of && e->args.n >= b->least && e->args.n <= b->most)
		*v = b->of(args[0], args[1]);
	else
		return false;
	return true;
}

static double operated(sp_op op, double a, double b)
{
	switch (op) {
	case SP_OR: return a != 0 || b != 0;
	case SP_AND: return a != 0 && b != 0;
	case SP_EQ: return a == b;
	case SP_NE: return a != b;
	case SP_LT: return a < b;
	case SP_GT: return a > b;
	case SP_LE: return a <= b;
	case SP_GE: return a >= b;
	case SP_ADD: return a + b;
	case SP_SUB: return a - b;
	case SP_MUL: return a * b;
	case SP_DIV: return a / b;
	case SP_MOD: return fmod(a, b);
	case SP_POW: return pow(a, b);
	case SP_MINUS: return -a;
	case SP_PLUS: return a;
	default: return a == 0;
	}
}

static bool value_of(const sp_scope *s, const sp_expr *e, const frame *f, uint32_t depth, double *v)
{
	double a = 0, b = 0;
	if (depth > DEEPEST)
		return false;
	switch (e->kind) {
	case SP_NUMBER: *v = e->number; return true;
	case SP_NAME: return named_value(s, e, f, depth, v);
	case SP_CALL: return called_value(s, e, f, depth, v);
	case SP_PROBE: return false;
	case SP_CHOICE:
		return value_of(s, e->of[0], f, depth, &a) && value_of(s, e->of[a != 0 ? 1 : 2], f, depth, v);
	default:
		if (!value_of(s, e->of[0], f, depth, &a) || (e->kind == SP_BINARY && !value_of(s, e->of[1], f, depth, &b)))
			return false;
		*v = operated(e->op, a, b);
		return true;
	}
}

bool sp_value(const sp_scope *s, const sp_expr *e, double *value)
{
	return e && value_of(s, e, NULL, 0, value) && isfinite(*value);
}

/* ------------------------------------------------------------------------------------------------------ checks */

static void note_outer(sp_netlist *n, const sp_scope *s, sp_param *p)
{
	sp_scope *scope = (sp_scope *)s;
	if (p->owner == s)
		return;
	for (uint32_t i = 0; i < scope->outer.n; i++)
		if (scope->outer.at[i] == p)
			return;
	sb_push(n->c->arena, scope->outer, p);
}

/* Names are looked up in one scope, and written in another: of functions and models that are used in a subcircuit. */
typedef struct looker {
	sp_netlist *n;
	const sp_scope *s, *lookup;
	const sp_function *function;
	bool behavioural, paths;           /* paths: names of subcircuits may stand before those of nodes */
	uint32_t depth;
} looker;

static void look(looker *k, const sp_expr *e);

static void look_at_name(looker *k, const sp_expr *e)
{
	static const char known[] = " pi e echarge boltz kelvin c true false ";
	for (uint32_t i = 0; k->function && i < k->function->args.n; i++)
		if (k->function->args.at[i] == e->name)
			return;
	sp_param *p = sp_find_param(k->lookup, e->name);
	if (p) {
		note_outer(k->n, k->s, p);
		return;
	}
	if (sp_is_word_of(known, e->name))
		return;
	if (!strcmp(e->name, "time") && k->behavioural)
		return;
	if (!strcmp(e->name, "hertz") || !strcmp(e->name, "freq")) {
		sb_report(k->n->c->diag, SB_ERROR, "L0106", e->span, "sources that depend on the frequency are not there");
		return;
	}
	sb_strings names = {0};
	for (const sp_scope *s = k->lookup; s; s = s->around)
		for (uint32_t i = 0; i < s->params.n; i++)
			sb_push(k->n->c->arena, names, s->params.at[i]->name);
	sb_message *m = sb_report(k->n->c->diag, SB_ERROR, "L0107", e->span, "there is no parameter '%s'", e->name);
	const char *near = sb_nearest(e->name, names.at, names.n);
	if (near)
		sb_help(m, "did you mean '%s'?", near);
	else if (!strcmp(e->name, "time"))
		sb_help(m, "time is known in the expressions of B, E and G only");
}

static void look_at_call(looker *k, const sp_expr *e)
{
	sp_function *own = sp_find_function(k->lookup, e->name);
	const sp_builtin *b = own ? NULL : sp_builtin_named(e->name);
	for (uint32_t i = 0; i < e->args.n; i++)
		look(k, e->args.at[i]);
	if (own && own->args.n != e->args.n)
		sb_also(sb_report(k->n->c->diag, SB_ERROR, "L0108", e->span, "'%s' has %u arguments", e->name, own->args.n),
				own->span, "defined here");
	else if (own && own->mark)
		sb_report(k->n->c->diag, SB_ERROR, "L0109", own->span, "the function '%s' calls itself", own->name);
	else if (own && own->body) {
		own->mark = 1;
		looker inner = *k;
		inner.function = own;
		inner.lookup = own->owner;
		look(&inner, own->body);
		own->mark = 0;
	} else if (!own && (!b || !b->most))
		sb_report(k->n->c->diag, SB_ERROR, "L0110", e->span, "there is no function '%s' here", e->name);
	else if (b && (e->args.n < b->least || e->args.n > b->most))
		sb_report(k->n->c->diag, SB_ERROR, "L0108", e->span, "'%s' has %u arguments%s", e->name, b->least,
				  b->most > b->least ? " at least" : "");
	else if (b && !k->behavioural && (!strcmp(b->name, "ddt") || !strcmp(b->name, "idt") || !strcmp(b->name, "sdt")))
		sb_report(k->n->c->diag, SB_ERROR, "L0111", e->span, "'%s' is known in the expressions of B, E and G only",
				  b->name);
}

const sp_scope *sp_resolve(const sp_scope *s, sb_names *names, const char *path, const char **rest)
{
	*rest = path;
	for (const char *dot; (dot = strchr(path, '.')); path = dot + 1) {
		const sp_device *d = sp_find_device(s, sb_internn(names, path, (size_t)(dot - path)));
		if (!d || !d->called)
			break;
		s = d->called;
		*rest = sb_intern(names, dot + 1);
	}
	return s;
}

static void look_at_current(looker *k, const sp_expr *e)
{
	const char *rest = e->probed[0];
	const sp_scope *s = k->paths ? sp_resolve(k->s, k->n->c->names, e->probed[0], &rest) : k->s;
	const sp_device *d = sp_find_device(s, rest);
	if (!d || strchr("xk", d->letter) || d->nodes.n < 2 || (d->nodes.n > 2 && !strchr("ehfgsw", d->letter)))
		sb_help(sb_report(k->n->c->diag, SB_ERROR, "L0113", e->span, "there is no device '%s' with a current",
						  e->probed[0]),
				k->paths ? "it must have two terminals" : "it must have two terminals and be in the same subcircuit");
}

static void look_at_probe(looker *k, const sp_expr *e)
{
	sp_netlist *n = k->n;
	if (!k->behavioural) {
		sb_report(n->c->diag, SB_ERROR, "L0112", e->span, "a parameter cannot depend on voltages and currents");
		return;
	}
	if (*e->name == 'i') {
		look_at_current(k, e);
		return;
	}
	for (int i = 0; i < 2; i++) {
		const char *name = e->probed[i];
		sp_scope *s = (sp_scope *)k->s;
		if (k->paths && name && !sb_map_find(&s->node_names, name))
			s = (sp_scope *)sp_resolve(s, n->c->names, name, &name);
		if (!name || sp_is_ground(name) || sb_map_find(&s->node_names, name))
			continue;
		if (sb_map_find(&n->globals, name)) {
			sp_node_named(n, s, name, e->span);
			continue;
		}
		sb_strings names = {0};
		for (uint32_t j = 0; j < s->nodes.n; j++)
			sb_push(n->c->arena, names, s->nodes.at[j]->name);
		sb_message *m = sb_report(n->c->diag, SB_ERROR, "L0114", e->span, "there is no node '%s'", name);
		const char *near = names.n ? sb_nearest(name, names.at, names.n) : NULL;
		if (near)
			sb_help(m, "did you mean '%s'?", near);
	}
}

static void look(looker *k, const sp_expr *e)
{
	if (!e || k->depth > 1000)
		return;
	k->depth++;
	if (e->kind == SP_NAME)
		look_at_name(k, e);
	else if (e->kind == SP_CALL)
		look_at_call(k, e);
	else if (e->kind == SP_PROBE)
		look_at_probe(k, e);
	else
		for (int i = 0; i < 3; i++)
			look(k, e->of[i]);
	k->depth--;
}

void sp_check_expression(sp_netlist *n, const sp_scope *s, const sp_expr *e, bool behavioural)
{
	looker k = {.n = n, .s = s, .lookup = s, .behavioural = behavioural};
	look(&k, e);
}

void sp_check_probe(sp_netlist *n, const sp_scope *s, const sp_expr *e)
{
	looker k = {.n = n, .s = s, .lookup = s, .behavioural = true, .paths = true};
	look(&k, e);
}

static void check_pairs(sp_netlist *n, const sp_scope *s, const sp_scope *lookup, const sp_pairs *pairs)
{
	looker k = {.n = n, .s = s, .lookup = lookup};
	for (uint32_t i = 0; i < pairs->n; i++)
		for (uint32_t j = 0; j < pairs->at[i].values.n; j++)
			look(&k, pairs->at[i].values.at[j]);
}

/* s of a transfer function is no parameter. */
static void check_transfer(sp_netlist *n, const sp_scope *s, const sp_expr *e)
{
	sp_function of_s = {.name = "LAPLACE", .owner = s};
	sb_push(n->c->arena, of_s.args, sb_intern(n->c->names, "s"));
	looker k = {.n = n, .s = s, .lookup = s, .function = &of_s};
	look(&k, e);
}

static void check_device(sp_netlist *n, sp_scope *s, const sp_device *d)
{
	const sp_expr *plain[] = {d->value, d->dc, d->ac[0], d->ac[1]};
	for (int i = 0; i < 4; i++)
		sp_check_expression(n, s, plain[i], false);
	for (uint32_t i = 0; i < d->args.n; i++)
		sp_check_expression(n, s, d->args.at[i], false);
	check_pairs(n, s, s, &d->pairs);
	sp_check_expression(n, s, d->formula, true);
	check_transfer(n, s, d->transfer);
	if (d->model)
		check_pairs(n, s, d->model->owner, &d->model->pairs);
	if ((d->kind && d->kind->tempered) || d->letter == 'b')
		note_outer(n, s, n->temper);
	if (d->letter == 'v' || d->letter == 'i') {
		note_outer(n, s, n->still);
		note_outer(n, s, n->share);
	}
	if (strchr("dqmjz", d->letter)) {
		note_outer(n, s, n->limit);
		note_outer(n, s, n->gmin);
	}
}

static void note_outer_node(sp_netlist *n, sp_scope *s, sp_node *node)
{
	if (node->owner == s || node->ground)
		return;
	for (uint32_t i = 0; i < s->outer_nodes.n; i++)
		if (s->outer_nodes.at[i] == node)
			return;
	sb_push(n->c->arena, s->outer_nodes, node);
}

/* What a called subcircuit needs of outside, its caller needs, or has. Circles are told. */
static void follow(sp_netlist *n, sp_scope *s, const sp_device *from)
{
	if (s->mark == 2)
		return;
	if (s->mark == 1) {
		sb_also(sb_report(n->c->diag, SB_ERROR, "L0314", from->span, "the subcircuit '%s' contains itself", s->name),
				s->span, "defined here");
		return;
	}
	s->mark = 1;
	for (uint32_t i = 0; i < s->devices.n; i++) {
		const sp_device *d = s->devices.at[i];
		for (uint32_t k = 0; k < d->nodes.n; k++) {
			note_outer_node(n, s, d->nodes.at[k]);
			s->grounded = s->grounded || d->nodes.at[k]->ground;
		}
		for (uint32_t k = 0; k < d->controls.n; k++) {
			note_outer_node(n, s, d->controls.at[k]);
			s->grounded = s->grounded || d->controls.at[k]->ground;
		}
		if (!d->called)
			continue;
		follow(n, d->called, d);
		s->grounded = s->grounded || d->called->grounded;
		for (uint32_t k = 0; k < d->called->outer.n; k++)
			note_outer(n, s, d->called->outer.at[k]);
		for (uint32_t k = 0; k < d->called->outer_nodes.n; k++)
			note_outer_node(n, s, d->called->outer_nodes.at[k]);
	}
	s->mark = 2;
}

static void check_circles(sp_netlist *n, sp_scope *s)
{
	for (uint32_t i = 0; i < s->params.n; i++) {
		sp_param *p = s->params.at[i];
		double value;
		bool known = p->value && sp_value(s, p->value, &value);
		if (p->value && !known && sb_errors(n->c->diag) == 0)
			sb_report(n->c->diag, SB_ERROR, "L0115", p->span,
					  "the parameter '%s' has no value: it depends on itself, or an "
					  "operation in it has none",
					  p->name);
	}
}

void sp_check_names(sp_netlist *n)
{
	for (uint32_t i = 0; i < n->scopes.n; i++) {
		sp_scope *s = n->scopes.at[i];
		if (!s->used)
			continue;
		for (uint32_t k = 0; k < s->params.n; k++)
			sp_check_expression(n, s, s->params.at[k]->value, false);
		for (uint32_t k = 0; k < s->devices.n; k++)
			check_device(n, s, s->devices.at[k]);
	}
	for (uint32_t i = 0; i < n->scopes.n; i++)
		if (n->scopes.at[i]->used)
			follow(n, n->scopes.at[i], NULL);
	for (uint32_t i = 0; i < n->scopes.n; i++)
		if (n->scopes.at[i]->used)
			check_circles(n, n->scopes.at[i]);
}
