/* Texts with names in them (3.6, 18.6.5.5): %name, %class, %par, %{a.b} and %%. */
#include "front/modelica/picture/picture_inside.h"

#include <string.h>

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* The name behind a %, without braces: its length, and in *taken how much of the text it is. 0: there is none. */
static size_t name_at(const char *at, const char **name, size_t *taken)
{
	size_t n = 0;
	bool braces = *at == '{';
	const char *end = braces ? strchr(at, '}') : NULL;
	*name = at + braces;
	if (braces) {
		n = end ? (size_t)(end - at - 1) : 0;
		*taken = n + 2;
		return n;
	}
	while (is_letter(at[n]) || (n && at[n] >= '0' && at[n] <= '9'))
		n++;
	*taken = n;
	return n;
}

static const char *replaced(const mo_pencil *p, const char *name, size_t length)
{
	if (length == 4 && strncmp(name, "name", 4) == 0)
		return p->name;
	if (length == 5 && strncmp(name, "class", 5) == 0)
		return p->whole->class_def ? p->whole->class_def->name : "";
	return mo_parameter_text(p, name, length);
}

const char *mo_picture_text(const mo_pencil *p, const char *text)
{
	sb_text out = {0};
	sb_add(&out, "");
	while (*text) {
		const char *name, *with;
		size_t taken = 0, n = *text == '%' ? name_at(text + 1, &name, &taken) : 0;
		if (*text == '%' && text[1] == '%') {
			sb_addc(&out, '%');
			text += 2;
		} else if (n && (with = replaced(p, name, n)) != NULL) {
			sb_add(&out, with);
			text += 1 + taken;
		} else {
			sb_addc(&out, *text++);
		}
	}
	const char *kept = sb_strdup(p->c->arena, out.at);
	sb_text_free(&out);
	return kept;
}
