/* Members of a zip archive; see zip.h. */
#include "base/zip.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

enum { MEMBER_LIMIT = 512 << 20, TOTAL_LIMIT = 1 << 30, NAME_LIMIT = 1000 };

static uint32_t two(const unsigned char *at) { return (uint32_t)at[0] | (uint32_t)at[1] << 8; }
static uint32_t four(const unsigned char *at) { return two(at) | two(at + 2) << 16; }

/* The record at the end of an archive; a comment of up to 64 KB may follow it. */
static const unsigned char *end_record(const sb_zip *zip)
{
	for (size_t back = 22; back <= zip->length && back < 22 + 65536; back++)
		if (four(zip->at + zip->length - back) == 0x06054b50)
			return zip->at + zip->length - back;
	return NULL;
}

static const char *complaint_about(const sb_zip *zip, const sb_zip_member *m)
{
	if (m->size == UINT32_MAX || m->packed == UINT32_MAX || m->local == UINT32_MAX)
		return "a member has more than 4 GB (zip64)";
	if (m->size > MEMBER_LIMIT)
		return "a member unpacks to more than 512 MB";
	if (m->local > zip->length || zip->length - m->local < 30 || four(zip->at + m->local) != 0x04034b50)
		return "a member is not where the directory says";
	if (m->method == 8 && m->size / 1100 > m->packed)
		return "a member would unpack to more than its packed bytes can give";
	if (strlen(m->name) > NAME_LIMIT)
		return "the name of a member is too long";
	return NULL;
}

static bool read_directory(sb_arena *arena, sb_zip *zip, const unsigned char *end, const char **why)
{
	size_t at = four(end + 16), packed = 0, total = 0;
	for (uint32_t i = 0; i < zip->n; i++) {
		const unsigned char *e = zip->at + at;
		if (at > zip->length || zip->length - at < 46 || four(e) != 0x02014b50) {
			*why = "its directory is not whole";
			return false;
		}
		size_t name = two(e + 28), all = 46 + name + two(e + 30) + two(e + 32);
		if (zip->length - at < all || memchr(e + 46, 0, name)) {
			*why = "its directory is not whole";
			return false;
		}
		sb_zip_member *m = &zip->member[i];
		*m = (sb_zip_member){sb_strndup(arena, (const char *)e + 46, name), two(e + 10), two(e + 8), four(e + 16),
			four(e + 20), four(e + 24), four(e + 42), two(e + 4) >> 8 == 3 ? four(e + 38) >> 16 : 0, false};
		m->folder = name && m->name[name - 1] == '/';
		if ((*why = complaint_about(zip, m)))
			return false;
		packed += m->packed;
		total += m->size;
		if (packed > zip->length || total > TOTAL_LIMIT) {
			*why = packed > zip->length ? "its members lie over each other" : "its members unpack to more than 1 GB";
			return false;
		}
		at += all;
	}
	return true;
}

bool sb_zip_open(sb_arena *arena, const char *bytes, size_t length, sb_zip *out, const char **why)
{
	*out = (sb_zip){.at = (const unsigned char *)bytes, .length = length};
	const unsigned char *end = end_record(out);
	*why = !end ? "it is no zip archive, or its end is missing" : NULL;
	if (end && (two(end + 4) || two(end + 6) || two(end + 8) != two(end + 10)))
		*why = "it is one of several parts";
	if (end && (two(end + 10) == 0xffff || four(end + 16) == UINT32_MAX))
		*why = "it has more than 4 GB, or more than 65534 members (zip64)";
	if (*why)
		return false;
	out->n = two(end + 10);
	out->member = sb_new_array(arena, sb_zip_member, out->n + 1);
	return read_directory(arena, out, end, why);
}

const sb_zip_member *sb_zip_find(const sb_zip *zip, const char *name)
{
	for (uint32_t i = 0; i < zip->n; i++)
		if (strcmp(zip->member[i].name, name) == 0)
			return &zip->member[i];
	return NULL;
}

static bool inflate_all(const unsigned char *packed, size_t length, char *out, size_t size)
{
	unsigned char none;
	z_stream z = {.next_in = (unsigned char *)packed, .avail_in = (uInt)length,
				  .next_out = size ? (Bytef *)out : &none, .avail_out = (uInt)size};
	if (inflateInit2(&z, -MAX_WBITS) != Z_OK)
		return false;
	int state = inflate(&z, Z_FINISH);
	inflateEnd(&z);
	return state == Z_STREAM_END && z.total_out == size;
}

bool sb_zip_unpack(sb_arena *arena, const sb_zip *zip, const sb_zip_member *m, char **out, size_t *size,
				   const char **why)
{
	const unsigned char *local = zip->at + m->local;
	size_t data = m->local + 30 + two(local + 26) + two(local + 28);
	*size = m->size;
	*why = NULL;
	if (m->flags & 1)
		*why = "it is encrypted";
	else if (m->method != 0 && m->method != 8)
		*why = "it is packed in a way that is not read: only deflate is, and members that are stored";
	else if (data > zip->length || zip->length - data < m->packed || (m->method == 0 && m->packed != m->size))
		*why = "it is not whole";
	if (*why)
		return false;
	*out = sb_alloc(arena, *size + 1);
	if (m->method == 0)
		memcpy(*out, zip->at + data, m->size);
	else if (!inflate_all(zip->at + data, m->packed, *out, m->size))
		*why = "it cannot be unpacked to the size it should have";
	if (!*why && crc32(0, (const Bytef *)*out, (uInt)*size) != m->crc)
		*why = "its check sum is wrong";
	return !*why;
}

/* ------------------------------------------------------------------------------------------------ into files */

static bool leaves_folder(const char *name)
{
	for (const char *part = name;; part++) {
		size_t n = strcspn(part, "/");
		if (n == 2 && part[0] == '.' && part[1] == '.')
			return true;
		part += n;
		if (!*part)
			return false;
	}
}

static int by_name(const void *a, const void *b)
{
	return strcmp((*(const sb_zip_member *const *)a)->name, (*(const sb_zip_member *const *)b)->name);
}

static const sb_zip_member *find_twin(const sb_zip *zip)
{
	const sb_zip_member **all = sb_resize(NULL, (zip->n + 1) * sizeof *all), *found = NULL;
	for (uint32_t i = 0; i < zip->n; i++)
		all[i] = &zip->member[i];
	qsort(all, zip->n, sizeof *all, by_name);
	for (uint32_t i = 1; i < zip->n && !found; i++)
		if (strcmp(all[i]->name, all[i - 1]->name) == 0 && !all[i]->folder &&
			(all[i]->crc != all[i - 1]->crc || all[i]->size != all[i - 1]->size))
			found = all[i];
	free(all);
	return found;
}

const sb_zip_member *sb_zip_unsafe(const sb_zip *zip, const char **why)
{
	for (uint32_t i = 0; i < zip->n; i++) {
		const sb_zip_member *m = &zip->member[i];
		uint32_t kind = m->mode & S_IFMT;
		*why = !*m->name                     ? "its name is empty"
			   : *m->name == '/'             ? "its name is an absolute path"
			   : strchr(m->name, '\\')       ? "its name has \\ in it"
			   : m->name[1] == ':'           ? "its name has a drive"
			   : leaves_folder(m->name)      ? "its name leads out of the folder (..)"
			   : kind == S_IFLNK             ? "it is a link"
			   : kind && kind != S_IFREG && kind != S_IFDIR ? "it is neither a file nor a folder"
															: NULL;
		if (*why)
			return m;
	}
	const sb_zip_member *twin = find_twin(zip);
	*why = twin ? "two members that differ have this name" : NULL;
	return twin;
}

/* The folders on the way to a file. */
static bool make_folders(char *path, size_t from)
{
	for (char *at = path + from; (at = strchr(at, '/')); at++) {
		*at = 0;
		bool made = mkdir(path, 0700) == 0 || errno == EEXIST;
		*at = '/';
		if (!made)
			return false;
	}
	return true;
}

static bool put(const char *path, const char *bytes, size_t size)
{
	int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (file < 0)
		return errno == EEXIST;      /* the same member once more: others were refused before */
	while (size > 0) {
		ssize_t n = write(file, bytes, size);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			break;
		bytes += n;
		size -= (size_t)n;
	}
	return close(file) == 0 && size == 0;
}

bool sb_zip_extract(sb_arena *arena, const sb_zip *zip, const char *folder, bool (*wanted)(const char *name),
					sb_text *why)
{
	const char *what;
	const sb_zip_member *m = sb_zip_unsafe(zip, &what);
	for (uint32_t i = 0; !m && i < zip->n; i++) {
		sb_mark mark = sb_arena_mark(arena);
		char *path = sb_printf(arena, "%s/%s", folder, zip->member[i].name), *bytes;
		size_t size;
		if (wanted && !wanted(zip->member[i].name))
			continue;
		if (!sb_zip_unpack(arena, zip, &zip->member[i], &bytes, &size, &what)) {
			m = &zip->member[i];
		} else if (!make_folders(path, strlen(folder) + 1) ||
				   (!zip->member[i].folder && !put(path, bytes, size))) {
			m = &zip->member[i];
			what = strerror(errno);
		}
		sb_arena_rewind(arena, mark);
	}
	if (m)
		sb_addf(why, "the member '%.200s': %s", m->name, what);
	return !m;
}
