/* The table of functions by name, and the libraries whose functions they are. */
#include "external/functions.h"

#include <stdlib.h>
#include <string.h>

static const sl_entry table[] = {
#define X(name, signature) {#name, (void *)name, signature},
	SL_FUNCTIONS(X)
#undef X
};

static const sl_entry *find(const char *name)
{
	for (size_t k = 0; sl_lapack[k].name; k++)
		if (strcmp(sl_lapack[k].name, name) == 0)
			return &sl_lapack[k];
	for (size_t k = 0; k < sizeof table / sizeof *table; k++)
		if (strcmp(table[k].name, name) == 0)
			return &table[k];
	return NULL;
}

void *sl_find(const char *name)
{
	const sl_entry *e = find(name);
	return e ? e->function : NULL;
}

const char *sl_signature(const char *name)
{
	const sl_entry *e = find(name);
	return e ? e->signature : "";
}

const char *sl_type(char letter)
{
	switch (letter) {
	case 'd': return "double";
	case 'i': return "int";
	case 'n': return "unsigned long";
	case 's': return "const char *";
	case 'o': return "void *";
	case 'D': return "double *";
	case 'I': return "int *";
	case 'S': return "const char **";
	default: return "void";
	}
}

bool sl_changes_things(const char *name)
{
	static const char *const names[] = {"ModelicaIO_writeRealMatrix",  "ModelicaInternal_mkdir",
		   "ModelicaInternal_rmdir", "ModelicaInternal_rename",     "ModelicaInternal_removeFile",
		"ModelicaInternal_copyFile", "ModelicaInternal_temporaryFileName", "ModelicaInternal_print",
		"ModelicaInternal_chdir", "ModelicaInternal_setenv",     "ModelicaInternal_exit"};
	for (size_t k = 0; k < sizeof names / sizeof *names; k++)
		if (strcmp(names[k], name) == 0)
			return true;
	return false;
}

bool sl_has_library(const char *name)
{
	static const char *const names[] = {"ModelicaExternalC", "ModelicaStandardTables", "ModelicaIO",
		 "ModelicaInternal", "ModelicaRandom",    "ModelicaFFT",            "ModelicaMatIO", "ModelicaStrings", "zlib",
		             "z",                      "lapack",      "blas", "Lapack",            "LAPACK",
		                "BLAS"};
	for (size_t k = 0; k < sizeof names / sizeof *names; k++)
		if (strcmp(names[k], name) == 0)
			return true;
	return false;
}
