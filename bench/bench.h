/* The measuring programs: a clock, a table, and the four problems by hand. */
#ifndef SALTUS_BENCH_H
#define SALTUS_BENCH_H

#include "study/study.h"

/* The least of several timings, in seconds: other work on the machine only ever adds. */
double bench_best(void (*work)(void *context), void *context, int times);

/* Runs a program, its output into a file: seconds that its main thread was on a processor. Negative: it could not be
 * run. */
double bench_spend(char *const *argv, const char *output);

double bench_cpu(void);              /* of this thread: other work on the machine does not count */

/* One row: what was measured, what it is compared with, and the budget for the ratio (0: none). */
void bench_row(const char *what, const char *how, double seconds, double peer, double budget);
void bench_note(const char *what, const char *text);

/* A problem in Modelica and by hand. The Jacobian is in sparse columns, as CVODE's KLU takes it. */
typedef struct bench_problem {
	const char *name, *text;
	int n; double stop, tolerance;
	void (*start)(double *x);
	void (*rates)(const double *x, double *xd);
	int entries; void (*pattern)(int *column, int *row); void (*jacobian)(const double *x, double *values);
	const double *atol;              /* NULL: equal to the tolerance */
} bench_problem;
extern const bench_problem bench_problems[];
enum { BENCH_PROBLEMS = 4 };

void bench_process(const char *program);
void bench_models(void);
void bench_sweeps(void);
void bench_rhs(void);
void bench_runs(void);
void bench_front(void);
void bench_large(void);
void bench_ivp(const char *folder, int words, char **word);      /* `curves`, and names of problems; none: all */
void bench_spice(const char *program, const char *models);       /* models: the folder of the models to scale */
void bench_drive(const char *program, const char *folder);       /* of the model and the netlist */
void bench_lines(const char *models, int largest);
void bench_scale(const char *models, int largest);
void bench_mechanisms(const char *library);      /* the file with joints and bodies */
void bench_queue(const char *program);
void bench_diagram(void);
void bench_calendar(void);
void bench_alive(void);
double bench_by_hand(const bench_problem *p, double *final);     /* seconds of a whole simulation; the end values */

#endif
