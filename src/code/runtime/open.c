/* A singular matrix whose equations still agree. Potentials of a part of a network that nothing ties to a reference,
 * the temperature of a pipe in which nothing flows: some unknowns are open, and nothing else depends on them. They keep
 * the values that they have, the others follow from them.
 *
 * Elimination with complete pivoting ends where only zeros are left: the unknowns of the columns that were not used are
 * the open ones, and with d the change from the present values, d = 0 for these, the other rows are solved as usual. */
#include "code/runtime/runtime.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { OPEN_MOST = 300 };                /* complete pivoting looks at everything in each step */

struct sc_open {
	uint32_t n, rank;
	double *lu, *matrix, *scale, *spare;
	uint32_t *row, *column;          /* the order in which they were used */
};

void sc_open_free(sc_open *o)
{
	if (!o)
		return;
	sb_put_back(o->lu);
	sb_put_back(o->matrix);
	sb_put_back(o->scale);
	sb_put_back(o->spare);
	sb_put_back(o->row);
	sb_put_back(o->column);
	sb_put_back(o);
}

static sc_open *open_new(uint32_t n)
{
	sc_open *o = sb_draw(NULL, sizeof *o);

	*o = (sc_open){.n = n};
	o->lu = sb_draw(NULL, ((size_t)n * n + 1) * sizeof(double));
	o->matrix = sb_draw(NULL, ((size_t)n * n + 1) * sizeof(double));
	o->scale = sb_draw(NULL, (n + 1) * sizeof(double));
	o->spare = sb_draw(NULL, (2 * n + 1) * sizeof(double));
	o->row = sb_draw(NULL, (n + 1) * sizeof *o->row);
	o->column = sb_draw(NULL, (n + 1) * sizeof *o->column);
	return o;
}

/* Equations divided by their largest factor. */
static void fill(sc_open *o, const sc_loop *b, const double *entries)
{
	uint32_t n = o->n;

	memset(o->lu, 0, (size_t)n * n * sizeof(double));
	for (uint32_t k = 0; k < b->of->entries.n; k++)
		o->lu[(size_t)b->entries[k].row * n + b->entries[k].col] += entries[k];
	for (uint32_t i = 0; i < n; i++) {
		double largest = 0;
		for (uint32_t j = 0; j < n; j++)
			largest = fmax(largest, fabs(o->lu[(size_t)i * n + j]));
		o->scale[i] = largest > 0 ? 1 / largest : 1;
		for (uint32_t j = 0; j < n; j++)
			o->lu[(size_t)i * n + j] *= o->scale[i];
		o->row[i] = o->column[i] = i;
	}
	memcpy(o->matrix, o->lu, (size_t)n * n * sizeof(double));
}

static double *entry(const sc_open *o, uint32_t i, uint32_t j)
{
	return &o->lu[(size_t)o->row[i] * o->n + o->column[j]];
}

static void swap(uint32_t *list, uint32_t a, uint32_t b)
{
	uint32_t t = list[a];

	list[a] = list[b];
	list[b] = t;
}

static void eliminate(sc_open *o)
{
	double first = 0;

	for (o->rank = 0; o->rank < o->n; o->rank++) {
		uint32_t k = o->rank, row = k, column = k;
		for (uint32_t i = k; i < o->n; i++)
			for (uint32_t j = k; j < o->n; j++)
				if (fabs(*entry(o, i, j)) > fabs(*entry(o, row, column))) {
					row = i;
					column = j;
				}
		double pivot = *entry(o, row, column);
		first = k ? first : fabs(pivot);
		if (!(fabs(pivot) > 1e-14 * o->n * first))
			return;
		swap(o->row, k, row);
		swap(o->column, k, column);
		for (uint32_t i = k + 1; i < o->n; i++) {
			double m = *entry(o, i, k) / pivot;
			*entry(o, i, k) = m;
			for (uint32_t j = k + 1; j < o->n && m != 0; j++)
				*entry(o, i, j) -= m * *entry(o, k, j);
		}
	}
}

bool sc_open_factor(sc_open **o, const sc_loop *b, const double *entries)
{
	if (b->of->n > OPEN_MOST)
		return false;
	if (!*o)
		*o = open_new(b->of->n);
	fill(*o, b, entries);
	eliminate(*o);
	return true;
}

/* It is open itself, or follows from one that is: solved with a change of each open one. */
bool sc_is_open(const sc_open *o, uint32_t unknown)
{
	double *y = o->spare;

	for (uint32_t open = o->rank; open < o->n; open++) {
		if (o->column[open] == unknown)
			return true;
		for (uint32_t i = o->rank; i-- > 0;) {
			y[i] = -*entry(o, i, open);
			for (uint32_t j = i + 1; j < o->rank; j++)
				y[i] -= *entry(o, i, j) * y[j];
			y[i] /= *entry(o, i, i);
			if (o->column[i] == unknown && fabs(y[i]) > 1e-9)
				return true;
		}
	}
	return false;
}

void sc_open_solve(sc_open *o, double *b)
{
	uint32_t n = o->n;
	double *y = o->spare;

	for (uint32_t i = 0; i < o->rank; i++) {
		y[i] = b[o->row[i]] * o->scale[o->row[i]];
		for (uint32_t j = 0; j < i; j++)
			y[i] -= *entry(o, i, j) * y[j];
	}
	for (uint32_t i = o->rank; i-- > 0;) {
		for (uint32_t j = i + 1; j < o->rank; j++)
			y[i] -= *entry(o, i, j) * y[j];
		y[i] /= *entry(o, i, i);
	}
	for (uint32_t i = 0; i < n; i++)
		b[o->column[i]] = i < o->rank ? y[i] : 0;
}

/* Do the equations agree at z? What rounding may leave of them is small beside their terms. */
static bool agree(const sc_open *o, const double *rhs, const double *z)
{
	for (uint32_t i = 0; i < o->n; i++) {
		double sum = rhs[i] * o->scale[i], size = fabs(sum);
		for (uint32_t j = 0; j < o->n; j++) {
			sum -= o->matrix[(size_t)i * o->n + j] * z[j];
			size += fabs(o->matrix[(size_t)i * o->n + j] * z[j]);
		}
		if (!(fabs(sum) <= 1e-9 * size))
			return false;
	}
	return true;
}

static double largest(const double *v, uint32_t n)
{
	double most = 0;

	for (uint32_t i = 0; i < n; i++)
		most = fmax(most, fabs(v[i]));
	return most;
}

/* What is left of the equations at z is solved for the change of z that takes it away. */
static void correct(sc_open *o, const double *rhs, double *z, double *d)
{
	uint32_t n = o->n;

	for (uint32_t i = 0; i < n; i++) {
		double sum = rhs[i] * o->scale[i];
		for (uint32_t j = 0; j < n; j++)
			sum -= o->matrix[(size_t)i * n + j] * z[j];
		d[i] = sum / o->scale[i];
	}
	sc_open_solve(o, d);
	for (uint32_t i = 0; i < n; i++)
		z[i] += d[i];
}

/* The present values may be those next to a pole, beside which any contradiction looks like rounding. So they count
 * only if they are not much larger than the solution that has zeros for what is open. */
bool sc_open_solve_near(sc_open *o, const double *rhs, double *z)
{
	static const double MUCH = 1e6;
	uint32_t n = o->n;
	double *d = o->spare + n, present = largest(z, n);

	memcpy(d, rhs, n * sizeof *d);
	sc_open_solve(o, d);
	if (!agree(o, rhs, d) && present > MUCH * fmax(largest(d, n), largest(rhs, n)))
		return false;
	correct(o, rhs, z, d);
	correct(o, rhs, z, d);           /* from large values to very small ones the first leaves rounding of the large */
	return agree(o, rhs, z);
}
