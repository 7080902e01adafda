/* The functions of numbers in the precision of the runtime. */
#ifndef SALTUS_RT_MATH_H
#define SALTUS_RT_MATH_H

#include <float.h>
#include <math.h>

#ifdef RT_SINGLE
#define RT_(name) name##f
#define RT_EPSILON FLT_EPSILON
#define RT_LARGEST FLT_MAX
#define RT_SAME_STEP 1e-6f           /* a whole number but for rounding */
#else
#define RT_(name) name
#define RT_EPSILON DBL_EPSILON
#define RT_LARGEST DBL_MAX
#define RT_SAME_STEP 2e-15
#endif
#define RT_NAN ((rt_real)NAN)
#define RT_INFINITY ((rt_real)INFINITY)

#endif
