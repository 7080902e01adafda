/* saltus shell: the interactive environment (shell/shell.h). The shell asks for commands of the program that it does
 * not have itself; each of them is a process of its own, which is the same program. */
#ifndef SALTUS_TOOL_SESSION_H
#define SALTUS_TOOL_SESSION_H

int tool_session(int argc, char **argv);

#endif
