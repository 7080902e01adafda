/* A text that was made on request has its own table of places, and the run that calls it keeps what it has warned of by
 * place. So both are exchanged while the text is at work. */
#include "code/runtime/runtime.h"

#include <stdlib.h>

bool sc_call_beside(sc_data *d, sc_program *text, void (*call)(sc_data *d, void *context), void *context)
{
	sc_run *run = sc_run_of(d);
	sc_program *program = run->program;
	bool *warned = run->warned, holds = run->holds_warnings, held = run->held_warning;
	unsigned long long mark = d->services->mark(d);
	run->warned = sb_resize(NULL, text->sites.n + 1);
	for (uint32_t k = 0; k <= text->sites.n; k++)
		run->warned[k] = false;
	run->holds_warnings = true;
	run->program = text;
	d->program = text;
	call(d, context);
	bool good = !d->failed;
	sc_forgive(d);
	free(run->warned);
	run->warned = warned;
	run->holds_warnings = holds;
	run->held_warning = held;
	run->program = program;
	d->program = program;
	d->services->release(d, mark);
	return good;
}
