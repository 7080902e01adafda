/* Members become a zip archive; see zip.h. */
#include "base/zip.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

static void put(sb_text *out, uint32_t value, int bytes)
{
	for (int i = 0; i < bytes; i++)
		sb_addc(out, (char)(value >> (8 * i) & 255));
}

/* Packed, or as they are where that is not longer. */
static uint32_t pack(const void *bytes, size_t length, sb_text *out, bool *packed)
{
	z_stream z = {0};
	size_t room = length + length / 1000 + 64;
	unsigned char *to = sb_resize(NULL, room);
	*packed = deflateInit2(&z, 9, Z_DEFLATED, -15, 9, Z_DEFAULT_STRATEGY) == Z_OK;
	if (*packed) {
		z.next_in = (unsigned char *)(uintptr_t)bytes;
		z.avail_in = (uInt)length;
		z.next_out = to;
		z.avail_out = (uInt)room;
		*packed = deflate(&z, Z_FINISH) == Z_STREAM_END && z.total_out < length;
		deflateEnd(&z);
	}
	uint32_t size = *packed ? (uint32_t)z.total_out : (uint32_t)length;
	sb_addn(out, *packed ? (const char *)to : bytes, size);
	free(to);
	return size;
}

/* What the head of a member and its entry in the directory share. The date is the first that there is. */
static void put_facts(sb_text *out, const sb_zip_member *m)
{
	put(out, 20, 2);
	put(out, 0x800, 2);              /* the name is UTF-8 */
	put(out, m->method, 2);
	put(out, 0, 2);
	put(out, 0x21, 2);
	put(out, m->crc, 4);
	put(out, m->packed, 4);
	put(out, m->size, 4);
	put(out, (uint32_t)strlen(m->name), 2);
	put(out, 0, 2);
}

bool sb_zip_add(sb_zip_writing *z, const char *name, const void *bytes, size_t length)
{
	sb_text body = {0};
	bool packed;
	if (length > UINT32_MAX / 2 || z->out.n > UINT32_MAX / 2)
		return false;
	sb_zip_member m = {.name = sb_strdup(z->arena, name), .size = (uint32_t)length, .local = (uint32_t)z->out.n,
		.crc = (uint32_t)crc32(crc32(0, NULL, 0), bytes, (uInt)length)};
	m.packed = pack(bytes, length, &body, &packed);
	m.method = packed ? 8 : 0;
	put(&z->out, 0x04034b50, 4);
	put_facts(&z->out, &m);
	sb_add(&z->out, name);
	sb_addn(&z->out, body.at ? body.at : "", body.n);
	sb_text_free(&body);
	sb_push(z->arena, z->members, m);
	return true;
}

void sb_zip_end(sb_zip_writing *z)
{
	uint32_t at = (uint32_t)z->out.n;
	for (uint32_t k = 0; k < z->members.n; k++) {
		const sb_zip_member *m = &z->members.at[k];
		put(&z->out, 0x02014b50, 4);
		put(&z->out, 3 << 8 | 20, 2);        /* made on Unix */
		put_facts(&z->out, m);
		put(&z->out, 0, 2);
		put(&z->out, 0, 2);
		put(&z->out, 0, 2);
		put(&z->out, 0100644u << 16, 4);
		put(&z->out, m->local, 4);
		sb_add(&z->out, m->name);
	}
	uint32_t size = (uint32_t)z->out.n - at;
	put(&z->out, 0x06054b50, 4);
	put(&z->out, 0, 4);
	put(&z->out, z->members.n, 2);
	put(&z->out, z->members.n, 2);
	put(&z->out, size, 4);
	put(&z->out, at, 4);
	put(&z->out, 0, 2);
}
