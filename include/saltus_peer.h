/* Peers in C: parts of a coupled system that simulate themselves (docs/cosimulation.md).
 *
 * A peer is a table of functions. A shared library exports it under the name saltus_peer_interface; a program hands it
 * to saltus_peer_serve, which answers requests until there are no more:
 *
 *     #define SALTUS_PEER_SERVE
 *     #include "saltus_peer.h"
 *     int main(void) { return saltus_peer_serve(&table); }
 *
 * Functions return 0, or anything else if they fail; `message` says why then. What is NULL is not needed.
 *
 *     open     a new peer, of a component of this name; NULL: it cannot be made
 *     set      a parameter, as text, before the start
 *     start    stand at this time, from the beginning; it may be called again
 *     look     outputs where it stands, with these inputs; before the first step that includes initial values
 *     step     to the time `to`. During the step input i is c[0] + s*(c[1] + s*c[2]), where c = inputs[i] and s is the
 *              time since the step began. *reached is `to`; a peer that returns SALTUS_PEER_EVENT has stopped earlier,
 *              where an output jumps, one that returns SALTUS_PEER_ENDED will not go on; both set *reached
 *     save     remember where it stands in slot 0, 1 or 2; restore: stand there again. Both or none
 */
#ifndef SALTUS_PEER_H
#define SALTUS_PEER_H

#ifdef __cplusplus
extern "C" {
#endif

enum { SALTUS_PEER_VERSION = 1, SALTUS_PEER_GOOD = 0, SALTUS_PEER_FAILED = 1, SALTUS_PEER_EVENT = 2,
	SALTUS_PEER_ENDED = 3 };

/* type: "Real", "Integer" or "Boolean"; discrete: it changes at instants only. Lists end with a name that is NULL. */
typedef struct saltus_peer_port { const char *name, *unit, *type; double start; int discrete; } saltus_peer_port;

typedef struct saltus_peer {
	int version;
	const saltus_peer_port *inputs, *outputs;
	const unsigned char *direct;     /* direct[output*inputs + input]: it depends on it at once; NULL: none does */
	void *(*open)(const char *name);
	int (*set)(void *self, const char *name, const char *value);
	int (*start)(void *self, double time, double stop);
	int (*look)(void *self, const double *inputs, double *outputs);
	int (*step)(void *self, const double (*inputs)[3], double from, double to, double *reached, double *outputs);
	int (*save)(void *self, int slot), (*restore)(void *self, int slot);
	const char *(*message)(void *self);
	void (*close)(void *self);
} saltus_peer;

#ifdef SALTUS_PEER_SERVE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Numbers of a line, from *at on. */
static int saltus_peer_numbers(char *at, double *to, int n)
{
	for (int i = 0; i < n; i++) {
		char *end;
		to[i] = strtod(at, &end);
		if (end == at)
			return 0;
		at = end;
	}
	return 1;
}

static void saltus_peer_ports(FILE *out, const char *side, const saltus_peer_port *p, int *n)
{
	for (*n = 0; p && p->name; p++, ++*n)
		fprintf(out, "%s %s %s %.17g %d %s\n", side, p->name, p->type ? p->type : "Real", p->start, p->discrete,
				p->unit ? p->unit : "");
}

/* Answers requests on file 3 to file 4. */
static int saltus_peer_serve(const saltus_peer *p)
{
	FILE *in = fdopen(3, "r"), *out = fdopen(4, "w");
	char *line = NULL;
	size_t room = 0;
	void *self = NULL;
	int inputs = 0, outputs = 0, slot;
	for (const saltus_peer_port *k = p->inputs; k && k->name; k++)
		inputs++;
	for (const saltus_peer_port *k = p->outputs; k && k->name; k++)
		outputs++;
	double *u = calloc((size_t)inputs * 3 + 3, sizeof *u), *y = calloc((size_t)outputs + 1, sizeof *y), time[2];
	while (in && out && u && y && getline(&line, &room, in) > 0) {
		int status = SALTUS_PEER_FAILED, shows = 0;
		double reached = 0;
		char *rest = strchr(line, ' ');
		line[strcspn(line, "\n")] = 0;
		rest = rest ? rest + 1 : line + strlen(line);
		if (strncmp(line, "open", 4) == 0) {
			saltus_peer_ports(out, "input", p->inputs, &inputs);
			saltus_peer_ports(out, "output", p->outputs, &outputs);
			for (int o = 0; o < outputs && p->direct; o++)
				for (int i = 0; i < inputs; i++)
					if (p->direct[o * inputs + i])
						fprintf(out, "direct %s %s\n", p->outputs[o].name, p->inputs[i].name);
			if (p->save && p->restore)
				fprintf(out, "restores\n");
			self = p->open ? p->open(rest) : NULL;
			status = self || !p->open ? 0 : SALTUS_PEER_FAILED;
		} else if (strncmp(line, "set ", 4) == 0 && strchr(rest, ' ')) {
			char *value = strchr(rest, ' ');
			*value = 0;
			status = p->set ? p->set(self, rest, value + 1) : SALTUS_PEER_FAILED;
		} else if (strncmp(line, "start ", 6) == 0 && saltus_peer_numbers(rest, time, 2)) {
			status = p->start ? p->start(self, time[0], time[1]) : 0;
		} else if (strncmp(line, "look", 4) == 0 && saltus_peer_numbers(rest, u, inputs)) {
			status = p->look(self, u, y);
			shows = 1;
		} else if (strncmp(line, "step ", 5) == 0 && saltus_peer_numbers(rest, time, 2)) {
			char *after = strchr(rest, ' ');
			after = after ? strchr(after + 1, ' ') : NULL;
			reached = time[1];
			shows = 1;
			if (!inputs || (after && saltus_peer_numbers(after, u, 3 * inputs)))
				status = p->step(self, (const double (*)[3])(void *)u, time[0], time[1], &reached, y);
		} else if (sscanf(line, "save %d", &slot) == 1) {
			status = p->save ? p->save(self, slot) : SALTUS_PEER_FAILED;
		} else if (sscanf(line, "restore %d", &slot) == 1) {
			status = p->restore ? p->restore(self, slot) : SALTUS_PEER_FAILED;
		} else if (strncmp(line, "end", 3) == 0) {
			break;
		}
		if (status == SALTUS_PEER_FAILED || (status && !shows)) {
			const char *why = p->message && self ? p->message(self) : NULL;
			fprintf(out, "failed %.500s\n", why ? why : "the peer does not say why");
		} else if (shows) {
			fprintf(out, status == SALTUS_PEER_EVENT ? "event %.17g" : status == SALTUS_PEER_ENDED ? "ended %.17g"
					: "values", reached);
			for (int i = 0; i < outputs; i++)
				fprintf(out, " %.17g", y[i]);
			fprintf(out, "\n");
		} else {
			fprintf(out, "ok\n");
		}
		fflush(out);
	}
	if (p->close && self)
		p->close(self);
	free(line);
	free(u);
	free(y);
	return 0;
}
#endif

#ifdef __cplusplus
}
#endif
#endif
