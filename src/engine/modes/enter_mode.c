/* Modes and impulse systems, as the program has them. One that was read from a file has those that somebody had asked
 * for before it was written, and cannot make others. What a run needs and the file has not ends the run: without it the
 * search would find another mode, and nobody would know. */
#include "engine/modes/engine_modes.h"

static void lack(se_run *run, const char *what, const uint16_t *branch)
{
	sb_text text = {0};
	run->failed = true;
	if (run->modes->lacking)
		return;
	si_describe_mode(run->image, run->diag, branch, NULL, &text);
	/* not in run->once: a search for modes gives back what it has taken from there */
	run->modes->lacking = sb_printf(run->arena, "%s%s%s", what, text.n ? ": " : "", text.n ? text.at : "");
	sb_text_free(&text);
}

const sc_mode *se_enter_mode(se_run *run, const uint16_t *branch, bool initial, bool needed)
{
	const sc_mode *mode = sc_enter(run->program, branch, &run->numbers, initial, NULL);
	if (!mode && needed && !sc_translates(run->program) &&
		!sc_knows_mode(run->program, branch, &run->numbers, initial))
		lack(run, "this mode", branch);
	return mode;
}

sc_program *se_impulse_program(se_run *run, sc_order order)
{
	sc_program *program = sc_impulses(run->program, &run->numbers, order);
	if (!program && !sc_translates(run->program) && !sc_knows_impulses(run->program, order))
		lack(run, "the impulses of this mode", run->mode->branch);
	return program;
}

void se_tell_lacking(se_run *run)
{
	if (!run->modes->lacking)
		return;
	sb_message *m = sb_report(run->diag, SB_ERROR, "R0290", (sb_span){0},
							  "at time %.9g the run needs what the program that was read from a file has not: %s",
							  run->time, run->modes->lacking);
	sb_note(m, "such a program has the modes that were entered before it was written, and cannot make others");
	sb_help(m, "write it after a run that enters all modes that are needed, or run the model from its text");
}
