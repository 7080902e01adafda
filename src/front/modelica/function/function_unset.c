/* Locals of a function that are read although nothing has set them. Modelica leaves their value open, so whatever is
 * computed from it is wrong: the function is told (M0569), not refused, because a result that nobody uses may be left
 * so.
 *
 * Only what is certain is told. A local that any branch may have set counts as set behind it, and so does one that is
 * set anywhere in a loop, because of the round before. Whole arrays may be read for their sizes alone; they are not
 * looked at, their elements are. Of results, fields of records and arrays may be left open, and often are.
 */
#include <string.h>

#include "front/modelica/function/function_inside.h"

typedef struct unset {
	struct mo_procedure *f;
	bool *set;                     /* by local */
	sb_span at;                    /* the statement */
} unset;

static void tell(unset *u, const sm_local *l, sb_span at, bool read)
{
	if (!l->span.source || strncmp(l->name, "_size_", 6) == 0 || !mo_first_report(u->f->c, sb_intern(u->f->c->names,
			sb_printf(u->f->c->arena, "unset %u %u", l->span.source, l->span.start))))
		return;
	sb_message *m = sb_report(u->f->c->diag, SB_WARNING, "M0569", at, read
		? "'%s' is read in '%s' before it has a value" : "the result '%s' of '%s' never gets a value", l->name,
		u->f->of->name);
	sb_also(m, l->span, "it is declared here, without a value");
	sb_note(m, "it is 0 here, and may be anything in other tools");
	sb_help(m, "assign to '%s' before, or give it a value where it is declared", l->name);
}

static bool see_read(void *context, const sx_pool *pool, sx_ref e)
{
	unset *u = context;
	const sx_node *node = sx_at(pool, e);

	if (sx_op_of(pool, e) != SX_LOCAL || node->payload >= u->f->function->locals.n || u->set[node->payload])
		return true;
	const sm_local *l = &u->f->function->locals.at[node->payload];
	if (l->rank == 0 || node->count)
		tell(u, l, u->at, true);
	u->set[node->payload] = true;
	return true;
}

static void look(unset *u, sx_ref e)
{
	if (e)
		sx_visit(u->f->c->pool, e, see_read, u);
}

static void note_target(unset *u, sx_ref target)
{
	if (target && sx_op_of(u->f->c->pool, target) == SX_LOCAL)
		u->set[sx_at(u->f->c->pool, target)->payload] = true;
}

static void note_set(unset *u, sx_ref target)
{
	for (uint32_t i = 0; target && i < sx_at(u->f->c->pool, target)->count; i++)
		look(u, sx_arg(u->f->c->pool, target, i));
	note_target(u, target);
}

/* All that a list of statements may set. */
static void note_all(unset *u, const sm_statements *list)
{
	for (uint32_t i = 0; i < list->n; i++) {
		const sm_statement *s = list->at[i];
		if (s->kind == SM_ASSIGN || s->kind == SM_RESIZE)
			note_target(u, s->target);
		for (uint32_t k = 0; k < s->targets.n && s->kind == SM_ASSIGN_CALL; k++)
			note_target(u, s->targets.at[k]);
		for (uint32_t b = 0; b < s->branches.n; b++)
			note_all(u, &s->branches.at[b].body);
	}
}

static void follow(unset *u, const sm_statements *list);

/* Each branch begins with what was set before; what any of them sets is set behind them. */
static void follow_branches(unset *u, const sm_statement *s)
{
	uint32_t n = u->f->function->locals.n;
	bool *before = sb_new_array(u->f->c->arena, bool, n + 1), *behind = sb_new_array(u->f->c->arena, bool, n + 1);

	memcpy(before, u->set, n * sizeof *before);
	memcpy(behind, u->set, n * sizeof *behind);
	for (uint32_t b = 0; b < s->branches.n; b++) {
		memcpy(u->set, before, n * sizeof *before);
		u->at = s->branches.at[b].span;
		look(u, s->branches.at[b].condition);
		follow(u, &s->branches.at[b].body);
		for (uint32_t i = 0; i < n; i++)
			behind[i] |= u->set[i];
	}
	memcpy(u->set, behind, n * sizeof *behind);
}

static void follow(unset *u, const sm_statements *list)
{
	for (uint32_t i = 0; i < list->n; i++) {
		const sm_statement *s = list->at[i];
		u->at = s->span;
		look(u, s->value);
		look(u, s->condition);
		look(u, s->from);
		look(u, s->to);
		look(u, s->step);
		if (s->kind == SM_FOR || s->kind == SM_WHILE)
			note_all(u, &s->branches.at[0].body);
		if (s->branches.n)
			follow_branches(u, s);
		if (s->kind == SM_ASSIGN || s->kind == SM_RESIZE)
			note_set(u, s->target);
		for (uint32_t k = 0; k < s->targets.n && s->kind == SM_ASSIGN_CALL; k++)
			note_set(u, s->targets.at[k]);
	}
}

void mo_tell_unset(struct mo_procedure *f)
{
	const sm_locals *locals = &f->function->locals;
	unset u = {.f = f, .set = sb_new_array(f->c->arena, bool, locals->n + 1)};

	for (uint32_t i = 0; i < locals->n; i++)
		u.set[i] = locals->at[i].role == SM_ARG || locals->at[i].binding || locals->at[i].object;
	follow(&u, &f->function->body);
	for (uint32_t i = 0; i < locals->n; i++)
		if (!u.set[i] && locals->at[i].role == SM_RESULT && !strchr(locals->at[i].name, '.') && locals->at[i].rank == 0)
			tell(&u, &locals->at[i], locals->at[i].span, false);
}
