/* saltus fit: parameters of a model from measured curves. */
#include "base/file.h"
#include "study/fit/fit.h"
#include "tool/study/tool_study.h"
#include "tool/point/tool_point.h"
#include "tool/guard/tool_guard.h"
#include <math.h>
#include <string.h>
#include <unistd.h>

typedef struct job {
	tool_options o;
	sb_arena *arena;
	sb_diag *diag;
	st_fit fit;
	const char *journal;             /* NULL: none */
	double begun, first, told;       /* when the fit began, its first run, and when something was told */
	bool shows, shown;
	uint32_t start, step; double sum;        /* what was told last */
} job;

static const char *const losses[] = {"linear", "huber", "cauchy", "soft"};

static bool wrong(sb_diag *diag, const char *option, const char *value, const char *help)
{
	sb_help(sb_report(diag, SB_ERROR, "U0003", (sb_span){0}, "'%s' is not a value for %s", value, option), "%s", help);
	return false;
}

static bool find_loss(const char *word, st_loss *out)
{
	*out = ST_LOSS_LINEAR;
	for (int i = 0; word && i < 4; i++)
		if (strcmp(word, losses[i]) == 0) {
			*out = (st_loss)i;
			return true;
		}
	return !word;
}

static bool is_good(const tool_options *o, sb_arena *arena, sb_diag *diag)
{
	st_bound b;
	st_loss loss;
	const tool_fit_options *f = &o->fit;
	for (uint32_t i = 0; i < o->point.bounds.n; i++)
		if (!tool_read_bound(o->point.bounds.at[i], arena, &b))
			return wrong(diag, "--bounds", o->point.bounds.at[i],
						 "--bounds takes NAME=LOW:HIGH, of which one may be left out");
	if (!find_loss(f->loss, &loss))
		return wrong(diag, "--loss", f->loss, "--loss takes linear, huber, cauchy or soft");
	if (!isnan(f->confidence) && !(f->confidence > 0 && f->confidence < 1))
		return wrong(diag, "--confidence", sb_printf(arena, "%g", f->confidence),
					 "--confidence takes a number between 0 and 1, for example 0.99");
	if (!isnan(f->scale) && !(f->scale > 0))
		return wrong(diag, "--loss-scale", sb_printf(arena, "%g", f->scale), "--loss-scale takes a positive number");
	for (uint32_t i = 0; i < o->outputs.n; i++) {
		size_t n = strlen(o->outputs.at[i]);
		if (n < 5 || strcmp(o->outputs.at[i] + n - 4, ".csv") != 0)
			return wrong(diag, "-o", o->outputs.at[i], "-o takes a name that ends in .csv");
	}
	if (o->sweep.resume && !o->outputs.n) {
		sb_help(sb_report(diag, SB_ERROR, "U0996", (sb_span){0}, "what is to be resumed lies beside the table"),
				"name the table with -o FILE.csv");
		return false;
	}
	if (!f->data.n || !f->vary.n) {
		sb_help(sb_report(diag, SB_ERROR, "U0930", (sb_span){0},
						  f->vary.n ? "there are no data to fit" : "nothing is to be varied"),
				"a fit needs --data FILE.csv and --vary NAME,...");
		return false;
	}
	return true;
}

enum { STEPS_MOST = 200 };               /* of a start, as least squares has it */

/* How long the starts before have taken tells of those to come. Of the first, only the most steps are known. */
static void put_time_left(const job *j)
{
	uint32_t starts = j->o.fit.starts ? j->o.fit.starts : 1;
	double wall = sb_clock() - j->first;
	if (j->start > 1)
		fprintf(stderr, ", about %.3g s left", wall / (j->start - 1) * (starts - j->start + 1));
	else if (j->step)
		fprintf(stderr, ", at most %.3g s left", wall / j->step * ((double)STEPS_MOST * starts - j->step));
}

static void put_progress(job *j)
{
	if (!j->shows || !j->start || sb_clock() - j->begun < 0.5)
		return;
	fprintf(stderr, "\r\033[Kstart %u of %u, step %u: sum of squares %.6g", j->start,
			j->o.fit.starts ? j->o.fit.starts : 1, j->step, j->sum);
	put_time_left(j);
	fflush(stderr);
	j->shown = true;
}

/* From the first point on there is something to keep. */
static bool progress(void *context, uint32_t start, uint32_t step, double sum, const double *values)
{
	job *j = context;
	(void)values;
	tool_guard_phase(TOOL_SIMULATING);
	j->start = start;
	j->step = step;
	j->sum = sum;
	put_progress(j);
	return true;
}

/* Also where nothing better is found. */
static bool ask(void *context, uint32_t start, uint64_t runs, double best)
{
	job *j = context;
	double now = sb_clock();
	(void)runs;
	(void)best;
	if (j->start && now - j->told > 0.2) {
		j->start = start;
		put_progress(j);
		j->told = now;
	}
	return true;
}

/* Runs of an earlier call are not thrown away by mistake. */
static bool open_journal(void *context, struct st_fit_problem *p)
{
	static const tool_journal_words words = {"fit", "runs", "U0955", "U0956"};
	job *j = context;
	const tool_sweep_options *how = &j->o.sweep;
	j->first = sb_clock();
	if (!j->o.outputs.n)
		return true;
	j->journal = sb_printf(j->arena, "%s.journal", j->o.outputs.at[0]);
	st_journal_found found = st_fit_journal_read(p, how->restart ? NULL : j->journal);
	if (!tool_journal_goes_on(&words, j->journal, &found, how->resume, j->diag))
		return false;
	if (found.state == ST_JOURNAL_NONE && how->resume)
		tool_journal_tell_none(&words, "U0959", j->journal, j->diag);
	return st_fit_journal_open(p, j->journal, found.end);
}

static void tell_journal(job *j)
{
	if (j->fit.trouble)
		sb_help(sb_report(j->diag, SB_ERROR, "U0957", (sb_span){0},
						  "the journal of the fit cannot be written: %s; it ends after %llu runs",
						  strerror(j->fit.trouble), (unsigned long long)j->fit.runs),
				"make room, and go on with --resume: what is in the journal is kept");
	else if (j->fit.end == ST_FIT_STOPPED && j->journal)
		sb_help(sb_report(j->diag, SB_INFO, "U0958", (sb_span){0}, "'%s' has the runs so far", j->journal),
				"--resume goes on with them");
}

/* What is read is not written over. */
static bool outputs_are_free(const st_fit_request *q, const tool_options *o, sb_arena *arena, sb_diag *diag)
{
	for (uint32_t i = 0; i < o->outputs.n; i++)
		if (!st_fit_is_free(q, "-o", o->outputs.at[i], arena, diag))
			return false;
	for (uint32_t i = 0; i < o->draw.n; i++)
		if (!st_fit_is_free(q, "--plot", o->draw.at[i], arena, diag))
			return false;
	return true;
}

static bool find(job *j)
{
	const tool_options *o = &j->o;
	st_bound *bounds = sb_new_array(j->arena, st_bound, o->point.bounds.n + 1);
	for (uint32_t i = 0; i < o->point.bounds.n; i++)
		tool_read_bound(o->point.bounds.at[i], j->arena, &bounds[i]);
	st_fit_request q = {
		.path = o->file, .class_name = o->class_name, .text = o->text,
		.data = o->fit.data.at, .data_count = o->fit.data.n,
		.vary = o->fit.vary.at, .vary_count = o->fit.vary.n, .bounds = bounds, .bound_count = o->point.bounds.n,
		.maps = o->fit.maps.at, .map_count = o->fit.maps.n, .sigmas = o->fit.sigmas.at,
		.sigma_count = o->fit.sigmas.n, .loss_scale = isnan(o->fit.scale) ? 0 : o->fit.scale, .starts = o->fit.starts,
		.seed = o->run.seed, .confidence = isnan(o->fit.confidence) ? 0 : o->fit.confidence,
		.differences = o->fit.differences, .check = o->fit.check, .start = o->run.start, .tolerance = o->run.tolerance,
		.solver = o->run.solver, .progress = progress, .ask = ask, .opened = open_journal, .context = j,
		.options = tool_load_options(o, ST_CODE, o->no_external ? ST_OWN_C : ST_ANY_C)};
	q.options.written = o->run.inputs.at;
	q.options.written_count = o->run.inputs.n;
	find_loss(o->fit.loss, &q.loss);
	j->shows = !o->quiet && isatty(2);
	bool good = outputs_are_free(&q, o, j->arena, j->diag) && st_fit_find(&q, j->arena, j->diag, &j->fit);
	if (j->shown)
		fputs("\r\033[K", stderr);
	if (good)
		st_fit_tell(&j->fit, j->diag);
	if (good)
		tell_journal(j);
	return good;
}

static bool write_all(job *j, const char *model)
{
	bool good = true;
	for (uint32_t i = 0; i < j->o.outputs.n; i++)
		good = st_fit_write(&j->fit, j->o.outputs.at[i], j->diag) && good;
	for (uint32_t i = 0; i < j->o.draw.n; i++)
		good = st_fit_draw(&j->fit, model, j->o.draw.at[i], j->diag) && good;
	return good;
}

/* The messages become a part of the object. */
static void print_json(const job *j, bool found, const char *model)
{
	sb_text said = {0}, messages = {0};
	sb_render_json(j->diag, 0, &messages);
	if (found)
		st_fit_json(&j->fit, model, &said);
	else
		sb_addf(&said, "{\"status\":\"failed\"}");
	printf("%.*s,\"messages\":%s}\n", (int)(said.n - 1), said.at, messages.at);
	sb_text_free(&said);
	sb_text_free(&messages);
}

static int work(job *j)
{
	sb_text said = {0};
	tool_guard(&j->o);
	sb_doing("fitting", j->o.file);
	bool found = find(j);
	tool_guard_phase(TOOL_FINISHING);
	const char *model = found ? j->fit.model : "";
	bool good = found && write_all(j, model);
	if (good && j->journal && j->fit.end != ST_FIT_STOPPED)
		unlink(j->journal);
	if (j->o.json)
		print_json(j, found, model);
	else
		tool_print_messages(j->diag, j->o.quiet);
	if (found && !j->o.json && !j->o.quiet)
		st_fit_text(&j->fit, model, &said);
	if (said.n)
		fwrite(said.at, 1, said.n, stdout);
	sb_text_free(&said);
	st_fit_free(&j->fit);
	return tool_guard_status(good && !sb_errors(j->diag) ? TOOL_DONE : TOOL_FAILED);
}

int tool_fit(int argc, char **argv)
{
	job j = {.arena = sb_arena_new(), .diag = sb_diag_new(), .begun = sb_clock()};
	sb_diag *usage = sb_diag_new();
	bool good = tool_parse(j.arena, usage, argc, argv, TOOL_COMMON | TOOL_FIT, "fit", &j.o) &&
				is_good(&j.o, j.arena, usage);
	int status = good ? work(&j) : tool_usage(usage, "fit");
	sb_diag_free(usage);
	sb_diag_free(j.diag);
	sb_arena_free(j.arena);
	return status;
}
