/* Slopes of cubics through samples, for tables of the library Saltus. */
#include "external/functions.h"
#include "external/signal.h"

#include <stdio.h>

/* method: as in Saltus.Tables.Between, from 1. */
void Saltus_tableSlopes(const double *x, size_t n, const double *y, int method, double *slopes)
{
	sb_text why = {0};
	size_t row = 0;
	char told[200] = "";
	if (method <= SL_BY_LINES || method > SL_METHODS)
		sl_fail("a table has slopes between samples only where these are joined by cubics");
	sl_shape shape = {(sl_method)(method - 1), SL_BEYOND_HOLD, SL_BEYOND_HOLD};
	sl_signal *s = sl_signal_new(x, y, n, shape, &why, &row);
	if (!s)
		snprintf(told, sizeof told, "sample %zu of a table cannot be used: %s", row + 1, why.n ? why.at : "");
	sb_text_free(&why);
	if (!s)
		sl_fail("%s", told);
	double piece = sl_signal_piece(s, x[0]);
	for (size_t i = 0; i < n; i++)
		slopes[i] = sl_signal_at(s, piece, x[i], 1);
	sl_signal_free(s);
}
