/* REMOVE, COPY and FIND that find nothing. Whether they did is told by FOUND. A program that asks for it has thought of
 * an empty set; where nothing asks before FOUND is set again, the run must not go on with the values of the entry
 * before, and ends there. */
#include "front/cosy/routine/cosy_routine.h"

#include <string.h>

enum { DEEPEST = 500 };

typedef sb_vec(const sm_statement *) attempts;

typedef struct flow {
	co_context *c;
	uint32_t found;          /* the local */
	sb_map asked;            /* attempts after which FOUND is read */
} flow;

/* IF FOUND THEN take it: what REMOVE and COPY end with; FIND has taken it before. */
static bool is_attempt(const flow *f, const sm_statement *st)
{
	const sm_statements *body = st->kind == SM_IF_DO && st->branches.n == 1 ? &st->branches.at[0].body : NULL;
	sx_ref condition = body ? st->branches.at[0].condition : 0;

	return body && (!body->n || (body->n == 1 && (body->at[0]->kind == SM_TAKE || body->at[0]->kind == SM_PEEK))) &&
		   sx_op_of(f->c->pool, condition) == SX_LOCAL && sx_at(f->c->pool, condition)->payload == f->found;
}

typedef struct reading {
	uint32_t found;
	bool read;
} reading;

static bool see_read(void *context, const sx_pool *pool, sx_ref e)
{
	reading *r = context;

	r->read = r->read || (sx_op_of(pool, e) == SX_LOCAL && sx_at(pool, e)->payload == r->found);
	return !r->read;
}

static void read_in(flow *f, sx_ref e, const attempts *pending)
{
	reading r = {f->found, false};

	if (e)
		sx_visit(f->c->pool, e, see_read, &r);
	for (uint32_t i = 0; r.read && i < pending->n; i++)
		sb_map_put(&f->asked, (uint64_t)(uintptr_t)pending->at[i], 1);
}

static void read_own(flow *f, const sm_statement *st, const attempts *pending)
{
	const sx_ref own[] = {st->value, st->condition, st->index, st->from, st->to, st->step};

	for (size_t i = 0; i < sizeof own / sizeof *own; i++)
		read_in(f, own[i], pending);
	for (uint32_t i = 0; !sm_sets_targets(st->kind) && i < st->targets.n; i++)
		read_in(f, st->targets.at[i], pending);
}

static void add_all(flow *f, attempts *to, const attempts *from)
{
	for (uint32_t i = 0; i < from->n; i++) {
		bool known = false;
		for (uint32_t k = 0; k < to->n; k++)
			known = known || to->at[k] == from->at[i];
		if (!known)
			sb_push(f->c->arena, *to, from->at[i]);
	}
}

static attempts copy_of(flow *f, const attempts *from)
{
	attempts copy = {0};

	add_all(f, &copy, from);
	return copy;
}

static void go_through(flow *f, const sm_statements *list, attempts *pending, int depth);

static void go_through_choice(flow *f, const sm_statement *st, attempts *pending, int depth)
{
	attempts after = {0};
	bool closed = false;

	for (uint32_t i = 0; i < st->branches.n; i++) {
		read_in(f, st->branches.at[i].condition, pending);
		attempts inside = copy_of(f, pending);
		go_through(f, &st->branches.at[i].body, &inside, depth + 1);
		add_all(f, &after, &inside);
		closed = closed || !st->branches.at[i].condition;
	}
	if (!closed)
		add_all(f, &after, pending);
	*pending = after;
}

static void go_through_loop(flow *f, const sm_statement *st, attempts *pending, int depth)
{
	attempts inside = copy_of(f, pending);

	for (int round = 0; round < 2; round++) {
		read_in(f, st->branches.at[0].condition, &inside);
		go_through(f, &st->branches.at[0].body, &inside, depth + 1);
	}
	read_in(f, st->branches.at[0].condition, &inside);
	add_all(f, pending, &inside);
}

static void go_through(flow *f, const sm_statements *list, attempts *pending, int depth)
{
	for (uint32_t i = 0; i < list->n && depth < DEEPEST; i++) {
		const sm_statement *st = list->at[i];
		if (is_attempt(f, st)) {
			pending->n = 0;
			sb_push(f->c->arena, *pending, st);
			continue;
		}
		read_own(f, st, pending);
		if (st->target && sx_op_of(f->c->pool, st->target) == SX_LOCAL &&
			sx_at(f->c->pool, st->target)->payload == f->found)
			pending->n = 0;
		if ((st->kind == SM_WHILE || st->kind == SM_FOR) && st->branches.n)
			go_through_loop(f, st, pending, depth);
		else if (st->branches.n)
			go_through_choice(f, st, pending, depth);
	}
}

static sx_ref says(co_context *c, const sm_statement *st)
{
	sx_pool *p = c->pool;
	const char *set = c->m->resources.at[st->object].name;
	const char *help = "test EMPTY or LENGTH before, or FOUND afterwards";
	const sm_statement *taking = st->branches.at[0].body.n ? st->branches.at[0].body.at[0] : NULL;

	if (!taking)
		return sx_string(p, sb_printf(c->arena, "FIND has found nothing in '%s'; test FOUND afterwards", set));
	if (!taking->value || sx_is_number(p, taking->value, -1))
		return sx_string(p, sb_printf(c->arena, "there is nothing to remove, '%s' is empty; %s", set, help));
	sx_ref front = sx_binary(p, SX_CONCAT, sx_string(p, "there is no entry "), sx_to_string(p, taking->value, 0, 0, 0));
	return sx_binary(p, SX_CONCAT, front, sx_string(p, sb_printf(c->arena, " in '%s'; %s", set, help)));
}

static void demand(flow *f, const sm_statements *list, int depth)
{
	for (uint32_t i = 0; i < list->n && depth < DEEPEST; i++) {
		sm_statement *st = list->at[i];
		uint64_t known;
		if (!is_attempt(f, st) || sb_map_get(&f->asked, (uint64_t)(uintptr_t)st, &known)) {
			for (uint32_t k = 0; k < st->branches.n; k++)
				demand(f, &st->branches.at[k].body, depth + 1);
			continue;
		}
		sm_statement_branch none = {.span = st->span};
		sm_statement *fails = sm_statement_new(f->c->m, SM_ASSERT_DO, st->span);
		fails->condition = sx_bool(f->c->pool, false);
		fails->value = says(f->c, st);
		sb_push(f->c->arena, none.body, fails);
		sb_push(f->c->arena, st->branches, none);
	}
}

void co_check_found(co_context *c)
{
	for (uint32_t i = 0; i < c->m->routines.n; i++) {
		const sm_routine *r = &c->m->routines.at[i];
		flow f = {.c = c, .found = 0, .asked = sb_map_new(c->arena)};
		attempts pending = {0};
		while (f.found < r->locals.n && strcmp(r->locals.at[f.found].name, "FOUND") != 0)
			f.found++;
		if (f.found == r->locals.n)
			continue;
		go_through(&f, &r->body, &pending, 0);
		demand(&f, &r->body, 0);
	}
}
