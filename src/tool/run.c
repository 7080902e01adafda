/* saltus run: translates, simulates, writes and draws. */
#include "base/json.h"
#include "model/unit.h"
#include "tool/guard.h"
#include "tool/isolate.h"
#include "tool/progress.h"
#include "tool/report.h"
#include <math.h>
#include <string.h>

typedef struct job {
	tool_options o;
	sb_arena *arena;
	st_model *model;
	st_experiments *all;
	se_run *run;                     /* the last one; NULL: there was none */
	se_settings settings;            /* of it */
	se_status status;
	sb_text written;                 /* what the program says, where it does not go to stdout at once */
	sb_text each;                    /* the experiments as JSON */
	tool_pictures pictures;
	double began, begun;             /* the present experiment; the command */
	double simulated, total, files;  /* seconds of all runs; of everything; of writing and drawing */
	const bool *rates;               /* by scalar: the model has its derivative by name */
	bool good;                       /* everything that was asked for could be written */
} job;

static void print_log(void *context, const char *line)
{
	(void)context;
	fprintf(stderr, "%s\n", line);
}

/* What the program says: at once to people, at the end to programs. */
static void take_words(void *context, const char *text)
{
	job *j = context;
	if (j->o.json)
		sb_add(&j->written, text);
	else
		fputs(text, stdout);
}

/* The model says what is stored. */
static void choose_stored(job *j)
{
	const sm_model *flat = j->model->flat;
	sb_strings names = {0};
	sb_text name = {0};
	for (uint32_t i = 0; i < flat->stored.n; i++) {
		name.n = 0;
		sm_scalar_name(flat, flat->stored.at[i], &name);
		sb_push(j->arena, names, (const char *)sb_strdup(j->arena, name.at));
	}
	sb_text_free(&name);
	j->settings.record = names.at;
	j->settings.record_count = names.n;
}

/* What is to be drawn is recorded, whatever else is selected. */
static void record_drawn(job *j)
{
	se_settings *s = &j->settings;
	if (!s->record_count || !j->o.plots.n)
		return;
	sb_strings names = {0};
	for (uint32_t i = 0; i < s->record_count; i++)
		sb_push(j->arena, names, s->record[i]);
	for (uint32_t i = 0; i < j->o.plot_vars.n; i++)
		sb_push(j->arena, names, j->o.plot_vars.at[i]);
	s->record = names.at;
	s->record_count = names.n;
}

/* A solver that the model names in an annotation, which keeps nobody from running it. */
static void check_solver(job *j)
{
	if (sv_find(j->settings.solver) || j->model->flat->routines.n)       /* a program says it in a statement, which fails (R0404) */
		return;
	sb_message *m = sb_report(j->model->diag, SB_WARNING, "U0383", (sb_span){0}, "the model asks for the solver '%s', which there is not: auto is used",
	                          j->settings.solver);
	uint32_t count;
	const char *const *names = sv_names(&count), *near = sb_nearest(j->settings.solver, names, count);
	if (near)
		sb_help(m, "did you mean '%s'?", near);
	j->settings.solver = "auto";
}

static void choose_settings(job *j)
{
	const tool_options *o = &j->o;
	se_settings *s = &j->settings;
	*s = se_defaults(&j->model->flat->experiment);
	if (!isnan(o->start)) {
		if (isnan(o->stop) && !isfinite(j->model->flat->experiment.stop))
			s->stop = o->start + 1;
		s->start = o->start;
	}
	if (!isnan(o->stop))
		s->stop = o->stop;
	if (!isnan(o->step))
		s->interval = s->step = o->step;
	if (!isnan(o->max_step))
		s->max_step = o->max_step;
	if (!isnan(o->tolerance))
		s->tolerance = o->tolerance;
	if (!isnan(o->timeout))
		s->timeout = o->timeout;
	s->since = j->begun;
	s->journal = o->journal;
	if (o->solver)
		s->solver = o->solver;
	else
		check_solver(j);
	if (o->max_microsteps)
		s->max_microsteps = o->max_microsteps;
	if (o->on_zeno)
		s->on_zeno = o->on_zeno == TOOL_OTHER ? SE_REST : SE_ZENO_STOP;
	if (o->on_chatter)
		s->on_chatter = o->on_chatter == TOOL_OTHER ? SE_SLIDE : SE_CHATTER_STOP;
	s->seed = o->seed;
	s->limits = o->limits;
	s->log = o->log;
	s->logged = print_log;
	s->record = o->vars.at;
	s->record_count = o->vars.n;
	if (!o->vars.n && j->model->flat->stored.n)
		choose_stored(j);
	record_drawn(j);
	s->record_nothing = !o->outputs.n && !o->plots.n && !tool_needs_rows(j->model->flat);
	s->written = take_words;
	s->write_context = j;
}

/* ------------------------------------------------------------------------------------------------------- pictures */

static uint32_t columns_to_draw(const job *j, uint32_t *columns, uint32_t most)
{
	const sr_record *r = se_record(j->run);
	const sb_strings *patterns = j->o.plot_vars.n ? &j->o.plot_vars : &j->model->flat->experiment.plot;
	uint32_t n = 0, all = 0;
	for (uint32_t p = 0; p < patterns->n; p++)
		for (uint32_t c = 0; c < sr_columns(r); c++)
			if (sb_matches(patterns->at[p], sr_column_at(r, c)->name) && ++all <= most)
				columns[n++] = c;
	if (all > most)
		sb_help(sb_report(j->model->diag, SB_WARNING, "U0384", (sb_span){0}, "%u curves are to be drawn: these are the first %u", all, most),
		        "name fewer with --vars-plot");
	return n ? n : sr_choose(r, columns, 6 < most ? 6 : most);
}

/* The figure that the model asks for: a preferred one, or the first. */
static const sm_figure *figure_of(const sm_experiment *x)
{
	for (uint32_t i = 0; i < x->figures.n; i++)
		if (x->figures.at[i].preferred)
			return &x->figures.at[i];
	return x->figures.n ? &x->figures.at[0] : NULL;
}

/* The column of a result that a figure asks for; UINT32_MAX after a message: there is none. */
static uint32_t column_called(job *j, const char *name)
{
	uint32_t column = sr_find(se_record(j->run), name);
	if (column == UINT32_MAX)
		sb_help(sb_report(j->model->diag, SB_WARNING, "U0106", (sb_span){0}, "a figure of the model asks for '%s', which is not among the results", name),
		        "a curve is the name of a variable, or der(...) of a state");
	return column;
}

/* The curves of a plot that are over `x` ("": time), as one panel. */
static void add_panel(job *j, sb_arena *scratch, const sm_plot *from, const char *x, sr_plot_wish *to)
{
	uint32_t *columns = sb_new_array(scratch, uint32_t, from->curves.n + 1), n = 0, over = *x ? column_called(j, x) : 0;
	const char **legends = sb_new_array(scratch, const char *, from->curves.n + 1);
	for (uint32_t i = 0; i < from->curves.n && over != UINT32_MAX; i++) {
		uint32_t column = strcmp(from->curves.at[i].x, x) == 0 ? column_called(j, from->curves.at[i].y) : UINT32_MAX;
		if (column == UINT32_MAX)
			continue;
		legends[n] = from->curves.at[i].legend;
		columns[n++] = column;
	}
	*to = (sr_plot_wish){.title = from->title, .label = from->y_label, .columns = columns, .legends = legends, .count = n, .low = from->low, .high = from->high,
	                     .versus = *x, .x_column = over, .x_label = from->x_label};
}

/* A panel for each abscissa of its curves; mostly there is one. */
static void add_plot(job *j, sb_arena *scratch, const sm_plot *from, sr_figure *figure, sr_plot_wish *to)
{
	for (uint32_t i = 0; i < from->curves.n; i++) {
		bool before = false;
		for (uint32_t k = 0; k < i; k++)
			before = before || strcmp(from->curves.at[k].x, from->curves.at[i].x) == 0;
		if (before)
			continue;
		add_panel(j, scratch, from, from->curves.at[i].x, &to[figure->plot_count]);
		figure->plot_count += to[figure->plot_count].count > 0;
	}
}

/* What the model asks to be drawn, unless the command line asks for something else. */
static void add_figure(job *j, sb_arena *scratch, sr_figure *figure)
{
	const sm_figure *f = j->o.plot_vars.n ? NULL : figure_of(&j->model->flat->experiment);
	if (!f)
		return;
	uint32_t curves = 0;
	for (uint32_t i = 0; i < f->plots.n; i++)
		curves += f->plots.at[i].curves.n;
	sr_plot_wish *plots = sb_new_array(scratch, sr_plot_wish, curves + 1);
	for (uint32_t i = 0; i < f->plots.n; i++)
		add_plot(j, scratch, &f->plots.at[i], figure, plots);
	figure->plots = plots;
	if (*f->title)
		figure->title = f->title;
}

static void print_figure(const job *j, const sr_figure *figure)
{
	sb_text text = {0};
	sr_figure shown = *figure;
	tool_terminal_size(&shown.width, &shown.height);
	shown.color = tool_color(stdout);
	shown.unicode = true;
	sr_plot_terminal(se_record(j->run), &shown, &text);
	fwrite(text.at, 1, text.n, stdout);
	sb_text_free(&text);
}

static void draw(job *j)
{
	uint32_t columns[64], count = columns_to_draw(j, columns, 64);
	sr_figure figure = {.title = j->model->flat->name, .columns = columns, .count = count};
	sb_arena *scratch = sb_arena_new();
	add_figure(j, scratch, &figure);
	for (uint32_t i = 0; i < j->o.plots.n; i++) {
		const char *file = j->o.plots.at[i];
		if (!*file && !j->o.json)
			print_figure(j, &figure);
		if (!*file || tool_draws(j->model->flat))
			continue;
		if (sr_plot(se_record(j->run), &figure, file, j->model->diag))
			sb_push(j->arena, j->pictures.drawn, file);
		else
			j->good = false;
	}
	sb_arena_free(scratch);
}

static void write_results(job *j)
{
	if (!se_record(j->run) || !sr_rows(se_record(j->run))) {
		if ((j->o.outputs.n || j->o.plots.n) && se_ended_well(j->status)) {
			sb_message *m = sb_report(j->model->diag, SB_WARNING, "U0205", (sb_span){0}, "nothing was stored of the last run: there is nothing to write or to draw");
			sb_help(m, "storing was turned off by the program (in COSY by STOREOFF)");
		}
		return;
	}
	for (uint32_t i = 0; i < j->o.outputs.n; i++)
		j->good = sr_write(se_record(j->run), j->o.outputs.at[i], j->model->diag) && j->good;
	if (j->o.plots.n)
		draw(j);
}

/* -------------------------------------------------------------------------------------------------------- reports */

static const char *status_name(se_status status, bool good)
{
	if (se_was_stopped(status))
		return sb_stopped() != SB_GO_ON ? tool_stop_name(sb_stopped()) : status == SE_STOPPED ? "stopped" : "timeout";
	return status == SE_FAILED || !good ? "failed" : status == SE_TERMINATED ? "terminated" : "done";
}

static bool is_selected(const job *j, const char *name)
{
	for (uint32_t p = 0; p < j->o.vars.n; p++)
		if (sb_matches(j->o.vars.at[p], name))
			return true;
	return j->o.vars.n == 0;
}

static void add_value(sb_json *out, const job *j, const sm_variable *v, uint32_t scalar, const char *name)
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
		sb_json_real(out, name, sc_scalar_value(d, scalar));
}

static void add_unit(sb_json *out, const job *j, const sm_variable *v, uint32_t scalar, const char *name)
{
	(void)j;
	(void)scalar;
	if (v->unit && *v->unit && !v->mixed_units)
		sb_json_string(out, name, v->unit);
}

static void add_scalars(sb_json *out, const job *j,
                        void (*add)(sb_json *out, const job *j, const sm_variable *v, uint32_t scalar, const char *name))
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
static void add_rates(sb_json *out, const job *j, bool units)
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
			se_rate_name(flat, s, &name);
			if (!is_selected(j, name.at))
				continue;
			if (units)
				sb_json_string(out, name.at, unit);
			else
				sb_json_real(out, name.at, value[s]);
		}
	}
	sb_text_free(&name);
	sb_arena_free(scratch);
}

/* The modes that were entered, of a model whose structure changes. */
static void add_modes(sb_json *out, const job *j)
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
	sb_json_real(out, "seconds", search->seconds);
	sb_json_int(out, "known", (int64_t)search->known);
	sb_json_real(out, "known_seconds", search->known_seconds);
	sb_json_close(out, '}');
	sb_json_open(out, "modes", '[');
	for (uint32_t i = 0; i < count; i++) {
		const sc_mode *mode = use[i].mode;
		text.n = 0;
		ss_describe_mode(sc_plan(mode->program), j->model->diag, NULL, NULL, &text);
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

static void add_pictures(sb_json *out, const job *j)
{
	if (j->pictures.drawn.n) {
		sb_json_open(out, "pictures", '[');
		for (uint32_t i = 0; i < j->pictures.drawn.n; i++)
			sb_json_string(out, NULL, j->pictures.drawn.at[i]);
		sb_json_close(out, ']');
	}
}

/* What only programs with routines have: what they say, their experiments. */
static void add_program(sb_json *out, const job *j)
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

static void print_json(const job *j)
{
	sb_text text = {0}, messages = {0};
	sb_json out = {.out = &text};
	const st_model *m = j->model;
	sb_json_open(&out, NULL, '{');
	sb_json_string(&out, "model", m->flat ? m->flat->name : j->o.class_name ? j->o.class_name : j->o.file);
	sb_json_string(&out, "status", j->run ? status_name(j->status, j->good) : "failed");
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
	sb_render_json(m->diag, 0, &messages);
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
static void print_line(const job *j, const st_outcome *o, double seconds)
{
	const se_statistics *s = se_stats(o->run);
	uint64_t events = s->state_events + s->time_events;
	printf("%s", j->model->flat->name);
	if (o->name && strcmp(o->name, j->model->flat->name) != 0)
		printf(":%s", o->name);
	printf(": ");
	if (o->runs > 1)
		printf("%llu runs, the last one from ", (unsigned long long)o->runs);
	printf("%.9g to %.9g s, %llu steps (%s), %llu event%s, ", o->settings.start, se_time(o->run), (unsigned long long)s->solver.steps, s->chosen,
	       (unsigned long long)events, events == 1 ? "" : "s");
	print_seconds(seconds);
	printf("\n");
}

static void print_summary(const job *j)
{
	if (!st_last(j->all)->name)
		print_line(j, st_last(j->all), j->total);
	for (uint32_t i = 0; i < j->o.outputs.n && j->good && sr_rows(se_record(j->run)); i++)
		printf("wrote %s\n", j->o.outputs.at[i]);
	for (uint32_t i = 0; i < j->pictures.drawn.n; i++)
		printf("drew %s\n", j->pictures.drawn.at[i]);
}

static void print_profile(const job *j)
{
	const ss_profile *p = ss_times(j->model->plan);
	const se_statistics *s = se_stats(j->run);
	const struct sm_times *f = &j->model->flat->times;
	const sc_times *c = sc_times_of(j->model->program);
	const struct { const char *name; double seconds; } rows[] = {
		{"front", j->model->wall.front}, {"  read and parse", f->read}, {"  instantiate", f->instantiate}, {"  flatten", f->flatten},
		{"structure", j->model->wall.structure}, {"  expand", p->expand}, {"  alias", p->alias}, {"  match and sort", p->match},
		{"  reduce", p->reduce}, {"  solve", p->solve}, {"  initial system", p->initial}, {"  jacobian", p->jacobian}, {"code", j->model->wall.code},
		{"  generate", c->generate}, {"  compile", c->compile}, {"simulate", s->simulate_seconds}, {"  initial values", s->initial_seconds},
		{"  steps", s->simulate_seconds - s->initial_seconds - s->event_seconds - s->output_seconds}, {"  events", s->event_seconds},
		{"  output points", s->output_seconds}, {"files", j->files}, {"total", j->total}};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		fprintf(stderr, "%-18s %10.3f ms\n", rows[i].name, rows[i].seconds * 1e3);
	fprintf(stderr, "right-hand sides   %10llu by the solver, %llu others, %llu pieces; %llu Jacobians, %llu restarts, %llu microsteps; tier %d\n",
	        (unsigned long long)s->solver.rates, (unsigned long long)s->evaluations, (unsigned long long)s->pieces,
	        (unsigned long long)s->solver.jacobians, (unsigned long long)s->solver.resets, (unsigned long long)s->microsteps,
	        sc_tier(j->model->program));
}

static void print_search(const se_mode_search *s)
{
	if (!s->asked)
		return;
	fprintf(stderr, "changes of mode    %10llu, %llu with jumps, %.3f ms; to known modes %llu, %.2f us each\n", (unsigned long long)s->changes,
	        (unsigned long long)s->jumps, s->seconds * 1e3, (unsigned long long)s->known, s->known ? s->known_seconds / (double)s->known * 1e6 : 0);
	fprintf(stderr, "  not entered      %10llu: %llu that cannot be, %llu by impulses, %llu by values, %llu for other reasons\n",
	        (unsigned long long)(s->no_such + s->by_impulse + s->by_values + s->open + s->visited), (unsigned long long)s->no_such,
	        (unsigned long long)s->by_impulse, (unsigned long long)s->by_values, (unsigned long long)(s->open + s->visited));
}

static void print_modes(const job *j)
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
		ss_describe_mode(sc_plan(mode->program), j->model->diag, NULL, NULL, &text);
		fprintf(stderr, "%4u %7u %9llu %9.6g s %7.3f ms %9.3f ms %6.2f us   %.200s%s\n", mode->number, use[i].states,
		        (unsigned long long)use[i].entries, use[i].time, mode->analysis * 1e3, mode->compilation * 1e3,
		        use[i].entries ? use[i].entering / (double)use[i].entries * 1e6 : 0, text.at ? text.at : "", text.n > 200 ? " ..." : "");
	}
	sb_text_free(&text);
}

static int finish(job *j)
{
	if (j->o.json) {
		print_json(j);
	} else {
		tool_print_messages(j->model->diag, j->o.quiet);
		if (j->run && !j->o.quiet && (se_ended_well(j->status) || se_was_stopped(j->status)))
			print_summary(j);
	}
	if (j->run && j->o.profile) {
		print_profile(j);
		print_modes(j);
	}
	bool good = j->run && se_ended_well(j->status) && j->good;
	int status = j->run && se_was_stopped(j->status) ? TOOL_TIMEOUT : good ? TOOL_DONE : TOOL_FAILED;
	if (fflush(stdout) != 0 || ferror(stdout))
		status = TOOL_FAILED;
	return tool_guard_status(status);
}

/* An experiment has ended: what it is to show, and how it went. */
static void tell(void *context, const st_outcome *o)
{
	job *j = context;
	sb_text text = {0};
	double now = sb_clock(), seconds = now - j->began;
	bool good = se_ended_well(o->status);
	j->simulated += seconds;
	if (good && o->runs)
		j->good = tool_show_outputs(j->model, o, &j->pictures, &text) && j->good;
	if (j->o.json) {
		sb_json each = {.out = &j->each, .comma = j->each.n > 0};
		if (o->name) {
			sb_json_open(&each, NULL, '{');
			sb_json_string(&each, "name", o->name);
			sb_json_string(&each, "status", status_name(o->status, true));
			sb_json_int(&each, "runs", (int64_t)o->runs);
			tool_report_json(o, &each);
			sb_json_close(&each, '}');
		}
		sb_add(&j->written, text.at ? text.at : "");
	} else {
		if (good && o->runs && !j->o.quiet) {
			if (o->name)
				print_line(j, o, seconds);
			tool_report_text(o, &text);
		}
		fwrite(text.at ? text.at : "", 1, text.n, stdout);
	}
	sb_text_free(&text);
	j->files += sb_clock() - now;
	j->began = sb_clock();
}

/* What the model brings of its own is told before it is executed: at once to people, with all other messages to programs. */
static void tell_external(const job *j)
{
	const sm_model *flat = j->model->flat;
	sb_diag *early = sb_diag_new();
	sb_message *m = NULL;
	for (uint32_t i = 0; i < flat->functions.n; i++) {
		const sm_external *x = flat->functions.at[i]->external;
		sb_text libraries = {0};
		if (!x || x->own)
			continue;
		if (!m)
			m = sb_report(j->o.json ? j->model->diag : early, SB_INFO, "U0347", (sb_span){0}, "the model executes C of its own");
		for (uint32_t k = 0; k < x->libraries.n; k++)
			sb_addf(&libraries, "%s'%s'", k ? ", " : "", x->libraries.at[k]);
		for (uint32_t k = 0; k < x->library_folders.n && libraries.n; k++)
			sb_addf(&libraries, "%s'%s'", k ? ", " : " of ", x->library_folders.at[k]);
		sb_note(m, "'%s' calls '%s' (%s%s%s)", flat->functions.at[i]->name, x->symbol, x->includes.n ? "C text in the model" : "",
		        x->includes.n && libraries.n ? "; " : "", libraries.n ? libraries.at : x->includes.n ? "" : "a function of the C library");
		sb_text_free(&libraries);
	}
	if (sb_messages(early))
		tool_print_messages(early, j->o.quiet);
	sb_diag_free(early);
}

static void simulate(job *j)
{
	const tool_options *o = &j->o;
	j->rates = se_named_rates(j->model->plan, j->arena);
	if (!tool_check_patterns(j->arena, j->model, j->rates, &j->o.vars, "--vars") |
	    !tool_check_patterns(j->arena, j->model, j->rates, &j->o.plot_vars, "--vars-plot"))
		return;
	tell_external(j);
	tool_progress progress = tool_progress_new(o->quiet || o->json, j->model->diag);
	choose_settings(j);
	j->settings.progress = tool_progress_show;
	j->settings.progress_context = &progress;
	j->pictures = (tool_pictures){.files = &o->plots, .arena = j->arena};
	j->good = true;
	j->began = sb_clock();
	st_wishes wishes = {.start = o->start, .stop = o->stop, .interval = o->step, .tolerance = o->tolerance, .solver = o->solver,
	                    .base = j->settings, .max_runs = o->max_runs, .threads = o->threads};
	tool_guard_phase(TOOL_SIMULATING);
	j->all = st_experiments_run(j->model, o->class_name, &wishes, tell, j);
	tool_guard_phase(TOOL_FINISHING);
	tool_guard_put_back(j->model->diag);
	tool_progress_clear(&progress);
	const st_outcome *last = st_last(j->all);
	if (!last)
		return;
	j->run = last->run;
	j->settings = last->settings;
	j->status = last->status;
	double since = sb_clock();
	write_results(j);
	j->files += sb_clock() - since;
}

int tool_run(int argc, char **argv)
{
	sb_arena *arena = sb_arena_new();
	sb_diag *diag = sb_diag_new();
	job j = {.arena = arena, .begun = sb_clock()};
	int status;
	if (!tool_parse(arena, diag, argc, argv, TOOL_COMMON | TOOL_RUN, "run", &j.o)) {
		status = tool_usage(diag, "run");
	} else if (j.o.isolate && tool_isolate(&j.o, &status)) {
		;                        /* another process has done it */
	} else {
		tool_guard(&j.o);
		st_options options = {.given = j.o.given.at, .given_count = j.o.given.n, .depth = ST_CODE,
		                      .external = j.o.no_external ? ST_OWN_C : ST_ANY_C, .code = {.optimise = 1}};
		j.model = st_load(j.o.file, j.o.class_name, &options);
		if (j.model->program && !sb_errors(j.model->diag))
			simulate(&j);
		tool_guard_phase(TOOL_FINISHING);
		tool_isolated_done();
		j.total = sb_clock() - j.begun;
		status = finish(&j);
		tool_guard_end(status);
		st_experiments_free(j.all);
		sb_text_free(&j.written);
		sb_text_free(&j.each);
		st_free(j.model);
	}
	sb_diag_free(diag);
	sb_arena_free(arena);
	return status;
}
