/* Compiled submodels: a file X.sbm is a block X (docs/muss.md).
 *
 *     a file of archive (base/archive.h), sealed with its length and a hash:
 *         tag sbm, format
 *         who made it: version of Saltus, layout of the values of a run (external/segments.h), machine
 *         the inside of the class, as Modelica: declarations, and equations that call segments (model/seal/seal.h)
 *         tables for people
 *         the library of segments: its id, its bytes
 *
 * Its formulas are machine code alone. When it is used, the library is put into the cache of Saltus under its id,
 * and the text becomes a class whose functions are external "Saltus". Everything else is the front end of Modelica:
 * a submodel is found beside the model and on MODELICAPATH, its inputs and outputs are connectors, its parameters
 * can be modified. A file that is of another version or machine, or damaged, is refused. */
#ifndef SALTUS_FRONT_SBM_H
#define SALTUS_FRONT_SBM_H

#include "base/archive.h"
#include "front/written/written.h"

typedef struct sg_file {
	const char *version, *machine;   /* that made it */
	uint32_t layout;
	const char *name;                /* of the submodel, as it was in its source */
	const char *text, *tables;
	const char *id;                  /* of the library */
	const void *library; size_t length;
} sg_file;

/* What stands in the text in place of the library. */
#define SG_LIBRARY "segments of the file"

sg_file sg_file_of_this(void);                   /* version, machine and layout are those of this Saltus */
void sg_write(const sg_file *f, sb_archive *out);
/* False after a message: it is none, of another version or machine, or damaged. What is read lies in the arena. */
bool sg_read(sb_arena *arena, sb_diag *diag, const char *path, sg_file *out);

/* The class of a file, with the name of the file; false after messages. */
bool sg_class_text(sb_arena *arena, sb_diag *diag, const char *path, sb_text *out);
const char *sg_class_name(sb_arena *arena, const char *path);
bool sg_segments(const sf_request *request, bool json, sb_text *out);    /* its tables */

#endif
