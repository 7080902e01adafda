/* What the coupling costs in accuracy: the same run with steps twice and four times as long. Where halving the step
 * divides the difference by 2^p, the order is p, and the error of the run itself is its difference to the coarser one
 * divided by 2^p - 1. */
#include "couple/master/lead.h"

#include <math.h>

#include "base/stop.h"

static const char *why_not(const cp_system *s, const cp_settings *x, const cp_outcome *out)
{
	if (out->status != CP_DONE)
		return "the run has not come to its end";
	if (x->estimate != 1)
		return "it was not asked for";
	if (x->control != CP_FIXED)
		return "the steps follow an estimate of their own";
	if (x->events == 1)
		return "the steps end at events";
	if ((x->stop - x->start) / x->step < 8 - 1e-9)
		return "there are fewer than eight steps";
	for (uint32_t i = 0; i < s->components.n; i++) {
		const cp_component *c = &s->components.at[i];
		if (c->peer->once)
			return "a component cannot be started twice";
		if (c->gate.clocked || c->gate.variation > 0 || c->delay)
			return "a component computes seldom, or with a delay that depends on the step";
	}
	return NULL;
}

/* Rows of a fine record at the times of a coarse one; the largest difference by the size of its column. */
static double difference(const sr_record *fine, const sr_record *coarse, uint32_t column, double step)
{
	double most = 0;
	uint32_t row = 0;
	for (uint32_t i = 0; i < sr_rows(coarse); i++) {
		double t = sr_time(coarse, i);
		while (row < sr_rows(fine) && sr_time(fine, row) < t - 1e-6 * step)
			row++;
		if (row < sr_rows(fine) && fabs(sr_time(fine, row) - t) <= 1e-6 * step)
			most = fmax(most, fabs(sr_value(fine, row, column) - sr_value(coarse, i, column)));
	}
	return most;
}

static double size_of(const sr_record *r, uint32_t column)
{
	double most = 0;
	for (uint32_t i = 0; i < sr_rows(r); i++)
		most = fmax(most, fabs(sr_value(r, i, column)));
	return most;
}

static void compare(cp_system *s, const cp_settings *x, const sr_record *one, const sr_record *two,
					const sr_record *four, cp_estimate *out)
{
	double worst = -1;
	out->known = true;
	for (uint32_t c = 0; c < sr_columns(one); c++) {
		if (sr_column_at(one, c)->discrete)
			continue;
		double near = difference(one, two, c, x->step), far = difference(two, four, c, x->step);
		double size = size_of(one, c), order = near > 0 && far > near ? log2(far / near) : NAN;
		if (!(size > 0) || near / size <= worst)
			continue;
		double p = isnan(order) ? 1 : fmin(fmax(order, 1), 4);
		worst = near / size;
		out->error = near / (exp2(p) - 1);
		out->size = size;
		out->order = near / size > 1e-9 ? order : NAN;       /* below it is the accuracy of the components */
		out->column = sb_printf(s->arena, "%s", sr_column_at(one, c)->name);
	}
}

void cp_find_estimate(cp_system *s, const cp_settings *settings, cp_outcome *out)
{
	cp_outcome other[2];
	cp_settings x = *settings;
	out->estimate.why = why_not(s, settings, out);
	if (out->estimate.why)
		return;
	for (int i = 0; i < 2; i++) {
		x.step *= 2;
		cp_run_once(s, &x, true, NULL, NULL, &other[i]);
	}
	if (other[0].status == CP_DONE && other[1].status == CP_DONE)
		compare(s, settings, out->record, other[0].record, other[1].record, &out->estimate);
	else
		out->estimate.why = "a run with longer steps has failed";
	for (int i = 0; i < 2; i++)
		sr_record_free(other[i].record);
}
