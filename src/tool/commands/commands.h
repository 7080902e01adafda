/* The commands of the program, in one table (commands.c). main.c finds them there; the help, the manual pages, the
 * completion of the shells and the words for a mistyped command are made from it.
 *
 * Texts are prose: paragraphs with blank lines between, which are filled when they are printed. Lines that begin with a
 * space stay as they are.
 */
#ifndef SALTUS_TOOL_COMMANDS_H
#define SALTUS_TOOL_COMMANDS_H

#include "tool/line/line.h"

int tool_explain(int argc, char **argv);
int tool_help(int argc, char **argv);
int tool_unknown_word(int argc, char **argv); /* argv[0] is no command: says what to do instead */

typedef struct tool_example { const char *line, *shows; } tool_example;
enum { TOOL_EXAMPLES = 6 };
typedef struct tool_command {
	const char *name;
	const char *also;                            /* another spelling; NULL: none */
	int (*run)(int argc, char **argv);
	const char *section;                         /* of the overview */
	const char *operands;                        /* what stands behind the name, before the options */
	const char *line;                            /* what it does, in one line, without a full stop */
	const char *about, *after;                   /* prose before and behind the options; "" */
	unsigned options;                            /* groups (tool.h) */
	/* Endings of its files; MODELS: those of all notations, LAYOUTS: of those with a layout. Or COMMAND, or CODE. */
	const char *takes;
	const char *status;                          /* lines: a number, a space, what it means */
	const char *page;                            /* of docs/, that tells more; NULL: none */
	tool_example examples[TOOL_EXAMPLES];
} tool_command;

extern const tool_command tool_commands[];
extern const uint32_t tool_command_count;
const tool_command *tool_find_command(const char *name);     /* NULL: there is none of that name */

/* prose.c: prints prose, filled to `width` columns, with `indent` spaces before each line; `hangs`: but not before the
 * first. */
void tool_fill(FILE *out, const char *prose, uint32_t indent, bool hangs, uint32_t width);
uint32_t tool_page_width(void);                  /* columns of the terminal, as far as prose reads well */
/* Paragraph by paragraph: the next one, whose `literal` lines stay as they are. NULL: no more. Moves `*prose` on. */
const char *tool_paragraph(const char **prose, size_t *length, bool *literal);

extern const char *const tool_about_files;                   /* prose: what FILE[:CLASS] may be */
extern const tool_example tool_environment[];                /* variables of the environment; ended by {0} */

void tool_manual(FILE *out, const tool_command *c);          /* manual.c: a page for man; NULL: that of the program */
void tool_completion(FILE *out, tool_shell shell);           /* completion.c */

#endif
