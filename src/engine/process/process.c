/* Activations of routines (E41 to E48, E58): begun, held, woken, ended; and the loop for models in which nothing else
 * happens. process.h tells what they are made of. */
#include "base/check.h"
#include "engine/evaluate/engine_evaluate.h"
#include "engine/process/engine_process.h"
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/whole.h"

/* A reference goes through numbers of 53 bits: so many records, each used so often. */
enum { NUMBER_BITS = 24, USED_MOST = (1 << 28) - 1 };
enum { SLAB_RECORDS = 512, ROUNDS_PER_MICROSTEP = 100 };

void se_fail_subscript(se_run *run, int site, long long index, const char *name, int64_t before, uint32_t count)
{
	long long first = before + 1, last = before + count;
	se_fail_at(run, site, "R0502", "see how it is declared", "the subscript %lld of '%s' is outside %lld:%lld",
			   index + (long long)before, name, first, last);
}

void se_fail_at(se_run *run, int site, const char *code, const char *help, const char *format, ...)
{
	char text[400];
	va_list args;
	if (run->failed || run->d->failed)       /* by what led here, which is said */
		return;
	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	const se_activity *a = run->process->running;
	sb_message *m =
		a ? sb_report(run->diag, SB_ERROR, code, sc_site_span(run->d, site), "%s (in '%s' at time %.9g)", text,
					  se_process_name(run, a), run->time)
		  : sb_report(run->diag, SB_ERROR, code, sc_site_span(run->d, site), "%s (at time %.9g)", text, run->time);
	if (help)
		sb_help(m, "%s", help);
	run->failed = true;
	run->d->failed = 1;
}

const char *se_process_name(const se_run *run, const se_activity *a)
{
	return si_word(run->image, run->image->routines.at[se_activation_of((se_activity *)a)->routine].name);
}

/* --------------------------------------------------------------------------------------------------------- records */

static long long refer_to(const se_activity *a)
{
	return (long long)a->used << NUMBER_BITS | (a->number + 1);
}

static se_activity *referred(const se_run *run, long long reference)
{
	const se_process_state *p = run->process;
	uint32_t number = (uint32_t)(reference & ((1 << NUMBER_BITS) - 1)) - 1;
	if (reference <= 0 || number >= p->n)
		return NULL;
	se_activity *a = p->at[number];
	return a->doing != SE_FREE && a->used == (uint32_t)(reference >> NUMBER_BITS) ? a : NULL;
}

se_activity *se_fresh_record(se_run *run, uint32_t routine)
{
	se_process_state *p = run->process;
	se_pool *pool = &p->pools[routine];
	if (pool->slab == pool->end) {
		uint32_t records = p->n < SLAB_RECORDS ? 16 : SLAB_RECORDS;
		pool->slab = sb_draw(NULL, (size_t)records * pool->size);
		pool->end = pool->slab + (size_t)records * pool->size;
		p->bytes += (uint64_t)records * pool->size;
		sb_push(run->arena, p->slabs, pool->slab);
	}
	if (p->n == p->cap) {
		p->cap = p->cap ? 2 * p->cap : 64;
		p->at = sb_draw(p->at, p->cap * sizeof *p->at);
	}
	se_activity *a = (se_activity *)pool->slab;
	pool->slab += pool->size;
	*a = (se_activity){.number = p->n};
	se_activation_of(a)->routine = (int)routine;
	if (run->image->routines.at[routine].kind == SI_HAPPENING)
		sb_push(run->once, pool->numbers, p->n);
	p->at[p->n++] = a;
	return a;
}

/* Records that have ended are linked by `claims`, as numbers + 1. */
se_activity *se_new_activity(se_run *run, uint32_t routine, int site)
{
	se_process_state *p = run->process;
	se_pool *pool = &p->pools[routine];
	se_activity *a = pool->free;
	if (a) {
		pool->free = a->claims ? p->at[a->claims - 1] : NULL;
		a->claims = 0;
	} else {
		if (p->n + 1 >= 1u << NUMBER_BITS) {         /* a reference has the number + 1 */
			se_fail_at(run, site, "R0507",
					   "let processes end, or create fewer of them; is there a loop in which no time passes?",
					   "there are %u processes, and no more are possible", p->n);
			return NULL;
		}
		a = se_fresh_record(run, routine);
	}
	a->used++;
	a->object = 0;
	a->interrupted = 0;
	a->site = -1;
	a->lost = 0;
	a->doomed = false;
	se_activation_of(a)->at = 0;
	p->started++;
	if (++p->alive > p->most_alive)
		p->most_alive = p->alive;
	return a;
}

/* Takes it from wherever it waits. */
static void withdraw(se_run *run, se_activity *a)
{
	if (a->doing == SE_HOLDS && !a->lost)
		se_calendar_remove(run->calendar, SE_PROCESS, a->number);
	if (a->doing == SE_QUEUES)
		se_drop_claim(run, a->object);
	if (a->doing == SE_WATCHES)
		se_forget_waiter(run, a);
	a->object = 0;
	a->turn++;
}

static void end_activity(se_run *run, se_activity *a)
{
	se_process_state *p = run->process;
	se_pool *pool = &p->pools[se_activation_of(a)->routine];
	if (a->claims)
		se_release_all(run, a);
	a->doing = SE_FREE;
	a->turn++;
	p->alive--;
	p->ended++;
	p->asked = true;
	if (a->used == USED_MOST)        /* no reference may ever mean somebody else */
		return;
	a->claims = pool->free ? pool->free->number + 1 : 0;
	pool->free = a;
}

/* --------------------------------------------------------------------------------- the queue of the present instant */

static void push(se_process_state *p, uint32_t number, uint32_t turn)
{
	if (p->tail - p->head > p->mask || !p->queue) {
		uint32_t room = p->queue ? 2 * (p->mask + 1) : 64;
		se_turn_entry *larger = sb_draw(NULL, room * sizeof *larger);
		for (uint32_t i = p->head; i != p->tail; i++)
			larger[i & (room - 1)] = p->queue[i & p->mask];
		sb_put_back(p->queue);
		p->queue = larger;
		p->mask = room - 1;
	}
	p->queue[p->tail++ & p->mask] = (se_turn_entry){number, turn};
}

void se_join(se_run *run, se_activity *a)
{
	a->doing = SE_READY;
	if (!++a->turn)
		a->turn = 1;
	push(run->process, a->number, a->turn);
}

void se_queue_event(se_run *run, uint32_t event)
{
	push(run->process, event, 0);
}

bool se_unqueue_event(se_run *run, bool (*is_meant)(const se_run *run, uint32_t event, uint32_t by), uint32_t by,
					  uint32_t *event)
{
	se_process_state *p = run->process;
	for (uint32_t i = p->head; i != p->tail; i++) {
		se_turn_entry *e = &p->queue[i & p->mask];
		if (e->turn || e->number == SE_NO_EVENT || !is_meant(run, e->number, by))
			continue;
		*event = e->number;
		e->number = SE_NO_EVENT;
		return true;
	}
	return false;
}

void se_first_round(se_run *run)
{
	run->process->rounds = 0;
	run->process->round_end = run->process->tail;
}

/* Who runs and runs again in no time: the process whose turn it is now, and where it waits. */
static void report_rounds(se_run *run, const se_turn_entry *e)
{
	se_process_state *p = run->process;
	const se_activity *a = e->turn ? p->at[e->number] : NULL;
	sb_span span = {0};
	if (a)
		span = a->site >= 0 ? sc_site_span(run->d, a->site)
							: run->image->routines.at[se_activation_of((se_activity *)a)->routine].span;
	sb_message *m =
		sb_report(run->diag, SB_ERROR, "R0510", span,
				  "the processes at time %.9g do not come to an end: %u rounds in one instant", run->time, p->rounds);
	if (a)
		sb_note(m, "'%s' goes on again and again without time passing", se_process_name(run, a));
	sb_help(m,
			"let time pass in every loop (HOLD), or wait for something that another process does later; if so many "
			"rounds are intended, raise --max-microsteps; each microstep allows %d rounds",
			ROUNDS_PER_MICROSTEP);
	run->failed = true;
}

bool se_next_turn(se_run *run, se_turn_entry *out)
{
	se_process_state *p = run->process;
	while (p->head != p->tail) {
		uint32_t at = p->head++;
		sb_must(p->tail - at <= p->mask + 1, "the queue of the instant has more entries than room");
		*out = p->queue[at & p->mask];
		if (at == p->round_end) {
			p->round_end = p->tail;
			if (++p->rounds > ROUNDS_PER_MICROSTEP * run->settings.max_microsteps) {
				report_rounds(run, out);
				return false;
			}
		}
		if (!out->turn ? out->number != SE_NO_EVENT : p->at[out->number]->turn == out->turn)
			return true;
	}
	return false;
}

/* --------------------------------------------------------------------------------------- what a routine can ask for */

/* A time with more digits than a number has: at + rest. */
typedef struct moment { double at, rest; } moment;

static inline double rest_now(const se_run *run)
{
	return run->process->rest_at == run->time ? run->process->rest : 0;
}

void se_note_rest(se_run *run)
{
	const se_entry *first = se_calendar_first(run->calendar);
	if (!first || first->time > run->time || se_kind_of(first) != SE_PROCESS)
		return;
	run->process->rest_at = run->time;
	run->process->rest = run->process->at[first->number]->rest + (first->time - run->time);
}

/* What two numbers have lost in their sum is added to the rest. */
static inline moment later(const se_run *run, double delay)
{
	double t = run->time, sum = t + delay, of_delay = sum - t,
		   lost = (t - (sum - of_delay)) + (delay - of_delay) + rest_now(run);
	moment m = {sum + lost, 0};
	m.rest = lost - (m.at - sum);
	return m;
}

double se_hold_left(const se_run *run, const se_activity *a)
{
	return (a->when - run->time) + (a->rest - rest_now(run));
}

/* When something is to happen, from now or by the clock; without a name it is what lasts so long. at is NAN after a
 * message. What is over by rounding alone is due now. */
static moment due(se_run *run, int site, const char *name, bool absolute, double when)
{
	moment m = absolute ? (moment){when, 0} : later(run, when);
	if (m.at < run->time && m.at >= run->time - se_time_rounding(run))
		m = (moment){run->time, rest_now(run)};
	if (m.at >= run->time && m.at < INFINITY)
		return m;
	char what[160];
	snprintf(what, sizeof what, name ? "'%.100s' is %s" : "a delay is %.0s%s", name ? name : "",
			 absolute ? "planned for time"
			 : name   ? "scheduled to happen in"
					  : "set to");
	if (isnan(when) || isinf(when))
		se_fail_at(run, site, "R0500", "check the values that it is computed from", "%s %.9g%s", what, when,
				   absolute ? "" : " seconds");
	else if (absolute)
		se_fail_at(run, site, "R0501", "a past time does not come back; compare with the present time first",
				   "%s %.9g, which has passed", what, when);
	else
		se_fail_at(run, site, "R0501", "a delay must not be negative; 0 means the end of the present instant",
				   "%s %.9g seconds", what, when);
	return (moment){NAN, 0};
}

/* What is due now but for rounding joins the tail, as what has no delay. */
static inline void plan(se_run *run, se_activity *a, moment m)
{
	a->when = m.at;
	a->rest = (float)m.rest;
	if (!se_is_now(run, m.at)) {
		a->doing = SE_HOLDS;
		se_calendar_put(run->calendar, m.at, a->priority, SE_PROCESS, a->number);
	} else {
		se_join(run, a);
	}
}

int se_priority(se_run *run, int site, double priority)
{
	if (priority >= INT_MIN && priority <= INT_MAX)
		return (int)priority;
	se_fail_at(run, site, "R0621", "use numbers of ordinary size; smaller ones come first",
			   "the priority %.15g is not between %d and %d", priority, INT_MIN, INT_MAX);
	return 0;
}

static long long on_start(sc_data *d, sc_activation *self, int site, int routine, int absolute, double when,
						  long long priority, const sc_slot *arguments)
{
	se_run *run = d->run;
	se_process_state *p = run->process;
	moment m = {run->time, 0};
	(void)self;
	if (absolute || when != 0)
		m = due(run, site, si_word(run->image, run->image->routines.at[routine].name), absolute, when);
	if (isnan(m.at))
		return 0;
	se_activity *a = se_new_activity(run, (uint32_t)routine, site);
	if (!a)
		return 0;
	a->priority =
		priority == LLONG_MIN ? run->image->routines.at[routine].priority : se_priority(run, site, (double)priority);
	sc_slot *slot = se_activation_of(a)->slot;
	for (uint32_t i = 0; i < p->arguments[routine]; i++)
		slot[i] = arguments[i];
	plan(run, a, m);
	return refer_to(a);
}

static int on_hold(sc_data *d, sc_activation *self, int site, double delay)
{
	se_run *run = d->run;
	se_activity *a = se_activity_of(self);
	moment m = later(run, delay);
	if (!(m.at >= run->time && m.at < INFINITY)) {
		m = due(run, site, NULL, false, delay);
		if (isnan(m.at))
			return 1;
	}
	a->interrupted = 0;
	a->site = site;
	if (!a->lost) {
		plan(run, a, m);
	} else {                         /* it goes on as soon as it has its servers again */
		a->when = delay;
		a->doing = SE_HOLDS;
	}
	return 1;
}

void se_resume_hold(se_run *run, se_activity *a)
{
	plan(run, a, later(run, a->when));
}

static void activate(se_run *run, int site, long long reference, bool absolute, double when)
{
	se_activity *a = referred(run, reference);
	moment m = due(run, site, a ? se_process_name(run, a) : "NONE", absolute, when);
	if (isnan(m.at) || !a)
		return;
	if (a->doing == SE_RUNS) {
		se_fail_at(run, site, "R0622",
				   "let time pass with HOLD, or let another process activate it after it has said PASSIVATE",
				   "'%s' activates itself while it is active, which has no effect", se_process_name(run, a));
		return;
	}
	if (a->doing == SE_PASSIVE || (a->doing == SE_HOLDS && !a->lost) ||
		(a->doing == SE_READY && !se_is_now(run, m.at) && !a->object && !a->interrupted)) {
		withdraw(run, a);
		plan(run, a, m);
	}
}

static void interrupt(se_run *run, int site, long long reference, long long code)
{
	if (code == 0 || code > INT_MAX || code < INT_MIN) {
		se_fail_at(run, site, "R0624", "0 means that there was no interrupt; use other numbers of ordinary size",
				   "the code of an interrupt cannot be %lld", code);
		return;
	}
	se_activity *a = referred(run, reference);
	bool begun = a && (se_activation_of(a)->at != 0 || a->site >= 0);
	if (!begun || a->doing == SE_RUNS || a->doing == SE_READY)
		return;
	double remains = a->doing != SE_HOLDS ? 0 : a->lost ? a->when : se_hold_left(run, a);
	withdraw(run, a);
	a->when = remains;
	a->interrupted = (int32_t)code;
	se_join(run, a);
}

/* 1: it has destroyed itself. */
static int destroy(se_run *run, se_activity *self, bool itself, long long reference)
{
	se_activity *a = itself ? self : referred(run, reference);
	if (!a)
		return 0;
	a->doomed = true;
	if (a->doing == SE_RUNS)
		return a == self;
	withdraw(run, a);
	end_activity(run, a);
	return 0;
}

/* All activations of a routine that have not begun. Those of events, which are often taken back, are known by
 * number. */
static void stop(se_run *run, int routine)
{
	se_process_state *p = run->process;
	bool event = run->image->routines.at[routine].kind == SI_HAPPENING;
	const sb_u32s *numbers = &p->pools[routine].numbers;
	for (uint32_t i = 0; i < (event ? numbers->n : p->n); i++) {
		se_activity *a = p->at[event ? numbers->at[i] : i];
		const sc_activation *c = se_activation_of(a);
		if (c->routine != routine || c->at != 0 || a->site >= 0 || (a->doing != SE_HOLDS && a->doing != SE_READY))
			continue;
		withdraw(run, a);
		end_activity(run, a);
	}
}

static int on_act(sc_data *d, sc_activation *self, int site, int statement, int object, long long index, double value,
				  long long more)
{
	se_run *run = d->run;
	se_process_state *p = run->process;
	se_activity *a = self ? se_activity_of(self) : NULL;
	switch ((si_statement)statement) {
	case SI_DO_OBSERVE: se_on_observe(run, site, object, index, value); return run->failed;
	case SI_DO_ACTIVATE: activate(run, site, more, object == 1, value); p->asked = true; return run->failed;
	case SI_DO_INTERRUPT: interrupt(run, site, more, index); p->asked = true; return run->failed;
	case SI_DO_DESTROY: return destroy(run, a, object == 1, more);
	case SI_DO_STOP: stop(run, object); return 0;
	case SI_DO_PASSIVATE:
		a->interrupted = 0;
		a->site = site;
		a->doing = SE_PASSIVE;
		p->asked = true;
		return 1;
	case SI_DO_RECORDING: case SI_DO_CROSSPLOT: case SI_DO_RERUN: return se_on_experiment(run, site, statement, more);
	default: return se_on_resource(run, a, site, statement, object, index, value, more);
	}
}

static double on_ask(sc_data *d, sc_activation *self, int site, int question, int object, long long index, double value)
{
	se_run *run = d->run;
	se_activity *a = self ? se_activity_of(self) : NULL, *other;
	switch ((si_question)question) {
	case SI_ASK_SELF: return a ? (double)refer_to(a) : 0;
	case SI_ASK_IS_ALIVE: other = referred(run, sb_whole(value)); return other && !other->doomed;
	case SI_ASK_IS_IDLE: other = referred(run, sb_whole(value)); return other && other->doing == SE_PASSIVE;
	case SI_ASK_INTERRUPTED: return a ? a->interrupted : 0;
	case SI_ASK_REMAINING: return a && a->interrupted ? a->when : 0;
	case SI_ASK_RUN: return run->settings.number ? (double)run->settings.number : 1;
	default: break;
	}
	if (question >= SI_ASK_COUNT) {
		se_figure *f = se_figure_at(run, site, object, index);
		return f ? se_ask_figure(run, f, question) : 0;
	}
	se_item *i = se_item_at(run, site, object, index);
	return i ? se_ask_item(run, i, question) : 0;
}

static void on_write(sc_data *d, const char *text)
{
	const se_settings *s = &((se_run *)d->run)->settings;
	if (s->written)
		s->written(s->write_context, text ? text : "");
}

static void on_fresh(sc_data *d, int site)
{
	se_run *run = d->run;
	if (!d->failed)
		run->asks->freshen(run, site);
}

void se_processes_hooks(sc_hooks *h)
{
	h->act = on_act;
	h->hold = on_hold;
	h->until = se_on_until;
	h->start = on_start;
	h->insert = se_on_insert;
	h->take = se_on_take;
	h->draw = se_on_draw;
	h->ask = on_ask;
	h->touch = se_on_touch;
	h->fresh = on_fresh;
	h->write = on_write;
	h->simulate = se_on_simulate;
}

bool se_enter(se_run *run, se_activity *a)
{
	se_process_state *p = run->process;
	sc_activation *c = se_activation_of(a);
	a->doing = SE_RUNS;
	a->object = 0;
	p->running = a;
	p->entered++;
	run->around->idle_since = run->time;
	int waits = run->f->routines[c->routine](run->d, c);
	if (run->failed || run->d->failed) {
		if (!run->failed)
			se_report_trouble(run, "a process was executed");
		p->running = NULL;
		sc_forgive(run->d);
		return false;
	}
	p->running = NULL;
	if (!waits || a->doomed)
		end_activity(run, a);
	return true;
}

se_process_result se_processes(const se_run *run)
{
	const se_process_state *p = run->process;
	return (se_process_result){.started = p->started, .ended = p->ended, .entered = p->entered, .alive = p->alive,
		.most_alive = p->most_alive, .bytes = p->bytes + p->cap * sizeof *p->at + p->claim_room * sizeof *p->claim +
		se_calendar_bytes(run->calendar)};
}
