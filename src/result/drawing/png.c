/* A scene as PNG. */
#include "result/drawing/raster.h"

bool sr_scene_png(const sr_scene *scene, const char *path, sb_diag *diag)
{
	const double fine = 1.5;         /* pixels per unit: crisp on today's screens */
	sr_raster *r = sr_raster_new(scene->width, scene->height, fine, path, diag);
	if (!r)
		return false;
	sr_raster_draw(r, scene);
	bool good = sr_raster_png(r, path, diag);
	sr_raster_free(r);
	return good;
}
