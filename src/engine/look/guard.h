/* Private to what is looked at at every step (guard.c, guard_make.c). */
#ifndef SALTUS_ENGINE_GUARD_H
#define SALTUS_ENGINE_GUARD_H

#include "engine/look/look.h"

/* guard_loops.c */
typedef struct se_loops se_loops;
se_loops *se_loops_make(se_run *run);
bool se_loops_any(const se_loops *loops);
void se_loops_archive(se_loops *l, sb_archive *a);
void se_loops_forget(se_loops *loops);
/* At the end of a stretch whose outputs were evaluated there. */
void se_loops_read(se_run *run, se_loops *loops, double end);
void se_loops_read_here(se_run *run, se_loops *loops);   /* after an instant */
void se_loops_keep(se_loops *loops);                     /* what was read is where the next step begins */
/* One has no solution inside the step, at *at, and that was told. */
bool se_loops_turn(se_run *run, se_loops *loops, double from, double end, double *at);

/* guard.c: everything that is looked at, at a time inside the step. False: something fails there. */
bool se_guard_at(se_run *run, double t, double *to);

/* guard_quotient.c: what becomes of a quotient, guard i of all functions, where its divisor passes zero. Harmless: the
 * divisor jumps, divides nothing but zero, or a multiple of itself. Cancels: the dividend passes zero too, and the
 * quotient, which comes nearer and nearer to a value, cannot be computed there. */
typedef enum se_at_zero { SE_HARMLESS, SE_CANCELS, SE_POLE } se_at_zero;
se_at_zero se_quotient_passes(se_run *run, uint32_t i, double at);
void se_warn_of_quotient(se_run *run, uint32_t i, double at);    /* once for each */
void se_report_pole(se_run *run, uint32_t i, double at);
double se_guard_resolution(const se_run *run, double a, double b);

/* check_point.c */
void se_read_guards(se_run *run, double *to);
bool se_has_values(const se_run *run, const double *v);  /* those that must have one */

/* A limit of a variable, or both. `now`, `last`, `before`: its value at the end of the step, where the step began,
 * and one step earlier. */
typedef struct se_range { si_place place; uint32_t scalar; se_story *story; double low, high; } se_range;

struct se_guards {
	sb_vec(se_range) ranges;
	uint32_t moving, changing; /* those that move with time come first, then those that jump; the rest never change */
	uint32_t n;                      /* functions: ranges that move, then guards */
	double *now, *last, *before, *at;        /* by function; `at`: at a point inside the step */
	double *pair;                    /* of f->guards */
	uint32_t pole;                   /* of the last verdict: the guard whose divisor passes zero, or UINT32_MAX */
	bool *dead;                      /* by guard: its fault was none after all */
	bool *cancelled;                 /* by guard: told that divisor and dividend pass zero together */
	double last_time, before_time; int known;        /* how many of last and before are there */
	sb_u32s pieces;                  /* that compute what is needed */
	sb_u32s results;                 /* Reals that must be finite: what risky steps compute */
	uint8_t phases;                  /* without pieces: those that are needed */
	bool begun, sampled, asserts, momentary;
	bool crossing; /* the stretch ends on the far side of a crossing, where the conditions have not turned yet */
	bool grown;                      /* an exponential has become large: all values are looked at */
	bool warned;                     /* a function that warns may be anywhere: everything is evaluated */
	se_loops *loops;                 /* linear ones: see guard_loops.c */
	double doubted_from; int doubts; /* how often the step from there was doubted */
};

#endif
