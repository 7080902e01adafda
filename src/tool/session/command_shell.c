/* saltus shell. */
#include "shell/shell.h"
#include "tool/line/line.h"
#include "tool/session/tool_session.h"
#include <errno.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* `saltus ARGUMENTS` to its end. Ctrl-C reaches it as the terminal's foreground, and it ends as usual. */
static int run_command(void *context, const char *const *arguments, uint32_t count)
{
	char **argv = sb_resize(NULL, (count + 2) * sizeof *argv);
	pid_t child;
	int status = 0;
	(void)context;
	argv[0] = "saltus";
	for (uint32_t i = 0; i < count; i++)
		argv[i + 1] = (char *)arguments[i];
	argv[count + 1] = NULL;
	int trouble = posix_spawn(&child, "/proc/self/exe", NULL, NULL, argv, environ);
	free(argv);
	if (trouble) {
		fprintf(stderr, "saltus: no process can be made: %s\n", strerror(trouble));
		return TOOL_FAILED;
	}
	while (waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int tool_session(int argc, char **argv)
{
	sb_arena *arena = sb_arena_new();
	sb_diag *diag = sb_diag_new();
	tool_options o;
	int status;
	if (!tool_parse(arena, diag, argc, argv, TOOL_SHELL, "shell", &o)) {
		status = tool_usage(diag, "shell");
	} else {
		const sh_host host = {.command = run_command, .external = o.no_external ? ST_OWN_C : ST_ANY_C,
							  .color = tool_color(stderr)};
		status = sh_session(&host, o.files.at, o.files.n);
	}
	sb_diag_free(diag);
	sb_arena_free(arena);
	return status;
}
