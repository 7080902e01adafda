/* Checking the classes of a file or library one by one, as `saltus check` does for whoever writes a library.
 *
 * What can be asked of a class depends on its kind. A model or block is translated as if it were to be simulated, and must be balanced: as many
 * equations as unknowns, with its connectors counted as 4.7 of the specification says. A function is made for arguments of small
 * sizes; where the sizes that fit cannot be guessed, only what does not depend on them is looked at. Partial classes, records, connectors and
 * types are instantiated: their names are looked up, their modifications checked. Packages are looked into.
 *
 * Each class is checked in an arena of its own, so that a library of thousands of classes takes no more memory than its largest model; the
 * library itself, the syntax trees, is read once.
 */
#ifndef SALTUS_MODELICA_CHECK_H
#define SALTUS_MODELICA_CHECK_H

#include "front/modelica/library/library.h"
#include "model/model.h"

/* A class that is to be checked: its full name, and its definition. */
typedef struct mo_listed { const char *name; const mo_class *class_def; } mo_listed;
typedef sb_vec(mo_listed) mo_listing;

/* Every class of a file or of a package that is a folder; with class_name, that class and every class in it. All of their files are read;
 * those with syntax errors are reported and left out. False if there is no class. */
bool mo_list_classes(mo_library *lib, const char *path, const char *class_name, mo_listing *out);

/* Is it a library that is named, rather than a model: a folder, a package, or a file without one model that stands out? */
bool mo_names_library(mo_library *lib, const char *path, const char *class_name);

/* MO_WAITS: it is complete only where it is used, because a replaceable class in it is partial or a parameter has no value yet; it was looked
 * at as far as that goes, and nothing is reported. */
typedef enum mo_verdict { MO_CHECKED, MO_WAITS, MO_WRONG } mo_verdict;

/* Checks one class, in `arena`; what is wrong goes to the diag of the library. *closed is the flat model of a model or block that can be simulated as
 * far as the front end can tell: nothing of it waits to be connected. NULL for others. */
mo_verdict mo_check_class(sb_arena *arena, mo_library *lib, const mo_listed *listed, sm_model **closed);

#endif
