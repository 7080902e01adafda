/* An agenda: things by number, each with the time at which it is due, the earliest first. A heap in which each thing
 * knows its place, so that a time can be changed at any moment: O(log n). Ties go to the smaller number. Things that
 * are due never (INFINITY) are not in the heap. */
#ifndef SALTUS_SOLVER_AGENDA_H
#define SALTUS_SOLVER_AGENDA_H

#include "base/archive.h"
#include <stdint.h>

typedef struct sv_agenda {
	uint32_t room, n;                /* things; how many of them are due some time */
	double *due;                     /* by thing */
	uint32_t *heap, *place;          /* place: in the heap, + 1; 0: not there */
} sv_agenda;

void sv_agenda_open(sv_agenda *a, uint32_t room);
void sv_agenda_close(sv_agenda *a);
void sv_agenda_clear(sv_agenda *a);
void sv_agenda_put(sv_agenda *a, uint32_t thing, double due);
static inline double sv_agenda_first(const sv_agenda *a) { return a->n ? a->due[a->heap[0]] : __builtin_inf(); }
void sv_agenda_archive(sv_agenda *a, sb_archive *archive);

#endif
