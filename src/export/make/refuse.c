/* What cannot leave yet. Each construct is named with its line, and with what to do. */
#include "export/make/export_make.h"

static void refuse(so_job *j, const char *code, sb_span span, const char *what, const char *help)
{
	sb_message *m = sb_report(j->diag, SB_ERROR, code, span, "%s cannot be part of code that stands alone", what);
	sb_help(m, "%s", help);
}

static void refuse_functions(so_job *j)
{
	const sm_model *m = j->m->plan->model;
	for (uint32_t k = 0; k < m->functions.n; k++) {
		const sm_function *f = m->functions.at[k];
		const char *why = j->called[k] ? so_why_function_stays(j, f) : NULL;
		if (!why)
			continue;
		bool external = f->external != NULL;
		sb_message *s = sb_report(j->diag, SB_ERROR, external ? "G0003" : "G0009", f->span,
								  "the %s function '%s' cannot be part of code that stands alone",
								  external ? "external" : "impure", f->name);
		sb_note(s, "%s", why);
		sb_help(s, "%s", external ? "write it in Modelica, give its C as text (annotation Include), or call it for "
									"parameters only, which are computed before the model leaves"
								  : "let it depend on its arguments alone");
	}
}

bool so_may_leave(so_job *j)
{
	const si_image *image = j->image;
	const ss_plan *plan = j->m->plan;
	uint32_t before = sb_errors(j->diag);
	if (image->routines.n)
		refuse(j, "G0001", image->routines.at[0].span, "a routine (a process, an experiment, an event, INITIAL)",
			   "what waits and goes on needs memory that grows; write it as an event that is scheduled again");
	for (uint32_t k = 0; k < image->switches.n; k++)
		if (!image->switches.at[k].idle) {
			refuse(j, "G0002", image->switches.at[k].span, "an if-equation whose branches determine different things",
				   "give the same variables in each branch, so that one set of equations serves, or export each "
				   "branch as a model of its own");
			break;
		}
	if (image->blocks.n)
		refuse(j, "G0004", (sb_span){0}, sb_printf(j->arena, "the block '%s', whose inside is C,",
				si_word(image, image->blocks.at[0].name)), "write it in Modelica");
	if (image->transports.n)
		refuse(j, "G0005", image->transports.at[0].span, "spatialDistribution",
			   "divide the way into cells, as in examples/heat_rod.mo");
	if (image->invariants.n)
		refuse(j, "G0006", plan->constraints.n ? plan->constraints.at[0].span : (sb_span){0},
			   "a constraint onto which the states are moved after each step",
			   "choose coordinates that need none, as an angle, or give stateSelect = StateSelect.always to enough of "
			   "them");
	for (uint32_t k = 0; k < image->loops.n; k++)
		if (image->loops.at[k].n > SC_DENSE_MOST)
			refuse(j, "G0007", plan->loops.at[k]->equations.n ? plan->loops.at[k]->equations.at[0]->span : (sb_span){0},
				   sb_printf(j->arena, "a loop of %u equations", image->loops.at[k].n),
				   sb_printf(j->arena, "matrices are dense there, with at most %d rows", SC_DENSE_MOST));
	refuse_functions(j);
	return sb_errors(j->diag) == before;
}
