/* The search for the next mode (E33, E101).
 *
 * The mode after an instant is the one that agrees with its own conditions, seen from the values before the instant. A
 * candidate is judged by what would happen in it (judge.c). Its impulse system tells how the states jump. Then a
 * condition has the sign of the impulse of its function; without one, the sign of the value after the jump; if this is
 * zero but for rounding, the sign of the first derivative that is not zero (zero_sign.c). With these signs the Boolean
 * equations and the when-clauses ask for a mode. If this is the candidate itself, the search has ended; the run is in
 * it, and has jumped.
 *
 * Otherwise the next candidate has all switches turned that disagree (seek.c); where impulses ask for another mode,
 * only those that they ask for (E135). This comes to an end after a few of them as a rule. Where it leads to a mode
 * that does not exist, or in a circle, switches turn one at a time, the one with the least number first. If the mode
 * with that one alone turned does not exist, a second one turns with it: the first that agrees with itself then. For
 * circuits of passive elements and ideal diodes, and for bodies that touch, this is the criss-cross method for linear
 * complementarity problems, which ends whatever the order of the switches is; in it a mode that does not exist is a
 * pivot that is zero.
 *
 * All candidates are judged from the same values, those before the instant, and a candidate that was refused leaves no
 * trace. */
#ifndef SALTUS_ENGINE_SEEK_H
#define SALTUS_ENGINE_SEEK_H
#include "engine/evaluate/trial.h"
#include "engine/modes/engine_modes.h"

/* Four attempts are made, each more lenient. */
typedef enum se_lenience {
	SE_STRICT,                       /* as told above */
	/* a condition that is zero at any states has no opinion: a diode beside a closed switch. No attempt of its own:
	 * where two candidates ask for each other, they are looked at in this way */
	SE_SHORTED,
	SE_COARSE,                       /* of derivatives the first alone counts */
	SE_UNDECIDED,                    /* nor has one that is zero, and does not change */
	/* only impulses decide: the run jumps in this mode, and its values lead on to another one, in the same instant */
	SE_CHAIN,
	SE_ATTEMPTS
} se_lenience;

typedef enum se_verdict { SE_ABSENT, SE_REFUSED, SE_DISAGREES, SE_AGREES } se_verdict;

typedef se_verdict (*se_judging)(se_run *run, se_seek *s, const uint16_t *candidate);

typedef struct se_switched { uint32_t which; uint16_t from, to; } se_switched;
/* of se_seek.turns; it agrees with the sides that it has itself */
typedef struct se_answer { uint32_t first, count; bool remembers; } se_answer;

struct se_seek {
	sb_arena *arena;                 /* of all that it has */
	uint32_t n;                      /* switches */
	se_judging judge;
	uint16_t *from;                  /* the mode that is left */
	uint32_t before;                 /* the frame that is left */
	se_lenience lenience;
	bool all;                        /* all switches that disagree turn at once: impulses first */
	bool plain;                      /* a candidate may not agree because it remembers its side */
	bool calm;                       /* a candidate with a jump is not taken */
	bool refused_by_impulse;         /* one was, since the search began */
	bool jumped;                     /* the candidate that agrees has a jump */
	bool silent;                     /* nothing is told of what is tried, and of jumps */
	uint16_t *first;                 /* the mode that was asked for when the search began */
	uint16_t *at, *asked;            /* the present candidate, and what its conditions ask for */
	uint16_t *next, *kept;
	sb_vec(uint16_t) tried;          /* candidates, one after another */
	sb_vec(uint16_t) answers_of;     /* by entry of tried: what it asked for; the same: nothing */
	uint32_t judged, most;
	sx_givens sides,
		kept_sides;                  /* what when-clauses have set because of the impulses of the present candidate */
	sx_givens memories;        /* left limits with which the candidate agrees: remember.c */
	const sc_mode *mode;             /* of the candidate that agrees */
	/* The values before, if this mode is left and has jumped; NULL: it is another mode. */
	sb_arena *own;
	double *own_x;
	se_trial own_values;
	const uint16_t *known_branch;    /* of the mode that agreed when this was asked for last; NULL: it was not */
	se_lenience known_lenience;      /* of that search */
	bool *disputed;                  /* by switch: it disagreed with a candidate of this search */
	sb_u32s ways;                    /* switches that are tried in all positions, to see whether other modes agree */
	bool all_free;                   /* these are all that may be */
	/* Memory, which is saved with the run; modes are told by their branches, because another process numbers them
	 * otherwise. */
	uint32_t made_for_others;        /* modes made for other ways, in this run, where they are not all */
	sb_map looked;                   /* modes that were looked at for a second one */
	sb_map monotone;                 /* settings of the switches that are not free: there is no second one */
	sb_map answers;                  /* hash of the switches that are asked to turn -> number of the last answer */
	sb_vec(se_answer) given;
	sb_vec(se_switched) turns;
	sb_map known; /* the mode that is left and the one asked for -> number of the one that agreed, and how lenient the
					 search was */
	sb_vec(uint16_t) agreed;         /* branches of the modes that agreed, one mode after another */
};

/* seek.c: from the present mode, which asks for run->modes->wanted. */
se_seek *se_open_seek(se_run *run);

/* The first mode is found in the same way: `judge` solves the initial system of a candidate and leaves the run in
 * it. False: none agrees. */
bool se_seek_beginning(se_run *run, se_judging judge);

/* Searches from the values of the present mode and those before it (run->stated), and leaves the run in the mode
 * that agrees. Jumps are not reported. */
bool se_seek_impulsively(se_run *run);

/* All switches alike: the last branch, or the one before it. Where a branch before these two holds, as that of `if
 * fired` before `elseif s > 0`, it stays. */
uint16_t se_branch_alike(const si_switch *s, uint16_t branch, bool last);

/* On SE_AGREES the run is in the candidate, and has jumped. Otherwise the run is where it was, and on SE_DISAGREES
 * s->asked is the mode that the conditions ask for. */
se_verdict se_judge(se_run *run, se_seek *s, const uint16_t *candidate);
void se_go_back(se_run *run, se_seek *s);                /* from a candidate that agrees, as if it had not been tried */

/* judge.c: into the candidate, with the values carried over, if no state jumps there. False: the run is where it
 * was. */
bool se_try_calmly(se_run *run, se_seek *s, const uint16_t *candidate);

/* second.c: after a search; the run is in s->mode, and is left there. Tells of another mode that agrees. */
void se_look_for_second(se_run *run, se_seek *s);
void se_look_in_all_ways(se_run *run, se_seek *s);

/* zero_sign.c */
enum { SE_UNDECIDED_MOST = 200 };        /* conditions without an opinion */
/* The conditions that are zero and do not change; the first `shorted` of them are zero at any states. */
typedef struct se_still { uint32_t at[SE_UNDECIDED_MOST], n, shorted; } se_still;
/* Conditions that are zero but for rounding take the sign of their change into run->truth; closely: of the first
 * derivative that is not zero.
 * Everything was evaluated, and run->g_a and run->truth are those of the present values. run->d->failed: the candidate
 * has no values right ahead. */
void se_look_ahead(se_run *run, bool closely, se_still *still);

/* undecided.c */
uint32_t se_count_other(se_run *run);    /* switches that ask for another branch than that of the present mode */
/* The first n of these conditions take the side with which more switches agree. */
void se_decide_undecided(se_run *run, const se_still *still, uint32_t n);
bool se_has_memories(se_run *run);       /* behind equations: with others, other conditions would count */
/* Does a condition ask for another mode that is not among the first n of these? */
bool se_others_ask(se_run *run, const se_still *still, uint32_t n);

/* remember.c */
/* Evaluations on trial do not repeat what has happened in this instant: when-clauses that have acted see their
 * conditions, and the values that they have set, as left limits. Booleans behind switches keep their left limits,
 * because they are on trial. */
void se_keep_discrete(se_run *run);
/* The left limit of a Boolean behind a switch is that of the candidate. */
void se_remember_sides(se_run *run);
void se_set_remembered(se_run *run, uint32_t scalar, double value);      /* and its left limit */
/* Another value for a memory that is not by itself behind a switch; *at is 0 in the first call. False: there are no
 * more. */
bool se_next_memory(se_run *run, uint32_t *at, sx_given *out);

/* Does a state of the mode that is left differ between the present mode and `other`, which was entered from the same
 * values? `name`: its name. */
bool se_values_differ(const se_run *run, const se_frame *other, uint32_t scalar);
bool se_states_differ(se_run *run, const si_image *left, const se_frame *other, sb_text *name);

#endif
