/* One operator applied to values, with the arithmetic of the generated code: shared by folding and by evaluation. */
#ifndef SALTUS_EXPR_VALUE_H
#define SALTUS_EXPR_VALUE_H

#include "expr/expr.h"

/* Where texts that are made go: the arena, or the pool's names if it is NULL. */
typedef struct sx_texts { sb_names *names; sb_arena *arena; } sx_texts;

sx_value sx_value_real(double value);
sx_value sx_value_int(int64_t value);
sx_value sx_value_bool(bool value);
sx_value sx_value_string(const char *value);
sx_value sx_value_of_const(const sx_pool *pool, sx_ref e);

/* `type` is the type of the result; the arguments have the types that the constructors give them. False where the
 * operator is not a function of its arguments alone, and where an Integer result does not exist (division by zero,
 * overflow). A Real result may be NaN or infinite. */
bool sx_apply(sx_op op, sx_type type, const sx_value *a, uint32_t count, sx_texts texts, sx_value *out);

#endif
