/* Builds of texts that are made on request: the first tier only. What is wrong with such a text is not the user's
 * matter, so messages go nowhere. */
#include "code/compile/compile.h"
#include "code/derive.h"

/* ------------------------------------------------------------------------------------------------------ derivatives */

typedef void derivatives_at(sc_data *d, double *values);
struct sc_derivatives { sb_arena *arena; sb_diag *diag; ss_derivatives *plan; sc_build *build; derivatives_at *at; };

static sb_diag *quiet_diag(const sc_program *program)
{
	sb_diag *diag = sb_diag_new();
	sb_diag_share(diag, program->plan->model->diag);
	return diag;
}

static bool take_derivatives(sc_build *build, sc_lookup lookup, void *context)
{
	sc_derivatives *q = build->taken;
	*(void **)&q->at = lookup(context, "sc_derivatives");
	return q->at && sc_bind_text(build->own, lookup, context);
}

sc_derivatives *sc_derive(const sc_program *program, const ss_request *request)
{
	sb_arena *arena = sb_arena_new();
	sc_derivatives *q = sb_new(arena, sc_derivatives);
	q->arena = arena;
	q->diag = quiet_diag(program);
	q->plan = ss_derive(arena, program->plan, request, q->diag);
	if (!q->plan->symbolic)
		return q;
	q->build = sc_build_new(q->plan->plan);
	q->build->take = take_derivatives;
	q->build->taken = q;
	q->build->text = sc_derivatives_text(q->plan, q->build->arena);
	if (!sc_build_make(q->build, &(sc_options){ .optimise = 0 })) {
		q->plan->symbolic = false;
		q->plan->why_not = "the code of the derivatives cannot be compiled";
	}
	return q;
}

void sc_derivatives_free(sc_derivatives *q)
{
	if (!q)
		return;
	if (q->build)
		sc_program_free(&q->build->program);
	sb_diag_free(q->diag);
	sb_arena_free(q->arena);
}

const ss_derivatives *sc_derivatives_plan(const sc_derivatives *q)
{
	return q->plan;
}

typedef struct calling { const sc_derivatives *q; double *values; } calling;

static void call_derivatives(sc_data *d, void *context)
{
	const calling *c = context;
	c->q->at(d, c->values);
}

bool sc_derivatives_at(const sc_derivatives *q, sc_data *d, double *values)
{
	calling c = { q, values };
	return q->plan->symbolic && sc_call_beside(d, &q->build->program, call_derivatives, &c);
}
