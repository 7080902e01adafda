/* A parameter whose zero has gone into the structure cannot be set from C once the model is loaded: the equations
 * that its value would need are not there. Accepted, it would be ignored without a word. */
#include "unit/unit.h"
#include "saltus.h"
#include <string.h>

/* C*v' = 1 - v with C = 2*A = 0: v has no derivative, and A and C are part of the structure. B is an ordinary
 * parameter. */
#define TEXT(more) "model M parameter Real A = 0, C = 2*A, B = 1; Real v(start = 0), i, w; " \
	"equation C*der(v) = i; i = B - v; " more " end M;"

static void refused(const char *text, const char *name)
{
	saltus_program *p = saltus_load_text(text, NULL);
	assert_false(saltus_failed(p));
	saltus_run *r = saltus_new_run(p);
	saltus_set_stop(r, 1);
	assert_int_equal(saltus_simulate(r), SALTUS_DONE);
	assert_true(saltus_final(r, "v") == 1);
	bool good = saltus_set(r, name, 1);
	if (good || !strstr(saltus_run_messages(r), "structure"))
		fail_msg("setting '%s' is %s: %s", name, good ? "accepted" : "refused", saltus_run_messages(r));
	saltus_free_run(r);
	saltus_free(p);
}

static void a_zero_in_the_structure_stays(void **state)
{
	(void)state;
	refused(TEXT("w = 2;"), "C");
	refused(TEXT("w = 2;"), "A");
}

/* The same where the model has modes, and each is analysed on a copy. */
static void with_modes_too(void **state)
{
	(void)state;
	refused(TEXT("if time < 5 then w = 3; else w + i = 2; end if;"), "C");
	refused(TEXT("if time < 5 then w = 3; else w + i = 2; end if;"), "A");
}

static void others_can_be_set(void **state)
{
	(void)state;
	saltus_program *p = saltus_load_text(TEXT("if time < 5 then w = 3; else w + i = 2; end if;"), NULL);
	saltus_run *r = saltus_new_run(p);
	saltus_set_stop(r, 1);
	assert_true(saltus_set(r, "B", 4));
	assert_int_equal(saltus_simulate(r), SALTUS_DONE);
	assert_true(saltus_final(r, "v") == 4);
	saltus_free_run(r);
	saltus_free(p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_zero_in_the_structure_stays),
		cmocka_unit_test(with_modes_too),
		cmocka_unit_test(others_can_be_set),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
