/* Functions, made for the shapes they are called with.
 *
 * A call with arrays of other sizes, or with another value of an Integer that sizes depend on, is another function of
 * the model. A specialisation is known under its key before its body is made, so a function may call itself. An input
 * whose value is part of the key is that constant in the body. Records are taken apart: each field is a local of its
 * own, called r.x. */
#include "front/modelica/function/function_inside.h"

#include <string.h>

enum { MOST_SPECIALISATIONS = 1000, DEEPEST = 100 };

typedef struct specialisation {
	uint32_t number;
	mo_signature signature;
	bool failed;
	bool opened;    /* its number and signature can be used */
	bool made;
	bool recursive; /* it was asked for while it was made */
} specialisation;

mo_functions *mo_functions_of(mo_context *c)
{
	if (!c->functions) {
		c->functions = sb_new(c->arena, mo_functions);
		c->functions->classes = sb_map_new(c->arena);
		c->functions->made = sb_map_new(c->arena);
		c->functions->scopes = sb_map_new(c->arena);
	}
	return c->functions;
}

bool mo_names_it(const mo_expr *e, const char *name)
{
	if (!e)
		return false;
	if (e->kind == MO_E_REF && e->parts.n > 0 && e->parts.at[0].name == name)
		return true;
	for (uint32_t i = 0; i < e->a.n; i++)
		if (mo_names_it(e->a.at[i], name))
			return true;
	for (uint32_t i = 0; i < e->named.n; i++)
		if (mo_names_it(e->named.at[i].value, name))
			return true;
	return false;
}

/* Is the value of this input named in a size, or in the value of a local Integer (which may be named in one)? */
static bool matters_for_sizes(const mo_function_class *k, const mo_item *input)
{
	const mo_items *lists[] = {&k->outputs, &k->locals};

	if (input->rank > 0 || (input->base != MO_B_INTEGER && input->base != MO_B_ENUM && input->base != MO_B_BOOLEAN))
		return false;
	for (int l = 0; l < 2; l++) {
		for (uint32_t i = 0; i < lists[l]->n; i++) {
			const mo_item *item = lists[l]->at[i];

			for (uint32_t d = 0; d < item->rank; d++)
				if (mo_names_it(item->dims[d].size, input->name))
					return true;
			if (item->base == MO_B_INTEGER && item->binding && mo_names_it(item->binding->value, input->name))
				return true;
		}
	}
	return false;
}

static mo_class *external_class(const mo_scope *scope, uint32_t depth)
{
	if (scope->class_def && scope->class_def->external)
		return scope->class_def;
	for (uint32_t i = 0; i < scope->bases.n && depth < 100; i++) {
		mo_class *k = external_class(scope->bases.at[i], depth + 1);

		if (k)
			return k;
	}
	return NULL;
}

mo_class *mo_external_class(const mo_scope *scope)
{
	return external_class(scope, 0);
}

static bool component_is_supported(mo_context *c, const mo_item *item)
{
	if (item->base == MO_B_EXTERNAL_OBJECT && item->output && !mo_is_constructor(mo_whole_scope(item->scope))) {
		/* 3.6, 12.9.7: only the constructor may return external objects */
		sb_help(sb_report(c->diag, SB_ERROR, "M0590", item->ast->name_span,
						  "a function cannot give back the external object '%s'", item->name),
				"declare the object in the model, and give it to the functions that use it");
		return false;
	}
	if (mo_is_functional(item) && item->input)
		return true;
	if (item->base == MO_B_CLASS && item->type && !mo_is_record(item->type)) {
		sb_message *m =
			sb_report(c->diag, SB_ERROR, "M0557", item->ast->span, "'%s' is a %s, which cannot be in a function",
					  item->name, mo_restriction_text(mo_scope_restriction(item->type)));

		sb_help(m, "functions have variables and records only");
		return false;
	}
	if (!item->input && !item->output && !item->is_protected && item->variability < MO_PARAMETER) {
		sb_message *m = sb_report(c->diag, SB_ERROR, "M0559", item->ast->name_span,
								  "'%s' is neither an input nor an output of the function", item->name);

		sb_help(m, "write 'protected' before the variables that the function uses for itself");
		return false;
	}
	return true;
}

static bool sort_components(mo_context *c, mo_function_class *k, sb_span span)
{
	const mo_items *all = mo_members(c, k->scope);

	for (uint32_t i = 0; i < all->n; i++) {
		mo_item *item = all->at[i];

		if (!mo_open(c, item, span) || !component_is_supported(c, item))
			return false;
		if (item->input)
			sb_push(c->arena, k->inputs, item);
		else if (item->output)
			sb_push(c->arena, k->outputs, item);
		else
			sb_push(c->arena, k->locals, item);
	}
	return true;
}

mo_function_class *mo_function_class_of(mo_context *c, mo_scope *scope, sb_span span)
{
	mo_functions *f = mo_functions_of(c);
	mo_function_class *k = sb_map_find(&f->classes, scope);
	sb_text name = {0};

	if (k)
		return k->failed ? NULL : k;
	k = sb_new(c->arena, mo_function_class);
	sb_map_set(&f->classes, scope, k);
	k->scope = scope;
	mo_full_class_name(scope, &name);
	k->name = sb_intern_text(c->names, &name);
	k->external = external_class(scope, 0);
	if (scope->class_def && scope->class_def->form == MO_FORM_DER)
		k->failed = !mo_read_partial(c, k, span);
	else
		k->failed = !sort_components(c, k, span);
	if (k->failed)
		return NULL;
	k->sizes = sb_new_array(c->arena, bool, k->inputs.n + 1);
	for (uint32_t i = 0; i < k->inputs.n; i++)
		k->sizes[i] = matters_for_sizes(k, k->inputs.at[i]);
	return k;
}

/* The value of an argument that sizes depend on, if it can be known; the parameters in it become structural by that. */
static sx_ref known_argument(mo_context *c, mo_value *arg, sb_span span)
{
	sx_ref e = mo_elem(c, arg, NULL);
	sx_value value;

	if (!e || sx_is_const(c->pool, e))
		return e;
	if (sx_flags(c->pool, e) & SX_HAS_LOCAL || mo_varies(c, e) || !mo_is_parametric(c, e) ||
		!mo_try_evaluate(c, e, &value))
		return 0;
	return mo_evaluate(c, e, span, "an argument that a size depends on", &value) ? mo_constant(c, &value) : 0;
}

/* What a function's input is bound to is a number in the functions that call it, if sizes may depend on it. */
static void add_number_to_key(mo_context *c, mo_value *v, sb_text *key)
{
	sx_ref number = mo_bound_number(c, v);

	if (number)
		sb_addf(key, "=%lld", (long long)sx_int_value(c->pool, number));
}

static void add_shape_to_key(mo_context *c, mo_value *v, sb_text *key)
{
	const mo_closure *k = mo_closure_of(v);

	if (k)
		sb_addf(key, "(%p:%u", k->scope ? (void *)k->scope : (void *)k->builtin, v->field_count);
	if (v->type.base == MO_B_CLASS) {
		for (uint32_t i = 0; i < v->field_count; i++) {
			if (k)
				sb_addf(key, " %s", v->field_names[i]);
			add_shape_to_key(c, v->fields[i], key);
			if (k)
				add_number_to_key(c, v->fields[i], key);
		}
		if (k)
			sb_addc(key, ')');
		return;
	}
	sb_addc(key, '/');
	for (uint32_t d = 0; d < v->type.rank; d++)
		if (sx_is_const(c->pool, v->type.dims[d]))
			sb_addf(key, "%lld,", (long long)sx_int_value(c->pool, v->type.dims[d]));
		else
			sb_add(key, ":,");
}

static const char *key_of(mo_context *c, const mo_function_class *k, mo_value **args, const sx_ref *known,
						  const int64_t *sizes, uint32_t hidden)
{
	sb_text key = {0};
	const char *name;

	sb_addf(&key, "%p", (void *)k->scope);
	for (uint32_t i = 0; i < k->inputs.n; i++) {
		add_shape_to_key(c, args[i], &key);
		if (known[i])
			sb_addf(&key, "=%lld", (long long)sx_int_value(c->pool, known[i]));
	}
	for (uint32_t i = 0; sizes && i < hidden; i++)
		sb_addf(&key, "|%lld", (long long)sizes[i]);
	name = sb_intern_text(c->names, &key);
	return name;
}

sx_ref mo_bound_number(mo_context *c, mo_value *v)
{
	sx_ref e =
		v->type.rank == 0 && (v->type.base == MO_B_INTEGER || v->type.base == MO_B_BOOLEAN || v->type.base == MO_B_ENUM)
		? mo_elem(c, v, NULL) : 0;

	return e && sx_is_const(c->pool, e) ? e : 0;
}

mo_value *mo_known_for_sizes(mo_context *c, mo_scope *function, uint32_t input, mo_value *v, sb_span span)
{
	mo_function_class *k = mo_function_class_of(c, function, span);
	sx_ref number;

	if (!k)
		return NULL;
	number = k->sizes[input] ? known_argument(c, v, span) : 0;
	return number ? mo_value_scalar(c, number, v->type.base, v->type.enumeration) : v;
}

/* 3.6, 18.3: Inline, LateInline and InlineAfterIndexReduction propose when to write a call out; there is one time for
 * it here. */
static sm_inlining inlining_of(const mo_scope *scope, uint32_t depth)
{
	static const char *const names[] = {"Inline", "LateInline", "InlineAfterIndexReduction"};
	const mo_class *def = scope->class_def;
	sm_inlining asked = SM_INLINE_MAYBE;

	for (uint32_t i = 0; def && i < def->annotation.n; i++) {
		const mo_modification *m = def->annotation.at[i];
		for (int k = 0; k < 3 && m->name_n == 1 && m->value && m->value->kind == MO_E_BOOLEAN; k++)
			if (strcmp(m->name[0], names[k]) == 0 && (m->value->number != 0 || k == 0))
				asked = m->value->number != 0 ? SM_INLINE_YES : asked == SM_INLINE_YES ? asked : SM_INLINE_NO;
	}
	for (uint32_t i = 0; asked == SM_INLINE_MAYBE && i < scope->bases.n && depth < DEEPEST; i++)
		asked = inlining_of(scope->bases.at[i], depth + 1);
	return asked;
}

/* 3.6, 18.3: GenerateEvents = true means that the function is written out, with events for its relations. */
static bool makes_events(const mo_scope *scope, uint32_t depth)
{
	const mo_class *def = scope->class_def;
	bool asked = false;

	for (uint32_t i = 0; def && i < def->annotation.n; i++) {
		const mo_modification *m = def->annotation.at[i];
		if (m->name_n == 1 && strcmp(m->name[0], "GenerateEvents") == 0 && m->value && m->value->kind == MO_E_BOOLEAN)
			return m->value->number != 0;
	}
	for (uint32_t i = 0; !asked && i < scope->bases.n && depth < DEEPEST; i++)
		asked = makes_events(scope->bases.at[i], depth + 1);
	return asked;
}

static bool make_all(struct mo_procedure *f, mo_value **args, const sx_ref *known, sb_span span, specialisation *s)
{
	mo_context *c = f->c;
	bool ok;

	if (!mo_make_inputs(f, args, known, span) || !mo_make_results(f, &s->signature, span))
		return false;
	if (s->number == UINT32_MAX) {
		s->number = c->model->functions.n;
		sb_push(c->arena, c->model->functions, f->function);
	} else {
		c->model->functions.at[s->number] = f->function;
	}
	s->opened = true;
	if (s->signature.hidden)
		f->function->inlining = SM_INLINE_MAYBE;
	if (s->signature.hidden && !f->open)
		ok = true;
	else
		ok = f->of->external ? mo_flatten_external(c, f, f->of->scope, f->function) : mo_make_body(f, span);
	mo_finish_results(f);
	return ok;
}

/* --------------------------------------------------- sizes that turn out constant */

typedef struct observed { mo_context *c; sx_ref *dims; uint32_t local; bool seen, varies; } observed;

static void observe(observed *o, const sm_statements *body)
{
	for (uint32_t i = 0; i < body->n && !o->varies; i++) {
		const sm_statement *s = body->at[i];

		for (uint32_t b = 0; b < s->branches.n; b++)
			observe(o, &s->branches.at[b].body);
		if (s->kind != SM_RESIZE || sx_at(o->c->pool, s->target)->payload != o->local)
			continue;
		for (uint32_t d = 0; d < s->targets.n; d++) {
			o->varies |= !sx_is_const(o->c->pool, s->targets.at[d]) || (o->seen && o->dims[d] != s->targets.at[d]);
			o->dims[d] = s->targets.at[d];
		}
		o->seen = true;
	}
}

/* Is it given a size on every way through the statements? What is not may keep the size 0. */
static bool always_sized(const observed *o, const sm_statements *body)
{
	for (uint32_t i = 0; i < body->n; i++) {
		const sm_statement *s = body->at[i];
		bool all = s->kind == SM_IF_DO && s->branches.n && !s->branches.at[s->branches.n - 1].condition;

		if (s->kind == SM_RETURN)
			return false;
		if (s->kind == SM_RESIZE && sx_at(o->c->pool, s->target)->payload == o->local)
			return true;
		for (uint32_t b = 0; b < s->branches.n && all; b++)
			all = always_sized(o, &s->branches.at[b].body);
		if (all)
			return true;
	}
	return false;
}

/* Arrays with ':' that are only ever given values of one size, which is known: they are made with this size. */
static bool find_fixed(struct mo_procedure *f, sb_map *fixed)
{
	bool any = false;

	for (uint32_t i = 0; i < f->flexible.n; i++) {
		const sm_local *l = &f->function->locals.at[i];
		mo_item *item = f->flexible.at[i];
		observed o = {.c = f->c, .local = i};

		if (!item || item->rank != l->rank)
			continue;
		o.dims = sb_new_array(f->c->arena, sx_ref, l->rank + 1);
		observe(&o, &f->function->body);
		if (!o.seen || o.varies || !always_sized(&o, &f->function->body))
			continue;
		sb_map_set(fixed, item, o.dims);
		any = true;
	}
	return any;
}

static struct mo_procedure *new_procedure(mo_context *c, mo_function_class *k, const int64_t *sizes, sb_map fixed,
										  sb_span span)
{
	struct mo_procedure *f = sb_new(c->arena, struct mo_procedure);

	f->c = c;
	f->of = k;
	f->sizes = sizes;
	f->fixed = fixed;
	f->values = sb_map_new(c->arena);
	f->function = sb_new(c->arena, sm_function);
	f->function->name = k->name;
	f->function->impure = mo_is_impure(k->scope);
	f->function->inlining = inlining_of(k->scope, 0);
	f->function->events = makes_events(k->scope, 0);
	if (f->function->events)
		f->function->inlining = SM_INLINE_YES;
	f->function->span = k->scope->class_def ? k->scope->class_def->name_span : span;
	return f;
}

static bool make(mo_context *c, mo_function_class *k, mo_value **args, const sx_ref *known, const int64_t *sizes,
				 sb_span span, specialisation *s)
{
	mo_functions *g = mo_functions_of(c), around = *g;
	const sm_function *making;
	struct mo_procedure *f = NULL;
	sb_map fixed = sb_map_new(c->arena);
	bool ok = true, again = true;
	uint32_t destructor = 0;

	if (mo_is_constructor(k->scope) && !(destructor = mo_destructor_of(c, k->scope->parent, span) + 1))
		return false;

	making = mo_set_making(c, NULL);
	for (int round = 0; ok && again && round < 4; round++) {
		f = new_procedure(c, k, sizes, fixed, span);
		f->function->destructor = destructor;
		mo_set_making(c, f->function);
		g->procedure = f;
		g->before = NULL;
		g->loops = (sb_u32s){0};
		ok = make_all(f, args, known, span, s);
		again = ok && f->flexible.n && !s->recursive && find_fixed(f, &f->fixed);
		fixed = f->fixed;
	}
	if (ok)
		mo_set_complete(c, f->function);
	mo_set_making(c, making);
	g->procedure = around.procedure;
	g->before = around.before;
	g->loops = around.loops;
	if (ok && !s->signature.hidden && !f->unknown.n && !f->hidden)
		mo_give_derivatives(c, f, s->number);
	if (ok && !s->signature.hidden && !f->unknown.n && !f->hidden)
		mo_give_inverses(c, f, s->number);
	return ok;
}

static bool is_too_much(mo_context *c, const mo_function_class *k, const mo_functions *f, sb_span span)
{
	sb_message *m;

	if (k->made < MOST_SPECIALISATIONS && f->depth < DEEPEST)
		return false;
	m = sb_report(c->diag, SB_ERROR, "M0556", span, "'%s' is called with too many different sizes", k->name);
	sb_help(m, "check whether it calls itself without end");
	sb_note(m,
			"each size of its arrays, and each value that a size depends on, needs a version of the function; at most "
			"%d versions are made",
			MOST_SPECIALISATIONS);
	return true;
}

uint32_t mo_specialise_sized(mo_context *c, mo_scope *function_class, mo_value **args, uint32_t arg_count,
							 const int64_t *sizes, uint32_t hidden, sb_span span, mo_signature *out)
{
	mo_functions *f = mo_functions_of(c);
	mo_function_class *k = mo_function_class_of(c, function_class, span);
	specialisation *s;
	const char *key;
	sx_ref *known;

	if (!k)
		return UINT32_MAX;
	if (k->inputs.n != arg_count) {
		sb_help(sb_report(c->diag, SB_ERROR, "M0555", span, "'%s' takes %u arguments, but %u are given", k->name,
						  k->inputs.n, arg_count),
				"give one value for each input");
		return UINT32_MAX;
	}
	known = sb_new_array(c->arena, sx_ref, arg_count + 1);
	for (uint32_t i = 0; i < arg_count; i++)
		known[i] = k->sizes[i] ? known_argument(c, args[i], span) : 0;
	key = key_of(c, k, args, known, sizes, hidden);
	s = sb_map_find(&f->made, key);
	if (!s) {
		if (is_too_much(c, k, f, span))
			return UINT32_MAX;
		s = sb_new(c->arena, specialisation);
		s->number = UINT32_MAX;
		sb_map_set(&f->made, key, s);
		k->made++;
		f->depth++;
		if (k->partial_of) {
			s->number = mo_specialise_partial(c, k, args, span, &s->signature);
			s->failed = s->number == UINT32_MAX;
			s->opened = !s->failed;
		} else {
			s->failed = !make(c, k, args, known, sizes, span, s);
		}
		s->made = true;
		f->depth--;
	}
	s->recursive |= !s->made;
	if (!s->failed && !s->opened) {
		sb_help(sb_report(c->diag, SB_ERROR, "M0539", span, "'%s' is needed to find its own sizes", k->name),
				"sizes and constants inside a function cannot depend on a call of the same function");
		s->failed = true;
	}
	if (s->failed)
		return UINT32_MAX;
	if (out)
		*out = s->signature;
	return s->number;
}

uint32_t mo_specialise(mo_context *c, mo_scope *function_class, mo_value **args, uint32_t arg_count, sb_span span,
					   mo_signature *out)
{
	return mo_specialise_sized(c, function_class, args, arg_count, NULL, 0, span, out);
}

bool mo_inputs_of_function(mo_context *c, mo_scope *function, sb_span span, mo_items *inputs)
{
	const mo_function_class *k = mo_function_class_of(c, function, span);

	if (k)
		*inputs = k->inputs;
	return k != NULL;
}
