/* The second tier: the system compiler, run as a process of its own in the background, and its objects from the
 * cache. */
#include "code/inside.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"

extern char **environ;

/* No contraction, no reassociation, wrapping Integers, functions of the C library called and not folded (a compiler's
 * cbrt(27) is not that of the library): the bits of the first tier. errno of sqrt is nobody's business. Pieces must not be put together again by inlining: compilers are slower than linear in the size of a
 * function. */
static const char *const flags[] = {
	"-O2", "-ffp-contract=off", "-fno-builtin", "-fno-math-errno", "-fwrapv", "-fno-inline-functions-called-once", "-std=gnu11",
	"-w",  "-shared",           "-fPIC",           NULL};

static bool can_run(const char *path)
{
	struct stat s;
	return stat(path, &s) == 0 && S_ISREG(s.st_mode) && access(path, X_OK) == 0;
}

char *sc_cc_compiler(sb_arena *arena)
{
	const char *chosen = getenv("SALTUS_CC"), *name = chosen ? chosen : "cc", *path = getenv("PATH");
	if (!*name)
		return NULL;
	if (strchr(name, '/'))
		return can_run(name) ? sb_strdup(arena, name) : NULL;
	for (const char *at = path ? path : ""; *at;) {
		size_t n = strcspn(at, ":");
		char *candidate = sb_path_join(arena, sb_strndup(arena, at, n), name);
		if (n && can_run(candidate))
			return candidate;
		at += n + (at[n] == ':');
	}
	return NULL;
}

/* What the object depends on: the text, the compiler's file, the flags, this program. */
static char *object_key(sc_program *program, sb_arena *arena, const char *compiler)
{
	struct stat s = {0};
	char *real = realpath(compiler, NULL);
	if (stat(real ? real : compiler, &s) != 0)
		s.st_size = 0;
	sb_text about = {0};
	sb_addf(&about, "%s %lld %lld.%09ld " SALTUS_VERSION, real ? real : compiler, (long long)s.st_size,
		(long long)s.st_mtim.tv_sec, s.st_mtim.tv_nsec);
	for (int k = 0; flags[k]; k++)
		sb_addf(&about, " %s", flags[k]);
	uint64_t a = sb_hash(about.at, about.n, 1), b = sb_hash(about.at, about.n, 2);
	a = sb_hash(program->text.text, program->text.length, a);
	b = sb_hash(program->text.text, program->text.length, b ^ 0x9e3779b97f4a7c15ull);
	free(real);
	sb_text_free(&about);
	return sb_printf(arena, "%016llx%016llx", (unsigned long long)a, (unsigned long long)b);
}

static void *find(void *context, const char *name)
{
	return dlsym(context, name);
}

static bool load(sc_program *program, const char *path)
{
	void *object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	if (!object)
		return false;
	if (!sc_functions_find(&program->tier2, program, find, object)) {
		dlclose(object);
		return false;
	}
	program->object = object;
	atomic_store(&program->current, &program->tier2);
	return true;
}

bool sc_cc_from_cache(sc_program *program)
{
	bool found = false;
	sb_arena *arena = sb_arena_new();
	const char *folder = sc_cache_folder(arena), *compiler = folder ? sc_cc_compiler(arena) : NULL;
	if (compiler) {
		const char *path = sb_printf(arena, "%s/%s.so", folder, object_key(program, arena, compiler));
		if (sb_file_exists(path)) {
			found = load(program, path);
			if (found)
				utimensat(AT_FDCWD, path, NULL, 0);
			else
				unlink(path);
		}
	}
	sb_arena_free(arena);
	return found;
}

static bool write_text(const char *path, const sc_text *text)
{
	FILE *f = fopen(path, "we");
	bool good = f && fwrite(text->text, 1, text->length, f) == text->length;
	return (f ? fclose(f) == 0 : false) && good;
}

static void push_libraries(sc_program *program, sb_arena *arena, sb_strings *args)
{
	const sm_model *m = program->plan->model;
	for (uint32_t k = 0; k < m->functions.n; k++) {
		const sm_external *x = m->functions.at[k]->external;
		if (!x || x->own)
			continue;
		for (uint32_t j = 0; j < x->include_folders.n; j++)
			sb_push(arena, *args, sb_printf(arena, "-I%s", x->include_folders.at[j]));
		for (uint32_t j = 0; j < x->library_folders.n; j++) {
			sb_push(arena, *args, sb_printf(arena, "-L%s", x->library_folders.at[j]));
			sb_push(arena, *args, sb_printf(arena, "-Wl,-rpath,%s", x->library_folders.at[j]));
		}
		for (uint32_t j = 0; j < x->libraries.n; j++)
			sb_push(arena, *args, sb_printf(arena, "-l%s", x->libraries.at[j]));
	}
	if (program->headers)
		sb_push(arena, *args, sb_printf(arena, "-I%s", program->headers));
}

/* Starts the compiler with its words into `log`, unless the program was given up in the meantime. */
static bool spawn(sc_program *program, char *const *args, const char *log, pid_t *child)
{
	sc_background *b = &program->background;
	posix_spawn_file_actions_t files;
	bool good = false;
	posix_spawn_file_actions_init(&files);
	posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_addopen(&files, 1, log, O_WRONLY | O_CREAT | O_TRUNC, 0600);
	posix_spawn_file_actions_adddup2(&files, 1, 2);
	posix_spawnattr_t how;
	posix_spawnattr_init(&how);
	posix_spawnattr_setflags(&how, POSIX_SPAWN_SETPGROUP);     /* cc has children of its own: one signal ends them all */
	posix_spawnattr_setpgroup(&how, 0);
	pthread_mutex_lock(&b->lock);
	if (!b->abandoned && posix_spawn(child, args[0], &files, &how, args, environ) == 0) {
		b->child = *child;
		good = true;
	}
	pthread_mutex_unlock(&b->lock);
	posix_spawnattr_destroy(&how);
	posix_spawn_file_actions_destroy(&files);
	return good;
}

static bool wait_for(sc_program *program, pid_t child)
{
	siginfo_t info;
	int status = 1;
	/* first without reaping, so that the number stays ours until `child` is cleared */
	while (waitid(P_PID, (id_t)child, &info, WEXITED | WNOWAIT) != 0 && errno == EINTR)
		;
	pthread_mutex_lock(&program->background.lock);
	program->background.child = 0;
	pthread_mutex_unlock(&program->background.lock);
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

static bool run_compiler(sc_program *program, sb_arena *arena, const char *compiler, const char *base, sb_text *why)
{
	sb_strings args = {0};
	pid_t child;
	const char *text = sb_printf(arena, "%s.c", base), *object = sb_printf(arena, "%s.so", base);
	const char *log = sb_printf(arena, "%s.log", base);
	if (!write_text(text, &program->text)) {
		sb_addf(why, "'%s' cannot be written", text);
		unlink(text);
		return false;
	}
	sb_push(arena, args, compiler);
	for (int k = 0; flags[k]; k++)
		sb_push(arena, args, flags[k]);
	sb_push(arena, args, "-o");
	sb_push(arena, args, object);
	sb_push(arena, args, text);
	push_libraries(program, arena, &args);
	sb_push(arena, args, NULL);
	bool good = spawn(program, (char *const *)args.at, log, &child) && wait_for(program, child);
	if (!good) {
		sb_addf(why, "'%s' failed", compiler);
		first_lines(log, why);
		unlink(object);
	}
	unlink(text);
	unlink(log);
	return good;
}

bool sc_cc_build(sc_program *program, sb_text *why)
{
	sb_arena *arena = sb_arena_new();
	const char *compiler = sc_cc_compiler(arena), *cache = sc_cache_folder(arena), *temporary = getenv("TMPDIR");
	bool good = false;
	if (!compiler) {
		sb_add(why, "there is no C compiler (SALTUS_CC names one)");
	} else {
		char *own = sb_printf(arena, "%s/saltus-XXXXXX", temporary && *temporary == '/' ? temporary : "/tmp");
		char *unique = cache ? sb_printf(arena, "%s/making-XXXXXX", cache) : NULL;
		int f = unique ? mkstemp(unique) : -1;
		bool folder = f < 0 && mkdtemp(own) != NULL;
		const char *base = f >= 0 ? unique : folder ? sb_path_join(arena, own, "model") : NULL;
		if (f >= 0)
			close(f);
		if (!base)
			sb_add(why, "no temporary file can be made");
		else if (run_compiler(program, arena, compiler, base, why)) {
			const char *object = sb_printf(arena, "%s.so", base), *last = object;
			const char *kept = f >= 0 ? sb_printf(arena, "%s/%s.so", cache, object_key(program, arena, compiler)) : NULL;
			if (kept && rename(object, kept) == 0)
				last = kept;
			good = load(program, last);
			if (!good)
				sb_addf(why, "the compiled object cannot be loaded: %s", dlerror());
			if (last == object)
				unlink(object);
		}
		if (f >= 0)
			unlink(unique);
		if (folder)
			rmdir(own);
		if (f >= 0)
			sc_cache_trim(cache);
	}
	sb_arena_free(arena);
	return good;
}

static void *work(void *context)
{
	sc_program *program = context;
	sb_text why = {0};
	if (!sc_cc_build(program, &why))
		program->background.problem = program->background.problem_text = why.at;
	else
		sb_text_free(&why);
	atomic_store(&program->background.done, true);
	return NULL;
}

void sc_cc_start(sc_program *program)
{
	sc_background *b = &program->background;
	if (atomic_load(&program->current) == &program->tier2 || atomic_exchange(&b->asked, true))
		return;
	if (pthread_create(&b->thread, NULL, work, program) == 0) {
		atomic_store(&b->started, true);
	} else {
		b->problem = "no thread can be started";
		atomic_store(&b->done, true);
	}
}

void sc_cc_end(sc_program *program)
{
	sc_background *b = &program->background;
	pthread_mutex_lock(&b->lock);
	b->abandoned = true;
	if (b->child)
		kill(-b->child, SIGKILL);
	pthread_mutex_unlock(&b->lock);
	if (atomic_load(&b->started))
		pthread_join(b->thread, NULL);
	free(b->problem_text);
	b->problem_text = NULL;
}
