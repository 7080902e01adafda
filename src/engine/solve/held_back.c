/* Conditions that are held back again and again (E151).
 *
 * Where errors within the tolerance make as much of a function as it moves, its crossings do not count, because nobody
 * could tell them from errors. A motion that fades about its limit ends in that way, and so does one that was smaller
 * than the tolerance from the beginning. If a function goes beyond zero and comes back several times, each time about
 * as far as the last time, it may be errors that go round with the steps, or a motion. The model tells, computed much
 * more precisely for as long as that takes: a motion crosses there and back, and what only comes to rest does not. The
 * events of a motion are lost, and this is told with the size that was assumed. */
#include "engine/evaluate/engine_evaluate.h"
#include "engine/solve/engine_solve.h"
#include "engine/watch/watch.h"
#include <float.h>
#include <math.h>
#include <string.h>

static const double PRECISE = 1e-3;      /* of the depth: an error that does not matter here */
static const double CLEAR = 0.05;        /* of the depth: as far as a function must go on both sides */
static const double BLUR = 10;           /* times the tolerance: what a state may be off by, as in still.c */
enum { STATES_MOST = 64, STEPS_MOST = 2000, SAMPLES = 24, LOOK_AGAIN = 20 }; /* after so many more, then twice */

static bool watch_probe(se_run *run, const void *of, double t, const double *x, double *f, double *value)
{
	bool good = se_functions_at(run, t, x, f, run->view->near);
	*value = run->view->near[*(const uint32_t *)of];
	return good;
}

uint32_t se_find_worst(se_run *run, se_probe probe, const void *of, const double *from, double *most, double *sum)
{
	uint32_t n = run->image->states, worst = UINT32_MAX;
	double *moved = sb_draw(NULL, 2 * (n + 1) * sizeof *moved), *f = moved + n + 1, here, there;
	bool good = n <= STATES_MOST && probe(run, of, run->time, from, f, &here);
	*most = *sum = 0;
	memcpy(moved, from, n * sizeof *moved);
	for (uint32_t i = 0; i < n && good; i++) {
		moved[i] = from[i] + run->tolerance * (fabs(from[i]) + run->size[i]);
		good = probe(run, of, run->time, moved, f, &there);
		moved[i] = from[i];
		double change = good ? fabs(there - here) : 0;
		*sum += change;
		if (change > *most) {
			*most = change;
			worst = i;
		}
	}
	sb_put_back(moved);
	return worst;
}

/* What the rates make of the function within a round of it, where they differ by rounding of the states alone. */
static double drift_of(se_run *run, uint32_t watch, const double *from, double here, const double *f,
					   const double *rounded)
{
	uint32_t n = run->image->states;
	double *moved = sb_draw(NULL, 2 * (n + 1) * sizeof *moved), *g = moved + n + 1;
	for (uint32_t i = 0; i < n; i++)
		moved[i] = from[i] + run->view->apart[watch] * (rounded[i] - f[i]);
	bool good = se_functions_at(run, run->time, moved, g, run->view->near);
	sb_put_back(moved);
	return good ? fabs(run->view->near[watch] - here) : 0;
}

/* Is so much of the function more than rounding of the states makes of it, at once or by their rates? */
static bool is_clear(se_run *run, uint32_t watch, const double *from, double deep)
{
	static const double ROUNDING = 20, DRIFT = 4;        /* a few looks do not find the largest one */
	uint32_t n = run->image->states;
	double *moved = sb_draw(NULL, 3 * (n + 1) * sizeof *moved), *f = moved + n + 1, *g = f + n + 1,
		   noise = 10 * DBL_EPSILON * run->view->scale[watch];
	bool good = se_functions_at(run, run->time, from, f, run->view->near);
	double here = good ? run->view->near[watch] : 0;
	for (uint32_t k = 1; k <= SE_ROUNDING_LOOKS && good; k++) {
		se_move_a_little(run, from, k, moved);
		good = se_functions_at(run, run->time, moved, g, run->view->near);
		noise = fmax(noise, good ? ROUNDING * fabs(run->view->near[watch] - here) : 0);
		noise = fmax(noise, good ? DRIFT * drift_of(run, watch, from, here, f, g) : 0);
	}
	sb_put_back(moved);
	return good && deep > noise;
}

/* Does the function cross there and back within the time, if the states are computed precisely? */
static bool really_moves(se_run *run, uint32_t watch, const double *from, double deep, double span)
{
	uint32_t n = run->image->states, turns = 0;
	double *x = sb_draw(NULL, 2 * (n + 1) * sizeof *x), *f = x + n + 1, side = se_side(run, watch);
	bool good = true;
	for (int k = 1; k <= SAMPLES && good && turns < 2; k++) {
		double t = run->time + span * k / SAMPLES;
		memcpy(x, from, n * sizeof *x);
		good = se_trip(run, run->tolerance, t, x, STEPS_MOST) && se_functions_at(run, t, x, f, run->view->near);
		double g = good ? run->view->near[watch] * side : 0;
		if (fabs(g) > CLEAR * deep && (g > 0) == (turns == 1))
			turns++;
	}
	sb_put_back(x);
	return turns == 2;
}

static bool is_a_motion(se_run *run, uint32_t watch, const double *from, double sum)
{
	uint32_t n = run->image->states;
	double deep = run->view->deep[watch];
	double *size = memcpy(sb_draw(NULL, (n + 1) * sizeof *size), run->size, n * sizeof *size), kept = run->tolerance,
		   part = fmin(PRECISE * deep / sum, 1), least = sv_least_tolerance(run->ops);
	run->tolerance = fmax(kept * part, least);
	for (uint32_t i = 0; i < n; i++)
		run->size[i] *= part * kept / run->tolerance;
	bool moves = really_moves(run, watch, from, deep, 1.5 * run->view->apart[watch]);
	memcpy(run->size, size, n * sizeof *size);
	run->tolerance = kept;
	sb_put_back(size);
	return moves;
}

void se_explain_errors(se_run *run, sb_message *m, double deep, const double *from, uint32_t worst, double most)
{
	double x = fabs(from[worst]), size = run->size[worst];
	sb_text name = {0};
	si_scalar_name(run->image, si_state_scalar(run->image, worst), &name);
	sb_note(m, "its function goes beyond zero by %.2g and back; errors of '%s' within the tolerance, whose %s is %.2g, "
			   "make up to %.2g of it",
			deep, name.at, x > size ? "value" : "assumed size", fmax(x, size), BLUR * most);
	sb_text_free(&name);
}

static void help(se_run *run, sb_message *m, double deep, const double *from, uint32_t worst, double most)
{
	sb_text name = {0};
	si_scalar_name(run->image, si_state_scalar(run->image, worst), &name);
	if (fabs(from[worst]) > run->size[worst])
		sb_help(m, "if these events matter, use a smaller tolerance (--tol %.0e), or make the small difference a state",
				0.01 * run->tolerance * fmin(1, deep / most));
	else
		sb_help(m, "if these events matter, give '%s' a nominal value as small as it becomes, and so the states that "
				   "move it, or use a smaller --tol; if not, let the condition ask for more than %.0e",
				name.at, BLUR * most);
	sb_text_free(&name);
}

/* Beside the errors of a state within the tolerance, or beside what the function itself has been. */
static void explain(se_run *run, sb_message *m, uint32_t watch, const double *from, uint32_t worst, double most)
{
	double deep = run->view->deep[watch];
	if (deep <= BLUR * most) {
		se_explain_errors(run, m, deep, from, worst, most);
		help(run, m, deep, from, worst, most);
		return;
	}
	sb_note(m, "its function goes beyond zero by %.2g and back, which counts as rounding beside the %.2g that it "
			   "has been", deep, run->view->scale[watch]);
	sb_help(m, "if these events matter, begin a run of their own with the values there");
}

static void tell(se_run *run, uint32_t watch, const double *from, uint32_t worst, double most)
{
	const si_watch *w = &run->image->watches.at[watch];
	sb_text text = {0};
	si_print(run->image, w->written, &text);
	sb_message *m =
		sb_report(run->diag, SB_WARNING, "R0721", w->span,
				  "near time %.9g '%s' turns to and fro without events, because what it compares moves too little",
				  run->time, text.at);
	explain(run, m, watch, from, worst, most);
	sb_text_free(&text);
}

void se_look_at_held_back(se_run *run)
{
	uint32_t n = run->image->states, watch = run->watched->doubtful - 1;
	uint32_t where = run->image->watches.at[watch].span.start;
	uint64_t told;
	run->watched->doubtful = 0;
	if (!n)
		return;
	double most, sum, *from = sb_draw(NULL, 2 * (n + 1) * sizeof *from), *kept = from + n + 1;
	memcpy(kept, run->x, n * sizeof *kept);
	se_interpolate(run, run->time, from);
	if (!sb_map_get(&run->watched->told_held, where, &told) && !run->hold) {
		uint32_t worst = se_find_worst(run, watch_probe, &watch, from, &most, &sum);
		bool moves = worst != UINT32_MAX && is_clear(run, watch, from, run->view->deep[watch]) &&
					 is_a_motion(run, watch, from, sum);
		if (moves) {
			sb_map_put(&run->watched->told_held, where, 1);
			tell(run, watch, from, worst, most);
		} else {
			run->view->times[watch] = -ldexp(LOOK_AGAIN, (int)fmin(run->view->looks[watch]++, 40));
		}
	}
	se_at(run, run->time, kept);
	sb_put_back(from);
}
