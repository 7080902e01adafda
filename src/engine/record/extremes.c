/* Rows where there may be a new extreme (SE_ROWS_EXTREMES).
 *
 * What is interpolated of a state in a step is a polynomial, which lies between the least and the greatest of its
 * Bernstein coefficients: a few operations tell that nothing in the step goes beyond what the rows have already, and
 * most steps leave no row. Where the least and the greatest are the ends of the step, these are the rows. Else the step
 * is recorded in pieces (pieces.c), as it is where a channel is no state, or its polynomial is not known.
 *
 * Rows at the beginning of what is recorded keep the slope there: how far the rounding of time moves a value is read
 * off neighbouring rows.
 */
#include "engine/evaluate/engine_evaluate.h"
#include "engine/record/record.h"
#include <math.h>

void se_extremes_open(se_run *run)
{
	se_recording *r = run->recording;
	r->low = sb_new_array(run->once, double, 2 * (size_t)run->channel_count + 1);
	r->high = r->low + run->channel_count;
	/* what nobody asks for is known from the beginning */
	for (uint32_t i = 0; i < run->channel_count; i++)
		r->low[i] = -INFINITY, r->high[i] = INFINITY;
	for (uint32_t i = 0; i < sr_columns(run->record); i++) {
		const sr_column *c = sr_column_at(run->record, i);
		int side = c->negated ? -run->settings.extremes : run->settings.extremes;
		if (!c->constant && side >= 0)
			r->high[c->channel] = -INFINITY;
		if (!c->constant && side <= 0)
			r->low[c->channel] = INFINITY;
	}
}

typedef enum news { NOTHING, AT_ENDS, INSIDE } news;

/* What the last step may have beyond the rows. */
static news look(const se_run *run)
{
	const se_recording *r = run->recording;
	const sv_solver *s = run->solver;
	news found = NOTHING;
	if (!s || !s->operations->polynomial || run->hold || run->projection)
		return INSIDE;
	for (uint32_t i = 0; i < run->channel_count; i++) {
		double b[SV_BERNSTEIN], sign = run->channels[i].negated ? -1 : 1, low = r->low[i], high = r->high[i];
		if (run->channels[i].store != SI_STATE || !s->operations->polynomial(s, run->channels[i].index, b))
			return INSIDE;
		bool known = true, between = true;
		for (int k = 0; k < SV_BERNSTEIN; k++)
			known = known && sign * b[k] >= low && sign * b[k] <= high;
		if (known)
			continue;
		low = b[0] < b[4] ? b[0] : b[4];
		high = b[0] < b[4] ? b[4] : b[0];
		for (int k = 1; k < SV_BERNSTEIN - 1; k++)
			between = between && b[k] >= low && b[k] <= high;
		if (!between)
			return INSIDE;
		found = AT_ENDS;
	}
	return found;
}

static void state_row(se_run *run, double t, const double *x)
{
	double *row = run->recording->new_row;
	for (uint32_t i = 0; i < run->channel_count; i++)
		row[i] = run->channels[i].negated ? -x[run->channels[i].index] : x[run->channels[i].index];
	se_put_row(run, t, SR_STEP, row);
}

static void note_rows(se_run *run, uint32_t first)
{
	se_recording *r = run->recording;
	for (uint32_t k = first; k < sr_rows(run->record); k++) {
		const double *row = sr_channels_at(run->record, k);
		for (uint32_t i = 0; i < run->channel_count; i++) {
			r->low[i] = row[i] < r->low[i] ? row[i] : r->low[i];
			r->high[i] = row[i] > r->high[i] ? row[i] : r->high[i];
		}
	}
}

static bool all_states(const se_run *run)
{
	bool all = true;
	for (uint32_t i = 0; i < run->channel_count && all; i++)
		all = run->channels[i].store == SI_STATE;
	return all;
}

/* Steps without rows are those of states alone. */
void se_record_extremes(se_run *run, double until, bool inclusive)
{
	news found = until > run->time ? look(run) : NOTHING;
	uint32_t rows = found ? sr_rows(run->record) : 0;
	if (!rows)
		return;
	if (sr_time(run->record, rows - 1) < run->time && all_states(run)) {
		se_interpolate(run, run->time, run->x_try);
		state_row(run, run->time, run->x_try);
	}
	if (found == INSIDE || until < run->step_end)
		se_record_pieces(run, until, inclusive);
	else if (inclusive)
		state_row(run, until, run->solver->operations->state(run->solver));
	note_rows(run, rows - 1);
}
