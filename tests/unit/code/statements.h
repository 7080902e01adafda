/* Routines of a model, statement by statement. */
#ifndef TESTS_UNIT_CODE_STATEMENTS_H
#define TESTS_UNIT_CODE_STATEMENTS_H

#include "unit/code/analysed.h"

static inline sx_ref whole(bench *b, int64_t v)
{
	return sx_int(b->p, v);
}

static inline sx_ref discrete(bench *b, const char *name, sx_type type)
{
	uint32_t v = sm_add_variable(b->m, name, type, NULL, 0);
	sm_edit(b->m, v)->variability = SM_DISCRETE;
	return sm_ref(b->m, v);
}

static inline uint32_t routine(bench *b, const char *name, sm_routine_kind kind)
{
	sm_routine r = { .name = name, .kind = kind };
	sb_push(b->arena, b->m->routines, r);
	return b->m->routines.n - 1;
}

static inline sx_ref local_of(bench *b, uint32_t r, const char *name, sx_type type, uint32_t size, bool argument,
							  sx_ref binding)
{
	sm_routine *at = &b->m->routines.at[r];
	sm_local l = {
		.name = name, .type = type, .role = argument ? SM_ARG : SM_TEMPORARY, .binding = binding, .rank = size > 0};
	if (size) {
		l.dims = sb_new_array(b->arena, sx_ref, 1);
		l.dims[0] = whole(b, size);
	}
	sb_push(b->arena, at->locals, l);
	at->args += argument;
	return sx_local(b->p, at->locals.n - 1, type, NULL, 0);
}

static inline sx_ref element(bench *b, sx_ref array, sx_ref k)
{
	return sx_elem(b->p, array, &k, 1);
}

static inline sm_statement *stmt(bench *b, sm_statements *list, sm_statement_kind kind)
{
	sm_statement *s = sm_statement_new(b->m, kind, (sb_span){0});
	sb_push(b->arena, *list, s);
	return s;
}

static inline sm_statements *body(bench *b, uint32_t r)
{
	return &b->m->routines.at[r].body;
}

static inline void put(bench *b, sm_statements *list, sx_ref target, sx_ref to)
{
	sm_statement *s = stmt(b, list, SM_ASSIGN);
	s->target = target;
	s->value = to;
}

static inline void hold(bench *b, sm_statements *list, sx_ref how_long)
{
	stmt(b, list, SM_HOLD)->value = sx_cast(b->p, how_long, SX_REAL);
}

static inline sm_statements *branch(bench *b, sm_statement *s, sx_ref condition)
{
	sm_statement_branch one = { .condition = condition };
	sb_push(b->arena, s->branches, one);
	return &s->branches.at[s->branches.n - 1].body;
}

static inline sm_statements *loop(bench *b, sm_statements *list, sx_ref from, sx_ref to, sx_ref step, sx_ref *iterator)
{
	sm_statement *s = stmt(b, list, SM_FOR);
	s->iterator = sx_new_iter(b->p, "i");
	s->from = from;
	s->to = to;
	s->step = step;
	*iterator = sx_iter(b->p, s->iterator);
	return branch(b, s, 0);
}

#endif
