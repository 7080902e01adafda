/* saltus optimise: the best values of parameters, within bounds and constraints. */
#include "base/stop.h"
#include "study/optimise/optimise.h"
#include "tool/study/tool_study.h"
#include "tool/report/report.h"
#include "tool/guard/tool_guard.h"
#include <math.h>
#include <string.h>
#include <unistd.h>

typedef struct optimising {
	tool_options o;
	sb_arena *arena;
	sb_diag *diag;                   /* of the command line, until there is a model */
	st_optimise *x;
	const char *table, *journal;     /* NULL: none */
	double begun;
	bool shown;                      /* a line of progress stands on the terminal */
	bool good;
} optimising;

/* ------------------------------------------------------------------------------------------------- what is asked */

static bool usage(optimising *j, const char *code, const char *text, const char *help)
{
	sb_help(sb_report(j->diag, SB_ERROR, code, (sb_span){0}, "%s", text), "%s", help);
	return false;
}

static bool options_are_good(optimising *j)
{
	const tool_options *o = &j->o;
	const tool_optimise_options *q = &o->optimise;
	if (!q->min == !q->max)
		return usage(j, "U0921", q->min ? "--min and --max are two aims, and there can be one" : "what is to be best?",
					 q->min ? "leave one of them out, or weigh them: --min 'a + 10*b'"
							: "for example --min 'settling(y, 0.02)' or --max 'final(x)'; docs/studies.md has a table");
	if (!q->vary.n)
		return usage(j, "U0922", "nothing is varied", "for example --vary 'k in [0, 5]'");
	if (o->outputs.n > 1)
		return usage(j, "U0923", "an optimisation writes one table", "-o FILE.csv");
	if (!o->outputs.n && o->sweep.resume)
		return usage(j, "U0924", "what is to be resumed lies beside the table", "name the table with -o FILE.csv");
	return true;
}

static st_optimise_request request_of(const optimising *j)
{
	const tool_options *o = &j->o;
	const tool_optimise_options *q = &o->optimise;
	st_options options = tool_load_options(o, ST_CODE, o->no_external ? ST_OWN_C : ST_ANY_C);
	options.written = o->run.inputs.at;
	options.written_count = o->run.inputs.n;
	return (st_optimise_request){.path = o->file, .class_name = o->class_name, .options = options,
		.cost = q->min ? q->min : q->max, .maximise = !q->min, .vary = q->vary.at, .vary_count = q->vary.n,
		.subject = q->subject.at, .subject_count = q->subject.n, .curves = o->vars.at, .curve_count = o->vars.n,
		.method = o->optimise.method, .starts = o->optimise.starts, .threads = o->threads,
		.evaluations = q->evaluations, .xtol = q->xtol, .ftol = q->ftol, .seed = o->run.seed,
		.keep_tolerance = !isnan(o->run.tolerance), .differences = q->differences};
}

/* ------------------------------------------------------------------------------------------------- progress */

/* The best cost so far as a line of blocks. */
static void put_curve(const st_optimise_progress *p)
{
	static const char *const blocks[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
	enum { CELLS = 32 };
	double low = INFINITY, high = -INFINITY;
	for (uint32_t i = 0; i < p->points; i++) {
		low = fmin(low, p->curve[i]);
		high = fmax(high, p->curve[i]);
	}
	uint32_t cells = p->points < CELLS ? p->points : CELLS;
	for (uint32_t i = 0; i < cells; i++) {
		double v = p->curve[(uint64_t)(i + 1) * p->points / cells - 1];
		fputs(blocks[high > low ? (int)(7.999 * (v - low) / (high - low)) : 0], stderr);
	}
}

static bool progress(void *context, const st_optimise_progress *p)
{
	optimising *j = context;
	double wall = sb_clock() - j->begun;
	if (j->o.quiet || j->o.json || wall < 0.5 || !isatty(STDERR_FILENO))
		return true;
	j->shown = true;
	fprintf(stderr, "\r%llu runs of at most %llu", (unsigned long long)p->runs, (unsigned long long)p->most);
	if (p->runs && p->most > p->runs)
		fprintf(stderr, ", at most %.3g s left", wall / (double)p->runs * (double)(p->most - p->runs));
	if (!isnan(p->best))
		fprintf(stderr, "  best %.8g  ", p->best);
	put_curve(p);
	fputs("\033[K", stderr);
	fflush(stderr);
	return true;
}

/* ------------------------------------------------------------------------------------------------- journals */

static bool open_journal(optimising *j)
{
	static const tool_journal_words words = {"optimisation", "runs", "U0925", "U0926"};
	st_journal_found found = {.state = ST_JOURNAL_NONE};
	if (!j->table)
		return true;
	j->journal = sb_printf(j->arena, "%s.journal", j->table);
	if (!j->o.sweep.restart)
		found = st_optimise_journal_read(j->x, j->journal);
	if (!tool_journal_goes_on(&words, j->journal, &found, j->o.sweep.resume, j->x->diag))
		return false;
	if (found.state == ST_JOURNAL_NONE && j->o.sweep.resume)
		tool_journal_tell_none(&words, "U0929", j->journal, j->x->diag);
	return st_optimise_journal_open(j->x, j->journal, found.end);
}

static void tell_trouble(optimising *j, int trouble)
{
	if (!j->x->broken)
		return;
	sb_help(sb_report(j->x->diag, SB_ERROR, "U0927", (sb_span){0},
					  "the journal of the optimisation cannot be written: %s; it ends after %u runs", strerror(trouble),
					  j->x->trials.n),
			"make room, and go on with --resume: what is in the journal is kept");
	j->good = false;
}

/* ------------------------------------------------------------------------------------------------- all of it */

static bool load(optimising *j)
{
	st_optimise_request q = request_of(j);
	j->x = st_optimise_new(&q);
	if (sb_errors(j->x->diag))
		return false;
	const st_model *m = st_many_model(j->x->many);
	j->x->settings = tool_settings(&j->o, m);
	j->x->settings.timeout = isnan(j->o.sweep.run_timeout) ? 0 : j->o.sweep.run_timeout;
	j->x->progress = progress;
	j->x->context = j;
	const bool *rates = se_named_rates(sc_image(m->program), j->arena);
	return tool_check_patterns(j->arena, m, rates, &j->o.vars, NULL, true) && st_optimise_prepare(j->x) &&
		   open_journal(j);
}

static void write_results(optimising *j)
{
	st_optimise *x = j->x;
	if (j->table && x->trials.n)
		j->good = st_optimise_write(x, j->table) && j->good;
	for (uint32_t i = 0; i < j->o.draw.n && x->trials.n; i++) {
		sb_text screen = {0};
		uint32_t width, height;
		tool_terminal_size(&width, &height);
		j->good = st_optimise_draw(x, j->o.draw.at[i], &screen, width, height, tool_color(stdout)) && j->good;
		if (screen.n && !j->o.json)
			fwrite(screen.at, 1, screen.n, stdout);
		sb_text_free(&screen);
	}
	bool whole = j->good && !x->stopped && !x->broken;
	if (j->journal && whole)
		unlink(j->journal);
}

static void print_json(optimising *j, const char *status)
{
	sb_text text = {0}, messages = {0};
	sb_json out = {.out = &text};
	sb_json_open(&out, NULL, '{');
	st_optimise_json(j->x, status, &out);
	sb_json_real(&out, "wall", sb_clock() - j->begun);
	sb_render_json(j->x->diag, 0, &messages);
	sb_json_raw(&out, "messages", messages.at);
	sb_json_close(&out, '}');
	puts(text.at);
	sb_text_free(&text);
	sb_text_free(&messages);
}

static int finish(optimising *j, bool ran)
{
	bool stopped = sb_stopped() != SB_GO_ON, failed = !ran || !j->good || sb_errors(j->x->diag);
	if (j->o.json)
		print_json(j, failed ? "failed" : stopped ? tool_stop_name(sb_stopped()) : "done");
	else
		tool_print_messages(j->x->diag, j->o.quiet);
	if (ran && !j->o.json && !j->o.quiet) {
		sb_text text = {0};
		st_optimise_text(j->x, &text);
		fwrite(text.at ? text.at : "", 1, text.n, stdout);
		if (j->table && j->x->trials.n)
			printf("All runs are in %s\n", j->table);
		sb_text_free(&text);
	}
	return tool_guard_status(stopped ? TOOL_TIMEOUT : failed ? TOOL_FAILED : TOOL_DONE);
}

static bool optimise(optimising *j)
{
	if (!load(j))
		return false;
	tool_guard_phase(TOOL_SIMULATING);
	st_optimise_run(j->x);
	tool_guard_phase(TOOL_FINISHING);
	tool_guard_put_back(j->x->diag);
	if (j->shown)
		fputs("\r\033[K", stderr);
	tell_trouble(j, st_optimise_trouble(j->x));
	st_optimise_journal_close(j->x, !j->x->broken && !j->x->stopped);
	if (j->x->stopped && j->table)
		sb_help(sb_report(j->x->diag, SB_INFO, "U0928", (sb_span){0}, "'%s' has the runs so far", j->journal),
				"--resume goes on with them");
	write_results(j);
	return true;
}

int tool_optimise(int argc, char **argv)
{
	optimising j = {.arena = sb_arena_new(), .diag = sb_diag_new(), .begun = sb_clock(), .good = true};
	int status;
	bool parsed = tool_parse(j.arena, j.diag, argc, argv, TOOL_COMMON | TOOL_OPTIMISE, "optimise", &j.o);
	j.table = j.o.outputs.n ? j.o.outputs.at[0] : NULL;
	if (parsed && options_are_good(&j)) {
		tool_guard(&j.o);
		bool ran = optimise(&j);
		tool_guard_phase(TOOL_FINISHING);
		status = finish(&j, ran);
		tool_guard_end(status);
		st_optimise_free(j.x);
	} else {
		status = tool_usage(j.diag, "optimise");
	}
	sb_diag_free(j.diag);
	sb_arena_free(j.arena);
	return status;
}
