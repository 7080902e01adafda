/* Derivatives of functions, forwards: beside every Real local that moves stands its differential, and before every
 * assignment the one of the differential, while the old values are still there.
 *
 *     function f                          function der(f)
 *       input Real x;                       input Real x, der_x;
 *       output Real y;                      output Real der_y;
 *     algorithm                           algorithm
 *       y := 1;                             der_y := 0;               y := 1;
 *       for i in 1:3 loop                   for i in 1:3 loop
 *         y := x*y + 1;                       der_y := der_x*y + x*der_y;   y := x*y + 1;
 *       end for;                            end for;
 *
 * What decides (conditions, ranges, subscripts) is not differentiated, so the derivative of a function in pieces is
 * that of the piece. One is made for each set of arguments that move: a table that is a parameter costs nothing then.
 * It is known before its body is made, so functions may call themselves; when a body fails, everything that was made
 * inside is taken back, because it may call what is not there. */
#include "model/differentiate/function_derivative.h"

#include <string.h>

/* Derivatives of derivatives grow by a factor each time. MOST_NODES: of all derivatives of a model. */
enum { DEEPEST_CALLS = 100, DEEPEST_STATEMENTS = 400, MOST_NODES = 1000000 };

typedef struct making {
	sm_model *m;
	sb_arena *scratch;
	const sm_function *from;
	sm_function *to;
	bool *moves;                     /* by local of `from`: it has a differential */
	uint32_t *place;                 /* by local of `from`: its number in `to` */
	sb_vec(uint32_t) differential;   /* by local of `to`: the number of its differential there, or UINT32_MAX */
	sx_rewriter renamed;
	sx_chain chain;
	sx_ref x;                        /* what is differentiated by: a local that is nowhere */
	const char *why;
} making;

static bool is_zero(const making *k, sx_ref e)
{
	return sx_is_number(k->m->pool, e, 0);
}

static void fail(making *k, const char *why)
{
	if (!k->why)
		k->why = why ? why : sb_printf(k->m->arena, "'%s' contains something that has no derivative", k->from->name);
}

/* -------------------------------------------------------------- which locals move */

static bool see_moving(void *context, const sx_pool *pool, sx_ref e)
{
	making *k = context;
	const sx_node *node = sx_at(pool, e);

	/* x is not used yet: it says that something was found */
	if (node->op == SX_LOCAL && node->type == SX_REAL && node->payload < k->from->locals.n && k->moves[node->payload])
		k->x = e;
	return !k->x;
}

static bool note_target(making *k, sx_ref target, sx_ref value)
{
	if (!target || !value || sx_type_of(k->m->pool, target) != SX_REAL || k->moves[sx_at(k->m->pool, target)->payload])
		return false;
	k->x = 0;
	sx_visit(k->m->pool, value, see_moving, k);
	k->moves[sx_at(k->m->pool, target)->payload] = k->x != 0;
	return k->x != 0;
}

static bool note_statements(making *k, const sm_statements *list, int depth)
{
	bool more = false;

	if (depth > DEEPEST_STATEMENTS) {
		fail(k, sb_printf(k->m->arena, "the statements of '%s' are nested too deeply", k->from->name));
		return false;
	}
	for (uint32_t i = 0; i < list->n; i++) {
		const sm_statement *s = list->at[i];
		if (s->kind == SM_ASSIGN)
			more |= note_target(k, s->target, s->value);
		for (uint32_t t = 0; s->kind == SM_ASSIGN_CALL && t < s->targets.n; t++)
			more |= note_target(k, s->targets.at[t], s->value);
		for (uint32_t b = 0; b < s->branches.n; b++)
			more |= note_statements(k, &s->branches.at[b].body, depth + 1);
	}
	return more;
}

static void find_moving(making *k, const bool *moving)
{
	const sm_function *f = k->from;
	bool more = true;

	k->moves = sb_new_array(k->scratch, bool, f->locals.n + 1);
	for (uint32_t i = 0; i < f->args; i++)
		k->moves[i] = moving[i];
	while (more && !k->why) {
		more = note_statements(k, &f->body, 0);
		more |= note_statements(k, &f->last, 0);
		for (uint32_t i = f->args; i < f->locals.n; i++)
			more |= f->locals.at[i].binding
				&& note_target(k, sx_local(k->m->pool, i, f->locals.at[i].type, NULL, 0), f->locals.at[i].binding);
	}
}

/* --------------------------------------------------------------------- its locals */

static uint32_t add_local(making *k, const sm_local *like, const char *name, sm_role role)
{
	sm_local l = *like;

	l.name = name;
	l.role = role;
	sb_push(k->m->arena, k->to->locals, l);
	sb_push(k->scratch, k->differential, UINT32_MAX);
	return k->to->locals.n - 1;
}

static const char *differential_name(making *k, const sm_local *l)
{
	return sb_intern(k->m->names, sb_printf(k->m->arena, "der_%s", l->name));
}

/* The list of differentials may move while one is added, so the number comes first. */
static void add_differential(making *k, uint32_t of, const sm_local *l, sm_role role)
{
	uint32_t added = add_local(k, l, differential_name(k, l), role);
	k->differential.at[of] = added;
}

static void add_arguments_and_results(making *k)
{
	const sm_function *f = k->from;

	for (uint32_t i = 0; i < f->args; i++)
		k->place[i] = add_local(k, &f->locals.at[i], f->locals.at[i].name, SM_ARG);
	for (uint32_t i = 0; i < f->args; i++)
		if (k->moves[i])
			add_differential(k, i, &f->locals.at[i], SM_ARG);
	k->to->args = k->to->locals.n;
	for (uint32_t i = f->args; i < f->args + f->results; i++)
		if (f->locals.at[i].type == SX_REAL)
			add_local(k, &f->locals.at[i], differential_name(k, &f->locals.at[i]), SM_RESULT);
	k->to->results = k->to->locals.n - k->to->args;
}

static void add_temporaries(making *k)
{
	const sm_function *f = k->from;
	uint32_t result = k->to->args;

	for (uint32_t i = f->args; i < f->locals.n; i++) {
		const sm_local *l = &f->locals.at[i];
		bool real_result = i < f->args + f->results && l->type == SX_REAL;
		k->place[i] = add_local(k, l, l->name, SM_TEMPORARY);
		if (k->moves[i] && real_result)
			k->differential.at[k->place[i]] = result;
		else if (k->moves[i])
			add_differential(k, k->place[i], l, SM_TEMPORARY);
		result += real_result;
	}
}

static sx_ref rename_local(sx_rewriter *self, sx_pool *pool, sx_ref e)
{
	const making *k = self->context;
	const sx_node *node = sx_at(pool, e);
	sx_ref subscripts[16];

	if (node->op != SX_LOCAL || node->payload >= k->from->locals.n || node->count > 16)
		return e;
	uint32_t count = node->count, to = k->place[node->payload];
	for (uint32_t i = 0; i < count; i++)
		subscripts[i] = sx_arg(pool, e, i);
	return sx_local(pool, to, (sx_type)sx_at(pool, e)->type, subscripts, count);
}

static sx_ref renamed(making *k, sx_ref e)
{
	return e ? sx_rewrite(&k->renamed, k->m->pool, e) : 0;
}

/* -------------------------------------------------------------------- differentials */

static sx_ref differential_of_local(making *k, sx_ref local)
{
	sx_pool *p = k->m->pool;
	uint32_t count = sx_at(p, local)->count, number = sx_at(p, local)->payload;
	sx_ref subscripts[16];

	if (number >= k->differential.n || k->differential.at[number] == UINT32_MAX || count > 16)
		return 0;
	for (uint32_t i = 0; i < count; i++)
		subscripts[i] = sx_arg(p, local, i);
	return sx_local(p, k->differential.at[number], SX_REAL, subscripts, count);
}

static sx_ref differential(void *context, sx_ref e)
{
	making *k = context;
	return sx_diff(k->m->pool, e, k->x, &k->chain);
}

static sx_ref leaf_differential(sx_chain *chain, sx_pool *pool, sx_ref leaf)
{
	making *k = chain->context;

	switch (sx_op_of(pool, leaf)) {
	case SX_LOCAL: return differential_of_local(k, leaf);
	case SX_CALL: case SX_OUT: return sm_call_derivative(k->m, leaf, differential, k);
	default: return 0;
	}
}

/* Of an expression of the function, in the new names. */
static sx_ref differentiate(making *k, sx_ref e)
{
	sx_ref d = differential(k, e);

	if (!d)
		fail(k, sm_why_no_derivative(k->m, e));
	return d;
}

static bool too_large(making *k)
{
	if (k->m->derivative_nodes + sx_count(k->m->pool) - k->m->derivatives_from <= MOST_NODES)
		return false;
	fail(k, sb_printf(k->m->arena, "the derivative of '%s' would be too large: each differentiation makes it several "
					  "times as large", k->from->name));
	return true;
}

/* ----------------------------------------------------------------------- statements */

static sm_statement *add(making *k, sm_statements *out, const sm_statement *like, sm_statement_kind kind)
{
	sm_statement *s = sm_statement_new(k->m, kind, like->span);

	sb_push(k->m->arena, *out, s);
	return s;
}

static void set(making *k, sm_statements *out, const sm_statement *like, sx_ref target, sx_ref value)
{
	sm_statement *s = add(k, out, like, SM_ASSIGN);

	s->target = target;
	s->value = value;
}

static const sm_local *whole_array(const making *k, sx_ref local)
{
	const sx_node *node = sx_at(k->m->pool, local);
	const sm_local *l = &k->to->locals.at[node->payload];

	return l->rank && !node->count ? l : NULL;
}

/* A whole array becomes zero in loops, because its size may be known in the run only. */
static void set_zeros(making *k, sm_statements *out, const sm_statement *like, sx_ref target, const sm_local *l)
{
	sx_pool *p = k->m->pool;
	sx_ref at[16];

	for (uint32_t i = 0; i < l->rank && i < 16; i++) {
		sm_statement *loop = add(k, out, like, SM_FOR);
		sm_statement_branch body = { .span = like->span };
		loop->iterator = sx_new_iter(p, "k");
		loop->from = sx_int(p, 1);
		loop->to = sx_is_const(p, l->dims[i]) ? l->dims[i] : sx_binary(p, SX_SIZE, target, sx_int(p, i + 1));
		at[i] = sx_iter(p, loop->iterator);
		sb_push(k->m->arena, loop->branches, body);
		out = &loop->branches.at[0].body;
	}
	set(k, out, like, sx_elem(p, target, at, l->rank), sx_real(p, 0));
}

static void set_differential(making *k, sm_statements *out, const sm_statement *like, sx_ref target, sx_ref d)
{
	sx_ref to = target && d ? differential_of_local(k, target) : 0;
	const sm_local *whole = to ? whole_array(k, to) : NULL;

	if (whole && is_zero(k, d))
		set_zeros(k, out, like, to, whole);
	else if (to)
		set(k, out, like, to, d);
}

static void make_assignment(making *k, const sm_statement *s, sm_statements *out)
{
	sx_ref target = renamed(k, s->target), value = renamed(k, s->value);

	if (differential_of_local(k, target))
		set_differential(k, out, s, target, differentiate(k, value));
	set(k, out, s, target, value);
}

static bool any_moves(making *k, const sm_exprs *targets)
{
	for (uint32_t i = 0; i < targets->n; i++)
		if (targets->at[i] && differential_of_local(k, targets->at[i]))
			return true;
	return false;
}

static void make_differentials_of_call(making *k, const sm_statement *s, const sm_exprs *targets, sx_ref call,
									   sm_statements *out)
{
	const sm_function *f = k->m->functions.at[sx_at(k->m->pool, call)->payload];
	const sm_derivative *chosen = NULL;
	sx_ref d = sm_call_of_derivative(k->m, call, differential, k, &chosen);

	if (!d) {
		fail(k, sm_why_no_derivative(k->m, call));
		return;
	}
	sm_statement *all = chosen ? add(k, out, s, SM_ASSIGN_CALL) : NULL;
	for (uint32_t i = 0; all && i < k->m->functions.at[chosen->function]->results; i++)
		sb_push(k->m->arena, all->targets, (sx_ref)0);
	if (all)
		all->value = d;
	for (uint32_t i = 0; i < targets->n && i < f->results; i++) {
		sx_ref target = targets->at[i];
		if (!target || f->locals.at[f->args + i].type != SX_REAL)
			continue;
		if (all)
			all->targets.at[sm_differential_result(f, chosen, i)] = differential_of_local(k, target);
		else
			set_differential(k, out, s, target, d);
	}
}

static void make_call(making *k, const sm_statement *s, sm_statements *out)
{
	sm_exprs targets = {0};
	sx_ref call = renamed(k, s->value);

	for (uint32_t i = 0; i < s->targets.n; i++)
		sb_push(k->m->arena, targets, renamed(k, s->targets.at[i]));
	if (any_moves(k, &targets))
		make_differentials_of_call(k, s, &targets, call, out);
	sm_statement *copy = add(k, out, s, SM_ASSIGN_CALL);
	copy->targets = targets;
	copy->value = call;
}

/* The differential has the sizes of the local, which may be made of its old ones: they come first. */
static void make_sizes(making *k, const sm_statement *s, sm_statements *out)
{
	sx_ref target = renamed(k, s->target), places[] = { differential_of_local(k, target), target };

	for (int i = 0; i < 2; i++) {
		sm_statement *copy = places[i] ? add(k, out, s, SM_RESIZE) : NULL;
		for (uint32_t d = 0; copy && d < s->targets.n; d++)
			sb_push(k->m->arena, copy->targets, renamed(k, s->targets.at[d]));
		if (copy)
			copy->target = places[i];
	}
}

static void make_statements(making *k, const sm_statements *list, sm_statements *out);

static void make_branches(making *k, const sm_statement *s, sm_statements *out)
{
	sm_statement *copy = add(k, out, s, s->kind);

	copy->iterator = s->iterator;
	copy->from = renamed(k, s->from);
	copy->to = renamed(k, s->to);
	copy->step = renamed(k, s->step);
	for (uint32_t b = 0; b < s->branches.n; b++) {
		sm_statement_branch branch = {.condition = renamed(k, s->branches.at[b].condition),
									  .span = s->branches.at[b].span};
		make_statements(k, &s->branches.at[b].body, &branch.body);
		sb_push(k->m->arena, copy->branches, branch);
	}
}

/* Effects and warnings are those of the function itself, which is called as well. */
static void make_statements(making *k, const sm_statements *list, sm_statements *out)
{
	for (uint32_t i = 0; i < list->n && !k->why && !too_large(k); i++) {
		const sm_statement *s = list->at[i];
		switch (s->kind) {
		case SM_ASSIGN: make_assignment(k, s, out); break;
		case SM_ASSIGN_CALL: make_call(k, s, out); break;
		case SM_IF_DO: case SM_FOR: case SM_WHILE: make_branches(k, s, out); break;
		case SM_BREAK: case SM_RETURN: add(k, out, s, s->kind); break;
		case SM_ASSERT_DO:
			if (s->level == 0) {
				sm_statement *copy = add(k, out, s, SM_ASSERT_DO);
				copy->condition = renamed(k, s->condition);
				copy->value = renamed(k, s->value);
			}
			break;
		case SM_RESIZE: make_sizes(k, s, out); break;
		case SM_EVALUATE: case SM_TERMINATE_DO: break;
		default: fail(k, NULL); break;
		}
	}
}

/* Values that locals begin with stay what they are; their differentials begin with statements, because the results
 * stand before what they are computed from. */
static void make_bindings(making *k)
{
	sm_statement here = { .span = k->from->span };

	for (uint32_t i = 0; i < k->to->locals.n; i++) {
		sm_local *l = &k->to->locals.at[i];
		l->binding = 0;
		sx_ref *dims = sb_new_array(k->m->arena, sx_ref, l->rank + 1);
		for (uint32_t d = 0; d < l->rank; d++)
			dims[d] = renamed(k, l->dims[d]);
		l->dims = dims;
	}
	for (uint32_t i = k->from->args; i < k->from->locals.n && !k->why; i++) {
		sx_ref target = sx_local(k->m->pool, k->place[i], k->from->locals.at[i].type, NULL, 0);
		sx_ref value = renamed(k, k->from->locals.at[i].binding);
		k->to->locals.at[k->place[i]].binding = value;
		if (value && differential_of_local(k, target))
			set_differential(k, &k->to->body, &here, target, differentiate(k, value));
	}
}

/* ------------------------------------------------------------------------ the whole */

static const char *obstacle(sm_model *m, const sm_function *f)
{
	if (f->impure)
		return sb_printf(m->arena, "'%s' is impure", f->name);
	if (f->block)
		return sb_printf(m->arena, "'%s' is an operation of a component that has no derivatives", f->name);
	if (f->external)
		return sb_printf(m->arena, "'%s' is an external function without a derivative annotation", f->name);
	if (!f->body.n && f->results)
		return sb_printf(m->arena, "'%s' has no body", f->name);
	if (m->differentiating >= DEEPEST_CALLS)
		return sb_printf(m->arena, "'%s' is called through too many other functions", f->name);
	return NULL;
}

static void make_function(making *k, const bool *moving)
{
	const sm_function *f = k->from;

	k->to->name = sb_intern(k->m->names, sb_printf(k->m->arena, "der(%s)", f->name));
	k->to->span = f->span;
	k->place = sb_new_array(k->scratch, uint32_t, f->locals.n + 1);
	find_moving(k, moving);
	if (k->why)
		return;
	add_arguments_and_results(k);
	add_temporaries(k);
	k->renamed = sx_rewriter_new(k->scratch, rename_local, k);
	k->chain = (sx_chain){ .leaf = leaf_differential, .context = k, .done = sb_map_new(k->scratch) };
	k->x = sx_local(k->m->pool, UINT32_MAX, SX_REAL, NULL, 0);
	make_bindings(k);
	make_statements(k, &f->body, &k->to->body);
	make_statements(k, &f->last, &k->to->last);
}

/* The functions from number `first` on and all derivatives that are among them. */
static void take_back(sm_model *m, uint32_t first)
{
	m->functions.n = first;
	for (uint32_t i = 0; i < first; i++) {
		sm_derivatives *made = &m->functions.at[i]->made;
		uint32_t kept = 0;
		for (uint32_t j = 0; j < made->n; j++)
			if (made->at[j]->function < first || made->at[j]->function == UINT32_MAX)
				made->at[kept++] = made->at[j];
		made->n = kept;
	}
}

static void make(sm_model *m, sm_function *f, sm_derivative *d)
{
	making k = { .m = m, .scratch = sb_arena_new(), .from = f, .to = sb_new(m->arena, sm_function) };
	uint32_t first = m->functions.n;

	d->function = first;
	sb_push(m->arena, m->functions, k.to);
	if (!m->differentiating++)
		m->derivatives_from = sx_count(m->pool);
	make_function(&k, d->moving);
	if (!--m->differentiating)
		m->derivative_nodes += sx_count(m->pool) - m->derivatives_from;
	if (k.why) {
		d->function = UINT32_MAX;
		d->why = k.why;
		take_back(m, first);
	}
	sb_arena_free(k.scratch);
}

const sm_derivative *sm_function_derivative(sm_model *m, uint32_t function, const bool *moving)
{
	sm_function *f = m->functions.at[function];
	bool *all = sb_new_array(m->arena, bool, f->args + 1);

	for (uint32_t i = 0; i < f->args && i < f->locals.n; i++)
		all[i] = f->locals.at[i].type == SX_REAL && (!moving || moving[i]);
	for (uint32_t i = 0; i < f->made.n; i++)
		if (!memcmp(f->made.at[i]->moving, all, f->args))
			return f->made.at[i];
	sm_derivative *d = sb_new(m->arena, sm_derivative);
	d->function = UINT32_MAX;
	d->moving = all;
	d->why = obstacle(m, f);
	sb_push(m->arena, f->made, d);
	if (!d->why)
		make(m, f, d);
	return d;
}
