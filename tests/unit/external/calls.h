/* A host for the functions of external/: calls them as a run would. */
#ifndef SALTUS_TESTS_CALLS_H
#define SALTUS_TESTS_CALLS_H

#include "../unit.h"

#include <stdlib.h>
#include <string.h>

#include "external/functions.h"

typedef struct calls { char room[1 << 16]; size_t used; char *told; char *why; sl_state *state; } calls;

static inline char *calls_room(void *context, size_t bytes)
{
	calls *c = context;
	char *at = c->room + c->used;
	c->used += (bytes + 15) & ~(size_t)15;
	return c->used <= sizeof c->room ? at : NULL;
}

static inline void calls_tell(void *context, bool warning, const char *text)
{
	calls *c = context;
	(void)warning;
	free(c->told);
	c->told = strdup(text);
}

static inline const char *calls_resource(void *context, const char *address)
{
	(void)context;
	return strcmp(address, "modelica://P/there.txt") == 0 ? "/dev/null" : NULL;
}

/* NULL, or the words of the error. What was told and said lasts until the next call. */
static inline const char *call(calls *c, void (*body)(void *), void *argument)
{
	sl_host host = {
		.context = c, .state = c->state, .tell = calls_tell, .room = calls_room, .resource = calls_resource};
	free(c->why);
	c->why = NULL;
	sl_ending ending;
	if (sl_call(&host, body, argument, &ending) == SB_RETURNED)
		return NULL;
	return c->why = ending.why;
}

static inline void calls_end(calls *c)
{
	free(c->told);
	free(c->why);
	sl_state_free(c->state);
}

#endif
