/* The package of a system: an archive that is unpacked into a folder of its own, or files that lie in one. */
#include "couple/system/ssd.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/stop.h"
#include "base/zip.h"

bool cp_is_system(const char *path)
{
	return sb_ends_with(path, ".ssp") || sb_ends_with(path, ".ssd");
}

static const char *folder_of(sb_arena *arena, const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash ? sb_strndup(arena, path, (size_t)(slash - path)) : ".";
}

static const char *unpack(cp_system *s, const char *path)
{
	size_t length;
	char *bytes = sb_file_bytes(s->diag, path, &length);
	const char *why = NULL, *at = getenv("TMPDIR");
	sb_zip zip;
	sb_text words = {0};
	if (!bytes)
		return NULL;
	char *folder = sb_printf(s->arena, "%s/saltus-system-XXXXXX", at && *at ? at : "/tmp");
	bool good = sb_zip_open(s->arena, bytes, length, &zip, &why);
	if (good && !sb_zip_find(&zip, "SystemStructure.ssd")) {
		good = false;
		why = "it has no member SystemStructure.ssd";
	}
	if (good && !sb_temporary_folder(folder)) {
		good = false;
		why = "no folder can be made for its files";
	} else if (good) {
		s->temporary = folder;
		good = sb_zip_extract(s->arena, &zip, folder, NULL, &words);
		why = words.at;
	}
	free(bytes);
	if (!good)
		sb_help(sb_report(s->diag, SB_ERROR, "P0001", (sb_span){0}, "'%s' is not a package of a system: %s", path, why),
				"a package is a zip archive with SystemStructure.ssd and what this names");
	sb_text_free(&words);
	return good ? folder : NULL;
}

const char *cp_find_description(cp_system *s, const char *path, const char **folder)
{
	if (!sb_ends_with(path, ".ssp")) {
		*folder = folder_of(s->arena, path);
		return path;
	}
	*folder = unpack(s, path);
	return *folder ? sb_path_join(s->arena, *folder, "SystemStructure.ssd") : NULL;
}

sb_xml_node *cp_read_xml(cp_system *s, const char *path, sb_span where, const char *what)
{
	static const char help[] = "write it again with the tool that has made it, or correct the line";
	size_t length;
	char *text = sb_file_read(s->arena, s->diag, where, path, &length);
	if (!text)
		return NULL;
	uint32_t source = sb_source_add(s->diag, path, text, length);
	sb_xml_words words = {.code = "P0002", .what = what, .help = help};
	return sb_xml_parse(s->arena, s->diag, source, &words);
}

bool cp_is(const sb_xml_node *node, const char *name)
{
	const char *colon = strchr(node->name, ':');
	return strcmp(colon ? colon + 1 : node->name, name) == 0;
}

const sb_xml_node *cp_child(const sb_xml_node *node, const char *name)
{
	for (const sb_xml_node *n = node ? node->first : NULL; n; n = n->next)
		if (cp_is(n, name))
			return n;
	return NULL;
}

bool cp_real(cp_system *s, const sb_xml_node *node, const char *name, double usual, double *out)
{
	const char *text = sb_xml_value(node, name);
	char *end;
	*out = usual;
	if (!text)
		return true;
	*out = sb_read_real(text, &end);
	if (end != text && !*end && isfinite(*out))
		return true;
	sb_report(s->diag, SB_ERROR, "P0004", sb_xml_span(node, name), "'%s' is not a number for %s", text, name);
	*out = usual;
	return false;
}

bool cp_count(cp_system *s, const sb_xml_node *node, const char *name, uint32_t most, uint32_t *out)
{
	double number;
	if (!sb_xml_value(node, name))
		return true;
	if (!cp_real(s, node, name, 0, &number))
		return false;
	if (number >= 0 && number <= most && number == floor(number)) {
		*out = (uint32_t)number;
		return true;
	}
	sb_report(s->diag, SB_ERROR, "P0004", sb_xml_span(node, name), "%s is a whole number from 0 to %u", name, most);
	return false;
}

/* A package must not reach for files outside of it. Files beside a description are the user's own. */
const char *cp_resolve(cp_system *s, const char *folder, const char *source, sb_span span)
{
	const char *why = strstr(source, "://") ? "addresses are not fetched" : NULL;
	char *plain = sb_strdup(s->arena, source), *to = plain;
	for (const char *at = source; *at; at++) {
		char two[3] = {at[0], at[0] == '%' ? at[1] : 0, at[0] == '%' && at[1] ? at[2] : 0}, *end = two;
		long code = *at == '%' ? strtol(two + 1, &end, 16) : 0;
		bool escaped = *at == '%' && end == two + 3 && code > 0;
		*to++ = escaped ? (char)code : *at;
		at += escaped ? 2 : 0;
	}
	*to = 0;
	if (!why && s->temporary && (*plain == '/' || strstr(plain, "..")))
		why = "it lies outside of the package";
	if (why) {
		sb_report(s->diag, SB_ERROR, "P0005", span, "the file '%s' is not read: %s", source, why);
		return NULL;
	}
	return *plain == '/' ? plain : sb_path_join(s->arena, folder, plain);
}
