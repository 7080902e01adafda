/* Watching over a choice of states that may break down.
 *
 * Where StateSelect.always or never takes a variable y from a constraint whose factor for it can become zero, the
 * motion may come to a point beyond which y lies on another branch: the pendulum whose state is x, at the side of
 * its circle. A loop that is singular there says so itself. But a step may lead past such a point and the loop find
 * the old branch again, as if the motion had been reflected; then a derivative of y has jumped without an event. So
 * the dependent variables are compared from step to step: none changes by more than a few times what its own
 * derivative, at the begin and the end of the step, allows. */
#include "engine/evaluate/engine_evaluate.h"
#include "engine/look/look.h"
#include <math.h>

static const double SLACK = 3;

struct se_choice {
	sb_vec(uint32_t) constraint, scalar, rate;
	double time, *value, *slope;     /* time NAN: nothing to compare with */
};

static const si_dependent *dependent(const si_image *image, uint32_t scalar)
{
	for (uint32_t i = 0; i < image->dependents.n; i++)
		if (image->dependents.at[i].scalar == scalar)
			return &image->dependents.at[i];
	return NULL;
}

void se_choice_open(se_run *run)
{
	const si_image *image = run->image;
	se_choice *c = sb_new(run->own, se_choice);
	for (uint32_t i = 0; i < image->constraints.n; i++) {
		const si_dependent *d = NULL;
		uint32_t s = image->constraints.at[i].dependent;
		while (image->constraints.at[i].chosen && (d = dependent(image, s))) {
			sb_push(run->own, c->constraint, i);
			sb_push(run->own, c->scalar, s);
			sb_push(run->own, c->rate, d->rate);
			s = d->rate;
		}
	}
	if (!c->scalar.n)
		return;
	c->value = sb_new_array(run->own, double, c->scalar.n);
	c->slope = sb_new_array(run->own, double, c->scalar.n);
	c->time = NAN;
	run->choice = c;
}

/* After an instant values may differ. */
void se_choice_forget(se_run *run)
{
	if (run->choice)
		run->choice->time = NAN;
}

static void report(se_run *run, const si_constraint *c, uint32_t scalar, double from, double to)
{
	sb_text name = {0}, what = {0};
	si_scalar_name(run->image, c->dependent, &name);
	si_scalar_name(run->image, scalar, &what);
	sb_message *m = sb_report(run->diag, SB_ERROR, "R0111", c->span,
							  "the choice of states breaks down at time %.9g: '%s' is computed from the "
							  "constraint '%s', which does not determine it there",
							  run->time, name.at, si_word(run->image, c->text));
	sb_note(m, "'%s' goes from %.6g to %.6g in one step, which is more than its derivative allows", what.at, from, to);
	sb_help(m, "remove StateSelect.always or never from the variables of this constraint, so that all of them stay "
			   "states and are kept on it; or choose other states");
	sb_text_free(&name);
	sb_text_free(&what);
	run->failed = true;
}

bool se_choice_holds(se_run *run)
{
	se_choice *c = run->choice;
	if (!c)
		return true;
	double h = run->time - c->time;
	se_evaluate_all(run);
	for (uint32_t i = 0; i < c->scalar.n; i++) {
		double value = sc_scalar_value(run->d, c->scalar.at[i]), slope = sc_scalar_value(run->d, c->rate.at[i]);
		double most =
			SLACK * h * fmax(fabs(slope), fabs(c->slope[i])) + 10 * run->settings.tolerance * (1 + fabs(value));
		if (fabs(value - c->value[i]) > most) {      /* never true while h is NAN */
			report(run, &run->image->constraints.at[c->constraint.at[i]], c->scalar.at[i], c->value[i], value);
			return false;
		}
		c->value[i] = value;
		c->slope[i] = slope;
	}
	c->time = run->time;
	return true;
}

void se_choice_archive(se_run *run, sb_archive *a)
{
	se_choice *c = run->choice;
	if (!c)
		return;
	sb_archive_tag(a, "choice");
	sb_archive_one(a, c->time);
	sb_archive_bytes(a, c->value, c->scalar.n * sizeof *c->value);
	sb_archive_bytes(a, c->slope, c->scalar.n * sizeof *c->slope);
}
