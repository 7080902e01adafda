/* Noise: what many small sources without memory of each other make of one curve.
 *
 * The linear system at rest is transposed, so that one solution at a frequency gives the way from every source to the
 * output. The squares of these times the densities of the sources add up. Between two frequencies densities are taken
 * as powers of the frequency, which white and flicker noise behind any filter of one slope are. */
#include "study/analysis/study_analysis.h"

#include <complex.h>
#include <math.h>
#include <string.h>

#include "study/point/point_formula.h"

typedef struct noise_work {
	st_analysing *w;
	const sm_analysis *a;
	st_linear linear;
	st_system across;                  /* transposed: from the output to all inputs */
	uint32_t *channel;                 /* of the drive, and then of each source, among the inputs */
	double *white, *flicker;           /* densities of the sources */
	double *way;                       /* squares: of the drive, and of each source */
	double *before, *now;              /* densities at the output by source, and then their sum and what it is at the
										* input; at the frequency before and at this one */
	double *total;                     /* integrals, in the same order */
} noise_work;

static double value_of(noise_work *k, const char *text)
{
	if (!text)
		return 0;
	const st_formula *f = st_formula_read(k->w->m->flat, "a source of noise", text, k->w->arena, k->w->m->diag);
	return f ? st_formula_value(f, k->w->run, NULL) : NAN;
}

static bool prepare(noise_work *k)
{
	const sm_analysis *a = k->a;
	sb_arena *arena = k->w->arena;
	uint32_t n = a->noises.n;
	sb_strings inputs = {0};
	sb_push(arena, inputs, a->drives.at[0].input);
	for (uint32_t i = 0; i < n; i++)
		sb_push(arena, inputs, a->noises.at[i].drive.input);
	st_linear_request q = {.inputs = inputs.at, .input_count = n + 1, .outputs = &a->output, .output_count = 1};
	if (!st_rest(k->w, false))
		return false;
	k->white = sb_new_array(arena, double, n + 1);
	k->flicker = sb_new_array(arena, double, n + 1);
	for (uint32_t i = 0; i < n; i++) {
		k->white[i] = value_of(k, a->noises.at[i].white);
		k->flicker[i] = value_of(k, a->noises.at[i].flicker);
		if (sb_errors(k->w->m->diag))
			return false;
		if (!(k->white[i] >= 0) || !(k->flicker[i] >= 0)) {
			sb_report(k->w->m->diag, SB_ERROR, "U0698", a->span,
					  "the density of the noise of '%s' has no value at rest", a->noises.at[i].name);
			return false;
		}
	}
	if (!st_linearise(k->w->m, k->w->run, &q, arena, k->w->m->diag, &k->linear))
		return false;
	k->across = st_system_transposed(arena, &k->linear.s);
	k->channel = sb_new_array(arena, uint32_t, n + 1);
	for (uint32_t i = 0; i <= n; i++)
		for (uint32_t c = 0; c < k->linear.s.b.columns; c++)
			if (!strcmp(k->linear.s.inputs[c], inputs.at[i]))
				k->channel[i] = c;
	return true;
}

/* The squares of the ways at a frequency. False: a pole is there. */
static bool follow(noise_work *k, double hertz)
{
	uint32_t n = k->a->noises.n;
	double omega = 2 * M_PI * hertz;
	double complex u[1] = {1}, *y = sb_new_array(k->w->arena, double complex, k->across.c.rows + 1);
	if (!st_system_at(&k->across, omega, u, y))
		return false;
	for (uint32_t i = 0; i <= n; i++) {
		double lag = i ? k->a->noises.at[i - 1].drive.lag : k->a->drives.at[0].lag;
		double size = cabs(y[k->channel[i]] * (1 + I * omega * lag));
		k->way[i] = size * size;
	}
	return true;
}

/* The integral of a + (b - a).. as a power of the frequency, between two frequencies. */
static double integral(double a, double b, double from, double to)
{
	if (!(a > 0) || !(b > 0))
		return (a + b) / 2 * (to - from);
	double power = log(b / a) / log(to / from) + 1;
	return fabs(power) < 1e-9 ? a * from * log(to / from) : a * from / power * (pow(to / from, power) - 1);
}

static void at_frequency(noise_work *k, st_table *t, uint32_t row)
{
	const sm_analysis *a = k->a;
	uint32_t n = a->noises.n;
	const double hertz = a->axes[0].values.at[row];
	bool regular = follow(k, hertz);
	k->now[n] = 0;
	for (uint32_t i = 0; i < n; i++) {
		k->now[i] = regular ? k->way[i + 1] * (k->white[i] + k->flicker[i] / hertz) : NAN;
		k->now[n] += k->now[i];
	}
	k->now[n + 1] = k->now[n] / k->way[0];
	for (uint32_t i = 0; row && i < n + 2; i++)
		k->total[i] += integral(k->before[i], k->now[i], a->axes[0].values.at[row - 1], hertz);
	double *out = sr_row((sr_record *)t->plot.record, hertz, SR_GRID);
	out[0] = sqrt(k->now[n]);
	out[1] = sqrt(k->now[n + 1]);
	for (uint32_t i = 0; i < n && a->each; i++)
		out[2 + i] = sqrt(k->now[i]);
	memcpy(k->before, k->now, (n + 2) * sizeof *k->now);
	if (!regular)
		sb_report(k->w->m->diag, SB_WARNING, "U0692", a->span, "the response at %.9g Hz is infinite: a pole is there",
				hertz);
}

static sb_strings names_of(const noise_work *k, const char *out, const char *in, const char *each)
{
	sb_strings names = {0};
	sb_push(k->w->arena, names, out);
	sb_push(k->w->arena, names, in);
	for (uint32_t i = 0; i < k->a->noises.n && each; i++)
		sb_push(k->w->arena, names, (const char *)sb_printf(k->w->arena, "%s_%s", each, k->a->noises.at[i].name));
	return names;
}

void st_find_noise(st_analysing *w, const sm_analysis *a)
{
	noise_work k = {.w = w, .a = a};
	uint32_t n = a->noises.n;
	double **vectors[] = {&k.way, &k.before, &k.now, &k.total};
	for (int i = 0; i < 4; i++)
		*vectors[i] = sb_new_array(w->arena, double, n + 2);
	memset(k.total, 0, (n + 2) * sizeof *k.total);
	if (prepare(&k)) {
		sb_strings names = names_of(&k, "onoise_spectrum", "inoise_spectrum", a->each ? "onoise" : NULL);
		uint32_t spectrum = w->out->n;
		st_new_table(w, a, "noise", "Noise Spectral Density", "frequency", "frequency", &names, false);
		for (uint32_t i = 0; i < a->axes[0].values.n; i++)
			at_frequency(&k, &w->out->at[spectrum], i);
		names = names_of(&k, "onoise_total", "inoise_total", "onoise_total");
		st_table *t = st_new_table(w, a, "noise", "Integrated Noise", "point", "notype", &names, false);
		double *row = sr_row((sr_record *)t->plot.record, 0, SR_GRID);
		row[0] = sqrt(k.total[n]);
		row[1] = sqrt(k.total[n + 1]);
		for (uint32_t i = 0; i < n; i++)
			row[2 + i] = sqrt(k.total[i]);
	}
	se_end(w->run);
}
