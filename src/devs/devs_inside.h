/* What the files of this folder share: a network in a run. */
#ifndef SALTUS_DEVS_INSIDE_H
#define SALTUS_DEVS_INSIDE_H

#include "devs/devs.h"

/* A message in a bag. `sender` and `order` are what bags are sorted by. */
typedef struct sd_entry { const void *message; uint32_t next, sender; uint64_t order; } sd_entry;
typedef struct sd_bag { uint32_t first, last, n; } sd_bag;           /* of entries, from 1 */

typedef struct sd_piece { struct sd_piece *next; size_t size; } sd_piece;        /* of memory; what follows is used */
typedef struct sd_opened { struct sd_opened *next; FILE *file; } sd_opened;

/* An atomic in a run: what the loop touches is in front. heap: its place there, from 1; 0: it is not in it. */
typedef struct sd_actor {
	saltus_function *code;
	double last, next;
	uint32_t heap, first_in, in_count, first_out;
	bool imminent, receiving, active, moved;             /* active: by an activation; moved: see fail_chain */
	bool reads, watched;                                 /* signals; it has outputs that equations see */
	saltus_block b;
	saltus_atomic atomic;
	struct sd_run *run;
	uint32_t number;
	uint64_t *words; size_t count;                       /* of its items, with guards */
	sd_piece *memory, *kept;
	sd_opened *files;
} sd_actor;

typedef struct sd_list { uint32_t *at, n; } sd_list;     /* of atomics; there is room for all */

typedef struct sd_run {
	const sd_network *of;
	const char *name;
	sd_functions *functions; bool coded;
	sd_actor *actors;
	sd_actor *calling;                                   /* whose function is called now; NULL: nobody's */
	const sl_block_values *values;
	double time, start;
	/* the calendar */
	uint32_t *heap, heap_count;
	sd_list imminent, due, receivers;                    /* of this step; of the next; who has messages */
	/* messages: of this step */
	sd_bag *bags;                                        /* by input port of an atomic, at the number of the port */
	sd_entry *entries; uint32_t entry_count, entry_room;
	sd_piece *chunks, *chunk; size_t chunk_used;
	const void **pointers; size_t pointer_room;
	saltus_port *ports;                                  /* as the functions see them */
	int *firsts;
	/* what is shown, and what leaves */
	unsigned char *last_messages;
	double *seen;                                        /* counters of activations, as they were seen last */
	bool *given; bool left, stop;
	uint64_t chain;                                      /* steps at this time */
	uint64_t messages;                                   /* so far */
	/* as a component */
	double epoch; bool begun;
	double event_time, next; double *event_inputs;       /* of its last event: to answer again */
	bool *event_given; bool event_stop;
	double *parameters; char **texts;                    /* as they were at the start */
	void *pending; size_t pending_size;                  /* what was saved, until the functions are known */
	struct sd_tree *tree;                                /* of simulate_tree.c; NULL: it is flat */
	bool tells; /* somebody wants to hear of transitions */
} sd_run;

/* calendar.c */
void sd_put(sd_run *run, sd_actor *a);                   /* at its `next`; INFINITY: takes it out */
void sd_take(sd_run *run, sd_actor *a);
double sd_first(const sd_run *run);                      /* INFINITY: it is empty */
void sd_calendar_make(sd_run *run);                      /* anew, of all */
void sd_sort(uint32_t *list, uint32_t n);                /* numbers, ascending */

/* actors.c */
void sd_actors_make(sd_run *run);
void sd_actors_free(sd_run *run);
void sd_call(sd_run *run, sd_actor *a, saltus_call which);
/* SALTUS_INITIALISE, with its parameters and start values. Texts must last as long as the run. */
void sd_prepare_actor(sd_run *run, sd_actor *a, const sl_block_values *v);
void sd_begin_actor(sd_run *run, sd_actor *a);           /* SALTUS_START */
void sd_load_parameters(sd_actor *a, const sl_block_values *v);
void sd_end_actor(sd_run *run, sd_actor *a);
void sd_take_code(sd_run *run, const sl_block_values *v);
/* One transition at this time, with what is in its bags; its next time is set, the calendar is not. */
void sd_transit(sd_run *run, sd_actor *a, saltus_call which);
const char *sd_actor_name(const sd_actor *a);
extern const char *const sd_call_names[];

/* messages.c */
extern const saltus_services sd_services;
void sd_messages_clear(sd_run *run);                     /* a step is over */
void sd_messages_free(sd_run *run);
/* into a bag; order: of the message among all */
void sd_deliver(sd_run *run, uint32_t port, const void *message, uint32_t sender, uint64_t order);
void sd_open_bags(sd_run *run, sd_actor *a, bool sorted);        /* for a transition */
void sd_close_bags(sd_run *run, sd_actor *a);

/* simulate.c */
bool sd_is_due(const sd_run *run, const sl_block_values *v);     /* something happens at this time */
bool sd_is_first_now(const sd_run *run, double now);     /* the first of the calendar is due then, but for rounding */
void sd_settle(sd_run *run, sd_actor *a);                /* behind a transition: into the calendar, or due at once */
void sd_say_state(sd_actor *a, saltus_call which);
void sd_say_sent(const sd_actor *a, const sd_port *p, const void *message);
bool sd_event(sd_run *run, const sl_block_values *v);    /* all that happens at this time; true: it ends the run */
double sd_next(const sd_run *run);                       /* INFINITY: nothing happens any more */

/* simulate_tree.c */
void sd_tree_make(sd_run *run);
void sd_tree_free(sd_run *run);
void sd_tree_step(sd_run *run);
void sd_tree_message(sd_run *run, uint32_t port, const void *message, uint32_t sender, uint64_t order);

#endif
