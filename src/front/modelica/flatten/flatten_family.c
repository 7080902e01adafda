/* What belongs to a family of components: equations over its axes, and the way out where an equation cannot be written
 * for all elements at once (it chooses a branch or picks a component by a parameter that differs among them): then it
 * is made element by element. */
#include "base/dotted.h"
#include "front/modelica/flatten/flatten_inside.h"

enum { MOST_POINTS = 10000000 };

void mo_set_destination(mo_destination *p, const mo_scope *scope, sm_equations *out)
{
	p->out = out;
	p->component = scope->prefix;
	p->family = scope->axis_count ? scope : NULL;
	p->domain = (sm_domain){0};
	for (uint32_t k = 0; k < scope->axis_count; k++)
		sb_push(p->c->arena, p->domain, ((sm_range){scope->axes[k]->iterator, 1, scope->axes[k]->size}));
}

static void name_component(mo_context *c, sm_equation *q, const mo_scope *scope)
{
	q->component_rank = scope->axis_count;
	q->component_parts = mo_axis_parts(c, scope, 0);
}

sm_equation *mo_new_equation(const mo_destination *p, sm_equation_kind kind, sb_span span)
{
	sm_equation *q = sm_equation_new(p->c->model, kind, span, p->component);

	for (uint32_t d = 0; d < p->domain.n; d++)
		sb_push(p->c->arena, q->domain, p->domain.at[d]);
	if (p->family)
		name_component(p->c, q, p->family);
	return q;
}

static void write_number(void *context, uint32_t k, sb_text *out)
{
	const mo_scope *scope = context;

	sb_addf(out, "%lld", (long long)sx_int_value(scope->context->pool, scope->axes[k]->at));
}

/* The name of the component at this point: r[3]. */
static const char *component_here(mo_context *c, const mo_scope *scope)
{
	sb_text text = {0};
	const char *name;

	sb_write_name(scope->prefix, mo_axis_parts(c, scope, 0), scope->axis_count, ",", write_number, (void *)scope,
				  &text);
	name = sb_intern_text(c->names, &text);
	return name;
}

/* One step on along the axes; false past the last point. */
static bool next_point(mo_context *c, const mo_scope *scope)
{
	for (uint32_t k = scope->axis_count; k-- > 0;) {
		mo_axis *axis = scope->axes[k];
		int64_t at = sx_int_value(c->pool, axis->at) + 1;

		axis->at = sx_int(c->pool, at <= axis->size ? at : 1);
		if (at <= axis->size)
			return true;
	}
	return false;
}

static bool too_many(const mo_destination *p)
{
	uint64_t n = 1;

	for (uint32_t k = 0; k < p->family->axis_count && n <= MOST_POINTS; k++)
		n *= p->family->axes[k]->size;
	if (n > MOST_POINTS)
		sb_help(sb_report(p->c->diag, SB_ERROR, "M0422", p->family->class_def->name_span,
						  "the equations of more than %d components would have to be written out one by one",
						  MOST_POINTS),
				"give all of them the same structure");
	return n > MOST_POINTS;
}

static bool each_point(const mo_destination *p, bool (*make)(const mo_destination *p, void *context), void *context)
{
	mo_context *c = p->c;
	const mo_scope *scope = p->family;
	mo_env env = *p->env;
	mo_destination one = *p;
	bool ok = true;

	if (too_many(p))
		return false;
	env.needs_constants = NULL;
	one.env = &env;
	one.family = NULL;
	one.domain = (sm_domain){0};
	c->point = scope;
	for (uint32_t k = 0; k < scope->axis_count; k++)
		scope->axes[k]->at = sx_int(c->pool, 1);
	do {
		one.component = component_here(c, scope);
		ok &= make(&one, context);
	} while (ok && next_point(c, scope));
	for (uint32_t k = 0; k < scope->axis_count; k++)
		scope->axes[k]->at = sx_iter(c->pool, scope->axes[k]->iterator);
	c->point = NULL;
	return ok;
}

bool mo_for_all_elements(const mo_destination *p, bool (*make)(const mo_destination *p, void *context), void *context)
{
	mo_context *c = p->c;
	uint32_t errors = sb_errors(c->diag);
	bool needs_points = false, *around = c->needs_points, ok;
	mo_connection_mark mark = mo_mark_connections(c);
	sm_equations made = {0};
	mo_env env = *p->env;
	mo_destination all = *p;

	if (!p->family)
		return make(p, context);
	env.needs_constants = c->needs_points = &needs_points;
	all.env = &env;
	all.out = &made;
	ok = make(&all, context);
	c->needs_points = around;
	if (!needs_points) {
		for (uint32_t i = 0; i < made.n; i++)
			sb_push(c->arena, *p->out, made.at[i]);
		return ok;
	}
	mo_forget_connections(c, mark);
	return sb_errors(c->diag) == errors && !c->gave_up && each_point(p, make, context);
}
