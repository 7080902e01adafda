/* Equilibrium: from many starts to one point, and what is to be said about it. */
#include "study/point/problem.h"
#include "base/stop.h"
#include <math.h>
#include <string.h>

/* A number between -1 and 1 that depends on seed, start and variable alone. */
static double chance(uint64_t seed, uint32_t start, uint32_t variable)
{
	uint32_t key[] = {start, variable};
	uint64_t hash = sb_hash(key, sizeof key, seed + 0x9E3779B97F4A7C15u);
	hash = sb_hash(&hash, sizeof hash, seed);
	return (double)(hash >> 11) * 0x1p-52 - 1;
}

/* The run's own point, then points farther and farther away; between bounds if there are two. Every second one is near
 * the run's own point in units of its own values: usual sizes mean nothing where all of a model is small. */
static void begin_at(const st_problem *p, uint64_t seed, uint32_t start, double *z)
{
	static const double spread[] = {1, 3, 10, 0.3};
	for (uint32_t k = 0; k < p->n; k++) {
		double c = chance(seed, start, k), width = p->high[k] - p->low[k];
		double unit = start % 2 && p->start[k] != 0 ? fabs(p->start[k]) : p->usual[k] / p->scale;
		z[k] = p->start[k];
		if (start && isfinite(width))
			z[k] = p->low[k] + width * (c + 1) / 2;
		else if (start)
			z[k] += c * unit * spread[start / 2 % 4];
		z[k] = fmin(p->high[k], fmax(p->low[k], z[k]));
	}
}

static int rank_of_end(st_end end)
{
	return end == ST_SOLVED ? 0 : end == ST_NOWHERE ? 2 : 1;
}

static bool is_better(const st_least *a, const st_least *b)
{
	int ra = rank_of_end(a->end), rb = rank_of_end(b->end);
	return ra != rb ? ra < rb : a->sum < b->sum * (1 - 1e-9);
}

static st_least zero_from(st_problem *p, const double *z)
{
	st_squares squares = st_problem_squares(p);
	st_problem_size(p, z);
	return st_least_squares(&squares, z, p->arena);
}

/* A zero of all conditions; if there is none, the point at which they are least, in units of the usual sizes. */
static st_least search_from(st_problem *p, const double *z)
{
	st_least zero = zero_from(p, z);
	if (zero.end == ST_SOLVED || zero.end == ST_NOWHERE)
		return zero;
	st_squares squares = st_problem_squares(p);
	squares.usual = NULL;
	memcpy(p->size, p->usual, p->n * sizeof *p->size);
	st_least least = st_least_squares(&squares, z, p->arena);
	if (least.end != ST_SOLVED)
		return least;
	zero = zero_from(p, least.z);
	least.end = ST_NEAREST;
	return zero.end == ST_SOLVED ? zero : least;
}

static st_least search(st_problem *p, const st_trim_request *q, st_trim *out)
{
	double *z = sb_new_array(p->arena, double, p->n + 1);
	uint32_t starts = q->starts ? q->starts : 20;
	st_least best = {.end = ST_NOWHERE, .sum = INFINITY};
	for (uint32_t i = 0; i < starts && sb_stopped() == SB_GO_ON; i++) {
		begin_at(p, q->seed, i, z);
		st_least one = search_from(p, z);
		out->tried++;
		if (!i || is_better(&one, &best)) {
			best = one;
			out->start_number = i;
		}
		if (best.end == ST_SOLVED)
			break;
		if (one.end == ST_NOWHERE)
			out->why = sb_strdup(p->arena, st_standing_why(&p->standing));
	}
	return best;
}

/* ---------------------------------------------------------------------------------------------------- what to say */

/* In units of the quantities, the largest factor 1, and what is next to nothing none. */
static double *direction(sb_arena *arena, const double *at, const double *unit, uint32_t n)
{
	double *out = sb_new_array(arena, double, n + 1), most = 0;
	uint32_t largest = 0;
	for (uint32_t i = 0; i < n; i++) {
		out[i] = at[i] * unit[i];
		if (fabs(at[i]) > most * (1 + 1e-9)) {
			most = fabs(at[i]);
			largest = i;
		}
	}
	double scale = out[largest];
	for (uint32_t i = 0; i < n; i++)
		out[i] = fabs(at[i]) < 1e-9 * most || scale == 0 ? 0 : out[i] / scale;
	return out;
}

/* What changes of all that is free do to a condition. */
static double reach_of(const st_problem *p, const st_least *best, uint32_t i)
{
	double sum = 0;
	for (uint32_t k = 0; k < p->n; k++)
		sum += fabs(best->matrix[(size_t)i * p->n + k]) * fmax(p->size[k], fabs(best->z[k]));
	return sum;
}

/* The rank and the null space of the conditions by what is free and not at a bound. */
static void find_directions(st_problem *p, const st_least *best, st_trim *out)
{
	bool *held = sb_new_array(p->arena, bool, p->n + 1);
	st_dense ways, all = st_dense_new(p->arena, p->m, p->n);
	st_svd d;
	for (uint32_t k = 0; k < p->n; k++)
		held[k] = best->bound[k] != 0;
	if (!st_problem_ways(p, held, p->arena, &ways))
		return;
	for (uint32_t i = 0; i < p->m; i++) {
		double reach = reach_of(p, best, i);
		for (uint32_t k = 0; k < p->n && reach > 0; k++)
			*st_element(&all, i, k) = best->matrix[(size_t)i * p->n + k] * p->size[k] / reach;
	}
	st_dense j = st_dense_times(p->arena, &all, &ways);
	if (!st_dense_svd(p->arena, &j, &d))
		return;
	out->rank = d.count && d.s[0] > 0 ? st_svd_rank(&d, 1e-9 * d.s[0]) : 0;
	for (uint32_t r = out->rank; r < ways.columns; r++) {
		st_dense v = st_dense_part(p->arena, &d.v, 0, r, ways.columns, 1), z = st_dense_times(p->arena, &ways, &v);
		sb_push(p->arena, out->loose, direction(p->arena, z.at, p->size, p->n));
	}
}

/* Eigenvalues of the whole model at the point where the run of the problem stands. */
static void find_stability(st_problem *p, st_trim *out)
{
	st_linear l;
	st_linear_request q = {.bare = true};
	if (!st_linearise(p->standing.model, p->standing.run, &q, p->arena, p->standing.diag, &l))
		return;
	out->pole_count = l.s.a.rows;
	out->poles = sb_new_array(p->arena, st_pole, out->pole_count + 1);
	out->states = l.s.states;
	out->stable = st_poles(p->arena, &l.s, out->poles);
	for (uint32_t i = 0; i < out->pole_count; i++)
		out->stable = out->stable && out->poles[i].stable;
}

static void tell(st_problem *p, const st_least *best, st_trim *out)
{
	static const st_trimmed ends[] = {[ST_SOLVED] = ST_TRIMMED, [ST_NEAREST] = ST_NOT_REACHED, [ST_STUCK] = ST_NO_WAY,
									  [ST_NOWHERE] = ST_NO_VALUES};
	double *residual = sb_new_array(p->arena, double, p->m + 1);
	bool any = false;
	out->end = ends[best->end];
	out->value = best->z;
	out->bound = best->bound;
	out->residual = sb_new_array(p->arena, double, p->m + 1);
	out->stays = sb_new_array(p->arena, bool, p->m + 1);
	out->moved = sb_new_array(p->arena, bool, p->m + 1);
	if (best->end == ST_NOWHERE)
		return;
	if (best->limited && best->end == ST_STUCK)
		out->why = sb_strdup(p->arena, st_standing_why(&p->standing));
	st_problem_at(p, best->z, residual, best->matrix);
	for (uint32_t i = 0; i < p->m; i++) {
		double reach = reach_of(p, best, i);
		out->residual[i] = residual[i] / p->conditions[i].weight;
		out->moved[i] = reach > 1e-12 * fabs(residual[i]);
		out->stays[i] = !(fabs(residual[i]) <= 1e-9 * reach);
		any = any || out->stays[i];
	}
	for (uint32_t i = 0; i < p->m && !any; i++)
		out->stays[i] = best->end != ST_SOLVED && residual[i] != 0;
	find_directions(p, best, out);
	find_stability(p, out);
}

bool st_trim_find(st_model *m, se_run *run, const se_settings *settings, const st_trim_request *q, sb_arena *arena,
				  sb_diag *diag, st_trim *out)
{
	st_problem p;
	*out = (st_trim){.why = ""};
	bool good = st_problem_open(&p, m, run, settings, q, arena, diag);
	if (good) {
		out->n = p.n;
		out->m = p.m;
		out->names = p.names;
		out->conditions = p.texts;
		out->scalars = p.scalars;
		out->start = p.start;
		out->low = p.low;
		out->high = p.high;
		st_least best = search(&p, q, out);
		tell(&p, &best, out);
		out->trials = p.standing.trials;
	}
	st_problem_close(&p);
	return good;
}

bool st_trim_apply(const st_trim *t, se_run *run)
{
	for (uint32_t i = 0; i < t->n; i++)
		if (!se_change(run, t->scalars[i], t->value[i]))
			return false;
	se_show(run);
	return se_is_paused(run);
}
