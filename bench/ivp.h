/* The problems of bench/ivp, and those who solve them. */
#ifndef SALTUS_BENCH_IVP_H
#define SALTUS_BENCH_IVP_H

#include "bench.h"

/* One problem, translated: what a driver by hand needs is the start, the size of each state, the right-hand side and
 * the sparse Jacobian, all of the same machine code that Saltus runs. */
typedef struct ivp {
	const char *name;
	bool stiff;
	double stop, jump;               /* the time of the one event; 0: none */
	double enough;                   /* the error below which no further tolerance is tried */
	st_model *model;
	se_run *run;
	sc_data *data; const sc_functions *f;
	int n; double *start, *nominal;
	int shown; int *state; double *published;       /* which states are compared, and with what */
} ivp;

typedef struct ivp_point { double tolerance, error, seconds; long rates, jacobians, steps; bool good; } ivp_point;

/* A driver by hand: solves the problem at this tolerance, to `final`; counts go to the point. */
typedef struct ivp_driver {
	const char *name;
	bool (*solve)(const ivp *p, int variant, double tolerance, double *final, ivp_point *out);
	int variant;
	bool for_stiff, for_others;
} ivp_driver;
extern const ivp_driver ivp_drivers[];
extern const int ivp_driver_count;

#endif
