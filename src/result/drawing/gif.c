/* GIF 89a: a header with the palette, then rectangles, each compressed by LZW. */
#include "result/drawing/gif.h"
#include <string.h>

enum { MOST_CODES = 4096, BLOCK = 255, SYMBOLS = 256, CLEAR = 256, END = 257, FIRST_WIDTH = 9 };
typedef struct area { uint32_t x, y, width, height; } area;
struct sr_gif {
	FILE *to;
	uint32_t width, height;
	sr_palette *palette;
	uint8_t *shown, *next;                   /* indices of colours: what is seen, and what comes */
	bool begun; area waits; uint32_t hundredths;         /* a rectangle of `shown` that is not written yet */
	uint16_t (*followers)[SYMBOLS];          /* the code of a code and a symbol; 0: none yet */
	uint32_t bits, bit_count; uint8_t block[BLOCK]; uint32_t filled;
};

static void put(sr_gif *g, uint32_t v, int bytes)
{
	for (; bytes > 0; bytes--, v >>= 8)
		fputc((int)(v & 255), g->to);
}

sr_gif *sr_gif_new(sb_arena *arena, FILE *to, uint32_t width, uint32_t height, sr_palette *palette)
{
	sr_gif *g = sb_new(arena, sr_gif);
	size_t pixels = (size_t)width * height;
	*g = (sr_gif){.to = to, .width = width, .height = height, .palette = palette,
		.shown = sb_new_array(arena, uint8_t, pixels), .next = sb_new_array(arena, uint8_t, pixels),
		.followers = sb_alloc(arena, MOST_CODES * sizeof *g->followers)};
	fwrite("GIF89a", 1, 6, to);
	put(g, width, 2);
	put(g, height, 2);
	put(g, 0xf7, 3);                         /* a palette of 256 colours, of 8 bits; background 0; square pixels */
	for (uint32_t i = 0; i < SYMBOLS; i++) {
		uint32_t c = sr_palette_color(palette, i);
		put(g, (c >> 16) | (c & 0xff00) | (c & 255) << 16, 3);
	}
	fwrite("\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0\0", 1, 19, to);      /* begins again when it has ended */
	return g;
}

static void flush_block(sr_gif *g)
{
	if (!g->filled)
		return;
	put(g, g->filled, 1);
	fwrite(g->block, 1, g->filled, g->to);
	g->filled = 0;
}

static void put_code(sr_gif *g, uint32_t code, uint32_t width)
{
	g->bits |= code << g->bit_count;
	for (g->bit_count += width; g->bit_count >= 8; g->bit_count -= 8, g->bits >>= 8) {
		g->block[g->filled++] = (uint8_t)g->bits;
		if (g->filled == BLOCK)
			flush_block(g);
	}
}

static void compress(sr_gif *g, area a)
{
	uint32_t width = FIRST_WIDTH, next = END + 1, code = g->shown[(size_t)a.y * g->width + a.x];
	memset(g->followers, 0, MOST_CODES * sizeof *g->followers);
	put_code(g, CLEAR, width);
	for (size_t i = 1; i < (size_t)a.width * a.height; i++) {
		uint8_t symbol = g->shown[(a.y + i / a.width) * g->width + a.x + i % a.width];
		uint32_t longer = g->followers[code][symbol];
		if (longer) {
			code = longer;
			continue;
		}
		put_code(g, code, width);
		g->followers[code][symbol] = (uint16_t)next;
		if (next == 1u << width)
			width++;
		if (++next == MOST_CODES) {
			put_code(g, CLEAR, width);
			memset(g->followers, 0, MOST_CODES * sizeof *g->followers);
			width = FIRST_WIDTH;
			next = END + 1;
		}
		code = symbol;
	}
	put_code(g, code, width);
	put_code(g, END, width);
	put_code(g, 0, (8 - g->bit_count % 8) % 8);
	flush_block(g);
	put(g, 0, 1);
}

static void write_waiting(sr_gif *g)
{
	if (!g->begun)
		return;
	put(g, 0x0004f921, 4);                   /* it stays under the next one; nothing is transparent */
	put(g, g->hundredths, 2);
	put(g, 0, 2);
	put(g, 0x2c, 1);
	put(g, g->waits.x, 2);
	put(g, g->waits.y, 2);
	put(g, g->waits.width, 2);
	put(g, g->waits.height, 2);
	put(g, 0, 1);
	put(g, 8, 1);                            /* bits of a symbol */
	compress(g, g->waits);
}

/* The smallest rectangle outside of which nothing has changed. */
static area changed(const sr_gif *g)
{
	uint32_t left = g->width, right = 0, top = g->height, bottom = 0;
	for (uint32_t y = 0; y < g->height; y++) {
		const uint8_t *a = g->shown + (size_t)y * g->width, *b = g->next + (size_t)y * g->width;
		if (memcmp(a, b, g->width) == 0)
			continue;
		uint32_t first = 0, last = g->width - 1;
		while (a[first] == b[first])
			first++;
		while (a[last] == b[last])
			last--;
		left = first < left ? first : left;
		right = last > right ? last : right;
		top = y < top ? y : top;
		bottom = y;
	}
	return left < g->width ? (area){left, top, right - left + 1, bottom - top + 1} : (area){0};
}

void sr_gif_add(sr_gif *g, sr_pixels picture, uint32_t hundredths)
{
	enum { LONGEST = 0xffff };
	for (uint32_t y = 0; y < g->height; y++) {
		const unsigned char *row = picture.at + (size_t)y * picture.stride;
		for (uint32_t x = 0; x < g->width; x++, row += 4)
			g->next[(size_t)y * g->width + x] =
				sr_palette_index(g->palette, (uint32_t)row[2] << 16 | (uint32_t)row[1] << 8 | row[0]);
	}
	area new = g->begun ? changed(g) : (area){0, 0, g->width, g->height};
	if (!new.width && g->hundredths + hundredths <= LONGEST) {
		g->hundredths += hundredths;
		return;
	}
	write_waiting(g);
	uint8_t *old = g->shown;
	g->shown = g->next;
	g->next = old;
	g->begun = true;
	g->waits = new.width ? new : (area){0, 0, 1, 1};
	g->hundredths = hundredths;
}

void sr_gif_end(sr_gif *g)
{
	write_waiting(g);
	put(g, 0x3b, 1);
}
