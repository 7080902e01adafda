/* The settings of a run, from the model and the command line: the same for every command that simulates. */
#include "tool/line/line.h"
#include <math.h>
#include <stdio.h>

static void print_log(void *context, const char *line)
{
	(void)context;
	fprintf(stderr, "%s\n", line);
}

/* A solver that the model names in an annotation, which keeps nobody from running it. */
static void check_solver(const st_model *m, se_settings *s)
{
	/* a program says it in a statement, which fails (R0404) */
	if (sv_find(s->solver) || m->flat->routines.n)
		return;
	sb_message *e = sb_report(m->diag, SB_WARNING, "U0383", (sb_span){0},
							  "the model asks for the solver '%s', which there is not: auto is used", s->solver);
	uint32_t count;
	const char *const *names = sv_names(&count), *near = sb_nearest(s->solver, names, count);
	if (near)
		sb_help(e, "did you mean '%s'?", near);
	s->solver = sv_default()->name;
}

se_settings tool_settings(const tool_options *o, const st_model *m)
{
	se_settings s = se_defaults(sc_image(m->program));
	if (!isnan(o->run.start)) {
		if (isnan(o->run.stop) && !isfinite(m->flat->settings.stop))
			s.stop = o->run.start + 1;
		s.start = o->run.start;
	}
	if (!isnan(o->run.stop))
		s.stop = o->run.stop;
	if (!isnan(o->run.step))
		s.interval = s.step = o->run.step;
	if (!isnan(o->run.max_step))
		s.max_step = o->run.max_step;
	if (!isnan(o->run.tolerance))
		s.tolerance = o->run.tolerance;
	if (!isnan(o->run.quantum))
		s.quantum = o->run.quantum;
	if (!isnan(o->run.hysteresis))
		s.hysteresis = o->run.hysteresis;
	if (o->run.solver)
		s.solver = o->run.solver;
	else
		check_solver(m, &s);
	if (o->run.max_microsteps)
		s.max_microsteps = o->run.max_microsteps;
	if (o->run.on_zeno)
		s.on_zeno = o->run.on_zeno == TOOL_OTHER ? SE_REST : SE_ZENO_STOP;
	if (o->run.on_chatter)
		s.on_chatter = o->run.on_chatter == TOOL_OTHER ? SE_SLIDE : SE_CHATTER_STOP;
	s.seed = o->run.seed;
	s.log = o->run.log & 31;
	s.logged = print_log;
	return s;
}
