/* Signs that an expression has whatever its variables are: proofs by its form, which give up after some depth. */
#include "structure/forcing/forcing.h"

#include <math.h>

enum { PROOF_DEEP = 20 };

static bool positive(const sx_pool *p, sx_ref e, uint32_t depth);

static bool not_negative(const sx_pool *p, sx_ref e, uint32_t depth)
{
	sx_ref a = sx_at(p, e)->count ? sx_arg(p, e, 0) : 0, b = sx_at(p, e)->count > 1 ? sx_arg(p, e, 1) : 0;

	if (depth > PROOF_DEEP)
		return false;
	switch (sx_op_of(p, e)) {
	case SX_CONST: return (sx_type_of(p, e) == SX_REAL || sx_type_of(p, e) == SX_INTEGER) && sx_real_value(p, e) >= 0;
	case SX_ABS: case SX_SQRT: case SX_EXP: case SX_COSH: return true;
	case SX_MUL: return a == b || (not_negative(p, a, depth + 1) && not_negative(p, b, depth + 1));
	case SX_POW: return sx_is_const(p, b) && (fmod(sx_real_value(p, b), 2) == 0 || not_negative(p, a, depth + 1));
	case SX_ADD: case SX_DIV: case SX_MIN: return not_negative(p, a, depth + 1) && not_negative(p, b, depth + 1);
	case SX_MAX: return not_negative(p, a, depth + 1) || not_negative(p, b, depth + 1);
	case SX_IF: return not_negative(p, b, depth + 1) && not_negative(p, sx_arg(p, e, 2), depth + 1);
	default: return false;
	}
}

static bool positive(const sx_pool *p, sx_ref e, uint32_t depth)
{
	sx_ref a = sx_at(p, e)->count ? sx_arg(p, e, 0) : 0, b = sx_at(p, e)->count > 1 ? sx_arg(p, e, 1) : 0;

	if (depth > PROOF_DEEP)
		return false;
	switch (sx_op_of(p, e)) {
	case SX_CONST: return (sx_type_of(p, e) == SX_REAL || sx_type_of(p, e) == SX_INTEGER) && sx_real_value(p, e) > 0;
	case SX_EXP: case SX_COSH: return true;
	case SX_SQRT: return positive(p, a, depth + 1);
	case SX_ADD:
		return (positive(p, a, depth + 1) && not_negative(p, b, depth + 1)) ||
			   (not_negative(p, a, depth + 1) && positive(p, b, depth + 1));
	case SX_MUL: case SX_DIV: case SX_MIN: return positive(p, a, depth + 1) && positive(p, b, depth + 1);
	case SX_MAX: return positive(p, a, depth + 1) || positive(p, b, depth + 1);
	case SX_IF: return positive(p, b, depth + 1) && positive(p, sx_arg(p, e, 2), depth + 1);
	default: return false;
	}
}

bool ss_is_positive(const sx_pool *pool, sx_ref e)
{
	return positive(pool, e, 0);
}

bool ss_is_not_negative(const sx_pool *pool, sx_ref e)
{
	return not_negative(pool, e, 0);
}
