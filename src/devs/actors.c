/* Atomics in a run: the memory of their items, calls of their functions, and what is looked at behind each call. */
#include "devs/devs_inside.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include "base/stock.h"
#include "external/external.h"

enum { GUARD = 2, GUARD_BYTE = 0xa5 };           /* words of 8 bytes behind each item */

const char *const sd_call_names[] = {
	"", "SALTUS_INITIALISE", "SALTUS_STATES", "SALTUS_START", "SALTUS_OUTPUTS", "SALTUS_RATES", "SALTUS_RESIDUALS",
	"SALTUS_CROSSINGS", "SALTUS_SCHEDULE", "SALTUS_UPDATE", "SALTUS_COMMIT", "SALTUS_TERMINATE", "SALTUS_JACOBIAN",
	"SALTUS_CONSTRAINTS", "SALTUS_ADVANCE", "SALTUS_SEND", "SALTUS_INTERNAL", "SALTUS_EXTERNAL", "SALTUS_CONFLUENT"};

static const sd_atomic *atomic_of(const sd_actor *a)
{
	return &a->run->of->atomics[a->number];
}

const char *sd_actor_name(const sd_actor *a)
{
	return a->run->of->components[atomic_of(a)->component].name;
}

/* ------------------------------------------------------------------------------------------- memory */

static void lay_out(sd_actor *a)
{
	const sd_atomic *of = atomic_of(a);
	for (int k = 0; k < SALTUS_KINDS; k++)
		for (uint32_t i = 0; i < of->items[k].n; i++)
			a->count += (size_t)of->items[k].at[i].count + GUARD;
	a->words = sb_draw(NULL, (a->count + 1) * sizeof *a->words);
	memset(a->words, GUARD_BYTE, a->count * sizeof *a->words);
	uint64_t *at = a->words;
	for (int k = 0; k < SALTUS_KINDS; k++) {
		a->b.items[k].n = (int)of->items[k].n;
		a->b.items[k].at = sb_draw(NULL, (of->items[k].n + 1) * sizeof(saltus_item));
		for (uint32_t i = 0; i < of->items[k].n; i++) {
			const sd_item *item = &of->items[k].at[i];
			a->b.items[k].at[i] = (saltus_item){item->name, item->type, item->rank, item->count, item->sizes, at, NULL,
				NULL, NULL};
			memset(at, 0, (size_t)item->count * sizeof *at);
			at += item->count + GUARD;
		}
	}
}

static void make_ports(sd_run *run, sd_actor *a, int **firsts)
{
	const sd_component *c = &run->of->components[atomic_of(a)->component];
	const sd_port *ports = run->of->ports + c->first_port;
	for (int out = 0; out < 2; out++) {
		uint32_t n = out ? c->out_count : c->in_count, base = out ? c->in_count : 0, items = 0;
		int *first = *firsts;
		for (uint32_t i = 0; i < n; i++) {
			const sd_port *p = &ports[base + i];
			run->ports[c->first_port + base + i] = (saltus_port){p->name, p->type, p->size, 0, NULL};
			if (p->first)
				first[items++] = (int)i;
		}
		first[items] = (int)n;
		*firsts += items + 1;
		saltus_port *own = run->ports + c->first_port + base;
		if (out) {
			a->atomic.out = own, a->atomic.out_first = first, a->atomic.out_items = (int)items;
		} else {
			a->atomic.in = own, a->atomic.in_first = first, a->atomic.in_items = (int)items;
		}
	}
	a->first_in = c->first_port;
	a->in_count = c->in_count;
	a->first_out = c->first_port + c->in_count;
}

void sd_actors_make(sd_run *run)
{
	const sd_network *n = run->of;
	run->actors = sb_draw_zeros((n->atomic_count + 1) * sizeof *run->actors);
	run->ports = sb_draw_zeros((n->port_count + 1) * sizeof *run->ports);
	run->firsts = sb_draw_zeros((n->port_count + 2 * (size_t)n->atomic_count + 1) * sizeof *run->firsts);
	int *firsts = run->firsts;
	for (uint32_t k = 0; k < n->atomic_count; k++) {
		sd_actor *a = &run->actors[k];
		*a = (sd_actor){.run = run, .number = k, .next = INFINITY};
		a->b = (saltus_block){.version = SALTUS_BLOCK_VERSION, .name = sd_actor_name(a), .services = &sd_services,
			.atomic = &a->atomic};
		lay_out(a);
		make_ports(run, a, &firsts);
		a->reads = atomic_of(a)->items[SALTUS_INPUT].n > 0;
		a->watched = atomic_of(a)->items[SALTUS_OUTPUT].n > 0;
	}
}

static void free_actor(sd_actor *a)
{
	while (a->files) {
		sd_opened *next = a->files->next;
		fclose(a->files->file);
		sb_put_back(a->files);
		a->files = next;
	}
	for (int both = 0; both < 2; both++) {
		sd_piece **list = both ? &a->memory : &a->kept;
		while (*list) {
			sd_piece *next = (*list)->next;
			sb_put_back(*list);
			*list = next;
		}
	}
	for (int k = 0; k < SALTUS_KINDS; k++)
		sb_put_back(a->b.items[k].at);
	sb_put_back(a->words);
}

void sd_actors_free(sd_run *run)
{
	for (uint32_t k = 0; run->actors && k < run->of->atomic_count; k++)
		free_actor(&run->actors[k]);
	sb_put_back(run->actors);
	sb_put_back(run->ports);
	sb_put_back(run->firsts);
	run->actors = NULL;
	run->ports = NULL;
	run->firsts = NULL;
}

/* ------------------------------------------------------------------------------------------- numbers in */

static int whole(const saltus_item *item, double value)
{
	if (isnan(value))
		return INT_MIN;
	if (value < INT_MIN || value > INT_MAX)
		sl_fail("the value %.0f of '%s' is too large for an int", value, item->name);
	return (int)value;
}

static void load(saltus_item *item, const double *from)
{
	for (int k = 0; k < item->count; k++)
		if (item->type == SALTUS_REAL)
			((double *)item->data)[k] = from[k];
		else
			((int *)item->data)[k] = whole(item, from[k]);
}

static void load_kind(sd_actor *a, saltus_kind kind, const double *row, const char *const *texts)
{
	const sd_items *of = &atomic_of(a)->items[kind];
	for (uint32_t i = 0; i < of->n; i++) {
		saltus_item *item = &a->b.items[kind].at[i];
		for (int k = 0; item->type == SALTUS_TEXT && k < item->count; k++)
			((const char **)item->data)[k] = texts[of->at[i].at + (uint32_t)k];
		if (item->type != SALTUS_TEXT)
			load(item, row + of->at[i].at);
	}
}

/* ------------------------------------------------------------------------------------------- calls */

static void look_at_guards(const sd_actor *a)
{
	const uint64_t *at = a->words;
	uint64_t whole_guard;
	memset(&whole_guard, GUARD_BYTE, sizeof whole_guard);
	for (int k = 0; k < SALTUS_KINDS; k++)
		for (int i = 0; i < a->b.items[k].n; i++) {
			const saltus_item *item = &a->b.items[k].at[i];
			at += item->count;
			if (at[0] != whole_guard || at[1] != whole_guard)
				sl_fail("the atomic model '%s' writes past the end of '%s' in its call %s", sd_actor_name(a),
						item->name, sd_call_names[a->b.call]);
			at += GUARD;
		}
}

void sd_call(sd_run *run, sd_actor *a, saltus_call which)
{
	run->calling = a;
	a->b.call = which;
	a->b.time = run->time;
	if (a->reads)
		load_kind(a, SALTUS_INPUT, run->values->inputs, run->values->texts);
	a->code(&a->b, which);
	if (a->count)
		look_at_guards(a);
	if (a->b.refused)
		sl_fail("the atomic model '%s' refuses its call %s", sd_actor_name(a), sd_call_names[which]);
	run->stop |= a->b.stop != 0;
	run->calling = NULL;
}

void sd_take_code(sd_run *run, const sl_block_values *v)
{
	sd_functions *functions = (sd_functions *)(void (*)(void))v->code;
	run->values = v;
	if (run->coded && run->functions == functions)
		return;
	run->coded = true;
	run->functions = functions;
	for (uint32_t k = 0; k < run->of->atomic_count; k++) {
		const sd_atomic *of = &run->of->atomics[k];
		run->actors[k].code = of->own ? of->own : functions ? functions((int)of->function) : NULL;
		if (!run->actors[k].code)
			sl_fail("the atomic model '%s' has no function", sd_actor_name(&run->actors[k]));
	}
}

/* How long it stays, asked for unless the transition has said it. */
static void advance(sd_run *run, sd_actor *a)
{
	saltus_call said = a->b.call;
	if (isnan(a->atomic.advance)) {
		sd_call(run, a, SALTUS_ADVANCE);
		said = SALTUS_ADVANCE;
	}
	double time = a->atomic.advance;
	if (isnan(time))
		sl_fail("the atomic model '%s' gives no time advance in its call SALTUS_ADVANCE, or one that is no number",
				sd_actor_name(a));
	if (time < 0)
		sl_fail("the atomic model '%s' gives the negative time advance %.17g in its call %s", sd_actor_name(a), time,
				sd_call_names[said]);
	a->last = run->time;
	a->next = run->time + time;
}

void sd_prepare_actor(sd_run *run, sd_actor *a, const sl_block_values *v)
{
	load_kind(a, SALTUS_PARAMETER, v->parameters, v->texts);
	load_kind(a, SALTUS_DISCRETE, v->parameters, v->texts);
	load_kind(a, SALTUS_OUTPUT, v->parameters, v->texts);
	a->reads = false;                    /* signals are not known at the start */
	sd_call(run, a, SALTUS_INITIALISE);
	a->reads = a->b.items[SALTUS_INPUT].n > 0;
}

void sd_begin_actor(sd_run *run, sd_actor *a)
{
	a->reads = false;
	a->atomic.advance = NAN;
	sd_call(run, a, SALTUS_START);
	advance(run, a);
	a->reads = a->b.items[SALTUS_INPUT].n > 0;
}

void sd_end_actor(sd_run *run, sd_actor *a)
{
	a->reads = false;
	sd_call(run, a, SALTUS_TERMINATE);
}

static bool differs(const sd_actor *a, const uint64_t *before, size_t n)
{
	return memcmp(a->b.items[SALTUS_OUTPUT].at[0].data, before, n * sizeof *before) != 0;
}

static void call_transition(sd_run *run, sd_actor *a, saltus_call which)
{
	a->atomic.elapsed = run->time - a->last;
	a->atomic.remaining = a->next - run->time;
	a->atomic.advance = NAN;
	sd_call(run, a, which);
	if (run->tells)
		sd_say_state(a, which);
}

/* The usual confluent transition: the internal one, then the external one with nothing elapsed. */
static void call_both(sd_run *run, sd_actor *a)
{
	saltus_port *in = a->atomic.in;
	saltus_port kept[8], *ports = a->in_count <= 8 ? kept : sb_draw(NULL, a->in_count * sizeof *ports);
	memcpy(ports, in, a->in_count * sizeof *ports);
	for (uint32_t i = 0; i < a->in_count; i++)
		in[i].n = 0;
	call_transition(run, a, SALTUS_INTERNAL);
	advance(run, a);
	memcpy(in, ports, a->in_count * sizeof *ports);
	if (ports != kept)
		sb_put_back(ports);
	call_transition(run, a, SALTUS_EXTERNAL);
}

void sd_transit(sd_run *run, sd_actor *a, saltus_call which)
{
	size_t n = 0;
	uint64_t kept[32], *before = kept;
	a->moved = true;
	for (uint32_t i = 0; a->watched && i < (uint32_t)a->b.items[SALTUS_OUTPUT].n; i++)
		n += (size_t)a->b.items[SALTUS_OUTPUT].at[i].count + GUARD;
	if (n > sizeof kept / sizeof *kept)
		before = sb_draw(NULL, n * sizeof *before);
	if (n)
		memcpy(before, a->b.items[SALTUS_OUTPUT].at[0].data, n * sizeof *before);
	if (which == SALTUS_CONFLUENT && !atomic_of(a)->confluent)
		call_both(run, a);
	else
		call_transition(run, a, which);
	advance(run, a);
	if (n && differs(a, before, n))
		run->left = true;                /* others read it: they go first */
	if (before != kept)
		sb_put_back(before);
}
