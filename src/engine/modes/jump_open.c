/* What people are told where the equations do not say how states jump: products of an impulse with what jumps,
 * positions on a constraint that is not linear. docs/events.md, E100 and E117. */
#include "engine/modes/impulse.h"
#include <math.h>
#include <string.h>

enum { NAMED_MOST = 4 };

sb_span se_jump_place(const se_run *run)
{
	for (uint32_t i = 0; i < run->image->constraints.n && !run->image->switches.n; i++)
		if (run->image->constraints.at[i].jumps)
			return run->image->constraints.at[i].span;
	return run->image->switches.n ? run->image->switches.at[0].span : (sb_span){0};
}

/* Has the model stated one of the states that the mode connects with this one? */
static bool is_stated_with(const se_run *run, uint32_t scalar)
{
	const se_scalar_jump j = {.scalar = scalar, .source = SE_FROM_NOWHERE};
	const se_impulses *m = run->mode->impulses;
	return m && m->plain ? se_is_stated_in(run, se_told_with(m, &j)) : se_any_stated(run);
}

void se_tell_moved(se_run *run, const double *x)
{
	sb_text text = {0};
	uint32_t shown = 0;
	uint64_t told, key = se_mode_key(run, run->mode->branch);
	if (sb_map_get(&run->modes->told_jumps, key, &told))
		return;
	for (uint32_t i = 0; i < run->image->states && shown < NAMED_MOST; i++) {
		uint32_t s = si_state_scalar(run->image, i);
		if (!se_is_seen(run, NULL, s, x[i], run->x[i] - x[i]) || is_stated_with(run, s))
			continue;
		sb_add(&text, shown++ ? ", " : "");
		si_scalar_name(run->image, s, &text);
		sb_addf(&text, " from %.6g to %.6g", x[i], run->x[i]);
	}
	if (shown) {
		sb_map_put(&run->modes->told_jumps, key, 1);
		sb_message *r = sb_report(run->diag, SB_WARNING, "R0250", se_jump_place(run),
								  "at time %.9g the states do not satisfy the constraints of the mode that is entered, "
								  "and the equations do not say how the states jump: %s", run->time, text.at);
		sb_note(r, "the constraint is not linear, so the direction in which its force acts changes while a position "
				   "jumps; the states were moved to the nearest values that fit");
		sb_help(r, "enter the mode when its constraint is satisfied, or give the values after the instant with reinit");
	}
	sb_text_free(&text);
}

/* The equations that have no value. Of an algorithm there is one for each target. */
static void name_equations(const se_impulses *of, uint32_t part, sb_message *r)
{
	const se_layer *m = of->found;
	for (uint32_t i = 0, shown = 0; i < m->image->undetermined.n && shown < NAMED_MOST; i++) {
		const si_undetermined *u = &m->image->undetermined.at[i];
		se_scalar_jump j = u->rate ? se_jump_in(m->image, u->scalar) : (se_scalar_jump){0};
		double value = u->rate ? se_jump_taken(m, &j) : sc_scalar_value(m->d, u->scalar);
		bool again = i > 0 && strcmp(si_word(m->image, u->text), si_word(m->image, u[-1].text)) == 0;
		if (!again && !(fabs(value) < SI_TOLD) && se_part_of(of, m, u->scalar) == part && ++shown)
			sb_also(r, u->span, "the product is in this equation: %s", si_word(m->image, u->text));
	}
}

/* A condition that the jump turns, and on whose side it depends. */
static void name_opposed(const se_run *run, const se_impulses *of, sb_message *r)
{
	const si_watch *w = &run->image->watches.at[of->opposed - 1];
	sb_text text = {0};
	si_print(run->image, w->written, &text);
	sb_also(r, w->span, "the jump would turn '%s', and depends on which side it has", text.at);
	sb_text_free(&text);
}

void se_name_products(const se_run *run, sb_message *r)
{
	const se_impulses *of = run->mode->impulses;
	if (of && of->opposed)
		name_opposed(run, of, r);
	const si_image *image = of && of->plain ? of->plain->image : NULL;
	for (uint32_t i = 0, shown = 0; image && i < image->undetermined.n && shown < NAMED_MOST; i++) {
		const si_undetermined *u = &image->undetermined.at[i];
		if ((i == 0 || strcmp(si_word(image, u->text), si_word(image, u[-1].text)) != 0) && ++shown)
			sb_also(r, u->span, "the product is in this equation: %s", si_word(image, u->text));
	}
}

static bool is_stated(const se_run *run, uint32_t scalar)
{
	for (uint32_t i = 0; i < run->stated.n; i++)
		if (run->stated.at[i].scalar == scalar)
			return true;
	return false;
}

void se_tell_open(se_run *run, const se_frame *old)
{
	const se_impulses *m = run->mode->impulses;
	uint64_t told, key = ~se_mode_key(run, run->mode->branch);       /* it may be told that nothing is known, too */
	if (sb_map_get(&run->modes->told_jumps, key, &told))
		return;
	sb_map_put(&run->modes->told_jumps, key, 1);
	for (uint32_t i = 0; i < m->found->jumps.n; i++) {
		uint32_t s = m->found->jumps.at[i].scalar;
		if (!isnan(m->found->jumps.at[i].by) || s >= run->image->common || is_stated(run, s))
			continue;
		sb_text name = {0};
		si_scalar_name(run->image, m->found->jumps.at[i].scalar, &name);
		sb_message *r = sb_report(run->diag, SB_WARNING, "R0231", se_jump_place(run),
								  "the equations do not say how '%s' jumps at time %.9g, %s: it keeps its value",
								  name.at, run->time, se_jump_cause(run, old, se_part_of(m, m->found, s)));
		name_equations(m, se_part_of(m, m->found, s), r);
		sb_note(r, "its rate has the product of an impulse and a quantity that jumps in the same instant, and such a "
				   "product has no value");
		sb_help(r, "give its value after the instant with reinit");
		sb_text_free(&name);
	}
}
