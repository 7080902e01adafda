/* The past that a model reads.
 *
 *     delay.c         values of delayed expressions, and corners that come out again
 *     delay_moving.c  delays whose time moves
 *     transport.c     transports: how they are filled, and let jumps out
 *     lagging.c       transports whose ends show what went in before, or that move against what is said of them
 *
 * The stores are parts/history.h and parts/profile.h; this room fills them from the steps of the run. */
#ifndef SALTUS_ENGINE_PAST_H
#define SALTUS_ENGINE_PAST_H

#include "engine/ground/engine_ground.h"

/* Points of a step: x, in0, in1. */
typedef sb_vec(double) se_samples;
/* Of a frame, by delay and by transport. */
typedef struct se_delays {
	double *value, *time, *longest;  /* state: as they were evaluated last */
	uint32_t *id;                    /* by delay: its number in the history */
	double *flow;                    /* state: in0, in1, x and whether it moves from end 0 to end 1 */
	se_samples *flows;               /* state: what goes in during the last step */
	uint32_t *profile_id;            /* by transport: its number in run->past->profiles */
} se_delays;

typedef struct se_corners se_corners;
typedef struct se_kept_past {
	/* state */
	se_history *history;
	se_corners *corners;             /* that will come out of delays */
	uint32_t delay_count;
	sb_vec(se_profile) profiles;     /* of transports, the same in all modes */
	double lag;                      /* see lagging.c; infinite: it was told */
	/* tables, the same in all modes */
	sb_map delay_ids;                /* origin of a delay -> its number in the history */
	sb_map profile_ids;              /* origin of a transport -> its number in profiles */
} se_kept_past;
void se_past_archive(se_run *run, sb_archive *a);
void se_delays_archive(se_run *run, sb_archive *a);       /* of the present frame */

/* delay.c */
void se_corners_clear(se_run *run);
void se_note_corner(se_run *run); /* what is delayed has a corner now, and so has what comes out, later */
double se_corner_limit(se_run *run, double limit); /* how far the next step may go, because of corners that come out */
void se_note_jumps(se_run *run);                         /* at the end of an instant */
/* At a time that se_find_passed has found. *jump: a jump comes out, in an instant; *anew: a corner does, and the rest
 * of the step is void. */
void se_go_past_marks(se_run *run, bool *jump, bool *anew);
void se_remember(se_run *run, double from, double until);        /* what is delayed, in a part of the last step */

/* delay_moving.c: delays whose time moves */
bool se_delays_move(const se_run *run);                  /* there are such */
double se_moving_delay(se_run *run, uint32_t delay, double value, double time);
/* The first time after `from` at which a jump or a corner comes out. */
bool se_find_passed(se_run *run, double from, double *at);
uint32_t se_pass_marks(se_run *run, bool in_instant, bool *jump);

/* lagging.c: before and after profiles are filled to the time `until` */
double *se_before_filling(se_run *run, double until);
void se_after_filling(se_run *run, double from, double until, double *before);

/* transport.c */
void se_number_transports(se_run *run);                  /* of a new frame */
void se_forget_profiles(se_run *run);
double se_transported(se_run *run, uint32_t transport, int what, double x, bool positive);
bool se_start_profiles(se_run *run);                     /* the initial distributions. False after a message */
bool se_pass_jumps(se_run *run);                         /* of those that have come to an end. True: there was one */
bool se_feed_profiles(se_run *run); /* what goes in now. True: it is new, and an end where it goes in shows it */
void se_fill_profiles(se_run *run, double from,
					  double until);      /* what has gone in between two points of the last step */
se_profile *se_profile_of(se_run *run, uint32_t transport);
double se_way(se_run *run, double until); /* the longest that one of them makes in the last step; 1 is all of it */
void se_carry_profiles(se_run *run);                     /* into the present frame */

#endif
