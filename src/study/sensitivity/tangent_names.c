/* Parameters by name, for sensitivities. */
#include "code/derive.h"
#include "study/sensitivity/sensitivity.h"
#include <string.h>

bool st_is_one_run(const st_model *m, sb_diag *diag)
{
	const sm_model *flat = m->flat;
	if (!flat->again && !flat->experiments.n)
		return true;
	sb_message *e = sb_report(diag, SB_ERROR, "U0980", (sb_span){0}, "%s %s: a run of it cannot be followed",
							  flat->name, flat->again ? "asks for further simulations of itself"
													  : "has experiments, which decide what is simulated");
	sb_help(e, flat->again ? "remove `again` from the annotation __Saltus of the model"
						   : "take the experiments (in COSY: MONITOR) out, and set what they set with -p");
	return false;
}

bool st_find_parameter(const st_model *m, sb_diag *diag, const char *name, uint32_t *scalar)
{
	sc_asked_column column;
	const char *why = NULL;
	uint32_t element;
	*scalar = name && *name ? sm_find_scalar(m->flat, name) : UINT32_MAX;
	if (*scalar == UINT32_MAX) {
		bool start = name && sb_ends_with(name, ".start");
		sb_message *e = sb_report(diag, SB_ERROR, "R0705", (sb_span){0}, "there is no parameter '%s' in %s",
								  name ? name : "", m->flat->name);
		sb_help(e, start ? "a start value is a parameter of a model that was loaded for it (saltus_load_varied)"
						 : "sensitivities are by parameters, k, and by start values, x.start");
		return false;
	}
	const sm_variable *v = sm_var(m->flat, sm_variable_of_scalar(m->flat, *scalar, &element));
	if (v->variability != SM_PARAMETER)
		why = "it is not a parameter";
	if (!why && sc_column_of(m->program, *scalar, &column, &why))
		return true;
	sb_help(sb_report(diag, SB_ERROR, "R0706", v->span, "there are no sensitivities by '%s': %s", name, why),
			"a Real parameter that can be set and that decides no structure has them, and a start value, x.start");
	return false;
}
