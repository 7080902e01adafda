/* saltus linearise and saltus trim: one call of them, and what they have in common (point_job.c), a run that stands at
 * a time. */
#ifndef SALTUS_TOOL_POINT_H
#define SALTUS_TOOL_POINT_H

#include "tool/guard/tool_guard.h"

int tool_linearise(int argc, char **argv);
int tool_trim(int argc, char **argv);

typedef struct tool_point {
	tool_options o;
	sb_arena *arena;
	st_model *model;
	se_run *run;
	se_settings settings;
	sb_text said;                    /* what goes to stdout: text, or one JSON object */
} tool_point;

typedef struct tool_point_command {
	const char *name; unsigned group;
	bool (*options_are_good)(const tool_options *o, sb_diag *diag);
	bool (*make)(tool_point *j);             /* false after messages in the diag of the model */
} tool_point_command;

/* The command from its arguments to its exit status: loads the model, makes a run, and lets `make` do the rest. */
int tool_at_point(int argc, char **argv, const tool_point_command *command);
/* Takes the run to where --at says. */
bool tool_stand(tool_point *j);

/* NAME=LOW:HIGH, of which one may be left out; false: it is something else. */
bool tool_read_bound(const char *text, sb_arena *arena, st_bound *out);

#endif
