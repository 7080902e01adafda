/* saltus run of a system: a package or a description of SSP, whose components are led by a master (couple/couple.h). */
#ifndef SALTUS_TOOL_COUPLE_H
#define SALTUS_TOOL_COUPLE_H

#include "couple/couple.h"
#include "tool/guard/tool_guard.h"
#include "tool/report/report.h"

bool tool_is_system(const tool_options *o);
int tool_run_system(tool_options *o);
/* Options of systems that were given with a model: false after a report. */
bool tool_no_coupling(const tool_options *o, sb_diag *diag);

/* system_report.c: how it went, for people and for programs. */
typedef struct tool_system_job {
	tool_options *o;
	sb_arena *arena;
	cp_system *system;
	cp_settings settings;
	cp_outcome out;
	bool good, ran;
	sb_strings drawn;
	double begun, total;
} tool_system_job;
void tool_print_system_json(const tool_system_job *j);
void tool_print_system(const tool_system_job *j);

#endif
