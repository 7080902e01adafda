/* WAIT UNTIL (E54, E55). A condition is looked at when something that it reads may have changed: a place that a routine has set, what can be
 * asked for (resources, statistics, activations), anything after the equations have settled anew. One that reads what moves with time is
 * also searched for within the steps of the solver, at their ends and at points inside, and then halved down to the far side.
 *
 * Who is woken joins the tail; at its turn the condition must still be true, or it waits on, ahead of those that came later.
 */
#include "engine/inside.h"
#include <math.h>
#include <stdlib.h>

static bool holds(se_run *run, se_activity *a, uint32_t which)
{
	return run->f->wait(run->d, se_activation_of(a), (int)which) != 0;
}

/* ---------------------------------------------------------------------------------------------------------- lists */

static void enlist(se_run *run, se_activity *a, uint32_t which)
{
	se_process_state *p = run->process;
	a->doing = SE_WATCHES;
	a->object = which + 1;
	if (!++a->turn)
		a->turn = 1;
	p->watching++;
	p->moving += run->plan->waits.at[which].moving;
	sb_push(run->once, p->waiters[which].list, ((se_turn_entry){a->number, a->turn}));
}

void se_forget_waiter(se_process_state *p, const ss_plan *plan, se_activity *a)
{
	p->watching--;
	p->moving -= plan->waits.at[a->object - 1].moving;
}

/* Entries that are void go: they would be many where processes are interrupted again and again. */
static void tidy(const se_process_state *p, se_waiters *w)
{
	uint32_t kept = 0;
	for (uint32_t i = 0; i < w->list.n; i++) {
		se_turn_entry e = w->list.at[i];
		if (p->at[e.number]->turn == e.turn && p->at[e.number]->doing == SE_WATCHES)
			w->list.at[kept++] = e;
	}
	w->list.n = kept;
}

int se_on_until(sc_data *d, sc_activation *self, int site, int condition)
{
	se_run *run = d->run;
	se_activity *a = se_activity_of(self);
	const struct ss_wait *wait = &run->plan->waits.at[condition];
	/* what it has set itself has not settled yet: then the condition is looked at afterwards */
	bool settled = !((run->process->touched || run->reinit_any) && (wait->moving || wait->discrete.n));
	if ((settled && holds(run, a, (uint32_t)condition)) || d->failed)
		return d->failed;
	a->interrupted = 0;
	a->site = site;
	a->order = ++run->process->order;
	se_waiters *w = &run->process->waiters[condition];
	if (w->list.n && w->list.n == w->list.cap)
		tidy(run->process, w);
	enlist(run, a, (uint32_t)condition);
	return 1;
}

bool se_still_waits(se_run *run, se_activity *a)
{
	uint32_t which = a->object - 1;
	if (holds(run, a, which))
		return false;
	enlist(run, a, which);
	return true;
}

void se_waits_clear(se_run *run)
{
	se_process_state *p = run->process;
	const ss_plan *plan = run->plan;
	p->waiters = sb_new_array(run->once, se_waiters, plan->waits.n + 1);
	p->watching = p->moving = p->order = 0;
	p->asked = p->touched = p->concerned = false;
	p->readers = sb_map_new(run->once);
	p->reads.at = NULL;
	p->reads.n = p->reads.cap = 0;
	p->woken.at = NULL;
	p->woken.n = p->woken.cap = 0;
	for (uint32_t w = 0; w < plan->waits.n; w++)
		for (uint32_t k = 0; k < plan->waits.at[w].discrete.n; k++) {
			uint64_t first = 0;
			sb_map_get(&p->readers, plan->waits.at[w].discrete.at[k], &first);
			sb_push(run->once, p->reads, ((se_read){w, (uint32_t)first}));
			sb_map_put(&p->readers, plan->waits.at[w].discrete.at[k], p->reads.n);
		}
}

/* --------------------------------------------------------------------------------------------------------- looking */

void se_on_touch(sc_data *d, int place)
{
	se_run *run = d->run;
	se_process_state *p = run->process;
	uint64_t first;
	if (run->plan->switches.n) {     /* another mode has other places */
		for (uint32_t w = 0; w < run->plan->waits.n; w++)
			p->waiters[w].due = true;
	} else if (sb_map_get(&p->readers, (uint64_t)place, &first)) {
		for (uint32_t k = (uint32_t)first; k; k = p->reads.at[k - 1].next)
			p->waiters[p->reads.at[k - 1].wait].due = true;
	}
	p->asked = true;
	if (se_touch_place(run, (uint32_t)place))
		p->touched = true;
}

static int by_order(const void *a, const void *b)
{
	uint32_t x = (*(se_activity *const *)a)->order, y = (*(se_activity *const *)b)->order;
	return x < y ? -1 : x > y;
}

static void look_at(se_run *run, uint32_t which)
{
	se_process_state *p = run->process;
	se_waiters *w = &p->waiters[which];
	uint32_t kept = 0;
	for (uint32_t i = 0; i < w->list.n; i++) {
		se_turn_entry e = w->list.at[i];
		se_activity *a = p->at[e.number];
		if (a->turn != e.turn || a->doing != SE_WATCHES)
			continue;
		if (holds(run, a, which))
			sb_push(run->once, p->woken, a);
		else
			w->list.at[kept++] = e;
	}
	w->list.n = kept;
	w->due = false;
}

void se_look_at_waits(se_run *run, bool all)
{
	se_process_state *p = run->process;
	p->woken.n = 0;
	for (uint32_t w = 0; p->watching && w < run->plan->waits.n; w++) {
		const struct ss_wait *wait = &run->plan->waits.at[w];
		if (p->waiters[w].list.n && (all || p->waiters[w].due || (wait->asks && p->asked)))
			look_at(run, w);
	}
	p->asked = false;
	if (p->woken.n > 1)
		qsort(p->woken.at, p->woken.n, sizeof *p->woken.at, by_order);
	for (uint32_t i = 0; i < p->woken.n; i++) {
		se_activity *a = p->woken.at[i];
		se_forget_waiter(p, run->plan, a);
		se_join(run, a);             /* its object stays: at its turn the condition is looked at again */
	}
}

void se_bring_up_to_date(se_run *run)
{
	const se_selection *s = &run->select;
	if (s->graph && s->all_fresh[SS_OUTPUT] == s->point && !run->process->concerned)
		return;
	se_evaluate_all(run);
}

void se_look_at_moving(se_run *run, bool all)
{
	if (run->process->moving)
		se_bring_up_to_date(run);
	se_look_at_waits(run, all);
}

/* --------------------------------------------------------------------------------------------------- within a step */

/* Is one of the conditions that move true at this time of the last step? */
static bool one_holds(se_run *run, double t)
{
	se_process_state *p = run->process;
	bool found = false;
	se_watch_at(run, t, run->g_near);
	if (run->f->search) {            /* that is less than a condition of a process may read */
		run->f->rates(run->d);
		run->f->watch(run->d, run->g_near);
	}
	for (uint32_t w = 0; w < run->plan->waits.n && !found; w++) {
		const se_waiters *waiters = &p->waiters[w];
		for (uint32_t i = 0; run->plan->waits.at[w].moving && i < waiters->list.n && !found; i++) {
			se_turn_entry e = waiters->list.at[i];
			se_activity *a = p->at[e.number];
			found = a->turn == e.turn && a->doing == SE_WATCHES && holds(run, a, w);
		}
	}
	if (run->d->failed)
		sc_forgive(run->d);
	return found;
}

bool se_find_woken(se_run *run, double from, double *at)
{
	static const double samples[] = {0.19, 0.47, 0.76, 1};
	double low = from, high = from;
	bool found = false;
	if (!run->process->moving)
		return false;
	for (int k = 0; k < 4 && !found; k++) {
		low = high;
		high = k == 3 ? *at : from + samples[k] * (*at - from);
		found = high > low && one_holds(run, high);
	}
	if (!found)
		return false;
	for (;;) {                       /* to neighbouring numbers: a condition on time alone is met exactly */
		double middle = low + 0.5 * (high - low);
		if (!(middle > low && middle < high))
			break;
		if (one_holds(run, middle))
			high = middle;
		else
			low = middle;
	}
	*at = high;
	return true;
}
