/* The network as an opaque component: events of the run are its events, and what it remembers is saved. */
#include "devs/devs_inside.h"

#include <math.h>
#include <string.h>

#include "base/stock.h"
#include "external/external.h"

enum { FIRST_EPOCH = 1 };

/* ------------------------------------------------------------------------------------- made and freed */

static uint32_t *new_list(const sd_network *n)
{
	return sb_draw(NULL, ((size_t)n->atomic_count + 1) * sizeof(uint32_t));
}

static sd_run *new_run(const sd_network *n, const char *name)
{
	sd_run *run = sb_draw_zeros(sizeof *run);
	*run = (sd_run){.of = n, .name = name, .time = NAN, .start = NAN, .event_time = NAN, .epoch = FIRST_EPOCH};
	run->heap = sb_draw(NULL, ((size_t)n->atomic_count + 2) * sizeof *run->heap);
	run->imminent.at = new_list(n);
	run->due.at = new_list(n);
	run->receivers.at = new_list(n);
	run->bags = sb_draw_zeros((n->port_count + 1) * sizeof *run->bags);
	run->last_messages = sb_draw_zeros(n->shown_bytes + 8);
	run->seen = sb_draw_zeros((n->inputs + 1) * sizeof *run->seen);
	run->event_inputs = sb_draw_zeros((n->inputs + 1) * sizeof *run->event_inputs);
	run->given = sb_draw_zeros(n->gives + 1);
	run->event_given = sb_draw_zeros(n->gives + 1);
	run->parameters = sb_draw_zeros((n->parameters + 1) * sizeof *run->parameters);
	run->texts = sb_draw_zeros((n->texts + 1) * sizeof *run->texts);
	sd_actors_make(run);
	if (n->hierarchical)
		sd_tree_make(run);
	return run;
}

static void free_run(void *self)
{
	sd_run *run = self;
	void *all[] = {run->heap, run->imminent.at, run->due.at, run->receivers.at, run->bags, run->last_messages,
		run->seen, run->event_inputs, run->given, run->event_given, run->parameters, run->pending};
	for (uint32_t k = 0; k < run->of->texts; k++)
		sb_put_back(run->texts[k]);
	sb_put_back(run->texts);
	sd_tree_free(run);
	sd_actors_free(run);
	sd_messages_free(run);
	for (size_t k = 0; k < sizeof all/sizeof *all; k++)
		sb_put_back(all[k]);
	sb_put_back(run);
}

static void *make(void *context, const char *name, const double *parameters)
{
	(void)parameters;
	return new_run(context, name);
}

/* For messages about crashes: who is called, and what for. */
static const char *doing(const void *self)
{
	const sd_run *run = self;
	static _Thread_local char text[200];
	if (!run->calling)
		return NULL;
	snprintf(text, sizeof text, "%s of the atomic model '%s'", sd_call_names[run->calling->b.call],
			 sd_actor_name(run->calling));
	return text;
}

/* -------------------------------------------------------------------------------------------- events */

/* Atomics as they are made, without states. */
static void forget(sd_run *run)
{
	if (run->begun) {
		sd_actors_free(run);
		sd_actors_make(run);
		run->coded = false;
	}
	run->begun = false;
	run->due.n = run->imminent.n = run->receivers.n = 0;
}

static void keep_parameters(sd_run *run, const sl_block_values *v)
{
	memcpy(run->parameters, v->parameters, run->of->parameters * sizeof *run->parameters);
	for (uint32_t k = 0; k < run->of->texts; k++) {
		size_t n = strlen(v->texts[k]) + 1;
		sb_put_back(run->texts[k]);
		run->texts[k] = sb_draw(NULL, n);
		memcpy(run->texts[k], v->texts[k], n);
	}
}

static void go_on(sd_run *run, const sl_block_values *v);

static void begin(sd_run *run, const sl_block_values *v)
{
	forget(run);                         /* the start once more, with other values */
	run->begun = true;
	run->stop = false;
	keep_parameters(run, v);
	sl_block_values known = *v;
	known.parameters = run->parameters;
	known.texts = (const char *const *)run->texts;
	v = &known;
	run->epoch = FIRST_EPOCH;
	run->time = run->start = v->time;
	run->chain = 0;
	memset(run->last_messages, 0, run->of->shown_bytes);
	memset(run->seen, 0, run->of->inputs * sizeof *run->seen);
	sd_take_code(run, v);
	for (uint32_t k = 0; k < run->of->atomic_count; k++) {
		sd_prepare_actor(run, &run->actors[k], v);
		sd_begin_actor(run, &run->actors[k]);
	}
	sd_calendar_make(run);
}

static double next_of(const sd_run *run, double now)
{
	double next = sd_next(run);
	return sd_is_first_now(run, now) ? now : next < SL_NEVER ? next : SL_NEVER;
}

static bool is_same_event(const sd_run *run, const sl_block_values *v)
{
	return run->event_time == v->time &&
		   memcmp(run->event_inputs, v->inputs, run->of->inputs * sizeof *run->event_inputs) == 0;
}

static void answer(const sd_run *run, sl_block_jump *jump)
{
	jump->discrete[0] = run->epoch;
	jump->next = run->next;
	jump->stop = run->event_stop;
	for (uint32_t k = 0; k < run->of->gives; k++)
		jump->delays[k] = run->event_given[k] ? 0 : NAN;
}

/* Somebody has changed parameters while the run was paused. */
static void take_parameters(sd_run *run, const sl_block_values *v)
{
	size_t size = run->of->parameters * sizeof *run->parameters;
	if (!run->of->reads_parameters || memcmp(run->parameters, v->parameters, size) == 0)
		return;
	memcpy(run->parameters, v->parameters, size);
	for (uint32_t k = 0; k < run->of->atomic_count; k++)
		sd_load_parameters(&run->actors[k], v);
}

/* An event may be asked for again until the values of the instant agree: it has taken place once. One may be asked for
 * where there is none, as long as the condition on the time is that of the event before. */
static bool update(void *self, const sl_block_values *v, const sl_block_event *e, sl_block_jump *jump)
{
	sd_run *run = self;
	if (e->initial) {
		begin(run, v);
		jump->discrete[0] = run->epoch;
		jump->next = next_of(run, v->time);
		jump->stop = run->stop;
		return true;
	}
	go_on(run, v);
	double epoch = v->discrete[0];
	if (epoch + 1 == run->epoch && is_same_event(run, v)) {
		answer(run, jump);
		return true;
	}
	if (epoch != run->epoch)
		sl_fail("the network is at event %.0f, and the run at event %.0f: its events cannot be taken back",
				run->epoch, epoch);
	if (!sd_is_due(run, v)) {
		jump->next = next_of(run, v->time);
		return true;
	}
	take_parameters(run, v);
	run->event_stop = sd_event(run, v);
	memcpy(run->event_inputs, v->inputs, run->of->inputs * sizeof *run->event_inputs);
	memcpy(run->event_given, run->given, run->of->gives);
	run->event_time = v->time;
	run->next = next_of(run, v->time);
	run->epoch = epoch + 1;
	answer(run, jump);
	return true;
}

static void end(void *self)
{
	sd_run *run = self;
	for (uint32_t k = 0; run->begun && run->coded && k < run->of->atomic_count; k++)
		sd_end_actor(run, &run->actors[k]);
}

/* ------------------------------------------------------------------------------------------- outputs */

static void show(const void *data, saltus_item_type type, uint32_t count, double *out)
{
	for (uint32_t k = 0; k < count; k++)
		if (type == SALTUS_REAL) {
			memcpy(&out[k], (const double *)data + k, sizeof *out);
			out[k] = isinf(out[k]) ? copysign(SL_NEVER, out[k]) : out[k];    /* what Modelica calls infinite */
		} else {
			int whole;
			memcpy(&whole, (const int *)data + k, sizeof whole);
			out[k] = whole;
		}
}

static bool output(void *self, const sl_block_values *v, uint32_t item, double *out)
{
	const sd_run *run = self;
	const sd_shown *s = &run->of->shown[item];
	go_on(self, v);
	if (s->kind == SALTUS_KINDS)
		show(run->last_messages + s->at, s->type, s->count, out);
	else
		show(run->actors[s->atomic].b.items[s->kind].at[s->item].data, s->type, s->count, out);
	return true;
}

/* --------------------------------------------------------------------------------------------- saved */

typedef struct writing { char *to; size_t room, used; const char *from; size_t size; bool bad; } writing;

/* Writes it, or reads it. */
static void pass(writing *w, void *data, size_t size)
{
	if (w->from) {
		w->bad |= w->used + size > w->size;
		if (!w->bad)
			memcpy(data, w->from + w->used, size);
	} else if (w->to && w->used + size <= w->room) {
		memcpy(w->to + w->used, data, size);
	}
	w->used += size;
}

static void pass_actor(writing *w, sd_actor *a)
{
	pass(w, &a->last, sizeof a->last);
	pass(w, &a->next, sizeof a->next);
	for (int k = SALTUS_OUTPUT; k <= SALTUS_DISCRETE; k++)
		for (int i = 0; i < a->b.items[k].n; i++) {
			saltus_item *item = &a->b.items[k].at[i];
			pass(w, item->data, (size_t)item->count * (item->type == SALTUS_REAL ? sizeof(double) : sizeof(int)));
		}
	for (sd_piece *p = a->kept; p; p = p->next)
		pass(w, p + 1, p->size);
}

/* What is due at once belongs to a chain of steps that something has left: an instant that is not over is not saved,
 * but for its end at the stop. */
static void pass_run(writing *w, sd_run *run)
{
	const sd_network *n = run->of;
	pass(w, &run->epoch, sizeof run->epoch);
	pass(w, &run->time, sizeof run->time);
	pass(w, &run->start, sizeof run->start);
	pass(w, &run->chain, sizeof run->chain);
	pass(w, &run->messages, sizeof run->messages);
	pass(w, run->last_messages, n->shown_bytes);
	pass(w, run->seen, n->inputs * sizeof *run->seen);
	for (uint32_t k = 0; k < n->atomic_count; k++)
		pass_actor(w, &run->actors[k]);
}

/* Functions prepare themselves from parameters, so these are saved, too. Texts: how long all are, with their ends. */
static void pass_parameters(writing *w, sd_run *run)
{
	size_t length = 0;
	for (uint32_t k = 0; !w->from && k < run->of->texts; k++)
		length += strlen(run->texts[k]) + 1;
	pass(w, &length, sizeof length);
	pass(w, run->parameters, run->of->parameters * sizeof *run->parameters);
	if (w->from && (w->bad || length > w->size - w->used)) {
		w->bad = true;
		return;
	}
	for (uint32_t k = 0; !w->from && k < run->of->texts; k++)
		pass(w, run->texts[k], strlen(run->texts[k]) + 1);
	if (!w->from)
		return;
	for (uint32_t k = 0; k < run->of->texts && !w->bad; k++) {
		const char *at = w->from + w->used;
		size_t n = strnlen(at, length);
		w->bad |= n == length;
		sb_put_back(run->texts[k]);
		run->texts[k] = sb_draw(NULL, n + 1);
		memcpy(run->texts[k], at, n);
		run->texts[k][n] = 0;
		w->used += n + 1;
		length -= n + 1;
	}
}

static size_t save(void *self, void *to, size_t room)
{
	sd_run *run = self;
	writing w = {.to = to, .room = room};
	if (run->pending) {
		pass(&w, run->pending, run->pending_size);
		return w.used;
	}
	pass(&w, &run->begun, sizeof run->begun);
	if (run->begun) {
		pass_parameters(&w, run);
		pass_run(&w, run);
	}
	return w.used;
}

/* The functions are known with the next call only. */
static bool restore(void *self, const void *from, size_t size)
{
	sd_run *run = self;
	bool begun;
	if (size < sizeof begun)
		return false;
	memcpy(&begun, from, sizeof begun);
	sb_put_back(run->pending);
	run->pending = NULL;
	if (!begun)
		return true;
	run->pending = sb_draw(NULL, size);
	run->pending_size = size;
	memcpy(run->pending, from, size);
	return true;
}

static void go_on(sd_run *run, const sl_block_values *v)
{
	writing w = {.from = run->pending, .size = run->pending_size, .used = sizeof run->begun};
	if (!run->pending)
		return;
	pass_parameters(&w, run);
	forget(run);
	sl_block_values known = *v;
	known.parameters = run->parameters;
	known.texts = (const char *const *)run->texts;
	if (!w.bad) {
		sd_take_code(run, &known);
		run->time = NAN;
		for (uint32_t k = 0; k < run->of->atomic_count; k++)
			sd_prepare_actor(run, &run->actors[k], &known);
		pass_run(&w, run);
	}
	if (w.bad || w.used != w.size)
		sl_fail("what was saved of the network of DEVS does not fit it: its functions ask for other memory now");
	sb_put_back(run->pending);
	run->pending = NULL;
	run->begun = true;
	run->next = NAN;
	run->event_time = NAN;
	sd_calendar_make(run);
}

const sl_block_operations sd_operations = {.make = make, .end = end, .free = free_run, .output = output,
	.update = update, .save = save, .restore = restore, .doing = doing};
