/* Where the files of classes are; private to this room. */
#ifndef SALTUS_MODELICA_LIBRARY_FOLDER_H
#define SALTUS_MODELICA_LIBRARY_FOLDER_H

#include "front/modelica/library/library.h"

sb_strings mo_search_path(sb_arena *arena);                   /* MODELICAPATH, split */
bool mo_is_package_file(const char *path);                    /* .../package.mo */
char *mo_folder_of(sb_arena *arena, const char *path);        /* the folder that a file is in */
char *mo_real_path(sb_arena *arena, const char *path);        /* one spelling for one file */

/* library_fmu.c: the declarations of a class that is an FMU and has none of its own; the classes of --fmu. */
void mo_library_fill_fmu(mo_library *lib, mo_class *k);
bool mo_library_add_fmus(mo_library *lib, const sf_request *r);

/* library_muss.c: a file of MUSS is a package; NULL after messages. */
bool mo_is_muss(const mo_library *lib, const char *path);
mo_file *mo_parse_muss(mo_library *lib, const char *path, const char *text, size_t length);
/* library_spice.c: a netlist is a package; NULL after messages. */
bool mo_is_netlist(const char *path);
mo_file *mo_parse_netlist(mo_library *lib, const char *path, const char *text, size_t length);
/* library_sbm.c: a compiled submodel is a class; NULL after messages. */
bool mo_is_sbm(const char *path);
mo_file *mo_parse_sbm(mo_library *lib, const char *path);

/* Reads a file once; NULL if it cannot be read. Its classes are not put anywhere. */
mo_file *mo_library_parse(mo_library *lib, const char *path, sb_span where);
/* Makes a class known inside a package (NULL: at the top). */
void mo_library_put(mo_library *lib, mo_class *package, mo_element *e);
const char *mo_library_full_name(mo_library *lib, const mo_class *class_def);

/* Notes that a package is a folder, and checks its package.order. */
void mo_library_set_folder(mo_library *lib, mo_class *package, const char *folder);
/* name.muss, name.sbm, name.cir ... */
mo_element *mo_folder_load_submodels(mo_library *lib, const char *folder, const char *name);
mo_element *mo_folder_load_top(mo_library *lib, const char *folder, const char *name);
/* Only the version that is asked for, if one is. */
mo_element *mo_folder_load_version(mo_library *lib, const char *folder, const char *name);
mo_element *mo_folder_load_inside(mo_library *lib, mo_class *package, const char *folder, const char *name);
void mo_folder_names(mo_library *lib, const char *folder, sb_strings *out);
/* library_versions.c: which versions a file says that it uses; which one of a library, NULL: any; a warning if the one
 * that was found is another. */
void mo_note_uses(mo_library *lib, const mo_file *file);
const char *mo_used_version(mo_library *lib, const char *name);
void mo_check_version(mo_library *lib, const mo_element *e);
/* A file with a within clause lies in the folder of its package: the folder above the top-level package goes to the
 * search path. */
void mo_library_find_root(mo_library *lib, const char *path, const mo_file *file);

#endif
