/* Connections: sums of flows and equalities, against those derived by hand; and what cannot be connected. */
#include "flatten_help.h"

#define PIN "connector Pin Real v; flow Real i; end Pin; "
#define TWO PIN "model Two Pin p, n; parameter Real R = 1; equation p.v - n.v = R*p.i; p.i + n.i = 0; end Two; "
#define SIGNALS                                                                                                        \
	"connector In = input Real; connector Out = output Real; block Gain In u; Out y; parameter Real k = 2; equation "  \
	"y = k*u; end Gain; "

/* Two components in a loop with a ground: three nodes are two, and every pin is in one sum. */
static void a_circuit(void **state)
{
	(void)state;
	EXPECT(TWO "model Ground Pin p; equation p.v = 0; end Ground; model M Two a, b; Ground g; equation connect(a.p, "
			   "b.p); connect(a.n, b.n);"
			   " connect(g.p, b.n); end M;",
		   "a.p.v = b.p.v;", "a.n.v = b.n.v;", "a.n.v = g.p.v;", "a.p.i + b.p.i = 0;", "a.n.i + b.n.i + g.p.i = 0;");
}

/* Seen from within, the flow of a connector of the class itself counts negative. */
static void connectors_of_the_class_itself_are_outside(void **state)
{
	(void)state;
	EXPECT(
		TWO
		"model Series Pin p, n; Two a, b; equation connect(p, a.p); connect(a.n, b.p); connect(b.n, n); end Series;"
		"model Ground Pin p; equation p.v = 0; end Ground;"
		"model M Series s; Two c; Ground g; equation connect(s.p, c.p); connect(s.n, c.n); connect(s.n, g.p); end M;",
		"s.a.p.i - s.p.i = 0;", "s.a.n.i + s.b.p.i = 0;", "s.b.n.i - s.n.i = 0;", "s.p.i + c.p.i = 0;");
}

static void nothing_flows_through_what_is_not_connected(void **state)
{
	(void)state;
	EXPECT_UNBALANCED(TWO "model M Two a; end M;", "a.p.i = 0;", "a.n.i = 0;");
}

/* Connected inside and outside of a component, two potentials are equal once, not twice. */
static void an_equality_is_stated_once(void **state)
{
	flat f = flatten(
		PIN
		"model Wire Pin a, b; equation connect(a, b); end Wire; model M Wire w; equation connect(w.a, w.b); end M;");
	uint32_t equalities = 0;

	(void)state;
	assert_non_null(f.model);
	for (uint32_t i = 0; i < f.model->equations.n; i++)
		equalities += sx_op_of(f.model->pool, f.model->equations.at[i]->rhs) == SX_VAR;
	assert_int_equal(equalities, 1);
	flat_free(&f);
}

static void arrays_of_connectors_are_connected_in_pieces(void **state)
{
	(void)state;
	EXPECT_UNBALANCED(TWO "model M Two a[3]; Pin q[2]; equation connect(a[1:2].p, q); for i in 1:2 loop "
						  "connect(a[i].n, a[i + 1].n); end for; end M;",
					  "for i in 1:2 loop", "a[i].p.v = q[i].v;", "a[i].p.i - q[i].i = 0;", "a[3].p.i = 0;",
					  "for i in 2:3 loop", "a[1].n.v = a[i].n.v;", "a[1].n.i + a[2].n.i + a[3].n.i = 0;");
}

static void arrays_of_signals_that_are_connected_as_a_whole_stay_families(void **state)
{
	(void)state;
	EXPECT(SIGNALS "block Many In u[1000]; Out y[1000]; equation y = 2*u; end Many; model M Many a, b; Real x = "
				   "b.y[1]; In s[1000];"
				   " equation connect(s, a.u); connect(a.y, b.u); end M;",
		   "for i in 1:1000 loop", "a.y[i] = b.u[i];", "s[i] = a.u[i];");
}

static void an_array_with_an_element_connected_by_itself_is_taken_apart(void **state)
{
	(void)state;
	EXPECT(SIGNALS "model M Gain g[2], h; In u[2]; equation connect(u, g.u); connect(u[2], h.u); end M;",
		   "u[1] = g[1].u;", "u[2] = g[2].u;", "u[2] = h.u;");
}

static void flows_that_are_arrays_are_summed_in_a_family(void **state)
{
	(void)state;
	EXPECT_UNBALANCED("connector Flange Real r[3]; flow Real f[3]; end Flange; model B Flange a, b; equation a.r = "
					  "b.r; a.f + b.f = zeros(3);"
					  " end B; model M B x, y, z; equation connect(x.b, y.a); connect(x.b, z.a); end M;",
					  "x.b.r[i] = y.a.r[i];", "x.b.f[i] + y.a.f[i] + z.a.f[i] = 0;", "x.a.f[i] = 0;");
}

static void connections_to_absent_components_are_left_out(void **state)
{
	(void)state;
	EXPECT_UNBALANCED(TWO "model M Two a, b if false; equation connect(a.p, b.p); end M;", "a.p.i = 0;");
}

static void parameters_of_connectors_must_be_equal(void **state)
{
	(void)state;
	EXPECT_UNBALANCED("connector C parameter Integer n = 1; Real v; flow Real i; end C; model A C c; end A; model M A "
					  "a, b; equation connect(a.c, b.c);"
					  " end M;",
					  "assert(a.c.n == b.c.n, \"the connected parameters 'a.c.n' and 'b.c.n' differ\");");
}

static void what_cannot_be_connected_is_told(void **state)
{
	(void)state;
	assert_error(TWO "model M Two a, b; equation connect(a, b); end M;", "M0420");
	assert_error(TWO "model M Two a; equation connect(a.p, a.p); end M;", "M0431");
	assert_error(TWO "model M Two a; Real x; equation connect(a.p, x); end M;", "M0420");
	assert_error(TWO "model M Two a; equation connect(a.p, a.q); end M;", "M0426");
	assert_error(TWO "model M Two a[3], b[2]; equation connect(a.p, b.p); end M;", "M0429");
	assert_error(TWO "model M Two a[3], b; equation connect(a[4].p, b.p); end M;", "M0425");
	assert_error(
		TWO "connector Three Real v; flow Real i; parameter Real t = 1; end Three; model M Two a; Three t; equation "
			"connect(a.p, t); end M;",
		"M0430");
	assert_error(TWO
				 "connector Odd flow Real v; Real i; end Odd; model M Two a; Odd o; equation connect(a.p, o); end M;",
				 "M0430");
	assert_error(TWO "model Around Two a; end Around; model M Around x; Two b; equation connect(x.a.p, b.p); end M;",
				 "M0432");
	assert_error(TWO "model M Two a, b; equation if time > 1 then connect(a.p, b.p); end if; end M;", "M0423");
	assert_error(SIGNALS "model M Gain a, b, c; equation connect(a.y, c.u); connect(b.y, c.u); end M;", "M0427");
	assert_error(
		"connector C constant Real k; Real v; flow Real i; end C; model A C c(k = 1), d(k = 2); end A; model M A a;"
		" equation connect(a.c, a.d); end M;",
		"M0433");
}

/* A class with an optional input: the protected connector that stands for it is no source of its own. */
static void protected_inputs_are_no_sources(void **state)
{
	(void)state;
	EXPECT(SIGNALS
		   "block B In u if true; Out y; protected In inner_u; equation connect(u, inner_u); y = inner_u; end B;"
		   "model M B b; Gain g; equation connect(g.y, b.u); g.u = time; end M;",
		   "b.u = b.inner_u;");
}

/* An angle as (cos, sin) has two variables and one degree of freedom. Around the loop world - a - b - world the third
 * connection would say too much; broken, it gives the one residue instead of two equalities, and the model has as many
 * equations as unknowns. */
static void a_connection_that_closes_a_loop_of_overdetermined_connectors_is_broken(void **state)
{
	flat f = flatten(
		"record Angle Real c; Real s; function equalityConstraint input Angle a; input Angle b; output Real residue[1];"
		" algorithm residue := {a.c*b.s - a.s*b.c}; end equalityConstraint; end Angle;"
		"connector Flange Angle R; flow Real t; end Flange;"
		"model World Flange f; equation Connections.root(f.R); f.R = Angle(1, 0); end World;"
		"model Rod Flange a, b; Real phi; Real first; equation Connections.branch(a.R, b.R);"
		" b.R.c = a.R.c*cos(phi) - a.R.s*sin(phi); b.R.s = a.R.s*cos(phi) + a.R.c*sin(phi); a.t + b.t = 0; b.t = phi;"
		" if Connections.rooted(a.R) then first = 1; else first = 2; end if; end Rod;"
		"model M World w; Rod a, b; Integer n = cardinality(w.f); equation connect(w.f, a.a); connect(a.b, b.a); "
		"connect(b.b, w.f); end M;");
	uint32_t residues = 0;

	(void)state;
	if (!f.model)
		show(&f);
	assert_non_null(f.model);
	assert_balanced(&f);
	for (uint32_t i = 0; i < f.model->equations.n; i++)
		residues += (sx_flags(f.model->pool, f.model->equations.at[i]->lhs) & SX_HAS_CALL) != 0;
	assert_int_equal(residues, 1);
	assert_true(has_line(&f, "a.first = 1;") && has_line(&f, "b.first = 1;"));
	assert_true(has_line(&f, "w.f.R.c = a.a.R.c;") && has_line(&f, "a.b.R.s = b.a.R.s;"));
	assert_true(has_line(&f, "w.f.t + a.a.t + b.b.t = 0;"));
	assert_true(has_line(&f, "n = 2;"));
	flat_free(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_circuit),
		cmocka_unit_test(connectors_of_the_class_itself_are_outside),
		cmocka_unit_test(nothing_flows_through_what_is_not_connected),
		cmocka_unit_test(an_equality_is_stated_once),
		cmocka_unit_test(arrays_of_connectors_are_connected_in_pieces),
		cmocka_unit_test(arrays_of_signals_that_are_connected_as_a_whole_stay_families),
		cmocka_unit_test(an_array_with_an_element_connected_by_itself_is_taken_apart),
		cmocka_unit_test(flows_that_are_arrays_are_summed_in_a_family),
		cmocka_unit_test(connections_to_absent_components_are_left_out),
		cmocka_unit_test(parameters_of_connectors_must_be_equal),
		cmocka_unit_test(what_cannot_be_connected_is_told),
		cmocka_unit_test(protected_inputs_are_no_sources),
		cmocka_unit_test(a_connection_that_closes_a_loop_of_overdetermined_connectors_is_broken),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
