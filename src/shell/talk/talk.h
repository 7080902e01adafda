/* Talk: a session.
 *
 *     session.c        lines from the standard input, to its end; errors and the exit status
 *     script.c         commands one after another: files of commands, IF, FOR, GOTO
 *     edit.c           the line editor
 *     talk_terminal.c  a terminal: history, keys (with libedit, or without it)
 *     complete.c       what a word that is being typed may become
 *
 * A script is a list of lines. Input from a terminal or a pipe is executed line by line. Where FOR or IF opens a block,
 * its lines are collected first, and executed as a script.
 */
#ifndef SALTUS_SHELL_TALK_H
#define SALTUS_SHELL_TALK_H

#include "shell/act/shell_act.h"

typedef struct sh_lines { char **at; uint32_t n, cap; } sh_lines;
typedef struct sh_terminal sh_terminal;

typedef struct sh_script {
	const char *path;                /* for messages */
	sh_lines lines;
	uint32_t first;                  /* the number of its first line in the path */
	uint32_t next;                   /* line */
	bool logs;
} sh_script;

typedef struct sh_talk {
	sh_world w;
	sh_terminal *terminal;           /* NULL: there is none */
	sh_script *script;               /* whose lines are read; NULL: the standard input */
	uint32_t depth;                  /* of files in each other */
	uint32_t line;                   /* of the standard input */
	uint64_t executed;               /* commands of the present file, and of those that it executes */
	bool failed;
	int status;
} sh_talk;

/* session.c */
/* A line without its end, malloc'd; NULL: there are no more. */
char *sh_next_line(sh_talk *t, const char *prompt);

/* script.c */
typedef enum sh_outcome { SH_WENT_ON, SH_WENT_WRONG, SH_LEFT } sh_outcome;      /* LEFT: EXIT */
void sh_add_line(sh_lines *l, uint32_t before, const char *text);
void sh_lines_free(sh_lines *l);
/* A line of the standard input; one that opens a block takes those up to its end. */
sh_outcome sh_run_typed(sh_talk *t, const char *line);
bool sh_read_lines(sh_talk *t, const char *path, sh_lines *out);        /* false after a message */
void sh_no_zeros(char *text, size_t length);

/* edit.c */
bool sh_edit(sh_talk *t, const char *file);

/* talk_terminal.c */
sh_terminal *sh_terminal_new(sh_talk *t);                        /* NULL: the input is no terminal */
void sh_terminal_free(sh_terminal *x);
char *sh_terminal_line(sh_terminal *x, const char *prompt);      /* NULL: the end of the input */
bool sh_terminal_interrupted(sh_terminal *x);                    /* the last line was given up by Ctrl-C */
const volatile int *sh_halt(void);                               /* not 0: Ctrl-C was pressed */
void sh_catch_halt(void);
void sh_clear_halt(void);

/* complete.c: what the word at the end of the text may be; *word: where it begins. */
void sh_complete(sh_world *w, const char *text, size_t *word, sb_strings *out);
/* What can stand at the end of the text. */
void sh_help_typed(sh_world *w, const char *text);

#endif
