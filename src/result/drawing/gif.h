/* GIF: pictures of at most 256 colours, one after another.
 *
 * gif_palette.c chooses the colours of a whole film, gif.c writes its pictures. Of a picture only the rectangle is
 * written in which it differs from the one before; one that does not differ lets the one before stay longer. */
#ifndef SALTUS_RESULT_GIF_H
#define SALTUS_RESULT_GIF_H

#include "result/drawing/raster.h"
#include <stdio.h>

/* Colours that occur, by how often. When all pictures, or a sample of them, were counted, the palette is made: the most
 * frequent colours, each at some distance from those before it, as many as there is room for. */
typedef struct sr_palette sr_palette;
sr_palette *sr_palette_new(sb_arena *arena);
void sr_palette_count(sr_palette *p, sr_pixels picture);
void sr_palette_make(sr_palette *p);
uint32_t sr_palette_color(const sr_palette *p, uint32_t index);              /* 0xRRGGBB; of 256 */
uint8_t sr_palette_index(sr_palette *p, uint32_t color);                     /* of the nearest one */

typedef struct sr_gif sr_gif;
sr_gif *sr_gif_new(sb_arena *arena, FILE *to, uint32_t width, uint32_t height, sr_palette *palette);
/* hundredths: how long it is shown, in 1/100 s. */
void sr_gif_add(sr_gif *g, sr_pixels picture, uint32_t hundredths);
void sr_gif_end(sr_gif *g);

#endif
