/* WAIT UNTIL (E54, E55). A condition is looked at when something that it reads may have changed: a place that a routine
 * has set, what can be asked for (resources, statistics, activations), anything after the equations have settled anew.
 * One that reads what moves with time is also searched for within the steps of the solver: by the relations in it, as
 * any other condition is (search.h).
 *
 * One on time alone is in the calendar too: there an instant takes place, together with all that is due at the same
 * time but for rounding (E221).
 *
 * Who is woken joins the tail; at its turn the condition must still be true, or it waits on, ahead of those that came
 * later.
 */
#include "engine/evaluate/engine_evaluate.h"
#include "engine/process/engine_process.h"
#include "engine/watch/watch.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>

/* ------------------------------------------------------------------------------------------------ waits for a time */

typedef struct timed { se_run *run; se_activity *a; uint32_t wait, turn; double *g; } timed;

static double function_of_time(const timed *w, double t)
{
	se_run *run = w->run;
	double now = run->d->time;
	run->d->time = t;
	run->f->wait_turns(run->d, se_activation_of(w->a), (int)w->wait, w->g);
	run->d->time = now;
	if (run->d->failed)
		sc_forgive(run->d);
	return w->g[w->turn];
}

static bool is_true_at(const timed *w, double t)
{
	double g = function_of_time(w, t);
	switch (w->run->image->turns.at[w->run->image->waits.at[w->wait].turns.first + w->turn].op) {
	case SI_LT: return g < 0;
	case SI_LE: return g <= 0;
	case SI_GT: return g > 0;
	default: return g >= 0;
	}
}

/* When the relation, which is a line over time, turns next: the first number at which it has. */
static double next_turn(const timed *w)
{
	enum { REACHES = 30 };
	double now = w->run->time, unit = fmax(1, se_size(w->run)), here = function_of_time(w, now),
		   slope = (function_of_time(w, now + unit) - here) / unit, meant = now - here / slope;
	bool held = is_true_at(w, now);
	if (!isfinite(meant) || !(meant >= now - se_time_rounding(w->run)))
		return INFINITY;
	double low = now, high = now, reach = se_rounding_at(w->run, meant);
	for (int k = 0; k < REACHES && is_true_at(w, high) == held; k++, reach *= 4) {
		high = fmax(now, meant) + reach;
		low = fmax(now, meant - reach);
	}
	if (is_true_at(w, high) == held)
		return INFINITY;
	if (is_true_at(w, low) != held)
		low = now;
	for (double middle; (middle = low + 0.5 * (high - low)) > low && middle < high;) {
		if (is_true_at(w, middle) != held)
			high = middle;
		else
			low = middle;
	}
	return high;
}

/* The time at which a relation of it on time alone turns next; INFINITY: none does. Times that are one but for rounding
 * are the latest of them. */
static double next_time(se_run *run, se_activity *a, uint32_t which)
{
	const si_range *turns = &run->image->waits.at[which].turns;
	double first = INFINITY, when = -INFINITY;
	for (int round = 0; round < 2; round++) {
		timed w = {run, a, which, 0, run->process->turns};
		for (; w.turn < turns->n; w.turn++) {
			double t = run->image->turns.at[turns->first + w.turn].time_only ? next_turn(&w) : INFINITY;
			first = fmin(first, t);
			if (round && t <= first + se_rounding_at(run, first))
				when = fmax(when, t);
		}
	}
	return first < INFINITY ? when : first;
}

/* ------------------------------------------------------------------------------------------------------ holding */

static bool holds(se_run *run, se_activity *a, uint32_t which)
{
	return run->f->wait(run->d, se_activation_of(a), (int)which) != 0;
}

/* A time that is now but for rounding has come, for who begins to wait for it, and where the run ends just before. */
static bool has_come(se_run *run, se_activity *a, uint32_t which)
{
	double now = run->d->time;
	if (a->when > now && se_is_now(run, a->when))
		run->d->time = a->when;
	bool is = holds(run, a, which);
	run->d->time = now;
	return is;
}

/* At the present point, which is one of the solution: a condition that has no value there ends the run. */
static bool holds_now(se_run *run, se_activity *a, uint32_t which)
{
	bool is = has_come(run, a, which);
	if (run->d->failed)
		se_report_trouble(run, "the conditions that processes wait for were looked at");
	return is && !run->failed;
}

/* ---------------------------------------------------------------------------------------------------------- lists */

/* The time that it waits for goes to the calendar. */
static void plan_wait(se_run *run, se_activity *a, uint32_t which, void *none)
{
	double when = next_time(run, a, which);
	(void)none;
	if (when == a->when)
		return;
	se_calendar_remove(run->calendar, SE_PROCESS, a->number);
	a->when = when;
	if (when < INFINITY)
		se_calendar_put(run->calendar, when, 0, SE_PROCESS, a->number);
}

static void enlist(se_run *run, se_activity *a, uint32_t which)
{
	se_process_state *p = run->process;
	a->doing = SE_WATCHES;
	a->object = which + 1;
	a->when = INFINITY;
	a->rest = 0;
	if (!++a->turn)
		a->turn = 1;
	p->watching++;
	p->moving += run->image->waits.at[which].moving;
	sb_push(run->once, p->waiters[which].list, ((se_turn_entry){a->number, a->turn}));
	plan_wait(run, a, which, NULL);
}

void se_forget_waiter(se_run *run, se_activity *a)
{
	run->process->watching--;
	run->process->moving -= run->image->waits.at[a->object - 1].moving;
	se_calendar_remove(run->calendar, SE_PROCESS, a->number);
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
	const si_wait *wait = &run->image->waits.at[condition];
	/* what it has set itself has not settled yet: then the condition is looked at afterwards */
	bool settled = !((run->process->touched || run->reinit_any) && (wait->moving || wait->discrete.n));
	a->interrupted = 0;
	a->when = next_time(run, a, (uint32_t)condition);
	if ((settled && has_come(run, a, (uint32_t)condition)) || d->failed)
		return d->failed;
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
	if (holds_now(run, a, which))
		return false;
	enlist(run, a, which);
	return true;
}

void se_waits_clear(se_run *run)
{
	se_process_state *p = run->process;
	const si_image *image = run->image;
	uint32_t most = 0;
	for (uint32_t w = 0; w < image->waits.n; w++)
		most = image->waits.at[w].turns.n > most ? image->waits.at[w].turns.n : most;
	p->turns = sb_new_array(run->once, double, most + 1);
	p->waiters = sb_new_array(run->once, se_waiters, image->waits.n + 1);
	p->watching = p->moving = 0;
	p->order = 0;
	p->lens = (se_lens){0};
	p->lens_room = 0;
	p->asked = p->touched = p->concerned = false;
	p->readers = sb_map_new(run->once);
	p->reads.at = NULL;
	p->reads.n = p->reads.cap = 0;
	p->woken.at = NULL;
	p->woken.n = p->woken.cap = 0;
	for (uint32_t w = 0; w < image->waits.n; w++)
		for (uint32_t k = 0; k < image->waits.at[w].discrete.n; k++) {
			uint64_t first = 0;
			sb_map_get(&p->readers, image->numbers.at[image->waits.at[w].discrete.first + k], &first);
			sb_push(run->once, p->reads, ((se_read){w, (uint32_t)first}));
			sb_map_put(&p->readers, image->numbers.at[image->waits.at[w].discrete.first + k], p->reads.n);
		}
}

/* --------------------------------------------------------------------------------------------------------- looking */

void se_on_touch(sc_data *d, int place)
{
	se_run *run = d->run;
	se_process_state *p = run->process;
	uint64_t first;
	if (run->image->switches.n) {     /* another mode has other places */
		for (uint32_t w = 0; w < run->image->waits.n; w++)
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
	uint64_t x = (*(se_activity *const *)a)->order, y = (*(se_activity *const *)b)->order;
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
		if (!run->failed && holds_now(run, a, which))
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
	for (uint32_t w = 0; p->watching && w < run->image->waits.n; w++) {
		const si_wait *wait = &run->image->waits.at[w];
		if (p->waiters[w].list.n && (all || p->waiters[w].due || (wait->asks && p->asked)))
			look_at(run, w);
	}
	p->asked = false;
	if (p->woken.n > 1)
		qsort(p->woken.at, p->woken.n, sizeof *p->woken.at, by_order);
	for (uint32_t i = 0; i < p->woken.n; i++) {
		se_activity *a = p->woken.at[i];
		se_forget_waiter(run, a);
		run->asks->note_woken(run, a);
		se_join(run, a);             /* its object stays: at its turn the condition is looked at again */
	}
}

void se_bring_up_to_date(se_run *run)
{
	const se_selection *s = run->select;
	if (s->graph && s->all_fresh[SI_OUTPUT] == s->point && !run->process->concerned)
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

static void values_at(se_run *run, double t)
{
	se_watch_at(run, t, run->view->near);
	if (run->f->search) {            /* that is less than a condition of a process may read */
		run->f->rates(run->d);
		run->f->watch(run->d, run->view->near);
	}
}

/* Calls f for each activation that waits for what moves. */
static void each_waiter(se_run *run, void (*f)(se_run *run, se_activity *a, uint32_t which, void *context),
						void *context)
{
	se_process_state *p = run->process;
	for (uint32_t w = 0; w < run->image->waits.n; w++) {
		const se_waiters *waiters = &p->waiters[w];
		for (uint32_t i = 0; run->image->waits.at[w].moving && i < waiters->list.n; i++) {
			se_turn_entry e = waiters->list.at[i];
			if (p->at[e.number]->turn == e.turn && p->at[e.number]->doing == SE_WATCHES)
				f(run, p->at[e.number], w, context);
		}
	}
}

static void see_if_holds(se_run *run, se_activity *a, uint32_t which, void *found)
{
	*(bool *)found = *(bool *)found || holds(run, a, which);
}

/* Is one of the conditions that move true at this time of the last step? One that has no value there counts: its
 * process is woken, and the instant tells what is wrong. */
static bool one_holds(se_run *run, double t)
{
	bool found = false;
	values_at(run, t);
	if (run->d->failed)              /* the equations: what is wrong with them is found by others */
		sc_forgive(run->d);
	each_waiter(run, see_if_holds, &found);
	if (run->d->failed) {
		sc_forgive(run->d);
		found = true;
	}
	return found;
}

static void put_functions(se_run *run, se_activity *a, uint32_t which, void *at)
{
	double **g = at;
	uint32_t n = run->image->waits.at[which].turns.n;
	if (n)
		run->f->wait_turns(run->d, se_activation_of(a), (int)which, *g);
	*g += n;
}

static void functions_at(void *context, double t, double *g)
{
	se_run *run = context;
	const double *first = g;
	values_at(run, t);
	each_waiter(run, put_functions, &g);
	if (run->d->failed)
		sc_forgive(run->d);
	se_lens *l = &run->process->lens;
	for (uint32_t i = 0; first + i < g; i++)
		if (fabs(first[i]) > l->scale[i] && isfinite(first[i]))
			l->scale[i] = fabs(first[i]);
}

static se_glance glance_of(uint32_t op)
{
	switch (op) {
	case SI_LT: return SE_LESS;
	case SI_LE: return SE_AT_MOST;
	case SI_GT: case SI_EQ: case SI_NE: return SE_MORE;
	case SI_GE: return SE_AT_LEAST;
	case SI_TO_CEIL: return SE_WHOLE_ABOVE;
	default: return SE_WHOLE_BELOW;
	}
}

static void count_functions(se_run *run, se_activity *a, uint32_t which, void *count)
{
	(void)a;
	*(uint32_t *)count += run->image->waits.at[which].turns.n;
}

static void put_kinds(se_run *run, se_activity *a, uint32_t which, void *at)
{
	uint8_t **kind = at;
	(void)a;
	for (uint32_t k = 0; k < run->image->waits.at[which].turns.n; k++)
		*(*kind)++ = (uint8_t)glance_of(run->image->turns.at[run->image->waits.at[which].turns.first + k].op);
}

/* The lens for what is waited for now. Room is made anew only when more is waited for than ever before. */
static se_lens *open_lens(se_run *run)
{
	se_process_state *p = run->process;
	se_lens *l = &p->lens;
	uint32_t n = 0;
	each_waiter(run, count_functions, &n);
	if (n > p->lens_room || !l->kind) {
		uint32_t room = p->lens_room = 2 * n + 8;
		*l = (se_lens){.kind = sb_new_array(run->once, uint8_t, room),
					   .value = sb_new_array(run->once, long long, room),
					   .zero = sb_new_array(run->once, double, room),
					   .scale = sb_new_array(run->once, double, room),
					   .room = sb_new_array(run->once, double, (size_t)(SE_SCAN_VECTORS * SE_SCAN_LEVELS + 6) * room),
					   .candidates = sb_new_array(run->once, uint32_t, room),
					   .at = functions_at,
					   .context = run,
					   .place = se_next_place,
					   .at_places = sb_new_array(run->once, double, 2 * (size_t)room)};
	}
	uint8_t *kind = l->kind;
	each_waiter(run, put_kinds, &kind);
	l->n = n;
	l->lost = UINT32_MAX;
	l->finest = 0.01 * (run->step_end - run->step_begin);
	for (uint32_t i = 0; i < n; i++) {
		l->zero[i] = -1;
		l->scale[i] = 0;
	}
	return l;
}

/* The values that the relations have at `t` are those that are held. */
static void hold_values(se_lens *l, double t, double *g)
{
	l->at(l->context, t, g);
	for (uint32_t i = 0; i < l->n; i++)
		l->value[i] = se_glance_at(l, i, g[i]);
}

/* A condition that holds at `high` and not at `low`: down to neighbouring numbers, so that one on time alone is met
 * exactly. */
static double first_that_holds(se_run *run, double low, double high)
{
	for (;;) {
		double middle = low + 0.5 * (high - low);
		if (!(middle > low && middle < high))
			return high;
		if (one_holds(run, middle))
			high = middle;
		else
			low = middle;
	}
}

/* At a place of the step, and not by rounding alone. */
static bool holds_about(se_run *run, double t, double finest)
{
	double width = sb_shortest(sb_size_of(finest, t));
	return one_holds(run, t) && (one_holds(run, t - width) || one_holds(run, t + width));
}

bool se_find_woken(se_run *run, double from, double *at)
{
	enum { CHANGES_MOST = 10000 };
	if (!run->process->moving)
		return false;
	se_lens *l = open_lens(run);
	double low = from, end = *at, *g_low = l->room + (size_t)(SE_SCAN_VECTORS * SE_SCAN_LEVELS + 4) * l->n,
		   *g_end = g_low + l->n;
	se_bracket found;
	for (int k = 0; l->n && k < CHANGES_MOST && low < end; k++) {
		hold_values(l, low, g_low);
		l->at(l->context, end, g_end);
		if (!se_scan(l, low, g_low, end, g_end, &found))
			break;
		double high = se_narrow(l, &found), before = high - sb_shortest(sb_size_of(l->finest, high));
		if (one_holds(run, high)) {
			*at = before > low && !one_holds(run, before) ? first_that_holds(run, before, high) : high;
			return true;
		}
		low = high;
	}
	for (double t = se_next_place(run, low); t < end; low = t, t = se_next_place(run, t))
		if (holds_about(run, t, l->finest))
			end = t;
	if (!one_holds(run, end))
		return false;
	*at = first_that_holds(run, low, end);       /* it is made of something else than relations */
	return true;
}

void se_plan_waits(se_run *run)
{
	if (run->process->moving)
		each_waiter(run, plan_wait, NULL);
}
