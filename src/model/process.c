/* Questions that routines ask: how many arguments of which types each takes, and what it answers. */
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
