/* The order of the work. Families of equations that hold sources are written out first: each element is a source. */
#include "model/activate/activation_inside.h"
#include "model/print/print.h"

#include <stdio.h>

enum { SITES_HERE = 1 << 24 };       /* sites from here on are those of elements of families */

bool sm_is_activation(const sm_model *m, sx_ref e)
{
	switch (sx_op_of(m->pool, e)) {
	case SX_VAR: return sm_var(m, sx_at(m->pool, e)->payload)->activation;
	case SX_SOURCE: return true;
	case SX_OR: case SX_AND:
		return sm_is_activation(m, sx_arg(m->pool, e, 0)) || sm_is_activation(m, sx_arg(m->pool, e, 1));
	case SX_IF: return sm_is_activation(m, sx_arg(m->pool, e, 1)) || sm_is_activation(m, sx_arg(m->pool, e, 2));
	default: return false;
	}
}

/* ---------------------------------------------------------------------------------------- every expression */

static void map_exprs(sm_exprs *list, sm_expr_map map, void *context)
{
	for (uint32_t i = 0; i < list->n; i++)
		list->at[i] = list->at[i] ? map(context, list->at[i]) : 0;
}

static void map_statements(const sm_statements *list, sm_expr_map map, void *context)
{
	for (uint32_t i = 0; i < list->n; i++) {
		sm_statement *s = list->at[i];
		sx_ref *all[] = {&s->target, &s->value, &s->condition, &s->from, &s->to, &s->step};
		for (size_t k = 0; k < sizeof all / sizeof *all; k++)
			*all[k] = *all[k] ? map(context, *all[k]) : 0;
		map_exprs(&s->targets, map, context);
		for (uint32_t b = 0; b < s->branches.n; b++) {
			sx_ref condition = s->branches.at[b].condition;
			s->branches.at[b].condition = condition ? map(context, condition) : 0;
			map_exprs(&s->branches.at[b].any, map, context);
			map_statements(&s->branches.at[b].body, map, context);
		}
	}
}

void sm_map_equations(sm_model *m, sm_equations *list, sm_expr_map map, void *context)
{
	for (uint32_t i = 0; i < list->n; i++) {
		sm_equation *q = list->at[i];
		q->lhs = q->lhs ? map(context, q->lhs) : 0;
		q->rhs = q->rhs ? map(context, q->rhs) : 0;
		map_exprs(&q->targets, map, context);
		map_statements(&q->statements, map, context);
		for (uint32_t b = 0; b < q->branches.n; b++) {
			sx_ref condition = q->branches.at[b].condition;
			q->branches.at[b].condition = condition ? map(context, condition) : 0;
			map_exprs(&q->branches.at[b].any, map, context);
			sm_map_equations(m, &q->branches.at[b].body, map, context);
		}
	}
}

/* ------------------------------------------------------------------------------------------------- points */

sm_points sm_first_point(sb_arena *arena, const sm_domain *domain)
{
	sm_points p = {domain, sb_new_array(arena, uint32_t, domain->n + 1), sb_new_array(arena, int64_t, domain->n + 1),
		true};

	for (uint32_t d = 0; d < domain->n; d++) {
		p.iterators[d] = domain->at[d].iterator;
		p.values[d] = domain->at[d].from;
		p.more = p.more && domain->at[d].from <= domain->at[d].to;
	}
	return p;
}

void sm_next_point(sm_points *p)
{
	for (uint32_t d = p->domain->n; d-- > 0;) {
		if (++p->values[d] <= p->domain->at[d].to)
			return;
		p->values[d] = p->domain->at[d].from;
	}
	p->more = false;
}

sx_ref sm_at_point(const sm_model *m, const sm_points *p, sx_ref e)
{
	return p->domain->n ? sx_bind_iters(m->pool, e, p->iterators, p->values, p->domain->n) : e;
}

/* ------------------------------------------------------------------------------- sources of families, apart */

typedef struct renewing { uint32_t sites; bool any; } renewing;

static sx_ref renew(sx_rewriter *self, sx_pool *pool, sx_ref e)
{
	renewing *r = self->context;
	const sx_node *n = sx_at(pool, e);
	sx_ref args[3] = {0};

	if (n->op != SX_SOURCE)
		return e;
	uint32_t payload = n->payload % 4 + 4 * (SITES_HERE + r->sites++), count = n->count;
	for (uint32_t i = 0; i < count && i < 3; i++)
		args[i] = sx_arg(pool, e, i);
	r->any = true;
	return sx_make(pool, SX_SOURCE, SX_BOOLEAN, payload, args, count);
}

static sx_ref renewed(sm_activating *a, renewing *r, sx_ref e)
{
	sx_rewriter rw = sx_rewriter_new(a->scratch, renew, r);

	return sx_rewrite(&rw, a->m->pool, e);
}

static bool see_source(void *context, const sx_pool *pool, sx_ref e)
{
	*(bool *)context |= sx_op_of(pool, e) == SX_SOURCE;
	return true;
}

static bool holds_source(const sm_model *m, sx_ref e)
{
	bool found = false;

	if (e && sx_flags(m->pool, e) & SX_HAS_EVENT_OP)
		sx_visit(m->pool, e, see_source, &found);
	return found;
}

static void write_out_sources(sm_activating *a)
{
	sm_model *m = a->m;
	sm_equations out = {0};
	renewing r = {0};

	for (uint32_t i = 0; i < m->equations.n; i++) {
		sm_equation *q = m->equations.at[i];
		if (!q->domain.n || q->kind != SM_EQUAL || (!holds_source(m, q->lhs) && !holds_source(m, q->rhs))) {
			sb_push(m->arena, out, q);
			continue;
		}
		for (sm_points p = sm_first_point(a->scratch, &q->domain); p.more; sm_next_point(&p)) {
			sm_equation *one = sb_new(m->arena, sm_equation);
			*one = *q;
			one->domain = (sm_domain){0};
			one->component_rank = 0;
			one->lhs = renewed(a, &r, sm_at_point(m, &p, q->lhs));
			one->rhs = renewed(a, &r, sm_at_point(m, &p, q->rhs));
			sb_push(m->arena, out, one);
		}
	}
	m->equations = out;
}

/* ------------------------------------------------------------------------------------------------ sources */

static uint32_t group_of(sm_activating *a, const sm_event *e, const char *domain)
{
	uint64_t known;

	if (e->trigger != SM_ON_PERIOD && e->trigger != SM_ON_INITIAL)
		return ++a->group_count;
	if (sb_map_get(&a->groups, (uint64_t)(uintptr_t)domain, &known))
		return (uint32_t)known;
	sb_map_put(&a->groups, (uint64_t)(uintptr_t)domain, ++a->group_count);
	return a->group_count;
}

/* The event, and the Boolean that it turns. */
static uint32_t add_source(sm_activating *a, sm_event event, sx_ref node, const char *domain)
{
	sm_model *m = a->m;
	char name[40];

	snprintf(name, sizeof name, "$activation%u", a->sources.n + 1);
	uint32_t number = sm_add_variable(m, name, SX_BOOLEAN, NULL, 0);
	sm_variable *v = sm_edit(m, number);
	v->variability = SM_DISCRETE;
	v->hidden = true;
	v->span = event.span;
	v->component = "";
	v->start = sx_bool(m->pool, false);
	v->fixed = sx_bool(m->pool, true);
	sx_ref s = sm_ref(m, number);
	sm_statement *turn = sm_statement_new(m, SM_ASSIGN, event.span);
	turn->target = s;
	turn->value = sx_unary(m->pool, SX_NOT, s);
	sb_push(m->arena, event.action, turn);
	sm_source source = {node, m->events.n, group_of(a, &event, domain),
		sx_binary(m->pool, SX_NE, s, sx_unary(m->pool, SX_PRE, s))};
	event.of_activation = true;
	event.group = event.trigger == SM_ON_PERIOD || event.trigger == SM_ON_INITIAL ? source.group : 0;
	event.domain = domain;
	sb_push(m->arena, m->events, event);
	sb_push(a->scratch, a->sources, source);
	if (node)
		sb_map_put(&a->by_node, node, a->sources.n);
	return a->sources.n;
}

typedef struct naming { sm_activating *a; sb_span span; const char *name; } naming;

static bool name_source(void *context, const sx_pool *pool, sx_ref e)
{
	const naming *n = context;
	uint64_t known;

	if (sx_op_of(pool, e) != SX_SOURCE || sb_map_get(&n->a->by_node, e, &known))
		return true;
	sm_event event = {.name = n->name, .span = n->span};
	const char *domain = "";
	if (sx_is_const(pool, sx_arg(pool, e, 0)) && sx_type_of(pool, sx_arg(pool, e, 0)) == SX_BOOLEAN) {
		sb_push(n->a->scratch, n->a->sources, ((sm_source){e, UINT32_MAX, 0, sx_bool(n->a->m->pool, false)}));
		sb_map_put(&n->a->by_node, e, n->a->sources.n);      /* it never comes */
		return true;
	}
	switch (sx_at(pool, e)->payload % 4) {
	case SX_SOURCE_PERIODIC:
		event.trigger = SM_ON_PERIOD;
		event.interval = sx_arg(pool, e, 0);
		event.start = sx_arg(pool, e, 1);
		domain = sx_string_value(pool, sx_arg(pool, e, 2));
		break;
	case SX_SOURCE_EDGE:
		event.trigger = SM_ON_EDGE;
		event.when = sx_arg(pool, e, 0);
		break;
	default:
		event.trigger = SM_ON_INITIAL;
		break;
	}
	add_source(n->a, event, e, sb_intern(n->a->m->names, domain));
	return true;
}

static const char *name_of(sm_activating *a, sx_ref e)
{
	sb_text text = {0};

	sm_print_expr(a->m, e, &text);
	return sb_intern_text(a->m->names, &text);
}

static void name_sources(sm_activating *a, const sm_equation *q, sx_ref e, sx_ref of)
{
	naming n = {a, sm_user_position(&a->owners, q->component, q->span), of ? name_of(a, of) : "activation"};

	if (holds_source(a->m, e))
		sx_visit(a->m->pool, e, name_source, &n);
}

/* A source in the condition of a when, which has no variable of its own. */
static bool name_in_when(sm_activating *a, const sm_equation *q, sx_ref condition)
{
	if (!holds_source(a->m, condition))
		return true;
	if (q->domain.n) {
		sb_help(sb_report(a->m->diag, SB_ERROR, "S0709", q->span,
			"an activation is made in the condition of a when that stands for several"),
			"declare a variable, as in 'Activation e[n] = {Activation(T[i]) for i in 1:n}', and write 'when e[i]'");
		return false;
	}
	name_sources(a, q, condition, 0);
	return true;
}

/* --------------------------------------------------------------------------------------- what gives what */

static uint32_t scalar_of(const sm_model *m, sx_ref e)
{
	bool is = sx_op_of(m->pool, e) == SX_VAR && sm_var(m, sx_at(m->pool, e)->payload)->activation;

	return is ? sm_scalar_of(m, e) : UINT32_MAX;
}

static void give(sm_activating *a, sx_ref l, sx_ref r)
{
	uint32_t one = scalar_of(a->m, l), other = scalar_of(a->m, r);

	if (one != UINT32_MAX && other != UINT32_MAX)
		sm_join_paths(a, one, other);
	else if (one != UINT32_MAX && !a->given[sm_path_of(a, one)])
		a->given[sm_path_of(a, one)] = r;
	else if (other != UINT32_MAX && !a->given[sm_path_of(a, other)])
		a->given[sm_path_of(a, other)] = l;
}

static void read_equations(sm_activating *a)
{
	for (uint32_t i = 0; i < a->m->equations.n; i++) {
		const sm_equation *q = a->m->equations.at[i];
		if (q->kind != SM_EQUAL || !(sm_is_activation(a->m, q->lhs) || sm_is_activation(a->m, q->rhs)))
			continue;
		for (sm_points p = sm_first_point(a->scratch, &q->domain); p.more; sm_next_point(&p)) {
			sx_ref l = sm_at_point(a->m, &p, q->lhs), r = sm_at_point(a->m, &p, q->rhs);
			name_sources(a, q, r, l);
			name_sources(a, q, l, r);
			give(a, l, r);
		}
	}
}

static bool report_given_twice(sm_activating *a, const sm_equation *q, sx_ref target)
{
	sb_message *m = sb_report(a->m->diag, SB_ERROR, "S0710", q->span,
		"the activation '%s' is programmed here, and an equation or a connection gives it too", name_of(a, target));

	sb_help(m, "declare another activation, program that one, and join the two by 'or'");
	return false;
}

/* What is programmed is a source of its own. */
static bool program(sm_activating *a, const sm_equation *q, const sm_domain *around, sx_ref target)
{
	sm_model *m = a->m;

	for (sm_points p = sm_first_point(a->scratch, around); p.more; sm_next_point(&p)) {
		sx_ref e = sm_at_point(m, &p, target);
		uint32_t scalar = scalar_of(m, e), path = scalar == UINT32_MAX ? 0 : sm_path_of(a, scalar);
		if (scalar == UINT32_MAX)
			continue;
		if (a->programmed[path]) {
			if (m->events.at[a->sources.at[a->programmed[path] - 1].event].programmed != scalar + 1)
				return report_given_twice(a, q, e);
			continue;
		}
		if (a->given[path])
			return report_given_twice(a, q, e);
		sm_event event = {.name = name_of(a, e), .trigger = SM_ON_SCHEDULE, .programmed = scalar + 1,
			.span = sm_user_position(&a->owners, q->component, q->span)};
		a->programmed[path] = add_source(a, event, 0, "");
		sm_add_equation(m, e, a->sources.at[a->programmed[path] - 1].now, q->span, q->component);
	}
	return true;
}

static sm_domain with_loop(sm_activating *a, const sm_domain *around, const sm_statement *loop)
{
	const sx_pool *pool = a->m->pool;
	sm_domain here = {0};
	bool known = sx_is_const(pool, loop->from) && sx_is_const(pool, loop->to) &&
		(!loop->step || (sx_is_const(pool, loop->step) && sx_int_value(pool, loop->step) == 1));

	for (uint32_t d = 0; d < around->n; d++)
		sb_push(a->scratch, here, around->at[d]);
	if (known)
		sb_push(a->scratch, here, ((sm_range){.iterator = loop->iterator, .from = sx_int_value(pool, loop->from),
			.to = sx_int_value(pool, loop->to)}));
	return here;
}

/* In algorithms. */
static bool read_statements(sm_activating *a, const sm_equation *q, const sm_statements *list, sm_domain around)
{
	bool good = true;

	for (uint32_t i = 0; i < list->n; i++) {
		const sm_statement *s = list->at[i];
		sm_domain here = s->kind == SM_FOR ? with_loop(a, &around, s) : around;
		for (uint32_t b = 0; b < s->branches.n; b++)
			good &= read_statements(a, q, &s->branches.at[b].body, here);
		if (s->kind != SM_PROGRAM_DO)
			continue;
		sm_equation as_if = *q;
		sm_points first = sm_first_point(a->scratch, &here);
		as_if.span = s->span;
		if (first.more && scalar_of(a->m, sm_at_point(a->m, &first, s->target)) == UINT32_MAX) {
			sb_help(sb_report(a->m->diag, SB_ERROR, "S0713", s->span,
				"which activation is programmed here is not known before the run"),
				"write 'if k == 1 then schedule(o[1], delay); elseif ...', or a for with constant limits");
			good = false;
			continue;
		}
		good &= program(a, &as_if, &here, s->target);
	}
	return good;
}

static bool read_programs(sm_activating *a, const sm_equations *list, sm_domain around)
{
	bool good = true;

	for (uint32_t i = 0; i < list->n; i++) {
		const sm_equation *q = list->at[i];
		sm_domain here = {0};
		if (q->kind == SM_ALGORITHM)
			good &= read_statements(a, q, &q->statements, q->domain);
		if (q->kind != SM_WHEN && q->kind != SM_IF && q->kind != SM_PROGRAM)
			continue;
		for (uint32_t d = 0; d < around.n; d++)
			sb_push(a->scratch, here, around.at[d]);
		for (uint32_t d = 0; d < q->domain.n; d++)
			sb_push(a->scratch, here, q->domain.at[d]);
		if (q->kind == SM_PROGRAM)
			good &= program(a, q, &here, q->lhs);
		for (uint32_t b = 0; b < q->branches.n; b++) {
			const sm_branch *branch = &q->branches.at[b];
			good &= name_in_when(a, q, branch->condition);
			for (uint32_t k = 0; k < branch->any.n; k++)
				good &= name_in_when(a, q, branch->any.at[k]);
			good &= read_programs(a, &branch->body, here);
		}
	}
	return good;
}

/* An input of the whole model is held at false: it never comes (E184). */
static void give_held(sm_activating *a)
{
	for (uint32_t k = 0; k < a->m->variables.n; k++) {
		const sm_variable *v = sm_var(a->m, k);
		for (uint32_t i = 0; v->activation && v->held && i < v->count; i++)
			a->given[sm_path_of(a, v->first + i)] = sx_bool(a->m->pool, false);
		if (!v->activation || !v->held || v->causality != SM_INPUT)
			continue;
		sb_message *m = sb_report(a->m->diag, SB_WARNING, "S0714", sm_user_position(&a->owners, v->component, v->span),
			"'%s' never comes: it is an input of the whole model, and nothing gives it",
			v->name);
		sb_help(m, "say when it comes with --input '%s=Activation(1)', or simulate a model around this one that has "
				   "'connect(k.o, m.%s)'", v->name, v->name);
	}
}

/* Of anything else somebody has forgotten to say when it comes. */
static bool check_all_given(sm_activating *a)
{
	sm_model *m = a->m;
	bool good = true;

	for (uint32_t k = 0, n = m->variables.n; k < n; k++) {
		const sm_variable v = *sm_var(m, k);
		for (uint32_t i = 0; v.activation && i < v.count; i++) {
			uint32_t path = sm_path_of(a, v.first + i);
			sx_ref e = v.rank ? sm_ref_at(m, k, i) : sm_ref(m, k);
			if (a->given[path] || a->programmed[path])
				continue;
			a->given[path] = sx_bool(m->pool, false);
			sb_help(sb_report(m->diag, SB_ERROR, "S0711",
				sm_user_position(&a->owners, v.component, v.span), "nothing says when the activation '%s' comes",
				name_of(a, e)), "give it a value, as in 'e = Activation(1)', connect it, or write schedule(e, delay)");
			good = false;
		}
	}
	return good;
}

/* ------------------------------------------------------------------------------------------------- result */

/* A condition beside an activation is looked at when that comes, and makes no events of its own. */
static sx_ref sampled(sm_model *m, sx_ref e)
{
	sx_ref x = sx_arg(m->pool, e, 0), y = sx_arg(m->pool, e, 1);

	if (!sm_is_activation(m, e))
		return sx_unary(m->pool, SX_NOEVENT, e);
	switch (sx_op_of(m->pool, e)) {
	case SX_OR: case SX_AND: {
		x = sampled(m, x);
		return sx_binary(m->pool, sx_op_of(m->pool, e), x, sampled(m, y));
	}
	case SX_IF: {
		sx_ref condition = sampled(m, x), yes = sampled(m, y);
		return sx_if(m->pool, condition, yes, sampled(m, sx_arg(m->pool, e, 2)));
	}
	default: return e;
	}
}

static void sample_conditions(sm_model *m, const sm_equations *list)
{
	for (uint32_t i = 0; i < list->n; i++) {
		sm_equation *q = list->at[i];
		if (q->kind == SM_EQUAL && sm_is_activation(m, q->lhs) && sm_is_activation(m, q->rhs)) {
			q->lhs = sampled(m, q->lhs);
			q->rhs = sampled(m, q->rhs);
		}
		for (uint32_t b = 0; q->kind == SM_WHEN && b < q->branches.n; b++) {
			sm_branch *branch = &q->branches.at[b];
			branch->pulse = branch->any.n || sm_is_activation(m, branch->condition);
			for (uint32_t k = 0; k < branch->any.n; k++)
				branch->pulse = branch->pulse && sm_is_activation(m, branch->any.at[k]);
		}
	}
}

static sx_ref put_event(sx_rewriter *self, sx_pool *pool, sx_ref e)
{
	const sm_activating *a = self->context;
	uint64_t at;

	if (sx_op_of(pool, e) == SX_ACTIVE)
		return sx_arg(pool, e, 0);
	return sx_op_of(pool, e) == SX_SOURCE && sb_map_get(&a->by_node, e, &at) ? a->sources.at[at - 1].now : 0;
}

static sx_ref with_events(void *context, sx_ref e)
{
	sm_activating *a = context;
	sx_rewriter rw;

	if (!(sx_flags(a->m->pool, e) & SX_HAS_EVENT_OP))
		return e;
	rw = sx_rewriter_new(a->scratch, NULL, a);
	rw.enter = put_event;
	return sx_rewrite(&rw, a->m->pool, e);
}

static bool lower(sm_activating *a)
{
	sm_model *m = a->m;
	uint32_t n = m->scalars + 1;

	write_out_sources(a);
	if (!sm_extract_activations(a))
		return false;
	a->same = sb_new_array(a->scratch, uint32_t, n);
	a->given = sb_new_array(a->scratch, sx_ref, n);
	a->programmed = sb_new_array(a->scratch, uint32_t, n);
	a->state = sb_new_array(a->scratch, uint8_t, n);
	a->sets = sb_new_array(a->scratch, uint64_t *, n);
	for (uint32_t i = 0; i < n; i++)
		a->same[i] = i;
	read_equations(a);
	give_held(a);
	if (!read_programs(a, &m->equations, (sm_domain){0}) || !check_all_given(a) || !sm_walk_paths(a) ||
		!sm_put_periods(a))
		return false;
	sm_read_left_limits(a);
	sample_conditions(m, &m->equations);
	sm_map_equations(m, &m->equations, with_events, a);
	for (uint32_t k = 0; k < m->variables.n; k++)
		if (sm_var(m, k)->activation) {
			sm_edit(m, k)->activation = false;
			sm_edit(m, k)->pulse = true;
			sm_edit(m, k)->hidden = true;    /* it is never true where something is recorded */
		}
	m->activations = false;
	return true;
}

bool sm_lower_activations(sm_model *m)
{
	if (!m->activations)
		return true;
	sb_arena *scratch = sb_arena_new();
	sm_activating a = {.m = m, .scratch = scratch, .by_node = sb_map_new(scratch), .groups = sb_map_new(scratch),
		.owners = sm_owners_new(m, scratch)};
	bool good = lower(&a);

	sb_arena_free(scratch);
	return good;
}
