/* A build: the text of a plan, compiled at once by the first tier and later by the second, which then takes its
 * place. */
#include "code/compile/compile.h"
#include "code/make/make.h"

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/check.h"
#include "base/file.h"
#include "base/stop.h"
#include "external/external.h"
#include "external/cblock.h"
#include "model/block.h"

/* A library of an external function: lib<name>.so in the folders of its annotation (there in the folder of the platform
 * first), then where the system looks. */
static bool open_library(sc_build *build, const sc_external *x, const char *name)
{
	sb_arena *arena = build->arena;
	const char *file = strchr(name, '/') ? name : sb_printf(arena, "lib%s.so", name);
	void *library = NULL;
	for (uint32_t k = 0; k < x->library_folders.n && !library; k++)
		library = dlopen(sb_path_join(arena, x->library_folders.at[k], file), RTLD_NOW | RTLD_LOCAL);
	if (!library)
		library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
	if (library)
		sb_push(arena, build->libraries, library);
	return library != NULL;
}

/* C of users calls ModelicaError and its like by name. A program shows its own names to what it opens; libsaltus.so
 * does so only where it was opened for all, which whoever opens it (Python, a plugin) need not know. */
static void show_names(void)
{
	Dl_info own;
	if (dladdr((void *)show_names, &own) && own.dli_fname)
		dlopen(own.dli_fname, RTLD_NOW | RTLD_NOLOAD | RTLD_GLOBAL);
}

/* A library of segments calls the functions of this process, as any generated text does. */
static bool bind_segments(void *library, const char *symbol, sb_arena *arena)
{
	const char *end = strrchr(symbol, '_');
	const char *name = sb_printf(arena, "%.*s_bind", end ? (int)(end - symbol) : 0, symbol);
	void (*bind)(const sc_math *, void *const *) = (void (*)(const sc_math *, void *const *))dlsym(library, name);
	if (bind)
		bind(sc_libm(), NULL);
	return bind;
}

static bool open_segments(sc_build *build, const sc_external *x)
{
	if (x->libraries.n && open_library(build, x, x->libraries.at[0]) &&
		bind_segments(build->libraries.at[build->libraries.n - 1], x->symbol, build->arena))
		return true;
	const char *why = dlerror();
	sb_help(sb_report(build->diag, SB_ERROR, "C0108", x->span, "the segments of '%s' cannot be loaded: %s", x->name,
					  why ? why : "it is another library"),
			"compile the submodel again: saltus compile FILE:SUBMODEL -o NAME.sbm");
	return false;
}

static bool open_libraries(sc_build *build)
{
	bool good = true;
	if (build->externals.n)
		show_names();
	for (uint32_t k = 0; k < build->externals.n; k++) {
		const sc_external *x = &build->externals.at[k];
		if (x->compiled) {
			good = open_segments(build, x) && good;
			continue;
		}
		bool here = dlsym(RTLD_DEFAULT, x->symbol);
		for (uint32_t j = 0; j < x->libraries.n; j++) {
			const char *name = x->libraries.at[j];
			if (open_library(build, x, name) || here || x->included)
				continue;
			sb_message *message = sb_report(build->diag, SB_ERROR, "C0103", x->span,
				"the library '%s' of the external function '%s' cannot be opened", name, x->name);
			sb_note(message,
					"a shared library lib%s.so was looked for in the LibraryDirectory and where the system looks",
					name);
			sb_help(message, "build or install it, or name its folder with the annotation LibraryDirectory");
			good = false;
		}
	}
	return good;
}

void *sc_symbol(const sc_build *build, const char *name)
{
	void *at = NULL;
	for (uint32_t k = 0; k < build->libraries.n && !at; k++)
		at = dlsym(build->libraries.at[k], name);
	at = at ? at : sl_find(name);
	return at ? at : dlsym(RTLD_DEFAULT, name);
}

/* Of sc_program.find. */
static void *function_of_text(const sc_program *program, const char *name)
{
	const sc_build *build = sc_build_of(program);
	return build->tcc ? sc_tcc_find(build->tcc, name) : build->object ? dlsym(build->object, name) : NULL;
}

static void report_symbol(sc_build *build, const sc_external *x, const char *symbol)
{
	sb_text libraries = {0};
	const sb_strings *list = &x->libraries;
	for (uint32_t k = 0; k < list->n; k++)
		sb_addf(&libraries, "%s'%s'", k ? ", " : "", list->at[k]);
	sb_message *message = sb_report(build->diag, SB_ERROR, "C0103", x->span,
		"the C function '%s' of the external function '%s' was not found", symbol, x->name);
	if (libraries.at)
		sb_note(message, "it was looked for in %s %s and in the C library",
				list->n > 1 ? "the libraries" : "the library", libraries.at);
	else
		sb_note(message, "no library is named, so it was looked for in the C library only");
	sb_help(message,
			"check its spelling; name its library with the annotation Library, or give its C text with the annotation "
			"Include");
	sb_text_free(&libraries);
}

/* Where C text is included the function may be in it: that is known only after it was compiled. */
static bool find_symbols(sc_build *build)
{
	bool good = true;
	for (uint32_t k = 0; k < build->externals.n; k++) {
		const sc_external *x = &build->externals.at[k];
		if (x->included || sc_symbol(build, x->symbol))
			continue;
		report_symbol(build, x, x->symbol);
		good = false;
	}
	return good;
}

/* The external function whose C text is to blame, as far as that can be told. */
static const sc_external *with_include(const sc_build *build, const char *symbol)
{
	const sc_external *first = NULL;
	for (uint32_t k = 0; k < build->externals.n; k++) {
		const sc_external *x = &build->externals.at[k];
		if (!x->included)
			continue;
		if (symbol && strcmp(x->symbol, symbol) == 0)
			return x;
		first = first ? first : x;
	}
	return first;
}

static void report_tcc(sc_build *build, const sb_text *errors, const sb_strings *missing)
{
	const char *words = errors->at ? errors->at : "no reason was given";
	const sc_external *x = with_include(build, NULL);
	if (!x) {
		sb_message *message = sb_report(build->diag, SB_ERROR, "C0101", (sb_span){0},
			"the code of '%s' cannot be compiled: %s", build->name, words);
		sb_help(message, "this is a mistake in Saltus; 'saltus code' shows the text that was compiled");
		return;
	}
	for (uint32_t k = 0; k < missing->n; k++)
		report_symbol(build, with_include(build, missing->at[k]), missing->at[k]);
	if (missing->n)
		return;
	sb_message *message = sb_report(build->diag, SB_ERROR, "C0102", x->span,
		"the C text of '%s' cannot be compiled: %s", x->name, words);
	sb_help(
		message,
		"check this text; for an external function it comes from the annotations Include and IncludeDirectory");
}

static bool compile(sc_build *build, const sc_options *options)
{
	sb_text errors = {0}, also = {0};
	sb_strings missing = {0};
	bool cached = options->optimise > 0 && sc_cc_from_cache(build);
	if (!cached) {
		build->tcc = sc_tcc_compile(build, &errors, &missing);
		if (build->tcc)
			atomic_store(&build->program.current, &build->tier1);
		if (!build->tcc && build->text.includes && !build->taken)
			sc_cc_build(build, &also);
	}
	bool good = atomic_load(&build->program.current) != NULL;
	build->first_tier_only = options->optimise == 0;
	if (!good)
		report_tcc(build, &errors, &missing);
	else if (options->optimise == 2 && !build->object && !sc_cc_build(build, &also))
		sb_report(build->diag, SB_WARNING, "C0106", (sb_span){0},
				  "the model runs with the code of the fast compiler only: %s",
				  also.at ? also.at : "the system compiler failed");
	sb_text_free(&errors);
	sb_text_free(&also);
	return good;
}

static void find_own(sc_build *build)
{
	build->own = sb_new_array(build->arena, void *, build->text.own.n + 1);
	for (uint32_t k = 0; k < build->text.own.n; k++)
		build->own[k] = sc_symbol(build, build->text.own.at[k]);
}

/* What C of users may include, beside what is installed. */
static const struct header { const char *name, *text; } headers[] = {
	{"ModelicaUtilities.h", sl_utilities_header}, {"saltus_block.h", sl_block_header},
	{"saltus_scicos.h", sl_scicos_header}, {"scicos_block4.h", sl_scicos_header}, {"scicos_block.h", sl_scicos_header}};

/* C that users write may include ModelicaUtilities.h (3.6, 12.9.6), as may headers of theirs: it has to be a file. */
static bool make_headers(sc_build *build)
{
	const char *temporary = getenv("TMPDIR");
	if (!build->text.includes)
		return true;
	char *folder = sb_printf(build->arena, "%s/saltus-XXXXXX", temporary && *temporary == '/' ? temporary : "/tmp");
	bool good = sb_temporary_folder(folder);
	if (good)
		build->headers = folder;
	for (size_t k = 0; k < sizeof headers / sizeof *headers && good; k++) {
		const char *path = sb_path_join(build->arena, folder, headers[k].name);
		sb_temporary(path);
		FILE *f = fopen(path, "we");
		good = f && fputs(headers[k].text, f) >= 0;
		good = f && fclose(f) == 0 && good;
	}
	if (good)
		return true;
	sb_help(sb_report(build->diag, SB_ERROR, "C0107", (sb_span){0},
					  "no file can be made in '%s' for the compiler", folder),
			"set TMPDIR to a folder in which files can be made");
	return false;
}

static void remove_headers(sc_build *build)
{
	if (!build->headers)
		return;
	for (size_t k = 0; k < sizeof headers / sizeof *headers; k++) {
		const char *path = sb_path_join(build->arena, build->headers, headers[k].name);
		unlink(path);
		sb_temporary_done(path);
	}
	rmdir(build->headers);
	sb_temporary_done(build->headers);
}

/* Checked builds run with what was written and read again. */
static const si_image *make_image(const ss_plan *plan, sb_arena *arena)
{
	si_image *image = si_make(plan, arena);
	sb_archive bytes = {0}, again = {0};
	sb_text why = {0};
	if (!SB_CHECKED)
		return image;
	sb_must(si_check_image(image, &why), "the image of %s: %s", plan->model->name, why.at);
	si_write(image, &bytes);
	si_image *read = si_read(bytes.at, bytes.n, arena, &why);
	sb_must(read, "the image of %s cannot be read: %s", plan->model->name, why.at);
	si_write(read, &again);
	sb_must(bytes.n == again.n && memcmp(bytes.at, again.at, bytes.n) == 0, "the image of %s is another one when it is "
			"read", plan->model->name);
	sb_archive_free(&bytes);
	sb_archive_free(&again);
	sb_text_free(&why);
	return read;
}

static bool take_program(sc_build *build, sc_lookup lookup, void *context)
{
	return sc_functions_find(&build->tier1, &build->program, build->own, lookup, context);
}

sc_build *sc_build_bare(const char *name, sb_diag *diag)
{
	sb_arena *arena = sb_arena_new();
	sc_build *build = sb_new(arena, sc_build);
	build->arena = arena;
	build->name = sb_strdup(arena, name);
	build->diag = diag;
	build->take = take_program;
	pthread_mutex_init(&build->background.lock, NULL);
	return build;
}

/* All segments of a submodel are in one library. */
static bool knows_library(const sc_build *build, const sm_external *x)
{
	for (uint32_t k = 0; k < build->externals.n; k++) {
		const sc_external *other = &build->externals.at[k];
		if (other->compiled && x->libraries.n && strcmp(other->libraries.at[0], x->libraries.at[0]) == 0)
			return true;
	}
	return false;
}

sc_build *sc_build_new(const ss_plan *plan)
{
	const sm_model *m = plan->model;
	sc_build *build = sc_build_bare(m->name, m->diag);
	build->plan = plan;
	const sm_external *last = NULL;              /* all operations of a component have the same */
	for (uint32_t k = 0; k < m->functions.n; k++) {
		const sm_function *f = m->functions.at[k];
		const sm_external *x = f->external;
		const char *name = f->block ? m->blocks.at[f->block->block]->name : f->name;
		if (x && !x->own && x != last && !(x->compiled && knows_library(build, x)))
			sb_push(build->arena, build->externals,
					((sc_external){ name, x->symbol, f->span, x->includes.n, x->compiled, x->libraries,
									x->library_folders, x->include_folders }));
		last = x ? x : last;
	}
	if (m->blocks.n) {
		sc_component *components = sb_new_array(build->arena, sc_component, m->blocks.n);
		for (uint32_t k = 0; k < m->blocks.n; k++)
			components[k] = (sc_component){ m->blocks.at[k]->operations, m->blocks.at[k]->context };
		build->program.components = components;
	}
	return build;
}

bool sc_build_make(sc_build *build, const sc_options *options)
{
	build->program.sites = build->text.sites;
	build->program.graph = build->text.graph;
	build->program.find = build->text.includes ? function_of_text : NULL;
	sb_doing("compiling", build->name);
	if (build->text.failed || !open_libraries(build) || !find_symbols(build))
		return false;
	find_own(build);
	return make_headers(build) && compile(build, options);
}

sc_program *sc_compile_alone(const ss_plan *plan, const sc_options *options)
{
	static const sc_options usual = { .optimise = 0 };
	sc_build *build = sc_build_new(plan);
	build->program.image = make_image(plan, build->arena);
	double since = sb_clock();
	sb_doing("generating code", plan->model->name);
	build->text = sc_generate_text(plan, build->arena, false);
	build->times.generate = sb_clock() - since;
	if (!sc_build_make(build, options ? options : &usual)) {
		sc_program_free(&build->program);
		return NULL;
	}
	build->times.compile = sb_clock() - since - build->times.generate;
	return &build->program;
}

sc_program *sc_compile(const ss_plan *plan, const sc_options *options)
{
	sc_program *program = sc_compile_alone(plan, options);
	if (program && (plan->switches.n || plan->may_jump))       /* impulses are those of a mode */
		sc_modes_open(program, options);
	return program;
}

const ss_plan *sc_plan(const sc_program *program)
{
	return sc_build_of(program)->plan;
}

bool sc_translates(const sc_program *program)
{
	return sc_build_of(program)->plan != NULL;
}

void sc_program_free(sc_program *program)
{
	if (!program)
		return;
	sc_build *build = sc_build_of(program);
	sc_modes_close(program);
	sc_whole_free(program);
	sc_cc_end(build);
	remove_headers(build);
	sc_tcc_free(build->tcc);
	if (build->object)
		dlclose(build->object);
	for (uint32_t k = 0; k < build->libraries.n; k++)
		dlclose(build->libraries.at[k]);
	pthread_mutex_destroy(&build->background.lock);
	sb_text text = { .at = build->text.text, .n = build->text.length };
	sb_text_free(&text);
	sb_text_free(&build->preprocessed);
	sb_arena_free(build->arena);
}

int sc_tier(const sc_program *program)
{
	sc_build *build = sc_build_of(program);
	return atomic_load_explicit(&build->program.current, memory_order_acquire) == &build->tier2 ? 2 : 1;
}

void sc_optimise(sc_program *program)
{
	sc_build *build = sc_build_of(program);
	if (!build->first_tier_only)
		sc_cc_start(build);
}

bool sc_optimising(sc_program *program)
{
	sc_background *b = &sc_build_of(program)->background;
	return atomic_load(&b->started) && !atomic_load(&b->done);
}

const char *sc_optimise_problem(sc_program *program)
{
	sc_background *b = &sc_build_of(program)->background;
	return atomic_load(&b->done) ? b->problem : NULL;
}

const sc_times *sc_times_of(const sc_program *program)
{
	return &sc_build_of(program)->times;
}
