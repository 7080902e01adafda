/* Charts as pictures. */
#include "result/chart/scene.h"

void sr_chart_svg(const sr_chart *chart, sb_text *out)
{
	sr_scene *scene = sr_scene_of_chart(chart);
	sr_scene_svg(scene, out);
	sr_scene_free(scene);
}

bool sr_chart_write(const sr_chart *chart, const char *path, sb_diag *diag)
{
	if (!sr_scene_ending(path, diag))
		return false;
	sr_scene *scene = sr_scene_of_chart(chart);
	bool good = sr_scene_write(scene, path, diag);
	sr_scene_free(scene);
	return good;
}
