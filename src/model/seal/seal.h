/* A sealed model: its interface, and segments in place of its formulas.
 *
 *     y = K*(x + z)                       y = segment_1(K, x, z)
 *     der(z) = x/T                        der(z) = segment_2(x, T)
 *     when z > 2*y then n = n + 1 ...     when segment_3(z, y) > 0 ...  n = segment_4(n)
 *
 * A segment is a function of what it reads. It is compiled (code/generate/segment_text.c) and leaves as machine code,
 * with a derivative beside it. The rest is a class of Modelica (seal_text.c): declarations, and equations that say
 * which segment computes a value, and from which others. A model that uses the class sorts its segments one by one,
 * with all others: an output that does not need an input is known before it. States, discrete variables, conditions and
 * their events stay what they are, because a segment has nothing of them inside.
 *
 * Which formulas one segment has. Definitions `v = e` and `der(x) = e` are put together if they need the same inputs
 * (all that has to be known before they are: inputs of the model, conditions, variables that are given in other ways).
 * Then a loop through one of them is a loop through all of them, so no false loop appears. A variable that nothing
 * outside of its segment reads is a temporary of the segment, and is gone. A definition that needs nothing but
 * parameters is computed once. Loops of equations, families and equations that are not definitions keep their shape;
 * their expressions are segments.
 *
 * Equations still show what the run itself has to know: relations that make events (with their two sides as segments),
 * time events, samples, delays, left limits, texts of messages.
 *
 *     seal_call.c        an expression, or several definitions, as a call of a segment
 *     seal_statements.c  lists of statements as calls of segments
 *     seal_groups.c      which definitions become one segment
 *     seal.c             the whole model
 *     seal_text.c        what is left of it as a class, and as tables */
#ifndef SALTUS_MODEL_SEAL_H
#define SALTUS_MODEL_SEAL_H

#include "model/model.h"

typedef struct sm_segment {
	uint32_t function;               /* of the model */
	uint32_t derivative;             /* of the model; UINT32_MAX: there is none */
} sm_segment;

typedef struct sm_sealed {
	sm_model *model;                 /* changed: its equations call segments */
	bool *stays;                     /* by variable: it is part of the class */
	sb_vec(sm_segment) segments;
} sm_sealed;

/* The model is changed. False after messages: something of it cannot be sealed. */
bool sm_seal(sm_model *m, sm_sealed *out);

/* The inside of the class, without its first and last line: functions are external "Saltus" with the symbols
 * ID_NUMBER and the library `library`. narrow: formulas may have something in them that is narrow over time or states,
 * or jump without an event, so a run has to look out for it (sm_external.even). */
void sm_sealed_text(const sm_sealed *x, const char *id, const char *library, bool narrow, sb_text *out);
/* What people want to know of it: names, types, units, values, and which segment gives what from what. */
void sm_sealed_tables(const sm_sealed *x, sb_text *out);

#endif
