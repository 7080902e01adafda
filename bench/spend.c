/* What a program costs: the time that its process was on a processor. */
#include "bench.h"
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* Seconds that the main thread of a process was on a processor: other work on the machine does not count. Of one that
 * has ended and was not yet waited for. */
static double spent(pid_t pid)
{
	char path[64];
	unsigned long long nanoseconds = 0;
	snprintf(path, sizeof path, "/proc/%d/schedstat", (int)pid);
	FILE *f = fopen(path, "r");
	if (!f || fscanf(f, "%llu", &nanoseconds) != 1)
		nanoseconds = 0;
	if (f)
		fclose(f);
	return (double)nanoseconds * 1e-9;
}

/* Output goes to a file. Negative: it failed. */
double bench_spend(char *const *argv, const char *output)
{
	double begin = sb_clock();
	pid_t pid;
	int status = 0;
	siginfo_t ended;
	posix_spawn_file_actions_t to;
	posix_spawn_file_actions_init(&to);
	posix_spawn_file_actions_addopen(&to, STDOUT_FILENO, output, O_WRONLY | O_CREAT | O_TRUNC, 0600);
	posix_spawn_file_actions_addopen(&to, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
	int error = posix_spawnp(&pid, argv[0], &to, NULL, argv, environ);
	posix_spawn_file_actions_destroy(&to);
	if (error || waitid(P_PID, (id_t)pid, &ended, WEXITED | WNOWAIT) < 0)
		return -1;
	double wall = sb_clock() - begin, seconds = spent(pid);
	waitpid(pid, &status, 0);
	return seconds > 0 ? seconds : wall;
}
