/* Blocks in C while they run; see cblock.h. */
#include "external/cblock_inside.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/stock.h"
#include "external/external.h"

enum { GUARD = 4, GUARD_BYTE = 0xa5 };   /* words of 8 bytes behind each item */

static const char *doing(const void *self)
{
	return sl_cblock_calls[((const sl_running *)self)->b.call];
}

/* ------------------------------------------------------------------------------------ made and freed */

static size_t words_of(const sl_cblock_item *item)
{
	return (size_t)item->count + GUARD;
}

static size_t rows_of(saltus_kind kind)
{
	return kind == SALTUS_STATE ? 3 : kind == SALTUS_CROSSING ? 2 : 1;
}

static uint64_t *lay_out(saltus_item *to, const sl_cblock_item *from, saltus_kind kind, uint64_t *at)
{
	size_t n = words_of(from);
	*to = (saltus_item){from->name, from->type, from->rank, from->count, from->sizes, at, NULL, NULL, NULL};
	if (kind == SALTUS_STATE) {
		to->rate = (double *)(at + n);
		to->residual = (double *)(at + 2 * n);
	} else if (kind == SALTUS_CROSSING) {
		to->crossed = (const int *)(at + n);
	}
	return at + rows_of(kind) * n;
}

static void *make(void *context, const char *name, const double *parameters)
{
	const sl_cblock *of = context;
	sl_running *r = sb_draw(NULL, sizeof *r);
	(void)parameters;
	*r = (sl_running){.b = {.version = SALTUS_BLOCK_VERSION, .name = name, .services = &sl_cblock_services}, .of = of};
	for (int k = 0; k < SALTUS_KINDS; k++)
		for (uint32_t i = 0; i < of->items[k].n; i++)
			r->count += rows_of((saltus_kind)k) * words_of(&of->items[k].at[i]);
	r->words = sb_draw(NULL, (r->count + 1) * sizeof *r->words);
	memset(r->words, GUARD_BYTE, r->count * sizeof *r->words);
	uint64_t *at = r->words;
	for (int k = 0; k < SALTUS_KINDS; k++) {
		r->b.items[k].n = (int)of->items[k].n;
		r->b.items[k].at = sb_draw(NULL, (of->items[k].n + 1) * sizeof(saltus_item));
		for (uint32_t i = 0; i < of->items[k].n; i++)
			at = lay_out(&r->b.items[k].at[i], &of->items[k].at[i], (saltus_kind)k, at);
	}
	return r;
}

static void free_running(void *self)
{
	sl_running *r = self;
	sl_cblock_free_memory(r);
	sl_python_free(r->python);
	for (int k = 0; k < SALTUS_KINDS; k++)
		sb_put_back(r->b.items[k].at);
	sb_put_back(r->pending);
	sb_put_back(r->jacobian);
	sb_put_back(r->words);
	sb_put_back(r);
}

/* ---------------------------------------------------------------------------------- numbers in and out */

static void load_all(sl_running *r, saltus_kind kind, const double *from)
{
	for (int i = 0; i < r->b.items[kind].n; i++)
		from = sl_cblock_load(&r->b.items[kind].at[i], from);
}

static void store_all(const sl_running *r, saltus_kind kind, double *to)
{
	for (int i = 0; i < r->b.items[kind].n; i++)
		to = sl_cblock_store(&r->b.items[kind].at[i], to);
}

static void load_parameters(sl_running *r, const sl_block_values *v)
{
	const double *number = v->parameters;
	const char *const *text = v->texts;
	for (int i = 0; i < r->b.items[SALTUS_PARAMETER].n; i++) {
		saltus_item *item = &r->b.items[SALTUS_PARAMETER].at[i];
		if (item->type != SALTUS_TEXT) {
			number = sl_cblock_load(item, number);
			continue;
		}
		memcpy(item->data, text, (size_t)item->count * sizeof *text);
		text += item->count;
	}
}

static void clear_results(sl_running *r)
{
	for (int kind = SALTUS_OUTPUT; kind <= SALTUS_CONSTRAINT; kind++)
		for (int i = 0; i < r->b.items[kind].n; i++) {
			const saltus_item *item = &r->b.items[kind].at[i];
			if (kind == SALTUS_OUTPUT || kind == SALTUS_CROSSING || kind == SALTUS_CONSTRAINT)
				sl_cblock_clear(item->data, item->type, item->count);
			if (item->rate) {
				sl_cblock_clear(item->rate, SALTUS_REAL, item->count);
				sl_cblock_clear(item->residual, SALTUS_REAL, item->count);
			}
		}
}

static void load_event(sl_running *r, const sl_block_event *e)
{
	const int *crossed = e ? e->crossed : NULL, *active = e ? e->active : NULL;
	for (int i = 0; i < r->b.items[SALTUS_CROSSING].n; i++)
		for (int k = 0; k < r->b.items[SALTUS_CROSSING].at[i].count; k++)
			((int *)(uintptr_t)r->b.items[SALTUS_CROSSING].at[i].crossed)[k] = crossed ? *crossed++ : 0;
	for (int i = 0; i < r->b.items[SALTUS_ACTIVATION_IN].n; i++)
		for (int k = 0; k < r->b.items[SALTUS_ACTIVATION_IN].at[i].count; k++)
			((int *)r->b.items[SALTUS_ACTIVATION_IN].at[i].data)[k] = active ? *active++ : 0;
	for (int i = 0; i < r->b.items[SALTUS_ACTIVATION_OUT].n; i++)
		for (int k = 0; k < r->b.items[SALTUS_ACTIVATION_OUT].at[i].count; k++)
			((double *)r->b.items[SALTUS_ACTIVATION_OUT].at[i].data)[k] = NAN;
}

static void load_values(sl_running *r, const sl_block_values *v, const sl_block_event *e)
{
	r->b.time = v->time;
	r->b.stop = 0;
	r->code = (saltus_function *)v->code;
	load_parameters(r, v);
	load_all(r, SALTUS_INPUT, v->inputs);
	load_all(r, SALTUS_STATE, v->states);
	load_all(r, SALTUS_DISCRETE, v->discrete);
	clear_results(r);
	load_event(r, e);
}

/* ------------------------------------------------------------------------------------------- calls */

/* The guard behind a row. */
static unsigned char *guard_of(const void *row, int count, saltus_item_type type, size_t *size)
{
	size_t used = (size_t)count * sl_cblock_size(type);
	*size = ((size_t)count + GUARD) * sizeof(uint64_t) - used;
	return (unsigned char *)(uintptr_t)row + used;
}

/* It is made whole again. */
static bool was_whole(unsigned char *guard, size_t size)
{
	bool whole_yet = true;
	for (size_t i = 0; i < size && whole_yet; i++)
		whole_yet = guard[i] == GUARD_BYTE;
	if (!whole_yet)
		memset(guard, GUARD_BYTE, size);
	return whole_yet;
}

static void look_at_guards(sl_running *r)
{
	for (int k = 0; k < SALTUS_KINDS; k++)
		for (int i = 0; i < r->b.items[k].n; i++) {
			const saltus_item *item = &r->b.items[k].at[i];
			const void *rows[] = {item->data, item->rate, item->residual, item->crossed};
			for (int j = 0; j < 4; j++) {
				size_t size;
				saltus_item_type type = j == 0 ? item->type : j == 3 ? SALTUS_INT : SALTUS_REAL;
				unsigned char *guard = rows[j] ? guard_of(rows[j], item->count, type, &size) : NULL;
				if (!guard || was_whole(guard, size))
					continue;
				sl_fail("its call %s writes past the end of the %s '%s', which has %d element%s",
						sl_cblock_calls[r->b.call], sl_cblock_kinds[k], item->name, item->count,
						item->count == 1 ? "" : "s");
			}
		}
}

static bool call(sl_running *r, saltus_call which, uint32_t wanted)
{
	r->b.call = which;
	r->b.wanted = (int)wanted + 1;
	r->b.refused = 0;
	if (r->of->python)
		sl_python_call(r, which);
	else
		r->code(&r->b, which);
	look_at_guards(r);
	r->b.call = (saltus_call)0;
	return !r->b.refused;
}

static void put_back(sl_running *r)
{
	size_t size = 0;
	for (const sl_piece *p = r->kept; p; p = p->next)
		size += p->size;
	if (r->pending && size != r->pending_size)
		sl_fail("the run was saved with %zu bytes of memory that the block keeps, and now it asks for %zu",
				r->pending_size, size);
	const char *from = r->pending;
	for (sl_piece *p = r->kept; from && p; from += p->size, p = p->next)
		memcpy(p + 1, from, p->size);
	sb_put_back(r->pending);
	r->pending = NULL;
}

/* The first call of a run. */
static void begin(sl_running *r, const sl_block_values *v)
{
	if (r->begun)
		return;
	r->begun = true;
	load_values(r, v, NULL);
	for (int k = SALTUS_INPUT; k < SALTUS_KINDS; k++)
		for (int i = 0; i < r->b.items[k].n; i++)
			sl_cblock_clear(r->b.items[k].at[i].data, r->b.items[k].at[i].type, r->b.items[k].at[i].count);
	r->b.time = NAN;
	if (!call(r, SALTUS_INITIALISE, 0))
		sl_fail("it refuses its call SALTUS_INITIALISE");
	put_back(r);
}

static void want_written(const sl_running *r, const void *row, saltus_item_type type, int count, const char *what,
						 const char *name)
{
	for (int k = 0; k < count; k++)
		if (sl_cblock_is_clear(row, type, k))
			sl_fail("its call %s does not write %s'%s'%s", sl_cblock_calls[r->b.call], what, name,
					count > 1 ? " whole" : "");
}

/* A narrow number may be what was there before by chance: then it is asked for again with another one there. */
static void want_written_narrow(sl_running *r, const saltus_item *of, uint32_t wanted, saltus_call which)
{
	size_t bytes = (size_t)of->count * sl_cblock_size(of->type);
	void *first = memcpy(sb_draw(NULL, bytes + 1), of->data, bytes);
	bool doubtful = false, unwritten = false;
	for (int k = 0; k < of->count; k++)
		doubtful |= sl_cblock_is_clear(first, of->type, k);
	if (doubtful) {
		sl_cblock_flip(of->data, of->type, of->count);
		call(r, which, wanted);
		for (int k = 0; k < of->count; k++)
			unwritten |= sl_cblock_is_clear(first, of->type, k) && sl_cblock_is_flipped(of->data, of->type, k);
		memcpy(of->data, first, bytes);
	}
	sb_put_back(first);
	if (unwritten)
		sl_fail("its call %s does not write '%s'%s", sl_cblock_calls[which], of->name, of->count > 1 ? " whole" : "");
}

/* One task, one row of an item as its result. */
static bool ask(sl_running *r, const sl_block_values *v, saltus_call which, saltus_kind kind, uint32_t item,
				double *out)
{
	saltus_item *of = &r->b.items[kind].at[item];
	const double *row = which == SALTUS_RATES ? of->rate : of->data;
	begin(r, v);
	load_values(r, v, v->event);
	if (which == SALTUS_OUTPUTS && v->event)
		sl_cblock_load(of, out);
	bool good = call(r, which, item);
	if (!good)
		return false;
	r->b.call = which;
	if (!sl_cblock_is_narrow(of->type))
		want_written(r, row, of->type, of->count, which == SALTUS_RATES ? "the rate of " : "", of->name);
	r->b.call = (saltus_call)0;
	if (sl_cblock_is_narrow(of->type) && !v->event)
		want_written_narrow(r, of, item, which);
	if (row == of->rate)
		memcpy(out, row, (size_t)of->count * sizeof *out);
	else
		sl_cblock_store(of, out);
	return true;
}

static bool output(void *self, const sl_block_values *v, uint32_t item, double *out)
{
	uint32_t outputs = ((const sl_running *)self)->of->items[SALTUS_OUTPUT].n;       /* constraints are behind them */
	return item < outputs ? ask(self, v, SALTUS_OUTPUTS, SALTUS_OUTPUT, item, out)
						  : ask(self, v, SALTUS_CONSTRAINTS, SALTUS_CONSTRAINT, item - outputs, out);
}

static bool rate(void *self, const sl_block_values *v, uint32_t item, double *out)
{
	return ask(self, v, SALTUS_RATES, SALTUS_STATE, item, out);
}

static bool crossing(void *self, const sl_block_values *v, uint32_t item, double *out)
{
	return ask(self, v, SALTUS_CROSSINGS, SALTUS_CROSSING, item, out);
}

static void load_rates(sl_running *r, const double *rates)
{
	for (int i = 0; i < r->b.items[SALTUS_STATE].n; i++) {
		saltus_item *x = &r->b.items[SALTUS_STATE].at[i];
		memcpy(x->rate, rates, (size_t)x->count * sizeof *rates);
		rates += x->count;
	}
}

static bool residual(void *self, const sl_block_values *v, uint32_t scalar, double *out)
{
	sl_running *r = self;
	uint32_t item = 0, element = scalar;
	begin(r, v);
	load_values(r, v, NULL);
	load_rates(r, v->rates);
	while (element >= (uint32_t)r->b.items[SALTUS_STATE].at[item].count)
		element -= (uint32_t)r->b.items[SALTUS_STATE].at[item++].count;
	const saltus_item *of = &r->b.items[SALTUS_STATE].at[item];
	if (!call(r, SALTUS_RESIDUALS, item))
		return false;
	r->b.call = SALTUS_RESIDUALS;
	want_written(r, of->residual + element, SALTUS_REAL, 1, "the residual of ", of->name);
	r->b.call = (saltus_call)0;
	*out = of->residual[element];
	return true;
}

static size_t elements_of(const sl_running *r, saltus_kind kind)
{
	size_t n = 0;
	for (int i = 0; i < r->b.items[kind].n; i++)
		n += (size_t)r->b.items[kind].at[i].count;
	return n;
}

/* Made when the first derivative is asked for. */
static void clear_jacobian(sl_running *r)
{
	size_t states = elements_of(r, SALTUS_STATE), inputs = elements_of(r, SALTUS_INPUT);
	if (!r->jacobian) {
		r->entries = (states + elements_of(r, SALTUS_OUTPUT)) * (2 * states + inputs);
		r->jacobian = sb_draw(NULL, (r->entries + 1) * sizeof *r->jacobian);
		r->b.jacobian = r->jacobian;
		r->b.state_elements = (int)states;
		r->b.input_elements = (int)inputs;
	}
	memset(r->jacobian, 0, (r->entries + 1) * sizeof *r->jacobian);
}

static double along(const double *row, const double *motion, size_t n)
{
	double sum = 0;
	for (size_t k = 0; k < n; k++)
		sum += motion[k] != 0 ? row[k] * motion[k] : 0;
	return sum;
}

static bool slope(void *self, const sl_block_values *v, sl_block_part of, uint32_t item, const sl_block_motion *motion,
				  double *out)
{
	sl_running *r = self;
	size_t states = elements_of(r, SALTUS_STATE), inputs = elements_of(r, SALTUS_INPUT), first = 0, n = 1;
	saltus_kind kind = of == SL_BLOCK_OUTPUT ? SALTUS_OUTPUT : SALTUS_STATE;
	begin(r, v);
	load_values(r, v, NULL);
	if (of == SL_BLOCK_RESIDUAL)
		load_rates(r, v->rates);
	clear_jacobian(r);
	if (!call(r, SALTUS_JACOBIAN, item))
		return false;
	if (of == SL_BLOCK_RESIDUAL) {
		first = item;
	} else {
		first = kind == SALTUS_OUTPUT ? states : 0;
		for (uint32_t i = 0; i < item; i++)
			first += (size_t)r->b.items[kind].at[i].count;
		n = (size_t)r->b.items[kind].at[item].count;
	}
	for (size_t k = 0; k < n; k++) {
		const double *row = r->jacobian + (first + k) * (2 * states + inputs);
		out[k] = along(row, motion->states, states) + along(row + states, motion->inputs, inputs) +
				 along(row + states + inputs, motion->rates, of == SL_BLOCK_RESIDUAL ? states : 0);
	}
	return true;
}

static bool initialise(void *self, const sl_block_values *v, double *states)
{
	sl_running *r = self;
	begin(r, v);
	load_values(r, v, NULL);
	load_all(r, SALTUS_STATE, states);
	bool good = call(r, SALTUS_STATES, 0);
	store_all(r, SALTUS_STATE, states);
	return good;
}

/* ------------------------------------------------------------------------------------------- events */

/* What is fixed begins with its start value. */
static void want_fixed(const sl_running *r, saltus_kind kind, const double *before)
{
	for (uint32_t i = 0; i < r->of->items[kind].n; i++) {
		const sl_cblock_item *of = &r->of->items[kind].at[i];
		if ((kind == SALTUS_STATE || !of->free) && !sl_cblock_is_same(&r->b.items[kind].at[i], before))
			sl_fail(kind == SALTUS_STATE
						? "its call SALTUS_START changes the state '%s', which SALTUS_STATES gives its value"
						: "its call SALTUS_START changes '%s', whose start value is fixed", of->name);
		before += of->count;
	}
}

static bool start(sl_running *r, const sl_block_values *v)
{
	bool good = call(r, SALTUS_START, 0);
	want_fixed(r, SALTUS_DISCRETE, v->discrete);
	if (r->b.items[SALTUS_STATE].n)
		want_fixed(r, SALTUS_STATE, v->states);
	return good;
}

static bool update(void *self, const sl_block_values *v, const sl_block_event *e, sl_block_jump *jump)
{
	sl_running *r = self;
	bool good = true;
	begin(r, v);
	load_values(r, v, e);
	if (e->initial) {
		good = start(r, v);
		store_all(r, SALTUS_ACTIVATION_OUT, jump->delays);
	} else {
		if (r->b.items[SALTUS_ACTIVATION_OUT].n) {
			good = call(r, SALTUS_SCHEDULE, 0);
			store_all(r, SALTUS_ACTIVATION_OUT, jump->delays);
			bool stop = r->b.stop;
			load_values(r, v, e);
			r->b.stop = stop;
		}
		good = call(r, SALTUS_UPDATE, 0) && good;
	}
	store_all(r, SALTUS_DISCRETE, jump->discrete);
	store_all(r, SALTUS_STATE, jump->states);
	jump->stop = r->b.stop;
	return good;
}

static void commit(void *self, const sl_block_values *v, const sl_block_event *e)
{
	sl_running *r = self;
	begin(r, v);
	load_values(r, v, e);
	call(r, SALTUS_COMMIT, 0);
}

/* Parameters are those of the call before; there was one at the start. */
static bool stepped(void *self, const sl_block_step *s)
{
	sl_running *r = self;
	if (!r->begun)
		return false;
	r->b.time = s->time;
	r->b.phase = (saltus_phase)s->phase;
	load_all(r, SALTUS_INPUT, s->inputs);
	load_all(r, SALTUS_STATE, s->states);
	load_all(r, SALTUS_DISCRETE, s->discrete);
	clear_results(r);
	load_event(r, NULL);
	call(r, SALTUS_STEP, 0);
	return false;
}

static void end(void *self)
{
	sl_running *r = self;
	if (r->begun && (r->of->python ? sl_python_lives(r) : r->code != NULL))
		call(r, SALTUS_TERMINATE, 0);
}

/* ------------------------------------------------------------------------------------------ saved */

static size_t save(void *self, void *to, size_t room)
{
	const sl_running *r = self;
	size_t size = r->pending ? r->pending_size : 0;
	char *at = to;
	for (const sl_piece *p = r->pending ? NULL : r->kept; p; p = p->next)
		size += p->size;
	if (room < size || !to)
		return size;
	if (r->pending)
		memcpy(to, r->pending, size);
	for (const sl_piece *p = r->pending ? NULL : r->kept; p; at += p->size, p = p->next)
		memcpy(at, p + 1, p->size);
	return size;
}

static bool restore(void *self, const void *from, size_t size)
{
	sl_running *r = self;
	sb_put_back(r->pending);
	r->pending = sb_draw(NULL, size + 1);
	r->pending_size = size;
	memcpy(r->pending, from, size);
	return true;
}

void sl_cblock_close(sl_cblock *b)
{
	b->operations = (sl_block_operations){.make = make, .end = end, .free = free_running, .output = output,
		.rate = rate, .residual = residual, .slope = slope, .crossing = crossing, .save = save,
		.restore = restore, .doing = doing};
	if (b->starts)
		b->operations.initialise = initialise;
	if (b->events) {
		b->operations.update = update;
		b->operations.commit = commit;
	}
	if (b->follows) {
		b->operations.stepped = stepped;
		b->operations.follows = b->follows;
	}
}
