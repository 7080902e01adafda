/* State machines as they are written: transitions, initial states, questions about states. Their equations are made
 * when all of them are known (flatten/flatten_machine.c). */
#ifndef SALTUS_MODELICA_LOWER_MACHINE_H
#define SALTUS_MODELICA_LOWER_MACHINE_H

#include "front/modelica/lower/lower.h"

typedef struct mo_transition {
	const char *from, *to, *component;
	sx_ref condition;
	bool immediate, reset, synchronize;
	bool event;                    /* the condition is an activation */
	int64_t priority;
	sb_span span;
} mo_transition;
typedef struct mo_named_state { const char *name, *component; sb_span span; } mo_named_state;
/* A use of ticksInState or timeInState: where, and its variable. `from`: in a condition of a transition from this
 * state. */
typedef struct mo_state_use {
	const char *prefix, *from;
	bool immediate, time;
	uint32_t variable;
	sb_span span;
} mo_state_use;

struct mo_machines {
	sb_vec(mo_transition) transitions;
	sb_vec(mo_named_state) initial, asked;
	sb_vec(mo_state_use) uses;
	sb_map models;                    /* names of states whose class is a model */
	sb_map active;                    /* name of a state -> variable + 1 */
	sb_vec(struct mo_machine) list;   /* flatten/flatten_machine.h */
	uint32_t variables;
};
struct mo_machines *mo_machines_of(mo_context *c);

/* The full name of the component that a reference names; NULL: it names none. */
const char *mo_state_name(mo_context *c, const mo_env *env, const mo_expr *e);
bool mo_wrong_state(mo_context *c, const mo_expr *call, const mo_expr *e);      /* reports, and is false */
bool mo_is_state(mo_context *c, const char *component);                         /* does a transition name it? */
/* A hidden variable, and the one that says whether a state is active. */
sx_ref mo_machine_variable(mo_context *c, sx_type type, const char *component, sb_span span, sx_ref start);
sx_ref mo_active_variable(mo_context *c, const char *state, sb_span span);

#endif
