/* Responses to small oscillations, and transfers at the frequency 0: of the linear system at rest. */
#include "study/analysis/study_analysis.h"

#include <complex.h>
#include <math.h>
#include <string.h>

static bool linearise(st_analysing *w, const sm_analysis *a, const sb_strings *outputs, st_linear *out)
{
	sb_strings inputs = {0};
	for (uint32_t i = 0; i < a->drives.n; i++)
		sb_push(w->arena, inputs, a->drives.at[i].input);
	st_linear_request q = {.inputs = inputs.at, .input_count = inputs.n, .outputs = outputs->at,
		.output_count = outputs->n};
	return st_rest(w, false) && st_linearise(w->m, w->run, &q, w->arena, w->m->diag, out);
}

/* The channel of a name: outputs of a linear system may be in another order, and each is there once. */
static uint32_t channel_of(const st_linear *l, const char *name)
{
	for (uint32_t i = 0; i < l->s.c.rows; i++)
		if (!strcmp(l->s.outputs[i], name))
			return i;
	return UINT32_MAX;
}

static void put_frequency(st_analysing *w, const sm_analysis *a, const st_linear *l, st_table *t, double hertz)
{
	double omega = 2 * M_PI * hertz;
	double complex *u = sb_new_array(w->arena, double complex, a->drives.n + 1);
	double complex *y = sb_new_array(w->arena, double complex, l->s.c.rows + 1);
	for (uint32_t i = 0; i < a->drives.n; i++) {
		const sm_drive *d = &a->drives.at[i];
		u[i] = d->amplitude * cexp(I * d->phase * M_PI / 180) * (1 + I * omega * d->lag);
	}
	bool regular = st_system_at(&l->s, omega, u, y);
	double *row = sr_row((sr_record *)t->plot.record, hertz, SR_GRID);
	for (uint32_t i = 0; i < w->names.n; i++) {
		uint32_t k = channel_of(l, w->names.at[i]);
		row[2 * i] = regular && k != UINT32_MAX ? creal(y[k]) : NAN;
		row[2 * i + 1] = regular && k != UINT32_MAX ? cimag(y[k]) : NAN;
	}
	if (!regular)
		sb_report(w->m->diag, SB_WARNING, "U0692", a->span, "the response at %.9g Hz is infinite: a pole is there",
				hertz);
}

void st_respond(st_analysing *w, const sm_analysis *a)
{
	st_linear l;
	if (linearise(w, a, &w->names, &l)) {
		st_table *t = st_new_table(w, a, "ac", "AC Analysis", "frequency", "frequency", &w->names, true);
		for (uint32_t i = 0; i < a->axes[0].values.n; i++)
			put_frequency(w, a, &l, t, a->axes[0].values.at[i]);
	}
	se_end(w->run);
}

void st_find_transfer(st_analysing *w, const sm_analysis *a)
{
	st_linear l;
	sb_strings outputs = {0}, names = {0};
	static const char *const shown[] = {"transfer_function", "input_impedance", "output_impedance"};
	for (int i = 0; i < 3; i++)
		sb_push(w->arena, names, shown[i]);
	sb_push(w->arena, outputs, a->output);
	if (strcmp(a->output, a->across) != 0)
		sb_push(w->arena, outputs, a->across);
	if (linearise(w, a, &outputs, &l)) {
		double complex u[2] = {1, 0}, y[2], z[2] = {0};
		bool regular = st_system_at(&l.s, 0, u, y);
		u[0] = 0;
		u[1] = 1;
		regular = regular && (a->drives.n < 2 || st_system_at(&l.s, 0, u, z));
		uint32_t out = channel_of(&l, a->output), across = channel_of(&l, a->across);
		st_table *t = st_new_table(w, a, "tf", "Transfer Function", "point", "notype", &names, false);
		double *row = sr_row((sr_record *)t->plot.record, 0, SR_GRID);
		row[0] = regular ? creal(y[out]) : NAN;
		double beside = creal(y[across]);
		row[1] = !regular ? NAN : a->dual ? -beside : beside != 0 ? -1 / beside : INFINITY;
		row[2] = regular && a->drives.n > 1 ? -creal(z[out]) : NAN;
	}
	se_end(w->run);
}
