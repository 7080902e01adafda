/* Opaque components while they run (model/block.h): one `self` for each component of a run, made at its first call, and
 * the rows of numbers that its operations see. */
#include "code/runtime/runtime.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "model/block.h"

/* In one allocation: parameters, inputs, states, discrete, then what update gives, and once more what an operation has
 * given. */
struct sc_block {
	const sm_block *of;
	void *self;
	bool made;
	double *parameters, *inputs, *states, *discrete, *new_states, *new_discrete, *again;
	int *crossed;
};

/* What is not named by a pattern has these values: none, and any. */
static const double nothing[] = { NAN, 0.6180339887498949 };

/* ----------------------------------------------------------------------------------------- made and ended */

static void lay_out(sc_block *b)
{
	const sm_block *of = b->of;
	size_t p = of->parameters.scalars, u = of->inputs.scalars, x = of->states.scalars, z = of->discrete.scalars;
	size_t most = x + z + 1;
	for (uint32_t i = 0; i < of->outputs.n; i++)
		most = of->outputs.at[i].count > most ? of->outputs.at[i].count : most;
	for (uint32_t i = 0; i < of->crossings.n; i++)
		most = of->crossings.at[i].count > most ? of->crossings.at[i].count : most;
	b->parameters = sb_resize(NULL, (p + u + 2 * x + 2 * z + most + 1) * sizeof(double));
	b->inputs = b->parameters + p;
	b->states = b->inputs + u;
	b->discrete = b->states + x;
	b->new_states = b->discrete + z;
	b->new_discrete = b->new_states + x;
	b->again = b->new_discrete + z;
	b->crossed = sb_resize(NULL, (of->crossings.scalars + 1) * sizeof *b->crossed);
}

static sc_block *block_of(sc_objects *objects, const sm_model *m, uint32_t number)
{
	sc_blocks *all = sc_blocks_of(objects);
	if (all->n < m->blocks.n) {
		all->at = sb_resize(all->at, m->blocks.n * sizeof *all->at);
		for (uint32_t k = all->n; k < m->blocks.n; k++)
			all->at[k] = (sc_block){ .of = m->blocks.at[k] };
		all->n = m->blocks.n;
	}
	if (!all->at[number].parameters)
		lay_out(&all->at[number]);
	return &all->at[number];
}

static bool make(sc_block *b)
{
	const sm_block_operations *o = b->of->operations;
	if (!b->made && o->make) {
		b->self = o->make(b->of->context, b->of->name, b->parameters);
		b->made = b->self;
	} else {
		b->made = true;
	}
	return b->made;
}

void sc_blocks_clear(sc_objects *objects)
{
	sc_blocks *all = objects ? sc_blocks_of(objects) : NULL;
	for (uint32_t k = all ? all->n : 0; k-- > 0;) {
		sc_block *b = &all->at[k];
		if (b->made && b->self && b->of->operations->free)
			b->of->operations->free(b->self);
		free(b->parameters);
		free(b->crossed);
	}
	if (all) {
		free(all->at);
		*all = (sc_blocks){0};
	}
}

/* --------------------------------------------------------------------------------------------------- calls */

typedef struct calling {
	sc_block *b;
	struct sm_block_call call;
	const double *arguments;
	double *results, time, next;
	sm_block_event event;
	bool good;
} calling;

static const double *take(double *row, const sm_block_item *item, const double *from)
{
	memcpy(row + item->first, from, item->count * sizeof *row);
	return from + item->count;
}

static void fill(double *row, uint32_t n, double value)
{
	for (uint32_t k = 0; k < n; k++)
		row[k] = value;
}

static bool is_read(const uint32_t *list, uint32_t n, uint32_t item)
{
	for (uint32_t k = 0; k < n; k++)
		if (list[k] == item)
			return true;
	return false;
}

/* The arguments to their rows; what is not among them is `other`. */
static void spread(calling *c, double other)
{
	const sm_block *of = c->b->of;
	const sm_block_reads *r = sm_block_reads_of(of, &c->call);
	const double *at = c->arguments;
	fill(c->b->inputs, of->inputs.scalars, other);
	fill(c->b->states, of->states.scalars, other);
	fill(c->b->discrete, of->discrete.scalars, other);
	for (uint32_t i = 0; i < of->parameters.n; i++)
		at = take(c->b->parameters, &of->parameters.at[i], at);
	c->time = r->time ? *at++ : other;
	for (uint32_t i = 0; i < of->inputs.n; i++)
		if (is_read(r->inputs, r->input_count, i))
			at = take(c->b->inputs, &of->inputs.at[i], at);
	for (uint32_t i = 0; i < of->states.n; i++)
		if (sm_block_reads_state(of, &c->call, i))
			at = take(c->b->states, &of->states.at[i], at);
	for (uint32_t i = 0; i < of->discrete.n; i++)
		if (sm_block_reads_discrete(of, &c->call, i))
			at = take(c->b->discrete, &of->discrete.at[i], at);
	if (c->call.part != SM_BLOCK_UPDATE && c->call.part != SM_BLOCK_COMMIT)
		return;
	bool initial = at[0] != 0;               /* conditions that hold from the start have not become true */
	c->event = (sm_block_event){ initial, !initial && at[1] != 0, c->b->crossed };
	for (uint32_t k = 0; k < of->crossings.scalars; k++)
		c->b->crossed[k] = initial ? 0 : at[2 + 2 * k] != 0 ? 1 : at[3 + 2 * k] != 0 ? -1 : 0;
}

/* What update gives, in the order of sm_add_block. */
static void take_jump(calling *c, const sm_block_jump *jump, double *out)
{
	const sm_block *of = c->b->of;
	memcpy(out, jump->discrete, of->discrete.scalars * sizeof *out);
	out += of->discrete.scalars;
	for (uint32_t i = 0; i < of->states.n; i++)
		for (uint32_t k = 0; of->states.at[i].jumps && k < of->states.at[i].count; k++)
			*out++ = jump->states[of->states.at[i].first + k];
	if (of->time_events)
		*out = jump->next;
}

static bool operate(calling *c, double *out)
{
	sc_block *b = c->b;
	const sm_block_operations *o = b->of->operations;
	sm_block_values v = { c->time, b->parameters, b->inputs, b->states, b->discrete };
	switch (c->call.part) {
	case SM_BLOCK_OUTPUT: return o->output(b->self, &v, c->call.item, out);
	case SM_BLOCK_RATE: return o->rate(b->self, &v, c->call.item, out);
	case SM_BLOCK_CROSSING: return o->crossing(b->self, &v, c->call.item, out);
	case SM_BLOCK_INITIALISE: return o->initialise(b->self, &v, out);
	case SM_BLOCK_COMMIT: o->commit(b->self, &v, &c->event); return true;
	default: break;
	}
	memcpy(b->new_states, b->states, b->of->states.scalars * sizeof *out);
	memcpy(b->new_discrete, b->discrete, b->of->discrete.scalars * sizeof *out);
	sm_block_jump jump = { b->new_states, b->new_discrete, SM_NEVER };
	bool good = o->update(b->self, &v, &c->event, &jump);
	take_jump(c, &jump, out);
	return good;
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
	spread(c, nothing[1]);
	c->good = operate(c, c->b->again);
}

static const char *part_name(const calling *c, char *text, size_t size)
{
	const sm_block *of = c->b->of;
	switch (c->call.part) {
	case SM_BLOCK_OUTPUT: snprintf(text, size, "the output '%s'", of->outputs.at[c->call.item].name); break;
	case SM_BLOCK_RATE: snprintf(text, size, "the rate of '%s'", of->states.at[c->call.item].name); break;
	case SM_BLOCK_CROSSING: snprintf(text, size, "the crossing '%s'", of->crossings.at[c->call.item].name); break;
	case SM_BLOCK_INITIALISE: snprintf(text, size, "the beginning"); break;
	default: snprintf(text, size, "an event"); break;
	}
	return text;
}

static void complain(sc_data *d, int site, const calling *c, const char *why)
{
	char text[400], part[150];
	snprintf(text, sizeof text, "%s of the component '%.80s' %s", part_name(c, part, sizeof part), c->b->of->name, why);
	d->services->fail(d, site, text);
}

void sc_service_block(sc_data *d, int site, int block, int part, int item, const double *arguments, double *results)
{
	sc_run *run = sc_run_of(d);
	const sm_model *m = run->program->plan->model;
	if (d->failed)
		return;
	if (!run->objects) {
		d->services->fail(d, site, "components cannot be made here");
		return;
	}
	calling c = { .b = block_of(run->objects, m, (uint32_t)block),
		.call = { (uint32_t)block, (sm_block_part)part, (uint32_t)item }, .arguments = arguments, .results = results };
	uint32_t n = sm_block_results(c.b->of, &c.call);
	sc_service_external(d, site, run_call, &c);
	if (d->failed)
		return;
	if (!c.good) {
		complain(d, site, &c, c.b->made ? "has failed" : "cannot be had: the component cannot be made");
		return;
	}
	if (!(SB_CHECKED || c.b->of->checked) || part == SM_BLOCK_COMMIT)
		return;
	sc_service_external(d, site, run_again, &c);
	if (!d->failed && (!c.good || memcmp(results, c.b->again, n * sizeof *results) != 0))
		complain(d, site, &c, "depends on something that its pattern does not name, or is not the same twice");
}

/* ------------------------------------------------------------------------------------------------- archive */

static void archive_memory(sc_block *b, sb_archive *a)
{
	const sm_block_operations *o = b->of->operations;
	uint32_t size = sb_archive_count(a, o->save && !a->reads ? (uint32_t)o->save(b->self, NULL, 0) : 0, 1);
	if (!size)
		return;
	char *bytes = sb_resize(NULL, size);
	if (!a->reads)
		o->save(b->self, bytes, size);
	sb_archive_bytes(a, bytes, size);
	if (a->reads && !(o->restore && o->restore(b->self, bytes, size)))
		a->bad = true;
	free(bytes);
}

void sc_blocks_archive(sc_data *d, sb_archive *a)
{
	sc_run *run = sc_run_of(d);
	const sm_model *m = run->program->plan->model;
	if (!m->blocks.n)
		return;
	if (a->reads)
		sc_blocks_clear(run->objects);
	for (uint32_t k = 0; k < m->blocks.n; k++) {
		sc_block *b = block_of(run->objects, m, k);
		bool made = b->made;
		sb_archive_one(a, made);
		if (!made)
			continue;
		sb_archive_bytes(a, b->parameters, b->of->parameters.scalars * sizeof *b->parameters);
		if (a->reads && !a->bad)
			a->bad = !make(b);
		if (!a->bad)
			archive_memory(b, a);
	}
}
