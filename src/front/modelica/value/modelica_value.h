/* Values: what expressions of Modelica are lowered to.
 *
 * A Modelica expression is an array of anything, or a record; an expression of the model is a scalar. A mo_value stands
 * between: it knows its type and its sizes, and gives its element at any subscripts, constant or symbolic, as a scalar:
 *
 *     A*x + b     value of rank 1, size n      mo_elem(v, {i})  =  sum(A[i, k]*x[k] for k) + b[i]
 *
 * so an array equation becomes one family, with fresh iterators as subscripts, and never n copies. Only where an
 * element is needed at a constant place is it made there. A few values can only be taken apart at constant places
 * (lists of unknowns, and components that are apart and so have variables of their own): mo_symbolic tells.
 *
 * Records are structures of arrays: the value of a record has one value for each field, with the record's own
 * dimensions in front of the field's. Arrays in functions may have sizes that are expressions.
 *
 * A scalar is an expression. A whole is an array node of the model's expressions. A list has a value for each place of
 * its leading dimensions (array literals, arrays of components gathered). All else is lazy: a function that makes the
 * element at given subscripts from other values (sums, products, slices, comprehensions). Records have no kind, only
 * fields; and the fields of a function are the values that some of its inputs are bound to.
 *
 *   value_make.c    making them, and taking them apart into scalar expressions
 *   value_type.c    their types: how they are written, which fit where
 *   value_array.c   arrays made of other arrays
 *   value_stored.c  what they are stored in
 */
#ifndef SALTUS_MODELICA_VALUE_H
#define SALTUS_MODELICA_VALUE_H

#include "front/modelica/evaluate/evaluate.h"

typedef struct mo_value mo_value;

typedef struct mo_value_type {
	mo_base base;                  /* MO_B_CLASS: a record */
	uint32_t enumeration;          /* of MO_B_ENUM */
	mo_scope *record;              /* of MO_B_CLASS */
	uint32_t rank; sx_ref *dims;   /* Integer expressions, constants in models */
} mo_value_type;

enum { MO_K_RECORD, MO_K_SCALAR, MO_K_WHOLE, MO_K_LIST, MO_K_LAZY, MO_K_FUNCTION };

/* What `data` is follows from the kind, and is private to value_make.c; the type is for all. */
struct mo_value {
	mo_value_type type;
	int kind;
	void *data;
	mo_value **fields; const char **field_names; uint32_t field_count;     /* of records */
	sb_span written;                   /* of a matrix expression: its text, which may be elsewhere; else source 0 */
};

typedef struct mo_lazy mo_lazy;
struct mo_lazy {
	sx_ref (*elem)(mo_context *c, const mo_value *v, const mo_lazy *l, const sx_ref *subscripts);
	mo_value **args; uint32_t n;
	const void *data;
	/* made of parts that meet at certain places: symbolic only where no unknown of the model is in it */
	bool parted;
};
/* symbolic: 0 not known yet, 1, -1 */
typedef struct mo_list { mo_value **items; uint32_t n, lead; sx_ref whole; int8_t symbolic; } mo_list;

/* Longest sum that is written out. */
enum { MO_WRITTEN_OUT = 8 };
/* Longest array of constants that becomes a list of numbers where it is used, and most dimensions of such. */
enum { MO_FOLDED = 64, MO_FOLDED_RANK = 4 };
/* Longest array that is taken apart into elements. */
enum { MO_MOST_TAKEN_APART = 1 << 22 };

/* Types (value_type.c). */
bool mo_is_numeric(const mo_value *v);
bool mo_same_dims(mo_context *c, const mo_value *a, const mo_value *b);
/* The type that holds values of both (base, enumeration, record only); false if there is none. */
bool mo_common_type(mo_context *c, const mo_value *a, const mo_value *b, mo_value_type *out);
const char *mo_size_text(mo_context *c, const mo_value_type *type);                   /* [3, 2], or "scalar" */
mo_value_type mo_type_of(mo_base base, uint32_t enumeration, uint32_t rank, sx_ref *dims);
const char *mo_type_string(mo_context *c, const mo_value_type *type);          /* Real[3, 2], in the arena */
bool mo_same_size(mo_context *c, sx_ref a, sx_ref b);                          /* not known: true */
bool mo_const_dims(mo_context *c, const mo_value *v, uint32_t *dims); /* sizes as numbers; false if not constant */
/* Checks that v can be used where `wanted` is expected (Integer for Real is fine), reports at span with both types
 * named. */
bool mo_fits(mo_context *c, const mo_value *v, const mo_value_type *wanted, sb_span span, const char *what);

/* Elements and parts. */
sx_ref mo_elem(mo_context *c, mo_value *v, const sx_ref *subscripts);          /* all subscripts; for rank 0: NULL */
mo_value *mo_field(mo_context *c, mo_value *v, const char *name);
/* leading dimensions taken away */
mo_value *mo_index(mo_context *c, mo_value *v, const sx_ref *subscripts, uint32_t count);
bool mo_symbolic(mo_context *c, mo_value *v);                                  /* mo_elem may be asked with iterators */
/* May mo_elem be asked with iterators in the first n dimensions, and constants in the others? */
bool mo_symbolic_in_front(mo_context *c, mo_value *v, uint32_t n);
bool mo_each_leaf(mo_context *c, mo_value *a, mo_value *b, bool (*see)(void *context, mo_value *a, mo_value *b),
	void *context);

/* Making them. */
mo_value *mo_value_lazy(mo_context *c, const mo_value_type *type, const mo_lazy *proto);
mo_value *mo_integer_value(mo_context *c, int64_t value);
mo_value *mo_fieldwise(mo_context *c, mo_value *v, const mo_value_type *type, mo_value *(*make)(mo_context *c,
	mo_value *field, void *data), void *data);
/* Calls see for each element, row by row; false if sizes are not constant or there are too many (reported at span). */
bool mo_each_element(mo_context *c, mo_value *v, sb_span span, bool (*see)(void *context, sx_ref element),
	void *context);
/* as a list of elements; v where sizes are not constant */
mo_value *mo_spread(mo_context *c, mo_value *v);
mo_value *mo_value_new(mo_context *c, const mo_value_type *type, int kind, void *data);
mo_value *mo_value_scalar(mo_context *c, sx_ref e, mo_base base, uint32_t enumeration);
/* VAR, LOCAL, CALL, OUT, ARRAY node of rank > 0 */
mo_value *mo_value_whole(mo_context *c, sx_ref array, const mo_value_type *type);
mo_value *mo_value_list(mo_context *c, mo_value **items, uint32_t n, const uint32_t *lead, uint32_t lead_rank,
	const mo_value_type *item);
mo_value *mo_value_record(mo_context *c, mo_scope *record, uint32_t rank, sx_ref *dims, const char **names,
	mo_value **fields, uint32_t n);
mo_value *mo_string_value(mo_context *c, const char *text);
mo_value *mo_fill(mo_context *c, mo_value *v, const sx_ref *dims, uint32_t n);
mo_value *mo_over(mo_context *c, mo_value *body, const uint32_t *iterators, const sx_ref *from, const sx_ref *sizes,
	uint32_t n);
/* Integer to Real, elementwise; others unchanged */
mo_value *mo_cast(mo_context *c, mo_value *v, mo_base base);
/* The value as one argument of a call: the whole array as an array expression (a VAR or LOCAL where it is one, else an
 * ARRAY). */
sx_ref mo_whole(mo_context *c, mo_value *v);

/* Arrays of other arrays (value_array.c). */
typedef struct mo_subscript { enum { MO_S_AT, MO_S_ALL, MO_S_VECTOR } kind; sx_ref at; mo_value *vector; } mo_subscript;
mo_value *mo_slice(mo_context *c, mo_value *v, const mo_subscript *subscripts, uint32_t count);
/* An elementwise function of arguments of equal sizes or scalars. */
typedef sx_ref (*mo_apply)(mo_context *c, const void *data, const sx_ref *args);
mo_value *mo_map(mo_context *c, const mo_value_type *type, mo_apply apply, const void *data, mo_value **args,
	uint32_t n);
mo_value *mo_range(mo_context *c, sx_ref from, sx_ref step, sx_ref count);
/* vector*vector, matrix*vector, ... of one base, inner sizes equal */
mo_value *mo_product(mo_context *c, mo_value *a, mo_value *b);
mo_value *mo_transpose(mo_context *c, mo_value *v);
mo_value *mo_diagonal(mo_context *c, mo_value *v);
mo_value *mo_identity(mo_context *c, sx_ref n);
mo_value *mo_promote(mo_context *c, mo_value *v, uint32_t rank);                       /* trailing dimensions of 1 */
/* these dimensions (from 0); the others at 1 */
mo_value *mo_squeeze(mo_context *c, mo_value *v, const uint32_t *kept, uint32_t n);
/* dim from 0; equal ranks */
mo_value *mo_cat(mo_context *c, uint32_t dim, mo_value **args, uint32_t n, sb_span span);
/* sum, product, min, max of all elements */
mo_value *mo_reduce_all(mo_context *c, sx_op op, mo_value *v, sb_span span);

/* Where values are stored (value_stored.c). The variable, local, call or result (an array as a whole) that a value is,
 * or 0 if it is something else. */
sx_ref mo_stored(mo_context *c, mo_value *v);
enum { MO_PROBES = 8 };
const sx_ref *mo_probes(mo_context *c);            /* MO_PROBES iterators to ask values with */
/* The value is an array of one element of a family, which no call can give its results to: the family is given up. */
bool mo_give_up_row(mo_context *c, mo_value *v);
/* Subscripts one after another, row by row; start with place NULLed (all 1). False past the last. */
bool mo_next_place(const uint32_t *dims, uint32_t rank, uint32_t *place);
void mo_place_subscripts(mo_context *c, const uint32_t *place, uint32_t rank, sx_ref *out);

/* The function whose body is made, so that its locals are what expressions mean; NULL: none. */
const sm_function *mo_set_making(mo_context *c, const sm_function *f);       /* the one before */
const sm_function *mo_making(mo_context *c);
/* Where the innermost expression stands that is being lowered, for what is found out later. */
sb_span mo_span_now(mo_context *c);
sb_span mo_set_span(mo_context *c, sb_span span);                            /* the one before */

/* What this room and lower ask of those after them. Functions are made of expressions, which are lowered there, and
 * expressions call functions; so do the operators of operator records. Who makes a context fills the table in
 * (flatten/flatten.c). */
struct mo_env;
typedef struct mo_lower_asks {
	mo_value *(*call)(mo_context *c, const struct mo_env *env, const mo_expr *call);
	/* A call with values in place of arguments: the first result. */
	mo_value *(*call_values)(mo_context *c, const struct mo_env *env, mo_item *function, mo_value **args, uint32_t n,
							 sb_span span);
	/* Which inputs a function has, for the choice among overloaded ones; false if it cannot be opened. */
	bool (*inputs)(mo_context *c, mo_item *function, sb_span span, mo_value_type **types, uint32_t *n,
				   uint32_t *needed);
	/* An array of a function whose size is not known, put into a local before the statement being read; 0 where it
	 * cannot be (reported). */
	sx_ref (*put_before)(mo_context *c, mo_value *v, sb_span span);
	/* Connections.isRoot(a.R), Connections.rooted(a.R), cardinality(a). NULL after an error. */
	mo_value *(*connection)(mo_context *c, const struct mo_env *env, const mo_expr *call);
} mo_lower_asks;

#endif
