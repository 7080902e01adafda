/* The generators of xorshift.h as external functions, and one whose state belongs to the run. */
#include "external/functions.h"
#include "external/state.h"
#include "external/xorshift.h"

#include <string.h>
#include <time.h>
#include <unistd.h>

void ModelicaRandom_xorshift64star(const int *from, int *to, double *y)
{
	*y = sl_xorshift64star(from, to);
}

void ModelicaRandom_xorshift128plus(const int *from, int *to, double *y)
{
	*y = sl_xorshift128plus(from, to);
}

void ModelicaRandom_xorshift1024star(const int *from, int *to, double *y)
{
	*y = sl_xorshift1024star(from, to);
}

/* ------------------------------------------------------------------------------------- with a state of the run */

void ModelicaRandom_setInternalState_xorshift1024star(const int *from, size_t n, int id)
{
	sl_state *state = sl_run_state();
	if (n != 33)
		sl_fail("the state of the random generator has %zu numbers, but 33 are needed", n);
	for (int k = 0; k < 16; k++)
		state->random[k] = sl_join(from + 2 * k);
	state->random_place = from[32];
	state->random_id = id;
	state->random_is_set = true;
}

double ModelicaRandom_impureRandom_xorshift1024star(int id)
{
	sl_state *state = sl_run_state();
	if (!state->random_is_set || id != state->random_id)
		sl_fail("impureRandom is used before initializeImpureRandom has given it a state");
	return sl_next_of_1024(state->random, &state->random_place);
}

int ModelicaRandom_automaticGlobalSeed(double dummy)
{
	struct timespec now;
	(void)dummy;
	clock_gettime(CLOCK_REALTIME, &now);
	return 1 + (int)(((uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000 + 6007u * (uint64_t)getpid()) %
					 2147483000u);
}

void ModelicaRandom_convertRealToIntegers(double value, int *halves)
{
	uint64_t bits;
	memcpy(&bits, &value, sizeof bits);
	sl_split(bits, halves);
}
