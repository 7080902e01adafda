/* Calls of MODULEs and FULL MODELs: their trees, with actual things in the place of formal ones and new names for their
 * own variables, put where they are called. What follows sees one flat program. A call becomes a MODEL node whose
 * equations are those of the module; its INITIAL, DISCRETE and TERMINAL parts join those of the program. Loops and
 * branches that hold calls are written out, so that each call has variables of its own. */
#include "front/cosy/module/cosy_module.h"

#include <string.h>

enum { DEEPEST = 100, MOST_NODES = 5000000 };

/* ---- copies with other names */

static co_node *renamed_name(co_context *c, const co_node *n, const sb_map *names, const co_node *by)
{
	co_node *copy;

	if (by->kind != CO_NAME || (!co_count(co_child(n, 0)) && !co_child(n, 1)))
		return (co_node *)by;
	/* subscripts and fields that stand behind a formal name go behind the actual one */
	copy = co_new(c, CO_NAME, n->span, by->name);
	const co_node *subscripts = co_count(co_child(n, 0)) ? co_copy(c, co_child(n, 0), names) : co_child(by, 0);
	sb_push(c->arena, copy->of, (co_node *)subscripts);
	sb_push(c->arena, copy->of, co_child(n, 1) ? co_child(n, 1) : co_child(by, 1));
	return copy;
}

static bool mentions(const co_node *n, const char *name)
{
	if (!n)
		return false;
	if (n->kind == CO_NAME && n->name == name)
		return true;
	for (uint32_t i = 0; i < n->of.n; i++)
		if (mentions(n->of.at[i], name))
			return true;
	return false;
}

/* Does something that stands for another name use this one? A loop that counts with it would count for that, too. */
static bool is_given(const sb_map *names, const char *name)
{
	for (uint32_t i = 0; i < names->cap; i++)
		if (names->used[i] == 1 && names->keys[i] != (uint64_t)(uintptr_t)name &&
			mentions((const co_node *)(uintptr_t)names->values[i], name))
			return true;
	return false;
}

co_node *co_copy(co_context *c, const co_node *n, const sb_map *names)
{
	co_node *by, *copy;
	sb_map inner;

	if (!n)
		return NULL;
	if (++c->expanded > MOST_NODES || ++c->depth > 2000) {
		if (c->expanded == MOST_NODES + 1 || c->depth == 2001)
			sb_help(sb_report(c->diag, SB_ERROR, "K0420", n->span,
							  "the program becomes too large when its modules are expanded"),
					"make loops shorter, or call fewer modules");
		c->depth--;
		return NULL;
	}
	by = n->name && n->kind != CO_NUMBER && n->kind != CO_OPTION && n->kind != CO_UNARY && n->kind != CO_BINARY
			 ? sb_map_find(names, n->name)
			 : NULL;
	if (by && n->kind == CO_NAME) {
		c->depth--;
		return renamed_name(c, n, names, by);
	}
	copy = sb_new(c->arena, co_node);
	*copy = *n;
	copy->of.at = NULL;
	copy->of.n = copy->of.cap = 0;
	if (by && by->kind == CO_NAME && n->kind != CO_FOR)
		copy->name = by->name;
	if (n->kind == CO_FOR) {
		inner = sb_map_copy(c->arena, names);
		sb_map_remove(&inner, (uint64_t)(uintptr_t)n->name);
		if (is_given(names, n->name)) {
			copy->name = sb_intern(c->names, sb_printf(c->arena, "%s.%u", n->name, ++c->hidden));
			sb_map_set(&inner, n->name, co_plain_name(c, copy->name, n->name_span));
		}
		names = &inner;
	}
	for (uint32_t i = 0; i < n->of.n; i++)
		sb_push(c->arena, copy->of, n->kind == CO_NAME && i == 1 ? n->of.at[i] : co_copy(c, n->of.at[i], names));
	c->depth--;
	return copy;
}

co_node *co_unrolled(co_context *c, const co_node *loop, int64_t k)
{
	sb_map names = sb_map_new(c->arena);
	co_node *number =
		co_new(c, CO_NUMBER, loop->name_span, sb_intern(c->names, sb_printf(c->arena, "%lld", (long long)k)));

	number->number = (double)k;
	sb_map_set(&names, loop->name, number);
	return co_copy(c, co_child(loop, 2), &names);
}

/* ---- arguments */

typedef struct callee {
	co_symbol *symbol;
	const co_node *parts;
	sb_vec(const co_node *) formals;
	uint32_t outputs;
	bool full;
} callee;

static callee read_callee(co_context *c, co_symbol *symbol)
{
	callee k = {.symbol = symbol, .full = symbol->described->kind == CO_FULL_MODEL};
	const co_node *n = symbol->described;

	for (uint32_t l = 0; l < (k.full ? 2u : 1u); l++)
		for (uint32_t i = 0; i < co_count(co_child(n, l)); i++)
			sb_push(c->arena, k.formals, co_child(n, l)->of.at[i]);
	k.outputs = k.full ? co_count(co_child(n, 0)) : 0;
	k.parts = co_child(n, k.full ? 2 : 1);
	return k;
}

static uint32_t formal_number(const callee *k, const char *name)
{
	for (uint32_t i = 0; i < k->formals.n; i++)
		if (k->formals.at[i]->name == name)
			return i;
	return CO_NOWHERE;
}

static bool bind(co_context *c, const callee *k, const co_node **actual, uint32_t i, const co_node *to,
				 const co_node *at)
{
	if (actual[i]) {
		sb_message *m = sb_report(c->diag, SB_ERROR, "K0421", at->span, "'%s' of '%s' is given twice",
								  k->formals.at[i]->name, k->symbol->name);
		sb_also(m, actual[i]->span, "it was given here");
		return false;
	}
	actual[i] = to;
	return true;
}

/* actual = formal; a bare name for the formal of that name; anything else for the next one that is free. */
static bool bind_list(co_context *c, const callee *k, const co_node **actual, const co_node *list, bool named,
					  uint32_t first, uint32_t last)
{
	bool ok = true;

	for (uint32_t i = 0; i < co_count(list); i++) {
		const co_node *a = list->of.at[i];
		if (a->kind != CO_BINDING)
			continue;
		uint32_t f = co_child(a, 1) ? formal_number(k, co_child(a, 1)->name) : CO_NOWHERE;
		if (f == CO_NOWHERE) {
			sb_message *m = sb_report(c->diag, SB_ERROR, "K0422", a->span, "'%s' has no argument '%s'", k->symbol->name,
									  co_child(a, 1) ? co_child(a, 1)->name : "");
			sb_also(m, k->symbol->span, "'%s' is described here", k->symbol->name);
			sb_help(m, "the name of the variable stands before '=', the name in the module after it");
			return false;
		}
		ok &= bind(c, k, actual, f, co_child(a, 0), a);
	}
	for (uint32_t i = 0; ok && i < co_count(list); i++) {
		const co_node *a = list->of.at[i];
		uint32_t f = named && a->kind == CO_NAME ? formal_number(k, a->name) : CO_NOWHERE;
		if (a->kind == CO_BINDING)
			continue;
		if (f == CO_NOWHERE || actual[f])
			for (f = first; f < last && actual[f]; f++)
				;
		if (f >= last) {
			sb_message *m =
				sb_report(c->diag, SB_ERROR, "K0423", a->span, "'%s' has no argument left for this", k->symbol->name);
			sb_also(m, k->symbol->span, "'%s' is described here", k->symbol->name);
			return false;
		}
		ok &= bind(c, k, actual, f, a, a);
	}
	return ok;
}

static bool bind_all(co_context *c, const callee *k, const co_node *call, const co_node **actual)
{
	const co_node *outputs = co_child(call, 0), *inputs = co_child(call, 1);
	uint32_t n = k->formals.n, middle = k->full && call->number == 1 ? k->outputs : 0;
	bool named = call->number == 1 && !k->full;

	/* names before places, on both sides of the arrow */
	if (!bind_list(c, k, actual, outputs, named, 0, call->number == 1 && k->full ? k->outputs : n) ||
		!bind_list(c, k, actual, inputs, named, middle, n))
		return false;
	for (uint32_t i = 0; i < n; i++)
		if (!actual[i]) {
			sb_message *m = sb_report(c->diag, SB_ERROR, "K0424", call->span, "the argument '%s' of '%s' is missing",
									  k->formals.at[i]->name, k->symbol->name);
			sb_also(m, k->formals.at[i]->span, "it is an argument of '%s'", k->symbol->name);
			sb_help(m, "the call of a module must give every argument");
			return false;
		}
	return true;
}

/* ---- one call */

static co_node *expand(co_context *c, const co_node *n, int depth, bool in_module);

static const char *new_prefix(co_context *c, const co_symbol *symbol)
{
	uint64_t count = 0;
	const char *prefix;

	sb_map_get(&c->counts, (uint64_t)(uintptr_t)symbol, &count);
	do
		prefix = sb_intern(c->names, sb_printf(c->arena, "%s%llu", symbol->name, (unsigned long long)++count));
	while (co_global(c, prefix));
	sb_map_put(&c->counts, (uint64_t)(uintptr_t)symbol, count);
	return prefix;
}

static void rename_own(co_context *c, sb_map *names, const char *prefix, const char *name, sb_span span)
{
	co_node *by = co_new(c, CO_NAME, span, sb_intern(c->names, sb_printf(c->arena, "%s.%s", prefix, name)));

	sb_push(c->arena, by->of, co_new(c, CO_LIST, span, NULL));
	sb_map_set(names, name, by);
}

/* The variables of a module, as variables of the program. */
static void declare_own(co_context *c, const callee *k, sb_map *names, const char *prefix)
{
	for (int pass = 0; pass < 2; pass++)
		for (uint32_t i = 0; i < co_count(k->parts); i++) {
			const co_node *part = k->parts->of.at[i], *list = co_child(part, 0);
			if (part->kind != CO_VARS)
				continue;
			for (uint32_t v = 0; v < co_count(list); v++) {
				const co_node *var = list->of.at[v];
				if (pass == 0 && !sb_map_find(names, var->name))
					rename_own(c, names, prefix, var->name, var->name_span);
				else if (pass == 1 && formal_number(k, var->name) == CO_NOWHERE)
					co_declare_var(c, co_copy(c, var, names), prefix);
			}
		}
}

/* What a FULL MODEL may not use: it says all that it needs. */
static void check_closed(co_context *c, const callee *k, const co_node *n, const sb_map *names, int depth)
{
	if (!n || depth > 500)
		return;
	sb_map inner;
	if (n->kind == CO_FOR) {                 /* its counter is its own */
		inner = sb_map_copy(c->arena, names);
		sb_map_set(&inner, n->name, (void *)n);
		names = &inner;
	}
	bool reference = n->kind == CO_NAME || n->kind == CO_CONDIT || n->kind == CO_SCHEDULE;
	co_symbol *global = reference && !sb_map_find(names, n->name) ? co_global(c, n->name) : NULL;
	if (global &&
		(global->meaning == CO_VARIABLE || global->meaning == CO_CONSTANT || global->meaning == CO_EVENT_NAME)) {
		sb_message *m =
			sb_report(c->diag, SB_ERROR, "K0425", n->span,
					  "the FULL MODEL '%s' uses '%s', which is declared outside it", k->symbol->name, n->name);
		sb_also(m, global->span, "'%s' is declared here", n->name);
		sb_help(m, "make it an argument of the model, or describe the model as a MODEL in CONTINUOUS");
	}
	for (uint32_t i = 0; i < n->of.n; i++)
		if (n->kind != CO_NAME || i != 1)
			check_closed(c, k, n->of.at[i], names, depth + 1);
}

/* Copies of the parts; the equations are returned, the rest joins the program. */
co_node *co_instantiate(co_context *c, const co_node *parts, const sb_map *names, const char *prefix, int depth,
						bool in_module)
{
	co_node *equations = NULL;

	for (uint32_t i = 0; i < co_count(parts); i++) {
		const co_node *part = parts->of.at[i];
		co_section piece = {.component = prefix};
		if (part->kind == CO_VARS || !(piece.node = co_copy(c, co_child(part, 0), names)))
			continue;
		if (part->kind == CO_CONTINUOUS)
			equations = expand(c, piece.node, depth + 1, in_module);
		else if (part->kind == CO_INITIAL)
			sb_push(c->arena, c->initial, piece);
		else if (part->kind == CO_TERMINAL)
			sb_push(c->arena, c->terminal, piece);
		else if (part->kind == CO_DISCRETE)
			sb_push(c->arena, c->discrete, piece);
	}
	return equations;
}

static co_node *expand_call(co_context *c, const co_node *call, co_symbol *symbol, int depth, bool in_module)
{
	callee k = read_callee(c, symbol);
	const co_node **actual = sb_new_array(c->arena, const co_node *, k.formals.n + 1);
	sb_map names = sb_map_new(c->arena);
	uint32_t declared = c->all.n;

	symbol->used = true;
	if (!in_module && call->number != 1 && !k.full) {
		sb_message *m = sb_report(c->diag, SB_ERROR, "K0426", call->span,
								  "the call of '%s' does not say which arguments are outputs and which are inputs",
								  call->name);
		sb_help(m,
				"write %s (actual = formal, ... <- actual = formal, ...); only calls inside modules need no arrow",
				call->name);
		return NULL;
	}
	if (depth > DEEPEST || symbol->open) {
		sb_help(sb_report(c->diag, SB_ERROR, "K0427", call->span, "'%s' calls itself without end", call->name),
				"a module can use others, not itself");
		return NULL;
	}
	if (!bind_all(c, &k, call, actual))
		return NULL;
	const char *prefix = new_prefix(c, symbol);
	for (uint32_t i = 0; i < k.formals.n; i++)
		sb_map_set(&names, k.formals.at[i]->name, (void *)actual[i]);
	declare_own(c, &k, &names, prefix);
	if (k.full)
		for (uint32_t i = 0; i < co_count(k.parts); i++)
			if (k.parts->of.at[i]->kind != CO_VARS)
				check_closed(c, &k, k.parts->of.at[i], &names, 0);
	co_node *model = co_new(c, CO_MODEL, call->span, prefix);
	model->number = 1;
	sb_push(c->arena, model->of, co_child(call, 0));
	sb_push(c->arena, model->of, co_child(call, 1));
	symbol->open = true;
	co_node *equations = co_instantiate(c, k.parts, &names, prefix, depth, true);
	symbol->open = false;
	sb_push(c->arena, model->of, equations ? equations : co_new(c, CO_LIST, call->span, NULL));
	if (!in_module && call->number == 1 && !sb_errors(c->diag))
		co_check_module(c, call, symbol, model, declared);
	return model;
}

/* ---- the tree around calls */

static bool holds_calls(const co_context *c, const co_node *n, int depth)
{
	if (!n || depth > 500)
		return false;
	if (n->kind == CO_CALL)
		return true;
	for (uint32_t i = 0; i < n->of.n; i++)
		if (holds_calls(c, n->of.at[i], depth + 1))
			return true;
	return false;
}

static co_node *expand_loop(co_context *c, const co_node *n, int depth, bool in_module)
{
	co_scope scope = {.c = c, .component = ""};
	co_node *list = co_new(c, CO_LIST, n->span, NULL);
	int64_t from, to;

	if (!co_integer_constant(&scope, co_child(n, 0), "the bound of a loop among equations", &from) ||
		!co_integer_constant(&scope, co_child(n, 1), "the bound of a loop among equations", &to))
		return NULL;
	if (n->number < 0) {
		int64_t t = from;
		from = to;
		to = t;
	}
	for (int64_t k = from; k <= to && !sb_errors(c->diag); k++)
		sb_push(c->arena, list->of, expand(c, co_unrolled(c, n, k), depth + 1, in_module));
	return list;
}

static co_node *expand(co_context *c, const co_node *n, int depth, bool in_module)
{
	co_node *copy;
	co_symbol *symbol;

	if (!n || !holds_calls(c, n, 0))
		return (co_node *)n;
	if (depth > DEEPEST) {
		sb_help(sb_report(c->diag, SB_ERROR, "K0427", n->span, "modules call each other without end"),
				"a module can use others, not itself");
		return NULL;
	}
	if (n->kind == CO_CALL) {
		symbol = co_global(c, n->name);
		if (symbol && symbol->meaning == CO_INSTANCES)
			return co_connect_instance(c, n, symbol);
		return symbol && symbol->meaning == CO_MODULE_NAME && symbol->described
				   ? expand_call(c, n, symbol, depth, in_module)
				   : (co_node *)n;
	}
	if (n->kind == CO_WHEN || n->kind == CO_PROCED) /* calls of PROCEDUREs */
		return (co_node *)n;
	if (n->kind == CO_FOR)
		return expand_loop(c, n, depth, in_module);
	copy = sb_new(c->arena, co_node);
	*copy = *n;
	copy->of.at = NULL;
	copy->of.n = copy->of.cap = 0;
	for (uint32_t i = 0; i < n->of.n; i++)
		sb_push(c->arena, copy->of, expand(c, n->of.at[i], depth + 1, in_module));
	return copy;
}

bool co_put_modules_in(co_context *c)
{
	uint32_t errors = sb_errors(c->diag);

	co_make_instances(c);
	if (c->continuous)
		c->continuous = expand(c, c->continuous, 0, false);
	return sb_errors(c->diag) == errors;
}
