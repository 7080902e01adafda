/* What is told of transports (spatialDistribution).
 *
 * An end that is held shows, while a step is made, what went in when the step began. The error estimate of the solver
 * does not see this. So once a step is accepted, the rates are evaluated with the end as it was in the step and as it
 * is then: half of the difference, times the step, is about what the states are off by. Where nobody reads the end, or
 * with a factor that is zero (as streams do that flow towards it), there is no difference.
 *
 * A transport that moves against what is said of it (positiveVelocity) lets the other signal in. */
#include "engine/evaluate/engine_evaluate.h"
#include "engine/past/past.h"
#include <math.h>
#include <string.h>

static const double LAG = 10;        /* told from so many tolerances on */
static const double AGAINST = 0.01;  /* of the length, in steps that follow each other */

static bool any_held(const se_run *run)
{
	for (uint32_t k = 0; k < run->image->transports.n; k++)
		if (run->image->transports.at[k].held[0] || run->image->transports.at[k].held[1])
			return true;
	return false;
}

static bool rates_at(se_run *run, double t, double *f)
{
	double *functions = sb_draw(NULL, (run->image->watches.n + 1) * sizeof *functions);
	se_interpolate(run, t, run->x_try);
	bool good = se_evaluate_at(run, t, run->x_try, f, functions, NULL, NULL);
	sb_put_back(functions);
	return good;
}

/* The rates with the ends as they are in the step; NULL: nobody needs them. */
double *se_before_filling(se_run *run, double until)
{
	if (!any_held(run) || !run->image->states || !isfinite(run->past->lag))
		return NULL;
	double *f = sb_draw(NULL, 2 * ((size_t)run->image->states + 1) * sizeof *f);
	if (rates_at(run, until, f))
		return f;
	sb_put_back(f);
	return NULL;
}

static void tell_lag(se_run *run, double until, uint32_t state, double read, double right)
{
	uint32_t k = 0;
	sb_text name = {0};
	while (!run->image->transports.at[k].held[0] && !run->image->transports.at[k].held[1])
		k++;
	const si_transport *t = &run->image->transports.at[k];
	si_scalar_name(run->image, si_state_scalar(run->image, state), &name);
	sb_message *m = sb_report(run->diag, SB_WARNING, "R0726", t->span,
							  "what goes into this spatialDistribution depends on what comes out at the same end, and "
							  "the end shows what went in when each step began");
	sb_note(m, "at time %.9g, the rate of '%s' was %.9g; with what goes in then, it is %.9g", until, name.at, read,
			right);
	sb_help(m, "use shorter steps (--max-step), or put a state between the two (der(y) = (u - y)/T)");
	sb_text_free(&name);
	run->past->lag = INFINITY;
}

static void look_at_lag(se_run *run, double from, double until, const double *before, double *after)
{
	uint32_t worst = 0;
	double most = 0;
	if (!rates_at(run, until, after))
		return;
	for (uint32_t i = 0; i < run->image->states; i++) {
		double off = 0.5 * (until - from) * fabs(after[i] - before[i]) / fmax(fabs(run->x_try[i]), run->size[i]);
		worst = off > most ? i : worst;
		most = fmax(off, most);
	}
	run->past->lag += most;
	if (run->past->lag > LAG * run->settings.tolerance)
		tell_lag(run, until, worst, before[worst], after[worst]);
}

static void look_at_way(se_run *run, uint32_t transport)
{
	se_profile *p = se_profile_of(run, transport);
	const se_samples *of = &run->delays->flows[transport];
	const si_transport *t = &run->image->transports.at[transport];
	double way = of->n < 6 ? 0 : of->at[of->n - 3] - of->at[0];
	if (way == 0 || !isfinite(p->against))
		return;
	p->against = (way > 0) == (run->delays->flow[4 * transport + 3] != 0) ? 0 : p->against + fabs(way);
	if (p->against <= AGAINST)
		return;
	sb_message *m = sb_report(run->diag, SB_WARNING, "R0727", t->span,
							  "near time %.9g this spatialDistribution moves %s, but its positiveVelocity says that it "
							  "does not", run->time, way > 0 ? "from end 0 to end 1" : "from end 1 to end 0");
	sb_note(m, "its x has %s by %.3g; out0 and out1 show the signals that enter at the wrong ends",
			way > 0 ? "grown" : "fallen", p->against);
	sb_help(m, "let positiveVelocity be true while x grows: der(x) >= 0");
	p->against = INFINITY;
}

void se_after_filling(se_run *run, double from, double until, double *before)
{
	for (uint32_t k = 0; k < run->image->transports.n; k++)
		look_at_way(run, k);
	if (before)
		look_at_lag(run, from, until, before, before + run->image->states + 1);
	sb_put_back(before);
}
