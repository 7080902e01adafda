/* A linear system as people read it. */
#include "result/result.h"
#include "study/point/point.h"
#include <math.h>
#include <string.h>

enum { WIDE = 12, CHANNELS = 16 };       /* larger matrices and more channels are for files */

typedef struct report { const st_linear *l; sb_arena *arena; bool unicode; sb_text *out; } report;

static void add_matrix(const report *r, const char *name, const st_dense *m, const char *const *rows,
					   const char *const *columns)
{
	sr_table t = {.columns = m->columns + 1, .unicode = r->unicode};
	const char ***texts = sb_new_array(r->arena, const char **, m->columns + 1);
	if (!m->rows || !m->columns)
		return;
	if (m->rows > WIDE || m->columns > WIDE) {
		sb_addf(r->out, "\n%s is %u x %u: -o writes it to a file\n", name, m->rows, m->columns);
		return;
	}
	sb_push(r->arena, t.cells, name);
	for (uint32_t k = 0; k < m->columns; k++) {
		texts[k] = sb_new_array(r->arena, const char *, m->rows + 1);
		sr_number_texts(r->arena, st_element(m, 0, k), m->rows, texts[k]);
		sb_push(r->arena, t.cells, columns[k]);
	}
	for (uint32_t i = 0; i < m->rows; i++) {
		sb_push(r->arena, t.cells, rows[i]);
		for (uint32_t k = 0; k < m->columns; k++)
			sb_push(r->arena, t.cells, texts[k][i]);
	}
	sb_addc(r->out, '\n');
	sr_table_text(&t, r->out);
}

static const char *complex_text(const report *r, double complex z)
{
	double size = cabs(z), re = fabs(creal(z)) < 1e-12 * size ? 0 : creal(z);
	double im = fabs(cimag(z)) < 1e-12 * size ? 0 : fabs(cimag(z));
	const char *sign = r->unicode ? "±" : "+-";
	return im == 0 ? sb_printf(r->arena, "%.6g", re) : re == 0 ? sb_printf(r->arena, "%s%.6gi", sign, im)
															   : sb_printf(r->arena, "%.6g %s %.6gi", re, sign, im);
}

static const char *number_text(const report *r, double v)
{
	return isfinite(v) ? sb_printf(r->arena, "%.6g", v) : isnan(v) ? "-" : v > 0 ? "inf" : "-inf";
}

static const char *remark(const report *r, const st_pole *p)
{
	const char *words[3];
	uint32_t n = 0;
	if (!p->stable)
		words[n++] = p->border ? "on the border" : "not stable";
	if (r->l->s.b.columns && !p->reached)
		words[n++] = "not reached by inputs";
	if (r->l->s.c.rows && !p->seen)
		words[n++] = "not seen by outputs";
	return sb_printf(r->arena, "%s%s%s%s%s", n > 0 ? words[0] : "", n > 1 ? ", " : "", n > 1 ? words[1] : "",
					 n > 2 ? ", " : "", n > 2 ? words[2] : "");
}

static void add_poles(const report *r)
{
	const st_system *s = &r->l->s;
	uint32_t n = s->a.rows;
	st_pole *poles = sb_new_array(r->arena, st_pole, n + 1);
	static const char *const head[] = {"pole", "frequency [rad/s]", "damping", "time constant [s]", "mostly", "but"};
	bool remarks = false;
	if (!n || !st_poles(r->arena, s, poles))
		return;
	for (uint32_t i = 0; i < n; i++)
		remarks = remarks || *remark(r, &poles[i]);
	sr_table t = {.columns = remarks ? 6 : 5, .unicode = r->unicode};
	for (uint32_t i = 0; i < t.columns; i++)
		sb_push(r->arena, t.cells, head[i]);
	for (uint32_t i = 0; i < n; i++) {
		const st_pole *p = &poles[i];
		if (cimag(p->value) < 0)
			continue;                        /* the other one of a pair */
		sb_push(r->arena, t.cells, complex_text(r, p->value));
		sb_push(r->arena, t.cells, number_text(r, p->frequency));
		sb_push(r->arena, t.cells, number_text(r, p->damping));
		sb_push(r->arena, t.cells, number_text(r, p->time));
		sb_push(r->arena, t.cells, s->states[p->leading]);
		if (remarks)
			sb_push(r->arena, t.cells, remark(r, p));
	}
	sb_addc(r->out, '\n');
	sr_table_text(&t, r->out);
}

static void add_ranks(const report *r)
{
	const st_system *s = &r->l->s;
	uint32_t n = s->a.rows, count;
	bool degenerate;
	double complex *zeros = sb_new_array(r->arena, double complex, n + 1);
	if (n && s->b.columns)
		sb_addf(r->out, "\ninputs reach %u of %u states", st_controllable(r->arena, s), n);
	if (n && s->c.rows)
		sb_addf(r->out, "%soutputs see %u of %u states", s->b.columns ? "; " : "\n", st_observable(r->arena, s), n);
	if (n && (s->b.columns || s->c.rows))
		sb_addc(r->out, '\n');
	if (!s->b.columns || !s->c.rows || !st_zeros(r->arena, s, zeros, &count, &degenerate))
		return;
	double most = 0;
	for (uint32_t i = 0; i < count; i++)
		most = fmax(most, cabs(zeros[i]));
	sb_add(r->out, "zeros:");
	for (uint32_t i = 0; i < count; i++)
		if (cimag(zeros[i]) >= 0)
			sb_addf(r->out, "%s %s", i ? "," : "", complex_text(r, cabs(zeros[i]) < 1e-12 * most ? 0 : zeros[i]));
	sb_add(r->out, count ? "\n" : " none\n");
	if (degenerate)
		sb_add(r->out, "outputs or inputs depend on each other: the transfer matrix has not full rank\n");
}

/* (s + 2)(s^2 + 0.2 s + 4): pairs as one factor */
static void add_factors(sb_text *out, const double complex *root, uint32_t n, char letter)
{
	uint32_t origin = 0;
	double size = 0;
	for (uint32_t i = 0; i < n; i++)
		size = fmax(size, cabs(root[i]));
	for (uint32_t i = 0; i < n; i++)
		origin += cabs(root[i]) <= 1e-10 * size;
	if (origin)
		sb_addf(out, origin > 1 ? "%c^%u" : "%c", letter, origin);
	for (uint32_t i = 0; i < n; i++) {
		double re = creal(root[i]), im = cimag(root[i]), square = re * re + im * im;
		if (cabs(root[i]) <= 1e-10 * size || im < -1e-12 * size)
			continue;
		if (im <= 1e-12 * size)
			sb_addf(out, "(%c %c %.6g)", letter, re > 0 ? '-' : '+', fabs(re));
		else if (fabs(re) <= 1e-12 * size)
			sb_addf(out, "(%c^2 + %.6g)", letter, square);
		else
			sb_addf(out, "(%c^2 %c %.6g %c + %.6g)", letter, re > 0 ? '-' : '+', 2 * fabs(re), letter, square);
	}
	if (!n)
		sb_addc(out, '1');
}

static bool is_one_factor(const st_transfer *t)
{
	return t->pole_count == 1 || (t->pole_count == 2 && cimag(t->poles[0]) != 0);
}

static void add_channels(const report *r)
{
	const st_system *s = &r->l->s;
	if ((uint64_t)s->b.columns * s->c.rows > CHANNELS || !s->b.columns || !s->c.rows)
		return;
	sb_addc(r->out, '\n');
	for (uint32_t o = 0; o < s->c.rows; o++)
		for (uint32_t i = 0; i < s->b.columns; i++) {
			st_transfer t;
			if (!st_transfer_of(r->arena, s, o, i, &t))
				continue;
			sb_addf(r->out, "%s from %s: ", s->outputs[o], s->inputs[i]);
			if (t.gain == 0 || (!t.pole_count && t.gain == 0)) {
				sb_add(r->out, "0\n");
				continue;
			}
			sb_addf(r->out, "%.6g", t.gain);
			if (t.zero_count) {
				sb_addc(r->out, ' ');
				add_factors(r->out, t.zeros, t.zero_count, s->period > 0 ? 'z' : 's');
			}
			if (t.pole_count) {
				bool single = is_one_factor(&t);
				sb_add(r->out, single ? "/" : "/(");
				add_factors(r->out, t.poles, t.pole_count, s->period > 0 ? 'z' : 's');
				sb_add(r->out, single ? "" : ")");
			}
			sb_addf(r->out, ", gain at rest %s\n", number_text(r, t.steady));
		}
}

static void add_margins(const report *r)
{
	const st_system *s = &r->l->s;
	st_margins m;
	if (s->b.columns != 1 || s->c.rows != 1 || !s->a.rows || !st_margins_of(r->arena, s, &m))
		return;
	sb_addf(r->out, "\nclosed by negative feedback of %s to %s the loop is %s\n", s->outputs[0], s->inputs[0],
			m.stable   ? "stable"
			: m.hidden ? "stable, but for poles that it does not move: those that the input does not reach or the "
						 "output does not see"
					   : "not stable");
	for (uint32_t i = 0; i < m.gain_count; i++)
		sb_addf(r->out, "  gain margin   %.6g (%.4g dB) at %.6g rad/s%s\n", m.gain[i].value,
				20 * log10(m.gain[i].value), m.gain[i].frequency,
				m.gain_count > 1 && i == m.least_gain ? ", the nearest" : "");
	for (uint32_t i = 0; i < m.phase_count; i++)
		sb_addf(r->out, "  phase margin  %.6g deg at %.6g rad/s, delay margin %.6g s%s\n", m.phase[i].value,
				m.phase[i].frequency, m.phase[i].delay, m.phase_count > 1 && i == m.least_phase ? ", the nearest" : "");
	sb_addf(r->out, "  distance from -1  %.6g at %.6g rad/s\n", m.distance, m.distance_at);
}

static void add_list(sb_text *out, const char *what, const sb_strings *names)
{
	for (uint32_t i = 0; i < names->n && i < 20; i++)
		sb_addf(out, "%s%s", i ? ", " : what, names->at[i]);
	if (names->n)
		sb_add(out, names->n > 20 ? ", ...\n" : "\n");
}

void st_linear_text(const st_linear *l, const char *model, bool unicode, sb_text *out)
{
	const st_system *s = &l->s;
	report r = {l, sb_arena_new(), unicode, out};
	double most = 0;
	uint32_t which = 0, n = s->a.rows, m = s->b.columns, p = s->c.rows;
	sb_addf(out, "%s at time %.9g: %u state%s, %u input%s, %u output%s\n", model, l->time, n, n == 1 ? "" : "s", m,
			m == 1 ? "" : "s", p, p == 1 ? "" : "s");
	for (uint32_t i = 0; i < n; i++)
		if (fabs(l->rate[i]) > most) {
			most = fabs(l->rate[i]);
			which = i;
		}
	if (s->period > 0)
		sb_addf(out, "sampled: one step takes %.9g s\n", s->period);
	if (l->uncertain > 0)
		sb_addf(out, "found by differences of runs; elements may be off by %.1g\n", l->uncertain);
	if (!l->at_rest && s->period > 0)
		sb_addf(out, "not an equilibrium: a step changes %s by %.6g\n", s->states[which], l->rate[which]);
	else if (!l->at_rest)
		sb_addf(out, "not an equilibrium: der(%s) = %.6g\n", s->states[which], l->rate[which]);
	add_list(out, "states that constraints give from the others: ", &l->dependent);
	add_list(out, "states around the component that it depends on: ", &l->around);
	add_matrix(&r, "A", &s->a, s->states, s->states);
	add_matrix(&r, "B", &s->b, s->states, s->inputs);
	add_matrix(&r, "C", &s->c, s->outputs, s->states);
	add_matrix(&r, "D", &s->d, s->outputs, s->inputs);
	add_poles(&r);
	add_ranks(&r);
	add_channels(&r);
	add_margins(&r);
	sb_arena_free(r.arena);
}
