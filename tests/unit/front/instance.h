/* What the tests of the instances share: a text, one class of it instantiated, and questions about its components. */
#ifndef SALTUS_TESTS_INSTANCE_H
#define SALTUS_TESTS_INSTANCE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "unit/unit.h"
#include "expr/expr.h"
#include "front/modelica/flatten/flatten.h"
#include "model/model.h"

typedef struct made {
	sb_arena *arena;
	sb_names *names;
	sb_diag *diag;
	mo_library *library;
	sm_model *model;
	mo_context *c;
	mo_scope *root;
	bool ok;
} made;

static inline made start(const char *text)
{
	made m = {.arena = sb_arena_new(), .diag = sb_diag_new()};
	m.names = sb_names_new(m.arena);
	m.library = mo_library_new(m.arena, m.names, m.diag);
	m.c = mo_flattening_new(m.arena, m.library);
	m.model = m.c->model;
	m.c->apart = true; /* elements are looked at one by one; tests/unit/front/families.c compares the two ways */
	if (text)
		mo_library_add(m.library, "test.mo", text, strlen(text));
	return m;
}

static inline void instantiate(made *m, const char *class_name, const sf_given *overrides, uint32_t count)
{
	mo_scope *around = NULL;
	mo_element *e = mo_find_element(m->c, class_name, &around);
	m->root = e ? mo_root_scope(m->c, e, around) : NULL;
	m->ok = m->root && mo_override_modifiers(m->c, m->root, overrides, count) && mo_instantiate_open(m->c, m->root);
}

static inline made make(const char *text, const char *class_name)
{
	made m = start(text);
	instantiate(&m, class_name, NULL, 0);
	return m;
}

static inline void made_free(made *m)
{
	sb_diag_free(m->diag);
	sb_arena_free(m->arena);
}

static inline void require_ok(const made *m)
{
	if (m->ok && !sb_messages(m->diag))
		return;
	sb_text out = {0};
	sb_render(m->diag, 0, false, &out);
	print_error("%s\n", out.at ? out.at : "not made, but without a message");
	sb_text_free(&out);
	fail();
}

/* Exactly one message of this code, at this line; and nothing else was an error. */
static inline void require_message(const made *m, const char *code, int line)
{
	uint32_t found = 0, others = 0;
	for (uint32_t i = 0; i < sb_messages(m->diag); i++) {
		sb_message_view v = sb_message_at(m->diag, i);
		bool same = strcmp(v.code, code) == 0 && (!line || v.line == line);
		found += same;
		others += !same;
	}
	if (found == 1 && !others)
		return;
	sb_text out = {0};
	sb_render(m->diag, 0, false, &out);
	print_error("wanted one %s at line %d, got:\n%s\n", code, line, out.at ? out.at : "nothing");
	sb_text_free(&out);
	fail();
}

/* The text of a class P.M inside `package P ... end P;` gives this message. */
static inline void require_error(const char *text, const char *code, int line)
{
	made m = make(text, "P.M");
	assert_false(m.ok);
	require_message(&m, code, line);
	made_free(&m);
}

/* A component by its full name, such as a.r[2].p, open; NULL if there is none. */
static inline mo_item *find(const made *m, const char *path)
{
	mo_scope *scope = m->root;
	mo_item *item = NULL;
	while (*path && scope) {
		size_t n = strcspn(path, ".[");
		item = mo_member(scope, sb_internn(m->names, path, n));
		path += n;
		if (!item || !mo_open(m->c, item, (sb_span){0}))
			return NULL;
		scope = item->type;
		if (*path == '[') {
			unsigned long k = strtoul(path + 1, (char **)&path, 10);
			assert_true(item->elements && k >= 1 && k <= item->count);
			scope = item->elements[k - 1];
			path++;
		}
		path += *path == '.';
	}
	return *path ? NULL : item;
}

static inline mo_item *get(const made *m, const char *path)
{
	mo_item *item = find(m, path);
	if (!item)
		fail_msg("there is no %s", path);
	return item;
}

static inline void require_modifier(const mo_modifier *m, const char *wanted)
{
	sb_text out = {0};
	if (m) {
		mo_expr_text(m->value, &out);
		for (uint32_t i = 0; i < m->subscript_count; i++)
			sb_addf(&out, " @%d", (int)m->subscripts[i].at);
	}
	assert_string_equal(out.at ? out.at : "none", wanted);
	sb_text_free(&out);
}

/* What gives the component its value, as written, with the subscripts of its share: "{1, 2, 3} @2"; "none". */
static inline void require_binding(const made *m, const char *path, const char *wanted)
{
	require_modifier(get(m, path)->binding, wanted);
}

static inline void require_attribute(const made *m, const char *path, const char *name, const char *wanted)
{
	require_modifier(mo_attribute(m->c, get(m, path), name), wanted);
}

static inline void require_class(const made *m, const char *path, const char *wanted)
{
	sb_text out = {0};
	mo_full_class_name(get(m, path)->type, &out);
	assert_string_equal(out.at, wanted);
	sb_text_free(&out);
}

/* The names of all components of a scope, in order: "p n v i R". */
static inline void require_components(mo_scope *scope, const char *wanted)
{
	sb_text out = {0};
	mo_items items = {0};
	mo_components(scope, &items);
	for (uint32_t i = 0; i < items.n; i++)
		sb_addf(&out, "%s%s", i ? " " : "", items.at[i]->name);
	assert_string_equal(out.at ? out.at : "", wanted);
	sb_text_free(&out);
}

#endif
