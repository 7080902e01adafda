/* Calls of external functions: errors come back with their words, also from calls inside of calls; messages, memory,
 * addresses of files; and the functions are found by name. */
#include "calls.h"

static void fails(void *argument)
{
	ModelicaFormatError("%s is wrong\n", (const char *)argument);
}

static void inner(void *argument)
{
	calls *c = argument;
	calls other = {0};
	assert_string_equal(call(&other, fails, "the inner one"), "the inner one is wrong");
	calls_end(&other);
	ModelicaFormatMessage("still in the outer one %d\n", (int)c->used);
}

static void errors_come_back(void **unused)
{
	(void)unused;
	calls c = {0};
	assert_string_equal(call(&c, fails, "it"), "it is wrong");
	assert_null(call(&c, inner, &c));
	assert_string_equal(c.told, "still in the outer one 0");
	calls_end(&c);
}

static void uses_memory(void *argument)
{
	char *text = ModelicaAllocateString(3);
	assert_true(text[0] == 0 && text[3] == 0);
	strcpy(text, "abc");
	*(const char **)argument = ModelicaDuplicateString(text);
	assert_null(ModelicaAllocateStringWithErrorReturn((size_t)1 << 20));
	ModelicaAllocateString((size_t)1 << 20);
}

static void memory(void **unused)
{
	(void)unused;
	calls c = {0};
	const char *text = NULL;
	assert_non_null(strstr(call(&c, uses_memory, &text), "no memory"));
	assert_string_equal(text, "abc");
	calls_end(&c);
}

static void names_a_file(void *argument)
{
	assert_string_equal(sl_file("plain.txt"), "plain.txt");
	assert_string_equal(sl_file("file:///tmp/x"), "/tmp/x");
	assert_string_equal(sl_file("modelica://P/there.txt"), "/dev/null");
	sl_file(argument);
}

static void addresses(void **unused)
{
	(void)unused;
	calls c = {0};
	assert_non_null(strstr(call(&c, names_a_file, "modelica://Q/x"), "'modelica://Q/x' names no file"));
	calls_end(&c);
}

static void found_by_name(void **unused)
{
	(void)unused;
	assert_ptr_equal(sl_find("ModelicaStrings_length"), ModelicaStrings_length);
	assert_ptr_equal(sl_find("ModelicaStandardTables_CombiTimeTable_nextTimeEvent"),
					 ModelicaStandardTables_CombiTimeTable_nextTimeEvent);
	assert_null(sl_find("ModelicaStrings_lengt"));
	assert_true(sl_has_library("ModelicaExternalC") && !sl_has_library("m"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(errors_come_back), cmocka_unit_test(memory),
									   cmocka_unit_test(addresses), cmocka_unit_test(found_by_name)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
