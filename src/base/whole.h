/* Doubles as whole numbers. A cast of what an integer cannot hold is undefined; here it gives the nearest bound, and 0
 * for NaN. */
#ifndef SALTUS_BASE_WHOLE_H
#define SALTUS_BASE_WHOLE_H

#include <stdint.h>

/* Towards zero, as a cast. */
static inline int64_t sb_whole(double value)
{
	if (value >= 0x1p63)
		return INT64_MAX;
	if (value < -0x1p63)
		return INT64_MIN;
	return value == value ? (int64_t)value : 0;
}

#endif
