/* The shell: an environment in which models are loaded, instantiated, led and looked at, by commands (docs/mcl.md).
 *
 *     line ──command──▶ sh_command ──act──▶ world: models, processes, lists, symbols
 *                                      └──▶ lead: a process goes on, step by step, and what is told meanwhile
 *
 * The rooms, in order:
 *
 *     command   the grammar and the table of commands; it knows no model
 *     world     what there is: models that were loaded, processes (instances of them), blocks, names, values
 *     lead      a process goes on: to a time, to an event, to a break; back again; prints, scopes, traces
 *     act       one function for each command
 *     talk      the session: lines from a terminal, a pipe or files of commands, IF and FOR, the editor, completion
 *
 * A process is a held run (engine/engine.h). A user asks and changes while it stands, and pausing leaves no trace in
 * its results. Going back restores a state that was saved, at the beginning or where something was changed, and repeats
 * the way from there, which gives the same bits. Therefore nothing has to be saved while a run goes on, and a run in
 * the shell has the results of `saltus run`.
 *
 * Messages have the letter T: T00 what is written, T01 what is meant, and what cannot be done with it.
 *
 * Commands of the program (sweep, fit, optimise, studies) are not made again: the host executes them, with the
 * parameters of the process (sh_host).
 */
#ifndef SALTUS_SHELL_SHELL_H
#define SALTUS_SHELL_SHELL_H

#include "base/arena.h"
#include "study/load/load.h"

/* Who started the shell. */
typedef struct sh_host {
	/* A command of the program, `saltus ARGUMENTS`, to its end: its status. */
	int (*command)(void *context, const char *const *arguments, uint32_t count);
	void *context;
	st_external external;            /* what models may bring */
	bool color;
} sh_host;

/* A session: the models of these files (FILE or FILE:CLASS), then commands from the standard input, to its end or EXIT.
 * The status that the program ends with. */
int sh_session(const sh_host *host, const char *const *files, uint32_t count);

#endif
