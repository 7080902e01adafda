/* What a run leaves behind. Rows of what varies are made at points of the grid and around instants (record.c), with
 * peaks and steps between them (peaks.c), or along the steps of the solver (pieces.c); of all variables, or of those
 * with extremes (extremes.c). effect.c tells what an instant has done. Rows and events go to sinks
 * (result/record/sink.h): se_put_row and se_tell are the only ways out. */
#ifndef SALTUS_ENGINE_RECORD_H
#define SALTUS_ENGINE_RECORD_H

#include "engine/ground/engine_ground.h"

typedef struct se_peaks se_peaks;
enum { SE_PIECE = 4 };               /* intervals of a piece */
typedef struct se_recording {
	/* state */
	uint64_t next_grid;              /* number of the next grid point */
	uint32_t vain_trips;             /* se_side_trip to a row that could not be evaluated there either */
	bool told_blank;                 /* that a row has no values */
	/* scratch */
	sr_sink sinks[2]; uint32_t sink_count;   /* of rows: the record, and that of the settings */
	uint64_t rows; double last;      /* how many were put, and the time of the last one */
	double *left_row, *right_row;    /* what would be recorded of an instant */
	double *new_row;                 /* one that is put at once */
	/* Where a condition that guards an operation turns, what it guards is recorded on its own side: rows of later times
	 * have the values of `near`. INFINITY: none. near_row: the values there, if the next instant is to have them as
	 * left limits; first_row: those where the stretch that leads there begins */
	double near, *near_row, *first_row; bool near_known;
	double *piece, *largest;         /* rows after the first of a piece; by channel: the largest size so far */
	double *low, *high;              /* by channel: the extremes of the rows along steps; see extremes.c */
	sb_u32s constants;               /* scalars of the columns that are constant, in order */
	bool grid_matters;               /* something is recorded on the grid */
	se_peaks *peaks;                 /* NULL: they are not looked for */
	struct se_before {
		double *at, *size;
		uint32_t n;
	} before; /* by scalar: values before the instant, and how large they have been; see effect.c */
} se_recording;
void se_recording_archive(se_run *run, sb_archive *a);

/* record.c */
void se_record_open(se_run *run);
void se_record_constants(se_run *run);
void se_put_row(se_run *run, double t, sr_mark mark, const double *row);
void se_record_row(se_run *run, double t, sr_mark mark); /* of the values in d */
void se_record_values(const se_run *run, double *row);   /* the same, into a buffer */
void se_record_grid(se_run *run, double until, bool inclusive);
bool se_on_grid(const se_run *run, double t);
bool se_was_on_grid(const se_run *run, double t);        /* the last row of the grid was there */
double se_next_grid(const se_run *run);                  /* the time of the next row of the grid */
void se_values_inside(se_run *run, double t, double *row);       /* of the last step */
/* The values at `near`, inside the last step or at its end, are kept: before what is left of it is recorded. The left
 * limits of the instant there, which left_row has, are replaced where the near side has other ones. */
void se_record_near(se_run *run, double near);
void se_take_near(se_run *run);
double se_last_row(const se_run *run);                   /* its time; -INFINITY: there is none */
bool se_wants_last(const se_run *run);                   /* a row where the run ends, wherever that is */

/* pieces.c */
void se_record_pieces(se_run *run, double until, bool inclusive);        /* from the present time on */

/* extremes.c */
void se_extremes_open(se_run *run);
void se_record_extremes(se_run *run, double until, bool inclusive);      /* the same, where there may be a new one */

/* peaks.c */
void se_peaks_open(se_run *run);
void se_record_step(se_run *run, double t);              /* at the end of a step that is no row of the grid */
void se_peaks_close(se_run *run, const double *row);     /* before a row is recorded: the peaks that lie before it */

/* effect.c: all values before an instant, and what has become of them. `mode`: of the frame in which it began */
void se_note_values(se_run *run);
void se_tell_effects(se_run *run, uint32_t mode);

#endif
