/* Members of a zip archive: found by its directory, unpacked with a limit. */
#include "front/xcos/read/xcos_read.h"

#include <string.h>
#include <zlib.h>

enum { MEMBER_LIMIT = 256 << 20 };

typedef struct place {
	const unsigned char *at;
	size_t length;
} place;

static uint32_t two(const unsigned char *at)
{
	return (uint32_t)at[0] | (uint32_t)at[1] << 8;
}

static uint32_t four(const unsigned char *at)
{
	return two(at) | two(at + 2) << 16;
}

/* The record at the end of an archive; a comment of up to 64 KB may follow it. */
static const unsigned char *end_record(const place *zip)
{
	for (size_t back = 22; back <= zip->length && back < 22 + 65536; back++)
		if (four(zip->at + zip->length - back) == 0x06054b50)
			return zip->at + zip->length - back;
	return NULL;
}

/* The entry of the directory that has this name; NULL: none, or the directory is damaged. */
static const unsigned char *entry(const place *zip, const unsigned char *end, const char *member, bool *damaged)
{
	size_t at = four(end + 16);
	for (uint32_t i = 0, n = two(end + 10); i < n; i++) {
		if (at > zip->length || zip->length - at < 46 || four(zip->at + at) != 0x02014b50) {
			*damaged = true;
			return NULL;
		}
		const unsigned char *e = zip->at + at;
		size_t name = two(e + 28), all = 46 + name + two(e + 30) + two(e + 32);
		if (zip->length - at < all) {
			*damaged = true;
			return NULL;
		}
		if (name == strlen(member) && memcmp(e + 46, member, name) == 0)
			return e;
		at += all;
	}
	return NULL;
}

static bool inflate_all(place packed, char *out, size_t size)
{
	z_stream z = {.next_in = (unsigned char *)packed.at,
				  .avail_in = (uInt)packed.length,
				  .next_out = (Bytef *)out,
				  .avail_out = (uInt)size};
	if (inflateInit2(&z, -MAX_WBITS) != Z_OK)
		return false;
	int state = inflate(&z, Z_FINISH);
	inflateEnd(&z);
	return state == Z_STREAM_END && z.total_out == size;
}

static bool unpack(sb_arena *arena, const place *zip, const unsigned char *e, char **out, size_t *size)
{
	size_t local = four(e + 42), packed = four(e + 20);
	*size = four(e + 24);
	if (*size > MEMBER_LIMIT || local > zip->length || zip->length - local < 30 || two(e + 8) & 1)
		return false;
	size_t data = local + 30 + two(zip->at + local + 26) + two(zip->at + local + 28);
	if (data > zip->length || zip->length - data < packed || (two(e + 10) == 8 && *size / 1100 > packed))
		return false;
	*out = sb_alloc(arena, *size + 1);
	if (two(e + 10) == 0 && packed == *size)
		memcpy(*out, zip->at + data, packed);
	else if (two(e + 10) != 8 || !inflate_all((place){zip->at + data, packed}, *out, *size))
		return false;
	return crc32(0, (const Bytef *)*out, (uInt)*size) == four(e + 16);
}

/* False after a message. A member that is not there is no mistake: *out is NULL then. */
bool xc_unzip(sb_arena *arena, sb_diag *diag, const char *path, const char *bytes, size_t length, const char *member,
			  char **out, size_t *size)
{
	place zip = {(const unsigned char *)bytes, length};
	const unsigned char *end = end_record(&zip);
	bool damaged = end == NULL;
	const unsigned char *e = damaged ? NULL : entry(&zip, end, member, &damaged);
	*out = NULL;
	if (!damaged && (!e || unpack(arena, &zip, e, out, size)))
		return true;
	sb_message *m = sb_report(diag, SB_ERROR, "X0001", (sb_span){0}, "the archive '%s' is damaged", path);
	sb_note(m, "%s", damaged ? "its directory is not whole" : "a member cannot be unpacked to the size it should have");
	sb_help(m, "save the diagram again, or take the file from where it came once more");
	return false;
}
