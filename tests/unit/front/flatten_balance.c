/* What a component owes and what it has, for each way in which connectors are used. The numbers are counted by hand, by
 * the rule of the Modelica specification: a class is balanced if its equations are as many as its unknowns, flows of
 * its connectors given from outside. */
#include "flatten_help.h"
#include "model/check/model_check.h"

static const char parts[] =
	"connector Pin Real v; flow Real i; end Pin; connector In = input Real; connector Out = output Real;"
	"partial model TwoPin Pin p, n; Real v, i; equation v = p.v - n.v; i = p.i; p.i + n.i = 0; end TwoPin;"
	"model Resistor extends TwoPin; parameter Real R = 1; equation R*i = v; end Resistor;"
	"model Ground Pin p; equation p.v = 0; end Ground;"
	"block Gain In u; Out y; parameter Real k = 2; equation y = k*u; end Gain;";

typedef struct expected {
	const char *name;
	uint32_t unknowns, equations;
} expected;

static void balances(const char *model, const expected *list, uint32_t n)
{
	sb_text text = {0};

	sb_add(&text, parts);
	sb_add(&text, model);
	flat f = flatten(text.at);
	if (!f.model) {
		sb_text said = {0};
		sb_render(f.diag, 0, false, &said);
		print_message("%s\n", said.at);
		sb_text_free(&said);
	}
	assert_non_null(f.model);
	const sm_balance *b = sm_balances(f.model, f.arena);
	for (uint32_t k = 0; k < n; k++) {
		uint32_t i = 0;
		while (i < f.model->components.n && strcmp(f.model->components.at[i].name, list[k].name))
			i++;
		assert_true(i < f.model->components.n);
		if (b[i].unknowns != list[k].unknowns || b[i].equations != list[k].equations)
			print_message("component '%s'\n", list[k].name);
		assert_int_equal(b[i].unknowns, list[k].unknowns);
		assert_int_equal(b[i].equations, list[k].equations);
		assert_false(b[i].unsure);
	}
	flat_free(&f);
	sb_text_free(&text);
}

#define BALANCES(model, ...)                                                                                           \
	balances(model, (const expected[]){__VA_ARGS__}, sizeof((const expected[]){__VA_ARGS__}) / sizeof(expected))

/* v, i, and one for each pin */
static void a_component_owes_for_variables_and_flows(void **state)
{
	(void)state;
	BALANCES("model M Resistor r; Ground g; equation connect(r.p, g.p); end M;", {"", 0, 0}, {"r", 4, 4}, {"g", 1, 1});
}

/* A pin that is passed on to a component inside asks for nothing; one that is not, for one equation. */
static void what_is_passed_on_is_not_owed(void **state)
{
	(void)state;
	BALANCES(
		"model Box Pin p, n; Resistor r; equation connect(p, r.p); connect(r.n, n); end Box; model M Box b; end M;",
		{"", 0, 0}, {"b", 0, 0}, {"b.r", 4, 4});
	BALANCES("model Box Pin p, n; Resistor r; equation connect(p, r.p); n.i = 0; end Box; model M Box b; end M;",
			 {"b", 1, 1});
}

static void a_law_that_is_missing_or_too_many(void **state)
{
	(void)state;
	BALANCES("model Lame extends TwoPin; end Lame; model M Lame l; end M;", {"l", 4, 3});
	BALANCES("model Fat extends Resistor; equation n.v = 0; end Fat; model M Fat l; end M;", {"l", 4, 5});
}

/* An input is owed by whoever uses the component: fed by a connection, by a value, by an equation, or by nobody. */
static void inputs_are_owed_outside(void **state)
{
	(void)state;
	BALANCES("model M Gain a, b; equation connect(a.y, b.u); a.u = time; end M;", {"", 1, 1}, {"a", 1, 1}, {"b", 1, 1});
	BALANCES("model M Gain a(u = time); end M;", {"", 0, 0}, {"a", 2, 2});
	BALANCES("model M Gain a; end M;", {"", 1, 0}, {"a", 1, 1});
	BALANCES("block Two In u; Out y; Gain a, b; equation connect(u, a.u); connect(a.y, b.u); connect(b.y, y); end Two;"
			 "model M Two t(u = time); end M;",
			 {"t", 1, 1}, {"t.a", 1, 1});
}

/* A protected connector of a signal is a variable of its own, unless it is connected to a source. */
static void protected_signals(void **state)
{
	(void)state;
	BALANCES("block B Out y; protected In u; Gain g; equation u = time; connect(u, g.u); connect(g.y, y); end B; model "
			 "M B b; end M;",
			 {"b", 1, 1}, {"b.g", 1, 1});
	BALANCES("block B In x; Out y; protected In u; equation connect(x, u); y = u; end B; model M B b(x = 1); end M;",
			 {"b", 2, 2});
}

/* Arrays of components, of connectors, and loops. */
static void arrays(void **state)
{
	(void)state;
	BALANCES("model M Resistor r[3]; Ground g; equation connect(r[1].p, g.p); for i in 1:2 loop connect(r[i].n, r[i + "
			 "1].p); end for; end M;",
			 {"", 0, 0}, {"r", 12, 12});
	BALANCES("model Star Pin p[3]; equation p.v = fill(p[1].v, 3) + {1, 2, 3}; end Star; model M Star s; end M;",
			 {"s", 3, 3});
	BALANCES("model Half Pin p[3]; Resistor r; equation connect(p[1], r.p); connect(p[2], r.n); p[3].i = 0; end Half; "
			 "model M Half s; end M;",
			 {"s", 1, 1});
}

/* Rotations have more numbers than degrees of freedom: counting says nothing there. */
static void redundant_numbers_are_not_judged(void **state)
{
	(void)state;
	flat f = flatten("record O Real T[3]; function equalityConstraint input O a; input O b; output Real r[1]; "
					 "algorithm r[1] := a.T[1] - b.T[1]; "
					 "end equalityConstraint; end O; connector F O R; flow Real t[1]; end F; model W F f; equation "
					 "Connections.root(f.R); "
					 "f.R.T = {1, 0, 0}; end W; model M W w; end M;");
	assert_non_null(f.model);
	assert_true(sm_balances(f.model, f.arena)[1].unsure);
	flat_free(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_component_owes_for_variables_and_flows),
		cmocka_unit_test(what_is_passed_on_is_not_owed),
		cmocka_unit_test(a_law_that_is_missing_or_too_many),
		cmocka_unit_test(inputs_are_owed_outside),
		cmocka_unit_test(protected_signals),
		cmocka_unit_test(arrays),
		cmocka_unit_test(redundant_numbers_are_not_judged),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
