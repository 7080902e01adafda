/* Analyses that a model asks for (model/analysis.h): points at rest, sweeps of them, responses to small oscillations.
 *
 *     analysis.c          points and sweeps, one after another
 *     analysis_linear.c   responses and transfers, of the linear system at rest
 *     analysis_noise.c    densities of noise, of the same system
 *     analysis_poles.c    natural frequencies and zeros
 *     analysis_text.c     tables as people read them
 *
 * Each result is a record whose axis is what was varied, so files and pictures take it as they take a run.
 */
#ifndef SALTUS_STUDY_ANALYSIS_H
#define SALTUS_STUDY_ANALYSIS_H

#include "model/analysis.h"
#include "result/file/raw.h"
#include "study/point/point.h"

typedef struct st_table {
	const sm_analysis *of;
	sr_raw_plot plot;                      /* its record belongs to the table */
	const char *kind;                  /* op, dc, ac, tf, noise, pz: for names of files */
} st_table;
typedef sb_vec(st_table) st_tables;

/* All that the list asks of a model, which was loaded for it, from the file `path`. What fails is told, and left out.
 * In the arena, but for the records. */
void st_analyse(st_model *m, const char *path, const sm_analyses *list, sb_arena *arena, st_tables *out);
void st_tables_free(st_tables *tables);
void st_table_text(const st_table *t, sb_text *out);

/* Inside of the room. */
typedef struct st_analysing {
	st_model *m;
	const char *path, *part;
	const sm_analyses *list;
	sb_arena *arena;
	se_run *run;
	st_tables *out;
	sb_vec(uint32_t) curves;           /* scalars */
	sb_strings names;                  /* theirs */
} st_analysing;
/* At rest, with the parameters as they are; near: from the point before. False after a message. */
bool st_rest(st_analysing *w, bool near);
void st_respond(st_analysing *w, const sm_analysis *a);
void st_find_poles(st_analysing *w, const sm_analysis *a);
void st_find_noise(st_analysing *w, const sm_analysis *a);
void st_find_transfer(st_analysing *w, const sm_analysis *a);
st_table *st_new_table(st_analysing *w, const sm_analysis *a, const char *kind, const char *name, const char *axis,
					   const char *type, const sb_strings *names, bool pairs);

#endif
