/* Sinks: they take what a run produces, while it is produced.
 *
 * A run gives every row, and everything that happens at its events, to its sinks, in the order of time. The record is
 * one of them (sr_record_sink), the log another. A CSV file can be one (sr_csv_sink in result/file/result_file.h), and
 * so can a caller of the library (saltus_set_sink). A MAT file or a picture needs all rows at once and reads the
 * record. A record can be given to a sink later (sr_replay), which sees the same rows then.
 *
 *     begin   once, before the first row: the columns, and the values of those that are constant
 *     row     the channels of a row, by number, as the columns name them; they are the sink's while it is called
 *     event   something that has happened; its texts are the sink's while it is called
 *
 * Each may be NULL. A sink that returns false wants no more: it is not called again, and the run ends (SE_STOPPED).
 */
#ifndef SALTUS_RESULT_SINK_H
#define SALTUS_RESULT_SINK_H

#include "result/record/result_record.h"

/* What happens at an event: first its causes, then its effects.
 *
 *     TURNS     the condition `name` becomes `now`, 1 or 0; the value of a function whose whole part is taken
 *     TICKS     the clock or sample() `name`
 *     ACTS      the event `name` of the model
 *     GOES_ON   the process `name`
 *     MODE      the run enters the mode number `now`; its branches are `name`
 *     ENTERED   the state `name` of a state machine is entered; EXITED: it is left
 *     BECOMES   the discrete variable `name` was `was`, and is `now`
 *     JUMPS     the Real variable `name`, likewise
 *     TELLS     whatever else the log of events says */
typedef enum sr_what {
	SR_TURNS, SR_TICKS, SR_ACTS, SR_GOES_ON, SR_MODE, SR_ENTERED, SR_EXITED, SR_BECOMES, SR_JUMPS, SR_TELLS
} sr_what;
typedef struct sr_event {
	double time;
	sr_what what;
	const char *name;                /* "": nothing has one */
	double was, now;                 /* NAN: they say nothing */
	int line;                        /* of the source; 0: none */
	const char *text;                /* the same for people, as the log has it */
} sr_event;

typedef struct sr_sink {
	void *self;
	bool (*begin)(void *self, const sr_record *columns);
	bool (*row)(void *self, double time, sr_mark mark, const double *channels);
	bool (*event)(void *self, const sr_event *event);
} sr_sink;

sr_sink sr_record_sink(sr_record *r);                        /* keeps rows */
/* The rows of a record. False: the sink wanted no more. */
bool sr_replay(const sr_record *r, const sr_sink *to);

#endif
