/* The validator of a run between two instants (base/check.h).
 *
 *     always         the states are finite, the frame is that of the mode, the clocks are down, the queue of the
 *                    instant is empty
 *     where checked  the calendar is a heap with nothing left behind; every latch agrees with its function, where
 *                    that is not zero but for rounding; every condition that can move is in the calendar or
 *                    searched for; `pre` is what it was; lists of processes are whole
 *
 * It is asked behind each instant. Evaluating changes nothing that counts: the values are those of the present time.
 * claims.c looks at the other half, what was found not to move. */
#include "base/check.h"
#include "engine/evaluate/engine_evaluate.h"
#include "engine/look/look.h"
#include "engine/process/engine_process.h"
#include "engine/watch/watch.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Walking through everything must stay cheap: after the first so many instants, then after one of so many. */
enum { INSTANTS_ALL = 200, INSTANTS_APART = 50 };

/* ----------------------------------------------------------------- calendar */

bool se_calendar_is_sound(const se_calendar *c, sb_text *why)
{
	uint32_t entries[2] = {0}, places[2] = {0};
	for (uint32_t i = 0; i < c->n; i++) {
		const se_entry *e = &c->at[i], *above = &c->at[i ? (i - 1) / SE_CHILDREN : 0];
		const se_places *p = se_kind_of(e) == SE_PROCESS ? &c->process : se_kind_of(e) == SE_WATCH ? &c->watch : NULL;
		if (isnan(e->time))
			return sb_fault(why, "entry %u of the calendar has no time", i);
		if (e->time < above->time || (e->time == above->time && e->priority < above->priority) ||
		    (e->time == above->time && e->priority == above->priority && e->order < above->order))
			return sb_fault(why, "entry %u of the calendar, at %.17g, is due before the one above it, at %.17g", i,
				e->time, above->time);
		if (e->order >> 3 > c->order >> 3)
			return sb_fault(why, "entry %u of the calendar is from the future", i);
		if (p && (e->number >= p->known || p->at[e->number] != i + 1))
			return sb_fault(why, "entry %u of the calendar is not where number %u is looked for", i, e->number);
		if (p)
			entries[p == &c->process]++;
	}
	for (uint32_t i = 0; i < c->watch.known; i++)
		places[0] += c->watch.at[i] != 0;
	for (uint32_t i = 0; i < c->process.known; i++)
		places[1] += c->process.at[i] != 0;
	if (entries[0] != places[0] || entries[1] != places[1])
		return sb_fault(why, "the calendar has %u and %u entries that are looked for, and %u and %u places of them",
			entries[0], entries[1], places[0], places[1]);
	return true;
}

static bool nothing_is_overdue(const se_run *run, sb_text *why)
{
	const se_entry *first = se_calendar_first(run->calendar);
	if (first && first->time < run->time)
		return sb_fault(why, "the calendar has something of time %.17g left, and it is %.17g", first->time, run->time);
	return true;
}

/* --------------------------------------------------------------- conditions */

/* Up to this size of its function it is not known on which side a relation is. */
static double hidden_by_noise(const se_run *run, uint32_t i)
{
	double most = fmax(fmax(1e-9 * run->view->scale[i], se_held(run, i)), fmax(run->g_noise[i], run->view->slack[i]));
	if (run->settings.on_chatter == SE_SLIDE ||
		run->settings.on_zeno == SE_REST)        /* motion that was held on it is there to the tolerance */
		most = fmax(most, 100 * run->tolerance * run->view->scale[i]);
	return fmax(most, fmax(run->view->blur[i], 1e-9 * se_terms(run, run->image->watches.at[i].terms)));
}

/* A relation of a state or of time that no calendar and no search knows of would never turn. */
static bool is_watched(const se_run *run, uint32_t i, sb_text *why)
{
	const si_watch *w = &run->image->watches.at[i];
	if (w->time_only && !w->initial_only && !isnan(run->watch_when[i]) &&
	    (i >= run->calendar->watch.known || !run->calendar->watch.at[i]))
		return sb_fault(why, "condition %u turns at %.17g, and the calendar does not know", i, run->watch_when[i]);
	if (!w->time_only && !w->initial_only && !w->ahead && (!run->watching || run->view->lens.kind[i] == SE_NEVER))
		return sb_fault(why, "condition %u moves with the states, and nothing searches for it", i);
	return true;
}

static bool latch_agrees(const se_run *run, uint32_t i, double g, sb_text *why)
{
	const si_watch *w = &run->image->watches.at[i];
	if (w->time_only || w->initial_only || w->ahead || w->kind != SI_RELATION || !isfinite(g) ||
		fabs(g) <= hidden_by_noise(run, i))
		return true;
	bool is = w->op == SI_LT || w->op == SI_LE ? g < 0 : g > 0;
	if (is == (run->d->latch[i] != 0) || run->watch_when[i] == run->time)        /* it turns in the next instant */
		return true;
	sb_text text = {0};
	si_print(run->image, w->written, &text);
	sb_fault(why, "'%s' is taken for %s, and its function is %.9g, of the size %.9g", text.at, is ? "false" : "true",
		g, run->view->scale[i]);
	sb_text_free(&text);
	return false;
}

static bool conditions_are_sound(se_run *run, sb_text *why)
{
	uint32_t n = run->image->watches.n;
	double *g = sb_draw(NULL, (n + 1) * sizeof *g);
	if (n && run->f->functions)
		run->f->functions(run->d, g);
	if (run->d->failed) {
		sc_forgive(run->d);
		sb_put_back(g);
		return true;
	}
	for (uint32_t i = 0; i < n && !why->n; i++)
		if (is_watched(run, i, why))
			latch_agrees(run, i, g[i], why);
	sb_put_back(g);
	return !why->n;
}

/* -------------------------------------------------------- values, processes */

static bool pre_is_what_was(const se_run *run, sb_text *why)
{
	for (uint32_t k = 0; k < run->image->pres.n; k++)
		if (run->pre_discrete[k] && se_pre_differs(run, k)) {
			sb_text text = {0};
			si_print(run->image, run->image->pres.at[k].var, &text);
			sb_fault(why, "pre(%s) is not what it was in the instant", text.at);
			sb_text_free(&text);
			return false;
		}
	return true;
}

static bool claims_are_whole(const se_process_state *p, uint32_t item, const se_list *list, bool has, sb_text *why)
{
	uint32_t before = 0, count = 0;
	for (uint32_t k = list->first; k; before = k, k = p->claim[k].next) {
		const se_claim *c = &p->claim[k];
		if (c->item != item || c->previous != before || c->has != has || ++count > p->claims)
			return sb_fault(why, "the claims of resource %u are no list, at claim %u", item, k);
	}
	return list->last == before || sb_fault(why, "the last claim of resource %u is not its last", item);
}

static bool processes_are_sound(const se_run *run, sb_text *why)
{
	const se_process_state *p = run->process;
	uint32_t alive = 0;
	for (uint32_t k = 0; k < p->item_count && !why->n; k++)
		if (p->items[k].kind == SI_FACILITY)
			claims_are_whole(p, k, &p->items[k].have, true, why);
	for (uint32_t k = 0; k < p->n && p->any; k++) {
		const se_activity *a = p->at[k];
		alive += a && a->doing != SE_FREE;
		bool due = a && k < run->calendar->process.known && run->calendar->process.at[k];
		bool timed = a && a->doing == SE_WATCHES && a->when < INFINITY;      /* it waits for a time (E221) */
		if (due && a->doing != SE_HOLDS && a->doing != SE_PASSIVE && !timed)
			return sb_fault(why, "activation %u is in the calendar, and is doing %u", k, a->doing);
	}
	return !why->n;
}

/* --------------------------------------------------------------------- whole */

static bool always(const se_run *run, sb_text *why)
{
	for (uint32_t i = 0; i < run->image->states; i++)
		if (!isfinite(run->x[i]))
			return sb_fault(why, "state %u is %g", i, run->x[i]);
	if (run->frames.n && run->in >= run->frames.n)
		return sb_fault(why, "frame %u of %u", run->in, run->frames.n);
	if (run->d->event || run->select->ticked.n)
		return sb_fault(why, "the instant has not ended: %u clocks still tick", run->select->ticked.n);
	if (run->time != run->d->time || (run->image->states && run->d->x != run->x))
		return sb_fault(why, "the values are of time %.17g, and it is %.17g", run->d->time, run->time);
	return true;
}

bool se_is_sound(se_run *run, sb_text *why)
{
	if (!always(run, why))
		return false;
	if (!SB_CHECKED || (run->instant > INSTANTS_ALL && run->instant % INSTANTS_APART))
		return true;
	if (!se_calendar_is_sound(run->calendar, why) || !nothing_is_overdue(run, why) || !pre_is_what_was(run, why) ||
		!processes_are_sound(run, why))
		return false;
	if (run->hold || !se_is_pure(run))
		return true;
	se_evaluate_all(run);
	return conditions_are_sound(run, why);
}

void se_look_whether_sound(se_run *run)
{
	sb_text why = {0};
	sb_must(se_is_sound(run, &why), "at time %.17g of %s: %s", run->time, si_word(run->image, run->image->name),
			why.at);
}
