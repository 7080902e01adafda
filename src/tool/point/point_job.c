/* What the commands about points have in common: from arguments to a run that stands at a time. */
#include "base/json.h"
#include "tool/point/tool_point.h"
#include "tool/guard/tool_guard.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

bool tool_read_bound(const char *text, sb_arena *arena, st_bound *out)
{
	const char *equals = strchr(text, '='), *colon = equals ? strchr(equals, ':') : NULL;
	char *end;
	if (!colon || equals == text)
		return false;
	*out = (st_bound){sb_strndup(arena, text, (size_t)(equals - text)), -INFINITY, INFINITY};
	if (colon > equals + 1) {
		out->low = sb_read_real(equals + 1, &end);
		if (end != colon || isnan(out->low))
			return false;
	}
	if (colon[1]) {
		out->high = sb_read_real(colon + 1, &end);
		if (*end || end == colon + 1 || isnan(out->high))
			return false;
	}
	return colon > equals + 1 || colon[1];
}

static void choose_settings(tool_point *j)
{
	const tool_options *o = &j->o;
	se_settings *s = &j->settings;
	*s = se_defaults(sc_image(j->model->program));
	if (!isnan(o->run.start)) {
		if (isnan(o->run.stop) && !isfinite(j->model->flat->settings.stop))
			s->stop = o->run.start + 1;
		s->start = o->run.start;
	}
	if (!isnan(o->run.stop))
		s->stop = o->run.stop;
	else if (o->point.at > s->stop)      /* whoever asks for this time wants the run to go there */
		s->stop = o->point.at;
	if (!isnan(o->run.tolerance))
		s->tolerance = o->run.tolerance;
	if (o->run.solver)
		s->solver = o->run.solver;
	s->seed = o->run.seed;
	s->record_nothing = true;
}

bool tool_stand(tool_point *j)
{
	sb_doing("running to the point", j->model->flat->name);
	return st_stand_at(j->run, &j->settings, j->o.point.at, j->model->diag);
}

static bool has_no_experiments(const st_model *m)
{
	if (m->flat->again)
		sb_report(m->diag, SB_INFO, "U0981", (sb_span){0},
				  "%s asks for further simulations of itself: the point is one of the first simulation", m->flat->name);
	if (!m->flat->experiments.n)
		return true;
	sb_message *e = sb_report(m->diag, SB_ERROR, "U0614", (sb_span){0},
							  "%s has experiments, which decide by themselves what is simulated: it has no one point",
							  m->flat->name);
	sb_help(e, "take the experiments (in COSY: MONITOR) out, and set what they set with -p");
	return false;
}

/* The messages become a part of the object. */
static void print_json(tool_point *j)
{
	sb_text messages = {0};
	sb_json failed = {.out = &j->said};
	sb_render_json(j->model->diag, 0, &messages);
	if (!j->said.n) {
		sb_json_open(&failed, NULL, '{');
		sb_json_string(&failed, "model", j->model->flat ? j->model->flat->name : j->o.file);
		sb_json_string(&failed, "status", "failed");
		sb_json_close(&failed, '}');
	}
	printf("%.*s,\"messages\":%s}\n", (int)(j->said.n - 1), j->said.at, messages.at);
	sb_text_free(&messages);
}

static bool is_of_point(const char *code)
{
	return strcmp(code, "U0410") != 0;
}

/* Its value is looked for, or was given as -p NAME.start=VALUE. */
static bool is_chosen(const tool_options *o, const char *name)
{
	size_t n = strlen(name);
	bool is = o->point.along && strncmp(o->point.along, name, n) == 0 && o->point.along[n] == '=';
	for (uint32_t i = 0; i < o->point.free.n && !is; i++)
		is = sb_matches(o->point.free.at[i], name);
	for (uint32_t i = 0; i < o->given.n && !is; i++)
		is = strncmp(o->given.at[i].name, name, n) == 0 && strcmp(o->given.at[i].name + n, ".start") == 0;
	return is;
}

/* At a point an input has a value, and no course of time: the advice is another one than that of a run. */
static void tell_held_inputs(const tool_options *o, const st_model *m)
{
	uint32_t before = sb_messages(m->diag);
	sb_take_back(m->diag, 0, is_of_point);
	for (uint32_t i = 0; m->flat && sb_messages(m->diag) < before && i < m->flat->variables.n; i++) {
		const sm_variable *v = sm_var(m->flat, i);
		if (v->held && !v->hidden && !is_chosen(o, v->name))
			sb_help(sb_report(m->diag, SB_INFO, "U0410", v->span,
							  "nothing sets the input '%s' of the model: it holds its start value", v->name),
					"choose its value with -p %s.start=...", v->name);
	}
}

static int work(tool_point *j, const tool_point_command *command)
{
	st_options options = tool_load_options(&j->o, ST_CODE, j->o.no_external ? ST_OWN_C : ST_ANY_C);
	options.opened = j->o.point.component;
	tool_guard(&j->o);
	j->model = st_load(j->o.file, j->o.class_name, &options);
	tell_held_inputs(&j->o, j->model);
	bool good = j->model->program && !sb_errors(j->model->diag) && has_no_experiments(j->model);
	if (good) {
		choose_settings(j);
		j->run = st_run(j->model, j->model->diag);
		good = command->make(j) && !sb_errors(j->model->diag);
		se_end(j->run);
	}
	tool_guard_phase(TOOL_FINISHING);
	if (j->o.json)
		print_json(j);
	else
		tool_print_messages(j->model->diag, j->o.quiet);
	if (!j->o.json && j->said.n)
		fwrite(j->said.at, 1, j->said.n, stdout);
	sb_text_free(&j->said);
	se_run_free(j->run);
	st_free(j->model);
	return tool_guard_status(good ? TOOL_DONE : TOOL_FAILED);
}

int tool_at_point(int argc, char **argv, const tool_point_command *command)
{
	tool_point j = {.arena = sb_arena_new()};
	sb_diag *diag = sb_diag_new();
	bool good = tool_parse(j.arena, diag, argc, argv, TOOL_COMMON | TOOL_POINT | command->group, command->name, &j.o) &&
				(!command->options_are_good || command->options_are_good(&j.o, diag));
	int status = good ? work(&j, command) : tool_usage(diag, command->name);
	sb_diag_free(diag);
	sb_arena_free(j.arena);
	return status;
}
