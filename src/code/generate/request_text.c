/* Texts that are made on request, beside that of the program: they read and write the values of the same run, and have
 * the functions of the model once more. */
#include "code/generate/generate.h"

static void begin(sc_emitter *em, const ss_plan *plan, sb_arena *kept)
{
	sc_text_open(em, plan, kept, false);
	sc_functions_text(em);
	em->what = plan->model->name;
	em->scratch = false;
}

sc_text sc_derivatives_text(const ss_derivatives *q, sb_arena *kept)
{
	sc_emitter em;
	begin(&em, q->plan, kept);
	sc_partials(&em, "partials", &q->steps, &q->pattern, q->values);
	sc_entry_text(&em, "derivatives", ", double *values", sb_printf(em.arena,
		"\tpartials(d, d->services->scratch(d, %lluULL), values);\n", 8ull * q->temp_count + 8),
		"derivatives that were asked for, column by column");
	return sc_text_close(&em);
}
