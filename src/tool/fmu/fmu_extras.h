/* What an FMU has beside the model: its icon, and results for reference. */
#ifndef SALTUS_TOOL_FMU_EXTRAS_H
#define SALTUS_TOOL_FMU_EXTRAS_H

#include "export/fmu_export.h"
#include "tool/fmu/tool_fmu.h"

/* As PNG and SVG; nothing, if the class has none that can be drawn. */
void tool_add_icon(sb_arena *arena, const tool_options *o, so_fmu_options *out);
/* A table of results, with the manifest of the layered standard fmi-ls-ref. */
void tool_add_reference(sb_arena *arena, const sr_record *record, const char *name, so_fmu_options *out);

/* fmu_export.c: a model on its way out, with start values as parameters; NULL after messages. */
st_model *tool_load_fmu(sb_arena *arena, const tool_options *o);
so_fmu_options tool_leaving_options(sb_arena *arena, const tool_options *o, const st_model *m);
bool tool_is_of_export(const char *code);
/* fmu_system.c: the top level as a package */
bool tool_is_package(const tool_options *o);
int tool_export_package(sb_arena *arena, sb_diag *diag, const tool_options *o);

#endif
