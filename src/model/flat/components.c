/* Which component something belongs to, and where in the user's own text it is best shown. */
#include "model/model.h"

#include <string.h>

sm_owners sm_owners_new(const sm_model *m, sb_arena *arena)
{
	sm_owners o = {m, sb_names_new(arena), sb_map_new(arena)};

	for (uint32_t i = 0; i < m->components.n; i++)
		sb_map_put(&o.known, (uint64_t)(uintptr_t)sb_intern(o.names, m->components.at[i].name), i);
	return o;
}

/* Where the last part of a dotted name begins: the dot before it. Dots in subscripts and quotes are no separators. */
static size_t last_dot(const char *name)
{
	size_t found = 0;
	int depth = 0;
	bool quoted = false;

	for (size_t i = 0; name[i]; i++) {
		if (quoted && name[i] == '\\' && name[i + 1])
			i++;
		else if (name[i] == '\'')
			quoted = !quoted;
		else if (!quoted)
			depth += (name[i] == '[') - (name[i] == ']');
		if (name[i] == '.' && !quoted && depth == 0)
			found = i;
	}
	return found;
}

/* How long the name of what is around is: of an element its array, which may be kept as one component. */
static size_t around(const char *name)
{
	size_t n = strlen(name), dot = last_dot(name), bracket = n;
	int depth = 0;

	while (n && name[n - 1] == ']' && bracket > dot && (bracket == n || depth)) {
		bracket--;
		depth += (name[bracket] == ']') - (name[bracket] == '[');
	}
	return bracket < n && bracket > dot ? bracket : dot;
}

uint32_t sm_owner(sm_owners *o, const char *component)
{
	const char *name = sb_intern(o->names, component ? component : "");
	uint64_t found;

	if (sb_map_get(&o->known, (uint64_t)(uintptr_t)name, &found))
		return (uint32_t)found;
	if (!*name)
		return UINT32_MAX;
	found = sm_owner(o, sb_internn(o->names, name, around(name)));
	sb_map_put(&o->known, (uint64_t)(uintptr_t)name, found);
	return (uint32_t)found;
}

uint32_t sm_around(sm_owners *o, uint32_t component)
{
	const char *name = o->model->components.at[component].name;
	return *name ? sm_owner(o, sb_internn(o->names, name, last_dot(name))) : component;
}

sb_span sm_user_position(sm_owners *o, const char *component, sb_span span)
{
	const sm_model *m = o->model;

	if (!m->components.n || span.source == m->components.at[0].span.source)
		return span;
	uint32_t c = sm_owner(o, component);
	while (c && c != UINT32_MAX && m->components.at[c].span.source != m->components.at[0].span.source)
		c = sm_around(o, c);
	return c && c != UINT32_MAX ? m->components.at[c].span : span;
}
