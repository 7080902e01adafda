/* saltus sweep: a model at many points, what is measured of each, and what follows from all of them. */
#include "base/stop.h"
#include "model/print/print.h"
#include "study/input/input.h"
#include "tool/study/tool_study.h"
#include "tool/guard/tool_guard.h"
#include "tool/study/sweep_job.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ------------------------------------------------------------------------------------------------- what is asked */

/* -p k={1, 2} is a list of values for a number, and one value for an array. */
static bool is_array(const tool_sweeping *j, const char *name)
{
	st_model *m = st_load(j->o.file, j->o.class_name, &(st_options){.depth = ST_FLAT, .external = ST_OWN_C,
		.text = j->o.text});
	uint32_t whole = m->flat && sm_find_scalar(m->flat, name) == UINT32_MAX ? sm_find(m->flat, name) : UINT32_MAX;
	bool array = whole != UINT32_MAX && sm_var(m->flat, whole)->rank > 0;
	st_free(m);
	return array;
}

static void split_given(tool_sweeping *j)
{
	for (uint32_t i = 0; i < j->o.given.n; i++) {
		const st_given *g = &j->o.given.at[i];
		bool varied = st_is_axis(g->value) && !(strchr(g->value, '{') && is_array(j, g->name));
		if (varied)
			sb_push(j->arena, j->varied, *g);
		else
			sb_push(j->arena, j->plain, *g);
	}
}

static bool usage(tool_sweeping *j, const char *code, const char *text, const char *help)
{
	sb_help(sb_report(j->diag, SB_ERROR, code, (sb_span){0}, "%s", text), "%s", help);
	return false;
}

/* Help for what was perhaps meant to be several values, else examples. */
static const char *how_to_vary(const tool_sweeping *j)
{
	for (uint32_t i = 0; i < j->plain.n; i++) {
		const st_given *g = &j->plain.at[i];
		if (strchr(g->value, '{'))
			return sb_printf(j->arena, "an array takes one value for all points; vary its elements: -p '%s[1]={...}' "
				"-p '%s[2]={...}', with --zip the first values together, then the second ones", g->name, g->name);
		if (strchr(g->value, ','))
			return sb_printf(j->arena, "several values stand in braces: -p '%s={%s}'", g->name, g->value);
	}
	return "for example -p k=1:0.5:10, or -p 'k=normal(3, 0.1)' --random 1000";
}

/* What can be said before the model is read. */
static bool options_are_good(tool_sweeping *j)
{
	const tool_options *o = &j->o;
	int designs = o->sweep.grid + o->sweep.zip + (o->sweep.random > 0) + (o->sweep.sobol > 0) + (o->sweep.latin > 0);
	if (designs > 1)
		return usage(j, "U0743", "one design at a time: --grid, --zip, --random, --latin or --sobol",
			"leave the others out");
	if (o->sweep.indices && !o->sweep.sobol && !o->sweep.random && !o->sweep.latin)
		return usage(j, "U0744", "--indices need samples of distributions", "add --sobol 1024, or --random 10000");
	if (o->outputs.n > 1)
		return usage(j, "U0745", "a sweep writes one table", "leave out one -o; --curves FILE.csv writes curves");
	if (!o->outputs.n && (o->sweep.resume || o->sweep.merge || o->sweep.shard))
		return usage(j, "U0746", "what is to be resumed or merged lies beside the table",
			"name the table with -o FILE.csv");
	if (o->sweep.curves_file && !o->sweep.curves.n && !o->vars.n)
		return usage(j, "U0747", "--curves needs to know which", "--vars x,y or --curve 'x - r' tell");
	if (!o->sweep.measures.n && !o->sweep.curves.n && !o->vars.n)
		return usage(j, "U0739", "what is to be measured of each run?",
					 "for example --measure 'max(x)', or --vars x for its curve; docs/studies.md has a table");
	if (!j->varied.n && !o->sweep.random && !o->sweep.merge)
		return usage(j, "U0748", "nothing is varied", how_to_vary(j));
	return true;
}

/* ------------------------------------------------------------------------------------------------- the sweep */

static bool load(tool_sweeping *j)
{
	const char **names = sb_new_array(j->arena, const char *, j->varied.n + 1);
	for (uint32_t i = 0; i < j->varied.n; i++) {
		names[i] = j->varied.at[i].name;
		for (uint32_t k = 0; k < i; k++)
			if (strcmp(names[i], names[k]) == 0) {
				sb_report(j->diag, SB_ERROR, "U0749", (sb_span){0}, "'%s' is varied twice", names[i]);
				return false;
			}
	}
	st_options options = tool_load_options(&j->o, ST_CODE, j->o.no_external ? ST_OWN_C : ST_ANY_C);
	options.given = j->plain.at;
	options.given_count = j->plain.n;
	options.written = j->o.run.inputs.at;
	options.written_count = j->o.run.inputs.n;
	j->many = st_many_new(j->o.file, j->o.class_name, &options, names, j->varied.n);
	sb_diag_free(j->diag);
	j->diag = st_many_model(j->many)->diag;
	if (!st_many_model(j->many)->program || sb_errors(j->diag))
		return false;
	if (!st_many_model(j->many)->flat->experiments.n)
		return true;
	return usage(j, "U0740", "the program has experiments, which decide by themselves what is simulated",
				 "take them out (in COSY: MONITOR), and vary what they set");
}

/* What --vars selects, and what --curve says. */
static bool choose_curves(tool_sweeping *j)
{
	const sm_model *flat = st_many_model(j->many)->flat;
	const bool *rates = se_named_rates(sc_image(st_many_model(j->many)->program), j->arena);
	if (!tool_check_patterns(j->arena, st_many_model(j->many), rates, &j->o.vars, false, true))
		return false;
	for (uint32_t v = 0; v < flat->variables.n && j->o.vars.n; v++) {
		const sm_variable *x = sm_var(flat, v);
		for (uint32_t k = 0; k < x->count && !x->hidden && x->type != SX_STRING && x->variability != SM_PARAMETER &&
							 x->variability != SM_CONSTANT; k++) {
			sb_text name = {0};
			bool wanted = false;
			sm_scalar_name(flat, x->first + k, &name);
			for (uint32_t p = 0; p < j->o.vars.n; p++)
				wanted = wanted || sb_matches(j->o.vars.at[p], name.at);
			if (wanted)
				sb_push(j->arena, j->curves, (const char *)sb_strdup(j->arena, name.at));
			sb_text_free(&name);
		}
	}
	for (uint32_t i = 0; i < j->o.sweep.curves.n; i++)
		sb_push(j->arena, j->curves, j->o.sweep.curves.at[i]);
	return true;
}

static void choose_times(tool_sweeping *j)
{
	const se_settings *s = &j->sweep.settings;
	double length = s->stop - s->start, step = !isnan(j->o.run.step) ? j->o.run.step : length / 200;
	uint32_t n = length > 0 ? (uint32_t)fmin(floor(length / step + 1e-9) + 1, 1e6) : 1;
	double *times = sb_new_array(j->arena, double, n + 1);
	for (uint32_t i = 0; i < n; i++)
		times[i] = fmin(s->start + i * step, s->stop);
	j->sweep.times = times;
	j->sweep.time_count = n;
	j->sweep.curves = j->curves.n;
}

static bool read_axes(tool_sweeping *j)
{
	bool good = true;
	for (uint32_t i = 0; i < j->varied.n; i++) {
		st_axis axis;
		good = st_axis_read(j->many, j->arena, i, j->varied.at[i].value, &axis) && good;
		sb_push(j->arena, j->axes, axis);
	}
	return good;
}

static st_design design_of(const tool_sweeping *j)
{
	const tool_sweep_options *o = &j->o.sweep;
	return (st_design){
		.kind = o->zip ? ST_ZIP : o->random ? ST_RANDOM : o->sobol ? ST_SOBOL : o->latin ? ST_LATIN : ST_GRID,
		.axes = j->axes.at, .count = j->axes.n, .samples = (uint64_t)o->random + o->sobol + o->latin,
		.seed = j->o.run.seed, .plain = o->no_scramble, .indices = o->indices};
}

/* All that results depend on. */
static uint64_t fingerprint(const tool_sweeping *j)
{
	const st_sweep *s = &j->sweep;
	sb_text all = {0};
	sm_print(st_many_model(j->many)->flat, false, &all);
	sb_addf(&all, "\n%s %.17g %.17g %.17g %.17g %.17g %s %llu %d %d %u %d %llu %d %d %.17g", SALTUS_VERSION,
			s->settings.start, s->settings.stop, s->settings.interval, s->settings.tolerance, s->settings.max_step,
			s->settings.solver, (unsigned long long)s->settings.seed, (int)s->settings.on_zeno,
			(int)s->settings.on_chatter, s->settings.max_microsteps, (int)s->design.kind,
			(unsigned long long)s->design.samples, s->design.plain, s->design.indices, s->settings.timeout);
	for (uint32_t i = 0; i < j->axes.n; i++)
		sb_addf(&all, "\n%s=%s", j->axes.at[i].name, j->axes.at[i].text);
	for (uint32_t i = 0; i < j->plain.n; i++)
		sb_addf(&all, "\n%s=%s", j->plain.at[i].name, j->plain.at[i].value);
	for (uint32_t i = 0; i < j->o.sweep.measures.n; i++)
		sb_addf(&all, "\n%s", j->o.sweep.measures.at[i]);
	for (uint32_t i = 0; i < j->curves.n; i++)
		sb_addf(&all, "\n%s", j->curves.at[i]);
	uint64_t hash = st_inputs_hash(&st_many_model(j->many)->inputs, sb_hash(all.at, all.n, 14));
	sb_text_free(&all);
	return hash;
}

static bool prepare(tool_sweeping *j)
{
	st_sweep *s = &j->sweep;
	st_model *m = st_many_model(j->many);
	if (!read_axes(j))
		return false;
	s->many = j->many;
	s->settings = tool_settings(&j->o, m);
	s->settings.timeout = isnan(j->o.sweep.run_timeout) ? 0 : j->o.sweep.run_timeout;
	s->threads = j->o.threads;
	s->measures = st_measures_read(m, "--measure", j->o.sweep.measures.at, j->o.sweep.measures.n, j->diag);
	if (!s->measures || !choose_curves(j) ||
		!st_measures_add_curves(s->measures, m, "--curve", j->curves.at, j->curves.n))
		return false;
	choose_times(j);
	st_measures_settings(s->measures, &s->settings);
	s->design = design_of(j);
	if (!st_design_close(&s->design, j->arena, j->diag) || !st_sweep_open(s, j->diag))
		return false;
	s->fingerprint = fingerprint(j);
	s->progress = tool_sweep_progress;
	s->context = j;
	return true;
}

/* ------------------------------------------------------------------------------------------------- journals */

static bool open_journal(tool_sweeping *j)
{
	static const tool_journal_words words = {"sweep", "points", "U0751", "U0752"};
	st_sweep *s = &j->sweep;
	st_journal_found found = {.state = ST_JOURNAL_NONE};
	if (!j->table)
		return true;
	const char *path = st_journal_path(j->arena, j->table, s->shard, s->shards);
	if (!j->o.sweep.restart)
		found = st_sweep_journal_read(s, path);
	if (found.state == ST_JOURNAL_NONE && j->o.sweep.resume && !j->by_launcher)
		tool_journal_tell_none(&words, "U0998", path, j->diag);
	return tool_journal_goes_on(&words, path, &found, j->o.sweep.resume || j->by_launcher, j->diag) &&
		   st_sweep_journal_open(s, path, found.end, j->diag);
}

/* Full disks end a sweep: what cannot be kept is not worth computing. */
static void tell_trouble(tool_sweeping *j)
{
	st_sweep *s = &j->sweep;
	if (!s->broken)
		return;
	uint64_t open = st_sweep_count(s, ST_POINT_OPEN);
	sb_message *m = sb_report(j->diag, SB_ERROR, "U0742", (sb_span){0},
							  "the journal of the sweep cannot be written: %s; it ends after %llu of %llu points",
							  strerror(st_journal_errno(s->journal)), (unsigned long long)(s->design.points - open),
							  (unsigned long long)s->design.points);
	sb_help(m, "make room, and go on with --resume: what is in the journal is kept");
	j->good = false;
}

static void tell_interruption(tool_sweeping *j)
{
	st_sweep *s = &j->sweep;
	sb_stop why = sb_stopped();
	if (why == SB_GO_ON)
		return;
	uint64_t open = st_sweep_count(s, ST_POINT_OPEN);
	sb_message *m = sb_report(j->diag, SB_WARNING, "U0753", (sb_span){0}, "%s after %llu of %llu points",
		sb_stop_text(why),
							  (unsigned long long)(s->design.points - open), (unsigned long long)s->design.points);
	sb_help(m, j->table ? "--resume goes on" : "with -o FILE.csv a sweep can be resumed");
}

/* Points of this state that have something to say: how many, and the first. */
static uint64_t points_with_message(const st_sweep *s, st_point_state state, uint64_t *first)
{
	uint64_t n = 0;
	for (uint64_t k = s->design.points; k-- > 0;)
		if (s->state[k] == state && (s->message[k] || state == ST_POINT_FAILED)) {
			*first = k;
			n++;
		}
	return n;
}

/* Points that failed, and points of which something could not be measured, with the first of their messages. */
static void tell_failures(tool_sweeping *j)
{
	const st_sweep *s = &j->sweep;
	static const struct { st_point_state state; const char *code, *text; } kinds[] = {
		{ST_POINT_FAILED, "U0754", "%llu of %llu points failed"},
		{ST_POINT_DONE, "U0976", "a measure has no value, or one in doubt, at %llu of %llu points"}};
	for (int i = 0; i < 2; i++) {
		uint64_t first = 0, n = points_with_message(s, kinds[i].state, &first);
		if (!n)
			continue;
		sb_message *m = sb_report(j->diag, SB_WARNING, kinds[i].code, (sb_span){0}, kinds[i].text,
								  (unsigned long long)n, (unsigned long long)s->design.points);
		sb_note(m, "the first is point %llu: %s", (unsigned long long)first + 1,
				s->message[first] ? s->message[first] : "");
	}
}

/* ------------------------------------------------------------------------------------------------- all of it */

static bool simulate(tool_sweeping *j)
{
	st_sweep *s = &j->sweep;
	if (j->o.sweep.merge)
		return tool_find_shards(j);
	if (!open_journal(j))
		return false;
	j->since = sb_clock();
	j->before = s->design.points - st_sweep_count(s, ST_POINT_OPEN);
	tool_guard_phase(TOOL_SIMULATING);
	st_sweep_run(s);
	tool_guard_phase(TOOL_FINISHING);
	tool_guard_put_back(j->diag);
	if (j->shown)
		fputs("\r\033[K", stderr);
	tell_trouble(j);
	tell_interruption(j);
	bool whole = !s->broken && sb_stopped() == SB_GO_ON;
	st_sweep_journal_close(s, whole);
	return !(j->by_launcher && s->shard == 0 && whole) || tool_await_shards(j);
}

/* Shards leave their journal, everybody else a table. */
static void write_results(tool_sweeping *j)
{
	st_sweep *s = &j->sweep;
	if (s->shards > 1 && !j->o.sweep.merge && !(j->by_launcher && s->shard == 0))
		return;
	bool any = st_sweep_count(s, ST_POINT_OPEN) < s->design.points;
	if (any && j->table)
		j->good = st_sweep_write(s, j->table, j->diag) && j->good;
	if (any && j->o.sweep.curves_file)
		j->good = st_sweep_write_curves(s, j->o.sweep.curves_file, j->diag) && j->good;
	if (any && j->o.draw.n)
		j->good = tool_sweep_draw(j) && j->good;
	if (j->table && j->good && st_sweep_is_complete(s) && s->shards <= 1)
		unlink(st_journal_path(j->arena, j->table, 0, 0));
	if (j->by_launcher && j->good && st_sweep_is_complete(s))
		tool_remove_shards(j);
}

static int finish(tool_sweeping *j, bool ran)
{
	st_sweep *s = &j->sweep;
	bool stopped = sb_stopped() != SB_GO_ON, failed = !ran || !j->good;
	if (ran)
		tell_failures(j);
	if (j->o.json)
		tool_sweep_json(j, failed ? "failed" : stopped ? tool_stop_name(sb_stopped()) : "done");
	else
		tool_print_messages(j->diag, j->o.quiet);
	if (ran && !j->o.json && !j->o.quiet)
		tool_sweep_text(j);
	bool none = ran && s->design.points && st_sweep_count(s, ST_POINT_FAILED) == s->design.points;
	return tool_guard_status(stopped ? TOOL_TIMEOUT : failed || none ? TOOL_FAILED : TOOL_DONE);
}

int tool_sweep(int argc, char **argv)
{
	tool_sweeping j = {.arena = sb_arena_new(), .diag = sb_diag_new(), .begun = sb_clock(), .good = true};
	int status;
	bool parsed = tool_parse(j.arena, j.diag, argc, argv, TOOL_COMMON | TOOL_SWEEP, "sweep", &j.o);
	if (parsed)
		split_given(&j);
	j.table = j.o.outputs.n ? j.o.outputs.at[0] : NULL;
	if (!parsed || !options_are_good(&j) || !tool_choose_shard(&j)) {
		status = tool_usage(j.diag, "sweep");
		sb_diag_free(j.diag);
		sb_arena_free(j.arena);
		return status;
	}
	tool_guard(&j.o);
	bool ran = load(&j) && prepare(&j) && simulate(&j);
	tool_guard_phase(TOOL_FINISHING);
	if (ran)
		write_results(&j);
	status = finish(&j, ran);
	tool_guard_end(status);
	st_sweep_close(&j.sweep);
	st_measures_free(j.sweep.measures);
	if (j.many)
		st_many_free(j.many);
	else
		sb_diag_free(j.diag);
	sb_arena_free(j.arena);
	return status;
}
