/* The sizes of states (E143). An error is small beside a state, or beside the size of that state where it passes zero.
 * A nominal value tells this size. Where the model gives none, 1 would do for a state that becomes as large as that;
 * but beside 1 a charge of 1e-12 is nothing, and any error in it would do. So the size of such a state is the largest
 * value that it has had so far, and at most 1.
 *
 * A state that begins at zero has not shown its size yet. What is known are the rates, and how they change if other
 * states change by their sizes: over the longest step, or over the state's own lag if that is shorter, these move the
 * state by what it will reach, or more. This is its size until it turns back, which shows how far it goes. Of a state
 * for which this tells nothing the size is 1. When it moves the others are asked again what they make of it; its own
 * first motion, which may be the tail of a pulse, says nothing. So nothing that rises slowly out of zero, as heat in a
 * wall, is followed through all orders of magnitude.
 *
 * What a state is moved by through rounding of others is not its size either. A voltage of 1e-5 behind a diode of 1e-5
 * Ohm, between voltages of 100, is known to rounding of these and no better. Where steps have become very short
 * (pace.c) this may be the reason, and sizes become so large that rounding is within the tolerance. The same holds for
 * rounding of time: in a run that begins far from zero, time has few digits left for what is fast. */
#include "engine/evaluate/engine_evaluate.h"
#include "engine/look/look.h"
#include "engine/watch/watch.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Of states that constraints tie to each other, what is smaller than this part of the largest one is not followed. */
static const double LEAST_TIED = 1e-3;
/* Nor, of what begins to move while the run goes on, what is smaller than this part of the largest state: the flank of
 * a peak is not followed through all orders of magnitude. */
static const double LEAST_LATE = 1e-14;
/* Rounding of rates, with some room: over the longest step it must be within the tolerance. */
static const double ROUNDING = 1e-15;
/* By so much a state has to outgrow its size before the size follows. */
static const double GROWN = 1.1;
/* ... and to so many times its error before it shows anything. */
static const double RESOLVED = 100;
/* A value that is less than this part of what the state may reach is only its beginning. */
static const double BEGUN = 1e-6;
/* What rounding has made of something once, it may make so many times of it elsewhere. */
static const double MUCH_MORE = 10;
/* An error that is less than what a state moves by within so many units in the last place of the time is none. Where
 * steps are still too short, more of them are none if the state will become so much larger. */
static const double UNITS[] = {1e2, 1e4, 1e6};
/* So far ahead, of the whole run, foreign C is asked for rates, and again after so much: more than a step. */
static const double AHEAD = 0.15, NEXT = 0.05;
enum { ROUNDS = 8, TRIES = 20, ONE_BY_ONE = 1000 };

/* BLANK: nothing tells it so far. */
typedef enum size_kind { UNKNOWN, GIVEN, BLANK, GUESSED, SEEN } size_kind;
/* Why sizes are guessed. STIRRED: something that was blank has begun to move; it is taken as if it had not. */
typedef enum asked { FIRST, AGAIN, STIRRED } asked;

static void set_size(se_run *run, uint32_t i, double size, size_kind kind)
{
	run->size[i] = fmin(size, 1);
	run->sizing->kind[i] = (char)kind;
}

static void take_nominal(se_run *run, uint32_t state, double value, bool given)
{
	run->nominal[state] = value;
	if (given || run->sizing->kind[state] == UNKNOWN) {
		run->size[state] = value;
		run->sizing->kind[state] = given ? GIVEN : UNKNOWN;
	}
}

void se_forget_sizes(se_run *run)
{
	memset(run->sizing->kind, 0, run->image->states * sizeof *run->sizing->kind);
	memset(run->sizing->least, 0, run->image->states * sizeof *run->sizing->least);
	run->sizing->open = run->sizing->blank = run->sizing->tries = 0;
}

/* Rates at a time are `most`. At three times that are a few units in the last place apart they are on a line, but for
 * rounding. Potentials that float, and sums of phases that are zero, have no value but that. */
static bool look_at_time(se_run *run, double time, double *f, double *g, double *most, double *noise)
{
	static const double apart[] = {7, 19, 53};
	uint32_t n = run->image->states;
	double *h = sb_draw(NULL, (n + 1) * sizeof *h), unit = DBL_EPSILON * fmax(fabs(time), se_size(run));
	bool good = se_functions_at(run, time, run->x, f, run->view->near);
	for (uint32_t i = 0; i < n && good; i++)
		most[i] = fmax(most[i], isfinite(f[i]) ? fabs(f[i]) : 0);
	for (size_t k = 0; k < sizeof apart / sizeof *apart && good; k++) {
		if (!se_functions_at(run, time + apart[k] * unit, run->x, g, run->view->near) ||
			!se_functions_at(run, time + 2 * apart[k] * unit, run->x, h, run->view->near))
			continue;
		for (uint32_t i = 0; i < n; i++) {
			double off = fabs(f[i] - 2 * g[i] + h[i]) / 2;
			noise[i] = fmax(noise[i], isfinite(off) ? off : 0);
		}
	}
	sb_put_back(h);
	return good;
}

static bool is_foreign(const se_run *run)
{
	return run->image->foreign || !run->image->pure;
}

/* The largest that the rates are, now and at some times to come. f: those now. Delays give the values that went in
 * last there. C of the model's own may fail at times that the run would reach much later, or never return: then the
 * results until there would be lost. So it is asked for those times that come next, and again when they have passed. */
static bool find_forcing(se_run *run, double *f, double *most, double *moved, double *g, double *noise)
{
	static const double parts[] = {0.0131, 0.1127, 0.3779, 0.7193};
	double rest = run->settings.stop - run->time, span = run->settings.stop - run->settings.start;
	if (is_foreign(run))
		rest = fmin(rest, AHEAD * span);
	run->sizing->guessed_at = run->time;
	for (size_t k = 0; k < sizeof parts / sizeof *parts && isfinite(rest); k++)
		look_at_time(run, run->time + parts[k] * rest, moved, g, most, noise);
	return look_at_time(run, run->time, f, g, most, noise);
}

/* What rounding makes of changes of the rates: more than states that are off by a few units in the last place, of
 * themselves or of something that is as large as `beside`. */
static void find_noise(se_run *run, double beside, const double *f, double *moved, double *g, double *noise)
{
	uint32_t n = run->image->states;
	for (uint32_t i = 0; i < n; i++)
		moved[i] = run->x[i] + (fabs(run->x[i]) + beside) * (i % 3 + 2) * (i % 2 ? -DBL_EPSILON : DBL_EPSILON);
	bool good = se_functions_at(run, run->time, moved, g, run->view->near);
	for (uint32_t i = 0; i < n; i++)
		noise[i] = good ? MUCH_MORE * fmax(noise[i], fabs(g[i] - f[i])) : INFINITY;
}

/* The same where states have been moved to, with the rates g there. */
static void add_noise(se_run *run, const double *moved, const double *g, double *noise)
{
	enum { LOOKS = 3 };
	uint32_t n = run->image->states;
	double *near = sb_draw(NULL, 2 * (n + 1) * sizeof *near), *there = near + n + 1;
	for (uint32_t k = 0; k < LOOKS; k++) {
		for (uint32_t i = 0; i < n; i++)
			near[i] = moved[i] * (1 + ((i + k) % 3 + 2) * ((i + k / 2) % 2 ? -DBL_EPSILON : DBL_EPSILON));
		if (!se_functions_at(run, run->time, near, there, run->view->near))
			continue;
		for (uint32_t i = 0; i < n; i++)
			noise[i] = fmax(noise[i], MUCH_MORE * fabs(there[i] - g[i]));
	}
	sb_put_back(near);
}

/* How fast it is damped: what its own change makes of its rate. 0: it is not. */
static double damping_of(se_run *run, uint32_t i, const double *f, double *moved, double *g)
{
	double was = moved[i], by = 1e-6 * (fabs(was) + run->size[i]);
	moved[i] = was + by;
	bool good = se_functions_at(run, run->time, moved, g, run->view->near);
	moved[i] = was;
	return good && isfinite(g[i] - f[i]) ? fabs(g[i] - f[i]) / by : 0;
}

/* The time for which a rate moves each state that has no size yet: the longest step, or less where the state is damped
 * faster. A lag of a microsecond goes no further than what it follows. */
static void find_times(se_run *run, double longest, const double *f, double *moved, double *g, double *time)
{
	uint32_t n = run->image->states;
	memcpy(moved, run->x, n * sizeof *moved);
	for (uint32_t i = 0; i < n; i++) {
		double damping = n <= ONE_BY_ONE && run->sizing->kind[i] == UNKNOWN ? damping_of(run, i, f, moved, g) : 0;
		time[i] = damping * longest > 1 && g[i] < f[i] ? 1 / damping : longest;
	}
}

/* All states that have a size, by about a part of it, each its own. reach: of those that begin at zero, beyond 1 too,
 * so that what they move is not taken for smaller than it will be. */
static void move_by_sizes(const se_run *run, double part, const double *reach, double *moved)
{
	for (uint32_t i = 0; i < run->image->states; i++) {
		double share = (0.5 + 0.5 * fmod(0.618 * (i + 1), 1)) * (i % 2 ? -1 : 1), size = run->size[i];
		size_kind kind = (size_kind)run->sizing->kind[i];
		if (reach && kind == GUESSED)
			size = fmax(size, reach[i]);
		moved[i] = run->x[i] + (kind == UNKNOWN ? 0 : part * share * size);
	}
}

static double size_so_far(const se_run *run, uint32_t i)
{
	return run->sizing->kind[i] == UNKNOWN ? 0 : run->size[i];
}

/* What rounding of the states, as large as they will become, makes of each within the time for which its rate moves it
 * must be within the tolerance. Other states say nothing: one of 1e-9 beside one of 1e9 has digits of its own. */
static void allow_for_rounding(se_run *run, const double *f, double *moved, double *g, const double *time)
{
	uint32_t n = run->image->states;
	for (uint32_t i = 0; i < n; i++) {
		double size = fabs(run->x[i]) + size_so_far(run, i);
		moved[i] = run->x[i] + (i % 3 + 2) * (i % 2 ? -DBL_EPSILON : DBL_EPSILON) * size;
	}
	if (!se_functions_at(run, run->time, moved, g, run->view->near))
		return;
	for (uint32_t i = 0; i < n; i++) {
		double off = MUCH_MORE * fabs(g[i] - f[i]) * time[i] / run->settings.tolerance;
		if (isfinite(off))
			run->sizing->least[i] = fmax(run->sizing->least[i], off);
	}
}

/* How far the rates, and changes of them by changes of other states, may move each state within the longest step.
 * States at zero take their sizes from it, one after another; with `by_others` from the changes alone. */
static void find_reach(se_run *run, bool by_others, double *reach, double *f, double *moved, double *g, double *noise,
					   double *time)
{
	const double part = 0.1;
	uint32_t n = run->image->states;
	double span = run->settings.stop - run->settings.start, longest = isfinite(span) && span > 0 ? span / 20 : 1;
	if (run->settings.max_step > 0 && isfinite(run->settings.max_step))
		longest = fmin(longest, run->settings.max_step);
	memset(noise, 0, n * sizeof *noise);
	bool found = find_forcing(run, f, reach, moved, g, noise);
	if (!found)
		return;
	find_times(run, longest, f, moved, g, time);
	for (uint32_t i = 0; i < n; i++)
		if (run->sizing->kind[i] != GIVEN)
			run->sizing->least[i] = fmax(run->sizing->least[i], noise[i] * time[i] / run->settings.tolerance);
	find_noise(run, 0, f, moved, g, noise);
	for (uint32_t i = 0; i < n; i++)
		reach[i] = reach[i] > noise[i] && !by_others ? reach[i] * time[i] : 0;
	for (int round = 0; round < ROUNDS && found; round++) {
		move_by_sizes(run, part, reach, moved);
		if (!se_functions_at(run, run->time, moved, g, run->view->near)) {
			move_by_sizes(run, part, NULL, moved);
			if (!se_functions_at(run, run->time, moved, g, run->view->near))
				return;
		}
		add_noise(run, moved, g, noise);
		found = false;
		for (uint32_t i = 0; i < n; i++) {
			double change = fabs(g[i] - f[i]), far = change / part * time[i];
			if (change > noise[i] && isfinite(far)) {
				reach[i] = fmax(reach[i], far);
				run->sizing->least[i] = fmax(run->sizing->least[i], ROUNDING / run->settings.tolerance * far);
			}
			if (run->sizing->kind[i] == UNKNOWN && reach[i] > 0) {
				set_size(run, i, reach[i], GUESSED);
				found = true;
			}
		}
	}
	allow_for_rounding(run, f, moved, g, time);
}

/* The largest state of each group that constraints tie, by its members; 0 for those that are free. */
static void find_tied(const se_run *run, double *largest)
{
	const si_image *image = run->image;
	uint32_t n = image->states, rows = run->projection ? image->invariants.n : 0;
	double *row = sb_draw_zeros((rows + 1) * sizeof *row);
	memset(largest, 0, n * sizeof *largest);
	for (bool more = rows > 0; more; ) {
		more = false;
		for (uint32_t i = 0; i < n; i++)
			for (uint32_t k = image->invariant_column.at[i]; k < image->invariant_column.at[i + 1]; k++) {
				double *at = &row[image->invariant_row.at[k]];
				largest[i] = fmax(fmax(largest[i], *at), fmax(size_so_far(run, i), fabs(run->x[i])));
				more = more || largest[i] > *at;
				*at = largest[i];
			}
	}
	sb_put_back(row);
}

static double seen_size(const se_run *run, uint32_t state)
{
	uint32_t s = run->looked->sizes_seen.n ? si_state_scalar(run->image, state) : 0;
	return fmax(fabs(run->x[state]), s < run->looked->sizes_seen.n ? run->looked->sizes_seen.at[s] : 0);
}

static double largest_size(const se_run *run)
{
	double largest = 0;
	for (uint32_t i = 0; i < run->image->states; i++)
		largest = fmax(largest, fmax(size_so_far(run, i), fabs(run->x[i])));
	return largest;
}

/* What is known of all of them is put together. fresh: those that had no size. One that has moved since it was blank,
 * and is moved by nothing, has been moved by rounding. */
static void settle(se_run *run, asked why, const double *reach, const bool *fresh)
{
	uint32_t n = run->image->states;
	double *tied = sb_draw(NULL, (n + 1) * sizeof *tied), least = why == FIRST ? 0 : LEAST_LATE * largest_size(run);
	find_tied(run, tied);
	for (uint32_t i = 0; i < n; i++) {
		if (run->sizing->kind[i] == GIVEN)
			continue;
		if (!fresh[i]) {                     /* rounding may be seen only now */
			run->sizing->least[i] = fmin(1, run->sizing->least[i]);
			run->size[i] = fmax(run->size[i], run->sizing->least[i]);
			continue;
		}
		run->sizing->least[i] = fmin(1, fmax(fmax(run->sizing->least[i], least), LEAST_TIED * tied[i]));
		run->sizing->most[i] = fabs(run->x[i]);
		run->sizing->was[i] = run->x[i];
		run->sizing->way[i] = 0;
		char kind = run->sizing->kind[i];
		bool rests = why == AGAIN && kind == SEEN && run->size[i] < 1 && reach[i] == 0;
		if (kind == UNKNOWN || rests || (kind == GUESSED && run->size[i] <= run->sizing->least[i]))
			set_size(run, i, 1, BLANK);
		else if (run->sizing->kind[i] == SEEN && BEGUN * reach[i] > run->size[i])
			set_size(run, i, reach[i], GUESSED);
		run->size[i] = fmax(run->size[i], run->sizing->least[i]);
	}
	sb_put_back(tied);
	run->sizing->open = run->sizing->blank = 0;
	for (uint32_t i = 0; i < n; i++) {
		size_kind kind = (size_kind)run->sizing->kind[i];
		run->sizing->blank += kind == BLANK;
		run->sizing->open += kind == BLANK || kind == GUESSED || (kind == SEEN && run->size[i] < 1);
	}
}

static void guess(se_run *run, asked why)
{
	uint32_t n = run->image->states, unknown = 0;
	for (uint32_t i = 0; i < n; i++)
		unknown += run->sizing->kind[i] == UNKNOWN;
	if (!unknown)
		return;
	double *reach = sb_draw(NULL, 6 * (n + 1) * sizeof *reach), *f = reach + n + 1, *moved = f + n + 1,
		   *g = moved + n + 1;
	double *noise = g + n + 1, *time = noise + n + 1;
	bool *fresh = sb_draw(NULL, n * sizeof *fresh);
	memset(reach, 0, n * sizeof *reach);
	for (uint32_t i = 0; i < n; i++) {
		double size = seen_size(run, i);
		fresh[i] = run->sizing->kind[i] == UNKNOWN;
		if (fresh[i] && size > 0 && isfinite(size) && why != STIRRED)
			set_size(run, i, size, SEEN);
	}
	sc_look_aside(run->d, SC_FOR_SIZES);
	find_reach(run, why == STIRRED, reach, f, moved, g, noise, time);
	sc_look_aside(run->d, SC_HERE);
	settle(run, why, reach, fresh);
	memcpy(run->sizing->reach, reach, n * sizeof *reach);
	sb_put_back(fresh);
	sb_put_back(reach);
	sc_forget_noticed(run->d);
	se_here(run);
}

void se_guess_sizes(se_run *run)
{
	guess(run, FIRST);
}

double se_known_size(const se_frame *frame, uint32_t state)
{
	return frame->sizing->kind[state] == BLANK ? 0 : frame->size[state];
}

/* Is a state of the mode tied to others there? Then what is least of it is no rounding. */
static bool is_tied(const si_image *image, uint32_t state)
{
	return image->invariants.n && image->invariant_column.at[state] < image->invariant_column.at[state + 1];
}

/* What rounding has made of a state before is in its value, though a guess may not meet with rounding in its rate. */
void se_carry_state_sizes(se_run *run, const se_frame *old)
{
	for (uint32_t i = 0; i < run->image->states; i++) {
		uint32_t scalar = si_state_scalar(run->image, i);
		if (run->sizing->kind[i] != UNKNOWN || scalar >= run->image->common)
			continue;
		si_place there = si_place_of(old->image, scalar);
		double seen = seen_size(run, i);
		if (there.store == SI_STATE && !is_tied(old->image, there.index))
			run->sizing->least[i] = old->sizing->least[there.index];
		if (there.store == SI_STATE && old->sizing->kind[there.index] == BLANK) {
			run->sizing->kind[i] = BLANK;
			run->sizing->was[i] = run->x[i];
			run->sizing->blank++;
			run->sizing->open++;
		} else if (there.store == SI_STATE)
			run->size[i] = old->size[there.index];
		else if (seen > 0 && isfinite(seen))
			run->size[i] = fmin(seen, 1);
	}
}

static void guess_blank(se_run *run, asked why)
{
	for (uint32_t i = 0; i < run->image->states; i++)
		if (run->sizing->kind[i] == BLANK) {
			run->sizing->kind[i] = UNKNOWN;
			run->sizing->least[i] = 0;
		}
	guess(run, why);
}

static void try_again(se_run *run, asked why)
{
	if (!run->sizing->blank || run->sizing->tries >= TRIES)
		return;
	run->sizing->tries++;
	guess_blank(run, why);
}

/* What was blank may have begun to move. */
void se_guess_again(se_run *run)
{
	uint32_t before = run->sizing->blank;
	try_again(run, AGAIN);
	if (run->sizing->blank < before)
		se_expect_again(run);
}

static bool is_far_from_guess(const se_run *run)
{
	return is_foreign(run) &&
		   run->time - run->sizing->guessed_at > NEXT * (run->settings.stop - run->settings.start);
}

/* It has turned back: it goes no further than it went. */
static bool turns(se_run *run, uint32_t i)
{
	double way = run->x[i] - run->sizing->was[i];
	double last = run->sizing->way[i];
	bool back = way * last < 0 || (way != 0 && last != 0 && (way < 0) != (last < 0));
	run->sizing->was[i] = run->x[i];
	if (way != 0)
		run->sizing->way[i] = way;
	return back;
}

void se_follow_sizes(se_run *run)
{
	uint32_t n = run->image->states, open = 0, blank = 0, before = run->sizing->blank;
	bool begun = false;
	if (!run->sizing->open)
		return;
	for (uint32_t i = 0; i < n; i++) {
		size_kind kind = (size_kind)run->sizing->kind[i];
		double size = fabs(run->x[i]);
		if (kind == GIVEN || (kind == SEEN && run->size[i] >= 1))
			continue;
		open++;
		blank += kind == BLANK;
		begun = begun || (kind == BLANK && run->x[i] != run->sizing->was[i]);
		if (size > GROWN * run->size[i]) {
			set_size(run, i, size, SEEN);
		} else if (kind == GUESSED || kind == BLANK) {
			run->sizing->most[i] = fmax(run->sizing->most[i], size);
			if (turns(run, i) && run->sizing->most[i] > RESOLVED * run->tolerance * run->size[i])
				set_size(run, i, fmax(run->sizing->most[i], run->sizing->least[i]), SEEN);
		}
	}
	run->sizing->open = open;
	run->sizing->blank = blank;
	if (begun)
		try_again(run, STIRRED);
	else if (blank && is_far_from_guess(run))
		guess_blank(run, AGAIN);
	if (run->sizing->blank < before)
		se_expect_again(run);
}

void se_raise_sizes(se_run *run)
{
	uint32_t n = run->image->states;
	double span = run->settings.stop - run->settings.start;
	if (run->ops->fixed_step || n > ONE_BY_ONE || !isfinite(span))
		return;
	double *f = sb_draw(NULL, 4 * (n + 1) * sizeof *f), *moved = f + n + 1, *g = moved + n + 1, *noise = g + n + 1;
	memset(noise, 0, n * sizeof *noise);
	sc_look_aside(run->d, SC_FOR_SIZES);
	bool good = se_functions_at(run, run->time, run->x, f, run->view->near);
	if (good)                                /* of potentials around an empty capacitor, too, which are no states */
		find_noise(run, se_largest_condition(run), f, moved, g, noise);
	memcpy(moved, run->x, n * sizeof *moved);
	for (uint32_t i = 0; i < n && good; i++) {
		double off = noise[i] / fmax(damping_of(run, i, f, moved, g), 1 / span);
		if (run->sizing->kind[i] != GIVEN && isfinite(off))
			run->size[i] = fmax(run->size[i], fmin(1, off / run->tolerance));
	}
	sc_look_aside(run->d, SC_HERE);
	sb_put_back(f);
	sc_forget_noticed(run->d);
	se_here(run);
}

/* What moves is followed by others: the rates of these are seen behind the first short step. */
bool se_allow_for_time(se_run *run, uint32_t round)
{
	uint32_t n = run->image->states;
	if (round >= sizeof UNITS / sizeof *UNITS || run->ops->fixed_step)
		return false;
	double least = UNITS[round] * DBL_EPSILON * fabs(run->time), share = sv_share_of_step(run->ops, run->tolerance);
	double *f = sb_draw(NULL, 3 * (n + 1) * sizeof *f), *g = f + n + 1, *moved = g + n + 1;
	sc_look_aside(run->d, SC_FOR_SIZES);
	bool raised = false, good = se_functions_at(run, run->time, run->x, f, run->view->near);
	for (uint32_t i = 0; i < n && good; i++)
		moved[i] = run->x[i] + least * f[i];
	good = good && se_functions_at(run, run->time + least, moved, g, run->view->near);
	sc_look_aside(run->d, SC_HERE);
	sc_forget_noticed(run->d);
	for (uint32_t i = 0; i < n && good; i++) {
		double now = least * fabs(f[i]) / share, then = least * fabs(g[i]) / share, most = run->sizing->reach[i];
		double size = fmax(round ? fmin(now, most) : now, fmin(then, most));
		if (run->sizing->kind[i] == GIVEN || !isfinite(size) || size <= run->size[i])
			continue;
		run->size[i] = size;
		raised = true;
	}
	sb_put_back(f);
	se_here(run);
	return raised;
}

/* The nominal value of a state and of some that follow. */
static double nominal_of(se_run *run, uint32_t state, uint32_t *count, bool *given)
{
	const si_image *image = run->image;
	uint32_t element = 0;
	const si_section *p = image->by_cells ? si_section_of_state(image, state, &element) : NULL;
	const si_variable *of = p && p->whole ? si_var(image, p->variable) : NULL;
	*count = 1;
	si_formula e = of ? of->nominal : image->state_nominal.n ? image->state_nominal.at[p ? p->cell : state] : 0;
	if (of && !image->formulas.at[e].by_element) {       /* to the end of the innermost row */
		uint32_t last = of->rank - 1, in_row = element % image->numbers.at[of->shape + last];
		*count = (uint32_t)p->box.hi[last] - in_row;
	}
	double v = fabs(of ? se_element_value(run, e, of, element, 1) : se_parameter_value(run, e, 1));
	*given = e && v > 0 && isfinite(v);
	return *given ? v : 1;
}

void se_find_nominals(se_run *run)
{
	for (uint32_t i = 0, count; i < run->image->states; i += count) {
		bool given;
		double v = nominal_of(run, i, &count, &given);
		for (uint32_t k = 0; k < count; k++)
			take_nominal(run, i + k, v, given);
	}
}
