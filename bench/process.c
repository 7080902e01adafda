/* Whole processes: saltus on one equation, gcc on three lines. They take turns, so that both see the same machine. */
#include "bench.h"
#include <math.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static double spend(char *const *argv)
{
	double begin = sb_clock();
	pid_t pid;
	int status = 0;
	posix_spawn_file_actions_t quiet;
	posix_spawn_file_actions_init(&quiet);
	posix_spawn_file_actions_addopen(&quiet, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
	int error = posix_spawnp(&pid, argv[0], &quiet, NULL, argv, environ);
	posix_spawn_file_actions_destroy(&quiet);
	if (error || waitpid(pid, &status, 0) < 0 || status) {
		fprintf(stderr, "%s failed\n", argv[0]);
		exit(1);
	}
	return sb_clock() - begin;
}

static void write_file(const char *path, const char *text)
{
	FILE *f = fopen(path, "w");
	if (!f || fputs(text, f) < 0 || fclose(f)) {
		perror(path);
		exit(1);
	}
}

void bench_process(const char *program)
{
	char folder[] = "/tmp/bench.XXXXXX", model[64], source[64], object[64];
	if (!mkdtemp(folder))
		return;
	snprintf(model, sizeof model, "%s/one.mo", folder);
	snprintf(source, sizeof source, "%s/three.c", folder);
	snprintf(object, sizeof object, "%s/three.o", folder);
	write_file(model, "model One Real x(start = 1, fixed = true); equation der(x) = -x; end One;\n");
	write_file(source, "#include <stdio.h>\n\nint main(void) { return puts(\"hello\") < 0; }\n");
	char *saltus[] = {(char *)program, "run", model, "--quiet", NULL},
		*gcc[] = {"gcc", "-O2", "-c", source, "-o", object, NULL};
	double mine = INFINITY, peer = INFINITY;
	for (int i = 0; i < 30; i++) {
		mine = fmin(mine, spend(saltus));
		peer = fmin(peer, spend(gcc));
	}
	bench_row("process", "one equation; peer gcc -O2 -c", mine, peer, 1);
	unlink(model);
	unlink(source);
	unlink(object);
	rmdir(folder);
}
