/* Compiled submodels that a text calls: NAME.sbm beside it. Their interface is that of the file (front/sbm). */
#include "front/muss/check/muss_check.h"

#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "front/sbm/front_sbm.h"

static void add(mu_text *t, mu_unit *u, const mu_node *at, const char *name, int group, int type)
{
	mu_symbol *s = sb_new(t->arena, mu_symbol);
	s->name = sb_intern(t->names, name);
	s->declared = at;
	s->group = (uint8_t)group;
	s->type = (uint8_t)type;
	s->output = group == MU_OUTPUTS;
	sb_push(t->arena, u->symbols, s);
	sb_map_set(&u->by_name, s->name, s);
	if (group == MU_INPUTS)
		sb_push(t->arena, u->inputs, s);
	if (group == MU_OUTPUTS)
		sb_push(t->arena, u->outputs, s);
}

/* RealInput x(start = 0);   parameter Real K = 2; */
static void read_line(mu_text *t, mu_unit *u, const mu_node *at, const char *line)
{
	static const char *const types[] = {"Real", "Integer", "Boolean"};
	char name[256];
	for (int i = 0; i < 3; i++) {
		size_t n = strlen(types[i]);
		const char *from = strncmp(line, "parameter ", 10) == 0 ? line + 10 : line;
		if (strncmp(from, types[i], n) != 0)
			continue;
		if (from != line && sscanf(from + n, " %255[A-Za-z0-9_]", name) == 1)
			add(t, u, at, name, MU_PARAMETERS, i);
		else if (sscanf(from + n, "Input %255[A-Za-z0-9_]", name) == 1)
			add(t, u, at, name, MU_INPUTS, i);
		else if (sscanf(from + n, "Output %255[A-Za-z0-9_]", name) == 1)
			add(t, u, at, name, MU_OUTPUTS, i);
	}
}

const mu_unit *mu_compiled_unit(mu_text *t, const mu_node *named)
{
	const char *path = sb_source_path(t->diag, named->span.source), *slash = path ? strrchr(path, '/') : NULL;
	const char *folder = slash ? sb_strndup(t->arena, path, (size_t)(slash - path)) : ".";
	const char *file = sb_path_join(t->arena, folder, sb_printf(t->arena, "%s.sbm", named->name));
	mu_unit *u = sb_map_find(&t->compiled, named->name);
	sg_file read;
	if (u || !sb_file_exists(file) || !sg_read(t->arena, t->diag, file, &read))
		return u;
	u = sb_new(t->arena, mu_unit);
	u->by_name = sb_map_new(t->arena);
	u->node = named;
	u->name = named->name;
	u->compiled = true;
	for (const char *at = read.text; at; at = strchr(at, '\n')) {
		at += strspn(at, "\n ");
		if (strncmp(at, "protected", 9) == 0)
			break;
		read_line(t, u, named, at);
	}
	sb_map_set(&t->compiled, u->name, u);
	return u;
}
