/* Functions that leave as a library of segments, and calls of such functions.
 *
 * The text of a library is the one of any model, with nothing in it but functions: they take the values of a run, as
 * all functions of a text do, and so fail, take memory and give it back as these. What they could tell of their
 * formulas is left out. A failure is told at the place that called the segment (site -1).
 *
 * In the text of a model that uses the library each of its functions is an entry of the table X:
 *
 *     #define f7 ((double (*)(sc_data *d, double v0, long long v1))X[3]) */
#include "code/generate/generate.h"

sc_text sc_segments_text(const ss_plan *plan, const bool *segments, sb_arena *kept)
{
	sc_emitter em;
	sc_text_open(&em, plan, kept, false);
	em.segments = segments;
	sc_functions_text(&em);
	return sc_text_close(&em);
}

void sc_segment_prototype(sc_emitter *em, uint32_t number, sb_text *out)
{
	const sm_function *f = em->model->functions.at[number];
	sb_addf(out, "#define f%u ((%s (*)(sc_data *d", number,
			sc_result_returned(f) ? sc_ctype(sc_result(f, 0)->type) : "void");
	if (sc_is_packed(f))
		sb_addf(out, ", const struct p%u *pack", number);
	else
		sc_put_parameters(f, ", ", "", out);
	sb_addf(out, "))X[%u])\n", sc_own_number(em, f->external->symbol));
}
