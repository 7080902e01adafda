/* Derivative annotations of functions.
 *
 *     annotation(derivative(order = 1, noDerivative = k, zeroDerivative = T) = f_der)
 *
 * The inputs of f_der are those of f, and after them one derivative for each input that holds Reals and is not
 * excluded; its outputs are the derivatives of the outputs that hold Reals. The annotation order = n + 1 stands in the
 * derivative of order n, whose last inputs are the derivatives of order n: only these have one more. It holds where the
 * derivatives of the other inputs are the inputs that follow them, which is so for derivatives by time. Annotations are
 * inherited where a function has none of its own, as long as they fit. */
#include "front/modelica/function/function_inside.h"
#include "model/differentiate/differentiate.h"

#include <string.h>

enum { DEEPEST = 100 };

static bool holds_reals(mo_context *c, mo_item *item, uint32_t depth)
{
	if (item->base != MO_B_CLASS || !item->type || depth > DEEPEST || mo_is_functional(item))
		return item->base == MO_B_REAL;
	const mo_items *fields = mo_members(c, item->type);
	for (uint32_t i = 0; i < fields->n; i++)
		if (mo_open(c, fields->at[i], item->ast->name_span) && holds_reals(c, fields->at[i], depth + 1))
			return true;
	return false;
}

/* --------------------------------------------------------------- reading annotations */

static uint32_t input_called(const mo_function_class *k, const char *name)
{
	uint32_t i = 0;

	while (i < k->inputs.n && k->inputs.at[i]->name != name)
		i++;
	return i;
}

static void say_unused(sb_message *m)
{
	sb_note(m, "the annotation is not used; if the derivative is needed, it is made from the function itself");
}

static bool unknown_input(mo_context *c, const mo_function_class *k, const mo_modification *m)
{
	const char **names = sb_new_array(c->arena, const char *, k->inputs.n + 1), *near = NULL;
	sb_message *note = sb_report(c->diag, SB_WARNING, "M0563", m->value ? m->value->span : m->span,
								 "'%s' must name an input of '%s'", m->name[0], k->name);
	say_unused(note);

	for (uint32_t i = 0; i < k->inputs.n; i++)
		names[i] = k->inputs.at[i]->name;
	if (m->value && m->value->kind == MO_E_REF && m->value->parts.n == 1)
		near = sb_nearest(m->value->parts.at[0].name, names, k->inputs.n);
	if (near)
		sb_help(note, "did you mean '%s'?", near);
	else
		sb_help(note, "write %s = x for an input x of the function", m->name[0]);
	return false;
}

/* noDerivative = y, or in the older form noDerivative(y = g(x)). */
static bool read_excluded(mo_context *c, const mo_function_class *k, const mo_modification *m, mo_derivative *out)
{
	const mo_expr *e = m->value;
	uint32_t i = k->inputs.n;

	if (e && e->kind == MO_E_REF && e->parts.n == 1)
		i = input_called(k, e->parts.at[0].name);
	else if (!e && m->args.n == 1 && m->args.at[0]->name_n == 1)
		i = input_called(k, m->args.at[0]->name[0]);
	if (i == k->inputs.n)
		return unknown_input(c, k, m);
	out->excluded[i] = true;
	if (strcmp(m->name[0], "zeroDerivative") == 0)
		out->still[i] = true;
	return true;
}

static bool read_order(mo_context *c, const mo_function_class *k, const mo_modification *m, mo_derivative *out)
{
	mo_env env = {.scope = k->scope, .parameter_only = true};
	uint32_t first = sb_messages(c->diag);

	if (m->value && mo_evaluate_integer(c, &env, m->value, "the order of a derivative", &out->order) && out->order >= 1)
		return true;
	sb_take_back(c->diag, first, NULL);
	sb_message *note = sb_report(c->diag, SB_WARNING, "M0563", m->value ? m->value->span : m->span,
								 "the order of a derivative is a number from 1 on");
	say_unused(note);
	sb_help(note, "write order = 2 in the derivative of order 1 for the second derivative");
	return false;
}

static bool read_options(mo_context *c, const mo_function_class *k, const mo_modification *m, mo_derivative *out)
{
	static const char *const options[] = {"order", "noDerivative", "zeroDerivative"};

	for (uint32_t i = 0; i < m->args.n; i++) {
		const mo_modification *a = m->args.at[i];
		const char *name = a->name_n == 1 ? a->name[0] : "";
		bool ok;
		if (strcmp(name, options[0]) == 0) {
			ok = read_order(c, k, a, out);
		} else if (strcmp(name, options[1]) == 0 || strcmp(name, options[2]) == 0) {
			ok = read_excluded(c, k, a, out);
		} else {
			const char *near = sb_nearest(name, options, 3);
			sb_message *note =
				sb_report(c->diag, SB_WARNING, "M0563", a->name_span, "a derivative annotation has no '%s'", name);
			say_unused(note);
			sb_help(note, near ? "did you mean '%s'?" : "it has %s, noDerivative and zeroDerivative",
					near ? near : "order");
			ok = false;
		}
		if (!ok)
			return false;
	}
	return true;
}

static bool read_function(mo_context *c, const mo_function_class *k, const mo_scope *written_in,
						  const mo_modification *m, mo_derivative *out)
{
	const mo_expr *e = m->value;
	mo_scope *from = (mo_scope *)written_in;
	sb_text name = {0};
	sb_message *note;

	if (!e || e->kind != MO_E_REF) {
		note = sb_report(c->diag, SB_WARNING, "M0563", m->span, "the derivative of '%s' must be the name of a function",
						 k->name);
		say_unused(note);
		sb_help(note, "write derivative = f_der");
		return false;
	}
	mo_item *item = mo_find_item(c, from, e->parts.at, e->parts.n, e->global);
	if (!item && e->parts.n == 1 && !e->global)
		item = mo_lookup(from, e->parts.at[0].name);
	if (item && item->kind == MO_I_CLASS && !mo_open(c, item, e->span))
		return false;
	mo_restriction r =
		item && item->kind == MO_I_CLASS && item->class_scope ? mo_scope_restriction(item->class_scope) : MO_CLASS;
	if (r == MO_FUNCTION || r == MO_OPERATOR_FUNCTION)
		return (out->function = mo_function_scope(c, item)) != NULL;
	mo_expr_text(e, &name);
	note = sb_report(c->diag, SB_WARNING, "M0564", e->span,
					 item ? "'%s', which is given as the derivative of '%s', is not a function"
						  : "there is no function '%s', which is given as the derivative of '%s'",
					 name.at, k->name);
	say_unused(note);
	if (item)
		sb_also(note, item->ast->name_span, "it is declared here");
	sb_help(note, "write the name of a function as it is seen from '%s'", k->name);
	sb_text_free(&name);
	return false;
}

static void read_list(mo_context *c, mo_function_class *k, const mo_scope *scope, const mo_modifications *list)
{
	for (uint32_t i = 0; i < list->n; i++) {
		const mo_modification *m = list->at[i];
		mo_derivative d = {.order = 1, .inherited = scope != k->scope};
		if (m->name_n != 1 || strcmp(m->name[0], "derivative") != 0)
			continue;
		d.span = m->value ? m->value->span : m->span;
		d.excluded = sb_new_array(c->arena, bool, k->inputs.n + 1);
		d.still = sb_new_array(c->arena, bool, k->inputs.n + 1);
		if (read_options(c, k, m, &d) && read_function(c, k, scope, m, &d))
			sb_push(c->arena, k->derivatives, d);
	}
}

/* A common mistake: f cannot have both, because that of order 2 has the inputs of that of order 1 before its own. */
static void warn_of_orders(mo_context *c, const mo_function_class *k)
{
	bool first = false;

	for (uint32_t i = 0; i < k->derivatives.n; i++)
		first |= k->derivatives.at[i].order == 1;
	for (uint32_t i = 0; i < k->derivatives.n && first; i++) {
		if (k->derivatives.at[i].order == 1)
			continue;
		sb_message *m = sb_report(c->diag, SB_WARNING, "M0566", k->derivatives.at[i].span,
								  "'%s' also has a derivative of order 1, so this one of order %lld is not used",
								  k->name, (long long)k->derivatives.at[i].order);
		sb_help(m, "write the annotation of order n + 1 into the derivative of order n");
	}
}

static bool has_derivative(const mo_modifications *list)
{
	for (uint32_t i = 0; i < list->n; i++)
		if (list->at[i]->name_n == 1 && strcmp(list->at[i]->name[0], "derivative") == 0)
			return true;
	return false;
}

/* 3.6, 12.7.1: smoothOrder = n, with normallyConstant = x for inputs x. It is a promise that nobody here needs:
 * functions are differentiated whether they are smooth or not, and always for the inputs that move. But a promise that
 * is no promise is told. */
static void check_smoothness(mo_context *c, const mo_function_class *k, const mo_modification *m)
{
	sb_message *note = NULL;

	if (!m->value || m->value->kind != MO_E_INTEGER) {
		note = sb_report(c->diag, SB_WARNING, "M0626", m->value ? m->value->span : m->span,
						 "the smoothOrder of '%s' is not a whole number from 0 on", k->name);
		sb_help(note, "write smoothOrder = n if the function can be differentiated n times");
	}
	for (uint32_t i = 0; i < m->args.n && !note; i++) {
		const mo_modification *a = m->args.at[i];
		const mo_expr *e = a->value;
		bool named = a->name_n == 1 && strcmp(a->name[0], "normallyConstant") == 0;

		if (named && e && e->kind == MO_E_REF && e->parts.n == 1 && input_called(k, e->parts.at[0].name) < k->inputs.n)
			continue;
		note = sb_report(c->diag, SB_WARNING, "M0626", e && named ? e->span : a->span,
						 named ? "normallyConstant must name an input of '%s'"
							   : "the smoothOrder of '%s' has no such argument",
						 k->name);
		sb_help(note, "write smoothOrder(normallyConstant = x) = n with an input x");
	}
}

static void check_annotations(mo_context *c, const mo_function_class *k)
{
	const mo_class *def = k->scope->class_def;

	for (uint32_t i = 0; def && i < def->annotation.n; i++)
		if (def->annotation.at[i]->name_n == 1 && strcmp(def->annotation.at[i]->name[0], "smoothOrder") == 0)
			check_smoothness(c, k, def->annotation.at[i]);
}

/* Those of the class itself, or else of the first base class that has any. */
static bool read_annotations(mo_context *c, mo_function_class *k, const mo_scope *scope, uint32_t depth)
{
	const mo_class *def = scope->class_def;

	if (def && (has_derivative(&def->annotation) || has_derivative(&def->external_annotation))) {
		read_list(c, k, scope, &def->annotation);
		read_list(c, k, scope, &def->external_annotation);
		return true;
	}
	for (uint32_t i = 0; i < scope->bases.n && depth < DEEPEST; i++)
		if (read_annotations(c, k, scope->bases.at[i], depth + 1))
			return true;
	return false;
}

/* -------------------------------------------------------------- checking the function */

/* A function whose derivatives are looked for. One that is a derivative itself: its inputs before `first` are those of
 * the derivative of the order before. */
typedef struct lineage {
	uint32_t number;
	mo_function_class *of;
	mo_value **args;   /* by input: a value of its type and size */
	int64_t order;     /* of its derivative */
	uint32_t first;
	uint32_t *rate;    /* by input: the input that is its derivative, or UINT32_MAX */
	bool *still;       /* by input: must not move */
} lineage;

static bool has_differential(mo_context *c, const lineage *l, const mo_derivative *d, uint32_t input)
{
	return input >= l->first && !d->excluded[input] && holds_reals(c, l->of->inputs.at[input], 0);
}

static bool same_type(mo_context *c, mo_item *a, mo_item *b, uint32_t depth)
{
	if (a->base != b->base || a->rank != b->rank || depth > DEEPEST)
		return false;
	if (a->base != MO_B_CLASS || a->type == b->type)
		return true;
	if (!a->type || !b->type)
		return false;
	const mo_items *s = mo_members(c, a->type), *t = mo_members(c, b->type);
	bool same = s->n == t->n;
	for (uint32_t i = 0; same && i < s->n; i++)
		same = s->at[i]->name == t->at[i]->name && mo_open(c, s->at[i], a->ast->span) &&
			mo_open(c, t->at[i], b->ast->span)
			&& same_type(c, s->at[i], t->at[i], depth + 1);
	return same;
}

static void add_type(const mo_item *item, sb_text *out)
{
	static const char *const names[] = {[MO_B_REAL] = "Real", [MO_B_INTEGER] = "Integer", [MO_B_BOOLEAN] = "Boolean",
		[MO_B_STRING] = "String", [MO_B_ENUM] = "enumeration", [MO_B_EXTERNAL_OBJECT] = "ExternalObject",
		[MO_B_CLOCK] = "Clock", [MO_B_ACTIVATION] = "Activation"};

	if (item->base == MO_B_CLASS && item->type)
		mo_full_class_name(item->type, out);
	else
		sb_add(out, item->base == MO_B_CLASS ? "record" : names[item->base]);
	for (uint32_t i = 0; i < item->rank; i++)
		sb_add(out, i == 0 ? (item->rank == 1 ? "[:]" : "[:") : i + 1 < item->rank ? ", :" : ", :]");
}

/* What is wanted: the items, of which those from `own` on stand for derivatives. */
typedef struct wanted { mo_items items; uint32_t own; const char *what; } wanted;

static bool does_not_fit(mo_context *c, const lineage *l, mo_derivative *d, const mo_function_class *k, const wanted *w,
						 uint32_t at, uint32_t count)
{
	sb_text text = {0};
	sb_message *m;

	if (d->inherited)
		return false;
	m = sb_report(c->diag, SB_WARNING, "M0565", d->span, "'%s' does not fit as the derivative of '%s'", k->name,
				  l->of->name);
	say_unused(m);
	if (at < w->items.n && at < count)
		sb_note(m, at < w->own ? "%s %u must be '%s', with the same name and type"
							   : "%s %u must have the type of '%s', of which it is the derivative",
				w->what, at + 1, w->items.at[at]->name);
	else
		sb_note(m, "it has %u %ss, but %u are needed", count, w->what, w->items.n);
	for (uint32_t i = 0; i < w->items.n; i++) {
		sb_add(&text, i ? ", " : "");
		add_type(w->items.at[i], &text);
		sb_addf(&text, i < w->own ? " %s" : " (derivative of %s)", w->items.at[i]->name);
	}
	if (k->scope->class_def)
		sb_also(m, k->scope->class_def->name_span, "it is declared here");
	sb_help(m, "its %ss should be: %s", w->what, text.n ? text.at : "none");
	sb_text_free(&text);
	return false;
}

static bool fits(mo_context *c, const lineage *l, mo_derivative *d, const mo_function_class *k, const wanted *w,
				 const mo_items *have)
{
	for (uint32_t i = 0; i < w->items.n && i < have->n; i++)
		if (!same_type(c, w->items.at[i], have->at[i], 0) || (i < w->own && w->items.at[i]->name != have->at[i]->name))
			return does_not_fit(c, l, d, k, w, i, have->n);
	return w->items.n == have->n || does_not_fit(c, l, d, k, w, UINT32_MAX, have->n);
}

/* A derivative of order n whose annotation has the order n too, and not n + 1: f_der2 has only the derivatives of the
 * last inputs of f_der, which are derivatives themselves. It is meant as the next order. */
static bool is_next_order(mo_context *c, const lineage *l, mo_derivative *d, const mo_function_class *k)
{
	const mo_items *own = &l->of->inputs;
	uint32_t more = k->inputs.n > own->n ? k->inputs.n - own->n : 0, at = own->n;

	if (!more || l->first || k->outputs.n != l->of->outputs.n)
		return false;
	for (uint32_t i = 0; i < own->n; i++)
		if (own->at[i]->name != k->inputs.at[i]->name || !same_type(c, own->at[i], k->inputs.at[i], 0))
			return false;
	for (uint32_t i = k->inputs.n; i-- > own->n;) {
		do
			at = at ? at - 1 : UINT32_MAX;
		while (at != UINT32_MAX && (d->excluded[at] || !holds_reals(c, own->at[at], 0)));
		if (at == UINT32_MAX || !same_type(c, own->at[at], k->inputs.at[i], 0))
			return false;
	}
	/* all inputs have a derivative: then it is one of order 1 that does not fit */
	while (at-- > 0)
		if (!d->excluded[at] && holds_reals(c, own->at[at], 0))
			break;
	if (at == UINT32_MAX)
		return false;
	sb_message *m = sb_report(c->diag, SB_WARNING, "M0567", d->span,
							  "'%s' is used as a derivative of order %lld of the function whose derivative is '%s'",
							  k->name, (long long)d->order + 1, l->of->name);
	sb_note(m, "a derivative of order %lld of '%s' would need the derivatives of all of its inputs",
			(long long)d->order, l->of->name);
	sb_help(m, "write order = %lld", (long long)d->order + 1);
	d->order++;
	return true;
}

static bool check(mo_context *c, const lineage *l, mo_derivative *d, mo_function_class *k)
{
	wanted in = {.own = l->of->inputs.n, .what = "input"}, out = {.what = "output"};

	if (d->checked)
		return d->fits;
	if (l->order == 1 && is_next_order(c, l, d, k))
		return false;
	d->checked = true;
	for (uint32_t i = 0; i < l->of->inputs.n; i++)
		sb_push(c->arena, in.items, l->of->inputs.at[i]);
	for (uint32_t i = 0; i < l->of->inputs.n; i++)
		if (has_differential(c, l, d, i))
			sb_push(c->arena, in.items, l->of->inputs.at[i]);
	for (uint32_t i = 0; i < l->of->outputs.n; i++)
		if (holds_reals(c, l->of->outputs.at[i], 0))
			sb_push(c->arena, out.items, l->of->outputs.at[i]);
	d->fits = fits(c, l, d, k, &in, &k->inputs) && fits(c, l, d, k, &out, &k->outputs);
	return d->fits;
}

/* ---------------------------------------------------------------- giving it to the model */

/* How many arguments of the function of the model an input is. */
static uint32_t leaves(const mo_value *v)
{
	uint32_t n = 0;

	if (v->type.base != MO_B_CLASS)
		return 1;
	for (uint32_t i = 0; i < v->field_count; i++)
		n += leaves(v->fields[i]);
	return n;
}

static uint32_t item_leaves(mo_context *c, mo_item *item, uint32_t depth)
{
	uint32_t n = 0;

	if (item->base != MO_B_CLASS || !item->type || depth > DEEPEST)
		return 1;
	const mo_items *fields = mo_members(c, item->type);
	for (uint32_t i = 0; i < fields->n; i++)
		n += mo_open(c, fields->at[i], item->ast->name_span) ? item_leaves(c, fields->at[i], depth + 1) : 0;
	return n;
}

static const uint32_t *results_of(mo_context *c, const lineage *l)
{
	const sm_function *f = c->model->functions.at[l->number];
	uint32_t *result = sb_new_array(c->arena, uint32_t, f->results + 1), at = 0, next = 0;

	for (uint32_t i = 0; i < l->of->outputs.n; i++) {
		uint32_t n = item_leaves(c, l->of->outputs.at[i], 0);
		bool reals = holds_reals(c, l->of->outputs.at[i], 0);
		for (uint32_t k = 0; k < n && at < f->results; k++)
			result[at++] = reals ? next++ : UINT32_MAX;
	}
	return result;
}

static void give(mo_context *c, const lineage *l, const mo_derivative *d, uint32_t number)
{
	sm_function *f = c->model->functions.at[l->number];
	sm_derivative *out = sb_new(c->arena, sm_derivative);
	bool *moving = sb_new_array(c->arena, bool, f->args + 1), *still = sb_new_array(c->arena, bool, f->args + 1);
	uint32_t *rate = sb_new_array(c->arena, uint32_t, f->args + 1),
			 *start = sb_new_array(c->arena, uint32_t, l->of->inputs.n + 1);

	for (uint32_t i = 0; i < f->given.n; i++)
		if (f->given.at[i]->function == number)
			return;      /* the same derivative was found through another function before */
	for (uint32_t i = 0; i < l->of->inputs.n; i++)
		start[i + 1] = start[i] + leaves(l->args[i]);
	for (uint32_t i = 0; i < l->of->inputs.n; i++)
		for (uint32_t k = start[i]; k < start[i + 1] && k < f->args; k++) {
			bool real = f->locals.at[k].type == SX_REAL;
			moving[k] = has_differential(c, l, d, i);
			/* nobody says how the result moves with what the inputs of a function argument are bound to */
			still[k] = real && (d->still[i] || l->still[i] || mo_is_functional(l->of->inputs.at[i]));
			rate[k] = real && l->rate[i] != UINT32_MAX ? start[l->rate[i]] + k - start[i] : UINT32_MAX;
		}
	*out =
		(sm_derivative){.function = number, .moving = moving, .still = still, .rate = rate, .result = results_of(c, l)};
	sb_push(c->arena, f->given, out);
	f->by_annotation = sm_moves_by_annotation(c->model, f);
}

static lineage next_of(mo_context *c, const lineage *l, const mo_derivative *d, mo_function_class *k)
{
	uint32_t n = l->of->inputs.n, at = n;
	lineage next = {.of = k, .order = l->order + 1, .first = n};

	next.args = sb_new_array(c->arena, mo_value *, k->inputs.n + 1);
	next.rate = sb_new_array(c->arena, uint32_t, k->inputs.n + 1);
	next.still = sb_new_array(c->arena, bool, k->inputs.n + 1);
	for (uint32_t i = 0; i < k->inputs.n; i++)
		next.rate[i] = UINT32_MAX;
	for (uint32_t i = 0; i < n; i++) {
		next.args[i] = l->args[i];
		next.still[i] = l->still[i] || d->still[i];
		next.rate[i] = l->rate[i];
		if (has_differential(c, l, d, i)) {
			next.args[at] = l->args[i];
			next.rate[i] = at++;
		}
	}
	return next;
}

static void derive(mo_context *c, const lineage *l)
{
	for (uint32_t i = 0; i < l->of->derivatives.n; i++) {
		mo_derivative *d = &l->of->derivatives.at[i];
		mo_function_class *k = d->order == l->order ? mo_function_class_of(c, d->function, d->span) : NULL;
		if (!k || !check(c, l, d, k))
			continue;
		lineage next = next_of(c, l, d, k);
		mo_signature signature = {0};
		next.number = mo_specialise(c, d->function, next.args, k->inputs.n, d->span, &signature);
		if (next.number == UINT32_MAX || signature.hidden)
			continue;
		give(c, l, d, next.number);
		derive(c, &next);
	}
}

void mo_give_derivatives(mo_context *c, struct mo_procedure *f, uint32_t number)
{
	mo_function_class *k = f->of;
	lineage l = {.number = number, .of = k, .order = 1};

	if (!k->derivatives_read) {
		k->derivatives_read = true;
		read_annotations(c, k, k->scope, 0);
		warn_of_orders(c, k);
		check_annotations(c, k);
	}
	if (!k->derivatives.n)
		return;
	l.args = sb_new_array(c->arena, mo_value *, k->inputs.n + 1);
	l.rate = sb_new_array(c->arena, uint32_t, k->inputs.n + 1);
	l.still = sb_new_array(c->arena, bool, k->inputs.n + 1);
	for (uint32_t i = 0; i < k->inputs.n; i++) {
		l.args[i] = mo_procedure_local(f, k->inputs.at[i]->name);
		l.rate[i] = UINT32_MAX;
		if (!l.args[i])
			return;
	}
	derive(c, &l);
}
