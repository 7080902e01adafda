/* What time forces. A solver evaluates the rates at a few points of each step and nowhere else: a forcing that goes
 * round between them, or is zero at all of them, does not exist for it. But forcing by time is written in the text, so
 * its pace and its corners are known:
 *
 *     angles    a in sin(a), cos(a), tan(a): no step may turn one by more than a quarter of a turn
 *     moments   times at which a function of time alone changes its sign: conditions, corners of abs, max, min and
 *               noEvent(if ...), and extrema of what stands inside a nonlinear function (the middle of a pulse
 *               exp(-((time - 5)/w)^2), the maxima of sin(time)^40), the edges of a steep one (tanh(1e6*(time - 5))).
 *               The engine finds them ahead of the run
 *
 * A variable that one step computes from time, parameters and values that change at events only has a *definition*:
 * that expression, with the definitions of what it reads put in. Functions of time alone are therefore found through
 * any number of variables. Whatever depends on something else is replaced by a local that no plan has, so that a result
 * without it is of time alone. */
#include "structure/forcing/forcing.h"
#include "structure/expand/expand.h"
#include "structure/solve/solve.h"

enum { MOMENTS_MOST = 200, INPUTS_MOST = 1000, EDGE = 37 };        /* exp(-37) is 1e-16 */

/* ---- functions of time alone */

static sx_ref not_of_time(sx_pool *pool, sx_ref e)
{
	return sx_make(pool, SX_LOCAL, sx_type_of(pool, e), UINT32_MAX, NULL, 0);
}

uint32_t ss_only_cell(ss_work *w, sx_ref var, ss_box *box)
{
	uint32_t first = w->met.n, cell = UINT32_MAX;

	if (ss_box_of(w, var, box)) {
		ss_cells_met(w, var, &w->met);
		cell = w->met.n == first + 1 ? w->met.at[first] : UINT32_MAX;
		w->met.n = first;
	}
	return cell;
}

sx_ref ss_family_value(ss_work *w, const sx_ref *values, sx_ref e)
{
	bool rate = sx_op_of(w->pool, e) == SX_DER;
	sx_ref var = rate ? sx_arg(w->pool, e, 0) : e, to[SS_RANK_MOST], definition = 0;
	ss_box box;
	uint32_t from[SS_RANK_MOST], n = 0, cell = ss_only_cell(w, var, &box);

	if (cell == UINT32_MAX || !(definition = values[rate ? w->n + cell : cell]))
		return 0;
	for (uint32_t d = 0; d < box.rank; d++) {
		ss_subscript s;
		if (!ss_read_subscript(w->pool, sx_arg(w->pool, w->leaf[cell], d), &s))
			return 0;
		if (s.iterator == UINT32_MAX)
			continue;
		from[n] = s.iterator;
		to[n++] = sx_arg(w->pool, var, d);
	}
	return ss_shift_iterators(w, definition, from, to, n);
}

static sx_ref put_in_variable(forcing *f, sx_ref e)
{
	ss_work *w = f->w;
	uint32_t key = ss_key(w, e);
	sx_ref definition = key != UINT32_MAX ? f->definition[key] : ss_family_value(w, f->definition, e);

	if (definition)
		return definition;
	if (key != UINT32_MAX)
		return w->level[key] < SS_LEVEL_CONTINUOUS ? e : not_of_time(w->pool, e);
	return sx_op_of(w->pool, e) == SX_VAR && ss_is_known(sm_var(w->model, sx_at(w->pool, e)->payload))
			   ? e
			   : not_of_time(w->pool, e);
}

static sx_ref put_in(sx_rewriter *self, sx_pool *pool, sx_ref e)
{
	switch (sx_op_of(pool, e)) {
	case SX_PRE:
	case SX_LATCH:
	case SX_SAMPLE:
	case SX_INITIAL:
	case SX_TERMINAL:
	case SX_TIME:
	case SX_CONST:
	case SX_ITER:
		return e;
	case SX_VAR: case SX_DER: return put_in_variable(self->context, e);
	case SX_CALL:
		return ss_is_of_time_table(((forcing *)self->context)->w, e) ? 0 : not_of_time(pool, e);
	case SX_OUT:
	case SX_DELAY:
	case SX_TRANSPORT:
	case SX_TRANSPORTED:
	case SX_LOCAL:
	case SX_ARRAY:
	case SX_AT:
	case SX_SIZE:
		return not_of_time(pool, e);
	default: return 0;
	}
}

/* The expression over time, parameters and what changes at events only; 0: it depends on something else, or on no
 * time. */
sx_ref ss_of_time(forcing *f, sx_ref e)
{
	ss_work *w = f->w;

	w->found.n = 0;
	ss_depends(w, e, &w->found);
	for (uint32_t i = 0; i < w->found.n; i++)
		if (w->level[w->found.at[i]] == SS_LEVEL_CONTINUOUS && !f->definition[w->found.at[i]])
			return 0;
	sx_ref of = sx_rewrite(&f->rewriter, w->pool, e);
	return of && !(sx_flags(w->pool, of) & SX_HAS_LOCAL) && sx_flags(w->pool, of) & SX_HAS_TIME ? of : 0;
}

static void define(forcing *f, const ss_step *step)
{
	ss_work *w = f->w;

	if (step->kind != SS_ASSIGN || step->when || step->phases & SS_DISCRETE)
		return;
	uint32_t key = ss_key(w, step->target);
	if (key != UINT32_MAX && w->level[key] == SS_LEVEL_CONTINUOUS)
		f->definition[key] = ss_of_time(f, step->value);
}

/* ---- what is to be looked at */

static void collect(void *context, sx_ref e, bool target)
{
	forcing *f = context;

	(void)target;
	ss_collect_features(f, &f->found, e);
}

static void collect_wait(void *context, const sm_statement *wait, uint32_t routine)
{
	(void)routine;
	collect(context, wait->condition, false);
}

typedef struct wanting { ss_work *w; bool *wanted; } wanting;

static void want(void *context, sx_ref e, bool target)
{
	wanting *c = context;
	(void)target;
	c->w->found.n = 0;
	if (e)
		ss_depends(c->w, e, &c->w->found);
	for (uint32_t i = 0; i < c->w->found.n; i++)
		c->wanted[c->w->found.at[i]] = true;
}

static void want_wait(void *context, const sm_statement *wait, uint32_t routine)
{
	(void)routine;
	want(context, wait->condition, false);
}

static bool is_searched(const ss_watch *watch)
{
	return !watch->time_only && !watch->initial_only && !watch->ahead;
}

/* What is computed within steps, for what? */
/* rates and what is delayed; conditions that are searched for within steps; both */
typedef enum purpose { FOR_RATES, FOR_CONDITIONS, FOR_ALL } purpose;

/* By step: is it needed for that? Steps are in order, so those that it needs come before. What changes at events only
 * stands still within steps, whatever it is computed from. */
static bool *needed_within_steps(ss_work *w, purpose what)
{
	ss_plan *plan = w->plan;
	bool *needed = sb_new_array(w->scratch, bool, plan->steps.n + 1);
	wanting c = { w, sb_new_array(w->scratch, bool, 3 * (size_t)w->n + 1) };
	sb_u32s targets = {0};

	for (uint32_t i = 0; i < plan->watches.n && what != FOR_RATES; i++)
		if (is_searched(&plan->watches.at[i]))
			want(&c, plan->watches.at[i].function, false);
	if (what != FOR_RATES)
		ss_wait_conditions(plan, want_wait, &c);
	for (uint32_t i = 0; i < plan->delays.n && what != FOR_CONDITIONS; i++)
		want(&c, plan->delays.at[i].value, false);
	for (uint32_t i = plan->steps.n; i-- > 0;) {
		const ss_step *step = &plan->steps.at[i];
		if (step->phases & SS_DISCRETE)
			continue;
		targets.n = 0;
		ss_step_targets(w, plan, step, &targets);
		needed[i] = what != FOR_CONDITIONS && step->phases & SS_RATES;
		for (uint32_t k = 0; k < targets.n && !needed[i]; k++)
			needed[i] = c.wanted[targets.at[k]];
		if (needed[i])
			ss_step_exprs(plan, step, want, &c);
	}
	return needed;
}

/* What is narrow or bends in that. */
static const bool *collect_for(forcing *f, purpose what)
{
	ss_work *w = f->w;
	ss_plan *plan = w->plan;
	const bool *needed = needed_within_steps(w, what);

	f->found = (features){0};
	w->stamp_now++;
	for (uint32_t i = 0; i < plan->steps.n; i++)
		if (needed[i])
			ss_step_exprs(plan, &plan->steps.at[i], collect, f);
	for (uint32_t i = 0; i < plan->watches.n && what != FOR_RATES; i++)
		if (is_searched(&plan->watches.at[i]))
			collect(f, plan->watches.at[i].function, false);
	if (what != FOR_RATES)
		ss_wait_conditions(plan, collect_wait, f);
	for (uint32_t i = 0; i < plan->delays.n && what != FOR_CONDITIONS; i++)
		collect(f, plan->delays.at[i].value, false);
	return needed;
}

/* ---- angles and moments */

/* What an expression reads that changes at events only: each must be known to be an input. False: there are too
 * many. */
bool ss_add_inputs(forcing *f, sx_ref e)
{
	ss_work *w = f->w;

	ss_visit(w, e);
	for (sx_ref part; (part = ss_next_part(w, SX_HAS_VAR | SX_HAS_PRE | SX_HAS_EVENT_OP | SX_HAS_STATEFUL));) {
		sx_op op = sx_op_of(w->pool, part);
		bool leaf = op == SX_VAR || op == SX_PRE || op == SX_LATCH || op == SX_SAMPLE;
		uint64_t known;
		if (!leaf)
			ss_look_inside(w, part, 0);
		if (!leaf || op == SX_SAMPLE ||
			(op == SX_VAR && ss_is_known(sm_var(w->model, sx_at(w->pool, part)->payload))))
			continue;
		if (sx_flags(w->pool, part) & SX_HAS_ITER)      /* one of each point of a family */
			return false;
		bool old = sb_map_get(&f->input_of, part, &known);
		if (!old && w->plan->moment_inputs.n >= INPUTS_MOST)
			return false;
		if (!old)
			sb_map_put(&f->input_of, part, known = w->plan->moment_inputs.n);
		f->reads |= UINT64_C(1) << known % 64;
		if (old)
			continue;
		sb_push(w->arena, w->plan->moment_inputs, sx_cast(w->pool, part, SX_REAL));
	}
	return true;
}

/* The same of a moment's function, and of its guard. */
static bool add_inputs_of(forcing *f, sx_ref function)
{
	f->reads = 0;
	return ss_add_inputs(f, function) && (!f->guard || ss_add_inputs(f, f->guard));
}

bool ss_is_affine_in_time(ss_work *w, sx_ref e)
{
	sx_ref slope, rest;
	return sx_linear(w->pool, e, sx_time(w->pool), &slope, &rest);
}

static void angles_inside(ss_work *w, sx_ref e, sm_exprs *out)
{
	ss_visit(w, e);
	for (sx_ref part; (part = ss_next_part(w, SX_HAS_TIME));) {
		sx_op op = sx_op_of(w->pool, part);
		if ((op == SX_SIN || op == SX_COS || op == SX_TAN))
			sb_push(w->arena, *out, sx_arg(w->pool, part, 0));
		ss_look_inside(w, part, 0);
	}
}

/* While the branch that it stands in does not hold, nothing moves. */
static void guard_moment(forcing *f, ss_moment *moment)
{
	moment->function = ss_guarded(f, moment->function, 1);
	for (uint32_t i = 0; i < moment->angles.n; i++)
		moment->angles.at[i] = ss_guarded(f, moment->angles.at[i], 0);
	for (uint32_t i = 0; i < moment->features.n; i++)
		moment->features.at[i] = ss_guarded(f, moment->features.at[i], 1);
}

static bool add_moment(forcing *f, ss_moment_kind kind, uint32_t watch, sx_ref function)
{
	ss_work *w = f->w;
	uint64_t known;

	if (!(sx_flags(w->pool, function) & SX_HAS_TIME) || sx_flags(w->pool, function) & (SX_HAS_ITER | SX_HAS_LOCAL) ||
		!add_inputs_of(f, function))
		return false;
	if (kind != SS_MOMENT_WATCH && sb_map_get(&f->moment_of, function, &known))
		return true;
	ss_moment moment = { .kind = kind, .watch = watch, .function = function, .shown = function };
	sb_map_put(&f->moment_of, function, 1);
	angles_inside(w, function, &moment.angles);
	if (f->beside)
		sb_push(w->arena, moment.angles, f->beside);
	ss_features_within(f, &moment, f->beside ? f->beside : function);
	guard_moment(f, &moment);
	moment.reads = f->reads;
	sb_push(w->arena, w->plan->moments, moment);
	f->marks += kind != SS_MOMENT_WATCH;
	return true;
}

/* Corners and extrema, at each point of a family. Where they are too many, or cannot be known ahead, steps are looked
 * at between their stages. */
static void add_kink(forcing *f, sx_ref function)
{
	f->w->plan->looked_at |= !add_moment(f, SS_MOMENT_KINK, UINT32_MAX, function);
}

static void add_slope(forcing *f, sx_ref slope)
{
	f->w->plan->looked_at |= !add_moment(f, SS_MOMENT_PEAK, UINT32_MAX, slope);
}

/* A peak of something steep, at which it begins to move, is in the middle, or has moved. */
static void add_edge(forcing *f, sx_ref slope)
{
	f->w->plan->looked_at |= !add_moment(f, SS_MOMENT_EDGE, UINT32_MAX, slope);
}

static void add_marks(forcing *f, sx_ref function, void (*add)(forcing *f, sx_ref e))
{
	if (ss_at_points(f, function, f->marks < MOMENTS_MOST ? MOMENTS_MOST - f->marks : 0, false, add))
		return;
	f->w->plan->looked_at = true;
	f->crowded = true;
}

static bool turns_inside(ss_work *w, sx_ref e)
{
	ss_visit(w, e);
	for (sx_ref part; (part = ss_next_part(w, SX_HAS_VAR | SX_HAS_TIME));) {
		sx_op op = sx_op_of(w->pool, part);
		if (op == SX_SIN || op == SX_COS || op == SX_TAN)
			return true;
		ss_look_inside(w, part, 0);
	}
	return false;
}

/* A reference of a family may meet several cells, of which each has a definition of its own: what it is is seen point
 * by point. */
static void add_kink_at(forcing *f, sx_ref function)
{
	sx_ref corner = ss_of_time(f, function);

	if (corner)
		add_kink(f, corner);
}

static bool reads_definitions(forcing *f, sx_ref e)
{
	ss_work *w = f->w;

	w->found.n = 0;
	ss_depends(w, e, &w->found);
	for (uint32_t k = 0; k < w->found.n; k++)
		if (f->definition[w->found.at[k]])
			return true;
	return false;
}

void ss_mark_extrema(forcing *f, sx_ref slope)
{
	add_marks(f, slope, add_slope);
}

/* Extrema of what stands inside a nonlinear function. */
static void add_peak(forcing *f, sx_ref e)
{
	ss_work *w = f->w;
	sx_ref inside = sx_type_of(w->pool, e) == SX_REAL ? ss_of_time(f, e) : 0;

	if (!inside || ss_is_affine_in_time(w, inside))
		return;
	sx_ref slope = sx_diff(w->pool, inside, sx_time(w->pool), NULL);
	if (slope && sx_flags(w->pool, slope) & SX_HAS_TIME)
		ss_mark_extrema(f, slope);
}

/* Corners of what turns with states cannot be known ahead: then steps are looked at between their stages. */
static void add_corner(forcing *f, sx_ref e)
{
	ss_work *w = f->w;
	sx_ref function = ss_corner_of(w, e);

	if (!function)
		return;
	sx_ref corner = ss_of_time(f, function);
	if (corner) {
		add_marks(f, corner, add_kink);
		if (!turns_inside(w, corner))    /* between two corners there may be a top, and nothing at both of them */
			add_peak(f, function);
	} else if (sx_flags(w->pool, function) & SX_HAS_ITER && reads_definitions(f, function))
		add_marks(f, function, add_kink_at);
	else
		w->plan->looked_at |= turns_inside(w, function);
}

/* The number that notes the outcomes of a loop's conditions, for example (standing.c). */
static bool reads_hidden(ss_work *w, sx_ref e)
{
	ss_visit(w, e);
	for (sx_ref part; (part = ss_next_part(w, SX_HAS_VAR));) {
		bool var = sx_op_of(w->pool, part) == SX_VAR;
		const sm_variable *read = var ? sm_var(w->model, sx_at(w->pool, part)->payload) : NULL;
		if (read && read->hidden && !ss_is_known(read))          /* external objects are hidden parameters */
			return true;
		ss_look_inside(w, part, 0);
	}
	return false;
}

/* Steps under noEvent: a whole number of time that changes from even to odd and back. */
static void add_step(forcing *f, sx_ref e)
{
	ss_work *w = f->w;
	sx_pool *p = w->pool;
	sx_ref over_states = ss_step_inside(w, e), inside;

	if (!over_states || !ss_moves(w, over_states) || reads_hidden(w, over_states))
		return;
	if (!(inside = ss_of_time(f, over_states))) {    /* eight steps for each whole number, at least */
		ss_add_angle(f, sx_binary(p, SX_MUL, sx_real(p, 4 * 3.141592653589793), over_states));
		w->plan->looked_at = true;
		return;
	}
	f->beside = sx_binary(p, SX_MUL, sx_real(p, 3.141592653589793), inside);
	if (!(sx_flags(p, inside) & SX_HAS_ITER))
		add_kink(f, ss_step_function(w, e, inside));
	else
		w->plan->looked_at = true;
	f->beside = 0;
}

/* Where a steep function of what is affine in time, tanh(1e6*(time - 5)), begins to move and has moved: a step that has
 * one end in between would take what it finds there for all of it. And its middle: another one may move back at
 * once. */
static void add_edges(forcing *f, sx_ref e)
{
	ss_work *w = f->w;
	sx_ref inside = sx_type_of(w->pool, e) == SX_REAL ? ss_of_time(f, e) : 0, far = sx_real(w->pool, EDGE);

	if (!inside || !ss_is_affine_in_time(w, inside))
		return;
	add_marks(f, sx_binary(w->pool, SX_ADD, inside, far), add_edge);
	add_marks(f, inside, add_edge);
	add_marks(f, sx_binary(w->pool, SX_SUB, inside, far), add_edge);
}

static void take_watches_ahead(forcing *f)
{
	ss_plan *plan = f->w->plan;

	for (uint32_t i = 0; i < plan->watches.n; i++) {
		ss_watch *watch = &plan->watches.at[i];
		if (watch->time_only || watch->initial_only)
			continue;
		sx_ref function = ss_of_time(f, watch->function);
		watch->ahead = function && add_moment(f, SS_MOMENT_WATCH, i, function);
	}
}

static void add_turning(forcing *f, sx_ref e)
{
	ss_add_angle(f, sx_arg(f->w->pool, e, 0));
}

static void for_each(forcing *f, const sm_exprs *list, void (*add)(forcing *f, sx_ref e))
{
	for (uint32_t i = 0; i < list->n; i++) {
		f->guard = ss_guard_of(f, list->at[i]);
		add(f, list->at[i]);
	}
	f->guard = 0;
}

/* Corners and peaks that the solver feels, now or after a delay, and calls of time that hide theirs. */
static void look_at_rates(forcing *f)
{
	ss_work *w = f->w;
	ss_plan *plan = w->plan;
	const bool *needed = collect_for(f, FOR_RATES);

	plan->unread_rates = f->found.unread;
	for_each(f, &f->found.cornered, add_corner);
	for_each(f, &f->found.stepped, add_step);
	for_each(f, &f->found.steep, add_edges);
	for_each(f, &f->found.curved, add_peak);
	ss_look_at_driven(f, needed);
	for (uint32_t i = 0; i < f->found.called.n && !plan->looked_at; i++)
		plan->looked_at =
			sx_flags(w->pool, f->found.called.at[i]) & SX_HAS_TIME || reads_definitions(f, f->found.called.at[i]);
}

/* What turns while a step is made or searched, and what may have a narrow peak there. */
static void look_for_angles(forcing *f)
{
	ss_work *w = f->w;

	collect_for(f, FOR_ALL);
	w->plan->unread = f->found.unread;
	for_each(f, &f->found.turning, add_turning);
	ss_find_centres(f, false);
	collect_for(f, FOR_CONDITIONS);
	for (uint32_t i = 0; i < f->found.stepped.n; i++) {      /* two steps for each whole number, at least */
		sx_ref inside = ss_step_inside(w, f->found.stepped.at[i]);
		if (inside && ss_moves(w, inside) && !reads_hidden(w, inside))
			ss_add_angle(f, sx_binary(w->pool, SX_MUL, sx_real(w->pool, 3.141592653589793), inside));
	}
	ss_find_centres(f, true);
	ss_close_centres(f);
}

void ss_forcing(ss_work *w)
{
	forcing f = { .w = w };

	ss_forget_variability(w);        /* the reduction has changed the traits */
	f.definition = sb_new_array(w->scratch, sx_ref, 3 * (size_t)w->n + 1);
	f.rewriter = sx_rewriter_new(w->scratch, NULL, &f);
	f.rewriter.enter = put_in;
	f.angle_of = sb_map_new(w->scratch);
	f.moment_of = sb_map_new(w->scratch);
	f.input_of = sb_map_new(w->scratch);
	f.elements = sb_map_new(w->scratch);
	f.loops = sb_map_new(w->scratch);
	for (uint32_t i = 0; i < w->plan->steps.n; i++)
		ss_note_loops(&f, &w->plan->steps.at[i].statements);
	for (uint32_t i = 0; i < w->plan->steps.n; i++)
		define(&f, &w->plan->steps.at[i]);
	ss_note_in_rates(&f);
	take_watches_ahead(&f);
	ss_mark_guarding(&f);
	ss_find_living(&f, needed_within_steps(w, FOR_ALL));
	look_at_rates(&f);
	look_for_angles(&f);
	ss_note_unread(&f);
}
