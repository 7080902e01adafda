/* For libsaltus.so alone. Debian's libtcc.a is position independent but for its references to these three variables of
 * the C library, which would have to be in the same object. The build renames them in a copy of the archive, and here
 * they are. */
#include <stdio.h>

#pragma GCC visibility push(hidden)
extern FILE *saltus_tcc_stdout, *saltus_tcc_stderr;
extern char **saltus_tcc_environ;
#pragma GCC visibility pop

FILE *saltus_tcc_stdout, *saltus_tcc_stderr;
char **saltus_tcc_environ;           /* of programs that libtcc runs as such, which Saltus has none of */

__attribute__((constructor)) static void take_over(void)
{
	saltus_tcc_stdout = stdout;
	saltus_tcc_stderr = stderr;
}
