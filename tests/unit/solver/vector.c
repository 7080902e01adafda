/* The vectors that CVODE and IDA work with: the same numbers as the plain definitions give, at all lengths around
 * those that are added together, and where the result is one of the arguments. */
#include "unit/unit.h"

#include <math.h>
#include <nvector/nvector_serial.h>

#include "solver/solver.h"
#include "solver/vector.h"

enum { MOST = 41 };
static const double factors[] = { 0, 1, -1, 2.5 };
enum { FACTORS = sizeof factors / sizeof *factors };

typedef struct room { SUNContext context; N_Vector x, y, z; } room;

static room open_room(int n)
{
	room r;
	SUNContext_Create(NULL, &r.context);
	r.x = N_VNew_Serial(n, r.context);
	sv_vector_speed_up(r.x);
	r.y = N_VClone(r.x);
	r.z = N_VClone(r.x);
	for (int i = 0; i < n; i++) {
		NV_Ith_S(r.x, i) = sin(i + 1.0);
		NV_Ith_S(r.y, i) = 1 / (i + 1.0);
		NV_Ith_S(r.z, i) = 7;
	}
	return r;
}

static void close_room(room *r)
{
	N_VDestroy(r->x);
	N_VDestroy(r->y);
	N_VDestroy(r->z);
	SUNContext_Free(&r->context);
}

/* Into a third vector, into the first, into the second, and of a vector with itself. */
static void sums_are_exact(void **state)
{
	(void)state;
	for (int n = 1; n <= MOST; n++)
		for (int f = 0; f < FACTORS * FACTORS; f++)
			for (int into = 0; into < 4; into++) {
				room r = open_room(n);
				double a = factors[f / FACTORS], b = factors[f % FACTORS];
				N_Vector to = into == 0 ? r.z : into == 2 ? r.y : r.x, second = into == 3 ? r.x : r.y;
				N_VLinearSum(a, r.x, b, second, to);
				for (int i = 0; i < n; i++) {
					double x = sin(i + 1.0), y = into == 3 ? x : 1 / (i + 1.0);
					assert_true(NV_Ith_S(to, i) == a * x + b * y);
				}
				close_room(&r);
			}
}

static void scaling_is_exact(void **state)
{
	(void)state;
	for (int n = 1; n <= MOST; n++)
		for (int f = 0; f < FACTORS; f++)
			for (int into = 0; into < 2; into++) {
				room r = open_room(n);
				N_Vector to = into ? r.x : r.z;
				N_VScale(factors[f], r.x, to);
				for (int i = 0; i < n; i++)
					assert_true(NV_Ith_S(to, i) == factors[f] * sin(i + 1.0));
				close_room(&r);
			}
}

static void norms_and_weights(void **state)
{
	(void)state;
	for (int n = 1; n <= MOST; n++) {
		room r = open_room(n);
		double size[MOST], sum = 0;
		for (int i = 0; i < n; i++) {
			size[i] = 1e-3 * (i + 1);
			sum += pow(sin(i + 1.0) / (i + 1.0), 2);
		}
		assert_float_equal(N_VWrmsNorm(r.x, r.y), sqrt(sum / n), 1e-14);
		sv_vector_weights(1e-2, size, r.x, r.z);
		for (int i = 0; i < n; i++)
			assert_true(NV_Ith_S(r.z, i) == 1 / (1e-2 * (fabs(sin(i + 1.0)) + size[i])));
		close_room(&r);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sums_are_exact),
		cmocka_unit_test(scaling_is_exact),
		cmocka_unit_test(norms_and_weights),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
