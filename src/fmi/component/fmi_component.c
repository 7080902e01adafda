/* The operations of an FMU; see fmi_component.h. */
#include "fmi/component/fmi_component.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

#include "base/stock.h"
#include "external/external.h"

/* A point at which something was asked for last, and what was answered. */
typedef struct point { double epoch, time; double *states, *inputs; uint64_t call; bool known; } point;

typedef struct instance {
	const fi_plan *plan;
	fi_instance *at;
	const char *name;
	bool made, begun;
	double epoch;                    /* of the FMU */
	double start;                    /* the time at which it began */
	double event_time;               /* of its last event */
	uint32_t refused; double refused_from;   /* points that it has refused, since this time */
	bool told;                       /* that it warns */
	bool wants, ends;                /* it wants an event behind a step, or the end */
	double wanted;                   /* the epoch in which it has last wanted one */
	point rates, outputs, indicators, event;
	point slopes; double *motion, *moved;    /* of rates: where, along what, and what they were */
	double *values;                  /* one row: rates, outputs, indicators, jumps, indicators behind the event */
	double *rate, *output, *indicator, *jump, *after;
	double next;
	double *held;                    /* of co-simulation: inputs as they were at the last communication point */
	bool has_held;
	double *made_with;               /* parameters */
	/* What it has gone through, for FMUs whose state cannot be saved: rows of time, states, inputs. */
	double *past; size_t past_rows, past_room; bool past_full;
} instance;

enum { FIRST_EPOCH = 1, MOST_PAST = 100000 };

/* ------------------------------------------------------------------------------------------------ made, freed */

static void point_new(point *p, const fi_plan *plan)
{
	p->states = sb_draw_zeros((plan->d->states + 1) * sizeof(double));
	p->inputs = sb_draw_zeros((plan->inputs.scalars + 1) * sizeof(double));
	p->known = false;
}

static void *make(void *context, const char *name, const double *parameters)
{
	const fi_plan *plan = context;
	instance *s = sb_draw_zeros(sizeof *s);
	uint32_t x = plan->d->states, y = plan->outputs.scalars, z = plan->d->indicator_count;
	*s = (instance){.plan = plan, .name = name, .epoch = FIRST_EPOCH, .start = NAN, .event_time = NAN};
	s->at = fi_instance_new(plan, name);
	point_new(&s->rates, plan);
	point_new(&s->outputs, plan);
	point_new(&s->indicators, plan);
	point_new(&s->event, plan);
	point_new(&s->slopes, plan);
	s->motion = sb_draw_zeros((plan->inputs.scalars + 2 * (size_t)x + 1) * sizeof(double));
	s->moved = s->motion + plan->inputs.scalars + x;
	s->values = sb_draw_zeros((2 * (size_t)x + y + 2 * (size_t)z + 6) * sizeof(double));
	s->rate = s->values;
	s->output = s->rate + x + 1;
	s->indicator = s->output + y + 1;
	s->jump = s->indicator + z + 1;
	s->after = s->jump + x + 1;
	s->held = sb_draw_zeros((plan->inputs.scalars + 1) * sizeof(double));
	s->made_with = sb_draw_zeros((plan->parameters.scalars + 1) * sizeof(double));
	memcpy(s->made_with, parameters, plan->parameters.scalars * sizeof(double));
	return s;
}

static void free_instance(void *self)
{
	instance *s = self;
	point *points[] = {&s->rates, &s->outputs, &s->indicators, &s->event, &s->slopes};
	fi_instance_free(s->at);
	for (int i = 0; i < 5; i++) {
		sb_put_back(points[i]->states);
		sb_put_back(points[i]->inputs);
	}
	sb_put_back(s->motion);
	sb_put_back(s->values);
	sb_put_back(s->held);
	sb_put_back(s->made_with);
	sb_put_back(s->past);
	sb_put_back(s);
}

static const char *doing(const void *self)
{
	const instance *s = self;
	return *fi_doing(s->at) ? fi_doing(s->at) : NULL;
}

/* ------------------------------------------------------------------------------------------------- asking */

/* A solver tries points that an FMU refuses, and takes shorter steps. One that refuses all of them would be asked for
 * ever: after very many refusals on next to no way it is not asked any more. */
static void refused(instance *s)
{
	enum { MOST_REFUSED = 1000 };
	static const double NO_WAY = 1e-9;       /* of the experiment */
	fi_board *b = fi_board_of(s->at);
	double stop = s->plan->d->stop, span = stop > s->start ? stop - s->start : 1;
	if (!s->refused++)
		s->refused_from = b->time;
	if (s->refused < MOST_REFUSED)
		return;
	if (fabs(b->time - s->refused_from) < NO_WAY * span)
		fi_instance_break(s->at);
	s->refused = 0;
}

static void ask(instance *s, fi_order order)
{
	fi_board *b = fi_board_of(s->at);
	bool good = fi_ask(s->at, order);
	if (!good)
		refused(s);
	if (!good)
		sl_fail("the FMU '%s': %s", s->name, b->said);
	if (b->warned && !s->told)
		sl_tell(true, "the FMU '%s': %s; further warnings of it are not told", s->name, b->said);
	s->told |= b->warned;
}

static void forget(instance *s)
{
	s->rates.known = s->outputs.known = s->indicators.known = s->slopes.known = false;
}

static void write_texts(instance *s, const sl_block_values *v)
{
	char *to = fi_board_of(s->at)->texts;
	size_t left = FI_TEXTS;
	for (uint32_t i = 0; i < s->plan->texts.scalars; i++) {
		size_t n = strlen(v->texts[i]) + 1;
		if (n > left)
			sl_fail("the FMU '%s': its Strings have more than %d characters", s->name, FI_TEXTS);
		memcpy(to, v->texts[i], n);
		to += n;
		left -= n;
	}
}

static void write_point(instance *s, const sl_block_values *v)
{
	const fi_rows *rows = fi_rows_of(s->at);
	fi_board_of(s->at)->time = v->time;
	memcpy(rows->states, v->states, s->plan->d->states * sizeof(double));
	memcpy(rows->inputs, v->inputs, s->plan->inputs.scalars * sizeof(double));
}

/* The start of a run: an instance in initialization mode, with what is known of inputs. `states`: start values, or
 * NULL. */
static void start(instance *s, const sl_block_values *v, const double *states)
{
	const fi_rows *rows = fi_rows_of(s->at);
	uint32_t n = s->plan->d->states;
	write_texts(s, v);
	memcpy(rows->parameters, v->parameters, s->plan->parameters.scalars * sizeof(double));
	memcpy(s->made_with, v->parameters, s->plan->parameters.scalars * sizeof(double));
	write_point(s, v);
	s->start = !isnan(v->time) ? v->time : isnan(s->plan->d->start) ? 0 : s->plan->d->start;
	fi_board_of(s->at)->time = s->start;         /* an operation that does not read time does not know it */
	for (uint32_t i = 0; i < n; i++)
		rows->states[i] = states ? states[i] : NAN;
	ask(s, FI_DO_MAKE);
	s->made = true;
	s->begun = s->wants = s->ends = s->has_held = false;
	s->epoch = FIRST_EPOCH;
	s->wanted = 0;
	s->past_rows = 0;
	s->past_full = false;
	memcpy(s->jump, rows->rates, n * sizeof(double));
	s->event.known = false;
	forget(s);
}

static bool same(const double *a, const double *b, size_t n) { return memcmp(a, b, n * sizeof *a) == 0; }

/* Values are asked for before the start was asked for: at the start, or of a run that was put to another one. */
static void be_made(instance *s, const sl_block_values *v)
{
	if (!s->made)
		start(s, v, NULL);
}

/* ------------------------------------------------------------------------------------------------- values */

/* The same inputs as far as they are given here: those that are not are not read. */
static bool covers(const instance *s, const point *p, const sl_block_values *v)
{
	for (uint32_t i = 0; i < s->plan->inputs.scalars; i++)
		if (!isnan(v->inputs[i]) && v->inputs[i] != p->inputs[i])
			return false;
	return true;
}

static bool is_at(const instance *s, const point *p, const sl_block_values *v)
{
	if (p->known && v->number && p->call == v->number)
		return true;
	bool timed = !isnan(v->time), states = s->plan->d->states && !isnan(v->states[0]);
	return p->known && p->epoch == v->discrete[0] && (!timed || p->time == v->time) &&
		   (!states || same(p->states, v->states, s->plan->d->states)) && covers(s, p, v);
}

static void note(const instance *s, point *p, const sl_block_values *v)
{
	p->known = true;
	p->call = v->number;
	p->epoch = v->discrete[0];
	p->time = v->time;
	memcpy(p->states, v->states, s->plan->d->states * sizeof(double));
	memcpy(p->inputs, v->inputs, s->plan->inputs.scalars * sizeof(double));
}

static void look(instance *s, point *p, const sl_block_values *v, fi_order order, double *to, const double *from,
	size_t n)
{
	be_made(s, v);
	if (is_at(s, p, v))
		return;
	p->known = false;
	write_point(s, v);
	ask(s, order);
	memcpy(to, from, n * sizeof *to);
	note(s, p, v);
}

static bool rate(void *self, const sl_block_values *v, uint32_t item, double *out)
{
	instance *s = self;
	uint32_t n = s->plan->d->states;
	const fi_row *row = &s->plan->states;            /* of 1.0 there is none: its states are one array */
	look(s, &s->rates, v, FI_DO_RATES, s->rate, fi_rows_of(s->at)->rates, n);
	memcpy(out, s->rate + (row->n ? row->first[item] : 0),
		   (row->n ? s->plan->d->variables.at[row->variable[item]].count : n) * sizeof *out);
	return true;
}

static void check_whole(const instance *s, const fi_variable *v, const double *out)
{
	for (uint32_t k = 0; k < v->count; k++)
		if (!isfinite(out[k]) || (v->type != FI_FLOAT64 && v->type != FI_FLOAT32 && fabs(out[k]) > 9007199254740992.0))
			sl_fail("the FMU '%s': its output '%s' is %g", s->name, v->name, out[k]);
}

static bool output(void *self, const sl_block_values *v, uint32_t item, double *out)
{
	instance *s = self;
	const fi_variable *of = &s->plan->d->variables.at[s->plan->outputs.variable[item]];
	look(s, &s->outputs, v, FI_DO_OUTPUTS, s->output, fi_rows_of(s->at)->outputs, s->plan->outputs.scalars);
	memcpy(out, s->output + s->plan->outputs.first[item], of->count * sizeof *out);
	check_whole(s, of, out);
	return true;
}

static bool crossing(void *self, const sl_block_values *v, uint32_t item, double *out)
{
	instance *s = self;
	uint32_t n = s->plan->d->indicator_count;
	if (item == 1 || !n) {
		*out = v->discrete[0] == s->wanted ? 1 : -1;
		return true;
	}
	/* Conditions settle with the epoch before the event, and the FMU is behind it by then: what they were stays. */
	if (v->discrete[0] + 1 != s->epoch || s->event_time != v->time)
		look(s, &s->indicators, v, FI_DO_INDICATORS, s->indicator, fi_rows_of(s->at)->indicators, n);
	memcpy(out, s->indicator, n * sizeof *out);
	return true;
}

static bool slope(void *self, const sl_block_values *v, sl_block_part of, uint32_t item, const sl_block_motion *motion,
				  double *out)
{
	instance *s = self;
	const fi_rows *rows = fi_rows_of(s->at);
	uint32_t u = s->plan->inputs.scalars, x = s->plan->d->states;
	bool rate = of != SL_BLOCK_OUTPUT;
	be_made(s, v);
	bool known = rate && is_at(s, &s->slopes, v) && same(s->motion, motion->inputs, u);
	if (!known || !same(s->motion + u, motion->states, x)) {
		s->slopes.known = false;
		write_point(s, v);
		memcpy(rows->motion, motion->inputs, u * sizeof *out);
		memcpy(rows->motion + u, motion->states, x * sizeof *out);
		fi_board_of(s->at)->item = item;
		fi_board_of(s->at)->part = !rate;
		ask(s, FI_DO_SLOPE);
		memcpy(s->motion, rows->motion, (u + x) * sizeof *out);
		memcpy(s->moved, rows->rates, x * sizeof *out);
		if (rate)
			note(s, &s->slopes, v);
	}
	*out = rate ? s->moved[s->plan->states.first[item]] : rows->outputs[0];
	return true;
}

static bool initialise(void *self, const sl_block_values *v, double *states)
{
	instance *s = self;
	start(s, v, states);
	memcpy(states, s->jump, s->plan->d->states * sizeof *states);
	return true;
}

/* ------------------------------------------------------------------------------------------------- events */

static void remember(instance *s, const sl_block_values *v)
{
	size_t width = 1 + s->plan->d->states + s->plan->inputs.scalars;
	if (fi_interface_of(s->plan)->serializes || s->past_full)
		return;
	if (s->past_rows == MOST_PAST) {
		s->past_full = true;
		return;
	}
	if (s->past_rows == s->past_room) {
		s->past_room = s->past_room ? 2 * s->past_room : 16;
		s->past = sb_draw(s->past, s->past_room * width * sizeof(double));
	}
	double *row = s->past + width * s->past_rows++;
	row[0] = v->time;
	memcpy(row + 1, v->states, s->plan->d->states * sizeof *row);
	memcpy(row + 1 + s->plan->d->states, v->inputs, s->plan->inputs.scalars * sizeof *row);
}

static void take_answer(instance *s, const sl_block_values *v)
{
	fi_board *b = fi_board_of(s->at);
	memcpy(s->jump, fi_rows_of(s->at)->rates, s->plan->d->states * sizeof(double));
	memcpy(s->after, fi_rows_of(s->at)->indicators, s->plan->d->indicator_count * sizeof(double));
	note(s, &s->event, v);
	s->next = b->next;
	s->ends |= b->terminate;
	s->wants = false;
	s->event_time = v->time;
	forget(s);
}

/* The end of the initialization. What follows from it is known then, and is told by the first event, at once. */
static void begin(instance *s, const sl_block_values *v, sl_block_jump *jump)
{
	if (!s->made || s->begun || s->plan->d->version == 1 || s->start != v->time ||
		!same(s->made_with, v->parameters, s->plan->parameters.scalars))
		start(s, v, s->plan->d->states ? v->states : NULL);
	write_point(s, v);
	ask(s, FI_DO_BEGIN);
	s->begun = true;
	remember(s, v);
	if (s->plan->kind == FI_EXCHANGE)
		take_answer(s, v);
	forget(s);
	jump->next = v->time;
}

static bool same_discrete(const instance *s, const sl_block_values *v)
{
	const fi_row *in = &s->plan->inputs;
	for (uint32_t i = 0; i < in->n; i++) {
		const fi_variable *of = &s->plan->d->variables.at[in->variable[i]];
		if (of->variability != FI_CONTINUOUS &&
			!same(v->inputs + in->first[i], s->event.inputs + in->first[i], of->count))
			return false;
	}
	return true;
}

/* Indicators that have passed zero because of the last event itself: they have the signs that they had behind it, and
 * the FMU knows that. A value near zero may be seen a moment later. */
static bool is_known(const instance *s, const sl_block_values *v, const sl_block_event *e)
{
	bool any = false;
	if (e->due || s->wants || s->ends || isnan(s->event_time) || !s->begun || s->epoch <= FIRST_EPOCH)
		return false;
	for (uint32_t k = 0; k < s->plan->d->indicator_count; k++) {
		if (e->crossed[k] && (e->crossed[k] > 0) != (s->after[k] > 0))
			return false;
		any |= e->crossed[k] != 0;
	}
	return any && same_discrete(s, v);
}

static void take_event(instance *s, const sl_block_values *v, bool again)
{
	fi_board *b = fi_board_of(s->at);
	write_point(s, v);
	b->again = again;
	ask(s, FI_DO_EVENT);
	take_answer(s, v);
	if (!again)
		remember(s, v);
}

static bool update(void *self, const sl_block_values *v, const sl_block_event *e, sl_block_jump *jump)
{
	instance *s = self;
	double epoch = v->discrete[0];
	if (e->initial) {
		begin(s, v, jump);
		return true;
	}
	if (epoch == s->epoch && is_known(s, v, e)) {
		jump->next = isfinite(s->next) ? s->next : SL_NEVER;
		return true;                 /* states stay, and so does the epoch */
	}
	if (epoch != s->epoch && epoch + 1 != s->epoch)
		sl_fail("the FMU '%s' is at event %g, and the run at event %g", s->name, s->epoch, epoch);
	bool again = epoch + 1 == s->epoch, first = epoch == FIRST_EPOCH && s->event.known && s->event.time == v->time;
	if (first && covers(s, &s->event, v))
		s->event.epoch = epoch;          /* the start has made it */
	else if (!again || !is_at(s, &s->event, v))
		take_event(s, v, again);
	s->epoch = epoch + 1;
	jump->discrete[0] = epoch + 1;
	memcpy(jump->states, s->jump, s->plan->d->states * sizeof *jump->states);
	jump->next = isfinite(s->next) ? s->next : SL_NEVER;
	jump->stop = s->ends;
	return true;
}

static bool step_done(void *self, const sl_block_step *step)
{
	instance *s = self;
	fi_board *b = fi_board_of(s->at);
	if (!s->begun || s->epoch <= FIRST_EPOCH || fi_interface_of(s->plan)->step_unneeded)
		return false;
	bool here = s->rates.known && s->rates.time == step->time;     /* the rates were asked for at the end of the step */
	b->time = step->time;
	for (uint32_t i = 0; i < s->plan->d->states; i++)
		fi_rows_of(s->at)->states[i] = here ? s->rates.states[i] : NAN;
	for (uint32_t i = 0; i < s->plan->inputs.scalars; i++)
		fi_rows_of(s->at)->inputs[i] = here ? s->rates.inputs[i] : NAN;
	ask(s, FI_DO_COMPLETED);
	s->wants = b->wants;
	s->ends |= b->terminate;
	s->wants |= s->ends;
	if (s->wants)
		s->wanted = s->epoch;
	return s->wants;
}

/* ------------------------------------------------------------------------------------------- co-simulation */

static double point_of(const instance *s, double number)
{
	return s->start + number * s->plan->step;
}

static bool update_steps(void *self, const sl_block_values *v, const sl_block_event *e, sl_block_jump *jump)
{
	instance *s = self;
	double epoch = v->discrete[0], number = epoch - FIRST_EPOCH;
	fi_board *b = fi_board_of(s->at);
	if (e->initial) {
		begin(s, v, jump);
		jump->next = point_of(s, 1);
		return true;
	}
	if (!e->due) {                       /* a discrete input has changed: it is taken over at the next point */
		jump->next = point_of(s, number + 1);
		return true;
	}
	if (epoch == s->epoch) {
		write_point(s, v);
		double *inputs = fi_rows_of(s->at)->inputs, *slopes = fi_rows_of(s->at)->slopes;
		for (uint32_t i = 0; i < s->plan->inputs.scalars; i++)
			slopes[i] = (v->inputs[i] - s->held[i]) / s->plan->step;
		memcpy(inputs, s->held, s->plan->inputs.scalars * sizeof *inputs);
		b->time = point_of(s, number);
		b->step = v->time - b->time;
		ask(s, FI_DO_STEP);
		s->ends |= b->terminate;
		s->epoch = epoch + 1;
		remember(s, &(sl_block_values){.time = b->time, .states = v->states, .inputs = s->held});
		forget(s);
	}
	jump->discrete[0] = epoch + 1;
	jump->next = point_of(s, number + 2);
	jump->stop = s->ends;
	return true;
}

static void commit_steps(void *self, const sl_block_values *v, const sl_block_event *e)
{
	instance *s = self;
	(void)e;
	memcpy(s->held, v->inputs, s->plan->inputs.scalars * sizeof *s->held);
	s->has_held = true;
}

/* --------------------------------------------------------------------------------------------------- saving */

typedef struct saved {
	double epoch, start, event_time, next; bool made, begun, wants, ends, has_held, replays; uint64_t rows, size;
} saved;

static size_t save(void *self, void *to, size_t room)
{
	instance *s = self;
	size_t u = s->plan->inputs.scalars * sizeof(double), width = u + (1 + s->plan->d->states) * sizeof(double);
	size_t texts = FI_TEXTS, rows = 0, state = 0;
	saved head = {s->epoch, s->start, s->event_time, s->next, s->made, s->begun, s->wants, s->ends, s->has_held,
		!fi_interface_of(s->plan)->serializes, s->past_rows, 0};
	if (s->made && head.replays)
		rows = s->past_full ? 0 : s->past_rows * width;
	else if (s->made && !fi_ask(s->at, FI_DO_SAVE))
		head.replays = true, head.rows = 0;
	else if (s->made)
		head.size = state = fi_board_of(s->at)->size;
	if (s->past_full)
		head.rows = UINT64_MAX;
	size_t all = sizeof head + 2 * u + texts + rows + state;
	char *at = to;
	if (!to || room < all)
		return all;
	memcpy(at, &head, sizeof head);
	memcpy(at + sizeof head, s->held, u);
	memcpy(at + sizeof head + u, s->event.inputs, u);
	memcpy(at + sizeof head + 2 * u, fi_board_of(s->at)->texts, texts);
	at += sizeof head + 2 * u + texts;
	if (rows)
		memcpy(at, s->past, rows);
	if (state && pread(fi_bulk(s->at), at, state, 0) != (ssize_t)state)
		return 0;
	return all;
}

/* An FMU whose state cannot be saved goes through its events once more. */
static bool replay(instance *s, const saved *head, const double *at)
{
	fi_board *b = fi_board_of(s->at);
	const fi_rows *rows = fi_rows_of(s->at);
	uint32_t x = s->plan->d->states, u = s->plan->inputs.scalars;
	bool good = true, steps = s->plan->kind != FI_EXCHANGE;
	for (uint64_t i = 0; i < head->rows && good; i++, at += 1 + x + u) {
		b->time = at[0];
		b->again = false;
		memcpy(rows->states, at + 1, x * sizeof *at);
		memcpy(rows->inputs, at + 1 + x, u * sizeof *at);
		b->step = i + 1 < head->rows ? at[1 + x + u] - at[0] : point_of(s, head->epoch - FIRST_EPOCH) - at[0];
		good = fi_ask(s->at, i == 0 ? FI_DO_BEGIN : steps ? FI_DO_STEP : FI_DO_EVENT);
		sl_block_values v = {.time = at[0], .states = at + 1, .inputs = at + 1 + x};
		remember(s, &v);
	}
	return good;
}

static bool restore(void *self, const void *from, size_t size)
{
	instance *s = self;
	const char *at = from;
	size_t u = s->plan->inputs.scalars * sizeof(double);
	saved head;
	if (size < sizeof head + 2 * u + FI_TEXTS)
		return false;
	memcpy(&head, at, sizeof head);
	if (!head.made)
		return true;
	if (head.rows == UINT64_MAX)
		return false;
	memcpy(s->held, at + sizeof head, u);
	memcpy(s->event.inputs, at + sizeof head + u, u);
	memcpy(fi_board_of(s->at)->texts, at + sizeof head + 2 * u, FI_TEXTS);
	at += sizeof head + 2 * u + FI_TEXTS;
	fi_board_of(s->at)->time = head.start;
	memcpy(fi_rows_of(s->at)->parameters, s->made_with, s->plan->parameters.scalars * sizeof(double));
	for (uint32_t i = 0; i < s->plan->d->states; i++)
		fi_rows_of(s->at)->states[i] = NAN;
	for (uint32_t i = 0; i < s->plan->inputs.scalars; i++)
		fi_rows_of(s->at)->inputs[i] = NAN;
	s->start = head.start;
	if (!fi_ask(s->at, FI_DO_MAKE))
		return false;
	if (head.replays ? !replay(s, &head, (const double *)(const void *)at)
					 : pwrite(fi_bulk(s->at), at, head.size, 0) != (ssize_t)head.size ||
						   (fi_board_of(s->at)->size = head.size, !fi_ask(s->at, FI_DO_RESTORE)))
		return false;
	s->made = true;
	s->begun = head.begun;
	s->epoch = head.epoch;
	s->event_time = NAN;
	s->next = head.next;
	s->wants = head.wants;
	s->wanted = head.wants ? head.epoch : 0;
	s->ends = head.ends;
	s->has_held = head.has_held;
	return true;
}

const sl_block_operations fi_exchange_operations = {.make = make, .free = free_instance, .initialise = initialise,
	.output = output, .rate = rate, .slope = slope, .crossing = crossing, .update = update, .save = save,
	.restore = restore, .stepped = step_done, .follows = SL_FOLLOWS_ENDS, .doing = doing};
const sl_block_operations fi_cosimulation_operations = {.make = make, .free = free_instance, .output = output,
	.update = update_steps, .commit = commit_steps, .save = save, .restore = restore, .doing = doing};
