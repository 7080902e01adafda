/* The command line: what stands on it, and what that means for a model and a run.
 *
 * One table has the options that commands share (options.c), another one those of pictures (picture.h). Both are read,
 * and the help is printed, by the same column of the table (option_value.h). A command names the groups that it takes
 * (tool.h); what stands beside the options is a model, files or words (operands.c). */
#ifndef SALTUS_TOOL_LINE_H
#define SALTUS_TOOL_LINE_H

#include "tool/tool.h"

/* options.c: reads the arguments of a command. False after a report to `diag` (U00xx). `allowed` is a set of groups. */
bool tool_parse(sb_arena *arena, sb_diag *diag, int argc, char **argv, unsigned allowed, const char *command,
				tool_options *out);
/* The options of a set of groups by their numbers from 0 on. False: past the last. */
bool tool_option_at(unsigned groups, uint32_t number, tool_option *out);
bool tool_color(FILE *stream);                               /* a terminal, and NO_COLOR is not set */
void tool_print_messages(const sb_diag *diag, bool quiet);   /* to stderr; quiet: errors only */
int tool_usage(sb_diag *diag, const char *command); /* prints the messages and how to get help; returns TOOL_USAGE */
/* other_options.c: what another program's option is called here; NULL: not known. */
const char *tool_other_option(const char *word);
bool tool_has_word(const char *words, const char *word);     /* a word between blanks, in any case of letters */

/* patterns.c: U0105, with the name that was perhaps meant, or all of a few. `names`: NULL: the caller knows better. */
sb_message *tool_report_unknown(sb_diag *diag, const char *option, const char *pattern, const sb_strings *names);
/* Patterns of names. False after an error for each that selects nothing (U0105), or nothing that can be
 * drawn (draws: the option of a picture; NULL: they are those of --vars). `writes`: there are files of results.
 * `rates`: see se_named_rates. */
bool tool_check_patterns(sb_arena *arena, const st_model *m, const bool *rates, sb_strings *patterns, const char *draws,
						 bool writes);
/* run_settings.c: what model and options say about a run; not what is recorded, and no time-out. */
se_settings tool_settings(const tool_options *o, const st_model *m);
/* operands.c: what stands beside the options, argument by argument, and when all are read. False after a report. */
bool tool_take_operand(sb_arena *arena, sb_diag *diag, unsigned allowed, char **argv, int i, tool_options *out);
bool tool_close_operands(sb_arena *arena, sb_diag *diag, unsigned allowed, const char *command, tool_options *out);
/* FILE:CLASS, or - for the standard input; text: NULL, or what was read there. */
void tool_name_model(sb_arena *arena, const tool_options *o, const char *word, const char **file,
					 const char **class_name, const char **text);
/* What the options say about loading a model. */
st_options tool_load_options(const tool_options *o, st_depth depth, st_external external);
/* A model as far as the command needs it; messages printed; NULL after errors. */
st_model *tool_load(const tool_options *o, st_depth depth);

#endif
