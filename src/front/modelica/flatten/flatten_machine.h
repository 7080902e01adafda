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
};
typedef struct mo_machine mo_machine;

/* The equations of the states of an automaton become branches of which one holds, and those that say when which one
 * does are added. False after a message. */
bool mo_write_automaton(mo_context *c, mo_machine *m);

#endif
