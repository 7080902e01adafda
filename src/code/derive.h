/* Derivatives on request, as code: structure/derivatives.h says what they are.
 *
 * The functions are compiled on request, by the first tier, beside the program. They read the values of a run of that
 * program. */
#ifndef SALTUS_CODE_DERIVE_H
#define SALTUS_CODE_DERIVE_H

#include "code/code.h"
#include "structure/derivatives.h"

typedef struct sc_derivatives sc_derivatives;

/* Of the mode that the program is of. Where no code can be made, they are not symbolic, and `why_not` says why. */
sc_derivatives *sc_derive(const sc_program *program, const ss_request *request);
void sc_derivatives_free(sc_derivatives *q);
const ss_derivatives *sc_derivatives_plan(const sc_derivatives *q);
/* The entries of the pattern, of symbolic ones: after rates, watch and outputs at the same point; `of_instant`: after
 * all. False: an operation in them has no value there. */
bool sc_derivatives_at(const sc_derivatives *q, sc_data *d, double *values);

#endif
