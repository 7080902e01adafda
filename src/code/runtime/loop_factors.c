/* The matrix of a loop: factored and solved. Small ones are dense, with rows scaled to their largest entry and partial
 * pivoting; large ones go to KLU, whose symbolic analysis is kept and whose pivots are reused while they stay good. A
 * matrix that is equal to the last one is not factored again: loops with constant coefficients are factored once in a
 * run.
 *
 * A solution always satisfies its equations to rounding, however little it is worth. Where a pivot is very small beside
 * its column, what rounding of the coefficients alone makes of the solution is estimated (`lost`). The sign of the
 * determinant tells that a matrix has become singular between two points. */
#include "code/runtime/dense_factors.h"
#include "code/runtime/runtime.h"

#include <float.h>
#include <klu.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DENSE = 40 };
static const double WEAK = 1e-10;          /* a pivot, beside its column */
/* the entries of a column, beside those that elimination has made of them: below that its pivots are poor */
static const double GROWN = 1e-3;

struct sc_factors {
	const si_entry *at;            /* where the entries of the matrix are */
	uint32_t n, entries;
	bool ready, is_open;
	bool fresh;                    /* factored since the last solution */
	int sign;                      /* of the determinant */
	double weakest; /* the smallest pivot beside the largest entry of its column, or beside the largest pivot */
	sc_open *open;                 /* of a singular matrix */
	double *last;                  /* the entries that were factored */
	sc_dense dense;
	/* sparse */
	klu_common common;
	klu_symbolic *symbolic;
	klu_numeric *numeric;
	int *column, *row;
	uint32_t *slot;                /* where entry k goes in `values` */
	double *values;
};

/* The entries, as `from` has them in order (NULL: as they are listed), in the order of their rows or columns: those of
 * the same one stay in order. qsort would allocate. */
static void arrange(const sc_factors *f, bool by_column, const uint32_t *from, uint32_t *to)
{
	uint32_t *first = sb_draw_zeros((f->n + 1) * sizeof *first);
	for (uint32_t k = 0; k < f->entries; k++)
		first[(by_column ? f->at[k].col : f->at[k].row) + 1]++;
	for (uint32_t k = 0; k < f->n; k++)
		first[k + 1] += first[k];
	for (uint32_t k = 0; k < f->entries; k++) {
		uint32_t entry = from ? from[k] : k;
		to[first[by_column ? f->at[entry].col : f->at[entry].row]++] = entry;
	}
	sb_put_back(first);
}

/* Compressed columns from the list of entries; entries of equal place share a slot and are summed. */
static void make_sparse(sc_factors *f)
{
	uint32_t n = f->entries, count = 0;
	uint32_t *by_row = sb_draw(NULL, (n + 1) * sizeof *by_row), *order = sb_draw(NULL, (n + 1) * sizeof *order);
	arrange(f, false, NULL, by_row);
	arrange(f, true, by_row, order);
	f->column = sb_draw_zeros((f->n + 1) * sizeof(int));
	f->row = sb_draw(NULL, (n + 1) * sizeof(int));
	f->slot = sb_draw(NULL, (n + 1) * sizeof *f->slot);
	f->values = sb_draw(NULL, (n + 1) * sizeof(double));
	for (uint32_t k = 0; k < n; k++) {
		uint32_t entry = order[k], last = k ? order[k - 1] : 0;
		if (!k || f->at[entry].col != f->at[last].col || f->at[entry].row != f->at[last].row) {
			f->row[count++] = (int)f->at[entry].row;
			f->column[f->at[entry].col + 1]++;
		}
		f->slot[entry] = count - 1;
	}
	for (uint32_t k = 0; k < f->n; k++)
		f->column[k + 1] += f->column[k];
	sb_put_back(by_row);
	sb_put_back(order);
	klu_defaults(&f->common);
	f->symbolic = klu_analyze((int)f->n, f->column, f->row, &f->common);
	if (f->common.status == KLU_OUT_OF_MEMORY)
		sb_out_of_memory(0);
}

static void make_dense(sc_factors *f)
{
	size_t n = f->n;
	f->dense = (sc_dense){ .n = f->n };
	f->dense.lu = sb_draw(NULL, (n * n + 1) * sizeof(double));
	f->dense.row_scale = sb_draw(NULL, (n + 1) * sizeof(double));
	f->dense.column_max = sb_draw(NULL, (n + 1) * sizeof(double));
	f->dense.pivot = sb_draw(NULL, (n + 1) * sizeof(uint32_t));
	f->dense.order = sb_draw(NULL, (n + 1) * sizeof(uint32_t));
	f->dense.nonzero = sb_draw(NULL, n * n + 1);
	f->dense.left = sb_draw(NULL, n + 1);
	f->dense.right = sb_draw(NULL, n + 1);
}

sc_factors *sc_factors_new(const sc_loop *loop)
{
	sc_factors *f = sb_draw(NULL, sizeof *f);
	*f = (sc_factors){ .at = loop->entries, .n = loop->of->n, .entries = loop->of->entries.n };
	f->last = sb_draw(NULL, (f->entries + 1) * sizeof(double));
	if (f->n > DENSE) {
		make_sparse(f);
		return f;
	}
	make_dense(f);
	return f;
}

void sc_factors_free(sc_factors *f)
{
	if (!f)
		return;
	if (f->numeric)
		klu_free_numeric(&f->numeric, &f->common);
	if (f->symbolic)
		klu_free_symbolic(&f->symbolic, &f->common);
	sc_open_free(f->open);
	sb_put_back(f->last);
	sb_put_back(f->dense.lu);
	sb_put_back(f->dense.row_scale);
	sb_put_back(f->dense.column_max);
	sb_put_back(f->dense.pivot);
	sb_put_back(f->dense.order);
	sb_put_back(f->dense.nonzero);
	sb_put_back(f->dense.left);
	sb_put_back(f->dense.right);
	sb_put_back(f->column);
	sb_put_back(f->row);
	sb_put_back(f->slot);
	sb_put_back(f->values);
	sb_put_back(f);
}

bool sc_factors_ready(const sc_factors *f)
{
	return f && f->ready;
}

static void fill_dense(sc_factors *f, const double *entries)
{
	uint32_t n = f->n;
	memset(f->dense.lu, 0, (size_t)n * n * sizeof(double));
	for (uint32_t k = 0; k < f->entries; k++) {
		const si_entry *e = &f->at[k];
		f->dense.lu[(size_t)e->row * n + e->col] += entries[k];
	}
}

static int factor_dense(sc_factors *f, const double *entries, uint32_t *row, uint32_t *column)
{
	fill_dense(f, entries);
	int status = sc_dense_factor(&f->dense, row, column);
	if (status)
		return status;
	f->sign = f->dense.sign;
	f->weakest = f->dense.weakest;
	return 0;
}

static int parity(const int *order, uint32_t n)
{
	char *seen = sb_draw(NULL, n + 1);
	int sign = 1;
	memset(seen, 0, n + 1);
	for (uint32_t k = 0; k < n; k++)
		for (uint32_t i = k; !seen[i]; i = (uint32_t)order[i]) {
			seen[i] = 1;
			sign = (uint32_t)order[i] != k ? -sign : sign;    /* a cycle of m is m - 1 exchanges */
		}
	sb_put_back(seen);
	return sign;
}

static void look_at_pivots(sc_factors *f)
{
	const double *pivots = f->numeric->Udiag;
	f->weakest = klu_rcond(f->symbolic, f->numeric, &f->common) ? f->common.rcond : 0;
	f->sign = parity(f->numeric->Pnum, f->n) * parity(f->symbolic->Q, f->n);
	for (uint32_t k = 0; k < f->n; k++)
		f->sign = pivots[k] < 0 ? -f->sign : f->sign;
}

/* KLU numbers rows and columns as given in singular_col; the row is one that no pivot has used. */
static int factor_sparse(sc_factors *f, const double *entries, uint32_t *row, uint32_t *column)
{
	memset(f->values, 0, (size_t)f->column[f->n] * sizeof(double));
	for (uint32_t k = 0; k < f->entries; k++)
		f->values[f->slot[k]] += entries[k];
	*row = *column = 0;
	if (!f->symbolic) {
		*column = (uint32_t)(f->common.singular_col >= 0 ? f->common.singular_col : 0);
		return 1;
	}
	if (f->numeric) {
		bool good = klu_refactor(f->column, f->row, f->values, f->symbolic, f->numeric, &f->common)
			&& f->common.status == KLU_OK && klu_rcond(f->symbolic, f->numeric, &f->common) && f->common.rcond > 1e-10;
		if (good && klu_rgrowth(f->column, f->row, f->values, f->symbolic, f->numeric, &f->common) &&
			f->common.rgrowth > GROWN)
			return 0;
		klu_free_numeric(&f->numeric, &f->common);
	}
	f->numeric = klu_factor(f->column, f->row, f->values, f->symbolic, &f->common);
	if (f->numeric && f->common.status == KLU_OK)
		return 0;
	if (f->common.status == KLU_OUT_OF_MEMORY)
		sb_out_of_memory(0);
	if (f->common.singular_col >= 0 && (uint32_t)f->common.singular_col < f->n)
		*column = (uint32_t)f->common.singular_col;
	*row = f->column[*column] < f->column[*column + 1] ? (uint32_t)f->row[f->column[*column]] : 0;
	if (f->numeric)
		klu_free_numeric(&f->numeric, &f->common);
	return 1;
}

int sc_factor(sc_factors *f, const double *entries, uint32_t *row, uint32_t *column)
{
	if (f->ready && memcmp(f->last, entries, f->entries * sizeof(double)) == 0)
		return 0;
	f->ready = f->is_open = false;
	for (uint32_t k = 0; k < f->entries; k++)
		if (!isfinite(entries[k])) {
			*row = f->at[k].row;
			*column = f->at[k].col;
			return 2;
		}
	int status = f->n > DENSE ? factor_sparse(f, entries, row, column) : factor_dense(f, entries, row, column);
	if (status == 0) {
		memcpy(f->last, entries, f->entries * sizeof(double));
		f->ready = f->fresh = true;
		if (f->n > DENSE)
			look_at_pivots(f);
	}
	return status;
}

void sc_factors_archive(const sc_loop *loop, sc_factors **f, sb_archive *a)
{
	bool any = *f && (*f)->ready && !(*f)->numeric && !(*f)->is_open && !loop->of->invariant;
	uint32_t row, column;
	if (*f && !a->reads && !any)
		(*f)->ready = false;
	if (*f && (*f)->numeric && !a->reads)
		klu_free_numeric(&(*f)->numeric, &(*f)->common);
	sb_archive_one(a, any);
	if (!any)
		return;
	if (!*f)
		*f = sc_factors_new(loop);
	double *entries = sb_draw(NULL, ((*f)->entries + 1) * sizeof(double));
	memcpy(entries, (*f)->last, (*f)->entries * sizeof(double));
	sb_archive_bytes(a, entries, (*f)->entries * sizeof(double));
	bool fresh = (*f)->fresh;
	sb_archive_one(a, fresh);
	if (a->reads)
		sc_factor(*f, entries, &row, &column);
	(*f)->fresh = fresh;
	sb_put_back(entries);
}

/* The part of the solution that rounding of the coefficients may change, from a few ways of rounding them. */
static double lost_part(sc_factors *f, const double *rhs, const double *z)
{
	enum { WAYS = 3 };
	double size = 0, most = 0, *terms = sb_draw(NULL, 2 * (f->n + 1) * sizeof(double)), *moved = terms + f->n;
	for (uint32_t i = 0; i < f->n; i++) {
		terms[i] = fabs(rhs[i]);
		size = fmax(size, fabs(z[i]));
	}
	for (uint32_t k = 0; k < f->entries; k++)
		terms[f->at[k].row] += fabs(f->last[k] * z[f->at[k].col]);
	for (uint32_t way = 0; way < WAYS; way++) {
		for (uint32_t i = 0; i < f->n; i++)
			moved[i] = (i * 2654435761u >> (7 * way + 5) & 1) ? terms[i] : -terms[i];
		sc_factors_solve(f, moved);
		for (uint32_t i = 0; i < f->n; i++)
			most = fmax(most, fabs(moved[i]));
	}
	sb_put_back(terms);
	return size > 0 ? 0.5 * DBL_EPSILON * most / size : 0;
}

static void judge(sc_loop *loop, const double *rhs, const double *z)
{
	sc_factors *f = loop->factors;
	loop->size = 0;
	for (uint32_t k = 0; k < f->n; k++)
		loop->size = fmax(loop->size, fabs(z[k]));
	if (f->fresh)
		loop->lost = f->weakest < WEAK ? lost_part(f, rhs, z) : 0;
	f->fresh = false;
}

int sc_factors_sign(const sc_factors *f)
{
	return f->is_open ? 0 : f->sign;
}

int sc_loop_sign(const sc_data *d, uint32_t number)
{
	const sc_loop *loop = sc_loop_of(sc_run_of((sc_data *)d), (int)number);
	return sc_factors_ready(loop->factors) && !loop->factors->is_open ? loop->factors->sign : 0;
}

double sc_loop_size(const sc_data *d, uint32_t number)
{
	return sc_loop_of(sc_run_of((sc_data *)d), (int)number)->size;
}

double sc_loop_lost(const sc_data *d, uint32_t number)
{
	return sc_loop_of(sc_run_of((sc_data *)d), (int)number)->lost;
}

/* Entries that are all numbers are singular whatever the parameters are: nobody can have meant that. The rate of a
 * state must not be open. */
static bool factor_open(const sc_loop *loop, const double *entries)
{
	sc_factors *f = loop->factors;
	bool good = true;
	if (loop->of->literal || !sc_open_factor(&f->open, loop, entries))
		return false;
	for (uint32_t k = 0; k < f->n && good; k++)
		good = loop->unknowns[k].op != SX_DER || !sc_is_open(f->open, k);
	if (!good)
		return false;
	memcpy(f->last, entries, f->entries * sizeof(double));
	f->ready = f->is_open = true;
	return true;
}

void sc_factors_solve(sc_factors *f, double *b)
{
	if (f->is_open)
		sc_open_solve(f->open, b);
	else if (f->n > DENSE)
		klu_solve(f->symbolic, f->numeric, (int)f->n, 1, b, &f->common);
	else
		sc_dense_solve(&f->dense, b);
}

/* -------------------------------------------------------------------------------------- services */

static bool finite_all(const double *v, uint32_t n)
{
	double sum = 0;                /* 0*v is 0 unless v is not finite: one test at the end, no branch in the loop */
	for (uint32_t k = 0; k < n; k++)
		sum += 0 * v[k];
	return sum == 0;
}

/* Entries that depend on parameters alone stay as they are once they were factored. */
double *sc_service_room(sc_data *d, int number, int *known)
{
	sc_loop *loop = sc_loop_of(sc_run_of(d), number);
	if (!loop->work)
		loop->work = sb_draw(NULL, (2 * (size_t)loop->of->n + loop->of->entries.n + 1) * sizeof(double));
	*known = loop->of->invariant && sc_factors_ready(loop->factors);
	return loop->work;
}

/* The present values, in so far as they can be had. */
static void present_values(const sc_run *run, const sc_loop *loop, double *z)
{
	double v;
	for (uint32_t k = 0; k < loop->of->n; k++)
		z[k] = sc_unknown_value(run, &loop->unknowns[k], &v) && isfinite(v) ? v : 0;
}

/* Of a loop of the initial system that has the same first unknown as this one of the run, for example. */
static bool told_before(const sc_run *run, const sc_loop *loop)
{
	const si_unknown *first = loop->unknowns;
	for (uint32_t i = 0; i < run->program->image->loops.n; i++) {
		const sc_loop *other = &run->loops[SC_HERE][i];
		for (uint32_t k = 0; other->told_open && k < other->of->n; k++)
			if (other->unknowns[k].op == first->op && other->unknowns[k].number == first->number)
				return true;
	}
	return false;
}

static void tell_open(sc_run *run, sc_loop *loop)
{
	if (!loop->told_open && !told_before(run, loop))
		sc_report_open(run, loop->number);
	loop->told_open = true;
}

void sc_try(sc_data *d)
{
	sc_run *run = sc_run_of(d);
	run->tries = true;
	run->tried_open = NULL;
}

void sc_end_try(sc_data *d, bool taken)
{
	sc_run *run = sc_run_of(d);
	run->tries = false;
	if (taken && run->tried_open)
		tell_open(run, run->tried_open);
}

static bool solve_open(sc_run *run, sc_loop *loop, const double *rhs, double *z)
{
	present_values(run, loop, z);
	if (!sc_open_solve_near(loop->factors->open, rhs, z) || !finite_all(z, loop->of->n)) {
		loop->factors->ready = false;
		return false;
	}
	if (run->tries)
		run->tried_open = loop;
	else if (!run->looks)
		tell_open(run, loop);
	return true;
}

int sc_service_linear(sc_data *d, int number, const double *entries, const double *rhs, double *z)
{
	sc_run *run = sc_run_of(d);
	sc_loop *loop = sc_loop_of(run, number);
	if (!loop->factors)
		loop->factors = sc_factors_new(loop);
	uint32_t row = 0, column = 0;
	int status = sc_factor(loop->factors, entries, &row, &column);
	if (status == 1 && factor_open(loop, entries))
		status = 0;
	bool good = status == 0 && finite_all(rhs, loop->of->n);
	if (good && loop->factors->is_open) {
		good = solve_open(run, loop, rhs, z);
		status = !good;
	} else if (good) {
		memcpy(z, rhs, loop->of->n * sizeof(double));
		sc_factors_solve(loop->factors, z);
		good = finite_all(z, loop->of->n);
		if (good)
			judge(loop, rhs, z);
	}
	if (good)
		return 0;
	run->failure.row = row;
	run->failure.column = column;
	sc_fail_loop(run, status == 1 ? SC_SINGULAR : SC_NOT_FINITE, number, NULL, NULL);
	return 1;
}

/* Newton got by with old factors; the Jacobian of the rates wants those of the present values. */
static bool renew(sc_data *d, sc_loop *loop)
{
	uint32_t row = 0, column = 0;
	if (!loop->stale)
		return true;
	double *matrix = loop->work + (size_t)SC_NEWTON_VECTORS * loop->of->n;
	loop->jacobian(d, loop->good, matrix);
	loop->stale = d->failed || sc_factor(loop->factors, matrix, &row, &column) != 0;
	return !loop->stale;
}

int sc_service_solve(sc_data *d, int number, const double *rhs, double *z)
{
	sc_run *run = sc_run_of(d);
	sc_loop *loop = sc_loop_of(run, number);
	if (!renew(d, loop) || !sc_factors_ready(loop->factors) || !finite_all(rhs, loop->of->n)) {
		sc_fail_loop(run, SC_NOT_FINITE, number, NULL, NULL);
		return 1;
	}
	memcpy(z, rhs, loop->of->n * sizeof(double));
	sc_factors_solve(loop->factors, z);
	return 0;
}
