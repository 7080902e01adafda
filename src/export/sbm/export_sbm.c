/* A submodel as a file: sealed, compiled, written. */
#include <stdio.h>

#include "base/file.h"
#include "code/code.h"
#include "export/sbm/export_sbm.h"
#include "front/sbm/front_sbm.h"
#include "model/flat/flat.h"
#include "model/seal/seal.h"

/* A submodel is used by its ports: whatever else ties it to others would be lost. */
static bool has_ports_only(const sm_model *m)
{
	sm_owners owners = sm_owners_new(m, m->arena);
	for (uint32_t i = 0; i < m->variables.n; i++) {
		const sm_variable *v = sm_var(m, i);
		bool top = v->port != SM_NO_PORT && v->variability < SM_PARAMETER && v->causality == SM_INTERNAL &&
				   sm_owner(&owners, v->component) == 0;
		if (!top || v->port == SM_PORT_INPUT || v->port == SM_PORT_OUTPUT)
			continue;
		sb_help(sb_report(m->diag, SB_ERROR, "N0513", v->span, "'%s' is no input and no output, so the submodel cannot "
						  "be compiled by itself", v->name),
				"what goes through a connector with a flow depends on what is connected: put it into a block with "
				"inputs and outputs");
		return false;
	}
	return true;
}

static bool write_file(sb_diag *diag, const char *path, const sb_archive *bytes)
{
	sb_output out;
	if (!sb_output_open(&out, diag, path))
		return false;
	fwrite(bytes->at, 1, bytes->n, out.stream);
	return sb_output_commit(&out, diag);
}

static void count(const sm_sealed *x, so_sbm_report *r)
{
	for (uint32_t i = 0; i < x->model->variables.n; i++) {
		const sm_variable *v = sm_var(x->model, i);
		r->inputs += v->causality == SM_INPUT;
		r->outputs += v->causality == SM_OUTPUT;
		r->parameters += v->variability == SM_PARAMETER && !v->is_protected && !v->final;
	}
	r->segments = x->segments.n;
	for (uint32_t i = 0; i < x->segments.n; i++)
		r->derivatives += x->segments.at[i].derivative != UINT32_MAX;
}

/* Conditions of time stay outside of segments; what else a plan looks out for is inside of them. */
static bool is_narrow(const ss_plan *plan)
{
	bool narrow = plan->angles.n || plan->centres.n || plan->breaks.n || plan->unread;
	for (uint32_t i = 0; i < plan->moments.n; i++)
		narrow = narrow || plan->moments.at[i].kind != SS_MOMENT_WATCH || plan->moments.at[i].features.n;
	return narrow;
}

bool so_export_sbm(const ss_plan *plan, sm_model *m, const char *path, so_sbm_report *report)
{
	sb_text text = {0}, tables = {0};
	sb_archive bytes = {0};
	sm_sealed sealed;
	sc_library library;
	sg_file f = sg_file_of_this();
	*report = (so_sbm_report){0};
	if (!has_ports_only(m) || !sm_seal(m, &sealed) || !sc_compile_segments(&sealed, m->arena, &library))
		return false;
	sm_sealed_text(&sealed, library.id, SG_LIBRARY, is_narrow(plan), &text);
	sm_sealed_tables(&sealed, &tables);
	f.name = m->name;
	f.text = text.at;
	f.tables = tables.at;
	f.id = library.id;
	f.library = library.bytes;
	f.length = library.n;
	sg_write(&f, &bytes);
	bool good = write_file(m->diag, path, &bytes);
	count(&sealed, report);
	report->bytes = bytes.n;
	sb_archive_free(&bytes);
	sb_text_free(&text);
	sb_text_free(&tables);
	return good;
}
