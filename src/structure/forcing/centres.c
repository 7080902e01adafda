/* Where rates, or the functions of conditions, have a narrow peak or an edge over the states: exp(-((x - c)/w)^2) where
 * x passes c, 1/(1 + ((x - c)/w)^2), 1/cosh(x/w)^2, a difference of tanh(x/w), max(0, 1 - abs(x - c)/w), noEvent(if x >
 * a and x < b then ...), sin(x)^1000 where cos(x) is zero. A step over all of it, from one plain to the other, sees
 * nothing. So where such an x - c, the *centre* of the peak, changes its sign in a step, the engine looks at the rates
 * and the conditions there, and between two of them (engine/forcing/centre.c).
 *
 * A centre is written over states, time and what changes at events only: variables that one step computes are put in.
 * It may also read what a loop of equations computes; then the engine solves the loop first. An exp over such a value
 * has a centre only where something is squared in it: diodes in circuits have no peaks. */
#include "structure/forcing/forcing.h"
#include "structure/solve/solve.h"

enum { CENTRES_MOST = 2000, POINTS_MOST = 1000, COUNTED_MOST = 60, DEEP_MOST = 12, LARGEST = 200 };

/* of_time: of conditions. What is of time alone counts too, because steps do not end there by themselves (forcing.c) */
typedef struct centring {
	forcing *f;
	sx_ref *value;
	bool *looped;                    /* by key: a loop computes it within steps */
	sx_rewriter rewriter;
	sb_map seen;                     /* centres */
	sb_map tried;                    /* what was asked for: a part of many features is looked at once */
	uint32_t depth, size;
	bool known, of_time;
	bool may_loop, loops;            /* it may read what loops compute; it does */
	bool left;                       /* of time alone, and perhaps among what forcing.c has left out */
	bool counting;                   /* a large family at once */
	sm_exprs counts;                 /* by family: they become the last centres */
} centring;

/* Replaces what steps compute by how they do; `known` becomes false where that is not known. */
static sx_ref put_in(sx_rewriter *self, sx_pool *p, sx_ref e)
{
	centring *c = self->context;
	ss_work *w = c->f->w;
	sx_op op = sx_op_of(p, e);
	uint32_t key = op == SX_VAR ? ss_key(w, e) : UINT32_MAX;

	if ((op == SX_CALL && !ss_is_of_time_table(w, e)) || op == SX_OUT || op == SX_DELAY || op == SX_DER ||
		op == SX_LOCAL || op == SX_AT || op == SX_TRANSPORTED || ++c->size > LARGEST)
		c->known = false;
	if (!c->known || op == SX_PRE || op == SX_LATCH || op == SX_SAMPLE)
		return e;
	if (op != SX_VAR)
		return 0;
	if (ss_is_known(sm_var(w->model, sx_at(p, e)->payload)))
		return e;
	ss_box box;
	uint32_t cell = key != UINT32_MAX ? key : ss_only_cell(w, e, &box);
	if (cell != UINT32_MAX && (w->level[cell] < SS_LEVEL_CONTINUOUS || (cell < w->n && w->traits[cell] & SS_IS_STATE)))
		return e;
	sx_ref value = key != UINT32_MAX ? c->value[key] : ss_family_value(w, c->value, e);
	if (cell != UINT32_MAX && !value && c->looped[cell] && c->may_loop) {
		c->loops = true;
		return e;
	}
	if (!value || c->depth > DEEP_MOST) {
		c->known = false;
		return e;
	}
	c->depth++;
	sx_ref by = sx_rewrite(self, p, value);
	c->depth--;
	return by;
}

static sx_ref over_states(centring *c, sx_ref e)
{
	c->rewriter = sx_rewriter_new(c->f->w->scratch, NULL, c);
	c->rewriter.enter = put_in;
	c->known = true;
	c->loops = false;
	c->depth = c->size = 0;
	sx_ref over = sx_rewrite(&c->rewriter, c->f->w->pool, e);
	return c->known ? over : 0;
}

/* A quotient is zero where what is divided is: E/(R*T) never. */
static bool has_no_zero(ss_work *w, sx_ref e)
{
	while (sx_op_of(w->pool, e) == SX_NEG)
		e = sx_arg(w->pool, e, 0);
	return sx_op_of(w->pool, e) == SX_DIV && !ss_moves(w, sx_arg(w->pool, e, 0));
}

/* All of a large family, as one number. */
static void add_counted(centring *c, sx_ref over)
{
	ss_work *w = c->f->w;
	sx_ref count = w->plan->counted.n < COUNTED_MOST ? ss_count_positive(c->f, over) : 0;

	if (!count)
		return;
	sb_push(w->scratch, c->counts, count);
	sb_push(w->arena, w->plan->counted, over);
}

static void add_centre(centring *c, sx_ref e)
{
	ss_work *w = c->f->w;
	bool time = c->of_time || c->left, iterates;
	uint64_t before, key = 8*(uint64_t)e + (c->counting ? 4 : 0) + (c->may_loop ? 2 : 0) + (time ? 1 : 0);

	if (w->plan->centres.n >= CENTRES_MOST || sb_map_get(&c->tried, key, &before))
		return;
	sb_map_put(&c->tried, key, 1);
	if (has_no_zero(w, e) || sx_type_of(w->pool, e) != SX_REAL || !ss_moves(w, e))
		return;
	sx_ref over = over_states(c, e);
	if (!over || !(sx_flags(w->pool, over) & (time ? SX_HAS_VAR | SX_HAS_TIME : SX_HAS_VAR)) ||
		sb_map_get(&c->seen, over, &before))
		return;
	iterates = sx_flags(w->pool, over) & SX_HAS_ITER;
	if (iterates && !c->counting)
		return;
	sb_map_put(&c->seen, over, 1);
	w->plan->centres_computed |= c->loops;
	if (iterates)
		add_counted(c, over);
	else
		sb_push(w->arena, w->plan->centres, over);
}

static bool is_even_power(const sx_pool *p, sx_ref e)
{
	if (sx_op_of(p, e) == SX_MUL)
		return sx_arg(p, e, 0) == sx_arg(p, e, 1);
	double n = sx_op_of(p, e) == SX_POW && sx_is_const(p, sx_arg(p, e, 1)) ? sx_real_value(p, sx_arg(p, e, 1)) : 1;
	return n > 0 && n < 1000 && n == 2 * (double)(int)(n / 2);
}

/* What is squared inside of it, or stands in an abs or a cosh, and where a sine turns. False: there is nothing of the
 * former kind. */
static bool add_squares(centring *c, sx_ref e)
{
	ss_work *w = c->f->w;
	sm_exprs found = {0}, turns = {0};

	ss_visit(w, e);
	for (sx_ref part; (part = ss_next_part(w, SX_HAS_VAR | SX_HAS_TIME));) {
		sx_op op = sx_op_of(w->pool, part);
		if (op == SX_VAR)
			continue;
		if (op == SX_ATAN2 || (op == SX_TAN && c->of_time))      /* no step ends at a pole */
			sb_push(w->scratch, turns, ss_break_of(w, part));
		if (op == SX_SIN || op == SX_COS)
			sb_push(w->scratch, turns, sx_unary(w->pool, op == SX_SIN ? SX_COS : SX_SIN, sx_arg(w->pool, part, 0)));
		if (is_even_power(w->pool, part) || op == SX_COSH || op == SX_ABS)
			sb_push(w->scratch, found, sx_arg(w->pool, part, 0));
		ss_look_inside(w, part, 0);
	}
	bool before = c->may_loop;
	c->may_loop = true;
	for (uint32_t i = 0; i < found.n; i++)
		add_centre(c, found.at[i]);
	for (uint32_t i = 0; i < turns.n; i++)
		add_centre(c, turns.at[i]);
	c->may_loop = before;
	return found.n > 0;
}

/* A product has the zeros of its factors: (x - a)*(b - x) need not change its sign in a step over both. */
static void add_factors(centring *c, sx_ref e)
{
	sx_pool *p = c->f->w->pool;

	for (;; e = sx_arg(p, e, 0)) {
		sx_op op = sx_op_of(p, e);
		if (op == SX_MUL)
			add_factors(c, sx_arg(p, e, 1));
		else if (op != SX_NEG && op != SX_DIV && op != SX_ABS)
			break;
	}
	add_centre(c, e);
}

static void add_below(forcing *f, sx_ref e)
{
	sx_ref over = over_states(f->centring, e);
	add_squares(f->centring, over ? over : e);
}

static void add_steep(forcing *f, sx_ref e)
{
	sx_ref over = over_states(f->centring, e);
	if (!add_squares(f->centring, over ? over : e))
		add_centre(f->centring, e);
}

static void add_edge(forcing *f, sx_ref e)
{
	sx_ref over = over_states(f->centring, e);
	add_squares(f->centring, over ? over : e);
	add_factors(f->centring, over ? over : e);
}

static void add_break(forcing *f, sx_ref e)
{
	sx_ref over = over_states(f->centring, e);
	add_squares(f->centring, over ? over : e);
	add_centre(f->centring, e);
}

/* Steps of whole numbers that make no events. */
static void add_steps(forcing *f, sx_ref e)
{
	ss_work *w = f->w;
	sx_ref inside = ss_step_inside(w, e), over = inside ? over_states(f->centring, inside) : 0;

	if (!over || !ss_moves(w, inside))
		return;
	add_squares(f->centring, over);
	add_centre(f->centring, ss_step_function(w, e, over));
}

/* At each point of a family; a large one is counted. */
static void add_points(forcing *f, sx_ref e, void (*add)(forcing *f, sx_ref e))
{
	uint64_t points = ss_points(f, e);

	f->centring->counting = points > POINTS_MOST && points != UINT64_MAX;
	if (f->centring->counting)
		add(f, e);
	else
		ss_at_points(f, e, POINTS_MOST, true, add);
	f->centring->counting = false;
}

/* Steps end at what is of time alone by themselves, unless there is too much of it. */
static void add_each(forcing *f, const sm_exprs *list, void (*add)(forcing *f, sx_ref e))
{
	ss_work *w = f->w;
	for (uint32_t i = 0; i < list->n; i++) {
		sx_ref e = list->at[i];
		if (sx_type_of(w->pool, e) != SX_REAL || !ss_moves(w, e))
			continue;
		bool timed = !f->centring->of_time && ss_of_time(f, e);
		f->centring->left = timed && f->crowded;
		if (!timed || f->centring->left)
			add_points(f, e, add);
		f->centring->left = false;
	}
}

static void find_values(centring *c)
{
	ss_work *w = c->f->w;

	sb_u32s targets = {0};
	c->value = sb_new_array(w->scratch, sx_ref, 3 * (size_t)w->n + 1);
	c->looped = sb_new_array(w->scratch, bool, 3 * (size_t)w->n + 1);
	c->seen = sb_map_new(w->scratch);
	c->tried = sb_map_new(w->scratch);
	for (uint32_t i = 0; i < w->plan->steps.n; i++) {
		const ss_step *step = &w->plan->steps.at[i];
		uint32_t key = step->kind == SS_ASSIGN && !step->when && sx_op_of(w->pool, step->target) == SX_VAR
						   ? ss_key(w, step->target)
						   : UINT32_MAX;
		if (key != UINT32_MAX)
			c->value[key] = step->value;
		if (step->kind != SS_LOOP || !(step->phases & (SS_RATES | SS_WATCH)))
			continue;
		targets.n = 0;
		ss_step_targets(w, w->plan, step, &targets);
		for (uint32_t k = 0; k < targets.n; k++)
			c->looped[targets.at[k]] = true;
	}
}

/* A feature of an equation of a loop decides over what the loop computes: it may jump there, to the other side. */
static bool is_in_loop(const ss_work *w, sx_ref e)
{
	for (uint32_t i = 0; i < w->plan->loops.n; i++) {
		const ss_loop *loop = w->plan->loops.at[i];
		for (uint32_t k = 0; k < loop->n && !loop->linear; k++)
			if (sx_contains(w->pool, loop->residuals[k], e))
				return true;
		for (uint32_t k = 0; k < loop->inner.n; k++)
			if (loop->inner.at[k].value && sx_contains(w->pool, loop->inner.at[k].value, e))
				return true;
	}
	return false;
}

void ss_find_centres(forcing *f, bool conditions)
{
	ss_work *w = f->w;
	const features *list = &f->found;
	sm_exprs edges = {0}, breaks = {0}, inside = {0};

	for (uint32_t i = 0; i < list->cornered.n; i++) {
		sx_ref edge = ss_corner_of(w, list->cornered.at[i]);
		if (edge && is_in_loop(w, list->cornered.at[i]))
			sb_push(w->scratch, inside, edge);
		else if (edge)
			sb_push(w->scratch, edges, edge);
	}
	for (uint32_t i = 0; i < list->broken.n; i++)
		if (conditions || sx_op_of(w->pool, list->broken.at[i]) != SX_TAN)
			sb_push(w->scratch, breaks, ss_break_of(w, list->broken.at[i]));
	if (!list->steep.n && !list->below.n && !list->powers.n && !edges.n && !inside.n && !breaks.n && !list->stepped.n)
		return;
	if (!f->centring) {
		f->centring = sb_new(w->scratch, centring);
		f->centring->f = f;
		find_values(f->centring);
	}
	f->centring->of_time = conditions;
	add_each(f, &list->steep, add_steep);
	add_each(f, &inside, add_edge);
	f->centring->may_loop = true;
	add_each(f, &list->edged, add_steep);
	add_each(f, &list->below, add_below);
	add_each(f, &list->powers, add_below);
	add_each(f, &edges, add_edge);
	add_each(f, &breaks, add_break);
	for (uint32_t i = 0; i < list->stepped.n; i++)
		add_points(f, list->stepped.at[i], add_steps);
	f->centring->may_loop = false;
}

void ss_close_centres(forcing *f)
{
	for (uint32_t i = 0; f->centring && i < f->centring->counts.n; i++)
		sb_push(f->w->arena, f->w->plan->centres, f->centring->counts.at[i]);
}
