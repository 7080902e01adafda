/* The derivative of a period of a loop with clocks by central differences of runs, with two steps h and h/2,
 * extrapolated; the difference of the two tells how far it may be off. Where all is linear but for the clocks, only the
 * tolerance of the run counts. */
#include "study/point/clocked.h"
#include <float.h>
#include <math.h>
#include <string.h>

/* The outputs behind the tick, then the states a period later. */
static bool step(st_clocked *q, const double *z, double *y, double *next)
{
	st_standing *s = &q->standing;
	if (!st_standing_try(s, q->scalars, z, q->n + q->m))
		return false;
	if (se_advance(s->run, q->tick, false) != SE_PAUSED)
		return false;
	se_show(s->run);
	for (uint32_t i = 0; i < q->p; i++)
		y[i] = se_value(s->run, q->outputs.scalars.at[i]);
	if (se_advance(s->run, q->until, false) != SE_PAUSED)
		return false;
	se_show(s->run);
	for (uint32_t i = 0; i < q->n; i++)
		next[i] = se_value(s->run, q->scalars[q->order[i]]);
	return !sb_errors(s->diag);
}

/* noise: what rounding of the two runs makes of each difference. A run adds up the rounding of its steps. */
static bool central(st_clocked *q, const double *along, double h, double *column, double *noise)
{
	enum { STEPS = 32 };
	uint32_t rows = q->n + q->p, places = q->n + q->m;
	double *high = sb_new_array(q->arena, double, places + 1), *low = sb_new_array(q->arena, double, places + 1);
	double *least = sb_new_array(q->arena, double, rows + 1);
	for (uint32_t i = 0; i < places; i++) {
		high[i] = q->value[i] + h * along[i];
		low[i] = q->value[i] - h * along[i];
	}
	if (!step(q, high, column + q->n, column) || !step(q, low, least + q->n, least))
		return false;
	for (uint32_t i = 0; i < rows; i++) {
		double size = fmax(fabs(column[i]), i < q->n ? q->size[q->order[i]] : 0);
		noise[i] = STEPS * DBL_EPSILON * size / (2 * h);
		column[i] = (column[i] - least[i]) / (2 * h);
	}
	return true;
}

/* Of all that a period gives, along a direction in which sizes count as 1. */
static bool differentiate(st_clocked *q, const double *along, double *column, double *uncertain)
{
	uint32_t rows = q->n + q->p;
	double *coarse = sb_new_array(q->arena, double, rows + 1), *noise = sb_new_array(q->arena, double, rows + 1);
	const double h = 0x1p-7;
	if (!central(q, along, h, coarse, noise) || !central(q, along, h / 2, column, noise))
		return false;
	for (uint32_t i = 0; i < rows; i++) {
		double better = column[i] + (column[i] - coarse[i]) / 3;
		bool nothing = fabs(better) <= noise[i] || fabs(better) < 1e-9 * fmax(fabs(column[i]), fabs(coarse[i]));
		*uncertain = fmax(*uncertain, fmax(noise[i], fabs(better - column[i])));
		column[i] = nothing ? 0 : better;
	}
	return true;
}

static uint32_t place_of(const st_clocked *q, uint32_t column)
{
	return column < q->n ? q->order[column] : q->states + column - q->n;
}

static double *element(const st_clocked *q, const st_system *s, uint32_t row, uint32_t column)
{
	bool input = column >= q->n;
	return row < q->n ? st_element(input ? &s->b : &s->a, row, input ? column - q->n : column)
					  : st_element(input ? &s->d : &s->c, row - q->n, input ? column - q->n : column);
}

bool st_clocked_agrees(st_clocked *q, const st_system *s)
{
	uint32_t all = q->n + q->m;
	double *along = sb_new_array(q->arena, double, all + 1), off = 0;
	double *column = sb_new_array(q->arena, double, q->n + q->p + 1);
	for (uint32_t c = 0; c < all; c++)
		along[place_of(q, c)] = (c % 2 ? -1 : 1) * (0.5 + fmod(0.618 * c, 1)) * q->size[place_of(q, c)];
	if (!differentiate(q, along, column, &off))
		return true;                         /* there is nothing to compare with */
	for (uint32_t i = 0; i < q->n + q->p; i++) {
		double sum = 0, size = 0;
		for (uint32_t c = 0; c < all; c++) {
			double part = *element(q, s, i, c) * along[place_of(q, c)];
			sum += part;
			size += fabs(part);
		}
		if (fabs(sum - column[i]) > 1e-2 * fmax(size, fabs(column[i])) + 10 * off)
			return false;
	}
	return true;
}

bool st_clocked_differences(st_clocked *q, st_system *s, double *uncertain)
{
	uint32_t rows = q->n + q->p, all = q->n + q->m;
	double *column = sb_new_array(q->arena, double, rows + 1), *along = sb_new_array(q->arena, double, all + 1);
	double moved = 0;
	if (!step(q, q->value, q->y, q->next))
		return false;
	for (uint32_t c = 0; c < all; c++) {
		double off = 0, size = q->size[place_of(q, c)];
		along[place_of(q, c)] = size;
		if (!differentiate(q, along, column, &off))
			return false;
		along[place_of(q, c)] = 0;
		*uncertain = fmax(*uncertain, off / size);
		for (uint32_t i = 0; i < rows; i++)      /* what is only rounding would make zeros far away of nothing */
			*element(q, s, i, c) = fabs(column[i]) <= off ? 0 : column[i] / size;
	}
	/* between the point and its tick the states move on */
	for (uint32_t i = 0; i < q->n; i++)
		for (uint32_t k = 0; k < q->n; k++)
			moved = fmax(moved, fabs(*st_element(&s->a, i, k) - (i == k)));
	*uncertain += q->ahead * moved;
	return true;
}
