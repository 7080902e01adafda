/* Derivatives of a run, by name: der(x) is the rate of a state, anything else a variable. */
#include "study/load/load.h"

#include <string.h>

static bool no_such(const sm_model *m, sb_diag *diag, const char *name)
{
	sb_report(diag, SB_ERROR, "U0101", (sb_span){0}, "there is no variable '%s' in %s", name ? name : "", m->name);
	return false;
}

bool st_find_asked(const sm_model *m, sb_arena *arena, sb_diag *diag, const char *name, se_asked *out)
{
	size_t n = name ? strlen(name) : 0;
	out->rate = n > 5 && strncmp(name, "der(", 4) == 0 && name[n - 1] == ')';
	out->scalar = n ? sm_find_scalar(m, out->rate ? sb_strndup(arena, name + 4, n - 5) : name) : UINT32_MAX;
	return out->scalar != UINT32_MAX || no_such(m, diag, name);
}

bool st_derivatives(se_run *run, const sm_model *m, sb_diag *diag, const st_matrix *q)
{
	sb_arena *arena = sb_arena_new();
	se_asked *rows = sb_new_array(arena, se_asked, q->rows + 1);
	uint32_t *columns = sb_new_array(arena, uint32_t, q->columns + 1);
	bool good = true;
	for (size_t r = 0; r < q->rows && good; r++)
		good = st_find_asked(m, arena, diag, q->of[r], &rows[r]);
	for (size_t c = 0; c < q->columns && good; c++) {
		columns[c] = q->by[c] && *q->by[c] ? sm_find_scalar(m, q->by[c]) : UINT32_MAX;
		good = columns[c] != UINT32_MAX || no_such(m, diag, q->by[c]);
	}
	good = good && se_derivatives(run, rows, (uint32_t)q->rows, columns, (uint32_t)q->columns, q->matrix);
	sb_arena_free(arena);
	return good;
}
