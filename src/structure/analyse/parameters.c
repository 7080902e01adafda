/* Parameters, in an order in which each is computed after those that its value is made of. One that depends on a
 * parameter that the initial system determines is determined there too.
 *
 * Constants come first: no parameter is in their values, and the bodies of functions read them. */
#include "structure/analyse/analyse.h"
#include "structure/explain/explain.h"

typedef struct ordering {
	ss_work *w;
	sx_ref *binding;
	uint8_t *state;
	uint32_t *number, *cell;
	sb_u32s path;
	sb_u32s calls;      /* the functions that are called for a value, directly or not */
	uint32_t *seen, now;
} ordering;
/* number, by cell: of the parameter; cell: the other way round */
enum { NEW, OPEN, DONE };

static bool report_circle(ordering *o, uint32_t s)
{
	ss_work *w = o->w;
	sb_u32s circle = {0};

	for (uint32_t i = o->path.n; i-- > 0;) {
		if (o->state[o->path.at[i]] == OPEN)
			sb_push(w->scratch, circle, o->path.at[i]);
		if (o->path.at[i] == s)
			break;
	}
	sb_message *m = sb_report(w->diag, SB_ERROR, "S0109", ss_variable(w, s)->span,
		"the values of parameters are defined by each other: %s", ss_names(w, circle.at, circle.n, 8));
	sb_help(m, "give one of them a value that does not depend on the others");
	return false;
}

static void finish(ordering *o, uint32_t s)
{
	ss_work *w = o->w;
	const sm_variable *v = ss_variable(w, s);
	ss_step step = { .kind = SS_ASSIGN, .target = w->leaf[s], .value = o->binding[s], .span = v->binding_span,
		.domain = ss_domain_of_cell(w, s) };

	o->state[s] = DONE;
	if (!o->binding[s])
		return;
	if (w->traits[s] & SS_IS_FREE) {
		ss_equation q = {
			.form = SS_FORM_EQUAL, .lhs = w->leaf[s], .rhs = o->binding[s], .span = v->span, .component = v->component,
			.domain = ss_domain_of_cell(w, s)};
		if (v->binding)
			sb_push(w->scratch, w->initial, q);
		return;
	}
	if (v->variability != SM_CONSTANT && !v->final)
		step.guard = w->plan->parameters.at[o->number[s]].number + 1;
	w->plan->parameters.at[o->number[s]].computed = true;
	sb_push(w->arena, w->plan->parameter_steps, step);
}

static bool see_call(void *context, const sx_pool *pool, sx_ref e)
{
	ordering *o = context;

	if (sx_op_of(pool, e) == SX_CALL && o->seen[sx_at(pool, e)->payload] != o->now) {
		o->seen[sx_at(pool, e)->payload] = o->now;
		sb_push(o->w->scratch, o->calls, sx_at(pool, e)->payload);
	}
	return true;
}

typedef struct reading { ordering *o; sb_u32s *keys; } reading;

static void see_in_function(void *context, sx_ref e, bool target)
{
	reading *r = context;
	(void)target;
	if (sx_flags(r->o->w->pool, e) & SX_HAS_CALL)
		sx_visit(r->o->w->pool, e, see_call, r->o);
	ss_depends_more(r->o->w, e, r->keys);
}

/* The constants that the functions behind a value read. */
static void see_functions(ordering *o, sx_ref value, sb_u32s *keys)
{
	const sm_model *model = o->w->model;
	reading r = { o, keys };

	o->now++;
	o->calls.n = 0;
	sx_visit(o->w->pool, value, see_call, o);
	for (uint32_t i = 0; i < o->calls.n; i++) {
		const sm_function *f = model->functions.at[o->calls.at[i]];
		ss_statement_exprs(&f->body, see_in_function, &r);
		ss_statement_exprs(&f->last, see_in_function, &r);
		for (uint32_t k = f->args; k < f->locals.n; k++) {
			if (f->locals.at[k].binding)
				see_in_function(&r, f->locals.at[k].binding, false);
			for (uint32_t d = 0; d < f->locals.at[k].rank; d++)
				see_in_function(&r, f->locals.at[k].dims[d], false);
		}
	}
}

/* Depth first with a stack of its own: a parameter is finished when it is met again after all that it needs. */
static bool order_from(ordering *o, uint32_t root)
{
	ss_work *w = o->w;
	sb_u32s keys = {0};

	sb_push(w->scratch, o->path, root);
	while (o->path.n) {
		uint32_t s = o->path.at[o->path.n - 1];
		if (o->state[s] == DONE) {
			o->path.n--;
			continue;
		}
		keys.n = 0;
		if (o->binding[s])
			ss_depends(w, o->binding[s], &keys);
		uint32_t own = keys.n;
		if (o->binding[s] && sx_flags(w->pool, o->binding[s]) & SX_HAS_CALL &&
			ss_variable(w, s)->variability == SM_CONSTANT)
			see_functions(o, o->binding[s], &keys);
		if (o->state[s] == OPEN) {
			for (uint32_t i = 0; i < keys.n; i++)
				if (keys.at[i] < w->n && w->traits[keys.at[i]] & SS_IS_FREE)
					w->traits[s] |= SS_IS_FREE;
			finish(o, s);
			o->path.n--;
			continue;
		}
		o->state[s] = OPEN;
		for (uint32_t i = 0; i < keys.n; i++) {
			uint32_t k = keys.at[i];
			if (k >= w->n || !(w->traits[k] & SS_IS_PARAMETER) || o->state[k] == DONE)
				continue;
			if (o->state[k] == OPEN && i >= own)
				continue;      /* a function may name what it does not need for this value */
			if (o->state[k] == OPEN)
				return report_circle(o, k);
			sb_push(w->scratch, o->path, k);
		}
	}
	return true;
}

static sx_ref default_value(ss_work *w, sx_type type)
{
	switch (type) {
	case SX_REAL: return w->zero;
	case SX_BOOLEAN: return w->no;
	case SX_STRING: return sx_string(w->pool, "");
	default: return sx_int(w->pool, 0);
	}
}

static void list_parameters(ss_work *w, ordering *o)
{
	for (uint32_t i = 0; i < w->model->variables.n; i++) {
		const sm_variable *v = sm_var(w->model, i);
		if (v->variability != SM_PARAMETER && v->variability != SM_CONSTANT)
			continue;
		for (uint32_t s = ss_first_cell(w, i); s < ss_last_cell(w, i); s++) {
			sx_ref value = ss_attribute(w, s, v->binding ? v->binding : v->start);
			o->binding[s] = value ? sx_cast(w->pool, value, v->type) : default_value(w, v->type);
			if (!o->binding[s])
				o->binding[s] = value;
			o->number[s] = w->plan->parameters.n;
			o->cell[o->number[s]] = s;
			ss_parameter p = { ss_scalar_of_cell(w, s), false, ss_cell_count(w, s), w->plan->parameter_count };
			w->plan->parameter_count += p.count;
			sb_push(w->arena, w->plan->parameters, p);
		}
	}
}

bool ss_parameters(ss_work *w)
{
	ordering o = { .w = w };
	bool good = true;

	o.binding = sb_new_array(w->scratch, sx_ref, w->n + 1);
	o.state = sb_new_array(w->scratch, uint8_t, w->n + 1);
	o.number = sb_new_array(w->scratch, uint32_t, w->n + 1);
	o.cell = sb_new_array(w->scratch, uint32_t, w->n + 1);
	o.seen = sb_new_array(w->scratch, uint32_t, w->model->functions.n + 1);
	list_parameters(w, &o);
	w->see_parameters = true;
	for (uint32_t round = 0; round < 2; round++)
		for (uint32_t i = 0; i < w->plan->parameters.n && good; i++) {
			uint32_t s = o.cell[i];
			o.path.n = 0;
			if (o.state[s] == NEW && (round || ss_variable(w, s)->variability == SM_CONSTANT))
				good = order_from(&o, s);
		}
	w->see_parameters = false;
	/* variables that are literals */
	for (uint32_t s = 0; s < w->n && good; s++)
		if (!(w->traits[s] & SS_IS_ALIAS) && w->constant[s]) {
			ss_step step = {
				.kind = SS_ASSIGN, .target = w->leaf[s], .value = w->constant[s], .span = ss_variable(w, s)->span,
				.domain = ss_domain_of_cell(w, s)};
			sb_push(w->arena, w->plan->parameter_steps, step);
		}
	return good;
}
