/* Opaque components: what a model holds and no equation describes.
 *
 * A block of C that a user wrote, an FMU, a submodel that was compiled before, a peer in a co-simulation: each has
 * ports and does something between them that nobody can look into. An sm_block describes it:
 *
 *     parameters    Real, Integer or Boolean, with their values
 *     inputs        what it reads
 *     outputs       what it computes
 *     states        Reals that the solver integrates; some may jump at events (`jumps`)
 *     discrete      Reals, Integers or Booleans that change at events only. A mode is one of them: an Integer
 *     crossings     Reals; where one passes zero in its direction, an event of the component takes place
 *     time events   at each event, and at the start, the component says when the next one is
 *     activations   when one comes, it is an event of the component; others the component programs itself
 *
 * Items are scalars or arrays; what the operations see are rows of doubles, each item element by element behind the one
 * before it.
 *
 * The pattern. Each output, each rate and each crossing says what it reads: time, which inputs, which states, which
 * discrete states. These patterns decide in which order things are computed, port by port. An output that does not read
 * an input is computed before it, so a component in a feedback loop is no loop of equations unless it has direct
 * feed-through. Newton's method goes through direct feed-through, by differences. Items that a pattern does not name
 * are NaN when the operation is called. In debug builds, and with `checked` in every build, each call is made twice,
 * with other values in their places, and a result that differs fails the run.
 *
 * How it is done. sm_add_block puts variables into the model, NAME.ITEM, and equations that call the operations:
 *
 *     NAME.y = output(parameters, what y reads)                der(NAME.x) = rate(parameters, what x reads)
 *     NAME.g = crossing(...)
 *     when {initial(), NAME.g < 0, time >= pre(next), ...} then (discrete, jumps, next) = update(...); end when
 *
 * Crossings and update read the discrete states before the event, outputs and rates those behind it.
 *
 * A component with activations and `at_activations` computes its outputs when one comes, from the left limits of its
 * discrete states, and keeps them. One in `residual` form gives no rates: each scalar of its states has an equation
 * residual(..., states, rates) = 0, which Newton's method solves for the rate, or for the state itself where that is
 * `algebraic`.
 *
 * One call gives one output, or the rate of one state. A component that computes all of them at once, as an FMU does,
 * is asked `together`: rates that read the same are given by one call, and so are outputs that read no inputs. Outputs
 * that do read inputs stay apart, because one of them may be in a loop of equations that the other is not in.
 *
 * With `slopes` each function of an output, a rate or a residual has a derivative by the inputs and states (and rates)
 * that it reads: a function of the component as well, which takes their differentials behind the arguments. Without
 * them derivatives are differences.
 *
 * A component may be *latent*: what happens to it in an event is decided by the left limits of its inputs, so nothing
 * that it gives behind an event is a loop with what it reads in it. Its start is a call by itself (`initial`), which
 * reads inputs as they are at the start, and gives nothing but the next time; discrete states keep their start values
 * there. An input that `wakes` it makes an event when it has changed, in the next round of the instant. An FMU is
 * latent: it remembers more than its states, and all of that is behind one discrete state that counts its events.
 *
 * A latent component may be *autonomous*: it has a calendar of its own inside. It begins by its parameters alone, and
 * its start gives its discrete states. There may be very many parameters; if they are few, and none is a String, its
 * events read them, too (SM_FEW_PARAMETERS). If the next
 * time that an event gives is now, another event follows in the next round of the instant. A network of DEVS is
 * autonomous (devs/devs.h).
 *
 * The variables of items may be in the model already (`declared`), with all that their declarations say of them. A
 * front end whose text declares the component does it this way. `code` names a function of the model's own C, which is
 * compiled with the model, or found in its libraries, and handed to each operation. An FMU or a peer needs no `code`:
 * its operations know what to call.
 *
 * States of components thus join the solver's vector, crossings the watches, time events the calendar, and states of
 * both kinds the archive, by the rules that hold for every equation (docs/events.md); structure sorts the calls as it
 * sorts calls of functions. The front end adds equations that connect the ports. Nothing after this layer knows of
 * components but the runtime, which calls their operations (code/runtime/opaque.c).
 *
 * The operations are functions: the same arguments give the same results, however often, in whatever order and at
 * whatever times they are called, because solvers try steps and take them back. `update` is no exception. It gives the
 * new values, and may be called several times until those of an instant agree. `commit` is called once, at the end of
 * an event in which the component took part. Only `commit` may change the data in `self`, and `save` and `restore`
 * carry these data. They may count in later updates, and in nothing else.
 *
 * External objects (sm_variable.object) are no components. They have no ports: functions take them as arguments in any
 * expression, some of them with effects, and what they read and change is not said. A table that functions look into
 * has neither pattern nor states to gain from this, and every call of it would need an equation of its own. */
#ifndef SALTUS_MODEL_BLOCK_H
#define SALTUS_MODEL_BLOCK_H

#include "external/component.h"
#include "model/model.h"

enum { SM_FEW_PARAMETERS = 256 };        /* scalars */

/* Numbers of items; time: it reads the time. */
typedef struct sm_block_reads {
	bool time;
	const uint32_t *inputs, *states, *discrete;
	uint32_t input_count, state_count, discrete_count;
} sm_block_reads;

typedef struct sm_block_item {
	const char *name;
	sx_type type;
	uint32_t rank;
	const uint32_t *shape;
	double start;                    /* of parameters: the value; of states; of inputs where nothing gives them */
	int direction;                   /* of a crossing: +1 up, -1 down, 0 both */
	bool jumps;                      /* of a state: update gives it a value */
	bool vanishes; /* of a scalar output: the component's states must keep it at zero, and are projected onto it */
	bool declared;                   /* `variable` is given */
	bool algebraic;                  /* of a state in residual form: its rate is not read, and it is none */
	bool wakes;                      /* of an input of a latent component: if it changes, that is an event */
	bool free; /* of a state: initialise gives it its value; of a discrete one: update gives it one at the start, too */
	sm_block_reads reads;            /* of outputs, states and crossings */
	/* Of a scalar output that reads time and discrete states alone: the number of the output that is its derivative by
	 * time between events, which reads the same; 0, which is no derivative of another one: it is not known. */
	uint32_t slope;
	uint32_t function;               /* of an output: the function that gives it, set by sm_add_block */
	uint32_t leader;                 /* of an output or a state: the first one of its call, set by sm_add_block */
	uint32_t variable, first, count; /* set by sm_add_block; `first` in its row */
} sm_block_item;
typedef struct sm_block_items { sm_block_item *at; uint32_t n, scalars; } sm_block_items;

/* update, residual and initialise read what is said here; update reads all discrete states and those that jump besides.
 * Of the parameters some may be Strings. Activations (`comes`, and those that it programs, `gives`) are declared. */
struct sm_block {
	const char *name, *component;    /* component: whose equations they are; NULL: its own */
	const sl_block_operations *operations;
	void *context;                   /* for make; lives as long as the model */
	const sm_external *code;         /* NULL: there is none */
	const char *executes;            /* what of the model its operations execute, such as "Python"; NULL: nothing */
	sm_block_items parameters, inputs, outputs, states, discrete, crossings, comes, gives;
	sm_block_reads update, initialise, residuals;
	bool time_events, checked;
	bool at_activations, residual;
	bool slopes;                     /* it tells how outputs, rates and residuals move with inputs and states */
	bool together;                   /* outputs, or rates, that read the same are given by one call */
	bool may_stop;                   /* update says whether the run is to end */
	bool latent, autonomous;         /* see above */
	uint32_t texts;                  /* scalars of parameters that are Strings; set by sm_add_block */
	sb_span span;
};

/* How the function of an operation is known: sm_function.block. */
struct sm_block_call { uint32_t block; sl_block_part part; uint32_t item; };

/* Adds the component and all that follows from it; its items have their variables then. The description is copied, but
 * for shapes, patterns and operations. NULL: it is not sound, and `why` says what is wrong. */
const sm_block *sm_add_block(sm_model *m, const sm_block *block, sb_text *why);
/* The first thing that is not as it must be; false: there is one. */
bool sm_check_block(const sm_model *m, const sm_block *block, sb_text *why);
uint32_t sm_block_variable(const sm_block *block, const char *item);     /* of any kind; UINT32_MAX: there is none */

/* What a call of a function of a component passes, in this order: the parameters, the time if it is read, then elements
 * of inputs, states and discrete states. Behind these come, of
 *     an output at activations    its elements before
 *     residual                    the rates of all states that are not algebraic
 *     initialise                  the start values of the states that are free
 *     update, commit, start       whether it is the start, and whether the time has come; by crossing whether it has
 *       and such outputs          passed zero up, and down; by activation whether it has come
 * update gives discrete states, the states that jump, the next time; by activation that it programs whether it does,
 * and the delay; whether the run is to end. start gives the last three, at the start alone; that of a latent component
 * gives the next time and the end, that of an autonomous one its discrete states before them. */
const sm_block_reads *sm_block_reads_of(const sm_block *b, const struct sm_block_call *call);
bool sm_block_reads_parameters(const sm_block *b, const struct sm_block_call *call);
bool sm_block_reads_state(const sm_block *b, const struct sm_block_call *call, uint32_t item);
bool sm_block_reads_discrete(const sm_block *b, const struct sm_block_call *call, uint32_t item);
bool sm_block_sees_events(const sm_block *b, const struct sm_block_call *call);
uint32_t sm_block_results(const sm_block *b, const struct sm_block_call *call);      /* scalars that it gives */
/* The items among which those are that it gives: their leader is the item of the call. NULL: it gives something
 * else. */
const sm_block_items *sm_block_members(const sm_block *b, const struct sm_block_call *call);

#endif
