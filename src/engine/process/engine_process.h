/* Processes at work: activations of routines, what they share, and the queue of the present instant. docs/events.md,
 * E41 to E61.
 *
 * An activation is a record of some 50 bytes, followed by the part that its routine sees (sc_activation: where it goes
 * on, its locals). All records of a routine have the same size; the record of an activation that has ended is used
 * again. A *reference* holds the number of the record and how often it has been used, so the reference of an activation
 * that has ended belongs to nobody.
 *
 *     doing        where it is found
 *     SE_READY     in the queue of the present instant
 *     SE_HOLDS     in the calendar, or nowhere while a server was taken from it (`lost`)
 *     SE_QUEUES    in the list of a resource, by its claim
 *     SE_WATCHES   in the list of a WAIT UNTIL; in the calendar too, if it waits for a time
 *     SE_PASSIVE   nowhere
 *     SE_RUNS      it is executed now
 *
 * Entries of queues that have become void are not searched for: an activation counts its turns, and an entry with
 * another number than the present one is skipped.
 *
 * A *claim* is one server that an activation has or waits for, or units of a storage, or a gate, that it waits for. The
 * claims of a resource are in two lists, of those that have and those that wait; the claims of an activation are in
 * one.
 */
#ifndef SALTUS_ENGINE_PROCESS_H
#define SALTUS_ENGINE_PROCESS_H

#include "engine/ground/engine_ground.h"

/* What stands around simulations: around.c. */
typedef struct se_around {
	/* from one simulation to the next; not saved */
	sb_vec(struct se_value_kept {
		uint32_t scalar;
		bool kept;
		double value;
		const char *string;
	}) set;                          /* what routines set */
	bool set_found, kept_any;        /* the list is made; values are there from before */
	bool begun_any;                  /* the routines before the run have set theirs */
	bool rerun;
	se_request *request; bool requested;     /* of an experiment, while it is executed */
	sr_record *cross; sb_u32s cross_scalars;
	/* state */
	double idle_since;               /* from when on the calendar was empty */
} se_around;

enum { SE_FREE, SE_READY, SE_HOLDS, SE_QUEUES, SE_WATCHES, SE_PASSIVE, SE_RUNS };

typedef struct se_activity {
	double when;                     /* of a hold: its end; while `lost` or after an interrupt what remains of it;
	                                    SE_WATCHES: the time that it waits for, INFINITY: none */
	uint64_t order;                  /* SE_WATCHES: when it came into the list, to be ahead of later ones */
	uint32_t number, used;           /* the record; how often it was used: together its reference */
	uint32_t turn;
	uint32_t claims;                 /* the first; 0: none */
	uint32_t object;                 /* SE_QUEUES: its claim; SE_WATCHES: number of the wait */
	int32_t priority, interrupted, site;
	float rest;                      /* of `when`: what the number has no digits for */
	uint16_t lost;                   /* how many servers were taken from it by pre-emption */
	uint8_t doing; bool doomed;
} se_activity;

static inline sc_activation *se_activation_of(se_activity *a) { return (sc_activation *)(a + 1); }
static inline se_activity *se_activity_of(sc_activation *a) { return (se_activity *)a - 1; }

/* `has`: it has the server; else it waits for it. */
typedef struct se_claim {
	double since; long long units;
	uint32_t process, item, next, previous, next_own;
	int32_t priority; bool has, lost;
} se_claim;

/* Of claims, by number; 0: empty. */
typedef struct se_list { uint32_t first, last; } se_list;
typedef struct se_item {             /* one resource, or one of an array */
	uint32_t resource, index; si_resource_kind kind; si_queue_order order;
	long long capacity, content;     /* capacity LLONG_MAX: no limit; 0: not asked for yet, see se_resources_settle */
	uint32_t queue;
	se_list have, wait;
	bool open;
	double since, last;              /* the figures are of the time from `since`; they are up to date at `last` */
	double content_time, queue_time, wait_time, most_wait;
	long long most_content; uint32_t most_queue;
	uint64_t entries, taken;
	/* of a set: entries of `stride` slots, the last of which is the time of insertion, from place `first` of `room` on
	 */
	sc_slot *entry; uint32_t stride, first, room; uint32_t key_type; uint32_t key;
} se_item;

typedef struct se_figure {           /* one statistic, or one of an array */
	uint32_t statistic, index; si_statistic_kind kind;
	uint64_t count;
	double mean, squares, least, most, total, value; /* squares: of the deviations, of SI_TIMED their integral */
	double since, last, low, width; uint64_t *cells; uint32_t cell_count;
} se_figure;

typedef struct se_turn_entry { uint32_t number, turn; } se_turn_entry;        /* turn 0: an event of the image */

typedef struct se_waiters {
	sb_vec(se_turn_entry) list;
	bool due;
} se_waiters; /* of one WAIT UNTIL; due: look at it */

typedef struct se_read { uint32_t wait, next; } se_read;

typedef struct se_pool {
	se_activity *free;
	uint32_t size;
	char *slab, *end;
	sb_u32s numbers;
} se_pool; /* records of one routine; numbers: of events */

struct se_processes {
	bool any;                        /* the model has routines */
	bool light;                      /* nothing but routines happens: see se_run_light */
	/* activations */
	se_pool *pools;                  /* by routine */
	uint32_t *arguments;             /* by routine: slots of its arguments */
	se_activity **at; uint32_t n, cap;
	sb_vec(char *) slabs;
	se_activity *running;
	uint64_t started, ended, entered, bytes; uint32_t alive, most_alive;
	/* The time of the present instant has more digits than a number can show: so a sum of a million delays of 0.1 is as
	 * good as a product. `rest` is what is missing, of the time rest_at. */
	double rest, rest_at;
	/* the queue of the present instant */
	se_turn_entry *queue; uint32_t head, tail, mask;         /* a ring; head and tail count on */
	uint32_t round_end; uint32_t rounds;     /* what joined the queue in round k runs in round k + 1 */
	/* claims */
	se_claim *claim; uint32_t claims, claim_room, free_claim;
	/* what they share */
	se_item *items; uint32_t item_count; uint32_t *first_item;        /* by resource */
	se_figure *figures; uint32_t figure_count; uint32_t *first_figure;
	se_stream *streams; uint32_t *first_stream; se_tables tables;
	se_resource_result *resource_results; se_statistic_result *statistic_results;
	bool warm; double warm_at;       /* the statistics have begun anew */
	sb_map unreleased;               /* what was said about processes that ended without releasing */
	/* WAIT UNTIL */
	se_waiters *waiters;             /* by wait of the image */
	uint32_t watching, moving;       /* how many wait; how many for what moves with time */
	se_lens lens; uint32_t lens_room;        /* for what is waited for, and how much it has room for */
	double *turns;                   /* scratch: room for the functions of one wait */
	uint64_t order;                  /* of the last that began to wait; a long run has more than 2^32 of them */
	bool asked;                      /* something that can be asked for has changed */
	bool touched;                    /* a place has changed that something depends on */
	bool followed;                   /* ... before in this turn, and what depends on it has followed: see se_freshen */
	bool concerned;                  /* ... in this instant: the equations have settled anew */
	sb_map readers; sb_vec(se_read) reads;       /* place -> list of the waits that read it, by number + 1 */
	sb_vec(se_activity *) woken;
};

/* process.c */
void se_processes_clear(se_run *run);                    /* before parameters are known */
void se_first_round(se_run *run);                        /* of an instant */
void se_warm_up(se_run *run);                            /* if it is over now */
void se_processes_open(se_run *run);
void se_processes_close(se_run *run);
bool se_processes_begin(se_run *run); /* before a simulation, parameters are known. False after a message */
void se_processes_hooks(sc_hooks *hooks);
bool se_enter(se_run *run, se_activity *a);              /* executes it until it waits. False: the run must end */
void se_join(se_run *run, se_activity *a);               /* at the tail of the queue */
void se_note_rest(se_run *run); /* of the time of the instant that begins, if a process is why it takes place */
se_activity *se_new_activity(se_run *run, uint32_t routine, int site);    /* NULL after a message: there are too many */
se_activity *se_fresh_record(se_run *run, uint32_t routine);     /* one that nobody has used yet */
/* Takes the head of the queue; false: it is empty, or there is no end of it. */
bool se_next_turn(se_run *run, se_turn_entry *out);
void se_queue_event(se_run *run, uint32_t event);
/* Takes the first event that is meant out of the queue; false: there is none. What is taken leaves SE_NO_EVENT. */
#define SE_NO_EVENT UINT32_MAX
bool se_unqueue_event(se_run *run, bool (*is_meant)(const se_run *run, uint32_t event, uint32_t by), uint32_t by,
					  uint32_t *event);
const char *se_process_name(const se_run *run, const se_activity *a);
/* Index: from 1. */
void se_fail_subscript(se_run *run, int site, long long index, const char *name, int64_t before, uint32_t count);
void se_fail_at(se_run *run, int site, const char *code, const char *help, const char *format, ...)
	__attribute__((format(printf, 5, 6)));
int se_priority(se_run *run, int site, double priority);         /* 0 after a message */
void se_resume_hold(se_run *run, se_activity *a);        /* it has all its servers again */
double se_hold_left(const se_run *run, const se_activity *a);    /* of a hold that is in the calendar */
/* process_archive.c */
void se_processes_archive(se_run *run, sb_archive *a);
/* resource.c */
bool se_resources_begin(se_run *run);
/* The routines before the run are over: capacities stay what they are now. False after a message. */
bool se_resources_settle(se_run *run);
void se_resources_reset(se_run *run, double at);         /* figures begin anew */
int se_on_resource(se_run *run, se_activity *self, int site, int statement, int object, long long index, double value,
				   long long more);
void se_drop_claim(se_run *run, uint32_t claim); /* who waits does not wait for it any more; who has it gives it back */
void se_release_all(se_run *run, se_activity *a);
void se_note_item(se_run *run, se_item *i);              /* its figures up to now */
se_item *se_item_at(se_run *run, int site, int object, long long index);       /* NULL after a message */
double se_ask_item(se_run *run, se_item *i, int question);
const char *se_item_name(se_run *run, const se_item *i);
/* set.c */
void se_sets_free(se_process_state *p);
void se_on_insert(sc_data *d, int site, int set, long long index, const sc_slot *fields);
int se_on_take(sc_data *d, int site, int set, long long index, long long position, int stays, sc_slot *fields);
/* statistic.c */
bool se_statistics_begin(se_run *run);
void se_statistics_reset(se_run *run, double at);
void se_on_observe(se_run *run, int site, int object, long long index, double value);
double se_ask_figure(se_run *run, se_figure *f, int question);
se_figure *se_figure_at(se_run *run, int site, int object, long long index);
/* distribution.c */
/* All of the model, for the run of this number. */
se_stream *se_streams_open(se_run *run, sb_arena *arena, uint64_t number);
double se_on_draw(sc_data *d, int site, int question, int stream, long long index, double a, double b, double c);
/* wait.c */
void se_waits_clear(se_run *run);
void se_forget_waiter(se_run *run, se_activity *a);
int se_on_until(sc_data *d, sc_activation *self, int site, int condition);
void se_on_touch(sc_data *d, int place);
bool se_still_waits(se_run *run, se_activity *a); /* it was woken, but its condition is false again: it waits on */
/* Wakes those whose condition is true; all: also those of what nobody has touched. */
void se_look_at_waits(se_run *run, bool all);
void se_bring_up_to_date(se_run *run);                   /* what moves with time, for routines that read it */
void se_look_at_moving(se_run *run, bool all);           /* the same as se_look_at_waits, with values up to date */
void se_plan_waits(se_run *run);                         /* the times that are waited for go to the calendar */
bool se_find_woken(se_run *run, double from, double *at);/* inside the last step, before *at */
/* around.c */
int se_on_experiment(se_run *run, int site, int statement, long long more);
void se_on_simulate(sc_data *d, sc_activation *self, int site, double from, double to, double interval,
					double tolerance, double warmup, long long replications, const char *solver);
bool se_starts(se_run *run); /* start values, and what routines have set before the run. False after a message */
bool se_sets_what_is_read(se_run *run);                  /* routines set something that equations read */
bool se_run_end(se_run *run);                            /* the routines after the run */
void se_put_kept_back(se_run *run);                      /* what was kept of the simulation before */
void se_keep_values(se_run *run);                        /* for the next simulation */
/* idle.c */
void se_look_for_idle(se_run *run);                      /* nothing can happen any more: says who waits for ever */

#endif
