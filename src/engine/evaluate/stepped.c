/* Components that are told of the steps of the solver, and of what it tries (E680). */
#include "base/stock.h"
#include "engine/evaluate/engine_evaluate.h"

void se_tell_step(se_run *run, sl_block_phase phase)
{
	unsigned follows = run->image->blocks.n ? sc_blocks_follow(run->d) : 0;
	bool values = follows & SL_FOLLOWS_VALUES;
	if (!values && !(phase == SL_MESH && follows & SL_FOLLOWS_ENDS))
		return;
	if (values) {
		se_here(run);
		se_evaluate_all(run);
	} else {
		run->f->rates(run->d);
	}
	if (run->d->failed && values)
		sc_forgive(run->d);      /* what has no value is told by those who judge */
	else
		sc_blocks_stepped(run->d, phase);
	if (run->d->failed)
		se_report_trouble(run, "a component was told of a step");
}

void se_tell_try(se_run *run)
{
	if (!(sc_blocks_follow(run->d) & SL_FOLLOWS_TRIES))
		return;
	double *functions = sb_draw(NULL, ((size_t)run->image->watches.n + 1) * sizeof *functions);
	run->f->watch(run->d, functions);
	run->f->outputs(run->d);
	sb_put_back(functions);
	if (run->d->failed)
		sc_forgive(run->d);
	else
		sc_blocks_stepped(run->d, SL_TRY);
	if (run->d->failed)
		se_report_trouble(run, "a component was told of a try");
	se_new_point(run);
}
