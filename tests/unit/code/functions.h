/* Functions of a model made by hand, statement by statement. */
#ifndef TESTS_UNIT_CODE_FUNCTIONS_H
#define TESTS_UNIT_CODE_FUNCTIONS_H

#include "unit/code/plan.h"

static inline sm_local local(bench *b, const char *name, sx_type type, sm_role role, int size)
{
	sm_local l = { .name = name, .type = type, .role = role };
	if (size >= 0) {
		l.rank = 1;
		l.dims = sb_new_array(b->arena, sx_ref, 1);
		l.dims[0] = sx_int(b->p, size);
	}
	return l;
}

/* A function with the given locals: arguments first, then results, then temporaries. Returns its number. */
static inline uint32_t function(bench *b, const char *name, const sm_local *locals, uint32_t n)
{
	sm_function *f = sb_new(b->arena, sm_function);
	f->name = name;
	for (uint32_t k = 0; k < n; k++) {
		sb_push(b->arena, f->locals, locals[k]);
		f->args += locals[k].role == SM_ARG;
		f->results += locals[k].role == SM_RESULT;
	}
	sb_push(b->arena, b->m->functions, f);
	return b->m->functions.n - 1;
}

static inline sx_ref loc(bench *b, uint32_t k, sx_type type) { return sx_local(b->p, k, type, NULL, 0); }
static inline sx_ref loc_at(bench *b, uint32_t k, sx_type type, sx_ref at) { return sx_local(b->p, k, type, &at, 1); }

static inline sm_statement *statement(bench *b, sm_statements *list, sm_statement_kind kind)
{
	sm_statement *s = sm_statement_new(b->m, kind, (sb_span){0});
	sb_push(b->arena, *list, s);
	return s;
}

static inline void let(bench *b, sm_statements *list, sx_ref target, sx_ref v)
{
	sm_statement *s = statement(b, list, SM_ASSIGN);
	s->target = target;
	s->value = v;
}

static inline sm_statements *branch(bench *b, sm_statement *s, sx_ref condition)
{
	sm_statement_branch one = { .condition = condition };
	sb_push(b->arena, s->branches, one);
	return &s->branches.at[s->branches.n - 1].body;
}

static inline sm_statements *body(bench *b, uint32_t f) { return &b->m->functions.at[f]->body; }

#endif
