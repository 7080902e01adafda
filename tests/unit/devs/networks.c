/* Networks of DEVS by themselves (devs/devs.h): made by hand, run by the operations of the component. Closed forms of
 * DEVStone; bags and their order; zero time advances; what is saved and restored; a network made once for two runs. */
#include "../unit.h"

#include <string.h>

#include "base/arena.h"
#include "devs/devs.h"

/* ------------------------------------------------------------------------------------------ atomics */

static int sent_by_all, order_seen;

/* A stone of DEVStone: what comes goes on at once. Its item counts internal transitions. */
static void stone(saltus_block *b, saltus_call call)
{
	if (call == SALTUS_SEND) {
		saltus_send_int(b, 1, 7);
		sent_by_all++;
	}
	saltus_discrete_int(b, 1)[0] += call == SALTUS_INTERNAL;
	if (call != SALTUS_SEND)
		saltus_advance(b, call == SALTUS_EXTERNAL ? 0 : INFINITY);
}

/* Sends its parameter at 1, 2, 3, ... */
static void clock_of(saltus_block *b, saltus_call call)
{
	if (call == SALTUS_SEND)
		saltus_send_int(b, 1, saltus_parameter_int(b, 1)[0]);
	saltus_advance(b, 1);
}

/* Folds what comes, in the order of the bag; keeps the sum in memory that is saved. */
static void folder(saltus_block *b, saltus_call call)
{
	int *sum = b->user;
	if (call == SALTUS_INITIALISE)
		b->user = saltus_kept(b, sizeof *sum);
	if (call == SALTUS_EXTERNAL)
		for (int m = 0; m < saltus_received(b, 1); m++) {
			order_seen = 10*(order_seen % 1000) + saltus_message_int(b, 1, m)[0];
			sum[0] += saltus_message_int(b, 1, m)[0];
			saltus_discrete_int(b, 1)[0] = sum[0];
		}
	saltus_advance(b, INFINITY);
}

/* ------------------------------------------------------------------------------------------ networks */

typedef struct making {
	sb_arena *arena;
	sd_network n;
	sb_vec(sd_component) components;
	sb_vec(sd_port) ports;
	sb_vec(sd_coupling) couplings;
	sb_vec(sd_atomic) atomics;
	sb_vec(sd_shown) shown;
} making;

static uint32_t add_component(making *k, uint32_t parent, uint32_t atomic, uint32_t ins, uint32_t outs)
{
	sd_component c = {.name = sb_printf(k->arena, "c%u", k->components.n), .parent = parent, .atomic = atomic,
		.first_port = k->ports.n, .in_count = ins, .out_count = outs, .priority = (int)k->components.n};
	for (uint32_t i = 0; i < ins + outs; i++) {
		sd_port p = {.name = i < ins ? "in" : "out", .component = k->components.n, .out = i >= ins, .first = true,
			.type = SALTUS_INT, .size = sizeof(int), .shown = SD_NONE};
		sb_push(k->arena, k->ports, p);
	}
	sb_push(k->arena, k->components, c);
	return k->components.n - 1;
}

/* With one counter, and a parameter if `given` is not negative; at: its place in the row of parameters. */
static uint32_t add_atomic(making *k, uint32_t parent, saltus_function *own, uint32_t ins, uint32_t outs, bool given)
{
	uint32_t number = k->atomics.n;
	sd_item *item = sb_new_array(k->arena, sd_item, 2);
	item[0] = (sd_item){"n", SALTUS_INT, 0, 1, NULL, 0};
	item[1] = (sd_item){"k", SALTUS_INT, 0, 1, NULL, number + 1};
	sd_atomic a = {.own = own};
	a.items[SALTUS_DISCRETE] = (sd_items){item, 1};
	if (given)
		a.items[SALTUS_PARAMETER] = (sd_items){item + 1, 1};
	a.component = add_component(k, parent, number, ins, outs);
	sd_shown s = {number, SALTUS_DISCRETE, 0, 0, SALTUS_INT, 1};
	sb_push(k->arena, k->atomics, a);
	sb_push(k->arena, k->shown, s);
	return a.component;
}

static void couple(making *k, uint32_t from, uint32_t to)
{
	sd_coupling c = {from, to};
	sb_push(k->arena, k->couplings, c);
}

static uint32_t in_of(const making *k, uint32_t component) { return k->components.at[component].first_port; }
static uint32_t out_of(const making *k, uint32_t component)
{
	return k->components.at[component].first_port + k->components.at[component].in_count;
}

static sd_network *finish(making *k)
{
	k->n.components = k->components.at, k->n.component_count = k->components.n;
	k->n.ports = k->ports.at, k->n.port_count = k->ports.n;
	k->n.couplings = k->couplings.at, k->n.coupling_count = k->couplings.n;
	k->n.atomics = k->atomics.at, k->n.atomic_count = k->atomics.n;
	k->n.shown = k->shown.at;
	k->n.parameters = k->atomics.n + 1;
	sd_close(k->arena, &k->n);
	return &k->n;
}

/* A run of a network: the time goes to whatever comes next. */
typedef struct running { void *self; double parameters[1000], epoch, next; } running;

static void begin(running *r, sd_network *n)
{
	double discrete = 1, states = 0;
	sl_block_jump jump = {.states = &states, .discrete = &discrete, .next = SL_NEVER};
	sl_block_event e = {.initial = true};
	sl_block_values v = {.time = 0, .parameters = r->parameters, .inputs = &states, .discrete = &discrete};
	r->self = sd_operations.make(n, "network", r->parameters);
	assert_true(sd_operations.update(r->self, &v, &e, &jump));
	r->epoch = discrete;
	r->next = jump.next;
}

static void run_to(running *r, double stop)
{
	while (r->next <= stop) {
		double discrete = r->epoch, before = r->epoch, states = 0;
		sl_block_jump jump = {.states = &states, .discrete = &discrete, .next = SL_NEVER};
		sl_block_event e = {.due = true};
		sl_block_values v = {.time = r->next, .parameters = r->parameters, .inputs = &states, .discrete = &before};
		for (int again = 0; again < 2; again++) {        /* an event that is asked for again is the same */
			assert_true(sd_operations.update(r->self, &v, &e, &jump));
			assert_float_equal(discrete, before + 1, 0);
		}
		r->epoch = discrete;
		r->next = jump.next;
	}
}

static int shown(running *r, uint32_t item)
{
	double out, discrete = r->epoch;
	sl_block_values v = {.time = 0, .discrete = &discrete};
	assert_true(sd_operations.output(r->self, &v, item, &out));
	return (int)out;
}

/* ---------------------------------------------------------------------------------------------- tests */

/* HI of width w and depth d: w (w - 1)/2 (d - 1) + 1 internal transitions. */
static int devstone(uint32_t w, uint32_t d, bool hierarchical)
{
	making k = {.arena = sb_arena_new()};
	running r = {0};
	uint32_t around = add_component(&k, 0, SD_NONE, 0, 0), seed = add_atomic(&k, 0, clock_of, 0, 1, true);
	uint32_t from = out_of(&k, seed);
	for (uint32_t level = d; level > 1; level--) {
		uint32_t c = add_component(&k, around, SD_NONE, 1, 0), last = SD_NONE;
		couple(&k, from, in_of(&k, c));
		for (uint32_t i = 0; i + 1 < w; i++) {
			uint32_t a = add_atomic(&k, c, stone, 1, 1, false);
			couple(&k, in_of(&k, c), in_of(&k, a));
			if (last != SD_NONE)
				couple(&k, out_of(&k, last), in_of(&k, a));
			last = a;
		}
		from = in_of(&k, c);
		around = c;
	}
	uint32_t a = add_atomic(&k, around, stone, 1, 1, false);
	couple(&k, from, in_of(&k, a));
	k.n.hierarchical = hierarchical;
	sent_by_all = 0;
	begin(&r, finish(&k));
	run_to(&r, 1.5);
	int counted = 0;
	for (uint32_t i = 1; i < k.n.atomic_count; i++)
		counted += shown(&r, i);
	assert_int_equal(counted, sent_by_all);
	sd_operations.free(r.self);
	sb_arena_free(k.arena);
	return counted;
}

static void stones(void **state)
{
	(void)state;
	for (int hierarchical = 0; hierarchical < 2; hierarchical++) {
		assert_int_equal(devstone(5, 4, hierarchical), 10*3 + 1);
		assert_int_equal(devstone(20, 10, hierarchical), 190*9 + 1);
	}
}

static sd_network *three_to_one(making *k)
{
	k->arena = sb_arena_new();
	add_component(k, 0, SD_NONE, 0, 0);
	uint32_t to = add_atomic(k, 0, folder, 1, 0, false);
	for (int i = 0; i < 3; i++)
		couple(k, out_of(k, add_atomic(k, 0, clock_of, 0, 1, true)), in_of(k, to));
	return finish(k);
}

/* E583: in the order of the senders. */
static void bags(void **state)
{
	making k = {0};
	running r = {.parameters = {0, 0, 3, 1, 2}};
	(void)state;
	begin(&r, three_to_one(&k));
	order_seen = 0;
	run_to(&r, 1.5);
	assert_int_equal(order_seen, 312);
	assert_float_equal(r.next, 2, 0);
	run_to(&r, 10.5);
	assert_int_equal(shown(&r, 0), 60);
	sd_operations.end(r.self);
	sd_operations.free(r.self);
	sb_arena_free(k.arena);
}

/* E591: another run goes on from what was saved. */
static void saved(void **state)
{
	making k = {0};
	running r = {.parameters = {0, 0, 3, 1, 2}}, other;
	(void)state;
	begin(&r, three_to_one(&k));
	run_to(&r, 4.5);
	size_t size = sd_operations.save(r.self, NULL, 0);
	char *bytes = malloc(size);
	assert_int_equal(sd_operations.save(r.self, bytes, size), size);
	other = r;
	other.self = sd_operations.make(&k.n, "network", other.parameters);
	assert_true(sd_operations.restore(other.self, bytes, size));
	assert_int_equal(sd_operations.save(other.self, NULL, 0), size);
	assert_int_equal(shown(&other, 0), 24);
	run_to(&r, 10.5);
	run_to(&other, 10.5);
	assert_int_equal(shown(&r, 0), 60);
	assert_int_equal(shown(&other, 0), 60);
	sd_operations.free(r.self);
	sd_operations.free(other.self);
	free(bytes);
	sb_arena_free(k.arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(stones), cmocka_unit_test(bags), cmocka_unit_test(saved)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
