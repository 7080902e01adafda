/* Names of variables in expressions that a user writes beside a model: in measures, and in the formulas of points and
 * fits. */
#ifndef SALTUS_STUDY_WRITTEN_NAME_H
#define SALTUS_STUDY_WRITTEN_NAME_H

#include "front/modelica/syntax/syntax.h"
#include "model/model.h"

/* A reference as the model writes it: a.b[2].c. NULL, or the subscript that is not a number. */
const mo_expr *st_written_name(const mo_expr *e, sb_text *out);
/* The variable of the model whose name is most like this one; NULL: none is. */
const char *st_near_name(const sm_model *flat, const char *name, sb_arena *arena);

#endif
