/* How equations, places and names are shown in explanations. */
#include "structure/explain/explain.h"

#include <stdlib.h>
#include <string.h>

uint32_t ss_owner(ss_work *w, const char *component)
{
	if (!w->owners) {
		w->owners = sb_new(w->scratch, sm_owners);
		*w->owners = sm_owners_new(w->model, w->scratch);
	}
	return sm_owner(w->owners, component);
}

uint32_t ss_unknown(ss_case *c, uint32_t key)
{
	return c->s->unknown_of[ss_set_of_key(c->w, key)];
}

sb_span ss_user_position(ss_work *w, const char *component, sb_span span)
{
	ss_owner(w, component);
	return sm_user_position(w->owners, component, span);
}

sb_span ss_equation_position(ss_work *w, const ss_equation *q)
{
	sb_span where;

	ss_equation_text(w, q, &where);
	return ss_user_position(w, q->component, where);
}

ss_telling ss_tell(ss_work *w, sb_message *m, sb_span main)
{
	return (ss_telling){.w = w, .m = m, .seen = {main}};
}

static bool is_new(ss_telling *t, sb_span span)
{
	for (uint32_t i = 0; i <= t->shown && i <= SS_PLACES_MOST && span.source; i++)
		if (memcmp(&t->seen[i], &span, sizeof span) == 0)
			return false;
	if (t->shown == SS_PLACES_MOST) {
		t->left++;
		return false;
	}
	t->seen[++t->shown] = span;
	return true;
}

void ss_tell_position(ss_telling *t, sb_span span, const char *text)
{
	if (is_new(t, span))
		sb_also(t->m, span, "%s", text);
}

void ss_tell_equation(ss_telling *t, const ss_equation *q, const char *what)
{
	sb_span where;
	const char *text = ss_equation_text(t->w, q, &where);

	where = ss_user_position(t->w, q->component, where);
	if (is_new(t, where))
		sb_also(t->m, where, "%s%s%s", what, *what ? ": " : "", text);
}

void ss_tell_rest(ss_telling *t)
{
	if (t->left)
		sb_note(t->m, "and %u more equation%s", t->left, t->left == 1 ? "" : "s");
}

void ss_add_once(ss_work *w, sb_u32s *list, uint32_t value)
{
	for (uint32_t i = 0; i < list->n; i++)
		if (list->at[i] == value)
			return;
	sb_push(w->scratch, *list, value);
}

static int by_number(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
	return x < y ? -1 : x > y;
}

void ss_sort_numbers(sb_u32s *list)
{
	if (list->n)
		qsort(list->at, list->n, sizeof *list->at, by_number);
}

const char *ss_unknown_names(ss_case *c, const sb_u32s *unknowns)
{
	sb_u32s keys = {0};

	for (uint32_t i = 0; i < unknowns->n; i++)
		sb_push(c->w->scratch, keys, c->s->unknowns[unknowns->at[i]]);
	ss_sort_numbers(&keys);
	return ss_names(c->w, keys.at, keys.n, SS_NAMES_MOST);
}

const char *ss_component_names(ss_work *w, const sb_u32s *components, uint32_t most)
{
	sb_text text = {0};
	uint32_t shown = components->n < most ? components->n : most;

	sb_add(&text, "");
	for (uint32_t i = 0; i < shown; i++)
		sb_addf(&text, "%s'%s'",
				!i                       ? ""
				: i + 1 == components->n ? " and "
										 : ", ",
				w->model->components.at[components->at[i]].name);
	if (components->n > shown)
		sb_addf(&text, " and %u more", components->n - shown);
	const char *copy = sb_strdup(w->scratch, text.at);
	sb_text_free(&text);
	return copy;
}

const char *ss_count_text(uint32_t n)
{
	static const char *const words[] = {"none", "one", "two", "three", "four", "five", "six"};
	return n < sizeof words / sizeof *words ? words[n] : NULL;
}
