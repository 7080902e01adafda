/* A film as GIF: the colours of some pictures are counted, then all are drawn and written. */
#include "base/file.h"
#include "result/drawing/film.h"
#include "result/drawing/gif.h"

static void draw_frame(const sr_film *film, sr_raster *raster, uint32_t number)
{
	sr_scene *scene = sr_film_frame(film, (double)number / SR_FRAMES_PER_SECOND);
	sr_raster_draw(raster, scene);
	sr_scene_free(scene);
}

static void write_frames(const sr_film *film, sr_raster *raster, FILE *to)
{
	enum { COUNTED = 24, HUNDREDTHS = 100 / SR_FRAMES_PER_SECOND };
	sb_arena *arena = sb_arena_new();
	sr_palette *palette = sr_palette_new(arena);
	uint32_t n = sr_film_frames(film), step = n > COUNTED ? n / COUNTED : 1;
	for (uint32_t i = 0; i < n; i += step) {
		draw_frame(film, raster, n - 1 - i);
		sr_palette_count(palette, sr_raster_pixels(raster));
	}
	sr_palette_make(palette);
	sr_pixels size = sr_raster_pixels(raster);
	sr_gif *gif = sr_gif_new(arena, to, size.width, size.height, palette);
	for (uint32_t i = 0; i < n; i++) {
		draw_frame(film, raster, i);
		sr_gif_add(gif, sr_raster_pixels(raster), HUNDREDTHS);
	}
	sr_gif_end(gif);
	sb_arena_free(arena);
}

bool sr_film_gif(const sr_film *film, const char *path, sb_diag *diag)
{
	sr_raster *raster = sr_raster_new(film->width, film->height, 1, path, diag);
	sb_output out;
	if (!raster)
		return false;
	bool good = sb_output_open(&out, diag, path);
	if (good) {
		write_frames(film, raster, out.stream);
		good = sb_output_commit(&out, diag);
	}
	sr_raster_free(raster);
	return good;
}
