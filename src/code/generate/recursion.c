/* Which functions of a model can come to call themselves, and where: only these have to watch the depth of their
 * calls. */
#include "code/generate/generate.h"

#include <ctype.h>
#include <string.h>

typedef struct search {
	const sm_model *model;
	sb_arena *arena;
	bool *seen;
	sb_u32s open;                  /* functions whose calls are still to be looked at */
	uint32_t number;               /* the one that is looked for */
	sb_span where;                 /* the statement that calls it */
} search;

static bool see_call(void *context, const sx_pool *pool, sx_ref e)
{
	search *s = context;
	const sx_node *node = sx_at(pool, e);
	if (node->op == SX_CALL && node->payload < s->model->functions.n && !s->seen[node->payload]) {
		s->seen[node->payload] = true;
		sb_push(s->arena, s->open, node->payload);
	}
	return true;
}

static void look_at(search *s, sx_ref e)
{
	if (e)
		sx_visit(s->model->pool, e, see_call, s);
}

static void look_at_statements(search *s, const sm_statements *list, uint32_t depth)
{
	for (uint32_t k = 0; k < list->n && depth < 1000; k++) {
		const sm_statement *one = list->at[k];
		const sx_ref parts[] = { one->target, one->value, one->condition, one->from, one->to, one->step };
		bool before = s->seen[s->number];
		for (size_t j = 0; j < sizeof parts / sizeof *parts; j++)
			look_at(s, parts[j]);
		for (uint32_t j = 0; j < one->targets.n; j++)
			look_at(s, one->targets.at[j]);
		if (!before && s->seen[s->number])
			s->where = one->span;
		for (uint32_t j = 0; j < one->branches.n; j++) {
			look_at(s, one->branches.at[j].condition);
			look_at_statements(s, &one->branches.at[j].body, depth + 1);
		}
	}
}

static void look_at_function(search *s, const sm_function *f)
{
	for (uint32_t k = 0; k < f->locals.n; k++) {
		look_at(s, f->locals.at[k].binding);
		for (uint32_t j = 0; j < f->locals.at[k].rank; j++)
			look_at(s, f->locals.at[k].dims[j]);
	}
	for (uint32_t k = 0; f->external && k < f->external->args.n; k++)
		look_at(s, f->external->args.at[k].value);
	look_at_statements(s, &f->body, 0);
	look_at_statements(s, &f->last, 0);
}

/* Of a statement the part from the call on, if the name of the function is found in its text. */
static sb_span from_call(const sm_model *m, sb_span span, const char *name)
{
	size_t length = 0;
	const char *text = span.source ? sb_source_text(m->diag, span.source, &length) : NULL, *dot = strrchr(name, '.');
	size_t n = strlen(dot ? dot + 1 : name);
	for (size_t k = span.start; text && k + n < span.end && span.end <= length; k++) {
		bool begins = k == 0 || !(isalnum((unsigned char)text[k - 1]) || text[k - 1] == '_');
		if (begins && strncmp(text + k, dot ? dot + 1 : name, n) == 0 && (text[k + n] == '(' || text[k + n] == ' '))
			return (sb_span){ span.source, (uint32_t)k, span.end };
	}
	return span;
}

bool sc_can_call_itself(const sc_emitter *em, uint32_t number, sb_span *where)
{
	const sm_function *f = em->model->functions.at[number];
	search s = { .model = em->model, .arena = sb_arena_new(), .number = number };
	s.seen = sb_new_array(s.arena, bool, em->model->functions.n + 1);
	look_at_function(&s, f);
	while (s.open.n && !s.seen[number])
		look_at_function(&s, em->model->functions.at[s.open.at[--s.open.n]]);
	*where = s.where.source ? from_call(em->model, s.where, f->name) : f->span;
	bool found = s.seen[number];
	sb_arena_free(s.arena);
	return found;
}
