/* What a run is asked to do: defaults, and settings that cannot be. */
#include "engine/forcing/engine_forcing.h"
#include "engine/run/run.h"
#include "engine/solve/engine_solve.h"
#include "solver/solvers.h"
#include <string.h>
#include <strings.h>

se_settings se_defaults(const si_image *image)
{
	se_settings s = {
		.start = 0, .stop = 1, .tolerance = 1e-6, .solver = sv_default()->name, .limits = SE_BOTH,
		.max_microsteps = 100};
	if (!image)
		return s;
	const si_settings *e = &image->settings;
	if (isfinite(e->start))
		s.start = e->start;
	s.stop = isfinite(e->stop) ? e->stop : s.start + 1;
	if (isfinite(e->interval) && e->interval > 0)
		s.interval = e->interval;
	if (isfinite(e->tolerance) && e->tolerance > 0)
		s.tolerance = e->tolerance;
	if (e->solver)
		s.solver = si_word(image, e->solver);
	if (isfinite(e->quantum))
		s.quantum = e->quantum;
	if (isfinite(e->hysteresis))
		s.hysteresis = e->hysteresis;
	s.on_zeno = e->rests ? SE_REST : SE_ZENO_STOP;
	s.on_chatter = e->slides ? SE_SLIDE : SE_CHATTER_STOP;
	return s;
}

/* A solver by a name that others use, or in other letters. */
static const char *solver_meant(const char *name)
{
	static const struct { const char *name; const sv_operations *meant; } others[] = {
		{"dassl", &sv_ida}, {"daskr", &sv_ida}, {"ode45", &sv_erk}, {"ode23", &sv_erk}, {"rk45", &sv_erk},
		{"dopri5", &sv_erk}, {"dopri45", &sv_erk}, {"tsit5", &sv_erk}, {"ode15s", &sv_cvode},
		{"ode113", &sv_adams}, {"ode23t", &sv_dirk}, {"ode23tb", &sv_dirk}, {"ode23s", &sv_rodas},
		{"gear", &sv_cvode}, {"bdf", &sv_cvode}, {"lsoda", &sv_auto}, {"lsodar", &sv_auto},
		{"radau", &sv_rodas}, {"radau5", &sv_rodas}, {"trap", &sv_dirk}, {"trapezoid", &sv_dirk},
		{"rungekutta", &sv_rk4}, {"ode4", &sv_rk4}, {"ode1", &sv_euler}, {"ode2", &sv_heun},
	};
	uint32_t count;
	const char *const *names = sv_names(&count);
	for (uint32_t i = 0; i < count; i++)
		if (strcasecmp(name, names[i]) == 0)
			return names[i];
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		if (strcasecmp(name, others[i].name) == 0)
			return others[i].meant->name;
	return sb_nearest(name, names, count);
}

/* Quanta, and whether the model can have them. */
static bool quanta_are_good(se_run *run)
{
	const se_settings *s = &run->settings;
	if (!(s->quantum >= 0) || !(s->hysteresis >= 0) || !isfinite(s->quantum) || !isfinite(s->hysteresis)) {
		bool first = !(s->quantum >= 0) || !isfinite(s->quantum);
		sb_message *m = sb_report(run->diag, SB_ERROR, "R0821", (sb_span){0}, "the %s cannot be %.9g",
								  first ? "quantum" : "hysteresis", first ? s->quantum : s->hysteresis);
		sb_help(m, "give a positive number: how far a state may be from its quantised value, in its own unit");
		return false;
	}
	return !run->ops->quantised || se_can_quantise(run);
}

void se_tell_settings(se_run *run)
{
	const se_settings *s = &run->settings;
	se_settings own = se_defaults(run->image);       /* what the model says is for solvers that have quanta */
	bool given = s->quantum != own.quantum || s->hysteresis != own.hysteresis;
	double least = sv_least_tolerance(run->ops);
	if (s->tolerance < least / 5)
		sb_help(sb_report(run->diag, SB_WARNING, "U0382", (sb_span){0},
						  "solver %s cannot meet the tolerance %.3g: it works with %.2g", s->solver, s->tolerance,
						  least),
				"erk and rodas can be the most precise");
	if (given && !run->ops->quantised)
		sb_help(sb_report(run->diag, SB_WARNING, "R0822", (sb_span){0},
						  "solver %s has no quanta: --quantum and --hysteresis are not used", s->solver),
				"they belong to qss1, qss2, qss3, liqss1, liqss2 and liqss3");
	if (s->hysteresis > 0 && s->hysteresis != own.hysteresis && run->ops->quantised &&
		strcmp(run->ops->name, "qss1") != 0)
		sb_help(sb_report(run->diag, SB_WARNING, "R0823", (sb_span){0},
						  "the hysteresis is not used by solver %s: its quantised states turn back by themselves",
						  s->solver),
				"only the steps of qss1 have one");
	if (run->ops->quantised)
		se_tell_narrow(run);
}

static bool times_are_good(const se_run *run)
{
	const se_settings *s = &run->settings;
	bool open = s->stop == INFINITY;
	if (!isfinite(s->start) || (!open && (!isfinite(s->stop) || s->stop < s->start || !isfinite(s->stop - s->start)))) {
		sb_message *m = sb_report(run->diag, SB_ERROR, "R0402", (sb_span){0},
								  "a run cannot go from time %.9g to time %.9g", s->start, s->stop);
		sb_help(m, "give both with --start and --stop, or in the model's experiment annotation");
		return false;
	}
	if (!(s->tolerance >= SE_TOLERANCE_LEAST && s->tolerance <= SE_TOLERANCE_MOST)) {
		sb_message *m =
			sb_report(run->diag, SB_ERROR, "R0403", (sb_span){0}, "the tolerance cannot be %.9g", s->tolerance);
		if (s->tolerance > 0 && s->tolerance < SE_TOLERANCE_LEAST)
			sb_note(m, "numbers have 16 digits, of which rounding takes some: errors below %g cannot be reached",
					SE_TOLERANCE_LEAST);
		sb_help(m, "give a number from %g to %g; the default is 1e-6, and 1e-10 is very fine", SE_TOLERANCE_LEAST,
				SE_TOLERANCE_MOST);
		return false;
	}
	return true;
}

/* The interval of the output, and the step of solvers with fixed steps. */
static bool grid_is_good(se_run *run)
{
	se_settings *s = &run->settings;
	bool open = s->stop == INFINITY;
	double largest = open ? fabs(s->start) : fmax(fabs(s->start), fabs(s->stop)),
		   resolution = sb_one_time(largest);
	bool no_grid = open && !(s->interval > 0);
	if (!(s->interval > 0))
		s->interval = open ? INFINITY : s->stop > s->start ? fmax((s->stop - s->start) / 500, resolution) : 1;
	run->forcing->step_given = s->step > 0;
	if (!run->forcing->step_given)
		s->step = s->interval;
	if (s->interval < resolution || s->step < resolution ||
		(!no_grid && (!isfinite(s->interval) || !isfinite(s->step)))) {
		sb_message *m = sb_report(run->diag, SB_ERROR, "R0407", (sb_span){0}, "the output interval cannot be %.9g",
		                          s->interval < resolution || !isfinite(s->interval) ? s->interval : s->step);
		sb_note(m, "numbers near %.9g tell times apart only if they differ by more than %.3g", largest, resolution);
		sb_help(m, "leave it out: the default is a 500th of the run");
		return false;
	}
	return true;
}

static bool solver_is_there(se_run *run)
{
	const se_settings *s = &run->settings;
	run->ops = sv_find(s->solver);
	if (!run->ops) {
		uint32_t count;
		const char *const *names = sv_names(&count), *near = solver_meant(s->solver);
		sb_message *m = sb_report(run->diag, SB_ERROR, "R0404", (sb_span){0}, "there is no solver '%s'", s->solver);
		sb_text all = {0};
		for (uint32_t i = 0; i < count; i++)
			sb_addf(&all, "%s%s", i ? ", " : "", names[i]);
		if (near)
			sb_help(m, "did you mean '%s'?", near);
		sb_note(m, "the solvers are %s", all.at);
		sb_text_free(&all);
	}
	return run->ops != NULL;
}

bool se_settings_are_good(se_run *run)
{
	const se_settings *s = &run->settings;
	if (!times_are_good(run) || !grid_is_good(run) || !solver_is_there(run))
		return false;
	if (run->ops->fixed_step && !isfinite(s->step)) {
		sb_message *m = sb_report(run->diag, SB_ERROR, "R0601", (sb_span){0},
								  "solver %s needs a step: the run has no stop time to derive one from", s->solver);
		sb_help(m, "give the step with --step, or the output interval in the model");
		return false;
	}
	return quanta_are_good(run);
}
