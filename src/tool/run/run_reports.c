/* saltus run: how it went, for people and for programs. */
#include "base/json.h"
#include "model/unit/unit.h"
#include "tool/guard/tool_guard.h"
#include "tool/run/tool_run.h"
#include <math.h>
#include <string.h>

const char *tool_status_name(se_status status, bool good)
{
	if (se_was_stopped(status))
		return sb_stopped() != SB_GO_ON ? tool_stop_name(sb_stopped()) : status == SE_STOPPED ? "stopped" : "timeout";
	return status == SE_FAILED || !good ? "failed" : status == SE_TERMINATED ? "terminated" : "done";
}

static bool is_selected(const tool_job *j, const char *name)
{
	for (uint32_t p = 0; p < j->o.vars.n; p++)
		if (sb_matches(j->o.vars.at[p], name))
			return true;
	return j->o.vars.n == 0;
}

/* Where a run has failed an evaluation may not be finished: what it was to compute is not known. */
static bool is_broken(const tool_job *j)
{
	return j->status == SE_FAILED && !se_values_are_whole(j->run);
}

static bool is_unknown(const tool_job *j, const sm_variable *v, uint32_t scalar)
{
	return is_broken(j) && v->type == SX_REAL && v->variability == SM_CONTINUOUS &&
		   si_place_of(sc_image(j->model->program), scalar).store != SI_STATE;
}

static void add_value(sb_json *out, const tool_job *j, const sm_variable *v, uint32_t scalar, const char *name)
{
	const sc_data *d = se_data(j->run);
	int64_t whole;
	if (v->type == SX_INTEGER && sc_scalar_integer(d, scalar, &whole))
		sb_json_int(out, name, whole);
	else if (v->type == SX_STRING)
		sb_json_string(out, name, sc_scalar_string(d, scalar));
	else if (v->type == SX_BOOLEAN)
		sb_json_bool(out, name, sc_scalar_value(d, scalar) != 0);
	else
		sb_json_real(out, name, is_unknown(j, v, scalar) ? NAN : sc_scalar_value(d, scalar));
}

static void add_unit(sb_json *out, const tool_job *j, const sm_variable *v, uint32_t scalar, const char *name)
{
	(void)j;
	(void)scalar;
	if (v->unit && *v->unit && !v->mixed_units)
		sb_json_string(out, name, v->unit);
}

static void add_scalars(sb_json *out, const tool_job *j,
						void (*add)(sb_json *out, const tool_job *j, const sm_variable *v, uint32_t scalar,
									const char *name))
{
	const sm_model *flat = j->model->flat;
	sb_text name = {0};
	for (uint32_t i = 0; i < flat->variables.n; i++) {
		const sm_variable *v = sm_var(flat, i);
		uint32_t first, last;
		if (v->hidden || !sm_may_match(flat, i, j->o.vars.at, j->o.vars.n, &first, &last))
			continue;
		for (uint32_t s = first; s < last; s++) {
			name.n = 0;
			sm_scalar_name(flat, s, &name);
			if (is_selected(j, name.at))
				add(out, j, v, s, name.at);
		}
	}
	sb_text_free(&name);
}

/* The derivatives that the model has by name, after the variables: their values (units = false) or units. */
static void add_rates(sb_json *out, const tool_job *j, bool units)
{
	const sm_model *flat = j->model->flat;
	sb_arena *scratch = sb_arena_new();
	const double *value = se_rate_values(j->run, scratch);
	sb_text name = {0};
	for (uint32_t i = 0; i < flat->variables.n; i++) {
		const sm_variable *v = sm_var(flat, i);
		const char *unit = v->mixed_units ? "" : sm_unit_of_rate(scratch, v->unit);
		for (uint32_t s = v->first; s < v->first + v->count; s++) {
			name.n = 0;
			if (!j->rates[s] || (units && !*unit))
				continue;
			se_rate_name(sc_image(j->model->program), s, &name);
			if (!is_selected(j, name.at))
				continue;
			if (units)
				sb_json_string(out, name.at, unit);
			else
				sb_json_real(out, name.at, is_broken(j) ? NAN : value[s]);
		}
	}
	sb_text_free(&name);
	sb_arena_free(scratch);
}

/* The modes that were entered, of a model whose structure changes. */
static void add_modes(sb_json *out, const tool_job *j)
{
	uint32_t count;
	const se_mode_use *use = se_modes(j->run, &count);
	if (!count)
		return;
	sb_text text = {0};
	const se_mode_search *search = se_searched(j->run);
	sb_json_open(out, "search", '{');
	sb_json_int(out, "changes", (int64_t)search->changes);
	sb_json_int(out, "jumps", (int64_t)search->jumps);
	sb_json_int(out, "cannot_be", (int64_t)search->no_such);
	sb_json_int(out, "by_impulses", (int64_t)search->by_impulse);
	sb_json_int(out, "by_values", (int64_t)search->by_values);
	sb_json_int(out, "others", (int64_t)(search->open + search->visited));
	sb_json_int(out, "looked_for_second", (int64_t)search->looked);
	sb_json_int(out, "made_for_second", (int64_t)search->made_for_second);
	sb_json_real(out, "seconds", search->seconds);
	sb_json_int(out, "known", (int64_t)search->known);
	sb_json_real(out, "known_seconds", search->known_seconds);
	sb_json_close(out, '}');
	sb_json_open(out, "modes", '[');
	for (uint32_t i = 0; i < count; i++) {
		const sc_mode *mode = use[i].mode;
		text.n = 0;
		si_describe_mode(sc_image(mode->program), j->model->diag, NULL, NULL, &text);
		sb_json_open(out, NULL, '{');
		sb_json_int(out, "number", mode->number);
		sb_json_string(out, "branches", text.at ? text.at : "");
		sb_json_int(out, "states", use[i].states);
		sb_json_int(out, "entries", (int64_t)use[i].entries);
		sb_json_real(out, "time", use[i].time);
		sb_json_real(out, "analysis", mode->analysis);
		sb_json_real(out, "compilation", mode->compilation);
		sb_json_real(out, "entering", use[i].entering);
		sb_json_close(out, '}');
	}
	sb_json_close(out, ']');
	sb_text_free(&text);
}

/* The rows of the crossplot, by column. */
static void add_cross(sb_json *out, const sr_record *cross)
{
	sb_json_open(out, "cross", '{');
	for (uint32_t c = 0; c < sr_columns(cross); c++) {
		sb_json_open(out, sr_column_at(cross, c)->name, '[');
		for (uint32_t row = 0; row < sr_rows(cross); row++)
			sb_json_real(out, NULL, sr_value(cross, row, c));
		sb_json_close(out, ']');
	}
	sb_json_close(out, '}');
}

static void add_pictures(sb_json *out, const tool_job *j)
{
	if (j->pictures.drawn.n) {
		sb_json_open(out, "pictures", '[');
		for (uint32_t i = 0; i < j->pictures.drawn.n; i++)
			sb_json_string(out, NULL, j->pictures.drawn.at[i]);
		sb_json_close(out, ']');
	}
}

/* What only programs with routines have: what they say, their experiments. */
static void add_program(sb_json *out, const tool_job *j)
{
	if (!j->model->flat->routines.n)
		return;
	sb_json_string(out, "output", j->written.at ? j->written.at : "");
	if (se_cross(j->run))
		add_cross(out, se_cross(j->run));
	if (j->each.n) {
		sb_text list = {0};
		sb_addf(&list, "[%s]", j->each.at);
		sb_json_raw(out, "experiments", list.at);
		sb_text_free(&list);
	}
}

/* Those of another model, in the same array. */
static void add_messages(sb_text *messages, const sb_diag *diag)
{
	sb_text more = {0};
	sb_render_json(diag, 0, &more);
	if (sb_messages(diag)) {
		messages->n--;
		sb_addf(messages, "%s%s", messages->n > 1 ? "," : "", more.at + 1);
	}
	sb_text_free(&more);
}

void tool_print_json(const tool_job *j)
{
	sb_text text = {0}, messages = {0};
	sb_json out = {.out = &text};
	const st_model *m = j->model;
	sb_json_open(&out, NULL, '{');
	sb_json_string(&out, "model", m->flat ? m->flat->name : j->o.class_name ? j->o.class_name : j->o.file);
	const sm_analyses *asked = m->flat ? m->flat->analyses : NULL;
	sb_json_string(&out, "status", j->run ? tool_status_name(j->status, j->good) :
				   asked && asked->only && j->good ? "done" : "failed");
	if (j->run) {
		const se_statistics *s = se_stats(j->run);
		sb_json_string(&out, "solver", s->chosen);
		sb_json_open(&out, "time", '{');
		sb_json_real(&out, "start", j->settings.start);
		sb_json_real(&out, "stop", se_time(j->run));
		sb_json_close(&out, '}');
	}
	sb_json_open(&out, "wall", '{');
	sb_json_real(&out, "front", m->wall.front);
	sb_json_real(&out, "structure", m->wall.structure);
	sb_json_real(&out, "code", m->wall.code);
	sb_json_real(&out, "simulate", j->simulated);
	sb_json_real(&out, "total", j->total);
	sb_json_close(&out, '}');
	if (j->run) {
		const se_statistics *s = se_stats(j->run);
		sb_json_int(&out, "steps", (int64_t)s->solver.steps);
		sb_json_int(&out, "rhs", (int64_t)(s->solver.rates + s->evaluations));
		sb_json_int(&out, "jacobians", (int64_t)s->solver.jacobians);
		sb_json_open(&out, "events", '{');
		sb_json_int(&out, "state", (int64_t)s->state_events);
		sb_json_int(&out, "time", (int64_t)s->time_events);
		sb_json_int(&out, "step", (int64_t)s->step_events);
		sb_json_close(&out, '}');
		sb_json_int(&out, "runs", (int64_t)st_runs(j->all));
		add_modes(&out, j);
		sb_json_int(&out, "states", m->plan->states);
		sb_json_int(&out, "equations", ss_step_count(&m->plan->steps));
		sb_json_open(&out, "final", '{');
		add_scalars(&out, j, add_value);
		add_rates(&out, j, false);
		sb_json_close(&out, '}');
		sb_json_open(&out, "units", '{');
		add_scalars(&out, j, add_unit);
		add_rates(&out, j, true);
		sb_json_close(&out, '}');
		tool_report_json(st_last(j->all), &out);
		add_program(&out, j);
		add_pictures(&out, j);
	}
	if (asked)
		tool_analyses_json(j, &out);
	sb_render_json(m->diag, 0, &messages);
	if (j->rest)
		add_messages(&messages, j->rest->diag);
	sb_json_raw(&out, "messages", messages.at);
	sb_json_close(&out, '}');
	printf("%s\n", text.at);
	sb_text_free(&text);
	sb_text_free(&messages);
}

static void print_seconds(double s)
{
	if (s < 1)
		printf("%.3g ms", s * 1e3);
	else
		printf("%.3g s", s);
}

/* One line on an experiment, or on the run. */
void tool_print_line(const tool_job *j, const st_outcome *o, double seconds)
{
	const se_statistics *s = se_stats(o->run);
	uint64_t events = s->state_events + s->time_events;
	printf("%s", j->model->flat->name);
	if (o->name && strcmp(o->name, j->model->flat->name) != 0)
		printf(":%s", o->name);
	printf(": ");
	if (o->runs > 1)
		printf("%llu runs, the last one from ", (unsigned long long)o->runs);
	printf("%.9g to %.9g s, %llu steps (%s), %llu event%s, ", o->settings.start, se_time(o->run),
		   (unsigned long long)s->solver.steps, s->chosen, (unsigned long long)events, events == 1 ? "" : "s");
	print_seconds(seconds);
	printf("\n");
}

void tool_print_summary(const tool_job *j)
{
	if (!st_last(j->all)->name)
		tool_print_line(j, st_last(j->all), j->total);
	for (uint32_t i = 0; i < j->o.outputs.n && j->good && sr_rows(se_record(j->run)); i++)
		printf("wrote %s\n", j->o.outputs.at[i]);
	for (uint32_t i = 0; i < j->pictures.drawn.n; i++)
		printf("drew %s\n", j->pictures.drawn.at[i]);
}

void tool_print_profile(const tool_job *j)
{
	const ss_profile *p = ss_times(j->model->plan);
	const se_statistics *s = se_stats(j->run);
	const struct sm_times *f = &j->model->flat->times;
	const sc_times *c = sc_times_of(j->model->program);
	const struct { const char *name; double seconds;
	} rows[] = {{"front", j->model->wall.front},
				{"  read and parse", f->read},
				{"  instantiate", f->instantiate},
				{"  flatten", f->flatten},
				{"structure", j->model->wall.structure},
				{"  expand", p->expand},
				{"  alias", p->alias},
				{"  match and sort", p->match},
				{"  reduce", p->reduce},
				{"  solve", p->solve},
				{"  initial system", p->initial},
				{"  jacobian", p->jacobian},
				{"code", j->model->wall.code},
				{"  generate", c->generate},
				{"  compile", c->compile},
				{"simulate", s->simulate_seconds},
				{"  initial values", s->initial_seconds},
				{"  steps", s->simulate_seconds - s->initial_seconds - s->event_seconds - s->output_seconds},
				{"  events", s->event_seconds},
				{"  output points", s->output_seconds},
				{"files", j->files},
				{"total", j->total}};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		fprintf(stderr, "%-18s %10.3f ms\n", rows[i].name, rows[i].seconds * 1e3);
	fprintf(stderr,
			"right-hand sides   %10llu by the solver, %llu others, %llu pieces; %llu Jacobians, %llu restarts, %llu "
			"microsteps; tier %d\n",
			(unsigned long long)s->solver.rates, (unsigned long long)s->evaluations, (unsigned long long)s->pieces,
			(unsigned long long)s->solver.jacobians, (unsigned long long)s->solver.resets,
			(unsigned long long)s->microsteps, sc_tier(j->model->program));
}

static void print_search(const se_mode_search *s)
{
	if (!s->asked)
		return;
	fprintf(stderr,
			"changes of mode    %10llu, %llu with jumps, %.3f ms; to known modes %llu, %.2f us of the processor each\n",
			(unsigned long long)s->changes, (unsigned long long)s->jumps, s->seconds * 1e3,
			(unsigned long long)s->known, s->known ? s->known_seconds / (double)s->known * 1e6 : 0);
	fprintf(
		stderr,
		"  not entered      %10llu: %llu that cannot be, %llu by impulses, %llu by values, %llu for other reasons\n",
		(unsigned long long)(s->no_such + s->by_impulse + s->by_values + s->open + s->visited),
		(unsigned long long)s->no_such, (unsigned long long)s->by_impulse, (unsigned long long)s->by_values,
		(unsigned long long)(s->open + s->visited));
	if (s->looked)
		fprintf(stderr, "  a second one     %10llu times looked for; %llu modes were made for that alone\n",
				(unsigned long long)s->looked, (unsigned long long)s->made_for_second);
}

void tool_print_modes(const tool_job *j)
{
	uint32_t count;
	const se_mode_use *use = se_modes(j->run, &count);
	sb_text text = {0};
	print_search(se_searched(j->run));
	if (count)
		fprintf(stderr, "mode  states   entries   simulated   analysis  compilation  an entry   branches\n");
	for (uint32_t i = 0; i < count; i++) {
		const sc_mode *mode = use[i].mode;
		text.n = 0;
		si_describe_mode(sc_image(mode->program), j->model->diag, NULL, NULL, &text);
		fprintf(stderr, "%4u %7u %9llu %9.6g s %7.3f ms %9.3f ms %6.2f us   %.200s%s\n", mode->number, use[i].states,
				(unsigned long long)use[i].entries, use[i].time, mode->analysis * 1e3, mode->compilation * 1e3,
				use[i].entries ? use[i].entering / (double)use[i].entries * 1e6 : 0, text.at ? text.at : "",
				text.n > 200 ? " ..." : "");
	}
	sb_text_free(&text);
}
