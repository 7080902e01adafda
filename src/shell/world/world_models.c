/* Models of files: what LOAD brings in. */
#include "shell/world/world.h"

#include "base/file.h"
#include "front/notation.h"

#include <ctype.h>
#include <string.h>

const char *sh_model_sort(const sh_model *m)
{
	return m->study ? "study" : m->runs ? "experiment" : m->kind;
}

/* A name that commands can hold, from that of a file. */
static const char *stem(sh_world *w, const char *path)
{
	const char *slash = strrchr(path, '/'), *from = slash ? slash + 1 : path, *dot = strrchr(from, '.');
	char *name = sb_strndup(w->arena, from, dot && dot > from ? (size_t)(dot - from) : strlen(from));
	for (char *x = name; *x; x++)
		if (!isalnum((unsigned char)*x) && *x != '_' && (unsigned char)*x < 128)
			*x = '_';
	return name;
}

/* What was loaded before from the same place keeps its processes. */
static void add_model(sh_world *w, const sh_model *m)
{
	for (uint32_t i = 0; i < w->models.n; i++) {
		sh_model *old = w->models.at[i];
		if (strcmp(old->name, m->name) == 0 && strcmp(old->path, m->path) == 0) {
			*old = *m;
			return;
		}
	}
	sh_model *new = sb_new(w->arena, sh_model);
	*new = *m;
	sb_push(w->arena, w->models, new);
}

static void add_parts(sh_world *w, const char *path, const sf_offers *parts)
{
	for (uint32_t i = 0; i < parts->n; i++) {
		const sf_offer *p = &parts->at[i];
		add_model(w, &(sh_model){.path = path,
								 .part = sb_strdup(w->arena, p->name),
								 .name = sb_strdup(w->arena, p->name),
								 .kind = sb_strdup(w->arena, p->kind),
								 .runs = p->runs,
								 .study = p->study});
	}
	printf("%s: ", path);
	for (uint32_t i = 0; i < parts->n; i++)
		printf("%s%s", i ? ", " : "", parts->at[i].name);
	printf("\n");
}

bool sh_load(sh_world *w, const char *file)
{
	const char *path, *part;
	sf_offers parts = {0};
	st_split(w->arena, file, &path, &part);
	path = sb_strdup(w->arena, path);
	if (!part && !sb_file_exists(path)) {
		sb_help(sb_report(w->diag, SB_ERROR, "T0101", (sb_span){0}, "there is no file '%s'", path),
				"LOAD file, LOAD file:class, or the full name of a class of a library that is installed");
		return false;
	}
	const sf_request r = {.arena = w->now, .names = sb_names_new(w->now), .diag = w->diag, .path = path};
	const sf_notation *n = sf_notation_of(path);
	if (part) {
		sb_push(w->now, parts, ((sf_offer){.name = part, .kind = "model"}));
		add_parts(w, path, &parts);
		return true;
	}
	if (!n->offers) {
		add_model(w, &(sh_model){.path = path, .name = stem(w, path), .kind = "model"});
		printf("%s: %s\n", path, stem(w, path));
		return true;
	}
	if (!n->offers(&r, &parts))
		return false;
	if (!parts.n)
		sb_help(sb_report(w->diag, SB_ERROR, "T0102", (sb_span){0}, "there is no model in '%s'", path),
				"of a library name a class: LOAD %s:CLASS", path);
	else
		add_parts(w, path, &parts);
	return parts.n > 0;
}

const char *sh_process_name(sh_world *w, const sh_process *p)
{
	const char *colons = p->of->study ? "::" : ":";
	return *p->copy ? sb_printf(w->now, "%s%s(%s)", colons, p->of->name, p->copy)
					: sb_printf(w->now, "%s%s", colons, p->of->name);
}
