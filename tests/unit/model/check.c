/* The validator of flat models finds what is broken on purpose, and nothing in a model that is whole. */
#include "unit/unit.h"
#include "model/check/model_check.h"
#include "base/check.h"
#include "model/model.h"

#include <string.h>

typedef struct sample { sb_arena *arena; sb_diag *diag; sm_model *m; uint32_t x, u, p; sm_equation *q,
	*family; } sample;

/* x' = -p*x, u[i] = x*i for i in 1:3, and a function f(a) = a. */
static sample make(void)
{
	sample s = {.arena = sb_arena_new(), .diag = sb_diag_new()};
	sm_model *m = s.m = sm_model_new(s.arena, sb_names_new(s.arena), s.diag, "Sample");
	s.x = sm_add_variable(m, "x", SX_REAL, NULL, 0);
	s.u = sm_add_variable(m, "u", SX_REAL, (uint32_t[]){3}, 1);
	s.p = sm_add_variable(m, "p", SX_REAL, NULL, 0);
	sm_edit(m, s.p)->variability = SM_PARAMETER;
	sm_edit(m, s.p)->binding = sx_real(m->pool, 2);
	sx_ref x = sm_ref(m, s.x), rate = sx_binary(m->pool, SX_MUL, sm_ref(m, s.p), x);
	s.q = sm_add_equation(m, sx_unary(m->pool, SX_DER, x), sx_unary(m->pool, SX_NEG, rate), (sb_span){0}, "");
	uint32_t i = sx_new_iter(m->pool, "i");
	sx_ref at = sx_iter(m->pool, i);
	s.family = sm_add_equation(m, sx_var(m->pool, s.u, SX_REAL, &at, 1), sx_binary(m->pool, SX_MUL, x, at),
		(sb_span){0}, "");
	sb_push(s.arena, s.family->domain, ((sm_range){i, 1, 3}));
	sm_function *f = sb_new(s.arena, sm_function);
	f->name = "f";
	f->args = f->results = 1;
	sb_push(s.arena, f->locals, ((sm_local){.name = "a", .type = SX_REAL, .role = SM_ARG}));
	sb_push(s.arena, f->locals, ((sm_local){.name = "y", .type = SX_REAL, .role = SM_RESULT}));
	sb_push(s.arena, m->functions, f);
	return s;
}

static void end(sample *s, const char *expected)
{
	sb_text why = {0};
	bool good = sm_check(s->m, &why);
	assert_int_equal(good, !expected);
	if (expected && !strstr(why.at, expected))
		fail_msg("'%s' does not tell of '%s'", why.at, expected);
	sb_text_free(&why);
	sb_diag_free(s->diag);
	sb_arena_free(s->arena);
}

static void a_whole_model_is_sound(void **state)
{
	sample s = make();
	(void)state;
	end(&s, NULL);
}

static void numbers_of_scalars_follow_each_other(void **state)
{
	sample s = make();
	(void)state;
	sm_edit(s.m, s.p)->first++;
	end(&s, "scalars");
	s = make();
	sm_var(s.m, s.u)->shape[0] = 4;
	end(&s, "scalars");
	s = make();
	s.m->scalars++;
	end(&s, "the variables have 5 scalars, and the model 6");
}

static void names_are_unique(void **state)
{
	sample s = make();
	(void)state;
	sm_add_variable(s.m, "x", SX_REAL, NULL, 0);
	end(&s, "the name 'x'");
}

static void bindings_are_of_parameters(void **state)
{
	sample s = make();
	(void)state;
	sm_edit(s.m, s.x)->binding = sx_real(s.m->pool, 1);
	end(&s, "is no parameter");
	s = make();
	sm_edit(s.m, s.p)->binding = sx_bool(s.m->pool, true);
	end(&s, "of another type");
}

static void handles_are_in_range(void **state)
{
	sample s = make();
	(void)state;
	s.q->rhs = sx_count(s.m->pool) + 7;
	end(&s, "expression");
	s = make();
	s.q->rhs = sx_var(s.m->pool, 99, SX_REAL, NULL, 0);
	end(&s, "variable 99 of 3");
	s = make();
	s.q->rhs = sx_call(s.m->pool, 5, SX_REAL, NULL, 0);
	end(&s, "function 5 is called");
	s = make();
	s.q->rhs = sx_local(s.m->pool, 0, SX_REAL, NULL, 0);
	end(&s, "local 0 of 0");
}

static void sides_have_one_type(void **state)
{
	sample s = make();
	(void)state;
	s.q->rhs = sx_bool(s.m->pool, true);
	end(&s, "a side of an equation");
	s = make();
	s.q->rhs = 0;
	end(&s, "a side of an equation");
	s = make();
	s.q->rhs = sx_var(s.m->pool, s.x, SX_INTEGER, NULL, 0);
	end(&s, "another type than it");
}

static void calls_have_their_arguments(void **state)
{
	sample s = make();
	sx_ref two[] = {sm_ref(s.m, s.x), sm_ref(s.m, s.x)};
	(void)state;
	s.q->rhs = sx_call(s.m->pool, 0, SX_REAL, two, 2);
	end(&s, "has 1 arguments, and is called with 2");
	s = make();
	sx_ref one = sm_ref(s.m, s.x);
	s.q->rhs = sx_out(s.m->pool, sx_call(s.m->pool, 0, SX_REAL, &one, 1), 1, SX_REAL);
	end(&s, "result 1");
}

static void subscripts_are_inside(void **state)
{
	sample s = make();
	sx_ref four = sx_int(s.m->pool, 4);
	(void)state;
	s.q->rhs = sx_var(s.m->pool, s.u, SX_REAL, &four, 1);
	end(&s, "subscript 4 of 1 to 3");
	s = make();
	sx_ref two[] = {sx_int(s.m->pool, 1), sx_int(s.m->pool, 1)};
	s.q->rhs = sx_var(s.m->pool, s.u, SX_REAL, two, 2);
	end(&s, "2 subscripts");
}

static void iterators_are_those_around(void **state)
{
	sample s = make();
	(void)state;
	s.family->domain.n = 0;
	end(&s, "the iterator 'i'");
	s = make();
	sb_push(s.arena, s.family->domain, s.family->domain.at[0]);
	end(&s, "runs twice");
}

static void functions_have_their_locals(void **state)
{
	sample s = make();
	(void)state;
	s.m->functions.at[0]->results = 2;
	end(&s, "2 results, and 2 locals");
	s = make();
	s.m->functions.at[0]->locals.at[1].role = SM_TEMPORARY;
	end(&s, "another role");
}

static void what_is_named_is_there(void **state)
{
	sample s = make();
	(void)state;
	sb_push(s.arena, s.m->stored, 77);
	end(&s, "scalar 77");
	s = make();
	sb_push(s.arena, s.m->begin, 0);
	end(&s, "routine");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_whole_model_is_sound),
		cmocka_unit_test(numbers_of_scalars_follow_each_other),
		cmocka_unit_test(names_are_unique),
		cmocka_unit_test(bindings_are_of_parameters),
		cmocka_unit_test(handles_are_in_range),
		cmocka_unit_test(sides_have_one_type),
		cmocka_unit_test(calls_have_their_arguments),
		cmocka_unit_test(subscripts_are_inside),
		cmocka_unit_test(iterators_are_those_around),
		cmocka_unit_test(functions_have_their_locals),
		cmocka_unit_test(what_is_named_is_there),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
