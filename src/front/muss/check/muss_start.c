/* The initial region happens in its order: what is read there has a value by then. */
#include "front/muss/check/muss_check.h"

typedef struct starter {
	mu_checker *c;
	sb_vec(const char *) set;            /* so far, on every way */
	sb_vec(const char *) told;
} starter;

static bool is_in(const char *const *list, uint32_t n, const char *name)
{
	for (uint32_t i = 0; i < n; i++)
		if (list[i] == name)
			return true;
	return false;
}

static void steps(starter *s, const mu_node *list);

/* Names that the region sets at all are those that it must not read before. */
static void read(starter *s, const mu_node *e)
{
	if (!e)
		return;
	const mu_symbol *v = e->kind == MU_NAME ? mu_find(s->c->unit, e->name) : NULL;
	bool early = v && v->initial && !mu_child(v->declared, 1) && !is_in(s->set.at, s->set.n, v->name);
	if (early && !is_in(s->told.at, s->told.n, v->name)) {
		sb_message *m = sb_report(s->c->text->diag, SB_ERROR, "N0222", e->span,
								  "'%s' is read here before the initial region gives it a value", v->name);
		sb_also(m, v->initial->span, "it gets one here");
		sb_help(m, "the initial region happens in its order: put this statement behind the other one");
		sb_push(s->c->text->arena, s->told, v->name);
	}
	for (uint32_t i = e->kind == MU_APPLY; i < e->of.n; i++)         /* the name of a function is none */
		read(s, e->of.at[i]);
}

/* What each of the branches has set is set behind them; if none need hold, nothing is. */
static void branches(starter *s, const mu_node *n, uint32_t list)
{
	uint32_t before = s->set.n, count = mu_length(n, list);
	sb_vec(const char *) all = {0};
	bool complete = false;
	for (uint32_t i = 0; i < count; i++) {
		const mu_node *part = mu_list(n, list, i), *first = mu_child(part, 0);
		complete |= n->kind == MU_IF ? !first : !first->of.n;
		if (n->kind == MU_IF)
			read(s, first);
		steps(s, mu_child(part, 1));
		uint32_t kept = 0;
		for (uint32_t k = 0; i == 0 && k < s->set.n - before; k++)
			sb_push(s->c->text->arena, all, s->set.at[before + k]);
		for (uint32_t k = 0; k < all.n; k++)
			if (is_in(s->set.at + before, s->set.n - before, all.at[k]))
				all.at[kept++] = all.at[k];
		all.n = kept;
		s->set.n = before;
	}
	for (uint32_t k = 0; complete && k < all.n; k++)
		sb_push(s->c->text->arena, s->set, all.at[k]);
}

static void loop(starter *s, const mu_node *n)
{
	uint32_t before = s->set.n;
	for (uint32_t i = 0; i + 1 < n->of.n; i++)
		read(s, n->of.at[i]);
	steps(s, n->of.at[n->of.n - 1]);
	if (n->kind == MU_WHILE)
		s->set.n = before;                   /* it may happen not once */
}

static void steps(starter *s, const mu_node *list)
{
	for (uint32_t i = 0; list && i < list->of.n; i++) {
		const mu_node *n = list->of.at[i];
		if (n->kind == MU_ASSIGN) {
			read(s, mu_child(n, 1));
			for (uint32_t k = 0; k < mu_length(n, 0); k++)
				sb_push(s->c->text->arena, s->set, mu_list(n, 0, k)->name);
		} else if (n->kind == MU_IF) {
			branches(s, n, 0);
		} else if (n->kind == MU_CASE) {
			read(s, mu_child(n, 0));
			branches(s, n, 1);
		} else if (n->kind == MU_FOR || n->kind == MU_WHILE) {
			loop(s, n);
		}
	}
}

void mu_check_start(mu_checker *c)
{
	const mu_node *r = mu_region(c->unit, MU_INITIAL);
	starter s = {.c = c};
	if (r)
		steps(&s, mu_child(r, 0));
}
