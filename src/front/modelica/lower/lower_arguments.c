/* Arguments of the calls that the language itself knows: assert, terminate, reinit, transition, Connections.root ... */
#include "front/modelica/lower/lower_inside.h"

#include <string.h>

const mo_expr *mo_call_argument(const mo_expr *call, uint32_t index, const char *name)
{
	if (index < call->a.n)
		return call->a.at[index];
	for (uint32_t i = 0; i < call->named.n; i++)
		if (strcmp(call->named.at[i].name, name) == 0)
			return call->named.at[i].value;
	return NULL;
}

bool mo_check_arguments(mo_context *c, const mo_expr *call, uint32_t least, const char *const *names, uint32_t most)
{
	uint32_t given = 0;

	for (uint32_t i = 0; i < call->named.n; i++) {
		bool known = false;

		for (uint32_t k = call->a.n; k < most; k++)
			known |= strcmp(call->named.at[i].name, names[k]) == 0;
		if (!known) {
			sb_message *m = sb_report(c->diag, SB_ERROR, "M0419", call->named.at[i].span,
									  "'%s' has no argument '%s', or it is given twice", call->parts.at[0].name,
									  call->named.at[i].name);
			const char *near = sb_nearest(call->named.at[i].name, names, most);

			if (near)
				sb_help(m, "did you mean '%s'?", near);
			return false;
		}
	}
	for (uint32_t i = 0; i < most; i++)
		given += i < least && mo_call_argument(call, i, names[i]) != NULL;
	if (call->a.n <= most && given == least)
		return true;
	sb_help(sb_report(c->diag, SB_ERROR, "M0419", call->span, "'%s' takes %s%u arguments", call->parts.at[0].name,
			least < most ? "at least " : "", least),
			"give each argument once, by position or by name");
	return false;
}

static void body_expressions(sb_arena *arena, const mo_equation *q, mo_exprs *out)
{
	if (q->left)
		sb_push(arena, *out, q->left);
	if (q->right)
		sb_push(arena, *out, q->right);
	for (uint32_t b = 0; b < q->branches.n; b++) {
		if (q->branches.at[b].condition)
			sb_push(arena, *out, q->branches.at[b].condition);
		mo_body_expressions(arena, &q->branches.at[b].body, out);
	}
}

void mo_body_expressions(sb_arena *arena, const mo_equations *body, mo_exprs *out)
{
	for (uint32_t i = 0; i < body->n; i++)
		body_expressions(arena, body->at[i], out);
}
