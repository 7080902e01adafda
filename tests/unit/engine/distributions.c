/* What routines draw (E57): every distribution of a model by its mean and the test of Kolmogorov and Smirnov (of
 * discrete ones: the largest difference of the distribution functions at whole numbers, which that test bounds too),
 * and what is said of wrong parameters. The seed is fixed; the bound is that of probability 1e-4. */
#include "unit/engine/routines.h"
#include <stdlib.h>

enum { DRAWS = 100000 };
typedef struct sample { sm_question question; double a, b, c, mean; double (*below)(double); } sample;
static const sample *now;
static double drawn[DRAWS];
static bool discrete;

static double uniform(double x) { return (x - 2) / 3; }
static double exponential(double x) { return -expm1(-x / 4); }
static double normal(double x) { return 0.5 * erfc(-(x - 1) / 2 * M_SQRT1_2); }
static double lognormal(double x) { return 0.5 * erfc(-(log(x) - 0.2) / 0.5 * M_SQRT1_2); }
static double gamma2(double x) { return 1 - exp(-x / 3) * (1 + x / 3); }
static double erlang3(double x) { double y = x / 2; return 1 - exp(-y) * (1 + y + 0.5 * y * y); }
static double beta22(double x) { return x * x * (3 - 2 * x); }
static double weibull(double x) { return -expm1(-pow(x / 2, 1.5)); }
static double triangular(double x) { return x < 2 ? (x - 1) * (x - 1) / 3 : 1 - (4 - x) * (4 - x) / 6; }
static double poisson2(double k)
{
	double term = exp(-2), sum = 0;
	for (double i = 0; i <= k; i++, term *= 2 / i)
		sum += term;
	return sum;
}
static double binomial3(double k) { return k < 0 ? 0 : k < 1 ? 0.027 : k < 2 ? 0.216 : k < 3 ? 0.657 : 1; }
static double geometric(double k) { return k < 0 ? 0 : 1 - pow(0.75, floor(k) + 1); }
static double bernoulli(double k) { return k < 0 ? 0 : k < 1 ? 0.6 : 1; }
static double dice(double k) { return k < 3 ? 0 : k >= 8 ? 1 : (floor(k) - 2) / 6; }
static double lines(double x) { return x <= 1 ? 0 : x < 2 ? 0.2 + 0.3 * (x - 1) : x < 4 ? 0.5 + 0.25 * (x - 2) : 1; }

static int draw_all(sc_data *d, sc_activation *a)
{
	(void)a;
	for (int i = 0; i < DRAWS; i++)
		drawn[i] = d->services->draw(d, -1, (int)now->question, 0, 0, now->a, now->b, now->c);
	return 0;
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return x < y ? -1 : x > y;
}

static double largest_difference(void)
{
	double most = 0;
	qsort(drawn, DRAWS, sizeof *drawn, compare);
	for (int i = 0; i < DRAWS; i++) {
		double p = now->below(drawn[i]);
		if (discrete && i + 1 < DRAWS && drawn[i + 1] == drawn[i])
			continue;
		most = fmax(most, fabs(p - (i + 1.0) / DRAWS));
		if (!discrete)
			most = fmax(most, fabs(p - (double)i / DRAWS));
	}
	return most;
}

static void test_one(const sample *s, const char *wrong)
{
	rig r = begin();
	static double values[] = {1, 1, 2, 4}, cumulative[] = {0, 0.2, 0.5, 1};
	sb_push(r.arena, r.m->streams, ((sm_stream){.name = "r", .count = 1}));
	sb_push(r.arena, r.m->samples, ((sm_sample_data){.name = "d", .value = values, .cumulative = cumulative, .n = 4}));
	now = s;
	routine(&r, "first", SM_ONCE, draw_all, 0, 0);
	simulate(&r, wrong ? SE_FAILED : SE_DONE);
	if (wrong) {
		assert_true(said(&r, wrong));
		end(&r);
		return;
	}
	double sum = 0, squares = 0;
	for (int i = 0; i < DRAWS; i++) {
		sum += drawn[i];
		squares += (drawn[i] - s->mean) * (drawn[i] - s->mean);
	}
	double difference = s->below == lines ? 0 : largest_difference(), off = sum / DRAWS - s->mean;
	if (s->below == lines)           /* it has an atom at 1, of 0.2 */
		for (double x = 1; x < 4; x += 0.25) {
			double p = 0;
			for (int i = 0; i < DRAWS; i++)
				p += drawn[i] <= x;
			difference = fmax(difference, fabs(p / DRAWS - fmax(0.2, lines(x))));
		}
	if (difference > 2.23 / sqrt(DRAWS) || fabs(off) > 4 * sqrt(squares / DRAWS / DRAWS)) {
		print_error("%s: largest difference %g, mean off by %g\n", sm_question_name(s->question), difference, off);
		fail();
	}
	end(&r);
}

static void E57_continuous_distributions_of_models_fit(void **state)
{
	(void)state;
	const sample samples[] = {
		{SM_ASK_UNIFORM, 2, 5, 0, 3.5, uniform},
		{SM_ASK_EXPONENTIAL, 4, 0, 0, 4, exponential},
		{SM_ASK_NORMAL, 1, 2, 0, 1, normal},
		{SM_ASK_LOGNORMAL, 0.2, 0.5, 0, exp(0.2 + 0.125), lognormal},
		{SM_ASK_GAMMA, 2, 3, 0, 6, gamma2},
		{SM_ASK_ERLANG, 3, 6, 0, 6, erlang3},
		{SM_ASK_BETA, 2, 2, 0, 0.5, beta22},
		{SM_ASK_WEIBULL, 1.5, 2, 0, 2 * tgamma(1 + 1 / 1.5), weibull},
		{SM_ASK_TRIANGULAR, 1, 2, 4, 7 / 3.0, triangular},
		{SM_ASK_EMPIRICAL, 0, 0, 0, 0.2 * 1 + 0.3 * 1.5 + 0.5 * 3, lines},
	};
	discrete = false;
	for (size_t i = 0; i < sizeof samples / sizeof *samples; i++)
		test_one(&samples[i], NULL);
}

static void E57_discrete_distributions_of_models_fit(void **state)
{
	(void)state;
	const sample samples[] = {
		{SM_ASK_POISSON, 2, 0, 0, 2, poisson2},        {SM_ASK_BINOMIAL, 3, 0.7, 0, 2.1, binomial3},
		{SM_ASK_GEOMETRIC, 0.25, 0, 0, 3, geometric},  {SM_ASK_BERNOULLI, 0.4, 0, 0, 0.4, bernoulli},
		{SM_ASK_DISCRETE_UNIFORM, 3, 8, 0, 5.5, dice},
	};
	discrete = true;
	for (size_t i = 0; i < sizeof samples / sizeof *samples; i++)
		test_one(&samples[i], NULL);
}

static void E57_wrong_parameters_end_the_run(void **state)
{
	(void)state;
	const sample samples[] = {
		{.question = SM_ASK_EXPONENTIAL, .a = -1},
		{.question = SM_ASK_EXPONENTIAL, .a = NAN},
		{.question = SM_ASK_UNIFORM, .a = 2, .b = 1},
		{.question = SM_ASK_NORMAL, .a = 0, .b = -1},
		{.question = SM_ASK_GAMMA, .a = 0, .b = 1},
		{.question = SM_ASK_ERLANG, .a = 0, .b = 1},
		{.question = SM_ASK_BETA, .a = 1, .b = 0},
		{.question = SM_ASK_WEIBULL, .a = 1, .b = -2},
		{.question = SM_ASK_TRIANGULAR, .a = 0, .b = 3, .c = 2},
		{.question = SM_ASK_POISSON, .a = -1},
		{.question = SM_ASK_BINOMIAL, .a = 3, .b = 1.5},
		{.question = SM_ASK_GEOMETRIC, .a = 0},
		{.question = SM_ASK_BERNOULLI, .a = 2},
		{.question = SM_ASK_DISCRETE_UNIFORM, .a = 2, .b = 1},
		{.question = SM_ASK_LOGNORMAL, .a = INFINITY, .b = 1},
	};
	for (size_t i = 0; i < sizeof samples / sizeof *samples; i++)
		test_one(&samples[i], "R0520");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(E57_continuous_distributions_of_models_fit),
		cmocka_unit_test(E57_discrete_distributions_of_models_fit),
		cmocka_unit_test(E57_wrong_parameters_end_the_run),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
