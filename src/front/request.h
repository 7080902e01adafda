/* What is asked of a front end, in the same words for every notation (front/notation.h). */
#ifndef SALTUS_FRONT_REQUEST_H
#define SALTUS_FRONT_REQUEST_H

#include "fmi/fmi.h"
#include "model/interpret/interpret.h"

/* A value that is given from outside, as written: -p NAME=VALUE. */
typedef struct sf_given { const char *name, *value; } sf_given;

/* A text of Modelica that was made from another one, which it stands for: the places of its words are there. */
typedef struct sf_made {
	const char *text;
	sb_origins origins;
} sf_made;

typedef struct sf_request {
	sb_arena *arena; sb_names *names; sb_diag *diag;
	const char *path;              /* of the file; of a text that is in memory what messages call it */
	const char *text;              /* NULL: from the file */
	const char *part;              /* which part of it: a class, an experiment; NULL: the obvious one */
	const sf_given *given;
	uint32_t given_count;          /* values that only a translation can bring in: they belong to the structure */
	/* Inputs of the model that are given by expressions over its names. `t` stands for the time where the model has no
	 * `t` of its own. */
	const sf_given *inputs;
	uint32_t input_count;
	bool t_is_time;
	sm_runner run;                 /* NULL: external functions cannot be evaluated before the run */
	/* Each element of an array of components by itself, never all of them as a family. This does not change what a
	 * model means: tests compare the two ways. */
	bool apart;
	/* Of FMUs: what holds for all of them (NULL: the usual), and classes that are given by file: --fmu NAME=FILE. */
	const fi_options *fmu;
	const sf_given *fmus;
	uint32_t fmu_count;
	const sf_made *made;           /* what is read instead of the file or the text; NULL: nothing is */
	bool muss;                     /* the text is MUSS, whatever its name is */
} sf_request;

/* What a text holds that can be asked for: a name as `part` has it, and what it is called in its notation. `runs`: it
 * says how it is run; `study`: it decides by itself what is run. */
typedef struct sf_offer { const char *name, *kind; bool runs, study; } sf_offer;
typedef sb_vec(sf_offer) sf_offers;

/* A class of a library that was looked at by itself. */
typedef struct sf_checked {
	const char *name, *kind;
	bool partial;
	bool waits; /* is complete only where it is used; it was looked at as far as that goes, and nothing is reported */
	uint32_t errors;
	/* Of a class that can be simulated as far as the front end can tell: its model, which goes with the arena when the
	 * next class is looked at. */
	sm_model *closed; sb_arena *arena;
} sf_checked;
typedef void (*sf_seen)(void *context, const sf_checked *one);

#endif
