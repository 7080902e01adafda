/* Atomic models of ours, between messages and equations: a receiver for an input port of a class with equations, whose
 * last message they read, and a sender for an output port, for what they send. They are written as users write theirs.
 *
 * A receiver has the fields of a message as outputs, and an activation that comes with each message: messages of a bag
 * one after another, each when the activation of the one before has come, which is an input, too. A sender has the
 * fields as inputs, and an activation for each message. Ports may be arrays: each element is a port of the atomic, and
 * an element of the activation; fields are those of all elements in a row. */
#include "devs/devs_bridges.h"

#include <math.h>
#include <string.h>

enum { PLACES = 1024 };

/* pending: the activation was sent, and has not come yet. */
typedef struct waiting { int first, n, pending, element[PLACES]; unsigned char bytes[]; } waiting;

static size_t bytes_of(const saltus_item *item)
{
	return item->type == SALTUS_REAL ? sizeof(double) : sizeof(int);
}

/* Between a message of C and the fields: element i of the array of ports has its share of each. */
static void pass_fields(saltus_block *b, saltus_kind kind, int ports, int element, unsigned char *message, bool out)
{
	size_t at = 0;
	for (int k = 0; k < b->items[kind].n; k++) {
		const saltus_item *item = &b->items[kind].at[k];
		size_t each = bytes_of(item), n = (size_t)(item->count/ports)*each;
		unsigned char *field = (unsigned char *)item->data + (size_t)element*n;
		at = (at + each - 1)/each*each;
		if (out)
			memcpy(message + at, field, n);
		else
			memcpy(field, message + at, n);
		at += n;
	}
}

static void take_messages(saltus_block *b, waiting *w)
{
	for (int e = 0; e < b->atomic->in_first[1]; e++) {
		const saltus_port *p = &b->atomic->in[e];
		for (int m = 0; m < p->n; m++) {
			int at = (w->first + w->n) % PLACES;
			if (w->n == PLACES)
				saltus_error(b, "more than %d messages wait for the equations that read '%s'", PLACES, p->name);
			w->element[at] = e;
			memcpy(w->bytes + (size_t)at*(size_t)p->size, p->bag[m], (size_t)p->size);
			w->n++;
		}
	}
}

void sd_receiver(saltus_block *b, saltus_call call)
{
	waiting *w = b->user;
	size_t size = (size_t)b->atomic->in[0].size;
	switch (call) {
	case SALTUS_INITIALISE:
		b->user = saltus_kept(b, sizeof *w + PLACES*size);
		return;
	case SALTUS_EXTERNAL:
		w->pending &= !saltus_active(b, 1);
		take_messages(b, w);
		break;
	case SALTUS_SEND: b->services->activate(b, 1, w->element[w->first]); return;
	case SALTUS_INTERNAL:
		pass_fields(b, SALTUS_OUTPUT, b->atomic->in_first[1], w->element[w->first],
					w->bytes + (size_t)w->first*size, false);
		w->first = (w->first + 1) % PLACES;
		w->n--;
		w->pending = 1;
		break;
	default: break;
	}
	saltus_advance(b, call == SALTUS_START || !w->n || w->pending ? INFINITY : 0);
}

/* Of each element: whether it sends, then its message. */
void sd_sender(saltus_block *b, saltus_call call)
{
	int ports = b->atomic->out_first[1];
	size_t size = (size_t)b->atomic->out[0].size;
	unsigned char *sends = b->user, *message = sends ? sends + (ports + 7)/8*8 : NULL;
	switch (call) {
	case SALTUS_INITIALISE: b->user = saltus_kept(b, (size_t)(ports + 7)/8*8 + (size_t)ports*size); break;
	case SALTUS_EXTERNAL:
		for (int e = 0; e < ports; e++)
			if (saltus_active_of(b, 1)[e]) {
				sends[e] = 1;
				pass_fields(b, SALTUS_INPUT, ports, e, message + (size_t)e*size, true);
			}
		saltus_advance(b, 0);
		break;
	case SALTUS_SEND:
		for (int e = 0; e < ports; e++)
			if (sends[e])
				b->services->send(b, e, message + (size_t)e*size);
		break;
	case SALTUS_INTERNAL: memset(sends, 0, (size_t)ports); saltus_advance(b, INFINITY); break;
	case SALTUS_START: saltus_advance(b, INFINITY); break;
	default: break;
	}
}
