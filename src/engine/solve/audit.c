/* Errors that add up (E127). A solver holds the error of one step. Where the model forgets errors, as a heated room
 * does, that is enough; an oscillator without damping keeps them, and after a hundred thousand periods nothing of its
 * amplitude is left. So a run of many steps is audited now and then: a stretch of some steps is made again with a
 * smaller tolerance, and once more from a state that is a little off. The first tells what the solver loses in the
 * stretch, the second whether the model forgets it. */
#include "engine/evaluate/engine_evaluate.h"
#include "engine/process/engine_process.h"
#include "engine/solve/engine_solve.h"
#include "engine/watch/watch.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST = 20000, STRETCH = 200, MOST = 20 * STRETCH, RETRY = 997, SIZES = 16, STATES_MOST = 200 };
static const double FINER = 1e-2, KEPT = 0.3, GROWN = 10, TOLD = 0.01;

struct se_audit {
	const si_image *image;             /* of the mode in which it is made */
	uint64_t steps, next;
	double since; uint64_t since_steps;      /* of the last audit, or the beginning */
	double *size, *off; /* by state: the largest so far; what it is off by since the model forgot it last */
	bool told;
};

static bool is_possible(const se_run *run)
{
	return run->solver && !run->ops->fixed_step && !run->hold && !run->projection && !run->image->delays.n &&
		   !run->image->transports.n && !run->process->any && run->image->states <= STATES_MOST;
}

static void open(se_run *run)
{
	uint32_t n = run->image->states + 1;
	const struct se_audit *before = run->solving->audit;
	struct se_audit *a = sb_new(run->once, struct se_audit);
	uint64_t steps = before ? before->steps : 0;
	*a = (struct se_audit){run->image,
						   steps,
						   before ? before->next : FIRST,
						   run->time,
						   steps,
						   sb_new_array(run->once, double, n),
						   sb_new_array(run->once, double, n),
						   before && before->told};
	run->solving->audit = a;
}

static bool all_hold(se_run *run, double t, const double *x, double *f)
{
	if (!se_functions_at(run, t, x, f, run->view->near))
		return false;
	for (uint32_t i = 0; i < run->image->watches.n; i++)
		if (se_truth(run, i, run->view->near[i]) != run->d->latch[i])
			return false;
	return true;
}

static void tell(se_run *run, uint32_t state, double part)
{
	sb_text name = {0};
	si_scalar_name(run->image, si_state_scalar(run->image, state), &name);
	sb_message *m = sb_report(run->diag, SB_WARNING, "R0262", (sb_span){0},
							  "errors of the solver have added up: '%s' is off by about %.2g %% at time %.9g", name.at,
							  100 * part, run->time);
	sb_note(m,
			"a model without damping does not forget errors: they grow with the length of the run, here over %llu "
			"steps",
			(unsigned long long)run->solving->audit->steps);
	sb_help(m, "use a smaller tolerance (--tol %.1g), or another solver", fmax(1e-12, 1e-2 * run->settings.tolerance));
	sb_text_free(&name);
	run->solving->audit->told = true;
}

/* What the stretch up to t has shown. x: as the run goes; y: more closely; z: the same from a state that is off by 1 in
 * units of the tolerance. */
static void judge(se_run *run, double span, const double *x, const double *y, const double *z)
{
	struct se_audit *a = run->solving->audit;
	double passed = run->time - a->since, worst = 0;
	uint32_t which = 0;
	for (uint32_t i = 0; i < run->image->states; i++) {
		double left = fabs(z[i] - y[i]) / (run->tolerance * (a->size[i] + run->size[i]));
		a->off[i] = left >= KEPT && left <= GROWN ? a->off[i] + fabs(x[i] - y[i]) * passed / span
					: left < KEPT                 ? 0.5 * a->off[i]
												  : a->off[i];
		double part = a->off[i] / fmax(a->size[i], run->size[i]);
		if (part > worst) {
			worst = part;
			which = i;
		}
	}
	if (worst > TOLD)
		tell(run, which, worst);
	a->since = run->time;
	a->since_steps = a->steps;
}

static void audit(se_run *run, double limit)
{
	struct se_audit *a = run->solving->audit;
	uint32_t n = run->image->states;
	double span = STRETCH * (run->time - a->since) / (double)(a->steps - a->since_steps), to = run->time + span;
	a->next = a->steps + RETRY;
	if (!(span > 0) || to > fmin(limit, run->settings.stop))
		return;
	double *x = sb_draw(NULL, 4 * (n + 1) * sizeof *x), *y = x + n + 1, *z = y + n + 1, *f = z + n + 1;
	double tolerance = fmax(FINER * run->tolerance, sv_least_tolerance(run->ops));
	se_here(run);
	for (uint32_t i = 0; i < n; i++) {
		x[i] = y[i] = run->x[i];
		z[i] = run->x[i] + (i % 2 ? -1 : 1) * run->tolerance * (a->size[i] + run->size[i]);
	}
	if (se_trip(run, run->tolerance, to, x, MOST) && se_trip(run, tolerance, to, y, MOST) &&
		se_trip(run, tolerance, to, z, MOST) && all_hold(run, to, y, f)) {
		judge(run, span, x, y, z);
		a->next = a->steps + (a->steps < 1000000 ? a->steps : 1000000);
	}
	sb_put_back(x);
	se_here(run);
}

void se_look_at_errors(se_run *run, double limit)
{
	if (!run->image->states || run->ops->fixed_step || run->ops->quantised)
		return;
	if (!run->solving->audit || run->solving->audit->image != run->image)
		open(run);
	struct se_audit *a = run->solving->audit;
	a->steps++;
	if (a->told)
		return;
	for (uint32_t i = 0; a->steps % SIZES == 0 && i < run->image->states; i++)
		a->size[i] = fmax(a->size[i], fabs(run->x[i]));
	if (a->steps >= a->next && is_possible(run))
		audit(run, limit);
}

void se_audit_archive(se_run *run, sb_archive *a)
{
	bool any = run->solving->audit && run->solving->audit->image == run->image;
	sb_archive_tag(a, "audit");
	sb_archive_one(a, any);
	if (!any)
		return;
	if (!run->solving->audit)
		open(run);
	struct se_audit *u = run->solving->audit;
	sb_archive_one(a, u->steps);
	sb_archive_one(a, u->next);
	sb_archive_one(a, u->since);
	sb_archive_one(a, u->since_steps);
	sb_archive_one(a, u->told);
	sb_archive_bytes(a, u->size, run->image->states * sizeof *u->size);
	sb_archive_bytes(a, u->off, run->image->states * sizeof *u->off);
}
