/* Acts: one function for each command. A command prints to stdout. A command that fails returns false, after messages
 * in the diag of the command, or told before.
 *
 *     act.c           which function a command has
 *     act_models.c    LOAD, RELOAD, CREATE, REMOVE
 *     act_run.c       DO, GO, STEP, RESTART, BREAK, WATCH
 *     act_values.c    OPER, CONTROL, PARAMETER, CHANGE, symbols
 *     act_type.c      TYPE
 *     act_show.c      SHOW
 *     act_lists.c     PREPARE, PRINT, SCOPE, SET
 *     act_results.c   PLOT, OVERLAY, COMPARE
 *     act_why.c       WHY
 *     act_study.c     LINEARISE, TRIM, SWEEP, FIT, OPTIMISE, and studies
 *     act_saved.c     SAVE, RESTORE
 *     act_help.c      HELP
 */
#ifndef SALTUS_SHELL_ACT_H
#define SALTUS_SHELL_ACT_H

#include "shell/lead/shell_lead.h"

/* act.c. All commands but those of the session: EDIT, EXIT, and those that change the flow of commands. */
bool sh_act(sh_world *w, const sh_command *c);

bool sh_act_load(sh_world *w, const sh_command *c);
bool sh_act_reload(sh_world *w, const sh_command *c);
bool sh_act_create(sh_world *w, const sh_command *c);
bool sh_act_remove(sh_world *w, const sh_command *c);
bool sh_act_do(sh_world *w, const sh_command *c);
bool sh_act_go(sh_world *w, const sh_command *c);
bool sh_act_step(sh_world *w, const sh_command *c);
bool sh_act_restart(sh_world *w, const sh_command *c);
bool sh_act_break(sh_world *w, const sh_command *c);
bool sh_act_watch(sh_world *w, const sh_command *c);
bool sh_act_oper(sh_world *w, const sh_command *c);
bool sh_act_control(sh_world *w, const sh_command *c);
bool sh_act_parameter(sh_world *w, const sh_command *c);
bool sh_act_change(sh_world *w, const sh_command *c);
bool sh_act_assign(sh_world *w, const sh_command *c);
bool sh_act_type(sh_world *w, const sh_command *c);
bool sh_act_show(sh_world *w, const sh_command *c);
bool sh_act_list(sh_world *w, const sh_command *c);              /* PREPARE and PRINT */
bool sh_act_scope(sh_world *w, const sh_command *c);
bool sh_act_set(sh_world *w, const sh_command *c);
bool sh_act_plot(sh_world *w, const sh_command *c);              /* and OVERLAY */
bool sh_act_compare(sh_world *w, const sh_command *c);
bool sh_act_why(sh_world *w, const sh_command *c);
bool sh_act_linearise(sh_world *w, const sh_command *c);
bool sh_act_trim(sh_world *w, const sh_command *c);
bool sh_act_study(sh_world *w, const sh_command *c);             /* SWEEP, FIT, OPTIMISE */
bool sh_act_save(sh_world *w, const sh_command *c);
bool sh_act_restore(sh_world *w, const sh_command *c);
bool sh_act_help(sh_world *w, const sh_command *c);

/* act_values.c */
void sh_set_symbol(sh_world *w, const char *name, double value);
bool sh_number_of(sh_world *w, const sh_command *c, const char *qualifier, double *out); /* unchanged if not written */
/* Of CONTROL by number: its name, and its value as text; NULL: no more. */
const char *sh_control_at(sh_world *w, uint32_t number, const char **value);
/* act_lists.c: items that stay. */
bool sh_add_items(sh_world *w, const sh_elements *elements, sh_list *list);
/* act_study.c */
bool sh_do_study(sh_world *w, sh_process *p);
/* act_models.c: after a translation, lists and breaks mean its variables again. */
void sh_resolve_lists(sh_world *w, sh_process *p);
/* act_run.c: it stands, and may go on: begun if it is new. False after a message. */
bool sh_can_go_on(sh_world *w, sh_process *p);

#endif
