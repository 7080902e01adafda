/* Elements of base classes that `extends A(break x, break connect(a, b))` leaves out (7.4). */
#include <string.h>

#include "front/modelica/instance/scope.h"

static bool same_reference(const mo_expr *a, const mo_expr *b)
{
	sb_text x = {0}, y = {0};
	mo_expr_text(a, &x);
	mo_expr_text(b, &y);
	bool same = x.at && y.at && strcmp(x.at, y.at) == 0;
	sb_text_free(&x);
	sb_text_free(&y);
	return same;
}

static bool is_broken_by(const mo_expr *b, const mo_equation *q)
{
	return same_reference(b->a.at[0], q->left) && same_reference(b->a.at[1], q->right);
}

bool mo_connect_broken(const mo_scope *scope, const mo_equation *connect)
{
	for (const mo_scope *s = scope; s->derived; s = s->derived)
		for (uint32_t i = 0; s->breaks && i < s->breaks->n; i++) {
			const mo_expr *b = s->breaks->at[i]->value;
			if (b && b->a.n == 2 && is_broken_by(b, connect))
				return true;
		}
	return false;
}

static bool has_connect(const mo_equations *list, const mo_expr *b)
{
	for (uint32_t i = 0; i < list->n; i++) {
		const mo_equation *q = list->at[i];
		if (q->kind == MO_Q_CONNECT && is_broken_by(b, q))
			return true;
		for (uint32_t k = 0; k < q->branches.n; k++)
			if (has_connect(&q->branches.at[k].body, b))
				return true;
	}
	return false;
}

static bool inherits_connect(const mo_scope *scope, const mo_expr *b)
{
	for (uint32_t i = 0; scope->class_def && i < scope->class_def->sections.n; i++)
		if (has_connect(&scope->class_def->sections.at[i].body, b))
			return true;
	for (uint32_t i = 0; i < scope->bases.n; i++)
		if (inherits_connect(scope->bases.at[i], b))
			return true;
	return false;
}

void mo_check_breaks(mo_scope *part)
{
	mo_context *c = part->context;

	for (uint32_t i = 0; part->breaks && !part->incomplete && i < part->breaks->n; i++) {
		const mo_modification *b = part->breaks->at[i];
		bool connect = b->value && b->value->a.n == 2;
		if (b->name_n ? mo_member(part, b->name[0]) != NULL : !connect || inherits_connect(part, b->value))
			continue;
		if (!mo_first_report(c, b))
			continue;
		sb_message *m = b->name_n
			? sb_report(c->diag, SB_ERROR, "M0211", b->span, "there is no '%s' in '%s' to break", b->name[0],
						mo_class_text(part))
			: sb_report(c->diag, SB_ERROR, "M0211", b->span, "there is no such connection in '%s' to break",
						mo_class_text(part));
		const char *near = b->name_n ? mo_near_name(c, part, b->name[0], false) : NULL;
		if (near)
			sb_help(m, "did you mean '%s'?", near);
		else
			sb_help(m, "%s", b->name_n ? "remove this `break`"
									   : "write both ends as the connect equation has them, in its order");
	}
}
