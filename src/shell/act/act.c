/* Which function a command has. */
#include "shell/act/shell_act.h"

static bool (*const acts[])(sh_world *w, const sh_command *c) = {
	[SH_OPER] = sh_act_oper, [SH_CONTROL] = sh_act_control, [SH_CREATE] = sh_act_create, [SH_DO] = sh_act_do,
	[SH_HELP] = sh_act_help, [SH_PARAMETER] = sh_act_parameter, [SH_PREPARE] = sh_act_list, [SH_PRINT] = sh_act_list,
	[SH_REMOVE] = sh_act_remove, [SH_SCOPE] = sh_act_scope, [SH_SET] = sh_act_set, [SH_SHOW] = sh_act_show,
	[SH_TYPE] = sh_act_type, [SH_LOAD] = sh_act_load, [SH_RELOAD] = sh_act_reload, [SH_STEP] = sh_act_step,
	[SH_GO] = sh_act_go, [SH_RESTART] = sh_act_restart, [SH_CHANGE] = sh_act_change, [SH_SAVE] = sh_act_save,
	[SH_RESTORE] = sh_act_restore, [SH_BREAK] = sh_act_break, [SH_WATCH] = sh_act_watch, [SH_WHY] = sh_act_why,
	[SH_LINEARISE] = sh_act_linearise, [SH_TRIM] = sh_act_trim, [SH_SWEEP] = sh_act_study, [SH_FIT] = sh_act_study,
	[SH_OPTIMISE] = sh_act_study, [SH_PLOT] = sh_act_plot, [SH_OVERLAY] = sh_act_plot, [SH_COMPARE] = sh_act_compare,
	[SH_ASSIGN] = sh_act_assign,
};

bool sh_act(sh_world *w, const sh_command *c)
{
	sh_what what = c->verb->what;
	if (what == SH_EMPTY)
		return true;
	return what < sizeof acts / sizeof *acts && acts[what] ? acts[what](w, c) : false;
}
