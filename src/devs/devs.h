/* DEVS: networks of atomic models, and their simulation by a calendar of their own.
 *
 * An atomic model is <X, S, Y, ta, internal, external, confluent, output>: it stays in a state for its time advance;
 * when that is over it sends messages and goes on to the next state (internal); a message that comes before makes
 * another state of it (external). An atomic model is a function in C (include/saltus_block.h). Coupled models hold
 * atomic and coupled models, and couplings between their ports.
 *
 *     Network (coupled)               couplings
 *       generate (atomic) out ──┬──▶ in  process (atomic)        of components            (IC)
 *                               └──▶ ariv transduce (atomic)     from a port of its own   (EIC)
 *                                                                to a port of its own     (EOC)
 *
 * All atomic models of a run are one network, and one opaque component (model/block.h). The component
 *
 *     has an epoch      one discrete state, which counts its events. All that atomics remember is behind it
 *     is latent         an event reads signals as they were when it began
 *     says when         the next time of its first internal transition; the run's calendar has nothing else of it
 *     shows             states and outputs of atomics, and the last message of their ports: functions of the epoch
 *     gives             activations that atomics send
 *
 * So equations, activations and networks meet on one calendar, and the network has a loop of its own for what concerns
 * nobody else: one event of the run is a chain of steps at one time (E582), which ends where something leaves.
 *
 * Flat. Couplings are followed once, when the network is made: each output port of an atomic has a list of the input
 * ports that it leads to. A step takes all atomics that are imminent, lets them send, puts pointers to the messages
 * into the bags of the ports, and lets all that are imminent or have messages make their transitions. An atomic that is
 * due again at the same time goes to the list of the next step, and not into the heap of times. Messages, bags and
 * lists are in memory that is used again, so a step allocates nothing.
 *
 * Hierarchical. The same by coordinators, one for each coupled model, which pass messages up and down as the couplings
 * say (simulate_tree.c). It is slower, and there to be compared: the trace is the same.
 *
 * Classic. Of all imminent atomics one is selected, by the order of the components in each coupled model, outside
 * first; it sends, makes its transition, and those that it has sent to make theirs.
 *
 *   devs_network.c    ports, couplings, their closure
 *   devs_calendar.c   the heap of times
 *   actors.c          atomics in a run: memory, parameters, calls of their functions
 *   messages.c        what a function may do while it is called: sending, and the mistakes that it may make
 *   simulate.c        steps, flat
 *   simulate_tree.c   steps, by coordinators
 *   bridges.c         atomic models between messages and equations
 *   devs_component.c  the operations of the component; saved and restored
 */
#ifndef SALTUS_DEVS_H
#define SALTUS_DEVS_H

#include "external/component.h"
#include "saltus_block.h"

enum { SD_NONE = UINT32_MAX };

/* An item of an atomic: a parameter, an input (a signal), an output, a discrete state, an activation.
 * at: where its elements are in the rows of the component: parameters (of a String in the texts), inputs; of a discrete
 * state or an output where its start values are among the parameters; of an activation input where its counter is among
 * the inputs; of an activation output its first delay. */
typedef struct sd_item {
	const char *name; saltus_item_type type; int rank, count; const int *sizes; uint32_t at;
} sd_item;
typedef struct sd_items { sd_item *at; uint32_t n; } sd_items;

/* One port; an array of ports is several of them. size: bytes of a message, of which `type` says what it is made of, as
 * saltus_port does. `first`: the first of an item. */
typedef struct sd_port {
	const char *name;
	uint32_t component;
	bool out, first;
	saltus_item_type type; int size;
	const uint32_t *to; uint32_t to_count;   /* made by sd_close, of output ports of atomics: input ports of atomics */
	uint32_t shown;                          /* where its last message is kept, in bytes; SD_NONE: nowhere */
} sd_port;

/* A component: an atomic or coupled model. They stand in the order of a walk, parents first; 0 is the whole. Its ports
 * are one range, inputs first. priority: among its siblings, smaller first; only classic networks look at it. */
typedef struct sd_component {
	const char *name;
	uint32_t parent, atomic;                 /* atomic: SD_NONE of a coupled model */
	uint32_t first_port, in_count, out_count;
	int priority;
} sd_component;

typedef struct sd_coupling { uint32_t from, to; } sd_coupling;       /* ports */

/* function: which of the functions of the model's C; own: one of ours instead (devs_bridges.h). confluent: it has the
 * task SALTUS_CONFLUENT. */
typedef struct sd_atomic {
	uint32_t component, function;
	saltus_function *own;
	bool confluent;
	sd_items items[SALTUS_KINDS];
} sd_atomic;

/* What the component shows: an item, or a field of the last message of a port (`kind` SALTUS_KINDS, at: in bytes). */
typedef struct sd_shown {
	uint32_t atomic; saltus_kind kind; uint32_t item, at; saltus_item_type type; uint32_t count;
} sd_shown;

/* An activation input: the counter that tells when it comes. */
typedef struct sd_counter { uint32_t atomic, item, element, at; } sd_counter;

typedef struct sd_network {
	sd_component *components; uint32_t component_count;
	sd_port *ports; uint32_t port_count;
	sd_coupling *couplings; uint32_t coupling_count;
	sd_atomic *atomics; uint32_t atomic_count;
	sd_shown *shown;                         /* as many as the component has outputs */
	uint32_t gives, inputs, parameters, texts;       /* scalars: of activations that it programs, and so on */
	uint32_t shown_bytes;                    /* of the last messages */
	bool classic, hierarchical;
	bool reads_parameters;                   /* at events, too: there are few of them */
	/* made by sd_close, in the arena */
	uint32_t *rank;                          /* of atomics, for the selection */
	sd_counter *counters; uint32_t counter_count;
} sd_network;

/* The functions of the model's C come from one function of it: given a number it returns the function. */
typedef saltus_function *sd_functions(int number);

struct sb_arena;
/* Follows the couplings. The network is the context of its operations, and lives as long as the model. */
void sd_close(struct sb_arena *arena, sd_network *network);
extern const sl_block_operations sd_operations;

#endif
