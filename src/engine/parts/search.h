/* One search for changes inside a step (E2): of watches, and of the relations that processes wait for.
 *
 * A condition has a function g of time and a value made of g: g > 0, floor(g), ... A change is where that value differs
 * from the one that is held. Error control keeps the states smooth over a step, but not what a condition makes of them:
 * sin(10*x) > 0 may go round several times while x is a straight line. Therefore a step is sampled at three points of
 * unequal distance, because equal ones can meet a period of the function. A parabola through the ends and one of the
 * points must predict the two others. If the prediction is too bad to exclude a change, each of the four parts is
 * searched in the same way.
 *
 * A search looks through a *lens*: the conditions as they are held, and how their functions are evaluated. */
#ifndef SALTUS_ENGINE_SEARCH_H
#define SALTUS_ENGINE_SEARCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SE_SCAN_LEVELS = 8, SE_SCAN_VECTORS = 4 };

typedef enum se_glance { SE_NEVER, SE_LESS, SE_AT_MOST, SE_MORE, SE_AT_LEAST, SE_WHOLE_BELOW,
	SE_WHOLE_ABOVE } se_glance;

typedef struct se_lens {
	uint32_t n;
	/* Those that may change in the step at hand, in rising order; NULL: all of them may. The kind of the others is
	 * SE_NEVER. */
	const uint32_t *awake; uint32_t awake_count;
	uint8_t *kind;             /* se_glance; SE_NEVER: the value does not change inside steps */
	long long *value;          /* that is held */
	double *zero; /* a function of at most this size counts as zero, and the value stays; -1: none does */
	const bool *calm;                /* leave this one out when asking where a change may hide; NULL: none */
	double *scale;                   /* the largest size that each function has had */
	void (*at)(void *context, double t, double *g);          /* all functions at a time inside the step */
	/* Some of the functions; those of others may be left. NULL: all are evaluated. */
	void (*some)(void *context, double t, const uint32_t *which, uint32_t count, double *g);
	void (*note)(void *context, const double *g);    /* after each look at the functions; NULL: nobody has to know */
	void *context;
	/* the next time after t that must be looked at; INFINITY: none. NULL: no such times */
	double (*place)(const void *context, double t);
	double *at_places;               /* room for 2 * n */
	double *room;                    /* (SE_SCAN_VECTORS * SE_SCAN_LEVELS + 4) * n */
	uint32_t *candidates;            /* room for n */
	double finest;                   /* times closer than a few units in the last place of this are not told apart */
	uint32_t lost;                   /* a condition that turned faster than it could be followed; UINT32_MAX: none */
} se_lens;

/* Two neighbouring samples: at `low` every condition has the value that is held, at `high` one has not. */
typedef struct se_bracket { double low, high; const double *g_low, *g_high; uint32_t samples; } se_bracket;

/* The first change between two points of the step, whose functions are known. */
bool se_scan(se_lens *lens, double from, const double *g_from, double to, const double *g_to, se_bracket *found);
/* The far side of the earliest change in a bracket, to the resolution of time. */
double se_narrow(se_lens *lens, const se_bracket *found);

/* Those that may change in the step, by a number from 0 on. */
static inline uint32_t se_seen(const se_lens *l)
{
	return l->awake ? l->awake_count : l->n;
}
static inline uint32_t se_seen_at(const se_lens *l, uint32_t k)
{
	return l->awake ? l->awake[k] : k;
}

/* Is a relation on the side that is held, beyond doubt? False: se_glance_at tells. */
static inline bool se_is_plainly_held(const se_lens *l, uint32_t i, double g)
{
	uint8_t kind = l->kind[i];
	bool above = kind == SE_MORE || kind == SE_AT_LEAST;
	return kind <= SE_AT_LEAST && ((above == (l->value[i] != 0)) ? g > 0 : g < 0);
}

static inline long long se_glance_at(const se_lens *l, uint32_t i, double g)
{
	const double most = 9e18;        /* whole numbers beyond this do not exist; not a number is never less */
	if (l->kind[i] == SE_NEVER || !(g < most && g > -most) || (g <= l->zero[i] && -g <= l->zero[i]))
		return l->value[i];
	long long whole = (long long)g;
	switch (l->kind[i]) {
	case SE_LESS: return g < 0;
	case SE_AT_MOST: return g <= 0;
	case SE_MORE: return g > 0;
	case SE_AT_LEAST: return g >= 0;
	case SE_WHOLE_BELOW: return whole - ((double)whole > g);
	default: return whole + ((double)whole < g);
	}
}

#endif
