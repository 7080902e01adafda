/* Objects of an animation: the columns of a record that they are made of. */
#include "result/animation/objects.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint32_t sr_beside(const sr_record *r, const char *name, const char *other)
{
	const char *dot = strrchr(name, '.');
	sb_text full = {0};
	sb_addf(&full, "%.*s%s", dot ? (int)(dot - name) + 1 : 0, name, other);
	uint32_t column = sr_find(r, full.at);
	sb_text_free(&full);
	return column;
}

double sr_constant_beside(const sr_record *r, const char *name, const char *other, double otherwise)
{
	uint32_t column = sr_beside(r, name, other);
	return column == UINT32_MAX ? otherwise : sr_value(r, 0, column);
}

static uint32_t element(const sr_record *r, const char *name, uint32_t i, uint32_t j)
{
	sb_text full = {0};
	sb_addf(&full, "%s[%u,%u]", name, i, j);
	uint32_t column = sr_find(r, full.at);
	sb_text_free(&full);
	return column;
}

static void read_matrix(sb_arena *arena, const sr_record *r, sr_object *o)
{
	while (element(r, o->name, o->rows + 1, 1) != UINT32_MAX)
		o->rows++;
	while (o->rows && element(r, o->name, 1, o->columns + 1) != UINT32_MAX)
		o->columns++;
	uint32_t *at = sb_new_array(arena, uint32_t, (size_t)o->rows * o->columns + 1);
	for (uint32_t i = 0; i < o->rows; i++)
		for (uint32_t j = 0; j < o->columns; j++)
			at[i * o->columns + j] = element(r, o->name, i + 1, j + 1);
	o->at = at;
}

static bool read_type(const sr_record *r, sr_object *o, sb_diag *diag)
{
	static const uint32_t widths[] = {0, 2, 2, 3, 4, 4, 2};
	int written = (int)sr_constant_beside(r, o->name, "kind", 0), type = abs(written);
	o->background = written < 0;
	o->colored = type >= 103 && type <= 105;
	type -= o->colored ? 100 : 0;
	if (type < SR_TYPE_POLYGON || type > SR_TYPE_TRAILS) {
		sb_help(sb_report(diag, SB_ERROR, "U1023", (sb_span){0}, "the object '%s' has the type %d, which there is not",
						  o->name, written),
				"types are 1 polygon, 2 line, 3 circles, 4 rectangles, 5 segments, 6 trails, 103 to 105 with colours");
		return false;
	}
	o->type = (sr_object_type)type;
	uint32_t wanted = widths[type] + (o->colored ? 3 : 0);
	if (o->rows == 0 || o->columns == wanted)
		return true;
	sb_help(sb_report(diag, SB_ERROR, "U1024", (sb_span){0},
					  "the object '%s' of type %d has rows of %u numbers, where %u are needed", o->name, written,
					  o->columns, wanted),
			"rows are x, y; of circles x, y, radius; of rectangles x, y, width, height; of segments x1, y1, x2, y2");
	return false;
}

bool sr_object_read(sb_arena *arena, const sr_record *r, const char *name, sr_object *out, sb_diag *diag)
{
	static const char *const parts[] = {"color[1]", "color[2]", "color[3]"};
	*out = (sr_object){.name = name, .frames = sr_beside(r, name, "frames"), .shots = sr_beside(r, name, "shots"),
		.thickness = sr_constant_beside(r, name, "thickness", 2),
		.has_color = sr_beside(r, name, "color[1]") != UINT32_MAX};
	for (int k = 0; k < 3; k++)
		out->color[k] = sr_constant_beside(r, name, parts[k], 0);
	read_matrix(arena, r, out);
	return read_type(r, out, diag);
}

double sr_object_value(const sr_record *r, const sr_object *o, uint32_t row, uint32_t i, uint32_t j)
{
	return sr_value(r, row, o->at[i * o->columns + j]);
}
