/* Evaluations: the generated functions with the run's values around them.
 *
 * Inside the solver d->x and d->xd are the solver's own vectors, which saves copying. Elsewhere d->x is the run's own
 * vector, which has its states, or x_there while another point is evaluated.
 */
#include "base/check.h"
#include "engine/evaluate/engine_evaluate.h"
#include <math.h>
#include <string.h>

#include "base/whole.h"

static uint64_t seal_of(const se_run *run)
{
	return sb_hash((const char *)run->x, run->image->states * sizeof *run->x, 1);
}

void se_unseal(se_run *run)
{
	run->unsealed++;
}

void se_seal(se_run *run)
{
	run->unsealed -= run->unsealed > 0;
	if (SB_CHECKED)
		run->seal = seal_of(run);
}

static void go_to(se_run *run, double t, double *x)
{
	if (SB_CHECKED && !run->unsealed)
		sb_must(run->seal == seal_of(run), "the states at time %.17g were written outside of an instant", run->time);
	run->d->time = t;
	run->d->x = x;
	run->d->xd = run->xd;
	se_new_point(run);
}

void se_at_part(se_run *run, double t)
{
	go_to(run, t, run->x_there);
}

void se_at(se_run *run, double t, const double *x)
{
	bool there = x && x != run->x;
	go_to(run, t, there ? run->x_there : run->x);
	if (there && x != run->x_there)
		memcpy(run->x_there, x, run->image->states * sizeof *x);
}

void se_here(se_run *run)
{
	se_at(run, run->time, run->x);
}

void se_evaluate_all(se_run *run)
{
	sc_forget_noticed(run->d);
	run->f->rates(run->d);
	se_evaluate_rest(run);
}

void se_evaluate_rest(se_run *run)
{
	run->f->watch(run->d, run->g_a);
	run->f->outputs(run->d);
	run->stats.evaluations++;
	se_all_fresh(run, SI_RATES);
	se_all_fresh(run, SI_WATCH);
	se_all_fresh(run, SI_OUTPUT);
}

bool se_all_finite(const double *v, uint32_t n)
{
	double a = 0, b = 0, c = 0,
		   d = 0; /* v - v is 0 unless v is not finite: one test at the end, no branch in the loop */
	uint32_t i = 0;
	for (; i + 4 <= n; i += 4) {             /* four sums: an addition need not wait for the one before */
		a += v[i] - v[i];
		b += v[i + 1] - v[i + 1];
		c += v[i + 2] - v[i + 2];
		d += v[i + 3] - v[i + 3];
	}
	for (; i < n; i++)
		a += v[i] - v[i];
	return a + b + c + d == 0;
}

void se_offer_rates(const se_run *run, double *xd)
{
	if (run->image->loops.n && xd != run->xd)
		memcpy(xd, run->xd, run->image->states * sizeof *xd);
}

int se_rates(void *context, double t, const double *x, double *xd)
{
	se_run *run = context;
	sc_data *d = run->d;
	d->time = t;
	d->x = (double *)x;
	d->xd = xd;
	se_offer_rates(run, xd);
	sc_forget_noticed(d);
	int unheld = run->hold ? run->asks->held_rates(run, t, x, xd) : 0;
	if (!run->hold)
		run->f->rates(d);
	run->noticed = run->noticed || sc_noticed(d);
	if (run->image->breaks.n && !run->hold)
		run->asks->look_at_breaks(run);
	run->fresh_x = run->hold ? NULL : x;
	if (run->guarded)
		memcpy(run->fresh_xd, xd, run->image->states * sizeof *xd);
	run->fresh_time = t;
	int bad = unheld || d->failed || !se_all_finite(xd, run->image->states);
	if (bad) {
		run->bad = true;
		run->bad_time = t;
		memcpy(run->bad_x, x, run->image->states * sizeof *x);
		sc_forgive(d);
	}
	if (!bad && run->image->blocks.n)
		se_tell_try(run);
	d->x = run->x;
	d->xd = run->xd;
	return bad;
}

int se_jacobian(void *context, double t, const double *x, const double *xd, double *values)
{
	se_run *run = context;
	sc_data *d = run->d;
	d->time = t;
	d->x = (double *)x;
	d->xd = run->xd;
	(void)xd;
	run->f->rates(d);                /* what the entries are made of: the solver may have evaluated elsewhere since */
	if (run->entry_at) {
		run->f->jacobian(d, run->jacobian_entries);
		memset(values, 0, run->jacobian_places * sizeof *values);
		for (uint32_t i = 0; i < run->image->jacobian.entry_count; i++)
			values[run->entry_at[i]] += run->jacobian_entries[i];
	} else {
		run->f->jacobian(d, values);
	}
	int bad = d->failed;
	if (bad)
		sc_forgive(d);
	d->x = run->x;
	return bad;
}

/* Values could not be computed at the present point: says why, as exactly as can be found out. */
void se_report_trouble(se_run *run, const char *doing)
{
	uint32_t errors = sb_errors(run->diag);
	run->failed = true;
	if (sc_noticed(run->d) && !run->d->failed)
		sc_fail_noticed(run->d, sc_take_notice(run->d));
	if (se_overdue(run) || (run->d->failed && sc_report_failure(run->d)))
		return;
	if (sc_report_not_finite(run->d, doing))
		return;
	if (sb_errors(run->diag) == errors)
		sb_report(run->diag, SB_ERROR, "R0100", (sb_span){0}, "the model could not be evaluated while %s at time %.9g",
				  doing, run->d->time);
}

bool se_is_infinite(se_run *run)
{
	se_evaluate_all(run);
	bool bad = run->d->failed || !se_all_finite(run->d->r, run->image->reals);
	if (run->d->failed)
		sc_forgive(run->d);
	return bad;
}

double se_started_value(const se_run *run, si_formula formula)
{
	double v;
	return sc_formula(run->d, formula, SC_STARTED, NULL, &v) ? v : NAN;
}

double se_parameter_value(const se_run *run, si_formula formula, double otherwise)
{
	double v;
	return sc_formula(run->d, formula, SC_VARIABLES, NULL, &v) ? v : otherwise;
}

double se_element_value(const se_run *run, si_formula formula, const si_variable *v, uint32_t element, double otherwise)
{
	double value;
	sc_element at = {v, element};
	return sc_formula(run->d, formula, SC_VARIABLES, &at, &value) ? value : otherwise;
}
