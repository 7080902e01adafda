/* What is between the ends of a transport, against the function that went in: at both ends, there and back, through
 * jumps, and the integral over the distribution, which only what goes in and out can change. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include "engine/parts/profile.h"

static const double points[] = {0, 1}, zeros[] = {0, 0};

static double wave(double x)
{
	return sin(3 * x) + 2;
}

static void what_goes_in_comes_out(void **state)
{
	(void)state;
	se_profile p = {0};
	se_profile_begin(&p, points, zeros, 2, 0);
	assert_true(se_profile_feed(&p, wave(0), 0));
	for (int i = 1; i <= 400; i++) {
		double x = 0.01 * i;
		se_profile_settle(&p);
		se_profile_move(&p, x, wave(x), 0);
		se_profile_pass(&p, x, true);
		double out = se_profile_at(&p, 1, x, true), wanted = x < 1 ? 0 : wave(x - 1);
		assert_true(fabs(out - wanted) < 1e-7);
		assert_true(fabs(se_profile_at(&p, 0, x, true) - wave(x)) < 1e-12);
		if (x > 1.5)
			assert_true(fabs(se_profile_slope(&p, 1, x, true) - 3 * cos(3 * (x - 1))) < 0.1);
	}
	assert_true(p.end - p.first < 120);      /* what is out is forgotten */
	se_profile_free(&p);
}

/* A trial beyond a jump sees the value before it, and leaves no trace. */
static void a_jump_waits_until_it_is_let_out(void **state)
{
	(void)state;
	se_profile p = {0};
	se_profile_begin(&p, points, zeros, 2, 10);
	se_profile_move(&p, 10.25, 0, 0);
	assert_true(isinf(p.limit[0]) && isinf(p.limit[1]));
	assert_true(se_profile_feed(&p, 5, 0));
	assert_false(se_profile_feed(&p, 5, 0));
	se_profile_move(&p, 10.75, 5, 0);
	assert_true(fabs(se_profile_ahead(&p, 1, 11) - 0.25) < 1e-14);
	assert_true(se_profile_at(&p, 1, 11.3, true) == 0);
	assert_true(se_profile_at(&p, 1, 11.2, true) == 0);
	se_profile_move(&p, 11.2501, 5, 0);
	assert_true(se_profile_ahead(&p, 1, 11.2501) < 0);
	assert_true(se_profile_at(&p, 1, 11.2501, true) == 0);
	assert_true(se_profile_pass(&p, 11.2501, true));
	assert_false(se_profile_pass(&p, 11.2501, true));
	assert_true(se_profile_at(&p, 1, 11.2501, true) == 5);
	se_profile_free(&p);
}

static void what_turns_round_comes_back(void **state)
{
	(void)state;
	se_profile p = {0};
	se_profile_begin(&p, points, zeros, 2, 0);
	se_profile_feed(&p, wave(0), 7);
	for (int i = 1; i <= 60; i++)
		se_profile_move(&p, 0.01 * i, wave(0.01 * i), 7);
	assert_false(se_profile_feed(&p, wave(0.6), 7));
	for (int i = 59; i > 0; i--) {
		se_profile_settle(&p);
		se_profile_move(&p, 0.01 * i, 0, 7);
		assert_true(fabs(se_profile_at(&p, 0, 0.01 * i, false) - wave(0.01 * i)) < 1e-6);
		assert_true(se_profile_at(&p, 1, 0.01 * i, false) == 7);
	}
	assert_true(fabs(se_profile_ahead(&p, 0, 0.01)) < 0.011); /* the jump between what went in and what was there */
	se_profile_move(&p, -0.1, 0, 7);
	assert_true(se_profile_pass(&p, -0.1, false));
	assert_true(se_profile_at(&p, 0, -0.1, false) == 0);
	se_profile_move(&p, -0.5, 0, 7);
	assert_true(se_profile_pass(&p, -0.5, false)); /* and the one at the other end, where the flow has turned */
	assert_true(se_profile_at(&p, 0, -0.5, false) == 7);
	se_profile_free(&p);
}

static double integral(const se_profile *p)
{
	double sum = 0, left = -p->x, right = 1 - p->x;
	for (uint32_t i = p->first; i + 1 < p->end; i++) {
		double a = fmax(p->s[i], left), b = fmin(p->s[i + 1], right);
		if (b <= a)
			continue;
		double width = p->s[i + 1] - p->s[i], slope = (p->v[i + 1] - p->v[i]) / width;
		sum += (b - a) * (p->v[i] + slope * (0.5 * (a + b) - p->s[i]));
	}
	return sum;
}

/* To and fro at random, with jumps: what is inside is what went in less what came out. */
static void nothing_is_lost(void **state)
{
	(void)state;
	se_profile p = {0};
	uint32_t seed = 1;
	double x = 0, inside;
	se_profile_begin(&p, points, zeros, 2, 0);
	inside = integral(&p);
	for (int k = 0; k < 2000; k++) {
		seed = seed * 1664525u + 1013904223u;
		double from = x, to = x + ((double)(seed >> 8) / (1 << 24) - 0.45) * 0.7;
		double in[2] = {(double)(seed >> 28), (double)((seed >> 20) & 15)};
		bool positive = to >= x;
		se_profile_feed(&p, in[0], in[1]);
		for (int i = 1; i <= 20; i++) {
			double next = i == 20 ? to : from + (to - from) * i / 20, out = se_profile_at(&p, positive, x, positive);
			se_profile_settle(&p);
			se_profile_move(&p, next, in[0], in[1]);
			bool jumped = se_profile_pass(&p, next, positive);
			double out_now = se_profile_at(&p, positive, next, positive),
				   change = fabs(next - x) * (in[!positive] - 0.5 * (out + out_now));
			inside += change;
			double off = fabs(inside - integral(&p)),
				   least = jumped ? 16 * fabs(next - x) : 1e-9; /* a jump was somewhere on the way */
			assert_true(off <= least);
			inside = integral(&p);
			x = next;
		}
		assert_true(inside > -1e-9 && inside < 15 + 1e-9);
		assert_true(p.end - p.first < 400);
		for (uint32_t i = p.first; i + 1 < p.end; i++)
			assert_true(p.s[i] <= p.s[i + 1]);
	}
	se_profile_free(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_goes_in_comes_out), cmocka_unit_test(a_jump_waits_until_it_is_let_out),
		cmocka_unit_test(what_turns_round_comes_back), cmocka_unit_test(nothing_is_lost)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
