/* Colours. Those of the palette differ in lightness and in their part of blue, so that they can be told apart without
 * red and green; the scale of cells grows steadily lighter. */
#include "result/chart/scene.h"
#include <math.h>

enum { COLORS = 7 };

uint32_t sr_rgb(uint32_t color)
{
	static const uint32_t palette[COLORS] = {0x0072b2, 0xd55e00, 0x009e73, 0xc472a4, 0xc78a00, 0x45a5e0, 0x4d4d4d};
	return color >= SR_EXACT ? color & 0xffffff : palette[(color - 1) % COLORS];
}

uint32_t sr_shade(double part)
{
	static const int scale[][3] = {{13, 27, 76}, {30, 78, 140}, {38, 134, 150}, {120, 185, 125}, {246, 228, 106}};
	enum { STEPS = sizeof scale / sizeof *scale - 1 };
	double at = (isnan(part) ? 0 : fmin(fmax(part, 0), 1)) * STEPS;
	int k = at >= STEPS ? STEPS - 1 : (int)at;
	uint32_t color = 0;
	for (int i = 0; i < 3; i++)
		color = color << 8 | (uint32_t)lround(scale[k][i] + (at - k) * (scale[k + 1][i] - scale[k][i]));
	return SR_EXACT | color;
}

/* Lines that help the eye are grey, and take no colour from the curves. */
bool sr_takes_color(const sr_layer *layer)
{
	return layer->kind <= SR_BARS;
}

uint32_t sr_layer_color(const sr_layer *layer, uint32_t *next)
{
	return layer->color ? layer->color : sr_takes_color(layer) ? ++*next : SR_GREY;
}

sr_dash sr_layer_dash(const sr_layer *layer, uint32_t color)
{
	if (layer->dash != SR_DASH_BY_COLOR)
		return layer->dash;
	if (layer->kind == SR_VERTICAL || layer->kind == SR_HORIZONTAL)
		return SR_DASHED;
	uint32_t round = color >= SR_EXACT ? 0 : (color - 1) / COLORS;
	return round == 0 ? SR_SOLID : round == 1 ? SR_DASHED : SR_DOTTED;
}
