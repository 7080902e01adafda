/* The jump of the derivatives at an instant.
 *
 * Just before it, the functions h of the conditions are differentiated along the motion and by each parameter, and the
 * run is saved. The run makes the instant, which tells the conditions that have turned; of those whose function is zero
 * there the time of the instant follows, dt* = -(h_x S + h_p)/(h_x f + h_t); the ticks of clocks are differentiated
 * themselves. Then the twin makes the same instant beside it: at the points x + e (S + f dt*), t + e dt*, p + e. They
 * are on the surface of the event to first order; a little time is added on both sides, of second order in e, so that
 * the conditions have turned. */
#include "study/sensitivity/tangent_inside.h"
#include <float.h>
#include <math.h>
#include <string.h>

#define PART 0x1p-13                 /* of sizes: of displacements that conditions are differentiated with */

/* ------------------------------------------------------------------------------------------------------ conditions */

/* A direction in which a run is displaced: of time, states, what is kept and a parameter. */
typedef struct direction { const double *states, *kept; uint32_t parameter; double time; } direction;

/* The functions of all conditions, displaced by `by` along a direction. */
static bool probe(st_tangent *t, se_run *run, const direction *v, double by, double *g)
{
	double *x = sb_new_array(t->scratch, double, t->n + 1), *k = sb_new_array(t->scratch, double, t->kept_count + 1);
	double *rates = sb_new_array(t->scratch, double, t->n + 1);
	for (uint32_t i = 0; i < t->n; i++)
		x[i] = by * v->states[i];
	for (uint32_t i = 0; i < t->kept_count; i++)
		k[i] = v->kept ? by * v->kept[i] : 0;
	se_displaced d = {.ahead = by * v->time, .by_states = x, .kept = t->kept, .by_kept = k,
					  .kept_count = t->kept_count, .parameter = v->parameter, .by_parameter = by};
	return se_values_displaced(run, &d, rates, g, NULL, 0, NULL);
}

/* Their derivatives along it: central, with two steps, extrapolated. */
static bool along(st_tangent *t, const direction *v, double by, double *g)
{
	uint32_t conditions = se_conditions(t->run);
	double *side[4];
	bool good = true;
	for (int i = 0; i < 4 && good; i++) {
		side[i] = sb_new_array(t->scratch, double, conditions + 1);
		good = probe(t, t->run, v, by * (i < 2 ? 1 : 0.5) * (i % 2 ? -1 : 1), side[i]);
	}
	for (uint32_t i = 0; i < conditions && good; i++) {
		double coarse = (side[0][i] - side[1][i]) / (2 * by), fine = (side[2][i] - side[3][i]) / by;
		g[i] = fine + (fine - coarse) / 3;
	}
	return good;
}

/* The longest step along a direction, in which nothing moves by more than its size. */
static double reach_of(const st_tangent *t, const st_before *b, const direction *v, double most)
{
	for (uint32_t i = 0; i < t->n; i++)
		if (v->states && v->states[i] != 0)
			most = fmin(most, b->size[i] / fabs(v->states[i]));
	for (uint32_t i = 0; v->kept && i < t->kept_count; i++)
		if (v->kept[i] != 0)
			most = fmin(most, b->kept_size[i] / fabs(v->kept[i]));
	return most;
}

static double span_of(const st_tangent *t, const st_before *b)
{
	double span = t->settings.stop - t->settings.start;
	return fmax(fabs(b->at), isfinite(span) ? span : 1);
}

/* ---------------------------------------------------------------------------------------------------------- clocks */

/* First ticks and intervals of all clocks, displaced by `by` along column c. */
static bool clocks_beside(st_tangent *t, uint32_t c, double by, double *first, double *interval)
{
	double *k = sb_new_array(t->scratch, double, t->kept_count + 1);
	for (uint32_t i = 0; i < t->kept_count; i++)
		k[i] = by * *st_element(&t->k, i, c);
	se_displaced d = {.parameter = t->by[c], .by_parameter = by, .kept = t->kept, .by_kept = k,
					  .kept_count = t->kept_count};
	return se_clocks_displaced(t->run, &d, first, interval) ||
		   st_lose(t, "the time of a clock has no value beside it");
}

/* How the ticks of clocks move with a parameter; NAN: a clock does not tick there. */
static bool note_ticks(st_tangent *t, st_before *b, uint32_t c)
{
	static const double sides[] = {0, 1, -1, 0.5, -0.5};
	uint32_t n = b->clocks;
	direction v = {NULL, t->k.at + (size_t)c * t->kept_count, t->by[c], 0};
	double *first[5], *interval[5], by = PART * reach_of(t, b, &v, t->size[c]);
	double near = 64 * DBL_EPSILON * span_of(t, b);
	for (int i = 0; i < 5; i++) {
		first[i] = sb_new_array(t->scratch, double, n + 1);
		interval[i] = sb_new_array(t->scratch, double, n + 1);
		if (!clocks_beside(t, c, sides[i] * by, first[i], interval[i]))
			return false;
	}
	for (uint32_t k = 0; k < n; k++) {
		double tick = nearbyint((b->at - first[0][k]) / interval[0][k]), at[5];
		for (int i = 0; i < 5; i++)
			at[i] = first[i][k] + (tick > 0 ? tick * interval[i][k] : 0);
		double coarse = (at[1] - at[2]) / (2 * by), fine = (at[3] - at[4]) / by;
		bool ticks = tick >= 0 && fabs(at[0] - b->at) <= near;
		*st_element(&b->ticks, k, c) = ticks ? fine + (fine - coarse) / 3 : NAN;
		b->varies = b->varies || isnan(interval[0][k]);
	}
	return true;
}

/* -------------------------------------------------------------------------------------------------------- before it */

static void note_point(st_tangent *t, st_before *b, const double *began)
{
	uint32_t w = b->conditions = se_conditions(t->run);
	b->was = sb_new_array(t->scratch, se_condition_state, w + 1);
	b->x = sb_new_array(t->scratch, double, t->n + 1);
	b->f = sb_new_array(t->scratch, double, t->n + 1);
	b->size = sb_new_array(t->scratch, double, t->n + 1);
	b->kept_size = sb_new_array(t->scratch, double, t->kept_count + 1);
	b->g = sb_new_array(t->scratch, double, w + 1);
	b->slope = sb_new_array(t->scratch, double, w + 1);
	b->began = sb_new_array(t->scratch, double, w + 1);
	b->by = st_dense_new(t->scratch, w, t->m);
	b->clocks = se_clocks(t->run);
	b->ticks = st_dense_new(t->scratch, b->clocks, t->m);
	memcpy(b->began, began, w * sizeof *began);
	for (uint32_t i = 0; i < t->n; i++) {
		b->x[i] = se_data(t->run)->x[i];
		b->f[i] = se_data(t->run)->xd[i];
		b->size[i] = st_tangent_size(t, i);
	}
	for (uint32_t i = 0; i < t->kept_count; i++)
		b->kept_size[i] = st_kept_size(t, i);
	for (uint32_t i = 0; i < w; i++)
		b->was[i] = se_condition_at(t->run, i);
}

bool st_before_instant(st_tangent *t, const se_stretch *stretch, const double *began, st_before *b)
{
	*b = (st_before){.at = stretch->to, .from = stretch->from, .mode = t->mode, .crossing = stretch->crossing};
	se_look_at(t->run, fmax(stretch->from, nextafter(stretch->to, -INFINITY)));
	b->time = se_time(t->run);
	note_point(t, b, began);
	direction motion = {b->f, NULL, UINT32_MAX, 1};
	bool good = probe(t, t->run, &motion, 0, b->g) &&
				along(t, &motion, PART * reach_of(t, b, &motion, span_of(t, b)), b->slope);
	for (uint32_t c = 0; c < t->m && good; c++) {
		direction v = {t->s.at + (size_t)c * t->n, t->k.at + (size_t)c * t->kept_count, t->by[c], 0};
		good = along(t, &v, PART * reach_of(t, b, &v, t->size[c]), b->by.at + (size_t)c * b->conditions);
	}
	if (!good)
		return st_lose(t, "a condition of an event has no value beside it");
	for (uint32_t c = 0; c < t->m && b->clocks; c++)
		if (!note_ticks(t, b, c))
			return false;
	return se_save_still(t->run, &b->saved) || st_lose(t, "the run cannot be copied before an event");
}

void st_before_free(st_before *b)
{
	sb_archive_free(&b->saved);
}

/* -------------------------------------------------------------------------------------------------------- its cause */

/* Where a condition turns: at zero, or at a whole number. */
static double target_of(const st_before *b, uint32_t i)
{
	return b->was[i].counts ? nearbyint(b->g[i]) : 0;
}

/* It comes to its limit, from far. So it turns in the instant, even if what happens there turns it back, as in
 * `when x > 1 then reinit(x, 0)`. */
static bool comes_to_limit(const st_before *b, uint32_t i)
{
	double began = b->began[i] - target_of(b, i), left = b->g[i] - target_of(b, i);
	return b->slope[i] * began < 0 && fabs(left) < 1e-3 * fabs(began);
}

/* The conditions that are at their limit there, and have turned. `back`: how near those must be that turned back. */
static uint32_t find_causes(const st_tangent *t, const st_before *b, double back, uint32_t *out)
{
	uint32_t n = 0;
	double near = 1e-7 * (b->at - b->from) + 1e-10 * span_of(t, b);
	bool same = b->mode == se_mode_of(t->run);
	for (uint32_t i = 0; i < b->conditions; i++) {
		double off = b->slope[i] != 0 ? fabs((target_of(b, i) - b->g[i]) / b->slope[i]) : INFINITY;
		bool turned = !same || se_condition_at(t->run, i).value != b->was[i].value;
		if (!b->was[i].initial_only && off <= near && (turned || (off <= back && comes_to_limit(b, i))))
			out[n++] = i;
	}
	return n;
}

/* Not among the messages of the run, which are taken back where differences follow: of those it is true as well. */
static void tell(st_tangent *t, const char *code, sb_span span, const char *text, const char *note)
{
	sb_message *m = sb_report(t->diag, SB_WARNING, code, span, text, se_time(t->run));
	sb_note(m, "%s", note);
	sb_help(m, "compare with differences of whole runs, at values of the parameters on both sides");
}

/* A condition that is touched rather than passed: its function slows down, and a change of the parameter by a
 * thousandth moves the event further than to where the function would turn back. */
static void look_at_grazing(st_tangent *t, const st_before *b, uint32_t i, uint32_t c, double shift)
{
	double last = b->at - b->from, slope = fabs(b->slope[i]), mean = fabs(b->began[i] - b->g[i]) / last;
	double slows = 2 * (mean - slope) / last;
	if (t->told_grazing || !(slows > 0) || !(1e-3 * fabs(shift) * t->size[c] * slows > slope))
		return;
	t->told_grazing = true;
	tell(t, "R0703", b->was[i].span, "a condition is grazed at time %.9g",
		 "it turns where its function hardly moves: derivatives behind this event are very large, and hold for very "
		 "small changes only");
}

/* How the time of the instant moves with a parameter, as its causes have it. The first counts. */
typedef struct shifts { double size, dt; bool any; } shifts;

static void add_shift(st_tangent *t, shifts *of, double shift, sb_span span)
{
	double dt = of->any ? of->dt : shift;
	of->dt = dt;
	of->any = true;
	if (fabs(shift - dt) <= 1e-6 * fmax(fabs(shift), fabs(dt)) + of->size || t->told_together)
		return;
	t->told_together = true;
	tell(t, "R0704", span, "two events of different causes happen together at time %.9g",
		 "a change of a parameter separates them, in one order or the other: what comes after them has two "
		 "derivatives, of which one is given");
}

static bool shift_of(st_tangent *t, const st_before *b, const uint32_t *cause, uint32_t n, uint32_t c, double *dt)
{
	shifts all = {.size = 1e-9 * span_of(t, b) / t->size[c]};
	for (uint32_t k = 0; k < n; k++) {
		double shift = -*st_element(&b->by, cause[k], c) / b->slope[cause[k]];
		look_at_grazing(t, b, cause[k], c, shift);
		add_shift(t, &all, shift, b->was[cause[k]].span);
	}
	if (!n && b->varies)
		return st_lose(t, "a clock has an interval that varies");
	for (uint32_t k = 0; k < b->clocks; k++) {
		double shift = *st_element(&b->ticks, k, c);
		if (!isnan(shift))
			add_shift(t, &all, shift, n ? b->was[cause[0]].span : (sb_span){0});
	}
	*dt = all.dt;
	return isfinite(*dt) || st_lose(t, "the time of an event has no derivative");
}

/* -------------------------------------------------------------------------------------------- the instant beside it */

typedef struct jump {
	const st_before *b;
	const uint32_t *cause; uint32_t causes;
	direction v;                     /* of the event's own point */
	uint32_t n, kept_count; const uint32_t *kept;        /* after it */
} jump;

static bool restore(st_tangent *t, const st_before *b)
{
	sb_archive in = sb_archive_read(b->saved.at, b->saved.n);
	return se_restore(t->twin, &t->settings, &in) == SE_PAUSED;
}

static void close_twin(st_tangent *t)
{
	se_end(t->twin);
	sb_take_back(t->aside, 0, NULL);
}

/* How long to wait so that all causes have turned on both sides. */
static bool patience(st_tangent *t, const jump *q, double by, double *wait)
{
	const st_before *b = q->b;
	double *g = sb_new_array(t->scratch, double, b->conditions + 1);
	bool good = restore(t, b);
	if (good)
		se_put(t->twin, b->time, b->x);
	*wait = 0;
	for (int side = -1; side <= 1 && good; side += 2) {
		good = probe(t, t->twin, &q->v, side * by, g);
		for (uint32_t i = 0; i < q->causes && good; i++) {
			uint32_t w = q->cause[i];
			double target = target_of(b, w), slope = b->slope[w];
			double rounding = 64 * DBL_EPSILON * (fabs(b->began[w]) + fabs(target)) / fabs(slope);
			*wait = fmax(*wait, 2 * fmax(0, (target - g[w]) / slope) + rounding);
		}
	}
	*wait += 64 * DBL_EPSILON * span_of(t, b);
	close_twin(t);
	return good;
}

/* States and what is kept after the instant at this displacement. */
static bool stand(st_tangent *t, const jump *q, double by, double wait, double *z)
{
	const st_before *b = q->b;
	double *x = sb_new_array(t->scratch, double, t->n + 1), *k = sb_new_array(t->scratch, double, t->kept_count + 1);
	for (uint32_t i = 0; i < t->n; i++)
		x[i] = b->x[i] + by * q->v.states[i] + wait * b->f[i];
	for (uint32_t i = 0; i < t->kept_count; i++)
		k[i] = by * q->v.kept[i];
	se_displaced d = {.kept = t->kept, .by_kept = k, .kept_count = t->kept_count, .parameter = q->v.parameter,
					  .by_parameter = by, .turning = q->cause, .turning_count = q->causes};
	bool good = restore(t, b) && se_stand_displaced(t->twin, b->time + by * q->v.time + wait, x, &d, b->at);
	if (good)
		se_show(t->twin);
	good = good && se_decides_alike(t->run, t->twin);
	for (uint32_t i = 0; i < q->n && good; i++)
		z[i] = se_data(t->twin)->x[i];
	for (uint32_t i = 0; i < q->kept_count && good; i++)
		z[q->n + i] = se_value(t->twin, q->kept[i]);
	close_twin(t);
	return good;
}

static bool central(st_tangent *t, const jump *q, double by, double *z)
{
	double wait, *low = sb_new_array(t->scratch, double, q->n + q->kept_count + 1);
	if (!patience(t, q, by, &wait) || !stand(t, q, by, wait, z) || !stand(t, q, -by, wait, low))
		return false;
	for (uint32_t i = 0; i < q->n + q->kept_count; i++)
		z[i] = (z[i] - low[i]) / (2 * by);
	return true;
}

/* The derivatives of what the instant leaves, along the direction of column c. */
static bool differentiate(st_tangent *t, const jump *q, uint32_t c, double by, double *z)
{
	double *coarse = sb_new_array(t->scratch, double, q->n + q->kept_count + 1);
	if (!central(t, q, by, coarse) || !central(t, q, by / 2, z))
		return false;
	bool agrees = true;
	for (uint32_t i = 0; i < q->n + q->kept_count; i++) {
		double better = z[i] + (z[i] - coarse[i]) / 3;
		double size = i < q->n ? fmax(fabs(se_data(t->run)->x[i]), se_state_size(t->run, i))
							   : fmax(fabs(se_value(t->run, q->kept[i - q->n])), 1e-3);
		agrees = agrees && fabs(better - z[i]) <= 1e-5 * fabs(better) + 1e-8 * size / t->size[c];
		z[i] = better;
	}
	return agrees;
}

/* --------------------------------------------------------------------------------------------------------- after it */

static bool jump_of(st_tangent *t, jump *q, uint32_t c, double *z)
{
	static const double parts[] = {0x1p-9, 0x1p-13, 0x1p-17};
	double *v = sb_new_array(t->scratch, double, t->n + 1), dt = 0;
	if (!shift_of(t, q->b, q->cause, q->causes, c, &dt))
		return false;
	for (uint32_t i = 0; i < t->n; i++)
		v[i] = *st_element(&t->s, i, c) + q->b->f[i] * dt;
	q->v = (direction){v, t->k.at + (size_t)c * t->kept_count, t->by[c], dt};
	double reach = reach_of(t, q->b, &q->v, t->size[c]);
	if (dt != 0)
		reach = fmin(reach, fmax(q->b->at - q->b->from, 1e-3 * span_of(t, q->b)) / fabs(dt));
	bool good = false;
	for (size_t k = 0; k < sizeof parts / sizeof *parts && !good; k++)
		good = differentiate(t, q, c, parts[k] * reach, z);
	if (!good)
		return st_lose(t, "what an event does is not smooth");
	for (uint32_t i = 0; i < q->n; i++)
		z[i] -= se_data(t->run)->xd[i] * dt;
	return true;
}

static uint32_t causes_of(const st_tangent *t, const st_before *b, uint32_t *cause)
{
	uint32_t n = find_causes(t, b, 64 * DBL_EPSILON * span_of(t, b), cause);
	return n || !b->crossing ? n : find_causes(t, b, INFINITY, cause);
}

static bool note_shifts(st_tangent *t, const st_before *b, const uint32_t *cause, uint32_t causes)
{
	double *by = sb_new_array(t->once, double, t->m + 1);
	for (uint32_t c = 0; c < t->m; c++)
		if (!shift_of(t, b, cause, causes, c, &by[c]))
			return false;
	sb_push(t->once, t->shifts, ((st_shift){b->at, by}));
	return true;
}

bool st_after_last(st_tangent *t, st_before *b)
{
	uint32_t *cause = sb_new_array(t->scratch, uint32_t, b->conditions + 1), n = causes_of(t, b, cause);
	if (!n && b->crossing)
		return st_lose(t, "the condition that ends the run was not found");
	return note_shifts(t, b, cause, n);
}

bool st_after_instant(st_tangent *t, st_before *b)
{
	uint32_t *cause = sb_new_array(t->scratch, uint32_t, b->conditions + 1);
	se_show(t->run);
	jump q = {.b = b, .cause = cause, .n = se_states(t->run), .kept_count = se_keeps(t->run)};
	q.causes = causes_of(t, b, cause);
	uint32_t *kept = sb_new_array(t->scratch, uint32_t, q.kept_count + 1), all = q.n + q.kept_count;
	se_kept_scalars(t->run, kept);
	q.kept = kept;
	double *z = sb_new_array(t->scratch, double, (size_t)all * t->m + 1);
	if (!q.causes && b->crossing)
		return st_lose(t, "the condition that makes an event was not found");
	if (t->way->left && !note_shifts(t, b, cause, q.causes))
		return false;
	for (uint32_t c = 0; c < t->m; c++)
		if (!jump_of(t, &q, c, z + (size_t)c * all))
			return false;
	if (b->mode != se_mode_of(t->run))
		st_tangent_enter(t);
	for (uint32_t c = 0; c < t->m; c++) {
		for (uint32_t i = 0; i < t->n; i++) {
			*st_element(&t->s, i, c) = z[(size_t)c * all + i];
			*st_element(&t->most, i, c) = fmax(*st_element(&t->most, i, c), fabs(z[(size_t)c * all + i]));
		}
		for (uint32_t i = 0; i < t->kept_count; i++)
			*st_element(&t->k, i, c) = z[(size_t)c * all + t->n + i];
	}
	return !t->lost;
}
