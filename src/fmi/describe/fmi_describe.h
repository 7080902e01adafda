/* modelDescription.xml as one description for all versions of FMI. What a version does not have is as its rules read:
 * the dependencies of 1.0 are those of direct dependency, an output without a list depends on everything.
 *
 * All rules that are found broken are reported, each at its line, with the section of the standard. Everything that
 * can still be read is read. */
#ifndef SALTUS_FMI_DESCRIBE_H
#define SALTUS_FMI_DESCRIBE_H

#include "base/diag.h"
#include "fmi/fmi.h"

typedef enum fi_type {
	FI_FLOAT64, FI_FLOAT32, FI_INT8, FI_UINT8, FI_INT16, FI_UINT16, FI_INT32, FI_UINT32, FI_INT64, FI_UINT64,
	FI_BOOLEAN, FI_STRING, FI_BINARY, FI_ENUMERATION, FI_CLOCK, FI_TYPES
} fi_type;
typedef enum fi_causality {
	FI_LOCAL, FI_PARAMETER, FI_CALCULATED_PARAMETER, FI_INPUT, FI_OUTPUT, FI_INDEPENDENT, FI_STRUCTURAL_PARAMETER
} fi_causality;
typedef enum fi_variability { FI_CONSTANT, FI_FIXED, FI_TUNABLE, FI_DISCRETE, FI_CONTINUOUS } fi_variability;
typedef enum fi_initial { FI_NO_INITIAL, FI_EXACT, FI_APPROX, FI_CALCULATED } fi_initial;
extern const char *const fi_type_names[], *const fi_causality_names[], *const fi_variability_names[],
	*const fi_initial_names[];

#define FI_NONE UINT32_MAX

/* A size: a number, or that of a structural parameter (the number of its variable). */
typedef struct fi_dimension { uint32_t size, variable; sb_span span; } fi_dimension;

typedef struct fi_variable {
	const char *name, *description, *declared, *unit, *display_unit, *quantity;
	uint32_t reference;
	fi_type type; fi_causality causality; fi_variability variability; fi_initial initial;
	double min, max, nominal;                /* NaN: not given */
	double *start; const char **texts; uint32_t starts;      /* texts: of Strings, and Binaries in hexadecimals */
	uint32_t derivative;                     /* the variable that it is the derivative of; FI_NONE */
	fi_dimension *dimension; uint32_t rank, *shape, count;
	uint32_t *clocks, clock_count;           /* value references of the clocks that it belongs to */
	const char *interval;                    /* of a clock: intervalVariability */
	double interval_decimal, shift_decimal;
	bool reinit, negated, previous;
	uint32_t alias;                          /* the first variable that has the same value; its own number: none */
	sb_span span;
} fi_variable;

/* An output, a derivative or an initial unknown, and what it depends on: numbers of variables. all: it does not say. */
typedef struct fi_unknown { uint32_t variable; bool all; uint32_t *on, n; sb_span span; } fi_unknown;
typedef sb_vec(fi_unknown) fi_unknowns;

typedef struct fi_enumeration { const char *name; const char **item; double *value; uint32_t n; } fi_enumeration;
typedef struct fi_declared {
	const char *name, *unit, *display_unit, *quantity; double min, max, nominal; fi_type type;
	const fi_enumeration *items;
} fi_declared;

typedef struct fi_interface {
	bool there;
	const char *identifier;
	bool gets_state, serializes, directional, adjoint, step_unneeded, variable_step, interpolates, event_mode,
		returns_early,
		execution_tool, nested_once;
	double fixed_step;               /* fixedInternalStepSize; NaN */
	sb_strings sources;              /* of 2.0: names of files in sources */
	sb_span span;
} fi_interface;

typedef struct fi_description {
	const char *path;                /* of the FMU */
	uint32_t source;                 /* the XML, as a source of the diag */
	sb_span span;                    /* of its name there */
	int version;                     /* 1, 2, 3 */
	const char *version_text, *name, *token, *description, *author, *model_version, *tool, *date, *copyright, *licence;
	fi_interface exchange, cosimulation, scheduled;
	sb_vec(fi_variable) variables;
	sb_vec(const char *) units;
	sb_vec(fi_declared) types;
	fi_unknowns outputs, derivatives, initials;
	sb_vec(uint32_t) indicators;     /* of 3.0: variables */
	uint32_t states, indicator_count;        /* scalars */
	double start, stop, tolerance, step;     /* of the default experiment; NaN: not given */
	bool sound;                      /* no rule is broken */
	const uint32_t *by_reference;    /* private: numbers of variables in the order of value references */
} fi_description;

/* The description of an archive's XML; NULL after messages. One that breaks rules is given too (sound: false). */
fi_description *fi_describe(sb_arena *arena, sb_diag *diag, const char *path, const char *xml, size_t length);
const fi_variable *fi_find(const fi_description *d, const char *name);
uint32_t fi_with_reference(const fi_description *d, uint32_t reference);          /* a number; FI_NONE */
bool fi_is_whole(fi_type type);      /* a type of integers */
const fi_enumeration *fi_items_of(const fi_description *d, const fi_variable *v);        /* NULL: none */
/* Sizes of arrays, with other values of structural parameters (by variable; NULL: their start values). */
void fi_size_arrays(sb_arena *arena, fi_description *d, const double *structural);
void fi_size_states(fi_description *d);      /* how many states and indicators there are, by the sizes of now */

#endif
