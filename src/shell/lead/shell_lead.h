/* Lead: a process goes on.
 *
 *     shell_lead.c     to a time, an event, a break or the end; Ctrl-C
 *     lead_break.c     conditions, and the place inside of a step where one becomes true
 *     lead_back.c      states that were saved, and the way back to an earlier event
 *     lead_trace.c     what SET TRACE writes
 *     lead_print.c     the table of PRINT, and the file of PREPARE
 *     lead_scope.c     the curves of SCOPE
 *
 * A process is led from stop to stop. Stops are the times at which PRINT and SCOPE want values; they leave no trace in
 * the run. Where somebody asks about each step (breaks, traces of steps), it is led from stretch to stretch
 * (se_next_stretch), and values inside of a stretch are looked at before the run goes there.
 */
#ifndef SALTUS_SHELL_LEAD_H
#define SALTUS_SHELL_LEAD_H

#include "shell/world/world.h"

typedef enum sh_reason { SH_AT_TIME, SH_AT_EVENT, SH_AT_BREAK, SH_INTERRUPTED, SH_AT_END, SH_FAILED } sh_reason;
typedef struct sh_aim {
	double until;                    /* INFINITY: to the end */
	bool to_event;
	const sh_break *at;              /* where it has stopped; NULL: at none */
} sh_aim;

/* shell_lead.c. The process stands, and goes on. */
sh_reason sh_lead(sh_world *w, sh_process *p, sh_aim *aim);
/* Where it stands, and why; with the values that are watched. */
void sh_tell_stop(sh_world *w, sh_process *p, sh_reason why, const sh_aim *aim);

/* lead_break.c */
/* A condition as it was written, in the present block. False after a message. */
bool sh_add_break(sh_world *w, const sh_formula *f);
void sh_settle_breaks(sh_world *w, const sh_process *p);         /* their values where the process stands */
bool sh_has_breaks(const sh_world *w, const sh_process *p);
/* Does one become true up to this time of the stretch? Then where. */
const sh_break *sh_find_break(sh_world *w, sh_process *p, double from, double to, bool end, double *at);
const sh_break *sh_turned_break(sh_world *w, sh_process *p);     /* where the process stands now */

/* lead_back.c */
void sh_save_state(sh_world *w, sh_process *p);                  /* to go back to */
/* To this time, or to the instant at it. False after a message. */
bool sh_go_back(sh_world *w, sh_process *p, double time, bool to_event);
sr_record *sh_rows_of(const sh_process *p, uint32_t *rows);      /* NULL: none */

/* lead_trace.c */
bool sh_traces_steps(const sh_world *w);
void sh_trace_step(sh_world *w, sh_process *p);
void sh_trace_event(sh_world *w, sh_process *p, const se_statistics *before);
void sh_functions_of(sh_world *w, sh_process *p, double *values);        /* of the conditions */

/* lead_print.c */
void sh_print_row(sh_world *w, sh_process *p);
void sh_print_end(sh_world *w);                                  /* of a table in a file */
void sh_write_prepared(sh_world *w, sh_process *p);

/* lead_scope.c */
void sh_scope_point(sh_world *w, sh_process *p);
/* Of a process that has something to show; last: it stands. */
void sh_scope_draw(sh_world *w, const sh_process *p, bool last);
void sh_scope_cut(sh_world *w, const sh_process *p, double time); /* what came after it is gone */
void sh_scope_erase(sh_world *w);

#endif
