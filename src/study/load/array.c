/* Whole arrays as they are given on the command line: {1, 2, 3}, {{1, 2}, {3, 4}} or [1, 2; 3, 4]. */
#include "study/load/array.h"
#include <ctype.h>
#include <string.h>

enum { DEPTH_MOST = 8 };

typedef struct reader { sb_arena *arena; const char *at; st_array *out; bool good; } reader;

static void skip(reader *r)
{
	while (isspace((unsigned char)*r->at))
		r->at++;
}

/* All rows of a dimension have as many elements. */
static void close_row(reader *r, uint32_t depth, uint32_t n)
{
	st_array *a = r->out;
	if (depth >= DEPTH_MOST || !n || (a->size[depth] && a->size[depth] != n))
		r->good = false;
	else
		a->size[depth] = n;
}

static void read_element(reader *r, uint32_t depth)
{
	const char *from = r->at;
	while (*r->at && !strchr("{}[],;", *r->at))
		r->at++;
	const char *end = r->at;
	while (end > from && isspace((unsigned char)end[-1]))
		end--;
	if (end == from || (r->out->rank && r->out->rank != depth))
		r->good = false;
	r->out->rank = depth;
	sb_push(r->arena, r->out->elements, (const char *)sb_strndup(r->arena, from, (size_t)(end - from)));
}

static void read_braces(reader *r, uint32_t depth)
{
	uint32_t n = 0;
	do {
		r->at++;
		skip(r);
		if (*r->at == '{' && depth < DEPTH_MOST)
			read_braces(r, depth + 1);
		else
			read_element(r, depth + 1);
		skip(r);
		n++;
	} while (r->good && *r->at == ',');
	r->good = r->good && *r->at == '}';
	r->at += r->good;
	close_row(r, depth, n);
}

static void read_matrix(reader *r)
{
	uint32_t rows = 0;
	do {
		uint32_t n = 0;
		do {
			r->at++;
			skip(r);
			read_element(r, 2);
			n++;
		} while (r->good && *r->at == ',');
		close_row(r, 1, n);
		rows++;
	} while (r->good && *r->at == ';');
	r->good = r->good && *r->at == ']';
	r->at += r->good;
	close_row(r, 0, rows);
}

bool st_read_array(sb_arena *arena, const char *text, st_array *out)
{
	*out = (st_array){0};
	reader r = {.arena = arena, .at = text, .out = out, .good = true};
	skip(&r);
	if (*r.at == '{')
		read_braces(&r, 0);
	else if (*r.at == '[')
		read_matrix(&r);
	else
		return false;
	skip(&r);
	return r.good && !*r.at;
}

static uint32_t subscripts_in(const char *name)
{
	uint32_t n = 0;
	bool inside = false;
	for (; *name; name++) {
		n += *name == '[' || (inside && *name == ',');
		inside = *name == '[' || (inside && *name != ']');
	}
	return n;
}

/* The names of the elements are made to be sure: c[2].w names those of one element of an array of components. */
bool st_array_scalars(sb_arena *arena, const sm_model *m, const char *name, const st_array *array, sb_u32s *out)
{
	uint32_t given = subscripts_in(name), first, last;
	sb_text text = {0};
	out->n = 0;
	for (uint32_t i = 0; i < m->variables.n && !out->n; i++) {
		const sm_variable *v = sm_var(m, i);
		if (v->hidden || v->rank != given + array->rank || !sm_may_match(m, i, &name, 1, &first, &last))
			continue;
		for (uint32_t s = first; s < last; s++) {
			text.n = 0;
			sm_scalar_name(m, s, &text);
			if (sb_matches(name, text.at))
				sb_push(arena, *out, s);
		}
		for (uint32_t d = 0; d < array->rank; d++)
			if (v->shape[given + d] != array->size[d])
				out->n = 0;
	}
	sb_text_free(&text);
	return out->n && out->n == array->elements.n;
}
