/* What the function of an atomic may do while it is called: send, ask for memory and files, and make mistakes, which
 * are told with its name and the call. */
#include "devs/devs_inside.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/stock.h"
#include "external/external.h"

enum { CHUNK = 1 << 16 };

static sd_actor *actor_of(saltus_block *b)
{
	return (sd_actor *)((char *)b - offsetof(sd_actor, b));
}

/* ------------------------------------------------------------------------------------- messages and bags */

static void *room_for(sd_run *run, size_t size)
{
	size = (size + 7) & ~(size_t)7;
	if (!run->chunk || run->chunk_used + size > run->chunk->size) {
		sd_piece *next = run->chunk ? run->chunk->next : run->chunks;
		if (!next || next->size < size) {
			size_t all = size > CHUNK ? size : CHUNK;
			sd_piece *fresh = sb_draw(NULL, sizeof *fresh + all);
			*fresh = (sd_piece){next, all};
			if (run->chunk)
				run->chunk->next = fresh;
			else
				run->chunks = fresh;
			next = fresh;
		}
		run->chunk = next;
		run->chunk_used = 0;
	}
	void *at = (char *)(run->chunk + 1) + run->chunk_used;
	run->chunk_used += size;
	return at;
}

void sd_messages_clear(sd_run *run)
{
	run->chunk = NULL;
	run->chunk_used = 0;
	run->entry_count = 0;
}

void sd_messages_free(sd_run *run)
{
	while (run->chunks) {
		sd_piece *next = run->chunks->next;
		sb_put_back(run->chunks);
		run->chunks = next;
	}
	sb_put_back(run->entries);
	sb_put_back(run->pointers);
}

void sd_deliver(sd_run *run, uint32_t port, const void *message, uint32_t sender, uint64_t order)
{
	if (run->entry_count + 1 >= run->entry_room) {
		run->entry_room = run->entry_room ? 2 * run->entry_room : 1024;
		run->entries = sb_draw(run->entries, run->entry_room * sizeof *run->entries);
	}
	uint32_t at = ++run->entry_count;
	sd_bag *bag = &run->bags[port];
	run->entries[at] = (sd_entry){message, 0, sender, order};
	if (bag->n++)
		run->entries[bag->last].next = at;
	else
		bag->first = at;
	bag->last = at;
	sd_actor *to = &run->actors[run->of->components[run->of->ports[port].component].atomic];
	if (to->receiving)
		return;
	to->receiving = true;
	run->receivers.at[run->receivers.n++] = to->number;
}

static int compare(const void *a, const void *b)
{
	const sd_entry *x = a, *y = b;
	return x->sender != y->sender ? (x->sender > y->sender) - (x->sender < y->sender)
								  : (x->order > y->order) - (x->order < y->order);
}

/* By coordinators messages come in another order than flat: they are put into the order of their senders. */
static void sort_bag(sd_run *run, const sd_bag *bag)
{
	sd_entry *list = sb_draw(NULL, bag->n * sizeof *list);
	uint32_t n = 0, at = bag->first;
	for (; n < bag->n; at = run->entries[at].next)
		list[n++] = run->entries[at];
	qsort(list, n, sizeof *list, compare);
	at = bag->first;
	for (uint32_t i = 0; i < n; i++) {
		run->entries[at].message = list[i].message;
		at = run->entries[at].next;
	}
	sb_put_back(list);
}

void sd_open_bags(sd_run *run, sd_actor *a, bool sorted)
{
	size_t used = 0, most = 0;
	for (uint32_t i = 0; i < a->in_count; i++)
		most += run->bags[a->first_in + i].n;
	if (most > run->pointer_room) {
		run->pointer_room = 2 * most;
		run->pointers = sb_draw(run->pointers, run->pointer_room * sizeof *run->pointers);
	}
	for (uint32_t i = 0; i < a->in_count; i++) {
		const sd_bag *bag = &run->bags[a->first_in + i];
		saltus_port *port = &a->atomic.in[i];
		port->n = (int)bag->n;
		port->bag = run->pointers + used;
		if (bag->n > 1 && sorted)
			sort_bag(run, bag);
		for (uint32_t k = 0, at = bag->first; k < bag->n; k++, at = run->entries[at].next)
			run->pointers[used++] = run->entries[at].message;
	}
}

void sd_close_bags(sd_run *run, sd_actor *a)
{
	for (uint32_t i = 0; i < a->in_count; i++) {
		run->bags[a->first_in + i].n = 0;
		a->atomic.in[i].n = 0;
	}
	for (int k = 0; a->active && k < a->b.items[SALTUS_ACTIVATION_IN].n; k++) {
		saltus_item *item = &a->b.items[SALTUS_ACTIVATION_IN].at[k];
		memset(item->data, 0, (size_t)item->count * sizeof(int));
	}
	a->active = a->receiving = false;
}

static void send(saltus_block *b, int port, const void *message)
{
	sd_actor *a = actor_of(b);
	sd_run *run = a->run;
	const sd_port *p = &run->of->ports[a->first_out + (uint32_t)port];
	void *copy = room_for(run, (size_t)p->size);
	memcpy(copy, message, (size_t)p->size);
	uint64_t order = run->messages++;
	if (p->shown != SD_NONE)
		memcpy(run->last_messages + p->shown, message, (size_t)p->size);
	if (run->tells)
		sd_say_sent(a, p, message);
	if (run->tree) {
		sd_tree_message(run, a->first_out + (uint32_t)port, copy, a->number, order);
		return;
	}
	for (uint32_t k = 0; k < p->to_count; k++)
		sd_deliver(run, p->to[k], copy, a->number, order);
}

static void activate(saltus_block *b, int number, int element)
{
	sd_actor *a = actor_of(b);
	int n = b->items[SALTUS_ACTIVATION_OUT].n;
	if (b->call != SALTUS_SEND)
		sl_fail("the atomic model '%s' sends an activation in its call %s, which is for SALTUS_SEND", b->name,
				sd_call_names[b->call]);
	if (number < 1 || number > n || element < 0 || element >= b->items[SALTUS_ACTIVATION_OUT].at[number - 1].count)
		sl_fail("the atomic model '%s' sends activation output %d, element %d, and it has %d", b->name, number, element,
				n);
	const sd_item *item = &a->run->of->atomics[a->number].items[SALTUS_ACTIVATION_OUT].at[number - 1];
	a->run->given[item->at + (uint32_t)element] = true;
	a->run->left = true;
}

/* ------------------------------------------------------------------------------------------ mistakes */

static const char *const kinds[SALTUS_KINDS] = {
	"parameter", "input", "output", "state", "discrete state", "crossing", "activation input", "activation output",
	"constraint"};

static void wrong(saltus_block *b, saltus_kind kind, int number, saltus_item_type type)
{
	static const char *const types[] = {"a Real", "an Integer, Boolean or enumeration", "a String"};
	int n = b->items[kind].n;
	if (number < 1 || number > n)
		sl_fail("the atomic model '%s' asks for %s %d in its call %s, and it has %d", b->name, kinds[kind], number,
				sd_call_names[b->call], n);
	const saltus_item *item = &b->items[kind].at[number - 1];
	sl_fail("the atomic model '%s' asks for the %s '%s' as %s in its call %s, and it is %s", b->name, kinds[kind],
			item->name, types[type], sd_call_names[b->call], types[item->type]);
}

static void wrong_port(saltus_block *b, int out, int number, int element)
{
	int n = out ? b->atomic->out_items : b->atomic->in_items;
	const int *first = out ? b->atomic->out_first : b->atomic->in_first;
	const char *way = out ? "output" : "input";
	if (number < 1 || number > n)
		sl_fail("the atomic model '%s' asks for message %s %d in its call %s, and it has %d", b->name, way, number,
				sd_call_names[b->call], n);
	sl_fail("the atomic model '%s' asks for element %d of message %s %d in its call %s, and there are %d", b->name,
			element, way, number, sd_call_names[b->call], first[number] - first[number - 1]);
}

static void wrong_message(saltus_block *b, int port, int out, int what, size_t size)
{
	static const char *const types[] = {"Reals", "ints", "a structure"};
	const saltus_port *p = out ? &b->atomic->out[port] : &b->atomic->in[port];
	if (out && b->call != SALTUS_SEND)
		sl_fail("the atomic model '%s' sends in its call %s, which is for SALTUS_SEND", b->name,
				sd_call_names[b->call]);
	if (!out && (what < 0 || what >= p->n))
		sl_fail("the atomic model '%s' asks for message %d of port '%s' in its call %s, and %d %s come", b->name, what,
				p->name, sd_call_names[b->call], p->n, p->n == 1 ? "has" : "have");
	if (size && size != (size_t)p->size)
		sl_fail("the atomic model '%s' takes messages of port '%s' for %zu bytes in its call %s, and they have %d",
				b->name, p->name, size, sd_call_names[b->call], p->size);
	sl_fail("the atomic model '%s' takes messages of port '%s' for another type in its call %s: they are %s", b->name,
			p->name, sd_call_names[b->call], types[p->type]);
}

static void error(saltus_block *b, const char *format, ...)
{
	char text[1000];
	va_list list;
	va_start(list, format);
	vsnprintf(text, sizeof text, format, list);
	va_end(list);
	sl_fail("%s (the atomic model '%s', in its call %s)", text, b->name, sd_call_names[b->call]);
}

static void tell(saltus_block *b, int warning, const char *format, ...)
{
	char text[1000];
	va_list list;
	va_start(list, format);
	vsnprintf(text, sizeof text, format, list);
	va_end(list);
	sl_tell(warning, "%s: %s", b->name, text);
}

/* ------------------------------------------------------------------------------------- memory and files */

static void *take_memory(saltus_block *b, sd_piece **list, size_t size)
{
	if (b->call != SALTUS_INITIALISE)
		sl_fail("the atomic model '%s' asks for memory in its call %s, which is for SALTUS_INITIALISE", b->name,
				sd_call_names[b->call]);
	if (size > (size_t)1 << 40)
		sl_fail("the atomic model '%s' asks for %zu bytes of memory", b->name, size);
	sd_piece *p = sb_draw_zeros(sizeof *p + size);
	*p = (sd_piece){*list, size};
	*list = p;
	return p + 1;
}

static void *memory(saltus_block *b, size_t size) { return take_memory(b, &actor_of(b)->memory, size); }
static void *kept(saltus_block *b, size_t size) { return take_memory(b, &actor_of(b)->kept, size); }

static FILE *file(saltus_block *b, const char *name, const char *mode)
{
	sd_actor *a = actor_of(b);
	FILE *f = fopen(sl_file(name), mode);
	if (!f)
		return NULL;
	sd_opened *o = sb_draw(NULL, sizeof *o);
	*o = (sd_opened){a->files, f};
	a->files = o;
	return f;
}

const saltus_services sd_services = {wrong, error, tell, memory, kept, file, send, activate, wrong_port, wrong_message};
