/* Private to the evaluation: the machine that evaluates expressions (evaluate_scalar.c) and runs functions (interpret.c). */
#ifndef SALTUS_MODELICA_MACHINE_H
#define SALTUS_MODELICA_MACHINE_H

#include "front/modelica/evaluate/evaluate.h"

struct mo_evaluation {
	sb_map constants;             /* scalar of the model -> struct mo_known */
	sb_map complete;              /* functions whose bodies are all made */
	sb_map run_before;            /* CALL of an external function with literals -> the values of its results */
};
struct mo_evaluation *mo_evaluation_of(mo_context *c);

typedef struct mo_array { uint32_t rank, *dims; uint64_t n; sx_value *at; } mo_array;
typedef struct mo_counter { uint32_t iterator; int64_t value; const struct mo_counter *next; } mo_counter;
typedef struct mo_frame { const sm_function *function; mo_array *locals; } mo_frame;

typedef struct mo_machine {
	mo_context *c;
	sb_arena *arena;              /* for this evaluation only */
	sb_span span; const char *what;
	bool quiet;                   /* reports nothing, marks nothing */
	mo_frame *frame;
	const mo_counter *counters;
	uint32_t depth, calls;
	uint64_t steps;               /* left */
	sb_map done;                  /* values of shared subexpressions without iterators and locals */
} mo_machine;

bool mo_machine_scalar(mo_machine *m, sx_ref e, sx_value *out);
bool mo_machine_array(mo_machine *m, sx_ref e, mo_array *out);        /* of any rank, scalars too */
bool mo_machine_integer(mo_machine *m, sx_ref e, int64_t *out);
/* arguments `first`.. of e are the subscripts */
bool mo_machine_place(mo_machine *m, sx_ref e, uint32_t first, const mo_array *of, uint64_t *place);
bool mo_machine_step(mo_machine *m);                                  /* false once too much work was done */
bool mo_machine_call(mo_machine *m, sx_ref call, mo_array *results);  /* one for each result of the function */
/* Reports a failure of this evaluation, unless it is quiet; NULL then. Always false as a value. */
sb_message *mo_machine_fail(mo_machine *m, const char *code, const char *format, ...) __attribute__((format(printf, 3,
	4)));

#endif
