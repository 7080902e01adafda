/* Frequency response by Hessenberg form, frequencies for pictures, step response by exact discretisation. */
#include "study/linear/linear.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

bool st_response_open(sb_arena *arena, const st_system *s, st_response *out)
{
	st_dense q, h;
	st_system t = st_system_balanced(arena, s);
	if (!st_dense_hessenberg(arena, &t.a, &q, &h))
		return false;
	out->s = t;
	out->s.a = h;
	out->s.b = st_dense_transposed_times(arena, &q, &t.b);
	out->s.c = st_dense_times(arena, &t.c, &q);
	out->work = sb_new_array(arena, double complex, (size_t)h.rows * (h.rows + s->b.columns) + 1);
	return true;
}

/* Gauss on a Hessenberg matrix: below each pivot there is one element. False: a pivot is zero. */
static bool solve_hessenberg(double complex *h, double complex *b, uint32_t n, uint32_t m)
{
	for (uint32_t k = 0; k < n; k++) {
		double complex *row = h + (size_t)k * n, *next = row + n;
		if (k + 1 < n && cabs(next[k]) > cabs(row[k])) {
			for (uint32_t j = k; j < n; j++) {
				double complex kept = row[j];
				row[j] = next[j];
				next[j] = kept;
			}
			for (uint32_t j = 0; j < m; j++) {
				double complex kept = b[(size_t)k * m + j];
				b[(size_t)k * m + j] = b[(size_t)(k + 1) * m + j];
				b[(size_t)(k + 1) * m + j] = kept;
			}
		}
		if (row[k] == 0)
			return false;
		if (k + 1 == n || next[k] == 0)
			continue;
		double complex factor = next[k] / row[k];
		for (uint32_t j = k; j < n; j++)
			next[j] -= factor * row[j];
		for (uint32_t j = 0; j < m; j++)
			b[(size_t)(k + 1) * m + j] -= factor * b[(size_t)k * m + j];
	}
	for (uint32_t k = n; k-- > 0;)
		for (uint32_t j = 0; j < m; j++) {
			double complex sum = b[(size_t)k * m + j];
			for (uint32_t i = k + 1; i < n; i++)
				sum -= h[(size_t)k * n + i] * b[(size_t)i * m + j];
			b[(size_t)k * m + j] = sum / h[(size_t)k * n + k];
		}
	return true;
}

/* The value at s = i w, or z = exp(i w period): outputs by inputs, column by column. Infinite at a pole. */
static void response_at(const st_response *r, double w, double complex *out)
{
	const st_system *s = &r->s;
	uint32_t n = s->a.rows, m = s->b.columns, p = s->c.rows;
	double complex at = s->period > 0 ? cexp(I * w * s->period) : I * w, *h = r->work, *b = h + (size_t)n * n;
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t k = 0; k < n; k++)
			h[(size_t)i * n + k] = (i == k ? at : 0) - *st_element(&s->a, i, k);
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t k = 0; k < m; k++)
			b[(size_t)i * m + k] = *st_element(&s->b, i, k);
	bool regular = solve_hessenberg(h, b, n, m);
	for (uint32_t k = 0; k < m; k++)
		for (uint32_t o = 0; o < p; o++) {
			double complex sum = *st_element(&s->d, o, k);
			for (uint32_t i = 0; i < n && regular; i++)
				sum += *st_element(&s->c, o, i) * b[(size_t)i * m + k];
			out[(size_t)k * p + o] = regular ? sum : INFINITY;
		}
}

double complex st_channel_at(const st_response *r, double w)
{
	double complex value;
	response_at(r, w, &value);
	return value;
}

/* ------------------------------------------------------------------------------------------------------ frequencies */

static int rising(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return x < y ? -1 : x > y;
}

typedef struct wanted { double *at; uint32_t n, beside; double low, high; } wanted; /* beside: on each side of a root */

static void add_around(wanted *w, double complex root, double period)
{
	double complex s = period > 0 ? root == 0 ? 0 : clog(root) / period : root;
	double frequency = fabs(cimag(s)), width = fabs(creal(s));
	if (!isfinite(frequency) || frequency == 0 || width > 0.7 * frequency)
		return;
	width = fmax(width, 1e-7 * frequency);
	w->at[w->n++] = frequency;
	for (uint32_t i = 0; i < w->beside; i++) {
		double off = width * pow(10, -1.5 + 3.5 * i / (w->beside - 1));
		if (off >= frequency)
			break;
		w->at[w->n++] = frequency - off;
		w->at[w->n++] = frequency + off;
	}
}

/* The range of natural frequencies of roots. */
static void see_root(double complex root, double period, double *low, double *high)
{
	double size = cabs(period > 0 ? root == 0 ? 0 : clog(root) / period : root);
	if (!(size > 0) || !isfinite(size))
		return;
	*low = fmin(*low, size);
	*high = fmax(*high, size);
}

void st_frequencies(sb_arena *arena, const st_system *s, uint32_t about, double **out, uint32_t *count)
{
	uint32_t n = s->a.rows, zeros = 0, kept = 0;
	double complex *roots = sb_new_array(arena, double complex, 2 * n + 1);
	bool degenerate;
	double low = INFINITY, high = 0, slowest = 0;
	if (!st_dense_eigenvalues(arena, &s->a, roots))
		n = 0;
	if (!n || !st_zeros(arena, s, roots + n, &zeros, &degenerate))
		zeros = 0;
	for (uint32_t i = 0; i < n + zeros; i++)
		slowest = fmax(slowest, cabs(roots[i]));
	for (uint32_t i = 0; i < n + zeros; i++)         /* what is rounding of a pole at the origin is none */
		if (s->period > 0 || cabs(roots[i]) > 1e-9 * slowest)
			see_root(roots[i], s->period, &low, &high);
	if (!(high > 0))
		low = high = s->period > 0 ? 0.1 / s->period : 1;
	low /= 10;
	high = s->period > 0 ? M_PI / s->period : high * 10;
	low = fmin(low, high / 100);
	/* a resonance is a circle in the plane of values: so many that no corners are seen, unless there are very many */
	uint32_t beside = n + zeros <= 40 ? 96 : 24;
	wanted w = {sb_new_array(arena, double, about + (2 * (size_t)beside + 2) * (n + zeros) + 2), 0, beside, low, high};
	for (uint32_t i = 0; i <= about; i++)
		w.at[w.n++] = low * pow(high / low, (double)i / about);
	for (uint32_t i = 0; i < n + zeros; i++)
		add_around(&w, roots[i], s->period);
	qsort(w.at, w.n, sizeof *w.at, rising);
	for (uint32_t i = 0; i < w.n; i++)
		if (w.at[i] >= low && w.at[i] <= high && (!kept || w.at[i] > w.at[kept - 1] * (1 + 1e-12)))
			w.at[kept++] = w.at[i];
	*out = w.at;
	*count = kept;
}

/* ------------------------------------------------------------------------------------------------------------ steps */

double st_settling_guess(sb_arena *arena, const st_system *s)
{
	uint32_t n = s->a.rows;
	double slowest = 0, fastest = 0, growth = INFINITY;
	st_system small;
	if (!n || !st_minimal(arena, s, &small) || !small.a.rows)
		return s->period > 0 ? 20 * s->period : 1;
	n = small.a.rows;
	st_pole *poles = sb_new_array(arena, st_pole, n);
	if (!st_poles(arena, &small, poles))
		return 1;
	for (uint32_t i = 0; i < n; i++) {
		double size = poles[i].frequency, time = poles[i].time;
		if (isfinite(size))
			fastest = fmax(fastest, size);
		if (size > 1e-9 * fastest && isfinite(time))
			slowest = fmax(slowest, fmin(poles[i].stable ? 6 * time : 3 * time, 200 / size));
		if (!poles[i].stable && time > 0)        /* what grows hides all else soon */
			growth = fmin(growth, 6 * time);
	}
	if (!(slowest > 0))
		slowest = fastest > 0 ? 20 / fastest : s->period > 0 ? 20 * s->period : 10;
	return fmin(slowest, growth);
}

uint32_t st_step_points(sb_arena *arena, const st_system *s, double until)
{
	enum { LEAST = 600, MOST = 200000, IN_TURN = 24 };
	uint32_t n = s->a.rows;
	double complex *poles = sb_new_array(arena, double complex, n + 1);
	double fastest = 0;
	if (!st_dense_eigenvalues(arena, &s->a, poles))
		return LEAST;
	for (uint32_t i = 0; i < n; i++)
		fastest = fmax(fastest, fabs(cimag(poles[i])));
	return (uint32_t)fmin(MOST, fmax(LEAST, ceil(IN_TURN * until * fastest / (2 * M_PI))));
}

bool st_step(sb_arena *arena, const st_system *s, double until, uint32_t points, double **time, double **y,
			 uint32_t *count)
{
	uint32_t n = s->a.rows, m = s->b.columns, p = s->c.rows;
	double h = s->period > 0 ? s->period : until / (points > 1 ? points - 1 : 1);
	*count = s->period > 0 ? (uint32_t)fmin(1e5, ceil(until / h) + 1) : points;
	*time = sb_new_array(arena, double, *count + 1);
	*y = sb_new_array(arena, double, (size_t)*count * m * p + 1);
	st_system d = *s;
	if (s->period == 0 && !st_system_sampled(arena, s, h, ST_HOLD, &d))
		return false;
	double *x = sb_new_array(arena, double, n + 1), *next = sb_new_array(arena, double, n + 1);
	for (uint32_t u = 0; u < m; u++) {
		memset(x, 0, n * sizeof *x);
		for (uint32_t k = 0; k < *count; k++) {
			(*time)[k] = k * h;
			for (uint32_t o = 0; o < p; o++) {
				double sum = *st_element(&s->d, o, u);
				for (uint32_t i = 0; i < n; i++)
					sum += *st_element(&s->c, o, i) * x[i];
				(*y)[((size_t)u * p + o) * *count + k] = sum;
			}
			for (uint32_t i = 0; i < n; i++) {
				next[i] = *st_element(&d.b, i, u);
				for (uint32_t j = 0; j < n; j++)
					next[i] += *st_element(&d.a, i, j) * x[j];
			}
			memcpy(x, next, n * sizeof *x);
		}
	}
	return true;
}
