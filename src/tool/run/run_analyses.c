/* Analyses and measures that the model asks for beside its run, or in place of it. */
#include "tool/run/tool_run.h"

#include <math.h>
#include <string.h>

/* ----------------------------------------------------------------------------------------------------- measures */

static void show_measure(tool_job *j, const sm_measure *wish, const st_measured *m)
{
	tool_measured one = {wish->name, m->value};
	sb_push(j->arena, j->measured, one);
	if (m->note && *m->note)
		sb_report(j->model->diag, isnan(m->value) ? SB_WARNING : SB_INFO, "U0693", wish->span, "%s: %s", wish->name,
				m->note);
	if (!j->o.json && !j->o.quiet)
		printf("%s = %.9g\n", wish->name, m->value);
}

/* Measures need pieces of the solver's steps, and files rows of the grid: a run of its own. */
bool tool_measure(tool_job *j)
{
	const sm_analyses *asked = j->model->flat->analyses;
	uint32_t n = asked ? asked->measures.n : 0;
	const char **texts = sb_new_array(j->arena, const char *, n + 1);
	for (uint32_t i = 0; i < n; i++)
		texts[i] = asked->measures.at[i].text;
	st_measures *measures = n ? st_measures_read(j->model, "the model", texts, n, j->model->diag) : NULL;
	if (!measures)
		return n == 0;
	se_settings s = j->settings;
	s.record = NULL;
	s.record_count = 0;
	s.record_nothing = false;
	st_measures_settings(measures, &s);
	se_run *run = st_run(j->model, j->model->diag);
	bool good = se_ended_well(se_simulate(run, &s));
	st_gauge *gauge = st_gauge_new(measures);
	st_measured *values = sb_new_array(j->arena, st_measured, n);
	if (good)
		st_measure_all(gauge, se_record(run), values);
	for (uint32_t i = 0; i < n && good; i++)
		show_measure(j, &asked->measures.at[i], &values[i]);
	st_gauge_free(gauge);
	se_run_free(run);
	st_measures_free(measures);
	return good;
}

/* ----------------------------------------------------------------------------------------------------- analyses */

static bool is_told_before(const char *code)
{
	(void)code;
	return false;
}

/* The model at rest is another model of the same file: what was said of the file is not said twice. */
static st_model *load_rest(tool_job *j, const char *part)
{
	st_options options = tool_load_options(&j->o, ST_CODE, j->o.no_external ? ST_OWN_C : ST_ANY_C);
	st_model *m = st_load(j->o.file, part, &options);
	if (m->program && !sb_errors(m->diag))
		sb_take_back(m->diag, 0, is_told_before);
	return m;
}

void tool_analyse(tool_job *j)
{
	const sm_analyses *asked = j->model->flat->analyses;
	double since = sb_clock();
	if (!asked || !asked->part)
		return;
	j->rest = load_rest(j, asked->part);
	if (j->rest->program && !sb_errors(j->rest->diag))
		st_analyse(j->rest, j->o.file, j->rest->flat->analyses, j->arena, &j->tables);
	j->good = j->good && !sb_errors(j->rest->diag);
	j->simulated += sb_clock() - since;
	sb_text text = {0};
	for (uint32_t i = 0; i < j->tables.n && !j->o.json && !j->o.quiet; i++)
		st_table_text(&j->tables.at[i], &text);
	fwrite(text.at ? text.at : "", 1, text.n, stdout);
	sb_text_free(&text);
}

/* ------------------------------------------------------------------------------------------------------- files */

/* The file of a table where a file holds one: out.ac.csv beside out.csv. */
static const char *beside(tool_job *j, const char *path, uint32_t number)
{
	const char *dot = strrchr(path, '.'), *kind = j->tables.at[number].kind;
	uint32_t before = 0;
	for (uint32_t i = 0; i < number; i++)
		before += !strcmp(j->tables.at[i].kind, kind);
	const char *tail = before ? sb_printf(j->arena, "%u", before + 1) : "";
	return sb_printf(j->arena, "%.*s.%s%s%s", (int)(dot ? dot - path : (long)strlen(path)), path, kind, tail, dot ?
			dot : "");
}

uint32_t tool_plots(tool_job *j, const char *tail, sr_raw_plot *plots)
{
	uint32_t n = 0;
	if (j->run && se_record(j->run) && sr_rows(se_record(j->run)))
		plots[n++] = (sr_raw_plot){.title = j->model->flat->analyses->title, .name = "Transient Analysis",
				.axis = "time",
			.axis_type = "time", .record = se_record(j->run)};
	for (uint32_t i = 0; i < j->tables.n; i++)
		plots[n++] = j->tables.at[i].plot;
	for (uint32_t i = 0; i < n && *tail; i++)
		plots[i].name = sb_printf(j->arena, "%s, %s", plots[i].name, tail);
	return n;
}

static bool write_raw(tool_job *j, const char *path)
{
	sr_raw_plot *plots = sb_new_array(j->arena, sr_raw_plot, j->tables.n + 1);
	uint32_t n = tool_plots(j, "", plots);
	return sr_write_raw(plots, n, path, j->model->diag);
}

void tool_write_tables(tool_job *j)
{
	bool alone = !j->run && j->tables.n == 1;
	for (uint32_t k = 0; k < j->o.outputs.n; k++) {
		const char *path = j->o.outputs.at[k];
		if (sr_is_raw_name(path)) {
			j->good = write_raw(j, path) && j->good;
			continue;
		}
		for (uint32_t i = 0; i < j->tables.n; i++)
			j->good = sr_write(j->tables.at[i].plot.record, alone ? path : beside(j, path, i), j->model->diag) &&
					j->good;
	}
}

void tool_analyses_json(const tool_job *j, sb_json *out)
{
	sb_json_open(out, "measures", '{');
	for (uint32_t i = 0; i < j->measured.n; i++)
		sb_json_real(out, j->measured.at[i].name, j->measured.at[i].value);
	sb_json_close(out, '}');
	if (j->step.n) {
		sb_json_open(out, "step", '{');
		for (uint32_t i = 0; i < j->step.n; i++)
			sb_json_real(out, j->step.at[i].name, j->step.at[i].value);
		sb_json_close(out, '}');
	}
	sb_json_open(out, "analyses", '[');
	for (uint32_t i = 0; i < j->tables.n; i++) {
		const st_table *t = &j->tables.at[i];
		const sr_record *r = t->plot.record;
		sb_json_open(out, NULL, '{');
		sb_json_string(out, "kind", t->kind);
		sb_json_string(out, "name", t->plot.name);
		sb_json_string(out, "axis", t->plot.axis);
		sb_json_int(out, "points", sr_rows(r));
		sb_json_open(out, "last", '{');
		for (uint32_t c = 0; c < sr_columns(r) && sr_rows(r); c++)
			sb_json_real(out, sr_column_at(r, c)->name, sr_value(r, sr_rows(r) - 1, c));
		sb_json_close(out, '}');
		sb_json_close(out, '}');
	}
	sb_json_close(out, ']');
}
