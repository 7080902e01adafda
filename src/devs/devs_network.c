/* The closure of the couplings: which input ports of atomics each output port of an atomic leads to, and the order in
 * which classic networks select. */
#include "devs/devs.h"

#include <stdlib.h>

#include "base/arena.h"

typedef struct closing {
	struct sb_arena *arena;
	sd_network *n;
	uint32_t *first;                 /* by port: its couplings, in `next` */
	uint32_t *next;
	uint32_t *found, count, room;
} closing;

static bool is_atomic(const sd_network *n, uint32_t port)
{
	return n->components[n->ports[port].component].atomic != SD_NONE;
}

/* In the order of the couplings; a port that is reached in two ways gets each message twice. Couplings have no
 * circles: no coupling leads from an input of a coupled model to an output of it. */
static void follow(closing *c, uint32_t port)
{
	for (uint32_t k = c->first[port]; k != SD_NONE; k = c->next[k]) {
		uint32_t to = c->n->couplings[k].to;
		if (!is_atomic(c->n, to)) {
			follow(c, to);
			continue;
		}
		if (c->count == c->room) {
			uint32_t *more = sb_new_array(c->arena, uint32_t, c->room ? 2 * (size_t)c->room : 16);
			for (uint32_t i = 0; i < c->count; i++)
				more[i] = c->found[i];
			c->found = more;
			c->room = c->room ? 2 * c->room : 16;
		}
		c->found[c->count++] = to;
	}
}

static void close_port(closing *c, uint32_t port)
{
	sd_port *p = &c->n->ports[port];
	c->count = 0;
	follow(c, port);
	uint32_t *to = sb_new_array(c->arena, uint32_t, (size_t)c->count + 1);
	for (uint32_t i = 0; i < c->count; i++)
		to[i] = c->found[i];
	p->to = to;
	p->to_count = c->count;
}

/* ------------------------------------------------------------------------------------------- selection */

typedef struct ranked { const sd_network *n; uint32_t component; } ranked;

static uint32_t depth_of(const sd_network *n, uint32_t component)
{
	uint32_t depth = 0;
	for (; component; component = n->components[component].parent)
		depth++;
	return depth;
}

/* Down from the whole: the first two components that differ decide. */
static int compare(const void *a, const void *b)
{
	const sd_network *n = ((const ranked *)a)->n;
	uint32_t x = ((const ranked *)a)->component, y = ((const ranked *)b)->component;
	uint32_t deep = depth_of(n, x), other = depth_of(n, y);
	for (; deep > other; deep--)
		x = n->components[x].parent;
	for (; other > deep; other--)
		y = n->components[y].parent;
	while (n->components[x].parent != n->components[y].parent) {
		x = n->components[x].parent;
		y = n->components[y].parent;
	}
	int first = n->components[x].priority, second = n->components[y].priority;
	return first != second ? (first > second) - (first < second) : (x > y) - (x < y);
}

static void rank_atomics(struct sb_arena *arena, sd_network *n)
{
	ranked *list = sb_new_array(arena, ranked, (size_t)n->atomic_count + 1);
	for (uint32_t k = 0; k < n->atomic_count; k++)
		list[k] = (ranked){n, n->atomics[k].component};
	qsort(list, n->atomic_count, sizeof *list, compare);
	n->rank = sb_new_array(arena, uint32_t, (size_t)n->atomic_count + 1);
	for (uint32_t k = 0; k < n->atomic_count; k++)
		n->rank[n->components[list[k].component].atomic] = k;
}

static void list_counters(struct sb_arena *arena, sd_network *n)
{
	for (int filled = 0; filled < 2; filled++) {
		uint32_t count = 0;
		for (uint32_t a = 0; a < n->atomic_count; a++)
			for (uint32_t i = 0; i < n->atomics[a].items[SALTUS_ACTIVATION_IN].n; i++) {
				const sd_item *item = &n->atomics[a].items[SALTUS_ACTIVATION_IN].at[i];
				for (uint32_t e = 0; e < (uint32_t)item->count; e++, count++)
					if (filled)
						n->counters[count] = (sd_counter){a, i, e, item->at + e};
			}
		n->counter_count = count;
		if (!filled)
			n->counters = sb_new_array(arena, sd_counter, (size_t)count + 1);
	}
}

void sd_close(struct sb_arena *arena, sd_network *n)
{
	closing c = {.arena = arena, .n = n};
	c.first = sb_new_array(arena, uint32_t, (size_t)n->port_count + 1);
	c.next = sb_new_array(arena, uint32_t, (size_t)n->coupling_count + 1);
	for (uint32_t i = 0; i < n->port_count; i++)
		c.first[i] = SD_NONE;
	for (uint32_t k = n->coupling_count; k-- > 0;) {
		c.next[k] = c.first[n->couplings[k].from];
		c.first[n->couplings[k].from] = k;
	}
	for (uint32_t i = 0; i < n->port_count; i++)
		if (n->ports[i].out && is_atomic(n, i))
			close_port(&c, i);
	list_counters(arena, n);
	if (n->classic)
		rank_atomics(arena, n);
}
