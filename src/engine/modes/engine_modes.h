/* Modes: models whose structure changes, and jumps of states with it (E33, E101, E135).
 *
 *     frame.c       what belongs to one mode: the present frame is exchanged for another; frame_make.c makes and frees
 *     enter_mode.c  asks the program for a mode, or the impulses of one
 *     mode.c        the mode that the conditions ask for, and the way there
 *     seek.c        the search for it; judge.c: a candidate; zero_sign.c: conditions that are zero in it;
 *                   undecided.c: those of them that have no opinion (seek.h)
 *     remember.c    what a candidate remembers by pre
 *     second.c      whether another mode agrees, too
 *     carry.c       values from one mode to another
 *     impulse.c     how states jump; impulse_tables.c: what its systems are given; impulse_parts.c: what belongs
 *                   together; jump_size.c: what is a jump; jumps.c: what people are told of it; jump_open.c: and where
 *                   it is open (impulse.h)
 *     stated.c      what reinit states where the mode changes
 *     constraint.c  constraints between states that jump, without another mode
 *     mode_log.c    how the mode was found
 *
 * A model of one mode has one frame, and needs nothing else of this room but its making. */
#ifndef SALTUS_ENGINE_MODES_H
#define SALTUS_ENGINE_MODES_H

#include "engine/ground/engine_ground.h"

typedef struct se_impulses se_impulses;
typedef sb_vec(struct se_kept { void *at; size_t size; }) se_kept_arrays;


/* Of a frame. */
typedef struct se_mode_frame {
	/* state */
	se_kept_arrays kept;             /* arrays that are state, of all rooms: see frame_make.c */
	/* event_time: of SI_ON_TIME the time; of SI_ON_SCHEDULE when it is due; NAN: nothing is pending. event_told: that
	 * something was lost */
	double *event_value, *event_time; bool *event_true, *event_told;
	int *programmed;                 /* scratch of straight code, see sc_data */
	bool conditions;                 /* some events have a condition, or a time that is computed */
	char *assert_told;               /* warnings already given, by assertion: outside when, then inside */
	double *x_left;                  /* states before the instant, where the mode may change */
	uint64_t entries;
	double entered, stay, entering;  /* how often, since when, how long; wall time of entering */
	/* tables, of models with modes */
	uint16_t *branch;                /* of this mode */
	char *by_when;                   /* by scalar: a when-clause sets it */
	sb_u32s carried;                 /* scalars whose values come from the mode before */
	se_rate_map rates;               /* derivatives by scalar */
	uint32_t *pre_of;                /* by cell that has a place: its entry of image->pres + 1 */
	sb_map same;                     /* of image->same: its key -> number */
	/* Conditions by what they are in the model: by entry of image->same, its number among those of all modes; and by
	 * that number the watch of this mode + 1. carry.c. */
	uint32_t *condition;
	sb_u32s watch_of;
	uint32_t numbering;              /* of the run, when these were made; 0: never */
	/* scratch */
	double *asked;                   /* what the conditions ask for now */
	bool *fresh;                     /* by watch: the mode before did not have it */
	sc_data *left;  /* values before the instant, where constraints may jump: constraint.c; NULL: not needed yet */
	bool *tied;                      /* by root: a constraint ties it to states; with `left` */
	double *x_kept;                  /* of constraint.c */
	se_impulses *impulses; bool no_impulses;         /* impulse.c; NULL: not needed yet; there are none */
} se_mode_frame;

/* Jumps of the same states: how often, when last, and the message about the first; NULL: there is none. */
typedef struct se_jump_kind { uint64_t count; double last; sb_message *message; } se_jump_kind;

/* The largest value that the function of a condition has had, and the size that states without a size of their own
 * give it; settled: this guess does not count any more. */
typedef struct se_condition_size { double seen, guessed; uint64_t settled; } se_condition_size;

typedef struct se_seek se_seek;
typedef struct se_modes_state {
	/* state */
	bool begins;                     /* the first instant: no mode was followed yet */
	const char *lacking;             /* what the program cannot make, and this run needs; NULL: nothing */
	sb_map told;                     /* scalars whose reinit had no effect, which was said */
	sb_map told_jumps; /* keys of modes in which states have jumped as no equation says, which was said */
	sb_map kind_of_jump;
	sb_vec(se_jump_kind) jump_kinds; /* jumps.c: which states have jumped -> number of the kind */
	/* What a condition is in the model -> its number; by number: the largest size that its function had in any mode */
	sb_map condition_of;
	sb_vec(se_condition_size) sizes;
	uint32_t numbering;              /* another one wherever these numbers begin anew; not saved */
	double return_time; uint32_t returns;    /* of the last instant that ended where it began; how many such in a row */
	se_mode_search search;           /* how the modes were found, for se_searched */
	/* tables */
	sb_u32s frame_of;                /* by number of the mode: its frame + 1 */
	se_seek *seek;                   /* the search for the next mode, with its memory: seek.h; NULL: none was made */
	/* scratch */
	uint16_t *wanted;                /* the mode that the conditions ask for */
	sb_u32s visited;                 /* numbers of the modes entered in this instant, after that in which it began */
	sc_program *optimised; /* the last one given to the background compiler: one at a time, and only those that last */
	sb_vec(se_mode_use) uses;        /* what se_modes tells */
} se_modes_state;
void se_modes_archive(se_run *run, sb_archive *a);
void se_mode_frame_archive(se_run *run, sb_archive *a);   /* of the present frame */

/* frame_make.c */
void se_frame_make(se_run *run, sc_program *program);   /* the present frame, which must be empty */
void se_join_programs(se_run *run);                     /* data that are made anew know what is pending */
void se_flush_programs(se_run *run);                    /* what straight code has programmed goes to the calendar */
void se_frame_free(se_run *run);                         /* the present one */
void se_frame_clear(se_run *run);                        /* for another simulation */
void se_make_data(se_run *run);
void se_free_data(se_run *run);

/* frame.c */
void se_mode_tables(se_run *run);                        /* of a new frame */
void se_exchange(se_run *run, uint32_t to);              /* the present frame for another */
void se_be_in(se_run *run, const sc_mode *mode);         /* the same, by its mode; made if it is not there yet */
void se_visit_frames(se_run *run, void (*f)(se_run *run));       /* with each frame as the present one */
void se_modes_begin(se_run *run);                        /* a new simulation: in the first frame, the others are gone */
void se_gather_uses(se_run *run);
/* Identifies a mode in any process, because numbers follow the order in which modes are asked for. */
uint64_t se_mode_key(const se_run *run, const uint16_t *branch);

/* mode.c */
typedef enum se_next { SE_STAYS, SE_ENTERED, SE_STUCK } se_next;
se_next se_follow_mode(se_run *run); /* after a fixed point: enters the mode that the conditions ask for */
/* A constraint of the present mode jumps, as was found from the values of `old`. If the conditions do not agree with
 * this jump, the mode that they ask for is entered instead. */
se_next se_leave_jump(se_run *run, const se_frame *old);
se_next se_follow_initial_mode(se_run *run);             /* the same after the initial system; values are not carried */
void se_log_lost(se_run *run, uint32_t before, const double *x); /* states of frame `before` that are none now */

/* seek.c */
void se_forget_searches(se_run *run);
void se_seek_archive(se_run *run, sb_archive *a);        /* what it remembers of searches */
/* The mode to which the same request has led last, wherever the other switches stood, if it agrees; the run is in
 * it. NULL: it has to be searched for. */
const sc_mode *se_recall_mode(se_run *run);
/* The next mode, where run->modes->wanted is another one; the run is in it. NULL: there is none. */
const sc_mode *se_seek_mode(se_run *run);

/* judge.c */
/* The mode that the conditions ask for, into run->modes->wanted; false: the present one. */
bool se_asks_for_other(se_run *run);
/* A jump was found in the present mode, from the values of `old`: do its impulses, or the values behind it, ask for
 * another mode? Into run->modes->wanted. */
bool se_jump_disagrees(se_run *run, const se_frame *old);
bool se_turns_at_once(se_run *run);      /* where the run begins: judge.c */
bool se_may_stay(se_run *run);                           /* the present mode agrees with its conditions after all */

/* second.c */
void se_look_at_first_mode(se_run *run);                 /* where the run begins: does another mode agree, too? */

/* carry.c */
void se_evaluate_carried(se_run *run);                   /* before a mode is left */
void se_carry_values(se_run *run, const se_frame *old);  /* into the present frame */
void se_carry_schedule(se_run *run, const se_frame *old);        /* what concerns the calendar and the histories */

/* impulse.c */
/* How the states jump where the present mode is entered, in which the values have been carried over from
 * `old`. */
typedef enum se_jump {
	SE_NO_JUMP,
	SE_MENDS,        /* what steps have left: it is made like a jump, and nobody is told, and no condition sees it */
	SE_JUMPS, SE_JUMP_UNKNOWN
} se_jump;
se_jump se_find_jump(se_run *run, const se_frame *old);
/* The jump is the same with the sides that conditions have after it. If it is not, the factor of an impulse depends
 * on such a side, and the product has no value. */
bool se_jump_remains(se_run *run);
void se_make_jump(se_run *run, const se_frame *old);     /* the one that was found */
void se_try_jump(se_run *run, const se_frame *old);      /* of the states alone, which the caller puts back */
void se_tell_jump(se_run *run, const se_frame *old, se_jump jump);       /* ... where the mode is entered */
/* From these states, by the projection onto the constraints of the present mode. */
void se_tell_moved(se_run *run, const double *x);
const double *se_strengths(const se_run *run);   /* by watch: of its impulse, in the jump that was found; 0: none */
/* Of the present frame; they are made again when they are needed, with the parameters of that time. */
void se_impulses_close(se_run *run);

/* jump_size.c */
bool se_have_moved(const se_run *run, const double *x);  /* the states from these, further than rounding moves them */
bool se_dependents_jump(se_run *run, const se_frame *old);       /* as the equations give them now */
void se_note_sizes(se_run *run);                         /* of the states, at an accepted point */

/* jumps.c */
void se_tell_jumps_again(se_run *run);                   /* at the end, how often */

/* stated.c */
void se_reinit(se_run *run, int state, int scalar, double value);       /* state: -1, none in this mode */
void se_carry_stated(se_run *run);                       /* of instances that begin */
bool se_apply_stated(se_run *run);                       /* after another mode was entered. False after a message */
bool se_any_stated(const se_run *run);                   /* the model has said what a state is after the instant */
void se_finish_reinits(se_run *run);                     /* at the end of an instant: says which had no effect */

/* constraint.c: constraints that jump in an instant without another mode */
void se_note_left(se_run *run);                          /* the values before the instant */
/* The same where a mode was entered: what stands still between events was not computed yet. */
void se_note_left_behind(se_run *run);
const sc_data *se_data_before(const se_frame *old, uint32_t scalar);     /* which has its value before the instant */
/* In a pass, before conditions look at the values: if a constraint jumps, and its impulses ask for another mode,
 * that mode is entered. The values of the present mode do not take place, so nobody may see them. */
se_next se_leave_broken(se_run *run);
/* After a fixed point. SE_ENTERED: another mode was entered, or states have jumped. */
se_next se_follow_constraints(se_run *run);
void se_left_close(se_run *run);

/* mode_log.c */
void se_report_mode_cycle(se_run *run);                  /* names the switches that alternate */
/* Counts the search for the next mode, and explains it for --log modes. `before`: the frame from which the
 * search began; `tried`: the branches of a mode. For SE_REFUSED_BY_IMPULSE the run is still in it. */
typedef enum se_refusal {
	SE_NO_SUCH_MODE,                 /* its equations cannot be solved */
	SE_REFUSED_BY_IMPULSE,           /* the impulse of a condition has the sign that asks for another branch */
	SE_REFUSED_BY_VALUES,            /* the values of conditions ask for another branch */
	SE_REFUSED_AS_OPEN,              /* the equations do not tell how the states jump */
	SE_REFUSED_AS_VISITED            /* it has been left in this instant */
} se_refusal;
void se_note_asked(se_run *run);                         /* the conditions ask for `wanted`, which is another mode */
void se_note_stayed(se_run *run); /* but the present mode agrees with its conditions, looked at more closely */
void se_note_refused(se_run *run, uint32_t before, const uint16_t *tried, se_refusal why);
void se_note_shift(se_run *run, const se_frame *old);    /* without another mode */
void se_note_entered(se_run *run, uint32_t before); /* from the frame `before`; all values have been carried over */

/* enter_mode.c: NULL: there is no such mode, or system. needed: the run fails if the program comes from a file that has
 * not what is asked for. */
const sc_mode *se_enter_mode(se_run *run, const uint16_t *branch, bool initial, bool needed);
sc_program *se_impulse_program(se_run *run, sc_order order);
void se_tell_lacking(se_run *run);

#endif
