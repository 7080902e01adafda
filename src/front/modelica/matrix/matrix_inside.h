/* Private to this room. */
#ifndef SALTUS_MODELICA_MATRIX_INSIDE_H
#define SALTUS_MODELICA_MATRIX_INSIDE_H

#include "front/matrix/front_matrix.h"
#include "front/modelica/matrix/modelica_matrix.h"

/* v NULL: there was a mistake, which is reported. A String of the model, for arguments of functions, has it in
 * `text`, and v is NULL too. */
typedef struct mo_matrix {
	mo_value *v, *text;
	mo_value *im;                      /* imaginary parts, as many as v has elements; NULL: the numbers are real */
	uint32_t rows, columns;
	bool known;
} mo_matrix;

/* A text that is being read. */
typedef struct mo_reading {
	mo_context *c;
	mo_env env;                        /* where the text is written: what its names mean */
	mo_matrix *inputs;                 /* u1, u2, ...; v NULL: there is none of this number */
	uint32_t input_count;
	const mo_matrix *end_of;           /* what 'end' is a size of; NULL: nothing is indexed here */
	uint32_t end_rank, end_at;         /* how many indices there are, and which one this is */
	mo_scope *complex;                 /* the record that complex inputs are of; NULL: there are none */
} mo_reading;

/* matrix_lower.c. Only who knows what to do with imaginary parts may ask for any numbers. */
mo_matrix mo_matrix_read(mo_reading *r, const mx_node *e);                 /* real ones */
mo_matrix mo_any_matrix_read(mo_reading *r, const mx_node *e);             /* real or complex ones */

/* matrix_part.c: complex numbers as their parts. */
mo_matrix mo_matrix_re(const mo_matrix *m);
mo_matrix mo_matrix_im(mo_reading *r, const mo_matrix *m);                 /* zeros, if the numbers are real */
mo_matrix mo_matrix_complex(const mo_matrix *re, const mo_matrix *im);     /* of equal sizes */
/* Reports that this is not there for complex numbers. */
mo_matrix mo_not_complex(mo_reading *r, const char *what, sb_span span);
/* re + i*im as [re, -im; im, re]: sums, products and inverses of such matrices are those of the complex ones. */
mo_matrix mo_matrix_embedded(mo_reading *r, const mo_matrix *m, sb_span span);
/* What it stands for: the left half of the columns, or of a stack [re; im] all of them. */
mo_matrix mo_matrix_extracted(mo_reading *r, const mo_matrix *m, uint32_t columns);
mo_matrix mo_matrix_stacked(mo_reading *r, const mo_matrix *m, sb_span span);          /* [re; im] */
mo_value *mo_complex_value(mo_reading *r, const mo_matrix *m, sb_span span);           /* a matrix of records */

/* matrix_complex.c: operators with an argument that is complex, and functions. */
mo_matrix mo_complex_binary(mo_reading *r, const mx_node *e, const mo_matrix *args);

/* matrix_name.c: a name alone, and a name with arguments that is no matrix. */
mo_matrix mo_named_matrix(mo_reading *r, const mx_node *name);
bool mo_names_matrix(mo_reading *r, const mx_node *name);
mo_matrix mo_called_matrix(mo_reading *r, const mx_node *call);
/* A function of Saltus.Matrices: of matrices, each as its argument type asks for. */
mo_matrix mo_library_matrix(mo_reading *r, const char *name, const mo_matrix *args, uint32_t n, sb_span span);

/* matrix_make.c */
mo_matrix mo_matrix_of(mo_reading *r, mo_value *v, bool known, sb_span span);
mo_matrix mo_matrix_grid(mo_reading *r, const sx_ref *e, uint32_t rows, uint32_t columns, bool known);   /* by rows */
mo_matrix mo_matrix_number(mo_reading *r, double number);
mo_matrix mo_matrix_row(mo_reading *r, const double *numbers, uint32_t n);
mo_matrix mo_matrix_transposed(mo_reading *r, const mo_matrix *m);
bool mo_is_number(const mo_matrix *m);                          /* has one element */
mo_value *mo_matrix_scalar(mo_reading *r, const mo_matrix *m);  /* that one */
sx_ref mo_matrix_at(mo_reading *r, const mo_matrix *m, uint32_t row, uint32_t column);     /* from 0 */
sx_ref mo_matrix_nth(mo_reading *r, const mo_matrix *m, uint32_t k);       /* from 0, column by column */
/* Stored, or a list of its elements, so that an element costs nothing to ask for again. */
mo_matrix mo_matrix_settled(mo_reading *r, mo_matrix m);
const char *mo_matrix_size(mo_reading *r, const mo_matrix *m);             /* 2x3, for messages */
/* Numbers that must be known: each element, column by column. */
bool mo_matrix_numbers(mo_reading *r, const mo_matrix *m, sb_span span, const char *what, double *out);
bool mo_matrix_count(mo_reading *r, const mx_node *e, const char *what, uint32_t *out);    /* a size */

/* matrix_operator.c */
mo_matrix mo_matrix_unary(mo_reading *r, const mx_node *e);
mo_matrix mo_matrix_binary(mo_reading *r, const mx_node *e);
mo_matrix mo_real_binary(mo_reading *r, const mx_node *e, const mo_matrix *args);
mo_matrix mo_matrix_if(mo_reading *r, const mx_node *e);
mo_matrix mo_matrix_switch(mo_reading *r, const mx_node *e);
mo_matrix mo_matrix_map(mo_reading *r, const char *what, sb_span span, mo_apply apply, const void *data,
						const mo_matrix *args, uint32_t n);
sx_ref mo_matrix_truth(mo_context *c, sx_ref e);                           /* is it other than 0? */
sx_ref mo_matrix_bit(mo_context *c, sx_ref truth);                         /* 1 or 0 */

/* matrix_element.c, matrix_function.c: a function of the language; false: there is none of this name. */
typedef struct mo_matrix_call { mo_reading *r; const mx_node *e; const char *name; mo_matrix *args; uint32_t n; }
	mo_matrix_call;
bool mo_is_element_function(const char *name, uint32_t n);
mo_matrix mo_element_function(const mo_matrix_call *k);
mo_matrix mo_library_elements(const mo_matrix_call *k);    /* a function of Saltus.Matrices for each element */
/* Functions of complex numbers, which some real ones are, too: real, imag, conj, arg, complex. */
bool mo_is_complex_function(const char *name, uint32_t n);
void mo_complex_function_names(sb_arena *arena, sb_strings *out);
mo_matrix mo_complex_function(const mo_matrix_call *k);
mo_matrix mo_complex_algebra(const mo_matrix_call *k);                     /* det expm inv logm svd */
bool mo_is_matrix_function(const char *name);
mo_matrix mo_matrix_function(mo_reading *r, const mx_node *call);
void mo_matrix_function_names(sb_arena *arena, sb_strings *out);
void mo_element_function_names(sb_arena *arena, sb_strings *out);

/* matrix_index.c */
mo_matrix mo_matrix_indexed(mo_reading *r, const mx_node *e);
mo_matrix mo_matrix_assigned(mo_reading *r, const mx_node *e);
mo_matrix mo_matrix_deleted(mo_reading *r, const mx_node *e);

#endif
