/* Compiled submodels: a submodel leaves as segments of machine code, with its interface and without its source.
 *
 *     flat model ──▶ sealed (model/seal/seal.h) ──▶ class text ────────────────┐
 *                          └──▶ functions ──▶ C ──cc──▶ shared library ────────┴──▶ X.sbm (front/sbm/front_sbm.h)
 *
 * It does not leave Saltus as other exports do: what uses it is a model of any notation, through the front end. */
#ifndef SALTUS_EXPORT_SBM_H
#define SALTUS_EXPORT_SBM_H

#include "study/load/load.h"

typedef struct so_sbm_report {
	uint32_t inputs, outputs, parameters, segments, derivatives;
	size_t bytes;
} so_sbm_report;

/* Of a model that is known to be sound: it has a plan, which tells what is narrow in it. `flat` is another copy of its
 * flat model, and is changed. False after messages in the diag of `flat`; nothing is left half written. */
bool so_export_sbm(const ss_plan *plan, sm_model *flat, const char *path, so_sbm_report *report);

#endif
