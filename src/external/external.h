/* External functions: the C functions that libraries of models declare as external and expect of a simulator, written
 * for Saltus.
 *
 *     interface of models   utilities.c              ModelicaUtilities: errors, messages and memory for Strings
 *     tables                table*.c                 CombiTable1D, CombiTable2D, CombiTimeTable: interpolation
 *     matrices in files     matrix*.c                text, CSV, MATLAB 4 to 7
 *     strings, files, time  strings.c system.c       ModelicaStrings, ModelicaStreams, ModelicaInternal
 *     blocks in C           cblock*.c                what stands behind a component whose behaviour is C (cblock.h)
 *     numbers               random.c fft.c lapack.c  random generators, fast Fourier transform, LAPACK
 *
 * A function is found by the name it has in C. Nothing here is looked up in the process: generated code gets a table of
 * pointers, so both compilers, and programs that have Saltus inside, use the same ones.
 *
 * A C function can report a failure only by ModelicaError, which does not return. Therefore every external function,
 * ours and those of users, is called through sl_call, which takes the text of the error and returns. An external
 * function sees the run that calls it as its host. The host is kept by thread while the call lasts, because the
 * functions of ModelicaUtilities have no argument for it. There is no other state: external objects hold everything
 * that must be remembered between calls, and they belong to a run.
 *
 * sl_fail does not return, so a function that fails must first free what it has allocated. */
#ifndef SALTUS_EXTERNAL_EXTERNAL_H
#define SALTUS_EXTERNAL_EXTERNAL_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/stop.h"

/* The C function of this name, or NULL. */
void *sl_find(const char *name);
/* Its signature: a letter for the result, then one for each argument (functions.h lists them); empty for those that
 * models do not call. And the type in C that a letter means. */
const char *sl_signature(const char *name);
const char *sl_type(char letter);
/* It changes something outside of the run: files, folders, the environment. All others only read. */
bool sl_changes_things(const char *name);
/* Is a library of this name (as in the annotation Library) made of functions that are in here? */
bool sl_has_library(const char *name);
/* The text of ModelicaUtilities.h, for C that users write. */
extern const char sl_utilities_header[];

/* The run that calls, with what functions remember in it from call to call. `tell` takes what ModelicaMessage (warning:
 * ModelicaWarning) says. `room` gives memory that lasts until the call is over and its Strings were copied; NULL if
 * there is none. `resource` gives the file of an address modelica://...; NULL: there is none. */
typedef struct sl_state sl_state;
sl_state *sl_state_new(void);
void sl_state_free(sl_state *state);

typedef struct sl_host {
	void *context;
	sl_state *state;               /* what functions remember in this run */
	void (*tell)(void *context, bool warning, const char *text);
	char *(*room)(void *context, size_t bytes);
	const char *(*resource)(void *context, const char *address);
	/* a function of C that the model includes; NULL: there is none */
	void *(*function)(void *context, const char *name);
	/* a call has changed this, which has been put back (surroundings.h) */
	void (*changed)(void *context, const char *what);
	void (*reached)(void *context, const char *file);       /* a call opens this file */
	/* for the log of events: does anybody hear it; what `name` does */
	bool (*heard)(void *context);
	void (*happens)(void *context, const char *name, const char *text);
} sl_host;

/* Calls body(argument). The call ends in one of four ways: it returns; it reports an error (`why` has its words); it
 * crashes (`signal`, and the address that was touched), if the program has handlers for this (tool/guard/signals.c);
 * or it is left, because it called exit (`why`) or the program is to end. After the last two the memory may be
 * damaged. The caller frees `why`. Calls may be inside of each other. */
typedef struct sl_ending { char *why; int signal; void *address; } sl_ending;
sb_way sl_call(const sl_host *host, void (*body)(void *argument), void *argument, sl_ending *ending);
bool sl_inside(void);                               /* this thread is in such a call */
/* Leaves it: this must not go on. */
_Noreturn void sl_leave(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* For the functions here; all need a call around them. */
_Noreturn void sl_fail(const char *format, ...) __attribute__((format(printf, 1, 2)));
void sl_tell(bool warning, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool sl_is_heard(void);                             /* somebody wants to know what happens */
void sl_happens(const char *name, const char *format, ...) __attribute__((format(printf, 2, 3)));
char *sl_room(size_t bytes);                        /* zeroed; fails if there is none */
const char *sl_keep(const char *text);              /* a copy in such memory */
void *sl_function_of_model(const char *name); /* a C function that the model brings with it; NULL: there is none */
const char *sl_file(const char *name);              /* the file that a name or an address modelica://... means */

#endif
