/* The parts of a file together, and values as elements of XML. */
#include "front/xcos/read/xcos_read.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/utf8.h"
#include "base/zip.h"

const char *xc_attribute_of(const xc_node *node, const char *name, const char *otherwise)
{
	const char *value = sb_xml_value(node, name);
	return value ? value : otherwise;
}

double xc_number_of(const xc_node *node, const char *name, double otherwise)
{
	const char *text = xc_attribute_of(node, name, NULL);
	char *end = NULL;
	double v = text ? strtod(text, &end) : otherwise;
	return text && end == text ? otherwise : v;
}

xc_node *xc_child_as(const xc_node *node, const char *as)
{
	for (xc_node *n = node->first; n; n = n->next)
		if (strcmp(xc_attribute_of(n, "as", ""), as) == 0)
			return n;
	return NULL;
}

xc_value *xc_matrix(sb_arena *arena, xc_kind kind, uint32_t rows, uint32_t columns)
{
	xc_value *v = sb_new(arena, xc_value);
	*v = (xc_value){.kind = kind, .rows = rows, .columns = columns, .type = 1};
	size_t n = (size_t)rows * columns + 1;
	if (kind == XC_TEXT) {
		v->text = sb_new_array(arena, const char *, n);
		for (size_t i = 0; i < n; i++)
			v->text[i] = "";
	} else
		v->re = sb_new_array(arena, double, n);
	return v;
}

xc_value *xc_list(sb_arena *arena, uint32_t items)
{
	xc_value *v = sb_new(arena, xc_value);
	*v = (xc_value){.kind = XC_LIST, .items = items, .rows = items, .columns = 1};
	v->item = sb_new_array(arena, xc_value *, items + 1);
	return v;
}

const xc_value *xc_field(const xc_value *list, const char *name)
{
	for (uint32_t i = 0; list && list->kind == XC_LIST && list->field && i < list->items; i++)
		if (strcmp(list->field[i], name) == 0)
			return list->item[i];
	return NULL;
}

static int integer_type(const char *precision)
{
	static const char *const names[] = {"sci_int32", "sci_int16", "sci_int8", "sci_uint32", "sci_uint16", "sci_uint8"};
	for (int i = 0; i < 6; i++)
		if (strcmp(precision, names[i]) == 0)
			return 3 + i;
	return 3;
}

static xc_value *matrix_of(sb_arena *arena, const xc_node *node, bool texts)
{
	double rows = xc_number_of(node, "height", 0), columns = xc_number_of(node, "width", 0);
	if (!(rows >= 0 && columns >= 0 && rows * columns <= 1e7))
		return NULL;
	xc_value *v = xc_matrix(arena, texts ? XC_TEXT : XC_NUMBER, (uint32_t)rows, (uint32_t)columns);
	if (strcmp(node->name, "ScilabInteger") == 0)
		v->type = integer_type(xc_attribute_of(node, "intPrecision", ""));
	for (const xc_node *d = node->first; d; d = d->next) {
		double i = xc_number_of(d, "line", -1), j = xc_number_of(d, "column", -1);
		if (!(i >= 0 && i < rows && j >= 0 && j < columns))
			continue;
		size_t at = (size_t)j * v->rows + (size_t)i;
		if (texts) {
			v->text[at] = xc_attribute_of(d, "value", "");
			continue;
		}
		v->re[at] = xc_number_of(d, xc_attribute_of(d, "realPart", NULL) ? "realPart" : "value", 0);
		if (xc_attribute_of(d, "imaginaryPart", NULL)) {
			v->im = v->im ? v->im : sb_new_array(arena, double, (size_t)v->rows * v->columns + 1);
			v->im[at] = xc_number_of(d, "imaginaryPart", 0);
		}
	}
	return v;
}

const xc_value *xc_value_of(sb_arena *arena, const xc_file *file, const xc_node *node)
{
	if (!node)
		return NULL;
	if (strcmp(xc_attribute_of(node, "binary", ""), "true") == 0) {
		double at = xc_number_of(node, "position", -1);
		return file->dictionary && at >= 0 && at < file->dictionary->items ? file->dictionary->item[(uint32_t)at]
																		   : NULL;
	}
	if (strcmp(node->name, "ScilabString") == 0)
		return matrix_of(arena, node, true);
	if (strcmp(node->name, "ScilabDouble") == 0 || strcmp(node->name, "ScilabInteger") == 0)
		return matrix_of(arena, node, false);
	uint32_t n = 0;
	for (const xc_node *c = node->first; c; c = c->next)
		n++;
	xc_value *list = xc_list(arena, n);
	list->items = 0;
	for (const xc_node *c = node->first; c; c = c->next) {
		const xc_value *item = xc_value_of(arena, file, c);
		if (item)
			list->item[list->items++] = (xc_value *)item;
	}
	return list;
}

static bool add_source(sb_arena *arena, sb_diag *diag, const char *path, const char *text, size_t length, xc_file *out)
{
	out->source = sb_source_add(diag, path, text, length);
	if (memchr(text, 0, length)) {
		sb_report(diag, SB_ERROR, "X0002", (sb_span){0}, "the diagram '%s' is not XML: it has bytes of value zero",
				  path);
		return false;
	}
	static const sb_xml_words words = {
		"X0002", "the diagram", "save the diagram again; a file that was changed by hand must keep the rules of XML",
			false};
	out->root = sb_xml_parse(arena, diag, out->source, &words);
	if (out->root && strcmp(out->root->name, "XcosDiagram") != 0) {
		sb_message *m = sb_report(diag, SB_ERROR, "X0004", out->root->span, "this is not a diagram of Xcos but '%s'",
								  out->root->name);
		sb_help(m, "a diagram begins with the element XcosDiagram");
		return false;
	}
	return out->root != NULL;
}

/* False after a message. A member that is not there is no mistake: *out is NULL then. */
static bool take_member(sb_arena *arena, sb_diag *diag, const char *path, const sb_zip *zip, const char *name,
						char **out, size_t *size)
{
	const char *why = NULL;
	const sb_zip_member *member = sb_zip_find(zip, name);
	*out = NULL;
	if (!member || sb_zip_unpack(arena, zip, member, out, size, &why))
		return true;
	sb_message *m = sb_report(diag, SB_ERROR, "X0001", (sb_span){0}, "the archive '%s' is damaged", path);
	sb_note(m, "its member %s: %s", name, why);
	sb_help(m, "save the diagram again, or take the file from where it came once more");
	return false;
}

static bool open_archive(sb_arena *arena, sb_diag *diag, const char *path, const char *bytes, size_t length,
						 sb_zip *zip)
{
	const char *why = NULL;
	if (sb_zip_open(arena, bytes, length, zip, &why))
		return true;
	sb_message *m = sb_report(diag, SB_ERROR, "X0001", (sb_span){0}, "the archive '%s' is damaged", path);
	sb_note(m, "%s", why);
	sb_help(m, "save the diagram again, or take the file from where it came once more");
	return false;
}

static bool read_archive(sb_arena *arena, sb_diag *diag, const char *path, const char *bytes, size_t length,
						 xc_file *out)
{
	char *content, *words;
	size_t size, word_size;
	sb_zip zip;
	if (!open_archive(arena, diag, path, bytes, length, &zip) ||
		!take_member(arena, diag, path, &zip, "content.xml", &content, &size) ||
		!take_member(arena, diag, path, &zip, "dictionary/dictionary.ser", &words, &word_size))
		return false;
	if (!content) {
		sb_message *m = sb_report(diag, SB_ERROR, "X0004", (sb_span){0}, "the archive '%s' has no diagram in it", path);
		sb_help(m, "a diagram is the member content.xml of a .zcos file");
		return false;
	}
	if (words) {
		out->dictionary = xc_read_java(arena, diag, path, (const unsigned char *)words, word_size);
		if (!out->dictionary)
			return false;
	}
	return add_source(arena, diag, path, content, size, out);
}

bool xc_read(sb_arena *arena, sb_diag *diag, const char *path, const char *text, xc_file *out)
{
	*out = (xc_file){0};
	if (text)
		return add_source(arena, diag, path, text, strlen(text), out);
	size_t length;
	char *bytes = sb_file_bytes(diag, path, &length);
	if (!bytes)
		return false;
	bool zip = length >= 4 && memcmp(bytes, "PK\3\4", 4) == 0, done;
	size_t ending = strlen(path) >= 5 ? strlen(path) - 5 : 0;
	done = zip || strcmp(path + ending, ".zcos") == 0 ? read_archive(arena, diag, path, bytes, length, out)
													  : add_source(arena, diag, path, bytes, length, out);
	free(bytes);
	return done;
}
