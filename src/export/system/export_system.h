/* Systems: the top level of a model leaves as a package of SSP 1.0, with an FMU for each component and the connections
 * between them (docs/cosimulation.md).
 *
 *     model ──▶ names of its components ──▶ an FMU of each (fmu_export.h), which the caller makes
 *       └─────▶ who has the same values ──▶ SystemStructure.ssd ──▶ X.ssp
 *
 * A package has no equations of its own. Therefore an input of a component must be an output of another one, an
 * input of the model, either of these with the other sign, or a constant; an equation of the top level in between is
 * refused. */
#ifndef SALTUS_EXPORT_SYSTEM_H
#define SALTUS_EXPORT_SYSTEM_H

#include "study/load/load.h"

typedef struct so_system so_system;

/* The model whole, which must have a program; its components are found by their names. */
so_system *so_system_new(st_model *whole, sb_arena *arena);
const sb_strings *so_system_names(const so_system *s);
/* The component by itself, and its FMU. False after messages. */
bool so_add_part(so_system *s, const char *name, const st_model *part, const void *fmu, size_t length);
/* False after messages: nothing is written then. */
bool so_write_system(so_system *s, const char *path);
uint32_t so_system_wires(const so_system *s);

#endif
