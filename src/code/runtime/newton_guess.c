/* Where the iteration of a nonlinear loop begins.
 *
 * It is the last solution before the time of the evaluation. A loop with several solutions (a Schmitt trigger, x^2 = 4)
 * has one of them at the beginning, and the others are no answer later. So if the iteration does not converge from
 * there, nothing else is tried while the integrator looks for its next step: it takes a shorter one. Where that is not
 * possible (the initial system, an instant, values that only the output needs), and where time has come so near to the
 * last solution, or to the last accepted step, that no step could be shorter (the solution ends there: a fold), other
 * points are tried: the start values, points around these and around the last solution. Of what is found the solution
 * nearest to the last one is taken. */
#include "code/runtime/runtime.h"

#include <math.h>
#include <string.h>

double sc_loop_value(const sc_run *run, si_formula formula)
{
	double value;
	return sc_formula(&run->d, formula, SC_EVERYTHING, NULL, &value) && isfinite(value) ? value : 0;
}

void sc_loop_scales(sc_run *run, sc_loop *loop)
{
	for (uint32_t k = 0; k < loop->of->n; k++) {
		double nominal = sc_loop_value(run, loop->unknowns[k].nominal);
		double start = sc_loop_value(run, loop->unknowns[k].start);
		loop->nominal[k] = fabs(nominal);
		loop->scale[k] = nominal != 0 ? fabs(nominal) : start != 0 ? fabs(start) : 1;
	}
}

/* The integrator can take a shorter step: it evaluates in vectors of its own, behind the last step that was accepted,
 * and time is not yet next to the last solution. */
bool sc_may_retreat(const sc_run *run, const sc_loop *loop)
{
	double time = run->d.time, last = loop->past.n ? loop->past.time[loop->past.n - 1] : time;
	if (run->walks)
		return true;
	return run->d.x != run->x && !run->d.initial && !run->d.event && time > run->accepted &&
		   fabs(time - last) > 1e-9 * fabs(time);
}

/* Far from the start values, each unknown up or down by itself: where potentials of sources are exponents nothing near
 * zero can be evaluated. */
static double far_step(uint32_t number, uint32_t k)
{
	static const double sizes[] = { 1, 10, 100, 1000 };
	enum { PATTERNS = 8, BITS = 3 };
	double size = number / PATTERNS < sizeof sizes / sizeof *sizes ? sizes[number / PATTERNS] : 0;
	return number % PATTERNS >> k % BITS & 1 ? -size : size;
}

/* Number `attempt` into z, or false: there are no more. `guess`: the last solution; `present`: what the caller has,
 * which may be neither this nor a start value: the values of another mode, or start values that were computed anew. */
bool sc_begin_at(sc_run *run, const sc_loop *loop, const double *guess, const double *present, uint32_t attempt,
				 double *z)
{
	static const double around[] = { 0, 0.1, -0.1, 1, -1, 10, -10 };
	enum { AROUND = sizeof around / sizeof *around, LAST = 1, START = 2, NEAR = START + AROUND, PRESENT = NEAR + 2,
		ALL = SC_FAR_ATTEMPT + 32 };
	_Static_assert(PRESENT + 1 == SC_FAR_ATTEMPT, "the far ones follow");
	uint32_t n = loop->of->n;

	for (uint32_t k = 0; k < n; k++) {
		double value = 0, step = 0;
		if (attempt >= SC_FAR_ATTEMPT) {
			value = sc_loop_value(run, loop->unknowns[k].start);
			step = far_step(attempt - SC_FAR_ATTEMPT, k);
		} else if (attempt >= START && attempt < NEAR) {
			value = sc_loop_value(run, loop->unknowns[k].start);
			step = around[attempt - START];
		} else {
			value = attempt == LAST && loop->has_good ? loop->good[k] : attempt == PRESENT ? present[k] : guess[k];
			step = attempt >= NEAR && attempt < PRESENT ? around[1 + attempt - NEAR] : 0;
		}
		/* the second factor keeps unknowns of equal values apart */
		z[k] = value + step * loop->scale[k] * (1 + 0.1 * (k % 7));
	}
	return attempt < ALL;
}

/* How far it is from one solution to another in the direction that leads from the last one to the start values that the
 * user wrote; in a measure of its own. */
double sc_towards_starts(const sc_run *run, const sc_loop *loop, const double *last, const double *from,
						 const double *to)
{
	double sum = 0;
	for (uint32_t k = 0; k < loop->of->n; k++)
		if (loop->unknowns[k].given)
			sum += (to[k] - from[k]) / loop->scale[k] * (sc_loop_value(run, loop->unknowns[k].start) - last[k]) /
				   loop->scale[k];
	return sum;
}

void sc_follow_starts(const sc_run *run, const sc_loop *loop, double *z)
{
	for (uint32_t k = 0; k < loop->of->n; k++) {
		double found;
		const si_unknown *u = &loop->unknowns[k];
		if (u->follow && z[k] == sc_loop_value(run, u->start) &&
			sc_formula(&run->d, u->follow, SC_EVERYTHING, NULL, &found) && isfinite(found))
			z[k] = found;
	}
}

/* The last solution of a time that was accepted, or NULL. */
static const double *accepted_solution(const sc_run *run, const sc_loop *loop)
{
	const sc_past *p = &loop->past;
	uint32_t k = p->n;

	while (k && p->time[k - 1] > run->accepted)
		k--;
	return k ? p->z + (size_t)(k - 1) * loop->of->n : NULL;
}

uint32_t sc_unknown_beyond(const sc_data *d, double bound, double times, double *value)
{
	const sc_run *run = sc_run_of((sc_data *)d);

	for (uint32_t b = 0; b < run->program->image->loops.n; b++) {
		const sc_loop *loop = &run->loops[SC_HERE][b];
		const double *z = accepted_solution(run, loop);
		for (uint32_t k = 0; z && k < loop->of->n; k++)
			if (fabs(z[k]) > bound && fabs(z[k]) > times * loop->scale[k] &&
				loop->unknowns[k].op == SX_VAR) {
				*value = z[k];
				return loop->unknowns[k].number;
			}
	}
	return UINT32_MAX;
}

void sc_accepted(sc_data *d, double time)
{
	sc_run_of(d)->accepted = time;
}

void sc_look_aside(sc_data *d, sc_looks looks)
{
	sc_run *run = sc_run_of(d);
	const si_image *image = run->program->image;
	size_t bytes = image->reals * sizeof *d->r;

	if (!image->loops.n || looks == run->looks)
		return;
	if (!run->loops[looks])
		run->loops[looks] = sc_loops_new(image);
	if (!run->reals_before)
		run->reals_before = sb_draw(NULL, bytes + sizeof *d->r);
	for (uint32_t k = 0; looks && k < image->loops.n; k++) {
		run->loops[looks][k].past = run->loops[SC_HERE][k].past;
		run->loops[looks][k].path = run->loops[SC_HERE][k].path;
		run->loops[looks][k].course = run->loops[SC_HERE][k].course;
	}
	memcpy(looks ? run->reals_before : d->r, looks ? d->r : run->reals_before, bytes);
	run->looks = looks;
}

void sc_begin_with_values(sc_data *d)
{
	sc_run *run = sc_run_of(d);
	for (uint32_t k = 0; k < run->program->image->loops.n; k++) {
		sc_loop *loop = &run->loops[SC_HERE][k];
		if (loop->of->linear)
			continue;
		loop->past.n = loop->past.aside = loop->path.n = 0;
		loop->has_good = loop->loose = false;
	}
}

/* Solution number k has no place in the past any more; it may be the end of a step that will be accepted. */
static void lay_aside(sc_past *p, uint32_t k, size_t n)
{
	uint32_t to = SC_PAST + p->aside++ % SC_ASIDE;
	p->time[to] = p->time[k];
	memcpy(p->z + to * n, p->z + k * n, n * sizeof(double));
}

/* What was laid aside for just this time, if there is nothing else of it. */
static const double *find_aside(const sc_past *p, double time, size_t n)
{
	uint32_t count = p->aside < SC_ASIDE ? p->aside : SC_ASIDE;
	for (uint32_t k = 1; k <= count; k++) {
		uint32_t at = SC_PAST + (p->aside - k) % SC_ASIDE;
		if (p->time[at] == time)
			return p->z + at * n;
	}
	return NULL;
}

/* A solver that tries a step, refuses it and tries a shorter one comes back to an earlier time. Where a loop has more
 * than one solution (a Schmitt trigger) what the refused step has found must not be the guess then, but the solution
 * from before: those of later times are forgotten. A step that looks inside of itself after its end comes back as well;
 * if it is accepted, what it found at its end is the guess there. Looks back, for output points, change nothing. */
const double *sc_guess(const sc_run *run, sc_loop *loop, const double *guess)
{
	sc_past *p = &loop->past;
	size_t n = loop->of->n;
	double time = run->d.time;
	const double *on_path = sc_path_guess(run, loop);
	uint32_t k = p->n;

	if (on_path)
		return on_path;
	while (k && p->time[k - 1] > time)
		k--;
	if (time >= run->accepted && k < p->n) {
		lay_aside(p, p->n - 1, n);
		p->n = k;
	}
	if (time == run->accepted && k && p->time[k - 1] < time) {
		const double *found = find_aside(p, time, n);
		if (found)
			return found;
	}
	return p->n ? p->z + (size_t)(k ? k - 1 : 0) * n : guess;
}

void sc_keep_solution(const sc_run *run, sc_loop *loop, const double *z)
{
	sc_past *p = &loop->past;
	size_t n = loop->of->n;
	double time = run->d.time;

	if (time < run->accepted || run->looks)
		return;
	if (!p->z)
		p->z = sb_draw(NULL, ((SC_PAST + SC_ASIDE) * n + 1) * sizeof(double));
	if (p->n == SC_PAST && p->time[p->n - 1] != time) {
		memmove(p->z, p->z + n, (SC_PAST - 1) * n * sizeof(double));
		memmove(p->time, p->time + 1, (SC_PAST - 1) * sizeof(double));
		p->n--;
	}
	if (!p->n || p->time[p->n - 1] != time)
		p->time[p->n++] = time;
	memcpy(p->z + (p->n - 1) * n, z, n * sizeof(double));
}

