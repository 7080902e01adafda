/* Scenes as pixels: drawn by the library cairo, which is looked for when the first one is wanted. */
#ifndef SALTUS_RESULT_RASTER_H
#define SALTUS_RESULT_RASTER_H

#include "result/drawing/drawing.h"

typedef struct sr_raster sr_raster;
/* width*fine x height*fine pixels. NULL after a report: there is no cairo, or they are too many for the file `path`. */
sr_raster *sr_raster_new(double width, double height, double fine, const char *path, sb_diag *diag);
void sr_raster_free(sr_raster *r);
void sr_raster_draw(sr_raster *r, const sr_scene *scene);        /* over what is there */
bool sr_raster_png(const sr_raster *r, const char *path, sb_diag *diag);

/* Blue, green, red and opacity, a byte each; rows are `stride` bytes apart. They are the raster's. */
typedef struct sr_pixels { uint32_t width, height, stride; const unsigned char *at; } sr_pixels;
sr_pixels sr_raster_pixels(const sr_raster *r);

#endif
