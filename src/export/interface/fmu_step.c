/* Co-simulation: the solver of the runtime leads from one communication point to the next. Events inside of a step are
 * taken where they are. With event mode the step ends there, and the caller lets it happen. */
#include "export/interface/export_interface.h"

#include <math.h>
#include <string.h>

fmu_status fmu_enter_steps(fmu *f)
{
	fmu_found found;
	fmu_status status = f->open ? fmu_update(f, &found) : FMU_OK;
	f->mode = FMU_IN_STEPS;
	f->known = FMU_NOTHING;
	return status;
}

/* Inputs and tunable parameters that were set since the last step act where it begins. */
static fmu_status take_changes(fmu *f)
{
	fmu_found found;
	if (!f->moved)
		return FMU_OK;
	if (rt_instant_open(f->run) == RT_FAILED)
		return fmu_failed(f, "a step");
	f->open = 1;
	return fmu_update(f, &found);
}

/* Inputs that go on straight from where they were set. */
static void move_inputs(fmu *f, double time)
{
	for (uint32_t k = 0; f->slope && k < f->model->variables; k++) {
		const fmu_variable *v = &f->model->variable[k];
		if (f->slope[k] < 0 || f->slope[k] > 0)
			rt_set(&f->run->d, f->model->place[v->place].at,
					(rt_real)(f->base[k] + f->slope[k] * (time - f->slopes_from)));
	}
}

static void drive(rt_run *run, rt_real time)
{
	move_inputs(run->driven, (double)time);
}

static fmu_status tell_point(fmu *f, int may_end, int *ends)
{
	fmu_status status;
	*ends = 0;
	if (!f->update)
		return FMU_OK;
	status = fmu_know(f, FMU_ALL);
	if (status <= FMU_WARNING)
		f->update(f, (double)f->run->d.time, may_end, ends);
	return status;
}

static fmu_status take_event(fmu *f, fmu_step_result *out)
{
	fmu_found found;
	if (rt_instant_open(f->run) == RT_FAILED)
		return fmu_failed(f, "an event");
	f->open = 1;
	fmu_status status = fmu_update(f, &found);
	out->terminate = found.terminate;
	return status;
}

fmu_status fmu_step(fmu *f, double from, double size, fmu_step_result *out)
{
	rt_run *run = f->run;
	double end = from + size, slack = 1e-9 * fabs(size) + 4e-16 * fabs(end);
	memset(out, 0, sizeof *out);
	out->reached = from;
	if (!(size >= 0) || fabs(from - (double)run->d.time) > slack)
		return fmu_say(f, FMU_ERROR, "a step from %.17g by %.17g is asked for, and the FMU is at %.17g", from, size,
					   (double)run->d.time);
	fmu_status status = take_changes(f), worst = status;
	f->slopes_from = from;
	run->driven = f;
	run->drive = f->slope ? drive : NULL;
	while (status <= FMU_WARNING && !out->terminate && (double)run->d.time < end - slack) {
		int event = 0, ends = 0;
		f->known = FMU_NOTHING;
		if (rt_travel(run, (rt_real)end, &event) == RT_FAILED) {
			status = fmu_failed(f, "a step");
			break;
		}
		if (fabs((double)run->d.time - end) <= slack)
			run->d.time = (rt_real)end;
		status = tell_point(f, f->returns_early, &ends);
		if (event && f->uses_events && (f->returns_early || (double)run->d.time >= end)) {
			out->event = 1;
			break;
		}
		if (event && status <= FMU_WARNING)
			status = take_event(f, out);
		else if (status <= FMU_WARNING)
			status = fmu_told(f, rt_look_at_asserts(run), "a step");
		worst = status > worst ? status : worst;
		if (ends)
			break;
	}
	f->known = FMU_NOTHING;
	out->reached = (double)run->d.time;
	out->early = out->reached < end - slack && !out->terminate;
	return status > worst ? status : worst;
}
