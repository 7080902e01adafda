/* What goes round: a in sin(a), cos(a), tan(a). No step may turn one by more than a quarter of a turn (forcing.c). */
#include "structure/forcing/forcing.h"
#include "structure/solve/solve.h"

enum { ANGLES_MOST = 1000 };

/* Of a family of angles that are affine in time: one that turns as fast as the fastest of them. 0: they are not. */
static sx_ref fastest(ss_work *w, sx_ref angle)
{
	sx_ref slope, rest;
	sb_u32s iterators = {0};

	if (!angle || !sx_linear(w->pool, angle, sx_time(w->pool), &slope, &rest))
		return 0;
	ss_visit(w, slope);
	for (sx_ref part; (part = ss_next_part(w, SX_HAS_ITER));) {
		if (sx_op_of(w->pool, part) == SX_ITER)
			sb_push(w->scratch, iterators, sx_at(w->pool, part)->payload);
		ss_look_inside(w, part, 0);
	}
	slope = sx_unary(w->pool, SX_ABS, slope);
	for (uint32_t i = 0; i < iterators.n; i++) {
		uint64_t range;
		if (!sb_map_get(&w->range_of, iterators.at[i], &range))
			return 0;
		const ss_range *r = &w->ranges.at[range - 1];
		slope =
			sx_reduce(w->pool, SX_MAXIMUM, iterators.at[i], sx_int(w->pool, r->from), sx_int(w->pool, r->to), slope);
	}
	return sx_binary(w->pool, SX_MUL, sx_time(w->pool), slope);
}

void ss_note_in_rates(forcing *f)
{
	ss_work *w = f->w;
	sb_u32s targets = {0};

	f->in_rates = sb_new_array(w->scratch, bool, 3 * (size_t)w->n + 1);
	for (uint32_t i = 0; i < w->plan->steps.n; i++)
		if (w->plan->steps.at[i].phases & SS_RATES)
			ss_step_targets(w, w->plan, &w->plan->steps.at[i], &targets);
	for (uint32_t i = 0; i < targets.n; i++)
		f->in_rates[targets.at[i]] = true;
}

/* Is all that it reads known when the rates are? */
static bool is_in_rates(forcing *f, sx_ref e)
{
	ss_work *w = f->w;

	w->found.n = 0;
	ss_depends(w, e, &w->found);
	for (uint32_t i = 0; i < w->found.n; i++) {
		uint32_t key = w->found.at[i];
		bool state = key < w->n && w->traits[key] & SS_IS_STATE;
		if (w->level[key] == SS_LEVEL_CONTINUOUS && !state && !f->in_rates[key])
			return false;
	}
	return true;
}

static void add_one_angle(forcing *f, sx_ref e, sx_ref of_time, bool steady)
{
	ss_work *w = f->w;
	sx_ref value = of_time ? of_time : e;
	uint64_t known;

	if (sx_flags(w->pool, value) & (SX_HAS_LOCAL | SX_HAS_STATEFUL) ||
		(sx_flags(w->pool, value) & SX_HAS_CALL && !of_time) ||
		sb_map_get(&f->angle_of, value, &known))
		return;
	if (!of_time && !ss_moves(w, e))
		return;
	w->plan->angles_watched |= !of_time && !is_in_rates(f, e);
	sb_map_put(&f->angle_of, value, 1);
	sx_ref guarded = ss_guarded(f, value, 0);
	ss_angle a = { guarded, value, of_time && ss_add_inputs(f, guarded), steady };
	a.steady = a.steady && a.of_time;
	sb_push(w->arena, w->plan->angles, a);
}

static void add_angle_at(forcing *f, sx_ref e)
{
	sx_ref angle = ss_of_time(f, e);

	if (!(sx_flags(f->w->pool, angle ? angle : e) & SX_HAS_ITER))
		add_one_angle(f, e, angle, angle && ss_is_affine_in_time(f->w, angle));
}

/* Of a large family whose angles are not affine, some. */
void ss_add_angle(forcing *f, sx_ref e)
{
	ss_work *w = f->w;
	sx_ref quickest = sx_flags(w->pool, e) & SX_HAS_ITER ? fastest(w, ss_of_time(f, e)) : 0;

	if (quickest)
		add_one_angle(f, e, quickest, true);
	else
		ss_at_points(f, e, ANGLES_MOST, true, add_angle_at);
}
