/* M/M/1 on the library Cimba, as its own documentation writes it: `cimba customers` with a process for each customer,
 * who seizes a resource; `cimba server` with one process for the arrivals and one for the server, and a queue of
 * objects between them. Arrivals every 1 on average, services of 0.9: a customer stays 9 on average. Prints the mean
 * stay. */
#include <cimba.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CUSTOMERS = 1000000 };
#define ARRIVAL 1.0
#define SERVICE 0.9

static struct cmb_resource *clerk;
static struct cmb_objectqueue *line;
static struct cmb_process **ended;       /* whose records and stacks are used again */
static size_t ended_count, ended_room;
static double sum;
static uint64_t count;

static void *customer(struct cmb_process *me, void *context)
{
	double came = cmb_time();
	(void)context;
	cmb_resource_acquire(clerk);
	cmb_process_hold(cmb_random_exponential(SERVICE));
	cmb_resource_release(clerk);
	sum += cmb_time() - came;
	count++;
	if (ended_count == ended_room)
		ended = realloc(ended, (ended_room = 2 * ended_room + 64) * sizeof *ended);
	ended[ended_count++] = me;
	return NULL;
}

static void *source(struct cmb_process *me, void *context)
{
	(void)me, (void)context;
	for (int i = 0; i < CUSTOMERS; i++) {
		cmb_process_hold(cmb_random_exponential(ARRIVAL));
		struct cmb_process *next;
		if (ended_count) {
			next = ended[--ended_count];
			cmb_process_terminate(next);
		} else {
			next = cmb_process_create();
		}
		cmb_process_initialize(next, "customer", customer, NULL, 0);
		cmb_process_start(next);
	}
	return NULL;
}

static void *arrivals(struct cmb_process *me, void *context)
{
	(void)me, (void)context;
	for (int i = 0; i < CUSTOMERS; i++) {
		cmb_process_hold(cmb_random_exponential(ARRIVAL));
		double *came = malloc(sizeof *came);
		*came = cmb_time();
		cmb_objectqueue_put(line, came);
	}
	return NULL;
}

static void *server(struct cmb_process *me, void *context)
{
	(void)me, (void)context;
	for (;;) {
		void *came;
		cmb_objectqueue_get(line, &came);
		cmb_process_hold(cmb_random_exponential(SERVICE));
		sum += cmb_time() - *(double *)came;
		count++;
		free(came);
	}
	return NULL;
}

static void begin(const char *name, void *(*code)(struct cmb_process *, void *))
{
	struct cmb_process *p = cmb_process_create();
	cmb_process_initialize(p, name, code, NULL, 0);
	cmb_process_start(p);
}

int main(int argc, char **argv)
{
	cmb_logger_flags_off(CMB_LOGGER_INFO);
	cmb_random_initialize(1234);
	cmb_event_queue_initialize(0.0);
	if (argc > 1 && strcmp(argv[1], "customers") == 0) {
		clerk = cmb_resource_create();
		cmb_resource_initialize(clerk, "clerk");
		begin("source", source);
	} else {
		line = cmb_objectqueue_create();
		cmb_objectqueue_initialize(line, "line", CMB_UNLIMITED);
		begin("arrivals", arrivals);
		begin("server", server);
	}
	cmb_event_queue_execute();
	printf("mean stay %.6f\n", sum / (double)count);
	return 0;
}
