/* Rates and conditions one by one: the same bits as all at once, a state moves what depends on it and nothing else, and
 * what depends on what is no more than it has to be. */
#include "unit/unit.h"
#include "code/apart.h"
#include "structure/incidence.h"
#include "study/study.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct subject { st_model *model; const ss_plan *plan; const sc_functions *f; sc_apart *a;
const ss_apart *s; } subject;

static subject take(const char *text)
{
	subject q = { .model = st_load("text", NULL, &(st_options){ .depth = ST_CODE, .external = ST_ANY_C,
		.text = text }) };
	sb_text messages = {0};
	if (!q.model->program) {
		sb_render(q.model->diag, 0, false, &messages);
		print_error("%s\n%s\n", text, messages.at);
		sb_text_free(&messages);
	}
	assert_non_null(q.model->program);
	q.plan = sc_plan(q.model->program);
	q.f = sc_functions_of(q.model->program);
	q.a = sc_take_apart(q.model->program);
	assert_non_null(q.a);
	q.s = sc_apart_plan(q.a);
	return q;
}

static void leave(subject *q)
{
	sc_apart_free(q->a);
	st_free(q->model);
}

static bool has(const ss_lists *l, uint32_t list, uint32_t what)
{
	for (uint32_t k = l->first[list]; k < l->first[list + 1]; k++)
		if (l->at[k] == what)
			return true;
	return false;
}

static uint32_t length(const ss_lists *l, uint32_t list)
{
	return l->first[list + 1] - l->first[list];
}

static uint32_t state_called(const subject *q, const char *name)
{
	uint32_t s = sm_find_scalar(q->plan->model, name);
	assert_true(s != UINT32_MAX && ss_place_of(q->plan, s).store == SS_STATE);
	return ss_place_of(q->plan, s).index;
}

static sc_data *data(const subject *q)
{
	sc_data *d = sc_data_new(q->model->program, q->model->diag);
	q->f->parameters(d);
	q->f->starts(d);
	d->initial = 1;
	q->f->initial(d);
	d->initial = 0;
	sc_forgive(d);
	return d;
}

static bool same_bits(double a, double b)
{
	return memcmp(&a, &b, sizeof a) == 0;
}

static unsigned dice = 1;

static unsigned roll(unsigned n)
{
	dice = dice * 1664525u + 1013904223u;
	return (dice >> 8) % n;
}

/* `loose`: a loop that is solved again from its own solution may change a last bit. */
static void compare(subject *q, bool loose)
{
	uint32_t n = q->plan->states, m = q->plan->watches.n;
	sc_data *whole = data(q), *single = data(q);
	sc_parts *p = sc_parts_new(q->a, single);
	double *g = calloc(m + 1, sizeof *g), *g_before = calloc(m + 1, sizeof *g), *xd = calloc(n + 1, sizeof *xd), value;
	for (uint32_t i = 0; i < n; i++)
		whole->x[i] = single->x[i] = 0.1 + roll(1000) / 700.0;
	for (uint32_t k = 0; k < m; k++)
		whole->latch[k] = single->latch[k] = roll(2);
	whole->time = single->time = 0.37;
	q->f->rates(whole);
	q->f->watch(whole, g);
	assert_false(whole->failed);
	for (uint32_t k = 0, first = n ? roll(n) : 0; k < n; k++) {
		uint32_t i = (first + k * (n - 1)) % n;
		assert_true(sc_part_rate(p, i, &value));
		assert_true(same_bits(value, whole->xd[i]));
	}
	for (uint32_t k = 0; k < m; k++) {
		assert_true(sc_part_watch(p, k, &value));
		assert_true(same_bits(value, g[k]));
	}
	assert_true(sc_parts_computed(p) == q->s->portion_count);   /* each once */
	for (uint32_t j = 0; j < n; j++) {
		memcpy(xd, whole->xd, n * sizeof *xd);
		memcpy(g_before, g, m * sizeof *g);
		whole->x[j] = single->x[j] = 0.1 + roll(1000) / 700.0;
		q->f->rates(whole);
		q->f->watch(whole, g);
		sc_parts_changed(p, j);
		for (uint32_t i = 0; i < n; i++) {
			bool read = has(&q->s->cause_rates, j, i);
			assert_true(read == has(&q->s->rate_causes, i, j));
			if (read)
				assert_true(sc_part_rate(p, i, &value));
			else
				assert_true(loose ? fabs(xd[i] - whole->xd[i]) < 1e-9 : same_bits(xd[i], whole->xd[i]));
			assert_true(loose ? fabs(single->xd[i] - whole->xd[i]) < 1e-9 : same_bits(single->xd[i], whole->xd[i]));
		}
		for (uint32_t k = 0; k < m; k++) {
			if (!has(&q->s->cause_watches, j, k))
				assert_true(loose ? fabs(g_before[k] - g[k]) < 1e-9 : same_bits(g_before[k], g[k]));
			assert_true(sc_part_watch(p, k, &value));
			assert_true(loose ? fabs(value - g[k]) < 1e-9 : same_bits(value, g[k]));
		}
	}
	whole->time = single->time = 0.59;
	q->f->rates(whole);
	sc_parts_all_changed(p);
	for (uint32_t i = 0; i < n; i++) {
		assert_true(sc_part_rate(p, i, &value));
		assert_true(loose ? fabs(value - whole->xd[i]) < 1e-9 : same_bits(value, whole->xd[i]));
	}
	sc_parts_free(p);
	sc_data_free(single);
	sc_data_free(whole);
	free(g);
	free(g_before);
	free(xd);
}

/* ---------------------------------------------------------------------------------------------------- known patterns
 * */

static void check_chain(const char *text, const char *format, uint32_t n)
{
	subject q = take(text);
	assert_int_equal(q.plan->states, n);
	for (uint32_t k = 1; k <= n; k++) {
		char name[40], before[40];
		snprintf(name, sizeof name, format, k);
		snprintf(before, sizeof before, format, k - 1);
		uint32_t i = state_called(&q, name);
		assert_int_equal(length(&q.s->rate_causes, i), k == 1 ? 1 : 2);
		assert_true(has(&q.s->rate_causes, i, i));
		assert_true(k == 1 || has(&q.s->rate_causes, i, state_called(&q, before)));
		assert_int_equal(length(&q.s->cause_rates, i), k == n ? 1 : 2);
	}
	compare(&q, false);
	leave(&q);
}

static void chains(void **state)
{
	(void)state;
	check_chain("model C Real x1(start = 1), x2, x3, x4; equation der(x1) = -x1; der(x2) = x1 - x2; der(x3) = x2 - "
				"x3; der(x4) = x3 - x4; end C;", "x%u", 4);
	check_chain("model F parameter Integer n = 50; Real x[n](each start = 1); equation der(x[1]) = -x[1]; for i in "
				"2:n loop der(x[i]) = i*x[i - 1] - 0.1*x[i]; end for; end F;", "x[%u]", 50);
	/* through what is computed in between, in families too */
	check_chain("model Q parameter Integer n = 40; Real x[n](each start = 1); Real q[n]; equation for i in 1:n loop "
				"q[i] = 0.3*i*x[i]^2; end for; "
				"der(x[1]) = -q[1]; for i in 2:n loop der(x[i]) = q[i - 1] - q[i]; end for; end Q;", "x[%u]", 40);
}

static void causes(void **state)
{
	(void)state;
	subject q = take("model S input Real u; Real x(start = 1), y(start = 1), z; discrete Real h(start = 0, fixed = "
					 "true); Real w; "
					 "equation der(x) = -x + h; der(y) = u + sin(time); w = x*y; z = 2*y; when w > 2 then h = pre(h) "
					 "+ 1; end when; when z > 3 then reinit(y, 0); end when; end S;");
	uint32_t x = state_called(&q, "x"), y = state_called(&q, "y"), h = 0, u = 0, time = 0, wide = 0;
	assert_int_equal(q.plan->watches.n, 2);
	for (uint32_t k = 0; k < q.s->cause_count; k++) {
		const ss_cause *s = &q.s->causes[k];
		h = s->kind == SS_FROM_VALUE && s->number == sm_find_scalar(q.plan->model, "h") ? k : h;
		u = s->kind == SS_FROM_VALUE && s->number == sm_find_scalar(q.plan->model, "u") ? k : u;
		time = s->kind == SS_FROM_TIME ? k : time;
	}
	assert_true(h && u && time);
	assert_int_equal(length(&q.s->rate_causes, x), 2);
	assert_true(has(&q.s->rate_causes, x, x) && has(&q.s->rate_causes, x, h));
	assert_int_equal(length(&q.s->rate_causes, y), 2);
	assert_true(has(&q.s->rate_causes, y, u) && has(&q.s->rate_causes, y, time));
	for (uint32_t k = 0; k < 2; k++)
		wide += length(&q.s->watch_causes, k);
	assert_int_equal(wide, 3);                       /* x*y; y */
	assert_int_equal(length(&q.s->cause_watches, x), 1);
	assert_int_equal(length(&q.s->cause_watches, y), 2);
	compare(&q, false);
	leave(&q);
}

/* Two loops: each is solved once for the rates that need it, and a state of one does not concern the other. */
static void loops(void **state)
{
	(void)state;
	subject q = take("model L Real x(start = 1), y(start = 1), z(start = 1); Real a, b, c, d; equation a + 2*b = x + "
					 "y; a*x - b = 1; c + 2*d = z; c - 3*d*z = 2; "
					 "der(x) = a - x; der(y) = b - y; der(z) = c*d; end L;");
	uint32_t x = state_called(&q, "x"), y = state_called(&q, "y"), z = state_called(&q, "z");
	assert_int_equal(length(&q.s->rate_causes, x), 2);
	assert_int_equal(length(&q.s->rate_causes, y), 2);
	assert_int_equal(length(&q.s->rate_causes, z), 1);
	assert_false(has(&q.s->rate_causes, x, z) || has(&q.s->rate_causes, z, y));
	sc_data *d = data(&q);
	sc_parts *p = sc_parts_new(q.a, d);
	double rate;
	assert_true(sc_part_rate(p, x, &rate) && sc_part_rate(p, y, &rate));
	uint64_t both = sc_parts_computed(p);
	d->x[y] += 1;
	sc_parts_changed(p, y);
	assert_true(sc_part_rate(p, z, &rate));
	uint64_t other = sc_parts_computed(p);
	assert_true(other > both);
	assert_true(sc_part_rate(p, z, &rate));
	assert_true(sc_parts_computed(p) == other);
	assert_true(sc_part_rate(p, x, &rate));
	uint64_t once = sc_parts_computed(p);
	assert_true(sc_part_rate(p, y, &rate));
	assert_true(sc_parts_computed(p) == once + 1);   /* the loop is solved, its own rate is left */
	sc_parts_free(p);
	sc_data_free(d);
	compare(&q, false);
	leave(&q);
}

static void others(void **state)
{
	(void)state;
	static const struct { const char *text; bool loose; } list[] = {
		{ "model N Real x(start = 1), y(start = 1), z(start = 1); Real a, b; equation a + 0.2*exp(a) + b = x + y; b^3 "
		  "+ b = a + 1; der(x) = a - x; der(y) = b*y; der(z) = -z; end N;", true },
		{ "model P parameter Real c2 = 2; Real v1(start = 1), v2, i1, i2, w(start = 2); equation der(v1) = i1; "
		  "c2*der(v2) = i2; v1 = v2; i1 + i2 = 1 - v1 + w; der(w) = -w*v2; end P;", false },
		{ "model Fu function f input Real a[2]; input Real t; output Real y; output Real z; algorithm y := a[1]*t; z "
		  ":= a[2] + t; for i in 1:3 loop z := z*0.5 + i; end for; end f; "
		  "Real x(start = 1), y(start = 1), v, w; equation (v, w) = f({x, 2}, y); der(x) = v - x; der(y) = -w*y; end "
		  "Fu;", false },
		{ "model Al Real x(start = 1), y(start = 1), w; algorithm w := 0; for i in 1:4 loop w := w*x + i; end for; "
		  "equation der(x) = -w; der(y) = if y > 1 then -y else w*y; end Al;", false },
		{ "model De parameter Integer n = 30; parameter Real k[n] = {0.1*i for i in 1:n}; Real x[n](each start = 1); "
		  "Real m; Boolean b; equation m = sum(k[i]*x[i] for i in 1:n); b = m > 3; "
		  "for i in 1:n loop der(x[i]) = -k[i]*x[i] + (if b then 0.1 else 0.2)*m; end for; end De;", false } };
	for (size_t k = 0; k < sizeof list / sizeof *list; k++) {
		subject q = take(list[k].text);
		compare(&q, list[k].loose);
		leave(&q);
	}
}

/* ------------------------------------------------------------------------------------------------- generated models */

static void term(char *out, size_t size, unsigned states, unsigned known)
{
	char a[16], b[16];
	snprintf(a, sizeof a, known && roll(2) ? "z%u" : "x%u", roll(known ? (known < states ? known : states) : states));
	snprintf(b, sizeof b, "x%u", roll(states));
	static const char *const forms[] = { "%s*%s", "sin(%s) - %s", "(%s + 0.3)/(2 + %s^2)", "0.4*%s + tanh(%s)",
		"(if %s > %s then 0.7 else -1.3)*time" };
	snprintf(out, size, forms[roll(5)], a, b);
}

static void models_by_chance(void **state)
{
	(void)state;
	for (unsigned seed = 1; seed <= 20; seed++) {
		char text[8000], t[200];
		size_t n = 0;
		dice = seed * 7919;
		unsigned states = 2 + roll(6), plain = roll(6), looped = roll(2) ? 3 : 0;
#define ADD(...) n += (size_t)snprintf(text + n, sizeof text - n, __VA_ARGS__)
		ADD("model G ");
		for (unsigned i = 0; i < states; i++)
			ADD("Real x%u(start = 1); ", i);
		for (unsigned i = 0; i < plain + looped; i++)
			ADD("Real z%u; ", i);
		ADD("Integer c(start = 0, fixed = true); equation ");
		for (unsigned i = 0; i < plain; i++) {
			term(t, sizeof t, states, i);
			ADD("z%u = %s; ", i, t);
		}
		for (unsigned i = 0; i < looped; i++) {
			term(t, sizeof t, states, plain);
			ADD("3*z%u = %s + 0.5*z%u*x0 - z%u; ", plain + i, t, plain + (i + 1) % looped, plain + (i + 2) % looped);
		}
		for (unsigned i = 0; i < states; i++) {
			term(t, sizeof t, states, plain + looped);
			ADD("der(x%u) = %s; ", i, t);
		}
		term(t, sizeof t, states, plain + looped);
		ADD("when %s > 1.1 then c = pre(c) + 1; end when; end G;", t);
#undef ADD
		subject q = take(text);
		compare(&q, false);
		leave(&q);
	}
}

int main(void)
{
	setenv("SALTUS_CACHE", "", 0);
	const struct CMUnitTest tests[] = { cmocka_unit_test(chains), cmocka_unit_test(causes), cmocka_unit_test(loops),
		cmocka_unit_test(others), cmocka_unit_test(models_by_chance) };
	return cmocka_run_group_tests(tests, NULL, NULL);
}
