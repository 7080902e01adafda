/* The tables of an impulse system: what is open in it, what it keeps, what belongs together. */
#include "code/make/make.h"

void si_make_impulses(si_maker *m)
{
	const ss_plan *plan = m->plan;

	for (uint32_t i = 0; i < plan->undetermined.n; i++) {
		const ss_undetermined *u = &plan->undetermined.at[i];
		SI_ADD(undetermined, (si_undetermined){ u->scalar, u->rate, {0}, u->span, si_make_text(m, u->text) });
	}
	for (uint32_t i = 0; i < plan->kept.n; i++) {
		si_range terms = { m->image->kept_terms.n, plan->kept.at[i].terms.n };
		for (uint32_t k = 0; k < terms.n; k++) {
			const ss_kept_term *t = &plan->kept.at[i].terms.at[k];
			SI_ADD(kept_terms, (si_kept_term){ t->scalar, si_make_formula(m, t->factor), si_make_phrase(m, t->read),
											t->negative, {0} });
		}
		SI_ADD(kept, (si_kept){ terms });
	}
	for (uint32_t i = 0; i < plan->parts.n; i++)
		SI_ADD(parts, (si_part){ plan->parts.at[i].scalar, plan->parts.at[i].part });
	for (uint32_t i = 0; i < plan->regions.n; i++)
		SI_ADD(regions, (si_part){ plan->regions.at[i].scalar, plan->regions.at[i].part });
	for (uint32_t i = 0; i < plan->watch_parts.n; i++)
		SI_ADD(watch_parts, plan->watch_parts.at[i]);
	for (uint32_t i = 0; i < plan->switch_parts.n; i++)
		SI_ADD(switch_parts, plan->switch_parts.at[i]);
	for (uint32_t i = 0; i < plan->impulsive.n; i++)
		SI_ADD(impulsive, plan->impulsive.at[i]);
	for (uint32_t i = 0; i < plan->steady.n; i++)
		SI_ADD(steady, plan->steady.at[i]);
	for (uint32_t i = 0; i < plan->positions.n; i++)
		SI_ADD(positions, plan->positions.at[i]);
}
