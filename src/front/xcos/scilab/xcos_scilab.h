/* Expressions of Scilab, as contexts and parameters of blocks have them: numbers, complex numbers, integers of all
 * sizes, polynomials, texts, matrices, structures, `if`, `for`, and the functions of scilab_functions.c. They are
 * evaluated while they are read: nothing of them is left after the translation but values.
 *
 * Random functions, and functions that need files, windows or other diagrams, have no value here: the message names the
 * word.
 */
#ifndef SALTUS_FRONT_XCOS_SCILAB_H
#define SALTUS_FRONT_XCOS_SCILAB_H

#include "base/map.h"
#include "front/xcos/read/xcos_read.h"

/* Names and their values; those above are seen too, and never changed. */
typedef struct xc_scope {
	sb_arena *arena;
	sb_names *names;
	sb_map values;
	const struct xc_scope *above;
} xc_scope;

xc_scope *xc_scope_new(sb_arena *arena, sb_names *names, const xc_scope *above);
void xc_define(xc_scope *scope, const char *name, const xc_value *value);

/* The statements of a context. False, with the reason, if one has no value: the rest of its line is left out. */
bool xc_execute(xc_scope *scope, const char *text, const char **why);
/* The value of a parameter: what stands between [ and ], as in 1;2;3. NULL, with the reason. */
xc_value *xc_evaluate(const xc_scope *scope, const char *text, const char **why);

/* Inside of the room: values, operations, functions. Each gives NULL where there is no value, after setting *why. */
typedef struct xc_work {
	sb_arena *arena;
	sb_names *names;
	const char *why;
} xc_work;

xc_value *xc_text_literal(xc_work *w, const char **at); /* both go on behind it */
xc_value *xc_number_literal(xc_work *w, const char **at);
xc_value *xc_real(sb_arena *arena, double value);
xc_value *xc_word(sb_arena *arena, const char *text);
uint32_t xc_count(const xc_value *v);
xc_value *xc_none(xc_work *w, const char *format, ...) __attribute__((format(printf, 2, 3)));
xc_value *xc_operate(xc_work *w, const char *operator, const xc_value * a, const xc_value *b);
xc_value *xc_negative(xc_work *w, const xc_value *a);
xc_value *xc_transpose(xc_work *w, const xc_value *a);
xc_value *xc_beside(xc_work *w, const xc_value *a, const xc_value *b); /* [a, b] */
xc_value *xc_below(xc_work *w, const xc_value *a, const xc_value *b); /* [a; b] */
xc_value *xc_element(xc_work *w, const xc_value *a, xc_value *const *index, uint32_t n);
xc_value *xc_replaced(xc_work *w, const xc_value *a, xc_value *const *index, uint32_t n, const xc_value *by);
/* x with a*x = b; false: a is singular. a is n by n, b n by m; both are overwritten. */
bool xc_solve(double *a, double *b, uint32_t n, uint32_t m);
bool xc_is_function(const char *name);
xc_value *xc_call(xc_work *w, const char *name, xc_value *const *given, uint32_t n);
/* A number as an integer of the type that a port has, cut to its range by turning over. */
double xc_wrapped(double v, int type);

#endif
