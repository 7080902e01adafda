/* Ends before the end of a run: a signal, the time allowed, the limit of memory.
 *
 * The watcher (tool/guard/signals.c) asks for the end and gives a reason. A computation that can end by itself looks at
 * sb_stopped now and then, and returns with what it has. A computation that does not look is left: one made by
 * sb_attempt, or a call of external C (external/external.h), has a point to return to, an *escape*. The watcher sends a
 * signal to each thread that has an escape, and the handler of the signal goes there. Locks and memory of the
 * computation stay as they are. After that the program may write its results, and then it ends without freeing
 * (sb_end).
 *
 * The second half of this header is for an end at once: what is being done, files that are not complete yet, processes
 * that were started.
 *
 * All of this concerns the process, not a run. In a program that has Saltus inside nobody asks for an end, and nothing
 * here has an effect. */
#ifndef SALTUS_BASE_STOP_H
#define SALTUS_BASE_STOP_H

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

typedef enum sb_stop { SB_GO_ON, SB_BY_SIGINT, SB_BY_SIGTERM, SB_BY_SIGHUP, SB_BY_TIME, SB_BY_MEMORY } sb_stop;

sb_stop sb_stopped(void);                        /* why the program is to end; SB_GO_ON: it is not */
/* The first reason counts; false: there was one before. May be called by a signal handler. */
bool sb_stop_ask(sb_stop why);
const char *sb_stop_text(sb_stop why);           /* "interrupted (SIGINT)", ... */

/* ------------------------------------------------------------------------------------------------- escapes */

typedef enum sb_way { SB_RETURNED, SB_FAILED, SB_CRASHED, SB_LEFT } sb_way;     /* how a computation came back */

typedef struct sb_escape {
	sigjmp_buf back;                 /* sigsetjmp(back, 0) by whoever pushes it */
	struct sb_escape *around;
	bool takes_crashes;              /* of its computation: it is not Saltus' own */
	volatile int signal;             /* of a crash */
	void *volatile address;
} sb_escape;

void sb_escape_push(sb_escape *e);               /* of this thread; popped by the function that has pushed it */
void sb_escape_pop(sb_escape *e);
/* body(context), with an escape around it. False: it was left. */
bool sb_attempt(void (*body)(void *context), void *context);
void sb_note_left(void);
bool sb_was_left(void); /* any computation: memory and locks may be as they were in the middle of it */

/* For the watcher and its handlers. */
void sb_watch_threads(void);                     /* from now on threads with escapes are known */
void sb_signal_threads(int signal);              /* sends it to each of them */
sb_escape *sb_innermost(void);                   /* of this thread; NULL: none */
void sb_use_signal_stack(void); /* of this thread: handlers need one of their own where the stack has run over */

/* ---------------------------------------------------------------------------------------- an end at once */

/* What this thread does: a phase ("flattening"), and the component, array or pass that it is about ("" : none). Both
 * are copied. */
void sb_doing(const char *phase, const char *what);
const char *sb_doing_phase(void), *sb_doing_what(void);

/* The external function that is being called, for another process to see: a place of 200 characters in memory that both
 * have. */
void sb_share_calls(char *place);
void sb_calling(const char *name);               /* "" : none */

/* Files and folders that are to go if the program ends now, and processes that lead a group. They are few. Processes
 * made by fork after sb_share_notes have the same notes, so that sb_clean of the first one removes what another one has
 * left behind. It comes before the first note, and before the first thread. */
bool sb_share_notes(void);                       /* false: there is no memory */
void sb_temporary(const char *path);             /* before it is made */
void sb_temporary_done(const char *path);
bool sb_temporary_folder(char *pattern);         /* as mkdtemp and mkstemp, noted; no signal comes in between */
int sb_temporary_file(char *pattern);
void sb_child(pid_t leader);
void sb_child_done(pid_t leader);
void sb_remove_folder(const char *path);         /* with the files that are in it */
void sb_clean(void);                             /* removes and kills them. May be called by a signal handler */
_Noreturn void sb_end(int status); /* cleans, and ends the process; streams are not flushed. So may this */

/* A child that ends with this process, whatever kills it, together with all processes that it starts: argv[0] is a
 * path. It reads nothing, and both of its outputs go to the file `log`. Its temporary files are made in `folder`.
 * SIGTERM ends them all, within a second. -1: it could not be started. The thread that calls must wait for it. */
pid_t sb_spawn(char *const *argv, const char *log, const char *folder);

#endif
