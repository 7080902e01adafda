/* Rows between the points of the grid: every step of the solver, or those in which something goes beyond what the grid
 * shows.
 *
 * Where steps are shorter than the interval of the grid, a peak may begin and end between two of its points. Of the
 * steps in an interval those are kept that have the least or the greatest value of some channel so far; when the next
 * row of the grid is known, the kept ones that lie outside of both rows are recorded before it. So an interval costs
 * one evaluation of what is recorded for each step that ends inside of it, and leaves a few rows at most. */
#include "engine/evaluate/engine_evaluate.h"
#include "engine/record/record.h"
#include "engine/solve/engine_solve.h"
#include <math.h>
#include <string.h>

enum { SLOTS = 16, NONE = 255 };

struct se_peaks {
	uint32_t channels, used;
	bool begun;                      /* there is a row that the interval begins with */
	double *base;                    /* that row */
	double *low, *high;              /* of the interval, by channel */
	double *least, *most;            /* of the run */
	uint8_t *low_slot, *high_slot;   /* which kept row has them */
	double *kept, time[SLOTS];
};

void se_peaks_open(se_run *run)
{
	uint32_t n = run->channel_count;
	run->recording->peaks = NULL;
	if (run->settings.rows != SE_ROWS_PEAKS && run->settings.rows != SE_ROWS_SHOWN_PEAKS)
		return;
	se_peaks *p = run->recording->peaks = sb_new(run->once, se_peaks);
	double *all = sb_new_array(run->once, double, (5 + SLOTS) * (size_t)n + 1);
	*p = (se_peaks){.channels = n, .base = all, .low = all + n, .high = all + 2 * (size_t)n,
		.least = all + 3 * (size_t)n, .most = all + 4 * (size_t)n, .kept = all + 5 * (size_t)n};
	p->low_slot = sb_new_array(run->once, uint8_t, 2 * (size_t)n + 1);
	p->high_slot = p->low_slot + n;
	for (uint32_t i = 0; i < n; i++)
		p->least[i] = INFINITY, p->most[i] = -INFINITY;
}

static void begin(se_peaks *p, const double *row)
{
	size_t bytes = p->channels * sizeof(double);
	memcpy(p->base, row, bytes);
	memcpy(p->low, row, bytes);
	memcpy(p->high, row, bytes);
	memset(p->low_slot, NONE, 2 * (size_t)p->channels);
	for (uint32_t i = 0; i < p->channels; i++) {
		p->least[i] = fmin(p->least[i], row[i]);
		p->most[i] = fmax(p->most[i], row[i]);
	}
	p->used = 0;
	p->begun = true;
}

/* Does a kept row show what the rows at both ends do not? A thousandth of the range is not seen. */
static bool is_peak(const se_peaks *p, uint32_t slot, const double *row)
{
	for (uint32_t i = 0; i < p->channels; i++) {
		double seen = 1e-3 * (p->most[i] - p->least[i]);
		if (p->low_slot[i] == slot && p->low[i] < fmin(p->base[i], row[i]) - seen)
			return true;
		if (p->high_slot[i] == slot && p->high[i] > fmax(p->base[i], row[i]) + seen)
			return true;
	}
	return false;
}

void se_peaks_close(se_run *run, const double *row)
{
	se_peaks *p = run->recording->peaks;
	sr_mark mark = run->settings.rows == SE_ROWS_SHOWN_PEAKS ? SR_PEAK : SR_GRID;
	if (!p)
		return;
	for (uint32_t k = 0; k < p->used && p->begun; k++)
		if (is_peak(p, k, row))
			se_put_row(run, p->time[k], mark, p->kept + (size_t)k * p->channels);
	begin(p, row);
}

/* Rows that no longer have an extreme make room. */
static void compact(se_peaks *p)
{
	uint32_t n = 0;
	for (uint32_t k = 0; k < p->used; k++) {
		bool needed = false;
		for (uint32_t i = 0; i < p->channels && !needed; i++)
			needed = p->low_slot[i] == k || p->high_slot[i] == k;
		if (!needed)
			continue;
		for (uint32_t i = 0; i < p->channels && k != n; i++) {
			p->low_slot[i] = p->low_slot[i] == k ? (uint8_t)n : p->low_slot[i];
			p->high_slot[i] = p->high_slot[i] == k ? (uint8_t)n : p->high_slot[i];
		}
		memmove(p->kept + (size_t)n * p->channels, p->kept + (size_t)k * p->channels, p->channels * sizeof(double));
		p->time[n++] = p->time[k];
	}
	p->used = n;
}

static void keep(se_run *run, double t, const double *row)
{
	se_peaks *p = run->recording->peaks;
	if (!p->begun) {
		begin(p, row);
		return;
	}
	if (p->used == SLOTS)
		compact(p);
	if (p->used == SLOTS)            /* many channels, each with a peak of its own: an interval ends here */
		se_peaks_close(run, row);
	bool extreme = false;
	for (uint32_t i = 0; i < p->channels; i++) {
		if (row[i] < p->low[i])
			p->low[i] = row[i], p->low_slot[i] = (uint8_t)p->used, extreme = true;
		if (row[i] > p->high[i])
			p->high[i] = row[i], p->high_slot[i] = (uint8_t)p->used, extreme = true;
	}
	if (!extreme)
		return;
	memcpy(p->kept + (size_t)p->used * p->channels, row, p->channels * sizeof(double));
	p->time[p->used++] = t;
}

/* At the end of a step, which is no row of the grid. */
void se_record_step(se_run *run, double t)
{
	if (!se_is_beside_grid(run->settings.rows) || !run->recording->grid_matters || !run->image->states)
		return;
	double *row = run->recording->right_row;
	double since = sb_clock();
	sc_look_aside(run->d, SC_FOR_ROWS);
	se_interpolate(run, t, run->x_try);
	se_at(run, t, run->x_try);
	if (!se_evaluate_recorded(run))
		sc_forgive(run->d);
	se_record_values(run, row);
	if (run->recording->peaks)
		keep(run, t, row);
	else
		se_put_row(run, t, SR_GRID, row);
	sc_look_aside(run->d, SC_HERE);
	run->stats.output_seconds += sb_clock() - since;
}
