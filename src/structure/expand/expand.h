/* Expand: if-equations, when-clauses and algorithms become plain equations, conditions and assignments.
 *
 *     expand.c expanded.c    all equations of the model; those that an earlier expansion has written out already
 *     switch.c certain.c     if-equations: the branch of the mode; what conditions are at the start
 *     factor.c               factors that are 0 or 1 are switches too
 *     determined.c           what they are in front of may be determined anyway, so that they are none
 *     parametric.c           and so are curves with a parameter that are written by sides
 *     when.c                 when-clauses: their edges become hidden Booleans
 *     statements.c           algorithms
 *     standing.c             conditions in algorithms
 *     turns.c                loops of statements that are written out
 *     single.c               calls and algorithms as one equation for each result
 *     initial_equations.c    equations that are others in the initial system
 *     routines.c             what processes, events with arguments and experiments do */
#ifndef SALTUS_STRUCTURE_EXPAND_H
#define SALTUS_STRUCTURE_EXPAND_H

#include "structure/ground/ground.h"

/* What all modes have in common, written out once (analyse/shared.c). */
struct ss_shared {
	sb_arena *arena;
	sb_diag *diag;
	const sm_model *model;           /* a copy, expanded */
	uint32_t *first;                 /* by equation of the model: its first in `equations`; one more for the end */
	ss_equations equations;
};

/* What this room keeps while it is at work. */
struct ss_expanding {
	uint32_t idle;                   /* how many branches that are not taken surround the equation at hand */
	uint32_t around; uint16_t within;        /* it: as in ss_switch */
	sx_ref under_clock;              /* the clock of the when that is expanded */
	uint32_t whens, clocked_whens;   /* conditions that were given a hidden variable */
	const sm_equation *over;         /* the clause that is kept a family; NULL: none is at work */
	sb_u32s blocks;                  /* the variables of conditions of such clauses */
	uint32_t kept;                   /* standing.c: values that were given one */
};
static inline ss_expanding *ss_expanding_of(ss_work *w)
{
	return w->expanding ? w->expanding : (w->expanding = sb_new(w->scratch, ss_expanding));
}

typedef sx_ref (*ss_map_expr)(ss_work *w, sx_ref e, void *context);

/* expanded.c */
bool ss_is_plain(const sm_equation *q);          /* outside of if-equations, clauses and algorithms */
/* the equations of equation `number` of the model, as they were expanded before. False: they were not. */
const sm_model *ss_shared_model(const ss_shared *shared);
bool ss_is_expanded(ss_work *w, uint32_t number, ss_equations *out);
uint32_t ss_expanded_count(const ss_work *w);

/* expand.c */
void ss_expand(ss_work *w);
/* Of large families it is known which one takes the time and the memory, while this is done. */
void ss_tell_family(const ss_work *w, const sm_equation *q, const char *doing);
void ss_expand_bodies(ss_work *w, const sm_equations *bodies, ss_point *at, sx_ref guard, ss_equations *out,
					  bool initial);
void ss_each_point(ss_work *w, const sm_domain *domain, ss_point *at, void (*f)(ss_work *, ss_point *, void *),
				   void *context);
void ss_elements(ss_work *w, sx_ref var, sm_exprs *out);       /* the scalars of a VAR */
/* The name of the component that an equation belongs to at a point of its family. */
const char *ss_component(ss_work *w, const sm_equation *q, const ss_point *at);
sx_ref ss_all_of(ss_work *w, sx_ref a, sx_ref b);              /* a and b; 0 stands for true */

/* initial_equations.c */
void ss_divide_beginning(ss_work *w);

/* switch.c */
void ss_expand_if(ss_work *w, const sm_equation *q, ss_point *at, sx_ref guard, ss_equations *out, bool initial);
void ss_hold_what_left(ss_work *w);              /* after ss_traits */
/* what an expression has by the values of parameters and start values; `sure`: of parameters alone. False: it has
 * something else. */
bool ss_value_at_start(ss_work *w, sx_ref e, bool *sure, sx_value *out);

/* factor.c */
sm_model *ss_switch_factors(sb_arena *arena, sm_model *model);
void ss_make_structural(sm_model *model, sx_ref e);            /* the parameters that it is made of */
bool ss_value_by_parameters(const sm_model *model, sx_ref e, double *value);   /* false: it has something else */
/* determined.c: by variable; what needs no mode, and what has its value from elsewhere */
const bool *ss_find_determined(sb_arena *arena, const sm_model *model);

/* parametric.c */
typedef struct ss_curves {
	sb_map choices;                  /* if-expressions */
	sb_map equations;                /* if-equations */
	bool any;
	const bool *determined;          /* of factor.c: by variable (determined.c) */
} ss_curves;
ss_curves ss_find_curves(sb_arena *arena, const sm_model *model);

/* certain.c */
/* Of the first mode: the branch that is certain, or that start values suggest; sets `certain` and `sure`. */
uint16_t ss_guessed_branch(ss_work *w, ss_switch *s);
/* which: as in ss_switch. zeros: what the branch says to be zero. True: no mode with the branch agrees with its
 * conditions at the start. */
bool ss_cannot_hold_at_start(ss_work *w, sx_ref which, uint32_t branch, const sm_exprs *zeros);

/* when.c */
void ss_expand_when(ss_work *w, const sm_equation *q, ss_point *at, ss_equations *out);
sx_ref ss_hidden_variable(ss_work *w, sx_type type, sb_span span, const char *component);
/* A clause over a domain as equations over it; why it cannot be that. */
const char *ss_when_family(ss_work *w, const sm_equation *q, ss_equations *out);
void ss_still_unused_blocks(ss_work *w);         /* of clauses that are written out in this attempt */
/* An action that programs this activation: which event it is. */
void ss_name_programmed(ss_work *w, uint32_t action, sx_ref activation);
/* A guard that holds in the run and not where the initial values are found. */
sx_ref ss_in_run(ss_work *w, sx_ref guard);
void ss_add_action(ss_work *w, ss_action_kind kind, sx_ref guard, const ss_point *at, sx_ref subject, sx_ref value,
				   int level, sb_span span, const char *component);

/* statements.c */
void ss_expand_algorithm(ss_work *w, const sm_equation *q, ss_point *at, ss_equations *out, bool initial);
/* With the bodies as they are. */
sm_statement *ss_map_statement(ss_work *w, const sm_statement *from, ss_map_expr map, void *context);
sm_statements ss_map_statements(ss_work *w, const sm_statements *list, ss_map_expr map, void *context);
bool ss_set_at_events(ss_work *w, const sm_equation *q, uint32_t variable); /* by an algorithm, and not in between */

/* turns.c */
/* the statements with expressions tidied and turns of loops written out where conditions in them are events */
sm_statements ss_written_out_statements(ss_work *w, const ss_point *point, const sm_statements *list);

/* standing.c */
/* the same statements, in which conditions are over values that the algorithm leaves. Hidden variables are added to the
 * targets of `to`; those that the statements may leave without a value to `open`. */
sm_statements ss_standing_statements(ss_work *w, const sm_equation *q, const sm_statements *list, ss_equation *to,
									 sm_exprs *open);
/* The statements of an event: conditions over what they set are evaluated where they stand. */
sm_statements ss_standing_action(ss_work *w, const sm_statements *list);

/* single.c */
/* a call as one equation for each scalar that it gives, before there are representatives. */
void ss_split_call(ss_work *w, const ss_equation *call, ss_equations *out);
/* The same for any equation, over representatives. False: an algorithm that cannot be taken apart, and *why_not. */
bool ss_single_equations(ss_work *w, const ss_equation *q, ss_equations *out, const char **why_not);
/* The step of an algorithm becomes that of a call with the same results. False: it cannot be one, and stays. */
bool ss_algorithm_as_call(ss_work *w, ss_step *step);

/* routines.c */
/* what processes, events with arguments and experiments do */
void ss_expand_routines(ss_work *w);
void ss_map_routines(ss_work *w, ss_map_expr map, void *context);
void ss_routine_exprs(const ss_plan *plan, void (*see)(void *context, sx_ref e, bool target), void *context);
void ss_set_by_routines(ss_work *w, void (*pin)(void *context, sx_ref e, bool target));      /* traits */
void ss_wait_conditions(const ss_plan *plan, void (*see)(void *context, const sm_statement *wait, uint32_t routine),
						void *context);
void ss_check_questions(ss_work *w);                       /* equations ask nothing */
void ss_finish_routines(ss_work *w);                       /* after ss_places */

/* statements.c */
sx_ref ss_start_value(ss_work *w, sx_ref var);

#endif
