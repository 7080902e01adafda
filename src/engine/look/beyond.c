/* States and unknowns of loops that leave all bounds. One that has become 1e20 times as large as the states at the
 * beginning, and as its nominal value, is mostly not what the model means: a sign is wrong, or a step went astray. It
 * may be, so the run goes on, and says at its end which one left, and when. Growth that is meant is known by the
 * nominal value. */
#include "engine/look/look.h"
#include <math.h>

static const double BEYOND = 1e20;

static double largest_state(const se_run *run)
{
	double largest = 0;
	for (uint32_t i = 0; i < run->image->states; i++)
		largest = fmax(largest, fabs(run->x[i]));
	return largest;
}

/* Linear loops whose solution is lost to rounding, once in a run. */
void se_watch_loops(se_run *run)
{
	static const double LOST = 1e-3;
	for (uint32_t i = 0; i < run->image->loops.n && !run->looked->weak_told; i++) {
		double lost = run->image->loops.at[i].linear ? sc_loop_lost(run->d, i) : 0;
		if (!(lost > LOST))
			continue;
		sc_report_weak(run->d, i, lost, run->time);
		run->looked->weak_told = true;
	}
}

void se_watch_sizes(se_run *run)
{
	se_beyond *b = &run->looked->beyond;
	if (b->left)
		return;
	double largest = largest_state(run);
	if (b->bound == 0)
		b->bound = BEYOND * fmax(1, largest);
	for (uint32_t i = 0; largest > b->bound && i < run->image->states && !b->left; i++)
		if (fabs(run->x[i]) > b->bound && fabs(run->x[i]) > BEYOND * run->nominal[i])
			*b = (se_beyond){b->bound, true, si_state_scalar(run->image, i), run->time, run->x[i]};
	double value = 0;
	uint32_t unknown = b->left ? UINT32_MAX : sc_unknown_beyond(run->d, b->bound, BEYOND, &value);
	if (unknown != UINT32_MAX)
		*b = (se_beyond){b->bound, true, unknown, run->time, value};
}

/* Rows have doubles: beyond 2^53 neighbours are the same number. */
static bool is_rounded(const sr_record *r, uint32_t column)
{
	static const double EXACT = 9007199254740992.0;
	const sr_column *c = sr_column_at(r, column);
	for (uint32_t row = 0; c->kind == SR_INTEGER && row < (c->constant ? 1 : sr_rows(r)); row++)
		if (fabs(sr_value(r, row, column)) >= EXACT)
			return true;
	return false;
}

static void tell_rounded(se_run *run)
{
	const char *first = NULL;
	uint32_t count = 0;
	for (uint32_t i = 0; run->stores && sr_rows(run->record) && i < sr_columns(run->record); i++)
		if (is_rounded(run->record, i) && !count++)
			first = sr_column_at(run->record, i)->name;
	if (!first)
		return;
	sb_message *m = count > 1 ? sb_report(run->diag, SB_WARNING, "R0267", (sb_span){0},
										  "'%s' and %u more Integers are larger than 2^53: results show them rounded",
										  first, count - 1)
							  : sb_report(run->diag, SB_WARNING, "R0267", (sb_span){0},
										  "'%s' is larger than 2^53: results show it rounded", first);
	sb_note(m, "files and pictures hold Real numbers, which do not keep the last digits of such Integers; the model "
			   "computes with all digits, and --json prints them");
	sb_help(m, "record its last digits, for example with mod(..., 1000000)");
}

void se_tell_sizes(se_run *run)
{
	tell_rounded(run);
	const se_beyond *b = &run->looked->beyond;
	if (!b->left)
		return;
	sb_text name = {0};
	si_scalar_name(run->image, b->scalar, &name);
	const si_variable *v = si_owner(run->image, b->scalar);
	sb_message *m = sb_report(run->diag, SB_WARNING, "R0330", v->span,
							  "'%s' has grown beyond all bounds: it is %.3g at time %.9g", name.at, b->value, b->time);
	sb_note(m, "this is more than 1e20 times its nominal value, and more than 1e20 times all states at the start");
	sb_help(m, "look for a wrong sign or unit, or try a smaller --tol or another --solver; if this growth is intended, "
			   "give it a nominal value");
	sb_text_free(&name);
}
