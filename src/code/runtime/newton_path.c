/* Nonlinear loops that are followed through a step.
 *
 * A loop with several solutions stays on the one that it has. Newton's method finds that one only from nearby, and
 * nothing but the rates limits a step: a loop that no rate reads, or one near a turning point, may be far away at its
 * end. So each solution is judged: it is doubtful where the determinant has another sign than at the beginning (between
 * neighbouring solutions it changes), there or on the way of the iteration, where other points had to be tried, or
 * where the solution is far from the last one. The engine goes through the step in shorter and shorter parts then
 * (engine/look/follow.c). The points that it has reached are the path, from which all guesses inside the step are
 * interpolated. */
#include "code/runtime/runtime.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* such residuals of a guess: where it is far from the solution, that is loosely determined */
static const double ROUNDING = 1e-10;

static const double HARDLY = 1e-4;        /* such residuals; the equations have hardly changed */
static const double TOGETHER = 1e-5;      /* weights; solutions that are nearer to each other meet there */

#define each_followed(run, loop) \
	(sc_loop *loop = (run)->loops[SC_HERE], *end_ = loop + (run)->program->image->loops.n; loop < end_; loop++) \
		if (loop->followed && loop->has_good)

static int sign_of(const sc_loop *loop)
{
	return !loop->loose && sc_factors_ready(loop->factors) ? sc_factors_sign(loop->factors) : 0;
}

static void push(sc_loop *loop, double time, const double *z)
{
	sc_path *p = &loop->path;
	size_t n = loop->of->n;
	if (p->n == p->room) {
		p->room = 2 * p->room + 4;
		p->time = sb_draw(p->time, p->room * sizeof(double));
		p->z = sb_draw(p->z, (p->room * n + 1) * sizeof(double));
	}
	if (p->n)
		sc_course_push(loop, time - p->time[p->n - 1], p->z + (p->n - 1) * n, z);
	p->time[p->n] = time;
	memmove(p->z + p->n++ * n, z, n * sizeof(double));
	for (size_t k = 0; k < n; k++)
		loop->reached[k] = fmax(loop->reached[k], fabs(z[k]));
}

/* The past is this one solution; what was tried behind it is forgotten. */
static void only(sc_loop *loop, double time, const double *z)
{
	sc_past *p = &loop->past;
	if (!p->z)
		return;
	p->aside = 0;
	p->n = 1;
	p->time[0] = time;
	memcpy(p->z, z, loop->of->n * sizeof(double));
}

static const double *last_of(const sc_loop *loop)
{
	return loop->path.z + (size_t)(loop->path.n - 1) * loop->of->n;
}

static const double *found_at(const sc_loop *loop, double time)
{
	const sc_past *p = &loop->past;
	for (uint32_t k = p->n; k-- > 0;)
		if (p->time[k] == time)
			return p->z + (size_t)k * loop->of->n;
	return NULL;
}

/* An amplifier with positive feedback goes from one limit to the other, and the determinant has the same sign at both:
 * only a part of the step that is short enough tells whether the solution moves fast, or ends. What grows beyond all
 * that it has been is not followed through all orders of magnitude; nor is what was zero but for rounding, on either
 * side of it. */
static bool goes_far(const sc_loop *loop, const double *to)
{
	static const double FAR = 0.3, BESIDE_ZERO = 1e-2;
	for (uint32_t k = 0; loop->path.n && k < loop->of->n; k++) {
		double z = to[k], last = last_of(loop)[k], reached = loop->reached[k];
		bool passes = z * last < 0 && fabs(last) > BESIDE_ZERO * fabs(z);
		if (fabs(z - last) > FAR * fmax(reached, fabs(z)) && (fabs(z) <= reached || passes))
			return true;
	}
	return false;
}

/* A solution that is far from the last point of the path, or may be another one, while the residuals have hardly
 * changed: the last point has to be looked at. Where it is a solution still, rounding leaves it open. */
const double *sc_path_leapt(const sc_run *run, const sc_loop *loop, const double *z, bool hasty, double off)
{
	bool any = loop->followed && loop->path.n && !run->looks && !run->walks && !run->d.initial && !run->d.event;
	if (!any || loop->loose || !loop->path.sign || !(off >= 0 && off < HARDLY))
		return NULL;                 /* without a sign solutions part there, and none ends */
	return hasty || sign_of(loop) * loop->path.sign < 0 || goes_far(loop, z) ? last_of(loop) : NULL;
}

bool sc_path_other_side(const sc_loop *loop)
{
	return sign_of(loop) * loop->path.sign < 0;
}

void sc_judge_solution(const sc_run *run, sc_loop *loop, bool hasty, bool smooth, bool strays, double off)
{
	sc_path *p = &loop->path;
	if (run->looks || run->d.initial || run->d.event)
		return;
	bool other = hasty || sc_path_other_side(loop);
	p->off = off;
	p->doubtful = p->doubtful || (other && !(smooth && run->walks) && !(off >= 0 && off <= ROUNDING)) ||
				  (run->walks && goes_far(loop, loop->good));
	p->strays = p->strays || strays;
}

/* Of unknown k between two points of the path that follow each other: half of its second derivative. */
static double bend_of(const sc_loop *loop, uint32_t low, uint32_t k)
{
	const sc_path *p = &loop->path;
	size_t n = loop->of->n;
	if (p->n < 3)
		return p->n == 2 && loop->course.known == 2 ? loop->course.bend[k] : 0;
	uint32_t a = low ? low - 1 : 0;
	const double *t = p->time + a, *z = p->z + a * n + k;
	return ((z[2 * n] - z[n]) / (t[2] - t[1]) - (z[n] - z[0]) / (t[1] - t[0])) / (t[2] - t[0]);
}

const double *sc_path_guess(const sc_run *run, sc_loop *loop)
{
	sc_path *p = &loop->path;
	size_t n = loop->of->n;
	double time = run->d.time;
	if (!p->n || time < p->time[0] || time > p->time[p->n - 1] || (run->d.event && !run->looks && found_at(loop, time)))
		return NULL;
	uint32_t low = 0, high = p->n - 1;
	while (high - low > 1) {
		uint32_t middle = low + (high - low) / 2;
		*(p->time[middle] <= time ? &low : &high) = middle;
	}
	double part = time == p->time[high] ? 1 : (time - p->time[low]) / (p->time[high] - p->time[low]);
	loop->between = sb_draw(loop->between, (n + 1) * sizeof(double));
	for (uint32_t k = 0; k < n; k++) {
		double a = p->z[low * n + k], b = p->z[high * n + k];
		double curve = bend_of(loop, low, k) * (time - p->time[low]) * (time - p->time[high]);
		loop->between[k] = part == 1 ? b : a + part * (b - a) + curve;
	}
	if (run->d.event && !run->looks) {       /* what follows an event has another path */
		only(loop, time, loop->between);
		p->n = 0;
	}
	return loop->between;
}

const double *sc_path_beside(const sc_run *run, const sc_loop *loop, int end)
{
	const sc_path *p = &loop->path;
	double time = run->d.time;
	if (run->d.event || p->n < 2 || time < p->time[0] || time > p->time[p->n - 1])
		return NULL;
	uint32_t k = 0;
	while (k + 2 < p->n && p->time[k + 1] <= time)
		k++;
	return p->z + (k + (uint32_t)end) * (size_t)loop->of->n;
}

bool sc_path_leads_on(const sc_data *d)
{
	for each_followed(sc_run_of(d), loop)
		if (!loop->course.known)
			return false;
	return true;
}

bool sc_path_ends(const sc_data *d, double time)
{
	for each_followed(sc_run_of(d), loop)
		if (!loop->path.n || loop->path.time[loop->path.n - 1] != time)
			return false;
	return true;
}

void sc_path_begin(sc_data *d, double time)
{
	for each_followed(sc_run_of(d), loop) {
		loop->path.n = 0;
		loop->path.met = NAN;
		loop->path.doubtful = loop->path.strays = false;
		loop->path.sign = loop->path.first_sign = sign_of(loop);
		sc_course_begin(loop);
		push(loop, time, loop->good);
		only(loop, time, loop->good);
		sc_course_keep(loop);
	}
}

void sc_path_restart(sc_data *d)
{
	for each_followed(sc_run_of(d), loop) {
		if (!loop->path.n)
			continue;
		double time = loop->path.time[loop->path.n - 1];
		const double *z = last_of(loop);
		loop->path.n = 0;
		loop->path.met = NAN;
		loop->path.doubtful = loop->path.strays = false;
		loop->path.first_sign = loop->path.sign;
		push(loop, time, z);
		sc_course_keep(loop);
	}
}

/* As restart, where they have begun. */
void sc_path_first(sc_data *d)
{
	for each_followed(sc_run_of(d), loop) {
		sc_course_first(loop);
		loop->course.wary = true;
		loop->path.n = loop->path.n > 0;
		loop->path.met = NAN;
		loop->path.sign = loop->path.first_sign;
	}
	sc_path_back(d);
}

bool sc_path_covers(const sc_data *d, double from, double to)
{
	for each_followed(sc_run_of(d), loop)
		if (!loop->path.n || loop->path.time[0] > from || loop->path.time[loop->path.n - 1] < to)
			return false;
	return true;
}

bool sc_path_holds(const sc_data *d)
{
	static const double SAME = 1e-6;
	for each_followed(sc_run_of(d), loop)
		for (uint32_t k = 0; k < loop->of->n; k++) {
			double z = last_of(loop)[k], size = fmax(loop->scale[k], fmax(fabs(z), fabs(loop->good[k])));
			if (!(fabs(z - loop->good[k]) <= SAME * size))
				return false;
		}
	return true;
}

void sc_path_open(sc_data *d, uint32_t number)
{
	sc_run_of(d)->loops[SC_HERE][number].followed = true;
}

void sc_path_drop(sc_data *d)
{
	for each_followed(sc_run_of(d), loop)
		loop->path.n = 0;
}

bool sc_path_doubtful(const sc_data *d)
{
	for each_followed(sc_run_of(d), loop)
		if (loop->path.doubtful || loop->path.strays)
			return true;
	return false;
}

bool sc_path_take(sc_data *d, double time)
{
	for each_followed(sc_run_of(d), loop)
		if (loop->path.doubtful || loop->path.strays || sc_path_other_side(loop) || !found_at(loop, time))
			return false;
	for each_followed(sc_run_of(d), loop) {
		push(loop, time, found_at(loop, time));
		only(loop, time, last_of(loop));
	}
	return true;
}

void sc_path_walks(sc_data *d, bool walks)
{
	sc_run_of(d)->walks = walks;
}

void sc_path_back(sc_data *d)
{
	for each_followed(sc_run_of(d), loop) {
		loop->path.doubtful = loop->path.strays = false;
		if (loop->path.n)
			only(loop, loop->path.time[loop->path.n - 1], last_of(loop));
	}
}

/* Another solution is next to this one, which goes on in no way that the last points show, while the residuals have
 * hardly changed. */
static bool is_undecided(const sc_loop *loop)
{
	const sc_path *p = &loop->path;
	return (p->doubtful || p->strays) && p->off >= 0 && p->off < HARDLY && !loop->loose && loop->course.placed &&
		   loop->course.gap < TOGETHER;
}

/* The residuals have hardly changed, but the solution has: it has ended. Where they jump the model does. */
void sc_path_tell(sc_data *d, double time)
{
	for each_followed(sc_run_of(d), loop) {
		if (loop->path.leaps && !loop->path.told) {
			loop->path.told = true;
			sc_report_fold(sc_run_of(d), loop->number, time);
		} else if (is_undecided(loop) && !loop->path.told_met) {
			loop->path.told_met = true;
			sc_report_meeting(sc_run_of(d), loop->number, time, false);
		}
	}
}

void sc_path_tell_fast(sc_data *d, double time)
{
	for each_followed(sc_run_of(d), loop)
		if ((loop->path.doubtful || loop->path.strays) && !loop->path.told) {
			loop->path.told = true;
			sc_report_fast(sc_run_of(d), loop->number, time);
		}
}

uint32_t sc_path_turned(const sc_data *d, uint32_t first)
{
	for each_followed(sc_run_of(d), loop)
		if (loop->number >= first && loop->path.n && sc_path_other_side(loop))
			return loop->number;
	return UINT32_MAX;
}

void sc_path_meets(sc_data *d, uint32_t number, double time)
{
	sc_path *p = &sc_run_of(d)->loops[SC_HERE][number].path;
	if (isnan(p->met))
		p->met = time;
}

bool sc_path_met_unawares(const sc_data *d)
{
	for each_followed(sc_run_of(d), loop)
		if (!isnan(loop->path.met) && !loop->course.wary && loop->course.begun_known == 2)
			return true;
	return false;
}

void sc_path_tell_meetings(sc_data *d)
{
	for each_followed(sc_run_of(d), loop)
		if (!isnan(loop->path.met) && !loop->path.told_met) {
			loop->path.told_met = true;
			sc_report_meeting(sc_run_of(d), loop->number, loop->path.met, true);
		}
}

/* What has jumped says nothing of where it leads to. */
void sc_path_goes_on(sc_data *d, double time)
{
	for each_followed(sc_run_of(d), loop) {
		int sign = sign_of(loop);
		bool jumps = loop->path.doubtful || loop->path.strays || loop->path.leaps;
		loop->path.doubtful = loop->path.strays = false;
		bool meets = loop->course.placed && loop->course.gap < TOGETHER; /* there rounding makes the sign */
		loop->path.sign = sign && !(meets && !jumps) ? sign : loop->path.sign;
		push(loop, time, loop->good);
		only(loop, time, loop->good);
		if (jumps) {
			sc_course_begin(loop);
			loop->course.wary = false;
		}
	}
}

void sc_path_note(sc_data *d, double time)
{
	for each_followed(sc_run_of(d), loop) {
		const double *z = found_at(loop, time);
		loop->path.noted = z != NULL;
		loop->noted = sb_draw(loop->noted, (loop->of->n + 1) * sizeof(double));
		if (z)
			memcpy(loop->noted, z, loop->of->n * sizeof(double));
	}
}

bool sc_path_agrees(const sc_data *d)
{
	for each_followed(sc_run_of(d), loop)
		for (uint32_t k = 0; loop->path.noted && loop->path.n && k < loop->of->n; k++) {
			double z = last_of(loop)[k], size = fmax(loop->scale[k], fmax(fabs(z), fabs(loop->noted[k])));
			if (!(fabs(z - loop->noted[k]) <= 1e-3 * size))
				return false;
		}
	return true;
}
