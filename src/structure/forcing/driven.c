/* What time drives through states. In exp((A*sin(w*time) - v)/Vt), with a state v, the inside is no function of time
 * alone. But it has its extrema where its derivative by time, with the states held, is zero, as nearly as the states
 * are slow. A pulse has its middle there: the diode of a rectifier conducts for a small part of the period, at the peak
 * of the source. A step over the whole pulse sees nothing of it, so steps end at the peaks, as they do at those of
 * functions of time alone (forcing.c).
 *
 * The *slopes* of a variable are functions of time: its derivative by time, with the states held, where that is one;
 * otherwise those of all parts that it is computed from, loops of equations included. In the latter case the extrema of
 * the parts count, and those of their differences: three phases drive a bridge by pairs. */
#include "structure/forcing/forcing.h"
#include "structure/solve/solve.h"

enum { SLOPES_MOST = 4, DEEP_MOST = 40 };

typedef struct slopes { sx_ref at[SLOPES_MOST]; uint32_t n; bool many, exact; } slopes;

typedef struct driving {
	forcing *f;
	slopes **of;                     /* by key; NULL: time does not drive it, or not within its instant */
	bool mixed;                      /* while a derivative is made: it is not known */
	sb_map seen;                     /* while parts are looked at */
} driving;

static void add_slope(slopes *s, sx_ref slope)
{
	for (uint32_t i = 0; i < s->n; i++)
		if (s->at[i] == slope)
			return;
	if (s->n < SLOPES_MOST)
		s->at[s->n++] = slope;
	else
		s->many = true;
}

static void add_slopes(slopes *s, const slopes *more)
{
	for (uint32_t i = 0; more && i < more->n; i++)
		add_slope(s, more->at[i]);
	s->many = s->many || (more && more->many);
}

/* Of what is of time alone. A slope that does not change its sign has no place here, but only its zeros will tell. */
static void add_slope_of(driving *d, slopes *s, sx_ref of_time)
{
	sx_pool *p = d->f->w->pool;
	sx_ref slope = sx_diff(p, of_time, sx_time(p), NULL);

	if (slope && sx_flags(p, slope) & SX_HAS_TIME)
		add_slope(s, slope);
}

static sx_ref slope_of_leaf(sx_chain *self, sx_pool *p, sx_ref leaf)
{
	driving *d = self->context;
	ss_work *w = d->f->w;
	sx_op op = sx_op_of(p, leaf);
	uint32_t key = op == SX_VAR || op == SX_DER ? ss_key(w, leaf) : UINT32_MAX;

	if (op == SX_CALL || op == SX_OUT)
		d->mixed = true;
	if (key != UINT32_MAX && d->f->definition[key])
		return sx_diff(p, d->f->definition[key], sx_time(p), NULL);
	if (key != UINT32_MAX && d->of[key]) {
		d->mixed = d->mixed || !d->of[key]->exact;
		return d->of[key]->exact ? d->of[key]->at[0] : 0;
	}
	if (key == UINT32_MAX && sx_flags(p, leaf) & SX_HAS_ITER)
		d->mixed = true;
	return 0;
}

/* The derivative by time with the states held, if that is a function of time. */
static bool add_exact(driving *d, slopes *s, sx_ref e)
{
	ss_work *w = d->f->w;
	sx_chain chain = { slope_of_leaf, d, {0} };

	d->mixed = false;
	sx_ref slope = sx_diff(w->pool, e, sx_time(w->pool), &chain);
	if (!slope || d->mixed)
		return false;
	sx_ref of_time = ss_of_time(d->f, slope);
	if (of_time) {
		add_slope(s, of_time);
		s->exact = s->n == 1;
		return true;
	}
	return !ss_moves(w, slope);          /* affine in time, or not driven at all */
}

/* Does it depend on time within its instant? */
static bool is_driven(driving *d, sx_ref e)
{
	ss_work *w = d->f->w;
	bool driven = sx_flags(w->pool, e) & SX_HAS_TIME;

	w->found.n = 0;
	ss_depends(w, e, &w->found);
	for (uint32_t i = 0; i < w->found.n && !driven; i++)
		driven = d->of[w->found.at[i]] || d->f->definition[w->found.at[i]];
	return driven;
}

static void add_parts(driving *d, slopes *s, sx_ref e, uint32_t depth)
{
	ss_work *w = d->f->w;
	sx_op op = sx_op_of(w->pool, e);
	uint64_t before;

	if (sb_map_get(&d->seen, e, &before) || !is_driven(d, e))
		return;
	sb_map_put(&d->seen, e, 1);
	sx_ref of_time = sx_type_of(w->pool, e) == SX_REAL && sx_flags(w->pool, e) & (SX_HAS_TIME | SX_HAS_VAR | SX_HAS_DER)
						 ? ss_of_time(d->f, e)
						 : 0;

	if (of_time) {
		add_slope_of(d, s, of_time);
		return;
	}
	if (op == SX_VAR || op == SX_DER) {
		sb_u32s keys = {0};
		ss_depends(w, e, &keys);
		for (uint32_t i = 0; i < keys.n; i++) {
			add_slopes(s, d->of[keys.at[i]]);
			if (d->f->definition[keys.at[i]])
				add_slope_of(d, s, d->f->definition[keys.at[i]]);
		}
		return;
	}
	if (depth > DEEP_MOST || op == SX_PRE || op == SX_DELAY)
		return;
	for (uint32_t i = 0; i < sx_at(w->pool, e)->count; i++)
		if (sx_arg(w->pool, e, i))
			add_parts(d, s, sx_arg(w->pool, e, i), depth + 1);
}

static void add_expression(driving *d, slopes *s, sx_ref e)
{
	slopes own = {0};

	if (!e || !is_driven(d, e))
		return;
	d->seen = sb_map_new(d->f->w->scratch);
	if (!add_exact(d, &own, e))
		add_parts(d, &own, e, 0);
	add_slopes(s, &own);
	s->exact = own.exact && s->n == 1;
}

static void keep(driving *d, uint32_t key, const slopes *s)
{
	if (key == UINT32_MAX || d->f->definition[key] || (!s->n && !s->many))
		return;
	if (!d->of[key])
		d->of[key] = sb_new(d->f->w->scratch, slopes);
	add_slopes(d->of[key], s);
	d->of[key]->exact = s->exact && d->of[key]->n == 1;
}

/* ---- loops */

typedef struct looping { driving *d; slopes *s; } looping;

static void add_of_loop(void *context, sx_ref e, bool target)
{
	looping *l = context;
	(void)target;
	add_expression(l->d, l->s, e);
	l->s->exact = false;
}


static void mark(driving *d, const slopes *s)
{
	ss_work *w = d->f->w;

	for (uint32_t i = 0; i < s->n; i++) {
		ss_mark_extrema(d->f, s->at[i]);
		for (uint32_t k = 0; k < i; k++) {
			sx_ref difference = sx_binary(w->pool, SX_SUB, s->at[i], s->at[k]);
			if (sx_flags(w->pool, difference) & SX_HAS_TIME)
				ss_mark_extrema(d->f, difference);
		}
	}
	w->plan->looked_at |= s->many;
}

static void drive_loop(driving *d, const ss_step *step, bool needed)
{
	ss_work *w = d->f->w;
	const ss_loop *b = w->plan->loops.at[step->loop];
	slopes s = {0};
	looping l = { d, &s };
	sb_u32s targets = {0};

	ss_step_exprs(w->plan, step, add_of_loop, &l);
	if (!s.n && !s.many)
		return;
	ss_step_targets(w, w->plan, step, &targets);
	for (uint32_t i = 0; i < targets.n; i++)
		keep(d, targets.at[i], &s);
	if (!b->linear && needed)
		mark(d, &s);
}

/* Of calls and of functions with corners (u > v, max(u, v)) all arguments count, and their difference. */
static void mark_inside(driving *d, sx_ref e)
{
	ss_work *w = d->f->w;
	sx_op op = sx_op_of(w->pool, e);
	slopes s = {0};
	bool corner = op == SX_MIN || op == SX_MAX || sx_is_order(op);

	if (corner && sx_type_of(w->pool, sx_arg(w->pool, e, 0)) == SX_REAL &&
		sx_type_of(w->pool, sx_arg(w->pool, e, 1)) == SX_REAL)
		e = sx_binary(w->pool, SX_SUB, sx_arg(w->pool, e, 0), sx_arg(w->pool, e, 1));
	if (sx_type_of(w->pool, e) == SX_REAL && ss_of_time(d->f, e))
		return;
	add_expression(d, &s, e);
	mark(d, &s);
}

static void mark_insides(driving *d, const sm_exprs *list)
{
	for (uint32_t i = 0; i < list->n; i++) {
		d->f->guard = ss_guard_of(d->f, list->at[i]);
		mark_inside(d, list->at[i]);
	}
	d->f->guard = 0;
}

void ss_look_at_driven(forcing *f, const bool *needed)
{
	ss_work *w = f->w;
	ss_plan *plan = w->plan;
	driving d = { f, sb_new_array(w->scratch, slopes *, 3 * (size_t)w->n + 1), false, {0} };

	if (!f->found.steep.n && !f->found.curved.n && !f->found.cornered.n && !f->found.called.n)
		return;
	for (uint32_t i = 0; i < plan->steps.n; i++) {
		const ss_step *step = &plan->steps.at[i];
		slopes s = {0};
		if (step->phases & SS_DISCRETE || step->when)
			continue;
		if (step->kind == SS_LOOP)
			drive_loop(&d, step, needed[i]);
		if (step->kind != SS_ASSIGN)
			continue;
		add_expression(&d, &s, step->value);
		keep(&d, ss_key(w, step->target), &s);
	}
	mark_insides(&d, &f->found.steep);
	mark_insides(&d, &f->found.curved);
	mark_insides(&d, &f->found.cornered);
	mark_insides(&d, &f->found.called);
}
