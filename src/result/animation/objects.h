/* Private to the room: objects as a record has them. */
#ifndef SALTUS_RESULT_OBJECTS_H
#define SALTUS_RESULT_OBJECTS_H

#include "result/animation/animation.h"

typedef enum sr_object_type {
	SR_TYPE_POLYGON = 1, SR_TYPE_LINE, SR_TYPE_CIRCLES, SR_TYPE_RECTANGLES, SR_TYPE_SEGMENTS, SR_TYPE_TRAILS
} sr_object_type;
typedef struct sr_object {
	const char *name;
	sr_object_type type; bool colored, background;   /* colored: by its matrix; background: not part of snapshots */
	uint32_t rows, columns; const uint32_t *at;      /* numbers of the record's columns, row by row */
	uint32_t frames, shots;                          /* UINT32_MAX: none */
	double color[3]; bool has_color; double thickness;
} sr_object;

/* A column beside NAME; UINT32_MAX: there is none. */
uint32_t sr_beside(const sr_record *r, const char *name, const char *other);
double sr_constant_beside(const sr_record *r, const char *name, const char *other, double otherwise);
bool sr_object_read(sb_arena *arena, const sr_record *r, const char *name, sr_object *out, sb_diag *diag);
double sr_object_value(const sr_record *r, const sr_object *o, uint32_t row, uint32_t i, uint32_t j);

#endif
