/* Runs that crawl (E92). A discontinuous function that makes no event, as sign(s) does, stands in the rates; on both
 * sides of its jump the model moves back to the other side. Then a solver goes to and fro across the jump: one with
 * variable steps makes them as short as the tolerance asks for, which may take hours, and one with fixed steps is wrong
 * by as much as a step brings about.
 *
 * The pace costs nothing to see. Where steps have become so short that very many are left, or are fixed, a few of them
 * are looked at: the values of all such functions (si_image.breaks) wherever the solver evaluates the rates. The points
 * that it accepts may all be on one side. */
#include "engine/look/look.h"
#include <math.h>

enum { WINDOW = 1000, LOOK = 400, STEPS_FIXED = 64, WINDOWS = 60, WINDOW_MOST = 1000 << 7 };
static const double SLOW = 2e4, HOPELESS = 3e6;      /* steps that are left */

struct se_crawl {
	const si_image *image;             /* of the mode in which it looks */
	uint32_t steps, window;
	double since, taken;             /* of the present window: so many of them, and how long they were */
	bool looks; uint32_t looked;     /* samples are taken; so many were */
	double *value;                   /* by break: LOOK samples */
	double *low, *high;              /* by state: between what it was while they were taken */
	uint32_t step_of[LOOK];          /* by sample: the step for which it was evaluated */
	uint32_t windows;                /* in which it crawled, but for those since in which it did not */
	double crawls_since; uint64_t crawled;   /* since when, and how many steps */
	bool told;
};

static void begin(se_run *run, uint32_t window)
{
	se_crawl *c = run->looked->crawl;
	c->steps = c->looked = 0;
	c->looks = false;
	c->window = window;
	c->since = run->time;
}

void se_crawl_clear(se_run *run)
{
	run->looked->crawl = sb_new(run->once, se_crawl);
}

/* In this mode. */
static void open(se_run *run)
{
	se_crawl *c = run->looked->crawl;
	uint32_t n = run->image->breaks.n;
	if (c->image == run->image)
		return;
	c->image = run->image;
	c->value = sb_new_array(run->once, double, (size_t)n * LOOK);
	c->low = sb_new_array(run->once, double, run->image->states + 1);
	c->high = sb_new_array(run->once, double, run->image->states + 1);
	c->windows = 0;
	begin(run, WINDOW);
}

/* ----------------------------------------------------------------------------------------------------------- values */

static double value_of(se_run *run, uint32_t number)
{
	double v;
	return sc_break_value(run->d, number, &v) ? v : NAN;
}

void se_look_at_breaks(se_run *run)
{
	se_crawl *c = run->looked->crawl;
	if (!c->looks || c->image != run->image || c->looked == LOOK)
		return;
	const double *x = run->d->x;
	for (uint32_t i = 0; i < run->image->breaks.n; i++)
		c->value[(size_t)i * LOOK + c->looked] = value_of(run, i);
	for (uint32_t i = 0; i < run->image->states; i++) {
		c->low[i] = c->looked && c->low[i] < x[i] ? c->low[i] : x[i];
		c->high[i] = c->looked && c->high[i] > x[i] ? c->high[i] : x[i];
	}
	c->step_of[c->looked++] = c->steps;
}

/* ---------------------------------------------------------------------------------------------------------- judging */

/* How often a value jumps, by so much that it cannot be on its way somewhere; *steps: in how many steps. */
static uint32_t jumps_of(const se_crawl *c, const double *v, uint32_t *steps)
{
	double low = INFINITY, high = -INFINITY;
	uint32_t jumps = 0, last = UINT32_MAX;
	*steps = 0;
	for (uint32_t k = 0; k < c->looked; k++) {
		low = fmin(low, v[k]);
		high = fmax(high, v[k]);
	}
	if (!(high - low > 1e-6 * fmax(fabs(low), fabs(high))))
		return 0;
	for (uint32_t k = 1; k < c->looked; k++) {
		if (!(fabs(v[k] - v[k - 1]) > 0.3 * (high - low)))
			continue;
		jumps++;
		*steps += c->step_of[k] != last;
		last = c->step_of[k];
	}
	return jumps;
}

/* Have the states hardly moved? Otherwise it is a fast oscillation, and no crawling. */
static bool stand_still(const se_run *run)
{
	const se_crawl *c = run->looked->crawl;
	for (uint32_t i = 0; i < run->image->states; i++)
		if (!(c->high[i] - c->low[i] <= 0.02 * (fmax(fabs(c->low[i]), fabs(c->high[i])) + run->nominal[i])))
			return false;
	return true;
}

static bool is_to_and_fro(const se_run *run, uint32_t i)
{
	const se_crawl *c = run->looked->crawl;
	uint32_t steps, jumps = jumps_of(c, c->value + (size_t)i * LOOK, &steps);
	return run->ops->fixed_step ? steps >= 0.25 * STEPS_FIXED : jumps >= 0.15 * c->looked;
}

/* The break of which that is true, rather a relation than a function that has it inside; UINT32_MAX: none. */
static uint32_t find(const se_run *run)
{
	uint32_t found = UINT32_MAX;
	for (uint32_t i = 0; i < run->image->breaks.n && (run->ops->fixed_step || stand_still(run)); i++)
		if (is_to_and_fro(run, i) && (found == UINT32_MAX || !run->image->breaks.at[i].whole))
			found = i;
	return found;
}

static void advise(sb_message *m, bool called)
{
	sb_note(m, "it makes no event, so its jump falls inside the steps of the solver; on each side of the jump the "
			   "model moves back to the other side");
	if (called)
		sb_help(m, "write the decision of the function as a condition of the equations, which makes events, and let "
				   "the run slide along it with --on-chatter slide; or make the function smooth");
	else
		sb_help(m, "write it as a condition that makes events (if s > 0 then 1 else -1, without noEvent), and let the "
				   "run slide along it with "
				   "--on-chatter slide; or make it smooth, for example tanh(s/small)");
}

static void tell(se_run *run, uint32_t which, double left)
{
	const se_crawl *c = run->looked->crawl;
	const si_break *b = &run->image->breaks.at[which];
	bool hopeless = left > HOPELESS;
	run->told_rough = run->told_rough || run->ops->fixed_step;
	sb_text text = {0};
	si_print(run->image, b->text, &text);
	sb_message *m = run->ops->fixed_step
						? sb_report(run->diag, SB_WARNING, "R0227", b->span,
									"'%s' jumps back and forth from step to step near time %.9g", text.at, run->time)
						: sb_report(run->diag, hopeless ? SB_ERROR : SB_WARNING, hopeless ? "R0226" : "R0227", b->span,
									"the run crawls from time %.9g on: '%s' jumps back and forth from step to step",
									c->crawls_since, text.at);
	if (run->ops->fixed_step)
		sb_note(m,
				"with a fixed step of %.3g, the error of the states is as large as their change in one step across the "
				"jump",
				run->settings.step);
	else
		sb_note(
			m,
			"the %llu steps from there to %.9g cover %.3g seconds: at this pace %.2g more steps are needed",
			(unsigned long long)c->crawled, run->time, run->time - c->crawls_since, left);
	advise(m, b->is_call);
	sb_text_free(&text);
	run->failed = hopeless && !run->ops->fixed_step;
}

/* Variable steps, after a window that was slow: the samples are there. */
static void judge(se_run *run, double span)
{
	se_crawl *c = run->looked->crawl;
	uint32_t which = find(run);
	bool first = !c->windows;        /* it may have begun with long steps */
	c->crawls_since = first ? c->since + c->taken : c->crawls_since;
	c->crawled = first ? c->steps - c->window : c->crawled + c->steps;
	c->windows = which != UINT32_MAX ? c->windows + 1 : c->windows ? c->windows - 1 : 0;
	double left = (double)c->crawled * span / (run->time - c->crawls_since);
	if (which != UINT32_MAX && c->windows >= WINDOWS && (!c->told || left > 3 * HOPELESS)) {
		tell(run, which, left);
		c->told = true;
	}
	begin(run, c->windows || c->window >= WINDOW_MOST ? c->window : 2 * c->window);
}

static void look_at_fixed(se_run *run)
{
	se_crawl *c = run->looked->crawl;
	if (c->told)
		return;
	c->looks = ++c->steps <= STEPS_FIXED;
	if (c->steps == STEPS_FIXED + 1) {
		uint32_t which = find(run);
		if (which != UINT32_MAX)
			tell(run, which, 0);
		c->told = which != UINT32_MAX;
	}
	if (c->steps >= STEPS_FIXED + STEPS_FIXED * fmin(15, run->image->breaks.n / 4.0))
		begin(run, c->window);
}

bool se_look_at_pace(se_run *run)
{
	se_crawl *c = run->looked->crawl;
	if (!run->image->breaks.n || !run->solver || run->hold)
		return true;
	open(run);
	if (run->ops->fixed_step) {
		look_at_fixed(run);
		return true;
	}
	if (++c->steps < c->window)
		return true;
	if (c->steps == c->window)
		c->taken = run->time - c->since;
	double span = isfinite(run->settings.stop) ? run->settings.stop - run->time : fmax(1, 10 * se_size(run));
	double left = c->window * span / c->taken;
	if (!(left > SLOW)) {
		c->windows = 0;
		begin(run, WINDOW);
		return true;
	}
	c->looks = true;
	if (c->looked == LOOK)
		judge(run, span);
	return !run->failed;
}

void se_crawl_archive(se_run *run, sb_archive *a)
{
	se_crawl *c = run->looked->crawl;
	bool here = c->image == run->image;
	sb_archive_tag(a, "crawl");
	sb_archive_one(a, here);
	if (here)
		open(run);
	sb_archive_one(a, c->steps);
	sb_archive_one(a, c->window);
	sb_archive_one(a, c->since);
	sb_archive_one(a, c->taken);
	sb_archive_one(a, c->windows);
	sb_archive_one(a, c->crawls_since);
	sb_archive_one(a, c->crawled);
	sb_archive_one(a, c->told);
	sb_archive_one(a, c->looks);
	sb_archive_one(a, c->looked);
	sb_archive_one(a, c->step_of);
	if (!here)
		return;
	sb_archive_bytes(a, c->value, (size_t)run->image->breaks.n * LOOK * sizeof *c->value);
	sb_archive_bytes(a, c->low, run->image->states * sizeof *c->low);
	sb_archive_bytes(a, c->high, run->image->states * sizeof *c->high);
}
