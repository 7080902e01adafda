/* Pictures by their ending. */
#include "result/figure.h"
#include <string.h>

void sr_plot_svg(const sr_record *r, const sr_figure *figure, sb_text *out)
{
	sr_scene *scene = sr_scene_of(r, figure);
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

static bool scene_write(const sr_scene *scene, const char *path, sb_diag *diag)
{
	const char *dot = strrchr(path, '.');
	if (dot && strcmp(dot, ".svg") == 0)
		return write_svg(scene, path, diag);
	if (dot && strcmp(dot, ".png") == 0)
		return sr_scene_png(scene, path, diag);
	sb_message *m = sb_report(diag, SB_ERROR, "F0023", (sb_span){0}, "a picture cannot be drawn into '%s'", path);
	sb_help(m, "the ending tells the format: .svg or .png");
	return false;
}

bool sr_plot(const sr_record *r, const sr_figure *figure, const char *path, sb_diag *diag)
{
	sr_scene *scene = sr_scene_of(r, figure);
	bool good = scene_write(scene, path, diag);
	sr_scene_free(scene);
	return good;
}

bool sr_bars_plot(const sr_bars *bars, const char *path, sb_diag *diag)
{
	sr_scene *scene = sr_scene_of_bars(bars);
	bool good = scene_write(scene, path, diag);
	sr_scene_free(scene);
	return good;
}
