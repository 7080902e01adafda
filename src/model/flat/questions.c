/* What routines are made of: the questions that they ask, with arguments and answers; the slots of their activations;
 * which statements wait. */
#include "model/model.h"

typedef struct question { const char *name; uint32_t args; } question;

static const question questions[SM_QUESTION_COUNT] = {
#define X(name, spelling, args) { spelling, args },
	SM_QUESTIONS(X)
#undef X
};

const char *sm_question_name(sm_question q)
{
	return q < SM_QUESTION_COUNT ? questions[q].name : "?";
}

const char *sm_resource_kind_name(sm_resource_kind kind)
{
	static const char *const names[] = {"facility", "storage", "gate", "set"};
	return names[kind];
}

static sx_type answer_type(sm_question q)
{
	switch (q) {
	case SM_ASK_POISSON: case SM_ASK_BINOMIAL: case SM_ASK_GEOMETRIC: case SM_ASK_DISCRETE_UNIFORM: case SM_ASK_LENGTH:
	case SM_ASK_BUSY: case SM_ASK_FREE: case SM_ASK_COUNT: case SM_ASK_SELF: case SM_ASK_INTERRUPTED: case SM_ASK_RUN:
		return SX_INTEGER;
	case SM_ASK_BERNOULLI: case SM_ASK_IS_OPEN: case SM_ASK_IS_ALIVE: case SM_ASK_IS_IDLE: return SX_BOOLEAN;
	default: return SX_REAL;
	}
}

static sx_type argument_type(sm_question q, uint32_t k)
{
	switch (q) {
	case SM_ASK_ERLANG: case SM_ASK_BINOMIAL: return k == 0 ? SX_INTEGER : SX_REAL;
	case SM_ASK_DISCRETE_UNIFORM: case SM_ASK_EMPIRICAL: case SM_ASK_IS_ALIVE: case SM_ASK_IS_IDLE: return SX_INTEGER;
	default: return SX_REAL;
	}
}

bool sm_is_draw(sm_question q)
{
	return q <= SM_ASK_EMPIRICAL;
}

sx_ref sm_ask(sm_model *m, sm_question q, uint32_t object, sx_ref index, const sx_ref *args, uint32_t count)
{
	sx_ref all[5];
	if (q >= SM_QUESTION_COUNT || count != questions[q].args || (index && sx_type_of(m->pool, index) != SX_INTEGER))
		return 0;
	all[0] = sx_int(m->pool, object);
	all[1] = index ? index : sx_int(m->pool, 0);
	for (uint32_t k = 0; k < count; k++) {
		sx_type wanted = argument_type(q, k), type = sx_type_of(m->pool, args[k]);
		if (type != wanted && !(wanted == SX_REAL && type == SX_INTEGER))
			return 0;
		all[k + 2] = sx_cast(m->pool, args[k], wanted);
	}
	return sx_make(m->pool, SX_ASK, answer_type(q), q, all, count + 2);
}

uint32_t sm_local_scalars(const sm_model *m, const sm_local *local)
{
	uint64_t count = 1;
	for (uint32_t k = 0; k < local->rank; k++) {
		int64_t n = local->dims[k] && sx_is_const(m->pool, local->dims[k]) ? sx_int_value(m->pool, local->dims[k]) : -1;
		count *= n < 0 ? 0 : (uint64_t)n;
		if (n < 0 || count > SM_SLOTS_MOST)
			return UINT32_MAX;
	}
	return (uint32_t)count;
}

bool sm_may_wait(sm_statement_kind kind)
{
	return (kind >= SM_HOLD && kind <= SM_PASSIVATE) || kind == SM_SIMULATE;
}

bool sm_sets_targets(sm_statement_kind kind)
{
	return kind != SM_START && kind != SM_INSERT;
}

const sm_statement *sm_first_wait(const sm_statements *list)
{
	for (uint32_t i = 0; i < list->n; i++) {
		if (sm_may_wait(list->at[i]->kind))
			return list->at[i];
		for (uint32_t b = 0; b < list->at[i]->branches.n; b++) {
			const sm_statement *inner = sm_first_wait(&list->at[i]->branches.at[b].body);
			if (inner)
				return inner;
		}
	}
	return NULL;
}

static uint32_t slots_of_loops(const sm_statements *list)
{
	uint32_t slots = 0;
	for (uint32_t i = 0; i < list->n; i++)
		for (uint32_t b = 0; b < list->at[i]->branches.n; b++) {
			const sm_statements *body = &list->at[i]->branches.at[b].body;
			if (list->at[i]->kind == SM_FOR && sm_first_wait(body))
				slots += SM_LOOP_SLOTS;
			slots += slots_of_loops(body);
		}
	return slots;
}

uint32_t sm_routine_slots(const sm_model *m, const sm_routine *r, uint32_t *args)
{
	uint64_t slots = 0;
	*args = 0;
	for (uint32_t k = 0; k < r->locals.n; k++) {
		uint32_t count = sm_local_scalars(m, &r->locals.at[k]);
		if (count == UINT32_MAX)
			return UINT32_MAX;
		slots += count;
		*args += k < r->args ? count : 0;
	}
	slots += slots_of_loops(&r->body);
	return slots > SM_SLOTS_MOST ? UINT32_MAX : (uint32_t)slots;
}
