/* What a person most likely wants to see of a record. */
#include "result/figure/figure.h"
#include <string.h>

static bool moves(const sr_record *r, uint32_t column)
{
	if (sr_column_at(r, column)->constant || sr_rows(r) == 0)
		return false;
	double first = sr_value(r, 0, column);
	for (uint32_t row = 1; row < sr_rows(r); row++)
		if (sr_value(r, row, column) != first)
			return true;
	return false;
}

static uint32_t depth_of(const char *name)
{
	uint32_t depth = 0;
	for (; *name; name++)
		depth += *name == '.';
	return depth;
}

static bool taken(const sr_record *r, const uint32_t *columns, uint32_t n, uint32_t column)
{
	for (uint32_t i = 0; i < n; i++)             /* an alias of a drawn curve adds nothing */
		if (sr_column_at(r, columns[i])->channel == sr_column_at(r, column)->channel)
			return true;
	return false;
}

uint32_t sr_choose(const sr_record *r, uint32_t *columns, uint32_t most)
{
	uint32_t n = 0, states = 0;
	for (int round = 0; round < 2; round++) { /* states, then other variables: those at the top, if there are states */
		for (uint32_t depth = 0; depth < 6 && n < most; depth++)
			for (uint32_t c = 0; c < sr_columns(r) && n < most; c++) {
				const sr_column *column = sr_column_at(r, c);
				if (depth_of(column->name) != depth || column->state != (round == 0) ||
					strncmp(column->name, "der(", 4) == 0)
					continue;
				if (states && round == 1 && (depth || n >= 4))
					continue;
				if (moves(r, c) && !taken(r, columns, n, c))
					columns[n++] = c;
			}
		states = n;
	}
	return n;
}
