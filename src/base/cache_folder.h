/* The folder for what can be made again: ~/.cache/saltus, that of XDG_CACHE_HOME, or the one that SALTUS_CACHE names;
 * none if that is empty. A folder that others could write to is not used, because what is in it is run. */
#ifndef SALTUS_BASE_CACHE_FOLDER_H
#define SALTUS_BASE_CACHE_FOLDER_H

#include "base/arena.h"

char *sb_cache_folder(sb_arena *arena);          /* NULL: there is none */

#endif
