/* A program: the text of a plan, compiled at once by the first tier and later by the second, which then takes its
 * place. */
#include "code/inside.h"

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/stop.h"
#include "external/external.h"

const sc_math sc_libm = {sin, cos,   tan,  asin, acos,  atan, atan2, sinh, cosh,     tanh, exp,
						 log, log10, sqrt, fabs, floor, ceil, trunc, pow,  INFINITY, NAN};

bool sc_functions_find(sc_functions *out, const sc_program *program, sc_lookup lookup, void *context)
{
	const ss_plan *plan = program->plan;
	void (*bind)(const sc_math *, void *const *) = (void (*)(const sc_math *, void *const *))lookup(context, "sc_bind");
	bool all = bind != NULL, pieces = program->text.graph != NULL;
#define FIND(name) all &= (*(void **)&out->name = lookup(context, "sc_" #name)) != NULL
	FIND(parameters);
	FIND(starts);
	FIND(initial);
	FIND(rates);
	FIND(watch);
	FIND(outputs);
	FIND(all);
	FIND(functions);
	FIND(times);
	FIND(actions);
	FIND(asserts);
	FIND(guards);
	FIND(event);
	FIND(event_when);
	FIND(clocks);
	FIND(delays);
	FIND(transports);
	FIND(profiles);
	FIND(modes);
	out->jacobian = out->invariant_jacobian = NULL;
	out->invariants = NULL;
	out->search = NULL;
	out->angles = NULL;
	out->centres = NULL;
	if (plan->centres.n)
		FIND(centres);
	out->moment = NULL;
	out->moment_inputs = NULL;
	if (plan->angles.n)
		FIND(angles);
	if (plan->moments.n)
		FIND(moment);
	if (plan->angles.n || plan->moments.n)
		FIND(moment_inputs);
	if (plan->jacobian.symbolic)
		FIND(jacobian);
	if (plan->search_apart)
		FIND(search);
	if (plan->invariants.n)
		FIND(invariants);
	if (plan->invariants.n && plan->invariant_jacobian.symbolic)
		FIND(invariant_jacobian);
	out->step_pieces = NULL;
	if (pieces) {
		FIND(step_pieces);
		FIND(watch_pieces);
		FIND(time_pieces);
		FIND(action_pieces);
	}
	out->routines = NULL;
	out->wait = NULL;
	out->wait_turns = NULL;
	if (plan->routine_code.n) {
		FIND(routines);
		FIND(wait);
		FIND(wait_turns);
	}
#undef FIND
	if (all)
		bind(&sc_libm, program->own);
	return all;
}

/* A library of an external function: lib<name>.so in the folders of its annotation (there in the folder of the platform first), then
 * where the system looks. */
static bool open_library(sc_program *program, const sm_function *f, const char *name)
{
	sb_arena *arena = program->arena;
	const char *file = strchr(name, '/') ? name : sb_printf(arena, "lib%s.so", name);
	void *library = NULL;
	for (uint32_t k = 0; k < f->external->library_folders.n && !library; k++)
		library = dlopen(sb_path_join(arena, f->external->library_folders.at[k], file), RTLD_NOW | RTLD_LOCAL);
	if (!library)
		library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
	if (library)
		sb_push(arena, program->libraries, library);
	return library != NULL;
}

static bool open_libraries(sc_program *program)
{
	const sm_model *m = program->plan->model;
	bool good = true;
	for (uint32_t k = 0; k < m->functions.n; k++) {
		const sm_function *f = m->functions.at[k];
		if (f->external && f->external->own)
			continue;
		bool here = f->external && dlsym(RTLD_DEFAULT, f->external->symbol);
		for (uint32_t j = 0; f->external && j < f->external->libraries.n; j++) {
			const char *name = f->external->libraries.at[j];
			if (open_library(program, f, name) || here || f->external->includes.n)
				continue;
			sb_message *message = sb_report(m->diag, SB_ERROR, "C0103", f->span,
				"the library '%s' of the external function '%s' cannot be opened", name, f->name);
			sb_note(message,
					"a shared library lib%s.so was looked for in the LibraryDirectory and where the system looks",
					name);
			sb_help(message, "build or install it, or name its folder with the annotation LibraryDirectory");
			good = false;
		}
	}
	return good;
}

void *sc_symbol(const sc_program *program, const char *name)
{
	void *at = NULL;
	for (uint32_t k = 0; k < program->libraries.n && !at; k++)
		at = dlsym(program->libraries.at[k], name);
	at = at ? at : sl_find(name);
	return at ? at : dlsym(RTLD_DEFAULT, name);
}

void *sc_function_of_text(const sc_program *program, const char *name)
{
	if (!program->text.includes)
		return NULL;
	return program->tcc ? sc_tcc_find(program->tcc, name) : program->object ? dlsym(program->object, name) : NULL;
}

static void report_symbol(sc_program *program, const sm_function *f, const char *symbol)
{
	sb_text libraries = {0};
	const sb_strings *list = &f->external->libraries;
	for (uint32_t k = 0; k < list->n; k++)
		sb_addf(&libraries, "%s'%s'", k ? ", " : "", list->at[k]);
	sb_message *message = sb_report(program->plan->model->diag, SB_ERROR, "C0103", f->span,
		"the C function '%s' of the external function '%s' is not there", symbol, f->name);
	if (libraries.at)
		sb_note(message, "it was looked for in %s %s and in the C library", list->n > 1 ? "the libraries" : "the library",
				libraries.at);
	else
		sb_note(message, "no library is named, so it was looked for in the C library only");
	sb_help(message, "check how it is spelled; name its library with the annotation Library, or give its C text with the "
		"annotation Include");
	sb_text_free(&libraries);
}

/* Where C text is included the function may be in it: that is known only after it was compiled. */
static bool find_symbols(sc_program *program)
{
	const sm_model *m = program->plan->model;
	bool good = true;
	for (uint32_t k = 0; k < m->functions.n; k++) {
		const sm_function *f = m->functions.at[k];
		if (!f->external || f->external->own || f->external->includes.n || sc_symbol(program, f->external->symbol))
			continue;
		report_symbol(program, f, f->external->symbol);
		good = false;
	}
	return good;
}

/* The external function whose C text is to blame, as far as that can be told. */
static const sm_function *with_include(const sm_model *m, const char *symbol)
{
	const sm_function *first = NULL;
	for (uint32_t k = 0; k < m->functions.n; k++) {
		const sm_external *x = m->functions.at[k]->external;
		if (!x || x->own || !x->includes.n)
			continue;
		if (symbol && strcmp(x->symbol, symbol) == 0)
			return m->functions.at[k];
		first = first ? first : m->functions.at[k];
	}
	return first;
}

static void report_tcc(sc_program *program, const sb_text *errors, const sb_strings *missing)
{
	const sm_model *m = program->plan->model;
	const char *words = errors->at ? errors->at : "no reason was given";
	const sm_function *f = with_include(m, NULL);
	if (!f) {
		sb_message *message = sb_report(m->diag, SB_ERROR, "C0101", (sb_span){0},
			"the code of '%s' cannot be compiled: %s", m->name, words);
		sb_help(message, "this is a mistake in Saltus; 'saltus code' shows the text that was compiled");
		return;
	}
	for (uint32_t k = 0; k < missing->n; k++)
		report_symbol(program, with_include(m, missing->at[k]), missing->at[k]);
	if (missing->n)
		return;
	sb_message *message = sb_report(m->diag, SB_ERROR, "C0102", f->span,
		"the C text of '%s' cannot be compiled: %s", f->name, words);
	sb_help(message, "look at that text; of an external function it is what the annotations Include and IncludeDirectory bring in");
}

static bool compile(sc_program *program, const sc_options *options)
{
	sb_text errors = {0}, also = {0};
	sb_strings missing = {0};
	bool cached = options->optimise > 0 && sc_cc_from_cache(program);
	if (!cached) {
		program->tcc = sc_tcc_compile(program, &errors, &missing);
		if (program->tcc)
			atomic_store(&program->current, &program->tier1);
		if (!program->tcc && program->text.includes)
			sc_cc_build(program, &also);
	}
	bool good = atomic_load(&program->current) != NULL;
	program->first_tier_only = options->optimise == 0;
	if (!good)
		report_tcc(program, &errors, &missing);
	else if (options->optimise == 2 && !program->object && !sc_cc_build(program, &also))
		sb_report(program->plan->model->diag, SB_WARNING, "C0106", (sb_span){0},
				  "the model runs with the code of the fast compiler only: %s",
				  also.at ? also.at : "the system compiler failed");
	sb_text_free(&errors);
	sb_text_free(&also);
	return good;
}

static void find_own(sc_program *program)
{
	program->own = sb_new_array(program->arena, void *, program->text.own.n + 1);
	for (uint32_t k = 0; k < program->text.own.n; k++)
		program->own[k] = sl_find(program->text.own.at[k]);
}

/* C that users write may include ModelicaUtilities.h (3.6, 12.9.6), as may headers of theirs: it has to be a file. */
static bool make_headers(sc_program *program)
{
	const char *temporary = getenv("TMPDIR");
	if (!program->text.includes)
		return true;
	char *folder = sb_printf(program->arena, "%s/saltus-XXXXXX", temporary && *temporary == '/' ? temporary : "/tmp");
	const char *path = sb_temporary_folder(folder) ? sb_path_join(program->arena, folder, "ModelicaUtilities.h") : NULL;
	if (path) {
		program->headers = folder;
		sb_temporary(path);
	}
	FILE *f = path ? fopen(path, "we") : NULL;
	if (f && fputs(sl_utilities_header, f) >= 0 && fclose(f) == 0)
		return true;
	sb_help(sb_report(program->plan->model->diag, SB_ERROR, "C0107", (sb_span){0}, "no file can be made in '%s' for the compiler", folder),
			"set TMPDIR to a folder in which files can be made");
	return false;
}

static void remove_headers(sc_program *program)
{
	if (!program->headers)
		return;
	const char *path = sb_path_join(program->arena, program->headers, "ModelicaUtilities.h");
	unlink(path);
	rmdir(program->headers);
	sb_temporary_done(path);
	sb_temporary_done(program->headers);
}

sc_program *sc_compile_alone(const ss_plan *plan, const sc_options *options)
{
	static const sc_options usual = { .optimise = 0 };
	sb_arena *arena = sb_arena_new();
	sc_program *program = sb_new(arena, sc_program);
	program->arena = arena;
	program->plan = plan;
	pthread_mutex_init(&program->background.lock, NULL);
	double since = sb_clock();
	sb_doing("generating code", plan->model->name);
	program->text = sc_generate_text(plan, arena, false);
	program->times.generate = sb_clock() - since;
	find_own(program);
	sb_doing("compiling", plan->model->name);
	if (program->text.failed || !open_libraries(program) || !find_symbols(program) || !make_headers(program)
		|| !compile(program, options ? options : &usual)) {
		sc_program_free(program);
		return NULL;
	}
	program->times.compile = sb_clock() - since - program->times.generate;
	return program;
}

sc_program *sc_compile(const ss_plan *plan, const sc_options *options)
{
	sc_program *program = sc_compile_alone(plan, options);
	if (program && (plan->switches.n || plan->may_jump))       /* impulses are those of a mode */
		sc_modes_open(program, options);
	return program;
}

void sc_program_free(sc_program *program)
{
	if (!program)
		return;
	sc_modes_close(program);
	sc_cc_end(program);
	remove_headers(program);
	sc_tcc_free(program->tcc);
	if (program->object)
		dlclose(program->object);
	for (uint32_t k = 0; k < program->libraries.n; k++)
		dlclose(program->libraries.at[k]);
	pthread_mutex_destroy(&program->background.lock);
	sb_text text = { .at = program->text.text, .n = program->text.length };
	sb_text_free(&text);
	sb_text_free(&program->preprocessed);
	sb_arena_free(program->arena);
}

const sc_functions *sc_functions_of(sc_program *program)
{
	return atomic_load_explicit(&program->current, memory_order_acquire);
}

int sc_tier(const sc_program *program)
{
	return atomic_load_explicit(&((sc_program *)program)->current, memory_order_acquire) == &program->tier2 ? 2 : 1;
}

void sc_optimise(sc_program *program)
{
	if (!program->first_tier_only)
		sc_cc_start(program);
}

bool sc_optimising(sc_program *program)
{
	return atomic_load(&program->background.started) && !atomic_load(&program->background.done);
}

const char *sc_optimise_problem(sc_program *program)
{
	return atomic_load(&program->background.done) ? program->background.problem : NULL;
}

const sc_times *sc_times_of(const sc_program *program)
{
	return &program->times;
}

const sc_graph *sc_graph_of(const sc_program *program)
{
	return program->text.graph;
}

const ss_plan *sc_plan(const sc_program *program)
{
	return program->plan;
}
