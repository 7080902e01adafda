/* Cells: divides variables into cells, finds the kind of each cell, and where its values are kept.
 *
 *     divide.c assign.c      divides what families refer to into boxes (division.h)
 *     beside.c               families that switches touch
 *     traits.c               what kind of thing each cell is
 *     places.c               where its values are kept */
#ifndef SALTUS_STRUCTURE_CELLS_H
#define SALTUS_STRUCTURE_CELLS_H

#include "structure/ground/ground.h"

/* beside.c */
void ss_write_out_switched(ss_work *w);          /* families that switches touch */

/* divide.c */
void ss_make_cells(ss_work *w);

/* traits.c */
void ss_traits(ss_work *w);

/* places.c */
void ss_places(ss_work *w);

#endif
