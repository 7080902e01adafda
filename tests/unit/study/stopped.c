/* A program that is stopped between two replications, when no run looks. What asks for it holds for the whole process,
 * so this is a program of its own. */
#include "unit/unit.h"
#include "base/stop.h"
#include "study/study.h"
#include <math.h>
#include <string.h>

static const char text[] =
	"PROGRAM P; VAR FACILITY F (1); COLLECT W; PROCESS A; TEVENT TICK;\n"
	"MONITOR SIMULATE FROM 0.0 TO 3.0 REPLICATIONS = 5 END;\n"
	"SYSTEM INITIAL SCHEDULE TICK AT 1.0 END;\n"
	"DISCRETE EVENTS TICK: W := TIME; CREATE A END END;\n"
	"PROCESSES PROCESS A; BEGIN SEIZE F; HOLD 1.0; RELEASE F END END END END;\n"
	"END.\n";

static void take(void *context, const st_outcome *one)
{
	*(se_status *)context = one->status;
}

static void replications_that_never_begin(void **state)
{
	(void)state;
	st_model *m = st_load("text.cosy", NULL, &(st_options){.depth = ST_CODE, .external = ST_ANY_C, .text = text});
	if (!m->program) {
		sb_text said = {0};
		sb_render(m->diag, 0, false, &said);
		print_error("%s\n", said.at);
		sb_text_free(&said);
	}
	assert_non_null(m->program);
	st_wishes wishes = {.start = NAN, .stop = NAN, .interval = NAN, .tolerance = NAN,
		.base = se_defaults(sc_image(m->program)), .threads = 2};
	se_status status = SE_DONE;
	assert_true(sb_stop_ask(SB_BY_SIGINT));
	st_experiments *x = st_experiments_run(m, NULL, &wishes, take, &status);
	assert_int_equal(status, SE_STOPPED);
	bool told = false;
	for (uint32_t i = 0; i < sb_messages(m->diag); i++)
		told = told || strcmp(sb_message_at(m->diag, i).code, "R0342") == 0;
	assert_true(told);
	st_experiments_free(x);
	st_free(m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(replications_that_never_begin)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
