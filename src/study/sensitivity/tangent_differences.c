/* Values along a run, and differences of whole runs: with two steps, extrapolated, at a smaller tolerance. */
#include "study/sensitivity/tangent_inside.h"
#include "base/stop.h"
#include <math.h>
#include <string.h>

bool st_set_all(st_tangent *t, se_run *run, const double *p)
{
	bool good = true;
	for (uint32_t c = 0; c < t->m && good; c++)
		good = se_set(run, t->by[c], p[c]);
	return good;
}

se_status st_values_along(st_tangent *t, se_run *run, const double *p, const se_settings *s, const double *times,
						  uint32_t count, double *values, uint32_t *reached)
{
	*reached = 0;
	if (!st_set_all(t, run, p))
		return SE_FAILED;
	se_status status = se_begin(run, s);
	for (uint32_t k = 0; k < count && status == SE_PAUSED; k++) {
		status = se_advance(run, times[k], false);
		if (status != SE_PAUSED)
			break;
		se_show(run);
		for (uint32_t r = 0; r < t->rows; r++)
			values[(size_t)k * t->rows + r] =
				t->of[r].rate ? se_rate_of(run, t->of[r].scalar) : se_value(run, t->of[r].scalar);
		*reached = k + 1;
	}
	bool whole = *reached == count && status == SE_PAUSED;
	status = se_end(run);
	return whole ? SE_DONE : status;
}

typedef struct differing { const st_way *way; se_settings settings; uint32_t reached; se_status status; } differing;

static bool values_at(st_tangent *t, differing *q, uint32_t c, double by, double *values)
{
	uint32_t reached;
	double p = t->p[c];
	t->p[c] = p + by;
	q->status = st_values_along(t, t->twin, t->p, &q->settings, q->way->times, q->way->count, values, &reached);
	t->p[c] = p;
	q->reached = reached < q->reached ? reached : q->reached;
	if (!se_ended_well(q->status))
		sb_pass_on(t->own, t->aside);
	sb_take_back(t->aside, 0, NULL);
	return se_ended_well(q->status);
}

static bool central(st_tangent *t, differing *q, uint32_t c, double by, double *out)
{
	size_t n = (size_t)q->way->count * t->rows;
	double *low = sb_new_array(t->scratch, double, n + 1);
	double high_by = (t->p[c] + by) - t->p[c], low_by = t->p[c] - (t->p[c] - by);
	if (!values_at(t, q, c, by, out) || !values_at(t, q, c, -by, low))
		return false;
	for (size_t i = 0; i < n; i++)
		out[i] = (out[i] - low[i]) / (high_by + low_by);
	return true;
}

static void put_column(st_tangent *t, const differing *q, uint32_t c, const double *coarse, const double *fine,
					   st_sensitivities *out)
{
	for (uint32_t r = 0; r < t->rows; r++) {
		double most = 0, off = 0;
		for (size_t k = r; k < (size_t)q->reached * t->rows; k += t->rows) {
			double better = fine[k] + (fine[k] - coarse[k]) / 3;
			most = fmax(most, fabs(better));
			off = fmax(off, fabs(better - fine[k]));
			out->matrix[k * t->m + c] = better;
			out->doubt[k * t->m + c] = fabs(better - fine[k]);
		}
		if (most > 0)
			out->uncertain = fmax(out->uncertain, off / most);
	}
}

bool st_tangent_differences(st_tangent *t, const st_way *way, st_sensitivities *out)
{
	size_t n = (size_t)way->count * t->rows;
	differing q = {way, t->settings, way->count, SE_DONE};
	q.settings.tolerance = fmin(q.settings.tolerance, fmax(1e-3 * q.settings.tolerance, 1e-10));
	out->status = st_values_along(t, t->run, t->p, &t->settings, way->times, way->count, out->value, &out->reached);
	if (!se_ended_well(out->status))
		return false;
	q.reached = out->reached;
	for (uint32_t c = 0; c < t->m; c++) {
		sb_mark mark = sb_arena_mark(t->scratch);
		double *coarse = sb_new_array(t->scratch, double, n + 1), *fine = sb_new_array(t->scratch, double, n + 1);
		double by = 0x1p-9 * t->size[c];
		if (sb_stopped() || !central(t, &q, c, by, coarse) || !central(t, &q, c, by / 2, fine)) {
			out->status = sb_stopped() ? SE_STOPPED : q.status;
			return false;
		}
		put_column(t, &q, c, coarse, fine, out);
		sb_arena_rewind(t->scratch, mark);
	}
	return true;
}
