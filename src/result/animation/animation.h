/* Animations: what a run has recorded of objects that move, as a film (result/drawing/film.h).
 *
 * An object is a matrix of a record: the columns NAME[1,1], NAME[1,2], ... Beside it, in the same component, are the
 * columns that say how it is drawn (the components are in lib/Saltus/Diagrams/Animation.mo, the rules in
 * docs/animation.md):
 *
 *     kind          what the rows of the matrix are: 1 corners of a polygon, 2 points of a line, 3 circles,
 *                   4 rectangles, 5 segments, 6 points that leave trails; 103, 104, 105 with three columns for the
 *                   colour; negative: not part of snapshots
 *     color[1:3]    red, green, blue; -1: not filled. If there is none, the next row of colors[:,3] beside the sheet
 *     thickness     of its lines, in pixels
 *     frames        if it is there, the object moves when this number does; otherwise all the time
 *     shots         when this number changes, a copy of the object stays where it is
 *
 * The sheet is a vector NAME[1:4]: left, bottom, width, height. Beside it are zoom (pixels for a unit) and speed
 * (seconds of the model in one of the film); 0 leaves them open.
 */
#ifndef SALTUS_RESULT_ANIMATION_H
#define SALTUS_RESULT_ANIMATION_H

#include "result/drawing/film.h"
#include "result/record/result_record.h"

typedef struct sr_animation {
	const char *const *objects; uint32_t count;      /* names without subscripts */
	const char *sheet;                               /* NULL: all that objects reach is shown */
} sr_animation;
/* NULL after a report. */
sr_film *sr_film_of(const sr_record *r, const sr_animation *a, sb_diag *diag);

#endif
