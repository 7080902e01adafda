/* Images of programs as bytes: what is read is what was written, runs alike, and needs nobody; damaged bytes are
 * refused. */
#include "trial.h"
#include "code/runtime/runtime.h"
#include "study/study.h"
#include <stdlib.h>

static const char *const models[] = {
	"model M Real h(start = 1, fixed = true); Real v(start = 0, fixed = true, max = 2*c); parameter Real c = 3;\n"
	"equation der(h) = v; der(v) = -9.81; when h < 0 then reinit(v, -0.7*pre(v)); end when; end M;",
	"model M parameter Integer n = 8; Real u[n](each start = 1, each nominal = 2); Real y; equation\n"
	"for i in 2:n loop der(u[i]) = u[i - 1] - u[i]; end for; der(u[1]) = -u[1]; y = delay(u[3], 0.1); end M;",
	"model M Real x(start = 0, fixed = true); Real y; Boolean on(start = false, fixed = true); equation\n"
	"on = if pre(on) then x > 0.2 else x > 0.5; der(x) = if on then -1 else 1;\n"
	"if on then y = x; else y = 2*x; end if; end M;",
	"model M type E = enumeration(a, b); E e(start = E.a, fixed = true); discrete Integer k(start = 0, fixed = true);\n"
	"Real x(unit = \"m\", start = 1, fixed = true); equation der(x) = -abs(x - 0.3)*sqrt(1 + x*x);\n"
	"when sample(0, 0.25) then k = pre(k) + 1; e = if k > 2 then E.b else E.a; end when; end M;",
	"model M Real x(start = 1, fixed = true); Real y(start = 1, nominal = 2), a, b; parameter Real c = 2; equation\n"
	"der(x) = -y; y*y*y + exp(y) = x + c; a + c*b = x; a - b = y; end M;"};

static sb_archive bytes_of(const si_image *image)
{
	sb_archive a = {0};
	si_write(image, &a);
	return a;
}

static void comes_back(void **state)
{
	(void)state;
	for (size_t k = 0; k < sizeof models / sizeof *models; k++) {
		trial t = load(models[k]);
		sb_arena *arena = sb_arena_new();
		sb_text why = {0};
		sb_archive first = bytes_of(sc_image(t.model->program));
		si_image *read = si_read(first.at, first.n, arena, &why);
		assert_non_null(read);
		assert_null(read->asks);
		sb_archive second = bytes_of(read);
		assert_int_equal(first.n, second.n);
		assert_memory_equal(first.at, second.at, first.n);
		sb_archive_free(&first);
		sb_archive_free(&second);
		sb_arena_free(arena);
		done(&t);
	}
}

/* All values at the end. */
static double *values_of(trial *t, uint32_t *n)
{
	se_simulate(t->run, &t->settings);
	*n = t->model->flat->scalars;
	double *values = malloc((*n + 1) * sizeof *values);
	for (uint32_t s = 0; s < *n; s++)
		values[s] = se_value(t->run, s);
	return values;
}

static void runs_alike(void **state)
{
	(void)state;
	for (size_t k = 0; k < sizeof models / sizeof *models; k++) {
		trial t = load(models[k]);
		uint32_t n;
		double *one = values_of(&t, &n);
		sb_arena *arena = sb_arena_new();
		sb_text why = {0};
		sb_archive bytes = bytes_of(sc_image(t.model->program));
		const si_image *made = sc_image(t.model->program);
		se_run_free(t.run);
		((sc_program *)t.model->program)->image = si_read(bytes.at, bytes.n, arena, &why);
		t.run = st_run(t.model, t.model->diag);
		double *other = values_of(&t, &n);
		assert_memory_equal(one, other, n * sizeof *one);
		se_run_free(t.run);
		((sc_program *)t.model->program)->image = made;
		t.run = NULL;
		free(one);
		free(other);
		sb_archive_free(&bytes);
		sb_arena_free(arena);
		st_free(t.model);
	}
}

static void damage_is_refused(void **state)
{
	(void)state;
	trial t = load(models[0]);
	sb_archive bytes = bytes_of(sc_image(t.model->program));
	for (size_t i = 0; i < bytes.n; i++) {
		sb_arena *arena = sb_arena_new();
		sb_text why = {0};
		bytes.at[i] ^= 0x40;
		assert_null(si_read(bytes.at, bytes.n, arena, &why));
		assert_true(why.n > 0);
		bytes.at[i] ^= 0x40;
		assert_null(si_read(bytes.at, i, arena, &why));
		sb_text_free(&why);
		sb_arena_free(arena);
	}
	sb_archive_free(&bytes);
	done(&t);
}

/* A number that leads to the last row of its table is good, and the one behind it leads to nothing. */
static void edge(si_image *image, uint32_t *number, uint32_t n, bool last_is_good, const char *what)
{
	uint32_t kept = *number;
	sb_text why = {0};
	*number = n;
	if (si_check_image(image, &why))
		fail_msg("%s may be %u of %u", what, n, n);
	assert_true(why.n > 0);
	*number = n - 1;
	if (last_is_good && n && !si_check_image(image, &why))
		fail_msg("%s may not be %u of %u: %s", what, n - 1, n, why.at);
	*number = kept;
	sb_text_free(&why);
}

/* A range that ends with its table is good, one that begins behind it, or is longer by one, is not. */
static void range_edge(si_image *image, si_range *range, uint32_t n, const char *what)
{
	si_range kept = *range;
	sb_text why = {0};
	*range = (si_range){n + 1, 0};
	if (si_check_image(image, &why))
		fail_msg("%s may begin behind the end", what);
	*range = (si_range){kept.first, n - kept.first + 1};
	if (si_check_image(image, &why))
		fail_msg("%s may end behind the end", what);
	*range = kept;
	assert_true(si_check_image(image, &why) || why.n);
	sb_text_free(&why);
}

#define EDGE(table, field, limit)                                                                                      \
	if (image->table.n)                                                                                                \
		edge(image, &image->table.at[image->table.n - 1].field, limit, true, #table "." #field);
#define RANGE(table, field, limit)                                                                                     \
	if (image->table.n)                                                                                                \
		range_edge(image, &image->table.at[image->table.n - 1].field, limit, #table "." #field);

static void numbers_lead_to_something(void **state)
{
	(void)state;
	for (size_t k = 0; k < sizeof models / sizeof *models; k++) {
		trial t = load(models[k]);
		sb_arena *arena = sb_arena_new();
		sb_text why = {0};
		sb_archive bytes = bytes_of(sc_image(t.model->program));
		si_image *image = si_read(bytes.at, bytes.n, arena, &why);
		uint32_t texts = image->texts.n, phrases = image->phrases.n, formulas = image->formulas.n;
		EDGE(variables, name, texts)
		EDGE(variables, component, texts)
		EDGE(variables, description, texts)
		EDGE(variables, object, texts)
		EDGE(variables, min, formulas)
		EDGE(variables, max, formulas)
		EDGE(variables, nominal, formulas)
		EDGE(variables, measure, image->units.n)
		EDGE(variables, enumeration, image->enums.n + 1)
		RANGE(variables, parts, image->numbers.n)
		RANGE(variables, over, image->numbers.n)
		RANGE(variables, lower, image->wholes.n)
		EDGE(units, unit, texts)
		EDGE(units, display, texts)
		EDGE(units, rate, texts)
		EDGE(phrases, text, texts)
		EDGE(watches, function, formulas)
		EDGE(watches, terms, formulas)
		EDGE(watches, written, phrases)
		EDGE(watches, component, texts)
		EDGE(watches, side, image->scalars)
		EDGE(angles, value, phrases)
		EDGE(centres, value, phrases)
		EDGE(moments, value, phrases)
		EDGE(moments, terms, formulas)
		EDGE(guards, whole, phrases)
		EDGE(guards, text, phrases)
		EDGE(guards, terms, formulas)
		RANGE(guards, spots, image->spots.n)
		EDGE(pres, var, phrases)
		EDGE(pres, scalar, image->scalars)
		EDGE(steps, loop, image->loops.n + 1)
		EDGE(steps, scalar, image->scalars)
		RANGE(steps, spots, image->spots.n)
		EDGE(sections, variable, image->variables.n)
		EDGE(spots, section, image->sections.n + 1)
		EDGE(state_runs, variable, image->variables.n)
		EDGE(choices, condition, phrases)
		EDGE(sides, scalar, image->scalars)
		EDGE(switches, component, texts)
		EDGE(switches, at, texts)
		EDGE(switches, around, image->switches.n + 1)
		RANGE(switches, sides, image->sides.n)
		RANGE(switches, choices, image->choices.n)
		RANGE(enums, literals, image->numbers.n)
		EDGE(unknowns, number, image->scalars)
		EDGE(unknowns, start, formulas)
		EDGE(unknowns, nominal, formulas)
		EDGE(unknowns, follow, formulas)
		RANGE(loops, entries, image->entries.n)
		EDGE(accounts, loop, image->loops.n + 1)
		EDGE(accounts, target, formulas)
		EDGE(accounts, value, formulas)
		EDGE(accounts, component, texts)
		RANGE(accounts, domain, image->domains.n)
		EDGE(unknown_accounts, name, phrases)
		EDGE(unknown_accounts, began, formulas)
		RANGE(loop_accounts, inner, image->accounts.n)
		RANGE(loop_accounts, members, image->members.n)
		RANGE(loop_accounts, equations, image->equations.n)
		EDGE(members, name, phrases)
		EDGE(members, scalar, image->scalars)
		EDGE(equations, text, phrases)
		EDGE(said, text, texts)
		if (image->place.n) {
			si_place *place = &image->place.at[0];
			uint32_t sizes[] = {0, image->reals, image->ints, image->strings, image->states, image->states};
			if (place->store != SI_NOWHERE)
				edge(image, &place->index, sizes[place->store], true, "place");
		}
		sb_archive_free(&bytes);
		sb_arena_free(arena);
		done(&t);
	}
}

/* The same of what formulas read, whatever the type. */
static void operands_lead_to_something(void **state)
{
	(void)state;
	trial t = load(models[3]);
	const si_image *image = sc_image(t.model->program);
	const struct { si_operation o; uint32_t n; } leaves[] = {
		{{.op = SX_CONST, .type = SX_REAL}, image->literals.n}, {{.op = SX_CONST, .type = SX_STRING}, image->texts.n},
		{{.op = SX_CONST, .type = SX_BOOLEAN}, 2},              {{.op = SX_CONST, .type = SX_INTEGER}, image->wholes.n},
		{{.op = SX_VAR, .type = SX_REAL}, image->scalars},      {{.op = SX_DER, .type = SX_REAL}, image->scalars},
		{{.op = SX_PRE, .type = SX_REAL}, image->pres.n},       {{.op = SX_LATCH, .type = SX_REAL}, image->watches.n},
		{{.op = SX_SAMPLE, .type = SX_BOOLEAN}, image->clocks.n}};
	for (size_t k = 0; k < sizeof leaves / sizeof *leaves; k++) {
		si_operation o = leaves[k].o;
		o.payload = leaves[k].n;
		assert_false(si_operation_is_good(image, &o));
		o.payload = leaves[k].n - 1;
		assert_true(!leaves[k].n || si_operation_is_good(image, &o));
	}
	for (uint32_t count = 0; count < 6; count++) {
		assert_true(si_operation_is_good(image, &(si_operation){.op = SX_ADD, .count = count}) == (count == 2));
		assert_true(si_operation_is_good(image, &(si_operation){.op = SX_SIN, .count = count}) == (count == 1));
		assert_true(si_operation_is_good(image, &(si_operation){.op = SI_OPEN, .count = count}));
		assert_true(si_operation_is_good(image, &(si_operation){.op = SI_OR_ZERO, .count = count}) == (count == 1));
		assert_true(si_operation_is_good(image, &(si_operation){.op = SX_TIME, .count = count}));
	}
	si_operation at = {.op = SX_AT, .rank = 1, .count = 1, .payload = image->numbers.n};
	assert_false(si_operation_is_good(image, &at));
	at.payload--;
	assert_true(si_operation_is_good(image, &at));
	at.rank = 2;
	assert_false(si_operation_is_good(image, &at));
	done(&t);
}

/* Each place of each store has a number of its own. */
static void places_have_keys(void **state)
{
	(void)state;
	const si_image image = {.reals = 3, .ints = 2, .strings = 4, .states = 5};
	const struct { int store; uint32_t n; } all[] = {
		{SI_REAL, 3}, {SI_INT, 2}, {SI_STRING, 4}, {SI_STATE, 5}, {SI_RATE, 5}};
	uint32_t next = 0;
	for (size_t s = 0; s < sizeof all / sizeof *all; s++)
		for (uint32_t i = 0; i < all[s].n; i++)
			assert_int_equal(si_place_key(&image, (si_place){.store = all[s].store, .index = i}), next++);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(places_have_keys), cmocka_unit_test(comes_back),
		cmocka_unit_test(runs_alike),
									   cmocka_unit_test(damage_is_refused), cmocka_unit_test(numbers_lead_to_something),
									   cmocka_unit_test(operands_lead_to_something)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
