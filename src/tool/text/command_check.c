/* saltus check: what a model is made of, or why it cannot be simulated; of a library, what is wrong with each of its
 * classes. With --json one object, for editors: it is printed for models that cannot be simulated too, with what is
 * known of them. */
#include <string.h>

#include "base/file.h"
#include "base/json.h"
#include "front/notation.h"
#include "model/check/model_check.h"
#include "model/unit/unit.h"
#include "study/draw/draw.h"
#include "tool/run/tool_run.h"
#include "tool/text/tool_text.h"

static st_external external_of(const tool_options *o)
{
	return o->allow_external ? ST_ANY_C : ST_OWN_C;
}

/* Equations and unknowns as written, before anything is eliminated. */
static void add_counts(const st_model *m, sb_json *j)
{
	const sm_model *flat = m->flat;
	uint32_t equations = 0, unknowns = 0, parameters = 0;
	for (uint32_t i = 0; i < flat->equations.n; i++)
		equations += sm_written_count(flat, flat->equations.at[i]);
	for (uint32_t i = 0; i < flat->variables.n; i++) {
		const sm_variable *v = sm_var(flat, i);
		if (v->hidden)
			continue;
		if (v->variability == SM_PARAMETER)
			parameters += v->count;
		else if (v->variability != SM_CONSTANT && v->causality != SM_INPUT)
			unknowns += v->count;
	}
	sb_json_open(j, "counts", '{');
	sb_json_int(j, "equations", equations);
	sb_json_int(j, "unknowns", unknowns);
	sb_json_int(j, "parameters", parameters);
	sb_json_int(j, "components", flat->components.n);
	if (m->plan)
		sb_json_int(j, "states", m->plan->states);
	sb_json_close(j, '}');
}

static void add_components(const st_model *m, sb_json *j)
{
	sb_arena *scratch = sb_arena_new();
	const sm_balance *balance = sm_balances(m->flat, scratch);
	sb_json_open(j, "components", '[');
	for (uint32_t i = 0; i < m->flat->components.n; i++) {
		const sm_component *c = &m->flat->components.at[i];
		int line, column;
		sb_position(m->diag, c->span, &line, &column);
		sb_json_open(j, NULL, '{');
		sb_json_string(j, "name", c->name);
		sb_json_string(j, "class", c->class_name);
		sb_json_string(j, "file", sb_source_path(m->diag, c->span.source));
		sb_json_int(j, "line", line);
		sb_json_int(j, "column", column);
		if (!balance[i].unsure) {
			sb_json_int(j, "unknowns", balance[i].unknowns);
			sb_json_int(j, "equations", balance[i].equations);
		}
		sb_json_close(j, '}');
	}
	sb_json_close(j, ']');
	sb_arena_free(scratch);
}

/* A package around others that is a folder of its own; the file that was named has a folder too, but no package.mo. */
static bool is_library(const sb_folder *f, sb_arena *arena)
{
	return !strchr(f->package, '.') && sb_file_exists(sb_path_join(arena, f->path, "package.mo"));
}

static void add_libraries(const st_model *m, sb_json *j)
{
	sb_arena *scratch = sb_arena_new();
	sb_json_open(j, "libraries", '[');
	for (uint32_t i = 0; i < m->flat->folders.n; i++) {
		const sb_folder *f = &m->flat->folders.at[i];
		if (!is_library(f, scratch))
			continue;
		sb_json_open(j, NULL, '{');
		sb_json_string(j, "name", f->package);
		sb_json_string(j, "folder", f->path);
		sb_json_close(j, '}');
	}
	sb_json_close(j, ']');
	sb_arena_free(scratch);
}

static void print_libraries(const st_model *m)
{
	sb_arena *scratch = sb_arena_new();
	for (uint32_t i = 0; i < m->flat->folders.n; i++)
		if (is_library(&m->flat->folders.at[i], scratch))
			printf("library %s: %s\n", m->flat->folders.at[i].package, m->flat->folders.at[i].path);
	sb_arena_free(scratch);
}

static int print_json(const tool_options *o)
{
	st_options options = tool_load_options(o, ST_PLAN, external_of(o));
	st_model *m = st_load(o->file, o->class_name, &options);
	bool good = m->plan && !sb_errors(m->diag);
	if (good) {
		st_check_units(m->flat, m->diag);
		st_check_starts(m);
		good = !sb_errors(m->diag);
	}
	sb_text text = {0}, messages = {0};
	sb_json j = {.out = &text};
	sb_json_open(&j, NULL, '{');
	sb_json_string(&j, "model", m->flat ? m->flat->name : o->class_name ? o->class_name : o->file);
	sb_json_string(&j, "status", good ? "good" : "failed");
	if (m->flat) {
		add_counts(m, &j);
		add_components(m, &j);
		add_libraries(m, &j);
	}
	if (good)
		ss_describe_json(m->plan, &j);
	sb_render_json(m->diag, 0, &messages);
	sb_json_raw(&j, "messages", messages.at);
	sb_json_close(&j, '}');
	printf("%s\n", text.at);
	sb_text_free(&text);
	sb_text_free(&messages);
	st_free(m);
	return fflush(stdout) == 0 && !ferror(stdout) && good ? TOOL_DONE : TOOL_FAILED;
}

/* ----------------------------------------------------------------------------------------- every class of a library */

typedef struct tally {
	uint32_t checked, wrong, simulated, waiting;
	bool live;                       /* a line that shows how far it is */
	sb_json *json;                   /* may be NULL */
} tally;

static void see_class(void *context, const st_checked *one)
{
	tally *t = context;
	t->checked++;
	t->wrong += one->errors > 0;
	t->simulated += one->simulated;
	t->waiting += one->waits;
	if (t->live && t->checked % 50 == 0)
		fprintf(stderr, "\r%u classes", t->checked);
	if (!t->json || !one->errors)
		return;
	sb_json_open(t->json, NULL, '{');
	sb_json_string(t->json, "name", one->name);
	sb_json_string(t->json, "kind", one->kind);
	sb_json_int(t->json, "errors", one->errors);
	sb_json_close(t->json, '}');
}

/* Data if all is well, else the last of the messages. */
static void print_tally(const tally *t, bool good)
{
	FILE *out = good ? stdout : stderr;
	fprintf(out, "%u class%s checked: ", t->checked, t->checked == 1 ? "" : "es");
	if (t->wrong)
		fprintf(out, "%u with errors, %u without", t->wrong, t->checked - t->wrong);
	else
		fputs("no errors", out);
	if (t->waiting)
		fprintf(out, " (%u complete only where used)", t->waiting);
	/* a library of parts has none, and a model with inputs does not count as one */
	if (t->simulated)
		fprintf(out, "; %u model%s can be simulated", t->simulated, t->simulated == 1 ? "" : "s");
	fputc('\n', out);
}

static int print_library(const tool_options *o)
{
	sb_diag *diag = sb_diag_new();
	tally t = {.live = tool_color(stderr)};
	bool any = st_check_classes(diag, o->file, o->text, o->class_name, external_of(o), see_class, &t);
	if (t.live && t.checked >= 50)
		fputs("\r\033[K", stderr);
	tool_print_messages(diag, false);
	if (any)
		print_tally(&t, !sb_errors(diag));
	bool good = any && !sb_errors(diag) && fflush(stdout) == 0 && !ferror(stdout);
	sb_diag_free(diag);
	return good ? TOOL_DONE : TOOL_FAILED;
}

static int print_library_json(const tool_options *o)
{
	sb_diag *diag = sb_diag_new();
	sb_text text = {0}, messages = {0};
	sb_json j = {.out = &text};
	tally t = {.json = &j};
	sb_json_open(&j, NULL, '{');
	sb_json_string(&j, "library", o->class_name ? o->class_name : o->file);
	sb_json_open(&j, "wrong", '[');
	bool any = st_check_classes(diag, o->file, o->text, o->class_name, external_of(o), see_class, &t);
	sb_json_close(&j, ']');
	sb_json_string(&j, "status", any && !sb_errors(diag) ? "good" : "failed");
	sb_json_int(&j, "checked", t.checked);
	sb_json_int(&j, "waiting", t.waiting);
	sb_json_int(&j, "simulated", t.simulated);
	sb_render_json(diag, 0, &messages);
	sb_json_raw(&j, "messages", messages.at);
	sb_json_close(&j, '}');
	printf("%s\n", text.at);
	sb_text_free(&text);
	sb_text_free(&messages);
	bool good = any && !sb_errors(diag) && fflush(stdout) == 0 && !ferror(stdout);
	sb_diag_free(diag);
	return good ? TOOL_DONE : TOOL_FAILED;
}

/* -------------------------------------------------------------------------------------------------------- one model */

static int describe(st_model *m)
{
	sb_text text = {0};
	ss_describe(m->plan, &text);
	fwrite(text.at, 1, text.n, stdout);
	sb_text_free(&text);
	print_libraries(m);
	return fflush(stdout) == 0 && !ferror(stdout) ? TOOL_DONE : TOOL_FAILED;
}

static int print_model(const tool_options *o)
{
	st_model *m = tool_load(o, ST_PLAN);
	if (!m)
		return TOOL_FAILED;
	st_check_units(m->flat, m->diag);
	st_check_starts(m);
	tool_print_messages(m->diag, false);
	int status = sb_errors(m->diag) ? TOOL_FAILED : describe(m);
	st_free(m);
	return status;
}

/* A file with several classes: all are checked, and the one that would be run is described if it is good. */
static int print_text(const tool_options *o)
{
	sb_diag *diag = sb_diag_new();
	tally t = {0};
	if (!o->class_name)
		st_check_classes(diag, o->file, o->text, NULL, external_of(o), see_class, &t);
	if (t.checked < 2 || o->given.n) {
		int status = print_model(o);
		if (status == TOOL_DONE && t.checked > 1) {
			tool_print_messages(diag, true);
			print_tally(&t, !t.wrong);
		}
		sb_diag_free(diag);
		return t.wrong ? TOOL_FAILED : status;
	}
	tool_print_messages(diag, false);
	st_options options = tool_load_options(o, ST_PLAN, external_of(o));
	st_model *m = st_load(o->file, NULL, &options);
	int status = TOOL_DONE;
	if (m->plan && !sb_errors(m->diag)) {
		sb_text notes = {0};
		uint32_t before = sb_messages(m->diag);
		st_check_units(m->flat, m->diag);
		st_check_starts(m);
		sb_render(m->diag, before, tool_color(stderr), &notes);
		if (notes.n)
			fwrite(notes.at, 1, notes.n, stderr);
		sb_text_free(&notes);
		status = sb_errors(m->diag) ? TOOL_FAILED : describe(m);
	} else if (!t.wrong) {
		tool_print_messages(m->diag, false);
		status = TOOL_FAILED;
	}
	if (t.wrong || status == TOOL_DONE)
		print_tally(&t, !t.wrong);
	st_free(m);
	sb_diag_free(diag);
	return t.wrong ? TOOL_FAILED : status;
}

/* --segments --plot=FILE: the digraph of the submodel that is named, or of the last one. */
static bool draw_segments(const tool_options *o, const sf_notation *notation, const sf_request *r)
{
	const sf_digraph *g = o->draw.n && notation->digraph ? notation->digraph(r) : NULL;
	bool good = !o->draw.n || g;
	if (o->draw.n && !notation->digraph)
		sb_help(sb_report(r->diag, SB_ERROR, "U0481", (sb_span){0}, "'%s' has no digraph that could be drawn", o->file),
				"segments are drawn of texts of MUSS; leave out --plot");
	for (uint32_t i = 0; g && i < o->draw.n; i++)
		good = st_draw_digraph(g, o->draw.at[i], r->diag) && good;
	return good;
}

/* --segments: what of each submodel can be called by itself. */
static int print_segments(const tool_options *o)
{
	sb_arena *arena = sb_arena_new();
	sb_diag *diag = sb_diag_new();
	sb_text text = {0};
	sf_request r = {.arena = arena, .names = sb_names_new(arena), .diag = diag, .path = o->file, .text = o->text,
					.part = o->class_name};
	const sf_notation *notation = o->text ? sf_notation_of_text(o->file, o->text) : sf_notation_of(o->file);
	bool good = false;
	if (notation->segments)
		good = notation->segments(&r, o->json, &text) && draw_segments(o, notation, &r);
	else
		sb_help(sb_report(diag, SB_ERROR, "U0462", (sb_span){0}, "'%s' has no submodels with segments", o->file),
				"segments are those of submodels of MUSS, and of compiled submodels: files .muss and .sbm");
	tool_print_messages(diag, false);
	if (good)
		fwrite(text.at, 1, text.n, stdout);
	sb_text_free(&text);
	sb_diag_free(diag);
	sb_arena_free(arena);
	return good && fflush(stdout) == 0 && !ferror(stdout) ? TOOL_DONE : TOOL_FAILED;
}

/* ------------------------------------------------------------------------------------------------------- a study */

static void list(const char *what, const sb_strings *names)
{
	for (uint32_t i = 0; i < names->n; i++)
		printf("%s%s", i ? ", " : what, names->at[i]);
	if (names->n)
		putchar('\n');
}

static int print_study(const tool_options *o)
{
	sb_arena *arena = sb_arena_new();
	sb_diag *diag = sb_diag_new();
	const sf_study *s = tool_read_study(o, arena, diag);
	sb_text messages = {0};
	if (!o->json)
		tool_print_messages(diag, false);
	if (s && !o->json) {
		sb_strings experiments = {0}, parameters = {0};
		for (uint32_t i = 0; i < s->experiments.n; i++)
			sb_push(arena, experiments, s->experiments.at[i].name);
		for (uint32_t i = 0; i < s->variables.n; i++)
			if (s->variables.at[i].parameter)
				sb_push(arena, parameters, s->variables.at[i].name);
		printf("study %s\n", s->name);
		list("  runs        ", &experiments);
		list("  parameters  ", &parameters);
		list("  collects    ", &s->columns);
	} else if (o->json) {
		sb_render_json(diag, 0, &messages);
		printf("{\"model\":\"%s\",\"status\":\"%s\",\"messages\":%s}\n", s ? s->name : "", s ? "good" : "failed",
			   messages.at);
	}
	sb_text_free(&messages);
	sb_diag_free(diag);
	sb_arena_free(arena);
	return s && fflush(stdout) == 0 && !ferror(stdout) ? TOOL_DONE : TOOL_FAILED;
}

static int check(const tool_options *o)
{
	tool_guard(o);
	if (o->segments)
		return print_segments(o);
	if (o->draw.n) {
		fprintf(stderr, "saltus check: --plot draws segments: add --segments, or use saltus draw\n");
		return TOOL_USAGE;
	}
	if (tool_is_study(o))
		return print_study(o);
	if (st_names_library(o->file, o->text, o->class_name))
		return o->json ? print_library_json(o) : print_library(o);
	return o->json ? print_json(o) : print_text(o);
}

int tool_check(int argc, char **argv)
{
	sb_arena *arena = sb_arena_new();
	sb_diag *diag = sb_diag_new();
	tool_options o;
	bool good = tool_parse(arena, diag, argc, argv, TOOL_COMMON | TOOL_CHECK, "check", &o);
	int status = good ? check(&o) : tool_usage(diag, "check");
	tool_guard_phase(TOOL_FINISHING);        /* what is whole is whole, whoever has asked for the end meanwhile */
	sb_diag_free(diag);
	sb_arena_free(arena);
	return status;
}
