/* Derivatives on request: of rates and of any Real scalars, by states, parameters, inputs and what events keep.
 *
 *     linearisation   rates and outputs by states and inputs: A, B, C and D
 *     sensitivities   rates by states and parameters
 *     fits            measured quantities by parameters
 *
 * A plan has the derivatives of the rates by the states, because solvers need them all the time. All other derivatives
 * are made on request, from a finished plan, and belong to whoever asks: they cost nothing before. The plan and its
 * model stay as they are; the derivatives are written over a copy of the model, in which handles, variables and scalars
 * have the same numbers.
 *
 * A column is the effect of a change of this one quantity, from outside and at this time, with the latches and the left
 * limits as they are:
 *
 *     state       the other states stay. In a model with invariants they may leave the constraints.
 *     parameter   the parameters that are computed from it change too, unless they are given from outside. Start
 *                 values, and parameters that the initial system determines, do not.
 *     input       an input of the top level that no equation determines (sm_variable.held)
 *     kept        a Real that only events set, with its left limit
 *     left        the left limit of any other Real, in a pass of an instant (of_pass)
 *
 * Values that change only at events follow from parameters and inputs by their equations, and do not move with states.
 * Values behind a delay or a when-clause, and integrated values, do not move at all. In a pass of an instant
 * (docs/events.md, E10) what is computed at events only counts like all else: where its condition holds, it moves with
 * what it is computed from, and elsewhere with its left limit.
 *
 * How it is done: forward through the steps, like the Jacobian of the rates (jacobian/forward.h), sparse and
 * symbolic, through loops by the implicit function theorem. Families are taken apart into scalars. A call without a
 * derivative gets central differences of its own. An algorithm is a function of what it reads. If it cannot be one,
 * or if the gradients would fill up, `symbolic` is false, and there is only the pattern: the caller takes
 * differences of everything. */
#ifndef SALTUS_STRUCTURE_DERIVATIVES_H
#define SALTUS_STRUCTURE_DERIVATIVES_H

#include "structure/structure.h"

typedef enum ss_row_kind { SS_ROW_RATE, SS_ROW_SCALAR } ss_row_kind;             /* number: of the state; the scalar */
typedef enum ss_column_kind {
	SS_COLUMN_STATE, SS_COLUMN_PARAMETER, SS_COLUMN_INPUT, SS_COLUMN_KEPT, SS_COLUMN_LEFT
} ss_column_kind;
typedef struct ss_asked_row { ss_row_kind kind; uint32_t number; } ss_asked_row;
typedef struct ss_asked_column { ss_column_kind kind; uint32_t scalar; } ss_asked_column;
typedef sb_vec(ss_asked_row) ss_rows;
typedef sb_vec(ss_asked_column) ss_columns;

typedef struct ss_request {
	const ss_asked_row *rows; uint32_t row_count;
	const ss_asked_column *columns; uint32_t column_count;
	bool of_pass;
	/* Is the parameter of this number (ss_parameter_number) given from outside? NULL: none is. */
	bool (*given)(void *context, uint32_t parameter);
	void *context;
} ss_request;

typedef struct ss_derivatives {
	const ss_plan *plan; /* what steps and values are written over: all in scalars, the same places and loops */
	uint32_t rows;
	/* why_not: it is not symbolic; or a call in it has differences. NULL: neither. */
	bool symbolic; const char *why_not; sb_span why_not_span;
	ss_pattern pattern;              /* a column for each column of the request */
	ss_jacobian_steps steps;         /* as in ss_jacobian, after the rates, watches and outputs at the same point */
	uint32_t temp_count;
	sx_ref *values;                  /* by entry of the pattern */
	bool of_instant; /* loops that are solved at events only are needed: after all steps at the same point */
} ss_derivatives;

/* What a scalar is as a column; false: it cannot be one, and *why says why. */
bool ss_column_of(const ss_plan *plan, uint32_t scalar, ss_asked_column *out, const char **why);
/* All rates, all outputs of the top level; all states, parameters that can be set, inputs: appended. */
void ss_all_rates(const ss_plan *plan, sb_arena *arena, ss_rows *out);
void ss_all_outputs(const ss_plan *plan, sb_arena *arena, ss_rows *out);
void ss_all_columns(const ss_plan *plan, sb_arena *arena, ss_column_kind kind, ss_columns *out);

/* In the arena. Messages of the functions that are made go to `diag`; there are none in what was analysed before. */
ss_derivatives *ss_derive(sb_arena *arena, const ss_plan *plan, const ss_request *request, sb_diag *diag);

#endif
