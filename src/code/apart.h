/* Rates and conditions one by one, as code: structure/incidence.h says what they depend on.
 *
 * The functions are compiled on request, by the first tier, beside the program: one for each portion, and one for each
 * condition. They read and write the values of a run of that program, at the same places as the whole evaluation, and
 * compute the same bits.
 *
 *     sc_apart *a = sc_take_apart(program);
 *     sc_parts *p = sc_parts_new(a, d);
 *     d->x[3] += quantum;                       sc_parts_changed(p, 3);
 *     sc_part_rate(p, 4, &rate);                computes the portions that rate 4 needs and that state 3 has moved
 *
 * A portion is computed once after a change of something that it depends on, whoever asks. The caller says what has
 * changed, by cause. A caller who evaluates the whole program in between calls sc_parts_all_changed. Parts may be
 * given other data of the same program. */
#ifndef SALTUS_CODE_APART_H
#define SALTUS_CODE_APART_H

#include "code/code.h"

/* As structure/incidence.h says. */
typedef enum sc_cause_kind {
	SC_FROM_STATE, SC_FROM_VALUE, SC_FROM_LATCH, SC_FROM_LEFT, SC_FROM_CLOCK, SC_FROM_TIME
} sc_cause_kind;
typedef struct sc_cause { sc_cause_kind kind; uint32_t number; } sc_cause;
typedef struct sc_lists { uint32_t n; const uint32_t *first, *at; } sc_lists;
typedef struct sc_incidence {
	uint32_t rates, watches, cause_count, portion_count;
	sc_lists rate_causes, watch_causes, cause_rates, cause_watches;
	const bool *rate_bends, *watch_bends;
} sc_incidence;

typedef struct sc_apart sc_apart;
sc_apart *sc_take_apart(const sc_program *program);              /* NULL: the model is too large */
void sc_apart_free(sc_apart *a);
struct ss_apart;
const struct ss_apart *sc_apart_plan(const sc_apart *a);
const sc_incidence *sc_apart_incidence(const sc_apart *a);
sc_cause sc_apart_cause(const sc_apart *a, uint32_t cause);

typedef struct sc_parts sc_parts;                                /* of one run */
sc_parts *sc_parts_new(const sc_apart *a, sc_data *d);           /* everything has changed */
void sc_parts_free(sc_parts *p);
void sc_parts_changed(sc_parts *p, uint32_t cause);
void sc_parts_all_changed(sc_parts *p);
/* The rate of a state, which is then in d->xd too, and the function of a watch. False: an operation has no value, a
 * loop no solution. */
bool sc_part_rate(sc_parts *p, uint32_t state, double *rate);
bool sc_part_watch(sc_parts *p, uint32_t watch, double *function);
/* Some of them at one point, everything of which is new: time and states of the data. Between sc_parts_enter and
 * sc_parts_leave, which may stand around many of them; nobody else evaluates anything in between. */
void sc_parts_of(sc_parts *p, sc_data *d);
void sc_parts_enter(sc_parts *p);
void sc_parts_leave(sc_parts *p);
bool sc_part_rates(sc_parts *p, const uint32_t *states, uint32_t count, double *rates);
bool sc_part_watches(sc_parts *p, const uint32_t *watches, uint32_t count, double *functions);
uint64_t sc_parts_computed(const sc_parts *p);                   /* how many portions so far */

#endif
