/* Private to the evaluation: what is around a question to the interpreter (model/interpret/interpret.h). */
#ifndef SALTUS_MODELICA_EVALUATE_INSIDE_H
#define SALTUS_MODELICA_EVALUATE_INSIDE_H

#include "front/modelica/evaluate/evaluate.h"
#include "model/interpret/interpret.h"

struct mo_evaluation {
	sb_map constants;             /* scalar of the model -> struct mo_known */
	sb_map complete;              /* functions whose bodies are all made */
	sb_map run_before;            /* CALL of an external function with literals -> the values of its results */
};
struct mo_evaluation *mo_evaluation_of(mo_context *c);

typedef struct mo_question {
	mo_context *c;
	sb_span span; const char *what;
	bool quiet;                   /* reports nothing, marks nothing */
} mo_question;

/* Reports why there is no answer, unless it is quiet; NULL then. */
sb_message *mo_no_answer(const mo_question *q, const char *code, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* evaluate_variable.c, evaluate_external.c: what the interpreter asks */
bool mo_variable_value(sm_machine *m, sx_ref var, sx_value *out);
bool mo_element_value(sm_machine *m, uint32_t variable, uint32_t element, sx_value *out);
bool mo_may_call(sm_machine *m, const sm_function *f);
sm_run_answer mo_run_function(sm_machine *m, uint32_t function, const sm_array *args, sm_array *results);

#endif
