/* Random numbers between 0 and 1 by the xorshift generators of Sebastiano Vigna (2014), with states of 64, 128 and 1024
 * bits. States are vectors of ints, two for 64 bits, the lower half first; that of 1024 bits has a place behind them.
 * This is also part of the code that leaves Saltus. */
#ifndef SALTUS_EXTERNAL_XORSHIFT_H
#define SALTUS_EXTERNAL_XORSHIFT_H

#include <stdint.h>

static inline uint64_t sl_join(const int *halves)
{
	return (uint64_t)(uint32_t)halves[0] | (uint64_t)(uint32_t)halves[1] << 32;
}

static inline void sl_split(uint64_t whole, int *halves)
{
	halves[0] = (int)(uint32_t)whole;
	halves[1] = (int)(uint32_t)(whole >> 32);
}

/* As a signed number, 2^-64 of it, moved into 0 .. 1. */
static inline double sl_between_0_and_1(uint64_t x)
{
	return (double)(int64_t)x * 0x1p-64 + 0.5;
}

static inline double sl_xorshift64star(const int *from, int *to)
{
	uint64_t x = sl_join(from);
	x ^= x >> 12;
	x ^= x << 25;
	x ^= x >> 27;
	x *= 2685821657736338717u;
	sl_split(x, to);
	return sl_between_0_and_1(x);
}

static inline double sl_xorshift128plus(const int *from, int *to)
{
	uint64_t a = sl_join(from), b = sl_join(from + 2);
	a ^= a << 23;
	uint64_t c = (a ^ b ^ a >> 17 ^ b >> 26) + b;
	sl_split(b, to);
	sl_split(c, to + 2);
	return sl_between_0_and_1(c);
}

static inline double sl_next_of_1024(uint64_t *s, int *place)
{
	uint64_t a = s[*place & 15];
	*place = (*place + 1) & 15;
	uint64_t b = s[*place];
	b ^= b << 31;
	b ^= b >> 11;
	a ^= a >> 30;
	s[*place] = a ^ b;
	return sl_between_0_and_1(s[*place] * 1181783497276652981u);
}

static inline double sl_xorshift1024star(const int *from, int *to)
{
	uint64_t s[16];
	int place = from[32];
	for (int k = 0; k < 16; k++)
		s[k] = sl_join(from + 2 * k);
	double y = sl_next_of_1024(s, &place);
	for (int k = 0; k < 16; k++)
		sl_split(s[k], to + 2 * k);
	to[32] = place;
	return y;
}

#endif
