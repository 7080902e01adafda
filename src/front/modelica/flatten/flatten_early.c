/* Algorithms that read a variable before they set it. That is no error: the variable has its start value there (3.6,
 * 11.1.2). But nobody who writes y := 2*x; x := time; means it, so it is told. */
#include "front/modelica/flatten/flatten_inside.h"

typedef struct reading {
	mo_context *c;
	const sm_equation *q;
	sb_map set, told;   /* variables that were set by some statement before, and those that something was said about */
	sb_span span;
} reading;

/* A scalar that follows the equations; what is kept from event to event is often meant to be read first. */
static bool is_followed(const sm_variable *v)
{
	return v->rank == 0 && v->type == SX_REAL && v->variability == SM_CONTINUOUS && !v->hidden && !v->start_given;
}

static bool is_target(const reading *r, uint32_t variable)
{
	for (uint32_t i = 0; i < r->q->targets.n; i++)
		if (sx_at(r->c->pool, r->q->targets.at[i])->payload == variable)
			return true;
	return false;
}

static bool see(void *context, const sx_pool *pool, sx_ref e)
{
	reading *r = context;
	uint32_t variable = sx_at(pool, e)->payload;
	uint64_t known;

	if (sx_op_of(pool, e) != SX_VAR || !is_followed(sm_var(r->c->model, variable)) ||
		sb_map_get(&r->set, variable, &known) || sb_map_get(&r->told, variable, &known) || !is_target(r, variable))
		return true;
	sb_map_put(&r->told, variable, 1);
	sb_message *m = sb_report(r->c->diag, SB_WARNING, "M0451", r->span,
							  "'%s' is read here, but set further down: it has its start value",
							  sm_var(r->c->model, variable)->name);
	sb_note(m, "the statements of an algorithm are executed one after the other");
	sb_help(m,
			"move this statement below the one that sets it, or write both as equations, whose order does not matter");
	return true;
}

static void read(reading *r, sx_ref e, sb_span span)
{
	r->span = span;
	if (e)
		sx_visit(r->c->pool, e, see, r);
}

static void set(reading *r, sx_ref target)
{
	if (target && sx_op_of(r->c->pool, target) == SX_VAR)
		sb_map_put(&r->set, sx_at(r->c->pool, target)->payload, 1);
}

static void walk(reading *r, const sm_statements *list)
{
	for (uint32_t i = 0; i < list->n; i++) {
		const sm_statement *s = list->at[i];

		read(r, s->value, s->span);
		read(r, s->condition, s->span);
		for (uint32_t b = 0; b < s->branches.n; b++) {
			read(r, s->branches.at[b].condition, s->span);
			walk(r, &s->branches.at[b].body);
		}
		set(r, s->target);
		for (uint32_t k = 0; k < s->targets.n; k++)
			set(r, s->targets.at[k]);
	}
}

void mo_warn_early(mo_context *c, const sm_equation *q)
{
	reading r = {.c = c, .q = q, .set = sb_map_new(c->arena), .told = sb_map_new(c->arena)};

	walk(&r, &q->statements);
}
