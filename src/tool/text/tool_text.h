/* Commands about a text that is not run.
 *
 *     command_check.c     what a model is made of
 *     command_show.c      the layers on its way
 *     command_code.c      its C, also to stand alone
 *     command_fmt.c       one layout for its text
 *     command_convert.c   its text as Modelica
 *     command_compile.c   a submodel as segments
 *     command_draw.c      what its classes look like
 *     command_bond.c      its bond graph
 */
#ifndef SALTUS_TOOL_TEXT_H
#define SALTUS_TOOL_TEXT_H

#include "tool/guard/tool_guard.h"

int tool_check(int argc, char **argv);
int tool_flat(int argc, char **argv);
int tool_code(int argc, char **argv);
int tool_fmt(int argc, char **argv);
int tool_convert(int argc, char **argv);
int tool_compile(int argc, char **argv);
int tool_draw(int argc, char **argv);
int tool_bond(int argc, char **argv);

#endif
