/* States and unknowns of loops that leave all bounds. One that has become 1e20 times as large as the states at the beginning, and as its nominal value, is mostly
 * not what the model means: a sign is wrong, or a step went astray. It may be, so the run goes on, and says at its end which one left, and when. Growth
 * that is meant is known by the nominal value. */
#include "engine/inside.h"
#include <math.h>

static const double BEYOND = 1e20;

static double largest_state(const se_run *run)
{
	double largest = 0;
	for (uint32_t i = 0; i < run->plan->states; i++)
		largest = fmax(largest, fabs(run->x[i]));
	return largest;
}

/* Linear loops whose solution is lost to rounding, once in a run. */
void se_watch_loops(se_run *run)
{
	static const double LOST = 1e-3;
	for (uint32_t i = 0; i < run->plan->blocks.n && !run->weak_told; i++) {
		double lost = run->plan->blocks.at[i]->linear ? sc_loop_lost(run->d, i) : 0;
		if (!(lost > LOST))
			continue;
		sc_report_weak(run->d, i, lost, run->time);
		run->weak_told = true;
	}
}

void se_watch_sizes(se_run *run)
{
	se_beyond *b = &run->beyond;
	if (b->left)
		return;
	double largest = largest_state(run);
	if (b->bound == 0)
		b->bound = BEYOND * fmax(1, largest);
	for (uint32_t i = 0; largest > b->bound && i < run->plan->states && !b->left; i++)
		if (fabs(run->x[i]) > b->bound && fabs(run->x[i]) > BEYOND * run->nominal[i])
			*b = (se_beyond){b->bound, true, ss_state_scalar(run->plan, i), run->time, run->x[i]};
	double value = 0;
	sx_ref unknown = b->left ? 0 : sc_unknown_beyond(run->d, b->bound, BEYOND, &value);
	if (unknown)
		*b = (se_beyond){b->bound, true, sm_scalar_of(run->model, unknown), run->time, value};
}

void se_tell_sizes(se_run *run)
{
	const se_beyond *b = &run->beyond;
	uint32_t element;
	if (!b->left)
		return;
	sb_text name = {0};
	sm_scalar_name(run->model, b->scalar, &name);
	const sm_variable *v = sm_var(run->model, sm_variable_of_scalar(run->model, b->scalar, &element));
	sb_message *m = sb_report(run->diag, SB_WARNING, "R0330", v->span, "'%s' has left all bounds: it is %.3g at time %.9g", name.at, b->value, b->time);
	sb_note(m, "that is more than 1e20 times its nominal value and everything that the states were at the beginning");
	sb_help(m, "look for a wrong sign or unit, or try a smaller --tol or another --solver; if it is meant to grow like that, give it a nominal value");
	sb_text_free(&name);
}
