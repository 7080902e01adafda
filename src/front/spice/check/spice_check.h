/* What a netlist means: scopes with their nodes, parameters, models and devices, checked.
 *
 * The netlist itself is a scope, and so is each subcircuit. Names of parameters, functions, models and subcircuits are
 * looked up in the scope of the text and then in those around it. Cards may stand in any order, so they are collected
 * first and read when all names are known.
 *
 *     spice_collect.c      cards to scopes, parameters, functions, models; directives
 *     spice_kinds.c        the table of devices and their parameters
 *     spice_device.c       cards of devices
 *     spice_source_card.c  ... of independent sources
 *     spice_control_card.c ... of controlled and behavioural sources
 *     spice_names.c        names in expressions, values of expressions that are constant
 *     spice_analysis.c     analyses
 *     spice_directive.c    options, initial values, what is printed
 *     spice_graph.c        the circuit as a graph: ground, loops, cuts, loose ends
 */
#ifndef SALTUS_FRONT_SPICE_CHECK_H
#define SALTUS_FRONT_SPICE_CHECK_H

#include "front/spice/syntax/spice_syntax.h"

typedef struct sp_scope sp_scope;
typedef struct sp_device sp_device;

typedef struct sp_param {
	const char *name;
	const sp_expr *value;              /* NULL: there is none */
	const sp_scope *owner;
	sb_span span;
	bool formal;                       /* of the card .subckt: a call may set it */
	uint8_t mark;                      /* while it is evaluated */
} sp_param;
typedef sb_vec(sp_param *) sp_params;

typedef struct sp_function {
	const char *name;
	sb_strings args;
	const sp_expr *body;
	const sp_scope *owner;
	sb_span span;
	uint8_t mark;
} sp_function;

typedef struct sp_pair { const char *key; sb_vec(const sp_expr *) values; sb_span span; const char *text; } sp_pair;
typedef sb_vec(sp_pair) sp_pairs;

/* A kind of device with a model: its class in the library and the names of its parameters. */
typedef struct sp_kind {
	char letter;
	const char *types;                 /* of .model, with blanks between: " npn pnp " */
	int level;                         /* -1: it has no levels */
	const char *class_name;
	const char *instance, *model;      /* parameters, with blanks between; NAME=OTHER is another name for one */
	bool tempered;
} sp_kind;

typedef struct sp_model {
	const char *name, *type;
	const sp_scope *owner;
	const sp_kind *kind;               /* NULL: none, which was told */
	sp_pairs pairs;
	int level;
	sb_span span, type_span;
	const sp_card *card;
	bool used;
} sp_model;

typedef struct sp_node {
	const char *name;
	const sp_scope *owner;
	sb_span span;                      /* where it was named first */
	bool ground, pin, global;
	bool silent;                       /* no curve shows it: it is between a call with m and its copies */
	uint32_t connections;              /* of devices and calls in its scope */
} sp_node;
typedef sb_vec(sp_node *) sp_nodes;

typedef enum sp_form { SP_LINEAR, SP_POLY, SP_VALUE, SP_TABLE, SP_LAPLACE } sp_form;

struct sp_device {
	char letter;
	const char *name;
	const sp_card *card;
	const sp_scope *owner;
	sb_span span;                      /* of the name */
	sp_nodes nodes;
	const char *model_name;
	sb_span model_span;
	sp_model *model;
	const sp_kind *kind;
	sp_scope *called;                  /* of X */
	const sp_expr *copies;             /* of X: m; NULL: one */
	const sp_expr *value;              /* of R, C, L, K; the gain of a controlled source */
	sp_pairs pairs;
	bool off, on;
	/* Independent sources. */
	const sp_expr *dc, *ac[2];
	bool has_ac;
	const char *wave;                  /* pulse, sin, ...; NULL: none */
	sb_span wave_span;
	sb_vec(const sp_expr *) args;      /* of the waveform; coefficients of POLY; points of TABLE; the path of a PWL */
	/* Controlled and behavioural ones. */
	sp_form form;
	const sp_expr *formula, *transfer;
	bool current;                      /* of B: I = ..., not V = ... */
	sp_nodes controls;                 /* of POLY, beyond `nodes` */
	sb_vec(sp_device *) sources;       /* whose currents it needs; the inductors of K */
	sp_device *coupled;                /* of an inductor: the first K that it is in; of a K: the first of its group */
};

struct sp_scope {
	const char *name;                  /* "" : the netlist */
	sp_scope *around;
	const sp_card *card;
	sb_span span;
	sp_nodes pins, nodes;              /* nodes: all that are its own, pins too, without ground */
	sp_params params;
	sb_vec(sp_function *) functions;
	sb_vec(sp_model *) models;
	sb_vec(sp_scope *) inside;         /* subcircuits that are defined in it */
	sb_vec(sp_device *) devices;
	sp_cards cards;                    /* of the devices, before they are read */
	sb_map param_names, node_names, device_names, model_names, scope_names, function_names;
	/* Names of the scopes around it that it uses, also through the subcircuits that it calls. */
	sp_params outer;
	sp_nodes outer_nodes;
	uint8_t mark;                      /* while it is followed */
	bool used, grounded;
};

/* A directive that is looked at when the circuit is known. */
typedef struct sp_directive { const char *word; const sp_card *card; const sp_scope *scope; } sp_directive;

typedef struct sp_probe {              /* what is printed or drawn */
	const char *text;                  /* v(out), i(v1): the name of the result */
	const sp_expr *value;
	const char *group;                 /* of which card: curves of one card are one plot */
	const char *analysis;              /* tran, ac, dc, op; "" : any */
	sb_span span;
} sp_probe;

typedef enum sp_analysis_kind { SP_TRAN, SP_OP, SP_DC, SP_AC, SP_TF, SP_NOISE, SP_PZ } sp_analysis_kind;
typedef enum sp_scale { SP_LIN, SP_DEC, SP_OCT, SP_LIST } sp_scale;

/* The quantity that is varied: the value of a source, a parameter, or the temperature. */
typedef struct sp_sweep {
	const sp_device *source;
	const sp_param *param;             /* also the temperature; NULL: a source */
	sp_scale scale;
	double from, to, step;             /* step: points of a decade or an octave */
	sb_vec(double) values;             /* of SP_LIST */
	sb_span span;
} sp_sweep;

typedef struct sp_analysis {
	sp_analysis_kind kind;
	const sp_card *card;
	sb_span span;
	double step, stop, longest;        /* of SP_TRAN; 0: not given */
	sp_sweep sweeps[2];                /* of SP_DC; of SP_AC the frequencies */
	uint32_t sweep_count;
	bool poles, zeros;                 /* of SP_PZ */
	sp_node *into[2];                  /* of SP_PZ: where a current goes in and out, without an input */
	bool each;                         /* of SP_NOISE: points per summary were given */
	const sp_expr *output;             /* of SP_TF, SP_NOISE */
	const char *output_text;           /* ... the name of the result */
	const sp_device *input;
} sp_analysis;

typedef struct sp_given { const char *name; double value; sb_span span; } sp_given;
typedef struct sp_initial { sp_node *node; const sp_expr *value; sb_span span; const char *path; } sp_initial;

typedef struct sp_netlist {
	sp_context *c;
	const sp_text *text;
	sp_scope *top;
	sb_vec(sp_scope *) scopes;         /* all, the netlist first */
	sb_map globals;                    /* names of global nodes -> sp_node of the top */
	sb_vec(sp_directive) directives;
	/* Of the directives. */
	sb_vec(sp_given) options;
	sb_vec(sp_initial) ics, nodesets;
	sb_vec(sp_probe) probes;
	sb_vec(sp_analysis *) analyses;
	sb_vec(sp_sweep) steps;            /* .step: all is done for each of these values */
	bool all;                          /* everything is to be kept: .save all */
	bool resting;                      /* the model is made for analyses at rest, and not for .tran */
	bool uic, noisy;                   /* noisy: some analysis is of noise */
	bool component;                    /* of another model: all its nodes are pins */
	/* Parameters of every netlist: its temperature; sources have their DC value; the current from which
	 * junctions are lines; the conductance beside them; by how much sources are turned on. The last three are ramps for
	 * the operating point. */
	sp_param *temper, *still, *limit, *gmin, *share;
} sp_netlist;

/* The meaning of cards; what is wrong was told (sb_errors). */
sp_netlist *sp_check(sp_context *c, const sp_text *text, bool component);

sp_model *sp_find_model(const sp_scope *s, const char *name);
sp_scope *sp_find_scope(const sp_scope *s, const char *name);
sp_param *sp_find_param(const sp_scope *s, const char *name);
sp_function *sp_find_function(const sp_scope *s, const char *name);
sp_device *sp_find_device(const sp_scope *s, const char *name);
/* A node of this name, which is made if there is none. */
sp_node *sp_node_named(sp_netlist *n, sp_scope *s, const char *name, sb_span span);
bool sp_is_ground(const char *name);
const sp_pair *sp_pair_of(const sp_pairs *pairs, const char *key);
/* An option of the netlist; the default if it is not set. */
double sp_option(const sp_netlist *n, const char *name, double usual);
bool sp_has_option(const sp_netlist *n, const char *name);

/* The value of an expression, with the defaults of parameters; false: it depends on the run, or a name has no value. */
bool sp_value(const sp_scope *s, const sp_expr *e, double *value);

/* A function of expressions: how Modelica writes it, with $1, $2 for the arguments; NULL: there is none. */
typedef struct sp_builtin {
	const char *name;
	uint8_t least, most;
	const char *as;
	double (*of)(double, double);
} sp_builtin;
const sp_builtin *sp_builtin_named(const char *name);

/* The scope and the rest of a name with a path: of x1.x2.n the scope that x2 calls, and n. */
const sp_scope *sp_resolve(const sp_scope *s, sb_names *names, const char *path, const char **rest);

/* Inside of the room. */
const sp_kind *sp_kind_of(char letter, const char *type, int level);
const sp_kind *sp_ideal_diode(const sp_model *m);                      /* NULL: it has an exponential */
bool sp_is_foreign(char letter, const char *key);
bool sp_is_model_type(const char *type);
const char *sp_parameter_named(const char *list, const char *key);     /* as the library has it; NULL: there is none */
sp_pairs sp_read_pairs(sp_netlist *n, const sp_card *card, const sp_words *words, uint32_t from);
void sp_collect(sp_netlist *n);
void sp_read_devices(sp_netlist *n);
void sp_read_source(sp_netlist *n, sp_device *d, const sp_words *w, uint32_t at);
void sp_read_controlled(sp_netlist *n, sp_scope *s, sp_device *d, const sp_words *w, uint32_t at);
void sp_check_names(sp_netlist *n);
void sp_check_expression(sp_netlist *n, const sp_scope *s, const sp_expr *e, bool behavioural);
void sp_read_directives(sp_netlist *n);
void sp_read_analysis(sp_netlist *n, const sp_directive *d, const char *word);
void sp_read_step(sp_netlist *n, const sp_directive *d);
void sp_check_probe(sp_netlist *n, const sp_scope *s, const sp_expr *e);

#endif
