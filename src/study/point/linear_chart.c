/* Pictures of linear systems: Bode, Nyquist, Nichols, root locus, poles and zeros, step responses. */
#include "result/chart/chart.h"
#include "study/point/point.h"
#include <math.h>
#include <string.h>

typedef struct drawing {
	const st_linear *l;
	sb_arena *arena;
	sb_diag *diag;
	const char *model;
	sb_vec(sr_panel) panels;
	uint32_t columns, width, height; /* 0: as usual */
	double low, high;                /* frequencies that each curve reaches, if high is not 0 */
} drawing;
typedef sb_vec(sr_layer) layers;

static void add_panel(drawing *d, sr_panel panel, const layers *list)
{
	panel.layers = list->at;
	panel.count = list->n;
	sb_push(d->arena, d->panels, panel);
}

static const char *channel_name(const drawing *d, uint32_t o, uint32_t i)
{
	return sb_printf(d->arena, "%s from %s", d->l->s.outputs[o], d->l->s.inputs[i]);
}

static void add_line(drawing *d, layers *list, bool vertical, double at, const char *text)
{
	double *x = sb_new_array(d->arena, double, 1);
	*x = at;
	sb_push(d->arena, *list, ((sr_layer){.kind = vertical ? SR_VERTICAL : SR_HORIZONTAL,
		.data = {.x = vertical ? x : NULL, .y = vertical ? NULL : x, .n = 1}, .color = SR_GREY, .dash = SR_DOTTED,
		.text = text}));
}

static void add_mark(drawing *d, layers *list, double x, double y, sr_marker marker, uint32_t color, const char *text)
{
	double *at = sb_new_array(d->arena, double, 2);
	at[0] = x;
	at[1] = y;
	sr_layer one = {.kind = SR_POINTS, .data = {.x = at, .y = at + 1, .n = 1}, .color = color, .marker = marker};
	sb_push(d->arena, *list, one);
	if (text) {
		one.kind = SR_TEXT;
		one.text = text;
		sb_push(d->arena, *list, one);
	}
}

static bool has_channels(const drawing *d, const char *kind)
{
	if (d->l->s.b.columns && d->l->s.c.rows)
		return true;
	sb_help(sb_report(d->diag, SB_ERROR, "U0615", (sb_span){0}, "%s needs an input and an output", kind),
			"choose them with --inputs and --outputs");
	return false;
}

static bool is_single(const drawing *d)
{
	return d->l->s.b.columns == 1 && d->l->s.c.rows == 1;
}

/* ----------------------------------------------------------------------------------------------------- frequencies */

typedef struct curve { double *w, *size, *phase, *re, *im; uint32_t n; } curve;

/* Three decades more below, so that curves in the plane begin where they would at zero. */
static void add_low_frequencies(drawing *d, curve *c)
{
	enum { MORE = 120 };
	double *w = sb_new_array(d->arena, double, c->n + MORE);
	for (uint32_t k = 0; k < MORE; k++)
		w[k] = c->w[0] * pow(10, -3 + 3.0 * k / MORE);
	memcpy(w + MORE, c->w, c->n * sizeof *w);
	c->w = w;
	c->n += MORE;
}

/* More at both sides, so that all curves of a picture are as wide. */
static void widen(drawing *d, curve *c)
{
	enum { MORE = 60 };
	double *w = sb_new_array(d->arena, double, c->n + 2 * MORE), low = c->w[0], high = c->w[c->n - 1];
	uint32_t n = 0;
	for (uint32_t k = 0; k < MORE && d->low < 0.999 * low; k++)
		w[n++] = d->low * pow(low / d->low, (double)k / MORE);
	memcpy(w + n, c->w, c->n * sizeof *w);
	n += c->n;
	for (uint32_t k = 1; k <= MORE && d->high > 1.001 * high; k++)
		w[n++] = high * pow(d->high / high, (double)k / MORE);
	c->w = w;
	c->n = n;
}

/* 1/s^n has -90 n degrees, and so begins what is nearly that; of two that are as near, the lower one. */
static void turn_phases(curve *c)
{
	if (c->n < 2 || !(c->w[1] > c->w[0]) || !isfinite(c->phase[0] + c->size[0] + c->size[1]))
		return;
	double order = round(-(c->size[1] - c->size[0]) / (20 * log10(c->w[1] / c->w[0])));
	double turns = 360 * floor((-90 * order - c->phase[0]) / 360 + 0.5 - 1e-6);
	for (uint32_t k = 0; k < c->n; k++)
		c->phase[k] += turns;
}

/* Phases without jumps: from one frequency to the next by less than half a turn. */
static bool find_curve(drawing *d, uint32_t o, uint32_t i, bool from_zero, curve *c)
{
	st_system channel = st_system_channel(d->arena, &d->l->s, o, i);
	st_response r;
	if (!st_response_open(d->arena, &channel, &r))
		return false;
	st_frequencies(d->arena, &channel, 800, &c->w, &c->n);
	if (from_zero)
		add_low_frequencies(d, c);
	if (d->high > 0)
		widen(d, c);
	double **vectors[] = {&c->size, &c->phase, &c->re, &c->im};
	for (int k = 0; k < 4; k++)
		*vectors[k] = sb_new_array(d->arena, double, c->n + 1);
	for (uint32_t k = 0; k < c->n; k++) {
		double complex g = st_channel_at(&r, c->w[k]);
		double phase = carg(g) * 180 / M_PI;
		c->size[k] = 20 * log10(cabs(g));
		c->re[k] = creal(g);
		c->im[k] = cimag(g);
		if (k && isfinite(c->phase[k - 1]))
			phase += 360 * round((c->phase[k - 1] - phase) / 360);
		c->phase[k] = phase;
	}
	turn_phases(c);
	return true;
}

static void find_range(drawing *d)
{
	const st_system *s = &d->l->s;
	double low = INFINITY, high = 0;
	for (uint32_t o = 0; o < s->c.rows; o++)
		for (uint32_t i = 0; i < s->b.columns; i++) {
			st_system channel = st_system_channel(d->arena, s, o, i);
			curve c = {0};
			st_frequencies(d->arena, &channel, 800, &c.w, &c.n);
			low = c.n ? fmin(low, c.w[0]) : low;
			high = c.n ? fmax(high, c.w[c.n - 1]) : high;
		}
	d->low = low;
	d->high = high;
}

/* The first point that is not below this frequency; c->n: the curve does not reach it. */
static uint32_t place_of(const curve *c, double frequency)
{
	uint32_t k = 0;
	if (!c->n || frequency < c->w[0])
		return c->n;
	while (k < c->n && c->w[k] < frequency)
		k++;
	return k;
}

static void mark_margins(drawing *d, layers *size, layers *phase, const curve *c)
{
	st_margins m;
	if (!is_single(d) || !st_margins_of(d->arena, &d->l->s, &m))
		return;
	add_line(d, size, false, 0, NULL);
	for (uint32_t i = 0; i < m.gain_count; i++)
		if (place_of(c, m.gain[i].frequency) < c->n)
			add_mark(d, size, m.gain[i].frequency, -20 * log10(m.gain[i].value), SR_DIAMOND, 2,
					 sb_printf(d->arena, "%.3g dB", 20 * log10(m.gain[i].value)));
	for (uint32_t i = 0; i < m.phase_count; i++) {
		double w = m.phase[i].frequency;
		uint32_t k = place_of(c, w);
		double angle = m.phase[i].value - 180;
		if (k == c->n)
			continue;
		angle += 360 * round((c->phase[k] - angle) / 360);
		add_line(d, phase, false, angle - m.phase[i].value, NULL);
		add_mark(d, phase, w, angle, SR_DIAMOND, 2, sb_printf(d->arena, "%.3g deg", m.phase[i].value));
	}
}

static bool bode(drawing *d)
{
	const st_system *s = &d->l->s;
	layers size = {0}, phase = {0};
	curve c = {0};
	bool many = !is_single(d);
	find_range(d);
	for (uint32_t o = 0; o < s->c.rows; o++)
		for (uint32_t i = 0; i < s->b.columns; i++) {
			if (!find_curve(d, o, i, false, &c))
				return false;
			uint32_t color = o * s->b.columns + i + 1;
			sb_push(d->arena, size, ((sr_layer){.data = {.x = c.w, .y = c.size, .n = c.n}, .color = color,
												 .legend = many ? channel_name(d, o, i) : NULL}));
			sb_push(d->arena, phase, ((sr_layer){.data = {.x = c.w, .y = c.phase, .n = c.n}, .color = color}));
		}
	mark_margins(d, &size, &phase, &c);
	sr_axis_wish x = {.label = "frequency [rad/s]", .scale = SR_LOGARITHMIC};
	add_panel(d, (sr_panel){.title = many ? NULL : channel_name(d, 0, 0), .x = x, .y = {.label = "gain [dB]"},
							.x_below = true}, &size);
	add_panel(d, (sr_panel){.x = x, .y = {.label = "phase [deg]"}}, &phase);
	return true;
}

/* What a picture in the plane of values shows: the neighbourhood of the origin and of -1 where the curve is large. */
static double window(const curve *c)
{
	double most = 0;
	for (uint32_t k = 0; k < c->n; k++)
		if (isfinite(c->size[k]))
			most = fmax(most, hypot(c->re[k], c->im[k]));
	return most > 10 ? 5 : fmax(1.5, 1.15 * most);
}

/* Where the curve crosses the unit circle and the negative real axis. */
static void mark_crossings(drawing *d, layers *list)
{
	st_margins m;
	if (!is_single(d) || !st_margins_of(d->arena, &d->l->s, &m))
		return;
	for (uint32_t i = 0; i < m.gain_count; i++)
		if (m.gain[i].value > 0.2)
			add_mark(d, list, -1 / m.gain[i].value, 0, SR_DIAMOND, 2, sb_printf(d->arena, "1/%.3g", m.gain[i].value));
	for (uint32_t i = 0; i < m.phase_count; i++) {
		double angle = (m.phase[i].value - 180) * M_PI / 180;
		add_mark(d, list, cos(angle), sin(angle), SR_DIAMOND, 2, sb_printf(d->arena, "%.3g deg", m.phase[i].value));
	}
}

static bool nyquist(drawing *d)
{
	const st_system *s = &d->l->s;
	layers list = {0};
	curve c = {0};
	double reach = 0;
	for (uint32_t o = 0; o < s->c.rows; o++)
		for (uint32_t i = 0; i < s->b.columns; i++) {
			if (!find_curve(d, o, i, true, &c))
				return false;
			double *mirror = sb_new_array(d->arena, double, c.n);
			for (uint32_t k = 0; k < c.n; k++)
				mirror[k] = -c.im[k];
			uint32_t color = o * s->b.columns + i + 1;
			sb_push(d->arena, list, ((sr_layer){.data = {.x = c.re, .y = c.im, .n = c.n}, .color = color,
												 .dash = SR_SOLID,
												 .legend = is_single(d) ? "from 0 on" : channel_name(d, o, i)}));
			sb_push(d->arena, list, ((sr_layer){.data = {.x = c.re, .y = mirror, .n = c.n}, .color = color,
												 .dash = SR_DASHED, .legend = is_single(d) ? "negative" : NULL}));
			reach = fmax(reach, window(&c));
		}
	double *circle = sb_new_array(d->arena, double, 2 * 181);
	for (int k = 0; k <= 180; k++) {
		circle[k] = cos(k * M_PI / 90);
		circle[181 + k] = sin(k * M_PI / 90);
	}
	sb_push(d->arena, list, ((sr_layer){.data = {.x = circle, .y = circle + 181, .n = 181}, .color = SR_GREY,
										 .dash = SR_DOTTED}));
	add_mark(d, &list, -1, 0, SR_CROSS, SR_INK, NULL);
	list.at[list.n - 1].legend = "-1";
	mark_crossings(d, &list);
	d->width = d->height = 760;
	add_panel(d, (sr_panel){.title = is_single(d) ? channel_name(d, 0, 0) : NULL, .equal = true,
							.x = {.label = "real part", .low = -reach, .high = reach},
							.y = {.label = "imaginary part", .low = -reach, .high = reach}}, &list);
	return true;
}

/* Margins where the curve crosses 0 dB and -180 degrees, or as much and whole turns. */
static void mark_on_nichols(drawing *d, layers *list, const curve *c)
{
	st_margins m;
	if (!is_single(d) || !st_margins_of(d->arena, &d->l->s, &m))
		return;
	for (uint32_t i = 0; i < m.gain_count; i++) {
		uint32_t k = place_of(c, m.gain[i].frequency);
		if (k < c->n)
			add_mark(d, list, -180 + 360 * round((c->phase[k] + 180) / 360), -20 * log10(m.gain[i].value), SR_DIAMOND,
					 2, sb_printf(d->arena, "%.3g dB", 20 * log10(m.gain[i].value)));
	}
	for (uint32_t i = 0; i < m.phase_count; i++) {
		uint32_t k = place_of(c, m.phase[i].frequency);
		double angle = m.phase[i].value - 180;
		if (k < c->n)
			add_mark(d, list, angle + 360 * round((c->phase[k] - angle) / 360), 0, SR_DIAMOND, 2,
					 sb_printf(d->arena, "%.3g deg", m.phase[i].value));
	}
}

static bool nichols(drawing *d)
{
	const st_system *s = &d->l->s;
	layers list = {0};
	curve c = {0};
	for (uint32_t o = 0; o < s->c.rows; o++)
		for (uint32_t i = 0; i < s->b.columns; i++) {
			if (!find_curve(d, o, i, true, &c))
				return false;
			sb_push(d->arena, list, ((sr_layer){.data = {.x = c.phase, .y = c.size, .n = c.n},
												 .color = o * s->b.columns + i + 1,
												 .legend = is_single(d) ? NULL : channel_name(d, o, i)}));
		}
	add_mark(d, &list, -180, 0, SR_CROSS, SR_INK, NULL);
	list.at[list.n - 1].legend = "-1";
	add_line(d, &list, false, 0, NULL);
	add_line(d, &list, true, -180, NULL);
	mark_on_nichols(d, &list, &c);
	add_panel(d, (sr_panel){.title = is_single(d) ? channel_name(d, 0, 0) : NULL, .x = {.label = "phase [deg]"},
							.y = {.label = "gain [dB]"}}, &list);
	return true;
}

/* -------------------------------------------------------------------------------------------------- poles and zeros */

static void add_roots(drawing *d, layers *list, const double complex *root, uint32_t n, sr_marker marker,
					  uint32_t color, const char *legend)
{
	double *x = sb_new_array(d->arena, double, 2 * (size_t)n + 1), *y = x + n;
	for (uint32_t i = 0; i < n; i++) {
		x[i] = creal(root[i]);
		y[i] = cimag(root[i]);
	}
	if (n)
		sb_push(d->arena, *list, ((sr_layer){.kind = SR_POINTS, .data = {.x = x, .y = y, .n = n}, .marker = marker,
											  .color = color, .legend = legend}));
}

/* The border of what is stable. */
static void add_border(drawing *d, layers *list)
{
	double *x = sb_new_array(d->arena, double, 2 * 181);
	if (d->l->s.period == 0) {
		add_line(d, list, true, 0, NULL);
		return;
	}
	for (int k = 0; k <= 180; k++) {
		x[k] = cos(k * M_PI / 90);
		x[181 + k] = sin(k * M_PI / 90);
	}
	sb_push(d->arena, *list, ((sr_layer){.data = {.x = x, .y = x + 181, .n = 181}, .color = SR_GREY,
										  .dash = SR_DOTTED}));
}

/* Poles, as many as there are states, and zeros behind them. */
static bool find_roots(drawing *d, double complex **roots, uint32_t *zeros)
{
	uint32_t n = d->l->s.a.rows;
	bool degenerate;
	*roots = sb_new_array(d->arena, double complex, 2 * (size_t)n + 1);
	*zeros = 0;
	return st_dense_eigenvalues(d->arena, &d->l->s.a, *roots) &&
		   (!d->l->s.b.columns || !d->l->s.c.rows ||
			st_zeros(d->arena, &d->l->s, *roots + n, zeros, &degenerate));
}

static void add_plane(drawing *d, const layers *list, sr_range x, sr_range y, const char *title)
{
	bool sampled = d->l->s.period > 0;
	add_panel(d, (sr_panel){.title = title, .equal = sampled,
							.x = {sampled ? "real part" : "real part [1/s]", .low = x.low, .high = x.high},
							.y = {sampled ? "imaginary part" : "imaginary part [1/s]", .low = y.low, .high = y.high}},
			  list);
}

static bool pzmap(drawing *d)
{
	double complex *roots;
	uint32_t count, n = d->l->s.a.rows;
	layers list = {0};
	if (!find_roots(d, &roots, &count))
		return false;
	add_border(d, &list);
	add_roots(d, &list, roots, n, SR_CROSS, 1, "poles");
	add_roots(d, &list, roots + n, count, SR_RING, 2, "zeros");
	add_plane(d, &list, (sr_range){0}, (sr_range){0}, NULL);
	return true;
}

static double complex on_border(const drawing *d, double frequency)
{
	return d->l->s.period > 0 ? cexp(I * frequency * d->l->s.period) : I * frequency;
}

/* What is shown of a root locus: poles, zeros and crossings of the border that are not far from them, with room beside
 * them. Some branches go on for ever. */
static void choose_window(const drawing *d, const double complex *roots, uint32_t n, const st_margins *m, sr_range *x,
						  sr_range *y)
{
	double most = d->l->s.period > 0 ? 1 : 0, high = most;
	*x = (sr_range){-most, most};
	for (uint32_t i = 0; i < n; i++)
		most = fmax(most, cabs(roots[i]));
	for (uint32_t i = 0; i < n + m->gain_count; i++) {
		double complex at = i < n ? roots[i] : on_border(d, m->gain[i - n].frequency);
		if (cabs(at) > 5 * most && most > 0)
			continue;
		x->low = fmin(x->low, creal(at));
		x->high = fmax(x->high, creal(at));
		high = fmax(high, fabs(cimag(at)));
	}
	double wide = fmax(x->high - x->low, high / 2);
	wide = wide > 0 ? wide : 1;
	high = fmax(1.3 * high, wide / 2);
	*x = (sr_range){x->low - wide / 2, x->high + wide / 2};
	*y = (sr_range){-high, high};
}

/* Where branches cross the border of what is stable, with the gain there. */
static void mark_border(drawing *d, layers *list, const st_margins *m)
{
	for (uint32_t i = 0; i < m->gain_count; i++) {
		double complex at = on_border(d, m->gain[i].frequency);
		add_mark(d, list, creal(at), cimag(at), SR_DIAMOND, 2, sb_printf(d->arena, "k = %.3g", m->gain[i].value));
		if (fabs(cimag(at)) > 0)
			add_mark(d, list, creal(at), -cimag(at), SR_DIAMOND, 2, NULL);
	}
}

static void add_branches(drawing *d, layers *list, const st_locus *locus)
{
	for (uint32_t b = 0; b < locus->branches; b++) {
		double *x = sb_new_array(d->arena, double, 2 * (size_t)locus->count), *y = x + locus->count;
		for (uint32_t i = 0; i < locus->count; i++) {
			x[i] = creal(locus->pole[(size_t)b * locus->count + i]);
			y[i] = cimag(locus->pole[(size_t)b * locus->count + i]);
		}
		sb_push(d->arena, *list, ((sr_layer){.data = {.x = x, .y = y, .n = locus->count}, .color = b + 1,
											  .dash = SR_SOLID}));
	}
}

static bool rlocus(drawing *d)
{
	double complex *roots;
	uint32_t count, n = d->l->s.a.rows;
	layers list = {0};
	st_locus locus;
	st_margins m;
	sr_range x, y;
	if (!is_single(d)) {
		sb_help(sb_report(d->diag, SB_ERROR, "U0616", (sb_span){0}, "a root locus is of one input and one output"),
				"choose them with --inputs and --outputs");
		return false;
	}
	if (!find_roots(d, &roots, &count))
		return false;
	if (!st_margins_of(d->arena, &d->l->s, &m))
		m = (st_margins){0};
	choose_window(d, roots, n + count, &m, &x, &y);
	double near = 0.01 * fmin(x.high - x.low, y.high - y.low), far = 2 * hypot(x.high - x.low, y.high - y.low);
	double most = st_locus_most(d->arena, &d->l->s, roots + n, count, near, far);
	if (!st_locus_of(d->arena, &d->l->s, most, &locus))
		return false;
	add_border(d, &list);
	add_branches(d, &list, &locus);
	add_roots(d, &list, roots, n, SR_CROSS, SR_INK, "poles");
	add_roots(d, &list, roots + n, count, SR_RING, SR_INK, "zeros");
	mark_border(d, &list, &m);
	add_plane(d, &list, x, y, sb_printf(d->arena, "%s = -k %s, k from 0 to %.3g", d->l->s.inputs[0],
										d->l->s.outputs[0], locus.k[locus.count - 1]));
	return true;
}

/* ------------------------------------------------------------------------------------------------------------ steps */

static bool step(drawing *d)
{
	const st_system *s = &d->l->s;
	double *time, *y, until = st_settling_guess(d->arena, s);
	uint32_t n, m = s->b.columns, p = s->c.rows;
	if (!st_step(d->arena, s, until, st_step_points(d->arena, s, until), &time, &y, &n))
		return false;
	d->columns = m;
	for (uint32_t o = 0; o < p; o++)
		for (uint32_t i = 0; i < m; i++) {
			layers list = {0};
			sb_push(d->arena, list, ((sr_layer){.kind = s->period > 0 ? SR_STEPS : SR_CURVE, .color = 1,
												 .data = {.x = time, .y = y + ((size_t)i * p + o) * n, .n = n}}));
			st_transfer t;
			if (st_transfer_of(d->arena, s, o, i, &t) && isfinite(t.steady)) {
				bool stable = true;
				for (uint32_t k = 0; k < t.pole_count; k++)
					stable = stable && (s->period > 0 ? cabs(t.poles[k]) < 1 : creal(t.poles[k]) < 0);
				if (stable)
					add_line(d, &list, false, t.steady, NULL);
			}
			add_panel(d, (sr_panel){.title = channel_name(d, o, i), .x = {.label = "time [s]"},
									.x_below = o + 1 < p}, &list);
		}
	return true;
}

typedef struct kind { const char *name, *title; bool (*draw)(drawing *d); bool channels; } kind;
static const kind kinds[] = {{"bode", "Bode", bode, true},           {"nyquist", "Nyquist", nyquist, true},
							 {"nichols", "Nichols", nichols, true},  {"rlocus", "Root locus", rlocus, true},
							 {"pzmap", "Poles and zeros", pzmap, false}, {"step", "Step response", step, true}};
enum { KINDS = sizeof kinds / sizeof *kinds };

static const kind *kind_called(const char *what, size_t length, sb_diag *diag)
{
	const char *names[KINDS];
	char word[32];
	for (int i = 0; i < KINDS; i++) {
		names[i] = kinds[i].name;
		if (strlen(names[i]) == length && strncmp(names[i], what, length) == 0)
			return &kinds[i];
	}
	snprintf(word, sizeof word, "%.*s", (int)(length < 31 ? length : 31), what);
	const char *near = sb_nearest(word, names, KINDS);
	sb_message *m = sb_report(diag, SB_ERROR, "U0617", (sb_span){0},
							  "there is no picture '%s' of a linear system", word);
	if (near)
		sb_help(m, "did you mean '%s'?", near);
	else
		sb_help(m, "there are bode, nyquist, nichols, rlocus, pzmap and step");
	return NULL;
}

bool st_linear_draw(const st_linear *l, const char *model, const char *what, sb_diag *diag)
{
	const char *equals = strchr(what, '=');
	const kind *k = equals ? kind_called(what, (size_t)(equals - what), diag) : NULL;
	if (!k)
		return false;
	drawing d = {.l = l, .arena = sb_arena_new(), .diag = diag, .model = model};
	uint32_t errors = sb_errors(diag);
	bool good = !k->channels || has_channels(&d, k->name);
	if (good && l->s.a.rows == 0 && k->draw != step && k->draw != bode) {
		sb_report(diag, SB_ERROR, "U0618", (sb_span){0}, "%s has no states: there is nothing to draw", model);
		good = false;
	}
	good = good && k->draw(&d);
	if (!good && sb_errors(diag) == errors)
		sb_help(sb_report(diag, SB_ERROR, "U0619", (sb_span){0}, "the picture %s of %s has no finite values", k->name,
						  model),
				"choose other --inputs and --outputs, or another point");
	sr_chart chart = {.title = sb_printf(d.arena, "%s of %s", k->title, model), .panels = d.panels.at,
					  .count = d.panels.n, .columns = d.columns, .width = d.width, .height = d.height};
	good = good && sr_chart_write(&chart, equals + 1, diag);
	sb_arena_free(d.arena);
	return good;
}
