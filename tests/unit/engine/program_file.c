/* Programs as bytes: what is read runs alike and needs no model; damaged bytes are refused; what a file has not is
 * told. tests/written.sh does the same with models of the project, in another process. */
#include "trial.h"
#include "code/runtime/runtime.h"
#include "study/study.h"
#include <math.h>
#include <stdlib.h>

static const char ball[] =
	"model M Real h(start = 1, fixed = true); Real v(start = 0, fixed = true); equation der(h) = v; der(v) = -9.81;\n"
	"when h < 0 then reinit(v, -0.7*pre(v)); end when; end M;";
static const char circuit[] =
	"model M parameter Real T = 0.4; Real v(start = 1, fixed = true); Real i; Boolean on = time < T; equation\n"
	"der(v) = -i; if on then i = 0; else v = 2*i; end if; end M;";
static const char root[] =
	"model M Real x(start = 1, fixed = true); Real y; equation der(x) = -1; y = sqrt(x)/2; end M;";
/* Charge 1 on a capacitor of 1 F, shared with one of 2 F: both have 1/3 V, by an impulse of current. */
static const char shared[] =
	"model M Real v(start = 1, fixed = true); Real w(start = 0, fixed = true); Real i; equation\n"
	"der(v) = -i; 2*der(w) = i; if time > 0.4 then v = w; else i = 0; end if; end M;";
/* A body that moves takes one along that rests, at the place where it meets it: the momentum stays, 3*1 = (3 + 1)*u. */
static const char coupled[] =
	"model M Real a(start = 0, fixed = true); Real b(start = 0.5, fixed = true); Real f;\n"
	"Real u(start = 1, fixed = true); Real w(start = 0, fixed = true);\n"
	"Boolean tied(start = false, fixed = true); equation der(a) = u; der(b) = w; 3*der(u) = -f; der(w) = f;\n"
	"when a >= b then tied = true; end when; if tied then a = b; else f = 0; end if; end M;";

static sb_archive written(const trial *t)
{
	sb_archive bytes = {0};
	assert_true(sc_write_program(t->model->program, &bytes));
	return bytes;
}

typedef struct outcome { se_status status; double *values; char *messages; } outcome;

/* All values at the end, and what was said on the way. */
static outcome outcome_of(sc_program *program, const sb_diag *sources, const se_settings *settings)
{
	sb_diag *diag = sb_diag_new();
	sb_diag_share(diag, sources);
	se_run *run = se_run_new(program, diag);
	uint32_t n = sc_image(program)->scalars;
	outcome o = { se_simulate(run, settings), malloc((n + 1) * sizeof(double)), NULL };
	sb_text text = {0};
	for (uint32_t s = 0; s < n; s++)
		o.values[s] = se_value(run, s);
	sb_render(diag, 0, false, &text);
	o.messages = strdup(text.n ? text.at : "");
	sb_text_free(&text);
	se_run_free(run);
	sb_diag_free(diag);
	return o;
}

static void free_outcome(outcome *o)
{
	free(o->values);
	free(o->messages);
}

static void runs_alike(void **state)
{
	static const char *const models[] = { ball, circuit, root, shared, coupled };
	(void)state;
	for (size_t k = 0; k < sizeof models / sizeof *models; k++) {
		trial t = load(models[k]);
		t.settings.stop = 2;
		uint32_t n = sc_image(t.model->program)->scalars;
		outcome first = outcome_of(t.model->program, t.model->diag, &t.settings);
		sb_archive bytes = written(&t);
		done(&t);
		sb_diag *diag = sb_diag_new();
		sc_program *program = sc_read_program(bytes.at, bytes.n, NULL, diag);
		assert_non_null(program);
		assert_false(sc_translates(program));
		outcome second = outcome_of(program, diag, &t.settings);
		assert_int_equal(first.status, second.status);
		assert_memory_equal(first.values, second.values, n * sizeof(double));
		assert_string_equal(first.messages, second.messages);
		sb_archive again = {0};          /* what was read is written as it was */
		assert_true(sc_write_program(program, &again));
		assert_int_equal(bytes.n, again.n);
		assert_memory_equal(bytes.at, again.at, bytes.n);
		free_outcome(&first);
		free_outcome(&second);
		sb_archive_free(&bytes);
		sb_archive_free(&again);
		sc_program_free(program);
		sb_diag_free(diag);
	}
}

/* The message about the root shows the line of the text, which the second process has never seen. */
/* A program that was written and read finds the jumps that the equations of a new mode tell. */
static void jumps_are_found_after_reading(void **state)
{
	static const struct { const char *model, *name; double value; } cases[] = {
		{ shared, "v", 1.0 / 3 }, { shared, "w", 1.0 / 3 }, { coupled, "u", 0.75 }, { coupled, "w", 0.75 } };
	(void)state;
	for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
		trial t = load(cases[k].model);
		t.settings.stop = 2;
		outcome first = outcome_of(t.model->program, t.model->diag, &t.settings);
		uint32_t scalar = sm_find_scalar(t.model->flat, cases[k].name);
		sb_archive bytes = written(&t);
		done(&t);
		sb_diag *diag = sb_diag_new();
		sc_program *program = sc_read_program(bytes.at, bytes.n, NULL, diag);
		outcome second = outcome_of(program, diag, &t.settings);
		assert_int_equal(second.status, SE_DONE);
		assert_true(fabs(first.values[scalar] - cases[k].value) < 1e-5);
		assert_true(fabs(second.values[scalar] - cases[k].value) < 1e-5);
		free_outcome(&first);
		free_outcome(&second);
		sb_archive_free(&bytes);
		sc_program_free(program);
		sb_diag_free(diag);
	}
}

static void messages_have_carets(void **state)
{
	(void)state;
	trial t = load(root);
	t.settings.stop = 2;
	sb_archive bytes = written(&t);
	done(&t);
	sb_diag *diag = sb_diag_new();
	sc_program *program = sc_read_program(bytes.at, bytes.n, NULL, diag);
	outcome o = outcome_of(program, diag, &t.settings);
	assert_int_equal(o.status, SE_FAILED);
	assert_non_null(strstr(o.messages, "R0302"));
	assert_non_null(strstr(o.messages, "'sqrt(x)'"));
	assert_non_null(strstr(o.messages, "y = sqrt(x)/2;"));
	free_outcome(&o);
	sb_archive_free(&bytes);
	sc_program_free(program);
	sb_diag_free(diag);
}

/* It is written before the switch has closed: the mode is missing, and no other is taken for it. */
static void a_mode_is_missing(void **state)
{
	(void)state;
	trial t = load(circuit);
	t.settings.stop = 0.2;
	outcome first = outcome_of(t.model->program, t.model->diag, &t.settings);
	sb_archive bytes = written(&t);
	done(&t);
	sb_diag *diag = sb_diag_new();
	sc_program *program = sc_read_program(bytes.at, bytes.n, NULL, diag);
	outcome second = outcome_of(program, diag, &t.settings);
	assert_int_equal(second.status, SE_DONE);
	t.settings.stop = 2;
	outcome third = outcome_of(program, diag, &t.settings);
	assert_int_equal(third.status, SE_FAILED);
	assert_non_null(strstr(third.messages, "R0290"));
	assert_non_null(strstr(third.messages, "at time 0.4"));
	assert_non_null(strstr(third.messages, "has not: this mode: "));
	free_outcome(&first);
	free_outcome(&second);
	free_outcome(&third);
	sb_archive_free(&bytes);
	sc_program_free(program);
	sb_diag_free(diag);
}

/* Derivatives are made from the text of the model, which the file does not have. */
static void derivatives_are_missing(void **state)
{
	(void)state;
	trial t = load("model M Real x(start = 1, fixed = true); equation der(x) = -x; end M;");
	sb_archive bytes = written(&t);
	sb_diag *diag = sb_diag_new();
	sc_program *program = sc_read_program(bytes.at, bytes.n, NULL, diag);
	se_run *run = se_run_new(program, diag);
	se_asked row = {0};
	uint32_t column = 0;
	double entry = 0;
	assert_int_equal(se_begin(run, &t.settings), SE_PAUSED);
	assert_false(se_derivatives(run, &row, 1, &column, 1, &entry));
	assert_string_equal(sb_message_at(diag, 0).code, "R0289");
	se_run_free(run);
	sb_archive_free(&bytes);
	sc_program_free(program);
	sb_diag_free(diag);
	done(&t);
}

static bool is_refused(const char *bytes, size_t n)
{
	sb_diag *diag = sb_diag_new();
	sc_program *program = sc_read_program(bytes, n, NULL, diag);
	bool refused = !program && sb_errors(diag) == 1 && strcmp(sb_message_at(diag, 0).code, "C0108") == 0;
	sc_program_free(program);
	sb_diag_free(diag);
	return refused;
}

static void damage_is_refused(void **state)
{
	(void)state;
	trial t = load(ball);
	sb_archive bytes = written(&t);
	for (size_t i = 0; i < bytes.n; i++) {
		bytes.at[i] ^= 0x40;
		assert_true(is_refused(bytes.at, bytes.n));
		bytes.at[i] ^= 0x40;
		assert_true(is_refused(bytes.at, i));
	}
	sb_archive_free(&bytes);
	done(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(runs_alike), cmocka_unit_test(messages_have_carets),
									   cmocka_unit_test(a_mode_is_missing), cmocka_unit_test(derivatives_are_missing),
									   cmocka_unit_test(jumps_are_found_after_reading),
									   cmocka_unit_test(damage_is_refused)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
