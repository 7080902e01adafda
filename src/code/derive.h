/* Derivatives on request, as code: of rates and of any Real scalars, by states, parameters, inputs and what is kept.
 * structure/derivatives.h says what they mean.
 *
 * The functions are analysed and compiled beside the program, by the first tier, when they are asked for. So the
 * program must have been made in this process (sc_translates). They read the values of a run of that program. */
#ifndef SALTUS_CODE_DERIVE_H
#define SALTUS_CODE_DERIVE_H

#include "code/code.h"

typedef enum sc_row_kind { SC_ROW_RATE, SC_ROW_SCALAR } sc_row_kind;             /* number: of the state; the scalar */
typedef enum sc_column_kind {
	SC_COLUMN_STATE, SC_COLUMN_PARAMETER, SC_COLUMN_INPUT, SC_COLUMN_KEPT, SC_COLUMN_LEFT
} sc_column_kind;
typedef struct sc_asked_row { sc_row_kind kind; uint32_t number; } sc_asked_row;
typedef struct sc_asked_column { sc_column_kind kind; uint32_t scalar; } sc_asked_column;
typedef struct sc_request {
	const sc_asked_row *rows; uint32_t row_count;
	const sc_asked_column *columns; uint32_t column_count;
	bool of_pass;                    /* in a pass of an instant */
	/* Is the parameter of this number (si_parameter_number) given from outside? NULL: none is. */
	bool (*given)(void *context, uint32_t parameter);
	void *context;
} sc_request;

/* The pattern, column by column: entries column[c] .. column[c + 1] - 1 with their rows. symbolic: there is code for
 * them; of_instant: after all steps at the same point. */
typedef struct sc_pattern {
	uint32_t n; const uint32_t *column, *row; bool symbolic, of_instant;
	const char *why_not; /* it is not symbolic, or a call in it has differences; NULL: neither, or there is no code */
} sc_pattern;

typedef struct sc_derivatives sc_derivatives;

/* What a scalar is as a column; false: it cannot be one, and *why says why. */
bool sc_column_of(const sc_program *program, uint32_t scalar, sc_asked_column *out, const char **why);
/* Of the mode that the program is of. Where no code can be made, they are not symbolic. */
sc_derivatives *sc_derive(const sc_program *program, const sc_request *request);
void sc_derivatives_free(sc_derivatives *q);
const sc_pattern *sc_derivatives_pattern(const sc_derivatives *q);
/* The entries of the pattern, of symbolic ones: after rates, watch and outputs at the same point; `of_instant`, and in
 * a pass: after all. False: an operation in them has no value there. */
bool sc_derivatives_at(const sc_derivatives *q, sc_data *d, double *values);

#endif
