/* saltus run SYSTEM.ssp: reads the system, simulates, writes and draws. */
#include "tool/couple/tool_couple.h"
#include "base/file.h"
#include <math.h>
#include <string.h>

bool tool_is_system(const tool_options *o)
{
	return o->file && !o->text && cp_is_system(o->file);
}

static bool refuse(sb_diag *diag, bool given, const char *option, const char *why)
{
	if (given)
		sb_report(diag, SB_ERROR, "P0044", (sb_span){0}, "%s cannot be used with %s", option, why);
	return !given;
}

bool tool_no_coupling(const tool_options *o, sb_diag *diag)
{
	static const char why[] = "one model: it is for systems of several (.ssp, .ssd)";
	const tool_couple_options *c = &o->couple;
	return refuse(diag, c->algorithm, "--coupling", why) & refuse(diag, c->control, "--control", why) &
		   refuse(diag, c->hold, "--hold", why) & refuse(diag, c->iterations, "--iterations", why) &
		   refuse(diag, c->no_estimate, "--no-estimate", why) & refuse(diag, c->parallel, "--parallel", why) &
		   refuse(diag, c->locate, "--locate", why);
}

/* What one model has, and a system has not, is not ignored. */
static bool check_options(const tool_options *o, sb_diag *diag)
{
	static const char why[] = "a system: it is for one model";
	const tool_run_options *r = &o->run;
	return refuse(diag, o->class_name, "a class", why) & refuse(diag, r->inputs.n, "--input", why) &
		   refuse(diag, r->checkpoint || r->resume || !isnan(r->every), "--checkpoint", why) &
		   refuse(diag, r->isolate, "--isolate", why) & refuse(diag, o->animations.n, "--animate", why) &
		   refuse(diag, !isnan(r->max_step), "--max-step", why) & refuse(diag, r->seed, "--seed", why) &
		   refuse(diag, r->profile, "--profile", why) & refuse(diag, r->on_zeno || r->on_chatter, "--on-...", why) &
		   refuse(diag, r->max_microsteps || r->max_runs, "--max-...", why) &
		   refuse(diag, o->fmus.n, "--fmu", why) & refuse(diag, r->limits != SE_BOTH, "--events", why) &
		   refuse(diag, r->log & 31, "--log", why) & refuse(diag, !isnan(o->fmu.step), "--fmu-step", why);
}

static void choose(tool_system_job *j)
{
	const tool_options *o = j->o;
	cp_settings *s = &j->settings;
	*s = j->system->settings;
	const double given[] = {o->run.start, o->run.stop, o->run.step, o->run.tolerance};
	double *const to[] = {&s->start, &s->stop, &s->step, &s->tolerance};
	for (int i = 0; i < 4; i++)
		if (!isnan(given[i]))
			*to[i] = given[i];
	if (o->couple.algorithm)
		s->algorithm = o->couple.algorithm - 1;
	if (o->couple.control)
		s->control = o->couple.control - 1;
	if (o->couple.hold)
		s->hold = o->couple.hold - 1;
	if (o->couple.iterations)
		s->iterations = o->couple.iterations;
	if (o->couple.no_estimate)
		s->estimate = 0;
	if (o->couple.parallel)
		s->parallel = 1;
	if (o->couple.locate)
		s->events = 1;
}

/* The columns that --vars selects, as a record of their own. */
static sr_record *selected(tool_system_job *j)
{
	const sr_record *r = j->out.record;
	sb_u32s columns = {0};
	if (!j->o->vars.n)
		return NULL;
	if (!tool_select(r, &j->o->vars, "--vars", j->arena, j->system->diag, &columns)) {
		j->good = false;
		return NULL;
	}
	sr_column *list = sb_new_array(j->arena, sr_column, columns.n + 1);
	for (uint32_t i = 0; i < columns.n; i++) {
		list[i] = *sr_column_at(r, columns.at[i]);
		list[i].channel = i;
	}
	sr_record *out = sr_record_new(list, columns.n, columns.n);
	for (uint32_t row = 0; row < sr_rows(r); row++) {
		double *to = sr_row(out, sr_time(r, row), sr_mark_at(r, row));
		for (uint32_t i = 0; i < columns.n; i++)
			to[i] = sr_value(r, row, columns.at[i]);
	}
	return out;
}

static void write_results(tool_system_job *j)
{
	sr_record *part = selected(j);
	const sr_record *r = part ? part : j->out.record;
	for (uint32_t i = 0; i < j->o->outputs.n && j->good; i++)
		j->good = sr_write(r, j->o->outputs.at[i], j->system->diag) && j->good;
	uint32_t columns[64], count = sr_choose(r, columns, 6);
	sr_figure figure = {.title = j->system->name, .columns = columns, .count = count};
	for (uint32_t i = 0; i < j->o->pictures.n && j->good; i++) {
		const tool_picture *p = &j->o->pictures.at[i];
		if (!*p->file && j->o->json)
			continue;
		if (p->figure || !tool_picture_draw(p, r, &figure, j->system->diag)) {
			j->good = refuse(j->system->diag, p->figure, "--figure", "a system: it is for one model") && false;
			continue;
		}
		if (*p->file)
			sb_push(j->arena, j->drawn, p->file);
	}
	sr_record_free(part);
}

static void simulate(tool_system_job *j)
{
	choose(j);
	if (!cp_complete(j->system, &j->settings))
		return;
	tool_guard_phase(TOOL_SIMULATING);
	cp_simulate(j->system, &j->settings, NULL, NULL, &j->out);
	tool_guard_phase(TOOL_FINISHING);
	tool_guard_put_back(j->system->diag);
	j->ran = true;
	if (sr_rows(j->out.record))
		write_results(j);
}

static int finish(tool_system_job *j)
{
	bool stopped = j->ran && j->out.status == CP_STOPPED;
	bool good = j->ran && j->good && (j->out.status == CP_DONE || j->out.status == CP_ENDED);
	j->total = sb_clock() - j->begun;
	if (j->o->json) {
		tool_print_system_json(j);
	} else {
		for (uint32_t i = 0; i < j->system->components.n; i++) {
			const cp_peer *p = j->system->components.at[i].peer;
			if (p && p->told)
				tool_print_messages(p->told, j->o->quiet);
		}
		tool_print_messages(j->system->diag, j->o->quiet);
		if (j->ran && !j->o->quiet && j->out.status != CP_FAILED)
			tool_print_system(j);
	}
	int status = stopped ? TOOL_TIMEOUT : good ? TOOL_DONE : TOOL_FAILED;
	if (fflush(stdout) != 0 || ferror(stdout))
		status = TOOL_FAILED;
	return tool_guard_status(status);
}

int tool_run_system(tool_options *o)
{
	sb_arena *arena = sb_arena_new();
	tool_system_job j = {.o = o, .arena = arena, .begun = sb_clock(), .good = true};
	sb_diag *diag = sb_diag_new();
	if (!check_options(o, diag)) {
		int wrong = tool_usage(diag, "run");
		sb_diag_free(diag);
		sb_arena_free(arena);
		return wrong;
	}
	sb_diag_free(diag);
	tool_guard(o);
	st_options load = tool_load_options(o, ST_CODE, ST_ANY_C);
	cp_request q = {.path = o->file, .given = (const void *)o->given.at, .given_count = o->given.n,
		.tolerance = o->run.tolerance, .solver = o->run.solver, .fmu = load.fmu, .no_external = o->no_external};
	j.system = cp_system_open(&q);
	if (!cp_system_errors(j.system))
		simulate(&j);
	tool_guard_phase(TOOL_FINISHING);
	int status = finish(&j);
	tool_guard_end(status);
	sr_record_free(j.out.record);
	cp_system_free(j.system);
	sb_arena_free(arena);
	return status;
}
