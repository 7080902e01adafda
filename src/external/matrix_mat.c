/* MATLAB's files. Version 4: records of a header of five numbers, a name and the values. Versions 5 to 7: a header of
 * 128 bytes, then elements of a type, a length and data; matrices are elements made of elements, structures hold
 * matrices, and elements may be compressed. Version 7.3 is HDF5, which is another format altogether. Values are column
 * by column. */
#include "external/matrix.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { MOST_VALUES = 1 << 27, DEEPEST = 20, HEADER = 128 };
/* types of elements */
enum { INT8 = 1, UINT8, INT16, UINT16, INT32, UINT32, SINGLE, DOUBLE = 9, INT64 = 12, UINT64, MATRIX, COMPRESSED };
enum { STRUCTURE = 2, FIRST_NUMERIC = 6, LAST_NUMERIC = 15 }; /* classes of matrices */

typedef struct bytes { const unsigned char *at; size_t n; bool swapped; } bytes;

/* ------------------------------------------------------------------------------------- numbers of a given type */

static size_t size_of(uint32_t type)
{
	static const size_t sizes[] = {[INT8] = 1,   [UINT8] = 1,  [INT16] = 2,  [UINT16] = 2, [INT32] = 4,
								   [UINT32] = 4, [SINGLE] = 4, [DOUBLE] = 8, [INT64] = 8,  [UINT64] = 8};
	return type < sizeof sizes / sizeof *sizes ? sizes[type] : 0;
}

static uint64_t raw(const unsigned char *at, size_t n, bool swapped)
{
	uint64_t value = 0;
	for (size_t k = 0; k < n; k++)
		value |= (uint64_t)at[k] << 8 * (swapped ? n - 1 - k : k);
	return value;
}

static double number(const unsigned char *at, uint32_t type, bool swapped)
{
	uint64_t u = raw(at, size_of(type), swapped);
	uint32_t half = (uint32_t)u;
	float single;
	double value;
	switch (type) {
	case INT8: return (int8_t)u;
	case UINT8: case UINT16: case UINT32: case UINT64: return (double)u;
	case INT16: return (int16_t)u;
	case INT32: return (int32_t)u;
	case INT64: return (double)(int64_t)u;
	case SINGLE: memcpy(&single, &half, sizeof single); return single;
	default: memcpy(&value, &u, sizeof value); return value;
	}
}

static bool fill(sl_matrix *out, uint64_t rows, uint64_t columns, bytes data, uint32_t type, sb_text *why)
{
	size_t size = size_of(type);
	if (rows && columns > MOST_VALUES / rows) {
		sb_add(why, "the matrix is too large");
		return false;
	}
	if (!size || data.n / size < rows * columns) {
		sb_add(why, "the file ends inside the matrix, or is damaged");
		return false;
	}
	*out = (sl_matrix){rows, columns, sb_resize(NULL, (rows * columns + 1) * sizeof(double)), NULL};
	for (size_t j = 0; j < columns; j++)
		for (size_t i = 0; i < rows; i++)
			out->at[i * columns + j] = number(data.at + (j * rows + i) * size, type, data.swapped);
	return true;
}

static void list_name(sb_text *there, const char *name, size_t length)
{
	if (there->n < 400)
		sb_addf(there, "%s'%.*s'", there->n ? ", " : "", (int)(length < 80 ? length : 80), name);
}

static bool not_there(const char *name, sb_text *there, sb_text *why)
{
	sb_addf(why, there->n ? "it has no matrix '%s', but %s" : "it has no matrix '%s'", name, there->at);
	sb_text_free(there);
	return false;
}

/* ------------------------------------------------------------------------------------- version 4 */

typedef struct record { uint32_t type; uint64_t rows, columns, name; bool imaginary, swapped; } record;

static bool read_record(const unsigned char *at, size_t n, record *r)
{
	static const uint32_t types[] = {DOUBLE, SINGLE, INT32, INT16, UINT16, UINT8};
	if (n < 20)
		return false;
	uint64_t kind = raw(at, 4, false);
	r->swapped = kind > 5000;
	kind = raw(at, 4, r->swapped);
	/* thousands: 0 for this order of bytes, 1 for the other; tens: the type of the numbers; ones: 0 for full matrices,
	 * 1 for text */
	if (kind > 1051 || kind / 100 % 10 != 0 || kind / 10 % 10 > 5 || kind % 10 > 1)
		return false;
	r->type = types[kind / 10 % 10];
	r->rows = raw(at + 4, 4, r->swapped);
	r->columns = raw(at + 8, 4, r->swapped);
	r->imaginary = raw(at + 12, 4, r->swapped) != 0;
	r->name = raw(at + 16, 4, r->swapped);
	return r->rows <= MOST_VALUES && r->columns <= MOST_VALUES && r->name > 0 && r->name < 4096;
}

static bool from_version_4(bytes b, const char *name, sl_matrix *out, sb_text *why)
{
	sb_text there = {0};
	record r;
	while (b.n && read_record(b.at, b.n, &r)) {
		uint64_t size = r.rows * r.columns * size_of(r.type) * (r.imaginary ? 2 : 1);
		b.at += 20;
		b.n -= 20;
		if (b.n < r.name)
			break;
		const char *own = (const char *)b.at;
		size_t length = strnlen(own, r.name);
		b.at += r.name;
		b.n -= r.name;
		if (strlen(name) == length && strncmp(own, name, length) == 0) {
			sb_text_free(&there);
			return fill(out, r.rows, r.columns, (bytes){b.at, b.n, r.swapped}, r.type, why);
		}
		list_name(&there, own, length);
		if (b.n < size)
			break;
		b.at += size;
		b.n -= size;
	}
	return not_there(name, &there, why);
}

/* ------------------------------------------------------------------------------------- versions 5 to 7 */

typedef struct element { uint32_t type; bytes data; } element;

/* Takes the next element off; small ones have their data in the tag. */
static bool take(bytes *from, element *e)
{
	if (from->n < 8)
		return false;
	uint32_t first = (uint32_t)raw(from->at, 4, from->swapped);
	size_t head = 8, size = first >> 16, whole = 8;
	e->type = first & 0xffff;
	if (size) {
		head = 4;
		if (size > 4)
			return false;
	} else {
		size = (size_t)raw(from->at + 4, 4, from->swapped);
		if (size > from->n - 8)
			return false;
		whole = 8 + size;
		if (e->type != COMPRESSED)
			whole = (whole + 7) & ~(size_t)7;
	}
	e->data = (bytes){from->at + head, size, from->swapped};
	whole = whole > from->n ? from->n : whole;
	from->at += whole;
	from->n -= whole;
	return true;
}

static unsigned char *inflated(bytes b, size_t *length)
{
	z_stream z = {.next_in = (unsigned char *)b.at, .avail_in = (uInt)b.n};
	size_t room = 1 << 16, n = 0;
	unsigned char *out = sb_resize(NULL, room);
	int state = inflateInit(&z);
	while (state == Z_OK) {
		z.next_out = out + n;
		z.avail_out = (uInt)(room - n);
		state = inflate(&z, Z_NO_FLUSH);
		n = room - z.avail_out;
		if (state != Z_OK || z.avail_out)
			break;
		if (room >= (size_t)1 << 30) {
			state = Z_BUF_ERROR;
			break;
		}
		room *= 2;
		out = sb_resize(out, room);
	}
	inflateEnd(&z);
	if (state != Z_STREAM_END) {
		free(out);
		return NULL;
	}
	*length = n;
	return out;
}

typedef struct head { uint32_t kind; uint64_t rows, columns; bool plane; const char *name; size_t length; } head;

static bool take_head(bytes *b, head *h)
{
	element flags, dims, name;
	if (!take(b, &flags) || flags.data.n < 8 || !take(b, &dims) || dims.data.n < 8 || !take(b, &name))
		return false;
	h->kind = (uint32_t)raw(flags.data.at, 4, b->swapped) & 0xff;
	h->rows = raw(dims.data.at, 4, b->swapped);
	h->columns = raw(dims.data.at + 4, 4, b->swapped);
	h->plane = dims.data.n == 8;
	h->name = (const char *)name.data.at;
	h->length = strnlen(h->name, name.data.n);
	return true;
}

static bool from_matrix(bytes b, const head *h, const char *rest, int depth, sl_matrix *out, sb_text *why);

/* The first of the structures in an array of them, and its field with the first part of the name. */
static bool from_structure(bytes b, const char *name, int depth, sl_matrix *out, sb_text *why)
{
	element width, names, field;
	size_t part = strcspn(name, ".");
	if (!take(&b, &width) || width.data.n < 4 || !take(&b, &names) || depth > DEEPEST) {
		sb_add(why, "a structure in it is damaged");
		return false;
	}
	size_t each = (size_t)raw(width.data.at, 4, b.swapped), count = each ? names.data.n / each : 0;
	sb_text there = {0};
	for (size_t k = 0; k < count && take(&b, &field); k++) {
		const char *own = (const char *)names.data.at + k * each;
		size_t length = strnlen(own, each);
		head h;
		list_name(&there, own, length);
		if (length != part || strncmp(own, name, part) != 0)
			continue;
		sb_text_free(&there);
		if (field.type == MATRIX && take_head(&field.data, &h))
			return from_matrix(field.data, &h, name[part] ? name + part + 1 : "", depth + 1, out, why);
		sb_add(why, "a structure in it is damaged");
		return false;
	}
	return not_there(name, &there, why);
}

static bool from_matrix(bytes b, const head *h, const char *rest, int depth, sl_matrix *out, sb_text *why)
{
	element values;
	if (*rest) {
		if (h->kind == STRUCTURE)
			return from_structure(b, rest, depth, out, why);
		sb_addf(why, "'%s' would have to be in a structure, but the file has none", rest);
		return false;
	}
	if (h->kind < FIRST_NUMERIC || h->kind > LAST_NUMERIC || !h->plane) {
		sb_add(why, "what it has under this name is not a matrix of numbers");
		return false;
	}
	if (h->rows == 0 || h->columns == 0) {
		*out = (sl_matrix){h->rows, h->columns, sb_resize(NULL, sizeof(double)), NULL};
		return true;
	}
	if (!take(&b, &values)) {
		sb_add(why, "the file ends inside the matrix");
		return false;
	}
	return fill(out, h->rows, h->columns, values.data, values.type, why);
}

/* Whether the element is the matrix, or the structure around it, that is looked for. */
static bool is_wanted(const head *h, const char *name)
{
	return strcspn(name, ".") == h->length ? strncmp(h->name, name, h->length) == 0
										   : strlen(name) == h->length && strncmp(h->name, name, h->length) == 0;
}

static bool from_version_5(bytes b, const char *name, sl_matrix *out, sb_text *why)
{
	sb_text there = {0};
	element e;
	bool swapped = b.at[126] == 'M';
	b = (bytes){b.at + HEADER, b.n - HEADER, swapped};
	while (b.n >= 8 && take(&b, &e)) {
		unsigned char *own = NULL;
		head h;
		if (e.type == COMPRESSED) {
			size_t length;
			if (!(own = inflated(e.data, &length))) {
				sb_text_free(&there);
				sb_add(why, "a part of it cannot be decompressed");
				return false;
			}
			bytes inner = {own, length, swapped};
			if (!take(&inner, &e))
				e.type = 0;
		}
		if (e.type == MATRIX && take_head(&e.data, &h)) {
			if (is_wanted(&h, name)) {
				sb_text_free(&there);
				bool good = from_matrix(e.data, &h, name[h.length] ? name + h.length + 1 : "", 0, out, why);
				free(own);
				return good;
			}
			list_name(&there, h.name, h.length);
		}
		free(own);
	}
	return not_there(name, &there, why);
}

/* ------------------------------------------------------------------------------------- both */

static void add_name(sb_arena *arena, sb_strings *names, const char *name, size_t length)
{
	sb_push(arena, *names, (const char *)sb_strndup(arena, name, length));
}

static void names_of_version_4(bytes b, sb_arena *arena, sb_strings *names)
{
	record r;
	while (b.n && read_record(b.at, b.n, &r) && b.n - 20 >= r.name) {
		uint64_t size = r.name + r.rows * r.columns * size_of(r.type) * (r.imaginary ? 2 : 1);
		add_name(arena, names, (const char *)b.at + 20, strnlen((const char *)b.at + 20, r.name));
		if (b.n - 20 < size)
			return;
		b.at += 20 + size;
		b.n -= 20 + size;
	}
}

static void names_of_version_5(bytes b, sb_arena *arena, sb_strings *names)
{
	element e;
	bool swapped = b.at[126] == 'M';
	b = (bytes){b.at + HEADER, b.n - HEADER, swapped};
	while (b.n >= 8 && take(&b, &e)) {
		unsigned char *own = NULL;
		size_t length;
		head h;
		if (e.type == COMPRESSED && (own = inflated(e.data, &length))) {
			bytes inner = {own, length, swapped};
			if (!take(&inner, &e))
				e.type = 0;
		}
		if (e.type == MATRIX && take_head(&e.data, &h) && h.kind >= FIRST_NUMERIC && h.kind <= LAST_NUMERIC)
			add_name(arena, names, h.name, h.length);
		free(own);
	}
}

static bool has_header(const unsigned char *data, size_t length)
{
	return length >= HEADER && strncmp((const char *)data, "MATLAB", 6) == 0 &&
		   ((data[126] == 'I' && data[127] == 'M') || (data[126] == 'M' && data[127] == 'I'));
}

static bool is_hdf5(const unsigned char *data, size_t length)
{
	static const unsigned char mark[] = {0x89, 'H', 'D', 'F'};
	return (length >= 4 && memcmp(data, mark, 4) == 0) || (length >= 516 && memcmp(data + 512, mark, 4) == 0);
}

bool sl_is_mat(const unsigned char *data, size_t length)
{
	record r;
	return has_header(data, length) || is_hdf5(data, length) || read_record(data, length, &r);
}

bool sl_matrix_from_mat(const unsigned char *data, size_t length, const char *name, sl_matrix *out, sb_text *why)
{
	record r;
	*out = (sl_matrix){0};
	if (is_hdf5(data, length)) {
		sb_add(why, "it is a MAT file of version 7.3 (HDF5), which is not read; write it with version 7: save -v7");
		return false;
	}
	if (has_header(data, length))
		return from_version_5((bytes){data, length, false}, name, out, why);
	if (read_record(data, length, &r))
		return from_version_4((bytes){data, length, false}, name, out, why);
	sb_add(why, "it is not a MAT file of the versions 4 to 7");
	return false;
}

void sl_mat_names(const unsigned char *data, size_t length, sb_arena *arena, sb_strings *names)
{
	if (has_header(data, length))
		names_of_version_5((bytes){data, length, false}, arena, names);
	else if (!is_hdf5(data, length))
		names_of_version_4((bytes){data, length, false}, arena, names);
}
