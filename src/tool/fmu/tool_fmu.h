/* saltus fmu: what an FMU is (info), whether it keeps to the rules (check), and whether it computes the same by both
 * interfaces, or as a file of results (compare). */
#ifndef SALTUS_TOOL_FMU_H
#define SALTUS_TOOL_FMU_H

#include "fmi/call/fmi_call.h"
#include "tool/guard/tool_guard.h"

int tool_fmu(int argc, char **argv);
void tool_print_fmu(const fi_archive *a);        /* fmu_info.c */

#endif
