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

typedef struct saltus_peer_server {
	const saltus_peer *p;
	void *self;
	FILE *out;
	int inputs, outputs, shows;      /* shows: the answer has values */
	double *u, *y, reached;
} saltus_peer_server;

static int saltus_peer_count(const saltus_peer_port *p)
{
	int n = 0;
	while (p && p[n].name)
		n++;
	return n;
}

static void saltus_peer_ports(FILE *out, const char *side, const saltus_peer_port *p)
{
	for (; p && p->name; p++)
		fprintf(out, "%s %s %s %.17g %d %s\n", side, p->name, p->type ? p->type : "Real", p->start, p->discrete,
				p->unit ? p->unit : "");
}

static int saltus_peer_open(saltus_peer_server *s, const char *name)
{
	const saltus_peer *p = s->p;
	saltus_peer_ports(s->out, "input", p->inputs);
	saltus_peer_ports(s->out, "output", p->outputs);
	for (int o = 0; o < s->outputs && p->direct; o++)
		for (int i = 0; i < s->inputs; i++)
			if (p->direct[o * s->inputs + i])
				fprintf(s->out, "direct %s %s\n", p->outputs[o].name, p->inputs[i].name);
	if (p->save && p->restore)
		fprintf(s->out, "restores\n");
	s->self = p->open ? p->open(name) : NULL;
	return s->self || !p->open ? SALTUS_PEER_GOOD : SALTUS_PEER_FAILED;
}

static int saltus_peer_step(saltus_peer_server *s, char *rest)
{
	double time[2];
	char *after = strchr(rest, ' ');
	after = after ? strchr(after + 1, ' ') : NULL;
	s->shows = 1;
	if (!saltus_peer_numbers(rest, time, 2) ||
		(s->inputs && !(after && saltus_peer_numbers(after, s->u, 3 * s->inputs))))
		return SALTUS_PEER_FAILED;
	s->reached = time[1];
	return s->p->step(s->self, (const double (*)[3])(void *)s->u, time[0], time[1], &s->reached, s->y);
}

/* One request: its first word, and what stands behind it. */
static int saltus_peer_request(saltus_peer_server *s, const char *word, char *rest)
{
	const saltus_peer *p = s->p;
	double time[2];
	char *value = strchr(rest, ' ');
	if (strcmp(word, "open") == 0)
		return saltus_peer_open(s, rest);
	if (strcmp(word, "set") == 0 && value && p->set) {
		*value = 0;
		return p->set(s->self, rest, value + 1);
	}
	if (strcmp(word, "start") == 0 && saltus_peer_numbers(rest, time, 2))
		return p->start ? p->start(s->self, time[0], time[1]) : SALTUS_PEER_GOOD;
	if (strcmp(word, "look") == 0 && saltus_peer_numbers(rest, s->u, s->inputs)) {
		s->shows = 1;
		return p->look(s->self, s->u, s->y);
	}
	if (strcmp(word, "step") == 0)
		return saltus_peer_step(s, rest);
	if (strcmp(word, "save") == 0 && p->save)
		return p->save(s->self, atoi(rest));
	if (strcmp(word, "restore") == 0 && p->restore)
		return p->restore(s->self, atoi(rest));
	return SALTUS_PEER_FAILED;
}

static void saltus_peer_answer(saltus_peer_server *s, int status)
{
	if (status == SALTUS_PEER_FAILED || (status && !s->shows)) {
		const char *why = s->p->message && s->self ? s->p->message(s->self) : NULL;
		fprintf(s->out, "failed %.500s\n", why && *why ? why : "the peer does not say why");
	} else if (s->shows) {
		fprintf(s->out, status == SALTUS_PEER_EVENT ? "event %.17g" : status == SALTUS_PEER_ENDED ? "ended %.17g"
				: "values", s->reached);
		for (int i = 0; i < s->outputs; i++)
			fprintf(s->out, " %.17g", s->y[i]);
		fprintf(s->out, "\n");
	} else {
		fprintf(s->out, "ok\n");
	}
	fflush(s->out);
}

/* Answers requests on file 3 to file 4. */
static int saltus_peer_serve(const saltus_peer *p)
{
	FILE *in = fdopen(3, "r");
	char *line = NULL;
	size_t room = 0;
	saltus_peer_server s = {.p = p, .out = fdopen(4, "w"), .inputs = saltus_peer_count(p->inputs),
		.outputs = saltus_peer_count(p->outputs)};
	s.u = (double *)calloc((size_t)s.inputs * 3 + 3, sizeof *s.u);
	s.y = (double *)calloc((size_t)s.outputs + 1, sizeof *s.y);
	while (in && s.out && s.u && s.y && getline(&line, &room, in) > 0 && strncmp(line, "end", 3) != 0) {
		line[strcspn(line, "\n")] = 0;
		char *blank = strchr(line, ' '), nothing[] = "";
		if (blank)
			*blank = 0;
		s.shows = 0;
		saltus_peer_answer(&s, saltus_peer_request(&s, line, blank ? blank + 1 : nothing));
	}
	if (p->close && s.self)
		p->close(s.self);
	free(line);
	free(s.u);
	free(s.y);
	return 0;
}
#endif

#ifdef __cplusplus
}
#endif
#endif
