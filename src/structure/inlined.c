/* What functions compute, written over their arguments: so the features of a call are known (features.c). */
#include "structure/forcing.h"

enum { BODIES_MOST = 200 };

typedef struct inlining { const sm_function *f; sx_ref call; } inlining;

static sx_ref put_argument(sx_rewriter *self, sx_pool *p, sx_ref e)
{
	const inlining *in = self->context;
	uint32_t local = sx_at(p, e)->payload;

	if (sx_op_of(p, e) != SX_LOCAL)
		return 0;
	return local < in->f->args && !in->f->locals.at[local].rank && !sx_at(p, e)->count ? sx_arg(p, in->call, local) : e;
}

static void look_into_statements(forcing *f, features *list, sx_rewriter *rewriter, const sm_statements *body)
{
	ss_work *w = f->w;

	for (uint32_t i = 0; i < body->n; i++) {
		const sm_statement *s = body->at[i];
		if (s->kind == SM_ASSIGN && s->value)
			sb_push(w->scratch, list->within, sx_rewrite(rewriter, w->pool, s->value));
		for (uint32_t k = 0; k < s->branches.n; k++) {
			if (s->branches.at[k].condition)
				sb_push(w->scratch, list->within, sx_rewrite(rewriter, w->pool, s->branches.at[k].condition));
			look_into_statements(f, list, rewriter, &s->branches.at[k].body);
		}
	}
}

void ss_look_into_call(forcing *f, features *list, sx_ref call)
{
	ss_work *w = f->w;
	uint32_t number = sx_at(w->pool, call)->payload;
	inlining in = { number < w->model->functions.n ? w->model->functions.at[number] : NULL, call };

	if (!in.f || in.f->external || sx_at(w->pool, call)->count != in.f->args || list->bodies >= BODIES_MOST)
		return;
	list->bodies++;
	sx_rewriter rewriter = sx_rewriter_new(w->scratch, NULL, &in);
	rewriter.enter = put_argument;
	look_into_statements(f, list, &rewriter, &in.f->body);
}
