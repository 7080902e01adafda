/* saltus fit: parameters of a model from measured curves. */
#include "study/fit/fit.h"
#include "tool/point_job.h"
#include "tool/signals.h"
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct job {
	tool_options o;
	sb_arena *arena;
	sb_diag *diag;
	st_fit fit;
	bool shows, shown;
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
	if (!f->data.n || !f->vary.n) {
		sb_help(sb_report(diag, SB_ERROR, "U0930", (sb_span){0},
						  f->vary.n ? "there are no data to fit" : "nothing is to be varied"),
				"a fit needs --data FILE.csv and --vary NAME,...");
		return false;
	}
	return true;
}

static bool is_same_file(const char *a, const char *b)
{
	struct stat x, y;
	if (strcmp(a, b) == 0)
		return true;
	return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

/* Is a part of what was written, between semicolons, equal signs and colons, this file? */
static bool names_file(const char *written, const char *path, sb_arena *arena)
{
	for (const char *from = written;; from++) {
		while (*from == ' ')
			from++;
		for (const char *to = from + strcspn(from, ";:");; to += 1 + strcspn(to + 1, ";:")) {
			const char *end = to;
			while (end > from && end[-1] == ' ')
				end--;
			if (end > from && is_same_file(sb_strndup(arena, from, (size_t)(end - from)), path))
				return true;
			if (*to != ':')
				break;
		}
		from += strcspn(from, ";=");
		if (!*from)
			return false;
	}
}

/* What is read is not written over. */
static bool is_free(const tool_options *o, const char *option, const char *path, sb_arena *arena, sb_diag *diag)
{
	const sb_strings *lists[] = {&o->fit.data, &o->run.inputs};
	for (int k = 0; k < 2; k++)
		for (uint32_t i = 0; i < lists[k]->n; i++)
			if (names_file(lists[k]->at[i], path, arena)) {
				sb_help(sb_report(diag, SB_ERROR, "U0953", (sb_span){0}, "%s %s would write over what %s %s reads",
								  option, path, k ? "--input" : "--data", lists[k]->at[i]),
						"choose another name for what is written");
				return false;
			}
	return true;
}

static bool outputs_are_free(const tool_options *o, sb_arena *arena, sb_diag *diag)
{
	for (uint32_t i = 0; i < o->outputs.n; i++)
		if (!is_free(o, "-o", o->outputs.at[i], arena, diag))
			return false;
	for (uint32_t i = 0; i < o->draw.n; i++)
		if (!is_free(o, "--plot", o->draw.at[i], arena, diag))
			return false;
	return true;
}

/* From the first point on there is something to keep. */
static bool progress(void *context, uint32_t start, uint32_t step, double sum, const double *values)
{
	job *j = context;
	(void)values;
	tool_guard_phase(TOOL_SIMULATING);
	if (j->shows) {
		fprintf(stderr, "\r\033[Kstart %u, step %u: sum of squares %.6g", start, step, sum);
		fflush(stderr);
		j->shown = true;
	}
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
		.solver = o->run.solver, .progress = progress, .context = j,
		.options = tool_load_options(o, ST_CODE, o->no_external ? ST_OWN_C : ST_ANY_C)};
	q.options.written = o->run.inputs.at;
	q.options.written_count = o->run.inputs.n;
	find_loss(o->fit.loss, &q.loss);
	j->shows = !o->quiet && isatty(2);
	bool good = st_fit_find(&q, j->arena, j->diag, &j->fit);
	if (j->shown)
		fputs("\r\033[K", stderr);
	if (good)
		st_fit_tell(&j->fit, j->diag);
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
	job j = {.arena = sb_arena_new(), .diag = sb_diag_new()};
	sb_diag *usage = sb_diag_new();
	bool good = tool_parse(j.arena, usage, argc, argv, TOOL_COMMON | TOOL_FIT, "fit", &j.o) &&
				is_good(&j.o, j.arena, usage) && outputs_are_free(&j.o, j.arena, usage);
	int status = good ? work(&j) : tool_usage(usage, "fit");
	sb_diag_free(usage);
	sb_diag_free(j.diag);
	sb_arena_free(j.arena);
	return status;
}
