/* Compile: from the text of a plan to a program that runs, in two tiers, and the table of modes.
 *
 *     tiers.c      text, libraries and symbols of external C, and the first tier at once
 *     tcc.c        the first tier: libtcc, in this process
 *     cc.c         the second: the system compiler in a thread of its own
 *     cache.c      objects of the second tier, kept for the next time
 *     call_external.c  one call of an external function, while a model is translated
 *     segments.c   segments of a submodel as a library
 *     request.c    texts that are made on request, beside that of the program: the first tier only
 *     modes.c      of a model whose structure changes: a program for each mode that was asked for
 *     program_file.c  a program as bytes, and back; modes_file.c: with its table of modes
 *
 * Runs see the program only (runtime/); the rest of a build is how it was made. */
#ifndef SALTUS_CODE_COMPILE_H
#define SALTUS_CODE_COMPILE_H

#include <pthread.h>
#include <sys/types.h>

#include "code/generate/generate.h"

typedef struct sc_tcc sc_tcc;

/* The second tier: a thread that runs the system compiler, or what came of it. */
typedef struct sc_background {
	pthread_t thread;
	atomic_bool asked, started;    /* any run may ask, once; there is a thread to wait for */
	pthread_mutex_t lock;          /* of child and abandoned */
	pid_t child;                   /* 0: none */
	bool abandoned;
	atomic_bool done;
	const char *problem;           /* why there is no second tier; NULL: none. Set before `done` */
	char *problem_text;
} sc_background;

typedef struct sc_modes sc_modes;

/* C that the text calls and that is not Saltus' own. included: the text of an annotation Include has it. */
typedef struct sc_external {
	const char *name, *symbol; sb_span span; bool included, compiled;
	sb_strings libraries, library_folders, include_folders;
} sc_external;
typedef sb_vec(sc_external) sc_externals;

typedef struct sc_build {
	sc_program program;            /* first */
	const ss_plan *plan;           /* what it was made from; NULL: it comes from a file */
	const char *name;              /* of the model */
	sb_diag *diag;
	sc_externals externals;
	sc_modes *modes;               /* NULL: the structure does not change */
	const sc_mode *mode;
	sb_arena *arena;
	sc_text text;
	sc_times times;
	sc_functions tier1, tier2;
	sc_tcc *tcc;
	void *object;                  /* dlopen of the second tier */
	sb_vec(void *) libraries;      /* dlopen of what external functions need */
	void **own;                    /* by number in text.own: the functions of external/ */
	/* the text with all that it includes, by the system compiler; empty: not needed, or not done yet */
	sb_text preprocessed;
	const char *headers;           /* folder with ModelicaUtilities.h, made for C that users write; NULL: none */
	sc_background background;
	bool first_tier_only;
	/* Finds what the text has been made for; false: something is missing. */
	bool (*take)(struct sc_build *build, sc_lookup lookup, void *context);
	void *taken;                   /* of a text that was made on request: its functions */
} sc_build;

static inline sc_build *sc_build_of(const sc_program *program)
{
	return (sc_build *)program;
}

sc_program *sc_compile_alone(const ss_plan *plan, const sc_options *options);      /* without a table of modes */

/* A build of `plan` without its text, and all that follows when the text is there: libraries, symbols, the first tier.
 * False: it was reported. sc_program_free ends it. */
sc_build *sc_build_new(const ss_plan *plan);
sc_build *sc_build_bare(const char *name, sb_diag *diag);            /* of nothing yet */
bool sc_build_make(sc_build *build, const sc_options *options);

/* modes.c */
void sc_modes_open(sc_program *first, const sc_options *options);
void sc_modes_close(sc_program *program);        /* of the first program: ends all others */

/* program_file.c: one program without its modes; reading makes it, or is bad, with messages in `diag`. modes_file.c:
 * those of the first program. */
typedef struct sc_reading { const sc_options *options; sb_diag *diag; } sc_reading;
sc_program *sc_archive_build(sb_archive *a, sc_program *program, const sc_reading *reading);
void sc_archive_modes(sb_archive *a, sc_program *first, const sc_reading *reading);

/* The address of a C function: from the libraries that were opened, then from the process. */
void *sc_symbol(const sc_build *build, const char *name);

/* tcc.c: NULL on failure, with the compiler's words in `errors` and the functions that are nowhere in `missing`. */
sc_tcc *sc_tcc_compile(sc_build *build, sb_text *errors, sb_strings *missing);
void sc_tcc_free(sc_tcc *tcc);
void *sc_tcc_find(const sc_tcc *tcc, const char *name);

/* cc.c */
bool sc_cc_from_cache(sc_build *build);                      /* true if the second tier was there already */
bool sc_cc_build(sc_build *build, sb_text *why);             /* in this thread; true if the second tier is there now */
void sc_cc_start(sc_build *build);
void sc_cc_end(sc_build *build);
/* A text as a shared library, in the arena; false: `why` says why. */
bool sc_cc_library(const sb_text *text, sb_arena *arena, sc_library *out, sb_text *why);

/* cache.c: paths live in the arena; NULL: no cache */
char *sc_cache_folder(sb_arena *arena);
void sc_cache_trim(const char *folder);
bool sc_cache_put(const char *object, const char *temporary, const char *kept); /* seals a copy of it, and keeps that */
/* Makes the object from what is kept; false: it is not there, or damaged and removed. */
bool sc_cache_get(const char *kept, const char *object);

#endif
