/* Steps of a network, flat: who is imminent sends, then all that are imminent or have messages make their transitions;
 * and the chain of steps at one time. */
#include "devs/devs_inside.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "base/text.h"
#include "base/times.h"
#include "external/external.h"

/* Steps at one time beyond which there is no end to be expected: 10 000, and 100 for each atomic. Then the steps of
 * one more round are watched, for the message. */
enum { CHAIN_MOST = 10000, CHAIN_EACH = 100, NAMED = 12 };

/* --------------------------------------------------------------------------------------------- telling */

static __attribute__((format(printf, 2, 3))) void say(const sd_actor *a, const char *format, ...)
{
	char text[400];
	va_list list;
	va_start(list, format);
	vsnprintf(text, sizeof text, format, list);
	va_end(list);
	sl_happens(sd_actor_name(a), "%s %s", sd_actor_name(a), text);
}

static void add_item(sb_text *text, const saltus_item *item)
{
	sb_addf(text, "%s%s = ", text->n ? ", " : "", item->name);
	for (int k = 0; k < item->count && k < 4; k++)
		if (item->type == SALTUS_REAL)
			sb_addf(text, "%s%.17g", k ? " " : "", ((const double *)item->data)[k]);
		else
			sb_addf(text, "%s%d", k ? " " : "", ((const int *)item->data)[k]);
}

void sd_say_state(sd_actor *a, saltus_call which)
{
	sb_text text = {0};
	for (int k = 0; k < a->b.items[SALTUS_DISCRETE].n; k++)
		add_item(&text, &a->b.items[SALTUS_DISCRETE].at[k]);
	say(a, "makes its %s transition%s%s", which == SALTUS_INTERNAL ? "internal"
		: which == SALTUS_EXTERNAL ? "external" : "confluent", text.n ? ": " : "", text.n ? text.at : "");
	sb_text_free(&text);
}

void sd_say_sent(const sd_actor *a, const sd_port *p, const void *message)
{
	sb_text text = {0};
	size_t n = (size_t)p->size/(p->type == SALTUS_INT ? sizeof(int) : sizeof(double));
	for (size_t k = 0; p->type != SALTUS_TEXT && k < n && k < 4; k++)
		if (p->type == SALTUS_REAL)
			sb_addf(&text, " %.17g", ((const double *)message)[k]);
		else
			sb_addf(&text, " %d", ((const int *)message)[k]);
	say(a, "sends%s on %s", text.n ? text.at : " a message", p->name);
	sb_text_free(&text);
}

/* --------------------------------------------------------------------------------------------- steps */

static void collect(sd_run *run, double time)
{
	sd_list due = run->due;
	run->due = run->imminent;
	run->due.n = 0;
	run->imminent = due;
	while (run->heap_count && run->actors[run->heap[1]].next <= time) {
		sd_actor *a = &run->actors[run->heap[1]];
		sd_take(run, a);
		run->imminent.at[run->imminent.n++] = a->number;
	}
	sd_sort(run->imminent.at, run->imminent.n);
}

void sd_settle(sd_run *run, sd_actor *a)
{
	if (a->next > run->time) {
		sd_put(run, a);
		return;
	}
	sd_take(run, a);
	run->due.at[run->due.n++] = a->number;
}

static void transit_one(sd_run *run, sd_actor *a)
{
	bool both = a->imminent && a->receiving;
	if (a->receiving) {
		sd_open_bags(run, a, false);
		sd_transit(run, a, both ? SALTUS_CONFLUENT : SALTUS_EXTERNAL);
		sd_close_bags(run, a);
	} else {
		sd_transit(run, a, SALTUS_INTERNAL);
	}
	a->imminent = false;
	sd_settle(run, a);
}

static void step_parallel(sd_run *run)
{
	for (uint32_t i = 0; i < run->imminent.n; i++) {
		run->actors[run->imminent.at[i]].imminent = true;
		sd_call(run, &run->actors[run->imminent.at[i]], SALTUS_SEND);
	}
	for (uint32_t i = 0; i < run->imminent.n; i++)
		if (!run->actors[run->imminent.at[i]].receiving)
			run->receivers.at[run->receivers.n++] = run->imminent.at[i];
	if (run->tells)                      /* in the order of their numbers, which changes nothing but the log */
		sd_sort(run->receivers.at, run->receivers.n);
	for (uint32_t i = 0; i < run->receivers.n; i++)
		transit_one(run, &run->actors[run->receivers.at[i]]);
}

/* Of a classic network one is selected; all others are due in the next step, with what they have received. */
static uint32_t chosen_of(const sd_run *run)
{
	uint32_t best = 0;
	for (uint32_t i = 1; i < run->imminent.n; i++)
		if (run->of->rank[run->imminent.at[i]] < run->of->rank[run->imminent.at[best]])
			best = i;
	return best;
}

static void step_classic(sd_run *run)
{
	uint32_t chosen = run->imminent.n ? run->imminent.at[chosen_of(run)] : SD_NONE;
	bool from_outside = run->receivers.n > 0;
	for (uint32_t i = 0; i < run->imminent.n; i++)
		if (run->imminent.at[i] != chosen || from_outside)
			run->due.at[run->due.n++] = run->imminent.at[i];
	if (chosen != SD_NONE && !from_outside) {
		sd_actor *a = &run->actors[chosen];
		sd_call(run, a, SALTUS_SEND);
		sd_transit(run, a, SALTUS_INTERNAL);
		sd_settle(run, a);
	}
	sd_sort(run->receivers.at, run->receivers.n);
	for (uint32_t i = 0; i < run->receivers.n; i++) {
		sd_actor *a = &run->actors[run->receivers.at[i]];
		bool was_due = a->next <= run->time;
		sd_open_bags(run, a, false);
		sd_transit(run, a, SALTUS_EXTERNAL);
		sd_close_bags(run, a);
		if (!was_due || a->next > run->time) {
			for (uint32_t k = 0; was_due && k < run->due.n; k++)
				if (run->due.at[k] == a->number)
					run->due.at[k--] = run->due.at[--run->due.n];
			sd_settle(run, a);
		}
	}
}

static void step(sd_run *run)
{
	if (run->tree)
		sd_tree_step(run);
	else if (run->of->classic)
		step_classic(run);
	else
		step_parallel(run);
	run->receivers.n = 0;
	run->imminent.n = 0;
	sd_messages_clear(run);
}

/* ------------------------------------------------------------------------------------------- one event */

/* Who makes transitions again and again, in one more round. */
static _Noreturn void fail_chain(sd_run *run)
{
	char names[600] = "";
	size_t used = 0;
	uint32_t found = 0, round = 2 * run->of->atomic_count + 2;
	run->tells = false;
	for (uint32_t k = 0; k < run->of->atomic_count; k++)
		run->actors[k].moved = false;
	for (uint32_t i = 0; i < round; i++) {
		collect(run, run->time);
		step(run);
	}
	for (uint32_t k = 0; k < run->of->atomic_count; k++) {
		const char *name = sd_actor_name(&run->actors[k]);
		if (run->actors[k].moved && ++found <= NAMED && used + strlen(name) + 5 < sizeof names)
			used += (size_t)snprintf(names + used, sizeof names - used, "%s'%s'", found > 1 ? ", " : "", name);
	}
	sl_fail("the network of DEVS does not come to an end at time %.17g: after %llu steps at this time %s%s make%s "
			"transitions again and again, with time advances of zero", run->time, (unsigned long long)run->chain, names,
			found > NAMED ? " and others" : "", found == 1 ? "s" : "");
}

static bool has_come(const sd_run *run, const sl_block_values *v)
{
	for (uint32_t k = 0; k < run->of->counter_count; k++)
		if (v->inputs[run->of->counters[k].at] != run->seen[run->of->counters[k].at])
			return true;
	return false;
}

/* A sum of time advances may be beside the time of the run by rounding alone: the run takes both for one (E5). Its
 * conditions have a slack of their own. This one is wider, and what is within it is told as the time of the run itself,
 * so that there is no doubt. The network keeps the order of its own times. */
bool sd_is_first_now(const sd_run *run, double now)
{
	double first = sd_first(run);
	return first - now <= 4 * sb_shortest(sb_size_of(sb_size_of(now, run->start), first == INFINITY ? 0 : first));
}

bool sd_is_due(const sd_run *run, const sl_block_values *v)
{
	return run->due.n || sd_is_first_now(run, v->time) || has_come(run, v);
}

/* Activations: their counters have gone on. */
static void inject(sd_run *run, const sl_block_values *v)
{
	for (uint32_t k = 0; k < run->of->counter_count; k++) {
		const sd_counter *of = &run->of->counters[k];
		sd_actor *a = &run->actors[of->atomic];
		if (v->inputs[of->at] == run->seen[of->at])
			continue;
		run->seen[of->at] = v->inputs[of->at];
		((int *)a->b.items[SALTUS_ACTIVATION_IN].at[of->item].data)[of->element] = 1;
		a->active = true;
		if (!a->receiving)
			run->receivers.at[run->receivers.n++] = of->atomic;
		a->receiving = true;
	}
}

bool sd_event(sd_run *run, const sl_block_values *v)
{
	uint64_t most = CHAIN_MOST + CHAIN_EACH * (uint64_t)run->of->atomic_count;
	sd_take_code(run, v);
	double now = fmax(run->time, v->time), first = sd_first(run);
	if (!run->due.n && !has_come(run, v) && first > now && sd_is_first_now(run, v->time))
		now = first;                     /* in the order of the network, which has all digits */
	run->chain = run->time == now ? run->chain : 0;
	run->time = now;
	run->left = false;
	run->tells = sl_is_heard();
	memset(run->given, 0, run->of->gives);
	inject(run, v);
	do {
		collect(run, run->time);
		if (!run->imminent.n && !run->receivers.n)
			break;
		step(run);
		if (++run->chain > most)
			fail_chain(run);
	} while (!run->left && !run->stop);
	return run->stop;
}

double sd_next(const sd_run *run)
{
	return run->due.n ? run->time : sd_first(run);
}
