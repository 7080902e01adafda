/* Checkpoints: a long run that may be killed at any moment, and goes on from where it was saved last.
 *
 *     FILE         the run (engine/engine.h, se_save), how many rows it had recorded, what it had to tell, and hashes
 *                  of the program and of all these bytes. It is written beside, flushed to the disk and renamed, so
 *                  there is always one that is whole
 *     FILE.rows    what the run has recorded, appended at each checkpoint before FILE is exchanged. Rows beyond those
 *                  that FILE counts belong to a checkpoint that was never completed: they are cut off
 *
 * Checkpoints are made at times of the model, start + k*every, not of the clock on the wall. Some solvers begin anew
 * where a run is saved (saltus.h). At times of the model they do so in every run, so a run that was killed and goes on
 * has the same bits as one that was not.
 *
 * A run goes on with the settings and the values that it was begun with. Whoever asks for others is told.
 */
#ifndef SALTUS_STUDY_CHECKPOINT_H
#define SALTUS_STUDY_CHECKPOINT_H

#include "study/load/load.h"

typedef struct st_checkpoint {
	const char *write;               /* FILE; NULL: none are made */
	double every;                    /* of the model's time; NAN: a twentieth of the run */
	const char *resume;              /* FILE to go on from; NULL: the run begins at its start */
	/* What the caller asks for by name, to be compared with what the run was begun with; NAN, NULL: nothing. */
	double start, stop, interval, tolerance; const char *solver;
	bool failed;                     /* set: one could not be written, and the run went on without */
} st_checkpoint;

/* se_simulate, with checkpoints. */
se_status st_simulate_with_checkpoints(st_model *m, se_run *run, const se_settings *settings, st_checkpoint *c);

#endif
