/* Export: code that leaves Saltus and stands alone.
 *
 *     plan ──▶ text of the equations ──▶ model.h, model.c ─┐
 *     image ──▶ tables of constants ──────────────────────┘├──▶ a library, a program, a Python module
 *     the runtime, as it is ──────────────────────────────┘
 *
 * What is written is C11 that needs libc and libm only. There is no libsaltus in it, no memory is allocated, nothing is
 * global, no function calls itself, and all values of a model are in one struct, whose size is known. The same model
 * gives the same bytes.
 *
 *     library   model.h, model.c and the runtime: open, initialise, evaluate, derivatives, event update, step, save,
 *               restore, finish
 *     program   and main.c, which reads inputs from the console or a CSV file and prints outputs, and a Makefile
 *     python    and a Python module with init, step, reset, finish
 *
 * The equations are written by code/generate, the generator of the native run. The expressions, and therefore their
 * bits, are the same. Its text calls services through a table, and functions of numbers through another.
 * make/rewrite_text.c replaces the words for them (d->services->linear is rt_linear, M.sin is sin) and leaves out
 * functions that nobody calls. Nothing else of the text is changed.
 *
 * The runtime lies in runtime/ and opens with the page export_runtime.h, which has another name where it has left. It
 * is compiled into Saltus too, with its warnings. The program has its text (CMakeLists.txt). These are shared with the
 * native run as one source: the text of the equations, the factors of dense matrices (code/runtime/dense_factors.h),
 * the steps of Newton's method (newton_steps.h) and the coefficients of Rodas5P (rodas_table.h). The rest is new: the
 * engine searches for crossings, follows solutions, looks for faults and explains them, with memory that grows; a
 * controller can do none of this.
 *
 * What is the same as in a run with the same fixed step, to the bit (rules E370 to E376 of docs/events.md):
 *
 *     models without nonlinear loops, delays and searched events
 *     time events that meet the grid of steps
 *
 * Events inside of a step are taken at its end. Nonlinear loops are solved to rounding, by the steps of Newton's method
 * of a run, but not always from the same points. A model with processes, modes, external C or anything else that cannot
 * leave is refused, with the line (make/refuse.c).
 *
 * Interface. The inputs and outputs of the model are fields of structs, with the names that they have in the model,
 * where every character that C does not know is an underscore. Parameters are fields, if they are exposed; the others
 * are folded. */
#ifndef SALTUS_EXPORT_EXPORT_H
#define SALTUS_EXPORT_EXPORT_H

#include "study/load/load.h"

typedef enum so_target { SO_LIBRARY, SO_PROGRAM, SO_PYTHON, SO_FMU } so_target;
typedef struct so_options {
	so_target target;
	const char *folder;              /* is made, if it is not there */
	const char *name;                /* of the model in C; NULL: that of its class */
	const char *solver;              /* euler heun rk4 implicit dopri rodas; NULL: rk4 */
	double step, stop, tolerance;    /* NAN: as the model says */
	bool exposes; sb_strings expose; /* patterns of parameters; not given: all that are not structural */
	sb_strings outputs;              /* patterns of variables; none: the outputs of the model, or its states */
	bool single, overwrite;
	uint32_t scratch, delays;        /* bytes, values; 0: as it is found */
} so_options;

/* What was written, for the report. */
typedef struct so_report {
	const char *name;
	sb_strings files;
	uint32_t lines, states, parameters, inputs, outputs, loops;
	double operations;               /* of an evaluation of the rates */
	double evaluations;              /* of the rates, in a step without an event; NAN: not known ahead */
	uint64_t bytes;                  /* of the struct, as far as this machine tells */
} so_report;

/* False after messages in the diag of the model, which must have a program. Nothing is left half written. */
bool so_export(st_model *m, const so_options *options, sb_arena *arena, so_report *report);

#endif
