/* A circuit as a peer: a netlist, simulated by libngspice, which is looked for when it is needed (SALTUS_NGSPICE, or
 * libngspice.so.0). The library has one circuit in a process, and may end it, so it is served in one of its own.
 *
 *     input NODE       a voltage source from the node to ground, which follows the curve of the input
 *     output NODE      the voltage of a node; I(C1): the current of an element, I(V1): of a voltage source
 *     parameter NAME   a card .param NAME=TEXT behind those of the netlist, in its notation: 47u
 *
 * Before the first step a look is an operating point; if the card .tran of the netlist says `uic`, it is zero, and the
 * analysis begins with the initial conditions of the elements. All else that the card says is left out. The first step
 * begins a transient analysis in a thread, which is held at each communication point by the callback that gets its
 * values: a breakpoint is put there, so that the circuit has a point of its own at this time. */
#define SALTUS_PEER_SERVE
#include "saltus_peer.h"

#include <ctype.h>
#include <dlfcn.h>
#include <math.h>
#include <pthread.h>
#include <unistd.h>

#include "base/file.h"
#include "couple/peer/peer_process.h"

typedef struct values { char *name; double real, imaginary; bool is_scale, is_complex; } values;
typedef struct all_values { int count, index; values **at; } all_values;

typedef struct spice {
	int (*begin)(void *, void *, void *, void *, void *, void *, void *);
	int (*begin_sync)(void *, void *, void *, int *, void *);
	int (*command)(char *), (*circuit)(char **);
	bool (*breakpoint)(double);
} spice;

typedef struct circuit {
	const char *netlist, *library;
	saltus_peer_port *inputs, *outputs; int input_count, output_count;
	char (*names)[64];               /* of outputs, as the library has them */
	char **parameters; int parameter_count;
	spice call;
	char why[500];
	double start, from, target, now; /* all but `start` are counted from there */
	double *values; double (*curve)[3];
	bool loaded, running, over, transient, uic;
	pthread_t thread; pthread_mutex_t lock; pthread_cond_t turn;
	bool here;                       /* the analysis waits at the target */
} circuit;

/* ------------------------------------------------------------------------------------------- callbacks */

static int hear_text(char *text, int number, void *self)
{
	circuit *c = self;
	(void)number;
	const char *error = strstr(text, "rror") ? text : NULL;
	if (error && !*c->why)
		snprintf(c->why, sizeof c->why, "ngspice says: %.400s", text);
	return 0;
}

static int ignore_text(char *text, int number, void *self)
{
	(void)text;
	(void)number;
	(void)self;
	return 0;
}

/* Values are sent only to who also wants to hear what there will be. */
static int ignore_list(void *list, int number, void *self)
{
	(void)list;
	(void)number;
	(void)self;
	return 0;
}

static int ignore_thread(bool ended, int number, void *self)
{
	(void)ended;
	(void)number;
	(void)self;
	return 0;
}

static int leave(int status, bool at_once, bool quit, int number, void *self)
{
	circuit *c = self;
	(void)at_once;
	(void)quit;
	(void)number;
	FILE *out = fdopen(4, "w");
	if (out)
		fprintf(out, "failed %s\n", *c->why ? c->why : "ngspice has given up");
	if (out)
		fflush(out);
	_exit(status ? status : 1);
}

/* Nodes are called by their names, or V(NAME). */
static bool is_called(const char *vector, const char *name)
{
	size_t n = strlen(name);
	return strcasecmp(vector, name) == 0 || (strncasecmp(vector, "V(", 2) == 0 && strlen(vector) == n + 3 &&
											 strncasecmp(vector + 2, name, n) == 0);
}

static void take_values(circuit *c, const all_values *all)
{
	for (int i = 0; i < all->count; i++)
		for (int k = 0; k < c->output_count; k++)
			if (is_called(all->at[i]->name, c->names[k]))
				c->values[k] = all->at[i]->real;
}

/* A point of the analysis: at the target it waits for the next one. */
static int hear_values(all_values *all, int count, int number, void *self)
{
	circuit *c = self;
	(void)count;
	(void)number;
	if (!c->transient) {
		take_values(c, all);
		return 0;
	}
	for (int i = 0; i < all->count; i++)
		if (strcasecmp(all->at[i]->name, "time") == 0)
			c->now = all->at[i]->real;
	pthread_mutex_lock(&c->lock);
	while (c->now >= c->target - 1e-9 * (c->target - c->from)) {
		take_values(c, all);
		c->here = true;
		pthread_cond_broadcast(&c->turn);
		while (c->here)
			pthread_cond_wait(&c->turn, &c->lock);
		c->call.breakpoint(c->target);
	}
	pthread_mutex_unlock(&c->lock);
	return 0;
}

static int give_voltage(double *out, double time, char *name, int number, void *self)
{
	circuit *c = self;
	(void)number;
	for (int i = 0; i < c->input_count; i++) {
		const char *port = c->inputs[i].name;
		if (strncasecmp(name, "vsaltus_", 8) != 0 || strcasecmp(name + 8, port) != 0)
			continue;
		double s = c->transient ? time - c->from : 0;
		*out = c->curve[i][0] + s * (c->curve[i][1] + s * c->curve[i][2]);
	}
	return 0;
}

static int give_step(double time, double *step, double old, int again, int number, int place, void *self)
{
	(void)time;
	(void)step;
	(void)old;
	(void)again;
	(void)number;
	(void)place;
	(void)self;
	return 0;
}

/* ------------------------------------------------------------------------------------------- the library */

static int fails(circuit *c, const char *why)
{
	if (!*c->why)
		snprintf(c->why, sizeof c->why, "%s", why);
	return SALTUS_PEER_FAILED;
}

static bool find(circuit *c)
{
	void *library = dlopen(c->library, RTLD_NOW | RTLD_LOCAL);
	const char *why = library ? NULL : dlerror();
	if (!library) {
		snprintf(c->why, sizeof c->why, "ngspice is not there (%.300s): Debian has it as libngspice0; SALTUS_NGSPICE "
				 "names another file", why ? why : "");
		return false;
	}
	*(void **)&c->call.begin = dlsym(library, "ngSpice_Init");
	*(void **)&c->call.begin_sync = dlsym(library, "ngSpice_Init_Sync");
	*(void **)&c->call.command = dlsym(library, "ngSpice_Command");
	*(void **)&c->call.circuit = dlsym(library, "ngSpice_Circ");
	*(void **)&c->call.breakpoint = dlsym(library, "ngSpice_SetBkpt");
	if (!c->call.begin || !c->call.begin_sync || !c->call.command || !c->call.circuit || !c->call.breakpoint)
		return fails(c, "the library is no libngspice") == 0;
	int one = 0;
	c->call.begin((void *)hear_text, (void *)ignore_text, (void *)leave, (void *)hear_values, (void *)ignore_list,
				  (void *)ignore_thread, c);
	c->call.begin_sync((void *)give_voltage, NULL, (void *)give_step, &one, c);
	return true;
}

/* Cards that are ours to give. */
static bool is_ours(const char *line)
{
	static const char *const cards[] = {".end", ".tran", ".ac", ".dc", ".op", ".print", ".plot", ".probe"};
	for (size_t i = 0; i < sizeof cards / sizeof *cards; i++) {
		size_t n = strlen(cards[i]);
		if (strncasecmp(line, cards[i], n) == 0 && (!line[n] || isspace((unsigned char)line[n])))
			return true;
	}
	return false;
}

static bool load(circuit *c)
{
	char *text = strdup(c->netlist), *rest = text, *line;
	char **cards = calloc(strlen(text) + (size_t)c->input_count + (size_t)c->parameter_count + 8, sizeof *cards);
	size_t n = 0;
	while ((line = strsep(&rest, "\n"))) {
		c->uic |= strncasecmp(line, ".tran", 5) == 0 && strcasestr(line, "uic");
		if (!n || (*line && !is_ours(line)))
			cards[n++] = *line ? line : "circuit";
	}
	for (int i = 0; i < c->parameter_count; i++)
		cards[n++] = c->parameters[i];
	for (int i = 0; i < c->input_count; i++) {
		char card[200];
		snprintf(card, sizeof card, "Vsaltus_%s %s 0 external", c->inputs[i].name, c->inputs[i].name);
		cards[n++] = strdup(card);
	}
	cards[n++] = strdup(".save all");
	for (int i = 0; i < c->output_count; i++)
		if (*c->names[i] == '@') {
			char card[100];
			snprintf(card, sizeof card, ".save %s", c->names[i]);
			cards[n++] = strdup(card);
		}
	cards[n++] = strdup(".end");
	*c->why = 0;
	bool good = c->call.circuit(cards) == 0 && !*c->why;
	return good || fails(c, "the netlist cannot be read") == 0;
}

/* ------------------------------------------------------------------------------------------- operations */

static circuit *served;              /* of this process, which serves one */

static void *make(const char *name)
{
	(void)name;
	return served;
}

static int set(void *self, const char *name, const char *value)
{
	circuit *c = self;
	char card[300];
	snprintf(card, sizeof card, ".param %.100s=%.150s", name, value);
	c->parameters = realloc(c->parameters, ((size_t)c->parameter_count + 1) * sizeof *c->parameters);
	c->parameters[c->parameter_count++] = strdup(card);
	return 0;
}

static int start(void *self, double time, double stop)
{
	circuit *c = self;
	(void)stop;
	c->start = time;
	return (c->loaded = find(c) && load(c)) ? 0 : SALTUS_PEER_FAILED;
}

static int show(circuit *c, double *y)
{
	for (int i = 0; i < c->output_count; i++) {
		y[i] = c->values[i];
		if (!isnan(y[i]))
			continue;
		snprintf(c->why, sizeof c->why, "the circuit has no value of '%.60s'", c->outputs[i].name);
		return SALTUS_PEER_FAILED;
	}
	return 0;
}

static int look(void *self, const double *u, double *y)
{
	circuit *c = self;
	if (!c->running) {
		for (int i = 0; i < c->input_count; i++)
			c->curve[i][0] = u[i];
		for (int i = 0; i < c->output_count; i++)
			c->values[i] = c->uic ? 0 : NAN;
		if (!c->uic && (c->call.command("op") != 0 || *c->why))
			return fails(c, "the operating point cannot be found");
	}
	return show(c, y);
}

static void *analyse(void *self)
{
	circuit *c = self;
	char command[200];
	double span = c->target - c->from;
	/* the analysis is ended with the process; its longest step is a tenth of the first one of communication */
	snprintf(command, sizeof command, "tran %.17g %.17g 0 %.17g%s", span / 10, span * 1e9, span / 10,
			 c->uic ? " uic" : "");
	c->call.command(command);
	pthread_mutex_lock(&c->lock);
	c->over = c->here = true;
	pthread_cond_broadcast(&c->turn);
	pthread_mutex_unlock(&c->lock);
	return NULL;
}

static int step(void *self, const double (*u)[3], double from, double to, double *reached, double *y)
{
	circuit *c = self;
	(void)reached;
	pthread_mutex_lock(&c->lock);
	memcpy(c->curve, u, (size_t)c->input_count * sizeof *u);
	c->from = from - c->start;
	c->target = to - c->start;
	c->transient = true;
	c->here = false;
	if (!c->running) {
		c->running = true;
		pthread_mutex_unlock(&c->lock);
		pthread_create(&c->thread, NULL, analyse, c);
		pthread_mutex_lock(&c->lock);
	} else
		pthread_cond_broadcast(&c->turn);
	while (!c->here && !c->over)
		pthread_cond_wait(&c->turn, &c->lock);
	pthread_mutex_unlock(&c->lock);
	return c->over ? fails(c, "the analysis has ended before its time") : show(c, y);
}

static const char *message(void *self) { return ((circuit *)self)->why; }

static int serve_circuit(const void *context)
{
	circuit *c = (circuit *)(size_t)context;
	saltus_peer table = {.version = SALTUS_PEER_VERSION, .inputs = c->inputs, .outputs = c->outputs, .open = make,
		.set = set, .start = start, .look = look, .step = step, .message = message};
	served = c;
	pthread_mutex_init(&c->lock, NULL);
	pthread_cond_init(&c->turn, NULL);
	return saltus_peer_serve(&table);
}

/* ------------------------------------------------------------------------------------------- opening */

/* I(C1) is @c1[i], I(V1) v1#branch; a node is called as it is. */
static void name_output(const char *name, char out[64])
{
	size_t n = strlen(name);
	bool current = n > 3 && strncasecmp(name, "I(", 2) == 0 && name[n - 1] == ')';
	if (!current)
		snprintf(out, 64, "%.60s", name);
	else
		snprintf(out, 64, toupper((unsigned char)name[2]) == 'V' ? "%.*s#branch" : "@%.*s[i]", (int)(n - 3 < 50 ? n - 3
			: 50), name + 2);
	for (char *at = out; *at; at++)
		*at = (char)tolower((unsigned char)*at);
}

static saltus_peer_port *ports_of(const cp_wanted *w, const char *const *names, uint32_t n, const char *unit)
{
	saltus_peer_port *out = sb_new_array(w->arena, saltus_peer_port, n + 1);
	for (uint32_t i = 0; i < n; i++)
		out[i] = (saltus_peer_port){.name = names[i], .unit = strchr(names[i], '(') ? "A" : unit, .type = "Real"};
	return out;
}

cp_peer *cp_open_circuit(const cp_wanted *w)
{
	size_t length;
	circuit *c = sb_new(w->arena, circuit);
	const char *library = getenv("SALTUS_NGSPICE");
	c->netlist = sb_file_read(w->arena, w->diag, w->span, w->file, &length);
	if (!c->netlist)
		return NULL;
	if (!w->port_count) {
		sb_help(sb_report(w->diag, SB_ERROR, "P0032", w->span, "the circuit '%s' shows nothing", w->name),
				"its connectors name nodes (inputs are driven, outputs are shown) and currents, I(C1)");
		return NULL;
	}
	c->library = library && *library ? library : "libngspice.so.0";
	c->inputs = ports_of(w, w->inputs, w->input_count, "V");
	c->outputs = ports_of(w, w->ports, w->port_count, "V");
	c->input_count = (int)w->input_count;
	c->output_count = (int)w->port_count;
	c->names = sb_alloc(w->arena, (size_t)w->port_count * sizeof *c->names);
	for (uint32_t i = 0; i < w->port_count; i++)
		name_output(w->ports[i], c->names[i]);
	c->values = sb_new_array(w->arena, double, w->port_count + 1);
	c->curve = sb_alloc(w->arena, (size_t)(w->input_count + 1) * sizeof *c->curve);
	return cp_open_served(w, serve_circuit, c, "circuit");
}
