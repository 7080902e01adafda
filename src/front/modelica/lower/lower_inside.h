/* What the files of the lowering share, and nobody else sees. */
#ifndef SALTUS_MODELICA_LOWER_INSIDE_H
#define SALTUS_MODELICA_LOWER_INSIDE_H

#include "front/modelica/lower/lower.h"

struct mo_lowering {
	uint32_t depth, sites;
	uint32_t guards;             /* how many branches around may not be taken */
	sb_map folding;              /* variables whose value is being folded, against circles */
	sb_map told;                 /* external objects that were reported */
	sb_map bound;                /* variables of packages whose binding was asked for */
	sb_map inflows;              /* stream variable -> the variable that is its inStream */
	struct mo_machines *machines;/* NULL: there are none */
	sb_vec(mo_semilinear) semilinears;
	sb_map semilinear_of;        /* what a call of semiLinear was lowered to -> its number */
};
struct mo_lowering *mo_lowering_of(mo_context *c);

/* lower_operator.c */
mo_value *mo_lower_unary(mo_context *c, const mo_env *env, const mo_expr *e);
mo_value *mo_lower_binary(mo_context *c, const mo_env *env, const mo_expr *e);
mo_value *mo_choose(mo_context *c, mo_value *condition, mo_value *yes, mo_value *no, sb_span span);

/* lower_component.c. Subscripts `at` are of the axes of the scope, one for each. */
mo_subscript *mo_axes_now(mo_context *c, const mo_scope *scope); /* what a name means inside of it */
/* how many elements a subscript leaves */
sx_ref mo_kept_size(mo_context *c, const mo_axis *axis, const mo_subscript *at);
bool mo_is_sliced(const mo_subscript *at, uint32_t n); /* does one of them leave several? */
mo_value *mo_record_of_scope(mo_context *c, mo_scope *scope, const mo_subscript *at);
/* values of n components that are apart, as one of these dimensions */
mo_value *mo_gather(mo_context *c, mo_value **values, uint32_t n, uint32_t rank, const uint32_t *shape);
bool mo_bind_once(mo_context *c, mo_item *item);       /* a constant of a package gets its value by being used */
mo_value *mo_whole_variable(mo_context *c, mo_item *item); /* with the axes as leading dimensions */
/* with these subscripts of the axes and n of its own dimensions */
mo_value *mo_picked_value(mo_context *c, mo_item *item, const mo_subscript *at, const mo_subscript *own, uint32_t n);
/* Without going from outer to inner: of `inner outer` the inner one. */
mo_value *mo_value_at(mo_context *c, mo_item *item, const mo_subscript *at);
mo_value *mo_own_value(mo_context *c, mo_item *item);  /* at the axes as they are now */

/* lower_unknown.c: messages about names; NULL as values. The first two are texts for them, in the arena. */
const char *mo_written(mo_context *c, const mo_expr *e);
const char *mo_class_written(mo_context *c, const mo_scope *scope);
mo_value *mo_no_member(mo_context *c, const mo_part *part, const mo_scope *scope);
mo_value *mo_not_a_value(mo_context *c, const mo_expr *e, mo_item *item);
mo_value *mo_has_no_parts(mo_context *c, const mo_part *part, const char *name, const mo_value_type *type);

/* lower_subscript.c. The first reads subscripts, the next brings one into the form in which an unknown can have it, the
 * third asks for constants. */
bool mo_lower_subscripts(mo_context *c, const mo_env *env, mo_value *of, const mo_exprs *subscripts, sb_span span,
	mo_subscript *out);
bool mo_settle_subscript(mo_context *c, const mo_env *env, mo_subscript *at, sx_ref size, sb_span span);
void mo_mark_symbolic(mo_context *c, const mo_env *env, const mo_subscript *at);
bool mo_wrong_subscript_count(mo_context *c, uint32_t given, const mo_value *of, sb_span span);
mo_value *mo_lower_subscripted(mo_context *c, const mo_env *env, mo_value *v, const mo_exprs *subscripts, sb_span span);

/* lower_loop.c */
mo_value *mo_lower_comprehension(mo_context *c, const mo_env *env, const mo_expr *e);
mo_value *mo_lower_range(mo_context *c, const mo_env *env, const mo_expr *e);

/* lower_builtin.c */
void mo_builtin_names(sb_arena *arena, sb_strings *out);

/* A call of a predefined function. */
typedef struct mo_builtin_call {
	mo_context *c; const mo_env *env; const mo_expr *e; const char *name;
	mo_value **args; uint32_t n;  /* in the order of the table; NULL for those not given */
	int code;
	mo_value **second;            /* where the second result goes, of those that have one; may be NULL */
} mo_builtin_call;
/* lower_builtin.c, for the others: where an argument stands, and what is wrong with it; NULL. */
sb_span mo_argument_span(const mo_builtin_call *k, uint32_t i);
mo_value *mo_wrong_argument(const mo_builtin_call *k, uint32_t i, const char *wanted);
mo_value *mo_wrong_sizes(const mo_builtin_call *k, const char *wanted);
mo_base mo_common_base(const mo_builtin_call *k);                  /* Integer if all arguments are, else Real */
sx_ref mo_size_argument(const mo_builtin_call *k, uint32_t i);     /* a size that is an argument; 0 after an error */
/* lower_builtin_array.c */
mo_value *mo_builtin_diagonal(const mo_builtin_call *k);
mo_value *mo_builtin_transpose(const mo_builtin_call *k);
mo_value *mo_builtin_vector(const mo_builtin_call *k);
mo_value *mo_builtin_matrix(const mo_builtin_call *k);
mo_value *mo_builtin_scalar(const mo_builtin_call *k);
mo_value *mo_builtin_promote(const mo_builtin_call *k);
mo_value *mo_builtin_outer(const mo_builtin_call *k);
mo_value *mo_builtin_cross(const mo_builtin_call *k);
mo_value *mo_builtin_skew(const mo_builtin_call *k);
mo_value *mo_builtin_symmetric(const mo_builtin_call *k);
mo_value *mo_builtin_array(const mo_builtin_call *k);
mo_value *mo_builtin_cat(const mo_builtin_call *k);
/* lower_event.c */
mo_value *mo_builtin_der(const mo_builtin_call *k);
mo_value *mo_builtin_pre(const mo_builtin_call *k);
mo_value *mo_builtin_edge(const mo_builtin_call *k);
mo_value *mo_builtin_change(const mo_builtin_call *k);
mo_value *mo_builtin_instant(const mo_builtin_call *k);
mo_value *mo_builtin_sample(const mo_builtin_call *k);
mo_value *mo_builtin_delay(const mo_builtin_call *k);
mo_value *mo_builtin_transport(const mo_builtin_call *k);                              /* lower_transport.c */
mo_value *mo_builtin_noevent(const mo_builtin_call *k);
mo_value *mo_builtin_smooth(const mo_builtin_call *k);
mo_value *mo_builtin_homotopy(const mo_builtin_call *k);
mo_value *mo_builtin_semilinear(const mo_builtin_call *k);
/* lower_stream.c: inStream, and with code 1 actualStream; a*b where that is a flow times an actualStream of its
 * connector, else 0 */
mo_value *mo_builtin_stream(const mo_builtin_call *k);
sx_ref mo_stream_product(mo_context *c, sx_ref a, sx_ref b);

/* lower_machine.c: activeState(s), ticksInState(), timeInState() */
mo_value *mo_lower_active_state(mo_context *c, const mo_env *env, const mo_expr *call);
mo_value *mo_lower_in_state(mo_context *c, const mo_env *env, const mo_expr *call, bool time);

/* lower_clock.c: chapter 16 */
mo_value *mo_lower_clock(mo_context *c, const mo_env *env, const mo_expr *call);
mo_value *mo_builtin_clocked_sample(const mo_builtin_call *k);
mo_value *mo_builtin_hold(const mo_builtin_call *k);
mo_value *mo_builtin_subclock(const mo_builtin_call *k);
mo_value *mo_builtin_tick(const mo_builtin_call *k);

/* lower_activation.c: docs/diagrams.md */
mo_value *mo_lower_activation(mo_context *c, const mo_env *env, const mo_expr *call);
mo_value *mo_builtin_activation(const mo_builtin_call *k);
mo_value *mo_builtin_active(const mo_builtin_call *k);
mo_value *mo_activation_period(const mo_builtin_call *k);

/* lower_overload.c: operators of operator records. *result is the value or NULL after an error; false: no such
 * operator. */
bool mo_overloaded(mo_context *c, const mo_env *env, const char *name, mo_value **args, uint32_t n, sb_span span,
	mo_value **result);
bool mo_is_operator_record(const mo_value *v);
mo_value *mo_sum_records(mo_context *c, const mo_env *env, mo_value *v, sb_span span);

#endif
