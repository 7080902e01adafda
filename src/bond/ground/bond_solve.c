/* A law solved for one symbol. */
#include "bond/ground/bond_ground.h"

/* Whether equations may be divided by this: not zero at the values of the parameters, whatever conditions are. */
bool bg_may_divide(void *context, sx_ref divisor)
{
	bg_graph *g = context;
	sm_exprs symbols = {0};
	bg_symbols_in(g, divisor, &symbols);
	for (int round = 0; round < 2; round++) {
		bg_values *v = bg_values_new(g, true, 0);
		double value;
		for (uint32_t i = 0; i < symbols.n; i++)
			if (sx_type_of(g->work->pool, symbols.at[i]) == SX_BOOLEAN)
				bg_set_value(v, symbols.at[i], round);
		if (!bg_value(v, divisor, &value) || value == 0)
			return false;
	}
	return true;
}

bool bg_solve_for(bg_graph *g, const sm_exprs *rows, sx_ref symbol, sx_ref *value)
{
	sx_pool *pool = g->work->pool;
	if (rows->n != 1 || !sx_contains(pool, rows->at[0], symbol))
		return false;
	*value = sx_solve(pool, rows->at[0], sx_real(pool, 0), symbol, bg_may_divide, g);
	return *value != 0;
}
