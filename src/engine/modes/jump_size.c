/* Is a change at an instant a jump, or what steps have left (E143)? It is judged by the size of its scalar: the nominal
 * value, or the values that a state without one has had. A scalar that was zero until now has not shown its size. It
 * is judged by 1, which is right for most; but a capacitor that takes a charge of 1e-13 from another one would be
 * judged by it too, and get the charge without the other one losing it. So where such a scalar changes at all, the
 * states that it is computed from tell: errors of these, small beside their own sizes, make less of it than a jump.
 * What such a state was before, if it is less than rounding of the largest state, is rounding. */
#include "engine/evaluate/engine_evaluate.h"
#include "engine/evaluate/trial.h"
#include "engine/look/look.h"
#include "engine/modes/impulse.h"
#include <float.h>
#include <math.h>
#include <string.h>

/* Changes up to so many times of what errors make of a scalar may be errors. */
static const double ROOM = 10;
/* What the search for a crossing and the evaluation of a mode leave of a state's size, however small the tolerance. */
static const double FINEST = 1e-11;
/* Of the largest state. */
static const double ROUNDING = 1e-14;
/* Rounding of the time, in units in the last place: sources that cancel each other. */
static const double UNITS = 64;

static double nominal_of(const si_image *image, const double *nominal, uint32_t scalar)
{
	si_place p = si_place_of(image, scalar);
	return p.store == SI_STATE ? nominal[p.index] : 0;
}

static bool is_state(const se_frame *frame, uint32_t scalar)
{
	return si_place_of(frame->image, scalar).store == SI_STATE;
}

static double known_size_of(const se_frame *frame, uint32_t scalar)
{
	si_place p = si_place_of(frame->image, scalar);
	return p.store == SI_STATE ? se_known_size(frame, p.index) : 0;
}

/* Of all states. */
static double largest_of_all(const se_run *run, const se_frame *old)
{
	double largest = 0;
	for (uint32_t i = 0; i < run->image->states; i++)
		largest = fmax(largest, fmax(fabs(run->x[i]), se_known_size(&run->frame, i)));
	for (uint32_t i = 0; old && i < old->image->states; i++)
		largest = fmax(largest, se_known_size(old, i));
	return largest;
}

/* What a state is that nothing moves, beside the others (E143). */
static double rounding_of_all(const se_run *run, const se_frame *old)
{
	return ROUNDING * largest_of_all(run, old);
}

/* 0: it has shown none. */
static double own_size(const se_run *run, const se_frame *old, uint32_t scalar)
{
	double seen = scalar < run->looked->sizes_seen.n ? run->looked->sizes_seen.at[scalar] : 0;
	double known = fmax(known_size_of(&run->frame, scalar), old ? known_size_of(old, scalar) : 0);
	if (known > 0 || seen == 0 || !old || !is_state(old, scalar))
		return fmax(known, seen);
	return seen > rounding_of_all(run, old) ? seen : 0;      /* nothing has moved it there, but for rounding */
}

/* ... and at most 1. */
static double largest_size(const se_run *run, const se_frame *old)
{
	double largest = largest_of_all(run, old);
	return largest > 0 ? fmin(largest, 1) : 1;
}

static double given_size(const se_run *run, const se_frame *old, uint32_t scalar)
{
	double size =
		fmax(old ? nominal_of(old->image, old->nominal, scalar) : 0, nominal_of(run->image, run->nominal, scalar));
	return size == 1 ? 0 : size;
}

static bool ties(const si_image *image, const si_constraint *c, uint32_t scalar)
{
	for (uint32_t k = 0; k < c->tied.n; k++)
		if (image->numbers.at[c->tied.first + k] == scalar)
			return true;
	return false;
}

/* The largest of what a constraint ties it to; 0: it is not tied, or nothing has shown its size. */
static double tied_size(const se_run *run, const se_frame *old, const si_image *image, uint32_t scalar)
{
	double largest = 0;
	for (uint32_t i = 0; i < image->constraints.n; i++) {
		const si_constraint *c = &image->constraints.at[i];
		for (uint32_t k = 0; k < c->tied.n && ties(image, c, scalar); k++) {
			uint32_t other = image->numbers.at[c->tied.first + k];
			double size = other < image->common ? fmax(given_size(run, old, other), own_size(run, old, other)) : 0;
			largest = fmax(largest, size);
		}
	}
	return largest;
}

/* 0: neither it nor what it is tied to has shown one. */
static double shown_size(const se_run *run, const se_frame *old, uint32_t scalar)
{
	double size = fmax(given_size(run, old, scalar), own_size(run, old, scalar));
	return size > 0 ? size
					: fmax(tied_size(run, old, run->image, scalar), old ? tied_size(run, old, old->image, scalar) : 0);
}

double se_scalar_size(const se_run *run, const se_frame *old, uint32_t scalar)
{
	double size = shown_size(run, old, scalar);
	return size > 0 ? size : largest_size(run, old);
}

double se_unseen(const se_run *run)
{
	return fmax(FINEST, run->settings.tolerance);
}

static bool exceeds(const se_run *run, double size, double was, double by)
{
	return fabs(by) > se_unseen(run) * fmax(size, fmax(fabs(was), fabs(was + by)));
}

/* The largest of what jumps with it. */
static double size_in_part(const se_run *run, const se_frame *old, uint32_t part)
{
	const se_impulses *m = run->mode->impulses;
	double largest = 0;
	for (uint32_t i = 0; i < m->found->jumps.n && part; i++) {
		const se_scalar_jump *j = &m->found->jumps.at[i];
		if (j->scalar < run->image->common && se_part_of_jump(m, m->found, j) == part)
			largest = fmax(largest, fmax(shown_size(run, old, j->scalar), fabs(se_value_before(run, old, j->scalar))));
	}
	return largest > 0 ? fmin(largest, 1) : largest_size(run, old);
}

bool se_jump_is_seen(const se_run *run, const se_frame *old, const se_scalar_jump *j)
{
	const se_impulses *m = run->mode->impulses;
	if (j->scalar >= run->image->common || isnan(j->by))
		return false;
	double size = shown_size(run, old, j->scalar);
	size = size > 0 ? size : size_in_part(run, old, se_part_of_jump(m, m->found, j));
	return exceeds(run, size, se_value_before(run, old, j->scalar), j->by);
}

/* A jump below what error control resolves is what the steps and the search for the crossing have left. */
bool se_is_seen(const se_run *run, const se_frame *old, uint32_t scalar, double was, double by)
{
	if (scalar >= run->image->common)
		return false;
	return exceeds(run, se_scalar_size(run, old, scalar), was, by);
}

void se_note_sizes(se_run *run)
{
	struct se_sizes_seen *seen = &run->looked->sizes_seen;
	if (!run->image->switches.n)
		return;
	if (!seen->at)
		seen->at = sb_new_array(run->once, double, (seen->n = run->image->common) + 1);
	for (uint32_t i = 0; i < run->image->states; i++) {
		uint32_t s = si_state_scalar(run->image, i);
		if (s < seen->n)
			seen->at[s] = fmax(seen->at[s], fabs(run->x[i]));
	}
}

/* ----------------------------------------------------------------------------------------------------------- doubts */

/* A state that nothing had moved loses what rounding had made of it. */
static bool is_rounding(const se_run *run, const se_frame *old, uint32_t scalar, double by)
{
	double was = old && is_state(old, scalar) ? sc_scalar_value(old->d, scalar) : 0;
	return was != 0 && fabs(was + by) <= fabs(was) && fabs(by) <= rounding_of_all(run, old);
}

void se_doubt(se_run *run, const se_frame *old, uint32_t scalar, double by, se_doubts *doubts)
{
	if (by != 0 && isfinite(by) && given_size(run, old, scalar) == 0 && own_size(run, old, scalar) == 0 &&
		!is_rounding(run, old, scalar, by))
		sb_push(run->once, *doubts, ((se_doubtful){scalar, by}));
}

/* Each state by its part, to either side. */
static void move_states(const se_run *run, const se_frame *old, double part, int look, double *x)
{
	for (uint32_t i = 0; i < run->image->states; i++) {
		double size = fmax(fabs(run->x[i]), own_size(run, old, si_state_scalar(run->image, i)));
		x[i] = run->x[i] + part * size * ((i >> look) % 2 ? -1 : 1) * (0.7 + 0.3 * fmod(0.618 * (i + 1), 1));
	}
}

/* The largest change of each doubtful scalar; false: it cannot be told. */
static bool find_errors(se_run *run, const se_frame *old, const se_doubts *doubts, double part, double *errors)
{
	enum { LOOKS = 3 };
	double *x = sb_draw(NULL, (run->image->states + 1) * sizeof *x);
	bool good = true;
	for (int look = 0; look < LOOKS && good; look++) {
		move_states(run, old, part, look, x);
		se_at(run, run->time + UNITS * DBL_EPSILON * (look - 1) * fmax(fabs(run->time), se_size(run)), x);
		run->f->all(run->d);
		good = !run->d->failed;
		for (uint32_t k = 0; k < doubts->n && good; k++)
			errors[k] = fmax(errors[k], fabs(sc_scalar_value(run->d, doubts->at[k].scalar) - errors[doubts->n + k]));
	}
	if (run->d->failed)
		sc_forgive(run->d);
	sb_put_back(x);
	return good;
}

bool se_any_exceeds(se_run *run, const se_frame *old, const se_doubts *doubts, double part)
{
	bool exceeds = false;
	if (!doubts->n)
		return false;
	se_trial t = se_begin_trial(run);
	double *errors = sb_draw_zeros(2 * doubts->n * sizeof *errors);
	for (uint32_t k = 0; k < doubts->n; k++)
		errors[doubts->n + k] = sc_scalar_value(run->d, doubts->at[k].scalar);
	bool known = find_errors(run, old, doubts, part, errors);
	for (uint32_t k = 0; k < doubts->n && known; k++)
		exceeds = exceeds || (errors[k] > 0 && fabs(doubts->at[k].by) > ROOM * errors[k]);
	sb_put_back(errors);
	se_here(run);
	se_end_trial(run, &t);
	return exceeds;
}

bool se_have_moved(const se_run *run, const double *x)
{
	for (uint32_t i = 0; i < run->image->states; i++)
		if (se_is_seen(run, NULL, si_state_scalar(run->image, i), x[i], run->x[i] - x[i]))
			return true;
	return false;
}

bool se_dependents_jump(se_run *run, const se_frame *old)
{
	sb_mark mark = sb_arena_mark(run->once);
	se_doubts doubts = {0};
	bool jumps = false;
	for (uint32_t i = 0; i < run->image->dependents.n && !jumps; i++) {
		uint32_t s = run->image->dependents.at[i].scalar;
		if (!run->image->dependents.at[i].written || s >= run->image->common)
			continue;
		double was = sc_scalar_value(old->d, s), by = sc_scalar_value(run->d, s) - was;
		jumps = se_is_seen(run, old, s, was, by);
		if (!jumps)
			se_doubt(run, old, s, by, &doubts);
	}
	jumps = jumps || se_any_exceeds(run, old, &doubts, se_unseen(run));
	sb_arena_rewind(run->once, mark);
	return jumps;
}
