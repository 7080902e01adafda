/* Private to `saltus sweep` (command_sweep.c, sweep_shards.c, sweep_report.c, sweep_picture.c): one call of it. */
#ifndef SALTUS_TOOL_SWEEP_JOB_H
#define SALTUS_TOOL_SWEEP_JOB_H

#include "study/sweep/sweep.h"
#include "tool/guard/tool_guard.h"

typedef struct tool_sweeping {
	tool_options o;
	sb_arena *arena;
	sb_diag *diag;                   /* of the model */
	st_many *many;
	sb_vec(st_given) plain;          /* parameters with one value */
	sb_vec(st_given) varied;
	st_axes axes;
	st_sweep sweep;
	sb_strings curves;               /* what is kept of each run */
	const char *table;               /* -o; NULL: none */
	bool by_launcher;                /* the shard is that of a process that mpirun or srun has started */
	double begun, told, since; uint64_t before;
	bool shown;                      /* a line of progress stands on the terminal */
	bool good;
} tool_sweeping;

/* sweep_shards.c */
bool tool_choose_shard(tool_sweeping *j);        /* of --shard, or of the launcher. False after a report */
bool tool_find_shards(tool_sweeping *j);         /* of --merge: how many there are, and their points */
/* Waits until the journals of all other shards are complete, and reads them. False after a report. */
bool tool_await_shards(tool_sweeping *j);
void tool_remove_shards(tool_sweeping *j);

/* sweep_report.c */
void tool_sweep_text(const tool_sweeping *j);
void tool_sweep_json(const tool_sweeping *j, const char *status);
bool tool_sweep_progress(void *context, uint64_t done, uint64_t of);

/* sweep_picture.c */
bool tool_sweep_draw(tool_sweeping *j);

#endif
