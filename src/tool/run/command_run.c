/* saltus run: translates, simulates, writes and draws. */
#include "base/json.h"
#include "base/stop.h"
#include "model/block.h"
#include "model/unit/unit.h"
#include "tool/couple/tool_couple.h"
#include "tool/guard/tool_guard.h"
#include "tool/guard/isolate.h"
#include "tool/report/progress.h"
#include "tool/run/tool_run.h"
#include <math.h>
#include <string.h>

/* What the program says: at once to people, at the end to programs. */
static void take_words(void *context, const char *text)
{
	tool_job *j = context;
	if (j->o.json)
		sb_add(&j->written, text);
	else
		fputs(text, stdout);
}

/* The model says what is stored. */
static void choose_stored(tool_job *j)
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

static void add_drawn(sb_arena *arena, const tool_picture *p, sb_strings *names)
{
	for (uint32_t i = 0; i < p->vars.n; i++)
		sb_push(arena, *names, p->vars.at[i]);
	for (uint32_t i = 0; i < p->right.n; i++)
		sb_push(arena, *names, p->right.at[i]);
	if (p->over)
		sb_push(arena, *names, p->over);
}

/* What is to be drawn is recorded, whatever else is selected. */
static void record_drawn(tool_job *j)
{
	se_settings *s = &j->settings;
	if (!s->record_count || !(j->o.pictures.n || j->o.animations.n))
		return;
	sb_strings names = {0};
	for (uint32_t i = 0; i < s->record_count; i++)
		sb_push(j->arena, names, s->record[i]);
	for (uint32_t i = 0; i < j->o.pictures.n; i++)
		add_drawn(j->arena, &j->o.pictures.at[i], &names);
	tool_record_animated(j, &names);
	s->record = names.at;
	s->record_count = names.n;
}

/* A phase portrait or an animation shows how the solution goes from one point to the next, however short that takes:
 * each step counts, unless a file or a spectrum is to have the rows of the grid. */
static bool needs_steps(const tool_options *o)
{
	bool portrait = o->animations.n > 0, curves = !o->outputs.n;
	for (uint32_t i = 0; i < o->pictures.n; i++) {
		portrait = portrait || o->pictures.at[i].over;
		curves = curves && o->pictures.at[i].view == SR_VIEW_CURVES;
	}
	return portrait && curves;
}

static void choose_settings(tool_job *j)
{
	const tool_options *o = &j->o;
	se_settings *s = &j->settings;
	*s = tool_settings(o, j->model);
	if (!isnan(o->timeout))
		s->timeout = o->timeout;
	s->since = j->begun;
	s->journal = o->run.journal;
	s->limits = o->run.limits;
	/* lists and plots of programs show what is on the grid */
	bool drawn = (o->pictures.n || o->animations.n) && !j->model->flat->outputs.n;
	s->rows = o->run.rows != SE_ROWS_SHOWN_PEAKS || drawn ? o->run.rows : SE_ROWS_GRID;
	if (s->rows == SE_ROWS_SHOWN_PEAKS && needs_steps(o))
		s->rows = SE_ROWS_STEPS;
	s->record = o->vars.at;
	s->record_count = o->vars.n;
	if (!o->vars.n && j->model->flat->stored.n)
		choose_stored(j);
	record_drawn(j);
	s->record_nothing = !o->outputs.n && !o->pictures.n && !o->animations.n && !tool_needs_rows(j->model->flat);
	if (s->record_nothing)
		s->rows = SE_ROWS_ENDS;
	s->written = take_words;
	s->write_context = j;
}

int tool_finish(tool_job *j)
{
	if (j->o.json) {
		tool_print_json(j);
	} else {
		tool_print_messages(j->model->diag, j->o.quiet);
		if (j->rest)
			tool_print_messages(j->rest->diag, j->o.quiet);
		if (j->run && !j->o.quiet && (se_ended_well(j->status) || se_was_stopped(j->status)))
			tool_print_summary(j);
	}
	if (j->run && j->o.run.profile) {
		tool_print_profile(j);
		tool_print_modes(j);
	}
	const sm_analyses *asked = j->model->flat ? j->model->flat->analyses : NULL;
	bool good = (asked && asked->only ? j->rest != NULL : j->run && se_ended_well(j->status)) && j->good;
	int status = j->run && se_was_stopped(j->status) ? TOOL_TIMEOUT : good ? TOOL_DONE : TOOL_FAILED;
	if (fflush(stdout) != 0 || ferror(stdout))
		status = TOOL_FAILED;
	return tool_guard_status(status);
}

/* An experiment has ended: what it is to show, and how it went. One that was stopped shows what it has; after a
 * computation that was left in the middle that is the line about it. */
static void tell(void *context, const st_outcome *o)
{
	tool_job *j = context;
	sb_text text = {0};
	double now = sb_clock(), seconds = now - j->began;
	bool good = se_ended_well(o->status), stopped = se_was_stopped(o->status);
	bool whole = (good || (stopped && !sb_was_left())) && o->runs;
	j->simulated += seconds;
	if (whole)
		j->good = tool_show_outputs(j->model, o, &j->pictures, &text) && j->good;
	if (j->o.json) {
		sb_json each = {.out = &j->each, .comma = j->each.n > 0};
		if (o->name) {
			sb_json_open(&each, NULL, '{');
			sb_json_string(&each, "name", o->name);
			sb_json_string(&each, "status", tool_status_name(o->status, true));
			sb_json_int(&each, "runs", (int64_t)o->runs);
			tool_report_json(o, &each);
			sb_json_close(&each, '}');
		}
		sb_add(&j->written, text.at ? text.at : "");
	} else {
		if ((good || stopped) && o->runs && !j->o.quiet && o->name)
			tool_print_line(j, o, seconds);
		if (whole && !j->o.quiet)
			tool_report_text(o, &text);
		fwrite(text.at ? text.at : "", 1, text.n, stdout);
	}
	sb_text_free(&text);
	j->files += sb_clock() - now;
	j->began = sb_clock();
}

/* What the model brings of its own is told before it is executed: at once to people, with all other messages to
 * programs. */
static void tell_external(const tool_job *j)
{
	const sm_model *flat = j->model->flat;
	sb_diag *early = sb_diag_new();
	sb_message *m = NULL;
	const sm_external *last = NULL;
	for (uint32_t i = 0; i < flat->functions.n; i++) {
		const sm_function *f = flat->functions.at[i];
		const sm_external *x = f->external;
		sb_text libraries = {0};
		if (!x || x->own || x->compiled || x == last)    /* compiled submodels are files of Saltus */
			continue;
		last = x;                        /* all operations of a component have the same */
		if (!m)
			m = sb_report(j->o.json ? j->model->diag : early, SB_INFO, "U0347", (sb_span){0},
						  "the model executes C of its own");
		for (uint32_t k = 0; k < x->libraries.n; k++)
			sb_addf(&libraries, "%s'%s'", k ? ", " : "", x->libraries.at[k]);
		for (uint32_t k = 0; k < x->library_folders.n && libraries.n; k++)
			sb_addf(&libraries, "%s'%s'", k ? ", " : " of ", x->library_folders.at[k]);
		sb_note(m, "'%s' calls '%s' (%s%s%s)", f->block ? flat->blocks.at[f->block->block]->name : f->name, x->symbol,
				x->includes.n ? "C text in the model" : "", x->includes.n && libraries.n ? "; " : "",
				libraries.n     ? libraries.at
				: x->includes.n ? ""
								: "a function of the C library");
		sb_text_free(&libraries);
	}
	for (uint32_t i = 0; i < flat->blocks.n; i++)
		if (flat->blocks.at[i]->executes)
			sb_report(j->o.json ? j->model->diag : early, SB_INFO, "U0347", (sb_span){0},
					  "the model executes %s of its own: the block '%s'", flat->blocks.at[i]->executes,
					  flat->blocks.at[i]->name);
	if (sb_messages(early))
		tool_print_messages(early, j->o.quiet);
	sb_diag_free(early);
}

/* Checkpoints are of one run. */
static bool may_be_kept(const tool_job *j)
{
	const tool_options *o = &j->o;
	const char *option = o->run.checkpoint ? "--checkpoint" : o->run.resume ? "--resume" : "--every";
	sb_message *e = NULL;
	if (!o->run.checkpoint && !o->run.resume && isnan(o->run.every))
		return true;
	if (!o->run.checkpoint && !isnan(o->run.every))
		e = sb_report(j->model->diag, SB_ERROR, "U0424", (sb_span){0}, "--every needs --checkpoint FILE");
	else if (j->model->flat->experiments.n || o->run.isolate)
		e = sb_report(j->model->diag, SB_ERROR, "U0424", (sb_span){0}, "%s cannot be used with %s", option,
					  o->run.isolate ? "--isolate" : "a program that has experiments");
	else if (!isnan(o->run.every) && !(o->run.every > 0))
		e = sb_report(j->model->diag, SB_ERROR, "U0424", (sb_span){0}, "--every must be greater than zero");
	else if (o->run.checkpoint && isnan(o->run.every) && !isfinite(j->settings.stop))
		e = sb_report(j->model->diag, SB_ERROR, "U0424", (sb_span){0},
					  "a run without a stop time needs --every for its checkpoints");
	return !e;
}

static void simulate(tool_job *j)
{
	const tool_options *o = &j->o;
	j->rates = se_named_rates(sc_image(j->model->program), j->arena);
	if (!tool_check_patterns(j->arena, j->model, j->rates, &j->o.vars, NULL, o->outputs.n > 0) |
		!tool_check_pictures(j) | !tool_check_animations(j))
		return;
	tell_external(j);
	tool_progress progress = tool_progress_new(o->quiet || o->json, j->model->diag);
	choose_settings(j);
	j->settings.progress = tool_progress_show;
	j->settings.progress_context = &progress;
	j->pictures = (tool_pictures){.files = &j->picture_files, .arena = j->arena};
	j->good = true;
	j->began = sb_clock();
	const tool_run_options *r = &o->run;
	st_checkpoint kept = {.write = r->checkpoint, .every = r->every, .resume = r->resume, .start = r->start,
		.stop = r->stop, .interval = r->step, .tolerance = r->tolerance, .solver = r->solver};
	if (!may_be_kept(j))
		return;
	st_wishes wishes = {.checkpoint = r->checkpoint || r->resume ? &kept : NULL, .start = r->start, .stop = r->stop,
		.interval = r->step, .tolerance = r->tolerance, .solver = r->solver, .base = j->settings,
		.max_runs = r->max_runs, .threads = o->threads};
	tool_guard_phase(TOOL_SIMULATING);
	j->all = st_experiments_run(j->model, o->class_name, &wishes, tell, j);
	tool_guard_phase(TOOL_FINISHING);
	tool_guard_put_back(j->model->diag);
	tool_progress_clear(&progress);
	j->good = j->good && !kept.failed;
	const st_outcome *last = st_last(j->all);
	if (!last)
		return;
	j->run = last->run;
	j->settings = last->settings;
	j->settings.progress = NULL;         /* analyses that follow have no bar, and this one ends here */
	j->settings.progress_context = NULL;
	j->status = last->status;
	double since = sb_clock();
	tool_write_results(j);
	j->files += sb_clock() - since;
}

/* The run, unless the model asks for analyses alone; then what else it asks for. */
void tool_carry_out(tool_job *j)
{
	const sm_analyses *asked = j->model->flat->analyses;
	if (asked && asked->only)
		j->good = true;
	else
		simulate(j);
	if (!asked || (!asked->only && (!j->run || !se_ended_well(j->status))))
		return;
	j->good = (asked->only || tool_measure(j)) && j->good;
	tool_analyse(j);
	tool_write_tables(j);
}

void tool_job_free(tool_job *j)
{
	st_experiments_free(j->all);
	st_tables_free(&j->tables);
	if (j->rest)
		st_free(j->rest);
	sb_text_free(&j->written);
	sb_text_free(&j->each);
	st_free(j->model);
}

int tool_run(int argc, char **argv)
{
	sb_arena *arena = sb_arena_new();
	sb_diag *diag = sb_diag_new();
	tool_job j = {.arena = arena, .begun = sb_clock()};
	int status;
	bool stepped = false;
	if (!tool_parse(arena, diag, argc, argv, TOOL_COMMON | TOOL_RUN | TOOL_PICTURE, "run", &j.o)) {
		status = tool_usage(diag, "run");
	} else if (tool_is_system(&j.o)) {
		status = tool_run_system(&j.o);
	} else if (!tool_no_coupling(&j.o, diag)) {
		status = tool_usage(diag, "run");
	} else if (tool_is_study(&j.o)) {
		status = tool_run_study(&j.o);
	} else if (j.o.run.isolate && tool_isolate(&j.o, &status)) {
		;                        /* another process has done it */
	} else {
		tool_guard(&j.o);
		st_options options = tool_load_options(&j.o, ST_CODE, j.o.no_external ? ST_OWN_C : ST_ANY_C);
		options.written = j.o.run.inputs.at;
		options.written_count = j.o.run.inputs.n;
		j.model = st_load(j.o.file, j.o.class_name, &options);
		if (j.model->program && !sb_errors(j.model->diag))
			stepped = tool_has_steps(&j);
		if (stepped)
			status = tool_run_steps(&j);
		else if (j.model->program && !sb_errors(j.model->diag))
			tool_carry_out(&j);
		tool_guard_phase(TOOL_FINISHING);
		tool_isolated_done();
		j.total = sb_clock() - j.begun;
		status = stepped ? status : tool_finish(&j);
		tool_guard_end(status);
		tool_job_free(&j);
	}
	sb_diag_free(diag);
	sb_arena_free(arena);
	return status;
}
