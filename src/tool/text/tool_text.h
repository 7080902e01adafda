/* Commands about a text that is not run: what a model is made of (command_check.c), the layers on its way
 * (command_show.c), its C, also to stand alone (command_code.c), one layout for its text (command_fmt.c), its text as
 * Modelica (command_convert.c), what its classes look like (command_draw.c), and its bond graph
 * (command_bond.c). */
#ifndef SALTUS_TOOL_TEXT_H
#define SALTUS_TOOL_TEXT_H

#include "tool/guard/tool_guard.h"

int tool_check(int argc, char **argv);
int tool_flat(int argc, char **argv);
int tool_code(int argc, char **argv);
int tool_fmt(int argc, char **argv);
int tool_convert(int argc, char **argv);
int tool_draw(int argc, char **argv);
int tool_bond(int argc, char **argv);

#endif
