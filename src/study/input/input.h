/* Input: what drives the inputs of a model, the `input` variables of its top level that nothing is connected to.
 *
 * An input keeps its start value until somebody gives it one. There are four ways:
 *
 *     by the caller      se_change, saltus_change: a new value at an instant, as often as one likes
 *     by an expression   over the names of the model and the time. The front end makes it an equation (front/request.h)
 *     by samples         a signal (external/signal.h). It is an opaque component (model/block.h) whose output is the
 *                        input: the ends of its pieces are time events, so no step goes over a sample, and jumps and
 *                        corners are exactly where the data has them
 *     by a curve         a parabola of time whose coefficients are parameters of the run: what a master of a coupled
 *                        system knows of an input until its next communication point. The caller changes them
 *
 * The samples belong to the program, in sets by number. Which set of an input a run takes is its parameter NAME.data,
 * so that runs with other samples need no new translation (st_input_set).
 *
 *     feed.c          inputs become equations of the model
 *     curves.c        inputs as parabolas
 *     read_input.c    --input as it is written: NAME=EXPRESSION, NAME=FILE:COLUMN:METHOD:BEYOND, FILE
 */
#ifndef SALTUS_STUDY_INPUT_H
#define SALTUS_STUDY_INPUT_H

#include "external/signal.h"
#include "front/request.h"
#include "model/model.h"

typedef struct st_input {
	const char *name;                    /* u, u[2], bus.speed */
	const char *expression;              /* NULL: it has samples */
	const double *time, *value; size_t n;
	/* Not shaped: lines, or steps where the type has no values between; hold beyond. The method may be left open. */
	bool shaped, default_method; sl_shape shape;
	const char *file;                    /* not NULL: a column of it, which counts if it is called like an input */
	const char *source;                  /* of the samples, for messages: data.csv:speed */
	const uint32_t *rows;                /* of the samples in the source, from 1, for messages; NULL: by their number */
} st_input;
typedef sb_vec(st_input) st_input_list;

/* What --input says, added to the list. False after a message (U04xx). */
bool st_read_input(sb_arena *arena, sb_diag *diag, const char *written, st_input_list *out);

/* Of all that the inputs give, samples included: for who goes on with what was begun before. */
uint64_t st_inputs_hash(const st_input_list *inputs, uint64_t seed);

typedef struct st_feeds st_feeds;        /* all sets of samples of a program; NULL: it has none */
/* Are these inputs of the model, and can they be given so? False after messages. */
bool st_check_inputs(const sm_model *m, const st_input *inputs, uint32_t count);
/* Inputs with samples get their equations. The feeds live as long as the model and its programs. NULL after a
 * message. */
st_feeds *st_feed(sm_model *m, const st_input *inputs, uint32_t count);
void st_feeds_free(st_feeds *f);
/* Another set of samples for an input that has samples: the value of its parameter NAME.data that selects it. Runs may
 * go on in other threads, but one thread alone adds sets. `instead`: a set that no run uses any more and whose number
 * is used again; UINT32_MAX: none. UINT32_MAX after a message. */
uint32_t st_input_set(st_feeds *f, sb_diag *diag, const st_input *samples, uint32_t instead);
/* Words of docs/inputs.md: a method, and a way beyond both ends; NULL: not said. False after a message. */
bool st_input_shape(sb_diag *diag, const char *method, const char *beyond, st_input *in);

/* All inputs of type Real that nothing gives follow curves: NAME.curve.t0, c0, c1, c2 (of an element NAME.curve2.t0,
 * ...). The curve is the start value until somebody changes it. */
enum { ST_CURVE_PARTS = 4 };
void st_curve_inputs(sm_model *m);
const char *st_curve_part(sb_arena *arena, const sm_variable *of, uint32_t element, uint32_t part);
sx_ref st_start_at(const sm_model *m, const sm_variable *v, sx_ref element);     /* of an element of an array */

#endif
