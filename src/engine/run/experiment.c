/* Experiments: routines outside of time, which ask for simulations and wait for them. */
#include "engine/evaluate/engine_evaluate.h"
#include "engine/instant/instant.h"
#include "engine/process/engine_process.h"
#include "engine/run/run.h"
#include <math.h>

/* One part of the routine: to the next simulation, or to its end. */
static se_turn go_on(se_run *run, se_request *request)
{
	sc_activation *c = se_activation_of(run->control->experiment);
	run->around->request = request;
	run->around->requested = false;
	run->failed = false;
	run->process->running = run->control->experiment;
	se_stream *of_run = run->process->streams;
	run->process->streams = run->control->streams_outside;
	int waits = run->f->routines[c->routine](run->d, c);
	run->process->streams = of_run;
	run->process->running = NULL;
	run->around->request = NULL;
	if (run->d->failed && !run->failed)
		se_report_trouble(run, "an experiment was executed");
	sc_forgive(run->d);
	se_keep_values(run);
	if (run->failed)
		return SE_BROKE;
	return waits && run->around->requested ? SE_ASKS : SE_ENDED;
}

se_turn se_experiment(se_run *run, uint32_t routine, const se_settings *settings, se_request *request)
{
	run->settings = *settings;
	run->f = sc_functions_of(run->program);
	se_begin_outside(run);
	if (!se_parameters(run))
		return SE_BROKE;
	run->f->starts(run->d);
	se_put_kept_back(run);
	size_t size =
		sizeof(se_activity) + sizeof(sc_activation) + run->image->routines.at[routine].slots * sizeof(sc_slot);
	run->control->experiment = sb_alloc(run->arena, size);
	run->control->experiment->doing = SE_RUNS;
	se_activation_of(run->control->experiment)->routine = (int)routine;
	run->control->streams_outside = se_streams_open(run, run->arena, 0);
	return go_on(run, request);
}

/* The simulation had settings of its own; what the experiment says goes where it went before. */
se_turn se_experiment_goes_on(se_run *run, const se_settings *settings, se_request *request)
{
	run->settings.written = settings->written;
	run->settings.write_context = settings->write_context;
	run->f = sc_functions_of(run->program);
	return go_on(run, request);
}
