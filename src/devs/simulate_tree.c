/* Steps of a network by coordinators, one for each coupled model. A coordinator knows its components, their couplings
 * and the next time of each; it asks those that are imminent to send, passes what they send to their neighbours and to
 * its own outputs, hands what has come to its inputs to its components, and lets them make their transitions. */
#include "devs/devs_inside.h"

#include <math.h>
#include <string.h>

#include "base/stock.h"

/* What has come to an input of a coupled model. */
typedef struct arrival { uint32_t port, sender, next; const void *message; uint64_t order; } arrival;

/* A coordinator, or an atomic: `next` is the earliest time of what is in it. */
typedef struct node { uint32_t child, sibling; double next; uint32_t inbox, inbox_last; bool asked; } node;

typedef struct sd_tree {
	node *nodes;                     /* by component */
	uint32_t *first, *follow;        /* by port: its couplings; by coupling: the next one of the same port */
	arrival *arrivals; uint32_t count, room;
} sd_tree;

static const sd_component *component(const sd_run *run, uint32_t c)
{
	return &run->of->components[c];
}

/* -------------------------------------------------------------------------------------------- made */

void sd_tree_make(sd_run *run)
{
	const sd_network *n = run->of;
	sd_tree *t = sb_draw_zeros(sizeof *t);
	t->nodes = sb_draw_zeros(n->component_count * sizeof *t->nodes);
	t->first = sb_draw(NULL, (n->port_count + 1) * sizeof *t->first);
	t->follow = sb_draw(NULL, (n->coupling_count + 1) * sizeof *t->follow);
	for (uint32_t i = 0; i < n->port_count; i++)
		t->first[i] = SD_NONE;
	for (uint32_t k = n->coupling_count; k-- > 0;) {
		t->follow[k] = t->first[n->couplings[k].from];
		t->first[n->couplings[k].from] = k;
	}
	for (uint32_t c = 0; c < n->component_count; c++)
		t->nodes[c] = (node){.child = SD_NONE, .sibling = SD_NONE, .next = INFINITY};
	for (uint32_t c = n->component_count; c-- > 1;) {
		t->nodes[c].sibling = t->nodes[n->components[c].parent].child;
		t->nodes[n->components[c].parent].child = c;
	}
	run->tree = t;
}

void sd_tree_free(sd_run *run)
{
	if (!run->tree)
		return;
	sb_put_back(run->tree->nodes);
	sb_put_back(run->tree->first);
	sb_put_back(run->tree->follow);
	sb_put_back(run->tree->arrivals);
	sb_put_back(run->tree);
	run->tree = NULL;
}

/* ---------------------------------------------------------------------------------------- messages */

static void arrive(sd_run *run, uint32_t port, const void *message, uint32_t sender, uint64_t order)
{
	sd_tree *t = run->tree;
	uint32_t c = run->of->ports[port].component;
	if (component(run, c)->atomic != SD_NONE) {
		sd_deliver(run, port, message, sender, order);
		return;
	}
	if (t->count + 1 >= t->room) {
		t->room = t->room ? 2 * t->room : 256;
		t->arrivals = sb_draw(t->arrivals, t->room * sizeof *t->arrivals);
	}
	t->arrivals[++t->count] = (arrival){port, sender, 0, message, order};
	if (t->nodes[c].inbox)
		t->arrivals[t->nodes[c].inbox_last].next = t->count;
	else
		t->nodes[c].inbox = t->count;
	t->nodes[c].inbox_last = t->count;
}

/* To neighbours, and by outputs of the coupled models around to theirs. */
void sd_tree_message(sd_run *run, uint32_t port, const void *message, uint32_t sender, uint64_t order)
{
	for (uint32_t k = run->tree->first[port]; k != SD_NONE; k = run->tree->follow[k]) {
		uint32_t to = run->of->couplings[k].to;
		if (run->of->ports[to].out)
			sd_tree_message(run, to, message, sender, order);
		else
			arrive(run, to, message, sender, order);
	}
}

static void hand_down(sd_run *run, uint32_t c)
{
	sd_tree *t = run->tree;
	for (uint32_t at = t->nodes[c].inbox; at; at = t->arrivals[at].next) {
		arrival one = t->arrivals[at];
		for (uint32_t k = t->first[one.port]; k != SD_NONE; k = t->follow[k])
			arrive(run, run->of->couplings[k].to, one.message, one.sender, one.order);
	}
	t->nodes[c].inbox = 0;
}

/* ------------------------------------------------------------------------------------------- a step */

static void send(sd_run *run, uint32_t c)
{
	sd_tree *t = run->tree;
	t->nodes[c].asked = true;
	if (component(run, c)->atomic != SD_NONE) {
		sd_call(run, &run->actors[component(run, c)->atomic], SALTUS_SEND);
		return;
	}
	for (uint32_t k = t->nodes[c].child; k != SD_NONE; k = t->nodes[k].sibling)
		if (t->nodes[k].next <= run->time)
			send(run, k);
}

static void transit_atomic(sd_run *run, uint32_t c)
{
	node *own = &run->tree->nodes[c];
	sd_actor *a = &run->actors[component(run, c)->atomic];
	if (!own->asked && !a->receiving)
		return;
	bool received = a->receiving, was_due = a->next <= run->time;
	if (received)
		sd_open_bags(run, a, true);
	sd_transit(run, a, !received ? SALTUS_INTERNAL : own->asked ? SALTUS_CONFLUENT : SALTUS_EXTERNAL);
	if (received)
		sd_close_bags(run, a);
	own->asked = false;
	own->next = a->next;
	if (!was_due || a->next > run->time || !run->of->classic)
		sd_settle(run, a);
}

static void transit(sd_run *run, uint32_t c)
{
	sd_tree *t = run->tree;
	if (component(run, c)->atomic != SD_NONE) {
		transit_atomic(run, c);
		return;
	}
	hand_down(run, c);
	double next = INFINITY;
	for (uint32_t k = t->nodes[c].child; k != SD_NONE; k = t->nodes[k].sibling) {
		transit(run, k);
		next = fmin(next, t->nodes[k].next);
	}
	t->nodes[c].asked = false;
	t->nodes[c].next = next;
}

/* Of the components that are imminent the one with the smallest priority, down to an atomic. */
static uint32_t select_in(const sd_run *run, uint32_t c)
{
	const node *nodes = run->tree->nodes;
	while (component(run, c)->atomic == SD_NONE) {
		uint32_t best = SD_NONE;
		for (uint32_t k = nodes[c].child; k != SD_NONE; k = nodes[k].sibling)
			if (nodes[k].next <= run->time &&
				(best == SD_NONE || component(run, k)->priority < component(run, best)->priority))
				best = k;
		c = best;
	}
	return c;
}

static void refresh(sd_run *run, uint32_t c)
{
	node *nodes = run->tree->nodes;
	if (component(run, c)->atomic != SD_NONE) {
		nodes[c].next = run->actors[component(run, c)->atomic].next;
		return;
	}
	nodes[c].next = INFINITY;
	for (uint32_t k = nodes[c].child; k != SD_NONE; k = nodes[k].sibling) {
		refresh(run, k);
		nodes[c].next = fmin(nodes[c].next, nodes[k].next);
	}
}

static void step_classic(sd_run *run, bool from_outside)
{
	sd_list due = run->imminent;
	if (due.n && !from_outside) {
		uint32_t chosen = select_in(run, 0);
		sd_actor *a = &run->actors[component(run, chosen)->atomic];
		sd_call(run, a, SALTUS_SEND);
		sd_transit(run, a, SALTUS_INTERNAL);
		run->tree->nodes[chosen].next = a->next;
	}
	transit(run, 0);
	run->due.n = 0;                      /* who is due now is found anew: it is the slow way, and the plain one */
	for (uint32_t k = 0; k < run->of->atomic_count; k++) {
		sd_actor *a = &run->actors[k];
		if (a->next <= run->time)
			run->due.at[run->due.n++] = k;
		if (a->next <= run->time)
			sd_take(run, a);
		else
			sd_put(run, a);
	}
}

void sd_tree_step(sd_run *run)
{
	bool from_outside = run->receivers.n > 0;
	refresh(run, 0);                     /* after a start, or where a run goes on that was saved */
	if (run->of->classic) {
		step_classic(run, from_outside);
	} else {
		if (run->tree->nodes[0].next <= run->time)
			send(run, 0);
		transit(run, 0);
	}
	run->tree->count = 0;
}
