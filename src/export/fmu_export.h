/* FMUs: a model leaves as an archive that other tools simulate.
 *
 *     the equations, the runtime (export.h) ─┐
 *     interface/: functions of FMI, as text ─┼──▶ sources ──cc──▶ binaries ─┐
 *     fmu/: tables of this model ────────────┘        │                     ├──▶ X.fmu
 *     fmu/: modelDescription.xml ─────────────────────┴─────────────────────┘
 *
 * An FMU is the code that stands alone with a thin interface around it, in FMI 2.0 or 3.0, for model exchange and
 * co-simulation. Its sources are in it and can be compiled without anything of Saltus; the binary is of this machine
 * and needs libc and libm. The same model gives the same bytes.
 *
 *     fmu/fmu_variables.c   which variables there are, what may be done with them, which are the same
 *     fmu/fmu_depends.c     what outputs, rates and conditions depend on, and how; derivatives
 *     fmu/fmu_describe.c    modelDescription.xml; fmu_units.c: its units and types
 *     fmu/fmu_terminals.c   terminalsAndIcons.xml
 *     fmu/fmu_tables.c      the tables of interface/export_interface.h
 *     fmu/fmu_archive.c     sources, binary, archive
 *
 * All visible variables are in it. Parameters that are not part of the structure can be set, and so can start values
 * that are fixed, which the caller has made parameters (x.start, study/load/starts.h). Event indicators are the
 * conditions of the model. Arrays stay arrays in FMI 3.0, where their elements are alike. */
#ifndef SALTUS_EXPORT_FMU_EXPORT_H
#define SALTUS_EXPORT_FMU_EXPORT_H

#include "export/export.h"

typedef struct so_fmu_options {
	so_options code;                 /* target SO_FMU; folder: not used */
	const char *path;                /* of the FMU */
	int version;                     /* 2, 3 */
	bool exchange, cosimulation;     /* at least one */
	bool no_binary;                  /* sources only */
	sb_strings tunable;              /* patterns of parameters that may change in a run */
	/* files beside those: icons, results. An icon is called terminalsAndIcons/icon.png */
	sb_vec(struct so_member { const char *name; const void *bytes; size_t length; }) more;
} so_fmu_options;

typedef struct so_fmu_report {
	so_report code;
	const char *identifier;
	uint32_t variables, indicators, aliases;
	size_t bytes;
	sb_strings counting;             /* names of states and outputs */
	bool experiments;                /* the model has experiments of its own */
	double step;                     /* of communication, in the default experiment */
	const char *no_derivatives;      /* why there are none; NULL: there are */
} so_fmu_report;

/* False after messages in the diag of the model, which must have a program. Nothing is left half written. */
bool so_export_fmu(st_model *m, const so_fmu_options *options, sb_arena *arena, so_fmu_report *report);
/* Start values of these variables can be set from outside: their names with ".start". */
void so_fmu_starts(const sm_model *flat, sb_arena *arena, sb_strings *out);

#endif
