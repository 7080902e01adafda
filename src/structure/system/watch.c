/* Watches. A relation over Reals that moves with time or with anything continuous is replaced by LATCH(k), and so are
 * floor, ceil, integer, div, mod and rem of such values; equal ones share one watch. Relations under noEvent, under
 * smooth(p, ...) with p >= 1, and in asserts stay as they are. An algorithm's: over what it leaves (standing.c).
 *
 * The same pass takes the wrappers away (noEvent, smooth), numbers clocks, delays and transports, and makes the two
 * readings of an equation: in the run homotopy is its first argument; in the initial system delay(e, T) is e. */
#include "structure/system/system.h"
#include "structure/expand/expand.h"

typedef struct reading {
	ss_work *w;
	bool latch, initial;
	bool at_events;                  /* what is read is evaluated at events only */
	const ss_equation *family;       /* whose side is read; NULL: no family's */
	struct sx_rewriter *plain;       /* the same without latches */
	const uint32_t *own; uint32_t own_now;   /* by key: what the algorithm at hand sets */
	sb_span span; const char *component;
	sx_ref now, from;                /* the node that is read, and what it was before its parts were */
} reading;

typedef struct readings {
	reading of[4];
	sx_rewriter rewriter[4];
} readings; /* run, run plain, initial, initial plain */

static bool changes(sx_op op)
{
	return ss_is_watched(op) || op == SX_EQ || op == SX_NE || op == SX_TRANSPORTED || op == SX_NOEVENT ||
		   op == SX_SMOOTH || op == SX_HOMOTOPY;
}

static void sweep(ss_work *w)
{
	w->watching->special_count = sx_count(w->pool);
	w->watching->special = sb_new_array(w->scratch, bool, w->watching->special_count + 1);
	for (sx_ref e = 1; e < w->watching->special_count; e++) {
		const sx_node *node = sx_at(w->pool, e);
		bool special = changes(node->op);
		for (uint32_t i = 0; i < node->count && !special; i++)
			special = w->watching->special[sx_arg(w->pool, e, i)];
		w->watching->special[e] = special;
	}
}

static void find_time(ss_work *w, ss_watch *watch)
{
	sx_ref slope, rest;

	if (!ss_is_line_of_time(w, watch->function, &slope, &rest))
		return;
	watch->time_only = true;
	watch->slope = slope;
	watch->when = sx_binary(w->pool, SX_DIV, sx_unary(w->pool, SX_NEG, rest), slope);
}

static void add_same(ss_work *w, ss_same same)
{
	uint64_t key = sb_pair((uint32_t)same.kind << 28 | same.part, same.origin), known;

	if (sb_map_get(&w->watching->same_of, key, &known))
		return;
	sb_map_put(&w->watching->same_of, key, same.number);
	sb_push(w->arena, w->plan->same, same);
}

/* `now` is written over representatives. One that is neither of the model nor made of such has no name in all modes. */
static void note_same(ss_work *w, ss_same_kind kind, sx_ref now, uint32_t part, uint32_t number)
{
	uint64_t origin = now;

	if (!w->plan->switches.n || (!sb_map_get(&w->origin_of, now, &origin) && now >= w->plan->common_exprs))
		return;
	add_same(w, (ss_same){ kind, (sx_ref)origin, part, number });
}

/* A delay as it is written (its payload) is the same in all modes, if it stands in no family. */
static void note_same_site(ss_work *w, ss_same_kind kind, sx_ref site, uint32_t number)
{
	sx_op op = sx_op_of(w->pool, site);
	uint64_t known;

	for (sx_ref e = 1; !w->watching->iterated_known && e < sx_count(w->pool); e++)
		if ((sx_op_of(w->pool, e) == SX_DELAY || sx_op_of(w->pool, e) == SX_TRANSPORT) &&
			sx_flags(w->pool, e) & SX_HAS_ITER)
			sb_map_put(&w->watching->iterated, sb_pair(sx_op_of(w->pool, e), sx_at(w->pool, e)->payload), 1);
	w->watching->iterated_known = true;
	if (sb_map_get(&w->watching->iterated, sb_pair(op, sx_at(w->pool, site)->payload), &known)) {
		note_same(w, kind, site, 0, number);
		return;
	}
	add_same(w, (ss_same){ kind, sx_at(w->pool, site)->payload, 1, number });
}

static sx_op turned_around(sx_op op)
{
	return op == SX_GT ? SX_LT : op == SX_LT ? SX_GT : op == SX_GE ? SX_LE : SX_GE;
}

static void add_watch(reading *r, ss_watch_kind kind, sx_op op, sx_ref function, sx_ref written)
{
	ss_work *w = r->w;
	uint64_t known;
	ss_watch watch = { .kind = kind, .op = op, .function = function, .written = written, .initial_only = r->initial,
		.block = 1, .span = r->span, .component = r->component };

	find_time(w, &watch);
	watch.alone = kind == SS_RELATION ? ss_moves_alone(w, function, &watch.falls) : 0;
	watch.loose = sb_map_get(&w->loose_of, written, &known);
	sb_push(w->arena, w->plan->watches, watch);
}

static uint64_t key_of(ss_watch_kind kind, sx_op op, sx_ref function)
{
	return sb_pair((uint32_t)kind << 16 | op, function);
}

static sx_ref latch(reading *r, ss_watch_kind kind, sx_op asked, sx_ref function, sx_ref written)
{
	ss_work *w = r->w;
	bool turned = false;
	if (kind == SS_RELATION && !w->plan->switches.n)         /* from mode to mode the two may be others */
		function = ss_same_zeros(w, function, &turned);
	sx_op op = turned ? turned_around(asked) : asked;
	uint64_t number, key = key_of(kind, op, function);

	if (!sb_map_get(&w->watching->watch_of, key, &number)) {
		number = w->plan->watches.n;
		add_watch(r, kind, op, function, written);
		sb_map_put(&w->watching->watch_of, key, number);
	}
	/* as it was before conditions in it became latches, and noEvent went */
	note_same(w, SS_SAME_WATCH, r->from && written == r->now ? r->from : written, (uint32_t)kind << 8 | (uint32_t)asked,
			  (uint32_t)number);
	sx_type type = kind == SS_RELATION ? SX_BOOLEAN : SX_INTEGER;
	return sx_cast(w->pool, sx_make(w->pool, SX_LATCH, type, (uint32_t)number, NULL, 0), type);
}

/* ---------------------------------------------------------------------------------------------------------- blocks */

typedef struct points { const sm_domain *of; bool used[SS_RANK_MOST], others; } points;

static bool see_iterator(void *context, const sx_pool *pool, sx_ref e)
{
	points *p = context;
	uint32_t d = 0;

	if (sx_op_of(pool, e) != SX_ITER)
		return true;
	while (d < p->of->n && p->of->at[d].iterator != sx_at(pool, e)->payload)
		d++;
	p->others = p->others || d == p->of->n;
	if (!p->others)
		p->used[d] = true;
	return !p->others;
}

/* The ranges over which a condition of a family runs. False: an iterator in it is not the family's. */
static bool find_points(const reading *r, sx_ref e, sm_domain *out)
{
	points p = { .of = r->family ? &r->family->domain : NULL };

	*out = (sm_domain){0};
	if (!p.of)
		return false;
	sx_visit(r->w->pool, e, see_iterator, &p);
	for (uint32_t d = 0; d < p.of->n; d++)
		if (p.used[d])
			sb_push(r->w->scratch, *out, p.of->at[d]);
	return !p.others && out->n;
}

typedef struct block { reading *r; sx_op op; sx_ref function, written; uint32_t count; } block;

static void add_member(ss_work *w, ss_point *at, void *context)
{
	block *b = context;
	bool turned = false;
	sx_ref function = ss_represented(w, sx_bind_iters(w->pool, b->function, at->iterators.at, at->values.at,
		at->iterators.n));
	sx_ref written = sx_bind_iters(w->pool, b->written, at->iterators.at, at->values.at, at->iterators.n);
	uint64_t known;

	function = ss_same_zeros(w, function, &turned);
	sx_op op = turned ? turned_around(b->op) : b->op;
	if (!sb_map_get(&w->watching->watch_of, key_of(SS_RELATION, op, function), &known))
		sb_map_put(&w->watching->watch_of, key_of(SS_RELATION, op, function), w->plan->watches.n);
	add_watch(b->r, SS_RELATION, op, function, written);
	b->count++;
}

/* The number of a point, row by row. */
static sx_ref point_number(sx_pool *p, const sm_domain *domain)
{
	sx_ref number = 0;

	for (uint32_t d = 0; d < domain->n; d++) {
		const sm_range *range = &domain->at[d];
		sx_ref own = sx_binary(p, SX_SUB, sx_iter(p, range->iterator), sx_int(p, range->from));
		number = number ? sx_binary(p, SX_ADD, sx_binary(p, SX_MUL, number, sx_int(p, range->to - range->from + 1)), own)
						: own;
	}
	return number;
}

/* The conditions of a family: a watch for each point, with numbers that follow one another, and one latch. */
static sx_ref latch_block(reading *r, sx_op op, sx_ref function, sx_ref written)
{
	ss_work *w = r->w;
	sm_domain domain;
	ss_point at = {0};
	uint64_t number, key = key_of(SS_RELATION, op, function);

	if (!find_points(r, written, &domain)) {
		ss_write_out(w, r->family ? r->family->origin : NULL, "a condition in it runs over something else");
		return written;
	}
	if (!sb_map_get(&w->watching->watch_of, key, &number)) {
		block b = { r, op, function, written, 0 };
		number = w->plan->watches.n;
		ss_each_point(w, &domain, &at, add_member, &b);
		w->plan->watches.at[number].block = b.count;
		sb_map_put(&w->watching->watch_of, key, number);
		sb_map_put(&w->watching->block_of, number, written);
	}
	sx_ref point = point_number(w->pool, &domain);
	return sx_make(w->pool, SX_LATCH, SX_BOOLEAN, (uint32_t)number, &point, 1);
}

static bool of_type(const sx_pool *pool, sx_ref e, sx_type type)
{
	for (uint32_t i = 0; i < sx_at(pool, e)->count; i++)
		if (sx_type_of(pool, sx_arg(pool, e, i)) == type)
			return true;
	return false;
}

/* At events a relation of Integers is right as it stands, and one on time in the instant that its entry makes. */
static bool watched(reading *r, sx_ref e)
{
	ss_work *w = r->w;

	if (r->at_events && !of_type(w->pool, e, SX_REAL))
		return false;
	bool runs = sx_flags(w->pool, e) & SX_HAS_ITER;
	if (!r->latch || sx_flags(w->pool, e) & SX_HAS_LOCAL || (runs && !r->family))
		return false;
	if (!ss_moves(w, e)) {
		if (!r->initial && !runs)
			ss_claim(w, e, r->span);
		return false;
	}
	if (ss_is_set_by_clauses(w, e)) /* right as it stands, also in the pass of an activation that changes it */
		return false;
	return !r->own || ss_free_of(w, e, r->own, r->own_now);
}

static sx_ref latched_relation(reading *r, sx_op op, sx_ref e)
{
	sx_pool *p = r->w->pool;
	sx_ref a = sx_cast(p, sx_arg(p, e, 0), SX_REAL), b = sx_cast(p, sx_arg(p, e, 1), SX_REAL);
	sx_ref function = sx_binary(p, SX_SUB, a, b);

	if (!(sx_flags(p, e) & SX_HAS_ITER))
		return latch(r, SS_RELATION, op, function, e);
	return latch_block(r, op, function, e);
}

/* A value that turns and is no relation of numbers: a == b, or what a function gives. */
static sx_ref latched_value(reading *r, sx_ref e, sx_ref written)
{
	sx_pool *p = r->w->pool;

	if (sx_type_of(p, e) == SX_BOOLEAN)
		return latch(r, SS_RELATION, SX_GT, sx_if(p, e, sx_real(p, 1), sx_real(p, -1)), written);
	return latch(r, SS_FLOOR, SX_NOTHING, sx_binary(p, SX_ADD, sx_cast(p, e, SX_REAL), sx_real(p, 0.5)), written);
}

/* Division towards zero of the quotient. */
static sx_ref truncated(reading *r, sx_ref quotient, sx_ref written)
{
	sx_pool *p = r->w->pool;
	sx_ref up = latch(r, SS_FLOOR, SX_NOTHING, quotient, written),
		   down = latch(r, SS_CEIL, SX_NOTHING, quotient, written);
	sx_ref positive = latch(r, SS_RELATION, SX_GE, quotient, written);

	return sx_cast(p, sx_if(p, positive, up, down), SX_REAL);
}

static sx_ref stepwise(reading *r, sx_op op, sx_ref e)
{
	sx_pool *p = r->w->pool;
	sx_ref a = sx_arg(p, e, 0), b = sx_at(p, e)->count > 1 ? sx_arg(p, e, 1) : 0;

	switch (op) {
	case SX_FLOOR: return sx_cast(p, latch(r, SS_FLOOR, SX_NOTHING, a, e), SX_REAL);
	case SX_CEIL: return sx_cast(p, latch(r, SS_CEIL, SX_NOTHING, a, e), SX_REAL);
	case SX_INTEGER_OF: return latch(r, SS_FLOOR, SX_NOTHING, a, e);
	case SX_QUOT: return truncated(r, sx_binary(p, SX_DIV, a, b), e);
	case SX_MOD: {
		sx_ref turns = sx_cast(p, latch(r, SS_FLOOR, SX_NOTHING, sx_binary(p, SX_DIV, a, b), e), SX_REAL);
		return sx_binary(p, SX_SUB, a, sx_binary(p, SX_MUL, turns, b));
	}
	default: return sx_binary(p, SX_SUB, a, sx_binary(p, SX_MUL, truncated(r, sx_binary(p, SX_DIV, a, b), e), b));
	}
}

static sx_ref numbered_clock(reading *r, sx_ref e)
{
	ss_work *w = r->w;
	sx_ref args[2] = { sx_arg(w->pool, e, 0), sx_arg(w->pool, e, 1) };
	uint32_t site = sx_at(w->pool, e)->payload;
	uint64_t number;

	if (!sb_map_get(&w->watching->number_of_clock, e, &number)) {
		ss_clock clock = { .start = args[0], .interval = args[1], .span = r->span, .component = r->component };
		if (site >= SS_TICK_SITE) {
			const ss_tick *t = &w->ticks.at[site - SS_TICK_SITE];
			clock.base = t->base + 1;
			clock.step = t->step;
			clock.first = t->start;
		}
		number = w->plan->clocks.n;
		sb_push(w->arena, w->plan->clocks, clock);
		sb_map_put(&w->watching->number_of_clock, e, number);
	}
	note_same(w, SS_SAME_CLOCK, e, 0, (uint32_t)number);
	return sx_make(w->pool, SX_SAMPLE, SX_BOOLEAN, (uint32_t)number, args, 2);
}

typedef struct see_known { const ss_work *w; bool *known; } see_known;

static bool see_unknown(void *context, const sx_pool *pool, sx_ref e)
{
	const see_known *see = context;
	sx_op op = sx_op_of(pool, e);

	if (op == SX_TIME || op == SX_LATCH || op == SX_CALL || op == SX_DELAY ||
		(op == SX_VAR && !ss_is_known(sm_var(see->w->model, sx_at(pool, e)->payload))))
		*see->known = false;
	return *see->known;
}

static sx_ref numbered_delay(reading *r, sx_ref e)
{
	ss_work *w = r->w;
	sx_ref args[3] = { sx_arg(w->pool, e, 0), sx_arg(w->pool, e, 1), sx_arg(w->pool, e, 2) };
	uint64_t number;

	if (r->initial || sx_is_number(w->pool, args[1], 0))
		return args[0];
	if (!sb_map_get(&w->watching->delay_of, e, &number)) {
		/* what stands still in this mode may have moved in the one before, and comes out in this one */
		bool steady = !ss_moves_beyond_still(w, args[1]),
			 still = steady && !ss_moves_beyond_still(w, args[0]) && !w->plan->switches.n;
		bool known = true;
		sx_visit(w->pool, args[1], see_unknown, &(see_known){ w, &known });
		ss_delay delay = { args[0], args[1], args[2], still, steady, known, r->span, r->component };
		number = w->plan->delays.n;
		sb_push(w->arena, w->plan->delays, delay);
		sb_map_put(&w->watching->delay_of, e, number);
	}
	if (w->plan->switches.n)
		note_same_site(w, SS_SAME_DELAY, e, (uint32_t)number);
	return sx_make(w->pool, SX_DELAY, SX_REAL, (uint32_t)number, args, 3);
}

/* A jump that comes out at an end is an event. */
static void watch_jump(reading *r, sx_ref site, uint32_t number, uint32_t end, const sx_ref *args)
{
	ss_work *w = r->w;
	sx_ref function = sx_make(w->pool, SX_TRANSPORTED, SX_REAL, 8 * number + SX_JUMP_0 + end, args, 2);
	sx_ref written = sx_make(w->pool, SX_TRANSPORTED, SX_REAL, SX_END_0 + end, &site, 1);
	ss_watch watch = {.kind = SS_RELATION, .op = SX_GE, .function = function, .written = written, .span = r->span,
					  .component = r->component};

	note_same(w, SS_SAME_WATCH, site, SX_JUMP_0 + end, w->plan->watches.n);
	sb_push(w->arena, w->plan->watches, watch);
}

/* Before the arguments are looked at, because it is the transport as it stands that other modes know. In the initial
 * system the ends have the values of the initial distribution. */
static sx_ref numbered_transport(sx_rewriter *self, reading *r, sx_ref e)
{
	ss_work *w = r->w;
	uint32_t end = sx_at(w->pool, e)->payload;
	sx_ref site = sx_arg(w->pool, e, 0);
	uint32_t n = (sx_at(w->pool, site)->count - 4) / 2;
	uint64_t number;

	if (r->initial)
		return sx_rewrite(self, w->pool, sx_arg(w->pool, site, 4 + n + (end == SX_END_1 ? n - 1 : 0)));
	sx_ref args[4];
	for (uint32_t i = 0; i < 4; i++)
		args[i] = sx_rewrite(self, w->pool, sx_arg(w->pool, site, i));
	if (!sb_map_get(&w->watching->transport_of, site, &number)) {
		ss_transport t = {.in = {args[0], args[1]}, .x = args[2], .positive = args[3], .n = n, .span = r->span,
						  .component = r->component};
		ss_note_inlets(w, site, &t);
		t.still = !ss_moves_beyond_still(w, args[0]) && !ss_moves_beyond_still(w, args[1]) && !w->plan->switches.n;
		t.points = sb_new_array(w->arena, sx_ref, n);
		t.values = sb_new_array(w->arena, sx_ref, n);
		for (uint32_t i = 0; i < n; i++) {
			t.points[i] = sx_arg(w->pool, site, 4 + i);
			t.values[i] = sx_arg(w->pool, site, 4 + n + i);
		}
		number = w->plan->transports.n;
		sb_push(w->arena, w->plan->transports, t);
		sb_map_put(&w->watching->transport_of, site, number);
		if (w->plan->switches.n)
			note_same_site(w, SS_SAME_TRANSPORT, site, (uint32_t)number);
		watch_jump(r, site, (uint32_t)number, 0, args + 2);
		watch_jump(r, site, (uint32_t)number, 1, args + 2);
	}
	return ss_transported(w, (uint32_t)number, end, args);
}

static sx_ref enter(sx_rewriter *self, sx_pool *pool, sx_ref e)
{
	reading *r = self->context;
	const sx_node *node = sx_at(pool, e);

	if (e < r->w->watching->special_count && !r->w->watching->special[e])
		return e;
	if (!node->count || node->op == SX_VAR || node->op == SX_DER || node->op == SX_PRE)
		return node->op == SX_VAR && node->count && ss_cell_of(r->w, e) == UINT32_MAX ? 0 : e;
	if (r->latch && (node->op == SX_NOEVENT || (node->op == SX_SMOOTH && node->payload >= 1)))
		return sx_rewrite(r->plain, pool, sx_arg(pool, e, 0));
	return node->op == SX_TRANSPORTED && node->count == 1 ? numbered_transport(self, r, e) : 0;
}

static sx_ref rewrite(sx_rewriter *self, sx_pool *pool, sx_ref e)
{
	reading *r = self->context;
	sx_op op = sx_op_of(pool, e);

	r->from = self->from;
	r->now = e;
	switch (op) {
	case SX_NOEVENT: case SX_SMOOTH:
		return sx_arg(pool, e, 0);
	case SX_HOMOTOPY:
		r->w->plan->uses_homotopy = true;
		return r->initial ? e : sx_arg(pool, e, 0);
	case SX_SAMPLE: return numbered_clock(r, e);
	case SX_DELAY: return numbered_delay(r, e);
	case SX_LT: case SX_LE: case SX_GT: case SX_GE:
		if (of_type(pool, e, SX_BOOLEAN) || of_type(pool, e, SX_STRING) || !watched(r, e))
			return e;
		return latched_relation(r, op, e);
	case SX_EQ: case SX_NE:          /* of Reals they stand in functions only, which make no events */
		return of_type(pool, e, SX_REAL) || !watched(r, e) ? e : latched_value(r, e, e);
	case SX_FLOOR: case SX_CEIL: case SX_INTEGER_OF: case SX_QUOT: case SX_MOD: case SX_REM:
		/* at the start they have the values of that time, and may be needed at once: a[integer(x)] */
		return of_type(pool, e, SX_REAL) && !r->initial && watched(r, e) ? stepwise(r, op, e) : e;
	default: return e;
	}
}

static void start_readings(ss_work *w, readings *all, bool at_events, const uint32_t *own, uint32_t own_now)
{
	for (int i = 0; i < 4; i++) {
		all->of[i] = (reading){
			.w = w, .latch = i % 2 == 0, .initial = i >= 2, .at_events = at_events, .own = own, .own_now = own_now};
		all->rewriter[i] = sx_rewriter_new(w->scratch, rewrite, &all->of[i]);
		all->rewriter[i].enter = enter;
		all->of[i].plain = &all->rewriter[i | 1];
	}
}

static sx_ref read_as(readings *all, int which, sx_ref e, sb_span span, const char *component)
{
	reading *r = &all->of[which];

	if (!e || (e < r->w->watching->special_count && !r->w->watching->special[e]))
		return e;
	r->family = all->of[which | 1].family = NULL;
	r->span = all->of[which | 1].span = span;
	r->component = all->of[which | 1].component = component;
	return sx_rewrite(&all->rewriter[which], r->w->pool, e);
}

/* A side of an equation. */
static sx_ref read_side(readings *all, int which, sx_ref e, const ss_equation *q)
{
	reading *r = &all->of[which];

	if (!e || (e < r->w->watching->special_count && !r->w->watching->special[e]))
		return e;
	r->family = all->of[which | 1].family = q->domain.n ? q : NULL;
	r->span = all->of[which | 1].span = q->span;
	r->component = all->of[which | 1].component = q->component;
	return sx_rewrite(&all->rewriter[which], r->w->pool, e);
}

/* at_events: the readings for what is executed at events only. */
typedef struct place { readings *all; int which; sb_span span; const char *component; readings *at_events; } place;

static sx_ref map_read(ss_work *w, sx_ref e, void *context)
{
	place *p = context;
	(void)w;
	return read_as(p->all, p->which, e, p->span, p->component);
}

static bool see_unwatched(void *context, const sx_pool *pool, sx_ref e)
{
	bool *found = context;

	*found = *found || sx_op_of(pool, e) == SX_NOEVENT || sx_op_of(pool, e) == SX_SMOOTH;
	return !*found;
}

/* Is pre(v) asked for somewhere? */
static bool is_looked_back_at(ss_work *w, sx_ref var)
{
	for (sx_ref e = 1; e < w->watching->special_count; e++)
		if (sx_op_of(w->pool, e) == SX_PRE && sx_arg(w->pool, e, 0) == var)
			return true;
	return false;
}

/* A Boolean or an Integer changes at events. Where what it is computed from has no watch (a function, sign), its value
 * has one. Under noEvent it has none, unless somebody waits for its change. */
static sx_ref watch_value(readings *all, const ss_equation *q, sx_ref target, sx_ref source, sx_ref value)
{
	reading *r = &all->of[0];
	ss_work *w = r->w;
	bool unwatched = false;

	if (sx_op_of(w->pool, target) != SX_VAR || sx_type_of(w->pool, target) == SX_REAL ||
		sx_type_of(w->pool, target) == SX_STRING || sx_type_of(w->pool, target) == SX_CLOCK || !ss_moves(w, value) ||
		sx_flags(w->pool, value) & (SX_HAS_ITER | SX_HAS_LOCAL))
		return value;
	r->span = q->span;
	r->component = q->component;
	sx_visit(w->pool, source, see_unwatched, &unwatched);
	return unwatched && !is_looked_back_at(w, target) ? value : latched_value(r, value, source);
}

static void watch_values(readings *all, const ss_equation *q, const sm_statements *source, sm_statements *list)
{
	for (uint32_t i = 0; i < list->n; i++)
		if (list->at[i]->kind == SM_ASSIGN)
			list->at[i]->value = watch_value(all, q, list->at[i]->target, source->at[i]->value, list->at[i]->value);
}

static sm_statements read_statements(ss_work *w, const sm_statements *list, place *p)
{
	sm_statements out = {0};

	for (uint32_t i = 0; i < list->n; i++) {
		place inside = *p;
		inside.span = list->at[i]->span;
		sm_statement *s = ss_map_statement(w, list->at[i], map_read, &inside);
		if (s->at_events)
			inside.all = p->at_events;
		for (uint32_t b = 0; b < s->branches.n; b++)
			s->branches.at[b].body = read_statements(w, &s->branches.at[b].body, &inside);
		sb_push(w->arena, out, s);
	}
	return out;
}

/* In the run all conditions are over what the algorithm leaves (standing.c). In the initial system, which makes no
 * events, those over what it sets there are evaluated as they stand. */
static void watch_algorithm(ss_work *w, ss_equation *q, bool initial)
{
	readings run, at_events, start;
	bool same = q->initial_statements.at == q->statements.at;

	w->mark_now++;
	for (uint32_t i = q->kept; i < q->targets.n; i++) {
		uint32_t key = ss_key(w, q->targets.at[i]);
		if (key != UINT32_MAX)
			w->mark[key] = w->mark_now;
	}
	start_readings(w, &run, false, NULL, 0);
	start_readings(w, &at_events, true, NULL, 0);
	start_readings(w, &start, false, w->mark, w->mark_now);
	place p = { &run, 0, q->span, q->component, &at_events };
	if (!initial) {
		sm_statements source = q->statements;
		q->statements = read_statements(w, &source, &p);
		watch_values(&run, q, &source, &q->statements);
		for (uint32_t i = 0; i < q->steady.n && !q->discrete; i++)
			ss_claim(w, q->steady.at[i], q->span);
		if (same)
			q->initial_statements = source;
	}
	p = (place){ &start, 2, q->span, q->component, &start };
	q->initial_statements = ss_map_statements(w, &q->initial_statements, map_read, &p);
}

static void watch_run(readings *all, ss_equation *q)
{
	if (q->form == SS_FORM_ALGORITHM)
		return;
	sx_ref left = q->lhs, right = q->initial_rhs ? q->initial_rhs : q->rhs;
	q->lhs = read_side(all, 0, left, q);
	q->rhs = read_side(all, 0, q->rhs, q);
	if (!q->discrete && !q->domain.n)
		q->rhs = watch_value(all, q, q->lhs, right, q->rhs);
	q->initial_lhs = left;
	q->initial_rhs = right;
}

static void watch_initial(readings *all, ss_equation *q)
{
	if (q->form == SS_FORM_ALGORITHM)
		return;
	q->initial_lhs = read_side(all, 2, q->initial_lhs ? q->initial_lhs : q->lhs, q);
	q->initial_rhs = read_side(all, 2, q->initial_rhs ? q->initial_rhs : q->rhs, q);
}

static void watch_actions(ss_work *w, readings *all)
{
	ss_plan *plan = w->plan;

	for (uint32_t i = 0; i < plan->actions.n; i++) {
		ss_action *a = &plan->actions.at[i];
		a->guard = read_as(all, 0, a->guard, a->span, a->component);
		a->value = read_as(all, 0, a->value, a->span, a->component);
		if (a->kind != SS_REINIT)
			a->condition = read_as(all, 1, a->condition, a->span, a->component);
	}
	for (uint32_t i = 0; i < plan->asserts.n; i++) {
		ss_action *a = &plan->asserts.at[i];
		/* it is looked for where the condition changes, not only where steps happen to end; the condition itself is
		 * evaluated as it stands */
		read_as(all, 0, a->condition, a->span, a->component);
		a->condition = read_as(all, 1, a->condition, a->span, a->component);
		a->value = read_as(all, 1, a->value, a->span, a->component);
	}
}

static sx_ref event_condition(ss_work *w, const sm_event *event)
{
	sx_ref when = event->when ? ss_represented(w, ss_tidy(w, NULL, event->when)) : 0;

	if (!when || event->trigger != SM_ON_CROSSING)
		return event->trigger == SM_ON_EDGE || event->trigger == SM_ON_TIME ? when : 0;
	return sx_binary(w->pool, event->direction < 0 ? SX_LT : SX_GT, when, w->zero);
}

static void watch_switches(ss_work *w, readings *all)
{
	for (uint32_t i = 0; i < w->plan->switches.n; i++) {
		ss_switch *s = &w->plan->switches.at[i];
		s->which = read_as(all, s->initial_only ? 2 : 0, s->which, s->origin->span, s->origin->component);
	}
}

static void watch_events(ss_work *w, readings *all)
{
	for (uint32_t i = 0; i < w->plan->event_code.n; i++) {
		struct ss_event_code *code = &w->plan->event_code.at[i];
		const sm_event *event = &w->model->events.at[code->event];
		place p = { all, 0, event->span, "", all };
		code->when = read_as(all, 0, event_condition(w, event), event->span, "");
		code->action = ss_map_statements(w, &code->action, map_read, &p);
	}
}

void ss_watch_all(ss_work *w)
{
	readings all, at_events;

	w->watching = sb_new(w->scratch, ss_watching);
	sb_map *const maps[] = {&w->watching->watch_of, &w->watching->number_of_clock, &w->watching->delay_of,
							&w->watching->transport_of, &w->watching->iterated, &w->watching->same_of,
							&w->watching->block_of};
	for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
		*maps[i] = sb_map_new(w->scratch);
	w->sum_of = sb_map_new(w->scratch);
	w->watched_sums.n = 0;
	w->claimed = sb_map_new(w->scratch);
	sweep(w);
	ss_find_still(w);
	ss_forget_variability(w);
	start_readings(w, &all, false, NULL, 0);
	start_readings(w, &at_events, true, NULL, 0);
	for (uint32_t i = 0; i < w->equations.n; i++)
		if (!w->equations.at[i].gone)
			watch_run(w->equations.at[i].discrete ? &at_events : &all, &w->equations.at[i]);
	watch_actions(w, &all);
	watch_events(w, &all);
	watch_switches(w, &all);
	for (uint32_t i = 0; i < w->equations.n; i++)
		if (w->equations.at[i].form == SS_FORM_ALGORITHM)
			watch_algorithm(w, &w->equations.at[i], false);
	for (uint32_t i = 0; i < w->equations.n; i++)
		if (!w->equations.at[i].gone)
			watch_initial(&all, &w->equations.at[i]);
	for (uint32_t i = 0; i < w->initial.n; i++) {
		if (w->initial.at[i].form == SS_FORM_ALGORITHM)
			watch_algorithm(w, &w->initial.at[i], true);
		else
			watch_initial(&all, &w->initial.at[i]);
	}
	ss_restore_written(w);
}
