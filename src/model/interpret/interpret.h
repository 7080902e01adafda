/* The interpreter: expressions and functions of the model, run on values before there is any code.
 *
 * It has two kinds of users. The translation of a model needs values: sizes, conditions. The first thing that has no
 * value ends such a question, and is reported (*strict*). The analysis of a model asks what is known, whatever the rest
 * is (known.h): `0*u` is zero for any u, and a function that is given the parameters of a device and unknown voltages
 * may still say that a capacitance is zero. For such a question a function is run on values of which some are not
 * known. If a condition is not known, all branches are run, and values on which they agree are kept.
 *
 * Each array element, call, statement and turn of a loop takes a step of the machine; a question that is not strict
 * takes a step for each expression. The number of steps is limited, so a loop without end ends too.
 *
 *   interpret.c            expressions
 *   interpret_statement.c  statements and calls
 */
#ifndef SALTUS_MODEL_INTERPRET_H
#define SALTUS_MODEL_INTERPRET_H

#include "model/model.h"

typedef struct sm_machine sm_machine;
typedef struct sm_value { bool known; sx_value is; } sm_value;
/* open: its sizes are not known */
typedef struct sm_array { uint32_t rank, *dims, n; bool open; sm_value *at; } sm_array;
typedef struct sm_counter { uint32_t iterator; int64_t at; const struct sm_counter *next; } sm_counter;

/* Why there is no value, told to those who need one. */
typedef enum sm_trouble_kind {
	SM_TOO_MANY_STEPS, SM_TOO_DEEP, SM_CALLED_TOO_OFTEN,
	SM_OUTSIDE,           /* the subscript `at` is outside of 1:size */
	SM_NO_RESULT,         /* the operator e has no value there */
	SM_MOVES,             /* e is something of the run: time, a derivative, events, clocks */
	SM_FREE_ITERATOR,     /* e is an iterator that no loop around gives a value */
	SM_ASSERTION          /* `statement` does not hold, and says `text` (NULL: nothing) */
} sm_trouble_kind;
typedef struct sm_trouble {
	sm_trouble_kind kind; sx_ref e; int64_t at; uint32_t size;
	const sm_function *function; const sm_statement *statement; const char *text;
} sm_trouble;

/* Who can run external functions while a model is translated: sizes may come from files. `call` is a CALL of
 * model->functions, whose arguments are literals; dims are the sizes of its results, one after another, and values
 * takes their elements, one result after another. Strings live as long as the arena. False: it failed, and *why says
 * why, in the arena. */
typedef struct sm_external_call {
	const sm_model *model;
	sx_ref call;
	const uint32_t *dims;
	sx_value *values;
} sm_external_call;
typedef bool (*sm_runner)(sb_arena *arena, const sm_external_call *call, const char **why);

typedef enum sm_run_answer { SM_RUN, SM_WAS_RUN, SM_NOT_RUN } sm_run_answer;

/* What the machine asks of its user. */
typedef struct sm_machine_asks {
	bool (*variable)(sm_machine *m, sx_ref var, sx_value *out); /* a scalar VAR, with its subscripts as they are */
	bool (*element)(sm_machine *m, uint32_t variable, uint32_t element, sx_value *out);
	/* Of strict machines; the others run what is neither external nor impure. May the function be called at all? And,
	 * once its arguments are known, who runs it: the machine, or the user, who fills in the results. */
	bool (*may_call)(sm_machine *m, const sm_function *f);
	sm_run_answer (*run)(sm_machine *m, uint32_t function, const sm_array *args, sm_array *results);
	void (*trouble)(sm_machine *m, const sm_trouble *trouble);                       /* of strict machines */
} sm_machine_asks;

struct sm_machine {
	const sm_model *model;
	sb_arena *arena;
	const sm_machine_asks *asks; void *context;
	bool strict;
	uint32_t most_depth, most_calls, most_elements;
	uint64_t *steps;              /* that are left */
	sb_map *done; /* strict: values of shared subexpressions without iterators and locals; else results of such calls */
	/* private */
	bool stopped;                 /* strict: something has no value */
	struct sm_frame *frame; const sm_counter *counters; uint32_t depth, calls;
};

bool sm_eval(sm_machine *m, sx_ref e, sx_value *out); /* a scalar expression; false: it is not known */
bool sm_eval_integer(sm_machine *m, sx_ref e, int64_t *out);
/* Outside of functions and loops but for these: the value of a variable. */
bool sm_eval_alone(sm_machine *m, sx_ref e, const sm_counter *counters, sx_value *out);
bool sm_has_counter(const sm_machine *m, uint32_t iterator);                 /* is it one of a loop around? */
/* Which element the arguments of e from `first` on pick of an array of these sizes; false: one of them is not known, or
 * outside. */
bool sm_eval_place(sm_machine *m, sx_ref e, uint32_t first, uint32_t rank, const uint32_t *dims, uint32_t *out);
/* The results of a call, NULL: nothing is known of them. */
sm_array *sm_eval_call(sm_machine *m, sx_ref call);
/* The sizes of a local of the function, in which the arguments are what was given; its elements are those that locals
 * begin with. */
sm_array sm_eval_local_of(sm_machine *m, const sm_function *f, const sm_array *args, const sm_local *local);
/* Of a reduction over nothing: 0, 1, the largest, the smallest. */
sx_value sm_reduce_none(sx_op op, sx_type type);

#endif
