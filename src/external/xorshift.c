/* Random numbers between 0 and 1 by the xorshift generators of Sebastiano Vigna (2014), with states of 64, 128 and 1024
 * bits. States are vectors of Integers, two for 64 bits, the lower half first; that of 1024 bits has a place behind
 * them. */
#include "external/functions.h"
#include "external/state.h"

#include <string.h>
#include <time.h>
#include <unistd.h>

static uint64_t join(const int *halves)
{
	return (uint64_t)(uint32_t)halves[0] | (uint64_t)(uint32_t)halves[1] << 32;
}

static void split(uint64_t whole, int *halves)
{
	halves[0] = (int)(uint32_t)whole;
	halves[1] = (int)(uint32_t)(whole >> 32);
}

/* As a signed number, 2^-64 of it, moved into 0 .. 1. */
static double between_0_and_1(uint64_t x)
{
	return (double)(int64_t)x * 0x1p-64 + 0.5;
}

void ModelicaRandom_xorshift64star(const int *from, int *to, double *y)
{
	uint64_t x = join(from);
	x ^= x >> 12;
	x ^= x << 25;
	x ^= x >> 27;
	x *= 2685821657736338717u;
	split(x, to);
	*y = between_0_and_1(x);
}

void ModelicaRandom_xorshift128plus(const int *from, int *to, double *y)
{
	uint64_t a = join(from), b = join(from + 2);
	a ^= a << 23;
	uint64_t c = (a ^ b ^ a >> 17 ^ b >> 26) + b;
	split(b, to);
	split(c, to + 2);
	*y = between_0_and_1(c);
}

static double next_of_1024(uint64_t *s, int *place)
{
	uint64_t a = s[*place & 15];
	*place = (*place + 1) & 15;
	uint64_t b = s[*place];
	b ^= b << 31;
	b ^= b >> 11;
	a ^= a >> 30;
	s[*place] = a ^ b;
	return between_0_and_1(s[*place] * 1181783497276652981u);
}

void ModelicaRandom_xorshift1024star(const int *from, int *to, double *y)
{
	uint64_t s[16];
	int place = from[32];
	for (int k = 0; k < 16; k++)
		s[k] = join(from + 2 * k);
	*y = next_of_1024(s, &place);
	for (int k = 0; k < 16; k++)
		split(s[k], to + 2 * k);
	to[32] = place;
}

/* ------------------------------------------------------------------------------------- with a state of the run */

void ModelicaRandom_setInternalState_xorshift1024star(const int *from, size_t n, int id)
{
	sl_state *state = sl_run_state();
	if (n != 33)
		sl_fail("the state of the random generator has %zu numbers, but 33 are needed", n);
	for (int k = 0; k < 16; k++)
		state->random[k] = join(from + 2 * k);
	state->random_place = from[32];
	state->random_id = id;
	state->random_is_set = true;
}

double ModelicaRandom_impureRandom_xorshift1024star(int id)
{
	sl_state *state = sl_run_state();
	if (!state->random_is_set || id != state->random_id)
		sl_fail("impureRandom is used before initializeImpureRandom has given it a state");
	return next_of_1024(state->random, &state->random_place);
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
	split(bits, halves);
}
