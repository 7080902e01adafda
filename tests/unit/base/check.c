/* A broken invariant is told, with a request for a report, and ends the program: by an abort in a checked build, else
 * with status 1. */
#include "unit/unit.h"
#include "base/check.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* What a child says on stderr while it breaks an invariant, and how it ends. */
static int break_one(char *said, size_t size)
{
	int pipes[2], status;
	assert_int_equal(pipe(pipes), 0);
	pid_t child = fork();
	if (!child) {
		signal(SIGABRT, SIG_DFL);
		dup2(pipes[1], 2);
		sb_must(1 + 1 == 3, "one and one is %d", 1 + 1);
		_exit(0);
	}
	close(pipes[1]);
	ssize_t n, all = 0;
	while ((n = read(pipes[0], said + all, size - 1 - (size_t)all)) > 0)
		all += n;
	said[all] = 0;
	close(pipes[0]);
	waitpid(child, &status, 0);
	return status;
}

static void a_broken_invariant_is_told(void **state)
{
	char said[2000];
	int status = break_one(said, sizeof said);
	(void)state;
	if (SB_CHECKED)
		assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
	else
		assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 1);
	assert_non_null(strstr(said, "internal error in check.c:"));
	assert_non_null(strstr(said, "one and one is 2"));
	assert_non_null(strstr(said, "please report it"));
}

static void what_holds_costs_nothing(void **state)
{
	(void)state;
	sb_must(2 > 1, "never said");
}

static void the_first_fault_counts(void **state)
{
	sb_text why = {0};
	(void)state;
	assert_false(sb_fault(&why, "number %d", 1));
	assert_false(sb_fault(&why, "number %d", 2));
	assert_string_equal(why.at, "number 1");
	sb_text_free(&why);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_broken_invariant_is_told),
		cmocka_unit_test(what_holds_costs_nothing),
		cmocka_unit_test(the_first_fault_counts),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
