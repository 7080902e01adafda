/* Spans: the bytes of every node's span, read alone, give an equal node. Nodes are compared as mo_dump writes them,
 * each in an artificial class around it. */
#include "unit/front/parser.h"

typedef struct walk { sb_arena *arena; const char *text; uint32_t nodes; } walk;

static void check_text(walk *w, const mo_file *want, const char *before, sb_span span, const char *after)
{
	char *text = sb_printf(w->arena, "%s%.*s%s", before, (int)(span.end - span.start), w->text + span.start, after);
	parsed r = parse(text);
	sb_text a = {0}, b = {0};
	mo_dump(want, &a);
	mo_dump(r.file, &b);
	if (sb_messages(r.diag) || strcmp(a.at, b.at) != 0)
		print_error("read:   %s\nwanted: %s\ngot:    %s\n", text, a.at, b.at);
	require_clean(&r);
	assert_string_equal(a.at, b.at);
	sb_text_free(&a);
	sb_text_free(&b);
	parsed_free(&r);
	w->nodes++;
}

static mo_file *file_of(walk *w, mo_class *c)
{
	mo_file *file = sb_new(w->arena, mo_file);
	mo_element *e = sb_new(w->arena, mo_element);
	e->kind = MO_EL_CLASS;
	e->class_def = c;
	sb_push(w->arena, file->classes, e);
	return file;
}

static mo_class *empty_class(walk *w)
{
	mo_class *c = sb_new(w->arena, mo_class);
	c->name = "W";
	c->restriction = MO_MODEL;
	return c;
}

static void walk_class(walk *w, mo_class *c);
static void walk_modifications(walk *w, const mo_modifications *list);

/* An expression stands in subscripts, where ':' and 'end' may stand too; function f(...) stands in a call. */
static void check_expr(walk *w, mo_expr *e)
{
	mo_class *c = empty_class(w);
	mo_element *x = sb_new(w->arena, mo_element);
	static const char *names[] = {"Real"};
	x->name = "x";
	x->type = (mo_type_name){.name = names, .n = 1};
	if (e->kind == MO_E_PARTIAL) {
		mo_expr *call = sb_new(w->arena, mo_expr);
		mo_part part = {.name = "f"};
		call->kind = MO_E_CALL;
		sb_push(w->arena, call->parts, part);
		sb_push(w->arena, call->a, e);
		x->value = call;
	} else if (e->kind == MO_E_ROW) {
		mo_expr *matrix = sb_new(w->arena, mo_expr);
		matrix->kind = MO_E_MATRIX;
		sb_push(w->arena, matrix->a, e);
		x->value = matrix;
	} else {
		sb_push(w->arena, x->dims, e);
	}
	sb_push(w->arena, c->elements, x);
	bool call = e->kind == MO_E_PARTIAL, row = e->kind == MO_E_ROW;
	check_text(w, file_of(w, c), call ? "model W Real x = f(" : row ? "model W Real x = [" : "model W Real x[", e->span,
		call ? "); end W;" : "]; end W;");
}

static void walk_expr(walk *w, mo_expr *e)
{
	if (!e)
		return;
	/* (c) := f() has a tuple of one on its left, which an expression cannot have. */
	if (e->kind != MO_E_TUPLE || e->a.n != 1)
		check_expr(w, e);
	for (uint32_t i = 0; i < e->a.n; i++)
		walk_expr(w, e->a.at[i]);
	for (uint32_t i = 0; i < e->named.n; i++)
		walk_expr(w, e->named.at[i].value);
	for (uint32_t i = 0; i < e->iterators.n; i++)
		walk_expr(w, e->iterators.at[i].range);
	for (uint32_t i = 0; i < e->parts.n; i++) {
		const mo_part *part = &e->parts.at[i];
		if (part->name)
			assert_memory_equal(w->text + part->span.start, part->name, strlen(part->name));
		for (uint32_t k = 0; k < part->subscripts.n; k++)
			walk_expr(w, part->subscripts.at[k]);
	}
	if (e->kind == MO_E_BINARY || e->kind == MO_E_UNARY)
		assert_memory_equal(w->text + e->op_span.start, mo_operator_text(e->op), e->op_span.end - e->op_span.start);
}

static void walk_exprs(walk *w, const mo_exprs *list)
{
	for (uint32_t i = 0; i < list->n; i++)
		walk_expr(w, list->at[i]);
}

/* All elements of one clause stand in it together. */
static void check_clause(walk *w, const mo_class *c, uint32_t first, uint32_t n)
{
	mo_class *alone = empty_class(w);
	for (uint32_t i = first; i < first + n; i++) {
		mo_element *copy = sb_new(w->arena, mo_element);
		*copy = *c->elements.at[i];
		copy->is_protected = false;
		sb_push(w->arena, alone->elements, copy);
	}
	check_text(w, file_of(w, alone), "model W ", c->elements.at[first]->clause_span, "; end W;");
}

static void walk_element(walk *w, mo_element *e)
{
	if (e->kind == MO_EL_CLASS)
		walk_class(w, e->class_def);
	if (e->name && e->name_span.end)
		assert_memory_equal(w->text + e->name_span.start, e->name, e->name_span.end - e->name_span.start);
	walk_exprs(w, &e->type_dims);
	walk_exprs(w, &e->dims);
	walk_expr(w, e->value);
	walk_expr(w, e->condition);
	walk_modifications(w, &e->args);
	walk_modifications(w, &e->annotation);
	walk_modifications(w, &e->constraint_args);
}

static void walk_modifications(walk *w, const mo_modifications *list)
{
	for (uint32_t i = 0; i < list->n; i++) {
		mo_modification *m = list->at[i];
		mo_class *c = empty_class(w);
		mo_element *x = sb_new(w->arena, mo_element);
		static const char *names[] = {"X"};
		x->kind = MO_EL_EXTENDS;
		x->type = (mo_type_name){.name = names, .n = 1};
		x->has_args = true;
		sb_push(w->arena, x->args, m);
		sb_push(w->arena, c->elements, x);
		check_text(w, file_of(w, c), "model W extends X(", m->span, "); end W;");
		walk_modifications(w, &m->args);
		walk_expr(w, m->value);
		if (m->element)
			walk_element(w, m->element);
	}
}

static void walk_equations(walk *w, const mo_equations *body, bool algorithm)
{
	for (uint32_t i = 0; i < body->n; i++) {
		mo_equation *q = body->at[i];
		mo_class *c = empty_class(w);
		mo_section s = {.algorithm = algorithm};
		sb_push(w->arena, s.body, q);
		sb_push(w->arena, c->sections, s);
		check_text(w, file_of(w, c), algorithm ? "model W algorithm " : "model W equation ", q->span, "; end W;");
		walk_expr(w, q->left);
		walk_expr(w, q->right);
		walk_modifications(w, &q->annotation);
		for (uint32_t k = 0; k < q->branches.n; k++) {
			walk_expr(w, q->branches.at[k].condition);
			walk_equations(w, &q->branches.at[k].body, algorithm);
		}
	}
}

static void walk_class(walk *w, mo_class *c)
{
	check_text(w, file_of(w, c), "", c->span, ";");
	for (uint32_t i = 0, n; i < c->elements.n; i += n) {
		for (n = 1; i + n < c->elements.n
			&& c->elements.at[i + n]->clause_span.start == c->elements.at[i]->clause_span.start; n++)
			continue;
		check_clause(w, c, i, n);
	}
	for (uint32_t i = 0; i < c->elements.n; i++)
		walk_element(w, c->elements.at[i]);
	for (uint32_t i = 0; i < c->sections.n; i++)
		walk_equations(w, &c->sections.at[i].body, c->sections.at[i].algorithm);
	walk_exprs(w, &c->base_dims);
	walk_modifications(w, &c->args);
	walk_modifications(w, &c->annotation);
	walk_modifications(w, &c->external_annotation);
	walk_expr(w, c->external_result);
	walk_exprs(w, &c->external_args);
}

static uint32_t check_all(const char *text)
{
	parsed r = parse(text);
	require_clean(&r);
	walk w = {.arena = r.arena, .text = text};
	for (uint32_t i = 0; i < r.file->classes.n; i++)
		walk_class(&w, r.file->classes.at[i]->class_def);
	parsed_free(&r);
	return w.nodes;
}

static void every_span_reads_back(void **state)
{
	(void)state;
	sb_arena *arena = sb_arena_new();
	assert_in_range(check_all(read_corpus(arena, "grammar.mo")), 200, 2000);
	assert_in_range(
		check_all("model A Real x = (((a + b)) * (c)) - ((-d))^(2) /*c*/ \"t\" /*c*/ ; equation (a) = (b) ; end A;"),
		12, 100);
	sb_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(every_span_reads_back)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
