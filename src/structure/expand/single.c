/* Equations that give several unknowns at once, calls and algorithms, as one equation for each of them. Inside a loop,
 * where what they give is needed to compute what they need, and where they are differentiated, each result counts by
 * itself.
 *
 * An algorithm becomes a function of what it reads, whose results are what it sets; the rules for calls then hold for
 * it (derivatives through the body among them), and nothing after this knows of it:
 *
 *     algorithm                              function algorithm
 *       y := 0;                                input Real a1;  output Real y;
 *       for i in 1:3 loop                    algorithm
 *         y := y + u[i]*x^i;                   y := 0;  for i in 1:3 loop y := y + a2[i]*a1^i; end for;
 *       end for;                             end algorithm;
 *     equation x + y = 3;                    y = algorithm(x, u);   x + y = 3;
 *
 * Latches, left limits, derivatives, clocks and time are arguments like variables, so the body sees what the algorithm
 * would have seen. */
#include "structure/expand/expand.h"

/* Results are whole variables where the algorithm sets all of one, otherwise single elements. */
typedef struct making {
	ss_work *w;
	const ss_equation *q;
	uint32_t first;                  /* targets from this on are set */
	sm_function *f;
	sm_exprs actual, results;        /* what is passed and what is given */
	sb_map argument_of;              /* expression -> its local + 1 */
	sb_map result_of;                /* VAR -> its result + 1, counted from the first one */
	sb_map set;                      /* variable -> how many of its elements are set */
	const char *why_not;
} making;

static const sm_variable *variable_behind(const ss_work *w, sx_ref var)
{
	return sm_var(w->model, sx_at(w->pool, var)->payload);
}

/* `whole`: the result is all of an array. */
static bool is_result(const making *k, sx_ref var, uint32_t *number, bool *whole)
{
	uint64_t at;

	*whole = false;
	if (!sb_map_get(&k->result_of, var, &at)) {
		*whole = true;
		if (!sb_map_get(&k->result_of, sm_ref(k->w->model, sx_at(k->w->pool, var)->payload), &at))
			return false;
	}
	*whole = *whole || (variable_behind(k->w, var)->rank && !sx_at(k->w->pool, var)->count);
	*number = (uint32_t)at - 1;
	return true;
}

static sm_local local_like(making *k, const sm_variable *v, bool whole, const char *name, sm_role role)
{
	sm_local l = { .name = name, .type = v->type, .role = role, .span = k->q->span };

	l.rank = whole ? v->rank : 0;
	l.dims = sb_new_array(k->w->model->arena, sx_ref, l.rank + 1);
	for (uint32_t d = 0; d < l.rank; d++)
		l.dims[d] = sx_int(k->w->pool, v->shape[d]);
	return l;
}

/* ------------------------------------------------------------------------------------------------------ arguments */

static void add_argument(making *k, sx_ref actual)
{
	ss_work *w = k->w;
	uint64_t known;

	if (sb_map_get(&k->argument_of, actual, &known))
		return;
	bool whole = sx_op_of(w->pool, actual) == SX_VAR && !sx_at(w->pool, actual)->count;
	const char *name = sb_intern(w->model->names, sb_printf(w->scratch, "a%u", k->f->args + 1));
	sm_local l = { .name = name, .type = sx_type_of(w->pool, actual), .role = SM_ARG, .span = k->q->span };
	if (whole)
		l = local_like(k, variable_behind(w, actual), true, name, SM_ARG);
	sb_push(w->model->arena, k->f->locals, l);
	sb_push(w->scratch, k->actual, actual);
	sb_map_put(&k->argument_of, actual, ++k->f->args);
}

/* What the algorithm reads from outside; looked for with the same cases as it is replaced (enter, rewrite). */
static void see_read(void *context, sx_ref e, bool target)
{
	making *k = context;
	ss_work *w = k->w;
	uint32_t number;
	uint64_t set;
	bool whole;

	(void)target;
	ss_visit_more(w, e);
	for (sx_ref part; (part = ss_next_part(w, UINT16_MAX));) {
		switch (sx_op_of(w->pool, part)) {
		case SX_DER: case SX_PRE:
			if (sm_scalar_of(w->model, sx_arg(w->pool, part, 0)) == UINT32_MAX)
				k->why_not = "it takes der() or pre() of an element whose subscript it computes";
			add_argument(k, part);
			continue;
		case SX_LATCH:
		case SX_TIME:
		case SX_INITIAL:
		case SX_TERMINAL:
		case SX_SAMPLE:
		case SX_DELAY:
		case SX_TRANSPORTED:
			add_argument(k, part);
			continue;
		case SX_HOMOTOPY:
			k->why_not = "it uses homotopy()";
			continue;
		case SX_CALL:
			if (w->model->functions.at[sx_at(w->pool, part)->payload]->impure)
				k->why_not = "it calls an impure function";
			break;
		case SX_VAR:
			if (is_result(k, part, &number, &whole))
				break;
			if (sm_scalar_of(w->model, part) == UINT32_MAX) {
				if (sb_map_get(&k->set, sx_at(w->pool, part)->payload, &set))
					k->why_not = "it computes the subscript of an array of which it sets a part only";
				add_argument(k, sm_ref(w->model, sx_at(w->pool, part)->payload));
				break;
			}
			add_argument(k, part);
			continue;
		default: break;
		}
		ss_look_inside(w, part, 0);
	}
}

/* -------------------------------------------------------------------------------------------------------- results */

static void find_results(making *k)
{
	ss_work *w = k->w;
	uint64_t known;

	for (uint32_t i = k->first; i < k->q->targets.n; i++) {
		uint32_t variable = sx_at(w->pool, k->q->targets.at[i])->payload;
		known = sb_map_get(&k->set, variable, &known) ? known : 0;
		sb_map_put(&k->set, variable, known + 1);
	}
	for (uint32_t i = k->first; i < k->q->targets.n; i++) {
		sx_ref target = k->q->targets.at[i];
		uint32_t variable = sx_at(w->pool, target)->payload;
		sb_map_get(&k->set, variable, &known);
		if (known == sm_var(w->model, variable)->count)
			target = sm_ref(w->model, variable);
		if (sb_map_get(&k->result_of, target, &known))
			continue;
		sb_push(w->scratch, k->results, target);
		sb_map_put(&k->result_of, target, k->results.n);
	}
}

static void add_results(making *k)
{
	ss_work *w = k->w;

	for (uint32_t r = 0; r < k->results.n; r++) {
		const sm_variable *v = variable_behind(w, k->results.at[r]);
		sb_push(w->model->arena, k->f->locals,
				local_like(k, v, !sx_at(w->pool, k->results.at[r])->count, v->name, SM_RESULT));
		k->f->results++;
	}
}

/* ----------------------------------------------------------------------------------------------------------- body */

static sx_ref enter(sx_rewriter *self, sx_pool *pool, sx_ref e)
{
	making *k = self->context;
	uint64_t local;

	return sb_map_get(&k->argument_of, e, &local) ? sx_local(pool, (uint32_t)local - 1, sx_type_of(pool, e), NULL, 0)
												  : 0;
}

static sx_ref rewrite(sx_rewriter *self, sx_pool *pool, sx_ref e)
{
	making *k = self->context;
	const sx_node *node = sx_at(pool, e);
	uint32_t number, count = node->count;
	uint64_t local;
	sx_type type = node->type;
	bool whole = true;

	if (node->op != SX_VAR)
		return e;
	if (is_result(k, e, &number, &whole))
		local = k->f->args + number + 1;
	else if (!sb_map_get(&k->argument_of, sm_ref(k->w->model, node->payload), &local))
		return e;
	sx_ref *subscripts = sb_new_array(k->w->scratch, sx_ref, count + 1);
	for (uint32_t i = 0; i < count; i++)
		subscripts[i] = sx_arg(pool, e, i);
	return sx_local(pool, (uint32_t)local - 1, type, subscripts, whole ? count : 0);
}

static sx_ref map_body(ss_work *w, sx_ref e, void *context)
{
	return sx_rewrite(context, w->pool, e);
}

static bool evaluates(const sm_statements *list)
{
	for (uint32_t i = 0; i < list->n; i++) {
		if (list->at[i]->kind == SM_EVALUATE)
			return true;
		for (uint32_t b = 0; b < list->at[i]->branches.n; b++)
			if (evaluates(&list->at[i]->branches.at[b].body))
				return true;
	}
	return false;
}

/* The algorithm as a call; 0: it cannot be one. */
static sx_ref call_of(ss_work *w, const ss_equation *q, bool initial, making *k)
{
	const sm_statements *statements = initial ? &q->initial_statements : &q->statements;
	sm_model *m = w->model;

	*k = (making){ .w = w, .q = q, .first = initial ? q->kept : 0, .f = sb_new(m->arena, sm_function),
		.argument_of = sb_map_new(w->scratch), .result_of = sb_map_new(w->scratch),
		.set = sb_map_new(w->scratch) };
	k->why_not = evaluates(statements) ? "it calls a function for its effect" : NULL;
	k->f->name = sb_intern(m->names, sb_printf(w->scratch, "%s%salgorithm", q->component ? q->component : "",
											   q->component && *q->component ? "." : ""));
	k->f->span = q->span;
	find_results(k);
	ss_visit(w, 0);
	ss_statement_exprs(statements, see_read, k);
	if (k->why_not)
		return 0;
	add_results(k);
	sx_rewriter rw = sx_rewriter_new(w->scratch, rewrite, k);
	rw.enter = enter;
	k->f->body = ss_map_statements(w, statements, map_body, &rw);
	sb_push(m->arena, m->functions, k->f);
	return sx_call(w->pool, m->functions.n - 1, k->f->locals.at[k->f->args].type, k->actual.at, k->actual.n);
}

/* --------------------------------------------------------------------------------------------------- one for each */

/* The element of result r of a call that goes to `target`; `whole`: the result is an array. */
static sx_ref result_of_call(ss_work *w, sx_ref call, uint32_t r, sx_ref target, bool whole)
{
	sx_pool *p = w->pool;
	sx_type type = sx_type_of(p, target);
	uint32_t count = sx_at(p, target)->count;

	if (!whole)
		return r ? sx_out(p, call, r, type) : call;
	sx_ref array = sx_out(p, call, r, type), *subscripts = sb_new_array(w->scratch, sx_ref, count + 1);
	for (uint32_t i = 0; i < count; i++)
		subscripts[i] = sx_arg(p, target, i);
	return sx_elem(p, array, subscripts, count);
}

static ss_equation single(const ss_equation *from, sx_ref target, sx_ref value, sx_ref initial_value)
{
	ss_equation one = *from;

	one.form = SS_FORM_EQUAL;
	one.lhs = one.written_lhs = target;
	one.rhs = one.written_rhs = value;
	one.initial_lhs = initial_value ? target : 0;
	one.initial_rhs = initial_value;
	one.targets = one.results = (sm_exprs){0};
	one.statements = one.initial_statements = (sm_statements){0};
	one.kept = 0;
	return one;
}

void ss_split_call(ss_work *w, const ss_equation *call, ss_equations *out)
{
	for (uint32_t r = 0; r < call->results.n; r++) {
		sx_ref target = call->results.at[r];
		sm_exprs elements = {0};
		if (!target)
			continue;
		ss_elements(w, target, &elements);
		bool whole = elements.n != 1 || elements.at[0] != target;
		for (uint32_t i = 0; i < elements.n; i++) {
			sx_ref element = elements.at[i];
			sx_ref initial = call->initial_rhs ? result_of_call(w, call->initial_rhs, r, element, whole) : 0;
			sb_push(w->scratch, *out, single(call, element, result_of_call(w, call->rhs, r, element, whole), initial));
		}
	}
}

static bool split_algorithm(ss_work *w, const ss_equation *q, ss_equations *out, const char **why_not)
{
	making run, start;
	sx_ref call = call_of(w, q, false, &run), initial = 0;
	bool same = q->initial_statements.at == q->statements.at && !q->kept;

	if (same)
		initial = call;
	else if (call && q->kept < q->targets.n)
		initial = call_of(w, q, true, &start);
	*why_not = run.why_not ? run.why_not : !same && q->kept < q->targets.n ? start.why_not : NULL;
	for (uint32_t i = 0; i < q->targets.n && !*why_not; i++) {
		sx_ref target = q->targets.at[i], value = 0;
		uint32_t r = 0;
		bool whole;
		is_result(&run, target, &r, &whole);
		sx_ref now = result_of_call(w, call, r, target, whole);
		if (i >= q->kept && is_result(same ? &run : &start, target, &r, &whole))
			value = result_of_call(w, initial, r, target, whole);
		ss_equation one = single(q, target, now, value);
		one.checked = i < q->kept;       /* in the initial system an equation of its own says that it keeps its value */
		sb_push(w->scratch, *out, one);
	}
	return !*why_not;
}

bool ss_algorithm_as_call(ss_work *w, ss_step *step)
{
	ss_equation q = { .form = SS_FORM_ALGORITHM, .targets = step->targets, .statements = step->statements,
		.span = step->span, .component = step->origin ? step->origin->component : NULL };
	making k;
	sx_ref call = call_of(w, &q, false, &k);

	if (!call)
		return false;
	step->kind = SS_CALL;
	step->value = ss_represented(w, call);
	step->statements = (sm_statements){0};
	step->targets = (sm_exprs){0};
	for (uint32_t r = 0; r < k.results.n; r++)
		sb_push(w->arena, step->targets, k.results.at[r]);
	return true;
}

bool ss_single_equations(ss_work *w, const ss_equation *q, ss_equations *out, const char **why_not)
{
	uint32_t first = out->n;

	*why_not = NULL;
	if (q->form == SS_FORM_CALL)
		ss_split_call(w, q, out);
	else if (q->form == SS_FORM_EQUAL)
		sb_push(w->scratch, *out, *q);
	else if (!split_algorithm(w, q, out, why_not))
		return false;
	for (uint32_t i = first; i < out->n && q->form != SS_FORM_EQUAL; i++) {
		out->at[i].lhs = ss_represented(w, out->at[i].lhs);
		out->at[i].initial_lhs = ss_represented(w, out->at[i].initial_lhs);
	}
	return true;
}
