/* Bitmaps: PNG images, of a file or of a text in base 64. For all else there is a frame with a word in it, and a
 * warning. */
#include "base/file.h"
#include "front/modelica/picture/picture_inside.h"

#include <stdlib.h>
#include <string.h>

static const unsigned char signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};

static int digit(char c)
{
	return c >= 'A' && c <= 'Z'   ? c - 'A'
		   : c >= 'a' && c <= 'z' ? c - 'a' + 26
		   : c >= '0' && c <= '9' ? c - '0' + 52
		   : c == '+'             ? 62
		   : c == '/'             ? 63
								  : -1;
}

static unsigned char *decoded(sb_arena *arena, const char *text, size_t *length)
{
	unsigned char *out = sb_alloc(arena, strlen(text) * 3 / 4 + 4);
	uint32_t bits = 0, held = 0;
	size_t n = 0;
	for (; *text && *text != '='; text++) {
		int d = digit(*text);
		if (d < 0)
			continue;                /* line ends */
		bits = bits << 6 | (uint32_t)d;
		held += 6;
		if (held >= 8) {
			held -= 8;
			out[n++] = (unsigned char)(bits >> held);
		}
	}
	*length = n;
	return out;
}

/* The file of modelica://Package/path, or one beside the class's own; NULL: there is none. */
static const char *file_of(const mo_pencil *p, const char *name, sb_span at)
{
	mo_context *c = p->c;
	sb_text path = {0};
	const char *found = NULL;
	if (strncmp(name, "modelica://", 11) == 0) {
		mo_list_folders(c->library, c->model);
		if (sb_package_file(&c->model->folders, name, &path))
			found = sb_strdup(c->arena, path.at);
		sb_text_free(&path);
		return found;
	}
	const char *own = sb_source_path(c->diag, at.source), *slash = strrchr(own, '/');
	if (*name == '/' || !slash)
		return name;
	return sb_path_join(c->arena, sb_strndup(c->arena, own, (size_t)(slash - own)), name);
}

static const char *read_file(const mo_pencil *p, const char *path, sf_shape *shape)
{
	enum { LARGEST = 32 << 20 };
	sb_diag *quiet = sb_diag_new();
	size_t length = 0;
	char *bytes = path && sb_file_exists(path) ? sb_file_bytes(quiet, path, &length) : NULL;
	const char *why = bytes ? NULL : "the file cannot be read";
	sb_diag_free(quiet);
	if (bytes && (length < sizeof signature || length > LARGEST || memcmp(bytes, signature, sizeof signature) != 0))
		why = "it is not a PNG image";
	if (!why) {
		unsigned char *kept = sb_alloc(p->c->arena, length);
		memcpy(kept, bytes, length);
		shape->png = kept;
		shape->png_length = length;
	}
	free(bytes);
	return why;
}

static const char *read_source(const mo_pencil *p, const char *source, sf_shape *shape)
{
	size_t length;
	const unsigned char *bytes = decoded(p->c->arena, source, &length);
	if (length < sizeof signature || memcmp(bytes, signature, sizeof signature) != 0)
		return "its imageSource is not a PNG image in base 64";
	shape->png = bytes;
	shape->png_length = length;
	return NULL;
}

void mo_picture_bitmap(const mo_pencil *p, const mo_graphic *g, sf_shape *shape)
{
	const char *source = "", *name = "", *why;
	mo_graphic_string(p, g, "imageSource", &source);
	mo_graphic_string(p, g, "fileName", &name);
	if (*source)
		why = read_source(p, source, shape);
	else
		why = *name ? read_file(p, file_of(p, name, g->span), shape) : "it has neither fileName nor imageSource";
	if (!why)
		return;
	const char *slash = strrchr(name, '/');
	shape->text = *name ? slash ? slash + 1 : name : "image";
	if (mo_first_report(p->c, g->node))
		sb_help(sb_report(p->c->diag, SB_WARNING, "U0824", g->span, "a bitmap is drawn as an empty frame: %s", why),
				"PNG images can be drawn: fileName = \"modelica://Package/image.png\"");
}
