/* Opaque components while they run (model/block.h): one `self` for each component of a run, made at its first call, and
 * the rows of numbers that its operations see. */
#include "code/runtime/runtime.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"

/* In one allocation: parameters, inputs, states, discrete, rates, then what update gives, and once more what an
 * operation has given. `d` and `site` are those of its last call. */
struct sc_block {
	const si_image *image;
	const si_block *of;
	const sc_component *behind;
	void *self;
	bool made;
	bool whole_row;                /* the arguments that are parameters are the row of parameters */
	uint64_t calls;                /* that were made, from 1 on */
	sc_data *d; int site;
	double *parameters, *inputs, *states, *discrete, *rates, *motion, *new_states, *new_discrete, *delays, *again,
			*outputs;
	int *crossed, *active;
};

/* What is not named by a pattern has these values: none, and any. In an event a latent component takes what it is given
 * as set, and is asked with none twice. */
static const double nothing[] = { NAN, 0.6180339887498949 };

/* ----------------------------------------------------------------------------------------- made and ended */

static const si_block_item *items_of(const sc_block *b, enum si_block_kind kind)
{
	return b->image->block_items.at + b->of->items[kind].first;
}

static size_t largest_item(const sc_block *b, enum si_block_kind kind)
{
	size_t most = 0;
	for (uint32_t i = 0; i < b->of->items[kind].n; i++)
		most = items_of(b, kind)[i].count > most ? items_of(b, kind)[i].count : most;
	return most;
}

static void fill(double *row, uint32_t n, double value)
{
	for (uint32_t k = 0; k < n; k++)
		row[k] = value;
}

static void lay_out(sc_block *b)
{
	const uint32_t *n = b->of->scalars;
	size_t p = n[SI_BLOCK_PARAMETERS], u = n[SI_BLOCK_INPUTS], x = n[SI_BLOCK_STATES], z = n[SI_BLOCK_DISCRETE];
	size_t o = n[SI_BLOCK_GIVES];
	size_t y = n[SI_BLOCK_OUTPUTS], most = x + z + 2 + 2 * o + y + largest_item(b, SI_BLOCK_CROSSINGS);
	b->parameters = sb_draw(NULL, (p + 2 * u + 5 * x + 2 * z + o + most + y + 1) * sizeof(double));
	b->inputs = b->parameters + p;
	b->states = b->inputs + u;
	b->discrete = b->states + x;
	b->rates = b->discrete + z;
	b->motion = b->rates + x;                /* of inputs, states and rates */
	b->new_states = b->motion + u + 2 * x;
	b->new_discrete = b->new_states + x;
	b->delays = b->new_discrete + z;
	b->again = b->delays + o;
	b->outputs = b->again + most;
	fill(b->outputs, (uint32_t)y, 0);
	b->crossed = sb_draw(NULL, ((size_t)n[SI_BLOCK_CROSSINGS] + n[SI_BLOCK_COMES] + 1) * sizeof *b->crossed);
	b->active = b->crossed + n[SI_BLOCK_CROSSINGS];
	uint32_t next = 0;
	b->whole_row = true;
	for (uint32_t i = 0; i < b->of->items[SI_BLOCK_PARAMETERS].n; i++) {
		const si_block_item *item = &items_of(b, SI_BLOCK_PARAMETERS)[i];
		b->whole_row = b->whole_row && !item->text && item->first == next;
		next += item->count;
	}
	b->whole_row = b->whole_row && next == n[SI_BLOCK_PARAMETERS];
}

static sc_block *block_of(sc_objects *objects, const sc_program *program, uint32_t number)
{
	const si_image *image = program->image;
	sc_blocks *all = sc_blocks_of(objects);
	if (all->n < image->blocks.n) {
		all->at = sb_draw(all->at, image->blocks.n * sizeof *all->at);
		for (uint32_t k = all->n; k < image->blocks.n; k++)
			all->at[k] = (sc_block){ .image = image, .of = &image->blocks.at[k], .behind = &program->components[k] };
		all->n = image->blocks.n;
	}
	if (!all->at[number].parameters)
		lay_out(&all->at[number]);
	return &all->at[number];
}

static bool make(sc_block *b)
{
	const sl_block_operations *o = b->behind->operations;
	if (!b->made && o->make) {
		b->self = o->make(b->behind->context, si_word(b->image, b->of->name), b->parameters);
		b->made = b->self;
	} else {
		b->made = true;
	}
	return b->made;
}

static void call(sc_data *d, int site, void (*body)(void *), void *context, sc_block *b)
{
	sc_calling_block(d, (sc_block_at){ si_word(b->image, b->of->name), b->behind->operations->doing, &b->self });
	sc_service_external(d, site, body, context);
	sc_calling_block(d, (sc_block_at){0});
}

static void run_end(void *context)
{
	sc_block *b = context;
	b->behind->operations->end(b->self);
}

static void end_through_service(sc_data *d, long long block)
{
	sc_block *b = (sc_block *)(uintptr_t)block;
	call(d, b->site, run_end, b, b);
}

/* What the component does at the end is C like any other: it may fail. */
static void end(sc_block *b)
{
	bool failed = b->d && b->d->failed;
	if (!b->made || !b->self)
		return;
	if (b->behind->operations->end && b->d && !sc_broken(b->d)) {
		sc_service_destroy(b->d, b->site, end_through_service, (long long)(uintptr_t)b);
		if (!failed && b->d->failed)
			sc_report_failure(b->d);
	}
	if (b->behind->operations->free)
		b->behind->operations->free(b->self);
}

void sc_blocks_clear(sc_objects *objects)
{
	sc_blocks *all = objects ? sc_blocks_of(objects) : NULL;
	for (uint32_t k = all ? all->n : 0; k-- > 0;) {
		sc_block *b = &all->at[k];
		end(b);
		sb_put_back(b->parameters);
		sb_put_back(b->crossed);
	}
	if (all) {
		sb_put_back(all->at);
		*all = (sc_blocks){0};
	}
}

/* What a component of C has prepared from parameters is prepared anew; what it keeps stays. */
static void renew(sc_block *b)
{
	const sl_block_operations *o = b->behind->operations;
	size_t size = o->save(b->self, NULL, 0);
	char *bytes = sb_draw(NULL, size + 1);
	o->save(b->self, bytes, size);
	end(b);
	b->self = o->make(b->behind->context, si_word(b->image, b->of->name), b->parameters);
	b->made = b->self && o->restore(b->self, bytes, size);
	sb_put_back(bytes);
}

void sc_blocks_renew(sc_objects *objects)
{
	sc_blocks *all = objects ? sc_blocks_of(objects) : NULL;
	for (uint32_t k = 0; all && k < all->n; k++)
		if (all->at[k].made && all->at[k].self && all->at[k].behind->operations->end && !all->at[k].of->autonomous)
			renew(&all->at[k]);
}

/* --------------------------------------------------------------------------------------------------- calls */

typedef struct calling {
	sc_block *b;
	sl_block_part part; uint32_t item;
	const si_block_call *call;
	void (*code)(void);
	const double *arguments, *before;        /* before: of an output at activations, its elements */
	const char *const *texts;
	double *results, time, next;
	sl_block_event event;
	bool good;
} calling;

/* Calls are in the order of the parts: outputs, rates, crossings, then one of each, then residuals, then slopes. */
static const si_block_call *call_of(const sc_block *b, sl_block_part part, uint32_t item)
{
	const si_range *n = b->of->items;
	uint32_t at = b->of->calls + item, last = part < SL_BLOCK_RESIDUAL ? part : SL_BLOCK_RESIDUAL;
	at += part > SL_BLOCK_OUTPUT ? n[SI_BLOCK_OUTPUTS].n : 0;
	at += part > SL_BLOCK_RATE ? n[SI_BLOCK_STATES].n : 0;
	at += part > SL_BLOCK_CROSSING ? n[SI_BLOCK_CROSSINGS].n + last - SL_BLOCK_UPDATE : 0;
	at += part > SL_BLOCK_RESIDUAL && b->of->residual ? b->of->scalars[SI_BLOCK_STATES] : 0;
	at += part > SL_BLOCK_OUTPUT_SLOPE ? n[SI_BLOCK_OUTPUTS].n : 0;
	at += part > SL_BLOCK_RATE_SLOPE ? n[SI_BLOCK_STATES].n : 0;
	return &b->image->block_calls.at[at];
}

static const double *take(double *row, const si_block_item *item, const double *from)
{
	memcpy(row + item->first, from, item->count * sizeof *row);
	return from + item->count;
}

static const double *take_some(const sc_block *b, enum si_block_kind kind, si_range which, double *row,
							   const double *from)
{
	for (uint32_t i = 0; i < which.n; i++)
		from = take(row, &items_of(b, kind)[b->image->numbers.at[which.first + i]], from);
	return from;
}

/* Rates of the states that have some, or start values of those that are free. */
static const double *take_of_states(const sc_block *b, bool rates, double *row, const double *from)
{
	const si_block_item *items = items_of(b, SI_BLOCK_STATES);
	for (uint32_t i = 0; i < b->of->items[SI_BLOCK_STATES].n; i++)
		if (rates ? !items[i].algebraic : items[i].free)
			from = take(row, &items[i], from);
	return from;
}

/* Differentials of the Reals among inputs and states, and of rates. */
static void spread_motion(calling *c, const double *at)
{
	const sc_block *b = c->b;
	const uint32_t *n = b->of->scalars, *numbers = b->image->numbers.at;
	double *states = b->motion + n[SI_BLOCK_INPUTS], *rates = states + n[SI_BLOCK_STATES];
	fill(b->motion, n[SI_BLOCK_INPUTS] + 2 * n[SI_BLOCK_STATES], 0);
	for (uint32_t i = 0; i < c->call->inputs.n; i++) {
		const si_block_item *item = &items_of(b, SI_BLOCK_INPUTS)[numbers[c->call->inputs.first + i]];
		at = item->real ? take(b->motion, item, at) : at;
	}
	at = take_some(b, SI_BLOCK_STATES, c->call->states, states, at);
	if (c->part == SL_BLOCK_RESIDUAL_SLOPE)
		take_of_states(b, true, rates, at);
}

/* The arguments to their rows; what is not among them is `other`. */
static void spread(calling *c, double other)
{
	const sc_block *b = c->b;
	const uint32_t *n = b->of->scalars;
	const double *at = c->arguments;
	fill(b->inputs, n[SI_BLOCK_INPUTS], other);
	fill(b->states, n[SI_BLOCK_STATES], other);
	fill(b->discrete, n[SI_BLOCK_DISCRETE], other);
	bool parameters = c->call->parameters;
	if (parameters && b->whole_row) {
		memcpy(b->parameters, at, n[SI_BLOCK_PARAMETERS] * sizeof *at);
		at += n[SI_BLOCK_PARAMETERS];
	}
	for (uint32_t i = 0; parameters && !b->whole_row && i < b->of->items[SI_BLOCK_PARAMETERS].n; i++)
		if (!items_of(b, SI_BLOCK_PARAMETERS)[i].text)
			at = take(b->parameters, &items_of(b, SI_BLOCK_PARAMETERS)[i], at);
	c->time = c->call->time ? *at++ : other;
	at = take_some(b, SI_BLOCK_INPUTS, c->call->inputs, b->inputs, at);
	at = take_some(b, SI_BLOCK_STATES, c->call->states, b->states, at);
	at = take_some(b, SI_BLOCK_DISCRETE, c->call->discrete, b->discrete, at);
	c->before = at;
	if (c->part == SL_BLOCK_OUTPUT && c->call->events)
		at += c->call->results;
	if (c->part == SL_BLOCK_RESIDUAL || c->part == SL_BLOCK_RESIDUAL_SLOPE) {
		fill(b->rates, n[SI_BLOCK_STATES], 0);
		at = take_of_states(b, true, b->rates, at);
	}
	if (c->part > SL_BLOCK_RESIDUAL)
		spread_motion(c, at);
	if (c->part == SL_BLOCK_INITIALISE)
		at = take_of_states(b, false, b->new_states, at);
	if (!c->call->events)
		return;
	bool initial = at[0] != 0;               /* conditions that hold from the start have not become true */
	c->event = (sl_block_event){ initial, !initial && at[1] != 0, b->crossed, b->active };
	for (uint32_t k = 0; k < n[SI_BLOCK_CROSSINGS]; k++)
		b->crossed[k] = initial ? 0 : at[2 + 2 * k] != 0 ? 1 : at[3 + 2 * k] != 0 ? -1 : 0;
	at += 2 + 2 * (size_t)n[SI_BLOCK_CROSSINGS];
	for (uint32_t k = 0; k < n[SI_BLOCK_COMES]; k++)
		b->active[k] = !initial && at[k] != 0;
}

/* What update gives, in the order of sm_add_block. */
static void take_jump(const calling *c, const sl_block_jump *jump, double *out)
{
	const sc_block *b = c->b;
	const si_block_item *states = items_of(b, SI_BLOCK_STATES);
	uint32_t discrete = b->of->scalars[SI_BLOCK_DISCRETE];
	if (c->part == SL_BLOCK_UPDATE) {
		memcpy(out, jump->discrete, discrete * sizeof *out);
		out += discrete;
		for (uint32_t i = 0; i < b->of->items[SI_BLOCK_STATES].n; i++)
			for (uint32_t k = 0; states[i].jumps && k < states[i].count; k++)
				*out++ = jump->states[states[i].first + k];
		if (b->of->time_events)
			*out++ = jump->next;
	}
	bool begins = c->part == SL_BLOCK_BEGIN && b->of->latent;
	for (uint32_t k = 0; begins && b->of->autonomous && k < discrete; k++)
		*out++ = jump->discrete[k];
	if (begins && b->of->time_events)
		*out++ = jump->next;
	for (uint32_t k = 0; !begins && k < b->of->scalars[SI_BLOCK_GIVES]; k++) {
		bool programmed = !isnan(jump->delays[k]);
		*out++ = programmed;
		*out++ = programmed ? jump->delays[k] : 0;
	}
	if (b->of->may_stop)
		*out = jump->stop;
}

static bool update(calling *c, const sl_block_values *v, double *out)
{
	sc_block *b = c->b;
	const uint32_t *n = b->of->scalars;
	memcpy(b->new_states, b->states, n[SI_BLOCK_STATES] * sizeof *out);
	memcpy(b->new_discrete, b->discrete, n[SI_BLOCK_DISCRETE] * sizeof *out);
	fill(b->delays, n[SI_BLOCK_GIVES], NAN);
	sl_block_jump jump = { b->new_states, b->new_discrete, SL_NEVER, b->delays, false };
	bool good = b->behind->operations->update(b->self, v, &c->event, &jump);
	take_jump(c, &jump, out);
	return good;
}

static bool initialise(calling *c, const sl_block_values *v, double *out)
{
	sc_block *b = c->b;
	const si_block_item *states = items_of(b, SI_BLOCK_STATES);
	bool good = b->behind->operations->initialise(b->self, v, b->new_states);
	for (uint32_t i = 0; i < b->of->items[SI_BLOCK_STATES].n; i++)
		for (uint32_t k = 0; states[i].free && k < states[i].count; k++)
			*out++ = b->new_states[states[i].first + k];
	return good;
}

/* A call may give several outputs or rates, or how these move. */
static bool give_members(calling *c, const sl_block_values *v, double *out)
{
	sc_block *b = c->b;
	const sl_block_operations *o = b->behind->operations;
	const uint32_t *n = b->of->scalars;
	bool output = c->part == SL_BLOCK_OUTPUT || c->part == SL_BLOCK_OUTPUT_SLOPE, good = true;
	const si_block_item *items = items_of(b, output ? SI_BLOCK_OUTPUTS : SI_BLOCK_STATES);
	sl_block_motion motion = { b->motion, b->motion + n[SI_BLOCK_INPUTS],
		b->motion + n[SI_BLOCK_INPUTS] + n[SI_BLOCK_STATES] };
	for (uint32_t i = 0; i < c->call->members.n && good; i++) {
		uint32_t item = b->image->numbers.at[c->call->members.first + i];
		switch (c->part) {
		case SL_BLOCK_OUTPUT: good = o->output(b->self, v, item, out); break;
		case SL_BLOCK_RATE: good = o->rate(b->self, v, item, out); break;
		default: good = o->slope(b->self, v, output ? SL_BLOCK_OUTPUT : SL_BLOCK_RATE, item, &motion, out);
		}
		out += items[item].count;
	}
	return good;
}

static bool residual_slope(calling *c, const sl_block_values *v, double *out)
{
	sc_block *b = c->b;
	const uint32_t *n = b->of->scalars;
	sl_block_motion motion = { b->motion, b->motion + n[SI_BLOCK_INPUTS],
		b->motion + n[SI_BLOCK_INPUTS] + n[SI_BLOCK_STATES] };
	return b->behind->operations->slope(b->self, v, SL_BLOCK_RESIDUAL, c->item, &motion, out);
}

static bool operate(calling *c, double *out)
{
	sc_block *b = c->b;
	const sl_block_operations *o = b->behind->operations;
	sl_block_values v = { c->time, b->parameters, b->inputs, b->states, b->discrete, b->rates, c->texts,
		c->call->events ? &c->event : NULL, c->code, ++b->calls };
	switch (c->part) {
	case SL_BLOCK_OUTPUT:
		if (v.event)
			memcpy(out, c->before, c->call->results * sizeof *out);
		return give_members(c, &v, out);
	case SL_BLOCK_RATE: case SL_BLOCK_OUTPUT_SLOPE: case SL_BLOCK_RATE_SLOPE: return give_members(c, &v, out);
	case SL_BLOCK_CROSSING: return o->crossing(b->self, &v, c->item, out);
	case SL_BLOCK_RESIDUAL: return o->residual(b->self, &v, c->item, out);
	case SL_BLOCK_RESIDUAL_SLOPE: return residual_slope(c, &v, out);
	case SL_BLOCK_INITIALISE: return initialise(c, &v, out);
	case SL_BLOCK_COMMIT: o->commit(b->self, &v, &c->event); return true;
	default: return update(c, &v, out);
	}
}

static void run_call(void *context)
{
	calling *c = context;
	spread(c, nothing[0]);
	c->good = make(c->b) && operate(c, c->results);
}

static void run_again(void *context)
{
	calling *c = context;
	spread(c, nothing[!c->b->of->latent]);
	c->good = operate(c, c->b->again);
}

static const char *item_name(const calling *c, enum si_block_kind kind)
{
	return si_word(c->b->image, items_of(c->b, kind)[c->item].name);
}

static const char *part_name(const calling *c, char *text, size_t size)
{
	bool several = c->call->members.n > 1;
	switch (several && c->part < SL_BLOCK_CROSSING ? SL_BLOCK_COMMIT : c->part) {
	case SL_BLOCK_COMMIT: snprintf(text, size, "%s", c->part == SL_BLOCK_RATE ? "the rates" : "the outputs"); break;
	case SL_BLOCK_OUTPUT: snprintf(text, size, "the output '%s'", item_name(c, SI_BLOCK_OUTPUTS)); break;
	case SL_BLOCK_RATE: snprintf(text, size, "the rate of '%s'", item_name(c, SI_BLOCK_STATES)); break;
	case SL_BLOCK_OUTPUT_SLOPE: case SL_BLOCK_RATE_SLOPE: case SL_BLOCK_RESIDUAL_SLOPE:
		snprintf(text, size, "a derivative");
		break;
	case SL_BLOCK_CROSSING: snprintf(text, size, "the crossing '%s'", item_name(c, SI_BLOCK_CROSSINGS)); break;
	case SL_BLOCK_INITIALISE: case SL_BLOCK_BEGIN: snprintf(text, size, "the beginning"); break;
	case SL_BLOCK_RESIDUAL: snprintf(text, size, "residual %u", c->item + 1); break;
	default: snprintf(text, size, "an event"); break;
	}
	return text;
}

/* What has no value is no number. A whole number stays what it was last, because there is none that says so. */
static void give_nothing(const calling *c)
{
	bool whole = c->part == SL_BLOCK_OUTPUT && !items_of(c->b, SI_BLOCK_OUTPUTS)[c->item].real;
	if (c->part == SL_BLOCK_OUTPUT || c->part == SL_BLOCK_RATE || c->part >= SL_BLOCK_OUTPUT_SLOPE)
		for (uint32_t k = 0; k < c->call->results; k++)
			c->results[k] = whole ? c->b->outputs[items_of(c->b, SI_BLOCK_OUTPUTS)[c->item].first + k] : NAN;
}

static void keep_whole(const calling *c)
{
	if (c->part == SL_BLOCK_OUTPUT && !items_of(c->b, SI_BLOCK_OUTPUTS)[c->item].real)
		memcpy(c->b->outputs + items_of(c->b, SI_BLOCK_OUTPUTS)[c->item].first, c->results,
			   c->call->results * sizeof *c->results);
}

static void complain(sc_data *d, int site, const calling *c, const char *why)
{
	char text[400], part[150];
	snprintf(text, sizeof text, "%s of the component '%.80s' %s", part_name(c, part, sizeof part),
			 si_word(c->b->image, c->b->of->name), why);
	d->services->fail(d, site, text);
}

void sc_service_block(sc_data *d, int site, int block, int part, int item, void (*code)(void), const double *arguments,
					  const char *const *texts, double *results)
{
	sc_run *run = sc_run_of(d);
	if (d->failed)
		return;
	if (!run->objects || !run->program->components) {
		d->services->fail(d, site, "components cannot be made here");
		return;
	}
	calling c = { .b = block_of(run->objects, run->program, (uint32_t)block), .part = (sl_block_part)part,
		.item = (uint32_t)item, .code = code, .arguments = arguments, .texts = texts, .results = results };
	c.call = call_of(c.b, c.part, c.item);
	c.b->d = d;
	c.b->site = site;
	call(d, site, run_call, &c, c.b);
	if (d->failed || !c.good)
		give_nothing(&c);
	if (d->failed)
		return;
	keep_whole(&c);
	if (!c.good) {
		complain(d, site, &c, c.b->made ? "has failed" : "cannot be had: the component cannot be made");
		return;
	}
	if (!(SB_CHECKED || c.b->of->checked) || part == SL_BLOCK_COMMIT)
		return;
	call(d, site, run_again, &c, c.b);
	if (!d->failed && (!c.good || memcmp(results, c.b->again, c.call->results * sizeof *results) != 0))
		complain(d, site, &c, "depends on something that its pattern does not name, or is not the same twice");
}

/* --------------------------------------------------------------------------------------------------- steps */

uint8_t sc_blocks_follow(const sc_data *d)
{
	const sc_run *run = sc_run_of((sc_data *)(uintptr_t)d);
	uint8_t follows = 0;
	for (uint32_t k = 0; run->program->components && k < run->program->image->blocks.n; k++)
		follows |= run->program->components[k].operations->follows;
	return follows;
}

static void read_row(const sc_block *b, enum si_block_kind kind, double *row)
{
	for (uint32_t i = 0; i < b->of->items[kind].n; i++) {
		const si_block_item *item = &items_of(b, kind)[i];
		for (uint32_t k = 0; k < item->count; k++)
			row[item->first + k] = sc_scalar_value(b->d, item->scalar + k);
	}
}

typedef struct stepping { sc_block *b; sl_block_step step; } stepping;

static void run_stepped(void *context)
{
	stepping *s = context;
	s->b->behind->operations->stepped(s->b->self, &s->step);
}

static bool follows(const sc_block *b, sl_block_phase phase)
{
	unsigned needed = phase == SL_TRY ? SL_FOLLOWS_TRIES : SL_FOLLOWS_VALUES | (phase == SL_MESH ? SL_FOLLOWS_ENDS : 0);
	return b->made && b->self && b->behind->operations->follows & needed;
}

void sc_blocks_stepped(sc_data *d, sl_block_phase phase)
{
	sc_run *run = sc_run_of(d);
	for (uint32_t k = 0; k < run->program->image->blocks.n && !d->failed && run->objects; k++) {
		sc_block *b = block_of(run->objects, run->program, k);
		stepping s = { b, { d->time, phase, b->inputs, b->states, b->discrete } };
		if (!follows(b, phase))
			continue;
		b->d = d;
		if (b->behind->operations->follows & SL_FOLLOWS_VALUES) {
			read_row(b, SI_BLOCK_INPUTS, b->inputs);
			read_row(b, SI_BLOCK_STATES, b->states);
			read_row(b, SI_BLOCK_DISCRETE, b->discrete);
		}
		call(d, b->site, run_stepped, &s, b);
	}
}

/* ------------------------------------------------------------------------------------------------- archive */

static void archive_memory(sc_block *b, sb_archive *a)
{
	const sl_block_operations *o = b->behind->operations;
	uint32_t size = sb_archive_count(a, o->save && !a->reads ? (uint32_t)o->save(b->self, NULL, 0) : 0, 1);
	if (!size)
		return;
	char *bytes = sb_draw(NULL, size);
	if (!a->reads)
		o->save(b->self, bytes, size);
	sb_archive_bytes(a, bytes, size);
	if (a->reads && !(o->restore && o->restore(b->self, bytes, size)))
		a->bad = true;
	sb_put_back(bytes);
}

void sc_blocks_archive(sc_data *d, sb_archive *a)
{
	sc_run *run = sc_run_of(d);
	uint32_t n = run->program->image->blocks.n;
	if (!n)
		return;
	if (a->reads)
		sc_blocks_clear(run->objects);
	for (uint32_t k = 0; k < n; k++) {
		sc_block *b = block_of(run->objects, run->program, k);
		bool made = b->made;
		sb_archive_one(a, made);
		if (!made)
			continue;
		sb_archive_bytes(a, b->parameters, b->of->scalars[SI_BLOCK_PARAMETERS] * sizeof *b->parameters);
		if (a->reads && !a->bad)
			a->bad = !make(b);
		if (!a->bad)
			archive_memory(b, a);
	}
}
