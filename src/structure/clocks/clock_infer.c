/* Periods and shifts (16.7.5). Every sub-partition ticks at shift + n*period, in units of its base clock: both are
 * exact fractions. What constructors say is carried along the conversions; where two ways give different answers the
 * model contradicts itself. A factor that is not given is whatever the two sides need, if that is a whole number, and 1
 * if one of them is free. */
#include "structure/clocks/clocks.h"

#include <string.h>

#include <limits.h>

static int64_t common_divisor(int64_t a, int64_t b)
{
	while (b) {
		int64_t r = a % b;
		a = b;
		b = r;
	}
	return a < 0 ? -a : a;
}

typedef struct inferring { ss_clocking *c; bool too_large; } inferring;

static ss_ratio ratio(inferring *f, __int128 n, __int128 d)
{
	__int128 a = n < 0 ? -n : n, b = d;

	while (b) {
		__int128 r = a % b;
		a = b;
		b = r;
	}
	if (a > 1) {
		n /= a;
		d /= a;
	}
	if (n > INT64_MAX || n < -INT64_MAX || d > INT64_MAX) {
		f->too_large = true;
		return (ss_ratio){1, 1};
	}
	return (ss_ratio){(int64_t)n, (int64_t)d};
}

static ss_ratio times(inferring *f, ss_ratio a, int64_t n, int64_t d)
{
	int64_t g = common_divisor(a.n, d), h = common_divisor(n, a.d);

	g = g ? g : 1;
	h = h ? h : 1;
	return ratio(f, (__int128)(a.n / g) * (n / h), (__int128)(a.d / h) * (d / g));
}

static ss_ratio plus(inferring *f, ss_ratio a, ss_ratio b)
{
	return ratio(f, (__int128)a.n * b.d + (__int128)b.n * a.d, (__int128)a.d * b.d);
}

static bool same(ss_ratio a, ss_ratio b)
{
	return a.n == b.n && a.d == b.d;
}

/* The largest fraction of which both are whole multiples. */
static ss_ratio grid_of(inferring *f, ss_ratio a, ss_ratio b)
{
	if (!a.n || !b.n)
		return a.n ? a : b;
	int64_t g = common_divisor(a.n, b.n), h = common_divisor(a.d, b.d);
	return ratio(f, g, (__int128)a.d / h * b.d);
}

/* The clock on the other side of a conversion; false: its factor is not known. */
static bool across(inferring *f, const ss_relation *r, bool backwards, ss_ratio *period, ss_ratio *shift)
{
	bool slower = (r->op == SX_SUB_SAMPLE) != backwards, later = (r->op == SX_SHIFT_SAMPLE) != backwards;

	switch (r->op) {
	case SX_SUB_SAMPLE: case SX_SUPER_SAMPLE:
		if (r->a == 0)
			return false;
		*period = slower ? times(f, *period, r->a, 1) : times(f, *period, 1, r->a);
		return true;
	case SX_SHIFT_SAMPLE: case SX_BACK_SAMPLE:
		*shift = plus(f, *shift, times(f, *period, later ? r->a : -r->a, r->b));
		return true;
	case SX_NEW_CLOCK: return true;
	default: return false;
	}
}

static void add_seconds(sb_text *out, const ss_baseclock *b, ss_ratio r)
{
	bool seconds = b->kind == SX_CLOCK_RATIONAL || b->kind == SX_CLOCK_INFERRED;

	if (r.d == 1)
		sb_addf(out, "%lld", (long long)r.n);
	else
		sb_addf(out, "%lld/%lld", (long long)r.n, (long long)r.d);
	sb_add(out, seconds                     ? " s"
				: b->kind == SX_CLOCK_EVENT ? " ticks of its event"
											: " times the interval of its base clock");
}

static bool contradict(inferring *f, const ss_subclock *k, ss_ratio period, ss_ratio shift, sb_span span)
{
	const ss_baseclock *b = &f->c->bases.at[k->base];
	sb_text one = {0}, other = {0};

	if (f->too_large)
		return false;
	bool periods = !same(k->period, period);
	add_seconds(&one, b, periods ? period : shift);
	add_seconds(&other, b, periods ? k->period : k->shift);
	sb_message *m = sb_report(f->c->w->diag, SB_ERROR, "S0602", span,
							  periods ? "two clocks contradict each other: here the period is %s"
									  : "two clocks contradict each other: here the first tick is at %s",
							  one.at);
	sb_also(m, k->span,
			periods ? "but from here it follows that it is %s" : "but from here it follows that it is at %s", other.at);
	sb_note(m,
			"all variables of an equation have the same clock, and a conversion ties the clock of its result to the "
			"clock of its argument");
	sb_help(m, "use the same clock in both places, or convert one with subSample, superSample or shiftSample");
	sb_text_free(&one);
	sb_text_free(&other);
	return false;
}

/* False: a contradiction. */
static bool learn(inferring *f, ss_subclock *k, ss_ratio period, ss_ratio shift, sb_span span, bool *news)
{
	if (k->known)
		return (same(k->period, period) && same(k->shift, shift)) || contradict(f, k, period, shift, span);
	k->known = *news = true;
	k->period = period;
	k->shift = shift;
	k->span = span;
	return true;
}

/* A factor that is not given, between two clocks that are known: a whole number? */
static bool factor_fits(inferring *f, const ss_relation *r, const ss_subclock *from, const ss_subclock *to)
{
	const ss_subclock *slow = r->op == SX_SUB_SAMPLE ? to : from, *fast = r->op == SX_SUB_SAMPLE ? from : to;
	ss_ratio factor = times(f, slow->period, fast->period.d, fast->period.n);

	if (f->too_large)
		return false;
	if (factor.d == 1 && same(from->shift, to->shift))
		return true;
	sb_message *m = sb_report(f->c->w->diag, SB_ERROR, "S0602", r->span,
							  "two clocks contradict each other: no whole factor of '%s' leads from one to the other",
							  sx_op_name(r->op));
	sb_also(m, from->span, "the clock of the argument is given here");
	sb_also(m, to->span, "the clock of the result is given here");
	sb_help(m, "make one period a whole multiple of the other, or convert with subSample(superSample(...))");
	return false;
}

static bool spread(inferring *f, bool *news)
{
	ss_clocking *c = f->c;

	for (uint32_t i = 0; i < c->relations.n; i++) {
		const ss_relation *r = &c->relations.at[i];
		ss_subclock *from = ss_subclock_of(c, r->from), *to = ss_subclock_of(c, r->to);
		if (!from || !to || (!from->known && !to->known) || r->op == SX_NO_CLOCK)
			continue;
		const ss_subclock *known = from->known ? from : to;
		ss_ratio period = known->period, shift = known->shift;
		if (across(f, r, known == to, &period, &shift)) {
			if (!learn(f, known == to ? from : to, period, shift, r->span, news))
				return false;
		} else if (from->known && to->known && !factor_fits(f, r, from, to)) {
			return false;
		}
		if (f->too_large)
			return false;
	}
	return true;
}

/* Nothing more follows: a free factor is 1, and a partition that nothing ties ticks with the others. */
static bool assume(ss_clocking *c)
{
	for (uint32_t i = 0; i < c->relations.n; i++) {
		const ss_relation *r = &c->relations.at[i];
		ss_subclock *from = ss_subclock_of(c, r->from), *to = ss_subclock_of(c, r->to);
		if (!from || !to || from->known == to->known || r->op == SX_NO_CLOCK)
			continue;
		ss_subclock *known = from->known ? from : to, *free = from->known ? to : from;
		free->known = true;
		free->period = known->period;
		free->shift = known->shift;
		free->span = r->span;
		return true;
	}
	for (uint32_t i = 0; i < c->subclocks.n; i++) {
		ss_subclock *k = &c->subclocks.at[i];
		if (k->known)
			continue;
		k->known = true;
		k->period = (ss_ratio){1, 1};
		k->shift = (ss_ratio){0, 1};
		for (uint32_t j = 0; j < c->subclocks.n; j++)
			if (c->subclocks.at[j].known && j != i && c->subclocks.at[j].base == k->base) {
				k->period = c->subclocks.at[j].period;
				k->shift = c->subclocks.at[j].shift;
				break;
			}
		return true;
	}
	return false;
}

static const char *kind_name(const ss_maker *m, const sx_pool *pool)
{
	bool known = m->kind == SX_CLOCK_RATIONAL && sx_is_const(pool, sx_arg(pool, m->e, 0));
	return known ? "a clock with a rational interval" : m->kind == SX_CLOCK_EVENT ? "a clock of events"
		: m->kind == SX_CLOCK_RATIONAL ? "a clock with a variable interval" : "a clock with a Real interval";
}

/* 16.3.1: several rational clocks, or one of another kind. */
static bool anchor(inferring *f)
{
	ss_clocking *c = f->c;
	const sx_pool *p = c->w->pool;
	bool news;

	for (uint32_t i = 0; i < c->makers.n; i++) {
		const ss_maker *m = &c->makers.at[i];
		ss_subclock *k = ss_subclock_of(c, m->node);
		ss_baseclock *b = &c->bases.at[k->base];
		sx_ref first = sx_arg(p, m->e, 0);
		bool rational = m->kind == SX_CLOCK_RATIONAL && sx_is_const(p, first);
		bool before = b->maker && b->maker->kind == SX_CLOCK_RATIONAL && !b->variable;
		if (b->maker && !(rational && before)) {
			const char *one = kind_name(b->maker, p), *other = kind_name(m, p);
			sb_message *e = sb_report(c->w->diag, SB_ERROR, "S0603", m->span, "%s and %s meet in one partition", one,
									  strcmp(one, other) == 0 ? "another one" : other);
			sb_also(e, b->maker->span, "the other one is here");
			sb_note(e, "only rational clocks, Clock(counter, resolution), can be compared with each other");
			sb_help(e, "declare one variable, as in Clock c = Clock(0.1), and use it in both places");
			return false;
		}
		b->maker = b->maker ? b->maker : m;
		b->kind = m->kind;
		b->variable = !rational && m->kind == SX_CLOCK_RATIONAL;
		if (m->kind == SX_CLOCK_REAL && sx_op_of(p, first) == SX_VAR &&
			!ss_is_known(sm_var(c->w->model, sx_at(p, first)->payload)))
			b->variable = true;
		ss_ratio period =
			rational ? ratio(f, sx_int_value(p, first), sx_int_value(p, sx_arg(p, m->e, 1))) : (ss_ratio){1, 1};
		if (!learn(f, k, period, (ss_ratio){0, 1}, m->span, &news))
			return false;
	}
	return true;
}

/* 16.3.1: the default clock belongs to the fastest sub-partition. */
static void use_default(inferring *f, uint32_t base)
{
	ss_clocking *c = f->c;
	ss_ratio least = {0, 1};

	for (uint32_t i = 0; i < c->subclocks.n; i++) {
		const ss_subclock *k = &c->subclocks.at[i];
		if (k->base == base && (!least.n || (__int128)k->period.n * least.d < (__int128)least.n * k->period.d))
			least = k->period;
	}
	for (uint32_t i = 0; i < c->subclocks.n; i++) {
		ss_subclock *k = &c->subclocks.at[i];
		if (k->base == base) {
			k->period = times(f, k->period, least.d, least.n);
			k->shift = times(f, k->shift, least.d, least.n);
		}
	}
}

void ss_warn_default_clocks(ss_clocking *c)
{
	for (uint32_t b = 0; b < c->bases.n; b++)
		if (!c->bases.at[b].maker) {
			sb_message *m = sb_report(c->w->diag, SB_WARNING, "S0606", c->bases.at[b].span,
									  "nothing says how often this clocked partition ticks: it ticks once a second");
			sb_help(m, "give a clock in one place, as in sample(u, Clock(0.1))");
		}
}

static bool lay_grid(inferring *f, uint32_t base)
{
	ss_clocking *c = f->c;
	ss_baseclock *b = &c->bases.at[base];
	ss_ratio grid = b->variable || b->kind == SX_CLOCK_EVENT ? (ss_ratio){1, 1} : (ss_ratio){0, 1};

	for (uint32_t i = 0; i < c->subclocks.n; i++)
		if (c->subclocks.at[i].base == base) {
			grid = grid_of(f, grid, c->subclocks.at[i].period);
			grid = grid_of(f, grid, c->subclocks.at[i].shift);
		}
	b->grid = grid;
	for (uint32_t i = 0; i < c->subclocks.n; i++) {
		ss_subclock *k = &c->subclocks.at[i];
		if (k->base != base)
			continue;
		if (k->shift.n < 0) {
			sb_message *m =
				sb_report(c->w->diag, SB_ERROR, "S0605", k->span, "this clock would begin before its base clock");
			sb_help(m, "backSample undoes a shiftSample and cannot go back further than the shift");
			return false;
		}
		if (b->kind == SX_CLOCK_EVENT && (k->period.d != 1 || k->shift.d != 1)) {
			sb_message *m = sb_report(c->w->diag, SB_ERROR, "S0604", k->span,
									  "this clock would tick between the events of its base clock");
			if (b->maker)
				sb_also(m, b->maker->span, "the base clock is a clock of events");
			sb_help(m, "a clock of events can be made slower (subSample) or shifted by whole ticks, but not faster");
			return false;
		}
		ss_ratio step = times(f, k->period, grid.d, grid.n), start = times(f, k->shift, grid.d, grid.n);
		k->step = step.n;
		k->start = start.n;
	}
	return true;
}

bool ss_infer_clocks(ss_clocking *c)
{
	inferring f = {.c = c};
	bool good = anchor(&f), news = true;

	while (good && news) {
		news = false;
		good = spread(&f, &news);
		if (good && !news)
			news = assume(c);
	}
	for (uint32_t b = 0; good && b < c->bases.n; b++) {
		if (!c->bases.at[b].maker)
			use_default(&f, b);
		good = lay_grid(&f, b);
	}
	if (f.too_large) {
		sb_message *m = sb_report(c->w->diag, SB_ERROR, "S0610", c->bases.n ? c->bases.at[0].span : (sb_span){0},
								  "the factors of these clocks multiply to numbers beyond 2^63");
		sb_help(m, "use smaller factors and resolutions");
		return false;
	}
	return good;
}
