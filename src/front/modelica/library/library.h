/* The library: which classes there are, and their syntax trees, read when they are first asked for.
 *
 * Top-level classes come from the file that was named, from the folder it is in when it belongs to a package (a
 * `within` clause or a package.mo beside it), from the folders of MODELICAPATH (colon-separated), and from the
 * libraries that come with Saltus: A is A.mo or A/package.mo (also "A 4.0.0": the version that is
 * asked for, else the newest). A package that is a folder
 * has its classes in package.mo, in B.mo and in B/package.mo; package.order gives the order and names the rest. Files
 * are read once, on demand; a file with syntax errors is reported once, and none of its classes are used.
 *
 *   library.c          classes by name
 *   library_folder.c   files and folders (library_folder.h)
 *   library_versions.c which version of a library is used, and whether it is the right one
 *   own_libraries.c    where the libraries are that come with Saltus
 *   package_folders.c  the folders of packages, for addresses of their files
 *   candidate.c        which class of a file is meant
 *   library_fmu.c      classes that are FMUs
 *   library_muss.c     packages that are texts of MUSS
 *   library_spice.c    packages that are netlists
 *   library_sbm.c      classes that are compiled submodels
 */
#ifndef SALTUS_MODELICA_LIBRARY_H
#define SALTUS_MODELICA_LIBRARY_H

#include "front/modelica/syntax/syntax.h"
#include "front/request.h"

typedef struct mo_library {
	sb_arena *arena; sb_names *names; sb_diag *diag;
	sb_map top;                              /* name -> mo_element* (MO_EL_CLASS) */
	sb_strings path;                         /* MODELICAPATH, split */
	sb_map folders;                          /* mo_class* of a package that is a folder -> its path */
	sb_map missing;                          /* names already looked for in vain */
	const char *stand_in;                    /* folder of the library that stands for another; NULL: not used */
	sb_map uses;                             /* name -> mo_modification* that says which version is used */
	sb_map packages;                         /* private: mo_class* -> its classes by name */
	sb_map files;                            /* interned path -> mo_file* */
	const mo_file *asked;                    /* that was named by the user; NULL: none */
	sm_runner run;                           /* of external functions; NULL: there is none */
	const sf_request *request;               /* what is asked for; NULL: a library by itself */
	uint32_t loading;                        /* private: depth of loading, against folders that contain themselves */
} mo_library;

mo_library *mo_library_new(sb_arena *arena, sb_names *names, sb_diag *diag);
/* Adds a parsed text; its classes become known at the top (or inside the package of its within clause). NULL after
 * F-errors. A text that is in memory counts as a file of the current folder; `path` is for messages. */
mo_file *mo_library_read(mo_library *lib, const char *path);
mo_file *mo_library_add(mo_library *lib, const char *path, const char *text, size_t length);
/* A text that was made from the one of this path; its words have the places of that one, where it tells them. */
mo_file *mo_library_parse_made(mo_library *lib, const char *path, const sf_made *made);
mo_file *mo_library_add_made(mo_library *lib, const char *path, const sf_made *made);
mo_file *mo_library_asked(mo_library *lib, const sf_request *r);            /* what is asked for, either way */
mo_element *mo_library_top(mo_library *lib, const char *name);                        /* loads on demand; NULL: none */
/* A class declared directly in a class, loading the package's files on demand. No inheritance, no imports. NULL:
 * none. */
mo_element *mo_library_inside(mo_library *lib, mo_class *package, const char *name);
/* Every class name declared directly in a package, also those not loaded yet: for "did you mean". */
void mo_library_names(mo_library *lib, mo_class *package, sb_strings *out);

/* The file of the FMU that a class is (annotation __Saltus(fmu = "...")); NULL: it is none. */
const char *mo_fmu_file(mo_library *lib, const mo_class *k);

/* The folders of packages, as far as they are known now, put into the model, for the addresses of their files; and that
 * of one package, NULL: none. */
void mo_list_folders(mo_library *lib, sm_model *model);
const char *mo_package_folder(mo_library *lib, sb_arena *arena, const mo_class *package);

/* Whether a class is of a package that comes with Saltus in the place of a larger library of the same name. */
bool mo_stands_in(const mo_library *lib, const mo_class *class_def);

/* The folder of the libraries that come with Saltus (own_libraries.c); NULL: there is none. */
const char *mo_own_libraries(sb_arena *arena);

/* Which class of a file is meant (candidate.c). */
bool mo_is_model(const mo_class *k); /* a model, block or class that is not partial: what can be simulated */
bool mo_has_experiment(const mo_class *k);       /* an annotation that says how */
/* The class of a file that is translated where none is named (NULL after a report), and the full name of one that
 * is. */
const char *mo_choose_class(mo_library *lib, const mo_file *file);
const char *mo_full_name(mo_library *lib, const mo_file *file, const char *name);
/* For the message that there is no class of this name: which ones the file has. True if one of them is near. */
bool mo_help_candidates(mo_library *lib, sb_message *m, const char *name);

#endif
