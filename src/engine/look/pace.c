/* Runs that would take very long (E125): what makes their steps so short. It is counted in steps and not in seconds, so
 * that the same is said on every machine. */
#include "engine/evaluate/engine_evaluate.h"
#include "engine/look/look.h"
#include "engine/watch/course.h"
#include <math.h>
#include <string.h>

enum { WINDOW = 100000, WINDOWS = 2, GLANCE = 2000 };
static const double MANY = 3e7;          /* steps that are left */

/* The condition that has turned most often. */
static const se_course *busiest(const se_run *run, uint32_t *watch)
{
	const se_course *found = NULL;
	uint64_t most = 0;
	for (uint32_t i = 0; i < run->image->watches.n; i++) {
		uint64_t at;
		if (!sb_map_get(&run->watched->courses->of, se_course_key(run, i), &at))
			continue;
		const se_course *s = run->watched->courses->list.at[at];
		if (s->to[1].count > most) {
			most = s->to[1].count;
			*watch = i;
			found = s;
		}
	}
	return found;
}

/* The state that changes fastest, and the time in which it would change by its own size. */
static double fastest(se_run *run, sb_text *name)
{
	double most = 0;
	uint32_t which = UINT32_MAX;
	se_here(run);
	run->f->rates(run->d);
	if (run->d->failed)
		sc_forgive(run->d);
	for (uint32_t i = 0; i < run->image->states; i++) {
		double rate = fabs(run->xd[i]) / (fabs(run->x[i]) + run->size[i]);
		if (isfinite(rate) && rate > most) {
			most = rate;
			which = i;
		}
	}
	uint32_t scalar = which == UINT32_MAX ? UINT32_MAX : si_state_scalar(run->image, which);
	if (scalar == UINT32_MAX)
		return 0;
	si_scalar_name(run->image, scalar, name);
	return 1 / most;
}

static void tell(se_run *run, double left, double steps, double events)
{
	uint32_t watch = UINT32_MAX;
	const se_course *s = busiest(run, &watch);
	bool by_events = s && events > 0.2 * steps;
	sb_text text = {0};
	sb_message *m =
		sb_report(run->diag, SB_INFO, "R0261", by_events ? run->image->watches.at[watch].span : (sb_span){0},
				  "at time %.9g the run makes steps of about %.3g, so that %.2g more steps are needed", run->time,
				  (run->time - run->looked->pace.since) / steps, left);
	if (by_events) {
		si_print(run->image, run->image->watches.at[watch].written, &text);
		sb_note(m, "%.0f %% of the steps end at an event; '%s' has become true most often, %llu times",
				100 * fmin(1, events / steps), text.at, (unsigned long long)s->to[1].count);
		sb_help(m, "if these events are not of interest, add a hysteresis to the condition, or %s",
				si_word(run->image, run->image->help.smooth));
	} else {
		double time = fastest(run, &text);
		if (time > 0)
			sb_note(m,
					"'%s' changes fastest: at its present rate it changes by its own size in %.3g seconds",
					text.at, time);
		sb_help(m, "use a larger --tol, a shorter --stop, or a model in which the fast part is at rest or averaged%s",
				run->ops->implicit ? ""
								   : "; or use the solver auto, which notices where an implicit method is better");
	}
	sb_text_free(&text);
}

/* At the pace of these steps. */
static double steps_left(const se_run *run, double since, double steps)
{
	double span = run->settings.stop - run->time, taken = run->time - since;
	return isfinite(span) && taken > 0 ? steps * span / taken : 0;
}

/* Steps may be very short because rounding is taken for a value. */
static void glance(se_run *run)
{
	struct se_pace *p = &run->looked->pace;
	if (steps_left(run, p->glanced, GLANCE) > MANY)
		se_raise_sizes(run);
	p->glanced = run->time;
}

void se_look_at_length(se_run *run)
{
	struct se_pace *p = &run->looked->pace;
	if (++p->steps % GLANCE == 0)
		glance(run);
	if (p->steps < WINDOW)
		return;
	double left = steps_left(run, p->since, WINDOW);
	p->windows = left > MANY ? p->windows + 1 : 0;
	if (p->windows >= WINDOWS && !p->told) {
		p->told = true;
		tell(run, left, WINDOW, (double)(run->stats.state_events - p->events));
	}
	p->since = run->time;
	p->events = run->stats.state_events;
	p->steps = 0;
}
