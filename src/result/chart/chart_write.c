/* Pictures by their ending. */
#include "base/file.h"
#include "result/chart/scene.h"
#include <string.h>

void sr_chart_svg(const sr_chart *chart, sb_text *out)
{
	sr_scene *scene = sr_scene_of_chart(chart);
	sr_scene_svg(scene, out);
	sr_scene_free(scene);
}

static bool write_svg(const sr_scene *scene, const char *path, sb_diag *diag)
{
	sb_output out;
	if (!sb_output_open(&out, diag, path))
		return false;
	sb_text text = {0};
	sr_scene_svg(scene, &text);
	fwrite(text.at, 1, text.n, out.stream);      /* a failure is noticed and reported by the commit */
	sb_text_free(&text);
	return sb_output_commit(&out, diag);
}

bool sr_chart_write(const sr_chart *chart, const char *path, sb_diag *diag)
{
	const char *dot = strrchr(path, '.');
	bool svg = dot && strcmp(dot, ".svg") == 0, png = dot && strcmp(dot, ".png") == 0;
	if (!svg && !png) {
		sb_message *m = sb_report(diag, SB_ERROR, "F0023", (sb_span){0}, "a picture cannot be drawn into '%s'", path);
		sb_help(m, "the ending tells the format: .svg or .png");
		return false;
	}
	sr_scene *scene = sr_scene_of_chart(chart);
	bool good = svg ? write_svg(scene, path, diag) : sr_scene_png(scene, path, diag);
	sr_scene_free(scene);
	return good;
}
