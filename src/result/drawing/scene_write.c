/* A scene into a file, by the ending of its name. */
#include "base/file.h"
#include "result/drawing/drawing.h"
#include <string.h>

bool sr_scene_ending(const char *path, sb_diag *diag)
{
	if (sb_ends_with(path, ".svg") || sb_ends_with(path, ".png"))
		return true;
	sb_message *m = sb_report(diag, SB_ERROR, "F0023", (sb_span){0}, "a picture cannot be drawn into '%s'", path);
	sb_help(m, "the ending tells the format: .svg or .png");
	return false;
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

bool sr_scene_write(const sr_scene *scene, const char *path, sb_diag *diag)
{
	return sb_ends_with(path, ".svg") ? write_svg(scene, path, diag) : sr_scene_png(scene, path, diag);
}
