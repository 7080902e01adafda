/* saltus run FILE:STUDY: a study is executed; its table and its curves. */
#include "front/notation.h"
#include "result/chart/chart.h"
#include "result/table/table.h"
#include "study/course/study_course.h"
#include "tool/run/tool_run.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct job {
	const tool_options *o;
	st_course course;
	const sf_study *study;
	sb_diag *diag;
	sb_arena *arena;
	sb_text models;                  /* messages of experiments, as JSON without the brackets */
	sb_strings drawn;
	bool good;
} job;

static sf_request request_of(const tool_options *o, sb_arena *arena, sb_diag *diag)
{
	return (sf_request){.arena = arena, .names = sb_names_new(arena), .diag = diag, .path = o->file, .text = o->text,
						.part = o->class_name};
}

static const sf_notation *notation_of(const tool_options *o)
{
	return o->text ? sf_notation_of_text(o->file, o->text) : sf_notation_of(o->file);
}

bool tool_is_study(const tool_options *o)
{
	const sf_notation *n = o->file ? notation_of(o) : NULL;
	if (!n || !n->names_study)
		return false;
	sb_arena *arena = sb_arena_new();
	sb_diag *diag = sb_diag_new();
	const sf_request r = request_of(o, arena, diag);
	bool is = n->names_study(&r);
	sb_diag_free(diag);
	sb_arena_free(arena);
	return is;
}

const sf_study *tool_read_study(const tool_options *o, sb_arena *arena, sb_diag *diag)
{
	const sf_request r = request_of(o, arena, diag);
	return notation_of(o)->study(&r);
}

/* ------------------------------------------------------------------------------------------------- what is asked */

static bool refuse(sb_diag *diag, bool given, const char *option)
{
	if (given)
		sb_help(sb_report(diag, SB_ERROR, "U1073", (sb_span){0}, "%s cannot be used with a study", option),
				"it is for one run: saltus run FILE:EXPERIMENT");
	return !given;
}

static bool check_options(const tool_options *o, sb_diag *diag)
{
	const tool_run_options *r = &o->run;
	return refuse(diag, r->inputs.n, "--input") &
		   refuse(diag, r->checkpoint || r->resume || !isnan(r->every), "--checkpoint") &
		   refuse(diag, r->isolate, "--isolate") & refuse(diag, o->animations.n, "--animate") &
		   refuse(diag, r->profile, "--profile") & refuse(diag, r->limits != SE_BOTH, "--events") &
		   refuse(diag, o->vars.n, "--vars") & refuse(diag, o->outputs.n > 1, "a second -o");
}

/* What the command line gives wins over what the study sets, and this over the model. */
static se_settings settings(void *context, const st_model *m, const st_course_control *control)
{
	const job *j = context;
	const tool_run_options *r = &j->o->run;
	se_settings s = tool_settings(j->o, m);
	if (!isnan(control->start) && isnan(r->start))
		s.start = control->start;
	if (!isnan(control->stop) && isnan(r->stop))
		s.stop = control->stop;
	if (!isnan(control->interval) && isnan(r->step))
		s.interval = control->interval;
	if (!isnan(control->tolerance) && isnan(r->tolerance))
		s.tolerance = control->tolerance;
	return s;
}

static void told(void *context, const sb_diag *diag)
{
	job *j = context;
	sb_text text = {0};
	if (!j->o->json) {
		tool_print_messages(diag, j->o->quiet);
		return;
	}
	sb_render_json(diag, 0, &text);
	if (text.n > 2) {
		sb_add(&j->models, j->models.n ? "," : "");
		sb_addn(&j->models, text.at + 1, strrchr(text.at, ']') - text.at - 1);
	}
	sb_text_free(&text);
}

static void ran(void *context, const st_course_run *run)
{
	const job *j = context;
	if (j->o->quiet || j->o->json)
		return;
	printf("run %u: %s%s%s\n", j->course.runs.n, j->study->experiments.at[run->experiment].name,
		   *run->label ? ", " : "", run->label);
	fflush(stdout);
}

/* ------------------------------------------------------------------------------------------------- what comes out */

static void print_table(const job *j)
{
	uint32_t n = j->study->columns.n, rows = j->course.rows.n;
	sr_table t = {.columns = n, .unicode = true};
	const char **text = sb_new_array(j->arena, const char *, (size_t)n * rows + 1);
	double *column = sb_new_array(j->arena, double, rows + 1);
	sb_text out = {0};
	if (!n || !rows)
		return;
	for (uint32_t c = 0; c < n; c++) {
		for (uint32_t r = 0; r < rows; r++)
			column[r] = j->course.rows.at[r][c];
		sr_number_texts(j->arena, column, rows, &text[(size_t)c * rows]);
		sb_push(j->arena, t.cells, j->study->columns.at[c]);
	}
	for (uint32_t r = 0; r < rows; r++)
		for (uint32_t c = 0; c < n; c++)
			sb_push(j->arena, t.cells, text[(size_t)c * rows + r]);
	sr_table_text(&t, &out);
	fwrite(out.at ? out.at : "", 1, out.n, stdout);
	sb_text_free(&out);
}

static bool write_table(const job *j, const char *path)
{
	sb_output out;
	if (!sb_output_open(&out, j->diag, path))
		return false;
	for (uint32_t c = 0; c < j->study->columns.n; c++) {
		fputs(c ? "," : "", out.stream);
		sr_put_field(out.stream, j->study->columns.at[c]);
	}
	fputs("\r\n", out.stream);
	for (uint32_t r = 0; r < j->course.rows.n; r++) {
		for (uint32_t c = 0; c < j->study->columns.n; c++) {
			fputs(c ? "," : "", out.stream);
			sr_put_number(out.stream, j->course.rows.at[r][c]);
		}
		fputs("\r\n", out.stream);
	}
	return sb_output_commit(&out, j->diag);
}

static sr_panel panel_of(const job *j, uint32_t curve)
{
	sb_vec(sr_layer) layers = {0};
	uint32_t runs = j->course.runs.n;
	for (uint32_t r = 0; r < runs; r++) {
		const st_course_run *run = &j->course.runs.at[r];
		if (!run->curves[curve])
			continue;
		double *y = sb_new_array(j->arena, double, ST_COURSE_TIMES);
		for (uint32_t i = 0; i < ST_COURSE_TIMES; i++)
			y[i] = run->curves[curve][i];
		sb_push(j->arena, layers, ((sr_layer){
			.kind = SR_CURVE, .data = {.n = ST_COURSE_TIMES, .x = run->times, .y = y}, .dash = SR_SOLID,
			.color = runs > 7 ? sr_shade(0.85 * r / (runs - 1)) : 0,
			.legend = runs > 12 ? NULL : *run->label ? run->label : sb_printf(j->arena, "run %u", r + 1)}));
	}
	const sf_quantity *q = &j->study->curves.at[curve];
	return (sr_panel){.x = {.label = "time [s]"}, .layers = layers.at, .count = layers.n,
					  .y = {.label = sb_printf(j->arena, "%s.%s", j->study->experiments.at[q->experiment].name,
											   q->text)}};
}

static bool can_be_drawn(job *j)
{
	bool good = !j->o->pictures.n || j->study->curves.n;
	if (!good)
		sb_help(sb_report(j->diag, SB_ERROR, "U1074", (sb_span){0},
						  "the study '%s' prepares nothing that could be drawn",
						  j->study->name), "write prepare {EXPERIMENT.VARIABLE}; in its study region");
	return good;
}

static bool draw(job *j)
{
	bool good = true;
	sb_vec(sr_panel) panels = {0};
	for (uint32_t i = 0; i < j->study->curves.n; i++)
		sb_push(j->arena, panels, panel_of(j, i));
	for (uint32_t i = 0; i < j->o->pictures.n; i++) {
		const tool_picture *p = &j->o->pictures.at[i];
		sr_chart chart = {.title = p->title ? p->title : j->study->name, .panels = panels.at, .count = panels.n,
						  .columns = 1, .width = p->width, .height = p->height};
		if (!*p->file && j->o->json)
			continue;
		good = tool_chart_draw(p, &chart, j->diag) && good;
	}
	return good;
}

static void print_json(const job *j, const char *status)
{
	sb_text text = {0}, messages = {0};
	sb_json out = {.out = &text};
	sb_json_open(&out, NULL, '{');
	sb_json_string(&out, "study", j->study ? j->study->name : "");
	sb_json_string(&out, "status", status);
	sb_json_int(&out, "runs", j->course.runs.n);
	sb_json_open(&out, "rows", '[');
	for (uint32_t r = 0; r < j->course.rows.n; r++) {
		sb_json_open(&out, NULL, '{');
		for (uint32_t c = 0; c < j->study->columns.n; c++)
			sb_json_real(&out, j->study->columns.at[c], j->course.rows.at[r][c]);
		sb_json_close(&out, '}');
	}
	sb_json_close(&out, ']');
	sb_render_json(j->diag, 0, &messages);
	char *end = strrchr(messages.at, ']');
	if (j->models.n && end) {                            /* those of experiments behind those of the study */
		const char *comma = strchr(messages.at, '{') ? "," : "";
		messages.n = (size_t)(end - messages.at);
		sb_addf(&messages, "%s%s]", comma, j->models.at);
	}
	sb_json_raw(&out, "messages", messages.at);
	sb_json_close(&out, '}');
	puts(text.at);
	sb_text_free(&text);
	sb_text_free(&messages);
}

static bool execute(job *j)
{
	const tool_options *o = j->o;
	j->study = tool_read_study(o, j->arena, j->diag);
	if (!j->study || !can_be_drawn(j))
		return false;
	st_options options = tool_load_options(o, ST_CODE, o->no_external ? ST_OWN_C : ST_ANY_C);
	options.given = NULL;
	options.given_count = 0;
	j->course = (st_course){
		.study = j->study, .arena = j->arena, .diag = j->diag, .options = options, .settings = settings,
		.told = told, .ran = ran, .context = j, .max_runs = o->run.max_runs, .since = sb_clock(),
		.timeout = isnan(o->timeout) ? 0 : o->timeout};
	tool_guard_phase(TOOL_SIMULATING);
	bool good = st_course_begin(&j->course, o->given.at, o->given.n) && st_course_go(&j->course);
	tool_guard_phase(TOOL_FINISHING);
	tool_guard_put_back(j->diag);
	return good;
}

static int finish(job *j, bool good)
{
	bool stopped = j->course.stopped;
	if (j->study && j->course.inside) {
		if (!j->o->quiet && !j->o->json)
			print_table(j);
		if (j->o->outputs.n && (j->course.rows.n || good))
			good = write_table(j, j->o->outputs.at[0]) && good;
		if (j->course.runs.n && j->study->curves.n)
			good = draw(j) && good;
	}
	st_course_end(&j->course);
	if (sb_stopped() != SB_GO_ON)
		sb_report(j->diag, SB_WARNING, "U1075", (sb_span){0}, "%s after %u runs of the study",
				  sb_stop_text(sb_stopped()), j->course.runs.n);
	if (j->o->json) {
		print_json(j, !stopped ? (good ? "done" : "failed") :
				   sb_stopped() == SB_GO_ON ? "timeout" : tool_stop_name(sb_stopped()));
	} else {
		tool_print_messages(j->diag, j->o->quiet);
		if (good && !j->o->quiet)
			printf("%s: %u runs, %u rows\n", j->study->name, j->course.runs.n, j->course.rows.n);
	}
	if (fflush(stdout) != 0 || ferror(stdout))
		good = false;
	return tool_guard_status(stopped ? TOOL_TIMEOUT : good ? TOOL_DONE : TOOL_FAILED);
}

int tool_run_study(const tool_options *o)
{
	job j = {.o = o, .arena = sb_arena_new(), .diag = sb_diag_new()};
	int status;
	if (!check_options(o, j.diag)) {
		status = tool_usage(j.diag, "run");
	} else {
		tool_guard(o);
		bool good = execute(&j);
		status = finish(&j, good);
		tool_guard_end(status);
	}
	sb_text_free(&j.models);
	sb_diag_free(j.diag);
	sb_arena_free(j.arena);
	return status;
}
