/* Private to the files of the arrangement: parts in layers, and lines between them.
 *
 *      channel 0   layer 0   channel 1   layer 1   channel 2
 *                 ┌───────┐           ┌───────┐
 *                 │  part ├──┐   ┌────┤ part  ├──┐         a line leaves a part at the side of its port,
 *                 └───────┘  │   │    └───────┘  │         goes up and down on a track of a channel,
 *                 ┌───────┐  └───┘               │         and crosses the layers between through gaps
 *             ┌───┤  part ├──────────────────────┘
 *
 * A gap is a cell of a layer like a part is, without a width. So a line that has to go around a part, or back to the
 * left, is nothing special: it crosses the layers that are between the channels of its two ends.
 */
#ifndef SALTUS_STUDY_ARRANGE_H
#define SALTUS_STUDY_ARRANGE_H

#include "base/map.h"
#include "study/draw/draw_inside.h"

typedef struct st_visit { uint32_t wire, stop; } st_visit;
typedef struct st_cell {
	int32_t part;                    /* -1: a gap */
	int32_t layer;
	double x, y, width, height;      /* the middle of it, upwards */
	sf_point note;                   /* how wide and how high what is written under it is */
	double rank;                     /* where it wants to be in its layer */
	uint32_t order;                  /* where it is there */
	sb_vec(st_visit) visits;         /* of the wires that end here or go through */
} st_cell;

/* One end of a line: its cell, and where its port is from the middle of the cell. Channel k is on the left of layer
 * k. */
typedef struct st_stop {
	int32_t cell; sf_point at; int side;         /* side -1, 1: left, right; 0: up, down */
	uint32_t lane;                               /* of what leaves up or down: further out for each other line there */
} st_stop;

typedef struct st_wire {
	uint32_t link;
	st_stop ends[2];
	int32_t channels[2];             /* where it leaves its ends */
	sb_vec(uint32_t) gaps;           /* cells on its way */
	uint32_t net;                    /* the same number for all that are connected */
	bool turned;                     /* for the layers: from end 1 to end 0 */
} st_wire;

typedef sb_vec(st_cell) st_cells;
typedef sb_vec(st_wire) st_wires;
typedef struct st_arrangement {
	sb_arena *arena;
	sf_sketch *sketch;
	bool **placed;                   /* of each part: which of its ports have places of their own */
	st_cells cells;
	st_wires wires;
	int32_t layers;
	sb_u32s *columns;                /* the cells of each layer, from above */
	sb_map gaps;                     /* net and layer -> cell + 1 */
} st_arrangement;

/* Places and lines for all that has none, with room for what will be written. */
void st_arrange(sb_arena *arena, sf_sketch *s, const st_notes *notes);

void st_make_layers(st_arrangement *a);
void st_make_gaps(st_arrangement *a);                /* once it is known at which sides ports are */
void st_order_layers(st_arrangement *a);
void st_set_heights(st_arrangement *a);
void st_lay_tracks(st_arrangement *a, double left, double top);
double st_stop_height(const st_arrangement *a, const st_wire *w, uint32_t stop);     /* of end 0, the gaps, end 1 */
uint32_t st_stop_cell(const st_wire *w, uint32_t stop);
int32_t st_hop_channel(const st_wire *w, uint32_t hop);
/* The stops on the other side of the hops of a visit: none, one or two. */
uint32_t st_other_stops(const st_arrangement *a, const st_visit *v, uint32_t out[2]);

#endif
