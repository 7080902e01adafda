/* Private to this room: calls on their way. */
#ifndef SALTUS_MODELICA_FUNCTION_CALL_H
#define SALTUS_MODELICA_FUNCTION_CALL_H

#include "front/modelica/function/function_inside.h"

typedef struct mo_formal { mo_item *item; mo_value_type type; } mo_formal;
/* preset: of a function value, by input the value that it is bound to, or NULL; interface: the names that arguments are
 * given by */
typedef struct mo_callee {
	const char *name; mo_scope *scope; mo_formal *inputs; uint32_t n; bool record;
	mo_value **preset; mo_items interface; const char *builtin;
	mo_scope *made;    /* what the function is made from: scope, or der(scope, x) */
} mo_callee;

typedef struct mo_arguments {
	mo_value **at;
	uint32_t *extra;
	uint32_t n, repeated;
	const mo_value *shape;
} mo_arguments;

/* function_arguments.c, function_result.c */
bool mo_make_callee(mo_context *c, mo_item *item, sb_span span, const char *name, bool record, mo_callee *out);
const char *mo_builtin_behind(const mo_item *item);
mo_value *mo_default_value(mo_context *c, const mo_callee *f, uint32_t i, mo_value **args, sb_span span);
bool mo_check_argument(mo_context *c, const mo_callee *f, uint32_t i, mo_value **arg, sb_span span, uint32_t *extra);
bool mo_lower_arguments(mo_context *c, const mo_env *env, const mo_callee *f, const mo_expr *e, mo_arguments *out);
bool mo_make_call(mo_context *c, const mo_callee *f, mo_value **args, sb_span span, bool formulas, mo_value ***results,
	uint32_t *count);
mo_value *mo_first_result(mo_context *c, const mo_callee *f, mo_value **args, sb_span span);
mo_value *mo_call_repeated(mo_context *c, const mo_callee *f, const mo_arguments *a, sb_span span);

#endif
