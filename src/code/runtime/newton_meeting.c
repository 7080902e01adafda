/* Where two solutions of a nonlinear loop meet.
 *
 * A path (newton_path.c) on which the determinant changes its sign while the solution goes on smoothly has
 * passed a point where solutions cross. Or it has left its solution: where two solutions come close and turn away
 * from each other without meeting, each leads smoothly on to the other if one only looks from far away. So the
 * point is looked for, by halving: at each time between, the solution must lie on the curve through those that are
 * known on both sides, far nearer to it than to the other solution. If they do not meet, this fails as soon as the
 * halves are as short as the two come close. If they meet, it holds until the two are next to each other. */
#include "code/runtime/newton.h"

#include <math.h>
#include <string.h>

enum { MOST = 48, NEAREST = 4 };
static const double SMOOTH = 0.1;         /* part of the gap by which a solution may miss the curve */
static const double TOGETHER = 1e-5;      /* weights; solutions that are nearer to each other have met */

struct sc_meeting {
	double from, to;               /* the determinant turns between them */
	double time[MOST], *z, *guess; /* solutions on both sides, in the order of time */
	uint32_t n;
	int sign;                      /* at `from` */
	enum { LOOKS, MEET, PART } state;
};

static sc_meeting *meeting_of(const sc_data *d, uint32_t number)
{
	return sc_run_of(d)->loops[SC_HERE][number].meeting;
}

static void insert(sc_meeting *m, double time, const double *z, size_t n)
{
	uint32_t at = m->n++;
	for (; at && m->time[at - 1] > time; at--) {
		m->time[at] = m->time[at - 1];
		memcpy(m->z + at * n, m->z + (at - 1) * n, n * sizeof(double));
	}
	m->time[at] = time;
	memcpy(m->z + at * n, z, n * sizeof(double));
}

void sc_meeting_free(sc_meeting *m)
{
	if (m) {
		sb_put_back(m->z);
		sb_put_back(m);
	}
}

void sc_meeting_begin(sc_data *d, uint32_t number, double to)
{
	sc_loop *loop = &sc_run_of(d)->loops[SC_HERE][number];
	const sc_course *c = &loop->course;
	size_t n = loop->of->n;
	if (!loop->meeting) {
		loop->meeting = sb_draw_zeros(sizeof *loop->meeting);
		loop->meeting->z = sb_draw(NULL, ((MOST + 1) * n + 1) * sizeof(double));
	}
	sc_meeting *m = loop->meeting;
	m->guess = m->z + MOST * n;
	m->n = 0;
	m->from = loop->path.time[loop->path.n - 1];
	m->to = to;
	m->sign = loop->path.sign;
	m->state = LOOKS;
	const double *last = loop->path.z + (loop->path.n - 1) * n;
	for (int back = 2; back >= 0; back--) {
		double ahead = -back * c->span;
		for (size_t k = 0; k < n; k++)
			m->guess[k] = last[k] + ahead * (c->slope[k] + ahead * c->bend[k]);
		insert(m, m->from + ahead, m->guess, n);
	}
	insert(m, to, loop->good, n);
	loop->probed = true;
}

/* The next time at which to evaluate; false: it is decided. */
bool sc_meeting_next(sc_data *d, uint32_t number, double *time)
{
	sc_meeting *m = meeting_of(d, number);
	*time = 0.5 * (m->from + m->to);
	if (m->n == MOST || !(*time > m->from && *time < m->to))
		m->state = m->state == LOOKS ? MEET : m->state;
	sc_run_of(d)->loops[SC_HERE][number].probed = m->state == LOOKS;
	return m->state == LOOKS;
}

bool sc_meeting_found(sc_data *d, uint32_t number, double *time)
{
	sc_meeting *m = meeting_of(d, number);
	sc_run_of(d)->loops[SC_HERE][number].probed = false;
	*time = 0.5 * (m->from + m->to);
	return m->state == MEET;
}

void sc_meeting_fails(sc_data *d, uint32_t number)
{
	meeting_of(d, number)->state = PART;
}

/* By the polynomial through the nearest points on both sides. */
const double *sc_meeting_guess(const sc_run *run, const sc_loop *loop)
{
	sc_meeting *m = loop->meeting;
	size_t n = loop->of->n;
	double time = run->d.time;
	uint32_t first = 0;
	if (!loop->probed)
		return NULL;
	while (first + NEAREST < m->n && time - m->time[first] > m->time[first + NEAREST] - time)
		first++;
	memset(m->guess, 0, n * sizeof(double));
	for (uint32_t i = first; i < first + NEAREST; i++) {
		double share = 1;
		for (uint32_t j = first; j < first + NEAREST; j++)
			share *= j == i ? 1 : (time - m->time[j]) / (m->time[i] - m->time[j]);
		for (size_t k = 0; k < n; k++)
			m->guess[k] += share * m->z[i * n + k];
	}
	return m->guess;
}

/* The solution in w->z was found from that guess. */
void sc_meeting_judge(sc_newton *w)
{
	sc_loop *loop = w->loop;
	sc_meeting *m = loop->meeting;
	double time = w->d->time;
	if (!loop->probed)
		return;
	const double *guess = sc_meeting_guess(w->run, loop);
	double gap = sc_course_gap(w), off = 0;
	for (uint32_t k = 0; k < w->n; k++)
		off = fmax(off, fabs(w->z[k] - guess[k]) / loop->course.weight[k]);
	int sign = !loop->loose && sc_factors_ready(loop->factors) ? sc_factors_sign(loop->factors) : 0;
	if ((gap <= TOGETHER || loop->loose || !sign) && off <= TOGETHER)
		m->state = MEET;
	else if (!(gap < INFINITY) || off > SMOOTH * gap || !sign)
		m->state = PART;
	*(sign == m->sign ? &m->from : &m->to) = time;
	insert(m, time, w->z, w->n);
}
