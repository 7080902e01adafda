/* Tables: interpolation by each method against numbers that were computed apart (the cubic through two values and two
 * slopes by divided differences, with the slopes of the papers), extrapolation, derivatives, grids, time with events.
 */
#include "calls.h"

#include <float.h>
#include <math.h>

static const double nothing[1];

static void near(double got, double wanted, double tolerance)
{
	if (!(fabs(got - wanted) <= tolerance))
		fail_msg("%.17g, wanted %.17g", got, wanted);
}

enum { LINEAR = 1, AKIMA, CONSTANT, FRITSCH_BUTLAND, STEFFEN, MODIFIED };
enum { HOLD = 1, LAST_TWO, PERIODIC, NONE };

/* the middle columns rise and fall; the last rises only */
static const double rows[] = {0, 0, 0, 1, 1, 1, 2, 0.5, 1.5, 4, 3, 3, 5, 3, 3.25, 7, 1, 6, 8, 2, 7};
static const int both[] = {2, 3};

static void *one(int smoothness, int extrapolation)
{
	return ModelicaStandardTables_CombiTable1D_init2("NoName", "NoName", rows, 7, 3, both, 2, smoothness, extrapolation,
													 0);
}

static void check_methods(void *unused)
{
	static const double at[] = {0.5, 1.5, 3, 4.5, 6, 7.5};
	static const struct { int smoothness, column; double y[6], slope[3], curvature[3];
	} known[] = {
		{LINEAR, 1, {0.5, 0.75, 1.75, 3, 2, 1.5}, {1, -0.5, 1.25}, {0, 0, 0}},
		{CONSTANT, 1, {0, 1, 0.5, 3, 3, 1}, {0, 0, 0}, {0, 0, 0}},
		{AKIMA,
		 1,
		 {0.680288461538462, 0.731643356643357, 1.75, 3.1048951048951, 1.98717948717949, 1.20833333333333},
		 {0.985576923076923, -0.940559440559441, 1.64772727272727},
		 {-1.44230769230769, 0.146853146853147, 0}},
		{MODIFIED,
		 2,
		 {0.563988095238095, 1.25347222222222, 2.26111111111111, 3.11317750677507, 4.51163109756098, 6.54865131578947},
		 {1.03869047619048, 0.423611111111111, 0.816666666666667},
		 {-0.511904761904762, -0.0277777777777778, -0.0222222222222222}},
		{STEFFEN,
		 2,
		 {0.53125, 1.27083333333333, 2.29166666666667, 3.11458333333333, 4.46875, 6.515625},
		 {1.0625, 0.416666666666667, 0.875},
		 {-0.25, -0.166666666666667, -0.0833333333333333}},
		{FRITSCH_BUTLAND,
		 2,
		 {0.541666666666667, 1.25996376811594, 2.3079233409611, 3.1203007518797, 4.4387315270936, 6.51724137931034},
		 {1.08333333333333, 0.436594202898551, 0.889445080091533},
		 {-0.333333333333333, -0.0797101449275361, -0.115846681922197}}};
	(void)unused;
	for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
		void *t = one(known[k].smoothness, HOLD);
		int c = known[k].column;
		for (int i = 0; i < 6; i++)
			near(ModelicaStandardTables_CombiTable1D_getValue(t, c, at[i]), known[k].y[i], 1e-13);
		for (int i = 0; i < 3; i++) {
			near(ModelicaStandardTables_CombiTable1D_getDerValue(t, c, at[i], 2), 2 * known[k].slope[i], 1e-12);
			/* y'' u'^2 + y' u'' */
			near(ModelicaStandardTables_CombiTable1D_getDer2Value(t, c, at[i], 2, 3),
				 4 * known[k].curvature[i] + 3 * known[k].slope[i], 1e-12);
		}
		for (int i = 0; i < 7; i++)
			near(ModelicaStandardTables_CombiTable1D_getValue(t, c, rows[3 * i]), rows[3 * i + c], 0);
		ModelicaStandardTables_CombiTable1D_close(t);
	}
}

static void check_beyond(void *unused)
{
	(void)unused;
	void *hold = one(AKIMA, HOLD), *line = one(AKIMA, LAST_TWO), *two = one(LINEAR, LAST_TWO),
		 *round = one(LINEAR, PERIODIC);
	near(ModelicaStandardTables_CombiTable1D_getValue(hold, 1, -3), 0, 0);
	near(ModelicaStandardTables_CombiTable1D_getValue(hold, 1, 30), 2, 0);
	near(ModelicaStandardTables_CombiTable1D_getDerValue(hold, 1, 30, 1), 0, 0);
	near(ModelicaStandardTables_CombiTable1D_getValue(line, 1, -1), -1.75,
		 1e-14); /* Akima's slopes at the ends: 1.75 and 2 */
	near(ModelicaStandardTables_CombiTable1D_getValue(line, 1, 10), 6, 1e-14);
	near(ModelicaStandardTables_CombiTable1D_getDerValue(line, 1, 10, 1), 2, 1e-14);
	near(ModelicaStandardTables_CombiTable1D_getValue(two, 1, 10), 4, 1e-14);
	near(ModelicaStandardTables_CombiTable1D_getValue(round, 1, 8 + 1.5), 0.75, 1e-14);
	near(ModelicaStandardTables_CombiTable1D_getValue(round, 1, -16 + 1.5), 0.75, 1e-14);
	/* at a corner the side that is entered counts */
	near(ModelicaStandardTables_CombiTable1D_getDerValue(two, 1, 1, 1), -0.5, 0);
	near(ModelicaStandardTables_CombiTable1D_getDerValue(two, 1, 1, -1), -1, 0);
	near(ModelicaStandardTables_CombiTable1D_minimumAbscissa(two), 0, 0);
	near(ModelicaStandardTables_CombiTable1D_maximumAbscissa(two), 8, 0);
	ModelicaStandardTables_CombiTable1D_close(hold);
	ModelicaStandardTables_CombiTable1D_close(line);
	ModelicaStandardTables_CombiTable1D_close(two);
	ModelicaStandardTables_CombiTable1D_close(round);
	void *single = ModelicaStandardTables_CombiTable1D_init2("", "", rows + 3, 1, 3, both, 2, AKIMA, NONE, 0);
	near(ModelicaStandardTables_CombiTable1D_getValue(single, 2, 77), 1, 0);
	ModelicaStandardTables_CombiTable1D_close(single);
}

/* Where the grid is that of 2 + 3x - 4y + 5xy, all methods but the constant one give that everywhere, and Akima's its
 * derivatives too. */
static void check_grid(void *unused)
{
	double grid[5 * 4] = {0, 1, 2, 5, -1, 0, 0, 0, 0, 0, 0, 0, 0.5, 0, 0, 0, 3, 0, 0, 0};
	(void)unused;
	for (int i = 1; i < 5; i++)
		for (int j = 1; j < 4; j++)
			grid[4 * i + j] = 2 + 3 * grid[4 * i] - 4 * grid[j] + 5 * grid[4 * i] * grid[j];
	for (int smoothness = LINEAR; smoothness <= AKIMA; smoothness++) {
		void *t = ModelicaStandardTables_CombiTable2D_init2("NoName", "NoName", grid, 5, 4, smoothness, LAST_TWO, 0);
		static const double at[][2] = {{-0.3, 1.7}, {0.2, 4}, {2, 1}, {3, 5}, {-2, 0}, {4, 6}, {1, 9}};
		for (size_t k = 0; k < sizeof at / sizeof *at; k++) {
			double x = at[k][0], y = at[k][1];
			near(ModelicaStandardTables_CombiTable2D_getValue(t, x, y), 2 + 3 * x - 4 * y + 5 * x * y, 1e-12);
			near(ModelicaStandardTables_CombiTable2D_getDerValue(t, x, y, 2, 3), (3 + 5 * y) * 2 + (5 * x - 4) * 3,
				 1e-12);
			near(ModelicaStandardTables_CombiTable2D_getDer2Value(t, x, y, 2, 3, 7, 11),
				 2 * 5 * 2 * 3 + (3 + 5 * y) * 7 + (5 * x - 4) * 11, 1e-12);
		}
		ModelicaStandardTables_CombiTable2D_close(t);
	}
}

/* Akima's method over a grid of any numbers: through all points, the derivative is that of the value, and both go on
 * across the lines. */
static void check_smooth_grid(void *unused)
{
	static const double grid[] = {0, 0, 1, 3, 4, 0, 2, 7, 1, 8, 1, 2, 8, 1, 8, 2.5, 2, 8, 4, 5, 3, 9, 0, 4, 5};
	void *t = ModelicaStandardTables_CombiTable2D_init2("NoName", "NoName", grid, 5, 5, AKIMA, HOLD, 0);
	double h = 1e-5;
	(void)unused;
	for (int i = 1; i < 5; i++)
		for (int j = 1; j < 5; j++)
			near(ModelicaStandardTables_CombiTable2D_getValue(t, grid[5 * i], grid[j]), grid[5 * i + j], 1e-13);
	for (double x = 0.2; x < 2.9; x += 0.31)
		for (double y = 0.1; y < 3.9; y += 0.37) {
			double ahead = ModelicaStandardTables_CombiTable2D_getValue(t, x + 0.6 * h, y - 0.8 * h);
			double behind = ModelicaStandardTables_CombiTable2D_getValue(t, x - 0.6 * h, y + 0.8 * h);
			near(ModelicaStandardTables_CombiTable2D_getDerValue(t, x, y, 0.6, -0.8), (ahead - behind) / (2 * h), 1e-7);
			double first = ModelicaStandardTables_CombiTable2D_getDerValue(t, x - 0.6 * h, y + 0.8 * h, 0.6, -0.8);
			double second = ModelicaStandardTables_CombiTable2D_getDerValue(t, x + 0.6 * h, y - 0.8 * h, 0.6, -0.8);
			near(ModelicaStandardTables_CombiTable2D_getDer2Value(t, x, y, 0.6, -0.8, 0, 0), (second - first) / (2 * h),
				 1e-3);
		}
	for (double y = 0.1; y < 4; y += 0.37) {
		double below = ModelicaStandardTables_CombiTable2D_getDerValue(t, 1 - 1e-9, y, 1, 1);
		near(ModelicaStandardTables_CombiTable2D_getDerValue(t, 1 + 1e-9, y, 1, 1), below, 1e-6);
	}
	ModelicaStandardTables_CombiTable2D_close(t);
	/* a single row is a curve in the other direction: 1, 4, 9 at 1, 2, 3 in straight pieces */
	static const double row[] = {0, 1, 2, 3, 5, 1, 4, 9};
	t = ModelicaStandardTables_CombiTable2D_init2("NoName", "NoName", row, 2, 4, LINEAR, HOLD, 0);
	near(ModelicaStandardTables_CombiTable2D_getValue(t, 123, 2.5), 6.5, 1e-14);
	ModelicaStandardTables_CombiTable2D_close(t);
}

/* A table of time that jumps from 1 to 5 at 1, from 0.5 on. Until the event at 1 has taken place the value there is 1.
 */
static void check_time(void *unused)
{
	static const double jump[] = {0, 0, 1, 1, 1, 5, 3, 7};
	static const int second[] = {2};
	void *t = ModelicaStandardTables_CombiTimeTable_init2("NoName", "NoName", jump, 4, 2, 0.5, second, 1, LINEAR, HOLD,
														  0, 1, 0);
	(void)unused;
	near(ModelicaStandardTables_CombiTimeTable_nextTimeEvent(t, 0), 0.5, 0);
	near(ModelicaStandardTables_CombiTimeTable_getValue(t, 1, 0.4, 0.5, 0.5), 0, 0);
	near(ModelicaStandardTables_CombiTimeTable_getValue(t, 1, 0.5, 0.5, 0.5), 0, 0); /* the start has not taken place */
	near(ModelicaStandardTables_CombiTimeTable_nextTimeEvent(t, 0.5), 1, 0);
	near(ModelicaStandardTables_CombiTimeTable_getValue(t, 1, 0.5, 1, 0.5), 0.5, 0);
	near(ModelicaStandardTables_CombiTimeTable_getValue(t, 1, 1, 1, 1), 1, 0);
	near(ModelicaStandardTables_CombiTimeTable_nextTimeEvent(t, 1), 3, 0);
	near(ModelicaStandardTables_CombiTimeTable_getValue(t, 1, 1, 3, 1), 5, 0);
	near(ModelicaStandardTables_CombiTimeTable_getValue(t, 1, 2, 3, 3), 6, 0);
	near(ModelicaStandardTables_CombiTimeTable_getDerValue(t, 1, 2, 3, 3, 2), 2, 0);
	near(ModelicaStandardTables_CombiTimeTable_nextTimeEvent(t, 3), DBL_MAX, 0);
	near(ModelicaStandardTables_CombiTimeTable_getValue(t, 1, 9, DBL_MAX, DBL_MAX), 7, 0);
	near(ModelicaStandardTables_CombiTimeTable_getDerValue(t, 1, 9, DBL_MAX, DBL_MAX, 1), 0, 0);
	ModelicaStandardTables_CombiTimeTable_close(t);
}

/* A model that scales time comes back with (n*0.1)/0.1, which is a little before n, or behind it, for some n. Each
 * event is followed by the next one all the same, and the value behind it is that of the next piece. */
static void check_scaled_time(void *unused)
{
	static const double wave[] = {0, 0, 1, 1, 2, 0};
	static const int second[] = {2};
	void *t = ModelicaStandardTables_CombiTimeTable_init2("NoName", "NoName", wave, 3, 2, 0, second, 1, CONSTANT,
														  PERIODIC, 0, 1, 0);
	double next = ModelicaStandardTables_CombiTimeTable_nextTimeEvent(t, 0);
	(void)unused;
	for (int n = 1; n <= 2000; n++) {
		near(next, n, 0);
		double time = (next * 0.1) / 0.1;
		next = ModelicaStandardTables_CombiTimeTable_nextTimeEvent(t, time);
		near(ModelicaStandardTables_CombiTimeTable_getValue(t, 1, time, next, n), n % 2, 0);
	}
	ModelicaStandardTables_CombiTimeTable_close(t);
}

/* Jumps at the very beginning and end: before, between and behind. */
static void check_outer_jumps(void *unused)
{
	static const double jumps[] = {1, 10, 1, 20, 2, 20, 2, 30};
	static const int second[] = {2};
	(void)unused;
	for (int smoothness = LINEAR; smoothness <= CONSTANT; smoothness += 2)
		for (int extrapolation = HOLD; extrapolation <= LAST_TWO; extrapolation++) {
			void *t = ModelicaStandardTables_CombiTimeTable_init2("NoName", "NoName", jumps, 4, 2, 0, second, 1,
																  smoothness, extrapolation, 0, 1, 0);
			near(ModelicaStandardTables_CombiTimeTable_nextTimeEvent(t, 0), 1, 0);
			near(ModelicaStandardTables_CombiTimeTable_getValue(t, 1, 0, 1, 1), 10, 0);
			near(ModelicaStandardTables_CombiTimeTable_getValue(t, 1, 1, 1, 1), 10, 0);
			near(ModelicaStandardTables_CombiTimeTable_nextTimeEvent(t, 1), 2, 0);
			near(ModelicaStandardTables_CombiTimeTable_getValue(t, 1, 1, 2, 1), 20, 0);
			near(ModelicaStandardTables_CombiTimeTable_getValue(t, 1, 1.5, 2, 2), 20, 0);
			near(ModelicaStandardTables_CombiTimeTable_getValue(t, 1, 2, 2, 2), 20, 0);
			near(ModelicaStandardTables_CombiTimeTable_getValue(t, 1, 2, DBL_MAX, 2), 30, 0);
			near(ModelicaStandardTables_CombiTimeTable_getValue(t, 1, 5, DBL_MAX, DBL_MAX), 30, 0);
			ModelicaStandardTables_CombiTimeTable_close(t);
		}
}

/* A square wave with period 0.3, which no double is: a thousand cycles, and each event comes once and changes the
 * value. */
static void check_cycles(void *unused)
{
	static const double square[] = {0, 1, 0.1, -1, 0.3, 1};
	static const int second[] = {2};
	void *t = ModelicaStandardTables_CombiTimeTable_init2("NoName", "NoName", square, 3, 2, 0, second, 1, CONSTANT,
														  PERIODIC, 0.05, 1, 0);
	double time = 0.05;
	(void)unused;
	for (int k = 0; k < 2000; k++) {
		double next = ModelicaStandardTables_CombiTimeTable_nextTimeEvent(t, time), wanted = k % 2 ? -1 : 1;
		near(next, 0.05 + 0.3 * ((k + 1) / 2) + (k % 2 ? 0 : 0.1), 1e-10);
		near(ModelicaStandardTables_CombiTimeTable_getValue(t, 1, time, next, k ? time : next), wanted, 0);
		near(ModelicaStandardTables_CombiTimeTable_getValue(t, 1, (time + next) / 2, next, next), wanted, 0);
		near(ModelicaStandardTables_CombiTimeTable_getValue(t, 1, next, next, next), wanted, 0);
		time = next;
	}
	ModelicaStandardTables_CombiTimeTable_close(t);
}

static void make_falling(void *unused)
{
	static const double falling[] = {0, 1, 2, 2, 1, 3};
	(void)unused;
	ModelicaStandardTables_CombiTable1D_init2("NoName", "NoName", falling, 3, 2, both, 1, LINEAR, HOLD, 0);
}

static void make_column(void *unused)
{
	(void)unused;
	ModelicaStandardTables_CombiTable1D_init2("NoName", "NoName", rows, 7, 3, (const int[]){4}, 1, LINEAR, HOLD, 0);
}

static void make_small(void *unused)
{
	static const double small[] = {0, 1};
	(void)unused;
	ModelicaStandardTables_CombiTable2D_init2("NoName", "NoName", small, 2, 1, LINEAR, NONE, 0);
}

static void ask_beyond(void *table)
{
	ModelicaStandardTables_CombiTable1D_getValue(table, 1, 8.5);
}

static void make_from_nowhere(void *unused)
{
	(void)unused;
	ModelicaStandardTables_CombiTable1D_init2("no/such/file.txt", "tab", nothing, 0, 0, both, 1, LINEAR, HOLD, 0);
}

static void all_good(void **unused)
{
	(void)unused;
	calls c = {0};
	assert_null(call(&c, check_methods, NULL));
	assert_null(call(&c, check_beyond, NULL));
	assert_null(call(&c, check_grid, NULL));
	assert_null(call(&c, check_smooth_grid, NULL));
	assert_null(call(&c, check_time, NULL));
	assert_null(call(&c, check_outer_jumps, NULL));
	assert_null(call(&c, check_scaled_time, NULL));
	assert_null(call(&c, check_cycles, NULL));
	calls_end(&c);
}

static void refused(void **unused)
{
	(void)unused;
	calls c = {0};
	assert_non_null(
		strstr(call(&c, make_falling, NULL), "does not rise strictly: the number 2 at position 2 is followed by 1"));
	assert_non_null(
		strstr(call(&c, make_column, NULL),
			   "column 4 of the table 'NoName' was asked for, but the table has 3 columns"));
	assert_non_null(strstr(call(&c, make_small, NULL), "too small"));
	void *strict = one(LINEAR, NONE);
	assert_non_null(strstr(call(&c, ask_beyond, strict), "u = 8.5 is above the table, which goes from 0 to 8"));
	ModelicaStandardTables_CombiTable1D_close(strict);
	assert_non_null(strstr(call(&c, make_from_nowhere, NULL), "no/such/file.txt"));
	calls_end(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(all_good), cmocka_unit_test(refused)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
