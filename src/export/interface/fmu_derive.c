/* Directional and adjoint derivatives, from the matrix of all derivatives of rates and outputs by states and inputs. It
 * is made of the equations, so it is exact. */
#include "export/interface/export_interface.h"

/* The place of a scalar in a list of references, with arrays element by element; -1: it is not there. */
static long place_in(const fmu *f, const uint32_t *list, size_t n, fmu_scalar s)
{
	long at = 0;
	for (size_t k = 0; k < n; k++) {
		if (list[k] == s.variable)
			return at + (long)s.element;
		at += (long)f->model->variable[list[k]].count;
	}
	return -1;
}

static fmu_status check(fmu *f, const uint32_t *list, size_t n, const fmu_scalar *all, uint32_t count,
		const char *what,
						size_t *scalars)
{
	*scalars = 0;
	for (size_t k = 0; k < n; k++) {
		int found = 0;
		if (!fmu_find(f, list[k], FMU_FLOAT))
			return FMU_ERROR;
		for (uint32_t i = 0; i < count && !found; i++)
			found = all[i].variable == list[k];
		if (!found)
			return fmu_say(f, FMU_ERROR, "the variable with the value reference %u is no %s of derivatives",
						   (unsigned)list[k], what);
		*scalars += f->model->variable[list[k]].count;
	}
	return FMU_OK;
}

static fmu_status evaluate(fmu *f)
{
	const fmu_derivatives *q = &f->model->derivatives;
	rt_run *run = f->run;
	fmu_status status = fmu_know(f, FMU_ALL);
	if (status > FMU_WARNING)
		return status;
	if (q->of_instant)
		run->model->functions->all(&run->d);
	run->beside = q->site;
	run->besides = q->sites;
	q->at(&run->d, f->entries);
	run->beside = NULL;
	if (!run->d.failed)
		return status;
	run->d.failed = 0;
	return fmu_say(f, FMU_DISCARD, "%s", run->message);
}

typedef struct asking { const uint32_t *unknown, *known; size_t unknowns, knowns, rows, columns; } asking;

static fmu_status begin(fmu *f, asking *a)
{
	const fmu_derivatives *q = &f->model->derivatives;
	if (!q->at)
		return fmu_say(f, FMU_ERROR, "this FMU has no derivatives");
	if (f->mode == FMU_INSTANTIATED || f->mode == FMU_INITIALISING)
		return fmu_say(f, FMU_ERROR, "there are derivatives behind the initialization only");
	if (check(f, a->unknown, a->unknowns, q->row, q->rows, "unknown", &a->rows) != FMU_OK ||
		check(f, a->known, a->knowns, q->column, q->columns, "known", &a->columns) != FMU_OK)
		return FMU_ERROR;
	return evaluate(f);
}

/* out[rows of unknowns] = J * seed, or out[columns of knowns] = seed * J */
static fmu_status multiply(fmu *f, asking *a, int adjoint, const double *seed, size_t seeds, double *out, size_t outs)
{
	const fmu_derivatives *q = &f->model->derivatives;
	fmu_status status = begin(f, a);
	if (status > FMU_WARNING)
		return status;
	if (seeds != (adjoint ? a->rows : a->columns) || outs != (adjoint ? a->columns : a->rows))
		return fmu_say(f, FMU_ERROR, "%zu seeds and %zu sensitivities do not go with %zu unknowns and %zu knowns",
				seeds,
					   outs, a->rows, a->columns);
	for (size_t k = 0; k < outs; k++)
		out[k] = 0;
	for (uint32_t c = 0; c < q->columns; c++) {
		long column = place_in(f, a->known, a->knowns, q->column[c]);
		for (uint32_t e = q->first[c]; e < q->first[c + 1] && column >= 0; e++) {
			long row = place_in(f, a->unknown, a->unknowns, q->row[q->entry[e]]);
			if (row >= 0)
				out[adjoint ? column : row] += (double)f->entries[e] * seed[adjoint ? row : column];
		}
	}
	return status;
}

fmu_status fmu_directional(fmu *f, const uint32_t *unknown, size_t unknowns, const uint32_t *known, size_t knowns,
						   const double *seed, size_t seeds, double *out, size_t outs)
{
	asking a = { unknown, known, unknowns, knowns, 0, 0 };
	return multiply(f, &a, 0, seed, seeds, out, outs);
}

fmu_status fmu_adjoint(fmu *f, const uint32_t *unknown, size_t unknowns, const uint32_t *known, size_t knowns,
					   const double *seed, size_t seeds, double *out, size_t outs)
{
	asking a = { unknown, known, unknowns, knowns, 0, 0 };
	return multiply(f, &a, 1, seed, seeds, out, outs);
}
