/* A run that is paused and changed: changes FILE STOP AT [NAME=VALUE...] [--] NAME...
 * prints the values of the names at the stop, one in a line. tests/changed.py knows what they must be. */
#include "saltus.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int fail(const char *said)
{
	fprintf(stderr, "%s", said);
	return 1;
}

/* The changes, up to "--"; the first name behind it, or 0: one was refused. */
static int change(saltus_run *run, int from, int argc, char **argv)
{
	for (; from < argc && strcmp(argv[from], "--") != 0; from++) {
		char *value = strchr(argv[from], '=');
		if (!value)
			return 0;
		*value = '\0';
		if (!saltus_change(run, argv[from], atof(value + 1)))
			return 0;
	}
	return from + 1;
}

static int follow(saltus_run *run, int argc, char **argv)
{
	double stop = atof(argv[2]), at = atof(argv[3]);
	saltus_set_stop(run, stop);
	if (saltus_begin(run) != SALTUS_PAUSED || (at > 0 && saltus_advance(run, at) != SALTUS_PAUSED))
		return fail(saltus_run_messages(run));
	int name = change(run, 4, argc, argv);
	saltus_status status = name ? saltus_advance(run, stop) : SALTUS_FAILED;
	if (status != SALTUS_DONE)
		return fail(saltus_run_messages(run));
	for (; name < argc; name++)
		printf("%.17g\n", saltus_get(run, argv[name]));
	return saltus_end(run) == SALTUS_DONE ? 0 : fail(saltus_run_messages(run));
}

int main(int argc, char **argv)
{
	if (argc < 5)
		return fail("usage: changes FILE STOP AT [NAME=VALUE...] -- NAME...\n");
	saltus_program *program = saltus_load(argv[1], NULL);
	int status = saltus_failed(program) ? fail(saltus_messages(program)) : 0;
	if (!status) {
		saltus_run *run = saltus_new_run(program);
		status = follow(run, argc, argv);
		saltus_free_run(run);
	}
	saltus_free(program);
	return status;
}
