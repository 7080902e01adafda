/* The flat model as a table: making it, adding to it, finding what is in it by name. Part of model.h, which has the
 * types.
 *
 *     model.c          the tables: variables, equations, statements
 *     scalars.c        scalars: their numbers and names
 *     instance.c       instances, which own what comes and goes
 *     components.c     which component something belongs to
 *     has_clocks.c     whether a model has clocks
 *     questions.c      what routines ask, with arguments and answers (process.h)
 */
#ifndef SALTUS_MODEL_FLAT_H
#define SALTUS_MODEL_FLAT_H

#include "base/check.h"

sm_model *sm_model_new(sb_arena *arena, sb_names *names, sb_diag *diag, const char *name);
/* A model in which variables, scalars and expressions of `model` have the numbers they have there, and to which more
 * may be added without changing the original, which must stay as it is meanwhile. Equations, functions and events are
 * shared: nobody changes them. Messages go to `diag`. Each mode of a model whose structure changes is analysed in a
 * copy of its own. */
sm_model *sm_model_copy(sb_arena *arena, const sm_model *model, sb_diag *diag);

/* Adds a variable with the given shape and returns its number; the caller fills in the rest through sm_edit. The name
 * is interned. */
uint32_t sm_add_variable(sm_model *m, const char *name, sx_type type, const uint32_t *shape, uint32_t rank);
static inline const sm_variable *sm_var(const sm_model *m, uint32_t variable)
{
	if (SB_CHECKED)
		sb_must(variable < m->variables.n, "of %u variables number %u is asked for", m->variables.n, variable);
	return &m->variables.at[variable];
}
static inline sm_variable *sm_edit(sm_model *m, uint32_t variable)      /* to be changed */
{
	if (SB_CHECKED)
		sb_must(variable < m->variables.n, "of %u variables number %u is changed", m->variables.n, variable);
	return &m->variables.at[variable];
}

sm_equation *sm_equation_new(sm_model *m, sm_equation_kind kind, sb_span span, const char *component);
sm_equation *sm_add_equation(sm_model *m, sx_ref lhs, sx_ref rhs, sb_span span, const char *component);   /* SM_EQUAL */
sm_statement *sm_statement_new(sm_model *m, sm_statement_kind kind, sb_span span);
uint32_t sm_find(const sm_model *m, const char *name); /* by its name without subscripts; UINT32_MAX if there is none */
uint32_t sm_findn(const sm_model *m, const char *name, size_t length);

/* An instance with its variable NAME.activity, which starts with the given value. Its equations and variables are added
 * one by one; a variable belongs to one instance. */
uint32_t sm_add_instance(sm_model *m, const char *name, enum sm_activity start, sb_span span);
void sm_instance_owns(sm_model *m, uint32_t instance, uint32_t variable);
void sm_instance_equation(sm_model *m, uint32_t instance, sm_equation *q);
/* Appends the statements of an action to the action of an event. Creating gives the instance's states their start
 * values (statements that follow may give them others by SM_REINIT_DO); resuming goes on with the values that they had.
 */
void sm_instance_act(sm_model *m, sm_statements *into, sm_instance_action action, uint32_t instance, sb_span span);

/* References. sm_ref is the whole variable (scalar or array); sm_ref_at the element number `element` (from 0) of it. */
sx_ref sm_ref(const sm_model *m, uint32_t variable);
sx_ref sm_ref_at(const sm_model *m, uint32_t variable, uint32_t element);
/* The scalar number of a VAR node with constant subscripts (or of a scalar), UINT32_MAX if it is not one. */
uint32_t sm_scalar_of(const sm_model *m, sx_ref var);
/* Which scalars a VAR node may stand for: those of the leading constant subscripts, *first and as many as is returned.
 */
uint32_t sm_scalars_of(const sm_model *m, sx_ref var, uint32_t *first);
uint32_t sm_variable_of_scalar(const sm_model *m, uint32_t scalar, uint32_t *element);   /* log time */
void sm_scalar_name(const sm_model *m, uint32_t scalar, sb_text *out);                   /* r[3].v, u[2,1] */
uint32_t sm_find_scalar(const sm_model *m, const char *name); /* of such a name; UINT32_MAX */

/* The component that one point of an equation belongs to: r[3]. `values` are those of the iterators around, the
 * outermost first; NULL: the name without subscripts. */
void sm_equation_component(const sm_equation *q, const int64_t *values, sb_text *out);

/* The scalars of a variable whose names may match one of the patterns (sb_matches): *first .. *last - 1. Names of
 * others need not be made. Without patterns all may. False: none. */
bool sm_may_match(const sm_model *m, uint32_t variable, const char *const *patterns, uint32_t count, uint32_t *first,
				  uint32_t *last);

/* How many scalar equations an equation stands for (the product of its domain and the sizes of what it sets). */
uint32_t sm_equation_count(const sm_model *m, const sm_equation *q);
/* Stands an operator of clocks, or a variable of type Clock, in its equations? */
bool sm_has_clocks(const sm_model *model);
/* Has an equation, or anything in it, one of these properties (enum sx_flag)? */
bool sm_equation_has(const sx_pool *pool, const sm_equation *q, uint16_t flags);
/* Which component something belongs to, by its `component` name: the innermost one around it. */
typedef struct sm_owners { const sm_model *model; sb_names *names; sb_map known; } sm_owners;
sm_owners sm_owners_new(const sm_model *m, sb_arena *arena);
/* A number in `components`; UINT32_MAX if there are none. */
uint32_t sm_owner(sm_owners *owners, const char *component);
/* The component around one; the model itself is around itself. */
uint32_t sm_around(sm_owners *owners, uint32_t component);
/* The user can do something about what is written in the file of the model itself. What is written elsewhere, in a
 * library, is shown there at the component that uses it. */
sb_span sm_user_position(sm_owners *owners, const char *component, sb_span span);


/* Advice in the words of the notation, which may have no noEvent. */
const char *sm_help_division(const sm_model *m);         /* what to do about a divisor that is zero */
const char *sm_help_range(const sm_model *m);            /* about an argument for which a function is not defined */
const char *sm_help_smooth(const sm_model *m);           /* about a condition that turns too often */

#endif
