/* A film into a file, by the ending of its name. */
#include "base/file.h"
#include "result/drawing/film.h"
#include <string.h>

static bool write_svg(const sr_film *film, const char *path, sb_diag *diag)
{
	sb_output out;
	if (!sb_output_open(&out, diag, path))
		return false;
	sb_text text = {0};
	sr_film_svg(film, &text);
	fwrite(text.at, 1, text.n, out.stream);      /* a failure is noticed and reported by the commit */
	sb_text_free(&text);
	return sb_output_commit(&out, diag);
}

bool sr_film_write(const sr_film *film, const char *path, sb_diag *diag)
{
	const char *ending = strrchr(path, '.');
	if (ending && strcmp(ending, ".svg") == 0)
		return write_svg(film, path, diag);
	if (ending && strcmp(ending, ".gif") == 0)
		return sr_film_gif(film, path, diag);
	if (ending && strcmp(ending, ".mp4") == 0)
		return sr_film_mp4(film, path, diag);
	sr_scene *last = sr_film_frame(film, film->seconds);
	bool good = sr_scene_png(last, path, diag);
	sr_scene_free(last);
	return good;
}
