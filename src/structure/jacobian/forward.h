/* Gradients, forward through the steps: what jacobian.c, its part for families and derivatives on request share.
 *
 * A column is a quantity by which is differentiated. It may be a state (the column is its number), a reference to
 * states with families (u[i - 1], u[5]; the column is a number in `references`), or what a request names: a state, a
 * parameter or an input (the column is a number in the request). A column begins with the gradient 1 at a key; from
 * there on all kinds are alike. The gradient of a cell of many elements is known in parts: boxes of elements in which
 * everything that it depends on is in one cell each. */
#ifndef SALTUS_STRUCTURE_FORWARD_H
#define SALTUS_STRUCTURE_FORWARD_H

#include "structure/jacobian/jacobian.h"

typedef struct gradient { uint32_t n, *state; sx_ref *value; } gradient;     /* state: the columns */
typedef struct gradient_part {
	sm_domain domain;
	ss_box box;
	const gradient *of;
	struct gradient_part *next;
} gradient_part;
typedef struct forward {
	ss_work *w;
	const char *why_not; sb_span why_not_span;
	ss_jacobian_steps steps;
	uint32_t temp_count;
	gradient **of;                   /* by key; NULL: does not move with the states */
	bool *read;                      /* by key: a step needs it; made when calls are met */
	sx_ref *sum; sb_u32s touched;    /* by column: the gradient at hand */
	uint64_t total, most, long_terms;
	bool failed;
	uint8_t phases;                  /* of the steps that it goes through */
	bool differences;                /* a call without a derivative is no failure: its differences are taken, */
	const char *differs;             /* and this is why; NULL: none were */

	/* with families */
	bool families, pattern_only;
	gradient_part **parts;           /* by key of a cell of many elements */
	sb_map column_of; sb_vec(sx_ref) references; uint32_t sum_cap;
	const sm_domain *domain;         /* of the step at hand */
	uint32_t pending;                /* key that is being computed */
	bool cut; uint32_t cut_iterator; int64_t cut_at;     /* the domain must be cut: where its second part begins */
} forward;

void ss_forward_begin(forward *f, uint8_t phases);                   /* no column has begun yet */
void ss_forward_column(forward *f, uint32_t key, uint32_t column, sx_ref value);     /* begins there, beside others */
void ss_forward_step(forward *f, const ss_step *step);
void ss_forward_fail(forward *f, const char *why, sb_span span);
void ss_forward_add(forward *f, uint32_t column, sx_ref value);
sx_ref ss_forward_keep(forward *f, sx_ref value);
/* factor * de/dx to the gradient at hand */
void ss_forward_accumulate(forward *f, sx_ref e, sx_ref factor, sb_span span);
gradient *ss_forward_take(forward *f, bool keeping);                 /* the gradient at hand */
void ss_forward_term(forward *f, const ss_term *term, sx_ref factor, sb_span span);      /* with families */
void ss_forward_family(forward *f, const ss_step *step);
void ss_forward_start_families(forward *f);
void ss_forward_entries(forward *f);                                 /* the rates' gradients as entries of the plan */
void ss_forward_pattern(forward *f, const ss_step *step);            /* what it depends on, without derivatives */

#endif
