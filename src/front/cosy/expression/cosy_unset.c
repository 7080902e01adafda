/* Local variables that are read before they get a value: then they are 0 or FALSE, which nobody has written. There is
 * no GOTO, so a variable whose first mention in the text is in an expression has no value when this is reached for the
 * first time. */
#include "front/cosy/expression/cosy_expression.h"

#include <string.h>

typedef enum use { UNSEEN, READ, SET } use;
typedef struct search { co_context *c; const char *name; const co_node *place; } search;

static use first_use(search *s, const co_node *n);

static use among(search *s, const co_node *n, uint32_t from)
{
	use found = UNSEEN;

	for (uint32_t i = from; n && i < n->of.n && found == UNSEEN; i++)
		found = first_use(s, n->of.at[i]);
	return found;
}

/* What is given a value: its subscripts are read before that. */
static use target(search *s, const co_node *n)
{
	use found = among(s, n, 0);

	return found == UNSEEN && n && n->name == s->name ? SET : found;
}

/* By itself it may be set, by the PROCEDURE or the text in C. */
static use arguments(search *s, const co_node *list)
{
	use found = UNSEEN;

	for (uint32_t i = 0; i < co_count(list) && found == UNSEEN; i++)
		found = list->of.at[i]->kind == CO_NAME ? target(s, list->of.at[i]) : first_use(s, list->of.at[i]);
	return found;
}

static use first_use(search *s, const co_node *n)
{
	use found;

	if (!n)
		return UNSEEN;
	switch (n->kind) {
	case CO_ASSIGN:
		found = first_use(s, co_child(n, 1));
		return found == UNSEEN ? target(s, co_child(n, 0)) : found;
	case CO_REMOVE: case CO_COPY: case CO_FIND:
		found = among(s, n, 1);
		return found == UNSEEN ? target(s, co_child(n, 0)) : found;
	case CO_CALL: case CO_CCODE:
		found = arguments(s, co_child(n, 0));
		return found == UNSEEN ? arguments(s, co_child(n, 1)) : found;
	case CO_FOR:                     /* it has a counter of its own */
		found = first_use(s, co_child(n, 0));
		found = found == UNSEEN ? first_use(s, co_child(n, 1)) : found;
		return found == UNSEEN && n->name != s->name ? among(s, n, 2) : found;
	case CO_NAME: case CO_APPLY:
		found = n->kind == CO_NAME ? first_use(s, co_child(n, 0)) : among(s, n, 0);    /* not what is behind a dot */
		if (found == UNSEEN && n->name == s->name) {
			s->place = n;
			return READ;
		}
		return found;
	default: return among(s, n, 0);
	}
}

static void look_at_local(co_context *c, const co_node *routine, const co_node *v)
{
	search s = {.c = c, .name = v->name};
	const char *type = co_child(v, 0) ? co_child(v, 0)->name : NULL;
	bool truth = type && strcmp(type, "BOOLEAN") == 0;
	const co_node *body = co_child(routine, routine->of.n - 1);

	if (!type || (!truth && strcmp(type, "REAL") != 0 && strcmp(type, "INTEGER") != 0) || co_child(v, 2) ||
		first_use(&s, body) != READ)
		return;
	sb_message *m = sb_report(c->diag, SB_WARNING, "K0630", s.place->span,
							  "'%s' is read here before it gets a value; it is %s", v->name, truth ? "FALSE" : "0");
	sb_also(m, v->span, "it is declared here");
	sb_help(m, "assign it before, or declare it with a value: %s %s := %s", type, v->name, truth ? "FALSE" : "0");
}

static void look_at(co_context *c, const co_node *n)
{
	bool process = n && n->kind == CO_PROCESS;

	for (uint32_t i = 0; n && i < n->of.n; i++)
		look_at(c, n->of.at[i]);
	if (!n || (!process && n->kind != CO_SUBROUTINE))
		return;
	const co_node *all = co_child(n, process ? 1 : 2);
	for (uint32_t i = 0; i < co_count(all); i++)
		for (uint32_t k = 0; k < co_count(co_child(all->of.at[i], 0)); k++) {
			const co_node *v = co_child(all->of.at[i], 0)->of.at[k];
			if (v->name)
				look_at_local(c, n, v);
		}
}

void co_check_unset(co_context *c)
{
	look_at(c, c->program);
}
