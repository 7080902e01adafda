/* What a word that is being typed may become. */
#include "shell/talk/talk.h"

#include "base/file.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

static void offer(sh_world *w, sb_strings *out, const char *begin, const char *name)
{
	if (strncasecmp(name, begin, strlen(begin)) != 0)
		return;
	for (uint32_t i = 0; i < out->n; i++)
		if (strcmp(out->at[i], name) == 0)
			return;
	sb_push(w->now, *out, name);
}

static void offer_files(sh_world *w, sb_strings *out, const char *begin)
{
	const char *slash = strrchr(begin, '/');
	const char *folder = slash ? sb_strndup(w->now, begin, (size_t)(slash - begin) + 1) : "";
	sb_strings names = {0};
	if (!sb_folder_list(w->now, *folder ? folder : ".", &names))
		return;
	for (uint32_t i = 0; i < names.n; i++) {
		const char *path = sb_printf(w->now, "%s%s", folder, names.at[i]);
		if (*names.at[i] != '.' && strncmp(path, begin, strlen(begin)) == 0)
			sb_push(w->now, *out, sb_is_folder(path) ? sb_printf(w->now, "%s/", path) : path);
	}
}

static void offer_processes(sh_world *w, sb_strings *out, const char *begin, bool models)
{
	for (uint32_t i = 0; i < w->processes.n; i++)
		offer(w, out, begin, sh_process_name(w, w->processes.at[i]));
	for (uint32_t i = 0; i < w->models.n && models; i++)
		offer(w, out, begin, sb_printf(w->now, "%s%s", w->models.at[i]->study ? "::" : ":", w->models.at[i]->name));
}

/* A block as it was typed so far, without messages. */
static bool place_typed(sh_world *w, const char *text, size_t n, sh_place *out)
{
	sb_diag *before = w->diag;
	w->diag = sb_diag_new();
	uint32_t source = sb_source_add(w->diag, "", text, n);
	sh_cursor c = {.arena = w->now, .diag = w->diag, .text = sb_strndup(w->now, text, n), .source = source,
				   .end = (uint32_t)n};
	sh_block b;
	bool good = sh_read_block(&c, &b) && sh_one_block(w, &b, out) && out->process->model;
	sb_diag_free(w->diag);
	w->diag = before;
	return good;
}

/* Names of a block, level by level: of SMPR.control.V1 first SMPR. */
static void offer_names(sh_world *w, sb_strings *out, const char *word, size_t block, sh_place place)
{
	const char *begin = word + block;
	const sm_model *m = place.process->model->flat;
	size_t n = strlen(begin), path = strlen(place.path);
	for (uint32_t i = 0; i < m->variables.n && out->n < 500; i++) {
		const sm_variable *v = sm_var(m, i);
		const char *name = v->name;
		if (v->hidden || (path && (strncmp(name, place.path, path) != 0 || name[path] != '.')))
			continue;
		name += path ? path + 1 : 0;
		if (strncasecmp(name, begin, n) != 0)
			continue;
		const char *dot = strchr(name + n, '.');
		offer(w, out, word, sb_printf(w->now, "%.*s%.*s", (int)block, word,
									  (int)(dot ? (size_t)(dot - name) + 1 : strlen(name)), name));
	}
}

static void offer_inside(sh_world *w, sb_strings *out, const char *word, const char *open)
{
	const char *dot = strrchr(open, '.');
	size_t keep = (size_t)((dot ? dot : open) - word) + 1;
	const char *typed = dot && dot > open + 1 ? sb_printf(w->now, "%.*s]", (int)(dot - word), word)
											  : sb_strndup(w->now, word, (size_t)(open - word));
	sh_place place;
	sb_strings inside = {0};
	bool relative = dot == open + 1;
	if (!place_typed(w, typed, strlen(typed), &place))
		return;
	if (!relative && !dot && open == word)
		place.path = "";             /* [a is from the top */
	sh_blocks_inside(w, place, &inside);
	for (uint32_t i = 0; i < inside.n; i++)
		offer(w, out, word, sb_printf(w->now, "%.*s%s", (int)keep, word, inside.at[i]));
}

/* A process, a block, a name in it, or a symbol. */
static void offer_element(sh_world *w, sb_strings *out, const char *word, bool names)
{
	const char *open = strrchr(word, '['), *close = strrchr(word, ']');
	sh_place place;
	if (open && !close && (open == word || *word == ':')) {
		offer_inside(w, out, word, open);
		return;
	}
	if (*word == ':' && !close) {
		offer_processes(w, out, word, false);
		return;
	}
	size_t block = close && (*word == ':' || *word == '[') ? (size_t)(close - word) + 1 : 0;
	if (names && place_typed(w, word, block, &place))
		offer_names(w, out, word, block, place);
	for (uint32_t i = 0; i < w->symbols.n && names && !block; i++)
		offer(w, out, word, w->symbols.at[i].name);
}

static void offer_by_kind(sh_world *w, const sh_typed *t, sb_strings *out, const char *word)
{
	sh_takes takes = t->option ? t->option->takes : t->verb->takes;
	if (t->verb->what == SH_CREATE || (t->verb->what == SH_SHOW && takes == SH_MAYBE_PROCESS)) {
		offer_processes(w, out, word, true);
		return;
	}
	switch (takes) {
	case SH_ONE_FILE: case SH_FILES: offer_files(w, out, word); break;
	case SH_ONE_PROCESS: case SH_MAYBE_PROCESS: case SH_MAYBE_PROCESSES: offer_processes(w, out, word, false); break;
	case SH_MAYBE_BLOCK: offer_element(w, out, word, false); break;
	case SH_WORDS:
		for (uint32_t i = 0; i < sh_verb_count; i++)
			offer(w, out, word, sh_verbs[i].name);
		break;
	case SH_NOTHING: case SH_LABEL: case SH_REST: break;
	default: offer_element(w, out, word, true); break;
	}
}

void sh_complete(sh_world *w, const char *text, size_t *word, sb_strings *out)
{
	sh_typed t = sh_typed_so_far(text);
	const sh_qualifier *q = t.option ? t.option->qualifiers : t.verb ? t.verb->qualifiers : NULL;
	const char *begin = text + t.word;
	*word = t.word;
	if (t.in_verb) {
		for (uint32_t i = 0; i < sh_verb_count; i++)
			offer(w, out, begin, sh_verbs[i].name);
	} else if (t.verb && t.in_qualifier) {
		for (; q && q->name; q++)
			offer(w, out, begin, q->name);
	} else if (t.verb && t.in_value) {
		offer_element(w, out, begin, true);
		if (!out->n)
			offer_files(w, out, begin);
	} else if (t.verb && t.in_option) {
		for (const sh_option *o = t.verb->options; o && o->name; o++)
			offer(w, out, begin, o->name);
	} else if (t.verb) {
		offer_by_kind(w, &t, out, begin);
	} else {
		offer_element(w, out, begin, true);      /* the right side of a symbol */
	}
}

void sh_help_typed(sh_world *w, const char *text)
{
	sh_typed t = sh_typed_so_far(text);
	sb_strings all = {0};
	size_t word;
	if (t.verb) {
		printf("%s\n", t.verb->grammar);
		const sh_qualifier *q = t.option ? t.option->qualifiers : t.verb->options ? NULL : t.verb->qualifiers;
		for (const sh_option *o = t.verb->options; o && o->name && !t.option; o++)
			printf("  %-12s %s\n", o->name, o->says);
		for (; q && q->name; q++)
			printf("  /%-11s %s\n", q->name, q->says);
		return;
	}
	sh_complete(w, text, &word, &all);
	for (uint32_t i = 0; i < sh_verb_count; i++)
		for (uint32_t k = 0; k < all.n; k++)
			if (all.at[k] == sh_verbs[i].name)
				printf("  %-10s %s\n", sh_verbs[i].name, sh_verbs[i].line);
}
