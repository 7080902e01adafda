/* What ahead.c, which looks for moments, and longest.c, which bounds steps, share. */
#ifndef SALTUS_ENGINE_AHEAD_PARTS_H
#define SALTUS_ENGINE_AHEAD_PARTS_H

#include "engine/forcing/engine_forcing.h"

/* The samples of a moment's function end at `clear`: before that it has no moment but `near`/`next`. */
typedef struct moment {
	bool known;
	long long value;                 /* of the condition, or the sign of the function, up to the next moment */
	double clear, step;
	double near, next;               /* neighbouring times on its two sides; next is INFINITY: none up to `clear` */
	double t[2], g[2];               /* the last two samples, the older first */
	double peak;                     /* the largest size of the function since the last moment */
	uint32_t samples;
	double *feature, *angle;         /* at the last sample */
} moment;

struct se_ahead {
	moment *moments;
	uint32_t n, *of_watch;           /* the moment of each watch; UINT32_MAX: none */
	double *out;                     /* of one moment: its function, its features, its angles */
	se_knots places;                /* of its features between two samples */
	double *feature;                 /* scratch */
	double *inputs, *now;
	double *angle, *from;            /* all angles: scratch; and where the next step begins */
	double *beside;                  /* scratch, by watch */
	bool inputs_known, from_known, any_state, any_unsteady;
	bool steps_again;                /* a step may have to be made again */
	double *before, *after, *rates;  /* scratch, by state */
	double quickest;                 /* quarter turns a unit of time, of steady angles */
	double turning;                  /* the longest step that the angles of states let expect */
	double bound;                    /* what the solver was told last */
	double mark; uint32_t marked;    /* the peak at which the next step ends, or one has ended last; its moment */
	double last_edge;                /* of something steep, that was passed last */
	struct se_over *over;            /* passed.c: what fixed steps pass over; NULL: nothing yet */
	double again_from; uint32_t again;       /* how often the step from there was made again */
	bool told, told_missed;          /* that the given step is too long; that steps pass over something */
};

double se_span(const se_run *run);               /* ahead.c: of the run, or what stands for it where there is no stop */
void se_find_quickest(se_run *run);              /* longest.c: of steady angles */
void se_tell_peak_missed(se_run *run, double centre);  /* centre.c: all steps pass over the peak there */
void se_look_at_fixed_step(se_run *run);         /* passed.c: the step just made */
void se_over_archive(se_run *run, sb_archive *a);        /* passed.c */

#endif
