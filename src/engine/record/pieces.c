/* Rows along the steps of the solver (SE_ROWS_PIECES).
 *
 * A piece has five rows, at the nodes of Lobatto's rule; its first is the last one of the piece before, or the right
 * limit of an instant. The polynomial through them is as good as the solver's interpolation if its coefficients, by
 * Legendre polynomials, fall fast enough. Two of them together, of degrees 3 and 4, tell what those of 5 and 6 would
 * be: less by as much as they are less than those of 1 and 2. Where this is more than the tolerance the piece is
 * divided.
 *
 * What is no state may do anything in a step: it is looked at as often as the output grid would.
 */
#include "engine/record/record.h"
#include <float.h>
#include <math.h>
#include <string.h>

enum { DEEPEST = 12 };

/* The nodes on [0, 1], and the coefficients of degree 1 to 4 of what has these values there. */
static const double node[SE_PIECE + 1] = {0, 0.17267316464601143, 0.5, 0.82732683535398857, 1};
static const double coefficient[SE_PIECE][SE_PIECE + 1] = {
	{-0.15, -0.53463382882236622, 0, 0.53463382882236622, 0.15},
	{0.25, 0.19444444444444445, -0.88888888888888884, 0.19444444444444445, 0.25},
	{-0.35, 0.53463382882236622, 0, -0.53463382882236622, 0.35},
	{0.2, -0.46666666666666667, 0.53333333333333333, -0.46666666666666667, 0.2},
};

static bool is_good(const se_run *run, const double *first)
{
	const se_recording *r = run->recording;
	bool good = true;
	for (uint32_t i = 0; i < run->channel_count && good; i++) {
		double c[SE_PIECE];
		for (int k = 0; k < SE_PIECE; k++) {
			c[k] = coefficient[k][0] * first[i];
			for (int n = 0; n < SE_PIECE; n++)
				c[k] += coefficient[k][n + 1] * r->piece[(size_t)n * run->channel_count + i];
		}
		double high = fabs(c[2]) + fabs(c[3]), low = fabs(c[0]) + fabs(c[1]);
		double rest = high < low ? high * (high / low) : high;
		/* what has no value anywhere near is told elsewhere */
		good = !(rest > run->settings.tolerance * r->largest[i]) || !isfinite(rest);
	}
	return good;
}

static void note_sizes(se_run *run)
{
	se_recording *r = run->recording;
	for (int n = 0; n < SE_PIECE; n++)
		for (uint32_t i = 0; i < run->channel_count; i++)
			r->largest[i] = fmax(r->largest[i], fabs(r->piece[(size_t)n * run->channel_count + i]));
}

/* From the last row to b. */
static void piece(se_run *run, double a, double b, bool inclusive, int depth)
{
	se_recording *r = run->recording;
	size_t count = run->channel_count;
	double middle = a + 0.5 * (b - a);
	for (int n = 1; n <= SE_PIECE; n++)
		se_values_inside(run, n < SE_PIECE ? a + node[n] * (b - a) : b, r->piece + (n - 1) * count);
	note_sizes(run);
	if (depth < DEEPEST && b - a > 64 * DBL_EPSILON * fmax(fabs(a), fabs(b)) &&
		!is_good(run, sr_channels_at(run->record, sr_rows(run->record) - 1))) {
		piece(run, a, middle, true, depth + 1);
		piece(run, middle, b, inclusive, depth + 1);
		return;
	}
	for (int n = 1; n < SE_PIECE + inclusive; n++)
		se_put_row(run, n < SE_PIECE ? a + node[n] * (b - a) : b, n < SE_PIECE ? SR_INSIDE : SR_STEP,
				   r->piece + (n - 1) * count);
}

static double longest(const se_run *run)
{
	for (uint32_t i = 0; i < run->channel_count; i++)
		if (run->channels[i].store != SI_STATE)
			return SE_PIECE * run->settings.interval;
	return INFINITY;
}

/* `inclusive`: there is no instant at the end, which would make rows of its own. */
void se_record_pieces(se_run *run, double until, bool inclusive)
{
	double since = sb_clock(), from = run->time, most = longest(run);
	if (!(until > from) || !sr_rows(run->record))
		return;
	double parts = isfinite(most) ? fmax(1, ceil((until - from) / most)) : 1;
	sc_look_aside(run->d, SC_FOR_ROWS);
	for (double k = 0; k < parts; k++) {
		bool last = k + 1 >= parts;
		double a = k ? from + (until - from) * (k / parts) : from;
		double b = last ? until : from + (until - from) * ((k + 1) / parts);
		piece(run, a, b, inclusive || !last, 0);
	}
	sc_look_aside(run->d, SC_HERE);
	run->stats.output_seconds += sb_clock() - since;
}
