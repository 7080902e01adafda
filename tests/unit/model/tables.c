/* The tables of the model: numbering of scalars, names of elements, counts of equations. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdlib.h>

#include "model/model.h"

typedef struct fixture {
	sb_arena *arena;
	sb_names *names;
	sb_diag *diag;
	sm_model *m;
} fixture;

static int set_up(void **state)
{
	fixture *f = sb_resize(NULL, sizeof *f);

	f->arena = sb_arena_new();
	f->names = sb_names_new(f->arena);
	f->diag = sb_diag_new();
	f->m = sm_model_new(f->arena, f->names, f->diag, "Plant");
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

static void a_new_model_says_nothing_about_the_experiment(void **state)
{
	sm_model *m = ((fixture *)*state)->m;

	assert_string_equal(m->name, "Plant");
	assert_true(isnan(m->settings.start) && isnan(m->settings.stop));
	assert_true(isnan(m->settings.interval) && isnan(m->settings.tolerance));
	assert_int_equal(m->scalars, 0);
}

/* x is scalar 0, A[2,3] scalars 1..6, the empty e[0] none, y scalar 7. */
static void fill(sm_model *m)
{
	assert_int_equal(sm_add_variable(m, "x", SX_REAL, NULL, 0), 0);
	assert_int_equal(sm_add_variable(m, "A", SX_REAL, (uint32_t[]){2, 3}, 2), 1);
	assert_int_equal(sm_add_variable(m, "e", SX_REAL, (uint32_t[]){0}, 1), 2);
	assert_int_equal(sm_add_variable(m, "r[3].y", SX_REAL, NULL, 0), 3);
}

static void scalars_are_numbered_row_by_row(void **state)
{
	static const char *const names[] = {"x", "A[1,1]", "A[1,2]", "A[1,3]", "A[2,1]", "A[2,2]", "A[2,3]", "r[3].y"};
	sm_model *m = ((fixture *)*state)->m;

	fill(m);
	assert_int_equal(m->scalars, 8);
	for (uint32_t s = 0; s < 8; s++) {
		uint32_t element, v = sm_variable_of_scalar(m, s, &element);
		sb_text text = {0};

		assert_int_equal(sm_var(m, v)->first + element, s);
		sm_scalar_name(m, s, &text);
		assert_string_equal(text.at, names[s]);
		assert_int_equal(sm_find_scalar(m, names[s]), s);
		assert_int_equal(sm_scalar_of(m, sm_ref_at(m, v, element)), s);
		sb_text_free(&text);
	}
	assert_int_equal(sm_variable_of_scalar(m, 8, NULL), UINT32_MAX);
}

static void wrong_names_of_scalars_are_not_found(void **state)
{
	static const char *const wrong[] = {"A",    "A[1]", "A[3,1]", "A[0,1]", "A[1,1", "A[1,1,1]",
										"x[1]", "z",    "A[a,1]", "",       "]"};
	sm_model *m = ((fixture *)*state)->m;

	fill(m);
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
		assert_int_equal(sm_find_scalar(m, wrong[i]), UINT32_MAX);
	assert_int_equal(sm_find_scalar(m, "A[2, 3]"), 6);
	assert_int_equal(sm_find(m, "r[3].y"), 3);
	assert_int_equal(sm_find(m, "r[3]"), UINT32_MAX);
}

static void only_constant_subscripts_inside_the_shape_name_a_scalar(void **state)
{
	sm_model *m = ((fixture *)*state)->m;
	sx_ref i, outside[2];

	fill(m);
	i = sx_iter(m->pool, sx_new_iter(m->pool, "i"));
	assert_int_equal(sm_scalar_of(m, sm_ref(m, 1)), UINT32_MAX);
	assert_int_equal(sm_scalar_of(m, sx_var(m->pool, 1, SX_REAL, (sx_ref[]){sx_int(m->pool, 1), i}, 2)), UINT32_MAX);
	outside[0] = sx_int(m->pool, 3);
	outside[1] = sx_int(m->pool, 1);
	assert_int_equal(sm_scalar_of(m, sx_var(m->pool, 1, SX_REAL, outside, 2)), UINT32_MAX);
	assert_int_equal(sm_scalar_of(m, sx_time(m->pool)), UINT32_MAX);
}

static void equations_count_their_domain_and_what_they_set(void **state)
{
	sm_model *m = ((fixture *)*state)->m;
	sm_equation *q, *branch, *call;
	sm_branch yes = {0};

	fill(m);
	q = sm_add_equation(m, sm_ref(m, 0), sx_time(m->pool), (sb_span){0}, "");
	assert_int_equal(sm_equation_count(m, q), 1);
	sb_push(m->arena, q->domain, ((sm_range){sx_new_iter(m->pool, "i"), 2, 5}));
	sb_push(m->arena, q->domain, ((sm_range){sx_new_iter(m->pool, "j"), 1, 3}));
	assert_int_equal(sm_equation_count(m, q), 12);
	q->domain.at[1].to = 0;
	assert_int_equal(sm_equation_count(m, q), 0);

	call = sm_equation_new(m, SM_CALL, (sb_span){0}, "");
	sb_push(m->arena, call->targets, sm_ref(m, 1));
	sb_push(m->arena, call->targets, (sx_ref)0);
	sb_push(m->arena, call->targets, sm_ref(m, 0));
	assert_int_equal(sm_equation_count(m, call), 7);

	branch = sm_equation_new(m, SM_IF, (sb_span){0}, "");
	sb_push(m->arena, yes.body, call);
	sb_push(m->arena, yes.body, sm_equation_new(m, SM_ASSERT, (sb_span){0}, ""));
	sb_push(m->arena, branch->branches, yes);
	assert_int_equal(sm_equation_count(m, branch), 7);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_new_model_says_nothing_about_the_experiment, set_up, tear_down),
		cmocka_unit_test_setup_teardown(scalars_are_numbered_row_by_row, set_up, tear_down),
		cmocka_unit_test_setup_teardown(wrong_names_of_scalars_are_not_found, set_up, tear_down),
		cmocka_unit_test_setup_teardown(only_constant_subscripts_inside_the_shape_name_a_scalar, set_up, tear_down),
		cmocka_unit_test_setup_teardown(equations_count_their_domain_and_what_they_set, set_up, tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
