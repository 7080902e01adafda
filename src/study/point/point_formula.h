/* Expressions of the command line over the variables of a model, in Modelica: y - 3, der(x) - 0.1, 2*k*sin(a.phi).
 *
 * They have names of scalars as sm_scalar_name writes them, der() of names, time, numbers, the arithmetic operators,
 * parentheses and the functions of one and two Reals. They are differentiated in symbols, by each variable in them;
 * what moves the variables is known by whoever asks. The pool is their own: the model is only looked at. */
#ifndef SALTUS_STUDY_FORMULA_H
#define SALTUS_STUDY_FORMULA_H

#include "engine/engine.h"
#include "model/model.h"

typedef struct st_leaf { uint32_t scalar; bool rate; sx_ref ref; } st_leaf;
typedef struct st_formula {
	const char *text;
	sx_pool *pool;
	sx_ref value;
	sb_vec(st_leaf) leaves;          /* each once */
	sx_ref *slopes;                  /* the derivative by each of them */
} st_formula;

/* `option` is what messages call it. NULL after a message with a caret into the text. */
const st_formula *st_formula_read(const sm_model *m, const char *option, const char *text, sb_arena *arena,
								  sb_diag *diag);
/* Where a run stands; slopes: by leaf, may be NULL. NAN: it has no value there. */
double st_formula_value(const st_formula *f, se_run *run, double *slopes);
/* The same with the values of the leaves as they are given, in their order. */
double st_formula_at(const st_formula *f, double time, const double *leaves, double *slopes);

#endif
