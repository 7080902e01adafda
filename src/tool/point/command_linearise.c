/* saltus linearise: A, B, C, D at a point, what follows from them, files and pictures. */
#include "tool/point/tool_point.h"
#include "tool/guard/tool_guard.h"
#include <math.h>
#include <string.h>

/* A component must be there, and have inputs or outputs. */
static bool has_component(const st_model *m, const char *name, sb_diag *diag)
{
	sb_arena *arena = sb_arena_new();
	sb_strings names = {0};
	bool found = false;
	for (uint32_t i = 1; i < m->flat->components.n; i++) {
		sb_push(arena, names, m->flat->components.at[i].name);
		found = found || strcmp(m->flat->components.at[i].name, name) == 0;
	}
	if (!found) {
		sb_message *e = sb_report(diag, SB_ERROR, "U0612", (sb_span){0}, "there is no component '%s' in %s", name,
								  m->flat->name);
		const char *near = sb_nearest(name, names.at, names.n);
		sb_text list = {0};
		for (uint32_t i = 0; i < names.n && i < 20; i++)
			sb_addf(&list, "%s%s", i ? ", " : "", names.at[i]);
		if (near)
			sb_help(e, "did you mean '%s'?", near);
		else if (names.n)
			sb_note(e, "its components are %s%s", list.at, names.n > 20 ? ", ..." : "");
		sb_text_free(&list);
	}
	sb_arena_free(arena);
	return found;
}

static bool sample(tool_point *j, st_linear *l)
{
	if (isnan(j->o.point.sample) || st_linear_sample(l, j->o.point.sample, j->o.point.method, j->arena))
		return true;
	sb_report(j->model->diag, SB_ERROR, "U0613", (sb_span){0},
			  "the system cannot be sampled with the period %.9g: its matrices have no finite values then",
			  j->o.point.sample);
	return false;
}

static bool show(tool_point *j, const st_linear *l)
{
	const char *name = j->model->flat->name;
	if (j->o.point.component)
		name = sb_printf(j->arena, "%s of %s", j->o.point.component, name);
	bool good = true;
	for (uint32_t i = 0; i < j->o.outputs.n; i++)
		good = st_linear_write(l, name, j->o.outputs.at[i], j->model->diag) && good;
	for (uint32_t i = 0; i < j->o.draw.n; i++)
		good = st_linear_draw(l, name, j->o.draw.at[i], j->model->diag) && good;
	if (j->o.json)
		st_linear_json(l, name, &j->said);
	else if (!j->o.quiet)
		st_linear_text(l, name, tool_color(stdout), &j->said);
	return good;
}

/* --steady: all states free, all rates zero; inputs and parameters stay as they are. */
static bool settle(tool_point *j)
{
	st_trim t;
	if (!j->o.point.steady)
		return true;
	sb_doing("looking for an equilibrium", j->model->flat->name);
	st_trim_request q = {.seed = j->o.run.seed};
	return st_trim_find(j->model, j->run, &j->settings, &q, j->arena, j->model->diag, &t) &&
		   st_trim_tell(&t, j->model->diag) && st_trim_apply(&t, j->run);
}

/* Differences of runs need runs that are better than their differences. */
static bool linearise_clocked(tool_point *j, const st_linear_request *q)
{
	st_linear l;
	if (j->o.point.component || j->o.point.steady || !isnan(j->o.point.sample)) {
		sb_help(sb_report(j->model->diag, SB_ERROR, "U0644", (sb_span){0},
						  "--clocked is of the whole model, at a time: it goes with none of --component, --steady and "
						  "--sample"), "leave the others out");
		return false;
	}
	if (isnan(j->o.run.tolerance))
		j->settings.tolerance = 1e-12;
	return tool_stand(j) &&
		   st_linearise_clocked(j->model, j->run, &j->settings, q, j->arena, j->model->diag, &l) && show(j, &l);
}

static bool tell_clocks(const tool_point *j)
{
	if (se_clocks(j->run))
		sb_help(sb_report(j->model->diag, SB_INFO, "U0645", (sb_span){0},
						  "the model has clocks: what they set is held in the linear system"),
				"--clocked gives the sampled system over one period of all clocks");
	return true;
}

static bool linearise(tool_point *j)
{
	st_linear l;
	sb_diag *diag = j->model->diag;
	const tool_point_options *o = &j->o.point;
	st_linear_request q = {.component = o->component, .inputs = o->inputs.at, .input_count = o->inputs.n,
						   .outputs = o->outputs.at, .output_count = o->outputs.n};
	if (o->component && !has_component(j->model, o->component, diag))
		return false;
	if (o->clocked)
		return linearise_clocked(j, &q);
	return tool_stand(j) && settle(j) && st_linearise(j->model, j->run, &q, j->arena, diag, &l) && tell_clocks(j) &&
		   sample(j, &l) && show(j, &l);
}

int tool_linearise(int argc, char **argv)
{
	return tool_at_point(argc, argv, &(tool_point_command){"linearise", TOOL_LINEAR, NULL, linearise});
}
