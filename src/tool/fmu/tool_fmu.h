/* saltus fmu: what an FMU is (info), whether it keeps to the rules (check), whether it computes the same by both
 * interfaces, or as a file of results (compare); and a model as an FMU (export). */
#ifndef SALTUS_TOOL_FMU_H
#define SALTUS_TOOL_FMU_H

#include "fmi/call/fmi_call.h"
#include "tool/guard/tool_guard.h"

int tool_fmu(int argc, char **argv);
void tool_print_fmu(const fi_archive *a);        /* fmu_info.c */
bool tool_check_fmu(sb_arena *arena, sb_diag *diag, const char *path, bool quiet);       /* command_fmu.c */
int tool_export_fmu(int argc, char **argv);      /* fmu_export.c: the words behind `export` */

#endif
