/* Jacobian: derivatives of the rates by the states, sparse and symbolic.
 *
 *     forward.c family_jacobian.c     gradients, forward through the steps (forward.h), and the same for families
 *     jacobian.c                      by the states: of the rates, and of the invariants
 *     pattern.c layout.c color.c      the pattern, and columns that may be told apart */
#ifndef SALTUS_STRUCTURE_JACOBIAN_H
#define SALTUS_STRUCTURE_JACOBIAN_H

#include "structure/ground/ground.h"

/* jacobian.c */
void ss_invariant_jacobian_of(ss_work *w);
void ss_jacobian_of(ss_work *w);

/* pattern.c. Entries of one row. */
typedef struct ss_entry_list { uint32_t n; const uint32_t *state; const sx_ref *value; } ss_entry_list;
void ss_to_columns(ss_work *w, const ss_entry_list *rows, uint32_t count, uint32_t columns, ss_pattern *pattern,
				   sx_ref **values);
/* Which columns each unknown depends on, without derivatives: they begin at `keys`, and go through the steps that are
 * needed. */
typedef struct ss_column_set ss_column_set;
typedef struct ss_dependence { ss_column_set **of; uint32_t *seen, now, columns; } ss_dependence;
ss_dependence ss_dependence_new(ss_work *w, const uint32_t *keys, uint32_t count);
void ss_dependence_go(ss_work *w, ss_dependence *d, const ss_steps *steps, const bool *needed);
ss_entry_list ss_dependence_of(const ss_dependence *d, uint32_t key);
ss_entry_list ss_dependence_of_expr(ss_work *w, ss_dependence *d, sx_ref e);

/* color.c */
void ss_color(sb_arena *arena, sb_arena *scratch, ss_jacobian *j);

#endif
