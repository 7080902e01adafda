/* The archive of an FMU: its description, and its files in a folder.
 *
 * The folder is in the cache (SALTUS_CACHE), named after what is in the archive, so an FMU is unpacked and compiled
 * once.
 * Without a cache it is a temporary folder, which goes with the process. A library for this machine is taken as it
 * is. Where there is none, the sources are compiled by cc: those that modelDescription.xml (2.0) or
 * sources/buildDescription.xml (3.0) name, or all of the folder. The headers of the standard, which such sources
 * include
 * and need not bring, are our own declarations of the same names (headers.c). */
#ifndef SALTUS_FMI_PACKAGE_H
#define SALTUS_FMI_PACKAGE_H

#include "base/zip.h"
#include "fmi/describe/fmi_describe.h"

typedef struct fi_archive {
	const char *path;
	fi_description *d;
	sb_zip zip;
	char *bytes;
	uint64_t hash;
} fi_archive;

/* NULL after messages. With `d` NULL the archive is whole, but not its description. */
fi_archive *fi_open(sb_arena *arena, sb_diag *diag, const char *path);
void fi_close(fi_archive *a);            /* what was read; the description stays with the arena */

typedef struct fi_files { const char *folder, *library; } fi_files;
/* The files, with the library of this interface; false after messages. */
bool fi_unpack(sb_arena *arena, sb_diag *diag, fi_archive *a, const fi_interface *of, fi_files *out);
/* Platforms that it has libraries for, as text; "" : none. */
void fi_platforms(const fi_archive *a, sb_text *out);
const char *fi_platform(int version);    /* this machine, as folders of binaries are called */
bool fi_has_sources(const fi_archive *a);

/* Inside of the room. */
bool fi_compile(sb_arena *arena, sb_diag *diag, const fi_archive *a, const fi_interface *of, const char *folder,
				const char *library);                /* compile.c */
bool fi_write_headers(const char *folder);           /* headers.c */
typedef struct fi_header { const char *name, *text; } fi_header;
enum { FI_HEADERS = 3 };
extern const fi_header fi_headers2[], fi_headers3[];

#endif
