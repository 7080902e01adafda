/* The public interface: include/saltus.h says what it is. It is a thin layer over the other rooms:
 *
 *     public_load.c      models, and what there is in them
 *     public.c           runs: settings, simulation, steps, values
 *     public_message.c   messages for people and for programs
 *     public_handle.c    the same as public.c with numbers in place of names
 *     public_saved.c     runs that are saved, restored and copied
 *     public_sink.c      rows and events while they are produced
 *     public_result.c    results that outlive their runs, by columns
 *     public_sample.c    samples for inputs
 *     public_point.c     linear systems, equilibrium
 *     public_branch.c    equilibria along a parameter
 *     public_sensitivity.c  derivatives along a run
 *     public_sweep.c     measures, and many runs on all cores
 *     public_optimise.c  optimisation
 *     public_fit.c       parameters from measured curves
 *     public_journal.c   searches that go on where they were ended
 *     public_chart.c     charts
 *
 * Every call comes in through a door (base/door.h). A failure that cannot be repaired breaks the program or the run of
 * the call: it says why, and can only be freed. */
#ifndef SALTUS_STUDY_PUBLIC_H
#define SALTUS_STUDY_PUBLIC_H

#include "saltus.h"
#include "base/door.h"
#include "base/stock.h"
#include "study/load/load.h"
#include "study/many/study_journal.h"
#include "study/measure/measure.h"
#include <pthread.h>

typedef struct st_public_sweep st_public_sweep;

typedef struct st_public_sink {
	saltus_sink next, given;         /* of the simulations to come; of this one */
	const sr_record *columns;
	const char **names; double *values; size_t room;     /* a row as the caller sees it */
} st_public_sink;

enum { ST_BROKEN = 900 };
/* Names are made when they are asked for: a model may have millions. */
struct saltus_program {
	st_model *model; sb_text messages, json; char **names; pthread_mutex_t lock;
	const char *component;           /* that was opened; NULL: none */
	/* what it was made of, to translate it again with other structure; in an arena of its own */
	sb_arena *arena; const char *path, *class_name; st_options options;
	double seconds; bool optimised;  /* of all short simulations: the faster code pays after some of them */
	char broken[ST_BROKEN];          /* it cannot be used any more, and this is why; "": it can */
};
struct saltus_run {
	saltus_program *program; sb_diag *diag; se_run *run; se_settings settings; sb_text messages, json;
	sb_stock *stock;                 /* of its calls; the run has one of its own */
	sb_arena *arena;                 /* what the settings refer to */
	bool (*progress)(void *context); void *progress_context;
	bool asking; double asked_at;    /* while progress or a sink is called: where the run is */
	st_public_sink sink;
	sx_givens set;                   /* by saltus_set; numbers only */
	bool texts;                      /* a String was set */
	sb_vec(struct st_own_samples { const char *name; uint32_t number; }) samples;    /* of this run alone */
	bool copied;                     /* others may use its samples too */
	st_measures *measures; st_gauge *gauge; st_measured *measured; bool has_measured;
	st_public_sweep *sweep;          /* the last one; NULL: none */
	char broken[ST_BROKEN];          /* as of a program; what it has is freed no more */
};

void st_public_render(saltus_run *r);                            /* its messages as text */
void st_public_break(saltus_run *r, const sb_door *door);        /* it can only be freed from now on */
void st_public_break_down(char *broken, const sb_door *door);
saltus_status st_public_status(saltus_run *r, se_status status); /* with the messages as text */
se_status st_public_simulate(saltus_run *r);                     /* from the beginning to the end */
saltus_run *st_public_new_run(saltus_program *p);
bool st_public_set(saltus_run *r, uint32_t scalar, double value);        /* false after a report */
void st_public_sweep_free(st_public_sweep *s);
void st_public_sink_settings(saltus_run *r, se_settings *s);     /* from here on the sink is that of the last call */
void st_public_sink_free(saltus_run *r);
/* Messages as text and as JSON, from number `first` on; of what is broken why. */
const char *st_public_json(sb_text *out, const sb_diag *diag, uint32_t first, const char *broken);
/* Copies of what a caller has given: a text (NULL of an empty one), and texts. */
const char *st_public_text(sb_arena *arena, const char *text);
const char *const *st_public_texts(sb_arena *arena, const char *const *from, size_t n);
/* What the caller says of a model: copied, but for its samples. What its path is called in messages. */
st_options st_public_options(sb_arena *arena, const saltus_source *s);
const char *st_public_path(sb_arena *arena, const saltus_source *s);
/* The samples of the model, copied into the options. False after a report. */
bool st_public_add_samples(sb_arena *arena, const saltus_source *s, sb_diag *diag, st_options *options);

/* A function of the public interface that does something with a run: do_NAME, through the door. */
#define THROUGH_DOOR(type, failed, name, params, args)                                                                \
	type saltus_##name params                                                                                         \
	{                                                                                                                 \
		volatile type result = failed;                                                                                \
		sb_door door;                                                                                                 \
		if (!r || r->broken[0])                                                                                       \
			return failed;                                                                                            \
		if (SB_ENTER(&door)) {                                                                                        \
			sb_stock_use(r->stock);                                                                                   \
			result = do_##name args;                                                                                  \
		} else {                                                                                                      \
			st_public_break(r, &door);                                                                                \
		}                                                                                                             \
		sb_leave(&door);                                                                                              \
		return result;                                                                                                \
	}

/* public_journal.c. May a search with this journal go on? False after a report: it is of another one. */
bool st_public_journal_fits(const char *path, const st_journal_found *found, sb_diag *diag);
/* What was made is not needed any more if the search is whole; else it is told where it is. */
void st_public_journal_end(const char *path, bool whole, int trouble, sb_diag *diag);

#endif
