/* Ramps. Where the initial system is not solved from its start values, parameters that the model names for this are set
 * to values with which it is easy, and led to their own, one after the other in the order of the model; each solution
 * is the guess of the next. So the sources of a circuit rise from zero, then junctions that were straight lines get
 * steep, then conductances beside them vanish. That this was needed is told.
 *
 * Nearness. A run that is begun again with other parameters may look for its initial values from those that it had. */
#include "engine/instant/instant.h"
#include "engine/process/engine_process.h"

#include <math.h>

#include "code/runtime/runtime.h"

static const double FIRST = 0.1, LEAST = 1e-5;       /* of the way */

typedef struct ramp { const si_variable *of; double to; } ramp;

/* Between numbers of one sign by their ratio: 1e-2, 1e-3, ... */
static double along(const ramp *r, double share)
{
	double from = r->of->ramp;
	if (share >= 1)
		return r->to;
	return from * r->to > 0 ? from * pow(r->to / from, share) : from + share * (r->to - from);
}

static bool put(se_run *run, const ramp *r, double share)
{
	sc_set_scalar(run->d, r->of->first, along(r, share));
	run->f->parameters(run->d);
	return !run->d->failed;
}

static bool solved(se_run *run, const ramp *r, double share, bool (*solve)(se_run *run))
{
	bool good = put(run, r, share) && solve(run);
	if (run->settings.log & SE_LOG_INIT)
		se_logf(run, SE_LOG_INIT, "%s = %.9g: %s", si_word(run->image, r->of->name), along(r, share),
				good ? "initial values found" : "no initial values found");
	return good;
}

/* From where the parameter is easy, and has been solved with, to its own value. */
static bool lead(se_run *run, const ramp *r, bool (*solve)(se_run *run))
{
	double reached = 0, step = FIRST;
	while (reached < 1) {
		double next = fmin(1, reached + step);
		if (solved(run, r, next, solve)) {
			reached = next;
			step *= 2;
		} else {
			step *= 0.25;
			if (run->failed || step < LEAST || se_overdue(run))
				return false;
			sc_forgive(run->d);
			if (!solved(run, r, reached, solve))
				return false;
		}
	}
	return true;
}

static void tell(se_run *run, const ramp *r, uint32_t count)
{
	sb_text all = {0};
	for (uint32_t k = 0; k < count; k++)
		sb_addf(&all, "%s'%s' from %.9g to %.9g", k ? ", " : "", si_word(run->image, r[k].of->name), r[k].of->ramp,
				r[k].to);
	sb_note(sb_report(run->diag, SB_INFO, "R0117", r->of->span, "the initial values were found by leading %s", all.at),
			"from their start values they were not found: of several solutions this is the one that the way leads to");
	sb_text_free(&all);
}

/* All of them; in the arena of the run. */
static uint32_t find_ramps(se_run *run, ramp **out)
{
	uint32_t n = run->image->variables.n, count = 0;
	*out = sb_new_array(run->once, ramp, n + 1);
	for (uint32_t i = 0; i < n; i++)
		if (!isnan(run->image->variables.at[i].ramp)) {
			ramp r = {.of = &run->image->variables.at[i]};
			r.to = sc_scalar_value(run->d, r.of->first);
			(*out)[count++] = r;
		}
	return count;
}

bool se_lead_ramps(se_run *run, bool (*solve)(se_run *run))
{
	ramp *r;
	uint32_t count = find_ramps(run, &r);
	bool good = count > 0;
	if (!count)
		return false;
	sc_forgive(run->d);
	for (uint32_t k = 0; k < count; k++)
		good = put(run, &r[k], 0) && good;
	good = good && se_starts(run) && solved(run, &r[0], 0, solve);
	for (uint32_t k = 0; k < count && good; k++)
		good = lead(run, &r[k], solve);
	if (good) {
		tell(run, r, count);
		return true;
	}
	sc_forgive(run->d);
	for (uint32_t k = 0; k < count; k++)
		put(run, &r[k], 1);
	return !run->failed && se_starts(run) && solve(run);         /* fails as it did at first, and knows why */
}

/* ------------------------------------------------------------------------------------------------------ nearness */

/* The scalar of unknown k of the nonlinear loops; UINT32_MAX: it is none. */
static uint32_t unknown_scalar(const si_unknown *u)
{
	return u->op == SX_VAR ? u->number : UINT32_MAX;
}

void se_keep_near(se_run *run)
{
	se_instants *s = run->instants;
	uint32_t n = run->image->unknowns.n;
	bool known = run->settings.near && run->begun && !run->failed;
	if (known && s->near_room < n) {
		s->near = sb_new_array(run->arena, double, n + 1);
		s->near_room = n;
	}
	s->near_count = known ? n : 0;
	for (uint32_t k = 0; k < s->near_count; k++) {
		uint32_t scalar = unknown_scalar(&run->image->unknowns.at[k]);
		s->near[k] = scalar == UINT32_MAX ? NAN : sc_scalar_value(run->d, scalar);
	}
}

void se_begin_near(se_run *run)
{
	const se_instants *s = run->instants;
	for (uint32_t k = 0; k < s->near_count && s->near_count == run->image->unknowns.n; k++)
		if (isfinite(s->near[k]))
			sc_set_scalar(run->d, unknown_scalar(&run->image->unknowns.at[k]), s->near[k]);
}
