/* Block specifications: which processes and which submodels they mean. */
#include "shell/world/world.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

/* * stands for any text. */
bool sh_is_like(const char *pattern, const char *name)
{
	const char *star = NULL, *retry = NULL;
	while (*name) {
		if (*pattern == '*') {
			star = pattern++;
			retry = name;
		} else if (tolower((unsigned char)*pattern) == tolower((unsigned char)*name)) {
			pattern++;
			name++;
		} else if (star) {
			pattern = star + 1;
			name = ++retry;
		} else {
			return false;
		}
	}
	while (*pattern == '*')
		pattern++;
	return !*pattern;
}

/* By its full name, or by the last part of it. */
static bool is_called(const char *pattern, const char *name)
{
	const char *dot = strrchr(name, '.');
	return sh_is_like(pattern, name) || (dot && !strchr(pattern, '.') && sh_is_like(pattern, dot + 1));
}

static const char *wanted_name(const sh_block *b)
{
	return b->study && !b->experiment ? b->study : b->experiment;
}

static bool wants_study(const sh_block *b)
{
	return b->study && !b->experiment;
}

static void tell_unknown(sh_world *w, const sh_block *b)
{
	const char *name = wanted_name(b);
	sb_strings names = {0};
	sb_text list = {0};
	for (uint32_t i = 0; i < w->models.n; i++)
		if (w->models.at[i]->study == wants_study(b))
			sb_push(w->now, names, w->models.at[i]->name);
	for (uint32_t i = 0; i < names.n && i < 12; i++)
		sb_addf(&list, "%s%s", i ? ", " : "", names.at[i]);
	sb_message *m = sb_report(w->diag, SB_ERROR, "T0110", b->span, "there is no %s '%s'",
							  wants_study(b) ? "study" : "experiment or model", name);
	const char *near = sh_nearest(w->now, name, names.at, names.n);
	if (near)
		sb_help(m, "did you mean '%s'?", near);
	else if (names.n)
		sb_help(m, "there are %s", list.at);
	else
		sb_help(m, "LOAD brings models in");
	sb_text_free(&list);
}

bool sh_find_models(sh_world *w, const sh_block *b, sh_models *out)
{
	const char *name = wanted_name(b);
	for (uint32_t i = 0; i < w->models.n; i++)
		if (w->models.at[i]->study == wants_study(b) && is_called(name, w->models.at[i]->name))
			sb_push(w->now, *out, w->models.at[i]);
	if (!out->n)
		tell_unknown(w, b);
	return out->n > 0;
}

static void tell_not_created(sh_world *w, const sh_block *b, const char *copy)
{
	sb_text list = {0};
	const char *name = wanted_name(b);
	for (uint32_t i = 0; i < w->processes.n; i++)
		if (is_called(name, w->processes.at[i]->of->name))
			sb_addf(&list, "%s%s", list.n ? ", " : "", sh_process_name(w, w->processes.at[i]));
	sb_message *m = copy && *copy && list.n
		? sb_report(w->diag, SB_ERROR, "T0112", b->span, "there is no copy '%s' of '%s'", copy, name)
		: sb_report(w->diag, SB_ERROR, "T0111", b->span, "'%s' was not created", name);
	if (list.n)
		sb_help(m, "there is %s", list.at);
	else
		sb_help(m, "CREATE :%s makes an instance of it", name);
	sb_text_free(&list);
}

bool sh_find_processes(sh_world *w, const sh_block *b, sh_processes *out)
{
	const char *name = wanted_name(b), *copy = wants_study(b) ? b->study_copy : b->copy;
	sh_models models = {0};
	for (uint32_t i = 0; i < w->processes.n; i++) {
		sh_process *p = w->processes.at[i];
		if (p->of->study == wants_study(b) && is_called(name, p->of->name) && (!copy || sh_is_like(copy, p->copy)))
			sb_push(w->now, *out, p);
	}
	/* without the name of a copy, the one that has none; the only one; or the present one */
	if (!copy && out->n > 1 && !strchr(name, '*'))
		for (uint32_t i = 0; i < out->n; i++)
			if (!*out->at[i]->copy) {
				out->at[0] = out->at[i];
				out->n = 1;
			}
	if (out->n)
		return true;
	if (sh_find_models(w, b, &models))
		tell_not_created(w, b, copy);
	return false;
}

static bool only_one(sh_world *w, const sh_block *b, const sh_processes *all, sh_process **out)
{
	if (all->n == 1) {
		*out = all->at[0];
		return true;
	}
	sb_text list = {0};
	for (uint32_t i = 0; i < all->n; i++)
		sb_addf(&list, "%s%s", i ? ", " : "", sh_process_name(w, all->at[i]));
	sb_help(sb_report(w->diag, SB_ERROR, "T0113", b->span, "several processes are meant, and one is needed"),
			"they are %s", list.at);
	sb_text_free(&list);
	return false;
}

static bool has_present(sh_world *w, sb_span span)
{
	if (w->present.process)
		return true;
	sb_help(sb_report(w->diag, SB_ERROR, "T0114", span, "there is no process yet"),
			w->models.n ? "CREATE :%s makes one" : "LOAD brings models in, and CREATE makes a process%.0s",
			w->models.n ? w->models.at[w->models.n - 1]->name : "");
	return false;
}

sh_process *sh_one_process(sh_world *w, const sh_command *c)
{
	sh_processes all = {0};
	sh_process *p;
	if (!c->elements.n)
		return has_present(w, c->span) ? w->present.process : NULL;
	const sh_block *b = &c->elements.at[0].block;
	return sh_find_processes(w, b, &all) && only_one(w, b, &all, &p) ? p : NULL;
}

/* ---------------------------------------------------------------------------------------------------------- levels */

/* Without its last part; a dot in a subscript does not count. */
static const char *around(sh_world *w, const char *path)
{
	size_t n = strlen(path), depth = 0;
	while (n && !(path[n - 1] == '.' && !depth)) {
		depth += path[n - 1] == ']' ? 1 : path[n - 1] == '[' && depth ? (size_t)-1 : 0;
		n--;
	}
	return n ? sb_strndup(w->now, path, n - 1) : "";
}

static bool tell_no_way(sh_world *w, const sh_block *b, sh_place at, const char *level)
{
	sb_strings inside = {0};
	sb_text list = {0};
	sh_blocks_inside(w, at, &inside);
	for (uint32_t i = 0; i < inside.n && i < 20; i++)
		sb_addf(&list, "%s%s", i ? ", " : "", inside.at[i]);
	sb_message *m = sb_report(w->diag, SB_ERROR, "T0115", b->span, "there is no submodel '%s' in %s", level,
							  sh_place_name(w, at));
	const char *near = sh_nearest(w->now, level, inside.at, inside.n);
	if (near)
		sb_help(m, "did you mean '%s'?", near);
	else
		sb_help(m, inside.n ? "there are %s" : "it has no submodels%.0s", inside.n ? list.at : "");
	sb_text_free(&list);
	return false;
}

/* From one place by a level: those that it leads to. */
static bool go_down(sh_world *w, const sh_block *b, sh_place at, const char *level, sh_places *out)
{
	sb_strings inside = {0};
	uint32_t before = out->n;
	if (strcmp(level, "-") == 0) {
		if (!*at.path) {
			sb_report(w->diag, SB_ERROR, "T0116", b->span, "nothing is around %s", sh_place_name(w, at));
			return false;
		}
		sb_push(w->now, *out, ((sh_place){at.process, around(w, at.path)}));
		return true;
	}
	sh_blocks_inside(w, at, &inside);
	for (uint32_t i = 0; i < inside.n; i++)
		if (sh_is_like(level, inside.at[i]))
			sb_push(w->now, *out, ((sh_place){at.process, *at.path ? sb_printf(w->now, "%s.%s", at.path, inside.at[i])
																	: inside.at[i]}));
	return out->n > before || tell_no_way(w, b, at, level);
}

bool sh_find_blocks(sh_world *w, const sh_block *b, sh_places *out)
{
	sh_processes all = {0};
	if (b->study || b->experiment) {
		if (!sh_find_processes(w, b, &all))
			return false;
		for (uint32_t i = 0; i < all.n; i++)
			sb_push(w->now, *out, ((sh_place){all.at[i], ""}));
	} else if (!has_present(w, b->span)) {
		return false;
	} else {
		sb_push(w->now, *out, (b->placed && !b->relative ? (sh_place){w->present.process, ""} : w->present));
	}
	for (uint32_t i = 0; i < b->levels.n; i++) {
		sh_places next = {0};
		for (uint32_t k = 0; k < out->n; k++) {
			if (!out->at[k].process->model) {
				sb_report(w->diag, SB_ERROR, "T0117", b->span, "a study has no submodels");
				return false;
			}
			if (!go_down(w, b, out->at[k], b->levels.at[i], &next))
				return false;
		}
		*out = next;
	}
	return true;
}

bool sh_one_block(sh_world *w, const sh_block *b, sh_place *out)
{
	sh_places all = {0};
	if (!sh_find_blocks(w, b, &all))
		return false;
	*out = all.at[0];
	if (all.n == 1)
		return true;
	sb_text list = {0};
	for (uint32_t i = 0; i < all.n && i < 20; i++)
		sb_addf(&list, "%s%s", i ? ", " : "", sh_place_name(w, all.at[i]));
	sb_help(sb_report(w->diag, SB_ERROR, "T0118", b->span, "several blocks are meant, and one is needed"),
			"they are %s", list.at);
	sb_text_free(&list);
	return false;
}

const char *sh_place_name(sh_world *w, sh_place p)
{
	const char *name = sh_process_name(w, p.process);
	return *p.path ? sb_printf(w->now, "%s[%s]", name, p.path) : name;
}
