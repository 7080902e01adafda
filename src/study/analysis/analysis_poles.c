/* Natural frequencies, and zeros from an input to a curve.
 *
 * An input u reaches the model as w through a lag (sm_drive), w' = u - w. The lags of all inputs are states that only
 * inputs move, so without their rows and columns the matrix has the natural frequencies of the model alone:
 *
 *     x' = A x + E w + B w',  y = C x + F w + D w'
 *
 * Where y does not follow w', x - B w are states of the way from w to y. Else it is the way through another lag, as
 * fast as the model; a lag has no zeros. Where a source is beside a capacitor, a state of the model may stand for the
 * lag: then the eigenvalue of the lag is left out. */
#include "study/analysis/study_analysis.h"

#include <complex.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Only inputs move it: nothing but itself in its row, with the rate of a lag. Where a state of the model is tied to a
 * source it may stand for the lag, with rounding in its row; the system is balanced. */
static bool is_lag(const st_system *s, uint32_t i)
{
	bool alone = fabs(*st_element(&s->a, i, i) + 1) < 1e-9;
	for (uint32_t k = 0; k < s->a.columns; k++)
		alone = alone && (k == i || fabs(*st_element(&s->a, i, k)) < ST_SMALL);
	return alone;
}

/* Which states are those of the model; *lag: that of the input, or UINT32_MAX. */
static uint32_t choose(sb_arena *arena, const st_system *s, uint32_t **chosen, uint32_t *lag)
{
	uint32_t n = 0;
	*chosen = sb_new_array(arena, uint32_t, s->a.rows + 1);
	*lag = UINT32_MAX;
	for (uint32_t i = 0; i < s->a.rows; i++)
		if (!is_lag(s, i))
			(*chosen)[n++] = i;
		else if (*st_element(&s->b, i, 0) != 0)
			*lag = i;
	return n;
}

/* The model without lags, with w as its input; the state of the lag is w in another unit. */
static st_system model_of(sb_arena *arena, const st_system *s, const uint32_t *chosen, uint32_t n, uint32_t lag)
{
	st_system out = {.a = st_dense_new(arena, n, n), .b = st_dense_new(arena, n, 1), .c = st_dense_new(arena, 1, n),
		.d = st_dense_new(arena, 1, 1)};
	double direct = *st_element(&s->d, 0, 0), unit = lag < s->a.rows ? *st_element(&s->b, lag, 0) : 0;
	*st_element(&out.d, 0, 0) = direct + (unit != 0 ? *st_element(&s->c, 0, lag) * unit : 0);
	for (uint32_t i = 0; i < n; i++) {
		double b = *st_element(&s->b, chosen[i], 0);
		for (uint32_t k = 0; k < n; k++)
			*st_element(&out.a, i, k) = *st_element(&s->a, chosen[i], chosen[k]);
		*st_element(&out.b, i, 0) = b + (unit != 0 ? *st_element(&s->a, chosen[i], lag) * unit : 0);
		*st_element(&out.c, 0, i) = *st_element(&s->c, 0, chosen[i]);
	}
	return out;
}

/* x - B w in place of x. */
static void take_rate_in(const st_system *s, const uint32_t *chosen, st_system *model)
{
	uint32_t n = model->a.rows;
	for (uint32_t k = 0; k < n; k++) {
		double b = *st_element(&s->b, chosen[k], 0);
		*st_element(&model->d, 0, 0) += *st_element(&model->c, 0, k) * b;
		for (uint32_t i = 0; i < n; i++)
			*st_element(&model->b, i, 0) += *st_element(&model->a, i, k) * b;
	}
}

/* With w behind a lag of the rate `fast`. */
static st_system behind_lag(sb_arena *arena, const st_system *s, const uint32_t *chosen, const st_system *model,
							double fast)
{
	uint32_t n = model->a.rows;
	double direct = *st_element(&s->d, 0, 0);
	st_system out = {.a = st_dense_new(arena, n + 1, n + 1), .b = st_dense_new(arena, n + 1, 1),
		.c = st_dense_new(arena, 1, n + 1), .d = st_dense_new(arena, 1, 1)};
	for (uint32_t i = 0; i < n; i++) {
		double b = *st_element(&s->b, chosen[i], 0);
		for (uint32_t k = 0; k < n; k++)
			*st_element(&out.a, i, k) = *st_element(&model->a, i, k);
		*st_element(&out.a, i, n) = *st_element(&model->b, i, 0) - fast * b;
		*st_element(&out.b, i, 0) = b;
		*st_element(&out.c, 0, i) = *st_element(&model->c, 0, i);
	}
	*st_element(&out.a, n, n) = -fast;
	*st_element(&out.b, n, 0) = 1;
	*st_element(&out.c, 0, n) = *st_element(&model->d, 0, 0) - fast * direct;
	*st_element(&out.d, 0, 0) = direct;
	return out;
}

/* In units of time, input and output in which rounding counts the same everywhere. */
static st_system in_own_units(sb_arena *arena, const st_system *s, double fast)
{
	st_system out = st_system_balanced(arena, s);
	uint32_t n = out.a.rows;
	double into = 0, from = 0, direct = fabs(*st_element(&out.d, 0, 0));
	for (uint32_t i = 0; i < n; i++) {
		into = fmax(into, fabs(*st_element(&out.b, i, 0)) / fast);
		from = fmax(from, fabs(*st_element(&out.c, 0, i)));
		for (uint32_t k = 0; k < n; k++)
			*st_element(&out.a, i, k) /= fast;
	}
	double most = fmax(into * from, direct);
	for (uint32_t i = 0; i < n; i++) {
		*st_element(&out.b, i, 0) *= 1 / fast / (into > 0 ? into : 1);
		*st_element(&out.c, 0, i) *= (into > 0 ? into : 1) / (most > 0 ? most : 1);
	}
	*st_element(&out.d, 0, 0) /= most > 0 ? most : 1;
	return out;
}

typedef struct found { double complex *at; uint32_t n; } found;

static int by_size(const void *a, const void *b)
{
	double complex x = *(const double complex *)a, y = *(const double complex *)b;
	double p = cabs(x), q = cabs(y);
	if (fabs(p - q) > 1e-9 * (p + q))
		return p < q ? -1 : 1;
	return cimag(x) < cimag(y) ? 1 : cimag(x) > cimag(y) ? -1 : 0;
}

/* The eigenvalue of the lag, if it is one of these. */
static void leave_lag_out(st_pole *all, uint32_t *n)
{
	for (uint32_t i = 0; i < *n; i++)
		if (cabs(all[i].value + 1) < 1e-6) {
			all[i] = all[--*n];
			return;
		}
}

static bool find(st_analysing *w, const sm_analysis *a, found *poles, found *zeros)
{
	sb_arena *arena = w->arena;
	st_linear l;
	st_linear_request q = {.inputs = &a->drives.at[0].input, .input_count = 1, .outputs = &a->output,
		.output_count = 1};
	if (!st_rest(w, false) || !st_linearise(w->m, w->run, &q, arena, w->m->diag, &l))
		return false;
	l.s = st_system_balanced(arena, &l.s);
	uint32_t *chosen, lag, n = choose(arena, &l.s, &chosen, &lag);
	st_system way = model_of(arena, &l.s, chosen, n, lag), model = st_system_balanced(arena, &way);
	st_pole *all = sb_new_array(arena, st_pole, n + 1);
	poles->at = sb_new_array(arena, double complex, n + 1);
	zeros->at = sb_new_array(arena, double complex, n + 2);
	bool degenerate = false, good = !n || st_poles(arena, &model, all);
	double fast = 1;
	for (uint32_t i = 0; i < n && good; i++)
		fast = cabs(all[i].value) > fast ? cabs(all[i].value) : fast;
	if (lag == UINT32_MAX)
		leave_lag_out(all, &n);
	else if (*st_element(&l.s.d, 0, 0) == 0)
		take_rate_in(&l.s, chosen, &way);
	else
		way = behind_lag(arena, &l.s, chosen, &way, fast);
	way = in_own_units(arena, &way, fast);
	for (uint32_t i = 0; i < n && a->poles && good; i++)
		poles->at[poles->n++] = all[i].value;
	good = good && (!a->zeros || st_zeros(arena, &way, zeros->at, &zeros->n, &degenerate));
	for (uint32_t i = 0; i < zeros->n; i++)
		zeros->at[i] *= cabs(zeros->at[i]) < 1e-15 ? 0 : fast;       /* rounding: at the origin */
	if (!good || degenerate)
		sb_report(w->m->diag, SB_ERROR, "U0699", a->span,
				  degenerate ? "nothing leads from the input to '%s': there are no zeros" :
				  "the poles and zeros of '%s' could not be computed", a->output);
	return good && !degenerate;
}

void st_find_poles(st_analysing *w, const sm_analysis *a)
{
	found poles = {0}, zeros = {0};
	if (find(w, a, &poles, &zeros)) {
		const found *both[] = {&poles, &zeros};
		sb_strings names = {0};
		for (int k = 0; k < 2; k++) {
			qsort(both[k]->at, both[k]->n, sizeof *both[k]->at, by_size);
			for (uint32_t i = 0; i < both[k]->n; i++)
				sb_push(w->arena, names, (const char *)sb_printf(w->arena, k ? "zero(%u)" : "pole(%u)", i + 1));
		}
		st_table *t = st_new_table(w, a, "pz", "Pole-Zero Analysis", "point", "notype", &names, true);
		double *row = sr_row((sr_record *)t->plot.record, 0, SR_GRID);
		for (uint32_t i = 0; i < names.n; i++) {
			double complex z = i < poles.n ? poles.at[i] : zeros.at[i - poles.n];
			row[2 * i] = creal(z);
			row[2 * i + 1] = cimag(z);
		}
	}
	se_end(w->run);
}
