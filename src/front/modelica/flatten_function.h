/* Private to the flattening: functions of the model in the making (flatten_function.c, flatten_external.c). */
#ifndef SALTUS_MODELICA_FLATTEN_FUNCTION_H
#define SALTUS_MODELICA_FLATTEN_FUNCTION_H

#include "front/modelica/flatten_inside.h"

/* What is the same for all specialisations of a function class. */
typedef struct mo_function_class {
	mo_scope *scope;
	mo_items inputs, outputs, locals;
	bool *sizes; /* by input: a scalar whose value may be needed for the size of a result or local */
	const char *name;
	mo_class *external; /* the class with the external clause, or NULL */
	uint32_t made;      /* specialisations so far */
	bool failed;
} mo_function_class;

struct mo_procedure {
	mo_context *c;
	mo_function_class *of;
	sm_function *function;
	sb_map values; /* interned name of a component -> its mo_value */
};

struct mo_functions {
	sb_map classes; /* scope -> mo_function_class */
	sb_map made;    /* interned key -> specialisation */
	uint32_t depth;
};

bool mo_names_it(const mo_expr *e, const char *name); /* does the expression refer to this name? */

/* flatten_procedure.c */
bool mo_make_inputs(struct mo_procedure *f, mo_value **args, const sx_ref *known, sb_span span);
bool mo_make_results(struct mo_procedure *f, mo_signature *out); /* and the other locals */
bool mo_make_body(struct mo_procedure *f, sb_span span);

#endif
