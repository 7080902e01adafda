/* Texts that are written, the places that their words stand for, and names of Modelica in them. */
#include "front/written/written.h"

#include <ctype.h>
#include <string.h>

#include "base/map.h"
#include "front/written/keywords.h"

void sf_from(sf_writing *w, sb_span from)
{
	sb_push(w->arena, w->origins, ((sb_origin){.at = (uint32_t)w->text.n, .span = from}));
}

void sf_add_placed(sf_writing *w, sb_span from, const char *text, const sb_origins *inside)
{
	sf_from(w, from);
	for (uint32_t i = 0; i < inside->n; i++) {
		sb_origin o = inside->at[i];
		o.at += (uint32_t)w->text.n;
		sb_push(w->arena, w->origins, o);
	}
	sb_add(&w->text, text);
}

/* The parser knows one source of a text: several become one, and places in them places in that one. */
static void join_sources(sf_writing *w, sb_diag *diag)
{
	sb_vec(uint32_t) sources = {0};
	sb_map start_of = sb_map_new(w->arena);              /* source -> its first byte in the whole one, + 1 */
	uint64_t start = 0, before;
	for (uint32_t i = 0; i < w->origins.n; i++) {
		uint32_t source = w->origins.at[i].span.source;
		size_t length;
		if (!source || sb_map_get(&start_of, source, &before))
			continue;
		sb_source_text(diag, source, &length);
		sb_map_put(&start_of, source, start + 1);
		sb_push(w->arena, sources, source);
		start += length + 1;
	}
	if (sources.n < 2)
		return;
	uint32_t joined = sb_source_join(diag, sources.at, sources.n);
	for (uint32_t i = 0; i < w->origins.n; i++) {
		sb_span *span = &w->origins.at[i].span;
		if (sb_map_get(&start_of, span->source, &before))
			*span = (sb_span){joined, span->start + (uint32_t)before - 1, span->end + (uint32_t)before - 1};
	}
}

sf_made sf_finish(sf_writing *w, sb_diag *diag)
{
	join_sources(w, diag);
	sf_made made = {.text = sb_strndup(w->arena, w->text.n ? w->text.at : "", w->text.n), .origins = w->origins};
	sb_text_free(&w->text);
	return made;
}

bool sf_is_reserved(const char *word)
{
#define TEXT(name, text) text,
	static const char *const words[] = {SF_KEYWORDS(TEXT) "time", "Real", "Integer", "Boolean", "String"};
#undef TEXT
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strcmp(words[i], word) == 0)
			return true;
	return false;
}

const char *sf_in_quotes(sb_arena *arena, const char *name)
{
	sb_text text = {0};
	sb_addc(&text, '\'');
	for (; *name; name++) {
		if (*name == '\'' || *name == '\\')
			sb_addc(&text, '\\');
		sb_addc(&text, (unsigned char)*name < ' ' ? '?' : *name);
	}
	sb_addc(&text, '\'');
	const char *quoted = sb_strdup(arena, text.at);
	sb_text_free(&text);
	return quoted;
}

const char *sf_name(sb_arena *arena, const char *name)
{
	bool plain = (isalpha((unsigned char)*name) || *name == '_') && !sf_is_reserved(name);
	for (const char *at = name; *at; at++)
		plain = plain && (isalnum((unsigned char)*at) || *at == '_');
	return plain ? name : sf_in_quotes(arena, name);
}

const char *sf_class_name(sb_arena *arena, const char *path, const char *before)
{
	const char *slash = strrchr(path, '/');
	char *name = sb_strdup(arena, slash ? slash + 1 : path), *dot = strrchr(name, '.');
	if (dot && dot != name)
		*dot = 0;
	for (char *at = name; *at; at++)
		if (!isalnum((unsigned char)*at))
			*at = '_';
	return isalpha((unsigned char)*name) && !sf_is_reserved(name) ? name : sb_printf(arena, "%s_%s", before, name);
}
