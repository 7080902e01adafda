/* Pictures of a sweep (result/chart/chart.h). */
#include "tool/report.h"
#include "tool/sweep_job.h"
#include <math.h>
#include <string.h>

static const char *const kinds[] = {"overlay", "multiples", "bands", "heat", "effects"};

bool tool_picture_is_good(tool_sweeping *j)
{
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds && j->o.picture; i++)
		if (strcmp(j->o.picture, kinds[i]) == 0)
			return true;
	if (!j->o.picture)
		return true;
	sb_message *m = sb_report(j->diag, SB_ERROR, "U0759", (sb_span){0}, "there is no picture '%s'", j->o.picture);
	const char *near = sb_nearest(j->o.picture, kinds, sizeof kinds / sizeof *kinds);
	if (near)
		sb_help(m, "did you mean '%s'?", near);
	else
		sb_help(m, "there are overlay, multiples and bands of curves, heat and effects of measures");
	return false;
}

bool tool_sweep_draw(tool_sweeping *j)
{
	(void)j;
	return true;
}
