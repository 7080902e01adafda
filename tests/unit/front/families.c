/* Arrays of components as families: the same model as with every element by itself.
 *
 * Each model is translated both ways. The scalars must have the same names, kinds and numbers of equations, and
 * simulated both ways they must have the same values at the end, to what the order of additions may change. The models
 * in the folder families/ were written for this; the examples and all models of tests/models are compared too, without
 * being simulated. What a family looks like, and that its cost does not depend on the number of elements, is shown on
 * small ladders. */
#include <dirent.h>
#include <math.h>
#include <stdlib.h>

#include "engine/engine.h"
#include "structure/structure.h"
#include "unit/front/flatten_help.h"

typedef struct way {
	sb_arena *arena;
	sb_diag *diag;
	sm_model *model;
	ss_plan *plan;
	sc_program *program;
	se_run *run;
} way;

static way translate(const char *path, const char *text, bool apart)
{
	way w = {.arena = sb_arena_new(), .diag = sb_diag_new()};

	w.model = mo_translate(&(sf_request){
		.arena = w.arena, .names = sb_names_new(w.arena), .diag = w.diag, .path = path, .text = text, .apart = apart});
	return w;
}

static void simulate(way *w)
{
	sc_options options = {0};
	se_settings settings;

	w->plan = w->model ? ss_analyse(w->arena, w->model) : NULL;
	w->program = w->plan ? sc_compile(w->plan, &options) : NULL;
	if (!w->program)
		return;
	w->run = se_run_new(w->program, w->diag);
	settings = se_defaults(sc_image(w->program));
	settings.tolerance = 1e-8;
	se_simulate(w->run, &settings);
}

static void way_free(way *w)
{
	if (w->run)
		se_run_free(w->run);
	if (w->program)
		sc_program_free(w->program);
	sb_diag_free(w->diag);
	sb_arena_free(w->arena);
}

static void tell(const char *path, const way *w)
{
	sb_text out = {0};

	sb_render(w->diag, 0, false, &out);
	print_error("%s\n%s", path, out.at ? out.at : "");
	sb_text_free(&out);
}

static uint32_t equations(const sm_model *m)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < m->equations.n; i++)
		n += sm_equation_count(m, m->equations.at[i]);
	return n;
}

/* Numbers of the visible scalars, which have names that tests know; those of the translator are counted differently. */
static uint32_t visible(const sm_model *m)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < m->variables.n; i++)
		n += m->variables.at[i].hidden ? 0 : m->variables.at[i].count;
	return n;
}

static void compare_scalar(const char *path, const way *a, const way *b, uint32_t s)
{
	sb_text name = {0};
	uint32_t element, other;
	const sm_variable *x = sm_var(a->model, sm_variable_of_scalar(a->model, s, &element)), *y;

	sm_scalar_name(a->model, s, &name);
	other = x->hidden ? UINT32_MAX : sm_find_scalar(b->model, name.at);
	if (!x->hidden && other == UINT32_MAX)
		fail_msg("%s: there is no '%s'", path, name.at);
	if (!x->hidden) {
		y = sm_var(b->model, sm_variable_of_scalar(b->model, other, &element));
		if (x->type != y->type || x->variability != y->variability || x->is_flow != y->is_flow ||
			x->is_protected != y->is_protected || !x->start != !y->start || strcmp(x->unit, y->unit) != 0)
			fail_msg("%s: '%s' is not the same", path, name.at);
		if (a->run) {
			double u = se_value(a->run, s), v = se_value(b->run, other);

			if (!(fabs(u - v) <= 1e-6 * fmax(1, fabs(u))) && !(isnan(u) && isnan(v)))
				fail_msg("%s: '%s' is %.17g and %.17g", path, name.at, u, v);
		}
	}
	sb_text_free(&name);
}

/* true: it has families. */
static bool compare(const char *path, const char *text, bool run)
{
	way a = translate(path, text, false), b = translate(path, text, true);
	bool families = false;

	if (!a.model != !b.model) {
		tell(path, a.model ? &b : &a);
		fail_msg("%s can be translated one way only", path);
	}
	if (run) {
		simulate(&a);
		simulate(&b);
		if (!a.run || !b.run || sb_errors(a.diag) || sb_errors(b.diag)) {
			tell(path, &a);
			tell(path, &b);
			fail_msg("%s cannot be simulated", path);
		}
	}
	if (a.model) {
		assert_int_equal(visible(a.model), visible(b.model));
		assert_int_equal(equations(a.model) - (a.model->scalars - visible(a.model)),
						 equations(b.model) - (b.model->scalars - visible(b.model)));
		for (uint32_t s = 0; s < a.model->scalars; s++)
			compare_scalar(path, &a, &b, s);
		for (uint32_t i = 0; i < a.model->variables.n; i++)
			families |= a.model->variables.at[i].parts != NULL;
	}
	way_free(&a);
	way_free(&b);
	return families;
}

static uint32_t compare_folder(const char *folder, bool run)
{
	char path[4096];
	DIR *d;
	uint32_t families = 0;

	snprintf(path, sizeof path, "%s/%s", SALTUS_SOURCE, folder);
	d = opendir(path);
	assert_non_null(d);
	for (struct dirent *e; (e = readdir(d));) {
		size_t n = strlen(e->d_name);

		if (n < 4 || strcmp(e->d_name + n - 3, ".mo") != 0)
			continue;
		snprintf(path, sizeof path, "%s/%s/%s", SALTUS_SOURCE, folder, e->d_name);
		families += compare(path, NULL, run);
	}
	closedir(d);
	return families;
}

static void models_written_for_it_run_the_same_both_ways(void **state)
{
	(void)state;
	assert_int_equal(compare_folder("tests/unit/front/families", true), 17);
}

static void all_other_models_are_the_same_both_ways(void **state)
{
	(void)state;
	compare_folder("tests/models/known", false);
	compare_folder("tests/models/events", false);
	assert_true(compare_folder("tests/models/language", false) > 5);
	compare_folder("examples", false);
}

#define PIN "connector Pin Real v; flow Real i; end Pin; "
#define PARTS                                                                                                          \
	PIN "model R Pin p, n; parameter Real R = 1; equation p.v - n.v = R*p.i; p.i + n.i = 0; end R; "                   \
		"model C Pin p, n; Real v(start = 0, fixed = true); equation v = p.v - n.v; der(v) = p.i; p.i + n.i = 0; end " \
		"C; "                                                                                                          \
		"model G Pin p; equation p.v = 0; end G; model S Pin p; equation p.v = 1; end S; "
#define LADDER(n)                                                                                                      \
	PARTS "model Ladder parameter Integer n = " n "; R r[n](R = linspace(1, 2, n)); C c[n]; G g; S s; equation "       \
		  "connect(s.p, r[1].p); for i in 1:n - 1 loop connect(r[i].n, r[i + 1].p); end for; "                         \
		  "connect(r.n, c.p); for i in 1:n loop connect(c[i].n, g.p); end for; end Ladder;"

static void a_ladder_is_a_few_families(void **state)
{
	flat f = flatten(LADDER("1000"));

	(void)state;
	assert_non_null(f.model);
	assert_balanced(&f);
	assert_true(has_line(&f, "parameter Real r[1000].R = {1 + (i - 1)/999 for i in 1:1000};"));
	assert_true(has_line(&f, "r[i].p.v - r[i].n.v = r[i].R*r[i].p.i;"));
	assert_true(has_line(&f, "r[i].n.v = r[i + 1].p.v;"));
	assert_true(has_line(&f, "r[i].n.i + r[i + 1].p.i + c[i].p.i = 0;"));
	assert_true(has_line(&f, "r[1000].n.i + c[1000].p.i = 0;"));
	assert_true(has_line(&f, "sum(c[i].n.i for i in 1:1000) + g.p.i = 0;"));
	assert_true(f.model->equations.n < 25);
	flat_free(&f);
}

static size_t cost(const char *text)
{
	way w = translate("ladder.mo", text, false);
	size_t used = sb_arena_used(w.arena);

	assert_non_null(w.model);
	way_free(&w);
	return used;
}

static void the_cost_does_not_depend_on_the_number_of_elements(void **state)
{
	size_t few = cost(LADDER("10")), many = cost(LADDER("1000000"));

	(void)state;
	assert_true(many < few + few / 10);
}

/* Elements two apart are two sets; the pieces do not settle, and each element is looked at. */
static void connections_that_do_not_settle_are_made_one_by_one(void **state)
{
	(void)state;
	assert_true(compare("two",
						PARTS "model M R r[9]; G g; equation for i in 1:7 loop connect(r[i].p, r[i + 2].p); end for;"
							  "for i in 1:9 loop connect(r[i].n, g.p); end for; end M;",
						false));
	assert_true(compare("mirror",
						PARTS "model M R r[4, 4]; equation for i in 1:4, j in 1:4 loop connect(r[i, j].p, r[j, i].n); "
							  "end for; end M;",
						false));
	assert_true(compare("diagonal",
						PARTS
						"model M R r[4, 4]; R d[4]; equation for i in 1:4 loop connect(r[i, i].p, d[i].n); end for; "
						"connect(r[1, :].n, d.p); end M;",
						false));
	assert_true(compare("chain", PARTS "model M R r[5]; R d[5]; equation for i in 1:4 loop connect(r[i].p, d[i].p); "
								 "connect(d[i].p, r[i + 1].p); end for; connect(r[2:4].n, d[1:3].n); end M;", false));
}

/* Random connections of three arrays and two single components, with loops, shifts, rows and slices. Every pin leaks to
 * ground, so every network has one solution. */
typedef struct chance { uint64_t state; } chance;

static uint32_t draw(chance *c, uint32_t n)
{
	c->state = c->state * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)(c->state >> 33) % n;
}

typedef struct array { const char *name; uint32_t rank, shape[2]; } array;

/* Subscripts that stay inside for i and j in 2:3. */
static void draw_subscripts(chance *c, const array *a, bool loops, sb_text *out)
{
	static const char *const moving[] = {"i", "i", "i + 1", "i - 1", "j", "j + 1", "j - 1"};

	for (uint32_t d = 0; d < a->rank; d++) {
		sb_add(out, d ? ", " : "[");
		if (loops && draw(c, 4))
			sb_add(out, moving[draw(c, 7)]);
		else
			sb_addf(out, "%u", draw(c, a->shape[d]) + 1);
	}
	sb_add(out, a->rank ? "]" : "");
}

static void draw_connection(chance *c, sb_text *out)
{
	static const array arrays[] = {
		{"a", 1, {4, 0}}, {"b", 2, {4, 5}}, {"c", 2, {5, 4}}, {"g", 0, {0, 0}}, {"h", 0, {0, 0}}};
	uint32_t x = draw(c, 3), y = draw(c, 5), from = draw(c, 2) + 1, to = draw(c, 3) + 1;
	bool loops = draw(c, 3) > 0;

	if (loops || arrays[y].rank != arrays[x].rank) {
		sb_add(out, loops ? "for i in 2:3, j in 2:3 loop connect(" : "connect(");
		sb_add(out, arrays[x].name);
		draw_subscripts(c, &arrays[x], loops, out);
		sb_addf(out, ".p, %s", arrays[y].name);
		draw_subscripts(c, &arrays[y], loops, out);
		sb_add(out, loops ? ".n); end for; " : ".n); ");
	} else {
		const char *row = arrays[x].rank == 2 ? ", 2:4" : "";

		sb_addf(out, "connect(%s[%u:%u%s].n, %s[%u:%u%s].p); ", arrays[x].name, from, from + 2, row, arrays[y].name,
				to % 2 + 1, to % 2 + 3, row);
	}
}

static void random_connections_are_the_same_both_ways(void **state)
{
	chance c = {20261115};

	(void)state;
	for (int k = 0; k < 60; k++) {
		sb_text text = {0};

		sb_add(&text, PIN "model E Pin p, n; parameter Real R = 1; equation p.i = (p.v - n.v)/R + 0.1*p.v - R; "
						  "n.i = (n.v - p.v)/R + 0.2*n.v; end E; model M E a[4](R = 1:4); E b[4, 5](R = {{i + 2*j for "
						  "j in 1:5} for i in 1:4}); "
						  "E c[5, 4](R = {{3*i + j for j in 1:4} for i in 1:5}), g, h(R = 2); equation ");
		for (uint32_t n = 2 + draw(&c, 4); n > 0; n--)
			draw_connection(&c, &text);
		sb_add(&text, "end M;");
		assert_true(compare(text.at, text.at, true));
		sb_text_free(&text);
	}
}

static void names_of_elements_have_their_subscripts_inside(void **state)
{
	flat f = flatten(
		"model B Real u[2]; end B; model A B b[2, 3]; Real x; end A; model M A a[4]; Real 'a.b'[2]; equation "
		"a.x = 1:4; for i in 1:4 loop a[i].b.u = {{{1, 2} for j in 1:3} for k in 1:2}; end for; 'a.b' = {1, 2}; "
		"end M;");
	static const char *const good[] = {"a[4].x", "a[3].b[2,1].u[2]", "a[3].b[2, 1].u[2]", "'a.b'[2]"};
	static const char *const bad[] = {
		"a[5].x", "a.x", "a.x[4]", "a[3].b[2,1].u", "a[3].b[2].u[1]", "a[3].b[2,1,1].u[1]", "a[].x",
		"a[1.x",  "[1]", ""};

	(void)state;
	assert_non_null(f.model);
	for (size_t i = 0; i < sizeof good / sizeof *good; i++)
		assert_int_not_equal(sm_find_scalar(f.model, good[i]), UINT32_MAX);
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		assert_int_equal(sm_find_scalar(f.model, bad[i]), UINT32_MAX);
	for (uint32_t s = 0; s < f.model->scalars; s++) {
		sb_text name = {0};

		sm_scalar_name(f.model, s, &name);
		assert_int_equal(sm_find_scalar(f.model, name.at), s);
		sb_text_free(&name);
	}
	flat_free(&f);
}

/* A mistake in one element is told as if there were no families. */
static void messages_name_the_element(void **state)
{
	(void)state;
	assert_error(PARTS "model M R r[3](R = {1, 2}); end M;", "M0322");
	assert_error(PARTS "model M R r[3](R = 1); end M;", "M0322");
	assert_error(PARTS "model M R r[3]; Real x = r[4].p.v; end M;", "M0307");
	assert_error(PARTS "model M R r[3]; equation for i in 1:3 loop connect(r[i].n, r[i + 1].p); end for; end M;",
				 "M0425");
	assert_error(PARTS "model M R r[3]; equation connect(r[1:2].n, r.p); end M;", "M0429");
	assert_error(PARTS "model M R r[3]; equation for i in 1:3 loop connect(r[i].n, r[2].n); end for; end M;", "M0431");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(models_written_for_it_run_the_same_both_ways),
		cmocka_unit_test(all_other_models_are_the_same_both_ways),
		cmocka_unit_test(a_ladder_is_a_few_families),
		cmocka_unit_test(the_cost_does_not_depend_on_the_number_of_elements),
		cmocka_unit_test(connections_that_do_not_settle_are_made_one_by_one),
		cmocka_unit_test(random_connections_are_the_same_both_ways),
		cmocka_unit_test(names_of_elements_have_their_subscripts_inside),
		cmocka_unit_test(messages_name_the_element),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
