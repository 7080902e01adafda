/* A state machine with its states and transitions, as the files about machines share it: clocked ones are written by
 * flatten_machine.c, those in continuous time by flatten_automaton.c. */
#ifndef SALTUS_MODELICA_FLATTEN_MACHINE_H
#define SALTUS_MODELICA_FLATTEN_MACHINE_H

#include "front/modelica/lower/lower_machine.h"

struct mo_machine {
	const char *component;
	sb_strings states;                /* the initial one first */
	sb_vec(mo_transition *) transitions; /* the one with the smallest priority last */
	const mo_named_state *initial;
	int parent;                       /* number of the state around it, -1: none */
	sb_span span;
	bool continuous;                  /* an automaton: its states are models */
	sx_ref reset, active, fired, final, ticks, entry, now;
	/* of an automaton in a state of another one: that one. `parent` is the number of the state there */
	struct mo_machine *outer;
	sx_ref next, made, again;         /* of an automaton: where it goes to, how often it went, whether with a reset */
};
typedef struct mo_machine mo_machine;

/* Of a component: the number of the state that it is in; UINT32_MAX: none. Is it in this one? */
uint32_t mo_state_around(const mo_machine *m, const char *component);
bool mo_is_inside(const char *component, const char *state);
/* Have its states and transitions only what an automaton can have? False after a message. */
bool mo_check_automaton(mo_context *c, const mo_machine *m);
/* What an automaton has that those in its states ask for. It is called for all of them before the first is written. */
void mo_declare_automaton(mo_context *c, mo_machine *m);
/* Those inside of others are written first. The equations of the states of an automaton become branches of which one
 * holds, and those that say when which one does are added. False after a message. */
bool mo_write_automaton(mo_context *c, mo_machine *m);

#endif
