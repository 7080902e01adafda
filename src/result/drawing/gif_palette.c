/* The colours of a GIF. Drawings have a few colours in large areas, and many where edges are smooth: the first must be
 * exact, the others near enough. */
#include "result/drawing/gif.h"
#include <stdlib.h>

enum { COLORS = 256, SLOTS_AT_FIRST = 1 << 12, FINE = 5, CELLS = 1 << 3 * FINE };
typedef struct slot { uint32_t color, count; } slot;
struct sr_palette {
	sb_arena *arena;
	slot *slots; uint32_t size, used;        /* a table with open places; count 0: free */
	uint32_t colors[COLORS], made;
	int16_t *nearest;                        /* by the first bits of each part; -1: not asked yet */
};

sr_palette *sr_palette_new(sb_arena *arena)
{
	sr_palette *p = sb_new(arena, sr_palette);
	*p = (sr_palette){.arena = arena, .slots = sb_new_array(arena, slot, SLOTS_AT_FIRST), .size = SLOTS_AT_FIRST};
	return p;
}

static slot *slot_of(const sr_palette *p, uint32_t color)
{
	uint32_t at = color * 2654435761u % p->size;
	while (p->slots[at].count && p->slots[at].color != color)
		at = (at + 1) % p->size;
	return &p->slots[at];
}

static void grow(sr_palette *p)
{
	slot *old = p->slots;
	uint32_t n = p->size;
	p->size *= 4;
	p->slots = sb_new_array(p->arena, slot, p->size);
	for (uint32_t i = 0; i < n; i++)
		if (old[i].count)
			*slot_of(p, old[i].color) = old[i];
}

static uint32_t color_at(sr_pixels picture, uint32_t x, uint32_t y)
{
	const unsigned char *at = picture.at + (size_t)y * picture.stride + 4 * (size_t)x;
	return (uint32_t)at[2] << 16 | (uint32_t)at[1] << 8 | at[0];
}

void sr_palette_count(sr_palette *p, sr_pixels picture)
{
	for (uint32_t y = 0; y < picture.height; y++)
		for (uint32_t x = 0; x < picture.width;) {
			uint32_t color = color_at(picture, x, y), from = x;
			while (x < picture.width && color_at(picture, x, y) == color)
				x++;
			slot *s = slot_of(p, color);
			p->used += s->count == 0;
			*s = (slot){color, s->count + (x - from)};
			if (p->used > p->size / 2)
				grow(p);
		}
}

static int by_count(const void *a, const void *b)
{
	const slot *x = a, *y = b;
	return x->count != y->count ? (x->count < y->count ? 1 : -1) : x->color < y->color ? -1 : x->color > y->color;
}

static uint32_t distance(uint32_t a, uint32_t b)
{
	int red = (int)(a >> 16) - (int)(b >> 16), green = (int)(a >> 8 & 255) - (int)(b >> 8 & 255),
		blue = (int)(a & 255) - (int)(b & 255);
	return (uint32_t)(2 * red * red + 4 * green * green + 3 * blue * blue);      /* about as eyes see it */
}

static uint32_t nearest_of(const sr_palette *p, uint32_t color, uint32_t *apart)
{
	uint32_t best = 0;
	*apart = UINT32_MAX;
	for (uint32_t i = 0; i < p->made; i++) {
		uint32_t d = distance(p->colors[i], color);
		if (d < *apart)
			*apart = d, best = i;
	}
	return best;
}

/* Colours nearer to one another than `least` share a place. Begins with wide places, and goes on with narrower ones
 * while there is room. */
void sr_palette_make(sr_palette *p)
{
	qsort(p->slots, p->size, sizeof *p->slots, by_count);
	for (uint32_t least = 4096; p->made < COLORS; least /= 4) {
		for (uint32_t i = 0; i < p->used && p->made < COLORS; i++) {
			uint32_t apart;
			nearest_of(p, p->slots[i].color, &apart);
			if (apart > least)
				p->colors[p->made++] = p->slots[i].color;
		}
		if (least == 0)
			break;
	}
	p->nearest = sb_new_array(p->arena, int16_t, CELLS);
	for (uint32_t i = 0; i < CELLS; i++)
		p->nearest[i] = -1;
}

uint32_t sr_palette_color(const sr_palette *p, uint32_t index)
{
	return index < p->made ? p->colors[index] : 0;
}

uint8_t sr_palette_index(sr_palette *p, uint32_t color)
{
	uint32_t cell = (color >> (24 - FINE)) << 2 * FINE | (color >> (16 - FINE) & ((1u << FINE) - 1)) << FINE |
					(color >> (8 - FINE) & ((1u << FINE) - 1)), apart;
	if (p->nearest[cell] >= 0 && p->colors[p->nearest[cell]] == color)
		return (uint8_t)p->nearest[cell];
	/* what is kept is the last answer for this part of the colours, which is the right one for flat areas */
	uint32_t index = nearest_of(p, color, &apart);
	p->nearest[cell] = (int16_t)index;
	return (uint8_t)index;
}
