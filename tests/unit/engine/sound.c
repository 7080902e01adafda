/* The validator of a run finds what is broken on purpose between two instants. */
#include "trial.h"
#include "base/check.h"
#include "engine/look/look.h"
#include "engine/watch/watch.h"
#include "study/study.h"

static const char falling[] =
	"model M Real h(start = 1, fixed = true); Real v(start = 0, fixed = true); Boolean low(start = false, "
	"fixed = true); Integer n(start = 0, fixed = true);"
	"equation der(h) = v; der(v) = -9.81; low = h < 0.5; when sample(0.1, 0.1) then n = pre(n) + 1; end when;"
	"end M;";

/* A run that stands at 0.2, behind some instants. */
static trial paused(void)
{
	trial t = load(falling);
	t.settings.stop = 1;
	assert_int_equal(se_begin(t.run, &t.settings), SE_PAUSED);
	assert_int_equal(se_advance(t.run, 0.2, false), SE_PAUSED);
	return t;
}

static void expect(trial *t, const char *expected)
{
	sb_text why = {0};
	bool good = se_is_sound(t->run, &why);
	assert_int_equal(good, !expected);
	if (expected && !strstr(why.at, expected))
		fail_msg("'%s' does not tell of '%s'", why.at, expected);
	sb_text_free(&why);
	done(t);
}

static void a_run_is_sound(void **state)
{
	trial t = paused();
	(void)state;
	expect(&t, NULL);
}

static void states_are_numbers(void **state)
{
	trial t = paused();
	(void)state;
	t.run->x[0] = NAN;
	expect(&t, "state 0 is");
}

static void an_instant_has_ended(void **state)
{
	trial t = paused();
	(void)state;
	t.run->d->event = 1;
	expect(&t, "has not ended");
}

/* The dear ones are made in checked builds only. */
static void latches_agree(void **state)
{
	trial t = paused();
	(void)state;
	for (uint32_t i = 0; i < t.run->image->watches.n; i++)
		t.run->d->latch[i] = !t.run->d->latch[i];
	expect(&t, SB_CHECKED ? "is taken for true" : NULL);
}

static void pre_is_kept(void **state)
{
	trial t = paused();
	(void)state;
	for (uint32_t k = 0; k < t.run->image->pres.n; k++)
		if (t.run->image->pres.at[k].place.store == SI_INT)
			t.run->d->pre_i[k] += 5;
	expect(&t, SB_CHECKED ? "is not what it was" : NULL);
}

static void conditions_are_searched_for(void **state)
{
	trial t = paused();
	(void)state;
	for (uint32_t i = 0; i < t.run->image->watches.n; i++)
		t.run->view->lens.kind[i] = SE_NEVER;
	expect(&t, SB_CHECKED ? "nothing searches for it" : NULL);
}

/* A calendar by itself is looked at in every build. */
static void a_calendar_is_a_heap(void **state)
{
	sb_text why = {0};
	se_calendar *c = se_calendar_new();
	(void)state;
	for (uint32_t k = 0; k < 50; k++)
		se_calendar_put(c, (k * 7) % 50, 0, k % 2 ? SE_PROCESS : SE_CLOCK, k);
	assert_true(se_calendar_is_sound(c, &why));
	c->at[20].time = -1;
	assert_false(se_calendar_is_sound(c, &why));
	assert_non_null(strstr(why.at, "is due before the one above it"));
	sb_text_free(&why);
	se_calendar_free(c);
	c = se_calendar_new();
	for (uint32_t k = 0; k < 5; k++)
		se_calendar_put(c, k, 0, SE_PROCESS, k);
	c->process.at[2] = 1;
	assert_false(se_calendar_is_sound(c, &why));
	sb_text_free(&why);
	se_calendar_free(c);
	c = se_calendar_new();
	se_calendar_put(c, 1, 0, SE_WATCH, 3);
	c->watch.at[4] = 1;
	assert_false(se_calendar_is_sound(c, &why));
	sb_text_free(&why);
	se_calendar_free(c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_run_is_sound),
		cmocka_unit_test(states_are_numbers),
		cmocka_unit_test(an_instant_has_ended),
		cmocka_unit_test(latches_agree),
		cmocka_unit_test(pre_is_kept),
		cmocka_unit_test(conditions_are_searched_for),
		cmocka_unit_test(a_calendar_is_a_heap),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
