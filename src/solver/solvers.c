/* The table of all solvers, and what a status means. */
#include "solver/solvers.h"

#include <string.h>

#define ROW(NAME) &sv_##NAME,
#define TEXT(NAME) #NAME,
static const sv_operations *const sv_table[] = {SV_EACH(ROW)};
static const char *const names[] = {SV_EACH(TEXT)};
enum { COUNT = sizeof sv_table / sizeof *sv_table };

const sv_operations *sv_find(const char *name)
{
	for (int i = 0; i < COUNT; i++)
		if (name && !strcmp(sv_table[i]->name, name))
			return sv_table[i];
	return NULL;
}

const sv_operations *sv_default(void)
{
	return &sv_auto;
}

const char *const *sv_names(uint32_t *count)
{
	*count = COUNT;
	return names;
}

const char *sv_status_text(sv_status status)
{
	switch (status) {
	case SV_OK: return "the step was made";
	case SV_TOO_SMALL:
		return "the step became too small to advance time, and the error is still above the tolerance";
	case SV_TOO_MUCH_WORK: return "too much work for one step";
	case SV_NOT_EVALUABLE: return "the rates of the states cannot be evaluated here, and shorter steps did not help";
	case SV_GAVE_UP: return "the evaluation of the rates of the states failed for good";
	case SV_NO_CONVERGENCE:
		return "the equations of an implicit step could not be solved, and shorter steps did not help";
	}
	return "unknown status of the solver";
}
