/* The model as text: every kind of object once, compared with the text that a reader of Modelica would write. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>

#include "model/model.h"
#include "model/print/print.h"

typedef struct fixture {
	sb_arena *arena;
	sb_diag *diag;
	sm_model *m;
} fixture;

static int set_up(void **state)
{
	fixture *f = sb_resize(NULL, sizeof *f);

	f->arena = sb_arena_new();
	f->diag = sb_diag_new();
	f->m = sm_model_new(f->arena, sb_names_new(f->arena), f->diag, "Plant");
	*state = f;
	return 0;
}

static int tear_down(void **state)
{
	fixture *f = *state;

	sb_diag_free(f->diag);
	sb_arena_free(f->arena);
	free(f);
	return 0;
}

static void expect(const sm_model *m, const char *text)
{
	sb_text out = {0};

	sm_print(m, false, &out);
	assert_string_equal(out.at, text);
	sb_text_free(&out);
}

static void variables_show_prefixes_attributes_and_binding(void **state)
{
	sm_model *m = ((fixture *)*state)->m;
	uint32_t r = sm_add_variable(m, "r.R", SX_REAL, NULL, 0), u = sm_add_variable(m, "u", SX_REAL, (uint32_t[]){4}, 1);
	sx_ref i = sx_iter(m->pool, sm_var(m, u)->over[0]);

	sm_edit(m, r)->variability = SM_PARAMETER;
	sm_edit(m, r)->binding = sx_real(m->pool, 5.5);
	sm_edit(m, r)->unit = "Ohm";
	sm_edit(m, r)->min = sx_real(m->pool, 0.5);
	sm_edit(m, r)->description = "a \"big\" one";
	sm_edit(m, u)->start = sx_cast(m->pool, i, SX_REAL);
	sm_edit(m, u)->fixed = sx_bool(m->pool, true);
	sm_edit(m, u)->state_select = SM_SELECT_PREFER;
	expect(m, "model Plant\n"
			  "  parameter Real r.R(unit = \"Ohm\", min = 0.5) = 5.5 \"a \\\"big\\\" one\";\n"
			  "  Real u[4](start = {i for i in 1:4}, each fixed = true, each stateSelect = StateSelect.prefer);\n"
			  "end Plant;\n");
}

static void equations_show_families_branches_and_sections(void **state)
{
	sm_model *m = ((fixture *)*state)->m;
	uint32_t u = sm_add_variable(m, "u", SX_REAL, (uint32_t[]){4}, 1), x = sm_add_variable(m, "x", SX_REAL, NULL, 0);
	uint32_t i = sx_new_iter(m->pool, "i");
	sx_ref at = sx_iter(m->pool, i), ui = sx_var(m->pool, u, SX_REAL, &at, 1);
	sm_equation *q = sm_add_equation(m, sx_unary(m->pool, SX_DER, ui), sx_unary(m->pool, SX_NEG, ui), (sb_span){0}, "");
	sm_equation *when = sm_equation_new(m, SM_WHEN, (sb_span){0}, ""),
				*reinit = sm_equation_new(m, SM_REINIT, (sb_span){0}, "");
	sm_branch b = {.condition = sx_binary(m->pool, SX_GT, sm_ref(m, x), sx_real(m->pool, 1.5))};

	sb_push(m->arena, q->domain, ((sm_range){i, 1, 4}));
	reinit->lhs = sm_ref(m, x);
	reinit->rhs = sx_real(m->pool, 0.25);
	sb_push(m->arena, b.body, reinit);
	sb_push(m->arena, when->branches, b);
	sb_push(m->arena, m->equations, when);
	expect(m, "model Plant\n"
			  "  Real u[4];\n"
			  "  Real x;\n"
			  "equation\n"
			  "  for i in 1:4 loop\n"
			  "    der(u[i]) = -u[i];\n"
			  "  end for;\n"
			  "  when x > 1.5 then\n"
			  "    reinit(x, 0.25);\n"
			  "  end when;\n"
			  "end Plant;\n");
}

static void functions_show_their_locals_and_statements(void **state)
{
	sm_model *m = ((fixture *)*state)->m;
	sm_function *f = sb_new(m->arena, sm_function);
	sm_local a = {.name = "a", .type = SX_REAL, .role = SM_ARG}, y = {.name = "y", .type = SX_REAL, .role = SM_RESULT};
	sm_statement *loop = sm_statement_new(m, SM_FOR, (sb_span){0}), *set = sm_statement_new(m, SM_ASSIGN, (sb_span){0});
	sm_statement_branch body = {0};

	f->name = sb_intern(m->names, "f");
	f->args = f->results = 1;
	sb_push(m->arena, f->locals, a);
	sb_push(m->arena, f->locals, y);
	set->target = sx_local(m->pool, 1, SX_REAL, NULL, 0);
	set->value = sx_local(m->pool, 0, SX_REAL, NULL, 0);
	sb_push(m->arena, body.body, set);
	loop->iterator = sx_new_iter(m->pool, "k");
	loop->from = sx_int(m->pool, 1);
	loop->to = sx_int(m->pool, 3);
	sb_push(m->arena, loop->branches, body);
	sb_push(m->arena, f->body, loop);
	sb_push(m->arena, m->functions, f);
	expect(m, "function f\n"
			  "  input Real a;\n"
			  "  output Real y;\n"
			  "algorithm\n"
			  "  for k in 1:3 loop\n"
			  "    y := a;\n"
			  "  end for;\n"
			  "end f;\n\n"
			  "model Plant\n"
			  "end Plant;\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(variables_show_prefixes_attributes_and_binding, set_up, tear_down),
		cmocka_unit_test_setup_teardown(equations_show_families_branches_and_sections, set_up, tear_down),
		cmocka_unit_test_setup_teardown(functions_show_their_locals_and_statements, set_up, tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
