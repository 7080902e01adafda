/* Zip archives from anywhere: members found by the directory, unpacked with limits.
 *
 * These are refused, with a reason: a directory that is not whole; members outside of the archive; members over each
 * other, as in a bomb made of one member under many names; a member that unpacks to more than its size, or than
 * deflate can give; more than 1 GB in all; encrypted members; archives in several parts or of more than 4 GB.
 * sb_zip_extract also refuses names that would leave the folder (absolute, with .., with a drive or \), links, special
 * files, and two different members of one name. It writes nothing then. */
#ifndef SALTUS_BASE_ZIP_H
#define SALTUS_BASE_ZIP_H

#include "base/text.h"

typedef struct sb_zip_member {
	const char *name;
	uint32_t method, flags, crc, packed, size, local, mode;      /* mode: of the file on Unix; 0: not told */
	bool folder;
} sb_zip_member;
typedef struct sb_zip { const unsigned char *at; size_t length; sb_zip_member *member; uint32_t n; } sb_zip;

/* The bytes must live as long as the zip. False: `why` says what is wrong. */
bool sb_zip_open(sb_arena *arena, const char *bytes, size_t length, sb_zip *out, const char **why);
const sb_zip_member *sb_zip_find(const sb_zip *zip, const char *name);       /* NULL: there is none */
/* Followed by a 0 byte. False: `why`. */
bool sb_zip_unpack(sb_arena *arena, const sb_zip *zip, const sb_zip_member *m, char **out, size_t *size,
				   const char **why);
/* The first member whose name or kind is refused; NULL: all can be written. */
const sb_zip_member *sb_zip_unsafe(const sb_zip *zip, const char **why);
/* Members into a folder that exists; all, or those that `wanted` says. False: `why`. */
bool sb_zip_extract(sb_arena *arena, const sb_zip *zip, const char *folder, bool (*wanted)(const char *name),
					sb_text *why);

/* Writing (zip_write.c). The same members give the same bytes: there are no times and no owners. Start with an arena
 * and nothing else; free `out`. False: it would be more than 2 GB. */
typedef struct sb_zip_writing { sb_arena *arena; sb_text out; sb_vec(sb_zip_member) members; } sb_zip_writing;
bool sb_zip_add(sb_zip_writing *zip, const char *name, const void *bytes, size_t length);
void sb_zip_end(sb_zip_writing *zip);

#endif
