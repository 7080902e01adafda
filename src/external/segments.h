/* Files of compiled submodels (.sbm): which Saltus can use them. Segments are machine code that reads the values of
 * a run where they lie (code/code.h: sc_data and sc_services), so the layout of these belongs to the file. A change
 * of the layout needs a larger number; code/compile/segments.c refuses to compile without it. */
#ifndef SALTUS_EXTERNAL_SEGMENTS_H
#define SALTUS_EXTERNAL_SEGMENTS_H

enum { SL_SEGMENTS_LAYOUT = 1 };

/* The language of an external function that is a segment. */
#define SL_SEGMENTS_LANGUAGE "Saltus"

#endif
