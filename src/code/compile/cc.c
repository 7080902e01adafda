/* The second tier: the system compiler, run as a process of its own in the background, and its objects from the
 * cache. */
#include "base/door.h"
#include "code/compile/compile.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "base/map.h"
#include "base/stop.h"

/* No contraction, no reassociation, wrapping Integers, functions of the C library called and not folded (a compiler's
 * cbrt(27) is not that of the library): the bits of the first tier. errno of sqrt is nobody's business. Pieces must not
 * be put together again by inlining: compilers are slower than linear in the size of a function. */
static const char *const flags[] = {
	"-O2", "-ffp-contract=off", "-fno-builtin", "-fno-math-errno", "-fwrapv", "-fno-inline-functions-called-once",
	"-std=gnu11", "-w", "-fPIC", NULL};

static const char NO_COMPILER[] = "there is no C compiler (SALTUS_CC names one)";

static char *cc_compiler(sb_arena *arena)
{
	const char *chosen = getenv("SALTUS_CC");
	return sb_program_find(arena, chosen ? chosen : "cc");
}

/* What the object depends on besides the text: the compiler's file, the flags, this program. */
static void add_compiler(const char *compiler, sb_text *about)
{
	struct stat s = {0};
	char *real = realpath(compiler, NULL);
	if (stat(real ? real : compiler, &s) != 0)
		s.st_size = 0;
	sb_addf(about, "%s %lld %lld.%09ld " SALTUS_VERSION, real ? real : compiler, (long long)s.st_size,
		(long long)s.st_mtim.tv_sec, s.st_mtim.tv_nsec);
	for (int k = 0; flags[k]; k++)
		sb_addf(about, " %s", flags[k]);
	free(real);
}

/* Included C counts as the compiler reads it: headers, theirs, and whatever else they are found by. Lines that only
 * name places do not: one of the folders is made for this run. */
static void hash_text(const char *text, size_t length, uint64_t *a, uint64_t *b)
{
	for (const char *at = text, *end = text + length; at < end;) {
		const char *line = memchr(at, '\n', (size_t)(end - at)), *next = line ? line + 1 : end;
		if (end - at < 2 || at[0] != '#' || at[1] != ' ') {
			*a = sb_hash(at, (size_t)(next - at), *a);
			*b = sb_hash(at, (size_t)(next - at), *b ^ 0x9e3779b97f4a7c15ull);
		}
		at = next;
	}
}

/* A library that becomes part of the object. Shared ones stay what they are. */
static void hash_archive(const char *path, uint64_t *a, uint64_t *b)
{
	size_t got;
	char block[1 << 14];
	FILE *f = sb_ends_with(path, ".a") ? fopen(path, "rbe") : NULL;
	while (f && (got = fread(block, 1, sizeof block, f)) > 0) {
		*a = sb_hash(block, got, *a);
		*b = sb_hash(block, got, *b ^ 0x9e3779b97f4a7c15ull);
	}
	if (f)
		fclose(f);
}

/* Where the linker looks for -lNAME, without asking it: the first folder that has it decides, and there a shared
 * library comes first. */
static void hash_named(const char *name, sb_arena *arena, uint64_t *a, uint64_t *b)
{
	struct utsname machine;
	const char *path = getenv("LIBRARY_PATH"), *many = uname(&machine) == 0 ? machine.machine : "";
	const char *folders = sb_printf(arena,
									"%s:/usr/local/lib/%s-linux-gnu:/usr/local/lib:/lib/%s-linux-gnu:/usr/lib/"
									"%s-linux-gnu:/usr/lib64:/lib:/usr/lib",
									path ? path : "", many, many, many);
	for (const char *at = folders, *end; *at; at = *end ? end + 1 : end) {
		end = at + strcspn(at, ":");
		const char *base = sb_printf(arena, "%.*s/lib%s", (int)(end - at), at, name);
		const char *archive = sb_printf(arena, "%s.a", base);
		if (end == at)
			continue;
		if (access(sb_printf(arena, "%s.so", base), R_OK) == 0)
			return;
		if (access(archive, R_OK) == 0) {
			hash_archive(archive, a, b);
			return;
		}
	}
}

static void push_libraries(sc_build *build, sb_arena *arena, sb_strings *args);

static char *object_key(sc_build *build, sb_arena *arena, const char *compiler)
{
	sb_text about = {0};
	sb_strings libraries = {0};
	add_compiler(compiler, &about);
	push_libraries(build, arena, &libraries);
	for (uint32_t k = 0; k < libraries.n; k++)
		sb_addf(&about, " %s", libraries.at[k]);
	uint64_t a = sb_hash(about.at, about.n, 1), b = sb_hash(about.at, about.n, 2);
	for (uint32_t k = 0; k < libraries.n; k++)
		if (strncmp(libraries.at[k], "-l", 2) == 0)
			hash_named(libraries.at[k] + 2, arena, &a, &b);
		else
			hash_archive(libraries.at[k], &a, &b);
	if (build->text.includes)
		hash_text(build->preprocessed.at, build->preprocessed.n, &a, &b);
	a = sb_hash(build->text.text, build->text.length, a);
	b = sb_hash(build->text.text, build->text.length, b ^ 0x9e3779b97f4a7c15ull);
	sb_text_free(&about);
	return sb_printf(arena, "%016llx%016llx", (unsigned long long)a, (unsigned long long)b);
}

static void *find(void *context, const char *name)
{
	return dlsym(context, name);
}

static bool load(sc_build *build, const char *path)
{
	void *object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	if (!object)
		return false;
	if (!sc_functions_find(&build->tier2, &build->program, build->own, find, object)) {
		dlclose(object);
		return false;
	}
	build->object = object;
	atomic_store(&build->program.current, &build->tier2);
	return true;
}

/* ------------------------------------------------------------------------------------------ running the compiler */

/* Where a compiler's files are made: in the cache, or in a folder of their own, which takes its temporary files too.
 * Ours begin with `base`. */
typedef struct place { const char *base, *cache, *folder; sb_strings files; } place;

static const char *file_of(place *p, sb_arena *arena, const char *ending)
{
	const char *path = sb_printf(arena, "%s%s", p->base, ending);
	sb_temporary(path);
	sb_push(arena, p->files, path);
	return path;
}

static bool open_place(place *p, sb_arena *arena)
{
	const char *temporary = getenv("TMPDIR");
	p->cache = sc_cache_folder(arena);
	char *own = sb_printf(arena, "%s/saltus-XXXXXX", temporary && *temporary == '/' ? temporary : "/tmp");
	char *unique = p->cache ? sb_printf(arena, "%s/making-XXXXXX", p->cache) : NULL;
	int f = unique ? sb_temporary_file(unique) : -1;
	p->folder = sb_temporary_folder(own) ? own : NULL;
	if (f >= 0) {
		close(f);
		p->base = unique;
		sb_push(arena, p->files, unique);
	} else if (p->folder) {
		p->cache = NULL;
		p->base = sb_path_join(arena, own, "model");
	}
	return p->base && p->folder;
}

static void close_place(place *p)
{
	for (uint32_t k = 0; k < p->files.n; k++) {
		unlink(p->files.at[k]);
		sb_temporary_done(p->files.at[k]);
	}
	if (p->folder) {
		sb_remove_folder(p->folder);
		sb_temporary_done(p->folder);
	}
}

static bool write_text(const char *path, const char *text, size_t length)
{
	FILE *f = fopen(path, "we");
	bool good = f && fwrite(text, 1, length, f) == length;
	return (f ? fclose(f) == 0 : false) && good;
}

/* The file of a library, or its name for the linker. A path is whole, so that it cannot be taken for an option, and
 * goes to the linker by itself: the library was opened before (tiers.c), so the object finds it without a path to
 * search. */
static const char *library_argument(const sc_external *x, sb_arena *arena, const char *name)
{
	static const char *const endings[] = {"so", "a"};
	for (uint32_t k = 0; k < x->library_folders.n; k++)
		for (int e = 0; e < 2; e++) {
			const char *file = strchr(name, '/') ? name : sb_printf(arena, "lib%s.%s", name, endings[e]);
			char *real = realpath(sb_path_join(arena, x->library_folders.at[k], file), NULL);
			if (!real)
				continue;
			const char *path = sb_strdup(arena, real);
			free(real);
			return path;
		}
	return sb_printf(arena, "-l%s", name);
}

static void push_libraries(sc_build *build, sb_arena *arena, sb_strings *args)
{
	for (uint32_t k = 0; k < build->externals.n; k++) {
		const sc_external *x = &build->externals.at[k];
		for (uint32_t j = 0; j < x->libraries.n && !x->compiled; j++)
			sb_push(arena, *args, library_argument(x, arena, x->libraries.at[j]));
	}
}

static void push_folders(sc_build *build, sb_arena *arena, sb_strings *args)
{
	for (uint32_t k = 0; k < build->externals.n; k++) {
		const sc_external *x = &build->externals.at[k];
		for (uint32_t j = 0; j < x->include_folders.n; j++)
			sb_push(arena, *args, sb_printf(arena, "-I%s", x->include_folders.at[j]));
	}
	if (build->headers)
		sb_push(arena, *args, sb_printf(arena, "-I%s", build->headers));
}

/* Starts the compiler with its words into `log`, unless the program was given up in the meantime. */
static bool spawn(sc_build *build, char *const *args, const char *log, const char *folder, pid_t *child)
{
	sc_background *b = &build->background;
	pthread_mutex_lock(&b->lock);
	*child = b->abandoned ? -1 : sb_spawn(args, log, folder);
	if (*child > 0) {
		b->child = *child;
		sb_child(*child);
	}
	pthread_mutex_unlock(&b->lock);
	return *child > 0;
}

static bool wait_for(sc_build *build, pid_t child)
{
	siginfo_t info;
	int status = 1;
	/* first without reaping, so that the number stays ours until `child` is cleared */
	while (waitid(P_PID, (id_t)child, &info, WEXITED | WNOWAIT) != 0 && errno == EINTR)
		;
	pthread_mutex_lock(&build->background.lock);
	build->background.child = 0;
	sb_child_done(child);
	pthread_mutex_unlock(&build->background.lock);
	while (waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static void first_lines(const char *log, sb_text *why)
{
	char line[400];
	FILE *f = fopen(log, "re");
	for (int k = 0; f && k < 3 && fgets(line, sizeof line, f); k++) {
		line[strcspn(line, "\n")] = 0;
		sb_addf(why, "; %s", line);
	}
	if (f)
		fclose(f);
}

/* The compiler with the flags, `how` and the folders before the file `from`, to the file `to`. */
static bool run_compiler(sc_build *build, sb_arena *arena, place *p, const char *compiler, const char *how,
						 const char *from, const char *to, sb_text *why)
{
	sb_strings args = {0};
	pid_t child;
	const char *log = file_of(p, arena, ".log");
	sb_push(arena, args, compiler);
	for (int k = 0; flags[k]; k++)
		sb_push(arena, args, flags[k]);
	push_folders(build, arena, &args);
	sb_push(arena, args, how);
	sb_push(arena, args, "-o");
	sb_push(arena, args, to);
	sb_push(arena, args, from);
	if (strcmp(how, "-E") != 0)
		push_libraries(build, arena, &args);
	sb_push(arena, args, NULL);
	bool good = spawn(build, (char *const *)args.at, log, p->folder, &child) && wait_for(build, child);
	if (!good) {
		sb_addf(why, "'%s' failed", compiler);
		first_lines(log, why);
	}
	return good;
}

/* The text with all that it includes. Compiling that text, and not the files once more, makes the key belong to what
 * was compiled. */
static bool preprocess(sc_build *build, sb_arena *arena, place *p, const char *compiler, sb_text *why)
{
	const char *text = file_of(p, arena, ".c"), *whole = file_of(p, arena, ".i");
	if (!build->text.includes || build->preprocessed.n)
		return true;
	if (!write_text(text, build->text.text, build->text.length)) {
		sb_addf(why, "'%s' cannot be written", text);
		return false;
	}
	if (!run_compiler(build, arena, p, compiler, "-E", text, whole, why))
		return false;
	char block[1 << 14];
	size_t got;
	FILE *f = fopen(whole, "rbe");
	while (f && (got = fread(block, 1, sizeof block, f)) > 0)
		sb_addn(&build->preprocessed, block, got);
	bool good = f && !ferror(f) && build->preprocessed.n;
	if (f)
		fclose(f);
	if (!good)
		sb_addf(why, "'%s' cannot be read", whole);
	return good;
}

bool sc_cc_from_cache(sc_build *build)
{
	sb_arena *arena = sb_arena_new();
	sb_text why = {0};
	const char *folder = sc_cache_folder(arena), *compiler = folder ? cc_compiler(arena) : NULL;
	place p = {0};
	bool found = false, wanted = compiler != NULL;
	if (wanted && !build->text.includes)
		wanted = sb_file_exists(sb_printf(arena, "%s/%s.so", folder, object_key(build, arena, compiler)));
	if (wanted && open_place(&p, arena)) {
		if (p.cache && preprocess(build, arena, &p, compiler, &why)) {
			const char *kept = sb_printf(arena, "%s/%s.so", p.cache, object_key(build, arena, compiler));
			const char *object = file_of(&p, arena, ".so");
			found = sc_cache_get(kept, object) && load(build, object);
			if (found)
				utimensat(AT_FDCWD, kept, NULL, 0);
		}
		close_place(&p);
	}
	sb_text_free(&why);
	sb_arena_free(arena);
	return found;
}

static bool make_object(sc_build *build, sb_arena *arena, place *p, const char *compiler, sb_text *why)
{
	if (!preprocess(build, arena, p, compiler, why))
		return false;
	bool whole = build->preprocessed.n;
	const char *text = file_of(p, arena, whole ? ".i" : ".c"), *object = file_of(p, arena, ".so");
	if (!write_text(text, whole ? build->preprocessed.at : build->text.text,
					whole ? build->preprocessed.n : build->text.length)) {
		sb_addf(why, "'%s' cannot be written", text);
		return false;
	}
	if (!run_compiler(build, arena, p, compiler, "-shared", text, object, why))
		return false;
	if (p->cache)
		sc_cache_put(object, file_of(p, arena, ".new"),
					 sb_printf(arena, "%s/%s.so", p->cache, object_key(build, arena, compiler)));
	if (load(build, object))
		return true;
	sb_addf(why, "the compiled object cannot be loaded: %s", dlerror());
	return false;
}

bool sc_cc_build(sc_build *build, sb_text *why)
{
	sb_arena *arena = sb_arena_new();
	const char *compiler = cc_compiler(arena);
	place p = {0};
	bool good = false;
	if (!compiler)
		sb_add(why, NO_COMPILER);
	else if (!open_place(&p, arena))
		sb_add(why, "no temporary file can be made");
	else
		good = make_object(build, arena, &p, compiler, why);
	close_place(&p);
	if (p.cache)
		sc_cache_trim(p.cache);
	sb_arena_free(arena);
	return good;
}

static bool read_object(const char *path, sb_arena *arena, sc_library *out)
{
	struct stat s;
	FILE *f = fopen(path, "rbe");
	bool good = f && fstat(fileno(f), &s) == 0;
	char *bytes = good ? sb_alloc(arena, (size_t)s.st_size + 1) : NULL;
	good = good && fread(bytes, 1, (size_t)s.st_size, f) == (size_t)s.st_size;
	if (f)
		fclose(f);
	out->bytes = bytes;
	out->n = good ? (size_t)s.st_size : 0;
	return good;
}

bool sc_cc_library(const sb_text *text, sb_arena *arena, sc_library *out, sb_text *why)
{
	const char *compiler = cc_compiler(arena);
	sc_build *build = sc_build_bare("segments", NULL);
	place p = {0};
	bool good = false;
	if (!compiler) {
		sb_add(why, NO_COMPILER);
	} else if (!open_place(&p, arena)) {
		sb_add(why, "no temporary file can be made");
	} else {
		const char *from = file_of(&p, arena, ".c"), *to = file_of(&p, arena, ".so");
		good = write_text(from, text->at, text->n);
		good = good && run_compiler(build, arena, &p, compiler, "-shared", from, to, why);
		good = good && read_object(to, arena, out);
	}
	close_place(&p);
	sc_program_free(&build->program);
	return good;
}

static void *work(void *context)
{
	sc_build *build = context;
	sb_text why = {0};
	sb_door door;                    /* the run goes on with the code that it has */
	if (!SB_ENTER(&door))
		build->background.problem = "there is no memory for the compiler";
	else if (!sc_cc_build(build, &why))
		build->background.problem = build->background.problem_text = why.at;
	else
		sb_text_free(&why);
	sb_leave(&door);
	atomic_store(&build->background.done, true);
	return NULL;
}

void sc_cc_start(sc_build *build)
{
	sc_background *b = &build->background;
	if (atomic_load(&build->program.current) == &build->tier2 || atomic_exchange(&b->asked, true))
		return;
	const char *chosen = getenv("SALTUS_CC");
	bool none = chosen && !*chosen;          /* what is known to fail needs no thread */
	if (!none && pthread_create(&b->thread, NULL, work, build) == 0) {
		atomic_store(&b->started, true);
	} else {
		b->problem = none ? NO_COMPILER : "no thread can be started";
		atomic_store(&b->done, true);
	}
}

void sc_cc_end(sc_build *build)
{
	sc_background *b = &build->background;
	pthread_mutex_lock(&b->lock);
	b->abandoned = true;
	if (b->child)
		kill(b->child, SIGTERM);
	pthread_mutex_unlock(&b->lock);
	if (atomic_load(&b->started))
		pthread_join(b->thread, NULL);
	sb_put_back(b->problem_text);
	b->problem_text = NULL;
}
