/* saltus COMMAND ...: finds the command and runs it. */
#include "saltus.h"
#include "tool/commands/commands.h"
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>

/* Whoever reads a table or a help from a file must know that it is not whole. */
static int finish(int status)
{
	errno = 0;
	if (fflush(stdout) == 0 && !ferror(stdout))
		return status;
	sb_diag *diag = sb_diag_new();
	sb_message *m = sb_report(diag, SB_ERROR, "U0360", (sb_span){0}, "the standard output cannot be written: %s",
	                          errno ? strerror(errno) : "not everything was accepted");
	sb_help(m, "check the free space of the disk that it goes to");
	tool_print_messages(diag, false);
	sb_diag_free(diag);
	return status == TOOL_DONE ? TOOL_FAILED : status;
}

static int command_of(int argc, char **argv)
{
	if (argc < 2) {
		tool_help(0, NULL);
		return TOOL_USAGE;
	}
	if (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0) {
		printf("saltus %s\n", saltus_version());
		return TOOL_DONE;
	}
	if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)
		return tool_help(argc - 2, argv + 2);
	const tool_command *c = tool_find_command(argv[1]);
	if (!c)
		return tool_unknown_word(argc - 1, argv + 1);
	for (int k = 2; k < argc; k++)
		if (strcmp(argv[k], "--help") == 0 || strcmp(argv[k], "-h") == 0)
			return tool_help(1, argv + 1);
	return c->run(argc - 2, argv + 2);
}

/* How deep texts and expressions may be nested is counted; the counts need this much stack, also in threads. */
enum { STACK = 4 << 20 };

static bool have_stack(void)
{
	struct rlimit now;
	pthread_attr_t usual;
	if (getrlimit(RLIMIT_STACK, &now) != 0 || now.rlim_cur == RLIM_INFINITY || now.rlim_cur >= STACK)
		return true;
	rlim_t had = now.rlim_cur;
	now.rlim_cur = now.rlim_max == RLIM_INFINITY || now.rlim_max > STACK ? STACK : now.rlim_max;
	if (now.rlim_cur == STACK && setrlimit(RLIMIT_STACK, &now) == 0 && pthread_attr_init(&usual) == 0) {
		bool good = pthread_attr_setstacksize(&usual, STACK) == 0 && pthread_setattr_default_np(&usual) == 0;
		pthread_attr_destroy(&usual);
		if (good)
			return true;
	}
	sb_diag *diag = sb_diag_new();
	sb_message *m = sb_report(diag, SB_ERROR, "U0350", (sb_span){0}, "the stack is limited to %llu kB",
							  (unsigned long long)had >> 10);
	sb_help(m, "%d kB are enough: ulimit -s %d", STACK >> 10, STACK >> 10);
	tool_print_messages(diag, false);
	sb_diag_free(diag);
	return false;
}

int main(int argc, char **argv)
{
	if (!have_stack())
		return TOOL_FAILED;
	signal(SIGXFSZ, SIG_IGN);        /* a file that may not grow any more is an error of writing like any other */
	return finish(command_of(argc, argv));
}
