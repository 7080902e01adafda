/* Values: what expressions of Modelica are lowered to. lower.h explains them.
 *
 * A scalar is an expression. A whole is an array node of the model's expressions. A list has a value for each place of its leading dimensions
 * (array literals, arrays of components gathered). All else is lazy: a function that makes the element at given subscripts from other values
 * (sums, products, slices, comprehensions). Records have no kind, only fields; and the fields of a function are the values that some of its
 * inputs are bound to.
 */
#ifndef SALTUS_MODELICA_LOWER_VALUE_H
#define SALTUS_MODELICA_LOWER_VALUE_H

#include "front/modelica/evaluate/evaluate.h"

typedef struct mo_value mo_value;

typedef struct mo_value_type {
	mo_base base;                  /* MO_B_CLASS: a record */
	uint32_t enumeration;          /* of MO_B_ENUM */
	mo_scope *record;              /* of MO_B_CLASS */
	uint32_t rank; sx_ref *dims;   /* Integer expressions, constants in models */
} mo_value_type;

enum { MO_K_RECORD, MO_K_SCALAR, MO_K_WHOLE, MO_K_LIST, MO_K_LAZY, MO_K_FUNCTION };

/* What `data` is follows from the kind, and is private to lower_value.c; the type is for all. */
struct mo_value {
	mo_value_type type;
	int kind;
	void *data;
	mo_value **fields; const char **field_names; uint32_t field_count;     /* of records */
};

/* Longest array that is taken apart into elements. */
enum { MO_MOST_TAKEN_APART = 1 << 22 };

/* Types (lower_type.c). */
mo_value_type mo_type_of(mo_base base, uint32_t enumeration, uint32_t rank, sx_ref *dims);
const char *mo_type_string(mo_context *c, const mo_value_type *type);          /* Real[3, 2], in the arena */
bool mo_same_size(mo_context *c, sx_ref a, sx_ref b);                          /* not known: true */
bool mo_const_dims(mo_context *c, const mo_value *v, uint32_t *dims);          /* sizes as numbers; false if not constant */
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

/* Where values are stored (lower_stored.c). The variable, local, call or result (an array as a whole) that a value is, or 0 if it is something else. */
sx_ref mo_stored(mo_context *c, mo_value *v);
enum { MO_PROBES = 8 };
const sx_ref *mo_probes(mo_context *c);            /* MO_PROBES iterators to ask values with */
/* The value is an array of one element of a family, which no call can give its results to: the family is given up. */
bool mo_give_up_row(mo_context *c, mo_value *v);
/* Subscripts one after another, row by row; start with place NULLed (all 1). False past the last. */
bool mo_next_place(const uint32_t *dims, uint32_t rank, uint32_t *place);
void mo_place_subscripts(mo_context *c, const uint32_t *place, uint32_t rank, sx_ref *out);

#endif
