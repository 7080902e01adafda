/* Equations of the dynamic region, statements of the others. */
#include "front/muss/write/muss_write.h"

bool mu_sets(const mu_node *n, const char *name)
{
	if (!n)
		return false;
	if (n->kind == MU_ASSIGN) {
		for (uint32_t i = 0; i < mu_length(n, 0); i++)
			if (mu_list(n, 0, i)->name == name)
				return true;
		return false;
	}
	for (uint32_t i = 0; i < n->of.n; i++)
		if (mu_sets(n->of.at[i], name))
			return true;
	return false;
}

bool mu_is_reset(const mu_writer *w, const mu_symbol *s)
{
	return s->state && s->when && w->unit->kind != MU_SAMPLED_BLOCK;
}

static int type_of_target(const mu_writer *w, const mu_node *target)
{
	const mu_symbol *s = target->kind == MU_NAME ? mu_find(w->unit, target->name) : NULL;
	return s ? s->type : MU_REAL;
}

static void several(mu_writer *w, const mu_node *n)
{
	const mu_call *call = mu_call_of(w->unit, mu_child(n, 1));
	for (uint32_t i = 0; call && call->unit && i < mu_length(n, 0) && i < call->unit->outputs.n; i++) {
		mu_line(w, n->span);
		mu_write_expression(w, mu_list(n, 0, i));
		mu_putf(w, n->span, " = %s.%s;", mu_plain(w, call->name), mu_plain(w, call->unit->outputs.at[i]->name));
	}
}

static void assign(mu_writer *w, const mu_node *n)
{
	const mu_node *target = mu_list(n, 0, 0), *name = target->kind == MU_PRIME ? mu_child(target, 0) : target;
	const mu_symbol *s = mu_find(w->unit, name->name);
	if (mu_length(n, 0) > 1) {
		several(w, n);
		return;
	}
	if (s && s->group == MU_FIELDS) {
		mu_write_field_equation(w, n, s);
		return;
	}
	mu_line(w, n->span);
	mu_write_expression(w, target);
	mu_put(w, n->span, w->procedural ? " := " : " = ");
	mu_write_as(w, mu_child(n, 1), type_of_target(w, target));
	mu_put(w, n->span, ";");
}

static void list_of(mu_writer *w, const mu_node *list)
{
	w->indent++;
	if (w->procedural)
		mu_write_statements(w, list);
	else
		mu_write_equations(w, list);
	w->indent--;
}

static void parts(mu_writer *w, const mu_node *n)
{
	for (uint32_t i = 0; i < mu_length(n, 0); i++) {
		const mu_node *part = mu_list(n, 0, i), *condition = mu_child(part, 0);
		mu_line(w, part->span);
		if (condition) {
			mu_put(w, condition->span, i ? "elseif " : "if ");
			mu_write_as(w, condition, MU_LOGICAL);
			mu_put(w, condition->span, " then");
		} else {
			mu_put(w, part->span, "else");
		}
		list_of(w, mu_child(part, 1));
	}
	mu_line(w, n->span);
	mu_put(w, n->span, "end if;");
}

static void branches(mu_writer *w, const mu_node *n)
{
	bool first = true;
	for (uint32_t i = 0; i < mu_length(n, 1); i++) {
		const mu_node *branch = mu_list(n, 1, i);
		mu_line(w, branch->span);
		mu_put(w, branch->span, !mu_length(branch, 0) ? "else" : first ? "if " : "elseif ");
		for (uint32_t k = 0; k < mu_length(branch, 0); k++) {
			mu_put(w, branch->span, k ? " or (" : "(");
			mu_write_as(w, mu_child(n, 0), MU_REAL);
			mu_put(w, branch->span, ") == (");
			mu_write_as(w, mu_list(branch, 0, k), MU_REAL);
			mu_put(w, branch->span, ")");
		}
		if (mu_length(branch, 0))
			mu_put(w, branch->span, " then");
		first = false;
		list_of(w, mu_child(branch, 1));
	}
	mu_line(w, n->span);
	mu_put(w, n->span, "end if;");
}

static void loop(mu_writer *w, const mu_node *n)
{
	mu_line(w, n->span);
	if (n->kind == MU_WHILE) {
		mu_put(w, n->span, "while ");
		mu_write_as(w, mu_child(n, 0), MU_LOGICAL);
	} else {
		mu_putf(w, n->span, "for %s in ", mu_plain(w, n->name));
		mu_write_expression(w, mu_child(n, 0));
		mu_put(w, n->span, ":");
		mu_write_expression(w, mu_child(n, 1));
	}
	mu_put(w, n->span, " loop");
	list_of(w, mu_child(n, n->kind == MU_WHILE ? 1 : 2));
	mu_line(w, n->span);
	mu_put(w, n->span, n->kind == MU_WHILE ? "end while;" : "end for;");
}

static void one(mu_writer *w, const mu_node *n)
{
	if (n->kind == MU_ASSIGN)
		assign(w, n);
	else if (n->kind == MU_IF)
		parts(w, n);
	else if (n->kind == MU_CASE)
		branches(w, n);
	else if (n->kind == MU_FOR || n->kind == MU_WHILE)
		loop(w, n);
}

void mu_write_statements(mu_writer *w, const mu_node *list)
{
	bool before = w->procedural;
	w->procedural = true;
	for (uint32_t i = 0; list && i < list->of.n; i++)
		one(w, list->of.at[i]);
	w->procedural = before;
}

void mu_write_equations(mu_writer *w, const mu_node *list)
{
	for (uint32_t i = 0; list && i < list->of.n; i++)
		one(w, list->of.at[i]);
}

/* The new values of states begin with what they are. */
static void begin_resets(mu_writer *w, const mu_node *part)
{
	for (uint32_t i = 0; i < w->unit->symbols.n; i++) {
		const mu_symbol *s = w->unit->symbols.at[i];
		if (!mu_is_reset(w, s) || !mu_sets(mu_child(part, 1), s->name))
			continue;
		mu_line(w, part->span);
		mu_putf(w, part->span, "'%s+' := %s;", s->name, mu_plain(w, s->name));
	}
}

static void when_parts(mu_writer *w, const mu_node *n)
{
	mu_line(w, n->span);
	mu_put(w, n->span, "algorithm");
	w->indent++;
	for (uint32_t i = 0; i < mu_length(n, 0); i++) {
		const mu_node *part = mu_list(n, 0, i), *condition = mu_child(part, 0);
		mu_line(w, part->span);
		mu_put(w, condition->span, "when ");
		mu_write_as(w, condition, MU_LOGICAL);
		mu_put(w, condition->span, " then");
		w->indent++;
		begin_resets(w, part);
		w->set_in = mu_child(part, 1);
		mu_write_statements(w, mu_child(part, 1));
		w->set_in = NULL;
		w->indent--;
		mu_line(w, part->span);
		mu_put(w, part->span, "end when;");
	}
	w->indent--;
}

/* when any of the conditions whose part sets it turns: reinit(x, 'x+') */
static void resets(mu_writer *w, const mu_node *n)
{
	for (uint32_t i = 0; i < w->unit->symbols.n; i++) {
		const mu_symbol *s = w->unit->symbols.at[i];
		if (!mu_is_reset(w, s) || !mu_sets(n, s->name))
			continue;
		mu_line(w, n->span);
		mu_put(w, n->span, "equation");
		mu_line(w, n->span);
		mu_put(w, n->span, "  when {");
		bool more = false;
		for (uint32_t k = 0; k < mu_length(n, 0); k++) {
			const mu_node *part = mu_list(n, 0, k);
			if (!mu_sets(mu_child(part, 1), s->name))
				continue;
			mu_put(w, part->span, more ? ", " : "");
			mu_write_as(w, mu_child(part, 0), MU_LOGICAL);
			more = true;
		}
		mu_put(w, n->span, "} then");
		mu_line(w, n->span);
		mu_putf(w, n->span, "    reinit(%s, '%s+');", mu_plain(w, s->name), s->name);
		mu_line(w, n->span);
		mu_put(w, n->span, "  end when;");
	}
}

void mu_write_whens(mu_writer *w, const mu_node *list)
{
	for (uint32_t i = 0; list && i < list->of.n; i++)
		if (list->of.at[i]->kind == MU_WHEN) {
			when_parts(w, list->of.at[i]);
			resets(w, list->of.at[i]);
		}
}

/* What the inputs of the components are. */
void mu_write_calls(mu_writer *w)
{
	static const char *const standard[] = {"u", "u1", "u2", "u3"};
	for (uint32_t i = 0; i < w->unit->calls.n; i++) {
		const mu_call *call = &w->unit->calls.at[i];
		uint32_t n = mu_length(call->node, 1);
		for (uint32_t k = 0; k < n; k++) {
			const mu_node *a = mu_list(call->node, 1, k);
			if (call->unit && k >= call->unit->inputs.n)
				break;
			mu_line(w, a->span);
			mu_putf(w, a->span, "%s.%s = ", mu_plain(w, call->name), call->unit ?
				mu_plain(w, call->unit->inputs.at[k]->name) : n == 1 ? standard[0] : standard[k < 3 ? k + 1 : 3]);
			mu_write_as(w, a, call->unit ? call->unit->inputs.at[k]->type : MU_REAL);
			mu_put(w, a->span, ";");
		}
	}
}
