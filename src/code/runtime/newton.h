/* Private to nonlinear loops (newton.c, newton_attempts.c): one solution that is looked for. */
#ifndef SALTUS_CODE_NEWTON_H
#define SALTUS_CODE_NEWTON_H

#include "code/runtime/newton_steps.h"
#include "code/runtime/runtime.h"

typedef struct sc_newton {
	union {                        /* first: the steps see this only */
		sc_iteration it;
		struct { SC_ITERATION_MEMBERS };
	};
	sc_run *run;
	sc_loop *loop;
	sc_data *d;
	void (*residual)(sc_data *, const double *, double *);
	void (*jacobian)(sc_data *, const double *, double *);
	sc_notice before; /* what was noticed before the loop: a point that is only tried says nothing (undefined.c) */
} sc_newton;

extern const sc_iteration_asks sc_newton_asks;
bool sc_newton_evaluate(sc_newton *w, const double *z, double *res);       /* false: not finite, or failed */
bool sc_newton_iterate(sc_newton *w, bool known);        /* from w->z; known: its residuals are in w->res */
void sc_newton_fit_to_given(sc_newton *w);
bool sc_newton_stay(sc_newton *w);
bool sc_newton_holds_at(sc_newton *w, const double *point);
typedef enum sc_outcome { SC_SOLVED, SC_UNDECIDED, SC_NOT_SOLVED } sc_outcome;

sc_outcome sc_newton_by_old_factors(sc_newton *w);
/* newton_course.c */
void sc_course_measure(sc_newton *w);
bool sc_course_left(const sc_newton *w);          /* the solution is not where the path leads to */
bool sc_course_goes_on(const sc_newton *w);       /* it is, behind a point where solutions meet */
double sc_course_gap(sc_newton *w);               /* measured at w->z */
/* newton_nearest.c */
void sc_newton_nearest(sc_newton *w, const double *from);      /* the solution next to the start values */
bool sc_newton_from_starts(sc_newton *w, const double *from);  /* where nothing else has led to one */
/* newton_meeting.c */
void sc_meeting_judge(sc_newton *w);
/* newton_beside.c */
bool sc_has_neighbour(sc_newton *w, const double *to, double *gap);
/* Is the solution w->z where the slopes at `from` lead to? Then none has ended between them. */
bool sc_leads_straight(sc_newton *w, const double *from);

#endif
