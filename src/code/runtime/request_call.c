/* A text that was made on request has its own table of places, and the run that calls it keeps what it has warned of by
 * place. So both are exchanged while the text is at work. Warnings are held back: what is evaluated is no point of the
 * solution, or one that was told before. */
#include "code/runtime/runtime.h"

sc_beside sc_beside_enter(sc_data *d, sc_program *text, bool *warned)
{
	sc_run *run = sc_run_of(d);
	sc_beside before = { run->program, run->warned, run->holds_warnings, run->held_warning, d->services->mark(d) };
	run->program = text;
	run->warned = warned;
	run->holds_warnings = true;
	d->program = text;
	return before;
}

bool sc_beside_leave(sc_data *d, const sc_beside *before)
{
	sc_run *run = sc_run_of(d);
	bool good = !d->failed;
	if (!good)
		sc_forgive(d);
	run->program = before->program;
	run->warned = before->warned;
	run->holds_warnings = before->holds;
	run->held_warning = before->held;
	d->program = before->program;
	d->services->release(d, before->mark);
	return good;
}
