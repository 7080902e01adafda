/* Cycles of conditions (cycles.h). */
#include "engine/parts/cycles.h"
#include <math.h>
#include <stdlib.h>

double se_cycle_back(const se_cycles *q, uint32_t back, const double *of)
{
	return of[(q->n - 1 - back) % SE_CYCLES];
}

static int by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return x < y ? -1 : x > y;
}

double se_cycle_ratio(const se_cycles *q, double *largest)
{
	double ratio[SE_CYCLES];
	uint32_t n = 0, most = q->shrinking < SE_CYCLES - 1 ? q->shrinking : SE_CYCLES - 1;
	for (; n < most; n++)
		ratio[n] = se_cycle_back(q, n, q->length) / se_cycle_back(q, n + 1, q->length);
	if (!n)
		return *largest = 1;
	qsort(ratio, n, sizeof *ratio, by_size);
	*largest = ratio[n - 1];
	return ratio[n / 2];
}

double se_cycles_left(const se_cycles *q, double *most)
{
	double largest, ratio = se_cycle_ratio(q, &largest), length = se_cycle_back(q, 0, q->length);
	*most = largest < 1 ? length * largest / (1 - largest) : INFINITY;
	return ratio < 1 ? length * ratio / (1 - ratio) : INFINITY;
}

bool se_cycles_stay(const se_cycles *q, double step)
{
	enum { STEADY = 20, STEPS = 200, MANY = 60, FEW_STEPS = 20 };
	double length = q->n ? se_cycle_back(q, 0, q->length) : 0, least = length, most = length;
	if (q->longest <= 1.5 * length || length < 1e-3 * step)
		return false;
	if (q->steady >= STEADY && length <= STEPS * step)
		return true;
	for (uint32_t k = 1; k < SE_CYCLES && k < q->n; k++) {
		least = fmin(least, se_cycle_back(q, k, q->length));
		most = fmax(most, se_cycle_back(q, k, q->length));
	}
	/* other events may begin steps anew, so that the cycles are not quite alike */
	return q->n >= MANY && most <= FEW_STEPS * step && most <= 4 * least && q->longest > 1.5 * most &&
		   least >= 1e-3 * step;
}

void se_add_cycle(se_cycles *q, double time, double peak)
{
	double length = time - q->last;
	if (q->count++) {
		bool shorter = q->n && length < 0.9999 * se_cycle_back(q, 0, q->length);
		q->shrinking = shorter ? q->shrinking + 1 : 0;
		q->steady = q->n && fabs(length - se_cycle_back(q, 0, q->length)) <= 1e-3 * length ? q->steady + 1 : 0;
		q->longest = fmax(q->longest, length);
		if (!shorter) {
			q->first = q->last;
			q->first_peak = peak;
		}
		q->length[q->n % SE_CYCLES] = length;
		q->peak[q->n++ % SE_CYCLES] = peak;
	}
	q->last = time;
}
