/* What the plan of a mode has for the instant in which the mode is entered: states that only it knows, and of its
 * impulse system (modes/impulse_system.c) what belongs together, what is kept and what is open. */
#ifndef SALTUS_STRUCTURE_IMPULSES_H
#define SALTUS_STRUCTURE_IMPULSES_H

#include "base/diag.h"
#include "base/arena.h"
#include "expr/expr.h"

/* Of an impulse system: a scalar that impulses may move, itself or in its derivatives, and the number of its part.
 * Numbers of parts do not follow each other. */
typedef struct ss_in_part { uint32_t scalar, part; } ss_in_part;
/* A state that only this plan knows: the derivative of `of`, or the negative of it. */
typedef struct ss_raised { uint32_t scalar, of; bool negated; } ss_raised;
/* An equation of an impulse system that may have no value, because it holds a product of an impulse with what jumps;
 * and what it gives: a scalar, or its derivative. */
typedef struct ss_undetermined { uint32_t scalar; bool rate; sb_span span; const char *text; } ss_undetermined;
/* Of an impulse system (kept.c): the sum of factor*scalar is the same before and after the instant. `read`: the term as
 * people read it, its sign aside. */
typedef struct ss_kept_term { uint32_t scalar; sx_ref factor, read; bool negative; } ss_kept_term;
typedef struct ss_kept { sb_vec(ss_kept_term) terms; } ss_kept;

#endif
