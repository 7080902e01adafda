/* The table of all solvers, and what a status means. */
#include "solver/solvers.h"

#include <string.h>

static const sv_operations *const sv_table[] = {
	&sv_auto, &sv_cvode, &sv_adams, &sv_ida, &sv_erk, &sv_dirk, &sv_rodas, &sv_euler, &sv_heun, &sv_rk4,
};
enum { COUNT = sizeof sv_table / sizeof *sv_table };

/* The names stand here once more because a constant array cannot be filled from the table; a test compares the two. */
static const char *const names[COUNT] = {
	"auto", "cvode", "adams", "ida", "erk", "dirk", "rodas", "euler", "heun", "rk4",
};

const sv_operations *sv_find(const char *name)
{
	for (int i = 0; i < COUNT; i++)
		if (name && !strcmp(sv_table[i]->name, name))
			return sv_table[i];
	return NULL;
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
