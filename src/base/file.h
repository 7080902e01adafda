/* Files. A result is written under a temporary name beside its place and renamed when it is whole, so a full disk or an
 * interrupted run never leaves half a file under the final name. */
#ifndef SALTUS_BASE_FILE_H
#define SALTUS_BASE_FILE_H

#include <stdio.h>
#include "base/diag.h"

/* Reads a whole text file into the arena (0-terminated). On failure reports F-messages (missing, a folder, unreadable,
 * binary: it has a 0 byte or is not UTF-8, too large: over 256 MB) at `where` and returns NULL. */
char *sb_file_read(sb_arena *arena, sb_diag *diag, sb_span where, const char *path, size_t *length);

/* The same of the standard input, which messages call SB_STDIN: a file, a pipe or a terminal, to its end. */
#define SB_STDIN "<stdin>"
char *sb_input_read(sb_arena *arena, sb_diag *diag, size_t *length);

/* All bytes of any file up to 4 GB, followed by a 0 byte; freed with free. NULL after a report. */
char *sb_file_bytes(sb_diag *diag, const char *path, size_t *length);

typedef struct sb_output { FILE *stream; char *path, *temporary; } sb_output;
bool sb_output_open(sb_output *out, sb_diag *diag, const char *path);
bool sb_output_commit(sb_output *out, sb_diag *diag);     /* flush, check, rename; reports what failed */
void sb_output_abandon(sb_output *out);                   /* remove the temporary */

bool sb_file_exists(const char *path);
const char *sb_not_a_file(const char *path);      /* "a folder", "a pipe", ...; NULL: it is a file, or there is none */
bool sb_is_folder(const char *path);
char *sb_path_join(sb_arena *arena, const char *folder, const char *name);
/* The names in a folder, sorted, without . and .. ; false if it cannot be read. */
bool sb_folder_list(sb_arena *arena, const char *path, sb_strings *names);

/* The file of an address modelica://Package.Inner/path, in the folder of that package, or of the one around it that has
 * one; false: none has. */
typedef struct sb_folder { const char *package, *path; } sb_folder;
typedef sb_vec(sb_folder) sb_folders;
bool sb_package_file(const sb_folders *folders, const char *address, sb_text *out);

/* The file of a program: a path, or a name that is looked for in PATH. NULL: there is none that can be run. */
char *sb_program_find(sb_arena *arena, const char *name);

double sb_clock(void);                                    /* seconds, monotonic */
double sb_processor_clock(void);                          /* seconds that this thread was on a processor */

#endif
