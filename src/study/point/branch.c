/* Equilibria along a parameter.
 *
 * Unknowns are what is free and the parameter, in units of their sizes: w. From a point with the tangent t the next one
 * is looked for at w + h t and corrected by Newton's method on the conditions together with t (w - w0) = h, which stays
 * regular where the curve turns back. What changes sign between two points is located by the method of false position
 * over h:
 *
 *     fold      the part of the tangent that is the parameter
 *     Hopf      the real part of the pair that passes the axis
 *     branch    the determinant of the conditions and the tangent */
#include "base/stop.h"
#include "study/point/constrained.h"
#include "study/point/problem.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_POINTS = 5000, MOST_NEWTON = 12 };

typedef struct spot {
	double *w, *t;                   /* point and tangent, n + 1 each */
	double det;                      /* the sign of the bordered matrix */
	st_branch_point seen;
	double complex *values; uint32_t count;      /* eigenvalues */
} spot;

typedef struct path {
	st_problem p;                    /* of what is free and, last, the parameter */
	sb_arena *arena;
	const st_along *along;
	double *residual, *matrix, *z;
	uint32_t n;                      /* unknowns: p.n */
	st_branch *out;
	int fewest;                      /* corrections that the last point took */
} path;

/* ------------------------------------------------------------------------------------------------------- one point */

static bool evaluate(path *q, double *w, bool derivatives)
{
	for (uint32_t i = 0; i < q->n; i++)
		q->z[i] = w[i] * q->p.size[i];
	if (!st_problem_at(&q->p, q->z, q->residual, derivatives ? q->matrix : NULL))
		return false;
	for (uint32_t i = 0; i < q->n; i++)
		w[i] = q->z[i] / q->p.size[i];
	return true;
}

/* The conditions by the unknowns, with further rows for the constraints between states, and one for `last`. */
static bool bordered(path *q, const double *last, st_dense *out)
{
	bool *held = sb_new_array(q->arena, bool, q->n);
	st_dense ways;
	if (!st_problem_ways(&q->p, held, q->arena, &ways))
		return false;
	uint32_t tied = q->n - ways.columns;
	*out = st_dense_new(q->arena, q->p.m + tied + 1, q->n);
	for (uint32_t i = 0; i < q->p.m; i++)
		for (uint32_t k = 0; k < q->n; k++)
			*st_element(out, i, k) = q->matrix[(size_t)i * q->n + k] * q->p.size[k];
	if (tied) {                              /* rows that span what ways do not */
		st_svd d;
		if (!st_dense_svd(q->arena, &ways, &d))
			return false;
		for (uint32_t r = 0; r < tied; r++)
			for (uint32_t k = 0; k < q->n; k++)
				*st_element(out, q->p.m + r, k) = *st_element(&d.u, k, ways.columns + r);
	}
	for (uint32_t k = 0; k < q->n; k++)
		*st_element(out, q->p.m + tied, k) = last[k];
	return true;
}

/* The direction in which all conditions stay: that of the smallest singular value. */
static bool find_tangent(path *q, const double *before, spot *s)
{
	double *none = sb_new_array(q->arena, double, q->n);
	st_dense rows, b;
	st_svd d;
	if (!bordered(q, none, &rows) || !st_dense_svd(q->arena, &rows, &d))
		return false;
	double along = 0;
	for (uint32_t k = 0; k < q->n; k++) {
		s->t[k] = *st_element(&d.v, k, q->n - 1);
		along += s->t[k] * before[k];
	}
	for (uint32_t k = 0; k < q->n && along < 0; k++)
		s->t[k] = -s->t[k];
	if (!bordered(q, s->t, &b))
		return false;
	double complex *values = sb_new_array(q->arena, double complex, q->n);
	s->det = 0;
	if (b.rows == q->n && st_dense_eigenvalues(q->arena, &b, values)) {
		s->det = 1;
		for (uint32_t i = 0; i < q->n; i++)
			s->det *= cimag(values[i]) == 0 && creal(values[i]) < 0 ? -1 : 1;
	}
	return true;
}

/* Newton's method from w + h t. */
static bool correct(path *q, const spot *from, double h, spot *to)
{
	for (uint32_t k = 0; k < q->n; k++)
		to->w[k] = from->w[k] + h * from->t[k];
	for (q->fewest = 1; q->fewest <= MOST_NEWTON; q->fewest++) {
		st_dense j, x;
		sb_mark mark = sb_arena_mark(q->arena);
		uint32_t rank;
		double moved = 0, off = -h;
		if (!evaluate(q, to->w, true) || !bordered(q, from->t, &j))
			return false;
		st_dense r = st_dense_new(q->arena, j.rows, 1);
		for (uint32_t i = 0; i < q->p.m; i++)
			*st_element(&r, i, 0) = -q->residual[i];
		for (uint32_t k = 0; k < q->n; k++)
			off += from->t[k] * (to->w[k] - from->w[k]);
		*st_element(&r, j.rows - 1, 0) = -off;
		bool good = st_dense_least(q->arena, &j, &r, 1e-13, &x, &rank);
		for (uint32_t k = 0; k < q->n && good; k++) {
			to->w[k] += x.at[k];
			moved = fmax(moved, fabs(x.at[k]));
		}
		sb_arena_rewind(q->arena, mark);
		if (!good || !(moved < 10))
			return false;
		if (moved < 1e-10)
			return evaluate(q, to->w, true);
	}
	return false;
}

static bool find_eigenvalues(path *q, spot *s)
{
	st_linear l;
	st_linear_request request = {.bare = true};
	if (!st_linearise(q->p.standing.model, q->p.standing.run, &request, q->arena, q->p.standing.diag, &l))
		return false;
	s->count = l.s.a.rows;
	s->values = sb_new_array(q->arena, double complex, s->count + 1);
	if (!st_dense_eigenvalues(q->arena, &l.s.a, s->values))
		return false;
	s->seen.growing = 0;
	s->seen.leading = -INFINITY;
	for (uint32_t i = 0; i < s->count; i++) {
		s->seen.growing += creal(s->values[i]) > 0;
		if (creal(s->values[i]) > creal(s->seen.leading))
			s->seen.leading = s->values[i];
	}
	return true;
}

static spot new_spot(const path *q)
{
	return (spot){.w = sb_new_array(q->arena, double, q->n), .t = sb_new_array(q->arena, double, q->n)};
}

/* From one spot along its tangent to another, with all that is known of it. */
static bool walk(path *q, const spot *from, double h, spot *to)
{
	*to = new_spot(q);
	if (!correct(q, from, h, to) || !find_tangent(q, from->t, to) || !find_eigenvalues(q, to))
		return false;
	to->seen.parameter = to->w[q->n - 1] * q->p.size[q->n - 1];
	to->seen.value = sb_new_array(q->arena, double, q->n);
	for (uint32_t k = 0; k + 1 < q->n; k++)
		to->seen.value[k] = to->w[k] * q->p.size[k];
	return true;
}

/* --------------------------------------------------------------------------------------------------- special points */

/* The complex pair that is nearest to the axis; NAN: there is none. */
static double complex nearest_pair(const spot *s)
{
	double complex best = NAN;
	for (uint32_t i = 0; i < s->count; i++)
		if (cimag(s->values[i]) > 1e-9 * cabs(s->values[i]) &&
			(isnan(creal(best)) || fabs(creal(s->values[i])) < fabs(creal(best))))
			best = s->values[i];
	return best;
}

static double test_value(const path *q, const spot *s, st_special what)
{
	return what == ST_FOLD ? s->t[q->n - 1] : what == ST_HOPF ? creal(nearest_pair(s)) : s->det;
}

/* The h at which the value changes its sign, between 0 and `h`. */
static bool locate(path *q, const spot *from, double h, const spot *to, st_special what, spot *out)
{
	double low = 0, high = h, at_low = test_value(q, from, what), at_high = test_value(q, to, what);
	*out = *to;
	for (int round = 0; round < 60 && high - low > 1e-12 * h; round++) {
		double part = what == ST_BRANCH || round % 3 == 2 ? 0.5 : at_low / (at_low - at_high);
		double middle = low + (high - low) * fmin(0.99, fmax(0.01, part));
		if (!walk(q, from, middle, out))
			return false;
		double value = test_value(q, out, what);
		if (isnan(value))
			return false;
		if (fabs(value) < 1e-12)
			break;
		if ((value > 0) == (at_low > 0)) {
			low = middle;
			at_low = value;
		} else {
			high = middle;
			at_high = value;
		}
	}
	out->seen.special = what;
	if (what == ST_HOPF)
		out->seen.leading = nearest_pair(out);
	for (uint32_t i = 0; i < out->count && what != ST_HOPF; i++)
		if (!i || cabs(out->values[i]) < cabs(out->seen.leading))
			out->seen.leading = out->values[i];
	return true;
}

static void add_point(path *q, const spot *s)
{
	sb_push(q->arena, q->out->points, s->seen);
}

static void add_specials(path *q, const spot *from, double h, const spot *to)
{
	spot found;
	int change = (int)to->seen.growing - (int)from->seen.growing;
	bool fold = (from->t[q->n - 1] > 0) != (to->t[q->n - 1] > 0);
	if (fold && locate(q, from, h, to, ST_FOLD, &found))
		add_point(q, &found);
	double a = creal(nearest_pair(from)), b = creal(nearest_pair(to));
	if ((change == 2 || change == -2 || fold) && (a > 0) != (b > 0) && !isnan(a) && !isnan(b) &&
		abs(change) >= 2 - fold && locate(q, from, h, to, ST_HOPF, &found) &&
		fabs(creal(found.seen.leading)) < 1e-6 * cabs(found.seen.leading))
		add_point(q, &found);
	if (!fold && from->det * to->det < 0 && locate(q, from, h, to, ST_BRANCH, &found))
		add_point(q, &found);
}

/* ---------------------------------------------------------------------------------------------------- the whole way */

static bool is_closed(const path *q, const spot *first, const spot *now)
{
	double distance = 0, along = 0;
	for (uint32_t k = 0; k < q->n; k++) {
		distance += (now->w[k] - first->w[k]) * (now->w[k] - first->w[k]);
		along += now->t[k] * first->t[k];
	}
	return q->out->points.n > 20 && along > 0.9 && sqrt(distance) < 0.05 * fabs(q->along->step) / q->p.size[q->n - 1];
}

/* Has the correction led far away from the prediction? Then it may have led to another curve. */
static bool strays(const path *q, const spot *from, double h, const spot *to)
{
	double off = 0;
	for (uint32_t k = 0; k < q->n; k++)
		off = fmax(off, fabs(to->w[k] - from->w[k] - h * from->t[k]));
	return off > 0.1 * h;
}

/* How far two tangents differ: 1 - cos. */
static double bend(const path *q, const spot *a, const spot *b)
{
	double along = 0;
	for (uint32_t k = 0; k < q->n; k++)
		along += a->t[k] * b->t[k];
	return 1 - along;
}

/* The last step ends at the end of the range. */
static void end_at(path *q, const spot *from, double h, double limit)
{
	spot to;
	double low = 0, high = h, size = q->p.size[q->n - 1];
	for (int round = 0; round < 60 && high - low > 1e-13 * h; round++) {
		double middle = (low + high) / 2;
		if (!walk(q, from, middle, &to))
			return;
		bool beyond = (to.seen.parameter > limit) == (from->seen.parameter < limit);
		if (fabs(to.seen.parameter - limit) < 1e-12 * (fabs(limit) + size))
			break;
		*(beyond ? &high : &low) = middle;
	}
	add_specials(q, from, (low + high) / 2, &to);
	add_point(q, &to);
}

static void follow(path *q, spot *now)
{
	const st_along *a = q->along;
	double size = q->p.size[q->n - 1], unit = fabs(a->step) / size, h = unit / 10, most = 2 * unit, least = 1e-6 * unit;
	double low = fmin(a->from, a->to), high = fmax(a->from, a->to);
	spot first = *now, next;
	q->out->end = ST_TOO_LONG;
	while (q->out->points.n < MOST_POINTS && sb_stopped() == SB_GO_ON) {
		bool good = walk(q, now, h, &next) && bend(q, now, &next) < 0.02 && !strays(q, now, h, &next);
		if (!good && h > least) {
			h /= 2;
			continue;
		}
		if (!good) {
			q->out->end = ST_NO_FURTHER;
			q->out->why = sb_strdup(q->arena, st_standing_why(&q->p.standing));
			return;
		}
		if (next.seen.parameter < low || next.seen.parameter > high) {
			end_at(q, now, h, next.seen.parameter < low ? low : high);
			q->out->end = ST_AT_END;
			return;
		}
		add_specials(q, now, h, &next);
		add_point(q, &next);
		if (is_closed(q, &first, &next)) {
			q->out->end = ST_CLOSED;
			return;
		}
		if (q->fewest <= 5 && bend(q, now, &next) < 0.005)
			h = fmin(most, 1.5 * h);
		*now = next;
	}
}

/* -------------------------------------------------------------------------------------------------------- the start */

static bool refuse(sb_diag *diag, const char *code, const char *format, const char *what, const char *help)
{
	sb_help(sb_report(diag, SB_ERROR, code, (sb_span){0}, format, what), "%s", help);
	return false;
}

/* The free quantities of the first point, and the parameter behind them. */
static bool open_path(path *q, st_model *m, se_run *run, const se_settings *settings, const st_trim_request *request,
					  const st_trim *first, sb_diag *diag)
{
	st_trim_request wide = *request;
	const char **names = sb_new_array(q->arena, const char *, first->n + 1);
	for (uint32_t i = 0; i < first->n; i++)
		names[i] = first->names[i];
	names[first->n] = q->along->name;
	wide.free = names;
	wide.free_count = first->n + 1;
	wide.bound_count = 0;
	if (!st_problem_open(&q->p, m, run, settings, &wide, q->arena, diag))
		return false;
	q->n = q->p.n;
	if (q->n != first->n + 1)
		return refuse(diag, "U0631", "'%s' is free already: it cannot be the parameter, too", q->along->name,
					  "name another one with --free or --continue");
	q->p.size[q->n - 1] = fmax(fabs(q->along->to - q->along->from) / 10, DBL_MIN);
	q->residual = sb_new_array(q->arena, double, q->p.m + 1);
	q->matrix = sb_new_array(q->arena, double, (size_t)q->p.m * q->n + 1);
	q->z = sb_new_array(q->arena, double, q->n);
	return true;
}

static bool begin(path *q, const st_trim *first, spot *s)
{
	double *ahead = sb_new_array(q->arena, double, q->n);
	spot here = new_spot(q);
	for (uint32_t k = 0; k + 1 < q->n; k++)
		here.w[k] = first->value[k] / q->p.size[k];
	here.w[q->n - 1] = q->along->from / q->p.size[q->n - 1];
	ahead[q->n - 1] = q->along->to > q->along->from ? 1 : -1;
	if (!evaluate(q, here.w, true) || !find_tangent(q, ahead, &here))
		return false;
	return walk(q, &here, 0, s);
}

/* The run with the parameter at its first value. */
static bool set_parameter(st_model *m, se_run *run, const st_along *along, sb_diag *diag)
{
	uint32_t scalar = sm_find_scalar(m->flat, along->name);
	if (scalar == UINT32_MAX)
		return refuse(diag, "U0632", "there is no parameter '%s' to go along", along->name,
					  "--continue takes NAME=FROM:STEP:TO with the name of a parameter or an input");
	if (se_is_state(run, scalar))
		return refuse(diag, "U0633", "'%s' is a state: equilibria are along parameters and inputs", along->name,
					  "--continue takes NAME=FROM:STEP:TO with the name of a parameter or an input");
	if (!se_change(run, scalar, along->from))
		return false;
	se_show(run);
	return se_is_paused(run);
}

bool st_branch_find(st_model *m, se_run *run, const se_settings *settings, const st_trim_request *request,
					const st_along *along, sb_arena *arena, sb_diag *diag, st_trim *first, st_branch *out)
{
	path q = {.arena = arena, .along = along, .out = out};
	spot now;
	*out = (st_branch){.parameter = along->name, .why = ""};
	*first = (st_trim){.why = ""};
	if (!set_parameter(m, run, along, diag) || !st_trim_find(m, run, settings, request, arena, diag, first))
		return false;
	if (first->end != ST_TRIMMED)
		return true;
	out->names = first->names;
	out->n = first->n;
	if (first->loose.n)
		return refuse(diag, "U0634", "the equilibrium of %s is not the only one near it: no curve goes through it",
					  m->flat->name, "free less, or add a condition that fixes what is loose");
	bool good = open_path(&q, m, run, settings, request, first, diag);
	if (good && !begin(&q, first, &now))
		good = refuse(diag, "U0635", "no curve of equilibria begins at %s", along->name,
					  "the conditions are not smooth there; begin with another value");
	if (good) {
		add_point(&q, &now);
		follow(&q, &now);
	}
	st_problem_close(&q.p);
	return good;
}
