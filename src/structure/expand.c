/* Expand: every equation of the model as scalar equations.
 *
 * A family gives one equation for each point of its domain. An if-equation gives as many as each of its branches has:
 * where the branches set the same variables, `x = if c then e1 else e2` for each; otherwise they are paired in order,
 * as residuals `0 = if c then l1 - r1 else l2 - r2`. Branches of different size change the structure. */
#include "structure/work.h"

static void expand_at(ss_work *w, const sm_equation *q, ss_point *at, sx_ref guard, ss_equations *out, bool initial);

void ss_each_point(ss_work *w, const sm_domain *domain, ss_point *at, void (*f)(ss_work *, ss_point *, void *),
				   void *context)
{
	uint32_t base = at->iterators.n, d;

	for (d = 0; d < domain->n; d++) {
		if (domain->at[d].to < domain->at[d].from)
			return;
	}
	for (d = 0; d < domain->n; d++) {
		sb_push(w->scratch, at->iterators, domain->at[d].iterator);
		sb_push(w->scratch, at->values, domain->at[d].from);
	}
	for (;;) {
		f(w, at, context);
		for (d = domain->n; d-- > 0;) {
			if (++at->values.at[base + d] <= domain->at[d].to)
				break;
			at->values.at[base + d] = domain->at[d].from;
		}
		if (d == UINT32_MAX)
			break;
	}
	at->iterators.n = at->values.n = base;
}

const char *ss_component(ss_work *w, const sm_equation *q, const ss_point *at)
{
	if (!q->component || !q->component_rank || !at || at->values.n < q->component_rank)
		return q->component ? q->component : "";
	sb_text text = {0};
	sm_equation_component(q, at->values.at, &text);
	const char *name = sb_intern(w->model->names, text.at);
	sb_text_free(&text);
	return name;
}

static ss_equation begin(ss_work *w, const sm_equation *q, const ss_point *at, ss_form form)
{
	return (ss_equation){ .form = form, .origin = q, .span = q->span, .component = ss_component(w, q, at) };
}

void ss_elements(ss_work *w, sx_ref var, sm_exprs *out)
{
	const sx_node *node = sx_at(w->pool, var);
	uint32_t number = node->payload;

	if (node->op != SX_VAR)
		return;
	if (node->count || sm_var(w->model, number)->rank == 0) {
		sb_push(w->scratch, *out, var);
		return;
	}
	for (uint32_t i = 0; i < sm_var(w->model, number)->count; i++)
		sb_push(w->scratch, *out, sm_ref_at(w->model, number, i));
}

static void expand_call(ss_work *w, const sm_equation *q, ss_point *at, ss_equations *out)
{
	ss_equation one = begin(w, q, at, SS_FORM_CALL);

	one.rhs = ss_tidy(w, at, q->rhs);
	for (uint32_t i = 0; i < q->targets.n; i++) {
		sx_ref target = q->targets.at[i] ? ss_tidy(w, at, q->targets.at[i]) : 0;
		sb_push(w->arena, one.results, target);
		if (target)
			ss_elements(w, target, &one.targets);
	}
	sb_push(w->scratch, *out, one);
}

sx_ref ss_all_of(ss_work *w, sx_ref a, sx_ref b)
{
	return !a ? b : !b ? a : sx_binary(w->pool, SX_AND, a, b);
}

static void expand_assert(ss_work *w, const sm_equation *q, ss_point *at, sx_ref guard)
{
	sx_ref condition = ss_tidy(w, at, q->lhs);

	if (guard)
		condition = sx_binary(w->pool, SX_OR, sx_unary(w->pool, SX_NOT, guard), condition);
	ss_action a = { .kind = SS_ASSERT, .condition = condition, .value = ss_tidy(w, at, q->rhs), .level = q->level,
		.span = q->span, .component = ss_component(w, q, at) };
	sb_push(w->arena, w->plan->asserts, a);
}

/* A call inside an if-equation or a loop: one equation for each scalar that it gives. */
void ss_split_call(ss_work *w, const ss_equation *call, ss_equations *out)
{
	sx_pool *p = w->pool;

	for (uint32_t r = 0; r < call->results.n; r++) {
		sx_ref target = call->results.at[r];
		if (!target)
			continue;
		sx_type type = sx_type_of(p, target);
		sx_ref value = r ? sx_out(p, call->rhs, r, type) : call->rhs;
		sm_exprs elements = {0};
		ss_elements(w, target, &elements);
		bool whole = elements.n != 1 || elements.at[0] != target;
		for (uint32_t i = 0; i < elements.n; i++) {
			ss_equation one = *call;
			one.form = SS_FORM_EQUAL;
			one.lhs = elements.at[i];
			one.rhs = value;
			if (whole) {
				sx_ref array = sx_out(p, call->rhs, r, type), subscripts[16];
				uint32_t count = sx_at(p, elements.at[i])->count;
				for (uint32_t k = 0; k < count && k < 16; k++)
					subscripts[k] = sx_arg(p, elements.at[i], k);
				one.rhs = sx_elem(p, array, subscripts, count);
			}
			one.written_lhs = one.lhs;
			one.written_rhs = one.rhs;
			one.targets = one.results = (sm_exprs){0};
			sb_push(w->scratch, *out, one);
		}
	}
}

static bool splits(ss_work *w, ss_equations *list)
{
	ss_equations plain = {0};

	for (uint32_t i = 0; i < list->n; i++) {
		if (list->at[i].form == SS_FORM_CALL) {
			ss_split_call(w, &list->at[i], &plain);
		} else if (list->at[i].form == SS_FORM_EQUAL && !list->at[i].discrete) {
			sb_push(w->scratch, plain, list->at[i]);
		} else {
			sb_message *m = sb_report(w->diag, SB_ERROR, "S0302", list->at[i].span,
				"a when-clause or an algorithm inside an if-equation needs structural modes, which are not built yet");
			sb_help(m, "put the condition inside the when-clause or the algorithm");
			return false;
		}
	}
	*list = plain;
	return true;
}

static bool report_counts(ss_work *w, const sm_equation *q, const ss_equations *branch, uint32_t count, bool has_else)
{
	sb_message *m = sb_report(w->diag, SB_ERROR, "S0301", q->span,
							  "the branches of this if-equation have different numbers of equations: this needs "
							  "structural modes, which are not built yet");
	for (uint32_t b = 0; b < count; b++)
		sb_also(m, q->branches.at[b].span, "this branch has %u equation%s", branch[b].n, branch[b].n == 1 ? "" : "s");
	if (!has_else)
		sb_note(m, "there is no else branch, which counts as a branch without equations");
	sb_help(m,
			"give every branch the same number of equations, or make the condition a parameter known when translating");
	return false;
}

/* Where in each branch the equation for each left variable of the first is; false if they do not set the same. */
static bool pair_by_left(ss_work *w, const ss_equations *branch, uint32_t count, uint32_t *partner)
{
	uint32_t n = branch[0].n;

	for (uint32_t b = 0; b < count; b++) {
		sb_map where = sb_map_new(w->scratch);
		for (uint32_t i = 0; i < n; i++) {
			sx_ref left = branch[b].at[i].lhs;
			sx_op op = sx_op_of(w->pool, left);
			uint64_t seen;
			if ((op != SX_VAR && op != SX_DER) || sb_map_get(&where, left, &seen))
				return false;
			sb_map_put(&where, left, i);
		}
		for (uint32_t i = 0; i < n; i++) {
			uint64_t at;
			if (!sb_map_get(&where, branch[0].at[i].lhs, &at))
				return false;
			partner[b * n + i] = (uint32_t)at;
		}
	}
	return true;
}

static sx_ref residual(ss_work *w, const ss_equation *q)
{
	return sx_binary(w->pool, SX_SUB, q->lhs, q->rhs);
}

static bool merge(ss_work *w, const sm_equation *q, const sx_ref *condition, const ss_equations *branch, uint32_t count,
				  ss_equations *out)
{
	uint32_t n = branch[0].n, *partner = sb_new_array(w->scratch, uint32_t, (size_t)n * count + 1);
	bool by_left = pair_by_left(w, branch, count, partner);

	for (uint32_t i = 0; i < n; i++) {
		ss_equation one = branch[0].at[i];
		bool same = true, real = true;
		for (uint32_t b = 0; b < count; b++) {
			const ss_equation *other = &branch[b].at[by_left ? partner[b * n + i] : i];
			same = same && other->lhs == one.lhs;
			real =
				real && sx_type_of(w->pool, other->lhs) != SX_BOOLEAN && sx_type_of(w->pool, other->lhs) != SX_STRING;
		}
		if (!same && !real) {
			sb_message *m = sb_report(w->diag, SB_ERROR, "S0303", q->span,
				"the branches of this if-equation set different Boolean or String variables: this is not built yet");
			sb_help(m, "let every branch give the same variables, each alone on its left side");
			return false;
		}
		sx_ref all = 0;
		for (uint32_t b = count; b-- > 0;) {
			const ss_equation *other = &branch[b].at[by_left ? partner[b * n + i] : i];
			sx_ref value = same ? other->rhs : residual(w, other);
			all = all ? sx_if(w->pool, condition[b], value, all) : value;
		}
		one.lhs = one.written_lhs = same ? one.lhs : w->zero;
		one.rhs = one.written_rhs = all;
		one.origin = q;
		one.span = q->span;
		sb_push(w->scratch, *out, one);
	}
	return true;
}

static void expand_if(ss_work *w, const sm_equation *q, ss_point *at, sx_ref guard, ss_equations *out, bool initial)
{
	uint32_t count = q->branches.n;
	ss_equations *branch = sb_new_array(w->scratch, ss_equations, count + 1);
	sx_ref *condition = sb_new_array(w->scratch, sx_ref, count + 1), none_before = 0;
	bool has_else = count && !q->branches.at[count - 1].condition, equal = true;

	for (uint32_t b = 0; b < count; b++) {
		const sm_branch *from = &q->branches.at[b];
		condition[b] = ss_tidy(w, at, from->condition);
		if (condition[b] && sx_is_const(w->pool, condition[b]) && b == 0) {
			/* decided when translating: the other branches are not looked at */
			if (sx_int_value(w->pool, condition[b])) {
				for (uint32_t i = 0; i < from->body.n; i++)
					expand_at(w, from->body.at[i], at, guard, out, initial);
				return;
			}
			sm_equation rest = *q;
			rest.branches.at++;
			rest.branches.n--;
			expand_if(w, &rest, at, guard, out, initial);
			return;
		}
		sx_ref here = ss_all_of(w, ss_all_of(w, guard, none_before), condition[b]);
		for (uint32_t i = 0; i < from->body.n; i++)
			expand_at(w, from->body.at[i], at, here, &branch[b], initial);
		if (!splits(w, &branch[b]))
			return;
		if (condition[b])
			none_before = ss_all_of(w, none_before, sx_unary(w->pool, SX_NOT, condition[b]));
		equal = equal && branch[b].n == branch[0].n;
	}
	if (!count)
		return;
	if (count == 1 && has_else)
		for (uint32_t i = 0; i < branch[0].n; i++)
			sb_push(w->scratch, *out, branch[0].at[i]);
	else if (!equal || (!has_else && branch[0].n))
		report_counts(w, q, branch, count, has_else);
	else
		merge(w, q, condition, branch, count, out);
}

static void expand_at(ss_work *w, const sm_equation *q, ss_point *at, sx_ref guard, ss_equations *out, bool initial);
typedef struct here { const sm_equation *q; sx_ref guard; ss_equations *out; bool initial; } here;

static void expand_point(ss_work *w, ss_point *at, void *context)
{
	const here *h = context;
	const sm_equation *q = h->q;
	ss_equation one;

	w->here = q->span;
	switch (q->kind) {
	case SM_EQUAL:
		one = begin(w, q, at, SS_FORM_EQUAL);
		one.lhs = one.written_lhs = ss_tidy(w, at, q->lhs);
		one.rhs = one.written_rhs = ss_tidy(w, at, q->rhs);
		sb_push(w->scratch, *h->out, one);
		break;
	case SM_CALL: expand_call(w, q, at, h->out); break;
	case SM_IF: expand_if(w, q, at, h->guard, h->out, h->initial); break;
	case SM_WHEN: ss_expand_when(w, q, at, h->out); break;
	case SM_ALGORITHM: ss_expand_algorithm(w, q, at, h->out, h->initial); break;
	case SM_ASSERT: expand_assert(w, q, at, h->guard); break;
	case SM_TERMINATE:
		ss_add_action(w, SS_TERMINATE, h->guard ? h->guard : w->yes, at, 0, q->rhs, 0, q->span, ss_component(w, q, at));
		break;
	case SM_REINIT:
		sb_help(sb_report(w->diag, SB_ERROR, "S0106", q->span, "reinit outside of a when-clause"),
				"put it into a when-clause: a state jumps at an event only");
		break;
	}
}

static void expand_at(ss_work *w, const sm_equation *q, ss_point *at, sx_ref guard, ss_equations *out, bool initial)
{
	here h = { q, guard, out, initial };

	if (q->domain.n)
		ss_each_point(w, &q->domain, at, expand_point, &h);
	else
		expand_point(w, at, &h);
}

static sx_ref tidy_again(ss_work *w, sx_ref e, void *context)
{
	(void)context;
	return ss_tidy(w, NULL, e);
}

void ss_expand(ss_work *w)
{
	ss_point at = {0};
	uint64_t total = 0;

	/* most equations are scalar or families: room for them at once, which is not copied while it grows */
	for (uint32_t i = 0; i < w->model->equations.n; i++)
		total += sm_equation_count(w->model, w->model->equations.at[i]);
	w->equations.cap = total < UINT32_MAX / 2 ? (uint32_t)total : 0;
	if (w->equations.cap)
		w->equations.at = sb_new_array(w->scratch, ss_equation, w->equations.cap);
	for (uint32_t i = 0; i < w->model->equations.n; i++)
		expand_at(w, w->model->equations.at[i], &at, 0, &w->equations, false);
	for (uint32_t i = 0; i < w->model->initial_equations.n; i++)
		expand_at(w, w->model->initial_equations.at[i], &at, 0, &w->initial, true);
	for (uint32_t i = 0; i < w->model->events.n; i++) {
		struct ss_event_code code = { i, 0, ss_map_statements(w, &w->model->events.at[i].action, tidy_again, NULL) };
		sb_push(w->arena, w->plan->event_code, code);
	}
}
