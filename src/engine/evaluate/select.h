/* Selective evaluation: an instant and an output point evaluate what depends on the change, and nothing else.
 *
 * The pieces and signals are those of the program's graph (code.h). At any moment the following is true of a piece of
 * steps:
 *
 *     discrete     its values hold, unless it is *dirty*: a signal that it reads has changed since it was called
 *     continuous   its values hold at one *point* (time and states). It is *fresh* if that is the present point and it
 *                  is not dirty. A piece that is not fresh is called when somebody needs it, after those that it needs
 *                  itself
 *
 * A piece is called, its places are compared with their old values, and the readers of those that differ become dirty.
 * The work goes forward from the change, and costs as much as the pieces concerned, however large the rest of the model
 * is. Watches, times and actions are pieces too, which nobody reads.
 *
 * A place that an instant touches is noted with its value before. From this list follow the pre values to renew,
 * whether the solver must restart (E15), and whether there is something to record. A model without a graph has only its
 * continuous part.
 */
#ifndef SALTUS_ENGINE_SELECT_H
#define SALTUS_ENGINE_SELECT_H

#include "engine/ground/engine_ground.h"

typedef union se_bits { double real; long long whole; const char *text; } se_bits;
typedef struct se_waiting { uint32_t piece, next; } se_waiting;       /* for its sources, from `next` on */
typedef struct se_touched { uint32_t signal; se_bits before; } se_touched;

struct se_selection {
	const sc_graph *graph;           /* NULL: nothing here is used */
	uint64_t *dirty, *dirty_words;   /* a bit for each piece; a bit for each word of them */
	uint64_t point;                  /* the number of the present point; a long run has more than 2^32 of them */
	uint64_t *fresh_at;              /* by piece: the last point it was called at */
	uint64_t all_fresh[16];          /* by phase: the last point at which all of them were called */
	bool *mixed; /* by piece: continuous, and sets what changes at events only too, as a call with an Integer among its
					results */
	uint8_t *role;                   /* by signal: enum se_role */
	uint64_t instant, *touched_in;   /* by signal: the instant in which it is in the list */
	sb_vec(se_touched) touched;
	uint32_t *pre_first, *pre_next;  /* pre entries of a place, + 1 */
	sb_u32s pre_maybe; bool *pre_noted;      /* entries that may differ from their variables */
	sb_u32s pre_continuous;          /* entries of continuous variables */
	sb_u32s ticked;                  /* clocks whose flags are up */
	sb_u32s looked; uint64_t *looked_in;     /* watch pieces called in this instant */
	sb_u32s turning;                 /* watches that differ from their latches, in order */
	sb_u32s moody;                   /* see code.h */
	sb_u32s needed;                  /* pieces that set what is recorded */
	sb_u32s delayed;                 /* those that set what delays and transports take in */
	bool need_all;                   /* ... so many that everything is evaluated */
	uint8_t need_phases;             /* without a graph */
	sb_vec(se_waiting) path;
	sb_vec(se_bits) before;          /* values of a piece before it was called */
	/* Called before each piece, where states are put in their places when somebody reads them (instant/local.c); NULL:
	 * all are there. */
	void (*bring_states)(se_run *run, uint32_t piece);
	bool suspect;                    /* a value became infinite or no number */
	sb_vec(struct se_odd {
		uint32_t piece;
		sc_notice notice;
	}) odd; /* pieces in whose last call an operation had no value */
};
enum se_role { SE_READ_BY_RATES = 1, SE_SHOWN = 2, SE_FOLLOWED = 4 };     /* FOLLOWED: by local instants */

/* select_open.c: signals that are places of values */
bool se_is_place(const sc_graph *g, uint32_t signal);
uint32_t se_first_of_cell(const sc_graph *g, uint32_t signal);
bool se_is_text_place(const se_run *run, uint32_t place);
bool se_is_whole_place(const se_run *run, uint32_t place);
uint32_t se_first_state_place(const se_run *run);

void se_select_open(se_run *run);
void se_select_clear(se_run *run);                       /* before a simulation */
void se_select_recorded(se_run *run);                    /* after the channels are known */
void se_new_point(se_run *run);                          /* time or states are others now */
void se_all_fresh(se_run *run, uint8_t phase);           /* all pieces of the phase were called at this point */
void se_new_instant(se_run *run);                        /* nothing is touched yet */
void se_touch(se_run *run, uint32_t signal, se_bits before);   /* it has changed */
bool se_is_read(const se_run *run, uint32_t place);      /* by equations, conditions or pre */
bool se_touch_place(se_run *run, uint32_t place); /* a routine has set it. False: nothing but routines reads it */
void se_touch_everything(se_run *run);                   /* anything may have changed */
void se_touch_watch(se_run *run, uint32_t watch);        /* its time has come */
bool se_evaluate_recorded(se_run *run);                  /* what is recorded, at the present point. False: it failed */
bool se_evaluate_pieces(se_run *run, const sb_u32s *pieces);
void se_evaluate_phases(se_run *run, uint8_t phases, bool rates_known);        /* without a graph */
uint8_t *se_phases_of_places(const se_run *run, sb_arena *arena);      /* by sc_place_key; 0: no step sets it */
bool se_evaluate_left_limits(se_run *run);               /* pre of continuous variables */
bool se_evaluate_delayed(se_run *run);                   /* what delays and transports take in, at the present point */
/* A piece that was called in this instant computes with what has no value: d->failed is set then. */
bool se_is_odd(se_run *run);
bool se_settle(se_run *run);                             /* the dirty steps, in order. False: one failed */
void se_watch_one(se_run *run, uint32_t watch,
				  double *functions);                    /* its function at the present point, and its neighbours' */
/* The dirty watches. True: a latch has changed. */
typedef long long (*se_valuing)(const se_run *run, uint32_t watch);
bool se_look(se_run *run, se_valuing condition);
/* The same after a failure, with what is known of the values. All steps are dirty then. */
bool se_look_in_part(se_run *run, se_valuing condition);
void se_act(se_run *run);                                /* the dirty actions */
bool se_unsettled(const se_run *run);                    /* are there dirty steps? */
bool se_renew_pre(se_run *run, uint32_t *which);         /* of discrete variables. True: one differed */
bool se_rates_concerned(const se_run *run);              /* something that the rates read is not what it was (E15) */
/* A discrete variable of the user's is not, or a condition that something continuous reads. */
bool se_shown_changed(const se_run *run);
bool se_states_changed(const se_run *run);

#endif
